"""欢乐麻将: what 财神 are and may do, and the fans that the game adds, one rule after the other."""

from __future__ import annotations

from typing import Any

import pytest
from score_engine import lists, named, scored

from queshen.errors import HandError, RulesError
from queshen.fans import Fan
from queshen.rules import Turned, variant

HUANLE = variant("huanle")
STACK = HUANLE.replace(ming_gang_2="stack")

BARE = "[123m][345m]678p567sWW win=7s"
"""Nothing but 无财神."""


def under(text: str, **options: Any) -> dict[str, int]:
    """The fans of a line with some options changed."""
    return lists(HUANLE.replace(**options), text)


# ---- which kind is wild ---------------------------------------------------------------------


def test_the_kind_after_the_indicator_is_wild_and_nine_is_followed_by_one() -> None:
    assert HUANLE.wildcards_of(["5m"]).wild == 5
    for suit in range(3):
        assert HUANLE.wildcards_of([9 * suit + 8]).wild == 9 * suit
        assert [HUANLE.wildcards_of([9 * suit + r]).wild for r in range(8)] == [
            9 * suit + r for r in range(1, 9)
        ]


def test_honours_are_one_ring_or_winds_and_dragons_one_each() -> None:
    ring = [HUANLE.wildcards_of([name]).wild for name in "ESWNCFP"]
    assert ring == [28, 29, 30, 31, 32, 33, 27]
    separate = HUANLE.replace(honor_cycle="separate")
    rings = [separate.wildcards_of([name]).wild for name in "ESWNCFP"]
    assert rings == [28, 29, 30, 27, 32, 33, 31]
    assert separate.wildcards_of(["9m"]).wild == 0


def test_a_turned_flower_is_set_aside_or_ends_it() -> None:
    assert HUANLE.wildcards_of(["春", "菊", "3s"]) == Turned(20, 21, (34, 41))
    none = HUANLE.replace(indicator_flower="no_caishen")
    assert none.wildcards_of(["春"]) == Turned(None, None, (34,))
    assert none.wildcards_of(["3s"]) == Turned(20, 21)


def test_the_indicator_comes_from_an_end_of_the_wall() -> None:
    assert HUANLE.options["indicator_from"] == "head"
    assert HUANLE.replace(indicator_from="tail").wildcards_of(["3s"]) == Turned(20, 21)
    with pytest.raises(RulesError, match="expected one of 'head', 'tail'"):
        HUANLE.replace(indicator_from="middle")


def test_the_open_indicator_is_out_of_play() -> None:
    copies = HUANLE.copies("9m")
    assert (copies[8], copies[0], sum(copies)) == (3, 4, 135)
    assert sum(HUANLE.replace(indicator_in_play=True).copies("9m")) == 136


def test_the_indicator_itself_may_be_the_wild_kind() -> None:
    own = HUANLE.replace(caishen_kind="indicator")
    assert own.wildcards_of(["P"]) == Turned(33, 33)
    # three of them are left in play
    assert own.copies("P")[33] == 3


# ---- claims and discards --------------------------------------------------------------------


@pytest.mark.parametrize("meld", ["[555p]", "[345p]", "[5555p]", "{5555p}"])
def test_a_wildcard_is_in_no_meld(meld: str) -> None:
    text = f"{meld}123m456m789s99s win=9s wild=5p"
    with pytest.raises(HandError, match="that kind is wild and cannot be claimed or laid out"):
        scored(HUANLE, text)
    # where it may be laid out, it is what it shows
    assert under(text, caishen_meld=True) == lists(HUANLE, text.removesuffix(" wild=5p"))


def test_four_wildcards_in_the_hand_are_no_kong() -> None:
    score = scored(HUANLE, "[123m][345m]99s6s5555pE win=E wild=5p")
    assert len(score.faces) == 4
    assert not lists(HUANLE, "[123m][345m]99s6s5555pE win=E wild=5p").keys() & {"暗杠", "明杠"}


def test_whether_a_wildcard_may_be_discarded_is_an_option() -> None:
    assert HUANLE.options["caishen_discard"] is True
    assert HUANLE.replace(caishen_discard=False).options["caishen_discard"] is False


