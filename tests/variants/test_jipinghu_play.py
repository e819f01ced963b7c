"""广东鸡平胡麻将 at the table: claims, 漏胡, several winners, kongs, the last tile, 天和."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from guangdong import act, deal, drawn_tile, legal, named, passes, play, points, result_of, the_win

from queshen.deal_result import KongType, WinFlag
from queshen.rules import Rules, variant
from queshen.session import next_dealer
from queshen.table import Table
from queshen.tiles import Meld

RULES = variant("jipinghu")

# A chicken, runs and a flush that wait for 6m and 9m.
CHICKEN = "234m78m555p99p678s"
RUNS = "78m123p456p345s11s"
FLUSH = "123m456m456m78m99m"
# A flush of 筒 that waits for 3p and 6p.
PINS = "12345p99p777p888p"
# Runs that wait for 2s and 5s.
RUNS_5S = "123m99m456p789p34s"
# A chicken that waits for 5s and 9m.
PAIRS_5S = "123m99m456p777p55s"
ORPHANS = "19m19p1sESWNCFPP"


def missed(table: Table, seat: int) -> list[str]:
    return named(table.missed(seat))


# ---- claims -------------------------------------------------------------------------------------


def after_5m(*hands: str, wall: str = ". . . . .", rules: Rules = RULES) -> Table:
    """The dealer has discarded 5m."""
    return act(deal(rules, "5m", *hands, wall=wall), "0 discard 5m")


def test_the_next_seat_may_chow_and_every_seat_pung_or_kong() -> None:
    assert legal(after_5m("46m"), 1) == {"chow middle", "pass"}
    assert legal(after_5m("", "46m"), 2) == {"pass"}
    for seat in (1, 2, 3):
        hands = [""] * 3
        hands[seat - 1] = "555m"
        assert legal(after_5m(*hands), seat) == {"pung", "kong", "pass"}


def test_a_pung_goes_before_a_chow_and_a_win_before_both() -> None:
    wins = "46m123p456p789s11s"
    table = after_5m("46m", "55m", wins)
    for seat, what in ((1, "chow middle"), (2, "pung"), (3, "pass")):
        table.act(seat, what)
    assert table.turn == 2
    table = after_5m("46m", "55m", wins)
    for seat, what in ((1, "chow middle"), (2, "pung"), (3, "win")):
        if table.phase == "claim":
            table.act(seat, what)
    assert the_win(table).seat == 3


def test_there_are_no_ready_declarations_and_no_flowers() -> None:
    table = RULES.table(seed=3)
    assert {each.split()[0] for each in legal(table, 0)} <= {"discard", "concealed", "win"}
    assert not any("ready" in each for each in legal(table, 0))
    assert RULES.minimum in (None, 0)


@pytest.mark.parametrize("pung", [False, True])
def test_only_wins_are_left_on_the_last_discard_unless_the_option_allows_a_pung(
    pung: bool,
) -> None:
    rules = variant("jipinghu", claims_on_empty_wall="pung" if pung else "win_only")
    table = after_5m("46m", "555m", "46m123p456p789s11s", wall=".", rules=rules)
    assert legal(table, 1) == {"pass"}
    assert legal(table, 2) == ({"pung", "pass"} if pung else {"pass"})
    assert legal(table, 3) == {"win", "pass"}
    table = passes(table.clone())
    assert result_of(table).drawn


def test_a_pung_of_the_last_discard_leaves_one_more_discard() -> None:
    rules = variant("jipinghu", claims_on_empty_wall="pung")
    table = after_5m("", "555m9s", "78s123m456p789p11m", wall=".", rules=rules)
    act(table, "2 pung")
    assert {each.split()[0] for each in legal(table, 2)} == {"discard"}
    act(table, "2 discard 9s, 3 win")
    assert points(table) == (0, 0, -2, 2)


def test_a_kong_needs_a_tile_to_draw() -> None:
    assert "kong" in legal(after_5m("", "555m", wall=". ."), 2)
    assert "concealed kong 5m" in legal(deal(RULES, "555m", wall="5m ."), 0)
    assert "concealed kong 5m" not in legal(deal(RULES, "555m", wall="5m"), 0)
    table = act(after_5m("", "55m9s", wall=". . . . 5m"), "2 pung, 2 discard 9s, 3, 0, 1")
    passes(table)
    assert drawn_tile(table) == "5m" and "added kong 5m" not in legal(table, 2)


@pytest.mark.parametrize("may", [False, True])
def test_a_seat_that_claimed_may_kong_at_once_by_option(may: bool) -> None:
    rules = variant("jipinghu", kong_after_claim=may)
    table = act(after_5m("", "555m3333s", rules=rules), "2 pung")
    assert ("added kong 5m" in legal(table, 2)) is may
    assert ("concealed kong 3s" in legal(table, 2)) is may
    table = act(after_5m("46m3333s", rules=rules), "1 chow middle")
    assert ("concealed kong 3s" in legal(table, 1)) is may
    if may:
        act(table, "1 concealed kong 3s")
        assert table.melds(1) == (Meld.parse("[456m]"), Meld.parse("{3333s}"))
        assert {each.split()[0] for each in legal(table, 1)} == {"discard"}


@pytest.mark.parametrize(("end", "tile"), [("tail", "9m"), ("head", "9s")])
def test_a_kong_is_replaced_from_the_tail_or_the_head(end: str, tile: str) -> None:
    rules = variant("jipinghu", replacement_end=end)
    table = deal(rules, "555m", wall="5m 9s . . . 9m")
    act(table, "0 concealed kong 5m")
    assert drawn_tile(table) == tile and table.wall_left == 4
    act(table, "0, 1")
    assert (named(each.kind for each in table.view(0).river)[1] == "9s") is (end == "tail")


# ---- 漏胡 ---------------------------------------------------------------------------------------


def test_a_win_that_was_passed_is_barred_on_the_same_tile_until_the_seat_moves() -> None:
    table = deal(RULES, RUNS_5S, "5s", "5s", "25s", wall=". . . . . . . . .")
    assert missed(table, 0) == []
    act(table, "0, 1 discard 5s")
    assert legal(table, 0) == {"win", "pass"}
    table.act(0, "pass")
    assert missed(table, 0) == ["5s"] == named(table.view(0).missed)
    act(table, "2 discard 5s")
    assert "win" not in table.legal(0)
    act(passes(table), "3 discard 2s")
    assert "win" in table.legal(0)  # another tile of the wait
    passes(table)
    assert missed(table, 0) == []  # it has drawn
    act(table, "0, 1, 2, 3 discard 5s, 0 win")
    assert points(table) == (2, 0, 0, -2)


def test_a_seat_that_cannot_win_bars_nothing() -> None:
    table = act(deal(RULES, "46s", "5s", wall=". . . . ."), "0, 1 discard 5s")
    assert missed(passes(table), 0) == []


def test_a_barred_tile_may_be_chowed() -> None:
    table = deal(RULES, RUNS_5S, "5s", "", "5s", wall=". . . . . .")
    act(table, "0, 1 discard 5s, 2, 3 discard 5s")
    assert legal(table, 0) == {"chow high", "pass"}
    act(table, "0 chow high")
    assert missed(table, 0) == []


def test_a_barred_tile_may_be_punged() -> None:
    table = deal(RULES, PAIRS_5S, "5s", "5s", wall=". . . . . .")
    act(table, "0, 1 discard 5s, 2 discard 5s")
    assert legal(table, 0) == {"pung", "pass"} and missed(table, 0) == ["5s"]
    act(table, "0 pung")
    assert missed(table, 0) == []


def test_a_seat_that_passes_a_win_for_a_pung_of_the_tile_is_not_barred() -> None:
    table = act(deal(RULES, PAIRS_5S, "5s", wall=". . . . . ."), "0, 1 discard 5s")
    assert legal(table, 0) == {"win", "pung", "pass"}
    act(table, "0 pung")
    assert missed(table, 0) == []


def test_a_pass_bars_nothing_before_the_window_closes() -> None:
    # seat 2 could chow
    table = act(deal(RULES, PAIRS_5S, "5s", "46s", wall=". . . . ."), "0, 1 discard 5s")
    table.act(0, "pass")
    assert missed(table, 0) == []
    table.act(0, "win")
    assert points(passes(table)) == (1, -1, 0, 0)


def test_a_claim_of_another_tile_ends_the_bar() -> None:
    table = deal(RULES, PAIRS_5S, "5s", "7p", "5s", wall=". . . . . . . . .")
    act(table, "0, 1 discard 5s, 2 discard 7p")
    assert missed(table, 0) == ["5s"]
    act(table, "0 kong")
    assert missed(table, 0) == []
    assert "win" in act(table, "0, 1, 2, 3 discard 5s").legal(0)


def test_a_win_that_was_passed_for_a_chow_is_barred_where_another_seat_pungs() -> None:
    table = deal(RULES, RUNS_5S, "55s", "", "5s", wall=". . . . . .")
    act(table, "0, 1, 2, 3 discard 5s")
    for seat, what in ((0, "chow high"), (1, "pung")):
        table.act(seat, what)
    assert table.turn == 1 and missed(table, 0) == ["5s"]


def test_after_a_pass_upon_the_seat_before_the_draw_comes_at_once() -> None:
    table = deal(RULES, RUNS_5S, "", "", "5s", wall=". . . . . . .")
    act(table, "0, 1, 2, 3 discard 5s")
    assert "win" in table.legal(0)
    assert missed(passes(table), 0) == [] and table.turn == 0


@pytest.mark.parametrize("clear", ["own_move", "own_discard"])
@pytest.mark.parametrize("scope", ["same_tile", "any_tile"])
def test_a_self_draw_is_never_barred(scope: str, clear: str) -> None:
    rules = variant("jipinghu", missed_win_scope=scope, missed_win_clear=clear)
    table = deal(rules, RUNS_5S, "5s", wall=". . . . 5s . .")
    act(table, "0, 1 discard 5s, 2, 3")
    table = passes(table)
    assert table.turn == 0 and "win" in table.legal(0)
    assert bool(missed(table, 0)) is (clear == "own_discard")
    table.act(0, "win")
    assert points(table) == (12, -4, -4, -4)


@pytest.mark.parametrize("scope", ["same_tile", "any_tile"])
def test_any_tile_is_barred_by_option(scope: str) -> None:
    rules = variant("jipinghu", missed_win_scope=scope)
    table = deal(rules, RUNS_5S, "5s", "2s", wall=". . . . .")
    act(table, "0, 1 discard 5s, 2 discard 2s")
    assert ("win" in table.legal(0)) is (scope == "same_tile")
    assert len(table.missed(0)) == (1 if scope == "same_tile" else 34)


def test_where_any_tile_is_barred_claims_stay_legal() -> None:
    rules = variant("jipinghu", missed_win_scope="any_tile")
    table = deal(rules, PAIRS_5S, "5s", "7p", "9m", wall=". . . . . .")
    act(table, "0, 1 discard 5s, 2 discard 7p")
    assert legal(table, 0) == {"kong", "pung", "pass"}
    act(table, "3 discard 9m")
    assert legal(table, 0) >= {"pung", "pass"} and "win" not in table.legal(0)


@pytest.mark.parametrize("clear", ["own_move", "own_discard"])
def test_the_bar_ends_with_a_draw_or_with_the_own_discard(clear: str) -> None:
    rules = variant("jipinghu", missed_win_clear=clear)
    table = deal(rules, RUNS_5S, "5s", wall=". . . . . .")
    act(table, "0, 1 discard 5s, 2, 3")
    assert missed(passes(table), 0) == ([] if clear == "own_move" else ["5s"])
    act(table, "0")
    assert missed(table, 0) == []


@pytest.mark.parametrize("clear", ["own_move", "own_discard"])
def test_the_bar_ends_with_a_claim_or_with_the_discard_after_it(clear: str) -> None:
    rules = variant("jipinghu", missed_win_clear=clear)
    table = deal(rules, PAIRS_5S, "5s", "5s", wall=". . . . . .")
    act(table, "0, 1 discard 5s, 2 discard 5s, 0 pung")
    assert missed(table, 0) == ([] if clear == "own_move" else ["5s"])
    act(table, "0 discard 1m")
    assert missed(table, 0) == []


def rob_after_a_pass(**options: Any) -> Table:
    """Seat 0 passes 2s, which seat 2 pungs; seat 2 adds the last one before seat 0 moves."""
    rules = variant("jipinghu", **options)
    table = deal(rules, RUNS_5S, "2s88pE", "22s8p", wall=". . 2s . . .")
    act(table, "0, 1 discard 2s, 2 pung, 2 discard 8p, 1 pung, 1 discard E, 2 added kong 2s")
    return table


def test_a_bar_does_not_hold_for_robbing_a_kong() -> None:
    table = rob_after_a_pass()
    assert missed(table, 0) == ["2s"] and legal(table, 0) == {"win", "pass"}
    table.act(0, "win")
    assert points(table) == (24, 0, -24, 0)


def test_a_bar_holds_for_robbing_a_kong_by_option() -> None:
    table = rob_after_a_pass(missed_win_includes_rob=True)
    assert table.phase == "turn" and table.melds(2) == (Meld.parse("[2222s]"),)


@pytest.mark.parametrize("included", [False, True])
def test_a_pass_upon_a_kong_bars_nothing_unless_the_option_says_so(included: bool) -> None:
    rules = variant("jipinghu", missed_win_includes_rob=included, missed_win_scope="any_tile")
    table = deal(rules, RUNS_5S, "2s", "22s5sE", wall=". . . . . 2s . . .")
    act(table, "0, 1 discard 2s, 2 pung, 2 discard E, 3, 0, 1, 2 added kong 2s")
    assert missed(table, 0) == [] and "win" in table.legal(0)
    act(table, "0 pass, 2 discard 5s")
    assert ("win" in table.legal(0)) is not included
    assert len(table.missed(0)) == (34 if included else 0)


# ---- several winners ----------------------------------------------------------------------------


def three_winners(third: str = FLUSH, acts: str = "0 win, 1 win, 2 win", **options: Any) -> Table:
    return play(
        variant("jipinghu", **options),
        CHICKEN,
        RUNS,
        third,
        "9m",
        wall=". . . . . .",
        acts=f"0, 1, 2, 3 discard 9m, {acts}",
    )


def test_the_discarder_pays_two_winners_what_each_hand_is_worth() -> None:
    table = play(
        RULES,
        "234m567m234p67s55s",
        "5p7s",
        "222m55p99p77s88sEN",
        "8s",
        wall=". . . . . . .",
        acts="0, 1 discard 5p, 2 pung, 2 discard E, 3, 0, 1 discard 7s, 2 pung, 2 discard N, "
        "3 discard 8s, 0 win, 2 win",
    )
    wins = result_of(table).wins
    assert [(win.seat, win.payer, win.fan) for win in wins] == [(0, 3, 1), (2, 3, 2)]
    assert wins[0].order == wins[1].order
    assert points(table) == (2, 0, 4, -6)
    assert next_dealer(RULES, result_of(table)) == 0


def test_three_winners_have_at_least_three_fans_each() -> None:
    table = three_winners()
    assert [win.fan for win in result_of(table).wins] == [0, 1, 4]
    assert points(table) == (8, 8, 16, -32)
    assert next_dealer(RULES, result_of(table)) == 0


def test_two_winners_have_no_more_than_their_hands() -> None:
    assert points(three_winners("9m", "0 win, 1 win")) == (1, 2, 0, -3)
    # nor where the third could win and passes
    assert points(three_winners(acts="0 win, 1 win, 2 pass")) == (1, 2, 0, -3)


def test_the_nearest_seat_wins_alone_by_option() -> None:
    table = three_winners(multi_win="nearest", acts="2 win, 1 win, 0 win")
    assert points(table) == (1, 0, 0, -1)
    table = three_winners(multi_win="nearest", acts="2 win, 1 win, 0 pass")
    assert points(table) == (0, 2, 0, -2)
    table = three_winners(multi_win="nearest", acts="2 win")
    assert points(table) == (0, 0, 16, -16)


@pytest.mark.parametrize(("way", "dealer"), [("next", 1), ("keep", 0)])
def test_the_deal_passes_on_after_two_winners_beside_the_dealer(way: str, dealer: int) -> None:
    table = play(
        variant("jipinghu", multi_win_dealer=way),
        "",
        CHICKEN,
        RUNS,
        "9m",
        wall=". . . . . .",
        acts="0, 1, 2, 3 discard 9m, 1 win, 2 win",
    )
    assert points(table) == (0, 1, 2, -3)
    assert next_dealer(table.rules, result_of(table)) == dealer


# ---- 抢杠 ---------------------------------------------------------------------------------------


def added_kong(*robbers: str, acts: str, dealer: str = "", **options: Any) -> Table:
    """Seat 1 pungs the 9m that the dealer drew, and adds the last one; seats 2, 3 and 0 wait."""
    table = deal(
        variant("jipinghu", **options),
        dealer,
        "99mE",
        *robbers,
        wall="9m . . . 9m . . .",
    )
    begin = "0 discard 9m, 1 pung, 1 discard E, 2, 3, 0, 1 added kong 9m"
    return passes(act(table, f"{begin}, {acts}"))


def test_a_robbed_seat_pays_three_shares_of_at_least_three_fans() -> None:
    table = added_kong(CHICKEN, acts="2 win")
    win = the_win(table)
    assert (win.seat, win.payer, win.flags) == (2, 1, WinFlag.ROBBING) and win.fan == 3
    assert table.melds(1) == (Meld.parse("[999m]"),) and result_of(table).kongs == ()
    assert points(table) == (0, -24, 24, 0)


def test_a_robbed_seat_pays_for_a_flush_what_it_is_worth() -> None:
    table = added_kong("123m456m456m78m11m", acts="2 win")
    assert points(table) == (0, -48, 48, 0)


def test_a_kong_that_nobody_robs_is_made() -> None:
    table = added_kong(CHICKEN, acts="2 pass")
    assert table.phase == "turn" and table.turn == 1
    assert table.melds(1) == (Meld.parse("[9999m]"),)


@pytest.mark.parametrize(
    ("way", "paid"), [("each", (0, -48, 24, 24)), ("nearest", (0, -24, 24, 0))]
)
def test_two_robbers_are_paid_each_or_the_nearest_alone(way: str, paid: tuple[int, ...]) -> None:
    assert points(added_kong(CHICKEN, RUNS, acts="3 win, 2 win", multi_rob=way)) == paid


def test_the_farther_robber_wins_where_the_nearest_passes() -> None:
    table = added_kong(CHICKEN, RUNS, acts="2 pass, 3 win", multi_rob="nearest")
    assert points(table) == (0, -24, 0, 24)


def test_three_robbers_are_paid_three_shares_each() -> None:
    flush = FLUSH.replace("99m", "11m")
    table = added_kong(flush, RUNS, dealer=CHICKEN, acts="2 win, 3 win, 0 win")
    assert points(table) == (24, -96, 48, 24)


def test_who_wins_a_discard_and_who_robs_a_kong_are_two_options() -> None:
    table = added_kong(CHICKEN, RUNS, acts="2 win, 3 win", multi_win="nearest")
    assert points(table) == (0, -48, 24, 24)
    table = three_winners(multi_rob="nearest")
    assert points(table) == (8, 8, 16, -32)


def test_a_concealed_kong_is_not_robbed_not_even_by_十三幺() -> None:
    table = deal(RULES, "", "999s", ORPHANS, wall=". 9s . . .")
    act(table, "0, 1 concealed kong 9s")
    assert table.phase == "turn" and table.turn == 1


def test_the_tile_of_an_exposed_kong_is_won_as_a_discard_or_not_at_all() -> None:
    hands = ("", "999m", CHICKEN, "9m")
    table = act(deal(RULES, *hands, wall=". . . . . . ."), "0, 1, 2, 3 discard 9m")
    assert "kong" in table.legal(1) and "win" in table.legal(2)
    passed = act(table.clone(), "2 pass, 1 kong")
    assert passed.phase == "turn" and passed.melds(1) == (Meld.parse("[9999m]"),)
    act(table, "1 kong, 2 win")
    assert the_win(table).flags == WinFlag(0) and points(table) == (0, 0, 1, -1)


# ---- 杠上开花 -----------------------------------------------------------------------------------


def test_a_win_on_the_replacement_of_a_concealed_kong_is_worth_three() -> None:
    table = play(
        RULES,
        "",
        CHICKEN,
        wall=". . . . . 5p . . 9m",
        acts="0, 1, 2, 3, 0, 1 concealed kong 5p, 1 win",
    )
    assert the_win(table).flags == WinFlag.REPLACEMENT and the_win(table).fan == 3
    assert the_win(table).liable is None
    assert points(table) == (-8, 24, -8, -8)


def test_who_fed_the_kong_pays_for_the_win_on_its_replacement() -> None:
    table = play(RULES, "5p", CHICKEN, wall=". . . 9m", acts="0 discard 5p, 1 kong, 1 win")
    assert the_win(table).self_draw and the_win(table).liable == 0
    assert points(table) == (-24, 24, 0, 0)


def test_a_win_on_the_replacement_of_an_added_kong_is_paid_by_all() -> None:
    table = play(
        RULES,
        "5p",
        "234m78m55p99p678sE",
        wall=". . . . 5p . . 9m",
        acts="0 discard 5p, 1 pung, 1 discard E, 2, 3, 0, 1 added kong 5p, 1 win",
    )
    assert points(table) == (-8, 24, -8, -8)


def test_a_flush_on_the_replacement_is_worth_what_it_is() -> None:
    table = play(
        RULES,
        "",
        PINS,
        "",
        "8p",
        wall=". . . . . . 6p",
        acts="0, 1, 2, 3 discard 8p, 1 kong, 1 win",
    )
    assert the_win(table).fan == 4 and points(table) == (0, 48, 0, -48)


def test_a_win_in_the_turn_after_the_replacement_is_ordinary() -> None:
    table = play(
        RULES,
        "5p",
        CHICKEN,
        wall=". . . . 9m . .",
        acts="0 discard 5p, 1 kong, 1, 2, 3, 0, 1 win",
    )
    assert the_win(table).flags == WinFlag(0) and the_win(table).fan == 1
    assert points(table) == (-2, 6, -2, -2)


@pytest.mark.parametrize(
    ("way", "paid"), [("last_kong", (-16, 48, -16, -16)), ("chain_start", (-48, 48, 0, 0))]
)
def test_after_a_kong_upon_a_kong_all_pay_or_who_fed_the_first(
    way: str, paid: tuple[int, ...]
) -> None:
    # the 8p of seat 0, then the four 7p of the hand
    rules = variant("jipinghu", kong_flower_liability=way)
    table = play(
        rules,
        "8p",
        PINS,
        wall=". . . 6p 7p",
        acts="0 discard 8p, 1 kong, 1 concealed kong 7p, 1 win",
    )
    assert points(table) == paid
    assert [kong.type for kong in result_of(table).kongs] == [KongType.EXPOSED, KongType.CONCEALED]
    assert [kong.order for kong in result_of(table).kongs] == [0, 1] and the_win(table).order == 2


@pytest.mark.parametrize("way", ["last_kong", "chain_start"])
def test_a_chain_of_own_kongs_is_paid_by_all(way: str) -> None:
    table = play(
        variant("jipinghu", kong_flower_liability=way),
        "",
        PINS,
        wall=". 8p . . . 6p 7p",
        acts="0, 1 concealed kong 8p, 1 concealed kong 7p, 1 win",
    )
    assert points(table) == (-16, 48, -16, -16)


@pytest.mark.parametrize("way", ["last_kong", "chain_start"])
def test_a_discard_ends_a_chain_of_kongs(way: str) -> None:
    rules = variant("jipinghu", kong_flower_liability=way)
    table = play(
        rules,
        "8p",
        PINS,
        wall=". . . . 7p . . 6p .",
        acts="0 discard 8p, 1 kong, 1, 2, 3, 0, 1 concealed kong 7p, 1 win",
    )
    assert points(table) == (-16, 48, -16, -16)


@pytest.mark.parametrize("way", ["last_kong", "chain_start"])
def test_an_added_kong_after_an_exposed_one_is_a_chain_too(way: str) -> None:
    # seat 1 has punged 7p; the 8p of seat 3 gives it the last 7p, and that one gives it 6p
    rules = variant("jipinghu", kong_flower_liability=way)
    table = play(
        rules,
        "7p",
        "12345p99p77p888pE",
        "",
        "8p",
        wall=". . . . . 6p 7p",
        acts="0 discard 7p, 1 pung, 1 discard E, 2, 3 discard 8p, 1 kong, 1 added kong 7p, 1 win",
    )
    expected = (-16, 48, -16, -16) if way == "last_kong" else (0, 48, 0, -48)
    assert points(table) == expected


# ---- the last tile ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "fan", "paid"),
    [
        ("123m456p345s78s11p", 3, (-8, -8, -8, 24)),
        ("123s456s456s78s99s", 4, (-16, -16, -16, 48)),
    ],
)
def test_the_last_tile_of_the_wall_is_worth_three(
    hand: str, fan: int, paid: tuple[int, ...]
) -> None:
    table = play(
        RULES, "", "", "", hand, wall=". . . . . . . 9s", acts="0, 1, 2, 3, 0, 1, 2, 3 win"
    )
    assert the_win(table).flags == WinFlag.LAST_TILE and the_win(table).fan == fan
    assert points(table) == paid


def test_the_tile_before_the_last_is_worth_no_more() -> None:
    hand = "123m456p345s78s11p"
    table = play(
        RULES, "", "", "", hand, wall=". . . . . . . 9s .", acts="0, 1, 2, 3, 0, 1, 2, 3 win"
    )
    assert the_win(table).flags == WinFlag(0) and points(table) == (-4, -4, -4, 12)


@pytest.mark.parametrize("floor", [False, True])
def test_the_last_discard_is_worth_three_by_option_only(floor: bool) -> None:
    rules = variant("jipinghu", last_discard_floor=floor)
    table = play(rules, "", CHICKEN, "9m", wall=". . .", acts="0, 1, 2 discard 9m, 1 win")
    paid = 8 if floor else 1
    assert points(table) == (0, paid, -paid, 0)
    table = play(rules, "", CHICKEN, "9m", wall=". . . .", acts="0, 1, 2 discard 9m, 1 win")
    assert points(table) == (0, 1, -1, 0)


@pytest.mark.parametrize("floor", [False, True])
def test_a_flush_on_the_last_discard_is_worth_what_it_is(floor: bool) -> None:
    rules = variant("jipinghu", last_discard_floor=floor)
    table = play(rules, "", FLUSH, "9m", wall=". . .", acts="0, 1, 2 discard 9m, 1 win")
    assert points(table) == (0, 16, -16, 0)


def test_the_last_tile_drawn_for_a_kong_is_worth_three_as_well() -> None:
    table = play(
        RULES,
        "",
        CHICKEN,
        wall=". . . . . 5p 9m",
        acts="0, 1, 2, 3, 0, 1 concealed kong 5p, 1 win",
    )
    assert the_win(table).flags == WinFlag.LAST_TILE | WinFlag.REPLACEMENT
    assert points(table) == (-8, 24, -8, -8)


def test_the_deal_is_drawn_where_nobody_wins_the_last_discard() -> None:
    table = play(RULES, "", CHICKEN, "9m", wall=". . .", acts="0, 1, 2 discard 9m, 1 pass")
    assert result_of(table).drawn and points(table) == (0, 0, 0, 0)
    assert next_dealer(RULES, result_of(table)) == 0


# ---- 天和, 人和, 地和 ---------------------------------------------------------------------------


def test_the_dealer_wins_with_what_is_dealt() -> None:
    table = play(RULES, CHICKEN, wall="9m . .", acts="0 win")
    assert the_win(table).flags == WinFlag.FIRST_TURN and the_win(table).fan == 6
    assert points(table) == (192, -64, -64, -64)


@pytest.mark.parametrize(
    ("after_kong", "paid"), [(False, (24, -8, -8, -8)), (True, (192, -64, -64, -64))]
)
def test_a_concealed_kong_ends_天和_unless_the_option_says_otherwise(
    after_kong: bool, paid: tuple[int, ...]
) -> None:
    rules = variant("jipinghu", tianhe_after_kong=after_kong)
    table = play(rules, CHICKEN, wall="5p . . 9m", acts="0 concealed kong 5p, 0 win")
    assert points(table) == paid
    assert bool(the_win(table).flags & WinFlag.FIRST_TURN) is after_kong


def test_who_deals_has_天和_whatever_the_wind() -> None:
    rules = variant("jipinghu", seat_wind="fixed")
    table = play(rules, CHICKEN, wall="9m . .", acts="0 win", dealer_wind="S")
    assert points(table) == (192, -64, -64, -64)
    # seat 3 is E
    table = play(
        rules, "", "", "", CHICKEN, wall=". . . 9m . .", acts="0, 1, 2, 3 win", dealer_wind="S"
    )
    assert points(table) == (-64, -64, -64, 192)


def test_the_second_turn_of_the_dealer_is_too_late_for_天和() -> None:
    table = play(RULES, RUNS, wall=". . . . 9m .", acts="0, 1, 2, 3, 0 win")
    assert the_win(table).fan == 2 and points(table) == (12, -4, -4, -4)


def test_the_first_discard_of_the_dealer_is_won_as_人和() -> None:
    table = play(RULES, "9m", "", CHICKEN, wall=". . .", acts="0 discard 9m, 2 win")
    assert the_win(table).flags == WinFlag.FIRST_TURN and the_win(table).fan == 6
    assert points(table) == (-64, 0, 64, 0)


def test_two_or_three_seats_may_have_人和_at_once() -> None:
    hands = ("9m", CHICKEN, RUNS, FLUSH)
    two = play(RULES, *hands, wall=". . .", acts="0 discard 9m, 1 win, 2 win")
    assert points(two) == (-128, 64, 64, 0)
    three = play(RULES, *hands, wall=". . .", acts="0 discard 9m, 1 win, 2 win, 3 win")
    assert points(three) == (-192, 64, 64, 64)


@pytest.mark.parametrize(("counts", "paid"), [(True, 64), (False, 1)])
def test_a_concealed_kong_of_the_dealer_leaves_人和_by_option(counts: bool, paid: int) -> None:
    rules = variant("jipinghu", renhe_after_dealer_kong=counts)
    table = play(
        rules,
        "9m333s",
        "",
        CHICKEN,
        wall="3s . . .",
        acts="0 concealed kong 3s, 0 discard 9m, 2 win",
    )
    assert points(table) == (-paid, 0, paid, 0)


def test_a_later_discard_is_no_人和() -> None:
    table = play(
        RULES, "9m", "", CHICKEN, wall=". . . . . .", acts="0, 1, 2, 3, 0 discard 9m, 2 win"
    )
    assert points(table) == (-1, 0, 1, 0)
    table = play(RULES, "", "9m", CHICKEN, wall=". . .", acts="0, 1 discard 9m, 2 win")
    assert points(table) == (0, -1, 1, 0)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_the_first_tile_that_a_seat_draws_is_won_as_地和(seat: int) -> None:
    hands = [""] * 4
    hands[seat] = CHICKEN
    wall = ["9m" if each == seat else "." for each in range(4)]
    acts = ["0", "1", "2", "3"]
    acts[seat] += " win"
    table = play(RULES, *hands, wall=" ".join([*wall, ". ."]), acts=", ".join(acts[: seat + 1]))
    assert the_win(table).flags == WinFlag.FIRST_TURN and the_win(table).fan == 6
    assert points(table) == tuple(192 if each == seat else -64 for each in range(4))


@pytest.mark.parametrize(
    ("hand", "acts", "wall"),
    [
        ("46m", "0 discard 5m, 1 chow middle, 1 discard N, 2, 3 win", ". . 9m . ."),
        ("55m", "0 discard 5m, 1 pung, 1 discard N, 2, 3 win", ". . 9m . ."),
        ("555m", "0 discard 5m, 1 kong, 1, 2, 3 win", ". . 9m . ."),
    ],
)
@pytest.mark.parametrize("broken_by", ["any_meld", "chi_pung"])
def test_a_chow_or_a_pung_ends_地和_and_a_kong_by_option(
    hand: str, acts: str, wall: str, broken_by: str
) -> None:
    rules = variant("jipinghu", dihe_broken_by=broken_by)
    table = play(rules, "5m", hand + "N", "", RUNS, wall=wall, acts=acts)
    counts = broken_by == "chi_pung" and hand == "555m"
    assert bool(the_win(table).flags & WinFlag.FIRST_TURN) is counts
    assert points(table) == ((-64, -64, -64, 192) if counts else (-4, -4, -4, 12))


@pytest.mark.parametrize("broken_by", ["any_meld", "chi_pung"])
def test_a_concealed_kong_ends_地和_by_option(broken_by: str) -> None:
    rules = variant("jipinghu", dihe_broken_by=broken_by)
    table = play(
        rules,
        "888s",
        RUNS,
        wall="8s 9m . . .",
        acts="0 concealed kong 8s, 0, 1 win",
    )
    counts = broken_by == "chi_pung"
    assert points(table) == ((-64, 192, -64, -64) if counts else (-4, 12, -4, -4))


def test_an_own_kong_ends_地和() -> None:
    table = play(RULES, "", CHICKEN, wall=". 5p . . 9m", acts="0, 1 concealed kong 5p, 1 win")
    assert the_win(table).flags == WinFlag.REPLACEMENT and points(table) == (-8, 24, -8, -8)


def test_the_second_tile_that_a_seat_draws_is_no_地和() -> None:
    table = play(RULES, "", RUNS, wall=". . . . . 9m .", acts="0, 1, 2, 3, 0, 1 win")
    assert points(table) == (-4, 12, -4, -4)


def test_a_discard_in_the_first_round_is_no_地和() -> None:
    table = play(RULES, "", "9m", "", RUNS, wall=". . . .", acts="0, 1 discard 9m, 3 win")
    assert points(table) == (0, -2, 0, 2)


# ---- what a table keeps -------------------------------------------------------------------------


def test_a_missed_win_is_taken_back_copied_and_written() -> None:
    table = act(deal(RULES, RUNS_5S, "5s", wall=". . . . ."), "0, 1 discard 5s")
    digest = table.digest()
    table.act(0, "pass")
    assert missed(table.clone(), 0) == missed(pickle.loads(pickle.dumps(table)), 0) == ["5s"]
    table.undo()
    assert missed(table, 0) == [] and table.digest() == digest
