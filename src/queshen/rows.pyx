# cython: freethreading_compatible=True
"""The loops behind `queshen.batch`: rows are read a block at a time, checked, and then looked up.

The functions named ``common_`` are short loops for one number of wildcards and of melds in all rows and for the common
shapes; the others do everything. The short ones take the tables by value: the pointers then stay in registers,
whatever the answers overwrite.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from queshen.counts cimport part_waits, part_wins
from queshen.shapes cimport (
    ABOVE_FOUR,
    BLOCK,
    KINDS,
    ODD,
    ORPHAN_KINDS,
    OUT_OF_REACH,
    SEVEN_PAIRS,
    THIRTEEN_ORPHANS,
    TOTAL,
    change,
    chosen_parts,
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


cdef void common_win_block(const job_t* job, const part_t* part, Py_ssize_t first, int count) noexcept nogil:
    cdef suits_t suits = SUITS[0]
    cdef costs_t costs = SUITS.costs[job.fifth]
    cdef uint8_t* out = <uint8_t*>job.out + first
    cdef uint32_t shapes = shapes_of(job, job.sets - job.meld)
    cdef int for_pairs = job.wild if shapes & SEVEN_PAIRS else -1
    cdef int kinds = 13 - job.wild if shapes & THIRTEEN_ORPHANS else OUT_OF_REACH
    cdef int i, win
    cdef uint32_t wild = job.wild
    for i in range(count):
        win = wins(&suits, &costs, part[i].key, wild)
        win |= ODD(part[i].tally) <= for_pairs  # a wildcard for each single; the rest are pairs
        if ORPHAN_KINDS(part[i].tally) >= kinds:
            win |= <uint32_t>orphans_missing(&part[i]) <= wild
        out[i] = win


cdef void win_block(const job_t* job, const part_t* part, Py_ssize_t first, int count) noexcept nogil:
    cdef uint8_t* out = <uint8_t*>job.out + first
    cdef int i, sets
    for i in range(count):
        sets = sets_of(job, first + i)
        out[i] = part_wins(&part[i], shapes_of(job, sets), SUITS, job.fifth, sets, wild_of(job, first + i))


cdef void common_shanten_block(const job_t* job, const part_t* part, Py_ssize_t first, int count) noexcept nogil:
    cdef costs_t costs = SUITS.costs[job.fifth]
    cdef int8_t* out = <int8_t*>job.out + first
    cdef int i, missing, sets = job.sets - job.meld, ready = job.wild + 1
    cdef uint32_t shapes = shapes_of(job, sets)
    cdef int no_pairs = 0 if shapes & SEVEN_PAIRS else OUT_OF_REACH
    cdef int no_orphans = 0 if shapes & THIRTEEN_ORPHANS else OUT_OF_REACH
    for i in range(count):
        missing = suits_missing(&costs, part[i].key, sets)
        missing = min(missing, seven_pairs_missing(&part[i]) + no_pairs)
        missing = min(missing, orphans_missing(&part[i]) + no_orphans)
        out[i] = missing - ready


cdef void shanten_block(const job_t* job, const part_t* part, Py_ssize_t first, int count) noexcept nogil:
    cdef const costs_t* costs = &SUITS.costs[job.fifth]
    cdef int8_t* out = <int8_t*>job.out + first
    cdef uint8_t* nearest = <uint8_t*>job.beside
    cdef int i, missing, sets
    cdef uint32_t shapes, near
    for i in range(count):
        sets = sets_of(job, first + i)
        shapes = shapes_of(job, sets)
        missing = nearest_missing(&part[i], shapes, costs, sets, &near)
        out[i] = missing - wild_of(job, first + i) - 1 if shapes else NO_SHANTEN
        if nearest:
            nearest[first + i] = near


cdef void common_waits_block(const job_t* job, const part_t* part, Py_ssize_t first, int count) noexcept nogil:
    cdef suits_t suits = SUITS[0]
    cdef uint64_t* out = <uint64_t*>job.out + first
    cdef uint32_t shapes = shapes_of(job, job.sets - job.meld)
    cdef int ready = job.wild + 1, i
    cdef int for_pairs = ready if shapes & SEVEN_PAIRS else OUT_OF_REACH
    cdef int for_orphans = ready if shapes & THIRTEEN_ORPHANS else OUT_OF_REACH
    cdef uint64_t waits
    for i in range(count):
        waits = suits_waits(&suits, part[i].key, job.wild, part[i].plane[2], job.fifth)
        if seven_pairs_missing(&part[i]) == for_pairs:
            waits |= seven_pairs_useful(&part[i]) & ~part[i].plane[2]
        if orphans_missing(&part[i]) == for_orphans:
            waits |= orphans_useful(&part[i]) & ~part[i].plane[2]
        out[i] = waits


cdef void waits_block(const job_t* job, const part_t* part, Py_ssize_t first, int count) noexcept nogil:
    cdef uint64_t* out = <uint64_t*>job.out + first
    cdef uint8_t* wild_does = <uint8_t*>job.beside
    cdef int i, sets, wild
    cdef uint32_t shapes, near
    for i in range(count):
        sets = sets_of(job, first + i)
        wild = wild_of(job, first + i)
        shapes = shapes_of(job, sets)
        out[i] = part_waits(&part[i], shapes, SUITS, job.fifth, sets, wild)
        if wild_does:
            wild_does[first + i] = (
                nearest_missing(&part[i], shapes, &SUITS.costs[job.fifth], sets, &near) == wild + 1
            )


cdef void useful_block(const job_t* job, const part_t* part, Py_ssize_t first, int count) noexcept nogil:
    cdef uint64_t* out = <uint64_t*>job.out + first
    cdef const costs_t* costs = &SUITS.costs[job.fifth]
    cdef int i, missing, sets
    cdef uint32_t near
    for i in range(count):
        sets = sets_of(job, first + i)
        missing = nearest_missing(&part[i], shapes_of(job, sets), costs, sets, &near)
        out[i] = nearest_useful(&part[i], near, costs, sets, missing)


cdef void discards_block(const job_t* job, const part_t* part, Py_ssize_t first, int count) noexcept nogil:
    cdef int8_t* out = <int8_t*>job.out + first * KINDS
    cdef uint64_t* useful = <uint64_t*>job.beside + first * KINDS
    cdef const costs_t* costs = &SUITS.costs[job.fifth]
    cdef const uint8_t* row = job.rows + first * KINDS
    cdef int i, k, sets, missing
    cdef uint32_t shapes, near
    cdef part_t after
    for i in range(count):
        sets = sets_of(job, first + i)
        shapes = shapes_of(job, sets)
        for k in range(KINDS):
            out[k] = NO_SHANTEN
            useful[k] = 0
            if row[k]:
                after = part[i]
                change(&after, k, -1)
                missing = nearest_missing(&after, shapes, costs, sets, &near)
                out[k] = missing - wild_of(job, first + i) - 1 if shapes else NO_SHANTEN
                useful[k] = nearest_useful(&after, near, costs, sets, missing)
        row += KINDS
        out += KINDS
        useful += KINDS


cdef inline bint fits(const job_t* job, Py_ssize_t row, int total) noexcept nogil:
    """Whether a row has the number of tiles that the question needs."""
    cdef int sets = sets_of(job, row)
    return sets >= 0 and <uint32_t>(total + wild_of(job, row) - 3 * sets - job.least) <= job.room


cdef bint any_misfit(const job_t* job, const part_t* part, Py_ssize_t first, int count) noexcept nogil:
    cdef int i, bad = 0
    for i in range(count):
        bad |= not fits(job, first + i, TOTAL(part[i].tally))
    return bad


cdef bint row_is_bad(const job_t* job, Py_ssize_t row) noexcept nogil:
    cdef const uint8_t* counts = job.rows + row * KINDS
    cdef int k, total = 0
    for k in range(KINDS):
        if counts[k] > 4:
            return True
        total += counts[k]
    return not fits(job, row, total)


cdef Py_ssize_t answer(const job_t* job, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """Answer rows `start` to `stop`; returns the first bad row, or `stop`. Rows of a bad block are not looked up."""
    cdef part_t part[BLOCK]
    cdef Py_ssize_t first = start
    cdef bint each = job.wilds != NULL or job.melds != NULL
    cdef uint64_t tiles = 0 if each else <uint64_t>(3 * (job.sets - job.meld) + job.least - job.wild)
    cdef uint64_t faults = ABOVE_FOUR if each else ABOVE_FOUR | (0xFFFF & ~<uint64_t>job.room)
    cdef int count
    while first < stop:
        count = <int>min(BLOCK, stop - first)
        if PARTS(job.rows + first * KINDS, count, part, tiles, job.planes) & faults or (
            each and any_misfit(job, part, first, count)
        ):
            while not row_is_bad(job, first):
                first += 1
            return first
        job.block(job, part, first, count)
        first += count
    return stop
