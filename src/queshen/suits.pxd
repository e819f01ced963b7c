"""The suit tables and the look-ups of one hand: its win cost and how many tiles it misses.

A suit is its *key* (see `key_of`). A hand is four keys: 万, 饼, 条, honours. `tables()` gives the tables, which are
constant; take the pointer once, outside the loop.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:  # meanings of the fifth copy
    BARRED = 0
    ALLOWED = 1

cdef enum:
    MOST_SETS = 5  # that the tables know
    MOST_TILES = 3 * MOST_SETS + 2
    SAVED_FOUR = 5  # how a win word codes that the pair saves four wildcards

# One meaning of the fifth copy.
cdef struct costs_t:
    const uint16_t* win_word
    const uint8_t* suit_class
    const uint8_t* honour_class
    const uint16_t* two_suits
    const uint16_t* three_suits
    const uint8_t* missing
    uint32_t suit_classes
    uint32_t honour_classes
    uint32_t merged_classes
    const uint32_t* pow5  # the powers of five, which a tile of each rank adds to its key

cdef struct suits_t:
    const uint8_t* suit_win
    const uint8_t* honour_win
    const uint16_t* suit_wait
    const uint16_t* honour_wait
    const uint32_t* wait_word
    costs_t costs[2]

cdef const suits_t* tables() noexcept nogil


cdef int fifth_of(object fifth) except -1


cdef inline uint64_t every_kind() noexcept nogil:
    return (<uint64_t>1 << 34) - 1


cdef inline uint32_t key_of(const uint8_t* counts, int ranks) noexcept nogil:
    """The counts of a suit as digits of a base-5 number, rank 1 lowest; counts are at most four."""
    cdef uint32_t key = 0
    cdef int i
    for i in range(ranks - 1, -1, -1):
        key = 5 * key + counts[i]
    return key


cdef inline uint32_t win_total(const suits_t* suits, const costs_t* costs, const uint32_t* key) noexcept nogil:
    """The win words of four suits, added up: right for hands of up to 17 tiles."""
    return (
        <uint32_t>costs.win_word[suits.suit_win[key[0]]] + costs.win_word[suits.suit_win[key[1]]]
        + costs.win_word[suits.suit_win[key[2]]] + costs.win_word[suits.honour_win[key[3]]]
    )


cdef inline uint32_t cost_of_total(uint32_t total) noexcept nogil:
    """Fewest wildcards that complete every tile of a hand, from its added win words.

    Where two suits save four each it is one too many. They hold 16 tiles or more, which leaves room for one wildcard,
    and need four at least, so no hand is judged wrongly by it.
    """
    # What the pair saves counts in one suit only. A saving of four is coded as five, one of one as one.
    cdef uint32_t saved = total >> 5
    return (total & 31) + (saved - 1 - ((saved >= SAVED_FOUR) << 2) if saved else 2)


cdef inline bint wins(const suits_t* suits, const costs_t* costs, const uint32_t* key, uint32_t wild) noexcept nogil:
    """Whether `wild` wildcards make sets and a pair of all tiles; the number of tiles must be right."""
    return cost_of_total(win_total(suits, costs, key)) <= wild


cdef inline uint32_t suits_merged(const costs_t* costs, const uint32_t* key) noexcept nogil:
    """The class of the three suits together."""
    cdef uint32_t two = costs.two_suits[
        costs.suit_class[key[0]] * costs.suit_classes + costs.suit_class[key[1]]
    ]
    return costs.three_suits[two * costs.suit_classes + costs.suit_class[key[2]]]


cdef inline const uint8_t* missing_row(const costs_t* costs, uint32_t sets, uint32_t honours) noexcept nogil:
    """Tiles missing to `sets` sets and a pair beside a class of honours, by the class of the three suits."""
    return costs.missing + (sets * costs.honour_classes + honours) * costs.merged_classes


cdef inline uint32_t suits_missing(const costs_t* costs, const uint32_t* key, uint32_t sets) noexcept nogil:
    """Tiles missing to `sets` sets and a pair."""
    return missing_row(costs, sets, costs.honour_class[key[3]])[suits_merged(costs, key)]


cdef inline const uint32_t* draws_of(
    const uint32_t* pow5, uint64_t fours, int suit, uint32_t* own
) noexcept nogil:
    """What a tile of each rank adds to the key of a suit; nothing where four of it are held. `own` is room for that."""
    cdef int i
    fours = fours >> (9 * suit) & 511
    if not fours:
        return pow5
    for i in range(9):
        own[i] = 0 if fours >> i & 1 else pow5[i]
    return own


cdef inline uint64_t suits_useful(
    const costs_t* costs, const uint32_t* key, uint32_t sets, uint32_t now, uint64_t fours
) noexcept nogil:
    """Kinds that lower the `now` tiles missing, as bits 0-33; never one of `fours`, the kinds held four times."""
    cdef uint32_t n = costs.suit_classes
    cdef uint32_t suit_class[3]
    cdef uint32_t own[9]
    cdef const uint32_t* draw
    cdef const uint8_t* missing = missing_row(costs, sets, costs.honour_class[key[3]])
    cdef const uint8_t* drawn
    cdef const uint16_t* with_rest
    cdef uint64_t useful = 0
    cdef uint32_t bits, three
    cdef int suit, i
    for suit in range(3):
        suit_class[suit] = costs.suit_class[key[suit]]
    for suit in range(3):
        with_rest = costs.three_suits + n * costs.two_suits[
            suit_class[1 if suit == 0 else 0] * n + suit_class[1 if suit == 2 else 2]
        ]
        draw = draws_of(costs.pow5, fours, suit, own)
        drawn = costs.suit_class + key[suit]
        bits = 0
        for i in range(9):
            bits |= <uint32_t>(missing[with_rest[drawn[draw[i]]]] < now) << i
        useful |= <uint64_t>bits << (9 * suit)
    three = costs.three_suits[costs.two_suits[suit_class[0] * n + suit_class[1]] * n + suit_class[2]]
    draw = draws_of(costs.pow5, fours, 3, own)
    drawn = costs.honour_class + key[3]
    bits = 0
    for i in range(7):
        bits |= <uint32_t>(missing_row(costs, sets, drawn[draw[i]])[three] < now) << i
    return useful | <uint64_t>bits << 27


cdef inline uint64_t allowed_waits(const suits_t* suits, const uint32_t* key, uint32_t wild) noexcept nogil:
    """Kinds that complete sets and a pair where a fifth copy is allowed; a fifth natural copy is among them."""
    cdef const uint16_t* win_word = suits.costs[ALLOWED].win_word
    cdef uint32_t word[4]
    cdef uint32_t saved, cost, bits, anywhere, i
    cdef uint64_t waits = 0, every
    for i in range(3):
        word[i] = win_word[suits.suit_win[key[i]]]
    word[3] = win_word[suits.honour_win[key[3]]]
    saved = word[0] + word[1] + word[2] + word[3]
    cost = cost_of_total(saved)
    if cost > wild + 1:
        return 0
    # Below that it is lower by three at least, and a tile that fits nowhere takes two wildcards for its set.
    every = 0 - <uint64_t>(cost < wild + 1)
    saved >>= 5
    anywhere = 0 - <uint32_t>(saved == 0)
    for i in range(4):
        bits = suits.wait_word[suits.honour_wait[key[3]] if i == 3 else suits.suit_wait[key[i]]]
        # A cost counts only where the hand at its cheapest can have the pair elsewhere, or in this suit. All without
        # branches: which suit has the pair is as good as random.
        waits |= <uint64_t>(
            (bits & 511 & (anywhere | (0 - <uint32_t>(saved > word[i] >> 5))))
            | (bits >> 16 & (anywhere | (0 - <uint32_t>(word[i] >> 5 != 0))))
        ) << (9 * i)
    return (waits | every) & every_kind()


cdef inline uint64_t without_fifth(
    const suits_t* suits, const uint32_t* key, uint32_t wild, uint64_t waits
) noexcept nogil:
    """Those of `waits` that complete sets and a pair of at most four of a kind each; none of which four are held.

    What completes a hand with the fifth copy barred does so with it allowed, so only those kinds are tried.
    """
    cdef const costs_t* costs = &suits.costs[BARRED]
    cdef const uint8_t* table
    cdef uint32_t others, total = win_total(suits, costs, key), bits
    cdef uint64_t left = 0
    cdef int suit, i
    for suit in range(4):
        bits = waits >> (9 * suit) & 511
        if not bits:
            continue
        table = suits.honour_win if suit == 3 else suits.suit_win
        table += key[suit]
        others = total - costs.win_word[table[0]]
        for i in range(9):
            if bits >> i & 1:
                left |= <uint64_t>(cost_of_total(others + costs.win_word[table[costs.pow5[i]]]) <= wild) << (9 * suit + i)
    return left


cdef inline uint64_t suits_waits(
    const suits_t* suits, const uint32_t* key, uint32_t wild, uint64_t fours, int fifth
) noexcept nogil:
    """Kinds that complete sets and a pair, but none of `fours`, the kinds held four times."""
    cdef uint64_t waits = allowed_waits(suits, key, wild) & ~fours
    if fifth == ALLOWED or not waits:
        return waits
    return without_fifth(suits, key, wild, waits)
