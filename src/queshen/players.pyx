# cython: freethreading_compatible=True, cdivision=True
"""Players without Python.

The random player takes every legal action equally often. The greedy one wins when it can; it discards what leaves the
lowest shanten, and among those the most useful tiles that it has not seen, the highest kind among equals; it claims
and kongs what lowers its shanten. It declares as soon as it can, for the most unseen tiles to win on. It passes on tiles of
the suit of which it has least, and declares void what it then has least of; it never doubles the stakes.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from queshen.deal cimport (
    DECLARING,
    END,
    EXCHANGING,
    KINDS,
    NO_TILE,
    NOBODY,
    TURN,
    VOIDING,
    below,
    seat_t,
    suit_of,
    weight_of,
)
from queshen.legal cimport (
    ADDED,
    CHOW_AS_LOW,
    CHOSEN_TILE,
    CHOW_READY,
    CLAIM_KONG,
    CLAIM_PUNG,
    CONCEALED,
    DECLARE_READY,
    DECLARE_WIN,
    DISCARD_READY,
    PASS,
    VOID_SUIT,
    legal_actions,
)
from queshen.play cimport act, to_act
from queshen.ready cimport judge, readiness_t, short_hand_t, short_of
from queshen.shapes cimport (
    KNITTED,
    KNITTED_STRAIGHT,
    OUT_OF_REACH,
    STANDARD,
    bit_sum,
    change,
    chosen_parts,
    held,
    lowest,
    nearest_missing,
    nearest_useful,
    part_t,
    parts_fn,
    shape_missing,
    within_reach,
)
from queshen.suits cimport costs_t, suits_missing, suits_t, suits_useful, tables

cdef parts_fn PARTS = chosen_parts()
cdef const suits_t* SUITS = tables()


cdef int nth_bit(uint64_t bits, int number) noexcept nogil:
    while number:
        bits &= bits - 1
        number -= 1
    return lowest(bits)


cdef int nth_action(const uint64_t* mask, int number) noexcept nogil:
    cdef int word, here
    for word in range(4):
        if not mask[word]:
            continue
        here = bit_sum(mask[word])
        if number < here:
            return 64 * word + nth_bit(mask[word], number)
        number -= here
    return PASS


# ---- greedy ----

cdef uint32_t near_shapes(const flow_t* flow, const part_t* part, int melds) noexcept nogil:
    """The shapes that a hand is nearest to. No discard that keeps it so near leaves another one nearer.

    A hand that is complete, but not worth enough, is a tile from all that it misses one tile of as well.
    """
    cdef uint32_t shapes = within_reach(flow.rules.shapes, flow.sets, melds), rest = shapes, one, found = 0
    cdef const costs_t* costs = &SUITS.costs[flow.rules.fifth]
    cdef int missing[8]
    cdef int best = OUT_OF_REACH, i
    for i in range(8):
        one = 1 << i
        missing[i] = OUT_OF_REACH
        if rest & one and not (one == KNITTED_STRAIGHT and far_from_knitted(part, best)):
            missing[i] = shape_missing(part, one, costs, flow.sets - melds)
            best = min(best, missing[i])
    for i in range(8):
        found |= <uint32_t>(missing[i] <= max(best, 1)) << i
    return found & shapes


cdef bint far_from_knitted(const part_t* part, int best) noexcept nogil:
    """Whether more of the nine knitted tiles are missing than a hand misses otherwise."""
    cdef int way
    for way in range(6):
        if bit_sum(KNITTED[way].mask & ~held(part)) <= max(best, 1):
            return False
    return True


cdef inline int distance(
    const flow_t* flow, const part_t* part, uint32_t shapes, int melds, int wild, uint32_t* near
) noexcept nogil:
    """Tiles missing to a win beyond the wildcards, with so many sets melded."""
    return nearest_missing(part, shapes, &SUITS.costs[flow.rules.fifth], flow.sets - melds, near) - wild


cdef inline uint32_t after_meld(const flow_t* flow, const seat_t* own) noexcept nogil:
    """The shapes within reach of a hand with one more meld."""
    return within_reach(flow.rules.shapes, flow.sets, own.melds + 1)


cdef int unseen(const deal_t* deal, const seat_t* own, uint64_t kinds) noexcept nogil:
    """Copies of `kinds`, but not of the wild kind, that neither lie face up nor are in the hand."""
    cdef int number = 0, kind
    if deal.wild != NO_TILE:
        kinds &= ~(<uint64_t>1 << deal.wild)  # it helps any hand, and so changes no comparison
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        number += max(0, 4 - deal.visible[kind] - own.row[kind])
    return number


cdef inline void keys_without(const seat_t* own, int kind, uint32_t* key) noexcept nogil:
    memcpy(key, own.key, 16)
    if own.row[kind]:
        key[suit_of(kind)] -= weight_of(kind)


cdef int greedy_discard(
    const flow_t* flow, const deal_t* deal, const seat_t* own, const part_t* part, int* missing
) noexcept nogil:
    """The discard that leaves a hand nearest to a win, and how many tiles it then misses."""
    cdef uint32_t shapes = near_shapes(flow, part, own.melds), near
    cdef const costs_t* costs = &SUITS.costs[flow.rules.fifth]
    cdef int sets = flow.sets - own.melds, best = -1, most = -1, ties = 0, copies, kind, wild
    cdef int distances[KINDS]
    cdef uint64_t kinds = deal.discards, useful
    cdef uint32_t key[4]
    cdef part_t after
    missing[0] = OUT_OF_REACH
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        wild = own.wild - (own.row[kind] == 0)
        if shapes == STANDARD:
            keys_without(own, kind, key)
            distances[kind] = suits_missing(costs, key, sets) - wild
        else:
            after = part[0]
            if own.row[kind]:
                change(&after, kind, -1)
            distances[kind] = distance(flow, &after, shapes, own.melds, wild, &near)
        if distances[kind] <= missing[0]:
            ties = ties + 1 if distances[kind] == missing[0] else 1
            missing[0] = distances[kind]
    kinds = deal.discards
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if distances[kind] != missing[0]:
            continue
        if ties == 1:
            return kind
        wild = own.wild - (own.row[kind] == 0)
        if shapes == STANDARD:
            keys_without(own, kind, key)
            useful = suits_useful(costs, key, sets, missing[0] + wild, own.fours & ~(<uint64_t>1 << kind))
        else:
            after = part[0]
            if own.row[kind]:
                change(&after, kind, -1)
            nearest_missing(&after, shapes, costs, sets, &near)
            useful = nearest_useful(&after, near, costs, sets, missing[0] + wild)
        copies = unseen(deal, own, useful)
        if copies >= most:
            most = copies
            best = kind
    return best


cdef int ready_discard(const flow_t* flow, const deal_t* deal, const seat_t* own) noexcept nogil:
    """The discard to declare with."""
    cdef uint64_t kinds = deal.ready_discards
    cdef int kind, copies, best = -1, most = -1
    cdef short_hand_t hand
    cdef readiness_t found
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        short_of(own, kind, &hand)
        judge(flow, &hand, deal.visible, kind, &found)
        copies = unseen(deal, own, found.waits)
        if copies >= most:
            most = copies
            best = kind
    return best


cdef int greedy_turn(const flow_t* flow, const deal_t* deal, const seat_t* own) noexcept nogil:
    cdef part_t part, after
    cdef uint32_t near
    cdef uint64_t kongs
    cdef int missing, kind, tile, i
    if deal.may_win:
        return DECLARE_WIN
    if deal.ready_discards:
        return DISCARD_READY + ready_discard(flow, deal, own)
    PARTS(own.row, 1, &part, 0, True)
    tile = greedy_discard(flow, deal, own, &part, &missing)
    # A kong that leaves the hand as near as the best discard would.
    kongs = deal.concealed_kongs & own.fours
    while kongs:
        kind = lowest(kongs)
        kongs &= kongs - 1
        after = part
        for i in range(4):
            change(&after, kind, -1)
        if distance(flow, &after, after_meld(flow, own), own.melds + 1, own.wild, &near) <= missing:
            return CONCEALED + kind
    kongs = deal.added_kongs & own.held
    while kongs:
        kind = lowest(kongs)
        kongs &= kongs - 1
        after = part
        change(&after, kind, -1)
        if distance(flow, &after, within_reach(flow.rules.shapes, flow.sets, own.melds), own.melds, own.wild, &near) <= missing:
            return ADDED + kind
    return tile


cdef bint natural_set(const seat_t* own, int tile, int action) noexcept nogil:
    """Whether a claim takes no wildcards, where the rules let them be part of melds."""
    cdef int kind = tile - (action - CHOW_AS_LOW), i
    if action >= CLAIM_PUNG:
        return own.row[tile] >= (3 if action == CLAIM_KONG else 2)
    for i in range(3):
        if kind + i != tile and own.row[kind + i] == 0:
            return False
    return True


cdef int greedy_claim(
    const flow_t* flow, const deal_t* deal, const seat_t* own, const uint64_t* mask
) noexcept nogil:
    """The claim that brings the hand nearest to a win, if it comes nearer at all."""
    cdef part_t part, after
    cdef uint32_t near
    cdef int action, best = PASS, missing, here, kind, i
    if mask[DECLARE_WIN >> 6] >> (DECLARE_WIN & 63) & 1:
        return DECLARE_WIN
    for action in range(CHOW_READY, CLAIM_PUNG):
        if mask[action >> 6] >> (action & 63) & 1:
            return action
    PARTS(own.row, 1, &part, 0, True)
    missing = distance(flow, &part, near_shapes(flow, &part, own.melds), own.melds, own.wild, &near)
    for action in range(CHOW_AS_LOW, CLAIM_KONG + 1):
        if not mask[action >> 6] >> (action & 63) & 1:
            continue
        if not natural_set(own, deal.tile, action):
            continue
        after = part
        if action >= CLAIM_PUNG:
            for i in range(3 if action == CLAIM_KONG else 2):
                change(&after, deal.tile, -1)
        else:
            kind = deal.tile - (action - CHOW_AS_LOW)
            for i in range(3):
                if kind + i != deal.tile:
                    change(&after, kind + i, -1)
        here = distance(flow, &after, after_meld(flow, own), own.melds + 1, own.wild, &near)
        if here < missing:
            missing = here
            best = action
    return best


cdef int least_suit(const seat_t* own, uint64_t kinds) noexcept nogil:
    """Of the suits of some kinds the one of which a hand has fewest tiles, the last among equals."""
    cdef int tiles[3], suit, kind, best = -1
    memset(tiles, 0, sizeof(tiles))
    for kind in range(27):
        tiles[suit_of(kind)] += own.row[kind]
    for suit in range(3):
        if kinds >> 9 * suit & 511 and (best < 0 or tiles[suit] <= tiles[best]):
            best = suit
    return best


cdef int greedy_opening(const deal_t* deal, const seat_t* own, const uint64_t* mask) noexcept nogil:
    cdef uint64_t kinds
    if deal.phase == EXCHANGING:
        kinds = mask[CHOSEN_TILE >> 6] >> (CHOSEN_TILE & 63) | mask[(CHOSEN_TILE >> 6) + 1] << (64 - (CHOSEN_TILE & 63))
        kinds &= ((<uint64_t>1 << KINDS) - 1)
        return CHOSEN_TILE + lowest(kinds & <uint64_t>511 << 9 * least_suit(own, kinds))
    if deal.phase == VOIDING:
        return VOID_SUIT + least_suit(own, <uint64_t>0x7FFFFFF)
    return DECLARE_READY if deal.phase == DECLARING else PASS


cdef int choose(const flow_t* flow, const deal_t* deal, int seat, player_t player, uint64_t* stream) noexcept nogil:
    cdef uint64_t mask[4]
    cdef int number
    if player == GREEDY and deal.phase == TURN:
        return greedy_turn(flow, deal, &deal.seat[seat])
    number = legal_actions(flow, deal, seat, mask)
    if player == GREEDY and deal.phase > END:
        return greedy_opening(deal, &deal.seat[seat], mask)
    if player == GREEDY:
        return greedy_claim(flow, deal, &deal.seat[seat], mask)
    return nth_action(mask, below(stream, number))


cdef void play_out(const flow_t* flow, deal_t* deal, const player_t* player, uint64_t* stream) noexcept nogil:
    """Play a deal to its end, each seat by its player with a stream of its own."""
    cdef int seat = to_act(flow, deal)
    while seat != NOBODY:
        act(flow, deal, seat, choose(flow, deal, seat, player[seat], &stream[seat]), False, NULL)
        seat = to_act(flow, deal)
