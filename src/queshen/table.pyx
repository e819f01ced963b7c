# cython: freethreading_compatible=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""One table: a deal that seats play by their acts, and everything that may be asked of it."""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

from queshen.arrays cimport pointer, target
from queshen.counts cimport small_int
from queshen.course cimport Flow, flow_of
from queshen.dealing cimport deal_from
from queshen.deal cimport (
    CLAIM,
    COMPLETES_WILD,
    DECLARED,
    DOUBLED,
    EAST,
    END,
    EXCHANGING,
    KINDS,
    LEFT,
    NOBODY,
    NO_TILE,
    PUNG,
    ROB,
    TURN,
    UNCLAIMED,
    VOID_SHIFT,
    as_shown,
    claimer,
    clear,
    deal_out,
    deal_t,
    digest_of,
    flow_t,
    kong_seat,
    liable_for,
    seat_t,
    seat_wind_of,
    shuffle,
    wall_left,
)
from queshen.legal cimport ACTIONS, CHOSEN_TILE, CONCEALED, DECLARE_WIN, DISCARD_READY, legal_actions, may, rename_all, renamed
from queshen.mechanisms cimport may_not_win
from queshen.players cimport GREEDY, RANDOM, choose as choose_action, play_out, player_t
from queshen.play cimport LAID_KONG, LAID_MELD, act, begin, event_t, events_t, to_act
from queshen.results cimport fill_row, result_dtype, result_of, result_row_t, stream_of
from queshen.scorer cimport Scorer, set_of

import json
import operator

from queshen.actions import Action, Legal
from queshen.answers import not_ready
from queshen.errors import TableError, shown
from queshen.hand import Hand
from queshen.tiles import Meld, MeldType, kind, name

cdef tuple UNTIL = ("it claims, kongs or draws", "its next discard", "it draws", "it draws, or waits for other tiles after a pung")
cdef tuple SUITS = (None, "m", "p", "s")
cdef dict DIRECTIONS = {0: None, 1: "next", 2: "previous", 4: "opposite"}
cdef object A_COPY = object()  # nobody else has it
cdef tuple PHASES = ("turn", "claim", "rob", "end", "exchange", "void", "double", "ready")


cdef dict WINDS = {"E": 27, "S": 28, "W": 29, "N": 30, 27: 27, 28: 28, 29: 29, 30: 30}
cdef frozenset SET_UP = frozenset([
    "seed", "wall", "hands", "draws", "undrawn", "round_wind", "dealer_wind", "streak", "wait_all"
])


cdef int wind_of(object wind, str what) except -1:
    found = WINDS.get(wind) if isinstance(wind, (str, int)) else None
    if found is None:
        raise TableError(f"{what} is {shown(wind)}, expected E, S, W or N")
    return found


