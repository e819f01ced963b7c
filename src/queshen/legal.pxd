"""What the seats may do: the legal set of a turn, and what each seat may do with an open tile."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from queshen.deal cimport deal_t, flow_t, seat_t
from queshen.patterns cimport win_t
from queshen.decompose cimport hand_t
from queshen.scoring cimport best_t

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
    USE_PROP = 150
    CHOSEN_TILE = 160
    CHOSEN_KIND = 194
    ACTIONS = 228

cdef bint score_win(
    const flow_t* flow, const deal_t* deal, int seat, hand_t* hand, win_t* win, best_t* best
) noexcept nogil
cdef void refresh_waits(const flow_t* flow, seat_t* own) noexcept nogil
cdef void open_turn(const flow_t* flow, deal_t* deal, int claimed) noexcept nogil
cdef void open_choices(const flow_t* flow, deal_t* deal) noexcept nogil
cdef bint open_window(const flow_t* flow, deal_t* deal, bint robbing) noexcept nogil
cdef bint may(const flow_t* flow, const deal_t* deal, int seat, int action) noexcept nogil
cdef int legal_actions(const flow_t* flow, const deal_t* deal, int seat, uint64_t* mask) noexcept nogil
