# cython: freethreading_compatible=True
"""One hand: is it complete, how far is it, what does it wait for, what does each discard leave."""

cimport cython
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_CheckExact, PyBytes_GET_SIZE
from libc.string cimport memcpy, memset

from queshen.shapes cimport (
    COMMON,
    EVERY_SHAPE,
    KINDS,
    TOTAL,
    change,
    chosen_parts,
    count_of,
    lowest,
    parts_fn,
    shape_missing,
    within_reach,
)

import operator

from queshen.answers import Discard, Draws
from queshen.errors import HandError, NotationError
from queshen.notation import HandText, read_hand, write_hand
from queshen.shapes import Shape
from queshen.tiles import Meld, kind, name

cdef parts_fn PARTS = chosen_parts()
cdef const suits_t* SUITS = tables()


# ---- arguments ----

cdef int fifth_of(object fifth) except -1:
    if fifth == "barred":
        return BARRED
    if fifth == "allowed":
        return ALLOWED
    raise HandError(f"fifth is {fifth!r}, expected 'barred' or 'allowed'")


cdef uint32_t check_shapes(uint32_t shapes) except 0:
    if not shapes or shapes & ~<uint32_t>EVERY_SHAPE:
        raise HandError(f"shapes is {shapes}, expected members of Shape joined by |")
    return shapes


cdef int check_sizes(int sets, int melds, int wild) except -1:
    if not 1 <= sets <= 5:
        raise HandError(f"sets is {sets}, expected 1..5")
    if not 0 <= melds <= sets:
        raise HandError(f"melds is {melds}, expected 0..{sets} in a hand of {sets} sets")
    if not 0 <= wild <= 3 * sets + 2:
        raise HandError(f"wild is {wild}, expected 0..{3 * sets + 2}")
    return 0


cdef int check_total(int total, int wild, int sets, int melds) except -1:
    """How many tiles the concealed part holds beyond its sets: 1, or 2 after a draw."""
    cdef int size = total + wild, base = 3 * (sets - melds)
    if size - base not in (1, 2):
        wildcards = f", {wild} of them wild" if wild else ""
        raise HandError(
            f"{size} concealed tiles{wildcards}, expected {base + 1} or {base + 2} with {melds} of {sets} sets melded"
        )
    return size - base


cdef int read_sequence(object counts, uint8_t* row) except -1:
    """Counts from any sequence of 34 integers."""
    cdef long value
    if isinstance(counts, str):
        raise TypeError("counts is text, expected 34 counts; Hand(text) reads text")
    try:
        size = len(counts)
    except TypeError:
        raise TypeError(f"counts is {type(counts).__name__}, expected 34 counts") from None
    if size != KINDS:
        raise HandError(f"{size} counts, expected one for each of the 34 kinds")
    for i, item in enumerate(counts):
        number = operator.index(item)
        if not 0 <= number <= 4:
            raise HandError(f"{number} copies of {name(i)}, expected 0..4")
        row[i] = number
    return 0


cdef int read_counts(object counts, uint8_t* row) except -1:
    cdef Py_buffer view
    cdef bint taken = False
    if PyBytes_CheckExact(counts) and PyBytes_GET_SIZE(counts) == KINDS:
        memcpy(row, PyBytes_AS_STRING(counts), KINDS)
        return 0
    if PyObject_CheckBuffer(counts):
        try:
            PyObject_GetBuffer(counts, &view, PyBUF_ND | PyBUF_FORMAT)
        except BufferError:  # not contiguous
            return read_sequence(counts, row)
        if view.ndim == 1 and view.shape[0] == KINDS and view.itemsize == 1 and (
            view.format == NULL or view.format[0] == c"B"
        ):
            memcpy(row, view.buf, KINDS)
            taken = True
        PyBuffer_Release(&view)
        if taken:
            return 0
    return read_sequence(counts, row)


cdef int read_part(part_t* part, const uint8_t* row, int planes) except -1:
    cdef int i
    if PARTS(row, 1, part, planes):
        for i in range(KINDS):
            if row[i] > 4:
                raise HandError(f"{row[i]} copies of {name(i)}, expected 0..4")
    return 0


