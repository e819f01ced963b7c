"""The command line for games with liability, kongs, horses and declared hands."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from queshen.cli.app import app
from queshen.rules import variant


def run(*arguments: str, columns: int = 100) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": str(columns)})


def facts(*arguments: str) -> list[dict[str, Any]]:
    """The JSON objects that a command without errors writes."""
    result = run(*arguments, "--json")
    assert result.exit_code in (0, 1), result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def points(game: str, hand: str, *options: str) -> list[int]:
    """What each seat wins or pays for a hand."""
    (answer,) = facts("score", hand, "--variant", game, "--settle", *options)
    found: list[int] = answer["settlement"]["points"]
    return found


ALL_SUIT = "[7777p][888p]12345p99p"
BAO = "[789s]46p55s888p123m"


@pytest.mark.parametrize(
    ("game", "hand", "options", "expected"),
    [
        ("jipinghu", "[234p]123m456p67sEE", "--win 8s --self-draw --winner 3", [-4, -4, -4, 12]),
        (
            "jipinghu",
            "[CCC][FFF][PPP]12m99m",
            "--win 3m --self-draw --winner 0 --liable 2",
            [192, 0, -192, 0],
        ),
        ("jipinghu", "[555p][678s]234m78m99p", "--win 9m --discarder 2 --winner 1", [0, 1, -1, 0]),
        (
            "jipinghu",
            "[555p][678s]234m78m99p",
            "--win 9m --robbing --discarder 1 --winner 2",
            [0, -24, 24, 0],
        ),
        ("jipinghu", "123m456p678s234pE", "--win E --first-turn --self-draw", [192, -64, -64, -64]),
        (
            "tuidaohu",
            ALL_SUIT,
            "--win 6p --self-draw --replacement --winner 1 --liable 3 --kong 1:exposed:3",
            [0, 15, 0, -15],
        ),
        (
            "tuidaohu",
            "[555p]234m78m678s99p",
            "--win 9m --self-draw --winner 1 --horse 2m",
            [2, 6, -4, -4],
        ),
        (
            "tuidaohu",
            "[555p]234m78m678s99p",
            "--win 9m --self-draw --winner 1 --kong 3:added --kong 2:concealed",
            [-5, 3, 3, -1],
        ),
        ("baopai", BAO, "--win 5p --self-draw --winner 1 --standing 3", [-2, 7, -2, -3]),
        ("baopai", BAO, "--win 5p --discarder 2 --winner 1 --standing 3", [0, 7, -7, 0]),
        ("baopai", BAO, "--win 5p --discarder 2 --winner 1 --from-ready", [-1, 3, -1, -1]),
        (
            "baopai",
            BAO,
            "--win * --self-draw --bao --closed-ready --bao-wait --winner 1",
            [-12, 36, -12, -12],
        ),
    ],
)
def test_payments_depend_on_more_than_the_hand(
    game: str, hand: str, options: str, expected: list[int]
) -> None:
    assert points(game, hand, *options.split()) == expected


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--liable 2", "--liable: expected --settle with it"),
        ("--settle --discarder 1 --liable 2", "--liable: expected --self-draw with it"),
        ("--settle --self-draw --liable 0", "--liable: seat 0 is the winner"),
        ("--settle --self-draw --horse 2m", "--horse: expected none, as jipinghu has no horses"),
        ("--settle --self-draw --kong 1", "--kong: '1', expected a seat and exposed"),
        ("--settle --self-draw --kong 9:added", "--kong: '9:added', expected a seat"),
        ("--settle --self-draw --kong 1:exposed", "--kong: '1:exposed': an exposed kong"),
        ("--settle --self-draw --kong 1:added:2", "--kong: '1:added:2': an added kong"),
        ("--settle --self-draw --from-ready", "--from-ready: expected --discarder with it"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: str, problem: str) -> None:
    given = ["score", "[555p][678s]234m78m99p", "--variant", "jipinghu", "--win", "9m"]
    result = run(*given, *options.split(), columns=1000)
    assert result.exit_code == 2
    assert problem in result.output.replace("Invalid value for ", "")


def test_more_horses_than_the_game_has_are_refused() -> None:
    horses = [each for _ in range(5) for each in ("--horse", "2m")]
    given = ["score", "[555p]234m78m678s99p", "--variant", "tuidaohu", "--win", "9m"]
    result = run(*given, "--self-draw", "--settle", *horses)
    assert result.exit_code == 2 and "5 horses, expected at most 4" in result.output


def test_the_cap_and_the_points_are_told() -> None:
    given = ["--variant", "jipinghu", "--win", "8s", "--self-draw", "--last-tile"]
    told = run("score", "[234p]123m456p67sEE", *given).stdout
    assert "3  total, at most 3: 8 points" in told
    told = run("score", "[CCC][FFF]123m45pPP", "--variant", "jipinghu", "--win", "6p").stdout
    assert "5  total, beyond the cap of 3: 32 points" in told
    told = run("score", "123m456p678s234pE", "--variant", "tuidaohu", "--win", "E").stdout
    assert "nobody wins on a discard" in told


@pytest.mark.parametrize(
    ("hand", "legal", "failed", "closed"),
    [
        ("[789s]123m55s67p888p", ["5p", "8p", "5s"], [], False),
        ("[789s][123m]55s46p888p", ["5p"], [], True),
        ("[567s]234m55s46p888p", [], ["orphan"], False),
        ("123m456m55s46p888p", [], ["opened"], False),
        ("[789p]123p55p46p888p", [], ["two_suits"], False),
        ("[789s]123m55s67p456p", [], ["pung"], False),
        ("[777s]111m55s46p888p", [], ["chow"], False),
        ("[123m][456p][789p][777s]5s", [], ["four_concealed"], False),
        ("[789s]123m15s46p888p", [], ["ready"], False),
    ],
)
def test_waits_say_why_a_hand_may_not_be_declared(
    hand: str, legal: list[str], failed: list[str], closed: bool
) -> None:
    (answer,) = facts("waits", hand, "--variant", "baopai")
    assert (answer["legal"], answer["failed"], answer["closed"]) == (legal, failed, closed)
    told = run("waits", hand, "--variant", "baopai").stdout
    assert all(word in told for word in (*legal, *failed))


def test_waits_of_a_game_take_its_options() -> None:
    given = ("waits", "[777s]111m55s46p888p", "--variant", "baopai")
    assert facts(*given)[0]["failed"] == ["chow"]
    assert facts(*given, "--option", "structure_check=at_win")[0]["legal"] == ["5p"]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (("--variant", "qq"), "qq has no declarations"),
        (("--option", "tiles=136"), "expected --variant with it"),
        (("--variant", "baopaii"), "the nearest is 'baopai'"),
    ],
)
def test_games_without_declarations_are_refused(given: tuple[str, ...], problem: str) -> None:
    result = run("waits", "[789s]123m55s67p888p", *given)
    assert result.exit_code == 2 and problem in " ".join(result.output.split())


@pytest.mark.parametrize("game", ["jipinghu", "tuidaohu", "baopai"])
def test_a_deal_is_played_and_replayed(game: str, tmp_path: Any) -> None:
    file = tmp_path / "deal.jsonl"
    given = ["play", game, "--seed", "3", "--record", str(file)]
    played = CliRunner().invoke(app, given, input="1\n" * 400, env={"COLUMNS": "80"})
    assert played.exit_code == 0, played.output
    shown = run("replay", str(file))
    assert shown.exit_code == 0 and variant(game).en in shown.stdout
    page = tmp_path / "deal.html"
    assert run("replay", str(file), "--html", str(page)).exit_code == 0
    assert variant(game).zh in page.read_text(encoding="utf-8")
    (end,) = [each for each in facts("replay", str(file)) if each.get("settlement")]
    assert sum(end["settlement"]["points"]) == 0
