"""Reading counts into a part, and the questions asked of it; shared by all edges to Python."""

from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_Check
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from queshen.shapes cimport STANDARD, nearest_missing, nearest_useful, part_t
from queshen.suits cimport costs_t, suits_t, suits_waits, tables, wins


cdef inline bint part_wins(
    const part_t* part, uint32_t shapes, const suits_t* suits, int fifth, int sets, int wild
) noexcept nogil:
    """Whether a part of 3 * sets + 2 tiles is complete; `shapes` are those within its reach."""
    cdef const costs_t* costs = &suits.costs[fifth]
    cdef uint32_t near
    if shapes & STANDARD and wins(suits, costs, part.key, wild):
        return True
    return nearest_missing(part, shapes & ~<uint32_t>STANDARD, costs, sets, &near) <= wild


cdef inline uint64_t part_waits(
    const part_t* part, uint32_t shapes, const suits_t* suits, int fifth, int sets, int wild
) noexcept nogil:
    """Kinds that complete a part of 3 * sets + 1 tiles, but none that it holds four of; it needs planes."""
    cdef const costs_t* costs = &suits.costs[fifth]
    cdef uint64_t waits = 0
    cdef uint32_t near
    if shapes & STANDARD:
        waits = suits_waits(suits, part.key, wild, part.plane[2], fifth)
    if nearest_missing(part, shapes & ~<uint32_t>STANDARD, costs, sets, &near) == wild + 1:
        waits |= nearest_useful(part, near, costs, sets, wild + 1)
    return waits


cdef inline int small_int(object value, str what, int least, int most) except? -1:
    """An integer argument within its bounds."""
    cdef int overflow = 0
    cdef long number
    if PyLong_Check(value):
        number = PyLong_AsLongAndOverflow(value, &overflow)
        if not overflow and least <= number <= most:
            return <int>number
    return odd_int(value, what, least, most)


cdef int odd_int(object value, str what, int least, int most) except? -1
cdef uint32_t check_shapes(object shapes) except 0
cdef int check_total(int total, int wild, int sets, int melds) except -1
cdef int read_counts(object counts, uint8_t* row) except -1
cdef int read_part(part_t* part, const uint8_t* row, int planes) except -1
cdef int need_extra(int sets, int extra, int wanted, str asked) except -1
cdef uint32_t need_reach(uint32_t reach, object shapes, object sets, object melds) except 0
