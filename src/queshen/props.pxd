"""Props (道具): what a seat may do with tiles that the rules of the game itself do not give it.

A prop is used in the own turn, before the discard, in steps of the same seat: the prop, then the tile of the hand, then
the kind, as far as it asks for them.
"""

from libc.stdint cimport uint64_t

from queshen.deal cimport deal_t, flow_t

cdef uint64_t usable_props(const flow_t* flow, const deal_t* deal) noexcept nogil
cdef uint64_t prop_tiles(const deal_t* deal) noexcept nogil
cdef uint64_t prop_kinds(const deal_t* deal) noexcept nogil
cdef bint use_prop(const flow_t* flow, deal_t* deal, int action) noexcept nogil
