"""The text of the MCR tools, which names a whole win: its melds, winning tile and context."""

from __future__ import annotations

from dataclasses import dataclass

from .spelling import MCR, Reader
from .tiles import KIND_COUNT, Meld, kind

__all__ = ["McrHand", "read_context", "read_mcr"]


@dataclass(frozen=True, slots=True)
class McrHand:
    """A win as the MCR tools write it.

    Attributes
    ----------
    counts : bytes
        The concealed tiles with the winning tile: copies of each of the 34 kinds.
    melds : tuple of Meld
        The melds in the order of the text.
    sources : tuple of int or None
        For each meld the seat it came from, 1 to 3; None where the text does not say.
    win : int
        The winning tile.
    round_wind, seat_wind : int or None
        Kinds 27-30; None if the text has no context.
    self_draw, last_copy, last_tile, kong : bool
        The win is a self-draw; on the last copy of its kind; on the last tile of the wall; on a
        replacement draw or by robbing a kong. False if the text has no context.
    """

    counts: bytes
    melds: tuple[Meld, ...]
    sources: tuple[int | None, ...]
    win: int
    round_wind: int | None = None
    seat_wind: int | None = None
    self_draw: bool = False
    last_copy: bool = False
    last_tile: bool = False
    kong: bool = False


def read_mcr(text: str) -> McrHand:
    """Read a win in the text of the MCR tools.

    ``[NNN,3]`` is a meld with the seat it came from, ``[1111m]`` a concealed kong. The last tile
    outside of brackets is the winning one. After the tiles may stand ``|EE0000|``: round wind,
    seat wind, then 1 for yes: self-draw, last copy, last tile, kong.

    Raises
    ------
    NotationError
        If `text` is not written so. Wildcards and flowers have no place in it.

    Examples
    --------
    >>> win = read_mcr("[NNN,3]77789m11888p7m|EE1000|")
    >>> win.melds[0].kinds, win.sources, win.win, win.self_draw
    ((30, 30, 30), (3,), 6, True)
    """
    reader = Reader(text, MCR)
    counts = bytearray(KIND_COUNT)
    melds: list[Meld] = []
    sources: list[int | None] = []
    win: int | None = None
    while reader.more() and reader.char != "|":
        if reader.at_meld:
            meld, source = reader.meld()
            melds.append(meld)
            sources.append(source)
        else:
            for win, _ in reader.tiles():
                counts[win] += 1
    if win is None:
        raise reader.fail("a concealed tile, the last of which is the winning one")
    laid = bytes(counts), tuple(melds), tuple(sources), win
    if reader.done:
        return McrHand(*laid)
    winds, flags = read_context(reader)
    return McrHand(*laid, winds[0], winds[1], *flags)


def read_context(reader: Reader) -> tuple[list[int], list[bool]]:
    """The two winds and the four flags between the bars, which end the text."""
    reader.take("|", "| before the context")
    winds = [
        kind(reader.take("ESWN", f"the {whose} wind, E, S, W or N")) for whose in ("round", "seat")
    ]
    flags = [
        reader.take("01", f"0 or 1 for {what}") == "1"
        for what in ("self-draw", "last copy", "last tile", "kong")
    ]
    reader.take("|", "| at the end of the context")
    if not reader.done:
        raise reader.fail("the end of the text (flowers are set aside)")
    return winds, flags
