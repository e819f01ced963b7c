"""乾坤大挪移: hands near a pattern, out of a wall that stays whole."""

from __future__ import annotations

import io
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from table_twin import below, words

from queshen.errors import TableError
from queshen.near_deals import near_deal
from queshen.record import read_record, write_record
from queshen.rules import Rules, variant
from queshen.tiles import KIND_COUNT, TILE_NAMES

QQ = variant("qq", props=True)
HUOPIN = variant("huopin", props=True)
FOUR = ("da_si_xi", "da_san_yuan", "shi_san_yao", "qing_yi_se")
ONE_SUIT = "qing_yi_se"

WINDS, DRAGONS = tuple("ESWN"), tuple("CFP")
ORPHANS = (*(digit + suit for suit in "mps" for digit in "19"), *WINDS, *DRAGONS)
SETS = [Counter({tile: 3}) for tile in TILE_NAMES[:KIND_COUNT]]
SETS += [Counter(f"{at + i}{suit}" for i in range(3)) for suit in "mps" for at in range(1, 8)]

seeds = st.integers(0, 2**64 - 1)


# ---- how far a hand is from ready, by counting --------------------------------------------------


@cache
def suit_hands() -> NDArray[np.int8]:
    """Every complete hand of one suit, as copies of the nine ranks."""
    sets = np.zeros((16, 9), np.int8)
    for rank in range(9):
        sets[rank, rank] = 3
    for rank in range(7):
        sets[9 + rank, rank : rank + 3] = 1
    found = set()
    for four in combinations_with_replacement(range(16), 4):
        body = sets[list(four)].sum(axis=0)
        for rank in range(9):
            hand = body.copy()
            hand[rank] += 2
            if hand.max() <= 4:
                found.add(tuple(hand.tolist()))
    for pairs in combinations_with_replacement(range(9), 7):
        if max(Counter(pairs).values()) <= 2:
            found.add(tuple(2 * pairs.count(rank) for rank in range(9)))
    return np.array(sorted(found), np.int8)


def common(hand: Counter[str], target: Counter[str]) -> int:
    return (hand & target).total()


def from_ready(pattern: str, hand: Counter[str]) -> int:
    """Tiles that a hand lacks to be one short of a complete hand of the pattern."""
    pairs = [Counter({tile: 2}) for tile in TILE_NAMES[:KIND_COUNT]]
    if pattern == "da_si_xi":
        winds = Counter({tile: 3 for tile in WINDS})
        best = max(common(hand, winds + pair) for pair in pairs if not pair.keys() & winds.keys())
    elif pattern == "da_san_yuan":
        dragons = Counter({tile: 3 for tile in DRAGONS})
        best = max(
            common(hand, target)
            for one in SETS
            for pair in pairs
            if max((target := dragons + one + pair).values()) <= 4
        )
    elif pattern == "shi_san_yao":
        best = max(common(hand, Counter(ORPHANS) + Counter([tile])) for tile in ORPHANS)
    else:
        best = 0
        for suit in "mps":
            counts = np.array([hand[f"{rank}{suit}"] for rank in range(1, 10)], np.int8)
            best = max(best, int(np.minimum(suit_hands(), counts).sum(axis=1).max()))
    return 13 - best


def test_the_distance_is_counted_from_a_hand_that_is_ready() -> None:
    assert from_ready("shi_san_yao", Counter(ORPHANS)) == 0
    assert from_ready("shi_san_yao", Counter([*ORPHANS[:12], "5m"])) == 1
    assert from_ready("da_si_xi", Counter([*(3 * WINDS), "5m"])) == 0
    assert from_ready("da_san_yuan", Counter([*(3 * DRAGONS), "5m", "6m", "C", "9p"])) == 1
    assert (
        from_ready(ONE_SUIT, Counter(f"{rank}p" for rank in (1, 1, 1, *range(2, 9), 9, 9, 9))) == 0
    )


# ---- walls --------------------------------------------------------------------------------------


def dealt(wall: list[str]) -> list[Counter[str]]:
    """The hands in the order of dealing."""
    hands = []
    for seat in range(4):
        blocks = [wall[at : at + 4] for at in (4 * seat, 16 + 4 * seat, 32 + 4 * seat)]
        hands.append(Counter([tile for block in blocks for tile in block] + [wall[48 + seat]]))
    return hands


def every_tile(rules: Rules) -> Counter[str]:
    return Counter(dict(zip(TILE_NAMES, rules.flow.copies, strict=True)))


def shuffled(rules: Rules, seed: int) -> list[str]:
    wall, source = list((+every_tile(rules)).elements()), words(seed)
    for place in range(len(wall) - 1, 0, -1):
        other = below(place + 1, source)
        wall[place], wall[other] = wall[other], wall[place]
    return wall


