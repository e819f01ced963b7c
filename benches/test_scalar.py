"""Speed of one question about one hand asked from Python, in ns per hand.

Inside the timed call: `deque(maxlen=0).extend(map(function, inputs, ...))` over 1 000 prepared
inputs, so the cost of Python's own loop (about 10 to 20 ns a hand) is included and nothing is
subtracted. The inputs (bytes, numpy rows, `Hand`s) are made before.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any

import pytest
from hands import FIFTH, SETS, WILDCARDS, hand_set, rows

queshen = pytest.importorskip("queshen")
Hand = queshen.Hand
COMMON = queshen.Shape.COMMON

LOOP = 1000

each_set = pytest.mark.parametrize("name", SETS)
each_wild = pytest.mark.parametrize("wild", WILDCARDS)
each_fifth = pytest.mark.parametrize("fifth", FIFTH)
brief = {"max_time": 0.25, "min_rounds": 9, "warmup": True, "warmup_iterations": 2}

Measure = Callable[..., Any]
Exhaust = Callable[[Any], None]


def _bytes(name: str, tiles: int, wild: int = 0) -> list[bytes]:
    return rows(hand_set(name, tiles, wild)[:LOOP])


def _prepared(name: str, tiles: int, wild: int = 0, fifth: str = "barred") -> list[Any]:
    return [Hand(row, wild=wild, fifth=fifth) for row in _bytes(name, tiles, wild)]


def _each_counts(function: Any, inputs: list[Any], exhaust: Exhaust) -> None:
    exhaust(map(function, inputs))


def _each_full(function: Any, inputs: list[Any], wild: int, fifth: str, exhaust: Exhaust) -> None:
    settings = map(repeat, (wild, 0, COMMON, 4, fifth))
    exhaust(map(function, inputs, *settings))


@pytest.mark.benchmark(group="scalar win", **brief)
@each_set
def test_benchmark_win_bytes(measure: Measure, exhaust: Exhaust, name: str) -> None:
    """Timed: `queshen.is_win(counts)` on `bytes`, every default left alone."""
    measure(_each_counts, queshen.is_win, _bytes(name, 14), exhaust, hands=LOOP)


@pytest.mark.benchmark(group="scalar win", **brief)
@each_set
def test_benchmark_win_numpy_row(measure: Measure, exhaust: Exhaust, name: str) -> None:
    """Timed: `queshen.is_win(row)` on the rows of a numpy array, cut out before."""
    inputs = list(hand_set(name, 14)[:LOOP])
    measure(_each_counts, queshen.is_win, inputs, exhaust, hands=LOOP)


@pytest.mark.benchmark(group="scalar win", **brief)
@each_set
def test_benchmark_win_hand(measure: Measure, exhaust: Exhaust, name: str) -> None:
    """Timed: `Hand.is_win()` on prepared hands."""
    measure(_each_counts, Hand.is_win, _prepared(name, 14), exhaust, hands=LOOP)


@pytest.mark.benchmark(group="scalar win, wildcards", **brief)
@each_fifth
@each_wild
@each_set
def test_benchmark_win_wild(
    measure: Measure, exhaust: Exhaust, name: str, wild: int, fifth: str
) -> None:
    """Timed: `queshen.is_win` on `bytes` with all six arguments given by place."""
    inputs = _bytes(name, 14, wild)
    measure(_each_full, queshen.is_win, inputs, wild, fifth, exhaust, hands=LOOP)


@pytest.mark.benchmark(group="scalar shanten", **brief)
@each_set
def test_benchmark_shanten_bytes(measure: Measure, exhaust: Exhaust, name: str) -> None:
    """Timed: `queshen.shanten(counts)` on `bytes`, every default left alone."""
    measure(_each_counts, queshen.shanten, _bytes(name, 14), exhaust, hands=LOOP)


@pytest.mark.benchmark(group="scalar shanten", **brief)
@each_set
def test_benchmark_shanten_numpy_row(measure: Measure, exhaust: Exhaust, name: str) -> None:
    """Timed: `queshen.shanten(row)` on the rows of a numpy array, cut out before."""
    inputs = list(hand_set(name, 14)[:LOOP])
    measure(_each_counts, queshen.shanten, inputs, exhaust, hands=LOOP)


@pytest.mark.benchmark(group="scalar shanten", **brief)
@each_set
def test_benchmark_shanten_hand(measure: Measure, exhaust: Exhaust, name: str) -> None:
    """Timed: `Hand.shanten()` on prepared hands."""
    measure(_each_counts, Hand.shanten, _prepared(name, 14), exhaust, hands=LOOP)


@pytest.mark.benchmark(group="scalar shanten, wildcards", **brief)
@each_fifth
@each_wild
@each_set
def test_benchmark_shanten_wild(
    measure: Measure, exhaust: Exhaust, name: str, wild: int, fifth: str
) -> None:
    """Timed: `queshen.shanten` on `bytes` with all six arguments given by place."""
    inputs = _bytes(name, 14, wild)
    measure(_each_full, queshen.shanten, inputs, wild, fifth, exhaust, hands=LOOP)


@pytest.mark.benchmark(group="scalar waits and useful", **brief)
@pytest.mark.parametrize("question", ["waits", "useful"])
@each_fifth
@each_set
def test_benchmark_masks_bytes(
    measure: Measure, exhaust: Exhaust, name: str, fifth: str, question: str
) -> None:
    """Timed: `queshen.waits` or `.useful` on `bytes` of 13 tiles, six arguments by place."""
    function, inputs = getattr(queshen, question), _bytes(name, 13)
    measure(_each_full, function, inputs, 0, fifth, exhaust, hands=LOOP)


@pytest.mark.benchmark(group="scalar waits and useful", **brief)
@pytest.mark.parametrize("question", ["waits", "useful"])
@each_set
def test_benchmark_draws_hand(measure: Measure, exhaust: Exhaust, name: str, question: str) -> None:
    """Timed: `Hand.waits()` or `.useful()` on prepared hands; the `Draws` it makes is inside."""
    inputs = _prepared(name, 13)
    measure(_each_counts, getattr(Hand, question), inputs, exhaust, hands=LOOP)


@pytest.mark.benchmark(group="discards", **brief)
@each_fifth
@each_wild
@each_set
def test_benchmark_discards(
    measure: Measure, exhaust: Exhaust, name: str, wild: int, fifth: str
) -> None:
    """Timed: `Hand.discards()`: shanten and useful tiles after every discard of 14, as objects."""
    inputs = _prepared(name, 14, wild, fifth)
    measure(_each_counts, Hand.discards, inputs, exhaust, hands=LOOP)


@pytest.mark.benchmark(group="making a Hand", **brief)
@each_set
def test_benchmark_make_hand(measure: Measure, exhaust: Exhaust, name: str) -> None:
    """Timed: `Hand(counts)` from `bytes`, its checks included."""
    measure(_each_counts, Hand, _bytes(name, 14), exhaust, hands=LOOP)
