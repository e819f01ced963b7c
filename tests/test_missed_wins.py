"""漏胡: who let a win go may not win on that tile until it moves; a table beside a plain model.

The model is a set of kinds for each seat, changed by each event as the rules say.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from table_play import one_tile_hands, robbery_hands
from table_twin import KINDS, all_tiles
from table_walks import Walk

from queshen.rules import Rules, variant
from queshen.table import Table
from queshen.view import view_of

OPTIONS = {
    "missed_win_scope": ("same_tile", "any_tile"),
    "missed_win_clear": ("own_move", "own_discard"),
    "missed_win_includes_rob": (False, True),
    "multi_win": ("all", "nearest"),
    "multi_rob": ("each", "nearest"),
    "kong_after_claim": (False, True),
    "claims_on_empty_wall": ("win_only", "pung"),
    "seven_pairs": (False, True),
}


class Bars:
    """What no seat may win on."""

    def __init__(self, rules: Rules) -> None:
        self.says: dict[str, Any] = dict(rules.options)
        self.barred: list[set[str]] = [set(), set(), set(), set()]
        self.could: set[int] = set()  # who may win on the tile that lies open

    def kinds(self, seat: int) -> tuple[int, ...]:
        barred = self.barred[seat]
        if barred and self.says["missed_win_scope"] == "any_tile":
            return tuple(range(len(KINDS)))
        return tuple(sorted(map(KINDS.index, barred)))

    def may_win(self, seat: int, tile: str, robbing: bool) -> bool:
        """Whether a seat with a complete hand may have another seat's tile."""
        if robbing and not self.says["missed_win_includes_rob"]:
            return True
        return KINDS.index(tile) not in self.kinds(seat)

    def let_go(self, seat: int, tile: str, robbing: bool) -> None:
        if not robbing or self.says["missed_win_includes_rob"]:
            self.barred[seat].add(tile)

    def moved(self, seat: int) -> None:
        """A chow, pung, kong or draw."""
        if self.says["missed_win_clear"] == "own_move":
            self.barred[seat] = set()

    def discarded(self, seat: int) -> None:
        if self.says["missed_win_clear"] == "own_discard":
            self.barred[seat] = set()


class Followed:
    """A table and the bars that follow from what is done at it."""

    def __init__(self, rules: Rules, **set_up: Any) -> None:
        self.table: Table = rules.table(**set_up)
        self.bars = Bars(rules)
        self.past: list[Bars] = []

    def complete(self, seat: int, tile: str) -> bool:
        """Whether the tile makes the hand of a seat a win, whoever lets it have it."""
        return self.table.rules.score(self.table.hand(seat), tile).is_win

    def act(self, seat: int, action: str) -> None:
        table, bars = self.table, self.bars
        self.past.append(deepcopy(bars))
        window = table.phase != "turn"
        robbing = table.phase == "rob"
        tile = None if table.open_tile is None else KINDS[table.open_tile]
        told = len(table.events)
        if not window:
            what, _, named = action.rpartition(" ")
            if what in ("discard", "added kong"):
                tile, robbing = named, what == "added kong"
                if not robbing:
                    bars.discarded(seat)
                bars.could = {
                    other
                    for other in range(4)
                    if other != seat
                    and self.complete(other, named)
                    and bars.may_win(other, named, robbing)
                }
        table.act(seat, action)
        events = [(str(what), whose) for what, whose, _, _ in table.events[told:]]
        if table.phase == ("rob" if robbing else "claim") and (
            not window or not events  # nobody's answer has decided it
        ):
            return
        if tile is not None and not any(what == "win" for what, _ in events):
            for other in bars.could:
                bars.let_go(other, tile, robbing)
        bars.could = set()
        for what, whose in events:
            if what in ("draw", "meld", "kong"):
                assert whose is not None
                bars.moved(whose)

    def tempting(self) -> list[str]:
        """The discards that somebody could win on, were it not for bars."""
        table = self.table
        others = [seat for seat in range(4) if seat != table.turn]
        return [
            str(action)
            for action in table.legal(table.turn)
            if str(action).startswith("discard")
            and any(self.complete(seat, str(action).split()[1]) for seat in others)
        ]

    def undo(self, steps: int) -> None:
        self.table.undo(steps)
        if steps:
            self.bars = self.past[-steps]
            del self.past[-steps:]

    def check(self) -> None:
        table = self.table
        for seat in range(4):
            assert table.missed(seat) == self.bars.kinds(seat)
            assert tuple(view_of(table, seat).missed) == table.missed(seat)
            if table.phase in ("claim", "rob"):
                assert ("win" in table.legal(seat)) is (seat in self.bars.could)
        if table.phase == "turn" and table.drawn is not None:
            # What a seat draws itself it may always win on.
            hand, tile = table.hand(table.turn), KINDS[table.drawn]
            complete = table.rules.score(hand, tile, self_draw=True).is_win
            assert ("win" in table.legal(table.turn)) is complete


