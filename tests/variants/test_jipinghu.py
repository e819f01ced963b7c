"""广东鸡平胡麻将: the fans, who pays for a hand, coins, dealers and winds."""

from __future__ import annotations

from typing import Any

import pytest
from guangdong import act, deal, legal, named, passes, play, points, result_of, the_win
from score_engine import scored

from queshen.deal_result import DealResult, Win
from queshen.errors import QueshenError, RulesError, TableError
from queshen.fans import Fan
from queshen.rules import variant
from queshen.scorer import Score
from queshen.session import Session, next_dealer

RULES = variant("jipinghu")

# Hands of 13 tiles. A chicken waits for 6m and 9m, and so do the runs and the flush.
CHICKEN = "234m78m555p99p678s"
RUNS = "78m123p456p345s11s"
FLUSH = "123m456m456m78m99m"
# Runs that wait for 6s and 9s.
RUNS_9S = "123m456p11p345s78s"
ORPHANS = "19m19p19sESWNCFP"


def fans(score: Score) -> set[str]:
    return {each.fan.id for each in score.fans}


# ---- the fan table ------------------------------------------------------------------------------

VALUES = {
    "ji_hu": 0,
    "ping_hu": 1,
    "peng_peng_hu": 2,
    "hun_yi_se": 2,
    "zi_mo": 1,
    "men_feng": 1,
    "quan_feng": 1,
    "san_yuan_pai": 1,
    "gang_shang_kai_hua": 3,
    "qiang_gang": 3,
    "hai_di": 3,
    "qing_yi_se": 4,
    "hun_peng": 4,
    "qing_peng": 5,
    "hun_yao_jiu": 5,
    "xiao_san_yuan": 5,
    "xiao_si_xi": 5,
    "zi_yi_se": 6,
    "qing_yao_jiu": 6,
    "da_san_yuan": 6,
    "da_si_xi": 6,
    "jiu_lian_bao_deng": 6,
    "shi_san_yao": 6,
    "tian_he": 6,
    "di_he": 6,
    "ren_he": 6,
}


