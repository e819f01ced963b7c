"""Rank titles (等级): ladders as data, and one look-up.

>>> rank(1234, "huanle").title
'四万'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import index
from types import MappingProxyType
from typing import TypeAlias

from .errors import QueshenError, shown

__all__ = ["LADDERS", "Rank", "rank"]

Ladder: TypeAlias = tuple[tuple[str, int], ...]
"""Titles from the lowest on, each with the points that reach it."""

# 西风 before 南风 is the order of the 欢乐麻将 document.
_TILES: Ladder = (
    ("白板", 0),
    ("一万", 100),
    ("二万", 200),
    ("三万", 500),
    ("四万", 1_000),
    ("五万", 2_000),
    ("六万", 5_000),
    ("七万", 10_000),
    ("八万", 20_000),
    ("九万", 50_000),
    ("东风", 80_000),
    ("西风", 100_000),
    ("南风", 200_000),
    ("北风", 500_000),
    ("中", 800_000),
    ("发", 1_200_000),
    ("雀神", 2_000_000),
)

_SPARROWS: Ladder = (
    ("雀蛋", 0),
    ("雀仔", 20),
    ("麻雀", 50),
    ("雀头", 100),
    ("银雀", 200),
    ("金雀", 500),
    ("雀霸", 1_000),
    ("雀王", 5_000),
    ("雀帝", 10_000),
    ("雀妖", 20_000),
    ("雀仙", 50_000),
    ("雀魔", 100_000),
    ("雀圣", 200_000),
    ("雀神", 500_000),
    ("雀佛", 1_000_000),
)

LADDERS: Mapping[str, Ladder] = MappingProxyType(
    {"huanle": _TILES, "jipinghu": _SPARROWS, "tuidaohu": _SPARROWS}
)
"""The ladder of each game that has one, by the id of the game."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A title and the way to the next one.

    Attributes
    ----------
    title : str
        The title.
    level : int
        Its place on the ladder, from 1.
    threshold : int
        The points that reach it; whoever has fewer than the second title needs holds the first.
    next : str or None
        The title above; None at the top.
    missing : int or None
        The points to it; None at the top.

    Examples
    --------
    >>> rank(45, "jipinghu")
    Rank(title='雀仔', level=2, threshold=20, next='麻雀', missing=5)
    """

    title: str
    level: int
    threshold: int
    next: str | None
    missing: int | None


def rank(points: int, ladder: str) -> Rank:
    """The title that accumulated points hold: the highest whose threshold they reach.

    Parameters
    ----------
    points : int
        Points gathered over all deals. They may be negative. Where a game ranks by coins, coins.
    ladder : str
        A game of `LADDERS`.

    Raises
    ------
    QueshenError
        If the game has no ladder.

    Examples
    --------
    >>> rank(-3, "tuidaohu").title, rank(2_000_000, "huanle").missing
    ('雀蛋', None)
    """
    steps = LADDERS.get(ladder)
    if steps is None:
        raise QueshenError(f"no ladder {shown(ladder)}, expected one of {', '.join(LADDERS)}")
    points = index(points)
    level = max(1, sum(points >= threshold for _, threshold in steps))
    title, threshold = steps[level - 1]
    if level == len(steps):
        return Rank(title, level, threshold, None, None)
    following, needed = steps[level]
    return Rank(title, level, threshold, following, needed - points)
