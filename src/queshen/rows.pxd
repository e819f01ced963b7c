"""Many rows at once: one question, asked of blocks of rows without the GIL."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from queshen.shapes cimport BLOCK, part_t, within_reach

# Some rows, read and checked. Nothing of them is read again from memory that others may write to meanwhile.
cdef struct block_t:
    part_t part[BLOCK]
    int wild[BLOCK]
    int sets[BLOCK]  # still to be made in the concealed part
    Py_ssize_t first
    int count

ctypedef void (*block_fn)(const job_t* job, const block_t* block) noexcept nogil

# One call. The block function is chosen once, so that each is a short loop of its own.
cdef struct job_t:
    block_fn block
    const uint8_t* rows
    const uint8_t* wilds  # NULL: `wild` for every row
    const uint8_t* melds  # NULL: `meld` for every row
    int wild
    int meld
    int sets
    int fifth
    uint32_t shapes
    int least  # tiles that a hand must hold beyond those of its sets
    uint32_t room  # how many more it may hold: none or one
    int planes
    void* out
    void* beside  # NULL where it is not asked for


cdef inline uint32_t shapes_of(const job_t* job, int sets) noexcept nogil:
    return within_reach(job.shapes, job.sets, job.sets - sets)


# What a call may ask of each block.
cdef void common_win_block(const job_t* job, const block_t* block) noexcept nogil
cdef void win_block(const job_t* job, const block_t* block) noexcept nogil
cdef void common_shanten_block(const job_t* job, const block_t* block) noexcept nogil
cdef void shanten_block(const job_t* job, const block_t* block) noexcept nogil
cdef void common_waits_block(const job_t* job, const block_t* block) noexcept nogil
cdef void waits_block(const job_t* job, const block_t* block) noexcept nogil
cdef void useful_block(const job_t* job, const block_t* block) noexcept nogil
cdef void discards_block(const job_t* job, const block_t* block) noexcept nogil

cdef Py_ssize_t answer(const job_t* job, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
