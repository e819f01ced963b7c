"""国标麻将: every fan by an example and by a hand that just misses it, and the minimum of 8."""

from __future__ import annotations

from typing import Any

import pytest
from score_engine import lists, scored

from queshen.errors import HandError, RulesError
from queshen.fans import Fan
from queshen.rules import variant

GUOBIAO = variant("guobiao")
FREE = variant("guobiao", min_fan=0)


LACKING = {
    "大四喜": "[EEE][SSS]555pWWWNN win=N",  # the fourth wind is the pair
    "大三元": "[CCC][FFF]123m999sPP win=P",  # the third dragon is the pair
    "绿一色": "223344666888sCC win=C",  # 中 is not green
    "九莲宝灯": "11123455678999m win=4m",  # 1112355678999m before the win
    "四杠": "[1111m][5555p]{8888s}EEE99p win=9p",
    "连七对": "22334455667799p win=5p",  # no 8p
    "十三幺": "1199m1199p1199sEE win=E",  # only terminals and honours, in pairs
    "清幺九": "[111m][999p]999m22p111s win=2p",
    "小四喜": "[EEE][SSS]456pWWW99p win=6p",
    "小三元": "[CCC]123m456sFFF99p win=6s",
    "字一色": "[EEE]SSSWWWCCC11m win=1m",
    "四暗刻": "222m444p666s888sEE win=8s",  # the discard makes the fourth pung
    "一色双龙会": "11223366778899m win=6m",  # the pair is no 5
    "一色四同顺": "222333344445p99s win=5p",
    "一色四节高": "[222p]333444666p99s win=9s",
    "一色四步高": "123345567678m11p win=8m",
    "三杠": "[1111m][5555p]888s234m99p win=4m",
    "混幺九": "[111m]999p111sEEE22p win=2p",
    "七对": "222233334444p99s win=4p",  # also seven pairs, but worth more as sets
    "七星不靠": "147m258p36sESWNCF win=F",  # six of the seven honours
    "全双刻": "[222m]66m444p666777s win=6s",
    "清一色": "[123s]34556788899p win=5p",
    "一色三同顺": "[456m][567m]456m78999s win=9s",
    "一色三节高": "[222m]333555m678p99s win=9s",
    "全大": "[789m]678789p77999s win=7s",
    "全中": "[456m]34555p444666s win=5p",
    "全小": "[123m]112233p22234s win=4s",
    "清龙": "[456p]123456678mEE win=E",
    "三色双龙会": "123789m123789p66s win=6s",
    "一色三步高": "[123m]234456m678pEE win=6m",  # by one, then by two
    "全带五": "[345m]55m555p456678s win=8s",
    "三同刻": "[333m]456m33399p444s win=9p",
    "三暗刻": "[345m]222555p888sEE win=8s",
    "全不靠": "134457m258p369sEE win=5m",  # the knitted tiles and a set
    "组合龙": "147m258p36sESWNCF win=F",  # eight of the nine knitted tiles
    "大于五": "[678m]667788p55999s win=5s",
    "小于五": "[234m]112233p22555s win=2s",
    "三风刻": "[EEE][SSS]99m456pCCC win=9m",
    "花龙": "[123m]345m456p678sCC win=C",
    "推不倒": "[123p]23488899p567s win=9p",
    "三色三同顺": "[345m]789m345p456sEE win=E",
    "三色三节高": "[333m]678m444p444sEE win=E",
    "无番和": "[123m][345m]678p567sWW win=7s self",
    "妙手回春": "[123m][345m]678p567sWW win=7s last",
    "海底捞月": "[123m][345m]678p567sWW win=7s last self",
    "杠上开花": "[123m]{8888p}345m567sWW win=7s self",
    "抢杠和": "[123m][345m]678p567sWW win=7s last_copy",
    "碰碰和": "[222m][555p]33888s789p win=3s",
    "混一色": "[123s]34555888pWWW win=5p",
    "三色三步高": "[123m]678m345p567sEE win=E",  # by two
    "五门齐": "[123m]456p888sWWWEE win=E",  # no dragon
    "全求人": "[123m][345m][678p][789s]22s win=2s self",
    "双暗杠": "{2222m}[8888p]345678sEE win=E",
    "双箭刻": "[CCC]345m678p99sEEE win=9s",
    "明暗杠": "[2222m][8888p]345678sEE win=E",
    "全带幺": "[123m]789p111sWWW22s win=2s",
    "不求人": "123345m678p567sWW win=7s",
    "双明杠": "[2222m]{8888p}345678sEE win=E",
    "和绝张": "[123m][345m]678p567sWW win=7s",
    "箭刻": "[999m]345m678p567sCC win=7s",
    "圈风刻": "[WWW]345m678p567sNN win=7s round=E seat=W",
    "门风刻": "[WWW]345m678p567sNN win=7s round=W seat=S",
    "门前清": "123345m678p567sWW win=7s self",
    "平和": "[123m]345m678p567sWW win=7s",  # a pair of honours
    "四归一": "[3333m]456m678p567sWW win=7s",  # four as a kong
    "双同刻": "[555m][666p]678m234sWW win=4s",
    "双暗刻": "[123m]567m444p888sWW win=8s",
    "暗杠": "[2222m]567m345p678sWW win=7m",
    "断幺": "[123m]567m345p22678s win=2s",
    "一般高": "[345m]789m678p567sWW win=7s",
    "喜相逢": "[234m]345p789p567sWW win=7s",
    "连六": "[123m]567m345p678sWW win=8s",
    "老少副": "[123m]678m345p567sWW win=7s",
    "幺九刻": "[222m]345m678p567sWW win=7s",
    "明杠": "{2222m}567m345p678sWW win=7m",
    "缺一门": "[123m]345m234p678sWW win=8s",
    "无字": "[111m]345m678p567sWW win=7s",
    "边张": "[123m][345m]567p789sWW win=9s",
    "坎张": "[123m][345m]678p567sWW win=7s",
    "单钓将": "[123m][345m]678p22345s win=2s",  # 5s would do as well
    "自摸": "[123m][345m]678p567sWW win=7s",
    "花牌": "[123m][345m]678p567sWW win=7s",
}
"""For every fan a win that lacks it by one thing."""


