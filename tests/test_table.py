"""The course of a deal, rule by rule: what is dealt, who may do what, and how a deal ends."""

from __future__ import annotations

import pickle
import re
from itertools import permutations
from typing import Any

import pytest
from table_twin import FLOWERS, KINDS, TILES, shuffled

from queshen import Meld
from queshen.actions import PASS, WIN, Action, added_kong, concealed_kong, discard
from queshen.deal_result import Win, WinFlag
from queshen.errors import QueshenError, TableError
from queshen.rules import Rules, variant
from queshen.scorer import Score
from queshen.table import Table

QQ = variant("qq")
HUANLE = variant("huanle")
GUOBIAO = variant("guobiao")

# A hand that can neither claim a tile nor win on one; three of them fit beside most hands.
IDLE = "147m258p147sESWN"
# Ready for 中 alone.
READY = "123456789m999sC"
# With 中 drawn and a kong of 9s made, it waits for 3p and 中.
BEFORE_KONG = "123456m33p9999sC"

# What seats have who may chow 5m, pung it, make a kong of it, or win on it; seat 0 discards it.
WITH_5M = "457m258p147sESWN"
CHOWS = "46m258p147sESWNC"
PUNGS = "55m258p147sESWNC"
KONGS = "555m258p14sESWNC"
WINS = "46m123789s333p99p"


def tiles(text: str) -> list[str]:
    """``123m5pE春`` as a list of tiles."""
    found: list[str] = []
    for digits, suit, letter in re.findall(r"([1-9]+)([mps])|(\S)", text):
        found += [digit + suit for digit in digits] if suit else [letter]
    return found


def kind(tile: str) -> int:
    return TILES.index(tile)


def named(kinds: Any) -> list[str]:
    return [TILES[each] for each in kinds]


def deal(rules: Rules, *hands: str, wall: str, **set_up: Any) -> Table:
    """A table with these hands, idle ones for the seats that are left out."""
    given = [*hands, *[IDLE] * (4 - len(hands))]
    return rules.table(hands=[tiles(hand) for hand in given], wall=tiles(wall), **set_up)


def legal(table: Table, seat: int) -> set[str]:
    return {str(action) for action in table.legal(seat)}


def everybody_passes(table: Table) -> None:
    while table.phase in ("claim", "rob"):
        table.step(PASS)


def drawn_tiles(table: Table, seat: int) -> list[str]:
    return named(tile for what, who, tile, _ in table.events if what == "draw" and who == seat)


def discard_drawn(table: Table, times: int = 1) -> None:
    """Seats in turn discard what they have drawn, and nobody claims it."""
    for _ in range(times):
        drawn = drawn_tiles(table, table.turn)
        if not drawn:  # the first tile of the dealer is no event
            made = table.set_up
            drawn = [made["wall"][0] if "wall" in made else made["draws"][0][0]]
        table.act(table.turn, f"discard {drawn[-1]}")
        everybody_passes(table)


def the_win(table: Table) -> Win:
    result = table.result
    assert result is not None
    (win,) = result.wins
    return win


def fans(score: Score) -> set[str]:
    return {each.fan.zh for each in score.fans}


# ---- the deal -----------------------------------------------------------------------------------


def test_the_dealer_has_fourteen_tiles_and_the_others_thirteen() -> None:
    table = variant("qq", flowers=False).table(seed=5)
    assert [table.hand(seat).size for seat in range(4)] == [14, 13, 13, 13]
    assert table.phase == "turn" and table.turn == 0 and table.to_act == (0,)


def test_tiles_are_dealt_four_at_a_time_in_turn_order_then_one_and_the_dealer_one_more() -> None:
    wall = shuffled(99, flowers=False)
    table = variant("qq", flowers=False).table(wall=wall)
    for seat in range(4):
        blocks = [wall[at : at + 4] for at in range(4 * seat, 48, 16)]
        expected = [tile for block in blocks for tile in block] + [wall[48 + seat]]
        if seat == 0:
            expected.append(wall[52])
        counts = table.hand(seat).counts
        assert sorted(expected) == sorted(
            tile for k, tile in enumerate(KINDS) for _ in range(counts[k])
        )
    assert table.wall_left == 136 - 53


def test_a_seed_shuffles_as_it_is_written_down() -> None:
    for seed in (0, 1, 7, 2**64 - 1):
        for game, flowers in (("qq", True), ("guobiao", False), ("huanle", True)):
            rules = variant(game, flowers=flowers)
            by_wall = rules.table(wall=shuffled(seed, flowers))
            assert rules.table(seed=seed).digest() == by_wall.digest()


def test_a_game_has_144_tiles_with_flowers_and_136_without() -> None:
    assert QQ.flow.tiles == HUANLE.flow.tiles == 144
    assert variant("qq", flowers=False).flow.tiles == 136
    assert variant("guobiao", flowers=False).table(seed=1).wall_left == 83


def test_the_wall_that_is_given_with_hands_begins_with_the_draw_of_the_dealer() -> None:
    table = deal(QQ, READY, wall="C9p9p")
    assert str(table.hand(0)) == "123456789m999sCC" and table.wall_left == 2


def test_the_same_set_up_gives_the_same_deal() -> None:
    tables = [HUANLE.table(seed=3), HUANLE.table(wall=shuffled(3, True), round_wind="S")]
    tables.append(deal(HUANLE, READY, wall="C9p9p", wait_all=True))
    for table in tables:
        again = HUANLE.table(**table.set_up)
        assert again == table and again.digest() == table.digest()


# ---- flowers ------------------------------------------------------------------------------------


def test_flowers_of_the_opening_are_replaced_seat_by_seat_from_the_tail() -> None:
    # seat 0 draws 秋 for 春 and another tile for that one, before seat 1 replaces 夏
    table = deal(QQ, "春23456789m999sC", "夏47m258p147sESWN", wall="3p 9p9p 6p 3s秋")
    assert named(table.flowers(0)) == ["春", "秋"] and named(table.flowers(1)) == ["夏"]
    assert table.events == (
        ("flower", 0, kind("春"), 0),
        ("flower", 0, kind("秋"), 0),
        ("draw", 0, kind("3s"), 1),
        ("flower", 1, kind("夏"), 0),
        ("draw", 1, kind("6p"), 1),
    )
    assert table.wall_left == 2 and table.hand(0).size == 14 and table.hand(1).size == 13


def test_a_drawn_flower_is_shown_and_replaced_at_once_from_the_tail() -> None:
    table = deal(QQ, READY, wall="9p 春 6p6p 3s")
    table.act(0, "discard 9p")
    assert named(table.flowers(1)) == ["春"]
    assert table.turn == 1 and table.phase == "turn"
    assert drawn_tiles(table, 1) == ["3s"] and "discard 3s" in table.legal(1)
    assert table.wall_left == 2


