"""Deals of games that choose before the first turn and play on after wins, as they are shown."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner, Result

from queshen import table as tables
from queshen.cli.app import app
from queshen.cli.hints import hint_lines, hints
from queshen.ending import payments_beside, wins_told
from queshen.record import read_records
from queshen.render import all_told, deal_frames, deal_page, seat_name
from queshen.rules import Rules, variant
from queshen.session import Session
from queshen.tiles import name

PLAYED = [
    ("xuezhan", {}),
    ("xuezhan", {"preset": "sbr2025", "huan3": True}),
    ("xuezhan6", {}),
    ("xuezhan6", {"huan3": True}),
    ("wenzhou", {}),
    ("shanxi", {}),
    ("shanxi", {"haozi": "random"}),
    ("erren", {}),
    ("erren", {"jia_bei": True}),
]


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=stdin, env={"COLUMNS": "80"})


def played(rules: Rules, seed: int, *, acts: int | None = None) -> Any:
    table = rules.table(seed=seed)
    while not table.done and (acts is None or len(table.log) < acts):
        table.step(tables.choose(table, table.to_act[0], "greedy"))
    return table


def with_wins(game: str, wins: int) -> Any:
    """The first deal with so many wins."""
    for seed in range(200):
        table = played(variant(game), seed)
        if len(table.result.wins) == wins:
            return table
    raise AssertionError(f"no deal of {game} with {wins} wins")


def answered(rules: Rules, seed: int, seat: int) -> tuple[str, Any]:
    """What the greedy player would type at a seat, and the table at the end."""
    table = Session(rules, seed, first_dealer=-seat % rules.flow.seats).table
    answers = []
    while not table.done:
        others = [each for each in table.to_act if each != seat]
        acting = others[0] if others else seat
        action = tables.choose(table, acting, "greedy")
        if acting == seat:
            answers.append(f"{action}\n")
        table.act(acting, action)
    return "".join(answers), table


def settled(table: Any, language: str = "en") -> tuple[Any, list[str]]:
    names = [seat_name(seat, table.seats, language) for seat in range(table.seats)]
    return table.rules.settle(table.result), names


def page_data(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found is not None
    return json.loads(found[1])


# Played to the end


@pytest.mark.parametrize(("game", "options"), PLAYED)
def test_a_deal_is_played_to_its_end_from_every_seat(
    game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    rules = variant(game, **options)
    for seat in range(rules.flow.seats):
        stdin, table = answered(rules, 3 + seat, seat)
        file = tmp_path / f"{seat}.jsonl"
        chosen = [f"--option={option}={value}" for option, value in options.items()]
        asked = ("--seed", str(3 + seat), "--seat", str(seat), "--hints", "--record", str(file))
        result = run("play", game, *chosen, *asked, stdin=stdin)
        assert result.exit_code == 0, result.output
        (record,) = read_records(file)
        assert record.replay() == table
        assert all(cell_len(line) <= 80 for line in result.output.splitlines())


# What each win is worth to whom


@pytest.mark.parametrize(("game", "wins"), [("xuezhan", 3), ("xuezhan6", 5)])
def test_wins_are_told_in_their_order_with_what_is_paid(game: str, wins: int) -> None:
    table = with_wins(game, wins)
    settlement, names = settled(table)
    told = wins_told(table.result, settlement, names)
    assert [each.win.order for each in told] == sorted(win.order for win in table.result.wins)
    for each in told:
        due = [
            transfer
            for transfer in settlement.transfers
            if transfer.payee == each.win.seat and transfer.reason == "win"
        ]
        assert len(each.paid) == len(due) > 0
        for line, transfer in zip(each.paid, due, strict=True):
            assert line.startswith(f"{names[transfer.payer]} pays {transfer.points}")
        if each.win.payer is None:
            assert each.text.endswith("wins by self-draw")
        else:
            assert each.text.endswith(f"wins on a tile of {names[each.win.payer]}")


def test_wins_on_one_tile_share_their_number() -> None:
    for seed in range(300):
        table = played(variant("xuezhan6"), seed)
        orders = [win.order for win in table.result.wins]
        if len(set(orders)) < len(orders):
            break
    settlement, names = settled(table)
    told = wins_told(table.result, settlement, names)
    numbers = [int(each.text.split(".")[0]) for each in told]
    assert len(set(numbers)) == len(set(orders)) == max(numbers)
    assert [numbers[at] == numbers[at + 1] for at in range(len(told) - 1)] == [
        told[at].win.order == told[at + 1].win.order for at in range(len(told) - 1)
    ]


def test_payments_for_wins_and_beside_them_are_all_payments() -> None:
    for seed in range(20):
        table = played(variant("xuezhan"), seed)
        settlement, names = settled(table)
        told = wins_told(table.result, settlement, names)
        beside = payments_beside(table.result, settlement, "en", None)
        every = settlement.explain().splitlines()
        assert set(beside) <= set(every)
        assert beside[-1] == every[-1]
        if settlement.transfers:
            assert len(every) == len(beside) + sum(len(each.paid) for each in told)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_command_tells_several_wins_one_after_the_other(language: str, tmp_path: Path) -> None:
    from queshen.record import write_record

    table = with_wins("xuezhan", 3)
    file = tmp_path / "deal.jsonl"
    with file.open("w", encoding="utf-8") as out:
        write_record(table, out)
    last = str(len(table.log))
    output = run("replay", str(file), "--event", last, "--language", language).output
    settlement, names = settled(table, language)
    at = -1
    for each in wins_told(table.result, settlement, names, language):
        assert output.index(each.text) > at
        at = output.index(each.text)
        assert all(line in output[at:] for line in each.paid)


def test_a_single_win_has_no_number() -> None:
    data = page_data(deal_page(with_wins("shanxi", 1)))
    assert [(win["told"], win["paid"]) for win in data["end"]["wins"]] == [(None, [])]
    assert data["end"]["payments"][0].startswith("win: ")


# The page


def test_the_page_tells_several_wins_with_their_payments() -> None:
    table = with_wins("xuezhan6", 5)
    settlement, names = settled(table)
    told = wins_told(table.result, settlement, names)
    end = page_data(deal_page(table))["end"]
    assert [win["seat"] for win in end["wins"]] == [each.win.seat for each in told]
    assert [win["told"] for win in end["wins"]] == [each.text for each in told]
    assert [tuple(win["paid"]) for win in end["wins"]] == [each.paid for each in told]
    assert not any(line.startswith("win: ") for line in end["payments"])


@pytest.mark.parametrize(("game", "options"), PLAYED)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_act_is_told(game: str, options: dict[str, Any], language: str) -> None:
    table = played(variant(game, **options), 4)
    for frame in deal_frames(table, language):
        for each in frame["told"]:
            assert each["text"].strip() == each["text"]
            assert not each["text"].endswith(("says", "要"))


def test_choices_before_the_first_turn_are_told_as_they_are_made() -> None:
    table = played(variant("xuezhan"), 1, acts=2)
    seats = [seat for seat, _ in table.log]
    suits = {"m": "characters", "p": "dots", "s": "bamboos"}
    told = [frame["told"][0]["text"] for frame in deal_frames(table)][1:]
    assert told == [
        f"{seat_name(seat)} chooses: no {suits[str(action)[-1]]}"
        for seat, (_, action) in zip(seats, table.log, strict=True)
    ]


def test_tiles_to_pass_on_are_told_with_their_tile() -> None:
    table = played(variant("xuezhan", huan3=True), 1, acts=3)
    frame = list(deal_frames(table))[1]
    seat, action = table.log[0]
    assert action.name == "tile"
    assert frame["told"] == [
        {"text": f"{seat_name(seat)} chooses", "tiles": [str(action).split()[1]]}
    ]


def test_tiles_that_a_seat_passes_on_are_told_together() -> None:
    table = played(variant("xuezhan", huan3=True), 1, acts=12)
    exchanged = [event for event in table.events if event[0] == "exchange"]
    assert len(exchanged) == 12
    hidden = all_told(exchanged, viewer=0)
    for seat, (seen, each) in enumerate(zip(all_told(exchanged), hidden, strict=True)):
        _, _, _, to = exchanged[3 * seat]
        assert each.text == seen.text == f"{seat_name(seat)} passes on to {seat_name(to)}"
        assert seen.tiles == tuple(name(tile) for _, giver, tile, _ in exchanged if giver == seat)
        assert each.tiles == (seen.tiles if 0 in (seat, to) else ())


def test_the_page_shows_what_plays_the_wild_kind() -> None:
    table = variant("wenzhou").table(seed=1)
    assert page_data(deal_page(table))["stand_in"] == "P"
    assert page_data(deal_page(variant("xuezhan").table(seed=1)))["stand_in"] is None


# Hints


def test_hints_on_the_void_suit_count_the_tiles_of_each() -> None:
    table = variant("xuezhan").table(seed=1)
    view = table.view(0)
    assert view.phase == "void"
    (line,) = hint_lines(view, table.rules)
    counts = [int(number) for number in re.findall(r"(\d+) tiles", line.plain)]
    assert counts == sorted(counts)
    assert sum(counts) == 14


def test_hints_want_no_tile_of_the_void_suit() -> None:
    table = played(variant("xuezhan"), 1, acts=4)
    view = table.view(table.turn)
    void = view.void_suits[view.seat]
    assert void is not None
    found = hints(view, table.rules)
    assert found
    for hint in found:
        assert not any(tile[1] == void for tile in hint.useful.tiles)
        assert hint.useful.total == sum(hint.useful.live)
        assert any(tile[1] != void for tile in hint.useful.tiles)


def test_to_double_or_not_leaves_the_hand_as_it_is() -> None:
    table = variant("erren", jia_bei=True).table(seed=1)
    view = table.view(1)
    assert view.phase == "double"
    found = {str(hint.action): hint for hint in hints(view, table.rules)}
    assert set(found) == {"double", "pass"}
    assert found["double"].hand == found["pass"].hand == view.hand
    assert found["double"].useful == found["pass"].useful