@pytest.mark.parametrize("fan", RULES.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan(fan: Fan) -> None:
    assert fan in [each.fan for each in scored(RULES, fan.example).fans]


def test_every_fan_has_the_value_of_the_document() -> None:
    found = {fan.id: fan.value for fan in RULES.fans}
    found.pop("gang", None)  # kongs are fans by option only
    assert found == VALUES
    assert variant("jipinghu", kong_bonus="fan").fans["gang"].value == 1


NAMES = """
    鸡胡 平胡 碰碰胡 混一色 自摸 清一色 混碰 清碰 混幺九 小三元 小四喜 字一色 清幺九 大三元 大四喜
    九莲宝灯 十三幺 天和 地和 人和
"""


@pytest.mark.parametrize("zh", NAMES.split())
def test_the_names_are_those_of_the_document(zh: str) -> None:
    assert RULES.fans[zh].zh == zh


def test_the_game_is_found_by_its_names() -> None:
    assert variant("鸡平胡") == RULES
    assert RULES.currency == "游戏币"
    assert RULES.flow.tiles == 136 and RULES.table(seed=1).wall_left == 83


DEFAULTS = {
    "replacement_end": "tail",
    "claims_on_empty_wall": "win_only",
    "kong_after_claim": False,
    "multi_win": "all",
    "multi_rob": "each",
    "multi_win_dealer": "next",
    "seat_wind": "dealer",
    "kong_bonus": "none",
    "seven_pairs": False,
    "missed_win_scope": "same_tile",
    "missed_win_clear": "own_move",
    "missed_win_includes_rob": False,
    "inner_patterns": "highest",
    "jiulian_any_shape": False,
    "jiulian_self_draw_only": False,
    "discard_payers": "discarder",
    "kong_flower_liability": "last_kong",
    "last_discard_floor": False,
    "tianhe_after_kong": False,
    "dihe_broken_by": "any_meld",
    "renhe_after_dealer_kong": True,
    "twelve_counts_ankong": False,
    "twelve_first_only": True,
    "liability_conflict": "first",
    "pattern_counts_ankong": False,
    "pattern_needs_claim": True,
    "dealer_rotation": "keep_on_win_or_draw",
    "draw_rotation": "stay",
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


@pytest.mark.parametrize(
    ("text", "total"),
    [
        # the first table
        ("[555p][678s]234m78m99p win=9m", 0),
        ("[234p]123m456p67sEE win=8s seat=N", 1),
        ("[555p][777s]222m88s99p win=8s", 2),
        ("[WWW][678s]123456s9s win=9s", 2),
        ("[789s][345s]12345sEE win=6s", 2),
        # self-draw, winds and dragons are for it only
        ("[555p][678s]234m78m99p win=9m self", 1),
        ("[234p]123m456p67sEE win=8s seat=N self", 2),
        ("[555p][777s]222m88s99p win=8s self", 3),
        ("[SSS][678s]234m78m99p win=9m seat=S", 1),
        ("[EEE][678s]234m78m99p win=9m seat=S", 1),
        ("[EEE][678s]234m78m99p win=9m seat=E", 2),
        ("[WWW][678s]234m78m99p win=9m seat=S", 0),
        ("[WWW][678s]234m78m99p win=9m seat=S round=W", 1),
        ("[WWW][678s]234m78m99p win=9m seat=W round=W", 2),
        ("[CCC][678s]234m78m99p win=9m", 1),
        ("[CCC]FFF234m78m99p win=9m", 2),
        ("[CCCC]{FFFF}234m78m99p win=9m", 2),
        ("{EEEE}[678s]234m78m99p win=9m seat=E", 2),
        ("[CCC][678s]123456s9s win=9s", 3),
        ("[CCC][FFF]234m45p88s win=6p", 2),
        # a pair of winds or dragons is none
        ("[678s]345s234m78mEE win=9m seat=E", 1),
        ("[678s]345s234m78mCC win=9m", 1),
        # never more than three
        ("[EEE][777s]222m88s99p win=8s seat=E self", 3),
        ("[CCC][FFF]SSS234m9m win=9m seat=S self", 3),
        # the second table: nothing is added
        ("[456p][777p]12345p99p win=6p", 4),
        ("[456p][777p]12345p99p win=6p self", 4),
        ("123m456m456m78m99m win=9m self", 4),
        ("[CCC][777p]222p55p99p win=5p", 4),
        ("[EEE][777p]222p55p99p win=5p seat=E self", 4),
        ("[222p][777p]555p33p99p win=3p", 5),
        ("[EEE][111s]111m99m99p win=9m", 5),
        ("[CCC][FFF]123m45pPP win=6p self", 5),
        ("[EEE][SSS][WWW]12mNN win=3m", 5),
        ("[EEE][SSS]WWWCCNN win=C", 6),
        ("[111m][999m]111p99p11s win=9p", 6),
        ("[CCC][FFF][PPP]12m99m win=3m", 6),
        ("[EEE][SSS][WWW]NN99m win=N", 6),
        ("1112345678999s win=5s self", 6),
        ("1112345678999s win=1s", 6),
        ("19m19p19sESWNCFP win=P", 6),
        ("19m19p1sESWNCFPP win=9s", 6),
    ],
)
def test_a_hand_counts_as_many_fans(text: str, total: int) -> None:
    score = scored(RULES, text)
    assert score.is_win and score.total == total


@pytest.mark.parametrize(
    ("text", "total", "fan"),
    [
        # 混一色 of runs, 小三元 of one suit, honours with four winds
        ("[789s][345s]12345sEE win=6s", 2, "hun_yi_se"),
        ("[CCC][FFF]123m45mPP win=6m", 5, "xiao_san_yuan"),
        ("[CCC][FFF]111m99mPP win=9m", 5, None),
        ("[CCC][FFF][PPP]111m9m win=9m", 6, "da_san_yuan"),
        ("[EEE][SSS][WWW]CCCN win=N", 6, "zi_yi_se"),
        ("[EEE][SSS][WWW]NN1m1m win=N", 6, "da_si_xi"),
        ("[EEE][SSS][WWW]NNCC win=C", 6, "zi_yi_se"),
        ("1112345678999s win=5s", 6, "jiu_lian_bao_deng"),
    ],
)
def test_beyond_the_cap_the_highest_counts_alone(text: str, total: int, fan: str | None) -> None:
    score = scored(RULES, text)
    assert score.total == total and len(score.fans) == 1
    assert fan is None or fans(score) == {fan}


def test_a_hand_is_read_as_what_counts_most() -> None:
    # three runs or three triplets of 1m 2m 3m
    runs = scored(RULES, "111222333m456p9s win=9s")
    assert runs.total == 1 and "ping_hu" in fans(runs)
    triplets = scored(RULES, "111222333m555p9s win=9s")
    assert triplets.total == 2 and "peng_peng_hu" in fans(triplets)


@pytest.mark.parametrize(
    "text",
    [
        "[456p]123m456m789s9s win=9s",
        "123m456p345s78s11p win=9s",
        "123m456p345s78sCC win=6s seat=E",
    ],
)
def test_平胡_is_runs_and_any_pair(text: str) -> None:
    assert "ping_hu" in fans(scored(RULES, text))


def test_a_triplet_ends_平胡_and_a_run_ends_碰碰胡() -> None:
    score = scored(RULES, "[555p]123m456p78s11p win=9s")
    assert score.total == 0 and not fans(score) & {"ping_hu", "peng_peng_hu"}


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("[CCC][FFF]123m45mEE win=6m", 4),  # two dragons are no 小三元
        ("[EEE][SSS]123m45mNN win=6m", 4),  # two winds are no 小四喜
        ("[EEE][111s]222m99m99p win=9m", 4),  # 2m ends 混幺九
        ("[111m][999m]111p99p22s win=9p", 2),  # and 清幺九
        ("[EEE][SSS]111mCC99m win=C", 5),  # a terminal ends 字一色
        ("[123s]11s45678999s win=9s", 4),  # an open hand is no 九莲宝灯
    ],
)
def test_a_hand_that_falls_short_of_a_pattern_is_worth_less(text: str, most: int) -> None:
    assert scored(RULES, text).total <= most


