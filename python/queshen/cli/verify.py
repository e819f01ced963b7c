"""`queshen verify`: recorded games replayed, and the engine asked what their judge was asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ..counts import is_win
from ..errors import RecordError
from ..record import Check, Result, read_games
from ..rules import variant
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

if TYPE_CHECKING:
    from ..scorer import Score

__all__ = ["register"]

HELP = """
Replay recorded games and compare the engine with the judge of each.

LOG holds one game of the Botzone kind a line; - is standard input. Whenever the judge was asked
whether a tile completes a hand, and what the hand is worth, the engine is asked the same, under
the rules of guobiao. Of the hand that wins in the end the fans are compared too. Where two ways to
read a hand are worth the same, the judge may list one and the engine the other: other fans are
shown, but only another total is a difference. A damaged log ends at the damage.

Exit codes: 0 all agree, 1 some answer differs, 2 a log is damaged or could not be read.

JSON keys: log, games, events, checks, totals (checks in which both have a total), wins (whose fans
are compared), agreements, disagreements (a list with game, event, seat, hand, tile, judge and
engine: is it a win, judge_total and engine_total: null where it is none), other_fans (a list with
game, hand, tile, total, judge and engine: lists of [name, value, count]), error (null, or where
the log is damaged).
"""

# The judge asks what a hand is worth below the minimum too.
_RULES = "guobiao"
_MINIMUM = 0

# What a judge calls by another name than the fan table.
_SAME_NAMES = {"嵌张": "坎张"}


@dataclass(frozen=True)
class Difference:
    """A check in which the engine finds another total than the judge."""

    check: Check
    engine: int | None


Fans = list[tuple[str, int, int]]
"""Name, value and count of each fan."""


@dataclass(frozen=True)
class OtherFans:
    """A win for which the engine lists other fans than the judge."""

    check: Check
    judge: Fans
    engine: Fans


@dataclass
class Tally:
    """What one log came to."""

    log: str
    games: int = 0
    events: int = 0
    checks: int = 0
    totals: int = 0
    wins: int = 0
    different: list[Difference] = field(default_factory=list)
    other_fans: list[OtherFans] = field(default_factory=list)
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
            "totals": self.totals,
            "wins": self.wins,
            "agreements": self.agreements,
            "disagreements": [
                {
                    "game": each.check.game,
                    "event": each.check.event,
                    "seat": each.check.seat,
                    "hand": str(each.check.hand),
                    "tile": name(each.check.tile),
                    "judge": each.check.complete,
                    "engine": each.engine is not None,
                    "judge_total": each.check.total,
                    "engine_total": each.engine,
                }
                for each in self.different
            ],
            "other_fans": [
                {
                    "game": each.check.game,
                    "hand": str(each.check.hand),
                    "tile": name(each.check.tile),
                    "total": each.check.total,
                    "judge": each.judge,
                    "engine": each.engine,
                }
                for each in self.other_fans
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
        if any(tally.other_fans for tally in tallies):
            print_tables([_other_fans(tallies)])
    if any(tally.error is not None for tally in tallies):
        raise typer.Exit(2)
    if any(tally.different for tally in tallies):
        raise typer.Exit(1)


def _compare(tally: Tally, lines: Iterable[bytes]) -> None:
    rules = variant(_RULES, min_fan=_MINIMUM)
    for game in read_games(lines):
        tally.games += 1
        tally.events += len(game.events)
        for check in game.checks():
            tally.checks += 1
            complete = is_win(check.counts, melds=len(check.melds), shapes=rules.shapes)
            if not complete and not check.complete:
                continue
            score = rules.score(check.hand, check.tile, **check.context)
            total = score.total if complete else None
            if total != check.total:
                tally.different.append(Difference(check, total))
            if complete and check.complete:
                tally.totals += 1
            if (check.event, check.seat) == (len(game.events) - 1, game.result.winner):
                _compare_fans(tally, check, game.result, score)


def _compare_fans(tally: Tally, check: Check, result: Result, score: Score) -> None:
    tally.wins += 1
    judge = sorted(
        (_SAME_NAMES.get(fan.name, fan.name), fan.value, fan.count) for fan in result.fans
    )
    engine = sorted((each.fan.zh, each.fan.value, each.count) for each in score.fans)
    if judge != engine:
        tally.other_fans.append(OtherFans(check, judge, engine))


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
    counts = ("Games", "Events", "Checks", "Totals", "Wins", "Agree", "Differ")
    table = new_table("Log", *counts, numbers=counts)
    rows = list(tallies)
    if len(tallies) > 1:
        rows.append(_sum(tallies))
    for tally in rows:
        differ = len(tally.different)
        if len(tallies) > 1 and tally is rows[-1]:
            table.add_section()
        numbers = (tally.games, tally.events, tally.checks, tally.totals, tally.wins)
        table.add_row(
            Text(tally.log, "red" if tally.error is not None else ""),
            *map(str, (*numbers, tally.agreements)),
            Text(str(differ), "bold red" if differ else "green"),
        )
    return table


def _sum(tallies: Sequence[Tally]) -> Tally:
    return Tally(
        "all",
        sum(tally.games for tally in tallies),
        sum(tally.events for tally in tallies),
        sum(tally.checks for tally in tallies),
        sum(tally.totals for tally in tallies),
        sum(tally.wins for tally in tallies),
        [each for tally in tallies for each in tally.different],
    )


def _disagreements(tallies: Sequence[Tally]) -> Table:
    table = new_table(
        *("Game", "Event", "Seat", "Hand", "Tile", "Judge", "Engine"), numbers=("Event", "Seat")
    )
    for tally in tallies:
        for each in tally.different:
            check = each.check
            table.add_row(
                Text(check.game),
                str(check.event),
                str(check.seat),
                hand_text(check.hand),
                tile_text(check.tile, "queshen"),
                _total_text(check.total),
                _total_text(each.engine),
            )
    return table


def _total_text(total: int | None) -> Text:
    return Text("no win", "red") if total is None else Text(f"{total} fan", "green")


def _other_fans(tallies: Sequence[Tally]) -> Table:
    table = new_table("Game", "Hand", "Total", "Judge's fans", "Engine's", numbers=("Total",))
    for tally in tallies:
        for each in tally.other_fans:
            table.add_row(
                Text(each.check.game),
                hand_text(each.check.hand),
                str(each.check.total),
                _fans_text(each.judge, each.engine),
                _fans_text(each.engine, each.judge),
            )
    return table


def _fans_text(fans: Fans, others: Fans) -> Text:
    """The fans that the other list has not."""
    return Text(" ".join(f"{fan[0]}×{fan[2]}" for fan in fans if fan not in others))
