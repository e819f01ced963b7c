# cython: freethreading_compatible=True, cdivision=True
"""The order of play. Acts are legal when they come here: whoever calls has asked."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from queshen.deal cimport (
    CHOW,
    CAN_CHOW_READY,
    CAN_KONG,
    CAN_PUNG,
    CAN_WIN,
    CAN_WIN_FIRST,
    CLAIM,
    CONCEALED_KONG,
    DECLARED,
    END,
    EXPOSED_KONG,
    FIRST_DECLARED,
    JUST_DECLARED,
    KINDS,
    LEFT,
    NO_PROP,
    NO_TILE,
    NOBODY,
    PUNG,
    ROB,
    TO_DECLARE,
    TURN,
    UNTIL_DRAW_OR_PUNG,
    WITH_CLAIM,
    WITH_DRAW,
    add_to_pung,
    claim,
    conceal_kong,
    digest_of,
    gain,
    next_seat,
    put_down,
    seat_t,
    set_claimer,
    swap_bao,
    take_from_wall,
    wall_left,
    won_t,
)
from queshen.decompose cimport hand_t
from queshen.legal cimport (
    ADDED,
    CHOW_AS_LOW,
    CHOW_READY,
    CLAIM_KONG,
    CLAIM_PUNG,
    CONCEALED,
    DECLARE_WIN,
    DISCARD_READY,
    CHOSEN_TILE,
    PASS,
    USE_PROP,
    open_choices,
    open_turn,
    open_window,
)
from queshen.mechanisms cimport (
    DISCARDING,
    DRAWING,
    MOVING,
    feed_kong,
    feed_set,
    forget_missed,
    miss_wins,
    offer_set,
    who_pays_for_all,
)
from queshen.opening cimport act_in_opening, open_opening
from queshen.patterns cimport BY_SELF_DRAW, FROM_READY, win_t
from queshen.props cimport use_prop
from queshen.ruleset cimport FAN_WORDS
from queshen.scoring cimport best_t
from queshen.winning cimport refresh_waits, score_win


# ---- draws ----

cdef bint replace_flowers(const flow_t* flow, deal_t* deal, int seat, events_t* events) noexcept nogil:
    """Show the flowers of a hand and draw for them; whether the wall had enough tiles."""
    cdef uint8_t* waiting = &deal.seat[seat].waiting
    cdef int flower, tile
    while waiting[0]:
        flower = 0
        while not waiting[0] >> flower & 1:
            flower += 1
        waiting[0] &= ~(1 << flower)
        deal.seat[seat].flowers |= 1 << flower
        tell(events, SHOWED_FLOWER, seat, KINDS + flower, 0)
        if wall_left(flow, deal, seat) <= 0:
            return False
        tile = take_from_wall(flow, deal, seat, not flow.replace_from_head)
        deal.last_drawn = tile
        if seat == deal.turn:
            deal.drawn = tile
            deal.fresh |= <uint64_t>1 << tile
        gain(deal, seat, tile)
        if tile < KINDS:
            tell(events, DREW, seat, tile, 1)
    return True


cdef void end_drawn(deal_t* deal, events_t* events) noexcept nogil:
    deal.phase = END
    tell(events, WALL_ENDED, NOBODY, NO_TILE, 0)


cdef void show_bao(const flow_t* flow, deal_t* deal, events_t* events) noexcept nogil:
    """After tiles were laid open: change the hidden wildcard where that is due."""
    cdef int length = deal.river_length, first
    if deal.bao == NO_TILE or deal.visible[deal.bao] < flow.bao_copies:
        return
    swap_bao(flow, deal)
    for first in range(length, deal.river_length):
        tell(events, SHOWED_BAO, 0, deal.river[first].tile, 0)


cdef void deal_out_last(const flow_t* flow, deal_t* deal, int seat, events_t* events) noexcept nogil:
    """The last tiles go round, one to each seat; who cannot win with it discards it, and nobody claims it."""
    cdef int tile
    deal.closing = True
    while wall_left(flow, deal, seat) > 0:
        deal.turn = seat
        tile = take_from_wall(flow, deal, seat, False)
        took(flow, deal, seat, tile, False)
        gain(deal, seat, tile)
        if tile < KINDS:
            tell(events, DREW, seat, tile, FROM_HEAD)
        elif not replace_flowers(flow, deal, seat, events):
            break
        deal.last_tile = wall_left(flow, deal, seat) <= 0
        open_turn(flow, deal, WITH_DRAW)
        if deal.may_win:
            return
        discard_last(flow, deal, events)
        seat = next_seat(flow, deal, seat)
    end_drawn(deal, events)


cdef void discard_last(const flow_t* flow, deal_t* deal, events_t* events) noexcept nogil:
    deal.tile = deal.drawn
    put_down(deal, deal.turn, deal.drawn)
    tell(events, DISCARDED, deal.turn, deal.tile, PLAINLY)
    if flow.swap_in_last:
        show_bao(flow, deal, events)


cdef inline void took(const flow_t* flow, deal_t* deal, int seat, int tile, bint for_kong) noexcept nogil:
    """What changes for a seat because it draws."""
    deal.drawn = deal.last_drawn = tile
    deal.after_kong = for_kong
    deal.fresh = (deal.fresh if for_kong else 0) | <uint64_t>1 << tile
    if not for_kong:
        deal.fed_by = NOBODY
    forget_missed(flow, deal, seat, DRAWING)
    deal.seat[seat].state &= ~<int>JUST_DECLARED


cdef inline bint nothing_left(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """Whether the seat after this one has nothing to draw."""
    return wall_left(flow, deal, next_seat(flow, deal, seat) if deal.own_walls else seat) <= 0


cdef void draw(const flow_t* flow, deal_t* deal, int seat, bint for_kong, events_t* events) noexcept nogil:
    """A seat draws, and it is its turn; the deal ends where there is nothing to draw."""
    cdef int tile
    if flow.last_tiles and not for_kong and wall_left(flow, deal, seat) <= flow.last_tiles:
        deal_out_last(flow, deal, seat, events)
        return
    deal.turn = seat
    if not for_kong and wall_left(flow, deal, seat) <= 0:  # who could kong may draw
        end_drawn(deal, events)
        return
    # A wall of a seat of its own is a row of recorded draws, those for kongs among them.
    tile = take_from_wall(flow, deal, seat, for_kong and not flow.replace_from_head and not deal.own_walls)
    if tile == NO_TILE:  # the rest of a recorded wall is not known
        end_drawn(deal, events)
        return
    took(flow, deal, seat, tile, for_kong)
    gain(deal, seat, tile)
    if tile < KINDS:
        tell(events, DREW, seat, tile, for_kong)
    else:
        deal.after_kong = for_kong and flow.flower_keeps_replacement
        if not replace_flowers(flow, deal, seat, events):
            end_drawn(deal, events)
            return
    deal.last_tile = nothing_left(flow, deal, seat)
    open_turn(flow, deal, WITH_DRAW)


cdef void begin(const flow_t* flow, deal_t* deal, events_t* events) noexcept nogil:
    """After the tiles are dealt: flowers are replaced, seat by seat; then what comes before the dealer's turn."""
    cdef int seat
    deal.chance = digest_of(flow, deal)  # so that it follows from the tiles, however they came to lie so
    deal.turn = 0
    for seat in range(flow.seats):
        if not replace_flowers(flow, deal, seat, events):
            end_drawn(deal, events)
            return
    deal.last_tile = nothing_left(flow, deal, 0)
    open_opening(flow, deal, events)


