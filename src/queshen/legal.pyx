# cython: freethreading_compatible=True, cdivision=True
"""What the seats may do."""

from libc.string cimport memcpy, memset

from queshen.counts cimport part_wins
from queshen.deal cimport (
    ANY_SET,
    CLOSED,
    COMPLETES_WILD,
    DECLARED,
    CAN_CHOW_READY,
    TO_DECLARE,
    CAN_CHOW_HIGH,
    CAN_CHOW_LOW,
    CAN_CHOW_MIDDLE,
    CAN_KONG,
    CAN_PUNG,
    CAN_WIN,
    CLAIM,
    NO_PROP,
    NO_SETS,
    NO_TILE,
    PUNG,
    ROB,
    TURN,
    seat_wind_of,
    wall_left,
)
from queshen.mechanisms cimport may_not_win, of_first_turn
from queshen.patterns cimport (
    BY_ROBBING,
    BY_BAO,
    BY_SELF_DRAW,
    ON_BAO_WAIT,
    ON_CLOSED_WAIT,
    ON_FIRST_TURN,
    ON_LAST_COPY,
    ON_LAST_TILE,
    ON_REPLACEMENT,
    SUIT,
)
from queshen.ready cimport (
    chow_makes_ready,
    judge,
    kong_keeps_ready,
    readiness_t,
    ready_discards,
    short_hand_t,
    short_of,
)
from queshen.props cimport prop_kinds, prop_tiles, usable_props
from queshen.ruleset cimport AS_WILD, NO_WIN
from queshen.scoring cimport NO_FAULT, best_reading, check_win
from queshen.shapes cimport (
    ABOVE_FOUR,
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


# ---- wins ----

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
    if shapes & KNITTED_STRAIGHT and (kinds < 8 - wild or most_knitted(own.held) < 8 - wild):
        shapes &= ~<uint32_t>KNITTED_STRAIGHT
    return shapes


cdef void declare(const flow_t* flow, seat_t* own) noexcept nogil:
    """Say what a declared hand may be won on."""
    cdef short_hand_t hand
    cdef readiness_t found
    short_of(own, -1, &hand)
    judge(flow, &hand, &found)
    own.waits = found.waits
    own.state = own.state & ~<int>CLOSED | DECLARED | (CLOSED if found.closed else 0)


cdef void refresh_waits(const flow_t* flow, seat_t* own) noexcept nogil:
    """Say what completes a hand that has not drawn."""
    cdef const costs_t* costs = &SUITS.costs[flow.rules.fifth]
    cdef int sets = flow.sets - own.melds, wild = own.wild
    cdef uint32_t shapes = within_reach(flow.rules.shapes, flow.sets, own.melds), near
    cdef part_t part
    if own.state & DECLARED:
        declare(flow, own)
        return
    own.waits = 0
    own.state &= ~<int>COMPLETES_WILD
    if shapes & STANDARD and wins(SUITS, costs, own.key, wild + 1):
        own.state |= COMPLETES_WILD
        own.waits = suits_waits(SUITS, own.key, wild, own.fours, flow.rules.fifth)
    shapes &= ~<uint32_t>STANDARD
    if shapes:
        shapes = possible_shapes(own, shapes)
    if shapes:
        PARTS(own.row, 1, &part, 0, True)
        if nearest_missing(&part, shapes, costs, sets, &near) == wild + 1:
            own.state |= COMPLETES_WILD
            own.waits |= nearest_useful(&part, near, costs, sets, wild + 1)


cdef bint complete(const flow_t* flow, const seat_t* own) noexcept nogil:
    """Whether a hand with its draw is complete."""
    cdef part_t part
    PARTS(own.row, 1, &part, 0, True)
    return part_wins(
        &part, within_reach(flow.rules.shapes, flow.sets, own.melds), SUITS, flow.rules.fifth, flow.sets - own.melds,
        own.wild,
    )


cdef inline bint draws_bao(const deal_t* deal, const seat_t* own) noexcept nogil:
    """Whether the tile that a seat has drawn is the hidden wildcard, and wild for it."""
    return own.state & DECLARED and deal.drawn == deal.bao and deal.drawn != NO_TILE


cdef bint score_win(
    const flow_t* flow, const deal_t* deal, int seat, hand_t* hand, win_t* win, best_t* best
) noexcept nogil:
    """What a seat's hand is worth with the tile in question; whether there is such a win."""
    cdef const seat_t* own = &deal.seat[seat]
    cdef bint drawn = deal.phase == TURN
    cdef int tile = deal.drawn if drawn else deal.tile, i
    cdef bint wild = tile == deal.wild and (drawn or flow.rules.discard_wild == AS_WILD)
    cdef bint bao = drawn and draws_bao(deal, own)
    hand.sets = flow.sets
    hand.wild = own.wild
    hand.melds = own.melds
    memcpy(hand.row, own.row, KINDS)
    for i in range(own.melds):
        hand.meld[i].type = own.meld[i].type
        hand.meld[i].kind = own.meld[i].kind
    if not drawn:
        hand.wild += wild
        hand.row[tile] += not wild
    elif bao:
        hand.wild += 1
        hand.row[tile] -= 1
    if PARTS(hand.row, 1, &hand.part, 0, True) & ABOVE_FOUR:
        return False
    win.tile = -1 if wild or bao else tile
    win.face = -1 if deal.wild == NO_TILE else deal.wild
    win.round_wind = deal.round_wind
    win.seat_wind = seat_wind_of(deal, seat)
    win.dealer = seat == 0
    win.flowers = bit_sum(own.flowers)
    win.flags = ON_LAST_TILE if deal.last_tile else 0
    if drawn:
        win.flags |= BY_SELF_DRAW | (ON_REPLACEMENT if deal.after_kong else 0)
    elif deal.phase == ROB:
        win.flags = BY_ROBBING
    if not (wild or bao) and deal.visible[tile] - (not drawn) >= 3:
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


cdef inline bint waits_for(const flow_t* flow, const deal_t* deal, const seat_t* own) noexcept nogil:
    """Whether the tile in question completes a hand."""
    cdef int tile
    if flow.win_needs_ready and not own.state & DECLARED:
        return False
    if deal.phase == TURN:
        if draws_bao(deal, own):
            return True
        if deal.acts == 0:
            return complete(flow, own)  # the dealer's first hand had no draw
        return own.state & COMPLETES_WILD if deal.drawn == deal.wild else own.waits >> deal.drawn & 1
    tile = deal.tile
    if tile == deal.wild:
        if flow.rules.discard_wild == NO_WIN:
            return False
        if flow.rules.discard_wild == AS_WILD:
            return own.state & COMPLETES_WILD
    return own.waits >> tile & 1


cdef bint reaches_minimum(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    cdef hand_t hand
    cdef win_t win
    cdef best_t best
    return score_win(flow, deal, seat, &hand, &win, &best) and best.worth.counted >= flow.rules.minimum


cdef inline bint can_win(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """Whether a seat may win with the tile drawn, or with the one that lies open."""
    if not waits_for(flow, deal, &deal.seat[seat]):
        return False
    # Where wildcards cannot be anything in every shape, only scoring knows.
    if flow.rules.minimum <= 0 and (not flow.rules.wildcards or flow.rules.wild_shapes == flow.rules.shapes):
        return True
    return reaches_minimum(flow, deal, seat)


# ---- a turn ----

cdef inline uint64_t claimable(const flow_t* flow, const deal_t* deal, const seat_t* own) noexcept nogil:
    """Kinds that a hand may lay out: where the rules allow it, wildcards as their own face too."""
    return own.held | <uint64_t>(flow.wild_melds and own.wild > 0) << (deal.wild & 63)


cdef void open_ready(const flow_t* flow, deal_t* deal, const seat_t* own) noexcept nogil:
    """What a declaration, made or possible, changes."""
    cdef uint64_t kinds
    cdef int kind
    if not own.state & DECLARED:
        deal.ready_discards = ready_discards(flow, own, deal.discards)
        if deal.claimed == TO_DECLARE:
            deal.discards = 0
    else:
        deal.discards = <uint64_t>1 << deal.drawn if flow.ready_locks else ready_discards(flow, own, deal.discards)
        kinds = deal.concealed_kongs | deal.added_kongs
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            if not kong_keeps_ready(flow, own, kind, 4 if deal.concealed_kongs >> kind & 1 else 1):
                deal.concealed_kongs &= ~(<uint64_t>1 << kind)
                deal.added_kongs &= ~(<uint64_t>1 << kind)


cdef void open_choices(const flow_t* flow, deal_t* deal) noexcept nogil:
    """Say what the seat may do whose turn it is. In most games a turn that began with a claim has no kongs."""
    cdef const seat_t* own = &deal.seat[deal.turn]
    cdef int i
    deal.concealed_kongs = deal.added_kongs = deal.ready_discards = 0
    deal.discards = own.held
    if own.wild and (flow.wild_discard or not own.held):
        deal.discards |= <uint64_t>1 << deal.wild
    if (not deal.claimed or flow.kong_after_claim) and wall_left(flow, deal, deal.turn) > 0 and not deal.closing:
        deal.concealed_kongs = own.fours
        if flow.wild_melds and own.wild >= 4:
            deal.concealed_kongs |= <uint64_t>1 << deal.wild
        for i in range(own.melds):
            if own.meld[i].type == PUNG:
                deal.added_kongs |= claimable(flow, deal, own) & <uint64_t>1 << own.meld[i].kind
        if own.melds >= flow.most_melds:
            deal.concealed_kongs = 0
            if not flow.added_at_most:
                deal.added_kongs = 0
    if deal.closing:
        deal.discards = <uint64_t>1 << deal.drawn
    elif flow.ready:
        open_ready(flow, deal, own)
    deal.may_win = deal.drawn != NO_TILE and can_win(flow, deal, deal.turn)


cdef void open_turn(const flow_t* flow, deal_t* deal, int claimed) noexcept nogil:
    """The turn of a seat begins, after a draw or a claim."""
    deal.phase = TURN
    deal.claimed = claimed
    deal.refused = 0
    if claimed:
        deal.drawn = NO_TILE
        deal.after_kong = False
        deal.fresh = 0
    open_choices(flow, deal)


# ---- a window ----

cdef int copies_for_claim(const flow_t* flow, const deal_t* deal, const seat_t* own, int tile) noexcept nogil:
    if tile == deal.wild:
        return own.wild if flow.wild_melds else 0
    return own.row[tile]


cdef int chows(const flow_t* flow, const deal_t* deal, const seat_t* own, int tile) noexcept nogil:
    """The chows that a seat can make with a tile, as claim bits."""
    cdef uint64_t held = claimable(flow, deal, own)
    cdef int rank = tile % 9, found = 0
    if tile >= 27 or (tile == deal.wild and not flow.wild_melds):
        return 0
    if rank <= 6 and held >> tile + 1 & 3 == 3:
        found |= CAN_CHOW_LOW
    if 1 <= rank <= 7 and held >> tile - 1 & 5 == 5:
        found |= CAN_CHOW_MIDDLE
    if rank >= 2 and held >> tile - 2 & 3 == 3:
        found |= CAN_CHOW_HIGH
    return found


cdef inline int set_claims(
    const flow_t* flow, const deal_t* deal, int seat, bint is_next, int sets
) noexcept nogil:
    """The sets that a seat may claim the discard for, as claim bits."""
    cdef const seat_t* own = &deal.seat[seat]
    cdef int tile = deal.tile, claims = 0, copies, found, i
    if own.melds >= flow.most_melds:
        return 0
    copies = copies_for_claim(flow, deal, own, tile)
    if copies >= 3 and wall_left(flow, deal, seat) > 0:
        claims |= CAN_KONG
    if own.state & DECLARED:
        return claims if claims and kong_keeps_ready(flow, own, tile, 3) else 0
    if copies >= 2:
        claims |= CAN_PUNG
    if sets != ANY_SET or not (flow.ready_chows or (flow.chow and is_next)):
        return claims
    found = chows(flow, deal, own, tile)
    if flow.ready_chows:
        for i in range(3):
            if found & CAN_CHOW_LOW << i and chow_makes_ready(flow, own, tile, tile - i):
                claims |= CAN_CHOW_READY << i
    return claims | found if flow.chow and is_next else claims


cdef inline bint may_rob(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """Whether the rules let a seat win the tile that is being added to a pung."""
    cdef const seat_t* owner = &deal.seat[deal.turn]
    cdef int i
    if not flow.rob_own_discard:
        for i in range(owner.melds):
            if owner.meld[i].type == PUNG and owner.meld[i].kind == deal.tile and owner.meld[i].source == seat:
                return False
    return True


cdef bint open_window(const flow_t* flow, deal_t* deal, bint robbing) noexcept nogil:
    """Say what each seat may do with the open tile; whether any of them may do something."""
    cdef const seat_t* own
    cdef int tile = deal.tile, seat, claims, next_seat = deal.turn + 1 if deal.turn + 1 < flow.seats else 0
    cdef int sets = flow.claims_on_last if wall_left(flow, deal, next_seat) <= 0 else ANY_SET
    cdef bint winnable = flow.rob_added_kong if robbing else flow.rules.discard_win
    deal.phase = ROB if robbing else CLAIM
    deal.asked = deal.answered = 0
    memset(deal.answer, 0, sizeof(deal.answer))
    for seat in range(flow.seats):
        deal.claims[seat] = 0
        if seat == deal.turn:
            continue
        own = &deal.seat[seat]
        # Most seats can do nothing with a tile: one look says so.
        if not ((own.waits | own.twice) >> tile & 1 or seat == next_seat or tile == deal.wild or flow.ready_chows):
            continue
        claims = 0
        if winnable and not may_not_win(flow, deal, seat) and (not robbing or may_rob(flow, deal, seat)):
            claims = CAN_WIN if can_win(flow, deal, seat) else 0
        if not robbing and sets != NO_SETS:
            claims |= set_claims(flow, deal, seat, seat == next_seat, sets)
        deal.claims[seat] = claims
        deal.asked |= (claims != 0) << seat
    return deal.asked != 0


# ---- the legal set ----

cdef int legal_actions(const flow_t* flow, const deal_t* deal, int seat, uint64_t* mask) noexcept nogil:
    """The actions of a seat as 256 bits; how many there are. A seat that is not asked may only pass."""
    cdef int claims, i, number = 0
    memset(mask, 0, 32)
    if deal.phase == TURN and seat == deal.turn and deal.prop != NO_PROP:
        put_kinds(mask, CHOSEN_TILE, prop_tiles(deal))
        put_kinds(mask, CHOSEN_KIND, prop_kinds(deal))
    elif deal.phase == TURN and seat == deal.turn:
        if flow.forced_win and deal.may_win:
            put_one(mask, DECLARE_WIN, True)
            return 1
        mask[0] = deal.discards
        put_kinds(mask, DISCARD_READY, deal.ready_discards)
        put_kinds(mask, CONCEALED, deal.concealed_kongs)
        put_kinds(mask, ADDED, deal.added_kongs)
        put_one(mask, DECLARE_WIN, deal.may_win)
        if flow.props:
            put_kinds(mask, USE_PROP, usable_props(flow, deal))
    else:
        claims = deal.claims[seat] if deal.phase in (CLAIM, ROB) else 0
        if flow.forced_win and claims & CAN_WIN:
            put_one(mask, DECLARE_WIN, True)
            return 1
        put_one(mask, PASS, True)
        if claims:
            put_one(mask, DECLARE_WIN, claims & CAN_WIN)
            put_one(mask, CLAIM_KONG, claims & CAN_KONG)
            put_one(mask, CLAIM_PUNG, claims & CAN_PUNG)
            put_one(mask, CHOW_AS_LOW, claims & CAN_CHOW_LOW)
            put_one(mask, CHOW_AS_MIDDLE, claims & CAN_CHOW_MIDDLE)
            put_one(mask, CHOW_AS_HIGH, claims & CAN_CHOW_HIGH)
            for i in range(3):
                put_one(mask, CHOW_READY + i, claims & CAN_CHOW_READY << i)
    for i in range(4):
        if mask[i]:  # most words have nothing
            number += bit_sum(mask[i])
    return number


cdef inline void put_one(uint64_t* mask, int action, bint there) noexcept nogil:
    mask[action >> 6] |= <uint64_t>(there != 0) << (action & 63)


cdef inline void put_kinds(uint64_t* mask, int first, uint64_t kinds) noexcept nogil:
    """Actions of which there is one for each kind."""
    mask[first >> 6] |= kinds << (first & 63)
    if first & 63 > 64 - KINDS:
        mask[(first >> 6) + 1] |= kinds >> (64 - (first & 63))


cdef bint may(const flow_t* flow, const deal_t* deal, int seat, int action) noexcept nogil:
    """Whether a seat may act so now."""
    cdef uint64_t mask[4]
    if not 0 <= seat < flow.seats or not 0 <= action < ACTIONS or deal.phase > ROB:
        return False
    if deal.phase == TURN and seat != deal.turn:
        return False
    if deal.phase != TURN and not deal.asked >> seat & 1:
        return False
    legal_actions(flow, deal, seat, mask)
    return mask[action >> 6] >> (action & 63) & 1
