"""The side-by-side report: tables on the terminal and in Markdown, the data as JSON, a chart."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from checking import UNEXPLAINED
from hands import SETS
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
    header = ["library", "rules", *SETS, "x batch", "x scalar", "hands timed", "answers agree"]
    lines = []
    for group in by_library(data, question):
        times = {entry["hand_set"]: entry["median_ns"] for entry in group}
        line = [group[0]["library"], group[0]["convention"]]
        line += [number(times[name]) for name in SETS]
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
    "copy of a kind count; mcr: the special shapes of the Chinese official rules too.",
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
