"""买马 in 广东推倒胡麻将: how many horses, whose they are, and what the dealer has of them."""

from __future__ import annotations

from typing import Any

import pytest
from guangdong import KINDS, act, deal, kind, named, play, points, result_of

from queshen.actions import PASS
from queshen.deal_result import DealResult, KongPaid, Win
from queshen.errors import RulesError
from queshen.rules import variant
from queshen.session import Session
from queshen.table import Table, choose

RULES = variant("tuidaohu")
RUNS = "123m456p11p345s78s"
SMALL = "234m78m555p99p678s"


def horses(table: Table) -> list[str]:
    return named(table.horses)


# ---- horses by the words of the game ------------------------------------------------------------


def seat_1_wins(horse: str, **options: Any) -> Table:
    return play(
        variant("tuidaohu", **options),
        "",
        RUNS,
        wall=f". . . . . 9s . {horse}",
        acts="0, 1, 2, 3, 0, 1 win",
    )


def dealer_wins(horse: str, **options: Any) -> Table:
    rules = variant("tuidaohu", **options)
    return play(rules, RUNS, wall=f". . . . 9s . {horse}", acts="0, 1, 2, 3, 0 win")


@pytest.mark.parametrize(
    ("horse", "paid"),
    [
        ("2m", (2, 6, -4, -4)),  # of the winner: the other two pay the dealer too
        ("3p", (-4, 8, -2, -2)),  # of a loser
        ("9s", (-4, 8, -2, -2)),  # of the dealer
        ("N", (-4, 8, -2, -2)),
    ],
)
def test_the_dealer_wins_and_pays_what_the_owner_of_the_horse_does(
    horse: str, paid: tuple[int, ...]
) -> None:
    table = seat_1_wins(horse)
    assert horses(table) == [horse] and points(table) == paid


@pytest.mark.parametrize(
    ("horse", "paid"), [("5m", (12, -4, -4, -4)), ("6s", (6, -2, -2, -2)), ("7p", (6, -2, -2, -2))]
)
def test_a_horse_doubles_a_win_of_the_dealer_or_costs_nothing(
    horse: str, paid: tuple[int, ...]
) -> None:
    assert points(dealer_wins(horse)) == paid


def test_kongs_are_counted_with_the_win() -> None:
    table = play(
        RULES,
        "",
        "555m456p345s78s11p",
        "222p",
        "5m",
        wall=". . . . 2p . . 6s . . . 7m",
        acts="0, 1, 2, 3 discard 5m, 1 kong, 1, 2 concealed kong 2p, 2, 3, 0, 1 win",
    )
    assert points(table) == (-2, 7, 4, -9)


def test_an_added_kong_is_counted_with_the_win() -> None:
    table = play(
        RULES,
        "5m",
        "",
        "",
        "55m456p345s78s11pN",
        wall=". . . . 5m . . . 6s . . 4m",
        acts="0 discard 5m, 3 pung, 3 discard N, 0, 1, 2, 3 added kong 5m, 3, 0, 1, 2, 3 win",
    )
    assert points(table) == (3, -6, -6, 9)


def test_what_the_seat_that_fed_a_kong_pays_alone_is_counted_as_its_own() -> None:
    for horse, paid in (
        ("3m", (0, 15, 0, -15)),
        ("2m", (15, 15, 0, -30)),
        ("8m", (-15, 30, 0, -15)),
    ):
        table = play(
            RULES,
            "8p",
            "12345p99p777p88pN",
            "",
            "7p",
            wall=f". . . . 6p {horse}",
            acts="0 discard 8p, 1 pung, 1 discard N, 2, 3 discard 7p, 1 kong, 1 win",
        )
        assert points(table) == paid


