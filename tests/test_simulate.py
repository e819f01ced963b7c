"""Many deals: one outcome whatever the threads and interruptions, and it is that of the tables."""

from __future__ import annotations

import csv
import dataclasses
import json
import pickle
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from queshen.deal_result import DealResult, Win
from queshen.errors import TableError
from queshen.flow import FlowRules
from queshen.rules import Definition, Rules, variant
from queshen.settlement import Settlement, Transfer, by_factors, settled, winner_base
from queshen.simulate import (
    FanCount,
    SimulationError,
    SimulationStopped,
    Summary,
    columns,
    files,
    folder,
    points,
    run,
    simulate,
)
from queshen.table import choose, fan_rows, play_deals

HUANLE = variant("huanle")
MIXED = ("greedy", "random", "greedy", "random")
GAMES = [
    HUANLE,
    variant("huanle", room="8fan", multi_win="all", N=5, A=3),
    variant("qq", room="no_fan"),
    variant("guobiao", flowers=False, min_fan=0),
]


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of a few deals, parts of a few blocks, and text files."""
    monkeypatch.setattr(run, "_BLOCK", 16)
    monkeypatch.setattr(run, "_PART", 40)
    monkeypatch.setattr(folder, "best_file", lambda: "deals.csv")


def game(settle: Callable[[Rules, Any], Any], **flow: Any) -> Rules:
    """A game of one's own: 国标麻将 that is settled otherwise, or played by other seats."""
    known = variant("guobiao").definition
    changed: dict[str, Any] = {"id": "own", "settle": settle}
    if flow:
        changed["flow"] = lambda options: FlowRules(**flow)
    own: Definition = dataclasses.replace(known, **changed)
    return Rules(own, {"min_fan": 0})


def stop_after(deals: int) -> Callable[[int, int], None]:
    """A progress that is interrupted."""

    def progress(done: int, total: int) -> None:
        if done >= deals:
            raise KeyboardInterrupt

    return progress


