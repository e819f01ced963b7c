"""What holds in every game of the package, under options at random: tables, rows, sessions, records
and pages, whatever the number of seats."""

from __future__ import annotations

import io
import json
import pickle
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from table_laws import physical, physical_tiles

from queshen.deal_result import DealResult, KongType, WinFlag
from queshen.ending import score_of
from queshen.options import Option
from queshen.record import DealRecord, read_record, seat_lines, write_record
from queshen.render import deal_frames
from queshen.rules import Rules, variant, variants
from queshen.session import Session
from queshen.simulate import simulate
from queshen.simulate.points import Points
from queshen.table import Table, play_deals
from queshen.table import choose as choose_natively
from queshen.tables import Tables
from queshen.tiles import KIND_COUNT
from queshen.view import view_of

GAMES = tuple(game.id for game in variants())
LATER = ("xuezhan", "xuezhan6", "wenzhou", "shanxi", "erren")
"""Games whose tables do what those of the national and Guangdong games and 宝牌 do not."""

each_game = pytest.mark.parametrize("game", GAMES)
each_later_game = pytest.mark.parametrize("game", LATER)


def some_value(option: Option, rng: random.Random) -> Any:
    if option.several:
        return tuple(value for value in option.values if rng.random() < 0.5)
    values: list[Any] = list(option.values)
    if option.low is not None:
        high = option.low + 4 if option.high is None else min(option.high, option.low + 4)
        values += [*range(option.low, high + 1), option.default]
    return rng.choice(values)


def some_rules(game: str, rng: random.Random) -> Rules:
    """A game with options at random; defaults in a third of all cases."""
    if rng.random() < 1 / 3:
        return variant(game)
    kept = ("props", "prop_deal_shanten", "N", "A")
    options = [option for option in variant(game).definition.options if option.name not in kept]
    return variant(game, **{option.name: some_value(option, rng) for option in options})


def play_on(table: Table, rng: random.Random, acts: int = 10_000) -> Table:
    """Play some acts more, or to the end: mostly as the greedy player would, wins and choices by
    lot, seats in any order."""
    style = rng.choice(("greedy", "random", "mixed"))
    while not table.done and acts:
        seat = rng.choice(table.to_act)
        greedy = style == "greedy" or (style == "mixed" and rng.random() < 0.8)
        legal = list(table.legal(seat))
        action = choose_natively(table, seat) if greedy else rng.choice(legal)
        table.act(seat, action)
        acts -= 1
    return table


def table_of(rules: Rules, rng: random.Random) -> Table:
    return rules.table(
        seed=rng.randrange(1 << 40),
        streak=rng.randint(1, 5),
        round_wind=rng.choice("ESWN"),
        wait_all=rng.random() < 0.3,
    )


# ---- a table ------------------------------------------------------------------------------------


def check_view(table: Table, seat: int) -> None:
    """A view shows the seat's own tiles, and of others only what lies open."""
    view = view_of(table, seat)
    assert view.hand == table.hand(seat) and view.legal == table.legal(seat)
    assert view.must_act == (seat in table.to_act)
    assert len(view.left) == len(view.void_suits) == len(view.held) == table.seats
    if table.phase in ("exchange", "void", "double", "ready"):
        assert view.void_suits == (None,) * table.seats or table.phase in ("double", "ready")
        assert not any(view.doubled) or table.phase == "ready"
    own = view.hand.counts
    for kind in range(KIND_COUNT):
        assert own[kind] + view.visible[kind] <= 4


@each_game
def test_tiles_stay_on_the_table_and_deals_end(game: str) -> None:
    for number in range(40):
        rng = random.Random(f"stays {game} {number}")
        rules = some_rules(game, rng)
        table = table_of(rules, rng)
        everything = Counter(dict(enumerate(rules.flow.copies)))
        while not table.done:
            tiles = physical_tiles(table)
            assert tiles <= everything
            if table.phase not in ("end",):
                check_view(table, rng.randrange(table.seats))
            play_on(table, rng, 1)
            assert len(table.log) < 1_000
        tiles = physical_tiles(table)
        assert tiles <= everything
        result = table.result
        assert result is not None
        settlement = rules.settle(result)
        assert sum(settlement.points) == 0
        for seat in range(table.seats):
            check_view(table, seat)


