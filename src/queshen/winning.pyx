# cython: freethreading_compatible=True, cdivision=True
"""What completes the hands at a table, and what they are worth."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy

from queshen.counts cimport part_wins
from queshen.deal cimport (
    CLAIM,
    CLOSED,
    COMPLETES_WILD,
    DECLARED,
    FIRST_DECLARED,
    KONG_ADDED,
    NO_TILE,
    OF_DEALER,
    OF_DISCARD,
    OF_DRAW,
    PUNG,
    ROB,
    TELL_THIRD,
    TURN,
    seat_wind_of,
    void_kinds,
)
from queshen.patterns cimport (
    ALL_PLANTS,
    ALL_SEASONS,
    BY_BAO,
    BY_ROBBING,
    BY_SELF_DRAW,
    IN_LAST_ROUND,
    ON_BAO_WAIT,
    ON_CLOSED_WAIT,
    ON_FIRST_TURN,
    ON_KONG_DISCARD,
    ON_LAST_COPY,
    ON_LAST_TILE,
    ON_REPLACEMENT,
    SUIT,
    WHEN_FIRST_READY,
    WHEN_READY,
)
from queshen.ready cimport completing, judge, readiness_t, short_hand_t, short_of
from queshen.ruleset cimport AS_WILD, NO_WIN
from queshen.scoring cimport NO_FAULT, best_reading, check_win, laid_out, wins_by_wild
from queshen.shapes cimport (
    ABOVE_FOUR,
    EIGHT_PAIRS,
    GREATER_KNITTED,
    KINDS,
    KNITTED,
    KNITTED_STRAIGHT,
    LESSER_KNITTED,
    ORPHANS,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
    bit_sum,
    chosen_parts,
    lowest,
    nearest_missing,
    nearest_useful,
    part_t,
    parts_fn,
    within_reach,
)
from queshen.suits cimport costs_t, suits_t, suits_waits, tables, wins

cdef parts_fn PARTS = chosen_parts()
cdef const suits_t* SUITS = tables()


# ---- what completes a hand ----

cdef uint8_t IN_GROUP[3][SUIT + 1]  # how many of 147, 258 and 369 there are, by the ranks of a suit


cdef void count_groups():
    cdef int ranks, group
    for ranks in range(SUIT + 1):
        for group in range(3):
            IN_GROUP[group][ranks] = bit_sum(ranks & 0b1001001 << group)


count_groups()


cdef inline int most_knitted(uint64_t held) noexcept nogil:
    """How many of nine knitted tiles are held, in the best way of knitting."""
    cdef int best = 0, way, tiles, suit
    for way in range(6):
        tiles = 0
        for suit in range(3):
            tiles += IN_GROUP[KNITTED[way].group[suit]][held >> 9 * suit & SUIT]
        best = max(best, tiles)
    return best


cdef inline uint32_t possible_shapes(const seat_t* own, uint32_t shapes) noexcept nogil:
    """Those of the shapes beside sets and a pair that a hand may be one tile short of, by masks of its kinds."""
    cdef int wild = own.wild, kinds = bit_sum(own.held)
    if kinds < 13 - wild:
        shapes &= ~<uint32_t>(LESSER_KNITTED | GREATER_KNITTED)
        if kinds < 12 - wild:
            shapes &= ~<uint32_t>THIRTEEN_ORPHANS
    if shapes & THIRTEEN_ORPHANS and own.held & ~<uint64_t>ORPHANS:
        shapes &= ~<uint32_t>THIRTEEN_ORPHANS
    if shapes & SEVEN_PAIRS and bit_sum(own.odd) > wild + 1:
        shapes &= ~<uint32_t>SEVEN_PAIRS
    if shapes & EIGHT_PAIRS and bit_sum(own.odd) > wild + 2:
        shapes &= ~<uint32_t>EIGHT_PAIRS
    if shapes & KNITTED_STRAIGHT and (kinds < 8 - wild or most_knitted(own.held) < 8 - wild):
        shapes &= ~<uint32_t>KNITTED_STRAIGHT
    return shapes


cdef void declare(const flow_t* flow, seat_t* own) noexcept nogil:
    """Say what a declared hand may be won on."""
    cdef short_hand_t hand
    cdef readiness_t found
    short_of(own, -1, &hand)
    judge(flow, &hand, NULL, NO_TILE, &found)
    own.waits = found.waits
    own.state &= ~<int>(CLOSED | COMPLETES_WILD)
    own.state |= DECLARED | (CLOSED if found.closed else 0) | (COMPLETES_WILD if found.waits else 0)


cdef void refresh_waits(const flow_t* flow, seat_t* own) noexcept nogil:
    """Say what completes a hand that has not drawn."""
    cdef uint32_t shapes = within_reach(flow.rules.shapes, flow.sets, own.melds)
    cdef uint64_t barred = void_kinds(own)
    cdef bint with_wild
    if own.state & DECLARED:
        declare(flow, own)
        return
    own.waits = 0
    own.state &= ~<int>COMPLETES_WILD
    if own.held & barred:
        return
    if shapes & ~<uint32_t>STANDARD:
        shapes = shapes & STANDARD | possible_shapes(own, shapes & ~<uint32_t>STANDARD)
    # Most hands are far from any: one look says so.
    if shapes == STANDARD and not wins(SUITS, &SUITS.costs[flow.rules.fifth], own.key, own.wild + 1):
        return
    own.waits = completing(
        flow, own.key, own.row, own.fours, shapes, flow.sets - own.melds, own.wild, &with_wild
    ) & ~barred
    own.state |= COMPLETES_WILD if with_wild else 0


cdef bint complete(const flow_t* flow, const seat_t* own) noexcept nogil:
    """Whether a hand with its draw is complete."""
    cdef part_t part
    if own.held & void_kinds(own):
        return False
    PARTS(own.row, 1, &part, 0, True)
    return part_wins(
        &part, within_reach(flow.rules.shapes, flow.sets, own.melds), SUITS, flow.rules.fifth, flow.sets - own.melds,
        own.wild,
    )


# ---- wins of the first turn ----

cdef bint untouched(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """Whether a seat has discarded nothing, laid out nothing, and nobody has a chow or pung."""
    cdef int i, other
    if deal.seat[seat].melds:
        return False
    for i in range(deal.river_length):
        if deal.river[i].seats & 15 == seat:
            return False
    for other in range(flow.seats):
        for i in range(deal.seat[other].melds):
            if deal.seat[other].meld[i].type <= PUNG:
                return False
    for i in range(deal.kongs):
        if deal.kong[i] & KONG_ADDED:  # there was a pung
            return False
    return True


cdef inline bint of_first_turn(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """Whether a win with the tile in question is one of the first turn that the rules mark."""
    cdef const seat_t* own = &deal.seat[seat]
    cdef int kept = flow.first_turn_after_kong if deal.kongs else flow.first_turn
    cdef int prop
    kept &= flow.first_turn
    for prop in range(TELL_THIRD):  # those that change the hand come before
        if own.used[prop]:
            return False
    if deal.phase != TURN:
        return kept & OF_DISCARD and deal.phase == CLAIM and deal.turn == 0 and deal.river_length == 1
    if seat == 0:
        return kept & OF_DEALER and deal.river_length == 0
    return kept & OF_DRAW and not deal.after_kong and untouched(flow, deal, seat)


# ---- what a win is worth ----

cdef inline bint draws_bao(const deal_t* deal, const seat_t* own) noexcept nogil:
    """Whether the tile that a seat has drawn is the hidden wildcard, and wild for it."""
    return own.state & DECLARED and deal.drawn == deal.bao and deal.drawn != NO_TILE


cdef void hand_of(const flow_t* flow, const seat_t* own, hand_t* hand) noexcept nogil:
    """The tiles of a seat as scoring takes them."""
    cdef int i
    hand.sets = flow.sets
    hand.wild = own.wild
    hand.melds = own.melds
    memcpy(hand.row, own.row, KINDS)
    for i in range(own.melds):
        hand.meld[i].type = own.meld[i].type
        hand.meld[i].kind = own.meld[i].kind


cdef void winner(const flow_t* flow, const deal_t* deal, int seat, win_t* win) noexcept nogil:
    """What is so of a seat, whatever it wins on."""
    cdef const seat_t* own = &deal.seat[seat]
    win.face = -1 if deal.wild == NO_TILE else deal.face
    win.round_wind = deal.round_wind
    win.seat_wind = seat_wind_of(flow, deal, seat)
    win.dealer = seat == 0
    win.flowers = bit_sum(own.flowers)
    win.flower_rows = (own.flowers & 15 == 15) * ALL_SEASONS | (own.flowers >> 4 == 15) * ALL_PLANTS
    win.flags = 0
    if own.state & DECLARED:
        win.flags |= WHEN_READY | (WHEN_FIRST_READY if own.state & FIRST_DECLARED else 0)


cdef bint score_win(
    const flow_t* flow, const deal_t* deal, int seat, hand_t* hand, win_t* win, best_t* best
) noexcept nogil:
    """What a seat's hand is worth with the tile in question; whether there is such a win."""
    cdef const seat_t* own = &deal.seat[seat]
    cdef bint drawn = deal.phase == TURN
    cdef int tile = deal.drawn if drawn else deal.tile
    cdef bint wild = tile == deal.wild and (drawn or flow.rules.discard_wild == AS_WILD)
    cdef bint bao = drawn and draws_bao(deal, own)
    cdef bint other_face = tile == deal.wild and not wild and deal.wild != deal.face
    if tile == deal.wild and not wild:
        tile = deal.face
    hand_of(flow, own, hand)
    if not drawn:
        hand.wild += wild
        hand.row[tile] += not wild
    elif bao:
        hand.wild += 1
        hand.row[tile] -= 1
    if PARTS(hand.row, 1, &hand.part, 0, True) & ABOVE_FOUR:
        return False
    winner(flow, deal, seat, win)
    win.tile = -1 if wild or bao else tile
    if drawn:
        win.flags |= BY_SELF_DRAW
        if deal.after_kong:
            win.flags |= ON_REPLACEMENT
        if deal.closing:
            win.flags |= IN_LAST_ROUND
    elif deal.phase == ROB:
        win.flags |= BY_ROBBING
    elif deal.after_kong:
        win.flags |= ON_KONG_DISCARD
    if deal.last_tile and deal.phase != ROB:
        win.flags |= ON_LAST_TILE
    if not (wild or bao or other_face) and deal.visible[tile] - (not drawn) >= 3:
        win.flags |= ON_LAST_COPY
    if flow.first_turn and of_first_turn(flow, deal, seat):
        win.flags |= ON_FIRST_TURN
    if own.state & CLOSED:
        win.flags |= ON_CLOSED_WAIT
    if bao:
        win.flags |= BY_BAO | (ON_BAO_WAIT if own.state & CLOSED and own.waits >> tile & 1 else 0)
    if check_win(flow.rules, hand, win) != NO_FAULT:
        return False
    best_reading(flow.rules, hand, win, best)
    return best.found


