"""A table as Python sees it."""

from queshen.course cimport Flow
from queshen.deal cimport deal_t
from queshen.play cimport events_t


cdef class Table:
    cdef deal_t deal
    cdef bytes start  # the deal as it was before anything happened; copies share it
    cdef Flow flow
    cdef readonly object rules
    cdef dict made_of  # in plain values
    cdef bint wait_all
    cdef bytearray acts  # seat and action, in turns
    cdef bint acts_shared  # with a copy: whoever acts next takes its own

    cdef int seat_of(self, object seat) except -1
    cdef Table copy(self)
    cdef object refusal(self, int number, int chosen)
    cdef str shown(self, int tile)
    cdef bytes shown_acts(self)
    cdef object why_not_ready(self, int seat, int tile)
    cdef str until(self)
    cdef int act_of(self, object action) except -1
    cdef int play(self, int seat, int action) except -1
