"""The folder of a run: ``run.json`` says what is played and how far it is, beside it are the deals.

Deals are written first and ``run.json`` is replaced after them, so that at any moment it is right
about as many deals as it tells.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import __version__
from ..errors import QueshenError, shown
from .errors import SimulationError
from .files import FILES, DealsFile, best_file
from .summary import Summary

__all__ = ["Folder"]

_LAYOUT = 1


class _Kept(NamedTuple):
    """What the folder holds, replaced as a whole: an interrupt may come anywhere."""

    deals: int
    size: int


class Folder:
    """The folder of a run; `start` is its summary without deals."""

    def __init__(self, path: Path, start: Summary) -> None:
        self._path = path
        self._start = start
        self._name = best_file()
        self._kept = _Kept(0, 0)
        self._deals: DealsFile

    def open(self, resume: bool) -> Summary:
        """Begin a run, or go on with the one that is there; what it came to until now.

        Raises
        ------
        SimulationError
            If the folder holds a run that shall not be resumed, another one, or a damaged one.
        """
        if self._run.exists():
            if not resume:
                raise SimulationError(
                    f"{self._path} holds a run already, expected another folder, or to resume it"
                )
            return self._resumed()
        for name in FILES:
            if (self._path / name).exists():
                raise SimulationError(f"{self._path} holds {name} without run.json")
        self._deals = FILES[self._name](self._path / self._name, self._start)
        self._path.mkdir(parents=True, exist_ok=True)
        self._tell(self._start, 0)
        return self._start

    @property
    def _run(self) -> Path:
        return self._path / "run.json"

    def _resumed(self) -> Summary:
        data = self._read()
        self._check(data)
        try:
            summary = Summary.from_dict(data["summary"], self._start.rules)
            name, size = data["file"], data["size"]
            if name not in FILES or type(size) is not int or size < 0:
                raise SimulationError(f"the file {shown(name)} of size {shown(size)}")
        except (KeyError, TypeError, QueshenError) as error:
            raise SimulationError(f"{self._run} is no run: {error}") from None
        self._check_start(summary)
        deals = FILES[name](self._path / name, self._start)
        if summary.deals and deals.digest(summary.deals, size) != summary.digest:
            raise SimulationError(f"{self._path / name} holds other deals than run.json tells of")
        deals.cut(summary.deals, size)
        self._name, self._deals, self._kept = name, deals, _Kept(summary.deals, size)
        return summary

    def _read(self) -> dict[str, Any]:
        try:
            data = json.loads(self._run.read_bytes())
        except (ValueError, RecursionError) as error:
            raise SimulationError(f"{self._run} is no JSON: {error}") from None
        if not isinstance(data, dict) or data.get("run") != _LAYOUT:
            raise SimulationError(f"{self._run} is no run of layout {_LAYOUT}")
        return data

    def _check(self, data: dict[str, Any]) -> None:
        """The rules and the version must be those of the run; the first difference is told."""
        if data.get("version") != __version__:
            raise SimulationError(
                f"{self._run} is of version {shown(data.get('version'))}, expected {__version__}"
            )
        here, there = self._start.rules.to_dict(), data.get("rules")
        if here == there:
            return
        if not isinstance(there, dict) or there.get("variant") != here["variant"]:
            found = there.get("variant") if isinstance(there, dict) else there
            raise SimulationError(
                f"{self._run} is a run of {shown(found)}, expected {here['variant']}"
            )
        options = there.get("options")
        for name, value in here["options"].items():
            found = options.get(name) if isinstance(options, dict) else None
            if found != value:
                raise SimulationError(
                    f"{self._run} is a run with {name}={shown(found)}, expected {shown(value)}"
                )
        raise SimulationError(f"{self._run} is a run of other rules, expected {shown(here)}")

    def _check_start(self, summary: Summary) -> None:
        for what in ("seed", "players"):
            found, expected = getattr(summary, what), getattr(self._start, what)
            if found != expected:
                raise SimulationError(
                    f"{self._run} is a run with the {what} {shown(found)},"
                    f" expected {shown(expected)}"
                )

    def keep(self, summary: Summary, waiting: Sequence[NDArray[np.void]]) -> None:
        """Write the deals that were not written yet; `summary` is that of all deals with them.

        It may be called again for deals that it wrote already.
        """
        if summary.deals == self._kept.deals or not waiting:
            return
        size = self._deals.append(np.concatenate(waiting), self._kept.size)
        self._tell(summary, size)
        self._kept = _Kept(summary.deals, size)

    def _tell(self, summary: Summary, size: int) -> None:
        data = {
            "run": _LAYOUT,
            "version": __version__,
            "rules": summary.rules.to_dict(),
            "file": self._name,
            "size": size,
            "summary": summary.to_dict(),
        }
        half = self._run.with_suffix(".half")
        half.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        os.replace(half, self._run)
