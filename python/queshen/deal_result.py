"""The facts of a deal that is over: all that any game needs to settle it.

>>> result = DealResult([Win(1, 10, payer=0, tile="9s")], bird="5m")
>>> DealResult.from_dict(result.to_dict()) == result
True

Seats count from 0 in turn order, and seat 0 is the dealer of the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import STRICT, IntFlag, StrEnum
from inspect import signature
from itertools import pairwise
from operator import index
from typing import Any, ClassVar, Self, TypeVar

from .errors import QueshenError, shown
from .tiles import KIND_COUNT, TILE_NAMES, Meld, MeldType, name

__all__ = ["DealResult", "KongPaid", "KongType", "ResultError", "SeatResult", "Win", "WinFlag"]

_T = TypeVar("_T")


class ResultError(QueshenError):
    """A result of a deal that cannot have come about, or that these rules do not settle."""


# Values: how they are checked, shown, pickled and written


class Checked:
    """What the values of this module share: constructors that check everything they are given, a
    repr without defaults, and dictionaries and pickles that go through the constructor again."""

    __slots__ = ()

    # Attributes that hold kinds, and how the items of other attributes are read.
    _tiles: ClassVar[tuple[str, ...]] = ()
    _readers: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}

    def __repr__(self) -> str:
        told = [
            f"{each.name}={getattr(self, each.name)!r}"
            for each in signature(type(self)).parameters.values()
            if each.default is each.empty or getattr(self, each.name) != each.default
        ]
        return f"{type(self).__name__}({', '.join(told)})"

    def __reduce__(self) -> tuple[object, tuple[object, dict[str, object]]]:
        keys = signature(type(self)).parameters
        return _built, (type(self), {key: getattr(self, key) for key in keys})

    def to_dict(self) -> dict[str, Any]:
        """The value in types that JSON has, tiles by name."""
        keys = signature(type(self)).parameters
        return {key: _plain(getattr(self, key), key in self._tiles) for key in keys}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build the value that `to_dict` wrote; what is left out has its default.

        Raises
        ------
        ResultError
            If a name is unknown or missing, or a value could not stand there.
        """
        if not isinstance(data, Mapping):
            raise TypeError(f"{cls.__name__} is read from a mapping, not {type(data).__name__}")
        keys = signature(cls).parameters
        for key in data:
            if key not in keys:
                expected = ", ".join(keys)
                raise ResultError(f"{cls.__name__}: no {shown(key)}, expected one of {expected}")
        for key, each in keys.items():
            if each.default is each.empty and key not in data:
                raise ResultError(f"{cls.__name__}: {key} is missing")
        values = dict(data)
        for key, read in cls._readers.items():
            if key in values:
                values[key] = [read(item) for item in values[key]]
        return cls(**values)


def _built(cls: type[Checked], values: dict[str, Any]) -> Checked:
    return cls(**values)


def _plain(value: Any, tile: bool = False) -> Any:
    if isinstance(value, tuple):
        return [_plain(item, tile) for item in value]
    if isinstance(value, Checked):
        return value.to_dict()
    if isinstance(value, WinFlag):
        return value.names
    if isinstance(value, bytes):
        return list(value)
    if isinstance(value, StrEnum | Meld):
        return str(value)
    return name(value) if tile and value is not None else value