@pytest.mark.parametrize("how", ["replacement", "last_tile"])
def test_a_lucky_self_draw_is_worth_three_and_no_more_is_added(how: str) -> None:
    assert scored(RULES, f"[5555p][678s]234m78m99p win=9m self {how}").total == 3
    assert scored(RULES, f"[456p][7777p]12345p99p win=6p self {how}").total == 4


def test_a_robbed_kong_is_worth_three() -> None:
    assert scored(RULES, "[555p][678s]234m78m99p win=9m robbing").total == 3
    assert scored(RULES, "123456456m78m11m win=9m robbing").total == 4


@pytest.mark.parametrize(
    ("text", "fan"),
    [
        ("234m78m555p99p678s win=9m self first_turn seat=E", "tian_he"),
        ("234m78m555p99p678s win=9m self first_turn seat=S", "di_he"),
        ("234m78m555p99p678s win=9m first_turn seat=W", "ren_he"),
        ("123m456m456m78m99m win=9m self first_turn seat=E", "tian_he"),
    ],
)
def test_a_win_before_play_began_is_worth_six(text: str, fan: str) -> None:
    score = scored(RULES, text)
    assert score.total == 6 and fan in fans(score)


def test_who_deals_may_be_told_beside_the_wind() -> None:
    told: dict[str, Any] = {"self_draw": True, "first_turn": True}
    south = RULES.score(CHICKEN, "9m", seat_wind="S", dealer=True, **told)
    assert fans(south) == {"tian_he"}
    east = RULES.score(CHICKEN, "9m", seat_wind="E", dealer=False, **told)
    assert fans(east) == {"di_he"}


@pytest.mark.parametrize(("way", "total"), [("highest", 2), ("add", 3)])
def test_混一色_of_runs_counts_the_higher_or_both(way: str, total: int) -> None:
    rules = variant("jipinghu", inner_patterns=way)
    assert scored(rules, "[789s][345s]12345sEE win=6s").total == total
    assert scored(rules, "[789s][345s]12345sEE win=6s self").total == 3
    # neither changes what has only one of them, nor what is beyond the cap
    assert scored(rules, "[WWW][678s]123456s9s win=9s").total == 2
    assert scored(rules, "[CCC][777p]222p55p99p win=5p").total == 4


@pytest.mark.parametrize("any_shape", [False, True])
def test_九莲宝灯_waits_for_nine_kinds_unless_the_option_says_otherwise(any_shape: bool) -> None:
    rules = variant("jipinghu", jiulian_any_shape=any_shape)
    for tile in range(1, 10):
        assert scored(rules, f"1112345678999s win={tile}s").total == 6
    # complete it is the same as with a 5s drawn, but it waited for 1s only among others
    assert scored(rules, "1123455678999s win=1s").total == (6 if any_shape else 4)
    assert scored(rules, "[123s]11s45678999s win=9s").total == 4


@pytest.mark.parametrize("drawn_only", [False, True])
def test_九莲宝灯_may_be_won_on_a_discard_unless_the_option_forbids_it(drawn_only: bool) -> None:
    rules = variant("jipinghu", jiulian_self_draw_only=drawn_only)
    assert scored(rules, "1112345678999s win=5s").total == (4 if drawn_only else 6)
    assert scored(rules, "1112345678999s win=5s self").total == 6


