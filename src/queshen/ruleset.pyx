# cython: freethreading_compatible=True
"""`queshen.Rules` compiled to the struct that scoring reads."""

from libc.string cimport memset

from queshen.patterns cimport (
    ALWAYS,
    CLOSED_WAIT,
    EDGE_WAIT,
    ORPHANS,
    PAIR_WAIT,
    PURE_DOUBLE_CHOW,
    PURE_TRIPLE_CHOW,
    dragons,
    winds,
)
from queshen.suits cimport every_kind, fifth_of

from queshen.errors import RulesError
from queshen.fans import parse_when
from queshen.patterns import PLACES

def _order(table):
    """Ids of the fans, each before those that it drops, else as in the table."""
    drops = table.exclusions()
    waiting = {fan.id: 0 for fan in table}
    for fan in table:
        for other in {*drops[fan.id], *fan.own_sets, *fan.one}:
            waiting[other] += 1
    order = []
    while len(order) < len(table):
        for fan in table:
            if waiting.get(fan.id) == 0:
                break
        else:
            raise RulesError("fans drop each other in a circle, expected none of them to")
        del waiting[fan.id]
        order.append(fan.id)
        for other in {*drops[fan.id], *fan.own_sets, *fan.one}:
            waiting[other] -= 1
    return order


def _tests(clause):
    """Bits needed and bits barred in each byte of features, for one clause of a condition."""
    need = bar = 0
    for feature, low, high in clause:
        place, width = PLACES[feature]
        if low > 0:
            need |= 1 << (place + low - 1)
        if high < width:
            bar |= 1 << (place + high)
    return need.to_bytes(FEATURE_BYTES, "little"), bar.to_bytes(FEATURE_BYTES, "little")


cdef void set_bits(uint64_t* words, object numbers):
    for number in numbers:
        words[<int>number >> 6] |= <uint64_t>1 << (<int>number & 63)


cdef object single_feature(object conditions):
    """The name of the only feature of a condition, or None."""
    names = {test[0] for clause in conditions for test in clause}
    return names.pop() if len(names) == 1 else None


cdef uint64_t kinds_counted(object feature):
    """The kinds whose pungs a feature counts."""
    if feature == "orphan_pungs":
        return ORPHANS
    if feature in ("wind_pungs", "wind_kinds"):
        return winds()
    return dragons() if feature in ("dragon_pungs", "dragon_kinds") else 0


cdef uint64_t kinds_owned(object conditions):
    """Pungs that a fan is made of, by the features that its condition names."""
    cdef uint64_t owned = 0
    for clause in conditions:
        for feature, low, _ in clause:
            if low > 0:
                owned |= kinds_counted(feature)
                owned |= <uint64_t>(feature == "round_wind_pung") << OWN_ROUND_WIND
                owned |= <uint64_t>(feature == "seat_wind_pung") << OWN_SEAT_WIND
    return owned


cdef int compile_fans(object table, rules_t* into, list order) except -1:
    cdef fan_t* fan
    cdef int i
    implied = table.exclusion_mode == "stated_plus_implied"
    drops = table.exclusions()
    number = {fan_id: i for i, fan_id in enumerate(order)}
    earned = {}
    for i, fan_id in enumerate(order):
        row = table[fan_id]
        fan = &into.fan[i]
        fan.value = row.value
        fan.repeat = ALWAYS
        fan.width = 1
        fan.to_minimum = row.to_minimum
        set_bits(fan.drops, [number[other] for other in drops[fan_id]])
        if row.beyond_cap:
            set_bits(into.beyond_cap, [i])
        if row.id == table.bare:
            into.bare = i
            continue
        conditions = parse_when(row.when)
        if row.repeat:
            feature = single_feature(conditions)
            fan.repeat, fan.width = PLACES[feature]
            fan.by_kind = kinds_counted(feature)
        if implied:
            set_bits(fan.one_less, [number[other] for other in row.one])
            if row.own_sets:
                fan.own_kinds = kinds_owned(conditions)
                for other in row.own_sets:
                    if not kinds_counted(single_feature(parse_when(table[other].when))):
                        raise RulesError(
                            f"fan {row.id!r}: own_sets has {other!r}, expected a fan that counts pungs one by one"
                        )
            if row.joined:
                set_bits(into.joined, [i])
                for clause in conditions:
                    for feature, _, _ in clause:
                        place = PLACES[feature][0]
                        if PURE_TRIPLE_CHOW <= place < PURE_DOUBLE_CHOW:
                            into.joined_fan[<int>place - PURE_TRIPLE_CHOW] = i
        if row.id in table.once:
            place = PLACES.get(single_feature(conditions), (0, 0))[0]
            if not PURE_DOUBLE_CHOW <= place < PURE_DOUBLE_CHOW + 4:
                raise RulesError(f"once has {row.id!r}, expected a fan of two chows")
            into.once_fan[<int>place - PURE_DOUBLE_CHOW] = i
            set_bits(into.once, [i])
        earned[i] = conditions
    for i, which in enumerate(sorted(range(4), key=lambda which: into.once_fan[<int>which])):
        into.once_order[i] = which
    set_bits(into.bare_ignores, [number[other] for other in table.bare_ignores])
    return compile_clauses(earned, into)


