# cython: freethreading_compatible=True, cdivision=True
"""Every reading of a complete hand; see the declarations for how they are found."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from queshen.shapes cimport (
    DISTINCT_PAIRS,
    EIGHT_PAIRS,
    GREATER_KNITTED,
    HONOURS,
    KNITTED,
    KNITTED_STRAIGHT,
    LESSER_KNITTED,
    ODD,
    ORPHANS,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
    held,
    held_twice,
    lowest,
    popcount,
    pow5,
    within_reach,
)
from queshen.suits cimport ALLOWED, cost_of_total, every_kind

cdef enum piece:  # what the search picks at a kind, in this order
    A_PAIR
    A_PUNG
    A_CHOW

cdef enum:
    NEVER = MOST_TILES + 1  # wildcards: no hand has so many


cdef inline bint starts_chow(int kind) noexcept nogil:
    return kind < 27 and kind % 9 < 7


cdef struct search_t:
    reading_t reading
    uint8_t left[KINDS]  # natural tiles that no set has taken
    uint64_t held  # their kinds
    uint32_t key[4]  # their keys
    uint32_t word[4]  # and the win words of those, with the fifth copy allowed: they judge no hand too dear
    const suits_t* suits
    int wild  # wildcards left
    int most  # copies of a kind that the concealed part may hold
    uint64_t pair_kinds  # where the pair may still be
    bint stopped
    visit_fn visit
    void* to


cdef inline uint32_t word_of(const search_t* s, int suit) noexcept nogil:
    return s.suits.costs[ALLOWED].win_word[
        s.suits.honour_win[s.key[3]] if suit == 3 else s.suits.suit_win[s.key[suit]]
    ]


cdef inline bint feasible(const search_t* s) noexcept nogil:
    """Whether the wildcards left complete the natural tiles left."""
    cdef uint32_t total = s.word[0] + s.word[1] + s.word[2] + s.word[3]
    # Without the pair every suit pays what it would have saved.
    return <int>(cost_of_total(total) if s.pair_kinds else (total & 31) + (total >> 5)) <= s.wild


# ---- single tiles: a natural one if there is one, else a wildcard ----

cdef inline bint take(search_t* s, int kind) noexcept nogil:
    """Use a tile of a kind; whether it was a natural one."""
    if s.left[kind]:
        s.left[kind] -= 1
        s.key[kind // 9] -= pow5[kind % 9]
        s.held &= ~(<uint64_t>(s.left[kind] == 0) << kind)
        return True
    s.wild -= 1
    s.reading.used[kind] += 1
    s.reading.face[s.reading.wild] = kind
    s.reading.wild += 1
    return False


cdef inline void give_back(search_t* s, int kind, bint natural) noexcept nogil:
    if natural:
        s.left[kind] += 1
        s.key[kind // 9] += pow5[kind % 9]
        s.held |= <uint64_t>1 << kind
    else:
        s.wild += 1
        s.reading.used[kind] -= 1
        s.reading.wild -= 1


# ---- sets and a pair without wildcards ----

cdef void natural_piece(search_t* s, int kind, piece what) noexcept nogil:
    """Take a piece of natural tiles that are there, and go on."""
    cdef int made = s.reading.sets, tiles = 2 if what == A_PAIR else 3
    cdef uint64_t held = s.held, pair_kinds = s.pair_kinds
    if what == A_CHOW:
        s.left[kind] -= 1
        s.left[kind + 1] -= 1
        s.left[kind + 2] -= 1
        s.held &= ~(
            (<uint64_t>(s.left[kind] == 0) | <uint64_t>(s.left[kind + 1] == 0) << 1 | <uint64_t>(s.left[kind + 2] == 0) << 2)
            << kind
        )
    else:
        s.left[kind] -= tiles
        s.held &= ~(<uint64_t>(s.left[kind] == 0) << kind)
    if what == A_PAIR:
        s.reading.pair = kind
        s.pair_kinds = 0
    else:
        s.reading.set[made].type = CHOW if what == A_CHOW else PUNG
        s.reading.set[made].kind = kind
        s.reading.sets = made + 1
    natural_sets(s, kind, what)
    s.held = held
    if what == A_CHOW:
        s.left[kind] += 1
        s.left[kind + 1] += 1
        s.left[kind + 2] += 1
    else:
        s.left[kind] += tiles
    if what == A_PAIR:
        s.reading.pair = -1
        s.pair_kinds = pair_kinds
    else:
        s.reading.sets = made


cdef void natural_sets(search_t* s, int last, int last_piece) noexcept nogil:
    """Read the natural tiles left; the lowest of them is in a pair, a pung or a chow that starts with it.

    At kind `last` no piece follows that comes before `last_piece`: so each reading is found once.
    """
    cdef int low, first
    cdef uint64_t held = s.held
    if not held:
        if not s.pair_kinds:
            s.stopped = not s.visit(&s.reading, s.to)
        return
    low = lowest(held)
    first = last_piece if low == last else A_PAIR
    if s.left[low] >= 2 and first < A_CHOW:
        if s.pair_kinds >> low & 1:
            natural_piece(s, low, A_PAIR)
        if s.left[low] >= 3 and not s.stopped:
            natural_piece(s, low, A_PUNG)
    if held >> low & 7 == 7 and starts_chow(low) and not s.stopped:
        natural_piece(s, low, A_CHOW)


cdef inline uint64_t pair_suit(const search_t* s) noexcept nogil:
    """Without wildcards the pair of a complete hand is in the one suit in which it saves wildcards; its kinds."""
    cdef uint64_t kinds = 0
    cdef int suit
    for suit in range(4):
        kinds |= <uint64_t>(511 if s.word[suit] >> 5 else 0) << 9 * suit
    return kinds


# ---- sets and a pair with wildcards ----

cdef inline int wanting(const search_t* s, int kind, piece what) noexcept nogil:
    """Wildcards that a piece takes; too many where it cannot be."""
    cdef int i, wild
    if what != A_CHOW:
        wild = max(0, (2 if what == A_PAIR else 3) - s.left[kind])
        return wild if s.reading.used[kind] + wild <= s.most else NEVER
    if not starts_chow(kind):
        return NEVER
    wild = 0
    for i in range(kind, kind + 3):
        if not s.left[i]:
            wild += 1 if s.reading.used[i] < s.most else NEVER
    return wild


cdef void piece_with_wild(search_t* s, int kind, piece what) noexcept nogil:
    """Take a piece for which there are enough wildcards, and go on."""
    cdef int made = s.reading.sets, tiles = 2 if what == A_PAIR else 3, step = what == A_CHOW
    cdef int suit = kind // 9, natural = 0, i
    cdef uint32_t word = s.word[suit]
    cdef uint64_t pair_kinds = s.pair_kinds
    for i in range(tiles):
        natural |= take(s, kind + i * step) << i
    s.word[suit] = word_of(s, suit)
    if what == A_PAIR:
        s.reading.pair = kind
        s.pair_kinds = 0
    else:
        s.reading.set[made].type = CHOW if what == A_CHOW else PUNG
        s.reading.set[made].kind = kind
        s.reading.sets = made + 1
    if feasible(s):
        if s.wild:
            extend(s, kind, A_PUNG if what == A_PAIR else what)
        else:
            natural_sets(s, kind, what)
    if what == A_PAIR:
        s.reading.pair = -1
        s.pair_kinds = pair_kinds
    else:
        s.reading.sets = made
    for i in range(tiles - 1, -1, -1):
        give_back(s, kind + i * step, natural >> i & 1)
    s.word[suit] = word


cdef void extend(search_t* s, int first, int first_piece) noexcept nogil:
    """Go on with every piece that is not before `first_piece` at kind `first`; wildcards are left."""
    cdef int low = lowest(s.held) if s.held else KINDS
    cdef int kind, what
    # A piece that starts below the lowest tile takes a wildcard for each kind before it.
    if (s.wild < 2 or (s.wild == 2 and not s.pair_kinds)) and low - s.wild > first:
        first = low - s.wild
        first_piece = A_PAIR
    for kind in range(first, min(low, KINDS - 1) + 1):
        for what in range(first_piece if kind == first else A_PAIR, A_CHOW + 1):
            if (what != A_PAIR or s.pair_kinds) and wanting(s, kind, <piece>what) <= s.wild:
                piece_with_wild(s, kind, <piece>what)
                if s.stopped:
                    return


cdef inline void sets_and_pair(search_t* s) noexcept nogil:
    if not feasible(s):
        return
    if s.wild:
        extend(s, 0, A_PAIR)
    else:
        natural_sets(s, 0, A_PAIR)


# ---- shapes of pairs ----

cdef inline void put(search_t* s, int kind, int tiles) noexcept nogil:
    """Lay so many tiles of a kind into a shape without sets; wildcards step in."""
    while tiles:
        take(s, kind)
        tiles -= 1


cdef void free_pairs(search_t* s, int first, int most) noexcept nogil:
    """Pairs of nothing but wildcards, at most `most` copies of a kind in all."""
    cdef int kind
    if s.wild == 0:
        s.stopped = not s.visit(&s.reading, s.to)
        return
    for kind in range(first, KINDS):
        if s.reading.used[kind] + 2 <= most:
            put(s, kind, 2)
            free_pairs(s, kind, most)
            give_back(s, kind, False)
            give_back(s, kind, False)
            if s.stopped:
                return


cdef bint all_pairs(const search_t* start, int most) noexcept nogil:
    """Complete the pairs of the tiles left, the rest are wildcards alone; returns whether it was stopped."""
    cdef search_t s = start[0]
    cdef int kind, tiles
    for kind in range(KINDS):
        tiles = s.left[kind]
        if s.wild < (tiles & 1) or s.reading.used[kind] + (tiles & 1) > most:
            return False
        put(&s, kind, (tiles + 1) & ~1)
    if s.wild & 1 == 0:
        free_pairs(&s, 0, most)
    return s.stopped


cdef bint pairs_and_one(const search_t* start, int most) noexcept nogil:
    """The same with any one tile beside the pairs. It may be one of a pair's kind, so it is no single of that kind."""
    cdef search_t s
    cdef int kind
    for kind in range(KINDS):
        if start.left[kind] or start.wild:
            s = start[0]
            take(&s, kind)
            if all_pairs(&s, most):
                return True
    return False


