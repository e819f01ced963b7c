"""The side-by-side report: tables on the terminal and in Markdown, the data as JSON, a chart."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from adapters import Question
from checking import UNEXPLAINED
from machine import file_name
from rich.console import Console
from rich.markup import escape
from rich.table import Table

Row = dict[str, Any]
Line = list[str]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a run found."""

    machine: dict[str, str]
    effort: dict[str, Any]
    entries: list[Row]
    wildcards: list[Row]
    wild_scores: list[Row]


def number(value: float) -> str:
    """Three figures, thousands apart: 3.52, 48.1, 1 031."""
    if value < 10:
        return f"{value:.2f}"
    return f"{value:.1f}" if value < 100 else f"{value:,.0f}".replace(",", " ")


def short(value: float) -> str:
    """A ratio: 0.83, 7.3, 48, 1 031, 24k, 15M."""
    if value < 10:
        return f"{value:.2f}" if value < 0.995 else f"{value:.1f}"
    for factor, letter in ((1e6, "M"), (1e4, "k")):
        if value >= factor:
            return f"{value / (1e6 if letter == 'M' else 1e3):,.0f}{letter}"
    return whole(value)


def whole(value: float) -> str:
    """A number without a fraction."""
    return f"{value:,.0f}".replace(",", " ")


def span(values: Iterable[float], text: Callable[[float], str] = short) -> str:
    """Lowest to highest."""
    found = sorted(values)
    low, high = text(found[0]), text(found[-1])
    return low if low == high else f"{low}-{high}"


def by_library(data: Report, question: str) -> list[list[Row]]:
    """The entries of one question, one group per library and convention, fastest first."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for entry in data.entries:
        if entry["question"] == question:
            groups.setdefault((entry["library"], entry["convention"]), []).append(entry)
    return sorted(groups.values(), key=lambda group: sum(entry["median_ns"] for entry in group))


def agreement(group: list[Row]) -> str:
    """How many answers were compared and how many differ."""
    checked = sum(entry["checked"] for entry in group)
    different = sum(sum(entry["reasons"].values()) for entry in group)
    if not checked:
        return "reference"
    return f"all {checked}" if not different else f"{different} of {checked} differ"


def speed_table(data: Report, question: str) -> tuple[Line, list[Line]]:
    """Nanoseconds a hand on each set, ratios to Queshen, hands timed, agreement."""
    sets = Question(question).sets
    header = ["library", "rules", *sets, "x batch", "x scalar", "hands timed", "answers agree"]
    lines = []
    for group in by_library(data, question):
        times = {entry["hand_set"]: entry["median_ns"] for entry in group}
        line = [group[0]["library"], group[0]["convention"]]
        line += [number(times[name]) for name in sets]
        for key in ("ratio_batch", "ratio_scalar"):
            ratios = [entry[key] for entry in group if entry[key] is not None]
            line.append(span(ratios) if ratios else "")
        line += [span((entry["hands"] for entry in group), whole), agreement(group)]
        lines.append(line)
    return header, lines


def wildcard_table(data: Report) -> tuple[Line, list[Line]]:
    """Queshen's batch functions by number of wildcards; the span covers the four sets."""
    counts = sorted({row["wild"] for row in data.wildcards})
    header = ["batch function", "fifth copy", *(f"g = {count}" for count in counts)]
    groups: dict[tuple[str, str], dict[int, list[float]]] = {}
    for row in data.wildcards:
        group = groups.setdefault((row["function"], row["fifth"]), {})
        group.setdefault(row["wild"], []).append(row["median_ns"])
    return header, [
        [*key, *(span(group[count], number) for count in counts)] for key, group in groups.items()
    ]


