"""The command `queshen`: questions about hands, and recorded games checked.

`main` is what the installed command runs. The commands themselves are put together in
`queshen.cli.app`, which is imported only then, so that a missing typer or rich can be told.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

__all__ = ["main"]


def main() -> None:
    """Run the command line with the arguments of this process."""
    try:
        from .app import app
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("typer", "rich"):
            raise
        _leave(
            f"the command line needs {error.name}, which is not installed;"
            " try: pip install typer rich"
        )
    if sys.stdout is None:
        _leave("standard output is closed")
    # `queshen ... | head` ends as quietly as any other tool.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # A terminal that cannot show 万 gets an escape instead of a traceback.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    _run(app)


def _run(app: Callable[[], object]) -> None:
    """Run, and tell in one line of answers that could not be written."""
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:
        # What is still unwritten goes nowhere, or Python would try it again at the end.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _leave(error.strerror or str(error))


def _leave(problem: str) -> NoReturn:
    with suppress(OSError):
        print(f"queshen: {problem}", file=sys.stderr)
    sys.exit(2)
