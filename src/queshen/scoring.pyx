# cython: freethreading_compatible=True, cdivision=True
"""What a win is worth: every reading and every place of the winning tile, and the best of them."""

from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

from queshen.decompose cimport CHOW, CONCEALED_KONG, EXPOSED_KONG, PUNG, completes, decompose, set_t
from queshen.patterns cimport (
    BY_BAO,
    BY_ROBBING,
    BY_SELF_DRAW,
    CLOSED_WAIT,
    CONCEALED_PUNGS,
    EDGE_WAIT,
    KINDS,
    KNITTED,
    KNITTED_WIN,
    NINE_GATES,
    OFF_SUIT,
    ON_BAO_WAIT,
    ON_CLOSED_WAIT,
    ON_FIRST_TURN,
    ON_LAST_COPY,
    ON_LAST_TILE,
    ON_REPLACEMENT,
    PAIR_WAIT,
    IN_LAST_ROUND,
    ON_KONG_DISCARD,
    SUBSTITUTES,
    WHEN_FIRST_READY,
    WHEN_READY,
    WON_FOURS,
    count,
    features_t,
    flag,
    nine_gates,
    reading_features,
    set_kinds,
    suits_of,
    win_features,
)
from queshen.ruleset cimport AS_WILD, FAN_WORDS
from queshen.shapes cimport (
    DISTINCT_PAIRS,
    GREATER_KNITTED,
    KNITTED_STRAIGHT,
    LESSER_KNITTED,
    ODD,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
    bit_sum,
    change,
    count_of,
    held,
    lowest,
    nearest_missing,
    nearest_useful,
    part_t,
    within_reach,
    without_knitted,
)
from queshen.suits cimport ALLOWED, allowed_waits, suits_t, tables, wins, without_fifth
from queshen.worth cimport within, worth_of

cdef const suits_t* SUITS = tables()

# Where the winning tile went, as far as fans ask: which wait it filled, and whether it made an open pung.
cdef enum effect_t:
    NO_WAIT = 1
    EDGE = 2
    CLOSED = 4
    PAIR = 8
    OPEN_PUNG = 16  # which fills no wait that fans ask for
    WAITS = EDGE | CLOSED | PAIR

cdef enum:
    NOT_ASKED = -2
    NO_SOLE_WAIT = -1


# ---- every place of the winning tile in every reading ----

cdef struct sweep_t:
    const rules_t* rules
    const hand_t* hand
    const win_t* win
    best_t* best
    features_t f
    uint64_t win_word  # the features of the win that no reading changes
    part_t before  # the natural tiles without the winning one
    int wild_before
    int sole  # the only kind that completes them


cdef inline uint64_t set_waits(
    const uint32_t* key, uint64_t fours, int wild, int fifth
) noexcept nogil:
    """Kinds that complete sets and a pair, also a natural fifth copy of one of `fours`, the kinds held four times."""
    cdef uint64_t waits = allowed_waits(SUITS, key, wild)
    if fifth == ALLOWED or wild == 0 or not waits:
        return waits
    return without_fifth(SUITS, key, wild, waits & ~fours) | (waits & fours)


cdef uint64_t knitted_waits(const part_t* part, int wild, int fifth) noexcept nogil:
    """Kinds that complete nine knitted tiles, sets and a pair, also a fifth copy of one."""
    cdef uint64_t waits = 0
    cdef uint32_t key[4]
    cdef int way, missing
    for way in range(6):
        if bit_sum(KNITTED[way].mask & ~held(part)) > wild + 1:
            continue
        missing = without_knitted(part, way, key)
        if missing <= wild:
            waits |= set_waits(key, part.plane[2] & ~KNITTED[way].mask, wild - missing, fifth)
        if missing and wins(SUITS, &SUITS.costs[fifth], key, wild + 1 - missing):
            waits |= KNITTED[way].mask & ~held(part)
    return waits