def wild_score_table(data: Report) -> tuple[Line, list[Line]]:
    """Wins with wildcards: the mean, and each timed alone: middle, 99th of a hundred, worst."""
    header = ["what", "rules", "g", "mean", "p50", "p99", "worst", "wins", "totals agree"]
    lines = []
    for row in data.wild_scores:
        line = [row["library"], row["rules"], str(row["wild"])]
        for key in ("mean_ns", "p50_ns", "p99_ns", "worst_ns"):
            line.append(number(row[key]) if key in row else "")
        agree = ""
        if "checked" in row:
            agree = f"all {row['checked']}"
            if row["different"]:
                agree = f"{row['different']} of {row['checked']} differ"
        lines.append([*line, whole(row["hands"]), agree])
    return header, lines


def wild_score_remarks(data: Report) -> list[str]:
    """The hands that took longest, and what the sweep did."""
    lines = []
    for row in data.wild_scores:
        who = f"{row['library']} ({row['rules']}), g = {row['wild']}"
        if "worst_hand" in row:
            lines.append(f"{who}: the worst hand is {row['worst_hand']}")
        if "completions" in row:
            lines.append(
                f"{who}: {number(row['completions'])} multisets of faces complete a hand on "
                f"average; the scorer's calls alone are {number(row['scoring_ns'])} of the mean"
            )
        if row.get("different"):
            lines.append(f"{who}: {UNEXPLAINED}: {row.get('example') or 'array and single call'}")
    return lines


def questions(data: Report) -> list[str]:
    """The questions in the order they were asked."""
    return list(dict.fromkeys(entry["question"] for entry in data.entries))


def loops(data: Report, question: str) -> list[str]:
    """What was inside the timed loop, one line a library."""
    found = {
        entry["library"]: entry["loop"] for entry in data.entries if entry["question"] == question
    }
    return [f"{library}: {loop}" for library, loop in found.items()]


def differences(data: Report) -> list[str]:
    """Where answers differ, and the reading of the rules that explains it."""
    found: dict[tuple[str, str, str], Counter[str]] = {}
    checked: Counter[tuple[str, str, str]] = Counter()
    examples: dict[tuple[str, str, str], str] = {}
    for entry in data.entries:
        key = (entry["library"], entry["question"], entry["convention"])
        checked[key] += entry["checked"]
        if entry["reasons"]:
            found.setdefault(key, Counter()).update(entry["reasons"])
        if UNEXPLAINED in entry["reasons"]:
            examples.setdefault(key, entry["example"])
    lines = []
    for key, reasons in found.items():
        why = "; ".join(f"{count}: {text}" for text, count in reasons.items())
        line = f"{key[0]}, {key[1]} (asked as {key[2]}), of {checked[key]} hands {why}"
        lines.append(line + (f". Example {examples[key]}" if key in examples else ""))
    return lines


NOTES = (
    "Nanoseconds a hand from Python, medians of alternating passes in one process, one thread; "
    "lower is better.",
    "Inputs are in each library's own format before the clock starts, and some hands are asked "
    "about first to warm up. One call a hand runs inside `map`, whose own cost is included; a "
    "batch row is one call for all hands. A slow library gets fewer hands.",
    "`x batch` and `x scalar`: how many times the time of Queshen's batch and scalar calls under "
    "the same rules; lowest to highest over the four sets.",
    "`rules`: the shapes and the reading a library follows, and under which Queshen was asked. "
    "riichi: standard, seven different pairs, thirteen orphans; + 5th: shapes that need a fifth "
    "copy of a kind count; mcr: the special shapes of the Chinese official rules too; mcr fans: "
    "the fan table of those rules.",
    "Wins that are scored, up to 50 000 of each set. concealed: four sets and a pair with nothing "
    "laid out; melded: one to four sets laid out, a quarter of their pungs as kongs; one_suit: a "
    "single suit, up to two sets laid out; special: about 30 % seven pairs, 10 % thirteen orphans, "
    "20 % lesser and 10 % greater knitted, 30 % knitted straights. 40 % are self-draws; winds, "
    "flowers, last tiles, replacements, robbed kongs and last copies are among them.",
)
SWEEP_NOTES = (
    "No library here scores wildcards. The sweep lays every multiset of faces on them (34, 595 and "
    "66 045 for 1, 2 and 4), keeps those that complete the hand, calls pymahjonggb for each and "
    "takes the best total. In its loop: adding the hand to a ready table of multisets, Queshen's "
    "own array test of which are complete, one `MahjongFanCalculator` call for each of those, the "
    "maximum.",
    "Both then have the same rules: the official fans, at most four copies of a kind, waits "
    "judged with the faces that the wildcards get; no melds, no robbed kong, no last copy. "
    "`huanle, as played` is Queshen alone on all four sets in equal shares, fifth copies and the "
    "fan for unused wildcards included.",
    "p50, p99 and worst are of single hands, each timed alone, the clock's own 50 ns or so "
    "included; a hand's time is the median of some turns over all hands. The rows ran one after "
    "the other.",
)


