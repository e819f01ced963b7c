"""Settling 宝牌, beside a slow settlement that asks for each loser what the page says it owes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from settlement_twin import SEATS, Outcome, Paid, fee_of
from table_play import OPTIONS, choose, random_set_up, random_styles

from queshen.deal_result import DealResult, SeatResult, Win, WinFlag
from queshen.rules import Rules, variant
from queshen.settlement import Settlement
from queshen.tiles import Meld

SETTLED: dict[str, tuple[Any, ...]] = {
    "rob_pay": ("as_selfdraw", "konger_all", "as_discard"),
    "N": (1, 7, 100),
    "A": (0, 3, 10),
    "fee_scope": ("all", "involved"),
    "fee_on_draw": (True, False),
    "escape_points": (8, 0, 5),
    "escape_comp": (2, 0, 3),
    "escape_fee": (False, True),
}
"""The options that decide who pays what."""


# ---- the slow settlement ------------------------------------------------------------------------


def has_opened(held: SeatResult) -> bool:
    return any("concealed" not in str(meld.type) for meld in held.melds)


def owed(says: Mapping[str, Any], result: DealResult, win: Win, loser: int) -> int:
    """What the amount of one loser is, whoever pays it."""
    if WinFlag.BAO_WAIT in win.flags:
        return 12
    standing = not has_opened(result.hands[loser])
    if WinFlag.BAO in win.flags:
        fan = 3
    elif win.payer is None or robbed_as_drawn(says, win):
        fan = 3 if standing else 2
    elif loser == win.payer:  # the discarder
        fan = 1 if WinFlag.FROM_READY in win.flags else 3
    else:
        fan = 3 if standing else 1
    return fan * 2 if WinFlag.CLOSED_WAIT in win.flags else fan


def robbed_as_drawn(says: Mapping[str, Any], win: Win) -> bool:
    return WinFlag.ROBBING in win.flags and says["rob_pay"] != "as_discard"


def who_pays(says: Mapping[str, Any], win: Win, loser: int) -> int:
    """Who pays the amount of a loser."""
    if win.payer is None:
        return loser
    if WinFlag.ROBBING in win.flags and says["rob_pay"] == "as_selfdraw":
        return loser
    if WinFlag.ROBBING in win.flags and says["rob_pay"] == "konger_all":
        return win.payer
    return loser if WinFlag.FROM_READY in win.flags else win.payer


def outcome(says: Mapping[str, Any], result: DealResult) -> Outcome:
    paid = Paid()
    if result.escaped is not None:
        paid.pay_bank(result.escaped, says["escape_points"])
        for seat in SEATS:
            if seat != result.escaped:
                paid.pay_bank(seat, -says["escape_comp"])
        paid.parties = set(SEATS)
    for win in result.wins:
        for loser in SEATS:
            if loser != win.seat:
                paid.pay(who_pays(says, win, loser), win.seat, owed(says, result, win, loser))
    points = tuple(paid.net(seat) for seat in SEATS)
    fee = tuple(fee_of(says, result, paid, seat) for seat in SEATS)
    coins = tuple(points[seat] * says["N"] - fee[seat] for seat in SEATS)
    return Outcome(points, coins, fee, sum(paid.bank))


def check(rules: Rules, result: DealResult) -> Settlement:
    """Both settlements of a result are the same, and what holds of any holds of it."""
    settlement = rules.settle(result)
    expected = outcome(rules.options, result)
    found = (settlement.points, settlement.coins, settlement.fee, settlement.bank)
    assert found == (expected.points, expected.coins, expected.fee, expected.bank), (rules, result)
    assert sum(settlement.points) + settlement.bank == 0
    assert settlement.bank == 0 or result.escaped is not None
    for win in result.wins:
        assert 3 <= settlement.points[win.seat] <= 36
    return settlement


# ---- results at random --------------------------------------------------------------------------

OPEN = ("[777s]", "[456m]", "[CCCC]")


def fan_of(says: Mapping[str, Any], flags: WinFlag, drawn: bool) -> int:
    """What an opened loser owes that has not discarded the tile."""
    if WinFlag.BAO_WAIT in flags:
        return 12
    robbed = WinFlag.ROBBING in flags and says["rob_pay"] != "as_discard"
    fan = 3 if WinFlag.BAO in flags else 2 if drawn or robbed else 1
    return 2 * fan if WinFlag.CLOSED_WAIT in flags else fan


@st.composite
def seats_held(draw: st.DrawFn, winner: int | None) -> list[SeatResult]:
    """What the seats had laid out, and which had declared; who has not opened has not."""
    held = []
    for seat in SEATS:
        opened = seat == winner or draw(st.booleans())
        ready = seat == winner or (opened and draw(st.booleans()))
        melds = [draw(st.sampled_from(OPEN))] if opened else []
        melds += ["{2222p}"] if draw(st.booleans()) else []
        held.append(SeatResult(melds=tuple(map(Meld.parse, melds)), ready=ready))
    return held


@st.composite
def deals(draw: st.DrawFn) -> tuple[Rules, DealResult]:
    """Rules, and a result that a deal by them could have."""
    options = {name: st.sampled_from(values) for name, values in SETTLED.items()}
    rules = variant("baopai", **draw(st.fixed_dictionaries({}, optional=options)))
    dealer = draw(st.integers(0, 3))
    how = draw(st.sampled_from(("drawn", "left", "discard", "discard", "self", "self", "rob")))
    if how == "left":
        return rules, DealResult(escaped=draw(st.integers(0, 3)), dealer=dealer)
    winner = None if how == "drawn" else draw(st.integers(0, 3))
    hands = draw(seats_held(winner))
    if winner is None:
        return rules, DealResult(hands=hands, dealer=dealer)
    payer = None
    flags = draw(st.sampled_from((WinFlag(0), WinFlag.CLOSED_WAIT)))
    if how == "self":
        more = draw(st.sampled_from((WinFlag(0), WinFlag.BAO, WinFlag.BAO, WinFlag.REPLACEMENT)))
        flags |= more
        if WinFlag.BAO in flags and WinFlag.CLOSED_WAIT in flags:
            flags |= draw(st.sampled_from((WinFlag(0), WinFlag.BAO_WAIT)))
    else:
        payer = draw(st.sampled_from([seat for seat in SEATS if seat != winner]))
        if how == "rob":
            flags |= WinFlag.ROBBING
            if not has_opened(hands[payer]):  # it has the pung that it adds to
                hands[payer] = SeatResult(melds=(Meld.parse("[333p]"),))
        # The discard that declares is not one of a ready seat.
        if hands[payer].ready and (how == "rob" or draw(st.booleans())):
            flags |= WinFlag.FROM_READY
    fan = fan_of(rules.options, flags, payer is None)
    win = Win(winner, fan, payer, tile="5p", flags=flags)
    return rules, DealResult([win], hands=hands, dealer=dealer, bao="5p")


@settings(max_examples=2_000, deadline=None)
@given(deals())
def test_any_deal_is_settled_as_the_page_says_of_each_loser(deal: tuple[Rules, DealResult]) -> None:
    check(*deal)


@settings(max_examples=500, deadline=None)
@given(deals())
def test_the_seat_that_pays_for_others_pays_what_they_would(deal: tuple[Rules, DealResult]) -> None:
    rules, result = deal
    if not result.wins:
        return
    (win,) = result.wins
    if WinFlag.ROBBING in win.flags or WinFlag.FROM_READY in win.flags or win.payer is None:
        return
    points = rules.settle(result).points
    assert points[win.payer] == -points[win.seat]
    ready = Win(win.seat, win.fan, win.payer, tile=win.tile, flags=win.flags | WinFlag.FROM_READY)
    hands = list(result.hands)
    hands[win.payer] = SeatResult(melds=(Meld.parse(OPEN[0]),), ready=True)
    shared = rules.settle(DealResult([ready], hands=hands)).points
    for seat in SEATS:
        if seat not in (win.seat, win.payer):
            assert points[seat] == 0 and shared[seat] < 0
    assert points[win.seat] > shared[win.seat]  # the discarder's own amount is three, not one


# ---- deals that are played ----------------------------------------------------------------------


def played(number: int) -> tuple[Rules, DealResult]:
    """Any rules, and a deal that is played by them."""
    rng = random.Random(f"settled baopai {number}")
    values = OPTIONS["baopai"] | SETTLED
    rules = variant("baopai", **{name: rng.choice(each) for name, each in values.items()})
    table = rules.table(**random_set_up(rules, rng))
    styles = random_styles(rng)
    while not table.done:
        seat = rng.choice(table.to_act)
        table.act(seat, choose(table, seat, styles[seat], rng))
    result = table.result
    assert result is not None
    return rules, result


def test_deals_that_are_played_are_settled_as_the_page_says() -> None:
    seen: Counter[str] = Counter()
    for number in range(600):
        rules, result = played(number)
        check(rules, result)
        seen["drawn"] += result.drawn
        for win in result.wins:
            says = rules.options
            assert win.fan == fan_of(says, win.flags, win.self_draw)
            assert result.hands[win.seat].ready and result.hands[win.seat].opened
            seen.update(win.flags.names)
            seen["paid for others"] += win.payer is not None and who_pays(says, win, 5) != 5
            seen["standing"] += not all(held.opened for held in result.hands)
            assert WinFlag.FROM_READY not in win.flags or result.hands[win.payer or 0].ready
    common = ("drawn", "paid for others", "standing", "from_ready", "closed_wait", "bao")
    assert all(seen[name] for name in common), seen
