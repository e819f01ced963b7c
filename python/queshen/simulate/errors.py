"""What may keep a simulation from running to its end."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import QueshenError

if TYPE_CHECKING:
    from .summary import Summary

__all__ = ["SimulationError", "SimulationStopped", "needed"]


class SimulationError(QueshenError):
    """A simulation that cannot be run, or a folder that does not hold the run it should."""


class SimulationStopped(KeyboardInterrupt):
    """A simulation was interrupted; what it had played is in `summary`, and in its folder.

    Attributes
    ----------
    summary : Summary
        The deals that were played.
    """

    def __init__(self, summary: Summary) -> None:
        self.summary = summary
        super().__init__(f"stopped after {summary.deals} deals")

    def __reduce__(self) -> tuple[type[SimulationStopped], tuple[Summary]]:
        return type(self), (self.summary,)


def needed(module: str, extra: str, what: str) -> Any:
    """A module that only some extra of this package installs."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise SimulationError(
            f"{what} needs {package}, which is not installed; try: pip install 'queshen[{extra}]'"
        ) from None
