# cython: freethreading_compatible=True, cdivision=True
"""Declaring that a hand is ready: conditions and waits."""

from libc.string cimport memcpy, memset

from queshen.course cimport CONDITIONS, Flow, flow_of
from queshen.deal cimport (
    CHOW,
    CONCEALED_KONG,
    EXPOSED_KONG,
    FOUR_CONCEALED,
    KINDS,
    NO_TILE,
    ONE_SHORT,
    OPENED,
    ORPHAN,
    PUNG,
    ROB,
    TWO_SUITS,
    WANTED,
    WANTED_LIVE,
    WITH_CHOW,
    WITH_PUNG,
    suit_of,
    void_kinds,
    weight_of,
)
from queshen.decompose cimport decompose, hand_t, reading_t, set_t
from queshen.hand cimport Hand
from queshen.patterns cimport set_kinds, suits_of
from queshen.scoring cimport laid_out
from queshen.shapes cimport (
    STANDARD,
    bit_sum,
    chosen_parts,
    lowest,
    nearest_missing,
    nearest_useful,
    part_t,
    parts_fn,
    within_reach,
)
from queshen.suits cimport costs_t, suits_missing, suits_t, suits_waits, tables, wins

from queshen.answers import Readiness
from queshen.errors import HandError

cdef parts_fn PARTS = chosen_parts()
cdef const suits_t* SUITS = tables()


# ---- what a hand shows ----

cdef uint32_t shows(const flow_t* flow, const short_hand_t* hand, uint64_t kinds) noexcept nogil:
    """The conditions about tiles and melds that hold; `kinds` are those of the concealed part."""
    cdef uint32_t held = 0
    cdef int i
    for i in range(hand.melds):
        kinds |= set_kinds(&hand.meld[i])
        if hand.meld[i].type != CONCEALED_KONG:
            held |= OPENED
    if suits_of(kinds) >= 2:
        held |= TWO_SUITS
    if kinds & flow.orphans:
        held |= ORPHAN
    if 3 * (flow.sets - hand.melds) + 1 >= 4:
        held |= FOUR_CONCEALED
    return held


cdef inline uint64_t kinds_of(const uint8_t* row) noexcept nogil:
    cdef uint64_t kinds = 0
    cdef int kind
    for kind in range(KINDS):
        kinds |= <uint64_t>(row[kind] != 0) << kind
    return kinds


# ---- where the winning tile may lie ----

cdef struct look_t:
    const flow_t* flow
    int won
    uint32_t missing  # conditions that the best place so far does not meet
    bint middle
    bint any


cdef inline void look_at(look_t* look, int chows, int pungs, bint makes_pung, bint middle) noexcept nogil:
    """One place of the winning tile, and the chows and pungs beside its group."""
    cdef uint32_t missing = 0
    if look.flow.ready_conditions & WITH_CHOW and chows == 0:
        missing |= WITH_CHOW
    if look.flow.ready_conditions & WITH_PUNG and pungs == 0 and not makes_pung:
        missing |= WITH_PUNG
    # Of several places the one that lacks least tells what is missing.
    if not look.any or bit_sum(missing) < bit_sum(look.missing):
        look.missing = missing
    look.any = True
    look.middle |= middle  # 卡当 asks where the tile can lie, not what lies beside it


cdef bint visit(const reading_t* reading, void* to) noexcept nogil:
    cdef look_t* look = <look_t*>to
    cdef int chows = 0, pungs = 0, i, at
    cdef const set_t* one
    for i in range(reading.sets):
        chows += reading.set[i].type == CHOW
    pungs = reading.sets - chows
    for i in range(reading.melds, reading.sets):
        one = &reading.set[i]
        at = look.won - one.kind
        if one.type == CHOW and 0 <= at <= 2:
            if look.flow.ready_at_win:
                look_at(look, chows, pungs, False, at == 1)
            else:
                look_at(look, chows - 1, pungs, False, at == 1)
        elif one.type != CHOW and at == 0:
            look_at(look, chows, pungs if look.flow.ready_at_win else pungs - 1, True, False)
    if reading.pair == look.won:
        look_at(look, chows, pungs, False, False)
    return True


# ---- waits and conditions ----

cdef uint64_t completing(
    const flow_t* flow, const uint32_t* key, const uint8_t* row, uint64_t fours, uint32_t shapes, int sets, int wild,
    bint* with_wild
) noexcept nogil:
    """The kinds that complete tiles before a draw; whether one more wildcard does."""
    cdef const costs_t* costs = &SUITS.costs[flow.rules.fifth]
    cdef uint64_t waits = 0
    cdef uint32_t near
    cdef part_t part
    with_wild[0] = False
    if shapes & STANDARD and wins(SUITS, costs, key, wild + 1):
        with_wild[0] = True
        waits = suits_waits(SUITS, key, wild, fours, flow.rules.fifth)
    shapes &= ~<uint32_t>STANDARD
    if shapes:
        PARTS(row, 1, &part, 0, True)
        if nearest_missing(&part, shapes, costs, sets, &near) == wild + 1:
            with_wild[0] = True
            waits |= nearest_useful(&part, near, costs, sets, wild + 1)
    return waits