# ---- wins ----

cdef void turn_bird(const flow_t* flow, deal_t* deal) noexcept nogil:
    """The next tile of the wall is the bird; where the wall is empty, the tile drawn last."""
    cdef int tile = NO_TILE, left = deal.tail[0] - deal.head[0]
    if left == 0:
        deal.bird = deal.last_drawn if flow.bird_of_empty_wall else NO_TILE
        return
    while left:
        tile = deal.wall[deal.tail[0] - 1 if flow.bird_from_tail else deal.head[0]]
        if flow.bird_from_tail:
            deal.tail[0] -= 1
        else:
            deal.head[0] += 1
        left -= 1
        if tile < KINDS:
            deal.bird = tile
            return
        if not flow.bird_skips_flowers:
            return


cdef void record_win(const flow_t* flow, deal_t* deal, int seat, events_t* events) noexcept nogil:
    cdef won_t* won = &deal.win[deal.wins]
    cdef hand_t hand
    cdef win_t win
    cdef best_t best
    cdef int i
    if not score_win(flow, deal, seat, &hand, &win, &best):
        memset(&best.worth, 0, sizeof(best.worth))  # nobody is offered such a win
    won.seat = seat
    won.payer = NOBODY if deal.phase == TURN else deal.turn
    won.liable = who_pays_for_all(flow, deal, seat) if deal.phase == TURN else NOBODY
    won.tile = deal.drawn if deal.phase == TURN else deal.tile
    deal.win_order[deal.wins] = deal.kongs + deal.won_tiles
    deal.win_flags[deal.wins] = win.flags
    if deal.phase != TURN and deal.seat[deal.turn].state & (DECLARED | JUST_DECLARED) == DECLARED:
        deal.win_flags[deal.wins] |= FROM_READY
    won.total = best.worth.total
    for i in range(FAN_WORDS):
        won.fans[i] = best.worth.fans[i]
    deal.wins += 1
    if flow.play_on:
        deal.seat[seat].state |= LEFT
        deal.seat[seat].waits = 0
    tell(events, WON, seat, won.tile, win.flags & ~BY_SELF_DRAW)