CLAIMED = "[345p][678s]456678m33s win=8m wild=8m"
ONLY_WILD = "[345p][678s]456m33sEE win=8m wild=8m"  # 8m completes it as 3s or E only


def test_a_discarded_wildcard_counts_as_its_own_face() -> None:
    assert scored(HUANLE, CLAIMED).faces == ()
    assert lists(HUANLE, CLAIMED) == {"平和": 1, "断幺": 1, "无财神": 1, "喜相逢": 1}
    assert scored(HUANLE, ONLY_WILD).reason == "not complete"


def test_a_discarded_wildcard_may_stay_wild() -> None:
    wild = HUANLE.replace(caishen_ron="wild")
    assert named(scored(wild, CLAIMED).faces) == "8m"
    assert lists(wild, ONLY_WILD) == {"无番和": 1}
    assert scored(wild, CLAIMED.replace("win=8m", "win=8m'")).faces == ()


def test_a_discarded_wildcard_may_win_for_nobody() -> None:
    nobody = HUANLE.replace(caishen_ron="no")
    for tile in ("8m", "8m'"):
        score = scored(nobody, CLAIMED.replace("win=8m", f"win={tile}"))
        assert (score.is_win, score.reason) == (False, "discarded wildcard")
    assert scored(nobody, CLAIMED + " self").is_win  # who draws it wins as always
    assert scored(nobody, CLAIMED.replace("win=8m", "win=7m")).is_win


# ---- what a wildcard stands for -------------------------------------------------------------


def test_a_wildcard_stands_for_no_flower() -> None:
    for flowers in range(9):
        score = scored(HUANLE, f"[123m][345m]678p567sW* win=W flowers={flowers}")
        assert lists(HUANLE, f"[123m][345m]678p567sW* win=W flowers={flowers}").get("花牌", 0) == (
            flowers
        )
        assert (score.counted, named(score.faces)) == (8, "W")


FIFTH = "[123m][345p][678s]4444mE win=E wild=E self"


def test_a_wildcard_may_be_a_fifth_copy() -> None:
    assert lists(HUANLE, FIFTH) == {"四归一": 1, "无字": 1, "单钓将": 1, "自摸": 1}
    assert named(scored(HUANLE, FIFTH).faces) == "4m"
    barred = scored(HUANLE.replace(caishen_fifth_copy=False), FIFTH)
    assert (barred.is_win, barred.reason) == (False, "not complete")


@pytest.mark.parametrize(
    ("fan", "text", "faces"),
    [
        ("七对", "1133m5577p2299sCE win=C wild=E", "C"),
        ("七对", "1133m5577p2299sCE win=E wild=E self", "C"),
        ("十三幺", "19m19p1s5mESWNCFPP win=P wild=5m", "9s"),
        ("十三幺", "19m19p19s5mESWNCFP win=P wild=5m", "1m"),  # the second copy
        ("全不靠", "147m258p36sESWN5mC win=C wild=5m", "9s"),
        ("七星不靠", "147m25p36sESWNC5mP win=P wild=5m", "F"),
        ("组合龙", "13457m4m28p369sEE5s win=4m wild=5s", "5p"),
    ],
)
def test_wildcards_fill_hands_that_are_not_four_sets(fan: str, text: str, faces: str) -> None:
    assert fan in lists(HUANLE, text)
    assert named(scored(HUANLE, text).faces) == faces
    standard = scored(HUANLE.replace(caishen_special_hands=False), text)
    assert (standard.is_win, standard.reason) == (False, "not complete")


def test_wildcards_as_themselves_are_in_any_hand() -> None:
    text = "1133m5577p2299sCC win=C wild=9s"
    standard = lists(HUANLE.replace(caishen_special_hands=False), text)
    assert standard == {"七对": 1, "无财神": 1}
    # then the rest of the hand is judged with them as themselves: 8p alone completes it
    knitted = "369m147p79p258s8m8m8p win=8p wild=8m"
    assert "坎张" in under(knitted, caishen_special_hands=False)
    assert "坎张" not in lists(HUANLE, knitted)


