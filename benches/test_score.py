"""Speed of scoring, of waits with their values, and of settling a deal.

Batch: inside the timed call is the whole Python call on a ready-made array of `batch.WIN`, with the
checks of every row and without the allocation of the answer. Scalar: inside is
`deque(maxlen=0).extend(map(...))` over prepared hands, so Python's own loop is included.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from operator import call
from typing import Any

import numpy as np
import pytest

queshen = pytest.importorskip("queshen")
batch = pytest.importorskip("queshen.batch")
choose = pytest.importorskip("queshen.table").choose
score_of = pytest.importorskip("queshen.ending").score_of

from adapters import prepared_scores  # noqa: E402
from wins import WIN_SETS, context_of, hand_before, rows_of, win_set  # noqa: E402

COUNT = 2_000
LOOP = 500
WILD = (0, 1, 2, 4)

Measure = Callable[..., Any]
Exhaust = Callable[[Any], None]

each_set = pytest.mark.parametrize("name", WIN_SETS)
each_wild = pytest.mark.parametrize("wild", WILD)
brief = {"max_time": 0.1, "min_rounds": 5, "warmup": True, "warmup_iterations": 1}

RULES = {game: queshen.variant(game) for game in ("huanle", "guobiao", "jipinghu", "tuidaohu")}


def _game(wild: int) -> Any:
    """欢乐麻将 has wildcards; without any the official rules are what others score too."""
    return RULES["huanle" if wild else "guobiao"]


@pytest.mark.benchmark(group="batch score", **brief)
@each_wild
@each_set
def test_benchmark_score_batch(measure: Measure, name: str, wild: int) -> None:
    """Timed: `batch.score`, totals only; 国标麻将 without wildcards, 欢乐麻将 with."""
    wins, out = win_set(name, wild, COUNT), np.empty(COUNT, np.int32)
    measure(batch.score, _game(wild), wins, out=out, hands=COUNT)


@pytest.mark.benchmark(group="batch score", **brief)
@pytest.mark.parametrize("wild", [0, 2])
def test_benchmark_score_batch_fans(measure: Measure, wild: int) -> None:
    """Timed: `batch.score` with `fans_out`, which says how often each fan counts."""
    rules, wins, out = _game(wild), win_set("concealed", wild, COUNT), np.empty(COUNT, np.int32)
    fans = np.empty((COUNT, len(rules.fans)), np.uint8)
    measure(batch.score, rules, wins, out=out, fans_out=fans, hands=COUNT)


@pytest.mark.benchmark(group="scalar score", **brief)
@each_wild
@each_set
def test_benchmark_score(measure: Measure, exhaust: Exhaust, name: str, wild: int) -> None:
    """Timed: `rules.score(hand, win, ...)` on prepared hands, every keyword but `wild` given."""
    asks = prepared_scores(_game(wild), win_set(name, wild, COUNT)[:LOOP])
    measure(_each, asks, exhaust, hands=LOOP)


@pytest.mark.benchmark(group="scalar score", **brief)
@pytest.mark.parametrize("wild", [0, 2])
def test_benchmark_score_with_fans(measure: Measure, exhaust: Exhaust, wild: int) -> None:
    """Timed: the same and the list of fans of the `Score`."""
    asks = prepared_scores(_game(wild), win_set("concealed", wild, COUNT)[:LOOP])
    measure(_each_fans, asks, exhaust, hands=LOOP)


@pytest.mark.benchmark(group="scalar score", **brief)
def test_benchmark_score_text(measure: Measure, exhaust: Exhaust) -> None:
    """Timed: `rules.score(text, win)`: the text is read inside, the win is a discard."""
    wins = win_set("concealed", 0, COUNT)[:LOOP]
    texts = [str(hand_before(win)) for win in wins]
    tiles = [queshen.tiles.name(int(win["win"])) for win in wins]
    measure(_each_two, RULES["guobiao"].score, texts, tiles, exhaust, hands=LOOP)


@pytest.mark.benchmark(group="waits with values", **brief)
@each_wild
@pytest.mark.parametrize("name", ["concealed", "melded"])
def test_benchmark_waits(measure: Measure, exhaust: Exhaust, name: str, wild: int) -> None:
    """Timed: `rules.waits(hand)` on prepared ready hands: a `Score` or two for each wait."""
    wins = win_set(name, wild, COUNT)[: LOOP // 5]
    rules = _game(wild)
    keywords = ("round_wind", "seat_wind", "flowers")
    asks = [
        partial(
            rules.waits,
            hand_before(win, rules.fifth),
            **{key: value for key, value in context_of(win).items() if key in keywords},
        )
        for win in wins
    ]
    measure(_each, asks, exhaust, hands=len(asks))


def _deals() -> list[Any]:
    """Deals that end in every way: who wins, whose tile it was, whose bird."""
    ends: list[tuple[int, int | None]] = [(seat, None) for seat in range(4)]
    ends += [(seat, payer) for seat in range(4) for payer in range(4) if seat != payer]
    return [
        queshen.DealResult([queshen.Win(seat, 12, payer)], bird=bird, horses=[bird])
        for seat, payer in ends
        for bird in ("1m", "2p", "3s", "N")
    ]


@pytest.mark.benchmark(group="batch score", **brief)
@pytest.mark.parametrize("game", ["guobiao", "jipinghu"])
def test_benchmark_score_game(measure: Measure, game: str) -> None:
    """Timed: `batch.score`, totals only, of the concealed wins under the fans of a game."""
    wins, out = win_set("concealed", 0, COUNT), np.empty(COUNT, np.int32)
    measure(batch.score, RULES[game], wins, out=out, hands=COUNT)


@cache
def _wins_of_deals(game: str, with_wild: bool) -> tuple[Any, ...]:
    """The first wins of deals that the greedy player plays, with wildcards in the hand or without,
    as scores."""
    rules, found, seed = queshen.variant(game), [], 0
    while len(found) < LOOP:
        table = rules.table(seed=seed)
        seed += 1
        while not table.done:
            table.step(choose(table, table.to_act[0]))
        for win in table.result.wins:
            score = score_of(table, win)
            if with_wild == (score.hand.wild > 0):
                found.append(score)
    return tuple(found[:LOOP])


LATER = ("xuezhan", "xuezhan6", "shanxi", "erren", "wenzhou")
later = [(game, False) for game in LATER] + [("wenzhou", True)]


@pytest.mark.benchmark(group="scalar score", **brief)
@pytest.mark.parametrize(("game", "with_wild"), later)
def test_benchmark_score_of_deals(
    measure: Measure, exhaust: Exhaust, game: str, with_wild: bool
) -> None:
    """Timed: `rules.score(hand, win, ...)` on wins of greedy deals, what is not so left out."""
    asks = [
        partial(
            score.rules.score,
            score.hand,
            score.win,
            **{name: value for name, value in score.context.items() if value is not False},
        )
        for score in _wins_of_deals(game, with_wild)
    ]
    measure(_each, asks, exhaust, hands=LOOP)


@pytest.mark.benchmark(group="batch score", **brief)
@pytest.mark.parametrize(("game", "with_wild"), later)
def test_benchmark_score_batch_of_deals(measure: Measure, game: str, with_wild: bool) -> None:
    """Timed: `batch.score`, totals only, on wins of greedy deals."""
    scores = _wins_of_deals(game, with_wild)
    wins, out = rows_of(scores), np.empty(LOOP, np.int32)
    rules = scores[0].rules
    assert batch.score(rules, wins).tolist() == [score.total for score in scores]
    measure(batch.score, rules, wins, out=out, hands=LOOP)


@pytest.mark.benchmark(group="settlement", **brief)
@pytest.mark.parametrize("game", RULES)
def test_benchmark_settle(measure: Measure, exhaust: Exhaust, game: str) -> None:
    """Timed: `rules.settle(result)` on prepared results: transfers, points and coins."""
    deals = _deals()
    measure(_each_one, RULES[game].settle, deals, exhaust, hands=len(deals))


def _each(asks: list[Any], exhaust: Exhaust) -> None:
    exhaust(map(call, asks))


def _each_fans(asks: list[Any], exhaust: Exhaust) -> None:
    exhaust(ask().fans for ask in asks)


def _each_one(function: Any, inputs: list[Any], exhaust: Exhaust) -> None:
    exhaust(map(function, inputs))


def _each_two(function: Any, first: list[Any], second: list[Any], exhaust: Exhaust) -> None:
    exhaust(map(function, first, second))
