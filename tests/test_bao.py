"""换宝 and the secrecy of the hidden tile: a plain model that reads the events, and twin deals."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from baopai_twin import LAST, SHOWN
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from table_play import OPTIONS, bao_set_up, choose, random_styles
from table_twin import KINDS, SUIT_TILES, kinds_of, shuffled
from table_walks import Walk

from queshen.rules import Rules, variant
from queshen.table import Table
from queshen.tiles import MeldType

MELDS = list(MeldType)
OTHERS = {MeldType.PUNG: 2, MeldType.EXPOSED_KONG: 3}
"""How many copies a claim adds to the discard that lay face up already."""


# ---- the model ----------------------------------------------------------------------------------


@dataclass
class Course:
    """What the events of a deal make of its wall and of the tiles that lie face up."""

    wall: list[str]
    bao: str | None
    shown: Counter[str] = field(default_factory=Counter)
    laid: list[str] = field(default_factory=list)
    lying: str | None = None
    dealt_out: bool = False

    def due(self) -> bool:
        return self.bao is not None and self.shown[self.bao] >= SHOWN

    def swapped(self, tile: str) -> None:
        """An old hidden tile is laid open: it was due, and the end of the wall takes its place."""
        assert self.due() and tile == self.bao
        self.shown[tile] += 1
        self.laid.append(tile)
        self.bao = self.wall.pop() if self.wall else None

    def happened(self, what: str, tile: str, extra: int) -> None:
        if what == "draw":
            if extra == 0 and len(self.wall) <= LAST:
                self.dealt_out = True
            assert tile == self.wall.pop(-1 if extra == 1 else 0)
        elif what == "discard":
            self.lying = tile
            self.shown[tile] += 1
        elif what == "bao":
            self.swapped(tile)
        elif what == "meld" and MELDS[extra] is MeldType.CHOW:
            rank, suit = int(tile[0]), tile[1]
            for each in range(rank, rank + 3):
                self.shown[f"{each}{suit}"] += f"{each}{suit}" != self.lying
        elif what == "meld":
            self.shown[tile] += OTHERS[MELDS[extra]]
        elif what == "kong" and MELDS[extra] is MeldType.PUNG:
            self.shown[tile] += 1
        elif what == "kong" and MELDS[extra] is MeldType.EXPOSED_KONG:
            self.shown[tile] += OTHERS[MELDS[extra]]


def wall_of(rules: Rules, set_up: dict[str, Any]) -> list[str]:
    """The tiles after the dealer's first draw, the hidden one last."""
    if "seed" in set_up:
        return shuffled(set_up["seed"], False, kinds_of(rules))[53:]
    return list(set_up["wall"][1 if "hands" in set_up else 53 :])


def follow(table: Table, wall: Sequence[str]) -> Course:
    """The course of a deal, with each swap at its time and none left undone."""
    rest = list(wall)
    bao = rest.pop()
    course = Course(rest, bao)
    says = table.rules.options
    events = table.events
    for at, (what, _, tile, extra) in enumerate(events):
        before = events[at - 1][0] if at else ""
        # A swap follows what made it due at once; or comes when nobody has claimed the discard.
        if what not in ("bao", "win", "end"):
            late = not says["swap_before_claims"] and before == "discard"
            waits = late and not course.dealt_out and what in ("meld", "kong")
            in_last = course.dealt_out and not says["swap_in_last"]
            assert waits or in_last or not course.due()
        if what == "bao":
            assert before in ("discard", "meld", "bao")
        course.happened(what, "" if tile is None else KINDS[tile], extra)
    return course


def check(table: Table, wall: Sequence[str]) -> Course:
    """The table stands as its events say."""
    course = follow(table, wall)
    says, phase = table.rules.options, table.phase
    assert table.wall_left == len(course.wall)
    kind = None if course.bao is None else KINDS.index(course.bao)
    for seat in range(4):
        assert table.bao(seat) == (kind if table.ready(seat) else None)
    assert table.bao() == (kind if table.done else None)
    # A swap that is due is done.
    waits = not says["swap_before_claims"] and phase in ("claim", "end")
    if not waits and not (course.dealt_out and not says["swap_in_last"]):
        assert not course.due()
    # The old ones lie among the dealer's discards, in the order in which they came.
    mine = [(KINDS[kind], claimed) for seat, kind, claimed in table.river if seat == 0]
    told = [
        KINDS[tile]
        for what, seat, tile, _ in table.events
        if what in ("discard", "bao") and seat == 0 and tile is not None
    ]
    assert [tile for tile, _ in mine] == told
    laid = [tile for tile, claimed in mine if claimed is None]
    assert not Counter(course.laid) - Counter(laid)
    # Every tile is in the wall, hidden, or somewhere to be seen.
    seen: Counter[str] = Counter()
    for seat in range(4):
        hand = table.hand(seat)
        for each, count in enumerate(hand.counts):
            seen[KINDS[each]] += count
        seen.update(KINDS[each] for meld in hand.melds for each in meld.kinds)
    seen.update(KINDS[each] for _, each, claimed in table.river if claimed is None)
    if table.result is not None and table.result.wins and not table.result.wins[0].self_draw:
        seen[KINDS[table.result.wins[0].tile or 0]] += 1
    seen.update(course.wall)
    seen[course.bao or KINDS[0]] += course.bao is not None
    assert +seen == tiles_of(table)
    return course


