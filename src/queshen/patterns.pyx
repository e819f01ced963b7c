# cython: freethreading_compatible=True, cdivision=True
"""What the readings of a hand show: the features that `queshen.Fan.when` may name."""

# name: (place, width). What each of them says is told in the docs of fans, one line a name.
PLACES = {
    "suits": (SUITS, 3),
    "winds": (WINDS_HELD, 1),
    "dragons": (DRAGONS_HELD, 1),
    "honours": (HONOURS_HELD, 1),
    "terminals": (TERMINALS_HELD, 1),
    "simples": (SIMPLES_HELD, 1),
    "all_green": (ALL_GREEN, 1),
    "reversible": (REVERSIBLE, 1),
    "only_even": (ONLY_EVEN, 1),
    "only_258": (ONLY_258, 1),
    "lowest": (LOWEST, 9),
    "highest": (HIGHEST, 9),
    "hogs": (HOGS, 4),
    "natural_hogs": (NATURAL_HOGS, 4),
    "fours": (FOURS, 5),
    "won_fours": (WON_FOURS, 1),
    "standard": (IS_STANDARD, 1),
    "seven_pairs": (IS_SEVEN_PAIRS, 1),
    "distinct_pairs": (IS_DISTINCT_PAIRS, 1),
    "thirteen_orphans": (IS_THIRTEEN_ORPHANS, 1),
    "eight_pairs": (IS_EIGHT_PAIRS, 1),
    "lesser_knitted": (IS_LESSER_KNITTED, 1),
    "greater_knitted": (IS_GREATER_KNITTED, 1),
    "knitted_straight": (IS_KNITTED_STRAIGHT, 1),
    "shifted_pairs": (SHIFTED_PAIRS, 1),
    "wind_pairs": (WIND_PAIRS, 4),
    "dragon_pairs": (DRAGON_PAIRS, 3),
    "nine_gates": (NINE_GATES, 1),
    "nine_gates_tiles": (NINE_GATES_TILES, 1),
    "chows": (CHOWS, 5),
    "pungs": (PUNGS, 5),
    "kongs": (KONGS, 5),
    "concealed_kongs": (CONCEALED_KONGS, 5),
    "exposed_kongs": (EXPOSED_KONGS, 5),
    "concealed_pungs": (CONCEALED_PUNGS, 5),
    "wind_pungs": (WIND_PUNGS, 4),
    "dragon_pungs": (DRAGON_PUNGS, 3),
    "wind_kinds": (WIND_KINDS, 4),
    "dragon_kinds": (DRAGON_KINDS, 3),
    "wind_pair": (WIND_PAIR, 1),
    "dragon_pair": (DRAGON_PAIR, 1),
    "round_wind_pung": (ROUND_WIND_PUNG, 1),
    "seat_wind_pung": (SEAT_WIND_PUNG, 1),
    "orphan_pungs": (ORPHAN_PUNGS, 5),
    "double_pungs": (DOUBLE_PUNGS, 2),
    "triple_pung": (TRIPLE_PUNG, 1),
    "shifted_pungs": (SHIFTED_PUNGS, 5),
    "mixed_shifted_pungs": (MIXED_SHIFTED_PUNGS, 1),
    "all_chows": (ALL_CHOWS, 1),
    "all_pungs": (ALL_PUNGS, 1),
    "all_fives": (ALL_FIVES, 1),
    "outside": (OUTSIDE, 1),
    "self_draw": (SELF_DRAW, 1),
    "last_tile": (LAST_TILE, 1),
    "replacement": (REPLACEMENT, 1),
    "robbing": (ROBBING, 1),
    "last_copy": (LAST_COPY, 1),
    "first_turn": (FIRST_TURN, 1),
    "after_kong": (AFTER_KONG, 1),
    "dealer": (DEALER, 1),
    "bao": (BAO_DRAWN, 1),
    "closed_ready": (CLOSED_READY, 1),
    "bao_wait": (BAO_WAIT, 1),
    "ready": (READY, 1),
    "first_ready": (FIRST_READY, 1),
    "last_round": (LAST_ROUND, 1),
    "edge_wait": (EDGE_WAIT, 1),
    "closed_wait": (CLOSED_WAIT, 1),
    "pair_wait": (PAIR_WAIT, 1),
    "knitted_win": (KNITTED_WIN, 1),
    "concealed": (CONCEALED, 1),
    "all_exposed": (ALL_EXPOSED, 1),
    "exposed": (EXPOSED, 5),
    "flowers": (FLOWERS, 8),
    "seasons": (SEASONS, 1),
    "plants": (PLANTS, 1),
    "wilds": (WILDS, 8),
    "won_wild": (WON_WILD, 1),
    "wild_pair": (WILD_PAIR, 1),
    "mixed_pair": (MIXED_PAIR, 1),
    "substitutes": (SUBSTITUTES, 8),
    "off_suit": (OFF_SUIT, 8),
    "pure_triple_chow": (PURE_TRIPLE_CHOW, 1),
    "quadruple_chow": (QUADRUPLE_CHOW, 1),
    "pure_straight": (PURE_STRAIGHT, 1),
    "pure_shifted_chows": (PURE_SHIFTED_CHOWS, 1),
    "four_shifted_chows": (FOUR_SHIFTED_CHOWS, 1),
    "pure_terminal_chows": (PURE_TERMINAL_CHOWS, 1),
    "mixed_terminal_chows": (MIXED_TERMINAL_CHOWS, 1),
    "mixed_triple_chow": (MIXED_TRIPLE_CHOW, 1),
    "mixed_straight": (MIXED_STRAIGHT, 1),
    "mixed_shifted_chows": (MIXED_SHIFTED_CHOWS, 1),
    "pure_double_chow": (PURE_DOUBLE_CHOW, 1),
    "mixed_double_chow": (MIXED_DOUBLE_CHOW, 1),
    "short_straight": (SHORT_STRAIGHT, 1),
    "terminal_chows": (TERMINAL_CHOWS, 1),
}

