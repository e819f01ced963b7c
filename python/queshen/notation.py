"""Hands as text, in the notations that people and programs use.

Each has a name:

- ``queshen``: digits before the suit m (万), p (饼) or s (条); honours E S W N C F P
- ``mpsz``: the same with the honours 1z-7z, of which 5z 6z 7z are 白 发 中
- ``hanzi``: digits 一-九 before the suit 万, 饼 or 条; honours 东 南 西 北 中 发 白
- ``unicode``: one character a tile, U+1F000 to U+1F021
- ``botzone``: W1-W9 (万), B1-B9 (饼), T1-T9 (条), F1-F4, J1-J3, with spaces between
- ``ids``: numbers from 0 to 135 with spaces between, one for each tile of the set
- ``mcr``: the text of the MCR tools, as ``[NNN,3]77789m11888p7m|EE0000|``

Around the tiles all but ``mcr`` look the same: ``[123m]`` is a chow, ``[EEE]`` a pung, ``[EEEE]``
an exposed kong, ``{1111m}`` a concealed kong; ``*`` is a wildcard without a face; ``6m'`` is a
natural copy of the face that the wildcards carry. Spaces may stand between items.

In ``mcr`` ``[EEE,3]`` is a meld with the seat it came from, ``[1111m]`` a concealed kong, and there
are no wildcards. As a hand such a text has all its tiles, the winning one too, and the context
between the bars is checked and dropped; `read_mcr` reads everything that it says of a win.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index

from .errors import HandError, NotationError, shown
from .mcr import McrHand, read_context, read_mcr
from .spelling import CODECS, MCR, Codec, Reader, codec_of
from .tiles import KIND_COUNT, Meld, MeldType, kind, name

__all__ = ["NOTATIONS", "HandText", "McrHand"]
__all__ += ["read_hand", "read_mcr", "read_tile", "read_visible", "wildcards_of", "write_hand"]
__all__ += ["write_tile"]

NOTATIONS: tuple[str, ...] = tuple(CODECS)
"""The notations of hands and tiles, by name."""


@dataclass(frozen=True, slots=True)
class HandText:
    """What the text of a hand says.

    Attributes
    ----------
    counts : bytes
        The natural concealed tiles: copies of each of the 34 kinds.
    melds : tuple of Meld
        The melds in the order of the text.
    wild : int
        How many wildcards the hand holds.
    face : int or None
        The kind whose face the wildcards carry.
    """

    counts: bytes
    melds: tuple[Meld, ...] = ()
    wild: int = 0
    face: int | None = None

    def __post_init__(self) -> None:
        if len(self.counts) != KIND_COUNT or self.wild < 0:
            found = f"{len(self.counts)} counts, {shown(self.wild)} wildcards"
            raise HandError(f"{found}, expected {KIND_COUNT} counts and 0 or more wildcards")
        copies = self.copies()
        if max(copies) > 4:
            raise HandError(f"{max(copies)} of {name(copies.index(max(copies)))}, expected 0 to 4")

    def copies(self) -> list[int]:
        """Natural copies of each kind, melds included."""
        copies = list(self.counts)
        for meld in self.melds:
            for each in meld.kinds:
                copies[each] += 1
        return copies


def read_hand(
    text: str,
    notation: str = "queshen",
    *,
    wild: int | str | None = None,
    face: int | str | None = None,
) -> HandText:
    """Read a hand. How many tiles it has in all is not looked at.

    Parameters
    ----------
    text : str
        The hand.
    notation : str
        One of `NOTATIONS`.
    wild : int or str, optional
        The number of wildcards; then the text has no ``*``. Or a tile (``"6m"`` in any notation):
        its concealed copies are wild, except those with an apostrophe. By default each ``*``
        is one.
    face : int or str, optional
        The tile whose face the wildcards carry, if `wild` does not name it.
        Concealed copies of it in the text are natural and need the apostrophe.

    Raises
    ------
    NotationError
        If `text` is not written in the notation, holds five copies of a kind, or says something
        about wildcards that contradicts `wild` and `face`.
    HandError
        If `notation`, `wild` or `face` is nothing that it could be, if `wild` and `face` both name
        the tile, or if either tells of wildcards beside ``mcr``, which has none.

    Examples
    --------
    >>> hand = read_hand("[EEE]{1111m}566m6m'5p*", wild="6m")
    >>> hand.wild, hand.face, [str(meld) for meld in hand.melds]
    (3, 5, ['[EEE]', '{1111m}'])
    >>> read_hand("W1 W2 W3 J1 J1", "botzone") == read_hand("123mCC")
    True
    >>> read_hand("[NNN,3]77789m11888p7m|EE0000|", "mcr") == read_hand("[NNN]777789m11888p")
    True
    """
    reader = Reader(text, codec_of(notation))
    number, named, carried = wildcards_of(wild, face)
    if (number or carried is not None) and not reader.codec.wildcards:
        raise HandError(f"{_told(wild, face)}, expected none, as {notation} has no wildcards")

    counts, wilds = bytearray(KIND_COUNT), number or 0
    melds: list[Meld] = []
    while reader.more():
        if reader.at_meld:
            melds.append(reader.meld()[0])
        elif reader.char == "|" and reader.codec is MCR:
            read_context(reader)
        elif reader.char == "*" and reader.codec.wildcards:
            if number is not None:
                raise reader.fail(f"no * beside wild={shown(number)}, which counts all wildcards")
            reader.at += 1
            wilds += 1
        else:
            tiles = reader.tiles()
            marked = _marked(reader, tiles, carried)
            for each, at in tiles:
                if marked or each != carried:
                    counts[each] += 1
                elif named is not None:
                    wilds += 1
                else:
                    tile = reader.codec.spell(each)
                    raise reader.fail(f"{tile}' for a natural copy, or * for a wildcard", at, tile)
    return HandText(bytes(counts), tuple(melds), wilds, carried)


def wildcards_of(
    wild: int | str | None, face: int | str | None
) -> tuple[int | None, int | None, int | None]:
    """How many wildcards are told, the kind named as wild, and the kind whose face they carry.

    Raises
    ------
    HandError
        If a name is no tile, both arguments name one, or the number is negative.

    Examples
    --------
    >>> wildcards_of("6m", None), wildcards_of(2, "6m")
    ((None, 5, 5), (2, None, 5))
    """
    if isinstance(wild, str):
        named = _named("wild", wild, "a tile such as 6m, or a number of wildcards as int")
        if face is not None:
            raise HandError(f"{_told(wild, face)}, expected only one of them to name the tile")
        return None, named, named
    number = None if wild is None else index(wild)
    if number is not None and number < 0:
        raise HandError(f"wild is {shown(number)}, expected 0 or more")
    expected = "a tile such as 6m, or a kind from 0 to 33"
    return number, None, None if face is None else _named("face", face, expected)


def _named(argument: str, tile: int | str, expected: str) -> int:
    try:
        return kind(tile)
    except NotationError:
        raise HandError(f"{argument} is {shown(tile)}, expected {expected}") from None


def _told(wild: int | str | None, face: int | str | None) -> str:
    """What was given of the two arguments, for messages."""
    given = (("wild", wild), ("face", face))
    return " and ".join(f"{each} is {shown(value)}" for each, value in given if value is not None)


def _marked(reader: Reader, tiles: list[tuple[int, int]], face: int | None) -> bool:
    """Whether an apostrophe follows the tiles just read."""
    if reader.char != "'" or not reader.codec.wildcards:
        return False
    if len(tiles) > 1:
        raise reader.fail("the apostrophe after one tile with its suit, as in 6m6m'")
    if face is None:
        raise reader.fail("no apostrophe, as no wildcard has a face")
    if tiles[0][0] != face:
        raise reader.fail(f"no apostrophe, as wildcards have the face {reader.codec.spell(face)}")
    reader.at += 1
    return True


def write_hand(hand: HandText, notation: str = "queshen") -> str:
    """Write a hand: melds in their order, then the concealed tiles sorted, then ``*``.

    Wildcards with a face are written as that tile while there are copies of it left, then as ``*``.
    `read_hand` gives `hand` again, with ``wild=name(hand.face)`` if there is a face.

    In ``mcr`` exposed melds are written as if they came from seat 1, since a hand does not know
    better, and there is no context. The tiles are sorted, so the last is no winning tile.

    Raises
    ------
    HandError
        If the hand has wildcards or a face and the notation is ``mcr``, which has none.

    Examples
    --------
    >>> hand = read_hand("7m 6m' 5m [EEE] 6m", wild="6m")
    >>> write_hand(hand), write_hand(hand, "botzone")
    ("[EEE]56m6m'7m", "[F1 F1 F1] W5 W6 W6' W7")
    >>> write_hand(read_hand("[NNN]{1111m}55p"), "mcr")
    '[NNN,1][1111m]55p'
    """
    codec = codec_of(notation)
    if (hand.wild or hand.face is not None) and not codec.wildcards:
        face = "no face" if hand.face is None else f"the face {name(hand.face)}"
        expected = f"expected none and no face, as {notation} cannot write them"
        raise HandError(f"{hand.wild} wildcards with {face}, {expected}")
    used = [0] * KIND_COUNT

    def spell(each: int) -> str:
        used[each] += 1
        return codec.spell(each, used[each] - 1)

    items = []
    for meld in hand.melds:
        around = codec.concealed if meld.type is MeldType.CONCEALED_KONG else codec.exposed
        items.append(around[0] + _join(map(spell, meld.kinds), codec) + around[1:])
    faces = 0 if hand.face is None else min(hand.wild, 4 - hand.copies()[hand.face])
    tiles = []
    for each, count in enumerate(hand.counts):
        if each == hand.face:
            tiles += [spell(each) for _ in range(faces)]
        tiles += [spell(each) + "'" * (each == hand.face) for _ in range(count)]
    items.append(_join([*tiles, *"*" * (hand.wild - faces)], codec))
    return (" " if codec.spaced else "").join(filter(None, items))


def _join(tiles: Iterable[str], codec: Codec) -> str:
    """Tiles as one text; neighbours of one suit share its letter."""
    if codec.spaced:
        return " ".join(tiles)
    text = ""
    for tile in tiles:
        if tile[-1] in codec.suits:
            text = text.removesuffix(tile[-1])
        text += tile
    return text


def read_tile(text: str, notation: str = "queshen") -> int:
    """Read one tile.

    Examples
    --------
    >>> read_tile("6m"), read_tile("白", "hanzi"), read_tile("5z", "mpsz")
    (5, 33, 33)
    """
    reader = Reader(text, codec_of(notation))
    tiles = reader.tiles()
    if len(tiles) > 1 or not reader.done:
        raise reader.fail("one tile and nothing else", tiles[1][1] if len(tiles) > 1 else None)
    return tiles[0][0]


def read_visible(text: str, notation: str = "queshen") -> bytes:
    """Read tiles that are seen on the table: the 34 counts of all, melds included.

    Raises
    ------
    NotationError
        If `text` is not written in the notation or has a wildcard, whose kind nobody knows.

    Examples
    --------
    >>> sum(read_visible("[123m]E")), read_visible("W1 W1", "botzone")[0]
    (4, 2)
    """
    seen = read_hand(text, notation)
    if seen.wild:
        raise NotationError(text, text.index("*"), "a tile; a wildcard that is seen has no kind")
    return bytes(seen.copies())


def write_tile(tile: int | str, notation: str = "queshen") -> str:
    """Write one tile, given by its number or its name.

    Examples
    --------
    >>> write_tile(33), write_tile("P", "hanzi"), write_tile(33, "mpsz")
    ('P', '白', '5z')
    """
    return codec_of(notation).spell(kind(tile))
