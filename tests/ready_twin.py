"""宝牌: a slow judge of who may declare ready, and deals that bring seats to given hands.

The judge parts the tiles of a hand in every way there is and looks at each place of the winning
tile, on plain lists of names; it knows nothing of the engine. The deals let each seat claim its
melds from the seat before it, act by act.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from guangdong import ANY, act, near, passes, tiles

from queshen.deal_result import Win, WinFlag
from queshen.rules import Rules
from queshen.table import Table
from queshen.tiles import TILE_NAMES

SUIT_TILES = TILE_NAMES[:27]
KINDS = (*SUIT_TILES, "C")
"""The kinds of the game of 112 tiles."""
ALL_KINDS = TILE_NAMES[:34]

Group = tuple[str, ...]


# ---- hands ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """The tiles of a seat: in hand, laid out, and laid out without opening the hand."""

    concealed: list[str]
    melds: list[Group]
    hidden: list[Group]

    @classmethod
    def parse(cls, text: str) -> Held:
        """``[789s]{2222s}123m55s46p``: melds in brackets, concealed kongs in braces."""
        melds = [tuple(tiles(each)) for each in re.findall(r"\[(.*?)\]", text)]
        hidden = [tuple(tiles(each)) for each in re.findall(r"\{(.*?)\}", text)]
        return cls(tiles(re.sub(r"\[.*?\]|\{.*?\}", "", text)), melds, hidden)

    @property
    def sets(self) -> list[Group]:
        return self.melds + self.hidden

    @property
    def everything(self) -> list[str]:
        return [*self.concealed, *chain(*self.sets)]


def is_run(group: Group) -> bool:
    return len(group) == 3 and len(set(group)) == 3


def is_triplet(group: Group) -> bool:
    return len(group) >= 3 and len(set(group)) == 1


def run_from(tile: str) -> Group:
    """The run that begins with a tile; nothing if none does."""
    if tile not in SUIT_TILES or int(tile[0]) > 7:
        return ()
    return tuple(f"{int(tile[0]) + step}{tile[1]}" for step in range(3))


def partings(hand: Sequence[str], pair: bool = False) -> Iterator[list[Group]]:
    """Every way to part sorted tiles into sets and one pair."""
    if not hand:
        if pair:
            yield []
        return
    first = hand[0]
    for group in ((first, first), (first, first, first), run_from(first)):
        if not group or (len(group) == 2 and pair):
            continue
        left = list(hand)
        if any(left.count(tile) < group.count(tile) for tile in group):
            continue
        for tile in group:
            left.remove(tile)
        for rest in partings(left, pair or len(group) == 2):
            yield [group, *rest]


@lru_cache(maxsize=1000)
def readings(hand: tuple[str, ...], tile: str) -> tuple[tuple[Group, ...], ...]:
    """Every way to part a hand and one more tile."""
    return tuple(map(tuple, partings(sorted([*hand, tile]))))


# ---- who is ready --------------------------------------------------------------------------------

NAMES = ("opened", "two_suits", "orphan", "chow", "pung", "four_concealed", "ready")
STRUCTURE = ("two_suits", "orphan", "chow", "pung")
"""What the hand must have in it, before its last tile or with it."""


@dataclass(frozen=True)
class Judged:
    """What the judge says: the legal waits, which conditions fail, and whether it is 卡当.

    ``failed`` fail whichever way one looks at the hand. Where each of the others is met by some
    winning tile at some place, but no place meets them together, all of them are ``doubtful``.
    """

    legal: frozenset[str]
    failed: frozenset[str]
    doubtful: frozenset[str]
    closed: bool

    @property
    def may(self) -> bool:
        return not self.failed and not self.doubtful


def two_suits(everything: Iterable[str]) -> bool:
    """Tiles of two suits at least; 中 and other honours have none."""
    return len({tile[1] for tile in everything if tile in SUIT_TILES}) >= 2


def orphan(everything: Iterable[str]) -> bool:
    """A 1, a 9 or a 中."""
    return any(tile[0] in "19" or tile == "C" for tile in everything)


def waits(held: Held, wait_counts: str) -> list[str]:
    """The kinds that complete the hand, but for those that the seat holds four of.

    With ``formal`` only four in hand rule a kind out, not what lies in melds.
    """
    own = held.concealed if wait_counts == "formal" else held.everything
    return [
        tile for tile in ALL_KINDS if own.count(tile) < 4 and readings(tuple(held.concealed), tile)
    ]


def places(held: Held, tile: str) -> Iterator[tuple[Group, list[Group]]]:
    """Every group in which a winning tile can sit, with the groups beside it, melds included."""
    for parting in readings(tuple(held.concealed), tile):
        for at, group in enumerate(parting):
            if tile in group:
                yield group, [*parting[:at], *parting[at + 1 :], *held.sets]


def met(held: Held, tile: str, group: Group, rest: list[Group], at_ready: bool) -> frozenset[str]:
    """Which of the conditions of the structure are met with the winning tile at one place."""
    if at_ready:
        found = {
            "two_suits": two_suits(held.everything),
            "orphan": orphan(held.everything),
            "chow": any(map(is_run, rest)),
            # two pairs of which the tile makes one a triplet
            "pung": any(map(is_triplet, rest)) or is_triplet(group),
        }
    else:
        found = {
            "two_suits": two_suits([*held.everything, tile]),
            "orphan": orphan([*held.everything, tile]),
            "chow": any(map(is_run, [group, *rest])),
            "pung": any(map(is_triplet, [group, *rest])),
        }
    return frozenset(name for name in STRUCTURE if found[name])


def middle(held: Held, tile: str) -> bool:
    """Whether a winning tile can be the middle of a run of the hand."""
    return any(is_run(group) and group[1] == tile for group, _ in places(held, tile))


def judge(held: Held, structure_check: str = "at_ready", wait_counts: str = "not_own") -> Judged:
    """Whether a hand before its draw may declare ready, and on what it may then win."""
    at_ready = structure_check == "at_ready"
    complete = waits(held, wait_counts)
    failed = set()
    if not held.melds:
        failed.add("opened")
    if len(held.concealed) < 4:
        failed.add("four_concealed")
    if not complete:
        failed.add("ready")
    if not complete:
        # Nothing to look at but the tiles that are there.
        doubtful = {"chow", "pung"}
        for name, good in (
            ("two_suits", two_suits(held.everything)),
            ("orphan", orphan(held.everything)),
        ):
            if at_ready and not good:
                failed.add(name)
            elif not at_ready:
                doubtful.add(name)
        return Judged(frozenset(), frozenset(failed), frozenset(doubtful), False)
    everywhere = {
        tile: [met(held, tile, group, rest, at_ready) for group, rest in places(held, tile)]
        for tile in complete
    }
    each = list(chain(*everywhere.values()))
    never = {name for name in STRUCTURE if not any(name in one for one in each)}
    failed |= never
    others = frozenset(STRUCTURE) - never
    together = any(one >= others for one in each)
    doubtful = set() if together else set(others)
    legal = frozenset(
        tile for tile, found in everywhere.items() if any(one >= set(STRUCTURE) for one in found)
    )
    if failed or doubtful:
        legal = frozenset()
    closed = len(legal) == 1 and middle(held, *legal)
    return Judged(legal, frozenset(failed), frozenset(doubtful), closed)


# ---- deals ---------------------------------------------------------------------------------------


class Stock:
    """The tiles that a deal does not name, handed out so that they are of little use."""

    def __init__(self, kinds: Iterable[str], used: Iterable[str]) -> None:
        self.left = Counter(dict.fromkeys(kinds, 4))
        self.left.subtract(used)
        assert min(self.left.values()) >= 0, [tile for tile in self.left if self.left[tile] < 0]
        self.shunned: str | None = None

    def take(self, beside: Iterable[str]) -> str:
        """A tile that goes with as few of those as it can, none of the shunned kind."""
        given = list(beside)
        best = min(
            (tile for tile in self.left if self.left[tile] and tile != self.shunned),
            key=lambda tile: (
                tile in given,
                sum(near(tile, other) for other in given),
                -self.left[tile],
            ),
        )
        self.left[best] -= 1
        return best

    def rest(self) -> list[str]:
        """All that is left, the shunned kind far from both ends."""
        found = [tile for tile in self.left.elements() if tile != self.shunned]
        half = len(found) // 2
        shunned = [tile for tile in self.left.elements() if tile == self.shunned]
        self.left.clear()
        return found[:half] + shunned + found[half:]


class Course:
    """The draws and acts that open the hands of a deal."""

    def __init__(self, stock: Stock, wanted: Sequence[str]) -> None:
        self.stock = stock
        self.wanted = wanted
        self.seat = 0
        self.drawn: list[str] = []
        self.replacements: list[str] = []
        self.extra = ""
        self.acts: list[str] = []

    def idle(self) -> str:
        return self.stock.take(self.wanted)

    def reach(self, seat: int) -> None:
        """Everybody before a seat draws an idle tile and discards it."""
        while self.seat != seat:
            self.drawn.append(self.idle())
            self.acts.append(f"{self.seat}")
            self.seat = (self.seat + 1) % 4

    def opens(self, seat: int, meld: Group, hidden: bool, ready: bool) -> None:
        """A seat makes a meld; a chow of the middle tile, and all melds of the seat before it."""
        discard = "discard ready" if ready else "discard"
        if hidden:
            self.reach(seat)
            self.drawn.append(meld[0])
            self.acts.append(f"{seat} concealed kong {meld[0]}")
        else:
            self.reach((seat + 3) % 4)
            self.drawn.append(meld[1])
            what = "kong" if len(meld) == 4 else "pung" if is_triplet(meld) else "chow middle"
            self.acts += [f"{(seat + 3) % 4} discard {meld[1]}", f"{seat} {what}"]
        after = self.idle()
        if len(meld) == 4:
            self.replacements.append(after)
        else:
            self.extra = after
        self.acts.append(f"{seat} {discard} {after}")
        self.seat = (seat + 1) % 4


def needed(held: Held) -> list[list[str]]:
    """What a seat must be dealt for each of its melds, a discard after it left out."""
    own = [list(meld[:1] + meld[2:]) for meld in held.melds]
    return own + [list(meld[1:]) for meld in held.hidden]


def but_ready(win: Win) -> WinFlag:
    """How a win came about, beside that the winner had declared."""
    assert WinFlag.READY in win.flags
    return win.flags & ~WinFlag.READY


def made(
    rules: Rules,
    *hands: str,
    turn: int = 0,
    wall: str = "",
    tail: str = "",
    bao: str = ANY,
    ready: Sequence[int] = (),
    left: int | None = None,
    acts: str = "",
    **set_up: Any,
) -> Table:
    """A table at which the seats hold these hands, and what comes then.

    Parameters
    ----------
    hands
        For each seat its concealed tiles before its draw, filled up with idle ones, and its melds.
    turn
        Who draws the first tile of `wall`.
    wall, tail
        What is drawn from the head then, and the end of the wall before the hidden tile, of which
        the last is the first replacement. They may leave tiles open with ``.``.
    bao
        The hidden tile.
    ready
        Who declares with the discard after its last meld.
    left
        How many tiles can be drawn when `turn` comes; all that there are where it is left out.
    acts
        What is done after that.
    """
    held = [Held.parse(each) for each in (*hands, *[""] * (4 - len(hands)))]
    drawn, end = tiles(wall), tiles(tail)
    kinds = ALL_KINDS if rules.options["tiles"] == "136" else KINDS
    named = [*chain(*(each.everything for each in held)), *drawn, *end, bao]
    stock = Stock(kinds, [tile for tile in named if tile != ANY])
    if bao == ANY:
        bao = stock.take([tile for tile in named if tile != ANY])
    stock.shunned = bao
    dealt = []
    for each in held:
        while len(each.concealed) < 13 - 3 * len(each.sets):
            each.concealed.append(stock.take(each.everything))
        dealt.append([*each.concealed, *chain(*needed(each))])
    wanted = list(chain(*(each.everything for each in held)))
    course = Course(stock, wanted)
    todo = {seat: [*held[seat].hidden, *held[seat].melds] for seat in range(4)}
    while any(todo.values()):
        # whoever is the first to come
        seat = min(
            (seat for seat in todo if todo[seat]),
            key=lambda seat: (seat + 3 * (todo[seat][0] in held[seat].melds) - course.seat) % 4,
        )
        meld = todo[seat].pop(0)
        hidden = meld in held[seat].hidden
        course.opens(seat, meld, hidden, ready=seat in ready and not todo[seat])
        if len(meld) == 3:
            dealt[seat].append(course.extra)
    course.reach(turn)
    drawn = [course.idle() if tile == ANY else tile for tile in drawn]
    end = [course.idle() if tile == ANY else tile for tile in end]
    if left is None:
        middle_part = stock.rest()
    else:
        assert left >= len(drawn) + len(end)
        middle_part = [course.idle() for _ in range(left - len(drawn) - len(end))]
    line = [*course.drawn, *drawn, *middle_part, *end, *reversed(course.replacements), bao]
    table = rules.table(hands=dealt, wall=line, **set_up)
    if course.acts:
        act(table, ", ".join(course.acts))
    passes(table)
    for seat, text in enumerate(hands):
        laid = re.findall(r"\[.*?\]|\{.*?\}", text)
        assert sorted(map(str, table.melds(seat))) == sorted(laid)
        assert table.ready(seat) is (seat in ready)
    return act(table, acts) if acts else table


def played(rules: Rules, *hands: str, **how: Any) -> Table:
    """The same played to its end."""
    table = passes(made(rules, *hands, **how))
    assert table.done
    return table
