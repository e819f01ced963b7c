"""Rows of deals settled: the points and coins of each seat.

The settlement of a game is a Python function, and deals are played much faster than it runs. So it
is asked once for all deals that are alike to it: it gets a result that notes what is read of it,
and rows are alike if they agree in everything that was ever read. A function that reads the same
values reads the same ones next, so that it comes to the same settlement.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..deal_result import DealResult, Win
from ..rules import Rules
from .errors import SimulationError

__all__ = ["SELF_DRAW", "Points"]

SELF_DRAW = 1
"""The bit of a self-draw in the flags of a row; the others are those of `WinFlag`."""

_MOST_POINTS = 2**31 - 1  # what a row holds
_MOST_KNOWN = 2**20  # settlements remembered; then they are forgotten

# The fields of a row behind the attributes of a result and its wins.
_FIELDS = {
    "bird": "bird",
    "seat": "win_seat",
    "payer": "payer",
    "fan": "total",
    "tile": "tile",
    "flags": "flags",
}
_PER_WIN = frozenset(_FIELDS.values()) - {"bird"}
_NOT_IN_ROWS = ("hands", "kongs", "horses", "bao")


class _NotingWin(Win):
    """A win that notes what is read of it."""

    __slots__ = ("_read",)

    _read: set[str]

    def __getattribute__(self, name: str) -> Any:
        if name in _FIELDS:
            object.__getattribute__(self, "_read").add(name)
        return object.__getattribute__(self, name)


class _NotingResult(DealResult):
    """A result that notes what is read of it."""

    __slots__ = ("_read",)

    _read: set[str]

    def __getattribute__(self, name: str) -> Any:
        if name in _FIELDS or name in _NOT_IN_ROWS:
            object.__getattribute__(self, "_read").add(name)
        return object.__getattribute__(self, name)


class Points:
    """Points and coins of rows under some rules.

    Examples
    --------
    >>> from queshen.rules import variant
    >>> from queshen.table import play_deals
    >>> rules = variant("guobiao")
    >>> rows = play_deals(rules, ["greedy"] * 4, seed=1, first=0, count=100)
    >>> coins = Points(rules).settle(rows)
    >>> rows["points"].sum(axis=0)[:4].tolist() == list(coins), int(rows["points"].sum())
    (True, 0)
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._seats = rules.flow.seats
        self._fields: tuple[str, ...] = ("wins",)
        self._known: dict[bytes, tuple[tuple[int, ...], tuple[int, ...]]] = {}

    def settle(self, rows: NDArray[np.void]) -> tuple[int, ...]:
        """Put the points of every row into it; what the coins of each seat sum up to.

        Raises
        ------
        SimulationError
            If the settlement asks for more than a row holds.
        """
        while (found := self._settled(rows)) is None:
            pass
        settled, place = found
        points = np.array([each for each, _ in settled], np.int64)
        if len(points) and np.abs(points).max() > _MOST_POINTS:
            raise SimulationError(f"a deal of more than {_MOST_POINTS} points, expected fewer")
        rows["points"][:, : self._seats] = points[place]
        times = np.bincount(place, minlength=len(settled)).tolist()
        coins = [
            [each * count for each in paid] for (_, paid), count in zip(settled, times, strict=True)
        ]
        return tuple(map(sum, zip(*coins, strict=True)))

    def _settled(
        self, rows: NDArray[np.void]
    ) -> tuple[list[tuple[tuple[int, ...], tuple[int, ...]]], NDArray[np.intp]] | None:
        """The settlements of all sorts of rows, and the sort of each row.

        None where a field turned out to matter that had not mattered before.
        """
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        keys, first, place = np.unique(self._keys(rows), return_index=True, return_inverse=True)
        found = []
        for key, at in zip(keys, first.tolist(), strict=True):
            known = self._known.get(key.tobytes())
            if known is None:
                known, read = self._ask(rows[at])
                new = tuple(sorted(read - set(self._fields)))
                if new:
                    self._fields += new
                    self._known.clear()
                    return None
                self._known[key.tobytes()] = known
            found.append(known)
        return found, place

    def _keys(self, rows: NDArray[np.void]) -> NDArray[np.void]:
        """For each row the bytes of all fields that matter; beyond the last win there are none."""
        wins = max(1, int(rows["wins"].max(initial=0)))
        parts = [
            np.ascontiguousarray(rows[field][:, :wins] if field in _PER_WIN else rows[field])
            .view(np.uint8)
            .reshape(len(rows), -1)
            for field in self._fields
        ]
        key = np.ascontiguousarray(np.hstack(parts))
        return key.view(np.dtype((np.void, key.shape[1])))[:, 0]

    def _ask(self, row: np.void) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], set[str]]:
        """The settlement of a row, and the fields of the row that it depends on."""
        read: set[str] = set()
        settlement = self._rules.settle(_result_of(row, self._seats, read))
        strange = sorted(read.intersection(_NOT_IN_ROWS))
        if strange:
            raise SimulationError(
                f"the settlement of {self._rules.id} asks for {', '.join(strange)},"
                " which simulated deals do not keep"
            )
        fields = {_FIELDS[name] for name in read}
        return (settlement.points, settlement.coins), fields


def _result_of(row: np.void, seats: int, read: set[str]) -> DealResult:
    """A row as a result that notes in `read` what is read of it."""
    wins = []
    for at in range(int(row["wins"])):
        win = object.__new__(_NotingWin)
        object.__setattr__(win, "_read", read)
        flags, payer = int(row["flags"][at]), int(row["payer"][at])
        Win.__init__(
            win,
            int(row["win_seat"][at]),
            int(row["total"][at]),
            None if payer < 0 else payer,
            tile=int(row["tile"][at]),
            flags=flags & ~SELF_DRAW,
        )
        wins.append(win)
    bird = int(row["bird"])
    result = object.__new__(_NotingResult)
    object.__setattr__(result, "_read", read)
    DealResult.__init__(result, wins, bird=None if bird < 0 else bird, seats=seats)
    read.clear()  # the constructors check what they are given
    return result
