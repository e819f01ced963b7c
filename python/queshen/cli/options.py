"""The options that the commands about hands share, each declared once."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from functools import reduce
from inspect import Parameter, Signature
from operator import or_
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from ..errors import QueshenError, shown
from ..notation import NOTATIONS, read_tile, read_visible
from ..shapes import Shape
from ..tiles import name

__all__ = [
    "Fifth",
    "HandOptions",
    "HandTexts",
    "Language",
    "Notation",
    "VisibleOptions",
    "WaitCounts",
    "WaitOptions",
    "shape_name",
    "spread",
    "told_of",
]

Notation = StrEnum("Notation", {text: text for text in NOTATIONS})  # type: ignore[misc]


_QUESHEN = Notation("queshen")


class Fifth(StrEnum):
    """Whether wildcards may stand for a fifth copy of a kind."""

    BARRED = "barred"
    ALLOWED = "allowed"


class WaitCounts(StrEnum):
    """Which of the kinds that complete a hand count as waits."""

    FORMAL = "formal"
    NOT_OWN = "not_own"
    LIVE = "live"


class Language(StrEnum):
    """The language of words; tiles have none."""

    EN = "en"
    ZH = "zh"


def shape_name(shape: Shape) -> str:
    """The name of one shape on the command line.

    Examples
    --------
    >>> shape_name(Shape.SEVEN_PAIRS)
    'seven-pairs'
    """
    return (shape.name or "").lower().replace("_", "-")


_EVERY_SHAPE = reduce(or_, Shape)
_SHAPES = {shape_name(shape): shape for shape in Shape} | {
    "common": Shape.COMMON,
    "mcr": Shape.MCR,
    "all": _EVERY_SHAPE,
}


def read_shapes(text: str) -> Shape:
    """Read a list of shapes; typer.BadParameter at a name that is none.

    Examples
    --------
    >>> read_shapes("standard,seven_pairs") == Shape.STANDARD | Shape.SEVEN_PAIRS
    True
    """
    shapes = Shape(0)
    for item in text.split(","):
        wanted = item.strip().lower().replace("_", "-")
        if wanted not in _SHAPES:
            near = difflib.get_close_matches(wanted[:40], _SHAPES, n=1)
            hint = f"; did you mean {near[0]}?" if near else "."
            raise typer.BadParameter(
                f"{shown(item.strip())} is no shape{hint} There are {', '.join(_SHAPES)}."
            )
        shapes |= _SHAPES[wanted]
    return shapes


# Used as a callback, so that a wrong name is reported as an error of --shapes.
def _check_shapes(text: str) -> str:
    read_shapes(text)
    return text


@contextmanager
def told_of(option: str) -> Iterator[None]:
    """Report what is wrong with the text of an option as an error of that option."""
    try:
        yield
    except QueshenError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None


@dataclass(frozen=True, kw_only=True)
class HandTexts:
    """Where hands come from, and how they are written."""

    texts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND",
            help="Hands; - reads them from standard input, one a line.",
            show_default=False,
        ),
    ] = None
    file: Annotated[
        Path | None,
        typer.Option(
            help="Read hands from a file, one a line; # starts a comment, - is standard input.",
            show_default=False,
        ),
    ] = None
    notation: Annotated[Notation, typer.Option(help="How tiles are written.")] = _QUESHEN
    wild: Annotated[
        str | None,
        typer.Option(
            metavar="N|TILE",
            help="Wildcards beside the tiles, or the tile whose unmarked copies are wild.",
            show_default=False,
        ),
    ] = None
    face: Annotated[
        str | None,
        typer.Option(metavar="TILE", help="The face of the wildcards.", show_default=False),
    ] = None
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False

    @property
    def hand_arguments(self) -> dict[str, Any]:
        """What a hand takes beside its tiles."""
        return {
            "wild": self.wildcards,
            "face": self.face_kind,
            "notation": str(self.notation),
        }

    @property
    def wildcards(self) -> int | str | None:
        """The wildcards as a hand takes them: how many, or the name of the kind that is wild."""
        if self.wild is None:
            return None
        if self.wild.isascii() and self.wild.isdigit():
            if len(self.wild) > 3:
                raise typer.BadParameter(
                    f"{shown(self.wild)}, expected a tile or a number of wildcards",
                    param_hint="--wild",
                )
            return int(self.wild)
        return name(self.tile("--wild", self.wild))

    @property
    def face_kind(self) -> int | None:
        """The face as a hand takes it."""
        return None if self.face is None else self.tile("--face", self.face)

    def tile(self, option: str, text: str) -> int:
        """The tile that the text of an option names."""
        with told_of(option):
            return read_tile(text, self.notation)


@dataclass(frozen=True, kw_only=True)
class HandOptions(HandTexts):
    """The same with what makes a hand complete."""

    melds: Annotated[
        int | None,
        typer.Option(min=0, max=5, help="Melds whose tiles are unknown.", show_default=False),
    ] = None
    sets: Annotated[
        int, typer.Option(min=1, max=5, help="Sets of a whole hand beside its pair.")
    ] = 4
    fifth: Annotated[
        Fifth, typer.Option(help="May wildcards stand for a fifth copy of a kind?")
    ] = Fifth.BARRED
    shapes: Annotated[
        str,
        typer.Option(
            metavar="NAME,...",
            callback=_check_shapes,
            help=f"Shapes that count: {', '.join(_SHAPES)}.",
        ),
    ] = "common"

    @property
    def shape(self) -> Shape:
        """The shapes that count."""
        return read_shapes(self.shapes)

    @property
    def hand_arguments(self) -> dict[str, Any]:
        """What a hand takes beside its tiles."""
        arguments = {**super().hand_arguments, "sets": self.sets, "fifth": str(self.fifth)}
        # Without the option the melds are those of the text.
        return arguments if self.melds is None else {**arguments, "melds": self.melds}


@dataclass(frozen=True, kw_only=True)
class VisibleOptions(HandOptions):
    """The same with tiles that are seen elsewhere."""

    visible: Annotated[
        str | None,
        typer.Option(
            metavar="TILES",
            help="Tiles seen elsewhere: discards, and melds of others.",
            show_default=False,
        ),
    ] = None

    @property
    def visible_counts(self) -> bytes | None:
        """34 counts of what is seen elsewhere."""
        if self.visible is None:
            return None
        with told_of("--visible"):
            return read_visible(self.visible, self.notation)


@dataclass(frozen=True, kw_only=True)
class WaitOptions(VisibleOptions):
    """The same with the choice of what counts as a wait."""

    wait_counts: Annotated[
        WaitCounts,
        typer.Option(
            help="Count every wait, not those of which the hand holds four, or only live ones."
        ),
    ] = WaitCounts.FORMAL


def spread(options: type[Any], command: Callable[[Any], None]) -> Callable[..., None]:
    """`command(options)` as a function that takes every field of `options` by name.

    Typer reads parameters. So an option is declared once as a field, and every command whose
    options are of that class has it.
    """
    hints = get_type_hints(options, include_extras=True)

    def run(**given: object) -> None:
        command(options(**given))

    run.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(
                field.name,
                Parameter.KEYWORD_ONLY,
                default=Parameter.empty if field.default is MISSING else field.default,
                annotation=hints[field.name],
            )
            for field in fields(options)
        ]
    )
    run.__annotations__ = {field.name: hints[field.name] for field in fields(options)}
    return run