def test_a_flower_drawn_as_the_last_tile_ends_the_deal_and_counts_for_its_owner() -> None:
    table = deal(QQ, READY, wall="9p春")
    table.act(0, "discard 9p")
    assert table.done and table.result is not None and table.result.drawn
    assert named(table.flowers(1)) == ["春"] and table.result.hands[1].flowers == 1
    assert table.events[-2:] == (("flower", 1, kind("春"), 0), ("end", None, None, 0))


def test_an_ordinary_last_tile_does_not_end_the_deal() -> None:
    table = deal(QQ, READY, wall="9p9p")
    table.act(0, "discard 9p")
    assert not table.done and table.wall_left == 0


def test_a_win_on_the_replacement_of_a_flower_is_a_self_draw_and_not_杠上开花() -> None:
    table = deal(QQ, IDLE, READY, wall="9p 春 6p C")
    table.act(0, "discard 9p")
    table.act(1, "win")
    assert the_win(table).self_draw and not the_win(table).flags
    score = QQ.score(READY, "C", self_draw=True, seat_wind="S", flowers=1)
    assert the_win(table).fan == score.total and "杠上开花" not in fans(score)


@pytest.mark.parametrize("keeps", [False, True])
def test_a_flower_drawn_for_a_kong_ends_杠上开花_unless_the_option_keeps_it(keeps: bool) -> None:
    rules = variant("qq", kong_flower_then_flower=keeps)
    table = deal(rules, BEFORE_KONG, wall="C 6p6p6p 3p春")
    table.act(0, "concealed kong 9s")
    assert named(table.flowers(0)) == ["春"]
    table.act(0, "win")
    assert the_win(table).self_draw
    assert the_win(table).flags == (WinFlag.REPLACEMENT if keeps else WinFlag(0))
    score = rules.score("{9999s}123456m33pCC", "3p", self_draw=True, flowers=1, replacement=keeps)
    assert the_win(table).fan == score.total and ("杠上开花" in fans(score)) is keeps


def test_a_kong_made_after_a_flower_is_replaced_like_any_other() -> None:
    table = deal(QQ, "春" + BEFORE_KONG.replace("C", ""), wall="C 6p6p 3p C")
    table.act(0, "concealed kong 9s")
    table.act(0, "win")
    assert the_win(table).flags == WinFlag.REPLACEMENT and the_win(table).tile == kind("3p")


# ---- the indicator ------------------------------------------------------------------------------


def turned(wall: str, *hands: str, **options: Any) -> Table:
    """Seats 2 and 3 hold a 7m each, seats 0 and 1 a 6m; the dealer draws 8s."""
    given = hands or (
        "236m369p236sCFPP",
        "236m369p236sCCFF",
        "147m147p147sESWN",
        "147m147p147sESWN",
    )
    return deal(variant("huanle", **options), *given, wall="8s" + wall)


def test_the_indicator_is_the_next_tile_at_the_head_before_flowers_are_replaced() -> None:
    hands = ("春36m369p236sCFPP", IDLE, IDLE, IDLE)
    table = turned("6m 9s9s9s 3s", *hands)
    assert table.indicator == kind("6m") and table.wild == kind("7m")
    assert drawn_tiles(table, 0) == ["3s"]


def test_the_indicator_is_turned_from_the_tail_by_option() -> None:
    table = turned("6m 9s9s9s 3s", indicator_from="tail")
    assert table.indicator == kind("3s") and table.wild == kind("4s")
    assert table.wall_left == 4


def test_hands_that_hold_the_wild_kind_hold_wildcards() -> None:
    table = turned("6m 9s9s9s")
    assert [table.hand(seat).wild for seat in range(4)] == [0, 0, 1, 1]
    assert table.hand(2).face == kind("7m") and table.hand(2).counts[kind("7m")] == 0
    assert table.hand(2).size == 13


TWICE = "2358m2358p23567s"


@pytest.mark.parametrize(
    ("shown", "wild", "cycle"),
    [
        ("6m", "7m", "joint"),
        ("9m", "1m", "joint"),
        ("9s", "1s", "joint"),
        ("E", "S", "joint"),
        ("N", "C", "joint"),
        ("P", "E", "joint"),
        ("N", "E", "separate"),
        ("P", "C", "separate"),
        ("C", "F", "separate"),
        ("W", "N", "separate"),
        ("9p", "1p", "separate"),
        ("6p", "7p", "separate"),
    ],
)
def test_the_kind_after_the_indicator_is_wild(shown: str, wild: str, cycle: str) -> None:
    table = turned(f"{shown} 8s8s", *[TWICE] * 4, honor_cycle=cycle)
    assert table.indicator == kind(shown) and table.wild == kind(wild)


def test_the_kind_of_the_indicator_itself_is_wild_by_option() -> None:
    table = turned("6m 9s9s", caishen_kind="indicator")
    assert table.wild == table.indicator == kind("6m")
    assert [table.hand(seat).wild for seat in range(4)] == [1, 1, 0, 0]


def test_a_flower_that_is_turned_is_set_aside_and_another_tile_is_turned() -> None:
    table = turned("春夏6m 9s9s9s")
    assert table.indicator == kind("6m") and table.wall_left == 3
    assert all(table.flowers(seat) == () for seat in range(4))


def test_a_flower_that_is_turned_leaves_the_deal_without_wildcards_by_option() -> None:
    table = turned("春 6m 9s9s9s", indicator_flower="no_caishen")
    assert table.indicator is None and table.wild is None and table.wall_left == 4
    assert all(table.hand(seat).wild == 0 for seat in range(4))


def test_143_tiles_are_live_since_the_indicator_leaves_play() -> None:
    for seed in range(20):
        table = HUANLE.table(seed=seed)
        aside = 0
        while shuffled(seed, True)[53 + aside] in FLOWERS:
            aside += 1
        held = sum(table.hand(seat).size + len(table.flowers(seat)) for seat in range(4))
        assert held + table.wall_left == 143 - aside


def test_the_indicator_goes_back_into_the_wall_by_option() -> None:
    table = turned("6m 9s9s9s", indicator_in_play=True)
    assert table.indicator == kind("6m") and table.wall_left == 4
    table.act(0, "discard 8s")
    everybody_passes(table)
    assert drawn_tiles(table, 1) == ["6m"]
    table = turned("9s9s9s 6m", indicator_in_play=True, indicator_from="tail")
    assert table.indicator == kind("6m") and table.wall_left == 4


def test_a_drawn_tile_of_the_wild_kind_is_a_wildcard() -> None:
    table = turned("6m 7m 9s9s")
    table.act(0, "discard 8s")
    everybody_passes(table)
    assert table.hand(1).wild == 1