@pytest.mark.parametrize("wins", [False, True])
def test_seven_pairs_win_by_option_only(wins: bool) -> None:
    rules = variant("jipinghu", seven_pairs=wins)
    assert scored(rules, "1133m5577p2299sE win=E").is_win is wins
    flush = scored(rules, "1133557799s224s win=4s")
    assert flush.is_win is wins
    assert not wins or flush.total == 4
    table = act(deal(rules, "", "1133m5577p2299sE", wall=". . . . . E . ."), "0, 1, 2, 3, 0")
    assert ("win" in passes(table).legal(1)) is wins


@pytest.mark.parametrize(("bonus", "total"), [("none", 0), ("fan", 1), ("points", 0)])
def test_a_kong_is_a_fan_by_option(bonus: str, total: int) -> None:
    rules = variant("jipinghu", kong_bonus=bonus)
    for kong in ("[5555p]", "{5555p}"):
        assert scored(rules, f"{kong}[678s]234m78m99p win=9m").total == total
    two = scored(rules, "[5555p]{6666s}234m78m99p win=9m")
    assert two.total == 2 * total
    # within the cap and not beyond it
    assert scored(rules, "[5555p]{7777s}222m88s99p win=8s self").total == 3
    assert scored(rules, "[7777p][456p]12345p99p win=6p").total == 4


def test_a_fan_is_listed_with_how_often_it_counts() -> None:
    score = scored(RULES, "[CCC][FFF]234m45p88s win=6p self")
    found = {each.fan.id: (each.count, each.points) for each in score.fans}
    assert found["zi_mo"] == (1, 1) and found["san_yuan_pai"] == (2, 2)


# ---- who pays for a hand, act by act ------------------------------------------------------------


def test_the_discarder_pays_for_a_chicken() -> None:
    table = play(
        RULES,
        "5p8s",
        "234m78m55p99p67sEN",
        "9m",
        wall=". . . . . . .",
        acts="0 discard 5p, 1 pung, 1 discard E, 2, 3, 0 discard 8s, 1 chow high, 1 discard N, "
        "2 discard 9m, 1 win",
    )
    assert the_win(table).fan == 0 and (the_win(table).seat, the_win(table).payer) == (1, 2)
    assert points(table) == (0, 1, -1, 0)
    rich = RULES.replace(N=600, A=250)
    assert rich.settle(result_of(table)).coins == (-250, 350, -850, -250)


def test_everybody_pays_for_a_self_draw_of_runs() -> None:
    table = play(
        RULES,
        "",
        "",
        "2p",
        "123m34p456p67sEEN",
        wall=". . . . . . 8s .",
        acts="0, 1, 2 discard 2p, 3 chow low, 3 discard N, 0, 1, 2, 3 win",
    )
    assert the_win(table).fan == 2 and the_win(table).self_draw
    assert points(table) == (-4, -4, -4, 12)


def test_triplets_that_are_drawn_are_worth_eight() -> None:
    table = play(
        RULES,
        "5p7s",
        "",
        "222m55p99p77s88sEN",
        wall=". . . . . . 8s .",
        acts="0 discard 5p, 2 pung, 2 discard E, 3, 0 discard 7s, 2 pung, 2 discard N, 3, 0, 1, "
        "2 win",
    )
    assert points(table) == (-8, -8, 24, -8)


def test_five_fans_are_paid_as_three() -> None:
    table = play(
        RULES,
        "222m99p77s88sEECF",
        "E7s",
        wall=". . . . . . 8s .",
        acts="0, 1 discard E, 0 pung, 0 discard C, 1 discard 7s, 0 pung, 0 discard F, 1, 2, 3, "
        "0 win",
    )
    assert the_win(table).fan == 3 and points(table) == (24, -8, -8, -8)


def test_a_dragon_is_added_to_混一色() -> None:
    table = play(
        RULES,
        "C8s9s",
        "67s123456s9sCCWN",
        wall=". . . . . . . .",
        acts="0 discard C, 1 pung, 1 discard N, 2, 3, 0 discard 8s, 1 chow high, 1 discard W, 2, "
        "3, 0 discard 9s, 1 win",
    )
    assert the_win(table).fan == 3 and points(table) == (-8, 8, 0, 0)


def test_two_dragons_are_two_fans() -> None:
    table = play(
        RULES,
        "CF",
        "234m45p88sCCFFWN",
        "",
        "6p",
        wall=". . . . . . . . .",
        acts="0 discard C, 1 pung, 1 discard N, 2, 3, 0 discard F, 1 pung, 1 discard W, 2, "
        "3 discard 6p, 1 win",
    )
    assert the_win(table).fan == 2 and points(table) == (0, 4, 0, -4)


