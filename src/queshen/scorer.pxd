"""Scoring as Python sees it."""

from libc.stdint cimport uint8_t

from queshen.decompose cimport hand_t
from queshen.hand cimport Hand
from queshen.patterns cimport features_t, win_t
from queshen.ruleset cimport rules_t
from queshen.scoring cimport best_t, fault_t

# What a fault says; `{}` fields are filled in by the one who raises it.
cdef dict FAULTS

cdef object set_of(int meld_type, int meld_kind)


cdef class ScoredFan:
    cdef readonly object fan
    cdef readonly int count
    cdef readonly int points


cdef class Score:
    cdef best_t best
    cdef hand_t tiles
    cdef win_t asked
    cdef Scorer scorer
    cdef readonly object hand
    cdef object _fans
    cdef object _excluded
    cdef str refused

    cdef str barred(self)
    cdef void count_fans(self, features_t* f, uint8_t* times) noexcept
    cdef object dropper(self, int dropped, const uint8_t* times)
    cdef tuple state(self)


cdef class Scorer:
    cdef rules_t compiled
    cdef readonly object rules
    cdef readonly tuple rows  # the fans as the compiled rules number them
    cdef bytes place  # of each of them in the table

    cdef Score score_so(self, Hand held, object win, const win_t* asked)
    cdef int take_hand(self, Score score, Hand held) except -1
    cdef int take_win(self, Score score, Hand held, object win) except -1
    cdef bint stands_in(self, Hand held, int which) noexcept
    cdef void lay(self, hand_t* tiles, int which) noexcept
    cdef int judge(self, Score score) except -1
    cdef list candidates(self, Hand held, object wait_counts, tuple live)
