"""温州麻将 beside its slow judge: classes of hands, waits, and who pays whom."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from guangdong import KINDS
from wenzhou_twin import (
    HANDS,
    SETTLED,
    WHITE,
    Held,
    Laid,
    disagreement,
    outcome,
    random_held,
    random_result,
    worth,
)

from queshen.rules import Rules, variant
from queshen.table import Table, choose
from queshen.tiles import MeldType


@cache
def rules_of(**options: Any) -> Rules:
    return variant("wenzhou", **options)


def random_rules(rng: random.Random, options: dict[str, tuple[Any, ...]]) -> Rules:
    """The rules with each option mostly as it is by default."""
    told = {name: rng.choice(values) for name, values in options.items() if rng.random() < 0.5}
    return rules_of(**told)


@pytest.mark.parametrize("seed", range(8))
def test_hands_are_of_the_class_that_the_slow_judge_finds(seed: int) -> None:
    rng = random.Random(seed)
    found = set()
    for _ in range(270):
        held, rules = random_held(rng), random_rules(rng, HANDS)
        assert disagreement(rules, held) is None
        found.add(worth(held, rules.options))
    assert found >= {0, 1, 2, 4}


def test_random_hands_have_what_the_judge_is_about() -> None:
    rng = random.Random(7)
    hands = [random_held(rng) for _ in range(3000)]
    assert {held.wildcards for held in hands} == {0, 1, 2, 3}
    assert {len(held.melds) for held in hands} == {0, 1, 2, 3, 4, 5}
    flags = {"self_draw", "robbing", "first_turn", "replacement", "dealer"}
    assert set().union(*(held.flags for held in hands)) == flags
    plays = [held for held in hands if held.wild != WHITE and WHITE in held.concealed]
    assert len(plays) > 100 and any(held.win == WHITE for held in plays)
    assert any(held.wild in meld.tiles for held in plays for meld in held.melds)
    assert any(held.wild == WHITE for held in hands)
    lazi = variant("wenzhou", lazi=True).options
    assert any(worth(held, lazi) == 8 for held in hands if held.wildcards == 3)


@pytest.mark.parametrize("seed", range(3))
def test_waits_are_the_tiles_that_the_slow_judge_finds(seed: int) -> None:
    rng = random.Random(100 + seed)
    seen = 0
    while seen < 12:
        held = random_held(rng)
        if held.wildcards > 1 or "replacement" in held.flags:
            continue
        before = list(held.concealed)
        before.remove(held.win)
        held = replace(held, concealed=tuple(before), flags=held.flags & {"dealer"})
        rules = random_rules(rng, HANDS)
        drawn, claimed = {}, {}
        for wait in rules.waits(held.text, **held.context):
            if wait.self_draw is not None:
                drawn[wait.tile] = wait.self_draw.total
            if wait.discard is not None and not wait.wild:  # nobody discards those
                claimed[wait.tile] = wait.discard.total
        assert drawn == expected_waits(held, rules, "self_draw"), (held, rules)
        assert claimed == expected_waits(held, rules), (held, rules)
        seen += bool(drawn)


def expected_waits(held: Held, rules: Rules, *flags: str) -> dict[str, int]:
    """Every tile with which the judge takes a hand for a win, and what it is worth."""
    laid = [tile for meld in held.melds for tile in meld.tiles]
    expected = {}
    for tile in KINDS:
        face = held.wild if tile == WHITE else tile
        there_are_no_more = [*held.natural, *laid].count(face) >= 4
        if tile == held.wild:
            there_are_no_more = "self_draw" not in flags
        if not there_are_no_more:
            now = replace(held, concealed=(*held.concealed, tile), win=tile)
            expected[tile] = worth(replace(now, flags=now.flags | {*flags}), rules.options)
    return {tile: total for tile, total in expected.items() if total}


@pytest.mark.parametrize("seed", range(4))
def test_deals_are_settled_as_by_loops_over_the_seats(seed: int) -> None:
    rng = random.Random(200 + seed)
    for _ in range(1000):
        rules, result = random_rules(rng, SETTLED), random_result(rng)
        settlement = rules.settle(result)
        expected = outcome(rules.options, result)
        found = (settlement.points, settlement.coins, settlement.fee, settlement.bank)
        assert found == (expected.points, expected.coins, expected.fee, expected.bank), (
            rules,
            result,
        )
        assert sum(settlement.points) + settlement.bank == 0


# ---- at tables ----------------------------------------------------------------------------------


def held_at(table: Table, seat: int) -> Held | None:
    """The hand of a seat with the tile that it has drawn, or that lies open; None without one."""
    hand, tile = table.hand(seat), table.drawn if table.phase == "turn" else table.open_tile
    if tile is None:
        return None
    assert table.wild is not None
    wild = KINDS[table.wild]
    natural = [KINDS[at] for at, count in enumerate(hand.counts) for _ in range(count)]
    concealed = [WHITE if each == wild else each for each in natural] + [wild] * hand.wild
    flags = {"self_draw"} if table.phase == "turn" else set()
    if table.phase != "turn":
        concealed.append(KINDS[tile])
    melds = (
        Laid(tuple(KINDS[each] for each in meld.kinds), meld.type is MeldType.CONCEALED_KONG)
        for meld in table.melds(seat)
    )
    return Held(tuple(concealed), tuple(melds), wild, KINDS[tile], frozenset(flags))


def play_on(table: Table, rng: random.Random) -> None:
    """Who is asked acts, mostly well, and rarely takes a win."""
    seat = table.to_act[0]
    action = str(choose(table, seat, "greedy"))
    if action == "win" and rng.random() < 0.8:
        action = "pass" if table.can(seat, "pass") else str(max(table.legal(seat)))
    table.act(seat, action)


@pytest.mark.parametrize("seed", range(2))
def test_tables_offer_the_wins_that_the_judge_finds(seed: int) -> None:
    rng = random.Random(300 + seed)
    offered = {"turn": 0, "claim": 0}
    for _ in range(16):
        table = rules_of().table(seed=rng.getrandbits(64))
        while not table.done:
            own = table.phase == "turn"
            for seat in [table.turn] if own else [*({0, 1, 2, 3} - {table.turn})]:
                held = held_at(table, seat)
                if held is None or held.wildcards > 2 or table.phase == "rob":
                    continue
                value = worth(held, table.rules.options)
                passed = None if own else table.missed_value(seat)
                may = value > (passed or 0)
                assert table.can(seat, "win") is may, (held, table)
                offered[table.phase] += may
            play_on(table, rng)
    assert offered["turn"] > 3 and offered["claim"] > 10


def test_results_of_tables_tell_hands_and_wildcards() -> None:
    rng = random.Random(5)
    for _ in range(300):
        rules = rules_of(caishen_discard=rng.random() < 0.3, dead_wall=rng.choice((4, 40)))
        table = rules.table(seed=rng.getrandbits(64), streak=rng.randint(1, 4))
        while not table.done:
            table.step(choose(table, table.to_act[0], "greedy"))
        result = table.result
        assert result is not None
        wild = [each.wild for each in result.hands]
        assert wild == [table.hand(seat).wild for seat in range(4)] and sum(wild) <= 3
        expected = outcome(rules.options, result)
        assert rules.settle(result).points == expected.points
