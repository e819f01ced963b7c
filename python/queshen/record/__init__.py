"""Recorded games: read strictly, replayed tile by tile, and asked what their judge was asked.

`DealRecord` is the engine's own record of a deal, with `write_record` and `read_record`; the games
of other judges become a table by `table_of`.

A log holds one game a line, each a JSON object as the Botzone competitions have them:

``id``, ``round_wind``
    A name, and one of E S W N.
``deal``
    Four hands of 13 tiles, written ``W1 B5 T9 F1 J1`` with a space between them. Seat 0 deals.
``events``
    ``{"e": [seat, action, ...], "fan": [four numbers]}``. Each seat draws from a wall of its own
    (34 tiles, 13 of them dealt). Actions: ``draw tile``, ``discard tile``, ``pung discard`` and
    ``chow discard middle`` (both claim the tile just discarded and discard at once; the middle tile
    of the chow is told), ``kong tile`` (concealed after an own draw, exposed otherwise),
    ``addkong tile``.
``result``, ``wall_left``
    ``{"action": "HU", "player", "fans": [[name, value, count]], "fan_total", "score"}`` or
    ``{"action": "HUANG"}``, and the tiles left in the four walls.

The judge's numbers say, for each seat, -4: not asked; -3: the tile does not complete a hand;
otherwise the fan of the hand it completes. Who is asked about which tile follows from the action:

* draw: the drawer alone, about the tile it drew;
* discard, and the discard after a pung or a chow: the three other seats, about the discarded tile;
* addkong: the three other seats, about the added tile, which they could rob;
* kong: nobody.

Each seat has its own wind, seat 0 is E. The tile is the last one where the wall of the seat after
the one that acts is empty, and the last copy where the other three lie face up.
"""

from __future__ import annotations

from .botzone import read_match, table_of, tables_of
from .deal import DealRecord, read_record, read_records, write_record
from .events import Action, Event
from .game import Check, FanLine, Game, Result
from .read import read_games
from .seen import seat_lines

__all__ = [
    "Action",
    "Check",
    "DealRecord",
    "Event",
    "FanLine",
    "Game",
    "Result",
    "read_games",
    "read_match",
    "read_record",
    "read_records",
    "seat_lines",
    "table_of",
    "tables_of",
    "write_record",
]
