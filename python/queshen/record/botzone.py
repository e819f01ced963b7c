"""Games of the Botzone competitions at a table of the engine, and the matches that its judge logs.

A match is what the site gives of it: a list in turns of what the judge said and what the four bots
answered, or an object that holds this list as ``log`` or ``logs``. What the judge said is
``{"output": {"command", "content", "display"}}``; everything that happened is in ``display``:

``INIT``
    ``quan``, the prevailing wind from 0 (E) to 3 (N).
``DEAL``
    ``hand``, the four hands.
``DRAW`` ``PLAY`` ``PENG`` ``CHI`` ``GANG`` ``BUGANG``
    ``player`` and ``tile``: drawn, discarded, discarded after the claim, or of the kong; the middle
    tile of a chow is ``tileCHI``. ``canHu`` has the judge's number for each seat.
``HU`` ``HUANG``
    The end: ``player``, ``fan`` as objects with ``name``, ``value`` and ``cnt``, ``fanCnt`` and
    ``score``; nothing where the walls ran out.

The layout is that of the judge's source (ailab-pku/Chinese-Standard-Mahjong) and of the pages 裁判
and Chinese-Standard-Mahjong of the Botzone wiki.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..actions import CHOW_LOW, KONG, PASS, PUNG, WIN, added_kong, concealed_kong, discard
from ..actions import Action as Act
from ..errors import QueshenError, RecordError, shown
from ..tiles import MeldType
from .events import NOT_ASKED, SEATS, Action, Event, placed
from .game import Game
from .read import _fields, _game, _items, _number, _parsed
from .replay import WALL

if TYPE_CHECKING:
    from ..rules import Rules
    from ..table import Table

__all__ = ["read_match", "table_of", "tables_of"]


def table_of(game: Game, rules: Rules | None = None) -> Table:
    """The table at the end of a recorded game, with everything that happened played at it.

    Parameters
    ----------
    game : Game
        A game of `read_games` or `read_match`.
    rules : Rules, optional
        Four seats without flowers or wildcards; 国标麻将 where they are left out.

    Raises
    ------
    RecordError
        If something that happened in the game is not legal under these rules.

    Examples
    --------
    >>> from queshen import Hand
    >>> from queshen.record import FanLine, Result
    >>> hands = ["1112345678999m", "111444777pESWN", "222555888pESWN", "222555888sESWN"]
    >>> deal = tuple(
    ...     tuple(kind for kind, copies in enumerate(Hand(hand).counts) for _ in range(copies))
    ...     for hand in hands
    ... )
    >>> draw = Event(0, Action.DRAW, 4, None, None, (92, -4, -4, -4))
    >>> fans = (FanLine("九莲宝灯", 88, 1), FanLine("不求人", 4, 1))
    >>> result = Result(0, fans, 92, (300, -100, -100, -100), (20, 21, 21, 21))
    >>> game = Game("nine gates", 27, deal, (draw,), result)
    >>> table = table_of(game)
    >>> table.done, table.result.wins[0].seat, table.result.wins[0].fan
    (True, 0, 92)
    >>> [table.phase for table in tables_of(game)]
    ['turn', 'end']
    """
    *_, table = tables_of(game, rules)
    return table


def tables_of(game: Game, rules: Rules | None = None) -> Iterator[Table]:
    """The table of a recorded game after each event, and once more at the end.

    It is one table that goes on: whoever wants to keep a state clones it. Where nobody can claim a
    discard, the next seat has drawn already.
    """
    if rules is None:
        from ..rules import variant

        rules = variant("guobiao", flowers=False)
    reached: int | None = None
    try:
        table = _dealt(game, rules)
        for reached, event in enumerate(game.events):  # noqa: B007 - told by the error
            _play(table, event)
            yield table
        _finish(table, game.result.winner)
        yield table
    except QueshenError as error:
        place = f"game {shown(game.id)}"
        place += "" if reached is None else f", event {reached}"
        raise RecordError(f"{place}: {error}", game.id, reached) from None


def _dealt(game: Game, rules: Rules) -> Table:
    """A wall of its own for each seat: its draws, and behind them what nobody saw."""
    draws: list[list[int]] = [[] for _ in game.deal]
    for event in game.events:
        if event.action is Action.DRAW:
            draws[event.seat].append(event.tile)
    return rules.table(
        hands=game.deal,
        draws=draws,
        undrawn=game.result.wall_left,
        round_wind=game.round_wind,
    )


def _play(table: Table, event: Event) -> None:
    seat, action, meld = event.seat, event.action, event.meld
    if action is Action.DRAW:
        _let_pass(table)
        if table.phase != "turn" or table.turn != seat:
            raise RecordError(f"a draw of seat {seat}, expected one of seat {table.turn}")
    elif action is Action.DISCARD:
        table.act(seat, discard(event.tile))
    elif action is Action.ADDED_KONG:
        table.act(seat, added_kong(event.tile))
    elif meld is None:
        raise RecordError(f"{action} without a meld")
    elif meld.type is MeldType.CONCEALED_KONG:
        table.act(seat, concealed_kong(event.tile))
    elif action is Action.KONG:
        _claim(table, seat, KONG)
    else:
        chow = action is Action.CHOW
        _claim(table, seat, Act(CHOW_LOW + event.tile - meld.kind) if chow else PUNG)
        if event.discard is not None:
            table.act(seat, discard(event.discard))


def _let_pass(table: Table) -> None:
    while table.phase in ("claim", "rob"):
        table.step(PASS)


def _claim(table: Table, seat: int, action: Act) -> None:
    """A seat takes the tile that lies open; everybody else who is asked passes."""
    for other in table.to_act:
        if other != seat:
            table.act(other, PASS)
    table.act(seat, action)


def _finish(table: Table, winner: int | None) -> None:
    if winner is None:
        _let_pass(table)
        if not table.done:
            raise RecordError(f"the end, expected an act of seat {table.turn}")
    elif table.phase == "turn":
        table.act(winner, WIN)
    else:
        _claim(table, winner, WIN)


# ---- matches as the site has them ----

_WINDS = "ESWN"
_EVENTS = {
    "DRAW": Action.DRAW,
    "PLAY": Action.DISCARD,
    "PENG": Action.PUNG,
    "CHI": Action.CHOW,
    "GANG": Action.KONG,
    "BUGANG": Action.ADDED_KONG,
}


def read_match(
    source: str | os.PathLike[str] | Mapping[str, Any] | Sequence[Any], name: str = "match"
) -> Game:
    """Read a match as the judge of Botzone logs it, four walls without flowers.

    Parameters
    ----------
    source : str, path, mapping or sequence
        The path of a JSON file, or what stands in one.
    name : str
        What the game is called.

    Raises
    ------
    RecordError
        If the log is damaged, tells of something impossible, or ends in another way than with a
        win or with empty walls, such as with the mistake of a bot.

    Examples
    --------
    >>> hands = ["W1 W1 W1 W2 W3 W4 W5 W6 W7 W8 W9 W9 W9", "B1 B1 B1 B4 B4 B4 B7 B7 B7 F1 F2 F3 F4",
    ...          "B2 B2 B2 B5 B5 B5 B8 B8 B8 F1 F2 F3 F4", "T2 T2 T2 T5 T5 T5 T8 T8 T8 F1 F2 F3 F4"]
    >>> shown = [
    ...     {"action": "INIT", "quan": 0},
    ...     {"action": "DEAL", "hand": [hand.split() for hand in hands]},
    ...     {"action": "DRAW", "player": 0, "tile": "W5", "canHu": [92, -4, -4, -4]},
    ...     {"action": "HU", "player": 0, "fanCnt": 92, "score": [300, -100, -100, -100],
    ...      "fan": [{"name": "九莲宝灯", "value": 88, "cnt": 1},
    ...              {"name": "不求人", "value": 4, "cnt": 1}]},
    ... ]
    >>> game = read_match([{"output": {"display": display}} for display in shown], "nine gates")
    >>> game.id, game.result.fan_total, game.result.wall_left
    ('nine gates', 92, (20, 21, 21, 21))
    """
    value: object = source
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            value = _parsed(file.read())
    try:
        raw = _translated(_displays(value))
    except RecordError as error:
        raise placed(error, f"game {shown(name)}", name) from None
    return _game({"id": name, **raw})


def _displays(value: object) -> list[dict[str, Any]]:
    """What the judge showed, in order; what the bots answered follows from it."""
    if isinstance(value, Mapping):
        found = [value[key] for key in ("log", "logs") if key in value]
        if len(found) != 1:
            raise RecordError(f"{shown(value)}, expected a match with its log")
        value = found[0]
    displays = []
    for number, entry in enumerate(_items(value, "log")):
        if not isinstance(entry, dict):
            raise RecordError(f"entry {number}: {shown(entry)}, expected an object")
        if "output" not in entry:
            continue
        output = entry["output"]
        display = output.get("display") if isinstance(output, dict) else None
        if not isinstance(display, dict):
            raise RecordError(f"entry {number}: output {shown(output)}, expected a display")
        displays.append(display)
    return displays


def _translated(displays: list[dict[str, Any]]) -> dict[str, Any]:
    """The match in the layout of `read_games`."""
    if len(displays) < 3 or displays[0].get("action") != "INIT":
        raise RecordError("a log without its beginning, expected INIT, DEAL, events and the end")
    wind = _number(displays[0].get("quan"), "quan", range(len(_WINDS)))
    if displays[1].get("action") != "DEAL":
        raise RecordError(f"action {shown(displays[1].get('action'))}, expected DEAL")
    hands = _items(displays[1].get("hand"), "hand", SEATS, "hands")
    events, draws = [], [0] * SEATS
    for number, display in enumerate(displays[2:-1]):
        try:
            event = _translated_event(display)
        except RecordError as error:
            raise placed(error, f"event {number}", event=number) from None
        events.append(event)
        draws[event["e"][0]] += event["e"][1] == Action.DRAW
    return {
        "round_wind": _WINDS[wind],
        "deal": [" ".join(map(str, _items(hand, "a hand"))) for hand in hands],
        "events": events,
        "result": _translated_end(displays[-1]),
        "wall_left": [WALL - drawn for drawn in draws],
    }


def _translated_event(display: dict[str, Any]) -> dict[str, Any]:
    action = _EVENTS.get(str(display.get("action")))
    if action is None:
        expected = ", ".join(_EVENTS)
        raise RecordError(f"action {shown(display.get('action'))}, expected one of {expected}")
    seat = _number(display.get("player"), "player", range(SEATS))
    tiles = [display.get("tile")]
    if action is Action.CHOW:
        tiles.append(display.get("tileCHI"))
    # The judge has had several ways to fill in the numbers of those who are not asked.
    event = Event(seat, action, 0, None, None, ())
    fans = [
        fan if asked in event.askers else NOT_ASKED
        for asked, fan in enumerate(_items(display.get("canHu"), "canHu", SEATS))
    ]
    return {"e": [seat, str(action), *tiles], "fan": fans}


def _translated_end(display: dict[str, Any]) -> dict[str, Any]:
    action = display.get("action")
    if action == "HUANG":
        return {"action": action}
    if action != "HU":
        raise RecordError(f"the log ends with {shown(action)}, expected HU or HUANG")
    lines = []
    for line in _items(display.get("fan"), "fan"):
        each = _fields(line, "a fan", ("name", "value", "cnt"))
        lines.append([each["name"], each["value"], each["cnt"]])
    return {
        "action": action,
        "player": display.get("player"),
        "fans": lines,
        "fan_total": display.get("fanCnt"),
        "score": display.get("score"),
    }
