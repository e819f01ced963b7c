"""The chart of a report: one panel a question, one bar a library, on a logarithmic scale."""

from __future__ import annotations

import math
from pathlib import Path

import matplotlib

matplotlib.use("svg")

import matplotlib.pyplot as plt
from adapters import MCR_FANS, RIICHI, Question
from matplotlib.axes import Axes
from report import Report, Row, number
from wild_scores import PLAYED, SWEPT

# The set each panel shows: hands in play are near completion; waits need a ready hand.
SHOWN = {
    Question.WIN: "near",
    Question.SHANTEN: "near",
    Question.WAITS: "complete",
    Question.USEFUL: "near",
    Question.DISCARDS: "near",
    Question.SCORE: "concealed",
}
SET_NAMES = {
    "near": "near-complete hands",
    "complete": "ready hands",
    "concealed": "concealed hands",
}
BATCH, SCALAR, PEER = "#0b7a5c", "#45b48f", "#b9bec6"
# One scale for all panels; the room behind the longest bar is for its label.
LONGEST = 2e10
UNITS = (("1 ns", "ns"), ("1 µs", "µs"), ("1 ms", "ms"), ("1 s", "s"))
INK, QUIET = "#1f2328", "#59636e"


def _bars(data: Report, question: Question, hand_set: str) -> list[Row]:
    """Queshen under one reading of the rules and every library, slowest last."""
    rules = MCR_FANS if question is Question.SCORE else RIICHI
    rows = [
        row
        for row in data.entries
        if row["question"] == question
        and row["hand_set"] == hand_set
        and (row["convention"] == rules.name or not row["library"].startswith("Queshen"))
    ]
    return sorted(rows, key=lambda row: float(row["median_ns"]))


def _wild_bars(data: Report) -> list[Row]:
    """Wins with wildcards under the rules of the sweep, or as they are played without one."""
    swept = any(row["rules"] == SWEPT for row in data.wild_scores)
    return [
        {
            "library": f"{row['library'].partition(' over ')[0]}, {row['wild']} wild",
            "median_ns": row["mean_ns"],
            "batch": row["library"].endswith("batch"),
        }
        for row in data.wild_scores
        if row["rules"] == (SWEPT if swept else PLAYED)
    ]


def duration(time: float) -> str:
    """Nanoseconds in the unit that reads best."""
    step = min(2, int(math.log10(max(time, 1)) / 3))
    return f"{number(time / 1000**step)} {UNITS[step][1]}"


def _panel(axes: Axes, title: str, rows: list[Row]) -> None:
    places = range(len(rows))
    times = [row["median_ns"] for row in rows]
    own = [row["library"].startswith("Queshen") for row in rows]
    colours = [
        (BATCH if row["batch"] else SCALAR) if mine else PEER
        for row, mine in zip(rows, own, strict=True)
    ]
    axes.barh(places, times, color=colours, height=0.72)
    axes.set_xscale("log")
    axes.set_xlim(1, LONGEST)
    axes.set_xticks([10.0**power for power in range(0, 10)], minor=False)
    axes.set_xticklabels([UNITS[power // 3][0] if power % 3 == 0 else "" for power in range(0, 10)])
    axes.set_yticks(places, [row["library"] for row in rows], fontsize=9, color=INK)
    axes.invert_yaxis()
    for label, mine in zip(axes.get_yticklabels(), own, strict=True):
        label.set_fontweight("bold" if mine else "normal")
    for place, time, mine in zip(places, times, own, strict=True):
        axes.text(
            time * 1.15,
            place,
            duration(time),
            va="center",
            fontsize=8.5,
            color=INK,
            fontweight="bold" if mine else "normal",
        )
    axes.set_title(title, loc="left", fontsize=10.5, fontweight="bold", color=INK)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelsize=8, colors=QUIET)
    axes.grid(axis="x", which="major", color="#e4e7eb", linewidth=0.8)
    axes.minorticks_off()
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color("#d0d7de")


def draw(data: Report, path: Path) -> Path:
    """Write the chart as SVG; the same data gives the same file."""
    panels = [
        (f"{question}, {SET_NAMES[name]}", _bars(data, question, name))
        for question, name in SHOWN.items()
    ]
    panels.append(("fan score with wildcards, mean", _wild_bars(data)))
    panels = [(title, rows) for title, rows in panels if rows]
    lines = [max(len(rows) for _, rows in panels[at : at + 2]) for at in range(0, len(panels), 2)]
    with plt.rc_context(
        {"font.family": "DejaVu Sans", "svg.hashsalt": "queshen", "svg.fonttype": "path"}
    ):
        figure, grid = plt.subplots(
            len(lines),
            2,
            figsize=(11, 0.27 * sum(lines) + 0.75 * len(lines) + 0.9),
            height_ratios=[line + 1 for line in lines],
            layout="constrained",
            squeeze=False,
            facecolor="white",
        )
        flat = list(grid.flat)
        for axes, (title, rows) in zip(flat, panels, strict=False):
            _panel(axes, title, rows)
        for axes in flat[len(panels) :]:
            axes.axis("off")
        figure.suptitle(
            "Time for one hand, asked from Python (logarithmic scale, shorter is better)",
            fontsize=11.5,
            color=INK,
        )
        figure.supxlabel(
            f"{data.machine['cpu']}, {data.machine['python'].partition(',')[0]}, "
            f"{data.machine['date']}; one thread, medians",
            fontsize=8.5,
            color=QUIET,
        )
        figure.savefig(path, format="svg", metadata={"Date": None})
        plt.close(figure)
    return path
