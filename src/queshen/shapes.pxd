"""The shapes beside sets and a pair: how many tiles each misses, and which kinds lower that number.

All of them read one `part_t`, the concealed natural tiles. A shape is complete when it misses no more tiles than the
hand has wildcards, so none of these functions asks about wildcards.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from queshen.suits cimport costs_t, every_kind, suits_missing, suits_useful

cdef extern from "keys.h" nogil:
    ctypedef struct part_t "queshen_part":
        uint32_t key[4]
        uint64_t tally
        uint64_t plane[3]
        int kinds
        int paired
    int TOTAL "QUESHEN_TOTAL"(uint64_t tally)
    int ODD "QUESHEN_ODD"(uint64_t tally)
    int PAIRS "QUESHEN_PAIRS"(uint64_t tally)
    int ORPHAN_KINDS "QUESHEN_ORPHAN_KINDS"(uint64_t tally)
    int ORPHAN_PAIRS "QUESHEN_ORPHAN_PAIRS"(uint64_t tally)
    const uint64_t (*WEIGHT "queshen_weight")[8]
    ctypedef uint64_t (*parts_fn "queshen_parts_fn")(
        const uint8_t* rows, Py_ssize_t count, part_t* part, uint64_t tiles, int planes
    ) noexcept nogil
    const uint64_t ABOVE_FOUR "QUESHEN_ABOVE_FOUR"
    enum:
        KINDS "QUESHEN_ROW"
        BLOCK "QUESHEN_BLOCK"
    const uint64_t HONOURS "QUESHEN_HONOURS"
    const uint64_t ORPHANS "QUESHEN_ORPHANS"
    int popcount "queshen_popcount"(uint64_t bits)
    int bit_sum "queshen_bit_sum"(uint64_t bits)
    int lowest "queshen_lowest"(uint64_t bits)
    const uint32_t* pow5 "queshen_pow5"
    ctypedef struct knitted_t "queshen_way":
        int group[3]
        uint64_t mask
    const knitted_t* KNITTED "queshen_knitted"

cdef enum shape_t:
    STANDARD = 1
    SEVEN_PAIRS = 2
    DISTINCT_PAIRS = 4
    THIRTEEN_ORPHANS = 8
    EIGHT_PAIRS = 16
    LESSER_KNITTED = 32
    GREATER_KNITTED = 64
    KNITTED_STRAIGHT = 128
    COMMON = STANDARD | SEVEN_PAIRS | THIRTEEN_ORPHANS
    EVERY_SHAPE = 255

cdef enum:
    OUT_OF_REACH = 50  # more tiles than a hand can miss


cdef inline uint32_t within_reach(uint32_t shapes, int sets, int melds) noexcept nogil:
    """Those of `shapes` that a hand of so many sets and melds can have."""
    if sets == 4:
        if melds == 0:
            return shapes & ~<uint32_t>EIGHT_PAIRS
        if melds == 1:
            return shapes & (STANDARD | KNITTED_STRAIGHT)
    elif sets == 5 and melds == 0:
        return shapes & (STANDARD | EIGHT_PAIRS)
    return shapes & STANDARD


cdef inline uint64_t held(const part_t* part) noexcept nogil:
    return part.plane[0] | part.plane[1] | part.plane[2]


cdef inline uint64_t held_twice(const part_t* part) noexcept nogil:
    return part.plane[1] | part.plane[2]


cdef inline int count_of(const part_t* part, int kind) noexcept nogil:
    return (part.plane[0] >> kind & 1) | (part.plane[1] >> kind & 1) << 1 | (part.plane[2] >> kind & 1) << 2


cdef inline void change(part_t* part, int kind, int by) noexcept nogil:
    """Add (`by` = 1) or take away (-1) one tile of a kind; counts stay within 0..4."""
    cdef int before = count_of(part, kind), after = before + by, bit
    cdef int suit = kind // 9
    part.key[suit] += <uint32_t>by * pow5[kind - 9 * suit]
    part.kinds += (after > 0) - (before > 0)
    part.paired += (after > 1) - (before > 1)
    part.tally += WEIGHT[ORPHANS >> kind & 1][after] - WEIGHT[ORPHANS >> kind & 1][before]
    for bit in range(3):
        part.plane[bit] ^= <uint64_t>((before ^ after) >> bit & 1) << kind


# ---- pairs ----

cdef inline int seven_pairs_missing(const part_t* part) noexcept nogil:
    # Each pair still needed takes one tile beside a single, or two.
    cdef int short_of = 7 - PAIRS(part.tally)
    return max(short_of, 2 * short_of - ODD(part.tally))


cdef inline uint64_t seven_pairs_useful(const part_t* part) noexcept nogil:
    return every_kind() if 7 - PAIRS(part.tally) > ODD(part.tally) else part.plane[0]


cdef inline int distinct_pairs_missing(const part_t* part) noexcept nogil:
    return 7 - part.paired + max(0, 7 - part.kinds)


cdef inline uint64_t distinct_pairs_useful(const part_t* part) noexcept nogil:
    return (every_kind() if part.kinds < 7 else held(part)) & ~held_twice(part)


cdef inline int eight_pairs_missing(const part_t* part) noexcept nogil:
    # The odd tile is any that no pair has taken.
    cdef int pairs = PAIRS(part.tally), odd = ODD(part.tally)
    cdef int short_of = 8 - pairs if pairs < 8 else 0
    cdef int spare = odd > short_of or pairs > 8
    return short_of + (short_of - odd if short_of > odd else 0) + (not spare)


cdef inline uint64_t eight_pairs_useful(const part_t* part) noexcept nogil:
    cdef int pairs = PAIRS(part.tally)
    cdef int short_of = 8 - pairs if pairs < 8 else 0
    return part.plane[0] if ODD(part.tally) > short_of else every_kind()


# ---- single tiles ----

cdef inline int orphans_missing(const part_t* part) noexcept nogil:
    return 14 - ORPHAN_KINDS(part.tally) - (ORPHAN_PAIRS(part.tally) > 0)


cdef inline uint64_t orphans_useful(const part_t* part) noexcept nogil:
    return ORPHANS & ~held(part) if ORPHAN_PAIRS(part.tally) else ORPHANS


cdef inline int lesser_knitted_missing(const part_t* part) noexcept nogil:
    cdef int best = 0, i, fitting
    for i in range(6):
        fitting = popcount(held(part) & (KNITTED[i].mask | HONOURS))
        best = max(best, fitting)
    return 14 - best if best < 14 else 0


cdef inline uint64_t lesser_knitted_useful(const part_t* part, int now) noexcept nogil:
    cdef uint64_t useful = 0, wanted
    cdef int i
    for i in range(6):
        wanted = KNITTED[i].mask | HONOURS
        if 14 - popcount(held(part) & wanted) == now:
            useful |= wanted & ~held(part)
    return useful


cdef inline int greater_knitted_missing(const part_t* part) noexcept nogil:
    cdef int best = 0, i, fitting
    for i in range(6):
        fitting = popcount(held(part) & KNITTED[i].mask)
        best = max(best, fitting)
    return 14 - popcount(held(part) & HONOURS) - (best if best < 7 else 7)


cdef inline uint64_t greater_knitted_useful(const part_t* part, int now) noexcept nogil:
    cdef uint64_t useful = HONOURS & ~held(part)
    cdef int i, fitting, honours = popcount(held(part) & HONOURS)
    for i in range(6):
        fitting = popcount(held(part) & KNITTED[i].mask)
        if fitting < 7 and 14 - honours - fitting == now:
            useful |= KNITTED[i].mask & ~held(part)
    return useful


# ---- nine knitted tiles, the rest sets and a pair ----

cdef inline int without_knitted(const part_t* part, int i, uint32_t* key) noexcept nogil:
    """Keys of the tiles that way `i` of knitting leaves over; returns how many of its nine are missing."""
    cdef uint64_t there = held(part) & KNITTED[i].mask
    cdef int suit, group
    cdef uint32_t ranks
    key[3] = part.key[3]
    for suit in range(3):
        group = KNITTED[i].group[suit]
        ranks = <uint32_t>(there >> (9 * suit + group))
        key[suit] = (
            part.key[suit] - (ranks & 1) * pow5[group]
            - (ranks >> 3 & 1) * pow5[group + 3] - (ranks >> 6 & 1) * pow5[group + 6]
        )
    return 9 - popcount(there)


cdef inline int knitted_straight_missing(const part_t* part, const costs_t* costs, int sets) noexcept nogil:
    cdef int best = OUT_OF_REACH, i, missing
    cdef uint32_t key[4]
    for i in range(6):
        missing = without_knitted(part, i, key)
        if missing < best:
            missing += suits_missing(costs, key, sets - 3)
            best = min(best, missing)
    return best


cdef inline uint64_t knitted_straight_useful(
    const part_t* part, const costs_t* costs, int sets, int now
) noexcept nogil:
    cdef uint64_t useful = 0
    cdef int i, knitted, rest
    cdef uint32_t key[4]
    for i in range(6):
        knitted = without_knitted(part, i, key)
        if knitted > now:
            continue
        rest = suits_missing(costs, key, sets - 3)
        if knitted + rest == now:
            useful |= KNITTED[i].mask & ~held(part)
            useful |= suits_useful(costs, key, sets - 3, rest, part.plane[2])
    return useful


# ---- all together ----

cdef inline int shape_missing(const part_t* part, uint32_t shape, const costs_t* costs, int sets) noexcept nogil:
    """Tiles missing to one shape; `sets` are those still to be made in the concealed part."""
    if shape == STANDARD:
        return suits_missing(costs, part.key, sets)
    if shape == SEVEN_PAIRS:
        return seven_pairs_missing(part)
    if shape == DISTINCT_PAIRS:
        return distinct_pairs_missing(part)
    if shape == THIRTEEN_ORPHANS:
        return orphans_missing(part)
    if shape == EIGHT_PAIRS:
        return eight_pairs_missing(part)
    if shape == LESSER_KNITTED:
        return lesser_knitted_missing(part)
    if shape == GREATER_KNITTED:
        return greater_knitted_missing(part)
    return knitted_straight_missing(part, costs, sets)


cdef inline uint64_t shape_useful(
    const part_t* part, uint32_t shape, const costs_t* costs, int sets, int now
) noexcept nogil:
    """Kinds that lower the `now` tiles missing to one shape; a fifth natural copy may be among them."""
    if shape == STANDARD:
        return suits_useful(costs, part.key, sets, now, part.plane[2])
    if shape == SEVEN_PAIRS:
        return seven_pairs_useful(part)
    if shape == DISTINCT_PAIRS:
        return distinct_pairs_useful(part)
    if shape == THIRTEEN_ORPHANS:
        return orphans_useful(part)
    if shape == EIGHT_PAIRS:
        return eight_pairs_useful(part)
    if shape == LESSER_KNITTED:
        return lesser_knitted_useful(part, now)
    if shape == GREATER_KNITTED:
        return greater_knitted_useful(part, now)
    return knitted_straight_useful(part, costs, sets, now)


cdef inline void consider(int missing, uint32_t shape, int* best, uint32_t* near) noexcept nogil:
    near[0] = shape | (near[0] if missing == best[0] else 0) if missing <= best[0] else near[0]
    best[0] = min(missing, best[0])


cdef inline int nearest_missing(
    const part_t* part, uint32_t shapes, const costs_t* costs, int sets, uint32_t* near
) noexcept nogil:
    """Tiles missing to the nearest of `shapes`; `near` gets all that are as near."""
    cdef int best = OUT_OF_REACH
    cdef uint32_t rest = shapes & ~<uint32_t>(COMMON | DISTINCT_PAIRS)
    near[0] = 0
    if shapes & STANDARD:
        consider(suits_missing(costs, part.key, sets), STANDARD, &best, near)
    if shapes & SEVEN_PAIRS:
        consider(seven_pairs_missing(part), SEVEN_PAIRS, &best, near)
    if shapes & DISTINCT_PAIRS:
        consider(distinct_pairs_missing(part), DISTINCT_PAIRS, &best, near)
    if shapes & THIRTEEN_ORPHANS:
        consider(orphans_missing(part), THIRTEEN_ORPHANS, &best, near)
    while rest:
        consider(shape_missing(part, rest & (0 - rest), costs, sets), rest & (0 - rest), &best, near)
        rest &= rest - 1
    return best


cdef inline uint64_t nearest_useful(
    const part_t* part, uint32_t near, const costs_t* costs, int sets, int now
) noexcept nogil:
    """Kinds that lower the `now` tiles missing to each shape of `near`, but none that the part holds four of."""
    cdef uint64_t useful = 0
    while near:
        useful |= shape_useful(part, near & (0 - near), costs, sets, now)
        near &= near - 1
    return useful & ~part.plane[2]


cdef parts_fn chosen_parts() noexcept nogil
