"""The course of a deal under some rules, compiled."""

from queshen.deal cimport flow_t


cdef dict CONDITIONS  # the conditions of a declaration by name


cdef class Flow:
    cdef flow_t rules
    cdef readonly object scorer  # which the struct points into

    cdef int compile_ready(self, ready) except -1


cdef Flow flow_of(object rules)