# ---- counts, without an object ----

cdef struct question_t:
    part_t part
    uint32_t shapes
    int fifth
    int sets  # still to be made in the concealed part
    int extra  # tiles beyond them


cdef int ask(
    question_t* question, object counts, int wild, int melds, uint32_t shapes, int sets, object fifth, int planes
) except -1:
    cdef uint8_t row[34]
    check_sizes(sets, melds, wild)
    question.shapes = within_reach(check_shapes(shapes), sets, melds)
    question.fifth = fifth_of(fifth)
    question.sets = sets - melds
    read_counts(counts, row)
    read_part(&question.part, row, planes)
    question.extra = check_total(TOTAL(question.part.tally), wild, sets, melds)
    return 0


cdef int need_extra(int extra, int wanted, str asked) except -1:
    if extra != wanted:
        raise HandError(
            f"{asked} asked of a hand {'before' if extra == 1 else 'after'} its draw, "
            f"expected one {'before' if wanted == 1 else 'after'} it"
        )
    return 0


def is_win(counts, int wild=0, int melds=0, uint32_t shapes=COMMON, int sets=4, fifth="barred"):
    """Whether counts are a complete hand.

    Parameters
    ----------
    counts : bytes or buffer or sequence of int
        Natural concealed tiles of each of the 34 kinds. ``bytes`` are fastest, then a contiguous row of ``uint8``.
    wild : int
        Wildcards beside them.
    melds : int
        Sets already melded.
    shapes : Shape
        Which shapes count.
    sets : int
        Sets of a complete hand: 4 (14 tiles), 5 (17) or 2 (8).
    fifth : {"barred", "allowed"}
        Whether wildcards may go beyond four of a kind.

    Returns
    -------
    bool

    Raises
    ------
    HandError
        Where the counts are no hand of ``3 * (sets - melds) + 2`` tiles.

    Examples
    --------
    >>> import queshen
    >>> hand = queshen.Hand("123456789m11p99s")
    >>> queshen.is_win(hand.counts + bytes(0), wild=1)
    True
    """
    cdef question_t q
    ask(&q, counts, wild, melds, shapes, sets, fifth, shapes & ~<uint32_t>COMMON != 0)
    need_extra(q.extra, 2, "a win")
    return part_wins(&q.part, q.shapes, SUITS, q.fifth, q.sets, wild)


def shanten(counts, int wild=0, int melds=0, uint32_t shapes=COMMON, int sets=4, fifth="barred"):
    """Shanten of counts: useful draws to a ready hand, -1 for a complete one. Parameters as in `is_win`.

    Examples
    --------
    >>> import queshen
    >>> queshen.shanten(queshen.Hand("123456m1234p99sE").counts)
    0
    """
    cdef question_t q
    ask(&q, counts, wild, melds, shapes, sets, fifth, shapes & ~<uint32_t>COMMON != 0)
    return nearest_missing(&q.part, q.shapes, &SUITS.costs[q.fifth], q.sets) - wild - 1


def waits(counts, int wild=0, int melds=0, uint32_t shapes=COMMON, int sets=4, fifth="barred"):
    """Kinds that complete counts, as a mask with bit k for kind k. Parameters as in `is_win`.

    A kind of which the counts hold four is never among them.

    Examples
    --------
    >>> import queshen
    >>> bin(queshen.waits(queshen.Hand("123456m1234p999s").counts))
    '0b1001000000000'
    """
    cdef question_t q
    ask(&q, counts, wild, melds, shapes, sets, fifth, True)
    need_extra(q.extra, 1, "waits")
    return part_waits(&q.part, q.shapes, SUITS, q.fifth, q.sets, wild)


def useful(counts, int wild=0, int melds=0, uint32_t shapes=COMMON, int sets=4, fifth="barred"):
    """Kinds that lower the shanten of counts, as a mask with bit k for kind k. Parameters as in `is_win`.

    Examples
    --------
    >>> import queshen
    >>> bin(queshen.useful(queshen.Hand("123456m1234p999s").counts))
    '0b1001000000000'
    """
    cdef question_t q
    cdef const costs_t* costs
    ask(&q, counts, wild, melds, shapes, sets, fifth, True)
    need_extra(q.extra, 1, "useful tiles")
    costs = &SUITS.costs[q.fifth]
    return nearest_useful(
        &q.part, q.shapes, costs, q.sets, nearest_missing(&q.part, q.shapes, costs, q.sets)
    )