FEATURES = {name: width for name, (_, width) in PLACES.items()}
"""How high each feature counts."""


# ---- copies of a kind, eight of these masks at a time: bit planes that carry ----

cdef inline void add(uint64_t* once, uint64_t* twice, uint64_t* four, uint64_t kinds) noexcept nogil:
    """One more copy of each of `kinds`; what reaches four stays there."""
    cdef uint64_t carry = once[0] & kinds
    once[0] ^= kinds
    four[0] |= twice[0] & carry
    twice[0] ^= carry


cdef inline void add_two(uint64_t* twice, uint64_t* four, uint64_t kinds) noexcept nogil:
    four[0] |= twice[0] & kinds
    twice[0] ^= kinds


cdef inline void sort_chows(features_t* f) noexcept nogil:
    cdef int i, j
    cdef uint8_t chow
    for i in range(1, f.chow_count):
        chow = f.chow[i]
        j = i
        while j > 0 and f.chow[j - 1] > chow:
            f.chow[j] = f.chow[j - 1]
            j -= 1
        f.chow[j] = chow


cdef void tile_features(features_t* f, uint64_t hogs) noexcept nogil:
    cdef uint64_t kinds = f.kinds, ranks = ranks_of(kinds)
    count(f, SUITS, suits_of(kinds), 3)
    flag(f, WINDS_HELD, kinds & winds() != 0)
    flag(f, DRAGONS_HELD, kinds & dragons() != 0)
    flag(f, HONOURS_HELD, kinds & HONOURS != 0)
    flag(f, TERMINALS_HELD, kinds & ORPHANS & ~<uint64_t>HONOURS != 0)
    flag(f, SIMPLES_HELD, kinds & ~<uint64_t>ORPHANS != 0)
    flag(f, ALL_GREEN, all_green(kinds))
    flag(f, REVERSIBLE, reversible(kinds))
    flag(f, ONLY_EVEN, only_even(kinds))
    flag(f, ONLY_258, only_258(kinds))
    if ranks:
        count(f, LOWEST, lowest(ranks) + 1, 9)
        # The ranks from the highest down, all filled in, say "n or more" by themselves.
        ranks |= ranks >> 1
        ranks |= ranks >> 2
        ranks |= ranks >> 4
        ranks |= ranks >> 8
        f.bits[HIGHEST >> 6] |= ranks << (HIGHEST & 63)
    if hogs:
        count(f, HOGS, bit_sum(hogs), 4)


