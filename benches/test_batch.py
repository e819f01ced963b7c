"""Speed of the batch functions, in ns per hand, over 20 000 hands a call.

Inside the timed call: the whole Python call on a ready-made `uint8[N, 34]`, with the checks of
every row and without the allocation of the answer, which is passed as `out=`. One thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hands import COUNT, FIFTH, KINDS, SETS, WILDCARDS, hand_set

batch = pytest.importorskip("queshen.batch")

each_set = pytest.mark.parametrize("name", SETS)
each_wild = pytest.mark.parametrize("wild", WILDCARDS)
each_fifth = pytest.mark.parametrize("fifth", FIFTH)
# Short runs: the calls take a tenth of a millisecond to some milliseconds.
brief = {"max_time": 0.25, "min_rounds": 9, "warmup": True, "warmup_iterations": 3}

Measure = Callable[..., Any]


@pytest.mark.benchmark(group="batch win", **brief)
@each_fifth
@each_wild
@each_set
def test_benchmark_win(measure: Measure, name: str, wild: int, fifth: str) -> None:
    """Timed: `is_win` on 14 tiles, wildcards included; standard, seven pairs, orphans."""
    hands, out = hand_set(name, 14, wild), np.empty(COUNT, np.bool_)
    measure(batch.is_win, hands, wild, fifth=fifth, out=out, hands=COUNT)


@pytest.mark.benchmark(group="batch shanten", **brief)
@each_fifth
@each_wild
@each_set
@pytest.mark.parametrize("tiles", [14, 13])
def test_benchmark_shanten(measure: Measure, name: str, tiles: int, wild: int, fifth: str) -> None:
    """Timed: `shanten` on 14 or 13 tiles, wildcards included; the same three shapes."""
    hands, out = hand_set(name, tiles, wild), np.empty(COUNT, np.int8)
    measure(batch.shanten, hands, wild, fifth=fifth, out=out, hands=COUNT)


@pytest.mark.benchmark(group="batch waits", **brief)
@each_fifth
@each_wild
@each_set
def test_benchmark_waits(measure: Measure, name: str, wild: int, fifth: str) -> None:
    """Timed: `waits` on 13 tiles as 64-bit masks; every hand of `complete` is ready."""
    hands, out = hand_set(name, 13, wild), np.empty(COUNT, np.uint64)
    measure(batch.waits, hands, wild, fifth=fifth, out=out, hands=COUNT)


@pytest.mark.benchmark(group="batch useful", **brief)
@each_fifth
@each_wild
@each_set
def test_benchmark_useful(measure: Measure, name: str, wild: int, fifth: str) -> None:
    """Timed: `useful` on 13 tiles as 64-bit masks."""
    hands, out = hand_set(name, 13, wild), np.empty(COUNT, np.uint64)
    measure(batch.useful, hands, wild, fifth=fifth, out=out, hands=COUNT)


@pytest.mark.benchmark(group="batch discards", **brief)
@each_fifth
@each_wild
@each_set
def test_benchmark_discards(measure: Measure, name: str, wild: int, fifth: str) -> None:
    """Timed: `discards` on 14 tiles: shanten and useful tiles after every natural discard."""
    hands = hand_set(name, 14, wild)
    out, useful = np.empty((COUNT, KINDS), np.int8), np.empty((COUNT, KINDS), np.uint64)
    measure(batch.discards, hands, wild, fifth=fifth, out=out, useful_out=useful, hands=COUNT)


@pytest.mark.benchmark(group="batch win, small blocks", **brief)
@pytest.mark.parametrize("count", [1, 10, 100, 1000])
def test_benchmark_win_small_block(measure: Measure, count: int) -> None:
    """Timed: `is_win` on a block of few rows, answer allocated: what one call costs at least."""
    hands = hand_set("near")[:count]
    measure(batch.is_win, hands, hands=count)


@pytest.mark.benchmark(group="batch win, other inputs", **brief)
@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_benchmark_win_converted(measure: Measure, dtype: str) -> None:
    """Timed: `is_win` on wider integers: the checked copy to `uint8` is inside."""
    hands = hand_set("near").astype(dtype)
    measure(batch.is_win, hands, hands=COUNT)
