"""Hands as text, in the notations that people and programs use.

A notation is a row of the table `_ROWS`: how it spells each tile, and whether digits share a suit
letter or spaces part the tiles. One reader and one writer serve all rows. Around the tiles every
notation looks the same: ``[123m]`` is a chow, ``[EEE]`` a pung, ``[EEEE]`` an exposed kong,
``{1111m}`` a concealed kong; ``*`` is a wildcard without a face; ``6m'`` is a natural copy of the
face that the wildcards carry. Spaces may stand between items.

The text of the MCR tools names a whole win, so `read_mcr` reads it with the same reader of tiles.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import index

from .errors import HandError, NotationError
from .tiles import KIND_COUNT, TILE_NAMES, Meld, MeldType, kind, name

__all__ = ["NOTATIONS", "HandText", "McrHand"]
__all__ += ["read_hand", "read_mcr", "read_tile", "write_hand", "write_tile"]


@dataclass(frozen=True, slots=True)
class _Codec:
    """How one notation spells tiles."""

    name: str
    # The spelling of each kind in order, then of the flowers where the notation has them.
    tiles: tuple[str, ...]
    # What to tell somebody who wrote something else.
    expected: str
    # A run of digits shares the suit after it (123m). Without them each tile stands alone.
    digits: str = ""
    suits: str = ""
    # A tile has several characters and ends at a space, a bracket or a mark.
    spaced: bool = False
    # How many spellings in a row mean one kind; more than 1 where each copy has its own.
    copies: int = 1
    # Other spellings of single characters, replaced before reading.
    fold: dict[int, int] = field(default_factory=dict)
    # Characters without a meaning, one of which may follow a tile.
    skip: str = ""
    kinds: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        kinds = {tile: number // self.copies for number, tile in enumerate(self.tiles)}
        object.__setattr__(self, "kinds", kinds)

    def spell(self, kind: int, copy: int = 0) -> str:
        return self.tiles[kind * self.copies + copy % self.copies]


_ARABIC = "123456789"
_HAN = "一二三四五六七八九"
_FLOWERS = TILE_NAMES[KIND_COUNT:]

_QUESHEN = _Codec(
    "queshen",
    TILE_NAMES,
    "digits 1-9 with m, p or s, or an honour E S W N C F P",
    digits=_ARABIC,
    suits="mps",
)
_MPSZ = _Codec(
    "mpsz",
    (*TILE_NAMES[:27], "1z", "2z", "3z", "4z", "7z", "6z", "5z", *_FLOWERS),
    "digits 1-9 with m, p or s, or 1-7 with z",
    digits=_ARABIC,
    suits="mpsz",
)
_HANZI = _Codec(
    "hanzi",
    (*(digit + suit for suit in "万饼条" for digit in _HAN), *"东南西北中发白", *_FLOWERS),
    "digits 一-九 with 万, 饼 or 条, or an honour 东 南 西 北 中 发 白",
    digits=_HAN,
    suits="万饼条",
    fold=str.maketrans("萬筒索東發", "万饼条东发"),
)
# Unicode has the honours first, 条 before 饼, and the plants before the seasons.
_UNICODE_RUNS = ((0x07, 9), (0x19, 9), (0x10, 9), (0x00, 7), (0x26, 4), (0x22, 4))
_UNICODE = _Codec(
    "unicode",
    tuple(chr(0x1F000 + first + n) for first, count in _UNICODE_RUNS for n in range(count)),
    "a mahjong tile, U+1F000 to U+1F021",
    skip="\ufe0e\ufe0f",
)
_BOTZONE_RUNS = (("W", 9), ("B", 9), ("T", 9), ("F", 4), ("J", 3), ("H", 8))
_BOTZONE = _Codec(
    "botzone",
    tuple(suit + digit for suit, count in _BOTZONE_RUNS for digit in _ARABIC[:count]),
    "a tile W1-W9, B1-B9, T1-T9, F1-F4 or J1-J3, and a space before the next one",
    spaced=True,
)
# Programs that number the tiles 0-135 have the dragons in the order 白 发 中.
_IDS = _Codec(
    "ids",
    tuple(str(4 * tile + copy) for tile in (*range(31), 33, 32, 31) for copy in range(4)),
    "a number from 0 to 135, and a space before the next one",
    spaced=True,
    copies=4,
)
_MCR = _Codec(
    "mcr",
    TILE_NAMES[:KIND_COUNT],
    "digits 1-9 with m, p or s, an honour E S W N C F P, a meld such as [123m,1], or |",
    digits=_ARABIC,
    suits="mps",
)

_ROWS = {codec.name: codec for codec in (_QUESHEN, _MPSZ, _HANZI, _UNICODE, _BOTZONE, _IDS)}

NOTATIONS: tuple[str, ...] = tuple(_ROWS)
"""The notations of hands and tiles, by name."""


def _codec(notation: str) -> _Codec:
    if not isinstance(notation, str):
        raise TypeError(f"a notation is named by str, not {type(notation).__name__}")
    if notation not in _ROWS:
        hint = " (read_mcr reads mcr)" if notation == _MCR.name else ""
        raise NotationError(notation, 0, f"one of {', '.join(NOTATIONS)}{hint}", notation[:40])
    return _ROWS[notation]


class _Reader:
    """Walks through one text; `at` is the place it has reached."""

    def __init__(self, text: str, codec: _Codec) -> None:
        if not isinstance(text, str):
            raise TypeError(f"tiles are read from str, not {type(text).__name__}")
        if len(text) > 2000:
            raise NotationError(text, 2000, "a text of at most 2000 characters")
        self.text = text
        self.codec = codec
        self.at = 0
        self._chars = text.translate(codec.fold)
        self._copies = [0] * KIND_COUNT
        self._spellings: set[str] = set()

    @property
    def done(self) -> bool:
        return self.at == len(self.text)

    @property
    def char(self) -> str:
        """The next character; at the end of the text one that fits nowhere."""
        return "\0" if self.done else self._chars[self.at]

    def fail(self, expected: str, at: int | None = None, value: str | None = None) -> NotationError:
        value = value and value[:40]
        return NotationError(self.text, self.at if at is None else at, expected, value)

    def take(self, chars: str, expected: str) -> str:
        """The next character, which has to be one of `chars`."""
        char = self.char
        if char not in chars:
            raise self.fail(expected)
        self.at += 1
        return char

    def more(self) -> bool:
        """Whether something follows, now or after spaces."""
        while self.char == " ":
            self.at += 1
        return not self.done

    def tiles(self) -> list[tuple[int, int]]:
        """Kind and place of the tiles of one item: several where digits share a suit."""
        codec, start = self.codec, self.at
        while self.char in codec.digits:
            self.at += 1
        if self.at > start:
            run = self._chars[start : self.at]
            suit = self.take(codec.suits, f"another digit or a suit ({', '.join(codec.suits)})")
            return [self._tile(digit + suit, start + n) for n, digit in enumerate(run)]
        while not self.done and (self.char not in " []{}*'" if codec.spaced else self.at == start):
            self.at += 1
        tile = self._tile(self._chars[start : self.at], start)
        if self.char in codec.skip:
            self.at += 1
        return [tile]

    def _tile(self, spelling: str, at: int) -> tuple[int, int]:
        found = self.codec.kinds.get(spelling)
        if found is None:
            # A word between spaces is wrong as a whole, elsewhere one character is.
            raise self.fail(self.codec.expected, at, (self.codec.spaced and spelling) or None)
        if found >= KIND_COUNT:
            raise self.fail("one of the 34 kinds; flowers are set aside, not held", at, spelling)
        if self.codec.copies > 1 and spelling in self._spellings:
            raise self.fail("every number once at most", at, spelling)
        self._spellings.add(spelling)
        self._copies[found] += 1
        if self._copies[found] > 4:
            raise self.fail(f"at most four copies of {spelling}", at, spelling)
        return found, at

    def bracket(self, ends: str) -> list[int]:
        """The kinds from the bracket here up to one of `ends`, which is left unread."""
        self.at += 1
        kinds: list[int] = []
        while self.more() and self.char not in ends:
            if self.char in "*'":
                raise self.fail("a tile; a meld holds no wildcard and no apostrophe")
            if self.char in "[]{}":
                break
            kinds += (found for found, _ in self.tiles())
        if self.char not in ends:
            raise self.fail(f"a tile or {' or '.join(ends)}")
        return kinds

    def meld(self) -> Meld:
        """The meld whose bracket is here."""
        start, concealed = self.at, self.char == "{"
        kinds = self.bracket("}" if concealed else "]")
        self.at += 1
        return self.meld_of(kinds, concealed, start)

    def meld_of(self, kinds: list[int], concealed: bool, start: int) -> Meld:
        """The meld of these kinds, whose text goes from `start` to here."""
        low, high = min(kinds, default=0), max(kinds, default=0)
        if concealed or len(kinds) == 4:
            if len(kinds) == 4 and low == high:
                return Meld(MeldType.CONCEALED_KONG if concealed else MeldType.EXPOSED_KONG, low)
            expected = "four tiles alike, a kong"
        elif len(kinds) != 3:
            expected = "a meld of three or four tiles"
        elif low == high:
            return Meld(MeldType.PUNG, low)
        elif high >= 27:
            expected = "three tiles alike; honours make no chow"
        elif low // 9 != high // 9:
            expected = "a meld within one suit"
        elif sorted(kinds) == [low, low + 1, low + 2]:
            return Meld(MeldType.CHOW, low)
        else:
            expected = "three tiles alike or in a row"
        raise self.fail(expected, start, self.text[start : self.at])


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
            found = f"{len(self.counts)} counts, {self.wild} wildcards"
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

    Examples
    --------
    >>> hand = read_hand("[EEE]{1111m}566m6m'5p*", wild="6m")
    >>> hand.wild, hand.face, [str(meld) for meld in hand.melds]
    (3, 5, ['[EEE]', '{1111m}'])
    >>> read_hand("W1 W2 W3 J1 J1", "botzone") == read_hand("123mCC")
    True
    """
    reader = _Reader(text, _codec(notation))
    named = kind(wild) if isinstance(wild, str) else None
    number = None if wild is None or isinstance(wild, str) else index(wild)
    carried = named if face is None else kind(face)
    if named is not None and face is not None:
        raise reader.fail("one of wild and face to name the tile", 0, f"{wild!r} and {face!r}")
    if number is not None and number < 0:
        raise reader.fail("wild of 0 or more", 0, str(number))

    counts, wilds = bytearray(KIND_COUNT), number or 0
    melds: list[Meld] = []
    while reader.more():
        if reader.char in "[{":
            melds.append(reader.meld())
        elif reader.char == "*":
            if number is not None:
                raise reader.fail(f"no * beside wild={number}, which counts all wildcards")
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