cdef void pung_features(features_t* f, const win_t* win) noexcept nogil:
    cdef uint64_t pungs = f.pungs, again = f.pungs_again
    cdef uint64_t m = pungs & SUIT, p = pungs >> 9 & SUIT, s = pungs >> 18 & SUIT
    if pungs & ORPHANS:
        count(f, ORPHAN_PUNGS, bit_sum(pungs & ORPHANS) + bit_sum(again & ORPHANS), 5)
    if pungs & winds():
        count(f, WIND_PUNGS, bit_sum(pungs & winds()) + bit_sum(again & winds()), 4)
        count(f, WIND_KINDS, bit_sum(pungs & winds()), 4)
        flag(f, ROUND_WIND_PUNG, pungs >> win.round_wind & 1)
        flag(f, SEAT_WIND_PUNG, pungs >> win.seat_wind & 1)
    if pungs & dragons():
        count(f, DRAGON_PUNGS, bit_sum(pungs & dragons()) + bit_sum(again & dragons()), 3)
        count(f, DRAGON_KINDS, bit_sum(pungs & dragons()), 3)
    if pungs & ~<uint64_t>HONOURS:
        count(f, DOUBLE_PUNGS, bit_sum((m & p) | (m & s) | (p & s)), 2)
        flag(f, TRIPLE_PUNG, m & p & s != 0)
        count(f, SHIFTED_PUNGS, max(longest_row(m), max(longest_row(p), longest_row(s))), 5)
        flag(f, MIXED_SHIFTED_PUNGS, one_of_each(m, p, s, 1))


cdef inline void keep(features_t* f, feature_t feature, int chows) noexcept nogil:
    flag(f, feature, True)
    f.group[f.group_count].feature = feature
    f.group[f.group_count].chows = chows
    f.group_count += 1


cdef void find_links(features_t* f) noexcept nogil:
    """Every two chows that are something together."""
    cdef int i, j
    cdef feature_t found
    for i in range(f.chow_count - 1):
        for j in range(i + 1, f.chow_count):
            found = two_chows(f.chow[i], f.chow[j])
            if found != NO_FEATURE:
                flag(f, found, True)
                f.link[f.link_count].feature = found
                f.link[f.link_count].chows = 1 << i | 1 << j
                f.link_count += 1


cdef void find_groups(features_t* f, int pair) noexcept nogil:
    """Every three and four chows that are something together."""
    cdef int n = f.chow_count, i, j, k, spare, picked
    cdef uint8_t four[4]
    cdef feature_t found
    for i in range(n - 2):
        for j in range(i + 1, n - 1):
            for k in range(j + 1, n):
                found = three_chows(f.chow[i], f.chow[j], f.chow[k])
                if found != NO_FEATURE:
                    keep(f, found, 1 << i | 1 << j | 1 << k)
    if n < 4:
        return
    for spare in range(n - 1, n - 2 if n == 4 else -1, -1):  # of five chows every four
        picked = 0
        for i in range(n):
            if i != spare or n == 4:
                four[picked] = f.chow[i]
                picked += 1
        found = four_chows(four[0], four[1], four[2], four[3], pair)
        if found != NO_FEATURE:
            keep(f, found, 15 if n == 4 else 31 & ~(1 << spare))


cdef inline uint64_t in_each(uint64_t chows, int step) noexcept nogil:
    """Chows of whose suit there is another one, so many ranks up."""
    return chows & chows >> step & each_suit(SUIT >> step)


