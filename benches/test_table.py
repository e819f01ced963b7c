"""Speed of tables: single acts from Python, copies, and whole deals played natively.

Single acts: inside the timed call is a Python loop over the acts of deals that were played before,
the loop included. Whole deals: inside is one call that plays and scores so many deals to their
ends; `simulate` also settles them and counts what they come to. `extra_info` has the time of one
(`ns_per_hand`: an act, a copy, a deal), of an act in whole deals (`ns_per_act`) and
`deals_per_second`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import starmap
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

queshen = pytest.importorskip("queshen")
table = pytest.importorskip("queshen.table")

from queshen.simulate import simulate  # noqa: E402

RANDOM_DEALS, GREEDY_DEALS = 2_000, 400
SEED = 1

Measure = Callable[..., Any]
Exhaust = Callable[[Any], None]

RULES = {
    "guobiao, 136 tiles": queshen.variant("guobiao", flowers=False),
    "huanle, 144 tiles": queshen.variant("huanle"),
    "qq, 136 tiles": queshen.variant("qq", flowers=False),  # huanle without wildcards and bird
    "jipinghu": queshen.variant("jipinghu"),
    "tuidaohu": queshen.variant("tuidaohu"),
    "xuezhan": queshen.variant("xuezhan"),
    "wenzhou": queshen.variant("wenzhou"),
}
each_game = pytest.mark.parametrize("game", RULES)
each_player = pytest.mark.parametrize("player", ["random", "greedy"])
brief = {"max_time": 0.3, "min_rounds": 5, "warmup": True, "warmup_iterations": 1}


def _deals(player: str) -> int:
    return RANDOM_DEALS if player == "random" else GREEDY_DEALS


def _played(rules: Any, deals: int) -> list[Any]:
    """Tables that were played to their ends by seats that act at random."""
    tables = []
    for seed in range(deals):
        one = rules.table(seed=seed)
        stream = seed << 32
        while not one.done:
            seat = one.to_act[0]
            one.act(seat, table.choose(one, seat, "random", stream))
            stream += 1
        tables.append(one)
    return tables


# One at a time


@pytest.mark.benchmark(group="one act from Python", **brief)
@each_game
def test_benchmark_act(benchmark: BenchmarkFixture, exhaust: Exhaust, game: str) -> None:
    """Timed: `table.act(seat, action)` for every act of a deal of random play."""
    rules = RULES[game]
    (played,) = _played(rules, 1)

    def set_up() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (rules.table(seed=0).act, played.log), {}

    def acts(act: Any, log: Any) -> None:
        exhaust(starmap(act, log))

    benchmark.pedantic(acts, setup=set_up, rounds=2000, warmup_rounds=50)
    _tell(benchmark, len(played.log))


@pytest.mark.benchmark(group="one act from Python", **brief)
@each_game
def test_benchmark_legal(measure: Measure, exhaust: Exhaust, game: str) -> None:
    """Timed: `table.legal(seat)` of the seat whose turn it is, at the start of 100 deals."""
    asks = [RULES[game].table(seed=seed).legal for seed in range(100)]
    measure(lambda: exhaust(ask(0) for ask in asks), hands=len(asks))


@pytest.mark.benchmark(group="one deal from Python", **brief)
@each_game
def test_benchmark_python_player(measure: Measure, game: str) -> None:
    """Timed: 10 deals in which Python asks who acts and which action `choose` takes at random."""
    measure(_played, RULES[game], 10, hands=10)


@pytest.mark.benchmark(group="copies", **brief)
@each_game
def test_benchmark_clone(measure: Measure, exhaust: Exhaust, game: str) -> None:
    """Timed: `table.clone()` after 40 acts, 1 000 times."""
    (one,) = _played(RULES[game], 1)
    one.undo(max(0, len(one.log) - 40))
    measure(lambda: exhaust(one.clone() for _ in range(1000)), hands=1000)


@pytest.mark.benchmark(group="copies", **brief)
@each_game
def test_benchmark_digest(measure: Measure, exhaust: Exhaust, game: str) -> None:
    """Timed: `table.digest()`, 1 000 times."""
    (one,) = _played(RULES[game], 1)
    measure(lambda: exhaust(one.digest() for _ in range(1000)), hands=1000)


@pytest.mark.benchmark(group="copies", **brief)
@each_game
def test_benchmark_new_table(measure: Measure, exhaust: Exhaust, game: str) -> None:
    """Timed: `rules.table(seed=...)`: shuffling, dealing, and the flowers before the first act."""
    new = RULES[game].table
    measure(lambda: exhaust(new(seed=seed) for seed in range(200)), hands=200)


# Whole deals


@pytest.mark.benchmark(group="whole deals", **brief)
@each_player
@each_game
def test_benchmark_play(benchmark: BenchmarkFixture, game: str, player: str) -> None:
    """Timed: `play_deals`, one thread: played and scored to rows."""
    deals = _deals(player)
    rows = benchmark(
        table.play_deals, RULES[game], [player] * RULES[game].flow.seats, SEED, 0, deals
    )
    _tell(benchmark, deals, int(rows["acts"].sum()))


@pytest.mark.benchmark(group="whole deals", **brief)
@each_player
@each_game
def test_benchmark_simulate(benchmark: BenchmarkFixture, game: str, player: str) -> None:
    """Timed: `simulate`, one thread: the same, settled and counted; settlements start unknown."""
    deals = 10 * _deals(player)
    summary = benchmark(simulate, RULES[game], deals, SEED, player)
    _tell(benchmark, deals, summary.acts)


@pytest.mark.benchmark(group="whole deals", **brief)
@each_player
def test_benchmark_simulate_on_two_threads(benchmark: BenchmarkFixture, player: str) -> None:
    """Timed: the same for 欢乐麻将 with two threads, which only helps where two cores are free."""
    deals = 10 * _deals(player)
    summary = benchmark(simulate, RULES["huanle, 144 tiles"], deals, SEED, player, threads=2)
    _tell(benchmark, deals, summary.acts)


def _tell(benchmark: BenchmarkFixture, count: int, acts: int = 0) -> None:
    """Write down the time of one, and of one act in deals."""
    if benchmark.stats is None:  # under --benchmark-disable
        return
    median = benchmark.stats.stats.median
    benchmark.extra_info["hands"] = count
    benchmark.extra_info["ns_per_hand"] = round(median / count * 1e9, 2)
    if acts:
        benchmark.extra_info["ns_per_act"] = round(median / acts * 1e9, 2)
        benchmark.extra_info["deals_per_second"] = round(count / median)
