# cython: freethreading_compatible=True, cdivision=True
"""What a win is worth: every reading and every place of the winning tile, and the best of them."""

from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

from queshen.decompose cimport CHOW, EXPOSED_KONG, PUNG, completes, decompose, set_t
from queshen.patterns cimport (
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
    ON_LAST_COPY,
    ON_LAST_TILE,
    ON_REPLACEMENT,
    PAIR_WAIT,
    PURE_DOUBLE_CHOW,
    PURE_TRIPLE_CHOW,
    SUBSTITUTES,
    count,
    features_t,
    flag,
    nine_gates,
    reading_features,
    set_kinds,
    win_features,
)
from queshen.ruleset cimport (
    AS_WILD,
    CLAUSE_WORDS,
    HIGHEST,
    MOST_FANS,
    OWN_ROUND_WIND,
    OWN_SEAT_WIND,
    SUM,
    fan_t,
)
from queshen.shapes cimport (
    GREATER_KNITTED,
    KNITTED_STRAIGHT,
    LESSER_KNITTED,
    THIRTEEN_ORPHANS,
    bit_sum,
    count_of,
    without_knitted,
    DISTINCT_PAIRS,
    SEVEN_PAIRS,
    STANDARD,
    change,
    held,
    lowest,
    nearest_missing,
    nearest_useful,
    part_t,
    within_reach,
)
from queshen.suits cimport ALLOWED, MOST_SETS, allowed_waits, every_kind, suits_t, tables, wins

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
    MOST_POINTS = 0x7FFFFFFF

cdef enum:
    NOT_ASKED = -2
    NO_SOLE_WAIT = -1


# ---- fans of one reading ----

cdef inline void earn(const rules_t* rules, const features_t* f, uint64_t* fans) noexcept nogil:
    """The fans whose conditions hold."""
    cdef const uint8_t* bytes_ = <const uint8_t*>f.bits  # little endian, as the suit tables are
    cdef const uint64_t* passes
    cdef uint64_t held[CLAUSE_WORDS]
    cdef uint64_t more
    cdef int word, i
    for word in range(CLAUSE_WORDS):
        held[word] = ~<uint64_t>0
    for i in range(rules.bytes):
        passes = rules.passes[i][bytes_[rules.byte[i]]]
        for word in range(CLAUSE_WORDS):
            held[word] &= passes[word]
    for word in range(FAN_WORDS):
        fans[word] = held[word] & below(rules.fans - 64 * word)
    if rules.clauses == rules.fans:
        return
    for word in range(rules.fans >> 6, CLAUSE_WORDS):
        more = held[word] & ~below(rules.fans - 64 * word) & below(rules.clauses - 64 * word)
        while more:
            i = rules.fan_of[64 * word + lowest(more)]
            fans[i >> 6] |= <uint64_t>1 << (i & 63)
            more &= more - 1


cdef inline uint64_t below(int number) noexcept nogil:
    """The first so many bits of a word."""
    return ~<uint64_t>0 if number >= 64 else (<uint64_t>1 << max(number, 0)) - 1


cdef inline bint has(const uint64_t* fans, int fan) noexcept nogil:
    return fans[fan >> 6] >> (fan & 63) & 1


cdef inline int repeats(const fan_t* fan, const features_t* f, uint64_t owned) noexcept nogil:
    """How often a fan counts."""
    if fan.by_kind:
        return bit_sum(f.pungs & fan.by_kind & ~owned) + bit_sum(f.pungs_again & fan.by_kind & ~owned)
    return bit_sum(f.bits[fan.repeat >> 6] >> (fan.repeat & 63) & ((<uint64_t>1 << fan.width) - 1))


cdef inline uint64_t owned_kinds(const fan_t* fan, const win_t* win) noexcept nogil:
    cdef uint64_t own = fan.own_kinds & every_kind()
    own |= (fan.own_kinds >> OWN_ROUND_WIND & 1) << win.round_wind
    own |= (fan.own_kinds >> OWN_SEAT_WIND & 1) << win.seat_wind
    return own


cdef inline int32_t within(int64_t points) noexcept nogil:
    """No total goes beyond what 32 bits hold, whatever fans a table multiplies."""
    return <int32_t>min(points, MOST_POINTS)


