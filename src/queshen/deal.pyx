# cython: freethreading_compatible=True, cdivision=True
"""Setting a deal up, and the moves of tiles.

Walls are shuffled by a generator that is written down here. Its words are those of SplitMix64: the state grows by
0x9E3779B97F4A7C15, and a word is the state after two rounds of shift, xor and multiply, and a last shift and xor. A
number below n is the upper half of h * n, h being the upper 32 bits of a word; where the lower half is below 2**32 mod n
another word is taken, so that all numbers are equally likely. A wall lies sorted by kind, flowers last; then, from its
last place down to its second, each tile changes places with one at or before it.
"""

from libc.string cimport memset


cdef uint64_t next_word(uint64_t* state) noexcept nogil:
    cdef uint64_t word
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    word = state[0]
    word = (word ^ word >> 30) * <uint64_t>0xBF58476D1CE4E5B9
    word = (word ^ word >> 27) * <uint64_t>0x94D049BB133111EB
    return word ^ word >> 31


cdef uint32_t below(uint64_t* state, uint32_t number) noexcept nogil:
    cdef uint64_t product
    while True:
        product = (next_word(state) >> 32) * number
        # What is not below the number is not below the remainder either, which is seldom asked for.
        if <uint32_t>product >= number or <uint32_t>product >= (0 - number) % number:
            return <uint32_t>(product >> 32)


# ---- tiles of a seat ----

cdef void gain(deal_t* deal, int seat, int tile) noexcept nogil:
    """Put a tile into a hand: the wild kind among the wildcards, a flower among those that wait to be replaced."""
    cdef seat_t* own = &deal.seat[seat]
    cdef uint64_t bit = <uint64_t>1 << tile
    if tile == deal.wild:
        own.wild += 1
    elif tile >= KINDS:
        own.waiting |= 1 << (tile - KINDS)
    else:
        own.row[tile] += 1
        own.key[suit_of(tile)] += weight_of(tile)
        own.held |= bit
        own.odd ^= bit
        own.twice |= <uint64_t>(own.row[tile] >= 2) << tile
        own.fours |= <uint64_t>(own.row[tile] == 4) << tile


cdef void lose(deal_t* deal, int seat, int tile) noexcept nogil:
    """Take a tile out of a hand."""
    cdef seat_t* own = &deal.seat[seat]
    cdef uint64_t bit = <uint64_t>1 << tile
    if tile == deal.wild and own.row[tile] == 0:
        own.wild -= 1
        return
    own.row[tile] -= 1
    own.key[suit_of(tile)] -= weight_of(tile)
    own.held &= ~(<uint64_t>(own.row[tile] == 0) << tile)
    own.odd ^= bit
    own.twice &= ~(<uint64_t>(own.row[tile] < 2) << tile)
    own.fours &= ~bit


# ---- walls ----

cdef int take_from_wall(const flow_t* flow, deal_t* deal, int seat, bint tail) noexcept nogil:
    """The next tile, which leaves the wall; there is one."""
    cdef int wall = wall_of(deal, seat)
    if tail:
        deal.tail[wall] -= 1
        return deal.wall[deal.tail[wall]]
    deal.head[wall] += 1
    return deal.wall[deal.head[wall] - 1]


cdef void shuffle(const flow_t* flow, deal_t* deal, uint64_t seed) noexcept nogil:
    cdef uint64_t state = seed
    cdef int tile, i, other, length = 0
    cdef uint8_t swap
    for tile in range(FACES):
        for i in range(flow.copies[tile]):
            deal.wall[length] = tile
            length += 1
    for i in range(length - 1, 0, -1):
        other = below(&state, i + 1)
        swap = deal.wall[i]
        deal.wall[i] = deal.wall[other]
        deal.wall[other] = swap
    deal.tail[0] = length


# ---- the set-up ----

