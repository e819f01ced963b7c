"""Many wins at once: rows that each hold a hand and how it was won."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t

from queshen.decompose cimport hand_t
from queshen.patterns cimport win_t
from queshen.ruleset cimport rules_t
from queshen.shapes cimport KINDS
from queshen.suits cimport MOST_SETS

cdef enum:
    DRAWN_WILD = KINDS  # in `win`
    NOT_COMPLETE = -1  # among totals

# `queshen.batch.WIN` says what the fields mean.
cdef packed struct win_row_t:
    uint8_t counts[KINDS]
    uint8_t wild
    int8_t face
    uint8_t melds[MOST_SETS]
    uint8_t win
    uint16_t flags
    uint8_t round_wind
    uint8_t seat_wind
    uint8_t flowers
    uint8_t flower_rows

cdef struct score_job_t:
    const rules_t* rules
    const win_row_t* rows
    int32_t* totals
    int32_t* counted  # NULL where it is not asked for
    uint8_t* fans  # NULL likewise: how often each fan counts, in the order of the table
    const uint8_t* place  # of each compiled fan in the table

# What can be wrong with a row, after the faults of a win.
cdef enum row_fault_t:
    NO_ROW_FAULT = 100
    BAD_COUNT
    BAD_TOTAL
    BAD_MELD
    BAD_FIELD
    FIVE_COPIES

cdef int read_win(const rules_t* rules, const win_row_t* row, hand_t* hand, win_t* win) noexcept nogil
cdef Py_ssize_t score_rows(const score_job_t* job, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
