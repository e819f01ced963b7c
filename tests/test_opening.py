"""Before the first turn: every seat chooses, in any order, and nobody knows before all have."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queshen.errors import QueshenError
from queshen.fans import Fan, FanTable
from queshen.flow import FlowRules, ReadyRules
from queshen.rules import Definition, HandRules, Rules, variant
from queshen.shapes import Shape
from queshen.table import Table
from queshen.tiles import TILE_NAMES
from queshen.view import view_of

HIDDEN = ("exchange", "void", "double", "ready")
SUITS_ALONE = (4,) * 27 + (0,) * 15
DIRECTIONS = ("next", "previous", "opposite")
_PLAIN = Fan.row("ping_hu 平胡 Plain Win", 1, "standard", "123m456m789p234p5m5m win=5m")


def everything(seats: int, to: Sequence[str] = DIRECTIONS, **more: Any) -> Rules:
    """A game that has every choice before play."""
    flow: dict[str, Any] = {
        "seats": seats,
        "copies": SUITS_ALONE,
        "chow": "nobody",
        "exchange": 3,
        "exchange_to": to,
        "void_suit": True,
        "doubling": True,
        "ready": ReadyRules(before_draw=True, needed=False),
    }
    sets = 4 if seats == 4 else 2
    definition = Definition(
        id="openings",
        zh="开局",
        en="Openings",
        pinyin="kaiju",
        table=lambda options: FanTable(fans=(_PLAIN,)),
        hands=lambda options: HandRules(shapes=Shape.STANDARD, sets=sets, most_suits=2),
        flow=lambda options: FlowRules(**flow | more),
        settle=lambda rules, result: None,
    )
    return definition.rules()


@cache
def rules_of(game: str) -> Rules:
    return {
        "four": lambda: everything(4),
        "six": lambda: everything(6),
        "xuezhan": lambda: variant("xuezhan", huan3=True),
        "xuezhan6": lambda: variant("xuezhan6", huan3=True),
    }[game]()


GAMES = ("four", "six", "xuezhan", "xuezhan6")
WITH_READY = ("four", "six")

# Seat 1 waits for 9m, seats 2 and 3 have pairs of many kinds, the dealer anything.
READY = (
    ["1m", "4m", "7m", "1p", "4p", "7p", "1s", "4s", "7s", "8p", "8p", "2s", "5s"],
    ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "2p", "3p", "4p", "9m"],
    ["1p", "1p", "2p", "2p", "3p", "3p", "9p", "9p", "6s", "6s", "8s", "8s", "3s"],
    ["4m", "4m", "5m", "5m", "6p", "6p", "5p", "5p", "3s", "3s", "9s", "9s", "2s"],
)


def choices(table: Table, seat: int, rng: random.Random) -> list[str]:
    """What a seat chooses in this phase, of what it may: an action, or a tile after the other."""
    if table.phase != "exchange":
        return [str(rng.choice(list(table.legal(seat))))]
    alone, chosen = table.clone(), []
    for _ in range(3):
        chosen.append(str(rng.choice(list(alone.legal(seat)))))
        alone.act(seat, chosen[-1])
        if alone.phase != "exchange":
            break
    return chosen


def to_turn(table: Table, rng: random.Random) -> None:
    """Choose at random until play begins."""
    while table.phase in HIDDEN:
        seat = rng.choice(table.to_act)
        table.act(seat, rng.choice(list(table.legal(seat))))


def at_phase(game: str, phase: str, seed: int) -> Table | None:
    """A table at the beginning of a phase."""
    rng = random.Random(seed)
    table = rules_of(game).table(seed=seed)
    while table.phase in HIDDEN and table.phase != phase:
        now = table.phase
        while table.phase == now:
            seat = rng.choice(table.to_act)
            table.act(seat, rng.choice(list(table.legal(seat))))
    return table if table.phase == phase else None


def tables_at(game: str, phase: str, count: int) -> Iterator[Table]:
    """Tables at the beginning of a phase; not every deal has a hand that may be declared."""
    found = (at_phase(game, phase, seed) for seed in range(100_000))
    made = (table for table in found if table is not None)
    for _ in range(count):
        yield next(made)


def phases_of(game: str) -> tuple[str, ...]:
    return HIDDEN[:3] if game in WITH_READY else HIDDEN[:2]


CASES = [(game, phase) for game in GAMES for phase in phases_of(game)]


def views(table: Table) -> list[Any]:
    return [view_of(table, seat) for seat in range(table.seats)]


def state(table: Table) -> tuple[object, ...]:
    """All that can be asked of a table."""
    return table.digest(), table.phase, table.to_act, table.log, table.events, views(table)


# ---- the phases ---------------------------------------------------------------------------------


def test_phases_follow_each_other_and_each_waits_for_every_seat() -> None:
    table = everything(4, to=("next",)).table(seed=3)
    assert (table.phase, table.to_act, table.exchanged) == ("exchange", (1, 2, 3, 0), None)
    for seat in (2, 0, 3, 1):
        for _ in range(3):
            assert seat in table.to_act and table.phase == "exchange"
            table.act(seat, min(table.legal(seat)))
        assert not table.legal(seat) or table.phase == "void"
    assert (table.phase, table.to_act, table.exchanged) == ("void", (1, 2, 3, 0), "next")
    for at, seat in enumerate((3, 1, 0, 2)):
        assert len(table.to_act) == 4 - at
        table.act(seat, "void p")
    assert table.phase == "double"
    assert [table.void_suit(seat) for seat in range(4)] == ["p"] * 4
    for seat, call in ((1, "double"), (0, "pass"), (3, "double"), (2, "pass")):
        assert not any(map(table.doubled, range(4)))
        table.act(seat, call)
    assert [table.doubled(seat) for seat in range(4)] == [False, True, False, True]
    assert (table.phase, table.turn) == ("turn", 0)


def test_only_seats_after_the_dealer_that_are_ready_are_asked_to_declare() -> None:
    rules = everything(4, exchange=0, void_suit=False, doubling=False)
    table = rules.table(hands=READY, wall=["3m", "6m", "8m", "9s", "6p"])
    assert (table.phase, table.to_act) == ("ready", (1,))
    assert {str(action) for action in table.legal(1)} == {"ready", "pass"}
    declared, silent = table.clone(), table.clone()
    declared.act(1, "ready")
    silent.act(1, "pass")
    assert declared.phase == silent.phase == "turn"
    assert [declared.ready(seat) for seat in range(4)] == [False, True, False, False]
    assert not any(map(silent.ready, range(4)))
    assert declared.ready_waits(1) == (2, 5, 8) and silent.ready_waits(1) == ()


def test_nobody_is_asked_to_declare_where_no_hand_is_ready() -> None:
    rules = everything(4, exchange=0, void_suit=False, doubling=False)
    hands = [READY[0], READY[2], READY[3], READY[0][::-1]]
    table = rules.table(hands=hands, wall=["3m", "6m", "8m", "9s", "6p"])
    assert table.phase == "turn" and table.to_act == (0,)


def test_a_game_without_choices_begins_with_the_dealers_turn() -> None:
    rules = everything(4, exchange=0, void_suit=False, doubling=False, ready=None)
    table = rules.table(seed=1)
    assert (table.phase, table.to_act, table.exchanged) == ("turn", (0,), None)
    assert {table.void_suit(seat) for seat in range(4)} == {None}


# ---- no order matters ---------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "phase"), CASES)
def test_every_order_of_acting_leads_to_the_same_table(game: str, phase: str) -> None:
    rng = random.Random(f"{game} {phase}")
    for table in tables_at(game, phase, 3):
        chosen = {seat: choices(table, seat, rng) for seat in table.to_act}
        ends = set()
        orders = list(permutations(chosen))
        for order in orders if len(orders) <= 24 else rng.sample(orders, 40):
            one = table.clone()
            for seat in order:
                for action in chosen[seat]:
                    one.act(seat, action)
            assert one.phase != phase
            ends.add((one.digest(), one.events, one.phase, one.exchanged, *map(str, views(one))))
        assert len(ends) == 1


@pytest.mark.parametrize("game", GAMES)
def test_tiles_to_pass_on_may_be_chosen_by_turns(game: str) -> None:
    """One tile of one seat, then one of another."""
    rng = random.Random(game)
    for table in tables_at(game, "exchange", 4):
        chosen = {seat: choices(table, seat, rng) for seat in table.to_act}
        ends = set()
        for _ in range(8):
            one, left = table.clone(), {seat: list(tiles) for seat, tiles in chosen.items()}
            while left:
                seat = rng.choice(list(left))
                one.act(seat, left[seat].pop(0))
                if not left[seat]:
                    del left[seat]
            ends.add((one.digest(), one.events, one.exchanged))
        assert len(ends) == 1


@pytest.mark.parametrize("game", GAMES)
def test_tiles_chosen_in_another_order_are_the_same_tiles(game: str) -> None:
    rng = random.Random(game)
    for table in tables_at(game, "exchange", 4):
        chosen = {seat: choices(table, seat, rng) for seat in table.to_act}
        hands = set()
        for _ in range(6):
            one = table.clone()
            for seat, tiles in chosen.items():
                for action in rng.sample(tiles, 3):
                    one.act(seat, action)
            hands.add(tuple(str(one.hand(seat)) for seat in range(one.seats)))
        assert len(hands) == 1


def test_the_ready_phase_has_no_order() -> None:
    rules = everything(4, exchange=0, void_suit=False, doubling=False)
    ready = ["1m", "2m", "3m", "4p", "5p", "6p", "7p", "8p", "9p", "1s", "2s", "3s", "9s"]
    hands = [READY[2], READY[1], READY[0], ready]
    table = rules.table(hands=hands, wall=["3m", "6m", "8m", "5s", "6p"])
    assert table.to_act == (1, 3)
    for calls in (("ready", "ready"), ("ready", "pass"), ("pass", "ready"), ("pass", "pass")):
        one, other = table.clone(), table.clone()
        for seat, call in zip((1, 3), calls, strict=True):
            one.act(seat, call)
        for seat, call in zip((3, 1), calls[::-1], strict=True):
            assert not any(map(other.ready, range(4)))
            other.act(seat, call)
        assert (one.digest(), one.events) == (other.digest(), other.events)
        assert [one.ready(1), one.ready(3)] == [call == "ready" for call in calls]
        told = [event for event in one.events if event[0] == "ready"]
        assert told == [
            ("ready", s, None, 0) for s, c in zip((1, 3), calls, strict=True) if c == "ready"
        ]


# ---- nobody knows -------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "phase"), CASES)
def test_what_others_choose_does_not_change_what_a_seat_knows(game: str, phase: str) -> None:
    """Every view stays the same while others choose, in any way, until the last one has."""
    rng = random.Random(f"{game} {phase} views")
    for table in tables_at(game, phase, 6):
        order = rng.sample(table.to_act, len(table.to_act))
        for at, seat in enumerate(order):
            others = [other for other in range(table.seats) if other != seat]
            for action in choices(table, seat, rng):
                known = [view_of(table, other) for other in others]
                table.act(seat, action)
                if table.phase == phase:
                    assert [view_of(table, other) for other in others] == known
                else:
                    assert at == len(order) - 1


@pytest.mark.parametrize(("game", "phase"), CASES)
def test_a_seat_cannot_tell_deals_apart_in_which_others_chose_otherwise(
    game: str, phase: str
) -> None:
    rng = random.Random(f"{game} {phase} apart")
    for table in tables_at(game, phase, 4):
        seat, *others = rng.sample(table.to_act, len(table.to_act))
        own = choices(table, seat, rng)
        seen = []
        for _ in range(4):
            one = table.clone()
            for other in others[1:]:
                for action in choices(one, other, rng):
                    one.act(other, action)
            for action in own:
                one.act(seat, action)
            assert one.phase == phase
            seen.append((view_of(one, seat), one.exchanged, one.events))
        assert all(each == seen[0] for each in seen)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_knows_its_own_choice_and_no_other(game: str) -> None:
    rng = random.Random(game)
    for phase in phases_of(game):
        (table,) = tables_at(game, phase, 1)
        for seat in table.to_act[:-1]:
            chosen = choices(table, seat, rng)
            for action in chosen:
                table.act(seat, action)
            assert [str(action) for action in view_of(table, seat).chosen] == chosen
            waiting = set(table.to_act)
            for other in range(table.seats):
                view = view_of(table, other)
                assert view.must_act is (other in waiting)
                assert bool(view.chosen) is (other not in waiting)
                assert set(view.void_suits) <= {None} or phase == "double"
                assert not any(view.doubled)


@pytest.mark.parametrize("game", GAMES)
def test_after_the_last_choice_everybody_knows(game: str) -> None:
    for seed in range(5):
        table = rules_of(game).table(seed=seed)
        to_turn(table, random.Random(seed))
        suits = [table.void_suit(seat) for seat in range(table.seats)]
        assert set(suits) <= set("mps")
        for view in views(table):
            assert list(view.void_suits) == suits and view.chosen == ()
            assert view.exchanged == table.exchanged
            assert list(view.doubled) == [table.doubled(seat) for seat in range(table.seats)]
            assert list(view.ready) == [table.ready(seat) for seat in range(table.seats)]


# ---- tiles that are passed on -------------------------------------------------------------------


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("to", DIRECTIONS)
def test_tiles_go_where_they_are_said_to_go(seats: int, to: str) -> None:
    step = {"next": 1, "previous": seats - 1, "opposite": seats // 2}[to]
    rng = random.Random(f"{seats} {to}")
    for seed in range(6):
        table = everything(seats, to=(to,)).table(seed=seed)
        before = [Counter(names(table, seat)) for seat in range(seats)]
        chosen = {seat: choices(table, seat, rng) for seat in range(seats)}
        for seat, tiles in chosen.items():
            for action in tiles:
                table.act(seat, action)
        assert table.exchanged == to
        passed = {seat: [each.split()[1] for each in tiles] for seat, tiles in chosen.items()}
        for seat in range(seats):
            expected = before[seat] - Counter(passed[seat])
            expected += Counter(passed[(seat - step) % seats])
            assert Counter(names(table, seat)) == expected
        assert [event for event in table.events if event[0] == "exchange"] == [
            ("exchange", seat, TILE_NAMES.index(tile), (seat + step) % seats)
            for seat in range(seats)
            for tile in passed[seat]
        ]


def names(table: Table, seat: int) -> list[str]:
    counts = table.hand(seat).counts
    return [TILE_NAMES[kind] for kind, copies in enumerate(counts) for _ in range(copies)]


def test_each_direction_comes_as_often_as_the_others() -> None:
    came: Counter[object] = Counter()
    for seed in range(600):
        table = variant("xuezhan", huan3=True).table(seed=seed)
        to_turn(table, random.Random(seed))
        came[table.exchanged] += 1
    assert set(came) == set(DIRECTIONS) and min(came.values()) > 150


def test_the_lot_does_not_depend_on_what_is_chosen() -> None:
    for seed in range(30):
        came = set()
        for way in range(5):
            table = variant("xuezhan", huan3=True).table(seed=seed)
            to_turn(table, random.Random(way))
            came.add(table.exchanged)
        assert len(came) == 1


def test_only_suits_of_three_tiles_may_be_passed_on_and_all_of_one() -> None:
    hands = (
        "1m 2m 3p 3p 3p 4p 5p 6p 1s 1s 9s 9s 9s",  # two of characters
        "1m 3m 5m 7m 9m 2p 4p 6p 8p 2s 4s 6s 8s",
        "1m 3m 5m 7m 9m 2p 4p 6p 8p 2s 4s 6s 8s",
        "2m 4m 6m 8m 8m 1p 5p 7p 7p 3s 5s 7s 7s",
    )
    rules = everything(4)
    table = rules.table(hands=[hand.split() for hand in hands], wall=["9p", "1p", "2p", "9p"])
    legal = {str(action) for action in table.legal(0)}
    assert legal == {f"tile {tile}" for tile in ("3p", "4p", "5p", "6p", "9p", "1s", "9s")}
    table.act(0, "tile 1s")
    assert {str(action) for action in table.legal(0)} == {"tile 1s", "tile 9s"}
    table.act(0, "tile 1s")
    assert {str(action) for action in table.legal(0)} == {"tile 9s"}
    table.act(0, "tile 9s")
    assert not table.legal(0) and table.to_act == (1, 2, 3)


# ---- errors -------------------------------------------------------------------------------------

EVERY_ACTION = (
    *(f"tile {tile}" for tile in TILE_NAMES[:34]),
    *("void m", "void p", "void s", "double", "pass", "ready", "win", "pung", "kong", "chow low"),
    *("discard 1m", "discard ready 1m", "concealed kong 5p", "added kong 5p", "kind 5m"),
)


@pytest.mark.parametrize(("game", "phase"), CASES)
def test_what_may_not_be_chosen_is_an_error_and_changes_nothing(game: str, phase: str) -> None:
    rng = random.Random(f"{game} {phase} errors")
    for table in tables_at(game, phase, 2):
        while table.phase == phase:
            before = state(table)
            for seat in range(table.seats):
                legal = {str(action) for action in table.legal(seat)}
                for action in EVERY_ACTION:
                    assert table.can(seat, action) is (action in legal)
                    if action in legal:
                        continue
                    with pytest.raises(QueshenError):
                        table.act(seat, action)
                    assert table.why_not(seat, action)
            assert state(table) == before
            seat = rng.choice(table.to_act)
            table.act(seat, rng.choice(list(table.legal(seat))))


def test_who_is_not_asked_may_not_declare() -> None:
    rules = everything(4, exchange=0, void_suit=False, doubling=False)
    table = rules.table(hands=READY, wall=["3m", "6m", "8m", "9s", "6p"])
    before = state(table)
    for seat in (0, 2, 3):
        for action in ("ready", "pass", "discard 3m", "double"):
            with pytest.raises(QueshenError):
                table.act(seat, action)
    for seat in (-1, 4, 99):
        with pytest.raises((QueshenError, ValueError, IndexError)):
            table.act(seat, "pass")
    assert state(table) == before


def test_a_suit_or_a_call_may_be_changed_until_all_have_chosen() -> None:
    table = everything(4, exchange=0).table(seed=8)
    for action in ("void m", "void s", "void p"):
        table.act(1, action)
    for seat in (0, 2):
        table.act(seat, "void m")
    table.act(0, "void s")
    assert table.to_act == (3,)
    table.act(3, "void s")
    assert [table.void_suit(seat) for seat in range(4)] == ["s", "p", "m", "s"]
    for seat, call in ((2, "double"), (2, "pass"), (0, "pass"), (0, "double"), (1, "pass")):
        table.act(seat, call)
    table.act(3, "pass")
    assert [table.doubled(seat) for seat in range(4)] == [True, False, False, False]


# ---- steps back, copies, bytes ------------------------------------------------------------------


def walk(game: str, seed: int, steps: int) -> tuple[Table, list[tuple[object, ...]]]:
    """A table after some acts from the beginning on, and every state before them."""
    rng = random.Random(f"{game} {seed}")
    table, states = rules_of(game).table(seed=seed), []
    for _ in range(steps):
        if table.done:
            break
        states.append(state(table))
        seat = rng.choice(table.to_act)
        table.act(seat, rng.choice(list(table.legal(seat))))
    return table, states


@settings(max_examples=25, deadline=None)
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 1 << 20), steps=st.integers(0, 45))
def test_steps_back_lead_to_every_table_before(game: str, seed: int, steps: int) -> None:
    table, states = walk(game, seed, steps)
    end = state(table)
    log = table.log
    for before in reversed(states):
        table.undo()
        assert state(table) == before
    for seat, action in log:
        table.act(seat, action)
    assert state(table) == end
    table.undo(len(log))
    assert table.log == () and state(table) == (states or [end])[0]


@settings(max_examples=25, deadline=None)
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 1 << 20), steps=st.integers(0, 30))
def test_copies_and_bytes_go_on_as_the_table_does(game: str, seed: int, steps: int) -> None:
    table, _ = walk(game, seed, steps)
    definition = table.rules.definition if game in WITH_READY else None
    copies = [table.clone(), Table.from_bytes(table.to_bytes(), definition)]
    if definition is None:
        copies.append(pickle.loads(pickle.dumps(table)))
    for each in copies:
        assert state(each) == state(table)
    rng = random.Random(seed)
    for _ in range(10):
        if table.done:
            break
        seat = rng.choice(table.to_act)
        action = rng.choice(list(table.legal(seat)))
        for each in (table, *copies):
            each.act(seat, action)
    for each in copies:
        assert state(each) == state(table)


def test_a_copy_is_a_table_of_its_own() -> None:
    table = rules_of("four").table(seed=2)
    table.act(1, min(table.legal(1)))
    copy, before = table.clone(), state(table)
    to_turn(copy, random.Random(1))
    assert state(table) == before and state(copy) != before


def test_views_are_values_that_compare() -> None:
    """The tests above count on it."""
    (table,) = tables_at("xuezhan", "void", 1)
    view = view_of(table, 2)
    table.act(2, "void m")
    assert view_of(table, 2) != view
    assert replace(view_of(table, 2), chosen=(), must_act=True) == view
