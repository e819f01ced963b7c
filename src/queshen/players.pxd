"""Players without Python: each chooses one of the legal actions of a seat."""

from libc.stdint cimport uint64_t

from queshen.deal cimport deal_t, flow_t

cdef enum player_t:
    RANDOM
    GREEDY

cdef int choose(const flow_t* flow, const deal_t* deal, int seat, player_t player, uint64_t* stream) noexcept nogil
cdef void play_out(const flow_t* flow, deal_t* deal, const player_t* player, uint64_t* stream) noexcept nogil