# ---- the hand ----

cdef object read_melds(object melds, int* count):
    """Known melds as a tuple; a bare number of melds gives none of their tiles."""
    if isinstance(melds, int):
        count[0] = melds
        return ()
    if isinstance(melds, str):
        raise TypeError("melds is text, expected a number or a sequence of melds")
    known = tuple([meld if isinstance(meld, Meld) else Meld.parse(meld) for meld in melds])
    count[0] = len(known)
    return known


cdef object read_text(str text, object melds, object wild, object face, str notation):
    """A text with melds in it, or else those given beside it."""
    found = read_hand(text, notation, wild=wild, face=face)
    if found.melds and melds != ():
        raise HandError(f"melds is {melds!r}, expected nothing: the text {text!r} has melds")
    return found.counts, found.melds or melds, found.wild, found.face


cdef object read_wild(uint8_t* row, object wild, object face):
    """How many wildcards stand beside counts, and their face; a kind named as wild leaves the counts."""
    if isinstance(wild, str):
        if face is not None:
            raise HandError(f"wild is {wild!r} and face is {face!r}, expected one of them")
        face = kind(wild)
        copies, row[<int>face] = row[<int>face], 0
        return copies, face
    return (0 if wild is None else operator.index(wild)), (None if face is None else kind(face))