# ---- wildcards at the table: 7m is wild ---------------------------------------------------------

WITHOUT_7M = "14m258p147sESWNF"
WITH_7M = "7m258p147sESWNCP"


def with_7m_wild(*hands: str, wall: str = "9p9p9p", **options: Any) -> Table:
    return deal(variant("huanle", **options), *hands, wall="9s6m" + wall)


def test_nobody_claims_a_discarded_财神() -> None:
    hands = (WITH_7M, "68m258p147sESWNC", "777m258p14sESWNC", WITHOUT_7M)
    table = with_7m_wild(*hands)
    table.act(0, "discard 7m")
    assert table.turn == 1 and table.phase == "turn"
    table = with_7m_wild(*hands, caishen_meld=True)
    table.act(0, "discard 7m")
    assert "chow middle" in table.legal(1)
    assert {"pung", "kong"} <= legal(table, 2)


def test_no_财神_of_the_hand_is_part_of_a_chow() -> None:
    hands = ("5m258p147sESWNCP", "67m258p147sESWNC")
    table = with_7m_wild(*hands)
    table.act(0, "discard 5m")
    assert table.turn == 1 and table.phase == "turn"
    table = with_7m_wild(*hands, caishen_meld=True)
    table.act(0, "discard 5m")
    assert legal(table, 1) == {"chow low", "pass"}
    table.act(1, "chow low")
    assert table.hand(1).wild == 0 and table.melds(1) == (Meld.parse("[567m]"),)


def test_a_财神_stands_for_nothing_in_a_claim() -> None:
    # 5m5m would be a pung with a wildcard, 4m7m a chow
    table = with_7m_wild("5m258p147sESWNCP", "47m258p147sESWNC", "57m258p147sESWNC", WITHOUT_7M)
    table.act(0, "discard 5m")
    assert table.turn == 1 and table.phase == "turn"


def test_four_财神_are_no_concealed_kong() -> None:
    hand = "7777m258p14sESWN"
    table = with_7m_wild(hand, *[WITHOUT_7M] * 3)
    assert table.hand(0).wild == 4 and "concealed kong 7m" not in table.legal(0)
    table = with_7m_wild(hand, *[WITHOUT_7M] * 3, caishen_meld=True)
    table.act(0, "concealed kong 7m")
    assert table.melds(0) == (Meld.parse("{7777m}"),) and table.hand(0).wild == 0


def test_a_财神_is_added_to_a_pung_of_财神_where_they_may_be_melded() -> None:
    hands = (WITH_7M, WITHOUT_7M, "77m258p147sESWNC", WITHOUT_7M)
    table = with_7m_wild(*hands, wall="9p9p8s7m8s8s", caishen_meld=True)
    table.act(0, "discard 7m")
    table.act(2, "pung")
    assert table.hand(2).wild == 0
    table.act(2, "discard C")
    discard_drawn(table, 3)
    table.act(2, "added kong 7m")
    assert table.melds(2) == (Meld.parse("[7777m]"),) and table.turn == 2


def test_a_财神_may_be_discarded_unless_the_option_forbids_it() -> None:
    assert "discard 7m" in with_7m_wild(WITH_7M).legal(0)
    assert "discard 7m" not in with_7m_wild(WITH_7M, caishen_discard=False).legal(0)
    assert "discard P" in with_7m_wild(WITH_7M, caishen_discard=False).legal(0)


def test_a_hand_of_财神_alone_discards_one_whatever_the_option_says() -> None:
    # seat 1 claims four pungs, whose discards leave it with wildcards alone
    hands = ("3p3s6s9p14m25p14sESW", "33p33s66s99p77mCFP", IDLE, "14m258p147sESWNN")
    table = with_7m_wild(*hands, wall="9999m8888m6666p", caishen_discard=False)
    for tile, out in (("3p", "C"), ("3s", "F"), ("6s", "P")):
        table.act(0, f"discard {tile}")
        table.act(1, "pung")
        table.act(1, f"discard {out}")
        discard_drawn(table, 2)
    table.act(0, "discard 9p")
    table.act(1, "pung")
    assert legal(table, 1) == {"discard 7m"}


@pytest.mark.parametrize(("ron", "winners"), [("face", [1]), ("wild", [1, 2]), ("no", [])])
def test_a_discarded_财神_wins_as_its_face_as_a_wildcard_or_not_at_all(
    ron: str, winners: list[int]
) -> None:
    # seat 1 waits for 4m and 7m, seat 2 for 白 alone
    rules = variant("huanle", caishen_ron=ron)
    table = with_7m_wild(WITH_7M, "56m123789p666sFF", "123m333666pCCCP", IDLE, caishen_ron=ron)
    table.act(0, "discard 7m")
    asked = table.phase == "claim"
    assert [seat for seat in (1, 2) if asked and "win" in table.legal(seat)] == winners
    if winners:
        table.act(1, "win")
        score = rules.score("56m123789p666sFF", "7m", wild="7m", seat_wind="S")
        assert the_win(table).fan == score.total and the_win(table).tile == kind("7m")


# ---- claims -------------------------------------------------------------------------------------


def after_5m(*hands: str, wall: str = "9p6p6p6p6p8s", rules: Rules = QQ, **set_up: Any) -> Table:
    """Seat 0 has discarded 5m."""
    table = deal(rules, WITH_5M, *hands, wall=wall, **set_up)
    table.act(0, "discard 5m")
    return table


def test_only_the_next_seat_may_chow() -> None:
    table = after_5m(CHOWS, CHOWS)
    assert legal(table, 1) == {"chow middle", "pass"}
    assert legal(table, 2) == {"pass"} and table.to_act == (1,)


def test_the_claimed_tile_may_stand_at_every_place_of_a_chow() -> None:
    for action, meld in (("chow low", "567m"), ("chow middle", "456m"), ("chow high", "345m")):
        table = after_5m("3467m25p147sESWN")
        assert legal(table, 1) == {"chow low", "chow middle", "chow high", "pass"}
        table.act(1, action)
        assert table.melds(1) == (Meld.parse(f"[{meld}]"),) and table.hand(1).size == 11
        assert table.river == ((0, kind("5m"), 1),)


def test_honours_make_no_chow() -> None:
    table = deal(QQ, IDLE, "236m258p147sCEWN", wall="9p6p")
    table.act(0, "discard S")
    assert table.turn == 1 and table.phase == "turn"


def test_a_chow_does_not_go_past_the_end_of_a_suit() -> None:
    table = deal(QQ, IDLE, "8m12p69sSWNCCFFP", wall="9m6p")
    table.act(0, "discard 9m")
    assert table.turn == 1 and table.phase == "turn"


