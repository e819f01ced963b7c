"""Views: what a seat may know, and nothing else."""

from __future__ import annotations

import gc
import pickle
import random
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queshen.actions import PASS, Action, Legal
from queshen.hand import Hand
from queshen.rules import Rules, variant
from queshen.tiles import KIND_COUNT, TILE_NAMES, Meld, MeldType, name
from queshen.view import Discarded, Player, View, sources, view_of

GAMES = ("guobiao", "qq", "huanle")
FLOWERS = TILE_NAMES[KIND_COUNT:]
SEATS = 4
DEALT = 13


def everything(rules: Rules) -> list[str]:
    return [name(each) for each, copies in enumerate(rules.flow.copies) for _ in range(copies)]


def shuffled(rules: Rules, seed: int) -> tuple[list[list[str]], list[str]]:
    """Hands and a wall."""
    tiles = everything(rules)
    random.Random(seed).shuffle(tiles)
    hands = [tiles[DEALT * seat : DEALT * (seat + 1)] for seat in range(SEATS)]
    return hands, tiles[DEALT * SEATS :]


def act_at_random(table: Any, rng: random.Random, wins: bool = False) -> None:
    seat = table.to_act[0]
    choices = [each for each in table.legal(seat) if wins or each != Action.parse("win")]
    # Claims are rarer than passing, so that they are preferred here.
    claims = [each for each in choices if each != PASS and table.phase != "turn"]
    table.act(seat, rng.choice(claims or choices))


def advanced(game: str, seed: int, acts: int) -> Any:
    table = variant(game).table(seed=seed)
    rng = random.Random(seed)
    for _ in range(acts):
        if table.done:
            break
        act_at_random(table, rng)
    return table


# What a view says


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_a_view_says_what_the_table_says(game: str, seed: int) -> None:
    table = advanced(game, seed, 20 * seed)
    for seat in range(SEATS):
        view = view_of(table, seat)
        assert (view.seat, view.seats, view.rules) == (seat, SEATS, table.rules.key)
        assert (view.phase, view.turn, view.wall_left) == (table.phase, table.turn, table.wall_left)
        assert view.hand == table.hand(seat)
        assert view.legal == table.legal(seat)
        assert view.must_act == (seat in table.to_act)
        assert view.melds == tuple(table.melds(each) for each in range(SEATS))
        assert view.flowers == tuple(table.flowers(each) for each in range(SEATS))
        assert view.river == table.river
        assert (view.open_tile, view.indicator, view.wild) == (
            table.open_tile,
            table.indicator,
            table.wild,
        )
        assert (view.round_wind, view.seat_wind) == (table.round_wind, 27 + seat)
        for each, held in enumerate(view.held):
            assert held == sum(table.hand(each).counts) + table.hand(each).wild


def test_visible_counts_discards_melds_of_others_and_the_indicator() -> None:
    table = variant("huanle").table(seed=3)
    first = min(table.legal(0))
    table.act(0, first)
    expected = [0] * KIND_COUNT
    expected[first.kind] += 1
    expected[table.indicator] += 1
    for seat in range(SEATS):
        assert view_of(table, seat).visible == tuple(expected)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_no_copy_is_seen_twice(game: str, seed: int) -> None:
    table = variant(game).table(seed=seed)
    rng = random.Random(seed)
    while not table.done:
        act_at_random(table, rng, wins=True)
        for seat in range(SEATS):
            view = view_of(table, seat)
            hand = view.hand
            copies = list(hand.counts)
            for meld in hand.melds:
                for tile in meld.kinds:
                    copies[tile] += 1
            if view.wild is not None:
                copies[view.wild] += hand.wild
            seen = [own + other for own, other in zip(copies, view.visible, strict=True)]
            assert max(seen) <= 4
            # All tiles are somewhere: with this seat, seen by it, or hidden from it.
            others = sum(held for each, held in enumerate(view.held) if each != seat)
            table_total = sum(seen) + sum(map(len, view.flowers)) + others
            assert table_total <= table.rules.flow.tiles


