"""Fans, conditions, and the national table."""

import copy
import json
import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queshen.errors import RulesError
from queshen.fans import BARE, Clause, Fan, FanTable, parse_when
from queshen.national import national_table
from queshen.patterns import FEATURES
from queshen.rules import Rules, variant

NATIONAL = """
88 大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺
64 清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会
48 一色四同顺 一色四节高
32 一色四步高 三杠 混幺九
24 七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小
16 清龙 三色双龙会 一色三步高 全带五 三同刻 三暗刻
12 全不靠 组合龙 大于五 小于五 三风刻
8 花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和
6 碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻
4 全带幺 不求人 双明杠 和绝张
2 箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺
1 一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌
"""
BOTH = national_table(numbers=83, has_wu_cai_shen=True, ming_gang_2="stack", ming_an_gang=5)


def fan(id: str = "zi_mo", **fields: Any) -> Fan:
    given = {"zh": id, "en": id, "value": 1, "when": "self_draw"} | fields
    return Fan(id=id, **given)


def table(*fans: Fan, **fields: Any) -> FanTable:
    return FanTable(fans=fans, **fields)


def zh(ids: tuple[str, ...]) -> str:
    return " ".join(BOTH[id].zh for id in ids)


def holds(clauses: tuple[Clause, ...], counts: dict[str, int]) -> bool:
    return any(
        all(low <= counts[feature] <= high for feature, low, high in clause) for clause in clauses
    )


# ---- conditions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("self_draw", ((("self_draw", 1, 1),),)),
        ("kongs", ((("kongs", 1, 5),),)),
        ("not kongs", ((("kongs", 0, 0),),)),
        ("kongs != 2", ((("kongs", 0, 1),), (("kongs", 3, 5),))),
        ("1 <= suits < 3", ((("suits", 1, 2),),)),
        ("not (suits < 2 and winds)", ((("suits", 2, 3),), (("winds", 0, 0),))),
        ("suits == 1 and suits == 2", ()),
        ("suits >= 0", ((),)),
        ("kongs or kongs >= 2", ((("kongs", 1, 5),),)),
    ],
)
def test_a_condition_is_alternatives_of_ranges(text: str, clauses: Any) -> None:
    assert parse_when(text) == clauses


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "a feature such as suits, or a small number"),
        ("suits ==", 8, "found the end of the text, expected a feature such as suits"),
        ("suits = 1", 6, "found '=', expected and, or, or the end of the text"),
        ("siuts == 1", 0, "the nearest is 'suits'"),
        ("suits == 4", 9, "a number up to 3, to which suits counts"),
        ("4 == suits", 0, "a number up to 3, to which suits counts"),
        ("suits and 1", 11, "a comparison with a feature after the number"),
        ("suits == winds", 9, "a number to compare with 'suits'"),
        ("1 < 2", 4, "a feature to compare with 1"),
        ("(suits", 6, "and, or, or )"),
        ("suits)", 5, "found ')', expected and, or, or the end of the text"),
        ("suits winds", 6, "expected and, or, or the end of the text"),
        ("suits and or", 10, "found 'or', expected a feature"),
        ("suits + 1", 6, "found '+'"),
        ("suits == -1", 9, "found '-'"),
        ("suits == 1000", 9, "a small number"),
        ("kongs is not 1", 6, "found 'is'"),
        (33 * "(" + "suits" + 33 * ")", 32, "at most 32 parentheses inside each other"),
    ],
)
def test_a_condition_that_cannot_be_read_names_the_position(
    text: str, position: int, expected: str
) -> None:
    with pytest.raises(RulesError) as caught:
        parse_when(text)
    assert f"position {position}:" in str(caught.value) and expected in str(caught.value)


def test_a_condition_has_a_bounded_number_of_alternatives() -> None:
    pairs = zip(list(FEATURES)[:14:2], list(FEATURES)[1:14:2], strict=True)
    with pytest.raises(RulesError, match="written out, expected at most 64"):
        parse_when(" and ".join(f"({one} or {other})" for one, other in pairs))


def test_a_condition_is_text() -> None:
    wrong: Any = 5
    with pytest.raises(TypeError, match="a condition is read from str, not int"):
        parse_when(wrong)


FORMS = ["{0}", "not {0}", "{0} {1} {2}", "{2} {1} {0}", "0 <= {0} {1} {2}"]


