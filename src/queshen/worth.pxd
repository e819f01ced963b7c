# cython: cdivision=True
"""The fans of one reading, with the winning tile in one place: which count, how often, and what they come to."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from queshen.patterns cimport PURE_DOUBLE_CHOW, PURE_TRIPLE_CHOW, features_t, win_t
from queshen.ruleset cimport (
    CLAUSE_WORDS,
    FAN_WORDS,
    HIGHEST,
    MOST_FANS,
    OWN_ROUND_WIND,
    OWN_SEAT_WIND,
    SUM,
    fan_t,
    rules_t,
)
from queshen.shapes cimport bit_sum, lowest
from queshen.suits cimport MOST_SETS, every_kind

# What a reading is worth, with the winning tile in one place.
cdef struct worth_t:
    int32_t total
    int32_t counted  # toward the minimum
    uint64_t earned[FAN_WORDS]  # the fans whose conditions hold
    uint64_t fans[FAN_WORDS]  # and those of them that count
    uint8_t links[4]  # how often each fan of two chows counts

cdef enum:
    MOST_POINTS = 0x7FFFFFFF


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


cdef inline void grow(
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


cdef inline void plant(
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


cdef inline void add_links(
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


cdef inline void drop_all(const rules_t* rules, uint64_t* fans, uint64_t* links) noexcept nogil:
    """Take away what any of the fans drops."""
    cdef uint64_t drops[FAN_WORDS]
    cdef uint64_t left
    cdef int word, i, j
    memset(drops, 0, sizeof(drops))
    for word in range(FAN_WORDS):
        left = fans[word] | links[word]
        while left:
            i = 64 * word + lowest(left)
            left &= left - 1
            for j in range(FAN_WORDS):
                drops[j] |= rules.fan[i].drops[j]
    for word in range(FAN_WORDS):
        fans[word] &= ~drops[word]
        links[word] &= ~drops[word]


cdef inline void worth_of(const rules_t* rules, const features_t* f, const win_t* win, worth_t* worth) noexcept nogil:
    """The fans that count. Each is looked at after all that may drop it; in most tables what is dropped drops nothing."""
    cdef uint64_t fans[FAN_WORDS]
    cdef uint64_t one_less[FAN_WORDS]
    cdef uint64_t links[FAN_WORDS]
    cdef uint64_t owned = 0, any_
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

    if rules.dropped_drop:
        drop_all(rules, fans, links)
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
    if rules.cap and not (worth.fans[0] & rules.beyond_cap[0] or worth.fans[1] & rules.beyond_cap[1]):
        worth.total = min(worth.total, rules.cap)
        worth.counted = min(worth.counted, rules.cap)


# The same told one by one.
cdef int own_of(const rules_t* rules, const features_t* f, const worth_t* worth, int fan) noexcept nogil
cdef void all_times(
    const rules_t* rules, const features_t* f, const win_t* win, const worth_t* worth, uint8_t* times
) noexcept nogil
