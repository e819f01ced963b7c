"""The indicator: the tile that is turned after the deal and tells which kind is wild."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index

from .errors import NotationError, RulesError, shown
from .flow import FlowRules
from .tiles import KIND_COUNT, TILE_NAMES, kind, name

__all__ = ["Turned", "live_copies", "turn"]

_FIRST_HONOUR = 27
_FIRST_DRAGON = 31


@dataclass(frozen=True, slots=True)
class Turned:
    """What was turned, and what it means.

    Attributes
    ----------
    indicator : int or None
        The kind that was turned; None if a flower ended it.
    wild : int or None
        The kind that is wild; None if none is.
    set_aside : tuple of int
        The flowers that were turned before, in order.
    """

    indicator: int | None
    wild: int | None
    set_aside: tuple[int, ...] = ()


def turn(turned: Iterable[int | str], flow: FlowRules) -> Turned:
    """Read the turned tiles as the rules of the course of a deal have it.

    Raises
    ------
    RulesError
        If too few or too many tiles are turned.
    NotationError
        If one of them is no tile.
    """
    if isinstance(turned, str):
        raise TypeError("turned tiles are a list of tiles, not one str")
    tiles = [_tile(each) for each in turned]
    flowers: list[int] = []
    for place, tile in enumerate(tiles, 1):
        ends = tile < KIND_COUNT or flow.indicator_flower == "no_wildcard"
        if tile >= KIND_COUNT:
            flowers.append(tile)
        if not ends:
            continue
        if place < len(tiles):
            raise RulesError(
                f"{name(tiles[place])} turned after {name(tile)}, which ended the turning"
            )
        if tile >= KIND_COUNT:
            return Turned(None, None, tuple(flowers))
        own = flow.indicator_kind == "indicator"
        return Turned(tile, tile if own else _after(tile, flow), tuple(flowers))
    seen = " ".join(map(name, flowers)) or "nothing"
    raise RulesError(f"{seen} turned, expected a tile that is no flower at the end")


def _tile(tile: int | str) -> int:
    if isinstance(tile, str):
        if tile in TILE_NAMES:
            return TILE_NAMES.index(tile)
        return kind(tile)
    number = index(tile)
    if not 0 <= number < len(TILE_NAMES):
        raise NotationError(shown(number), 0, "a tile from 0 to 41", shown(number))
    return number


def _after(tile: int, flow: FlowRules) -> int:
    """The next kind in the ring of the tile: its suit, or the honours."""
    if tile < _FIRST_HONOUR:
        first, size = tile - tile % 9, 9
    elif flow.honour_cycle == "joint":
        first, size = _FIRST_HONOUR, 7
    elif tile < _FIRST_DRAGON:
        first, size = _FIRST_HONOUR, 4
    else:
        first, size = _FIRST_DRAGON, 3
    return first + (tile - first + 1) % size


def live_copies(indicator: int | str | None, flow: FlowRules) -> tuple[int, ...]:
    """Copies of each kind in play; the open indicator is none of them, unless it goes back."""
    copies = [*flow.copies[:KIND_COUNT]]
    if indicator is not None and not flow.indicator_in_play:
        copies[kind(indicator)] -= 1
    return tuple(copies)
