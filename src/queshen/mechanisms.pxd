"""What some games add to the order of play, each in one place and switched by the rules: missed wins, wins of the first
turn, and who pays for all."""

from libc.stdint cimport uint64_t

from queshen.deal cimport (
    CAN_WIN,
    CLAIM,
    NOBODY,
    OF_CHAIN,
    ROB,
    deal_t,
    flow_t,
    liable_for,
    seat_t,
)
from queshen.suits cimport every_kind


# ---- missed wins (漏胡): who passes over a win may not win so for a while ----

cdef inline bint counts_as_missed(const flow_t* flow, const deal_t* deal) noexcept nogil:
    """Whether the open tile is one of those that missed wins are about."""
    return flow.missed_wins and (deal.phase == CLAIM or flow.missed_by_robbing)


cdef inline bint may_not_win(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    return deal.seat[seat].missed >> deal.tile & 1 and counts_as_missed(flow, deal)


cdef inline void miss_wins(const flow_t* flow, deal_t* deal) noexcept nogil:
    """The open tile is won by nobody: who could have won it has missed it."""
    cdef int seat
    if counts_as_missed(flow, deal):
        for seat in range(flow.seats):
            if deal.claims[seat] & CAN_WIN:
                deal.seat[seat].missed |= every_kind() if flow.missed_any_tile else <uint64_t>1 << deal.tile


cdef inline void forget_missed(const flow_t* flow, deal_t* deal, int seat, bint discarded) noexcept nogil:
    """A seat discards, or draws, claims or kongs."""
    if discarded == flow.missed_until_discard:
        deal.seat[seat].missed = 0


# ---- who pays for all (包) ----

cdef inline void feed_kong(const flow_t* flow, deal_t* deal, int feeder) noexcept nogil:
    """A kong is made, of a tile of a seat or of own tiles only (NOBODY)."""
    if feeder != NOBODY:
        deal.fed_by = feeder
    elif not (flow.replacement_liability == OF_CHAIN and deal.after_kong):
        deal.fed_by = NOBODY


cdef inline int who_pays_for_all(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """The seat that pays every share of a self-draw, or NOBODY."""
    if flow.replacement_liability and deal.after_kong and deal.fed_by != NOBODY:
        return deal.fed_by
    return liable_for(&deal.seat[seat])


cdef void feed_set(const flow_t* flow, deal_t* deal, int feeder, int owner) noexcept nogil
cdef void offer_set(const flow_t* flow, deal_t* deal, int feeder) noexcept nogil

# ---- wins of the first turn ----

cdef bint of_first_turn(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil
