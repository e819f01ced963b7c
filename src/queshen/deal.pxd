# cython: cdivision=True
"""The state of one deal, and the moves that change tiles; only these do.

A deal is one plain struct without pointers: it is copied by assignment and compared by its bytes. `flow_t` is what the
rules say of the course of a deal; both travel side by side.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from queshen.decompose cimport CHOW, CONCEALED_KONG, EXPOSED_KONG, PUNG
from queshen.ruleset cimport FAN_WORDS, rules_t
from queshen.shapes cimport KINDS, pow5
from queshen.suits cimport MOST_SETS

cdef enum:
    EAST = 27  # the first wind
    MOST_SEATS = 6
    MOST_WINS = 5
    MOST_WALL = 144
    MOST_RIVER = 136
    MOST_EXCHANGED = 3
    FLOWERS = 8
    FACES = KINDS + FLOWERS
    MOST_KONGS = 30
    KONG_ADDED = 64  # to a pung
    KONG_LATE = 128  # in a later turn than the draw of its tile
    MOST_HORSES = 4
    MOST_LIABILITIES = 4
    NOBODY = 255
    UNCLAIMED = 15
    UNBOUND = 15
    NO_TILE = 255

cdef enum phase_t:
    TURN  # one seat holds a drawn tile, or has just claimed one
    CLAIM  # a discard lies open to the others
    ROB  # a tile that is being added to a pung does
    END
    # before the first turn, where the rules have it: every seat chooses, unseen by the others,
    EXCHANGING  # the tiles that it passes on,
    VOIDING  # the suit that it declares void,
    DOUBLING  # whether it doubles the stakes,
    DECLARING  # whether it declares that it is ready

cdef enum indicator_t:
    NO_INDICATOR
    AT_HEAD
    AT_TAIL

# Who pays for a win on the replacement of a kong that another seat fed.
cdef enum replacement_liability_t:
    NOT_LIABLE
    OF_LAST_KONG
    OF_CHAIN  # of kongs without a discard between them

# Until when a missed win counts.
cdef enum until_t:
    UNTIL_MOVE  # a draw, a claim, a kong
    UNTIL_DISCARD
    UNTIL_DRAW
    UNTIL_DRAW_OR_PUNG  # after which other tiles complete the hand

# To whom tiles are passed on, as bits.
cdef enum direction_t:
    TO_NEXT = 1
    TO_PREVIOUS = 2
    TO_OPPOSITE = 4

cdef enum conflict_t:
    FIRST_LIABLE
    LAST_LIABLE
    LISTED_FIRST

# For which wins being of the first turn is kept, as bits.
cdef enum first_turn_t:
    OF_DEALER = 1
    OF_DRAW = 2
    OF_DISCARD = 4

cdef enum last_claims_t:
    NO_SETS
    PUNGS_ONLY
    ANY_SET

# Who feeds the last of so many sets pays for all.
cdef struct liability_t:
    int sets
    uint64_t kinds  # pungs and kongs of these; 0: any set
    bint concealed_kongs  # count too
    bint first_only  # not who is liable for another seat
    bint unclaimed  # also a discard that nobody claims

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
    CAN_CHOW_READY = 64  # low, and then middle and high: to declare with the next discard
    CAN_WIN_FIRST = 512  # beside CAN_WIN: before nearer seats

# What is so of a seat, as bits of its state.
cdef enum seat_state_t:
    COMPLETES_WILD = 1  # one more wildcard would complete the hand
    DECLARED = 2  # that it is ready
    JUST_DECLARED = 4  # with its last discard
    CLOSED = 8  # its one wait is the middle of a chow
    LEFT = 16  # it has won, and takes no more part
    DOUBLED = 32  # the stakes
    FIRST_DECLARED = 64  # with its first discard, or before it
    VOID_SHIFT = 8  # from here on the number of the void suit, from 1

# Conditions, as bits. The first ones are about tiles and melds; a chow and a pung are looked for without the group that
# the winning tile completes.
cdef enum condition_t:
    OPENED = 1  # some meld is no concealed kong
    TWO_SUITS = 2
    ORPHAN = 4  # one of the kinds that the rules have for orphans
    FOUR_CONCEALED = 8
    WITH_CHOW = 16
    WITH_PUNG = 32  # or the winning tile makes one out of a pair
    ONE_SHORT = 64  # always asked
    WANTED = 128  # it waits for one of the kinds that the rules want,
    WANTED_LIVE = 256  # of which a copy does not lie face up

# How a turn began.
cdef enum begun_t:
    WITH_DRAW
    WITH_CLAIM
    TO_DECLARE  # with a chow after which the seat has to

cdef struct flow_t:
    const rules_t* rules
    int seats
    int sets
    uint8_t copies[FACES]
    int dead_wall
    uint8_t dead_kongs  # bits of the number of kongs that count among the dead tiles
    bint replace_from_head
    # the indicator of wildcards
    indicator_t indicator
    bint indicator_same  # its own kind is wild, not the next one
    bint separate_honours
    bint reflip  # another tile is turned after a flower
    uint64_t indicator_among  # kinds; 0: any tile is turned
    bint indicator_in_play
    bint indicator_visible
    bint wild_discard
    bint wild_melds
    # claims
    bint chow
    bint rob_added_kong
    bint rob_for_sets
    bint rob_own_discard  # that the pung was made with
    bint many_winners
    bint many_robbers
    int32_t first_from  # a win worth so much goes before nearer ones; 0: none does
    int blocked_wild  # so many among four concealed tiles keep a seat from chows and pungs; 0: none do
    uint64_t lone_first  # kinds of which single tiles are discarded first
    bint look_at_all  # any seat may do something with any tile
    bint odd_wins  # a drawn tile may win that completes no hand
    bint score_to_win  # only the score tells whether a complete hand wins
    last_claims_t claims_on_last
    bint kong_after_claim
    bint flower_keeps_replacement
    # wins passed over
    bint missed_wins  # bar a seat
    bint missed_any_tile  # from every tile, not only the same one,
    bint missed_by_value  # or from wins worth as much or less,
    until_t missed_until
    bint missed_by_robbing  # also where a kong could have been robbed
    # wins of the first turn, bits of first_turn_t
    uint8_t first_turn
    uint8_t first_turn_after_kong
    # who pays for all
    replacement_liability_t replacement_liability
    int liabilities
    liability_t liability[MOST_LIABILITIES]
    uint64_t binding  # kinds of which a discard binds also where nobody claims it
    conflict_t liability_conflict
    # before play, and after wins
    int exchange  # tiles that each seat passes on
    uint8_t exchange_to  # bits of direction_t
    bint void_suit
    bint doubling
    bint play_on
    bint waits_at_end
    int horses
    # ready declaration
    bint ready  # may be declared with a discard
    uint32_t ready_conditions  # bits of condition_t
    uint64_t orphans  # kinds that one of the conditions asks for
    uint64_t wanted  # and others
    bint ready_before_draw  # seats after the dealer may declare before play
    bint ready_claimable  # the discard that declares
    bint ready_looks  # at where the winning tile lies
    bint ready_at_win  # tiles and sets are looked at with the winning tile
    bint ready_not_own  # a kind of which the hand holds four is no wait
    bint ready_kong_same  # a kong must leave the waits as they are
    bint ready_locks  # only the drawn tile may be discarded
    bint ready_chows  # any seat may chow in order to declare
    bint ready_chow_over_kong
    bint win_needs_ready
    bint forced_win
    int most_melds  # beyond which nothing is laid out, but
    bint added_at_most  # kongs may be added
    # the hidden wildcard
    int bao_copies  # that lie face up when it is changed; 0: there is none
    bint swap_before_claims
    bint swap_in_last
    int last_tiles  # that are dealt out at the end
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

cdef struct seat_t:
    uint32_t key[4]  # of the natural concealed tiles
    uint64_t held  # their kinds,
    uint64_t odd  # those held once or three times,
    uint64_t twice  # twice or more,
    uint64_t fours  # and four times
    # What completes the hand before its draw; right while another seat has its turn, and after an own draw.
    uint64_t waits
    # Kinds that it may not win on, because it passed over a win; where values are compared, one more than the greatest of
    # those passed over.
    uint64_t missed
    uint16_t state  # bits of seat_state_t
    uint8_t row[KINDS]
    uint8_t wild
    uint8_t flowers  # shown, one bit each
    uint8_t waiting  # flowers that are not yet replaced
    uint8_t melds
    laid_t meld[MOST_SETS]
    uint8_t used[PROPS]
    uint8_t told  # what TELL_THIRD said last: a kind, and from 64 on 1 head, 2 middle, 3 tail, 0 nowhere; or NO_TILE
    uint8_t told_next  # and TELL_NEXT
    uint8_t changed  # tiles that became wildcards
    uint8_t bound  # the seat that pays for all if this one wins by self-draw, or UNBOUND; from 16 on by which of the rules

cdef struct discard_t:
    uint8_t tile
    uint8_t seats  # the one that discarded it, and above, from 16 on, the one that claimed it

cdef struct won_t:
    uint8_t seat
    uint8_t payer  # NOBODY for a self-draw
    uint8_t tile
    uint8_t liable  # who pays every share, or NOBODY
    int32_t total
    uint64_t fans[FAN_WORDS]  # as the compiled rules number them

cdef struct deal_t:
    seat_t seat[MOST_SEATS]
    uint8_t wall[MOST_WALL]
    uint8_t head[MOST_SEATS]  # of the wall that a seat draws from: all of them are the first one's, unless
    uint8_t tail[MOST_SEATS]
    uint8_t own_walls  # each seat has its own
    uint8_t phase
    uint8_t turn
    uint8_t round_wind
    uint8_t dealer_wind
    uint8_t streak  # of the dealer
    uint8_t horses
    uint8_t horse[MOST_HORSES]
    uint8_t indicator
    uint8_t set_aside  # flowers turned before it, one bit each
    # The label of the wild tiles, and the kind whose face they carry. Where another kind stands in for that face the labels
    # of both are exchanged as soon as the indicator is turned: so the tiles that stand in are what they play.
    uint8_t wild
    uint8_t face
    uint8_t passed_to  # a bit of direction_t; 0 before
    uint8_t chosen[MOST_SEATS][MOST_EXCHANGED]  # to be passed on
    uint8_t drawn  # the tile drawn last, NO_TILE after a claim
    uint8_t last_drawn  # the same, also after a claim
    uint8_t after_kong  # it replaces a kong's
    uint8_t last_tile  # it was the last one of the wall
    uint8_t claimed  # how the turn began
    uint8_t closing  # the last tiles are dealt out
    uint8_t bao  # the kind that is wild for who draws it when ready
    uint8_t fed_by  # who discarded the tile of the kong that is being replaced, or NOBODY
    uint64_t fresh  # kinds drawn in this turn
    uint8_t bird
    uint8_t tile  # that the others may claim
    uint16_t claims[MOST_SEATS]  # what each may do with it
    uint8_t answer[MOST_SEATS]  # and what it answered, 0 while it has not
    uint8_t asked  # seats that have a choice, one bit each
    uint8_t answered
    uint64_t discards  # kinds that the seat whose turn it is may discard,
    uint64_t ready_discards  # or discard to declare
    uint64_t concealed_kongs
    uint64_t added_kongs
    uint8_t may_win
    uint8_t kongs
    uint8_t kong[MOST_KONGS]  # in order: the seat, from 8 on the number of its meld, and KONG_ADDED, KONG_LATE
    uint8_t visible[KINDS]  # copies that lie face up
    uint8_t river_length
    uint8_t latest  # the place in the river of the discard that lies open, or did
    discard_t river[MOST_RIVER]
    uint8_t wins
    uint8_t win_order[MOST_WINS]  # kongs, and tiles won on, before it
    uint8_t won_tiles  # tiles that were won on
    won_t win[MOST_WINS]
    uint16_t win_flags[MOST_WINS]  # apart, so that a win fills whole words
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
    return deal.tail[wall] - deal.head[wall] - flow.dead_wall - (deal.kongs & flow.dead_kongs)


cdef inline int seat_wind_of(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """The wind of a seat; the second of two sits opposite, and beyond four there is east."""
    return EAST + (deal.dealer_wind - EAST + (2 * seat if flow.seats == 2 else seat)) % 4 if seat < 4 else EAST


cdef inline int next_seat(const flow_t* flow, const deal_t* deal, int seat) noexcept nogil:
    """The next seat that takes part."""
    seat = seat + 1 if seat + 1 < flow.seats else 0
    while deal.seat[seat].state & LEFT:
        seat = seat + 1 if seat + 1 < flow.seats else 0
    return seat


cdef inline uint64_t void_kinds(const seat_t* own) noexcept nogil:
    """The kinds of the void suit of a seat; none before it has one."""
    return (<uint64_t>511 << 9 * ((own.state >> VOID_SHIFT) - 1)) if own.state >> VOID_SHIFT else 0


cdef inline int as_shown(const deal_t* deal, int tile) noexcept nogil:
    """What a label is called at the table, and the other way round."""
    if deal.wild != deal.face:
        return deal.face if tile == deal.wild else deal.wild if tile == deal.face else tile
    return tile


cdef inline int claimer(const discard_t* discard) noexcept nogil:
    """The seat that claimed a discard, or UNCLAIMED."""
    return discard.seats >> 4


cdef inline int liable_for(const seat_t* own) noexcept nogil:
    """The seat that is liable for a self-draw of another one, or NOBODY."""
    return NOBODY if own.bound & 15 == UNBOUND else own.bound & 15


cdef inline int kong_seat(uint8_t kong) noexcept nogil:
    return kong & 7


cdef inline const laid_t* kong_meld(const deal_t* deal, uint8_t kong) noexcept nogil:
    return &deal.seat[kong_seat(kong)].meld[kong >> 3 & 7]


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
cdef void clear(deal_t* deal, int round_wind, int dealer_wind, int streak) noexcept nogil
cdef void deal_out(const flow_t* flow, deal_t* deal) noexcept nogil
cdef void put_down(deal_t* deal, int seat, int tile) noexcept nogil
cdef void claim(deal_t* deal, int seat, int meld_type, int kind) noexcept nogil
cdef void conceal_kong(deal_t* deal, int seat, int kind) noexcept nogil
cdef void add_to_pung(deal_t* deal, int seat, int kind) noexcept nogil
cdef void swap_bao(const flow_t* flow, deal_t* deal) noexcept nogil
cdef bint first_draw(const flow_t* flow, deal_t* deal) noexcept nogil
cdef uint64_t digest_of(const flow_t* flow, const deal_t* deal) noexcept nogil
