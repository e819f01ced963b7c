"""The commands `score` and `variants`: answers, options, payments, and how they look."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner, Result

from queshen.cli.app import app
from queshen.cli.games import allowed_text, read_value, value_text
from queshen.errors import RulesError
from queshen.options import Option
from queshen.rules import variant, variants

HAND = "[234p]122223m456pC"
WIN = ("--variant", "huanle", "--win", "C", "--wild", "5p", "--self-draw")
STRAIGHT = "123456789mEEEC"


def run(*arguments: str, stdin: str | None = None, columns: int = 80) -> Result:
    return CliRunner().invoke(app, list(arguments), input=stdin, env={"COLUMNS": str(columns)})


def facts(*arguments: str, stdin: str | None = None) -> list[dict[str, Any]]:
    """The JSON objects that a command without errors writes."""
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code in (0, 1), result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def shown(result: Result) -> str:
    """An error out of its box, in one line."""
    return " ".join(result.stderr.replace("│", " ").split())


# What a hand is worth


def test_score_shows_what_the_score_explains() -> None:
    result = run("score", HAND, *WIN)
    assert result.exit_code == 0
    explained = variant("huanle").score(HAND, "C", wild="5p", self_draw=True).explain()
    assert [line.rstrip() for line in result.stdout.splitlines()] == explained.splitlines()


def test_score_speaks_chinese() -> None:
    result = run("score", HAND, *WIN, "--language", "zh", "--flowers", "2", "--room", "8番场")
    assert result.exit_code == 1
    rules = variant("huanle", room="8fan")
    score = rules.score(HAND, "C", wild="5p", self_draw=True, flowers=2)
    explained = score.explain("zh").splitlines()
    assert [line.rstrip() for line in result.stdout.splitlines()] == explained


def test_score_writes_json() -> None:
    (answer,) = facts("score", HAND, *WIN)
    score = variant("huanle").score(HAND, "C", wild="5p", self_draw=True)
    assert answer == {"place": "argument 1", **score.to_dict(), "settlement": None}


def test_what_is_not_counted_is_shown_with_its_reason() -> None:
    result = run("score", "123m789m123s78s99p", "--variant", "guobiao", "--win", "9s")
    assert "not counted\n" in result.stdout
    assert "its chows are used already" in result.stdout
    assert "beside All Chows" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "last"),
    [
        ((STRAIGHT, "--win", "C"), 0, "the minimum of 8 is reached"),
        (("123m789m123s78s44p", "--win", "9s"), 1, "no win: the minimum is 8"),
        ((STRAIGHT, "--win", "F"), 1, "no win: the hand is not complete"),
    ],
)
def test_score_leaves_with_1_where_a_hand_does_not_win(
    arguments: tuple[str, ...], code: int, last: str
) -> None:
    result = run("score", *arguments, "--variant", "guobiao")
    assert (result.exit_code, result.stderr) == (code, "")
    assert last in result.stdout


def test_how_the_hand_is_won_is_asked_by_options() -> None:
    given = ["--round-wind", "s", "--seat-wind", "W", "--flowers", "3", "--last-tile"]
    given += ["--replacement", "--self-draw"]
    (answer,) = facts("score", "{EEEE}123m456p78s99p", "--variant", "qq", "--win", "9s", *given)
    assert answer["context"] == {
        "self_draw": True,
        "round_wind": "S",
        "seat_wind": "W",
        "flowers": 3,
        "last_tile": True,
        "replacement": True,
        "robbing": False,
        "last_copy": False,
        "first_turn": False,
        "bao": False,
        "closed_ready": False,
        "bao_wait": False,
        "ready": False,
        "first_ready": False,
        "after_kong": False,
        "last_round": False,
        "dealer": False,
    }
    given = ["--robbing", "--last-copy"]
    (answer,) = facts("score", "123m123m456p78s99p", "--variant", "qq", "--win", "9s", *given)
    assert answer["context"]["robbing"] is answer["context"]["last_copy"] is True


def test_several_hands_share_the_options(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"# two\n{HAND}\n123m456m789mEEE5p  # wild pair\n", encoding="utf-8")
    answers = facts("score", "--file", str(file), *WIN)
    assert [(each["place"][-6:], each["is_win"]) for each in answers] == [
        ("line 2", True),
        ("line 3", True),
    ]
    piped = facts("score", *WIN, stdin=file.read_text(encoding="utf-8"))
    assert [each["total"] for each in piped] == [each["total"] for each in answers]
    assert run("score", "--file", str(file), *WIN).stdout.count("\n\n") == 1


def test_a_hand_that_cannot_be_scored_is_told_and_the_others_are_answered() -> None:
    result = run("score", "12m", STRAIGHT, "123m", "--variant", "guobiao", "--win", "C")
    assert result.exit_code == 2
    assert [line[:18] for line in result.stderr.splitlines()] == [
        "error: argument 1:",
        "error: argument 3:",
    ]
    assert "清龙" in result.stdout
    result = run("score", STRAIGHT, "--variant", "qq", "--win", "C", "--self-draw", "--robbing")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "self_draw and robbing, expected one of them" in result.stderr


@pytest.mark.parametrize(
    ("notation", "hand", "win", "wild"),
    [
        ("mpsz", "[234p]122223m456p5z", "5z", "5p"),
        ("hanzi", "[二三四饼]一二二二二三万四五六饼白", "白", "五饼"),
        ("botzone", "[B2 B3 B4] W1 W2 W2 W2 W2 W3 B4 B5 B6 J3", "J3", "B5"),
    ],
)
def test_tiles_are_read_in_the_notation_and_answered_in_our_own(
    notation: str, hand: str, win: str, wild: str
) -> None:
    game = ("--variant", "huanle", "--self-draw", "--notation", notation)
    (answer,) = facts("score", hand, *game, "--win", win, "--wild", wild)
    assert (answer["hand"], answer["win"]) == ("[234p]122223m456pP", "P")
    assert (answer["wild"], answer["total"]) == ("5p", 6)


@pytest.mark.parametrize(
    ("win", "self_draw", "told"), [("5p", True, "5p"), ("5p", False, "5p'"), ("5p'", False, "5p'")]
)
def test_the_winning_tile_may_be_a_wildcard(win: str, self_draw: bool, told: str) -> None:
    drawn = ("--self-draw",) * self_draw
    game = ("--variant", "huanle", "--wild", "5p", "--win", win)
    (answer,) = facts("score", "123m456m789mEEE5p", *game, *drawn)
    assert answer["win"] == told
    (answer,) = facts("score", "123m456m789mEEE*", *game[:2], "--win", "*", "--self-draw")
    assert (answer["win"], len(answer["faces"])) == ("*", 2)


# The game and its options


def test_options_of_the_game_change_the_score() -> None:
    def total(*options: str) -> int:
        (answer,) = facts("score", HAND, *WIN, *options)
        assert isinstance(answer["total"], int)
        return answer["total"]

    assert total() == 6
    assert total("--option", "has_wu_cai_shen=no") == 4
    assert total("--option", "has_wu_cai_shen=false", "--option", "hog_counts_caishen=yes") == 4
    assert facts("score", HAND, *WIN, "--option", "min_fan=7")[0]["minimum"] == 7
    assert facts("score", HAND, *WIN, "--option", "min_fan=none")[0]["minimum"] == 0


def test_the_rules_of_the_answer_are_those_of_the_options() -> None:
    options = ("--room", "no_fan", "--N", "200", "--A", "20", "--option", "bird=off")
    (answer,) = facts("score", HAND, *WIN, *options)
    assert answer["rules"] == variant("huanle", room="no_fan", N=200, A=20, bird=False).key


def test_a_game_is_found_by_any_of_its_names() -> None:
    for game in ("国标", "guo biao", "MCR"):
        assert facts("score", STRAIGHT, "--variant", game, "--win", "C")[0]["total"] == 29


OPTIONS = {option.name: option for option in variant("huanle").definition.options}


@pytest.mark.parametrize("game", variants(), ids=lambda game: game.id)
def test_every_value_of_every_option_is_read_as_it_is_written(game: Any) -> None:
    for option in game.options:
        values = [option.default]
        values += [option.values, ()] if option.several else option.values
        values += [] if option.low is None else [option.low, option.low + 7]
        for value in values:
            assert read_value(option, value_text(value)) == value
            assert type(read_value(option, value_text(value))) is type(value)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("bird", "1", "bird is '1', expected true, false"),
        ("bird", "True ", None),
        ("bird", "none", "expected true, false"),
        ("room", "true", "expected popular, 8fan, no_fan"),
        ("N", "0", "N is '0', expected 1 or more"),
        ("N", "-1", "expected 1 or more"),
        ("N", "9" * 5000, "expected 1 or more"),
        ("N", "1.5", "expected 1 or more"),
        ("min_fan", "", "expected none, 0 or more"),
        ("wu_fan_ignores", "hua_pai,zi_mo", "expected none, or any of hua_pai,wu_cai_shen"),
        ("caishen_ron", "no", None),
    ],
)
def test_a_value_is_read_or_refused(name: str, text: str, expected: str | None) -> None:
    if expected is None:
        assert read_value(OPTIONS[name], text) is not None
        return
    with pytest.raises(RulesError) as caught:
        read_value(OPTIONS[name], text)
    assert expected in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_range_is_told_with_its_end() -> None:
    option = Option(name="cap", default=4, low=1, high=9, zh="封顶", en="the cap", source="choice")
    assert allowed_text(option) == "1 to 9"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--variant", "huanl"), "--variant: no game is called 'huanl', the nearest is 'huanle'"),
        (("--room", "9fan"), "--room: room is '9fan', expected popular, 8fan, no_fan"),
        (("--option", "rom=8fan"), "--option: no option of huanle is called 'rom'"),
        (("--option", "bird"), "--option: 'bird', expected NAME=VALUE"),
        (("--option", "bird=maybe"), "--option: bird is 'maybe', expected true, false"),
        (("--N", "3", "--option", "N=2"), "N given twice, expected once"),
        (("--A", "-3"), "--A: A is '-3', expected 0 or more"),
        (("--win", "10m"), "--win: '10m', position 1"),
        (("--wild", "x"), "--wild: 'x'"),
        (("--flowers", "9"), "--flowers"),
        (("--round-wind", "C"), "--round-wind"),
        (("--language", "de"), "--language"),
        (("--winner", "4"), "--winner"),
        (("--winner", "1", "--seat-wind", "N"), "--winner: seat 1 is S, expected N"),
        (("--bird", "2m"), "--bird: expected --settle with it"),
        (("--discarder", "2"), "--discarder: expected --settle with it"),
        (("--settle",), "--settle: expected --self-draw with it, or --discarder"),
        (("--settle", "--discarder", "0"), "--discarder: seat 0 is the winner"),
        (("--settle", "--discarder", "1", "--self-draw"), "--discarder: expected none with"),
        (("--settle", "--discarder", "1", "--bird", "10m"), "--bird: '10m', position 1"),
        (("--settle", "--self-draw", "--bird", "2m", "--option", "bird=no"), "without a bird"),
        (("--settle", "--self-draw", "--bird", "2m", "--variant", "qq"), "qq is played without"),
    ],
)
def test_a_wrong_option_is_named_before_anything_is_answered(
    options: tuple[str, ...], expected: str
) -> None:
    game = ("--variant", "huanle", "--win", "C")
    result = run("score", STRAIGHT, *game, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert expected in shown(result)


@pytest.mark.parametrize(
    ("options", "missing"), [(("--win", "C"), "--variant"), (("--variant", "qq"), "--win")]
)
def test_game_and_winning_tile_are_needed(options: tuple[str, ...], missing: str) -> None:
    result = run("score", STRAIGHT, *options)
    assert result.exit_code == 2
    assert f"Missing option '{missing}'" in shown(result)


# Payments


def settled(*options: str, hand: str = HAND) -> dict[str, Any]:
    (answer,) = facts("score", hand, *WIN, "--settle", *options)
    assert isinstance(answer["settlement"], dict)
    return answer["settlement"]


def test_everybody_pays_for_a_self_draw() -> None:
    answer = settled("--bird", "2m", "--N", "200", "--A", "20")
    assert answer["points"] == [48, -24, -12, -12]
    assert answer["coins"] == [9580, -4820, -2420, -2420]
    assert answer["transfers"][0]["factors"] == [["dealer", 2], ["bird", 2]]
    result = run("score", HAND, *WIN, "--settle", "--bird", "2m", "--N", "200", "--A", "20")
    assert result.exit_code == 0
    assert " 0 E       +48   +9580" in result.stdout
    assert " 1 S       -24   -4820   6 fan x 2 (dealer) x 2 (bird)" in result.stdout
    assert "Coins: 200 a point, less 20" in result.stdout


def test_the_discarder_pays_for_a_discard() -> None:
    game = ("--variant", "guobiao", "--win", "C", "--settle", "--discarder", "3")
    (answer,) = facts("score", STRAIGHT, *game, "--winner", "1")
    # The seat wind is that of the winner, so that E is no 门风刻.
    assert (answer["context"]["seat_wind"], answer["total"]) == ("S", 27)
    assert answer["settlement"]["points"] == [-8, 51, -8, -35]
    (same,) = facts("score", STRAIGHT, *game, "--seat-wind", "S")
    assert same == answer
    assert "27 fan + 8 (base)" in run("score", STRAIGHT, *game, "--winner", "1").stdout


def test_who_robs_a_kong_is_paid_by_its_owner() -> None:
    options = ("--variant", "qq", "--win", "9s", "--robbing", "--settle", "--discarder", "2")
    (answer,) = facts("score", "123m123m456p78s99p", *options)
    assert answer["settlement"]["points"][2] == -answer["total"]


def test_a_flower_is_nobodys_bird() -> None:
    assert settled("--bird", "春")["points"] == settled()["points"] == [36, -12, -12, -12]


def test_the_seat_of_the_winner_follows_the_wind() -> None:
    assert settled("--seat-wind", "N")["points"] == [-12, -6, -6, 24]
    assert settled("--winner", "3")["points"] == [-12, -6, -6, 24]


def test_a_hand_that_does_not_win_is_paid_nothing() -> None:
    (answer,) = facts("score", HAND, *WIN, "--settle", "--room", "8fan")
    assert (answer["is_win"], answer["settlement"]) == (False, None)
    result = run("score", HAND, *WIN, "--settle", "--room", "8fan")
    assert result.exit_code == 1
    assert "Seat" not in result.stdout


def test_payments_in_chinese_name_the_coins_of_the_game() -> None:
    language = ("--settle", "--bird", "2m", "--language", "zh")
    happy = run("score", HAND, *WIN, *language, "--N", "2").stdout
    assert "欢乐豆" in happy
    assert "6番 × 2（庄家） × 2（鸟牌）" in happy
    assert "每分2，另收0" in happy
    assert "1 南" in happy


# Games


def test_variants_lists_the_games() -> None:
    answers = facts("variants")
    assert [answer["id"] for answer in answers] == [game.id for game in variants()]
    assert list(answers[0]) == [
        *("id", "zh", "en", "pinyin", "aliases", "currency", "fans", "rooms"),
    ]
    assert answers[0]["rooms"] == ["popular", "8fan", "no_fan"]
    assert answers[4]["rooms"] == []
    assert answers[2]["fans"] == len(variant("qq").fans)
    result = run("variants", columns=100)
    assert result.exit_code == 0
    for game in variants():
        assert game.zh in result.stdout
        assert game.en in result.stdout


@pytest.mark.parametrize("game", variants(), ids=lambda game: game.id)
def test_variants_tells_every_fan_and_every_option(game: Any) -> None:
    (answer,) = facts("variants", game.id)
    rules = variant(game.id)
    assert [fan["id"] for fan in answer["fans"]] == [fan.id for fan in rules.fans]
    assert {option["name"]: option["default"] for option in answer["options"]} == {
        option.name: json.loads(json.dumps(option.default)) for option in game.options
    }
    assert answer["rules"] == rules.key
    result = run("variants", game.zh, columns=1000)
    for fan in rules.fans:
        assert fan.zh in result.stdout
        assert fan.en in result.stdout
    for option in game.options:
        assert option.name in result.stdout
        assert option.en in result.stdout
        assert option.zh in run("variants", game.zh, "--language", "zh", columns=1000).stdout


def test_a_fan_is_listed_with_what_does_not_count_beside_it() -> None:
    (answer,) = facts("variants", "huanle")
    fans = {fan["id"]: fan for fan in answer["fans"]}
    assert fans["da_si_xi"] == {
        "number": 1,
        "id": "da_si_xi",
        "zh": "大四喜",
        "en": "Big Four Winds",
        "value": 88,
        "repeat": False,
        "to_minimum": True,
        "beyond_cap": False,
        "excludes": ["quan_feng_ke", "men_feng_ke", "san_feng_ke", "peng_peng_he"],
        "own_sets": ["yao_jiu_ke"],
        "one": [],
        "joined": False,
        "note": "",
        "example": fans["da_si_xi"]["example"],
    }
    assert fans["zi_mo"]["number"] == 82
    shown = run("variants", "huanle", columns=200).stdout.splitlines()
    (row,) = [line.split() for line in shown if "Big Four Winds" in line]
    assert row[-6:] == ["圈风刻", "门风刻", "三风刻", "碰碰和", "own", "幺九刻"]
    (row,) = [line.split() for line in shown if "Pure Straight" in line]
    assert row[-4:] == ["16", "own", "chows", "paired"]
    (row,) = [line.split() for line in shown if "Tile Hog" in line]
    assert row == ["64", "四归一", "Tile", "Hog", "2×n"]


def test_an_option_is_listed_with_its_values() -> None:
    shown = run("variants", "huanle", columns=200).stdout
    for row in (
        "bird                             true, or false\n",
        "room                             popular, or 8fan, no_fan\n",
        "N                                1, or any number from 1\n",
        "min_fan                          none, or any number from 0\n",
        "wu_fan_ignores                   hua_pai, or none, or any of hua_pai,wu_cai_shen\n",
    ):
        assert row in "".join(line.strip() + "\n" for line in shown.splitlines())


def test_an_unknown_game_is_told() -> None:
    result = run("variants", "huanl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no game is called 'huanl', the nearest is 'huanle'" in shown(result)


# How it looks


COMMANDS: list[tuple[str, ...]] = [
    ("score", HAND, *WIN, "--settle", "--bird", "2m", "--N", "200", "--A", "20"),
    ("score", "123789m5p123789s", "--variant", "huanle", "--win", "5p", "--language", "zh"),
    ("score", "111999m111999s5p", "--variant", "huanle", "--win", "5p", "--self-draw"),
    ("score", STRAIGHT, "--variant", "guobiao", "--win", "F"),
    ("variants",),
    ("variants", "huanle"),
    ("variants", "guobiao", "--language", "zh"),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda given: " ".join(given[:3]))
def test_output_fits_80_columns(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert max(map(cell_len, result.stdout.splitlines())) <= 80


def characters(*arguments: str, columns: int) -> Counter[str]:
    """All that a command shows; lines break elsewhere, so neither spaces nor the rule count."""
    result = run(*arguments, columns=columns)
    assert result.exit_code in (0, 1), result.output
    return Counter("".join(result.stdout.replace("─", "").split()))


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda given: " ".join(given[:3]))
@pytest.mark.parametrize("columns", [1, 10, 20, 40, 60])
def test_nothing_is_lost_in_a_narrow_terminal(arguments: tuple[str, ...], columns: int) -> None:
    assert characters(*arguments, columns=columns) == characters(*arguments, columns=1000)


@pytest.mark.parametrize("command", ["score", "variants"])
def test_help_tells_the_exit_codes_and_the_json_keys(command: str) -> None:
    result = run(command, "-h")
    assert result.exit_code == 0
    assert "Exit codes:" in result.stdout
    assert "JSON keys:" in result.stdout
    assert command in run("--help").stdout


def subprocess_run(*arguments: str, **environment: str) -> bytes:
    done = subprocess.run(
        [sys.executable, "-m", "queshen", *arguments],
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=True,
    )
    assert done.stderr == b""
    return done.stdout


def test_colours_mark_what_wildcards_stand_for() -> None:
    coloured = subprocess_run("score", HAND, *WIN, FORCE_COLOR="1", NO_COLOR="").decode()
    assert "\x1b[1;35m(5)\x1b[0m" in coloured
    assert "\x1b[1;32m6" in coloured
    assert "\x1b" not in subprocess_run("score", HAND, *WIN).decode()


def test_json_is_valid_where_the_stream_is_not_utf_8() -> None:
    written = subprocess_run("score", HAND, *WIN, "--json", PYTHONIOENCODING="ascii")
    assert json.loads(written.decode("ascii"))["fans"][0]["zh"] == "四归一"
