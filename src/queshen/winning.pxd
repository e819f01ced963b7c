"""What completes the hands at a table, and what they are worth."""

from libc.stdint cimport int32_t, uint64_t

from queshen.deal cimport deal_t, flow_t, seat_t
from queshen.decompose cimport hand_t
from queshen.patterns cimport win_t
from queshen.scoring cimport best_t

cdef void refresh_waits(const flow_t* flow, seat_t* own) noexcept nogil
cdef bint score_win(
    const flow_t* flow, const deal_t* deal, int seat, hand_t* hand, win_t* win, best_t* best
) noexcept nogil

# Whether a seat may win with the tile drawn, or with the one that lies open.
cdef bint can_win(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil

# What a seat's win with the tile in question is worth; -1 where it is none.
cdef int32_t value_of(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil

# The best value that a seat waits for; -1 where nothing completes its hand.
cdef int32_t best_wait(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil


cdef inline bint may_complete(const flow_t* flow, const deal_t* deal, const seat_t* own, int tile) noexcept nogil:
    """A first look at whether a tile may be one to win on; few are."""
    return (own.waits >> tile & 1) | (tile == deal.wild) | flow.look_at_all | (deal.river_length == 0) | flow.odd_wins