def test_any_seat_may_pung_and_play_goes_on_from_it() -> None:
    table = after_5m(IDLE, IDLE, PUNGS)
    assert legal(table, 3) == {"pung", "pass"} and table.to_act == (3,)
    table.act(3, "pung")
    assert table.turn == 3 and table.melds(3) == (Meld.parse("[555m]"),)
    table.act(3, "discard C")
    assert table.turn == 0 and table.phase == "turn"


def test_a_claimed_tile_leaves_the_row_of_its_discarder() -> None:
    table = after_5m(PUNGS)
    assert table.river == ((0, kind("5m"), None),)
    table.act(1, "pung")
    assert table.river == ((0, kind("5m"), 1),)


@pytest.mark.parametrize("claim", ["pung", "chow middle"])
def test_after_a_claim_the_seat_only_discards(claim: str) -> None:
    # it could make a kong of 3p, and its hand is complete after the pung
    table = after_5m("4556m3333p666sCC", rules=variant("qq", min_fan=0))
    table.act(1, claim)
    assert {action.split()[0] for action in legal(table, 1)} == {"discard"}
    table.act(1, "discard C")
    everybody_passes(table)
    table.act(2, "discard 6p")
    discard_drawn(table, 2)
    assert "concealed kong 3p" in table.legal(1)


def test_a_win_goes_before_a_pung_and_a_pung_before_a_chow() -> None:
    for answers, gets in [
        (("chow middle", "pung", "win"), 3),
        (("pass", "pung", "win"), 3),
        (("chow middle", "pung", "pass"), 2),
        (("chow middle", "pass", "pass"), 1),
    ]:
        table = after_5m(CHOWS, PUNGS, WINS, wait_all=True)
        for seat, action in enumerate(answers, 1):
            table.act(seat, action)
        if gets == 3:
            assert (the_win(table).seat, the_win(table).payer) == (3, 0)
        else:
            assert table.turn == gets and len(table.melds(gets)) == 1


def test_when_all_pass_the_next_seat_draws() -> None:
    table = after_5m(CHOWS, PUNGS, WINS)
    everybody_passes(table)
    assert table.turn == 1 and table.phase == "turn" and drawn_tiles(table, 1) == ["6p"]


ALSO_WINS = "46m666999sCCFFF"


def two_winners(**options: Any) -> Table:
    """Seats 1 and 3 can win."""
    rules = variant("qq", **options)
    return deal(rules, WITH_5M, ALSO_WINS, IDLE, WINS, wall="P8s8s8s")


def test_the_nearest_seat_after_the_discarder_wins() -> None:
    table = two_winners()
    table.act(0, "discard 5m")
    table.act(3, "win")
    assert not table.done  # seat 1 may still go before it
    table.act(1, "win")
    assert the_win(table).seat == 1
    table = two_winners()
    table.act(0, "discard 5m")
    table.act(1, "pass")
    table.act(3, "win")
    assert the_win(table).seat == 3


def test_all_win_by_option() -> None:
    table = two_winners(multi_win="all")
    table.act(0, "discard 5m")
    table.act(1, "win")
    assert not table.done
    table.act(3, "win")
    result = table.result
    assert result is not None
    assert [(win.seat, win.payer) for win in result.wins] == [(1, 0), (3, 0)]
    assert sum(variant("qq", multi_win="all").settle(result).points) == 0
    table.undo()
    table.act(3, "pass")
    assert the_win(table).seat == 1


def test_a_win_that_was_passed_bars_nothing() -> None:
    table = deal(QQ, "4555m258p147sESW", WINS, wall="6p6s6p6s6p6s6p9m")
    for _ in range(2):
        table.act(0, "discard 5m")
        assert "win" in table.legal(1)
        everybody_passes(table)
        discard_drawn(table, 3)


# ---- kongs --------------------------------------------------------------------------------------


def test_the_replacement_of_a_kong_is_drawn_from_the_tail() -> None:
    table = deal(QQ, BEFORE_KONG, wall="C6p6p6p3s")
    table.act(0, "concealed kong 9s")
    assert drawn_tiles(table, 0) == ["3s"] and table.wall_left == 3
    assert table.melds(0) == (Meld.parse("{9999s}"),)
    assert table.turn == 0 and table.phase == "turn"


def test_a_kong_is_claimed_with_three_tiles() -> None:
    table = after_5m(IDLE, KONGS, wall="9p6p6p3s")
    assert legal(table, 2) == {"pung", "kong", "pass"}
    table.act(2, "kong")
    assert table.melds(2) == (Meld.parse("[5555m]"),) and drawn_tiles(table, 2) == ["3s"]
    assert table.turn == 2 and table.river == ((0, kind("5m"), 2),)


def test_a_kong_needs_a_tile_to_draw() -> None:
    assert "concealed kong 9s" in deal(QQ, BEFORE_KONG, wall="C6p").legal(0)
    assert "concealed kong 9s" not in deal(QQ, BEFORE_KONG, wall="C").legal(0)
    assert "kong" in after_5m(IDLE, KONGS, wall="9p6p").legal(2)
    assert after_5m(IDLE, KONGS, wall="9p").done


def test_a_kong_may_be_made_in_a_later_turn() -> None:
    table = deal(QQ, BEFORE_KONG, wall="6p6p6p6sC6s6s")
    discard_drawn(table, 4)
    assert table.turn == 0 and "concealed kong 9s" in table.legal(0)


def with_pung(wall: str = "6p6p6s5m6s3s", *, rules: Rules = QQ, wins: str = WINS) -> Table:
    """Seat 1 has a pung of 5m and draws the last copy, which seat 3 waits for."""
    table = after_5m(PUNGS, IDLE, wins, wall="9p" + wall, rules=rules)
    everybody_but(table, 1)
    table.act(1, "pung")
    table.act(1, "discard C")
    discard_drawn(table, 3)
    assert table.turn == 1
    return table


def everybody_but(table: Table, seat: int) -> None:
    for each in table.to_act:
        if each != seat and each in table.to_act:
            table.act(each, "pass")


def test_an_added_kong_may_be_robbed_and_is_then_not_made() -> None:
    table = with_pung()
    table.act(1, "added kong 5m")
    assert table.phase == "rob" and table.open_tile == kind("5m") and table.turn == 1
    assert legal(table, 3) == {"win", "pass"} and table.to_act == (3,)
    assert legal(table, 0) == legal(table, 2) == {"pass"}
    table.act(3, "win")
    win = the_win(table)
    assert (win.seat, win.payer, win.tile) == (3, 1, kind("5m")) and win.flags == WinFlag.ROBBING
    assert table.melds(1) == (Meld.parse("[555m]"),) and table.hand(1).counts[kind("5m")] == 0
    assert table.events[-2:] == (
        ("discard", 1, kind("5m"), 1),
        ("win", 3, kind("5m"), WinFlag.ROBBING),
    )
    score = QQ.score(WINS, "5m", robbing=True, seat_wind="N")
    assert win.fan == score.total
    assert "抢杠和" in fans(score) and "和绝张" not in fans(score)