def test_there_is_a_near_miss_for_every_fan() -> None:
    assert set(LACKING) == {fan.zh for fan in GUOBIAO.fans}
    assert len(GUOBIAO.fans) == 82


@pytest.mark.parametrize("fan", FREE.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan(fan: Fan) -> None:
    score = scored(FREE, fan.example)
    assert score.is_win
    assert fan in [each.fan for each in score.fans]


@pytest.mark.parametrize("zh", LACKING)
def test_a_near_miss_lacks_its_fan(zh: str) -> None:
    score = scored(FREE, LACKING[zh])
    assert score.is_win and score.total > 0
    assert zh not in [each.fan.zh for each in score.fans]
    assert zh not in [each.fan.zh for each in score.excluded]


def test_a_hand_of_tiles_that_just_miss_a_shape_is_not_complete() -> None:
    for text in (
        "19m19p18sESWNCFPP win=P",  # 8s is no orphan
        "147m258p36sESWNCC win=C",  # a pair among single tiles
        "147m258p35sESWNCF win=F",  # 5s is not of the knitting
        "1133m5577p2299sCF win=F",
    ):
        score = scored(FREE, text)
        assert (score.is_win, score.reason, score.total) == (False, "not complete", 0)
        assert score.fans == score.excluded == () and score.reading is None


# ---- waits ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wait"),
    [
        ("[345m][567m]678p12399s win=3s", "边张"),
        ("[345m][567m]678p12399s win=1s", None),  # 4s would do as well
        ("[345m][567m]678p11789s win=7s", "边张"),
        ("[345m][567m]678p11789s win=9s", None),  # 6s too
        ("[345m][567m][678p]12333s win=3s", "边张"),  # 1233 and 3
        ("[345m][567m][678p]77789s win=7s", "边张"),  # 7789 and 7
        ("[345m][567m]678p99456s win=5s", "坎张"),
        ("[345m][567m]678p99123s win=2s", "坎张"),
        ("[345m][567m][678p]45556s win=5s", "坎张"),  # 4556 and 5
        ("[345m][567m]99p456678s win=6s", None),  # 45678 and 6: 3s and 9s too
        ("[345m]99m[678p]455667s win=6s", None),  # 45567 and 6: 3s too
        ("[345m][567m]678p99s456p win=6p", None),  # 3p too
        ("[345m][567m][678p]99s456p win=9s", "单钓将"),
        ("[345m][567m]678p23455s win=5s", None),  # 2s too, as a pair
        ("[345m][567m]678p33344s win=4s", None),  # 2s and 5s too
        ("[345m][567m]678p33355s win=5s", None),  # 4s too
    ],
)
def test_a_wait_pays_where_one_kind_only_completes_the_hand(text: str, wait: str | None) -> None:
    fans = lists(FREE, text)
    waits = [zh for zh in ("边张", "坎张", "单钓将") if zh in fans]
    assert waits == ([] if wait is None else [wait])


