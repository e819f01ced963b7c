# cython: cdivision=True
"""The state of one deal, and the moves that change tiles; only these do.

A deal is one plain struct without pointers: it is copied by assignment and compared by its bytes. `flow_t` is what the
rules say of the course of a deal; both travel side by side.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from queshen.decompose cimport CHOW, CONCEALED_KONG, EXPOSED_KONG, PUNG
from queshen.ruleset cimport FAN_WORDS, rules_t
from queshen.shapes cimport KINDS, pow5
from queshen.suits cimport MOST_SETS

cdef enum:
    MOST_SEATS = 6
    MOST_WINS = 5
    MOST_WALL = 144
    FLOWERS = 8
    FACES = KINDS + FLOWERS
    NOBODY = 255
    UNCLAIMED = 15
    NO_TILE = 255

cdef enum phase_t:
    TURN  # one seat holds a drawn tile, or has just claimed one
    CLAIM  # a discard lies open to the others
    ROB  # a tile that is being added to a pung does
    END

cdef enum indicator_t:
    NO_INDICATOR
    AT_HEAD
    AT_TAIL

# Props, in the order of their actions. Those with a tile ask for it first, those with a kind for that.
cdef enum prop_t:
    EXCHANGE  # a tile of the hand for one of a chosen kind
    EXCHANGE_AT_RANDOM
    MAKE_WILD
    TELL_THIRD  # of the wall, in which the next tile of a kind lies
    TELL_NEXT
    PROPS
    NO_PROP = 255

# Where a claim of each sort stands; several wins may go together.
cdef enum claim_bit:
    CAN_WIN = 1
    CAN_KONG = 2
    CAN_PUNG = 4
    CAN_CHOW_LOW = 8  # the claimed tile is the low one
    CAN_CHOW_MIDDLE = 16
    CAN_CHOW_HIGH = 32

cdef struct flow_t:
    const rules_t* rules
    int seats
    int sets
    uint8_t copies[FACES]
    int dead_wall
    bint replace_from_head
    # the indicator of wildcards
    indicator_t indicator
    bint indicator_same  # its own kind is wild, not the next one
    bint separate_honours
    bint reflip  # another tile is turned after a flower
    bint indicator_in_play
    bint indicator_visible
    bint wild_discard
    bint wild_melds
    # claims
    bint chow
    bint discard_win
    bint rob_added_kong
    bint many_winners
    bint claims_on_last
    bint flower_keeps_replacement
    uint8_t props  # one bit each
    int uses  # of each prop by each seat
    # the bird
    bint bird
    bint bird_from_tail
    bint bird_skips_flowers
    bint bird_of_empty_wall

cdef struct laid_t:
    uint8_t type
    uint8_t kind
    uint8_t source  # the seat whose tile was claimed, else the own one
    uint8_t tile  # that tile

cdef struct seat_t:
    uint32_t key[4]  # of the natural concealed tiles
    uint64_t held  # their kinds,
    uint64_t odd  # those held once or three times,
    uint64_t twice  # twice or more,
    uint64_t fours  # and four times
    # What completes the hand before its draw; right while another seat has its turn, and after an own draw.
    uint64_t waits
    bint ready  # one more wildcard would
    uint8_t row[KINDS]
    uint8_t wild
    uint8_t flowers  # shown, one bit each
    uint8_t waiting  # flowers that are not yet replaced
    uint8_t melds
    laid_t meld[MOST_SETS]
    uint8_t used[PROPS]
    uint8_t told_kind  # what TELL_THIRD said last: of which kind,
    uint8_t told_third  # 1 head, 2 middle, 3 tail, 0 nowhere
    uint8_t told_next  # and TELL_NEXT
    uint8_t changed  # tiles that became wildcards

cdef struct discard_t:
    uint8_t tile
    uint8_t seats  # the one that discarded it, and above, from 16 on, the one that claimed it

cdef struct won_t:
    uint8_t seat
    uint8_t payer  # NOBODY for a self-draw
    uint8_t tile
    uint8_t flags
    int32_t total
    uint64_t fans[FAN_WORDS]  # as the compiled rules number them

cdef struct deal_t:
    seat_t seat[MOST_SEATS]
    uint8_t wall[MOST_WALL]
    uint8_t head[MOST_SEATS]  # of the wall that a seat draws from: all of them are the first one's, unless
    uint8_t tail[MOST_SEATS]
    bint own_walls  # each seat has its own
    uint8_t phase
    uint8_t turn
    uint8_t round_wind
    uint8_t indicator
    uint8_t set_aside  # flowers turned before it, one bit each
    uint8_t wild  # the kind that is wild
    uint8_t drawn  # the tile drawn last, NO_TILE after a claim
    uint8_t last_drawn  # the same, also after a claim
    bint after_kong  # it replaces a kong's
    bint last_tile  # it was the last one of the wall
    bint claimed  # the turn began with a claim
    uint8_t bird
    uint8_t tile  # that the others may claim
    uint8_t claims[MOST_SEATS]  # what each may do with it
    uint8_t answer[MOST_SEATS]  # and what it answered, 0 while it has not
    uint8_t asked  # seats that have a choice, one bit each
    uint8_t answered
    uint64_t discards  # kinds that the seat whose turn it is may discard,
    uint64_t concealed_kongs
    uint64_t added_kongs
    bint may_win
    uint8_t visible[KINDS]  # copies that lie face up
    uint8_t river_length
    discard_t river[MOST_WALL]
    uint8_t wins
    won_t win[MOST_WINS]
    uint32_t acts
    uint8_t prop  # that the seat whose turn it is has begun to use,
    uint8_t prop_tile  # and on which tile
    uint8_t refused  # props that were refused in this turn, one bit each
    uint64_t chance  # the stream of props that choose at random


cdef inline int wall_of(const deal_t* deal, int seat) noexcept nogil:
    return seat if deal.own_walls else 0


cdef inline int wall_left(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """Tiles that a seat could still draw."""
    cdef int wall = wall_of(deal, seat)
    return deal.tail[wall] - deal.head[wall] - flow.dead_wall


cdef inline int claimer(const discard_t* discard) noexcept nogil:
    """The seat that claimed a discard, or UNCLAIMED."""
    return discard.seats >> 4


cdef inline void set_claimer(discard_t* discard, int seat) noexcept nogil:
    discard.seats = discard.seats & 15 | seat << 4


cdef inline uint32_t suit_of(uint32_t kind) noexcept nogil:
    return kind / 9


cdef inline uint32_t weight_of(uint32_t kind) noexcept nogil:
    """What a tile adds to the key of its suit."""
    return pow5[kind % 9]


cdef uint64_t next_word(uint64_t* state) noexcept nogil
cdef uint32_t below(uint64_t* state, uint32_t number) noexcept nogil
cdef void gain(deal_t* deal, int seat, int tile) noexcept nogil
cdef void lose(deal_t* deal, int seat, int tile) noexcept nogil
cdef int take_from_wall(const flow_t* flow, deal_t* deal, int seat, bint tail) noexcept nogil
cdef void shuffle(const flow_t* flow, deal_t* deal, uint64_t seed) noexcept nogil
cdef void clear(deal_t* deal, int round_wind) noexcept nogil
cdef void deal_out(const flow_t* flow, deal_t* deal) noexcept nogil
cdef void put_down(deal_t* deal, int seat, int tile) noexcept nogil
cdef void claim(deal_t* deal, int seat, int meld_type, int kind) noexcept nogil
cdef void conceal_kong(deal_t* deal, int seat, int kind) noexcept nogil
cdef void add_to_pung(deal_t* deal, int seat, int kind) noexcept nogil
cdef bint first_draw(const flow_t* flow, deal_t* deal) noexcept nogil
cdef uint64_t digest_of(const flow_t* flow, const deal_t* deal) noexcept nogil
