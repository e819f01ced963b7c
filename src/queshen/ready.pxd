"""Declaring that a hand is ready (听): the conditions, as named predicates, and the waits that may be won on.

A declaration is made with a discard. What the hand must show then is a list of conditions that the rules name; a new one
is one bit of `condition_t`, one line in `shows`, and one name in `course.CONDITIONS`.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from queshen.decompose cimport set_t
from queshen.deal cimport deal_t, flow_t, seat_t
from queshen.suits cimport MOST_SETS

# A hand before its draw.
cdef struct short_hand_t:
    uint32_t key[4]
    uint8_t row[34]
    uint64_t fours
    int wild
    uint64_t barred  # kinds that it may not hold, nor win on
    int melds
    set_t meld[MOST_SETS]

cdef struct readiness_t:
    uint64_t waits  # that may be won on
    uint32_t failed  # conditions that leave none
    bint closed  # there is one, and it may be the middle of a chow

cdef void short_of(const seat_t* own, int kind, short_hand_t* hand) noexcept nogil

# The kinds that complete tiles before a draw, and whether one more wildcard does.
cdef uint64_t completing(
    const flow_t* flow, const uint32_t* key, const uint8_t* row, uint64_t fours, uint32_t shapes, int sets, int wild,
    bint* with_wild
) noexcept nogil

# `visible` are the copies that lie face up, beside the tile `gone`; NULL where that is not known.
cdef void judge(
    const flow_t* flow, const short_hand_t* hand, const uint8_t* visible, int gone, readiness_t* found
) noexcept nogil
cdef uint64_t ready_discards(const flow_t* flow, const deal_t* deal, const seat_t* own, uint64_t kinds) noexcept nogil
cdef bint chow_makes_ready(
    const flow_t* flow, const deal_t* deal, const seat_t* own, int tile, int lowest_tile
) noexcept nogil
cdef bint kong_keeps_ready(
    const flow_t* flow, const deal_t* deal, const seat_t* own, int kind, int copies
) noexcept nogil
cdef bint ready_as_dealt(const flow_t* flow, const deal_t* deal, const seat_t* own) noexcept nogil
