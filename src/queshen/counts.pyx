# cython: freethreading_compatible=True
"""Questions asked of bare counts, without a `Hand`: one row of 34 numbers, wildcards and melds beside it."""

from cpython.buffer cimport PyBUF_ND, PyBuffer_Release, PyObject_CheckBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_CheckExact, PyBytes_GET_SIZE
from cpython.exc cimport PyErr_Clear
from cpython.sequence cimport PySequence_Check
from libc.string cimport memcpy, strcmp

from queshen.shapes cimport (
    ABOVE_FOUR,
    COMMON,
    EVERY_SHAPE,
    KINDS,
    TOTAL,
    chosen_parts,
    nearest_missing,
    nearest_useful,
    parts_fn,
    within_reach,
)
from queshen.suits cimport MOST_SETS, fifth_of, suits_t, tables

import operator

from queshen.errors import HandError, shown
from queshen.shapes import Shape
from queshen.tiles import name

cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        const char* tp_name
    PyTypeObject* Py_TYPE(object)
    int get_buffer "PyObject_GetBuffer"(object exporter, Py_buffer* view, int flags) noexcept  # -1: an error is set

cdef parts_fn PARTS = chosen_parts()
cdef const suits_t* SUITS = tables()


# ---- arguments ----

cdef int odd_int(object value, str what, int least, int most) except? -1:
    """The rare cases of `small_int`: other integer types, and what is out of bounds."""
    number = operator.index(value)
    if not least <= number <= most:
        raise HandError(f"{what} is {shown(value)}, expected {least}..{most}")
    return number


cdef uint32_t check_shapes(object shapes) except 0:
    return <uint32_t>small_int(shapes, "shapes", 1, EVERY_SHAPE)


cdef int check_total(int total, int wild, int sets, int melds) except -1:
    """How many tiles the concealed part holds beyond its sets: 1, or 2 after a draw."""
    cdef int size = total + wild, base = 3 * (sets - melds)
    if size - base not in (1, 2):
        wildcards = f", {wild} of them wild" if wild else ""
        raise HandError(
            f"{size} concealed tiles{wildcards}, expected {base + 1} or {base + 2} with {melds} of {sets} sets melded"
        )
    return size - base


cdef int read_sequence(object counts, uint8_t* row) except -1:
    """Counts from any sequence of 34 integers."""
    if isinstance(counts, str) or not PySequence_Check(counts):
        raise TypeError(f"{type(counts).__name__} given, expected 34 counts (Hand reads text)")
    items = tuple(counts)  # a sequence may say anything of its length
    if len(items) != KINDS:
        raise HandError(f"{len(items)} counts, expected one for each of the 34 kinds")
    for i, item in enumerate(items):
        number = operator.index(item)
        if not 0 <= number <= 4:
            raise HandError(f"{number} copies of {name(i)}, expected 0..4")
        row[i] = number
    return 0


cdef int read_counts(object counts, uint8_t* row) except -1:
    cdef Py_buffer view
    cdef bint taken
    if PyBytes_CheckExact(counts) and PyBytes_GET_SIZE(counts) == KINDS:
        memcpy(row, PyBytes_AS_STRING(counts), KINDS)
        return 0
    if PyObject_CheckBuffer(counts):
        if strcmp(Py_TYPE(counts).tp_name, "MaskedArray") == 0:
            raise TypeError("MaskedArray given, expected counts of which none is masked")
        if get_buffer(counts, &view, PyBUF_ND) < 0:
            PyErr_Clear()  # not contiguous: it is read as a sequence
        else:
            taken = view.ndim == 1 and view.itemsize == 1 and view.shape[0] == KINDS
            if taken:
                memcpy(row, view.buf, KINDS)
            PyBuffer_Release(&view)
            if taken:
                return 0
    return read_sequence(counts, row)


cdef int read_part(part_t* part, const uint8_t* row, int planes) except -1:
    cdef int i
    if PARTS(row, 1, part, 0, planes) & ABOVE_FOUR:
        for i in range(KINDS):
            if row[i] > 4:
                raise HandError(f"{row[i]} copies of {name(i)}, expected 0..4")
    return 0


# ---- counts, without an object ----

cdef struct question_t:
    part_t part
    uint32_t shapes  # those within reach
    int fifth
    int wild
    int sets  # still to be made in the concealed part
    int extra  # tiles beyond them


