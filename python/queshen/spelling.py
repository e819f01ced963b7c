"""How each notation spells tiles, and the reader that all of them share.

A notation is a row of the table `CODECS`: its spelling of each tile, whether digits share a suit
letter or spaces part the tiles, and its brackets of melds. `Reader` walks through a text by such a
row and knows the place of everything it takes, so that an error can name it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .errors import HandError, NotationError, shown
from .tiles import KIND_COUNT, TILE_NAMES, Meld, MeldType

__all__ = ["CODECS", "MCR", "Codec", "Reader", "codec_of"]


@dataclass(frozen=True, slots=True)
class Codec:
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
    # What stands before and after the tiles of a meld. With a comma, a meld may say the seat that
    # it came from, and a kong that says none is concealed.
    exposed: str = "[]"
    concealed: str = "{}"
    # Whether * and ' have a meaning.
    wildcards: bool = True
    kinds: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        kinds = {tile: number // self.copies for number, tile in enumerate(self.tiles)}
        object.__setattr__(self, "kinds", kinds)

    def spell(self, kind: int, copy: int = 0) -> str:
        return self.tiles[kind * self.copies + copy % self.copies]


_ARABIC = "123456789"
_HAN = "一二三四五六七八九"
_FLOWERS = TILE_NAMES[KIND_COUNT:]

_QUESHEN = Codec(
    "queshen",
    TILE_NAMES,
    "digits 1-9 with m, p or s, or an honour E S W N C F P",
    digits=_ARABIC,
    suits="mps",
)
_MPSZ = Codec(
    "mpsz",
    (*TILE_NAMES[:27], "1z", "2z", "3z", "4z", "7z", "6z", "5z", *_FLOWERS),
    "digits 1-9 with m, p or s, or 1-7 with z",
    digits=_ARABIC,
    suits="mpsz",
)
_HANZI = Codec(
    "hanzi",
    (*(digit + suit for suit in "万饼条" for digit in _HAN), *"东南西北中发白", *_FLOWERS),
    "digits 一-九 with 万, 饼 or 条, or an honour 东 南 西 北 中 发 白",
    digits=_HAN,
    suits="万饼条",
    fold=str.maketrans("萬筒索東發", "万饼条东发"),
)
# Unicode has the honours first, 条 before 饼, and the plants before the seasons.
_UNICODE_RUNS = ((0x07, 9), (0x19, 9), (0x10, 9), (0x00, 7), (0x26, 4), (0x22, 4))
_UNICODE = Codec(
    "unicode",
    tuple(chr(0x1F000 + first + n) for first, count in _UNICODE_RUNS for n in range(count)),
    "a mahjong tile, U+1F000 to U+1F021",
    skip="\ufe0e\ufe0f",
)
_BOTZONE_RUNS = (("W", 9), ("B", 9), ("T", 9), ("F", 4), ("J", 3), ("H", 8))
_BOTZONE = Codec(
    "botzone",
    tuple(suit + digit for suit, count in _BOTZONE_RUNS for digit in _ARABIC[:count]),
    "a tile W1-W9, B1-B9, T1-T9, F1-F4 or J1-J3, and a space before the next one",
    spaced=True,
)
# Programs that number the tiles 0-135 have the dragons in the order 白 发 中.
_IDS = Codec(
    "ids",
    tuple(str(4 * tile + copy) for tile in (*range(31), 33, 32, 31) for copy in range(4)),
    "a number from 0 to 135, and a space before the next one",
    spaced=True,
    copies=4,
)
MCR = Codec(
    "mcr",
    TILE_NAMES[:KIND_COUNT],
    f"{_QUESHEN.expected} (no wildcards; a concealed kong is [1111m])",
    digits=_ARABIC,
    suits="mps",
    exposed="[,1]",
    concealed="[]",
    wildcards=False,
)

CODECS = {each.name: each for each in (_QUESHEN, _MPSZ, _HANZI, _UNICODE, _BOTZONE, _IDS, MCR)}


def codec_of(notation: str) -> Codec:
    """The notation of this name."""
    if not isinstance(notation, str):
        raise TypeError(f"a notation is named by str, not {type(notation).__name__}")
    if notation not in CODECS:
        raise HandError(f"notation is {shown(notation)}, expected one of {', '.join(CODECS)}")
    return CODECS[notation]


class Reader:
    """Walks through one text; `at` is the place it has reached."""

    def __init__(self, text: str, codec: Codec) -> None:
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

    def _bracket(self, ends: str) -> list[int]:
        """The kinds from the bracket on up to one of `ends`, which is left unread."""
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

    @property
    def at_meld(self) -> bool:
        """Whether the bracket of a meld is next."""
        return self.char in (self.codec.exposed[0], self.codec.concealed[0])

    def meld(self) -> tuple[Meld, int | None]:
        """The meld whose bracket is next, and the seat it came from if the text says so."""
        codec, start, seat = self.codec, self.at, None
        seated, concealed = "," in codec.exposed, self.char == codec.concealed[0]
        end = codec.concealed[1] if concealed else codec.exposed[-1]
        kinds = self._bracket("," + end if seated else end)
        if self.char == ",":
            self.at += 1
            seat = int(self.take("123", "the seat that the meld came from, 1 to 3"))
        self.take(end, end)
        if seated:
            concealed = seat is None and len(kinds) == 4
        return self._meld_of(kinds, concealed, start), seat

    def _meld_of(self, kinds: list[int], concealed: bool, start: int) -> Meld:
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
