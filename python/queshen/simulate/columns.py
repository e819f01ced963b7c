"""Rows of deals as columns with names that explain themselves, as they are in files.

``deal`` is the number of the deal and ``seed`` that of its wall, which ``rules.table(seed=...)``
deals again; ``digest`` is that of the table at the end. ``winners``, ``payers`` (none for a
self-draw), ``liable`` (who pays for all, if anybody), ``tiles``, ``totals``, ``flags`` and ``fans``
have an item for each win, as have ``orders``, its place among the kongs and the tiles that were
won on; ``ready``, ``opened`` (laid something open), ``doubled`` and ``holds_void`` (花猪) one for
each such seat, ``void_suits`` and ``waiting`` (查叫) one for each seat;
``kong_seats``, ``kong_payers`` (who fed it), ``kong_tiles`` and
``kong_types`` one for each kong, ``horses`` one for each horse, and ``points_0`` and so on are one
column for each seat. A text has a space between items, a plus sign between the flags or fans of a
win, and a dash where there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..deal_result import WinFlag
from ..tiles import TILE_NAMES
from .points import SELF_DRAW

__all__ = ["PER_WIN", "column_names", "columns", "text_lines"]

PER_WIN = ("winners", "orders", "payers", "liable", "tiles", "totals", "flags", "fans")
PER_SEAT = ("ready", "opened", "doubled", "holds_void")
PER_KONG = ("kong_seats", "kong_payers", "kong_tiles", "kong_types")
HORSES = "horses"
EACH_SEAT = ("void_suits", "waiting")
_SEVERAL = (*PER_WIN, *PER_SEAT, *EACH_SEAT, *PER_KONG, HORSES)
_PER_DEAL = ("deal", "seed", "digest", "acts", "wall_left", "wild", "bird", "bao")

_NAMES = np.array([*TILE_NAMES, None], object)  # -1, for none, is the last
_KONG_TYPES = ("exposed", "added", "concealed", "late")  # late: added in a later turn than drawn


@cache
def _flags(flags: int) -> list[str]:
    return WinFlag(flags & ~SELF_DRAW).names


_SEATS_OF = [[seat for seat in range(6) if bits >> seat & 1] for bits in range(64)]


def column_names(seats: int) -> tuple[str, ...]:
    """The names of all columns in their order.

    Examples
    --------
    >>> column_names(2)[-3:]
    ('horses', 'points_0', 'points_1')
    """
    return (*_PER_DEAL, *_SEVERAL, *(f"points_{seat}" for seat in range(seats)))


def columns(rows: NDArray[np.void], fans: tuple[str, ...], seats: int) -> dict[str, list[Any]]:
    """The rows as columns; `fans` are the ids behind the bits of a row."""
    found: dict[str, list[Any]] = {name: [] for name in column_names(seats)}
    for name in ("deal", "seed", "acts", "wall_left"):
        found[name] = rows[name].tolist()
    found["digest"] = [f"{digest:016x}" for digest in rows["digest"].tolist()]
    for name in ("wild", "bird", "bao"):
        found[name] = _NAMES[rows[name]].tolist()
    for seat in range(seats):
        found[f"points_{seat}"] = rows["points"][:, seat].tolist()
    _fill_wins(found, rows, _fans_of(fans))
    _fill_kongs(found, rows)
    for name in PER_SEAT:
        found[name] = [_SEATS_OF[bits] for bits in rows[name].tolist()]
    found["void_suits"] = [
        [None if suit < 0 else "mps"[suit] for suit in row[:seats]]
        for row in rows["void_suit"].tolist()
    ]
    found["waiting"] = [
        [None if value < 0 else value for value in row[:seats]] for row in rows["waiting"].tolist()
    ]
    horses = (rows["horses"] >= 0).sum(axis=1).tolist()
    named = [[TILE_NAMES[tile] for tile in row] for row in rows["horses"].tolist()]
    found[HORSES] = [row[:number] for row, number in zip(named, horses, strict=True)]
    return found


def _fill_kongs(found: dict[str, list[Any]], rows: NDArray[np.void]) -> None:
    fields = ("kong_seat", "kong_payer", "kong_kind", "kong_type")
    most = int(rows["kongs"].max(initial=0))
    for kongs, seats, payers, kinds, types in zip(
        rows["kongs"].tolist(), *(rows[field][:, :most].tolist() for field in fields), strict=True
    ):
        found["kong_seats"].append(seats[:kongs])
        found["kong_payers"].append([_seat(payer) for payer in payers[:kongs]])
        found["kong_tiles"].append([TILE_NAMES[tile] for tile in kinds[:kongs]])
        found["kong_types"].append([_KONG_TYPES[each] for each in types[:kongs]])


def _seat(number: int) -> int | None:
    return None if number < 0 else number


def _fill_wins(
    found: dict[str, list[Any]],
    rows: NDArray[np.void],
    fans_of: Callable[[list[int]], list[str]],
) -> None:
    fields = ("win_seat", "order", "payer", "liable", "tile", "total", "flags", "fans")
    most = int(rows["wins"].max(initial=0))
    added = [found[name].append for name in PER_WIN]
    for wins, seats, orders, payers, liable, tiles, totals, flags, fans in zip(
        rows["wins"].tolist(), *(rows[field][:, :most].tolist() for field in fields), strict=True
    ):
        items = (
            seats[:wins],
            orders[:wins],
            [_seat(payer) for payer in payers[:wins]],
            [_seat(payer) for payer in liable[:wins]],
            [TILE_NAMES[tile] for tile in tiles[:wins]],
            totals[:wins],
            [_flags(each) for each in flags[:wins]],
            [fans_of(each) for each in fans[:wins]],
        )
        for add, item in zip(added, items, strict=True):
            add(item)


def _fans_of(fans: tuple[str, ...]) -> Callable[[list[int]], list[str]]:
    """From the words of a win to the ids of its fans; few combinations make up most wins."""
    known: dict[tuple[int, ...], list[str]] = {}

    def fans_of(words: list[int]) -> list[str]:
        key = tuple(words)
        if key not in known:
            bits = sum(word << 64 * at for at, word in enumerate(words))
            known[key] = [name for at, name in enumerate(fans) if bits >> at & 1]
        return known[key]

    return fans_of


def text_lines(found: dict[str, list[Any]]) -> str:
    """Columns as lines of comma-separated text.

    Examples
    --------
    >>> text_lines({"deal": [0], "payers": [[3, None]], "flags": [[["robbing", "last_copy"], []]]})
    '0,3 -,robbing+last_copy -\\n'
    """
    texts = [map(_items_text if name in _SEVERAL else _text, each) for name, each in found.items()]
    return "".join([",".join(cells) + "\n" for cells in zip(*texts, strict=True)])


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _items_text(items: list[Any]) -> str:
    texts = ("+".join(each) if isinstance(each, list) else _text(each) for each in items)
    return " ".join(text or "-" for text in texts)
