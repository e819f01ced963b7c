"""Readiness in 宝牌: the engine beside the slow judge on random hands, most of them near a win."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import pytest
from ready_twin import (
    ALL_KINDS,
    KINDS,
    NAMES,
    SUIT_TILES,
    Held,
    Judged,
    is_run,
    is_triplet,
    judge,
    partings,
    readings,
    run_from,
)

from queshen.hand import Hand
from queshen.rules import Rules, variant
from queshen.tiles import TILE_NAMES

WAYS = tuple(product(("at_ready", "at_win"), ("not_own", "formal")))


@cache
def rules_of(structure_check: str, wait_counts: str, tiles: str) -> Rules:
    return variant("baopai", structure_check=structure_check, wait_counts=wait_counts, tiles=tiles)


# ---- hands --------------------------------------------------------------------------------------


def text_of(tiles: Sequence[str]) -> str:
    return "".join(sorted(tiles, key=ALL_KINDS.index))


def written(held: Held) -> str:
    """The hand as text; suits follow each tile."""
    laid = "".join(f"[{short(meld)}]" for meld in held.melds)
    hidden = "".join(f"{{{short(meld)}}}" for meld in held.hidden)
    return laid + hidden + text_of(held.concealed)


def short(meld: Sequence[str]) -> str:
    """A meld as ``Meld`` writes it."""
    return "".join(tile[0] for tile in meld) + meld[0][1:]


def random_group(rng: random.Random, kinds: Sequence[str]) -> list[str]:
    if rng.random() < 0.6:
        run = run_from(rng.choice(kinds))
        if run:
            return list(run)
    return [rng.choice(kinds)] * 3


def near_hand(rng: random.Random, game: Sequence[str]) -> Held:
    """Four sets and a pair without a tile; now and then with another tile that is wrong."""
    kinds = list(game)
    how = rng.random()
    if how < 0.5:  # few suits, so that tiles go with each other in several ways
        suits = rng.sample("mps", 2 if how < 0.4 else 1)
        kinds = [tile for tile in game if tile[1:] in suits or tile == "C"]
    elif how < 0.6:  # neither 1 nor 9
        kinds = [tile for tile in SUIT_TILES if tile[0] not in "19"]
    elif how < 0.7:
        kinds = rng.sample(SUIT_TILES, 9)
    while True:
        groups = [random_group(rng, kinds) for _ in range(4)]
        rng.shuffle(groups)
        hand = [rng.choice(kinds)] * 2
        melds: list[tuple[str, ...]] = []
        hidden: list[tuple[str, ...]] = []
        laid = rng.choices(range(5), (2, 5, 5, 5, 1))[0]
        for group in groups[:laid]:
            if is_triplet(tuple(group)) and rng.random() < 0.3:
                group = group + group[:1]
                (melds if rng.random() < 0.4 else hidden).append(tuple(group))
            else:
                melds.append(tuple(group))
        for group in groups[laid:]:
            hand += group
        hand.pop(rng.randrange(len(hand)))
        if rng.random() < 0.25:
            hand[rng.randrange(len(hand))] = rng.choice(kinds)
        held = Held(hand, melds, hidden)
        if max(Counter(held.everything).values()) <= 4:
            return held


def random_hand(rng: random.Random, game: Sequence[str]) -> Held:
    """Any tiles, with melds or without."""
    while True:
        groups = [tuple(random_group(rng, game)) for _ in range(rng.randint(0, 4))]
        count = 13 - 3 * len(groups)
        held = Held([rng.choice(game) for _ in range(count)], groups, [])
        if max(Counter(held.everything).values()) <= 4:
            return held


def sample(rng: random.Random, count: int, biased: float) -> Iterator[tuple[Held, str]]:
    """Hands with the tiles of the game that they are of."""
    for _ in range(count):
        tiles, game = ("112", KINDS) if rng.random() < 0.8 else ("136", ALL_KINDS)
        make = near_hand if rng.random() < biased else random_hand
        yield make(rng, game), tiles


# ---- side by side -------------------------------------------------------------------------------


def differs(rules: Rules, held: Held, judged: Judged) -> list[str]:
    """What the engine and the judge disagree about."""
    found = rules.readiness(written(held))
    failed, legal = set(found.failed), {TILE_NAMES[kind] for kind in found.legal}
    told = []
    if not judged.failed <= failed:
        told.append(f"not failed: {judged.failed - failed}")
    if not failed <= judged.failed | judged.doubtful:
        told.append(f"failed: {failed - judged.failed - judged.doubtful}")
    if bool(failed) is judged.may:
        told.append(f"may declare: {judged.may}")
    if judged.may and legal != judged.legal:
        told.append(f"waits: {legal} / {set(judged.legal)}")
    if not judged.may and legal:
        told.append(f"waits of a hand that is not ready: {legal}")
    if found.closed is not judged.closed:
        told.append(f"closed: {found.closed} / {judged.closed}")
    if list(found.legal) != sorted(found.legal) or len(found.failed) != len(failed):
        told.append(f"not in order, or told twice: {found}")
    return told


def check(seed: int, count: int, biased: float) -> Counter[str]:
    """Ask both about many hands; returns how often each answer came."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for held, tiles in sample(rng, count, biased):
        answers = []
        for way in WAYS:
            judged = judge(held, *way)
            told = differs(rules_of(*way, tiles), held, judged)
            assert not told, (written(held), way, tiles, told)
            answers.append(judged)
            seen.update(judged.failed)
            seen["legal"] += judged.may
            seen["closed"] += judged.closed
            seen["doubtful"] += bool(judged.doubtful) and not judged.failed
        seen["check matters"] += answers[0].legal != answers[2].legal
        seen["counts matter"] += answers[0].legal != answers[1].legal
        complete = {tile for tile in KINDS if readings(tuple(held.concealed), tile)}
        seen["side wait"] += answers[0].may and answers[0].legal != complete
    return seen


def test_random_hands() -> None:
    seen = check(seed=1, count=2000, biased=0.85)
    told = ("legal", "closed", "check matters", "counts matter", "side wait", *NAMES)
    assert not [name for name in told if seen[name] < 10], seen


@pytest.mark.slow
def test_many_random_hands() -> None:
    check(seed=2, count=200_000, biased=0.97)


# ---- the judge itself ---------------------------------------------------------------------------


def test_a_hand_is_read_as_it_is_written() -> None:
    held = Held.parse("[789s]{2222s}123m55s46pC")
    assert held.melds == [("7s", "8s", "9s")] and held.hidden == [("2s",) * 4]
    assert Held.parse(written(held)) == Held(
        sorted(held.concealed, key=ALL_KINDS.index), held.melds, held.hidden
    )
    assert Hand(written(held)).meld_count == 2


def test_a_hand_is_parted_in_every_way() -> None:
    ways = [sorted(way) for way in partings(sorted(Held.parse("111222333m99p").concealed))]
    assert len(ways) == 2
    assert all(("9p", "9p") in way for way in ways)
    assert any(sum(map(is_run, way)) == 3 for way in ways)
    assert any(sum(map(is_triplet, way)) == 3 for way in ways)
    assert not list(partings(sorted(Held.parse("1133557799m1133p").concealed)))


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("[789s]123m55s67p888p", {"5p", "5s", "8p"}),
        ("[789s]123m55s88p456p", {"5s", "8p"}),
        ("[777s][456p][789p]123m5s", {"5s"}),
        ("[777s]111m55s46p888p", set()),
    ],
)
def test_the_judge_finds_waits(text: str, waits: set[str]) -> None:
    assert judge(Held.parse(text)).legal == waits