@each_game
def test_a_table_is_a_value_at_any_moment(game: str) -> None:
    for number in range(12):
        rng = random.Random(f"value {game} {number}")
        rules = some_rules(game, rng)
        table = play_on(table_of(rules, rng), rng, rng.randrange(60))
        again = pickle.loads(pickle.dumps(table))
        assert again == table and again.digest() == table.digest()
        assert again.events == table.events and again.log == table.log
        twin = table.clone()
        steps = rng.randint(0, min(4, len(table.log)))
        acts = [(seat, action) for seat, action in table.log][len(table.log) - steps :]
        table.undo(steps)
        for seat, action in acts:
            table.act(seat, action)
        assert table == twin and table.digest() == twin.digest()
        play_on(twin, rng, 3)
        assert table == again


@each_game
def test_refused_acts_change_nothing(game: str) -> None:
    for number in range(6):
        rng = random.Random(f"refused {game} {number}")
        table = play_on(table_of(some_rules(game, rng), rng), rng, rng.randrange(50))
        before = table.to_bytes()
        for _ in range(60):
            seat, action = rng.randrange(table.seats), rng.randrange(228)
            if table.can(seat, action):
                continue
            with pytest.raises(ValueError, match=r"seat|over") as error:
                table.act(seat, action)
            assert str(error.value) == table.why_not(seat, action)
        assert table.to_bytes() == before


@each_game
def test_wins_are_worth_what_score_says(game: str) -> None:
    rng = random.Random(f"worth {game}")
    wins = 0
    for _ in range(60):
        rules = some_rules(game, rng)
        table = play_on(table_of(rules, rng), rng)
        result = table.result
        assert result is not None
        for win in result.wins:
            score = score_of(table, win)
            assert score.total == win.fan and score.is_win, (rules, win)
            said = {flag for flag in win.flags.names if flag not in ("from_ready", "closed_wait")}
            assert said <= {name for name, value in score.context.items() if value is True} | {
                "closed_ready"
            }
            wins += 1
    assert wins > 10


# ---- many deals ---------------------------------------------------------------------------------


def check_row(rules: Rules, row: Any, table: Table) -> None:
    """A row tells what the table of its seed tells."""
    result = table.result
    assert result is not None
    assert int(table.digest(), 16) == row["digest"] and len(table.log) == row["acts"]
    assert len(result.wins) == row["wins"]
    for at, win in enumerate(result.wins):
        found = (win.seat, win.payer, win.tile, win.fan, int(win.flags), win.order, win.liable)
        told = [row[name][at] for name in ("win_seat", "payer", "tile", "total", "flags", "order")]
        told.append(row["liable"][at])
        assert tuple(-1 if each is None else each for each in found) == (
            *map(int, told[:4]),
            int(told[4]) & ~1,
            *map(int, told[5:]),
        )
    for name in ("ready", "opened", "doubled", "holds_void"):
        said = [getattr(held, name) for held in result.hands]
        assert sum(each << seat for seat, each in enumerate(said)) == row[name]
    for seat, held in enumerate(result.hands):
        void = -1 if held.void_suit is None else "mps".index(held.void_suit)
        waiting = -1 if held.waiting is None else held.waiting
        told = (row["void_suit"][seat], row["wildcards"][seat], row["waiting"][seat])
        assert (void, held.wild, waiting) == told
        assert held.left == (rules.flow.play_on and any(win.seat == seat for win in result.wins))
    kongs = [(kong.seat, kong.kind, kong.payer) for kong in result.kongs]
    assert kongs == [
        (row["kong_seat"][at], row["kong_kind"][at], None if payer < 0 else payer)
        for at, payer in enumerate(row["kong_payer"][: row["kongs"]])
    ]
    orders = sorted({win.order for win in result.wins} | {kong.order for kong in result.kongs})
    assert orders == list(range(len(orders)))