# ---- shapes of single tiles ----

cdef inline void take_all(search_t* s, uint64_t kinds) noexcept nogil:
    while kinds:
        take(s, lowest(kinds))
        kinds &= kinds - 1


cdef void fill(search_t* s, uint64_t kinds, uint32_t shapes) noexcept nogil:
    """The wildcards left stand for different ones of `kinds`; of knitted shapes only one of `shapes` is told."""
    cdef int kind
    if s.wild == 0:
        if s.reading.way >= 0:
            s.reading.shape = LESSER_KNITTED
            if shapes & GREATER_KNITTED and all_honours(&s.reading):
                s.reading.shape = GREATER_KNITTED
            if not shapes & s.reading.shape:
                return
        s.stopped = not s.visit(&s.reading, s.to)
        return
    while kinds and not s.stopped:
        kind = lowest(kinds)
        kinds &= kinds - 1
        take(s, kind)
        fill(s, kinds, shapes)
        give_back(s, kind, False)


cdef bint all_honours(const reading_t* reading) noexcept nogil:
    cdef int kind
    for kind in range(27, KINDS):
        if not reading.used[kind]:
            return False
    return True


cdef bint knitted(const search_t* start, uint32_t shapes) noexcept nogil:
    """Fourteen different tiles among the honours and one way of knitting; the greater shape has all honours."""
    cdef search_t s
    cdef uint64_t kinds
    cdef int way
    for way in range(6):
        kinds = KNITTED[way].mask | HONOURS
        if not start.held & ~kinds:
            s = start[0]
            s.reading.way = way
            take_all(&s, s.held)
            fill(&s, kinds & ~start.held, shapes)
            if s.stopped:
                return True
    return False


