"""Tables of 血战 beside their judge; what hands wait for at the end; wins passed over by value."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from table_beside import (
    choose,
    hot_hands,
    near_hands,
    play_beside,
    random_deal,
    random_styles,
)
from table_twin import KINDS, SUIT_TILES
from table_walks import Walk
from xuezhan_twin import XuezhanJudge, best_wait

from queshen.rules import Rules, variant
from queshen.table import Table
from queshen.view import view_of

SWITCH = (False, True)
GAMES = ("xuezhan", "xuezhan6")

OPTIONS: dict[str, tuple[Any, ...]] = {
    "dingque": (True, True, True, False),
    "huan3": SWITCH,
    "zimo": ("double", "plus1", "none"),
    "gang_hua_with_zimo": SWITCH,
    "cap": (64, 16, None),
    "yaojiu_jiangdui": SWITCH,
    "menqing_zhongzhang": SWITCH,
    "haidi": SWITCH,
    "tiandihu": SWITCH,
    "dihu": ("first_draw", "dealer_discard"),
    "dian_gang_hua": ("self_draw", "feeder"),
    "gang_pao": ("transfer_last", "transfer_all", "refund"),
    "refund_to_winners": SWITCH,
    "late_added_kong_pays": SWITCH,
    "huazhu_value": (64, 16, None),
    "missed_win": ("no_equal_or_lower", "no_equal_or_lower", "none"),
}
OWN: dict[str, dict[str, tuple[Any, ...]]] = {
    "xuezhan": {"preset": ("platform", "sbr2025"), "fan_cap": (3, 4, 6)},
    "xuezhan6": {"double_kong": SWITCH},
}
"""The options that decide how a deal goes, what a hand is worth or who pays."""


def tiles() -> list[str]:
    return [tile for tile in SUIT_TILES for _ in range(4)]


def random_rules(game: str, rng: random.Random) -> Rules:
    """The game as it is, one of its presets, or options at random."""
    how = rng.random()
    if how < 0.2:
        return variant(game)
    if how < 0.4:
        presets = OWN[game].get("preset", ("platform",))
        return variant(game, preset=rng.choice(presets))
    options = OPTIONS | OWN[game]
    return variant(game, **{name: rng.choice(values) for name, values in options.items()})


# ---- whole deals --------------------------------------------------------------------------------


def features(table: Table, judge: XuezhanJudge) -> Counter[str]:
    """What came up in a deal."""
    result = table.result
    assert result is not None
    together = Counter(win.order for win in result.wins)
    most = max(together.values(), default=0)
    seen = Counter(str(what) for what, *_ in table.events)
    seen[f"{len(result.wins)} wins"] += 1
    seen["wall ended"] += table.events[-1][0] == "end"
    seen["several winners of one tile"] += most > 1
    seen["three winners of one tile"] += most > 2
    seen["late kong"] += any(kong.late for kong in result.kongs)
    seen["void suit held"] += any(held.holds_void and not held.left for held in result.hands)
    seen["waiting"] += any(held.waiting is not None for held in result.hands)
    seen["passed over"] += any(step.what == "passed" for step in judge.story)
    firsts = [win.order for win in result.wins[:1]]
    seen["kong after a win"] += any(kong.order > first for kong in result.kongs for first in firsts)
    for win in result.wins:
        seen.update(win.flags.names)
        seen["self-draw" if win.self_draw else "discard win"] += 1
    return +seen


def play(game: str, first: int, count: int) -> Counter[str]:
    """Deals on a table and before the judge; what is paid afterwards adds up to nothing."""
    seen: Counter[str] = Counter()
    for number in range(first, first + count):
        rng = random.Random(f"{game} {number}")
        rules = random_rules(game, rng)
        set_up = random_deal(tiles(), rules, rng)
        table, judge = rules.table(**set_up), XuezhanJudge(rules, **set_up)
        play_beside(table, judge, rng, random_styles(table.seats, rng))
        assert table.result is not None
        assert sum(rules.settle(table.result).points) == 0
        seen += features(table, judge)
    return seen


USUAL = {"self-draw", "discard win", "kong", "wall ended", "waiting", "void", "exchange"}
USUAL |= {"0 wins", "1 wins", "2 wins", "3 wins", "passed over", "kong after a win"}
RARE = {"replacement", "robbing", "after_kong", "first_turn", "late kong", "void suit held"}
RARE |= {"last_tile", "several winners of one tile", "three winners of one tile"}


@pytest.mark.parametrize("game", GAMES)
def test_table_and_judge_agree(game: str) -> None:
    seen = play(game, 0, 90)
    assert set(seen) >= USUAL
    assert ("5 wins" in seen) is (game == "xuezhan6")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_table_and_judge_agree_about_many_deals(game: str) -> None:
    seen = play(game, 1_000_000, 6_000)
    assert set(seen) >= USUAL | RARE


# ---- what is waited for when the wall has ended --------------------------------------------------


def ended(game: str, rng: random.Random) -> Table:
    """A deal with hands near a win and a short wall, in which few win."""
    rules = random_rules(game, rng)
    pool, size = tiles(), 3 * rules.sets + 1
    rng.shuffle(pool)
    hands = near_hands(pool, rules.flow.seats, size, rng)
    table = rules.table(hands=hands, wall=pool[: rng.randint(1, 2 * rules.flow.seats)])
    while not table.done:
        seat = rng.choice(table.to_act)
        action = choose(table, seat, "keen", rng)
        if action == "win" and rng.random() < 0.9:
            others = [str(each) for each in table.legal(seat) if str(each) != "win"]
            action = rng.choice(others)
        table.act(seat, action)
    return table


def check_waits(game: str, first: int, count: int) -> Counter[str]:
    """Every seat of deals in which the wall ended."""
    seen: Counter[str] = Counter()
    for number in range(first, first + count):
        rng = random.Random(f"waits {game} {number}")
        table = ended(game, rng)
        result = table.result
        assert result is not None
        over = table.events[-1][0] == "end"
        for held in result.hands:
            concealed = [
                tile
                for tile, copies in zip(KINDS, held.concealed, strict=True)
                for _ in range(copies)
            ]
            expected = None
            if over and not held.left:
                expected = best_wait(table.rules, concealed, held.melds, held.void_suit)
            assert held.waiting == expected, (number, held)
            seen["seats"] += 1
            seen["ready"] += held.waiting is not None
            seen[f"worth {held.waiting}"] += 1
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_the_best_value_that_each_seat_waits_for(game: str) -> None:
    seen = check_waits(game, 0, 500)
    assert seen["seats"] >= 2_000 and seen["ready"] > 300
    assert len([name for name in seen if name.startswith("worth")]) > 5


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_best_value_that_seats_of_many_deals_wait_for(game: str) -> None:
    check_waits(game, 1_000_000, 20_000)


# ---- wins passed over, by what they are worth ----------------------------------------------------


class Passed:
    """The greatest value that each seat has passed over since it drew."""

    def __init__(self, seats: int) -> None:
        self.most: list[int | None] = [None] * seats
        self.could: dict[int, int] = {}  # who may win on the tile that lies open, for how much
        self.after_kong = False  # the last draw replaced a kong

    def bars(self, seat: int, value: int) -> bool:
        most = self.most[seat]
        return most is not None and value <= most


class Followed:
    """A table and what follows from what is done at it."""

    def __init__(self, rules: Rules, **set_up: Any) -> None:
        self.table: Table = rules.table(**set_up)
        self.model = Passed(self.table.seats)
        self.past: list[Passed] = []
        self.opening = 0  # acts before the first turn
        self.barred = 0  # wins that were worth too little

    def value(self, seat: int, tile: str, robbing: bool) -> int | None:
        """What a seat would win with another one's tile; None where it would not."""
        table = self.table
        suit = table.void_suit(seat)
        held = "mps".index(suit) if suit else 3
        if table.left(seat) or tile[1] == suit or any(table.hand(seat).counts[9 * held :][:9]):
            return None
        last = not robbing and table.wall_left == 0
        after_kong = not robbing and self.model.after_kong
        score = table.rules.score(
            table.hand(seat), tile, robbing=robbing, last_tile=last, after_kong=after_kong
        )
        return score.total if score.is_win else None

    def act(self, seat: int, action: str) -> None:
        table, model = self.table, self.model
        self.past.append(deepcopy(model))
        what, _, tile = action.rpartition(" ")
        if table.phase == "turn":
            model.could = {}
        if table.phase == "turn" and what in ("discard", "added kong"):
            for other in range(table.seats):
                value = None if other == seat else self.value(other, tile, what == "added kong")
                if value is not None and model.bars(other, value):
                    self.barred += 1
                elif value is not None:
                    model.could[other] = value
        told = len(table.events)
        table.act(seat, action)
        if table.phase not in ("claim", "rob"):
            self.close(told)

    def close(self, told: int) -> None:
        """Who could have won the tile and did not has passed over it."""
        winners = [whose for what, whose, *_ in self.table.events[told:] if what == "win"]
        for other, value in self.model.could.items():
            if other not in winners:
                self.model.most[other] = max(self.model.most[other] or 0, value)
        self.model.could = {}
        self.follow(told)

    def follow(self, told: int) -> None:
        for what, whose, _, extra in self.table.events[told:]:
            if what == "draw":
                assert whose is not None
                self.model.most[whose] = None
                self.model.after_kong = extra == 1
            elif what == "meld":
                self.model.after_kong = False

    def undo(self, steps: int) -> None:
        """So many acts back, but not before the first turn."""
        steps = min(steps, len(self.past) - self.opening)
        self.table.undo(steps)
        if steps:
            self.model = self.past[-steps]
            del self.past[-steps:]

    def check(self) -> None:
        table = self.table
        for seat in range(table.seats):
            if table.left(seat):
                continue
            assert table.missed_value(seat) == self.model.most[seat]
            assert view_of(table, seat).missed_value == self.model.most[seat]
            if table.phase in ("claim", "rob"):
                assert ("win" in table.legal(seat)) is (seat in self.model.could)

    def tempting(self) -> list[tuple[int, str]]:
        """The discards that somebody could win on, were it not for what was passed over."""
        table = self.table
        others = [seat for seat in range(table.seats) if seat != table.turn]
        return [
            (table.turn, str(action))
            for action in table.legal(table.turn)
            if str(action).startswith("discard")
            and any(self.value(seat, str(action).split()[1], False) is not None for seat in others)
        ]


