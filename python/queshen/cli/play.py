"""`queshen play`: a game in the terminal, you against the players of the engine."""

from __future__ import annotations

import io
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer
from rich.cells import cell_len
from rich.text import Text

from .. import table as tables
from ..actions import (
    CHOW_HIGH,
    CHOW_LOW,
    CHOW_MIDDLE,
    KONG,
    PASS,
    Action,
    added_kong,
    concealed_kong,
    discard,
)
from ..errors import NotationError, QueshenError
from ..hand import Hand
from ..notation import read_tile
from ..render import act_word, all_told, seat_name
from ..rules import Rules
from ..session import Session
from ..tiles import Meld, MeldType, name
from ..view import View
from .board import WIDTH, board, hand_tiles, joined
from .games import GameOptions
from .hints import hint_lines
from .options import Language, Notation, spread
from .replay import print_end, print_lines
from .screen import complain, screen, tile_text

if TYPE_CHECKING:
    from ..table import Table

__all__ = ["register"]

HELP = """
Play against the engine: the other seats are greedy.

You are asked when you have to decide. Answer with the number of a tile or a choice, or with words:
a tile (`5m`) discards it, `discard ready 5m` declares with it; `pung`, `chow low`, `kong`, `win`,
`pass`. Before the first turn some games ask for tiles to pass on, a void suit (`m`, `p`, `s`),
`double` or `ready`. An empty line passes. `hint` shows how far each choice is from a win, what it
waits for and what that is worth; `undo` takes your last decision back; `table` shows the table
again; `quit` leaves.

Tiles: 1m-9m 万, 1p-9p 饼, 1s-9s 条, E S W N, C 中, F 发, P 白. A star marks a wildcard.
Seat 0 deals first; who deals next is up to the rules of the game.

Exit codes: 0 you played to the end or quit, 1 the input ended before, 2 an option cannot be.
"""

_QUESHEN = Notation("queshen")
_MOST_DEALS = 1000
_SEED_BITS = 32
_YOU = 0  # among the players of a session
_CHOWS = (CHOW_LOW, CHOW_MIDDLE, CHOW_HIGH)
_PLACES = ("low", "middle", "high")
_SAID = {
    "碰": "pung",
    "杠": "kong",
    "和": "win",
    "胡": "win",
    "过": "pass",
    "吃": "chow",
    "p": "pass",
    "加倍": "double",
    "听": "ready",
}
_COMMANDS = {
    "h": "hint",
    "u": "undo",
    "t": "table",
    "q": "quit",
    "?": "help",
    "提示": "hint",
    "悔": "undo",
    "exit": "quit",
}
_WORDS = {
    "en": {
        "deal": "Deal {} of {}, seed {}. You sit {}.",
        "discard": "discard",
        "claim": "claim {}?",
        "rob": "rob {}?",
        "exchange": "pass on, {} more of one suit",
        "void": "a suit that you will not use: m, p or s",
        "double": "double the stakes? (double, pass)",
        "ready": "declare ready? (ready, pass)",
        "back": "Taken back.",
        "nothing": "There is nothing to take back.",
        "left": "You left the game.",
        "ended": "the input ended before the game did",
        "number": "{} is no choice, expected a number from 1 to {}",
        "unknown": "{!r} is no answer, expected a number, a tile, an action, hint, undo or quit",
        "several": "{} can be several things, expected one of: {}",
        "total": "So far: {}.",
        "help": "A number, a tile, or: pung, chow low, kong, win, pass, hint, undo, table, quit.",
    },
    "zh": {
        "deal": "第{}局，共{}局，种子{}。你坐{}。",
        "discard": "打",
        "claim": "要{}吗？",
        "rob": "抢{}吗？",
        "exchange": "换出同花色的牌，还差{}张",
        "void": "定缺：m 万、p 筒、s 条",
        "double": "加倍吗？（double、pass）",
        "ready": "报听吗？（ready、pass）",
        "back": "已收回。",
        "nothing": "没有可收回的。",
        "left": "你已离开。",
        "ended": "输入在终局前结束",
        "number": "没有选项{}，应为1到{}",
        "unknown": "不懂{!r}，应为序号、牌、动作、hint、undo 或 quit",
        "several": "{}有几种，应为其一：{}",
        "total": "累计：{}。",
        "help": "序号、牌，或：碰 吃 杠 和 过 提示 悔 table quit。",
    },
}


