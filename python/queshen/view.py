"""What one seat may know of a table, and who decides by it.

>>> from queshen import variant
>>> table = variant("guobiao").table(seed=7)
>>> view = view_of(table, 1)
>>> str(view.hand), view.held, view.must_act
('147m246688p888sN', (14, 13, 13, 13), False)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

from .actions import Action, Legal
from .hand import Hand
from .tiles import KIND_COUNT, Meld, MeldType

if TYPE_CHECKING:
    from .table import Table

__all__ = ["Discarded", "Phase", "Player", "Told", "View", "sources", "view_of"]


Phase: TypeAlias = Literal["exchange", "void", "double", "ready", "turn", "claim", "rob", "end"]
"""What goes on at a table: the choices before the first turn, a turn, an open tile, or nothing."""


class Discarded(NamedTuple):
    """A discard: who put it down, which tile, and which seat claimed it (None: it stays)."""

    seat: int
    kind: int
    claimed_by: int | None


class Told(NamedTuple):
    """What props told a seat last, as it was then; None where they told nothing.

    In which third of the wall the next tile of `kind` lay: 1 head, 2 middle, 3 tail, 0 nowhere; and
    the `next` tile of the wall.
    """

    kind: int | None = None
    third: int | None = None
    next: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat may know at one moment: plain values, and no way back to the table.

    Seats count from the dealer, 0. A concealed kong is laid out so that everybody sees what it is,
    so melds have no secrets. What nobody can see is not here at all: the walls, the concealed
    tiles of others, the seed, and what others answered while a tile lies open. That a window stays
    open tells that somebody is asked; a server that hides this too shows views only to those whom
    it asks. When the deal is over its `DealResult` tells the rest.

    Attributes
    ----------
    seat, seats : int
        Whose view it is, and how many seats there are.
    rules : str
        The key of the rules.
    phase : Phase
        What goes on.
    turn : int
        The seat whose turn it is, or whose tile lies open.
    must_act : bool
        Whether this seat has to decide.
    legal : Legal
        What it may do; only to pass where it is not asked.
    hand : Hand
        Its hand, melds included.
    drawn : int or None
        The tile that it drew for this turn; None if it drew none or the tile was dealt.
    held : tuple of int
        How many concealed tiles each seat has.
    melds : tuple of tuple of Meld
        The melds of each seat.
    flowers : tuple of tuple of int
        The flowers that each seat showed.
    river : tuple of Discarded
        Every discard in order.
    latest : int or None
        The place in `river` of the last discard that could be claimed.
    open_tile : int or None
        The tile that may be claimed.
    indicator, wild : int or None
        The tile that was turned, and the kind that it made wild.
    stand_in : int or None
        The kind whose tiles play the wild kind, where it is another one (白板 in 温州).
    wall_left : int
        Tiles that can still be drawn.
    round_wind, seat_wind : int
        The prevailing wind and the wind of this seat.
    visible : tuple of int
        For each of the 34 kinds the copies that this seat sees beside its own hand and melds, as
        `Hand.waits`, `Hand.useful` and `Rules.waits` take them: a tile that stands in for another
        counts as what it plays, and the one that it stands in for as its kind.
    missed : tuple of int
        Kinds on which this seat may not win for a while, because it passed over a win (漏胡).
    missed_value : int or None
        Where values are compared: the greatest that it has passed over.
    chosen : tuple of Action
        What this seat has chosen before the first turn while others still choose.
    exchanged : str or None
        To whom tiles were passed on.
    void_suits : tuple of (str or None)
        The suit that each seat has declared void; None until all have.
    doubled : tuple of bool
        Which seats have doubled the stakes.
    left : tuple of bool
        Which seats have won and take no more part.
    liable : tuple of (int or None)
        For each seat the one that pays for all if it wins by self-draw (包), by what everybody saw.
    ready : tuple of bool
        Which seats have declared that they are ready.
    ready_waits : tuple of int
        The kinds on which this seat may win, if it has.
    bao : int or None
        The hidden wildcard (宝), which only seats know that have declared.
    told : Told
        What props have told this seat.
    """

    seat: int
    seats: int
    rules: str
    phase: Phase
    turn: int
    must_act: bool
    legal: Legal
    hand: Hand
    drawn: int | None
    held: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    flowers: tuple[tuple[int, ...], ...]
    river: tuple[Discarded, ...]
    latest: int | None
    open_tile: int | None
    indicator: int | None
    wild: int | None
    stand_in: int | None
    wall_left: int
    round_wind: int
    seat_wind: int
    visible: tuple[int, ...]
    missed: tuple[int, ...]
    missed_value: int | None
    chosen: tuple[Action, ...]
    exchanged: Literal["next", "previous", "opposite"] | None
    void_suits: tuple[Literal["m", "p", "s"] | None, ...]
    doubled: tuple[bool, ...]
    left: tuple[bool, ...]
    liable: tuple[int | None, ...]
    ready: tuple[bool, ...]
    ready_waits: tuple[int, ...]
    bao: int | None
    told: Told

    def swapped(self, kind: int) -> int:
        """What a natural tile of the hand is called at the table, and the other way round.

        A tile that stands in for the wild kind plays it; a wildcard then is none of that kind.
        """
        return swapped(kind, self.wild, self.stand_in)


