# cython: freethreading_compatible=True
"""The shapes of a complete hand, and the loop that this machine reads hands with."""

import enum
import os

cdef extern from "keys.h":
    parts_fn parts_named "queshen_parts_named"(const char* name)


class Shape(enum.IntFlag):
    """Shapes that a complete hand may have; combine them with ``|``.

    A shape may be out of reach of a hand, because of its melds or its size; then it counts for nothing.

    Attributes
    ----------
    STANDARD
        Sets and a pair.
    SEVEN_PAIRS
        Seven pairs; four alike are two of them.
    DISTINCT_PAIRS
        Seven pairs of seven kinds.
    THIRTEEN_ORPHANS
        One of each terminal and honour and a second one of any of them (十三幺).
    EIGHT_PAIRS
        In hands of five sets: eight pairs and any one tile; four alike are two pairs.
    LESSER_KNITTED
        14 different tiles among the honours and 147, 258, 369 of one suit each (全不靠).
    GREATER_KNITTED
        The same with all seven honours (七星不靠).
    KNITTED_STRAIGHT
        All nine of 147, 258, 369 in one suit each, a set (concealed or melded) and a pair (组合龙).
    COMMON
        Sets and a pair, seven pairs, thirteen orphans: what is asked for by default.
    MCR
        All shapes of the international rules.

    Examples
    --------
    >>> from queshen import Hand, Shape
    >>> hand = Hand("147m258p369sESWCF")
    >>> hand.is_win(), hand.is_win(Shape.LESSER_KNITTED)
    (False, True)
    """

    STANDARD = 1
    SEVEN_PAIRS = 2
    DISTINCT_PAIRS = 4
    THIRTEEN_ORPHANS = 8
    EIGHT_PAIRS = 16
    LESSER_KNITTED = 32
    GREATER_KNITTED = 64
    KNITTED_STRAIGHT = 128
    COMMON = STANDARD | SEVEN_PAIRS | THIRTEEN_ORPHANS
    MCR = COMMON | LESSER_KNITTED | GREATER_KNITTED | KNITTED_STRAIGHT


cdef parts_fn PARTS = NULL


cdef object choose_parts():
    """Take the fastest loop of this machine, or the one that QUESHEN_SIMD asks for; returns its name."""
    global PARTS
    here = [name for name in ("avx2", "portable") if parts_named(name.encode()) != NULL]
    wanted = os.environ.get("QUESHEN_SIMD") or here[0]
    if wanted not in here:
        raise ImportError(f"QUESHEN_SIMD is {wanted!r}, expected one of {here} on this machine")
    PARTS = parts_named(wanted.encode())
    return wanted


SIMD = choose_parts()


cdef parts_fn chosen_parts() noexcept nogil:
    return PARTS
