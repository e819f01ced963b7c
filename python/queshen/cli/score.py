"""`queshen score`: what each hand is worth, and what everybody pays for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from ..deal_result import DealResult, KongPaid, KongType, ResultError, SeatResult, Win
from ..hand import Hand
from ..settlement import Settlement
from ..tiles import KIND_COUNT, TILE_NAMES, Meld, MeldType, name
from .games import GameOptions
from .hands import answer_hands
from .options import HandTexts, Language, spread
from .worth import payments_table, score_tables

if TYPE_CHECKING:
    from ..scorer import Score

__all__ = ["register"]

HELP = """
Say what each hand is worth in a game, fan by fan, and with --settle what everybody pays for it.

Who pays what can depend on more than the win: --liable on who pays for all, --standing on who has
laid nothing open, --from-ready on the discarder, --kong on what kongs are paid, --bird and --horse
on tiles.

A hand is one tile short and --win completes it, or it holds the winning tile already. All hands
share the options. Answers are in the notation `queshen`, where (5) is a wildcard that stands for
a 5.

Seats count from the dealer, 0, in turn order, so that the seat wind tells the winner's and the
other way round.

Exit codes: 0 every hand wins, 1 some hand does not, 2 something could not be read.

JSON keys: place, hand, rules, wild, win, context (how the hand is won), is_win, reason (null,
"not complete", "minimum", "discard", "discarded wildcard"), total, points (of the total), counted
(without flowers), minimum, fans (a list with id, zh, en, value, count, points), excluded (a list
with id, zh, en, count, by: the fan beside which it does not count, null where chows are used
already), reading, faces (what the wildcards stand for), settlement (null, or transfers, points,
coins, fee, unit, bank).
"""

_SEATS = 4
_WINDS = "ESWN"

Wind = StrEnum("Wind", {wind: wind for wind in _WINDS})  # type: ignore[misc]

_FLAGS = (
    *("last_tile", "replacement", "robbing", "last_copy", "first_turn"),
    *("bao", "closed_ready", "bao_wait"),
)
_KONGS = {"exposed": KongType.EXPOSED, "added": KongType.ADDED, "concealed": KongType.CONCEALED}
_EAST = Wind("E")


@dataclass(frozen=True, kw_only=True)
class ScoreOptions(GameOptions, HandTexts):
    """How hands are won, in which game, and who pays."""

    win: Annotated[
        str,
        typer.Option(
            metavar="TILE",
            help="The winning tile; * is a wildcard without a face, 6m' a natural copy of the"
            " tile that is wild.",
        ),
    ]
    self_draw: Annotated[bool, typer.Option("--self-draw", help="The tile was drawn.")] = False
    round_wind: Annotated[Wind, typer.Option(case_sensitive=False, help="The prevailing wind.")] = (
        _EAST
    )
    seat_wind: Annotated[
        Wind | None,
        typer.Option(
            case_sensitive=False,
            help="The wind of the winner: that of --winner, or else E.",
            show_default=False,
        ),
    ] = None
    flowers: Annotated[int, typer.Option(min=0, max=8, help="Flowers shown.")] = 0
    last_tile: Annotated[
        bool, typer.Option("--last-tile", help="By the last tile of the wall, or the discard then.")
    ] = False
    replacement: Annotated[
        bool, typer.Option("--replacement", help="The tile was drawn for a kong.")
    ] = False
    robbing: Annotated[
        bool, typer.Option("--robbing", help="The tile was added to a pung by another seat.")
    ] = False
    last_copy: Annotated[
        bool, typer.Option("--last-copy", help="The other three copies lie face up.")
    ] = False
    first_turn: Annotated[
        bool,
        typer.Option(
            "--first-turn", help="Before play began, or by the first draw, or on the first discard."
        ),
    ] = False
    bao: Annotated[
        bool, typer.Option("--bao", help="The tile drawn is the hidden wildcard; --win is *.")
    ] = False
    closed_ready: Annotated[
        bool,
        typer.Option(
            "--closed-ready", help="Declared with one wait, which is the middle of a chow."
        ),
    ] = False
    bao_wait: Annotated[
        bool, typer.Option("--bao-wait", help="That wait is the hidden wildcard itself.")
    ] = False
    language: Annotated[Language, typer.Option(help="The language of words.")] = Language.EN
    settle: Annotated[bool, typer.Option("--settle", help="Say what everybody pays.")] = False
    winner: Annotated[
        int | None,
        typer.Option(min=0, max=_SEATS - 1, help="The winner's seat.", show_default=False),
    ] = None
    discarder: Annotated[
        int | None,
        typer.Option(
            min=0, max=_SEATS - 1, help="Whose tile it was, if not drawn.", show_default=False
        ),
    ] = None
    liable: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=_SEATS - 1,
            help="Who pays for all if the tile was drawn.",
            show_default=False,
        ),
    ] = None
    standing: Annotated[
        list[int] | None,
        typer.Option(
            min=0,
            max=_SEATS - 1,
            help="A seat that has laid nothing open; may be given several times.",
            show_default=False,
        ),
    ] = None
    from_ready: Annotated[
        bool, typer.Option("--from-ready", help="The discarder had declared before.")
    ] = False
    kong: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT:HOW",
            help="A kong that was made, as 2:concealed, 2:added or 2:exposed:0, which seat 0 fed;"
            " may be given several times.",
            show_default=False,
        ),
    ] = None
    horse: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TILE",
            help="A tile that the dealer bought; may be given several times.",
            show_default=False,
        ),
    ] = None
    bird: Annotated[
        str | None,
        typer.Option(
            metavar="TILE",
            help="The tile turned after the win; may be a flower.",
            show_default=False,
        ),
    ] = None

    @property
    def hand_arguments(self) -> dict[str, Any]:
        """What a hand takes beside its tiles."""
        return {**super().hand_arguments, "sets": self.rules.sets, "fifth": self.rules.fifth}

    @cached_property
    def winning_tile(self) -> str:
        """The winning tile as `Rules.score` takes it."""
        if self.win == "*":
            return self.win
        marked = self.win.endswith("'")
        return name(self.tile("--win", self.win.removesuffix("'"))) + "'" * marked

    @cached_property
    def context(self) -> dict[str, Any]:
        """How the hands are won, as `Rules.score` takes it."""
        return {
            "self_draw": self.self_draw,
            "round_wind": str(self.round_wind),
            "seat_wind": str(self.seat_wind or _WINDS[self.winner_seat]),
            "dealer": self.winner_seat == 0,
            "flowers": self.flowers,
            **{flag: getattr(self, flag) for flag in _FLAGS},
        }

    @property
    def winner_seat(self) -> int:
        """The seat of the winner, told by itself or by its wind, where seats have fixed winds."""
        by_wind = None if self.seat_wind is None else _WINDS.index(self.seat_wind)
        if self.winner is None:
            return by_wind or 0
        if by_wind not in (None, self.winner) and self.rules.options.get("seat_wind") != "fixed":
            raise typer.BadParameter(
                f"seat {self.winner} is {_WINDS[self.winner]}, expected {self.seat_wind} as"
                " --seat-wind says; seat 0 deals and is E",
                param_hint="--winner",
            )
        return self.winner

    def check_settling(self) -> None:
        """Refuse what does not belong together."""
        problem = self._problem()
        if problem is not None:
            raise typer.BadParameter(problem[1], param_hint=problem[0])

    def _problem(self) -> tuple[str, str] | None:
        """The option that is wrong, and why."""
        if not self.settle:
            given = {
                "--discarder": self.discarder,
                "--bird": self.bird,
                "--liable": self.liable,
                "--standing": self.standing or None,
                "--from-ready": self.from_ready or None,
                "--kong": self.kong or None,
                "--horse": self.horse or None,
            }
            alone = [option for option, value in given.items() if value is not None]
            return (alone[0], "expected --settle with it") if alone else None
        if self.self_draw and self.discarder is not None:
            return "--discarder", "expected none with --self-draw"
        if not self.self_draw and self.discarder is None:
            return "--settle", "expected --self-draw with it, or --discarder, who pays"
        if self.discarder == self.winner_seat:
            return "--discarder", f"seat {self.discarder} is the winner, expected another"
        if self.from_ready and self.discarder is None:
            return "--from-ready", "expected --discarder with it"
        if self.liable is not None and not self.self_draw:
            return (
                "--liable",
                "expected --self-draw with it: who discards a tile pays for it anyway",
            )
        if self.liable == self.winner_seat:
            return "--liable", f"seat {self.liable} is the winner, expected another"
        if self.horse and not self.rules.flow.horses:
            return "--horse", f"expected none, as {self.rules.id} has no horses"
        most = self.rules.flow.horses
        if self.horse and len(self.horse) > most:
            return "--horse", f"{len(self.horse)} horses, expected at most {most}"
        if self.bird is not None and not self.rules.options.get("bird"):
            return "--bird", f"expected none, as {self.rules.id} is played without a bird here"
        return None

    @cached_property
    def bird_tile(self) -> int | str | None:
        """The bird as a result of a deal takes it."""
        if self.bird is None or self.bird in TILE_NAMES[KIND_COUNT:]:
            return self.bird
        return self.tile("--bird", self.bird)

    def flags(self, score: Score) -> list[str]:
        """How the win came about, as results name it."""
        names = {"closed_ready": "closed_wait"}
        flags = [names.get(flag, flag) for flag in _FLAGS if score.context[flag]]
        return [*flags, "from_ready"] if self.from_ready else flags

    @cached_property
    def hands(self) -> tuple[SeatResult, ...]:
        """What the seats had, as far as it was told who has laid nothing open."""
        if self.standing is None:
            return ()
        opened = SeatResult(melds=(Meld(MeldType.PUNG, 0),))
        return tuple(SeatResult() if at in self.standing else opened for at in range(_SEATS))

    @cached_property
    def horses(self) -> tuple[int, ...]:
        """The horses as kinds."""
        return tuple(self.tile("--horse", horse) for horse in self.horse or ())

    @cached_property
    def kongs(self) -> tuple[KongPaid, ...]:
        """The kongs that were made."""
        return tuple(map(self._kong, self.kong or ()))

    def _kong(self, text: str) -> KongPaid:
        """A kong out of its text; of which tile it is decides nothing."""
        seat, _, rest = text.partition(":")
        how, _, payer = rest.partition(":")
        expected = f"{text!r}, expected a seat and {', '.join(_KONGS)}, as 2:exposed:0"
        if how not in _KONGS or not {seat, payer or "0"} <= set(map(str, range(_SEATS))):
            raise typer.BadParameter(expected, param_hint="--kong")
        try:
            return KongPaid(int(seat), 0, _KONGS[how], int(payer) if payer else None)
        except ResultError as error:
            raise typer.BadParameter(f"{text!r}: {error}", param_hint="--kong") from None

    def settled(self, score: Score) -> Settlement:
        """What everybody pays for a win."""
        win = Win(
            self.winner_seat,
            score.total,
            self.discarder,
            tile=None if score.win == "*" else score.win.removesuffix("'"),
            flags=self.flags(score),
            liable=self.liable,
        )
        return self.rules.settle(
            DealResult(
                [win],
                bird=self.bird_tile,
                round_wind=str(self.round_wind),
                hands=self.hands,
                kongs=self.kongs,
                horses=self.horses,
            )
        )


@dataclass(frozen=True)
class Worth:
    """What a hand is worth, and what everybody pays."""

    score: Score
    settlement: Settlement | None

    def facts(self, notation: str) -> dict[str, object]:
        """It for JSON."""
        settlement = self.settlement and self.settlement.to_dict()
        return {**self.score.to_dict(), "settlement": settlement}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("score", help=HELP)(spread(ScoreOptions, score))


def score(options: ScoreOptions) -> None:
    """Answer every hand."""
    rules = options.rules
    options.check_settling()
    # What is wrong with an option is told before anything is answered.
    win, context = options.winning_tile, options.context
    _ = options.bird_tile, options.horses, options.kongs

    def ask(hand: Hand) -> Worth:
        found = rules.score(hand, win, **context)
        return Worth(found, options.settled(found) if options.settle and found.is_win else None)

    def show(answers: Sequence[tuple[Hand, Worth]]) -> Iterator[Table | Text]:
        for number, (_, answer) in enumerate(answers):
            if number:
                yield Text()
            yield from score_tables(answer.score, str(options.language))
            if answer.settlement is not None:
                yield payments_table(answer.settlement, rules.currency, str(options.language))

    answer_hands(options, ask, show, holds=lambda answer: answer.score.is_win)
