"""Variants, options, and rules as values."""

import copy
import json
import pickle
import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queshen.errors import NotationError, RulesError, unknown
from queshen.fans import Fan, FanTable
from queshen.options import BIRD, Option, with_defaults
from queshen.rules import Definition, HandRules, Rules, Turned, variant, variants
from queshen.shapes import Shape

IDS = [game.id for game in variants()]
NATIONAL = ("huanle", "huopin", "qq", "guobiao")


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("huanle", "huanle"), ("HuanLe", "huanle"), ("欢乐麻将", "huanle"), ("欢乐", "huanle"),
        ("huan le", "huanle"), ("Huan Le Ma Jiang", "huanle"), ("火拼麻将", "huopin"),
        ("huopinmajiang", "huopin"), ("QQ", "qq"), ("qq麻将", "qq"), ("国标", "guobiao"),
        ("mcr", "guobiao"), ("Guo Biao", "guobiao"), ("guo-biao", "guobiao"),
    ],
)  # fmt: skip
def test_a_game_is_found_by_any_of_its_names(name: str, id: str) -> None:
    assert variant(name).id == id


def test_no_two_games_share_a_name() -> None:
    names = [name for game in variants() for name in {each.casefold() for each in game.names}]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("huanlee", "no game is called 'huanlee', the nearest is 'huanle'"),
        (
            "riichi",
            f"expected one of {', '.join(IDS)}, 欢乐麻将",
        ),
        ("", "no game is called ''"),
    ],
)
def test_a_name_of_no_game_is_refused(name: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        variant(name)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rom": "8fan"}, "no option of huanle is called 'rom', the nearest is 'room'"),
        ({"room": "8"}, "room is '8', expected one of 'popular', '8fan', 'no_fan'"),
        ({"N": 0}, "N is 0, expected 1 or more"),
        ({"N": 1.5}, "N is 1.5, expected 1 or more"),
        ({"N": True}, "N is True, expected 1 or more"),
        ({"min_fan": -1}, "min_fan is -1, expected one of None, 0 or more"),
        ({"bird": 1}, "bird is 1, expected one of True, False"),
        ({"ming_an_gang": 4}, "ming_an_gang is 4, expected one of 0, 5, 6"),
        ({"ming_an_gang": False}, "ming_an_gang is False, expected one of 0, 5, 6"),
        ({"wu_fan_ignores": "hua_pai"}, "expected a tuple of any of 'hua_pai', 'wu_cai_shen'"),
        ({"wu_fan_ignores": ("zi_mo",)}, "wu_fan_ignores holds 'zi_mo', expected a tuple of any"),
    ],
)
def test_an_option_that_is_not_there_or_cannot_be_so_is_refused(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(RulesError, match=message):
        variant("huanle", **options)


def test_a_game_has_only_its_own_options() -> None:
    with pytest.raises(RulesError, match="no option of qq is called 'bird'"):
        variant("qq", bird=True)


def test_wrong_types_are_told_from_wrong_values() -> None:
    wrong: Any = 5
    with pytest.raises(TypeError, match="a game is named by str, not int"):
        variant(wrong)
    with pytest.raises(TypeError, match="rules are made of a Definition, not int"):
        Rules(wrong)
    with pytest.raises(TypeError, match="fans are a FanTable, not int"):
        variant("qq").replace(fans=wrong)


def test_a_message_names_the_nearest_only_if_one_is_near() -> None:
    assert unknown("fan", "x", ["a"]) == "no fan is called 'x'; expected one of a"
    assert "expected one of" not in unknown("fan", "f1", [f"fan{n}" for n in range(61)])


# ---- what the games are ---------------------------------------------------------------------


def test_rooms_decide_the_minimum() -> None:
    rooms = {"大众场": 0, "8番场": 8, "无番场": None}
    for name in ("huanle", "huopin", "qq"):
        assert {room: variant(name, room=room).minimum for room in rooms} == rooms
    assert variant("huanle", room="8番场").options["room"] == "8fan"
    assert variant("huanle", room="8fan", min_fan=6).minimum == 6
    assert variant("huanle", room="no_fan", min_fan=0).minimum == 0
    assert variant("guobiao").minimum == 8 and variant("guobiao", min_fan=0).minimum == 0


def test_only_huanle_and_huopin_have_wildcards_and_a_bird() -> None:
    for rules in map(variant, NATIONAL):
        wild = rules.id in ("huanle", "huopin")
        assert rules.wildcards == wild == ("bird" in rules.options)
        assert rules.shapes == Shape.MCR
        assert rules.wild_shapes == (Shape.MCR if wild else Shape(0))
        assert rules.fifth == ("allowed" if wild else "barred")
        assert ("wu_cai_shen" in rules.fans) == wild
        assert ("ming_an_gang" in rules.fans) == (rules.id == "guobiao")
        assert (rules.discard_wild, rules.wait_wild, rules.sets) == ("face", "free", 4)


def test_games_differ_in_their_coins() -> None:
    coins = {name: variant(name).currency for name in IDS}
    assert coins == {"huanle": "欢乐豆", **dict.fromkeys(IDS[3:])} | dict.fromkeys(
        ("huopin", "qq", "jipinghu", "tuidaohu"), "游戏币"
    )
    assert variant("huopin").fans == variant("huanle").fans


@pytest.mark.parametrize(
    ("option", "value", "attribute", "expected"),
    [
        ("caishen_ron", "no", "discard_wild", "no"),
        ("caishen_ron", "wild", "discard_wild", "wild"),
        ("caishen_meld", True, "wild_melds", True),
        ("caishen_fifth_copy", False, "fifth", "barred"),
        ("caishen_special_hands", False, "wild_shapes", Shape.STANDARD),
        ("formal_wait_counts_exhausted", False, "wait_counts", "not_own"),
        ("caishen_wait", "frozen", "wait_wild", "frozen"),
    ],
)
def test_an_option_changes_how_hands_are_read(
    option: str, value: Any, attribute: str, expected: Any
) -> None:
    rules = variant("huanle", **{option: value})
    assert getattr(rules, attribute) == getattr(rules.hands, attribute) == expected
    assert getattr(variant("huanle"), attribute) != expected


def test_every_option_says_what_it_decides_and_where_its_default_is_from() -> None:
    for game in variants():
        assert len({option.name for option in game.options}) == len(game.options)
        for option in game.options:
            assert option.zh and option.en and option.source
            assert option.check(option.default) == option.default


def test_every_option_changes_the_rules_it_says() -> None:
    for game in variants():
        plain = variant(game.id)
        for option in game.options:
            high = option.low if option.low is None else option.high or option.low + 9
            for value in (*option.values, *([] if high is None else [high])):
                told = () if option.several else value
                changed = plain.replace(**{option.name: told})
                assert (changed == plain) == (told == option.default)
                assert (changed.key == plain.key) == (changed == plain)


def test_an_option_takes_its_values_in_any_order_once() -> None:
    both = ["wu_cai_shen", "hua_pai", "hua_pai"]
    assert variant("huanle", wu_fan_ignores=both).options["wu_fan_ignores"] == (
        "hua_pai",
        "wu_cai_shen",
    )


def test_an_option_must_allow_its_default() -> None:
    with pytest.raises(RulesError, match="x is 5, expected one of 1, 2"):
        Option(name="x", default=5, values=(1, 2), zh="", en="", source="choice")
    with pytest.raises(RulesError, match="x is 5, expected 1 to 4"):
        Option(name="x", default=5, low=1, high=4, zh="", en="", source="choice")
    assert with_defaults(BIRD, bird=False)[0].default is False


# ---- the indicator --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "turned", "expected"),
    [
        ({}, ["5m"], Turned(4, 5)),
        ({}, ["9m"], Turned(8, 0)),
        ({}, ["9s"], Turned(26, 18)),
        ({}, ["N"], Turned(30, 31)),
        ({}, ["P"], Turned(33, 27)),
        ({"honor_cycle": "separate"}, ["N"], Turned(30, 27)),
        ({"honor_cycle": "separate"}, ["P"], Turned(33, 31)),
        ({"honor_cycle": "separate"}, ["9p"], Turned(17, 9)),
        ({}, ["菊", 34, 26], Turned(26, 18, (41, 34))),
        ({"indicator_flower": "no_caishen"}, ["梅"], Turned(None, None, (38,))),
        ({"indicator_flower": "no_caishen"}, ["E"], Turned(27, 28)),
        ({"caishen_kind": "indicator"}, ["P"], Turned(33, 33)),
    ],
)
def test_the_turned_tile_tells_which_kind_is_wild(
    options: dict[str, Any], turned: list[int | str], expected: Turned
) -> None:
    assert variant("huanle", **options).wildcards_of(turned) == expected