cdef bint orphans(const search_t* start, uint64_t twice) noexcept nogil:
    """One of each terminal and honour, and a second one of any."""
    cdef search_t s
    if start.held & ~<uint64_t>ORPHANS or popcount(ORPHANS & ~start.held) > start.wild or twice & (twice - 1):
        return False
    s = start[0]
    take_all(&s, ORPHANS)
    take_all(&s, twice)
    # By the number of tiles one wildcard is left now, unless a natural second tile was there.
    fill(&s, ORPHANS, 0)
    return s.stopped


# ---- all shapes ----

cdef bint knitted_straight(const search_t* start) noexcept nogil:
    """Nine knitted tiles, the rest sets and a pair."""
    cdef search_t s
    cdef uint64_t nine
    cdef int way, suit
    for way in range(6):
        nine = KNITTED[way].mask & ~start.held  # to come from wildcards
        if nine and (start.wild == 0 or popcount(nine) > start.wild):
            continue
        s = start[0]
        s.reading.way = way
        take_all(&s, KNITTED[way].mask)
        for suit in range(3):
            s.word[suit] = word_of(&s, suit)
        sets_and_pair(&s)
        if s.stopped:
            return True
    return False


cdef void decompose(
    const hand_t* hand, uint32_t shapes, int fifth, const suits_t* suits, visit_fn visit, void* to
) noexcept nogil:
    cdef search_t s
    cdef uint64_t twice = held_twice(&hand.part)
    cdef int odd = ODD(hand.part.tally), i
    shapes = within_reach(shapes, hand.sets, hand.melds)
    s.held = held(&hand.part)
    s.suits = suits
    s.wild = hand.wild
    s.most = MOST_TILES if fifth == ALLOWED else 4
    s.stopped = False
    s.visit = visit
    s.to = to
    memcpy(s.left, hand.row, KINDS)
    memcpy(s.key, hand.part.key, sizeof(s.key))
    for i in range(4):
        s.word[i] = word_of(&s, i)
    s.reading.way = -1
    s.reading.melds = hand.melds
    s.reading.sets = hand.melds
    memcpy(s.reading.set, hand.meld, sizeof(hand.meld))
    s.reading.pair = -1
    s.reading.wild = 0
    memcpy(s.reading.used, hand.row, KINDS)

    if shapes & STANDARD:
        s.pair_kinds = every_kind() if s.wild else pair_suit(&s)
        s.reading.shape = STANDARD
        sets_and_pair(&s)
    s.pair_kinds = every_kind()
    if shapes & KNITTED_STRAIGHT and not s.stopped:
        s.reading.shape = KNITTED_STRAIGHT
        s.stopped = knitted_straight(&s)

    if shapes & SEVEN_PAIRS and odd <= s.wild and not s.stopped:
        s.reading.shape = SEVEN_PAIRS
        s.stopped = all_pairs(&s, s.most)
    if shapes & DISTINCT_PAIRS and odd <= s.wild and not s.stopped:
        s.reading.shape = DISTINCT_PAIRS
        s.stopped = all_pairs(&s, 2)
    if shapes & EIGHT_PAIRS and odd <= s.wild + 1 and not s.stopped:
        s.reading.shape = EIGHT_PAIRS
        s.stopped = pairs_and_one(&s, s.most)
    if shapes & THIRTEEN_ORPHANS and not s.stopped:
        s.reading.shape = THIRTEEN_ORPHANS
        s.stopped = orphans(&s, twice)
    if shapes & (GREATER_KNITTED | LESSER_KNITTED) and not twice and not s.stopped:
        knitted(&s, shapes)


cdef bint note_it(const reading_t* reading, void* to) noexcept nogil:
    (<bint*>to)[0] = True
    return False


cdef bint completes(const uint8_t* counts, uint32_t shapes) noexcept nogil:
    cdef search_t s
    cdef int kind, tiles = 0, odd = 0
    cdef bint found = False
    s.held = 0
    for kind in range(KINDS):
        s.left[kind] = counts[kind]
        s.held |= <uint64_t>(counts[kind] != 0) << kind
        tiles += counts[kind]
        odd += counts[kind] & 1
    s.pair_kinds = every_kind()
    s.reading.sets = 0
    s.stopped = False
    s.visit = note_it
    s.to = &found
    if tiles <= MOST_TILES and shapes & STANDARD:
        natural_sets(&s, 0, A_PAIR)
    return found or (shapes & SEVEN_PAIRS and tiles == 14 and odd == 0)