cdef int compile_clauses(dict conditions, rules_t* into) except -1:
    """Lay out which clauses each value of each byte of features lets pass."""
    cdef int number = into.fans, place, clause
    clauses = {}
    for fan, ways in conditions.items():
        for i, way in enumerate(ways):
            if i and number == MOST_CLAUSES:
                raise RulesError(f"more than {MOST_CLAUSES - into.fans} ways to earn a fan twice, expected fewer")
            clause = number if i else fan
            number += i > 0
            clauses[clause] = _tests(way)
            into.fan_of[clause] = fan
    into.clauses = number
    for place in range(FEATURE_BYTES):
        asked = {clause: (need[place], bar[place]) for clause, (need, bar) in clauses.items()}
        if not any(need or bar for need, bar in asked.values()) and into.bytes:
            continue
        for clause, (need, bar) in asked.items():
            let_pass(into, into.bytes, clause, need, bar)
        into.byte[into.bytes] = place
        into.bytes += 1
    return 0


cdef void let_pass(rules_t* into, int place, int clause, uint8_t need, uint8_t bar) noexcept:
    cdef int value
    for value in range(256):
        if value & need == need and not value & bar:
            into.passes[place][value][clause >> 6] |= <uint64_t>1 << (clause & 63)


cdef object mask_of(object kinds):
    """Kinds as bits; all of them where nothing is said."""
    return every_kind() if kinds is None else sum([1 << kind for kind in set(kinds)])


cdef int compile_rules(object rules, rules_t* into, list order) except -1:
    """Fill the struct; `order` gets the ids of the fans as they are numbered in it."""
    cdef int i
    table = rules.fans
    memset(into, 0, sizeof(rules_t))
    order.extend(_order(table))
    if len(order) > MOST_FANS - 8:
        raise RulesError(f"{len(order)} fans, expected at most {MOST_FANS - 8}")
    into.fans = len(order)
    into.bare = -1
    for i in range(4):
        into.once_fan[i] = MOST_FANS
    for i in range(10):
        into.joined_fan[i] = MOST_FANS
    compile_fans(table, into, order)
    into.combine = {"sum": SUM, "highest": HIGHEST, "product": PRODUCT}[table.combine]
    into.dropped_drop = table.excluded_exclude
    into.cap = table.cap or 0
    into.minimum = rules.minimum or 0
    into.pays_tile = any(table.tile_points)
    for i, points in enumerate(table.tile_points):
        into.tile_points[i] = points
    into.most_suits = rules.most_suits
    into.drawn_wins = mask_of(rules.drawn_wins)
    into.claimed_wins = mask_of(rules.claimed_wins)
    into.wild_win = rules.wild_win
    into.wild_win_claimed = rules.wild_win_on == "any"
    into.stand_in = -1 if rules.stand_in is None else rules.stand_in
    into.shapes = int(rules.shapes)
    into.wild_shapes = int(rules.wild_shapes)
    into.fifth = fifth_of(rules.fifth)
    into.sets = rules.sets
    into.wildcards = rules.wildcards
    into.wild_melds = rules.wild_melds
    into.discard_wild = {"face": AS_FACE, "wild": AS_WILD, "no": NO_WIN}[rules.discard_wild]
    into.discard_win = rules.flow.discard_win
    into.waits_not_own = rules.wait_counts == "not_own"
    into.waits_frozen = rules.wait_wild == "frozen"
    waits = {EDGE_WAIT, CLOSED_WAIT, PAIR_WAIT}
    into.uses_waits = any(
        PLACES[feature][0] in waits
        for fan in table if fan.id != table.bare
        for clause in parse_when(fan.when)
        for feature, _, _ in clause
    )
    return 0
