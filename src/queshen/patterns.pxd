# cython: cdivision=True
"""What a reading shows: features, each a small count, that the fans of any game are made of.

A new feature is one small function here, one line in `reading_features` or `win_features`, and one row in `FEATURES`.
A feature of width w takes w bits from its place on: bit n - 1 of them says that it counts n or more. So "three wind pungs"
is one bit, and a fan is a few bits that must be set and a few that must not.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from queshen.decompose cimport CHOW, CONCEALED_KONG, PUNG, hand_t, reading_t, set_t
from queshen.shapes cimport (
    DISTINCT_PAIRS,
    EIGHT_PAIRS,
    GREATER_KNITTED,
    HONOURS,
    KINDS,
    KNITTED,
    LESSER_KNITTED,
    ORPHANS,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
    bit_sum,
    lowest,
)
from queshen.suits cimport MOST_SETS

cdef enum:
    WORDS = 4  # of feature bits
    MOST_LINKS = 10  # of two chows among five
    MOST_GROUPS = 15  # of three or four chows among five

# Places of the features: 64 to a word, and none across two.
cdef enum feature_t:
    # tiles
    SUITS = 0
    WINDS_HELD = 3
    DRAGONS_HELD = 4
    HONOURS_HELD = 5
    TERMINALS_HELD = 6
    SIMPLES_HELD = 7
    ALL_GREEN = 8
    REVERSIBLE = 9
    ONLY_EVEN = 10
    LOWEST = 11
    HIGHEST = 20
    HOGS = 29
    NATURAL_HOGS = 33
    # shapes
    IS_STANDARD = 37
    IS_SEVEN_PAIRS = 38
    IS_DISTINCT_PAIRS = 39
    IS_THIRTEEN_ORPHANS = 40
    IS_EIGHT_PAIRS = 41
    IS_LESSER_KNITTED = 42
    IS_GREATER_KNITTED = 43
    IS_KNITTED_STRAIGHT = 44
    SHIFTED_PAIRS = 45
    NINE_GATES = 46
    NINE_GATES_TILES = 47
    # sets
    CHOWS = 64
    PUNGS = 69
    KONGS = 74
    CONCEALED_KONGS = 79
    EXPOSED_KONGS = 84
    CONCEALED_PUNGS = 89
    WIND_PUNGS = 94
    DRAGON_PUNGS = 98
    WIND_PAIR = 101
    DRAGON_PAIR = 102
    ROUND_WIND_PUNG = 103
    SEAT_WIND_PUNG = 104
    ORPHAN_PUNGS = 105
    DOUBLE_PUNGS = 110
    TRIPLE_PUNG = 112
    SHIFTED_PUNGS = 113
    MIXED_SHIFTED_PUNGS = 118
    ALL_CHOWS = 119
    ALL_PUNGS = 120
    ALL_FIVES = 121
    OUTSIDE = 122
    # the win: first its flags, each in the place of its bit
    SELF_DRAW = 128
    LAST_TILE = 129
    REPLACEMENT = 130
    ROBBING = 131
    LAST_COPY = 132
    FIRST_TURN = 133
    AFTER_KONG = 134
    BAO_DRAWN = 135
    CLOSED_READY = 136
    BAO_WAIT = 137
    READY = 139
    FIRST_READY = 140
    LAST_ROUND = 141
    FLOWERS = 144
    WILDS = 152
    SUBSTITUTES = 160
    OFF_SUIT = 168
    EDGE_WAIT = 176
    CLOSED_WAIT = 177
    PAIR_WAIT = 178
    KNITTED_WIN = 179
    CONCEALED = 180
    ALL_EXPOSED = 181
    EXPOSED = 182
    DEALER = 187
    SEASONS = 188
    PLANTS = 189
    WON_WILD = 190
    ALWAYS = 191  # counts 1 in every hand
    # chows together
    PURE_TRIPLE_CHOW = 192
    QUADRUPLE_CHOW = 193
    PURE_STRAIGHT = 194
    PURE_SHIFTED_CHOWS = 195
    FOUR_SHIFTED_CHOWS = 196
    PURE_TERMINAL_CHOWS = 197
    MIXED_TERMINAL_CHOWS = 198
    MIXED_TRIPLE_CHOW = 199
    MIXED_STRAIGHT = 200
    MIXED_SHIFTED_CHOWS = 201
    PURE_DOUBLE_CHOW = 202
    MIXED_DOUBLE_CHOW = 203
    SHORT_STRAIGHT = 204
    TERMINAL_CHOWS = 205
    # more of sets
    WIND_KINDS = 206
    DRAGON_KINDS = 210
    FOURS = 213
    # pairs and wildcards
    WIND_PAIRS = 218
    DRAGON_PAIRS = 222
    WILD_PAIR = 225
    MIXED_PAIR = 226
    # more of tiles
    ONLY_258 = 227
    WON_FOURS = 228
    NO_FEATURE = 255

cdef enum win_flag:
    BY_SELF_DRAW = 1
    ON_LAST_TILE = 2
    ON_REPLACEMENT = 4
    BY_ROBBING = 8
    ON_LAST_COPY = 16
    ON_FIRST_TURN = 32
    ON_KONG_DISCARD = 64  # what the payer discarded after a replacement draw
    BY_BAO = 128
    ON_CLOSED_WAIT = 256
    ON_BAO_WAIT = 512
    FROM_READY = 1024  # the payer had declared before: of no matter to the hand
    WHEN_READY = 2048  # the winner had declared,
    WHEN_FIRST_READY = 4096  # and that with its first discard, or before it
    IN_LAST_ROUND = 8192  # while the last tiles are dealt out
    WIN_FLAGS = 0x3FFF - FROM_READY  # all that can be said of a win to be scored

# Rows of four flowers that a seat has whole, as bits.
cdef enum flower_row:
    ALL_SEASONS = 1
    ALL_PLANTS = 2

# How a hand was won.
cdef struct win_t:
    uint32_t flags
    int tile  # a natural one; -1 for a drawn wildcard
    int round_wind  # kinds
    int seat_wind
    int flowers
    uint8_t flower_rows  # bits of `flower_row`
    bint dealer  # the winner deals
    int face  # that the wildcards have of their own, -1 without one
    uint64_t natural_hogs  # kinds of which natural tiles alone are a hog
    int unpaired  # kinds of concealed tiles of which the number is odd, wildcards being a kind of their own

# Some chows that are something together; `chows` are their bits.
cdef struct group_t:
    uint8_t feature
    uint8_t chows

cdef struct features_t:
    uint64_t bits[WORDS]
    uint64_t kinds  # in the whole hand
    uint64_t pungs  # kinds of the pungs and kongs
    uint64_t pungs_again  # those of which there are two
    int concealed_pungs
    int chow_count
    uint8_t chow[MOST_SETS]  # lowest tiles, ascending
    int link_count
    group_t link[MOST_LINKS]  # of two
    int group_count
    group_t group[MOST_GROUPS]  # of three and of four

cdef enum:
    SUIT = 511  # nine kinds


cdef inline uint64_t winds() noexcept nogil:
    return <uint64_t>15 << 27

cdef inline uint64_t dragons() noexcept nogil:
    return <uint64_t>7 << 31

cdef inline uint64_t each_suit(uint64_t ranks) noexcept nogil:
    return ranks | ranks << 9 | ranks << 18


# ---- how features are written ----

cdef inline void flag(features_t* f, feature_t feature, bint holds) noexcept nogil:
    f.bits[feature >> 6] |= <uint64_t>(holds != 0) << (feature & 63)


cdef inline void count(features_t* f, feature_t feature, int number, int width) noexcept nogil:
    f.bits[feature >> 6] |= ((<uint64_t>1 << min(number, width)) - 1) << (feature & 63)


# ---- tiles: `kinds` are those of the whole hand ----

cdef inline uint64_t ranks_of(uint64_t kinds) noexcept nogil:
    return (kinds | kinds >> 9 | kinds >> 18) & SUIT


cdef inline int suits_of(uint64_t kinds) noexcept nogil:
    return (kinds & SUIT != 0) + (kinds >> 9 & SUIT != 0) + (kinds >> 18 & SUIT != 0)


cdef inline bint all_green(uint64_t kinds) noexcept nogil:
    return not kinds & ~(<uint64_t>0b010101110 << 18 | <uint64_t>1 << 32)


cdef inline bint reversible(uint64_t kinds) noexcept nogil:
    return not kinds & ~(<uint64_t>0b110011111 << 9 | <uint64_t>0b110111010 << 18 | <uint64_t>1 << 33)


cdef inline bint only_even(uint64_t kinds) noexcept nogil:
    return not kinds & ~each_suit(0b010101010)


cdef inline bint only_258(uint64_t kinds) noexcept nogil:
    return not kinds & ~each_suit(0b010010010)


cdef inline bint seven_in_a_row(uint64_t kinds) noexcept nogil:
    """Seven kinds that follow each other in one suit."""
    cdef int first = lowest(kinds)
    return kinds >> first == 127 and first < 27 and first % 9 <= 2


cdef inline bint nine_gates(const reading_t* r, uint64_t kinds, int won) noexcept nogil:
    """1112345678999 of one suit before the tile `won`; where that is -1, before any tile."""
    cdef int first = lowest(kinds), more = won < 0, i, wanted, held
    if r.melds or first % 9 or first >= 27 or kinds >> first != SUIT:
        return False
    for i in range(9):
        wanted = 3 if i == 0 or i == 8 else 1
        held = r.used[first + i] - (first + i == won)
        if held < wanted or held > wanted + more:
            return False
        more -= held > wanted
    return True


# ---- sets ----

cdef inline uint64_t set_kinds(const set_t* one) noexcept nogil:
    return <uint64_t>(7 if one.type == CHOW else 1) << one.kind


cdef inline int longest_row(uint64_t ranks) noexcept nogil:
    """How many consecutive ranks there are at most."""
    cdef int length = 0
    while ranks:
        ranks &= ranks >> 1
        length += 1
    return length


cdef inline bint one_of_each(uint64_t m, uint64_t p, uint64_t s, int step) noexcept nogil:
    """Three ranks, `step` apart, one in each suit in any order."""
    cdef int two = 2 * step
    return (
        (m & p >> step & s >> two) | (m & s >> step & p >> two) | (p & m >> step & s >> two)
        | (p & s >> step & m >> two) | (s & m >> step & p >> two) | (s & p >> step & m >> two)
    ) != 0


cdef inline bint outside(const set_t* one) noexcept nogil:
    """A set with a terminal or honour."""
    return set_kinds(one) & ORPHANS != 0


cdef inline bint has_five(const set_t* one) noexcept nogil:
    return set_kinds(one) & each_suit(1 << 4) != 0


# ---- chows together; a, b, c, d are lowest tiles in ascending order ----

cdef inline feature_t two_chows(int a, int b) noexcept nogil:
    if a == b:
        return PURE_DOUBLE_CHOW
    if a // 9 != b // 9:
        return MIXED_DOUBLE_CHOW if a % 9 == b % 9 else NO_FEATURE
    return SHORT_STRAIGHT if b - a == 3 else TERMINAL_CHOWS if b - a == 6 else NO_FEATURE


cdef inline feature_t three_chows(int a, int b, int c) noexcept nogil:
    cdef int i, j, k, step
    if a // 9 == c // 9:
        step = b - a
        if c - b != step or step > 3:
            return NO_FEATURE
        return PURE_TRIPLE_CHOW if step == 0 else PURE_STRAIGHT if step == 3 else PURE_SHIFTED_CHOWS
    if a // 9 == b // 9 or b // 9 == c // 9:
        return NO_FEATURE
    i, j, k = a % 9, b % 9, c % 9
    step = max(i, max(j, k)) - min(i, min(j, k))
    if step == 0:
        return MIXED_TRIPLE_CHOW
    if i + j + k != 3 * min(i, min(j, k)) + 3 * (step >> 1) or i == j or j == k or i == k:
        return NO_FEATURE
    return MIXED_SHIFTED_CHOWS if step == 2 else MIXED_STRAIGHT if step == 6 else NO_FEATURE


cdef inline feature_t four_chows(int a, int b, int c, int d, int pair) noexcept nogil:
    cdef int step = b - a
    if a == b and c == d and a % 9 == 0 and c == a + 6 and pair == a + 4:
        return PURE_TERMINAL_CHOWS
    if a // 9 == d // 9:
        if c - b != step or d - c != step or step > 2:
            return NO_FEATURE
        return FOUR_SHIFTED_CHOWS if step else QUADRUPLE_CHOW
    if (
        a % 9 == 0 and b == a + 6 and c % 9 == 0 and d == c + 6
        and pair < 27 and pair % 9 == 4 and pair // 9 != a // 9 and pair // 9 != c // 9
    ):
        return MIXED_TERMINAL_CHOWS
    return NO_FEATURE


cdef void reading_features(const reading_t* reading, const win_t* win, features_t* f) noexcept nogil
cdef void win_features(const hand_t* hand, const win_t* win, features_t* f) noexcept nogil
