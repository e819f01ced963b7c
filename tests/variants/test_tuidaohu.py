"""广东推倒胡麻将: small and big wins, by self-draw or by robbing a kong, and what kongs pay."""

from __future__ import annotations

from typing import Any

import pytest
from guangdong import act, deal, drawn_tile, legal, named, passes, play, points, result_of, the_win
from score_engine import scored

from queshen.deal_result import DealResult, KongType, Win, WinFlag
from queshen.errors import RulesError, TableError
from queshen.fans import Fan
from queshen.rules import Rules, variant
from queshen.scorer import Score
from queshen.session import Session, next_dealer
from queshen.table import Table
from queshen.tiles import Meld

RULES = variant("tuidaohu")

# Hands of 13 tiles. Runs that wait for 6s and 9s, a small hand that waits for 6m and 9m, 13 orphans
# that wait for 9s, and a flush of 筒 that waits for 3p and 6p.
RUNS = "123m456p11p345s78s"
SMALL = "234m78m555p99p678s"
ORPHANS = "19m19p1sESWNCFPP"
PINS = "12345p99p777p888p"
# Nobody wins or loses by it where the dealer wins: the tile of seat 1.
HORSE = "2m"


def first(table: Table) -> tuple[int, ...]:
    """What each seat wins or loses before horses."""
    told = result_of(table).to_dict()
    return table.rules.settle(DealResult.from_dict(told | {"horses": []})).points


def fans(score: Score) -> set[str]:
    return {each.fan.id for each in score.fans}


# ---- the fan table ------------------------------------------------------------------------------

BIG = [
    "tian_hu",
    "qing_yi_se",
    "zi_yi_se",
    "qi_dui",
    "si_an_ke",
    "shi_ba_luo_han",
    "da_san_yuan",
    "xiao_si_xi",
    "da_si_xi",
    "shi_san_yao",
]


