# cython: freethreading_compatible=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""Scoring as Python sees it: `queshen.Rules.score` and `waits`, the `Score` they give, and the readings of a hand."""

cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from queshen.counts cimport check_shapes, part_waits, small_int
from queshen.decompose cimport decompose, hand_t, reading_t
from queshen.hand cimport Hand
from queshen.patterns cimport (
    ALL_PLANTS,
    ALL_SEASONS,
    BY_BAO,
    BY_ROBBING,
    BY_SELF_DRAW,
    IN_LAST_ROUND,
    KNITTED,
    ON_BAO_WAIT,
    ON_CLOSED_WAIT,
    ON_FIRST_TURN,
    ON_KONG_DISCARD,
    ON_LAST_COPY,
    ON_LAST_TILE,
    ON_REPLACEMENT,
    WHEN_FIRST_READY,
    WHEN_READY,
    features_t,
    suits_of,
    set_kinds,
    win_t,
)
from queshen.ruleset cimport AS_FACE, MOST_FANS, NO_WIN, compile_rules, fan_t, rules_t
from queshen.scoring cimport (
    CLAIMED_REPLACEMENT,
    CLAIMED_WILDCARD,
    DRAWN_KONG_DISCARD,
    FIFTH_NATURAL,
    HIDDEN_COPIES,
    LAST_ROBBERY,
    LATER_TURN,
    LATE_ROUND,
    NOT_READY,
    NO_BAO,
    MOST_WILD,
    NO_FAULT,
    NO_KONG,
    NO_WILDCARDS,
    NOT_HELD,
    ROBBED_COPIES,
    SELF_DRAWN_ROBBERY,
    TOO_FEW_FLOWERS,
    TOO_MANY_FLOWERS,
    TOO_MANY_WILDCARDS,
    WILD_LAST_COPY,
    WILD_MELD,
    best_features,
    best_reading,
    check_win,
    fault_t,
    take_face,
    wins_by_wild,
)
from queshen.shapes cimport COMMON, KINDS, change, within_reach
from queshen.suits cimport ALLOWED, every_kind, suits_t, tables
from queshen.worth cimport all_times, own_of

from queshen.errors import HandError, shown
from queshen.score import Dropped, Reading, WaitValue
from queshen.shapes import Shape
from queshen.tiles import Meld, MeldType, kind, name

cdef const suits_t* SUITS = tables()
cdef tuple MELD_TYPES = tuple(MeldType)
cdef dict WINDS = {"E": 27, "S": 28, "W": 29, "N": 30, 27: 27, 28: 28, 29: 29, 30: 30}
cdef dict TILES = {name(k): k for k in range(KINDS)}
cdef tuple NAMES = tuple(TILES)
cdef dict FLOWERS = {name(k): k for k in range(KINDS, KINDS + 8)}
cdef object EAST = "E"

cdef dict FAULTS = {
    NOT_HELD: "win is {win}, expected a tile of the hand {hand}",
    FIFTH_NATURAL: "win is {win}, the fifth copy in the hand {hand}, expected at most four natural ones",
    NO_WILDCARDS: "a wildcard in the hand {hand}, expected none: the game {game} has none",
    TOO_MANY_WILDCARDS: f"{{wild}} wildcards in the hand {{hand}}, expected at most {MOST_WILD} in a hand to be scored",
    WILD_MELD: "a meld of the hand {hand} holds a {face}, expected none: that kind is wild and cannot be claimed or laid out",
    SELF_DRAWN_ROBBERY: "self_draw and robbing, expected one of them: a robbed kong is another seat's tile",
    CLAIMED_REPLACEMENT: "replacement without self_draw, expected both: a replacement is drawn",
    NO_KONG: "replacement with no kong among the melds of the hand {hand}, expected one",
    LAST_ROBBERY: "robbing and last_tile, expected one of them: no kong is made when the wall is empty",
    LATER_TURN: (
        "first_turn with the hand {hand}, expected the dealer's self-draw with concealed kongs at most, or another seat's win "
        "without melds, and no robbing"
    ),
    DRAWN_KONG_DISCARD: "after_kong with self_draw or robbing, expected a discard: it is what the payer discarded after a kong",
    NOT_READY: "first_ready without ready, expected both",
    LATE_ROUND: "last_round without self_draw or with a replacement, expected a draw: nobody claims or kongs then",
    NO_BAO: "bao or bao_wait without a drawn wildcard, or bao_wait without bao and closed_ready, expected them together",
    ROBBED_COPIES: "robbing with another {win} in the hand {hand}, expected none: the robbed seat had the other three",
    HIDDEN_COPIES: "last_copy with another {win} concealed in the hand {hand}, expected the other three face up",
    WILD_LAST_COPY: "last_copy with a wildcard, expected a natural winning tile",
    CLAIMED_WILDCARD: "win is a wildcard without self_draw, expected a natural tile: a discarded one is its own face",
    TOO_MANY_FLOWERS: "flowers is {flowers}, expected 0..8",
    TOO_FEW_FLOWERS: "flowers is {flowers} with whole rows of four, expected as many flowers as they have",
}