def tiles_of(table: Table) -> Counter[str]:
    """All the tiles of the deal."""
    made = table.set_up
    if "seed" in made:
        return Counter(shuffled(made["seed"], False, kinds_of(table.rules)))
    hands = [tile for hand in made.get("hands", ()) for tile in hand]
    return Counter(hands) + Counter(made["wall"])


# ---- deals with many swaps ----------------------------------------------------------------------


def swap_set_up(rules: Rules, rng: random.Random) -> dict[str, Any]:
    """Hands of single tiles and pairs, near each other, of few kinds; the end of the wall is of
    kinds of which all else comes out early."""
    kinds = [*rng.sample(SUIT_TILES, rng.randint(15, 20)), "C"]
    last = rng.sample(kinds, rng.randint(1, 4))
    early = [tile for tile in last for _ in range(3)]
    rest = [tile for tile in kinds for _ in range(4)]
    for tile in (*early, *last):
        rest.remove(tile)
    rng.shuffle(rest)
    rng.shuffle(early)
    hands = [[early.pop() for _ in range(min(len(early), rng.randint(0, 4)))] for _ in range(4)]
    for hand in hands:
        while len(hand) < 13:
            hand.append(rest.pop())
    del rest[rng.choice((rng.randint(1, 12), rng.randint(1, len(rest)), len(rest))) :]
    for tile in early:
        rest.insert(rng.randrange(1 + min(len(rest), 12)), tile)
    return {"hands": hands, "wall": [*rest, *last]}


def set_up_of(rules: Rules, seed: int) -> dict[str, Any]:
    rng = random.Random(f"bao {seed}")
    return swap_set_up(rules, rng) if seed % 2 else bao_set_up(rules, rng)


OF_SWAPS = {
    "tiles": ("112", "136"),
    "swap_before_claims": (True, False),
    "swap_in_last": (True, False),
    "lock_after_ready": (True, False),
}


