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
    DECLARING

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

cdef void begin(const flow_t* flow, deal_t* deal, events_t* events) noexcept nogil
cdef int to_act(const flow_t* flow, const deal_t* deal) noexcept nogil
cdef void act(const flow_t* flow, deal_t* deal, int seat, int action, bint wait_all, events_t* events) noexcept nogil
