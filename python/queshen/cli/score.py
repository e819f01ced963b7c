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
laid nothing open, --declared on who had declared, --from-ready on the discarder, --kong on what
kongs are paid, --holds-wild on wildcards, --streak on the dealer, --bird and --horse on tiles.

A hand is one tile short and --win completes it, or it holds the winning tile already. All hands
share the options. Answers are in the notation `queshen`, where (5) is a wildcard that stands for
a 5.

Seats count from the dealer, 0, in turn order, so that the seat wind tells the winner's and the
other way round.

Exit codes: 0 every hand wins, 1 some hand does not, 2 something could not be read.

JSON keys: place, hand, rules, wild, win, context (how the hand is won), is_win, reason (null,
"not complete", "minimum", "discard", "discarded wildcard", "suits", "winning tile"), total, points
(of the total), tile_points (what the winning tile itself adds), counted
(without flowers), minimum, fans (a list with id, zh, en, value, count, points), excluded (a list
with id, zh, en, count, by: the fan beside which it does not count, null where chows are used
already), reading, faces (what the wildcards stand for), settlement (null, or transfers, points,
coins, fee, unit, bank).
"""

_SEATS = 6  # at most
_WINDS = "ESWN"

Wind = StrEnum("Wind", {wind: wind for wind in _WINDS})  # type: ignore[misc]

_FLAGS = (
    *("last_tile", "replacement", "robbing", "last_copy", "first_turn"),
    *("bao", "closed_ready", "bao_wait"),
    *("ready", "first_ready", "after_kong", "last_round"),
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
    flowers: Annotated[
        str,
        typer.Option(metavar="N|FLOWERS", help="Flowers shown: how many, or which, as 春夏秋冬梅."),
    ] = "0"
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
    ready: Annotated[bool, typer.Option("--ready", help="The winner had declared.")] = False
    first_ready: Annotated[
        bool, typer.Option("--first-ready", help="With its first discard, or before play.")
    ] = False
    after_kong: Annotated[
        bool, typer.Option("--after-kong", help="On the discard after a replacement draw.")
    ] = False
    last_round: Annotated[
        bool, typer.Option("--last-round", help="While the last tiles are dealt out.")
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
    declared: Annotated[
        list[int] | None,
        typer.Option(
            min=0,
            max=_SEATS - 1,
            help="A seat that had declared; may be given several times.",
            show_default=False,
        ),
    ] = None
    holds_wild: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT:N",
            help="The wildcards that a seat holds at the end; may be given several times.",
            show_default=False,
        ),
    ] = None
    streak: Annotated[
        int, typer.Option(min=1, help="How many deals in a row the dealer has dealt.")
    ] = 1
    kong: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT:HOW",
            help="A kong that was made, as 2:concealed, 2:added or 2:exposed:0, which seat 0 fed,"
            " with its tile behind it where that matters, as 2:added:3m; may be given several"
            " times.",
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
            "seat_wind": str(self.seat_wind or self._wind_of(self.winner_seat)),
            "dealer": self.winner_seat == 0,
            "flowers": self.flowers_shown,
            **{flag: getattr(self, flag) for flag in _FLAGS},
        }

    @cached_property
    def flowers_shown(self) -> int | str:
        """Flowers as `Rules.score` takes them."""
        known = "".join(TILE_NAMES[KIND_COUNT:])
        if self.flowers.isdecimal() and int(self.flowers) <= len(known):
            return int(self.flowers)
        if not set(self.flowers) <= set(known) or len(set(self.flowers)) < len(self.flowers):
            raise typer.BadParameter(
                f"{self.flowers!r}, expected 0 to {len(known)}, or some of {known}",
                param_hint="--flowers",
            )
        return self.flowers

    @property
    def winner_seat(self) -> int:
        """The seat of the winner, told by itself or by its wind, where seats have fixed winds."""
        if self.winner is None:
            if self.seat_wind is None:
                return 0
            named = [seat for seat in self._seats if self._wind_of(seat) == self.seat_wind]
            return named[0] if named else 0
        own = self._wind_of(self.winner)
        if self.seat_wind not in (None, own) and self.rules.options.get("seat_wind") != "fixed":
            raise typer.BadParameter(
                f"seat {self.winner} is {own}, expected {self.seat_wind} as"
                " --seat-wind says; seat 0 deals and is E",
                param_hint="--winner",
            )
        return self.winner

    @property
    def _seats(self) -> range:
        return range(self.rules.flow.seats)

    def _wind_of(self, seat: int) -> str:
        """The wind of a seat: the second of two sits opposite, and from the fifth on all are E."""
        place = 2 * seat if len(self._seats) == 2 else seat
        return _WINDS[place] if place < len(_WINDS) else "E"

    def check_settling(self) -> None:
        """Refuse what does not belong together."""
        problem = self._problem()
        if problem is not None:
            raise typer.BadParameter(problem[1], param_hint=problem[0])

    def _problem(self) -> tuple[str, str] | None:
        """The option that is wrong, and why."""
        for option, seats in (
            ("--winner", (self.winner,)),
            ("--discarder", (self.discarder,)),
            ("--liable", (self.liable,)),
            ("--standing", self.standing or ()),
            ("--declared", self.declared or ()),
        ):
            for seat in seats:
                if seat is not None and seat not in self._seats:
                    return option, f"seat {seat}, expected 0 to {self._seats[-1]}"
        if not self.settle:
            given = {
                "--discarder": self.discarder,
                "--bird": self.bird,
                "--liable": self.liable,
                "--standing": self.standing or None,
                "--from-ready": self.from_ready or None,
                "--declared": self.declared or None,
                "--holds-wild": self.holds_wild or None,
                "--streak": None if self.streak == 1 else self.streak,
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
        """What the seats had, as far as it was told; none where nothing was."""
        wild = dict(map(self._wildcards, self.holds_wild or ()))
        if self.standing is None and self.declared is None and not wild:
            return ()
        opened = (Meld(MeldType.PUNG, 0),)
        return tuple(
            SeatResult(
                melds=() if seat in (self.standing or ()) else opened,
                ready=seat in (self.declared or ()),
                wild=wild.get(seat, 0),
            )
            for seat in self._seats
        )

    def _wildcards(self, text: str) -> tuple[int, int]:
        seat, _, number = text.partition(":")
        if not (seat.isdecimal() and number.isdecimal() and int(seat) in self._seats):
            raise typer.BadParameter(
                f"{text!r}, expected a seat and a number, as 2:3", param_hint="--holds-wild"
            )
        return int(seat), int(number)

    @cached_property
    def horses(self) -> tuple[int, ...]:
        """The horses as kinds."""
        return tuple(self.tile("--horse", horse) for horse in self.horse or ())

    @cached_property
    def kongs(self) -> tuple[KongPaid, ...]:
        """The kongs that were made."""
        return tuple(map(self._kong, self.kong or ()))

    def _kong(self, text: str) -> KongPaid:
        """A kong out of its text."""
        seat, how, *rest = [*text.split(":"), ""][: text.count(":") + 2]
        rest = [each for each in rest if each]
        payer = rest.pop(0) if rest and rest[0].isdecimal() else None
        tile = self.tile("--kong", rest.pop(0)) if rest else 0
        seats = set(map(str, self._seats))
        if how not in _KONGS or not {seat, payer or "0"} <= seats or rest:
            expected = f"{text!r}, expected a seat and {', '.join(_KONGS)}, as 2:exposed:0"
            raise typer.BadParameter(expected, param_hint="--kong")
        try:
            return KongPaid(int(seat), tile, _KONGS[how], None if payer is None else int(payer))
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
            order=len(self.kongs),
        )
        return self.rules.settle(
            DealResult(
                [win],
                seats=len(self._seats),
                streak=self.streak,
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
