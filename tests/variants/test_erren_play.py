"""至尊二人麻将 at the table: claims, declarations, last tiles, doubling, passed wins, dealers."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import Any

import pytest
from guangdong import (
    ANY,
    KINDS,
    act,
    drawn_tile,
    kind,
    legal,
    named,
    passes,
    points,
    result_of,
    the_win,
    tiles,
)
from ready_twin import Stock

from queshen.deal_result import DealResult, KongPaid, Win, WinFlag
from queshen.errors import TableError
from queshen.rules import Rules, variant
from queshen.session import Session, next_dealer
from queshen.table import Table, choose
from queshen.tiles import Meld

RULES = variant("erren")
FAN_ONLY = variant("erren", haidi_mode="fan_only")
NATIONAL = variant("erren", fan_table="gb81")
DOUBLING = variant("erren", jia_bei=True)
FREE = variant("erren", missed_win="none")

FLOWERS = "春夏秋冬梅兰竹菊"

# They wait for C alone, for 5m and 8m, and for nothing.
ONE = "123456789mEEEC"
WIDE = "123m789m67mEEE55m"
FAR = "124578mSSWWNNP"


def dealt(
    *hands: str,
    wall: str = "",
    tail: str = "",
    left: int = 20,
    rules: Rules = RULES,
    acts: str = "",
    **set_up: Any,
) -> Table:
    """A table with these hands, filled up with idle tiles, and what is done at it.

    The wall has `left` tiles with the dealer's first draw, which `wall` begins with; `tail` is its
    end, of which the last tile is the first replacement. Both may leave tiles open with ``.``.
    """
    held = [tiles(hand) for hand in (*hands, *[""] * (2 - len(hands)))]
    drawn, end = tiles(wall), tiles(tail)
    line = [*drawn, *(left - len(drawn) - len(end)) * [ANY], *end]
    kinds = [each for each in KINDS if rules.flow.copies[kind(each)]]
    known = [tile for tile in chain(*held, line) if tile != ANY and tile not in FLOWERS]
    stock = Stock(kinds, known)
    for hand in held:
        while len(hand) < 13:
            hand.append(stock.take(hand))
    line = [stock.take(known) if tile == ANY else tile for tile in line]
    return run(rules.table(hands=held, wall=line, **set_up), acts)


def run(table: Table, acts: str) -> Table:
    """Acts as `act` knows them; ``1 ready`` discards what was drawn and declares with it."""
    for each in filter(None, acts.split(", ")):
        if each.endswith(" ready") and table.phase != "ready":
            passes(table)
            act(table, f"{each[0]} discard ready {drawn_tile(table)}")
        else:
            if table.phase == "ready" and not each.endswith((" ready", " pass")):
                table.act(1, "pass")
            act(table, each)
    return table


def started(*hands: str, **how: Any) -> Table:
    """The same, where seat 1 does not declare before play."""
    acts = how.pop("acts", "")
    table = dealt(*hands, **how)
    if table.phase == "ready":
        table.act(1, "pass")
    return run(table, acts)


def phase(table: Table) -> str:
    """The phase, which changes while a test runs."""
    return table.phase


def fans(table: Table) -> dict[str, int]:
    """The fans of the one win, scored again from what the result tells."""
    win = the_win(table)
    own = result_of(table).hands[win.seat]
    concealed = [KINDS[at] * number for at, number in enumerate(own.concealed)]
    text = "".join([*map(str, own.melds), *concealed])
    flags: dict[str, Any] = {
        flag.name.lower(): True
        for flag in win.flags
        if flag.name and flag is not WinFlag.FROM_READY
    }
    shown = [FLOWERS[each - 34] for each in table.flowers(win.seat)]
    score = table.rules.score(
        text,
        KINDS[win.tile or 0],
        self_draw=win.self_draw,
        seat_wind="EW"[win.seat],
        flowers=shown,
        **flags,
    )
    assert score.total == win.fan
    return {each.fan.zh: each.count for each in score.fans}


def other_of(table: Table) -> str:
    """A tile that the seat in turn may discard and did not draw."""
    drawn = drawn_tile(table)
    return next(
        tile
        for tile in reversed(KINDS)
        if tile != drawn and f"discard {tile}" in table.legal(table.turn)
    )


# ---- the deal -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_the_dealer_has_fourteen_tiles_the_other_seat_thirteen(seed: int) -> None:
    table = RULES.table(seed=seed)
    assert table.seats == 2 and table.turn == 0
    assert [table.hand(seat).size for seat in range(2)] == [14, 13]
    shown = sum(len(table.flowers(seat)) for seat in range(2))
    assert table.wall_left == 72 - 27 - shown
    assert not any(each > 34 for each in chain(*(table.hand(seat).counts for seat in range(2))))
    national = NATIONAL.table(seed=seed)
    shown = sum(len(national.flowers(seat)) for seat in range(2))
    assert national.wall_left == 144 - 27 - shown


def test_there_are_no_other_suits() -> None:
    hands = [tiles(ONE), tiles("1245788mSSWWNN")]
    with pytest.raises(TableError, match="1p"):
        RULES.table(hands=hands, wall=["1p"])
    assert NATIONAL.table(hands=hands, wall=["1p"]).legal(0)


@pytest.mark.parametrize("rules", [RULES, NATIONAL], ids=["er72", "gb81"])
def test_the_dealer_is_east_and_the_other_seat_west(rules: Rules) -> None:
    table = rules.table(seed=1)
    assert named([table.seat_wind(0), table.seat_wind(1), table.round_wind]) == ["E", "W", "E"]


def test_flowers_are_shown_and_replaced_from_the_end_of_the_wall() -> None:
    table = started("123456789mEEE春", "夏", wall="P", tail="FC")
    assert [table.hand(seat).size for seat in range(2)] == [14, 13]
    assert [[FLOWERS[each - 34] for each in table.flowers(seat)] for seat in range(2)] == [
        ["春"],
        ["夏"],
    ]
    assert table.hand(0).counts[kind("C")] == 1 and table.hand(1).counts[kind("F")] >= 1
    assert table.wall_left == 17


def test_a_drawn_flower_is_replaced_too_also_by_another_one() -> None:
    table = started("", ONE, wall="P春", tail="C夏", acts="0 discard P")
    assert drawn_tile(table) == "C" and len(table.flowers(1)) == 2
    run(table, "1 win")
    # no win on a replacement for a kong
    assert "杠上开花" not in fans(table) and fans(table)["花牌"] == 2


# ---- claims -------------------------------------------------------------------------------------


def test_either_seat_may_chow_what_the_other_discards() -> None:
    table = started("", "46m", wall="5m", acts="0 discard 5m")
    assert "chow middle" in legal(table, 1)
    run(table, "1 chow middle")
    assert table.melds(1) == (Meld.parse("[456m]"),)
    table = started("46m", "", wall=".5m", acts="0, 1 discard 5m")
    assert "chow middle" in legal(table, 0)
    run(table, "0 chow middle")
    assert table.turn == 0 and table.melds(0) == (Meld.parse("[456m]"),)
    assert not {"win", "ready"} & legal(table, 0)


def test_the_one_seat_that_is_asked_takes_its_pick() -> None:
    table = started("", "CCC", wall="C", acts="0 discard C")
    assert legal(table, 1) == {"pass", "pung", "kong"}
    table = started("", WIDE, wall="5m", acts="0 discard 5m")
    assert {"pass", "win", "pung", "chow low"} == legal(table, 1)
    run(table, "1 chow low")
    assert table.turn == 1 and not table.done


def test_the_tile_for_a_kong_comes_from_the_end_of_the_wall() -> None:
    table = started("", "CCC", wall="C", tail="N", acts="0 discard C, 1 kong")
    assert table.melds(1) == (Meld.parse("[CCCC]"),) and drawn_tile(table) == "N"
    assert table.turn == 1 and table.wall_left == 18


def test_a_win_on_the_replacement_for_a_kong_is_杠上开花_but_not_for_a_flower_after_it() -> None:
    acts = "0, 1 concealed kong E, 1 win"
    table = started("", WIDE, wall=".E", tail="8m", acts=acts)
    assert "杠上开花" in fans(table) and "自摸" not in fans(table)
    table = started("", WIDE, wall=".E", tail="8m春", acts=acts)
    assert "杠上开花" not in fans(table) and fans(table)["花牌"] == 1


def test_there_is_no_kong_straight_after_a_claim() -> None:
    table = started("", "55m9999m", wall="5m", acts="0 discard 5m, 1 pung")
    assert not [each for each in legal(table, 1) if "kong" in each]
    table = started("", "46m9999m", wall="5m", acts="0 discard 5m, 1 chow middle")
    assert not [each for each in legal(table, 1) if "kong" in each]
    table = started("", "9999m", wall=".", acts="0")
    assert "concealed kong 9m" in legal(passes(table), 1)


def robbed(*, rules: Rules = RULES, acts: str = "") -> Table:
    """Seat 1 adds the fourth 5m to its pung, and the dealer waits for it."""
    hand = "234m46m789mEEECC"
    before = "0 discard 5m, 1 pung, 1 discard N, 0, 1 added kong 5m"
    return started(hand, "55mN", wall="5m.5m", rules=rules, acts=f"{before}{acts}")


def test_a_tile_that_is_added_to_a_pung_may_be_won() -> None:
    table = robbed()
    assert table.phase == "rob" and legal(table, 0) == {"win", "pass"}
    run(table, "0 win")
    win = the_win(table)
    assert (win.seat, win.payer) == (0, 1) and WinFlag.ROBBING in win.flags
    assert result_of(table).kongs == () and table.melds(1) == (Meld.parse("[555m]"),)
    assert fans(table).keys() >= {"抢杠和", "坎张"} and "和绝张" not in fans(table)
    assert points(table) == (win.fan, -win.fan)


def test_a_kong_that_is_not_robbed_is_made() -> None:
    table = robbed(acts=", 0 pass")
    assert table.melds(1) == (Meld.parse("[5555m]"),) and table.turn == 1


def test_a_concealed_kong_is_not_robbed() -> None:
    hand = "234m46m789mEEECC"
    table = started(hand, "555m", wall=".5m", acts="0, 1 concealed kong 5m")
    assert table.phase == "turn" and table.turn == 1
    assert table.melds(1) == (Meld.parse("{5555m}"),)


# ---- wins ---------------------------------------------------------------------------------------


def test_the_other_seat_pays_for_a_discard_and_for_a_self_draw() -> None:
    table = started("", ONE, wall="..C", acts="0, 1, 0 discard C, 1 win")
    assert fans(table).keys() == {"清龙", "混一色", "门前清", "幺九刻", "单钓将", "无花牌"}
    assert points(table) == (-30, 30)
    table = started(ONE, wall="..C", acts="0, 1, 0 win")
    assert fans(table).keys() == {"清龙", "混一色", "不求人", "幺九刻", "单钓将", "无花牌"}
    assert points(table) == (32, -32)


def test_a_worked_example_at_the_table() -> None:
    # C is punged, two flowers are drawn for, and E is won
    acts = "0 discard C, 1 pung, 1 discard N, 0, 1, 0 discard E, 1 win"
    table = started("", "CC123456789mEN", wall="C.春E", tail=".夏", acts=acts)
    assert fans(table) == {"清龙": 1, "混一色": 1, "箭刻": 1, "单钓将": 1, "花牌": 2}
    assert the_win(table).fan == 27 and points(table) == (-27, 27)


@pytest.mark.parametrize(("third", "last"), [("6m", True), ("F", False)])
def test_the_last_copy_of_a_tile_is_和绝张(third: str, last: bool) -> None:
    hand, acts = "123m57m999mEEECC", "0, 1, 0, 1, 0, 1, 0 discard 6m, 1 win"
    table = started("", hand, wall=f"6mF6mF{third}N6m", acts=acts)
    assert ("和绝张" in fans(table)) is last and "坎张" in fans(table)
    assert (WinFlag.LAST_COPY in the_win(table).flags) is last


# ---- the first turn -----------------------------------------------------------------------------


def test_the_dealers_fourteen_tiles_are_天胡() -> None:
    table = started(ONE, wall="C", acts="0 win")
    assert WinFlag.FIRST_TURN in the_win(table).flags
    assert fans(table).keys() == {"天胡", "清龙", "混一色", "幺九刻", "无花牌"}
    # flowers that are replaced do not spoil it
    table = started("123456789mEEE春", wall="C", tail="C", acts="0 win")
    assert "天胡" in fans(table) and fans(table)["花牌"] == 1


def test_after_a_concealed_kong_they_are_not() -> None:
    table = started("1111m345m678mEEC", wall="C", tail="E", acts="0 concealed kong 1m, 0 win")
    assert fans(table).keys() >= {"杠上开花", "暗杠"} and "天胡" not in fans(table)


def test_the_first_draw_of_the_other_seat_is_地胡() -> None:
    table = started("", ONE, wall=".C", acts="0, 1 win")
    assert fans(table).keys() == {"地胡", "清龙", "混一色", "不求人", "幺九刻", "无花牌"}
    table = started("", "123456789mEEE春", wall=".夏", tail="CC", acts="0, 1 win")
    assert "地胡" in fans(table) and fans(table)["花牌"] == 2


def test_a_second_draw_is_not() -> None:
    table = started("", ONE, wall="...C", acts="0, 1, 0, 1 win")
    assert not {"地胡", "天胡", "人胡"} & fans(table).keys()


@pytest.mark.parametrize(("wall", "acts"), [("CF", "0 discard C, 1 win"), (".C", "0, 1 win")])
def test_a_kong_of_the_dealer_spoils_地胡_and_人胡(wall: str, acts: str) -> None:
    table = started("SSSS", ONE, wall=wall, tail="N", acts=f"0 concealed kong S, {acts}")
    assert not {"地胡", "人胡"} & fans(table).keys()


@pytest.mark.parametrize("claim", ["chow high", "pung"])
def test_a_claim_spoils_地胡(claim: str) -> None:
    # the other seat claims, and draws for the first time after that
    tile, hand = ("3m", "12m") if "chow" in claim else ("S", "SS")
    table = started("", f"{hand}456m789mEEECW", wall=f"{tile}.C", acts=f"0 discard {tile}")
    run(table, f"1 {claim}, 1 discard W, 0, 1 win")
    assert the_win(table).self_draw and WinFlag.FIRST_TURN not in the_win(table).flags


def test_the_dealers_first_discard_is_人胡() -> None:
    table = started("", ONE, wall="C", acts="0 discard C, 1 win")
    assert fans(table).keys() == {"人胡", "清龙", "混一色", "幺九刻", "单钓将", "无花牌"}
    table = started("", ONE, wall="..C", acts="0, 1, 0 discard C, 1 win")
    assert "人胡" not in fans(table) and "门前清" in fans(table)


def test_the_wind_of_the_other_seat_is_west_where_winds_are_paid() -> None:
    for rules in (NATIONAL, variant("erren", wind_pungs=True)):
        for wind, paid in (("W", {"门风刻"}), ("E", {"圈风刻"}), ("S", set())):
            hand = f"123456789m{wind * 3}C"
            table = started("", hand, wall="..FC", rules=rules, acts="0, 1, 0, 1 win")
            assert {"门风刻", "圈风刻"} & fans(table).keys() == paid


def test_the_national_table_knows_none_of_them() -> None:
    table = dealt(ONE, wall="C", rules=NATIONAL, acts="0 win")
    assert WinFlag.FIRST_TURN not in the_win(table).flags


# ---- 报听 ---------------------------------------------------------------------------------------


def declared(hand: str = WIDE, wall: str = "", acts: str = "", **how: Any) -> Table:
    """Seat 1 declares in its second turn; `wall` is what the dealer draws next, and on."""
    other = how.pop("other", "")
    return started(other, hand, wall=f"....{wall}", acts=f"0, 1, 0, 1 ready{acts}", **how)


def test_a_hand_is_declared_with_a_discard() -> None:
    table = passes(started("", WIDE, wall="..", acts="0"))
    drawn = drawn_tile(table)
    assert {f"discard ready {drawn}", f"discard {drawn}"} <= legal(table, 1)
    run(table, "1 ready")
    assert table.ready(1) and not table.ready(0)
    assert table.view(0).ready == table.view(1).ready == (False, True)
    assert named(table.ready_waits(1)) == ["5m", "8m"]


def test_a_hand_that_is_not_one_tile_from_winning_may_not_declare() -> None:
    table = passes(started("", FAR, wall=".", acts="0"))
    assert not [each for each in legal(table, 1) if "ready" in each]
    assert table.why_not(1, f"discard ready {drawn_tile(table)}") is not None


def test_seven_pairs_may_be_declared_and_laid_out_hands_too() -> None:
    table = passes(started("", "1122m5577mSSWWN", wall=".F", acts="0"))
    assert {"discard ready N", "discard ready F"} <= legal(table, 1)
    acts = "0 discard 5m, 1 chow low"
    table = started("", "123m789m67mEEE4mN", wall="5m", acts=acts)
    assert "discard ready N" in legal(table, 1)
    run(table, "1 discard ready N")
    assert table.ready(1) and named(table.ready_waits(1)) == ["1m", "4m"]


def test_a_declared_seat_discards_what_it_draws_and_claims_nothing() -> None:
    table = declared("234m345m678mEESS", wall="N9mN", acts=", 0")
    assert legal(table, 1) == {"discard 9m"}
    table = declared("234m678m67mEEE88m", wall="8m", acts=", 0 discard 8m")
    assert legal(table, 1) == {"win", "pass"}


def test_its_win_has_报听() -> None:
    table = declared(wall="8m", acts=", 0 discard 8m, 1 win")
    win = the_win(table)
    assert WinFlag.READY in win.flags and WinFlag.FIRST_READY not in win.flags
    assert fans(table)["报听"] == 1 and "天听" not in fans(table)
    table = declared(wall=".8m", acts=", 0, 1 win")
    assert fans(table).keys() >= {"报听", "不求人"}


def test_a_seat_that_has_not_declared_wins_too() -> None:
    table = started("", WIDE, wall="....8m", acts="0, 1, 0, 1, 0 discard 8m, 1 win")
    assert not {"报听", "天听"} & fans(table).keys()


def test_nobody_must_win_declared_or_not() -> None:
    table = declared(wall=".8m", acts=", 0")
    assert legal(table, 1) == {"win", "discard 8m"}


def test_the_discard_that_declares_may_be_won_and_claimed() -> None:
    table = started(ONE, "234m678m67mFFF88m", wall=".C", acts="0, 1 discard ready C")
    assert "win" in table.legal(0)
    table = started("CC", "234m678m67mFFF88m", wall=".C", acts="0, 1 discard ready C")
    assert "pung" in table.legal(0)


@pytest.mark.parametrize(
    ("hand", "may"),
    [
        # EEE is a pung whatever comes
        ("234m345m67mEEE55m", True),
        # 1112m waits for 2m and 3m, with the kong for 2m alone
        ("1112m456m789mSSS", False),
    ],
)
def test_a_declared_seat_makes_a_kong_only_if_its_waits_stay(hand: str, may: bool) -> None:
    tile = "E" if may else "1m"
    table = declared(hand, wall=f".{tile}", acts=", 0")
    assert (f"concealed kong {tile}" in legal(table, 1)) is may
    assert f"discard {tile}" in legal(table, 1)


def test_a_kong_after_declaring_of_a_discard_and_of_the_own_draw() -> None:
    table = declared(wall="E", acts=", 0 discard E")
    assert legal(table, 1) == {"pass", "kong"}
    table = declared(wall=".E", tail="8m", acts=", 0, 1 concealed kong E, 1 win")
    assert fans(table).keys() >= {"杠上开花", "报听", "暗杠"}


def test_there_are_no_declarations_by_option_nor_with_the_national_table() -> None:
    for rules in (variant("erren", ready_declaration=False), NATIONAL):
        table = dealt(WIDE, wall=".", rules=rules)
        assert table.phase == "turn"
        assert not [each for each in legal(table, 0) if "ready" in each]


# ---- 天听 ---------------------------------------------------------------------------------------


def test_the_dealer_declares_at_once_with_the_first_discard() -> None:
    table = started(WIDE, wall="..8m", acts="0 ready, 1, 0 win")
    assert {WinFlag.READY, WinFlag.FIRST_READY} <= {*the_win(table).flags}
    assert "天听" in fans(table) and "报听" not in fans(table)


def test_not_with_a_later_discard_or_after_a_concealed_kong() -> None:
    table = started(WIDE, wall="....8m", acts="0, 1, 0 ready, 1, 0 win")
    assert "报听" in fans(table) and "天听" not in fans(table)
    acts = "0 concealed kong E, 0 discard ready N, 1, 0 win"
    table = started("234m345m67mEEEE5m", wall="5m.8m", tail="N", acts=acts)
    assert "报听" in fans(table) and "天听" not in fans(table)


def test_the_other_seat_is_asked_before_play_begins() -> None:
    table = dealt("", WIDE, wall="8m")
    assert phase(table) == "ready" and table.to_act == (1,)
    assert legal(table, 1) == {"ready", "pass"}
    table.act(1, "ready")
    assert phase(table) == "turn" and table.turn == 0 and table.ready(1)
    assert ("ready", 1, None, 0) in table.events
    run(table, "0 discard 8m, 1 win")
    assert "天听" in fans(table) and "报听" not in fans(table) and "人胡" in fans(table)


def test_it_may_pass_and_declare_later() -> None:
    table = dealt("", WIDE, wall="...8m", acts="1 pass")
    assert table.phase == "turn" and not table.ready(1)
    run(table, "0, 1 ready, 0, 1 win")
    assert "报听" in fans(table) and "天听" not in fans(table)


def test_it_is_not_asked_where_it_could_not_declare() -> None:
    assert dealt("", FAR, wall=".").phase == "turn"
    assert dealt(WIDE, "", wall=".").phase == "turn"
    assert (
        dealt("", WIDE, wall=".", rules=variant("erren", ready_declaration=False)).phase == "turn"
    )


def test_flowers_do_not_spoil_天听() -> None:
    table = dealt("", "123m789m67mEEE5m春", wall="..8m", tail="5m")
    assert table.phase == "ready"
    table.act(1, "ready")
    run(table, "0, 1, 0 discard 8m, 1 win")
    assert fans(table)["天听"] == fans(table)["花牌"] == 1
    acts = "0 discard ready N, 1, 0 win"
    table = started("123m789m67mEEE5m春", wall="N.8m", tail="5m", acts=acts)
    assert fans(table)["天听"] == fans(table)["花牌"] == 1


# ---- the last tiles -----------------------------------------------------------------------------


def last_ones(
    hand: str, *, wall: str, acts: str = "0", rules: Rules = RULES, tail: str = "", **how: Any
) -> Table:
    """The dealer draws, and the tiles after that are the last ones."""
    line = tiles(wall)
    other = how.pop("other", "")
    return started(other, hand, wall=wall, left=len(line), tail=tail, rules=rules, acts=acts, **how)


def test_the_last_two_tiles_are_dealt_out_to_both_seats() -> None:
    table = last_ones("", wall="NSF")
    assert table.done and result_of(table).drawn and table.wall_left == 0
    last = [(1, kind("S")), (0, kind("F"))]
    assert [event[1:3] for event in table.events if event[0] == "draw"] == last
    assert [event[1:3] for event in table.events if event[0] == "discard"][1:] == last
    assert points(table) == (0, 0) and next_dealer(RULES, result_of(table)) == 0


def test_a_last_tile_wins_by_self_draw() -> None:
    table = last_ones(WIDE, wall="N8mF")
    assert table.turn == 1 and legal(table, 1) == {"win", "discard 8m"}
    run(table, "1 win")
    assert {WinFlag.LAST_ROUND} <= {*the_win(table).flags}
    assert "海底捞月" in fans(table) and not {"自摸", "妙手回春"} & fans(table).keys()
    table = last_ones("", other=ONE, wall="NFC")
    assert table.turn == 0 and legal(table, 0) == {"win", "discard C"}
    run(table, "0 win")
    assert {WinFlag.LAST_ROUND, WinFlag.LAST_TILE} <= {*the_win(table).flags}
    assert "海底捞月" in fans(table) and not {"自摸", "妙手回春"} & fans(table).keys()


def test_a_worked_example_of_the_last_tiles() -> None:
    table = started(
        "",
        "234m345m67mEE春夏秋",
        wall="....N8mF",
        tail="5m5mE",
        left=10,
        acts="0, 1, 0, 1, 0",
    )
    assert table.turn == 1 and table.wall_left == 1
    run(table, "1 win")
    once = ("海底捞月", "混一色", "不求人", "连六", "幺九刻")
    assert fans(table) == dict.fromkeys(once, 1) | {"花牌": 3}
    assert the_win(table).fan == 23 and points(table) == (-23, 23)


def test_a_last_tile_that_is_not_won_is_neither_claimed_nor_won_by_the_other_seat() -> None:
    # S would be a pung of the dealer, and C would win
    assert last_ones("", other="SS", wall="NSF").done
    table = last_ones("", other=ONE, wall="NCF")
    assert table.done and result_of(table).drawn


def test_who_can_win_may_let_the_tile_go() -> None:
    table = last_ones(WIDE, wall="N8mF", acts="0, 1 discard 8m")
    assert table.done and result_of(table).drawn


def test_no_kong_is_made_with_a_last_tile() -> None:
    table = last_ones("SSS", wall="NSF")
    assert table.done and result_of(table).kongs == ()


def test_the_discard_before_may_be_claimed_and_won() -> None:
    table = last_ones(WIDE, wall="8mFN", acts="0 discard 8m, 1 win")
    assert "海底捞月" not in fans(table)
    table = last_ones("SS", wall="SFN", acts="0 discard S, 1 pung")
    assert table.turn == 1 and table.wall_left == 2
    assert not [each for each in legal(table, 1) if "kong" in each]


def test_a_kong_before_leaves_fewer_of_them() -> None:
    # seat 1 claims for a kong and draws one of the two; the other one is the dealer's alone
    table = last_ones("SSS", wall="SFN", acts="0 discard S, 1 kong")
    assert drawn_tile(table) == "N" and table.wall_left == 1
    run(table, "1 discard N")
    assert table.done and result_of(table).drawn
    assert [seat for what, seat, *_ in table.events if what == "draw"] == [1, 0]


def test_with_one_tile_left_only_the_seat_whose_draw_it_is_draws() -> None:
    rules = variant("erren", haidi_tiles=1)
    table = last_ones("", wall="NSF", rules=rules)
    assert not table.done and table.turn == 1 and table.wall_left == 1
    table = last_ones("", other=ONE, wall="NSC", rules=rules, acts="0, 1")
    assert table.turn == 0 and legal(table, 0) == {"win", "discard C"}
    run(table, "0 win")
    assert WinFlag.LAST_ROUND in the_win(table).flags


def test_more_tiles_may_be_dealt_out() -> None:
    rules = variant("erren", haidi_tiles=4)
    table = last_ones("", wall="NSFSF", rules=rules)
    assert table.done
    assert [seat for what, seat, *_ in table.events if what == "draw"] == [1, 0, 1, 0]
    assert not last_ones("", wall="NSFSF").done


def test_a_flower_among_them_is_replaced_if_a_tile_is_left() -> None:
    table = last_ones(WIDE, wall="N春8m")
    assert table.turn == 1 and legal(table, 1) == {"win", "discard 8m"}
    run(table, "1 win")
    assert fans(table)["花牌"] == 1 and "海底捞月" in fans(table)
    # the dealer has no tile any more
    table = last_ones("", wall="N春F")
    assert table.done and len(table.flowers(1)) == 1
    assert [seat for what, seat, *_ in table.events if what == "draw"] == [1]
    table = last_ones("", wall="NF春")
    assert table.done and len(table.flowers(0)) == 1 and result_of(table).drawn


def test_they_are_drawn_as_ever_where_海底捞月_is_a_fan_only() -> None:
    table = last_ones(WIDE, wall="NS8m", rules=FAN_ONLY, acts="0")
    assert not table.done and "discard S" in table.legal(1) and table.wall_left == 1
    run(table, "1, 0 discard 8m")
    assert table.phase == "claim" and legal(table, 1) == {"win", "pass"}
    run(table, "1 win")
    assert "海底捞月" in fans(table) and "妙手回春" not in fans(table)
    table = last_ones("", other=ONE, wall="NSC", rules=FAN_ONLY, acts="0, 1, 0 win")
    assert "妙手回春" in fans(table) and not {"海底捞月", "自摸"} & fans(table).keys()
    table = last_ones("CC", wall="NSC", rules=FAN_ONLY, acts="0, 1, 0 discard C")
    assert table.done and result_of(table).drawn


def test_the_national_game_deals_none_out() -> None:
    table = last_ones("", wall="NSF", rules=NATIONAL)
    assert not table.done and table.wall_left == 1


# ---- doubling -----------------------------------------------------------------------------------


def called(*calls: str) -> Table:
    """The seats answer in order, and the dealer's hand wins."""
    table = dealt(ONE, wall="C", rules=DOUBLING)
    for seat, call in enumerate(calls):
        table.act(seat, call)
    return table