def test_the_tile_drawn_is_told_to_its_seat_only() -> None:
    table = variant("guobiao", flowers=False).table(seed=5)
    assert view_of(table, 0).drawn == table.drawn is not None  # the dealer's fourteenth tile
    while table.phase != "turn" or table.turn != 1:
        table.step(PASS if PASS in table.legal(table.to_act[0]) else min(table.legal(0)))
    what, seat, tile, _ = table.events[-1]
    assert (what, seat) == ("draw", 1)
    assert view_of(table, 1).drawn == tile
    assert [view_of(table, other).drawn for other in (0, 2, 3)] == [None] * 3


def test_no_tile_was_drawn_after_a_claim() -> None:
    for seed in range(20):
        table = variant("guobiao", flowers=False).table(seed=seed)
        table.act(0, min(table.legal(0)))
        if table.phase == "claim" and "pung" in table.legal(table.to_act[0]):
            seat = table.to_act[0]
            table.act(seat, "pung")
            assert view_of(table, seat).drawn is None
            assert view_of(table, seat).must_act
            return
    pytest.fail("no pung in any of the deals")


@pytest.mark.parametrize("seed", range(8))
def test_every_claimed_discard_is_the_source_of_one_meld(seed: int) -> None:
    table = advanced("guobiao", seed, 60)
    river = view_of(table, 0).river
    found = []
    for seat in range(SEATS):
        for meld, source in zip(
            table.melds(seat), sources(table.melds(seat), river, seat), strict=True
        ):
            if source is None:
                assert meld.type is MeldType.CONCEALED_KONG
            else:
                assert river[source].kind in meld.kinds
                assert river[source].claimed_by == seat
                found.append(source)
    assert sorted(found) == [at for at, each in enumerate(river) if each.claimed_by is not None]


def test_a_seat_that_is_not_asked_may_only_pass() -> None:
    table = variant("guobiao").table(seed=1)
    assert list(view_of(table, 2).legal) == [PASS]


# Views as values


def test_views_are_values() -> None:
    table = advanced("huanle", 4, 30)
    view = view_of(table, 2)
    assert view == view_of(table, 2) and hash(view) == hash(view_of(table, 2))
    assert pickle.loads(pickle.dumps(view)) == view
    with pytest.raises(FrozenInstanceError):
        view.turn = 3  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        view.wall = ()  # type: ignore[attr-defined]
    assert not hasattr(view, "__dict__")


def test_a_view_stays_while_the_table_goes_on() -> None:
    table = advanced("guobiao", 2, 10)
    view = view_of(table, 1)
    before = pickle.dumps(view)
    act_at_random(table, random.Random(1))
    assert pickle.dumps(view) == before
    assert view != view_of(table, 1)


@pytest.mark.parametrize("seat", [-1, 4, "0", None])
def test_seats_that_are_none_are_errors(seat: Any) -> None:
    table = variant("guobiao").table(seed=1)
    with pytest.raises((ValueError, TypeError)):
        view_of(table, seat)


def test_players_decide_by_views() -> None:
    class First:
        def choose(self, view: View) -> Action:
            return next(iter(view.legal))

    player: Player = First()
    table = variant("qq").table(seed=11)
    while not table.done:
        seat = table.to_act[0]
        table.act(seat, player.choose(view_of(table, seat)))
    assert table.result is not None


# Nothing leaks

PLAIN = (int, str, bool, bytes, type(None), tuple, Hand, Legal, Meld, MeldType, Discarded)


def reachable(start: object) -> list[object]:
    """Every value that can be reached, without classes and what hangs on them."""
    found: dict[int, object] = {}
    left = [start]
    while left:
        value = left.pop()
        if id(value) in found or isinstance(value, type):
            continue
        found[id(value)] = value
        if isinstance(value, MeldType):  # a constant of the package
            continue
        left += gc.get_referents(value)
        for attribute in dir(value) if isinstance(value, View | Hand | Legal | Meld) else ():
            if attribute.startswith("__"):
                continue
            inside = getattr(value, attribute)
            if not callable(inside):
                left.append(inside)
            else:
                left += getattr(inside, "__closure__", None) or ()
    return list(found.values())


@pytest.mark.parametrize("game", GAMES)
def test_only_plain_values_can_be_reached(game: str) -> None:
    view = view_of(advanced(game, 9, 40), 3)
    for value in reachable(view):
        assert isinstance(value, (View, *PLAIN)), type(value)