def followed(seed: int, game: str, options: dict[str, Any]) -> Followed:
    """Hands that wait for one tile, which comes soon; void suits are those that seats have least
    of."""
    rng = random.Random(seed)
    rules = variant(game, tiandihu=False, **options)
    pool = tiles()
    rng.shuffle(pool)
    hands = hot_hands(pool, rules.flow.seats, 3 * rules.sets + 1, rng)
    wall = pool[: rng.choice((60, 30, 12))]
    deal = Followed(rules, hands=hands, wall=wall, wait_all=rng.random() < 0.3)
    while deal.table.phase == "void":
        seat = deal.table.to_act[0]
        deal.act(seat, choose(deal.table, seat, "keen", rng))
        deal.opening += 1
    return deal


def habit(deal: Followed, rng: random.Random) -> tuple[int, str]:
    """What players do who put down what others wait for, and mostly pass on it."""
    table = deal.table
    seat = rng.choice(table.to_act)
    legal = [str(action) for action in table.legal(seat)]
    if rng.random() < 0.85 and legal != ["win"]:
        legal = [action for action in legal if action != "win"]
    if table.phase == "turn":
        kongs = [action for action in legal if "kong" in action]
        tempting = [action for _, action in deal.tempting()] if rng.random() < 0.8 else []
        legal = kongs or tempting or legal
    elif rng.random() < 0.4:
        legal = ["pass"]
    return seat, rng.choice(legal)