def lines(out: Path) -> list[dict[str, str]]:
    with (out / "deals.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# One outcome


@pytest.mark.parametrize("rules", GAMES, ids=repr)
@pytest.mark.parametrize("threads", [2, 4])
def test_threads_change_nothing(tmp_path: Path, rules: Rules, threads: int) -> None:
    one = simulate(rules, 300, 9, MIXED, out=tmp_path / "one")
    other = simulate(rules, 300, 9, MIXED, threads=threads, out=tmp_path / "other")
    assert one == other
    found, expected = (tmp_path / each / "deals.csv" for each in ("other", "one"))
    assert found.read_bytes() == expected.read_bytes()


def test_blocks_and_files_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = simulate(HUANLE, 100, 2, "greedy", out=tmp_path)
    monkeypatch.setattr(run, "_BLOCK", 64)
    assert simulate(HUANLE, 100, 2, "greedy") == small


def test_another_seed_and_other_players_play_other_deals() -> None:
    digests = {
        simulate(HUANLE, 50, seed, players).digest
        for seed in (0, 1, 2**64 - 1)
        for players in ("greedy", "random", MIXED)
    }
    assert len(digests) == 9


def test_one_player_is_for_every_seat() -> None:
    assert simulate(HUANLE, 20, 1, "greedy") == simulate(HUANLE, 20, 1, ["greedy"] * 4)


def test_progress_hears_of_every_block() -> None:
    heard: list[tuple[int, int]] = []
    simulate(HUANLE, 40, 1, "greedy", progress=lambda done, deals: heard.append((done, deals)))
    assert heard == [(16, 40), (32, 40), (40, 40)]


# What is counted


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_a_summary_counts_what_is_in_the_rows(rules: Rules) -> None:
    summary = simulate(rules, 400, 3, MIXED)
    wins, self_draws, deal_ins = Counter[int](), Counter[int](), Counter[int]()
    fans, total, draws, acts = Counter[str](), 0, 0, 0
    paid, coins = [0] * 4, [0] * 4
    names = [fan.id for fan in fan_rows(rules)]
    for row in play_deals(rules, MIXED, 3, 0, 400):
        acts += int(row["acts"])
        draws += not row["wins"]
        found = []
        for at in range(row["wins"]):
            seat, payer = int(row["win_seat"][at]), int(row["payer"][at])
            wins[seat] += 1
            (self_draws if payer < 0 else deal_ins)[seat if payer < 0 else payer] += 1
            total += int(row["total"][at])
            low, high = map(int, row["fans"][at])
            fans.update(name for bit, name in enumerate(names) if (high << 64 | low) >> bit & 1)
            found.append(Win(seat, int(row["total"][at]), None if payer < 0 else payer))
        bird = None if row["bird"] < 0 else int(row["bird"])
        settlement = rules.settle(DealResult(found, bird=bird))
        paid = [old + new for old, new in zip(paid, settlement.points, strict=True)]
        coins = [old + new for old, new in zip(coins, settlement.coins, strict=True)]
    seats = range(4)
    assert summary.wins == tuple(wins[seat] for seat in seats)
    assert summary.self_draws == tuple(self_draws[seat] for seat in seats)
    assert summary.deal_ins == tuple(deal_ins[seat] for seat in seats)
    assert (summary.total, summary.draws, summary.acts) == (total, draws, acts)
    assert {fan.id: fan.wins for fan in summary.fans if fan.wins} == dict(fans)
    assert (summary.points, summary.coins) == (tuple(paid), tuple(coins))
    assert summary.deals == 400 and sum(summary.points) == 0


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_files_tell_what_the_tables_come_to(tmp_path: Path, rules: Rules) -> None:
    simulate(rules, 30, 4, "greedy", out=tmp_path)
    for line in lines(tmp_path):
        table = rules.table(seed=int(line["seed"]))
        while not table.done:
            table.step(choose(table, table.to_act[0]))
        result = table.result
        assert result is not None
        assert (table.digest(), len(table.log)) == (line["digest"], int(line["acts"]))
        payers = ["" if win.payer is None else str(win.payer) for win in result.wins]
        assert line["winners"] == " ".join(str(win.seat) for win in result.wins)
        assert line["payers"] == " ".join(payer or "-" for payer in payers)
        assert line["totals"] == " ".join(str(win.fan) for win in result.wins)
        flags = ["+".join(sorted(win.flags.names)) for win in result.wins]
        told = ["+".join(sorted(each.split("+"))) for each in line["flags"].split()]
        assert told == [each or "-" for each in flags]
        settlement = rules.settle(result)
        assert tuple(int(line[f"points_{seat}"]) for seat in range(4)) == settlement.points


def test_several_win_where_the_rules_let_them(tmp_path: Path) -> None:
    rules = variant("huanle", multi_win="all")
    summary = simulate(rules, 400, 3, "greedy", out=tmp_path)
    several = [line for line in lines(tmp_path) if " " in line["winners"]]
    assert summary.won == sum(len(line["winners"].split()) for line in lines(tmp_path))
    assert several
    for line in several:
        count = len(line["winners"].split())
        assert all(len(line[name].split(" ")) == count for name in columns.PER_WIN)


def test_two_seats_play(tmp_path: Path) -> None:
    rules = game(winner_base, seats=2, copies=(4,) * 9 + (0,) * 18 + (4,) * 7 + (0,) * 8)
    summary = simulate(rules, 50, 1, ["greedy", "random"], out=tmp_path)
    assert len(summary.points) == len(summary.wins) == 2 and summary.won
    assert tuple(lines(tmp_path)[0]) == columns.column_names(2)


def test_rates_of_nothing_are_nothing() -> None:
    empty = Summary.empty(HUANLE, 0, MIXED)
    assert (empty.win_rates, empty.mean_points) == ((0.0,) * 4, (0.0,) * 4)
    assert (empty.self_draw_share, empty.mean_total, empty.deals_per_second) == (None,) * 3


# Settling


def test_a_settlement_is_asked_again_for_what_it_has_not_seen() -> None:
    """It reads tile and flags only sometimes, and late; every deal must still be settled right."""
    asked = 0

    def settle(rules: Rules, result: Any) -> Settlement:
        nonlocal asked
        asked += 1
        transfers = []
        for win in result.wins:
            number = win.fan
            if win.fan > 9:
                number += 100 * (win.tile or 0)
                if win.self_draw:
                    number += 10_000 * int(win.flags)
            transfers.append(Transfer((win.seat + 1) % 4, win.seat, number))
        return settled(rules, result, transfers)

    rules = game(settle)
    rows = play_deals(rules, ("greedy",) * 4, 5, 0, 1500)
    mine = points.Points(rules)
    for start in range(0, 1500, 100):
        mine.settle(rows[start : start + 100])
    cached, asked = asked, 0
    for row in rows:
        expected = settle(rules, points._result_of(row, 4, set())).points
        assert tuple(row["points"][:4].tolist()) == expected
    assert cached < asked


def test_deals_that_are_alike_are_settled_once() -> None:
    asked = Counter[tuple[Any, ...]]()

    def settle(rules: Rules, result: Any) -> Settlement:
        asked[tuple((win.seat, win.payer, win.fan) for win in result.wins)] += 1
        return winner_base(rules, result)

    simulate(game(settle), 600, 1, "greedy")
    assert sum(asked.values()) < 400
    assert max(asked.values()) <= 8  # once, and again each time that something new mattered


@pytest.mark.parametrize("forget_at", [0, 20])
def test_settlements_that_were_forgotten_are_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, forget_at: int
) -> None:
    expected = simulate(HUANLE, 200, 6, "greedy")
    monkeypatch.setattr(points, "_MOST_KNOWN", forget_at)
    assert simulate(HUANLE, 200, 6, "greedy") == expected