def test_nothing_is_added_to_清一色() -> None:
    table = play(
        RULES,
        "12345p46p77p99pWN",
        "7p",
        "",
        "5p",
        wall=". . . . . . . . 6p .",
        acts="0, 1, 2, 3 discard 5p, 0 chow middle, 0 discard N, 1 discard 7p, 0 pung, "
        "0 discard W, 1, 2, 3, 0 win",
    )
    assert the_win(table).fan == 4 and points(table) == (48, -16, -16, -16)


def test_混碰_is_paid_by_the_discarder_alone() -> None:
    table = play(
        RULES,
        "",
        "C57p",
        "",
        "222p55p77p99pCCES",
        wall=". . . . . . .",
        acts="0, 1 discard C, 3 pung, 3 discard E, 0, 1 discard 7p, 3 pung, 3 discard S, 0, "
        "1 discard 5p, 3 win",
    )
    assert the_win(table).fan == 4 and points(table) == (0, -16, 0, 16)


def test_小三元_is_worth_32() -> None:
    table = play(
        RULES,
        "CF",
        "123m45pCCFFPPWN",
        wall=". . . . . . . 6p .",
        acts="0 discard C, 1 pung, 1 discard N, 2, 3, 0 discard F, 1 pung, 1 discard W, 2, 3, 0, "
        "1 win",
    )
    assert the_win(table).fan == 5 and points(table) == (-32, 96, -32, -32)


def test_十三幺_is_worth_64() -> None:
    table = play(
        RULES, "P", "", "", ORPHANS, wall=". . . . . .", acts="0, 1, 2, 3, 0 discard P, 3 win"
    )
    assert the_win(table).fan == 6 and points(table) == (-64, 0, 0, 64)


def test_九莲宝灯_is_worth_64() -> None:
    table = play(RULES, "", "1112345678999s", wall=". . . . . 5s .", acts="0, 1, 2, 3, 0, 1 win")
    assert the_win(table).fan == 6 and points(table) == (-64, 192, -64, -64)


@pytest.mark.parametrize(("way", "paid"), [("highest", 4), ("add", 8)])
def test_混一色_of_runs_is_paid_by_the_option(way: str, paid: int) -> None:
    table = play(
        variant("jipinghu", inner_patterns=way),
        "5s9s",
        "12345s34s78sEECF",
        "6s",
        wall=". . . . . . .",
        acts="0 discard 9s, 1 chow high, 1 discard C, 2, 3, 0 discard 5s, 1 chow high, "
        "1 discard F, 2 discard 6s, 1 win",
    )
    assert points(table) == (0, paid, -paid, 0)


def test_混幺九_is_worth_32() -> None:
    table = play(
        RULES,
        "E1s",
        "111m99m99p11sEE55m",
        "",
        "9m",
        wall=". . . . . . . .",
        acts="0 discard E, 1 pung, 1 discard 5m, 2, 3, 0 discard 1s, 1 pung, 1 discard 5m, 2, "
        "3 discard 9m, 1 win",
    )
    assert the_win(table).fan == 5 and points(table) == (0, 32, 0, -32)


def test_coins_are_points_times_the_room_less_the_fee() -> None:
    rules = variant("jipinghu", N=600, A=250)
    table = play(rules, RUNS_9S, wall=". . . . 9s .", acts="0, 1, 2, 3, 0 win")
    assert points(table) == (12, -4, -4, -4)
    assert rules.settle(result_of(table)).coins == (6950, -2650, -2650, -2650)


@pytest.mark.parametrize(
    ("payers", "paid"), [("discarder", (0, 1, -1, 0)), ("all", (-1, 3, -1, -1))]
)
def test_who_pays_for_a_discard_is_an_option(payers: str, paid: tuple[int, ...]) -> None:
    table = play(
        variant("jipinghu", discard_payers=payers),
        "",
        CHICKEN,
        "9m",
        wall=". . . . . .",
        acts="0, 1, 2 discard 9m, 1 win",
    )
    assert points(table) == paid


def test_a_flush_that_everybody_pays_for_costs_a_discarder_nothing_more() -> None:
    table = play(
        variant("jipinghu", discard_payers="all"),
        "",
        FLUSH,
        "9m",
        wall=". . . . . .",
        acts="0, 1, 2 discard 9m, 1 win",
    )
    assert points(table) == (-16, 48, -16, -16)


