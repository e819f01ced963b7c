"""包自摸: who pays for a self-draw alone; a table beside a plain ledger.

The ledger is written entry by entry while a deal is played, as the rules say.
"""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from table_play import few_kinds, honour_hands, kong_hands
from table_twin import KINDS, all_tiles
from table_walks import Walk

from queshen.rules import Rules, variant
from queshen.table import Table

OPTIONS = {
    "twelve_counts_ankong": (False, True),
    "twelve_first_only": (True, False),
    "liability_conflict": ("first", "last", "pattern_first"),
    "pattern_counts_ankong": (False, True),
    "pattern_needs_claim": (True, False),
    "kong_flower_liability": ("last_kong", "chain_start"),
    "kong_after_claim": (False, True),
    "claims_on_empty_wall": ("win_only", "pung"),
}
CHAIN = {"kong_flower_liability": ("last_kong", "chain_start"), "kong_after_claim": (False, True)}


@dataclass(frozen=True)
class Owed:
    """Somebody is liable for a self-draw of somebody else."""

    by: int
    why: str  # twelve or pattern


class Ledger:
    """Who is liable for whom, and from whose discards the kongs of this turn came."""

    def __init__(self, rules: Rules) -> None:
        self.says: dict[str, Any] = dict(rules.options)
        self.sets: list[list[tuple[str, str]]] = [[], [], [], []]  # how each was made, its tile
        self.owed: list[list[Owed]] = [[], [], [], []]
        self.chain: list[int | None] = []  # of kongs with nothing but draws between them

    def liable(self, seat: int) -> int | None:
        owed = self.owed[seat]
        how = self.says.get("liability_conflict")
        if how == "pattern_first":
            owed = [each for each in owed if each.why == "pattern"] or owed
        if not owed:
            return None
        return owed[-1 if how == "last" else 0].by

    def self_draw(self, seat: int, replacement: bool) -> int | None:
        """Who pays for all: the feeder of a kong comes before the ledger."""
        if replacement:
            start = self.says["kong_flower_liability"] == "chain_start"
            feeder = self.chain[0] if start else self.chain[-1]
            if feeder is not None:
                return feeder
        return self.liable(seat)

    def last_of_pattern(self, seat: int, tile: str) -> bool:
        """Whether a seat shows all the other dragons, or all the other winds."""
        counted = ["pung", "exposed kong"]
        if self.says["pattern_counts_ankong"]:
            counted.append("concealed kong")
        shown = {kind for how, kind in self.sets[seat] if how in counted}
        if tile in shown:
            return False
        if tile in ("C", "F", "P"):
            return len(shown & {"C", "F", "P"}) == 2
        return tile in ("E", "S", "W", "N") and len(shown & {"E", "S", "W", "N"}) == 3

    def discarded(self, by: int, tile: str) -> None:
        self.chain = []
        if self.says.get("pattern_needs_claim", True):
            return
        for seat in range(4):
            if seat != by and self.last_of_pattern(seat, tile):
                self.owed[seat].append(Owed(by, "pattern"))

    def claimed(self, seat: int, how: str, tile: str, by: int) -> None:
        if how == "exposed kong":
            self.chain.append(by)
        if "liability_conflict" not in self.says:
            return
        if how != "chow" and self.last_of_pattern(seat, tile):
            self.owed[seat].append(Owed(by, "pattern"))
        self.sets[seat].append((how, tile))
        if len(self.sets[seat]) < 4:
            return
        concealed = any(made == "concealed kong" for made, _ in self.sets[seat])
        if concealed and not self.says["twelve_counts_ankong"]:
            return
        bound = any(self.liable(other) == by for other in range(4) if other != seat)
        if bound and self.says["twelve_first_only"]:
            return
        self.owed[seat].append(Owed(by, "twelve"))

    def own_kong(self, seat: int, how: str, tile: str) -> None:
        self.chain.append(None)
        if how == "concealed kong":
            self.sets[seat].append((how, tile))