@pytest.mark.parametrize(
    ("options", "turned", "error", "message"),
    [
        ({}, [], RulesError, "nothing turned, expected a tile that is no flower at the end"),
        ({}, ["春"], RulesError, "春 turned, expected a tile that is no flower at the end"),
        ({}, ["5m", "6m"], RulesError, "6m turned after 5m, which ended the turning"),
        ({"indicator_flower": "no_caishen"}, ["春", "6m"], RulesError, "6m turned after 春"),
        ({}, ["0m"], NotationError, "expected a tile such as 6m"),
        ({}, [42], NotationError, "expected a tile from 0 to 41"),
        ({}, "5m", TypeError, "turned tiles are a list of tiles, not one str"),
    ],
)
def test_tiles_that_are_not_turned_so_are_refused(
    options: dict[str, Any], turned: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        variant("huanle", **options).wildcards_of(turned)


def test_an_open_indicator_is_out_of_play() -> None:
    rules = variant("huanle")
    assert sum(rules.copies("5m")) == 135 and rules.copies("5m")[4] == 3
    assert set(rules.copies(None)) == {4}
    assert set(rules.replace(indicator_in_play=True).copies("5m")) == {4}


def test_a_game_without_wildcards_turns_no_indicator() -> None:
    rules = variant("qq")
    assert set(rules.copies(None)) == {4}
    for call in (lambda: rules.wildcards_of(["5m"]), lambda: rules.copies("5m")):
        with pytest.raises(RulesError, match="qq turns no indicator"):
            call()


# ---- rules as values ------------------------------------------------------------------------


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    game = draw(st.sampled_from(variants()))
    options: dict[str, Any] = {}
    for option in draw(st.lists(st.sampled_from(game.options), max_size=5)):
        values = st.sampled_from(option.values) if option.values else st.nothing()
        if option.several:
            options[option.name] = tuple(draw(st.lists(values)))
        elif option.low is None:
            options[option.name] = draw(values)
        else:
            options[option.name] = draw(values | st.integers(option.low, option.high or 10**9))
    rules = Rules(game, options)
    if draw(st.booleans()):
        gone = draw(st.lists(st.sampled_from(rules.fans.fans), min_size=1, max_size=3))
        rules = rules.replace(fans=rules.fans.without(*(fan.id for fan in gone)))
    return rules


@settings(deadline=None)
@given(any_rules())
def test_rules_survive_json_pickle_and_repr(rules: Rules) -> None:
    names = {"variant": variant, "FanTable": FanTable, "Fan": Fan}
    again = Rules.from_json(rules.to_json())
    for each in (again, pickle.loads(pickle.dumps(rules)), eval(repr(rules), names)):
        assert each == rules and each.key == rules.key and hash(each) == hash(rules)
        assert dict(each.options) == dict(rules.options) and each.fans == rules.fans
        assert each.hands == rules.hands


def test_the_order_of_options_does_not_matter() -> None:
    data = variant("huanle", N=200, A=20).to_dict()
    items = list(data["options"].items())
    random.Random(0).shuffle(items)
    shuffled = Rules.from_dict({"options": dict(items), "variant": "huanle"})
    assert shuffled == variant("huanle", A=20, N=200) and shuffled.key == Rules.from_dict(data).key


def test_a_key_is_the_id_and_twelve_digits() -> None:
    for rules in map(variant, IDS):
        assert re.fullmatch(rf"{rules.id}-[0-9a-f]{{12}}", rules.key)
    assert len({rules.key for rules in map(variant, IDS)}) == len(IDS)


def test_rules_of_json_may_leave_out_options_at_their_default() -> None:
    assert Rules.from_json('{"variant": "huanle"}') == variant("huanle")
    assert Rules.from_json('{"variant": "qq", "options": {"N": 9}}') == variant("qq", N=9)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "rules that are no JSON"),
        ("[" * 100_000, "rules that are no JSON"),
        ("5", "rules are 5, expected an object with variant"),
        ("{}", "rules without variant, expected the id of a game"),
        ('{"variant": "huanlee"}', "the nearest is 'huanle'"),
        ('{"variant": 5}', "rules that cannot be: a game is named by str, not int"),
        ('{"variant": "qq", "option": {}}', "no part of rules is called 'option'"),
        ('{"variant": "qq", "options": []}', "rules that cannot be: options are a mapping"),
        ('{"variant": "qq", "options": {"N": 1.5}}', "N is 1.5, expected 1 or more"),
        ('{"variant": "qq", "options": {"N": "2"}}', "N is '2', expected 1 or more"),
        ('{"variant": "qq", "fans": {"fans": [{}]}}', "a fan without id"),
        ('{"variant": "qq", "fans": 5}', "rules that cannot be: a table is made of a mapping"),
    ],
)
def test_json_that_is_no_rules_is_refused(text: str, message: str) -> None:
    with pytest.raises(RulesError, match=re.escape(message)):
        Rules.from_json(text)