cdef uint64_t formal_waits(
    const part_t* part, uint32_t shapes, int sets, int wild, int fifth, uint64_t ignored
) noexcept nogil:
    """Natural kinds that complete tiles, also a fifth copy of one. Where two or more are found it may name too few."""
    cdef uint64_t waits = 0
    cdef uint32_t near
    cdef int missing
    if shapes & STANDARD:
        waits = set_waits(part.key, part.plane[2], wild, fifth) & ~ignored
        if waits & (waits - 1):
            return waits
    if shapes & KNITTED_STRAIGHT:
        waits |= knitted_waits(part, wild, fifth)
    if part.kinds < 12 - wild:  # so many singles are far
        shapes &= ~<uint32_t>(THIRTEEN_ORPHANS | LESSER_KNITTED | GREATER_KNITTED)
    shapes &= ~<uint32_t>(STANDARD | KNITTED_STRAIGHT)
    if shapes:
        missing = nearest_missing(part, shapes, &SUITS.costs[fifth], sets, &near)
        if missing == wild + 1:
            waits |= nearest_useful(part, near, &SUITS.costs[fifth], sets, missing)
    return waits & ~ignored


cdef int laid_out(const hand_t* hand, int kind) noexcept nogil:
    """Copies of a kind in the melds."""
    cdef int number = 0, i
    for i in range(hand.melds):
        if set_kinds(&hand.meld[i]) >> kind & 1:
            number += 1 if hand.meld[i].type == CHOW else 3 if hand.meld[i].type == PUNG else 4
    return number


cdef uint64_t four_held(const hand_t* hand, const part_t* part) noexcept nogil:
    """Kinds of which part and melds hold all four."""
    cdef uint64_t four = part.plane[2], once = part.plane[0], twice = part.plane[1], mask, carry
    cdef int i, tiles
    for i in range(hand.melds):
        mask = <uint64_t>(7 if hand.meld[i].type == CHOW else 1) << hand.meld[i].kind
        tiles = 1 if hand.meld[i].type == CHOW else 3 if hand.meld[i].type == PUNG else 4
        while tiles:
            carry = once & mask
            once ^= mask
            four |= twice & carry
            twice ^= carry
            tiles -= 1
    return four


cdef int sole_wait(const sweep_t* s, const part_t* part, int wild) noexcept nogil:
    """The only kind that completes a part, or NO_SOLE_WAIT."""
    cdef const rules_t* rules = s.rules
    cdef uint32_t shapes = within_reach(rules.shapes, s.hand.sets, s.hand.melds)
    cdef uint32_t fixed = shapes & ~rules.wild_shapes if wild else 0
    cdef uint64_t ignored = four_held(s.hand, part) if rules.waits_not_own else 0
    cdef int sets = s.hand.sets - s.hand.melds, i
    cdef uint64_t waits = formal_waits(part, shapes & ~fixed, sets, wild, rules.fifth, ignored)
    cdef part_t natural
    # In a shape in which wildcards stand for nothing else they are their own face.
    if fixed and s.win.face >= 0 and count_of(part, s.win.face) + wild <= 4:
        natural = part[0]
        for i in range(wild):
            change(&natural, s.win.face, 1)
        waits |= formal_waits(&natural, fixed, sets, 0, rules.fifth, ignored)
    return lowest(waits) if waits and not waits & (waits - 1) else NO_SOLE_WAIT


cdef int frozen_wait(const sweep_t* s, const reading_t* reading, int won) noexcept nogil:
    """The same with the wildcards as the tiles that they stand for in a reading."""
    cdef part_t part
    cdef uint8_t row[KINDS]
    cdef uint64_t waits = 0
    cdef int kind, i
    cdef bint fifth = False
    memcpy(row, reading.used, KINDS)
    row[won] -= 1
    for kind in range(KINDS):
        fifth |= row[kind] > 4
    if not fifth:
        memset(&part, 0, sizeof(part))
        for kind in range(KINDS):
            for i in range(row[kind]):
                change(&part, kind, 1)
        return sole_wait(s, &part, 0)
    # Tables know no five of a kind.
    for kind in range(KINDS):
        if s.rules.waits_not_own and row[kind] + laid_out(s.hand, kind) >= 4:
            continue
        row[kind] += 1
        waits |= <uint64_t>completes(row, s.rules.shapes) << kind
        row[kind] -= 1
    return lowest(waits) if waits and not waits & (waits - 1) else NO_SOLE_WAIT


