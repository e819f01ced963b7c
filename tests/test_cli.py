"""The command line: what it answers, what it refuses, and how it leaves."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from queshen.cli import main
from queshen.cli.app import app

LOG = Path(__file__).parent / "data" / "botzone_games.jsonl"
WIN = "123m456p789s11122s"
READY = "123m456p78sEEECC"
LOST = "123m456p159sEEECC"


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=stdin, env={"COLUMNS": "80"})


def facts(*arguments: str, stdin: str | bytes | None = None) -> list[dict[str, Any]]:
    """The JSON objects that a command without errors writes."""
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code in (0, 1), result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


# Answers


def test_win_names_the_shapes_of_each_hand() -> None:
    orphans, pairs = "19m19p19sESWNCFPP", "11223344556677m"
    assert facts("win", WIN, orphans, pairs) == [
        {"place": "argument 1", "hand": "123m456p11122789s", "win": True, "shapes": ["standard"]},
        {"place": "argument 2", "hand": orphans, "win": True, "shapes": ["thirteen-orphans"]},
        {
            "place": "argument 3",
            "hand": pairs,
            "win": True,
            "shapes": ["standard", "seven-pairs"],
        },
    ]


def test_win_is_no_for_a_hand_that_is_not_complete() -> None:
    result = run("win", LOST)
    assert result.exit_code == 1
    assert " no" in result.stdout
    assert facts("win", LOST)[0]["shapes"] == []


def test_waits_are_shown_with_their_unseen_copies() -> None:
    assert facts("waits", READY) == [
        {
            "place": "argument 1",
            "hand": READY,
            "shanten": 0,
            "tiles": {"6s": 4, "9s": 4},
            "wild": True,
            "live": 8,
        }
    ]
    assert "6s×4 9s×4" in run("waits", READY).stdout


def test_visible_tiles_are_no_longer_live() -> None:
    (answer,) = facts("waits", READY, "--visible", "[789s]69s")
    assert answer["tiles"] == {"6s": 3, "9s": 2}
    assert "6s×3 9s×2" in run("waits", READY, "--visible", "[789s]69s").stdout


def test_only_live_waits_count_where_that_is_asked() -> None:
    seen = ("--visible", "6666s")
    assert facts("waits", READY, *seen)[0]["tiles"] == {"6s": 0, "9s": 4}
    assert facts("waits", READY, *seen, "--wait-counts", "live")[0]["tiles"] == {"9s": 4}


def test_a_hand_that_is_not_ready_waits_for_nothing() -> None:
    (answer,) = facts("waits", "123m456p159sEEEC")
    assert (answer["shanten"], answer["tiles"], answer["live"]) == (2, {}, 0)
    assert "none" in run("waits", "123m456p159sEEEC").stdout


def test_shanten_says_which_shapes_are_nearest() -> None:
    (answer,) = facts("shanten", "1122m3344p5566s7s")
    assert list(answer) == ["place", "hand", "shanten", "shapes", "by_shape"]
    assert (answer["shanten"], answer["shapes"]) == (0, ["seven-pairs"])
    assert answer["by_shape"]["seven-pairs"] == 0
    assert answer["by_shape"]["standard"] > 0
    assert "seven-pairs" in run("shanten", "1122m3344p5566s7s").stdout


def test_a_complete_hand_has_shanten_minus_one() -> None:
    assert facts("shanten", WIN)[0]["shanten"] == -1
    assert "complete -1" in run("shanten", WIN).stdout


def test_a_shape_out_of_reach_has_no_distance() -> None:
    hand, shapes = "[123m]456m1122p155s", ("--shapes", "seven-pairs")
    (answer,) = facts("shanten", hand, *shapes)
    assert (answer["shanten"], answer["shapes"], answer["by_shape"]) == (None, [], {})
    assert facts("waits", hand, *shapes)[0]["shanten"] is None
    refused = run("discards", hand + "6s", *shapes)
    assert (refused.exit_code, "within reach" in refused.output) == (2, True)
    assert not facts("win", hand + "6s", *shapes)[0]["win"]
    assert "out of reach" in run("shanten", hand, *shapes).stdout


def test_a_shape_out_of_reach_is_an_answer_of_shanten_and_waits() -> None:
    hand, shapes = "[123m]456m1122p155s", ("--shapes", "seven-pairs")
    for command in ("shanten", "waits"):
        result = run(command, hand, *shapes)
        assert (result.exit_code, result.stderr) == (0, "")
        assert "out of reach" in " ".join(result.stdout.split())
    assert "within reach" in " ".join(run("discards", "--help").stdout.split())


def test_discards_come_best_first() -> None:
    (answer,) = facts("discards", READY + "9p")
    best = answer["discards"][0]
    assert list(best) == ["tile", "discards_wild", "shanten", "tiles", "wild", "live"]
    assert (best["tile"], best["shanten"], best["tiles"]) == ("9p", 0, {"6s": 4, "9s": 4})
    distances = [each["shanten"] for each in answer["discards"]]
    assert distances == sorted(distances)
    assert {each["tile"] for each in answer["discards"]} >= {"1m", "E", "C", "9p"}


def test_discards_show_a_table_for_each_hand() -> None:
    result = run("discards", READY + "9p", WIN)
    assert result.exit_code == 0
    assert result.stdout.count("Discard") == 2
    assert result.stdout.index("123m456p11122789s") > result.stdout.index("ready 0")


# How hands are understood


@pytest.mark.parametrize(
    ("options", "hand"),
    [
        (("--notation", "mpsz"), "123m456p789s11122z"),
        (("--notation", "hanzi"), "一二三万四五六饼七八九条东东东南南"),
        (("--notation", "botzone"), "W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 F1 F2 F2"),
        (("--notation", "unicode"), "🀇🀈🀉🀜🀝🀞🀖🀗🀘🀀🀀🀀🀁🀁"),
        (("--notation", "ids"), "0 4 8 48 52 56 96 100 104 108 109 110 112 113"),
        ((), "[123m]{EEEE}789s11122p"),
        (("--melds", "4"), "EE"),
        (("--melds", "2"), "789s11122p"),
        (("--sets", "2"), "789s111p22m"),
        (("--sets", "5"), "123456m456p789sEEESS"),
        (("--wild", "2"), "123m456p789sEES"),
        ((), "123m456p789sEES**"),
        (("--wild", "6m"), "123m456p789sEES66m"),
        (("--wild", "6m"), "123m45m6m'789sEES66m"),
        (("--wild", "2", "--face", "6m"), "123m45m6m'789sEES"),
        (("--wild", "W6", "--notation", "botzone"), "W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 F2 W6 W6"),
        (("--fifth", "allowed"), "1111m456p789sEEE*"),
        (("--shapes", "lesser-knitted"), "147m258p369sESWNC"),
        (("--shapes", "LESSER_KNITTED, seven_pairs"), "147m258p369sESWNC"),
        (("--shapes", "mcr"), "147m258p369sESWNC"),
        (("--shapes", "all"), "147m258p369s11122m"),
    ],
)
def test_a_winning_hand_wins_however_it_is_written(options: tuple[str, ...], hand: str) -> None:
    result = run("win", hand, *options)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("options", "hand"),
    [
        ((), "147m258p369sESWNC"),
        ((), "1111m456p789sEEE*"),
        (("--shapes", "seven-pairs"), WIN),
        (("--shapes", "standard"), "19m19p19sESWNCFPP"),
    ],
)
def test_a_shape_that_is_not_asked_for_does_not_count(options: tuple[str, ...], hand: str) -> None:
    assert run("win", hand, *options).exit_code == 1


def test_tiles_are_written_in_the_notation_of_the_hands() -> None:
    (answer,) = facts("waits", "123m456p78s11155z", "--notation", "mpsz")
    assert answer["hand"] == "123m456p78s11155z"
    (answer,) = facts("waits", "W1 W2 W3 F1 F1 F1 J1", "--sets", "2", "--notation", "botzone")
    assert answer["tiles"] == {"J1": 3}
    assert "J1×3" in run("waits", answer["hand"], "--sets", "2", "--notation", "botzone").stdout


def test_a_wildcard_that_would_do_is_told() -> None:
    (answer,) = facts("waits", "123m456p78sEEEC*")
    assert answer["wild"]
    assert "6s×4 9s×4 C×3 *" in run("waits", "123m456p78sEEEC*").stdout
    # With a face the wildcard is a tile among others; where the hand has none, none is in play.
    assert "*" not in run("waits", "123m456p78sEEEC6m", "--wild", "6m").stdout
    assert facts("waits", "123m456p78sEEEC6m", "--wild", "6m")[0]["tiles"]["6m"] == 3
    assert "*" not in run("waits", READY).stdout


# Where hands come from


def test_a_dash_is_standard_input() -> None:
    answers = facts("win", WIN, "-", stdin=f"# two hands\n\n{WIN}  # complete\n {LOST}\n")
    assert [answer["place"] for answer in answers] == [
        "argument 1",
        "standard input, line 3",
        "standard input, line 4",
    ]
    assert [answer["win"] for answer in answers] == [True, True, False]


def test_a_pipe_is_read_where_no_hand_is_given() -> None:
    assert [answer["place"] for answer in facts("win", stdin=WIN)] == ["standard input, line 1"]


def test_a_pipe_is_left_alone_where_a_hand_is_given() -> None:
    assert len(facts("win", WIN, stdin=LOST)) == 1


def test_a_file_holds_one_hand_a_line(tmp_path: Path) -> None:
    hands = tmp_path / "hands.txt"
    hands.write_text(f"# hands\r\n{WIN}\r\n\r\n{LOST}\r\n", encoding="utf-8")
    answers = facts("win", "--file", str(hands))
    assert [answer["place"] for answer in answers] == [f"{hands}, line 2", f"{hands}, line 4"]
    assert len(facts("win", WIN, "--file", str(hands))) == 3
    assert len(facts("win", "--file", "-", stdin=WIN)) == 1


def test_lines_in_characters_are_utf_8() -> None:
    hand = "一二三万四五六饼七八九条东东东南南\n"
    lines = b"\xef\xbb\xbf" + hand.encode()
    assert facts("win", "--notation", "hanzi", stdin=lines)[0]["win"]


# What is refused


def test_a_bad_hand_is_told_with_its_place_and_the_others_are_answered() -> None:
    result = run("win", WIN, "123x", WIN)
    assert result.exit_code == 2
    assert result.stdout.count("yes") == 2
    assert result.stderr.startswith("error: argument 2: '123x', position 3: found 'x', expected")
    assert len(result.stderr.splitlines()) == 1


def test_an_error_outweighs_a_hand_that_does_not_win() -> None:
    assert run("win", LOST, "12m").exit_code == 2


def test_a_bad_line_is_told_by_its_number() -> None:
    result = run("shanten", "--json", stdin=f"{WIN}\n123z\n{WIN}\n")
    assert result.exit_code == 2
    assert [json.loads(line)["place"][-1] for line in result.stdout.splitlines()] == ["1", "3"]
    assert result.stderr.startswith("error: standard input, line 2: '123z'")


def test_a_line_that_is_not_utf_8_is_told() -> None:
    result = run("win", stdin=b"\xff\n" + WIN.encode())
    assert result.exit_code == 2
    assert "standard input, line 1: " in result.stderr
    assert "expected UTF-8" in result.stderr
    assert "yes" in result.stdout
    assert len(run("win", stdin=b"\xff" * 10_000).stderr) < 120


@pytest.mark.parametrize(
    ("command", "hand", "expected"),
    [
        ("win", "123m", "expected 13 or 14"),
        ("win", READY, "after its draw"),
        ("waits", WIN, "before its draw"),
        ("discards", READY, "after its draw"),
        ("win", "11111m456p789sEESS", "position 4"),
        ("win", "", "0"),
        ("win", "[EES]123m456p789s11m", "position"),
    ],
)
def test_a_hand_that_cannot_answer_is_refused(command: str, hand: str, expected: str) -> None:
    result = run(command, hand)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: argument 1: ")
    assert expected in result.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("win", WIN, "--shapes", "seven-pair"), "did you mean seven-pairs?"),
        (("win", WIN, "--shapes", "standard,"), "'' is no shape"),
        (("win", WIN, "--notation", "tenhou"), "--notation"),
        (("win", WIN, "--wild", "6x"), "--wild"),
        (("win", WIN, "--wild", "9" * 5000), "--wild: '9999"),
        (("win", WIN, "--wild", "1", "--face", "10m"), "--face"),
        (("win", WIN, "--fifth", "maybe"), "--fifth"),
        (("win", WIN, "--sets", "6"), "--sets"),
        (("win", WIN, "--melds", "-1"), "--melds"),
        (("win", "--file", "no-such-file.txt"), "--file"),
        (("waits", READY, "--visible", "6x"), "--visible"),
        (("waits", READY, "--visible", "6s*"), "--visible"),
        (("waits", READY, "--visible", "[666s]66s"), "--visible"),
        (("discards", READY + "9p", "--visible", "6s'"), "--visible"),
        (("waits", READY, "--wait-counts", "all"), "--wait-counts"),
        (("win", WIN, "--visible", "6s"), "--visible"),
        (("draw", WIN), "draw"),
    ],
)
def test_a_wrong_option_is_named(arguments: tuple[str, ...], expected: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    # Long messages are broken into lines inside a box.
    shown = " ".join(result.stderr.replace("│", " ").split())
    assert expected in shown


def test_no_hand_at_all_is_an_error() -> None:
    result = run("win", stdin="# nothing\n")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: no hand")


# Recorded games


def test_verify_finds_that_engine_and_judge_agree() -> None:
    (answer,) = facts("verify", str(LOG))
    assert list(answer) == [
        "log",
        "games",
        "events",
        "checks",
        "totals",
        "wins",
        "agreements",
        "disagreements",
        "other_fans",
        "error",
    ]
    assert (answer["games"], answer["events"]) == (3, 306)
    assert answer["checks"] == answer["agreements"] > 600
    assert (answer["totals"], answer["wins"]) == (8, 3)
    assert (answer["disagreements"], answer["other_fans"], answer["error"]) == ([], [], None)
    result = run("verify", str(LOG), str(LOG))
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "all" in result.stdout


def test_verify_tells_of_a_log_that_is_not_there() -> None:
    result = run("verify", "no-such-file.jsonl", str(LOG), "--json")
    assert result.exit_code == 2
    assert result.stderr == "error: no-such-file.jsonl: No such file or directory\n"
    assert [json.loads(line)["games"] for line in result.stdout.splitlines()] == [0, 3]


def contradicted() -> str:
    """A log whose judge denies a hand that is complete, and affirms one that is not."""
    raw = json.loads(LOG.read_text(encoding="utf-8").splitlines()[0])
    raw["events"][66]["fan"][2] = -3
    raw["events"][2]["fan"][1] = 8
    return json.dumps(raw)


def test_verify_shortens_huge_numbers_in_a_damaged_log() -> None:
    raw = json.loads(LOG.read_text(encoding="utf-8").splitlines()[0])
    raw["result"]["fans"][0][1:] = [10**4000, 10**4000]
    result = run("verify", "-", stdin=json.dumps(raw))
    assert result.exit_code == 2
    assert result.stderr.startswith("error: standard input: line 1: number 10000000000000000...,")
    assert len(result.stderr) < 120


def test_verify_tells_of_a_name_that_no_file_can_have() -> None:
    result = run("verify", "a" * 5000, "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"] == os.strerror(errno.ENAMETOOLONG)


def test_verify_lists_each_disagreement() -> None:
    (answer,) = facts("verify", "-", stdin=contradicted())
    assert answer["log"] == "standard input"
    assert answer["agreements"] == answer["checks"] - 2
    first, second = answer["disagreements"]
    assert list(first) == [
        *("game", "event", "seat", "hand", "tile", "judge", "engine"),
        *("judge_total", "engine_total"),
    ]
    assert (first["game"], first["event"], first["seat"]) == ("bz013", 2, 1)
    assert (first["tile"], first["judge"], first["engine"]) == ("3p", True, False)
    assert (first["judge_total"], first["engine_total"]) == (8, None)
    assert (second["event"], second["seat"], second["tile"]) == (66, 2, "8p")
    assert (second["judge"], second["engine"]) == (False, True)
    assert (second["judge_total"], second["engine_total"]) == (None, 5)
    assert second["hand"].startswith("[456p]{WWWW}")
    result = run("verify", "-", stdin=contradicted())
    assert result.exit_code == 1
    assert second["hand"] in result.stdout


def misjudged(*fans: list[Any]) -> str:
    """A log whose judge finds other fans in the hand that wins."""
    raw = json.loads(LOG.read_text(encoding="utf-8").splitlines()[0])
    total = sum(value * count for _, value, count in fans)
    raw["events"][-1]["fan"][0] = total
    raw["result"] |= {"fans": list(fans), "fan_total": total}
    return json.dumps(raw)


def test_verify_compares_the_totals_of_the_judge() -> None:
    log = misjudged(["双箭刻", 6, 1], ["全求人", 6, 1])
    (answer,) = facts("verify", "-", stdin=log)
    (found,) = answer["disagreements"]
    assert (found["event"], found["seat"]) == (97, 0)
    assert (found["judge"], found["engine"]) == (True, True)
    assert (found["judge_total"], found["engine_total"]) == (12, 9)
    result = run("verify", "-", stdin=log)
    assert result.exit_code == 1
    assert "12 fan" in result.stdout
    assert "9 fan" in result.stdout
    # Its fans are told too.
    (other,) = answer["other_fans"]
    assert ["全求人", 6, 1] in other["judge"]
    assert "全求人×1" in result.stdout


def test_verify_shows_other_fans_of_the_same_total_as_no_difference() -> None:
    log = misjudged(["双箭刻", 6, 1], ["一般高", 1, 3])
    (answer,) = facts("verify", "-", stdin=log)
    assert answer["disagreements"] == []
    (other,) = answer["other_fans"]
    assert list(other) == ["game", "hand", "tile", "total", "judge", "engine"]
    assert (other["game"], other["total"]) == ("bz013", 9)
    assert other["judge"] == [["一般高", 1, 3], ["双箭刻", 6, 1]]
    assert ["双箭刻", 6, 1] in other["engine"]
    result = run("verify", "-", stdin=log)
    assert result.exit_code == 0
    assert "一般高×3" in result.stdout
    assert "双箭刻" not in result.stdout


def test_verify_shows_a_name_with_brackets_as_it_is() -> None:
    assert "[red]×1" in run("verify", "-", stdin=misjudged(["[red]", 9, 1])).stdout


def test_verify_knows_the_closed_wait_by_both_names() -> None:
    lines = LOG.read_text(encoding="utf-8")
    assert "嵌张" in lines
    (answer,) = facts("verify", "-", stdin=lines.replace("嵌张", "坎张"))
    assert (answer["disagreements"], answer["other_fans"]) == ([], [])


def test_verify_tells_of_a_damaged_log_and_reads_the_others(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.jsonl"
    lines = LOG.read_text(encoding="utf-8").splitlines()
    damaged.write_text(lines[0] + "\n" + lines[1].replace("draw", "drawn", 1), encoding="utf-8")
    result = run("verify", str(damaged), str(LOG))
    assert result.exit_code == 2
    assert f"{damaged}: line 2: game 'bz020': event 0: action \"drawn\", expected" in result.stderr
    result = run("verify", str(damaged), str(LOG), "--json")
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert (first["games"], second["games"]) == (1, 3)
    assert first["error"].startswith("line 2: ")
    assert result.exit_code == 2


# How it looks, and how it leaves


def test_help_tells_the_exit_codes_and_the_json_keys() -> None:
    assert run("--help").exit_code == 0
    for command in ("win", "shanten", "waits", "discards", "verify"):
        result = run(command, "-h")
        assert result.exit_code == 0
        assert "Exit codes:" in result.stdout
        assert "JSON keys:" in result.stdout


@pytest.mark.parametrize("command", ["win", "shanten", "discards"])
def test_output_fits_80_columns(command: str) -> None:
    result = run(command, "11122223456789m", "{1111m}{2222p}{3333s}{EEEE}SS", "1122335577m99pEE")
    assert max(map(len, result.stdout.splitlines())) <= 80


def characters(*arguments: str, columns: int, stdin: str | None = None) -> Counter[str]:
    """All that a command shows; lines break elsewhere, so neither spaces nor the rule count."""
    shown = CliRunner().invoke(app, arguments, input=stdin, env={"COLUMNS": str(columns)})
    assert shown.exit_code in (0, 1), shown.output
    return Counter("".join(shown.stdout.replace("─", "").split()))


LONG_HANDS: list[tuple[str, ...]] = [
    ("waits", "[EEE]23m456p789s**", "--fifth", "allowed"),
    ("waits", "[F1 F1 F1] W1 W2 W3 W4 W5 W6 W7 W8 W9 B1", "--notation", "botzone"),
    (
        "waits",
        "[120 121 122] 88 92 96 128 129 130 100 104 105 106 112 113 114",
        *("--notation", "ids", "--sets", "5"),
    ),
    ("waits", "一二三万四五六饼七八条东东东南南", "--notation", "hanzi"),
    ("shanten", "[123m]456m1122p155s", "--shapes", "seven-pairs"),
    ("shanten", "EE", "--melds", "4"),
    ("win", "11223344556677m", "--shapes", "all"),
    ("discards", "{1111m}{2222p}{3333s}{EEEE}SS"),
    ("verify", str(LOG)),
]


@pytest.mark.parametrize("arguments", LONG_HANDS, ids=" ".join)
@pytest.mark.parametrize("columns", [1, 10, 20, 40, 60])
def test_nothing_is_lost_in_a_narrow_terminal(arguments: tuple[str, ...], columns: int) -> None:
    assert characters(*arguments, columns=columns) == characters(*arguments, columns=1000)


@pytest.mark.parametrize("columns", [1, 20, 60])
@pytest.mark.parametrize("what", ["contradicted", "misjudged"])
def test_disagreements_are_whole_in_a_narrow_terminal(columns: int, what: str) -> None:
    log = contradicted() if what == "contradicted" else misjudged(["一般高", 1, 9])
    narrow = characters("verify", "-", stdin=log, columns=columns)
    assert narrow == characters("verify", "-", stdin=log, columns=1000)


def subprocess_run(
    *arguments: str, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "queshen", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


def test_it_runs_as_a_module() -> None:
    done = subprocess_run("win", WIN, LOST)
    assert done.returncode == 1
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout


def test_it_says_its_version() -> None:
    done = subprocess_run("--version")
    assert done.returncode == 0
    assert done.stdout.startswith(b"queshen ")


def test_it_reads_a_pipe() -> None:
    done = subprocess_run("waits", "--json", stdin=READY.encode())
    assert done.returncode == 0
    assert json.loads(done.stdout)["live"] == 8


def test_a_pipe_gets_each_hand_in_one_line() -> None:
    hand = "[120 121 122] 88 92 96 100 104 105 106 112 113 114 128 129 130"
    with_no_width = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(
        [sys.executable, "-m", "queshen", "waits", hand, "--notation", "ids", "--sets", "5"],
        capture_output=True,
        env=with_no_width,
        timeout=60,
        check=True,
    )
    (row,) = [line for line in done.stdout.decode().splitlines() if hand in line]
    assert row.split()[-5:] == ["84×4", "88×3", "96×3", "100×3", "13"]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gbk", "utf-8", "UTF8"])
def test_json_is_valid_in_every_encoding(encoding: str) -> None:
    hand = "🀇🀈🀉🀜🀝🀞🀖🀗🀀🀀🀀🀁🀁"
    done = subprocess_run(
        *("waits", "--json", "--notation", "unicode", hand),
        PYTHONIOENCODING=encoding,
        PYTHONUTF8="1",
    )
    assert done.returncode == 0
    assert json.loads(done.stdout.decode(encoding))["hand"] == hand
    assert (hand.encode() in done.stdout) == encoding.lower().startswith("utf")


def shell_run(redirection: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run with the streams that a shell gives."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "queshen", *arguments],
        capture_output=True,
        timeout=60,
        check=False,
    )


needs_shell = pytest.mark.skipif(os.name == "nt", reason="redirects with a POSIX shell")


@needs_shell
@pytest.mark.parametrize(
    "arguments", [("waits", "-"), ("waits", "--file", "-"), ("waits",), ("verify", "-")]
)
def test_closed_standard_input_is_told(arguments: tuple[str, ...]) -> None:
    done = shell_run("<&-", *arguments)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"standard input" in done.stderr


@needs_shell
@pytest.mark.parametrize("arguments", [("waits", READY), ("waits", READY, "--json"), ("--help",)])
def test_closed_standard_output_is_told(arguments: tuple[str, ...]) -> None:
    done = shell_run(">&-", *arguments)
    assert done.returncode == 2
    assert done.stderr == b"queshen: standard output is closed\n"
    assert shell_run(">&- 2>&-", *arguments).returncode == 2


@needs_shell
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize(
    "arguments",
    [("waits", READY), ("waits", READY, "--json"), ("--version",), ("verify", str(LOG))],
)
def test_a_full_disk_is_told_in_one_line(arguments: tuple[str, ...]) -> None:
    done = shell_run(">/dev/full", *arguments)
    assert done.returncode == 2
    assert done.stderr.decode() == f"queshen: {os.strerror(errno.ENOSPC)}\n"
    assert shell_run(">/dev/full 2>/dev/full", *arguments).returncode == 2


@needs_shell
def test_closed_standard_error_changes_no_answer() -> None:
    assert shell_run("2>&-", "waits", READY).returncode == 0
    assert shell_run("2>&-", "verify", str(LOG)).returncode == 0
    assert shell_run("2>&-", "waits", "12").returncode == 2


def test_a_terminal_without_the_characters_is_no_error() -> None:
    done = subprocess_run("waits", READY, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"6s" in done.stdout


def test_colours_are_shown_where_they_are_wanted_only() -> None:
    assert b"\x1b[" in subprocess_run("waits", READY, FORCE_COLOR="1", NO_COLOR="").stdout
    colours = subprocess_run("waits", READY, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert b"\x1b[31m" not in colours
    assert b"\x1b[36m" not in colours


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "queshen", "win", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        try:
            process.stdin.write((WIN + "\n").encode() * 20_000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""


def test_typer_missing_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in [name for name in sys.modules if name.startswith("queshen.cli.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "typer", None)
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert "needs typer" in capsys.readouterr().err


def test_the_engine_itself_needs_no_typer_and_no_rich() -> None:
    code = (
        "import sys, queshen, queshen.record; print({'typer', 'rich', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
