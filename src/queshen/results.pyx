# cython: freethreading_compatible=True, cdivision=True
"""How a deal ended: as a `queshen.DealResult`, and as a row of an array."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.string cimport memset

from queshen.deal cimport (
    CONCEALED_KONG,
    DECLARED,
    DOUBLED,
    EAST,
    KINDS,
    EXPOSED_KONG,
    KONG_ADDED,
    KONG_LATE,
    LEFT,
    NO_TILE,
    NOBODY,
    VOID_SHIFT,
    as_shown,
    digest_of,
    kong_meld,
    kong_seat,
    next_word,
    seat_wind_of,
    void_kinds,
    wall_left,
    won_t,
)

from queshen.patterns cimport BY_SELF_DRAW
from queshen.ruleset cimport AS_WILD
from queshen.scorer cimport set_of
from queshen.winning cimport best_wait

from queshen.deal_result import DealResult, KongPaid, KongType, SeatResult, Win

cdef tuple SUITS = (None, "m", "p", "s")  # as the state of a seat numbers them
cdef tuple KONG_TYPES = (KongType.EXPOSED, KongType.ADDED, KongType.CONCEALED, KongType.ADDED)  # as kong_made_t numbers them


cdef uint64_t stream_of(uint64_t seed, uint64_t number) noexcept nogil:
    """The seed that belongs to a number, such as that of a deal or a seat, under another seed."""
    cdef uint64_t state = seed ^ (number + 1) * <uint64_t>0xD1B54A32D192ED03
    return next_word(&state)


cdef inline int8_t or_none(uint8_t value, uint8_t none) noexcept nogil:
    return -1 if value == none else <int8_t>value


cdef kong_made_t kong_made(const deal_t* deal, uint8_t kong) noexcept nogil:
    if kong & KONG_ADDED:
        return MADE_LATE if kong & KONG_LATE else MADE_ADDED
    return MADE_EXPOSED if kong_meld(deal, kong).type == EXPOSED_KONG else MADE_CONCEALED


cdef int kong_payer(const deal_t* deal, uint8_t kong) noexcept nogil:
    """Whose discard made an exposed kong; -1 for others."""
    return kong_meld(deal, kong).source if kong_made(deal, kong) == MADE_EXPOSED else -1


cdef bint won_wild(const flow_t* flow, const deal_t* deal, const won_t* won) noexcept nogil:
    """Whether a seat won the tile of another one as a wildcard."""
    return won.payer != NOBODY and won.tile == deal.wild and flow.rules.discard_wild == AS_WILD


cdef int wildcards_of(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """Wildcards that a seat has in hand at the end."""
    cdef int number = deal.seat[seat].wild, i
    for i in range(deal.wins):
        number += deal.win[i].seat == seat and won_wild(flow, deal, &deal.win[i])
    return number


cdef int32_t waiting_for(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """The best value that a seat waits for when the wall has ended; -1 where it waits for nothing or nobody asks."""
    cdef int left = 0, other
    if not flow.waits_at_end or deal.seat[seat].waits == 0:
        return -1
    for other in range(flow.seats):
        left += deal.seat[other].state & LEFT == 0
    return best_wait(flow, deal, seat) if left > 1 and (flow.play_on or deal.wins == 0) else -1


cdef void fill_row(const flow_t* flow, const deal_t* deal, int64_t number, uint64_t seed, result_row_t* row) noexcept nogil:
    cdef int i, j
    memset(row, 0, sizeof(result_row_t))
    row.deal = number
    row.seed = seed
    row.digest = digest_of(flow, deal)
    row.acts = deal.acts
    row.wins = deal.wins
    row.bird = or_none(deal.bird, NO_TILE)
    row.wild = or_none(deal.face, NO_TILE)
    row.wall_left = max(0, wall_left(flow, deal, deal.turn))
    for i in range(MOST_WINS):
        row.win_seat[i] = row.payer[i] = row.tile[i] = row.liable[i] = -1
    for i in range(deal.wins):
        row.win_seat[i] = deal.win[i].seat
        row.order[i] = deal.win_order[i]
        row.payer[i] = or_none(deal.win[i].payer, NOBODY)
        row.tile[i] = as_shown(deal, deal.win[i].tile)
        row.liable[i] = or_none(deal.win[i].liable, NOBODY)
        row.flags[i] = deal.win_flags[i]
        row.total[i] = deal.win[i].total
        for j in range(FAN_WORDS):
            row.fans[i][j] = deal.win[i].fans[j]
    row.bao = or_none(deal.bao, NO_TILE)
    for i in range(MOST_SEATS):
        row.void_suit[i] = <int>(deal.seat[i].state >> VOID_SHIFT) - 1
        row.waiting[i] = -1
    for i in range(flow.seats):
        row.wildcards[i] = wildcards_of(flow, deal, i)
        row.waiting[i] = waiting_for(flow, deal, i)
        row.doubled |= (deal.seat[i].state & DOUBLED != 0) << i
        row.holds_void |= (deal.seat[i].held & void_kinds(&deal.seat[i]) != 0) << i
        row.ready |= (deal.seat[i].state & DECLARED != 0) << i
        for j in range(deal.seat[i].melds):
            row.opened |= (deal.seat[i].meld[j].type != CONCEALED_KONG) << i
    for i in range(MOST_HORSES):
        row.horses[i] = deal.horse[i] if i < deal.horses else -1
    row.kongs = deal.kongs
    memset(row.kong_seat, -1, sizeof(row.kong_seat))
    memset(row.kong_kind, -1, sizeof(row.kong_kind))
    memset(row.kong_type, -1, sizeof(row.kong_type))
    memset(row.kong_payer, -1, sizeof(row.kong_payer))
    for i in range(deal.kongs):
        row.kong_seat[i] = kong_seat(deal.kong[i])
        row.kong_kind[i] = kong_meld(deal, deal.kong[i]).kind
        row.kong_type[i] = kong_made(deal, deal.kong[i])
        row.kong_payer[i] = kong_payer(deal, deal.kong[i])


cdef int kong_order(const deal_t* deal, int kong) noexcept nogil:
    """The place of a kong among kongs and tiles that were won on."""
    cdef int before = 0, i
    for i in range(deal.wins):
        if i == 0 or deal.win_order[i] != deal.win_order[i - 1]:
            before += deal.win_order[i] - before <= kong
    return kong + before


cdef object result_of(const flow_t* flow, const deal_t* deal):
    cdef int i, j
    wins = []
    for i in range(deal.wins):
        wins.append(Win(
            deal.win[i].seat, deal.win[i].total, payer=None if deal.win[i].payer == NOBODY else deal.win[i].payer,
            tile=as_shown(deal, deal.win[i].tile), flags=deal.win_flags[i] & ~BY_SELF_DRAW, order=deal.win_order[i],
            liable=None if deal.win[i].liable == NOBODY else deal.win[i].liable,
        ))
    hands = []
    for i in range(flow.seats):
        concealed = bytearray(PyBytes_FromStringAndSize(<const char*>deal.seat[i].row, KINDS))
        for j in range(deal.wins):  # a claimed tile belongs to the winning hand
            if deal.win[j].seat == i and deal.win[j].payer != NOBODY and not won_wild(flow, deal, &deal.win[j]):
                concealed[deal.face if deal.win[j].tile == deal.wild else deal.win[j].tile] += 1
        waiting = waiting_for(flow, deal, i)
        hands.append(SeatResult(
            concealed=bytes(concealed),
            melds=tuple([set_of(deal.seat[i].meld[j].type, deal.seat[i].meld[j].kind) for j in range(deal.seat[i].melds)]),
            wild=wildcards_of(flow, deal, i),
            flowers=bin(deal.seat[i].flowers).count("1"), ready=bool(deal.seat[i].state & DECLARED),
            left=bool(deal.seat[i].state & LEFT), void_suit=SUITS[deal.seat[i].state >> VOID_SHIFT],
            waiting=None if waiting < 0 else waiting, doubled=bool(deal.seat[i].state & DOUBLED),
        ))
    kongs = []
    for i in range(deal.kongs):
        payer = kong_payer(deal, deal.kong[i])
        made = kong_made(deal, deal.kong[i])
        kongs.append(KongPaid(
            kong_seat(deal.kong[i]), kong_meld(deal, deal.kong[i]).kind, KONG_TYPES[<int>made], None if payer < 0 else payer,
            late=made == MADE_LATE, order=kong_order(deal, i),
        ))
    winds = ()
    if deal.dealer_wind != EAST or flow.seats == 2:
        winds = tuple([seat_wind_of(flow, deal, i) for i in range(flow.seats)])
    return DealResult(
        wins, bird=None if deal.bird == NO_TILE else deal.bird, seats=flow.seats, streak=deal.streak,
        round_wind=deal.round_wind, seat_winds=winds, hands=hands, kongs=kongs,
        horses=[deal.horse[i] for i in range(deal.horses)], bao=None if deal.bao == NO_TILE else deal.bao,
    )


cdef object result_dtype():
    import numpy as np

    return np.dtype([
        ("deal", "i8"), ("seed", "u8"), ("digest", "u8"), ("acts", "u4"), ("wins", "u1"), ("bird", "i1"), ("wild", "i1"),
        ("wall_left", "u1"), ("win_seat", "i1", (MOST_WINS,)), ("order", "u1", (MOST_WINS,)), ("payer", "i1", (MOST_WINS,)), ("tile", "i1", (MOST_WINS,)),
        ("liable", "i1", (MOST_WINS,)), ("flags", "u2", (MOST_WINS,)), ("total", "i4", (MOST_WINS,)),
        ("fans", "u8", (MOST_WINS, FAN_WORDS)), ("bao", "i1"), ("ready", "u1"), ("opened", "u1"), ("doubled", "u1"), ("holds_void", "u1"),
        ("void_suit", "i1", (MOST_SEATS,)), ("wildcards", "i1", (MOST_SEATS,)), ("waiting", "i4", (MOST_SEATS,)), ("horses", "i1", (MOST_HORSES,)),
        ("kongs", "u1"),
        *((field, "i1", (MOST_KONGS,)) for field in ("kong_seat", "kong_kind", "kong_type", "kong_payer")),
        ("points", "i4", (MOST_SEATS,)),
    ])