@each_game
@pytest.mark.parametrize("player", ["greedy", "random"])
def test_a_row_is_the_deal_of_its_table(game: str, player: str) -> None:
    rng = random.Random(f"row {game} {player}")
    for _ in range(4):
        rules = some_rules(game, rng)
        seats = rules.flow.seats
        rows = play_deals(rules, [player] * seats, rng.randrange(1 << 40), 0, 12)
        Points(rules).settle(rows)
        for row in rows:
            table = rules.table(seed=int(row["seed"]))
            if player == "random":
                if not row["wins"]:
                    continue
                table = None
            if table is not None:
                while not table.done:
                    table.step(choose_natively(table, table.to_act[0], player))
                check_row(rules, row, table)
                result = table.result
                assert result is not None
                assert list(rules.settle(result).points) == row["points"][:seats].tolist()
        assert not rows["points"][:, seats:].any()


def deals_hold(rules: Rules, count: int) -> None:
    """Deals end by a win or with the wall, and what one seat wins others pay."""
    seats = rules.flow.seats
    mixed = (["greedy", "random"] * 3)[:seats]
    for players in (["random"] * seats, ["greedy"] * seats, mixed):
        rows = play_deals(rules, players, seed=77, first=0, count=count)
        Points(rules).settle(rows)
        assert (rows["points"].sum(axis=1) == 0).all()
        assert (rows["acts"] < 1_000).all()
        most = seats - 1 if rules.flow.play_on or rules.flow.multi_win == "all" else 1
        assert (rows["wins"] <= most).all()
        unended = rows["wins"] < seats - 1 if rules.flow.play_on else rows["wins"] == 0
        if rules.flow.dead_wall_grows == "no":
            assert (rows["wall_left"][unended] == 0).all()
        won = np.arange(5) < rows["wins"][:, None]
        assert ((rows["win_seat"] >= 0) & (rows["win_seat"] < seats))[won].all()
        assert (rows["win_seat"][~won] == -1).all()
        order = rows["order"].astype(int)
        for at in range(1, 5):
            later = rows["wins"] > at
            assert (order[later, at] >= order[later, at - 1]).all()
            for before in range(at):  # nobody wins twice
                assert (rows["win_seat"][later, at] != rows["win_seat"][later, before]).all()
        if rules.flow.play_on:
            check_gone(rows)
        assert len(set(rows["digest"].tolist())) == count


def check_gone(rows: Any) -> None:
    """Who has won feeds nobody later, and makes no kong."""
    for row in rows[rows["wins"] > 0][:3_000]:
        wins = int(row["wins"])
        orders = row["order"][:wins].tolist()
        left = dict(zip(row["win_seat"][:wins].tolist(), orders, strict=True))
        for payer, order in zip(row["payer"][:wins].tolist(), orders, strict=True):
            assert left.get(payer, order) >= order
        taken = set(orders)
        places = [at for at in range(int(row["kongs"]) + len(taken)) if at not in taken]
        for at, place in zip(range(int(row["kongs"])), places, strict=True):
            for seat in (int(row["kong_seat"][at]), int(row["kong_payer"][at])):
                assert left.get(seat, place) >= place


@each_later_game
def test_thousands_of_deals_hold_what_a_deal_must(game: str) -> None:
    deals_hold(variant(game), 2_000)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("xuezhan", {"huan3": True}),
        ("xuezhan", {"preset": "sbr2025", "huan3": True}),
        ("xuezhan6", {"double_kong": True}),
        ("wenzhou", {"rob_added_kong": "any_claim", "caishen_discard": True}),
        ("shanxi", {"preset": "tuidaohu"}),
        ("shanxi", {"haozi": "random"}),
        ("erren", {"fan_table": "gb81"}),
        ("erren", {"jia_bei": True, "haidi_mode": "fan_only"}),
    ],
)
def test_thousands_of_deals_under_other_options_do(game: str, options: dict[str, Any]) -> None:
    deals_hold(variant(game, **options), 1_000)


