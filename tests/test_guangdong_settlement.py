"""Settling 鸡平胡 and 推倒胡, beside a slow settlement that fills a matrix in loops."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from settlement_twin import horse_seat, outcome
from table_play import GUANGDONG, OPTIONS, choose, random_set_up, random_styles

from queshen.deal_result import DealResult, KongPaid, KongType, Win, WinFlag
from queshen.rules import Rules, variant
from queshen.settlement import Settlement

PAYMENT: dict[str, tuple[Any, ...]] = {
    "N": (1, 7, 600),
    "A": (0, 3, 250),
    "fee_scope": ("all", "involved"),
    "fee_on_draw": (True, False),
    "escape_points": (8, 0, 5),
    "escape_comp": (2, 0, 3),
    "escape_fee": (False, True),
}
SETTLED: dict[str, dict[str, tuple[Any, ...]]] = {
    "jipinghu": PAYMENT
    | {
        "discard_payers": ("discarder", "all"),
        "kong_bonus": ("none", "fan", "points"),
        "multi_win": ("all", "nearest"),
        "multi_rob": ("each", "nearest"),
    },
    "tuidaohu": PAYMENT
    | {
        "kong_pay_on_draw": (False, True),
        "late_jia": ("paid", "unpaid"),
        "horse_mode": ("mirror", "full", "bank"),
        "horse_dragons": ("cycle", "shifted"),
        "horses_on_draw": (False, True),
        "multi_rob": ("nearest", "each"),
    },
}
"""The options of each game that decide who pays what."""


def check(rules: Rules, result: DealResult) -> Settlement:
    """Both settlements of a result are the same, and what holds of any holds of it."""
    settlement = rules.settle(result)
    expected = outcome(rules.id, rules.options, result)
    found = (settlement.points, settlement.coins, settlement.fee, settlement.bank)
    assert found == (expected.points, expected.coins, expected.fee, expected.bank), (rules, result)
    assert sum(settlement.points) + settlement.bank == 0
    to_bank = result.escaped is not None or rules.options.get("horse_mode") == "bank"
    assert to_bank or settlement.bank == 0
    for points, coins, fee in zip(*found[:3], strict=True):
        assert coins == points * rules.options["N"] - fee
        assert fee in (0, rules.options["A"])
    return settlement


# ---- results at random --------------------------------------------------------------------------


def rules_of(game: str) -> st.SearchStrategy[Rules]:
    options = {name: st.sampled_from(values) for name, values in SETTLED[game].items()}
    return st.fixed_dictionaries({}, optional=options).map(lambda said: variant(game, **said))


def seat_but(*others: int) -> st.SearchStrategy[int]:
    return st.sampled_from([seat for seat in range(4) if seat not in others])


@st.composite
def kongs_made(draw: st.DrawFn) -> list[KongPaid]:
    """Some kongs of any seats."""
    kinds = draw(st.lists(st.integers(0, 33), max_size=6, unique=True))
    kongs = []
    for order, kind in enumerate(kinds):
        seat, sort = draw(st.integers(0, 3)), draw(st.sampled_from(KongType))
        payer = draw(seat_but(seat)) if sort is KongType.EXPOSED else None
        late = sort is KongType.ADDED and draw(st.booleans())
        kongs.append(KongPaid(seat, kind, sort, payer, late=late, order=order))
    return kongs


@st.composite
def wins_made(draw: st.DrawFn, rules: Rules, order: int) -> list[Win]:
    """No win, a self-draw, a robbery or a discard that is won; as the options allow them."""
    fans = st.integers(1, 2) if rules.id == "tuidaohu" else st.integers(0, 6)
    how = draw(st.sampled_from(("none", "self-draw", "self-draw", "robbery", "discard")))
    tile = draw(st.integers(0, 33))
    if how == "none" or (how == "discard" and rules.id == "tuidaohu"):
        return []
    if how == "self-draw":
        seat = draw(st.integers(0, 3))
        liable = draw(st.none() | seat_but(seat))
        flags = draw(st.sampled_from((WinFlag(0), WinFlag.LAST_TILE, WinFlag.FIRST_TURN)))
        return [Win(seat, draw(fans), tile=tile, flags=flags, order=order, liable=liable)]
    payer = draw(st.integers(0, 3))
    robbing = how == "robbery"
    many = rules.options["multi_rob" if robbing else "multi_win"] in ("each", "all")
    winners = draw(st.lists(seat_but(payer), min_size=1, max_size=3 if many else 1, unique=True))
    winners.sort(key=lambda seat: (seat - payer) % 4)
    if robbing and rules.id == "jipinghu":
        fans = st.integers(3, 6)  # which have their floor already
    flags = WinFlag.ROBBING if robbing else WinFlag(0)
    return [Win(seat, draw(fans), payer, tile=tile, flags=flags, order=order) for seat in winners]


@st.composite
def deals(draw: st.DrawFn, game: str) -> tuple[Rules, DealResult]:
    """Rules, and a result that a deal by them could have."""
    rules = draw(rules_of(game))
    kongs = draw(kongs_made())
    streak = draw(st.integers(1, 6))
    horses = []
    if game == "tuidaohu":
        many = min(streak, 4)
        horses = draw(st.lists(st.integers(0, 33), min_size=many, max_size=many))
    escaped = draw(st.none() | st.none() | st.none() | st.integers(0, 3))
    wins = [] if escaped is not None else draw(wins_made(rules, len(kongs)))
    dealer = draw(st.sampled_from((0, 0, 1, 2, 3)))
    return rules, DealResult(
        wins, escaped=escaped, dealer=dealer, streak=streak, kongs=kongs, horses=horses
    )


@settings(max_examples=1_500, deadline=None)
@given(deals("jipinghu"))
def test_any_deal_of_jipinghu_is_settled_as_the_matrix_says(deal: tuple[Rules, DealResult]) -> None:
    check(*deal)


@settings(max_examples=1_500, deadline=None)
@given(deals("tuidaohu"))
def test_any_deal_of_tuidaohu_is_settled_as_the_matrix_says(deal: tuple[Rules, DealResult]) -> None:
    check(*deal)


# ---- deals that are played ----------------------------------------------------------------------


def played(game: str, number: int) -> tuple[Rules, DealResult]:
    """Any rules, and a deal that is played by them; sometimes somebody leaves it."""
    rng = random.Random(f"settled {game} {number}")
    values = OPTIONS[game] | SETTLED[game]
    rules = variant(game, **{name: rng.choice(each) for name, each in values.items()})
    table = rules.table(**random_set_up(rules, rng))
    styles = random_styles(rng)
    while not table.done:
        seat = rng.choice(table.to_act)
        table.act(seat, choose(table, seat, styles[seat], rng))
    result = table.result
    assert result is not None
    return rules, result


@pytest.mark.parametrize("game", GUANGDONG)
def test_deals_that_are_played_are_settled_as_the_matrix_says(game: str) -> None:
    seen = {"several": 0, "liable": 0, "kongs": 0, "rob": 0, "drawn": 0, "horses": 0}
    for number in range(400):
        rules, result = played(game, number)
        check(rules, result)
        seen["several"] += len(result.wins) > 1
        seen["liable"] += any(win.liable is not None for win in result.wins)
        seen["rob"] += any("robbing" in win.flags.names for win in result.wins)
        seen["kongs"] += bool(result.kongs)
        seen["drawn"] += result.drawn
        seen["horses"] += bool(result.horses)
    rare = {"jipinghu": {"horses"}, "tuidaohu": {"several"}}[game]
    assert all(count for name, count in seen.items() if name not in rare), seen


# ---- laws ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shifted", [False, True])
def test_every_tile_is_the_horse_of_one_seat(shifted: bool) -> None:
    says = {"horse_dragons": "shifted" if shifted else "cycle"}
    counts = [sum(horse_seat(says, tile, 0) == seat for tile in range(34)) for seat in range(4)]
    assert counts == ([10, 8, 8, 8] if shifted else [11, 8, 8, 7])
    for tile in range(34):
        for dealer in range(4):
            assert horse_seat(says, tile, dealer) == (horse_seat(says, tile, 0) + dealer) % 4


@settings(max_examples=300, deadline=None)
@given(deals("tuidaohu"))
def test_horses_add_up_one_by_one(deal: tuple[Rules, DealResult]) -> None:
    """Each goes by the first calculation, so that together they change what each alone does."""
    rules, result = deal
    if result.escaped is not None:
        return

    def points(horses: tuple[int, ...]) -> tuple[int, ...]:
        kept = {name: getattr(result, name) for name in ("dealer", "streak", "kongs")}
        return rules.settle(DealResult(result.wins, horses=horses, **kept)).points

    without = points(())
    together = [0, 0, 0, 0]
    for horse in result.horses:
        for seat, (one, none) in enumerate(zip(points((horse,)), without, strict=True)):
            together[seat] += one - none
    changed = [all_ - none for all_, none in zip(points(result.horses), without, strict=True)]
    assert changed == together


@settings(max_examples=300, deadline=None)
@given(deals("tuidaohu"))
def test_a_horse_on_the_dealer_doubles_what_the_dealer_has(deal: tuple[Rules, DealResult]) -> None:
    rules, result = deal
    if not result.wins:
        return
    kept = {name: getattr(result, name) for name in ("dealer", "streak", "kongs")}
    without = rules.settle(DealResult(result.wins, **kept)).points
    one = rules.settle(DealResult(result.wins, horses=["5m"], **kept)).points
    assert one[result.dealer] == 2 * without[result.dealer]


@settings(max_examples=300, deadline=None)
@given(deals("jipinghu"), st.integers(0, 3))
def test_a_liable_seat_pays_what_three_would(deal: tuple[Rules, DealResult], liable: int) -> None:
    rules, result = deal
    if not result.wins or not result.wins[0].self_draw or result.wins[0].seat == liable:
        return
    (win,) = result.wins
    alone = Win(win.seat, win.fan, tile=win.tile, flags=win.flags, liable=liable)
    three = Win(win.seat, win.fan, tile=win.tile, flags=win.flags)
    paid, shared = (rules.settle(DealResult([each])).points for each in (alone, three))
    assert paid[win.seat] == shared[win.seat] == -paid[liable]
    assert sum(map(abs, paid)) == 2 * paid[win.seat]