cdef void chow_features(features_t* f, uint64_t once, uint64_t twice, int pair) noexcept nogil:
    """What chows are together; `once` are the chows, `twice` those of which there are two or more."""
    cdef uint64_t m = once & SUIT, p = once >> 9 & SUIT, s = once >> 18 & SUIT
    cdef uint64_t runs = in_each(once, 3)  # the next chow of a straight
    # Most hands have nothing of the kind, which masks tell sooner than going through the chows.
    if twice | (m & p) | (m & s) | (p & s) | runs | in_each(once, 6):
        sort_chows(f)
        find_links(f)
        # Four chows are something together only where three or two of them are.
        if f.chow_count > 2:
            find_groups(f, pair)
    elif f.chow_count > 2 and (
        in_each(once, 1) & in_each(once, 1) >> 1 | in_each(once, 2) & in_each(once, 2) >> 2
        or one_of_each(m, p, s, 1) or one_of_each(m, p, s, 3)
    ):
        sort_chows(f)
        find_groups(f, pair)


cdef void pair_features(const reading_t* reading, const win_t* win, features_t* f) noexcept nogil:
    """What pairs alone are; of eight of them one tile is left over."""
    cdef uint64_t kinds = f.kinds
    cdef int kind
    flag(f, SHIFTED_PAIRS, reading.shape != EIGHT_PAIRS and seven_in_a_row(kinds))
    flag(f, MIXED_PAIR, win.unpaired > (reading.shape == EIGHT_PAIRS))
    for kind in range(27, KINDS):
        if reading.used[kind] < 2:
            kinds &= ~(<uint64_t>1 << kind)
    count(f, WIND_PAIRS, bit_sum(kinds & winds()), 4)
    count(f, DRAGON_PAIRS, bit_sum(kinds & dragons()), 3)


