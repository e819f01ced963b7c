"""The commands `play` and `replay`: questions, answers, records, and how they look."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner, Result

from queshen import table as tables
from queshen.actions import CHOW_LOW, PASS, PUNG, Action, discard
from queshen.cli.app import app
from queshen.cli.board import board, hand_tiles
from queshen.cli.hints import claimed, hint_lines, hints
from queshen.cli.play import meanings
from queshen.errors import NotationError
from queshen.hand import Hand
from queshen.record import read_records
from queshen.rules import variant
from queshen.session import Session
from queshen.tiles import name
from queshen.view import View

GAMES = ("guobiao", "qq", "huanle", "huopin")


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=stdin, env={"COLUMNS": "80"})


def shown(result: Result) -> str:
    """An error out of its box, in one line."""
    return " ".join(result.stderr.replace("│", " ").split())


def session_of(game: str, seed: int, seat: int = 0) -> Session:
    return Session(variant(game), seed, first_dealer=-seat % 4)


def greedy_answers(game: str, seed: int, seat: int = 0) -> tuple[list[str], Any]:
    """What the greedy player would answer at a seat, and the table at the end."""
    table = session_of(game, seed, seat).table
    answers = []
    while not table.done:
        others = [each for each in table.to_act if each != seat]
        acting = others[0] if others else seat
        action = tables.choose(table, acting, "greedy")
        if acting == seat:
            answers.append(str(action))
        table.act(acting, action)
    return answers, table


def typed(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


# A whole deal


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", range(4))
def test_a_deal_is_played_to_its_end(game: str, seat: int, tmp_path: Path) -> None:
    answers, table = greedy_answers(game, 5 + seat, seat)
    file = tmp_path / "deal.jsonl"
    result = run(
        *("play", game, "--seed", str(5 + seat), "--seat", str(seat), "--record", str(file)),
        stdin=typed(*answers),
    )
    assert result.exit_code == 0, result.output
    (record,) = read_records(file)
    assert record.replay() == table
    assert "Seat   Points" in result.stdout
    for win in table.result.wins:
        assert f"{win.fan}  total" in result.stdout


def test_the_deal_ends_with_score_and_payments() -> None:
    for seed in range(20):
        answers, table = greedy_answers("huanle", seed)
        if table.result.wins:
            break
    out = run("play", "huanle", "--seed", str(seed), stdin=typed(*answers)).stdout
    (win,) = table.result.wins
    score = out[out.index("Happy Mahjong 欢乐麻将") :]
    assert "reading " in score and f"{win.fan}  total" in score
    assert "bird " in score
    points = table.rules.settle(table.result).points
    for seat, each in enumerate(points):
        sign = f"{each:+d}" if each else "0"
        assert re.search(rf"^ {seat} {'ESWN'[seat]} +{re.escape(sign)} ", score, re.M)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_line_is_wider_than_the_screen(language: str) -> None:
    for seed in range(4):
        answers, _ = greedy_answers("huanle", seed)
        for notation in ("queshen", "hanzi"):
            result = run(
                *("play", "huanle", "--seed", str(seed), "--hints"),
                *("--language", language, "--notation", notation),
                stdin=typed(*answers),
            )
            assert result.exit_code == 0, result.output
            for line in result.stdout.splitlines():
                if "：" not in line:  # what a score says folds where it is shown
                    assert cell_len(line.rstrip()) <= 80, line


def test_several_deals_add_up() -> None:
    session = session_of("qq", 3)
    answers = []
    for _ in range(3):
        table = session.table
        seat = session.seat_of(0)
        while not table.done:
            others = [each for each in table.to_act if each != seat]
            acting = others[0] if others else seat
            action = tables.choose(table, acting, "greedy")
            answers += [str(action)] * (acting == seat)
            table.act(acting, action)
        session.finish()
    result = run("play", "qq", "--seed", "3", "--deals", "3", stdin=typed(*answers))
    assert result.exit_code == 0, result.output
    assert re.findall(r"^Deal (\d) of 3", result.stdout, re.M) == ["1", "2", "3"]
    assert f"So far: {session.coins[0]:+d}." in result.stdout


def test_other_seats_are_played_by_the_greedy_player(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def choose(table: Any, seat: int, player: str) -> Action:
        asked.append((seat, player))
        return PASS if PASS in table.legal(seat) else max(table.legal(seat))

    monkeypatch.setattr(tables, "choose", choose)
    result = run("play", "guobiao", "--seed", "1", stdin=typed("1", "1", "quit"))
    assert result.exit_code == 0
    assert {seat for seat, _ in asked} == {1, 2, 3}
    assert {player for _, player in asked} == {"greedy"}


def test_seeds_say_which_deal_it_is() -> None:
    first = run("play", "qq", "--seed", "8", stdin="quit\n").stdout
    assert first == run("play", "qq", "--seed", "8", stdin="quit\n").stdout
    assert "seed 8" in first
    assert run("play", "qq", stdin="quit\n").stdout != run("play", "qq", stdin="quit\n").stdout


def test_options_of_the_game_are_heard() -> None:
    out = run("play", "huanle", "--seed", "1", "--option", "flowers=no", stdin="quit\n").stdout
    assert "wall 82" in out  # 136 tiles, 53 dealt, one turned
    assert run("play", "qq", "--room", "8fan", stdin="quit\n").exit_code == 0


# What is hidden


def test_draws_and_hands_of_others_are_not_shown() -> None:
    result = run("play", "guobiao", "--seed", "2", "--seat", "1", stdin=typed("1", "1", "quit"))
    told = " ".join(result.stdout.split())
    drawn = re.findall(r"\b([ESWN]) draws(?: a replacement)?( \w+)?;", told)
    assert drawn and all(not tile for seat, tile in drawn if seat != "S")


# Answers


def view_with(*wanted: Action, game: str = "guobiao") -> Iterator[tuple[Any, int, View]]:
    """Views in which a seat may do all of these."""
    for seed in range(300):
        table = variant(game, flowers=False).table(seed=seed)
        for _ in range(40):
            if table.done:
                break
            for seat in table.to_act:
                view = table.view(seat)
                if all(action in view.legal for action in wanted):
                    yield table, seat, view
            table.step(tables.choose(table, table.to_act[0], "random", seed))


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("5m", "discard 5m"),
        ("discard 5m", "discard 5m"),
        ("Discard 5m", "discard 5m"),
        ("打5m", "discard 5m"),
        ("打 E", "discard E"),
        ("E", "discard E"),
        ("pung", "pung"),
        ("PUNG", "pung"),
        ("碰", "pung"),
        ("chow low", "chow low"),
        ("chow", "chow low"),
        ("吃", "chow low"),
        ("win", "win"),
        ("胡", "win"),
        ("过", "pass"),
        ("p", "pass"),
        ("kong", "kong"),
        ("kong E", "concealed kong E"),
        ("concealed kong E", "concealed kong E"),
        ("added kong E", "added kong E"),
    ],
)
def test_answers_are_understood(answer: str, meant: str) -> None:
    view = variant("guobiao").table(seed=7).view(0)
    assert str(meanings(answer, view)[0]) == meant


def test_answers_are_in_the_notation() -> None:
    view = variant("guobiao").table(seed=7).view(0)
    assert meanings("五万", view, "hanzi") == [discard("5m")]
    assert meanings("discard W5", view, "botzone") == [discard("5m")]
    assert meanings("discard 5m", view, "botzone") == [discard("5m")]


@pytest.mark.parametrize("answer", ["foo", "10m", "discard", "kong 5x", "pung E", "chow top", "*"])
def test_answers_without_a_meaning_are_errors(answer: str) -> None:
    view = variant("guobiao").table(seed=7).view(0)
    with pytest.raises(NotationError):
        meanings(answer, view)


def test_wrong_answers_are_told_and_asked_again() -> None:
    result = run(
        "play",
        "guobiao",
        "--seed",
        "3",
        stdin=typed("99", "0", "foo", "pung", "{}[]", "\x00", "é" * 200, "help", "quit"),
    )
    assert result.exit_code == 0, result.output
    out = result.stdout
    assert "99 is no choice, expected a number from 1 to 14" in out
    assert "0 is no choice" in out
    assert "'foo' is no answer" in out
    assert "seat 0 may not pung, expected one of" in out
    assert out.count("discard >") == 9


def test_undo_takes_the_last_decision_back() -> None:
    result = run("play", "guobiao", "--seed", "3", stdin=typed("undo", "2", "undo", "1", "quit"))
    assert "There is nothing to take back." in result.stdout
    assert "Taken back." in result.stdout
    boards = [part for part in result.stdout.split("\n\n") if part.startswith("Chinese")]
    assert len(boards) == 4 and boards[0].splitlines()[:7] == boards[2].splitlines()[:7]


def test_undo_goes_back_through_claims(tmp_path: Path) -> None:
    answers, table = greedy_answers("qq", 11)
    undone = []
    for answer in answers[:-1]:
        undone += [answer, "undo", answer]
    file = tmp_path / "deal.jsonl"
    arguments = ("play", "qq", "--seed", "11", "--record", str(file))
    result = run(*arguments, stdin=typed(*undone, answers[-1]))
    assert result.exit_code == 0, result.output
    (record,) = read_records(file)
    assert record.replay() == table


def test_an_empty_line_passes_a_claim_and_shows_the_table_in_a_turn() -> None:
    result = run("play", "guobiao", "--seed", "3", stdin=typed("", "quit"))
    assert result.stdout.count("E (you)") == 2
    for seed in range(40):
        answers, _ = greedy_answers("qq", seed)
        if "pass" in answers:
            break
    emptied = ["" if answer == "pass" else answer for answer in answers]
    plain = run("play", "qq", "--seed", str(seed), stdin=typed(*answers))
    empty = run("play", "qq", "--seed", str(seed), stdin=typed(*emptied))
    assert plain.exit_code == empty.exit_code == 0
    assert plain.stdout.replace("> pass", "> ") == empty.stdout


def test_the_end_of_the_input_is_told(tmp_path: Path) -> None:
    file = tmp_path / "deal.jsonl"
    result = run("play", "qq", "--seed", "1", "--record", str(file), stdin=typed("1"))
    assert result.exit_code == 1
    assert result.stderr == "error: standard input: the input ended before the game did\n"
    (record,) = read_records(file)
    assert record.result is None and len(record) > 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("nope",), "no game is called 'nope'"),
        (("qq", "--seat", "4"), "4, expected 0 to 3"),
        (("qq", "--seed", "-1"), "--seed"),
        (("qq", "--deals", "0"), "--deals"),
        (("qq", "--option", "rom=1"), "the nearest is 'room'"),
        (("qq", "--record", "/nowhere/file"), "/nowhere/file: No such file or directory"),
    ],
)
def test_options_that_cannot_be_are_told(arguments: tuple[str, ...], problem: str) -> None:
    result = run("play", *arguments, stdin="quit\n")
    assert result.exit_code == 2
    assert problem in shown(result)


def test_play_works_in_a_pipe_with_bytes_that_are_no_text() -> None:
    command = [sys.executable, "-m", "queshen", "play", "qq", "--seed", "1"]
    done = subprocess.run(
        command,
        input=b"\xff\xfe\nhint\n1\nquit\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout  # no colours where nobody sees them
    assert "is no answer" in done.stdout.decode()


def test_colours_say_nothing_that_the_text_does_not() -> None:
    table = variant("huanle").table(seed=3)
    lines = list(board(table.view(0), table.rules))
    assert lines[0].plain.endswith("wild 8s*") and any(line.spans for line in lines)


# The table and the hints


def test_claimed_and_open_discards_are_marked() -> None:
    for table, seat, view in view_with(PUNG):
        lines = [line.plain for line in board(view, table.rules)]
        assert view.open_tile is not None
        tile = name(view.open_tile)
        assert any(f"<{tile}>" in line for line in lines)
        table.act(seat, "pung")
        after = "\n".join(line.plain for line in board(table.view(seat), table.rules))
        assert f"[{tile} {tile} {tile}]" in after and f"({tile})" in after
        return
    pytest.fail("no pung in any deal")


def test_the_drawn_tile_lies_last() -> None:
    hand = Hand("123m456p78s112229s")
    assert hand_tiles(hand, drawn=0)[-1] == 0 and len(hand_tiles(hand)) == 14
    assert sorted(hand_tiles(hand, drawn=0)) == hand_tiles(hand)


def test_hints_are_what_the_hand_says() -> None:
    rules = variant("guobiao", flowers=False)
    view = rules.table(seed=7).view(0)
    expected = view.hand.discards(rules.shapes, visible=view.visible)
    found = hints(view, rules)
    assert len(found) == len(view.legal)
    assert (found[0].shanten, found[0].useful.total) == (
        expected[0].shanten,
        expected[0].useful.total,
    )
    for hint in found:
        (same,) = [each for each in expected if each.kind == hint.action.kind]
        assert (same.shanten, same.useful) == (hint.shanten, hint.useful)


def test_hints_of_claims_think_of_the_discard_after() -> None:
    for table, _, view in view_with(PUNG, CHOW_LOW):
        found = {hint.action: hint for hint in hints(view, table.rules)}
        assert set(found) == set(view.legal) - {Action.parse("win")}
        assert found[PASS].hand == view.hand and found[PASS].then is None
        for action in (PUNG, CHOW_LOW):
            hint = found[action]
            assert hint.then is not None
            after = claimed(view, action)
            assert after is not None and after.discard(hint.then) == hint.hand
            assert len(hint.hand.melds) == len(view.hand.melds) + 1
        return
    pytest.fail("no such claim in any deal")


def test_hints_of_ready_hands_tell_what_waits_are_worth() -> None:
    rules = variant("qq")
    for seed in range(60):
        table = rules.table(seed=seed)
        while not table.done:
            seat = table.to_act[0]
            view = table.view(seat)
            found = hints(view, rules)
            if found and found[0].shanten == 0 and table.phase == "turn":
                lines = [line.plain for line in hint_lines(view, rules)]
                (wait, *_) = rules.waits(
                    found[0].hand,
                    seat_wind=view.seat_wind,
                    flowers=len(view.flowers[seat]),
                    visible=view.visible,
                )
                expected = f"    {wait.tile}×{wait.live}  {wait.discard.total}"
                assert f"{expected}  drawn {wait.self_draw.total}" in lines
                return
            table.step(tables.choose(table, seat))
    pytest.fail("no ready hand in any deal")


@pytest.mark.parametrize("game", GAMES)
def test_hints_of_every_moment_can_be_told(game: str) -> None:
    rules = variant(game)
    for seed in range(8):
        table = rules.table(seed=seed)
        while not table.done:
            for seat in table.to_act:
                for line in hint_lines(table.view(seat), rules):
                    assert cell_len(line.plain) <= 80
            table.step(tables.choose(table, table.to_act[0], "random", len(table.log)))


# Replays


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any]]:
    from queshen.record import write_record

    path = tmp_path_factory.mktemp("records") / "deals.jsonl"
    played = []
    with path.open("w", encoding="utf-8") as file:
        for game, seed in (("huanle", 4), ("guobiao", 5)):
            table = variant(game).table(seed=seed)
            while not table.done:
                table.step(tables.choose(table, table.to_act[0]))
            write_record(table, file)
            played.append(table)
    return path, played


def test_replay_shows_every_event(recorded: tuple[Path, list[Any]]) -> None:
    path, (table, _) = recorded
    result = run("replay", str(path))
    assert result.exit_code == 0, result.output
    heads = re.findall(r"^(\d+) +(?:the tiles|[ESWN] )", result.stdout, re.M)
    numbers = [int(each) for each in heads]
    assert numbers == list(range(len(table.log) + 1))
    assert "Seat   Points" in result.stdout
    assert all(cell_len(line.rstrip()) <= 80 for line in result.stdout.splitlines())


def test_replay_shows_one_event(recorded: tuple[Path, list[Any]]) -> None:
    path, _ = recorded
    result = run("replay", str(path), "--deal", "2", "--event", "0", "--seat", "2")
    assert result.stdout.startswith("0    the tiles are dealt")
    assert result.stdout.count("Chinese Official Mahjong") == 1
    assert "W (you)" in result.stdout and "Seat   Points" not in result.stdout


def test_replay_hides_the_others(recorded: tuple[Path, list[Any]]) -> None:
    path, _ = recorded
    shown_all = run("replay", str(path), "--event", "0").stdout
    hidden = run("replay", str(path), "--event", "0", "--hide").stdout
    assert len(shown_all.splitlines()) == len(hidden.splitlines()) + 3


def test_replay_writes_json(recorded: tuple[Path, list[Any]]) -> None:
    path, (table, _) = recorded
    lines = [json.loads(line) for line in run("replay", str(path), "--json").stdout.splitlines()]
    assert [each["event"] for each in lines] == list(range(len(table.log) + 1))
    assert [(each["seat"], each["action"]) for each in lines[1:]] == [
        (seat, str(action)) for seat, action in table.log
    ]
    assert lines[0]["result"] is None
    assert lines[-1]["result"] == table.result.to_dict()
    assert lines[-1]["settlement"] == table.rules.settle(table.result).to_dict()


def test_replay_writes_a_page(recorded: tuple[Path, list[Any]], tmp_path: Path) -> None:
    from queshen.render import deal_page

    path, (table, _) = recorded
    page = tmp_path / "deal.html"
    result = run("replay", str(path), "--html", str(page), "--language", "zh", "--seat", "1")
    assert result.exit_code == 0 and result.stdout == ""
    assert page.read_text(encoding="utf-8") == deal_page(table, "zh", seat=1)
    assert run("replay", str(path), "--html", "-").stdout == deal_page(table)


def test_replay_reads_standard_input(recorded: tuple[Path, list[Any]]) -> None:
    path, _ = recorded
    text = path.read_text(encoding="utf-8")
    from_input = run("replay", "-", "--event", "3", stdin=text)
    assert from_input.stdout == run("replay", str(path), "--event", "3").stdout


def test_replay_tells_of_damaged_records(recorded: tuple[Path, list[Any]], tmp_path: Path) -> None:
    path, _ = recorded
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("".join(lines[:5]), encoding="utf-8")
    result = run("replay", str(damaged))
    assert result.exit_code == 2
    assert "the record ends, expected an act or the result" in shown(result)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--deal", "3"), "no deal 3, expected 1 to 2"),
        (("--event", "9999"), "9999, expected 0 to"),
        (("--seat", "4"), "4, expected 0 to 3"),
        (("--html", "/nowhere/page.html"), "/nowhere/page.html: No such file or directory"),
    ],
)
def test_replays_that_cannot_be_are_told(
    recorded: tuple[Path, list[Any]], arguments: tuple[str, ...], problem: str
) -> None:
    result = run("replay", str(recorded[0]), *arguments)
    assert result.exit_code == 2
    assert problem in shown(result)


def test_files_that_are_none_are_told(tmp_path: Path) -> None:
    result = run("replay", str(tmp_path / "nothing"))
    assert result.exit_code == 2 and "No such file or directory" in shown(result)
    empty = tmp_path / "empty"
    empty.touch()
    assert "no record in it" in shown(run("replay", str(empty)))
