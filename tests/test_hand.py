"""One hand: how it is built, what it refuses, and what it answers."""

from __future__ import annotations

import array
import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
import twin
from handsets import counts_of, facts

import queshen
from queshen import Hand, Meld, Shape
from queshen.errors import HandError, NotationError, QueshenError

READY = "123m456p78sEEENN"
READY_COUNTS = counts_of(READY)


# ---- building -----------------------------------------------------------------------------------


def test_text_and_every_form_of_counts_build_the_same_hand():
    hand = Hand(READY)
    row = np.array(READY_COUNTS, dtype=np.uint8)
    for tiles in (
        bytes(READY_COUNTS),
        bytearray(READY_COUNTS),
        READY_COUNTS,
        tuple(READY_COUNTS),
        array.array("B", READY_COUNTS),
        row,
        np.stack([row, row])[1],
        memoryview(bytes(READY_COUNTS)),
    ):
        assert Hand(tiles) == hand
        assert hash(Hand(tiles)) == hash(hand)


def test_a_hand_tells_what_it_holds():
    hand = Hand("[EEE]{1111m}23m55p78s*", sets=4)
    assert hand.counts == bytes(counts_of("23m55p78s"))
    assert hand.melds == (Meld.parse("[EEE]"), Meld.parse("{1111m}"))
    assert (hand.meld_count, hand.wild, hand.face, hand.sets) == (2, 1, None, 4)
    assert (hand.fifth, hand.size) == ("barred", 7)


def test_melds_may_be_a_number_or_texts_or_meld_values():
    unknown = Hand("23m55p78s1s", melds=2)
    assert (unknown.melds, unknown.meld_count) == ((), 2)
    texts = ["[EEE]", "{1111m}"]
    known = Hand("23m55p78s1s", melds=texts)
    assert known == Hand("23m55p78s1s", melds=tuple(map(Meld.parse, texts)))
    assert known == Hand("[EEE]{1111m}23m55p78s1s") != unknown


def test_wildcards_are_stars_or_a_number_or_every_copy_of_a_kind():
    stars = Hand("123m456p78sEEE**")
    number = Hand("123m456p78sEEE", wild=2)
    assert stars == number
    assert (stars.wild, stars.face) == (2, None)
    kind = Hand("123m456p78sEEENN", wild="N")
    assert (kind.wild, kind.face, kind.counts) == (2, 30, bytes(counts_of("123m456p78sEEE")))
    assert kind == Hand("123m456p78sEEE", wild=2, face="N")
    assert kind == Hand(bytes(READY_COUNTS), wild="N")
    assert kind != stars


def test_a_marked_copy_of_the_face_is_natural():
    hand = Hand("123m456p78sEEEN'N", wild="N")
    assert hand.wild == 1
    assert hand.counts[30] == 1


def test_a_star_beside_the_short_form_is_one_more_wildcard():
    assert Hand("123m456p78sEEEN*", wild="N").wild == 2


def test_other_notations_build_the_same_hand():
    assert Hand("123m456p78s11144z", notation="mpsz") == Hand(READY)
    assert Hand("W1 W2 W3 B4 B5 B6 T7 T8 F1 F1 F1 F4 F4", notation="botzone") == Hand(READY)


def test_every_notation_that_is_written_reads_back():
    hand = Hand("[EEE]23m55p11178sC")
    for notation in queshen.notation.NOTATIONS:
        assert Hand(hand.text(notation), notation=notation) == hand


SOME_HANDS = [
    lambda: Hand(READY),
    lambda: Hand("[EEE]{1111m}23m55p78s*"),
    lambda: Hand("23m55p78s1s", melds=2),
    lambda: Hand("123m456p78sEEEN'N", wild="N", fifth="allowed"),
    lambda: Hand("123m456p78s", wild=5, face="6m", fifth="allowed"),
    lambda: Hand("123m55pE*", sets=2),
    lambda: Hand("123m456p789s123sEEEN", sets=5),
]


@pytest.mark.parametrize("build", SOME_HANDS)
def test_repr_builds_the_hand_again(build):
    hand = build()
    names = {"Hand": Hand, "Meld": Meld, "MeldType": queshen.tiles.MeldType, "queshen": queshen}
    again = eval(repr(hand), names)
    assert again == hand
    assert hash(again) == hash(hand)
    assert repr(again) == repr(hand)


