"""`queshen shanten`: how far each hand is from ready, and for which shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import typer
from rich.table import Table

from ..hand import Hand
from .hands import EXIT_CODES, answer_hands
from .options import HandOptions, shape_name, spread
from .screen import distance_text, hand_text, new_table

__all__ = ["register"]

HELP = f"""
Say how many useful tiles each hand needs until it is ready: 0 is ready, -1 is complete.

The shapes that are as near as that are named. A shape may be out of reach: hands with melds have no
pairs or orphans, and some shapes need a certain size. That is an answer too, and no error.

{EXIT_CODES}

JSON keys: place, hand, shanten (null where no shape is within reach), shapes (the nearest),
by_shape (the shanten of each shape within reach).
"""


@dataclass(frozen=True)
class Distance:
    """How far each shape within reach is."""

    by_shape: dict[str, int]

    @property
    def shanten(self) -> int | None:
        """The shanten of the hand; None where no shape is within reach."""
        return min(self.by_shape.values(), default=None)

    @property
    def nearest(self) -> tuple[str, ...]:
        """The shapes that are as near as the hand is."""
        return tuple(name for name, far in self.by_shape.items() if far == self.shanten)

    def facts(self, notation: str) -> dict[str, object]:
        """It for JSON."""
        return {"shanten": self.shanten, "shapes": self.nearest, "by_shape": self.by_shape}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("shanten", help=HELP)(spread(HandOptions, shanten))


def shanten(options: HandOptions) -> None:
    """Answer every hand."""

    shapes = options.shape

    def ask(hand: Hand) -> Distance:
        by_shape = hand.shanten_by_shape(shapes)
        return Distance({shape_name(shape): far for shape, far in by_shape.items()})

    def show(answers: Sequence[tuple[Hand, Distance]]) -> Iterable[Table]:
        table = new_table("Hand", "Shanten", "For", numbers=("Shanten",))
        for hand, answer in answers:
            shown = hand_text(hand, options.notation)
            table.add_row(shown, distance_text(answer.shanten), ", ".join(answer.nearest))
        return [table]

    answer_hands(options, ask, show)
