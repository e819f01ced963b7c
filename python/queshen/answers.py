"""What a hand answers: the kinds it wants, and what each discard leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .tiles import kind, name

__all__ = ["Discard", "Draws"]


@dataclass(frozen=True, slots=True)
class Draws:
    """Kinds that a hand wants: its waits, or its useful tiles.

    Iterating gives kinds in order; ``"6m" in draws`` asks by name.

    Attributes
    ----------
    mask : int
        Bit k is set for kind k (0-33).
    wild : bool
        A drawn wildcard would do too. Where the wildcards have a face, the bit of that face says
        the same.
    live : tuple of int
        For each of the 34 kinds the unseen copies, 0 where the kind is not in `mask`.

    Examples
    --------
    >>> from queshen import Hand
    >>> draws = Hand("123m456p78s11122z", notation="mpsz").waits()
    >>> draws.tiles, draws.total, "9s" in draws
    (('6s', '9s'), 8, True)
    """

    mask: int
    wild: bool
    live: tuple[int, ...]

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds, ascending."""
        return tuple(k for k in range(34) if self.mask >> k & 1)

    @property
    def tiles(self) -> tuple[str, ...]:
        """The kinds by name."""
        return tuple(name(k) for k in self.kinds)

    @property
    def total(self) -> int:
        """How many unseen tiles would do."""
        return sum(self.live)

    def __iter__(self) -> Iterator[int]:
        return iter(self.kinds)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, tile: object) -> bool:
        if not isinstance(tile, int | str):
            return False
        return bool(self.mask >> kind(tile) & 1)


@dataclass(frozen=True, slots=True)
class Discard:
    """One discard and what the hand is worth after it.

    Attributes
    ----------
    kind : int or None
        The discarded kind; None for a wildcard without a face.
    wild : bool
        The discarded tile is a wildcard.
    shanten : int
        Shanten after the discard.
    useful : Draws
        What lowers it.
    """

    kind: int | None
    wild: bool
    shanten: int
    useful: Draws

    @property
    def tile(self) -> str:
        """The discarded tile by name, ``*`` for a wildcard without a face."""
        return "*" if self.kind is None else name(self.kind)