cdef inline bint wants(const flow_t* flow, uint64_t waits, const uint8_t* visible, int gone) noexcept nogil:
    """Whether some of the waits is of the kinds that the rules want, and a copy of it does not lie face up."""
    cdef int kind
    waits &= flow.wanted
    while waits:
        kind = lowest(waits)
        waits &= waits - 1
        if visible == NULL or visible[kind] + (kind == gone) < 4:
            return True
    return False


cdef void judge(
    const flow_t* flow, const short_hand_t* hand, const uint8_t* visible, int gone, readiness_t* found
) noexcept nogil:
    """The waits on which a hand may be won once it is declared, or what keeps it from being declared."""
    cdef int sets = flow.sets - hand.melds, kind
    cdef uint64_t kinds = kinds_of(hand.row), waits, bit
    cdef uint32_t asked = flow.ready_conditions, failed, least = ONE_SHORT
    cdef bint middle = False, any_wait = False, with_wild
    cdef hand_t full
    cdef look_t look
    found.waits = 0
    found.closed = False
    waits = completing(
        flow, hand.key, hand.row, hand.fours, within_reach(flow.rules.shapes, flow.sets, hand.melds), sets, hand.wild,
        &with_wild,
    ) & ~hand.barred if not kinds & hand.barred else 0
    found.failed = asked & ~shows(flow, hand, kinds) & ~(WITH_CHOW | WITH_PUNG | WANTED | WANTED_LIVE)
    if flow.ready_at_win:  # tiles are looked at with the winning one
        found.failed &= OPENED | FOUR_CONCEALED
    full.sets = flow.sets
    full.wild = hand.wild
    full.melds = hand.melds
    memcpy(full.meld, hand.meld, sizeof(full.meld))
    memcpy(full.row, hand.row, KINDS)
    while waits:
        kind = lowest(waits)
        bit = <uint64_t>1 << kind
        waits &= waits - 1
        if flow.ready_not_own and hand.row[kind] + laid_out(&full, kind) >= 4:
            continue
        failed = 0
        if flow.ready_looks:
            full.row[kind] += 1
            PARTS(full.row, 1, &full.part, 0, True)
            memset(&look, 0, sizeof(look))
            look.flow = flow
            look.won = kind
            decompose(&full, STANDARD, flow.rules.fifth, SUITS, visit, &look)
            full.row[kind] -= 1
            failed = look.missing
        if flow.ready_at_win:
            failed |= asked & ~shows(flow, hand, kinds | bit) & (TWO_SUITS | ORPHAN)
        if failed == 0:
            found.waits |= bit
            middle = flow.ready_looks and look.middle
        elif not any_wait or bit_sum(failed) < bit_sum(least):
            least = failed
        any_wait = True
    if not found.waits:
        found.failed |= least
    else:
        if asked & WANTED and not found.waits & flow.wanted:
            found.failed |= WANTED
        if asked & WANTED_LIVE and not wants(flow, found.waits, visible, gone):
            found.failed |= WANTED_LIVE
        if found.failed:
            found.waits = 0
    found.closed = middle and found.waits and not found.waits & (found.waits - 1)


# ---- at a table ----

cdef void short_of(const seat_t* own, int kind, short_hand_t* hand) noexcept nogil:
    """A hand without one tile; without none where that is negative."""
    cdef int i
    memcpy(hand.key, own.key, sizeof(hand.key))
    memcpy(hand.row, own.row, KINDS)
    hand.wild = own.wild
    hand.barred = void_kinds(own)
    hand.melds = own.melds
    for i in range(own.melds):
        hand.meld[i].type = own.meld[i].type
        hand.meld[i].kind = own.meld[i].kind
    hand.fours = own.fours
    if kind >= 0:
        take(hand, kind, 1)


cdef inline void take(short_hand_t* hand, int kind, int copies) noexcept nogil:
    hand.row[kind] -= copies
    hand.key[suit_of(kind)] -= copies * weight_of(kind)
    hand.fours &= ~(<uint64_t>1 << kind)


cdef bint far_from_ready(const flow_t* flow, const short_hand_t* hand) noexcept nogil:
    """Whether a hand with a tile too many misses more than one tile of every shape."""
    cdef const costs_t* costs = &SUITS.costs[flow.rules.fifth]
    cdef uint32_t shapes = within_reach(flow.rules.shapes, flow.sets, hand.melds), near
    cdef int sets = flow.sets - hand.melds
    cdef part_t part
    if shapes & STANDARD and suits_missing(costs, hand.key, sets) <= hand.wild + 1:
        return False
    shapes &= ~<uint32_t>STANDARD
    if not shapes:
        return True
    PARTS(hand.row, 1, &part, 0, True)
    return nearest_missing(&part, shapes, costs, sets, &near) > hand.wild + 1