def test_an_added_kong_that_nobody_robs_is_made() -> None:
    table = with_pung()
    table.act(1, "added kong 5m")
    table.act(3, "pass")
    assert table.melds(1) == (Meld.parse("[5555m]"),)
    assert drawn_tiles(table, 1)[-1] == "3s" and table.turn == 1 and table.phase == "turn"


def test_an_added_kong_that_nobody_could_win_is_made_at_once() -> None:
    table = with_pung(wins="369m123789s333pF")
    table.act(1, "added kong 5m")
    assert table.phase == "turn" and table.melds(1) == (Meld.parse("[5555m]"),)


def test_an_added_kong_needs_a_tile_to_draw() -> None:
    table = with_pung("6p6p6s5m")
    assert table.wall_left == 0 and "added kong 5m" not in table.legal(1)


@pytest.mark.parametrize(("multi_win", "winners"), [("nearest", [2]), ("all", [2, 3])])
def test_two_seats_that_could_rob_a_kong_win_like_on_a_discard(
    multi_win: str, winners: list[int]
) -> None:
    rules = variant("qq", multi_win=multi_win)
    table = after_5m(PUNGS, ALSO_WINS, WINS, wall="9p6p6p8s5m8s3s", rules=rules)
    everybody_but(table, 1)
    table.act(1, "pung")
    table.act(1, "discard S")
    discard_drawn(table, 3)
    table.act(1, "added kong 5m")
    table.act(3, "win")
    assert not table.done
    table.act(2, "win")
    result = table.result
    assert result is not None
    assert [(win.seat, win.payer, win.flags) for win in result.wins] == [
        (seat, 1, WinFlag.ROBBING) for seat in winners
    ]
    assert table.melds(1) == (Meld.parse("[555m]"),)


def test_a_concealed_kong_is_not_robbed() -> None:
    table = deal(QQ, KONGS, IDLE, IDLE, WINS, wall="5m6p6p")
    table.act(0, "concealed kong 5m")
    assert table.phase == "turn" and table.turn == 0


def test_杠上开花_is_a_win_on_the_replacement_of_a_kong() -> None:
    table = deal(QQ, BEFORE_KONG, wall="C6p6p3p")
    table.act(0, "concealed kong 9s")
    table.act(0, "win")
    assert the_win(table).self_draw and the_win(table).flags == WinFlag.REPLACEMENT
    score = QQ.score("{9999s}123456m33pCC", "3p", self_draw=True, replacement=True)
    assert the_win(table).fan == score.total and "杠上开花" in fans(score)


def test_a_draw_of_a_later_turn_is_not_杠上开花() -> None:
    table = deal(QQ, BEFORE_KONG, wall="C6p6s6p3p6s6p6s")
    table.act(0, "concealed kong 9s")
    discard_drawn(table, 4)
    assert table.turn == 0 and drawn_tiles(table, 0)[-1] == "3p"
    table.act(0, "win")
    assert not the_win(table).flags


# ---- the end of the wall ------------------------------------------------------------------------


def test_the_last_discard_may_be_won_but_not_claimed() -> None:
    table = after_5m(CHOWS, KONGS, WINS, wall="9p")
    assert legal(table, 1) == legal(table, 2) == {"pass"}
    assert legal(table, 3) == {"win", "pass"} and table.to_act == (3,)
    table.act(3, "pass")
    assert table.done and table.result is not None and table.result.drawn


def test_a_discard_with_one_tile_left_may_still_be_claimed() -> None:
    table = after_5m(CHOWS, KONGS, WINS, wall="9p6p")
    assert "chow middle" in table.legal(1) and {"pung", "kong"} < legal(table, 2)


def test_the_deal_is_drawn_when_the_wall_is_empty_and_nobody_wins_the_last_discard() -> None:
    table = deal(QQ, IDLE, wall="9p3s")
    discard_drawn(table)
    assert not table.done
    table.act(1, "discard 3s")
    assert table.done and table.result is not None
    assert table.result.drawn and table.result.bird is None
    assert table.to_act == () and all(legal(table, seat) == {"pass"} for seat in range(4))
    settlement = variant("qq", A=5, N=10).settle(table.result)
    assert settlement.points == (0, 0, 0, 0) and settlement.coins == (-5, -5, -5, -5)


@pytest.mark.parametrize(("wall", "last"), [("9pC", True), ("9pC9p", False)])
def test_妙手回春_is_a_win_on_the_last_tile_of_the_wall(wall: str, last: bool) -> None:
    table = deal(QQ, IDLE, READY, wall=wall)
    discard_drawn(table)
    table.act(1, "win")
    assert the_win(table).flags == (WinFlag.LAST_TILE if last else WinFlag(0))
    score = QQ.score(READY, "C", self_draw=True, seat_wind="S", last_tile=last)
    assert the_win(table).fan == score.total and ("妙手回春" in fans(score)) is last


def test_妙手回春_of_a_dealer_who_draws_the_only_tile() -> None:
    table = deal(QQ, READY, wall="C")
    table.act(0, "win")
    assert the_win(table).flags == WinFlag.LAST_TILE


@pytest.mark.parametrize(("wall", "last"), [("9pC", True), ("9pC9p", False)])
def test_海底捞月_is_a_win_on_the_last_discard(wall: str, last: bool) -> None:
    table = deal(QQ, IDLE, IDLE, READY, wall=wall)
    discard_drawn(table)
    table.act(1, "discard C")
    table.act(2, "win")
    assert the_win(table).flags == (WinFlag.LAST_TILE if last else WinFlag(0))
    score = QQ.score(READY, "C", seat_wind="W", last_tile=last)
    assert the_win(table).fan == score.total and ("海底捞月" in fans(score)) is last


def test_the_last_tile_drawn_for_a_kong_is_妙手回春_and_杠上开花() -> None:
    table = deal(QQ, BEFORE_KONG, wall="C3p")
    table.act(0, "concealed kong 9s")
    table.act(0, "win")
    assert the_win(table).flags == WinFlag.LAST_TILE | WinFlag.REPLACEMENT


def test_the_last_tile_drawn_for_a_flower_is_妙手回春() -> None:
    table = deal(QQ, IDLE, READY, wall="9p春C")
    discard_drawn(table)
    table.act(1, "win")
    assert the_win(table).flags == WinFlag.LAST_TILE


# ---- 和绝张 -------------------------------------------------------------------------------------


