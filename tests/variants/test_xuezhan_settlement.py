"""血战: kongs and wins in the order of the deal, kong money that moves on, and the wall's end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from queshen.deal_result import DealResult, KongPaid, SeatResult, Win
from queshen.rules import Rules, variant
from queshen.settlement import ResultError, Transfer
from queshen.tiles import Meld

RULES = variant("xuezhan")
SBR = variant("xuezhan", preset="sbr2025")

# What a seat has when the wall ends.
OUT = SeatResult(left=True)
UNREADY = SeatResult()
HOLDING = SeatResult(concealed=bytes([1, *33 * [0]]), void_suit="m")


def ready(value: int) -> SeatResult:
    return SeatResult(waiting=value, void_suit="m")


Step = Win | KongPaid | list[Win]


def won(seat: int, fan: int, payer: int | None = None, *flags: str) -> Win:
    return Win(seat, fan, payer, tile="5m", flags=flags)


def kong(seat: int, sort: str, payer: int | None = None, late: bool = False) -> KongPaid:
    return KongPaid(seat, "1m", f"{sort} kong", payer, late=late)


def deal(*steps: Step, hands: Sequence[SeatResult] = (), seats: int = 4) -> DealResult:
    """A deal with these wins and kongs in order; those of a list are on one tile."""
    wins, kongs = [], []
    for order, step in enumerate(steps):
        for each in step if isinstance(step, list) else [step]:
            data = each.to_dict() | {"order": order}
            if isinstance(each, Win):
                wins.append(Win.from_dict(data))
            else:
                kongs.append(KongPaid.from_dict(data))
    return DealResult(wins, kongs=kongs, hands=hands, seats=seats)


def points(*steps: Step, rules: Rules = RULES, **more: Any) -> tuple[int, ...]:
    return rules.settle(deal(*steps, **more)).points


def paid(*steps: Step, rules: Rules = RULES, **more: Any) -> list[tuple[str, int, int, int]]:
    """Every payment: what for, who pays whom, how much."""
    transfers = rules.settle(deal(*steps, **more)).transfers
    found = []
    for each in transfers:
        assert each.payer is not None and each.payee is not None
        found.append((each.reason, each.payer, each.payee, each.points))
    return found


# ---- wins ---------------------------------------------------------------------------------------


def test_who_discards_pays_alone() -> None:
    assert points(won(1, 8, 0)) == (-8, 8, 0, 0)
    assert points(won(2, 1, 3)) == (0, 0, 1, -1)


def test_a_self_draw_is_paid_by_all_others() -> None:
    assert points(won(1, 4)) == (-4, 12, -4, -4)
    assert points(won(0, 8)) == (24, -8, -8, -8)


def test_the_robbed_seat_pays_as_for_a_discard_and_has_nothing_for_the_kong() -> None:
    assert points(won(2, 2, 1, "robbing")) == (0, -2, 2, 0)


def test_each_winner_on_one_discard_is_paid_in_full() -> None:
    assert points([won(1, 16, 0), won(3, 1, 0)]) == (-17, 16, 0, 1)
    assert points([won(1, 2, 0), won(2, 4, 0), won(3, 8, 0)]) == (-14, 2, 4, 8)


def test_who_has_won_does_not_pay_for_later_self_draws() -> None:
    assert points(won(1, 1, 0), won(2, 8)) == (-9, 1, 16, -8)
    assert points(won(1, 1, 0), won(2, 8), won(3, 2)) == (-11, 1, 16, -6)


def test_winners_on_one_tile_do_not_pay_each_other() -> None:
    assert points([won(1, 2, 0), won(2, 2, 0)], won(3, 4)) == (-8, 2, 2, 4)


def test_three_wins_one_after_the_other() -> None:
    assert points(won(1, 1, 0), won(2, 8), won(3, 8, 0)) == (-17, 1, 16, 0)


def test_kongs_and_wins_of_a_deal_add_up() -> None:
    # by hand: 6 for the kong, 4 from each who is left, 1 from each of two
    steps = (kong(0, "concealed"), won(0, 4), kong(3, "added"), won(3, 1, 2))
    assert points(*steps) == (6 + 12, -2 - 4 - 1, -2 - 4 - 1 - 1, -2 - 4 + 2 + 1)


# 自摸


def test_a_self_draw_is_worth_a_point_more_from_each_by_option() -> None:
    plus = variant("xuezhan", zimo="plus1")
    assert points(won(1, 4), rules=plus) == (-5, 15, -5, -5)
    assert points(won(1, 4, 0), rules=plus) == (-4, 4, 0, 0)
    assert points(won(2, 1, 1), won(1, 64), rules=plus) == (-65, 129, 1, -65)
    for how in ("double", "none"):
        assert points(won(1, 4), rules=variant("xuezhan", zimo=how)) == (-4, 12, -4, -4)


@pytest.mark.parametrize("beside", [True, False])
def test_the_point_more_goes_with_a_replacement_or_not(beside: bool) -> None:
    rules = variant("xuezhan", zimo="plus1", gang_hua_with_zimo=beside)
    each = 8 + beside
    steps = (kong(1, "concealed"), won(1, 8, None, "replacement"))
    assert points(*steps, rules=rules) == (-each - 2, 3 * each + 6, -each - 2, -each - 2)
    # another self-draw has it always
    assert points(won(1, 8), rules=rules) == (-9, 27, -9, -9)


# 点杠花


@pytest.mark.parametrize("how", ["self_draw", "feeder"])
def test_who_pays_for_a_win_on_the_replacement_of_a_fed_kong_is_an_option(how: str) -> None:
    rules = variant("xuezhan", dian_gang_hua=how)
    steps = (kong(1, "exposed", 3), won(1, 4, None, "replacement"))
    expected = {"self_draw": (-4, 14, -4, -6), "feeder": (0, 6, 0, -6)}
    assert points(*steps, rules=rules) == expected[how]


@pytest.mark.parametrize(
    "steps",
    [
        (kong(1, "concealed"), won(1, 4, None, "replacement")),
        (kong(1, "added"), won(1, 4, None, "replacement")),
        # a further kong is what was replaced last
        (kong(1, "exposed", 3), kong(1, "concealed"), won(1, 4, None, "replacement")),
        # no replacement
        (kong(1, "exposed", 3), won(1, 4)),
        # of another seat
        (kong(1, "concealed"), kong(2, "exposed", 3), won(1, 4, None, "replacement")),
    ],
)
def test_other_self_draws_are_paid_by_all(steps: tuple[Step, ...]) -> None:
    alone = variant("xuezhan", dian_gang_hua="feeder")
    assert points(*steps, rules=alone) == points(*steps)
    assert {payer for reason, payer, _, _ in paid(*steps, rules=alone) if reason == "win"} == {
        0,
        2,
        3,
    }


def test_the_latest_kong_decides_who_fed_it() -> None:
    alone = variant("xuezhan", dian_gang_hua="feeder")
    steps = (kong(1, "exposed", 0), kong(1, "exposed", 2), won(1, 4, None, "replacement"))
    assert paid(*steps, rules=alone)[-1] == ("win", 2, 1, 4)


def test_the_feeder_pays_the_point_more_of_a_self_draw() -> None:
    alone = variant("xuezhan", dian_gang_hua="feeder", zimo="plus1")
    steps = (kong(1, "exposed", 3), won(1, 4, None, "replacement"))
    assert points(*steps, rules=alone) == (0, 7, 0, -7)


# ---- kongs --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [RULES, SBR], ids=["platform", "sbr2025"])
def test_what_kongs_are_paid(rules: Rules) -> None:
    assert points(kong(1, "exposed", 3), rules=rules) == (0, 2, 0, -2)
    assert points(kong(1, "added"), rules=rules) == (-1, 3, -1, -1)
    assert points(kong(1, "concealed"), rules=rules) == (-2, 6, -2, -2)


def test_who_has_won_neither_pays_nor_gets_kongs() -> None:
    assert points(won(3, 1, 0), kong(1, "concealed")) == (-3, 4, -2, 1)
    assert points(won(3, 1, 0), kong(1, "added")) == (-2, 2, -1, 1)
    both = [won(2, 1, 0), won(3, 1, 0)]
    assert points(both, kong(1, "concealed")) == (-4, 2, 1, 1)


def test_a_kong_before_a_win_is_paid_by_who_wins_then() -> None:
    assert points(kong(1, "concealed"), won(3, 1, 0)) == (-3, 6, -2, -1)


def test_kongs_stay_paid_where_nobody_wins_and_all_are_ready() -> None:
    hands = [ready(1)] * 4
    assert points(kong(1, "concealed"), hands=hands) == (-2, 6, -2, -2)


@pytest.mark.parametrize("pays", [True, False])
def test_whether_a_late_added_kong_pays_is_an_option(pays: bool) -> None:
    rules = variant("xuezhan", late_added_kong_pays=pays)
    late = (-1, 3, -1, -1) if pays else (0, 0, 0, 0)
    assert points(kong(1, "added", late=True), rules=rules) == late
    assert points(kong(1, "added"), rules=rules) == (-1, 3, -1, -1)


def test_late_added_kongs_pay_nothing_by_the_tournament_rules() -> None:
    assert points(kong(1, "added", late=True), rules=SBR) == (0, 0, 0, 0)
    assert points(kong(1, "added", late=True)) == (-1, 3, -1, -1)


# ---- 杠上炮 -------------------------------------------------------------------------------------

HOW = ("transfer_last", "transfer_all", "refund")


def fed(seat: int, fan: int, payer: int) -> Win:
    """A win on what was discarded after a kong."""
    return won(seat, fan, payer, "after_kong")


@pytest.mark.parametrize("how", HOW)
def test_the_money_of_the_kong_goes_to_the_winner_or_back(how: str) -> None:
    rules = variant("xuezhan", gang_pao=how)
    expected = (-2, 0, 2, 0) if how == "refund" else (-2, -2, 6, -2)
    assert points(kong(0, "concealed"), fed(2, 2, 0), rules=rules) == expected


@pytest.mark.parametrize(
    ("sort", "payer", "transferred", "refunded"),
    [
        ("exposed", 1, (-2, -2, 4, 0), (-2, 0, 2, 0)),
        ("exposed", 2, (-2, 0, 2, 0), (-2, 0, 2, 0)),
        ("added", None, (-2, -1, 4, -1), (-2, 0, 2, 0)),
    ],
)
def test_every_sort_of_kong_is_passed_on(
    sort: str, payer: int | None, transferred: tuple[int, ...], refunded: tuple[int, ...]
) -> None:
    steps = (kong(0, sort, payer), fed(2, 2, 0))
    assert points(*steps) == transferred
    assert points(*steps, rules=variant("xuezhan", gang_pao="refund")) == refunded


@pytest.mark.parametrize("how", HOW)
def test_no_other_win_takes_kong_money(how: str) -> None:
    rules = variant("xuezhan", gang_pao=how)
    # a plain discard, a robbed kong, what another seat feeds, a self-draw
    base = (6, -2, -2, -2)
    assert points(kong(0, "concealed"), won(2, 2, 0), rules=rules) == (4, -2, 0, -2)
    assert points(kong(0, "concealed"), won(2, 2, 0, "robbing"), rules=rules) == (4, -2, 0, -2)
    assert points(kong(0, "concealed"), won(2, 2, 1), rules=rules) == (6, -4, 0, -2)
    drawn = (kong(0, "concealed"), won(0, 4, None, "replacement"))
    assert points(*drawn, rules=rules) == tuple(
        have + more for have, more in zip(base, (12, -4, -4, -4), strict=True)
    )


@pytest.mark.parametrize("how", HOW)
def test_the_last_kong_is_passed_on_or_all_of_them(how: str) -> None:
    rules = variant("xuezhan", gang_pao=how)
    steps = (kong(0, "concealed"), kong(1, "concealed"), kong(0, "added"), fed(2, 2, 0))
    expected = {
        "transfer_last": (6 - 2 + 3 - 3 - 2, -2 + 6 - 1, -2 - 2 - 1 + 3 + 2, -2 - 2 - 1),
        "transfer_all": (6 - 2 + 3 - 9 - 2, -2 + 6 - 1, -2 - 2 - 1 + 9 + 2, -2 - 2 - 1),
        "refund": (6 - 2 - 2, -2 + 6, -2 - 2 + 2, -2 - 2),
    }
    assert points(*steps, rules=rules) == expected[how]


def test_of_several_winners_the_nearest_gets_the_money() -> None:
    steps = (kong(0, "concealed"), [fed(1, 2, 0), fed(3, 4, 0)])
    assert points(*steps) == (6 - 6 - 6, -2 + 2 + 6, -2, -2 + 4)
    assert [each for each in paid(*steps) if each[0] == "transfer"] == [("transfer", 0, 1, 6)]
    # nearest to who discards
    steps = (kong(2, "concealed"), [fed(3, 2, 2), fed(1, 4, 2)])
    assert [each for each in paid(*steps) if each[0] == "transfer"] == [("transfer", 2, 3, 6)]


def test_several_winners_get_back_what_each_paid_by_refund() -> None:
    steps = (kong(0, "concealed"), [fed(1, 2, 0), fed(3, 4, 0)])
    assert points(*steps, rules=variant("xuezhan", gang_pao="refund")) == (-6, 2, 0, 4)


def test_money_that_was_passed_on_is_not_passed_on_again() -> None:
    rules = variant("xuezhan", gang_pao="transfer_all")
    steps = (kong(0, "concealed"), fed(2, 2, 0), kong(0, "added"), fed(1, 2, 0))
    moved = [each for each in paid(*steps, rules=rules) if each[0] == "transfer"]
    assert moved == [("transfer", 0, 2, 6), ("transfer", 0, 1, 2)]


def test_the_money_of_a_kong_that_paid_nothing_stays_where_it_is() -> None:
    for how in HOW:
        rules = variant("xuezhan", late_added_kong_pays=False, gang_pao=how)
        steps = (kong(0, "added", late=True), fed(2, 2, 0))
        assert paid(*steps, rules=rules) == [("win", 0, 2, 2)]


def test_a_seat_that_has_won_gives_no_kong_money_away() -> None:
    steps = (kong(0, "concealed"), won(0, 1), kong(1, "concealed"), fed(2, 2, 1))
    assert [each for each in paid(*steps) if each[0] == "transfer"] == [("transfer", 1, 2, 4)]


def test_a_win_after_a_kong_of_which_nothing_is_told_is_paid_all_the_same() -> None:
    for how in HOW:
        rules = variant("xuezhan", gang_pao=how)
        assert points(fed(2, 2, 0), rules=rules) == (-2, 0, 2, 0)


# ---- 查花猪 -------------------------------------------------------------------------------------


def at_end(*hands: SeatResult, rules: Rules = RULES, before: Sequence[Step] = ()) -> list[Any]:
    """What the end of the wall costs, beside what came before it."""
    all_of_it = paid(*before, hands=hands, rules=rules)
    return all_of_it[len(paid(*before, rules=rules)) :]


def test_who_holds_the_void_suit_pays_every_other_seat_that_is_left() -> None:
    assert points(hands=[HOLDING, ready(1), ready(2), ready(4)]) == (-192, 64, 64, 64)
    hands = [HOLDING, UNREADY, UNREADY, UNREADY]
    assert points(hands=hands) == (-192, 64, 64, 64)


def test_those_who_hold_it_do_not_pay_each_other() -> None:
    assert points(hands=[HOLDING, HOLDING, ready(2), ready(1)]) == (-128, -128, 128, 128)
    assert points(hands=[HOLDING] * 4) == (0, 0, 0, 0)


def test_who_holds_it_does_not_pay_for_not_being_ready_besides() -> None:
    found = at_end(HOLDING, ready(2), ready(1), ready(8))
    assert {reason for reason, *_ in found} == {"huazhu"}


def test_who_holds_it_gets_nothing_from_those_who_are_not_ready() -> None:
    assert at_end(HOLDING, UNREADY, UNREADY, ready(8)) == [
        ("huazhu", 0, 1, 64),
        ("huazhu", 0, 2, 64),
        ("huazhu", 0, 3, 64),
        ("dajiao", 1, 3, 8),
        ("dajiao", 2, 3, 8),
    ]


def test_who_has_won_neither_pays_nor_gets_the_fine() -> None:
    assert at_end(HOLDING, OUT, ready(1), ready(1), before=[won(1, 2, 0)]) == [
        ("huazhu", 0, 2, 64),
        ("huazhu", 0, 3, 64),
    ]


@pytest.mark.parametrize("melded", [False, True])
def test_the_void_suit_is_looked_for_in_the_hand(melded: bool) -> None:
    held = SeatResult(
        concealed=bytes(34) if melded else bytes([*9 * [0], 1, *24 * [0]]),
        melds=[Meld.parse("[222m]")],
        void_suit="p",
        waiting=None if not melded else 3,
    )
    found = at_end(held, ready(1), ready(1), ready(1))
    assert {reason for reason, *_ in found} == (set() if melded else {"huazhu"})


def test_the_fine_is_an_option_and_not_tied_to_the_cap() -> None:
    hands = [HOLDING, ready(1), ready(2), ready(4)]
    assert points(hands=hands, rules=variant("xuezhan", cap=8))[0] == -192
    assert points(hands=hands, rules=variant("xuezhan", huazhu_value=16)) == (-48, 16, 16, 16)


def test_by_option_it_counts_as_not_ready() -> None:
    rules = variant("xuezhan", huazhu_value=None)
    assert points(hands=[HOLDING, ready(1), ready(2), ready(4)], rules=rules) == (-7, 1, 2, 4)
    assert points(hands=[HOLDING, UNREADY, UNREADY, UNREADY], rules=rules) == (0, 0, 0, 0)
    assert points(hands=[HOLDING, UNREADY, ready(2), UNREADY], rules=rules) == (-2, -2, 6, -2)


def test_without_void_suits_nobody_is_fined() -> None:
    rules = variant("xuezhan", dingque=False)
    held = SeatResult(concealed=bytes([1] * 13 + 21 * [0]))
    assert points(hands=[held, ready(1), ready(1), ready(1)], rules=rules) == (-3, 1, 1, 1)


# ---- 查大叫 -------------------------------------------------------------------------------------


def test_who_is_not_ready_pays_every_ready_seat_its_best_wait() -> None:
    assert points(hands=[UNREADY, ready(1), ready(2), ready(8)]) == (-11, 1, 2, 8)
    assert points(hands=[UNREADY, UNREADY, ready(4), ready(8)]) == (-12, -12, 8, 16)


def test_nobody_pays_where_all_are_ready_or_nobody_is() -> None:
    assert at_end(*[ready(4)] * 4) == []
    assert at_end(*[UNREADY] * 4) == []


def test_who_has_won_has_no_part_in_it() -> None:
    before = [won(3, 1, 0)]
    assert at_end(UNREADY, ready(2), ready(4), OUT, before=before) == [
        ("dajiao", 0, 1, 2),
        ("dajiao", 0, 2, 4),
    ]


def test_a_best_wait_of_no_points_is_a_wait() -> None:
    # 平和 has no fan in the tournament rules, and is worth a point
    assert points(hands=[UNREADY, ready(0), UNREADY, ready(3)], rules=SBR) == (-9, 2, -9, 16)


# ---- 退税 ---------------------------------------------------------------------------------------


def test_who_is_not_ready_gives_back_all_kong_money() -> None:
    before = [kong(0, "concealed"), kong(0, "exposed", 1), kong(0, "added")]
    assert at_end(UNREADY, UNREADY, UNREADY, UNREADY, before=before) == [
        ("refund", 0, 1, 2),
        ("refund", 0, 2, 2),
        ("refund", 0, 3, 2),
        ("refund", 0, 1, 2),
        ("refund", 0, 1, 1),
        ("refund", 0, 2, 1),
        ("refund", 0, 3, 1),
    ]
    assert points(*before, hands=[UNREADY] * 4) == (0, 0, 0, 0)


def test_who_holds_the_void_suit_gives_it_back_too() -> None:
    found = at_end(HOLDING, ready(1), ready(1), ready(1), before=[kong(0, "added")])
    assert [each for each in found if each[0] == "refund"] == [
        ("refund", 0, 1, 1),
        ("refund", 0, 2, 1),
        ("refund", 0, 3, 1),
    ]


def test_who_is_ready_keeps_it() -> None:
    assert at_end(ready(1), ready(1), ready(1), ready(1), before=[kong(0, "added")]) == []


def test_who_has_won_keeps_it() -> None:
    before = [kong(0, "concealed"), won(0, 1)]
    assert "refund" not in [each[0] for each in at_end(OUT, *[UNREADY] * 3, before=before)]


@pytest.mark.parametrize("to_winners", [True, False])
def test_whether_winners_are_refunded_is_an_option(to_winners: bool) -> None:
    rules = variant("xuezhan", refund_to_winners=to_winners)
    before = [kong(0, "concealed"), won(3, 1, 1)]
    found = at_end(UNREADY, UNREADY, UNREADY, OUT, before=before, rules=rules)
    expected = [("refund", 0, 1, 2), ("refund", 0, 2, 2)]
    assert found == expected + ([("refund", 0, 3, 2)] if to_winners else [])


def test_only_who_paid_is_refunded() -> None:
    # seat 3 had won before the kong
    before = [won(3, 1, 1), kong(0, "concealed")]
    assert at_end(UNREADY, UNREADY, UNREADY, OUT, before=before) == [
        ("refund", 0, 1, 2),
        ("refund", 0, 2, 2),
    ]


def test_kongs_that_are_not_paid_are_not_refunded() -> None:
    before = [kong(0, "added", late=True)]
    assert at_end(*[UNREADY] * 4, before=before, rules=SBR) == []


@pytest.mark.parametrize("how", HOW)
def test_money_that_was_passed_on_or_given_back_is_not_refunded_again(how: str) -> None:
    rules = variant("xuezhan", gang_pao=how)
    before = [kong(0, "concealed"), kong(0, "added"), fed(3, 2, 0)]
    found = at_end(UNREADY, UNREADY, UNREADY, OUT, before=before, rules=rules)
    # of the first kong, unless that has been passed on as well
    expected = [("refund", 0, seat, 2) for seat in (1, 2, 3)]
    assert found == ([] if how == "transfer_all" else expected)


def test_the_seat_to_which_kong_money_went_does_not_refund_it() -> None:
    before = [kong(0, "concealed"), fed(3, 2, 0)]
    assert at_end(ready(1), ready(1), ready(1), OUT, before=before) == []


# ---- the order of the steps ---------------------------------------------------------------------


def test_the_fine_comes_first_then_waits_then_kongs() -> None:
    before = [kong(2, "exposed", 3), won(3, 1, 0)]
    assert at_end(HOLDING, ready(2), UNREADY, OUT, before=before) == [
        ("huazhu", 0, 1, 64),
        ("huazhu", 0, 2, 64),
        ("dajiao", 2, 1, 2),
        ("refund", 2, 3, 2),
    ]


def test_the_end_of_the_wall_with_each_of_them() -> None:
    before = [kong(2, "exposed", 3), won(3, 1, 0)]
    hands = [HOLDING, ready(2), UNREADY, OUT]
    stage = [
        after - had
        for after, had in zip(points(*before, hands=hands), points(*before), strict=True)
    ]
    assert stage == [-128, 66, 60, 2]


def test_all_that_is_paid_is_told_in_the_order_of_the_deal() -> None:
    steps = (
        kong(1, "exposed", 0),
        [won(2, 2, 3), won(1, 4, 3)],
        kong(0, "added"),
        won(3, 1, 0, "after_kong"),
    )
    assert paid(*steps) == [
        ("kong", 0, 1, 2),
        ("win", 3, 2, 2),
        ("win", 3, 1, 4),
        ("kong", 3, 0, 1),
        ("win", 0, 3, 1),
        ("transfer", 0, 3, 1),
    ]


def test_nothing_follows_where_one_seat_is_left() -> None:
    steps = (kong(0, "added"), won(1, 1, 0), won(2, 1, 0), won(3, 1, 0))
    hands = [HOLDING, OUT, OUT, OUT]
    assert points(*steps, hands=hands) == points(*steps)


def test_with_two_seats_left_it_follows() -> None:
    steps = (kong(0, "added"), won(1, 1, 0), won(2, 1, 0))
    assert at_end(HOLDING, OUT, OUT, ready(8), before=steps) == [
        ("huazhu", 0, 3, 64),
        ("refund", 0, 1, 1),
        ("refund", 0, 2, 1),
        ("refund", 0, 3, 1),
    ]


def test_a_result_without_hands_has_no_end_of_the_wall() -> None:
    assert points(kong(0, "added")) == (3, -1, -1, -1)
    assert points() == (0, 0, 0, 0)


# ---- worked examples ----------------------------------------------------------------------------


def test_an_exposed_wait_that_is_self_drawn() -> None:
    hand = "[222m][555m][777p]333p8p"
    score = RULES.score(hand, "8p", self_draw=True)
    assert score.total == 4 and points(won(1, score.total)) == (-4, 12, -4, -4)
    score = RULES.score("[222m][555m][777p][333p]8p", "8p", self_draw=True)
    assert score.total == 8 and points(won(1, score.total)) == (-8, 24, -8, -8)


def test_a_robbed_kong() -> None:
    score = RULES.score("123m456m44m456p89p", "7p", robbing=True)
    assert score.total == 2
    assert points(won(2, score.total, 1, "robbing")) == (0, -2, 2, 0)


def test_two_winners_on_one_discard() -> None:
    pairs = RULES.score("1122334477889p", "9p").total
    plain = RULES.score("234m567m99m345p78p", "9p").total
    assert (pairs, plain) == (16, 1)
    assert points([won(1, pairs, 0), won(3, plain, 0)]) == (-17, 16, 0, 1)


def test_seven_pairs_by_both_rules() -> None:
    hand, tile = "11112233m44556p6p", "6p"
    score = SBR.score(hand.removesuffix(tile), tile, self_draw=True)
    assert (score.total, score.points) == (3, 8)
    assert points(won(1, score.total), rules=SBR) == (-9, 27, -9, -9)
    total = RULES.score(hand.removesuffix(tile), tile, self_draw=True).total
    assert total == 32 and points(won(1, total)) == (-32, 96, -32, -32)


# ---- tournament rules ---------------------------------------------------------------------------


@pytest.mark.parametrize(("fan", "value"), [(0, 1), (1, 2), (2, 4), (3, 8)])
def test_fans_are_powers_of_two(fan: int, value: int) -> None:
    assert points(won(1, fan, 0), rules=SBR) == (-value, value, 0, 0)
    each = value + 1
    assert points(won(1, fan), rules=SBR) == (-each, 3 * each, -each, -each)


def test_the_cap_of_fans_is_an_option() -> None:
    rules = variant("xuezhan", preset="sbr2025", fan_cap=4)
    assert points(won(1, 4, 0), rules=rules) == (-16, 16, 0, 0)
    assert points(won(1, 4, 0), rules=SBR) == (-8, 8, 0, 0)


def test_kong_money_goes_back_by_the_tournament_rules() -> None:
    assert points(kong(0, "concealed"), fed(2, 1, 0), rules=SBR) == (-2, 0, 2, 0)


def test_who_holds_the_void_suit_is_not_ready_by_the_tournament_rules() -> None:
    hands = [HOLDING, ready(3), ready(1), ready(0)]
    assert points(hands=hands, rules=SBR) == (-11, 8, 2, 1)


# ---- leaving, coins, and results that cannot be -------------------------------------------------


def test_leaving_voids_the_deal() -> None:
    result = DealResult(escaped=2, kongs=[kong(0, "concealed")])
    settled = RULES.settle(result)
    assert settled.points == (8, 8, -24, 8) and settled.bank == 0
    rules = variant("xuezhan", escape_points=30, escape_comp=5)
    assert rules.settle(result).points == (5, 5, -30, 5)


def test_coins_and_the_fee() -> None:
    rules = variant("xuezhan", N=10, A=3)
    settled = rules.settle(deal(won(1, 8, 0)))
    assert settled.coins == (-83, 77, -3, -3)
    rules = variant("xuezhan", N=10, A=3, fee_scope="involved")
    assert rules.settle(deal(won(1, 8, 0))).coins == (-83, 77, 0, 0)
    drawn = deal(hands=[ready(1)] * 4)
    assert variant("xuezhan", A=3).settle(drawn).coins == (-3,) * 4
    assert variant("xuezhan", A=3, fee_on_draw=False).settle(drawn).coins == (0,) * 4


@pytest.mark.parametrize(
    "steps",
    [
        (won(1, 1, 0), won(1, 1, 0)),
        (won(1, 1, 0), won(2, 1, 1)),
        (won(1, 1, 0), kong(1, "concealed")),
        (won(1, 1, 0), kong(2, "exposed", 1)),
    ],
)
def test_a_seat_that_has_won_does_nothing_more(steps: tuple[Step, ...]) -> None:
    with pytest.raises(ResultError, match=r"seat 1 .*after it has won"):
        points(*steps)


@pytest.mark.parametrize("last", [won(0, 1), kong(0, "concealed")])
def test_who_is_left_alone_does_nothing_more(last: Step) -> None:
    with pytest.raises(ResultError, match=r"seat 0 .*the only one left"):
        points(won(1, 1, 0), won(2, 1, 0), won(3, 1, 0), last)


# ---- explained ----------------------------------------------------------------------------------


def test_payments_are_explained() -> None:
    steps = (kong(2, "exposed", 3), won(3, 1, 0))
    hands = [HOLDING, ready(2), UNREADY, OUT]
    assert RULES.settle(deal(*steps, hands=hands)).explain() == (
        "kong: seat 3 pays seat 2 2 points = 2 (exposed kong)\n"
        "win: seat 0 pays seat 3 1 point = 1 fan\n"
        "huazhu: seat 0 pays seat 1 64 points = 64 fan\n"
        "huazhu: seat 0 pays seat 2 64 points = 64 fan\n"
        "dajiao: seat 2 pays seat 1 2 points = 2 fan\n"
        "refund: seat 2 pays seat 3 2 points = 2 (exposed kong)\n"
        "points: -129, +66, +62, +1"
    )


def test_what_was_passed_on_is_explained() -> None:
    assert RULES.settle(deal(kong(0, "added"), fed(2, 2, 0))).explain().splitlines()[-2:] == [
        "transfer: seat 0 pays seat 2 3 points = 3 (added kong)",
        "points: -2, -1, +4, -1",
    ]


def test_fans_of_the_tournament_rules_are_explained() -> None:
    (transfer, *_) = SBR.settle(deal(won(1, 3))).transfers
    assert transfer == Transfer(0, 1, 9, "win", (("3 fan", 8), ("self-draw", 1)))
    assert transfer.formula() == "8 (3 fan) + 1 (self-draw)"