@st.composite
def feature_tests(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(["suits", "kongs", "honours", "lowest", "flowers"]))
    number = draw(st.integers(0, FEATURES[name]))
    sign = draw(st.sampled_from(["<", ">", "<=", ">=", "==", "!="]))
    form = draw(st.sampled_from(FORMS))
    return form.format(name, sign, number)


CONDITIONS = st.recursive(
    feature_tests(),
    lambda inner: st.one_of(
        st.builds("({} and {})".format, inner, inner),
        st.builds("({} or {})".format, inner, inner),
        st.builds("{} or {} and {}".format, inner, inner, inner),
        st.builds("not ({})".format, inner),
    ),
    max_leaves=7,
)


@given(CONDITIONS, st.data())
def test_a_condition_means_what_python_means(text: str, data: st.DataObject) -> None:
    names = ("suits", "kongs", "honours", "lowest", "flowers")
    counts = {name: data.draw(st.integers(0, FEATURES[name]), name) for name in names}
    clauses = parse_when(text)
    assert holds(clauses, counts) == bool(eval(text, {}, counts))


# ---- fans -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"when": "selfdraw"}, RulesError, "when of zi_mo: 'selfdraw', position 0: .* 'self_draw'"),
        ({"when": "kongs > 3 and kongs < 2"}, RulesError, "which can never hold"),
        ({"value": -1}, RulesError, "value of zi_mo is -1, expected 0 to 16777215"),
        ({"value": 1 << 24}, RulesError, "value of zi_mo is 16777216, expected 0 to"),
        ({"value": 1.5}, TypeError, "float"),
        ({"value": True}, TypeError, "value of zi_mo is bool, expected int"),
        ({"number": -1}, RulesError, "number of zi_mo is -1, expected 0"),
        ({"zh": 5}, TypeError, "zh of a fan is int, expected str"),
        ({"joined": 1}, TypeError, "joined of a fan is int, expected bool"),
        ({"stated": "hua_pai"}, TypeError, "stated is 'hua_pai', expected a tuple of ids"),
        ({"repeat": True, "when": "kongs == 1"}, RulesError, "expected the one feature"),
        ({"repeat": True, "when": "kongs and suits"}, RulesError, "expected the one feature"),
        ({"repeat": True, "when": BARE}, RulesError, "expected the one feature"),
    ],
)
def test_a_fan_that_cannot_be_is_refused(
    fields: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        fan(**fields)


@pytest.mark.parametrize("id", ["", " zi_mo", "zi_mo "])
def test_a_fan_has_an_id(id: str) -> None:
    with pytest.raises(RulesError, match=r"a fan with the id .*, expected a name"):
        fan(id)


def test_a_fan_is_a_value() -> None:
    row = BOTH["九莲宝灯"]
    assert eval(repr(row)) == row == pickle.loads(pickle.dumps(row)) == copy.deepcopy(row)
    assert Fan.from_dict(json.loads(json.dumps(row.to_dict()))) == row
    assert len({row, copy.copy(row), BOTH["四杠"]}) == 2
    changed: Any = row
    with pytest.raises(FrozenInstanceError):
        changed.value = 1


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        ({"id": "a"}, RulesError, "a fan without zh, expected it beside id"),
        ({"id": "a", "whn": ""}, RulesError, "called 'whn', the nearest is 'when'"),
        ([], TypeError, "a fan is made of a mapping, not list"),
    ],
)
def test_data_that_is_no_fan_is_refused(data: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Fan.from_dict(data)


# ---- tables ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fans", "fields", "message"),
    [
        ([fan("a"), fan("b"), fan("a")], {}, "fans 0 and 2 both have the id 'a'"),
        ([fan("zi_mo"), fan("b", stated=("zimo",))], {}, "exclusion of b: .* nearest is 'zi_mo'"),
        ([fan("a", implied=("a",))], {}, "a excludes itself"),
        ([fan("a", own_sets=("b",)), fan("b")], {}, "copies of b, expected a fan that repeats"),
        ([fan("a", when=BARE)], {}, "when of a is 'bare' and bare is None, expected \"bare\" for"),
        ([fan("a"), fan("b")], {"bare": "a"}, "when of a is 'self_draw' and bare is 'a'"),
        ([fan("a")], {"bare": "b"}, "bare: no fan is called 'b'"),
        ([fan("a")], {"once": ("b",)}, "once: no fan is called 'b'"),
        ([fan("a")], {"bare_ignores": ("b",)}, "bare_ignores: no fan is called 'b'"),
        ([fan("a")], {"cap": 0}, "cap is 0, expected None or 1 or more"),
        ([fan("a")], {"combine": "max"}, "combine is 'max', expected one of sum, highest, product"),
        ([fan("a")], {"exclusion_mode": "all"}, "exclusion_mode is 'all', expected one of stated_"),
        ([fan(f"f{n}") for n in range(121)], {}, "121 fans in a table, expected at most 120"),
        (
            [fan("a", stated=("b",)), fan("b", implied=("c",)), fan("c", stated=("a",))],
            {},
            "exclusions run in a circle: a > b > c > a",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    fans: list[Fan], fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(RulesError, match=message):
        table(*fans, **fields)


def test_a_table_is_made_of_fans() -> None:
    wrong: Any = "zi_mo"
    with pytest.raises(TypeError, match="fans of a table are Fan"):
        table(wrong)


def test_a_circle_of_implied_exclusions_does_not_matter_where_only_stated_ones_count() -> None:
    rows = fan("a", stated=("b",)), fan("b", stated=("c",)), fan("c", implied=("a",))
    with pytest.raises(RulesError, match="circle"):
        table(*rows)
    assert table(*rows, exclusion_mode="stated_only").exclusions()["c"] == ()


def test_of_two_fans_that_exclude_each_other_the_higher_stays_or_else_the_first() -> None:
    rows = fan("a", stated=("b",)), fan("b", stated=("a",))
    assert table(*rows).exclusions() == {"a": ("b",), "b": ()}
    higher = table(rows[0], replace(rows[1], value=2))
    assert higher.exclusions() == {"a": (), "b": ("a",)}
    assert "yi_se_san_jie_gao" in BOTH.exclusions()["yi_se_san_tong_shun"]


def test_fans_are_found_by_id_name_and_place() -> None:
    assert BOTH["da_si_xi"] is BOTH["大四喜"] is BOTH[0] and BOTH.index("大三元") == 1
    assert BOTH["明杠"].id == "ming_gang" and BOTH["ming_gang_2"].zh == "明杠"
    assert "大四喜" in BOTH and BOTH[3] in BOTH and "da_si" not in BOTH and 5 not in BOTH
    with pytest.raises(RulesError, match="no fan is called 'zi_moo', the nearest is 'zi_mo'"):
        BOTH["zi_moo"]
    with pytest.raises(RulesError, match=r"no fan is called '大五喜', the nearest is '.四喜'"):
        BOTH.index("大五喜")


def test_a_fan_is_replaced_where_it_stands_and_a_new_one_goes_behind_its_value() -> None:
    dearer = BOTH.with_fan(replace(BOTH["平和"], value=3))
    assert dearer["平和"].value == 3 and dearer.index("ping_he") == BOTH.index("ping_he")
    new = BOTH.with_fan(fan("new", value=64))
    assert [each.id for each in new][new.index("new") - 1] == "yi_se_shuang_long_hui"
    assert table().with_fan(fan("a"))[0].id == "a"


def test_a_fan_that_is_taken_out_is_named_nowhere() -> None:
    less = BOTH.without("幺九刻", "wu_fan_he", "连六", "花牌", "wu_zi")
    assert less.bare is None and less.bare_ignores == () and "lian_liu" not in less.once
    assert not any(other in ("yao_jiu_ke", "wu_zi") for each in less for other in each.others)


def test_a_table_with_other_arguments_is_another_table() -> None:
    assert BOTH.replace(cap=64).cap == 64 and BOTH.cap is None
    with pytest.raises(RulesError, match="no part of a table is called 'kap'"):
        BOTH.replace(kap=64)


def test_a_table_is_a_value() -> None:
    assert eval(repr(BOTH)) == BOTH == pickle.loads(pickle.dumps(BOTH)) == copy.deepcopy(BOTH)
    assert hash(FanTable.from_dict(json.loads(json.dumps(BOTH.to_dict())))) == hash(BOTH)
    with pytest.raises(RulesError, match="a table without fans"):
        FanTable.from_dict({})


# ---- the national table ---------------------------------------------------------------------


def test_the_81_fans_have_the_values_of_1998() -> None:
    rows = [line.split() for line in NATIONAL.strip().splitlines()]
    expected = [(name, int(value)) for value, *names in rows for name in names]
    national = national_table()
    assert [(each.zh, each.value) for each in national] == expected
    assert [each.number for each in national] == list(range(1, 82))


def test_the_83_fans_add_two_and_mingangang_has_no_number() -> None:
    numbered = [each for each in BOTH if each.number is not None]
    assert [each.number for each in numbered] == list(range(1, 84))
    assert {each.id for each in BOTH} - {each.id for each in national_table()} == {
        "wu_cai_shen", "ming_gang_2", "ming_an_gang"
    }  # fmt: skip
    assert [each.number for each in numbered if each.id in ("wu_cai_shen", "ming_gang_2")] == [
        69,
        81,
    ]
    assert BOTH["明暗杠"].number is None
    assert [each.value for each in BOTH] == sorted((each.value for each in BOTH), reverse=True)


def test_the_second_minggang_is_the_first_unless_it_stacks() -> None:
    assert "ming_gang_2" not in variant("huanle").fans and len(variant("huanle").fans) == 82
    assert len(variant("huanle", ming_gang_2="stack").fans) == 83


@pytest.mark.parametrize(
    ("name", "gone"),
    [
        ("四杠", "三杠 双暗杠 双明杠 明暗杠 暗杠 明杠 明杠 碰碰和 单钓将"),
        ("三杠", "双暗杠 双明杠 明暗杠 暗杠 明杠 明杠"),
        ("双暗杠", "双暗刻 暗杠"),
        ("双明杠", "明杠 明杠"),
        ("明暗杠", "暗杠 明杠 明杠"),
        ("七对", "不求人 单钓将 门前清"),
        ("十三幺", "五门齐 不求人 单钓将 混幺九 门前清"),
        ("四暗刻", "门前清 碰碰和 不求人 三暗刻 双暗刻"),
        ("九莲宝灯", "清一色 门前清 不求人 无字 边张 坎张 单钓将"),
        ("全中", "断幺 无字"),
        ("清幺九", "碰碰和 双同刻 无字 混幺九 全带幺 幺九刻"),
        ("三同刻", "双同刻"),
        ("三色双龙会", "喜相逢 老少副 无字 平和"),
        ("不求人", "自摸"),
        ("混幺九", "碰碰和 全带幺 幺九刻"),
        ("平和", "无字"),
    ],
)
def test_what_is_not_paid_beside_a_fan(name: str, gone: str) -> None:
    assert zh(BOTH.exclusions()[BOTH[name].id]) == gone


def test_pengpenghe_is_taken_out_by_eight_fans_only() -> None:
    exclusions = BOTH.exclusions()
    found = [BOTH[id].zh for id, others in exclusions.items() if "peng_peng_he" in others]
    assert found == [
        "大四喜",
        "四杠",
        "清幺九",
        "字一色",
        "四暗刻",
        "一色四节高",
        "混幺九",
        "全双刻",
    ]


def test_yaojiuke_is_taken_out_by_the_set_or_once_or_whole() -> None:
    by_set = [each.zh for each in BOTH if each.own_sets == ("yao_jiu_ke",)]
    assert by_set == [
        "大四喜",
        "大三元",
        "小四喜",
        "小三元",
        "三风刻",
        "双箭刻",
        "箭刻",
        "圈风刻",
        "门风刻",
    ]
    assert [each.zh for each in BOTH if each.one] == ["九莲宝灯"]
    whole = [each.zh for each in BOTH if "yao_jiu_ke" in each.implied]
    assert whole == ["清幺九", "字一色", "混幺九"]


def test_fans_of_three_or_four_chows_leave_the_chow_beside_them_one_pairing() -> None:
    joined = [each.zh for each in BOTH if each.joined]
    assert joined == [
        "一色双龙会",
        "一色四同顺",
        "一色四步高",
        "一色三同顺",
        "清龙",
        "三色双龙会",
        "一色三步高",
        "花龙",
        "三色三同顺",
        "三色三步高",
    ]
    assert zh(BOTH.once) == "一般高 喜相逢 连六 老少副"


def test_which_fans_repeat_and_which_do_not_count_toward_the_minimum() -> None:
    repeated = [each.id for each in BOTH if each.repeat]
    assert zh(tuple(repeated)) == "箭刻 四归一 双同刻 暗杠 幺九刻 明杠 明杠 花牌"
    assert [each.zh for each in BOTH if not each.to_minimum] == ["花牌"]


@pytest.mark.parametrize(
    ("switch", "name", "when"),
    [
        ({"que_yi_men": "at_most_two_suits"}, "缺一门", "suits <= 2"),
        ({"qing_yi_se_pairs": False}, "清一色", "suits == 1 and not honours and not seven_pairs"),
        ({"knitted_body_wait": False}, "坎张", "closed_wait and not knitted_win"),
        ({"hog_counts_caishen": False}, "四归一", "natural_hogs"),
        ({"caishen_nine_gates": "natural"}, "九莲宝灯", "nine_gates and not substitutes"),
        ({"self_use": "suit"}, "无财神", "not off_suit"),
        ({"ming_an_gang": 5}, "明暗杠", "concealed_kongs == 1 and exposed_kongs == 1"),
    ],
)
def test_a_switch_changes_the_condition_of_its_fan(
    switch: dict[str, Any], name: str, when: str
) -> None:
    assert national_table(has_wu_cai_shen=True, **switch)[name].when == when


def test_switches_change_what_is_excluded() -> None:
    assert "que_yi_men" in national_table(qing_yi_se_excludes_que_yi_men=True)["清一色"].stated
    assert "que_yi_men" not in national_table()["清一色"].stated
    nested = national_table(upper_lower_nested="add")
    assert nested["全大"].implied == () and nested["全小"].implied == ()
    only = national_table(exclusion_mode="stated_only").exclusions()
    assert only["qi_dui"] == ("bu_qiu_ren", "dan_diao_jiang") and only["ping_he"] == ()


def test_wucaishen_may_need_only_one_caishen_of_several_to_be_itself() -> None:
    some = national_table(has_wu_cai_shen=True, wu_cai_shen_all=False)["无财神"]
    for wilds in range(9):
        for used in range(wilds + 1):
            counts = {"wilds": wilds, "substitutes": used}
            assert holds(some.clauses, counts) == (wilds == 0 or used < wilds)


def test_wufanhe_may_ignore_wucaishen() -> None:
    both = ("hua_pai", "wu_cai_shen")
    assert national_table(has_wu_cai_shen=True, wu_fan_ignores=both).bare_ignores == both
    assert national_table(wu_fan_ignores=both).bare_ignores == ("hua_pai",)


# ---- the examples ---------------------------------------------------------------------------

WORDS = {
    "self": "self_draw",
    "last": "last_tile",
    "first": "first_turn",
    "replacement": "replacement",
    "robbing": "robbing",
    "last_copy": "last_copy",
}


def scored(rules: Rules, example: str) -> list[str]:
    """Ids of the fans of an example."""
    hand, *rest = example.split()
    given: dict[str, Any] = dict(word.split("=") for word in rest if "=" in word)
    flags = {WORDS[word]: True for word in rest if "=" not in word}
    win = given.pop("win")
    winds = {f"{name}_wind": given.pop(name) for name in ("round", "seat") if name in given}
    given |= {"flowers": int(given["flowers"])} if "flowers" in given else {}
    score = rules.score(hand, win, **given, **winds, **flags)
    return [each.fan.id for each in score.fans]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("huanle", {"ming_gang_2": "stack"}),
        ("huanle", {}),
        ("qq", {}),
        ("guobiao", {}),
        ("jipinghu", {}),
        ("jipinghu", {"kong_bonus": "fan", "jiulian_self_draw_only": True}),
        ("tuidaohu", {}),
        ("tuidaohu", {"hunyise_big": True, "dihu_big": True}),
    ],
)
def test_every_fan_has_an_example_with_it(name: str, options: dict[str, Any]) -> None:
    rules = variant(name, **options)
    for each in rules.fans:
        assert each.id in scored(rules, each.example), each


def test_a_product_has_no_factor_of_nothing() -> None:
    fan = Fan(id="none", zh="无", en="None", value=0, when="suits")
    assert FanTable(fans=(fan,)).combine == "sum"
    with pytest.raises(RulesError, match="fan 'none' has value 0, expected 1 or more"):
        FanTable(fans=(fan,), combine="product")