def waits_for_5m(shown: int, rules: Rules = QQ, indicator: str = "") -> Table:
    """Seat 3 waits for 5m, which the seats before it have drawn and discarded."""
    draws = ["5m"] * shown + ["6p", "6s", "6p"][: 3 - shown]
    wall = draws[0] + indicator + draws[1] + draws[2] + "5m" + "8s8s"
    table = deal(rules, IDLE, IDLE, IDLE, WINS, wall=wall)
    discard_drawn(table, 3)
    return table


@pytest.mark.parametrize(("shown", "last"), [(3, True), (2, False)])
def test_和绝张_is_a_win_on_the_fourth_copy_where_three_lie_face_up(shown: int, last: bool) -> None:
    table = waits_for_5m(shown)
    table.act(3, "win")
    assert the_win(table).flags == (WinFlag.LAST_COPY if last else WinFlag(0))
    score = QQ.score(WINS, "5m", self_draw=True, seat_wind="N", last_copy=last)
    assert the_win(table).fan == score.total and ("和绝张" in fans(score)) is last


@pytest.mark.parametrize(("shown", "last"), [(3, True), (2, False)])
def test_和绝张_on_a_discard_needs_three_copies_beside_it(shown: int, last: bool) -> None:
    draws = "5m" * shown + ("6p" if shown == 2 else "") + "6s" + "5m"
    table = deal(QQ, IDLE, IDLE, IDLE, WINS, wall=draws + "3s3s")
    discard_drawn(table, 4)
    table.act(0, "discard 5m")
    table.act(3, "win")
    assert the_win(table).flags == (WinFlag.LAST_COPY if last else WinFlag(0))


@pytest.mark.parametrize(
    ("options", "last"),
    [({}, True), ({"indicator_visible": False}, False)],
)
def test_the_open_indicator_is_one_of_the_visible_copies(
    options: dict[str, bool], last: bool
) -> None:
    table = waits_for_5m(2, variant("huanle", **options), indicator="5m")
    assert table.indicator == kind("5m")
    table.act(3, "win")
    assert the_win(table).flags == (WinFlag.LAST_COPY if last else WinFlag(0))


def test_a_pung_on_the_table_shows_three_copies() -> None:
    table = with_pung("6p5m6p6p6s3s", wins=WINS)
    assert table.turn == 1
    table = after_5m(PUNGS, IDLE, WINS, wall="9p6p5m6s3s")
    table.act(3, "pass")
    table.act(1, "pung")
    table.act(1, "discard C")
    discard_drawn(table)
    assert drawn_tiles(table, 3) == ["5m"]
    table.act(3, "win")
    assert the_win(table).flags == WinFlag.LAST_COPY


# ---- the minimum --------------------------------------------------------------------------------

CHEAP = "123m456m234p67s99s"


@pytest.mark.parametrize(
    ("game", "options", "wins"),
    [
        ("guobiao", {}, False),
        ("guobiao", {"min_fan": 4}, True),
        ("qq", {}, True),
        ("qq", {"room": "8fan"}, False),
        ("qq", {"room": "no_fan"}, True),
        ("qq", {"room": "8fan", "min_fan": 2}, True),
    ],
)
def test_a_win_needs_the_minimum_of_its_room(
    game: str, options: dict[str, Any], wins: bool
) -> None:
    score = variant(game, min_fan=0).score(CHEAP, "8s", seat_wind="S")
    assert 4 <= score.total < 8
    table = deal(variant(game, **options), IDLE, CHEAP, wall="8s9p9p")
    table.act(0, "discard 8s")
    assert ("win" in table.legal(1)) is wins
    if wins:
        table.act(1, "win")
        assert the_win(table).fan == score.total


def test_flowers_do_not_count_toward_the_minimum() -> None:
    rules = variant("qq", room="8fan")
    hand = "春夏秋冬梅" + "6m234p67s99s"
    table = deal(rules, IDLE, hand, wall="8s9p9p9p" + "5m4m3m2m1m")
    assert len(table.flowers(1)) == 5 and str(table.hand(1)) == "123456m234p6799s"
    table.act(0, "discard 8s")
    score = QQ.score(CHEAP, "8s", seat_wind="S", flowers=5)
    assert score.total >= 8 > score.counted
    assert "win" not in table.legal(1)


# ---- the bird -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wall", "options", "bird"),
    [
        ("5p6p3s", {}, "5p"),
        ("5p6p3s", {"bird_from": "tail"}, "3s"),
        ("春5p6p", {}, "5p"),
        ("春夏5p", {}, "5p"),
        ("5p6p春", {"bird_from": "tail"}, "6p"),
        ("春5p6p", {"bird_flower": "no_bird"}, None),
        ("春夏", {}, None),
        ("", {}, "C"),
        ("", {"bird_wall_empty": "no_bird"}, None),
        ("5p6p3s", {"bird": False}, None),
        ("6s6p3s", {}, "6s"),
    ],
)
def test_the_bird_is_turned_after_a_win(
    wall: str, options: dict[str, Any], bird: str | None
) -> None:
    rules = variant("huanle", **options)
    table = deal(rules, IDLE, READY, wall=f"9p 5s C{wall}")  # 6s is wild
    discard_drawn(table)
    table.act(1, "win")
    assert table.result is not None
    assert table.result.bird == (None if bird is None else kind(bird))
    assert sum(rules.settle(table.result).points) == 0


def test_the_bird_of_a_win_on_the_last_discard_is_the_tile_drawn_last() -> None:
    table = deal(HUANLE, IDLE, "C47m258p147sESWN", READY, wall="9p 5s 3p")
    discard_drawn(table)
    table.act(1, "discard C")
    table.act(2, "win")
    assert the_win(table).flags == WinFlag.LAST_TILE
    assert table.result is not None and table.result.bird == kind("3p")


def test_a_win_after_a_kong_takes_the_bird_from_the_head() -> None:
    table = deal(HUANLE, BEFORE_KONG, wall="C 5s 9p6p3p")
    table.act(0, "concealed kong 9s")
    table.act(0, "win")
    assert table.result is not None and table.result.bird == kind("9p")


def test_games_without_a_bird_turn_none() -> None:
    table = deal(QQ, READY, wall="C9p6p")
    table.act(0, "win")
    assert table.result is not None and table.result.bird is None and table.wall_left == 2


# ---- winds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(4))
def test_seat_winds_follow_the_dealer(seat: int) -> None:
    for wind in "ESWN":
        hand = f"123m456p678p99s{wind}{wind}"
        hands = ["2589m39p1236sCFP"] * 4
        hands[seat] = hand
        draws = ["C", "F", "P", "3s"]
        draws[seat] = wind
        table = deal(QQ, *hands, wall="".join(draws) + "9p")
        discard_drawn(table, seat)
        table.act(seat, "win")
        score = QQ.score(hand, wind, self_draw=True, seat_wind="ESWN"[seat])
        assert the_win(table).fan == score.total
        assert ("门风刻" in fans(score)) is (wind == "ESWN"[seat])