def test_both_seats_may_double_before_play_unseen() -> None:
    table = dealt(ONE, wall="C", rules=DOUBLING)
    assert phase(table) == "double" and {*table.to_act} == {0, 1}
    assert legal(table, 0) == legal(table, 1) == {"double", "pass"}
    table.act(1, "double")
    assert table.to_act == (0,)
    assert table.view(0).doubled == (False, False) and not table.events
    table.act(0, "pass")
    assert phase(table) == "turn" and table.view(0).doubled == (False, True)
    assert [table.doubled(seat) for seat in range(2)] == [False, True]


@pytest.mark.parametrize(
    ("calls", "times"),
    [
        (("pass", "pass"), 1),
        (("double", "pass"), 2),
        (("pass", "double"), 2),
        (("double", "double"), 4),
    ],
)
def test_each_call_doubles_what_is_paid(calls: tuple[str, ...], times: int) -> None:
    table = run(called(*calls), "0 win")
    fan = the_win(table).fan
    assert points(table) == (fan * times, -fan * times)
    assert [hand.doubled for hand in result_of(table).hands] == [call == "double" for call in calls]


def test_there_is_no_call_where_nothing_is_said() -> None:
    assert dealt(ONE, wall="C").phase == "turn"


def test_the_call_comes_before_the_declaration() -> None:
    table = dealt("", WIDE, wall="C", rules=DOUBLING)
    for seat in range(2):
        table.act(seat, "pass")
    assert table.phase == "ready"


