"""A recorded game, how it ended, and what its judge was asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import RecordError, shown
from ..hand import Hand
from ..tiles import Meld, name
from .events import NOT_ASKED, NOT_COMPLETE, SEATS, Action, Event, placed
from .replay import COPIES, WALL, Replay

__all__ = ["Check", "FanLine", "Game", "Result"]

EAST = 27


@dataclass(frozen=True, slots=True)
class FanLine:
    """One fan of the winning hand.

    Examples
    --------
    >>> FanLine("喜相逢", 1, 2).total
    2
    """

    name: str
    value: int
    count: int

    @property
    def total(self) -> int:
        """Its worth in all."""
        return self.value * self.count


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; `winner` is None and nothing is scored where the walls ran out.

    Examples
    --------
    >>> Result(None, (), 0, (0, 0, 0, 0), (0, 1, 1, 1)).winner is None
    True
    """

    winner: int | None
    fans: tuple[FanLine, ...]
    fan_total: int
    score: tuple[int, ...]
    wall_left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One question to the judge, with its answer.

    Attributes
    ----------
    game : str
        Name of the game.
    event, seat : int
        Index of the event, and the seat that is asked.
    counts : bytes
        34 counts of the seat's concealed tiles, the tile in question among them.
    melds : tuple of Meld
        What the seat has laid down.
    tile : int
        The kind in question.
    fan : int
        The judge's number.
    action : Action
        Of the event: a draw asks about a self-draw, an added kong about robbing it.
    round_wind, seat_wind : int
        The prevailing wind, and that of the seat.
    visible : int
        Copies of the tile in question that lie face up, itself not among them.
    next_wall : int
        Tiles left for the seat after the one that acts.
    after_kong : bool
        The tile was drawn after a kong.

    Examples
    --------
    >>> check = Check("g1", 0, 0, Hand("11123456789999m").counts, (), 8, -3)
    >>> check.complete, check.hand.is_win()
    (False, True)
    >>> from queshen.rules import variant
    >>> variant("guobiao").score(check.hand, name(check.tile), **check.context).fans[0].fan.zh
    '九莲宝灯'
    """

    game: str
    event: int
    seat: int
    counts: bytes
    melds: tuple[Meld, ...]
    tile: int
    fan: int
    action: Action = Action.DRAW
    round_wind: int = EAST
    seat_wind: int = EAST
    visible: int = 0
    next_wall: int = WALL
    after_kong: bool = False

    @property
    def complete(self) -> bool:
        """The judge found a complete hand."""
        return self.fan != NOT_COMPLETE

    @property
    def total(self) -> int | None:
        """The fan that the judge found; None where the hand is not complete."""
        return self.fan if self.complete else None

    @property
    def context(self) -> dict[str, Any]:
        """How the hand would be won, as the keyword arguments of `queshen.rules.Rules.score`."""
        robbing = self.action is Action.ADDED_KONG
        return {
            "self_draw": self.action is Action.DRAW,
            "round_wind": name(self.round_wind),
            "seat_wind": name(self.seat_wind),
            # A kong that can be robbed has a replacement still to come.
            "last_tile": self.next_wall == 0 and not robbing,
            "replacement": self.after_kong,
            "robbing": robbing,
            "last_copy": self.visible == COPIES - 1,
        }

    @property
    def hand(self) -> Hand:
        """The hand in question."""
        return Hand(self.counts, melds=self.melds)


@dataclass(frozen=True, slots=True)
class Game:
    """A recorded game in which every event was possible when it came.

    Attributes
    ----------
    id : str
        Name of the game in its log.
    round_wind : int
        Kind of the prevailing wind.
    deal : tuple of tuple of int
        The 13 kinds dealt to each seat, in the order of the log.
    events : tuple of Event
        What happened, in order.
    result : Result
        How it ended.
    """

    id: str
    round_wind: int
    deal: tuple[tuple[int, ...], ...]
    events: tuple[Event, ...]
    result: Result

    def checks(self) -> Iterator[Check]:
        """Replay the game and give every question that its judge was asked.

        Raises
        ------
        RecordError
            Where the game was put together by hand and an event of it is impossible.

        Examples
        --------
        >>> from queshen.record import Action
        >>> deal = tuple((k,) * 4 + (k + 5,) * 4 + (k + 9,) * 4 + (31 - k,) for k in range(4))
        >>> draw = Event(0, Action.DRAW, 20, None, None, (-3, -4, -4, -4))
        >>> result = Result(None, (), 0, (0, 0, 0, 0), (20, 21, 21, 21))
        >>> game = Game("g1", 27, deal, (draw,), result)
        >>> [(check.seat, check.tile, check.complete) for check in game.checks()]
        [(0, 20, False)]
        """
        try:
            table = Replay(self.deal)
        except RecordError as error:
            raise placed(error, f"game {shown(self.id)}", self.id) from None
        for index, event in enumerate(self.events):
            try:
                table.play(event)
            except RecordError as error:
                place = f"game {shown(self.id)}, event {index}"
                raise placed(error, place, self.id, index) from None
            for seat, fan in enumerate(event.fans):
                if fan != NOT_ASKED:
                    yield self._check(table, index, event, seat)

    def _check(self, table: Replay, index: int, event: Event, seat: int) -> Check:
        own = seat == event.seat
        counts = bytearray(table.hands[seat])
        # A drawn tile is in the hand by now, a tile of another seat is not.
        if not own:
            counts[event.asked] += 1
        return Check(
            self.id,
            index,
            seat,
            bytes(counts),
            tuple(table.melds[seat]),
            event.asked,
            event.fans[seat],
            event.action,
            self.round_wind,
            EAST + seat,
            # What another seat plays lies there by now.
            table.visible[event.asked] - (not own),
            table.walls[(event.seat + 1) % SEATS],
            own and table.replacement,
        )
