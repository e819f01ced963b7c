"""What can happen in a recorded game, and how its log writes tiles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..errors import RecordError
from ..notation import write_tile
from ..tiles import KIND_COUNT, Meld

__all__ = ["NAMES", "NOT_ASKED", "NOT_COMPLETE", "SEATS", "Action", "Event", "placed"]

SEATS = 4
NOT_ASKED = -4
NOT_COMPLETE = -3

# The tiles as the log writes them, for reading and for messages.
NAMES = tuple(write_tile(kind, "botzone") for kind in range(KIND_COUNT))


class Action(StrEnum):
    """What a seat does in one event, by its name in the log."""

    DRAW = "draw"
    DISCARD = "discard"
    PUNG = "pung"
    CHOW = "chow"
    KONG = "kong"
    ADDED_KONG = "addkong"


@dataclass(frozen=True, slots=True)
class Event:
    """One action of a seat, complete in itself, and what the judge found for it.

    Attributes
    ----------
    seat : int
        Who acts, 0-3.
    action : Action
        What it does.
    tile : int
        The kind drawn, discarded, claimed, or of which a kong is made.
    discard : int or None
        The kind that a pung or chow discards at once.
    meld : Meld or None
        What a claim or a kong lays down. An added kong is an exposed one in place of its pung.
    fans : tuple of int
        The judge's number for each seat.

    Examples
    --------
    >>> Event(0, Action.DRAW, 4, None, None, (88, -4, -4, -4)).asked
    4
    """

    seat: int
    action: Action
    tile: int
    discard: int | None
    meld: Meld | None
    fans: tuple[int, ...]

    @property
    def asked(self) -> int:
        """The kind that the judge asks about."""
        return self.tile if self.discard is None else self.discard

    @property
    def askers(self) -> tuple[int, ...]:
        """The seats that are asked."""
        if self.action is Action.DRAW:
            return (self.seat,)
        if self.action is Action.KONG:
            return ()
        return tuple(seat for seat in range(SEATS) if seat != self.seat)


def placed(
    error: RecordError, place: str, game: str | None = None, event: int | None = None
) -> RecordError:
    """The same error with its place told before it."""
    event = error.event if event is None else event
    return RecordError(f"{place}: {error}", game, event)