@pytest.mark.parametrize(
    ("horse", "paid"),
    [("4s", (-6, 0, 6, 0)), ("3s", (-6, 0, 6, 0)), ("1s", (-12, 0, 12, 0))],
)
def test_a_robbed_dealer_pays_once_more_for_a_horse_of_its_own(
    horse: str, paid: tuple[int, ...]
) -> None:
    table = play(
        RULES,
        "99mN",
        "9m",
        SMALL,
        wall=f". . . . . 9m . . {horse}",
        acts="0, 1 discard 9m, 0 pung, 0 discard N, 1, 2, 3, 0 added kong 9m, 2 win",
    )
    assert points(table) == paid


@pytest.mark.parametrize(
    ("bought", "paid"),
    [
        (["1m", "2p", "E"], (-20, -5, 30, -5)),
        (["3m", "C", "8s"], (-5, -10, 25, -10)),
    ],
)
def test_horses_add_up(bought: list[str], paid: tuple[int, ...]) -> None:
    table = play(
        RULES,
        "7p",
        "",
        "12345p234p99p77pN",
        wall=". . . . 7p . . . 6p . . " + " ".join(reversed(bought)),
        acts="0 discard 7p, 2 pung, 2 discard N, 3, 0, 1, 2 added kong 7p, 2, 3, 0, 1, 2 win",
        streak=3,
    )
    assert horses(table) == bought and points(table) == paid


@pytest.mark.parametrize("mode", ["mirror", "full", "bank"])
def test_the_horse_of_a_seat_that_comes_out_even_is_not_counted(mode: str) -> None:
    # two added kongs: seat 2 has three for its own, and pays one for the other and two for the win
    table = play(
        variant("tuidaohu", horse_mode=mode),
        "5m2p",
        "55m456p345s78s11pN",
        "22pE",
        wall=". . . . . . 5m 2p . . 6s . . . 3m",
        acts="0 discard 5m, 1 pung, 1 discard N, 2, 3, 0 discard 2p, 2 pung, 2 discard E, 3, 0, "
        "1 added kong 5m, 1, 2 added kong 2p, 2, 3, 0, 1 win",
    )
    settlement = table.rules.settle(result_of(table))
    assert (settlement.points, settlement.bank) == ((-4, 8, 0, -4), 0)


# ---- whose a horse is ---------------------------------------------------------------------------

# Seat 3 fed a kong of seat 1, seat 2 has a concealed kong, and seat 1 wins: -4, 7, 4, -7.
TWO_KONGS: dict[str, Any] = {
    "wins": [Win(1, 1, order=2)],
    "kongs": [
        KongPaid(1, "5m", "exposed kong", payer=3, order=0),
        KongPaid(2, "2p", "concealed kong", order=1),
    ],
}
WITH_HORSE_OF = {
    "mirror": [(-8, 9, 6, -7), (1, 7, 4, -12), (-2, 7, 4, -9), (-11, 12, 6, -7)],
    "full": [(-8, 9, 6, -7), (3, 7, 4, -14), (0, 7, 4, -11), (-11, 12, 6, -7)],
    "bank": [(-8, 7, 4, -7), (3, 7, 4, -7), (0, 7, 4, -7), (-11, 7, 4, -7)],
}
OWNERS = ["159EC", "26SF", "37WP", "48N"]
"""Numbers and honours of each seat from the dealer on."""


def owner(tile: str, owners: list[str]) -> int:
    (seat,) = [seat for seat, signs in enumerate(owners) if tile[0] in signs]
    return seat


@pytest.mark.parametrize("mode", WITH_HORSE_OF)
@pytest.mark.parametrize("tile", KINDS)
def test_a_horse_is_of_the_seat_that_its_number_counts_to(tile: str, mode: str) -> None:
    settlement = variant("tuidaohu", horse_mode=mode).settle(DealResult(horses=[tile], **TWO_KONGS))
    expected = WITH_HORSE_OF[mode][owner(tile, OWNERS)]
    assert settlement.points == expected
    assert settlement.bank == -sum(expected) and (mode == "bank" or settlement.bank == 0)


