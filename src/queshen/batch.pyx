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
from libc.stdint cimport int32_t, uint8_t, uint32_t

from queshen.arrays cimport RowWork, plain_array, pointer, target
from queshen.counts cimport check_shapes, small_int
from queshen.decompose cimport hand_t
from queshen.patterns cimport win_t
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
from queshen.scorer cimport FAULTS, Scorer, set_of
from queshen.suits cimport MOST_SETS, MOST_TILES, fifth_of
from queshen.win_rows cimport (
    BAD_COUNT,
    BAD_FIELD,
    BAD_MELD,
    BAD_TOTAL,
    FIVE_COPIES,
    NO_ROW_FAULT,
    read_win,
    score_job_t,
    score_rows,
    win_row_t,
)

import collections

import numpy as np

from queshen.errors import BatchError
from queshen.notation import HandText, write_hand
from queshen.rules import Rules
from queshen.tables import Tables
from queshen.tiles import name

Discards = collections.namedtuple("Discards", ["shanten", "useful"], module="queshen.batch")

WIN = np.dtype([
    ("counts", "u1", (KINDS,)), ("wild", "u1"), ("face", "i1"), ("melds", "u1", (MOST_SETS,)), ("win", "u1"),
    ("flags", "u2"), ("round_wind", "u1"), ("seat_wind", "u1"), ("flowers", "u1"),
    ("flower_rows", "u1"),
])

cdef tuple BOUNDED = ("face", "win", "flags", "round_wind", "seat_wind", "flower_rows")

cdef enum:
    CHUNK = 1 << 14  # rows between two looks at Ctrl-C
    WIN_CHUNK = 1 << 10  # the same for wins, which take longer,
    MANY_WILD_CHUNK = 1 << 3  # and for those of many wildcards


# ---- arguments ----

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
    array = plain_array(hands, "hands")
    if array.shape == (0,):
        array = array.reshape(0, KINDS)
    if array.ndim != 2 or array.shape[1] != KINDS:
        raise BatchError(f"hands has shape {array.shape}, expected (N, {KINDS})")
    return _bytes_of(array, "hands", 4)


def _each_or_all(value, Py_ssize_t count, str what):
    """A number for all rows, or an array with one for each row."""
    if isinstance(value, int):
        return small_int(value, what, 0, MOST_TILES), None
    array = plain_array(value, what)
    if array.ndim == 0:
        return small_int(value, what, 0, MOST_TILES), None
    if array.shape != (count,):
        raise BatchError(f"{what} has shape {array.shape}, expected an int or shape ({count},)")
    return 0, _bytes_of(array, what, MOST_TILES)