class Followed:
    """A table and the ledger that follows from what is done at it."""

    def __init__(self, rules: Rules, **set_up: Any) -> None:
        self.table: Table = rules.table(**set_up)
        self.ledger = Ledger(rules)
        self.past: list[Ledger] = []
        self.open: tuple[int, str] | None = None  # whose tile lies open
        self.opened: list[tuple[int, str] | None] = []

    def act(self, seat: int, action: str) -> None:
        table, ledger = self.table, self.ledger
        self.past.append(deepcopy(ledger))
        self.opened.append(self.open)
        told = len(table.events)
        phase = table.phase
        table.act(seat, action)
        what, _, tile = action.rpartition(" ")
        if phase == "turn" and what == "discard":
            ledger.discarded(seat, tile)
            self.open = (seat, tile)
        for event, whose, kind, _ in table.events[told:]:
            if event not in ("meld", "kong"):
                continue
            assert whose is not None and kind is not None
            if phase == "claim":  # a claim: only these come out of such a window
                assert self.open is not None
                how = "chow"
                if KINDS[kind] == self.open[1] and table.melds(whose)[-1].type.name != "CHOW":
                    how = "exposed kong" if event == "kong" else "pung"
                ledger.claimed(whose, how, KINDS[kind], self.open[0])
            else:
                how = "concealed kong" if what == "concealed kong" else "added kong"
                ledger.own_kong(whose, how, KINDS[kind])

    def wanted(self) -> list[str]:
        """The discards of which somebody else has two."""
        table = self.table
        others = [table.hand(seat).counts for seat in range(4) if seat != table.turn]
        return [
            f"discard {kind}"
            for at, kind in enumerate(KINDS)
            if f"discard {kind}" in table.legal(table.turn)
            and any(counts[at] >= 2 for counts in others)
        ]

    def undo(self, steps: int) -> None:
        self.table.undo(steps)
        if steps:
            self.ledger, self.open = self.past[-steps], self.opened[-steps]
            del self.past[-steps:], self.opened[-steps:]

    def check(self) -> None:
        table, ledger = self.table, self.ledger
        for seat in range(4):
            expected = ledger.liable(seat) if "liability_conflict" in ledger.says else None
            assert table.liable(seat) == expected
        for win in table.result.wins if table.result is not None else ():
            owing = None
            if win.self_draw:
                owing = ledger.self_draw(win.seat, "replacement" in win.flags.names)
            assert win.liable == owing


def set_up_of(seed: int) -> dict[str, Any]:
    """Hands with pairs of honours, with triplets for a kong, or of few kinds, so with many sets."""
    rng = random.Random(seed)
    tiles = all_tiles(flowers=False)
    rng.shuffle(tiles)
    make = rng.choice((honour_hands, kong_hands, few_kinds))
    hands = make(tiles, rng)
    return {"hands": hands, "wall": tiles, "wait_all": rng.random() < 0.3}


def habit(deal: Followed, rng: random.Random) -> tuple[int, str]:
    """What players do who claim nearly everything and win by self-draw only."""
    table = deal.table
    seat = rng.choice(table.to_act)
    legal = [str(action) for action in table.legal(seat)]
    if table.phase == "turn":
        wanted = [action for action in legal if action == "win" or "kong" in action]
        if not wanted and table.drawn is not None and rng.random() < 0.5:
            wanted = [f"discard {KINDS[table.drawn]}"]  # what was waited for still is
        wanted = wanted or deal.wanted()
    else:
        wanted = [action for action in legal if action not in ("win", "pass")]
        legal = ["pass"]
    return seat, rng.choice(wanted if wanted and rng.random() < 0.9 else legal)


