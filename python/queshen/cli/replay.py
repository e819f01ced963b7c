"""`queshen replay`: recorded deals, act by act, on the screen or as a page."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.cells import cell_len
from rich.text import Text

from ..ending import score_of, wins_told
from ..errors import QueshenError
from ..render import Told, deal_frames, deal_page, seat_name
from ..tiles import name
from .board import WIDTH, board, joined
from .options import Language, Notation, spread
from .screen import complain, line, print_tables, screen, standard_input, tiles_text
from .worth import payments_table, score_tables

if TYPE_CHECKING:
    from ..deal_result import DealResult
    from ..settlement import Settlement
    from ..table import Table

__all__ = ["print_end", "register"]

HELP = """
Step through a recorded deal: what lies on the table before the first act and after each.

A file holds records as `queshen play --record` or `queshen.record.write_record` writes them. Every
act and every digest is checked while it is read.

Event 0 is the deal itself, event N the table after N acts. With --html the deal becomes one page
that needs no network: buttons, arrow keys, a list of events.

Exit codes: 0 the deal was shown, 2 the record is damaged or there is no such deal or event.

JSON keys, one object for each event: event, seat and action (of the last act), told (what happened
since the event before), phase, turn, ready (who declared), left (who won and takes no more part),
void (the suits without which seats play), doubled, asked (seats that have to decide), wall, hands,
apart (the tile just drawn or won), melds, flowers, river (seat, tile, who claimed it), latest (the
place in it of the last discard that could be claimed), and in the last one result
and settlement, null while nothing is decided.
"""

_DASH = Path("-")
_BIRD = {"en": "bird", "zh": "鸟牌"}
_BAO = {"en": "hidden wildcard", "zh": "宝牌"}
_HORSES = {"en": "horses", "zh": "马牌"}
_QUESHEN = Notation("queshen")


@dataclass(frozen=True, kw_only=True)
class ReplayOptions:
    """Which deal, and how it is shown."""

    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file of records; - is standard input.")
    ]
    deal: Annotated[int, typer.Option(min=1, help="Which deal of the file.")] = 1
    event: Annotated[
        int | None,
        typer.Option(min=0, help="Show the table after so many acts only.", show_default=False),
    ] = None
    html: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write a page instead.", show_default=False),
    ] = None
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False
    seat: Annotated[int, typer.Option(min=0, help="Whose place is shown last.")] = 0
    hide: Annotated[bool, typer.Option("--hide", help="Hide the hands of the others.")] = False
    notation: Annotated[Notation, typer.Option(help="How tiles are written.")] = _QUESHEN
    language: Annotated[Language, typer.Option(help="The language of words.")] = Language.EN


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("replay", help=HELP)(spread(ReplayOptions, replay))


def replay(options: ReplayOptions) -> None:
    """Show the deal."""
    try:
        states = read_deal(options.file, options.deal)
    except OSError as error:
        complain(str(options.file), error.strerror or error)
        raise typer.Exit(2) from None
    except QueshenError as error:
        complain(str(options.file), error)
        raise typer.Exit(2) from None
    table = states[-1]
    if options.seat >= table.seats:
        raise typer.BadParameter(
            f"{options.seat}, expected 0 to {table.seats - 1}", param_hint="--seat"
        )
    if options.event is not None and options.event >= len(states):
        raise typer.BadParameter(
            f"{options.event}, expected 0 to {len(states) - 1}", param_hint="--event"
        )
    if options.html is not None:
        _write_page(options.html, deal_page(table, str(options.language), seat=options.seat))
        return
    frames = list(deal_frames(table, str(options.language)))
    shown = range(len(states)) if options.event is None else (options.event,)
    for number in shown:
        if options.as_json:
            line({**frames[number], **_ending(states[number])})
        else:
            _show(states[number], frames[number], options)


def read_deal(path: Path, deal: int = 1) -> list[Table]:
    """The tables of a recorded deal: before its first act, and after each.

    Raises
    ------
    QueshenError
        If the record is damaged, or the file has fewer deals.
    OSError
        If there is no such file.
    """
    from ..errors import RecordError
    from ..record import read_records

    records = read_records(standard_input() if path == _DASH else path)
    number = 0
    for number, record in enumerate(records, 1):
        if number == deal:
            return list(record.tables())
    raise RecordError(f"no deal {deal}, expected 1 to {number}" if number else "no record in it")


def _write_page(path: Path, page: str) -> None:
    if path == _DASH:
        sys.stdout.write(page)
        return
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        complain(str(path), error.strerror or error)
        raise typer.Exit(2) from None


def _ending(table: Table) -> dict[str, object]:
    result = table.result
    if result is None:
        return {"result": None, "settlement": None}
    return {"result": result.to_dict(), "settlement": table.rules.settle(result).to_dict()}


def _show(table: Table, frame: dict[str, Any], options: ReplayOptions) -> None:
    told = [str(Told(each["text"], tuple(each["tiles"]))) for each in frame["told"]]
    head = Text(f"{frame['event']}", "bold yellow")
    parts = [Text(each) for each in told]
    first, *rest = joined([Text.assemble(part, ";") for part in parts[:-1]] + parts[-1:], 5, WIDTH)
    print_lines([Text.assemble(head, first[cell_len(head.plain) :]), *rest])
    view = table.view(options.seat)
    hands = None if options.hide else [table.hand(seat) for seat in range(table.seats)]
    lines = list(
        board(
            view,
            table.rules,
            notation=str(options.notation),
            language=str(options.language),
            hands=hands,
        )
    )
    if options.hide:
        lines.append(Text.assemble("     ", tiles_text(view.hand.text(str(options.notation)))))
    print_lines([*lines, Text()])
    if table.result is not None:
        settlement = table.rules.settle(table.result)
        print_end(table, table.result, settlement, str(options.language))


def print_lines(lines: Sequence[Text]) -> None:
    """Write lines, which the terminal breaks where it is narrow."""
    screen().print(*lines, sep="\n", soft_wrap=True)


def print_end(table: Table, result: DealResult, settlement: Settlement, language: str) -> None:
    """How a deal ended: every score in the order of the wins, and what everybody pays.

    With several wins each is told with who pays for it.
    """
    names = [seat_name(seat, table.seats, language) for seat in range(table.seats)]
    several = len(result.wins) > 1
    for win, text, paid in wins_told(result, settlement, names, language):
        if several:
            print_lines([Text(text, "bold yellow")])
        print_tables(list(score_tables(score_of(table, win), language)))
        if several:
            print_lines([Text(f"   {line}", "dim") for line in paid])
        print_lines([Text()])
    if result.bird is not None:
        print_lines([Text(f"{_BIRD[language]} {name(result.bird)}")])
    if result.bao is not None:
        print_lines([Text(f"{_BAO[language]} {name(result.bao)}")])
    if result.horses:
        print_lines([Text(" ".join([_HORSES[language], *map(name, result.horses)]))])
    print_tables([payments_table(settlement, table.rules.currency, language)])
