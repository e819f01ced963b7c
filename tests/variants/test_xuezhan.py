"""血战到底: the game, its presets and options, and what hands are worth."""

from __future__ import annotations

from typing import Any

import pytest
from score_engine import lists, scored

from queshen.errors import RulesError
from queshen.fans import Fan
from queshen.flow import FlowRules
from queshen.rules import Rules, variant
from queshen.shapes import Shape

RULES = variant("xuezhan")
UNCAPPED = variant("xuezhan", cap=None)
SBR = variant("xuezhan", preset="sbr2025")
ALL = variant("xuezhan", cap=None, haidi=True, menqing_zhongzhang=True)

DEFAULTS = {
    "preset": "platform",
    "dingque": True,
    "huan3": False,
    "zimo": "double",
    "gang_hua_with_zimo": True,
    "cap": 64,
    "huazhu_value": 64,
    "yaojiu_jiangdui": True,
    "menqing_zhongzhang": False,
    "haidi": False,
    "tiandihu": True,
    "dihu": "first_draw",
    "dian_gang_hua": "self_draw",
    "gang_pao": "transfer_last",
    "refund_to_winners": True,
    "late_added_kong_pays": True,
    "missed_win": "no_equal_or_lower",
    "fan_cap": 3,
    "dealer_rotation": "first_winner",
    "draw_rotation": "stay",
    "escape_points": 24,
    "escape_comp": 8,
    "escape_fee": False,
    "N": 1,
    "A": 0,
    "fee_scope": "all",
    "fee_on_draw": True,
}
OF_SBR = {
    "zimo": "plus1",
    "haidi": True,
    "huazhu_value": None,
    "gang_pao": "refund",
    "late_added_kong_pays": False,
}


def total(text: str, rules: Rules = UNCAPPED) -> int | None:
    """What a win is worth; None where it is none."""
    score = scored(rules, text)
    return score.total if score.is_win else None


def worth(text: str, rules: Rules = UNCAPPED) -> tuple[str, int | None]:
    """The fans of a win and what it is worth."""
    found = lists(rules, text)
    told = [f"{fan}×{count}" if count > 1 else fan for fan, count in found.items()]
    return " ".join(told), total(text, rules)


# ---- the game -----------------------------------------------------------------------------------


def test_the_game_is_found_by_its_names() -> None:
    assert RULES.id == "xuezhan"
    for name in ("血战到底", "Xuezhan Daodi", "血战", "四川麻将"):
        assert variant(name) == RULES


def test_what_the_game_leaves_open_and_how_it_is_played_where_nothing_is_said() -> None:
    assert dict(RULES.options) == DEFAULTS


def test_a_preset_is_what_is_meant_where_an_option_is_not_given() -> None:
    assert dict(SBR.options) == DEFAULTS | OF_SBR | {"preset": "sbr2025"}
    assert variant("xuezhan", preset="platform") == RULES


@pytest.mark.parametrize("option", OF_SBR)
def test_an_option_that_is_given_goes_before_the_preset(option: str) -> None:
    rules = variant("xuezhan", preset="sbr2025", **{option: DEFAULTS[option]})
    assert rules.options[option] == DEFAULTS[option]
    assert {**rules.options, option: OF_SBR[option]} == dict(SBR.options)


def test_another_preset_changes_what_was_not_given() -> None:
    assert RULES.replace(preset="sbr2025") == SBR and SBR.replace(preset="platform") == RULES
    kept = variant("xuezhan", zimo="none").replace(preset="sbr2025")
    assert kept.options["zimo"] == "none" and kept.options["haidi"]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("preset", "mil2025"),
        ("zimo", "triple"),
        ("cap", 0),
        ("cap", True),
        ("huazhu_value", 0),
        ("fan_cap", 0),
        ("fan_cap", None),
        ("dingque", 1),
        ("dihu", "dealer"),
        ("dian_gang_hua", "all"),
        ("gang_pao", "keep"),
        ("missed_win", "any_tile"),
        ("dealer_rotation", "winner"),
        ("double_kong", True),
    ],
)
def test_an_option_that_cannot_be_is_refused(option: str, value: object) -> None:
    with pytest.raises(RulesError, match=option):
        variant("xuezhan", **{option: value})


