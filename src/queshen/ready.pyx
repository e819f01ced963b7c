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
    ONE_SHORT,
    OPENED,
    ORPHAN,
    PUNG,
    TWO_SUITS,
    WITH_CHOW,
    WITH_PUNG,
    suit_of,
    weight_of,
)
from queshen.decompose cimport decompose, hand_t, reading_t, set_t
from queshen.hand cimport Hand
from queshen.patterns cimport set_kinds, suits_of
from queshen.scoring cimport laid_out
from queshen.shapes cimport STANDARD, bit_sum, chosen_parts, lowest, parts_fn
from queshen.suits cimport suits_missing, suits_t, suits_waits, tables, wins

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


cdef void judge(const flow_t* flow, const short_hand_t* hand, readiness_t* found) noexcept nogil:
    """The waits on which a hand may be won once it is declared, or what keeps it from being declared."""
    cdef int sets = flow.sets - hand.melds, kind
    cdef uint64_t kinds = kinds_of(hand.row), waits, bit
    cdef uint32_t asked = flow.ready_conditions, failed, least = ONE_SHORT
    cdef bint middle = False, any_wait = False
    cdef hand_t full
    cdef look_t look
    found.waits = 0
    found.closed = False
    waits = 0
    if wins(SUITS, &SUITS.costs[flow.rules.fifth], hand.key, 1):
        waits = suits_waits(SUITS, hand.key, 0, hand.fours, flow.rules.fifth)
    found.failed = asked & ~shows(flow, hand, kinds) & ~(WITH_CHOW | WITH_PUNG)
    if flow.ready_at_win:  # tiles are looked at with the winning one
        found.failed &= OPENED | FOUR_CONCEALED
    full.sets = flow.sets
    full.wild = 0
    full.melds = hand.melds
    memcpy(full.meld, hand.meld, sizeof(full.meld))
    memcpy(full.row, hand.row, KINDS)
    while waits:
        kind = lowest(waits)
        bit = <uint64_t>1 << kind
        waits &= waits - 1
        if flow.ready_not_own and hand.row[kind] + laid_out(&full, kind) >= 4:
            continue
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
            middle = look.middle
        elif not any_wait or bit_sum(failed) < bit_sum(least):
            least = failed
        any_wait = True
    if not found.waits:
        found.failed |= least
    elif found.failed:
        found.waits = 0
    found.closed = middle and found.waits and not found.waits & (found.waits - 1)


# ---- at a table ----

cdef void short_of(const seat_t* own, int kind, short_hand_t* hand) noexcept nogil:
    """A hand without one tile; without none where that is negative."""
    cdef int i
    memcpy(hand.key, own.key, sizeof(hand.key))
    memcpy(hand.row, own.row, KINDS)
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


cdef uint64_t ready_after(const flow_t* flow, const short_hand_t* hand, uint64_t kinds, bint any_) noexcept nogil:
    """The kinds after whose discard a hand with a tile too many may be declared; the first one only with `any_`."""
    cdef uint64_t found = 0
    cdef short_hand_t after
    cdef readiness_t judged
    cdef int kind
    if suits_missing(&SUITS.costs[flow.rules.fifth], hand.key, flow.sets - hand.melds) > 1:
        return 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        after = hand[0]
        take(&after, kind, 1)
        if not wins(SUITS, &SUITS.costs[flow.rules.fifth], after.key, 1):
            continue
        judge(flow, &after, &judged)
        if judged.waits:
            found |= <uint64_t>1 << kind
            if any_:
                break
    return found


cdef uint64_t ready_discards(const flow_t* flow, const seat_t* own, uint64_t kinds) noexcept nogil:
    """The discards with which a seat may declare."""
    cdef short_hand_t hand
    if own.melds == 0 and flow.ready_conditions & OPENED:
        return 0
    short_of(own, -1, &hand)
    return ready_after(flow, &hand, kinds, False)


cdef bint chow_makes_ready(const flow_t* flow, const seat_t* own, int tile, int lowest_tile) noexcept nogil:
    """Whether a seat could declare after a chow with a tile."""
    cdef short_hand_t hand
    cdef int kind
    short_of(own, -1, &hand)
    for kind in range(lowest_tile, lowest_tile + 3):
        if kind != tile:
            take(&hand, kind, 1)
    hand.meld[hand.melds].type = CHOW
    hand.meld[hand.melds].kind = lowest_tile
    hand.melds += 1
    return ready_after(flow, &hand, kinds_of(hand.row), True) != 0


cdef bint kong_keeps_ready(const flow_t* flow, const seat_t* own, int kind, int copies) noexcept nogil:
    """Whether a declared hand stays ready with a kong of a kind, of which so many copies leave the hand."""
    cdef short_hand_t hand
    cdef readiness_t found
    cdef int i
    short_of(own, -1, &hand)
    take(&hand, kind, copies)
    if copies > 1:
        hand.meld[hand.melds].type = EXPOSED_KONG if copies == 3 else CONCEALED_KONG
        hand.meld[hand.melds].kind = kind
        hand.melds += 1
    else:
        for i in range(hand.melds):
            if hand.meld[i].type == PUNG and hand.meld[i].kind == kind:
                hand.meld[i].type = EXPOSED_KONG
    judge(flow, &hand, &found)
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
    if tiles.wild or tiles.sets != flow.rules.sets:
        raise HandError(f"readiness asked of {held}, expected {flow.rules.sets} sets and no wildcard")
    memset(&own, 0, sizeof(own))
    memcpy(own.row, tiles.row, KINDS)
    for i in range(KINDS):
        own.key[suit_of(i)] += tiles.row[i] * weight_of(i)
        own.fours |= <uint64_t>(tiles.row[i] == 4) << i
    own.melds = tiles.melds
    memcpy(own.meld, tiles.meld, sizeof(own.meld))
    judge(&flow.rules, &own, &found)
    failed = [name for name, bit in CONDITIONS.items() if found.failed & <uint32_t>bit]
    if found.failed & ONE_SHORT:
        failed.append("ready")
    return Readiness(
        tuple([i for i in range(KINDS) if found.waits >> i & 1]), tuple(failed), bool(found.closed)
    )
