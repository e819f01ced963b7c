"""The chart of a summary: win rates, points, fans."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import shown
from .errors import SimulationError, needed
from .summary import Summary

__all__ = ["check", "draw"]

_SUFFIXES = (".png", ".svg")
_MOST_FANS = 24
_DRAWN, _CLAIMED, _LOST, _QUIET = "#0b7a5c", "#45b48f", "#c0504d", "#59636e"


def check(path: Path) -> None:
    """An error where no chart could be drawn there, before deals are played for it."""
    if path.suffix.lower() not in _SUFFIXES:
        raise SimulationError(f"chart {shown(str(path))}, expected a name with .png or .svg")
    if not path.absolute().parent.is_dir():
        raise SimulationError(f"chart {shown(str(path))}, expected a folder that is there")
    needed("matplotlib", "plot", "a chart")


def draw(summary: Summary, path: Path) -> Path:
    """Draw the chart of a summary; no names in Chinese, for which a font may be missing."""
    check(path)
    figure = needed("matplotlib.figure", "plot", "a chart").Figure((10, 7), layout="constrained")
    grid = figure.add_gridspec(2, 2, width_ratios=(2, 3))
    _wins(figure.add_subplot(grid[0, 0]), summary)
    _points(figure.add_subplot(grid[1, 0]), summary)
    _fans(figure.add_subplot(grid[:, 1]), summary)
    deals = f"{summary.deals:,}".replace(",", " ")
    share = 100 * summary.draws / max(1, summary.deals)
    figure.suptitle(
        f"{summary.rules.en}: {deals} deals, {share:.1f} % drawn, seed {summary.seed}",
        fontsize=13,
        fontweight="bold",
    )
    figure.savefig(path, dpi=150, format=path.suffix[1:].lower())
    return path


def _plain(axes: Any, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=0)


def _seats(axes: Any, summary: Summary) -> None:
    labels = [f"{seat}\n{player}" for seat, player in enumerate(summary.players)]
    axes.set_xticks(range(len(labels)), labels)


def _wins(axes: Any, summary: Summary) -> None:
    deals = max(1, summary.deals)
    drawn = [100 * wins / deals for wins in summary.self_draws]
    rates = [100 * rate for rate in summary.win_rates]
    seats = range(len(rates))
    axes.bar(seats, drawn, color=_DRAWN, label="self-draw", width=0.6)
    claimed = [rate - part for rate, part in zip(rates, drawn, strict=True)]
    bars = axes.bar(seats, claimed, bottom=drawn, color=_CLAIMED, label="discard", width=0.6)
    axes.bar_label(bars, [f"{rate:.1f}" for rate in rates], padding=2, fontsize=9)
    axes.margins(y=0.3)  # room for the legend
    _plain(axes, "Win rate by seat, % of deals")
    _seats(axes, summary)
    axes.legend(frameon=False, fontsize=9, loc="upper center", ncols=2)


def _points(axes: Any, summary: Summary) -> None:
    points = summary.mean_points
    colors = [_DRAWN if each >= 0 else _LOST for each in points]
    bars = axes.bar(range(len(points)), points, color=colors, width=0.6)
    axes.bar_label(bars, [f"{each:+.2f}" for each in points], padding=2, fontsize=9)
    axes.axhline(0, color=_QUIET, linewidth=0.8)
    axes.margins(y=0.15)
    _plain(axes, "Points a deal by seat")
    _seats(axes, summary)


def _fans(axes: Any, summary: Summary) -> None:
    ranked = sorted(summary.fans, key=lambda fan: -fan.wins)
    most = [fan for fan in ranked if fan.wins][:_MOST_FANS][::-1]
    shares = [100 * fan.wins / summary.won for fan in most]
    bars = axes.barh(range(len(most)), shares, color=_CLAIMED, height=0.7)
    axes.bar_label(bars, [f"{share:.3g}" for share in shares], padding=3, fontsize=8)
    axes.set_yticks(range(len(most)), [fan.en for fan in most], fontsize=8)
    axes.margins(x=0.12, y=0.01)
    rest = sum(1 for fan in ranked if fan.wins) - len(most)
    _plain(axes, "Fans, % of wins" + (f" ({rest} rarer ones left out)" if rest else ""))
