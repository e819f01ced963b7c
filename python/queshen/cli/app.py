"""The commands put together."""

from __future__ import annotations

from importlib.metadata import version as installed
from typing import Annotated

import typer

import queshen

from . import discards, play, replay, score, shanten, simulate, variants, verify, waits, win

__all__ = ["app"]

app = typer.Typer(
    name="queshen",
    help="Mahjong hands with wildcards: is it a win, how far is it, what is it worth.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (
    win,
    shanten,
    waits,
    discards,
    score,
    variants,
    verify,
    simulate,
    play,
    replay,
):
    command.register(app)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"queshen {installed('queshen')} ({queshen.SIMD})")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and leave."
        ),
    ] = False,
) -> None:
    pass
