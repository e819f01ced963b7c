"""What the page of a game says beside what the data of the game say.

A single name in backticks is an option, alone or with a value; the tests see to it that the game
has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["GameWords"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWords:
    """The words of one page.

    Attributes
    ----------
    intro : str
        What the game is.
    example : tuple of str
        Python statements; the page shows what they print.
    paying : str
        Who pays what, before the tables of situations.
    liable : tuple of (str, str, str)
        Events by which one seat pays for all (包), who that is, and the options that decide.
    declaring : str
        How a hand is declared ready, where it is, before the table of conditions.
    conditions : tuple of (str, str, str, str)
        The conditions by name, what each asks, a hand that meets it and one that does not.
    hands : tuple of (str, mapping)
        More hands, and the options under which each is judged.
    open_points : tuple of (str, tuple of str)
        Headings, each with what its source leaves open or contradicts, and what holds here.
    """

    intro: str
    example: tuple[str, ...]
    paying: str
    liable: tuple[tuple[str, str, str], ...] = ()
    declaring: str = ""
    conditions: tuple[tuple[str, str, str, str], ...] = ()
    hands: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    open_points: tuple[tuple[str, tuple[str, ...]], ...]