cdef inline void add_up(const rules_t* rules, const fan_t* fan, int times, worth_t* worth) noexcept nogil:
    cdef int64_t points = fan.value
    cdef int i
    if rules.combine == SUM:
        points *= times
        worth.total = within(worth.total + points)
        worth.counted = within(worth.counted + (points & -fan.to_minimum))
    elif rules.combine == HIGHEST:
        worth.total = max(worth.total, fan.value)
        worth.counted = max(worth.counted, fan.value if fan.to_minimum else 0)
    else:
        for i in range(times):
            worth.total = within((worth.total or 1) * points)
            if fan.to_minimum:
                worth.counted = within((worth.counted or 1) * points)


# Fans of two chows, as one way of joining chows lets them count.
cdef struct forest_t:
    int points
    uint8_t links[4]


cdef inline void join(uint8_t* tree, int chows) noexcept nogil:
    """Make the trees of these chows one."""
    cdef int i
    cdef uint32_t old = 0
    for i in range(MOST_SETS):
        old |= <uint32_t>(chows >> i & 1) << tree[i]
    for i in range(MOST_SETS):
        if old >> tree[i] & 1:
            tree[i] = lowest(old)


cdef inline bint apart(const uint8_t* tree, int chows) noexcept nogil:
    """Whether two chows are in different trees."""
    return tree[lowest(chows)] != tree[lowest(chows & (chows - 1))]


cdef void grow(
    const rules_t* rules, const features_t* f, const uint64_t* open_, const uint8_t* joined, forest_t* forest
) noexcept nogil:
    """A spanning forest over the chows, dearest fans first; every link of it is one fan of two chows (套算一次)."""
    cdef uint8_t tree[MOST_SETS]
    cdef int i, j, which
    memcpy(tree, joined, MOST_SETS)
    memset(forest, 0, sizeof(forest_t))
    for i in range(4):
        which = rules.once_order[i]
        if rules.once_fan[which] == MOST_FANS or not has(open_, rules.once_fan[which]):
            continue
        for j in range(f.link_count):
            if f.link[j].feature - PURE_DOUBLE_CHOW == which and apart(tree, f.link[j].chows):
                join(tree, f.link[j].chows)
                forest.points += rules.fan[rules.once_fan[which]].value
                forest.links[which] += 1


cdef void plant(
    const rules_t* rules, const features_t* f, const uint64_t* open_, const uint64_t* fans, int which,
    const uint8_t* joined, forest_t* best
) noexcept nogil:
    """The best forest in which each fan of three or four chows has joined its own (不拆移), in one of its ways."""
    cdef uint8_t tree[MOST_SETS]
    cdef forest_t forest
    cdef int i
    cdef bint found = False
    while which < PURE_DOUBLE_CHOW - PURE_TRIPLE_CHOW and not found:
        if rules.joined_fan[which] != MOST_FANS and has(fans, rules.joined_fan[which]):
            for i in range(f.group_count):
                if f.group[i].feature == PURE_TRIPLE_CHOW + which:
                    found = True
                    memcpy(tree, joined, MOST_SETS)
                    join(tree, f.group[i].chows)
                    plant(rules, f, open_, fans, which + 1, tree, best)
        which += 1
    if not found:
        grow(rules, f, open_, joined, &forest)
        if forest.points > best.points:
            best[0] = forest


cdef void add_links(
    const rules_t* rules, const features_t* f, const uint64_t* open_, worth_t* worth
) noexcept nogil:
    """Count the fans of two chows."""
    cdef uint8_t tree[MOST_SETS]
    cdef forest_t forest
    cdef int i, fan
    for i in range(MOST_SETS):
        tree[i] = i
    forest.points = -1
    for i in range(FAN_WORDS):
        if worth.fans[i] & rules.joined[i]:
            plant(rules, f, open_, worth.fans, 0, tree, &forest)
            break
    else:
        grow(rules, f, open_, tree, &forest)
    for i in range(4):
        worth.links[i] = forest.links[i]
        if forest.links[i]:
            fan = rules.once_fan[i]
            worth.fans[fan >> 6] |= <uint64_t>1 << (fan & 63)
            add_up(rules, &rules.fan[fan], forest.links[i], worth)


