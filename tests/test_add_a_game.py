"""The guide to a game of one's own: its code is the file beside it, runs, and plays."""

from __future__ import annotations

import doctest
import importlib.util
import io
import pickle
import random
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from guangdong import act, passes, tiles
from score_engine import scored

from queshen import DealResult, Rules, SeatResult, Win, variants
from queshen.actions import Action
from queshen.errors import RecordError, RulesError
from queshen.hand import Hand
from queshen.record import DealRecord, read_record, write_record
from queshen.render import deal_page
from queshen.rules import Definition
from queshen.session import Session, next_dealer
from queshen.settlement import KongPaid, Settlement
from queshen.simulate import simulate
from queshen.table import Table, choose
from queshen.view import View, view_of

ROOT = Path(__file__).parent.parent
FILE = ROOT / "tests" / "outside" / "zhuanzhuan.py"
GUIDE = (ROOT / "docs" / "add_a_game.md").read_text(encoding="utf-8")


def loaded() -> ModuleType:
    """The file, from where no package knows it."""
    spec = importlib.util.spec_from_file_location("zhuanzhuan", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["zhuanzhuan"] = module
    spec.loader.exec_module(module)
    return module


GAME: Definition = loaded().ZHUANZHUAN
RULES = GAME.rules()


def blocks(tag: str) -> list[str]:
    return re.findall(rf"```{tag}\n(.*?)```", GUIDE, re.DOTALL)


# ---- the guide ----------------------------------------------------------------------------------


def test_the_blocks_of_the_guide_are_the_file() -> None:
    def lines(text: str) -> list[str]:
        return [line for line in text.splitlines() if line]

    shown = [line for block in blocks("python") for line in lines(block)]
    assert shown == lines(FILE.read_text(encoding="utf-8"))


def test_the_code_of_the_guide_alone_makes_the_game() -> None:
    names: dict[str, Any] = {"__name__": "guide"}
    for block in blocks("python"):
        exec(compile(block, "add_a_game.md", "exec", dont_inherit=True), names)
    made = names["ZHUANZHUAN"]
    assert made.rules().to_dict() == RULES.to_dict() and made.rules().flow == RULES.flow


def test_what_the_guide_plays_comes_out_as_it_says() -> None:
    names: dict[str, object] = {}
    assert blocks("pycon")
    for block in blocks("pycon"):
        test = doctest.DocTestParser().get_doctest(block, names, "add_a_game.md", None, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
        assert runner.summarize(verbose=False).failed == 0


def test_the_file_runs_by_itself() -> None:
    code = "from zhuanzhuan import ZHUANZHUAN; print(ZHUANZHUAN.rules().flow.tiles)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=FILE.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout == "108\n"


def test_the_package_does_not_know_the_game() -> None:
    assert GAME not in variants() and GAME.id not in {game.id for game in variants()}
    for name in ("python", "src"):
        for path in (ROOT / name).rglob("*.py*"):
            if path.suffix in (".py", ".pyx", ".pxd", ".pyi"):
                assert "zhuanzhuan" not in path.read_text(encoding="utf-8").lower(), path


def test_the_table_of_what_games_have_names_what_there_is() -> None:
    part = GUIDE.partition("## More of the same")[2]
    known = {
        *(RULES.flow.__slots__ if hasattr(RULES.flow, "__slots__") else vars(RULES.flow)),
        *RULES.hands.__slots__,
    }
    named = set(re.findall(r"`(?:HandRules\.|FlowRules\.)?([a-z_]+)(?:=[^`]*)?`", part))
    assert named - {"preset"} <= known


# ---- what the guide says of the game ------------------------------------------------------------


@pytest.mark.parametrize("fan", RULES.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan(fan: Any) -> None:
    assert [each.fan for each in scored(RULES, fan.example).fans] == [fan]


def test_sets_and_pairs_win_and_nothing_else_does() -> None:
    assert scored(RULES, "[222p]345s88s456m78p9p win=9p").total == 1
    assert scored(RULES, "1122m5566p7788s9s win=9s self").total == 2
    assert scored(RULES, "1111m5566p7788s9s win=9s self").total == 2
    assert not scored(GAME.rules(seven_pairs=False), "1122m5566p7788s9s win=9s").is_win
    assert not scored(RULES, "19m19p19sESWNCFP win=P").is_win
    assert not scored(RULES, "1122m5566p7788s9s win=8s").is_win


def test_the_tiles_of_the_game() -> None:
    assert RULES.flow.tiles == 108
    table = RULES.table(seed=1)
    assert table.wall_left == 108 - 53


def points(result: DealResult, **options: Any) -> tuple[int, ...]:
    settlement = GAME.rules(**options).settle(result)
    assert sum(settlement.points) + settlement.bank == 0
    return settlement.points


def test_who_pays_for_a_win() -> None:
    assert points(DealResult([Win(1, 2)])) == (-2, 6, -2, -2)
    assert points(DealResult([Win(0, 2)])) == (6, -2, -2, -2)
    assert points(DealResult([Win(1, 1, payer=3)])) == (0, 1, 0, -1)
    both = [Win(1, 1, payer=0, tile="5m"), Win(3, 1, payer=0, tile="5m")]
    assert points(DealResult(both)) == (-2, 1, 0, 1)
    assert points(DealResult([Win(1, 2, payer=3, flags=["robbing"])])) == (0, 6, 0, -6)


@pytest.mark.parametrize(
    ("bird", "paid"),
    [
        ("2m", (-4, 12, -4, -4)),  # the winner's
        ("6s", (-4, 12, -4, -4)),
        ("3p", (-2, 8, -4, -2)),  # one that pays
        ("9s", (-4, 8, -2, -2)),
    ],
)
def test_the_bird_doubles_what_its_seat_wins_and_pays(bird: str, paid: tuple[int, ...]) -> None:
    assert points(DealResult([Win(1, 2)], bird=bird)) == paid


def test_the_bird_of_a_seat_that_has_nothing_to_do_with_it_changes_nothing() -> None:
    assert points(DealResult([Win(1, 1, payer=3)], bird="1m")) == (0, 1, 0, -1)
    assert points(DealResult([Win(1, 1, payer=3)], bird="4m")) == (0, 2, 0, -2)


@pytest.mark.parametrize(
    ("kong", "paid"),
    [
        (KongPaid(2, "5p", "concealed kong"), (-2, -2, 6, -2)),
        (KongPaid(2, "5p", "added kong"), (-1, -1, 3, -1)),
        (KongPaid(2, "5p", "exposed kong", payer=0), (-3, 0, 3, 0)),
    ],
)
def test_kongs_are_paid_after_a_win_and_the_bird_leaves_them(
    kong: KongPaid, paid: tuple[int, ...]
) -> None:
    won = DealResult([Win(1, 1, payer=3, order=1)], kongs=[kong], bird="3m")
    plain = (0, 1, 0, -1)
    assert points(won) == tuple(map(sum, zip(plain, paid, strict=True)))
    assert points(DealResult(kongs=[kong])) == (0, 0, 0, 0)
    assert points(DealResult(kongs=[kong]), kong_pay_on_draw=True) == paid


def test_who_leaves_pays() -> None:
    assert points(DealResult(escaped=2)) == (8, 8, -24, 8)


def test_options_of_the_game_are_checked_as_all_are() -> None:
    with pytest.raises(RulesError, match="seven_pairs"):
        GAME.rules(seven_pairs="yes")
    with pytest.raises(RulesError, match="option of zhuanzhuan"):
        GAME.rules(chows=True)


# ---- at the table -------------------------------------------------------------------------------


def dealt(*hands: str, wall: str, rules: Rules = RULES) -> Table:
    return rules.table(hands=[tiles(hand) for hand in hands], wall=tiles(wall))


def test_nobody_chows_and_pungs_go_round() -> None:
    hands = ("123456m123p1199s", "5677p79m44s666s88s", "2468p2468s13579m", "88m3599p2233557s")
    table = act(dealt(*hands, wall="7p5m6m3s4s"), "0 discard 7p")
    assert [str(each) for each in table.legal(1)] == ["pung", "pass"]
    # 79m make no chow either
    table = act(dealt(*hands, wall="8m5m6m3s4s"), "0 discard 8m")
    assert [str(each) for each in table.legal(1)] == ["pass"]
    assert [str(each) for each in table.legal(3)] == ["pung", "pass"]


def test_seats_win_one_discard_and_the_bird_is_turned() -> None:
    hands = ("123456m123p1199s", "456m789p444p555s8s", "789m222p444s67s99p", "68p79m2368s1379m3p")
    table = act(dealt(*hands, wall="8s2m3m"), "0 discard 8s")
    table.act(1, "win")
    table.act(2, "win")
    assert table.result is not None
    assert [win.seat for win in table.result.wins] == [1, 2] and table.result.bird == 1
    # the bird is of seat 1
    assert RULES.settle(table.result).points == (-3, 2, 1, 0)
    one = RULES.replace(multi_win="nearest", bird=False)
    table = passes(act(dealt(*hands, wall="8s2m3m", rules=one), "0 discard 8s, 1 win"))
    assert table.result is not None and table.result.bird is None
    assert [win.seat for win in table.result.wins] == [1]


class Chance:
    """Wins when it can, else does anything."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, view: View) -> Action:
        won = [action for action in view.legal if str(action) == "win"]
        return won[0] if won else self.random.choice(list(view.legal))


def test_sessions_go_on_with_the_winner_and_are_saved_with_the_definition() -> None:
    session = Session(RULES, seed=3, players=[Chance(each) for each in range(4)])
    deals = session.play(40)
    for before, after in pairwise(deals):
        assert sum(before.points) == 0
        assert after.dealer == (before.dealer + next_dealer(RULES, before.result)) % 4
    again = Session.from_json(session.to_json(), GAME)
    assert again == session and again.points == session.points
    with pytest.raises(RulesError, match="zhuanzhuan"):
        Session.from_json(session.to_json())


OPTIONS: list[dict[str, Any]] = [
    {},
    {"seven_pairs": False},
    {"bird": False, "kong_pay_on_draw": True},
    {"multi_win": "nearest", "N": 10, "A": 2},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("player", ["greedy", "random"])
def test_a_few_hundred_deals_come_to_zero(options: dict[str, Any], player: str) -> None:
    rules = GAME.rules(**options)
    summary = simulate(rules, deals=300, seed=5, players=player)
    assert summary.deals == 300 and sum(summary.points) == 0
    assert summary == simulate(rules, deals=300, seed=5, players=player, threads=2)
    if player == "greedy":
        assert sum(summary.wins) > 200
        assert {each.zh for each in summary.fans if each.wins} == {"自摸", "平胡"}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_deals_are_recorded_and_replayed(options: dict[str, Any], tmp_path: Path) -> None:
    rules = GAME.rules(**options)
    for seed in range(60):
        table = rules.table(seed=seed)
        while not table.done:
            seat = table.to_act[0]
            assert view_of(table, seat).rules == rules.key
            assert isinstance(table.hand(seat), Hand)
            table.step(choose(table, seat, "random", seed))
        assert table.result is not None
        settlement = rules.settle(table.result)
        assert isinstance(settlement, Settlement) and sum(settlement.points) == 0
        file = io.StringIO()
        write_record(table, file)
        record = read_record(file.getvalue().splitlines(), definition=GAME)
        assert record.replay() == table and record.result == table.result
        assert record.rules == rules
        assert Table.from_bytes(table.to_bytes(), GAME) == table
    write_record(table, tmp_path / "deal.jsonl")
    assert read_record(tmp_path / "deal.jsonl", definition=GAME).replay() == table
    with pytest.raises(RecordError, match="zhuanzhuan"):
        read_record(tmp_path / "deal.jsonl")
    assert "<html" in deal_page(table)
    assert DealRecord.of(table).replay() == table


def test_rules_of_the_game_are_values_like_others() -> None:
    rules = GAME.rules(bird=False)
    assert rules == GAME.rules(bird=False) != RULES
    assert Rules.from_json(rules.to_json(), GAME) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    result = DealResult([Win(1, 2)], hands=[SeatResult()] * 4)
    assert pickle.loads(pickle.dumps(rules)).settle(result) == rules.settle(result)
