# cython: freethreading_compatible=True, cdivision=True
"""What some games add to the order of play."""

from queshen.deal cimport (
    CHOW,
    CONCEALED_KONG,
    FIRST_LIABLE,
    KONG_ADDED,
    LISTED_FIRST,
    OF_DEALER,
    OF_DISCARD,
    OF_DRAW,
    PUNG,
    TELL_THIRD,
    TURN,
    laid_t,
    liability_t,
)


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


# ---- wins of the first turn ----

cdef bint untouched(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """Whether a seat has discarded nothing, laid out nothing, and nobody has a chow or pung."""
    cdef int i, other
    if deal.seat[seat].melds:
        return False
    for i in range(deal.river_length):
        if deal.river[i].seats & 15 == seat:
            return False
    for other in range(flow.seats):
        for i in range(deal.seat[other].melds):
            if deal.seat[other].meld[i].type <= PUNG:
                return False
    for i in range(deal.kongs):
        if deal.kong[i] & KONG_ADDED:  # there was a pung
            return False
    return True


cdef bint of_first_turn(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """Whether a win with the tile in question is one of the first turn that the rules mark."""
    cdef const seat_t* own = &deal.seat[seat]
    cdef int kept = flow.first_turn_after_kong if deal.kongs else flow.first_turn
    cdef int prop
    kept &= flow.first_turn
    for prop in range(TELL_THIRD):  # those that change the hand come before
        if own.used[prop]:
            return False
    if deal.phase != TURN:
        return kept & OF_DISCARD and deal.phase == CLAIM and deal.turn == 0 and deal.river_length == 1
    if seat == 0:
        return kept & OF_DEALER and deal.river_length == 0
    return kept & OF_DRAW and not deal.after_kong and untouched(flow, deal, seat)
