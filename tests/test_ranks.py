"""Rank titles: the ladders of the documents, rung by rung."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queshen.errors import QueshenError
from queshen.ranks import LADDERS, Rank, rank

HUANLE = """
白板 0, 一万 100, 二万 200, 三万 500, 四万 1000, 五万 2000, 六万 5000, 七万 10000, 八万 20000,
九万 50000, 东风 80000, 西风 100000, 南风 200000, 北风 500000, 中 800000, 发 1200000, 雀神 2000000
"""
GUANGDONG = """
雀蛋 0, 雀仔 20, 麻雀 50, 雀头 100, 银雀 200, 金雀 500, 雀霸 1000, 雀王 5000, 雀帝 10000,
雀妖 20000, 雀仙 50000, 雀魔 100000, 雀圣 200000, 雀神 500000, 雀佛 1000000
"""


def ladder(text: str) -> tuple[tuple[str, int], ...]:
    rungs = [rung.split() for rung in text.replace("\n", " ").split(",")]
    return tuple((title, int(points)) for title, points in rungs)


def test_the_ladders_are_those_of_the_documents() -> None:
    assert dict(LADDERS) == {
        "huanle": ladder(HUANLE),
        "jipinghu": ladder(GUANGDONG),
        "tuidaohu": ladder(GUANGDONG),
    }
    assert [len(LADDERS[game]) for game in ("huanle", "jipinghu")] == [17, 15]


@pytest.mark.parametrize("game", LADDERS)
def test_a_title_holds_from_its_threshold_to_the_next(game: str) -> None:
    rungs = LADDERS[game]
    for level, (title, threshold) in enumerate(rungs, 1):
        held = rank(threshold, game)
        assert (held.title, held.level, held.threshold) == (title, level, threshold)
        if level > 1:
            below = rank(threshold - 1, game)
            assert (below.title, below.next, below.missing) == (rungs[level - 2][0], title, 1)


def test_whoever_has_less_than_the_second_title_needs_holds_the_first() -> None:
    assert rank(-5, "tuidaohu") == Rank("雀蛋", 1, 0, "雀仔", 25)
    assert rank(19, "jipinghu").title == "雀蛋"
    assert rank(-(10**30), "huanle").title == "白板"


def test_west_stands_below_south_as_the_document_has_it() -> None:
    assert rank(150_000, "huanle").title == "西风"
    assert rank(250_000, "huanle").title == "南风"


def test_above_the_top_there_is_nothing() -> None:
    assert rank(10**30, "huanle") == Rank("雀神", 17, 2_000_000, None, None)
    assert rank(1_000_000, "jipinghu") == Rank("雀佛", 15, 1_000_000, None, None)


@given(st.integers(-(10**7), 10**7), st.sampled_from(sorted(LADDERS)))
def test_what_is_missing_leads_to_the_next_title(points: int, game: str) -> None:
    held = rank(points, game)
    assert held.threshold <= max(points, 0)
    if held.missing is None:
        assert held.next is None
    else:
        assert held.missing > 0
        assert rank(points + held.missing, game).title == held.next
        assert rank(points + held.missing - 1, game).title == held.title


def test_other_games_have_no_ladder() -> None:
    with pytest.raises(QueshenError, match="no ladder 'guobiao', expected one of huanle, jipinghu"):
        rank(5, "guobiao")


@pytest.mark.parametrize("points", [1.5, "100", None])
def test_points_are_integers(points: object) -> None:
    with pytest.raises(TypeError):
        rank(points, "huanle")  # type: ignore[arg-type]


def test_ladders_cannot_be_changed_and_ranks_are_values() -> None:
    with pytest.raises(TypeError):
        LADDERS["huanle"] = ()  # type: ignore[index]
    held = rank(45, "jipinghu")
    assert hash(held) == hash(copy.copy(held))
    assert pickle.loads(pickle.dumps(held)) == held == eval(repr(held))
