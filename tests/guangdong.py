"""Deals of the Guangdong games as a hand for each seat, a wall, and what is done."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

from queshen.actions import PASS
from queshen.deal_result import DealResult, Win
from queshen.rules import Rules
from queshen.table import Table
from queshen.tiles import TILE_NAMES

KINDS = TILE_NAMES[:34]
HAND = 13
ANY = "."
"""In a wall: some tile that is of no use to the hands of the deal."""


def tiles(text: str) -> list[str]:
    """``123m5pE.`` as a list of tiles."""
    found: list[str] = []
    for digits, suit, letter in re.findall(r"([1-9]+)([mps])|(\S)", text):
        found += [digit + suit for digit in digits] if suit else [letter]
    return found


def kind(tile: str) -> int:
    return KINDS.index(tile)


def named(kinds: Iterable[int]) -> list[str]:
    return [KINDS[each] for each in kinds]


def near(tile: str, other: str) -> bool:
    """Whether two kinds are the same or could be in one chow."""
    if tile == other:
        return True
    return tile[1:] == other[1:] != "" and abs(int(tile[0]) - int(other[0])) <= 2


class Stock:
    """The tiles that a deal does not name, handed out so that they are of little use."""

    def __init__(self, used: Iterable[str]) -> None:
        self.left = Counter(dict.fromkeys(KINDS, 4))
        self.left.subtract(used)
        assert min(self.left.values()) >= 0, [each for each in KINDS if self.left[each] < 0]

    def take(self, beside: Iterable[str]) -> str:
        """A tile that goes with as few of those as it can."""
        given = list(beside)
        best = min(
            (each for each in KINDS if self.left[each]),
            key=lambda each: (
                each in given,
                sum(near(each, other) for other in given),
                -self.left[each],
            ),
        )
        self.left[best] -= 1
        return best


def deal(rules: Rules, *hands: str, wall: str, **set_up: Any) -> Table:
    """A table with these hands; those that are short of 13 tiles are filled up with idle ones.

    The wall begins with the first draw of the dealer; it may leave tiles open with ``.``.
    """
    held = [tiles(hand) for hand in (*hands, *[""] * (4 - len(hands)))]
    drawn = tiles(wall)
    stock = Stock([each for each in chain(*held, drawn) if each != ANY])
    wanted = list(chain(*(hand for hand in held if len(hand) == HAND)))
    drawn = [stock.take(wanted) if each == ANY else each for each in drawn]
    for hand in held:
        while len(hand) < HAND:
            hand.append(stock.take(hand))
    return rules.table(hands=held, wall=drawn, **set_up)


def drawn_tile(table: Table) -> str:
    """The tile that the seat in turn drew; the first one of the dealer was dealt."""
    if table.drawn is None:
        assert table.turn == 0 and not table.log
        return str(table.set_up["wall"][0])
    return KINDS[table.drawn]


def act(table: Table, acts: str) -> Table:
    """Acts such as ``0 discard 5m, 1 pung, 1 discard E, 2``: a seat alone discards what it drew.

    Whoever is asked and does not come next passes.
    """
    for each in acts.split(", "):
        seat, _, what = each.partition(" ")
        while table.phase in ("claim", "rob") and not (what and table.can(int(seat), what)):
            table.step(PASS)
        table.act(int(seat), what or f"discard {drawn_tile(table)}")
    return table


def passes(table: Table) -> Table:
    """Everybody who is asked passes."""
    while table.phase in ("claim", "rob"):
        table.step(PASS)
    return table


def play(rules: Rules, *hands: str, wall: str, acts: str, **set_up: Any) -> Table:
    """A deal played to its end."""
    table = passes(act(deal(rules, *hands, wall=wall, **set_up), acts))
    assert table.done
    return table


def legal(table: Table, seat: int) -> set[str]:
    return {str(action) for action in table.legal(seat)}


def result_of(table: Table) -> DealResult:
    assert table.result is not None
    return table.result


def points(table: Table, rules: Rules | None = None) -> tuple[int, ...]:
    """What each seat wins or loses, under the rules of the table or under others."""
    return (rules or table.rules).settle(result_of(table)).points


def the_win(table: Table) -> Win:
    (win,) = result_of(table).wins
    return win
