"""How a deal ended."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from queshen.deal cimport MOST_HORSES, MOST_KONGS, MOST_SEATS, MOST_WINS, deal_t, flow_t
from queshen.ruleset cimport FAN_WORDS

# `queshen.table.RESULT` says what the fields mean.
cdef packed struct result_row_t:
    int64_t deal
    uint64_t seed
    uint64_t digest
    uint32_t acts
    uint8_t wins
    int8_t bird
    int8_t wild
    uint8_t wall_left
    int8_t win_seat[MOST_WINS]
    uint8_t order[MOST_WINS]
    int8_t payer[MOST_WINS]
    int8_t tile[MOST_WINS]
    int8_t liable[MOST_WINS]
    uint16_t flags[MOST_WINS]
    int32_t total[MOST_WINS]
    uint64_t fans[MOST_WINS][FAN_WORDS]
    int8_t bao
    uint8_t ready  # seats that declared, one bit each,
    uint8_t opened  # and those that laid something open,
    uint8_t doubled  # doubled the stakes,
    uint8_t holds_void  # or still hold tiles of their void suit
    int8_t void_suit[MOST_SEATS]
    int8_t wildcards[MOST_SEATS]
    int32_t waiting[MOST_SEATS]
    int8_t horses[MOST_HORSES]
    uint8_t kongs
    int8_t kong_seat[MOST_KONGS]
    int8_t kong_kind[MOST_KONGS]
    int8_t kong_type[MOST_KONGS]
    int8_t kong_payer[MOST_KONGS]
    int32_t points[MOST_SEATS]

cdef uint64_t stream_of(uint64_t seed, uint64_t number) noexcept nogil
cdef void fill_row(const flow_t* flow, const deal_t* deal, int64_t number, uint64_t seed, result_row_t* row) noexcept nogil
# How a kong was made, as rows and results number it.
cdef enum kong_made_t:
    MADE_EXPOSED
    MADE_ADDED
    MADE_CONCEALED
    MADE_LATE  # added in a later turn than the draw of the tile

cdef object result_of(const flow_t* flow, const deal_t* deal)
cdef object result_dtype()
