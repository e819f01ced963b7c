"""The hands every benchmark here asks about: four sets, fixed seeds, rows of 34 counts.

`random`    tiles dealt from a wall of 136;
`complete`  random winning hands of the standard shape, 70 % of their sets are runs;
`near`      complete hands of which one to three tiles were exchanged for tiles of the wall;
`one_suit`  tiles dealt from the 36 of a single suit.

Each set has a form of 14 tiles and one of 13, which is the same hand less a random tile, so the
13-tile form of `complete` holds ready hands only. With g wildcards, g random tiles of that form
are taken away: naturals and wildcards together are still 14 or 13.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

Hands = npt.NDArray[np.uint8]

SETS: tuple[str, ...] = ("random", "complete", "near", "one_suit")
WILDCARDS = (0, 1, 2, 4, 8)
FIFTH = ("barred", "allowed")
COUNT = 20_000
SEED = 20_261
KINDS = 34
COPIES = 4
RUN_SHARE = 0.7

# The tile at place i of a sorted wall is a copy of kind i // 4.
_WALL_KINDS = np.repeat(np.arange(KINDS), COPIES)
_WALL_COPY = np.tile(np.arange(COPIES), KINDS)


def count_tiles(tiles: npt.NDArray[np.intp], kinds: int = KINDS) -> Hands:
    """Rows of tile kinds -> rows of counts; a negative kind is no tile."""
    rows = np.arange(len(tiles))[:, None]
    slots = (rows * (kinds + 1) + np.where(tiles < 0, kinds, tiles)).ravel()
    counts = np.bincount(slots, minlength=len(tiles) * (kinds + 1))
    return counts.reshape(len(tiles), kinds + 1)[:, :kinds].astype(np.uint8)


def _deal(count: int, wall: int, tiles: int, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """`tiles` different places of a wall for each hand."""
    keys = rng.random((count, wall), dtype=np.float32)
    return np.argpartition(keys, tiles, axis=1)[:, :tiles]


def _random(count: int, rng: np.random.Generator) -> Hands:
    return count_tiles(_WALL_KINDS[_deal(count, len(_WALL_KINDS), 14, rng)])


def _one_suit(count: int, rng: np.random.Generator) -> Hands:
    ranks = _deal(count, 36, 14, rng) // COPIES
    return count_tiles(ranks + 9 * rng.integers(0, 3, (count, 1)))


def _complete(count: int, rng: np.random.Generator) -> Hands:
    """Four random sets and a pair; hands with a fifth copy are thrown away."""
    kept: list[Hands] = []
    while sum(map(len, kept)) < count:
        run = rng.random((count, 4)) < RUN_SHARE
        lowest = 9 * rng.integers(0, 3, (count, 4)) + rng.integers(0, 7, (count, 4))
        first = np.where(run, lowest, rng.integers(0, KINDS, (count, 4)))
        sets = first[:, :, None] + run[:, :, None] * np.arange(3)
        pair = np.repeat(rng.integers(0, KINDS, (count, 1)), 2, axis=1)
        hands = count_tiles(np.concatenate([sets.reshape(count, 12), pair], axis=1))
        kept.append(hands[hands.max(axis=1) <= COPIES])
    return np.concatenate(kept)[:count]


def _near(count: int, rng: np.random.Generator) -> Hands:
    hands = _complete(count, rng)
    changed = rng.integers(1, 4, (count, 1))
    # Copies 0..n-1 of a kind lie in the hand, so the rest of the wall is what may be drawn.
    keys = rng.random((count, len(_WALL_KINDS)), dtype=np.float32)
    keys[hands[:, _WALL_KINDS] > _WALL_COPY] = 2.0
    places = np.argsort(keys, axis=1)[:, :3]
    drawn = np.where(np.arange(3) < changed, _WALL_KINDS[places], -1)
    return _take_away(hands, changed, rng) + count_tiles(drawn)


def _take_away(hands: Hands, tiles: int | npt.NDArray[np.intp], rng: np.random.Generator) -> Hands:
    """The hands less `tiles` random tiles each; every hand must hold equally many tiles."""
    size = int(hands[0].sum())
    listed = np.repeat(np.tile(np.arange(KINDS), len(hands)), hands.ravel())
    shuffled = rng.permuted(listed.reshape(len(hands), size), axis=1)
    return count_tiles(np.where(np.arange(size) < tiles, -1, shuffled))


_MAKERS: dict[str, Callable[[int, np.random.Generator], Hands]] = {
    "random": _random,
    "complete": _complete,
    "near": _near,
    "one_suit": _one_suit,
}


@cache
def hand_set(name: str, tiles: int = 14, wild: int = 0, count: int = COUNT) -> Hands:
    """One set as a read-only C-contiguous `uint8[count, 34]`; the same call gives the same hands.

    `tiles` is 14 or 13 and counts the wildcards too; the rows hold the `tiles - wild` naturals.
    """
    if tiles not in (13, 14):
        raise ValueError(f"tiles = {tiles}: expected 13 or 14")
    place = SETS.index(name)
    if wild:
        rng = np.random.default_rng([SEED, place, tiles, wild])
        hands = _take_away(hand_set(name, tiles, 0, count), wild, rng)
    elif tiles == 13:
        rng = np.random.default_rng([SEED, place, tiles])
        hands = _take_away(hand_set(name, 14, 0, count), 1, rng)
    else:
        hands = _MAKERS[name](count, np.random.default_rng([SEED, place]))
    hands = np.ascontiguousarray(hands)
    hands.flags.writeable = False
    return hands


def rows(hands: Hands) -> list[bytes]:
    """The rows as `bytes`, the plain input of the scalar functions."""
    return [row.tobytes() for row in hands]
