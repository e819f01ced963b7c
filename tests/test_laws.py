"""What holds for every hand, whatever its tiles; and that the two slow judges agree."""

from __future__ import annotations

import handsets
import numpy as np
import pytest
import twin
from handsets import counts_of
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import queshen
from queshen import Hand, Shape
from queshen.errors import QueshenError

ALL_SHAPES = Shape(255)
READY = "123m456p78sEEENN"
READY_COUNTS = counts_of(READY)
both_meanings = pytest.mark.parametrize("fifth", twin.FIFTHS)
meanings = st.sampled_from(twin.FIFTHS)
shape_sets = st.sampled_from([Shape.COMMON, Shape.STANDARD, ALL_SHAPES, Shape.SEVEN_PAIRS])


def law(*strategies):
    """A test on many hands; slow machines and shapes out of reach are no failures."""
    lenient = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    how = settings(deadline=None, max_examples=100, suppress_health_check=lenient)
    return lambda test: how(given(*strategies)(test))


@st.composite
def hands(draw, extra: int | None = None, least_wild: int = 0):
    """Counts, wildcards, melds and sets of one hand: scattered, or grown from groups."""
    sets = draw(st.sampled_from([1, 2, 3, 4, 4, 4, 5]))
    melds = draw(st.sampled_from([0, 0, 0, *range(min(sets, 4) + 1)]))
    more = draw(st.sampled_from([1, 2])) if extra is None else extra
    size = 3 * (sets - melds) + more
    wild = draw(st.integers(least_wild, min(size, 8)))
    tiles = size - wild
    kinds = draw(st.sampled_from([range(34), range(9), range(18), range(18, 34), range(27, 34)]))
    counts = [0] * 34
    groups = [g for g in twin.SETS + twin.PAIRS if all(k in kinds for k in g)]
    singles = [(k,) for k in kinds]
    for group in draw(st.lists(st.sampled_from(groups), max_size=sets + 1)):
        for k in group:
            if counts[k] < 4 and sum(counts) < tiles:
                counts[k] += 1
    while sum(counts) < tiles:
        room = [k for (k,) in singles if counts[k] < 4]
        counts[draw(st.sampled_from(room or [k for k in range(34) if counts[k] < 4]))] += 1
    return counts, wild, melds, sets


def ask(question, hand, shapes=Shape.COMMON, fifth="barred"):
    counts, wild, melds, sets = hand
    return question(bytes(counts), wild, melds, shapes=shapes, sets=sets, fifth=fifth)


def in_reach(hand, shapes) -> bool:
    _, _, melds, sets = hand
    return bool(twin.reachable(int(shapes), sets, melds))


def kinds_of(mask: int) -> list[int]:
    return [k for k in range(34) if mask >> k & 1]


# ---- the engine ---------------------------------------------------------------------------------


