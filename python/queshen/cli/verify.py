"""`queshen verify`: recorded games replayed, and the engine asked what their judge was asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ..counts import is_win
from ..errors import RecordError
from ..record import Check, read_games
from ..shapes import Shape
from ..tiles import name
from .screen import (
    complain,
    errors,
    hand_text,
    line,
    new_table,
    print_tables,
    standard_input,
    tile_text,
)

__all__ = ["register"]

HELP = """
Replay recorded games and compare the engine with the judge of each.

LOG holds one game of the Botzone kind a line; - is standard input. Whenever the judge was asked
whether a tile completes a hand, the engine is asked the same; fan values are not compared.
A damaged log ends at the damage.

Exit codes: 0 all agree, 1 some answer differs, 2 a log is damaged or could not be read.

JSON keys: log, games, events, checks, agreements, disagreements (a list with game, event, seat,
hand, tile, judge, engine), error (null, or where the log is damaged).
"""


@dataclass
class Tally:
    """What one log came to."""

    log: str
    games: int = 0
    events: int = 0
    checks: int = 0
    different: list[Check] = field(default_factory=list)
    error: str | None = None

    @property
    def agreements(self) -> int:
        """The checks that agree."""
        return self.checks - len(self.different)

    def facts(self) -> dict[str, object]:
        """It for JSON."""
        return {
            "log": self.log,
            "games": self.games,
            "events": self.events,
            "checks": self.checks,
            "agreements": self.agreements,
            "disagreements": [
                {
                    "game": check.game,
                    "event": check.event,
                    "seat": check.seat,
                    "hand": str(check.hand),
                    "tile": name(check.tile),
                    "judge": check.complete,
                    "engine": not check.complete,
                }
                for check in self.different
            ],
            "error": self.error,
        }


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify", help=HELP)(verify)


def verify(
    logs: Annotated[
        list[Path],
        typer.Argument(
            metavar="LOG",
            help="Logs of recorded games; - is standard input.",
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each log.")] = False,
) -> None:
    """Compare every log."""
    tallies = []
    with _progress(logs) as advance:
        for log in logs:
            tally = Tally("standard input" if log == Path("-") else str(log))
            try:
                with _opened(log) as lines:
                    _compare(tally, _followed(lines, advance))
            except (RecordError, OSError) as error:
                tally.error = (isinstance(error, OSError) and error.strerror) or str(error)
            tallies.append(tally)
    for tally in tallies:
        if tally.error is not None:
            complain(tally.log, tally.error)
        if as_json:
            line(tally.facts())
    if not as_json:
        print_tables([_summary(tallies)])
        if any(tally.different for tally in tallies):
            print_tables([_disagreements(tallies)])
    if any(tally.error is not None for tally in tallies):
        raise typer.Exit(2)
    if any(tally.different for tally in tallies):
        raise typer.Exit(1)


def _compare(tally: Tally, lines: Iterable[bytes]) -> None:
    for game in read_games(lines):
        tally.games += 1
        tally.events += len(game.events)
        for check in game.checks():
            tally.checks += 1
            if is_win(check.counts, melds=len(check.melds), shapes=Shape.MCR) != check.complete:
                tally.different.append(check)


@contextmanager
def _opened(log: Path) -> Iterator[BinaryIO]:
    if log == Path("-"):
        yield standard_input()
    else:
        with log.open("rb") as lines:
            yield lines


def _followed(lines: Iterable[bytes], advance: Callable[[int], object]) -> Iterator[bytes]:
    for each in lines:
        yield each
        advance(len(each))


@contextmanager
def _progress(logs: Sequence[Path]) -> Iterator[Callable[[int], object]]:
    """A bar over the bytes of all logs, on a terminal only; a pipe has no known end."""
    total = _bytes_in(logs)
    with Progress(
        TextColumn("replaying"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=errors(),
        transient=True,
        disable=sys.stderr is None or not sys.stderr.isatty(),
    ) as progress:
        task = progress.add_task("", total=total)
        yield lambda size: progress.advance(task, size)


def _bytes_in(logs: Sequence[Path]) -> int | None:
    """How long all logs are together; None where that cannot be known."""
    try:
        return sum(log.stat().st_size for log in logs) if all(map(Path.is_file, logs)) else None
    except OSError:
        return None


def _summary(tallies: Sequence[Tally]) -> Table:
    counts = ("Games", "Events", "Checks", "Agree", "Differ")
    table = new_table("Log", *counts, numbers=counts)
    rows = list(tallies)
    if len(tallies) > 1:
        rows.append(
            Tally(
                "all",
                sum(tally.games for tally in tallies),
                sum(tally.events for tally in tallies),
                sum(tally.checks for tally in tallies),
                [check for tally in tallies for check in tally.different],
            )
        )
    for tally in rows:
        differ = len(tally.different)
        if len(tallies) > 1 and tally is rows[-1]:
            table.add_section()
        table.add_row(
            Text(tally.log, "red" if tally.error is not None else ""),
            str(tally.games),
            str(tally.events),
            str(tally.checks),
            str(tally.agreements),
            Text(str(differ), "bold red" if differ else "green"),
        )
    return table


def _disagreements(tallies: Sequence[Tally]) -> Table:
    table = new_table(
        "Game",
        "Event",
        "Seat",
        "Hand",
        "Tile",
        "Judge",
        "Engine",
        numbers=("Event", "Seat"),
    )
    verdicts = {True: Text("win", "green"), False: Text("no win", "red")}
    for tally in tallies:
        for check in tally.different:
            table.add_row(
                Text(check.game),
                str(check.event),
                str(check.seat),
                hand_text(check.hand),
                tile_text(check.tile, "queshen"),
                verdicts[check.complete],
                verdicts[not check.complete],
            )
    return table
