"""What some games add to the order of play, each in one place and switched by the rules: missed wins, and who pays for
all."""

from libc.stdint cimport uint64_t

from queshen.deal cimport (
    CLAIM,
    NOBODY,
    OF_CHAIN,
    UNTIL_DISCARD,
    UNTIL_MOVE,
    deal_t,
    flow_t,
    liable_for,
    seat_t,
)


# ---- missed wins (漏胡): who passes over a win may not win so for a while ----

# What a seat does that may end it.
cdef enum moment_t:
    DRAWING
    MOVING  # a claim or a kong
    DISCARDING


cdef inline bint counts_as_missed(const flow_t* flow, const deal_t* deal) noexcept nogil:
    """Whether the open tile is one of those that missed wins are about."""
    return flow.missed_wins and (deal.phase == CLAIM or flow.missed_by_robbing)


cdef inline bint may_not_win(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """Whether a seat that could win the open tile has passed over a win that bars it."""
    cdef uint64_t missed = deal.seat[seat].missed
    if missed == 0 or not counts_as_missed(flow, deal):
        return False
    return not worth_more(flow, deal, seat) if flow.missed_by_value else missed >> deal.tile & 1


cdef inline void forget_missed(const flow_t* flow, deal_t* deal, int seat, moment_t moment) noexcept nogil:
    if deal.seat[seat].missed and (
        flow.missed_until != UNTIL_DISCARD if moment == DRAWING else flow.missed_until == UNTIL_MOVE if moment == MOVING
        else flow.missed_until == UNTIL_DISCARD
    ):
        deal.seat[seat].missed = 0


cdef bint worth_more(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil
cdef void miss_wins(const flow_t* flow, deal_t* deal) noexcept nogil

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