cdef void clear(deal_t* deal, int round_wind, int dealer_wind, int streak) noexcept nogil:
    cdef int seat
    memset(deal, 0, sizeof(deal_t))
    deal.round_wind = round_wind
    deal.dealer_wind = dealer_wind
    deal.streak = streak
    deal.fed_by = NOBODY
    deal.indicator = deal.wild = deal.face = deal.drawn = deal.last_drawn = deal.bird = deal.tile = NO_TILE
    deal.bao = NO_TILE
    deal.prop = NO_PROP
    deal.prop_tile = NO_TILE
    memset(deal.chosen, NO_TILE, sizeof(deal.chosen))
    for seat in range(MOST_SEATS):
        deal.seat[seat].told = deal.seat[seat].told_next = NO_TILE
        deal.seat[seat].bound = UNBOUND


cdef int wild_after(const flow_t* flow, int kind) noexcept nogil:
    """The kind that an indicator makes wild."""
    if flow.indicator_same:
        return kind
    if kind < 27:
        return kind - 8 if kind % 9 == 8 else kind + 1
    if not flow.separate_honours:
        return 27 if kind == 33 else kind + 1
    return 27 if kind == 30 else 31 if kind == 33 else kind + 1


cdef int turn_tile(const flow_t* flow, deal_t* deal, bint tail) noexcept nogil:
    """Take the tile that is turned out of the wall: the first one from an end, of certain kinds where the rules say so."""
    cdef int step = -1 if tail else 1, place = deal.tail[0] - 1 if tail else deal.head[0], tile
    if flow.indicator_among:
        while not flow.indicator_among >> deal.wall[place] & 1:
            place += step
            if not deal.head[0] <= place < deal.tail[0]:
                return NO_TILE
        tile = deal.wall[place]
        while deal.head[0] <= place - step < deal.tail[0]:
            deal.wall[place] = deal.wall[place - step]
            place -= step
        deal.wall[place] = tile
    return take_from_wall(flow, deal, 0, tail)


cdef void take_labels(const flow_t* flow, deal_t* deal, int stand_in, int face) noexcept nogil:
    """Exchange the labels of the tiles that stand in for a face and of the wild tiles that carry it."""
    cdef int i, seat, have
    for i in range(MOST_WALL):
        if deal.wall[i] == stand_in:
            deal.wall[i] = face
        elif deal.wall[i] == face:
            deal.wall[i] = stand_in
    deal.wild = stand_in
    for seat in range(flow.seats):
        have = deal.seat[seat].row[stand_in]
        for i in range(have):
            lose(deal, seat, stand_in)
            gain(deal, seat, face)
    deal.drawn = deal.last_drawn = as_shown(deal, deal.drawn)


cdef void turn_indicator(const flow_t* flow, deal_t* deal) noexcept nogil:
    """Turn the tile that says what is wild; hands that hold the kind hold wildcards from then on."""
    cdef bint tail = flow.indicator == AT_TAIL
    cdef int tile, seat, have
    while wall_left(flow, deal, 0) > 0:
        tile = turn_tile(flow, deal, tail)
        if tile == NO_TILE:
            return
        if tile < KINDS:
            break
        deal.set_aside |= 1 << (tile - KINDS)
        if not flow.reflip:
            return
    else:
        return
    deal.indicator = tile
    if flow.indicator_in_play:
        if tail:
            deal.tail[0] += 1
        else:
            deal.head[0] -= 1
    tile = wild_after(flow, tile)
    deal.wild = deal.face = tile
    for seat in range(flow.seats):
        have = deal.seat[seat].row[tile]
        while deal.seat[seat].row[tile]:
            lose(deal, seat, tile)
        deal.seat[seat].wild = have
    if flow.rules.stand_in >= 0 and flow.rules.stand_in != tile:
        take_labels(flow, deal, flow.rules.stand_in, tile)
    if flow.indicator_visible and not flow.indicator_in_play:
        deal.visible[as_shown(deal, deal.indicator)] += 1