cdef void worth_of(const rules_t* rules, const features_t* f, const win_t* win, worth_t* worth) noexcept nogil:
    """The fans that count. Each is looked at after all that may drop it; what is dropped drops nothing."""
    cdef uint64_t fans[FAN_WORDS]
    cdef uint64_t one_less[FAN_WORDS]
    cdef uint64_t links[FAN_WORDS]
    cdef uint64_t bits, owned = 0, any_
    cdef const fan_t* fan
    cdef int word, i, j, times
    worth.total = worth.counted = 0
    memset(worth.links, 0, sizeof(worth.links))
    earn(rules, f, fans)
    any_ = 0
    for word in range(FAN_WORDS):
        worth.fans[word] = one_less[word] = 0
        worth.earned[word] = fans[word]
        links[word] = fans[word] & rules.once[word]
        fans[word] &= ~rules.once[word]

    for word in range(FAN_WORDS):
        while fans[word]:
            i = 64 * word + lowest(fans[word])
            fans[word] &= fans[word] - 1
            fan = &rules.fan[i]
            times = repeats(fan, f, owned) - has(one_less, i)
            if times <= 0:
                continue
            worth.fans[word] |= <uint64_t>1 << (i & 63)
            add_up(rules, fan, times, worth)
            if fan.own_kinds:
                owned |= owned_kinds(fan, win)
            for j in range(FAN_WORDS):
                fans[j] &= ~fan.drops[j]
                links[j] &= ~fan.drops[j]
                one_less[j] |= fan.one_less[j]
    for word in range(FAN_WORDS):
        any_ |= links[word]
    if any_:
        add_links(rules, f, links, worth)
    if rules.bare >= 0:
        any_ = 0
        for word in range(FAN_WORDS):
            any_ |= worth.fans[word] & ~rules.bare_ignores[word]
        if not any_:
            worth.fans[rules.bare >> 6] |= <uint64_t>1 << (rules.bare & 63)
            add_up(rules, &rules.fan[rules.bare], 1, worth)
    if rules.cap:
        worth.total = min(worth.total, rules.cap)
        worth.counted = min(worth.counted, rules.cap)


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


cdef uint64_t knitted_waits(const part_t* part, int wild) noexcept nogil:
    """Kinds that complete nine knitted tiles, sets and a pair, also a fifth copy of one."""
    cdef uint64_t waits = 0
    cdef uint32_t key[4]
    cdef int way, missing
    for way in range(6):
        if bit_sum(KNITTED[way].mask & ~held(part)) > wild + 1:
            continue
        missing = without_knitted(part, way, key)
        if missing <= wild:
            waits |= allowed_waits(SUITS, key, wild - missing)
        if missing and wins(SUITS, &SUITS.costs[ALLOWED], key, wild + 1 - missing):
            waits |= KNITTED[way].mask & ~held(part)
    return waits


cdef uint64_t formal_waits(
    const part_t* part, uint32_t shapes, int sets, int wild, uint64_t ignored
) noexcept nogil:
    """Natural kinds that complete tiles, also a fifth copy of one. Where two or more are found it may name too few."""
    cdef uint64_t waits = 0
    cdef uint32_t near
    cdef int missing
    if shapes & STANDARD:
        waits = allowed_waits(SUITS, part.key, wild) & ~ignored
        if waits & (waits - 1):
            return waits
    if shapes & KNITTED_STRAIGHT:
        waits |= knitted_waits(part, wild)
    if part.kinds < 12 - wild:  # so many singles are far
        shapes &= ~<uint32_t>(THIRTEEN_ORPHANS | LESSER_KNITTED | GREATER_KNITTED)
    shapes &= ~<uint32_t>(STANDARD | KNITTED_STRAIGHT)
    if shapes:
        missing = nearest_missing(part, shapes, &SUITS.costs[ALLOWED], sets, &near)
        if missing == wild + 1:
            waits |= nearest_useful(part, near, &SUITS.costs[ALLOWED], sets, missing)
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
    cdef uint64_t waits = formal_waits(part, shapes & ~fixed, sets, wild, ignored)
    cdef part_t natural
    # In a shape in which wildcards stand for nothing else they are their own face.
    if fixed and s.win.face >= 0 and count_of(part, s.win.face) + wild <= 4:
        natural = part[0]
        for i in range(wild):
            change(&natural, s.win.face, 1)
        waits |= formal_waits(&natural, fixed, sets, 0, ignored)
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