# 4m is the only tile left that could win, for 7m lies in the hand four times
EXHAUSTED = "{7777m}{8888p}344556mSS win=4m"


def test_a_kind_of_which_the_hand_holds_all_four_is_a_wait_unless_the_option_says_otherwise() -> (
    None
):
    own = variant("guobiao", min_fan=0, formal_wait_counts_exhausted=False)
    bare = {"双暗杠": 1, "门前清": 1, "缺一门": 1}
    assert lists(FREE, EXHAUSTED) == bare
    assert lists(own, EXHAUSTED) == bare | {"坎张": 1}
    # of 8m it holds one only
    assert lists(own, EXHAUSTED.replace("7777m", "6666p")) == bare


def test_exhausted_kinds_take_no_wait_of_another_shape_away() -> None:
    # beside 4m, 8m completes seven pairs
    own = variant("guobiao", min_fan=0, formal_wait_counts_exhausted=False)
    assert "坎张" not in lists(own, "33334555566778m win=4m")


def test_a_tile_of_the_knitted_straight_may_end_a_wait() -> None:
    text = "123m369m147p25899s win=2m"  # 2m may be the 2 of 123m only: 369m is the body
    assert "坎张" in lists(FREE, text)
    body = "13347s23469m258p3m win=3m"
    assert lists(FREE, body) == {"组合龙": 1, "门前清": 1, "平和": 1, "坎张": 1}
    without = variant("guobiao", min_fan=0, knitted_body_wait=False)
    assert lists(without, body) == {"组合龙": 1, "门前清": 1, "平和": 1}
    assert "坎张" in lists(without, text)


# ---- what a fan is made of ------------------------------------------------------------------


def test_small_chow_fans_join_each_chow_once() -> None:
    # 98 p.30: three of the four that could be named
    assert lists(FREE, "[123m][789m][123s]789s55p win=5p") == {
        "三色双龙会": 1,
        "单钓将": 1,
    }
    small = lists(FREE, "[123m][789m][123s]789s66p win=6p")
    assert sum(small[zh] for zh in ("喜相逢", "老少副") if zh in small) == 3


def test_a_chow_beside_a_straight_pairs_once() -> None:
    fans = lists(FREE, "[123m][456m][789m]456m99s win=5m")
    assert fans == {"清龙": 1, "平和": 1, "缺一门": 1, "一般高": 1, "坎张": 1}


