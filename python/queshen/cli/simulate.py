"""`queshen simulate`: many deals, and what they come to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ..errors import QueshenError
from .games import GameOptions
from .options import spread
from .screen import complain, errors, line, new_table, plain_table, print_tables

if TYPE_CHECKING:
    from ..simulate import Summary

__all__ = ["register"]

HELP = """
Play many deals, settle each, and tell who wins how often, with what and for how much.

Players are random (every legal action equally often) or greedy (the discard nearest to a win), one
name for each seat, seat 0 being the dealer, or one name for all. Deals are on their own: the same
seed gives the same deals, whatever the number of threads. With --out the deals are kept in a
folder, and Ctrl-C loses none that were played: the same command with --resume goes on.

Exit codes: 0 all deals were played, 2 an option, the folder or the chart could not be used, 130
interrupted.

JSON keys: variant, rules, seed, players, deals, draws, won (wins of all seats), wins, win_rates,
self_draws, self_draw_share, deal_ins, total, mean_total, points, mean_points, coins (lists with a
number for each seat), fans (a list with id, zh, en, wins), acts, digest, seconds,
deals_per_second.
"""

_INTERRUPTED = 130  # what a shell gives to a command that Ctrl-C ended
_MOST_FANS = 15
_BAR = 12  # characters


@dataclass(frozen=True, kw_only=True)
class SimulateOptions(GameOptions):
    """The game as an argument, and what is played."""

    variant_place: ClassVar = "GAME"

    variant: Annotated[
        str, typer.Argument(metavar="GAME", help="The game; `queshen variants` lists them.")
    ]
    deals: Annotated[int, typer.Option(help="Deals in all.")] = 10_000
    seed: Annotated[int, typer.Option(help="What walls and choices follow from.")] = 0
    players: Annotated[
        str, typer.Option(metavar="NAME,...", help="Who sits where, from the dealer on.")
    ] = "greedy"
    threads: Annotated[int, typer.Option(help="Threads that play.")] = 1
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep every deal there.", show_default=False),
    ] = None
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out.")] = False
    chart: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw a chart: .png or .svg.", show_default=False),
    ] = None
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False

    @property
    def seats(self) -> str | list[str]:
        """The players as a simulation takes them."""
        names = [name.strip() for name in self.players.split(",")]
        return names if len(names) > 1 else names[0]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("simulate", help=HELP)(spread(SimulateOptions, simulate))


def simulate(options: SimulateOptions) -> None:
    """Play, and tell what came of it."""
    # numpy is loaded only where deals are played.
    from ..simulate import SimulationStopped
    from ..simulate import simulate as play

    stopped = False
    try:
        if options.chart is not None:
            _check_chart(options.chart)
        with _progress() as progress:
            summary = play(
                options.rules,
                options.deals,
                options.seed,
                options.seats,
                threads=options.threads,
                out=options.out,
                resume=options.resume,
                progress=progress,
            )
    except SimulationStopped as stop:
        summary, stopped = stop.summary, True
    except (QueshenError, OSError) as error:
        complain("simulate", error)
        raise typer.Exit(2) from None
    if options.as_json:
        line(summary.to_dict())
    else:
        print_tables(_tables(summary))
    if options.chart is not None and summary.deals:
        _draw(summary, options.chart)
    if stopped:
        _tell_of_stop(summary, options)
        raise typer.Exit(_INTERRUPTED)


def _check_chart(path: Path) -> None:
    from ..simulate.chart import check

    check(path)


def _draw(summary: Summary, path: Path) -> None:
    try:
        summary.chart(path)
    except OSError as error:
        complain(str(path), error.strerror or error)
        raise typer.Exit(2) from None


def _tell_of_stop(summary: Summary, options: SimulateOptions) -> None:
    what = f"stopped after {_whole(summary.deals)} of {_whole(options.deals)} deals"
    if options.out is None:
        how = "they are not kept; --out FOLDER keeps the deals of a run"
    else:
        again = "the same command" if options.resume else "the same command with --resume"
        how = f"they are kept in {options.out}; {again} goes on"
    errors().print(Text(f"{what}: {how}", "yellow"), soft_wrap=True)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], object]]:
    """A bar with the deals a second, on a terminal only."""
    with Progress(
        TextColumn("playing"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=errors(),
        transient=True,
        disable=sys.stderr is None or not sys.stderr.isatty(),
    ) as progress:
        task = progress.add_task("", total=None, rate="")

        def advance(done: int, deals: int) -> None:
            speed = progress.tasks[0].speed
            rate = f"{_whole(round(speed))} deals/s" if speed else ""
            progress.update(task, completed=done, total=deals, rate=rate)

        yield advance


# Tables


def _tables(summary: Summary) -> Iterator[Table | Text]:
    rules = summary.rules
    yield Text.assemble((rules.zh, "bold"), f" {rules.en} ", (rules.id, "dim"))
    yield _facts(summary)
    if summary.deals:
        yield _seats(summary)
    if summary.won:
        yield _fans(summary)


def _facts(summary: Summary) -> Table:
    facts = plain_table(4)
    share, mean, speed = summary.self_draw_share, summary.mean_total, summary.deals_per_second
    deals = max(1, summary.deals)
    pairs = [
        ("deals", _whole(summary.deals)),
        ("drawn", f"{_whole(summary.draws)} ({_percent(summary.draws / deals)})"),
        ("wins", _whole(summary.won)),
        ("by self-draw", "" if share is None else _percent(share)),
        ("mean total", "" if mean is None else f"{mean:.2f} fan"),
        ("acts a deal", f"{summary.acts / deals:.1f}"),
        ("deals/s", "" if speed is None else _whole(round(speed))),
        ("seed, digest", f"{summary.seed}, {summary.digest}"),
    ]
    for (left, one), (right, other) in zip(pairs[::2], pairs[1::2], strict=True):
        facts.add_row(Text(left, "dim"), Text(one, "bold"), Text(right, "dim"), other)
    return facts


def _seats(summary: Summary) -> Table:
    numbers = ("Wins", "Rate", "Self-drawn", "Dealt in", "Points", "a deal")
    table = _new_table("Seat", *numbers, numbers=numbers)
    for seat, player in enumerate(summary.players):
        points = summary.points[seat]
        style = "green" if points > 0 else "red" if points < 0 else "dim"
        table.add_row(
            f"{seat} {player}",
            _whole(summary.wins[seat]),
            Text(_percent(summary.win_rates[seat]), "bold"),
            _whole(summary.self_draws[seat]),
            _whole(summary.deal_ins[seat]),
            Text(_whole(points, "+"), style),
            Text(f"{summary.mean_points[seat]:+.2f}", style),
        )
    if summary.coins != summary.points:
        coins = "  ".join(_whole(each, "+") for each in summary.coins)
        table.caption = Text(f"{summary.rules.currency or 'coins'}: {coins}")
        table.caption_justify = "left"
    return table


def _fans(summary: Summary) -> Table:
    numbers = ("Wins", "Share")
    table = _new_table("番种", "Fan", *numbers, "", numbers=numbers)
    ranked = [fan for fan in sorted(summary.fans, key=lambda fan: -fan.wins) if fan.wins]
    for fan in ranked[:_MOST_FANS]:
        share = _percent(fan.wins / summary.won)
        bar = Text(_bar(fan.wins / ranked[0].wins), "green")
        table.add_row(Text(fan.zh, "bold"), fan.en, _whole(fan.wins), share, bar)
    if len(ranked) > _MOST_FANS:
        table.caption = Text(f"and {len(ranked) - _MOST_FANS} rarer ones")
        table.caption_justify = "left"
    return table


def _new_table(*columns: str, numbers: tuple[str, ...]) -> Table:
    """A table whose numbers stay in one line, though there are spaces in them."""
    table = new_table(*columns, numbers=numbers)
    for column in table.columns:
        column.no_wrap = column.header in numbers
    return table


def _bar(part: float) -> str:
    """A bar that is a part of the longest, in eighths of a character."""
    eighths = max(1, round(8 * _BAR * part))
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _whole(number: int, sign: str = "") -> str:
    """A number with its thousands apart."""
    return f"{number:{sign},d}".replace(",", " ")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
