"""Who pays whom: the documents' own numbers, every option both ways, and what always holds."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queshen.errors import QueshenError
from queshen.settlement import (
    DealResult,
    KongPaid,
    KongType,
    ResultError,
    SeatResult,
    Settlement,
    Transfer,
    Win,
    WinFlag,
    base_terms,
    bird_seat,
    by_factors,
    losers,
    pair_factors,
    payers,
    settled,
    turn_bird,
    winner_base,
    winners,
)
from queshen.tiles import TILE_NAMES, Meld, MeldType, kind

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


BIRD_ROWS = rows("bird_settlement.jsonl")
MATCHES = rows("botzone_results.jsonl")
ROOMS = ("popular", "8fan", "no_fan")

HUANLE = {
    "room": "popular",
    "N": 200,
    "A": 20,
    "bird": True,
    "bird_flower": "next",
    "bird_from": "head",
    "bird_wall_empty": "last_wall_tile",
    "dealer_double": True,
    "discard_payers": "discarder",
    "multi_win": "nearest",
    "fee_scope": "all",
    "fee_on_draw": True,
    "escape_points": 24,
    "escape_comp": 8,
    "escape_fee": False,
}
QQ = {key: value for key, value in HUANLE.items() if key != "dealer_double" and "bird" not in key}


def game(**options: Any) -> Any:
    """Rules as settling sees them: 欢乐麻将 with other options."""
    return SimpleNamespace(id="huanle", options=HUANLE | options)


def bird_of(seat: int | None) -> str | None:
    return None if seat is None else f"{seat + 1}m"


# The documents' own numbers


@pytest.mark.parametrize(
    "row", BIRD_ROWS, ids=lambda row: "{room}-{winner}-{discarder}-{bird}".format(**row)
)
def test_every_bird_row_is_settled_to_the_coin(row: dict[str, Any]) -> None:
    win = Win(row["winner"], row["fan"] or 0, row["discarder"])
    result = DealResult([win], bird=bird_of(row["bird"]), dealer=row["dealer"])
    rules = game(room=row["room"], N=row["N"], A=row["A"])
    settlement = by_factors(rules, result)
    times = [0] * 4
    for transfer in settlement.transfers:
        assert transfer.payer is not None and transfer.payee == row["winner"]
        assert sum(count for _, count in transfer.terms) == row["base"]
        times[transfer.payer] = transfer.points // row["base"]
    assert times == row["times"]
    assert [points * row["N"] for points in settlement.points] == row["gross"]
    assert list(settlement.coins) == row["net"]
    assert sum(settlement.coins) == -4 * row["A"]


def test_the_bird_rows_are_every_winner_discarder_bird_and_room() -> None:
    assert (
        len(
            {
                tuple(row[key] for key in ("room", "winner", "discarder", "bird"))
                for row in BIRD_ROWS
            }
        )
        == 240
    )


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["id"])
def test_every_competition_result_is_settled_to_the_point(match: dict[str, Any]) -> None:
    wins = [] if match["drawn"] else [Win(match["winner"], match["fan"], match["discarder"])]
    settlement = winner_base(SimpleNamespace(options={}), DealResult(wins))
    assert list(settlement.points) == list(settlement.coins) == match["score"]


# winner, discarder, seats that the bird may lie on, multipliers
CASES = [
    (0, None, [None], [0, 2, 2, 2]),
    (0, None, [0], [0, 4, 4, 4]),
    (0, None, [2], [0, 2, 4, 2]),
    (1, None, [None], [2, 0, 1, 1]),
    (1, None, [1], [4, 0, 2, 2]),
    (1, None, [0], [4, 0, 1, 1]),
    (1, None, [2], [2, 0, 2, 1]),
    (0, 1, [2, 3], [0, 2, 0, 0]),
    (0, 1, [0, 1], [0, 4, 0, 0]),
    (1, 0, [2, 3], [2, 0, 0, 0]),
    (1, 0, [0, 1], [4, 0, 0, 0]),
    (1, 2, [0, 3], [0, 0, 1, 0]),
    (1, 2, [1, 2], [0, 0, 2, 0]),
]
GROSS_10 = [
    [12000, -4000, -4000, -4000],
    [24000, -8000, -8000, -8000],
    [16000, -4000, -8000, -4000],
    [-4000, 8000, -2000, -2000],
    [-8000, 16000, -4000, -4000],
    [-8000, 12000, -2000, -2000],
    [-4000, 10000, -4000, -2000],
    [4000, -4000, 0, 0],
    [8000, -8000, 0, 0],
    [-4000, 4000, 0, 0],
    [-8000, 8000, 0, 0],
    [0, 2000, -2000, 0],
    [0, 4000, -4000, 0],
]
GROSS_18 = [
    [21600, -7200, -7200, -7200],
    [43200, -14400, -14400, -14400],
    [28800, -7200, -14400, -7200],
    [-7200, 14400, -3600, -3600],
    [-14400, 28800, -7200, -7200],
    [-14400, 21600, -3600, -3600],
    [-7200, 18000, -7200, -3600],
    [7200, -7200, 0, 0],
    [14400, -14400, 0, 0],
    [-7200, 7200, 0, 0],
    [-14400, 14400, 0, 0],
    [0, 3600, -3600, 0],
    [0, 7200, -7200, 0],
]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("case", range(len(CASES)))
def test_each_distinct_case_of_bird_and_dealer(case: int, room: str) -> None:
    winner, discarder, birds, times = CASES[case]
    gross = (GROSS_18 if room == "8fan" else GROSS_10)[case]
    for bird in birds:
        result = DealResult([Win(winner, 10, discarder)], bird=bird_of(bird))
        settlement = by_factors(game(room=room), result)
        base = 18 if room == "8fan" else 10
        paid = [max(0, -points) // base for points in settlement.points]
        assert paid == times
        assert [points * 200 for points in settlement.points] == gross
        assert list(settlement.coins) == [coins - 20 for coins in gross]


def test_the_example_of_the_documents() -> None:
    # N 200, X 10, A wins by self-draw: 6000 and -2000 before the fee of 20 that everyone pays.
    rules = SimpleNamespace(options=QQ)
    settlement = by_factors(rules, DealResult([Win(0, 10)]))
    assert [points * 200 for points in settlement.points] == [6000, -2000, -2000, -2000]
    assert settlement.coins == (5980, -2020, -2020, -2020)
    assert settlement.fee == (20, 20, 20, 20)


@pytest.mark.parametrize(
    ("unit", "fee", "points", "coins"),
    [
        (600, 250, [12, -4, -4, -4], (6950, -2650, -2650, -2650)),
        (600, 370, [12, -4, -4, -4], (6830, -2770, -2770, -2770)),
        (600, 250, [0, 1, -1, 0], (-250, 350, -850, -250)),
        (100, 10, [-2, 7, -2, -3], (-210, 690, -210, -310)),
    ],
)
def test_coins_of_the_other_games_are_points_times_n_less_a(
    unit: int, fee: int, points: list[int], coins: tuple[int, ...]
) -> None:
    winner = points.index(max(points))
    transfers = [Transfer(seat, winner, -x) for seat, x in enumerate(points) if x < 0]
    rules = SimpleNamespace(options={"N": unit, "A": fee})
    settlement = settled(rules, DealResult([Win(winner)]), transfers)
    assert (list(settlement.points), settlement.coins) == (points, coins)


# What the documents leave open


def test_the_fee_comes_on_top_of_what_is_paid() -> None:
    settlement = by_factors(game(bird=False, dealer_double=False), DealResult([Win(0, 10)]))
    assert settlement.coins == (5980, -2020, -2020, -2020)


def test_three_equal_shares_of_ten_need_a_winning_dealer_and_nobodys_bird() -> None:
    flower = by_factors(game(), DealResult([Win(0, 5)], bird="梅"))
    assert flower.points == (30, -10, -10, -10)
    numbered = [by_factors(game(), DealResult([Win(0, 5)], bird=tile)).points for tile in range(34)]
    assert (30, -10, -10, -10) not in numbered


def test_each_payer_has_a_base_of_its_own() -> None:
    settlement = by_factors(game(), DealResult([Win(1, 10)], bird="3m"))
    assert {each.payer: each.points for each in settlement.transfers} == {0: 20, 2: 20, 3: 10}


def test_the_dealer_doubles_what_it_pays_and_what_it_wins_and_nothing_else() -> None:
    assert pair_factors(0, 2, dealer=0) == pair_factors(2, 0, dealer=0) == (("dealer", 2),)
    assert pair_factors(1, 2, dealer=0) == ()
    dealer_wins = by_factors(game(), DealResult([Win(0, 10)]))
    assert dealer_wins.points == (60, -20, -20, -20)
    another_wins = by_factors(game(), DealResult([Win(2, 10)]))
    assert another_wins.points == (-20, -10, 40, -10)


def test_dealer_and_bird_multiply() -> None:
    (transfer,) = by_factors(game(), DealResult([Win(1, 10, 0)], bird="1m")).transfers
    assert transfer.factors == (("dealer", 2), ("bird", 2))
    assert transfer.points == 40


def test_three_pay_for_a_self_draw_and_one_for_a_discard() -> None:
    rules, result = game(), DealResult()
    assert payers(rules, result, Win(2, 8)) == (0, 1, 3)
    assert payers(rules, result, Win(2, 8, 3)) == (3,)


def test_a_seat_that_leaves_pays_and_the_others_are_made_up_for_it() -> None:
    settlement = by_factors(game(), DealResult(escaped=2))
    assert settlement.points == (8, 8, -24, 8)
    assert settlement.bank == 0
    assert settlement.coins == (1600, 1600, -4800, 1600)
    assert {each.reason for each in settlement.transfers} == {"escape"}


@pytest.mark.parametrize("settle", [by_factors, winner_base])
@pytest.mark.parametrize(
    ("points", "comp", "bank"), [(8, 2, 2), (24, 8, 0), (8, 0, 8), (0, 5, -15)]
)
def test_the_bank_has_the_rest_of_what_a_leaving_seat_pays(
    settle: Any, points: int, comp: int, bank: int
) -> None:
    rules = game(escape_points=points, escape_comp=comp, N=1)
    settlement = settle(rules, DealResult(escaped=3))
    assert settlement.points == (comp, comp, comp, -points)
    assert settlement.bank == bank
    assert sum(settlement.points) + settlement.bank == 0


def test_the_fee_of_a_deal_that_a_seat_left_is_an_option() -> None:
    assert by_factors(game(), DealResult(escaped=0)).fee == (0, 0, 0, 0)
    charged = by_factors(game(escape_fee=True), DealResult(escaped=0))
    assert charged.fee == (20, 20, 20, 20)
    assert charged.coins == (-4820, 1580, 1580, 1580)


def test_whatever_was_won_before_a_seat_left_is_void() -> None:
    left = DealResult([Win(1, 88)], escaped=2)
    assert by_factors(game(), left) == by_factors(game(), DealResult(escaped=2))
    assert not left.drawn


def test_a_drawn_deal_costs_the_fee_and_nothing_else() -> None:
    settlement = by_factors(game(), DealResult())
    assert settlement.transfers == ()
    assert settlement.points == (0, 0, 0, 0)
    assert settlement.coins == (-20, -20, -20, -20)
    free = by_factors(game(fee_on_draw=False), DealResult())
    assert free.coins == (0, 0, 0, 0)
    assert winner_base(SimpleNamespace(options={}), DealResult()).coins == (0, 0, 0, 0)


def test_the_minimum_of_a_room_is_no_matter_of_what_is_paid() -> None:
    # Eight fan of which none are flowers, or one fan and seven flowers: the table decided.
    assert base_terms(8, "8fan") == (("fan", 8), ("room", 8))
    assert base_terms(0, "popular") == (("fan", 0),)
    assert base_terms(999, "no_fan") == base_terms(0, "no_fan") == (("room", 10),)


def test_one_winner_only_or_all_of_them() -> None:
    both = DealResult([Win(0, 2, 3), Win(2, 4, 3)])
    with pytest.raises(ResultError, match="seats 0, 2 win, expected one winner"):
        by_factors(game(), both)
    with pytest.raises(ResultError, match="multi_win is 'double_first', expected one of nearest"):
        by_factors(game(multi_win="double_first"), both)
    rules = game(multi_win="all", dealer_double=False)
    assert by_factors(rules, both).points == (2, 0, 4, -6)
    assert winner_base(rules, both).points == (18, -16, 20, -22)
    assert len(winners(rules, both)) == 2


def test_everything_is_an_integer_however_large() -> None:
    fan = 10**40 + 1
    settlement = by_factors(game(N=10**30 + 3), DealResult([Win(1, fan)], bird="2m"))
    assert settlement.points == (-4 * fan, 8 * fan, -2 * fan, -2 * fan)
    assert settlement.coins[1] == 8 * fan * (10**30 + 3) - 20
    assert all(type(each) is int for each in settlement.points + settlement.coins)


def test_a_game_without_bird_and_dealer_factors_multiplies_by_nothing() -> None:
    for bird in (None, "1m", "5p"):
        settlement = by_factors(SimpleNamespace(options=QQ), DealResult([Win(0, 10)], bird=bird))
        assert [each.factors for each in settlement.transfers] == [(), (), ()]


# Options, both ways


@pytest.mark.parametrize(("room", "base"), [("popular", 12), ("8fan", 20), ("no_fan", 10)])
def test_each_room_has_its_base(room: str, base: int) -> None:
    settlement = by_factors(game(room=room), DealResult([Win(1, 12, 2)]))
    assert settlement.points == (0, base, -base, 0)


def test_the_bird_is_an_option() -> None:
    result = DealResult([Win(1, 10, 2)], bird="2m")
    assert by_factors(game(bird=True), result).points == (0, 20, -20, 0)
    assert by_factors(game(bird=False), result).points == (0, 10, -10, 0)


def test_the_dealer_factor_is_an_option() -> None:
    result = DealResult([Win(0, 10, 2)])
    assert by_factors(game(dealer_double=True), result).points == (20, 0, -20, 0)
    assert by_factors(game(dealer_double=False), result).points == (10, 0, -10, 0)


def test_who_pays_for_a_discard_is_an_option() -> None:
    result = DealResult([Win(1, 10, 2)], bird="4m")
    assert by_factors(game(discard_payers="discarder"), result).points == (0, 10, -10, 0)
    assert by_factors(game(discard_payers="all"), result).points == (-20, 50, -10, -20)
    assert winner_base(game(discard_payers="discarder"), result).points == (-8, 34, -18, -8)
    assert winner_base(game(discard_payers="all"), result).points == (-18, 54, -18, -18)


def test_winners_of_one_tile_do_not_pay_each_other() -> None:
    both = DealResult([Win(1, 10, 3), Win(2, 20, 3)])
    rules = game(multi_win="all", discard_payers="all", dealer_double=False)
    assert losers(both, both.wins[0]) == (0, 3)
    assert by_factors(rules, both).points == (-30, 20, 40, -30)
    rules = game(multi_win="all")
    assert winner_base(rules, both).points == (-16, 26, 36, -46)


def test_a_robbed_seat_pays_as_a_discarder_does() -> None:
    robbed = DealResult([Win(1, 10, 2, flags=["robbing"])], bird="3m")
    assert by_factors(game(), robbed).points == (0, 20, -20, 0)


def test_the_fee_may_be_for_those_involved_only() -> None:
    discard = DealResult([Win(1, 10, 2)])
    assert by_factors(game(fee_scope="all"), discard).fee == (20, 20, 20, 20)
    involved = by_factors(game(fee_scope="involved"), discard)
    assert involved.fee == (0, 20, 20, 0)
    assert involved.coins == (0, 1980, -2020, 0)
    self_draw = by_factors(game(fee_scope="involved"), DealResult([Win(1, 10)]))
    assert self_draw.fee == (20, 20, 20, 20)
    assert by_factors(game(fee_scope="involved"), DealResult()).fee == (0, 0, 0, 0)


def test_a_game_without_room_coefficient_and_fee_counts_points() -> None:
    settlement = by_factors(SimpleNamespace(options={}), DealResult([Win(1, 10, 2)]))
    assert settlement.points == settlement.coins == (0, 10, -10, 0)


@pytest.mark.parametrize(
    ("option", "value", "result"),
    [
        ("room", "9fan", DealResult([Win(1, 8)])),
        ("multi_win", "two", DealResult([Win(0, 2, 3), Win(2, 4, 3)])),
        ("discard_payers", "everybody", DealResult([Win(0, 2, 3)])),
        ("fee_scope", "some", DealResult()),
        ("A", -1, DealResult()),
        ("escape_points", -1, DealResult(escaped=1)),
    ],
)
def test_an_option_with_another_value_is_refused(
    option: str, value: Any, result: DealResult
) -> None:
    with pytest.raises(ResultError, match="expected"):
        by_factors(game(**{option: value}), result)


# The bird


def test_the_bird_counts_by_its_number_from_the_dealer() -> None:
    seats = {
        0: "1m 5m 9m 1p 5p 9p 1s 5s 9s E C",
        1: "2m 6m 2p 6p 2s 6s S F",
        2: "3m 7m 3p 7p 3s 7s W P",
        3: "4m 8m 4p 8p 4s 8s N",
    }
    for seat, tiles in seats.items():
        for tile in tiles.split():
            assert bird_seat(tile) == bird_seat(kind(tile)) == seat
            assert bird_seat(tile, dealer=3) == (seat + 3) % 4
    assert Counter(map(bird_seat, range(34))) == {0: 11, 1: 8, 2: 8, 3: 7}


def test_a_flower_is_nobodys_bird() -> None:
    assert {bird_seat(flower) for flower in range(34, 42)} == {None}
    assert by_factors(game(), DealResult([Win(1, 10, 2)], bird="竹")).points == (0, 10, -10, 0)


def test_birds_go_round_tables_of_other_sizes() -> None:
    assert [bird_seat(f"{n}p", seats=2) for n in range(1, 5)] == [0, 1, 0, 1]
    assert bird_seat("9s", seats=6) == 2


def test_a_numbered_bird_always_tells_on_a_self_draw() -> None:
    for winner in range(4):
        without = by_factors(game(), DealResult([Win(winner, 10)])).points
        for tile in range(34):
            assert by_factors(game(), DealResult([Win(winner, 10)], bird=tile)).points != without


def test_the_bird_is_the_next_tile_of_the_wall() -> None:
    assert turn_bird(game(), ["5m", "E", "9p"], last_drawn="1m") == kind("5m")
    assert turn_bird(game(bird_from="tail"), ["5m", "E", "9p"], last_drawn="1m") == kind("9p")
    assert turn_bird(game(bird=False), ["5m", "E", "9p"]) is None
    assert turn_bird(SimpleNamespace(options=QQ), ["5m"]) is None


def test_after_a_flower_the_next_tile_is_turned() -> None:
    wall: list[int | str] = ["春", "梅", "5m", "E", "夏"]
    assert turn_bird(game(), wall) == kind("5m")
    assert turn_bird(game(bird_from="tail"), wall) == kind("E")
    assert turn_bird(game(), ["春", "梅"], last_drawn="1m") is None
    flower = turn_bird(game(bird_flower="no_bird"), wall)
    assert flower == 34 and bird_seat(flower) is None


def test_with_an_empty_wall_the_tile_drawn_last_is_the_bird() -> None:
    assert turn_bird(game(), [], last_drawn="6s") == kind("6s")
    assert turn_bird(game(), [], last_drawn="兰") is None
    assert turn_bird(game(bird_wall_empty="no_bird"), [], last_drawn="6s") is None
    with pytest.raises(ResultError, match="expected the tile drawn last"):
        turn_bird(game(), [])


def test_a_wildcard_is_a_bird_by_its_face() -> None:
    # The wall knows faces only, and so does the bird, whatever tile is wild in this deal.
    assert bird_seat("6m") == 1
    assert turn_bird(game(caishen_kind="next"), [kind("6m")]) == kind("6m")


@pytest.mark.parametrize(
    ("option", "value"),
    [("bird_from", "middle"), ("bird_flower", "again"), ("bird_wall_empty", "first")],
)
def test_another_way_to_turn_the_bird_is_refused(option: str, value: str) -> None:
    wall = [] if option == "bird_wall_empty" else ["5m"]
    with pytest.raises(ResultError, match=f"{option} is '{value}', expected one of"):
        turn_bird(game(**{option: value}), wall, last_drawn="1m")


def test_what_is_no_tile_is_no_bird() -> None:
    for wrong in ("5x", 42, -1, ""):
        with pytest.raises(ResultError, match="or a flower"):
            bird_seat(wrong)
        with pytest.raises(ResultError, match="or a flower"):
            turn_bird(game(), [wrong])
    with pytest.raises(TypeError):
        bird_seat(1.5)  # type: ignore[arg-type]


# What is shown


def test_a_settlement_explains_itself_in_english() -> None:
    settlement = by_factors(game(room="8fan"), DealResult([Win(1, 10)], bird="2m"))
    assert settlement.explain().splitlines() == [
        "win: seat 0 pays seat 1 72 points = (10 fan + 8 (room)) x 2 (dealer) x 2 (bird)",
        "win: seat 2 pays seat 1 36 points = (10 fan + 8 (room)) x 2 (bird)",
        "win: seat 3 pays seat 1 36 points = (10 fan + 8 (room)) x 2 (bird)",
        "points: -72, +144, -36, -36",
        "fee: 20, 20, 20, 20",
        "coins (points x 200 - fee): -14420, +28780, -7220, -7220",
    ]


def test_a_settlement_explains_itself_in_chinese() -> None:
    settlement = by_factors(game(), DealResult([Win(1, 10, 0)], bird="1m"))
    assert settlement.explain("zh").splitlines() == [
        "和牌：座位0付座位1 40分 = 10番 × 2（庄家） × 2（鸟牌）",
        "分数：-40, +40, 0, 0",
        "系统回收：20, 20, 20, 20",
        "金币（分数×200－系统回收）：-8020, +7980, -20, -20",
    ]


def test_coins_have_the_name_that_the_game_gives_them() -> None:
    settlement = by_factors(game(N=1), DealResult([Win(1, 10, 2)]))
    assert settlement.explain().splitlines()[-1] == "coins: -20, -10, -30, -20"
    assert settlement.explain("zh", "欢乐豆").splitlines()[-1] == "欢乐豆：-20, -10, -30, -20"


def test_a_base_for_the_winner_is_explained_too() -> None:
    settlement = winner_base(SimpleNamespace(options={}), DealResult([Win(0, 11, 3)]))
    assert settlement.explain().splitlines()[1:3] == [
        "win: seat 2 pays seat 0 8 points = 8 (base)",
        "win: seat 3 pays seat 0 19 points = 11 fan + 8 (base)",
    ]
    assert settlement.explain("zh").splitlines()[2] == "和牌：座位3付座位0 19分 = 11番 + 8（底分）"


def test_the_bank_shows_where_a_seat_left() -> None:
    settlement = by_factors(game(escape_points=8, escape_comp=2, A=0, N=1), DealResult(escaped=3))
    assert settlement.explain().splitlines() == [
        "escape: seat 3 pays the bank 8 points",
        "escape: the bank pays seat 0 2 points",
        "escape: the bank pays seat 1 2 points",
        "escape: the bank pays seat 2 2 points",
        "points: +2, +2, +2, -8",
        "bank: +2",
    ]
    assert settlement.explain("zh").splitlines()[0] == "逃跑：座位3付系统 8分"


def test_a_drawn_deal_says_that_nothing_is_paid() -> None:
    assert by_factors(game(), DealResult()).explain().startswith("nobody pays anybody\n")
    assert by_factors(game(), DealResult()).explain("zh").startswith("没有人付分\n")


def test_one_point_is_one_point() -> None:
    assert "pays seat 0 1 point\n" in Settlement.of([Transfer(1, 0, 1)], (0, 0)).explain()


def test_another_language_is_refused() -> None:
    with pytest.raises(ResultError, match="language 'fr', expected one of en, zh"):
        by_factors(game(), DealResult()).explain("fr")


# Values


FULL = DealResult(
    [
        Win(1, 12, 3, tile="5m", flags=["last_tile", "robbing"], order=2, liable=0),
        Win(2, 88, tile="E", flags=WinFlag.REPLACEMENT, order=5),
    ],
    bird="春",
    seats=4,
    dealer=1,
    streak=3,
    round_wind="S",
    seat_winds="NESW",
    hands=[
        SeatResult(bytes([1, 2, 3]) + bytes(31), (Meld.parse("[EEE]"),), wild=2, flowers=3),
        SeatResult(ready=True, waiting=8),
        SeatResult(left=True),
        SeatResult(void_suit="p"),
    ],
    kongs=[
        KongPaid(0, "3p", KongType.EXPOSED, payer=2),
        KongPaid(1, "C", KongType.ADDED, late=True, order=1),
        KongPaid(1, 0, KongType.CONCEALED, order=4),
    ],
    horses=["1m", "N"],
    bao="7s",
)
SETTLED = by_factors(game(room="8fan"), DealResult([Win(1, 10)], bird="2m"))
NAMES = {
    each.__name__: each
    for each in (DealResult, KongPaid, KongType, Meld, MeldType, SeatResult, Settlement, Transfer)
} | {"Win": Win, "WinFlag": WinFlag}
VALUES = [FULL, *FULL.wins, *FULL.hands, *FULL.kongs, SETTLED, *SETTLED.transfers, DealResult()]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_hashable_and_come_back_from_dict_pickle_copy_and_repr(value: Any) -> None:
    data = json.loads(json.dumps(value.to_dict()))
    twins = [
        type(value).from_dict(data),
        pickle.loads(pickle.dumps(value)),
        copy.deepcopy(value),
        eval(repr(value), NAMES),
        dataclasses.replace(value),
    ]
    for twin in twins:
        assert twin == value
        assert hash(twin) == hash(value)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, dataclasses.fields(value)[0].name, None)


def test_a_result_is_short_to_write_and_to_read() -> None:
    result = DealResult(wins=(Win(1, 10),), bird="5m")
    assert repr(result) == "DealResult(wins=(Win(seat=1, fan=10),), bird=4)"
    assert (result.seats, result.dealer, result.bird) == (4, 0, 4)
    data = {"wins": [{"seat": 1, "fan": 10}], "bird": "5m"}
    assert DealResult.from_dict(data) == result


def test_dictionaries_write_tiles_by_name() -> None:
    data = FULL.to_dict()
    assert (data["bird"], data["bao"], data["horses"]) == ("春", "7s", ["1m", "N"])
    assert data["wins"][0]["tile"] == "5m"
    assert data["wins"][0]["flags"] == ["last_tile", "robbing"]
    assert data["kongs"][1]["type"] == "added kong"
    assert data["hands"][0]["melds"] == ["[EEE]"]
    assert data["hands"][0]["concealed"][:4] == [1, 2, 3, 0]


def test_numbers_of_other_integer_types_become_int() -> None:
    numpy = pytest.importorskip("numpy")
    win = Win(numpy.int8(1), numpy.uint8(10), numpy.int64(2), tile=numpy.uint8(4))
    assert [type(each) for each in (win.seat, win.fan, win.payer, win.tile)] == [int] * 4
    assert by_factors(game(), DealResult([win], bird=numpy.uint8(1))).points == (0, 20, -20, 0)
    assert turn_bird(game(), numpy.array([34, 3], dtype=numpy.uint8)) == 3


WRONG: list[tuple[Any, str]] = [
    (lambda: Win(-1), "the winner is seat -1, expected a seat from 0 on"),
    (lambda: DealResult([Win(4)]), "the winner is seat 4, expected a seat from 0 to 3"),
    (lambda: DealResult([Win(0, payer=4)]), "the payer is seat 4"),
    (lambda: DealResult([Win(0, liable=9)]), "the liable seat is seat 9"),
    (lambda: DealResult([Win(2)], seats=2), "expected a seat from 0 to 1"),
    (lambda: Win(2, payer=2), "seat 2 wins and pays"),
    (lambda: Win(2, liable=2), "seat 2 wins and pays"),
    (lambda: Win(2, -1), "the fan of a win is -1, expected 0 or more"),
    (lambda: Win(2, order=-1), "the order of a win is -1"),
    (lambda: Win(2, tile="春"), "the winning tile is '春', expected a tile such as 6m"),
    (lambda: Win(2, tile=34), "the winning tile is 34"),
    (lambda: Win(2, flags=["robbed"]), "no win has flag 'robbed', expected last_tile, "),
    (lambda: Win(2, flags=[3]), "no win has flag 3"),  # type: ignore[list-item]
    (lambda: Win(2, flags=1 << 20), "expected a WinFlag"),
    (lambda: Win(2, flags=-1 << 20), "expected a WinFlag"),
    (lambda: Win(2, flags=["robbing"]), "a self-draw with WinFlag.ROBBING, expected a payer"),
    (lambda: Win(2, flags=["after_kong"]), "a self-draw with WinFlag.AFTER_KONG"),
    (lambda: Win(2, 1, 0, flags=["replacement"]), "from seat 0 with WinFlag.REPLACEMENT"),
    (lambda: Win(2, 1, 0, flags=["bao"]), "from seat 0 with WinFlag.BAO"),
    (lambda: DealResult(bird="5x"), "the bird is '5x', expected a tile such as 6m, E or P or a"),
    (lambda: DealResult(bird=42), "the bird is 42"),
    (lambda: DealResult(escaped=4), "who left is seat 4"),
    (lambda: DealResult(seats=1), "the number of seats is 1, expected 2 or more"),
    (lambda: DealResult(dealer=4), "the dealer is seat 4"),
    (lambda: DealResult(streak=0), "the streak of the dealer is 0, expected 1 or more"),
    (lambda: DealResult(round_wind="C"), "C as a wind, expected one of E S W N"),
    (lambda: DealResult(seat_winds="ES"), "2 seat winds, expected 4 or none"),
    (lambda: DealResult(seat_winds="ESWC"), "C as a wind"),
    (lambda: DealResult(hands=[SeatResult()]), "1 hands, expected 4 or none"),
    (lambda: DealResult(horses=["春"]), "horse 0 is '春'"),
    (lambda: DealResult(bao=99), "the hidden wildcard is 99"),
    (lambda: DealResult([Win(0), Win(1)]), "two wins of order 0, expected both on the same tile"),
    (lambda: DealResult([Win(0, 1, 2), Win(1, 1, 3)]), "two wins of order 0"),
    (lambda: DealResult([Win(0, 1, 2), Win(0, 2, 2)]), "a seat wins one tile twice"),
    (lambda: DealResult([Win(0, order=2), Win(1)]), "expected the wins in order"),
    (lambda: DealResult(kongs=[KongPaid(4, 1, "added kong")]), "the owner of a kong is seat 4"),
    (lambda: DealResult(kongs=[KongPaid(0, 1, "exposed kong", 4)]), "the payer of a kong is seat"),
    (lambda: KongPaid(0, 1, "pung"), "no kong is a 'pung', expected one of exposed kong"),
    (lambda: KongPaid(0, 1, "exposed kong"), "expected whose discard it was"),
    (lambda: KongPaid(0, 1, "added kong", 2), "expected no payer"),
    (lambda: KongPaid(0, 1, "exposed kong", 0), "seat 0 pays its own kong"),
    (lambda: KongPaid(0, 1, "concealed kong", late=True), "expected an added kong"),
    (lambda: SeatResult(bytes(33)), "33 counts of concealed tiles, expected 34"),
    (lambda: SeatResult(bytes([5]) + bytes(33)), "5 of 1m, expected at most four"),
    (
        lambda: SeatResult(bytes([2]) + bytes(33), (Meld.parse("[111m]"),)),
        "5 of 1m, expected at most four",
    ),
    (lambda: SeatResult(wild=-1), "the number of wildcards is -1"),
    (lambda: SeatResult(flowers=-1), "the number of flowers is -1"),
    (lambda: SeatResult(void_suit="z"), "void suit 'z', expected m, p, s or None"),
    (lambda: SeatResult(waiting=-1), "the value that a seat waits for is -1"),
    (lambda: Transfer(1, 1, 5), "seat 1 pays itself"),
    (lambda: Transfer(None, None, 5), "the bank pays itself"),
    (lambda: Transfer(0, 1, -5), "the points of a transfer is -5"),
    (lambda: Transfer(0, 1, 5, "win", (("fan", 6),)), "5 points, expected 6"),
    (lambda: Transfer.due(0, 0, "win", (("fan", 6),)), "seat 0 pays itself"),
    (lambda: Transfer.due(0, -1, "win", (("fan", 6),)), "the payee is seat -1"),
    (lambda: Transfer.due(0, 1, "win", (("fan", -6),)), "the points of a transfer is -6"),
    (lambda: Settlement.of([Transfer(0, 4, 1)], (0,) * 4), "a transfer of seat 4, expected 4"),
    (lambda: Settlement((), (1, -1), (1, -1), (0, 0)), "expected ((0, 0), (0, 0), 0)"),
    (lambda: Settlement((Transfer(0, 1, 2),), (-2, 2), (-2, 3), (0, 0)), "expected ((-2, 2), (-2"),
    (lambda: DealResult.from_dict({"winds": 1}), "DealResult: no 'winds', expected one of wins"),
    (lambda: Win.from_dict({"fan": 1}), "Win: seat is missing"),
]


@pytest.mark.parametrize(("build", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_cannot_have_happened_is_refused(build: Any, message: str) -> None:
    with pytest.raises(ResultError) as caught:
        build()
    assert isinstance(caught.value, QueshenError)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    "build",
    [
        lambda: Win("1"),
        lambda: Win(1, 2.5),
        lambda: Win(1, flags="robbing"),
        lambda: Win(1, tile=1.0),
        lambda: DealResult([1]),
        lambda: DealResult(wins=1),
        lambda: DealResult(kongs=[Win(1)]),
        lambda: DealResult(seats=None),
        lambda: SeatResult(ready=1),
        lambda: SeatResult(melds=("[EEE]",)),
        lambda: KongPaid(1, 2, "added kong", late="yes"),
        lambda: Transfer(0, 1, 1.5),
        lambda: Transfer.due(0, 1, "win", (("fan", 1.5),)),
        lambda: Transfer.due("0", 1, "win", (("fan", 1),)),
        lambda: Settlement.of([1], (0, 0)),
        lambda: DealResult.from_dict([]),
        lambda: DealResult.from_dict({"wins": [1]}),
        lambda: by_factors(game(N="200"), DealResult()),
    ],
)
def test_values_of_a_wrong_type_are_type_errors(build: Any) -> None:
    with pytest.raises(TypeError):
        build()


def test_a_transfer_made_quickly_is_the_same_as_one_made_in_full() -> None:
    terms, factors = (("fan", 3), ("room", 8)), (("bird", 2),)
    quick = Transfer.due(0, 1, "win", terms, factors)
    assert quick == Transfer(0, 1, 22, "win", terms, factors)
    lists: Any = [["fan", 3]]
    assert hash(Transfer.due(0, 1, "win", lists)) == hash(Transfer(0, 1, 3, "win", (("fan", 3),)))


# Other games fit the same values


def test_playing_on_after_a_win_needs_no_other_result() -> None:
    # 血战: seat 1 wins off seat 0, then seat 2 by self-draw, then seat 3 off seat 0.
    wins = [Win(1, 1, 0), Win(2, 8, order=1), Win(3, 8, 0, order=2)]
    result = DealResult(wins)
    rules = SimpleNamespace(options={})
    assert [payers(rules, result, win) for win in result.wins] == [(0,), (0, 3), (0,)]
    transfers = [
        Transfer.due(payer, win.seat, "win", (("fan", win.fan),))
        for win in result.wins
        for payer in payers(rules, result, win)
    ]
    assert settled(rules, result, transfers).points == (-17, 1, 16, 0)


def test_games_that_end_with_the_first_win_refuse_to_play_on() -> None:
    result = DealResult([Win(1, 1, 0), Win(2, 8, order=1)])
    with pytest.raises(ResultError, match="expected them all on one tile"):
        by_factors(game(multi_win="all"), result)


def test_kongs_and_a_robbed_one_are_told_by_the_ledger() -> None:
    # 推倒胡: seat 3 feeds a kong of seat 1, seat 2 makes a concealed one, seat 1 wins: 2 from each.
    result = DealResult(
        [Win(1, 2, order=3)],
        kongs=[
            KongPaid(1, "4p", KongType.EXPOSED, payer=3, order=1),
            KongPaid(2, "E", KongType.CONCEALED, order=2),
        ],
    )
    transfers = [Transfer(seat, 1, 2) for seat in (0, 2, 3)]
    for kong in result.kongs:
        if kong.payer is not None:
            transfers.append(Transfer(kong.payer, kong.seat, 3, "kong"))
        else:
            others = [seat for seat in range(4) if seat != kong.seat]
            transfers += [Transfer(seat, kong.seat, 2, "kong") for seat in others]
    settlement = settled(SimpleNamespace(options={}), result, transfers)
    assert settlement.points == (-4, 7, 4, -7)
    assert "kong: seat 3 pays seat 1 3 points" in settlement.explain()


def test_six_seats_settle_as_four_do() -> None:
    settlement = by_factors(game(dealer_double=False, A=0), DealResult([Win(2, 4)], seats=6))
    assert settlement.points == (-4, -4, 20, -4, -4, -4)


# What always holds


@st.composite
def results(draw: Any) -> DealResult:
    seats = draw(st.integers(2, 6))
    everyone = st.integers(0, seats - 1)
    how = draw(st.sampled_from(["win", "win", "win", "several", "draw", "escape"]))
    fan = st.integers(0, 1000)
    wins = []
    escaped = None
    if how == "win":
        seat = draw(everyone)
        payer = draw(st.sampled_from([None, *(each for each in range(seats) if each != seat)]))
        wins = [Win(seat, draw(fan), payer)]
    elif how == "several":
        payer = draw(everyone)
        others = [each for each in range(seats) if each != payer]
        chosen = draw(st.lists(st.sampled_from(others), min_size=1, unique=True))
        wins = [Win(seat, draw(fan), payer, tile="5m") for seat in chosen]
    elif how == "escape":
        escaped = draw(everyone)
    bird = draw(st.none() | st.integers(0, 41))
    return DealResult(wins, bird=bird, escaped=escaped, seats=seats, dealer=draw(everyone))


options = st.fixed_dictionaries(
    {
        "room": st.sampled_from(ROOMS),
        "N": st.integers(1, 10**6),
        "A": st.integers(0, 10**6),
        "bird": st.booleans(),
        "dealer_double": st.booleans(),
        "discard_payers": st.sampled_from(["discarder", "all"]),
        "multi_win": st.just("all"),
        "fee_scope": st.sampled_from(["all", "involved"]),
        "fee_on_draw": st.booleans(),
        "escape_points": st.integers(0, 100),
        "escape_comp": st.integers(0, 100),
        "escape_fee": st.booleans(),
    }
)


@settings(deadline=None)
@given(results(), options, st.sampled_from([by_factors, winner_base]))
def test_points_sum_to_zero_and_coins_follow_from_them(
    result: DealResult, chosen: dict[str, Any], settle: Any
) -> None:
    settlement = settle(game(**chosen), result)
    assert sum(settlement.points) + settlement.bank == 0
    assert settlement.bank == 0 or result.escaped is not None
    unit = chosen["N"]
    for points, coins, fee in zip(settlement.points, settlement.coins, settlement.fee, strict=True):
        assert coins == points * unit - fee
        assert fee in (0, chosen["A"])
    if result.wins and result.escaped is None:
        won = {win.seat for win in result.wins}
        for transfer in settlement.transfers:
            assert transfer.payee in won and transfer.payer not in won
    assert Settlement.from_dict(json.loads(json.dumps(settlement.to_dict()))) == settlement
    assert settlement.explain("en") and settlement.explain("zh")


@settings(deadline=None)
@given(results())
def test_any_result_comes_back_from_its_dictionary(result: DealResult) -> None:
    assert DealResult.from_dict(json.loads(json.dumps(result.to_dict()))) == result
    assert pickle.loads(pickle.dumps(result)) == result


@given(st.lists(st.integers(0, 41)), st.integers(0, 41), st.sampled_from(["head", "tail"]))
def test_the_bird_is_a_tile_with_a_number_wherever_there_is_one(
    wall: list[int], last: int, side: str
) -> None:
    bird = turn_bird(game(bird_from=side), wall, last_drawn=last)
    numbered = [tile for tile in wall or [last] if tile < 34]
    if not numbered:
        assert bird is None
    else:
        assert bird == numbered[0 if side == "head" else -1]
        assert TILE_NAMES[bird] and bird_seat(bird) in range(4)


# The games themselves


def rules_of(name: str, **options: Any) -> Any:
    from queshen.rules import variant

    return variant(name, **options)


@pytest.mark.parametrize("name", ["huanle", "huopin"])
def test_the_games_with_a_bird_settle_every_row(name: str) -> None:
    for row in BIRD_ROWS:
        rules = rules_of(name, room=row["room"], N=row["N"], A=row["A"])
        win = Win(row["winner"], row["fan"] or 0, row["discarder"])
        assert list(rules.settle(DealResult([win], bird=bird_of(row["bird"]))).coins) == row["net"]


def test_qq_settles_the_example_of_its_document() -> None:
    settlement = rules_of("qq", N=200, A=20).settle(DealResult([Win(0, 10)], bird="1m"))
    assert settlement.coins == (5980, -2020, -2020, -2020)


def test_guobiao_settles_every_competition_result() -> None:
    rules = rules_of("guobiao")
    for match in MATCHES:
        wins = [] if match["drawn"] else [Win(match["winner"], match["fan"], match["discarder"])]
        assert list(rules.settle(DealResult(wins)).coins) == match["score"]


@pytest.mark.parametrize(("name", "points"), [("huanle", 24), ("huopin", 24), ("qq", 24)])
def test_leaving_costs_what_the_game_says(name: str, points: int) -> None:
    settlement = rules_of(name).settle(DealResult(escaped=1))
    assert settlement.points == (points // 3, -points, points // 3, points // 3)
    assert rules_of("guobiao").settle(DealResult(escaped=1)).points == (2, -8, 2, 2)


@pytest.mark.parametrize("name", ["huanle", "huopin", "qq", "guobiao"])
def test_the_games_turn_a_bird_if_they_have_one(name: str) -> None:
    bird = turn_bird(rules_of(name), ["春", "7p"])
    assert bird == (kind("7p") if name in ("huanle", "huopin") else None)
