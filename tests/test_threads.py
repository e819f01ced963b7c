"""Hands and tables never change, so threads may share them; with or without a GIL."""

import pickle
import sys
import sysconfig
import threading

import handsets
import numpy as np
import pytest

from queshen import BatchError, Hand, batch

READY = handsets.random_rows(np.random.default_rng(8), np.full(400, 13))


def answers(hands: list[Hand]) -> list[object]:
    return [
        (hand.shanten(), hand.useful(), hand.draw("*").discards()[0], str(hand), hash(hand))
        for hand in hands
    ]


def test_eight_threads_ask_the_same_hands_and_hear_the_same() -> None:
    hands = [Hand(row.tobytes()) for row in READY[:60]]
    expected = answers(hands)
    heard: list[list[object]] = []
    start = threading.Barrier(8)

    def ask() -> None:
        start.wait()
        heard.append(answers(pickle.loads(pickle.dumps(hands))))
        heard.append(answers(hands))

    workers = [threading.Thread(target=ask) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(heard) == 16
    assert all(each == expected for each in heard)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_of_one_call_change_nothing(threads: int) -> None:
    rows = np.tile(READY, (130, 1))
    assert np.array_equal(batch.useful(rows, threads=threads), batch.useful(rows))
    rows[-1, :] = 0
    with pytest.raises(BatchError) as caught:
        batch.shanten(rows, threads=threads)
    assert caught.value.row == len(rows) - 1


def test_importing_the_package_leaves_a_free_threaded_python_free() -> None:
    free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    assert getattr(sys, "_is_gil_enabled", lambda: True)() is not free
