# cython: freethreading_compatible=True, cdivision=True
"""What some games add to the order of play."""

from libc.stdint cimport int64_t

from queshen.deal cimport (
    CAN_WIN,
    CHOW,
    CONCEALED_KONG,
    FIRST_LIABLE,
    LEFT,
    LISTED_FIRST,
    laid_t,
    liability_t,
)
from queshen.suits cimport every_kind
from queshen.winning cimport value_of


# ---- missed wins ----

cdef bint worth_more(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """Whether a win with the open tile is worth more than any that the seat has passed over."""
    return value_of(flow, deal, seat) >= <int64_t>deal.seat[seat].missed


cdef void miss_wins(const flow_t* flow, deal_t* deal) noexcept nogil:
    """Who could have won the open tile, and does not, has missed it."""
    cdef seat_t* own
    cdef int seat
    if not counts_as_missed(flow, deal):
        return
    for seat in range(flow.seats):
        own = &deal.seat[seat]
        if not deal.claims[seat] & CAN_WIN or own.state & LEFT:
            continue
        if flow.missed_by_value:
            own.missed = max(own.missed, <uint64_t>(value_of(flow, deal, seat) + 1))
        else:
            own.missed |= every_kind() if flow.missed_any_tile else <uint64_t>1 << deal.tile


# ---- who pays for all ----

cdef inline bint counts(const liability_t* rule, const laid_t* meld) noexcept nogil:
    """Whether a meld is one of the sets that a rule is about."""
    if meld.type == CONCEALED_KONG and not rule.concealed_kongs:
        return False
    return rule.kinds == 0 or (meld.type != CHOW and rule.kinds >> meld.kind & 1)


cdef int laid_sets(const liability_t* rule, const seat_t* own) noexcept nogil:
    cdef int number = 0, i
    for i in range(own.melds):
        number += counts(rule, &own.meld[i])
    return number


cdef void bind(const flow_t* flow, deal_t* deal, int feeder, int owner, int number) noexcept nogil:
    """A seat becomes liable for another one, unless it or somebody else is liable already."""
    cdef seat_t* own = &deal.seat[owner]
    cdef int seat
    if flow.liability[number].first_only:
        for seat in range(flow.seats):
            if seat != owner and liable_for(&deal.seat[seat]) == feeder:
                return
    if liable_for(own) != NOBODY:
        if flow.liability_conflict == FIRST_LIABLE:
            return
        if flow.liability_conflict == LISTED_FIRST and own.bound >> 4 <= number:
            return
    own.bound = feeder | number << 4


cdef void feed_set(const flow_t* flow, deal_t* deal, int feeder, int owner) noexcept nogil:
    """A seat has laid out a set with the tile of another one."""
    cdef const seat_t* own = &deal.seat[owner]
    cdef const liability_t* rule
    cdef int number
    for number in range(flow.liabilities):
        rule = &flow.liability[number]
        if counts(rule, &own.meld[own.melds - 1]) and laid_sets(rule, own) == rule.sets:
            bind(flow, deal, feeder, owner, number)


cdef inline bint has_laid(const seat_t* own, int kind) noexcept nogil:
    cdef int i
    for i in range(own.melds):
        if own.meld[i].type != CHOW and own.meld[i].kind == kind:
            return True
    return False


cdef void offer_set(const flow_t* flow, deal_t* deal, int feeder) noexcept nogil:
    """A seat has discarded a tile; some rules bind it, whether or not the tile is claimed."""
    cdef const liability_t* rule
    cdef const seat_t* own
    cdef int number, seat
    for number in range(flow.liabilities):
        rule = &flow.liability[number]
        if not rule.unclaimed or not rule.kinds >> deal.tile & 1:
            continue
        for seat in range(flow.seats):
            own = &deal.seat[seat]
            if seat != feeder and laid_sets(rule, own) == rule.sets - 1 and not has_laid(own, deal.tile):
                bind(flow, deal, feeder, seat, number)