@pytest.mark.parametrize("tile", KINDS)
def test_dragons_may_count_from_the_seat_after_the_dealer(tile: str) -> None:
    rules = variant("tuidaohu", horse_dragons="shifted")
    shifted = ["159E", "26SC", "37WF", "48NP"]
    settlement = rules.settle(DealResult(horses=[tile], **TWO_KONGS))
    assert settlement.points == WITH_HORSE_OF["mirror"][owner(tile, shifted)]


def test_without_a_horse_nothing_is_counted_twice() -> None:
    assert RULES.settle(DealResult(**TWO_KONGS)).points == (-4, 7, 4, -7)


@pytest.mark.parametrize(
    ("horse", "full", "bank"),
    [
        ("2m", (4, 6, -5, -5), (4, 6, -2, -2)),
        ("3p", (-4, 8, -2, -2), (-4, 6, -2, -2)),
        ("9s", (-4, 8, -2, -2), (-4, 6, -2, -2)),
    ],
)
def test_the_dealer_has_the_whole_result_of_the_owner_by_option(
    horse: str, full: tuple[int, ...], bank: tuple[int, ...]
) -> None:
    assert points(seat_1_wins(horse, horse_mode="full")) == full
    settlement = variant("tuidaohu", horse_mode="bank").settle(result_of(seat_1_wins(horse)))
    assert (settlement.points, settlement.bank) == (bank, -sum(bank))


def test_the_bank_pays_the_dealer_and_is_paid_by_it() -> None:
    assert points(dealer_wins("5m", horse_mode="full")) == (12, -4, -4, -4)
    for horse, paid, bank in (("5m", (12, -2, -2, -2), -6), ("6s", (4, -2, -2, -2), 2)):
        table = dealer_wins(horse, horse_mode="bank")
        settlement = table.rules.settle(result_of(table))
        assert (settlement.points, settlement.bank) == (paid, bank)


def test_what_cannot_be_split_evenly_is_split_in_whole_points() -> None:
    # seat 3 wins nine, three from each: the other two pay the dealer nine together
    won = DealResult([Win(3, 1, order=1)], kongs=[KongPaid(3, "5m", "added kong")], horses=["4m"])
    paid = variant("tuidaohu", horse_mode="full").settle(won).points
    assert paid[0] == -3 + 9 and paid[3] == 9 and sum(paid) == 0
    assert sorted(paid[1:3]) == [-8, -7]


def test_no_horse_breaks_a_deal_in_which_the_dealer_takes_all() -> None:
    for mode in ("mirror", "full"):
        for tile in ("2m", "3m", "4m"):
            won = DealResult([Win(0, 2)], horses=[tile])
            assert sum(variant("tuidaohu", horse_mode=mode).settle(won).points) == 0


@pytest.mark.parametrize(
    ("kongs", "bought", "paid"),
    [
        (True, True, (-1, 6, -1, -4)),
        (True, False, (-5, 6, 1, -2)),
        (False, True, (0, 0, 0, 0)),
        (False, False, (0, 0, 0, 0)),
    ],
)
def test_horses_of_a_draw_are_counted_by_option_only(
    kongs: bool, bought: bool, paid: tuple[int, ...]
) -> None:
    table = play(
        variant("tuidaohu", kong_pay_on_draw=kongs, horses_on_draw=bought),
        "5m",
        "222p",
        "555m",
        wall=". 2p . . . . . 2m",
        acts="0, 1 concealed kong 2p, 1, 2, 3, 0 discard 5m, 2 kong, 2",
    )
    assert result_of(table).drawn and points(table) == paid


# ---- how many horses there are, and where -------------------------------------------------------


@pytest.mark.parametrize(("streak", "count"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (99, 4)])
def test_a_dealer_buys_as_many_horses_as_deals_in_a_row_and_at_most_four(
    streak: int, count: int
) -> None:
    table = RULES.table(seed=3, streak=streak)
    assert table.wall_left == 136 - 53 - count
    while not table.done:
        table.step(min(table.legal(table.to_act[0])) if table.phase == "turn" else PASS)
    assert len(table.horses) == count
    assert result_of(table).horses == table.horses and result_of(table).streak == streak