def show(data: Report, console: Console) -> None:
    """Print the report in colour."""
    for key, value in data.machine.items():
        console.print(f"[dim]{key:>14}[/dim]  {value}", highlight=False)
    for question in questions(data):
        header, lines = speed_table(data, question)
        _print_table(console, question, header, lines)
        for loop in loops(data, question):
            console.print(f"  [dim]{escape(loop)}[/dim]", highlight=False)
    _print_table(
        console, "Queshen with g wildcards (no library here has them)", *wildcard_table(data)
    )
    _print_table(console, "Score of wins with g wildcards", *wild_score_table(data))
    for line in (*SWEEP_NOTES, *wild_score_remarks(data)):
        console.print(f"  [dim]{escape(line)}[/dim]", highlight=False)
    console.print("\n[bold]Differences[/bold]")
    for line in differences(data) or ["none"]:
        style = "bold red" if UNEXPLAINED in line else "yellow"
        console.print(f"  {line}", style=style, highlight=False, markup=False)
    for note in NOTES:
        console.print(f"[dim]{note}[/dim]", highlight=False)


def _print_table(console: Console, title: str, header: Line, lines: list[Line]) -> None:
    table = Table(title=title, title_style="bold", title_justify="left", header_style="bold cyan")
    for place, name in enumerate(header):
        table.add_column(name, justify="left" if place < 2 else "right", no_wrap=place < 2)
    for line in lines:
        own = line[0].startswith("Queshen")
        table.add_row(*line, style="bold green" if own else None)
    console.print()
    console.print(table)


def _markdown_table(header: Line, lines: list[Line]) -> list[str]:
    rule = ["---", "---", *["---:"] * (len(header) - 2)]
    return ["| " + " | ".join(line) + " |" for line in (header, rule, *lines)]


def markdown(data: Report) -> str:
    """The report as one Markdown page."""
    text = ["# Queshen beside other libraries", "", "![chart](chart.svg)", ""]
    text += [line for note in NOTES for line in (note, "")]
    for question in questions(data):
        text += [f"## {question}", "", *_markdown_table(*speed_table(data, question)), ""]
        text += ["In the loop:", "", *(f"* {line}" for line in loops(data, question)), ""]
    text += ["## With g wildcards", "", "None of the libraries answers these.", ""]
    text += [*_markdown_table(*wildcard_table(data)), ""]
    text += ["## Score with g wildcards", ""]
    text += [line for note in SWEEP_NOTES for line in (note, "")]
    text += [*_markdown_table(*wild_score_table(data)), ""]
    text += [*(f"* {line}" for line in wild_score_remarks(data)), ""]
    text += ["## Differences in the answers", ""]
    text += [*(f"* {line}" for line in differences(data) or ["none"]), ""]
    text += ["## Machine", "", *(f"* {key}: {value}" for key, value in data.machine.items()), ""]
    return "\n".join(text)


def write(data: Report, folder: Path) -> list[Path]:
    """Write JSON, Markdown and the chart; return their paths."""
    from chart import draw

    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / file_name(data.machine)
    paths = [stem.with_name(stem.name + ending) for ending in (".json", ".md")]
    paths[0].write_text(json.dumps(asdict(data), indent=1, ensure_ascii=False) + "\n", "utf-8")
    paths[1].write_text(markdown(data), "utf-8")
    return [*paths, draw(data, folder / "chart.svg")]