def as_flag(value: bool, what: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{what} must be bool, not {type(value).__name__}")
    return value


def as_number(value: int, what: str, low: int = 0) -> int:
    number = index(value)
    if number < low:
        raise ResultError(f"{what} is {shown(number)}, expected {low} or more")
    return number


def as_seat(seat: int, what: str, seats: int = 0) -> int:
    """A seat; how many there are is known only where `seats` is told."""
    number = index(seat)
    if number < 0 or 0 < seats <= number:
        expected = f"a seat from 0 to {seats - 1}" if seats else "a seat from 0 on"
        raise ResultError(f"{what} is seat {shown(number)}, expected {expected}")
    return number


_FACES = {text: face for face, text in enumerate(TILE_NAMES)}


def as_face(tile: int | str, what: str, flowers: bool = False) -> int:
    """Number of a tile, of a flower too where `flowers` allows it."""
    number = _FACES.get(tile, -1) if isinstance(tile, str) else index(tile)
    if not 0 <= number < (len(TILE_NAMES) if flowers else KIND_COUNT):
        flower = " or a flower" if flowers else ""
        raise ResultError(f"{what} is {shown(tile)}, expected a tile such as 6m, E or P{flower}")
    return number


def as_faces(tiles: Iterable[int | str], what: str) -> tuple[int, ...]:
    return tuple(as_face(tile, f"{what} {at}") for at, tile in enumerate(tiles))


def as_items(values: Iterable[_T], cls: type[_T], what: str) -> tuple[_T, ...]:
    items = tuple(values)
    for item in items:
        if not isinstance(item, cls):
            raise TypeError(f"{what} are {cls.__name__} values, not {type(item).__name__}")
    return items


# The facts of a deal


class WinFlag(IntFlag, boundary=STRICT):
    """How a win came about, beside the tile and who had it.

    They are the bits of ``flags`` in the rows of many deals, where bit 1 is a self-draw; here the
    payer tells that.

    Examples
    --------
    >>> WinFlag.REPLACEMENT | WinFlag.LAST_TILE
    WinFlag.LAST_TILE|WinFlag.REPLACEMENT
    """

    LAST_TILE = 2
    """By the last tile of the wall, or on the discard after it."""
    REPLACEMENT = 4
    """By the replacement draw of a kong (杠上开花)."""
    ROBBING = 8
    """On the tile that the payer added to a pung (抢杠)."""
    LAST_COPY = 16
    """On the last copy of its kind, the others lying face up (和绝张)."""
    FIRST_TURN = 32
    """Before play began: 天和, 地和, 人和."""
    AFTER_KONG = 64
    """On what the payer discarded after a replacement draw (杠上炮)."""
    BAO = 128
    """By drawing the hidden wildcard (摸宝)."""
    CLOSED_WAIT = 256
    """The hand had been declared with one wait, the middle of a chow (卡当)."""
    BAO_WAIT = 512
    """The tile drawn as the hidden wildcard is that wait itself (宝中宝)."""
    FROM_READY = 1024
    """The payer had declared before that discard."""
    READY = 2048
    """The winner had declared (报听)."""
    FIRST_READY = 4096
    """The winner had declared with its first discard, or before play (天听)."""
    LAST_ROUND = 8192
    """While the last tiles were dealt out."""

    @property
    def names(self) -> list[str]:
        """The flags by name, in small letters."""
        return [flag.name.lower() for flag in self if flag.name]

    def __repr__(self) -> str:
        return "|".join(f"WinFlag.{flag.name}" for flag in self) or "WinFlag(0)"


def _flags(flags: int | Iterable[str]) -> WinFlag:
    given: int = 0
    if not isinstance(flags, Iterable):
        given = index(flags)
    elif isinstance(flags, str):
        raise TypeError("flags are a WinFlag or names of flags, not one str")
    else:
        for flag in flags:
            found = WinFlag.__members__.get(flag.upper()) if isinstance(flag, str) else None
            if found is None:
                expected = ", ".join(each.lower() for each in WinFlag.__members__)
                raise ResultError(f"no win has flag {shown(flag)}, expected {expected}")
            given |= found
    try:
        return WinFlag(given)
    except ValueError:
        raise ResultError(f"flags are {shown(given)}, expected a WinFlag") from None


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Win(Checked):
    """One win.

    Parameters
    ----------
    seat : int
        Who won.
    fan : int
        What the hand is worth, flowers included.
    payer : int, optional
        Whose tile it was: the discarder, or who was robbed. None is a self-draw.
    tile : int or str, optional
        The winning tile. None where it is not known or has no face.
    flags : WinFlag or iterable of str
        How it came about.
    order : int
        Its place among the wins and kongs of the deal. Wins on one tile share it.
    liable : int, optional
        The seat that pays every share, where the rules of the game found one (包).

    Raises
    ------
    ResultError
        If no deal can have seen such a win.

    Examples
    --------
    >>> Win(1, 12, payer=3, tile="5m", flags=["last_tile"])
    Win(seat=1, fan=12, payer=3, tile=4, flags=WinFlag.LAST_TILE)
    >>> Win(1, 12).self_draw
    True
    """

    seat: int
    fan: int
    payer: int | None
    tile: int | None
    flags: WinFlag
    order: int
    liable: int | None

    _tiles: ClassVar = ("tile",)

    def __init__(
        self,
        seat: int,
        fan: int = 0,
        payer: int | None = None,
        *,
        tile: int | str | None = None,
        flags: int | Iterable[str] = WinFlag(0),
        order: int = 0,
        liable: int | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "seat", as_seat(seat, "the winner"))
        put(self, "fan", as_number(fan, "the fan of a win"))
        put(self, "payer", None if payer is None else as_seat(payer, "the payer"))
        put(self, "tile", None if tile is None else as_face(tile, "the winning tile"))
        put(self, "flags", flags if type(flags) is WinFlag else _flags(flags))
        put(self, "order", as_number(order, "the order of a win"))
        put(self, "liable", None if liable is None else as_seat(liable, "the liable seat"))
        if self.seat in (self.payer, self.liable):
            raise ResultError(f"seat {self.seat} wins and pays, expected another payer or None")
        if self.flags:
            self._check_flags()

    def _check_flags(self) -> None:
        for flag in self.flags & (WinFlag.ROBBING | WinFlag.AFTER_KONG | WinFlag.FROM_READY):
            if self.self_draw:
                raise ResultError(f"a self-draw with {flag!r}, expected a payer")
        both = WinFlag.BAO | WinFlag.CLOSED_WAIT
        if WinFlag.FIRST_READY in self.flags and WinFlag.READY not in self.flags:
            raise ResultError("a win with first_ready, expected ready with it")
        if WinFlag.BAO_WAIT in self.flags and both not in self.flags:
            raise ResultError("a win with bao_wait, expected bao and closed_wait with it")
        for flag in self.flags & (WinFlag.REPLACEMENT | WinFlag.BAO | WinFlag.LAST_ROUND):
            if not self.self_draw:
                raise ResultError(f"a win from seat {self.payer} with {flag!r}, expected none")

    @property
    def self_draw(self) -> bool:
        """The winner drew the tile."""
        return self.payer is None


class KongType(StrEnum):
    """How a kong was made: with the tile of another seat, onto an own pung, of four concealed."""

    EXPOSED = "exposed kong"
    ADDED = "added kong"
    CONCEALED = "concealed kong"

    def __repr__(self) -> str:
        return f"KongType.{self.name}"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class KongPaid(Checked):
    """One kong that was made; one that was robbed was not.

    Parameters
    ----------
    seat : int
        Who made it.
    kind : int or str
        Its tile.
    type : KongType
        Exposed, added or concealed.
    payer : int, optional
        Who discarded the tile of an exposed kong; None for the others.
    late : bool
        An added kong made in a later turn than the draw of its tile.
    order : int
        Its place among the wins and kongs of the deal.

    Examples
    --------
    >>> KongPaid(2, "E", "exposed kong", payer=1)
    KongPaid(seat=2, kind=27, type=KongType.EXPOSED, payer=1)
    """

    seat: int
    kind: int
    type: KongType
    payer: int | None
    late: bool
    order: int

    _tiles: ClassVar = ("kind",)

    def __init__(
        self,
        seat: int,
        kind: int | str,
        type: KongType | str,
        payer: int | None = None,
        *,
        late: bool = False,
        order: int = 0,
    ) -> None:
        put = object.__setattr__
        put(self, "seat", as_seat(seat, "the owner of a kong"))
        put(self, "kind", as_face(kind, "the tile of a kong"))
        try:
            put(self, "type", KongType(type))
        except ValueError:
            expected = ", ".join(KongType)
            raise ResultError(f"no kong is a {shown(type)}, expected one of {expected}") from None
        put(self, "payer", None if payer is None else as_seat(payer, "the payer of a kong"))
        put(self, "late", as_flag(late, "late"))
        put(self, "order", as_number(order, "the order of a kong"))
        if (self.payer is not None) != (self.type is KongType.EXPOSED):
            wanted = "whose discard it was" if self.payer is None else "no payer"
            raise ResultError(f"an {self.type} with payer {self.payer}, expected {wanted}")
        if self.payer == self.seat:
            raise ResultError(f"seat {self.seat} pays its own kong, expected another seat")
        if self.late and self.type is not KongType.ADDED:
            raise ResultError(f"a late {self.type}, expected an added kong")


@dataclass(frozen=True, slots=True, repr=False)
class SeatResult(Checked):
    """What a seat had at the end of the deal.

    Parameters
    ----------
    concealed : bytes
        34 counts of its natural tiles in hand, the winning tile included.
    melds : tuple of Meld
        What it laid out.
    wild : int
        Wildcards in hand.
    flowers : int
        Flowers that it showed.
    ready : bool
        It had declared that it is ready.
    left : bool
        It won earlier in the deal and took no more part.
    void_suit : str, optional
        The suit that it declared void: m, p or s.
    waiting : int, optional
        The best value that it waited for; None where it was not ready or the game does not ask.
    doubled : bool
        It doubled the stakes before play.

    Examples
    --------
    >>> from queshen import Hand
    >>> hand = Hand("[CCC]123m456p78sEE")
    >>> SeatResult(hand.counts, hand.melds, ready=True).melds
    (Meld(type=MeldType.PUNG, kind=31),)
    """

    concealed: bytes = bytes(KIND_COUNT)
    melds: tuple[Meld, ...] = ()
    wild: int = 0
    flowers: int = 0
    ready: bool = False
    left: bool = False
    void_suit: str | None = None
    waiting: int | None = None
    doubled: bool = False

    _readers: ClassVar = {"melds": Meld.parse}

    @property
    def holds_void(self) -> bool:
        """It still holds tiles of the suit that it declared void (花猪)."""
        first = {None: KIND_COUNT, "m": 0, "p": 9, "s": 18}[self.void_suit]
        return any(self.concealed[first : min(first + 9, KIND_COUNT)])

    @property
    def opened(self) -> bool:
        """It laid out a set that is no concealed kong."""
        return any(meld.type is not MeldType.CONCEALED_KONG for meld in self.melds)

    def __post_init__(self) -> None:
        put = object.__setattr__
        counts = list(self.concealed)
        if len(counts) != KIND_COUNT:
            raise ResultError(f"{len(counts)} counts of concealed tiles, expected {KIND_COUNT}")
        put(self, "melds", as_items(self.melds, Meld, "melds"))
        total = counts.copy()
        if not isinstance(self.concealed, bytes):  # which hold no other than numbers from 0 on
            total = [as_number(each, f"the count of {name(at)}") for at, each in enumerate(counts)]
        for meld in self.melds:
            for each in meld.kinds:
                total[each] += 1
        for at, count in enumerate(total):
            if count > 4:
                raise ResultError(f"a seat has {shown(count)} of {name(at)}, expected at most four")
        put(self, "concealed", bytes(counts))
        put(self, "wild", as_number(self.wild, "the number of wildcards"))
        put(self, "flowers", as_number(self.flowers, "the number of flowers"))
        as_flag(self.ready, "ready")
        as_flag(self.left, "left")
        as_flag(self.doubled, "doubled")
        if self.void_suit not in (None, "m", "p", "s"):
            raise ResultError(f"void suit {shown(self.void_suit)}, expected m, p, s or None")
        if self.waiting is not None:
            put(self, "waiting", as_number(self.waiting, "the value that a seat waits for"))


@dataclass(frozen=True, slots=True, init=False, repr=False)
class DealResult(Checked):
    """The facts of a deal that is over: all that any game needs to settle it.

    Parameters
    ----------
    wins : iterable of Win
        In the order in which they came. None: the deal was drawn, or somebody left.
    bird : int or str, optional
        The tile turned after the win (鸟牌). A flower is nobody's bird.
    escaped : int, optional
        The seat that left the game and so ended the deal (逃跑).
    seats : int
        How many seats.
    dealer : int
        The dealer's seat.
    streak : int
        How many deals in a row this dealer has had, this one included.
    round_wind : int or str
        The prevailing wind.
    seat_winds : iterable of int or str
        The wind of each seat; empty: E S W N from the dealer on.
    hands : iterable of SeatResult
        What each seat had; empty where the game does not ask.
    kongs : iterable of KongPaid
        The kongs in order.
    horses : iterable of int or str
        The tiles that the dealer bought (买马).
    bao : int or str, optional
        The hidden wildcard (宝牌).

    Raises
    ------
    ResultError
        If no deal can have ended so.

    Examples
    --------
    >>> DealResult([Win(1, 10)], bird="5m")
    DealResult(wins=(Win(seat=1, fan=10),), bird=4)
    >>> DealResult().drawn
    True
    """

    wins: tuple[Win, ...]
    bird: int | None
    escaped: int | None
    seats: int
    dealer: int
    streak: int
    round_wind: int
    seat_winds: tuple[int, ...]
    hands: tuple[SeatResult, ...]
    kongs: tuple[KongPaid, ...]
    horses: tuple[int, ...]
    bao: int | None

    _tiles: ClassVar = ("bird", "round_wind", "seat_winds", "horses", "bao")
    _readers: ClassVar = {
        "wins": Win.from_dict,
        "hands": SeatResult.from_dict,
        "kongs": KongPaid.from_dict,
    }

    def __init__(
        self,
        wins: Iterable[Win] = (),
        *,
        bird: int | str | None = None,
        escaped: int | None = None,
        seats: int = 4,
        dealer: int = 0,
        streak: int = 1,
        round_wind: int | str = 27,
        seat_winds: Iterable[int | str] = (),
        hands: Iterable[SeatResult] = (),
        kongs: Iterable[KongPaid] = (),
        horses: Iterable[int | str] = (),
        bao: int | str | None = None,
    ) -> None:
        put = object.__setattr__
        seats = as_number(seats, "the number of seats", 2)
        put(self, "wins", as_items(wins, Win, "wins"))
        put(self, "bird", None if bird is None else as_face(bird, "the bird", flowers=True))
        put(self, "escaped", None if escaped is None else as_seat(escaped, "who left", seats))
        put(self, "seats", seats)
        put(self, "dealer", as_seat(dealer, "the dealer", seats))
        put(self, "streak", as_number(streak, "the streak of the dealer", 1))
        put(self, "round_wind", as_face(round_wind, "the prevailing wind"))
        put(self, "seat_winds", as_faces(seat_winds, "seat wind"))
        put(self, "hands", as_items(hands, SeatResult, "hands"))
        put(self, "kongs", as_items(kongs, KongPaid, "kongs"))
        put(self, "horses", as_faces(horses, "horse"))
        put(self, "bao", None if bao is None else as_face(bao, "the hidden wildcard"))
        if self.wins:
            self._check_wins()
        self._check_kongs()
        self._check_table()

    def _check_wins(self) -> None:
        for win in self.wins:
            as_seat(win.seat, "the winner", self.seats)
            if win.payer is not None:
                as_seat(win.payer, "the payer", self.seats)
            if win.liable is not None:
                as_seat(win.liable, "the liable seat", self.seats)
        for first, win in pairwise(self.wins):
            if win.order < first.order:
                found = f"a win of order {win.order} after one of order {first.order}"
                raise ResultError(f"{found}, expected the wins in order")
            on_one = not win.self_draw and (win.payer, win.tile) == (first.payer, first.tile)
            if win.order == first.order and not on_one:
                found = f"two wins of order {win.order}"
                raise ResultError(f"{found}, expected both on the same tile of the same payer")
        if len({(win.seat, win.order) for win in self.wins}) < len(self.wins):
            raise ResultError("a seat wins one tile twice, expected one win of it")

    def _check_kongs(self) -> None:
        for kong in self.kongs:
            as_seat(kong.seat, "the owner of a kong", self.seats)
            if kong.payer is not None:
                as_seat(kong.payer, "the payer of a kong", self.seats)

    def _check_table(self) -> None:
        if self.hands and len(self.hands) != self.seats:
            raise ResultError(f"{len(self.hands)} hands, expected {self.seats} or none")
        if self.seat_winds and len(self.seat_winds) != self.seats:
            raise ResultError(f"{len(self.seat_winds)} seat winds, expected {self.seats} or none")
        for wind in (self.round_wind, *self.seat_winds):
            if not 27 <= wind <= 30:
                raise ResultError(f"{name(wind)} as a wind, expected one of E S W N")

    @property
    def drawn(self) -> bool:
        """Nobody won and nobody left."""
        return not self.wins and self.escaped is None