@dataclass(frozen=True, kw_only=True)
class PlayOptions(GameOptions):
    """Which game, and how it is played."""

    variant_place: ClassVar = "GAME"

    variant: Annotated[
        str, typer.Argument(metavar="GAME", help="The game; `queshen variants` lists them.")
    ]
    seed: Annotated[
        int | None,
        typer.Option(
            min=0, max=2**64 - 1, help="Where all the walls come from.", show_default=False
        ),
    ] = None
    seat: Annotated[int, typer.Option(min=0, help="Where you sit first; seat 0 deals.")] = 0
    deals: Annotated[int, typer.Option(min=1, max=_MOST_DEALS, help="How many deals.")] = 1
    hints: Annotated[bool, typer.Option("--hints", help="Show hints whenever you decide.")] = False
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the deals for `queshen replay`.", show_default=False
        ),
    ] = None
    notation: Annotated[Notation, typer.Option(help="How tiles are written.")] = _QUESHEN
    language: Annotated[Language, typer.Option(help="The language of words.")] = Language.EN


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play", help=HELP)(spread(PlayOptions, play))


def play(options: PlayOptions) -> None:
    """Play the deals."""
    rules = options.rules
    seats = rules.flow.seats
    if options.seat >= seats:
        raise typer.BadParameter(f"{options.seat}, expected 0 to {seats - 1}", param_hint="--seat")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    language = str(options.language)
    words = _WORDS[language]
    session = Session(
        rules,
        secrets.randbits(_SEED_BITS) if options.seed is None else options.seed,
        first_dealer=-options.seat % seats,
    )
    played: list[Table] = []
    try:
        for number in range(options.deals):
            seat = session.seat_of(_YOU)
            you = seat_name(seat, seats, language)
            said = words["deal"].format(number + 1, options.deals, session.seed, you)
            print_lines([Text(said, "bold")])
            table = session.table
            played.append(table)
            Sitting(table, seat, options).play()
            dealt = session.finish()
            print_end(table, dealt.result, dealt.settlement, language)
            if options.deals > 1:
                total = words["total"].format(f"{session.coins[_YOU]:+d}")
                print_lines([Text(total, "bold"), Text()])
    except _Left:
        print_lines([Text(words["left"])])
    except EOFError:
        print_lines([Text()])
        complain("standard input", words["ended"])
        raise typer.Exit(1) from None
    finally:
        _write(options.record, played)


def _write(path: Path | None, tables: Sequence[Table]) -> None:
    """Write the records of the deals."""
    from ..record import write_record

    if path is None:
        return
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for table in tables:
                write_record(table, file)
    except OSError as error:
        complain(str(path), error.strerror or error)
        raise typer.Exit(2) from None


def _passed_on(tile: int) -> Action:
    """To choose a tile that is passed on."""
    return Action.parse(f"tile {name(tile)}")


_WITH_TILE: dict[str, Callable[[int], Action]] = {"turn": discard, "exchange": _passed_on}
"""What is done with a tile of the hand that is named alone, by phase."""
_SUITS = {
    **{suit: suit for suit in "mps"},
    **dict(zip("万筒条", "mps", strict=True)),
    **{"饼": "p", "索": "s"},
}


class _Left(Exception):
    """The game was left."""


