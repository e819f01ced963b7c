"""Rows of deals settled: the points and coins of each seat.

The settlement of a game is a Python function, and deals are played much faster than it runs. So it
is asked once for all deals that are alike to it: it gets a result that notes what is read of it,
and rows with as many wins are alike if they agree in everything that was ever read of such rows. A
function that reads the same values reads the same ones next, so that it comes to the same
settlement.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..deal_result import DealResult, KongPaid, KongType, SeatResult, Win
from ..rules import Rules
from .errors import SimulationError

__all__ = ["SELF_DRAW", "Points"]

SELF_DRAW = 1
"""The bit of a self-draw in the flags of a row; the others are those of `WinFlag`."""

_MOST_POINTS = 2**31 - 1  # what a row holds
_MOST_KNOWN = 2**20  # settlements remembered; then they are forgotten

# The fields of a row behind the attributes of a win, of a kong and of a result. Places and lateness
# of kongs are in the rows as well, one as their order and one as a type.
_OF_WIN = {
    "seat": "win_seat",
    "payer": "payer",
    "fan": "total",
    "tile": "tile",
    "flags": "flags",
    "liable": "liable",
    "order": "order",
}
_OF_KONG = {
    "seat": "kong_seat",
    "kind": "kong_kind",
    "type": "kong_type",
    "payer": "kong_payer",
    "late": "kong_type",
    "order": "order",
}
_OF_RESULT = {"bird": "bird", "kongs": "kongs", "horses": "horses", "bao": "bao"}
_OF_SEAT = {
    "ready": "ready",
    "opened": "opened",
    "doubled": "doubled",
    "holds_void": "holds_void",
    "void_suit": "void_suit",
    "wild": "wildcards",
    "waiting": "waiting",
    "left": "win_seat",
}
_NOT_IN_ROWS = tuple(each.name for each in fields(SeatResult) if each.name not in _OF_SEAT)
_MADE = (KongType.EXPOSED, KongType.ADDED, KongType.CONCEALED, KongType.ADDED)
_LATE = 3


_Paid: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Points and coins of each seat."""


class _NotingWin(Win):
    """A win that notes what is read of it."""

    __slots__ = ("_read",)

    _read: set[str]

    def __getattribute__(self, name: str) -> Any:
        if name in _OF_WIN:
            object.__getattribute__(self, "_read").add(_OF_WIN[name])
        return object.__getattribute__(self, name)


class _NotingKong(KongPaid):
    """A kong that notes what is read of it."""

    __slots__ = ("_read",)

    _read: set[str]

    def __getattribute__(self, name: str) -> Any:
        if name in _OF_KONG:
            object.__getattribute__(self, "_read").add(_OF_KONG[name])
        return object.__getattribute__(self, name)


class _NotingSeat(SeatResult):
    """A seat that notes what is read of it; of most a row knows nothing."""

    __slots__ = ("_holds_void", "_opened", "_read")

    _read: set[str]
    _opened: bool
    _holds_void: bool

    def __getattribute__(self, name: str) -> Any:
        if name in _OF_SEAT or name in _NOT_IN_ROWS:
            object.__getattribute__(self, "_read").add(_OF_SEAT.get(name, name))
        own = name in ("opened", "holds_void")
        return object.__getattribute__(self, f"_{name}" if own else name)


