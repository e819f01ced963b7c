"""What a win with wildcards is worth: Queshen, and the naive sweep over a scorer that has none.

The sweep lays every multiset of faces on the wildcards, keeps those that complete the hand, has
each scored and takes the best total. To find them it may use Queshen's own array test, over a table
of all multisets that is made before; then one call of pymahjonggb's `MahjongFanCalculator` for each
multiset left. The two halves are timed apart: the second is what nobody who has only such a scorer
can save.

For the sweep Queshen scores under rules that give its total: the official fan table, no fifth
copy, and waits judged with the faces that the wildcards get. Those hands have no melds. Queshen
alone is timed under 欢乐麻将 as it is played, on all four sets of wins.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations_with_replacement
from statistics import median
from time import perf_counter_ns
from typing import Any

import numpy as np
from adapters import module_named, prepared_scores
from hands import COPIES, KINDS, count_tiles
from libraries import BOTZONE_NAMES, pymahjonggb_arguments
from wins import LAST_COPY, ROBBING, Wins, hand_before, win_mix

SCORED_WILDCARDS = (1, 2, 4)
TURNS = 5  # over all hands, so that each is met afresh; the median is its time
SWEEP_TURNS = 3
SWEPT_PACKAGE = "pymahjonggb"
PLAYED, SWEPT = "huanle, as played", "as the sweep"

Row = dict[str, Any]


class Sweep:
    """The naive way, for wins with `wild` wildcards each."""

    def __init__(self, wild: int) -> None:
        self.fan = module_named("MahjongGB").MahjongFanCalculator
        self.is_win = module_named("queshen.batch").is_win
        self.shapes = module_named("queshen").Shape.MCR
        faces = list(combinations_with_replacement(range(KINDS), wild))
        self.table = count_tiles(np.array(faces))
        self.names = [tuple(BOTZONE_NAMES[kind] for kind in each) for each in faces]

    def __call__(self, counts: Any, arguments: tuple[Any, ...]) -> tuple[int, int, int, int]:
        """Best total, multisets that complete the hand, nanoseconds to find and to score them."""
        start = perf_counter_ns()
        laid = self.table + counts
        few = np.flatnonzero((laid <= COPIES).all(axis=1))
        complete = few[self.is_win(laid[few], shapes=self.shapes)]
        found = perf_counter_ns()
        packs, tiles, *how = arguments
        fan, names = self.fan, self.names
        best = -1
        for place in complete.tolist():
            total = 0
            for points, _ in fan(packs, tiles + names[place], *how):
                total += points
            if total > best:
                best = total
        end = perf_counter_ns()
        return best, len(complete), found - start, end - found


@contextmanager
def _no_collections() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _times(asks: list[Callable[[], Any]]) -> tuple[list[float], list[int]]:
    """Nanoseconds of each call made alone, and the totals."""
    totals = [int(ask().total) for ask in asks]
    turns = []
    with _no_collections():
        for _ in range(TURNS):
            turn = []
            for ask in asks:
                start = perf_counter_ns()
                ask()
                turn.append(perf_counter_ns() - start)
            turns.append(turn)
    return np.median(turns, axis=0).tolist(), totals


def _batch_ns(rules: Any, wins: Wins, passes: int) -> tuple[float, list[int]]:
    """Nanoseconds a win in an array, and the totals."""
    score = module_named("queshen.batch").score
    totals = score(rules, wins)
    times = []
    with _no_collections():
        for _ in range(passes):
            start = perf_counter_ns()
            score(rules, wins)
            times.append(perf_counter_ns() - start)
    return median(times) / len(wins), totals.tolist()


def _spelled(win: Any) -> str:
    """A win as people write it."""
    name = module_named("queshen.tiles").name
    hand = hand_before(win, "allowed")
    return f"{hand} wild={name(int(win['face']))} win={name(int(win['win']))}"


def _row(wild: int, rules: str, what: str, times: list[float], wins: Wins) -> Row:
    """A line of the report."""
    worst = int(np.argmax(times))
    return {
        "wild": wild,
        "rules": rules,
        "library": what,
        "hands": len(times),
        "mean_ns": float(np.mean(times)),
        "p50_ns": float(np.percentile(times, 50)),
        "p99_ns": float(np.percentile(times, 99)),
        "worst_ns": times[worst],
        "worst_hand": _spelled(wins[worst]),
    }


def _queshen_rows(wild: int, name: str, rules: Any, wins: Wins, passes: int) -> list[Row]:
    """An array of wins, and each alone; both must give the same totals."""
    mean, block = _batch_ns(rules, wins, passes)
    times, single = _times(prepared_scores(rules, wins))
    array = {"wild": wild, "rules": name, "library": "Queshen, batch", "mean_ns": mean}
    array |= {"hands": len(wins), "checked": len(wins)}
    array["different"] = sum(one != other for one, other in zip(block, single, strict=True))
    return [array, {**_row(wild, name, "Queshen, scalar", times, wins), "totals": single}]


def _sweep_rows(wild: int, wins: Wins, totals: list[int]) -> Row:
    """The sweep over the same wins, its best totals compared."""
    sweep = Sweep(wild)
    rows = [(row["counts"], pymahjonggb_arguments(row)) for row in wins]
    with _no_collections():
        answers = [[sweep(*each) for each in rows] for _ in range(SWEEP_TURNS)]
    best, completions, found, scored = np.median(answers, axis=0).T
    different = [
        f"{_spelled(win)}: {int(theirs)}, Queshen {ours}"
        for win, theirs, ours in zip(wins, best, totals, strict=True)
        if theirs != ours
    ]
    return {
        **_row(wild, SWEPT, f"sweep over {SWEPT_PACKAGE}", (found + scored).tolist(), wins),
        "scoring_ns": float(scored.mean()),
        "completions": float(completions.mean()),
        "checked": len(wins),
        "different": len(different),
        "example": different[0] if different else "",
    }


def measure_wild_scores(hands: int, sweeps: int, passes: int, peer: bool) -> list[Row]:
    """Everything about wins with wildcards: `hands` of them, `sweeps` where all faces are tried."""
    variant = module_named("queshen").variant
    played = variant("huanle")
    swept = variant(
        "huanle",
        has_wu_cai_shen=False,
        ming_an_gang=5,
        caishen_fifth_copy=False,
        caishen_wait="frozen",
    )
    rows: list[Row] = []
    for wild in SCORED_WILDCARDS:
        rows += _queshen_rows(wild, PLAYED, played, win_mix(wild, hands), passes)
        if peer:
            wins = win_mix(wild, sweeps, melds=False)
            # The scorer takes a face for a tile, and refuses these beside a second copy.
            wins["flags"] &= 255 - ROBBING - LAST_COPY
            rows += _queshen_rows(wild, SWEPT, swept, wins, passes)
            rows.append(_sweep_rows(wild, wins, rows[-1]["totals"]))
    for row in rows:
        row.pop("totals", None)
    return rows
