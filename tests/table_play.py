"""Deals to play in tests: options and tiles at random, and players who bring every rule about."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from table_twin import FLOWERS, KINDS, Judge, all_tiles

from queshen import Hand, HandError, Meld
from queshen.rules import Rules, variant
from queshen.table import Table

GAMES = ("huanle", "qq", "guobiao")

FLOW: dict[str, tuple[Any, ...]] = {
    "flowers": (True, True, True, False),
    "kong_flower_then_flower": (False, True),
    "multi_win": ("nearest", "all"),
}
"""What every game leaves open of the course of a deal; what is there twice comes twice as often."""

WILDCARDS: dict[str, tuple[Any, ...]] = {
    "honor_cycle": ("joint", "separate"),
    "indicator_flower": ("reflip", "no_caishen"),
    "indicator_from": ("head", "tail"),
    "indicator_in_play": (False, True),
    "caishen_kind": ("next", "indicator"),
    "caishen_meld": (False, False, True),
    "caishen_discard": (True, False),
    "caishen_ron": ("face", "wild", "no"),
    "caishen_fifth_copy": (True, False),
    "caishen_special_hands": (True, False),
    "indicator_visible": (True, False),
    "bird": (True, False),
    "bird_flower": ("next", "no_bird"),
    "bird_from": ("head", "tail"),
    "bird_wall_empty": ("last_wall_tile", "no_bird"),
}

MINIMUM: dict[str, dict[str, tuple[Any, ...]]] = {
    "huanle": {"room": ("popular", "8fan", "no_fan"), "min_fan": (None, None, 3)},
    "qq": {"room": ("popular", "8fan", "no_fan"), "min_fan": (None, None, 5)},
    "guobiao": {"min_fan": (8, 0, 2)},
}


def random_rules(game: str, rng: random.Random) -> Rules:
    """A game with options at random, defaults in a third of all cases."""
    if rng.random() < 1 / 3:
        return variant(game)
    options = FLOW | MINIMUM[game] | (WILDCARDS if game == "huanle" else {})
    return variant(game, **{name: rng.choice(values) for name, values in options.items()})


# ---- tiles --------------------------------------------------------------------------------------


def lumpy(tiles: list[str], rng: random.Random) -> list[str]:
    """Tiles of a kind lie near each other, so that pungs and kongs are many."""
    place = {tile: rng.random() for tile in (*KINDS, *FLOWERS)}
    spread = rng.choice((0.05, 0.1, 0.3))
    return sorted(tiles, key=lambda tile: place[tile] + rng.gauss(0, spread))


def shape_groups(rng: random.Random) -> list[list[str]]:
    """Groups of tiles that a hand of some shape is made of, more than it needs, in random order."""
    chows = [[f"{rank + i}{suit}" for i in range(3)] for suit in "mps" for rank in range(1, 8)]
    pungs = [[tile] * 3 for tile in KINDS]
    shape = rng.random()
    if shape < 0.8:
        return [rng.choice((*chows, *pungs)) for _ in range(40)]
    if shape < 0.9:
        return [[tile] * 2 for tile in rng.sample(KINDS, 20)]
    if shape < 0.95:
        return [[tile] for tile in KINDS if tile[0] in "19ESWNCFP"]
    suits = rng.sample("mps", 3)
    knitted = [f"{rank}{suits[(rank - 1) % 3]}" for rank in range(1, 10)]
    singles = [[tile] for tile in rng.sample((*knitted, *KINDS[27:]), 14)]
    return singles if rng.random() < 0.5 else [knitted, *chows, *pungs]


def near_hand(pool: list[str], rng: random.Random) -> list[str]:
    """A hand near a win out of a pool of tiles, which loses them."""
    hand: list[str] = []
    for group in shape_groups(rng):
        if len(hand) + len(group) <= 13 and all(
            pool.count(tile) >= group.count(tile) for tile in group
        ):
            hand += group
            for tile in group:
                pool.remove(tile)
    while len(hand) < 13:
        hand.append(pool.pop())
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        pool.insert(rng.randrange(len(pool)), hand.pop(rng.randrange(len(hand))))
        hand.append(pool.pop())
    return hand


def random_set_up(rules: Rules, rng: random.Random) -> dict[str, Any]:
    """A seed, a whole wall, or hands and a wall that is often short."""
    set_up: dict[str, Any] = {"round_wind": rng.choice("ESWN"), "wait_all": rng.random() < 0.2}
    how = rng.random()
    if how < 0.3:
        return set_up | {"seed": rng.getrandbits(64)}
    tiles = all_tiles(bool(rules.options["flowers"]))
    rng.shuffle(tiles)
    if how < 0.4:
        return set_up | {"wall": tiles}
    if how < 0.7:
        hands, rest = [near_hand(tiles, rng) for _ in range(4)], tiles
    else:
        tiles = lumpy(tiles, rng)
        hands = [tiles[at::8][:13] for at in range(4)]
        dealt = {at + 8 * i for at in range(4) for i in range(13)}
        rest = [tile for at, tile in enumerate(tiles) if at not in dealt]
    rng.shuffle(rest)
    length = rng.choice((len(rest), rng.randint(2, len(rest)), rng.randint(2, 12)))
    return set_up | {"hands": hands, "wall": rest[:length]}


# ---- players ------------------------------------------------------------------------------------


def keen_discard(hand: Hand, legal: Sequence[str], rng: random.Random) -> str:
    """A discard that leaves the hand as near to a win as any."""
    after = sorted(hand.discards(), key=lambda each: (each.shanten, -len(each.useful)))
    near = [f"discard {KINDS[each.kind]}" for each in after if each.kind is not None]
    near = [action for action in near if action in legal]
    return near[0] if near and rng.random() < 0.95 else rng.choice(legal)


def choose(table: Table, seat: int, style: str, rng: random.Random) -> str:
    """One of the legal actions, by the habits of a player."""
    legal = [str(action) for action in table.legal(seat)]
    if style == "random":
        return rng.choice(legal)
    if "win" in legal and rng.random() < 0.9:
        return "win"
    kongs = [action for action in legal if "kong" in action]
    if kongs and rng.random() < 0.9:
        return rng.choice(kongs)
    if "pass" in legal:
        claims = [action for action in legal if action not in ("pass", "win")]
        often = 0.8 if style == "eager" else 0.3
        return rng.choice(claims) if claims and rng.random() < often else "pass"
    return keen_discard(table.hand(seat), legal, rng)


def random_styles(rng: random.Random) -> list[str]:
    """Four players."""
    if rng.random() < 0.2:
        return ["random"] * 4
    return [rng.choice(("eager", "keen", "keen")) for _ in range(4)]


# ---- side by side -------------------------------------------------------------------------------


def hand_or_none(ask: Callable[..., Hand], *about: Any) -> Hand | None:
    """A hand; None where the wall could not replace its flowers, so that it lacks tiles."""
    try:
        return ask(*about)
    except HandError:
        return None


def stands(table: Table) -> dict[str, object]:
    """What lies on a table."""
    return {
        "phase": table.phase,
        "turn": table.turn if not table.done else None,
        "to_act": table.to_act,
        "wall_left": table.wall_left,
        "hands": [hand_or_none(table.hand, seat) for seat in range(4)],
        "flowers": [{kind - len(KINDS) for kind in table.flowers(seat)} for seat in range(4)],
        "river": list(table.river),
        "indicator": table.indicator,
        "wild": table.wild,
    }


def _kind(tile: str | None) -> int | None:
    return None if tile is None else KINDS.index(tile)


def judged(judge: Judge) -> dict[str, object]:
    """The same as the judge has it."""
    return {
        "phase": judge.phase,
        "turn": judge.turn if judge.phase != "end" else None,
        "to_act": judge.to_act,
        "wall_left": len(judge.wall),
        "hands": [
            hand_or_none(judge.engine_hand, number, judge.seats[number].hand) for number in range(4)
        ],
        "flowers": [{FLOWERS.index(each) for each in seat.flowers} for seat in judge.seats],
        "river": [(each.seat, KINDS.index(each.tile), each.taken) for each in judge.river],
        "indicator": _kind(judge.indicator),
        "wild": _kind(judge.wild),
    }


def differences(table: Table, judge: Judge) -> list[str]:
    """What the table and the judge disagree about."""
    ours, theirs = stands(table), judged(judge)
    found = [f"{key}: {ours[key]} / {theirs[key]}" for key in ours if ours[key] != theirs[key]]
    for seat in range(4):
        legal = {str(action) for action in table.legal(seat)}
        if legal != judge.legal(seat):
            found.append(
                f"legal {seat}: only the table {legal - judge.legal(seat)},"
                f" only the judge {judge.legal(seat) - legal}"
            )
    return found


def final_hand(judge: Judge, number: int) -> tuple[bytes, int, list[Meld], int]:
    """What a seat has at the end, a tile that it won from another seat included."""
    seat = judge.seats[number]
    natural = [tile for tile in seat.hand if tile != judge.wild]
    wild = len([tile for tile in seat.hand if tile == judge.wild])
    for won in judge.wins:
        if won.seat == number and won.payer is not None:
            if won.tile == judge.wild and judge.says["caishen_ron"] == "wild":
                wild += 1
            else:
                natural.append(won.tile)
    counts = bytes(natural.count(kind) for kind in KINDS)
    return counts, wild, [laid.meld for laid in seat.melds], len(seat.flowers)


def result_differences(table: Table, judge: Judge) -> list[str]:
    """What they disagree about at the end."""
    result = table.result
    assert result is not None
    wins = [
        (win.seat, win.payer, win.tile, win.fan, frozenset(win.flags.names)) for win in result.wins
    ]
    theirs = [(w.seat, w.payer, KINDS.index(w.tile), w.total, w.flags) for w in judge.wins]
    found = [] if wins == theirs else [f"wins: {wins} / {theirs}"]
    if result.bird != _kind(judge.bird):
        found.append(f"bird: {result.bird} / {judge.bird}")
    for seat, held in enumerate(result.hands):
        expected = final_hand(judge, seat)
        if (held.concealed, held.wild, list(held.melds), held.flowers) != expected:
            found.append(f"seat {seat}: {held} / {expected}")
    names = (*KINDS, *FLOWERS)
    events = [
        (what, seat, None if tile is None else names[tile]) for what, seat, tile, _ in table.events
    ]
    if events != judge.events:
        found.append(f"events: {events[-6:]} / {judge.events[-6:]}")
    return found


def play_side_by_side(rules: Rules, set_up: dict[str, Any], rng: random.Random) -> Table:
    """Play a deal on a table and before the judge; they agree at every step."""
    table, judge = rules.table(**set_up), Judge(rules, **set_up)
    styles = random_styles(rng)
    while True:
        found = differences(table, judge)
        assert not found, (found, rules, table.set_up, table.log)
        if table.done:
            break
        seats = table.to_act
        if table.phase != "turn" and rng.random() < 0.3:
            # in any order, and an answer may be changed
            seats = tuple(seat for seat in range(4) if len(table.legal(seat)) > 1)
            seats = tuple(seat for seat in seats if seat != table.turn)
        seat = rng.choice(seats)
        action = choose(table, seat, styles[seat], rng)
        table.act(seat, action)
        judge.act(seat, action)
    found = result_differences(table, judge)
    assert not found, (found, rules, table.set_up, table.log)
    return table