cdef void deal_out(const flow_t* flow, deal_t* deal) noexcept nogil:
    """Blocks of four tiles to each seat in turn, then single ones; the dealer gets one more."""
    cdef int hand = 3 * flow.sets + 1, given = 0, block, seat, i
    while given < hand:
        block = 4 if hand - given >= 4 else 1
        for seat in range(flow.seats):
            for i in range(block):
                gain(deal, seat, take_from_wall(flow, deal, seat, False))
        given += block
    first_draw(flow, deal)


cdef void set_horses_aside(const flow_t* flow, deal_t* deal) noexcept nogil:
    """The last tiles of the wall, as many as the dealer has dealt in a row; nobody draws them."""
    while deal.horses < min(flow.horses, <int>deal.streak) and wall_left(flow, deal, 0) > 0:
        deal.horse[deal.horses] = take_from_wall(flow, deal, 0, True)
        deal.horses += 1


cdef bint first_draw(const flow_t* flow, deal_t* deal) noexcept nogil:
    """The dealer's one tile more, the indicator and the horses; whether there was such a tile."""
    if wall_left(flow, deal, 0) <= 0:
        return False
    deal.drawn = deal.last_drawn = take_from_wall(flow, deal, 0, False)
    if deal.drawn == NO_TILE:
        return False
    gain(deal, 0, deal.drawn)
    if flow.indicator != NO_INDICATOR:
        turn_indicator(flow, deal)
    set_horses_aside(flow, deal)
    if flow.bao_copies and wall_left(flow, deal, 0) > 0:
        deal.bao = take_from_wall(flow, deal, 0, True)
    return True


# ---- the hidden wildcard ----

cdef void swap_bao(const flow_t* flow, deal_t* deal) noexcept nogil:
    """Change the hidden wildcard for the last tile of the wall as long as enough of its kind lie face up.

    It goes to the dealer's discards.
    """
    cdef discard_t* place
    while deal.bao != NO_TILE and deal.visible[deal.bao] >= flow.bao_copies:
        place = &deal.river[deal.river_length]
        place.tile = deal.bao
        place.seats = UNCLAIMED << 4
        deal.river_length += 1
        deal.visible[deal.bao] += 1
        deal.bao = take_from_wall(flow, deal, 0, True) if wall_left(flow, deal, 0) > 0 else NO_TILE


# ---- claims and discards ----

cdef void put_down(deal_t* deal, int seat, int tile) noexcept nogil:
    """Discard a tile."""
    cdef discard_t* place = &deal.river[deal.river_length]
    lose(deal, seat, tile)
    place.tile = tile
    place.seats = seat | UNCLAIMED << 4
    deal.latest = deal.river_length
    deal.river_length += 1
    deal.visible[tile] += 1


cdef laid_t* lay_meld(deal_t* deal, int seat, int meld_type, int kind, int source) noexcept nogil:
    cdef laid_t* meld = &deal.seat[seat].meld[deal.seat[seat].melds]
    meld.type = meld_type
    meld.kind = kind
    meld.source = source
    deal.seat[seat].melds += 1
    return meld


cdef void claim(deal_t* deal, int seat, int meld_type, int kind) noexcept nogil:
    """Lay out a chow, pung or kong with the last discard."""
    cdef int i, tile, count = 2 if meld_type == PUNG else 3
    set_claimer(&deal.river[deal.latest], seat)
    lay_meld(deal, seat, meld_type, kind, deal.turn)
    if meld_type == CHOW:
        for tile in range(kind, kind + 3):
            if tile != deal.tile:
                lose(deal, seat, tile)
                deal.visible[tile] += 1
        return
    for i in range(count):
        lose(deal, seat, kind)
    deal.visible[kind] += count
    if meld_type == EXPOSED_KONG:
        log_kong(deal, seat, deal.seat[seat].melds - 1, 0)


cdef void log_kong(deal_t* deal, int seat, int meld, int how) noexcept nogil:
    """Write a kong that was made into the ledger."""
    deal.kong[deal.kongs] = seat | meld << 3 | how
    deal.kongs += 1


