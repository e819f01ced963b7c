"""The rules of a game as one plain struct, which scoring reads."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from queshen.patterns cimport WORDS
from queshen.shapes cimport KINDS

cdef enum:
    MOST_FANS = 128
    FAN_WORDS = 2
    CLAUSE_WORDS = 3
    MOST_CLAUSES = 64 * CLAUSE_WORDS
    FEATURE_BYTES = 8 * WORDS
    OWN_ROUND_WIND = 62  # bits of `own_kinds` beside those of kinds
    OWN_SEAT_WIND = 63

cdef enum combine_t:
    SUM
    HIGHEST
    PRODUCT

cdef enum discard_wild_t:
    AS_FACE
    AS_WILD
    NO_WIN

cdef struct fan_t:
    int32_t value
    uint8_t repeat  # place of the feature that says how often it counts
    uint8_t width  # of that feature
    bint to_minimum
    uint64_t by_kind  # counts pungs of these kinds, but for those that other fans took as their own
    uint64_t drops[FAN_WORDS]  # fans that are not counted beside this one
    uint64_t one_less[FAN_WORDS]  # of which one copy is not counted
    uint64_t own_kinds  # pungs that by-kind fans do not pay again

# Fans are numbered so that each comes before those that it drops.
cdef struct rules_t:
    int fans
    fan_t fan[MOST_FANS]
    # A clause is one way to earn a fan: some feature bits are set and some are not. For each byte of features that any
    # clause asks about, and each value of it, the clauses that it lets pass; those that all bytes let pass hold. The
    # first clause of a fan has the fan's number, further ones follow after all fans.
    int clauses
    int bytes
    uint8_t byte[FEATURE_BYTES]
    uint64_t passes[FEATURE_BYTES][256][CLAUSE_WORDS]
    uint8_t fan_of[MOST_CLAUSES]
    # Fans of two chows of which a spanning forest counts.
    uint64_t once[FAN_WORDS]
    uint8_t once_fan[4]  # by feature from PURE_DOUBLE_CHOW on; MOST_FANS for none
    uint8_t once_order[4]  # those features, dearest fan first
    # Fans whose chows are one there, by feature from PURE_TRIPLE_CHOW on.
    uint8_t joined_fan[10]
    uint64_t joined[FAN_WORDS]
    int bare  # the fan of a hand without others, -1 without one
    uint64_t bare_ignores[FAN_WORDS]
    bint dropped_drop  # a fan that is dropped drops others all the same
    combine_t combine
    int32_t cap  # 0 for none
    uint64_t beyond_cap[FAN_WORDS]  # fans for whose hands there is none
    int32_t minimum
    bint pays_tile
    int32_t tile_points[KINDS]  # that the winning tile adds
    # what counts as a win
    int most_suits
    uint64_t drawn_wins  # kinds that win by self-draw,
    uint64_t claimed_wins  # and as the tile of another seat
    int wild_win  # wildcards with which a hand of any shape wins by self-draw, 0 for no such number,
    bint wild_win_claimed  # and on the tile of another seat
    int stand_in  # the kind that plays the face of the wild kind, or -1
    uint32_t shapes
    uint32_t wild_shapes  # in which wildcards may stand for other tiles
    int fifth
    int sets
    bint wildcards
    bint wild_melds
    discard_wild_t discard_wild
    bint discard_win  # discards may be won
    # the wait of the wait fans
    bint uses_waits
    bint waits_not_own
    bint waits_frozen

cdef int compile_rules(object rules, rules_t* into, list order) except -1
