"""What one seat saw of a deal, as a record: no wall, no tiles of others, bao only when ready."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from queshen import Hand
from queshen.errors import RecordError
from queshen.record import DealRecord, read_record, seat_lines, write_record
from queshen.rules import variant
from queshen.table import Table, choose
from queshen.tiles import TILE_NAMES, name

GAMES = ("huanle", "guobiao", "jipinghu", "tuidaohu", "baopai")

each_game = pytest.mark.parametrize("game", GAMES)


def played(game: str, seed: int, acts: int = 10_000) -> Table:
    """A deal of greedy players, or its first acts."""
    table = variant(game).table(seed=seed)
    while not table.done and len(table.log) < acts:
        table.step(choose(table, table.to_act[0]))
    return table


def seen(table: Table, seat: int) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """Head, moments and end of the record of a seat."""
    head, *moments, end = map(json.loads, seat_lines(DealRecord.of(table), seat))
    return head, moments, end


@each_game
def test_nothing_tells_the_wall(game: str) -> None:
    table = played(game, 3)
    for seat in range(4):
        text = "".join(seat_lines(DealRecord.of(table), seat))
        assert '"seed"' not in text and '"wall":[' not in text and '"digest"' not in text
        head, moments, _ = seen(table, seat)
        assert head["seat"] == seat and head["key"] == table.rules.key
        for moment in moments:
            for what, who, tile, _extra in moment["events"]:
                assert tile is None or what not in ("draw", "prop") or who == seat


@each_game
def test_every_event_is_there_once_and_in_order(game: str) -> None:
    table = played(game, 5)
    for seat in range(4):
        _, moments, end = seen(table, seat)
        events = [tuple(event) for moment in moments for event in moment["events"]]
        expected = [
            (what, who, None if tile is None else TILE_NAMES[tile], extra)
            for what, who, tile, extra in table.events
        ]
        shown = [
            (what, who, None if what == "draw" and who != seat else tile, extra)
            for what, who, tile, extra in expected
        ]
        assert events == shown
        assert table.result is not None
        assert end["result"] == json.loads(json.dumps(table.result.to_dict()))


@each_game
def test_a_seat_follows_its_own_hand(game: str) -> None:
    table = played(game, 8)
    for seat in range(4):
        _, moments, _ = seen(table, seat)
        assert moments[0]["act"] is None
        assert moments[-1]["hand"] == str(table.hand(seat))
        acts = [moment["act"] for moment in moments if moment["act"] is not None]
        assert acts == [str(action) for who, action in table.log if who == seat]


def test_only_ready_seats_are_told_the_hidden_wildcard() -> None:
    told = 0
    for seed in range(20):
        table = played("baopai", seed)
        for seat in range(4):
            for moment in seen(table, seat)[1]:
                if not moment["ready"][seat]:
                    assert moment["bao"] is None
                elif moment["bao"] is not None:
                    told += 1
        for seat in range(4):
            if table.ready(seat) and table.bao() is not None:
                assert seen(table, seat)[1][-1]["bao"] == name(table.bao())
    assert told > 20


def test_a_deal_that_goes_on_has_no_result() -> None:
    table = played("guobiao", 1, acts=9)
    assert seen(table, 2)[2] == {"result": None}


def test_what_others_answered_is_not_told() -> None:
    # Two seats are asked about a discard; each sees nothing of the other's answer until it counts.
    rules = variant("guobiao", flowers=False)
    hands = [
        ["5m", "1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "N", "C", "F"],
        ["4m", "6m", "1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "N", "C"],
        ["5m", "5m", "1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "N", "F"],
        ["2m", "3m", "7p", "8p", "2s", "4s", "6s", "8s", "P", "P", "F", "N", "C"],
    ]
    table = rules.table(hands=hands, wall=["2p", "3p", "4p", "6p"], wait_all=True)
    table.act(0, "discard 5m")
    table.act(2, "pung")
    assert [moment["act"] for moment in seen(table, 1)[1]] == [None, None]
    assert [moment["act"] for moment in seen(table, 2)[1]] == [None, None, "pung"]
    table.act(1, "pass")
    assert seen(table, 1)[1][-1]["events"] == [["meld", 2, "5m", 1]]


def test_it_cannot_be_played_again_and_seats_must_be_there() -> None:
    table = played("baopai", 2)
    file = io.StringIO()
    write_record(table, file, seat=1)
    with pytest.raises(RecordError, match="a record of layout 'seat', expected 1"):
        read_record(file.getvalue().splitlines())
    for seat in (-1, 4, "1", True):
        with pytest.raises(RecordError, match="expected 0 to 3"):
            list(seat_lines(DealRecord.of(table), seat))  # type: ignore[arg-type]


def test_hands_in_it_can_be_read() -> None:
    for moment in seen(played("jipinghu", 4), 0)[1]:
        assert Hand(moment["hand"]).size in (1, 2, 4, 5, 7, 8, 10, 11, 13, 14)
