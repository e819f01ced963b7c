"""A deal made of what Python gives: a seed, a wall, or hands and what comes then."""

from queshen.deal cimport deal_t, flow_t

# Deals the tiles, and puts what they were dealt from into `made_of`, in plain values.
cdef int deal_from(const flow_t* flow, deal_t* deal, dict given, dict made_of) except -1
