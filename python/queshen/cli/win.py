"""`queshen win`: is each hand complete, and as which shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import typer
from rich.table import Table
from rich.text import Text

from ..hand import Hand
from .hands import answer_hands
from .options import HandOptions, shape_name, spread
from .screen import hand_text, new_table

__all__ = ["register"]

HELP = """
Say whether each hand is a win, and in which shapes.

A hand holds a drawn tile: 14 tiles where there are four sets and no melds.

Exit codes: 0 every hand wins, 1 some hand does not, 2 something could not be read.

JSON keys: place, hand, win, shapes.
"""


@dataclass(frozen=True)
class Win:
    """The shapes in which a hand is complete."""

    shapes: tuple[str, ...]

    def facts(self, notation: str) -> dict[str, object]:
        """It for JSON."""
        return {"win": bool(self.shapes), "shapes": self.shapes}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("win", help=HELP)(spread(HandOptions, win))


def win(options: HandOptions) -> None:
    """Answer every hand."""

    shapes = options.shape

    def ask(hand: Hand) -> Win:
        # The whole question first: it refuses a hand without a drawn tile whatever the shapes are.
        if not hand.is_win(shapes):
            return Win(())
        return Win(tuple(shape_name(shape) for shape in shapes if hand.is_win(shape)))

    def show(answers: Sequence[tuple[Hand, Win]]) -> Iterable[Table]:
        table = new_table("Hand", "Win", "Shapes")
        for hand, answer in answers:
            verdict = Text("yes", "bold green") if answer.shapes else Text("no", "red")
            table.add_row(hand_text(hand, options.notation), verdict, ", ".join(answer.shapes))
        return [table]

    answer_hands(options, ask, show, holds=lambda answer: bool(answer.shapes))