def test_a_pung_that_is_paid_as_a_wind_or_dragon_is_no_orphan_pung() -> None:
    fans = lists(FREE, "[EEE][111m]234p567s99s win=9s")
    assert (fans["圈风刻"], fans["门风刻"], fans["幺九刻"]) == (1, 1, 1)
    # two dragon pungs and a terminal's
    fans = lists(FREE, "[CCC][FFF][111m]234s99p win=4s")
    assert (fans["双箭刻"], fans["幺九刻"]) == (1, 1)
    assert lists(FREE, "[SSS][111m]234p567s99s win=9s round=W seat=N")["幺九刻"] == 2


def test_nine_gates_take_one_orphan_pung() -> None:
    assert lists(FREE, "11112345678999m win=1m")["四归一"] == 1
    assert lists(FREE, "11123455678999m win=5m") == {"九莲宝灯": 1, "双暗刻": 1, "幺九刻": 1}


# ---- options of the fan table ---------------------------------------------------------------


def changed(text: str, **options: Any) -> tuple[dict[str, int], dict[str, int]]:
    """The fans that an option takes away and those that it brings."""
    before, after = lists(FREE, text), lists(FREE.replace(**options), text)
    gone = {zh: n - after.get(zh, 0) for zh, n in before.items() if n > after.get(zh, 0)}
    come = {zh: n - before.get(zh, 0) for zh, n in after.items() if n > before.get(zh, 0)}
    return gone, come


@pytest.mark.parametrize(
    ("text", "come"),
    [
        ("[456m]34555p444666s win=5p", {"无字": 1}),  # 断幺 implies it
        ("[789m]778899p77999s win=7s", {"大于五": 1}),
        ("[CCC]345m678p567sEE win=7s", {"幺九刻": 1}),
        ("[EEE]345m678p567sCC win=7s", {"幺九刻": 1}),
        ("22334455667788p win=5p", {"七对": 1, "门前清": 1, "无字": 1}),
        ("123345567789m11p win=9m", {"一色三步高": 1, "老少副": 1, "无字": 1}),
        ("[2222m]{8888p}345s678sEE win=8s", {"明杠": 1, "暗杠": 1}),
        ("123345m678p567sWW win=7s", {}),
    ],
)
def test_implied_fans_are_left_out_unless_only_the_stated_are(
    text: str, come: dict[str, int]
) -> None:
    gone, brought = changed(text, exclusion_mode="stated_only")
    assert (gone, brought) == ({}, come)


def test_one_lacking_suit_means_two_suits_or_at_most_two() -> None:
    literal = {"que_yi_men": "at_most_two_suits"}
    # no suit at all, and 字一色 leaves it in
    assert changed("[EEE]SSSWWWCCCPP win=P", **literal) == ({}, {"缺一门": 1})
    # 清一色, 混一色 and 绿一色 imply it
    for text in (
        "[123p]34556788899p win=5p",
        "[123p]34555888pWWW win=5p",
        "223344666888sFF win=F",
        "[123m]345m234678pWW win=8p",  # two suits anyway
    ):
        assert changed(text, **literal) == ({}, {})
    both = {**literal, "exclusion_mode": "stated_only"}
    assert changed("[123p]34556788899p win=5p", **both)[1]["缺一门"] == 1
    printed = {**both, "qing_yi_se_excludes_que_yi_men": True}
    assert "缺一门" not in changed("[123p]34556788899p win=5p", **printed)[1]


def test_full_flush_of_seven_pairs_is_an_option() -> None:
    text = "11224466778899m win=1m"
    assert changed(text, qing_yi_se_pairs=False) == ({"清一色": 1}, {"无字": 1})
    # not of sets, and not of seven shifted pairs, which have it in them
    assert changed("[123p]34556788899p win=5p", qing_yi_se_pairs=False) == ({}, {})
    assert changed("22334455667788p win=5p", qing_yi_se_pairs=False) == ({}, {})


