# cython: freethreading_compatible=True
"""Many tables played side by side: one call is one act at every table."""

cimport cython
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from queshen.arrays cimport plain_array, pointer
from queshen.counts cimport small_int
from queshen.course cimport Flow, flow_of
from queshen.deal cimport CLAIM, EAST, END, KINDS, ROB, as_shown, clear, deal_out, deal_t, flow_t, shuffle
from queshen.legal cimport ACTIONS, legal_actions, may, rename_all, renamed
from queshen.play cimport act, begin, to_act
from queshen.results cimport fill_row, result_dtype, result_row_t, stream_of

import numpy as np

from queshen.actions import Action
from queshen.errors import BatchError

cdef enum:
    MASK_WORDS = 4


cdef object read_only(object array):
    """An array that native code writes and nobody else."""
    view = array[:]
    view.flags.writeable = False
    return view


cdef struct view_t:
    int8_t* seat
    uint64_t* mask
    uint8_t* counts
    uint8_t* wild
    uint8_t* visible
    int8_t* open_tile


@cython.final
@cython.auto_pickle(False)
cdef class Tables:
    """Tables of one game, each with a row of deals of its own.

    Deal k of table i has the wall of ``rules.table(seed=...)`` with the seed that its result tells; it follows from
    ``seeds[i]`` and k. When a deal ends, the next one begins at once.

    Parameters
    ----------
    rules : Rules
        The game.
    count : int
        How many tables.
    seeds : uint64[count] or int
        The seed of each table, or one from which those of all tables follow.
    settle : bool
        Whether finished deals are settled by the game's Python function, which fills ``points`` of `results`.

    Attributes
    ----------
    seat : int8[count]
        Who acts at each table.
    mask : uint64[count, 4]
        The legal actions of that seat: action n is bit n % 64 of word n // 64.
    counts : uint8[count, 34]
        Its natural concealed tiles.
    wild : uint8[count]
        Its wildcards.
    visible : uint8[count, 34]
        Copies that lie face up.
    open_tile : int8[count]
        The tile that it may claim, -1 in its own turn.
    done : bool[count]
        Where the last step ended a deal.
    results : RESULT[count]
        For those tables how it ended; dtype and fields are those of `queshen.table.play_deals`.

    Raises
    ------
    BatchError
        If seeds do not fit.

    Examples
    --------
    >>> import numpy as np, queshen
    >>> from queshen import batch
    >>> tables = batch.Tables(queshen.variants()[0].rules(), 100, seeds=7)
    >>> while not tables.done.any():
    ...     first = [int(mask[0] or mask[1]).bit_length() - 1 + 64 * (not mask[0]) for mask in tables.mask]
    ...     tables.step(np.where(tables.mask[:, 0] != 0, first, 145))
    >>> int(tables.results["points"][tables.done].sum())
    0
    """

    cdef Flow flow
    cdef readonly object rules
    cdef readonly Py_ssize_t count
    cdef readonly object seat, mask, counts, wild, visible, open_tile, done, results
    cdef bint settle
    cdef object points
    cdef object memory, own_seeds, numbers  # the deals, the tables' seeds, and the numbers of their deals
    cdef dict own  # the arrays that others see
    cdef deal_t* deals
    cdef view_t views

    def __cinit__(self, rules, count, seeds=0, bint settle=True):
        self.flow = flow_of(rules)
        self.rules = rules
        self.count = small_int(count, "count", 1, 1 << 24)
        spare = rules.flow.tiles - rules.flow.dead_wall - rules.flow.seats * (3 * rules.sets + 1)
        if spare <= 2 + rules.flow.horses + sum(rules.flow.copies[KINDS:]):
            raise BatchError(f"{spare} tiles left after the deal, expected more: deals might be over before they begin")
        self.settle = settle
        if settle:
            from queshen.simulate.points import Points

            self.points = Points(rules)
        self.own_seeds = self.seeds_of(seeds)
        self.numbers = np.zeros(self.count, np.int64)
        self.memory = np.zeros(self.count * sizeof(deal_t), np.uint8)
        self.deals = <deal_t*>pointer(self.memory, self.count * sizeof(deal_t))
        self.own = {
            "seat": np.empty(self.count, np.int8),
            "mask": np.empty((self.count, MASK_WORDS), np.uint64),
            "counts": np.empty((self.count, KINDS), np.uint8),
            "wild": np.empty(self.count, np.uint8),
            "visible": np.empty((self.count, KINDS), np.uint8),
            "open_tile": np.empty(self.count, np.int8),
            "done": np.zeros(self.count, np.bool_),
            "results": np.zeros(self.count, result_dtype()),
        }
        self.views.seat = <int8_t*>self.place("seat")
        self.views.mask = <uint64_t*>self.place("mask")
        self.views.counts = <uint8_t*>self.place("counts")
        self.views.wild = <uint8_t*>self.place("wild")
        self.views.visible = <uint8_t*>self.place("visible")
        self.views.open_tile = <int8_t*>self.place("open_tile")
        self.seat, self.mask, self.counts, self.wild, self.visible, self.open_tile, self.done, self.results = [
            read_only(array) for array in self.own.values()
        ]
        self.deal_all()

    cdef void* place(self, str name) except NULL:
        """Where one of the arrays lies."""
        return pointer(self.own[name], self.own[name].nbytes)

    cdef object seeds_of(self, seeds):
        if isinstance(seeds, int):
            if not 0 <= seeds < 1 << 64:
                raise BatchError(f"seeds is {seeds}, expected 0 to 2**64 - 1 or an array")
            return np.array([stream_of(seeds, i) for i in range(self.count)], np.uint64)
        array = plain_array(seeds, "seeds")
        if array.dtype.kind not in "iu" or array.shape != (self.count,) or (array < 0).any():
            raise BatchError(
                f"seeds has dtype {array.dtype} and shape {array.shape}, expected whole numbers from 0 on and ({self.count},)"
            )
        return np.ascontiguousarray(array, np.uint64)

    cdef int deal_all(self) except -1:
        cdef const uint64_t* seeds = <const uint64_t*>pointer(self.own_seeds, self.count * 8)
        cdef Py_ssize_t i
        with nogil:
            for i in range(self.count):
                start(&self.flow.rules, &self.deals[i], stream_of(seeds[i], 0))
                show(&self.flow.rules, &self.deals[i], &self.views, i)
        return 0

    def step(self, actions):
        """One act at every table, by the seat that `seat` names.

        Parameters
        ----------
        actions : integers[count]
            The numbers of actions, as in `queshen.actions`.

        Raises
        ------
        BatchError
            If some action is not legal; ``row`` names the first such table, and no table has changed.
        """
        array = plain_array(actions, "actions")
        if array.dtype.kind not in "iu" or array.shape != (self.count,):
            raise BatchError(
                f"actions has dtype {array.dtype} and shape {array.shape}, expected whole numbers and ({self.count},)"
            )
        # What is checked here is played: nobody else has this copy.
        chosen = np.where((array >= 0) & (array < ACTIONS), array, -1).astype(np.int16)
        cdef const int16_t* wanted = <const int16_t*>pointer(chosen, self.count * 2)
        cdef int64_t* numbers = <int64_t*>pointer(self.numbers, self.count * 8)
        cdef const uint64_t* seeds = <const uint64_t*>pointer(self.own_seeds, self.count * 8)
        cdef uint8_t* done = <uint8_t*>self.place("done")
        cdef result_row_t* rows = <result_row_t*>self.place("results")
        cdef const flow_t* flow = &self.flow.rules
        cdef Py_ssize_t i, bad = -1, ended = 0
        cdef deal_t* deal
        with cython.critical_section(self):
            with nogil:
                for i in range(self.count):
                    if not may(flow, &self.deals[i], to_act(flow, &self.deals[i]), renamed(&self.deals[i], wanted[i])):
                        bad = i
                        break
                if bad < 0:
                    for i in range(self.count):
                        deal = &self.deals[i]
                        act(flow, deal, to_act(flow, deal), renamed(deal, wanted[i]), False, NULL)
                        done[i] = deal.phase == END
                        if deal.phase == END:
                            ended += 1
                            fill_row(flow, deal, numbers[i], stream_of(seeds[i], numbers[i]), &rows[i])
                            numbers[i] += 1
                            start(flow, deal, stream_of(seeds[i], numbers[i]))
                        show(flow, deal, &self.views, i)
        if bad >= 0:
            raise BatchError(
                f"row {bad}: action {array[bad]} of seat {self.seat[bad]}, expected one of its mask: "
                + ", ".join(map(str, self.legal(bad))), bad
            )
        if ended and self.settle:
            finished = self.results[self.done]
            self.points.settle(finished)
            self.own["results"]["points"][self.done] = finished["points"]

    def legal(self, table):
        """The legal actions of the seat that acts at a table, as a list of `queshen.actions.Action`."""
        words = self.mask[small_int(table, "table", 0, self.count - 1)]
        return [Action(n) for n in range(ACTIONS) if int(words[n >> 6]) >> (n & 63) & 1]


cdef void start(const flow_t* flow, deal_t* deal, uint64_t seed) noexcept nogil:
    """Deal with the wall of a seed; a deal that ends by itself, for want of tiles, cannot be."""
    clear(deal, EAST, EAST, 1)
    shuffle(flow, deal, seed)
    deal_out(flow, deal)
    begin(flow, deal, NULL)


cdef void show(const flow_t* flow, const deal_t* deal, view_t* views, Py_ssize_t i) noexcept nogil:
    """What the seat knows that acts now."""
    cdef int seat = to_act(flow, deal)
    views.seat[i] = seat
    legal_actions(flow, deal, seat, views.mask + i * MASK_WORDS)
    rename_all(deal, views.mask + i * MASK_WORDS)
    memcpy(views.counts + i * KINDS, deal.seat[seat].row, KINDS)
    views.wild[i] = deal.seat[seat].wild
    memcpy(views.visible + i * KINDS, deal.visible, KINDS)
    if deal.wild != deal.face:
        views.visible[i * KINDS + deal.wild] = deal.visible[deal.face]
        views.visible[i * KINDS + deal.face] = deal.visible[deal.wild]
    views.open_tile[i] = as_shown(deal, deal.tile) if deal.phase in (CLAIM, ROB) else -1