@pytest.mark.parametrize("wind", ["E", "S", "W", "N"])
def test_the_prevailing_wind_is_what_the_table_was_told(wind: str) -> None:
    hands = ("123m456p678p99sSS", *["2589m39p1236sCFP"] * 3)
    table = deal(QQ, *hands, wall="S9p", round_wind=wind)
    assert table.round_wind == kind(wind)
    table.act(0, "win")
    score = QQ.score(hands[0], "S", self_draw=True, round_wind=wind)
    assert the_win(table).fan == score.total and ("圈风刻" in fans(score)) is (wind == "S")
    assert table.result is not None and table.result.round_wind == kind(wind)


# ---- the first turn -----------------------------------------------------------------------------


def test_the_dealer_wins_with_his_own_last_tile_whoever_replaced_flowers_after_him() -> None:
    table = deal(QQ, READY, "春47m258p147sESWN", wall="C6s6s6s9p")
    assert drawn_tiles(table, 1) == ["9p"]
    table.act(0, "win")
    assert the_win(table).tile == kind("C")
    assert the_win(table).fan == QQ.score(READY, "C", self_draw=True).total


def test_a_dealer_who_replaced_a_flower_wins_with_the_replacement() -> None:
    table = deal(QQ, "春23456789m999sC", wall="C6s6s6s1m")
    table.act(0, "win")
    assert the_win(table).tile == kind("1m") and not the_win(table).flags


# ---- windows ------------------------------------------------------------------------------------


def contest(**set_up: Any) -> Table:
    """Seat 1 may chow, seat 2 pung, seat 3 win."""
    table = after_5m(CHOWS, PUNGS, WINS, **set_up)
    assert table.to_act == (1, 2, 3) and table.phase == "claim"
    return table


def test_answers_come_in_any_order() -> None:
    for wait_all in (False, True):
        ends = set()
        for order in permutations([(1, "chow middle"), (2, "pung"), (3, "pass")]):
            table = contest(wait_all=wait_all)
            for seat, action in order:
                if table.phase == "claim":
                    table.act(seat, action)
            ends.add((table.digest(), table.turn))
        assert len(ends) == 1
        assert table.turn == 2


def test_a_window_closes_as_soon_as_no_other_answer_could_go_first() -> None:
    table = contest()
    table.act(3, "win")
    assert table.done
    table = contest()
    table.act(2, "pung")
    assert table.to_act == (1, 3)
    table.act(3, "pass")
    assert table.turn == 2 and table.phase == "turn"
    table = contest()
    table.act(1, "chow middle")
    assert table.to_act == (2, 3)


def test_a_table_that_waits_for_all_tells_nothing_by_time() -> None:
    table = contest(wait_all=True)
    table.act(3, "win")
    table.act(2, "pung")
    assert not table.done and table.to_act == (1,)
    table.act(1, "pass")
    assert table.done


def test_an_answer_may_be_changed_until_the_window_closes() -> None:
    table = contest()
    table.act(2, "pung")
    table.act(2, "pass")
    table.act(3, "pass")
    assert table.to_act == (1,)
    table.act(2, "pung")
    assert table.turn == 2 and len(table.log) == 5


def test_answers_are_hidden_until_the_window_closes() -> None:
    table = contest()

    def told() -> object:
        return [table.legal(seat) for seat in range(4)], table.river, table.events, table.melds(2)

    before = told()
    table.act(2, "pung")
    assert told() == before


def test_seats_that_cannot_do_anything_are_not_asked() -> None:
    table = after_5m(CHOWS, PUNGS)
    assert table.to_act == (1, 2) and legal(table, 3) == {"pass"}
    with pytest.raises(TableError, match="seat 3 has nothing to decide about 5m"):
        table.act(3, "pass")


def test_stepping_asks_the_nearest_seat_first_and_gives_the_same_deal() -> None:
    stepped = contest()
    for action in ("pass", "pung", "pass"):
        stepped.step(action)
    acted = contest()
    for seat, action in ((3, "pass"), (1, "pass"), (2, "pung")):
        acted.act(seat, action)
    assert stepped.digest() == acted.digest() and stepped.events == acted.events
    assert stepped.log != acted.log


# ---- acts ---------------------------------------------------------------------------------------


def test_an_act_is_told_as_text_number_or_action() -> None:
    tables = [deal(QQ, READY, wall="9p6p6p") for _ in range(3)]
    for table, action in zip(tables, ("discard 9p", 17, discard("9p")), strict=True):
        table.act(0, action)
        assert table == tables[0] and table.log == ((0, Action.parse("discard 9p")),)


@pytest.mark.parametrize(
    ("seat", "action", "why"),
    [
        (1, "discard 1m", "it is the turn of seat 0"),
        (2, "pass", "it is the turn of seat 0"),
        (0, "discard E", "seat 0 may not discard E, expected one of: discard 1m, discard 2m"),
        (0, "win", "seat 0 may not win"),
        (0, "pass", "seat 0 may not pass"),
        (0, "pung", "seat 0 may not pung"),
        (0, "kong", "seat 0 may not kong"),
        (0, "chow low", "seat 0 may not chow low"),
        (0, "concealed kong 1m", "seat 0 may not concealed kong 1m"),
        (0, "added kong 1m", "seat 0 may not added kong 1m"),
        (0, "discard ready 1m", "seat 0 may not discard ready 1m"),
        (0, "ready", "seat 0 may not ready"),
        (0, "void m", "seat 0 may not void m"),
    ],
)
def test_an_act_that_is_not_legal_is_explained_and_changes_nothing(
    seat: int, action: str, why: str
) -> None:
    table = deal(QQ, READY, wall="9p6p6p")
    digest = table.digest()
    assert not table.can(seat, action)
    told = table.why_not(seat, action)
    assert told is not None and told.startswith(why)
    with pytest.raises(TableError, match=why):
        table.act(seat, action)
    assert table.digest() == digest and table.log == ()


def test_what_is_legal_may_be_done_and_nothing_else() -> None:
    table = contest()
    for seat in range(4):
        allowed = {int(each) for each in table.legal(seat)} if seat in table.to_act else set()
        for number in range(150):
            assert table.can(seat, number) is (number in allowed)
            assert (table.why_not(seat, number) is None) is (number in allowed)


