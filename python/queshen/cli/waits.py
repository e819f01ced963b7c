"""`queshen waits`: the tiles that complete each hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import typer
from rich.table import Table

from ..answers import Draws
from ..hand import Hand
from .hands import EXIT_CODES, answer_hands, within_reach
from .options import WaitOptions, spread
from .screen import distance_text, draws_facts, draws_text, hand_text, new_table

__all__ = ["register"]

HELP = f"""
Say which tiles complete each hand, and how many of each are unseen.

A hand is one tile short of a whole one: 13 tiles where there are four sets and no melds. Copies
in the hand, and those named by --visible, count as seen.

{EXIT_CODES}

JSON keys: place, hand, shanten (null where no shape is within reach), tiles (unseen copies of each
wait), wild (a wildcard would do too), live (the sum).
"""


@dataclass(frozen=True)
class Waits:
    """The waits of a hand, and how far they are where there are none."""

    shanten: int | None
    draws: Draws

    def facts(self, notation: str) -> dict[str, object]:
        """It for JSON."""
        return {"shanten": self.shanten, **draws_facts(self.draws, notation)}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("waits", help=HELP)(spread(WaitOptions, waits))


def waits(options: WaitOptions) -> None:
    """Answer every hand."""
    shapes, visible = options.shape, options.visible_counts

    def ask(hand: Hand) -> Waits:
        draws = hand.waits(shapes, visible=visible, wait_counts=options.wait_counts.value)
        reached = within_reach(hand, shapes)
        return Waits(hand.shanten(shapes) if reached else None, draws)

    def show(answers: Sequence[tuple[Hand, Waits]]) -> Iterable[Table]:
        numbers = ("Shanten", "Live")
        table = new_table("Hand", "Shanten", "Waits", "Live", numbers=numbers)
        for hand, answer in answers:
            table.add_row(
                hand_text(hand, options.notation),
                distance_text(answer.shanten),
                draws_text(answer.draws, hand, options.notation),
                str(answer.draws.total),
            )
        return [table]

    answer_hands(options, ask, show)
