"""One pass of one call: warm first, then long enough to be read off the clock."""

from __future__ import annotations

import gc
from collections import deque
from itertools import repeat
from math import ceil
from time import perf_counter_ns
from typing import Any

from adapters import Call
from hands import Hands

WARM_NS = 2e6  # about this long a library runs before the clock starts


def _ask_all(call: Call, prepared: Any) -> None:
    """The timed statement: ask about every hand and keep no answer."""
    if call.batch:
        call.function(prepared, *call.fixed)
    else:
        deque(map(call.function, prepared, *map(repeat, call.fixed)), maxlen=0)


def timed(call: Call, prepared: Any, repeats: int = 1, warm: int = 0) -> int:
    """Nanoseconds of `repeats` rounds over all prepared hands.

    Other libraries ran just before, so `warm` hands are asked about first without the clock (a
    batch call: all): the tables are in the caches again. The garbage collector rests meanwhile.
    """
    gc.collect()
    gc.disable()
    try:
        if warm:
            _ask_all(call, prepared if call.batch else prepared[:warm])
        if call.forget is not None:
            call.forget()
        start = perf_counter_ns()
        for _ in range(repeats):
            _ask_all(call, prepared)
        return perf_counter_ns() - start
    finally:
        gc.enable()


def warm_hands(cost: float) -> int:
    """How many hands to ask about before the clock starts; none if one alone takes long."""
    return int(WARM_NS / cost)


def first_cost(call: Call, hands: Hands) -> float:
    """A first idea of the nanoseconds a hand takes; loads what the library loads late."""
    if call.batch:
        cost = timed(call, call.prepare(hands), warm=1) / len(hands)
        gc.freeze()
        return cost
    prepared = call.prepare(hands[:500])
    timed(call, prepared[:1])
    gc.freeze()  # what the library loaded stays; the collections before each pass skip it
    cost = 0.0
    for count in (1, 20, 500):
        cost = timed(call, prepared[:count]) / min(count, len(prepared))
        if cost * count > WARM_NS:
            break
    return cost


def repeats(call: Call, cost: float, hands: int, least: float) -> int:
    """Rounds over the hands until a pass lasts `least` nanoseconds.

    A library that remembers its answers gets one round: the second would be about old hands.
    """
    return 1 if call.forget is not None else max(1, ceil(least / (cost * hands)))
