"""The wins that scoring is asked about: four sets, fixed seeds, rows of `queshen.batch.WIN`.

`concealed` four sets and a pair with nothing laid out, 70 % of the sets are runs;
`melded`    the same with one to four sets laid out, a quarter of whose pungs are kongs;
`one_suit`  four sets and a pair of a single suit, up to two sets laid out;
`special`   30 % seven pairs (four alike are two), 10 % thirteen orphans, 20 % lesser and 10 %
            greater knitted, 30 % knitted straights, a third of which have their set laid out.

Each win has winds and up to three flowers; 40 % are self-draws, 5 % by the last tile of the wall.
A replacement of a kong, a robbed kong and the last copy of a kind come where they can be. With g
wildcards, g random concealed tiles but the winning one are taken away; the wildcards carry the face
of a kind that the hand does not hold. The conversions below are never timed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt
from hands import COPIES, KINDS, RUN_SHARE, Hands, count_tiles

from queshen import Hand, Meld, MeldType
from queshen.batch import WIN
from queshen.scorer import Score
from queshen.tiles import kind, name

Wins = npt.NDArray[np.void]
Counts = npt.NDArray[np.intp]

WIN_SETS: tuple[str, ...] = ("concealed", "melded", "one_suit", "special")
WIN_COUNT = 50_000
WIN_SEED = 20_262

MELD_TYPES = tuple(MeldType)
CHOW, PUNG, EXPOSED_KONG, CONCEALED_KONG = range(4)
SELF_DRAW, LAST_TILE, REPLACEMENT, ROBBING, LAST_COPY = (1 << bit for bit in range(5))
FLAG_NAMES = ("self_draw", "last_tile", "replacement", "robbing", "last_copy")
SPECIAL_SHARES = (0.3, 0.1, 0.2, 0.1, 0.3)
_ORPHANS = np.array([0, 8, 9, 17, 18, 26, *range(27, KINDS)])
_HONOURS = np.arange(27, KINDS)
# The three suits may share out 147, 258 and 369 in six ways.
_KNITTED = np.array(
    [
        [9 * suit + first + step for suit, first in enumerate(firsts) for step in (0, 3, 6)]
        for firsts in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    ]
)


# ---- complete hands -------------------------------------------------------------------------


def _sets(
    rng: np.random.Generator, sets: int, pair: Counts, laid: Counts, suits: Counts | None
) -> tuple[Hands, npt.NDArray[np.uint8], Hands]:
    """Random sets beside a pair: concealed counts, codes of the melds, counts of those.

    `laid` is how many sets of each hand are laid out; `suits` the suit of each hand, or None.
    """
    count = len(pair)
    run = rng.random((count, sets)) < RUN_SHARE
    suit = rng.integers(0, 3, (count, sets)) if suits is None else suits[:, None]
    kind = rng.integers(0, KINDS, (count, sets)) if suits is None else 9 * suit
    if suits is not None:
        kind = kind + rng.integers(0, 9, (count, sets))
    kind = np.where(run, 9 * suit + rng.integers(0, 7, (count, sets)), kind)
    melded = np.arange(sets) < laid[:, None]
    kong = melded & ~run & (rng.random((count, sets)) < 0.25)
    hidden = rng.random((count, sets)) < 0.33
    type_ = np.select([run, ~kong, ~hidden], [CHOW, PUNG, EXPOSED_KONG], CONCEALED_KONG)
    tiles = kind[:, :, None] + run[:, :, None] * np.arange(3)
    nothing = np.full((count, sets, 1), -1)
    fourth = np.where(kong[:, :, None], kind[:, :, None], nothing)
    laid_out = np.where(melded[:, :, None], np.concatenate([tiles, fourth], axis=2), -1)
    rest = np.where(melded[:, :, None], -1, tiles).reshape(count, -1)
    concealed = count_tiles(np.concatenate([rest, pair, pair], axis=1))
    codes = np.where(melded, 1 + KINDS * type_ + kind, 0).astype(np.uint8)
    return concealed, codes, count_tiles(laid_out.reshape(count, -1))


def _blank(count: int) -> Wins:
    wins = np.zeros(count, WIN)
    wins["face"] = -1
    return wins


def _filled(concealed: Hands, codes: npt.NDArray[np.uint8], laid: Hands) -> Wins:
    """Rows of the hands that hold at most four of a kind."""
    wins = _blank(len(concealed))
    wins["counts"] = concealed
    wins["melds"][:, : codes.shape[1]] = codes
    kept: Wins = wins[(concealed + laid).max(axis=1) <= COPIES]
    return kept


def _standard(
    count: int, rng: np.random.Generator, least: int, most: int, one_suit: bool = False
) -> Wins:
    suits = rng.integers(0, 3, count) if one_suit else None
    pair = rng.integers(0, KINDS, (count, 1))
    if suits is not None:
        pair = 9 * suits[:, None] + rng.integers(0, 9, (count, 1))
    laid = rng.integers(least, most + 1, count)
    return _filled(*_sets(rng, 4, pair, laid, suits))


def _picked(rng: np.random.Generator, count: int, pool: Counts, size: int) -> Counts:
    """`size` different members of each row of a pool."""
    return rng.permuted(np.broadcast_to(pool, (count, pool.shape[-1])), axis=1)[:, :size]


def _special(count: int, rng: np.random.Generator) -> Wins:
    pairs, orphans, lesser, greater, knitted = (int(share * count) + 1 for share in SPECIAL_SHARES)
    parts = []
    parts.append(np.repeat(rng.integers(0, KINDS, (pairs, 7)), 2, axis=1))
    every = np.broadcast_to(_ORPHANS, (orphans, 13))
    parts.append(np.concatenate([every, rng.choice(_ORPHANS, (orphans, 1))], axis=1))
    pool = _KNITTED[rng.integers(0, 6, lesser)]
    honours = np.broadcast_to(_HONOURS, (lesser, 7))
    parts.append(_picked(rng, lesser, np.concatenate([pool, honours], axis=1), 14))
    seven = np.broadcast_to(_HONOURS, (greater, 7))
    pool = _KNITTED[rng.integers(0, 6, greater)]
    parts.append(np.concatenate([seven, _picked(rng, greater, pool, 7)], axis=1))
    rows = [_filled(counts, *_no_melds(counts)) for counts in map(count_tiles, parts)]
    body = count_tiles(_KNITTED[rng.integers(0, 6, knitted)])
    laid = (rng.random(knitted) < 1 / 3).astype(np.intp)
    pair = rng.integers(0, KINDS, (knitted, 1))
    concealed, codes, melds = _sets(rng, 1, pair, laid, None)
    rows.append(_filled(concealed + body, codes, melds))
    return rng.permutation(np.concatenate(rows))


def _no_melds(counts: Hands) -> tuple[npt.NDArray[np.uint8], Hands]:
    return np.zeros((len(counts), 4), np.uint8), np.zeros_like(counts)


_MAKERS: dict[str, Callable[[int, np.random.Generator], Wins]] = {
    "concealed": partial(_standard, least=0, most=0),
    "melded": partial(_standard, least=1, most=4),
    "one_suit": partial(_standard, least=0, most=2, one_suit=True),
    "special": _special,
}


# ---- how they are won -----------------------------------------------------------------------


def _laid_counts(wins: Wins) -> tuple[Hands, npt.NDArray[np.bool_]]:
    """Counts of the melds of each row, and whether it has a kong."""
    codes = wins["melds"].astype(np.intp) - 1
    type_, kind = codes // KINDS, codes % KINDS
    tiles = np.stack([kind, kind + (type_ == CHOW), kind + 2 * (type_ == CHOW), kind], axis=2)
    there = np.stack([codes >= 0] * 3 + [type_ >= EXPOSED_KONG], axis=2)
    tiles = np.where(there, tiles, -1).reshape(len(wins), -1)
    kong: npt.NDArray[np.bool_] = np.any(type_ >= EXPOSED_KONG, axis=1)
    return count_tiles(tiles), kong


def _random_tile(rng: np.random.Generator, counts: Hands) -> Counts:
    """The kind of a random tile of each row."""
    ends = np.cumsum(counts, axis=1)
    place = rng.integers(0, ends[:, -1])
    kinds: Counts = np.argmax(ends > place[:, None], axis=1)
    return kinds


def _add_context(wins: Wins, rng: np.random.Generator) -> None:
    count = len(wins)
    laid, kong = _laid_counts(wins)
    win = _random_tile(rng, wins["counts"])
    rows = np.arange(count)
    lone = (wins["counts"][rows, win] + laid[rows, win]) == 1
    chance = rng.random((6, count))
    drawn = chance[0] < 0.4
    last = chance[1] < 0.05
    replaced = drawn & kong & (chance[2] < 0.3)
    robbed = ~drawn & ~last & lone & (chance[3] < 0.1)
    last_copy = ~robbed & lone & (chance[4] < 0.1)
    for flag, holds in (
        (SELF_DRAW, drawn),
        (LAST_TILE, last),
        (REPLACEMENT, replaced),
        (ROBBING, robbed),
        (LAST_COPY, last_copy),
    ):
        wins["flags"] |= np.where(holds, flag, 0).astype(np.uint8)
    wins["win"] = win
    wins["round_wind"], wins["seat_wind"] = rng.integers(0, 4, (2, count))
    wins["flowers"] = np.where(chance[5] < 0.5, 0, rng.integers(0, 4, count))


def _make_wild(wins: Wins, wild: int, rng: np.random.Generator) -> Wins:
    """The wins with `wild` tiles taken away; hands with fewer to spare are left out."""
    spare = wins["counts"].astype(np.intp)
    spare[np.arange(len(wins)), wins["win"]] -= 1
    wins, spare = wins[spare.sum(axis=1) >= wild].copy(), spare[spare.sum(axis=1) >= wild]
    rows = np.arange(len(wins))
    for _ in range(wild):
        kind = _random_tile(rng, spare.astype(np.uint8))
        spare[rows, kind] -= 1
        wins["counts"][rows, kind] -= 1
    wins["wild"] = wild
    held = wins["counts"] + _laid_counts(wins)[0] > 0
    wins["face"] = np.argmax(rng.random(held.shape) * ~held, axis=1)
    return wins


@cache
def win_set(name: str, wild: int = 0, count: int = WIN_COUNT) -> Wins:
    """One set as a read-only array of `WIN`; the same call gives the same wins."""
    place = WIN_SETS.index(name)
    rng = np.random.default_rng([WIN_SEED, place, wild])
    kept: list[Wins] = []
    while sum(map(len, kept)) < count:
        found = _MAKERS[name](count, rng)
        _add_context(found, rng)
        kept.append(_make_wild(found, wild, rng) if wild else found)
    wins = np.concatenate(kept)[:count].copy()
    wins.flags.writeable = False
    return wins


def win_mix(wild: int, count: int, melds: bool = True) -> Wins:
    """`count` wins, one of each set in turn, those with melds left out where that is asked."""
    each = count // len(WIN_SETS) + 1 if melds else count
    mixed = np.stack([win_set(name, wild, each) for name in WIN_SETS], axis=1).reshape(-1)
    return mixed[melds | ~mixed["melds"].any(axis=1)][:count]


# ---- as others want them --------------------------------------------------------------------


def melds_of(row: Any) -> list[tuple[int, int]]:
    """Type and kind of each meld of a row."""
    return [divmod(int(code) - 1, KINDS) for code in row["melds"] if code]


def hand_before(row: Any, fifth: str = "barred") -> Hand:
    """The hand of a row without its winning tile, which is a natural one."""
    counts = row["counts"].copy()
    counts[row["win"]] -= 1
    melds = [Meld(MELD_TYPES[type_], kind) for type_, kind in melds_of(row)]
    wild = int(row["wild"])
    face = int(row["face"]) if wild else None
    return Hand(counts.tobytes(), melds=melds, wild=wild, face=face, fifth=fifth)  # type: ignore[arg-type]


_BITS = {
    **{name: 1 << bit for bit, name in enumerate(FLAG_NAMES)},
    **{"first_turn": 32, "after_kong": 64, "bao": 128, "closed_ready": 256, "bao_wait": 512},
    **{"ready": 2048, "first_ready": 4096, "last_round": 8192},
}


def rows_of(scores: Sequence[Score]) -> Wins:
    """Wins that were scored, as rows; a hand may hold its winning tile or stand before it."""
    rows = np.zeros(len(scores), WIN)
    for row, score in zip(rows, scores, strict=True):
        hand, context = score.hand, score.context
        face = -1 if hand.face is None else hand.face
        row["counts"], row["wild"], row["face"] = list(hand.counts), hand.wild, face
        for at, meld in enumerate(hand.melds):
            row["melds"][at] = 1 + KINDS * MELD_TYPES.index(meld.type) + meld.kind
        wild_won = context["self_draw"] and face >= 0 and score.win == name(face)
        row["win"] = KINDS if wild_won else kind(score.win.rstrip("'"))
        if (sum(hand.counts) + hand.wild) % 3 == 1:  # it stands before the winning tile
            row["wild"] += wild_won
            if not wild_won:
                row["counts"][row["win"]] += 1
        row["flags"] = sum(bit for flag, bit in _BITS.items() if context[flag])
        row["round_wind"] = kind(context["round_wind"]) - 27
        row["seat_wind"] = kind(context["seat_wind"]) - 27
        flowers = context["flowers"]
        if isinstance(flowers, str):
            row["flowers"] = len(flowers)
            row["flower_rows"] = sum(
                bit
                for bit, names in ((1, "春夏秋冬"), (2, "梅兰竹菊"))
                if set(names) <= set(flowers)
            )
        else:
            row["flowers"] = flowers
    return rows


def context_of(row: Any) -> dict[str, Any]:
    """The keyword arguments of `Rules.score`."""
    flags = int(row["flags"])
    return {
        **{name: bool(flags >> bit & 1) for bit, name in enumerate(FLAG_NAMES)},
        "round_wind": 27 + int(row["round_wind"]),
        "seat_wind": 27 + int(row["seat_wind"]),
        "flowers": int(row["flowers"]),
    }