@pytest.mark.parametrize("build", SOME_HANDS)
def test_a_hand_survives_pickle_and_copy(build):
    hand = build()
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(hand, protocol)) == hand
    assert copy.copy(hand) == hand
    assert copy.deepcopy(hand) == hand


def test_str_is_the_text():
    hand = Hand("[EEE]{1111m}23m55p78s*")
    assert str(hand) == hand.text() == "[EEE]{1111m}23m55p78s*"
    assert str(Hand("78sNEE123mEN456p")) == READY


def test_a_forged_pickle_is_an_error():
    pickled = pickle.dumps(Hand(bytes(READY_COUNTS)))
    assert bytes(READY_COUNTS) in pickled
    five_ones = bytes([5, *READY_COUNTS[1:9], 0, 0, 0, *READY_COUNTS[12:]])
    one_tile_less = bytes([0, *READY_COUNTS[1:]])
    for forged in (five_ones, one_tile_less):
        with pytest.raises(QueshenError):
            pickle.loads(pickled.replace(bytes(READY_COUNTS), forged))


def test_a_hand_does_not_change():
    hand = Hand(READY)
    for name in ("counts", "wild", "melds", "face", "sets", "fifth", "size", "something"):
        with pytest.raises(AttributeError):
            setattr(hand, name, 1)
    assert hand == Hand(READY)
    row = np.array(READY_COUNTS, dtype=np.uint8)
    built = Hand(row)
    row[:] = 0
    assert built == hand


def test_what_differs_in_any_respect_is_not_equal():
    hands = {
        Hand("23m55p78s1s", melds=2),
        Hand("23m55p78s1s", melds=2, fifth="allowed"),
        Hand("23m55p78s*", melds=2),
        Hand("23m55p78s", melds=2, wild=1, face="N"),
        Hand("23m55p78s1s", sets=2),
        Hand("[EEE]23m55p78s1s", sets=3),
    }
    assert len(hands) == 6
    assert Hand(READY) != READY


# ---- refusing -----------------------------------------------------------------------------------


def test_a_fifth_natural_copy_is_refused_by_name():
    with pytest.raises(NotationError) as caught:
        Hand("11111m456p78sEEE")
    assert caught.value.position == 4
    with pytest.raises(QueshenError, match="1m"):
        Hand(bytes([5, *[0] * 33]), sets=1)
    with pytest.raises(QueshenError, match="1m"):
        Hand("[111m]11m22p55p78s")


@pytest.mark.parametrize("tiles", ["123m456p78sEEEN", "123m456p78sEEENNNN", "", "1m"])
def test_a_number_of_tiles_that_no_hand_has_is_refused(tiles):
    with pytest.raises(HandError, match=rf"{sum(counts_of(tiles))}\b.*13"):
        Hand(tiles)


def test_sizes_follow_the_melds():
    with pytest.raises(HandError, match="10"):
        Hand("23m55p78s1s", melds=1)
    assert Hand("E", melds=4).size == 1
    with pytest.raises(HandError):
        Hand("E", melds=5)
    with pytest.raises(HandError):
        Hand("E", melds=-1)


@pytest.mark.parametrize("sets", [0, 6, -1, 1 << 40])
def test_only_one_to_five_sets(sets):
    with pytest.raises(HandError, match=str(sets)):
        Hand(READY, sets=sets)


def test_the_fifth_copy_is_barred_or_allowed():
    with pytest.raises(HandError, match="maybe"):
        Hand(READY, fifth="maybe")


def test_counts_are_34_numbers_from_0_to_4():
    for tiles in ([1] * 13, bytes(33), [0] * 35):
        with pytest.raises(QueshenError, match=str(len(tiles))):
            Hand(tiles)
    for wrong in (-1, 300, 5):
        with pytest.raises(QueshenError, match=str(wrong)):
            Hand([wrong, *READY_COUNTS[1:]])


