"""What a hand answers: the kinds it wants, and what each discard leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .tiles import kind, name

if TYPE_CHECKING:
    from .flow import ReadyRules

__all__ = ["Discard", "Draws", "Readiness", "not_ready"]


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


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether a hand may be declared ready, `queshen.Rules.readiness`.

    Attributes
    ----------
    legal : tuple of int
        The kinds on which it may be won then; none where it may not be declared.
    failed : tuple of str
        The conditions that it does not meet, by the names of `queshen.flow.ReadyRules`, and
        ``ready`` where no tile completes it.
    closed : bool
        There is one such kind, and it may be the middle of a chow (卡当).
    """

    legal: tuple[int, ...]
    failed: tuple[str, ...]
    closed: bool

    @property
    def tiles(self) -> tuple[str, ...]:
        """The kinds by name."""
        return tuple(map(name, self.legal))

    def __bool__(self) -> bool:
        return bool(self.legal)


_REASONS = {
    "opened": "not open",
    "two_suits": "one suit",
    "four_concealed": "fewer than four concealed tiles",
    "chow": "no chow",
    "pung": "no pung",
    "ready": "not one tile short of a win",
    "wanted": "no wait for one of the tiles that it takes",
    "wanted_live": "no wait for one of the tiles that it takes which does not lie face up",
}
_TERMINALS = tuple(map(kind, ("1m", "9m", "1p", "9p", "1s", "9s")))


def not_ready(failed: tuple[str, ...], rules: ReadyRules) -> list[str]:
    """The conditions that a hand fails, in words.

    Examples
    --------
    >>> from queshen.rules import variant
    >>> not_ready(("opened", "orphan"), variant("baopai").flow.ready)
    ['not open', 'no terminal or C']
    """
    honours = [name(kind) for kind in rules.orphans if kind not in _TERMINALS]
    if set(_TERMINALS) <= set(rules.orphans):
        honours.insert(0, "terminal")
    return [_REASONS.get(each, f"no {' or '.join(honours)}") for each in failed]
