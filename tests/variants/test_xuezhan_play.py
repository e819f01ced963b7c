"""血战到底 at the table: tiles passed on, void suits, playing on, kongs, passed wins, the end."""

from __future__ import annotations

import random
from itertools import chain
from typing import Any

import pytest
from guangdong import KINDS, kind, legal, passes, points, result_of, tiles
from ready_twin import Stock

from queshen.actions import PASS, Action
from queshen.deal_result import DealResult, KongPaid, KongType, SeatResult, Win, WinFlag
from queshen.errors import TableError
from queshen.rules import Rules, variant
from queshen.session import Session, next_dealer
from queshen.table import Table
from queshen.tiles import Meld
from queshen.view import View

RULES = variant("xuezhan")
SBR = variant("xuezhan", preset="sbr2025")
PASSING = variant("xuezhan", huan3=True)

SUITS = KINDS[:27]


def dealt(
    *hands: str,
    wall: str = "",
    left: int = 30,
    voids: str = "ssss",
    rules: Rules = RULES,
    acts: str = "",
) -> Table:
    """A table with these hands, filled up with idle tiles, and what is done at it.

    The wall has `left` tiles with the dealer's first draw; it begins with `wall`. An open tile of
    it (``.``) is one of 条, the suit that all name: who draws it discards it, and nobody wants it.
    """
    held = [tiles(hand) for hand in (*hands, *[""] * (4 - len(hands)))]
    drawn = tiles(wall)
    drawn += ["."] * (left - len(drawn))
    stock = Stock(SUITS, [tile for tile in chain(*held, drawn) if tile != "."])
    idle = [tile for tile in SUITS[18:] for _ in range(stock.left[tile])]
    random.Random(3).shuffle(idle)
    for seat, hand in enumerate(held):
        while len(hand) < 13:
            free = Stock([tile for tile in SUITS if tile[1] not in (voids[seat], "s")], [])
            free.left = +stock.left - +Stock(SUITS[18:], []).left
            free.left = type(free.left)(
                {tile: free.left[tile] for tile in free.left if tile[1] != voids[seat]}
            )
            hand.append(free.take(hand))
            stock.left[hand[-1]] -= 1
    line = [idle.pop() if tile == "." else tile for tile in drawn]
    table = rules.table(hands=held, wall=line)
    for seat in range(4) if rules.options["dingque"] and not rules.options["huan3"] else ():
        table.act(seat, f"void {voids[seat]}")
    return run(table, acts)