class Sitting:
    """One deal of somebody who sits at a table with players of the engine."""

    def __init__(self, table: Table, seat: int, options: PlayOptions) -> None:
        self.table = table
        self.seat = seat
        self.options = options
        self.notation = str(options.notation)
        self.language = str(options.language)
        self.words = _WORDS[self.language]
        self.asked: list[int] = []  # how many acts there were at each question so far
        self.seen = 0  # events that were told

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.table.rules

    def play(self) -> None:
        """Play to the end of the deal.

        Raises
        ------
        _Left, EOFError
            If the game is left, or the input ends.
        """
        table = self.table
        while not table.done:
            others = [seat for seat in table.to_act if seat != self.seat]
            # Who decides at a table cannot know the others' answers, so that the order is free;
            # so nobody is asked about a tile that another takes anyway.
            if others:
                table.act(others[0], tables.choose(table, others[0], "greedy"))
            else:
                self.decide()
        self.tell()
        hands = [table.hand(seat) for seat in range(table.seats)]
        self.print_board(hands)
        print_lines([Text()])

    def decide(self) -> None:
        """Ask until something is done."""
        self.tell()
        view = self.table.view(self.seat)
        choices = self.show(view)
        while True:
            answer = self.read(view)
            command = _COMMANDS.get(answer.lower(), answer.lower())
            if command == "quit":
                raise _Left
            if command == "undo":
                if self.take_back():
                    return
            elif command == "hint":
                self.hint(view)
            elif command == "help":
                self.say(self.words["help"])
            elif command == "table" or (not answer and PASS not in view.legal):
                choices = self.show(view)
            else:
                action = self.understood(answer, view, choices)
                if action is not None:
                    self.asked.append(len(self.table.log))
                    self.table.act(self.seat, action)
                    return

    def take_back(self) -> bool:
        """Take the last decision back; whether there was one."""
        if not self.asked:
            self.say(self.words["nothing"])
            return False
        self.table.undo(len(self.table.log) - self.asked.pop())
        self.seen = len(self.table.events)
        self.say(self.words["back"])
        return True

    # What is read

    def read(self, view: View) -> str:
        """The next line of the input."""
        what = self.words["discard"]
        if view.phase in self.words:
            left = self.rules.flow.exchange - len(view.chosen)
            what = self.words[view.phase].format(left)
        if view.open_tile is not None:
            asked = self.words["rob" if view.phase == "rob" else "claim"]
            what = asked.format(tile_text(view.open_tile, self.notation).plain)
        screen().print(Text(f"{what} > ", "bold"), end="")
        sys.stdout.flush()
        answer = input().strip()
        if not sys.stdin.isatty():
            print(answer)  # so that a session that was piped in reads like one that was typed
        return answer

    def understood(self, answer: str, view: View, choices: list[Action]) -> Action | None:
        """The action that an answer means; None, with a word of why, where it means none."""
        if not answer:
            return PASS
        if answer.isdecimal():
            number = int(answer[:6])
            if 1 <= number <= len(choices):
                if choices[number - 1] in view.legal:
                    return choices[number - 1]
                self.say(self.table.why_not(self.seat, choices[number - 1]) or "")
                return None
            self.say(self.words["number"].format(answer[:6], len(choices)))
            return None
        try:
            meant = meanings(answer, view, self.notation)
        except QueshenError:
            self.say(self.words["unknown"].format(answer[:40]))
            return None
        allowed = [action for action in meant if action in view.legal]
        if len(allowed) > 1:
            listed = ", ".join(map(str, allowed))
            self.say(self.words["several"].format(answer[:40], listed))
            return None
        if not allowed:
            self.say(self.table.why_not(self.seat, meant[0]) or "")
            return None
        return allowed[0]

    # What is shown

    def say(self, text: str) -> None:
        """One sentence."""
        print_lines([Text(text, "yellow")])

    def tell(self) -> None:
        """What happened since the last question."""
        events = self.table.events[self.seen :]
        self.seen = len(self.table.events)
        parts = list(map(str, all_told(events, self.table.seats, self.language, self.seat)))
        if parts:
            shown = [Text(f"{part};") for part in parts[:-1]] + [Text(parts[-1])]
            print_lines([Text(), *joined(shown, indent=0)])

    def print_board(self, hands: list[Hand] | None = None) -> None:
        """The table."""
        view = self.table.view(self.seat)
        print_lines(
            [
                Text(),
                *board(
                    view, self.rules, notation=self.notation, language=self.language, hands=hands
                ),
            ]
        )

    def show(self, view: View) -> list[Action]:
        """Show the table and what may be done; the actions in the order of their numbers."""
        self.print_board()
        tiles = hand_tiles(view.hand, view.drawn, view.stand_in)
        choices = [act(tile) for tile in tiles] if (act := _WITH_TILE.get(view.phase)) else []
        print_lines(list(self.numbered(tiles, view, numbers=bool(choices))))
        others = [action for action in view.legal if action.name not in ("discard", "tile")]
        if others:
            print_lines(
                list(
                    joined(
                        self.choice(view, action, at)
                        for at, action in enumerate(others, len(choices) + 1)
                    )
                )
            )
        if self.options.hints:
            self.hint(view)
        return choices + others

    def numbered(self, tiles: list[int], view: View, numbers: bool) -> Iterator[Text]:
        """The hand, with a number over each tile; the drawn one stands apart."""
        shown = []
        for tile in tiles:
            each = tile_text(tile, self.notation, tile == view.wild)
            shown.append(each.append("*") if tile == view.wild else each)
        wide = max(max(cell_len(each.plain) for each in shown) + 1, 4)
        row = (WIDTH - 4) // wide
        for start in range(0, len(shown), row):
            over, under = Text("  ", "dim"), Text("  ")
            for at, each in enumerate(shown[start : start + row], start + 1):
                apart = "  " if at == len(shown) and view.drawn is not None else ""
                over.append(apart + str(at).rjust(wide))
                under.append(apart + " " * (wide - cell_len(each.plain)))
                under.append_text(each)
            if numbers:
                yield over
            yield under

    def choice(self, view: View, action: Action, number: int) -> Text:
        """A choice with its number, and the tiles of a claim."""
        line = Text.assemble((f" {number} ", "dim"), (str(action), "bold"))
        if self.language != "en" and act_word(action, self.language):
            line.append(f" {act_word(action, self.language)}")
        if action.name.startswith("chow") and view.open_tile is not None:
            place = _PLACES.index(action.name.split()[1])
            meld = Meld(MeldType.CHOW, view.swapped(view.open_tile) - place)
            tiles = map(view.swapped, meld.kinds)
            line.append(" ")
            line.append_text(Text(" ").join(tile_text(kind, self.notation) for kind in tiles))
        return line

    def hint(self, view: View) -> None:
        """What each choice leads to."""
        print_lines(list(hint_lines(view, self.rules, self.notation, self.language)))