def test_every_field_is_plain() -> None:
    view = view_of(advanced("huanle", 9, 40), 3)
    for field in fields(View):
        assert isinstance(getattr(view, field.name), PLAIN), field.name


def told(table: Any, viewer: int) -> tuple[object, ...]:
    """What everybody saw happen, draws of others as draws."""
    return tuple(
        (what, seat, tile if what != "draw" or seat == viewer else None, extra)
        for what, seat, tile, extra in table.events
    )


def same_to_both(rules: Rules, viewer: int, one: Any, other: Any, seed: int, acts: int) -> int:
    """Play both tables alike while nobody could tell them apart; how often views were compared."""
    rng = random.Random(seed)
    compared = 0
    for _ in range(acts):
        if told(one, viewer) != told(other, viewer):
            break
        if (one.phase, one.turn, one.done) != (other.phase, other.turn, other.done):
            break  # a window told that somebody was asked
        first, second = view_of(one, viewer), view_of(other, viewer)
        assert first == second
        assert pickle.dumps(first) == pickle.dumps(second)
        compared += 1
        if one.done or one.to_act != other.to_act:
            break
        seat = one.to_act[0]
        choices = [each for each in one.legal(seat) if each in other.legal(seat)]
        if not choices:
            break
        action = rng.choice(choices)
        one.act(seat, action)
        other.act(seat, action)
    return compared


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.data())
def test_views_do_not_depend_on_the_order_of_the_wall(
    game: str, seed: int, data: st.DataObject
) -> None:
    rules = variant(game)
    hands, wall = shuffled(rules, seed)
    viewer = data.draw(st.integers(0, SEATS - 1))
    # The first tiles are drawn or turned at once; the last ones replace flowers.
    places = st.integers(10, len(wall) - 15)
    first, second = data.draw(places), data.draw(places)
    swapped = list(wall)
    swapped[first], swapped[second] = swapped[second], swapped[first]
    one, other = rules.table(hands=hands, wall=wall), rules.table(hands=hands, wall=swapped)
    assert same_to_both(rules, viewer, one, other, seed, 60) > 1


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.data())
def test_views_do_not_depend_on_the_hands_of_others(
    game: str, seed: int, data: st.DataObject
) -> None:
    rules = variant(game)
    hands, wall = shuffled(rules, seed)
    viewer, first, second = data.draw(st.permutations(range(SEATS)))[:3]
    suits = [
        [at for at, tile in enumerate(hands[seat]) if tile not in FLOWERS]
        for seat in (first, second)
    ]
    mine, theirs = data.draw(st.sampled_from(suits[0])), data.draw(st.sampled_from(suits[1]))
    swapped = [list(hand) for hand in hands]
    swapped[first][mine], swapped[second][theirs] = hands[second][theirs], hands[first][mine]
    one, other = rules.table(hands=hands, wall=wall), rules.table(hands=swapped, wall=wall)
    assert same_to_both(rules, viewer, one, other, seed, 60) >= 1


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.data())
def test_views_do_not_tell_a_hand_tile_from_a_wall_tile(
    game: str, seed: int, data: st.DataObject
) -> None:
    rules = variant(game)
    hands, wall = shuffled(rules, seed)
    viewer, other_seat = data.draw(st.permutations(range(SEATS)))[:2]
    plain = [at for at, tile in enumerate(hands[other_seat]) if tile not in FLOWERS]
    behind = [at for at in range(10, len(wall) - 15) if wall[at] not in FLOWERS]
    mine, theirs = data.draw(st.sampled_from(plain)), data.draw(st.sampled_from(behind))
    swapped, changed = [list(hand) for hand in hands], list(wall)
    swapped[other_seat][mine], changed[theirs] = wall[theirs], hands[other_seat][mine]
    one, other = rules.table(hands=hands, wall=wall), rules.table(hands=swapped, wall=changed)
    assert same_to_both(rules, viewer, one, other, seed, 60) >= 1


def test_the_seed_cannot_be_told_from_the_pickle() -> None:
    seed = 0x1234_5678_9ABC_DEF0
    table = variant("huanle").table(seed=seed)
    data = pickle.dumps(view_of(table, 1))
    assert seed.to_bytes(8, "little") not in data and seed.to_bytes(8, "big") not in data
    assert str(seed).encode() not in data
    for other in (0, 2, 3):
        assert table.hand(other).counts not in data
