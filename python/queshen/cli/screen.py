"""What the commands print: tiles in colours, tables, errors and JSON lines."""

from __future__ import annotations

import codecs
import errno
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from typing import BinaryIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..answers import Draws
from ..hand import Hand
from ..notation import write_tile

__all__ = [
    "complain",
    "distance_text",
    "draws_facts",
    "draws_text",
    "errors",
    "hand_text",
    "line",
    "new_table",
    "plain_table",
    "print_tables",
    "screen",
    "standard_input",
    "tile_text",
    "tiles_text",
]

_SUITS = ("red", "cyan", "green")
_HONOURS = ("yellow", "yellow", "yellow", "yellow", "bold red", "bold green", "bold")
_STYLES = tuple(style for style in _SUITS for _ in range(9)) + _HONOURS
_WILD = "bold magenta"

# Only for colours: digits with a suit, honours, wildcards and what they stand for. What else there
# is stays plain.
_ITEMS = re.compile(
    r"(?P<m>[1-9'()]+m'?)|(?P<p>[1-9'()]+p'?)|(?P<s>[1-9'()]+s'?)"
    r"|(?P<z>[1-7]+z'?|[ESWNCFP]'?)|(?P<wild>\*)"
)
_STANDING = re.compile(r"\(.\)")
_ITEM_STYLES = dict(zip("mps", _SUITS, strict=True)) | {"z": "yellow", "wild": _WILD}


# A table is laid out for at least so many characters a column. A terminal that is narrower breaks
# the lines itself; rich would cut them.
_ROOM = 9
# Nobody reads the lines of a pipe on a screen.
_PIPE_WIDTH = 1000


def print_tables(tables: Iterable[Table | Text]) -> None:
    """Write answers. Cells fold where the terminal is narrow, and nothing is cut."""
    shown = list(tables)
    columns = [len(table.columns) for table in shown if isinstance(table, Table)]
    console = screen()
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS", "").isdigit():
        console.width = _PIPE_WIDTH
    console.width = max(console.width, _ROOM * max(columns, default=1))
    console.print(*shown, sep="\n")


def screen() -> Console:
    """Where answers go."""
    return Console(highlight=False)


def errors() -> Console:
    """Where errors and progress go."""
    return Console(stderr=True, highlight=False)


def complain(place: str, problem: object) -> None:
    """Tell an error and its place in one line."""
    errors().print(
        Text.assemble(("error: ", "bold red"), (f"{place}: {problem}", "red")), soft_wrap=True
    )


def line(facts: Mapping[str, object]) -> None:
    """Write one JSON object as a line, with escapes where the stream does not write UTF-8."""
    utf8 = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    print(json.dumps(facts, ensure_ascii=not utf8))


def standard_input() -> BinaryIO:
    """The bytes of standard input; OSError where it is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, "closed")
    return sys.stdin.buffer


def new_table(*columns: str, numbers: tuple[str, ...] = (), title: Text | None = None) -> Table:
    """An empty table; `numbers` are aligned to the right, and the widest columns fold first."""
    table = Table(
        box=box.SIMPLE_HEAD,
        title=title,
        title_justify="left",
        title_style="",
        header_style="bold",
        pad_edge=False,
    )
    for column in columns:
        table.add_column(
            column,
            justify="right" if column in numbers else "left",
            overflow="fold",
        )
    return table


def plain_table(columns: int, style: str = "") -> Table:
    """An empty table without head and lines."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(columns):
        table.add_column(overflow="fold", style=style)
    return table


def tile_text(kind: int | None, notation: str, wild: bool = False) -> Text:
    """One tile; None is a wildcard without a face."""
    if kind is None:
        return Text("*", _WILD)
    return Text(write_tile(kind, notation), _WILD if wild else _STYLES[kind])


def hand_text(hand: Hand, notation: str = "queshen") -> Text:
    """A hand in colours."""
    shown = tiles_text(hand.text(notation))
    if hand.meld_count and not hand.melds:
        shown.append(f" and {hand.meld_count} meld{'s' * (hand.meld_count > 1)}", "dim")
    return shown


def tiles_text(tiles: str) -> Text:
    """Tiles in colours; in parentheses stands what a wildcard stands for."""
    shown = Text(tiles)
    for item in _ITEMS.finditer(tiles):
        shown.stylize(_ITEM_STYLES[item.lastgroup or ""], *item.span())
    for item in _STANDING.finditer(tiles):
        shown.stylize(_WILD, *item.span())
    return shown


def distance_text(shanten: int | None) -> Text:
    """A shanten; ready and complete stand out, None is out of reach."""
    if shanten is None:
        return Text("out of reach", "dim")
    if shanten < 0:
        return Text(f"complete {shanten}", "bold green")
    return Text(f"ready {shanten}", "green") if shanten == 0 else Text(str(shanten))


def draws_text(draws: Draws, hand: Hand, notation: str) -> Text:
    """Kinds that `hand` wants, with their unseen copies: ``6s×4 9s×3``."""
    items = [
        Text.assemble(
            tile_text(kind, notation, wild=kind == hand.face),
            (f"×{draws.live[kind]}", "dim" if draws.live[kind] else "red"),
        )
        for kind in draws
    ]
    # A wildcard with a face is among the kinds; and where none is held, none is in play.
    if draws.wild and hand.wild and hand.face is None:
        items.append(tile_text(None, notation))
    return Text(" ").join(items) if items else Text("none", "dim")


def draws_facts(draws: Draws, notation: str) -> dict[str, object]:
    """The same for JSON: tile and unseen copies, then whether a wildcard would do, then the sum."""
    live = {write_tile(kind, notation): draws.live[kind] for kind in draws}
    return {"tiles": live, "wild": draws.wild, "live": draws.total}