@cython.final
@cython.auto_pickle(False)
cdef class Table:
    """One deal of a game, from its first act to its result. Tables come from `queshen.Rules.table`.

    Parameters
    ----------
    rules : Rules
        The game.
    seed : int, optional
        What the wall is shuffled with, 0 to 2**64 - 1.
    wall : list of tiles, optional
        The whole wall in the order of draws, in place of a seed; what follows the hands, if they are given.
    hands : list of lists of tiles, optional
        The dealt tiles of each seat, without the dealer's first draw.
    draws : list of lists of tiles, optional
        A wall of its own for each seat, in the order of its draws (duplicate walls); with `hands`.
    undrawn : list of int, optional
        With `draws`: how many unknown tiles follow in the wall of each seat. The deal ends where one would be drawn.
    round_wind, dealer_wind : str or int
        The prevailing wind, and the wind of seat 0; those of the others follow it.
    streak : int
        How many deals in a row the dealer has dealt, this one included, 1-255.
    wait_all : bool
        Windows close only when everybody has answered, so that time tells nothing.

    Raises
    ------
    TableError
        If the tiles are not those of the game, or a hand has a wrong number of them.
    """

    def __cinit__(
        self, rules, *, seed=None, wall=None, hands=None, draws=None, undrawn=None, round_wind="E", dealer_wind="E", streak=1,
        bint wait_all=False
    ):
        if rules is A_COPY:
            return  # which `copy` fills in
        self.flow = flow_of(rules)
        self.rules = rules
        self.wait_all = wait_all
        self.acts = bytearray()
        wind, own_wind = wind_of(round_wind, "round_wind"), wind_of(dealer_wind, "dealer_wind")
        if type(streak) is not int or not 1 <= streak <= 255:
            raise TableError(f"streak is {shown(streak)}, expected 1 to 255")
        clear(&self.deal, wind, own_wind, streak)
        self.made_of = {"round_wind": name(wind), "wait_all": wait_all}
        if own_wind != EAST:
            self.made_of["dealer_wind"] = name(own_wind)
        if streak != 1:
            self.made_of["streak"] = streak
        given = {"seed": seed, "wall": wall, "hands": hands, "draws": draws, "undrawn": undrawn}
        deal_from(&self.flow.rules, &self.deal, given, self.made_of)
        self.start = PyBytes_FromStringAndSize(<const char*>&self.deal, sizeof(deal_t))
        begin(&self.flow.rules, &self.deal, NULL)

    # ---- what goes on ----

    @property
    def set_up(self):
        """What the deal was made of, in plain values: ``rules.table(**table.set_up)`` is the same deal before any act."""
        return json.loads(json.dumps(self.made_of))

    @property
    def seats(self):
        """How many seats there are."""
        return self.flow.rules.seats

    @property
    def seed(self):
        """What the wall was shuffled with; None where it was given."""
        return self.made_of.get("seed")

    @property
    def done(self):
        """Whether the deal is over."""
        return self.deal.phase == END

    @property
    def phase(self):
        """``"turn"``, ``"claim"``, ``"rob"`` or ``"end"``; before the first turn ``"exchange"``, ``"void"``, ``"double"`` or
        ``"ready"`` where the game has them."""
        return PHASES[self.deal.phase]

    @property
    def turn(self):
        """The seat whose turn it is, or whose tile lies open."""
        return self.deal.turn

    @property
    def to_act(self):
        """The seats that have to decide, in the order of `step`."""
        cdef int step, seat
        if self.deal.phase == END:
            return ()
        if self.deal.phase == TURN:
            return (self.deal.turn,)
        seats = self.flow.rules.seats
        return tuple([
            seat for seat in [(self.deal.turn + step) % seats for step in range(1, seats + 1)]
            if (self.deal.asked & ~self.deal.answered) >> <int>seat & 1
        ])

    @property
    def wall_left(self):
        """Tiles that can still be drawn, by the seat whose turn it is where each has its own wall."""
        return max(0, wall_left(&self.flow.rules, &self.deal, self.deal.turn))

    @property
    def round_wind(self):
        """The prevailing wind, a kind."""
        return self.deal.round_wind

    @property
    def streak(self):
        """How many deals in a row the dealer has dealt, this one included."""
        return self.deal.streak

    @property
    def horses(self):
        """The tiles that were set aside for the dealer, first the last one of the wall; none while the deal goes on."""
        cdef int i
        return tuple([self.deal.horse[i] for i in range(self.deal.horses)]) if self.deal.phase == END else ()

    @property
    def wild(self):
        """The kind that is wild, or None."""
        return None if self.deal.wild == NO_TILE else self.deal.face

    @property
    def indicator(self):
        """The tile that was turned for it, or None."""
        return None if self.deal.indicator == NO_TILE else self.deal.indicator

    @property
    def drawn(self):
        """The tile that the seat whose turn it is drew last; None after a claim, and while a tile lies open."""
        return as_shown(&self.deal, self.deal.drawn) if self.deal.phase == TURN and self.deal.drawn != NO_TILE else None

    @property
    def open_tile(self):
        """The tile that the others may claim, or None."""
        return as_shown(&self.deal, self.deal.tile) if self.deal.phase in (CLAIM, ROB) else None

    @property
    def log(self):
        """Every act so far: tuple of (seat, action)."""
        return tuple([(self.acts[i], Action(renamed(&self.deal, self.acts[i + 1]))) for i in range(0, len(self.acts), 2)])

    # ---- acts ----

    def legal(self, seat):
        """The actions of a seat; of one that is not asked, only to pass."""
        cdef uint64_t mask[4]
        number = small_int(seat, "seat", 0, self.flow.rules.seats - 1)
        legal_actions(&self.flow.rules, &self.deal, number, mask)
        rename_all(&self.deal, mask)
        return Legal(mask[0] | <object>mask[1] << 64 | <object>mask[2] << 128 | <object>mask[3] << 192)

    def can(self, seat, action):
        """Whether a seat may do something now."""
        return self.why_not(seat, action) is None

    def why_not(self, seat, action):
        """Why a seat may not do something now, in a sentence; None where it may."""
        return self.refusal(self.seat_of(seat), self.act_of(action))

    cdef object refusal(self, int number, int chosen):
        """Why an action is not legal, or None."""
        cdef int tile = self.deal.tile if self.deal.phase in (CLAIM, ROB) else NO_TILE
        if self.deal.phase == END:
            return "the deal is over"
        if may(&self.flow.rules, &self.deal, number, chosen):
            return None
        if self.deal.phase == TURN and number != self.deal.turn:
            return f"it is the turn of seat {self.deal.turn}"
        if chosen == DECLARE_WIN and self.deal.phase != TURN and may_not_win(&self.flow.rules, &self.deal, number):
            return f"seat {number} passed over a win and may not win on {self.shown(tile)} before {self.until()}"
        if self.deal.phase != TURN and not self.deal.asked >> number & 1:
            return f"seat {number} has nothing to decide" + (f" about {self.shown(tile)}" if tile != NO_TILE else "")
        if self.deal.phase > END and not self.legal(number):
            return f"seat {number} has chosen already"
        if DISCARD_READY <= chosen < CONCEALED and self.deal.phase == TURN and self.flow.rules.ready:
            return self.why_not_ready(number, chosen - DISCARD_READY)
        said = Action(renamed(&self.deal, chosen))
        return f"seat {number} may not {said}, expected one of: {', '.join(map(str, self.legal(number)))}"

    cdef str shown(self, int tile):
        return name(as_shown(&self.deal, tile))

    cdef object why_not_ready(self, int seat, int tile):
        """Why a seat may not declare with a discard."""
        hand = self.hand(seat)
        if self.deal.seat[seat].state & DECLARED:
            return f"seat {seat} has declared already"
        if not hand.counts[tile]:
            return f"seat {seat} has no {name(tile)} to discard"
        counts = bytearray(hand.counts)
        counts[tile] -= 1
        after = Hand(bytes(counts), melds=hand.melds, wild=hand.wild, face=hand.face, sets=hand.sets, fifth=self.rules.fifth)
        failed = self.rules.readiness(after).failed or ("wanted_live",)  # of what lies face up a hand alone knows nothing
        reasons = not_ready(failed, self.rules.flow.ready)
        return f"seat {seat} may not declare with {name(tile)}: {', '.join(reasons)}"

    cdef str until(self):
        """When a missed win is forgotten."""
        return UNTIL[<int>self.flow.rules.missed_until]

    cdef int act_of(self, object action) except -1:
        """The number of an action, read once, with the label of its tile."""
        if isinstance(action, str):
            action = Action.parse(str.__str__(action))
        return renamed(&self.deal, small_int(action, "action", 0, ACTIONS - 1))

    cdef int play(self, int seat, int action) except -1:
        """Carry out an act that is legal."""
        if self.acts_shared:
            self.acts = self.acts[:]
            self.acts_shared = False
        self.acts.append(seat)
        self.acts.append(action)
        act(&self.flow.rules, &self.deal, seat, action, self.wait_all, NULL)
        return 0

    def act(self, seat, action):
        """A seat acts: in its turn, or in any order while a tile lies open, where an answer may be changed.

        Raises
        ------
        TableError
            If it may not; the table stays as it was.
        """
        cdef int number = self.seat_of(seat), chosen = self.act_of(action)
        if not may(&self.flow.rules, &self.deal, number, chosen):
            raise TableError(self.refusal(number, chosen))
        self.play(number, chosen)

    def step(self, action):
        """The next seat to decide acts: the first of `to_act`."""
        seat = to_act(&self.flow.rules, &self.deal)
        if seat == NOBODY:
            raise TableError("the deal is over")
        self.act(seat, action)

    def undo(self, steps=1):
        """Take back acts: the deal is played again without the last ones.

        Raises
        ------
        TableError
            If there were fewer.
        """
        number = small_int(steps, "steps", 0, 1 << 20)
        if 2 * number > len(self.acts):
            raise TableError(f"{number} acts to take back, expected at most {len(self.acts) // 2}")
        acts = bytes(self.acts[: len(self.acts) - 2 * number])
        memcpy(&self.deal, PyBytes_AS_STRING(self.start), sizeof(deal_t))
        begin(&self.flow.rules, &self.deal, NULL)
        self.acts = bytearray()
        self.acts_shared = False
        for i in range(0, len(acts), 2):
            self.play(acts[i], acts[i + 1])

    def clone(self):
        """A table in the same state, which goes its own way."""
        return self.copy()

    cdef Table copy(self):
        cdef Table other = Table.__new__(Table, A_COPY)
        memcpy(&other.deal, &self.deal, sizeof(deal_t))
        other.start = self.start
        other.flow = self.flow
        other.rules = self.rules
        other.made_of = self.made_of
        other.wait_all = self.wait_all
        other.acts = self.acts
        other.acts_shared = self.acts_shared = True
        return other

    def view(self, seat):
        """What a seat may know, a `queshen.view.View`."""
        from queshen.view import view_of

        return view_of(self, seat)

    # ---- as a value ----

    def digest(self):
        """The whole state as 16 hexadecimal digits, the same on every machine."""
        return f"{digest_of(&self.flow.rules, &self.deal):016x}"

    def to_bytes(self):
        """Rules, set-up and acts, from which `from_bytes` plays the deal again."""
        data = {
            "table": 1, "rules": self.rules.to_dict(), "key": self.rules.key, "set_up": self.made_of,
            "acts": self.shown_acts().hex(), "digest": self.digest(),
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()

    cdef bytes shown_acts(self):
        """Seat and action in turns, actions as they are called at the table."""
        return bytes([
            renamed(&self.deal, each) if place % 2 else each for place, each in enumerate(self.acts)
        ]) if self.deal.wild != self.deal.face else bytes(self.acts)

    @staticmethod
    def from_bytes(data, definition=None):
        """The table that `to_bytes` wrote, played again; `definition` is the game where it is one of your own.

        Raises
        ------
        TableError
            If the data is damaged or was changed: an act is not legal, or the digest is another.
        RulesError
            If its rules are not rules.
        """
        from queshen.rules import Rules

        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"a table is read from bytes, not {type(data).__name__}")
        try:
            found = json.loads(bytes(data))
            rules, key, set_up = found["rules"], found["key"], dict(found["set_up"])
            acts, digest = bytes.fromhex(found["acts"]), found["digest"]
            layout = found["table"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise TableError(f"bytes that are no table: {type(error).__name__}") from None
        if layout != 1:
            raise TableError(f"a table of layout {shown(layout)}, expected 1")
        rules = Rules.from_json(json.dumps(rules), definition)
        if rules.key != key:
            raise TableError(f"rules with the key {shown(key)}, expected {rules.key}")
        unknown = set_up.keys() - SET_UP
        if unknown or len(acts) % 2:
            raise TableError(f"bytes that are no table: {', '.join(sorted(unknown)) or 'half an act'}")
        try:
            table = rules.table(**set_up)
        except TypeError as error:
            raise TableError(f"bytes that are no table: {error}") from None
        for i in range(0, len(acts), 2):
            try:
                table.act(acts[i], acts[i + 1])
            except ValueError as error:
                raise TableError(f"act {i // 2}: {error}") from None
        if table.digest() != digest:
            raise TableError(f"digest {shown(digest)}, expected {table.digest()}")
        if table.to_bytes() != bytes(data):
            raise TableError("bytes of a table that were written otherwise, expected them as to_bytes writes them")
        return table

    def __reduce__(self):
        return _played_again, (self.to_bytes(), self.rules.definition)

    def __eq__(self, other):
        if not isinstance(other, Table):
            return NotImplemented
        return (
            self.rules == other.rules and self.made_of == (<Table>other).made_of and self.acts == (<Table>other).acts
        )

    __hash__ = None

    def __repr__(self):
        state = "over" if self.done else f"{self.phase} of seat {self.turn}"
        return f"<Table {self.rules.id}, {len(self.acts) // 2} acts, {state}>"

    # ---- what lies on it ----

    cdef int seat_of(self, object seat) except -1:
        return small_int(seat, "seat", 0, self.flow.rules.seats - 1)

    def melds(self, seat):
        """The melds of a seat, in the order in which they were laid out."""
        cdef int number = self.seat_of(seat), i
        return tuple([
            set_of(self.deal.seat[number].meld[i].type, self.deal.seat[number].meld[i].kind)
            for i in range(self.deal.seat[number].melds)
        ])

    def hand(self, seat):
        """The hand of a seat, melds included.

        Raises
        ------
        HandError
            If tiles are missing because the wall ended while flowers were replaced in the opening.
        """
        cdef int number = self.seat_of(seat)
        return Hand(
            PyBytes_FromStringAndSize(<const char*>self.deal.seat[number].row, KINDS),
            melds=self.melds(number), wild=self.deal.seat[number].wild, face=self.wild, sets=self.flow.rules.sets,
            fifth=self.rules.fifth,
        )

    def flowers(self, seat):
        """The flowers that a seat has shown, as kinds from 34 on."""
        cdef int number = self.seat_of(seat), i
        return tuple([KINDS + i for i in range(8) if self.deal.seat[number].flowers >> i & 1])

    def told(self, seat):
        """What props told a seat: dict with ``kind`` and ``third`` (1 head, 2 middle, 3 tail, 0 none left), and ``next``."""
        cdef int number = self.seat_of(seat)
        cdef const seat_t* own = &self.deal.seat[number]
        found = {}
        if own.told != NO_TILE:
            found["kind"] = own.told & 63
            found["third"] = own.told >> 6
        if own.told_next != NO_TILE:
            found["next"] = own.told_next
        return found

    def seat_wind(self, seat):
        """The wind of a seat, a kind."""
        cdef int number = self.seat_of(seat)
        return seat_wind_of(&self.flow.rules, &self.deal, number)

    def missed(self, seat):
        """The kinds on which a seat may not win for a while, because it passed over a win."""
        cdef int number = self.seat_of(seat), k
        if self.flow.rules.missed_by_value:
            return ()
        return tuple([k for k in range(KINDS) if self.deal.seat[number].missed >> k & 1])

    def missed_value(self, seat):
        """The greatest value that a seat has passed over, where that bars it from wins worth as much or less; else None."""
        cdef int number = self.seat_of(seat)
        if not self.flow.rules.missed_by_value or self.deal.seat[number].missed == 0:
            return None
        return self.deal.seat[number].missed - 1

    def left(self, seat):
        """Whether a seat has won and takes no more part."""
        return bool(self.deal.seat[self.seat_of(seat)].state & LEFT)

    def void_suit(self, seat):
        """The suit that a seat has declared void, ``"m"``, ``"p"`` or ``"s"``; None before all have."""
        return SUITS[self.deal.seat[self.seat_of(seat)].state >> VOID_SHIFT]

    def doubled(self, seat):
        """Whether a seat has doubled the stakes; False before all have chosen."""
        return bool(self.deal.seat[self.seat_of(seat)].state & DOUBLED)

    def chosen(self, seat):
        """What a seat has chosen before the first turn while others still choose: its tiles, its action, or nothing."""
        cdef int number = self.seat_of(seat), i
        if self.deal.phase == EXCHANGING:
            return tuple([Action(CHOSEN_TILE + tile) for tile in self.deal.chosen[number][:self.flow.rules.exchange]
                          if tile != NO_TILE])
        return (Action(self.deal.answer[number]),) if self.deal.phase > END and self.deal.answered >> number & 1 else ()

    @property
    def exchanged(self):
        """To whom tiles were passed on, ``"next"``, ``"previous"`` or ``"opposite"``; None before, and where none were."""
        return DIRECTIONS[self.deal.passed_to]

    def liable(self, seat):
        """The seat that has become liable for a self-draw of this one, by what it discarded; None where none has."""
        cdef int number = self.seat_of(seat)
        seat = liable_for(&self.deal.seat[number])
        return None if seat == NOBODY else seat

    def ready(self, seat):
        """Whether a seat has declared that it is ready."""
        return bool(self.deal.seat[self.seat_of(seat)].state & DECLARED)

    def ready_waits(self, seat):
        """The kinds on which a seat that has declared may win."""
        cdef int number = self.seat_of(seat), k
        cdef const seat_t* own = &self.deal.seat[number]
        cdef uint64_t waits = own.waits & (self.flow.rules.rules.drawn_wins | self.flow.rules.rules.claimed_wins)
        if not own.state & DECLARED:
            return ()
        if own.state & COMPLETES_WILD and self.deal.wild != NO_TILE:
            waits |= <uint64_t>1 << self.deal.wild
        return tuple(sorted([as_shown(&self.deal, k) for k in range(KINDS) if waits >> k & 1]))

    def bao(self, seat=None):
        """The kind of the hidden wildcard as a seat that has declared sees it, or after the deal; else None."""
        known = self.deal.phase == END if seat is None else self.ready(seat)
        return None if not known or self.deal.bao == NO_TILE else self.deal.bao

    def changed(self, seat):
        """How many tiles of a seat became wildcards by a prop because the wall had none left."""
        return self.deal.seat[self.seat_of(seat)].changed

    @property
    def river(self):
        """Every discard: tuple of (seat, kind, seat that claimed it or None)."""
        cdef int i
        return tuple([
            (self.deal.river[i].seats & 15, as_shown(&self.deal, self.deal.river[i].tile),
             None if claimer(&self.deal.river[i]) == UNCLAIMED else claimer(&self.deal.river[i]))
            for i in range(self.deal.river_length)
        ])

    @property
    def latest(self):
        """The place in `river` of the last discard that could be claimed; None before the first."""
        return self.deal.latest if self.deal.river_length else None

    @property
    def events(self):
        """What happened, acts and what followed from them: tuple of (what, seat, tile, extra).

        ``extra`` of a ``"draw"`` is 1 for a replacement, 2 for a tile that a prop brought, 3 for one that a prop made a
        wildcard; of ``"meld"`` and ``"kong"`` the type in the order of `MeldType`, PUNG for an added kong; of ``"prop"``
        which one, with the tile or kind chosen for it; of ``"discard"`` 1 for a robbed tile, 2 for one that declares; of
        ``"win"`` its `WinFlag`. ``"bao"`` is an old hidden wildcard that is laid open. Before the first turn: ``"exchange"``,
        a tile that a seat passes on to the seat ``extra``; ``"void"`` with the suit as ``extra``, 0 to 2; ``"double"``;
        ``"ready"``.
        """
        cdef deal_t deal
        cdef events_t events
        cdef int i
        memcpy(&deal, PyBytes_AS_STRING(self.start), sizeof(deal_t))
        events.count = 0
        begin(&self.flow.rules, &deal, &events)
        for i in range(0, len(self.acts), 2):
            act(&self.flow.rules, &deal, self.acts[i], self.acts[i + 1], self.wait_all, &events)
        return tuple([event_of(&deal, &events.event[i]) for i in range(events.count)])

    @property
    def result(self):
        """How the deal ended, a `queshen.DealResult`; None while it goes on."""
        if self.deal.phase != END:
            return None
        return result_of(&self.flow.rules, &self.deal)


def _played_again(data, definition):
    """A table out of a pickle."""
    return Table.from_bytes(data, definition)


cdef tuple HAPPENINGS = (
    "draw", "flower", "discard", "meld", "kong", "win", "end", "prop", "bao", "exchange", "void", "double", "ready",
)


cdef tuple event_of(const deal_t* deal, const event_t* event):
    cdef bint laid = event.what in (LAID_MELD, LAID_KONG)  # as what they are played
    return (
        HAPPENINGS[event.what], None if event.seat == NOBODY else event.seat,
        None if event.tile == NO_TILE else event.tile if laid else as_shown(deal, event.tile), event.extra,
    )


# ---- players ----

cdef dict PLAYERS = {"random": RANDOM, "greedy": GREEDY}


cdef int player_of(object player) except -1:
    found = PLAYERS.get(player) if isinstance(player, str) else None
    if found is None:
        raise TableError(f"a player {shown(player)}, expected one of {', '.join(PLAYERS)}")
    return found


def choose(Table table not None, seat, player="greedy", stream=0):
    """What a native player would do.

    Parameters
    ----------
    table : Table
        Where.
    seat : int
        A seat that has to decide.
    player : {"greedy", "random"}
        Who.
    stream : int
        What the random player chooses by.

    Returns
    -------
    Action

    Examples
    --------
    >>> import queshen
    >>> from queshen.table import choose
    >>> choose(queshen.variants()[0].rules().table(seed=3), 0).name
    'discard'
    """
    cdef int number = table.seat_of(seat)
    cdef uint64_t word = stream
    if number not in table.to_act:
        raise TableError(f"seat {number} has nothing to decide, expected one of {table.to_act}")
    return Action(renamed(
        &table.deal, choose_action(&table.flow.rules, &table.deal, number, <player_t>player_of(player), &word)
    ))


# ---- many deals ----

def fan_rows(rules):
    """The fans in the order of the bits of ``fans`` in results.

    Examples
    --------
    >>> import queshen
    >>> from queshen.table import fan_rows
    >>> fan_rows(queshen.variants()[0].rules())[0].zh
    '大四喜'
    """
    return (<Scorer>flow_of(rules).scorer).rows


cdef int64_t whole(object value, str what) except -1:
    """A number of deals, or of a deal."""
    number = operator.index(value)
    if not 0 <= number < 1 << 40:
        raise TableError(f"{what} is {shown(number)}, expected 0 to 2**40 - 1")
    return number


def play_deals(rules, players, seed, first, count, out=None):
    """Play deals to their ends, without Python in between.

    A deal depends on the seed of the session and its own number alone: it is ``rules.table(seed=row["seed"])``, the first of
    its dealer and in the east round, and each seat's player draws from a stream of that seed.

    Parameters
    ----------
    rules : Rules
        The game.
    players : sequence of {"random", "greedy"}
        Who sits where; seat 0 deals.
    seed, first, count : int
        The seed of the session, and which of its deals.
    out : RESULT[count], optional
        Where to put the results.

    Returns
    -------
    RESULT[count]
        A row for each deal, of dtype ``queshen.table.RESULT``: ``deal``, its number; ``seed``; ``digest``, the final
        state; ``acts``; ``wins``; ``bird`` and ``wild``, kinds or -1; ``wall_left``; for each win ``win_seat``, ``payer``
        (-1 for a self-draw), ``tile``, ``flags`` (the sum of 1 self-draw, 2 last tile, 4 replacement, 8 robbing a kong,
        16 last copy, 32 first turn and so on, as in `queshen.batch.score`), ``order``, its place among the kongs and the
        tiles that were won on, ``liable``, who pays for all, or -1, ``total``, and ``fans``, bits as in `fan_rows`;
        ``horses``, kinds or -1; ``kongs`` and for each of them ``kong_seat``, ``kong_kind``, ``kong_type`` (0 exposed, 1
        added, 2 concealed, 3 added in a later turn than the draw of its tile) and ``kong_payer`` (-1 where nobody fed it);
        for each seat ``void_suit`` (0-2 or -1), ``wildcards`` in hand, ``waiting``, the best value that it waits for where
        the rules ask that when the wall ends, or -1; as bits of seats ``ready``, ``opened``, ``doubled``, ``holds_void``;
        ``points``, which this function leaves at 0.

    Examples
    --------
    >>> import queshen
    >>> from queshen.table import play_deals
    >>> rows = play_deals(queshen.variants()[0].rules(), ["greedy"] * 4, seed=1, first=0, count=2)
    >>> rows["wins"].tolist()
    [1, 1]
    """
    cdef Flow flow = flow_of(rules)
    cdef deal_t deal
    cdef player_t player[6]
    cdef uint64_t stream[6]
    cdef uint64_t own, session
    cdef int64_t number, start = whole(first, "first"), many = whole(count, "count")
    cdef result_row_t* row
    cdef Py_ssize_t i
    cdef int seat
    if type(seed) is not int or not 0 <= seed < 1 << 64:
        raise TableError(f"seed is {shown(seed)}, expected a number from 0 to 2**64 - 1")
    session = seed
    chosen = [player_of(each) for each in players]
    if len(chosen) != flow.rules.seats:
        raise TableError(f"{len(chosen)} players, expected {flow.rules.seats}")
    for seat in range(flow.rules.seats):
        player[seat] = <player_t><int>chosen[seat]
    rows = target(out, result_dtype(), (many,), "out", ())
    row = <result_row_t*>pointer(rows, many * sizeof(result_row_t))
    with nogil:
        for i in range(many):
            number = start + i
            own = stream_of(session, number)
            clear(&deal, EAST, EAST, 1)
            shuffle(&flow.rules, &deal, own)
            deal_out(&flow.rules, &deal)
            begin(&flow.rules, &deal, NULL)
            for seat in range(flow.rules.seats):
                stream[seat] = stream_of(own, seat)
            play_out(&flow.rules, &deal, player, stream)
            fill_row(&flow.rules, &deal, number, own, &row[i])
    return rows


def __getattr__(name):
    if name == "RESULT":
        return result_dtype()
    raise AttributeError(f"module 'queshen.table' has no attribute {name!r}")