def test_nine_gates_may_hold_wildcards_or_not() -> None:
    held = "1112345678m*99m5m win=5m"
    assert lists(HUANLE, held) == {"九莲宝灯": 1, "双暗刻": 1, "幺九刻": 1}
    assert under(held, caishen_nine_gates="natural") == {
        "清一色": 1,
        "门前清": 1,
        "双暗刻": 1,
        "幺九刻": 2,
    }
    drawn = "1112345678999mE win=E wild=E self"
    assert "九莲宝灯" in lists(HUANLE, drawn)
    assert "九莲宝灯" not in under(drawn, caishen_nine_gates="natural")
    # a wildcard as itself is a tile like others
    own = "11123455678999m win=5m wild=5m self"
    assert "九莲宝灯" in under(own, caishen_nine_gates="natural")
    # eight of a pattern and a tile of another suit is none
    assert "九莲宝灯" not in lists(HUANLE, "1112345678m*9m9p9p win=9p")


def test_a_wildcard_in_a_pung_is_concealed_and_a_discard_that_ends_one_is_not() -> None:
    drawn = "[123m][345m]666p888p9sE win=8p wild=E"
    assert lists(HUANLE, drawn + " self") == {"双暗刻": 1, "无字": 1, "自摸": 1}
    assert lists(HUANLE, drawn) == {"无字": 1}
    # the discarded 4m may end the chow, and the wildcard the pung
    assert lists(HUANLE, "[123p]444m56m999s22pE win=4m wild=E") == {
        "四归一": 1,
        "双暗刻": 1,
        "幺九刻": 1,
        "无字": 1,
    }


def test_a_tile_hog_counts_what_wildcards_stand_for_or_natural_tiles() -> None:
    text = "[123s][789p]444m9p9p56mE win=9p wild=E"
    assert lists(HUANLE, text) == {"花龙": 1, "四归一": 1, "幺九刻": 1, "无字": 1}
    assert under(text, hog_counts_caishen=False) == {"花龙": 1, "幺九刻": 1, "无字": 1}
    natural = "[123s][789p]4444m99p56m win=9p"
    assert under(natural, hog_counts_caishen=False)["四归一"] == 1
    # six of a kind are one hog
    assert lists(HUANLE, "[345p]5555m**678s99s win=9s")["四归一"] == 1


def test_a_wait_is_judged_with_wildcards_free_or_frozen() -> None:
    plain = "[123p][456s]CCC99p24m3m win=3m"
    assert lists(HUANLE, plain) == {"箭刻": 1, "无财神": 1, "坎张": 1}
    held = "[123p][456s]CC99p24mE3m win=3m wild=E"  # C and 9p would do too
    assert lists(HUANLE, held) == {"箭刻": 1}
    assert under(held, caishen_wait="frozen") == {"箭刻": 1, "坎张": 1}
    drawn = "[123p][456s]CCC99p24mE win=E wild=E self"  # 3m is the only kind it waits for
    for wait in ("free", "frozen"):
        assert under(drawn, caishen_wait=wait) == {"箭刻": 1, "坎张": 1, "自摸": 1}


def test_a_wildcard_may_end_a_wait_for_the_fifth_copy() -> None:
    for text in (FIFTH, "147m258p369s4444sP win=P wild=P self"):
        for wait in ("free", "frozen"):
            assert "单钓将" in under(text, caishen_wait=wait)
            assert "单钓将" not in under(
                text, caishen_wait=wait, formal_wait_counts_exhausted=False
            )
    # with 2p as it lies, five of them
    five = "3444m5m2222p35p4pPP win=4p wild=P"
    assert "坎张" in under(five, caishen_wait="frozen")
    assert "坎张" not in lists(HUANLE, five)


def test_the_last_copy_is_a_natural_tile() -> None:
    drawn = "[123p][333m]CCC99p24mE win=E wild=E self"
    assert "和绝张" not in lists(HUANLE, drawn)
    with pytest.raises(HandError, match="last_copy with a wildcard"):
        scored(HUANLE, drawn + " last_copy")
    natural = "[123p][333m]CCC99p234m win=3m self"  # its own meld holds the other three
    assert lists(HUANLE, natural)["和绝张"] == 1
    assert HUANLE.options["indicator_visible"] is True


