"""The errors of Queshen.

Every error about an input is a `QueshenError`, and so a `ValueError`. It names the value, the place
and what was expected; nothing was changed when it is raised. Arguments of a wrong type (a float
where text belongs) raise `TypeError`, as everywhere in Python.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "BatchError",
    "HandError",
    "NotationError",
    "QueshenError",
    "RecordError",
    "RulesError",
    "TableError",
    "shown",
    "unknown",
]


def shown(value: object) -> str:
    """The value as a message shows it: its repr, cut where it is long.

    Examples
    --------
    >>> shown("6x"), shown(-1), shown("6m" * 99)
    ("'6x'", '-1', "'6m6m6m6m6m6m6m6m6m6m6m6m6m6m6m6m6m6m...")
    """
    # Python writes no decimals of very long numbers.
    long = isinstance(value, int) and value.bit_length() > 128
    text = hex(value) if isinstance(value, int) and long else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def unknown(what: str, value: object, known: Iterable[str]) -> str:
    """The message about a name that nothing has, with the nearest one that something has.

    Examples
    --------
    >>> unknown("option", "rom", ["bird", "room"])
    "no option is called 'rom', the nearest is 'room'; expected one of bird, room"
    """
    # Errors are rare and this module is heavy.
    from difflib import get_close_matches

    names = list(known)
    near = get_close_matches(value, names, 1, 0.5) if isinstance(value, str) else []
    hint = f", the nearest is {near[0]!r}" if near else ""
    listed = f"; expected one of {', '.join(names)}" if len(names) <= 60 else ""
    return f"no {what} is called {shown(value)}{hint}{listed}"


class QueshenError(ValueError):
    """An input that has no meaning in the game."""


class NotationError(QueshenError):
    """A text that is not written in its notation.

    Attributes
    ----------
    text : str
        The whole text.
    position : int
        Index into `text` of the first character that does not fit.
    value : str
        What stands there; empty at the end of the text.
    expected : str
        What could have stood there.
    """

    def __init__(self, text: str, position: int, expected: str, value: str | None = None) -> None:
        if value is None:
            value = text[position : position + 1]
        self.text = text
        self.position = position
        self.value = value
        self.expected = expected
        shown = text if len(text) <= 80 else text[:77] + "..."
        found = repr(value) if value else "the end of the text"
        super().__init__(f"{shown!r}, position {position}: found {found}, expected {expected}")

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, str, str]]:
        return type(self), (self.text, self.position, self.expected, self.value)


class HandError(QueshenError):
    """Tiles, melds or wildcards that are no hand, or a question that this hand cannot answer."""


class BatchError(QueshenError):
    """An array that is not a batch of hands.

    Attributes
    ----------
    row : int or None
        The first row that is wrong, where one row is.
    """

    def __init__(self, message: str, row: int | None = None) -> None:
        self.row = row
        super().__init__(message)

    def __reduce__(self) -> tuple[type[BatchError], tuple[str, int | None]]:
        return type(self), (str(self), self.row)


class TableError(QueshenError):
    """Tiles that are no deal of the game, or an act that a seat may not do; nothing has changed."""


class RecordError(QueshenError):
    """A recorded game that cannot have happened, or is damaged.

    Attributes
    ----------
    game : str or None
        The game's name in its log.
    event : int or None
        Index of the event that does not fit.
    """

    def __init__(self, message: str, game: str | None = None, event: int | None = None) -> None:
        self.game = game
        self.event = event
        super().__init__(message)

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, str | None, int | None]]:
        return type(self), (str(self), self.game, self.event)


class RulesError(QueshenError):
    """A fan, a fan table, an option or a variant that does not exist or cannot be."""