@pytest.mark.parametrize("missing", ["concealed", "melds", "flowers"])
def test_a_settlement_that_needs_more_than_a_row_is_an_error(missing: str) -> None:
    def settle(rules: Rules, result: Any) -> Settlement:
        getattr(result.hands[2], missing)
        return winner_base(rules, result)

    with pytest.raises(SimulationError, match=f"asks for {missing}, which simulated deals"):
        simulate(game(settle), 10, 1, "greedy")


def test_points_that_do_not_fit_are_an_error() -> None:
    def settle(rules: Rules, result: Any) -> Settlement:
        return settled(rules, result, [Transfer(0, 1, 2**31)])

    with pytest.raises(SimulationError, match="more than 2147483647 points"):
        simulate(game(settle), 10, 1, "greedy")


# Interruptions


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_run_goes_on_as_if_it_had_not_been(tmp_path: Path, threads: int) -> None:
    expected = simulate(HUANLE, 200, 8, MIXED, out=tmp_path / "whole")
    out = tmp_path / "parts"
    for deals in (1, 33, 100):
        with pytest.raises(SimulationStopped) as stopped:
            simulate(
                HUANLE, 200, 8, MIXED,
                threads=threads, out=out, resume=True, progress=stop_after(deals),
            )  # fmt: skip
        done = stopped.value.summary.deals
        assert deals <= done < 200 and done == len(lines(out))
        assert stopped.value.summary == simulate(HUANLE, done, 8, MIXED)
    assert simulate(HUANLE, 200, 8, MIXED, threads=threads, out=out, resume=True) == expected
    whole = tmp_path / "whole"
    assert (out / "deals.csv").read_bytes() == (whole / "deals.csv").read_bytes()


