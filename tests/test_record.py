"""Recorded games: what is read, what is refused, and who is asked about which tile."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from queshen.errors import RecordError
from queshen.notation import write_tile
from queshen.record import Action, Event, Game, read_games
from queshen.rules import variant
from queshen.shapes import Shape
from queshen.tiles import MeldType, kind

LOG = Path(__file__).parent / "data" / "botzone_games.jsonl"
GAMES = {game.id: game for game in read_games(LOG)}
LINES = LOG.read_text(encoding="utf-8").splitlines()
RAW: dict[str, Any] = {raw["id"]: raw for raw in map(json.loads, LINES)}
NOBODY = [-4, -4, -4, -4]

Damage = Callable[[Any], None]


def refused(raw: Any) -> RecordError:
    """The error that reading one game raises."""
    with pytest.raises(RecordError) as caught:
        list(read_games([json.dumps(raw)]))
    return caught.value


def drawn_out() -> Any:
    """A game in which every seat discards what it draws until the walls are empty."""
    tiles = [write_tile(index % 34, "botzone") for index in range(136)]
    events = []
    for index, tile in enumerate(tiles[52:]):
        seat = index % 4
        asked = [-3 if other == seat else -4 for other in range(4)]
        others = [-4 if other == seat else -3 for other in range(4)]
        events.append({"e": [seat, "draw", tile], "fan": asked})
        events.append({"e": [seat, "discard", tile], "fan": others})
    return {
        "id": "drawn",
        "round_wind": "E",
        "deal": [" ".join(tiles[13 * seat : 13 * seat + 13]) for seat in range(4)],
        "events": events,
        "result": {"action": "HUANG"},
        "wall_left": [0, 0, 0, 0],
    }


# What is read


def test_a_game_is_read_with_its_deal_events_and_result() -> None:
    game = GAMES["bz013"]
    assert game.round_wind == kind("S")
    assert [len(hand) for hand in game.deal] == [13] * 4
    assert game.deal[1][:3] == (kind("6m"), kind("6s"), kind("6p"))
    assert len(game.events) == 98
    assert (game.result.winner, game.result.fan_total) == (0, 9)
    assert game.result.score == (51, -17, -17, -17)
    assert sum(fan.total for fan in game.result.fans) == 9


def test_a_claim_names_its_tile_its_meld_and_its_discard() -> None:
    pung = GAMES["bz013"].events[8]
    assert (pung.seat, pung.action, pung.tile, pung.discard) == (
        0,
        Action.PUNG,
        kind("C"),
        kind("E"),
    )
    assert str(pung.meld) == "[CCC]"
    chow = GAMES["bz013"].events[30]
    assert (chow.tile, chow.discard, str(chow.meld)) == (kind("6p"), kind("4s"), "[456p]")


@pytest.mark.parametrize(
    ("game", "event", "meld"),
    [
        ("bz013", 39, MeldType.EXPOSED_KONG),
        ("bz013", 60, MeldType.CONCEALED_KONG),
        ("bz031", 72, MeldType.EXPOSED_KONG),
    ],
)
def test_a_kong_is_concealed_only_after_an_own_draw(game: str, event: int, meld: MeldType) -> None:
    laid = GAMES[game].events[event].meld
    assert laid is not None
    assert laid.type is meld


def test_an_added_kong_takes_the_place_of_its_pung() -> None:
    melds = {check.event: check.melds for check in GAMES["bz031"].checks() if check.seat == 3}
    assert [str(meld) for meld in melds[71]] == ["[SSS]", "[111p]"]
    assert [str(meld) for meld in melds[73]] == ["[SSS]", "[1111p]"]


def test_a_drawn_game_has_no_winner() -> None:
    (game,) = read_games([json.dumps(drawn_out())])
    assert game.result.winner is None
    assert game.result.wall_left == (0, 0, 0, 0)


def test_a_path_lines_and_bytes_read_the_same() -> None:
    whole = LOG.read_bytes()
    expected = list(GAMES.values())
    assert list(read_games(str(LOG))) == expected
    assert list(read_games(whole.splitlines())) == expected
    assert list(read_games(whole.decode("utf-8").splitlines())) == expected


def test_games_are_read_one_by_one() -> None:
    games = read_games([LINES[0], "damaged"])
    assert next(games).id == "bz013"
    with pytest.raises(RecordError, match=r"^line 2: not JSON"):
        next(games)


def test_empty_lines_are_passed_over_and_counted() -> None:
    with pytest.raises(RecordError, match=r"^line 3: "):
        list(read_games(["", " \n", "[]"]))


def test_only_text_and_bytes_are_lines() -> None:
    with pytest.raises(TypeError, match="int"):
        list(read_games(b"{}"))  # type: ignore[arg-type]


def test_games_are_values() -> None:
    for game in GAMES.values():
        assert pickle.loads(pickle.dumps(game)) == game
        assert hash(game) == hash(copy.deepcopy(game))
        with pytest.raises(dataclasses.FrozenInstanceError):
            game.id = "other"  # type: ignore[misc]


# Who is asked


def asked(game: Game, event: int) -> list[tuple[int, int]]:
    return [(check.seat, check.tile) for check in game.checks() if check.event == event]


def test_a_draw_asks_the_drawer_about_its_tile() -> None:
    assert asked(GAMES["bz013"], 2) == [(1, kind("3p"))]


def test_a_discard_asks_the_others_about_it() -> None:
    assert asked(GAMES["bz013"], 1) == [(seat, kind("9m")) for seat in (1, 2, 3)]


def test_a_pung_and_a_chow_ask_the_others_about_the_discard_that_follows() -> None:
    assert asked(GAMES["bz013"], 8) == [(seat, kind("E")) for seat in (1, 2, 3)]
    assert asked(GAMES["bz013"], 30) == [(seat, kind("4s")) for seat in (0, 1, 3)]


def test_an_added_kong_asks_who_could_rob_it() -> None:
    assert asked(GAMES["bz031"], 72) == [(seat, kind("1p")) for seat in (0, 1, 2)]


@pytest.mark.parametrize("event", [39, 60])
def test_other_kongs_ask_nobody(event: int) -> None:
    assert asked(GAMES["bz013"], event) == []


def test_every_number_of_the_judge_but_not_asked_is_a_check() -> None:
    for name, game in GAMES.items():
        numbers = [fan for event in RAW[name]["events"] for fan in event["fan"] if fan != -4]
        assert [check.fan for check in game.checks()] == numbers


def test_a_check_holds_a_whole_hand_with_the_tile_in_it() -> None:
    for game in GAMES.values():
        for check in game.checks():
            assert sum(check.counts) + 3 * len(check.melds) == 14
            assert check.counts[check.tile] > 0


def test_the_last_check_of_a_won_game_is_its_win() -> None:
    for game in GAMES.values():
        last = [check for check in game.checks() if check.event == len(game.events) - 1]
        (win,) = [check for check in last if check.seat == game.result.winner]
        assert win.complete
        assert win.fan == game.result.fan_total


def test_no_more_than_four_of_a_kind_are_seen_in_a_game() -> None:
    for game in GAMES.values():
        seen = Counter(tile for hand in game.deal for tile in hand)
        seen.update(event.tile for event in game.events if event.action is Action.DRAW)
        assert max(seen.values()) <= 4


def test_the_engine_agrees_with_every_judge() -> None:
    for game in GAMES.values():
        for check in game.checks():
            assert check.hand.is_win(Shape.MCR) == check.complete, check


# What a hand is worth to the judge


def in_play(game: Game, event: int) -> Counter[int]:
    """What lies face up after an event: discards that nobody took, and exposed melds."""
    river: list[int] = []
    melds = []
    for each in game.events[: event + 1]:
        if each.action in (Action.PUNG, Action.CHOW) or (
            each.meld is not None and each.meld.type is MeldType.EXPOSED_KONG
        ):
            if each.action is not Action.ADDED_KONG:
                river.remove(each.tile)
            melds = [meld for meld in melds if {*meld.kinds} != {each.tile}]
            melds.append(each.meld)
        if each.action is Action.DISCARD:
            river.append(each.tile)
        if each.discard is not None:
            river.append(each.discard)
    return Counter(river) + Counter(kind for meld in melds for kind in meld.kinds)


def test_a_check_counts_what_lies_face_up() -> None:
    for game in GAMES.values():
        for check in game.checks():
            seen = in_play(game, check.event)[check.tile]
            assert check.visible == seen - (not check.context["self_draw"]), check
    assert {check.visible for game in GAMES.values() for check in game.checks()} == {0, 1, 2, 3}


def test_the_last_copy_is_one_whose_others_lie_face_up() -> None:
    for game in GAMES.values():
        for check in game.checks():
            assert check.context["last_copy"] == (check.visible == 3)


def test_seats_have_the_winds_in_turn_from_east() -> None:
    for check in GAMES["bz013"].checks():
        assert check.context["seat_wind"] == "ESWN"[check.seat]
        assert check.context["round_wind"] == "S"


def test_only_a_draw_after_an_own_kong_is_a_replacement() -> None:
    replaced = {
        name: {check.event for check in game.checks() if check.context["replacement"]}
        for name, game in GAMES.items()
    }
    assert replaced == {"bz013": {40, 61}, "bz020": set(), "bz031": {73}}


def test_an_added_kong_is_robbed_and_never_with_the_last_tile() -> None:
    robbed = [check for check in GAMES["bz031"].checks() if check.context["robbing"]]
    assert [(check.event, check.seat) for check in robbed] == [(72, 0), (72, 1), (72, 2)]
    assert not any(check.context["self_draw"] for check in robbed)
    assert not dataclasses.replace(robbed[0], next_wall=0).context["last_tile"]


def test_the_last_tile_leaves_the_next_wall_empty() -> None:
    (game,) = read_games([json.dumps(drawn_out())])
    last = [(check.event, check.seat) for check in game.checks() if check.context["last_tile"]]
    assert last == [(166, 3), (167, 0), (167, 1), (167, 2)]


def test_the_engine_finds_the_total_of_every_judge() -> None:
    rules = variant("guobiao", min_fan=0)
    for game in GAMES.values():
        for check in game.checks():
            score = rules.score(check.hand, check.tile, **check.context)
            assert (score.total if check.complete else None) == check.total, check


def test_a_game_put_together_wrongly_is_refused_when_replayed() -> None:
    game = GAMES["bz013"]
    wrong = dataclasses.replace(game, events=game.events[:1] + game.events[2:])
    with pytest.raises(RecordError, match=r"^game 'bz013', event 1: a draw of seat 1") as caught:
        list(wrong.checks())
    assert (caught.value.game, caught.value.event) == ("bz013", 1)
    bare = Event(0, Action.KONG, kind("9m"), None, None, (-4, -4, -4, -4))
    with pytest.raises(RecordError, match="kong without a meld"):
        list(dataclasses.replace(game, events=(game.events[0], bare)).checks())
    with pytest.raises(RecordError, match=r"^game 'bz013': seat 0 gets a fifth W1"):
        list(dataclasses.replace(game, deal=((0,) * 13,) * 4).checks())


# What is refused, event by event

FOREIGN_TILES = ["W0", "W10", "H1", "w1", "", "J4", 5, None]

SAID = [
    ("a seat that is none", 1, [4, "discard", "W9"], "seat 4, expected 0 to 3"),
    ("a seat that is no number", 1, [True, "discard", "W9"], "seat true, expected a whole number"),
    ("a seat as text", 1, ["0", "discard", "W9"], 'seat "0", expected a whole number'),
    ("an unknown action", 1, [0, "throw", "W9"], 'action "throw", expected one of draw, discard'),
    ("an action that is no text", 1, [0, ["discard"], "W9"], 'action ["discard"], expected'),
    ("no action", 1, [0], "expected [seat, action, ...]"),
    ("an event that is no list", 1, "discard", "expected a list"),
    ("a draw without a tile", 2, [1, "draw"], 'expected [seat, "draw", tile]'),
    ("a discard of two tiles", 1, [0, "discard", "W9", "W9"], 'expected [seat, "discard", tile]'),
    ("a chow without its middle", 30, [2, "chow", "T4"], "middle tile of the chow"),
    ("a draw of the wrong seat", 2, [2, "draw", "B3"], "a draw of seat 1 or a claim of W9"),
    ("a second draw", 1, [0, "draw", "B3"], "expected a discard or a kong of seat 0"),
    ("a draw after a claim", 9, [0, "draw", "W4"], "expected a draw of seat 1"),
    ("a fifth copy", 95, [3, "draw", "F4"], "seat 3 gets a fifth F4, expected at most four"),
    ("a discard that is not held", 1, [0, "discard", "B9"], "seat 0 holds 0 of B9, expected 1"),
    ("a discard of the wrong seat", 1, [1, "discard", "W6"], "a discard or a kong of seat 0"),
    ("a discard without a draw", 2, [1, "discard", "W6"], "expected a draw of seat 1"),
    ("a pung without the pair", 8, [1, "pung", "W2"], "seat 1 holds 0 of J1, expected 2"),
    (
        "a pung of the own discard",
        8,
        [3, "pung", "W6"],
        "expected a draw of seat 0 or a claim of J1",
    ),
    ("a pung of nothing", 1, [0, "pung", "W9"], "expected a discard or a kong of seat 0"),
    ("a pung and a discard not held", 8, [0, "pung", "W1"], "seat 0 holds 0 of W1"),
    ("a pung and a discard of it", 8, [0, "pung", "J1"], "seat 0 holds 0 of J1"),
    ("a chow across the table", 30, [3, "chow", "W6", "B7"], "from seat 1, expected seat 2"),
    ("a chow without its tiles", 50, [1, "chow", "T8", "T6"], "seat 1 holds 0 of T7, expected 1"),
    ("a chow without the discard", 50, [1, "chow", "T8", "T8"], "one with the discarded T5"),
    ("a chow of honours", 50, [1, "chow", "T8", "F2"], "a chow around F2, expected a middle tile"),
    ("a chow past nine", 50, [1, "chow", "T8", "T9"], "a chow around T9, expected a middle tile"),
    ("a chow before one", 50, [1, "chow", "T8", "T1"], "a chow around T1, expected a middle tile"),
    ("a chow of nothing", 1, [0, "chow", "W9", "T2"], "expected a discard or a kong of seat 0"),
    ("a concealed kong of one", 1, [0, "kong", "W9"], "seat 0 holds 1 of W9, expected 4"),
    ("an exposed kong of three", 8, [0, "kong", "J1"], "seat 0 holds 2 of J1, expected 3"),
    ("a kong of another tile", 39, [0, "kong", "T3"], "one with the discarded T2"),
    ("a kong out of turn", 1, [2, "kong", "F3"], "expected a discard or a kong of seat 0"),
    ("an added kong without a pung", 1, [0, "addkong", "W9"], "no pung, expected a pung of it"),
    (
        "an added kong without the tile",
        27,
        [0, "addkong", "J1"],
        "seat 0 holds 0 of J1, expected 1",
    ),
    ("an added kong out of turn", 9, [0, "addkong", "J1"], "expected a draw of seat 1"),
    ("a replacement for another seat", 40, [1, "draw", "B3"], "expected a draw of seat 0"),
    ("a discard instead of a replacement", 40, [0, "discard", "B4"], "expected a draw of seat 0"),
    *((f"tile {tile!r}", 0, [0, "draw", tile], "expected one of W1-W9") for tile in FOREIGN_TILES),
]


@pytest.mark.parametrize(
    ("event", "said", "expected"), [row[1:] for row in SAID], ids=[row[0] for row in SAID]
)
def test_an_impossible_event_is_refused(event: int, said: Any, expected: str) -> None:
    raw = copy.deepcopy(RAW["bz013"])
    raw["events"][event]["e"] = said
    error = refused(raw)
    assert str(error).startswith(f"line 1: game 'bz013': event {event}: ")
    assert expected in str(error)
    assert (error.game, error.event) == ("bz013", event)


FANS = [
    ("three numbers", 0, [-3, -4, -4], "fan with 3 numbers, expected 4"),
    ("five numbers", 0, [-3, -4, -4, -4, -4], "fan with 5 numbers, expected 4"),
    ("a text", 0, "-3", "expected a list"),
    ("a fraction", 0, [9.5, -4, -4, -4], "fan of seat 0 9.5, expected a whole number"),
    ("a missing number", 0, [None, -4, -4, -4], "fan of seat 0 null, expected a whole number"),
    ("an unknown code", 0, [-2, -4, -4, -4], "fan -2, expected -4, -3 or at least 1"),
    ("a win of nothing", 0, [0, -4, -4, -4], "fan 0, expected -4, -3 or at least 1"),
    ("the drawer not asked", 0, NOBODY, "fan -4 for seat 0, expected an answer"),
    ("others asked at a draw", 0, [-3, -3, -4, -4], "fan -3 for seat 1, expected -4"),
    ("the discarder asked", 1, [-3, -3, -3, -3], "fan -3 for seat 0, expected -4"),
    ("nobody asked at a discard", 1, NOBODY, "fan -4 for seat 1, expected an answer"),
    ("somebody asked at a kong", 39, [-4, -3, -3, -3], "fan -3 for seat 1, expected -4"),
]


@pytest.mark.parametrize(
    ("event", "fans", "expected"), [row[1:] for row in FANS], ids=[row[0] for row in FANS]
)
def test_numbers_that_no_judge_gives_are_refused(event: int, fans: Any, expected: str) -> None:
    raw = copy.deepcopy(RAW["bz013"])
    raw["events"][event]["fan"] = fans
    error = refused(raw)
    assert expected in str(error)
    assert error.event == event


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([0, "draw", "W5"], "expected an event with the keys e, fan"),
        ({"e": [0, "draw", "W5"]}, "no key 'fan'"),
        ({"fan": NOBODY}, "no key 'e'"),
        ({"e": [0, "draw", "W5"], "fan": [-3, -4, -4, -4], "time": 3}, 'key "time", expected only'),
    ],
)
def test_an_event_of_another_form_is_refused(value: Any, expected: str) -> None:
    raw = copy.deepcopy(RAW["bz013"])
    raw["events"][0] = value
    error = refused(raw)
    assert expected in str(error)
    assert error.event == 0


def test_an_event_left_out_is_noticed() -> None:
    for event in range(97):
        raw = copy.deepcopy(RAW["bz013"])
        del raw["events"][event]
        refused(raw)


# What is refused where the walls end


def test_an_empty_wall_gives_no_tile() -> None:
    raw = drawn_out()
    raw["events"].append({"e": [0, "draw", "W1"], "fan": [-3, -4, -4, -4]})
    error = refused(raw)
    assert "seat 0 draws from an empty wall" in str(error)
    assert error.event == 168


@pytest.mark.parametrize("said", [[0, "pung", "W1"], [0, "chow", "W1", "W2"], [0, "kong", "J3"]])
def test_the_last_discard_may_only_be_won(said: list[Any]) -> None:
    raw = drawn_out()
    raw["events"][-2]["e"][2] = raw["events"][-1]["e"][2] = "W1" if said[1] == "chow" else "J3"
    # The tile of the chow must be there: a white dragon is drawn earlier instead of it.
    if said[1] == "chow":
        swapped = next(e for e in raw["events"] if e["e"][1:] == ["draw", "W1"])
        swapped["e"][2] = raw["events"][raw["events"].index(swapped) + 1]["e"][2] = "J3"
    raw["events"].append({"e": said, "fan": NOBODY})
    error = refused(raw)
    assert "of the last discard, expected a win on it or the end" in str(error)
    assert error.event == 168


def test_a_kong_needs_a_tile_to_replace_it() -> None:
    raw = drawn_out()
    raw["events"][-1] = {"e": [3, "kong", "J3"], "fan": NOBODY}
    error = refused(raw)
    assert "a kong of seat 3 with no tile left" in str(error)
    assert error.event == 167


def test_a_game_is_drawn_only_when_the_next_wall_is_empty() -> None:
    raw = drawn_out()
    del raw["events"][-2:]
    raw["wall_left"] = [0, 0, 0, 1]
    assert "HUANG after the last event, expected a draw of seat 3" in str(refused(raw))
    raw = drawn_out()
    del raw["events"][-1]
    assert "HUANG after the last event, expected a discard" in str(refused(raw))


# What is refused in a game as a whole


def put(*path: Any, value: Any) -> Damage:
    """Put a value at a place of the game."""

    def damage(raw: Any) -> None:
        for step in path[:-1]:
            raw = raw[step]
        raw[path[-1]] = value

    return damage


DEAL = "T2 W9 J1 F1 J3 B4 J3 T2 J1 T9 B4 F2 T2"
DAMAGES: list[tuple[str, Damage, str]] = [
    ("an extra key", put("seed", value=1), 'key "seed", expected only id,'),
    ("a wrong id", put("id", value=13), "id 13, expected a text"),
    ("an empty id", put("id", value=""), 'id "", expected a text'),
    ("a wrong wind", put("round_wind", value="C"), 'round_wind "C", expected one of E S W N'),
    ("a wind as a list", put("round_wind", value=["E"]), "expected one of E S W N"),
    ("three hands", lambda raw: raw["deal"].pop(), "deal with 3 hands, expected 4"),
    ("a deal as a list", put("deal", 0, value=DEAL.split()), "expected 13 tiles in a text"),
    ("12 tiles", put("deal", 0, value=DEAL[3:]), "deal of seat 0 with 12 tiles, expected 13"),
    ("14 tiles", put("deal", 0, value=DEAL + " W1"), "deal of seat 0 with 14 tiles, expected 13"),
    ("a flower dealt", put("deal", 0, value="H1" + DEAL[2:]), 'deal of seat 0: tile "H1"'),
    ("two spaces", put("deal", 0, value=DEAL.replace(" ", "  ", 1)), 'tile "", expected one of'),
    ("a fifth copy dealt", put("deal", 0, value=" ".join(["T2"] * 13)), "gets a fifth T2"),
    ("no list of events", put("events", value={}), "events {}, expected a list"),
    ("no events", put("events", value=[]), "expected [21, 21, 21, 21] after the events"),
    ("no result", put("result", value=None), "null, expected a result with the keys action"),
    ("an unknown result", put("result", "action", value="LEFT"), 'action "LEFT" of the result'),
    ("a drawn game with a winner", put("result", "action", value="HUANG"), 'key "player"'),
    ("a winner that is none", put("result", "player", value=4), "player 4, expected 0 to 3"),
    ("a winner without a win", put("result", "player", value=1), "seat 1 wins with fan -4"),
    ("a fan of two", put("result", "fans", 0, value=["双箭刻", 6]), "name, value, count"),
    ("a fan without a name", put("result", "fans", 0, value=[6, 6, 1]), "name 6 of a fan"),
    ("a fan of another value", put("result", "fans", 0, 1, value=8), "fan_total 9, expected 11"),
    ("another fan total", put("result", "fan_total", value=10), "fan_total 10, expected 9"),
    ("another number at the end", put("events", 97, "fan", 0, value=12), "expected 12 as in"),
    ("a win of too little", put("events", 97, "fan", 0, value=7), "with fan 7 after the last"),
    ("three scores", put("result", "score", value=[0, 0, 0]), "score with 3 numbers, expected 4"),
    ("points from nowhere", put("result", "score", 0, value=52), "expected four numbers that sum"),
    (
        "a wrong wall",
        put("wall_left", 0, value=8),
        "wall_left [8, 9, 9, 10], expected [9, 9, 9, 10]",
    ),
    ("a wall too long", put("wall_left", 0, value=22), "wall_left of seat 0 22, expected 0 to 21"),
    ("three walls", put("wall_left", value=[9, 9, 9]), "wall_left with 3 numbers, expected 4"),
    ("an event lost at the end", lambda raw: raw["events"].pop(), "after the events"),
]


@pytest.mark.parametrize(
    ("damage", "expected"), [row[1:] for row in DAMAGES], ids=[row[0] for row in DAMAGES]
)
def test_a_damaged_game_is_refused(damage: Damage, expected: str) -> None:
    raw = copy.deepcopy(RAW["bz013"])
    damage(raw)
    error = refused(raw)
    assert str(error).startswith("line 1: ")
    assert expected in str(error)


@pytest.mark.parametrize("key", list(RAW["bz013"]))
def test_every_key_of_a_game_is_needed(key: str) -> None:
    raw = copy.deepcopy(RAW["bz013"])
    del raw[key]
    assert f"no key {key!r}, expected a game with the keys" in str(refused(raw))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{", "not JSON"),
        ('{"id": "a", "id": "b"}', "key 'id' given twice"),
        ("[]", "[], expected a game with the keys"),
        ("7", "7, expected a game with the keys"),
        (b'{"id": "\xff"}', "not JSON"),
        ("\ufeff{}", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"id": ' + "9" * 5000 + "}", "number 99999999999999999..., expected at most 20 digits"),
        ('{"' + "k" * 5000 + '": 1, "' + "k" * 5000 + '": 2}', "kkk... given twice"),
    ],
    ids=[
        "cut",
        "twice",
        "list",
        "number",
        "not UTF-8",
        "byte order mark",
        "too deep",
        "too long",
        "long key",
    ],
)
def test_a_line_that_is_no_game_is_refused(line: str | bytes, expected: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(read_games([line]))
    assert str(caught.value).startswith("line 1: ")
    assert expected in str(caught.value)


def test_keys_are_compared_in_linear_time() -> None:
    # Comparing each with all others would take hours.
    keys = [*map(str, range(300_000)), "299999"]
    line = "{" + ",".join(f'"{key}":1' for key in keys) + "}"
    with pytest.raises(RecordError, match="key '299999' given twice"):
        list(read_games([line]))


@pytest.mark.parametrize("exponent", [7, 19, 25, 4000])
@pytest.mark.parametrize(
    "path",
    [
        ("events", 0, "fan", 0),
        ("events", 0, "e", 0),
        ("result", "fans", 0, 1),
        ("result", "fans", 0, 2),
        ("result", "fan_total"),
        ("result", "score", 1),
        ("wall_left", 2),
    ],
)
def test_a_huge_number_is_refused_and_shortened(path: tuple[Any, ...], exponent: int) -> None:
    for number in (10**exponent, -(10**exponent)):
        raw = copy.deepcopy(RAW["bz013"])
        put(*path, value=number)(raw)
        error = refused(raw)
        assert ", expected" in str(error)
        assert len(str(error)) < 200


def test_a_long_name_of_a_game_is_shortened_in_messages() -> None:
    raw = copy.deepcopy(RAW["bz013"]) | {"id": "g" * 5000, "round_wind": "X"}
    error = refused(raw)
    assert error.game == "g" * 5000
    assert len(str(error)) < 200


def test_a_value_nested_almost_too_deeply_is_refused() -> None:
    for depth in range(1, sys.getrecursionlimit() + 100, 7):
        with pytest.raises(RecordError) as caught:
            list(read_games(['{"id": ' + "[" * depth + "]" * depth + "}"]))
        assert len(str(caught.value)) < 200


def test_a_name_is_given_to_one_game_only() -> None:
    lines = LOG.read_text(encoding="utf-8").splitlines()
    with pytest.raises(
        RecordError, match=r"^line 4: game 'bz013' again, it was in line 1$"
    ) as caught:
        list(read_games([*lines, lines[0]]))
    assert caught.value.game == "bz013"


def test_an_error_is_pickled_with_its_place() -> None:
    raw = copy.deepcopy(RAW["bz013"])
    raw["events"][1]["e"][0] = 2
    error = refused(raw)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.game, again.event) == (str(error), "bz013", 1)
