"""What the micro benchmarks share: how the time per hand is written down."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

# The benchmarks import each other's hands by plain name under every import mode of pytest.
sys.path.insert(0, str(Path(__file__).parent))

Measure = Callable[..., Any]


@pytest.fixture
def measure(benchmark: BenchmarkFixture) -> Measure:
    """`measure(function, *args, hands=N)`: time one call that answers for N hands.

    The median time per hand goes to `extra_info["ns_per_hand"]`.
    """

    def run(function: Callable[..., Any], *args: Any, hands: int, **more: Any) -> Any:
        answer = benchmark(function, *args, **more)
        benchmark.extra_info["hands"] = hands
        if benchmark.stats is not None:  # None under --benchmark-disable
            median = benchmark.stats.stats.median
            benchmark.extra_info["ns_per_hand"] = round(median / hands * 1e9, 2)
        return answer

    return run


@pytest.fixture
def exhaust() -> Callable[[Any], None]:
    """Run an iterator to its end and keep nothing: the cheapest loop Python has."""
    return deque(maxlen=0).extend
