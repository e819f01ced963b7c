"""Tiles and melds: the 34 kinds, their names, and the sets a player has laid out.

A kind is a small number: 0-8 are 1m-9m (万), 9-17 are 1p-9p (饼), 18-26 are 1s-9s (条), and 27-33
are E S W N C F P (the winds, then 中 发 白). The flowers 34-41 have names too, 春夏秋冬梅兰竹菊,
but they are set aside and never belong to a hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from operator import index

from .errors import HandError, NotationError, shown

__all__ = ["FLOWER_COUNT", "KIND_COUNT", "TILE_NAMES", "Meld", "MeldType", "kind", "name"]

KIND_COUNT = 34
"""How many kinds a hand can hold."""

FLOWER_COUNT = 8
"""How many flowers there are, numbered from `KIND_COUNT` on."""

TILE_NAMES: tuple[str, ...] = (
    *(digit + suit for suit in "mps" for digit in "123456789"),
    *"ESWNCFP",
    *"春夏秋冬梅兰竹菊",
)
"""The name of every kind, then of every flower."""

_KINDS = {name: kind for kind, name in enumerate(TILE_NAMES[:KIND_COUNT])}
_FIRST_HONOUR = 27


def kind(tile: int | str) -> int:
    """Number of a tile.

    Parameters
    ----------
    tile : int or str
        A name such as ``"6m"`` or ``"E"``, or a number from 0 to 33, which comes back as it is.

    Raises
    ------
    NotationError
        If no kind has this name or number.

    Examples
    --------
    >>> kind("6m"), kind("E"), kind(33)
    (5, 27, 33)
    """
    if isinstance(tile, str):
        found = _KINDS.get(tile)
        if found is None:
            raise NotationError(tile, _misfit(tile, _KINDS), "a tile such as 6m, E or P")
        return found
    number = index(tile)
    if not 0 <= number < KIND_COUNT:
        raise NotationError(shown(number), 0, "a kind from 0 to 33", shown(number))
    return number


def name(kind: int) -> str:
    """Name of a kind (0-33) or of a flower (34-41).

    Raises
    ------
    NotationError
        If there is no such kind.

    Examples
    --------
    >>> name(5), name(27), name(34)
    ('6m', 'E', '春')
    """
    number = index(kind)
    if not 0 <= number < len(TILE_NAMES):
        raise NotationError(shown(number), 0, "a kind from 0 to 41", shown(number))
    return TILE_NAMES[number]


def _misfit(text: str, words: Iterable[str]) -> int:
    """Index of the first character with which `text` stops being the beginning of any word."""
    at = 0
    while at < len(text) and any(word.startswith(text[: at + 1]) for word in words):
        at += 1
    return at


class MeldType(StrEnum):
    """What a meld is. An added kong is an exposed one."""

    CHOW = "chow"
    PUNG = "pung"
    EXPOSED_KONG = "exposed kong"
    CONCEALED_KONG = "concealed kong"

    def __repr__(self) -> str:
        return f"MeldType.{self.name}"


@dataclass(frozen=True, order=True, slots=True)
class Meld:
    """A set that is laid out and no longer changes.

    Parameters
    ----------
    type : MeldType
        Chow, pung, exposed kong or concealed kong.
    kind : int
        Its tile; the lowest one of a chow.

    Raises
    ------
    HandError
        If there is no such meld: a chow of honours, a chow from 8 or 9, a number that is no kind.

    Examples
    --------
    >>> meld = Meld(MeldType.CHOW, 0)
    >>> str(meld), meld.kinds
    ('[123m]', (0, 1, 2))
    >>> Meld.parse("{EEEE}").type
    MeldType.CONCEALED_KONG
    """

    type: MeldType
    kind: int

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "type", MeldType(self.type))
        except ValueError:
            expected = ", ".join(MeldType)
            raise HandError(
                f"no meld is a {shown(self.type)}, expected one of {expected}"
            ) from None
        object.__setattr__(self, "kind", index(self.kind))
        if not 0 <= self.kind < KIND_COUNT:
            raise HandError(f"a meld of kind {shown(self.kind)}, expected a kind from 0 to 33")
        if self.type is MeldType.CHOW:
            if self.kind >= _FIRST_HONOUR:
                raise HandError(f"a chow of honours from {name(self.kind)}, expected 1-9 of a suit")
            if self.kind % 9 > 6:
                raise HandError(f"a chow from {name(self.kind)}, expected a chow from 1-7")

    def __reduce__(self) -> tuple[object, tuple[MeldType, int]]:
        return Meld, (self.type, self.kind)

    # Native code trusts a meld, so no pickle may bring in one that does not exist.
    def __setstate__(self, state: tuple[MeldType, int]) -> None:
        Meld.__init__(self, *state)

    @property
    def kinds(self) -> tuple[int, ...]:
        """Its three or four tiles, ascending."""
        return _meld_kinds(self.type, self.kind)

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read a meld exactly as `str` writes it.

        Raises
        ------
        NotationError
            If `text` is anything else.

        Examples
        --------
        >>> Meld.parse("[555p]")
        Meld(type=MeldType.PUNG, kind=13)
        """
        if not isinstance(text, str):
            raise TypeError(f"a meld is read from str, not {type(text).__name__}")
        found = _MELDS.get(text)
        if found is None:
            expected = "a meld such as [123m], [EEE], [EEEE] or {1111m}"
            raise NotationError(text, _misfit(text, _MELDS), expected)
        return cls(*found)

    def __str__(self) -> str:
        return _meld_text(self.type, self.kind)


def _meld_kinds(type_: MeldType, kind: int) -> tuple[int, ...]:
    if type_ is MeldType.CHOW:
        return kind, kind + 1, kind + 2
    return (kind,) * (3 if type_ is MeldType.PUNG else 4)


def _meld_text(type_: MeldType, kind: int) -> str:
    names = [TILE_NAMES[each] for each in _meld_kinds(type_, kind)]
    suit = names[0][1:]
    tiles = "".join(each[0] for each in names) + suit
    return f"{{{tiles}}}" if type_ is MeldType.CONCEALED_KONG else f"[{tiles}]"


# All 123 melds by their text. So few that reading one is a look-up and needs no parser.
_MELDS = {
    _meld_text(type_, kind): (type_, kind)
    for type_ in MeldType
    for kind in range(KIND_COUNT)
    if type_ is not MeldType.CHOW or (kind < _FIRST_HONOUR and kind % 9 <= 6)
}