def set_up_of(seed: int) -> dict[str, Any]:
    """Hands that wait for one tile, which comes soon and often."""
    rng = random.Random(seed)
    tiles = all_tiles(flowers=False)
    rng.shuffle(tiles)
    make = rng.choice((one_tile_hands, robbery_hands))
    hands = make(tiles, rng)
    return {
        "hands": hands,
        "wall": tiles[: rng.choice((84, 40, 12))],
        "wait_all": rng.random() < 0.3,
    }


def habit(deal: Followed, rng: random.Random) -> tuple[int, str]:
    """What players do who put down what others wait for, and mostly pass on it."""
    table = deal.table
    seat = rng.choice(table.to_act)
    legal = [str(action) for action in table.legal(seat)]
    if rng.random() < 0.9:
        legal = [action for action in legal if action != "win"]
    if table.phase == "turn":
        kongs = [action for action in legal if "kong" in action]
        legal = kongs or (deal.tempting() if rng.random() < 0.8 else []) or legal
    elif rng.random() < 0.4:
        legal = ["pass"]
    return seat, rng.choice(legal)


class MissedWins(Walk):
    """Wins passed and taken, claims, kongs and discards, and steps back."""

    @initialize(
        seed=st.integers(0, 1 << 20),
        options=st.fixed_dictionaries({name: st.sampled_from(v) for name, v in OPTIONS.items()}),
    )
    def deal(self, seed: int, options: dict[str, Any]) -> None:
        self.deal_followed = Followed(variant("jipinghu", **options), **set_up_of(seed))
        self.table = self.deal_followed.table

    def act(self, seat: int, action: str) -> None:
        self.deal_followed.act(seat, action)

    @precondition(lambda self: self.table.phase == "turn")
    @rule(choice=st.integers(0, 1 << 10), wanted=st.integers(0, 3))
    def discard(self, choice: int, wanted: int) -> None:
        """Mostly a tile that somebody could win on."""
        good = [(self.table.turn, action) for action in self.deal_followed.tempting()]
        self.do_one(good if good and wanted else self.offers("discard"), choice)

    @precondition(lambda self: not self.table.done)
    @rule(acts=st.integers(1, 12), seed=st.integers(0, 1 << 16))
    def play_on(self, acts: int, seed: int) -> None:
        """As players do who mostly pass."""
        rng = random.Random(seed)
        for _ in range(acts):
            if not self.table.done:
                self.deal_followed.act(*habit(self.deal_followed, rng))
                self.deal_followed.check()

    @precondition(lambda self: self.table.phase in ("claim", "rob") and self.offers("win"))
    @rule(choice=st.integers(0, 3), sure=st.integers(0, 3))
    def win(self, choice: int, sure: int) -> None:
        if not sure:
            self.do_one(self.offers("win"), choice)

    @precondition(lambda self: self.offers("win") and self.table.phase == "turn")
    @rule(sure=st.integers(0, 9))
    def win_by_self_draw(self, sure: int) -> None:
        if not sure:
            self.do_one(self.offers("win"), 0)

    @precondition(lambda self: self.offers("pung", "chow"))
    @rule(choice=st.integers(0, 5))
    def claim(self, choice: int) -> None:
        self.do_one(self.offers("pung", "chow"), choice)

    @precondition(lambda self: self.offers("kong"))
    @rule(choice=st.integers(0, 5))
    def kong(self, choice: int) -> None:
        self.do_one(self.offers("kong"), choice)

    @rule(steps=st.integers(0, 4))
    def undo(self, steps: int) -> None:
        self.deal_followed.undo(min(steps, len(self.table.log)))

    @invariant()
    def bars_agree(self) -> None:
        if hasattr(self, "deal_followed"):
            self.deal_followed.check()