def meanings(answer: str, view: View, notation: str = "queshen") -> list[Action]:
    """What an answer in words could mean, whether it is allowed or not.

    Raises
    ------
    NotationError
        If it means nothing.

    Examples
    --------
    >>> from queshen import variant
    >>> view = variant("guobiao").table(seed=7).view(0)
    >>> meanings("5m", view), meanings("kong E", view)[1], meanings("碰", view)
    ([Action.parse('discard 5m')], Action.parse('added kong E'), [Action.parse('pung')])
    """
    if view.phase == "exchange":
        return [_passed_on(_tile(answer.removeprefix("tile").strip(), notation))]
    if view.phase == "void" and answer in _SUITS:
        return [Action.parse(f"void {_SUITS[answer]}")]
    words = answer.split()
    first = _SAID.get(words[0].lower(), words[0].lower())
    if answer.startswith("听") and answer != "听":
        return [Action.parse(f"discard ready {name(_tile(answer[1:].strip(), notation))}")]
    if answer.startswith("打"):
        return [discard(_tile(answer[1:].strip(), notation))]
    if first == "chow" and len(words) == 1:
        return list(_CHOWS)
    if first == "kong" and len(words) == 1 and view.phase == "turn":
        kongs = [action for action in view.legal if action.name in ("concealed kong", "added kong")]
        return kongs or [KONG]
    if first == "kong" and len(words) == 2:
        tile = _tile(words[1], notation)
        return [concealed_kong(tile), added_kong(tile)]
    if len(words) > 1 and first in ("discard", "concealed", "added"):
        what = " ".join([first, *map(str.lower, words[1:-1])])
        return [Action.parse(f"{what} {name(_tile(words[-1], notation))}")]
    try:
        return [Action.parse(" ".join([first, *map(str.lower, words[1:])]))]
    except NotationError:
        return [discard(_tile(answer, notation))]


def _tile(text: str, notation: str) -> int:
    """A tile in the notation that is shown, or as actions are always written."""
    try:
        return read_tile(text, notation)
    except NotationError:
        return read_tile(text)
