"""火拼麻将: the hands of 欢乐麻将, and props."""

from __future__ import annotations

from typing import Any

import pytest
from score_engine import lists, scored

from queshen.errors import RulesError
from queshen.fans import Fan
from queshen.rules import Turned, variant

HUOPIN = variant("huopin")
HUANLE = variant("huanle")

HANDS = (
    "[123m][345m]678p567sWW win=7s",
    "[123m][345m]678p57sWWE win=7s wild=E",
    "[2222m]{8888p}345678sEE win=E",
    "1112345678m*99m5m win=5m",
    "1133m5577p2299s9sE win=9s wild=E",
    "[345p][678s]456678m33s win=8m wild=8m",
    "[123m][345m][678p][678s]EW win=W wild=E",
    "EEEESSSWWW**99p win=9p",
)


def test_the_fan_table_is_that_of_huanle() -> None:
    assert HUOPIN.fans == HUANLE.fans and HUOPIN.hands == HUANLE.hands


@pytest.mark.parametrize("fan", HUOPIN.fans, ids=lambda fan: fan.id)
def test_an_example_has_its_fan(fan: Fan) -> None:
    assert fan in [each.fan for each in scored(HUOPIN, fan.example).fans]


@pytest.mark.parametrize("text", HANDS)
def test_a_hand_is_paid_as_in_huanle(text: str) -> None:
    assert lists(HUOPIN, text) == lists(HUANLE, text)
    assert scored(HUOPIN, text).total == scored(HUANLE, text).total


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        ("caishen_fifth_copy", False, "[123m][345p][678s]4444mE win=E wild=E self"),
        ("caishen_special_hands", False, "1133m5577p2299sCE win=C wild=E"),
        ("caishen_nine_gates", "natural", "1112345678m*99m5m win=5m"),
        ("caishen_ron", "no", "[345p][678s]456678m33s win=8m wild=8m"),
        ("caishen_ron", "wild", "[345p][678s]456m33sEE win=8m wild=8m"),
        ("caishen_wait", "frozen", "[123p][456s]CC99p24mE3m win=3m wild=E"),
        ("ming_gang_2", "stack", "[2222m]567m345p678sWW win=7m"),
        ("has_wu_cai_shen", False, "[123m][345m]678p567sWW win=7s"),
        ("hog_counts_caishen", False, "[123s][789p]444m9p9p56mE win=9p wild=E"),
        ("self_use", "suit", "[345p][678s]456m67m1m33s win=7m wild=1m"),
        ("wu_cai_shen_all", False, "[345p][678s]456m678m8m3s win=7m wild=8m"),
        ("wu_fan_ignores", ("hua_pai", "wu_cai_shen"), "[123m][345m]678p567sWW win=7s"),
    ],
)
def test_an_option_changes_what_it_changes_in_huanle(option: str, value: Any, text: str) -> None:
    changed = HUOPIN.replace(**{option: value})
    assert lists(changed, text) == lists(HUANLE.replace(**{option: value}), text)
    assert lists(changed, text) != lists(HUOPIN, text)


def test_the_kind_after_the_indicator_is_wild() -> None:
    assert HUOPIN.wildcards_of(["9s"]) == Turned(26, 18)
    assert HUOPIN.replace(honor_cycle="separate").wildcards_of(["P"]) == Turned(33, 31)


@pytest.mark.parametrize(("room", "minimum"), [("大众场", 0), ("8番场", 8), ("无番场", 0)])
def test_rooms_decide_the_minimum(room: str, minimum: int) -> None:
    score = scored(variant("huopin", room=room), "[123m][345m]678p567sWW win=7s flowers=8")
    assert (score.counted, score.is_win) == (2, minimum <= 2)


def test_props_are_off_and_may_be_switched_on() -> None:
    assert HUOPIN.options["props"] is False
    props = HUOPIN.replace(props=True, props_per_deal=2)
    assert (props.options["props"], props.options["props_per_deal"]) == (True, 2)
    assert props.fans == HUOPIN.fans
    with pytest.raises(RulesError, match="props_per_deal is 0, expected 1 to 255"):
        HUOPIN.replace(props_per_deal=0)


def test_a_tile_that_a_prop_made_wild_is_a_fifth_wildcard() -> None:
    # the four copies of E and one that carries no face of its own
    score = HUOPIN.score("[123m][345m]678p5s*EE", "7s", wild="E")
    assert len(score.faces) == 3 and score.is_win
