"""The course of a deal as rules: the mechanisms of a table, each switched by a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .errors import RulesError, shown, unknown
from .tiles import FLOWER_COUNT, KIND_COUNT

__all__ = ["FlowRules"]

_SEATS = (2, 4, 6)
_PROPS = ("exchange", "exchange_at_random", "make_wild", "tell_third", "tell_next")
_MOST_TILES = 144
_MOST_USES = 255
_WORDS = {
    "replacement_from": ("tail", "head"),
    "indicator": ("none", "head", "tail"),
    "indicator_kind": ("next", "indicator"),
    "honour_cycle": ("joint", "separate"),
    "indicator_flower": ("reflip", "no_wildcard"),
    "chow": ("next", "nobody"),
    "rob_added_kong": ("win", "no"),
    "multi_win": ("nearest", "all"),
    "bird": ("none", "head", "tail"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowRules:
    """How a deal runs.

    Attributes
    ----------
    seats : int
        2, 4 or 6.
    copies : tuple of int
        How many tiles there are of each of the 34 kinds and 8 flowers; at most 144 in all.
    dead_wall : int
        Tiles at the end of the wall that nobody draws.
    replacement_from : {"tail", "head"}
        Where tiles for kongs and flowers are drawn.
    indicator : {"none", "head", "tail"}
        Where a tile is turned that says which kind is wild.
    indicator_kind : {"next", "indicator"}
        Whether the kind after it is wild or its own.
    honour_cycle : {"joint", "separate"}
        Whether honours are one ring for that, or winds and dragons one each.
    indicator_flower : {"reflip", "no_wildcard"}
        What follows when a flower is turned.
    indicator_in_play, indicator_visible : bool
        Whether it goes back into the wall; whether it counts among the copies that lie face up.
    wild_discard : bool
        Wildcards may be discarded.
    chow : {"next", "nobody"}
        Who may chow a discard.
    discard_win : bool
        Discards may be won.
    rob_added_kong : {"win", "no"}
        Whether a tile that is added to a pung may be won.
    multi_win : {"nearest", "all"}
        Who wins where several can.
    claims_on_last : bool
        The last discard may be claimed for a set.
    flower_keeps_replacement : bool
        The tile drawn for a flower that was drawn for a kong is still the kong's replacement.
    bird : {"none", "head", "tail"}
        Where the bird is turned after a win.
    bird_skips_flowers, bird_of_empty_wall : bool
        Whether another tile is turned after a flower; whether the tile drawn last is the bird where
        the wall is empty.
    props : tuple of str
        Props that a seat may use in its turn: ``exchange`` a tile for one of a chosen kind in the
        wall, ``exchange_at_random``, ``make_wild``, ``tell_third`` of the wall in which the next
        tile of a kind lies, ``tell_next`` tile.
    props_per_deal : int
        How often a seat may use each of them.

    Examples
    --------
    >>> FlowRules(seats=4).tiles, FlowRules(copies=(4,) * 34 + (1,) * 8).tiles
    (136, 144)
    """

    seats: int = 4
    copies: tuple[int, ...] = (4,) * KIND_COUNT + (0,) * FLOWER_COUNT
    dead_wall: int = 0
    replacement_from: Literal["tail", "head"] = "tail"
    indicator: Literal["none", "head", "tail"] = "none"
    indicator_kind: Literal["next", "indicator"] = "next"
    honour_cycle: Literal["joint", "separate"] = "joint"
    indicator_flower: Literal["reflip", "no_wildcard"] = "reflip"
    indicator_in_play: bool = False
    indicator_visible: bool = True
    wild_discard: bool = True
    chow: Literal["next", "nobody"] = "next"
    discard_win: bool = True
    rob_added_kong: Literal["win", "no"] = "win"
    multi_win: Literal["nearest", "all"] = "nearest"
    claims_on_last: bool = False
    flower_keeps_replacement: bool = False
    bird: Literal["none", "head", "tail"] = "none"
    bird_skips_flowers: bool = True
    bird_of_empty_wall: bool = True
    props: tuple[str, ...] = ()
    props_per_deal: int = 1

    def __post_init__(self) -> None:
        if self.seats not in _SEATS:
            raise RulesError(f"seats is {shown(self.seats)}, expected 2, 4 or 6")
        object.__setattr__(self, "copies", tuple(self.copies))
        if len(self.copies) != KIND_COUNT + FLOWER_COUNT or not all(
            isinstance(each, int) and 0 <= each <= (4 if place < KIND_COUNT else 1)
            for place, each in enumerate(self.copies)
        ):
            raise RulesError(
                f"copies is {shown(self.copies)}, expected 34 numbers of 0..4 and 8 of 0..1"
            )
        if not 0 <= self.dead_wall <= _MOST_TILES:
            raise RulesError(f"dead_wall is {shown(self.dead_wall)}, expected 0..{_MOST_TILES}")
        object.__setattr__(self, "props", tuple(self.props))
        for prop in self.props:
            if prop not in _PROPS:
                raise RulesError(unknown("prop", prop, _PROPS))
        if not 0 <= self.props_per_deal <= _MOST_USES:
            found = shown(self.props_per_deal)
            raise RulesError(f"props_per_deal is {found}, expected 0..{_MOST_USES}")
        for field, allowed in _WORDS.items():
            if getattr(self, field) not in allowed:
                found = shown(getattr(self, field))
                raise RulesError(f"{field} is {found}, expected one of {', '.join(allowed)}")

    @property
    def tiles(self) -> int:
        """How many tiles there are."""
        return sum(self.copies)
