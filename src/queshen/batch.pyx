# cython: freethreading_compatible=True
"""Arrays of hands, one row of 34 counts each.

Every function takes `hands`, the natural concealed tiles as ``uint8[N, 34]``, and for all rows or one for each row the
number of wildcards and of melds. A C-contiguous ``uint8`` array is read where it lies; other integer types and other
strides are copied once, checked; anything else is an error. Every row is checked, and a bad one is a `BatchError` that
names it; what `out` then holds is undefined. The work runs without the GIL, in blocks between which Ctrl-C is heard.

>>> import numpy as np
>>> from queshen import Hand, batch
>>> hands = np.frombuffer(Hand("123m456p78s11122z", notation="mpsz").counts, np.uint8).reshape(1, 34)
>>> batch.shanten(hands), [f"{mask:#x}" for mask in batch.waits(hands)]
(array([0], dtype=int8), ['0x4800000'])
"""

cimport cython
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t

from queshen.counts cimport check_shapes, fifth_of, small_int
from queshen.rows cimport (
    answer,
    block_fn,
    common_shanten_block,
    common_waits_block,
    common_win_block,
    discards_block,
    job_t,
    shanten_block,
    shapes_of,
    useful_block,
    waits_block,
    win_block,
)
from queshen.shapes cimport COMMON, KINDS, STANDARD

import collections
import threading

import numpy as np

from queshen.errors import BatchError
from queshen.tiles import name

Discards = collections.namedtuple("Discards", ["shanten", "useful"])

cdef enum:
    CHUNK = 1 << 14  # rows between two looks at Ctrl-C
    MOST_TILES = 17


# ---- arguments ----

cdef void* pointer(object array) except NULL:
    """Where a contiguous array lies; the caller keeps the array."""
    cdef Py_buffer view
    cdef void* found
    PyObject_GetBuffer(array, &view, PyBUF_SIMPLE)
    found = view.buf
    PyBuffer_Release(&view)
    return found if found != NULL else <void*>1  # an array without rows may lie nowhere


def _bytes_of(array, str what, int most):
    """An integer array as contiguous uint8, copied only where it is something else."""
    if array.dtype != np.uint8:
        if array.dtype.kind not in "iu":
            raise BatchError(f"{what} has dtype {array.dtype}, expected uint8 or another integer type")
        if array.size and not 0 <= array.min() <= array.max() <= most:
            at = tuple(np.argwhere((array < 0) | (array > most))[0].tolist())
            where = f" of {name(at[1])}" if len(at) == 2 else ""
            raise BatchError(f"row {at[0]}: {what} has {array[at]}{where}, expected 0..{most}", at[0])
    return np.ascontiguousarray(array, dtype=np.uint8)


def _rows_of(hands):
    if not isinstance(hands, np.ndarray):
        hands = np.asarray(hands)
        if hands.size == 0 and hands.ndim == 1:
            hands = np.empty((0, KINDS), np.uint8)
    if hands.ndim != 2 or hands.shape[1] != KINDS:
        raise BatchError(f"hands has shape {hands.shape}, expected (N, {KINDS})")
    return _bytes_of(hands, "hands", 4)


def _each_or_all(value, Py_ssize_t count, str what):
    """A number for all rows, or an array with one for each row."""
    if isinstance(value, (int, np.integer)):
        return small_int(value, what, 0, MOST_TILES), None
    array = np.asarray(value)
    if array.shape != (count,):
        raise BatchError(f"{what} has shape {array.shape}, expected an int or shape ({count},)")
    return 0, _bytes_of(array, what, MOST_TILES)


def _target(array, dtype, shape, str what, inputs):
    """The caller's buffer, checked, or a new one."""
    if array is None:
        return np.empty(shape, dtype)
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{what} is {type(array).__name__}, expected a numpy array")
    if array.dtype != dtype or array.shape != shape:
        raise BatchError(
            f"{what} has dtype {array.dtype} and shape {array.shape}, expected {np.dtype(dtype)} and {shape}"
        )
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise BatchError(f"{what} is not contiguous and writable, expected it to be")
    if any(other is not None and np.may_share_memory(array, other) for other in inputs):
        raise BatchError(f"{what} overlaps another argument, expected memory of its own")
    return array


