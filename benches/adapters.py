"""What is asked, under which rules, and how: the words and tools of the side-by-side run.

An adapter (one a library, in `libraries.py`) turns rows of 34 counts, or wins, into the library's
own format (never timed), names the one function that is timed, and reads the raw answers into plain
ones that can be compared: `bool` for a win, `int` for a distance or a total, a mask with bit
k = kind k for tiles, a dictionary for discards.
A library that is not installed is left out.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import repeat
from operator import call
from types import ModuleType
from typing import Any

import numpy as np
from hands import SETS, Hands, hand_set, rows
from wins import WIN_SETS, context_of, hand_before, win_set


class Question(StrEnum):
    """What is asked about a hand; the value is its title in the report."""

    WIN = "is it a win? (14 tiles)"
    SHANTEN = "shanten of 14 tiles"
    SHANTEN_13 = "shanten of 13 tiles"
    WAITS = "waits of 13 tiles"
    USEFUL = "useful tiles of 13"
    DISCARDS = "every discard of 14"
    SCORE = "fan score of a win"

    @property
    def tiles(self) -> int:
        """Tiles in the hand that is asked about."""
        return 13 if self in (Question.SHANTEN_13, Question.WAITS, Question.USEFUL) else 14

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets of hands, or of wins, that are asked about."""
        return WIN_SETS if self is Question.SCORE else SETS

    def hands(self, name: str, count: int) -> Any:
        """The first `count` of a set: rows of 34 counts, or of `queshen.batch.WIN`."""
        found = win_set(name) if self is Question.SCORE else hand_set(name, self.tiles)
        return found[:count]


@dataclass(frozen=True, slots=True)
class Convention:
    """The reading of the rules a library follows, as Queshen names it."""

    name: str
    shapes: tuple[str, ...]
    fifth: str = "barred"


RIICHI = Convention("riichi", ("STANDARD", "DISTINCT_PAIRS", "THIRTEEN_ORPHANS"))
RIICHI_FIFTH = Convention("riichi + 5th", RIICHI.shapes, "allowed")
HONG_KONG = Convention("hong kong", ("STANDARD", "THIRTEEN_ORPHANS"))
MCR = Convention("mcr", ("MCR",), "allowed")
MCR_FANS = Convention("mcr fans", ("MCR",))
STANDARD_FIFTH = Convention("standard + 5th", ("STANDARD",), "allowed")


@dataclass(frozen=True, slots=True)
class Call:
    """One timed call and all around it that is not timed."""

    loop: str  # what is inside the timed loop, for the report
    function: Callable[..., Any]
    prepare: Callable[[Hands], Any]
    read: Callable[[Any], Any]
    fixed: tuple[Any, ...] = ()
    batch: bool = False  # one call for the whole block, else one call a hand
    convention: Convention = RIICHI
    forget: Callable[[], None] | None = None  # empties the library's memory of earlier answers
    split: Callable[[Any], Iterable[Any]] = iter  # the answer of a batch call, hand by hand

    def raw(self, prepared: Any) -> list[Any]:
        """The library's own answers, in order."""
        if self.batch:
            return list(self.split(self.function(prepared, *self.fixed)))
        return list(map(self.function, prepared, *map(repeat, self.fixed)))

    def answers(self, prepared: Any) -> list[Any]:
        """The answers in the form that can be compared."""
        return list(map(self.read, self.raw(prepared)))


Calls = dict[Question, Call]


@dataclass(frozen=True, slots=True)
class Peer:
    """A library: its distribution, its module and how to make its calls."""

    package: str
    module: str
    make: Callable[[], Calls]
    extras: tuple[str, ...] = ()  # distributions it uses where they are installed

    def version(self) -> str | None:
        """The installed version, with that of its extras; None where it is missing."""
        if importlib.util.find_spec(self.module.partition(".")[0]) is None:
            return None
        found = []
        for package in (self.package, *self.extras):
            try:
                name = "" if package == self.package else f"{package} "
                found.append(name + version(package))
            except PackageNotFoundError:
                continue
        return " + ".join(found) or "unknown"


# Honours: Queshen has C F P (red, green, white), the riichi libraries white, green, red.
RIICHI_ORDER = [*range(31), 33, 32, 31]


def module_named(name: str) -> ModuleType:
    return importlib.import_module(name)


def riichi_order(hands: Hands) -> Hands:
    return np.ascontiguousarray(hands[:, RIICHI_ORDER])