def test_rules_do_not_change() -> None:
    rules: Any = variant("huanle")
    for change in (lambda: setattr(rules, "minimum", 3), lambda: delattr(rules, "fans")):
        with pytest.raises(AttributeError, match="rules do not change"):
            change()
    with pytest.raises(AttributeError):
        rules.something = 1
    with pytest.raises(TypeError):
        rules.options["N"] = 5
    assert copy.copy(rules) is copy.deepcopy(rules) is rules
    assert rules != "huanle" and len({rules, variant("huanle"), variant("qq")}) == 2


def test_a_fan_table_of_ones_own_stays_with_the_rules() -> None:
    rules = variant("guobiao")
    own = rules.replace(fans=rules.fans.without("hua_pai"))
    assert own != rules and own.key != rules.key and "fans" in own.to_dict()
    assert own.replace(min_fan=0).fans == own.fans
    assert rules.replace(fans=rules.fans) == rules and "fans" not in rules.to_dict()
    assert Rules.from_json(own.to_json()) == own
    assert json.loads(own.to_json())["fans"]["bare"] == "wu_fan_he"


# ---- a game of one's own --------------------------------------------------------------------


def three_fans(options: Any) -> FanTable:
    return FanTable(
        fans=(
            Fan(id="flush", zh="清一色", en="Flush", value=options["flush"], when="suits == 1"),
            Fan(id="pungs", zh="对对和", en="All Pungs", value=2, when="all_pungs"),
            Fan(id="plain", zh="平胡", en="Plain", value=1, when="bare"),
        ),
        combine="product",
        bare="plain",
    )