@pytest.mark.slow
@each_later_game
def test_hundred_thousand_deals_hold_what_a_deal_must(game: str) -> None:
    deals_hold(variant(game), 100_000)


def until(result: DealResult, order: int) -> DealResult:
    """A deal up to a place among its kongs and wins, where nobody is asked what the hands are."""
    return DealResult(
        [win for win in result.wins if win.order <= order],
        seats=result.seats,
        kongs=[kong for kong in result.kongs if kong.order <= order],
    )


@pytest.mark.parametrize("game", ["xuezhan", "xuezhan6"])
@pytest.mark.parametrize("refund", [False, True])
def test_who_has_won_neither_pays_nor_gets_anything_but_refunds(game: str, refund: bool) -> None:
    for seed in range(150):
        rng = random.Random(f"gone {game} {seed}")
        rules = some_rules(game, rng).replace(refund_to_winners=refund)
        table = play_on(rules.table(seed=seed), rng)
        result = table.result
        assert result is not None
        settlement = rules.settle(result)
        for win in result.wins:
            then = rules.settle(until(result, win.order)).points[win.seat]
            refunds = sum(
                each.points
                for each in settlement.transfers
                if each.payee == win.seat and each.reason == "refund"
            )
            early = sum(
                each.points
                for each in rules.settle(until(result, win.order)).transfers
                if each.payee == win.seat and each.reason == "refund"
            )
            later = settlement.points[win.seat] - then
            assert later == refunds - early if refund else later >= 0, (rules, result)
            if not refund and rules.options["gang_pao"] != "refund":
                assert later == 0


@each_later_game
def test_tables_side_by_side_are_single_tables(game: str) -> None:
    rules, rng = variant(game), random.Random(game)
    tables, numbers = Tables(rules, 6, seeds=np.arange(6)), [0] * 6
    singles = [next_table(rules, at, 0) for at in range(6)]
    for _ in range(400):
        actions = []
        for at, single in enumerate(singles):
            seat = single.to_act[0]
            assert tables.seat[at] == seat
            assert tables.legal(at) == list(single.legal(seat))
            assert tables.counts[at].tolist() == list(single.hand(seat).counts)
            assert tables.wild[at] == single.hand(seat).wild
            open_tile = single.open_tile
            assert tables.open_tile[at] == (-1 if open_tile is None else open_tile)
            greedy = rng.random() < 0.8
            legal = list(single.legal(seat))
            actions.append(int(choose_natively(single, seat) if greedy else rng.choice(legal)))
        tables.step(np.array(actions))
        for at, action in enumerate(actions):
            singles[at].step(action)
            assert bool(tables.done[at]) == singles[at].done
            if singles[at].done:
                check_row(rules, tables.results[at], singles[at])
                numbers[at] += 1
                singles[at] = next_table(rules, at, numbers[at])
    assert sum(numbers) > 6


def next_table(rules: Rules, table_seed: int, number: int) -> Table:
    """The deal with a number of the table with a seed, as native play tells it."""
    players = ["random"] * rules.flow.seats
    return rules.table(seed=int(play_deals(rules, players, table_seed, number, 1)["seed"][0]))


# ---- sessions, records, simulations -------------------------------------------------------------