@pytest.mark.parametrize("option", sorted(DEFAULTS))
def test_rules_are_read_again_as_they_were_written(option: str) -> None:
    (known,) = [each for each in RULES.definition.options if each.name == option]
    for value in (*known.values, *([7] if known.low is not None else [])):
        rules = RULES.replace(**{option: value})
        assert Rules.from_json(rules.to_json()) == rules
        assert eval(repr(rules), {"variant": variant}) == rules


# ---- the course of a deal as data ---------------------------------------------------------------


def test_four_seats_108_tiles_and_no_dead_wall() -> None:
    flow = RULES.flow
    assert (flow.seats, flow.tiles, flow.dead_wall) == (4, 108, 0)
    assert flow.copies == (4,) * 27 + (0,) * 15
    assert (RULES.sets, RULES.minimum) == (4, 0)


def test_nobody_chows_all_win_and_those_who_do_leave() -> None:
    flow = RULES.flow
    assert (flow.chow, flow.multi_win, flow.multi_rob, flow.play_on) == (
        "nobody",
        "all",
        "all",
        True,
    )
    assert (flow.rob_added_kong, flow.replacement_from) == ("win", "head")
    assert not flow.kong_after_claim and flow.waits_at_end


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"void_suit": True, "exchange": 0, "missed_wins": "not_higher"}),
        ({"dingque": False}, {"void_suit": False}),
        ({"huan3": True}, {"exchange": 3, "exchange_to": ("next", "previous", "opposite")}),
        ({"missed_win": "none"}, {"missed_wins": "none"}),
        ({"tiandihu": True}, {"first_turn": ("dealer", "draw")}),
        ({"dihu": "dealer_discard"}, {"first_turn": ("dealer", "discard")}),
        ({"tiandihu": False}, {"first_turn": ()}),
    ],
)
def test_options_decide_the_course(options: dict[str, Any], expected: dict[str, Any]) -> None:
    flow: FlowRules = variant("xuezhan", **options).flow
    assert {name: getattr(flow, name) for name in expected} == expected


# ---- what wins ----------------------------------------------------------------------------------


def test_sets_and_a_pair_or_seven_pairs_win() -> None:
    assert RULES.shapes == Shape.STANDARD | Shape.SEVEN_PAIRS
    assert total("123m456m789p234p5m5m win=5m") == 1
    assert total("112255m33778899p win=9p") == 4
    assert total("112255m33778899p win=8p") == 4
    assert total("123m456m789p23p55m7p win=7p") is None


@pytest.mark.parametrize(
    "text",
    [
        "123m456m789p234p5s5s win=5s",
        "[222s]456m789p234p5m5m win=5m",
        "112255m337788p9s9s win=9s",
    ],
)
def test_a_hand_of_three_suits_wins_only_without_void_suits(text: str) -> None:
    score = scored(RULES, text)
    assert not score.is_win and score.reason == "suits"
    assert scored(variant("xuezhan", dingque=False), text).is_win


@pytest.mark.parametrize("text", ["123m456m789p234p5m5m win=5m", "123m456m789m234m5m5m win=5m"])
def test_one_suit_or_two_win_with_void_suits_and_without(text: str) -> None:
    assert scored(RULES, text).is_win and scored(variant("xuezhan", dingque=False), text).is_win


# ---- patterns -----------------------------------------------------------------------------------