def standard_hands(options: Any) -> HandRules:
    return HandRules(shapes=Shape.STANDARD)


def pay_nobody(rules: Rules, result: Any) -> Any:
    return rules.id, result


HOUSE = Definition(
    id="house",
    zh="家规",
    en="House Rules",
    pinyin="jiagui",
    options=(Option(name="flush", default=4, low=1, zh="清一色", en="its value", source="choice"),),
    table=three_fans,
    hands=standard_hands,
    settle=pay_nobody,
)


def test_a_game_of_ones_own_has_rules_like_any_other() -> None:
    rules = Rules(HOUSE, {"flush": 8})
    result: Any = "result"
    assert rules.fans["flush"].value == 8 and rules.settle(result) == ("house", "result")
    assert rules.score("111222333m5558m", "8m").total == 16
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert Rules.from_json(rules.to_json(), HOUSE) == rules
    assert repr(rules) == "Rules(<Definition house 家规>, {'flush': 8})"
    with pytest.raises(RulesError, match="no game is called 'house'"):
        Rules.from_json(rules.to_json())
    with pytest.raises(RulesError, match="rules of 'qq', expected those of house"):
        Rules.from_dict({"variant": "qq"}, HOUSE)
    wrong: Any = []
    with pytest.raises(TypeError, match="rules are made of a mapping, not list"):
        Rules.from_dict(wrong)
