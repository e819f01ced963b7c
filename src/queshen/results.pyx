# cython: freethreading_compatible=True, cdivision=True
"""How a deal ended, as a row of an array."""

from libc.string cimport memset

from queshen.deal cimport NOBODY, NO_TILE, digest_of, next_word, wall_left


cdef uint64_t stream_of(uint64_t seed, uint64_t number) noexcept nogil:
    """The seed that belongs to a number, such as that of a deal or a seat, under another seed."""
    cdef uint64_t state = seed ^ (number + 1) * <uint64_t>0xD1B54A32D192ED03
    return next_word(&state)


cdef inline int8_t or_none(uint8_t value, uint8_t none) noexcept nogil:
    return -1 if value == none else <int8_t>value


cdef void fill_row(const flow_t* flow, const deal_t* deal, int64_t number, uint64_t seed, result_row_t* row) noexcept nogil:
    cdef int i, j
    memset(row, 0, sizeof(result_row_t))
    row.deal = number
    row.seed = seed
    row.digest = digest_of(flow, deal)
    row.acts = deal.acts
    row.wins = deal.wins
    row.bird = or_none(deal.bird, NO_TILE)
    row.wild = or_none(deal.wild, NO_TILE)
    row.wall_left = max(0, wall_left(flow, deal, deal.turn))
    for i in range(MOST_WINS):
        row.win_seat[i] = row.payer[i] = row.tile[i] = -1
    for i in range(deal.wins):
        row.win_seat[i] = deal.win[i].seat
        row.payer[i] = or_none(deal.win[i].payer, NOBODY)
        row.tile[i] = deal.win[i].tile
        row.flags[i] = deal.win[i].flags
        row.total[i] = deal.win[i].total
        for j in range(FAN_WORDS):
            row.fans[i][j] = deal.win[i].fans[j]


cdef object result_dtype():
    import numpy as np

    return np.dtype([
        ("deal", "i8"), ("seed", "u8"), ("digest", "u8"), ("acts", "u4"), ("wins", "u1"), ("bird", "i1"), ("wild", "i1"),
        ("wall_left", "u1"), ("win_seat", "i1", (MOST_WINS,)), ("payer", "i1", (MOST_WINS,)), ("tile", "i1", (MOST_WINS,)),
        ("flags", "u1", (MOST_WINS,)), ("total", "i4", (MOST_WINS,)), ("fans", "u8", (MOST_WINS, FAN_WORDS)),
        ("points", "i4", (MOST_SEATS,)),
    ])