TestMissedWins = MissedWins.TestCase
TestMissedWins.settings = settings(
    max_examples=150,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def walk(seed: int, options: dict[str, Any], rng: random.Random) -> Followed:
    """A whole deal of such players."""
    deal = Followed(variant("jipinghu", **options), **set_up_of(seed))
    deal.check()
    while not deal.table.done:
        deal.act(*habit(deal, rng))
        deal.check()
    return deal


def test_bars_agree_through_whole_deals() -> None:
    barred = any_barred = 0
    for number in range(100):
        rng = random.Random(f"missed {number}")
        options = {name: rng.choice(values) for name, values in OPTIONS.items()}
        deal = walk(number, options, rng)
        barred += any(any(bars.barred) for bars in deal.past)
        any_barred += any(len(bars.kinds(seat)) == 34 for bars in deal.past for seat in range(4))
    assert barred > 30 and any_barred > 10


# ---- deals that say it in order -----------------------------------------------------------------

# Seats 0 and 2 wait for 2s and 5s; seat 1 has nothing, seat 3 has a pair of 5s.
HANDS = (
    "34s 234m 567m 678p 99p",
    "E S W N C F P 1m 9m 1p 9p 1s 8s",
    "34s 345m 678m 345p 88p",
    "55s E S W N C F P 1m 9m 1p 1s",
)
NOTHING = HANDS[1]
MORE_NOTHING = "E S W N C F P 1m 9m 9p 1s 9s 9s"


def spread(hand: str) -> list[str]:
    """Tiles from groups such as 234m."""
    tiles = []
    for group in hand.split():
        ranks, suit = group[:-1], group[-1]
        tiles += [f"{rank}{suit}" for rank in ranks] or [suit]
    return tiles


def deal(*wall: str, hands: Sequence[str] = HANDS, **options: Any) -> Table:
    """Hands by groups, and a wall that goes on with tiles that nobody needs."""
    rules = variant("jipinghu", **options)
    rest = ("2p", "2p", "3p", "3p")
    return rules.table(hands=[spread(hand) for hand in hands], wall=[*wall, *rest])


def play(table: Table, *acts: tuple[int, str]) -> None:
    for seat, action in acts:
        table.act(seat, action)


def names(kinds: Iterable[int]) -> list[str]:
    return [KINDS[kind] for kind in kinds]


def test_a_passed_tile_is_barred_until_the_seat_draws() -> None:
    # The dealer draws 7m, then 5s comes to seat 1 and to seat 2.
    table = deal("7m", "5s", "7s", "2s")
    play(table, (0, "discard 7m"), (1, "discard 5s"))
    assert "win" in table.legal(0) and "win" in table.legal(2)
    play(table, (2, "pass"), (3, "pass"), (0, "pass"))
    assert table.turn == 2 and table.phase == "turn"  # seat 2 has drawn, so that it is free
    assert names(table.missed(0)) == ["5s"] and table.missed(2) == ()
    play(table, (2, "discard 7s"))
    assert names(table.missed(0)) == ["5s"]
    assert table.turn == 3
    play(table, (3, "discard 5s"))
    assert "win" not in table.legal(0) and "win" in table.legal(2)
    play(table, (2, "pass"), (0, "pass"))
    assert table.turn == 0 and table.missed(0) == () and names(table.missed(2)) == ["5s"]


def test_another_tile_may_be_won_unless_the_bar_holds_for_all() -> None:
    for scope in ("same_tile", "any_tile"):
        table = deal("7m", "5s", "2s", missed_win_scope=scope)
        play(table, (0, "discard 7m"), (1, "discard 5s"), (2, "pass"), (3, "pass"), (0, "pass"))
        assert len(table.missed(0)) == (1 if scope == "same_tile" else 34)
        play(table, (2, "discard 2s"))
        assert ("win" in table.legal(0)) is (scope == "same_tile")


def test_by_the_other_reading_only_a_discard_of_its_own_frees_a_seat() -> None:
    table = deal("7m", "5s", "7s", "8s", "9s", missed_win_clear="own_discard")
    play(table, (0, "discard 7m"), (1, "discard 5s"), (2, "pass"), (3, "pass"), (0, "pass"))
    assert names(table.missed(0)) == names(table.missed(2)) == ["5s"]
    play(table, (2, "discard 7s"))
    assert names(table.missed(0)) == ["5s"] and table.missed(2) == ()
    play(table, (3, "discard 8s"))
    assert table.turn == 0 and names(table.missed(0)) == ["5s"]
    play(table, (0, "discard 9s"))
    assert table.missed(0) == ()


def test_a_barred_seat_may_still_claim_the_tile_and_is_free_then() -> None:
    # The dealer waits for 2s and 5s with two pairs.
    hands = ("55s 22s 234m 567m 678p", *HANDS[1:3], "22p 44p 11m 99m 1s 9s E S W")
    table = deal("7m", "5s", "5s", hands=hands)
    play(table, (0, "discard 7m"), (1, "discard 5s"))
    for seat in table.to_act:
        table.act(seat, "pass")
    assert names(table.missed(0)) == ["5s"]
    play(table, (2, "discard 5s"))
    assert "win" not in table.legal(0)
    assert "pung" in table.legal(0)
    play(table, *((seat, "pung" if seat == 0 else "pass") for seat in table.to_act))
    assert table.turn == 0 and table.missed(0) == ()


@pytest.mark.parametrize("includes_rob", [False, True])
@pytest.mark.parametrize("clear", ["own_move", "own_discard"])
def test_a_robbery_is_barred_only_where_the_rules_say_so(includes_rob: bool, clear: str) -> None:
    # Seat 1 makes a pung of the tile that seat 2 lets go, and adds the fourth at once.
    hands = (NOTHING, "555s E S W N C F P 1m 9m 1p", HANDS[2], MORE_NOTHING)
    table = deal(
        "5s",
        hands=hands,
        kong_after_claim=True,
        missed_win_includes_rob=includes_rob,
        missed_win_clear=clear,
    )
    play(table, (0, "discard 5s"), (1, "pung"), (2, "pass"))
    assert names(table.missed(2)) == ["5s"]
    play(table, (1, "added kong 5s"))
    assert (table.phase == "rob") is not includes_rob
    if not includes_rob:
        assert "win" in table.legal(2)
        play(table, (2, "pass"))
    assert names(table.missed(2)) == ["5s"]
    assert table.turn == 1 and table.phase == "turn"


@pytest.mark.parametrize("includes_rob", [False, True])
def test_a_robbery_let_go_bars_only_where_the_rules_say_so(includes_rob: bool) -> None:
    # Seat 1 claims its pung of 5s when nobody waits for it, and adds the fourth later.
    hands = (NOTHING, "55s E S W N C F P 1m 9m 1p 9p", "3s 6s 345m 678m 345p 88p", MORE_NOTHING)
    wall = ("5s", "4s", "7m", "7m", "5s")
    table = deal(*wall, hands=hands, missed_win_includes_rob=includes_rob)
    play(table, (0, "discard 5s"), (1, "pung"), (1, "discard E"), (2, "discard 6s"))
    play(table, (3, "discard 7m"), (0, "discard 7m"), (1, "added kong 5s"))
    assert table.phase == "rob" and "win" in table.legal(2)
    play(table, (2, "pass"))
    assert names(table.missed(2)) == (["5s"] if includes_rob else [])


def test_seats_are_barred_too_where_another_claims_what_they_let_go() -> None:
    # Seat 3 makes a pung of the tile on which seats 0 and 2 pass.
    table = deal("7m", "5s", "7s")
    play(table, (0, "discard 7m"), (1, "discard 5s"), (3, "pung"), (0, "pass"), (2, "pass"))
    assert table.turn == 3
    assert names(table.missed(0)) == names(table.missed(2)) == ["5s"]
    play(table, (3, "discard E"))
    assert table.turn == 0 and table.missed(0) == () and names(table.missed(2)) == ["5s"]