def test_an_interrupt_may_come_at_any_line(tmp_path: Path) -> None:
    expected = simulate(HUANLE, 100, 8, "random", out=tmp_path / "whole")
    package = str(Path(run.__file__).parent)
    chance = random.Random(5)

    def interrupted(after: int, out: Path) -> bool:
        """Run until so many lines of the package were run; whether it came to that."""
        left = after

        def trace(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal left
            if not frame.f_code.co_filename.startswith(package):
                return None
            left -= event == "line"
            if left == 0:
                raise KeyboardInterrupt
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            simulate(HUANLE, 100, 8, "random", out=out, resume=True)
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(before)
        return False

    reached = 0
    for attempt in range(60):
        out = tmp_path / str(attempt)
        for _ in range(3):
            reached += interrupted(chance.randrange(1, 9000), out)
        assert simulate(HUANLE, 100, 8, "random", out=out, resume=True) == expected
        whole = tmp_path / "whole"
        assert (out / "deals.csv").read_bytes() == (whole / "deals.csv").read_bytes()
    assert reached > 40


def test_what_was_written_behind_the_last_kept_deal_is_forgotten(tmp_path: Path) -> None:
    expected = simulate(HUANLE, 90, 8, "greedy", out=tmp_path / "whole")
    out = tmp_path / "cut"
    with pytest.raises(SimulationStopped):
        simulate(HUANLE, 90, 8, "greedy", out=out, progress=stop_after(50))
    with (out / "deals.csv").open("ab") as file:
        file.write(b"64,12,half a li")
    assert simulate(HUANLE, 90, 8, "greedy", out=out, resume=True) == expected
    assert (out / "deals.csv").read_bytes() == (tmp_path / "whole" / "deals.csv").read_bytes()


def test_a_run_that_is_over_can_be_made_longer(tmp_path: Path) -> None:
    simulate(HUANLE, 30, 8, "greedy", out=tmp_path)
    same = simulate(HUANLE, 30, 8, "greedy", out=tmp_path, resume=True)
    assert same == simulate(HUANLE, 30, 8, "greedy")
    longer = simulate(HUANLE, 70, 8, "greedy", out=tmp_path, resume=True)
    assert longer == simulate(HUANLE, 70, 8, "greedy")
    assert [int(line["deal"]) for line in lines(tmp_path)] == list(range(70))


def test_what_was_played_before_an_error_is_kept(tmp_path: Path) -> None:
    def progress(done: int, deals: int) -> None:
        if done >= 32:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        simulate(HUANLE, 90, 8, "greedy", out=tmp_path, progress=progress)
    assert len(lines(tmp_path)) == 32
    assert simulate(HUANLE, 90, 8, "greedy", out=tmp_path, resume=True).deals == 90


def test_a_run_without_a_folder_tells_what_it_had(tmp_path: Path) -> None:
    with pytest.raises(SimulationStopped) as stopped:
        simulate(HUANLE, 90, 8, "greedy", progress=stop_after(32))
    assert stopped.value.summary == simulate(HUANLE, 32, 8, "greedy")
    assert pickle.loads(pickle.dumps(stopped.value)).summary == stopped.value.summary


# Errors


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"deals": 0}, "deals is 0, expected 1.."),
        ({"deals": 2**41}, "deals is 2199023255552, expected 1.."),
        ({"threads": 0}, "threads is 0, expected 1..256"),
        ({"threads": 257}, "threads is 257, expected 1..256"),
        ({"resume": True}, "resume without out"),
        ({"seed": -1}, "seed is -1, expected a number from 0"),
        ({"seed": 2**64}, "seed is 18446744073709551616, expected a number from 0"),
        ({"players": ["greedy"] * 3}, "3 players, expected 4"),
        ({"players": "clever"}, "a player 'clever', expected one of random, greedy"),
    ],
)
def test_what_cannot_be_played_is_an_error(changed: dict[str, Any], message: str) -> None:
    asked: dict[str, Any] = {"deals": 10, "seed": 1, "players": "greedy"} | changed
    with pytest.raises((SimulationError, TableError)) as caught:
        simulate(HUANLE, **asked)
    assert message in str(caught.value)


@pytest.mark.parametrize("changed", [{"deals": 10.0}, {"deals": True}, {"threads": "2"}])
def test_wrong_types_are_type_errors(changed: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"deals": 10, "seed": 1, "players": "greedy"} | changed
    with pytest.raises(TypeError):
        simulate(HUANLE, **asked)


def test_rules_are_rules() -> None:
    with pytest.raises(TypeError, match="expected queshen"):
        simulate("huanle", 10, 1, ["greedy"] * 4)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "seed", "players", "message"),
    [
        (HUANLE, 2, "greedy", "a run with the seed 1, expected 2"),
        (HUANLE, 1, "random", "a run with the players"),
        (variant("huanle", room="8fan"), 1, "greedy", "room='popular', expected '8fan'"),
        (variant("guobiao"), 1, "greedy", "a run of 'huanle', expected guobiao"),
        (
            HUANLE.replace(fans=HUANLE.fans.without("hua_pai")), 1, "greedy",
            "a run of other rules",
        ),
    ],
)  # fmt: skip
def test_a_folder_of_another_run_is_not_resumed(
    tmp_path: Path, rules: Rules, seed: int, players: str, message: str
) -> None:
    simulate(HUANLE, 20, 1, "greedy", out=tmp_path)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    with pytest.raises(SimulationError) as caught:
        simulate(rules, 40, seed, players, out=tmp_path, resume=True)
    assert message in str(caught.value) and str(tmp_path / "run.json") in str(caught.value)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_a_folder_with_a_run_is_not_written_over(tmp_path: Path) -> None:
    simulate(HUANLE, 20, 1, "greedy", out=tmp_path)
    with pytest.raises(SimulationError, match="holds a run already"):
        simulate(HUANLE, 20, 1, "greedy", out=tmp_path)
    with pytest.raises(SimulationError, match="holds 20 deals, expected at most the 10"):
        simulate(HUANLE, 10, 1, "greedy", out=tmp_path, resume=True)
    (tmp_path / "run.json").unlink()
    for resume in (False, True):
        with pytest.raises(SimulationError, match=r"holds deals\.csv without run\.json"):
            simulate(HUANLE, 20, 1, "greedy", out=tmp_path, resume=resume)


