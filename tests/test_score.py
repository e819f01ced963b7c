"""Scores: what they say, as values, and the wins that cannot be scored."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from score_data import mcr_hands, wild_hands

import queshen
from queshen import Hand, HandError, NotationError, Rules, Score, ScoredFan, Shape, variant
from queshen.rules import HandRules
from queshen.score import Dropped

GUOBIAO = variant("guobiao")
HUANLE = variant("huanle")
QQ = variant("qq")
RON = {ron: variant("huanle", caishen_ron=ron) for ron in ("face", "wild", "no")}
PLAIN: dict[str, Any] = {
    "self_draw": False,
    "round_wind": "E",
    "seat_wind": "E",
    "flowers": 0,
    "last_tile": False,
    "replacement": False,
    "robbing": False,
    "last_copy": False,
    "first_turn": False,
    "bao": False,
    "closed_ready": False,
    "bao_wait": False,
    "ready": False,
    "first_ready": False,
    "after_kong": False,
    "last_round": False,
    "dealer": True,
}
READY = "[123m][456m][789m]12p55m"  # waits for 3p


def points(score: Score) -> dict[str, int]:
    return {each.fan.zh: each.points for each in score.fans}


# ---- the hand and its winning tile --------------------------------------------------------------


def test_a_hand_with_its_winning_tile_scores_as_the_hand_before_it() -> None:
    for row in mcr_hands()[::4]:
        before = GUOBIAO.score(row.hand, row.win, **row.context)
        after = GUOBIAO.score(Hand(row.hand).draw(row.win), row.win, **row.context)
        assert after.fans == before.fans and after.total == before.total == row.total
        assert after.reading == before.reading and after.excluded == before.excluded


def test_a_hand_with_wildcards_and_its_winning_tile_scores_as_the_hand_before_it() -> None:
    for row in wild_hands()[::3]:
        hand = Hand(row.hand, wild=row.wild, fifth="allowed")
        before = HUANLE.score(hand, row.win, **row.context)
        assert before == HUANLE.score(row.hand, row.win, wild=row.wild, **row.context)
        natural = "'" if row.win == row.wild and not row.context.get("self_draw") else ""
        after = HUANLE.score(hand.draw(row.win + natural), row.win, **row.context)
        assert (after.total, after.fans, after.faces) == (before.total, before.fans, before.faces)


def test_a_tile_is_named_or_numbered() -> None:
    named = GUOBIAO.score(READY, "3p")
    assert GUOBIAO.score(READY, 11) == named
    assert GUOBIAO.score(Hand(READY), 11, round_wind=27, seat_wind=27) == named
    assert named.win == GUOBIAO.score(READY, 11).win == "3p"


def test_winds_are_named_or_numbered() -> None:
    for k, wind in enumerate("ESWN", 27):
        score = GUOBIAO.score("[EEE][123m]456p78s99s", "6s", round_wind=wind, seat_wind=k)
        assert score.context["round_wind"] == score.context["seat_wind"] == wind
        assert ("圈风刻" in points(score)) is ("门风刻" in points(score)) is (wind == "E")


def test_a_text_may_be_in_another_notation() -> None:
    expected = GUOBIAO.score("[EEE][123m]456p78s99s", "6s")
    assert GUOBIAO.score("[111z][123m]456p7899s", "6s", notation="mpsz") == expected
    assert GUOBIAO.waits("[111z][123m]456p7899s", notation="mpsz") == GUOBIAO.waits(
        "[EEE][123m]456p78s99s"
    )


def test_a_text_is_read_under_the_rules_of_the_game() -> None:
    score = HUANLE.score("[345p][678s]456m33s67m", "8m", wild="8m")
    assert score.hand == Hand("[345p][678s]456m33s67m", wild="8m", fifth="allowed")
    assert GUOBIAO.score(READY, "3p").hand == Hand(READY)
    assert score.rules is HUANLE


def test_the_hand_decides_no_fifth_copy_where_the_rules_do() -> None:
    tiles = "1111m456p789sEE*"
    barred, allowed = Hand(tiles), Hand(tiles, fifth="allowed")
    strict = variant("huanle", caishen_fifth_copy=False)
    for hand in (barred, allowed):
        assert HUANLE.score(hand, "E").is_win is True
        assert strict.score(hand, "E").reason == "not complete"


# ---- wildcards, drawn and discarded -------------------------------------------------------------

FITS, MISSES = "[345p][678s]456m33s67m", "[345p][678s]456m33sEE"


@pytest.mark.parametrize("ron", RON)
def test_a_drawn_copy_of_the_face_is_a_wildcard(ron: str) -> None:
    wins: tuple[int | str, ...] = ("8m", 7, "*")
    for hand, win in product((FITS, MISSES), wins):
        score = RON[ron].score(hand, win, wild="8m", self_draw=True)
        assert score.win == "8m" and score.self_draw and len(score.faces) == 1
        assert score.is_win
        assert score == RON[ron].score(hand, "8m", wild="8m", self_draw=True)
    none = RON[ron].score("[345p][678s]456m33sEN", "*", wild="8m", self_draw=True)
    assert none.reason == "not complete"


@pytest.mark.parametrize("win", ["8m", 7, "8m'"])
def test_a_discarded_wildcard_is_its_face(win: int | str) -> None:
    score = RON["face"].score(FITS, win, wild="8m")
    assert score.is_win and score.win == "8m'" and score.faces == ()
    assert "无财神" in points(score)
    assert RON["face"].score(MISSES, win, wild="8m").reason == "not complete"


@pytest.mark.parametrize("win", ["8m", 7, "*"])
def test_a_discarded_wildcard_is_a_wildcard(win: int | str) -> None:
    score = RON["wild"].score(FITS, win, wild="8m")
    assert score.is_win and score.win == "8m" and score.faces == (7,)
    assert RON["wild"].score(MISSES, win, wild="8m").faces == (20,)  # 无番和
    two = RON["wild"].score("[345p][678s]456m33s8mE", win, wild="8m")
    assert two.is_win and two.faces in ((20, 27), (27, 27))
    assert not RON["wild"].score("[345p][678s]456m33sEN", win, wild="8m").is_win


@pytest.mark.parametrize("win", ["8m", 7, "8m'"])
def test_nobody_wins_on_a_discarded_wildcard(win: int | str) -> None:
    score = RON["no"].score(FITS, win, wild="8m")
    assert not score.is_win and score.reason == "discarded wildcard"
    assert (score.total, score.counted, score.fans, score.excluded) == (0, 0, (), ())
    assert score.reading is None and score.faces == ()
    assert RON["no"].score(FITS, "5m", wild="8m").reason is None


def test_a_discarded_copy_among_the_tiles_is_the_natural_one() -> None:
    for with_win in (FITS + "8m", FITS + "8m'"):
        score = RON["face"].score(with_win, "8m", wild="8m")
        assert score.total == RON["face"].score(FITS, "8m", wild="8m").total
        assert score.faces == ()
    two = RON["face"].score("[345p][678s]456m33s6m8m8m", "8m", wild="8m")
    assert two.is_win and two.faces == (6,)


def test_a_natural_copy_of_the_face_may_be_told_apart() -> None:
    natural = HUANLE.score("[345p][678s]456m33s67m", "8m'", wild="8m", self_draw=True)
    assert natural.faces == () and natural.win == "8m'"
    assert not HUANLE.score(MISSES, "8m'", wild="8m", self_draw=True).is_win
    with pytest.raises(NotationError, match="no mark, which a natural copy of the wildcards' face"):
        HUANLE.score(FITS, "7m'", wild="8m", self_draw=True)
    with pytest.raises(NotationError, match="no mark"):
        HUANLE.score(READY, "3p'")


def test_wildcards_without_a_face_stand_for_anything() -> None:
    score = HUANLE.score("[345p][678s]456m33s6m*", "7m")
    assert score.is_win and score.hand.face is None and score.faces in ((4,), (7,))
    assert "无财神" not in points(score)
    drawn = HUANLE.score("[345p][678s]456m33s67m", "*", self_draw=True)
    assert drawn.win == "*" and drawn.faces in ((4,), (7,))


# ---- what a score says --------------------------------------------------------------------------


def test_a_score_names_its_fans_dearest_first() -> None:
    score = GUOBIAO.score("123456789m1112p", "2p", flowers=3)
    assert [(each.fan.zh, each.count, each.points) for each in score.fans] == [
        ("清龙", 1, 16),
        ("门前清", 1, 2),
        ("幺九刻", 1, 1),
        ("缺一门", 1, 1),
        ("无字", 1, 1),
        ("花牌", 3, 3),
    ]
    assert score.fans[0] == ScoredFan(GUOBIAO.fans["清龙"], 1, 16)
    assert score.fans[0].fan is GUOBIAO.fans["清龙"]
    assert (score.total, score.counted, score.minimum) == (24, 21, 8)
    assert score.is_win is True and score.reason is None


def test_a_fan_counted_more_than_once() -> None:
    score = GUOBIAO.score("[123m][123m][123p]123p5s", "5s")
    (twice,) = [each for each in score.fans if each.count > 1]
    assert (twice.fan.zh, twice.count, twice.points) == ("一般高", 2, 2)


def test_fans_that_do_not_count_name_what_they_are_lost_to() -> None:
    score = GUOBIAO.score("CCCFFFPP99m123s", "9m")
    lost = {(each.fan.zh, each.count, each.by and each.by.zh) for each in score.excluded}
    assert lost == {("双箭刻", 1, "小三元"), ("箭刻", 2, "小三元"), ("幺九刻", 2, "小三元")}
    assert points(score)["幺九刻"] == 1  # the third triplet keeps its own
    score = GUOBIAO.score("112233m112233p5s", "5s", self_draw=True)
    lost = {(each.fan.zh, each.count, each.by and each.by.zh) for each in score.excluded}
    assert lost == {("不求人", 1, "七对"), ("单钓将", 1, "七对")}


def test_fans_of_chows_that_are_used_up_are_lost_to_none() -> None:
    score = GUOBIAO.score("[123m][123m][123p]123p5s", "5s")
    by_name = {each.fan.zh: each for each in score.excluded}
    assert by_name["喜相逢"] == Dropped(GUOBIAO.fans["喜相逢"], 3, None)
    assert by_name["无字"].by is GUOBIAO.fans["平和"]


def test_counted_and_lost_fans_are_all_that_the_hand_has() -> None:
    for row in mcr_hands()[::10]:
        score = GUOBIAO.score(row.hand, row.win, **row.context)
        assert sum(each.points for each in score.fans) == score.total
        assert all(each.points == each.count * each.fan.value for each in score.fans)
        counting = {each.fan for each in score.fans}
        assert all(each.count > 0 for each in score.excluded)
        assert all(each.by is None or each.by in counting for each in score.excluded)
        flowers = sum(each.points for each in score.fans if not each.fan.to_minimum)
        assert score.total - score.counted == flowers


def test_the_reading_holds_the_faces() -> None:
    score = HUANLE.score("1112345678999m", "*", self_draw=True)
    assert score.reading is not None
    assert score.faces == score.reading.faces == (0,)
    assert score.reading.shape is Shape.STANDARD and score.reading.melds == ()
    assert str(score.reading) == "111m (1)23m 456m 789m 99m"
    assert len(score.reading.tiles) == 14
    assert all(type(face) is int for face in score.faces)
    knitted = GUOBIAO.score("[123s]147m258p369s5s", "5s").reading
    assert knitted is not None and str(knitted) == "[123s] 147m258p369s 55s"
    assert knitted.shape is Shape.KNITTED_STRAIGHT and knitted.pair == 22


def test_the_reading_is_one_of_those_of_the_hand() -> None:
    for row in wild_hands()[::7]:
        score = HUANLE.score(row.hand, row.win, wild=row.wild, **row.context)
        natural = "'" if score.win.endswith("'") else ""
        full = score.hand.draw(row.win + natural)
        assert score.reading in queshen.readings(full, Shape.MCR)


def test_the_context_is_what_was_given() -> None:
    given = dict(PLAIN, self_draw=True, round_wind="S", seat_wind="N", flowers=8, last_tile=True)
    score = GUOBIAO.score(READY, "3p", **given)
    assert score.context == given
    assert GUOBIAO.score(READY, "3p").context == PLAIN
    assert GUOBIAO.score(READY, "3p", **score.context) != score.context
    assert GUOBIAO.score(READY, "3p", **score.context) == score
    score.context["flowers"] = 0
    assert score.context == given


def test_the_fourth_copy_after_three_melded_ones_is_the_last() -> None:
    hand = "[567p][555m]34m666pFF"
    proved = GUOBIAO.score(hand, "5m")
    assert proved.context["last_copy"] and "和绝张" in points(proved)
    assert proved == GUOBIAO.score(hand, "5m", last_copy=True)
    assert not GUOBIAO.score(hand, "2m").context["last_copy"]


@pytest.mark.parametrize(
    ("context", "fan"),
    [
        ({"self_draw": True}, "自摸"),
        ({"last_tile": True}, "海底捞月"),
        ({"last_tile": True, "self_draw": True}, "妙手回春"),
        ({"robbing": True}, "抢杠和"),
        ({"robbing": True, "last_copy": True}, "抢杠和"),
        ({"last_copy": True}, "和绝张"),
        ({"flowers": 1}, "花牌"),
    ],
)
def test_how_the_hand_was_won_pays(context: dict[str, Any], fan: str) -> None:
    assert fan in points(GUOBIAO.score(READY, "3p", **context))
    assert fan not in points(GUOBIAO.score(READY, "3p"))


def test_a_replacement_is_drawn_after_a_kong_of_either_sort() -> None:
    for kong in ("{1111m}", "[1111m]"):
        hand = kong + "[123p][CCC]89sEE"
        score = GUOBIAO.score(hand, "7s", self_draw=True, replacement=True)
        assert points(score)["杠上开花"] == 8
        assert "杠上开花" not in points(GUOBIAO.score(hand, "7s", self_draw=True))


# ---- no win -------------------------------------------------------------------------------------


def test_a_hand_that_is_not_complete_has_no_score() -> None:
    score = GUOBIAO.score(READY, "4p", self_draw=True, flowers=2)
    assert score.is_win is False and score.reason == "not complete"
    assert (score.total, score.counted, score.minimum) == (0, 0, 8)
    assert (score.fans, score.excluded, score.faces, score.reading) == ((), (), (), None)
    assert score.win == "4p" and score.hand == Hand(READY)
    assert repr(score) == "<Score 0: not complete>"


def test_flowers_do_not_reach_the_minimum() -> None:
    hand = "[123m]456m567p78sWW"
    score = GUOBIAO.score(hand, "9s", flowers=8)
    assert score.is_win is False and score.reason == "minimum"
    assert (score.total, score.counted, score.minimum) == (9, 1, 8)
    assert points(score) == {"连六": 1, "花牌": 8}
    assert score.reading is not None
    for least, wins in ((0, True), (1, True), (2, False), (10**6, False)):
        score = variant("guobiao", min_fan=least).score(hand, "9s", flowers=8)
        assert (score.is_win, score.total, score.minimum) == (wins, 9, least)


def test_a_room_without_a_minimum() -> None:
    free = variant("huanle", room="no_fan")
    assert free.minimum is None
    score = free.score("[123m]456m567p78sWW", "9s")
    assert score.is_win and score.minimum == 0


# ---- contexts that cannot be --------------------------------------------------------------------

KONG = "{1111m}[123p][CCC]89sEE"
WILD_READY = "[345p][678s]456m33s6mE"

IMPOSSIBLE: list[tuple[Rules, str, int | str, dict[str, Any], str]] = [
    (GUOBIAO, "123m456p789s111sEE", "W", {},
     "win is W, expected a tile of the hand 123m456p111789sEE"),
    (HUANLE, "[345p][678s]456m33s667m", "*", {"self_draw": True},
     "win is *, expected a tile of the hand [345p][678s]456667m33s"),
    (HUANLE, "[345p][678s]456m33s667m", "8m", {"self_draw": True, "wild": "8m"}, "win is 8m, "),
    (GUOBIAO, "123m456p789s11s*E", "E", {},
     "a wildcard in the hand 123m456p11789sE*, expected none: the game guobiao has none"),
    (GUOBIAO, READY, "*", {"self_draw": True}, "expected none: the game guobiao has none"),
    (QQ, "123m456p78s**EEE", "9s", {}, "a wildcard in the hand 123m456p78sEEE**"),
    (QQ, "123m456p78s11mEEE", "9s", {"wild": "1m"}, "a wildcard in the hand"),
    (QQ, "123m456p78s11pEEE", "9s", {"wild": "1m"}, "expected none: the game qq has none"),
    (HUANLE, "[345p][678s]456m33s67m", "8m", {"wild": "4p"},
     "a meld of the hand [345p][678s]45667m33s holds a 4p, expected none: that kind is wild"),
    (HUANLE, "[888m][678s]456m33s67s", "8s", {"wild": "8m"}, "holds a 8m, expected none"),
    (HUANLE, "{8888m}[678s]456m33s67s", "8s", {"wild": "8m"}, "holds a 8m, expected none"),
    (GUOBIAO, READY, "3p", {"robbing": True, "self_draw": True},
     "self_draw and robbing, expected one of them: a robbed kong is another seat's tile"),
    (GUOBIAO, KONG, "7s", {"replacement": True},
     "replacement without self_draw, expected both: a replacement is drawn"),
    (GUOBIAO, READY, "3p", {"replacement": True, "self_draw": True},
     "replacement with no kong among the melds of the hand [123m][456m][789m]55m12p, expected one"),
    (GUOBIAO, READY, "3p", {"robbing": True, "last_tile": True},
     "robbing and last_tile, expected one of them: no kong is made when the wall is empty"),
    (GUOBIAO, "[123m][456m]12333p55m", "3p", {"robbing": True},
     "robbing with another 3p in the hand [123m][456m]55m12333p, expected none: the robbed"),
    (GUOBIAO, "[123m][345p]12p456m55m", "3p", {"robbing": True}, "robbing with another 3p in"),
    (GUOBIAO, "[123m][456m]12333p55m", "3p", {"last_copy": True},
     "last_copy with another 3p concealed in the hand [123m][456m]55m12333p, expected the other"),
    (HUANLE, WILD_READY, "*", {"self_draw": True, "last_copy": True},
     "last_copy with a wildcard, expected a natural winning tile"),
    (HUANLE, WILD_READY, "E", {"self_draw": True, "last_copy": True, "wild": "E"},
     "last_copy with a wildcard"),
    (HUANLE, WILD_READY, "*", {},
     "win is a wildcard without self_draw, expected a natural tile: a discarded one is its own"),
    (RON["no"], WILD_READY, "*", {}, "win is a wildcard without self_draw"),
    (GUOBIAO, READY, "3p", {"flowers": 9}, "flowers is 9, expected 0..8"),
    (GUOBIAO, READY, "3p", {"flowers": -1}, "flowers is -1, expected 0..8"),
    (GUOBIAO, READY, "3p", {"round_wind": "C"}, "round_wind is 'C', expected E, S, W or N"),
    (GUOBIAO, READY, "3p", {"seat_wind": 0}, "seat_wind is 0, expected E, S, W or N"),
    (GUOBIAO, READY, "3p", {"seat_wind": "e"}, "seat_wind is 'e', expected E, S, W or N"),
    (GUOBIAO, READY, "3p", {"round_wind": None}, "round_wind is None, expected E, S, W or N"),
    (GUOBIAO, "[123m]456m3333p556s", "3p", {},
     "win is '3p', expected another tile: the hand [123m]456m3333p556s holds four"),
    (GUOBIAO, "[111m]456m456p789s1m", "1m", {},
     "win is 1m, the fifth copy in the hand [111m]1456m456p789s, expected at most four natural"),
    (GUOBIAO, "{9999p}[111p][567p]5566p", "9p", {"self_draw": True}, "win is 9p, the fifth copy"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "hand", "win", "context", "message"), IMPOSSIBLE)
def test_a_win_that_cannot_be_is_refused(
    rules: Rules, hand: str, win: int | str, context: dict[str, Any], message: str
) -> None:
    with pytest.raises(HandError) as caught:
        rules.score(hand, win, **context)
    assert message in str(caught.value)


def test_wildcards_in_melds_where_the_rules_allow_it() -> None:
    rules = variant("huanle", caishen_meld=True)
    assert rules.score("[888m][678s]456m33s67s", "8s", wild="8m").is_win


def test_tiles_that_are_none() -> None:
    for win in ("", "'", "0m", "春", "3p3p", "e", " 3p", "[333p]", 34, -1, 10**30):
        with pytest.raises(NotationError):
            GUOBIAO.score(READY, win)
    for odd in (None, 1.0, b"3p", ["3p"], object()):
        with pytest.raises(TypeError):
            GUOBIAO.score(READY, odd)  # type: ignore[arg-type]


def test_hands_that_are_none() -> None:
    for hand in (READY + "1m1m", READY[:-3], ""):
        with pytest.raises(HandError, match="concealed tiles"):
            GUOBIAO.score(hand, "3p")
    for odd in (None, 5, b"123m", [1] * 34, bytes(34), object()):
        with pytest.raises(TypeError, match="expected a Hand or its text"):
            GUOBIAO.score(odd, "3p")  # type: ignore[arg-type]
    with pytest.raises(HandError, match="1 melds known only by their number, expected the melds"):
        GUOBIAO.score(Hand("123m456p78s11m", melds=1), "9s")
    with pytest.raises(HandError, match="a hand of 5 sets, expected 4 in guobiao"):
        GUOBIAO.score(Hand("123m456p78sEEE11m999s", sets=5), "9s")
    with pytest.raises(HandError, match="wild is '5m', expected none beside a Hand"):
        HUANLE.score(Hand(READY), "3p", wild="5m")
    with pytest.raises(HandError, match="wild is '5x', expected a tile such as 6m"):
        HUANLE.score(READY, "3p", wild="5x")
    with pytest.raises(NotationError, match="position 2"):
        HUANLE.score("[1x]", "3p")
    with pytest.raises(HandError, match="notation is 'klingon', expected one of"):
        HUANLE.score(READY, "3p", notation="klingon")


def test_arguments_are_named() -> None:
    with pytest.raises(TypeError):
        GUOBIAO.score(READY)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        GUOBIAO.score(READY, "3p", True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="selfdraw"):
        GUOBIAO.score(READY, "3p", selfdraw=True)  # type: ignore[call-arg]


def test_games_of_other_sizes() -> None:
    def of(sets: int) -> Rules:
        hands = HandRules(shapes=Shape.STANDARD, sets=sets)
        return Rules(replace(QQ.definition, id=f"sets{sets}", hands=lambda _: hands))

    assert of(2).score("[123m]456p5s", "5s").is_win
    assert of(5).score("[123m]456p789s123s11m2m2m", "2m").is_win
    assert of(5).score("[123m]456p789s123s11m2m2m", "2m").hand.sets == 5
    assert [wait.tile for wait in of(2).waits("[123m]4567p")] == ["4p", "7p"]
    with pytest.raises(HandError, match="expected 1 or 2 with 2 of 2 sets melded"):
        of(2).score(READY[6:], "3p")


# ---- as a value ---------------------------------------------------------------------------------


def some_scores() -> list[Score]:
    return [
        GUOBIAO.score(READY, "3p"),
        GUOBIAO.score(READY, "3p", self_draw=True),
        GUOBIAO.score(READY, "3p", flowers=1),
        GUOBIAO.score(READY, "3p", seat_wind="S"),
        GUOBIAO.score(READY, "3p", round_wind="S"),
        GUOBIAO.score(READY, "3p", last_tile=True),
        GUOBIAO.score(READY, "3p", robbing=True),
        GUOBIAO.score(READY, "3p", last_copy=True),
        GUOBIAO.score(READY, "4p"),
        GUOBIAO.score(KONG, "7s", self_draw=True, replacement=True),
        QQ.score(READY, "3p"),
        HUANLE.score(FITS, "8m", wild="8m"),
        HUANLE.score(FITS, "8m", wild="8m", self_draw=True),
        HUANLE.score(FITS, "8m'", wild="8m", self_draw=True),
        HUANLE.score(FITS, "*", self_draw=True),
        RON["no"].score(FITS, "8m", wild="8m"),
        RON["wild"].score(FITS, "8m", wild="8m"),
        HUANLE.score(FITS + "8m", "8m", wild="8m"),
        HUANLE.score(WILD_READY + "7m", "7m", wild="E"),
    ]


def test_scores_are_equal_where_everything_is() -> None:
    scores, again = some_scores(), some_scores()
    for (i, one), (k, other) in product(enumerate(scores), enumerate(again)):
        assert (one == other) is (i == k), (one, other)
        assert (one != other) is (i != k)
    assert len(set(scores + again)) == len(scores)
    assert scores[0] != 29 and scores[0] != "score" and scores[0] is not None
    with pytest.raises(TypeError):
        scores[0] < scores[1]  # type: ignore[operator]  # noqa: B015


def everything(score: Score) -> tuple[object, ...]:
    return (
        score.rules, score.hand, score.win, score.context, score.self_draw, score.is_win,
        score.reason, score.total, score.counted, score.minimum, score.fans, score.excluded,
        score.reading, score.faces, repr(score), score.to_dict(),
    )  # fmt: skip


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_score_comes_out_of_a_pickle_as_it_was(protocol: int) -> None:
    for score in some_scores():
        again = pickle.loads(pickle.dumps(score, protocol))
        assert again == score and hash(again) == hash(score)
        assert everything(again) == everything(score)


def test_copies_are_equal() -> None:
    for score in some_scores():
        assert copy.copy(score) == score
        assert everything(copy.deepcopy(score)) == everything(score)


def test_a_score_shows_its_total_and_its_fans() -> None:
    score = GUOBIAO.score("[123m][123m][123p]123p5s", "5s")
    assert repr(score) == "<Score 6: 平和 一般高×2 喜相逢 单钓将>"
    assert repr(GUOBIAO.score(READY, "4p")) == "<Score 0: not complete>"
    assert repr(RON["no"].score(FITS, "8m", wild="8m")) == "<Score 0: discarded wildcard>"


def test_a_score_does_not_change() -> None:
    score = GUOBIAO.score(READY, "3p")
    names = [name for name in dir(score) if not name.startswith("_")]
    assert {"rules", "hand", "win", "total", "fans", "reading", "context"} <= set(names)
    for name in names:
        with pytest.raises(AttributeError):
            setattr(score, name, None)
        with pytest.raises(AttributeError):
            delattr(score, name)
    with pytest.raises(AttributeError):
        score.other = 1  # type: ignore[attr-defined]
    assert isinstance(score.fans, tuple) and score.fans is score.fans
    for value in (score.fans[0], score.excluded[0], score.reading):
        with pytest.raises((AttributeError, TypeError)):
            value.fan = None  # type: ignore[union-attr,misc]


def test_nobody_else_makes_scores_or_kinds_of_scores() -> None:
    with pytest.raises(TypeError):
        Score()
    with pytest.raises(TypeError):
        type("Mine", (Score,), {})


def test_a_score_is_told_in_two_languages() -> None:
    for score in some_scores():
        for language in ("en", "zh"):
            text = score.explain(language)
            assert str(score.total) in text or not score.total
        assert score.explain() == score.explain("en")
        facts = score.to_dict()
        assert facts["total"] == score.total and facts["reason"] == score.reason
    with pytest.raises(queshen.QueshenError):
        GUOBIAO.score(READY, "3p").explain("de")
