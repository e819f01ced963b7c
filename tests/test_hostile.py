"""Inputs that lie, change while they are read, or were forged: an error, never a crash."""

import pickle
import subprocess
import sys
import textwrap
from typing import Any

import handsets
import numpy as np
import pytest

import queshen
from queshen import BatchError, Hand, HandError, Meld, QueshenError, Shape, batch, suits

READY = "123m456p78sEEE11m"
ROWS = handsets.random_rows(np.random.default_rng(3), np.full(200, 14))


def run(program: str) -> None:
    """In a process of its own, since the fault would be a crash."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_a_sequence_that_lies_about_its_length_is_found_out() -> None:
    class Lying:
        def __len__(self) -> int:
            return 34

        def __getitem__(self, at: int) -> int:
            if at >= 10_000:
                raise IndexError
            return 1

    class Growing:
        def __init__(self, held: list[Any]) -> None:
            self.held = held

        def __index__(self) -> int:
            self.held.extend([1] * 10_000)
            return 0

    growing: list[Any] = [0] * 33
    growing.append(Growing(growing))
    for ask in (queshen.is_win, queshen.shanten, Hand):
        with pytest.raises(HandError, match="10000"):
            ask(Lying())
        with pytest.raises(HandError):
            ask(growing)


@pytest.mark.parametrize("wrong", [{}, set(range(34)), dict.fromkeys(range(34), 0), 34, object()])
def test_what_is_no_sequence_is_no_counts(wrong: Any) -> None:
    for ask in (queshen.shanten, Hand):
        with pytest.raises(TypeError):
            ask(wrong)


def test_a_forged_meld_is_no_meld() -> None:
    meld = Meld("pung", 0)  # type: ignore[arg-type]
    object.__setattr__(meld, "kind", 100_000)
    with pytest.raises(HandError):
        Hand("123m456p789s11m", melds=[meld])
    with pytest.raises(QueshenError):
        pickle.loads(pickle.dumps(Meld("pung", 0), 4).replace(b"K\x00", b"J\xff\xff\xff\x0f"))  # type: ignore[arg-type]


def test_rows_that_change_while_they_are_read_never_crash() -> None:
    run(
        """
        import threading, time
        import numpy as np
        from queshen import BatchError, batch

        a = np.zeros((40_000, 34), np.uint8)
        a[:, :14] = 1
        other = np.zeros_like(a)
        other[:, 20:] = 1
        melds = np.zeros(len(a), np.uint8)
        until = time.monotonic() + 1.5

        def disturb():
            while time.monotonic() < until:
                a[:] = other
                melds[-40] = 255
                a[:, :14], a[:, 14:] = 1, 0
                melds[-40] = 0

        worker = threading.Thread(target=disturb)
        worker.start()
        while time.monotonic() < until:
            for call in (batch.discards, batch.shanten, batch.is_win):
                try:
                    call(a, 0, melds)
                    call(a)
                except BatchError:
                    pass
        worker.join()
        """
    )


def test_a_thread_that_dies_takes_its_call_with_it() -> None:
    run(
        """
        import sys, threading
        import numpy as np
        from queshen import batch

        def die(*_):
            raise ValueError("no such luck")

        rows = np.zeros((100_000, 34), np.uint8)
        rows[:, :14] = 1
        threading.excepthook = lambda *_: None
        threading.setprofile(die)
        try:
            batch.shanten(rows, threads=3)
        except (ValueError, RuntimeError):
            sys.exit(0)
        sys.exit("no error")
        """
    )


def test_masked_arrays_are_refused() -> None:
    masked = np.ma.MaskedArray(ROWS, mask=True)
    wide = np.ma.MaskedArray(ROWS.astype(np.int64), mask=ROWS == 0)
    for rows in (masked, wide):
        with pytest.raises(BatchError, match="masked"):
            batch.shanten(rows)
        with pytest.raises(BatchError, match="masked"):
            batch.shanten(ROWS, rows[:, 0])
    with pytest.raises(BatchError, match="masked"):
        batch.shanten(ROWS, out=np.ma.MaskedArray(np.empty(len(ROWS), np.int8)))
    with pytest.raises(TypeError, match="Masked"):
        queshen.shanten(masked[0])


def test_an_output_that_lies_about_its_shape_is_found_out() -> None:
    class Lying(np.ndarray[Any, Any]):
        shape = property(lambda self: (len(ROWS),))  # type: ignore[assignment]
        dtype = property(lambda self: np.dtype(np.uint64))  # type: ignore[assignment]

    small = np.zeros(1, np.uint8).view(Lying)
    with pytest.raises(BatchError, match="out"):
        batch.waits(ROWS[:, :], out=small)


def test_an_output_out_of_line_is_refused() -> None:
    crooked = np.zeros(8 * len(ROWS) + 1, np.uint8)[1:].view(np.uint64)
    with pytest.raises(BatchError, match="aligned"):
        batch.useful(ROWS, 0, 0, out=crooked)


def test_outputs_of_a_subclass_are_filled() -> None:
    class Mine(np.ndarray[Any, Any]):
        pass

    out = np.zeros(len(ROWS), np.int8).view(Mine)
    assert batch.shanten(ROWS, out=out) is out
    assert np.array_equal(np.asarray(out), batch.shanten(ROWS))


def test_ragged_rows_and_odd_numbers_are_told() -> None:
    with pytest.raises(BatchError, match="hands"):
        batch.shanten([[1] * 34, [1]])
    for wrong in (0.0, None, "1"):
        with pytest.raises((TypeError, BatchError)):
            batch.shanten(ROWS, wrong)
    assert batch.shanten(ROWS, np.array(0)).shape == (len(ROWS),)
    assert batch.shanten([], []).shape == (0,)


def test_results_of_discards_are_values() -> None:
    found = batch.discards(ROWS)
    again = pickle.loads(pickle.dumps(found))
    assert type(again) is type(found)
    assert np.array_equal(again.useful, found.useful)


def test_text_of_a_subclass_is_text() -> None:
    class Text(str):
        pass

    plain = Hand(READY)
    assert Hand(Text(READY), notation=Text("queshen")) == plain
    assert plain.waits(wait_counts=Text("live")) == plain.waits(wait_counts="live")


def test_melds_are_a_number_or_a_sequence() -> None:
    assert Hand("123m456p78s11m", melds=np.int64(1)) == Hand("123m456p78s11m", melds=1)
    assert Hand("[EEE]123m456p78s11m", melds=()) == Hand("[EEE]123m456p78s11m")
    assert Hand("123m456p78s11m", melds=iter(["[EEE]"])) == Hand("[EEE]123m456p78s11m")
    for wrong in (None, 2.0, "[EEE]"):
        with pytest.raises(TypeError, match="melds"):
            Hand("123m456p78s11m", melds=wrong)  # type: ignore[arg-type]


def test_visible_text_counts_melds_and_has_no_wildcards() -> None:
    hand = Hand("[234p]23m456789sEE")
    assert hand.waits(visible="[111m]44m").total == hand.waits(visible="11144m").total == 3
    with pytest.raises(QueshenError, match="wildcard"):
        hand.waits(visible="1m**")


def test_useful_tiles_need_a_shape_within_reach() -> None:
    hand = Hand("[EEE]123m456p1112s")
    for ask in (hand.shanten, hand.useful):
        with pytest.raises(HandError, match="reach"):
            ask(Shape.SEVEN_PAIRS)
    with pytest.raises(HandError, match="reach"):
        queshen.useful(hand.counts, melds=1, shapes=Shape.SEVEN_PAIRS)
    assert not hand.waits(Shape.SEVEN_PAIRS)


def test_the_tables_answer_for_hands_of_up_to_17_tiles() -> None:
    singles = sum(5**i for i in range(7))
    with pytest.raises(HandError, match="17"):
        suits.win_cost((1 + 5**3 + 5**6, 1 + 5**3 + 5**6, 4 * 5**4 + 4, singles))
    for wrong in ((1.5, 0, 0, 0), (0, 0, 0)):
        with pytest.raises((TypeError, HandError)):
            suits.missing(wrong, 4)  # type: ignore[arg-type]
    for sets in (4.0, "4"):
        with pytest.raises(TypeError):
            suits.missing((0, 0, 0, 0), sets)
    with pytest.raises(HandError):
        suits.missing((0, 0, 0, 0), 2**40)


def test_a_fifth_that_is_no_word_is_told() -> None:
    for wrong in (np.array([1, 2]), None, 1):
        with pytest.raises(HandError, match="fifth"):
            Hand(READY, fifth=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Hand("123m456p78sEEE11m").draw(np.array([1, 2]))  # type: ignore[arg-type]