cdef int ask(
    question_t* q, object counts, object wild, object melds, object shapes, object sets, object fifth, bint planes
) except -1:
    """Take the arguments; `planes` says whether the answer needs them whatever the shapes are."""
    cdef uint8_t row[34]
    cdef int all_sets = small_int(sets, "sets", 1, MOST_SETS)
    cdef int melded = small_int(melds, "melds", 0, all_sets)
    q.wild = small_int(wild, "wild", 0, 3 * all_sets + 2)
    q.shapes = within_reach(check_shapes(shapes), all_sets, melded)
    q.fifth = fifth_of(fifth)
    q.sets = all_sets - melded
    read_counts(counts, row)
    read_part(&q.part, row, planes or q.shapes & ~<uint32_t>COMMON)
    q.extra = check_total(TOTAL(q.part.tally), q.wild, all_sets, melded)
    return 0


cdef int need_extra(int sets, int extra, int wanted, str asked) except -1:
    """Some questions are for a hand before its draw (1 tile beyond its sets), some for one after it (2)."""
    if extra != wanted:
        raise HandError(
            f"{asked} asked of {3 * sets + extra} concealed tiles, "
            f"expected {3 * sets + wanted}, a hand {'before' if wanted == 1 else 'after'} its draw"
        )
    return 0


cdef uint32_t need_reach(uint32_t reach, object shapes, object sets, object melds) except 0:
    if not reach:
        raise HandError(f"none of {Shape(shapes)!r} is within reach of a hand of {sets} sets, {melds} of them melded")
    return reach


def is_win(counts, wild=0, melds=0, shapes=COMMON, sets=4, fifth="barred"):
    """Whether counts are a complete hand.

    Parameters
    ----------
    counts : bytes or buffer or sequence of int
        Natural concealed tiles of each of the 34 kinds. ``bytes`` are fastest, then a contiguous row of ``uint8``.
    wild : int
        Wildcards beside them.
    melds : int
        Sets already melded.
    shapes : Shape
        Which shapes count.
    sets : int
        Sets of a complete hand, 1-5: 4 (14 tiles), 5 (17) or 2 (8).
    fifth : {"barred", "allowed"}
        Whether wildcards may go beyond four of a kind.

    Returns
    -------
    bool

    Raises
    ------
    HandError
        Where the counts are no hand of ``3 * (sets - melds) + 2`` tiles.

    Examples
    --------
    >>> import queshen
    >>> counts = queshen.Hand("123456789m11p99s").counts
    >>> queshen.is_win(counts, wild=1)
    True
    """
    cdef question_t q
    ask(&q, counts, wild, melds, shapes, sets, fifth, False)
    need_extra(q.sets, q.extra, 2, "a win")
    return part_wins(&q.part, q.shapes, SUITS, q.fifth, q.sets, q.wild)


def shanten(counts, wild=0, melds=0, shapes=COMMON, sets=4, fifth="barred"):
    """Shanten of counts: useful draws to a ready hand, -1 for a complete one. Parameters as in `is_win`.

    Examples
    --------
    >>> import queshen
    >>> queshen.shanten(queshen.Hand("123456m1234p99sE").counts)
    1
    """
    cdef question_t q
    cdef uint32_t near
    ask(&q, counts, wild, melds, shapes, sets, fifth, False)
    need_reach(q.shapes, shapes, sets, melds)
    return nearest_missing(&q.part, q.shapes, &SUITS.costs[q.fifth], q.sets, &near) - q.wild - 1


def waits(counts, wild=0, melds=0, shapes=COMMON, sets=4, fifth="barred"):
    """Kinds that complete counts, as a mask with bit k for kind k. Parameters as in `is_win`.

    A kind of which the counts hold four is never among them.

    Examples
    --------
    >>> import queshen
    >>> bin(queshen.waits(queshen.Hand("123456m1234p999s").counts))
    '0b1001000000000'
    """
    cdef question_t q
    ask(&q, counts, wild, melds, shapes, sets, fifth, True)
    need_extra(q.sets, q.extra, 1, "waits")
    return part_waits(&q.part, q.shapes, SUITS, q.fifth, q.sets, q.wild)


def useful(counts, wild=0, melds=0, shapes=COMMON, sets=4, fifth="barred"):
    """Kinds that lower the shanten of counts, as a mask with bit k for kind k. Parameters as in `is_win`.

    A kind of which the counts hold four is never among them.

    Examples
    --------
    >>> import queshen
    >>> bin(queshen.useful(queshen.Hand("123456m1234p999s").counts))
    '0b1001000000000'
    """
    cdef question_t q
    cdef uint32_t near
    cdef int missing
    ask(&q, counts, wild, melds, shapes, sets, fifth, True)
    need_extra(q.sets, q.extra, 1, "useful tiles")
    need_reach(q.shapes, shapes, sets, melds)
    missing = nearest_missing(&q.part, q.shapes, &SUITS.costs[q.fifth], q.sets, &near)
    return nearest_useful(&q.part, near, &SUITS.costs[q.fifth], q.sets, missing)
