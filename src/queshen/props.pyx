# cython: freethreading_compatible=True, cdivision=True
"""Props: which a seat may use, and what each does."""


from queshen.deal cimport (
    EXCHANGE,
    KINDS,
    MAKE_WILD,
    NO_PROP,
    NO_TILE,
    PROPS,
    TELL_NEXT,
    TELL_THIRD,
    below,
    gain,
    lose,
    seat_t,
    wall_left,
    wall_of,
)
from queshen.legal cimport CHOSEN_KIND, CHOSEN_TILE, USE_PROP
from queshen.suits cimport every_kind
from queshen.winning cimport refresh_waits


cdef uint64_t usable_props(const flow_t* flow, const deal_t* deal) noexcept nogil:
    """The props that the seat whose turn it is may begin to use, one bit each."""
    cdef const seat_t* own = &deal.seat[deal.turn]
    cdef uint64_t props = 0
    cdef int prop
    if flow.props == 0 or deal.prop != NO_PROP or wall_left(flow, deal, deal.turn) <= 0:
        return 0
    for prop in range(PROPS):
        if (flow.props & ~deal.refused) >> prop & 1 and own.used[prop] < flow.uses and (
            prop != MAKE_WILD or (deal.wild != NO_TILE and own.held)
        ):
            props |= <uint64_t>1 << prop
    return props


cdef uint64_t prop_tiles(const deal_t* deal) noexcept nogil:
    """The kinds of which the prop takes a tile of the hand."""
    cdef const seat_t* own = &deal.seat[deal.turn]
    if deal.prop > MAKE_WILD or deal.prop_tile != NO_TILE:
        return 0
    if deal.prop == MAKE_WILD:
        return own.held
    return own.held | <uint64_t>(own.wild > 0) << (deal.wild & 63)


cdef uint64_t prop_kinds(const deal_t* deal) noexcept nogil:
    """The kinds that the prop asks for: any, whether or not the wall has one."""
    if deal.prop == TELL_THIRD or (deal.prop == EXCHANGE and deal.prop_tile != NO_TILE):
        return every_kind()
    return 0


cdef int place_of(const flow_t* flow, const deal_t* deal, int kind) noexcept nogil:
    """The first place of a kind in the live wall, from the head; -1 where there is none."""
    cdef int wall = wall_of(deal, deal.turn), place
    for place in range(deal.head[wall], deal.tail[wall] - flow.dead_wall):
        if deal.wall[place] == kind:
            return place
    return -1


cdef void exchange(const flow_t* flow, deal_t* deal, int place) noexcept nogil:
    """The tile of the hand for the one at a place of the wall. The hand may then win as with a plain draw."""
    cdef int tile = deal.wall[place]
    lose(deal, deal.turn, deal.prop_tile)
    deal.wall[place] = deal.prop_tile
    refresh_waits(flow, &deal.seat[deal.turn])
    gain(deal, deal.turn, tile)
    deal.drawn = tile
    deal.after_kong = deal.last_tile = False


cdef void change_to_wild(const flow_t* flow, deal_t* deal) noexcept nogil:
    """The tile itself becomes a wildcard: the wall has none left."""
    cdef seat_t* own = &deal.seat[deal.turn]
    lose(deal, deal.turn, deal.prop_tile)
    refresh_waits(flow, own)
    own.wild += 1
    own.changed += 1
    deal.drawn = deal.wild
    deal.after_kong = deal.last_tile = False


cdef int random_place(const flow_t* flow, deal_t* deal) noexcept nogil:
    """A place of the live wall, but none with a flower; -1 where there is none."""
    cdef int wall = wall_of(deal, deal.turn), place, tiles = 0, chosen
    for place in range(deal.head[wall], deal.tail[wall] - flow.dead_wall):
        tiles += deal.wall[place] < KINDS
    if tiles == 0:
        return -1
    chosen = below(&deal.chance, tiles)
    for place in range(deal.head[wall], deal.tail[wall] - flow.dead_wall):
        if deal.wall[place] < KINDS:
            if chosen == 0:
                return place
            chosen -= 1
    return -1


cdef bint finish(deal_t* deal, bint took_place) noexcept nogil:
    """A prop that was refused is not used up: it may be tried again, but not in the same turn."""
    if took_place:
        deal.seat[deal.turn].used[deal.prop] += 1
    else:
        deal.refused |= 1 << deal.prop
    deal.prop = NO_PROP
    deal.prop_tile = NO_TILE
    return took_place


cdef bint use_prop(const flow_t* flow, deal_t* deal, int action) noexcept nogil:
    """One step of using a prop; whether the hand is another now."""
    cdef seat_t* own = &deal.seat[deal.turn]
    cdef int wall = wall_of(deal, deal.turn), place, left
    if action < CHOSEN_TILE:
        deal.prop = action - USE_PROP
        if deal.prop == TELL_NEXT:
            own.told_next = deal.wall[deal.head[wall]]
            finish(deal, True)
        return False
    if action < CHOSEN_KIND:
        deal.prop_tile = action - CHOSEN_TILE
        if deal.prop == EXCHANGE:
            return False
        if deal.prop == MAKE_WILD:
            place = place_of(flow, deal, deal.wild)
            if place < 0:
                change_to_wild(flow, deal)
                return finish(deal, True)
        else:
            place = random_place(flow, deal)
    else:
        place = place_of(flow, deal, action - CHOSEN_KIND)
        if deal.prop == TELL_THIRD:
            left = deal.tail[wall] - flow.dead_wall - deal.head[wall]
            own.told = action - CHOSEN_KIND | (0 if place < 0 else 1 + 3 * (place - deal.head[wall]) // left) << 6
            finish(deal, True)
            return False
    if place < 0:
        return finish(deal, False)
    exchange(flow, deal, place)
    return finish(deal, True)