# ---- kongs that are paid ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bonus", "paid"),
    [("none", (0, 1, 0, -1)), ("fan", (0, 2, 0, -2)), ("points", (-3, 4, 0, -1))],
)
def test_an_exposed_kong_pays_nothing_or_a_fan_or_three(bonus: str, paid: tuple[int, ...]) -> None:
    table = play(
        variant("jipinghu", kong_bonus=bonus),
        "5p",
        CHICKEN,
        "",
        "9m",
        wall=". . . . . .",
        acts="0 discard 5p, 1 kong, 1, 2, 3 discard 9m, 1 win",
    )
    assert points(table) == paid


@pytest.mark.parametrize(
    ("bonus", "paid"),
    [("none", (0, 1, 0, -1)), ("fan", (0, 2, 0, -2)), ("points", (-2, 7, -2, -3))],
)
def test_a_concealed_kong_pays_nothing_or_a_fan_or_two_each(
    bonus: str, paid: tuple[int, ...]
) -> None:
    table = play(
        variant("jipinghu", kong_bonus=bonus),
        "",
        CHICKEN,
        "",
        "9m",
        wall=". 5p . . . . .",
        acts="0, 1 concealed kong 5p, 1, 2, 3 discard 9m, 1 win",
    )
    assert points(table) == paid


@pytest.mark.parametrize(
    ("bonus", "paid"),
    [("none", (0, 1, 0, -1)), ("fan", (0, 2, 0, -2)), ("points", (-1, 4, -1, -2))],
)
def test_an_added_kong_pays_nothing_or_a_fan_or_one_each(bonus: str, paid: tuple[int, ...]) -> None:
    table = play(
        variant("jipinghu", kong_bonus=bonus),
        "5p",
        "234m78m55p99p678sE",
        "",
        "9m",
        wall=". . . . 5p . . . . .",
        acts="0 discard 5p, 1 pung, 1 discard E, 2, 3, 0, 1 added kong 5p, 1, 2, 3 discard 9m, "
        "1 win",
    )
    assert points(table) == paid


def test_who_fed_a_kong_pays_it_beside_the_win_on_its_replacement() -> None:
    rules = variant("jipinghu", kong_bonus="points")
    fed = play(rules, "5p", CHICKEN, wall=". . . 9m", acts="0 discard 5p, 1 kong, 1 win")
    assert points(fed) == (-27, 27, 0, 0)
    drawn = play(rules, "", CHICKEN, wall=". 5p . . . 9m", acts="0, 1 concealed kong 5p, 1 win")
    assert points(drawn) == (-10, 30, -10, -10)


def test_kongs_pay_nothing_where_nobody_wins() -> None:
    table = play(
        variant("jipinghu", kong_bonus="points"),
        "5p",
        CHICKEN,
        wall=". . .",
        acts="0 discard 5p, 1 kong, 1, 2",
    )
    assert result_of(table).drawn and len(result_of(table).kongs) == 1
    assert points(table) == (0, 0, 0, 0)


# ---- draws, fees and leaving --------------------------------------------------------------------


@pytest.mark.parametrize(("charged", "coins"), [(True, -5), (False, 0)])
def test_a_draw_costs_the_fee_or_nothing(charged: bool, coins: int) -> None:
    rules = variant("jipinghu", A=5, N=10, fee_on_draw=charged)
    table = play(rules, wall=". .", acts="0, 1")
    assert result_of(table).drawn and points(table) == (0, 0, 0, 0)
    assert rules.settle(result_of(table)).coins == (coins,) * 4
    assert rules.settle(DealResult([Win(1, 0, 2)])).coins == (-5, 5, -15, -5)


@pytest.mark.parametrize(
    ("scope", "coins"), [("all", (-5, 5, -15, -5)), ("involved", (0, 5, -15, 0))]
)
def test_everybody_pays_the_fee_or_those_involved(scope: str, coins: tuple[int, ...]) -> None:
    rules = variant("jipinghu", A=5, N=10, fee_scope=scope)
    assert rules.settle(DealResult([Win(1, 0, 2)])).coins == coins


def test_coins_are_points_where_nothing_is_said() -> None:
    settlement = RULES.settle(DealResult([Win(1, 2, 2)]))
    assert settlement.points == settlement.coins == (0, 4, -4, 0)


@pytest.mark.parametrize(
    ("options", "paid", "bank"),
    [
        ({}, (2, 2, 2, -8), 2),
        ({"escape_points": 24, "escape_comp": 8}, (8, 8, 8, -24), 0),
        ({"escape_points": 10}, (2, 2, 2, -10), 4),
        ({"escape_comp": 1}, (1, 1, 1, -8), 5),
    ],
)
def test_a_seat_that_leaves_pays_the_others(
    options: dict[str, int], paid: tuple[int, ...], bank: int
) -> None:
    settlement = variant("jipinghu", A=5, **options).settle(DealResult(escaped=3))
    assert (settlement.points, settlement.bank, settlement.fee) == (paid, bank, (0,) * 4)