def test_things_that_are_no_tiles_are_type_errors():
    for tiles in (1.5, None, [0.5] * 34, object(), 13):
        with pytest.raises(TypeError):
            Hand(tiles)
    for wild in (1.5, b"N", [1]):
        with pytest.raises(TypeError):
            Hand("123m456p78sEEE", wild=wild)
    for wrong in ({"sets": 4.5}, {"sets": "4"}, {"melds": 0.5}):
        with pytest.raises(TypeError):
            Hand(READY, **wrong)


def test_wildcards_are_not_given_twice_nor_guessed():
    with pytest.raises(QueshenError):
        Hand("123m456p78sEEE**", wild=2)
    with pytest.raises(QueshenError):
        Hand(READY, wild="N", face="N")
    with pytest.raises(NotationError, match="N'"):
        Hand("123m456p78sEEEN*", face="N")
    with pytest.raises(QueshenError, match="-1"):
        Hand(READY, wild=-1)
    with pytest.raises(NotationError):
        Hand("[**E]23m55p78s")


def test_an_error_shows_the_text_the_place_and_what_was_expected():
    with pytest.raises(NotationError) as caught:
        Hand("123m45x")
    error = caught.value
    assert (error.text, error.position, error.value) == ("123m45x", 6, "x")
    assert all(part in str(error) for part in ("123m45x", "6", error.expected))
    assert isinstance(error, ValueError)


def test_a_question_that_needs_another_size_is_refused():
    thirteen, fourteen = Hand(READY), Hand(READY + "E")
    for ask in (thirteen.is_win, thirteen.discards, fourteen.waits, fourteen.useful):
        with pytest.raises(HandError, match="draw"):
            ask()
    with pytest.raises(HandError):
        fourteen.draw("1m")
    with pytest.raises(HandError):
        thirteen.discard("1m")