def test_horses_are_the_last_tiles_of_the_wall_and_nobody_draws_them() -> None:
    table = deal(RULES, "333s", wall="3s . . . 9s 9m 8m", streak=2)
    assert table.wall_left == 4
    act(table, "0 concealed kong 3s")
    assert table.drawn == kind("9s")
    act(table, "0, 1, 2, 3")
    assert table.done and horses(table) == ["8m", "9m"]


def test_the_horses_are_told_when_the_deal_is_over() -> None:
    table = deal(RULES, RUNS, wall="9s . 7p")
    assert table.horses == () and table.result is None
    assert not hasattr(table.view(0), "horses")
    table.act(0, "win")
    assert horses(table) == ["7p"]
    table.undo()
    assert table.horses == ()


def test_games_without_horses_have_none_whatever_the_streak() -> None:
    table = play(variant("jipinghu"), wall=". . .", acts="0, 1, 2", streak=4)
    assert table.horses == result_of(table).horses == ()
    with pytest.raises(RulesError, match="horse_mode"):
        variant("jipinghu", horse_mode="mirror")


# ---- dealers in a row ---------------------------------------------------------------------------


def only_the_dealer_wins(table: Table) -> None:
    while not table.done:
        seat = table.to_act[0]
        if seat == 0:
            table.step(choose(table, 0, "greedy"))
        else:
            table.step(PASS if table.phase != "turn" else min(table.legal(seat)))


def test_each_win_of_the_dealer_buys_a_horse_more_and_a_draw_passes_the_deal_on() -> None:
    session = Session(RULES, 1, first_dealer=2)
    dealer, streak = 2, 1
    seen = set()
    for _ in range(200):
        assert (session.dealer, session.streak) == (dealer, streak)
        table = session.table
        only_the_dealer_wins(table)
        assert len(table.horses) == min(streak, 4)
        dealt = session.finish()
        assert len(dealt.result.horses) == min(streak, 4)
        won = bool(dealt.result.wins)
        seen.add((streak, won))
        dealer, streak = (dealer, streak + 1) if won else ((dealer + 1) % 4, 1)
    assert seen >= {(number, True) for number in range(1, 6)} | {(1, False), (5, False)}


def test_a_winner_deals_next_with_one_horse() -> None:
    session = Session(RULES, 1, first_dealer=0)
    for _ in range(60):
        table = session.table
        while not table.done:
            seat = table.to_act[0]
            table.step(choose(table, seat, "greedy"))
        before, streak = session.dealer, session.streak
        winners = [win.seat for win in session.finish().result.wins]
        step = winners[0] if winners else 1
        assert session.dealer == (before + step) % 4
        assert session.streak == (streak + 1 if step == 0 else 1)
        assert session.table.wall_left == 83 - min(session.streak, 4)


def test_a_session_is_saved_with_its_streak_and_its_horses() -> None:
    session = Session(RULES, 1, first_dealer=2)
    while session.streak < 3:
        only_the_dealer_wins(session.table)
        session.finish()
    again = Session.from_json(session.to_json())
    assert again == session and again.dealt == session.dealt
    assert again.table.digest() == session.table.digest() and again.table.wall_left == 80
    last = session.number - 1
    assert session.record(last).digest == session.dealt[last].digest


def test_a_table_is_copied_and_written_with_its_horses() -> None:
    table = deal(RULES, RUNS, wall="9s . 8m 9m 7p", streak=3)
    table.act(0, "win")
    for again in (table.clone(), Table.from_bytes(table.to_bytes()), RULES.table(**table.set_up)):
        if not again.done:
            again.act(0, "win")
        assert again == table and horses(again) == ["7p", "9m", "8m"]
        assert result_of(again) == result_of(table)