def changed_run(out: Path, **parts: Any) -> None:
    data = json.loads((out / "run.json").read_text(encoding="utf-8"))
    (out / "run.json").write_text(json.dumps(data | parts), encoding="utf-8")


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"run": 2}, "no run of layout 1"),
        ({"version": "0.0.1"}, "of version '0.0.1', expected"),
        ({"rules": None}, "a run of None, expected huanle"),
        ({"file": "../x"}, "the file '../x'"),
        ({"size": -1}, "of size -1"),
        ({"size": "5"}, "of size '5'"),
        ({"size": 5}, "does not hold 20 deals in 5 bytes"),
        ({"size": 10**9}, "does not hold 20 deals"),
        ({"summary": {}}, "a summary of rules None"),
        ({"summary": 5}, "no run: a summary is read from a mapping"),
    ],
)
def test_a_damaged_run_is_an_error(tmp_path: Path, parts: dict[str, Any], message: str) -> None:
    simulate(HUANLE, 20, 1, "greedy", out=tmp_path)
    changed_run(tmp_path, **parts)
    with pytest.raises(SimulationError) as caught:
        simulate(HUANLE, 20, 1, "greedy", out=tmp_path, resume=True)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff", b"[" * 10**5])
def test_a_run_that_is_no_json_is_an_error(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "run.json").write_bytes(text)
    with pytest.raises(SimulationError, match=r"run\.json is no "):
        simulate(HUANLE, 20, 1, "greedy", out=tmp_path, resume=True)


def test_deals_that_are_not_those_of_the_run_are_an_error(tmp_path: Path) -> None:
    simulate(HUANLE, 20, 1, "greedy", out=tmp_path)
    path = tmp_path / "deals.csv"
    whole = path.read_bytes()
    digest = lines(tmp_path)[7]["digest"].encode()
    for damaged, message in (
        (whole.replace(digest, digest[::-1]), "other deals than"),
        (whole.replace(digest, b"+" * 16), "something else than deals"),
        (whole[:-5], "does not hold 20 deals"),
        (b"\0" * len(whole), "does not hold 20 deals"),
        (b"\n" * len(whole), "something else than deals"),
    ):
        path.write_bytes(damaged)
        with pytest.raises(SimulationError, match=message):
            simulate(HUANLE, 30, 1, "greedy", out=tmp_path, resume=True)
    path.unlink()
    with pytest.raises(SimulationError, match="does not hold 20 deals"):
        simulate(HUANLE, 30, 1, "greedy", out=tmp_path, resume=True)


# Summaries as values


def test_a_summary_is_a_value() -> None:
    summary = simulate(HUANLE, 40, 1, "greedy")
    assert hash(summary) == hash(simulate(HUANLE, 40, 1, "greedy"))
    assert pickle.loads(pickle.dumps(summary)) == summary
    names = {"Summary": Summary, "FanCount": FanCount, "variant": variant}
    assert eval(repr(summary), names) == summary
    assert Summary.from_dict(json.loads(json.dumps(summary.to_dict())), HUANLE) == summary
    with pytest.raises(dataclasses.FrozenInstanceError):
        summary.deals = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    "changed",
    [
        {"rules": "huanle-000000000000"},
        {"deals": "40"},
        {"deals": True},
        {"wins": [1, 2, 3]},
        {"players": ["greedy"]},
        {"fans": []},
        {"fans": 3},
        {"digest": "x"},
        {"points": None},
    ],
)
def test_data_that_is_no_summary_is_an_error(changed: dict[str, Any]) -> None:
    data = simulate(HUANLE, 5, 1, "greedy").to_dict() | changed
    with pytest.raises(SimulationError):
        Summary.from_dict(data, HUANLE)


