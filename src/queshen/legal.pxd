"""What the seats may do: the legal set of a turn, and what each seat may do with an open tile."""

from libc.stdint cimport uint64_t

from queshen.deal cimport deal_t, flow_t
from queshen.shapes cimport KINDS

# Actions; `queshen.actions` names them.
cdef enum action_t:
    DISCARD = 0
    DISCARD_READY = 34
    CONCEALED = 68
    ADDED = 102
    CHOW_AS_LOW = 136
    CHOW_AS_MIDDLE = 137
    CHOW_AS_HIGH = 138
    CHOW_READY = 139  # low, then middle and high
    CLAIM_PUNG = 142
    CLAIM_KONG = 143
    DECLARE_WIN = 144
    PASS = 145
    DECLARE_READY = 146  # without a discard
    VOID_SUIT = 147  # m, then p and s
    USE_PROP = 150
    DOUBLE = 155
    CHOSEN_TILE = 160
    CHOSEN_KIND = 194
    ACTIONS = 228


cdef inline void put_one(uint64_t* mask, int action, bint there) noexcept nogil:
    mask[action >> 6] |= <uint64_t>(there != 0) << (action & 63)


cdef inline void put_kinds(uint64_t* mask, int first, uint64_t kinds) noexcept nogil:
    """Actions of which there is one for each kind."""
    mask[first >> 6] |= kinds << (first & 63)
    if first & 63 > 64 - KINDS:
        mask[(first >> 6) + 1] |= kinds >> (64 - (first & 63))


cdef void open_turn(const flow_t* flow, deal_t* deal, int claimed) noexcept nogil
cdef void open_choices(const flow_t* flow, deal_t* deal) noexcept nogil
cdef bint open_window(const flow_t* flow, deal_t* deal, bint robbing) noexcept nogil
cdef bint may(const flow_t* flow, const deal_t* deal, int seat, int action) noexcept nogil
cdef int legal_actions(const flow_t* flow, const deal_t* deal, int seat, uint64_t* mask) noexcept nogil

# An action with the label of its tile for the name of it at the table, and the other way round; a whole legal set.
cdef int renamed(const deal_t* deal, int action) noexcept nogil
cdef void rename_all(const deal_t* deal, uint64_t* mask) noexcept nogil