@pytest.mark.parametrize(
    ("text", "fans"),
    [
        ("[123p]3455p888p99pE5p win=5p wild=E", {"清一色"}),
        ("[EEE]SSSWWWCC1mP win=P wild=1m", {"字一色"}),
        ("[234s]666s888s44s3sE4s win=4s wild=E", {"绿一色"}),
    ],
)
def test_fans_of_suits_and_honours_are_judged_by_what_wildcards_stand_for(
    text: str, fans: set[str]
) -> None:
    assert lists(HUANLE, text).keys() >= fans


# ---- 无财神 and 无番和 ------------------------------------------------------------------------


def test_every_wildcard_must_stand_for_itself_or_one_of_them() -> None:
    own = "[345p][678s]456m67m33s8m win=7m wild=8m"
    assert lists(HUANLE, own) == {"平和": 1, "断幺": 1, "无财神": 1, "喜相逢": 1}
    one = "[345p][678s]456m678m8m3s win=7m wild=8m"  # 8m and 3s
    assert lists(HUANLE, one) == {"平和": 1, "断幺": 1, "喜相逢": 1}
    assert under(one, wu_cai_shen_all=False)["无财神"] == 1
    neither = "[345p][678s]456m67mEE3s win=7m wild=E"
    assert "无财神" not in under(neither, wu_cai_shen_all=False)
    assert lists(HUANLE, BARE) == under(BARE, wu_cai_shen_all=False) == {"无财神": 1}


def test_itself_is_its_own_face_or_any_tile_of_its_suit() -> None:
    suit = "[345p][678s]456m67m1m33s win=7m wild=1m"  # 1m as 8m
    assert "无财神" not in lists(HUANLE, suit)
    assert under(suit, self_use="suit")["无财神"] == 1
    honour = "[345p][678s]456m678mEC win=E wild=C"
    assert under(honour, self_use="suit")["无财神"] == 1
    other = "[345p][678s]456m67m33sC win=7m wild=C"
    assert "无财神" not in under(other, self_use="suit")
    # a wildcard without a face has no suit
    assert "无财神" not in under("[345p][678s]456m67m33s* win=7m", self_use="suit")


def test_the_table_may_have_no_wu_cai_shen() -> None:
    assert under(BARE, has_wu_cai_shen=False) == {"无番和": 1}


SUBSTITUTE = "[123m][345m]678p57sWWE win=7s wild=E flowers=2"


@pytest.mark.parametrize(
    ("ignores", "bare", "substitute"),
    [
        (("hua_pai",), {"无财神": 1}, {"无番和": 1}),
        (("hua_pai", "wu_cai_shen"), {"无财神": 1, "无番和": 1}, {"无番和": 1}),
        ((), {"无财神": 1}, {}),
        (("wu_cai_shen",), {"无财神": 1}, {}),
    ],
)
def test_a_bare_hand_may_have_the_fans_that_are_ignored(
    ignores: tuple[str, ...], bare: dict[str, int], substitute: dict[str, int]
) -> None:
    flowers = {"花牌": 2}
    assert under(BARE + " flowers=2", wu_fan_ignores=ignores) == bare | flowers
    assert under(SUBSTITUTE, wu_fan_ignores=ignores) == substitute | flowers
    if "wu_cai_shen" in ignores:
        assert under(BARE, wu_fan_ignores=ignores) == {"无财神": 1, "无番和": 1}


# ---- the best faces -------------------------------------------------------------------------


def test_faces_are_those_of_the_highest_total() -> None:
    score = scored(HUANLE, "[123p][456p]78p99s234mE win=9s wild=E")
    assert named(score.faces) == "9p"  # 清龙, and not 6p
    assert HUANLE.options["assignment"] == "max_total"


