"""The command `queshen`: questions about hands, and recorded games checked.

`main` is what the installed command runs. The commands themselves are put together in
`queshen.cli.app`, which is imported only then, so that a missing typer or rich can be told.
"""

from __future__ import annotations

import io
import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line with the arguments of this process."""
    try:
        from .app import app
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("typer", "rich"):
            raise
        print(
            f"queshen: the command line needs {error.name}, which is not installed;"
            " try: pip install typer rich",
            file=sys.stderr,
        )
        sys.exit(2)
    # `queshen ... | head` ends as quietly as any other tool.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # A terminal that cannot show 万 gets an escape instead of a traceback.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app()