def test_without_a_user_the_wall_is_that_of_the_seed() -> None:
    for rules in (QQ, HUOPIN, QQ.replace(flowers=False)):
        for seed in (0, 7, 2**64 - 1):
            wall = near_deal(rules, seed, {})
            assert wall == shuffled(rules, seed)
            assert rules.table(wall=wall).digest() == rules.table(seed=seed).digest()


@settings(max_examples=60, deadline=None)
@given(seeds, st.sampled_from(FOUR), st.integers(0, 3), st.sampled_from([0, 1, 2, 3, 5]))
def test_the_hand_is_near_its_pattern(seed: int, pattern: str, seat: int, away: int) -> None:
    rules = QQ.replace(prop_deal_shanten=away)
    wall = near_deal(rules, seed, {seat: pattern})
    assert from_ready(pattern, dealt(wall)[seat]) <= away
    assert Counter(wall) == every_tile(rules) and len(wall) == 144


@settings(max_examples=60, deadline=None)
@given(seeds, st.sets(st.integers(0, 3), min_size=1))
def test_several_seats_are_near_one_of_the_patterns(seed: int, seats: set[int]) -> None:
    wall = near_deal(QQ, seed, dict.fromkeys(seats))
    assert Counter(wall) == every_tile(QQ)
    hands = dealt(wall)
    assert all(min(from_ready(each, hands[seat]) for each in FOUR) <= 3 for seat in seats)


@settings(max_examples=60, deadline=None)
@given(seeds, st.sets(st.integers(0, 3), min_size=1), st.booleans())
def test_火拼_deals_near_one_suit(seed: int, seats: set[int], flowers: bool) -> None:
    rules = HUOPIN.replace(flowers=flowers)
    wall = near_deal(rules, seed, dict.fromkeys(seats))
    assert Counter(wall) == every_tile(rules)
    hands = dealt(wall)
    assert all(from_ready(ONE_SUIT, hands[seat]) <= 3 for seat in seats)


def test_the_default_is_three_tiles_from_ready() -> None:
    assert QQ.options["prop_deal_shanten"] == HUOPIN.options["prop_deal_shanten"] == 3
    away = [
        from_ready("shi_san_yao", dealt(near_deal(QQ, seed, {0: "十三幺"}))[0])
        for seed in range(80)
    ]
    assert max(away) == 3 and min(away) < 3, "what it is dealt beside may help too"


def test_hands_may_be_dealt_ready() -> None:
    rules = QQ.replace(prop_deal_shanten=0)
    for seed, pattern in enumerate(FOUR * 5):
        assert from_ready(pattern, dealt(near_deal(rules, seed, {1: pattern}))[1]) == 0


def test_an_option_that_asks_for_nothing_leaves_the_wall() -> None:
    rules = QQ.replace(prop_deal_shanten=13)
    assert near_deal(rules, 3, {0: None, 2: None}) == shuffled(rules, 3)


def test_other_hands_stay_random() -> None:
    """Seats beside the one that uses it lose tiles to it, and otherwise hold what they held."""
    for seed in range(30):
        before, after = dealt(shuffled(QQ, seed)), dealt(near_deal(QQ, seed, {0: "大三元"}))
        moved = sum((after[seat] - before[seat]).total() for seat in (1, 2, 3))
        assert moved <= (after[0] - before[0]).total() <= 10


def test_all_four_patterns_are_drawn() -> None:
    drawn: Counter[str] = Counter()
    rules = QQ.replace(prop_deal_shanten=0)
    for seed in range(400):
        hand = dealt(near_deal(rules, seed, {0: None}))[0]
        drawn.update(each for each in FOUR if from_ready(each, hand) == 0)
    assert all(60 < drawn[each] < 140 for each in FOUR)


def test_every_suit_and_place_of_the_hand_is_used() -> None:
    suits, sets = set(), set()
    rules = QQ.replace(prop_deal_shanten=0)
    for seed in range(60):
        wall = near_deal(rules, seed, {0: ONE_SUIT})
        (suit,) = {tile[1] for tile in dealt(wall)[0]}
        suits.add(suit)
        sets.add(tuple(sorted(dealt(wall)[0])))
    assert suits == set("mps") and len(sets) > 50


# ---- the same everywhere ------------------------------------------------------------------------


def test_the_wall_follows_from_rules_seed_and_seats() -> None:
    for seats in ({0: None}, {1: "清一色", 3: None}, dict.fromkeys(range(4))):
        wall = near_deal(QQ, 11, seats)
        assert near_deal(variant("qq", props=True), 11, dict(reversed(seats.items()))) == wall
        assert near_deal(QQ, 11, list(seats.items())) == wall
        assert near_deal(QQ, 12, seats) != wall


