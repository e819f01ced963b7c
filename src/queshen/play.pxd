"""The order of play: what happens after an act, until a seat has to decide again."""

from libc.stdint cimport uint8_t, uint16_t

from queshen.deal cimport deal_t, flow_t

cdef enum happening_t:
    DREW
    SHOWED_FLOWER
    DISCARDED
    LAID_MELD
    LAID_KONG
    WON
    WALL_ENDED
    USED_PROP  # `tile` is the chosen one, `extra` the prop
    SHOWED_BAO  # the old hidden wildcard
    PASSED_ON  # `extra` is the seat that gets the tile
    NAMED_VOID  # `extra` is the suit
    DOUBLED_STAKES
    DECLARED_READY  # without a discard

# How a tile was drawn: `extra` of DREW.
cdef enum draw_t:
    FROM_HEAD
    AS_REPLACEMENT
    EXCHANGED  # by a prop
    CHANGED  # the tile itself became a wildcard

# How a tile was discarded: `extra` of DISCARDED.
cdef enum discarded_t:
    PLAINLY
    ROBBED
    AS_DECLARATION

# What happened, for those who want to be told.
cdef struct event_t:
    uint8_t what
    uint8_t seat
    uint8_t tile
    uint16_t extra  # of a meld its type

cdef enum:
    MOST_EVENTS = 2048

cdef struct events_t:
    int count
    event_t event[MOST_EVENTS]


cdef inline void tell(events_t* events, int what, int seat, int tile, int extra) noexcept nogil:
    cdef event_t* event
    if events and events.count < MOST_EVENTS:
        event = &events.event[events.count]
        event.what = what
        event.seat = seat
        event.tile = tile
        event.extra = extra
        events.count += 1


cdef void begin(const flow_t* flow, deal_t* deal, events_t* events) noexcept nogil
cdef int to_act(const flow_t* flow, const deal_t* deal) noexcept nogil
cdef void act(const flow_t* flow, deal_t* deal, int seat, int action, bint wait_all, events_t* events) noexcept nogil
