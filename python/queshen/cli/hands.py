"""How every command about hands goes: read each hand, answer it, print.

A hand that cannot be read is told, and the others are answered.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO, Protocol, TypeVar

import typer
from rich.table import Table
from rich.text import Text

from ..errors import HandError, QueshenError, shown
from ..hand import Hand
from ..shapes import Shape
from .options import HandTexts
from .screen import complain, line, print_tables, standard_input

__all__ = ["EXIT_CODES", "Answer", "answer_hands", "within_reach"]

EXIT_CODES = "Exit codes: 0 every hand was answered, 2 something could not be read."

_DASH = Path("-")


class Answer(Protocol):
    """What a hand answers."""

    def facts(self, notation: str) -> dict[str, object]:
        """It for JSON: the keys that follow place and hand."""


A = TypeVar("A", bound=Answer)


def within_reach(hand: Hand, shapes: Shape) -> bool:
    """Whether the hand can come to any of the shapes; melds bar some, and so do other sizes.

    Examples
    --------
    >>> within_reach(Hand("[123m]456m1122p155s"), Shape.SEVEN_PAIRS)
    False
    """
    return bool(hand.shanten_by_shape(shapes))


def answer_hands(
    options: HandTexts,
    ask: Callable[[Hand], A],
    show: Callable[[Sequence[tuple[Hand, A]]], Iterable[Table | Text]],
    holds: Callable[[A], bool] | None = None,
) -> None:
    """Ask every hand, and print what `show` makes of the answers, or each answer as a line of JSON.

    Leaves with 2 where a hand could not be read, else with 1 where some answer does not hold.
    """
    notation = str(options.notation)
    arguments = options.hand_arguments
    answers: list[tuple[Hand, A]] = []
    asked, failed, good = 0, False, True
    for place, text in _hand_texts(options):
        asked += 1
        try:
            hand = Hand(_decoded(text), **arguments)
            answer = ask(hand)
            written = hand.text(notation)
        except QueshenError as error:
            complain(place, error)
            failed = True
            continue
        good = good and (holds is None or holds(answer))
        if options.as_json:
            line({"place": place, "hand": written, **answer.facts(notation)})
        else:
            answers.append((hand, answer))
    if answers:
        print_tables(show(answers))
    if not asked:
        complain("no hand", "expected HAND, --file or hands on standard input")
    if failed or not asked:
        raise typer.Exit(2)
    if not good:
        raise typer.Exit(1)


def _hand_texts(options: HandTexts) -> Iterator[tuple[str, str | bytes]]:
    """Every hand with its place."""
    texts = options.texts or []
    # Opened first, so that a file that is not there is told before anything is answered.
    with nullcontext() if options.file in (None, _DASH) else _opened(options.file) as file:
        for number, text in enumerate(texts, 1):
            if text == str(_DASH):
                yield from _standard_input()
            else:
                yield f"argument {number}", text
        if file is not None:
            yield from _lines(str(options.file), file)
        elif options.file is not None or (not texts and _piped()):
            yield from _standard_input()


def _piped() -> bool:
    return sys.stdin is not None and not sys.stdin.isatty()


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise typer.BadParameter(f"{path}: {error.strerror}", param_hint="--file") from None


def _standard_input() -> Iterator[tuple[str, bytes]]:
    try:
        return _lines("standard input", standard_input())
    except OSError as error:
        raise typer.BadParameter(f"standard input is {error.strerror}") from None


def _lines(source: str, lines: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    """The lines that are not empty, without comments and the space around them."""
    for number, whole in enumerate(lines, 1):
        text = whole.partition(b"#")[0].strip()
        if text:
            yield f"{source}, line {number}", text


def _decoded(text: str | bytes) -> str:
    if isinstance(text, str):
        return text.strip()
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise HandError(f"{shown(text)}, byte {error.start}: expected UTF-8") from None
