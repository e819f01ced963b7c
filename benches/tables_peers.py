"""Whole deals by random players: Queshen, and the tables of other libraries.

    python benches/tables_peers.py [--quick] [--core N] [--out benches/results]

Those libraries play other games: riichienv the Japanese one with its scoring, rlcard a simplified
one that knows a win but no score. A deal of one is not a deal of another, so acts a second are the
number to look at: one act is one decision of one seat, asked and answered. Seats take one of their
legal actions at random, all equally often; nobody looks at the tiles.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from adapters import module_named
from machine import describe, file_name
from report import number, whole
from rich.console import Console
from rich.table import Table

SEED = 1
WIDTH = 150  # where there is no terminal to ask


@dataclass(frozen=True, slots=True)
class Effort:
    """How much time a run may take."""

    passes: int = 7
    seconds: float = 1.0  # a pass


QUICK = Effort(passes=3, seconds=0.1)


@dataclass(frozen=True, slots=True)
class Player:
    """A way to play deals at random: `play(first, count)` gives how many acts they took."""

    library: str
    package: str
    game: str
    loop: str
    play: Callable[[int, int], int]


@dataclass(slots=True)
class Row:
    """What one of them came to."""

    library: str
    version: str
    game: str
    loop: str
    deals: int = 0  # in a pass
    passes: int = 0
    acts_a_deal: float = 0.0
    deals_per_second: float = 0.0
    acts_per_second: float = 0.0
    ns_per_act: float = 0.0
    speeds: list[float] = field(default_factory=list)  # deals a second in each pass


# Players


def queshen_players() -> list[Player]:
    """Played natively, the same settled, and driven act by act from Python."""
    variant = module_named("queshen").variant
    table, simulate = module_named("queshen.table"), module_named("queshen.simulate").simulate
    found = []
    for rules, game in (
        (variant("guobiao", flowers=False), "guobiao, 136 tiles"),
        (variant("huanle"), "huanle, 144 tiles, wildcards"),
        (variant("qq", flowers=False), "qq, 136 tiles"),
        (variant("jipinghu"), "jipinghu, 136 tiles"),
        (variant("tuidaohu"), "tuidaohu, 136 tiles"),
        (variant("baopai"), "baopai, 112 tiles"),
        (variant("xuezhan"), "xuezhan, 108 tiles"),
        (variant("xuezhan6"), "xuezhan6, 108 tiles, six seats"),
        (variant("wenzhou"), "wenzhou, 136 tiles, hands of 16, wildcards"),
        (variant("shanxi"), "shanxi, 136 tiles"),
        (variant("erren"), "erren, 72 tiles, two seats"),
    ):

        def native(first: int, count: int, rules: Any = rules) -> int:
            rows = table.play_deals(rules, ["random"] * rules.flow.seats, SEED, first, count)
            return int(rows["acts"].sum())

        def settled(first: int, count: int, rules: Any = rules) -> int:
            return int(simulate(rules, count, first, "random").acts)

        def stepped(first: int, count: int, rules: Any = rules) -> int:
            chance, acts = random.Random(first), 0
            for seed in range(first, first + count):
                one = rules.table(seed=seed)
                while not one.done:
                    (seat, *_) = one.to_act
                    one.act(seat, chance.choice(list(one.legal(seat))))
                    acts += 1
            return acts

        found += [
            Player("Queshen, native", "queshen", game, "one play_deals call", native),
            Player("Queshen, settled", "queshen", game, "one simulate call", settled),
            Player(
                "Queshen, from Python",
                "queshen",
                game,
                "to_act, legal, random.choice, act for each act",
                stepped,
            ),
        ]
    return found


def riichienv_players() -> list[Player]:
    """One hand of four players, with and without its log."""
    library = module_named("riichienv")

    def player(quiet: bool) -> Player:
        def play(first: int, count: int) -> int:
            chance, acts = random.Random(first), 0
            env = library.RiichiEnv(game_mode="single", seed=first, skip_mjai_logging=quiet)
            for _ in range(count):
                asked = env.reset()
                while not env.done():
                    acts += len(asked)
                    asked = env.step(
                        {seat: chance.choice(each.legal_actions()) for seat, each in asked.items()}
                    )
            return acts

        how = "without its log" if quiet else "with its log"
        loop = f"legal_actions, random.choice, step, {how}"
        return Player("riichienv", "riichienv", "riichi, one hand", loop, play)

    return [player(True), player(False)]


def rlcard_players() -> list[Player]:
    """A game of four players."""
    library = module_named("rlcard")

    def play(first: int, count: int) -> int:
        chance, acts = random.Random(first), 0
        env = library.make("mahjong", config={"seed": first})
        for _ in range(count):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
                acts += 1
        return acts

    return [
        Player(
            "rlcard", "rlcard", "simplified, not scored", "legal_actions, random.choice, step", play
        )
    ]


PLAYERS = (queshen_players, riichienv_players, rlcard_players)


def installed(console: Console) -> list[Player]:
    """The players of every library that is there."""
    found = []
    for make in PLAYERS:
        try:
            found += make()
        except ImportError as problem:
            console.print(f"[dim]left out: {problem}[/dim]")
    return found


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed as a package"


# Measuring


def measure(players: list[Player], effort: Effort) -> list[Row]:
    """Passes in turn, so that what slows the machine slows all; medians."""
    rows = []
    for player in players:
        player.play(0, 1)
        deals, seconds = 1, 0.0
        while seconds < effort.seconds / 8:
            deals *= 2
            seconds = _timed(player, 0, deals)[0]
        row = Row(player.library, _version(player.package), player.game, player.loop)
        row.deals = max(1, round(deals * effort.seconds / seconds))
        rows.append(row)
    acts = [0] * len(rows)
    for turn in range(effort.passes):
        for at, (row, player) in enumerate(zip(rows, players, strict=True)):
            seconds, more = _timed(player, turn * row.deals, row.deals)
            row.speeds.append(row.deals / seconds)
            row.passes += 1
            acts[at] += more
    for row, total in zip(rows, acts, strict=True):
        row.acts_a_deal = total / row.deals / row.passes
        row.deals_per_second = median(row.speeds)
        row.acts_per_second = row.deals_per_second * row.acts_a_deal
        row.ns_per_act = 1e9 / row.acts_per_second
    return rows


def _timed(player: Player, first: int, count: int) -> tuple[float, int]:
    gc.collect()
    gc.disable()
    try:
        start = perf_counter()
        acts = player.play(first, count)
        return perf_counter() - start, acts
    finally:
        gc.enable()


# Telling

HEADER = ["library", "game", "in the loop", "acts a deal", "deals/s", "acts/s", "ns an act"]


def cells(row: Row) -> list[str]:
    """A line of the report."""
    name = row.library if row.library.startswith("Queshen") else f"{row.library} {row.version}"
    numbers = [number(row.acts_a_deal), whole(row.deals_per_second)]
    return [name, row.game, row.loop, *numbers, whole(row.acts_per_second), number(row.ns_per_act)]


def show(rows: list[Row], console: Console) -> None:
    """Print the report in colour."""
    table = Table(header_style="bold cyan")
    for place, name in enumerate(HEADER):
        table.add_column(name, justify="left" if place < 3 else "right")
    for row in rows:
        own = row.library.startswith("Queshen")
        table.add_row(*cells(row), style="bold green" if own else None)
    console.print(table)


def markdown(rows: list[Row], machine: dict[str, str]) -> str:
    """The report as one Markdown page."""
    _, notes = (__doc__ or "").split("--out benches/results]")
    lines = ["# Whole deals by random players", "", notes.strip(), ""]
    lines += ["Medians of alternating passes in one process, one thread.", ""]
    rule = ["---"] * 3 + ["---:"] * 4
    lines += ["| " + " | ".join(line) + " |" for line in (HEADER, rule, *map(cells, rows))]
    lines += ["", *(f"* {key}: {value}" for key, value in machine.items()), ""]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Run everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="short passes: does it work?")
    parser.add_argument("--core", type=int, metavar="N", help="stay on this core (Linux)")
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).parent / "results", help="folder of the report"
    )
    options = parser.parse_args(arguments)
    if options.core is not None:
        os.sched_setaffinity(0, {options.core})
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    effort = QUICK if options.quick else Effort()
    rows = measure(installed(console), effort)
    show(rows, console)
    machine = describe()
    options.out.mkdir(parents=True, exist_ok=True)
    stem = options.out / f"{file_name(machine)}-tables"
    data = {"machine": machine, "effort": asdict(effort), "rows": [asdict(row) for row in rows]}
    for path, text in (
        (f"{stem}.json", json.dumps(data, indent=1, ensure_ascii=False) + "\n"),
        (f"{stem}.md", markdown(rows, machine)),
    ):
        Path(path).write_text(text, encoding="utf-8")
        console.print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