def test_the_fee_of_a_deal_that_a_seat_left_is_an_option() -> None:
    rules = variant("jipinghu", A=5, N=10, escape_fee=True)
    assert rules.settle(DealResult(escaped=3)).coins == (15, 15, 15, -85)


# ---- dealers and winds --------------------------------------------------------------------------


def won(*winners: int, payer: int) -> DealResult:
    return DealResult([Win(seat, 1, payer, tile="5m") for seat in winners])


@pytest.mark.parametrize(
    ("rotation", "own", "other", "drawn"),
    [("keep_on_win_or_draw", 0, 1, 0), ("winner", 0, 2, 0), ("always_next", 1, 1, 0)],
)
def test_who_deals_next(rotation: str, own: int, other: int, drawn: int) -> None:
    rules = variant("jipinghu", dealer_rotation=rotation)
    assert next_dealer(rules, won(0, payer=1)) == own
    assert next_dealer(rules, won(2, payer=1)) == other
    assert next_dealer(rules, DealResult()) == drawn


@pytest.mark.parametrize(("rotation", "dealer"), [("stay", 0), ("next", 1)])
def test_who_deals_after_a_draw(rotation: str, dealer: int) -> None:
    rules = variant("jipinghu", draw_rotation=rotation)
    assert next_dealer(rules, DealResult()) == dealer


@pytest.mark.parametrize(("way", "dealer"), [("next", 1), ("keep", 0)])
def test_several_winners_beside_the_dealer_pass_the_deal_on_or_keep_it(
    way: str, dealer: int
) -> None:
    rules = variant("jipinghu", multi_win_dealer=way)
    assert next_dealer(rules, won(2, 3, payer=1)) == dealer
    assert next_dealer(rules, won(1, 2, 3, payer=0)) == dealer
    assert next_dealer(rules, won(2, payer=1)) == 1
    assert next_dealer(rules, won(2, 0, payer=1)) == 0


def winds(result: DealResult) -> str:
    """The winds of the seats; a result without any has those from the dealer on."""
    return "".join(named(result.seat_winds)) or "ESWN"


def finished(session: Session) -> DealResult:
    """Everybody wins whenever it is possible, and else discards the highest tile."""
    table = session.table
    while not table.done:
        may = table.legal(table.to_act[0])
        table.step("win" if "win" in may else max(may))
    return session.finish().result


def test_the_prevailing_wind_turns_after_the_fourth_dealer() -> None:
    session = Session(variant("jipinghu", dealer_rotation="always_next", draw_rotation="next"), 7)
    prevailing = []
    for _ in range(9):
        prevailing += named([session.round_wind])
        finished(session)
    assert prevailing == ["E"] * 4 + ["S"] * 4 + ["W"]


@pytest.mark.parametrize("seat_wind", ["dealer", "fixed"])
def test_the_dealer_is_east_unless_winds_are_fixed(seat_wind: str) -> None:
    rules = variant("jipinghu", seat_wind=seat_wind, dealer_rotation="always_next")
    session = Session(rules.replace(draw_rotation="next"), 7, first_dealer=2)
    for number in range(6):
        dealer = session.dealer
        assert dealer == (2 + number) % 4
        first = number % 4 if seat_wind == "fixed" else 0
        assert winds(finished(session)) == "ESWNESWN"[first : first + 4]


@pytest.mark.parametrize(("dealer_wind", "fan"), [("E", 0), ("S", 1), ("W", 0), ("N", 0)])
def test_seat_winds_go_on_from_that_of_the_dealer(dealer_wind: str, fan: int) -> None:
    # seat 1 has a triplet of W, which is its own wind where the dealer is S
    table = play(
        variant("jipinghu", seat_wind="fixed"),
        "",
        "123m456p78s99sWWW",
        "9s",
        wall=". . . . . .",
        acts="0, 1, 2 discard 9s, 1 win",
        dealer_wind=dealer_wind,
    )
    assert the_win(table).fan == fan and points(table) == (0, 2**fan, -(2**fan), 0)
    assert winds(result_of(table)) == "ESWNESWN"["ESWN".index(dealer_wind) :][:4]