def test_the_national_table_may_be_played_with_calls() -> None:
    rules = variant("erren", fan_table="gb81", jia_bei=True)
    assert dealt(ONE, wall="C", rules=rules).phase == "double"


# ---- passed wins --------------------------------------------------------------------------------


def passed(then: str, rules: Rules = RULES) -> Table:
    """Seat 1 chows the 5m that it could win, waits for 1m and 4m then, and the dealer discards
    a tile before it has drawn."""
    acts = f"0 discard 5m, 1 chow low, 1 discard 1m, 0 discard {then}"
    return started("", WIDE, wall=f"5m{then}...", rules=rules, acts=acts)


@pytest.mark.parametrize("tile", ["1m", "4m"])
def test_who_passes_a_win_may_not_win_on_any_tile_before_it_draws(tile: str) -> None:
    assert "win" not in passed(tile).legal(1)
    assert "win" in passed(tile, FREE).legal(1)


def test_after_its_own_draw_it_may() -> None:
    table = started("", WIDE, wall="5m.8m", acts="0 discard 5m, 1 pass, 1, 0 discard 8m")
    assert "win" in table.legal(1)


def test_the_own_draw_itself_is_free() -> None:
    table = started("", WIDE, wall="5m8m", acts="0 discard 5m, 1 pass")
    assert "win" in table.legal(1)


