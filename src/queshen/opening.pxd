"""Before the first turn: tiles that are passed on, void suits, doubled stakes, declarations."""

from libc.stdint cimport uint64_t

from queshen.deal cimport deal_t, flow_t
from queshen.play cimport events_t

cdef void open_opening(const flow_t* flow, deal_t* deal, events_t* events) noexcept nogil
cdef void act_in_opening(const flow_t* flow, deal_t* deal, int seat, int action, events_t* events) noexcept nogil
cdef void opening_actions(const flow_t* flow, const deal_t* deal, int seat, uint64_t* mask) noexcept nogil