cdef void after_wins(const flow_t* flow, deal_t* deal, int last, events_t* events) noexcept nogil:
    """The deal ends; or those who are left play on, from the seat after the last winner."""
    deal.won_tiles += 1
    if flow.play_on and deal.wins < flow.seats - 1:
        draw(flow, deal, next_seat(flow, deal, last), False, events)
        return
    if flow.bird:
        turn_bird(flow, deal)
    deal.phase = END


# ---- windows ----

cdef inline bint many_win(const flow_t* flow, const deal_t* deal) noexcept nogil:
    """Whether all win that can, or the nearest."""
    return flow.many_robbers if deal.phase == ROB else flow.many_winners


# How answers stand: a win over a chow that declares, that over a pung or kong, these over a chow, a chow over passing.
cdef enum rank_t:
    NOTHING
    A_CHOW
    A_SET
    A_READY_CHOW
    A_KONG  # where the rules put it above that
    A_WIN
    A_FIRST_WIN  # that goes before nearer ones


cdef inline int rank(const flow_t* flow, int action, int claims) noexcept nogil:
    if action == DECLARE_WIN:
        return A_FIRST_WIN if claims & CAN_WIN_FIRST else A_WIN
    if action == CLAIM_KONG and not flow.ready_chow_over_kong:
        return A_KONG
    if action == CLAIM_PUNG or action == CLAIM_KONG:
        return A_SET
    if action == PASS:
        return NOTHING
    return A_READY_CHOW if action >= CHOW_READY else A_CHOW


cdef inline int best_rank(const flow_t* flow, int claims) noexcept nogil:
    if claims & CAN_WIN:
        return A_FIRST_WIN if claims & CAN_WIN_FIRST else A_WIN
    if claims & CAN_KONG and not flow.ready_chow_over_kong:
        return A_KONG
    if claims >= CAN_CHOW_READY:
        return A_READY_CHOW
    if claims & (CAN_PUNG | CAN_KONG):
        return A_SET
    return A_CHOW if claims else NOTHING