def test_a_claim_is_no_draw() -> None:
    table = passed("4m")
    assert table.missed(1)
    run(passes(table), "1")
    assert not table.missed(1)


@pytest.mark.parametrize(("rules", "may"), [(RULES, False), (FREE, True)])
def test_a_passed_win_bars_robbing_too(rules: Rules, may: bool) -> None:
    # the dealer adds the 4m that seat 1 waits for after it chowed what it could win
    acts = "0, 1 discard 4m, 0 pung, 0 discard 5m, 1 chow low, 1 discard 1m, 0 added kong 4m"
    table = started("44m5m", WIDE, wall="F4m4m", rules=rules, acts=acts)
    assert ("win" in table.legal(1)) is may


def test_a_passed_robbery_bars_the_next_discard() -> None:
    table = robbed(acts=", 0 pass")
    assert table.missed(0)
    run(table, f"1 discard {other_of(table)}")
    assert not table.missed(0)  # it has drawn


# ---- who deals ----------------------------------------------------------------------------------


def test_the_winner_deals_next_and_after_a_draw_the_dealer_again() -> None:
    assert next_dealer(RULES, DealResult([Win(0, 5)], seats=2)) == 0
    assert next_dealer(RULES, DealResult([Win(1, 5, 0)], seats=2)) == 1
    assert next_dealer(RULES, DealResult(seats=2)) == 0
    kong = KongPaid(1, "5m", "concealed kong")
    assert next_dealer(RULES, DealResult(seats=2, kongs=[kong])) == 0
    assert next_dealer(RULES, DealResult([Win(0, 5)], seats=2, dealer=1)) == 0


