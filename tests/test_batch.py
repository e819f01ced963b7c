"""Arrays of hands against the slow judges, and what the array functions refuse."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import handsets
import numpy as np
import pytest
import twin
from handsets import Hands

import queshen
from queshen import Hand, Shape, batch
from queshen.errors import BatchError, QueshenError

ALL_SHAPES = 255
NO_SHANTEN = 127  # no shape in reach, or no such tile to discard
EACH_SHAPE = [int(shape) for shape in Shape]
both_meanings = pytest.mark.parametrize("fifth", twin.FIFTHS)


def show(hands: Hands, row: int) -> str:
    counts = hands.counts[row].tolist()
    return (
        f"row {row} of {hands.name}: {counts} wild={hands.wild[row]} melds={hands.melds[row]} "
        f"sets={hands.sets}"
    )


def assert_same(hands: Hands, product, expected, what: str) -> None:
    wrong = np.flatnonzero(product != expected)
    assert not len(wrong), (
        f"{len(wrong)} of {len(hands)} rows; {what} of {show(hands, wrong[0])}: "
        f"{product[wrong[0]]} is not {expected[wrong[0]]}"
    )


def assert_agrees(hands: Hands, fifth: str, shapes: int) -> None:
    """All four questions on hands of one size."""
    args = (hands.counts, hands.wild, hands.melds)
    how = {"sets": hands.sets, "fifth": fifth, "shapes": shapes}
    able = np.array([bool(twin.reachable(shapes, hands.sets, int(m))) for m in hands.melds])
    lack, nearest = twin.missing_rows(hands.counts, hands.melds, hands.sets, fifth, shapes)
    shanten = np.where(able, lack.astype(np.int64) - hands.wild - 1, NO_SHANTEN)
    shape_out = np.full(len(hands), 77, dtype=np.uint8)
    product = batch.shanten(*args, **how, shape_out=shape_out)
    assert_same(hands, product, shanten, f"shanten {how}")
    assert_same(hands, shape_out, nearest, f"nearest shapes {how}")
    complete = int(hands.counts[0].sum() + hands.wild[0] + 3 * hands.melds[0]) % 3 == 2
    if complete:
        assert_same(hands, batch.is_win(*args, **how), able & (shanten == -1), f"win {how}")
        return
    masks = twin.useful_rows(hands.counts, hands.melds, hands.sets, fifth, shapes)
    assert_same(hands, batch.useful(*args, **how), masks, f"useful {how}")
    wild_out = np.zeros(len(hands), dtype=np.bool_)
    ready = able & (shanten == 0)
    waits = batch.waits(*args, **how, wild_out=wild_out)
    assert_same(hands, waits, np.where(ready, masks, np.uint64(0)), f"waits {how}")
    assert_same(hands, wild_out, ready, f"a drawn wildcard {how}")


# ---- agreement ----------------------------------------------------------------------------------


@both_meanings
@pytest.mark.parametrize("sets", [2, 4, 5])
@pytest.mark.parametrize("family", handsets.FAMILIES)
def test_every_answer_on_hands_of_every_family(family, sets, fifth):
    for extra, n in ((2, 500), (1, 150)):
        for shapes in (twin.COMMON, ALL_SHAPES):
            hands = handsets.make_hands(family, n, sets, extra, seed=shapes)
            assert_agrees(hands, fifth, shapes)


@both_meanings
@pytest.mark.parametrize("shape", EACH_SHAPE)
def test_every_answer_for_each_shape_alone(shape, fifth):
    for sets in (4, 5):
        for extra in (1, 2):
            for family in ("random", "near", "one suit"):
                hands = handsets.make_hands(family, 100, sets, extra, seed=shape)
                assert_agrees(hands, fifth, shape)


@both_meanings
@pytest.mark.parametrize("shapes", [ALL_SHAPES, *EACH_SHAPE])
def test_every_answer_near_the_special_shapes(shapes, fifth):
    rng = np.random.default_rng(shapes)
    n = 250
    for replaced in (0, 1, 3):
        for size in (14, 13):
            wild = rng.integers(0, 9, n) * (rng.random(n) < 0.6)
            counts = handsets.special_rows(rng, n, wild + (14 - size), replaced)
            none = np.zeros(n, dtype=np.uint8)
            hands = Hands("special shapes", 4, counts, wild.astype(np.uint8), none)
            assert_agrees(hands, fifth, shapes)


@both_meanings
@pytest.mark.parametrize("sets", [1, 3])
def test_hands_of_one_and_of_three_sets(sets, fifth):
    for family in handsets.FAMILIES:
        for extra in (1, 2):
            assert_agrees(handsets.make_hands(family, 200, sets, extra, 11), fifth, ALL_SHAPES)


@both_meanings
@pytest.mark.parametrize("sets", [4, 5])
def test_eight_pairs_and_their_odd_tile(sets, fifth):
    rng = np.random.default_rng(17)
    n = 600
    counts = np.zeros((n, 34), dtype=np.uint8)
    for i in range(n):
        counts[i, rng.choice(34, 8, replace=False)] = 2
        counts[i, rng.integers(0, 34, int(rng.integers(0, 3)))] += 2
    counts = np.minimum(counts, 4)
    for extra in (2, 1):
        wild = rng.integers(0, 6, n)
        rows = counts.copy()
        for _ in range(8):
            handsets.drop_one(rng, rows, rows.sum(axis=1) > 3 * sets + extra - wild)
        left = 3 * sets + extra - rows.sum(axis=1, dtype=np.int64)
        hands = Hands("pairs", sets, rows, left.astype(np.uint8), np.zeros(n, dtype=np.uint8))
        for shapes in (twin.EIGHT_PAIRS, ALL_SHAPES):
            if twin.reachable(shapes, sets, 0):
                assert_agrees(hands, fifth, shapes)


@both_meanings
def test_every_hand_of_one_suit_with_fourteen_tiles(fifth):
    counts = handsets.one_suit_rows(14)
    assert len(counts) == 118_800
    lack, nearest = twin.missing_rows(counts, 0, 4, fifth, twin.COMMON)
    assert (batch.is_win(counts, fifth=fifth) == (lack == 0)).all()
    shape_out = np.zeros(len(counts), dtype=np.uint8)
    assert (batch.shanten(counts, fifth=fifth, shape_out=shape_out) == lack - 1).all()
    assert (shape_out == nearest).all()
    assert batch.is_win(counts, fifth=fifth, shapes=Shape.STANDARD).sum() == 13_259


@both_meanings
def test_every_ready_hand_of_one_suit_with_thirteen_tiles(fifth):
    counts = handsets.one_suit_rows(13)
    masks, ready = twin.waits_rows(counts, 0, 0, 4, fifth, twin.COMMON)
    wild_out = np.zeros(len(counts), dtype=np.bool_)
    assert (batch.waits(counts, fifth=fifth, wild_out=wild_out) == masks).all()
    assert (wild_out == ready).all()
    useful = twin.useful_rows(counts[::19], 0, 4, fifth, twin.COMMON)
    assert (batch.useful(counts[::19], fifth=fifth) == useful).all()


@both_meanings
@pytest.mark.parametrize("wild", [1, 2, 4, 8])
def test_every_hand_of_one_suit_with_wildcards(wild, fifth):
    counts = handsets.one_suit_rows(14 - wild)[:: 3 if wild < 4 else 1]
    lack, _ = twin.missing_rows(counts, 0, 4, fifth, twin.COMMON)
    assert (batch.is_win(counts, wild, fifth=fifth) == (lack == wild)).all()
    assert (batch.shanten(counts, wild, fifth=fifth) == lack - wild - 1).all()


@pytest.mark.slow
@both_meanings
def test_a_million_hands(fifth):
    for sets in (2, 4, 5):
        for family in handsets.FAMILIES:
            for extra in (1, 2):
                for shapes in (twin.COMMON, ALL_SHAPES):
                    n = 100_000 if extra == 2 else 20_000
                    hands = handsets.make_hands(family, n, sets, extra, seed=shapes + 1000)
                    assert_agrees(hands, fifth, shapes)


@pytest.mark.slow
@both_meanings
def test_every_hand_of_one_suit_with_seventeen_tiles(fifth):
    counts = handsets.one_suit_rows(17)
    lack, _ = twin.missing_rows(counts, 0, 5, fifth, twin.STANDARD)
    how = {"sets": 5, "fifth": fifth, "shapes": Shape.STANDARD}
    assert (batch.is_win(counts, **how) == (lack == 0)).all()
    assert (batch.shanten(counts, **how) == lack - 1).all()


@both_meanings
def test_one_hand_and_an_array_of_hands_answer_alike(fifth):
    for sets in (2, 4, 5):
        for extra in (1, 2):
            for hands in handsets.families(60, sets, extra, seed=5):
                how = {"sets": sets, "fifth": fifth, "shapes": Shape(ALL_SHAPES)}
                args = (hands.counts, hands.wild, hands.melds)
                rows = [
                    (hands.counts[i], int(hands.wild[i]), int(hands.melds[i]))
                    for i in range(len(hands))
                ]
                asked = ("shanten", "is_win") if extra == 2 else ("shanten", "waits", "useful")
                for name in asked:
                    many = getattr(batch, name)(*args, **how).tolist()
                    assert [getattr(queshen, name)(*row, **how) for row in rows] == many
                    built = [
                        Hand(row.tobytes(), wild=wild, melds=melds, sets=sets, fifth=fifth)
                        for row, wild, melds in rows
                    ]
                    answers = [getattr(hand, name)(how["shapes"]) for hand in built]
                    if name in ("waits", "useful"):
                        answers = [answer.mask for answer in answers]
                    assert answers == many


@both_meanings
@pytest.mark.parametrize("sets", [2, 4, 5])
def test_every_discard_of_a_hand(sets, fifth):
    for hands in handsets.families(60, sets, 2, seed=31):
        args, how = (hands.counts, hands.wild, hands.melds), {"sets": sets, "fifth": fifth}
        for shapes in (twin.COMMON, ALL_SHAPES):
            after = batch.discards(*args, **how, shapes=shapes)
            rows, kinds = np.nonzero(hands.counts)
            fewer = hands.counts[rows]
            fewer[np.arange(len(rows)), kinds] -= 1
            melds, wild = hands.melds[rows], hands.wild[rows].astype(np.int64)
            lack, _ = twin.missing_rows(fewer, melds, sets, fifth, shapes)
            assert (after.shanten[rows, kinds] == lack - wild - 1).all()
            useful = twin.useful_rows(fewer, melds, sets, fifth, shapes)
            assert (after.useful[rows, kinds] == useful).all()
            assert (after.shanten[hands.counts == 0] == NO_SHANTEN).all()
            assert (after.useful[hands.counts == 0] == 0).all()


def test_discards_fill_given_buffers_and_share_threads():
    hands = plain(40_000, 2)
    expected = batch.discards(hands)
    shanten, useful = np.empty_like(expected.shanten), np.empty_like(expected.useful)
    after = batch.discards(hands, out=shanten, useful_out=useful, threads=2)
    assert after.shanten is shanten
    assert after.useful is useful
    assert (shanten == expected.shanten).all()
    assert (useful == expected.useful).all()
    hands[39_000, 0] = 5
    with pytest.raises(BatchError) as caught:
        batch.discards(hands, threads=2)
    assert caught.value.row == 39_000
    assert batch.discards(hands[:0]).shanten.shape == (0, 34)


# ---- results ------------------------------------------------------------------------------------

CALLS = {
    "is_win": (batch.is_win, np.dtype(np.bool_), 2),
    "shanten": (batch.shanten, np.dtype(np.int8), 2),
    "waits": (batch.waits, np.dtype(np.uint64), 1),
    "useful": (batch.useful, np.dtype(np.uint64), 1),
}
every_call = pytest.mark.parametrize(("call", "dtype", "extra"), CALLS.values(), ids=CALLS)


def plain(n: int, extra: int, seed: int = 3) -> np.ndarray:
    sizes = np.full(n, 12 + extra, dtype=np.int64)
    return handsets.random_rows(np.random.default_rng(seed), sizes)


@every_call
def test_results_have_their_type_and_one_entry_a_row(call, dtype, extra):
    for n in (0, 1, 2, 63, 64, 65, 1000):
        answer = call(plain(n, extra))
        assert isinstance(answer, np.ndarray)
        assert answer.dtype == dtype
        assert answer.shape == (n,)


@every_call
def test_a_given_buffer_is_filled_and_returned(call, dtype, extra):
    hands = plain(300, extra)
    expected = call(hands)
    out = np.zeros(300, dtype=dtype)
    assert call(hands, out=out) is out
    assert (out == expected).all()


@every_call
def test_two_threads_answer_like_one(call, dtype, extra):
    hands = plain(50_001, extra)
    rng = np.random.default_rng(8)
    melds = np.zeros(50_001, dtype=np.uint8)
    wild = (rng.random(50_001) < 0.5).astype(np.uint8)
    handsets.drop_one(rng, hands, wild == 1)
    for threads in (2, 3, 8):
        assert (call(hands, wild, melds, threads=threads) == call(hands, wild, melds)).all()
    assert call(hands[:0], threads=2).shape == (0,)


@every_call
def test_the_block_a_row_stands_in_does_not_matter(call, dtype, extra):
    hands = plain(200, extra)
    whole = call(hands)
    for start in (0, 1, 63, 64, 130):
        for length in (1, 2, 31, 64, 70):
            part = hands[start : start + length]
            assert (call(part.copy()) == whole[start : start + length]).all()


@every_call
def test_other_whole_number_types_and_strides_give_the_same(call, dtype, extra):
    hands = plain(130, extra)
    expected = call(hands)
    for name in ("int8", "uint16", "int16", "int32", "uint32", "int64", "uint64", ">i4"):
        assert (call(hands.astype(name)) == expected).all()
    assert (call(np.asfortranarray(hands)) == expected).all()
    wide = np.zeros((130, 68), dtype=np.uint8)
    wide[:, ::2] = hands
    assert (call(wide[:, ::2]) == expected).all()
    assert (call(hands[::-1]) == expected[::-1]).all()
    assert (call(np.broadcast_to(hands[:1], (130, 34))) == expected[0]).all()
    frozen = hands.copy()
    frozen.flags.writeable = False
    assert (call(frozen) == expected).all()
    assert (call(hands.tolist()) == expected).all()


@every_call
def test_the_hands_themselves_stay_as_they_are(call, dtype, extra):
    hands = plain(100, extra)
    before = hands.copy()
    call(hands, 0, np.zeros(100, dtype=np.uint8))
    assert (hands == before).all()


@every_call
def test_wildcards_and_melds_are_one_number_or_one_a_row(call, dtype, extra):
    sizes = np.full(50, 5 + extra, dtype=np.int64)
    hands = handsets.random_rows(np.random.default_rng(2), sizes)
    expected = call(hands, 1, 2)
    for kind in (np.uint8, np.int64, np.int32):
        ones = np.ones(50, dtype=kind)
        assert (call(hands, ones, 2 * ones) == expected).all()
    assert (call(hands, np.uint8(1), np.int64(2)) == expected).all()
    assert (call(hands, [1] * 50, (2,) * 50) == expected).all()
    assert (call(hands, wild=1, melds=np.repeat(np.uint8(2), 100)[::2]) == expected).all()


# ---- refusals -----------------------------------------------------------------------------------


@every_call
@pytest.mark.parametrize("row", [0, 1, 77, 199])
def test_a_fifth_copy_names_its_row(call, dtype, extra, row):
    hands = plain(200, extra)
    hands[row] = 0
    hands[row, 5] = 5
    hands[row, 9:16] = 1
    hands[row, 20] = extra
    with pytest.raises(BatchError, match=str(row)) as caught:
        call(hands)
    assert caught.value.row == row
    assert "5" in str(caught.value)


@every_call
@pytest.mark.parametrize("row", [0, 63, 64, 199])
def test_a_wrong_number_of_tiles_names_its_row(call, dtype, extra, row):
    hands = plain(200, extra)
    handsets.drop_one(np.random.default_rng(1), hands, np.arange(200) >= row)
    if call is batch.shanten:
        handsets.drop_one(np.random.default_rng(1), hands, np.arange(200) >= row)
    with pytest.raises(BatchError, match=str(row)) as caught:
        call(hands)
    assert caught.value.row == row


@every_call
def test_the_first_wrong_row_is_named_whatever_the_threads(call, dtype, extra):
    hands = plain(60_000, extra)
    for row in (59_999, 30_000, 29_999, 17_000, 1234):
        hands[row, 0] = 200
        for threads in (1, 2, 4):
            with pytest.raises(BatchError) as caught:
                call(hands, threads=threads)
            assert caught.value.row == row


@every_call
def test_counts_that_wrap_around_are_refused(call, dtype, extra):
    for wrong in (256 + 1, -255, -1, 2**32, 2**63 - 1):
        hands = plain(70, extra).astype(np.int64)
        hands[66, 3] = wrong
        with pytest.raises(BatchError) as caught:
            call(hands)
        assert caught.value.row == 66


@every_call
def test_many_tiles_whose_number_wraps_around_are_refused(call, dtype, extra):
    hands = plain(3, extra)
    hands[1] = 4
    hands[1, :33] = 4
    for wild in (0, (12 + extra - 136) % 256):
        with pytest.raises(BatchError) as caught:
            call(hands, np.array([0, wild, 0], dtype=np.uint8))
        assert caught.value.row == 1


@every_call
def test_only_whole_numbers_are_counts(call, dtype, extra):
    hands = plain(3, extra)
    for wrong in ("float64", "float32", "bool", "complex64", "object", "U1", "datetime64[s]"):
        with pytest.raises(BatchError):
            call(hands.astype(wrong))


@every_call
def test_hands_are_rows_of_34(call, dtype, extra):
    hands = plain(34, extra)
    for wrong in (hands[0], hands[:, :33], hands[None], np.zeros((0, 33), np.uint8), np.uint8(3)):
        with pytest.raises(BatchError, match="34"):
            call(wrong)
    for wrong in (None, "123m", object()):
        with pytest.raises((BatchError, TypeError)):
            call(wrong)


@every_call
def test_an_unfit_buffer_is_refused(call, dtype, extra):
    hands = plain(60, extra)
    other = np.dtype(np.int32)
    frozen = np.zeros(60, dtype=dtype)
    frozen.flags.writeable = False
    strided = np.zeros(120, dtype=dtype)[::2]
    for wrong in (
        np.zeros(59, dtype=dtype),
        np.zeros(61, dtype=dtype),
        np.zeros((60, 1), dtype=dtype),
        np.zeros(60, dtype=other),
        frozen,
    ):
        with pytest.raises(BatchError):
            call(hands, out=wrong)
    for wrong in ([0] * 60, bytearray(60)):
        with pytest.raises((BatchError, TypeError)):
            call(hands, out=wrong)
    expected = call(hands)
    try:
        call(hands, out=strided)
    except BatchError:
        assert not strided.any()
    else:
        assert (strided == expected).all()


@every_call
def test_a_buffer_that_overlaps_the_hands_is_refused(call, dtype, extra):
    memory = np.zeros(60 * 34 + 8, dtype=np.uint8)
    hands = memory[: 60 * 34].reshape(60, 34)
    hands[:] = plain(60, extra)
    before = memory.copy()
    out = memory[: 60 * dtype.itemsize].view(dtype)
    with pytest.raises(BatchError, match="overlap"):
        call(hands, out=out)
    assert (memory == before).all()


def test_a_buffer_that_overlaps_the_wildcards_or_another_buffer_is_refused():
    hands = plain(64, 1)
    wild = np.zeros(64, dtype=np.uint8)
    with pytest.raises(BatchError, match="overlap"):
        batch.shanten(hands, wild, out=wild.view(np.int8))
    with pytest.raises(BatchError, match="overlap"):
        batch.shanten(hands, 0, wild, shape_out=wild)
    both = np.zeros(64, dtype=np.uint8)
    with pytest.raises(BatchError, match="overlap"):
        batch.shanten(hands, out=both.view(np.int8), shape_out=both)
    masks = np.zeros(64, dtype=np.uint64)
    with pytest.raises(BatchError, match="overlap"):
        batch.waits(hands, out=masks, wild_out=masks.view(np.bool_)[:64])


@every_call
def test_unfit_wildcards_and_melds_are_refused(call, dtype, extra):
    hands = plain(60, extra)
    for wrong in (
        np.zeros(59, dtype=np.uint8),
        np.zeros((60, 1), dtype=np.uint8),
        np.zeros(60, dtype=np.float64),
        np.zeros(60, dtype=np.bool_),
        [0] * 61,
    ):
        with pytest.raises(BatchError):
            call(hands, wrong)
        with pytest.raises(BatchError):
            call(hands, 0, wrong)
    for wrong in (1.5, "1", None):
        with pytest.raises((BatchError, TypeError)):
            call(hands, wrong)
        with pytest.raises((BatchError, TypeError)):
            call(hands, 0, wrong)
    for wrong in (-1, 1, 256, 2**40):
        with pytest.raises(QueshenError):
            call(hands, wrong)
        with pytest.raises(QueshenError):
            call(hands, 0, wrong)


@every_call
def test_wildcards_that_wrap_around_are_refused(call, dtype, extra):
    hands = plain(60, extra)
    for wrong in (256, -256, 2**32):
        rows = np.zeros(60, dtype=np.int64)
        rows[59] = wrong
        with pytest.raises(BatchError):
            call(hands, rows)
        with pytest.raises(BatchError):
            call(hands, 0, rows)


@every_call
def test_more_melds_than_sets_are_refused(call, dtype, extra):
    hands = np.zeros((2, 34), dtype=np.uint8)
    hands[:, 0] = extra
    assert call(hands, 0, 4).shape == (2,)
    with pytest.raises(QueshenError):
        call(hands, 0, 4, sets=3)
    with pytest.raises(BatchError) as caught:
        call(hands, 0, np.array([4, 5], dtype=np.uint8))
    assert caught.value.row == 1


def test_a_row_without_a_shape_in_reach_has_no_shanten_and_nothing_to_wait_for():
    melds, only = np.array([0, 1, 0], dtype=np.uint8), {"shapes": Shape.SEVEN_PAIRS}
    hands = np.zeros((3, 34), dtype=np.uint8)
    hands[:, :7] = 2
    hands[1, :2] = [1, 0]
    near = np.full(3, 77, dtype=np.uint8)
    assert batch.shanten(hands, 0, melds, **only, shape_out=near).tolist() == [-1, NO_SHANTEN, -1]
    assert near.tolist() == [2, 0, 2]
    assert batch.is_win(hands, 0, melds, **only).tolist() == [True, False, True]
    after = batch.discards(hands, 0, melds, **only)
    assert (after.shanten[1] == NO_SHANTEN).all()
    assert not after.useful[1].any()
    hands[:, 3] -= 1
    wild_does = np.ones(3, dtype=np.bool_)
    waits = batch.waits(hands, 0, melds, **only, wild_out=wild_does)
    assert waits.tolist() == [8, 0, 8]
    assert wild_does.tolist() == [True, False, True]
    assert batch.useful(hands, 0, melds, **only).tolist() == [8, 0, 8]
    lone = np.zeros((1, 34), dtype=np.uint8)
    assert batch.shanten(lone, 11, 1, **only).tolist() == [NO_SHANTEN]
    assert batch.is_win(lone, 11, 1, **only).tolist() == [False]
    assert batch.waits(lone, 10, 1, **only).tolist() == [0]


@every_call
def test_other_arguments_out_of_range_are_refused(call, dtype, extra):
    hands = plain(3, extra)
    for wrong in (
        {"sets": 0},
        {"sets": 6},
        {"fifth": "maybe"},
        {"shapes": 0},
        {"shapes": 256},
        {"threads": 0},
        {"threads": -1},
    ):
        with pytest.raises(QueshenError, match=str(next(iter(wrong.values())))):
            call(hands, **wrong)
    for wrong in ("sets", "shapes", "threads"):
        with pytest.raises(TypeError):
            call(hands, **{wrong: 1.5})
        with pytest.raises(QueshenError):
            call(hands, **{wrong: -(2**40)})


@pytest.mark.skipif(sys.platform == "win32", reason="needs an interval timer")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_long_call_gives_way_to_an_interrupt(threads):
    program = f"""
    import concurrent.futures.thread
    import signal
    import numpy as np
    from queshen import batch
    row = np.zeros(34, dtype=np.uint8)
    row[[0, 3, 6, 10, 13, 16, 20, 23, 26, 27, 28, 29, 30]] = 1
    hands = np.ascontiguousarray(np.broadcast_to(row, (2_000_000, 34)))
    out = np.empty(len(hands), dtype=np.uint64)
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    for delay in (0.0002, 0.0004, 0.0006, 0.001, 0.002, 0.003, 0.005, 0.01, 0.02):
        out[:] = 2**63
        try:
            signal.setitimer(signal.ITIMER_REAL, delay)
            batch.useful(hands, out=out, shapes=255, threads={threads})
        except KeyboardInterrupt:
            print((out == 2**63).sum() > len(hands) // 4)
    """
    run = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["True"] * 9, done.stderr
