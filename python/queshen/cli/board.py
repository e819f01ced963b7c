"""A table on a screen of 80 columns: the seats with melds and discards, one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from ..hand import Hand
from ..notation import write_tile
from ..render import seat_name
from ..rules import Rules
from ..tiles import KIND_COUNT, Meld, MeldType, kind, name
from ..view import View, swapped
from .screen import tile_text

__all__ = ["board", "hand_tiles", "joined", "spelled"]

WIDTH = 80
_INDENT = 5
_EAST = kind("E")
_WINDS = 4

_WORDS = {
    "en": {
        "round": "{} round",
        "wall": "wall {}",
        "turned": "{} turned",
        "wild": "wild {}*",
        "you": "you",
        "tiles": "{} tiles",
        "wind": "{} wind",
        "missed": "may not win on {}",
        "any": "any tile",
        "liable": "if it draws its tile, {} pays for all",
        "ready": "ready",
        "waits": "wins on {}",
        "bao": "hidden wildcard {}",
        "stands": "{} plays {}",
        "left": "has won",
        "void": "no {}",
        "doubled": "doubled",
        "chosen": "chosen: {}",
        "passed": "may not win for {} or less",
        **dict(zip("mps", ("characters", "dots", "bamboos"), strict=True)),
    },
    "zh": {
        "round": "{}风圈",
        "wall": "牌墙{}",
        "turned": "翻{}",
        "wild": "财神{}*",
        "you": "你",
        "tiles": "{}张",
        "wind": "门风{}",
        "missed": "漏胡{}",
        "any": "任何牌",
        "liable": "自摸由{}包",
        "ready": "听",
        "waits": "听{}",
        "bao": "宝牌{}",
        "stands": "{}作{}",
        "left": "已和",
        "void": "缺{}",
        "doubled": "加倍",
        "chosen": "已选：{}",
        "passed": "漏胡{}及以下",
        **dict(zip("mps", ("万", "筒", "条"), strict=True)),
    },
}


def spelled(tile: int, notation: str = "queshen") -> str:
    """A tile or a flower as text."""
    return write_tile(tile, notation) if tile < KIND_COUNT else name(tile)


def hand_tiles(hand: Hand, drawn: int | None = None, stand_in: int | None = None) -> list[int]:
    """The concealed tiles as they lie, wildcards first and the drawn one last.

    Where tiles of another kind stand in for the wild kind, they are what they are at the table.

    Examples
    --------
    >>> hand_tiles(Hand("1236m6m456p78s11s9s9s", wild="6m"), drawn=1)
    [5, 5, 0, 2, 12, 13, 14, 18, 18, 24, 25, 26, 26, 1]
    """
    wild = [] if hand.face is None else [hand.face] * hand.wild
    natural = [kind for kind, copies in enumerate(hand.counts) for _ in range(copies)]
    tiles = wild + [swapped(kind, hand.face, stand_in) for kind in natural]
    if drawn in tiles:
        tiles.remove(drawn)
        tiles.append(drawn)
    return tiles


def board(
    view: View,
    rules: Rules,
    *,
    notation: str = "queshen",
    language: str = "en",
    hands: Sequence[Hand] | None = None,
) -> Iterator[Text]:
    """What a seat sees, line by line, its own place last; with `hands` those of all.

    A discard in parentheses was claimed, one between < and > may be claimed now.
    """
    words = _WORDS[language]
    wind = seat_name(view.round_wind - 27, language=language)
    said = [words["round"].format(wind), words["wall"].format(view.wall_left)]
    if view.wild is not None and view.indicator is not None:
        said.append(words["turned"].format(spelled(view.indicator, notation)))
        said.append(words["wild"].format(spelled(view.wild, notation)))
        if view.stand_in not in (None, view.wild):
            played = [spelled(kind, notation) for kind in (view.swapped(view.wild), view.wild)]
            said.append(words["stands"].format(*played))
    if view.bao is not None:
        said.append(words["bao"].format(spelled(view.bao, notation)))
    game = rules.zh if language == "zh" else rules.en
    yield Text.assemble((game, "bold"), "  " + " · ".join(said))
    for step in range(1, view.seats + 1):
        seat = (view.seat + step) % view.seats
        yield _place(view, seat, notation, language)
        yield from _river(view, seat, notation)
        if hands is not None:
            drawn = view.drawn if seat == view.seat else None
            tiles = hand_tiles(hands[seat], drawn, view.stand_in)
            yield from joined([_tile(view, tile, notation) for tile in tiles])


def _place(view: View, seat: int, notation: str, language: str) -> Text:
    """Whose place it is, and what lies there face up."""
    words = _WORDS[language]
    turn = seat == view.turn and view.phase in ("turn", "claim", "rob")
    name = seat_name(seat, view.seats, language)
    line = Text()
    line.append(f"> {name}" if turn else f"  {name}", "bold green" if turn else "bold")
    if seat == view.seat:
        line.append(f" ({words['you']})", "bold")
        wind = seat_name(view.seat_wind - _EAST, language=language)
        if view.seats <= _WINDS and wind != name:
            line.append(" " + words["wind"].format(wind))
    line.append("  " + words["tiles"].format(view.held[seat]), "dim")
    for meld in view.melds[seat]:
        line.append("  ")
        line.append_text(_meld(view, meld, notation))
    if view.flowers[seat]:
        line.append("  " + " ".join(spelled(tile) for tile in view.flowers[seat]), "magenta")
    liable = view.liable[seat]
    if liable is not None:
        payer = seat_name(liable, view.seats, language)
        line.append("  " + words["liable"].format(payer), "yellow")
    if view.ready[seat]:
        line.append("  " + words["ready"], "bold yellow")
        if seat == view.seat:
            tiles = " ".join(spelled(tile, notation) for tile in view.ready_waits)
            line.append(" " + words["waits"].format(tiles), "yellow")
    for said in _said_of(view, seat, notation, words):
        line.append("  " + said, "yellow")
    if seat == view.seat and view.missed:
        tiles = " ".join(spelled(tile, notation) for tile in view.missed)
        every = len(view.missed) == KIND_COUNT
        line.append("  " + words["missed"].format(words["any"] if every else tiles), "yellow")
    return line


def _said_of(view: View, seat: int, notation: str, words: dict[str, str]) -> Iterator[str]:
    """What was chosen before the first turn, and what came of wins."""
    void = view.void_suits[seat]
    if void is not None:
        yield words["void"].format(words[void])
    if view.doubled[seat]:
        yield words["doubled"]
    if seat == view.seat and view.chosen:
        tiles = [each.kind for each in view.chosen if each.kind is not None]
        chosen = [spelled(tile, notation) for tile in tiles] or [str(view.chosen[0])]
        yield words["chosen"].format(" ".join(chosen))
    if seat == view.seat and view.missed_value is not None:
        yield words["passed"].format(view.missed_value)
    if view.left[seat]:
        yield words["left"]


def _meld(view: View, meld: Meld, notation: str) -> Text:
    around = "{}" if meld.type is MeldType.CONCEALED_KONG else "[]"
    tiles = Text(" ").join(_tile(view, view.swapped(tile), notation) for tile in meld.kinds)
    return Text.assemble(around[0], tiles, around[1])


def _tile(view: View, tile: int, notation: str) -> Text:
    """A tile, with a star where it is wild."""
    wild = tile == view.wild
    shown = tile_text(tile, notation, wild)
    return shown.append("*") if wild else shown


def _river(view: View, seat: int, notation: str) -> Iterator[Text]:
    tiles = []
    for number, each in enumerate(view.river):
        if each.seat != seat:
            continue
        shown = tile_text(each.kind, notation)
        if view.phase == "claim" and number == view.latest:
            shown = Text.assemble(("<", "bold"), shown, (">", "bold"))
        elif each.claimed_by is not None:
            shown = Text(f"({shown.plain})", "dim")
        tiles.append(shown)
    if tiles:
        yield from joined(tiles)


def joined(parts: Iterable[Text], indent: int = _INDENT, width: int = WIDTH) -> Iterator[Text]:
    """Parts in lines that are no wider than the screen.

    Examples
    --------
    >>> [line.plain for line in joined([Text("5m")] * 4, indent=1, width=9)]
    [' 5m 5m 5m', ' 5m']
    """
    line, wide = Text(" " * indent), indent
    for part in parts:
        gap = wide > indent
        if gap and wide + 1 + cell_len(part.plain) > width:
            yield line
            line, wide, gap = Text(" " * indent), indent, False
        if gap:
            line.append(" ")
        line.append_text(part)
        wide += gap + cell_len(part.plain)
    yield line
