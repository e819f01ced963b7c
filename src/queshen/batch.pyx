# cython: freethreading_compatible=True
"""Arrays of hands, one row of 34 counts each.

Every function takes `hands`, the natural concealed tiles as ``uint8[N, 34]``, and for all rows or one for each row the
number of wildcards and of melds. A C-contiguous ``uint8`` array is read where it lies; other integer types and other
strides are copied once, checked; floats, booleans, objects and masked arrays are errors. Every row is checked, and a
bad one is a `BatchError` that names it; what `out` then holds is undefined. The work runs without the GIL, in blocks
between which Ctrl-C is heard.

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

from queshen.counts cimport check_shapes, small_int
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
from queshen.shapes cimport COMMON, DISTINCT_PAIRS, KINDS, STANDARD
from queshen.suits cimport MOST_SETS, MOST_TILES, fifth_of

import collections
import threading

import numpy as np

from queshen.errors import BatchError
from queshen.tiles import name

Discards = collections.namedtuple("Discards", ["shanten", "useful"], module="queshen.batch")

cdef enum:
    CHUNK = 1 << 14  # rows between two looks at Ctrl-C


# ---- arguments ----

cdef void* pointer(object array, Py_ssize_t size) except NULL:
    """Where a contiguous array of so many bytes lies; the caller keeps the array."""
    cdef Py_buffer view
    cdef void* found
    PyObject_GetBuffer(array, &view, PyBUF_SIMPLE)
    found = view.buf
    fits = view.len == size
    PyBuffer_Release(&view)
    if not fits:
        raise BatchError(f"an array has {view.len} bytes, expected {size}")
    return found if found != NULL else <void*>1  # an array without rows may lie nowhere


def _plain_array(value, str what):
    """Anything that numpy takes for an array, as one of its plain arrays; nothing of it may be masked."""
    if isinstance(value, np.ma.MaskedArray):
        raise BatchError(f"{what} is a masked array, expected one of which nothing is masked")
    try:
        return np.asarray(value)
    except ValueError as error:
        raise BatchError(f"{what} is no array: {error}") from None


def _bytes_of(array, str what, int most):
    """An integer array as contiguous uint8, copied only where it is something else."""
    if array.size == 0:
        return np.empty(array.shape, np.uint8)
    if array.dtype != np.uint8:
        if array.dtype.kind not in "iu":
            raise BatchError(f"{what} has dtype {array.dtype}, expected uint8 or another integer type")
        if not 0 <= array.min() <= array.max() <= most:
            at = tuple(np.argwhere((array < 0) | (array > most))[0].tolist())
            where = f" of {name(at[1])}" if len(at) == 2 else ""
            raise BatchError(f"row {at[0]}: {what} has {array[at]}{where}, expected 0..{most}", at[0])
    return np.ascontiguousarray(array, dtype=np.uint8)


def _rows_of(hands):
    array = _plain_array(hands, "hands")
    if array.shape == (0,):
        array = array.reshape(0, KINDS)
    if array.ndim != 2 or array.shape[1] != KINDS:
        raise BatchError(f"hands has shape {array.shape}, expected (N, {KINDS})")
    return _bytes_of(array, "hands", 4)


def _each_or_all(value, Py_ssize_t count, str what):
    """A number for all rows, or an array with one for each row."""
    if isinstance(value, int):
        return small_int(value, what, 0, MOST_TILES), None
    array = _plain_array(value, what)
    if array.ndim == 0:
        return small_int(value, what, 0, MOST_TILES), None
    if array.shape != (count,):
        raise BatchError(f"{what} has shape {array.shape}, expected an int or shape ({count},)")
    return 0, _bytes_of(array, what, MOST_TILES)


def _target(array, dtype, shape, str what, inputs):
    """The caller's buffer, checked, or a new one."""
    if array is None:
        return np.empty(shape, dtype)
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{what} is {type(array).__name__}, expected a numpy array")
    plain = _plain_array(array, what)
    if plain.dtype != dtype or plain.shape != shape:
        raise BatchError(
            f"{what} has dtype {plain.dtype} and shape {plain.shape}, expected {np.dtype(dtype)} and {shape}"
        )
    if not (plain.flags.c_contiguous and plain.flags.writeable and plain.flags.aligned):
        raise BatchError(f"{what} is not contiguous, aligned and writable, expected it to be")
    if any(other is not None and np.may_share_memory(plain, other) for other in inputs):
        raise BatchError(f"{what} overlaps another argument, expected memory of its own")
    return array


