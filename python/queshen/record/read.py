"""Reading a log: every game is replayed as it is read, and refused where it is impossible."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator

from ..errors import RecordError, shown
from ..tiles import Meld, MeldType, name
from .events import NAMES, NOT_ASKED, NOT_COMPLETE, SEATS, Action, Event, placed
from .game import FanLine, Game, Result
from .replay import DEALT, WALL, Replay

__all__ = ["read_games"]

MINIMUM_FAN = 8

# No fan and no score comes near; a longer number is damage.
_LARGEST = 1_000_000
_ANY = range(-_LARGEST, _LARGEST + 1)
_DIGITS = 20

_WINDS = {name(kind): kind for kind in range(27, 31)}
_KINDS = {text: kind for kind, text in enumerate(NAMES)}
_TILES_EXPECTED = "one of W1-W9, B1-B9, T1-T9, F1-F4, J1-J3"

# What follows the seat and the action in the log.
_ARGUMENTS = {
    Action.DRAW: ("tile",),
    Action.DISCARD: ("tile",),
    Action.PUNG: ("discard",),
    Action.CHOW: ("discard", "middle tile of the chow"),
    Action.KONG: ("tile",),
    Action.ADDED_KONG: ("tile",),
}


def read_games(source: str | os.PathLike[str] | Iterable[str | bytes]) -> Iterator[Game]:
    """Read recorded games, one JSON object a line; empty lines are passed over.

    Parameters
    ----------
    source : str, path or iterable of str or bytes
        The path of a log, or its lines.

    Yields
    ------
    Game
        Each game, checked to its last tile before it is given.

    Raises
    ------
    RecordError
        At the first line that is damaged or tells of something impossible, with the line, the
        game, the event and what was expected.

    Examples
    --------
    >>> line = '''{"id": "g1", "round_wind": "E", "deal": ["W1 W1 W1 W2 W3 W4 W5 W6 W7 W8 W9 W9 W9",
    ... "B1 B1 B1 B4 B4 B4 B7 B7 B7 F1 F2 F3 F4", "B2 B2 B2 B5 B5 B5 B8 B8 B8 F1 F2 F3 F4",
    ... "T2 T2 T2 T5 T5 T5 T8 T8 T8 F1 F2 F3 F4"],
    ... "events": [{"e": [0, "draw", "W5"], "fan": [88, -4, -4, -4]}],
    ... "result": {"action": "HU", "player": 0, "fans": [["九莲宝灯", 88, 1]], "fan_total": 88,
    ...            "score": [288, -96, -96, -96]}, "wall_left": [20, 21, 21, 21]}'''
    >>> [(game.id, game.result.fan_total) for game in read_games([line])]
    [('g1', 88)]
    >>> list(read_games([line.replace('"E"', '"X"')]))
    Traceback (most recent call last):
    queshen.errors.RecordError: line 1: game 'g1': round_wind "X", expected one of E S W N
    """
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as lines:
            yield from _read_lines(lines)
    else:
        yield from _read_lines(source)


def _read_lines(lines: Iterable[str | bytes]) -> Iterator[Game]:
    first: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str | bytes):
            raise TypeError(f"a line of a log must be str or bytes, not {type(line).__name__}")
        if not line.strip():
            continue
        try:
            game = _game(_parsed(line))
            if game.id in first:
                again = f"game {shown(game.id)} again, it was in line {first[game.id]}"
                raise RecordError(again, game.id)
        except RecordError as error:
            raise placed(error, f"line {number}", error.game) from None
        first[game.id] = number
        yield game


def _parsed(line: str | bytes) -> object:
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        value: object = json.loads(text, object_pairs_hook=_unique, parse_int=_whole)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON, expected one JSON object: {error}") from None
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value: dict[str, object] = {}
    for key, item in pairs:
        if key in value:
            raise RecordError(f"key {shown(key)} given twice, expected once")
        value[key] = item
    return value


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise RecordError(f"number {digits[:17]}..., expected at most {_DIGITS} digits")
    return int(digits)


def _game(value: object) -> Game:
    fields = _fields(value, "a game", ("id", "round_wind", "deal", "events", "result", "wall_left"))
    game = fields["id"]
    if not isinstance(game, str) or not game:
        raise RecordError(f"id {_shown(game)}, expected a text that is not empty")
    try:
        wind = fields["round_wind"]
        if not isinstance(wind, str) or wind not in _WINDS:
            raise RecordError(f"round_wind {_shown(wind)}, expected one of E S W N")
        deal = tuple(
            _dealt(seat, tiles)
            for seat, tiles in enumerate(_items(fields["deal"], "deal", SEATS, "hands"))
        )
        table = Replay(deal)
        raw_events = _items(fields["events"], "events")
        events = tuple(_played(table, index, event) for index, event in enumerate(raw_events))
        result = _result(fields["result"], fields["wall_left"])
        _check_end(table, events, result)
    except RecordError as error:
        raise placed(error, f"game {shown(game)}", game) from None
    return Game(game, _WINDS[wind], deal, events, result)


def _played(table: Replay, index: int, value: object) -> Event:
    """Read an event and carry it out."""
    try:
        event = _event(table, value)
        table.play(event)
        for seat, fan in enumerate(event.fans):
            if (fan != NOT_ASKED) != (seat in event.askers):
                wanted = "an answer" if seat in event.askers else f"{NOT_ASKED}, it is not asked"
                raise RecordError(f"fan {fan} for seat {seat}, expected {wanted}")
    except RecordError as error:
        raise placed(error, f"event {index}", event=index) from None
    return event


def _event(table: Replay, value: object) -> Event:
    fields = _fields(value, "an event", ("e", "fan"))
    said = _items(fields["e"], "e")
    if len(said) < 2:
        raise RecordError(f"e {_shown(said)}, expected [seat, action, ...]")
    seat = _number(said[0], "seat", range(SEATS))
    action = next((action for action in Action if action == said[1]), None)
    if action is None:
        raise RecordError(f"action {_shown(said[1])}, expected one of {', '.join(Action)}")
    arguments = _ARGUMENTS[action]
    if len(said) != 2 + len(arguments):
        shape = ", ".join(("seat", f'"{action}"', *arguments))
        raise RecordError(f"e {_shown(said)}, expected [{shape}]")
    tiles = [_kind(text, what) for text, what in zip(said[2:], arguments, strict=True)]
    fans = tuple(
        _number(fan, f"fan of seat {asked}")
        for asked, fan in enumerate(_items(fields["fan"], "fan", SEATS))
    )
    for fan in fans:
        if fan < 1 and fan not in (NOT_ASKED, NOT_COMPLETE):
            raise RecordError(f"fan {fan}, expected {NOT_ASKED}, {NOT_COMPLETE} or at least 1")
    if action in (Action.PUNG, Action.CHOW):
        if table.offered is None:
            raise RecordError(f"a {action} of seat {seat}, expected {table.expected()}")
        claimed = table.offered[1]
        meld = _chow(tiles[1]) if action is Action.CHOW else Meld(MeldType.PUNG, claimed)
        return Event(seat, action, claimed, tiles[0], meld, fans)
    return Event(seat, action, tiles[0], None, _kong(table, seat, action, tiles[0]), fans)


def _kong(table: Replay, seat: int, action: Action, tile: int) -> Meld | None:
    if action is Action.KONG and table.drawn == seat:
        return Meld(MeldType.CONCEALED_KONG, tile)
    if action in (Action.KONG, Action.ADDED_KONG):
        return Meld(MeldType.EXPOSED_KONG, tile)
    return None


def _chow(middle: int) -> Meld:
    if middle >= 27 or middle % 9 in (0, 8):
        raise RecordError(
            f"a chow around {NAMES[middle]}, expected a middle tile from 2 to 8 of a suit"
        )
    return Meld(MeldType.CHOW, middle - 1)


def _result(value: object, wall_left: object) -> Result:
    left = tuple(
        _number(tiles, f"wall_left of seat {seat}", range(WALL + 1))
        for seat, tiles in enumerate(_items(wall_left, "wall_left", SEATS))
    )
    if isinstance(value, dict) and value.get("action") == "HUANG":
        _fields(value, "a drawn result", ("action",))
        return Result(None, (), 0, (0,) * SEATS, left)
    fields = _fields(value, "a result", ("action", "player", "fans", "fan_total", "score"))
    if fields["action"] != "HU":
        raise RecordError(f"action {_shown(fields['action'])} of the result, expected HU or HUANG")
    fans = tuple(_fan_line(line) for line in _items(fields["fans"], "fans"))
    total = _number(fields["fan_total"], "fan_total")
    found = sum(fan.total for fan in fans)
    if found != total:
        raise RecordError(f"fan_total {total}, expected {found}, the sum of the fans")
    score = tuple(
        _number(points, f"score of seat {seat}")
        for seat, points in enumerate(_items(fields["score"], "score", SEATS))
    )
    if sum(score) != 0:
        raise RecordError(f"score {list(score)}, expected four numbers that sum to zero")
    return Result(_number(fields["player"], "player", range(SEATS)), fans, total, score, left)


def _fan_line(value: object) -> FanLine:
    items = _items(value, "a fan", 3, "items: name, value, count")
    if not isinstance(items[0], str):
        raise RecordError(f"name {_shown(items[0])} of a fan, expected a text")
    return FanLine(
        items[0], _number(items[1], "value of a fan"), _number(items[2], "count of a fan")
    )


def _check_end(table: Replay, events: tuple[Event, ...], result: Result) -> None:
    """The result must follow from the last event."""
    if list(result.wall_left) != table.walls:
        raise RecordError(
            f"wall_left {list(result.wall_left)}, expected {table.walls} after the events"
        )
    if result.winner is None:
        if table.offered is None or table.walls[table.next] != 0:
            raise RecordError(f"HUANG after the last event, expected {table.expected()}")
        return
    found = events[-1].fans[result.winner] if events else NOT_ASKED
    if found < MINIMUM_FAN:
        raise RecordError(
            f"seat {result.winner} wins with fan {found} after the last event, "
            f"expected at least {MINIMUM_FAN}"
        )
    if found != result.fan_total:
        raise RecordError(f"fan_total {result.fan_total}, expected {found} as in the last event")


def _fields(value: object, what: str, keys: tuple[str, ...]) -> dict[str, object]:
    """The value as an object with exactly these keys."""
    if not isinstance(value, dict):
        raise RecordError(f"{_shown(value)}, expected {what} with the keys {', '.join(keys)}")
    for key in keys:
        if key not in value:
            raise RecordError(f"no key {key!r}, expected {what} with the keys {', '.join(keys)}")
    for key in value:
        if key not in keys:
            raise RecordError(f"key {_shown(key)}, expected only {', '.join(keys)} in {what}")
    return value


def _items(
    value: object, what: str, length: int | None = None, of: str = "numbers"
) -> list[object]:
    if not isinstance(value, list):
        raise RecordError(f"{what} {_shown(value)}, expected a list")
    if length is not None and len(value) != length:
        raise RecordError(
            f"{what} with {len(value)} {of.partition(':')[0]}, expected {length} {of}"
        )
    return value


def _number(value: object, what: str, among: range = _ANY) -> int:
    # A JSON true is an int for Python, and is none here.
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{what} {_shown(value)}, expected a whole number")
    if value not in among:
        raise RecordError(f"{what} {value}, expected {among[0]} to {among[-1]}")
    return value


def _kind(value: object, what: str) -> int:
    kind = _KINDS.get(value) if isinstance(value, str) else None
    if kind is None:
        raise RecordError(f"{what} {_shown(value)}, expected {_TILES_EXPECTED}")
    return kind


def _dealt(seat: int, value: object) -> tuple[int, ...]:
    if not isinstance(value, str):
        raise RecordError(f"deal of seat {seat} {_shown(value)}, expected {DEALT} tiles in a text")
    tiles = tuple(_kind(text, f"deal of seat {seat}: tile") for text in value.split(" "))
    if len(tiles) != DEALT:
        raise RecordError(f"deal of seat {seat} with {len(tiles)} tiles, expected {DEALT}")
    return tiles


def _shown(value: object) -> str:
    """The value in a message, cut where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:  # it was read just below the limit
        return "something nested deeply"
    return text if len(text) <= 40 else text[:37] + "..."
