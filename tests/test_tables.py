"""Many tables in one array: each is the deal that a single table plays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from queshen import BatchError, variant
from queshen.batch import Tables
from queshen.rules import Definition, Rules
from queshen.table import RESULT, Table, play_deals

GAMES = {
    "huanle": variant("huanle", room="8fan"),
    "guobiao": variant("guobiao", flowers=False),
    "huopin": variant("huopin", props=True),
}


def choose(tables: Tables, rng: np.random.Generator) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A random legal action at every table; a win where there is one."""
    actions = np.empty(tables.count, np.int64)
    for row in range(tables.count):
        legal = [int(action) for action in tables.legal(row)]
        actions[row] = 144 if 144 in legal else legal[int(rng.integers(len(legal)))]
    return actions


def same(tables: Tables, row: int, table: Table) -> None:
    """What a row shows is what the table shows to the seat that acts."""
    (seat, *_) = table.to_act
    hand = table.hand(seat)
    assert tables.seat[row] == seat
    words = [int(word) for word in tables.mask[row]]
    assert sum(word << 64 * place for place, word in enumerate(words)) == table.legal(seat).mask
    assert tables.counts[row].tobytes() == hand.counts
    assert tables.wild[row] == hand.wild
    assert tables.open_tile[row] == (-1 if table.open_tile is None else table.open_tile)


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_the_deal_of_a_single_table(game: str) -> None:
    rules, rng = GAMES[game], np.random.default_rng(5)
    tables = Tables(rules, 6, seeds=np.arange(6))
    numbers = [0] * 6
    singles = [rules.table(seed=first_seed(rules, row)) for row in range(6)]
    finished = 0
    for _ in range(400):
        for row, single in enumerate(singles):
            same(tables, row, single)
        actions = choose(tables, rng)
        tables.step(actions)
        for row, single in enumerate(singles):
            single.step(int(actions[row]))
            assert bool(tables.done[row]) == single.done
            if single.done:
                finished += 1
                check_result(rules, tables.results[row], single, numbers[row])
                numbers[row] += 1
                singles[row] = next_table(rules, row, numbers[row])
    assert finished > 6


def first_seed(rules: Rules, table_seed: int) -> int:
    return deal_seed(rules, table_seed, 0)


def deal_seed(rules: Rules, table_seed: int, number: int) -> int:
    """The seed of a deal, as native play tells it."""
    return int(play_deals(rules, ["random"] * 4, table_seed, number, 1)["seed"][0])


def next_table(rules: Rules, table_seed: int, number: int) -> Table:
    return rules.table(seed=deal_seed(rules, table_seed, number))


def check_result(rules: Rules, row: np.void, table: Table, number: int) -> None:
    result = table.result
    assert result is not None
    assert row["deal"] == number
    assert row["seed"] == table.seed
    assert f"{int(row['digest']):016x}" == table.digest()
    assert row["acts"] == len(table.log)
    assert row["wins"] == len(result.wins)
    assert tuple(row["points"][:4].tolist()) == rules.settle(result).points
    for place, win in enumerate(result.wins):
        assert row["win_seat"][place] == win.seat
        assert row["total"][place] == win.fan


def test_points_are_left_to_the_caller_without_settling() -> None:
    tables = Tables(GAMES["huanle"], 8, seeds=3, settle=False)
    rng = np.random.default_rng(1)
    while not tables.done.any():
        tables.step(choose(tables, rng))
    assert not tables.results["points"].any()
    assert tables.results.dtype == RESULT


def test_one_seed_gives_every_table_its_own() -> None:
    one, two = Tables(GAMES["guobiao"], 5, seeds=9), Tables(GAMES["guobiao"], 5, seeds=9)
    assert (one.counts == two.counts).all()
    assert len({row.tobytes() for row in one.counts}) == 5


def test_an_illegal_action_names_its_table_and_changes_none() -> None:
    tables = Tables(GAMES["guobiao"], 4, seeds=2)
    before = tables.counts.copy(), tables.mask.copy()
    actions = np.array([int(tables.legal(row)[0]) for row in range(4)])
    actions[2] = 145
    with pytest.raises(
        BatchError, match=r"row 2: action 145 of seat 0, expected one of its mask: "
    ) as error:
        tables.step(actions)
    assert error.value.row == 2
    assert (tables.counts == before[0]).all() and (tables.mask == before[1]).all()


@pytest.mark.parametrize("number", [-1, 228, 255, 1 << 40])
def test_numbers_that_are_no_actions_are_refused(number: int) -> None:
    tables = Tables(GAMES["guobiao"], 2, seeds=2)
    with pytest.raises(BatchError, match="row 0"):
        tables.step(np.array([number, 0], np.int64))


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        (np.zeros(3, np.int64), "shape"),
        (np.zeros(2), "dtype float64"),
        (np.zeros((2, 1), np.int64), "shape"),
        (np.ma.masked_array(np.zeros(2, np.int64), [True, False]), "masked"),
    ],
)
def test_actions_of_another_form_are_refused(actions: Any, expected: str) -> None:
    with pytest.raises(BatchError, match=expected):
        Tables(GAMES["guobiao"], 2).step(actions)


@pytest.mark.parametrize(
    "seeds", [-1, 1 << 64, np.zeros(3, np.int64), np.array([-1, 0]), np.zeros(2)]
)
def test_seeds_that_do_not_fit_are_refused(seeds: Any) -> None:
    with pytest.raises(BatchError, match="seeds"):
        Tables(GAMES["guobiao"], 2, seeds=seeds)


def test_what_tables_show_cannot_be_written() -> None:
    tables = Tables(GAMES["guobiao"], 2)
    for array in (tables.seat, tables.mask, tables.counts, tables.visible, tables.done):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
        with pytest.raises(ValueError, match=r"own its data|resize"):
            array.resize(1, refcheck=False)


def test_a_game_whose_deals_could_be_over_at_once_is_refused() -> None:
    from queshen.flow import FlowRules

    base = GAMES["guobiao"].definition
    few = Definition(
        id="few",
        zh="少",
        en="Few",
        pinyin="shao",
        options=base.options,
        table=base.table,
        hands=base.hands,
        settle=base.settle,
        flow=lambda options: FlowRules(dead_wall=82),
    )
    with pytest.raises(BatchError, match="2 tiles left after the deal"):
        Tables(few.rules(), 2)
