# cython: freethreading_compatible=True, cdivision=True
"""Before the first turn. Every seat chooses, in any order and unseen by the others; what was chosen is done when all have."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from queshen.deal cimport (
    DECLARED,
    DECLARING,
    DOUBLED,
    DOUBLING,
    END,
    EXCHANGING,
    FIRST_DECLARED,
    KINDS,
    NO_TILE,
    TO_NEXT,
    TO_OPPOSITE,
    TO_PREVIOUS,
    VOIDING,
    VOID_SHIFT,
    WITH_DRAW,
    below,
    gain,
    lose,
    seat_t,
    suit_of,
)
from queshen.legal cimport CHOSEN_TILE, DECLARE_READY, DOUBLE, PASS, VOID_SUIT, open_turn, put_kinds, put_one
from queshen.play cimport DECLARED_READY, DOUBLED_STAKES, NAMED_VOID, PASSED_ON, tell
from queshen.ready cimport ready_as_dealt
from queshen.winning cimport refresh_waits


# ---- one after the other ----

cdef int everybody(const flow_t* flow) noexcept nogil:
    return (1 << flow.seats) - 1


cdef int who_may_declare(const flow_t* flow, const deal_t* deal) noexcept nogil:
    """The seats after the dealer whose hands are ready as they were dealt."""
    cdef int seats = 0, seat
    for seat in range(1, flow.seats):
        seats |= ready_as_dealt(flow, deal, &deal.seat[seat]) << seat
    return seats


cdef void open_next(const flow_t* flow, deal_t* deal, int done) noexcept nogil:
    """Open what follows a phase; the first turn where nothing does."""
    cdef int seat
    if done < EXCHANGING and flow.exchange:
        deal.phase = EXCHANGING
    elif done < VOIDING and flow.void_suit:
        deal.phase = VOIDING
    elif done < DOUBLING and flow.doubling:
        deal.phase = DOUBLING
    elif done < DECLARING and flow.ready_before_draw and who_may_declare(flow, deal):
        deal.phase = DECLARING
        deal.asked = who_may_declare(flow, deal)
        return
    else:
        for seat in range(1, flow.seats):
            refresh_waits(flow, &deal.seat[seat])
        open_turn(flow, deal, WITH_DRAW)
        return
    deal.asked = everybody(flow)


cdef void open_opening(const flow_t* flow, deal_t* deal, events_t* events) noexcept nogil:
    open_next(flow, deal, END)


# ---- tiles that are passed on ----

cdef inline int chosen_so_far(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    cdef int number = 0
    while number < flow.exchange and deal.chosen[seat][number] != NO_TILE:
        number += 1
    return number


cdef uint64_t may_choose(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """The kinds of which a seat may choose the next tile: all of them of one suit that has enough."""
    cdef const seat_t* own = &deal.seat[seat]
    cdef const uint8_t* chosen = deal.chosen[seat]
    cdef uint64_t kinds = 0
    cdef int number = chosen_so_far(flow, deal, seat), tiles[3], kind, copies, i
    if number == flow.exchange:
        return 0
    memset(tiles, 0, sizeof(tiles))
    for kind in range(27):
        tiles[suit_of(kind)] += own.row[kind]
    for kind in range(27):
        copies = own.row[kind]
        for i in range(number):
            copies -= chosen[i] == kind
        if copies > 0 and (suit_of(kind) == suit_of(chosen[0]) if number else tiles[suit_of(kind)] >= flow.exchange):
            kinds |= <uint64_t>1 << kind
    return kinds


cdef int direction(const flow_t* flow, deal_t* deal) noexcept nogil:
    """One of the directions of the rules, by lot."""
    cdef int ways = (
        (flow.exchange_to & TO_NEXT != 0) + (flow.exchange_to & TO_PREVIOUS != 0) + (flow.exchange_to & TO_OPPOSITE != 0)
    )
    cdef int left = below(&deal.chance, ways), way = TO_NEXT
    while not (flow.exchange_to & way and left == 0):
        left -= flow.exchange_to & way != 0
        way <<= 1
    return way


cdef void pass_tiles_on(const flow_t* flow, deal_t* deal, events_t* events) noexcept nogil:
    cdef int step, seat, to, i
    deal.passed_to = direction(flow, deal)
    step = 1 if deal.passed_to == TO_NEXT else flow.seats - 1 if deal.passed_to == TO_PREVIOUS else flow.seats // 2
    for seat in range(flow.seats):
        for i in range(flow.exchange):
            lose(deal, seat, deal.chosen[seat][i])
    for seat in range(flow.seats):
        to = (seat + step) % flow.seats
        for i in range(flow.exchange):
            gain(deal, to, deal.chosen[seat][i])
            tell(events, PASSED_ON, seat, deal.chosen[seat][i], to)
            if to == 0 and deal.seat[0].row[deal.drawn] == 0:  # it was passed on: another tile is the one to win on
                deal.drawn = deal.last_drawn = deal.chosen[seat][i]
    memset(deal.chosen, NO_TILE, sizeof(deal.chosen))


# ---- what was chosen is done ----

cdef void finish(const flow_t* flow, deal_t* deal, events_t* events) noexcept nogil:
    cdef int seat, phase = deal.phase, action
    if phase == EXCHANGING:
        pass_tiles_on(flow, deal, events)
    else:
        for seat in range(flow.seats):
            action = deal.answer[seat]
            if phase == VOIDING:
                deal.seat[seat].state |= (action - VOID_SUIT + 1) << VOID_SHIFT
                tell(events, NAMED_VOID, seat, NO_TILE, action - VOID_SUIT)
            elif phase == DOUBLING and action == DOUBLE:
                deal.seat[seat].state |= DOUBLED
                tell(events, DOUBLED_STAKES, seat, NO_TILE, 0)
            elif phase == DECLARING and action == DECLARE_READY:
                deal.seat[seat].state |= DECLARED | FIRST_DECLARED
                tell(events, DECLARED_READY, seat, NO_TILE, 0)
    memset(deal.answer, 0, sizeof(deal.answer))
    deal.asked = deal.answered = 0
    open_next(flow, deal, phase)


cdef void act_in_opening(const flow_t* flow, deal_t* deal, int seat, int action, events_t* events) noexcept nogil:
    if deal.phase == EXCHANGING:
        deal.chosen[seat][chosen_so_far(flow, deal, seat)] = action - CHOSEN_TILE
        if chosen_so_far(flow, deal, seat) == flow.exchange:
            deal.answered |= 1 << seat
    else:
        deal.answer[seat] = action
        deal.answered |= 1 << seat
    if deal.answered == deal.asked:
        finish(flow, deal, events)


cdef void opening_actions(const flow_t* flow, const deal_t* deal, int seat, uint64_t* mask) noexcept nogil:
    """What a seat may choose; a choice that is no series of tiles may be changed until all have chosen."""
    cdef bint asked = deal.asked >> seat & 1
    cdef int suit
    if deal.phase == EXCHANGING:
        put_kinds(mask, CHOSEN_TILE, may_choose(flow, deal, seat))
    elif deal.phase == VOIDING:
        for suit in range(3):
            put_one(mask, VOID_SUIT + suit, True)
    else:
        put_one(mask, PASS, True)
        put_one(mask, DOUBLE, deal.phase == DOUBLING)
        put_one(mask, DECLARE_READY, deal.phase == DECLARING and asked)