# With other packages


def test_parquet_holds_what_the_text_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rules = variant("huanle", multi_win="all")
    simulate(rules, 150, 3, MIXED, out=tmp_path / "text")
    monkeypatch.setattr(folder, "best_file", files.best_file)
    out = tmp_path / "parquet"
    for deals in (20, 90):
        with pytest.raises(SimulationStopped):
            simulate(rules, 150, 3, MIXED, out=out, resume=True, progress=stop_after(deals))
        (out / "deals.parquet" / "deals-000000000144.parquet").write_bytes(b"later")
        (out / "deals.parquet" / "deals-000000000144.half").write_bytes(b"half")
    summary = simulate(rules, 150, 3, MIXED, threads=2, out=out, resume=True)
    assert summary == simulate(rules, 150, 3, MIXED)
    found = parquet.read_table(out / "deals.parquet").to_pydict()
    text = columns.text_lines(found).splitlines()
    expected = (tmp_path / "text" / "deals.csv").read_text(encoding="utf-8").splitlines()
    assert [",".join(found), *text] == expected


def test_parquet_that_is_not_of_the_run_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(folder, "best_file", files.best_file)
    simulate(HUANLE, 100, 3, MIXED, out=tmp_path)
    first, second, *_ = sorted((tmp_path / "deals.parquet").iterdir())
    whole = first.read_bytes()
    first.write_bytes(b"nothing")
    with pytest.raises(SimulationError, match="something else than deals"):
        simulate(HUANLE, 120, 3, MIXED, out=tmp_path, resume=True)
    first.write_bytes(second.read_bytes())
    with pytest.raises(SimulationError, match=r"other deals|does not hold"):
        simulate(HUANLE, 120, 3, MIXED, out=tmp_path, resume=True)
    first.write_bytes(whole)
    assert simulate(HUANLE, 120, 3, MIXED, out=tmp_path, resume=True).deals == 120
    second.unlink()
    with pytest.raises(SimulationError, match="does not hold 120 deals"):
        simulate(HUANLE, 120, 3, MIXED, out=tmp_path, resume=True)


def test_text_is_written_where_pyarrow_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "find_spec", lambda name: None)
    assert files.best_file() == "deals.csv"


def test_a_parquet_run_asks_for_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate(HUANLE, 20, 3, MIXED, out=tmp_path)
    changed_run(tmp_path, file="deals.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SimulationError, match=r"pip install 'queshen\[parquet\]'"):
        simulate(HUANLE, 20, 3, MIXED, out=tmp_path, resume=True)


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_chart_is_drawn(tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("matplotlib")
    drawn = simulate(HUANLE, 60, 3, MIXED).chart(tmp_path / f"chart.{suffix}")
    assert drawn.read_bytes().startswith(b"\x89PNG" if suffix == "png" else b"<?xml")
    Summary.empty(HUANLE, 1, MIXED).chart(str(drawn))


def test_a_chart_that_cannot_be_drawn_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = Summary.empty(HUANLE, 1, MIXED)
    with pytest.raises(SimulationError, match=r"expected a name with \.png or \.svg"):
        summary.chart(tmp_path / "chart.gif")
    with pytest.raises(SimulationError, match="expected a folder that is there"):
        summary.chart(tmp_path / "nowhere" / "chart.png")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SimulationError, match=r"pip install 'queshen\[plot\]'"):
        summary.chart(tmp_path / "chart.png")


def test_the_bird_of_huanle_is_what_its_settlement_reads() -> None:
    """The rows of this game differ in their birds, and so do the payments."""
    rows = play_deals(HUANLE, ("greedy",) * 4, 5, 0, 300)
    points.Points(HUANLE).settle(rows)
    for row in rows:
        result = points._result_of(row, 4, set())
        assert by_factors(HUANLE, result).points == tuple(row["points"][:4].tolist())