class Liability(Walk):
    """Discards that others want, claims, kongs and wins, and steps back."""

    def begin(self, game: str, seed: int, options: dict[str, Any]) -> None:
        self.deal_followed = Followed(variant(game, **options), **set_up_of(seed))
        self.table = self.deal_followed.table

    @initialize(
        seed=st.integers(0, 1 << 20),
        options=st.fixed_dictionaries({name: st.sampled_from(v) for name, v in OPTIONS.items()}),
        other=st.integers(0, 4),
    )
    def deal(self, seed: int, options: dict[str, Any], other: int) -> None:
        if other:
            self.begin("jipinghu", seed, options)
        else:
            self.begin("tuidaohu", seed, {name: options[name] for name in CHAIN})

    def act(self, seat: int, action: str) -> None:
        self.deal_followed.act(seat, action)

    @precondition(lambda self: self.table.phase == "turn")
    @rule(choice=st.integers(0, 1 << 10), wanted=st.integers(0, 4))
    def discard(self, choice: int, wanted: int) -> None:
        """Mostly a tile that somebody has two of."""
        good = [(self.table.turn, action) for action in self.deal_followed.wanted()]
        self.do_one(good if good and wanted else self.offers("discard"), choice)

    @precondition(lambda self: not self.table.done)
    @rule(acts=st.integers(1, 25), seed=st.integers(0, 1 << 16))
    def play_on(self, acts: int, seed: int) -> None:
        """As players do who claim nearly everything."""
        rng = random.Random(seed)
        for _ in range(acts):
            if not self.table.done:
                self.deal_followed.act(*habit(self.deal_followed, rng))
                self.deal_followed.check()

    @precondition(lambda self: self.offers("pung", "chow", "kong"))
    @rule(choice=st.integers(0, 5))
    def claim(self, choice: int) -> None:
        if self.table.phase != "turn":
            self.do_one(self.offers("pung", "chow", "kong"), choice)

    @precondition(lambda self: self.offers("kong"))
    @rule(choice=st.integers(0, 5))
    def kong(self, choice: int) -> None:
        self.do_one(self.offers("kong"), choice)

    @precondition(lambda self: self.offers("win"))
    @rule(sure=st.integers(0, 2))
    def win(self, sure: int) -> None:
        if sure or self.table.phase == "turn":
            self.do_one(self.offers("win"), 0)

    @rule(steps=st.integers(0, 4))
    def undo(self, steps: int) -> None:
        self.deal_followed.undo(min(steps, len(self.table.log)))

    @invariant()
    def ledgers_agree(self) -> None:
        if hasattr(self, "deal_followed"):
            self.deal_followed.check()