class PassedValues(Walk):
    """Wins passed and taken, claims, kongs and discards, and steps back."""

    @initialize(
        seed=st.integers(0, 1 << 20),
        game=st.sampled_from(GAMES),
        options=st.fixed_dictionaries(
            {
                "dingque": st.booleans(),
                "haidi": st.booleans(),
                "menqing_zhongzhang": st.booleans(),
                "cap": st.sampled_from((64, 2, None)),
            }
        ),
    )
    def deal(self, seed: int, game: str, options: dict[str, Any]) -> None:
        self.deal_followed = followed(seed, game, options)
        self.table = self.deal_followed.table

    def act(self, seat: int, action: str) -> None:
        self.deal_followed.act(seat, action)

    @precondition(lambda self: self.table.phase == "turn")
    @rule(choice=st.integers(0, 1 << 10), wanted=st.integers(0, 3))
    def discard(self, choice: int, wanted: int) -> None:
        """Mostly a tile that somebody could win on."""
        good = self.deal_followed.tempting()
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

    @precondition(lambda self: self.offers("win"))
    @rule(choice=st.integers(0, 5), sure=st.integers(0, 2))
    def win(self, choice: int, sure: int) -> None:
        if not sure:
            self.do_one(self.offers("win"), choice)

    @precondition(lambda self: self.offers("pung", "kong"))
    @rule(choice=st.integers(0, 5))
    def claim(self, choice: int) -> None:
        self.do_one(self.offers("pung", "kong"), choice)

    @rule(steps=st.integers(0, 4))
    def undo(self, steps: int) -> None:
        self.deal_followed.undo(steps)

    @invariant()
    def values_agree(self) -> None:
        if hasattr(self, "deal_followed"):
            self.deal_followed.check()


TestPassedValues = PassedValues.TestCase
TestPassedValues.settings = settings(
    max_examples=100,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.mark.parametrize("game", GAMES)
def test_values_agree_through_whole_deals(game: str) -> None:
    passed = barred = 0
    for number in range(100):
        rng = random.Random(f"passed {number}")
        options = {"haidi": rng.random() < 0.5, "cap": rng.choice((64, 2, None))}
        deal = followed(number, game, options)
        deal.check()
        while not deal.table.done:
            deal.act(*habit(deal, rng))
            deal.check()
        passed += any(most is not None for model in deal.past for most in model.most)
        barred += deal.barred
    assert passed > 40 and barred > 2
