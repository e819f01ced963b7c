"""A hand as native code sees it."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from queshen.decompose cimport hand_t, set_t
from queshen.shapes cimport KINDS, part_t
from queshen.suits cimport MOST_SETS, costs_t


cdef class Hand:
    cdef part_t part
    cdef uint8_t row[KINDS]
    cdef set_t laid[MOST_SETS]  # the melds, where they are known
    cdef int _wild
    cdef int _face
    cdef int _fifth
    cdef int _extra
    cdef readonly int sets
    cdef readonly int meld_count
    cdef readonly tuple melds

    cdef int check_copies(self) except -1
    cdef int count_own(self, uint8_t* own, bint with_wild) except -1
    cdef uint32_t reach(self, shapes) except? 0xFFFFFFFF
    cdef uint32_t reachable(self, shapes) except 0
    cdef const costs_t* costs(self) noexcept
    cdef int tiles_of(self, hand_t* into) except -1
    cdef tuple unseen(self, visible)
    cdef object draws(self, uint64_t mask, bint wild_does, tuple live, object wait_counts)
    cdef Hand changed(self, tile, int by)
    cdef int which(self, tile) except -2
    cdef tuple state(self)