TestLiability = Liability.TestCase
TestLiability.settings = settings(
    max_examples=200,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def walk(game: str, seed: int, options: dict[str, Any], rng: random.Random) -> Followed:
    """A whole deal of such players."""
    deal = Followed(variant(game, **options), **set_up_of(seed))
    deal.check()
    while not deal.table.done:
        deal.act(*habit(deal, rng))
        deal.check()
    return deal


def test_ledgers_agree_through_whole_deals() -> None:
    bound = paid = fed = 0
    for number in range(200):
        rng = random.Random(f"liable {number}")
        options = {name: rng.choice(values) for name, values in OPTIONS.items()}
        deal = walk("jipinghu", number, options, rng)
        bound += any(map(any, deal.ledger.owed))
        result = deal.table.result
        assert result is not None
        for win in result.wins:
            paid += win.liable is not None
            fed += win.liable is not None and "replacement" in win.flags.names
    assert bound > 50 and paid > 5 and fed > 1


def test_nobody_is_liable_in_tuidaohu_but_who_feeds_a_kong() -> None:
    fed = 0
    for number in range(100):
        rng = random.Random(f"fed {number}")
        options = {name: rng.choice(values) for name, values in CHAIN.items()}
        deal = walk("tuidaohu", number, options, rng)
        result = deal.table.result
        assert result is not None
        fed += any(win.liable is not None for win in result.wins)
    assert fed > 1


# ---- deals that say it in order -----------------------------------------------------------------

NEEDED = ("1m", "2p", "3s", "4p", "5m", "6p", "7s", "8p", *"CFPESWN")
LOOSE = [kind for kind in KINDS if kind not in NEEDED]


def pass_all(table: Table) -> None:
    while table.phase in ("claim", "rob"):
        table.act(table.to_act[0], "pass")


def throw(table: Table) -> None:
    """Put down the tile that was drawn, after a claim one that nobody needs; everybody passes."""
    seat = table.turn
    legal = table.legal(seat)
    tiles = [KINDS[table.drawn]] if table.drawn is not None else LOOSE
    table.act(seat, next(f"discard {tile}" for tile in tiles if f"discard {tile}" in legal))
    pass_all(table)


def feed(table: Table, by: int, tile: str, to: int, how: str = "pung") -> None:
    """One seat puts a tile down and another makes a set of it."""
    while table.turn != by:
        throw(table)
    table.act(by, f"discard {tile}")
    while table.phase == "claim":
        seat = table.to_act[0]
        table.act(seat, how if seat == to else "pass")
    assert table.turn == to
    if how != "kong":
        throw(table)


def two_of_each(kinds: str, others: str = "", **options: Any) -> Table:
    """Seat 1 has two of each kind and of others seat 2, and seats 0 and 3 one of each; the wall
    and the rest of the hands are other tiles."""
    singles = [*kinds.split(), *others.split()]
    hands = [list(singles), kinds.split() * 2, others.split() * 2, list(singles)]
    rest = LOOSE * 4
    for hand in hands:
        while len(hand) < 13:
            hand.append(rest.pop())
    return variant("jipinghu", **options).table(hands=hands, wall=rest)


def test_who_feeds_the_fourth_set_on_the_floor_is_liable() -> None:
    table = two_of_each("1m 2p 3s 4p")
    for by, tile in ((0, "1m"), (3, "2p"), (0, "3s")):
        feed(table, by, tile, 1)
        assert [table.liable(seat) for seat in range(4)] == [None] * 4
    feed(table, 3, "4p", 1)
    assert [table.liable(seat) for seat in range(4)] == [None, 3, None, None]


@pytest.mark.parametrize("first_only", [True, False])
def test_a_seat_is_bound_to_the_first_whose_fourth_set_it_fed(first_only: bool) -> None:
    table = two_of_each("1m 2p 3s 4p", "5m 6p 7s 8p", twelve_first_only=first_only)
    for tile in ("1m", "2p", "3s", "4p"):
        feed(table, 0, tile, 1)
    for tile in ("5m", "6p", "7s"):
        feed(table, 3, tile, 2)
    feed(table, 0, "8p", 2)
    assert table.liable(1) == 0
    assert table.liable(2) == (None if first_only else 0)


def test_another_seat_may_be_bound_to_the_next() -> None:
    table = two_of_each("1m 2p 3s 4p", "5m 6p 7s 8p")
    for tile in ("1m", "2p", "3s", "4p"):
        feed(table, 0, tile, 1)
    for tile in ("5m", "6p", "7s", "8p"):
        feed(table, 3, tile, 2)
    assert (table.liable(1), table.liable(2)) == (0, 3)


@pytest.mark.parametrize(("kinds", "before"), [("C F P", 2), ("E S W N", 3)])
def test_who_feeds_the_last_of_the_dragons_or_winds_is_liable(kinds: str, before: int) -> None:
    table = two_of_each(kinds, twelve_first_only=False)
    for at, tile in enumerate(kinds.split()):
        assert table.liable(1) is None
        feed(table, 3 if at < before else 0, tile, 1)
    assert table.liable(1) == 0


@pytest.mark.parametrize("needs_claim", [True, False])
def test_a_discard_that_nobody_takes_binds_only_by_the_other_reading(needs_claim: bool) -> None:
    table = two_of_each("C F P", pattern_needs_claim=needs_claim)
    feed(table, 3, "C", 1)
    feed(table, 3, "F", 1)
    while table.turn != 0:
        throw(table)
    table.act(0, "discard P")
    pass_all(table)
    assert table.liable(1) == (None if needs_claim else 0)


@pytest.mark.parametrize(
    ("conflict", "expected"), [("first", 3), ("last", 0), ("pattern_first", 3)]
)
def test_of_two_liable_seats_the_rules_choose_one(conflict: str, expected: int) -> None:
    table = two_of_each("C F P 1m", liability_conflict=conflict)
    for tile in ("C", "F", "P"):
        feed(table, 3, tile, 1)
    feed(table, 0, "1m", 1)
    assert table.liable(1) == expected


@pytest.mark.parametrize(
    ("conflict", "expected"), [("first", 3), ("last", 0), ("pattern_first", 0)]
)
def test_the_pattern_may_come_after_the_fourth_set(conflict: str, expected: int) -> None:
    # Seat 1 has one tile left, so that it cannot take the last dragon.
    options = {"liability_conflict": conflict, "pattern_needs_claim": False}
    table = two_of_each("C F 1m 2p", "P", **options)
    for tile in ("C", "F", "1m", "2p"):
        feed(table, 3, tile, 1)
    assert table.liable(1) == 3
    while table.turn != 0:
        throw(table)
    table.act(0, "discard P")
    pass_all(table)
    assert table.liable(1) == expected
