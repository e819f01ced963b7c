"""Games of the Botzone competitions at a table: all that happened is legal, and ends as it did."""

from __future__ import annotations

import copy
import dataclasses
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from queshen.actions import WIN
from queshen.errors import RecordError
from queshen.hand import Hand
from queshen.record import (
    Action,
    Check,
    DealRecord,
    Game,
    read_games,
    read_match,
    read_record,
    table_of,
    tables_of,
)
from queshen.rules import variant
from queshen.table import Table
from queshen.tiles import name

LOG = Path(__file__).parent / "data" / "botzone_all.jsonl"
GAMES = list(read_games(LOG))
RULES = variant("guobiao", flowers=False)
MINIMUM = 8

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@cache
def checks(game: Game) -> dict[int, list[Check]]:
    """What the judge was asked after each event."""
    found: dict[int, list[Check]] = {event: [] for event in range(len(game.events))}
    for check in game.checks():
        found[check.event].append(check)
    return found


def states(game: Game) -> Iterator[tuple[int, Table]]:
    """The table after each event, without the end."""
    return zip(range(len(game.events)), tables_of(game), strict=False)


def open_to_answers(game: Game, event: int, table: Table) -> bool:
    """Whether the table waits where the judge asked: if nobody can claim, the next seat drew."""
    return table.phase != "turn" or game.events[event].action in (Action.DRAW, Action.KONG)


def held(table: Table, seat: int) -> Hand:
    """The hand of a seat, without a tile that it drew after the event."""
    what, who, tile, _ = table.events[-1]
    hand: Hand = table.hand(seat)
    if tile is None or table.phase != "turn" or (what, who) != ("draw", seat):
        return hand
    counts = bytearray(hand.counts)
    counts[tile] -= 1
    return Hand(bytes(counts), melds=hand.melds)


def test_there_are_48_games_of_which_42_are_won() -> None:
    assert len(GAMES) == 48
    assert sum(game.result.winner is not None for game in GAMES) == 42


@every_game
def test_every_event_is_legal_and_the_game_ends_as_it_did(game: Game) -> None:
    table = table_of(game)
    assert table.done
    result = table.result
    assert result is not None
    assert tuple(RULES.settle(result).points) == game.result.score
    if game.result.winner is None:
        assert result.drawn
        return
    (win,) = result.wins
    last = game.events[-1]
    assert (win.seat, win.fan) == (game.result.winner, game.result.fan_total)
    assert win.tile == last.asked
    assert win.payer == (None if last.action is Action.DRAW else last.seat)


@every_game
def test_a_seat_may_win_exactly_when_the_judge_finds_eight_fan(game: Game) -> None:
    for event, table in states(game):
        for check in checks(game)[event]:
            enough = check.fan >= MINIMUM
            if open_to_answers(game, event, table):
                assert (WIN in table.legal(check.seat)) == enough, (event, check)
            else:
                # Nobody could claim the tile, so that the next seat drew at once.
                assert not enough, (event, check)


@every_game
def test_the_hands_at_the_table_are_worth_what_the_judge_says(game: Game) -> None:
    for event, table in states(game):
        for check in checks(game)[event]:
            own = check.action is Action.DRAW
            hand = table.hand(check.seat) if own else held(table, check.seat)
            counts = bytearray(hand.counts)
            counts[check.tile] += not own
            assert (bytes(counts), hand.melds) == (check.counts, check.melds), (event, check)
            score = RULES.score(
                Hand(bytes(counts), melds=hand.melds), name(check.tile), **check.context
            )
            found = score.total if score.reason != "not complete" else None
            assert found == check.total, (event, check, score)


@every_game
def test_a_game_is_a_record_like_any_other(game: Game) -> None:
    table = table_of(game)
    record = DealRecord.of(table)
    again = read_record(record.lines())
    assert again == record
    assert again.replay().digest() == table.digest()
    assert again.result == table.result


def test_house_rules_refuse_what_they_do_not_allow() -> None:
    game = next(game for game in GAMES if game.result.fan_total in range(8, 12))
    with pytest.raises(RecordError, match=r"seat \d may not win") as caught:
        table_of(game, RULES.replace(min_fan=30))
    assert (caught.value.game, caught.value.event) == (game.id, len(game.events) - 1)


def test_an_event_put_in_by_hand_is_named() -> None:
    game = GAMES[0]
    events = list(game.events)
    events[1] = dataclasses.replace(events[1], tile=33 if events[1].tile != 33 else 32)
    with pytest.raises(RecordError, match=r"event 1: ") as caught:
        table_of(dataclasses.replace(game, events=tuple(events)))
    assert (caught.value.game, caught.value.event) == (game.id, 1)


def test_rules_with_flowers_have_no_such_deal() -> None:
    with pytest.raises(RecordError, match=f"game '{GAMES[0].id}': "):
        table_of(GAMES[0], variant("huanle"))


# Matches as the site has them

