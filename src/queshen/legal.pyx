# cython: freethreading_compatible=True, cdivision=True
"""What the seats may do."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from queshen.deal cimport (
    ANY_SET,
    CAN_CHOW_HIGH,
    CAN_CHOW_LOW,
    CAN_CHOW_MIDDLE,
    CAN_CHOW_READY,
    CAN_KONG,
    CAN_PUNG,
    CAN_WIN,
    CAN_WIN_FIRST,
    CLAIM,
    DECLARED,
    END,
    LEFT,
    NO_PROP,
    NO_SETS,
    NO_TILE,
    PUNG,
    ROB,
    TO_DECLARE,
    TURN,
    as_shown,
    next_seat,
    seat_t,
    void_kinds,
    wall_left,
)
from queshen.mechanisms cimport may_not_win
from queshen.opening cimport opening_actions
from queshen.props cimport prop_kinds, prop_tiles, usable_props
from queshen.ready cimport chow_makes_ready, kong_keeps_ready, ready_discards
from queshen.shapes cimport bit_sum, lowest
from queshen.winning cimport can_win, may_complete, value_of


# ---- a turn ----

cdef inline uint64_t claimable(const flow_t* flow, const deal_t* deal, const seat_t* own) noexcept nogil:
    """Kinds that a hand may lay out: where the rules allow it, wildcards as their own face too."""
    return own.held | <uint64_t>(flow.wild_melds and own.wild > 0) << (deal.wild & 63)


cdef void open_ready(const flow_t* flow, deal_t* deal, const seat_t* own) noexcept nogil:
    """What a declaration, made or possible, changes."""
    cdef uint64_t kinds
    cdef int kind
    if not own.state & DECLARED:
        deal.ready_discards = ready_discards(flow, deal, own, deal.discards)
        if deal.claimed == TO_DECLARE:
            deal.discards = 0
    else:
        # The drawn tile may always go.
        kinds = 0 if flow.ready_locks else ready_discards(flow, deal, own, deal.discards)
        deal.discards = kinds | <uint64_t>1 << deal.drawn
        kinds = deal.concealed_kongs | deal.added_kongs
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            if not kong_keeps_ready(flow, deal, own, kind, 4 if deal.concealed_kongs >> kind & 1 else 1):
                deal.concealed_kongs &= ~(<uint64_t>1 << kind)
                deal.added_kongs &= ~(<uint64_t>1 << kind)


cdef void open_choices(const flow_t* flow, deal_t* deal) noexcept nogil:
    """Say what the seat may do whose turn it is. In most games a turn that began with a claim has no kongs."""
    cdef const seat_t* own = &deal.seat[deal.turn]
    cdef uint64_t barred = void_kinds(own)
    cdef int i
    deal.concealed_kongs = deal.added_kongs = deal.ready_discards = 0
    deal.discards = own.held & barred or own.held & own.odd & ~own.twice & flow.lone_first
    if not deal.discards:
        deal.discards = own.held
        if own.wild and (flow.wild_discard or not own.held):
            deal.discards |= <uint64_t>1 << deal.wild
    if (not deal.claimed or flow.kong_after_claim) and wall_left(flow, deal, deal.turn) > 0 and not deal.closing:
        deal.concealed_kongs = own.fours & ~barred
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
    deal.may_win = (
        deal.drawn != NO_TILE and may_complete(flow, deal, own, deal.drawn) and can_win(flow, deal, deal.turn)
    )


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
    if own.melds >= flow.most_melds or void_kinds(own) >> tile & 1:
        return 0
    copies = copies_for_claim(flow, deal, own, tile)
    if copies >= 3 and wall_left(flow, deal, seat) > 0:
        claims |= CAN_KONG
    if own.state & DECLARED:
        return claims if claims and kong_keeps_ready(flow, deal, own, tile, 3) else 0
    if flow.blocked_wild and own.wild >= flow.blocked_wild and flow.sets - own.melds == 1:
        return claims
    if copies >= 2:
        claims |= CAN_PUNG
    if sets != ANY_SET or not (flow.ready_chows or (flow.chow and is_next)):
        return claims
    found = chows(flow, deal, own, tile)
    if flow.ready_chows:
        for i in range(3):
            if found & CAN_CHOW_LOW << i and chow_makes_ready(flow, deal, own, tile, tile - i):
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
    cdef int tile = deal.tile, seat, claims, after = next_seat(flow, deal, deal.turn)
    cdef int sets = flow.claims_on_last if wall_left(flow, deal, after) <= 0 else ANY_SET
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
        if not ((own.waits | own.twice) >> tile & 1 or seat == after or tile == deal.wild or flow.look_at_all):
            continue
        if own.state & LEFT:
            continue
        claims = 0
        if winnable and may_complete(flow, deal, own, tile) and can_win(flow, deal, seat) and (not robbing or may_rob(flow, deal, seat)):
            if not may_not_win(flow, deal, seat):
                claims = CAN_WIN
                if flow.first_from and value_of(flow, deal, seat) >= flow.first_from:
                    claims |= CAN_WIN_FIRST
        if sets != NO_SETS and (not robbing or flow.rob_for_sets):
            claims |= set_claims(flow, deal, seat, seat == after, sets)
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
    elif deal.phase > END:
        opening_actions(flow, deal, seat, mask)
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


cdef bint may(const flow_t* flow, const deal_t* deal, int seat, int action) noexcept nogil:
    """Whether a seat may act so now."""
    cdef uint64_t mask[4]
    if not 0 <= seat < flow.seats or not 0 <= action < ACTIONS or deal.phase == END:
        return False
    if deal.phase == TURN and seat != deal.turn:
        return False
    if deal.phase != TURN and not deal.asked >> seat & 1:
        return False
    legal_actions(flow, deal, seat, mask)
    return mask[action >> 6] >> (action & 63) & 1


# ---- what actions are called at the table ----

cdef int renamed(const deal_t* deal, int action) noexcept nogil:
    if action < CHOW_AS_LOW:
        return action - action % KINDS + as_shown(deal, action % KINDS)
    if CHOSEN_TILE <= action < ACTIONS:
        return action - (action - CHOSEN_TILE) % KINDS + as_shown(deal, (action - CHOSEN_TILE) % KINDS)
    return action


cdef inline void swap_bits(uint64_t* mask, int one, int other) noexcept nogil:
    cdef uint64_t differ = (mask[one >> 6] >> (one & 63) ^ mask[other >> 6] >> (other & 63)) & 1
    mask[one >> 6] ^= differ << (one & 63)
    mask[other >> 6] ^= differ << (other & 63)


cdef void rename_all(const deal_t* deal, uint64_t* mask) noexcept nogil:
    cdef int i
    if deal.wild == deal.face:
        return
    for i in range(4):
        swap_bits(mask, KINDS * i + deal.wild, KINDS * i + deal.face)
    for i in range(2):
        swap_bits(mask, CHOSEN_TILE + KINDS * i + deal.wild, CHOSEN_TILE + KINDS * i + deal.face)
