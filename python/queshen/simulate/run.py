"""The run: blocks of deals, played on threads and settled in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import shown
from ..rules import Rules
from ..table import play_deals
from .errors import SimulationError, SimulationStopped
from .folder import Folder
from .points import Points
from .summary import Summary

__all__ = ["simulate"]

_BLOCK = 2048  # deals in one native call; an interrupt waits for its end
_PART = 65536  # deals that wait to be written
_MOST_DEALS = 2**40
_MOST_THREADS = 256

Rows = NDArray[np.void]


class _Now(NamedTuple):
    """How far a run is, replaced as a whole: an interrupt may come anywhere."""

    summary: Summary
    waiting: tuple[Rows, ...] = ()


def simulate(
    rules: Rules,
    deals: int,
    seed: int,
    players: str | Sequence[str],
    *,
    threads: int = 1,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Summary:
    """Play and settle many deals.

    Parameters
    ----------
    rules : Rules
        The game.
    deals : int
        How many deals, those that are resumed included.
    seed : int
        What walls and choices follow from, 0 to 2**64 - 1.
    players : str or sequence of str
        ``"random"`` or ``"greedy"`` for each seat, seat 0 being the dealer; one name is for all.
    threads : int
        How many threads play; settling stays on one. The outcome does not depend on it.
    out : path, optional
        A folder for ``run.json`` and all deals: ``deals.parquet``, a folder of files, if pyarrow
        is installed (the extra ``parquet``), otherwise ``deals.csv``.
    resume : bool
        Go on with the run that the folder holds, if it holds one.
    progress : callable, optional
        Called with the deals played so far and `deals`.

    Raises
    ------
    SimulationError
        If a number cannot be, or the folder holds another run.
    TableError
        If the game has another number of seats, or there is no such player or seed.
    SimulationStopped
        At a KeyboardInterrupt: what was played until then is kept in the folder, and it tells the
        summary of that.

    Examples
    --------
    >>> from queshen.rules import variant
    >>> rules = variant("huanle", room="8fan")
    >>> one = simulate(rules, deals=300, seed=5, players=["greedy", "random", "random", "random"])
    >>> two = simulate(rules, deals=300, seed=5, players=one.players, threads=2)
    >>> one == two, one.digest == two.digest
    (True, True)
    """
    deals = _number("deals", deals, _MOST_DEALS)
    threads = _number("threads", threads, _MOST_THREADS)
    if out is None and resume:
        raise SimulationError("resume without out, expected the folder of the run")
    if isinstance(players, str):
        players = (players,) * rules.flow.seats
    players = tuple(players)
    play_deals(rules, players, seed, 0, 0)  # refuses what it does not know
    summary, folder = Summary.empty(rules, seed, players), None
    if out is not None:
        folder = Folder(Path(out), summary)
        summary = folder.open(resume)
    if summary.deals > deals:
        raise SimulationError(
            f"{out} holds {summary.deals} deals, expected at most the {deals} asked for"
        )
    now, points = _Now(summary), Points(rules)
    try:
        try:
            with closing(_played(rules, players, seed, summary.deals, deals, threads)) as blocks:
                start = perf_counter()
                for rows in blocks:
                    coins = points.settle(rows)
                    end = perf_counter()
                    so_far = now.summary.plus(rows, coins, end - start)
                    start = end
                    now = _Now(so_far, (*now.waiting, rows) if folder else ())
                    if folder and sum(map(len, now.waiting)) >= _PART:
                        folder.keep(*now)
                        now = _Now(now.summary)
                    if progress is not None:
                        progress(now.summary.deals, deals)
        finally:
            if folder:
                folder.keep(*now)
    except KeyboardInterrupt:
        raise SimulationStopped(now.summary) from None
    return now.summary


def _number(what: str, value: int, most: int) -> int:
    if type(value) is not int:
        raise TypeError(f"{what} is {shown(value)}, expected a number")
    if not 1 <= value <= most:
        raise SimulationError(f"{what} is {shown(value)}, expected 1..{most}")
    return value


def _played(
    rules: Rules, players: Sequence[str], seed: int, first: int, end: int, threads: int
) -> Generator[Rows, None, None]:
    """Blocks of played deals in their order."""
    spans = ((at, min(_BLOCK, end - at)) for at in range(first, end, _BLOCK))
    if threads == 1:
        for at, count in spans:
            yield play_deals(rules, players, seed, at, count)
        return
    with ThreadPoolExecutor(threads) as pool:
        ahead: deque[Future[Rows]] = deque()
        try:
            for at, count in spans:
                ahead.append(pool.submit(play_deals, rules, players, seed, at, count))
                # Enough that nobody waits for work, and no more than fits into memory.
                if len(ahead) > 2 * threads:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
