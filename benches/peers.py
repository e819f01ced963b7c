"""Queshen beside other libraries: the same hands, the same process, turn by turn.

    python benches/peers.py [--quick] [--peers mahjong,xiangting] [--out benches/results]

A library's answers to every hand that it is timed on are compared with Queshen's before its clock
starts; the report says how many that are. A library is asked under the reading of the rules it
follows, and Queshen is asked under the same one. Answers that still differ are counted, and
explained where another documented reading gives exactly the library's answer.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import report
from adapters import (
    MCR_FANS,
    RIICHI,
    Call,
    Convention,
    Peer,
    Question,
    queshen_calls,
)
from checking import UNEXPLAINED, compare
from hands import COUNT, FIFTH, SETS, WILDCARDS, hand_set
from libraries import PEERS
from machine import describe
from rich.console import Console
from rich.progress import Progress
from timing import first_cost, repeats, timed, warm_hands
from wild_scores import SWEPT_PACKAGE, measure_wild_scores
from wins import WIN_COUNT


@dataclass(frozen=True, slots=True)
class Effort:
    """How much time a run may take."""

    hands: int = COUNT
    wins: int = WIN_COUNT  # of each set, to be scored
    sweeps: int = 300  # wins whose wildcards are given every face
    passes: int = 7
    seconds: float = 1.0  # for one library on one set, all passes together; as much to compare
    least_ms: float = 20.0  # a shorter pass is repeated


WIDTH = 150  # of the tables where there is no terminal to ask
QUICK = Effort(hands=2000, wins=2000, sweeps=20, passes=3, seconds=0.1, least_ms=4.0)


@dataclass(slots=True)
class Entry:
    """One library (or one of Queshen's own calls) on one question and one set."""

    question: str
    hand_set: str
    library: str
    version: str
    convention: str
    loop: str
    batch: bool
    hands: int = 0
    rounds: int = 1  # over these hands in one pass
    passes: int = 0
    median_ns: float = 0.0
    fastest_ns: float = 0.0
    ratio_batch: float | None = None
    ratio_scalar: float | None = None
    checked: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    example: str = ""


Runners = list[tuple[str, str, Call]]  # name, version, call


def runners(question: Question, peers: list[tuple[Peer, dict[Question, Call]]]) -> Runners:
    """Queshen under each convention that is needed, then the libraries."""
    asked = [(peer, calls[question]) for peer, calls in peers if question in calls]
    always = MCR_FANS if question is Question.SCORE else RIICHI
    conventions = dict.fromkeys([always, *(call.convention for _, call in asked)])
    own = [
        (name, "", call)
        for convention in conventions
        for name, call in queshen_calls(question, convention).items()
    ]
    for peer, call in asked:
        name = f"{peer.package}, batch" if call.batch else peer.package
        own.append((name, peer.version() or "", call))
    return own


def measure_cell(
    question: Question, name: str, all_runners: Runners, effort: Effort
) -> list[Entry]:
    """Check, then time, everything that answers one question, on one set of hands."""
    hands = question.hands(name, effort.wins if question is Question.SCORE else effort.hands)
    budget = effort.seconds * 1e9
    entries: list[Entry] = []
    passes: list[Callable[[], int]] = []
    reference: dict[Convention, list[Any]] = {}
    for library, version, call in all_runners:
        entry = Entry(question, name, library, version, call.convention.name, call.loop, call.batch)
        cost = first_cost(call, hands)
        if call.convention not in reference:  # Queshen's rows come first
            reference[call.convention] = call.answers(call.prepare(hands))
        else:
            # As many hands as the time allows, never fewer than are timed.
            affordable = max(1, min(len(hands), int(budget / cost)))
            entry.checked = len(hands) if call.batch else affordable
            entry.reasons, entry.example = compare(
                question, call, hands[: entry.checked], reference[call.convention]
            )
        entry.passes = max(1, min(effort.passes, int(2 * budget / cost)))
        fits = int(budget / entry.passes / cost)
        entry.hands = len(hands) if call.batch else max(1, min(len(hands), fits))
        entry.rounds = repeats(call, cost, entry.hands, effort.least_ms * 1e6)
        ready = call.prepare(hands[: entry.hands])
        passes.append(partial(timed, call, ready, entry.rounds, warm_hands(cost)))
        entries.append(entry)
    times: list[list[float]] = [[] for _ in entries]
    for turn in range(effort.passes):
        for entry, one_pass, found in zip(entries, passes, times, strict=True):
            if turn < entry.passes:
                found.append(one_pass() / entry.rounds / entry.hands)
    for entry, found in zip(entries, times, strict=True):
        entry.median_ns, entry.fastest_ns = median(found), min(found)
    add_ratios(entries)
    return entries


def add_ratios(entries: list[Entry]) -> None:
    """How many times slower than Queshen under the same convention."""
    own = {
        (entry.convention, entry.batch): entry.median_ns
        for entry in entries
        if entry.library in ("Queshen, batch", "Queshen, scalar")
    }
    for entry in entries:
        if (batch := own.get((entry.convention, True))) is not None:
            entry.ratio_batch = entry.median_ns / batch
        if (scalar := own.get((entry.convention, False))) is not None:
            entry.ratio_scalar = entry.median_ns / scalar


def measure_wildcards(effort: Effort) -> list[dict[str, Any]]:
    """Queshen alone with wildcards: none of the libraries has them."""
    import queshen.batch as batch

    found = []
    for function, tiles in (("is_win", 14), ("shanten", 14), ("waits", 13), ("useful", 13)):
        for fifth in FIFTH:
            for name in SETS:
                for wild in WILDCARDS:
                    call = Call(
                        function,
                        lambda h, f=function, w=wild, x=fifth: getattr(batch, f)(h, w, fifth=x),
                        lambda h: h,
                        int,
                        batch=True,
                    )
                    hands = hand_set(name, tiles, wild)[: effort.hands]
                    cost = first_cost(call, hands)
                    rounds = repeats(call, cost, len(hands), effort.least_ms * 1e6)
                    asked = rounds * len(hands)
                    times = [timed(call, hands, rounds, 1) / asked for _ in range(effort.passes)]
                    found.append(
                        {
                            "function": function,
                            "fifth": fifth,
                            "hand_set": name,
                            "wild": wild,
                            "median_ns": median(times),
                        }
                    )
    return found


def chosen(names: str | None, console: Console) -> list[tuple[Peer, dict[Question, Call]]]:
    """The installed libraries among those asked for."""
    wanted = names.split(",") if names else [peer.package for peer in PEERS]
    known = {peer.package for peer in PEERS}
    if strangers := set(wanted) - known:
        raise SystemExit(f"no adapter for {', '.join(sorted(strangers))}; known: {sorted(known)}")
    found = []
    for peer in PEERS:
        if peer.package not in wanted:
            continue
        if peer.version() is None:
            console.print(f"[dim]{peer.package} is not installed[/dim]")
            continue
        try:
            found.append((peer, peer.make()))
        except (ImportError, AttributeError) as problem:
            # Another release than the adapter was written for.
            console.print(f"[yellow]{peer.package} {peer.version()} left out: {problem}[/yellow]")
    return found


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="few hands and passes: does it work?")
    parser.add_argument("--peers", metavar="A,B", help="only these libraries")
    parser.add_argument("--core", type=int, metavar="N", help="stay on this core (Linux)")
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).parent / "results", help="folder of the report"
    )
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Run everything; the exit code is 1 if some difference could not be explained."""
    options = parse(arguments)
    if options.core is not None:
        os.sched_setaffinity(0, {options.core})
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    effort = QUICK if options.quick else Effort()
    peers = chosen(options.peers, console)
    machine = describe() | {peer.package: peer.version() or "" for peer, _ in peers}
    entries: list[Entry] = []
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("", total=sum(len(question.sets) for question in Question))
        for question in Question:
            for name in question.sets:
                progress.update(task, description=f"{question}, {name}")
                cell = measure_cell(question, name, runners(question, peers), effort)
                entries += cell
                progress.advance(task)
    sweep = any(peer.package == SWEPT_PACKAGE for peer, _ in peers)
    data = report.Report(
        machine=machine,
        effort=asdict(effort),
        entries=[asdict(entry) for entry in entries],
        wildcards=measure_wildcards(effort),
        wild_scores=measure_wild_scores(effort.hands, effort.sweeps, effort.passes, sweep),
    )
    report.show(data, console)
    for path in report.write(data, options.out):
        console.print(f"wrote {path}")
    unexplained = any(UNEXPLAINED in entry.reasons for entry in entries)
    return int(unexplained or any(row.get("different") for row in data.wild_scores))


if __name__ == "__main__":
    sys.exit(main())