cdef void reading_features(const reading_t* reading, const win_t* win, features_t* f) noexcept nogil:
    """What does not depend on where the winning tile went; the words of the win itself stay as they are."""
    cdef uint64_t kinds = 0, once = 0, twice = 0, four = 0, mask
    cdef uint64_t chows = 0, chows_twice = 0
    cdef int i, kongs = 0, concealed_kongs = 0, of_pair = 0, other
    cdef bint fives = True, ends = True
    cdef const set_t* one
    f.bits[0] = f.bits[1] = f.bits[3] = 0
    f.pungs = f.pungs_again = 0
    f.concealed_pungs = f.chow_count = f.link_count = f.group_count = 0
    for i in range(reading.sets):
        one = &reading.set[i]
        mask = set_kinds(one)
        kinds |= mask
        fives &= has_five(one)
        ends &= outside(one)
        if one.type == CHOW or one.type == PUNG:  # a hog is no kong
            add(&once, &twice, &four, mask)
        if one.type == CHOW:
            f.chow[f.chow_count] = one.kind
            f.chow_count += 1
            mask = <uint64_t>1 << one.kind
            chows_twice |= chows & mask
            chows |= mask
            continue
        if one.type == PUNG:
            add_two(&twice, &four, mask)
        f.pungs_again |= f.pungs & mask
        f.pungs |= mask
        if i >= reading.melds:
            f.concealed_pungs += 1
        elif one.type != PUNG:
            kongs += 1
            concealed_kongs += one.type == CONCEALED_KONG
    f.concealed_pungs += concealed_kongs
    if reading.pair >= 0:
        mask = <uint64_t>1 << reading.pair
        kinds |= mask
        add_two(&twice, &four, mask)
        fives &= mask & each_suit(1 << 4) != 0
        ends &= mask & ORPHANS != 0
    if reading.way >= 0 and reading.pair >= 0:
        kinds |= KNITTED[reading.way].mask
        add(&once, &twice, &four, KNITTED[reading.way].mask)
        fives = ends = False
    elif reading.pair < 0:
        for i in range(KINDS):
            kinds |= <uint64_t>(reading.used[i] != 0) << i
            four |= <uint64_t>(reading.used[i] >= 4) << i
        fives = ends = False
    f.kinds = kinds
    f.bits[0] |= (
        <uint64_t>1 << IS_STANDARD if reading.shape == STANDARD
        else <uint64_t>1 << IS_SEVEN_PAIRS if reading.shape == SEVEN_PAIRS
        else <uint64_t>1 << IS_DISTINCT_PAIRS if reading.shape == DISTINCT_PAIRS
        else <uint64_t>1 << IS_THIRTEEN_ORPHANS if reading.shape == THIRTEEN_ORPHANS
        else <uint64_t>1 << IS_EIGHT_PAIRS if reading.shape == EIGHT_PAIRS
        else <uint64_t>1 << IS_LESSER_KNITTED if reading.shape == LESSER_KNITTED
        else <uint64_t>3 << IS_LESSER_KNITTED if reading.shape == GREATER_KNITTED  # it is a lesser one too
        else <uint64_t>1 << IS_KNITTED_STRAIGHT if reading.shape
        else 0  # a win by the number of wildcards alone
    )
    if four or kongs:
        count(f, FOURS, bit_sum(four) + kongs, 5)
    tile_features(f, four)
    flag(f, NINE_GATES_TILES, nine_gates(reading, kinds, -1))
    if win.natural_hogs:
        count(f, NATURAL_HOGS, bit_sum(win.natural_hogs), 4)
    if reading.pair < 0:
        if reading.shape & (SEVEN_PAIRS | DISTINCT_PAIRS | EIGHT_PAIRS):
            pair_features(reading, win, f)
        flag(
            f, IS_KNITTED_STRAIGHT,
            reading.way >= 0 and not KNITTED[reading.way].mask & ~kinds,
        )
        return
    count(f, CHOWS, f.chow_count, 5)
    other = reading.sets - f.chow_count
    if other:
        count(f, PUNGS, other, 5)
        if kongs:
            count(f, KONGS, kongs, 5)
            count(f, CONCEALED_KONGS, concealed_kongs, 5)
            count(f, EXPOSED_KONGS, kongs - concealed_kongs, 5)
        pung_features(f, win)
        flag(f, ALL_PUNGS, f.chow_count == 0 and reading.way < 0)
    else:
        flag(f, ALL_CHOWS, reading.pair < 27)
    # A pair of a kind of which there is a pung, with wildcards, is not the other wind or dragon.
    flag(f, WIND_PAIR, <uint64_t>1 << reading.pair & winds() & ~f.pungs != 0)
    flag(f, DRAGON_PAIR, <uint64_t>1 << reading.pair & dragons() & ~f.pungs != 0)
    flag(f, ALL_FIVES, fives)
    flag(f, OUTSIDE, ends)
    if reading.wild > 1:
        for i in range(reading.wild):
            of_pair += reading.face[i] == reading.pair
        flag(f, WILD_PAIR, of_pair > 1)
    if f.chow_count > 1:
        chow_features(f, chows, chows_twice, reading.pair)


cdef void win_features(const hand_t* hand, const win_t* win, features_t* f) noexcept nogil:
    """What is the same in every reading and wherever the winning tile goes."""
    cdef int i, exposed = 0
    for i in range(hand.melds):
        exposed += hand.meld[i].type != CONCEALED_KONG
    f.bits[2] = <uint64_t>1 << (ALWAYS & 63)
    f.bits[SELF_DRAW >> 6] |= win.flags  # in the order of their features
    flag(f, DEALER, win.dealer)
    f.bits[SEASONS >> 6] |= <uint64_t>win.flower_rows << (SEASONS & 63)
    flag(f, WON_WILD, win.tile < 0)
    flag(f, CONCEALED, exposed == 0)
    flag(f, ALL_EXPOSED, exposed == hand.sets)
    count(f, EXPOSED, exposed, 5)
    count(f, FLOWERS, win.flowers, 8)
    count(f, WILDS, hand.wild, 8)
