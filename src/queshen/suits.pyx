# cython: freethreading_compatible=True
"""The suit tables, linked once as constant data, and what they say.

Native code looks them up through ``suits.pxd``. The functions here say the same in Python: they are for people who
check the tables, not for speed.
"""

import operator

from queshen.errors import HandError

cdef extern from "suit_tables.h":
    const void** queshen_table
    const uint32_t* queshen_table_bytes
    const uint32_t* queshen_table_counts

cdef enum:
    COMMON_TABLES = 5
    TABLES_A_MEANING = 6
    TABLE_COUNT = COMMON_TABLES + 2 * TABLES_A_MEANING
    UNWINNABLE = 128  # four alike honours, in what the pair saves

cdef extern from "keys.h":
    const uint32_t* pow5 "queshen_pow5"

cdef suits_t SUITS


cdef void take_tables() noexcept:
    """Fill in the pointers, in the order in which suit_tables.py writes the tables."""
    cdef int first
    cdef costs_t* costs
    cdef int meaning
    SUITS.suit_win = <const uint8_t*>queshen_table[0]
    SUITS.honour_win = <const uint8_t*>queshen_table[1]
    SUITS.suit_wait = <const uint16_t*>queshen_table[2]
    SUITS.honour_wait = <const uint16_t*>queshen_table[3]
    SUITS.wait_word = <const uint32_t*>queshen_table[4]
    for meaning in range(2):
        first = COMMON_TABLES + TABLES_A_MEANING * meaning
        costs = &SUITS.costs[meaning]
        costs.win_word = <const uint16_t*>queshen_table[first]
        costs.suit_class = <const uint8_t*>queshen_table[first + 1]
        costs.honour_class = <const uint8_t*>queshen_table[first + 2]
        costs.two_suits = <const uint16_t*>queshen_table[first + 3]
        costs.three_suits = <const uint16_t*>queshen_table[first + 4]
        costs.missing = <const uint8_t*>queshen_table[first + 5]
        costs.suit_classes = queshen_table_counts[2 + 3 * meaning]
        costs.honour_classes = queshen_table_counts[3 + 3 * meaning]
        costs.merged_classes = queshen_table_counts[4 + 3 * meaning]
        costs.pow5 = pow5


take_tables()


cdef const suits_t* tables() noexcept nogil:
    return &SUITS


cdef int fifth_of(object fifth) except -1:
    if isinstance(fifth, str):
        if fifth == "barred":
            return BARRED
        if fifth == "allowed":
            return ALLOWED
    raise HandError(f"fifth is {fifth!r}, expected 'barred' or 'allowed'")


cdef uint32_t take_key(object value, bint honours) except? 0xFFFFFFFF:
    number, end = operator.index(value), 5**7 if honours else 5**9
    if not 0 <= number < end:
        raise HandError(f"key is {value!r}, expected 0..{end - 1}")
    return number


cdef int take_keys(uint32_t* key, object values) except -1:
    cdef int i
    values = tuple(values)
    if len(values) != 4:
        raise HandError(f"{len(values)} keys, expected four: 万, 饼, 条, honours")
    for i in range(4):
        key[i] = take_key(values[i], i == 3)
    return 0


cdef int tiles_of(uint32_t key) noexcept:
    cdef int tiles = 0
    while key:
        tiles += key % 5
        key //= 5
    return tiles


def missing(keys, sets, fifth="barred"):
    """Tiles missing to `sets` sets and a pair.

    Parameters
    ----------
    keys : sequence of int
        The keys of 万, 饼, 条 and the honours: ``sum(count[i] * 5**i)``, rank 1 lowest.
    sets : int
        0-5.
    fifth : {"barred", "allowed"}
        Whether a completion may hold more than four of a kind.

    Examples
    --------
    >>> from queshen import suits
    >>> suits.missing((1 + 5 + 25, 0, 0, 2), 2)  # 123m EE
    3
    """
    cdef uint32_t key[4]
    take_keys(key, keys)
    number = operator.index(sets)
    if not 0 <= number <= MOST_SETS:
        raise HandError(f"sets is {sets!r}, expected 0..{MOST_SETS}")
    return suits_missing(&SUITS.costs[fifth_of(fifth)], key, number)


def win_cost(keys, fifth="barred"):
    """Fewest wildcards that make sets and a pair of every tile; None where no number does. At most 17 tiles.

    Examples
    --------
    >>> from queshen import suits
    >>> suits.win_cost((1 + 5, 0, 0, 1))  # 12m E
    2
    """
    cdef uint32_t key[4]
    cdef uint32_t total, cost
    cdef int tiles
    take_keys(key, keys)
    tiles = tiles_of(key[0]) + tiles_of(key[1]) + tiles_of(key[2]) + tiles_of(key[3])
    if tiles > MOST_TILES:
        raise HandError(f"{tiles} tiles, expected at most {MOST_TILES}")
    total = win_total(&SUITS, &SUITS.costs[fifth_of(fifth)], key)
    if total >> 5 >= UNWINNABLE:
        return None
    cost = cost_of_total(total)
    return cost - 1 if total >> 5 >= 2 * SAVED_FOUR else cost  # see cost_of_total


def wait_kinds(key, bint honours=False):
    """Which ranks, added to a suit, save a wildcard: as bit masks, without and with the pair in this suit.

    A fifth copy counts as any other here.

    Examples
    --------
    >>> from queshen import suits
    >>> [f"{mask:09b}" for mask in suits.wait_kinds(5)]  # a single 2
    ['000001111', '000000010']
    """
    cdef uint32_t number = take_key(key, honours), word
    word = SUITS.wait_word[SUITS.honour_wait[number] if honours else SUITS.suit_wait[number]]
    return word & 511, word >> 16


def table_info():
    """How many classes and words the tables hold, and their size in bytes.

    Examples
    --------
    >>> from queshen import suits
    >>> suits.table_info()["barred"]
    {'suit_classes': 187, 'honour_classes': 83, 'merged_classes': 328}
    """
    cdef int i
    names = ("suit_classes", "honour_classes", "merged_classes")
    counts = [queshen_table_counts[i] for i in range(8)]
    return {
        "bytes": sum([queshen_table_bytes[i] for i in range(TABLE_COUNT)]),
        "win_words": counts[0],
        "wait_words": counts[1],
        "barred": dict(zip(names, counts[2:5])),
        "allowed": dict(zip(names, counts[5:8])),
    }
