"""Deals to play in tests: options and tiles at random, and players who bring every rule about."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from baopai_twin import BaopaiJudge
from guangdong_twin import GuangdongJudge
from table_twin import FLOWERS, KINDS, SUIT_TILES, Judge, all_tiles, kinds_of

from queshen import Hand, HandError, Meld
from queshen.rules import Rules, variant
from queshen.table import Table

NATIONAL = ("huanle", "qq", "guobiao")
GUANGDONG = ("jipinghu", "tuidaohu")
GAMES = (*NATIONAL, *GUANGDONG, "baopai")

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


SWITCH = (False, True)

KONG_FLOW: dict[str, tuple[Any, ...]] = {
    "replacement_end": ("tail", "head"),
    "claims_on_empty_wall": ("win_only", "pung"),
    "kong_after_claim": SWITCH,
    "kong_flower_liability": ("last_kong", "chain_start"),
    "multi_rob": ("each", "nearest"),
}
"""What both games of Guangdong leave open of the course of a deal."""

MISSED_WINS: dict[str, tuple[Any, ...]] = {
    "missed_win_scope": ("same_tile", "any_tile"),
    "missed_win_clear": ("own_move", "own_discard"),
    "missed_win_includes_rob": SWITCH,
}

LIABILITY: dict[str, tuple[Any, ...]] = {
    "twelve_counts_ankong": SWITCH,
    "twelve_first_only": SWITCH,
    "liability_conflict": ("first", "last", "pattern_first"),
    "pattern_counts_ankong": SWITCH,
    "pattern_needs_claim": SWITCH,
}

OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "huanle": FLOW | MINIMUM["huanle"] | WILDCARDS,
    "qq": FLOW | MINIMUM["qq"],
    "guobiao": FLOW | MINIMUM["guobiao"],
    "jipinghu": KONG_FLOW
    | MISSED_WINS
    | LIABILITY
    | {
        "multi_win": ("all", "all", "nearest"),
        "kong_bonus": ("none", "fan", "points"),
        "seven_pairs": SWITCH,
        "inner_patterns": ("highest", "add"),
        "jiulian_any_shape": SWITCH,
        "jiulian_self_draw_only": SWITCH,
        "last_discard_floor": SWITCH,
        "tianhe_after_kong": SWITCH,
        "dihe_broken_by": ("any_meld", "chi_pung"),
        "renhe_after_dealer_kong": SWITCH,
    },
    "tuidaohu": KONG_FLOW
    | {
        "tianhu_after_kong": SWITCH,
        "hunyise_big": SWITCH,
        "dihu_big": SWITCH,
        "rob_own_pung_source": SWITCH,
    },
    "baopai": {
        "tiles": ("112", "112", "136"),
        "structure_check": ("at_ready", "at_win"),
        "ready_kong": ("same_waits", "still_ready"),
        "jia_at_four": SWITCH,
        "chi_ting_over_kong": SWITCH,
        "lock_after_ready": (True, True, False),
        "forced_win": (False, False, True),
        "swap_before_claims": SWITCH,
        "swap_in_last": SWITCH,
        "rob_pay": ("as_selfdraw", "konger_all", "as_discard"),
        "wait_counts": ("not_own", "formal"),
    },
}
"""The options of each game that decide how a deal goes or what a hand is worth."""


def random_rules(game: str, rng: random.Random) -> Rules:
    """A game with options at random, defaults in a third of all cases."""
    if rng.random() < 1 / 3:
        return variant(game)
    chosen = {name: rng.choice(values) for name, values in OPTIONS[game].items()}
    return variant(game, **chosen)


def judge_of(rules: Rules, **set_up: Any) -> Judge:
    """The judge of a game."""
    if rules.id == "baopai":
        return BaopaiJudge(rules, **set_up)
    kind = GuangdongJudge if rules.id in GUANGDONG else Judge
    return kind(rules, **set_up)


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


def take(pool: list[str], group: Sequence[str]) -> bool:
    """Take tiles out of a pool if they are all there."""
    found = all(pool.count(tile) >= group.count(tile) for tile in group)
    if found:
        for tile in group:
            pool.remove(tile)
    return found


def waits_for(tile: str) -> list[list[str]]:
    """What a hand holds that waits for a tile: it alone, a pair of it, or two of a chow."""
    held = [[tile], [tile, tile]]
    if tile in SUIT_TILES:
        near = {step: f"{int(tile[0]) + step}{tile[1]}" for step in (-2, -1, 1, 2)}
        pairs = [(near[-2], near[-1]), (near[-1], near[1]), (near[1], near[2])]
        held += [list(pair) for pair in pairs if all(each in SUIT_TILES for each in pair)] * 2
    return held


def fill(hand: list[str], pool: list[str], but: str, rng: random.Random) -> None:
    """Make a hand full with sets, and a pair where it has two tiles, all without one kind."""
    pairs = [[each] * 2 for each in rng.sample(KINDS, 34)]
    for group in pairs if len(hand) == 2 else []:
        if but not in group and take(pool, group):
            hand += group
            break
    for group in shape_groups(rng):
        if but not in group and len(hand) + len(group) <= 13 and take(pool, group):
            hand += group
    more = [each for each in pool if each != but][: 13 - len(hand)]
    assert take(pool, more)
    hand += more


def one_tile_hands(pool: list[str], rng: random.Random) -> list[list[str]]:
    """Four hands of which most wait for the same tile; it lies near the head of the pool."""
    tile = rng.choice(KINDS if rng.random() < 0.3 else SUIT_TILES)
    held = waits_for(tile)
    hands: list[list[str]] = [[], [], [], []]
    for hand in hands:
        rng.shuffle(held)
        if rng.random() < 0.8 and pool.count(tile) > 2:
            hand += next((each for each in held if take(pool, each)), [])
    if [] in hands and take(pool, [tile]):  # who does not wait for it has it to put down
        hands[hands.index([])].append(tile)
    for hand in hands:
        fill(hand, pool, tile, rng)
    for at in range(pool.count(tile)):
        pool.remove(tile)
        pool.insert(rng.randrange(1 + 3 * at, 6 + 4 * at), tile)
    return hands


def robbery_hands(pool: list[str], rng: random.Random) -> list[list[str]]:
    """The dealer has a tile to put down of which another has two and draws the fourth later, while
    the others wait for it."""
    tile = rng.choice([each for each in SUIT_TILES if each[0] not in "19"])
    owner = rng.randint(1, 3)
    hands: list[list[str]] = [[], [], [], []]
    assert take(pool, [tile] * 4)
    hands[0].append(tile)
    hands[owner] += [tile, tile]
    for hand in hands:
        if not hand:
            hand += next(each for each in rng.sample(waits_for(tile)[2:], 1) if take(pool, each))
    for hand in hands:
        fill(hand, pool, tile, rng)
    pool.insert(4, tile)  # after the dealer's draw and one of each other seat
    return hands


def kong_hands(pool: list[str], rng: random.Random) -> list[list[str]]:
    """One seat has one or two triplets and waits for what the end of the wall is full of; the
    fourth copies are in other hands, or come to it, or are the replacement of the first kong."""
    wanted = rng.choice([each for each in SUIT_TILES if each[0] not in "19"])
    owner = rng.randrange(4)
    hands: list[list[str]] = [[], [], [], []]
    waiting = rng.choice(waits_for(wanted)[2:])
    others = [kind for kind in KINDS if kind not in (wanted, *waiting)]
    triplets = rng.sample(others, rng.randint(1, 2))
    assert take(pool, [*triplets * 4, *waiting])
    hands[owner] += [*waiting, *triplets * 3]
    pair = next(kind for kind in rng.sample(others, len(others)) if take(pool, [kind] * 2))
    hands[owner] += [pair] * 2
    givers = [seat for seat in range(4) if seat != owner]
    last: list[str] = []
    for tile in triplets:
        where = rng.random()
        if where < 0.5:
            hands[rng.choice(givers)].append(tile)
        elif where < 0.7:
            pool.insert(owner, tile)  # its first draw
        else:
            last.append(tile)
    for hand in hands:
        fill(hand, pool, wanted, rng)
    copies = pool.count(wanted)
    assert take(pool, [wanted] * copies)
    for _ in range(copies):
        pool.insert(len(pool) - rng.randrange(5), wanted)
    pool += last
    return hands


def honour_hands(pool: list[str], rng: random.Random) -> list[list[str]]:
    """One or two seats with pairs of winds or dragons, or with many pairs of any kind, and the
    other copies among the hands of the others."""
    hands: list[list[str]] = [[], [], [], []]
    owners = rng.sample(range(4), 4)
    families = rng.sample((tuple("CFP"), tuple("ESWN"), tuple(rng.sample(KINDS, 6))), 2)
    for owner, family in zip(owners, families[: rng.randint(1, 2)], strict=False):
        for tile in family:
            sort = 2 if rng.random() < 0.85 else rng.choice((3, 4))
            if len(hands[owner]) + sort <= 13 and take(pool, [tile] * sort):
                hands[owner] += [tile] * sort
        for tile in family:
            other = rng.choice(owners[2:])
            while len(hands[other]) < 12 and take(pool, [tile]):
                hands[other].append(tile)
                if rng.random() < 0.4:
                    break
    for hand in hands:
        more = pool[: 13 - len(hand)]
        assert take(pool, more)
        hand += more
    return hands


def few_kinds(pool: list[str], rng: random.Random) -> list[list[str]]:
    """Hands and a wall of some kinds only, so that everybody has pairs of what the others draw."""
    kinds = set(rng.sample(KINDS[27:], rng.randint(2, 7)))
    kinds |= set(rng.sample(SUIT_TILES, rng.randint(17, 20) - len(kinds)))
    pool[:] = [tile for tile in pool if tile in kinds]
    hands = [sorted(pool[at : at + 13], key=KINDS.index) for at in (0, 13, 26, 39)]
    del pool[:52]
    return hands


def opening_hand(
    pool: list[str], rng: random.Random, wanted: str | None = None
) -> tuple[list[str], list[str]]:
    """A hand that may declare once it has one more tile, and what it waits for now or then."""
    kinds = sorted(set(pool), key=KINDS.index)
    pungs = [[tile] * 3 for tile in kinds if tile != wanted]
    chows = [
        [f"{rank + step}{suit}" for step in range(3)] for suit in "mps" for rank in range(1, 8)
    ]
    chows = [chow for chow in chows if wanted not in chow]
    hand: list[str] = []
    waits: list[str] = []
    for groups in (pungs, chows, pungs + 3 * chows):
        hand += next((each for each in rng.sample(groups, len(groups)) if take(pool, each)), [])
    if hand and rng.random() < 0.9:  # one tile of a set is to come
        waits.append(hand.pop(rng.randrange(len(hand))))
        pool.append(waits[0])
    parts = waits_for(wanted or rng.choice(SUIT_TILES))
    part = next((each for each in rng.sample(parts, len(parts)) if wanted not in each), [])
    pair = [rng.choice([tile for tile in kinds if tile != wanted])] * 2
    for group in (part, pair):
        if len(hand) + len(group) <= 13 and take(pool, group):
            hand += group
    if len(part) == 2 and part[0] != part[1]:
        low, high = sorted(int(tile[0]) for tile in part)
        found = [low + 1] if high - low == 2 else [low - 1, high + 1]
        waits += [f"{rank}{part[0][1]}" for rank in found if 1 <= rank <= 9]
    return hand, waits


def bao_hands(pool: list[str], rng: random.Random) -> list[list[str]]:
    """Hands that open and declare soon. The hidden tile, which is the last of the pool, and those
    before it are of kinds of which the other copies come out early, or lie where ready seats draw
    them. In some deals one seat has two of what the others wait for, and draws another late."""
    robbed = rng.choice(SUIT_TILES) if rng.random() < 0.3 else None
    owner = rng.randrange(4)
    hands: list[list[str]] = []
    waits: list[str] = []
    for number in range(4):
        hand: list[str] = []
        if robbed is not None and number == owner:
            assert take(pool, [robbed] * 4)
            hand = [robbed] * 2
        elif rng.random() < 0.85:
            hand, found = opening_hand(pool, rng, robbed)
            waits += found
        hands.append(hand)
    tail = rng.sample(sorted(set(pool), key=KINDS.index), 4)
    closed = [tile for tile in waits if pool.count(tile) >= 2]
    if closed and rng.random() < 0.3:
        tail[0] = rng.choice(closed)
    tail = [tile for tile in tail if take(pool, [tile])]
    soon: list[str] = []
    for at, tile in enumerate(tail):
        if tile not in tail[:at] and rng.random() < (0.75, 0.5, 0.4, 0.3)[at]:
            soon += [tile] * pool.count(tile)
    soon += [tile for tile in waits if rng.random() < 0.7]
    soon = [tile for tile in soon if take(pool, [tile])]
    if robbed is not None:
        soon.append(robbed)
    rng.shuffle(soon)
    for hand in rng.sample(hands, 4):
        while len(hand) < 13:
            hand.append(soon.pop() if soon and rng.random() < 0.6 else pool.pop())
    rng.shuffle(pool)
    for tile in soon:
        pool.insert(rng.randrange(16), tile)
    if robbed is not None:
        pool.insert(rng.randrange(6, 24), robbed)
    if rng.random() < 0.5:  # other copies late, so that a ready seat draws one
        for at in range(pool.count(tail[0])):
            pool.remove(tail[0])
            pool.insert(rng.randrange(8, 12 + 10 * at), tail[0])
    pool += tail[::-1]
    return hands


def few_suits(pool: list[str], rng: random.Random) -> list[list[str]]:
    """Hands and a wall of some kinds of two or three suits."""
    kinds = set(rng.sample(SUIT_TILES, rng.randint(16, 20))) | {"C"}
    pool[:] = [tile for tile in pool if tile in kinds]
    hands = [sorted(pool[at : at + 13], key=KINDS.index) for at in (0, 13, 26, 39)]
    del pool[:52]
    return hands


def bao_set_up(rules: Rules, rng: random.Random) -> dict[str, Any]:
    """A set-up of the game with a hidden tile."""
    tiles = all_tiles(False, kinds_of(rules))
    rng.shuffle(tiles)
    how = rng.random()
    if how < 0.15:
        return {"seed": rng.getrandbits(64)}
    if how < 0.2:
        return {"wall": tiles}
    if how < 0.75:
        hands = bao_hands(tiles, rng)
    elif how < 0.9:
        hands = few_suits(tiles, rng)
    else:
        make = rng.choice((one_tile_hands, robbery_hands))
        hands = make(tiles, rng)
    if rng.random() < 0.6:
        length = rng.randint(2, len(tiles)) if rng.random() < 0.5 else rng.randint(6, 40)
        keep = rng.randint(1, 5)  # the end, where the hidden tile is, stays
        if length < len(tiles):
            tiles = [*tiles[: max(length - keep, 1)], *tiles[-keep:]]
    return {"hands": hands, "wall": tiles}


def random_set_up(rules: Rules, rng: random.Random) -> dict[str, Any]:
    """A seed, a whole wall, or hands and a wall that is often short."""
    set_up: dict[str, Any] = {"round_wind": rng.choice("ESWN"), "wait_all": rng.random() < 0.2}
    set_up |= {"dealer_wind": rng.choice("EEESWN"), "streak": rng.choice((1, 1, 2, 3, 4, 5, 9))}
    if rules.id == "baopai":
        return set_up | bao_set_up(rules, rng)
    shortest = 2 + (min(set_up["streak"], 4) if rules.id == "tuidaohu" else 0)
    how = rng.random()
    if how < 0.3:
        return set_up | {"seed": rng.getrandbits(64)}
    tiles = all_tiles(bool(rules.options.get("flowers", False)))
    rng.shuffle(tiles)
    if how < 0.4:
        return set_up | {"wall": tiles}
    special = rules.id in GUANGDONG and rng.random() < 0.6
    ways = (one_tile_hands, robbery_hands, kong_hands, honour_hands, honour_hands, few_kinds)
    make = rng.choice(ways)
    if special:
        hands, rest = make(tiles, rng), tiles
    elif how < 0.7:
        hands, rest = [near_hand(tiles, rng) for _ in range(4)], tiles
    else:
        tiles = lumpy(tiles, rng)
        hands = [tiles[at::8][:13] for at in range(4)]
        dealt = {at + 8 * i for at in range(4) for i in range(13)}
        rest = [tile for at, tile in enumerate(tiles) if at not in dealt]
    if not special:
        rng.shuffle(rest)
    length = rng.choice((len(rest), rng.randint(shortest, len(rest)), rng.randint(shortest, 12)))
    if special and make is kong_hands:
        rest = rest[-length:] if rng.random() < 0.3 else rest
        length = len(rest)
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
    if style == "random" or len(legal) == 1:
        return rng.choice(legal)
    wins = {"feeder": 0.4, "patient": 0.1}.get(style, 0.9) if table.phase == "claim" else 0.9
    if "win" in legal and rng.random() < wins:
        return "win"
    declare = [action for action in legal if action.endswith(" ready") or " ready " in action]
    if declare and rng.random() < (0.85 if table.phase == "turn" else 0.5):
        return rng.choice(declare)
    kongs = [action for action in legal if "kong" in action]
    if kongs and rng.random() < 0.9:
        return rng.choice(kongs)
    if "pass" in legal:
        claims = [action for action in legal if action not in ("pass", "win")]
        often = {"eager": 0.8, "feeder": 0.95, "patient": 0.8}.get(style, 0.3)
        return rng.choice(claims) if claims and rng.random() < often else "pass"
    if rng.random() < {"feeder": 0.7, "patient": 0.25}.get(style, 0):
        return feeding_discard(table, seat, legal, rng)
    return keen_discard(table.hand(seat), legal, rng)


def feeding_discard(table: Table, seat: int, legal: Sequence[str], rng: random.Random) -> str:
    """A discard that others want, to win on it or for a pung, honours first; else a keen one."""
    discards = [action for action in legal if action.startswith("discard")]
    wanted: dict[str, int] = {action: 0 for action in discards}
    for other in range(table.seats):
        hand = table.hand(other)
        waits = set(hand.waits()) if other != seat else set()
        for action in wanted if other != seat else ():
            kind = KINDS.index(action.split()[-1])
            pung = hand.counts[kind] >= 2
            wanted[action] += 3 * (kind in waits) + pung + (pung and kind >= 27)
    most = max(wanted.values())
    if most == 0:
        return keen_discard(table.hand(seat), legal, rng)
    return rng.choice([action for action in wanted if wanted[action] == most])


def random_styles(rng: random.Random) -> list[str]:
    """Four players."""
    if rng.random() < 0.2:
        return ["random"] * 4
    if rng.random() < 0.4:
        return [rng.choice(("feeder", "patient"))] * 4
    return [rng.choice(("eager", "keen", "keen", "feeder")) for _ in range(4)]


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
        "latest": table.latest if table.phase == "claim" else None,
        "indicator": table.indicator,
        "wild": table.wild,
        "missed": [table.missed(seat) for seat in range(4)],
        "liable": [table.liable(seat) for seat in range(4)],
        "horses": table.horses,
        "ready": [table.ready(seat) for seat in range(4)],
        "ready_waits": [set(table.ready_waits(seat)) for seat in range(4)],
        "bao": [table.bao(), *map(table.bao, range(4))],
    }


def _kind(tile: str | None) -> int | None:
    return None if tile is None else KINDS.index(tile)


def latest(judge: Judge) -> int | None:
    """The place of the discard that lies there to be claimed."""
    if judge.phase != "claim":
        return None
    return next(at for at, each in enumerate(judge.river) if each is judge.lying)


def judged(judge: Judge) -> dict[str, object]:
    """The same as the judge has it."""
    ready: dict[str, object] = {"ready": [False] * 4, "ready_waits": [set()] * 4, "bao": [None] * 5}
    if isinstance(judge, BaopaiJudge):
        bao = [judge.bao if judge.phase == "end" else None, *map(judge.bao_of, range(4))]
        ready = {
            "ready": judge.ready,
            "ready_waits": [set(map(KINDS.index, judge.waits(number))) for number in range(4)],
            "bao": [_kind(tile) for tile in bao],
        }
    return ready | {
        "phase": judge.phase,
        "turn": judge.turn if judge.phase != "end" else None,
        "to_act": judge.to_act,
        "wall_left": len(judge.wall),
        "hands": [
            hand_or_none(judge.engine_hand, number, judge.seats[number].hand) for number in range(4)
        ],
        "flowers": [{FLOWERS.index(each) for each in seat.flowers} for seat in judge.seats],
        "river": [(each.seat, KINDS.index(each.tile), each.taken) for each in judge.river],
        "latest": latest(judge),
        "indicator": _kind(judge.indicator),
        "wild": _kind(judge.wild),
        "missed": [tuple(map(KINDS.index, judge.missed(number))) for number in range(4)],
        "liable": [judge.liable(number) for number in range(4)],
        "horses": tuple(map(KINDS.index, judge.horses)) if judge.phase == "end" else (),
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
        (win.seat, win.payer, win.tile, win.fan, frozenset(win.flags.names), win.liable, win.order)
        for win in result.wins
    ]
    theirs = [
        (w.seat, w.payer, KINDS.index(w.tile), w.total, w.flags, w.liable, w.order)
        for w in judge.wins
    ]
    found = [] if wins == theirs else [f"wins: {wins} / {theirs}"]
    kongs = [(k.seat, k.kind, str(k.type), k.payer, k.late) for k in result.kongs]
    made = [(k.seat, KINDS.index(k.tile), k.sort, k.payer, k.late) for k in judge.kongs()]
    if kongs != made or [kong.order for kong in result.kongs] != list(range(len(made))):
        found.append(f"kongs: {result.kongs} / {made}")
    if result.bird != _kind(judge.bird):
        found.append(f"bird: {result.bird} / {judge.bird}")
    if result.horses != tuple(map(KINDS.index, judge.horses)):
        found.append(f"horses: {result.horses} / {judge.horses}")
    winds = [f"{KINDS[wind]}" for wind in result.seat_winds] or list("ESWN")
    seated = (KINDS[result.round_wind], winds, result.streak, result.dealer)
    if seated != (judge.round_wind, [*map(judge.seat_wind, range(4))], judge.streak, 0):
        found.append(f"winds and streak: {seated}")
    for seat, held in enumerate(result.hands):
        expected = final_hand(judge, seat)
        if (held.concealed, held.wild, list(held.melds), held.flowers) != expected:
            found.append(f"seat {seat}: {held} / {expected}")
    if isinstance(judge, BaopaiJudge):
        found += ready_differences(table, judge)
    names = (*KINDS, *FLOWERS)
    events = [
        (what, seat, None if tile is None else names[tile]) for what, seat, tile, _ in table.events
    ]
    if events != judge.events:
        found.append(f"events: {events[-6:]} / {judge.events[-6:]}")
    return found


def ready_differences(table: Table, judge: BaopaiJudge) -> list[str]:
    """What they disagree about who had declared, and about the hidden tile."""
    result = table.result
    assert result is not None
    found = []
    if [held.ready for held in result.hands] != judge.ready:
        found.append(f"ready: {result.hands} / {judge.ready}")
    opened = [any(laid.sort != "concealed kong" for laid in seat.melds) for seat in judge.seats]
    if [held.opened for held in result.hands] != opened:
        found.append(f"opened: {result.hands} / {opened}")
    if result.bao != _kind(judge.bao):
        found.append(f"bao: {result.bao} / {judge.bao}")
    declared = [
        at for at, event in enumerate(table.events) if (event[0], event[3]) == ("discard", 2)
    ]
    if declared != judge.declared:
        found.append(f"declared: {declared} / {judge.declared}")
    return found


def play_side_by_side(rules: Rules, set_up: dict[str, Any], rng: random.Random) -> Table:
    """Play a deal on a table and before the judge; they agree at every step."""
    table, judge = rules.table(**set_up), judge_of(rules, **set_up)
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
            seats = tuple(seat for seat in seats if seat != table.turn) or table.to_act
        seat = rng.choice(seats)
        action = choose(table, seat, styles[seat], rng)
        table.act(seat, action)
        judge.act(seat, action)
    found = result_differences(table, judge)
    assert not found, (found, rules, table.set_up, table.log)
    return table