def test_the_methods_of_a_hand_are_for_hands_only():
    program = """
from queshen import Hand
for name in ("is_win", "shanten", "shanten_by_shape", "waits", "useful", "discards", "text"):
    for other in (object(), 5, b"x" * 500):
        try:
            getattr(Hand, name)(other)
        except TypeError:
            continue
        raise SystemExit(name)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# ---- drawing and discarding ---------------------------------------------------------------------


def test_a_drawn_tile_is_in_the_hand_and_a_discarded_one_is_not():
    hand = Hand(READY)
    assert hand.draw("9s") == hand.draw(26) == Hand(READY + "9s")
    assert hand.draw("9s").is_win()
    assert hand.draw("9s").discard("9s") == hand
    assert hand == Hand(READY)


def test_a_drawn_star_is_a_wildcard():
    hand = Hand(READY)
    assert hand.draw("*") == Hand(READY + "*")
    assert hand.draw("*").is_win()
    assert hand.draw("*").discard("*") == hand


def test_a_drawn_copy_of_the_face_is_wild_and_a_marked_one_is_natural():
    hand = Hand("123m456p78sEEENN'", wild="N")
    assert hand.draw("N").wild == 2
    assert hand.draw("N").counts[30] == 1
    assert hand.draw(30).wild == 2
    assert hand.draw("N'").counts[30] == 2
    assert hand.draw("1m").discard("N").wild == 0
    assert hand.draw("1m").discard("N'").counts[30] == 0


def test_a_tile_that_is_not_there_cannot_be_discarded():
    hand = Hand(READY + "E")
    with pytest.raises(HandError, match="9m"):
        hand.discard("9m")
    with pytest.raises(HandError):
        hand.discard("*")


def test_a_fifth_copy_cannot_be_drawn():
    with pytest.raises(HandError, match="E"):
        Hand("123m456p7sEEEENN").draw("E")
    with pytest.raises(HandError, match="E"):
        Hand("[EEE]23m55p78999sE").draw("E")


# ---- answers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "waits"),
    [
        ("23m789m456p11sEEE", ["1m", "4m"]),
        ("13m456m789p11sEEE", ["2m"]),
        ("12m456m789p11sEEE", ["3m"]),
        ("456m789p11sEEENN", ["1s", "N"]),
        ("123m456m789p1sEEE", ["1s"]),
        ("2345m456m789pEEE", ["2m", "5m"]),
        ("23456m789p11sEEE", ["1m", "4m", "7m"]),
        ("2333m789p456sEEE", ["1m", "2m", "4m"]),
        ("1112345678999m", [f"{n}m" for n in range(1, 10)]),
        ("19m19p19sESWNCFP", ["1m", "9m", "1p", "9p", "1s", "9s", *"ESWNCFP"]),
        ("19m19p19sESWNCFF", ["P"]),
        ("1133557799m11pE", ["E"]),
        ("147m258p369sESWN", []),
        ("1111m234p567s789s", []),
    ],
)
def test_known_waits(tiles, waits):
    answer = Hand(tiles).waits()
    assert list(answer.tiles) == waits
    assert list(answer.kinds) == list(answer)
    assert (len(answer), bool(answer)) == (len(waits), bool(waits))
    assert all(tile in answer for tile in waits)
    assert "5s" not in answer
    assert Hand(tiles).shanten() == (0 if waits else twin.shanten(counts_of(tiles)))


def test_a_hand_that_waits_only_for_its_own_fifth_copy_is_not_ready_where_that_is_barred():
    tiles = "1111m234p567s789s"
    barred, allowed = Hand(tiles), Hand(tiles, fifth="allowed")
    assert barred.shanten() == 1
    assert allowed.shanten() == 0
    assert not barred.waits().wild
    assert allowed.waits().wild
    assert barred.waits().mask == allowed.waits().mask == 0
    assert not barred.draw("*").is_win()
    assert allowed.draw("*").is_win()


def test_two_triplets_of_one_kind_need_an_allowed_fifth_copy():
    tiles = "EEEE**123m456p77s"
    assert not Hand(tiles).is_win()
    assert Hand(tiles, fifth="allowed").is_win()


def test_the_face_stands_in_the_mask_where_a_wildcard_would_do():
    plain = Hand("123m456p789s234s5m")
    faced = Hand("123m456p789s234s5m", face="C")
    assert plain.waits().tiles == ("5m",)
    assert faced.waits().tiles == ("5m", "C")
    assert faced.waits().wild
    assert faced.draw("C").is_win()
    assert not plain.draw("C").is_win()


def test_a_wildcard_is_never_listed_where_it_would_not_do():
    assert "C" not in Hand("147m258p369sESWN", face="C").waits()


def test_with_a_spare_wildcard_every_kind_completes_but_for_a_fifth_copy():
    answer = Hand("123m456p789sEEE*").waits()
    assert answer.mask == (2**34 - 1) ^ (1 << 27)
    assert answer.wild
    assert Hand("123m456p789sEEE*", fifth="allowed").waits().mask == 2**34 - 1


def test_shanten_of_a_complete_and_a_ready_and_a_far_hand():
    assert Hand(READY + "9s").shanten() == -1
    assert Hand(READY).shanten() == 0
    assert Hand(READY + "W").shanten() == 0
    assert Hand("147m258p369sESWN").shanten(Shape.STANDARD) == 8
    assert Hand("147m258p369sESWN").shanten() == 6
    assert Hand("147m258p369sESWN").shanten(Shape.MCR) == 0


def test_shanten_of_each_shape_names_the_shapes_in_reach():
    answer = Hand("1133557799m11pE").shanten_by_shape(Shape.MCR)
    assert set(answer) == {s for s in Shape if s & Shape.MCR}
    assert answer[Shape.SEVEN_PAIRS] == 0
    assert min(answer.values()) == 0
    melded = Hand("[EEE]113355m77p11s").shanten_by_shape(Shape.MCR)
    assert set(melded) == {Shape.STANDARD, Shape.KNITTED_STRAIGHT}
    assert set(Hand("[EEE][SSS]1335m77p1s").shanten_by_shape(Shape.MCR)) == {Shape.STANDARD}


def test_useful_tiles_are_those_that_bring_the_hand_nearer():
    answer = Hand("12m46p7899s11sEEE").useful()
    counts = counts_of("12m46p7899s11sEEE")
    assert answer.mask == twin.useful(counts)
    assert "3m" in answer
    assert "5p" in answer
    assert "W" not in answer


def test_live_copies_are_four_less_the_own_and_the_visible_ones():
    hand = Hand("[123m]23m456p11sEEE")
    assert hand.waits().live[0] == 3
    assert hand.waits().live[3] == 4
    assert hand.waits().live[5] == 0
    assert hand.waits().total == 7
    seen = [0] * 34
    seen[3] = 4
    assert hand.waits(visible=seen).total == 3
    assert hand.waits(visible=bytes(seen)).tiles == ("1m", "4m")


def test_a_wait_may_be_counted_formally_or_less_strictly():
    hand = Hand("{1111m}23m456p789s11s")
    assert hand.waits().tiles == ("1m", "4m")
    assert hand.waits(wait_counts="formal").tiles == ("1m", "4m")
    assert hand.waits(wait_counts="not_own").tiles == ("4m",)
    seen = [0] * 34
    seen[3] = 4
    assert hand.waits(visible=seen, wait_counts="not_own").tiles == ("4m",)
    assert hand.waits(visible=seen, wait_counts="live").tiles == ()
    with pytest.raises(HandError, match="perhaps"):
        hand.waits(wait_counts="perhaps")


def test_visible_tiles_are_34_numbers():
    with pytest.raises(QueshenError):
        Hand(READY).waits(visible=[0] * 33)
    with pytest.raises(QueshenError):
        Hand(READY).waits(visible=[5, *[0] * 33])


def test_discards_come_best_first():
    hand = Hand("12m46p7899s11sEEEW")
    answers = hand.discards()
    assert {d.tile for d in answers} == {"1m", "2m", "4p", "6p", "7s", "8s", "9s", "1s", "E", "W"}
    assert answers[0].shanten == min(d.shanten for d in answers) == hand.shanten()
    ranks = [(d.shanten, -d.useful.total) for d in answers]
    assert ranks == sorted(ranks)
    for answer in answers:
        after = hand.discard(answer.tile)
        assert answer.shanten == after.shanten()
        assert answer.useful.mask == after.useful().mask


def test_a_wildcard_may_be_discarded_too():
    answers = Hand("12m46p7899s11sEEE*").discards()
    assert [(d.kind, d.tile) for d in answers if d.wild] == [(None, "*")]
    faced = [d for d in Hand("12m46p7899s11sEEEW", wild="W").discards() if d.wild]
    assert [(d.kind, d.tile) for d in faced] == [(29, "W")]
    assert answers[-1].wild


def test_what_is_visible_counts_among_the_discards():
    hand = Hand("13m46p789s11sEEEWW")
    seen = [0] * 34
    seen[1] = 4
    assert hand.discards(visible=seen)[0].useful.live[1] == 0


# ---- shapes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row", facts("shape_examples"), ids=lambda row: f"{row['shape']}-{row['has']}"
)
def test_each_shape_by_example_and_by_a_hand_that_just_misses_it(row):
    shape, has, misses = Shape[row["shape"]], Hand(row["has"]), Hand(row["misses"])
    assert has.is_win(shape)
    assert has.shanten(shape) == -1
    assert not misses.is_win(shape)
    assert misses.shanten(shape) >= 0


def test_eight_pairs_and_any_tile_take_seventeen_tiles():
    ready = Hand("1122m3344p5566s77sEE", sets=5)
    assert ready.waits(Shape.EIGHT_PAIRS).mask == 2**34 - 1
    assert ready.draw("P").is_win(Shape.EIGHT_PAIRS)
    assert ready.draw("E").is_win(Shape.EIGHT_PAIRS)
    assert not ready.draw("P").is_win(Shape.STANDARD)
    assert Hand("1111m3333p5566s7sE***", sets=5).is_win(Shape.EIGHT_PAIRS)
    assert not Hand("1122m3344p5567s8sEES*", sets=5).is_win(Shape.EIGHT_PAIRS)


def test_eight_pairs_that_hold_four_of_a_kind_never_wait_for_it():
    ready = Hand("1111m3344p5566s77sEE", sets=5)
    assert ready.waits(Shape.EIGHT_PAIRS).mask == (2**34 - 1) ^ 1


def test_a_knitted_straight_may_have_one_meld():
    assert Hand("[EEE]147m258p369sNN").is_win(Shape.KNITTED_STRAIGHT)
    assert Hand("[234m]14m258p369sNN*").is_win(Shape.KNITTED_STRAIGHT)
    assert not Hand("[EEE]147m258p369sNC").is_win(Shape.KNITTED_STRAIGHT)


def test_shapes_of_fourteen_tiles_take_no_meld_and_four_sets():
    pairs = Hand("[EEE]1122m3344p556s")
    assert not pairs.is_win(Shape.SEVEN_PAIRS)
    for ask in (pairs.shanten, pairs.discards):
        with pytest.raises(HandError, match="reach"):
            ask(Shape.SEVEN_PAIRS)
    for shape in (Shape.SEVEN_PAIRS, Shape.THIRTEEN_ORPHANS, Shape.LESSER_KNITTED):
        assert not Hand("*****", melds=3).is_win(shape)
        assert not Hand("********", sets=2).is_win(shape)
        assert Hand("**************").is_win(shape)
    assert not Hand("**************").is_win(Shape.EIGHT_PAIRS)
    assert Hand("*" * 17, sets=5).is_win(Shape.EIGHT_PAIRS)


# ---- other numbers of sets ----------------------------------------------------------------------


def test_hands_of_two_sets():
    hand = Hand("23m456p11s", sets=2)
    assert hand.waits().tiles == ("1m", "4m")
    assert hand.draw("1m").is_win()
    assert Hand("[EEE]23m11s", sets=2).waits().tiles == ("1m", "4m")
    assert not Hand("1122m33pEE", sets=2).is_win()


def test_hands_of_five_sets():
    hand = Hand("23m456p789s11sEEENNN", sets=5)
    assert hand.waits().tiles == ("1m", "4m")
    assert hand.draw("4m").is_win()
    assert not Hand("1122m3344p5566sEEN**", sets=5).is_win()


# ---- hands that other engines got wrong ---------------------------------------------------------


@pytest.mark.parametrize("fifth", ["barred", "allowed"])
def test_wildcards_are_spent_across_suits_and_not_once_for_each(fifth):
    hand = Hand("33334m4p4sN******", fifth=fifth)
    assert hand.is_win(Shape.STANDARD)
    assert hand.is_win(Shape.SEVEN_PAIRS)
    assert hand.is_win()
    with_one_wildcard_less = Hand("33334m4p4sNC*****", fifth=fifth)
    assert not with_one_wildcard_less.is_win(Shape.STANDARD)


def test_four_copies_and_a_wildcard_are_a_triplet_and_a_pair_where_a_fifth_copy_is_allowed():
    assert Hand("4444m*", sets=1, fifth="allowed").is_win()
    assert not Hand("4444m*", sets=1, fifth="barred").is_win()
    assert not Hand("4444m*", sets=1, fifth="allowed").is_win(Shape.SEVEN_PAIRS)
    assert Hand("4444m*", melds=3, fifth="allowed").is_win()
    assert not Hand("4444m*", melds=3, fifth="barred").is_win()


@pytest.mark.parametrize("fifth", ["barred", "allowed"])
def test_eight_wildcards_do_not_save_six_tiles_that_share_no_set(fifth):
    hand = Hand("1m38p16sE********", fifth=fifth)
    assert not hand.is_win(Shape.STANDARD)
    assert hand.is_win(Shape.SEVEN_PAIRS)
    assert hand.is_win()


def test_four_of_a_kind_are_two_pairs():
    hand = Hand("11113355778899m")
    assert not hand.is_win(Shape.STANDARD)
    assert hand.is_win(Shape.SEVEN_PAIRS)
    assert not hand.is_win(Shape.DISTINCT_PAIRS)
    assert hand.is_win()


def test_a_plain_win_without_wildcards():
    hand = Hand("666m444p12345677s")
    assert hand.is_win(Shape.STANDARD)
    assert not hand.is_win(Shape.SEVEN_PAIRS)


def test_seven_plain_pairs():
    hand = Hand("1122m2266p2266sSS")
    assert not hand.is_win(Shape.STANDARD)
    assert hand.is_win(Shape.SEVEN_PAIRS)
    assert hand.is_win()


def test_the_pair_may_come_from_a_tile_held_three_or_four_times():
    assert Hand("333456m456p78999s").is_win(Shape.STANDARD)


def test_a_drawn_wildcard_completes_a_ready_hand():
    hand = Hand("123m456p789s234s5m")
    assert hand.waits().wild
    assert hand.draw("*").is_win()
