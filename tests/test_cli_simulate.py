"""The command `simulate`: what it tells, what it keeps, and how it leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner, Result

from queshen.cli.app import app
from queshen.cli.simulate import _bar
from queshen.rules import variant
from queshen.simulate import run as runs
from queshen.simulate import simulate
from queshen.table import play_deals

SOME = ("--deals", "60", "--seed", "7", "--players", "greedy,greedy,random,random")
PLAYERS = ("greedy", "greedy", "random", "random")


def run(*arguments: str, columns: int = 80) -> Result:
    return CliRunner().invoke(app, ["simulate", *arguments], env={"COLUMNS": str(columns)})


def shown(result: Result) -> str:
    """An error out of its box, in one line."""
    return " ".join(result.stderr.replace("│", " ").split())


def facts(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found: dict[str, Any] = json.loads(result.stdout)
    return found


# What it tells


def test_json_is_the_summary() -> None:
    summary = simulate(variant("huanle", room="8fan", N=5), 60, 7, PLAYERS)
    found = facts("欢乐", *SOME, "--room", "8番场", "--option", "N=5", "--threads", "2")
    timed = ("seconds", "deals_per_second")
    expected = {key: value for key, value in summary.to_dict().items() if key not in timed}
    assert {key: value for key, value in found.items() if key not in timed} == expected


@pytest.mark.parametrize("game", ["huanle", "huopin", "qq", "guobiao"])
def test_the_summary_is_readable_at_80_columns(game: str) -> None:
    result = run(game, "--deals", "3000", "--seed", "18446744073709551615")
    assert (result.exit_code, result.stderr) == (0, "")
    assert all(cell_len(line) <= 80 for line in result.stdout.splitlines())
    summary = simulate(variant(game), 3000, 2**64 - 1, "greedy")
    assert summary.digest in result.stdout
    told = result.stdout.splitlines()
    for seat in range(4):
        (line,) = [each for each in told if each.startswith(f" {seat} greedy")]
        wins = f"{summary.wins[seat]:,d}".replace(",", " ")
        points = f"{summary.points[seat]:+,d}".replace(",", " ")
        assert wins in line and points in line
    most = max(summary.fans, key=lambda fan: fan.wins)
    (line,) = [each for each in told if each.startswith(f" {most.zh} ")]
    assert most.en in line and "█" * 12 in line
    assert "rarer ones" in result.stdout


def test_coins_are_told_where_they_are_not_the_points() -> None:
    assert "欢乐豆: " in run("huanle", *SOME, "--N", "200", "--A", "20").stdout
    assert "欢乐豆" not in run("huanle", *SOME).stdout


def test_a_run_without_a_win_tells_no_fans() -> None:
    result = run("guobiao", "--deals", "2", "--players", "random")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "番种" not in result.stdout and "2 (100.0 %)" in result.stdout


@pytest.mark.parametrize(
    ("part", "bar"), [(0, "▏"), (0.5, "██████"), (1, "█" * 12), (0.6, "███████▎")]
)
def test_bars_have_eighths(part: float, bar: str) -> None:
    assert _bar(part) == bar


def test_help_tells_exit_codes_and_keys() -> None:
    text = run("--help").stdout
    assert "Exit codes" in text and "JSON keys" in text and "--resume" in text


# What it keeps


def test_a_folder_is_written_and_resumed(tmp_path: Path) -> None:
    out = tmp_path / "some" / "run"
    first = facts("huanle", *SOME, "--out", str(out))
    names = {each.name.partition(".")[0] for each in out.iterdir()}
    assert names == {"run", "deals"}
    again = facts("huanle", *SOME, "--out", str(out), "--resume")
    assert again == first
    longer = facts("huanle", *SOME, "--deals", "90", "--out", str(out), "--resume")
    assert longer["deals"] == 90
    assert longer["digest"] == simulate(variant("huanle"), 90, 7, PLAYERS).digest


def test_a_chart_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    chart = tmp_path / "chart.png"
    assert run("huanle", *SOME, "--chart", str(chart)).exit_code == 0
    assert chart.read_bytes().startswith(b"\x89PNG")


@pytest.mark.skipif(os.name == "nt", reason="signals of a terminal")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path, threads: int) -> None:
    out = tmp_path / "run"
    command = [sys.executable, "-m", "queshen", "simulate", "guobiao", "--players", "random"]
    command += ["--deals", "1000000000", "--out", str(out), "--threads", str(threads)]
    environment = os.environ | {"PYTHONUTF8": "1", "COLUMNS": "80"}
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
        # Whoever runs the tests in the background may have Ctrl-C ignored, and children inherit it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        while not (out / "run.json").exists():
            assert process.poll() is None
            time.sleep(0.02)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    done = json.loads((out / "run.json").read_text(encoding="utf-8"))["summary"]["deals"]
    assert done > 0
    told = f"{done:,d}".replace(",", " ")
    assert f"stopped after {told} of 1 000 000 000 deals: they are kept in {out}" in stderr
    assert "the same command with --resume goes on" in stderr
    assert told in stdout
    rules, deals = variant("guobiao"), done + 100
    resumed = simulate(rules, deals, 0, "random", out=out, resume=True)
    assert resumed == simulate(rules, deals, 0, "random")


def test_an_interrupted_run_without_a_folder_still_tells_what_it_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*arguments: Any) -> Any:
        if arguments[3] >= 40:
            raise KeyboardInterrupt
        return play_deals(*arguments)

    monkeypatch.setattr(runs, "_BLOCK", 20)
    monkeypatch.setattr(runs, "play_deals", interrupted)
    result = run("huanle", *SOME, "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["deals"] == 40
    assert shown(result) == (
        "stopped after 40 of 60 deals: they are not kept; --out FOLDER keeps the deals of a run"
    )


# What it refuses


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("hanle",), "Invalid value for GAME: no game is called 'hanle', the nearest is 'huanle'"),
        (("huanle", "--room", "9fan"), "Invalid value for --room"),
        (("huanle", "--option", "bird=maybe"), "Invalid value for --option"),
        (("huanle", "--deals", "0"), "deals is 0, expected 1.."),
        (("huanle", "--deals", "many"), "Invalid value for '--deals'"),
        (("huanle", "--seed", "-1"), "seed is -1, expected a number from 0"),
        (("huanle", "--threads", "0"), "threads is 0, expected 1..256"),
        (("huanle", "--players", "greedy,random"), "2 players, expected 4"),
        (("huanle", "--players", "clever"), "a player 'clever', expected one of random, greedy"),
        (("huanle", "--resume"), "resume without out"),
        (("huanle", "--chart", "x.gif"), "expected a name with .png or .svg"),
        (("huanle", "--chart", "no/such/x.png"), "expected a folder that is there"),
        ((), "Missing argument"),
    ],
)
def test_errors_name_what_is_wrong(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in shown(result)


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    facts("huanle", *SOME, "--out", str(tmp_path))
    for changed, message in (
        ((), "holds a run already"),
        (("--resume", "--seed", "8"), "a run with the seed 7, expected 8"),
        (("--resume", "--room", "8fan"), "a run with room='popular', expected '8fan'"),
        (("--resume", "--deals", "30"), "holds 60 deals, expected at most the 30"),
    ):
        result = run("huanle", *SOME, "--out", str(tmp_path), *changed, columns=300)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in shown(result)


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here", encoding="utf-8")
    result = run("huanle", *SOME, "--out", str(tmp_path / "file"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "file" in shown(result)
