"""The engine against the published hands: totals, fans, and what wildcards stand for."""

from __future__ import annotations

import pytest
import score_twin as twin
from score_data import (
    ReportedShape,
    ScoredHand,
    WildHand,
    mcr_hands,
    reported_hands,
    reported_shapes,
    wild_hands,
)
from score_engine import NATIONAL, fan_list
from score_twin import NAMES, Win

from queshen import Hand, Shape
from queshen.rules import variant

HUANLE = variant("huanle")
FREE = variant("huanle", room="no_fan")


def by_id(row: ScoredHand | WildHand | ReportedShape) -> str:
    return row.id


@pytest.mark.parametrize("row", mcr_hands(), ids=by_id)
def test_a_published_hand_has_its_total_and_one_of_its_best_lists(row: ScoredHand) -> None:
    for game, (rules, options) in NATIONAL.items():
        score = rules.score(row.hand, row.win, **row.context)
        assert score.is_win and score.total == row.totals[game], game
        answer = twin.score(Win.parse(row.hand, row.win, **row.context), options)
        assert answer is not None
        # where there is one list only, this is that list
        assert fan_list(score) in answer.lists, game
        assert score.total == sum(each.points for each in score.fans)


def test_a_published_list_is_the_list_where_no_other_is_as_good() -> None:
    rules, options = NATIONAL["guobiao"]
    alone = 0
    for row in mcr_hands():
        answer = twin.score(Win.parse(row.hand, row.win, **row.context), options)
        assert answer is not None
        if len(answer.lists) == 1:
            alone += 1
            assert fan_list(rules.score(row.hand, row.win, **row.context)) == row.fans, row.id
    assert alone > 300


@pytest.mark.parametrize("row", reported_hands(), ids=by_id)
def test_a_hand_that_an_engine_scored_wrongly(row: ScoredHand) -> None:
    rules, _ = NATIONAL["guobiao"]
    score = rules.score(row.hand, row.win, **row.context)
    assert score.total == row.total, row.summary
    assert fan_list(score) == row.fans, row.summary


@pytest.mark.parametrize("row", reported_shapes(), ids=by_id)
def test_a_win_that_an_engine_misjudged(row: ReportedShape) -> None:
    hand = Hand(row.hand, melds=row.melds, fifth="allowed")
    if row.win is not None:
        assert bool(hand.waits().mask) is row.wins
        assert FREE.score(row.hand, row.win, self_draw=True).is_win is row.wins
        return
    assert hand.is_win() is row.wins, row.summary
    if row.basic_form is not None:
        assert hand.is_win(Shape.STANDARD) is row.basic_form, row.summary
    if row.seven_pairs is not None:
        possible = hand.is_win(Shape.SEVEN_PAIRS) if not row.melds else False
        assert possible is row.seven_pairs, row.summary


@pytest.mark.parametrize("row", wild_hands(), ids=by_id)
def test_a_published_hand_with_wildcards(row: WildHand) -> None:
    score = HUANLE.score(row.hand, row.win, wild=row.wild, **row.context)
    assert score.total == row.total
    options = twin.HUANLE
    answer = twin.score_wild(
        Win.parse(row.hand, row.win, wild=row.wild, options=options, **row.context), options
    )
    assert answer is not None
    lists = [{name: twin.VALUES[name] * n for name, n in fans.items()} for fans in answer.lists]
    assert {each.fan.zh: each.points for each in score.fans} in lists
    # the faces are such that they make these fans
    assert (score.faces, fan_list(score)) in answer.ways


def test_published_faces_are_among_those_that_are_worth_as_much() -> None:
    for row in wild_hands():
        win = Win.parse(row.hand, row.win, wild=row.wild, options=twin.HUANLE, **row.context)
        answer = twin.score_wild(win, twin.HUANLE)
        assert answer is not None
        found = {faces for faces, _ in answer.ways}
        assert tuple(sorted(map(NAMES.index, row.faces))) in found, row.id