def test_nothing_may_be_done_after_the_end() -> None:
    table = deal(QQ, READY, wall="C9p9p")
    table.act(0, "win")
    assert table.why_not(0, "pass") == "the deal is over"
    for attempt in (lambda: table.act(0, "win"), lambda: table.step(PASS)):
        with pytest.raises(TableError, match="the deal is over"):
            attempt()
    table.undo()
    assert not table.done and table.result is None


@pytest.mark.parametrize("wrong", ["", "Discard 1m", "discard", "discard 春", "kong E", "win!"])
def test_a_text_that_is_no_action_is_an_error(wrong: str) -> None:
    table = QQ.table(seed=1)
    for ask in (table.can, table.why_not, table.act):
        with pytest.raises(QueshenError):
            ask(0, wrong)


def test_a_legal_set_is_a_set_of_actions_in_order() -> None:
    may = contest().legal(1)
    assert list(may) == [Action.parse("chow middle"), PASS] and len(may) == 2
    assert "chow middle" in may and WIN not in may
    assert added_kong("E") not in may and concealed_kong("E") not in may
    assert may.mask == 1 << 137 | 1 << 145


# ---- undo, copies, bytes ------------------------------------------------------------------------


def played(rules: Rules, seed: int, acts: int = 10_000) -> Table:
    """A deal in which everybody does the last thing that is legal."""
    table = rules.table(seed=seed)
    while not table.done and len(table.log) < acts:
        table.step(list(table.legal(table.to_act[0]))[-1])
    return table


@pytest.mark.parametrize("rules", [HUANLE, QQ, GUOBIAO])
def test_undo_takes_every_act_back(rules: Rules) -> None:
    table = rules.table(seed=11)
    digests = [table.digest()]
    while not table.done:
        table.step(next(iter(table.legal(table.to_act[0]))))
        digests.append(table.digest())
    log = table.log
    assert len(set(digests)) == len(digests)
    for at in range(len(log), 0, -1):
        assert table.digest() == digests[at] and table.log == log[:at]
        table.undo()
    for seat, action in log:
        table.act(seat, action)
    table.undo(len(log))
    assert table.digest() == digests[0]
    table.undo(0)
    with pytest.raises(TableError, match="1 acts to take back, expected at most 0"):
        table.undo()


def test_undo_takes_back_an_answer_in_a_window() -> None:
    table = contest()
    digest = table.digest()
    table.act(2, "pung")
    assert table.digest() != digest
    table.undo()
    assert table.digest() == digest and table.to_act == (1, 2, 3)


def test_a_clone_goes_its_own_way() -> None:
    table = contest()
    clone = table.clone()
    assert clone == table and clone.digest() == table.digest()
    clone.act(3, "win")
    assert clone.done and not table.done and clone != table
    table.act(2, "pung")
    clone.undo()
    assert clone.to_act == (1, 2, 3) and table.to_act == (1, 3)
    assert clone.set_up == table.set_up


def test_a_clone_of_a_table_that_waits_for_all_does_so_too() -> None:
    clone = contest(wait_all=True).clone()
    clone.act(3, "win")
    assert not clone.done


@pytest.mark.parametrize("rules", [HUANLE, QQ, GUOBIAO, variant("huanle", room="8fan", N=3)])
def test_bytes_and_pickles_are_the_same_table(rules: Rules) -> None:
    for acts in (0, 1, 40, 10_000):
        table = played(rules, 3, acts)
        for again in (Table.from_bytes(table.to_bytes()), pickle.loads(pickle.dumps(table))):
            assert again == table and again.digest() == table.digest()
            assert again.log == table.log and again.rules == table.rules
            assert again.set_up == table.set_up and again.result == table.result


def test_bytes_hold_answers_of_an_open_window_too() -> None:
    table = contest()
    table.act(2, "pung")
    again = Table.from_bytes(table.to_bytes())
    assert again.to_act == (1, 3)
    again.act(3, "pass")
    assert again.turn == 2


def test_what_a_table_was_made_of_is_a_copy() -> None:
    table = QQ.table(seed=5)
    table.set_up["seed"] = 6
    assert table.set_up["seed"] == table.seed == 5
    table = deal(QQ, READY, wall="9p6p6p")
    table.set_up["hands"][0][0] = "9p"
    assert Table.from_bytes(table.to_bytes()) == table


def test_tables_have_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(QQ.table(seed=1))


def test_a_table_is_shown_in_a_line() -> None:
    table = contest()
    assert repr(table) == "<Table qq, 1 acts, claim of seat 0>"
    table.act(3, "win")
    assert repr(table) == "<Table qq, 2 acts, over>"


# ---- walls of recorded deals --------------------------------------------------------------------


def recorded(draws: list[str], undrawn: list[int] | None = None) -> Table:
    hands = [tiles(hand) for hand in (READY, IDLE, IDLE, IDLE)]
    rules = variant("guobiao", flowers=False)
    return rules.table(hands=hands, draws=[tiles(each) for each in draws], undrawn=undrawn)


def test_each_seat_draws_from_a_wall_of_its_own() -> None:
    table = recorded(["9p8s", "6p6s", "3s", "8m"])
    assert table.wall_left == 1
    discard_drawn(table)
    assert drawn_tiles(table, 1) == ["6p"] and table.wall_left == 1
    discard_drawn(table)
    assert drawn_tiles(table, 2) == ["3s"] and table.wall_left == 0


def test_the_deal_ends_where_an_unknown_tile_would_be_drawn() -> None:
    table = recorded(["9p", "", "", ""], [0, 5, 0, 0])
    table.act(0, "discard 9p")
    assert table.done and table.result is not None and table.result.drawn


def test_a_recorded_wall_gives_its_tiles_in_order_also_for_a_kong() -> None:
    hands = [tiles(hand) for hand in (BEFORE_KONG, IDLE, IDLE, IDLE)]
    draws = [tiles("C3p9p"), [], [], []]
    table = variant("guobiao", flowers=False).table(hands=hands, draws=draws)
    table.act(0, "concealed kong 9s")
    assert drawn_tiles(table, 0) == ["3p"] and table.wall_left == 1
    table.act(0, "win")
    assert the_win(table).flags == WinFlag.REPLACEMENT | WinFlag.LAST_TILE


# ---- what a result tells ------------------------------------------------------------------------


def test_the_result_holds_what_every_seat_had() -> None:
    table = with_pung()
    table.act(1, "added kong 5m")
    table.act(3, "win")
    result = table.result
    assert result is not None and result.seats == 4 and result.dealer == 0
    assert result.hands[1].melds == (Meld.parse("[555m]"),)
    # the winning tile is among the winner's tiles
    assert result.hands[3].concealed[kind("5m")] == 1 and sum(result.hands[3].concealed) == 14
    assert sum(result.hands[1].concealed) == 10


def test_an_open_deal_has_no_result() -> None:
    assert QQ.table(seed=1).result is None