@pytest.mark.parametrize(
    ("text", "come"),
    [
        ("[789m]778899p77999s win=7s", {"大于五": 1}),
        ("[123m]112233p22233s win=3s", {"小于五": 1}),
        ("[678m]667788p66999s win=6s", {}),
        ("[456m]44555p444666s win=5p", {}),
    ],
)
def test_upper_and_lower_fans_inside_each_other_are_an_option(
    text: str, come: dict[str, int]
) -> None:
    assert changed(text, upper_lower_nested="add") == ({}, come)


def test_a_concealed_and_an_exposed_kong() -> None:
    text = "[2222m]{8888p}345s678sEE win=8s"
    assert lists(FREE, text) == {"明暗杠": 1, "连六": 1}
    assert scored(FREE, text).total == 6
    assert scored(FREE.replace(ming_an_gang=6), text).total == 7
    assert changed(text, ming_an_gang=0) == ({"明暗杠": 1}, {"明杠": 1, "暗杠": 1})
    assert "ming_an_gang" not in FREE.replace(ming_an_gang=0).fans
    # three kongs are 三杠
    three = "[2222m]{8888p}{4444s}567sEE win=7s"
    assert changed(three, ming_an_gang=0) == ({}, {})


# ---- the minimum ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "counted", "is_win"),
    [
        ("[CCC][FFF]345m678p99s win=9s", 7, False),  # 双箭刻 and 单钓将
        ("[CCC][FFF]345m678p99s win=9s flowers=8", 7, False),  # flowers do not count
        ("[CCC][FFF]345m678p99s win=9s self", 8, True),
        ("[123m][345m]678p567sWW win=7s", 8, True),  # 无番和
        ("[123m][345m]678p567sWW win=7s flowers=3", 8, True),
        ("[123m][345m]678p567sWW win=7s self", 1, False),
    ],
)
def test_a_win_needs_eight_without_flowers(text: str, counted: int, is_win: bool) -> None:
    score = scored(GUOBIAO, text)
    assert (score.counted, score.is_win) == (counted, is_win)
    assert score.reason == (None if is_win else "minimum")
    assert scored(FREE, text).is_win
    assert scored(GUOBIAO.replace(min_fan=counted), text).is_win
    assert not scored(GUOBIAO.replace(min_fan=counted + 1), text).is_win


# ---- waits and what they are worth ----------------------------------------------------------


def test_waits_are_worth_what_each_win_is_worth() -> None:
    low, high = GUOBIAO.waits("[123m][345m]678p56sWW", visible="4444s777s")
    assert (low.tile, low.live, high.tile, high.live) == ("4s", 0, "7s", 1)
    for wait in (low, high):
        assert wait.discard is not None and wait.self_draw is not None
        # by discard it is 无番和, by drawing it is 自摸 and too little
        assert (wait.discard.total, wait.discard.is_win) == (8, True)
        assert (wait.self_draw.total, wait.self_draw.reason) == (1, "minimum")
        assert wait.reaches


def test_waits_without_a_live_tile_may_be_left_out() -> None:
    hand = "[CCC][FFF]678p56sWW"
    assert [wait.tile for wait in GUOBIAO.waits(hand, visible="4444s")] == ["4s", "7s"]
    live = GUOBIAO.waits(hand, visible="4444s", wait_counts="live")
    assert [wait.tile for wait in live] == ["7s"]


def test_the_last_tile_makes_every_wait_dearer() -> None:
    (plain,) = GUOBIAO.waits("[CCC]345m678p1399s")
    (last,) = GUOBIAO.waits("[CCC]345m678p1399s", last_tile=True)
    assert plain.discard is not None and last.discard is not None
    assert last.discard.total == plain.discard.total + 8
    assert not plain.reaches and last.reaches


def test_the_game_has_no_wildcards() -> None:
    with pytest.raises(HandError, match="the game guobiao has none"):
        FREE.score("[123m][345m]678p56s*W", "W")
    with pytest.raises(RulesError, match="no option of guobiao is called 'caishen_ron'"):
        variant("guobiao", caishen_ron="no")