@pytest.mark.parametrize(
    ("wind", "triplet", "fan"),
    [("E", "W", 0), ("S", "S", 2), ("E", "S", 1), ("W", "W", 1), ("N", "W", 0)],
)
def test_a_triplet_of_the_prevailing_wind_or_of_the_own_is_a_fan(
    wind: str, triplet: str, fan: int
) -> None:
    # seat 1 is S
    table = play(
        RULES,
        "",
        "123m456p78s99s" + 3 * triplet,
        "9s",
        wall=". . . . . .",
        acts="0, 1, 2 discard 9s, 1 win",
        round_wind=wind,
    )
    assert the_win(table).fan == fan


def test_a_session_with_fixed_winds_is_saved_as_it_is() -> None:
    rules = variant("jipinghu", seat_wind="fixed", dealer_rotation="always_next")
    session = Session(rules.replace(draw_rotation="next"), 7, first_dealer=2)
    for _ in range(3):
        finished(session)
    again = Session.from_json(session.to_json())
    assert again == session and again.dealt == session.dealt
    assert again.table.digest() == session.table.digest()
    assert session.record(2).digest == session.dealt[2].digest


def test_a_result_tells_the_streak_of_the_dealer() -> None:
    table = play(RULES, wall=". .", acts="0, 1", streak=3)
    assert result_of(table).streak == 3
    assert result_of(table).horses == () == table.horses


# ---- titles and props ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "titles"), [("points", ["雀仔", "雀蛋"]), ("coins", ["雀蛋", "雀佛"])]
)
def test_titles_go_by_points_or_by_coins(by: str, titles: list[str]) -> None:
    rules = variant("jipinghu", rank_by=by)
    session = Session(rules, points=[20, 19, 0, 0], coins=[-5, 1_000_000, 0, 0])
    ranks = [session.rank(player) for player in (0, 1)]
    assert [each.title for each in ranks if each] == titles


PROPS = {"prop exchange", "prop exchange at random", "prop third", "prop next"}


@pytest.mark.parametrize("props", [False, True])
def test_props_are_an_option(props: bool) -> None:
    table = variant("jipinghu", props=props).table(seed=5)
    offered = {each for each in legal(table, 0) if each.startswith("prop")}
    assert offered == (PROPS if props else set())
    if props:
        table.act(0, "prop next")
        assert PROPS - legal(table, 0) == {"prop next"}


def test_there_are_as_many_props_in_a_deal_as_the_option_says() -> None:
    table = variant("jipinghu", props=True, props_per_deal=2).table(seed=5)
    table.act(0, "prop next")
    assert "prop next" in table.legal(0)
    table.act(0, "prop next")
    assert "prop next" not in table.legal(0)


@pytest.mark.parametrize("far", [0, 1, 3])
def test_a_shifted_hand_is_as_near_as_the_option_says(far: int) -> None:
    for pattern in ("qing_yi_se", "da_san_yuan", "da_si_xi", "shi_san_yao"):
        session = Session(variant("jipinghu", props=True, prop_deal_shanten=far), 4)
        session.shift(2, pattern)
        assert session.table.hand(session.seat_of(2)).shanten() <= far


def test_the_tiles_may_be_shifted_before_a_deal() -> None:
    shifted, plain = (Session(variant("jipinghu", props=True), 4) for _ in range(2))
    shifted.shift(2, "da_san_yuan")
    seat = shifted.seat_of(2)
    assert shifted.table.hand(seat) != plain.table.hand(seat)
    with pytest.raises(TableError, match="props"):
        Session(RULES, 4).shift(0)


# ---- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("set_up", "match"),
    [
        ({"streak": 0}, "streak is 0"),
        ({"streak": -3}, "streak is -3"),
        ({"streak": "x"}, "streak is 'x'"),
        ({"dealer_wind": "C"}, "dealer_wind is 'C'"),
        ({"dealer_wind": "x"}, "dealer_wind is 'x'"),
        ({"dealer_wind": 26}, "dealer_wind is 26"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(set_up: dict[str, Any], match: str) -> None:
    with pytest.raises(TableError, match=match):
        RULES.table(seed=1, **set_up)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("multi_win", "two"),
        ("seat_wind", "random"),
        ("kong_bonus", True),
        ("inner_patterns", "both"),
        ("liability_conflict", None),
        ("N", -1),
        ("seven_pairs", 1),
        ("horse_mode", "mirror"),
        ("min_fan", 3),
    ],
)
def test_an_option_that_cannot_be_is_refused(option: str, value: Any) -> None:
    with pytest.raises(RulesError, match=option):
        variant("jipinghu", **{option: value})
    with pytest.raises(QueshenError):
        RULES.replace(**{option: value})