@each_game
def test_a_session_of_any_game_is_saved_and_goes_on(game: str) -> None:
    rules = variant(game)

    class Greedy:
        def __init__(self) -> None:
            self.table: Table | None = None

        def choose(self, view: Any) -> Any:
            legal = view.legal
            return "win" if "win" in legal else min(legal)

    session = Session(rules, seed=11, players=[Greedy()] * rules.flow.seats)
    dealt = session.play(6)
    assert sum(session.points) == 0 and len(dealt) == 6
    for before, after in pairwise(dealt):
        assert 0 <= after.dealer < rules.flow.seats
        assert after.streak == 1 or after.dealer == before.dealer
    again = Session.from_json(session.to_json())
    assert again.points == session.points and again.dealer == session.dealer
    for deal in dealt:
        record = session.record(deal.number)
        assert record.result == deal.result


@each_later_game
def test_a_record_is_written_read_and_played_again(game: str) -> None:
    for number in range(6):
        rng = random.Random(f"record {game} {number}")
        rules = some_rules(game, rng)
        table = play_on(table_of(rules, rng), rng, rng.choice((3, 40, 10_000)))
        file = io.StringIO()
        write_record(table, file)
        record = read_record(file.getvalue().splitlines())
        again = record.replay()
        assert again == table and again.digest() == table.digest()
        assert record.result == table.result and record == DealRecord.of(table)


@each_later_game
def test_the_record_of_a_seat_hides_what_others_hold(game: str) -> None:
    rng = random.Random(f"seat {game}")
    rules = variant(game, huan3=True) if game.startswith("xuezhan") else variant(game)
    table = play_on(rules.table(seed=3), rng)
    for seat in range(table.seats):
        lines = [json.loads(line) for line in seat_lines(DealRecord.of(table), seat)]
        text = json.dumps(lines[:-1])
        assert '"seed"' not in text
        for moment in lines[1:-1]:
            for what, who, tile, extra in moment["events"]:
                if what == "draw":
                    assert (tile is None) == (who != seat)
                if what == "exchange":
                    assert (tile is None) == (seat not in (who, extra))
            if moment["act"] is None:
                continue
            assert moment["hand"]


@each_later_game
def test_a_simulation_counts_and_keeps_every_deal(game: str, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    rules = variant(game)
    players = ["greedy"] * rules.flow.seats
    summary = simulate(rules, 300, 4, players, out=tmp_path / game)
    rows = play_deals(rules, players, 4, 0, 300)
    Points(rules).settle(rows)
    assert summary.points == tuple(rows["points"].sum(axis=0)[: rules.flow.seats].tolist())
    assert sum(summary.wins) == rows["wins"].sum()
    kept = pq.read_table(sorted((tmp_path / game).rglob("deals-*.parquet")))
    assert kept.num_rows == 300
    assert kept["points_0"].to_pylist() == rows["points"][:, 0].tolist()
    assert [len(each) for each in kept["winners"].to_pylist()] == rows["wins"].tolist()


@each_later_game
def test_a_deal_is_told_act_by_act(game: str) -> None:
    rng = random.Random(f"told {game}")
    rules = variant(game, huan3=True) if game.startswith("xuezhan") else variant(game)
    table = play_on(rules.table(seed=8), rng)
    for language in ("en", "zh"):
        frames = list(deal_frames(table, language))
        assert len(frames) == len(table.log) + 1
        assert frames[-1]["phase"] == "end"
        json.dumps(frames)


def test_names_of_tiles_that_stand_in_are_those_on_the_table() -> None:
    rules = variant("wenzhou")
    for seed in range(40):
        table = rules.table(seed=seed)
        assert table.wild is not None
        own = table.hand(0)
        white = physical(table, table.wild)
        assert (f"discard {white}" in table.legal(0)) == bool(own.counts[table.wild])
        if white != "P":
            continue
        held = [seat for seat in range(4) if table.hand(seat).counts[33]]
        assert not held


def test_kinds_of_kongs_and_flags_have_not_changed() -> None:
    assert [each.value for each in KongType] == ["exposed kong", "added kong", "concealed kong"]
    assert int(WinFlag.AFTER_KONG) == 64 and int(WinFlag.LAST_ROUND) == 8192