cdef void try_place(sweep_t* s, const reading_t* reading, int won, uint32_t effect) noexcept nogil:
    """Score a reading with the winning tile in one place, and keep it if it is the best so far."""
    cdef worth_t worth
    cdef features_t* f = &s.f
    cdef uint64_t sets = f.bits[CONCEALED_PUNGS >> 6]
    of_effect(f, effect)
    worth_of(s.rules, f, s.win, &worth)
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
    cdef uint32_t effects = effects_of(s, reading, won)
    if effects & WAITS and not (s.rules.uses_waits and waits_for(s, reading, won)):
        effects = effects & ~<uint32_t>WAITS | NO_WAIT
    of_tile(f, reading, won)
    while effects:
        try_place(s, reading, won, effects & (0 - effects))
        effects &= effects - 1
    f.bits[NINE_GATES >> 6] &= ~(<uint64_t>1 << (NINE_GATES & 63))
    f.bits[KNITTED_WIN >> 6] &= ~(<uint64_t>1 << (KNITTED_WIN & 63))


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
    cdef uint64_t tried = 0
    cdef int i
    if not reading.shape & s.rules.wild_shapes and own_faces(reading, s.win.face) != reading.wild:
        return True
    of_reading(reading, s.win, s.win_word, &s.f)
    if s.win.tile >= 0:
        try_tile(s, reading, s.win.tile)
        return True
    for i in range(reading.wild):  # the drawn wildcard is any of them
        if not tried >> reading.face[i] & 1:
            tried |= <uint64_t>1 << reading.face[i]
            try_tile(s, reading, reading.face[i])
    return True


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


# ---- how a result came about ----

cdef void best_features(
    const rules_t* rules, const hand_t* hand, const win_t* win, const best_t* best, features_t* f
) noexcept nogil:
    """The features that the best result was made of."""
    win_features(hand, win, f)
    of_reading(&best.reading, win, f.bits[SUBSTITUTES >> 6], f)
    of_tile(f, &best.reading, best.won)
    of_effect(f, best.effect)


cdef int own_of(const rules_t* rules, const features_t* f, const worth_t* worth, int fan) noexcept nogil:
    """How often a hand has a fan, counted or not."""
    cdef int i, times = 0
    if not has(worth.earned, fan):
        return has(worth.fans, fan)  # the fan of a bare hand
    if not has(rules.once, fan):
        return repeats(&rules.fan[fan], f, 0)
    for i in range(f.link_count):
        times += rules.once_fan[f.link[i].feature - PURE_DOUBLE_CHOW] == fan
    return times


cdef void all_times(
    const rules_t* rules, const features_t* f, const win_t* win, const worth_t* worth, uint8_t* times
) noexcept nogil:
    """How often each fan counts."""
    cdef uint64_t one_less[FAN_WORDS]
    cdef uint64_t owned = 0, own, bits
    cdef int word, i, j
    memset(times, 0, rules.fans)
    memset(one_less, 0, sizeof(one_less))
    for word in range(FAN_WORDS):
        bits = worth.fans[word]
        while bits:
            i = 64 * word + lowest(bits)
            bits &= bits - 1
            own = owned_kinds(&rules.fan[i], win)
            times[i] = repeats(&rules.fan[i], f, owned) - has(one_less, i)
            owned |= own
            for j in range(FAN_WORDS):
                one_less[j] |= rules.fan[i].one_less[j]
    for i in range(4):
        if worth.links[i]:
            times[rules.once_fan[i]] = worth.links[i]


# ---- wins that cannot be ----

cdef uint64_t natural_hogs(const hand_t* hand) noexcept nogil:
    """Kinds with four natural copies that are no kong."""
    cdef uint64_t kongs = 0
    cdef int i
    for i in range(hand.melds):
        if hand.meld[i].type >= EXPOSED_KONG:
            kongs |= set_kinds(&hand.meld[i])
    return four_held(hand, &hand.part) & ~kongs


cdef fault_t check_win(const rules_t* rules, const hand_t* hand, win_t* win) noexcept nogil:
    """Whether a hand can have been won so; fills in what follows from the hand."""
    cdef bint self_draw = win.flags & BY_SELF_DRAW, kong = False
    cdef int i, own
    for i in range(hand.melds):
        kong |= hand.meld[i].type >= EXPOSED_KONG
        if win.face >= 0 and not rules.wild_melds and set_kinds(&hand.meld[i]) >> win.face & 1:
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
    win.natural_hogs = natural_hogs(hand)
    return NO_FAULT
