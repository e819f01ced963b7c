"""Every reading of a complete hand: its sets and pair or its special shape, each wildcard with a face.

Readings are found shape first. The search picks sets in ascending order, natural tiles fill them and wildcards the rest,
so that each choice of sets comes up once, whatever the number of wildcards; nothing that cannot be completed with the
wildcards left is followed. What is done with a reading is the caller's: it is handed to a function.
"""

from libc.stdint cimport uint8_t, uint32_t

from queshen.shapes cimport KINDS, part_t
from queshen.suits cimport MOST_SETS, MOST_TILES, suits_t

cdef enum set_type:  # in the order of MeldType; a concealed set is a CHOW or a PUNG
    CHOW
    PUNG
    EXPOSED_KONG
    CONCEALED_KONG

cdef struct set_t:
    uint8_t type
    uint8_t kind  # of a chow its lowest tile

# A complete hand before it is read. `row` holds the natural concealed tiles, which `part` sums up.
cdef struct hand_t:
    part_t part
    uint8_t row[KINDS]
    int wild
    int sets  # of a whole hand
    int melds
    set_t meld[MOST_SETS]

cdef struct reading_t:
    uint32_t shape
    int way  # in which nine tiles are knitted, -1 where none are
    int melds  # so many of the sets, the first ones, are laid out
    int sets
    set_t set[MOST_SETS]
    int pair  # -1 where the shape has none of its own
    int wild
    uint8_t face[MOST_TILES]  # what each wildcard stands for, in the order of the search
    uint8_t used[KINDS]  # concealed copies of each kind, wildcards by their faces

# Returns whether to go on.
ctypedef bint (*visit_fn)(const reading_t* reading, void* to) noexcept nogil

cdef void decompose(
    const hand_t* hand, uint32_t shapes, int fifth, const suits_t* suits, visit_fn visit, void* to
) noexcept nogil

# Whether counts, of which there may be five or more of a kind, are sets and a pair, or seven pairs where `shapes` says so.
cdef bint completes(const uint8_t* counts, uint32_t shapes) noexcept nogil
