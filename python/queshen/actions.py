"""Actions at a table: small numbers with a text of their own.

>>> Action.parse("discard 5m"), int(Action.parse("discard 5m")), Action(PASS)
(Action.parse('discard 5m'), 4, Action.parse('pass'))
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import index

from .errors import NotationError, shown
from .tiles import KIND_COUNT, TILE_NAMES
from .tiles import kind as kind_of

__all__ = [
    "CHOW_HIGH",
    "CHOW_LOW",
    "CHOW_MIDDLE",
    "KONG",
    "PASS",
    "PUNG",
    "WIN",
    "Action",
    "Legal",
    "added_kong",
    "concealed_kong",
    "discard",
]

_WITH_TILE = ("discard", "discard ready", "concealed kong", "added kong")
_ALONE = (
    "chow low",
    "chow middle",
    "chow high",
    "chow low ready",
    "chow middle ready",
    "chow high ready",
    "pung",
    "kong",
    "win",
    "pass",
    "ready",
    "void m",
    "void p",
    "void s",
    "prop exchange",
    "prop exchange at random",
    "prop wildcard",
    "prop third",
    "prop next",
    "double",
    *(f"reserved {number}" for number in range(156, 160)),
)
_CHOSEN = ("tile", "kind")
_TEXTS = (
    *(f"{what} {tile}" for what in _WITH_TILE for tile in TILE_NAMES[:KIND_COUNT]),
    *_ALONE,
    *(f"{what} {tile}" for what in _CHOSEN for tile in TILE_NAMES[:KIND_COUNT]),
)
_NUMBERS = {text: number for number, text in enumerate(_TEXTS)}
_FIRST_ALONE = len(_WITH_TILE) * KIND_COUNT
_FIRST_CHOSEN = _FIRST_ALONE + len(_ALONE)


class Action(int):
    """What a seat may do, as a number below 256.

    Discards, discards that declare ready, concealed and added kongs have 34 numbers each, one for
    each kind; those without a tile follow, and from 160 on the tile of one's hand that is passed on
    or that a prop is used on, and the kind that a prop asks for. The numbers never change.

    Examples
    --------
    >>> action = Action.parse("added kong E")
    >>> action.name, action.kind, int(action)
    ('added kong', 27, 129)
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Action:
        value = index(number)
        if not 0 <= value < len(_TEXTS):
            raise NotationError(shown(number), 0, f"an action from 0 to {len(_TEXTS) - 1}")
        return super().__new__(cls, value)

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action that `str` writes so.

        Raises
        ------
        NotationError
            If it is no such text.
        """
        if not isinstance(text, str):
            raise TypeError(f"an action is read from str, not {type(text).__name__}")
        number = _NUMBERS.get(text)
        if number is None:
            raise NotationError(text, 0, "an action such as 'discard 5m', 'pung' or 'pass'")
        return cls(number)

    @property
    def name(self) -> str:
        """What is done, without its tile."""
        if self < _FIRST_ALONE:
            return _WITH_TILE[self // KIND_COUNT]
        if self >= _FIRST_CHOSEN:
            return _CHOSEN[(self - _FIRST_CHOSEN) // KIND_COUNT]
        return _TEXTS[self]

    @property
    def kind(self) -> int | None:
        """The tile of a discard, of a kong from the own hand, or of a choice for a prop."""
        if self < _FIRST_ALONE:
            return self % KIND_COUNT
        return (self - _FIRST_CHOSEN) % KIND_COUNT if self >= _FIRST_CHOSEN else None

    def __str__(self) -> str:
        # One that was made past the constructor is no action, and says so.
        return _TEXTS[self] if 0 <= self < len(_TEXTS) else f"no action {int(self)}"

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"

    def __reduce__(self) -> tuple[type[Action], tuple[int]]:
        return Action, (int(self),)


CHOW_LOW, CHOW_MIDDLE, CHOW_HIGH = map(Action.parse, ("chow low", "chow middle", "chow high"))
PUNG, KONG, WIN, PASS = map(Action.parse, ("pung", "kong", "win", "pass"))


def discard(tile: int | str) -> Action:
    """Discard a tile.

    Examples
    --------
    >>> discard("5m")
    Action.parse('discard 5m')
    """
    return Action(kind_of(tile))


def concealed_kong(tile: int | str) -> Action:
    """Lay out four tiles of the hand."""
    return Action(2 * KIND_COUNT + kind_of(tile))


def added_kong(tile: int | str) -> Action:
    """Add a tile to one's pung."""
    return Action(3 * KIND_COUNT + kind_of(tile))


class Legal:
    """What a seat may do: a set of actions in ascending order.

    Attributes
    ----------
    mask : int
        Bit n is set for action n.

    Examples
    --------
    >>> legal = Legal(1 << int(PUNG) | 1 << int(PASS))
    >>> list(legal), "pung" in legal, WIN in legal, len(legal)
    ([Action.parse('pung'), Action.parse('pass')], True, False, 2)
    """

    __slots__ = ("mask",)

    mask: int

    def __init__(self, mask: int) -> None:
        object.__setattr__(self, "mask", mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a legal set never changes: {name}")

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            action = _NUMBERS.get(action, -1)
        return isinstance(action, int) and action >= 0 and bool(self.mask >> action & 1)

    def __iter__(self) -> Iterator[Action]:
        left = self.mask
        while left:
            yield Action((left & -left).bit_length() - 1)
            left &= left - 1

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, Legal) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.mask)

    def __repr__(self) -> str:
        return f"Legal({self.mask:#x})"

    def __reduce__(self) -> tuple[type[Legal], tuple[int]]:
        return Legal, (self.mask,)
