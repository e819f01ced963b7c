"""至尊二人麻将: its fans one by one, what is not paid beside what, options, and who pays."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import pytest
from guangdong import KINDS
from score_engine import lists, scored

from queshen.deal_result import DealResult, KongPaid, SeatResult, Win
from queshen.errors import RulesError
from queshen.hand import Hand
from queshen.rules import Rules, variant
from queshen.score import Reading
from queshen.scorer import Score, readings
from queshen.settlement import ResultError, Transfer
from queshen.shapes import Shape
from queshen.tiles import Meld, MeldType

RULES = variant("erren")
NATIONAL = variant("erren", fan_table="gb81")
FAN_ONLY = variant("erren", haidi_mode="fan_only")
WINDS = variant("erren", wind_pungs=True)

DEFAULTS = {
    "fan_table": "er72",
    "min_fan": None,
    "haidi_mode": "final_draw",
    "haidi_tiles": 2,
    "haidi_fan": 8,
    "ready_declaration": True,
    "wind_pungs": False,
    "jia_bei": False,
    "missed_win": "until_own_draw",
    "room": "popular",
    "dealer_rotation": "winner",
    "draw_rotation": "stay",
    "escape_points": 8,
    "escape_comp": 8,
    "escape_fee": False,
    "N": 1,
    "A": 0,
    "fee_scope": "all",
    "fee_on_draw": True,
}

# The table once more: values, fans, and those that are not paid beside them.
_PAIRS = "门前清 不求人 单钓将 自摸"
FANS = f"""
88 大四喜: 大三风 小三风 四字刻 碰碰和 幺九刻
88 大三元: 双箭刻 箭刻 幺九刻
88 九莲宝灯: 清一色 门前清 不求人 自摸 幺九刻
88 大于五
88 小于五
88 大七星: 字一色 七对 三元七对 四喜七对 全带幺 {_PAIRS}
88 四杠: 三杠 双明杠 双暗杠 明杠 暗杠 单钓将 碰碰和
88 连七对: 七对 清一色 {_PAIRS}
88 天胡: 单钓将 边张 坎张 不求人 和绝张 自摸
88 地胡: 单钓将 边张 坎张 自摸
64 小四喜: 大三风 小三风 混一色 幺九刻
64 小三元: 双箭刻 箭刻 幺九刻
64 四暗刻: 三暗刻 双暗刻 碰碰和 门前清 不求人 自摸
64 一色双龙会: 平和 七对 清一色 一般高 老少副
64 字一色: 碰碰和 混幺九 全带幺 幺九刻 四字刻
64 人胡: 门前清
48 一色四同顺: 三连刻 一色三同顺 七对 四归一 一般高
48 三元七对: 七对 {_PAIRS}
48 四喜七对: 七对 {_PAIRS}
48 四连刻: 三连刻 一色三同顺 碰碰和 一般高
32 一色四步高: 一色三步高 连六 老少副
32 混幺九: 碰碰和 幺九刻 全带幺
32 三杠: 双明杠 双暗杠 明杠 暗杠
32 天听: 报听
24 四字刻: 碰碰和 混一色 幺九刻
24 大三风: 小三风 幺九刻
24 一色三同顺: 三连刻 一般高
24 三连刻: 一色三同顺 一般高
24 七对: {_PAIRS}
16 清龙: 连六 老少副
16 一色三步高
16 全花: 春夏秋冬 梅兰竹菊
16 三暗刻: 双暗刻
16 清一色
8 妙手回春: 自摸
8 海底捞月: 自摸 妙手回春
8 杠上开花: 自摸
8 抢杠和: 和绝张
6 小三风
6 双箭刻: 箭刻 幺九刻
6 碰碰和
6 双暗杠: 双暗刻 暗杠
6 混一色
6 全求人: 单钓将
4 春夏秋冬
4 梅兰竹菊
4 无花牌
4 全带幺
4 双明杠: 明杠
4 不求人: 自摸 门前清
4 报听
4 和绝张
2 箭刻: 幺九刻
2 平和
2 四归一
2 断幺
2 双暗刻
2 暗杠
2 门前清
1 一般高
1 连六
1 老少副
1 幺九刻
1 明杠
1 边张
1 坎张
1 单钓将
1 花牌
1 自摸
"""


def read_table(text: str) -> dict[str, tuple[int, set[str]]]:
    found = {}
    for line in text.strip().splitlines():
        head, _, others = line.partition(":")
        value, name = head.split()
        found[name] = (int(value), set(others.split()))
    return found


TABLE = read_table(FANS)
EACH = {"四归一", "花牌"}
"""The fans that are paid as often as they are there."""


def total(text: str, rules: Rules = RULES) -> int:
    score = scored(rules, text)
    assert score.is_win, score.reason
    return score.total


def has(text: str, rules: Rules = RULES) -> set[str]:
    """The fans whose conditions hold, paid or not."""
    score = scored(rules, text)
    assert score.is_win, score.reason
    return {each.fan.zh for each in score.fans} | {each.fan.zh for each in score.excluded}


# ---- the game -----------------------------------------------------------------------------------


def test_the_game_is_found_by_its_names() -> None:
    assert RULES.id == "erren" and RULES.flow.seats == 2
    names = ("至尊二人麻将", "Zhizun Erren Majiang", "二人麻将", "二人")
    assert all(variant(name) == RULES for name in names)


def test_what_the_game_leaves_open_and_how_it_is_played_where_nothing_is_said() -> None:
    assert dict(RULES.options) == DEFAULTS


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("fan_table", "er136"),
        ("min_fan", -1),
        ("haidi_mode", "prop"),
        ("haidi_tiles", 0),
        ("haidi_tiles", 17),
        ("haidi_fan", 0),
        ("wind_pungs", 1),
        ("jia_bei", "yes"),
        ("missed_win", "until_own_discard"),
        ("room", "nine_fan"),
        ("multi_win", "all"),
    ],
)
def test_an_option_that_cannot_be_is_refused(option: str, value: object) -> None:
    with pytest.raises(RulesError, match=option):
        variant("erren", **{option: value})


@pytest.mark.parametrize("option", sorted(DEFAULTS))
def test_rules_are_read_again_as_they_were_written(option: str) -> None:
    (known,) = [each for each in RULES.definition.options if each.name == option]
    for value in known.values or (3,):
        given: dict[str, Any] = {option: value}
        rules = RULES.replace(**given)
        assert Rules.from_json(rules.to_json()) == rules and rules.options[option] == value


def test_there_are_72_tiles_of_one_suit_honours_and_flowers() -> None:
    copies = RULES.flow.copies
    assert copies == (4,) * 9 + (0,) * 18 + (4,) * 7 + (1,) * 8
    assert RULES.flow.tiles == 72 and RULES.flow.dead_wall == 0


def test_hands_are_four_sets_and_a_pair_or_seven_pairs() -> None:
    assert RULES.shapes == Shape.STANDARD | Shape.SEVEN_PAIRS
    assert scored(RULES, "1111m2233mEESSCC win=C").is_win
    assert not scored(RULES, "19m19p19sESWNCFPP win=P").is_win


# ---- the fans -----------------------------------------------------------------------------------


def test_the_fans_their_values_and_what_is_not_paid_beside_them() -> None:
    fans = RULES.fans
    found = {fan.zh: (fan.value, {fans[id].zh for id in fan.stated}) for fan in fans}
    assert found == TABLE
    assert {fan.zh for fan in fans if fan.repeat} == EACH
    assert [fan.value for fan in fans] == sorted((fan.value for fan in fans), reverse=True)


@pytest.mark.parametrize("fan", RULES.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan(fan: Any) -> None:
    assert fan in [each.fan for each in scored(RULES, fan.example).fans]


def test_fans_that_the_national_table_has_too_go_by_the_same_names() -> None:
    national = {fan.zh: (fan.id, fan.en) for fan in variant("qq").fans}
    for fan in RULES.fans:
        assert national.get(fan.zh, (fan.id, fan.en)) == (fan.id, fan.en)
    assert len({fan.en for fan in RULES.fans}) == len(RULES.fans)


# For each fan a hand that just has it, and one that just has it not.
PLAIN = "123m456m789mEEECC win=C"
PLAIN2 = "[123m]456m789mEEECC win=4m"
CASES = """
大四喜 | [EEE][SSS]WWWNNNCC win=C | [EEE][SSS]WWWNN123m win=3m
大三元 | {CCCC}[FFF]PPP99m123m win=3m | [CCC][FFF]PP99m123m9m win=9m
九莲宝灯 | 11112345678999m win=1m | 11112345678999m win=5m
九莲宝灯 | 11123456789999m win=9m self | [111m]23455678999m win=5m
大于五 | [678m]66677788899m win=9m | [567m]66677788899m win=9m
大于五 | 66667777888899m win=9m | 55667788999966m win=9m
小于五 | [123m]11122233344m win=4m | [345m]11122233344m win=4m
大七星 | EESSWWNNCCFFPP win=E | EEEESSWWNNCCFF win=F
四杠 | {1111m}{3333m}{5555m}[CCCC]EE win=E | {1111m}{3333m}{5555m}CCCEE win=E
连七对 | 33445566778899m win=6m | 11223344556688m win=8m
天胡 | PLAIN self first | PLAIN self first seat=W
天胡 | PLAIN self first | PLAIN self
地胡 | PLAIN self first seat=W | PLAIN first seat=W
小四喜 | [EEE]SSSWWWNN123m win=3m | [EEE]SSSNN123m789m win=3m
小三元 | [CCC]FFFPP123m789m win=3m | [CCC]PP123m789m555m win=3m
四暗刻 | 111m444mEEE999mPP win=P | 111m444mEEE999mPP win=9m
四暗刻 | {1111m}{EEEE}444m999mPP win=9m self | {1111m}[EEEE]444m999mPP win=P self
一色双龙会 | [123m][789m]123m789m55m win=9m | [123m][789m]123m789m44m win=9m
字一色 | [EEE]SSSCCCPPWWW win=W self | [EEE]SSSCCCPP999m win=9m
字一色 | EEEESSWWNNCCFF win=F | EEEESSWWNNCC99m win=9m
人胡 | PLAIN first seat=W | PLAIN self first seat=W
一色四同顺 | [234m][234m]223344mEE win=E | [234m][234m]234m345mEE win=E
三元七对 | CCFFPPPP1199mEE win=1m | CCFF1199mEESSWW win=1m
四喜七对 | EESSWWNNNN1199m win=1m | EESSWW1199mCCFF win=1m
四连刻 | {6666m}[777m][888m]999mEE win=9m | [555m][777m]888mEE999m win=E
一色四步高 | [123m][345m][567m]789mEE win=9m | [123m][234m][345m]567mEE win=7m
一色四步高 | [234m][345m][456m]567mEE win=7m | [123m][345m][567m]678mEE win=8m
混幺九 | 1199mEESSWWNNCC win=C | [111m][999m]EEECCC88m win=8m
三杠 | [1111m]{5555m}{EEEE}234m99m win=4m | [1111m]{5555m}EEE234m99m win=4m
天听 | PLAIN ready first_ready | PLAIN ready
四字刻 | [EEE][SSS][WWW]NNN55m win=5m | [EEE]SSSCCC999mPP win=P
四字刻 | [EEE][CCC][FFF]PPP55m win=5m | [CCC][FFF]PPP999m55m win=5m
大三风 | [EEEE]SSSNNN234m99m win=4m | [EEE]SSSNN234m999m win=4m
一色三同顺 | [345m]334455m999mEE win=E | [345m]345m456m999mEE win=E
三连刻 | {7777m}[888m]999m234mEE win=4m | [333m]444m666m234mEE win=4m
七对 | 1111m2233mEESSCC win=1m | PLAIN
清龙 | [123m][789m]45699mEEE win=E | [123m]345m789m99mEEE win=E
一色三步高 | [123m]345m567mEEECC win=C | [123m]345m678mEEECC win=C
一色三步高 | [345m]456m567mEEECC win=C | [345m]345m567mEEECC win=C
全花 | PLAIN flowers=8 | PLAIN flowers=7
三暗刻 | {5555m}888mEEE[234m]CC win=C | {5555m}888mEEE[234m]CC win=8m
清一色 | 11335577889922m win=2m | 113355778899mCC win=C
妙手回春 | PLAIN self last | PLAIN last
海底捞月 | PLAIN last | PLAIN self last
海底捞月 | PLAIN self last_round | PLAIN self
杠上开花 | {1111m}456m789mEEECC win=C self replacement | {1111m}456m789mEEECC win=C self
抢杠和 | PLAIN2 robbing | PLAIN2
小三风 | [EEE]SSSWW123m789m win=3m | [EEE]SSSWWW123m99m win=3m
双箭刻 | {CCCC}[FFF]123m789mEE win=3m | [CCC]FF123m789mEEE win=3m
碰碰和 | [EEEE]222m555m888mCC win=8m | [EEE]222m555m678mCC win=8m
双暗杠 | {1111m}{5555m}234m789mEE win=4m | {1111m}[5555m]234m789mEE win=4m
混一色 | 1133557788mEECC win=C | 11335577889922m win=2m
混一色 | [CCC]123m345m789mEE win=9m | [CCC]EEESSSWWWPP win=P
全求人 | [123m][456m][EEE][CCCC]55m win=5m | [123m][456m][EEE][CCC]55m win=5m self
全求人 | [123m][456m][EEE][CCC]55m win=5m | [123m][456m][EEE]{CCCC}55m win=5m
春夏秋冬 | PLAIN flowers=春夏秋冬菊 | PLAIN flowers=春夏秋梅
梅兰竹菊 | PLAIN flowers=冬梅兰竹菊 | PLAIN flowers=春夏秋冬梅兰竹
无花牌 | PLAIN | PLAIN flowers=1
全带幺 | [123m]789mEEECCC99m win=9m | [123m]678mEEECCC99m win=9m
双明杠 | [1111m][5555m]234m789mEE win=4m | [1111m]{5555m}234m789mEE win=4m
不求人 | {1111m}456m789mEEECC win=C self | [111m]456m789mEEECC win=C self
不求人 | PLAIN self | PLAIN
报听 | PLAIN ready | PLAIN
和绝张 | PLAIN2 last_copy | PLAIN2
箭刻 | [PPPP]123m345m789mEE win=9m | [EEE]123m345m789mPP win=9m
平和 | [123m][345m]567m789m99m win=9m | [123m][345m]567m789mEE win=9m
四归一 | [222m]234m567m789mEE win=9m | [2222m]345m567m789mEE win=9m
断幺 | 22334455667788m win=8m | [123m]345m567m666m88m win=8m
双暗刻 | {5555m}EEE[234m]789mCC win=9m | [234m]555mEEE789mCC win=E
暗杠 | {1111m}[456m]789mEEECC win=9m | [1111m]456m789mEEECC win=9m
门前清 | {1111m}456m789mEEECC win=9m | [111m]456m789mEEECC win=9m
一般高 | [234m]234m789mEEECC win=9m | [234m]345m789mEEECC win=9m
连六 | [123m]456m777mEEECC win=6m | [123m]567m777mEEECC win=7m
老少副 | [123m]789m555mEEECC win=9m | [123m]678m555mEEECC win=8m
幺九刻 | [WWW]345m567m789mCC win=9m | [222m]345m567m789mCC win=9m
明杠 | [1111m]456m789mEEECC win=9m | [111m]456m789mEEECC win=9m
边张 | [456m]789mEEECCC11m win=7m | [456m]789mEEECCC11m win=9m
边张 | [456m]123mEEECCC99m win=3m | [456m]12223mEEECCC win=3m
坎张 | [456m]567mEEECCC99m win=6m | [456m]678mEEECCC99m win=8m
坎张 | [456m]123mEEECCC99m win=2m | [456m]12333mEEECCC win=2m
单钓将 | [456m]123mEEECCCPP win=P | [456m]23455mEEECCC win=5m
花牌 | PLAIN flowers=春 | PLAIN
自摸 | PLAIN2 self | PLAIN2
"""


def read_cases(text: str) -> Iterator[tuple[str, str, str]]:
    for line in text.strip().splitlines():
        fan, with_it, without = (each.strip() for each in line.split("|"))
        hands = [
            each.replace("PLAIN2", PLAIN2).replace("PLAIN", PLAIN) for each in (with_it, without)
        ]
        yield fan, hands[0], hands[1]


@pytest.mark.parametrize(("fan", "with_it", "without"), list(read_cases(CASES)))
def test_a_hand_that_just_has_a_fan_and_one_that_has_it_not(
    fan: str, with_it: str, without: str
) -> None:
    assert fan in has(with_it)
    assert fan not in has(without)


def test_there_are_such_hands_for_every_fan() -> None:
    assert {fan for fan, _, _ in read_cases(CASES)} == set(TABLE)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[222m]234m[777m]678mEE win=E", {"四归一": 2}),
        ("1111m2222mEESSCC win=C", {"四归一": 2}),
        ("1111m2222mEEEECC win=C", {"四归一": 3}),
        ("[2222m]345m567m789mEE win=9m", {}),
    ],
)
def test_四归一_is_paid_for_each_kind(text: str, found: dict[str, int]) -> None:
    assert {zh: n for zh, n in lists(RULES, text).items() if zh == "四归一"} == found


@pytest.mark.parametrize("flowers", range(9))
def test_flowers_are_paid_each_and_none_of_them_too(flowers: int) -> None:
    found = lists(RULES, f"{PLAIN} flowers={flowers}")
    assert found.get("花牌", 0) == flowers and ("无花牌" in found) is (flowers == 0)
    assert ("全花" in found) is (flowers == 8)
    assert "春夏秋冬" not in found and "梅兰竹菊" not in found


def test_all_eight_flowers_are_in_place_of_both_fours() -> None:
    plain = total(PLAIN) - 4
    assert total(f"{PLAIN} flowers=春夏秋冬") == plain + 4 + 4
    assert total(f"{PLAIN} flowers=春夏秋冬梅兰竹") == plain + 4 + 7
    assert total(f"{PLAIN} flowers=春夏秋冬梅兰竹菊") == plain + 16 + 8


@pytest.mark.parametrize(
    ("zh", "text"),
    [
        ("幺九刻", "[111m][999m]234m678mCC win=C"),
        ("一般高", "[123m]123m[789m]789mCC win=C"),
        ("连六", "[123m]456m[123m]456mCC win=C"),
        ("老少副", "[123m]789m[123m]789mCC win=C"),
        ("暗杠", "{1111m}[222m]345m678mCC win=C"),
        ("明杠", "[1111m][222m]345m678mCC win=C"),
        ("箭刻", "[CCC]123m345m678mEE win=E"),
        ("箭刻", "[CCC]FFFSSSEEE99m win=9m"),
        ("双箭刻", "[CCC]FFF345m678mEE win=E"),
    ],
)
def test_other_fans_are_paid_once(zh: str, text: str) -> None:
    found = lists(RULES, text)
    assert found.get(zh, 1) == 1 and zh in has(text)


# ---- what is not paid beside what ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # 大七星 takes 字一色 with it, and 字一色 takes 混幺九
        ("EESSWWNNCCFFPP win=P self flowers=1", {"大七星": 1, "花牌": 1}),
        # 大四喜 takes 四字刻, which takes 混一色
        (
            "[EEE][SSS]WWWNNN55m win=5m flowers=1",
            {"大四喜": 1, "双暗刻": 1, "单钓将": 1, "花牌": 1},
        ),
        # 天胡 takes 不求人, which takes 门前清; 自摸 goes by itself
        (
            "234m345m789mEEECC win=C self first flowers=1",
            {"天胡": 1, "混一色": 1, "幺九刻": 1, "花牌": 1},
        ),
        # 地胡 leaves 不求人
        (
            "234m345m789mEEECC win=C self first seat=W flowers=1",
            {"地胡": 1, "混一色": 1, "不求人": 1, "幺九刻": 1, "花牌": 1},
        ),
        # 三杠 takes 双暗杠, which takes 双暗刻
        (
            "[1111m]{5555m}{EEEE}234m99m win=4m flowers=1",
            {"三杠": 1, "混一色": 1, "幺九刻": 1, "花牌": 1},
        ),
        # 四杠 takes no 三暗刻
        (
            "{1111m}{3333m}{EEEE}[9999m]55m win=5m flowers=1",
            {"四杠": 1, "三暗刻": 1, "混一色": 1, "幺九刻": 1, "花牌": 1},
        ),
        # 人胡 takes 门前清
        (
            "234m345m789mEEECC win=C first seat=W flowers=1",
            {"人胡": 1, "混一色": 1, "幺九刻": 1, "单钓将": 1, "花牌": 1},
        ),
        # 天听 takes 报听
        (
            "[234m]345m789mEEECC win=C ready first_ready flowers=1",
            {"天听": 1, "混一色": 1, "幺九刻": 1, "单钓将": 1, "花牌": 1},
        ),
        # 小四喜 takes 混一色, 小三元 does not
        (
            "[EEE]SSS[WWW]NN234m win=4m flowers=1",
            {"小四喜": 1, "花牌": 1},
        ),
        (
            "[CCC]FFFPP234m555m win=4m flowers=1",
            {"小三元": 1, "混一色": 1, "双暗刻": 1, "花牌": 1},
        ),
        # 九莲宝灯 takes 清一色 and 不求人 and 自摸
        (
            "11123456789999m win=9m self flowers=1",
            {"九莲宝灯": 1, "清龙": 1, "四归一": 1, "花牌": 1},
        ),
        # the fourth chow of 一色四步高 makes no 连六
        ("[123m]234m345m456mEE win=6m flowers=1", {"一色四步高": 1, "混一色": 1, "花牌": 1}),
        # 清龙 takes 连六 and 老少副 of all its chows
        (
            "[123m]456m789mEEE55m win=E flowers=1",
            {"清龙": 1, "混一色": 1, "花牌": 1, "幺九刻": 1},
        ),
    ],
)
def test_worked_out_hands(text: str, found: dict[str, int]) -> None:
    assert lists(RULES, text) == {zh: times for zh, times in found.items() if times}


def test_fans_that_no_list_names_are_paid_beside_each_other() -> None:
    assert {"大于五", "清一色"} <= lists(RULES, "[678m]66677788899m win=9m").keys()
    assert {"四喜七对", "混一色"} <= lists(RULES, "11m33m55mEESSWWNN win=N").keys()
    assert {"海底捞月", "不求人"} <= lists(RULES, f"{PLAIN} self last_round").keys()
    assert {"杠上开花", "妙手回春"} <= lists(
        RULES, "{1111m}456m789mEEECC win=C self replacement last"
    ).keys()


# ---- all fans at once, judged again -------------------------------------------------------------

WIND, DRAGON, ORPHAN = set(range(27, 31)), set(range(31, 34)), {0, 8, *range(27, 34)}


@dataclass
class Held:
    """One reading of a winning hand, the winning tile in one of its groups."""

    sets: list[Meld]
    """All sets, laid out ones first; none for pairs."""
    pairs: list[int]
    waits: int
    last: list[int]
    """The group that the winning tile completes."""
    win: int
    laid: int
    how: Mapping[str, Any]

    @cached_property
    def shown(self) -> list[Meld]:
        return [each for each in self.sets[: self.laid] if each.type in _SHOWN]

    @cached_property
    def copies(self) -> Counter[int]:
        return Counter([*chain(*(each.kinds for each in self.sets)), *self.pairs, *self.pairs])

    @cached_property
    def pungs(self) -> list[int]:
        return [each.kinds[0] for each in self.sets if each.type != MeldType.CHOW]

    @cached_property
    def chows(self) -> list[int]:
        return sorted(each.kinds[0] for each in self.sets if each.type == MeldType.CHOW)

    @cached_property
    def kongs(self) -> list[Meld]:
        return [each for each in self.sets if len(each.kinds) == 4]

    @cached_property
    def hidden(self) -> int:
        """How many pungs and kongs no tile of the other seat is part of."""
        fed = [] if self.self_draw else self.last
        hidden = [each for each in self.sets if each not in self.shown]
        return sum(each.type != MeldType.CHOW and [*each.kinds] != fed for each in hidden)

    @property
    def self_draw(self) -> bool:
        return bool(self.how.get("self_draw"))

    @property
    def single(self) -> bool:
        return self.waits == 1

    def steps(self, *steps: int, of: list[int] | None = None) -> bool:
        """Whether there are sets that lie so far from a first one."""
        there = Counter(self.chows if of is None else of)
        wanted = [Counter(first + step for step in steps) for first in range(9)]
        return any(each <= there and max(each) < 9 for each in wanted)

    def all_have(self, kinds: set[int]) -> bool:
        groups = [{*each.kinds} for each in self.sets] + [{kind} for kind in self.pairs]
        return all(group & kinds for group in groups)


_SHOWN = (MeldType.CHOW, MeldType.PUNG, MeldType.EXPOSED_KONG)


def numbers(held: Held) -> list[int]:
    return [kind for kind in held.copies if kind < 9]


def honours(held: Held) -> list[int]:
    return [kind for kind in held.copies if kind >= 27]


def kinds(held: Held, family: set[int]) -> int:
    return len(family & {*held.pungs})


def exposed_kongs(held: Held) -> int:
    return sum(each.type == MeldType.EXPOSED_KONG for each in held.kongs)


def concealed_kongs(held: Held) -> int:
    return len(held.kongs) - exposed_kongs(held)


def nine_gates(held: Held) -> bool:
    before = held.copies - Counter([held.win])
    return not held.laid and before == Counter({**dict.fromkeys(range(1, 8), 1), 0: 3, 8: 3})


def hogs(held: Held) -> int:
    of_kongs = {each.kinds[0] for each in held.kongs}
    return sum(number == 4 and kind not in of_kongs for kind, number in held.copies.items())


def pair_pungs(held: Held, family: set[int], number: int) -> bool:
    return kinds(held, family) == number and bool(held.sets) and held.pairs[0] in family


def edge(held: Held) -> bool:
    at = held.last.index(held.win)
    low = at == 2 and held.last[0] == 0
    return chow_wait(held) and (low or (at == 0 and held.last[2] == 8))


def chow_wait(held: Held) -> bool:
    return held.single and len({*held.last}) == 3


def last_copy(held: Held) -> bool:
    lying = Counter(chain(*(each.kinds for each in held.shown)))
    return bool(held.how.get("last_copy")) or lying[held.win] == 3


def outside(held: Held) -> bool:
    return held.all_have(ORPHAN)


JUDGES: dict[str, Callable[[Held], int]] = {
    "大四喜": lambda h: kinds(h, WIND) == 4,
    "大三元": lambda h: kinds(h, DRAGON) == 3,
    "九莲宝灯": nine_gates,
    "大于五": lambda h: not honours(h) and min(h.copies) >= 5,
    "小于五": lambda h: not honours(h) and max(h.copies) <= 3,
    "大七星": lambda h: not h.sets and not numbers(h) and len(h.copies) == 7,
    "四杠": lambda h: len(h.kongs) == 4,
    "连七对": lambda h: (
        not h.sets and not honours(h) and len(h.copies) == 7 and max(h.copies) - min(h.copies) == 6
    ),
    "天胡": lambda h: bool(h.how.get("first_turn")) and h.how["dealer"],
    "地胡": lambda h: bool(h.how.get("first_turn")) and not h.how["dealer"] and h.self_draw,
    "小四喜": lambda h: pair_pungs(h, WIND, 3),
    "小三元": lambda h: pair_pungs(h, DRAGON, 2),
    "四暗刻": lambda h: h.hidden == 4,
    "一色双龙会": lambda h: h.chows == [0, 0, 6, 6] and h.pairs == [4],
    "字一色": lambda h: not numbers(h),
    "人胡": lambda h: bool(h.how.get("first_turn")) and not h.how["dealer"] and not h.self_draw,
    "一色四同顺": lambda h: h.steps(0, 0, 0, 0),
    "三元七对": lambda h: not h.sets and {*h.copies} >= DRAGON,
    "四喜七对": lambda h: not h.sets and {*h.copies} >= WIND,
    "四连刻": lambda h: h.steps(0, 1, 2, 3, of=h.pungs),
    "一色四步高": lambda h: h.steps(0, 1, 2, 3) or h.steps(0, 2, 4, 6),
    "混幺九": lambda h: {*h.copies} <= ORPHAN,
    "三杠": lambda h: len(h.kongs) >= 3,
    "天听": lambda h: bool(h.how.get("first_ready")),
    "四字刻": lambda h: kinds(h, WIND | DRAGON) == 4,
    "大三风": lambda h: kinds(h, WIND) >= 3,
    "一色三同顺": lambda h: h.steps(0, 0, 0),
    "三连刻": lambda h: h.steps(0, 1, 2, of=h.pungs),
    "七对": lambda h: not h.sets,
    "清龙": lambda h: {0, 3, 6} <= {*h.chows},
    "一色三步高": lambda h: h.steps(0, 1, 2) or h.steps(0, 2, 4),
    "全花": lambda h: h.how["flowers"] == 8,
    "三暗刻": lambda h: h.hidden >= 3,
    "清一色": lambda h: not honours(h),
    "妙手回春": lambda h: bool(h.how.get("last_tile")) and h.self_draw,
    "海底捞月": lambda h: (
        (bool(h.how.get("last_tile")) and not h.self_draw) or bool(h.how.get("last_round"))
    ),
    "杠上开花": lambda h: bool(h.how.get("replacement")),
    "抢杠和": lambda h: bool(h.how.get("robbing")),
    "小三风": lambda h: pair_pungs(h, WIND, 2),
    "双箭刻": lambda h: kinds(h, DRAGON) >= 2,
    "碰碰和": lambda h: len(h.pungs) == 4,
    "双暗杠": lambda h: concealed_kongs(h) >= 2,
    "混一色": lambda h: bool(honours(h) and numbers(h)),
    "全求人": lambda h: len(h.shown) == 4 and not h.self_draw,
    "无花牌": lambda h: not h.how["flowers"],
    "全带幺": outside,
    "双明杠": lambda h: exposed_kongs(h) >= 2,
    "不求人": lambda h: not h.shown and h.self_draw,
    "报听": lambda h: bool(h.how.get("ready")),
    "和绝张": last_copy,
    "箭刻": lambda h: kinds(h, DRAGON) >= 1,
    "平和": lambda h: len(h.chows) == 4 and h.pairs[0] < 9,
    "四归一": hogs,
    "断幺": lambda h: not {*h.copies} & ORPHAN,
    "双暗刻": lambda h: h.hidden >= 2,
    "暗杠": lambda h: concealed_kongs(h) >= 1,
    "门前清": lambda h: not h.shown,
    "一般高": lambda h: h.steps(0, 0),
    "连六": lambda h: h.steps(0, 3),
    "老少副": lambda h: {0, 6} <= {*h.chows},
    "幺九刻": lambda h: bool(ORPHAN & {*h.pungs}),
    "明杠": lambda h: exposed_kongs(h) >= 1,
    "边张": edge,
    "坎张": lambda h: chow_wait(h) and h.last.index(h.win) == 1,
    "单钓将": lambda h: h.single and len(h.last) == 2,
    "花牌": lambda h: int(h.how["flowers"]),
    "自摸": lambda h: h.self_draw,
}


def completes(counts: list[int], kind: int, melds: int) -> bool:
    """Whether one more tile makes a hand complete, be it a fifth of its kind."""
    counts = counts.copy()
    counts[kind] += 1
    return (not melds and not any(number % 2 for number in counts)) or apart(counts, False)


def apart(counts: list[int], pair: bool) -> bool:
    """Whether tiles are sets and a pair, the first of them in each way."""
    first = next((kind for kind in range(34) if counts[kind]), None)
    if first is None:
        return True
    groups = [[first] * 3]
    if not pair:
        groups.append([first] * 2)
    if first < 7:
        groups.append([first, first + 1, first + 2])
    for group in groups:
        left = counts.copy()
        for kind in group:
            left[kind] -= 1
        if min(left) >= 0 and apart(left, pair or len(group) == 2):
            return True
    return False


def ways(reading: Reading, before: Hand, win: int, how: Mapping[str, Any]) -> Iterator[Held]:
    """The reading with the winning tile in each group that it may complete."""
    waits = sum(completes([*before.counts], kind, before.meld_count) for kind in range(34))
    sets = [*reading.melds, *reading.sets]
    laid = len(reading.melds)
    if reading.pair is None:
        pairs = [*reading.tiles[::2]]
        yield Held([], pairs, waits, [win, win], win, 0, how)
        return
    groups = {each.kinds for each in reading.sets} | {(reading.pair, reading.pair)}
    for group in groups:
        if win in group:
            yield Held(sets, [reading.pair], waits, [*group], win, laid, how)


def judged(before: Hand, win: str, how: Mapping[str, Any]) -> int:
    """The greatest total of all readings."""
    tile = KINDS.index(win)
    best = -1
    for reading in readings(before.draw(win), RULES.shapes):
        for held in ways(reading, before, tile, how):
            there = {zh: int(judge(held)) for zh, judge in JUDGES.items()}
            gone = set().union(*(TABLE[zh][1] for zh, number in there.items() if number))
            worth = sum(
                TABLE[zh][0] * (number if zh in EACH else number > 0)
                for zh, number in there.items()
                if zh not in gone
            )
            best = max(best, worth)
    return best


def random_sets(rng: random.Random) -> tuple[list[str], list[str]]:
    """The melds and the concealed tiles of four sets and a pair, which lie near each other."""
    odd = "ESWNCFP"
    low, wide = rng.randint(1, 6), rng.choice((1, 3, 8, 8))
    honour, kong, laid = rng.random() * rng.choice((0, 1)), rng.random() / 3, rng.random()
    melds, concealed = [], []
    for at in range(5):
        rank = 1 + (low + rng.randint(0, wide)) % 9
        group = [rng.choice(odd) if rng.random() < honour else f"{rank}m"] * (2 + (at > 0))
        if at and group[0][1:] and rng.random() < 0.6:
            group = [f"{min(rank, 7) + step}m" for step in range(3)]
        elif at and rng.random() < kong:
            group.append(group[0])
        if len(group) == 4 or (at and rng.random() < laid):
            start, end = "{}" if len(group) == 4 and rng.random() < 0.5 else "[]"
            melds.append(start + "".join(tile[0] for tile in group) + group[0][1:] + end)
        else:
            concealed += group
    return melds, concealed


def random_hand(rng: random.Random) -> tuple[str, str]:
    """Complete tiles, of which there may be too many alike, without the one that wins."""
    melds, concealed = random_sets(rng)
    if rng.random() < 0.2:
        first = rng.randint(1, 3)
        row, honours = [f"{rank}m" for rank in range(first, first + 7)], [*"ESWNCFP"]
        some = [rng.choice((*KINDS[:9], *honours)) for _ in range(7)]
        mixed = [*rng.choice(("ESWN", "CFP")), *some][:7]
        melds, concealed = [], rng.choice((row, honours, some, some, some, mixed)) * 2
    win = rng.choice(concealed)
    concealed.remove(win)
    return "".join(melds) + "".join(concealed), win


def random_win(rng: random.Random, hand: str) -> dict[str, Any]:
    """How a hand is won."""
    drawn = rng.random() < 0.5
    names = ["last_tile", "ready"]
    names += ["replacement", "last_round"] if drawn else ["robbing"]
    names += [] if "[" in hand or "{" in hand else ["first_turn", "first_ready"]
    names += ["last_copy"] * (rng.random() < 0.2)
    how: dict[str, Any] = dict.fromkeys(rng.sample(names, rng.choice((0, 0, 1, 1, 2))), True)
    if how.get("first_ready"):
        how["ready"] = True
    return how | {
        "self_draw": drawn,
        "flowers": rng.choice((0, 0, 1, 3, 7, 8)),
        "dealer": rng.random() < 0.5,
    }


def tried(hand: str, win: str, how: Mapping[str, Any]) -> Score | None:
    """The score, or None where no deal has such a win."""
    told = {name: value for name, value in how.items() if name != "dealer"}
    try:
        return RULES.score(hand, win, seat_wind="E" if how["dealer"] else "W", **told)
    except ValueError:
        return None


def test_random_hands_are_worth_what_a_second_reckoning_says() -> None:
    rng = random.Random(72)
    seen: Counter[str] = Counter()
    for _ in range(9_000):
        hand, win = random_hand(rng)
        how = random_win(rng, hand)
        score = tried(hand, win, how)
        if score is None:
            continue
        assert score.is_win and score.total == judged(Hand(hand), win, how), (hand, win, how)
        there = {each.fan.zh for each in score.fans} | {each.fan.zh for each in score.excluded}
        gone = set().union(*(TABLE[zh][1] for zh in there))
        assert {each.fan.zh for each in score.fans} == there - gone
        for each in score.excluded:
            assert each.by is not None and each.fan.zh in TABLE[each.by.zh][1]
        seen.update(each.fan.zh for each in score.fans)
    # flowers by number alone are no four of a kind; the others are among the hands above
    assert {*TABLE} - {*seen} <= {"春夏秋冬", "梅兰竹菊", "九莲宝灯", "一色双龙会", "四杠"}
    assert sum(seen.values()) > 15_000


def test_the_hands_above_are_worth_what_a_second_reckoning_says() -> None:
    words = {"self": "self_draw", "last": "last_tile", "first": "first_turn"}
    for text in {hand for _, *hands in read_cases(CASES) for hand in hands}:
        hand, win, *rest = text.split()
        flowers = [word.partition("=")[2] for word in rest if "flowers" in word] or ["0"]
        if not flowers[0].isdecimal():
            continue  # four of a kind, by name
        how: dict[str, Any] = {words.get(word, word): True for word in rest if "=" not in word}
        how |= {"flowers": int(flowers[0]), "dealer": "seat=W" not in rest}
        win = win.removeprefix("win=")
        assert total(text) == judged(Hand(hand).discard(win), win, how), text


# ---- worked examples ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "worth", "found"),
    [
        ("[CCC]123456789mE win=E flowers=2", 27, "清龙 混一色 箭刻 单钓将 花牌"),
        ("11m33m55mEESSCCFF win=F self", 34, "七对 混一色 无花牌"),
        ("EESSWWNNCCFFPP win=P self flowers=1", 89, "大七星 花牌"),
        (
            "{9999m}[111m][WWW]PP55mP win=P self",
            23,
            "碰碰和 混一色 箭刻 暗杠 双暗刻 自摸 无花牌",
        ),
        (
            "234m345m67mEEE55m win=8m self last_round flowers=3",
            23,
            "海底捞月 混一色 不求人 连六 幺九刻 花牌",
        ),
        (
            "123m345m567m67m99m win=8m ready",
            45,
            "清一色 一色三步高 报听 平和 门前清 连六 无花牌",
        ),
    ],
)
def test_worked_examples(text: str, worth: int, found: str) -> None:
    assert total(text) == worth
    assert lists(RULES, text).keys() == {*found.split()}


# ---- options of the table -----------------------------------------------------------------------


@pytest.mark.parametrize("how", ["last", "self last", "self last_round", "self last last_round"])
def test_what_海底捞月_is_worth_is_an_option(how: str) -> None:
    rules = variant("erren", haidi_fan=20)
    more = 12 if "海底捞月" in lists(RULES, f"{PLAIN} {how}") else 0
    assert total(f"{PLAIN} {how}", rules) == total(f"{PLAIN} {how}") + more
    assert rules.fans["海底捞月"].value == 20 and "海底捞月" in has(f"{PLAIN} last", rules)


def test_a_win_while_the_last_tiles_are_dealt_out_is_海底捞月_alone() -> None:
    found = lists(RULES, f"{PLAIN2} self last last_round")
    assert "海底捞月" in found and not {"妙手回春", "自摸"} & found.keys()
    found = lists(RULES, f"{PLAIN2} self last")
    assert "妙手回春" in found and not {"海底捞月", "自摸"} & found.keys()
    found = lists(RULES, f"{PLAIN2} last")
    assert "海底捞月" in found and "妙手回春" not in found


def test_海底捞月_is_a_fan_only_by_option() -> None:
    fans = FAN_ONLY.fans
    assert fans["海底捞月"].when == "last_tile and not self_draw" and not fans["海底捞月"].stated
    assert lists(FAN_ONLY, f"{PLAIN2} last") == lists(RULES, f"{PLAIN2} last")
    assert lists(FAN_ONLY, f"{PLAIN2} self last") == lists(RULES, f"{PLAIN2} self last")
    assert FAN_ONLY.flow.last_tiles == 0 and RULES.flow.last_tiles == 2
    assert variant("erren", haidi_tiles=4).flow.last_tiles == 4


def test_pungs_of_the_own_and_the_prevailing_wind_are_paid_by_option() -> None:
    hand = "[WWW]345m456m789mCC win=9m seat=W"
    assert "幺九刻" in lists(RULES, hand) and not {"圈风刻", "门风刻"} & has(hand)
    assert {"门风刻"} <= lists(WINDS, hand).keys() and "幺九刻" not in lists(WINDS, hand)
    assert total(hand, WINDS) == total(hand) + 2 - 1
    hand = "[EEE]345m456m789mCC win=9m"
    assert total(hand, WINDS) == total(hand) + 4 - 1
    assert total(f"{hand} seat=W", WINDS) == total(f"{hand} seat=W") + 2 - 1
    hand = "[SSS]345m456m789mCC win=9m"
    assert total(hand, WINDS) == total(hand)
    assert len(WINDS.fans) == len(RULES.fans) + 2
    hand = "[EEE][SSS]WWWNNN55m win=5m"
    assert total(hand, WINDS) == total(hand) + 4  # also beside 大四喜


@pytest.mark.parametrize("fan", WINDS.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan_where_winds_are_paid(fan: Any) -> None:
    assert fan in [each.fan for each in scored(WINDS, fan.example).fans]


def test_without_declarations_there_are_no_fans_for_them() -> None:
    rules = variant("erren", ready_declaration=False)
    assert {fan.zh for fan in RULES.fans} - {fan.zh for fan in rules.fans} == {"报听", "天听"}
    assert rules.flow.ready is None and RULES.flow.ready is not None
    assert total(f"{PLAIN} ready first_ready", rules) == total(PLAIN)


# ---- the minimum --------------------------------------------------------------------------------


def test_any_hand_wins_where_no_minimum_is_asked_for() -> None:
    poor = "[234m]456m[789m]789mEE win=9m flowers=1"
    assert RULES.minimum == 0 and scored(RULES, poor).is_win
    assert NATIONAL.minimum == 8 and variant("erren", min_fan=0).minimum == 0
    assert variant("erren", fan_table="gb81", min_fan=0).minimum == 0


@pytest.mark.parametrize("least", range(5, 12))
def test_the_minimum_is_asked_of_all_fans_but_those_of_flowers(least: int) -> None:
    # 混一色 6, 幺九刻 1, 老少副 1
    hand = "[123m][345m]EEE789mSS win=9m"
    rules = variant("erren", min_fan=least)
    counted = sum(
        fan.points for fan in scored(RULES, f"{hand} flowers=1").fans if fan.fan.zh != "花牌"
    )
    assert counted == 8
    for flowers in ("", "flowers=8", "flowers=春夏秋冬"):
        score = scored(rules, f"{hand} {flowers}")
        assert score.is_win is (least <= 8) and score.counted == 8
        assert score.is_win or score.reason == "minimum"


# ---- the national table -------------------------------------------------------------------------


def test_the_national_table_is_that_of_qq() -> None:
    assert NATIONAL.fans == variant("qq").fans and NATIONAL.shapes == Shape.MCR
    assert NATIONAL.flow.tiles == 144 and NATIONAL.flow.seats == 2
    assert NATIONAL.flow.last_tiles == 0 and NATIONAL.flow.ready is None
    assert NATIONAL.flow.first_turn == ()


@pytest.mark.parametrize("fan", NATIONAL.fans, ids=lambda fan: fan.zh)
def test_a_national_example_is_worth_what_it_is_in_qq(fan: Any) -> None:
    free = variant("erren", fan_table="gb81", min_fan=0)
    assert lists(free, fan.example) == lists(variant("qq"), fan.example)


def test_options_of_the_other_table_change_nothing_in_the_national_one() -> None:
    others: dict[str, Any] = {"haidi_fan": 9, "wind_pungs": True, "ready_declaration": False}
    for name, value in others.items():
        assert variant("erren", fan_table="gb81", **{name: value}).fans == NATIONAL.fans


# ---- who pays -----------------------------------------------------------------------------------


def paid(result: DealResult, **options: Any) -> tuple[int, ...]:
    return variant("erren", **options).settle(result).points


@pytest.mark.parametrize(
    ("room", "points"),
    [("popular", 27), ("8fan", 35), ("eight_fan", 35), ("no_fan", 10), ("无番场", 10)],
)
def test_the_other_seat_pays_the_total_by_the_room(room: str, points: int) -> None:
    fed, drawn = DealResult([Win(0, 27, 1)], seats=2), DealResult([Win(1, 27)], seats=2)
    assert paid(fed, room=room) == (points, -points)
    # a self-draw is its fan and no more
    assert paid(drawn, room=room) == (-points, points)


def test_neither_dealer_nor_streak_nor_kongs_change_what_is_paid() -> None:
    kongs = [KongPaid(0, "5m", "concealed kong"), KongPaid(1, "E", "exposed kong", payer=0)]
    for dealer in (0, 1):
        result = DealResult([Win(1, 9, 0)], seats=2, dealer=dealer, streak=4, kongs=kongs)
        assert paid(result) == (-9, 9)
    assert paid(DealResult(seats=2, kongs=kongs)) == (0, 0)


@pytest.mark.parametrize(("calls", "times"), [((), 1), ((0,), 2), ((1,), 2), ((0, 1), 4)])
def test_every_call_doubles(calls: tuple[int, ...], times: int) -> None:
    hands = [SeatResult(doubled=seat in calls) for seat in range(2)]
    result = DealResult([Win(0, 5, 1)], seats=2, hands=hands)
    assert paid(result, jia_bei=True) == (5 * times, -5 * times)
    assert paid(result, jia_bei=True, room="8fan") == (13 * times, -13 * times)
    assert paid(result, jia_bei=True, room="no_fan") == (10 * times, -10 * times)
    (transfer,) = variant("erren", jia_bei=True).settle(result).transfers
    assert transfer.terms == (("fan", 5),) and len(transfer.factors) == len(calls)


def test_a_drawn_deal_pays_nothing_doubled_or_not() -> None:
    hands = [SeatResult(doubled=True), SeatResult(doubled=True)]
    assert paid(DealResult(seats=2, hands=hands), jia_bei=True) == (0, 0)


def test_who_leaves_pays_and_the_other_has_as_much() -> None:
    for seat in range(2):
        points = paid(DealResult(seats=2, escaped=seat))
        assert points[seat] == -8 and points[1 - seat] == 8
    result = DealResult(seats=2, escaped=1)
    assert paid(result, escape_points=24, escape_comp=5) == (5, -24)
    (first, second) = variant("erren").settle(result).transfers
    assert first == Transfer(1, None, 8, "escape") and second == Transfer(None, 0, 8, "escape")


def test_coins() -> None:
    rules = variant("erren", N=100, A=30)
    assert rules.settle(DealResult([Win(1, 12, 0)], seats=2)).coins == (-1230, 1170)
    assert rules.settle(DealResult(seats=2)).coins == (-30, -30)
    assert rules.replace(fee_on_draw=False).settle(DealResult(seats=2)).coins == (0, 0)
    assert rules.settle(DealResult(seats=2, escaped=0)).coins == (-800, 800)
    assert rules.replace(escape_fee=True).settle(DealResult(seats=2, escaped=0)).coins == (
        -830,
        770,
    )


def test_what_is_paid_is_told_step_by_step() -> None:
    rules = variant("erren", jia_bei=True, room="8fan", N=100, A=30)
    hands = [SeatResult(doubled=True), SeatResult(doubled=True)]
    assert rules.settle(DealResult([Win(0, 27, 1)], seats=2, hands=hands)).explain() == "\n".join(
        [
            "win: seat 1 pays seat 0 140 points = (27 fan + 8 (room)) x 2 (doubled) x 2 (doubled)",
            "points: +140, -140",
            "fee: 30, 30",
            "coins (points x 100 - fee): +13970, -14030",
        ]
    )
    assert RULES.settle(DealResult(seats=2)).explain().splitlines() == [
        "nobody pays anybody",
        "points: 0, 0",
    ]
    assert RULES.settle(DealResult(seats=2, escaped=1)).explain().splitlines() == [
        "escape: seat 1 pays the bank 8 points",
        "escape: the bank pays seat 0 8 points",
        "points: +8, -8",
    ]


@pytest.mark.parametrize("room", ["popular", "8fan", "no_fan"])
@pytest.mark.parametrize("calls", [(False, False), (True, False), (True, True)])
def test_it_is_told_in_chinese_without_a_word_of_english(
    room: str, calls: tuple[bool, bool]
) -> None:
    hands = [SeatResult(doubled=call) for call in calls]
    result = DealResult([Win(1, 9, 0)], seats=2, hands=hands)
    told = variant("erren", jia_bei=True, room=room).settle(result).explain("zh")
    assert not any(letter.isascii() and letter.isalpha() for letter in told)


def test_two_cannot_win_one_tile() -> None:
    with pytest.raises(ResultError):
        RULES.settle(DealResult([Win(0, 5), Win(1, 5, order=1)], seats=2))