@pytest.mark.parametrize(
    ("wild", "face"),
    [("7m", "7m"), ("4m", "4m"), ("E", "4m")],  # as itself if that is as good, else the lowest
)
def test_between_equal_totals_a_wildcard_stays_itself_and_then_is_low(wild: str, face: str) -> None:
    rules = HUANLE.replace(has_wu_cai_shen=False)
    score = scored(rules, f"[123p][CCC]99s789p56m{wild} win=9s wild={wild}")
    assert (score.total, named(score.faces)) == (3, face)


def test_four_alike_by_wildcards_are_two_of_the_seven_pairs_and_a_hog() -> None:
    text = "1133m5577p2299s9sE win=9s wild=E"
    assert lists(HUANLE, text) == {"七对": 1, "四归一": 1, "无字": 1}
    assert under(text, hog_counts_caishen=False) == {"七对": 1, "无字": 1}


def test_the_game_has_no_props() -> None:
    with pytest.raises(RulesError, match="no option of huanle is called 'props'"):
        variant("huanle", props=True)


@pytest.mark.parametrize(("room", "minimum"), [("popular", 0), ("8fan", 8), ("no_fan", 0)])
def test_the_highest_total_without_flowers_must_reach_the_minimum_of_the_room(
    room: str, minimum: int
) -> None:
    rules = variant("huanle", room=room)
    low = scored(rules, BARE + " flowers=8")
    assert (low.total, low.counted) == (10, 2)
    assert low.is_win is (minimum <= 2)
    assert low.reason == (None if low.is_win else "minimum")
    # another face makes it 无番和, which is enough
    assert scored(rules, SUBSTITUTE).is_win
    six = variant("huanle", room=room, min_fan=3)
    assert scored(six, BARE).reason == "minimum"
    assert scored(six, BARE + " self").is_win


def test_four_melds_and_a_lone_wildcard_are_a_melded_hand_without_a_single_wait() -> None:
    text = "[123m][345m][678p][678s]EW win=W wild=E"
    assert lists(HUANLE, text) == {"全求人": 1, "喜相逢": 1}
    assert "单钓将" not in under(text, exclusion_mode="stated_only")
    assert lists(HUANLE, text + " self") == {"喜相逢": 1, "自摸": 1}
    # a lone W, and the wildcard is drawn
    lone = "[123m][345m][678p][678s]WE win=E wild=E self"
    assert lists(HUANLE, lone) == {"喜相逢": 1, "单钓将": 1, "自摸": 1}


# ---- two pungs of a kind, by fifth copies ---------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fans"),
    [
        # 三风刻 counts pungs, 大四喜 kinds; the winds of round and seat are paid once
        (
            "EEEESSSWWW**99p win=9p",
            {"四暗刻": 1, "混幺九": 1, "三风刻": 1, "混一色": 1}
            | {"圈风刻": 1, "门风刻": 1, "四归一": 1},
        ),
        # a pair of a wind that there is a pung of is no 小四喜
        (
            "EEEE*SSSWWW345m win=5m",
            {"三暗刻": 1, "三风刻": 1, "混一色": 1, "圈风刻": 1, "门风刻": 1}
            | {"门前清": 1, "四归一": 1},
        ),
        # three dragon pungs of two kinds are no 大三元
        (
            "CCCCFFF345m9s9s** win=9s",
            {"三暗刻": 1, "双箭刻": 1, "门前清": 1, "四归一": 1, "缺一门": 1},
        ),
        ("CCCC345m678p99s** win=9s", {"双箭刻": 1, "门前清": 1, "四归一": 1, "双暗刻": 1}),
        # and a pair of one of two kinds is no 小三元
        (
            "CCCC*FFF345m678p win=8p",
            {"双箭刻": 1, "门前清": 1, "四归一": 1, "双暗刻": 1, "缺一门": 1},
        ),
        (
            "CCCC**345m678pPP win=P",
            {"双箭刻": 1, "门前清": 1, "四归一": 1, "双暗刻": 1, "缺一门": 1},
        ),
        # no 幺九刻 for either pung of a wind that is paid
        (
            "[345p]EEEE**678s99s win=9s",
            {"圈风刻": 1, "门风刻": 1, "四归一": 1, "双暗刻": 1, "缺一门": 1},
        ),
        (
            "[345p]EEEE**678s99s win=9s round=S seat=W",
            {"四归一": 1, "双暗刻": 1, "幺九刻": 2, "缺一门": 1},
        ),
        # 同刻 is of two suits
        ("[345p]5555m**678s99s win=9s", {"四归一": 1, "双暗刻": 1, "无字": 1}),
    ],
)
def test_two_pungs_of_a_kind(text: str, fans: dict[str, int]) -> None:
    assert lists(HUANLE, text) == fans


