# cython: freethreading_compatible=True
"""The loops behind `queshen.batch`: rows are read a block at a time, checked, and then looked up.

The functions named ``common_`` are short loops for one number of wildcards and of melds in all rows and for the
commonest shapes; the others do everything. The short ones take the tables by value: the pointers then stay in registers,
whatever the answers overwrite.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from queshen.counts cimport part_waits, part_wins
from queshen.shapes cimport (
    ABOVE_FOUR,
    BLOCK,
    DISTINCT_PAIRS,
    KINDS,
    ODD,
    ORPHAN_KINDS,
    OUT_OF_REACH,
    SEVEN_PAIRS,
    THIRTEEN_ORPHANS,
    TOTAL,
    change,
    chosen_parts,
    distinct_pairs_missing,
    held,
    nearest_missing,
    nearest_useful,
    orphans_missing,
    orphans_useful,
    parts_fn,
    seven_pairs_missing,
    seven_pairs_useful,
)
from queshen.suits cimport costs_t, suits_missing, suits_t, suits_waits, tables, wins

cdef parts_fn PARTS = chosen_parts()
cdef const suits_t* SUITS = tables()

cdef enum:
    NO_SHANTEN = 127  # nothing to discard, or no shape within reach


cdef void common_win_block(const job_t* job, const block_t* block) noexcept nogil:
    cdef suits_t suits = SUITS[0]
    cdef costs_t costs = SUITS.costs[job.fifth]
    cdef uint8_t* out = <uint8_t*>job.out + block.first
    cdef uint32_t shapes = shapes_of(job, job.sets - job.meld)
    cdef int for_pairs = job.wild if shapes & SEVEN_PAIRS else -1
    cdef int kinds = 13 - job.wild if shapes & THIRTEEN_ORPHANS else OUT_OF_REACH
    cdef int i, win
    cdef uint32_t wild = job.wild
    for i in range(block.count):
        win = wins(&suits, &costs, block.part[i].key, wild)
        win |= ODD(block.part[i].tally) <= for_pairs  # a wildcard for each single; the rest are pairs
        if ORPHAN_KINDS(block.part[i].tally) >= kinds:
            win |= <uint32_t>orphans_missing(&block.part[i]) <= wild
        out[i] = win
    if shapes & DISTINCT_PAIRS:
        for i in range(block.count):
            out[i] |= <uint32_t>distinct_pairs_missing(&block.part[i]) <= wild


cdef void win_block(const job_t* job, const block_t* block) noexcept nogil:
    cdef uint8_t* out = <uint8_t*>job.out + block.first
    cdef int i, sets
    for i in range(block.count):
        sets = block.sets[i]
        out[i] = part_wins(&block.part[i], shapes_of(job, sets), SUITS, job.fifth, sets, block.wild[i])


cdef void common_shanten_block(const job_t* job, const block_t* block) noexcept nogil:
    cdef costs_t costs = SUITS.costs[job.fifth]
    cdef int8_t* out = <int8_t*>job.out + block.first
    cdef int i, missing, sets = job.sets - job.meld, ready = job.wild + 1
    cdef uint32_t shapes = shapes_of(job, sets)
    cdef int no_pairs = 0 if shapes & SEVEN_PAIRS else OUT_OF_REACH
    cdef int no_orphans = 0 if shapes & THIRTEEN_ORPHANS else OUT_OF_REACH
    for i in range(block.count):
        missing = suits_missing(&costs, block.part[i].key, sets)
        missing = min(missing, seven_pairs_missing(&block.part[i]) + no_pairs)
        missing = min(missing, orphans_missing(&block.part[i]) + no_orphans)
        out[i] = missing - ready
    if shapes & DISTINCT_PAIRS:
        for i in range(block.count):
            out[i] = min(out[i], distinct_pairs_missing(&block.part[i]) - ready)


cdef void shanten_block(const job_t* job, const block_t* block) noexcept nogil:
    cdef const costs_t* costs = &SUITS.costs[job.fifth]
    cdef int8_t* out = <int8_t*>job.out + block.first
    cdef uint8_t* nearest = <uint8_t*>job.beside
    cdef int i, missing, sets
    cdef uint32_t shapes, near
    for i in range(block.count):
        sets = block.sets[i]
        shapes = shapes_of(job, sets)
        missing = nearest_missing(&block.part[i], shapes, costs, sets, &near)
        out[i] = missing - block.wild[i] - 1 if shapes else NO_SHANTEN
        if nearest:
            nearest[block.first + i] = near


cdef void common_waits_block(const job_t* job, const block_t* block) noexcept nogil:
    cdef suits_t suits = SUITS[0]
    cdef uint64_t* out = <uint64_t*>job.out + block.first
    cdef uint32_t shapes = shapes_of(job, job.sets - job.meld)
    cdef int ready = job.wild + 1, i
    cdef int for_pairs = ready if shapes & SEVEN_PAIRS else OUT_OF_REACH
    cdef int for_orphans = ready if shapes & THIRTEEN_ORPHANS else OUT_OF_REACH
    cdef uint64_t waits
    for i in range(block.count):
        waits = suits_waits(&suits, block.part[i].key, job.wild, block.part[i].plane[2], job.fifth)
        if seven_pairs_missing(&block.part[i]) == for_pairs:
            waits |= seven_pairs_useful(&block.part[i]) & ~block.part[i].plane[2]
        if orphans_missing(&block.part[i]) == for_orphans:
            waits |= orphans_useful(&block.part[i]) & ~block.part[i].plane[2]
        out[i] = waits


cdef void waits_block(const job_t* job, const block_t* block) noexcept nogil:
    cdef uint64_t* out = <uint64_t*>job.out + block.first
    cdef uint8_t* wild_does = <uint8_t*>job.beside
    cdef int i, sets, wild
    cdef uint32_t shapes, near
    for i in range(block.count):
        sets = block.sets[i]
        wild = block.wild[i]
        shapes = shapes_of(job, sets)
        out[i] = part_waits(&block.part[i], shapes, SUITS, job.fifth, sets, wild)
        if wild_does:
            wild_does[block.first + i] = (
                nearest_missing(&block.part[i], shapes, &SUITS.costs[job.fifth], sets, &near) == wild + 1
            )


cdef void useful_block(const job_t* job, const block_t* block) noexcept nogil:
    cdef uint64_t* out = <uint64_t*>job.out + block.first
    cdef const costs_t* costs = &SUITS.costs[job.fifth]
    cdef int i, missing, sets
    cdef uint32_t near
    for i in range(block.count):
        sets = block.sets[i]
        missing = nearest_missing(&block.part[i], shapes_of(job, sets), costs, sets, &near)
        out[i] = nearest_useful(&block.part[i], near, costs, sets, missing)


cdef void discards_block(const job_t* job, const block_t* block) noexcept nogil:
    cdef int8_t* out = <int8_t*>job.out + block.first * KINDS
    cdef uint64_t* useful = <uint64_t*>job.beside + block.first * KINDS
    cdef const costs_t* costs = &SUITS.costs[job.fifth]
    cdef int i, k, sets, missing
    cdef uint32_t shapes, near
    cdef part_t after
    for i in range(block.count):
        sets = block.sets[i]
        shapes = shapes_of(job, sets)
        for k in range(KINDS):
            out[k] = NO_SHANTEN
            useful[k] = 0
            if held(&block.part[i]) >> k & 1:
                after = block.part[i]
                change(&after, k, -1)
                missing = nearest_missing(&after, shapes, costs, sets, &near)
                out[k] = missing - block.wild[i] - 1 if shapes else NO_SHANTEN
                useful[k] = nearest_useful(&after, near, costs, sets, missing)
        out += KINDS
        useful += KINDS


cdef inline bint fits(const job_t* job, int total, int wild, int sets) noexcept nogil:
    """Whether a row has the number of tiles that the question needs."""
    return sets >= 0 and <uint32_t>(total + wild - 3 * sets - job.least) <= job.room


cdef bint read_each(const job_t* job, block_t* block) noexcept nogil:
    """Take the wildcards and melds of each row; whether any row has a wrong number of tiles."""
    cdef int i, bad = 0
    for i in range(block.count):
        block.wild[i] = job.wilds[block.first + i] if job.wilds else job.wild
        block.sets[i] = job.sets - (job.melds[block.first + i] if job.melds else job.meld)
        bad |= not fits(job, TOTAL(block.part[i].tally), block.wild[i], block.sets[i])
    return bad


cdef bint row_is_bad(const job_t* job, Py_ssize_t row) noexcept nogil:
    cdef const uint8_t* counts = job.rows + row * KINDS
    cdef int k, total = 0
    for k in range(KINDS):
        if counts[k] > 4:
            return True
        total += counts[k]
    return not fits(
        job,
        total,
        job.wilds[row] if job.wilds else job.wild,
        job.sets - (job.melds[row] if job.melds else job.meld),
    )


cdef Py_ssize_t first_bad(const job_t* job, const block_t* block) noexcept nogil:
    """The first bad row of a block that has one; its first row if somebody mended it meanwhile."""
    cdef int i
    for i in range(block.count):
        if row_is_bad(job, block.first + i):
            return block.first + i
    return block.first


cdef Py_ssize_t answer(const job_t* job, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """Answer rows `start` to `stop`; returns the first bad row, or `stop`. Rows of a bad block are not looked up."""
    cdef bint each = job.wilds != NULL or job.melds != NULL
    cdef uint64_t tiles = 0 if each else <uint64_t>(3 * (job.sets - job.meld) + job.least - job.wild)
    cdef uint64_t faults = ABOVE_FOUR if each else ABOVE_FOUR | (0xFFFF & ~<uint64_t>job.room)
    cdef block_t block
    cdef int i
    for i in range(BLOCK):
        block.wild[i] = job.wild
        block.sets[i] = job.sets - job.meld
    block.first = start
    while block.first < stop:
        block.count = <int>min(BLOCK, stop - block.first)
        if PARTS(job.rows + block.first * KINDS, block.count, block.part, tiles, job.planes) & faults or (
            each and read_each(job, &block)
        ):
            return first_bad(job, &block)
        job.block(job, &block)
        block.first += block.count
    return stop