@cython.auto_pickle(False)
cdef class _Call:
    """One call's arguments, kept while threads work on them."""

    cdef job_t job
    cdef readonly Py_ssize_t count
    cdef readonly object inputs
    cdef object outputs
    cdef bint stopped

    def __cinit__(self, hands, wild, melds, shapes, sets, fifth, int least, int room):
        rows = _rows_of(hands)
        self.count = rows.shape[0]
        self.job.least = least
        self.job.room = room
        self.job.sets = small_int(sets, "sets", 1, 5)
        self.job.shapes = check_shapes(shapes)
        self.job.fifth = fifth_of(fifth)
        self.job.wild, wilds = _each_or_all(wild, self.count, "wild")
        self.job.meld, each_meld = _each_or_all(melds, self.count, "melds")
        if each_meld is None:
            small_int(melds, "melds", 0, self.job.sets)
        self.inputs = (rows, wilds, each_meld)
        self.job.rows = <const uint8_t*>pointer(rows)
        self.job.wilds = <const uint8_t*>pointer(wilds) if wilds is not None else NULL
        self.job.melds = <const uint8_t*>pointer(each_meld) if each_meld is not None else NULL

    cdef bint common(self):
        """Whether the short loops for the common shapes will do."""
        cdef uint32_t shapes = shapes_of(&self.job, self.job.sets - self.job.meld)
        return not self.job.wilds and not self.job.melds and shapes & STANDARD and not shapes & ~<uint32_t>COMMON

    cdef object run(self, block_fn block, bint planes, out, beside, threads):
        """Fill the outputs, in slices of the rows where there are several threads."""
        self.job.block = block
        self.job.planes = planes
        self.outputs = (out, beside)
        self.job.out = pointer(out)
        self.job.beside = pointer(beside) if beside is not None else NULL
        threads = small_int(threads, "threads", 1, 1024)
        if threads == 1 or self.count <= CHUNK:
            bad = self.work(0, self.count)
        else:
            bad = self.spread(threads)
        if bad < self.count:
            raise BatchError(self.complaint(bad), bad)
        return out

    cdef Py_ssize_t spread(self, int threads) except -1:
        """Share the rows among threads; whatever interrupts the waiting also stops them."""
        ends = [self.count * (i + 1) // threads for i in range(threads)]
        reached = [self.count] * threads

        def work(slot):
            end = self.work(ends[slot - 1] if slot else 0, ends[slot])
            if end < ends[slot]:
                reached[slot] = end

        workers = [threading.Thread(target=work, args=(slot,), daemon=True) for slot in range(threads)]
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        except BaseException:
            self.stopped = True
            for worker in workers:
                if worker.ident is not None:  # one that is only starting sees the flag before it writes
                    worker.join()
            raise
        return min(reached)

    cdef Py_ssize_t work(self, Py_ssize_t start, Py_ssize_t stop) except -1:
        """Answer a slice of the rows; returns the first bad one, or `stop`."""
        cdef Py_ssize_t end, reached
        while start < stop and not self.stopped:
            end = min(stop, start + CHUNK)
            with nogil:
                reached = answer(&self.job, start, end)
            if reached < end:
                return reached
            start = end
            PyErr_CheckSignals()
        return stop

    cdef str complaint(self, Py_ssize_t row):
        rows, wilds, melds = self.inputs
        counts = rows[row].tolist()
        for k, count in enumerate(counts):
            if count > 4:
                return f"row {row}: {count} copies of {name(k)}, expected 0..4"
        sets = self.job.sets
        meld = self.job.meld if melds is None else int(melds[row])
        if meld > sets:
            return f"row {row}: melds is {meld}, expected 0..{sets} in a hand of {sets} sets"
        wild = self.job.wild if wilds is None else int(wilds[row])
        least = 3 * (sets - meld) + self.job.least
        expected = f"{least} or {least + 1}" if self.job.room else f"{least}"
        return (
            f"row {row}: {sum(counts)} tiles and {wild} wildcards, expected {expected} "
            f"together with {meld} of {sets} sets melded"
        )


# ---- the questions ----

def is_win(hands, wild=0, melds=0, *, shapes=COMMON, sets=4, fifth="barred", out=None, threads=1):
    """Which hands are complete.

    Parameters
    ----------
    hands : uint8[N, 34]
        Natural concealed tiles, ``3 * (sets - melds) + 2`` with the wildcards.
    wild, melds : int or uint8[N]
        Wildcards in hand and sets already melded.
    shapes : Shape
        Which shapes count.
    sets : int
        Sets of a complete hand: 4, 5 or 2.
    fifth : {"barred", "allowed"}
        Whether wildcards may go beyond four of a kind.
    out : bool[N], optional
        Where to put the answer.
    threads : int
        How many Python threads share the rows.

    Returns
    -------
    bool[N]

    Raises
    ------
    BatchError
        Where an array does not fit or a row is no hand; ``row`` names the first such row.

    Examples
    --------
    >>> import numpy as np
    >>> from queshen import Hand, batch
    >>> hands = np.array([list(Hand("123m456p789s111sEE").counts), list(Hand("123m456p789s1112sE").counts)])
    >>> batch.is_win(hands)
    array([ True, False])
    """
    cdef _Call call = _Call(hands, wild, melds, shapes, sets, fifth, 2, 0)
    out = _target(out, np.bool_, (call.count,), "out", call.inputs)
    if call.common():
        return call.run(common_win_block, False, out, None, threads)
    return call.run(win_block, True, out, None, threads)


def shanten(
    hands, wild=0, melds=0, *, shapes=COMMON, sets=4, fifth="barred", out=None, shape_out=None, threads=1
):
    """Shanten of each hand: useful draws to a ready hand, -1 for a complete one; 127 with no shape within reach.

    Parameters are those of `is_win`; hands may hold their drawn tile or not.

    Parameters
    ----------
    shape_out : uint8[N], optional
        Is filled with the shapes that are this near, as bits of `Shape`.

    Returns
    -------
    int8[N]

    Examples
    --------
    >>> import numpy as np
    >>> from queshen import Hand, Shape, batch
    >>> hands = np.array([list(Hand("1122m3344p5566sE").counts)])
    >>> near = np.empty(1, np.uint8)
    >>> batch.shanten(hands, shape_out=near).tolist(), Shape(int(near[0])).name
    ([0], 'SEVEN_PAIRS')
    """
    cdef _Call call = _Call(hands, wild, melds, shapes, sets, fifth, 1, 1)
    out = _target(out, np.int8, (call.count,), "out", call.inputs)
    if shape_out is not None:
        _target(shape_out, np.uint8, (call.count,), "shape_out", (*call.inputs, out))
    if call.common() and shape_out is None:
        return call.run(common_shanten_block, False, out, None, threads)
    return call.run(shanten_block, True, out, shape_out, threads)


def waits(
    hands, wild=0, melds=0, *, shapes=COMMON, sets=4, fifth="barred", out=None, wild_out=None, threads=1
):
    """Kinds that complete each hand, as masks with bit k for kind k; none of which the hand holds four.

    Parameters are those of `is_win`, for hands of ``3 * (sets - melds) + 1`` tiles.

    Parameters
    ----------
    wild_out : bool[N], optional
        Is filled with whether a drawn wildcard would complete the hand.

    Returns
    -------
    uint64[N]

    Examples
    --------
    >>> import numpy as np
    >>> from queshen import Hand, batch
    >>> hands = np.array([list(Hand("123m456p789s1112s").counts)])
    >>> [k for k in range(34) if int(batch.waits(hands)[0]) >> k & 1]  # 2s, 3s
    [19, 20]
    """
    cdef _Call call = _Call(hands, wild, melds, shapes, sets, fifth, 1, 0)
    out = _target(out, np.uint64, (call.count,), "out", call.inputs)
    if wild_out is not None:
        _target(wild_out, np.bool_, (call.count,), "wild_out", (*call.inputs, out))
    if call.common() and wild_out is None:
        return call.run(common_waits_block, True, out, None, threads)
    return call.run(waits_block, True, out, wild_out, threads)


def useful(hands, wild=0, melds=0, *, shapes=COMMON, sets=4, fifth="barred", out=None, threads=1):
    """Kinds that lower the shanten of each hand, as masks with bit k for kind k; none of which the hand holds four.

    Parameters are those of `is_win`, for hands of ``3 * (sets - melds) + 1`` tiles. A drawn wildcard always lowers it.

    Returns
    -------
    uint64[N]

    Examples
    --------
    >>> import numpy as np
    >>> from queshen import Hand, batch
    >>> hands = np.array([list(Hand("1122m3344p5566sE").counts)])
    >>> [k for k in range(34) if int(batch.useful(hands)[0]) >> k & 1]  # E
    [27]
    """
    cdef _Call call = _Call(hands, wild, melds, shapes, sets, fifth, 1, 0)
    out = _target(out, np.uint64, (call.count,), "out", call.inputs)
    return call.run(useful_block, True, out, None, threads)


def discards(
    hands, wild=0, melds=0, *, shapes=COMMON, sets=4, fifth="barred", out=None, useful_out=None, threads=1
):
    """Shanten and useful tiles after each natural discard of each hand.

    Parameters are those of `is_win`.

    Parameters
    ----------
    out : int8[N, 34], optional
        Where to put the shanten.
    useful_out : uint64[N, 34], optional
        Where to put the useful tiles.

    Returns
    -------
    Discards
        ``shanten``, int8[N, 34], 127 for kinds that the hand does not hold or with no shape within reach;
        ``useful``, uint64[N, 34], masks of kinds.

    Examples
    --------
    >>> import numpy as np
    >>> from queshen import Hand, batch
    >>> hands = np.array([list(Hand("123m45p789s12344sE").counts)])
    >>> after = batch.discards(hands)
    >>> [k for k in range(34) if after.shanten[0, k] == 0], hex(after.useful[0, 27])  # 3p, 6p
    ([27], '0x4800')
    """
    cdef _Call call = _Call(hands, wild, melds, shapes, sets, fifth, 2, 0)
    shape = (call.count, KINDS)
    out = _target(out, np.int8, shape, "out", call.inputs)
    useful_out = _target(useful_out, np.uint64, shape, "useful_out", (*call.inputs, out))
    call.run(discards_block, True, out, useful_out, threads)
    return Discards(out, useful_out)