@pytest.mark.parametrize("fan", ALL.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan(fan: Fan) -> None:
    assert fan in [each.fan for each in scored(ALL, fan.example).fans]


def test_patterns_extras_and_values() -> None:
    assert {fan.zh: fan.value for fan in ALL.fans} == {
        "清十八罗汉": 256,
        "十八罗汉": 64,
        "清龙七对": 32,
        "天胡": 32,
        "地胡": 32,
        "龙七对": 16,
        "清七对": 16,
        "清幺九": 16,
        "将金钩钓": 16,
        "清金钩钓": 16,
        "清对": 8,
        "将对": 8,
        "清一色": 4,
        "七对": 4,
        "带幺九": 4,
        "金钩钓": 4,
        "对对胡": 2,
        "平胡": 1,
        "根": 2,
        "杠上花": 2,
        "杠上炮": 2,
        "抢杠": 2,
        "自摸": 2,
        "门清": 2,
        "断幺": 2,
        "海底": 2,
    }


def test_extras_that_are_options_are_not_there_by_default() -> None:
    names = {fan.zh for fan in RULES.fans}
    assert {fan.zh for fan in ALL.fans} - names == {"门清", "断幺", "海底"}


PATTERNS = [*ALL.fans][:18]


@pytest.mark.parametrize("place", range(len(PATTERNS)), ids=lambda place: PATTERNS[place].zh)
def test_a_pattern_states_every_one_below_it(place: int) -> None:
    fan, below = PATTERNS[place], PATTERNS[place + 1 :]
    assert {each.id for each in below} == {*fan.stated} - {"gen"}
    assert all(each.value <= fan.value for each in below)
    uses_up = fan.zh in ("清十八罗汉", "十八罗汉", "天胡", "地胡")
    assert ("gen" in fan.stated) is uses_up
    assert fan.one == (("gen",) if fan.zh in ("清龙七对", "龙七对") else ())


@pytest.mark.parametrize(
    ("text", "fans", "value"),
    [
        # 平胡
        ("123m456m789p234p5m5m win=5m", "平胡", 1),
        ("[333m]456m789p234p5m5m win=5m", "平胡", 1),
        # 对对胡, and what lacks a pung
        ("[111m][333m]555p777p9p9p win=9p", "对对胡", 2),
        ("111m333m555p7799p7p win=7p", "对对胡", 2),
        ("[111m][333m]555p678p9p9p win=9p", "平胡", 1),
        # 清一色, and what has one tile of another suit's pair
        ("[999p]123p345p567p8p8p win=8p", "清一色", 4),
        ("[999p]123p345p567p8m8m win=8m", "平胡", 1),
        # 七对, and seven pairs that are sets as well
        ("112255m33778899p win=9p", "七对", 4),
        ("223344m33778899p win=9p", "七对", 4),
        ("112233m445566p7p7p win=7p", "七对", 4),
        # 带幺九, and one set or the pair without 1 and 9
        ("[999p]123m789m123p1m1m win=1m", "带幺九", 4),
        ("[999p]123m789m123p2m2m win=2m", "平胡", 1),
        ("[999p]123m678m123p1m1m win=1m", "平胡", 1),
        ("[111p][999m]123m123p9p9p win=9p", "带幺九 根", 8),
        # 金钩钓, one set in hand, and a concealed kong
        ("[111m][333m][555p][777p]9p9p win=9p", "金钩钓", 4),
        ("[111m][333m][555p]777p9p9p win=9p", "对对胡", 2),
        ("[111m][333m][555p]{7777p}9p9p win=9p", "对对胡 根", 4),
        ("[111m][333m][555p][7777p]9p9p win=9p", "金钩钓 根", 8),
        # 清对
        ("[111p][333p]555p777p9p9p win=9p", "清对", 8),
        ("[111p][333p]555p777p9m9m win=9m", "对对胡", 2),
        ("[111p][333p]555p678p9p9p win=9p", "清一色", 4),
        # 将对, its pair included
        ("[222m][555m]888m222p5p5p win=5p", "将对", 8),
        ("[222m][555m]888m222p6p6p win=6p", "对对胡", 2),
        ("[222m][555m]888m333p5p5p win=5p", "对对胡", 2),
        # 龙七对: four alike are two pairs
        ("11112255m337799p win=9p", "龙七对", 16),
        ("11112222m337799p win=9p", "龙七对 根", 32),
        ("11112222m3333p9p9p win=9p", "龙七对 根×2", 64),
        # 清七对
        ("11223355778899p win=9p", "清七对", 16),
        ("11223355778899m win=1m", "清七对", 16),
        # 清幺九
        ("111222333p78999p win=9p", "清幺九", 16),
        ("[999p]123p789p123p1p1p win=1p", "清幺九 根×2", 64),
        ("[999p]123p678p123p1p1p win=1p", "清一色 根", 8),
        # 将金钩钓, 清金钩钓
        ("[222m][555m][888m][222p]5p5p win=5p", "将金钩钓", 16),
        ("[222m][555m][888m][222p]6p6p win=6p", "金钩钓", 4),
        ("[111p][333p][555p][777p]9p9p win=9p", "清金钩钓", 16),
        ("[111p][333p][555p][777p]9m9m win=9m", "金钩钓", 4),
        # 清龙七对
        ("11112233557799m win=9m", "清龙七对", 32),
        ("11112222557799m win=9m", "清龙七对 根", 64),
        ("11112233557799m win=1m", "清龙七对", 32),
        # 十八罗汉, three kongs, and one suit
        ("[1111m][2222p]{3333m}{5555p}9p9p win=9p", "十八罗汉", 64),
        ("[1111m][2222p]{3333m}[555p]9p9p win=9p", "对对胡 根×3", 16),
        ("[1111p][3333p]{5555p}{7777p}9p9p win=9p", "清十八罗汉", 256),
        ("[1111p][3333p]{5555p}[777p]9p9p win=9p", "清对 根×3", 64),
    ],
)
def test_the_dearest_pattern_counts(text: str, fans: str, value: int) -> None:
    assert worth(text) == (fans, value)


def test_a_pattern_of_sets_and_one_of_pairs_are_readings_of_one_hand() -> None:
    # 123 123 456 456 77, or seven pairs
    assert worth("11223344556677m win=7m") == ("清七对", 16)
    # pungs and a chow, or seven pairs with three kinds of four
    assert worth("111122223333m4m4m win=4m") == ("清龙七对 根×2", 128)


# 根


@pytest.mark.parametrize(
    ("text", "fans", "value"),
    [
        ("111m123m567m345m9m9m win=9m", "清一色 根", 8),
        ("111m123m567m345m9m9m win=1m", "清一色 根", 8),
        ("[1111m]456m789p234p5m5m win=5m", "平胡 根", 2),
        ("{1111m}456m789p234p5m5m win=5m", "平胡 根", 2),
        ("[111m]123m789p234p5m5m win=5m", "平胡 根", 2),
        ("{1111m}{2222p}789p678p5m5m win=5m", "平胡 根×2", 4),
        ("{1111m}{2222p}[3333m]678p5m5m win=5m", "平胡 根×3", 8),
        # three alike are none
        ("[111m]234m567m345m9m9m win=9m", "清一色", 4),
    ],
)
def test_根_is_every_kind_of_which_all_four_are_there(text: str, fans: str, value: int) -> None:
    assert worth(text) == (fans, value)


def test_patterns_that_use_up_根() -> None:
    # one of them
    assert "根" not in lists(UNCAPPED, "11112255m337799p win=9p")
    assert lists(UNCAPPED, "11112222m337799p win=9p")["根"] == 1
    # all of them
    assert "根" not in lists(UNCAPPED, "[1111m][2222p]{3333m}{5555p}9p9p win=9p")
    assert "根" not in lists(UNCAPPED, "[1111p][3333p]{5555p}{7777p}9p9p win=9p")
    assert "根" not in lists(UNCAPPED, "111m123m567p345p9p9p win=9p self first")


# 天胡, 地胡

DEALT = "123m456m789p234p5m5m win=5m"


@pytest.mark.parametrize(
    ("text", "fans", "value"),
    [
        (f"{DEALT} self first", "天胡 自摸", 64),
        (f"{DEALT} self first seat=S", "地胡 自摸", 64),
        (f"{DEALT} self", "平胡 自摸", 2),
        (f"{DEALT} self seat=S", "平胡 自摸", 2),
        # dearer patterns, and one of the same value
        ("11112222557799m win=9m self first", "清龙七对 根 自摸", 128),
        ("11223355778899p win=9p self first", "天胡 自摸", 64),
        ("11112222557799p win=9p self first seat=S", "清龙七对 根 自摸", 128),
    ],
)
def test_天胡_and_地胡(text: str, fans: str, value: int) -> None:
    assert worth(text) == (fans, value)


def test_地胡_on_the_dealers_first_discard_is_an_option() -> None:
    rules = variant("xuezhan", dihu="dealer_discard", cap=None)
    assert worth(f"{DEALT} first seat=S", rules) == ("地胡", 32)
    assert worth(f"{DEALT} self first seat=S", rules) == ("平胡 自摸", 2)
    assert worth(f"{DEALT} first seat=S") == ("地胡", 32)
    # the dealer's own is the same
    assert worth(f"{DEALT} self first", rules) == ("天胡 自摸", 64)


def test_天胡_and_地胡_are_an_option() -> None:
    rules = variant("xuezhan", tiandihu=False)
    assert worth(f"{DEALT} self first", rules) == ("平胡 自摸", 2)
    assert worth(f"{DEALT} self first seat=S", rules) == ("平胡 自摸", 2)
    assert not {"天胡", "地胡"} & {fan.zh for fan in rules.fans}


# 带幺九, 将对


@pytest.mark.parametrize(
    ("text", "fans", "value"),
    [
        ("[999p]123m789m123p1m1m win=1m", "平胡", 1),
        ("[222m][555m]888m222p5p5p win=5p", "对对胡", 2),
        ("111222333p78999p win=9p", "清一色", 4),
        ("[222m][555m][888m][222p]5p5p win=5p", "金钩钓", 4),
        ("[111p][333p][555p][777p]9p9p win=9p", "清金钩钓", 16),
    ],
)
def test_带幺九_and_将对_are_an_option(text: str, fans: str, value: int) -> None:
    rules = variant("xuezhan", yaojiu_jiangdui=False)
    assert worth(text, rules) == (fans, value)
    gone = {fan.zh for fan in RULES.fans} - {fan.zh for fan in rules.fans}
    assert gone == {"带幺九", "将对", "清幺九", "将金钩钓"}


# ---- extras -------------------------------------------------------------------------------------

KONG = "{1111m}456m789p234p5m5m win=5m"


@pytest.mark.parametrize(
    ("text", "fans", "value"),
    [
        (f"{DEALT} self", "平胡 自摸", 2),
        (DEALT, "平胡", 1),
        (f"{KONG} self replacement", "平胡 根 杠上花 自摸", 8),
        (f"{KONG} self", "平胡 根 自摸", 4),
        (f"{DEALT} after_kong", "平胡 杠上炮", 2),
        ("123m46m789p234p88p5m win=5m robbing", "平胡 抢杠", 2),
        ("123m46m789p234p88p5m win=5m", "平胡", 1),
        ("112255m33778899p win=9p after_kong", "七对 杠上炮", 8),
        ("112255m33778899p win=9p self", "七对 自摸", 8),
        ("[222m][555m][777p]333p8p8p win=8p self", "对对胡 自摸", 4),
        ("[222m][555m][777p][333p]8p8p win=8p self", "金钩钓 自摸", 8),
        (f"{DEALT} last", "平胡", 1),
        ("234m456m678p234p5m5m win=5m self", "平胡 自摸", 2),
    ],
)
def test_extras_double(text: str, fans: str, value: int) -> None:
    assert worth(text) == (fans, value)


@pytest.mark.parametrize("how", ["double", "plus1", "none"])
def test_a_self_draw_doubles_or_not(how: str) -> None:
    rules = variant("xuezhan", zimo=how)
    assert total(f"{DEALT} self", rules) == (2 if how == "double" else 1)
    assert total(DEALT, rules) == 1


@pytest.mark.parametrize("beside", [True, False])
def test_a_win_on_a_replacement_is_doubled_twice_or_once(beside: bool) -> None:
    rules = variant("xuezhan", gang_hua_with_zimo=beside)
    assert total(f"{KONG} self replacement", rules) == (8 if beside else 4)
    assert total(f"{KONG} self", rules) == 4
    # where a self-draw does not double there is nothing to leave out
    for how in ("plus1", "none"):
        rules = variant("xuezhan", gang_hua_with_zimo=beside, zimo=how)
        assert total(f"{KONG} self replacement", rules) == 4


@pytest.mark.parametrize(
    ("text", "fans", "value"),
    [
        (f"{DEALT} self", "平胡 自摸 门清", 4),
        (DEALT, "平胡", 1),
        ("[333m]456m789p234p5m5m win=5m self", "平胡 自摸", 2),
        (f"{KONG} self", "平胡 根 自摸 门清", 8),
        ("[222m]456m678p234p5m5m win=5m", "平胡 断幺", 2),
        ("[222m]456m678p345p5m5m win=5m self", "平胡 自摸 断幺", 4),
        ("[222m]456m789p234p5m5m win=5m", "平胡", 1),
        ("234m456m678p234p5m5m win=5m self", "平胡 自摸 门清 断幺", 8),
        ("[222m][555m]888m222p5p5p win=5p", "将对 断幺", 16),
    ],
)
def test_门清_and_断幺_are_an_option(text: str, fans: str, value: int) -> None:
    rules = variant("xuezhan", menqing_zhongzhang=True, cap=None)
    assert worth(text, rules) == (fans, value)
    assert "门清" not in lists(UNCAPPED, text) and "断幺" not in lists(UNCAPPED, text)


def test_海底_is_an_option() -> None:
    rules = variant("xuezhan", haidi=True)
    assert worth(f"{DEALT} last", rules) == ("平胡 海底", 2)
    assert worth(f"{DEALT} self last", rules) == ("平胡 自摸 海底", 4)
    assert worth(DEALT, rules) == ("平胡", 1)
    assert worth(f"{DEALT} last", RULES) == ("平胡", 1)


# ---- the cap ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cap", "value"), [(64, 64), (32, 32), (100, 100), (256, 256), (1024, 512), (None, 512)]
)
def test_the_cap_is_an_option(cap: int | None, value: int) -> None:
    rules = variant("xuezhan", cap=cap)
    text = "[1111p][3333p]{5555p}{7777p}9p9p win=9p self"
    assert total(text, rules) == value
    assert total(DEALT, rules) == 1


