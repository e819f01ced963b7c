"""Waits with what each of them is worth: the scores of every tile, drawn and discarded."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from score_data import random_win
from score_engine import engine_score
from score_twin import NAMES

from queshen import Hand, HandError, Rules, Score, variant
from queshen.score import WaitValue

GUOBIAO = variant("guobiao")
HUANLE = variant("huanle")
RON = {ron: variant("huanle", caishen_ron=ron) for ron in ("face", "wild", "no")}
READY = "[123m][456m][789m]12p55m"  # waits for 3p
FITS = "[345p][678s]456m33s67m"  # waits for 8m among others


def points(score: Score) -> dict[str, int]:
    return {each.fan.zh: each.points for each in score.fans}


def natural_copies(hand: Hand, k: int) -> int:
    return hand.counts[k] + sum(meld.kinds.count(k) for meld in hand.melds)


def slow_waits(rules: Rules, hand: Hand, **context: Any) -> dict[str, tuple[Score | None, ...]]:
    """Every tile is tried, drawn and discarded."""
    found: dict[str, tuple[Score | None, ...]] = {}
    for tile in (*NAMES, "*"):
        if tile == "*" and not (hand.wild and hand.face is None):
            continue
        if tile != "*" and natural_copies(hand, NAMES.index(tile)) == 4:
            continue
        drawn: Score | None = rules.score(hand, tile, self_draw=True, **context)
        claimed: Score | None = None if tile == "*" else rules.score(hand, tile, **context)
        if drawn is not None and drawn.reading is None:
            drawn = None
        if claimed is not None and claimed.reading is None:
            claimed = None
        if drawn or claimed:
            found[tile] = (drawn, claimed)
    return found


@pytest.mark.parametrize("wild", range(4))
@pytest.mark.parametrize("game", ["face", "no", "guobiao"])
def test_waits_are_the_scores_of_every_tile(game: str, wild: int) -> None:
    rules = RON.get(game, GUOBIAO)
    if rules is GUOBIAO and wild:
        return
    rng = random.Random(wild)
    number = 0
    for _ in range(30):
        score = engine_score(random_win(rng, wild), rules)
        hand = score.hand
        context = {name: score.context[name] for name in ("round_wind", "seat_wind", "flowers")}
        waits = rules.waits(hand, **context)
        slow = slow_waits(rules, hand, **context)
        assert [wait.tile for wait in waits] == list(slow), hand
        for wait in waits:
            assert (wait.self_draw, wait.discard) == slow[wait.tile], (hand, wait.tile)
            assert wait.reaches is any(each and each.is_win for each in slow[wait.tile])
            number += 1
    assert number > 30


@pytest.mark.parametrize("wild", range(4))
def test_waits_are_those_of_the_hand(wild: int) -> None:
    rng = random.Random(wild + 10)
    for _ in range(30):
        hand = engine_score(random_win(rng, wild), HUANLE).hand
        for wait_counts in ("formal", "not_own", "live"):
            plain = hand.waits(HUANLE.shapes, wait_counts=wait_counts)
            waits = HUANLE.waits(hand, wait_counts=wait_counts)
            possible = [k for k in plain if natural_copies(hand, k) < 4]
            assert [wait.kind for wait in waits if wait.kind is not None] == possible, hand
            assert sum(wait.live for wait in waits) == plain.total
            assert any(wait.tile == "*" for wait in waits) is (hand.wild > 0 and hand.face is None)


def test_a_wait_says_what_the_tile_is_worth() -> None:
    (wait,) = GUOBIAO.waits(READY, last_tile=True, flowers=2, seat_wind="S", round_wind="W")
    context = {"last_tile": True, "flowers": 2, "seat_wind": "S", "round_wind": "W"}
    drawn = GUOBIAO.score(READY, "3p", self_draw=True, **context)  # type: ignore[arg-type]
    claimed = GUOBIAO.score(READY, "3p", **context)  # type: ignore[arg-type]
    assert wait == WaitValue("3p", 11, False, drawn, claimed, 4)
    assert wait.reaches and "妙手回春" in points(drawn) and "海底捞月" in points(claimed)
    assert pickle.loads(pickle.dumps(wait)) == wait
    assert wait.to_dict() == {
        "tile": "3p",
        "wild": False,
        "self_draw": drawn.total,
        "discard": claimed.total,
        "live": 4,
        "reaches": True,
    }


def test_waits_on_wildcards() -> None:
    hand = "[123m][456m]78m12p55mE"
    by_tile = {wait.tile: wait for wait in RON["face"].waits(hand, wild="E")}
    assert list(by_tile) == ["6m", "9m", "3p", "E"]
    assert [wait.wild for wait in by_tile.values()] == [False, False, False, True]
    assert by_tile["E"].discard is None  # discarded it is an east wind
    assert by_tile["E"].self_draw == RON["face"].score(hand, "E", wild="E", self_draw=True)
    assert by_tile["E"].live == 3
    wild = {wait.tile: wait for wait in RON["wild"].waits(hand, wild="E")}
    assert wild["E"].discard == RON["wild"].score(hand, "E", wild="E")
    assert wild["E"].discard is not None and wild["E"].discard.is_win
    none = {wait.tile: wait for wait in RON["no"].waits(FITS, wild="8m")}
    assert none["8m"].discard is None and none["8m"].self_draw is not None
    assert none["5m"].discard is not None


def test_a_faceless_wildcard_is_waited_for_by_who_has_one() -> None:
    waits = HUANLE.waits("[123m][456m]78m12p55m*")
    last = waits[-1]
    assert (last.tile, last.kind, last.wild, last.discard, last.live) == ("*", None, True, None, 0)
    assert last.self_draw is not None and last.self_draw.win == "*"
    assert [wait.tile for wait in HUANLE.waits(READY)] == ["3p"]


def test_a_wait_for_a_natural_copy_only() -> None:
    """Drawn, the last tile would be wild and fit too; discarded, it is its face."""
    waits = {wait.tile: wait for wait in HUANLE.waits(FITS, wild="8m")}
    eight = waits["8m"]
    assert eight.wild and eight.self_draw is not None and eight.discard is not None
    assert eight.self_draw.win == "8m" and eight.discard.win == "8m'"


def test_four_natural_copies_of_the_face_are_no_obstacle() -> None:
    hand = Hand("6m'6m'6m'6m'78p999m111s5s", face="6m", fifth="allowed")
    waits = HUANLE.waits(hand)
    assert all(wait.self_draw is not None for wait in waits if wait.tile == "6m")


def test_live_copies_are_those_that_nobody_shows() -> None:
    (wait,) = GUOBIAO.waits(READY, visible="333p")
    assert wait.live == 1
    (wait,) = GUOBIAO.waits(READY, visible="3333p")
    assert wait.live == 0 and wait.self_draw is not None
    assert GUOBIAO.waits(READY, visible="3333p", wait_counts="live") == ()
    counts = [0] * 34
    counts[11] = 2
    for visible in (counts, bytes(counts), "33p", "[345p][345p]"):
        assert GUOBIAO.waits(READY, visible=visible)[0].live == 2
    with pytest.raises(HandError, match="visible has 4 of 1p"):
        GUOBIAO.waits(READY, visible="1111p")


def test_waits_for_tiles_that_the_hand_has_itself() -> None:
    hand = "[333p][456m]12p789s55m"
    (formal,) = GUOBIAO.waits(hand)
    assert (formal.tile, formal.live) == ("3p", 1)
    kong = "[3333p][456m]12p789s55m"
    assert Hand(kong).waits().tiles == ("3p",)  # a form, but no tile can come
    for wait_counts in ("formal", "not_own", "live"):
        assert GUOBIAO.waits(kong, wait_counts=wait_counts) == ()
    assert GUOBIAO.waits("[789s][456m][111m]3333p") == ()  # the concealed part holds all four


def test_a_wait_that_misses_the_minimum_does_not_reach_it() -> None:
    hand = "[123m]456m567p78sWW"
    waits = GUOBIAO.waits(hand)
    assert [
        (w.tile, w.self_draw and w.self_draw.total, w.discard and w.discard.total, w.reaches)
        for w in waits
    ] == [("6s", 8, 7, True), ("9s", 2, 1, False)]  # 6s wins drawn only
    assert all(wait.discard is not None and wait.discard.reason == "minimum" for wait in waits)
    assert [wait.reaches for wait in GUOBIAO.waits(hand, flowers=8)] == [True, False]
    assert [wait.reaches for wait in variant("guobiao", min_fan=2).waits(hand)] == [True, True]


def test_a_hand_that_waits_for_nothing() -> None:
    assert GUOBIAO.waits("[123m]456m567p1s4sWN") == ()


@pytest.mark.parametrize(
    ("hand", "told", "message"),
    [
        (READY + "3p", {}, "waits asked of 5 concealed tiles, expected a hand before its draw"),
        (READY, {"wait_counts": "all"},
         "wait_counts is 'all', expected 'formal', 'not_own' or 'live'"),
        (READY, {"wait_counts": None}, "wait_counts is None"),
        (READY, {"flowers": 9}, "flowers is 9"),
        (READY, {"round_wind": "X"}, "round_wind is 'X'"),
        (READY, {"visible": "5m" * 4}, "visible has 4 of 5m"),
        (Hand("123m456p78s11m", melds=1), {}, "1 melds known only by their number"),
        (Hand("123m456p78sEEE11m999s", sets=5), {}, "a hand of 5 sets, expected 4 in guobiao"),
        ("123m456p78sEE1m1m*", {}, "a wildcard in the hand"),
        (Hand(READY), {"wild": "5m"}, "expected none beside a Hand"),
    ],
)  # fmt: skip
def test_waits_that_cannot_be_asked_for(hand: Any, told: dict[str, Any], message: str) -> None:
    with pytest.raises(HandError) as caught:
        GUOBIAO.waits(hand, **told)
    assert message in str(caught.value)