def lists(hands: Hands) -> list[list[int]]:
    return [list(map(int, row)) for row in riichi_order(hands)]


def row_arrays(hands: Hands) -> list[Any]:
    return list(riichi_order(hands))


def kinds_of(row: Sequence[int] | Hands) -> list[int]:
    return [kind for kind, count in enumerate(row) for _ in range(count)]


def mask_of(kinds: Iterable[int]) -> int:
    """Kinds in riichi order -> a mask in Queshen's order."""
    mask = 0
    for kind in kinds:
        mask |= 1 << RIICHI_ORDER[int(kind)]
    return mask


def bits_of(mask: int) -> list[int]:
    return [kind for kind in range(34) if mask >> kind & 1]


def less_one(replacement: Any) -> int:
    return int(replacement) - 1


def is_zero(replacement: Any) -> bool:
    return int(replacement) == 0


def is_complete(shanten: Any) -> bool:
    return int(shanten) == -1


def queshen_calls(question: Question, convention: Convention) -> dict[str, Call]:
    """Queshen's own rows for a question asked under a convention: batch and scalar."""
    if question is Question.SCORE:
        return _score_calls(convention)
    library, batch = module_named("queshen"), module_named("queshen.batch")
    shapes = library.Shape(0)
    for name in convention.shapes:
        shapes |= library.Shape[name]
    fifth = convention.fifth
    name, read = _QUESHEN[question]
    block = Call(
        f"batch.{name}(uint8[N, 34]), answer allocated",
        partial(getattr(batch, name), shapes=shapes, fifth=fifth),
        lambda hands: hands,
        read,
        batch=True,
        convention=convention,
    )
    if question is Question.DISCARDS:
        block = replace(block, split=_each_discards, read=_read_discards)
        single = Call(
            "Hand.discards(shapes) on a prepared Hand; useful tiles too, as objects",
            library.Hand.discards,
            lambda hands: [library.Hand(row, fifth=fifth) for row in rows(hands)],
            lambda found: {one.kind: (one.shanten, one.useful.mask) for one in found},
            (shapes,),
            convention=convention,
        )
    else:
        single = Call(
            f"{name}(bytes of 34, 0, 0, shapes, 4, fifth)",
            getattr(library, name),
            rows,
            read,
            (0, 0, shapes, 4, fifth),
            convention=convention,
        )
    return {"Queshen, batch": block, "Queshen, scalar": single}


def _score_calls(convention: Convention) -> dict[str, Call]:
    rules = module_named("queshen").variant("guobiao")
    batch = module_named("queshen.batch")
    block = Call(
        "batch.score(rules, WIN[N]): totals",
        partial(batch.score, rules),
        lambda wins: wins,
        int,
        batch=True,
        convention=convention,
    )
    single = Call(
        "rules.score(Hand, winning tile, the 8 keywords of how it was won) on a prepared Hand: "
        "a Score; it lists the fans when it is asked for them",
        call,
        partial(prepared_scores, rules),
        lambda score: int(score.total),
        convention=convention,
    )
    listed = replace(
        single,
        loop="the same, and the list of the fans from the Score",
        function=lambda ask: ask().fans,
        read=lambda fans: sum(fan.points for fan in fans),
    )
    return {"Queshen, batch": block, "Queshen, scalar": single, "Queshen, with fan list": listed}


def prepared_scores(rules: Any, wins: Any) -> list[Callable[[], Any]]:
    """Calls of `rules.score`, one a win, that lack nothing but to be made."""
    return [
        partial(rules.score, hand_before(row, rules.fifth), int(row["win"]), **context_of(row))
        for row in wins
    ]


_QUESHEN: dict[Question, tuple[str, Callable[[Any], Any]]] = {
    Question.WIN: ("is_win", bool),
    Question.SHANTEN: ("shanten", int),
    Question.SHANTEN_13: ("shanten", int),
    Question.WAITS: ("waits", int),
    Question.USEFUL: ("useful", int),
    Question.DISCARDS: ("discards", int),
}
_NOT_HELD = 127


def _each_discards(found: Any) -> Iterable[Any]:
    return zip(found.shanten.tolist(), found.useful.tolist(), strict=True)


def _read_discards(pair: tuple[list[int], list[int]]) -> dict[int, tuple[int, int | None]]:
    after = enumerate(zip(*pair, strict=True))
    return {kind: (shanten, mask) for kind, (shanten, mask) in after if shanten != _NOT_HELD}
