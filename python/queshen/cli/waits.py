"""`queshen waits`: the tiles that complete each hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from ..answers import Draws, Readiness
from ..hand import Hand
from ..notation import write_tile
from ..rules import Rules
from .games import GameOptions
from .hands import EXIT_CODES, answer_hands, within_reach
from .options import WaitOptions, spread
from .screen import distance_text, draws_facts, draws_text, hand_text, new_table, tile_text

__all__ = ["register"]

HELP = f"""
Say which tiles complete each hand, and how many of each are unseen.

A hand is one tile short of a whole one: 13 tiles where there are four sets and no melds. Copies
in the hand, and those named by --visible, count as seen.

With --variant of a game in which hands are declared ready it says instead on which tiles each may
be won once it is declared, or which conditions it does not meet: opened (a meld that is no
concealed kong), two_suits, orphan (a tile of certain kinds), four_concealed, chow and pung (without
the group of the winning tile), wanted and wanted_live (a wait on certain kinds, and one of which
not all copies are seen), ready (one tile short).

{EXIT_CODES}

JSON keys: place, hand, shanten (null where no shape is within reach), tiles (unseen copies of each
wait), wild (a wildcard would do too), live (the sum); with --variant: place, hand, legal, failed,
closed (one wait, in the middle of a chow).
"""


@dataclass(frozen=True, kw_only=True)
class ReadyOptions(WaitOptions):
    """The same with the game whose declarations are asked about."""

    variant: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="A game with declarations.", show_default=False),
    ] = None
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="An option of the game; `queshen variants GAME` lists them.",
            show_default=False,
        ),
    ] = None

    @cached_property
    def rules(self) -> Rules | None:
        """The rules of the game, if one is named."""
        if self.variant is None:
            if self.option:
                raise typer.BadParameter("expected --variant with it", param_hint="--option")
            return None
        rules = GameOptions(variant=self.variant, option=self.option).rules
        if rules.flow.ready is None:
            raise typer.BadParameter(
                f"{rules.id} has no declarations, expected a game such as baopai",
                param_hint="--variant",
            )
        return rules


@dataclass(frozen=True)
class Ready:
    """Whether a hand may be declared."""

    found: Readiness

    def facts(self, notation: str) -> dict[str, object]:
        """It for JSON."""
        tiles = [write_tile(kind, notation) for kind in self.found.legal]
        return {"legal": tiles, "failed": self.found.failed, "closed": self.found.closed}


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
    app.command("waits", help=HELP)(spread(ReadyOptions, waits))


def waits(options: ReadyOptions) -> None:
    """Answer every hand."""
    if options.rules is not None:
        readiness(options, options.rules)
        return
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


def readiness(options: ReadyOptions, rules: Rules) -> None:
    """Say of every hand whether it may be declared."""
    notation = str(options.notation)

    def show(answers: Sequence[tuple[Hand, Ready]]) -> Iterable[Table]:
        table = new_table("Hand", "Wins on", "Missing")
        for hand, answer in answers:
            tiles = Text(" ").join(tile_text(kind, notation) for kind in answer.found.legal)
            if answer.found.closed:
                tiles.append(" closed", "dim")
            missing = Text(", ".join(answer.found.failed), "red")
            table.add_row(hand_text(hand, options.notation), tiles, missing)
        return [table]

    answer_hands(options, lambda hand: Ready(rules.readiness(hand)), show)