cdef int32_t value_of(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    cdef hand_t hand
    cdef win_t win
    cdef best_t best
    return best.worth.total if score_win(flow, deal, seat, &hand, &win, &best) else -1


cdef int32_t best_wait(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """A wait is a kind of which the seat does not hold all four itself; it is won on a plain discard."""
    cdef const seat_t* own = &deal.seat[seat]
    cdef uint64_t waits = own.waits
    cdef int32_t most = -1
    cdef hand_t hand
    cdef win_t win
    cdef best_t best
    hand_of(flow, own, &hand)
    winner(flow, deal, seat, &win)
    while waits:
        win.tile = lowest(waits)
        waits &= waits - 1
        if hand.row[win.tile] + laid_out(&hand, win.tile) >= 4:
            continue
        hand.row[win.tile] += 1
        PARTS(hand.row, 1, &hand.part, 0, True)
        if check_win(flow.rules, &hand, &win) == NO_FAULT:
            best_reading(flow.rules, &hand, &win, &best)
            if best.found:
                most = max(most, best.worth.total)
        hand.row[win.tile] -= 1
    return most


cdef inline bint waits_for(const flow_t* flow, const deal_t* deal, const seat_t* own) noexcept nogil:
    """Whether the tile in question completes a hand."""
    cdef int tile
    if flow.win_needs_ready and not own.state & DECLARED:
        return False
    if deal.phase == TURN:
        if draws_bao(deal, own) or wins_by_wild(flow.rules, own.wild, True):
            return True
        if deal.drawn != deal.wild and not flow.rules.drawn_wins >> deal.drawn & 1:
            return False
        if deal.river_length == 0 and own.melds == 0:
            return complete(flow, own)  # the dealer's first hand had no draw
        return own.state & COMPLETES_WILD if deal.drawn == deal.wild else own.waits >> deal.drawn & 1
    tile = deal.tile
    if wins_by_wild(flow.rules, own.wild, False):
        return True
    if tile == deal.wild:
        if flow.rules.discard_wild == NO_WIN:
            return False
        if flow.rules.discard_wild == AS_WILD:
            return own.state & COMPLETES_WILD
        tile = deal.face
    return (own.waits & flow.rules.claimed_wins) >> tile & 1


cdef bint reaches_minimum(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    cdef hand_t hand
    cdef win_t win
    cdef best_t best
    return score_win(flow, deal, seat, &hand, &win, &best) and best.worth.counted >= flow.rules.minimum


cdef bint can_win(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    if not waits_for(flow, deal, &deal.seat[seat]):
        return False
    return not flow.score_to_win or reaches_minimum(flow, deal, seat)
