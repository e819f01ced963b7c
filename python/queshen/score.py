"""What a scored win tells beside its fans: the reading, what is not counted, the value of waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .shapes import Shape
from .tiles import Meld, name

if TYPE_CHECKING:
    from .fans import Fan
    from .scorer import Score

__all__ = ["Dropped", "Reading", "WaitValue"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a complete hand.

    Attributes
    ----------
    shape : Shape
        Its shape, a single one.
    melds : tuple of Meld
        The sets that are laid out.
    sets : tuple of Meld
        The sets of the concealed part, where the shape has any, in ascending order.
    pair : int or None
        The kind of the pair; None in shapes without sets.
    knitted : tuple of int
        The nine knitted tiles of a knitted straight, else nothing.
    tiles : tuple of int
        All tiles of the concealed part, ascending, wildcards as what they stand for.
    faces : tuple of int
        What the wildcards stand for, ascending.

    Examples
    --------
    >>> from queshen import readings
    >>> [str(reading) for reading in readings("111222333m99p12s*")]
    ['111m 222m 333m 12(3)s 99p', '123m 123m 123m 12(3)s 99p']
    """

    shape: Shape
    melds: tuple[Meld, ...]
    sets: tuple[Meld, ...]
    pair: int | None
    knitted: tuple[int, ...]
    tiles: tuple[int, ...]
    faces: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(self.parts())

    def parts(self) -> list[str]:
        """Its groups as text, melds in brackets, the tiles of wildcards in parentheses."""
        left = list(self.faces)
        groups = [one.kinds for one in self.sets]
        if self.knitted:
            groups.insert(0, self.knitted)
        if self.pair is not None:
            groups.append((self.pair, self.pair))
        if not groups:
            groups = [self.tiles]
        # A wildcard is shown as late as it can be, so natural tiles come first.
        marked = []
        for group in reversed(groups):
            wild = []
            for tile in reversed(group):
                wild.append(tile in left)
                if wild[-1]:
                    left.remove(tile)
            marked.append(_group_text(group, wild[::-1]))
        return [str(meld) for meld in self.melds] + marked[::-1]

    def to_dict(self) -> dict[str, object]:
        """The reading in plain values, tiles by name."""
        return {
            "shape": self.shape.name,
            "melds": [str(meld) for meld in self.melds],
            "sets": [_group_text(one.kinds, [False] * 3) for one in self.sets],
            "pair": None if self.pair is None else name(self.pair),
            "knitted": [name(tile) for tile in self.knitted],
            "tiles": [name(tile) for tile in self.tiles],
            "faces": [name(tile) for tile in self.faces],
        }


def _group_text(kinds: tuple[int, ...], wild: list[bool]) -> str:
    """Tiles written together, the suit letter once after the last of its suit."""
    text = ""
    for i, kind in enumerate(kinds):
        tile = name(kind)
        suit = tile[1:]
        text += f"({tile[0]})" if wild[i] else tile[0]
        if suit and (i + 1 == len(kinds) or name(kinds[i + 1])[1:] != suit):
            text += suit
    return text


@dataclass(frozen=True, slots=True)
class Dropped:
    """A fan that the hand has and that is not counted.

    Attributes
    ----------
    fan : Fan
        Which.
    count : int
        How many times it is left out.
    by : Fan or None
        The fan beside which it is not counted; None where chows are used up (套算一次).
    """

    fan: Fan
    count: int
    by: Fan | None


@dataclass(frozen=True, slots=True)
class WaitValue:
    """A tile that completes a hand, and what the win is worth.

    Attributes
    ----------
    tile : str
        The tile by name; ``*`` for a wildcard without a face.
    kind : int or None
        Its kind; None for a wildcard without a face.
    wild : bool
        Drawn by the seat itself, the tile is a wildcard.
    self_draw, discard : Score or None
        The win by drawing the tile and by claiming it; None where there is no such win.
    live : int
        Unseen copies.
    """

    tile: str
    kind: int | None
    wild: bool
    self_draw: Score | None
    discard: Score | None
    live: int

    @property
    def reaches(self) -> bool:
        """Whether it wins in one of the two ways, with the minimum reached."""
        return any(score is not None and score.is_win for score in (self.self_draw, self.discard))

    def to_dict(self) -> dict[str, object]:
        """The wait in plain values."""
        return {
            "tile": self.tile,
            "wild": self.wild,
            "self_draw": self.self_draw and self.self_draw.total,
            "discard": self.discard and self.discard.total,
            "live": self.live,
            "reaches": self.reaches,
        }
