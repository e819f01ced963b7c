"""Seeded arrays of hands: random, complete, nearly complete, of one suit, and with wildcards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.uint8]
CHOW_STARTS = np.array([9 * s + r for s in range(3) for r in range(7)])


@dataclass(frozen=True)
class Hands:
    """Rows of natural concealed counts with the wildcards and melds of each row."""

    name: str
    sets: int
    counts: Rows
    wild: NDArray[np.uint8]
    melds: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.counts)


def drop_one(rng: np.random.Generator, counts: Rows, where: NDArray[np.bool_]) -> None:
    """Take one random natural tile out of the rows that `where` names, in place."""
    rows = np.flatnonzero(where & (counts.sum(axis=1) > 0))
    running = counts[rows].cumsum(axis=1)
    pick = rng.integers(0, running[:, -1])
    counts[rows, (running > pick[:, None]).argmax(axis=1)] -= 1


def add_one(
    rng: np.random.Generator, counts: Rows, where: NDArray[np.bool_], kinds: NDArray[np.int64]
) -> None:
    """Put one random tile of the given kinds that the wall still has into rows, in place."""
    rows = np.flatnonzero(where)
    room = np.zeros((len(rows), counts.shape[1]), dtype=np.int64)
    room[:, kinds] = 4 - counts[np.ix_(rows, kinds)].astype(np.int64)
    running = room.cumsum(axis=1)
    pick = rng.integers(0, running[:, -1])
    counts[rows, (running > pick[:, None]).argmax(axis=1)] += 1


def random_rows(
    rng: np.random.Generator, sizes: NDArray[np.int64], kinds: NDArray[np.int64] | None = None
) -> Rows:
    """So many tiles of a shuffled wall of four copies of each kind."""
    kinds = np.arange(34) if kinds is None else kinds
    counts = np.zeros((len(sizes), 34), dtype=np.uint8)
    for i in range(int(sizes.max(initial=0))):
        add_one(rng, counts, sizes > i, kinds)
    return counts


def complete_rows(
    rng: np.random.Generator, need: NDArray[np.int64], suits: int = 3, most: int = 4
) -> Rows:
    """So many sets, seven of ten of them chows, and a pair; at most `most` copies of a kind."""
    n = len(need)
    counts = np.zeros((n, 34), dtype=np.uint8)
    kinds = 34 if suits == 3 else 9 * suits
    todo = np.arange(n)
    while len(todo):
        fresh = np.zeros((len(todo), 34), dtype=np.uint8)
        lines = np.arange(len(todo))
        fresh[lines, rng.integers(0, kinds, len(todo))] += 2
        for i in range(int(need.max(initial=0))):
            wanted = need[todo] > i
            chow = wanted & (rng.random(len(todo)) < 0.7)
            starts = CHOW_STARTS[rng.integers(0, 7 * suits, len(todo))]
            for step in range(3):
                fresh[lines[chow], starts[chow] + step] += 1
            pung = wanted & ~chow
            fresh[lines[pung], rng.integers(0, kinds, len(todo))[pung]] += 3
        good = fresh.max(axis=1) <= most
        counts[todo[good]] = fresh[good]
        todo = todo[~good]
    return counts


def make_hands(name: str, n: int, sets: int, extra: int, seed: int, wild: bool = True) -> Hands:
    """Hands of one family, three tiles a set still to be shown and `extra` (1 or 2) tiles more.

    Families: ``random``, ``complete``, ``near`` (one to three tiles of a complete hand replaced),
    ``one suit``, ``overfull`` (complete with more than four copies before wildcards replace some).
    """
    rng = np.random.default_rng([seed, sets, extra, *name.encode()])
    melds = rng.integers(0, min(sets, 4) + 1, n) * (rng.random(n) < 0.4)
    need = sets - melds
    size = 3 * need + extra
    wilds = rng.integers(0, 9, n) * (rng.random(n) < 0.75) if wild else np.zeros(n, dtype=np.int64)
    wilds = np.minimum(wilds, size)
    if name in ("random", "one suit"):
        suit = np.arange(9) + 9 * int(rng.integers(0, 3)) if name == "one suit" else None
        counts = random_rows(rng, size - wilds, suit)
    else:
        counts = complete_rows(
            rng, need, suits=1 + 2 * int(name != "overfull"), most=6 if name == "overfull" else 4
        )
        while name == "overfull" and (counts > 4).any():
            worst = counts.argmax(axis=1)
            counts[np.arange(n), worst] -= (counts.max(axis=1) > 4).astype(np.uint8)
        if name == "near":
            times = rng.integers(1, 4, n)
            for i in range(3):
                drop_one(rng, counts, times > i)
            for i in range(3):
                add_one(rng, counts, times > i, np.arange(34))
        if name == "overfull":
            wilds = np.maximum(wilds, size + (2 - extra) - counts.sum(axis=1, dtype=np.int64))
            wilds = np.minimum(wilds, size)
        for _ in range(20):
            drop_one(rng, counts, counts.sum(axis=1) > size - wilds)
    assert (counts.sum(axis=1) + wilds == size).all() and counts.max(initial=0) <= 4
    return Hands(name, sets, counts, wilds.astype(np.uint8), melds.astype(np.uint8))


FAMILIES = ("random", "complete", "near", "one suit", "overfull")


def families(n: int, sets: int, extra: int, seed: int) -> Iterator[Hands]:
    """Every family once, `n` rows each."""
    for name in FAMILIES:
        yield make_hands(name, n, sets, extra, seed)


def special_rows(rng: np.random.Generator, n: int, wild: NDArray[np.int64], replaced: int) -> Rows:
    """Hands near the special shapes: a target of 14 tiles, some replaced, then wildcards."""
    import twin

    shapes = (
        twin.THIRTEEN_ORPHANS,
        twin.LESSER_KNITTED,
        twin.GREATER_KNITTED,
        twin.KNITTED_STRAIGHT,
    )
    counts = np.zeros((n, 34), dtype=np.uint8)
    for i in range(n):
        kind = i % 5
        if kind == 4:
            counts[i, rng.choice(34, 7, replace=False)] = 2
        else:
            targets = twin._targets(shapes[kind], 0, "barred")
            counts[i] = targets[rng.integers(0, len(targets))]
    every = np.ones(n, dtype=bool)
    for _ in range(replaced):
        drop_one(rng, counts, every)
    for _ in range(replaced):
        add_one(rng, counts, every, np.arange(34))
    for i in range(int(wild.max(initial=0))):
        drop_one(rng, counts, wild > i)
    return counts


def one_suit_rows(size: int) -> Rows:
    """Every hand of `size` tiles of one suit."""
    import twin

    keys = np.arange(5**9, dtype=np.int64)
    every = twin.digits(keys)
    every = every[every.sum(axis=1) == size]
    counts = np.zeros((len(every), 34), dtype=np.uint8)
    counts[:, :9] = every
    return counts


def counts_of(text: str) -> list[int]:
    """Counts of a text such as ``123m55pEE``, read by the simplest possible reader."""
    counts = [0] * 34
    waiting: list[int] = []
    for letter in text:
        if letter.isdigit():
            waiting.append(int(letter))
        elif letter in "mps":
            for digit in waiting:
                counts[9 * "mps".index(letter) + digit - 1] += 1
            waiting = []
        else:
            counts[27 + "ESWNCFP".index(letter)] += 1
    return counts


def facts(name: str) -> list[dict[str, Any]]:
    """Rows of a file of facts."""
    path = Path(__file__).parent / "data" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
