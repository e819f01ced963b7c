"""`queshen discards`: what each discard leaves, best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import typer
from rich.table import Table

from ..answers import Discard
from ..hand import Hand
from .hands import EXIT_CODES, answer_hands
from .options import VisibleOptions, spread
from .screen import distance_text, draws_facts, draws_text, hand_text, new_table, tile_text

__all__ = ["register"]

HELP = f"""
Say what each discard leaves: how far the hand is then, and which tiles help. Best first.

A hand holds a drawn tile: 14 tiles where there are four sets and no melds. Copies in the hand,
and those named by --visible, count as seen. Where no shape is within reach of the hand, that is an
error: no discard leaves it any nearer.

{EXIT_CODES}

JSON keys: place, hand, discards: a list with tile, discards_wild (a wildcard is discarded),
shanten, tiles (unseen copies of each useful tile), wild (a wildcard would do too), live (the sum).
"""


@dataclass(frozen=True)
class Discards:
    """Every discard of a hand."""

    best_first: list[Discard]

    def facts(self, notation: str) -> dict[str, object]:
        """It for JSON."""
        return {
            "discards": [
                {
                    "tile": tile_text(each.kind, notation).plain,
                    "discards_wild": each.wild,
                    "shanten": each.shanten,
                    **draws_facts(each.useful, notation),
                }
                for each in self.best_first
            ]
        }


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("discards", help=HELP)(spread(VisibleOptions, discards))


def discards(options: VisibleOptions) -> None:
    """Answer every hand."""
    shapes, visible = options.shape, options.visible_counts

    def ask(hand: Hand) -> Discards:
        return Discards(hand.discards(shapes, visible=visible))

    def show(answers: Sequence[tuple[Hand, Discards]]) -> Iterator[Table]:
        numbers = ("Shanten", "Live")
        for hand, answer in answers:
            title = hand_text(hand, options.notation)
            table = new_table("Discard", "Shanten", "Useful", "Live", numbers=numbers, title=title)
            for each in answer.best_first:
                table.add_row(
                    tile_text(each.kind, options.notation, each.wild),
                    distance_text(each.shanten),
                    draws_text(each.useful, hand, options.notation),
                    str(each.useful.total),
                )
            yield table

    answer_hands(options, ask, show)