# ---- readings ----

cdef object set_of(int meld_type, int meld_kind):
    return Meld(MELD_TYPES[meld_type], meld_kind)


cdef object reading_of(const reading_t* reading):
    knitted = ()
    if reading.way >= 0 and reading.pair >= 0:
        knitted = tuple([k for k in range(KINDS) if KNITTED[reading.way].mask >> k & 1])
    return Reading(
        Shape(reading.shape),
        tuple([set_of(reading.set[i].type, reading.set[i].kind) for i in range(reading.melds)]),
        tuple([set_of(reading.set[i].type, reading.set[i].kind) for i in range(reading.melds, reading.sets)]),
        None if reading.pair < 0 else reading.pair,
        knitted,
        tuple([k for k in range(KINDS) for _ in range(reading.used[k])]),
        tuple(sorted([reading.face[i] for i in range(reading.wild)])),
    )


cdef class _Found:
    """Readings as they are found."""

    cdef list readings
    cdef Py_ssize_t limit
    cdef object error


cdef bint append(const reading_t* reading, void* to) noexcept with gil:
    cdef _Found found = <_Found>to
    try:
        found.readings.append(reading_of(reading))
    except BaseException as error:
        found.error = error
        return False
    return len(found.readings) <= found.limit


cdef bint keep_reading(const reading_t* reading, void* to) noexcept nogil:
    return append(reading, to)


def readings(hand, shapes=COMMON, *, limit=100_000, wild=None, notation="queshen"):
    """Every reading of a complete hand: as sets and a pair or as a special shape, with the face of each wildcard.

    Parameters
    ----------
    hand : Hand or str
        The hand with its drawn tile; whether a fifth copy is allowed is the hand's own. A text may have one.
    shapes : Shape
        Which shapes to read it in.
    limit : int
        How many readings there may be at most; hands of many wildcards have millions.
    wild, notation
        For a text, as in `Hand`.

    Returns
    -------
    list of Reading
        Each once, in a fixed order; empty where the hand is not complete.

    Raises
    ------
    HandError
        Where the hand has not drawn, its melds are only a number, or there are more readings than `limit`.

    Examples
    --------
    >>> from queshen import Shape, readings
    >>> for reading in readings("111222333m99p12s*"):
    ...     print(reading, reading.faces)
    111m 222m 333m 12(3)s 99p (20,)
    123m 123m 123m 12(3)s 99p (20,)
    >>> len(readings("1122334455667m*", Shape.SEVEN_PAIRS))
    1
    """
    cdef _Found found = _Found()
    cdef hand_t tiles
    cdef Hand held = as_hand(hand, wild, notation, None)
    held.tiles_of(&tiles)
    if held._extra != 2:
        raise HandError(f"readings asked of {held.size} concealed tiles, expected a hand after its draw")
    found.readings = []
    found.limit = small_int(limit, "limit", 1, 1 << 30)
    decompose(&tiles, check_shapes(shapes), held._fifth, SUITS, keep_reading, <void*>found)
    if found.error is not None:
        raise found.error
    if len(found.readings) > found.limit:
        raise HandError(f"more than {limit} readings of {held}, expected fewer: raise limit or name fewer wildcards")
    return found.readings


cdef Hand as_hand(object hand, object wild, object notation, Scorer scorer):
    if isinstance(hand, Hand):
        if wild is not None:
            raise HandError(f"wild is {shown(wild)}, expected none beside a Hand, which has its own")
        return hand if scorer is None else with_faces(scorer, hand)
    if not isinstance(hand, str):
        raise TypeError(f"{type(hand).__name__} given, expected a Hand or its text")
    if scorer is None:
        return Hand(hand, wild=wild, notation=notation)
    rules = scorer.rules
    return with_faces(scorer, Hand(hand, wild=wild, notation=notation, sets=rules.sets, fifth=rules.fifth))


