"""The engine against the slow judge of the fans, and another library, on random wins.

What is compared is the total, the fans, what the wildcards stand for, and which of several equal
ways is reported.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import score_twin as twin
from score_data import random_win
from score_engine import FAN_TABLE, NATIONAL, WILDCARDS, fan_list, named, rules_for
from score_twin import HUANLE, QQ, Answer, Options, Win

from queshen.rules import Rules, variant

ALL = FAN_TABLE | WILDCARDS


def random_wins(rng: random.Random, wild: int, hands: int) -> Iterator[Win]:
    """Random wins; in some of them the wildcards have no face of their own."""
    for _ in range(hands):
        win = random_win(rng, wild)
        if win.robbing:
            win = replace(win, last_tile=False)  # no kong is made when the wall is empty
        if wild and win.face != win.win and rng.random() < 0.15:
            win = replace(win, face=None)
        yield win


def under(win: Win, options: Options) -> Win:
    """The win as these options see it: a discarded wildcard may be one."""
    hand, tile, context = win.spelled()
    told: dict[str, Any] = dict(context)
    win = Win.parse(hand, tile, options=options, **told)
    if win.win is None:  # and such a tile is no last copy
        win = replace(win, last_copy=False)
    return win


def check(win: Win, options: Options, rules: Rules) -> None:
    """Ask both about one win."""
    hand, tile, told = under(win, options).spelled()
    context: dict[str, Any] = dict(told)
    answer = twin.score_wild(under(win, options), options)
    score = rules.score(hand, tile, **context)
    changed = {name: getattr(options, name) for name in ALL}
    case = f"{hand} win={tile} {context}\n{changed}\nengine {score} as {named(score.faces)}"
    if answer is None:
        assert score.reading is None and not score.is_win, case
        return
    assert score.total == answer.total, f"{case}\njudge {answer.total} {told_of(answer)}"
    assert (score.faces, fan_list(score)) in answer.ways, f"{case}\njudge {told_of(answer)}"
    # more wildcards as themselves, then the lowest faces, then the fans that stand first
    assert score.faces == answer.ways[0][0], f"{case}\njudge {told_of(answer)}"
    assert score.counted == score.total - win.flowers, case


def told_of(answer: Answer) -> list[tuple[str, dict[str, int]]]:
    return [(named(faces), fans) for faces, fans in answer.ways[:4]]


def sweep(seed: int, wild: int, hands: int, options: Options, rules: Rules | None = None) -> None:
    rules = rules or rules_for(options)
    for win in random_wins(random.Random(seed), wild, hands):
        check(win, options, rules)


def random_options(rng: random.Random) -> Options:
    return Options(**{name: rng.choice(values) for name, values in ALL.items()})


def sweep_options(seed: int, wild: int, tables: int, hands: int) -> None:
    """So many tables of random options, so many hands for each."""
    rng = random.Random(seed)
    for _ in range(tables):
        sweep(rng.randrange(1 << 30), wild, hands, random_options(rng))


# ---- the games as they are ------------------------------------------------------------------


@pytest.mark.parametrize("game", NATIONAL)
def test_hands_without_wildcards(game: str) -> None:
    rules, options = NATIONAL[game]
    sweep(10, 0, 1500, options, rules)


@pytest.mark.parametrize(("wild", "hands"), [(1, 2500), (2, 1200), (3, 300), (4, 100)])
def test_hands_with_wildcards(wild: int, hands: int) -> None:
    sweep(20 + wild, wild, hands, HUANLE, variant("huanle"))


@pytest.mark.parametrize("wild", [0, 1, 2])
def test_huopin_scores_as_huanle_does(wild: int) -> None:
    huanle, huopin = variant("huanle"), variant("huopin")
    for win in random_wins(random.Random(30 + wild), wild, 1000):
        hand, tile, told = win.spelled()
        context: dict[str, Any] = dict(told)
        one, other = (rules.score(hand, tile, **context) for rules in (huanle, huopin))
        assert (one.total, one.fans, one.faces) == (other.total, other.fans, other.faces)


# ---- options --------------------------------------------------------------------------------


OPTION_VALUES = [
    (name, value)
    for name, values in ALL.items()
    for value in values
    if value != getattr(HUANLE, name)
]


@pytest.mark.parametrize(("name", "value"), OPTION_VALUES)
def test_an_option_alone(name: str, value: Any) -> None:
    options = replace(HUANLE, **{name: value})
    for wild, hands in ((0, 150), (1, 150), (2, 80), (3, 10)):
        sweep(40 + wild, wild, hands, options)


@pytest.mark.parametrize("name", FAN_TABLE)
def test_an_option_of_the_games_without_wildcards(name: str) -> None:
    for value in FAN_TABLE[name]:
        if value != getattr(QQ, name):
            options = replace(QQ, **{name: value})
            sweep(50, 0, 200, options)


@pytest.mark.parametrize(
    ("wild", "tables", "hands"), [(0, 80, 30), (1, 80, 30), (2, 50, 12), (3, 20, 8), (4, 8, 4)]
)
def test_options_together(wild: int, tables: int, hands: int) -> None:
    sweep_options(60 + wild, wild, tables, hands)


@pytest.mark.slow
@pytest.mark.parametrize("piece", range(10))
def test_many_hands_without_wildcards(piece: int) -> None:
    for game, (rules, options) in NATIONAL.items():
        sweep(1000 + 10 * piece + len(game), 0, 10_000, options, rules)


@pytest.mark.slow
@pytest.mark.parametrize("piece", range(10))
@pytest.mark.parametrize(("wild", "hands"), [(1, 20_000), (2, 8000), (3, 1500), (4, 400), (5, 15)])
def test_many_hands_with_wildcards(wild: int, hands: int, piece: int) -> None:
    sweep(2000 + 10 * piece + wild, wild, hands, HUANLE, variant("huanle"))


@pytest.mark.slow
@pytest.mark.parametrize("piece", range(10))
@pytest.mark.parametrize(
    ("wild", "tables", "hands"), [(0, 300, 50), (1, 300, 50), (2, 200, 30), (3, 60, 20), (4, 20, 8)]
)
def test_many_options_together(wild: int, tables: int, hands: int, piece: int) -> None:
    sweep_options(3000 + 10 * piece + wild, wild, tables, hands)


# ---- another library ------------------------------------------------------------------------

PEER_TILES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)]
PEER_TILES += [*(f"F{i}" for i in range(1, 5)), *(f"J{i}" for i in range(1, 4))]
PEER_SORTS = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}


def peer_total(peer: Any, win: Win) -> int:
    packs = tuple(
        (PEER_SORTS[meld.sort], PEER_TILES[meld.kind + (meld.sort == "chow")], int(meld.exposed))
        for meld in win.melds
    )
    assert win.win is not None
    fans = peer.MahjongFanCalculator(
        pack=packs,
        hand=tuple(PEER_TILES[kind] for kind in win.tiles),
        winTile=PEER_TILES[win.win],
        flowerCount=win.flowers,
        isSelfDrawn=win.self_draw,
        is4thTile=win.last_copy,
        isAboutKong=win.replacement or win.robbing,
        isWallLast=win.last_tile,
        seatWind=win.seat_wind - 27,
        prevalentWind=win.round_wind - 27,
        verbose=True,
    )
    return sum(points * count for points, count, *_ in fans)


def sweep_peer(seed: int, hands: int) -> None:
    peer = pytest.importorskip("MahjongGB")
    rules = variant("guobiao", min_fan=0)
    for win in random_wins(random.Random(seed), 0, hands):
        hand, tile, told = win.spelled()
        context: dict[str, Any] = dict(told)
        score = rules.score(hand, tile, **context)
        assert score.total == peer_total(peer, win), f"{hand} win={tile} {context}\n{score}"


def test_pymahjonggb_pays_as_much() -> None:
    sweep_peer(70, 20_000)


@pytest.mark.slow
def test_pymahjonggb_pays_as_much_on_many_hands() -> None:
    sweep_peer(71, 200_000)
