"""Many deals without a table to look at: how often each seat wins, with what, and for how much.

>>> from queshen.rules import variant
>>> summary = simulate(variant("huanle"), deals=500, seed=7, players="greedy")
>>> summary.deals, sum(summary.wins) + summary.draws, sum(summary.points)
(500, 500, 0)

Every deal is on its own: seat 0 deals, the prevailing wind is E, and the wall and the choices of
the players follow from the seed and the number of the deal. So a run has one outcome, whatever the
number of threads, and whether it was interrupted or not.
"""

from __future__ import annotations

from .errors import SimulationError, SimulationStopped
from .run import simulate
from .summary import FanCount, Summary

__all__ = ["FanCount", "SimulationError", "SimulationStopped", "Summary", "simulate"]