@cython.auto_pickle(False)
cdef class _Call:
    """One call's arguments, kept while threads work on them."""

    cdef job_t job
    cdef readonly Py_ssize_t count
    cdef readonly object inputs
    cdef object outputs

    def __cinit__(self, hands, wild, melds, shapes, sets, fifth, int least, int room):
        rows = _rows_of(hands)
        self.count = rows.shape[0]
        self.job.least = least
        self.job.room = room
        self.job.sets = small_int(sets, "sets", 1, MOST_SETS)
        self.job.shapes = check_shapes(shapes)
        self.job.fifth = fifth_of(fifth)
        self.job.wild, wilds = _each_or_all(wild, self.count, "wild")
        self.job.meld, each_meld = _each_or_all(melds, self.count, "melds")
        if each_meld is None:
            small_int(melds, "melds", 0, self.job.sets)
        self.inputs = (rows, wilds, each_meld)
        self.job.rows = <const uint8_t*>pointer(rows, self.count * KINDS)
        self.job.wilds = <const uint8_t*>pointer(wilds, self.count) if wilds is not None else NULL
        self.job.melds = <const uint8_t*>pointer(each_meld, self.count) if each_meld is not None else NULL

    cdef bint common(self, uint32_t known):
        """Whether a short loop will do that knows these shapes."""
        cdef uint32_t shapes = shapes_of(&self.job, self.job.sets - self.job.meld)
        return not self.job.wilds and not self.job.melds and shapes & STANDARD and not shapes & ~known

    cdef object run(self, block_fn block, bint planes, out, beside, threads):
        """Fill the outputs, in slices of the rows where there are several threads."""
        self.job.block = block
        self.job.planes = planes
        self.outputs = (out, beside)
        self.job.out = pointer(np.asarray(out), np.asarray(out).nbytes)
        self.job.beside = pointer(np.asarray(beside), np.asarray(beside).nbytes) if beside is not None else NULL
        threads = small_int(threads, "threads", 1, 1024)
        if threads == 1 or self.count <= CHUNK:
            bad = self.work(0, self.count, None)
        else:
            bad = self.spread(threads)
        if bad < self.count:
            raise BatchError(self.complaint(bad), bad)
        return out

    cdef Py_ssize_t spread(self, int threads) except -1:
        """Share the rows among threads; what interrupts the waiting, or fails one of them, stops them all."""
        ends = [self.count * (i + 1) // threads for i in range(threads)]
        reached = [None] * threads
        failed = []
        stop = threading.Event()

        def work(slot):
            try:
                end = self.work(ends[slot - 1] if slot else 0, ends[slot], stop)
                reached[slot] = end if end < ends[slot] else self.count
            except BaseException as error:
                failed.append(error)
                stop.set()

        workers = [threading.Thread(target=work, args=(slot,), daemon=True) for slot in range(threads)]
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        except BaseException:
            stop.set()
            for worker in workers:
                if worker.ident is not None:  # one that is only starting sees the flag before it writes
                    worker.join()
            raise
        if failed:
            raise failed[0]
        if None in reached:
            raise RuntimeError("a thread ended before its rows were answered")
        return min(reached)

    cdef Py_ssize_t work(self, Py_ssize_t start, Py_ssize_t stop, stopped) except -1:
        """Answer a slice of the rows; returns the first bad one, or `stop`."""
        cdef Py_ssize_t end, reached
        while start < stop and not (stopped is not None and stopped.is_set()):
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
        if least <= sum(counts) + wild <= least + <int>self.job.room:
            return f"row {row}: changed while it was read, expected an array that nobody writes to"
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
        Sets of a complete hand, 1-5: 4 (14 tiles), 5 (17) or 2 (8).
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
    HandError
        Where an argument for all rows is out of bounds.

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
    if call.common(COMMON | DISTINCT_PAIRS):
        return call.run(common_win_block, call.job.shapes & DISTINCT_PAIRS != 0, out, None, threads)
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
    if call.common(COMMON | DISTINCT_PAIRS) and shape_out is None:
        return call.run(common_shanten_block, call.job.shapes & DISTINCT_PAIRS != 0, out, None, threads)
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
    if call.common(COMMON) and wild_out is None:
        return call.run(common_waits_block, True, out, None, threads)
    return call.run(waits_block, True, out, wild_out, threads)


def useful(hands, wild=0, melds=0, *, shapes=COMMON, sets=4, fifth="barred", out=None, threads=1):
    """Kinds that lower the shanten of each hand, as masks with bit k for kind k; none of which the hand holds four.

    Parameters are those of `is_win`, for hands of ``3 * (sets - melds) + 1`` tiles. A drawn wildcard always lowers it. With no shape within reach there are none.

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