def test_the_cap_is_64_where_nothing_is_said() -> None:
    assert total("[1111p][3333p]{5555p}{7777p}9p9p win=9p", RULES) == 64
    assert total("11112222m3333p9p9p win=9p self", RULES) == 64
    assert total("11112222m337799p win=9p", RULES) == 32


# ---- tournament rules ---------------------------------------------------------------------------


def test_fans_and_values_of_the_tournament_rules() -> None:
    assert {fan.zh: fan.value for fan in SBR.fans} == {
        "平和": 0,
        "大对子": 1,
        "金钩钓": 1,
        "清一色": 2,
        "七对": 2,
        "杠": 1,
        "根": 1,
        "杠上花": 1,
        "杠上炮": 1,
        "抢杠": 1,
        "海底": 1,
    }
    assert (SBR.fans.cap, SBR.fans.scale) == (3, (1, 2, 4, 8))


@pytest.mark.parametrize("fan", SBR.fans, ids=lambda fan: fan.zh)
def test_an_example_of_the_tournament_rules_has_its_fan(fan: Fan) -> None:
    assert fan in [each.fan for each in scored(SBR, fan.example).fans]


@pytest.mark.parametrize(
    ("text", "fans", "fan", "points"),
    [
        (DEALT, "平和", 0, 1),
        ("[111m][333m]555p777p9p9p win=9p", "大对子", 1, 2),
        ("[111m][333m]555p678p9p9p win=9p", "平和", 0, 1),
        ("[111m][333m][555p][777p]9p9p win=9p", "大对子 金钩钓", 2, 4),
        ("[111m][333m][555p]{7777p}9p9p win=9p", "大对子 杠", 2, 4),
        ("[999p]123p345p567p8p8p win=8p", "清一色", 2, 4),
        ("[111p][333p]555p777p9p9p win=9p", "清一色 大对子", 3, 8),
        ("112255m33778899p win=9p", "七对", 2, 4),
        ("11112255m337799p win=9p", "七对 根", 3, 8),
        ("111m123m567p345p9p9p win=9p", "根", 1, 2),
        ("[111m]123m567p345p9p9p win=9p", "根", 1, 2),
        ("[1111m]456m789p234p5m5m win=5m", "杠", 1, 2),
        ("{1111m}{2222p}789p678p5m5m win=5m", "杠×2", 2, 4),
        ("{1111m}222p234p678p5m5m win=5m", "杠 根", 2, 4),
        (f"{KONG} self replacement", "杠 杠上花", 2, 4),
        (f"{KONG} self", "杠", 1, 2),
        (f"{DEALT} after_kong", "杠上炮", 1, 2),
        ("123m46m789p234p88p5m win=5m robbing", "抢杠", 1, 2),
        (f"{DEALT} last", "海底", 1, 2),
        (f"{DEALT} self last", "海底", 1, 2),
        (f"{DEALT} self", "平和", 0, 1),
        # what only platforms have
        (f"{DEALT} self first", "平和", 0, 1),
        ("[999p]123m789m123p1m1m win=1m", "平和", 0, 1),
        ("[222m][555m]888m222p5p5p win=5p", "大对子", 1, 2),
    ],
)
def test_fans_of_the_tournament_rules_add_up(text: str, fans: str, fan: int, points: int) -> None:
    score = scored(SBR, text)
    assert worth(text, SBR) == (fans, fan) and score.points == points