def swapped(kind: int, wild: int | None, stand_in: int | None) -> int:
    """A kind, or the other one of the wild kind and of the one that stands in for it.

    Examples
    --------
    >>> swapped(20, 20, 33), swapped(33, 20, 33), swapped(4, 20, 33), swapped(20, 20, None)
    (33, 20, 4, 20)
    """
    if stand_in is None or wild is None:
        return kind
    return stand_in if kind == wild else wild if kind == stand_in else kind


class Player(Protocol):
    """Who decides for a seat, knowing its view and nothing else.

    Examples
    --------
    >>> from queshen import variant
    >>> class Lazy:
    ...     def choose(self, view: View) -> Action:
    ...         return max(view.legal)
    >>> def play(table, players):
    ...     while not table.done:
    ...         seat = table.to_act[0]
    ...         table.act(seat, players[seat].choose(view_of(table, seat)))
    >>> table = variant("guobiao").table(seed=7)
    >>> play(table, [Lazy()] * 4)
    >>> table.result.drawn, table.wall_left
    (True, 0)
    """

    def choose(self, view: View) -> Action:
        """One of `view.legal`; asked only when ``view.must_act``."""


def view_of(table: Table, seat: int) -> View:
    """What a seat may know of a table now.

    Examples
    --------
    >>> from queshen import variant
    >>> table = variant("huanle").table(seed=3)
    >>> table.step("discard 1m" if "discard 1m" in table.legal(0) else min(table.legal(0)))
    >>> view_of(table, 1).river
    (Discarded(seat=0, kind=2, claimed_by=None),)
    """
    hand = table.hand(seat)
    seats = range(table.seats)
    melds = tuple(table.melds(each) for each in seats)
    river = tuple(Discarded(*each) for each in table.river)
    return View(
        seat=seat,
        seats=table.seats,
        rules=table.rules.key,
        phase=table.phase,
        turn=table.turn,
        must_act=seat in table.to_act,
        legal=table.legal(seat),
        hand=hand,
        drawn=table.drawn if seat == table.turn else None,
        held=tuple(_concealed(table.hand(each)) for each in seats),
        melds=melds,
        flowers=tuple(table.flowers(each) for each in seats),
        river=river,
        latest=table.latest,
        open_tile=table.open_tile,
        indicator=table.indicator,
        wild=table.wild,
        stand_in=table.rules.stand_in if table.wild is not None else None,
        wall_left=table.wall_left,
        round_wind=table.round_wind,
        seat_wind=table.seat_wind(seat),
        visible=_visible(table, seat, melds, river),
        missed=table.missed(seat),
        missed_value=table.missed_value(seat),
        chosen=table.chosen(seat),
        exchanged=table.exchanged,
        void_suits=tuple(map(table.void_suit, seats)),
        doubled=tuple(map(table.doubled, seats)),
        left=tuple(map(table.left, seats)),
        liable=tuple(map(table.liable, seats)),
        ready=tuple(map(table.ready, seats)),
        ready_waits=table.ready_waits(seat),
        bao=table.bao(seat),
        told=Told(**table.told(seat)),
    )


def sources(melds: tuple[Meld, ...], river: tuple[Discarded, ...], seat: int) -> list[int | None]:
    """The discard that each meld of a seat was claimed with, by its place in the river.

    Melds lie in the order in which they were made, and so do discards; a concealed kong has none.

    Examples
    --------
    >>> river = (Discarded(0, 4, 1), Discarded(1, 9, None), Discarded(2, 27, 1))
    >>> sources((Meld.parse("[456m]"), Meld.parse("{9999p}"), Meld.parse("[EEE]")), river, 1)
    [0, None, 2]
    """
    claimed = iter([at for at, each in enumerate(river) if each.claimed_by == seat])
    return [None if meld.type is MeldType.CONCEALED_KONG else next(claimed, None) for meld in melds]


def _concealed(hand: Hand) -> int:
    return sum(hand.counts) + hand.wild


def _visible(
    table: Table, seat: int, melds: tuple[tuple[Meld, ...], ...], river: tuple[Discarded, ...]
) -> tuple[int, ...]:
    counts = [0] * KIND_COUNT
    shown = [each.kind for each in river if each.claimed_by is None]
    for owner, laid in enumerate(melds):
        claimed = [each.kind for each in river if each.claimed_by == owner]
        if len(claimed) > sum(meld.type is not MeldType.CONCEALED_KONG for meld in laid):
            shown.append(claimed[-1])  # won, so that it lies in no meld
        for meld in laid:
            for tile in meld.kinds:
                counts[tile] += owner != seat
    open_tile, indicator = table.open_tile, table.indicator
    if table.phase == "rob" and open_tile is not None and table.turn != seat:
        shown.append(open_tile)
    if indicator is not None and not table.rules.flow.indicator_in_play:
        shown.append(indicator)
    for kind in shown:
        counts[swapped(kind, table.wild, table.rules.stand_in)] += 1
    # With a tile that a prop made a wildcard there may be five of a kind; four is what can be seen.
    own = table.hand(seat).counts
    melded = [tile for meld in melds[seat] for tile in meld.kinds]
    return tuple(
        min(seen, 4 - own[kind] - melded.count(kind)) if seen else 0
        for kind, seen in enumerate(counts)
    )