# ---- the table ------------------------------------------------------------------------------


@pytest.mark.parametrize("fan", STACK.fans, ids=lambda fan: fan.id)
def test_an_example_has_its_fan(fan: Fan) -> None:
    assert fan in [each.fan for each in scored(STACK, fan.example).fans]


def test_the_table_has_83_fans_of_which_one_is_listed_twice() -> None:
    assert len(STACK.fans) == 83 and len(HUANLE.fans) == 82
    assert "ming_gang_2" not in HUANLE.fans and "ming_an_gang" not in STACK.fans


@pytest.mark.parametrize(
    ("text", "alias", "stack"),
    [
        ("[2222m]567m345p678sWW win=7m", {"明杠": 1}, {"明杠": 1, "明杠2": 1}),
        ("[2222m]{8888p}345s678sEE win=8s", {"明杠": 1}, {"明杠": 1, "明杠2": 1}),
        ("[2222m][8888p]345s678sEE win=8s", {}, {}),  # 双明杠 in place of both
        ("{2222m}567m345p678sWW win=7m", {}, {}),
    ],
)
def test_the_second_listing_of_the_exposed_kong_is_the_first_or_pays_again(
    text: str, alias: dict[str, int], stack: dict[str, int]
) -> None:
    names = ("明杠", "明杠2")
    assert {zh: n for zh, n in lists(HUANLE, text).items() if zh in names} == alias
    assert {zh: n for zh, n in lists(STACK, text).items() if zh in names} == stack


def test_full_flush_states_that_a_lacking_suit_is_not_counted() -> None:
    text = "[123p]34556788899p win=5p"
    literal = {"exclusion_mode": "stated_only", "que_yi_men": "at_most_two_suits"}
    assert "缺一门" not in under(text, **literal)
    assert under(text, **literal, qing_yi_se_excludes_que_yi_men=False)["缺一门"] == 1


def test_a_concealed_and_an_exposed_kong_are_paid_apart() -> None:
    fans = lists(HUANLE, "[2222m]{8888p}345678sEE win=E")
    assert fans["暗杠"] == fans["明杠"] == 1


# ---- waits and what they are worth ----------------------------------------------------------


def test_each_wait_has_its_two_totals_and_its_live_tiles() -> None:
    (wait,) = HUANLE.waits("[123p][456s]CCC99p24m", visible="33m")
    assert (wait.tile, wait.wild, wait.live, wait.reaches) == ("3m", False, 2, True)
    assert wait.self_draw is not None and wait.discard is not None
    assert (wait.self_draw.total, wait.discard.total) == (6, 5)


def test_a_wildcard_is_a_wait_that_nobody_can_discard() -> None:
    waits = {wait.tile: wait for wait in HUANLE.waits("[123p][456s]CC99p24mE", wild="E")}
    assert list(waits) == ["3m", "9p", "E", "C"]
    assert waits["E"].wild and waits["E"].discard is None
    assert [waits[tile].live for tile in waits] == [4, 2, 3, 2]
    for tile, wait in waits.items():
        drawn = scored(HUANLE, f"[123p][456s]CC99p24mE win={tile} wild=E self")
        assert wait.self_draw is not None and wait.self_draw.total == drawn.total
    faceless = HUANLE.waits("[123p][456s]CCC99p2m*")[-1]
    assert (faceless.tile, faceless.wild, faceless.discard) == ("*", True, None)


def test_a_wait_below_the_minimum_is_shown_as_such() -> None:
    (wait,) = variant("huanle", room="8fan").waits("[123p][456s]CCC99p24m", visible="33m")
    assert not wait.reaches
    assert wait.discard is not None and wait.discard.reason == "minimum"
