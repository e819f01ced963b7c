# cython: freethreading_compatible=True
"""The suit tables, linked once as constant data, and what they say of one suit.

Native code looks them up through ``suits.pxd``. The functions here say the same in Python, one suit at a time: they
are for people who check the tables, not for speed.
"""

cdef extern from *:
    """
    extern const void *const queshen_table[];
    extern const uint32_t queshen_table_bytes[], queshen_table_counts[];
    """
    const void** queshen_table
    const uint32_t* queshen_table_bytes
    const uint32_t* queshen_table_counts

cdef enum:
    COMMON_TABLES = 5
    TABLES_A_MEANING = 6
    TABLE_COUNT = COMMON_TABLES + 2 * TABLES_A_MEANING

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


take_tables()


cdef const suits_t* tables() noexcept nogil:
    return &SUITS


cdef const costs_t* costs_of(str fifth) except NULL:
    if fifth == "barred":
        return &SUITS.costs[BARRED]
    if fifth == "allowed":
        return &SUITS.costs[ALLOWED]
    raise ValueError(f"fifth is {fifth!r}, expected 'barred' or 'allowed'")


cdef int take_key(uint32_t* key, object value, bint honours) except -1:
    cdef uint32_t end = 78125 if honours else 1953125
    if not 0 <= value < end:
        raise ValueError(f"key is {value!r}, expected 0..{end - 1}")
    key[0] = value
    return 0


cdef int take_keys(uint32_t* key, object values) except -1:
    cdef int i
    if len(values) != 4:
        raise ValueError(f"{len(values)} keys, expected four: 万, 饼, 条, honours")
    for i in range(4):
        take_key(&key[i], values[i], i == 3)
    return 0


def missing(keys, int sets, str fifth="barred"):
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
    if not 0 <= sets <= 5:
        raise ValueError(f"sets is {sets}, expected 0..5")
    return suits_missing(costs_of(fifth), key, sets)


def win_cost(keys, str fifth="barred"):
    """Fewest wildcards that make sets and a pair of every tile; `None` where none do.

    Examples
    --------
    >>> from queshen import suits
    >>> suits.win_cost((1 + 5, 0, 0, 1))  # 12m E
    2
    """
    cdef uint32_t key[4]
    cdef uint32_t cost
    take_keys(key, keys)
    cost = cost_of_total(win_total(&SUITS, costs_of(fifth), key))
    return None if cost > 99 else cost


def wait_kinds(key, bint honours=False):
    """Which ranks, added to a suit, save a wildcard: as bit masks, without and with the pair in this suit.

    A fifth copy counts as any other here.

    Examples
    --------
    >>> from queshen import suits
    >>> [f"{mask:09b}" for mask in suits.wait_kinds(5)]  # a single 2
    ['000001111', '000000010']
    """
    cdef uint32_t number, word
    take_key(&number, key, honours)
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