cdef inline uint32_t effect_in_set(const set_t* one, int won, bint claimed) noexcept nogil:
    cdef int at = won - one.kind
    if one.type != CHOW:
        return OPEN_PUNG if claimed else NO_WAIT
    if at == 1:
        return CLOSED
    return EDGE if (at == 2 and one.kind % 9 == 0) or (at == 0 and one.kind % 9 == 6) else NO_WAIT


cdef uint32_t effects_of(const sweep_t* s, const reading_t* reading, int won) noexcept nogil:
    """Everything that the winning tile may have done in a reading."""
    cdef bint claimed = not s.win.flags & BY_SELF_DRAW
    cdef uint32_t effects = 0
    cdef int i
    if reading.pair < 0:
        return PAIR if reading.shape & (SEVEN_PAIRS | DISTINCT_PAIRS) else NO_WAIT
    for i in range(reading.melds, reading.sets):
        if set_kinds(&reading.set[i]) >> won & 1:
            effects |= effect_in_set(&reading.set[i], won, claimed)
    if reading.pair == won:
        effects |= PAIR
    if reading.way >= 0 and KNITTED[reading.way].mask >> won & 1:
        effects |= NO_WAIT
    return effects


cdef inline void of_effect(features_t* f, uint32_t effect) noexcept nogil:
    count(f, CONCEALED_PUNGS, f.concealed_pungs - (effect & OPEN_PUNG != 0), 5)
    flag(f, EDGE_WAIT, effect & EDGE)
    flag(f, CLOSED_WAIT, effect & CLOSED)
    flag(f, PAIR_WAIT, effect & PAIR)


cdef inline void of_tile(features_t* f, const reading_t* reading, int won) noexcept nogil:
    flag(f, NINE_GATES, nine_gates(reading, f.kinds, won))
    flag(f, KNITTED_WIN, reading.way >= 0 and reading.pair >= 0 and KNITTED[reading.way].mask >> won & 1)
    flag(f, WON_FOURS, reading.used[won] >= 4)


cdef void try_place(sweep_t* s, const reading_t* reading, int won, uint32_t effect) noexcept nogil:
    """Score a reading with the winning tile in one place, and keep it if it is the best so far."""
    cdef worth_t worth
    cdef features_t* f = &s.f
    cdef uint64_t sets = f.bits[CONCEALED_PUNGS >> 6]
    of_effect(f, effect)
    worth_of(s.rules, f, s.win, &worth)
    if s.rules.pays_tile:
        worth.total = within(<int64_t>worth.total + s.rules.tile_points[won])
        worth.counted = within(<int64_t>worth.counted + s.rules.tile_points[won])
    f.bits[CONCEALED_PUNGS >> 6] = sets
    f.bits[EDGE_WAIT >> 6] &= ~(<uint64_t>7 << (EDGE_WAIT & 63))
    if not s.best.found or worth.total > s.best.worth.total or (
        worth.total == s.best.worth.total and comes_first(s, reading, &worth)
    ):
        keep(s, reading, won, effect, &worth)


cdef void sorted_faces(const reading_t* reading, uint8_t* faces) noexcept nogil:
    cdef int i, j
    for i in range(reading.wild):
        j = i
        while j > 0 and faces[j - 1] > reading.face[i]:
            faces[j] = faces[j - 1]
            j -= 1
        faces[j] = reading.face[i]


cdef inline int own_faces(const reading_t* reading, int face) noexcept nogil:
    cdef int own = 0, i
    for i in range(reading.wild):
        own += reading.face[i] == face
    return own