class Swaps(Walk):
    """Discards, claims, kongs and declarations, and steps back; swaps come of their own."""

    @initialize(
        seed=st.integers(0, 1 << 20),
        options=st.fixed_dictionaries({name: st.sampled_from(v) for name, v in OF_SWAPS.items()}),
    )
    def deal(self, seed: int, options: dict[str, Any]) -> None:
        rules = variant("baopai", **options)
        set_up = set_up_of(rules, seed)
        self.wall = wall_of(rules, set_up)
        self.table = rules.table(**set_up)

    @precondition(lambda self: self.table.phase == "turn")
    @rule(choice=st.integers(0, 1 << 10), wanted=st.integers(0, 3))
    def discard(self, choice: int, wanted: int) -> None:
        """Mostly a tile of which others lie face up."""
        offers = self.offers("discard")
        shown = follow(self.table, self.wall).shown
        most = max((shown[action.split()[-1]] for _, action in offers), default=0)
        good = [each for each in offers if shown[each[1].split()[-1]] == most]
        self.do_one(good if wanted else offers, choice)

    @precondition(lambda self: not self.table.done)
    @rule(acts=st.integers(1, 15), seed=st.integers(0, 1 << 16))
    def play_on(self, acts: int, seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(acts):
            if not self.table.done:
                seat = rng.choice(self.table.to_act)
                self.table.act(seat, choose(self.table, seat, "patient", rng))
                check(self.table, self.wall)

    @precondition(lambda self: self.offers("pung", "chow"))
    @rule(choice=st.integers(0, 7))
    def claim(self, choice: int) -> None:
        self.do_one(self.offers("pung", "chow"), choice)

    @precondition(lambda self: self.offers("kong"))
    @rule(choice=st.integers(0, 5))
    def kong(self, choice: int) -> None:
        self.do_one(self.offers("kong"), choice)

    @precondition(lambda self: self.offers("ready"))
    @rule(choice=st.integers(0, 9))
    def declare(self, choice: int) -> None:
        self.do_one(self.offers("ready"), choice)

    @precondition(lambda self: self.offers("win"))
    @rule(choice=st.integers(0, 3), sure=st.integers(0, 4))
    def win(self, choice: int, sure: int) -> None:
        if not sure:
            self.do_one(self.offers("win"), choice)

    @rule(steps=st.integers(0, 4))
    def undo(self, steps: int) -> None:
        self.table.undo(min(steps, len(self.table.log)))

    @invariant()
    def stands_as_its_events_say(self) -> None:
        if hasattr(self, "table"):
            check(self.table, self.wall)


TestSwaps = Swaps.TestCase
TestSwaps.settings = settings(
    max_examples=120,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def showing(table: Table, seat: int, wall: Sequence[str], style: str, rng: random.Random) -> str:
    """What a player does who likes to put down what the end of the wall is of."""
    found = [str(action) for action in table.legal(seat)]
    found = [action for action in found if action.startswith("discard")]
    found = [action for action in found if action.split()[-1] in wall[-4:]]
    if found and rng.random() < 0.6:
        return rng.choice(found)
    return choose(table, seat, style, rng)


def rules_at_random(rng: random.Random) -> Rules:
    return variant("baopai", **{name: rng.choice(v) for name, v in OPTIONS["baopai"].items()})


def test_no_swap_is_left_undone_through_whole_deals() -> None:
    seen: Counter[str] = Counter()
    for number in range(250):
        rng = random.Random(f"swaps {number}")
        rules = rules_at_random(rng)
        set_up = set_up_of(rules, number)
        wall = wall_of(rules, set_up)
        table, styles = rules.table(**set_up), random_styles(rng)
        course = check(table, wall)
        while not table.done:
            seat = rng.choice(table.to_act)
            table.act(seat, showing(table, seat, wall, styles[seat], rng))
            course = check(table, wall)
        whats = [what for what, *_ in table.events]
        pairs = set(pairwise(whats))
        seen["swap"] += "bao" in whats
        seen["chain"] += ("bao", "bao") in pairs
        seen["by a meld"] += ("meld", "bao") in pairs
        seen["none left"] += course.bao is None
        seen["in the last"] += course.dealt_out and "bao" in whats[-6:]
        seen["won after one"] += "bao" in whats and whats[-1] == "win"
    assert all(seen[name] >= 3 for name in ("swap", "chain", "by a meld", "none left")), seen
    assert seen["in the last"] and seen["won after one"], seen


# ---- secrecy ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deal:
    """A deal that was played: its hands, its wall and what was done."""

    rules: Rules
    hands: list[list[str]]
    wall: list[str]
    acts: list[tuple[int, str]]
    unused: range  # the places of the wall that nobody has seen at the end

    def table(self) -> Table:
        return self.rules.table(hands=self.hands, wall=self.wall)

    def exchanged(self, place: int) -> Deal:
        """The same with another hidden tile."""
        wall = list(self.wall)
        wall[place], wall[-1] = wall[-1], wall[place]
        return replace(self, wall=wall)


def played(number: int) -> Deal:
    rng = random.Random(f"secret {number}")
    rules = rules_at_random(rng)
    set_up: dict[str, Any] = {}
    while "hands" not in set_up:
        set_up = bao_set_up(rules, rng)
    table, styles = rules.table(**set_up), random_styles(rng)
    while not table.done:
        seat = table.to_act[0]
        table.act(seat, choose(table, seat, styles[seat], rng))
    heads = sum((what, extra) == ("draw", 0) for what, _, _, extra in table.events)
    acts = [(seat, str(action)) for seat, action in table.log]
    unused = range(1 + heads, 1 + heads + table.wall_left)
    return Deal(rules, set_up["hands"], set_up["wall"], acts, unused)


def swaps(table: Table) -> int:
    return sum(what == "bao" for what, *_ in table.events)


def same_for_who_may_not_see(deal: Deal, other: Deal) -> tuple[int, bool]:
    """Play two deals by the same acts as long as nothing lays a hidden tile open; how many views
    were the same, and whether a seat that had declared saw two different tiles."""
    one, two = deal.table(), other.table()
    compared, told = 0, False
    for seat, action in deal.acts:
        for each in range(4):
            mine, its = one.view(each), two.view(each)
            if not one.ready(each):
                assert mine == its and mine.bao is None, (deal, other)
                compared += 1
                continue
            told = True
            assert mine.bao is not None and its.bao is not None and mine.bao != its.bao
            wins = {str(action) for action in mine.legal} ^ {str(action) for action in its.legal}
            own = one.phase == "turn" and one.turn == each and one.drawn in (mine.bao, its.bao)
            assert not wins or own, (deal, other)
        if not two.can(seat, action):  # it wins with the hidden kind, or has to
            assert one.ready(seat) and one.drawn in (one.bao(seat), two.bao(seat))
            break
        one.act(seat, action)
        two.act(seat, action)
        if swaps(one) or swaps(two) or one.done:
            break
        if one.events != two.events:
            # Among the last tiles a ready seat is asked only where it may win.
            assert one.wall_left < LAST or two.wall_left < LAST
            drawn = {each.drawn for each in (one, two) if each.phase == "turn"}
            hidden = {each.bao(seat) for each in (one, two) for seat in range(4)} - {None}
            assert drawn & hidden, (deal, other)
            break
    return compared, told


def test_seats_that_have_not_declared_know_nothing_of_the_hidden_tile() -> None:
    compared = pairs = told = 0
    for number in range(120):
        deal = played(number)
        rng = random.Random(number)
        for place in rng.sample(deal.unused, min(4, len(deal.unused))):
            other = deal.exchanged(place)
            if other.wall[-1] != deal.wall[-1]:
                views, seen = same_for_who_may_not_see(deal, other)
                compared, pairs, told = compared + views, pairs + 1, told + seen
    assert pairs > 100 and compared > 5_000 and told > 60, (pairs, compared, told)
