"""QQ麻将: the 81 fans of 1998, without wildcards, and the minimum of each room."""

from __future__ import annotations

import pytest
from score_engine import lists, scored

from queshen.errors import HandError, RulesError
from queshen.fans import Fan
from queshen.rules import variant

QQ = variant("qq")


@pytest.mark.parametrize("fan", QQ.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan(fan: Fan) -> None:
    assert fan in [each.fan for each in scored(QQ, fan.example).fans]


def test_the_table_has_the_81_fans_in_their_order() -> None:
    assert sorted(fan.number or 0 for fan in QQ.fans) == list(range(1, 82))
    assert not {"wu_cai_shen", "ming_gang_2", "ming_an_gang"} & {fan.id for fan in QQ.fans}
    assert QQ.fans["自摸"].number == 80


@pytest.mark.parametrize(
    ("text", "fans"),
    [
        ("[123m][345m]678p567sWW win=7s", {"无番和": 1}),
        ("[123m][345m]678p567sWW win=7s self", {"自摸": 1}),
        ("[2222m]{8888p}345s678sEE win=8s", {"暗杠": 1, "连六": 1, "明杠": 1}),
        ("{2222m}{8888p}345s678sEE win=8s", {"双暗杠": 1, "门前清": 1, "连六": 1}),
    ],
)
def test_a_hand_is_paid_as_in_1998(text: str, fans: dict[str, int]) -> None:
    assert lists(QQ, text) == fans


def test_two_concealed_kongs_pay_six() -> None:
    assert QQ.fans["双暗杠"].value == 6


def test_full_flush_does_not_state_that_a_lacking_suit_is_not_counted() -> None:
    assert "que_yi_men" not in QQ.fans["清一色"].stated
    literal = QQ.replace(exclusion_mode="stated_only", que_yi_men="at_most_two_suits")
    assert lists(literal, "[123p]34556788899p win=5p")["缺一门"] == 1


@pytest.mark.parametrize(("room", "minimum"), [("大众场", 0), ("8番场", 8), ("无番场", 0)])
def test_rooms_decide_the_minimum(room: str, minimum: int) -> None:
    rules = variant("qq", room=room)
    seven = scored(rules, "[CCC][FFF]345m678p99s win=9s flowers=8")
    assert (seven.counted, seven.total) == (7, 15)
    assert seven.is_win is (minimum <= 7)
    assert scored(rules, "[CCC][FFF]345m678p99s win=9s self").is_win
    none = scored(variant("qq", room=room, min_fan=100), "[CCC][FFF]345m678p99s win=9s")
    assert none.reason == "minimum"


def test_waits_are_worth_what_each_win_is_worth() -> None:
    (wait,) = variant("qq", room="8fan").waits("[CCC][FFF]345m678p9s", visible="9s")
    assert (wait.tile, wait.live, wait.reaches) == ("9s", 2, True)
    assert wait.self_draw is not None and wait.discard is not None
    assert (wait.self_draw.total, wait.self_draw.is_win) == (8, True)
    assert (wait.discard.total, wait.discard.reason) == (7, "minimum")


def test_the_game_has_no_wildcards() -> None:
    with pytest.raises(HandError, match="the game qq has none"):
        QQ.score("[123m][345m]678p56s*W", "W")
    for option in ("caishen_ron", "has_wu_cai_shen", "bird"):
        with pytest.raises(RulesError, match=f"no option of qq is called '{option}'"):
            variant("qq", **{option: True})