cdef void conceal_kong(deal_t* deal, int seat, int kind) noexcept nogil:
    cdef int i
    for i in range(4):
        lose(deal, seat, kind)
    lay_meld(deal, seat, CONCEALED_KONG, kind, seat)
    log_kong(deal, seat, deal.seat[seat].melds - 1, 0)


cdef void add_to_pung(deal_t* deal, int seat, int kind) noexcept nogil:
    cdef int i
    lose(deal, seat, kind)
    deal.visible[kind] += 1
    for i in range(deal.seat[seat].melds):
        if deal.seat[seat].meld[i].type == PUNG and deal.seat[seat].meld[i].kind == kind:
            deal.seat[seat].meld[i].type = EXPOSED_KONG
            log_kong(deal, seat, i, KONG_ADDED if deal.fresh >> kind & 1 else KONG_ADDED | KONG_LATE)


# ---- the whole state in one number ----

cdef inline uint64_t mixed(uint64_t digest, uint64_t word) noexcept nogil:
    digest = (digest ^ word) * <uint64_t>0x9E3779B97F4A7C15
    return digest ^ digest >> 29


cdef uint64_t digest_of(const flow_t* flow, const deal_t* deal) noexcept nogil:
    """All that decides how the deal goes on, field by field in the order of the struct."""
    cdef const seat_t* own
    cdef uint64_t digest = flow.seats
    cdef int seat, i
    for seat in range(flow.seats):
        own = &deal.seat[seat]
        for i in range(4):
            digest = mixed(digest, own.key[i])
        digest = mixed(digest, own.wild | own.flowers << 8 | own.waiting << 16 | own.melds << 24)
        for i in range(own.melds):
            digest = mixed(digest, own.meld[i].type | own.meld[i].kind << 8 | own.meld[i].source << 16)
        digest = mixed(digest, deal.claims[seat] | deal.answer[seat] << 8 | deal.head[seat] << 16 | deal.tail[seat] << 24)
    for i in range(MOST_WALL):
        digest = mixed(digest, deal.wall[i])
    for i in range(deal.river_length):
        digest = mixed(digest, deal.river[i].tile | deal.river[i].seats << 8)
    digest = mixed(digest, deal.phase | deal.turn << 8 | deal.round_wind << 16 | <uint64_t>deal.indicator << 24)
    digest = mixed(digest, deal.wild | deal.drawn << 8 | deal.tile << 16 | <uint64_t>deal.bird << 24)
    digest = mixed(digest, deal.after_kong | deal.last_tile << 1 | deal.claimed << 2 | deal.asked << 8 | deal.answered << 16)
    digest = mixed(digest, deal.prop | deal.prop_tile << 8 | deal.refused << 16)
    for seat in range(flow.seats):
        own = &deal.seat[seat]
        for i in range(PROPS):
            digest = mixed(digest, own.used[i])
        digest = mixed(digest, own.told | own.told_next << 16 | <uint64_t>own.changed << 24)
        digest = mixed(digest, own.missed)
        digest = mixed(digest, own.bound | own.state << 8)
    digest = mixed(digest, deal.dealer_wind | deal.streak << 8 | deal.horses << 16 | <uint64_t>deal.fed_by << 24)
    for i in range(deal.horses):
        digest = mixed(digest, deal.horse[i])
    digest = mixed(digest, deal.fresh)
    digest = mixed(digest, deal.bao | deal.closing << 8)
    for i in range(deal.kongs):
        digest = mixed(digest, deal.kong[i])
    if deal.phase == EXCHANGING:
        for seat in range(flow.seats):
            digest = mixed(digest, deal.chosen[seat][0] | deal.chosen[seat][1] << 8 | deal.chosen[seat][2] << 16)
    for i in range(deal.wins):
        digest = mixed(
            digest,
            deal.win[i].seat | deal.win[i].payer << 8 | deal.win[i].tile << 16 | <uint64_t>deal.win[i].liable << 24
            | <uint64_t><uint32_t>deal.win[i].total << 32,
        )
        digest = mixed(digest, deal.win_flags[i] | <uint64_t>deal.win_order[i] << 16)
    return digest
