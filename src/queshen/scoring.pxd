"""The best reading of a win under the rules of a game."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from queshen.decompose cimport hand_t, reading_t
from queshen.patterns cimport features_t, win_t
from queshen.ruleset cimport rules_t
from queshen.suits cimport MOST_TILES
from queshen.worth cimport worth_t

cdef enum:
    MOST_WILD = 10  # in a hand to be scored: one more takes five times as long, and this many a fifth of a second

cdef struct best_t:
    bint found
    worth_t worth
    reading_t reading
    int won  # the face of the winning tile
    uint32_t effect  # where it went: a bit of `effect_t`
    int own_faces  # wildcards that stand for their own face
    uint8_t face[MOST_TILES]  # what the wildcards stand for, ascending

# What can be wrong with a win.
cdef enum fault_t:
    NO_FAULT
    NOT_HELD
    FIFTH_NATURAL
    NO_WILDCARDS
    TOO_MANY_WILDCARDS
    WILD_MELD
    SELF_DRAWN_ROBBERY
    CLAIMED_REPLACEMENT
    NO_KONG
    LAST_ROBBERY
    LATER_TURN
    DRAWN_KONG_DISCARD
    NOT_READY
    LATE_ROUND
    NO_BAO
    ROBBED_COPIES
    HIDDEN_COPIES
    WILD_LAST_COPY
    CLAIMED_WILDCARD
    TOO_MANY_FLOWERS
    TOO_FEW_FLOWERS

# Copies of a kind in the melds.
cdef int laid_out(const hand_t* hand, int kind) noexcept nogil
# Tiles that stand in for the wild kind take its face: in the hand, and the tile.
cdef bint take_face(const rules_t* rules, int face, hand_t* hand, int* tile) noexcept nogil
cdef bint wins_by_wild(const rules_t* rules, int wild, bint self_draw) noexcept nogil
cdef fault_t check_win(const rules_t* rules, const hand_t* hand, win_t* win) noexcept nogil
cdef void best_reading(const rules_t* rules, const hand_t* hand, const win_t* win, best_t* best) noexcept nogil

# How a result came about.
cdef void best_features(
    const rules_t* rules, const hand_t* hand, const win_t* win, const best_t* best, features_t* f
) noexcept nogil
