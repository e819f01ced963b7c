"""Every reading of a hand, against plain enumeration."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import handsets
import numpy as np
import pytest

from queshen import Hand, HandError, Meld, MeldType, Reading, Shape, readings

KINDS = range(34)
HONOURS = tuple(range(27, 34))
ORPHANS = (0, 8, 9, 17, 18, 26, *HONOURS)
KNITTED = [
    tuple(
        sorted(9 * suit + third + step for suit, third in enumerate(thirds) for step in (0, 3, 6))
    )
    for thirds in permutations(range(3))
]
EVERY = int(sum(Shape))
Counts = tuple[int, ...]
Found = tuple[Shape, tuple[Meld, ...], int | None, tuple[int, ...], tuple[int, ...]]


# ---- the slow way: every multiset of sets and every pair, every multiset of faces ---------------

SETS = sorted(
    [Meld(MeldType.PUNG, k) for k in KINDS]
    + [Meld(MeldType.CHOW, k) for k in range(27) if k % 9 < 7],
    key=lambda one: (one.kind, one.type is MeldType.CHOW),
)


def without(counts: Counts, tiles: Sequence[int], wild: int) -> tuple[Counts, int]:
    """What is left of natural tiles and of wildcards, which may be fewer than none."""
    left = list(counts)
    for tile in tiles:
        if left[tile]:
            left[tile] -= 1
        else:
            wild -= 1
    return tuple(left), wild


def groups_of(counts: Counts, wild: int, number: int, first: int = 0) -> Iterator[tuple[Meld, ...]]:
    """Every multiset of so many sets that takes all natural tiles and all wildcards."""
    if number == 0:
        if not any(counts) and wild == 0:
            yield ()
        return
    for i in range(first, len(SETS)):
        left, rest = without(counts, SETS[i].kinds, wild)
        if rest >= 0:
            for others in groups_of(left, rest, number - 1, i):
                yield (SETS[i], *others)


def sets_and_pair(counts: Counts, wild: int, number: int) -> Iterator[tuple[tuple[Meld, ...], int]]:
    for pair in KINDS:
        left, rest = without(counts, (pair, pair), wild)
        if rest >= 0:
            for groups in groups_of(left, rest, number):
                yield groups, pair


def with_faces(counts: Counts, wild: int) -> Iterator[Counts]:
    """The tiles with every multiset of faces."""
    for faces in combinations_with_replacement(KINDS, wild):
        full = list(counts)
        for face in faces:
            full[face] += 1
        yield tuple(full)


def shapes_without_sets(full: Counts, sets: int, asked: int) -> Iterator[Shape]:
    """The shapes of complete tiles, of 14 or, in a hand of five sets, of 17."""
    odd = sum(n % 2 for n in full)
    if sets == 5:
        if odd == 1:
            yield Shape.EIGHT_PAIRS
        return
    if odd == 0:
        yield Shape.SEVEN_PAIRS
        if max(full) == 2:
            yield Shape.DISTINCT_PAIRS
    if all(full[k] for k in ORPHANS) and sum(full[k] for k in ORPHANS) == 14:
        yield Shape.THIRTEEN_ORPHANS
    held = {k for k in KINDS if full[k]}
    if len(held) == 14 and any(held <= {*way, *HONOURS} for way in KNITTED):
        greater = asked & Shape.GREATER_KNITTED and held >= set(HONOURS)
        yield Shape.GREATER_KNITTED if greater else Shape.LESSER_KNITTED


def tiles_of(groups: Sequence[Meld], *others: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted([k for one in groups for k in one.kinds] + [k for o in others for k in o]))


def slow_readings(hand: Hand, shapes: int) -> set[Found]:
    counts, wild = tuple(hand.counts), hand.wild
    number = hand.sets - hand.meld_count
    found: set[Found] = set()
    if shapes & Shape.STANDARD:
        for groups, pair in sets_and_pair(counts, wild, number):
            tiles = tiles_of(groups, (pair, pair))
            found.add((Shape.STANDARD, groups, pair, (), tiles))
    if shapes & Shape.KNITTED_STRAIGHT and hand.sets == 4 and number >= 3:
        for way in KNITTED:
            left, rest = without(counts, way, wild)
            for groups, pair in sets_and_pair(left, rest, number - 3) if rest >= 0 else ():
                tiles = tiles_of(groups, (pair, pair), way)
                found.add((Shape.KNITTED_STRAIGHT, groups, pair, way, tiles))
    if hand.meld_count == 0 and hand.sets in (4, 5) and shapes & ~Shape.STANDARD:
        for full in with_faces(counts, wild):
            tiles = tuple(k for k in KINDS for _ in range(full[k]))
            for shape in shapes_without_sets(full, hand.sets, shapes):
                if shapes & shape:
                    found.add((shape, (), None, (), tiles))
    if hand.fifth == "barred":
        found = {one for one in found if all(one[4].count(k) <= 4 for k in one[4])}
    return found


# ---- comparing ----------------------------------------------------------------------------------


def plain(reading: Reading) -> Found:
    return reading.shape, reading.sets, reading.pair, reading.knitted, reading.tiles


def order(reading: Reading) -> tuple[Any, ...]:
    """Standard readings come piece by piece, the pair as a piece before the sets of its kind."""
    pieces = [(one.kind, 1 + (one.type is MeldType.CHOW)) for one in reading.sets]
    if reading.pair is not None:
        pieces.append((reading.pair, 0))
    return tuple(sorted(pieces))


def check(hand: Hand, shapes: int = EVERY) -> int:
    """The readings of a hand are those of the slow way; returns how many there are."""
    found = readings(hand, shapes)
    told = [plain(reading) for reading in found]
    assert len(told) == len(set(told)), hand
    assert set(told) == slow_readings(hand, shapes), hand
    assert bool(found) is hand.is_win(shapes), hand
    for reading in found:
        left = list(reading.tiles)
        for k in KINDS:
            for _ in range(hand.counts[k]):
                left.remove(k)
        assert reading.faces == tuple(left)  # what no natural tile stands for
        assert reading.melds == hand.melds
        assert all(type(k) is int for k in (*reading.tiles, *reading.faces))
    standard = [reading for reading in found if reading.shape is Shape.STANDARD]
    assert standard == sorted(standard, key=order)
    assert readings(hand, shapes) == found
    return len(found)


def melds_beside(counts: Sequence[int], number: int, rng: random.Random) -> list[Meld] | None:
    """So many melds of kinds of which the tiles have none, or None."""
    free = [k for k in KINDS if not counts[k]]
    if len(free) < number:
        return None
    return [Meld(rng.choice(list(MeldType)[1:]), k) for k in rng.sample(free, number)]


def hands_of(family: str, sets: int, n: int, most: int, fifth: str, seed: int) -> Iterator[Hand]:
    rng = random.Random(seed)
    made = handsets.make_hands(family, 40 * n, sets, 2, seed)
    for row, wild, melds in zip(made.counts, made.wild, made.melds, strict=True):
        laid = melds_beside(row.tolist(), int(melds), rng)
        if n and wild <= most and laid is not None:
            n -= 1
            yield Hand(row.tobytes(), wild=int(wild), melds=laid, sets=sets, fifth=fifth)  # type: ignore[arg-type]


# ---- tests --------------------------------------------------------------------------------------


@pytest.mark.parametrize("fifth", ["barred", "allowed"])
@pytest.mark.parametrize("sets", [1, 2, 4, 5])
@pytest.mark.parametrize("family", handsets.FAMILIES)
def test_standard_hands_with_up_to_four_wildcards(family: str, sets: int, fifth: str) -> None:
    for hand in hands_of(family, sets, 12, 4, fifth, 31):
        check(hand, Shape.STANDARD | Shape.KNITTED_STRAIGHT)


@pytest.mark.parametrize("fifth", ["barred", "allowed"])
def test_every_shape_at_once(fifth: str) -> None:
    number = 0
    for family in handsets.FAMILIES:
        for hand in hands_of(family, 4, 25, 2, fifth, 5):
            number += check(hand)
    assert number > 300


@pytest.mark.parametrize("fifth", ["barred", "allowed"])
@pytest.mark.parametrize("replaced", [0, 1])
def test_hands_near_the_special_shapes(replaced: int, fifth: str) -> None:
    rng = np.random.default_rng(replaced)
    wild = np.arange(60) // 5 % 3
    wild[-10:] = 3
    number = 0
    for row, held in zip(handsets.special_rows(rng, 60, wild, replaced), wild, strict=True):
        hand = Hand(row.tobytes(), wild=int(held), fifth=fifth)  # type: ignore[arg-type]
        number += check(hand)
        check(hand, Shape.LESSER_KNITTED)
    assert number > 30


@pytest.mark.parametrize("fifth", ["barred", "allowed"])
def test_eight_pairs_and_a_tile(fifth: str) -> None:
    rng = random.Random(9)
    number = 0
    for i in range(40):
        tiles = 2 * rng.choices(range(i % 4, 34), k=8) + [rng.choice(KINDS)]
        if max(tiles.count(k) for k in tiles) > 4:
            continue
        rng.shuffle(tiles)
        wild = i % 3
        counts = [tiles[wild:].count(k) for k in KINDS]
        hand = Hand(counts, wild=wild, sets=5, fifth=fifth)  # type: ignore[arg-type]
        number += check(hand, Shape.EIGHT_PAIRS)
    assert number > 30


def test_the_order_of_pair_pung_and_chow() -> None:
    texts = [str(reading) for reading in readings("111222333m99p12s*")]
    assert texts == ["111m 222m 333m 12(3)s 99p", "123m 123m 123m 12(3)s 99p"]
    texts = [str(reading) for reading in readings("[EEE]22333444555m")]
    assert texts == [
        "[EEE] 333m 444m 555m 22m",
        "[EEE] 345m 345m 345m 22m",
        "[EEE] 234m 234m 345m 55m",
    ]
    (reading,) = readings("44456m123p456p789s")
    assert str(reading) == "456m 123p 456p 789s 44m"
    assert len(readings("1122334455667m*", Shape.SEVEN_PAIRS)) == 1


def test_shapes_come_one_after_the_other() -> None:
    found = readings("112233m445566p7s*", Shape.STANDARD | Shape.SEVEN_PAIRS | Shape.DISTINCT_PAIRS)
    shapes = [reading.shape for reading in found]
    assert shapes == [Shape.STANDARD, Shape.SEVEN_PAIRS, Shape.DISTINCT_PAIRS]
    assert {reading.faces for reading in found} == {(24,)}


def test_the_greater_shape_is_told_where_it_is_asked_for() -> None:
    hand = Hand("147m258p3sESWNCFP")
    both = Shape.LESSER_KNITTED | Shape.GREATER_KNITTED
    for shapes, expected in (
        (both, [Shape.GREATER_KNITTED]),
        (Shape.GREATER_KNITTED, [Shape.GREATER_KNITTED]),
        (Shape.LESSER_KNITTED, [Shape.LESSER_KNITTED]),
        (Shape.MCR, [Shape.GREATER_KNITTED]),
        (Shape.STANDARD, []),
    ):
        assert [reading.shape for reading in readings(hand, shapes)] == expected
    assert [r.shape for r in readings("147m258p369sESWNC", both)] == [Shape.LESSER_KNITTED]


def test_a_knitted_straight_with_a_meld_has_no_set_of_its_own() -> None:
    (reading,) = readings("[123s]147m258p369s5s*", Shape.KNITTED_STRAIGHT)
    assert reading.sets == () and reading.pair == 22 and len(reading.knitted) == 9
    assert str(reading) == "[123s] 147m258p369s 5(5)s"
    assert readings("[123s]147m258p369s5s*", Shape.STANDARD) == []


def test_a_fifth_copy_needs_permission() -> None:
    tiles = "1111m456p789sEEE*"
    barred = readings(Hand(tiles))
    allowed = readings(Hand(tiles, fifth="allowed"))
    assert not barred and {reading.faces for reading in allowed} == {(0,)}
    two = "1111m456p789sEE**"
    barred = readings(Hand(two))
    allowed = readings(Hand(two, fifth="allowed"))
    beyond = [reading for reading in allowed if reading.tiles.count(0) > 4]
    assert barred and beyond and barred == [each for each in allowed if each not in beyond]


@pytest.mark.parametrize("wild", range(5))
def test_one_wildcard_more_stands_for_the_tile_that_it_replaces(wild: int) -> None:
    tiles = [0, 1, 2, 12, 13, 14, 24, 25, 26, 27, 27, 27, 5, 5]
    for dropped in combinations(range(0, 14, 2), wild):
        counts = [0] * 34
        for i, tile in enumerate(tiles):
            counts[tile] += i not in dropped
        faces = tuple(sorted(tiles[i] for i in dropped))
        found = readings(Hand(counts, wild=wild))
        assert faces in {reading.faces for reading in found}


def test_the_limit_is_an_error_and_not_a_cut() -> None:
    hand = Hand("123m456p78s****EE")
    number = len(readings(hand))
    assert len(readings(hand, limit=number)) == number > 50
    with pytest.raises(HandError, match=rf"^more than {number - 1} readings of 123m456p78s"):
        readings(hand, limit=number - 1)
    for wrong in (0, -1, 2**31, 10**30):
        with pytest.raises(HandError, match="limit"):
            readings(hand, limit=wrong)
    for odd in (None, 1.5, "9"):
        with pytest.raises(TypeError):
            readings(hand, limit=odd)  # type: ignore[arg-type]


@pytest.mark.parametrize("sets", [2, 4, 5])
@pytest.mark.parametrize("fifth", ["barred", "allowed"])
def test_hands_of_many_wildcards(sets: int, fifth: str) -> None:
    size = 3 * sets + 2
    for wild in {8, 14, size}:
        if wild > size:
            continue
        counts = [0] * 34
        for tile in range(size - wild):
            counts[tile] += 1
        hand = Hand(counts, wild=wild, sets=sets, fifth=fifth)  # type: ignore[arg-type]
        with pytest.raises(HandError, match="more than 2000 readings"):
            readings(hand, EVERY, limit=2000)


def test_two_wildcards_alone_are_any_pair() -> None:
    found = readings("[111m][234m][EEE]{2222p}**")
    assert [reading.pair for reading in found] == list(KINDS)
    assert [str(meld) for meld in found[0].melds] == ["[111m]", "[234m]", "[EEE]", "{2222p}"]


def test_a_text_may_say_what_is_wild_and_how_it_is_written() -> None:
    found = readings("123m456p789s11195s", wild="5s")
    assert found == readings(Hand("123m456p789s11195s", wild="5s"))
    assert found and all(len(reading.faces) == 1 for reading in found)
    assert readings("123m456p789s11122z", notation="mpsz") == readings("123m456p789sEEESS")


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (
            "123m456p789sEEES",
            "readings asked of 13 concealed tiles, expected a hand after its draw",
        ),
        (Hand("123m456p789sEE", melds=1), "1 melds known only by their number, expected the melds"),
    ],
)
def test_a_hand_that_has_no_readings_to_ask_for(hand: Any, message: str) -> None:
    with pytest.raises(HandError, match=message):
        readings(hand)


def test_what_is_no_hand_and_what_is_no_shape() -> None:
    for wrong in (None, 5, b"123m", [0] * 34, bytes(34)):
        with pytest.raises(TypeError, match="expected a Hand or its text"):
            readings(wrong)  # type: ignore[arg-type]
    hand = Hand("123m456p789sEEESS")
    for shapes in (0, -1, 256, 2**40):
        with pytest.raises(HandError, match="shapes"):
            readings(hand, shapes)
    with pytest.raises(HandError, match="expected none beside a Hand"):
        readings(hand, wild="5m")


def test_a_hand_that_is_not_complete_has_none() -> None:
    assert readings("123m456p789sEEESW") == []