class _NotingResult(DealResult):
    """A result that notes what is read of it; hands and kongs are made when they are asked for."""

    __slots__ = ("_later", "_read")

    _read: set[str]
    _later: dict[str, Callable[[], Any]]

    def __getattribute__(self, name: str) -> Any:
        if name in _OF_RESULT:
            object.__getattribute__(self, "_read").add(_OF_RESULT[name])
        if name in ("hands", "kongs"):
            later = object.__getattribute__(self, "_later")
            if name in later:
                object.__setattr__(self, name, later.pop(name)())
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
        self._most_kongs = self._seats * rules.sets
        self._fields: dict[int, tuple[str, ...]] = {}  # by the number of wins
        self._known: dict[int, dict[bytes, _Paid]] = {}

    def settle(self, rows: NDArray[np.void]) -> tuple[int, ...]:
        """Put the points of every row into it; what the coins of each seat sum up to.

        Raises
        ------
        SimulationError
            If the settlement asks for more than a row holds.
        """
        coins = [0] * self._seats
        for wins in np.unique(rows["wins"]).tolist():
            alike = np.flatnonzero(rows["wins"] == wins)
            part = rows[alike]
            while (found := self._settled(part, wins)) is None:
                pass
            settled, place = found
            points = np.array([each for each, _ in settled], np.int64)
            if np.abs(points).max() > _MOST_POINTS:
                raise SimulationError(f"a deal of more than {_MOST_POINTS} points, expected fewer")
            rows["points"][alike, : self._seats] = points[place]
            times = np.bincount(place, minlength=len(settled)).tolist()
            for (_, paid), count in zip(settled, times, strict=True):
                coins = [sum_ + each * count for sum_, each in zip(coins, paid, strict=True)]
        return tuple(coins)

    def _settled(
        self, rows: NDArray[np.void], wins: int
    ) -> tuple[list[_Paid], NDArray[np.intp]] | None:
        """The settlements of all sorts of rows with so many wins, and the sort of each row.

        None where a field turned out to matter that had not mattered before.
        """
        fields = self._fields.setdefault(wins, ("wins",))
        all_known = self._known.setdefault(wins, {})
        if len(all_known) > _MOST_KNOWN:
            all_known.clear()
        keys, first, place = np.unique(
            self._keys(rows, fields, wins), return_index=True, return_inverse=True
        )
        found = []
        for key, at in zip(keys, first.tolist(), strict=True):
            known = all_known.get(key.tobytes())
            if known is None:
                known, read = self._ask(rows[at])
                new = tuple(sorted(read - set(fields)))
                if new:
                    self._fields[wins] += new
                    all_known.clear()
                    return None
                all_known[key.tobytes()] = known
            found.append(known)
        return found, place

    def _keys(self, rows: NDArray[np.void], fields: tuple[str, ...], wins: int) -> NDArray[np.void]:
        """For each row the bytes of all fields that matter, equally many for all."""
        widths = dict.fromkeys(_OF_KONG.values(), self._most_kongs)
        widths |= dict.fromkeys(_OF_WIN.values(), wins)
        parts = [
            np.ascontiguousarray(
                rows[field][:, : widths[field]] if field in widths else rows[field]
            )
            .view(np.uint8)
            .reshape(len(rows), -1)
            for field in fields
        ]
        key = np.ascontiguousarray(np.hstack(parts))
        return key.view(np.dtype((np.void, key.shape[1])))[:, 0]

    def _ask(self, row: np.void) -> tuple[_Paid, set[str]]:
        """The settlement of a row, and the fields of the row that it depends on."""
        read: set[str] = set()
        settlement = self._rules.settle(_result_of(row, self._seats, read))
        strange = sorted(read.intersection(_NOT_IN_ROWS))
        if strange:
            raise SimulationError(
                f"the settlement of {self._rules.id} asks for {', '.join(strange)},"
                " which simulated deals do not keep"
            )
        return (settlement.points, settlement.coins), read


def _result_of(row: np.void, seats: int, read: set[str]) -> DealResult:
    """A row as a result that notes in `read` what is read of it."""
    wins = []
    for at in range(int(row["wins"])):
        win = object.__new__(_NotingWin)
        object.__setattr__(win, "_read", read)
        flags = int(row["flags"][at])
        Win.__init__(
            win,
            int(row["win_seat"][at]),
            int(row["total"][at]),
            _seat(row["payer"][at]),
            tile=int(row["tile"][at]),
            flags=flags & ~SELF_DRAW,
            order=int(row["order"][at]),
            liable=_seat(row["liable"][at]),
        )
        wins.append(win)
    bird, bao = int(row["bird"]), int(row["bao"])
    horses = [int(horse) for horse in row["horses"] if horse >= 0]
    result = object.__new__(_NotingResult)
    object.__setattr__(result, "_read", read)
    object.__setattr__(result, "_later", {})
    DealResult.__init__(
        result,
        wins,
        bird=None if bird < 0 else bird,
        bao=None if bao < 0 else bao,
        seats=seats,
        horses=horses,
    )
    result._later["kongs"] = lambda: _kongs_of(row, read)
    result._later["hands"] = lambda: _hands_of(row, seats, read)
    read.clear()  # the constructors check what they are given
    return result


def _kongs_of(row: np.void, read: set[str]) -> tuple[KongPaid, ...]:
    noted, kongs = set(read), []
    won = {int(order) for order in row["order"][: int(row["wins"])]}
    places = [place for place in range(int(row["kongs"]) + len(won)) if place not in won]
    for at, place in zip(range(int(row["kongs"])), places, strict=False):
        kong = object.__new__(_NotingKong)
        object.__setattr__(kong, "_read", read)
        made = int(row["kong_type"][at])
        KongPaid.__init__(
            kong,
            int(row["kong_seat"][at]),
            int(row["kong_kind"][at]),
            _MADE[made],
            _seat(row["kong_payer"][at]),
            late=made == _LATE,
            order=place,
        )
        kongs.append(kong)
    read.intersection_update(noted)
    return tuple(kongs)


def _hands_of(row: np.void, seats: int, read: set[str]) -> tuple[SeatResult, ...]:
    noted, hands = set(read), []
    for at in range(seats):
        hand = object.__new__(_NotingSeat)
        object.__setattr__(hand, "_read", read)
        told = {
            name: bool(int(row[name]) >> at & 1)
            for name in ("ready", "opened", "doubled", "holds_void")
        }
        object.__setattr__(hand, "_opened", told["opened"])
        object.__setattr__(hand, "_holds_void", told["holds_void"])
        void, waiting = int(row["void_suit"][at]), int(row["waiting"][at])
        SeatResult.__init__(
            hand,
            wild=int(row["wildcards"][at]),
            ready=told["ready"],
            left=at in row["win_seat"][: int(row["wins"])],
            void_suit=None if void < 0 else "mps"[void],
            waiting=None if waiting < 0 else waiting,
            doubled=told["doubled"],
        )
        hands.append(hand)
    read.intersection_update(noted)
    return tuple(hands)


def _seat(number: np.integer[Any]) -> int | None:
    return None if number < 0 else int(number)