cdef Hand with_faces(Scorer scorer, Hand hand):
    """The hand with tiles that stand in for the wild kind as that kind."""
    cdef hand_t tiles
    cdef int tile = -1, i
    if scorer.compiled.stand_in < 0 or hand._face < 0 or hand.sets != scorer.compiled.sets:
        return hand
    hand.tiles_of(&tiles)
    if not take_face(&scorer.compiled, hand._face, &tiles, &tile):
        return hand
    return Hand(
        bytes([tiles.row[i] for i in range(KINDS)]),
        melds=[set_of(tiles.meld[i].type, tiles.meld[i].kind) for i in range(tiles.melds)],
        wild=hand._wild, face=hand.face, sets=hand.sets, fifth=scorer.rules.fifth,
    )


# ---- one win ----

cdef int wind_of(object wind, str what) except -1:
    if wind is EAST:  # texts of one letter are the same object nearly everywhere
        return 27
    found = WINDS.get(wind) if isinstance(wind, (str, int)) else None
    if found is None:
        raise HandError(f"{what} is {shown(wind)}, expected E, S, W or N")
    return found


cdef int take_flowers(object flowers, win_t* asked) except -1:
    """How many flowers a seat has shown, or which: of a number, whole rows of four are known only where it is 8."""
    cdef int shown_ = 0
    if not isinstance(flowers, (str, tuple, list)):
        asked.flowers = small_int(flowers, "flowers", 0, 8)
        asked.flower_rows = ALL_SEASONS | ALL_PLANTS if asked.flowers == 8 else 0
        return 0
    for flower in flowers:
        which = FLOWERS.get(flower, flower) if isinstance(flower, (str, int)) else None
        if type(which) is not int or not KINDS <= which < KINDS + 8 or shown_ >> <int>(which - KINDS) & 1:
            raise HandError(f"flowers has {shown(flower)}, expected each of {''.join(FLOWERS)} once at most")
        shown_ |= 1 << <int>(which - KINDS)
    asked.flowers = len(flowers)
    asked.flower_rows = (ALL_SEASONS if shown_ & 15 == 15 else 0) | (ALL_PLANTS if shown_ >> 4 == 15 else 0)
    return 0


cdef object shown_flowers(const win_t* asked):
    """The flowers as they can be said again: by name where a row of four is whole, in place of others any."""
    if asked.flower_rows in (0, ALL_SEASONS | ALL_PLANTS):
        return asked.flowers
    names = list(FLOWERS)
    whole, others = (names[:4], names[4:]) if asked.flower_rows == ALL_SEASONS else (names[4:], names[:4])
    return "".join(whole + others[: asked.flowers - 4])


cdef bint dealing(object dealer, int seat_wind) except *:
    """Whether the winner deals; where nothing is said, as the seat wind says."""
    if dealer is None:
        return seat_wind == 27
    if type(dealer) is not bool:
        raise HandError(f"dealer is {shown(dealer)}, expected True, False or None")
    return dealer


@cython.final
@cython.auto_pickle(False)
cdef class ScoredFan:
    """A fan that counts in a score.

    Attributes
    ----------
    fan : Fan
        Which.
    count : int
        How often it counts.
    points : int
        What it is worth in all.
    """

    def __cinit__(self, fan=None, int count=0, int points=0):
        self.fan = fan
        self.count = count
        self.points = points

    def __eq__(self, other):
        if not isinstance(other, ScoredFan):
            return NotImplemented
        return (
            self.fan == (<ScoredFan>other).fan and self.count == (<ScoredFan>other).count
            and self.points == (<ScoredFan>other).points
        )

    def __hash__(self):
        return hash((self.fan, self.count, self.points))

    def __repr__(self):
        return f"ScoredFan(fan={self.fan!r}, count={self.count}, points={self.points})"

    def __reduce__(self):
        return ScoredFan, (self.fan, self.count, self.points)


cdef ScoredFan counting(object fan, int times, int value):
    cdef ScoredFan scored = ScoredFan.__new__(ScoredFan)
    scored.fan = fan
    scored.count = times
    scored.points = value * times
    return scored