@pytest.mark.parametrize(
    ("options", "won", "lost", "drawn"),
    [
        ({"dealer_rotation": "keep_on_win_or_draw"}, 0, 1, 0),
        ({"dealer_rotation": "always_next", "draw_rotation": "next"}, 1, 1, 1),
        ({"draw_rotation": "next"}, 0, 1, 1),
    ],
)
def test_who_deals_may_be_agreed_otherwise(
    options: dict[str, Any], won: int, lost: int, drawn: int
) -> None:
    rules = variant("erren", **options)
    assert next_dealer(rules, DealResult([Win(0, 5)], seats=2)) == won
    assert next_dealer(rules, DealResult([Win(1, 5, 0)], seats=2)) == lost
    assert next_dealer(rules, DealResult(seats=2)) == drawn


def test_a_session_goes_on_with_the_winner() -> None:
    session = Session(RULES, seed=4, first_dealer=1)
    deals = []
    for _ in range(30):
        table = session.table
        while not table.done:
            table.step(choose(table, table.to_act[0], "greedy"))
        deals.append(session.finish())
    assert any(deal.result.wins for deal in deals)
    for before, after in pairwise(deals):
        (winner,) = [win.seat for win in before.result.wins] or [0]
        assert after.dealer == (before.dealer + winner) % 2
        assert sum(before.points) == 0