@cython.final
cdef class Hand:
    """The concealed tiles of one seat, its melds and its wildcards. A hand never changes.

    Parameters
    ----------
    tiles : str or bytes or buffer or sequence of int
        The natural concealed tiles: text such as ``"[EEE]123m55p78s*"``, or counts of the 34 kinds. In text, ``*`` is
        a wildcard without a face.
    melds : int or sequence of Meld or str
        Melds, where the text has none; a bare number if their tiles do not matter.
    wild : int or str, optional
        How many wildcards, or the kind that is wild: every concealed copy of it then is one, but for those that the
        text marks as natural (``6m'``).
    face : str or int, optional
        The face that wildcards carry, where `wild` is a number or the text has ``*``.
    sets : int
        Sets of a complete hand: 4 (14 tiles), 5 (17) or 2 (8); 1 and 3 work too.
    fifth : {"barred", "allowed"}
        Whether a completed concealed part may hold more than four of a kind with the help of wildcards.
    notation : str
        How the text is written; see `queshen.notation`.

    Raises
    ------
    NotationError
        Where the text does not fit; it names the position.
    HandError
        Where the tiles are no hand: a fifth copy, or other than ``3 * (sets - melds) + 1`` or ``+ 2`` concealed tiles.

    Examples
    --------
    >>> from queshen import Hand
    >>> hand = Hand("23m456p789s11155s", wild="5s")
    >>> hand
    Hand('23m456p11155789s', wild='5s')
    >>> hand.wild, hand.shanten(), hand.waits().tiles
    (2, 0, ('1m', '2m', '3m', '4m', '3p', '4p', '5p', '6p', '7p', '2s', '3s', '5s', '6s', '7s', '8s', '9s'))
    """

    cdef part_t part
    cdef uint8_t row[34]
    cdef int _wild
    cdef int _face
    cdef int _fifth
    cdef int _extra
    cdef readonly int sets
    cdef readonly int meld_count
    cdef readonly tuple melds

    def __cinit__(self, tiles="", *, melds=(), wild=None, face=None, int sets=4, fifth="barred", notation="queshen"):
        if isinstance(tiles, str):
            tiles, melds, wild, face = read_text(tiles, melds, wild, face, notation)
        elif notation != "queshen":
            raise HandError(f"notation is {notation!r}, expected none beside counts")
        read_counts(tiles, self.row)
        if wild is not None or face is not None:
            wild, face = read_wild(self.row, wild, face)
        self.melds = read_melds(melds, &self.meld_count)
        self._wild = wild or 0
        self._face = -1 if face is None else face
        self._fifth = fifth_of(fifth)
        self.sets = sets
        check_sizes(sets, self.meld_count, self._wild)
        read_part(&self.part, self.row, True)
        self._extra = check_total(TOTAL(self.part.tally), self._wild, sets, self.meld_count)
        if self.melds:
            self.check_copies()

    cdef int check_copies(self) except -1:
        cdef uint8_t own[34]
        cdef int i
        self.count_own(own, False)
        for i in range(KINDS):
            if own[i] > 4:
                raise HandError(f"{own[i]} copies of {name(i)} in hand and melds, expected at most 4")
        return 0

    cdef void count_own(self, uint8_t* own, bint with_wild):
        """Copies of each kind in hand and known melds, and the wildcards under their face."""
        memcpy(own, self.row, KINDS)
        for meld in self.melds:
            for one in meld.kinds:
                own[<int>one] += 1
        if with_wild and self._face >= 0:
            own[self._face] += self._wild

    cdef uint32_t reach(self, uint32_t shapes) except? 0xFFFFFFFF:
        return within_reach(check_shapes(shapes), self.sets, self.meld_count)

    cdef const costs_t* costs(self) noexcept:
        return &SUITS.costs[self._fifth]

    @property
    def counts(self):
        """Natural concealed tiles of each kind, as 34 bytes."""
        return (<const char*>self.row)[:KINDS]

    @property
    def wild(self):
        """How many wildcards the hand holds."""
        return self._wild

    @property
    def face(self):
        """The kind whose face the wildcards carry, or None."""
        return None if self._face < 0 else self._face

    @property
    def fifth(self):
        """Whether a fifth copy is ``"barred"`` or ``"allowed"``."""
        return "allowed" if self._fifth == ALLOWED else "barred"

    @property
    def size(self):
        """Concealed tiles, wildcards included."""
        return TOTAL(self.part.tally) + self._wild

    # ---- questions ----

    def is_win(self, uint32_t shapes=COMMON):
        """Whether the hand is complete in one of `shapes`; it must hold its drawn tile.

        Examples
        --------
        >>> from queshen import Hand
        >>> Hand("123m456p789s111*EE").is_win()
        Traceback (most recent call last):
            ...
        queshen.errors.NotationError: '123m456p789s111*EE', position 15: found '*', expected a suit letter (m, p, s)
        >>> Hand("123m456p789s11s*EE").is_win()
        True
        """
        need_extra(self._extra, 2, "a win")
        return part_wins(
            &self.part, self.reach(shapes), SUITS, self._fifth, self.sets - self.meld_count, self._wild
        )

    def shanten(self, uint32_t shapes=COMMON):
        """Useful draws to a ready hand in the nearest of `shapes`; -1 for a complete hand.

        Examples
        --------
        >>> from queshen import Hand
        >>> Hand("1122m3344p5566sE").shanten()
        0
        """
        return nearest_missing(
            &self.part, self.reach(shapes), self.costs(), self.sets - self.meld_count
        ) - self._wild - 1

    def shanten_by_shape(self, uint32_t shapes=COMMON):
        """Shanten for each of `shapes` that is within reach of the hand.

        Returns
        -------
        dict of Shape to int

        Examples
        --------
        >>> from queshen import Hand
        >>> {shape.name: n for shape, n in Hand("1122m3344p5566sE").shanten_by_shape().items()}
        {'STANDARD': 2, 'SEVEN_PAIRS': 0, 'THIRTEEN_ORPHANS': 11}
        """
        cdef uint32_t reach = self.reach(shapes)
        return {
            shape: shape_missing(&self.part, shape, self.costs(), self.sets - self.meld_count) - self._wild - 1
            for shape in Shape
            if shape & reach
        }

    def waits(self, uint32_t shapes=COMMON, *, visible=None, wait_counts="formal"):
        """Kinds that complete the hand; it must not hold its drawn tile.

        Parameters
        ----------
        shapes : Shape
            Which shapes count.
        visible : str or counts, optional
            Tiles seen elsewhere: discards, the melds of others, an indicator. The hand's own need not be said.
        wait_counts : {"formal", "not_own", "live"}
            Which kinds to give: all but those that the concealed part holds four of; or not those of which hand and
            melds hold four; or only those with an unseen copy.

        Returns
        -------
        Draws

        Examples
        --------
        >>> from queshen import Hand
        >>> hand = Hand("[234p]23m456789sEE")
        >>> waits = hand.waits(visible="1114m")
        >>> waits.tiles, waits.total
        (('1m', '4m'), 4)
        """
        need_extra(self._extra, 1, "waits")
        cdef uint32_t reach = self.reach(shapes)
        cdef int sets = self.sets - self.meld_count
        cdef uint64_t mask = part_waits(&self.part, reach, SUITS, self._fifth, sets, self._wild)
        cdef bint ready = nearest_missing(&self.part, reach, self.costs(), sets) == self._wild + 1
        return self.draws(mask, ready, self.unseen(visible), wait_counts)

    def useful(self, uint32_t shapes=COMMON, *, visible=None, wait_counts="formal"):
        """Kinds that lower the shanten; parameters and result as for `waits`.

        Examples
        --------
        >>> from queshen import Hand
        >>> Hand("1122m3344p5566sE").useful().tiles
        ('E',)
        """
        need_extra(self._extra, 1, "useful tiles")
        cdef uint32_t reach = self.reach(shapes)
        cdef int sets = self.sets - self.meld_count
        cdef int missing = nearest_missing(&self.part, reach, self.costs(), sets)
        cdef uint64_t mask = nearest_useful(&self.part, reach, self.costs(), sets, missing)
        return self.draws(mask, True, self.unseen(visible), wait_counts)

    def discards(self, uint32_t shapes=COMMON, *, visible=None):
        """What each discard leaves, best first: lowest shanten, then most live useful tiles.

        Parameters
        ----------
        shapes : Shape
            Which shapes count.
        visible : str or counts, optional
            Tiles seen elsewhere, as for `waits`.

        Returns
        -------
        list of Discard

        Examples
        --------
        >>> from queshen import Hand
        >>> best = Hand("123m45p789s12344sE").discards()[0]
        >>> best.tile, best.shanten, best.useful.tiles, best.useful.total
        ('E', 0, ('3p', '6p'), 8)
        """
        need_extra(self._extra, 2, "a discard")
        cdef uint32_t reach = self.reach(shapes)
        cdef int sets = self.sets - self.meld_count, i, wild
        cdef part_t after
        live = self.unseen(visible)
        found = []
        for i in range(KINDS + 1):
            if not (self._wild if i == KINDS else self.row[i]):
                continue
            after = self.part
            wild = self._wild
            if i == KINDS:
                wild -= 1
            else:
                change(&after, i, -1)
            missing = nearest_missing(&after, reach, self.costs(), sets)
            mask = nearest_useful(&after, reach, self.costs(), sets, missing)
            found.append(
                Discard(
                    (self.face if i == KINDS else i),
                    i == KINDS,
                    missing - wild - 1,
                    self.draws(mask, True, live, "formal"),
                )
            )
        found.sort(key=lambda discard: (discard.shanten, -discard.useful.total, -len(discard.useful)))
        return found

    cdef tuple unseen(self, visible):
        """Unseen copies of each kind."""
        cdef uint8_t own[34]
        cdef uint8_t seen[34]
        cdef int i
        self.count_own(own, True)
        memset(seen, 0, KINDS)
        if isinstance(visible, str):
            visible = read_hand(visible).counts
        if visible is not None:
            read_counts(visible, seen)
        for i in range(KINDS):
            if seen[i] and seen[i] + own[i] > 4:
                raise HandError(
                    f"visible has {seen[i]} of {name(i)} and the hand {own[i]}, expected at most 4 together"
                )
        return tuple([max(0, 4 - own[i] - seen[i]) for i in range(KINDS)])

    cdef object draws(self, uint64_t mask, bint wild_does, tuple live, str wait_counts):
        cdef uint8_t own[34]
        cdef int i
        if self._face >= 0:  # drawn copies of the face are wildcards
            mask &= ~(<uint64_t>1 << self._face)
            mask |= <uint64_t>wild_does << self._face
        if wait_counts == "not_own":
            self.count_own(own, True)
            for i in range(KINDS):
                if own[i] >= 4:
                    mask &= ~(<uint64_t>1 << i)
        elif wait_counts == "live":
            for i in range(KINDS):
                if not live[i]:
                    mask &= ~(<uint64_t>1 << i)
        elif wait_counts != "formal":
            raise HandError(f"wait_counts is {wait_counts!r}, expected 'formal', 'not_own' or 'live'")
        return Draws(mask, wild_does, tuple([live[i] if mask >> i & 1 else 0 for i in range(KINDS)]))

    # ---- moves ----

    def draw(self, tile):
        """The hand with one more tile: a kind, ``"*"`` for a wildcard, ``"6m'"`` for a natural copy of the face.

        Examples
        --------
        >>> from queshen import Hand
        >>> Hand("123m456p789s1123s").draw("4s").is_win()
        True
        """
        need_extra(self._extra, 1, "a draw")
        return self.changed(tile, 1)

    def discard(self, tile):
        """The hand without one of its tiles, named as for `draw`.

        Examples
        --------
        >>> from queshen import Hand
        >>> str(Hand("123m456p789s1123sE").discard("E"))
        '123m456p1123789s'
        """
        need_extra(self._extra, 2, "a discard")
        return self.changed(tile, -1)

    cdef Hand changed(self, tile, int by):
        cdef int which = self.which(tile)
        cdef int have = self._wild if which < 0 else self.row[which]
        if by < 0 and not have:
            raise HandError(f"tile is {tile!r}, expected one of the hand {self}")
        if which < 0:
            return Hand(
                self.counts, melds=self.melds or self.meld_count, wild=self._wild + by, face=self.face, sets=self.sets,
                fifth=self.fifth,
            )
        counts = bytearray(self.counts)
        if counts[which] + by > 4:
            raise HandError(f"tile is {tile!r}, expected another: the hand {self} holds four")
        counts[which] += by
        return Hand(
            bytes(counts), melds=self.melds or self.meld_count, wild=self._wild, face=self.face, sets=self.sets,
            fifth=self.fifth,
        )

    cdef int which(self, tile) except -2:
        """The kind of a natural tile, -1 for a wildcard."""
        if tile == "*":
            return -1
        if isinstance(tile, str) and tile.endswith("'"):
            if kind(tile[:-1]) != self._face:
                raise NotationError(tile, len(tile) - 1, "no mark, which a natural copy of the wildcards' face has")
            return self._face
        one = kind(tile)
        return -1 if one == self._face else one

    # ---- as a value ----

    def text(self, notation="queshen"):
        """The hand written in a notation; melds of which only the number is known are left out.

        Examples
        --------
        >>> from queshen import Hand
        >>> Hand("[123m]456p789sCC*").text("mpsz")
        '[123m]456p789s77z*'
        """
        return write_hand(HandText(self.counts, self.melds, self._wild, self.face), notation)

    def __str__(self):
        return self.text()

    def __repr__(self):
        parts = [repr(self.text())]
        if self._face >= 0:
            parts.append(f"wild={name(self._face)!r}")
        if self.meld_count and not self.melds:
            parts.append(f"melds={self.meld_count}")
        if self.sets != 4:
            parts.append(f"sets={self.sets}")
        if self._fifth == ALLOWED:
            parts.append("fifth='allowed'")
        return f"Hand({', '.join(parts)})"

    cdef tuple state(self):
        return self.counts, self.melds or self.meld_count, self._wild, self.face, self.sets, self.fifth

    def __eq__(self, other):
        if not isinstance(other, Hand):
            return NotImplemented
        return self.state() == (<Hand>other).state()

    def __hash__(self):
        return hash(self.state())

    def __reduce__(self):
        return _rebuild, self.state()


def _rebuild(counts, melds, wild, face, sets, fifth):
    """A hand out of a pickle, checked like any other."""
    return Hand(counts, melds=melds, wild=wild, face=face, sets=sets, fifth=fifth)
