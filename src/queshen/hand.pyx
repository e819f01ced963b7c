# cython: freethreading_compatible=True
# Methods of the plain C kind check what they are called on; they are faster too.
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""One hand: is it complete, how far is it, what does it wait for, what does each discard leave."""

cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from queshen.counts cimport (
    check_shapes,
    check_total,
    need_extra,
    need_reach,
    part_waits,
    part_wins,
    read_counts,
    read_part,
    small_int,
)
from queshen.shapes cimport (
    COMMON,
    KINDS,
    TOTAL,
    change,
    nearest_missing,
    nearest_useful,
    part_t,
    shape_missing,
    within_reach,
)
from queshen.suits cimport ALLOWED, MOST_SETS, costs_t, fifth_of, suits_t, tables

import operator

from queshen.answers import Discard, Draws
from queshen.errors import HandError, NotationError, shown
from queshen.notation import HandText, read_hand, read_visible, wildcards_of, write_hand
from queshen.shapes import Shape
from queshen.tiles import Meld, MeldType, kind, name

cdef const suits_t* SUITS = tables()
cdef dict MELD_TYPES = {meld_type: number for number, meld_type in enumerate(MeldType)}


cdef object read_melds(object melds):
    """Known melds as a tuple, or the number of melds."""
    if isinstance(melds, tuple) and not melds:
        return melds
    if hasattr(melds, "__index__"):
        return operator.index(melds)
    if isinstance(melds, str) or not hasattr(melds, "__iter__"):
        raise TypeError(f"melds is {melds!r}, expected a number or a sequence of melds")
    # A meld is made anew: one that was tampered with is found out.
    return tuple([
        Meld(meld.type, meld.kind) if isinstance(meld, Meld) else Meld.parse(meld) for meld in melds
    ])


cdef object read_text(object text, object melds, object wild, object face, object notation):
    """A text with melds in it, or else those given beside it."""
    found = read_hand(text, notation, wild=wild, face=face)
    if found.melds and melds:
        raise HandError(f"melds is {melds!r}, expected nothing: the text {shown(text)} has melds")
    return found.counts, found.melds or melds, found.wild, found.face


cdef object read_wild(uint8_t* row, object wild, object face):
    """How many wildcards stand beside counts, and their face; a kind named as wild leaves the counts."""
    number, named, face = wildcards_of(wild, face)
    if named is not None:
        number, row[<int>named] = row[<int>named], 0
    return number or 0, face


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
        Sets of a complete hand, 1-5: 4 (14 tiles), 5 (17) or 2 (8).
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
    >>> hand = Hand("23m456p78s11122z9s", wild="9s", notation="mpsz")
    >>> hand
    Hand('23m456p789sEEESS', wild='9s')
    >>> hand.wild, hand.shanten(), hand.waits().tiles
    (1, 0, ('1m', '4m', '6s', '9s'))
    """

    def __cinit__(self, tiles="", *, melds=(), wild=None, face=None, sets=4, fifth="barred", notation="queshen"):
        if isinstance(tiles, str):
            tiles, melds, wild, face = read_text(tiles, melds, wild, face, notation)
        elif notation != "queshen":
            raise HandError(f"notation is {notation!r}, expected none beside counts")
        read_counts(tiles, self.row)
        if wild is not None or face is not None:
            wild, face = read_wild(self.row, wild, face)
        melds = read_melds(melds)
        self.melds = melds if isinstance(melds, tuple) else ()
        self._face = -1 if face is None else face
        self._fifth = fifth_of(fifth)
        self.sets = small_int(sets, "sets", 1, MOST_SETS)
        self.meld_count = small_int(len(melds) if isinstance(melds, tuple) else melds, "melds", 0, self.sets)
        self._wild = small_int(wild or 0, "wild", 0, 3 * self.sets + 2)
        read_part(&self.part, self.row, True)
        self._extra = check_total(TOTAL(self.part.tally), self._wild, self.sets, self.meld_count)
        if self.melds:
            self.check_copies()
            for i, meld in enumerate(self.melds):
                self.laid[<int>i].type = MELD_TYPES[meld.type]
                self.laid[<int>i].kind = meld.kind

    cdef int check_copies(self) except -1:
        cdef uint8_t own[34]
        cdef int i
        self.count_own(own, False)
        for i in range(KINDS):
            if own[i] > 4:
                raise HandError(f"{own[i]} copies of {name(i)} in hand and melds, expected at most 4")
        return 0

    cdef int count_own(self, uint8_t* own, bint with_wild) except -1:
        """Copies of each kind in hand and known melds, and the wildcards under their face."""
        cdef int k
        memcpy(own, self.row, KINDS)
        for meld in self.melds:
            for kind_of_it in meld.kinds:
                k = kind_of_it
                if 0 <= k < KINDS:
                    own[k] += 1
        if with_wild and self._face >= 0:
            own[self._face] += self._wild
        return 0

    cdef int tiles_of(self, hand_t* into) except -1:
        """The hand for native code that asks about its melds."""
        if self.meld_count and not self.melds:
            raise HandError(f"{self.meld_count} melds known only by their number, expected the melds themselves")
        into.part = self.part
        memcpy(into.row, self.row, KINDS)
        into.wild = self._wild
        into.sets = self.sets
        into.melds = self.meld_count
        memcpy(into.meld, self.laid, sizeof(self.laid))
        return 0

    cdef uint32_t reach(self, shapes) except? 0xFFFFFFFF:
        return within_reach(check_shapes(shapes), self.sets, self.meld_count)

    cdef uint32_t reachable(self, shapes) except 0:
        return need_reach(self.reach(shapes), shapes, self.sets, self.meld_count)

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

    def is_win(self, shapes=COMMON):
        """Whether the hand is complete in one of `shapes`; it must hold its drawn tile.

        Examples
        --------
        >>> from queshen import Hand
        >>> Hand("123m456p789s11s*EE").is_win()
        True
        >>> Hand("123m456p789s11s*E").is_win()
        Traceback (most recent call last):
            ...
        queshen.errors.HandError: a win asked of 13 concealed tiles, expected 14, a hand after its draw
        """
        need_extra(self.sets - self.meld_count, self._extra, 2, "a win")
        return part_wins(
            &self.part, self.reach(shapes), SUITS, self._fifth, self.sets - self.meld_count, self._wild
        )

    def shanten(self, shapes=COMMON):
        """Useful draws to a ready hand in the nearest of `shapes`; -1 for a complete hand.

        Raises
        ------
        HandError
            Where none of `shapes` is within reach of the hand.

        Examples
        --------
        >>> from queshen import Hand
        >>> Hand("1122m3344p5566sE").shanten()
        0
        """
        cdef uint32_t near
        cdef uint32_t reach = self.reachable(shapes)
        return nearest_missing(&self.part, reach, self.costs(), self.sets - self.meld_count, &near) - self._wild - 1

    def shanten_by_shape(self, shapes=COMMON):
        """Shanten for each of `shapes` that is within reach of the hand.

        Returns
        -------
        dict of Shape to int

        Examples
        --------
        >>> from queshen import Hand
        >>> {shape.name: n for shape, n in Hand("1122m3344p5566sE").shanten_by_shape().items()}
        {'STANDARD': 3, 'SEVEN_PAIRS': 0, 'THIRTEEN_ORPHANS': 10}
        """
        cdef uint32_t reach = self.reach(shapes)
        return {
            shape: shape_missing(&self.part, shape, self.costs(), self.sets - self.meld_count) - self._wild - 1
            for shape in Shape
            if shape & reach
        }

    def waits(self, shapes=COMMON, *, visible=None, wait_counts="formal"):
        """Kinds that complete the hand; it must not hold its drawn tile.

        Parameters
        ----------
        shapes : Shape
            Which shapes count.
        visible : str or counts, optional
            Tiles seen elsewhere: discards, the melds of others, an indicator; not those of the hand itself.
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
        need_extra(self.sets - self.meld_count, self._extra, 1, "waits")
        cdef uint32_t reach = self.reach(shapes)
        cdef int sets = self.sets - self.meld_count
        cdef uint64_t mask = part_waits(&self.part, reach, SUITS, self._fifth, sets, self._wild)
        cdef uint32_t near
        cdef bint ready = nearest_missing(&self.part, reach, self.costs(), sets, &near) == self._wild + 1
        return self.draws(mask, ready, self.unseen(visible), wait_counts)

    def useful(self, shapes=COMMON, *, visible=None, wait_counts="formal"):
        """Kinds that lower the shanten; parameters and result as for `waits`.

        Examples
        --------
        >>> from queshen import Hand
        >>> Hand("1122m3344p5566sE").useful().tiles
        ('E',)
        """
        need_extra(self.sets - self.meld_count, self._extra, 1, "useful tiles")
        cdef uint32_t reach = self.reachable(shapes)
        cdef int sets = self.sets - self.meld_count
        cdef uint32_t near
        cdef int missing = nearest_missing(&self.part, reach, self.costs(), sets, &near)
        cdef uint64_t mask = nearest_useful(&self.part, near, self.costs(), sets, missing)
        return self.draws(mask, True, self.unseen(visible), wait_counts)

    def discards(self, shapes=COMMON, *, visible=None):
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
        need_extra(self.sets - self.meld_count, self._extra, 2, "a discard")
        cdef uint32_t reach = self.reachable(shapes)
        cdef int sets = self.sets - self.meld_count, i, wild, missing
        cdef uint32_t near
        cdef uint64_t mask
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
            missing = nearest_missing(&after, reach, self.costs(), sets, &near)
            mask = nearest_useful(&after, near, self.costs(), sets, missing)
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
            visible = read_visible(visible)
        if visible is not None:
            read_counts(visible, seen)
        for i in range(KINDS):
            if seen[i] and seen[i] + own[i] > 4:
                raise HandError(
                    f"visible has {seen[i]} of {name(i)} and the hand {own[i]}, expected at most 4 together"
                )
        return tuple([max(0, 4 - own[i] - seen[i]) for i in range(KINDS)])

    cdef object draws(self, uint64_t mask, bint wild_does, tuple live, object wait_counts):
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
        need_extra(self.sets - self.meld_count, self._extra, 1, "a draw")
        return self.changed(tile, 1)

    def discard(self, tile):
        """The hand without one of its tiles, named as for `draw`.

        Examples
        --------
        >>> from queshen import Hand
        >>> str(Hand("123m456p789s1123sE").discard("E"))
        '123m456p1123789s'
        """
        need_extra(self.sets - self.meld_count, self._extra, 2, "a discard")
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
        if isinstance(tile, str) and tile == "*":
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
        >>> Hand("[123m]456p78sEEECC").text("mpsz")
        '[123m]456p78s11177z'
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

    def _repr_svg_(self):
        """The hand as a picture, for notebooks."""
        from queshen.render import hand_svg

        return hand_svg(self)

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