# ---- whole deals --------------------------------------------------------------------------------

EVERY = [
    RULES,
    FAN_ONLY,
    NATIONAL,
    DOUBLING,
    FREE,
    variant("erren", haidi_tiles=7, wind_pungs=True, min_fan=6),
    variant("erren", ready_declaration=False, room="8fan", haidi_fan=30),
    variant("erren", fan_table="gb81", min_fan=0, jia_bei=True, missed_win="none"),
]


@pytest.mark.parametrize("rules", EVERY, ids=range(len(EVERY)))
def test_whole_deals_end_as_the_rules_say(rules: Rules) -> None:
    ends = {True: 0, False: 0}
    for seed in range(80):
        table = rules.table(seed=seed)
        while not table.done:
            seat = table.to_act[0]
            table.step(choose(table, seat, "greedy" if seed % 3 else "random", seed))
        result = result_of(table)
        settlement = rules.settle(result)
        assert sum(settlement.points) == 0 and Table.from_bytes(table.to_bytes()) == table
        ends[result.drawn] += 1
        if result.drawn:
            assert table.wall_left == 0 and settlement.points == (0, 0)
            continue
        win = the_win(table)
        assert fans(table) and win.fan >= (rules.minimum or 0)
        if rules.flow.last_tiles and win.self_draw and WinFlag.REPLACEMENT not in win.flags:
            dealt_out = table.wall_left < rules.flow.last_tiles
            assert (WinFlag.LAST_ROUND in win.flags) is dealt_out
        times = 2 ** sum(hand.doubled for hand in result.hands)
        more = 8 if rules.options["room"] == "8fan" else 0
        assert settlement.points[win.seat] == (win.fan + more) * times
    assert ends[False] > 20
