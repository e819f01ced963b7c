"""The course of a deal under some rules, compiled."""

from queshen.deal cimport flow_t


cdef class Flow:
    cdef flow_t rules
    cdef readonly object scorer  # which the struct points into


cdef Flow flow_of(object rules)