@pytest.mark.parametrize("fan", RULES.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan(fan: Fan) -> None:
    assert fan in [each.fan for each in scored(RULES, fan.example).fans]


def test_a_hand_is_small_or_big() -> None:
    assert {fan.id: fan.value for fan in RULES.fans} == {"xiao_hu": 1} | dict.fromkeys(BIG, 2)
    assert variant("tuidaohu", hunyise_big=True).fans["混一色"].value == 2
    assert variant("tuidaohu", dihu_big=True).fans["地胡"].value == 2


NAMES = "小胡 天胡 清一色 字一色 四暗刻 十八罗汉 大三元 小四喜 大四喜 十三幺"


@pytest.mark.parametrize("zh", NAMES.split())
def test_the_names_are_those_of_the_document(zh: str) -> None:
    assert RULES.fans[zh].zh == zh


def test_the_game_is_found_by_its_names() -> None:
    assert variant("推倒胡") == RULES
    assert RULES.currency == "游戏币" and RULES.flow.tiles == 136


@pytest.mark.parametrize(
    ("text", "fan"),
    [
        ("[7777p][888p]12345p99p win=6p", "qing_yi_se"),
        ("[EEE][CCC]SSSFFPP win=P", "zi_yi_se"),
        ("EESSWWNNCCFFP win=P", None),  # 字一色 and 七对
        ("1133m5577p2288sE win=E", "qi_dui"),
        ("1111m33m55p77p88sE win=E", "qi_dui"),
        ("1133557799p224p win=4p", None),  # 清一色 and 七对
        ("111m222p333s44s99s win=4s", "si_an_ke"),
        ("111m222p333s444s9s win=9s", "si_an_ke"),
        ("{1111m}{2222p}333s44s99s win=9s", "si_an_ke"),
        ("[1111m]{2222p}[3333s]{5555s}9s win=9s", "shi_ba_luo_han"),
        ("[1111m][2222p][3333s][5555s]9s win=9s", "shi_ba_luo_han"),
        ("[CCC][FFF]PPP12m9p9p win=3m", "da_san_yuan"),
        ("[CCCC]{FFFF}PPP12m9p9p win=3m", "da_san_yuan"),
        ("[EEE][SSS]WWW12mNN win=3m", "xiao_si_xi"),
        ("[EEEE]{SSSS}WWW12mNN win=3m", "xiao_si_xi"),
        ("[EEE][SSS]WWWNN9m9m win=N", "da_si_xi"),
        ("19m19p19sESWNCFP win=P", "shi_san_yao"),
        ("19m19p1sESWNCFPP win=9s", "shi_san_yao"),
    ],
)
def test_a_hand_is_big(text: str, fan: str | None) -> None:
    score = scored(RULES, f"{text} self")
    assert score.is_win and score.total == 2
    assert fan is None or fans(score) == {fan}


@pytest.mark.parametrize(
    "text",
    [
        "123m456p345s78s11p win=9s",
        "[555p][777s]222m88s99p win=8s",  # 碰碰胡
        "[CCC][FFF]123m45pPP win=6p",  # 小三元
        "[CCC][FFF]123m45p99p win=6p",
        "[CCC][777s]12345sEE win=6s",  # 混一色
        "[CCC][777s]222s88sEE win=8s",  # and 碰碰胡
        "[EEE][111s]111m99m99p win=9m",  # 混幺九
        "[444s]111m222p333s9s win=9s",  # three concealed triplets
        "[4444s]111m222p333s9s win=9s",
        "123s111m222p33p444p win=3p",
        "[1111m]{2222p}[3333s]555s9s win=9s",  # three kongs
        "[EEE][SSS]WWW12m99m win=3m",  # no N
        "[EEE][SSS]123m45mNN win=6m",  # two winds and a pair
        "[123p][777p]12345p99m win=6p",  # a pair of another suit
    ],
)
def test_a_hand_is_small(text: str) -> None:
    score = scored(RULES, f"{text} self")
    assert score.is_win and score.total == 1 and fans(score) == {"xiao_hu"}


def test_a_robbed_tile_wins_a_small_hand_or_a_big_one() -> None:
    assert scored(RULES, f"{SMALL} win=9m robbing").total == 1
    assert scored(RULES, f"{ORPHANS} win=9s robbing").total == 2


def test_a_lucky_draw_is_no_fan() -> None:
    for how in ("replacement", "last_tile"):
        assert scored(RULES, f"[5555p][678s]234m78m99p win=9m self {how}").total == 1


@pytest.mark.parametrize("big", [False, True])
def test_混一色_is_big_by_option(big: bool) -> None:
    rules = variant("tuidaohu", hunyise_big=big)
    assert scored(rules, "[CCC][777s]12345sEE win=6s self").total == 1 + big
    table = play(
        rules,
        "C7s",
        "12345s77sCCEE5m5p",
        wall=". . . . . . . 6s . .",
        acts="0 discard C, 1 pung, 1 discard 5m, 2, 3, 0 discard 7s, 1 pung, 1 discard 5p, 2, 3, "
        "0, 1 win",
    )
    paid = 4 if big else 2
    assert first(table) == (-paid, 3 * paid, -paid, -paid)


@pytest.mark.parametrize("big", [False, True])
def test_地胡_is_big_by_option(big: bool) -> None:
    rules = variant("tuidaohu", dihu_big=big)
    table = play(rules, "", SMALL, wall=". 9m . .", acts="0, 1 win")
    paid = 4 if big else 2
    assert first(table) == (-paid, 3 * paid, -paid, -paid)
    assert the_win(table).flags == WinFlag.FIRST_TURN
    later = play(rules, "", SMALL, wall=". . . . . 9m . .", acts="0, 1, 2, 3, 0, 1 win")
    assert first(later) == (-2, 6, -2, -2)


DEFAULTS = {
    "replacement_end": "tail",
    "claims_on_empty_wall": "win_only",
    "kong_after_claim": False,
    "kong_flower_liability": "last_kong",
    "multi_rob": "nearest",
    "tianhu_after_kong": True,
    "hunyise_big": False,
    "dihu_big": False,
    "rob_own_pung_source": True,
    "kong_pay_on_draw": False,
    "late_jia": "paid",
    "horse_mode": "mirror",
    "horse_dragons": "cycle",
    "horses_on_draw": False,
    "dealer_rotation": "winner",
    "draw_rotation": "next",
    "escape_points": 8,
    "escape_comp": 2,
    "escape_fee": False,
    "N": 1,
    "A": 0,
    "fee_scope": "all",
    "fee_on_draw": True,
    "rank_by": "points",
    "props": False,
    "props_per_deal": 1,
    "prop_deal_shanten": 3,
}


def test_what_the_game_leaves_open_and_how_it_is_played_where_nothing_is_said() -> None:
    assert dict(RULES.options) == DEFAULTS


# ---- claims and wins ----------------------------------------------------------------------------


def after_5m(*hands: str, wall: str = ". . . . . .", rules: Rules = RULES) -> Table:
    """The dealer has discarded 5m."""
    return act(deal(rules, "5m", *hands, wall=wall), "0 discard 5m")


def test_nobody_chows_and_nobody_wins_on_a_discard() -> None:
    # seats 1 and 2 could chow, and seats 2 and 3 win
    table = after_5m("46m", "46m123p456p789s11s", "46m123p456p789s11s")
    assert table.phase == "turn" and table.turn == 1
    assert all(table.missed(seat) == () for seat in range(4))


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_every_seat_may_pung_or_kong(seat: int) -> None:
    hands = [""] * 3
    hands[seat - 1] = "555m"
    assert legal(after_5m(*hands), seat) == {"pung", "kong", "pass"}


def test_a_self_draw_that_was_passed_bars_nothing() -> None:
    table = deal(RULES, RUNS, wall=". . . . 9s . . . 9s . .")
    act(table, "0, 1, 2, 3")
    assert "win" in passes(table).legal(0)
    act(table, "0, 1, 2, 3, 0 win")
    assert the_win(table).tile is not None and table.missed(0) == ()


@pytest.mark.parametrize("pung", [False, True])
def test_nothing_is_left_on_the_last_discard_unless_the_option_allows_a_pung(pung: bool) -> None:
    rules = variant("tuidaohu", claims_on_empty_wall="pung" if pung else "win_only")
    table = after_5m("", "555m", SMALL, wall=". .", rules=rules)
    assert table.wall_left == 0 and table.done is not pung
    if pung:
        assert legal(table, 2) == {"pung", "pass"}
        act(table, "2 pung")
        table.act(2, min(table.legal(2)))
        assert result_of(passes(table)).drawn


@pytest.mark.parametrize("may", [False, True])
def test_a_seat_that_punged_may_kong_at_once_by_option(may: bool) -> None:
    rules = variant("tuidaohu", kong_after_claim=may)
    table = act(after_5m("", "555m3333s", rules=rules), "2 pung")
    assert ("added kong 5m" in legal(table, 2)) is may
    assert ("concealed kong 3s" in legal(table, 2)) is may


@pytest.mark.parametrize(("end", "tile"), [("tail", "9m"), ("head", "9s")])
def test_a_kong_is_replaced_from_before_the_horses_or_from_the_head(end: str, tile: str) -> None:
    rules = variant("tuidaohu", replacement_end=end)
    table = deal(rules, "555m", wall="5m 9s . . . 9m 2m")
    act(table, "0 concealed kong 5m")
    assert drawn_tile(table) == tile and table.wall_left == 4


# ---- what a win pays ----------------------------------------------------------------------------


def test_a_small_win_is_paid_two_by_each() -> None:
    table = play(RULES, "", RUNS, wall=". . . . . 9s . .", acts="0, 1, 2, 3, 0, 1 win")
    assert (the_win(table).fan, the_win(table).self_draw) == (1, True)
    assert first(table) == (-2, 6, -2, -2)


@pytest.mark.parametrize(
    ("hand", "tile", "paid"),
    [
        ("111m222p333s44s99s", "4s", 4),
        ("1133557799p224p", "4p", 4),
        ("1111m33m55p77p88sE", "E", 4),
        (ORPHANS, "9s", 4),
        (RUNS, "9s", 2),
    ],
)
def test_a_big_win_is_paid_four_by_each(hand: str, tile: str, paid: int) -> None:
    wall = f". . . . . . . {tile} . ."
    table = play(RULES, "", "", "", hand, wall=wall, acts="0, 1, 2, 3, 0, 1, 2, 3 win")
    assert first(table) == (-paid, -paid, -paid, 3 * paid)


def test_an_open_triplet_leaves_no_四暗刻() -> None:
    table = play(
        RULES,
        "4s",
        "",
        "",
        "111m222p333s44s9sN",
        wall=". . . . 9s . .",
        acts="0 discard 4s, 3 pung, 3 discard N, 0, 1, 2, 3 win",
    )
    assert first(table) == (-2, -2, -2, 6)


def test_coins_are_points_times_the_room_less_the_fee() -> None:
    rules = variant("tuidaohu", N=600, A=370)
    hand = "111m222p333s44s99s"
    table = play(rules, hand, wall=f". . . . 4s . . {HORSE}", acts="0, 1, 2, 3, 0 win")
    assert points(table) == (12, -4, -4, -4)
    assert rules.settle(result_of(table)).coins == (6830, -2770, -2770, -2770)


def test_the_dealer_wins_a_big_hand_with_what_is_dealt() -> None:
    table = play(RULES, SMALL, wall=f"9m . . {HORSE}", acts="0 win")
    assert the_win(table).flags == WinFlag.FIRST_TURN and the_win(table).fan == 2
    assert points(table) == (12, -4, -4, -4)


@pytest.mark.parametrize(
    ("after_kong", "paid"), [(True, (18, -6, -6, -6)), (False, (12, -4, -4, -4))]
)
def test_a_concealed_kong_leaves_天胡_unless_the_option_says_otherwise(
    after_kong: bool, paid: tuple[int, ...]
) -> None:
    rules = variant("tuidaohu", tianhu_after_kong=after_kong)
    table = play(rules, SMALL, wall=f"5p . . 9m {HORSE}", acts="0 concealed kong 5p, 0 win")
    assert bool(the_win(table).flags & WinFlag.FIRST_TURN) is after_kong
    assert points(table) == paid


def test_who_deals_has_天胡_whatever_the_wind() -> None:
    table = play(RULES, SMALL, wall=f"9m . . {HORSE}", acts="0 win", dealer_wind="S")
    assert points(table) == (12, -4, -4, -4)


def test_the_second_turn_of_the_dealer_is_too_late_for_天胡() -> None:
    table = play(RULES, SMALL, wall=f". . . . 9m . {HORSE}", acts="0, 1, 2, 3, 0 win")
    assert points(table) == (6, -2, -2, -2)


# ---- what kongs pay -----------------------------------------------------------------------------


def test_all_kongs_add_up() -> None:
    table = play(
        RULES,
        "",
        "555m456p345s78s11p",
        "222p",
        "5m",
        wall=". . . . 2p . . 6s . . . .",
        acts="0, 1, 2, 3 discard 5m, 1 kong, 1, 2 concealed kong 2p, 2, 3, 0, 1 win",
    )
    kongs = result_of(table).kongs
    assert [(kong.seat, kong.type, kong.payer) for kong in kongs] == [
        (1, KongType.EXPOSED, 3),
        (2, KongType.CONCEALED, None),
    ]
    assert [kong.order for kong in kongs] == [0, 1] and the_win(table).order == 2
    assert first(table) == (-4, 7, 4, -7)


def test_an_added_kong_is_paid_one_by_each() -> None:
    table = play(
        RULES,
        "5m",
        "",
        "",
        "55m456p345s78s11pN",
        wall=". . . . 5m . . . 6s . . .",
        acts="0 discard 5m, 3 pung, 3 discard N, 0, 1, 2, 3 added kong 5m, 3, 0, 1, 2, 3 win",
    )
    assert result_of(table).kongs[0].late is False
    assert first(table) == (-3, -3, -3, 9)


def test_a_concealed_kong_is_paid_two_by_each_and_its_replacement_by_all() -> None:
    table = play(
        RULES,
        "",
        SMALL,
        wall=". . . . . 5p . . 9m .",
        acts="0, 1, 2, 3, 0, 1 concealed kong 5p, 1 win",
    )
    assert the_win(table).flags == WinFlag.REPLACEMENT and the_win(table).liable is None
    assert first(table) == (-4, 12, -4, -4)


def test_the_replacement_of_an_added_kong_is_paid_by_all() -> None:
    table = play(
        RULES,
        "5p",
        "234m78m55p99p678sE",
        wall=". . . . 5p . . 9m .",
        acts="0 discard 5p, 1 pung, 1 discard E, 2, 3, 0, 1 added kong 5p, 1 win",
    )
    assert first(table) == (-3, 9, -3, -3)


def test_who_fed_a_kong_pays_it_and_the_win_on_its_replacement() -> None:
    table = play(
        RULES,
        "8p",
        "12345p99p777p88pN",
        "",
        "7p",
        wall=". . . . 6p .",
        acts="0 discard 8p, 1 pung, 1 discard N, 2, 3 discard 7p, 1 kong, 1 win",
    )
    assert (the_win(table).fan, the_win(table).liable) == (2, 3)
    assert first(table) == (0, 15, 0, -15)


def test_a_win_after_the_replacement_was_discarded_is_paid_by_all() -> None:
    table = play(
        RULES,
        "5p",
        SMALL,
        wall=". . . . 9m . . .",
        acts="0 discard 5p, 1 kong, 1, 2, 3, 0, 1 win",
    )
    assert first(table) == (-5, 9, -2, -2)


@pytest.mark.parametrize(
    ("way", "paid"), [("last_kong", (-6, 21, -6, -9)), ("chain_start", (-2, 21, -2, -17))]
)
def test_after_a_kong_upon_a_kong_all_pay_or_who_fed_the_first(
    way: str, paid: tuple[int, ...]
) -> None:
    table = play(
        variant("tuidaohu", kong_flower_liability=way),
        "",
        PINS,
        "",
        "8p",
        wall=". . . . . 6p 7p .",
        acts="0, 1, 2, 3 discard 8p, 1 kong, 1 concealed kong 7p, 1 win",
    )
    assert first(table) == paid


def test_four_kongs_are_big() -> None:
    table = play(
        RULES,
        "",
        "",
        "",
        "111m222p333s555s9s",
        wall=". . . 1m . 9s 5s 3s 2p .",
        acts="0, 1, 2, 3 concealed kong 1m, 3 concealed kong 2p, 3 concealed kong 3s, "
        "3 concealed kong 5s, 3 win",
    )
    assert the_win(table).fan == 2 and first(table) == (-12, -12, -12, 36)


HELD = "555m456p345s78s11p"
"""Three 5m: two make a pung, the third is added in a later turn."""


@pytest.mark.parametrize("late", ["paid", "unpaid"])
def test_a_kong_that_is_added_later_is_paid_unless_the_option_says_otherwise(late: str) -> None:
    table = play(
        variant("tuidaohu", late_jia=late),
        "5m",
        "",
        "",
        HELD,
        wall=". . . . 8s . . 6s .",
        acts="0 discard 5m, 3 pung, 3 discard 8s, 0, 1, 2, 3 added kong 5m, 3 win",
    )
    assert result_of(table).kongs[0].late is True
    assert first(table) == ((-3, -3, -3, 9) if late == "paid" else (-2, -2, -2, 6))


@pytest.mark.parametrize("late", ["paid", "unpaid"])
def test_a_kong_that_is_added_a_turn_after_its_tile_was_drawn_is_late(late: str) -> None:
    table = play(
        variant("tuidaohu", late_jia=late),
        "5m",
        "",
        "",
        "55m456p345s78s11pN",
        wall=". . . . 5m . . . 8s . . 6s .",
        acts="0 discard 5m, 3 pung, 3 discard N, 0, 1, 2, 3 discard 8s, 0, 1, 2, "
        "3 added kong 5m, 3 win",
    )
    assert result_of(table).kongs[0].late is True
    assert first(table) == ((-3, -3, -3, 9) if late == "paid" else (-2, -2, -2, 6))


@pytest.mark.parametrize("late", ["paid", "unpaid"])
def test_a_kong_that_is_added_as_its_tile_is_drawn_is_paid_always(late: str) -> None:
    table = play(
        variant("tuidaohu", late_jia=late),
        "5p",
        "234m78m55p99p678sE",
        wall=". . . . 5p . . 9m .",
        acts="0 discard 5p, 1 pung, 1 discard E, 2, 3, 0, 1 added kong 5p, 1 win",
    )
    assert result_of(table).kongs[0].late is False
    assert first(table) == (-3, 9, -3, -3)


@pytest.mark.parametrize(("pay", "paid"), [(False, (0, 0, 0, 0)), (True, (-5, 6, 1, -2))])
def test_kongs_of_a_draw_are_paid_by_option_only(pay: bool, paid: tuple[int, ...]) -> None:
    table = play(
        variant("tuidaohu", kong_pay_on_draw=pay),
        "5m",
        "222p",
        "555m",
        wall=". 2p . . . . . 2m",
        acts="0, 1 concealed kong 2p, 1, 2, 3, 0 discard 5m, 2 kong, 2",
    )
    assert result_of(table).drawn and len(result_of(table).kongs) == 2
    assert points(table) == paid


# ---- 抢杠 ---------------------------------------------------------------------------------------


def added_kong(*hands: str, acts: str, horse: str = "4s", **options: Any) -> Table:
    """The dealer pungs 9m, and adds the last one."""
    table = deal(
        variant("tuidaohu", **options), "99mN", "9m", *hands, wall=f". . . . . 9m . . {horse}"
    )
    begin = "0, 1 discard 9m, 0 pung, 0 discard N, 1, 2, 3, 0 added kong 9m"
    return passes(act(table, f"{begin}, {acts}"))


def test_a_robbed_seat_pays_three_shares_and_its_kong_is_not_made() -> None:
    table = added_kong(SMALL, acts="2 win")
    win = the_win(table)
    assert (win.seat, win.payer, win.fan, win.flags) == (2, 0, 1, WinFlag.ROBBING)
    assert result_of(table).kongs == () and table.melds(0) == (Meld.parse("[999m]"),)
    assert points(table) == (-6, 0, 6, 0)


def test_a_robbed_kong_that_completes_a_big_hand_is_paid_twelve() -> None:
    table = play(
        RULES,
        "9s",
        "99s5m",
        ORPHANS,
        wall=". . . . 9s . . 5m",
        acts="0 discard 9s, 1 pung, 1 discard 5m, 2, 3, 0, 1 added kong 9s, 2 win",
    )
    assert points(table) == (0, -12, 12, 0)


def test_kongs_that_were_made_before_are_paid_too() -> None:
    table = play(
        RULES,
        "333s99mN",
        "9m",
        SMALL,
        wall="3s . . . . 9m . . .",
        acts="0 concealed kong 3s, 0, 1 discard 9m, 0 pung, 0 discard N, 1, 2, 3, "
        "0 added kong 9m, 2 win",
    )
    assert first(table) == (0, -2, 4, -2)


def test_a_kong_that_nobody_robs_is_made() -> None:
    table = added_kong(SMALL, acts="2 pass")
    assert table.turn == 0 and table.melds(0) == (Meld.parse("[9999m]"),)


@pytest.mark.parametrize(("way", "paid"), [("nearest", (-6, 0, 6, 0)), ("each", (-12, 0, 6, 6))])
def test_of_two_robbers_the_nearest_wins_or_each(way: str, paid: tuple[int, ...]) -> None:
    other = "78m123p456p345s11s"
    assert first(added_kong(SMALL, other, acts="3 win, 2 win", multi_rob=way)) == paid
    assert first(added_kong(SMALL, other, acts="2 pass, 3 win", multi_rob=way)) == (-6, 0, 0, 6)


@pytest.mark.parametrize("may", [True, False])
def test_who_fed_the_pung_may_rob_its_kong_unless_the_option_forbids_it(may: bool) -> None:
    table = deal(
        variant("tuidaohu", rob_own_pung_source=may),
        "99mN",
        "",
        SMALL,
        wall=". . 9m . . . 9m . . .",
    )
    # seat 2 discards the 9m that it waits for
    act(table, "0, 1, 2 discard 9m, 0 pung, 0 discard N, 1, 2, 3, 0 added kong 9m")
    assert (table.phase == "rob" and "win" in table.legal(2)) is may
    other = added_kong(SMALL, acts="2 win", rob_own_pung_source=may)
    assert points(other) == (-6, 0, 6, 0)


def test_a_concealed_and_an_exposed_kong_are_not_robbed() -> None:
    table = act(deal(RULES, "", "999s", ORPHANS, wall=". 9s . . . ."), "0, 1 concealed kong 9s")
    assert table.phase == "turn" and table.turn == 1
    table = act(deal(RULES, "9s", "999s", ORPHANS, wall=". . . . ."), "0 discard 9s, 1 kong")
    assert table.phase == "turn" and table.melds(1) == (Meld.parse("[9999s]"),)


# ---- draws, fees, leaving, dealers --------------------------------------------------------------


@pytest.mark.parametrize(("charged", "coins"), [(True, -5), (False, 0)])
def test_a_draw_costs_the_fee_or_nothing(charged: bool, coins: int) -> None:
    rules = variant("tuidaohu", A=5, N=10, fee_on_draw=charged)
    table = play(rules, wall=". . 3p", acts="0, 1")
    assert result_of(table).drawn and points(table) == (0, 0, 0, 0)
    assert rules.settle(result_of(table)).coins == (coins,) * 4


@pytest.mark.parametrize(
    ("scope", "coins"), [("all", (-65, -5, 55, -5)), ("involved", (-65, 0, 55, 0))]
)
def test_everybody_pays_the_fee_or_those_involved(scope: str, coins: tuple[int, ...]) -> None:
    rules = variant("tuidaohu", A=5, N=10, fee_scope=scope)
    robbed = DealResult([Win(2, 1, 0, tile="9m", flags=["robbing"])])
    assert rules.settle(robbed).coins == coins


@pytest.mark.parametrize(
    ("options", "paid", "bank"),
    [
        ({}, (2, 2, 2, -8), 2),
        ({"escape_points": 24, "escape_comp": 8}, (8, 8, 8, -24), 0),
        ({"escape_comp": 0}, (0, 0, 0, -8), 8),
    ],
)
def test_a_seat_that_leaves_pays_the_others(
    options: dict[str, int], paid: tuple[int, ...], bank: int
) -> None:
    settlement = variant("tuidaohu", A=5, **options).settle(DealResult(escaped=3))
    assert (settlement.points, settlement.bank, settlement.fee) == (paid, bank, (0,) * 4)
    charged = variant("tuidaohu", A=5, escape_fee=True, **options).settle(DealResult(escaped=3))
    assert charged.fee == (5,) * 4


def test_a_player_who_leaves_ends_the_session_and_the_deal_is_void() -> None:
    session = Session(RULES, 5, first_dealer=0)
    session.table.act(0, min(session.table.legal(0)))
    dealt = session.abandon(3)
    assert (dealt.points, session.bank, session.over) == ((2, 2, 2, -8), 2, True)
    assert dealt.result.wins == () == dealt.result.kongs


@pytest.mark.parametrize(
    ("rotation", "own", "other"),
    [("winner", 0, 2), ("keep_on_win_or_draw", 0, 1), ("always_next", 1, 1)],
)
def test_who_deals_next(rotation: str, own: int, other: int) -> None:
    rules = variant("tuidaohu", dealer_rotation=rotation)
    assert next_dealer(rules, DealResult([Win(0, 1)])) == own
    assert next_dealer(rules, DealResult([Win(2, 1)])) == other


@pytest.mark.parametrize(("rotation", "dealer"), [("next", 1), ("stay", 0)])
def test_who_deals_after_a_draw(rotation: str, dealer: int) -> None:
    assert next_dealer(variant("tuidaohu", draw_rotation=rotation), DealResult()) == dealer


# ---- titles, props and what is refused ----------------------------------------------------------


@pytest.mark.parametrize(("by", "title"), [("points", "雀头"), ("coins", "雀神")])
def test_titles_go_by_points_or_by_coins(by: str, title: str) -> None:
    session = Session(variant("tuidaohu", rank_by=by), points=[100] * 4, coins=[999_999] * 4)
    rank = session.rank(0)
    assert rank is not None and rank.title == title


@pytest.mark.parametrize("props", [False, True])
def test_props_are_an_option(props: bool) -> None:
    table = variant("tuidaohu", props=props).table(seed=5)
    offered = {each for each in legal(table, 0) if each.startswith("prop")}
    told = {"prop exchange", "prop exchange at random", "prop third", "prop next"}
    assert offered == (told if props else set())


def test_there_are_as_many_props_in_a_deal_as_the_option_says() -> None:
    table = variant("tuidaohu", props=True, props_per_deal=2).table(seed=5)
    for left in (True, False):
        table.act(0, "prop next")
        assert ("prop next" in table.legal(0)) is left


@pytest.mark.parametrize("far", [0, 3])
def test_a_shifted_hand_is_as_near_as_the_option_says(far: int) -> None:
    for pattern in ("qing_yi_se", "da_san_yuan", "da_si_xi", "shi_san_yao"):
        session = Session(variant("tuidaohu", props=True, prop_deal_shanten=far), 4)
        session.shift(2, pattern)
        assert session.table.hand(session.seat_of(2)).shanten() <= far


def test_a_prop_tells_the_next_tile_and_no_horse() -> None:
    table = deal(variant("tuidaohu", props=True), wall=". 9s 9m")
    table.act(0, "prop next")
    assert named([table.told(0)["next"]]) == ["9s"]


@pytest.mark.parametrize(
    ("set_up", "match"),
    [
        ({"streak": 0}, "streak is 0"),
        ({"streak": "x"}, "streak is 'x'"),
        ({"dealer_wind": "C"}, "dealer_wind is 'C'"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(set_up: dict[str, Any], match: str) -> None:
    with pytest.raises(TableError, match=match):
        RULES.table(seed=1, **set_up)


def test_a_recorded_wall_has_no_place_for_horses() -> None:
    hands = [["1m", "4m", "7m", "2p", "5p", "8p", "1s", "4s", "7s", "E", "S", "W", "N"]] * 4
    with pytest.raises(TableError, match="draws"):
        RULES.table(hands=hands, draws=[["C"], ["F"], ["P"], ["C"]])


@pytest.mark.parametrize(
    ("option", "value"),
    [("horse_mode", "half"), ("late_jia", False), ("multi_win", "all"), ("seven_pairs", True)],
)
def test_an_option_that_cannot_be_is_refused(option: str, value: object) -> None:
    with pytest.raises(RulesError, match=option):
        variant("tuidaohu", **{option: value})
