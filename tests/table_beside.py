"""A table beside its judge, who agree after every act; and what to play: deals and players.

For the games of any number of seats and tiles. What a judge knows beside hands, river and turn it
tells in `stands`, and about the end in `ended`; both are compared where it has them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from table_play import hand_or_none, keen_discard, shape_groups, take, waits_for
from table_twin import FLOWERS, KINDS, SUIT_TILES, Judge

from queshen import Meld
from queshen.rules import Rules
from queshen.table import Table
from queshen.view import view_of

# ---- side by side -------------------------------------------------------------------------------


def kind_of(judge: Judge, tile: str | None) -> int | None:
    """The number of a tile by what it shows."""
    return None if tile is None else (*KINDS, *FLOWERS).index(shown(judge, tile))


def shown(judge: Judge, tile: str) -> str:
    """What a tile of a judge shows; most are what they show."""
    show: Callable[[str], str] | None = getattr(judge, "shown", None)
    return tile if show is None else show(tile)


def table_stands(table: Table) -> dict[str, object]:
    """What everybody together may know of a table."""
    seats = range(table.seats)
    hands = [hand_or_none(table.hand, seat) for seat in seats]
    whole = None not in hands  # else there is no view of it
    return {
        "phase": table.phase,
        "turn": None if table.done else table.turn,
        "to_act": table.to_act,
        "wall_left": None if table.done else table.wall_left,
        "drawn": table.drawn,
        "hands": hands,
        "flowers": [{kind - len(KINDS) for kind in table.flowers(seat)} for seat in seats],
        "river": list(table.river),
        "open_tile": table.open_tile,
        "indicator": table.indicator,
        "wild": table.wild,
        "winds": [table.seat_wind(seat) for seat in seats],
        "missed": [table.missed(seat) for seat in seats],
        "missed_value": [None if table.left(seat) else table.missed_value(seat) for seat in seats],
        "ready": [table.ready(seat) for seat in seats],
        "ready_waits": [set(table.ready_waits(seat)) for seat in seats],
        "left": [table.left(seat) for seat in seats],
        "void_suit": [table.void_suit(seat) for seat in seats],
        "doubled": [table.doubled(seat) for seat in seats],
        "exchanged": table.exchanged,
        "visible": [list(view_of(table, seat).visible) for seat in seats] if whole else None,
        "legal": [{str(action) for action in table.legal(seat)} for seat in seats],
    }


def told(judge: Judge, action: str) -> str:
    """An action of a judge as the table calls it."""
    what, _, tile = action.rpartition(" ")
    return f"{what} {shown(judge, tile)}" if tile in (*KINDS, "*") else action


def sees(judge: Judge, number: int) -> list[int]:
    """How many copies of each kind a seat sees beside its own hand and melds.

    Where 白板 play the face of the wildcards, these are counted as 白板.
    """
    laid = [[tile for meld in seat.melds for tile in meld.tiles] for seat in judge.seats]
    shown = [tile for other, tiles in enumerate(laid) if other != number for tile in tiles]
    shown += [each.tile for each in judge.river if each.taken is None]
    shown += {won.order: won.tile for won in judge.wins if won.payer is not None}.values()
    if judge.phase == "rob" and judge.turn != number and judge.open_tile is not None:
        shown.append(judge.open_tile)
    if judge.lies_open and judge.indicator is not None:
        shown.append(judge.indicator)
    own = Counter(tile for tile in judge.seats[number].hand if tile != judge.wild)
    own.update(laid[number])
    seen = Counter("P" if tile == "*" else tile for tile in shown)
    return [min(seen[kind], 4 - own[kind]) for kind in KINDS]


def judge_stands(judge: Judge) -> dict[str, object]:
    """The same as the judge has it; what its game does not have nobody has."""
    seats = range(len(judge.seats))
    nobody = [False] * len(seats)
    over = judge.phase == "end"
    own = judge.phase == "turn"
    hands = [hand_or_none(judge.engine_hand, number, judge.seats[number].hand) for number in seats]
    whole = None not in hands
    stands: dict[str, object] = {
        "phase": judge.phase,
        "turn": None if over else judge.turn,
        "to_act": judge.to_act,
        "wall_left": None if over else max(0, judge.wall_left),
        "drawn": kind_of(judge, judge.drawn) if own else None,
        "hands": hands,
        "flowers": [{FLOWERS.index(each) for each in seat.flowers} for seat in judge.seats],
        "river": [(each.seat, kind_of(judge, each.tile), each.taken) for each in judge.river],
        "open_tile": kind_of(judge, judge.open_tile) if judge.phase in ("claim", "rob") else None,
        "indicator": kind_of(judge, judge.indicator),
        "wild": None if judge.face is None else KINDS.index(judge.face),
        "winds": [KINDS.index(judge.seat_wind(number)) for number in seats],
        "missed": [tuple(map(KINDS.index, judge.missed(number))) for number in seats],
        "missed_value": [None] * len(seats),
        "ready": nobody,
        "ready_waits": [set() for _ in seats],
        "left": nobody,
        "void_suit": [None] * len(seats),
        "doubled": nobody,
        "exchanged": None,
        "visible": [sees(judge, number) for number in seats] if whole else None,
        "legal": [{told(judge, action) for action in judge.legal(number)} for number in seats]
        if not over
        else [set() for _ in seats],
    }
    more: Callable[[], dict[str, object]] | None = getattr(judge, "stands", None)
    return stands | (more() if more is not None else {})


ONLY_IN_PLAY = ("legal", "ready_waits", "missed", "missed_value")


def differences(table: Table, judge: Judge) -> list[str]:
    """What a table and a judge disagree about."""
    ours, theirs = table_stands(table), judge_stands(judge)
    if table.done:  # nobody may do anything or win on anything
        ours |= dict.fromkeys(ONLY_IN_PLAY)
        theirs |= dict.fromkeys(ONLY_IN_PLAY)
    return [f"{key}: {ours[key]} / {theirs[key]}" for key in ours if ours[key] != theirs[key]]


def final_hand(judge: Judge, number: int) -> tuple[bytes, int, list[Meld], int]:
    """What a seat has at the end, a tile that it won from another seat included."""
    seat = judge.seats[number]
    tiles = list(seat.hand)
    tiles += [won.tile for won in judge.wins if won.seat == number and won.payer is not None]
    wild = seat.hand.count(judge.wild) if judge.wild is not None else 0
    natural = [tile for tile in tiles if tile != judge.wild]
    natural += [str(judge.face)] * (len(tiles) - len(natural) - wild)  # claimed ones are none
    counts = bytes(natural.count(kind) for kind in KINDS)
    return counts, wild, [laid.meld for laid in seat.melds], len(seat.flowers)


ENDED: dict[str, object] = {
    "ready": False,
    "left": False,
    "void_suit": None,
    "holds_void": False,
    "waiting": None,
    "doubled": False,
}


def result_differences(table: Table, judge: Judge) -> list[str]:
    """What they disagree about at the end."""
    result = table.result
    assert result is not None
    wins = [
        (win.seat, win.payer, win.tile, win.fan, frozenset(win.flags.names), win.liable, win.order)
        for win in result.wins
    ]
    theirs = [
        (w.seat, w.payer, kind_of(judge, w.tile), w.total, w.flags, w.liable, w.order)
        for w in judge.wins
    ]
    found = [] if wins == theirs else [f"wins: {wins} / {theirs}"]
    made = judge.kongs()
    orders: list[int] = getattr(judge, "kong_orders", lambda: list(range(len(made))))()
    kongs = [(k.seat, k.kind, str(k.type), k.payer, k.late, k.order) for k in result.kongs]
    expected = [
        (k.seat, KINDS.index(k.tile), k.sort, k.payer, k.late, order)
        for k, order in zip(made, orders, strict=True)
    ]
    if kongs != expected:
        found.append(f"kongs: {kongs} / {expected}")
    for seat, held in enumerate(result.hands):
        final = final_hand(judge, seat)
        if (held.concealed, held.wild, list(held.melds), held.flowers) != final:
            found.append(f"seat {seat}: {held} / {final}")
    ask: Callable[[], list[dict[str, object]]] | None = getattr(judge, "ended", None)
    ended = [ENDED] * len(judge.seats) if ask is None else [ENDED | each for each in ask()]
    for seat, (held, says) in enumerate(zip(result.hands, ended, strict=True)):
        ours = {name: getattr(held, name) for name in says}
        if ours != says:
            found.append(f"seat {seat} ended: {ours} / {says}")
    seated = (result.seats, KINDS[result.round_wind], result.streak, result.dealer)
    if seated != (len(judge.seats), judge.round_wind, judge.streak, 0):
        found.append(f"winds and streak: {seated}")
    return found + event_differences(table, judge)


def event_differences(table: Table, judge: Judge) -> list[str]:
    """What they tell differently of what happened."""
    names, found = (*KINDS, *FLOWERS), []
    events = [
        (what, seat, None if tile is None else names[tile]) for what, seat, tile, _ in table.events
    ]
    as_laid = ("meld", "kong")
    theirs = [
        (what, seat, tile if tile is None or what in as_laid else shown(judge, tile))
        for what, seat, tile in judge.events
    ]
    if events != theirs:
        pairs = enumerate(zip(events, theirs, strict=False))
        at = next((at for at, (ours, other) in pairs if ours != other), -1)
        found.append(f"events from {at}: {events[at:][:4]} / {theirs[at:][:4]}")
    extra = [
        (what, seat, more)
        for what, seat, _, more in table.events
        if what in ("exchange", "void", "double", "ready")
    ]
    if extra != getattr(judge, "extra", []):
        found.append(f"events before play: {extra} / {getattr(judge, 'extra', [])}")
    return found


def play_beside(
    table: Table, judge: Judge, rng: random.Random, styles: Sequence[str]
) -> list[tuple[int, str]]:
    """Play a deal on a table and before a judge, who agree after every act; returns the acts."""
    acts: list[tuple[int, str]] = []
    while True:
        found = differences(table, judge)
        assert not found, (found, table.rules, table.set_up, acts)
        if table.done:
            break
        seats = table.to_act
        if table.phase in ("claim", "rob") and rng.random() < 0.2:  # an answer may be changed
            asked = [seat for seat in range(table.seats) if len(table.legal(seat)) > 1]
            seats = tuple(seat for seat in asked if seat != table.turn) or table.to_act
        seat = rng.choice(seats)
        action = choose(table, seat, styles[seat], rng)
        acts.append((seat, action))
        table.act(seat, action)
        if hasattr(judge, "direction"):
            judge.direction = table.exchanged  # the lot
        judge.act(seat, inward(judge, action))
    found = result_differences(table, judge)
    assert not found, (found, table.rules, table.set_up, acts)
    return acts


def inward(judge: Judge, action: str) -> str:
    """An action of a table as the judge calls it."""
    own: Callable[[str], str] | None = getattr(judge, "label", None)
    what, _, tile = action.rpartition(" ")
    return f"{what} {own(tile)}" if own is not None and tile in KINDS else action


def choose(table: Table, seat: int, style: str, rng: random.Random) -> str:
    """One of the legal actions, by the habits of a player."""
    legal = [str(action) for action in table.legal(seat)]
    if table.phase == "void" and rng.random() < 0.8:
        tiles = table.hand(seat).counts
        fewest = min("mps", key=lambda suit: sum(tiles[9 * "mps".index(suit) :][:9]))
        return f"void {fewest}"
    if table.phase not in ("turn", "claim", "rob") or style == "random" or len(legal) == 1:
        return rng.choice(legal)
    wins = {"feeder": 0.5, "patient": 0.2, "robber": 0.05}.get(style, 0.9)
    if table.phase == "rob" or (table.phase == "turn" and style != "robber"):
        wins = 0.9
    if "win" in legal and rng.random() < wins:
        return "win"
    declare = [action for action in legal if "discard ready" in action]
    if declare and rng.random() < 0.85:
        return rng.choice(declare)
    kongs = [action for action in legal if "kong" in action]
    if kongs and rng.random() < 0.9:
        return rng.choice(kongs)
    if "pass" in legal:
        claims = [action for action in legal if action not in ("pass", "win")]
        often = {"eager": 0.8, "feeder": 0.95, "patient": 0.8, "robber": 0.95}.get(style, 0.3)
        return rng.choice(claims) if claims and rng.random() < often else "pass"
    legal = [action for action in legal if action.startswith("discard")]
    if rng.random() < {"feeder": 0.6, "patient": 0.25, "robber": 0.7}.get(style, 0):
        return feeding_discard(table, seat, legal, rng)
    return keen_discard(table.hand(seat), legal, rng)


def feeding_discard(table: Table, seat: int, legal: Sequence[str], rng: random.Random) -> str:
    """A discard that others want, to win on it or for a pung; else a keen one."""
    others = [each for each in range(table.seats) if each != seat and not table.left(each)]
    waits = [set(table.hand(each).waits()) for each in others]
    pairs = [table.hand(each).counts for each in others]
    wanted = {}
    for action in legal:
        kind = KINDS.index(action.split()[-1])
        wanted[action] = sum(3 * (kind in each) for each in waits)
        wanted[action] += sum(each[kind] >= 2 for each in pairs)
    most = max(wanted.values())
    if most == 0:
        return keen_discard(table.hand(seat), legal, rng)
    return rng.choice([action for action in legal if wanted[action] == most])


# ---- deals to play ------------------------------------------------------------------------------


def fill_up(hand: list[str], pool: list[str], size: int, rng: random.Random, but: str = "") -> None:
    """Make a hand full with sets and a pair, most of them of few suits, all without one kind."""
    if size - len(hand) >= 2 and (size - len(hand)) % 3 == 2:
        pairs = [[each] * 2 for each in rng.sample(KINDS, len(KINDS))]
        hand += next((pair for pair in pairs if but not in pair and take(pool, pair)), [])
    suits = rng.choice(("m", "p", "s", "mp", "ms", "ps", "mpsESWNCFP"))
    for group in shape_groups(rng):
        near = all(tile[-1] in suits for tile in group)
        fits = len(hand) + len(group) <= size and but not in group
        if fits and (near or rng.random() < 0.2) and take(pool, group):
            hand += group
    for tile in [tile for tile in pool if tile != but]:
        if len(hand) < size:
            hand.append(tile)
            pool.remove(tile)


def near_hands(pool: list[str], seats: int, size: int, rng: random.Random) -> list[list[str]]:
    """Hands near a win out of a pool of tiles, which loses them."""
    hands: list[list[str]] = []
    for _ in range(seats):
        hand: list[str] = []
        fill_up(hand, pool, size, rng)
        for _ in range(rng.choice((0, 0, 1, 2, 3))):
            pool.insert(rng.randrange(len(pool)), hand.pop(rng.randrange(len(hand))))
            hand.append(pool.pop())
        hands.append(hand)
    rng.shuffle(pool)
    return hands


def hot_hands(pool: list[str], seats: int, size: int, rng: random.Random) -> list[list[str]]:
    """Most hands wait for one tile, which comes soon; or it is added to a pung before that."""
    tile = rng.choice([tile for tile in pool if tile in SUIT_TILES])
    hands: list[list[str]] = [[] for _ in range(seats)]
    order = rng.sample(range(seats), seats)
    robbed = rng.random() < 0.5
    if robbed and rng.random() < 0.7:  # the dealer has the tile that becomes a pung
        order.remove(0)
        order.insert(1, 0)
    if robbed:
        assert take(pool, [tile] * 4)
        hands[order[0]] += [tile, tile]
        hands[order[1]].append(tile)
    held = waits_for(tile)[2 if robbed else 0 :]
    for number in order[2 * robbed :]:
        rng.shuffle(held)
        if rng.random() < 0.85 and (robbed or pool.count(tile) > 2):
            hands[number] += next((each for each in held if take(pool, each)), [])
    for hand in hands:
        fill_up(hand, pool, size, rng, tile)
    rng.shuffle(pool)
    copies = pool.count(tile)
    for at in range(copies):
        pool.remove(tile)
        pool.insert(rng.randrange(1 + 2 * at, 6 + 4 * at), tile)
    if robbed:
        # Its owner draws it, most likely.
        pool.insert(seats * rng.randint(1, 2) + rng.choice((0, 0, 0, -1, 1)), tile)
    return hands


def lumpy_hands(pool: list[str], seats: int, size: int, rng: random.Random) -> list[list[str]]:
    """Tiles of a kind lie near each other, so that pungs and kongs are many."""
    place = {tile: rng.random() for tile in (*KINDS, *FLOWERS)}
    width = rng.choice((0.05, 0.1, 0.3))
    tiles = sorted(pool, key=lambda tile: place[tile] + rng.gauss(0, width))
    pool[:] = [tile for at, tile in enumerate(tiles) if at >= 2 * seats * size or at % 2]
    hands = [tiles[2 * number : 2 * seats * size : 2 * seats][:size] for number in range(seats)]
    return hands


def random_deal(judge_tiles: Sequence[str], rules: Rules, rng: random.Random) -> dict[str, Any]:
    """A seed, a whole wall, or hands and a wall that is often short."""
    set_up: dict[str, Any] = {"round_wind": rng.choice("ESWN"), "wait_all": rng.random() < 0.2}
    set_up |= {"dealer_wind": rng.choice("EEESWN"), "streak": rng.choice((1, 1, 2, 3))}
    how = rng.random()
    if how < 0.15:
        return set_up | {"seed": rng.getrandbits(64)}
    pool = list(judge_tiles)
    rng.shuffle(pool)
    if how < 0.2:
        return set_up | {"wall": pool}
    size = 3 * rules.sets + 1
    make = rng.choice((near_hands, near_hands, hot_hands, hot_hands, lumpy_hands))
    hands = make(pool, rules.flow.seats, size, rng)
    dead = rules.flow.dead_wall + 4
    length = len(pool) if rng.random() < 0.4 else rng.randint(min(dead, len(pool)), len(pool))
    return set_up | {"hands": hands, "wall": pool[:length]}


STYLES = ("eager", "keen", "keen", "feeder")


def random_styles(seats: int, rng: random.Random) -> list[str]:
    """Players of many sorts."""
    how = rng.random()
    if how < 0.15:
        return ["random"] * seats
    if how < 0.5:
        return [rng.choice(("feeder", "patient", "robber"))] * seats
    return [rng.choice(STYLES) for _ in range(seats)]