cdef bint comes_first(const sweep_t* s, const reading_t* reading, const worth_t* worth) noexcept nogil:
    """Among equals: more wildcards as themselves, then lower faces, then the fans that are listed earlier."""
    cdef const best_t* best = s.best
    cdef uint8_t faces[MOST_TILES]
    cdef uint64_t differ
    cdef int own, i
    if reading.wild:
        own = own_faces(reading, s.win.face)
        if own != best.own_faces:
            return own > best.own_faces
        sorted_faces(reading, faces)
        for i in range(reading.wild):
            if faces[i] != best.face[i]:
                return faces[i] < best.face[i]
    for i in range(FAN_WORDS):
        differ = worth.fans[i] ^ best.worth.fans[i]
        if differ:
            return worth.fans[i] >> lowest(differ) & 1
    return False


cdef void keep(
    sweep_t* s, const reading_t* reading, int won, uint32_t effect, const worth_t* worth
) noexcept nogil:
    cdef best_t* best = s.best
    best.found = True
    best.worth = worth[0]
    best.reading = reading[0]
    best.won = won
    best.effect = effect
    best.own_faces = own_faces(reading, s.win.face)
    sorted_faces(reading, best.face)


cdef inline bint waits_for(sweep_t* s, const reading_t* reading, int won) noexcept nogil:
    """Whether `won` was the only kind to complete the hand."""
    if s.rules.waits_frozen and reading.wild:
        return frozen_wait(s, reading, won) == won
    if s.sole == NOT_ASKED:
        s.sole = sole_wait(s, &s.before, s.wild_before)
    return s.sole == won


cdef void try_tile(sweep_t* s, const reading_t* reading, int won) noexcept nogil:
    """Try each place of a winning tile with the face `won`."""
    cdef features_t* f = &s.f
    cdef uint32_t effects
    if not (s.rules.drawn_wins if s.win.flags & BY_SELF_DRAW else s.rules.claimed_wins) >> won & 1:
        return
    effects = effects_of(s, reading, won)
    if effects & WAITS and not (s.rules.uses_waits and waits_for(s, reading, won)):
        effects = effects & ~<uint32_t>WAITS | NO_WAIT
    of_tile(f, reading, won)
    while effects:
        try_place(s, reading, won, effects & (0 - effects))
        effects &= effects - 1
    f.bits[NINE_GATES >> 6] &= ~(<uint64_t>1 << (NINE_GATES & 63))
    f.bits[KNITTED_WIN >> 6] &= ~(<uint64_t>1 << (KNITTED_WIN & 63))
    f.bits[WON_FOURS >> 6] &= ~(<uint64_t>1 << (WON_FOURS & 63))