def _marked(reader: _Reader, tiles: list[tuple[int, int]], face: int | None) -> bool:
    """Whether an apostrophe follows the tiles just read."""
    if reader.char != "'":
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

    Examples
    --------
    >>> hand = read_hand("7m 6m' 5m [EEE] 6m", wild="6m")
    >>> write_hand(hand), write_hand(hand, "botzone")
    ("[EEE]56m6m'7m", "[F1 F1 F1] W5 W6 W6' W7")
    """
    codec = _codec(notation)
    used = [0] * KIND_COUNT

    def spell(each: int) -> str:
        used[each] += 1
        return codec.spell(each, used[each] - 1)

    items = []
    for meld in hand.melds:
        opening, closing = "{}" if meld.type is MeldType.CONCEALED_KONG else "[]"
        items.append(opening + _join(map(spell, meld.kinds), codec) + closing)
    faces = 0 if hand.face is None else min(hand.wild, 4 - hand.copies()[hand.face])
    tiles = []
    for each, count in enumerate(hand.counts):
        if each == hand.face:
            tiles += [spell(each) for _ in range(faces)]
        tiles += [spell(each) + "'" * (each == hand.face) for _ in range(count)]
    items.append(_join([*tiles, *"*" * (hand.wild - faces)], codec))
    return (" " if codec.spaced else "").join(filter(None, items))


def _join(tiles: Iterable[str], codec: _Codec) -> str:
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
    reader = _Reader(text, _codec(notation))
    tiles = reader.tiles()
    if len(tiles) > 1 or not reader.done:
        raise reader.fail("one tile and nothing else", tiles[1][1] if len(tiles) > 1 else None)
    return tiles[0][0]


def write_tile(tile: int | str, notation: str = "queshen") -> str:
    """Write one tile, given by its number or its name.

    Examples
    --------
    >>> write_tile(33), write_tile("P", "hanzi"), write_tile(33, "mpsz")
    ('P', '白', '5z')
    """
    return _codec(notation).spell(kind(tile))


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
    reader = _Reader(text, _MCR)
    counts = bytearray(KIND_COUNT)
    melds: list[tuple[Meld, int | None]] = []
    win: int | None = None
    while reader.more() and reader.char != "|":
        if reader.char == "[":
            melds.append(_mcr_meld(reader))
        else:
            for win, _ in reader.tiles():
                counts[win] += 1
    if win is None:
        raise reader.fail("a concealed tile, the last of which is the winning one")
    laid, sources = tuple(meld for meld, _ in melds), tuple(source for _, source in melds)
    if reader.done:
        return McrHand(bytes(counts), laid, sources, win)

    reader.at += 1
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
    return McrHand(bytes(counts), laid, sources, win, winds[0], winds[1], *flags)


def _mcr_meld(reader: _Reader) -> tuple[Meld, int | None]:
    start, source = reader.at, None
    kinds = reader.bracket(",]")
    if reader.char == ",":
        reader.at += 1
        source = int(reader.take("123", "the seat that the meld came from, 1 to 3"))
    reader.take("]", "]")
    return reader.meld_of(kinds, source is None and len(kinds) == 4, start), source