@cython.final
@cython.auto_pickle(False)
cdef class Score:
    """What a win is worth, and why. Scores come from `queshen.Rules.score`.

    Examples
    --------
    >>> import queshen
    >>> score = queshen.variant("guobiao").score("[EEE]456m456p456s88s", win="8s", round_wind="E")
    >>> score.total, [(fan.fan.zh, fan.points) for fan in score.fans]
    (13, [('三色三同顺', 8), ('圈风刻', 2), ('门风刻', 2), ('单钓将', 1)])
    """

    def __cinit__(self, Scorer scorer not None):
        self.scorer = scorer

    @property
    def rules(self):
        """The rules that the win was scored under."""
        return self.scorer.rules

    @property
    def win(self):
        """The winning tile by name: ``6m'`` for a natural copy of the wildcards' face, ``*`` for a wildcard without one."""
        if self.asked.tile >= 0:
            return f"{NAMES[self.asked.tile]}'" if self.asked.tile == self.asked.face else NAMES[self.asked.tile]
        return NAMES[self.asked.face] if self.asked.face >= 0 else "*"

    @property
    def is_win(self):
        """Whether the hand may win: it is complete and reaches the minimum."""
        return self.reason is None

    @property
    def reason(self):
        """Why it is no win: ``"not complete"``, ``"minimum"``, ``"discard"`` where nobody wins on discards, ``"discarded
        wildcard"``, ``"suits"`` where it has too many, ``"winning tile"`` where nobody wins so on such a tile; None for a win."""
        if self.refused is not None:
            return self.refused
        if not self.best.found:
            return self.barred()
        return "minimum" if self.best.worth.counted < self.scorer.compiled.minimum else None

    cdef str barred(self):
        """Why a hand has no reading that wins."""
        cdef const rules_t* rules = &self.scorer.compiled
        cdef uint64_t kinds = 0
        cdef int i
        for i in range(KINDS):
            kinds |= <uint64_t>(self.tiles.row[i] != 0) << i
        for i in range(self.tiles.melds):
            kinds |= set_kinds(&self.tiles.meld[i])
        if suits_of(kinds) > rules.most_suits:
            return "suits"
        if self.asked.tile >= 0 and not (
            rules.drawn_wins if self.asked.flags & BY_SELF_DRAW else rules.claimed_wins
        ) >> self.asked.tile & 1:
            return "winning tile"
        return "not complete"

    @property
    def total(self):
        """Points of all fans; 0 where the hand is not complete."""
        return self.best.worth.total if self.best.found else 0

    @property
    def points(self):
        """What the total is in points, by the scale of the fan table; 0 where the hand is not complete."""
        return self.scorer.rules.fans.points(self.best.worth.total) if self.best.found else 0

    @property
    def tile_points(self):
        """What the winning tile itself adds to the total."""
        return self.scorer.compiled.tile_points[self.best.won] if self.best.found else 0

    @property
    def counted(self):
        """Points of the fans that count toward the minimum."""
        return self.best.worth.counted if self.best.found else 0

    @property
    def minimum(self):
        """Points that a win needs."""
        return self.scorer.compiled.minimum

    @property
    def self_draw(self):
        """Whether the winning tile was drawn."""
        return bool(self.asked.flags & BY_SELF_DRAW)

    @property
    def reading(self):
        """The reading that is worth most, a `queshen.Reading`; None where the hand is not complete."""
        return reading_of(&self.best.reading) if self.best.found else None

    @property
    def faces(self):
        """What each wildcard stands for, ascending kinds."""
        return tuple([self.best.face[i] for i in range(self.best.reading.wild)]) if self.best.found else ()

    @property
    def fans(self):
        """The fans that count, dearest first: tuple of `queshen.ScoredFan`."""
        cdef features_t f
        cdef uint8_t times[MOST_FANS]
        cdef int i
        if self._fans is None:
            found = []
            if self.best.found:
                self.count_fans(&f, times)
                for i in range(self.scorer.compiled.fans):
                    if times[i]:
                        found.append(counting(self.scorer.rows[i], times[i], self.scorer.compiled.fan[i].value))
            self._fans = tuple(found)
        return self._fans

    @property
    def excluded(self):
        """The fans that the hand has and that are not counted: tuple of `queshen.Dropped`."""
        cdef features_t f
        cdef uint8_t times[MOST_FANS]
        cdef int i, lost
        if self._excluded is None:
            found = []
            if self.best.found:
                self.count_fans(&f, times)
                for i in range(self.scorer.compiled.fans):
                    lost = own_of(&self.scorer.compiled, &f, &self.best.worth, i) - times[i]
                    if lost > 0:
                        found.append(Dropped(self.scorer.rows[i], lost, self.dropper(i, times)))
            self._excluded = tuple(found)
        return self._excluded

    cdef void count_fans(self, features_t* f, uint8_t* times) noexcept:
        """Say again what counted, one by one."""
        best_features(&self.scorer.compiled, &self.tiles, &self.asked, &self.best, f)
        all_times(&self.scorer.compiled, f, &self.asked, &self.best.worth, times)

    cdef object dropper(self, int dropped, const uint8_t* times):
        """The fan beside which another does not count."""
        cdef const rules_t* rules = &self.scorer.compiled
        cdef const fan_t* fan
        cdef int i, word = dropped >> 6
        cdef uint64_t bit = <uint64_t>1 << (dropped & 63)
        joined = None
        for i in range(rules.fans):
            fan = &rules.fan[i]
            if not times[i] or i == dropped:
                continue
            if (fan.drops[word] | fan.one_less[word]) & bit or (rules.fan[dropped].by_kind and fan.own_kinds):
                return self.scorer.rows[i]
            if rules.joined[i >> 6] >> (i & 63) & 1 and rules.once[word] & bit:
                joined = self.scorer.rows[i]
        if joined is None and rules.dropped_drop:  # beside one that is itself not paid
            for i in range(rules.fans):
                if self.best.worth.earned[i >> 6] >> (i & 63) & 1 and rules.fan[i].drops[word] & bit:
                    return self.scorer.rows[i]
        return joined

    def explain(self, language="en"):
        """The score for people, in English (``"en"``) or Chinese (``"zh"``).

        Examples
        --------
        >>> import queshen
        >>> print(queshen.variant("qq").score("123m456p789sEEESS", win="9s").explain("en"))
        QQ Mahjong QQ麻将
        hand     123m456p789sEEESS
        win      win on 9s, E round, E seat
        reading  123m 456p 789s EEE SS
         8  Mixed Straight  花龙
         2  Prevalent Wind  圈风刻
         2  Seat Wind       门风刻
         2  Concealed Hand  门前清
        14  total
        not counted
          Pung of Terminals or Honors  幺九刻  beside Prevalent Wind
        """
        from queshen.explain import explain_score

        return explain_score(self, language)

    def to_dict(self):
        """The score for programs: plain values only, tiles by name, fans by id."""
        from queshen.explain import score_facts

        return score_facts(self)

    cdef tuple state(self):
        return (
            self.scorer.rules, self.hand, self.win, self.asked.flags, self.asked.round_wind, self.asked.seat_wind,
            self.asked.flowers, self.asked.flower_rows, bool(self.asked.dealer),
        )

    @property
    def context(self):
        """How the hand was won, as the keyword arguments of `queshen.Rules.score`."""
        cdef uint32_t flags = self.asked.flags
        return {
            "self_draw": bool(flags & BY_SELF_DRAW),
            "round_wind": name(self.asked.round_wind),
            "seat_wind": name(self.asked.seat_wind),
            "flowers": shown_flowers(&self.asked),
            "last_tile": bool(flags & ON_LAST_TILE),
            "replacement": bool(flags & ON_REPLACEMENT),
            "robbing": bool(flags & BY_ROBBING),
            "last_copy": bool(flags & ON_LAST_COPY),
            "first_turn": bool(flags & ON_FIRST_TURN),
            "bao": bool(flags & BY_BAO),
            "closed_ready": bool(flags & ON_CLOSED_WAIT),
            "bao_wait": bool(flags & ON_BAO_WAIT),
            "ready": bool(flags & WHEN_READY),
            "first_ready": bool(flags & WHEN_FIRST_READY),
            "after_kong": bool(flags & ON_KONG_DISCARD),
            "last_round": bool(flags & IN_LAST_ROUND),
            "dealer": bool(self.asked.dealer),
        }

    def __eq__(self, other):
        if not isinstance(other, Score):
            return NotImplemented
        return self.state() == (<Score>other).state()

    def __hash__(self):
        return hash(self.state())

    def __repr__(self):
        fans = " ".join([f"{one.fan.zh}{f'×{one.count}' if one.count > 1 else ''}" for one in self.fans])
        return f"<Score {self.total}: {fans or self.reason}>"

    def __reduce__(self):
        return _score_again, (self.scorer.rules, self.hand, self.win, self.context)