SAID = {
    "draw": "DRAW",
    "discard": "PLAY",
    "pung": "PENG",
    "chow": "CHI",
    "kong": "GANG",
    "addkong": "BUGANG",
}
RAW = {raw["id"]: raw for raw in map(json.loads, LOG.read_text(encoding="utf-8").splitlines())}


def display_of(raw: dict[str, Any]) -> dict[str, Any]:
    """What the judge shows of an event."""
    seat, action, tile, *middle = raw["e"]
    shown = {"action": SAID[action], "player": seat, "tile": tile, "canHu": raw["fan"]}
    return shown | ({"tileCHI": middle[0]} if middle else {})


def end_of(raw: dict[str, Any]) -> dict[str, Any]:
    if raw["action"] == "HUANG":
        return {"action": "HUANG", "canHu": [-4] * 4}
    fans = [{"name": fan, "value": value, "cnt": count} for fan, value, count in raw["fans"]]
    return {
        "action": "HU",
        "player": raw["player"],
        "fanCnt": raw["fan_total"],
        "fan": fans,
        "score": raw["score"],
    }


def match_of(raw: dict[str, Any]) -> list[Any]:
    """The log of a match: in turns what the judge said and what the bots answered."""
    shown = [
        {"action": "INIT", "quan": "ESWN".index(raw["round_wind"]), "srand": 1},
        {"action": "DEAL", "hand": [hand.split() for hand in raw["deal"]], "canHu": [-4] * 4},
        *map(display_of, raw["events"]),
        end_of(raw["result"]),
    ]
    answers = {str(seat): {"verdict": "OK", "response": "PASS"} for seat in range(4)}
    log: list[Any] = []
    for display in shown:
        log += [{"output": {"command": "request", "content": {}, "display": display}}, answers]
    return log[:-1]


@every_game
def test_a_match_of_the_site_is_read_as_the_same_game(game: Game) -> None:
    assert read_match(match_of(RAW[game.id]), game.id) == game


def test_a_match_is_read_from_a_file_bare_or_in_an_object(tmp_path: Path) -> None:
    game = GAMES[0]
    log = match_of(RAW[game.id])
    ways: list[Any] = [log, {"log": log, "initdata": ""}, {"_id": "x", "logs": log}]
    for number, value in enumerate(ways):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(value), encoding="utf-8")
        assert read_match(path, game.id) == game
        assert read_match(value, game.id) == game


def test_numbers_for_seats_that_are_not_asked_do_not_matter() -> None:
    log = match_of(RAW[GAMES[0].id])
    event = next(each for each in GAMES[0].events if each.action is Action.DISCARD)
    log[4 + 2 * GAMES[0].events.index(event)]["output"]["display"]["canHu"][event.seat] = -3
    assert read_match(log, GAMES[0].id) == GAMES[0]


DAMAGES: list[tuple[str, Callable[[list[Any]], Any], str]] = [
    ("no beginning", lambda log: log.pop(0), "expected INIT, DEAL"),
    ("no deal", lambda log: log.pop(2), "action 'DRAW', expected DEAL"),
    ("no end", lambda log: log.pop(), "expected HU or HUANG"),
    ("an unknown event", lambda log: log[4]["output"]["display"].update(action="BUHUA"), "'BUHUA'"),
    ("a mistake of a bot", lambda log: log[-1]["output"]["display"].update(action="WA"), "'WA'"),
    ("a flower", lambda log: log[2]["output"]["display"]["hand"][0].__setitem__(0, "H1"), '"H1"'),
    ("a fifth wind", lambda log: log[0]["output"]["display"].update(quan=4), "quan 4, expected 0"),
    ("no display", lambda log: log[4]["output"].pop("display"), "expected a display"),
    ("no object", lambda log: log.__setitem__(3, 7), "entry 3: 7, expected an object"),
    (
        "another total",
        lambda log: log[-1]["output"]["display"].update(fanCnt=99),
        "fan_total 99, expected",
    ),
    (
        "another tile",
        lambda log: log[6]["output"]["display"].update(tile="X1"),
        'tile "X1", expected one of W1-W9',
    ),
]


@pytest.mark.parametrize(
    ("damage", "expected"), [row[1:] for row in DAMAGES], ids=[row[0] for row in DAMAGES]
)
def test_a_damaged_match_is_refused(damage: Callable[[list[Any]], Any], expected: str) -> None:
    game = next(game for game in GAMES if game.result.winner is not None)
    log = copy.deepcopy(match_of(RAW[game.id]))
    damage(log)
    with pytest.raises(RecordError) as caught:
        read_match(log, "a match")
    assert str(caught.value).startswith("game 'a match': ")
    assert expected in str(caught.value)


@pytest.mark.parametrize("value", [7, {}, {"log": [], "logs": []}, {"log": 7}, []])
def test_what_is_no_match_is_refused(value: Any) -> None:
    with pytest.raises(RecordError, match="game 'match': "):
        read_match(value)