@law(hands(), shape_sets, meanings, st.permutations(range(3)), st.permutations(range(7)))
def test_suits_and_honours_may_change_places(hand, shapes, fifth, suits, honours):
    assume(in_reach(hand, shapes))
    counts, wild, melds, sets = hand
    moved = [9 * suits[k // 9] + k % 9 if k < 27 else 27 + honours[k - 27] for k in range(34)]
    after = [0] * 34
    for k in range(34):
        after[moved[k]] = counts[k]
    other = (after, wild, melds, sets)
    shanten = ask(queshen.shanten, hand, shapes, fifth)
    assert ask(queshen.shanten, other, shapes, fifth) == shanten
    if (sum(counts) + wild) % 3 == 1:
        for question in (queshen.waits, queshen.useful):
            before = kinds_of(ask(question, hand, shapes, fifth))
            assert kinds_of(ask(question, other, shapes, fifth)) == sorted(moved[k] for k in before)


@law(hands(), shape_sets, meanings)
def test_a_suit_may_be_read_backwards(hand, shapes, fifth):
    assume(in_reach(hand, shapes))
    counts, wild, melds, sets = hand
    after = [counts[9 * (k // 9) + 8 - k % 9] if k < 27 else counts[k] for k in range(34)]
    other = (after, wild, melds, sets)
    assert ask(queshen.shanten, other, shapes, fifth) == ask(queshen.shanten, hand, shapes, fifth)


@law(hands(), shape_sets, meanings, st.data())
def test_a_wildcard_in_place_of_a_tile_never_makes_a_hand_worse(hand, shapes, fifth, data):
    counts, wild, melds, sets = hand
    assume(sum(counts) > 0 and in_reach(hand, shapes))
    k = data.draw(st.sampled_from([k for k in range(34) if counts[k]]))
    better = (twin.plus(counts, k, -1), wild + 1, melds, sets)
    before = ask(queshen.shanten, hand, shapes, fifth)
    assert before - 1 <= ask(queshen.shanten, better, shapes, fifth) <= before
    if (sum(counts) + wild) % 3 == 2 and ask(queshen.is_win, hand, shapes, fifth):
        assert ask(queshen.is_win, better, shapes, fifth)


@law(hands(extra=1), shape_sets, meanings, st.integers(0, 33))
def test_a_draw_brings_a_hand_nearer_by_one_at_most_and_never_back(hand, shapes, fifth, k):
    counts, wild, melds, sets = hand
    assume(counts[k] < 4 and in_reach(hand, shapes))
    before = ask(queshen.shanten, hand, shapes, fifth)
    after = ask(queshen.shanten, (twin.plus(counts, k), wild, melds, sets), shapes, fifth)
    assert before - 1 <= after <= before


@law(hands(extra=1), shape_sets, meanings)
def test_a_drawn_wildcard_brings_every_hand_nearer(hand, shapes, fifth):
    counts, wild, melds, sets = hand
    assume(in_reach(hand, shapes))
    before = ask(queshen.shanten, hand, shapes, fifth)
    assert ask(queshen.shanten, (counts, wild + 1, melds, sets), shapes, fifth) == before - 1


@law(hands(extra=2), shape_sets, meanings)
def test_a_discard_may_keep_the_distance_and_never_improves_it(hand, shapes, fifth):
    counts, wild, melds, sets = hand
    assume(in_reach(hand, shapes))
    before = ask(queshen.shanten, hand, shapes, fifth)
    after = [
        ask(queshen.shanten, (twin.plus(counts, k, -1), wild, melds, sets), shapes, fifth)
        for k in range(34)
        if counts[k]
    ]
    if wild:
        after.append(ask(queshen.shanten, (counts, wild - 1, melds, sets), shapes, fifth))
    assert min(after) == max(before, 0)


@law(hands(extra=1), shape_sets, meanings)
def test_waits_are_the_kinds_that_complete_the_hand(hand, shapes, fifth):
    counts, wild, melds, sets = hand
    waits = ask(queshen.waits, hand, shapes, fifth)
    for k in range(34):
        if counts[k] == 4:
            assert not waits >> k & 1
            continue
        after = (twin.plus(counts, k), wild, melds, sets)
        assert bool(waits >> k & 1) == ask(queshen.is_win, after, shapes, fifth)
        if in_reach(hand, shapes):
            assert bool(waits >> k & 1) == (ask(queshen.shanten, after, shapes, fifth) == -1)


@law(hands(extra=1), shape_sets, meanings)
def test_useful_tiles_are_the_kinds_that_lower_the_shanten(hand, shapes, fifth):
    counts, wild, melds, sets = hand
    assume(in_reach(hand, shapes))
    useful = ask(queshen.useful, hand, shapes, fifth)
    before = ask(queshen.shanten, hand, shapes, fifth)
    for k in range(34):
        if counts[k] == 4:
            assert not useful >> k & 1
            continue
        after = (twin.plus(counts, k), wild, melds, sets)
        assert bool(useful >> k & 1) == (ask(queshen.shanten, after, shapes, fifth) < before)


@law(hands(extra=1), shape_sets, meanings)
def test_a_ready_hand_waits_for_its_useful_tiles_and_others_for_none(hand, shapes, fifth):
    assume(in_reach(hand, shapes))
    counts, wild, melds, sets = hand
    ready = ask(queshen.shanten, hand, shapes, fifth) == 0
    useful = ask(queshen.useful, hand, shapes, fifth)
    assert ask(queshen.waits, hand, shapes, fifth) == (useful if ready else 0)
    with_wildcard = (counts, wild + 1, melds, sets)
    assert ask(queshen.is_win, with_wildcard, shapes, fifth) == ready


@law(hands(), shape_sets)
def test_what_is_complete_with_the_fifth_copy_barred_is_complete_with_it_allowed(hand, shapes):
    assume(in_reach(hand, shapes))
    counts, wild, _, _ = hand
    barred = ask(queshen.shanten, hand, shapes, "barred")
    assert ask(queshen.shanten, hand, shapes, "allowed") <= barred
    if (sum(counts) + wild) % 3 == 2 and ask(queshen.is_win, hand, shapes, "barred"):
        assert ask(queshen.is_win, hand, shapes, "allowed")


@law(hands(), meanings)
def test_more_shapes_never_make_a_hand_worse(hand, fifth):
    each = [ask(queshen.shanten, hand, s, fifth) for s in Shape if in_reach(hand, s)]
    assert ask(queshen.shanten, hand, ALL_SHAPES, fifth) == min(each)


@law(hands(extra=2), shape_sets, meanings)
def test_a_win_is_a_hand_of_shanten_minus_one(hand, shapes, fifth):
    assume(in_reach(hand, shapes))
    shanten = ask(queshen.shanten, hand, shapes, fifth)
    assert shanten >= -1
    assert ask(queshen.is_win, hand, shapes, fifth) == (shanten == -1)


@law(hands(extra=1))
def test_a_meld_more_leaves_the_rest_of_the_hand_as_it_is(hand):
    counts, wild, melds, sets = hand
    assume(sets < 5)
    other = (counts, wild, melds + 1, sets + 1)
    for question in (queshen.shanten, queshen.waits, queshen.useful):
        assert ask(question, hand, Shape.STANDARD) == ask(question, other, Shape.STANDARD)


@law(hands(extra=2), meanings)
def test_the_engine_and_the_peeling_judge_agree_on_wins(hand, fifth):
    counts, wild, melds, sets = hand
    for shapes in (Shape.COMMON, ALL_SHAPES):
        expected = twin.is_win(counts, wild, sets, melds, fifth, int(shapes))
        assert ask(queshen.is_win, hand, shapes, fifth) == expected


# ---- shanten by its own words -------------------------------------------------------------------


def draws_to_a_ready_hand(counts, sets, most):
    """Draw a tile and discard one, again and again: how often until a drawn tile completes."""

    def ready(held):
        return any(
            held[k] < 4 and twin.is_win(twin.plus(held, k), 0, sets, shapes=1) for k in kinds
        )

    kinds = [k for k in range(34) if any(counts[max(0, k - 2) : k + 3])] + [33]
    now = {tuple(counts)}
    for draws in range(most + 1):
        if any(ready(held) for held in now):
            return draws
        after = set()
        for held in now:
            for drawn in kinds:
                if held[drawn] == 4:
                    continue
                for gone in kinds:
                    if held[gone] and gone != drawn:
                        swapped = twin.plus(twin.plus(held, drawn), gone, -1)
                        after.add(tuple(swapped))
        now = after
    return most + 1


@pytest.mark.parametrize(
    ("tiles", "sets"),
    [
        ("1111m", 1),
        ("1147m", 1),
        ("1111m234p", 2),
        ("1111m444p", 2),
        ("1133m57pE", 2),
        ("1119m66pE", 2),
        ("1479m", 1),
        ("4444m567p", 3),
        ("EEEE", 1),
        ("EEEECCC", 2),
    ],
)
def test_shanten_is_the_number_of_useful_draws_to_a_ready_hand(tiles, sets):
    counts = handsets.counts_of(tiles)
    melds = sets - (sum(counts) - 1) // 3
    need = sets - melds
    expected = draws_to_a_ready_hand(counts, need, 3)
    assert queshen.shanten(counts, 0, melds, sets=sets, shapes=Shape.STANDARD) == expected
    assert twin.shanten(counts, 0, sets, melds, shapes=twin.STANDARD) == expected


def test_wildcards_alone_are_complete_for_every_size():
    for sets in range(1, 6):
        for fifth in ("barred", "allowed"):
            hand = Hand("*" * (3 * sets + 2), sets=sets, fifth=fifth)
            assert hand.is_win()
            assert hand.shanten() == -1


def test_common_and_mcr_shapes():
    common = Shape.STANDARD | Shape.SEVEN_PAIRS | Shape.THIRTEEN_ORPHANS
    knitted = Shape.LESSER_KNITTED | Shape.GREATER_KNITTED | Shape.KNITTED_STRAIGHT
    assert common == Shape.COMMON
    assert common | knitted == Shape.MCR
    assert [int(s) for s in Shape] == [1, 2, 4, 8, 16, 32, 64, 128]


# ---- questions about bare counts ----------------------------------------------------------------


@pytest.mark.parametrize("form", [bytes, bytearray, list, tuple, np.array, memoryview])
def test_bare_counts_answer_like_a_hand(form):
    def made(counts):
        if form is np.array:
            return np.array(counts, dtype=np.uint8)
        return memoryview(bytes(counts)) if form is memoryview else form(counts)

    ready, whole = made(READY_COUNTS), made(counts_of(READY + "9s"))
    assert queshen.is_win(whole) is True
    assert queshen.is_win(made(counts_of(READY + "W"))) is False
    assert queshen.shanten(whole) == -1
    assert queshen.shanten(ready) == 0
    assert queshen.waits(ready) == Hand(READY).waits().mask
    assert queshen.useful(ready) == Hand(READY).useful().mask
    part = made(counts_of("23m55p78s"))
    assert queshen.is_win(part, 2, 2) is Hand("23m55p78s**", melds=2).is_win()
    assert queshen.shanten(part, wild=1, melds=2, sets=4, fifth="allowed") == 0
    assert queshen.is_win(whole, shapes=Shape.SEVEN_PAIRS) is False


def test_bare_counts_take_rows_of_any_stride():
    every_other = np.zeros((34, 2), dtype=np.uint8)
    every_other[:, 0] = READY_COUNTS
    assert queshen.waits(every_other[:, 0]) == Hand(READY).waits().mask
    frozen = np.array(READY_COUNTS, dtype=np.uint8)
    frozen.flags.writeable = False
    assert queshen.waits(frozen) == Hand(READY).waits().mask


def test_bare_counts_are_checked_like_a_hand():
    with pytest.raises(QueshenError, match="5"):
        queshen.shanten(bytes([5, *READY_COUNTS[1:]]))
    with pytest.raises(QueshenError, match="draw"):
        queshen.is_win(bytes(READY_COUNTS))
    with pytest.raises(QueshenError, match="draw"):
        queshen.waits(counts_of(READY + "E"))
    with pytest.raises(QueshenError, match="33"):
        queshen.shanten(bytes(33))
    with pytest.raises(QueshenError):
        queshen.shanten(READY_COUNTS, wild=-1)
    with pytest.raises(QueshenError):
        queshen.shanten(READY_COUNTS, melds=1)
    with pytest.raises(QueshenError):
        queshen.shanten(READY_COUNTS, sets=6)
    with pytest.raises(QueshenError, match="maybe"):
        queshen.shanten(READY_COUNTS, fifth="maybe")
    for shapes in (0, 256, -1, 1 << 40):
        with pytest.raises(QueshenError, match=str(shapes)):
            queshen.shanten(READY_COUNTS, shapes=shapes)
    with pytest.raises(QueshenError, match="reach"):
        queshen.shanten(counts_of("23m55p78s1s"), melds=2, shapes=Shape.SEVEN_PAIRS)
    for wrong in ({"wild": 0.5}, {"melds": 0.5}, {"sets": 4.5}, {"shapes": 1.5}, {"sets": "4"}):
        with pytest.raises(TypeError):
            queshen.shanten(READY_COUNTS, **wrong)
    for name in ("wild", "melds", "sets"):
        with pytest.raises(QueshenError):
            queshen.shanten(READY_COUNTS, **{name: 1 << 40})
    with pytest.raises(TypeError):
        queshen.shanten("123m")
    with pytest.raises(TypeError):
        queshen.shanten([0.0] * 34)


# ---- published hands ----------------------------------------------------------------------------


@pytest.mark.parametrize("row", handsets.facts("special_hands"), ids=lambda row: row["id"])
def test_published_special_hands(row):
    shape = Shape[row["shape"]]
    hand = Hand(row["ready"])
    assert row["win"] in hand.waits(shape)
    assert hand.waits(shape).mask == twin.waits(hand.counts, 0, 4, hand.meld_count, shapes=shape)
    whole = hand.draw(row["win"])
    assert whole.is_win(shape)
    assert whole.is_win(Shape.MCR)
    for each in Shape:
        expected = twin.is_win(whole.counts, 0, 4, hand.meld_count, shapes=each)
        assert whole.is_win(each) == expected
    if shape is Shape.GREATER_KNITTED:
        assert whole.is_win(Shape.LESSER_KNITTED)


# ---- the two slow judges ------------------------------------------------------------------------


@both_meanings
@pytest.mark.parametrize("sets", [1, 2, 4, 5])
def test_peeling_and_the_lattice_find_the_same_wins(sets, fifth):
    for shapes in (twin.COMMON, ALL_SHAPES):
        for sample in handsets.families(70, sets, 2, seed=7):
            lack, _ = twin.missing_rows(sample.counts, sample.melds, sets, fifth, int(shapes))
            for row, counts in enumerate(sample.counts.tolist()):
                wild, melds = int(sample.wild[row]), int(sample.melds[row])
                peeled = twin.is_win(counts, wild, sets, melds, fifth, int(shapes))
                assert peeled == (lack[row] == wild), (counts, wild, melds)


@both_meanings
@pytest.mark.parametrize("sets", [2, 4])
def test_searching_and_the_lattice_find_the_same_distance(sets, fifth):
    for sample in handsets.families(12, sets, 1, seed=9):
        lack, _ = twin.missing_rows(sample.counts, sample.melds, sets, fifth, 255)
        for row, counts in enumerate(sample.counts.tolist()):
            melds = int(sample.melds[row])
            if lack[row] <= 4:
                assert twin.missing(counts, sets, melds, fifth, 255) == lack[row], counts


@both_meanings
def test_enumerated_and_counted_special_shapes_agree(fifth):
    rng = np.random.default_rng(3)
    for replaced in (0, 2, 5):
        rows = handsets.special_rows(rng, 60, rng.integers(0, 5, 60), replaced).astype(np.int8)
        for shape in twin.SHAPES[1:]:
            for melds in (0, 1):
                need = np.full(len(rows), 4 - melds)
                counted = twin.shape_missing_rows(rows, shape, need, fifth)
                for row, counts in enumerate(rows.tolist()):
                    expected = twin.special_missing(counts, shape, melds, fifth)
                    assert counted[row] == expected, (counts, shape)
