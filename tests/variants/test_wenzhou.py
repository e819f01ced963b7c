"""温州麻将: the classes of hands, what wildcards and 白板 are in them, and who pays what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from score_engine import named, scored

from queshen.deal_result import DealResult, KongPaid, ResultError, SeatResult, Win
from queshen.errors import HandError, RulesError
from queshen.fans import Fan
from queshen.rules import variant
from queshen.shapes import Shape

RULES = variant("wenzhou")
EXTENDED = variant("wenzhou", extended_double=True)
LAZI = variant("wenzhou", lazi=True)
EVERYTHING = variant("wenzhou", extended_double=True, lazi=True)


def fans(text: str, **options: Any) -> set[str]:
    """The fans of a hand by their Chinese names."""
    return {each.fan.zh for each in scored(variant("wenzhou", **options), text).fans}


def total(text: str, **options: Any) -> int:
    score = scored(variant("wenzhou", **options), text)
    assert score.is_win, text
    return score.total


def reason(text: str, **options: Any) -> str | None:
    return scored(variant("wenzhou", **options), text).reason


# ---- the fan table ------------------------------------------------------------------------------

VALUES = {
    "软牌": 1,
    "自摸": 2,
    "无财神": 2,
    "财神归位": 2,
    "三财神": 2,
    "抢杠": 2,
    "软八对": 2,
    "硬八对": 4,
    "软八对自摸": 4,
    "三财神成牌": 4,
    "天胡": 4,
    "地胡": 4,
}
LONGER = (
    *("碰碰胡", "单吊", "全求神", "杠上开花", "双财神归位"),
    *("清一色", "混一色", "中发白", "财神对"),
)


@pytest.mark.parametrize("fan", EVERYTHING.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan(fan: Fan) -> None:
    score = scored(EVERYTHING, fan.example)
    assert fan in [each.fan for each in score.fans] and score.total == fan.value


@pytest.mark.parametrize("fan", RULES.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan_in_the_short_table_too(fan: Fan) -> None:
    score = scored(RULES, fan.example)
    assert fan in [each.fan for each in score.fans] and score.total == fan.value


def test_every_class_has_its_value() -> None:
    assert {fan.zh: fan.value for fan in RULES.fans} == VALUES
    assert {fan.zh: fan.value for fan in EXTENDED.fans} == VALUES | dict.fromkeys(LONGER, 4)
    assert {fan.zh: fan.value for fan in LAZI.fans} == VALUES | {"三财神归位": 8}


def test_classes_are_not_added_and_lower_ones_do_not_count() -> None:
    drawn = scored(RULES, "123m456p789sEEE22s678m win=9s wild=5m self first")
    assert (drawn.total, {each.fan.zh for each in drawn.fans}) == (4, {"天胡"})
    assert {each.fan.zh for each in drawn.excluded} == {"自摸", "无财神"}
    # two of one class are told both, and it counts once
    two = scored(RULES, "123m456p789sEEE22s678m win=9s wild=5m self")
    assert (two.total, {each.fan.zh for each in two.fans}) == (2, {"自摸", "无财神"})


def test_the_game_is_found_by_its_names() -> None:
    assert variant("温州麻将") == variant("温州") == RULES
    assert RULES.flow.tiles == 136 and RULES.sets == 5
    table = RULES.table(seed=1)
    # 17 for the dealer and 16 for each other seat, the indicator, and four that are not drawn
    assert table.wall_left == 136 - 65 - 1 - 4


DEFAULTS = {
    "caishen_from": "indicator",
    "caishen_discard": False,
    "white": "face_only",
    "dead_wall": 4,
    "multi_win": "double_first",
    "rob_added_kong": "win_only",
    "block_claim_two_caishen": False,
    "honours_first": False,
    "three_caishen": "self_draw",
    "soft_pairs_discard": 2,
    "soft_pairs_selfdraw": 4,
    "dihu": "first_draw",
    "extended_double": False,
    "lazi": False,
    "dealer_scale": "linear2",
    "double_winner_caishen": False,
    "kong_points": True,
    "dealer_rotation": "keep_on_win_or_draw",
    "draw_rotation": "stay",
    "streak_counts_draw": False,
    "max_streak": 4,
    "after_max": "next",
    "escape_points": 8,
    "escape_comp": 2,
    "N": 1,
    "A": 0,
    "fee_scope": "all",
    "fee_on_draw": True,
    "escape_fee": False,
}


def test_what_the_game_leaves_open_and_how_it_is_played_where_nothing_is_said() -> None:
    assert dict(RULES.options) == DEFAULTS


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("white", "either"),
        ("soft_pairs_discard", 4),
        ("soft_pairs_selfdraw", 1),
        ("dead_wall", -1),
        ("dead_wall", 61),
        ("dead_wall", "14"),
        ("multi_win", "all"),
        ("max_streak", 0),
        ("after_max", "stay"),
        ("min_fan", 1),
    ],
)
def test_an_option_that_cannot_be_is_refused(option: str, value: object) -> None:
    with pytest.raises(RulesError, match=option):
        variant("wenzhou", **{option: value})


# ---- shapes -------------------------------------------------------------------------------------


def test_a_hand_is_five_sets_and_a_pair() -> None:
    assert total("123m456p789sEEE678m22s win=9s wild=5p") == 2
    assert total("[123m][456p]789sEEE678m22s win=9s wild=1p") == 2
    assert total("[123m]{5555p}789sEEE678m22s win=9s wild=1p") == 2
    # one set less is another game
    with pytest.raises(HandError, match="expected 16 or 17"):
        scored(RULES, "123m456p789sEEE22s win=9s wild=5p")
    assert reason("123m456p789sEEE679m22s win=9s wild=5p") == "not complete"


@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        # eight pairs and any tile
        ("11m33m55p77p22s44sEECC9p", True),
        ("1199m1199p1199sEEPP5s", True),
        # four alike are two pairs
        ("1111m55p77p22s44sEECC9p", True),
        ("1111m5555p22s44sEECC9p", True),
        ("1111m5555p2222sEEEEC", True),
        # three alike are a pair and the odd tile
        ("11m333m55p77p22s44sEECC", True),
        # seven pairs and three other tiles
        ("11m33m55p77p22s44sEE369p", False),
    ],
)
def test_eight_pairs_are_pairs_and_one_arbitrary_tile(hand: str, wins: bool) -> None:
    score = scored(RULES, f"{hand} win={hand[-2:] if hand[-1] in 'mps' else hand[-1]} wild=F")
    assert score.is_win is wins
    if wins:
        assert score.reading is not None
        assert (score.reading.shape, score.total) == (Shape.EIGHT_PAIRS, 4)


@pytest.mark.parametrize(
    ("odd", "wild", "wins"),
    [(1, 0, True), (2, 1, True), (3, 2, True), (3, 0, False), (4, 1, False), (5, 2, False)],
)
def test_wildcards_make_up_for_odd_kinds_but_one(odd: int, wild: int, wins: bool) -> None:
    pairs = ["11m", "33m", "55p", "77p", "22s", "44s", "EE", "CC"][: (17 - odd - wild) // 2]
    singles = ["9m", "9p", "9s", "W", "N"][:odd]
    hand = "".join([*pairs, *singles, "F" * wild])
    assert scored(RULES, f"{hand} win=1m wild=F").is_win is wins


def test_pairs_win_only_where_nothing_is_melded() -> None:
    assert reason("[333m]11m55p77p22s44sEEC win=C wild=F") == "not complete"
    assert reason("{3333m}11m55p77p22s44sEEC win=C wild=F") == "not complete"


def test_there_is_no_minimum() -> None:
    assert RULES.minimum == 0 and total("123m456p789sEEE22s685m win=9s wild=5m") == 1


def test_other_shapes_are_none() -> None:
    assert reason("19m19p19sESWNCFP1p1pEE win=E wild=5m") == "not complete"


# ---- what wildcards and 白板 are ----------------------------------------------------------------


def test_a_wildcard_stands_for_any_tile_of_the_concealed_hand() -> None:
    for hand, face in (("68m", "7m"), ("89p", "7p"), ("1m2m", "3m"), ("34s", "2s")):
        text = f"123m456p789sNNNEE{hand}5m win=E wild=5m"
        assert total(text) == 1 and named(scored(RULES, text).faces) == face


def test_a_wildcard_may_be_a_fifth_copy() -> None:
    text = "[2222p]123m456p789sEE34p5m win=9s wild=5m"
    assert total(text) == 1 and named(scored(RULES, text).faces) in ("2p", "5p")
    only = "[2222p][5555p]123m789sEE34p5m win=9s wild=5m"
    assert total(only) == 1 and named(scored(RULES, only).faces) in ("2p", "5p")


@pytest.mark.parametrize("meld", ["[PPP]", "[PPPP]", "{PPPP}"])
def test_a_wildcard_is_in_no_meld(meld: str) -> None:
    text = f"{meld}123m456p678s12344p win=4p"
    with pytest.raises(HandError, match="that kind is wild and cannot be claimed or laid out"):
        scored(RULES, f"{text} wild=P")
    # while another kind is wild they play its face
    assert total(f"{text} wild=E") == 2


def test_白板_are_tiles_of_the_face_of_the_wildcard() -> None:
    # in a chow with 2s and 4s, and no wildcard
    hand = "123m456m789pCCC66p24sP win=6p wild=3s"
    assert total(hand) == 2 and fans(hand) == {"无财神"}
    # a pair and a pung of them
    assert total("123m456m789pCCC678sPP win=6s wild=3s") == 2
    assert total("123m456m789pCCC66sPPP win=6s wild=3s") == 2
    # they are no wildcards: for 7m they do not stand
    assert reason("123m456m789pCCC66p68mP win=6p wild=3s") == "not complete"


def test_白板_in_melds_are_that_face_too() -> None:
    hand = "[234s]123m456m789pCCC66p win=6p wild=3s"
    assert total(hand) == 2
    assert total("[PPP]123m456m789pCCC66p win=6p wild=3s") == 2
    assert total("{PPPP}123m456m789pCCC66p win=6p wild=3s") == 2


def test_白板_win_as_that_face() -> None:
    hand = "123m456m789pCCC66p24s"
    assert [wait.tile for wait in RULES.waits(hand, wild="3s") if not wait.wild] == ["P"]
    assert RULES.score(hand, "P", wild="3s").total == 2
    assert RULES.score(hand, "3s'", wild="3s").total == 2
    assert RULES.score(hand, "3s", wild="3s", self_draw=True).total == 2  # a wildcard, drawn


def test_白板_are_wildcards_where_they_are_the_indicator() -> None:
    assert total("123m456p789sEEE22s68mP win=9s wild=P") == 1
    assert total("123m456p789sEEE678mPP win=9s wild=P") == 2  # a pair of themselves
    with pytest.raises(HandError, match="that kind is wild"):
        scored(RULES, "[PPP]123m456p789sEE678p win=E wild=P")


def test_白板_of_an_honour_are_that_honour() -> None:
    assert total("123m456m789pCCC66pPPP win=6p wild=E") == 2
    assert reason("123m456m789pCCC66pEPP win=6p wild=S") == "not complete"
    # beside a wildcard they are a pung of it as it is
    assert fans("123m456m789pCCC66pEPP win=6p wild=E") == {"财神归位"}


# ---- soft, hard, double -------------------------------------------------------------------------

SOFT = "123m456p789sEEE22s685m win=9s wild=5m"


def test_a_hand_with_a_wildcard_for_another_tile_is_soft() -> None:
    assert (total(SOFT), fans(SOFT)) == (1, {"软牌"})
    two = "123m46p789sEEE22s6855m win=9s wild=5m"  # the other one as 5p
    assert (total(two), fans(two + " self")) == (1, {"自摸"})


def test_a_hand_without_wildcards_is_hard() -> None:
    assert fans("123m456p789sEEE22s678m win=9s wild=5m") == {"无财神"}
    assert total("123m456p789sEEE22s678m win=9s wild=5m") == 2


def test_a_hand_whose_wildcards_are_themselves_is_hard() -> None:
    own = "456m789p123s678sNNN55p win=5p wild=3s"
    assert (total(own), fans(own)) == (2, {"财神归位"})
    # of two both must be
    both = "456m789p123s234sNNN55p win=5p wild=3s"
    assert (total(both), fans(both)) == (2, {"财神归位"})
    one = "456m79p3s123s678sNNN55p win=5p wild=3s"
    assert (total(one), fans(one)) == (1, {"软牌"})


def test_the_better_reading_counts() -> None:
    # with 45s the wildcard may be 3s or 6s
    hand = "123m456m789pNNN55p45s3s win=5p wild=3s"
    assert total(hand) == 2 and named(scored(RULES, hand).faces) == "3s"


def test_a_self_draw_is_hard() -> None:
    assert (total(SOFT + " self"), fans(SOFT + " self")) == (2, {"自摸"})
    # with a wildcard as the tile that is drawn
    drawn = "123m456p789sEEE22s685m win=5m wild=5m self"
    assert (total(drawn), fans(drawn)) == (2, {"自摸"})


def test_robbing_a_kong_is_hard() -> None:
    assert (total(SOFT + " robbing"), fans(SOFT + " robbing")) == (2, {"抢杠"})
    assert total(SOFT) == 1


HARD_PAIRS = "11m33m55p77p22s44sEECC9p win=C"


@pytest.mark.parametrize(
    "text",
    [
        f"{HARD_PAIRS} wild=9s",
        f"{HARD_PAIRS} wild=9s self",
        # two wildcards are a pair, one the odd tile, and three both
        "11m33m55p77p22s44sEEFF9p win=E wild=F",
        "11m33m55p77p22s44sEECCF win=E wild=F",
        "11m33m55p77p22s44sEEFFF win=E wild=F",
        # 白板 are a pair
        "11m33m55p77p22s44sEEPP9p win=E wild=F",
        # and so are pairs that could be sets
        "112233m112233p1122s9p win=9p wild=F",
    ],
)
def test_eight_pairs_of_equal_tiles_are_double(text: str) -> None:
    assert total(text) == 4 and "硬八对" in fans(text)


SOFT_PAIRS = [
    # a wildcard beside another tile
    "11m33m55p77p22s44sEECF9p win=9p wild=F",
    # each of two
    "11m33m55p77p22s44sECFF9p win=9p wild=F",
    # a wildcard beside a 白板, which plays its face
    "11m33m55p77p22s44sEEFP9p win=9p wild=F",
]


@pytest.mark.parametrize("text", SOFT_PAIRS)
@pytest.mark.parametrize(("value", "named_so"), [(2, {"软八对"}), (1, {"软牌"})])
def test_soft_pairs_are_hard_on_a_discard_unless_the_option_says_otherwise(
    text: str, value: int, named_so: set[str]
) -> None:
    assert total(text, soft_pairs_discard=value) == value
    assert fans(text, soft_pairs_discard=value) == named_so
    # robbed they are hard anyway
    assert total(text + " robbing", soft_pairs_discard=value) == 2


@pytest.mark.parametrize("text", SOFT_PAIRS)
@pytest.mark.parametrize(("value", "named_so"), [(4, {"软八对自摸"}), (2, {"自摸"})])
def test_soft_pairs_are_double_by_self_draw_unless_the_option_says_otherwise(
    text: str, value: int, named_so: set[str]
) -> None:
    assert total(text + " self", soft_pairs_selfdraw=value) == value
    assert fans(text + " self", soft_pairs_selfdraw=value) == named_so


def test_the_options_of_soft_pairs_leave_hard_ones_alone() -> None:
    for text in (f"{HARD_PAIRS} wild=9s", f"{HARD_PAIRS} wild=9s self"):
        assert total(text, soft_pairs_discard=1, soft_pairs_selfdraw=2) == 4


ANY_SHAPE = "555m1479m258p369sESWN wild=5m"


@pytest.mark.parametrize("win", ["5m", "N", "9s"])
def test_three_wildcards_win_by_self_draw_whatever_the_others_are(win: str) -> None:
    text = f"{ANY_SHAPE} win={win} self"
    assert total(text) == 2 and fans(text) == {"自摸", "三财神"}
    reading = scored(RULES, text).reading
    assert reading is not None and reading.shape == Shape(0)


def test_two_wildcards_do_not() -> None:
    assert reason("55m11479m258p369sESWN wild=5m win=N self") == "not complete"
    # and 白板 are no third one
    assert reason("55mP1479m258p369sESWN wild=5m win=N self") == "not complete"


def test_melds_are_no_matter_to_three_wildcards() -> None:
    assert total("[123m][EEE]{7777p}555m19m258p wild=5m win=8p self") == 2


@pytest.mark.parametrize("how", ["self_draw", "any"])
def test_three_wildcards_win_on_a_discard_only_by_option(how: str) -> None:
    score = scored(variant("wenzhou", three_caishen=how), f"{ANY_SHAPE} win=N")
    assert (score.is_win, score.total) == ((True, 2) if how == "any" else (False, 0))
    assert total(f"{ANY_SHAPE} win=N self", three_caishen=how) == 2
    # a complete hand needs no option
    assert total("123m456p789s2s68m555mEE win=9s wild=5m", three_caishen=how) == 4


def test_three_wildcards_in_a_complete_hand_are_double() -> None:
    for text in (
        "123m456p789s2s68m555mEE win=9s wild=5m",
        "123m456p789s2s68m555mEE win=5m wild=5m self",
        "11m33m55p77p22s4sEWFFF win=E wild=F",
        "333s456m789p678sNNN55p win=5p wild=3s",
    ):
        assert total(text) == 4 and "三财神成牌" in fans(text)
    # two of them are soft
    assert total("123m456p789s2s68m55mEEE win=9s wild=5m") == 1


@pytest.mark.parametrize(("seat", "fan"), [("E", "天胡"), ("S", "地胡")])
def test_a_win_of_the_first_turn_is_double(seat: str, fan: str) -> None:
    text = f"{SOFT} self seat={seat}"
    assert (total(f"{text} first"), fans(f"{text} first")) == (4, {fan})
    assert (total(text), fans(text)) == (2, {"自摸"})
    # of any shape too
    assert fans(f"{ANY_SHAPE} win=5m self first seat={seat}") == {fan}


def test_the_dealers_first_discard_may_be_that_of_地胡() -> None:
    assert fans(f"{SOFT} first seat=S") == {"地胡"}
    assert RULES.flow.first_turn == ("dealer", "draw")
    assert variant("wenzhou", dihu="dealer_discard").flow.first_turn == ("dealer", "discard")


# ---- the longer list ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fan", "plain"),
    [
        ("[777p][EEE]222m888s44s3m9p9p win=9p wild=3m", "碰碰胡", 1),
        ("[777p][EEE][SSSS]222m888s44s win=4s wild=3m", "碰碰胡", 2),
        ("[123m][456p][789s][EEE][678m]99p win=9p wild=5m", "单吊", 2),
        # with concealed kongs among the sets
        ("[123m][456p][789s]{EEEE}[678m]99p win=9p wild=5m", "单吊", 2),
        ("{1111m}{2222p}{3333s}{EEEE}{CCCC}99p win=9p wild=5m", "单吊", 2),
        ("[123m][456p][789s][EEE][678m]5m9p win=9p wild=5m", "全求神", 1),
        ("[123m][456p][789s][EEE][678m]5m5m win=5m wild=5m self", "全求神", 2),
        # the wildcard is what is drawn, and what was left is no wildcard
        ("[123m][456p][789s][EEE][678m]5m9p win=5m wild=5m self", "单吊", 2),
        ("{1111p}123m456p789s22s685m win=9s wild=5m self replacement", "杠上开花", 2),
        ("123s234s456m789pNNN55p win=5p wild=3s", "双财神归位", 2),
        ("[123m][777m]345m567m88m9mE win=9m wild=E", "清一色", 1),
        ("1122334455667788m9m win=9m wild=E", "清一色", 4),
        ("[123m][777m]345m567mEE9mC9m win=9m wild=C", "混一色", 1),
        ("112233m5566m88mEESS9m win=9m wild=F", "混一色", 4),
        ("[CCC][FFF]123m456p789sPP win=9s wild=P", "中发白", 2),
        ("[CCC]FF123m456p789sPP* win=9s wild=P", "中发白", 4),
        ("123m456p789sEEE678m5m5m win=9s wild=5m", "财神对", 2),
    ],
)
def test_the_longer_list_of_double_hands_is_an_option(text: str, fan: str, plain: int) -> None:
    assert total(text, extended_double=True) == 4
    assert fan in fans(text, extended_double=True)
    assert total(text) == plain and fan not in fans(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # a chow, a set that is not laid out, a wildcard for another tile, a second suit
        ("[777p][EEE]222m678s44s3m9p9p win=9p wild=3m", 1),
        ("[123m][456p][789s][EEE]678m99p win=9p wild=5m", 2),
        ("[123m][456p][789s][EEE]68m5m9p9p win=9p wild=5m", 1),
        ("123s3s24s46m789pNNN55p win=5p wild=3s", 1),
        ("[123m][777m]345m567m88s9sE9s win=9s wild=E", 1),
        ("[CCC][FFF]123m456p78sPPE win=7s wild=E", 1),
        ("123m456p789sEEE22s685m win=8m wild=5m", 1),
        # no kong before
        ("[111p]123m456p789s22s685m win=9s wild=5m self", 2),
        # the kong does not help a hand of any shape, nor does one suit
        ("{1111p}14m258p369s555mESW win=W wild=5m self replacement", 2),
    ],
)
def test_what_is_not_in_the_longer_list(text: str, value: int) -> None:
    score = scored(EXTENDED, text)
    assert not score.is_win or score.total == value


def test_中发白_are_read_as_every_other_set() -> None:
    # 白板 play 3s, so that they are no dragons
    hand = "[CCC][FFF]123m456p789sPP win=9s wild=3s"
    assert total(hand, extended_double=True) == 2
    # three pairs of them
    pairs = "CCFFPP11m33m55p77pEE9s win=9s wild=P"
    assert "中发白" in fans(pairs, extended_double=True)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("333s456m789p678sNNN55p win=5p wild=3s", 4),
        ("3s12s3s24s3s45s789mNNN55p win=5p wild=3s", 4),
        ("11m33m55p77p22s44sEEFFF win=E wild=F", 4),
    ],
)
def test_three_wildcards_that_are_themselves_are_worth_eight_by_option(
    text: str, plain: int
) -> None:
    assert (total(text, lazi=True), fans(text, lazi=True)) == (8, {"三财神归位"})
    assert total(text) == plain and "三财神归位" not in fans(text)


def test_of_three_wildcards_each_must_be_itself() -> None:
    for text in (
        "33s456m79p3s12s678sNN55p win=5p wild=3s",
        "11m33m55p77p22s4sEWFFF win=E wild=F",
    ):
        assert total(text, lazi=True) == 4
    # whatever its shape it has none
    assert total(f"{ANY_SHAPE} win=5m self", lazi=True) == 2


# ---- discarded wildcards ------------------------------------------------------------------------


def test_a_discarded_wildcard_is_its_own_face() -> None:
    rules = variant("wenzhou", caishen_discard=True)
    assert rules.flow.wild_discard and not RULES.flow.wild_discard
    assert rules.score("123m456m789pCCC66p24s", "3s", wild="3s").total == 2
    assert not rules.score("123m456m789pCCC66p68m", "3s", wild="3s").is_win
    # and no third one
    score = rules.score("33s1479m258p69sESWNC", "3s", wild="3s")
    assert not score.is_win


# ---- which kind is wild -------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["indicator", "next"])
def test_the_indicator_or_the_kind_after_it_is_wild(how: str) -> None:
    flow = variant("wenzhou", caishen_from=how).flow
    assert (flow.indicator, flow.indicator_kind, flow.indicator_in_play) == ("head", how, False)


# ---- who pays -----------------------------------------------------------------------------------


def held(*wild: int) -> list[SeatResult]:
    """The wildcards that each seat has at the end."""
    return [SeatResult(wild=number) for number in wild]


def points(
    wins: Sequence[Win], *wild: int, options: dict[str, Any] | None = None, **result: Any
) -> tuple[int, ...]:
    """What each seat wins or loses."""
    rules = variant("wenzhou", **(options or {}))
    return rules.settle(DealResult(wins, hands=held(*wild) if wild else (), **result)).points


@pytest.mark.parametrize(
    ("text", "win", "wild", "streak", "paid"),
    [
        # a soft hand on a discard
        (
            "123m456p789sEEE22s68m5m win=9s wild=5m",
            Win(1, 1, payer=2),
            (0, 1, 0, 0),
            1,
            (-3, 7, -2, -2),
        ),
        # the dealer in a second deal, by self-draw
        (
            "123m456p789sEEE22s678m win=9s wild=5m self",
            Win(0, 2),
            (0, 0, 2, 0),
            2,
            (22, -10, -2, -10),
        ),
        # hard pairs
        (
            "11m33m55p77p22s44sEECC9p win=C wild=9s",
            Win(3, 4, payer=0),
            (0, 0, 0, 0),
            1,
            (-8, -4, -4, 16),
        ),
        # three wildcards of any shape, in a third deal
        (
            "555m1479m258p369sESWN win=5m wild=5m self",
            Win(2, 2),
            (0, 0, 3, 0),
            3,
            (-15, -5, 25, -5),
        ),
        # the dealer with three wildcards in a complete hand, in a fourth deal
        (
            "123m456p789s2s68m555mEE win=9s wild=5m",
            Win(0, 4, payer=2),
            (3, 0, 0, 0),
            4,
            (105, -35, -35, -35),
        ),
        # 白板 as a natural tile
        (
            "123m456m789pCCC66p24sP win=6p wild=3s",
            Win(2, 2, payer=3),
            (0, 0, 0, 0),
            1,
            (-4, -2, 8, -2),
        ),
        # a wildcard as itself
        (
            "123s456m789p678sNNN55p win=5p wild=3s",
            Win(2, 2, payer=1),
            (0, 0, 1, 0),
            1,
            (-5, -3, 11, -3),
        ),
    ],
)
def test_worked_examples(
    text: str, win: Win, wild: tuple[int, ...], streak: int, paid: tuple[int, ...]
) -> None:
    assert scored(RULES, text + (" seat=E" if win.seat == 0 else " seat=S")).total == win.fan
    assert points([win], *wild, streak=streak) == paid
    assert sum(paid) == 0


def test_everybody_pays_the_same_for_a_discard_as_for_a_self_draw() -> None:
    for seat in range(4):
        drawn = points([Win(seat, 2)])
        for payer in {0, 1, 2, 3} - {seat}:
            assert points([Win(seat, 2, payer=payer)]) == drawn
            assert points([Win(seat, 2, payer=payer, flags=["robbing"])]) == drawn


@pytest.mark.parametrize(
    ("scale", "factors"),
    [
        ("linear2", (2, 4, 6, 8, 10)),
        ("linear", (1, 2, 3, 4, 5)),
        ("doubling", (1, 2, 4, 8, 16)),
    ],
)
def test_payments_with_the_dealer_grow_with_the_streak(
    scale: str, factors: tuple[int, ...]
) -> None:
    options = {"dealer_scale": scale, "max_streak": 5}
    for streak, factor in enumerate(factors, 1):
        won = points([Win(0, 4)], streak=streak, options=options)
        assert won == (12 * factor, -4 * factor, -4 * factor, -4 * factor)
        # between two others there is no factor
        lost = points([Win(2, 4)], streak=streak, options=options)
        assert lost == (-4 * factor, -4, 8 + 4 * factor, -4)
    # beyond the greatest streak it grows no more
    assert points([Win(0, 4)], streak=6, options=options) == (
        *(12 * factors[-1], -4 * factors[-1], -4 * factors[-1], -4 * factors[-1]),
    )


def test_by_default_a_streak_ends_with_the_fourth_deal() -> None:
    assert points([Win(1, 1)], streak=4) == points([Win(1, 1)], streak=9) == (-8, 10, -1, -1)


@pytest.mark.parametrize("wild", [(0, 0, 0, 3), (1, 1, 1, 0), (1, 0, 2, 0), (0, 1, 0, 0)])
def test_after_a_win_each_wildcard_is_paid_by_every_other_seat(wild: tuple[int, ...]) -> None:
    plain = points([Win(1, 2, payer=3)])
    paid = points([Win(1, 2, payer=3)], *wild, streak=1)
    for seat in range(4):
        others = sum(wild) - wild[seat]
        assert paid[seat] - plain[seat] == 3 * wild[seat] - others


def test_no_factor_is_on_wildcards() -> None:
    for streak in (1, 4):
        without = points([Win(0, 4)], streak=streak)
        paid = points([Win(0, 4)], 2, 0, 0, 1, streak=streak)
        assert tuple(a - b for a, b in zip(paid, without, strict=True)) == (5, -3, -3, 1)


def test_nothing_is_paid_for_wildcards_after_a_draw() -> None:
    assert points([], 3, 0, 0, 0) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("fan", "wild", "doubled"),
    [(4, 1, True), (8, 2, True), (2, 3, True), (2, 2, False), (1, 1, False)],
)
def test_wildcards_of_a_double_hand_or_three_of_them_are_paid_twice_by_option(
    fan: int, wild: int, doubled: bool
) -> None:
    win = [Win(1, fan)]
    plain = points(win, 0, wild, 1, 0)
    twice = points(win, 0, wild, 1, 0, options={"double_winner_caishen": True})
    more = (-wild, 3 * wild, -wild, -wild) if doubled else (0, 0, 0, 0)
    assert tuple(a - b for a, b in zip(twice, plain, strict=True)) == more


KONGS = [
    (KongPaid(1, "5m", "exposed kong", payer=2), (-1, 3, -1, -1)),
    (KongPaid(0, "5m", "exposed kong", payer=2), (3, -1, -1, -1)),
    (KongPaid(2, "5m", "added kong"), (-1, -1, 3, -1)),
    (KongPaid(2, "5m", "added kong", late=True), (-1, -1, 3, -1)),
    (KongPaid(3, "5m", "concealed kong"), (-2, -2, -2, 6)),
]


@pytest.mark.parametrize(("kong", "paid"), KONGS)
@pytest.mark.parametrize("streak", [1, 4])
def test_a_kong_is_paid_by_everybody_after_a_draw_too(
    kong: KongPaid, paid: tuple[int, ...], streak: int
) -> None:
    assert points([], kongs=[kong], streak=streak) == paid
    won = points([Win(1, 2)], streak=streak)
    both = points([Win(1, 2)], kongs=[kong], streak=streak)
    assert tuple(a - b for a, b in zip(both, won, strict=True)) == paid


def test_a_concealed_kong_and_a_draw() -> None:
    # nothing for the wildcards
    kongs = [KongPaid(1, "5m", "concealed kong")]
    assert points([], 2, 1, 0, 0, kongs=kongs) == (-2, 6, -2, -2)


def test_kongs_are_unpaid_by_option() -> None:
    kongs = [kong for kong, _ in KONGS]
    assert points([], kongs=kongs, options={"kong_points": False}) == (0, 0, 0, 0)
    assert points([], kongs=kongs) == (-2, -2, 2, 2)


def test_a_settlement_tells_how_it_comes_about() -> None:
    result = DealResult(
        [Win(2, 4, payer=1)],
        streak=3,
        hands=held(0, 1, 0, 0),
        kongs=[KongPaid(3, "E", "concealed kong")],
    )
    lines = RULES.settle(result).explain().splitlines()
    assert lines == [
        "win: seat 0 pays seat 2 24 points = 4 fan x 6 (dealer)",
        "win: seat 1 pays seat 2 4 points = 4 fan",
        "win: seat 3 pays seat 2 4 points = 4 fan",
        "wildcards: seat 0 pays seat 1 1 point = 1 (wildcards)",
        "wildcards: seat 2 pays seat 1 1 point = 1 (wildcards)",
        "wildcards: seat 3 pays seat 1 1 point = 1 (wildcards)",
        "kong: seat 0 pays seat 3 2 points = 2 (concealed kong)",
        "kong: seat 1 pays seat 3 2 points = 2 (concealed kong)",
        "kong: seat 2 pays seat 3 2 points = 2 (concealed kong)",
        "points: -27, -3, +29, +1",
    ]
    twice = variant("wenzhou", double_winner_caishen=True)
    told = twice.settle(DealResult([Win(1, 4)], hands=held(0, 1, 0, 0))).explain()
    assert "seat 0 pays seat 1 2 points = 1 (wildcards) x 2 (winner)" in told


def test_two_winners_cannot_be() -> None:
    wins = [Win(1, 4, payer=0, tile="9s"), Win(3, 4, payer=0, tile="9s")]
    with pytest.raises(ResultError, match="seats 1, 3 win, expected one winner"):
        points(wins)


def test_who_leaves_pays_and_nothing_else_is_paid() -> None:
    kongs = [KongPaid(1, "5m", "concealed kong")]
    settlement = RULES.settle(DealResult(escaped=2, kongs=kongs, hands=held(3, 0, 0, 0)))
    assert (settlement.points, settlement.bank) == ((2, 2, -8, 2), 2)
    other = variant("wenzhou", escape_points=20, escape_comp=5, escape_fee=True, A=3)
    settlement = other.settle(DealResult(escaped=2))
    assert (settlement.points, settlement.bank) == ((5, 5, -20, 5), 5)
    assert settlement.fee == (3, 3, 3, 3)


@pytest.mark.parametrize(
    ("options", "coins"),
    [
        ({}, (-25, 35, -15, -15)),
        ({"fee_scope": "involved"}, (-25, 35, -15, -15)),
        ({"A": 0}, (-20, 40, -10, -10)),
    ],
)
def test_points_are_coins_and_a_fee_is_taken(
    options: dict[str, Any], coins: tuple[int, ...]
) -> None:
    rules = variant("wenzhou", **{"N": 10, "A": 5, **options})
    assert rules.settle(DealResult([Win(1, 1)])).coins == coins


@pytest.mark.parametrize(
    ("options", "fee"),
    [
        ({}, (5, 5, 5, 5)),
        ({"fee_on_draw": False}, (0, 0, 0, 0)),
        ({"fee_scope": "involved"}, (0, 0, 0, 0)),
    ],
)
def test_a_draw_costs_the_fee_or_nothing(options: dict[str, Any], fee: tuple[int, ...]) -> None:
    assert variant("wenzhou", A=5, **options).settle(DealResult()).fee == fee