cdef uint64_t ready_after(
    const flow_t* flow, const uint8_t* visible, const short_hand_t* hand, uint64_t kinds, bint any_
) noexcept nogil:
    """The kinds after whose discard a hand with a tile too many may be declared; the first one only with `any_`."""
    cdef uint64_t found = 0
    cdef short_hand_t after
    cdef readiness_t judged
    cdef int kind
    if far_from_ready(flow, hand):
        return 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        after = hand[0]
        take(&after, kind, 1)
        judge(flow, &after, visible, kind, &judged)
        if judged.waits:
            found |= <uint64_t>1 << kind
            if any_:
                break
    return found


cdef uint64_t ready_discards(const flow_t* flow, const deal_t* deal, const seat_t* own, uint64_t kinds) noexcept nogil:
    """The discards with which a seat may declare."""
    cdef short_hand_t hand
    if own.melds == 0 and flow.ready_conditions & OPENED:
        return 0
    short_of(own, -1, &hand)
    # Whoever discards a wildcard, where that may be, does not declare with it.
    return ready_after(flow, deal.visible, &hand, kinds & own.held, False)


cdef bint ready_as_dealt(const flow_t* flow, const deal_t* deal, const seat_t* own) noexcept nogil:
    """Whether a seat could declare before it draws."""
    cdef short_hand_t hand
    cdef readiness_t found
    short_of(own, -1, &hand)
    judge(flow, &hand, deal.visible, NO_TILE, &found)
    return found.waits != 0


cdef bint chow_makes_ready(
    const flow_t* flow, const deal_t* deal, const seat_t* own, int tile, int lowest_tile
) noexcept nogil:
    """Whether a seat could declare after a chow with a tile."""
    cdef short_hand_t hand
    cdef uint8_t visible[KINDS]
    cdef int kind
    short_of(own, -1, &hand)
    memcpy(visible, deal.visible, KINDS)
    visible[tile] += deal.phase == ROB  # it was not laid open yet
    for kind in range(lowest_tile, lowest_tile + 3):
        if kind != tile:
            take(&hand, kind, 1)
            visible[kind] += 1
    hand.meld[hand.melds].type = CHOW
    hand.meld[hand.melds].kind = lowest_tile
    hand.melds += 1
    return ready_after(flow, visible, &hand, kinds_of(hand.row), True) != 0


cdef bint kong_keeps_ready(
    const flow_t* flow, const deal_t* deal, const seat_t* own, int kind, int copies
) noexcept nogil:
    """Whether a declared hand stays ready with a kong of a kind, of which so many copies leave the hand."""
    cdef short_hand_t hand
    cdef readiness_t found
    cdef uint8_t visible[KINDS]
    cdef int i
    short_of(own, -1, &hand)
    take(&hand, kind, copies)
    memcpy(visible, deal.visible, KINDS)
    if copies < 4:
        visible[kind] += copies
    if copies > 1:
        hand.meld[hand.melds].type = EXPOSED_KONG if copies == 3 else CONCEALED_KONG
        hand.meld[hand.melds].kind = kind
        hand.melds += 1
    else:
        for i in range(hand.melds):
            if hand.meld[i].type == PUNG and hand.meld[i].kind == kind:
                hand.meld[i].type = EXPOSED_KONG
    judge(flow, &hand, visible, NO_TILE, &found)
    return found.waits == own.waits if flow.ready_kong_same else found.waits != 0


# ---- as Python sees it ----

def readiness(rules, hand):
    """Whether a hand may be declared ready; the documentation is that of `queshen.Rules.readiness`."""
    cdef Flow flow = flow_of(rules)
    cdef Hand held
    cdef hand_t tiles
    cdef short_hand_t own
    cdef readiness_t found
    cdef int i
    held = hand if isinstance(hand, Hand) else Hand(hand, sets=rules.sets)
    if not flow.rules.ready:
        raise HandError(f"readiness asked in {rules.id}, expected a game in which it is declared")
    if held._extra != 1:
        raise HandError(f"readiness asked of {held.size} concealed tiles, expected a hand before its draw")
    held.tiles_of(&tiles)
    if tiles.sets != flow.rules.sets or (tiles.wild and not flow.rules.rules.wildcards):
        raise HandError(f"readiness asked of {held}, expected {flow.rules.sets} sets, and no wildcard where there is none")
    memset(&own, 0, sizeof(own))
    memcpy(own.row, tiles.row, KINDS)
    for i in range(KINDS):
        own.key[suit_of(i)] += tiles.row[i] * weight_of(i)
        own.fours |= <uint64_t>(tiles.row[i] == 4) << i
    own.wild = tiles.wild
    own.melds = tiles.melds
    memcpy(own.meld, tiles.meld, sizeof(own.meld))
    judge(&flow.rules, &own, NULL, NO_TILE, &found)
    failed = [name for name, bit in CONDITIONS.items() if found.failed & <uint32_t>bit]
    if found.failed & ONE_SHORT:
        failed.append("ready")
    return Readiness(
        tuple([i for i in range(KINDS) if found.waits >> i & 1]), tuple(failed), bool(found.closed)
    )