def test_walls_of_known_seeds_stay_what_they_are() -> None:
    qq = near_deal(QQ, 7, {2: "shi_san_yao"})
    huopin = near_deal(HUOPIN, 1, {1: None, 3: None})
    assert " ".join(qq[:20]) == "6m F 2s 7s 6p 8p N 春 1s 1m C S 5m 6m 5s 7m 3m 7s 4s 4m"
    assert " ".join(huopin[:20]) == "1s P 8s 6s 2s 3s N 5s W 1p 3p F 9m 4m 9m C 2m 1p 1m 8s"


def test_a_pattern_has_an_id_and_a_chinese_name() -> None:
    for id, zh in zip(FOUR, ("大四喜", "大三元", "十三幺", "清一色"), strict=True):
        assert near_deal(QQ, 5, {1: id}) == near_deal(QQ, 5, {1: zh})


@pytest.mark.parametrize("rules", [QQ, HUOPIN], ids=["qq", "huopin"])
def test_a_record_replays_the_deal(rules: Rules) -> None:
    wall = near_deal(rules, 9, {0: None, 2: None})
    table = rules.table(wall=wall, round_wind="S")
    while not table.done:
        table.step(min(table.legal(table.to_act[0])))
    file = io.StringIO()
    write_record(table, file)
    record = read_record(file.getvalue().splitlines())
    assert record.replay() == table and list(record.set_up["wall"]) == wall


def test_the_table_deals_the_hand_and_turns_the_indicator_after_it() -> None:
    rules = HUOPIN.replace(flowers=False)
    for seed in range(20):
        wall = near_deal(rules, seed, {3: None})
        table = rules.table(wall=wall)
        hand = table.hand(3)
        tiles = Counter({TILE_NAMES[at]: many for at, many in enumerate(hand.counts) if many})
        if hand.wild:
            assert table.wild is not None
            tiles[TILE_NAMES[table.wild]] += hand.wild
        assert tiles == dealt(wall)[3]
        assert table.indicator is not None and TILE_NAMES[table.indicator] == wall[53]


# ---- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["qq", "huopin"])
def test_it_is_refused_where_props_are_off(game: str) -> None:
    with pytest.raises(TableError, match="props=True"):
        near_deal(variant(game), 1, {0: None})


@pytest.mark.parametrize("game", ["huanle", "guobiao"])
def test_it_is_refused_in_games_that_do_not_have_it(game: str) -> None:
    with pytest.raises(TableError, match=game):
        near_deal(variant(game), 1, {0: None})


def test_a_pattern_that_the_prop_does_not_have_is_refused() -> None:
    with pytest.raises(TableError, match="qing_yi_se"):
        near_deal(HUOPIN, 1, {0: "da_si_xi"})
    with pytest.raises(TableError, match="da_si_xi"):
        near_deal(QQ, 1, {0: "da_si_x"})


def test_a_seat_uses_it_once() -> None:
    with pytest.raises(TableError, match="twice"):
        near_deal(QQ, 1, [(0, None), (0, "清一色")])
    with pytest.raises(TableError, match="twice"):
        near_deal(QQ.replace(props_per_deal=2), 1, [(0, None), (0, None)])


def test_patterns_that_no_wall_can_hold_at_once_are_refused() -> None:
    for seed in range(10):
        near_deal(QQ, seed, {0: "大四喜", 1: "大三元", 2: "十三幺", 3: "清一色"})
        near_deal(QQ, seed, {0: "十三幺", 1: "十三幺", 2: "十三幺", 3: "清一色"})
        near_deal(QQ, seed, dict.fromkeys(range(4), "清一色"))
        for seats in (
            dict.fromkeys(range(2), "大四喜"),
            dict.fromkeys(range(2), "大三元"),
            dict.fromkeys(range(4), "十三幺"),
            {0: "大四喜", 1: "十三幺", 2: "十三幺"},
        ):
            with pytest.raises(TableError, match="one wall"):
                near_deal(QQ, seed, seats)


@pytest.mark.parametrize("seat", [-1, 4, 10**30])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(TableError, match="0 to 3"):
        near_deal(QQ, 1, {seat: None})


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", True, None])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(TableError, match="seed"):
        near_deal(QQ, seed, {0: None})


def test_values_of_a_wrong_type_raise_type_errors() -> None:
    with pytest.raises(TypeError):
        near_deal(QQ, 1, {"0": None})  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        near_deal(QQ, 1, {0: 5})  # type: ignore[dict-item]
