"""The game that a command is about: its rules from `--variant` and `--option`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar

import typer

from ..errors import RulesError, shown, unknown
from ..options import Option, OptionValue
from ..rules import Rules, variant
from .options import told_of

__all__ = ["GameOptions", "allowed_text", "read_value", "value_text"]

# A longer number is no value of any option.
_DIGITS = 9

_TRUE, _FALSE = ("true", "yes", "on"), ("false", "no", "off")


@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """Which game is played, and with which of its options."""

    variant_place: ClassVar = "--variant"
    """Where on the command line the game is told."""

    variant: Annotated[
        str,
        typer.Option(metavar="GAME", help="The game; `queshen variants` lists them."),
    ]
    room: Annotated[
        str | None, typer.Option(help="The kind of room, if the game has any.", show_default=False)
    ] = None
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="An option of the game; `queshen variants GAME` lists them.",
            show_default=False,
        ),
    ] = None
    coins: Annotated[
        str | None,
        typer.Option("--N", metavar="COINS", help="Coins for a point.", show_default=False),
    ] = None
    fee: Annotated[
        str | None,
        typer.Option("--A", metavar="COINS", help="What each seat pays.", show_default=False),
    ] = None

    @cached_property
    def rules(self) -> Rules:
        """The rules of the game."""
        with told_of(self.variant_place):
            rules = variant(self.variant)
        known = {option.name: option for option in rules.definition.options}
        decided: dict[str, Any] = {}
        for place, name, text in self._given():
            with told_of(place):
                if name not in known:
                    raise RulesError(unknown(f"option of {rules.id}", name, known))
                if name in decided:
                    raise RulesError(f"{name} given twice, expected once")
                decided[name] = read_value(known[name], text)
        return rules.replace(**decided)

    def _given(self) -> Iterator[tuple[str, str, str]]:
        """Every option with its place on the command line and the text of its value."""
        for place, name, value in (
            ("--room", "room", self.room),
            ("--N", "N", self.coins),
            ("--A", "A", self.fee),
        ):
            if value is not None:
                yield place, name, value
        for each in self.option or []:
            name, equals, value = each.partition("=")
            if not equals:
                raise typer.BadParameter(
                    f"{shown(each)}, expected NAME=VALUE", param_hint="--option"
                )
            yield "--option", name.strip(), value


def read_value(option: Option, text: str) -> OptionValue:
    """The value of an option from its text.

    Raises
    ------
    RulesError
        If the option cannot have this value.

    Examples
    --------
    >>> options = {option.name: option for option in variant("huanle").definition.options}
    >>> read_value(options["bird"], "no"), read_value(options["N"], "200")
    (False, 200)
    >>> read_value(options["wu_fan_ignores"], "hua_pai,wu_cai_shen")
    ('hua_pai', 'wu_cai_shen')
    """
    given: object = text.strip()
    if option.several:
        listed = [each.strip() for each in text.split(",")]
        given = () if listed in ([""], ["none"]) else tuple(listed)
    elif text.strip() in option.values:
        pass  # a text that may look like a number
    elif text.strip().isdecimal() and len(text.strip()) <= _DIGITS:
        given = int(text)
    else:
        for value in option.values:
            if text.strip().lower() in _spelled(value):
                given = value
    try:
        return option.check(given)
    except RulesError:
        expected = allowed_text(option)
        raise RulesError(f"{option.name} is {shown(text)}, expected {expected}") from None


def _spelled(value: OptionValue) -> tuple[str, ...]:
    """How a value that is no text may be written."""
    if isinstance(value, bool):
        return _TRUE if value else _FALSE
    return ("none",) if value is None else ()


def value_text(value: OptionValue) -> str:
    """The value as it is written on the command line.

    Examples
    --------
    >>> value_text(True), value_text(None), value_text(("a", "b"))
    ('true', 'none', 'a,b')
    """
    if isinstance(value, tuple):
        return ",".join(value) or "none"
    return (_spelled(value) or (str(value),))[0]


def allowed_text(option: Option) -> str:
    """What may be said for an option.

    Examples
    --------
    >>> options = {option.name: option for option in variant("huanle").definition.options}
    >>> allowed_text(options["bird"]), allowed_text(options["min_fan"])
    ('true, false', 'none, 0 or more')
    """
    words = [value_text(value) for value in option.values]
    if option.several:
        return f"none, or any of {','.join(words)}"
    if option.low is not None:
        words.append(f"{option.low} {'or more' if option.high is None else f'to {option.high}'}")
    return ", ".join(words)