cdef void of_reading(
    const reading_t* reading, const win_t* win, uint64_t win_word, features_t* f
) noexcept nogil:
    """The features of a reading, but for the place of the winning tile."""
    cdef int off_suit = 0, i
    f.bits[SUBSTITUTES >> 6] = win_word
    if reading.wild:
        for i in range(reading.wild):
            off_suit += win.face < 0 or min(reading.face[i] // 9, 3) != min(win.face // 9, 3)
        count(f, SUBSTITUTES, reading.wild - own_faces(reading, win.face), 8)
        count(f, OFF_SUIT, off_suit, 8)
    reading_features(reading, win, f)


cdef bint visit(const reading_t* reading, void* to) noexcept nogil:
    cdef sweep_t* s = <sweep_t*>to
    if not reading.shape & s.rules.wild_shapes and own_faces(reading, s.win.face) != reading.wild:
        return True
    try_reading(s, reading)
    return True


cdef void try_reading(sweep_t* s, const reading_t* reading) noexcept nogil:
    """Score a reading in every way."""
    cdef uint64_t tried = 0
    cdef int i
    of_reading(reading, s.win, s.win_word, &s.f)
    if s.rules.most_suits < 3 and suits_of(s.f.kinds) > s.rules.most_suits:
        return
    if s.win.tile >= 0:
        try_tile(s, reading, s.win.tile)
        return
    for i in range(reading.wild):  # the drawn wildcard is any of them
        if not tried >> reading.face[i] & 1:
            tried |= <uint64_t>1 << reading.face[i]
            try_tile(s, reading, reading.face[i])


cdef bint wins_by_wild(const rules_t* rules, int wild, bint self_draw) noexcept nogil:
    """Whether a hand with so many wildcards wins whatever its shape."""
    return rules.wild_win and wild >= rules.wild_win and (self_draw or rules.wild_win_claimed)


cdef void try_shapeless(sweep_t* s) noexcept nogil:
    """Score a hand that wins by its wildcards alone: they stand for themselves, and nothing is a set."""
    cdef reading_t reading
    cdef int i, face = max(s.win.face, 0)
    memset(&reading, 0, sizeof(reading))
    reading.way = reading.pair = -1
    reading.melds = reading.sets = s.hand.melds
    memcpy(reading.set, s.hand.meld, sizeof(reading.set))
    memcpy(reading.used, s.hand.row, KINDS)
    reading.used[face] += s.hand.wild
    reading.wild = s.hand.wild
    for i in range(reading.wild):
        reading.face[i] = face
    try_reading(s, &reading)


cdef void best_reading(const rules_t* rules, const hand_t* hand, const win_t* win, best_t* best) noexcept nogil:
    """Find what a hand is worth; where it is not complete, `best.found` is false."""
    cdef sweep_t s
    s.rules = rules
    s.hand = hand
    s.win = win
    s.best = best
    s.before = hand.part
    s.wild_before = hand.wild
    if win.tile >= 0:
        change(&s.before, win.tile, -1)
    else:
        s.wild_before -= 1
    s.sole = NOT_ASKED
    win_features(hand, win, &s.f)
    s.win_word = s.f.bits[SUBSTITUTES >> 6]
    best.found = False
    decompose(hand, rules.shapes, rules.fifth, SUITS, visit, &s)
    if wins_by_wild(rules, hand.wild, win.flags & BY_SELF_DRAW):
        try_shapeless(&s)


# ---- how a result came about ----

cdef void best_features(
    const rules_t* rules, const hand_t* hand, const win_t* win, const best_t* best, features_t* f
) noexcept nogil:
    """The features that the best result was made of."""
    win_features(hand, win, f)
    of_reading(&best.reading, win, f.bits[SUBSTITUTES >> 6], f)
    of_tile(f, &best.reading, best.won)
    of_effect(f, best.effect)


# ---- tiles that play another face ----

cdef bint take_face(const rules_t* rules, int face, hand_t* hand, int* tile) noexcept nogil:
    """Let the tiles that stand in for the wild kind, and `tile` if it is one, be natural tiles of its face.

    Whether there was any. More than four of a kind are left for others to find.
    """
    cdef int stand_in = rules.stand_in, i, copies
    cdef bint any_ = False
    if stand_in < 0 or face < 0 or face == stand_in:
        return False
    copies = hand.row[stand_in]
    if copies and hand.row[face] + copies <= 4:
        any_ = True
        for i in range(copies):
            change(&hand.part, stand_in, -1)
            change(&hand.part, face, 1)
        hand.row[face] += copies
        hand.row[stand_in] = 0
    for i in range(hand.melds):
        if hand.meld[i].kind == stand_in:
            any_ = True
            hand.meld[i].kind = face
    if tile[0] == stand_in:
        any_ = True
        tile[0] = face
    return any_


# ---- wins that cannot be ----

cdef uint64_t natural_hogs(const hand_t* hand) noexcept nogil:
    """Kinds with four natural copies that are no kong."""
    cdef uint64_t kongs = 0
    cdef int i
    for i in range(hand.melds):
        if hand.meld[i].type >= EXPOSED_KONG:
            kongs |= set_kinds(&hand.meld[i])
    return four_held(hand, &hand.part) & ~kongs


cdef inline bint can_be_first_turn(const win_t* win, int exposed, int melds) noexcept nogil:
    """The dealer's own draw, before which only concealed kongs can be made; or another seat, before it did anything."""
    if win.flags & BY_ROBBING:
        return False
    return exposed == 0 and win.flags & BY_SELF_DRAW if win.dealer else melds == 0


cdef inline bint melds_hold_wild(const rules_t* rules, const win_t* win) noexcept nogil:
    """Whether tiles of the wild kind in melds would be wildcards, which cannot be there; others may stand in for them."""
    if win.face < 0 or rules.wild_melds:
        return False
    return rules.stand_in < 0 or rules.stand_in == win.face


cdef fault_t check_win(const rules_t* rules, const hand_t* hand, win_t* win) noexcept nogil:
    """Whether a hand can have been won so; fills in what follows from the hand."""
    cdef bint self_draw = win.flags & BY_SELF_DRAW, kong = False
    cdef int i, own, exposed = 0
    for i in range(hand.melds):
        kong |= hand.meld[i].type >= EXPOSED_KONG
        exposed += hand.meld[i].type != CONCEALED_KONG
        if melds_hold_wild(rules, win) and set_kinds(&hand.meld[i]) >> win.face & 1:
            return WILD_MELD
    if (hand.wild or win.tile < 0) and not rules.wildcards:
        return NO_WILDCARDS
    if hand.wild > MOST_WILD:
        return TOO_MANY_WILDCARDS
    if hand.wild == 0 if win.tile < 0 else hand.row[win.tile] == 0:
        return NOT_HELD
    if win.flags & BY_ROBBING and self_draw:
        return SELF_DRAWN_ROBBERY
    if win.flags & ON_REPLACEMENT and not self_draw:
        return CLAIMED_REPLACEMENT
    if win.flags & ON_REPLACEMENT and not kong:
        return NO_KONG
    if win.flags & BY_ROBBING and win.flags & ON_LAST_TILE:
        return LAST_ROBBERY
    if win.flags & ON_FIRST_TURN and not can_be_first_turn(win, exposed, hand.melds):
        return LATER_TURN
    if win.flags & ON_KONG_DISCARD and (self_draw or win.flags & BY_ROBBING):
        return DRAWN_KONG_DISCARD
    if win.flags & WHEN_FIRST_READY and not win.flags & WHEN_READY:
        return NOT_READY
    if win.flags & IN_LAST_ROUND and (not self_draw or win.flags & ON_REPLACEMENT):
        return LATE_ROUND
    if win.flags & BY_BAO and (win.tile >= 0 or not self_draw):
        return NO_BAO
    if win.flags & ON_BAO_WAIT and ~win.flags & (BY_BAO | ON_CLOSED_WAIT):
        return NO_BAO
    if win.tile < 0 and not self_draw and rules.discard_wild != AS_WILD:
        return CLAIMED_WILDCARD
    if win.tile < 0:
        if win.flags & ON_LAST_COPY:
            return WILD_LAST_COPY
    else:
        own = hand.row[win.tile] + laid_out(hand, win.tile)
        if own > 4:
            return FIFTH_NATURAL
        if win.flags & BY_ROBBING and own > 1:
            return ROBBED_COPIES
        if win.flags & ON_LAST_COPY and hand.row[win.tile] > 1:
            return HIDDEN_COPIES
        # Where the other three lie in the winner's own melds, it is the last copy for certain.
        if own == 4 and hand.row[win.tile] == 1:
            win.flags |= ON_LAST_COPY
    if not 0 <= win.flowers <= 8:
        return TOO_MANY_FLOWERS
    if bit_sum(win.flower_rows) * 4 > win.flowers:
        return TOO_FEW_FLOWERS
    win.natural_hogs = natural_hogs(hand)
    win.unpaired = ODD(hand.part.tally) + (hand.wild & 1)
    return NO_FAULT