def _score_again(rules, hand, win, context):
    """A score out of a pickle, computed anew."""
    return rules.score(hand, win, **context)


@cython.final
@cython.auto_pickle(False)
cdef class Scorer:
    """The rules of a game made ready to score; `queshen.Rules` holds one."""

    def __cinit__(self, rules):
        order = []
        compile_rules(rules, &self.compiled, order)
        self.rules = rules
        self.rows = tuple([rules.fans[fan_id] for fan_id in order])
        self.place = bytes([rules.fans.index(fan_id) for fan_id in order])

    def score(
        self, hand, win, *, bint self_draw=False, round_wind="E", seat_wind="E", flowers=0, bint last_tile=False,
        bint replacement=False, bint robbing=False, bint last_copy=False, bint first_turn=False, bint bao=False,
        bint closed_ready=False, bint bao_wait=False, bint ready=False, bint first_ready=False, bint after_kong=False,
        bint last_round=False, dealer=None, wild=None, notation="queshen"
    ):
        """What a win is worth; the documentation is that of `queshen.Rules.score`."""
        cdef win_t asked
        asked.flags = (
            self_draw * BY_SELF_DRAW | last_tile * ON_LAST_TILE | replacement * ON_REPLACEMENT
            | robbing * BY_ROBBING | last_copy * ON_LAST_COPY | first_turn * ON_FIRST_TURN | bao * BY_BAO
            | closed_ready * ON_CLOSED_WAIT | bao_wait * ON_BAO_WAIT | ready * WHEN_READY | first_ready * WHEN_FIRST_READY
            | after_kong * ON_KONG_DISCARD | last_round * IN_LAST_ROUND
        )
        asked.round_wind = wind_of(round_wind, "round_wind")
        asked.seat_wind = wind_of(seat_wind, "seat_wind")
        asked.dealer = dealing(dealer, asked.seat_wind)
        take_flowers(flowers, &asked)
        return self.score_so(as_hand(hand, wild, notation, self), win, &asked)

    cdef Score score_so(self, Hand held, object win, const win_t* asked):
        """Score a hand and its winning tile; of `asked` the context is taken."""
        cdef Score score = Score.__new__(Score, self)
        score.asked = asked[0]
        self.take_hand(score, held)
        self.take_win(score, held, win)
        self.judge(score)
        return score

    cdef int take_hand(self, Score score, Hand held) except -1:
        if held.sets != self.compiled.sets:
            raise HandError(f"a hand of {held.sets} sets, expected {self.compiled.sets} in {self.rules.id}")
        if held._face >= 0 and not self.compiled.wildcards:
            raise HandError(FAULTS[NO_WILDCARDS].format(hand=held, game=self.rules.id))
        score.hand = held
        score.asked.face = held._face
        held.tiles_of(&score.tiles)
        return 0

    cdef int take_win(self, Score score, Hand held, object win) except -1:
        """Put the winning tile where it belongs: among the natural tiles or the wildcards."""
        cdef win_t* asked = &score.asked
        cdef hand_t* tiles = &score.tiles
        cdef bint drawn = asked.flags & BY_SELF_DRAW
        cdef bint natural = True
        cdef int which
        if type(win) is not str and isinstance(win, str):
            win = str.__str__(win)  # a subclass may say odd things of itself
        found = TILES.get(win) if type(win) is str else None
        if found is not None:
            which = found
        elif type(win) is int and 0 <= win < KINDS:
            which = win
        elif win == "*":
            which = held._face
            natural = False
        elif type(win) is str and win[-1:] == "'":
            which = held.which(win)
        else:
            which = kind(win)
        if natural and self.stands_in(held, which):
            which = held._face  # a natural copy of it
        elif natural and which == held._face:
            if not drawn and self.compiled.discard_wild == NO_WIN:
                score.refused = "discarded wildcard"
            natural = win == f"{NAMES[which]}'" or (not drawn and self.compiled.discard_wild == AS_FACE)
        if held._extra == 1:
            if not natural:
                tiles.wild += 1
            elif tiles.row[which] == 4:
                raise HandError(f"win is {shown(win)}, expected another tile: the hand {held} holds four")
            else:
                self.lay(tiles, which)
        elif natural and not tiles.row[which] and which == held._face and tiles.wild:
            tiles.wild -= 1  # the discarded copy lies among those that were counted as wild
            self.lay(tiles, which)
        asked.tile = which if natural else -1
        return 0

    cdef bint stands_in(self, Hand held, int which) noexcept:
        """Whether a tile plays the face of the wildcards of a hand."""
        return which == self.compiled.stand_in and held._face >= 0 and which != held._face

    cdef void lay(self, hand_t* tiles, int which) noexcept:
        tiles.row[which] += 1
        change(&tiles.part, which, 1)

    cdef int judge(self, Score score) except -1:
        cdef fault_t fault
        if not (self.compiled.discard_win or score.asked.flags & (BY_SELF_DRAW | BY_ROBBING)):
            score.refused = "discard"
        if score.refused is not None:
            return 0
        fault = check_win(&self.compiled, &score.tiles, &score.asked)
        if fault != NO_FAULT:
            raise HandError(FAULTS[fault].format(
                win=score.win, hand=score.hand, wild=score.tiles.wild, game=self.rules.id,
                face=None if score.asked.face < 0 else name(score.asked.face), flowers=score.asked.flowers,
            ))
        best_reading(&self.compiled, &score.tiles, &score.asked, &score.best)
        return 0

    def waits(
        self, hand, *, round_wind="E", seat_wind="E", flowers=0, visible=None, wait_counts="formal",
        bint last_tile=False, dealer=None, wild=None, notation="queshen"
    ):
        """What each tile that completes a hand is worth; the documentation is that of `queshen.Rules.waits`."""
        cdef Hand held = as_hand(hand, wild, notation, self)
        if held._extra != 1:
            raise HandError(f"waits asked of {held.size} concealed tiles, expected a hand before its draw")
        if wait_counts not in ("formal", "not_own", "live"):
            raise HandError(f"wait_counts is {shown(wait_counts)}, expected 'formal', 'not_own' or 'live'")
        cdef win_t asked
        cdef uint8_t natural[34]
        cdef Score drawn, claimed
        asked.flags = last_tile * ON_LAST_TILE
        asked.round_wind = wind_of(round_wind, "round_wind")
        asked.seat_wind = wind_of(seat_wind, "seat_wind")
        asked.dealer = dealing(dealer, asked.seat_wind)
        take_flowers(flowers, &asked)
        live = held.unseen(visible)
        held.count_own(natural, False)
        found = []
        for which in self.candidates(held, wait_counts, live):
            is_wild = which is None or which == held.face
            tile = "*" if which is None else which
            asked.flags |= BY_SELF_DRAW
            drawn = None
            if not (is_wild and held._wild == MOST_WILD):  # one more would be too many to be scored
                drawn = self.score_so(held, tile, &asked)
                if not drawn.best.found:
                    drawn = None
            claimed = None
            if which is not None and (natural[<int>which] < 4 if is_wild else drawn is not None):
                asked.flags &= ~<uint32_t>BY_SELF_DRAW
                claimed = self.score_so(held, tile, &asked)
                if not claimed.best.found:
                    claimed = None
            if drawn is not None or claimed is not None:
                found.append(WaitValue(
                    "*" if which is None else name(which), which, is_wild, drawn, claimed,
                    0 if which is None else live[which],
                ))
        return tuple(found)

    cdef list candidates(self, Hand held, object wait_counts, tuple live):
        """Tiles that may complete a hand; None is a wildcard without a face."""
        cdef uint8_t natural[34]
        cdef uint8_t own[34]
        cdef int k, sets = held.sets - held.meld_count
        # No kind that is no wait even with a fifth copy allowed can be one.
        cdef uint64_t waits = part_waits(
            &held.part, within_reach(self.compiled.shapes, held.sets, held.meld_count), SUITS, ALLOWED, sets, held._wild
        )
        if wins_by_wild(&self.compiled, held._wild, True):
            waits = every_kind()
        held.count_own(natural, False)
        held.count_own(own, True)
        found = []
        for k in range(KINDS):
            if self.stands_in(held, k):
                waits = waits & ~(<uint64_t>1 << k) | (waits >> held._face & 1) << k
                natural[k], own[k] = natural[held._face], natural[held._face]
            apart = k == held._face and self.compiled.stand_in not in (-1, k)  # no wildcard is a natural copy
            if natural[k] >= 4 and not apart or not (waits >> k & 1 or k == held._face):  # there is no fifth to win on
                continue
            if wait_counts == "not_own" and own[k] >= 4 or wait_counts == "live" and not live[k]:
                continue
            found.append(k)
        if held._wild and held._face < 0:
            found.append(None)
        return found