@cython.auto_pickle(False)
cdef class _Call(RowWork):
    """One call's arguments, kept while threads work on them."""

    cdef job_t job
    cdef readonly object inputs
    cdef object outputs

    def __cinit__(self, hands, wild, melds, shapes, sets, fifth, int least, int room):
        rows = _rows_of(hands)
        self.count = rows.shape[0]
        self.chunk = CHUNK
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

    cdef object ask(self, block_fn block, bint planes, out, beside, threads):
        """Fill the outputs."""
        self.job.block = block
        self.job.planes = planes
        self.outputs = (out, beside)
        self.job.out = pointer(np.asarray(out), np.asarray(out).nbytes)
        self.job.beside = pointer(np.asarray(beside), np.asarray(beside).nbytes) if beside is not None else NULL
        self.run(threads)
        return out

    cdef Py_ssize_t answer(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
        return answer(&self.job, start, stop)

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
    out = target(out, np.bool_, (call.count,), "out", call.inputs)
    if call.common(COMMON | DISTINCT_PAIRS):
        return call.ask(common_win_block, call.job.shapes & DISTINCT_PAIRS != 0, out, None, threads)
    return call.ask(win_block, True, out, None, threads)


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
    out = target(out, np.int8, (call.count,), "out", call.inputs)
    if shape_out is not None:
        target(shape_out, np.uint8, (call.count,), "shape_out", (*call.inputs, out))
    if call.common(COMMON | DISTINCT_PAIRS) and shape_out is None:
        return call.ask(common_shanten_block, call.job.shapes & DISTINCT_PAIRS != 0, out, None, threads)
    return call.ask(shanten_block, True, out, shape_out, threads)


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
    out = target(out, np.uint64, (call.count,), "out", call.inputs)
    if wild_out is not None:
        target(wild_out, np.bool_, (call.count,), "wild_out", (*call.inputs, out))
    if call.common(COMMON) and wild_out is None:
        return call.ask(common_waits_block, True, out, None, threads)
    return call.ask(waits_block, True, out, wild_out, threads)


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
    out = target(out, np.uint64, (call.count,), "out", call.inputs)
    return call.ask(useful_block, True, out, None, threads)


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
    out = target(out, np.int8, shape, "out", call.inputs)
    useful_out = target(useful_out, np.uint64, shape, "useful_out", (*call.inputs, out))
    call.ask(discards_block, True, out, useful_out, threads)
    return Discards(out, useful_out)


# ---- wins ----

@cython.auto_pickle(False)
cdef class _Wins(RowWork):
    """Wins to be scored, kept while threads work on them."""

    cdef score_job_t job
    cdef Scorer scorer
    cdef object rows
    cdef object outputs

    def __cinit__(self, rules, wins):
        self.scorer = rules._native
        array = plain_array(wins, "wins")
        if array.dtype != WIN or array.ndim != 1:
            raise BatchError(f"wins has dtype {array.dtype} and shape {array.shape}, expected batch.WIN and (N,)")
        self.rows = np.ascontiguousarray(array)
        self.count = self.rows.shape[0]
        self.chunk = WIN_CHUNK if self.count == 0 or self.rows["wild"].max() <= 4 else MANY_WILD_CHUNK
        self.job.rules = &self.scorer.compiled
        self.job.rows = <const win_row_t*>pointer(self.rows, self.count * sizeof(win_row_t))
        self.job.place = self.scorer.place

    cdef object ask(self, out, counted_out, fans_out, threads):
        self.outputs = (out, counted_out, fans_out)
        self.job.totals = <int32_t*>pointer(np.asarray(out), np.asarray(out).nbytes)
        if counted_out is not None:
            self.job.counted = <int32_t*>pointer(np.asarray(counted_out), np.asarray(counted_out).nbytes)
        if fans_out is not None:
            self.job.fans = <uint8_t*>pointer(np.asarray(fans_out), np.asarray(fans_out).nbytes)
        self.run(threads)
        return out

    cdef Py_ssize_t answer(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
        return score_rows(&self.job, start, stop)

    cdef str complaint(self, Py_ssize_t row):
        cdef hand_t hand
        cdef win_t win
        now = self.rows[row : row + 1].copy()  # others may write to the row
        cdef int fault = read_win(
            self.job.rules, <const win_row_t*>pointer(now, sizeof(win_row_t)), &hand, &win
        )
        values = now[0]
        counts = values["counts"].tolist()
        if fault == BAD_COUNT:
            k = next(k for k in range(KINDS) if counts[k] > 4)
            return f"row {row}: {counts[k]} copies of {name(k)}, expected 0..4"
        if fault == BAD_MELD:
            return (
                f"row {row}: melds is {values['melds'].tolist()}, expected 1 + 34 * type + kind for each of at most "
                f"{self.job.rules.sets} melds, then zeros"
            )
        if fault == BAD_TOTAL:
            return (
                f"row {row}: {sum(counts)} tiles and {values['wild']} wildcards, expected "
                f"{3 * (hand.sets - hand.melds) + 2} together with {hand.melds} of {hand.sets} sets melded"
            )
        if fault == BAD_FIELD:
            fields = {field: int(values[field]) for field in BOUNDED}
            return f"row {row}: {fields}, expected face -1..33, win 0..34, known flags, winds 0..3, flower_rows 0..3"
        if fault == FIVE_COPIES:
            return f"row {row}: five copies of a kind in hand and melds, expected at most 4"
        if fault == NO_ROW_FAULT:
            return f"row {row}: changed while it was read, expected an array that nobody writes to"
        melds = tuple([set_of(hand.meld[i].type, hand.meld[i].kind) for i in range(hand.melds)])
        face = None if win.face < 0 else win.face
        text = write_hand(HandText(bytes(counts), melds, hand.wild, face), "queshen")
        return f"row {row}: " + FAULTS[fault].format(
            win="*" if win.tile < 0 else name(win.tile), hand=text, wild=hand.wild,
            game=self.scorer.rules.id, face=name(win.face) if win.face >= 0 else None, flowers=win.flowers,
        )


def score(rules, wins, *, out=None, counted_out=None, fans_out=None, threads=1):
    """What each win is worth.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    wins : WIN[N]
        The hands and how they were won, in an array of dtype `WIN`: ``counts``, the natural concealed tiles with the
        winning one; ``wild``, wildcards beside them; ``face``, the kind whose face they carry, or -1; ``melds``,
        ``1 + 34 * type + kind`` for each (types in the order of `MeldType`), then zeros; ``win``, the winning kind, or 34
        for a drawn wildcard; ``flags``, the sum of 1 self-draw, 2 last tile, 4 replacement, 8 robbing a kong, 16 last
        copy, 32 first turn, 64 what was discarded after a replacement draw, 128 the hidden wildcard, 256 a closed wait
        that was declared, 512 both on one kind, 2048 the winner had declared, 4096 that at once, 8192 while the last tiles
        are dealt out; ``round_wind`` and ``seat_wind``, 0-3 for E S W N, where the winner deals whose wind is E;
        ``flowers``, and ``flower_rows``, the sum of 1 for all four seasons and 2 for all four plants among them.
    out : int32[N], optional
        Where to put the answer.
    counted_out : int32[N], optional
        Is filled with what counts toward the minimum, ``rules.minimum``, which is not applied here.
    fans_out : uint8[N, len(rules.fans)], optional
        Is filled with how often each fan counts, in the order of ``rules.fans``.
    threads : int
        How many Python threads share the rows.

    Returns
    -------
    int32[N]
        Points; -1 where a hand is not complete.

    Raises
    ------
    BatchError
        Where an array does not fit or a row cannot have been won so; ``row`` names the first such row.

    Examples
    --------
    >>> import numpy as np, queshen
    >>> from queshen import batch
    >>> wins = np.zeros(1, batch.WIN)
    >>> wins["counts"] = list(queshen.Hand("123m456p789s11999s").counts)
    >>> wins["win"], wins["face"], wins["flags"] = queshen.tiles.kind("3m"), -1, 1
    >>> batch.score(queshen.variant("guobiao"), wins)
    array([17], dtype=int32)
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules is {type(rules).__name__}, expected queshen.Rules")
    cdef _Wins call = _Wins(rules, wins)
    out = target(out, np.int32, (call.count,), "out", (call.rows,))
    if counted_out is not None:
        target(counted_out, np.int32, (call.count,), "counted_out", (call.rows, out))
    if fans_out is not None:
        target(fans_out, np.uint8, (call.count, call.job.rules.fans), "fans_out", (call.rows, out, counted_out))
    return call.ask(out, counted_out, fans_out, threads)
