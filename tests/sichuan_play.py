"""Deals of 血战到底 with four or six seats: given hands, acts as text, and the rest of a deal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from guangdong import KINDS, legal, near, tiles

from queshen.actions import PASS
from queshen.rules import Rules
from queshen.table import Table

__all__ = ["SUITS", "dealt_by", "drawn_tile", "run", "to_the_end"]

SUITS = KINDS[:27]
HANDS = {4: 13, 6: 7}


def dealt_by(
    rules: Rules, *hands: str, wall: str = "", left: int, voids: str = "", acts: str = ""
) -> Table:
    """A table with these hands, filled up with idle tiles, and what is done at it.

    The wall has `left` tiles with the dealer's first draw; it begins with `wall`. An open tile of
    it (``.``) is one of 条, the suit that all name (`voids`): who draws it discards it, and nobody
    wants it.
    """
    seats = rules.flow.seats
    voids = voids or "s" * seats
    held = [tiles(hand) for hand in (*hands, *[""] * (seats - len(hands)))]
    line = tiles(wall)
    line += ["."] * (left - len(line))
    stock = Counter(dict.fromkeys(SUITS, 4))
    stock.subtract(tile for tile in chain(*held, line) if tile != ".")
    assert min(stock.values()) >= 0, [tile for tile in SUITS if stock[tile] < 0]
    for seat, hand in enumerate(held):
        while len(hand) < HANDS[seats]:
            hand.append(idle_tile(stock, hand, voids[seat]))
            stock[hand[-1]] -= 1
    idle = [tile for tile in SUITS[18:] for _ in range(stock[tile])]
    random.Random(3).shuffle(idle)
    table = rules.table(hands=held, wall=[idle.pop() if tile == "." else tile for tile in line])
    for seat in range(seats):
        if table.phase == "void":
            table.act(seat, f"void {voids[seat]}")
    return run(table, acts)


def idle_tile(stock: Counter[str], beside: Sequence[str], void: str) -> str:
    """A tile of another suit than the void one that goes with as few of those as it can."""
    return min(
        (tile for tile in SUITS if stock[tile] and tile[1] != void),
        key=lambda tile: (
            beside.count(tile),
            sum(near(tile, other) for other in beside),
            -stock[tile],
        ),
    )


def drawn_tile(table: Table) -> str:
    """The tile that the seat in turn drew."""
    return str(table.set_up["wall"][0]) if table.drawn is None else KINDS[table.drawn]


def run(table: Table, acts: str) -> Table:
    """Acts such as ``0 discard 5m, 1 pung, 2``: a seat alone discards what it drew.

    Whoever is asked and does not come next passes.
    """
    for each in filter(None, acts.split(", ")):
        seat, _, what = each.partition(" ")
        while table.phase in ("claim", "rob") and not (what and table.can(int(seat), what)):
            table.step(PASS)
        table.act(int(seat), what or f"discard {drawn_tile(table)}")
    return table


def to_the_end(table: Table) -> Table:
    """Everybody passes and discards what was drawn, or something."""
    while not table.done:
        if table.phase != "turn":
            table.step(PASS)
            continue
        drawn = f"discard {drawn_tile(table)}"
        discards = [each for each in legal(table, table.turn) if each.startswith("discard")]
        table.step(drawn if drawn in discards else min(discards))
    return table
