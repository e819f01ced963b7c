"""What one seat saw of a deal: the form of a record that may be shown to it.

>>> from queshen.rules import variant
>>> from queshen.record import DealRecord
>>> table = variant("baopai").table(seed=7)
>>> table.step(min(table.legal(0)))
>>> head, dealt, *_ = seat_lines(DealRecord.of(table), 2)
>>> json.loads(head)["seat"], json.loads(dealt)["events"]
(2, [])

Each line is a JSON object. The first has ``record`` (``"seat"``), ``layout``, ``seat``, ``engine``,
``key``, ``rules`` and the winds; neither the wall nor its seed, so that nothing follows from it.
Then there is a line for the deal and for every moment at which something happened that the seat saw
or did: ``act`` (its own, if it acted), ``events`` as `queshen.table.Table.events` tells them, with
null for the tiles that others drew or passed on among themselves, and afterwards its ``hand``,
``wall`` (tiles left), which seats are ``ready``, and the hidden wildcard ``bao`` if the seat knows
it. What others answered while a
tile lay open, and how many of them were asked, is not there. The last line has the ``result``, null
where the deal was not over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..errors import RecordError, shown
from ..tiles import TILE_NAMES, name

if TYPE_CHECKING:
    from ..table import Table
    from .deal import DealRecord

__all__ = ["seat_lines"]

LAYOUT = 1
_HIDDEN = ("draw", "prop")
_PASSED = "exchange"  # known to who gave the tile and to who got it
_SET_UP = ("round_wind", "dealer_wind", "streak")


def seat_lines(record: DealRecord, seat: int) -> Iterator[str]:
    """The lines of a record as a seat saw it.

    Raises
    ------
    RecordError
        If there is no such seat.
    """
    seats = record.rules.flow.seats
    if type(seat) is not int or not 0 <= seat < seats:
        raise RecordError(f"seat {shown(seat)}, expected 0 to {seats - 1}")
    head = {"record": "seat", "layout": LAYOUT, "seat": seat, "engine": record.engine}
    head |= {"key": record.key, "rules": record.rules.to_dict()}
    yield _line(head | {each: record.set_up[each] for each in _SET_UP if each in record.set_up})
    told = 0
    for number, table in enumerate(record.tables()):
        actor, action = record.acts[number - 1] if number else (None, None)
        events = table.events
        new, told = events[told:], len(events)
        if number and not new and actor != seat:
            continue
        yield _line(_moment(table, seat, str(action) if actor == seat else None, new))
    yield _line({"result": None if record.result is None else record.result.to_dict()})


def _moment(
    table: Table,
    seat: int,
    act: str | None,
    events: tuple[tuple[str, int | None, int | None, int], ...],
) -> dict[str, Any]:
    bao = table.bao(seat)
    return {
        "act": act,
        "events": [
            [what, who, _tile(tile if _sees(seat, what, who, extra) else None), extra]
            for what, who, tile, extra in events
        ],
        "hand": str(table.hand(seat)),
        "wall": table.wall_left,
        "ready": [table.ready(each) for each in range(table.seats)],
        "bao": None if bao is None else name(bao),
    }


def _sees(seat: int, what: str, who: int | None, extra: int) -> bool:
    """Whether a seat sees the tile of an event."""
    if what == _PASSED:
        return seat in (who, extra)
    return who == seat or what not in _HIDDEN


def _tile(tile: int | None) -> str | None:
    return None if tile is None else TILE_NAMES[tile]


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
