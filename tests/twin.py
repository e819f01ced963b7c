"""The slow judges: every answer of the engine once more, by definition and without its tables.

Two judges that share nothing but the words. The first peels one hand with a plain recursion and
tries every kind. The second enumerates every target of one suit, marks it on the lattice of all
count vectors and lets the distance spread from there; arrays of hands are then four rows of it.

A *target* is a whole complete concealed part. ``missing`` is how many tiles naturals lack of the
nearest one; shanten is ``missing - wild - 1``. Where a fifth copy is barred a target holds at most
four of a kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

KINDS = 34
STANDARD, SEVEN_PAIRS, DISTINCT_PAIRS, THIRTEEN_ORPHANS, EIGHT_PAIRS = 1, 2, 4, 8, 16
LESSER_KNITTED, GREATER_KNITTED, KNITTED_STRAIGHT = 32, 64, 128
SHAPES = (1, 2, 4, 8, 16, 32, 64, 128)
COMMON = STANDARD | SEVEN_PAIRS | THIRTEEN_ORPHANS
MCR = COMMON | LESSER_KNITTED | GREATER_KNITTED | KNITTED_STRAIGHT
FIFTHS = ("barred", "allowed")
NEVER = 40  # more tiles than any hand could lack

CHOWS = tuple((9 * s + r, 9 * s + r + 1, 9 * s + r + 2) for s in range(3) for r in range(7))
PUNGS = tuple((k, k, k) for k in range(KINDS))
SETS = CHOWS + PUNGS
PAIRS = tuple((k, k) for k in range(KINDS))
ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
HONOURS = tuple(range(27, 34))
KNITTED = tuple(
    tuple(9 * s + third + step for s, third in enumerate(thirds) for step in (0, 3, 6))
    for thirds in permutations(range(3))
)


def top_of(fifth: str) -> int:
    """How many of a kind a target may hold."""
    return {"barred": 4, "allowed": 99}[fifth]


def reachable(shapes: int, sets: int, melds: int) -> int:
    """The shapes among `shapes` that a hand of this size can have at all."""
    able = STANDARD
    if sets == 4 and melds == 0:
        able |= SEVEN_PAIRS | DISTINCT_PAIRS | THIRTEEN_ORPHANS | LESSER_KNITTED | GREATER_KNITTED
    if sets == 4 and melds <= 1:
        able |= KNITTED_STRAIGHT
    if sets == 5 and melds == 0:
        able |= EIGHT_PAIRS
    return shapes & able


# ---- one hand at a time -------------------------------------------------------------------------


def is_win(
    counts: Sequence[int],
    wild: int = 0,
    sets: int = 4,
    melds: int = 0,
    fifth: str = "barred",
    shapes: int = COMMON,
) -> bool:
    """Peel sets and a pair off, wildcards filling the holes; then every special shape in turn."""
    need = sets - melds
    if sum(counts) + wild != 3 * need + 2:
        raise ValueError("a complete hand has another number of tiles")
    shapes = reachable(shapes, sets, melds)
    if shapes & STANDARD and _peel(list(counts), [0] * KINDS, wild, need, True, top_of(fifth)):
        return True
    special = [shape for shape in SHAPES[1:] if shapes & shape]
    return any(special_missing(counts, shape, melds, fifth) <= wild for shape in special)


def _peel(left: list[int], whole: list[int], wild: int, sets: int, pair: bool, top: int) -> bool:
    """Whether the naturals in `left` go into so many sets and the pair, all of them used.

    `whole` holds what is complete so far, wildcards included.
    """
    lowest = next((k for k in range(KINDS) if left[k]), None)
    if lowest is None:
        return _place(whole, sets, pair, top)
    groups = [g for g in SETS if lowest in g] if sets else []
    if pair:
        groups.append((lowest, lowest))
    for group in groups:
        rest, full, holes = left.copy(), whole.copy(), 0
        for k in group:
            full[k] += 1
            if rest[k]:
                rest[k] -= 1
            else:
                holes += 1
        if holes > wild or max(full[k] for k in group) > top:
            continue
        size = len(group)
        if _peel(rest, full, wild - holes, sets - (size == 3), pair and size == 3, top):
            return True
    return False


def _place(whole: list[int], sets: int, pair: bool, top: int) -> bool:
    """Whether groups made of wildcards alone still find a place."""
    if not sets and not pair:
        return True
    for group in SETS if sets else PAIRS:
        full = whole.copy()
        for k in group:
            full[k] += 1
        if max(full[k] for k in group) > top:
            continue
        if _place(full, sets - 1 if sets else 0, pair and sets > 0, top):
            return True
    return False


def missing(
    counts: Sequence[int],
    sets: int = 4,
    melds: int = 0,
    fifth: str = "barred",
    shapes: int = COMMON,
) -> int:
    """The fewest tiles to add so that the hand contains a whole target: search ever deeper."""
    shapes = reachable(shapes, sets, melds)
    best = NEVER
    for shape in SHAPES[1:]:
        if shapes & shape:
            best = min(best, special_missing(counts, shape, melds, fifth))
    if shapes & STANDARD:
        for bound in range(best):
            if _contains(counts, sets - melds, top_of(fifth), bound):
                return bound
    return best


def _contains(counts: Sequence[int], need: int, top: int, bound: int) -> bool:
    whole = [0] * KINDS

    def add(group: tuple[int, ...]) -> int:
        cost = 0
        for k in group:
            cost += whole[k] >= counts[k]
            whole[k] += 1
        return cost

    def remove(group: tuple[int, ...]) -> None:
        for k in group:
            whole[k] -= 1

    def choose(start: int, sets: int, left: int) -> bool:
        if sets == 0:
            return True
        for i in range(start, len(SETS)):
            cost = add(SETS[i])
            fits = cost <= left and max(whole[k] for k in SETS[i]) <= top
            found = fits and choose(i, sets - 1, left - cost)
            remove(SETS[i])
            if found:
                return True
        return False

    for pair in PAIRS:
        cost = add(pair)
        found = cost <= bound and choose(0, need, bound - cost)
        remove(pair)
        if found:
            return True
    return False


def shanten(
    counts: Sequence[int],
    wild: int = 0,
    sets: int = 4,
    melds: int = 0,
    fifth: str = "barred",
    shapes: int = COMMON,
) -> int:
    """Useful draws to a ready hand."""
    return missing(counts, sets, melds, fifth, shapes) - wild - 1


def waits(
    counts: Sequence[int],
    wild: int = 0,
    sets: int = 4,
    melds: int = 0,
    fifth: str = "barred",
    shapes: int = COMMON,
) -> int:
    """Try all 34 kinds; never one that the hand holds four of."""
    mask = 0
    for k in range(KINDS):
        if counts[k] < 4 and is_win(plus(counts, k), wild, sets, melds, fifth, shapes):
            mask |= 1 << k
    return mask


def useful(
    counts: Sequence[int],
    wild: int = 0,
    sets: int = 4,
    melds: int = 0,
    fifth: str = "barred",
    shapes: int = COMMON,
) -> int:
    """Try all 34 kinds: which of them bring the hand nearer."""
    before = missing(counts, sets, melds, fifth, shapes)
    mask = 0
    for k in range(KINDS):
        if counts[k] < 4 and missing(plus(counts, k), sets, melds, fifth, shapes) < before:
            mask |= 1 << k
    return mask


def plus(counts: Sequence[int], kind: int, by: int = 1) -> list[int]:
    """The same counts with more, or with a negative `by` fewer, of one kind."""
    changed = list(counts)
    changed[kind] += by
    return changed


# ---- special shapes, by their targets -----------------------------------------------------------


def special_missing(counts: Sequence[int], shape: int, melds: int, fifth: str) -> int:
    """What one special shape lacks."""
    if shape in (SEVEN_PAIRS, DISTINCT_PAIRS, EIGHT_PAIRS):
        return _pairs_missing(counts, shape, fifth)
    targets = _targets(shape, melds, fifth)
    lack = np.maximum(targets - np.asarray(list(counts), dtype=np.int8), 0)
    return int(lack.sum(axis=1).min())


def _pairs_missing(counts: Sequence[int], shape: int, fifth: str) -> int:
    """Kind by kind: so many pairs of it, and perhaps the odd tile of eight pairs."""
    pairs = 8 if shape == EIGHT_PAIRS else 7
    odd = 1 if shape == EIGHT_PAIRS else 0
    most = 1 if shape == DISTINCT_PAIRS else pairs
    best = {(0, 0): 0}
    for count in counts:
        after: dict[tuple[int, int], int] = {}
        for (done, single), cost in best.items():
            for p in range(min(most, pairs - done) + 1):
                for x in range(odd - single + 1):
                    held = 2 * p + x
                    if held > top_of(fifth):
                        continue
                    state = (done + p, single + x)
                    price = cost + max(0, held - count)
                    after[state] = min(price, after.get(state, NEVER))
        best = after
    return best[pairs, odd]


@cache
def _targets(shape: int, melds: int, fifth: str) -> NDArray[np.int8]:
    rows = []
    for tiles in _target_tiles(shape, melds):
        row = np.bincount(tiles, minlength=KINDS)
        if row.max() <= top_of(fifth):
            rows.append(row)
    return np.array(rows, dtype=np.int8)


def _target_tiles(shape: int, melds: int) -> Iterator[tuple[int, ...]]:
    if shape == THIRTEEN_ORPHANS:
        for pair in ORPHANS:
            yield (*ORPHANS, pair)
    elif shape == LESSER_KNITTED:
        for pattern in KNITTED:
            yield from combinations(pattern + HONOURS, 14)
    elif shape == GREATER_KNITTED:
        for pattern in KNITTED:
            for seven in combinations(pattern, 7):
                yield seven + HONOURS
    elif shape == KNITTED_STRAIGHT:
        for pattern in KNITTED:
            for pair in PAIRS:
                if melds:
                    yield pattern + pair
                else:
                    for group in SETS:
                        yield pattern + pair + group
    else:
        raise ValueError(shape)


# ---- one suit at a time, on the lattice of all count vectors ------------------------------------
# A suit's counts are the digits of a base-5 key. A target with more than four of a kind stands at
# four on the lattice and carries the copies beyond as a cost of its own: no hand holds those.

MOST_SETS = 5
SUIT_GROUPS = (
    tuple((r, r + 1, r + 2) for r in range(7)) + tuple((r, r, r) for r in range(9)),
    tuple((k, k, k) for k in range(7)),
)


def digits(keys: NDArray[np.int64], honours: bool = False, base: int = 5) -> NDArray[np.int8]:
    """Count vectors of keys."""
    width = 7 if honours else 9
    return np.stack([keys // base**i % base for i in range(width)], axis=-1).astype(np.int8)


def keys_of(counts: NDArray[np.integer], base: int = 5) -> NDArray[np.int64]:
    """Keys of count vectors."""
    return counts.astype(np.int64) @ (base ** np.arange(counts.shape[-1], dtype=np.int64))


def _multisets(groups: Sequence[tuple[int, ...]], size: int, width: int) -> NDArray[np.int8]:
    one = np.array([np.bincount(g, minlength=width) for g in groups], dtype=np.int8)
    if size == 0:
        return np.zeros((1, width), dtype=np.int8)
    picks = np.array(list(combinations_with_replacement(range(len(groups)), size)), dtype=np.int64)
    return one[picks].sum(axis=1, dtype=np.int8)


def _with_pairs(wholes: NDArray[np.int8]) -> NDArray[np.int8]:
    width = wholes.shape[1]
    pairs = 2 * np.eye(width, dtype=np.int8)
    return (wholes[:, None, :] + pairs[None, :, :]).reshape(-1, width)


def _mark(column: NDArray[np.int8], wholes: NDArray[np.int8], fifth: str, base: int = 5) -> None:
    if fifth == "barred":
        wholes = wholes[wholes.max(axis=1) <= 4]
    beyond = np.maximum(wholes - (base - 1), 0).sum(axis=1)
    cells = keys_of(np.minimum(wholes, base - 1), base)
    np.minimum.at(column, cells, beyond.astype(np.int8))


def _spread(
    lattice: NDArray[np.int8], width: int, spare_tiles_are_free: bool, base: int = 5
) -> None:
    """From every target downwards one tile dearer a step; upwards for nothing, or not at all."""
    cells = lattice.reshape((base,) * width + (-1,))
    for axis in range(width):
        line = np.moveaxis(cells, axis, 0)
        for i in range(base - 2, -1, -1):
            np.minimum(line[i], line[i + 1] + 1, out=line[i])
        if spare_tiles_are_free:
            for i in range(1, base):
                np.minimum(line[i], line[i - 1], out=line[i])
    np.minimum(lattice, NEVER, out=lattice)


@cache
def suit_missing(
    fifth: str, honours: bool = False, third: int | None = None, most: int = MOST_SETS
) -> NDArray[np.int8]:
    """What every key lacks of m sets (column m) and of m sets and the pair (column most + 1 + m).

    With `third` the target also holds 1-4-7, 2-5-8 or 3-6-9 of the suit once.
    """
    width = 7 if honours else 9
    lattice = np.full((5**width, 2 * (most + 1)), NEVER, dtype=np.int8)
    body = np.zeros(width, dtype=np.int8)
    if third is not None:
        body[third::3] = 1
    for m in range(most + 1):
        wholes = _multisets(SUIT_GROUPS[honours], m, width) + body
        _mark(lattice[:, m], wholes, fifth)
        _mark(lattice[:, most + 1 + m], _with_pairs(wholes), fifth)
    _spread(lattice, width, spare_tiles_are_free=True)
    return lattice


WIN_SETS = (7, 14)  # suits, honours


@cache
def suit_win(fifth: str, honours: bool = False, base: int = 5) -> NDArray[np.int8]:
    """Fewest wildcards that finish every key, all naturals used: without and with the pair.

    Targets of at most seven sets are tried in a suit. That is exact wherever the tiles and the
    answer together are at most 23 tiles: a cheaper target would be smaller still. Seven honours
    never take more than two pungs each. `NEVER` where there is none. Base 6 has room for a fifth
    copy in the hand.
    """
    width = 7 if honours else 9
    lattice = np.full((base**width, 2), NEVER, dtype=np.int8)
    for m in range(WIN_SETS[honours] + 1):
        wholes = _multisets(SUIT_GROUPS[honours], m, width)
        _mark(lattice[:, 0], wholes, fifth, base)
        _mark(lattice[:, 1], _with_pairs(wholes), fifth, base)
    _spread(lattice, width, False, base)
    return lattice


def suit_waits(counts: NDArray[np.int8]) -> NDArray[np.int64]:
    """Kinds whose next copy, even a fifth, makes the win cheaper: without and with the pair."""
    honours = counts.shape[1] == 7
    table = suit_win("allowed", honours, 6)
    now = keys_of(counts, 6)
    masks = np.zeros((len(counts), 2), dtype=np.int64)
    for k in range(counts.shape[1]):
        masks |= (table[now + 6**k] < table[now]).astype(np.int64) << k
    return masks


# ---- arrays of hands ----------------------------------------------------------------------------


def _merge(left: NDArray[np.int8], right: NDArray[np.int8], most: int) -> NDArray[np.int8]:
    """Two parts of every hand as one: the cheapest split of the sets, the pair in one of them."""
    half = most + 1
    out = np.full_like(left, NEVER)
    for m in range(half):
        for i in range(m + 1):
            j = m - i
            for pair, a, b in ((0, i, j), (half, i, half + j), (half, half + i, j)):
                np.minimum(out[pair + m], left[a] + right[b], out=out[pair + m])
    return np.minimum(out, NEVER)


def _parts(counts: NDArray[np.integer], tables: Sequence[NDArray[np.int8]]) -> list[NDArray]:
    bounds = (0, 9, 18, 27, 34)
    parts = []
    for table, low, high in zip(tables, bounds, bounds[1:], strict=False):
        rows = table[keys_of(counts[:, low:high])]
        parts.append(np.ascontiguousarray(rows.T))
    return parts


def _standard_missing(
    parts: list[NDArray[np.int8]], need: NDArray[np.int64], most: int
) -> NDArray[np.int8]:
    whole = parts[0]
    for part in parts[1:]:
        whole = _merge(whole, part, most)
    return whole[most + 1 + need, np.arange(len(need))]


@cache
def _suit_tables(
    fifth: str, thirds: tuple[int, ...] | None = None, most: int = MOST_SETS
) -> tuple[NDArray[np.int8], ...]:
    if thirds is None:
        suit = suit_missing(fifth)
        return suit, suit, suit, suit_missing(fifth, honours=True)
    suits = [suit_missing(fifth, False, third, most) for third in thirds]
    return (*suits, suit_missing(fifth, True, None, most))


def shape_missing_rows(
    counts: NDArray[np.integer], shape: int, need: NDArray[np.int64], fifth: str
) -> NDArray[np.int8]:
    """What every row lacks of one shape; reachability is the caller's."""
    n = len(counts)
    if shape == STANDARD:
        return _standard_missing(_parts(counts, _suit_tables(fifth)), need, MOST_SETS)
    if shape == KNITTED_STRAIGHT:
        best = np.full(n, NEVER, dtype=np.int8)
        sets = np.clip(need - 3, 0, 1)
        for thirds in permutations(range(3)):
            parts = _parts(counts, _suit_tables(fifth, thirds, 1))
            np.minimum(best, _standard_missing(parts, sets, 1), out=best)
        return best
    one = counts > 0
    if shape in (SEVEN_PAIRS, EIGHT_PAIRS):
        pairs = 7 if shape == SEVEN_PAIRS else 8
        lack = np.maximum(pairs - (counts // 2).sum(axis=1), 0)
        answer = lack + np.maximum(lack - (counts % 2).sum(axis=1), 0)
        if shape == EIGHT_PAIRS:  # the odd tile is a natural that no pair uses, or one more draw
            answer = answer + (counts.sum(axis=1) <= 16 - answer)
    elif shape == DISTINCT_PAIRS:
        lack = np.maximum(7 - (counts >= 2).sum(axis=1), 0)
        answer = lack + np.maximum(lack - (counts == 1).sum(axis=1), 0)
    elif shape == THIRTEEN_ORPHANS:
        held = counts[:, ORPHANS]
        answer = 14 - (held > 0).sum(axis=1) - (held > 1).any(axis=1)
    else:
        honours = one[:, HONOURS].sum(axis=1)
        answer = np.full(n, NEVER)
        for pattern in KNITTED:
            knitted = one[:, pattern].sum(axis=1)
            if shape == LESSER_KNITTED:
                lack = np.maximum(14 - knitted - honours, 0)
            else:
                lack = 7 - honours + np.maximum(7 - knitted, 0)
            answer = np.minimum(answer, lack)
    return answer.astype(np.int8)


def missing_rows(
    counts: NDArray[np.integer], melds: NDArray[np.integer], sets: int, fifth: str, shapes: int
) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
    """What every row lacks, and of which shapes it lacks no more than that."""
    counts = counts.astype(np.int8)
    melds = np.broadcast_to(np.asarray(melds, dtype=np.int64), (len(counts),))
    best = np.full(len(counts), NEVER, dtype=np.int8)
    nearest = np.zeros(len(counts), dtype=np.uint8)
    for shape in SHAPES:
        if not shapes & shape:
            continue
        able = np.array([bool(reachable(shape, sets, m)) for m in range(sets + 1)])[melds]
        lack = np.where(able, shape_missing_rows(counts, shape, sets - melds, fifth), NEVER)
        nearest = np.where(lack < best, 0, nearest).astype(np.uint8)
        nearest |= np.where(able & (lack <= best), shape, 0).astype(np.uint8)
        best = np.minimum(best, lack)
    return best, nearest


def useful_rows(
    counts: NDArray[np.integer], melds: NDArray[np.integer], sets: int, fifth: str, shapes: int
) -> NDArray[np.uint64]:
    """Every kind tried on every row: which bring it nearer. On a ready hand these are the waits."""
    before, _ = missing_rows(counts, melds, sets, fifth, shapes)
    mask = np.zeros(len(counts), dtype=np.uint64)
    for k in range(KINDS):
        more = counts.copy()
        more[:, k] += 1
        more[:, k] = np.minimum(more[:, k], 4)  # a fifth natural copy does not exist
        after, _ = missing_rows(more, melds, sets, fifth, shapes)
        mask |= np.where(after < before, np.uint64(1 << k), np.uint64(0))
    return mask


def waits_rows(
    counts: NDArray[np.integer],
    wild: NDArray[np.integer],
    melds: NDArray[np.integer],
    sets: int,
    fifth: str,
    shapes: int,
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Kinds that complete each row, and whether a drawn wildcard would."""
    before, _ = missing_rows(counts, melds, sets, fifth, shapes)
    ready = before - np.asarray(wild, dtype=np.int64) == 1
    mask = useful_rows(counts, melds, sets, fifth, shapes)
    return np.where(ready, mask, np.uint64(0)), ready