@pytest.mark.parametrize(("cap", "fan", "points"), [(1, 1, 2), (3, 3, 8), (4, 4, 16), (9, 7, 128)])
def test_the_cap_of_fans_is_an_option(cap: int, fan: int, points: int) -> None:
    rules = variant("xuezhan", preset="sbr2025", fan_cap=cap)
    text = "11112222337799p win=9p last"
    assert worth(text, rules) == ("清一色 七对 根×2 海底", fan)
    assert scored(rules, text).points == points


def test_other_options_of_the_tournament_rules_are_fans_too() -> None:
    rules = variant(
        "xuezhan", preset="sbr2025", zimo="double", menqing_zhongzhang=True, haidi=False
    )
    assert worth(f"{DEALT} self last", rules) == ("自摸 门清", 2)
    assert worth("[222m]456m678p234p5m5m win=5m", rules) == ("断幺", 1)
    once = variant("xuezhan", preset="sbr2025", zimo="double", gang_hua_with_zimo=False)
    assert worth(f"{KONG} self replacement", once) == ("杠 杠上花", 2)


def test_the_cap_of_platforms_is_not_that_of_the_tournament_rules() -> None:
    assert variant("xuezhan", preset="sbr2025", cap=2).fans == SBR.fans
    assert variant("xuezhan", fan_cap=1).fans == RULES.fans


# ---- worked examples ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fans", "value"),
    [
        ("111m123m567m345m9m9m win=9m", "清一色 根", 8),
        ("[222m][555m][777p]333p8p8p win=8p self", "对对胡 自摸", 4),
        ("[222m][555m][777p][333p]8p8p win=8p self", "金钩钓 自摸", 8),
        ("11112233m445566p win=6p self", "龙七对 自摸", 32),
    ],
)
def test_worked_examples(text: str, fans: str, value: int) -> None:
    assert worth(text, RULES) == (fans, value)


def test_a_worked_example_of_the_tournament_rules() -> None:
    text = "11112233m445566p win=6p self"
    assert worth(text, SBR) == ("七对 根", 3) and scored(SBR, text).points == 8


def test_the_values_of_waits() -> None:
    found = {
        each.tile: (each.self_draw and each.self_draw.total, each.discard and each.discard.total)
        for each in RULES.waits("[111m][333m]555p777p9p")
    }
    assert found == {"8p": (2, 1), "9p": (4, 2)}