cdef inline int distance(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    return (seat - deal.turn + flow.seats) % flow.seats


cdef int decided(const flow_t* flow, const deal_t* deal, bint wait_all) noexcept nogil:
    """The seat whose answer is carried out; NOBODY where all pass; -1 while somebody may still outrank it."""
    cdef int best = NOBODY, height = 0, seat, step, mine
    for step in range(1, flow.seats):
        seat = (deal.turn + step) % flow.seats
        if deal.answered >> seat & 1 and rank(flow, deal.answer[seat], deal.claims[seat]) > height:
            best = seat
            height = rank(flow, deal.answer[seat], deal.claims[seat])
    for seat in range(flow.seats):
        if not deal.asked >> seat & 1 or deal.answered >> seat & 1:
            continue
        if wait_all:
            return -1
        mine = best_rank(flow, deal.claims[seat])
        if mine > height or (mine == height and (
            distance(flow, deal, seat) < distance(flow, deal, best) or (mine >= A_WIN and many_win(flow, deal))
        )):
            return -1
    return best


cdef void take_wins(const flow_t* flow, deal_t* deal, int best, events_t* events) noexcept nogil:
    """Everybody who won on the tile, nearest first; only `best` where the rules have one winner."""
    cdef bint robbed = deal.phase == ROB
    cdef int step, seat, last = best, first = deal.wins
    if robbed:
        tell(events, DISCARDED, deal.turn, deal.tile, ROBBED)
    if not many_win(flow, deal):
        record_win(flow, deal, best, events)
    else:
        for step in range(1, flow.seats):
            seat = (deal.turn + step) % flow.seats
            if deal.answered >> seat & 1 and deal.answer[seat] == DECLARE_WIN:
                record_win(flow, deal, seat, events)
                last = seat
    if robbed:
        put_down(deal, deal.turn, deal.tile)  # the tile goes to the winner; the kong is not made
    set_claimer(&deal.river[deal.latest], deal.win[first].seat)
    if flow.play_on:
        refresh_waits(flow, &deal.seat[deal.turn])
        miss_wins(flow, deal)
    forget_answers(deal)
    after_wins(flow, deal, last, events)


cdef inline void forget_answers(deal_t* deal) noexcept nogil:
    """A window that is closed leaves no trace of who would have done what."""
    memset(deal.claims, 0, sizeof(deal.claims))
    memset(deal.answer, 0, sizeof(deal.answer))
    deal.asked = deal.answered = 0


cdef void close_window(const flow_t* flow, deal_t* deal, int seat, events_t* events) noexcept nogil:
    """Carry out the best answer."""
    cdef int action = PASS if seat == NOBODY else deal.answer[seat], kind, feeder = deal.turn
    if action == DECLARE_WIN:
        take_wins(flow, deal, seat, events)
        return
    miss_wins(flow, deal)
    forget_answers(deal)
    if seat == NOBODY:
        if deal.phase == ROB:
            finish_added_kong(flow, deal, events)
        else:
            pass_on(flow, deal, events)
        return
    if deal.phase == ROB:
        tell(events, DISCARDED, deal.turn, deal.tile, ROBBED)
        put_down(deal, deal.turn, deal.tile)
        refresh_waits(flow, &deal.seat[deal.turn])
        deal.phase = CLAIM
    if action == CLAIM_PUNG or action == CLAIM_KONG:
        claim(deal, seat, PUNG if action == CLAIM_PUNG else EXPOSED_KONG, deal.tile)
        kind = deal.tile
    else:
        kind = deal.tile - (action - (CHOW_READY if action >= CHOW_READY else CHOW_AS_LOW))
        claim(deal, seat, CHOW, kind)
    deal.turn = seat
    forget_missed(flow, deal, seat, MOVING)
    feed_set(flow, deal, feeder, seat)
    if action == CLAIM_KONG:
        feed_kong(flow, deal, feeder)
        refresh_waits(flow, &deal.seat[seat])
        tell(events, LAID_KONG, seat, kind, EXPOSED_KONG)
        replace_kong(flow, deal, seat, events)
        return
    tell(events, LAID_MELD, seat, kind, PUNG if action == CLAIM_PUNG else CHOW)
    show_bao(flow, deal, events)
    open_turn(flow, deal, TO_DECLARE if CHOW_READY <= action < CLAIM_PUNG else WITH_CLAIM)


cdef inline void pass_on(const flow_t* flow, deal_t* deal, events_t* events) noexcept nogil:
    """Nobody takes the discard: the next seat draws."""
    if flow.bao_copies and not flow.swap_before_claims:
        show_bao(flow, deal, events)
    draw(flow, deal, next_seat(flow, deal, deal.turn), False, events)


# ---- a turn ----

cdef void replace_kong(const flow_t* flow, deal_t* deal, int seat, events_t* events) noexcept nogil:
    """The tile for a kong, after the hidden wildcard has been changed or before."""
    if flow.swap_before_claims:
        show_bao(flow, deal, events)
        draw(flow, deal, seat, True, events)
        return
    draw(flow, deal, seat, True, events)
    if deal.phase != END:
        show_bao(flow, deal, events)
        open_choices(flow, deal)


cdef void finish_added_kong(const flow_t* flow, deal_t* deal, events_t* events) noexcept nogil:
    forget_missed(flow, deal, deal.turn, MOVING)
    add_to_pung(deal, deal.turn, deal.tile)
    feed_kong(flow, deal, NOBODY)
    refresh_waits(flow, &deal.seat[deal.turn])
    tell(events, LAID_KONG, deal.turn, deal.tile, PUNG)
    replace_kong(flow, deal, deal.turn, events)


cdef inline void discard(const flow_t* flow, deal_t* deal, int tile, bint declares, events_t* events) noexcept nogil:
    cdef int seat = deal.turn
    cdef seat_t* own = &deal.seat[seat]
    cdef uint64_t before = own.waits
    deal.tile = tile
    put_down(deal, seat, tile)
    forget_missed(flow, deal, seat, DISCARDING)
    if flow.binding >> tile & 1:
        offer_set(flow, deal, seat)
    if declares:
        own.state |= DECLARED | JUST_DECLARED
        if seat == 0 and deal.river_length == 1 and deal.kongs == 0:
            own.state |= FIRST_DECLARED
    # A locked hand is after its discard what it was before its draw.
    if declares or not (own.state & DECLARED and flow.ready_locks):
        refresh_waits(flow, own)
    if (
        flow.missed_until == UNTIL_DRAW_OR_PUNG and own.waits != before and deal.claimed == WITH_CLAIM
        and own.meld[own.melds - 1].type == PUNG
    ):
        own.missed = 0
    tell(events, DISCARDED, seat, tile, AS_DECLARATION if declares else PLAINLY)
    if flow.bao_copies and flow.swap_before_claims:
        show_bao(flow, deal, events)
    if declares and not flow.ready_claimable or not open_window(flow, deal, False):
        pass_on(flow, deal, events)


cdef void act_in_turn(const flow_t* flow, deal_t* deal, int action, events_t* events) noexcept nogil:
    cdef int seat = deal.turn, prop, kind, changed
    if action == DECLARE_WIN:
        record_win(flow, deal, seat, events)
        after_wins(flow, deal, seat, events)
    elif action >= USE_PROP:
        prop = action - USE_PROP if deal.prop == NO_PROP else deal.prop
        kind = NO_TILE if action < CHOSEN_TILE else (action - CHOSEN_TILE) % KINDS
        tell(events, USED_PROP, seat, kind, prop)
        changed = deal.seat[seat].changed
        if use_prop(flow, deal, action):
            deal.fresh |= <uint64_t>1 << deal.drawn
            tell(events, DREW, seat, deal.drawn, CHANGED if deal.seat[seat].changed > changed else EXCHANGED)
            open_choices(flow, deal)
    elif deal.closing:
        discard_last(flow, deal, events)
        deal_out_last(flow, deal, next_seat(flow, deal, seat), events)
    elif action < CONCEALED:
        discard(flow, deal, action % KINDS, action >= DISCARD_READY, events)
    elif action < ADDED:
        forget_missed(flow, deal, seat, MOVING)
        conceal_kong(deal, seat, action - CONCEALED)
        feed_kong(flow, deal, NOBODY)
        refresh_waits(flow, &deal.seat[seat])
        tell(events, LAID_KONG, seat, action - CONCEALED, CONCEALED_KONG)
        replace_kong(flow, deal, seat, events)
    else:
        deal.tile = action - ADDED
        if not flow.rob_added_kong or not open_window(flow, deal, True):
            finish_added_kong(flow, deal, events)


cdef int to_act(const flow_t* flow, const deal_t* deal) noexcept nogil:
    """The next seat to decide, the nearest first in a window, before play the dealer last; NOBODY at the end."""
    cdef int seat, step
    if deal.phase == TURN:
        return deal.turn
    if deal.phase != END:
        seat = deal.turn
        for step in range(flow.seats):
            seat = seat + 1 if seat + 1 < flow.seats else 0
            if (deal.asked & ~deal.answered) >> seat & 1:
                return seat
    return NOBODY


cdef void act(const flow_t* flow, deal_t* deal, int seat, int action, bint wait_all, events_t* events) noexcept nogil:
    """Carry out a legal act, and everything that follows without a choice."""
    cdef int best
    deal.acts += 1
    if deal.phase == TURN:
        act_in_turn(flow, deal, action, events)
        return
    if deal.phase > END:
        act_in_opening(flow, deal, seat, action, events)
        return
    deal.answer[seat] = action
    deal.answered |= 1 << seat
    best = decided(flow, deal, wait_all)
    if best >= 0:
        close_window(flow, deal, best, events)
