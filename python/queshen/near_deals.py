"""乾坤大挪移: walls that deal some seats a hand near a pattern.

>>> from queshen import variant
>>> rules = variant("qq", props=True)
>>> table = rules.table(wall=near_deal(rules, 7, {2: "shi_san_yao"}))
>>> str(table.hand(2))
'19m4p149sESWNCCP'

Such a deal is a wall like any other, so that its record replays it. The wall follows from the
rules, the seed and the seats alone, by the generator that `queshen.table.Table` shuffles with:

* The words are those of SplitMix64, with the seed as the first state: the state grows by
  0x9E3779B97F4A7C15, and a word is the state after two rounds of shift, xor and multiply, and a
  last shift and xor. A number below n is the upper half of h * n, h being the upper 32 bits of a
  word; where the lower half is below 2**32 mod n another word is taken.
* The wall is shuffled first: it is the one of ``rules.table(seed=seed)``.
* Seats without a pattern draw theirs in the order of seats, among those for which there are still
  tiles.
* In the order of seats each hand is made complete: what every hand of the pattern holds, then the
  pair and the sets that are missing, out of tiles that no other such hand needs. A hand of one
  suit draws its suit first.
* Of its 14 tiles, put in a random order, the seat gets as many as ``prop_deal_shanten`` asks for.
  Those that it was not dealt anyway change places with other tiles of its hand, both places drawn
  at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, MutableSequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, TypeVar

from .errors import TableError, shown, unknown
from .prop_list import Prop, props_of
from .tiles import KIND_COUNT, name

if TYPE_CHECKING:
    from .rules import Rules

__all__ = ["near_deal"]

_T = TypeVar("_T")
_WORD = (1 << 64) - 1
_HALF = (1 << 32) - 1
_BLOCK = 4
_SUITS = (range(9), range(9, 18), range(18, 27))
_WINDS = range(27, 31)
_DRAGONS = range(31, KIND_COUNT)
_ORPHANS = (*(kind for suit in _SUITS for kind in (suit[0], suit[-1])), *_WINDS, *_DRAGONS)
_EVERY_KIND = range(KIND_COUNT)


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A sort of complete hands: the tiles that each of them has, and what may be added.

    `fields` are the groups of kinds of which a hand takes one for its sets and its pair. Where a
    pair is of a kind that the hand has anyway, only one more tile is missing.
    """

    zh: str
    core: tuple[int, ...]
    sets: int
    fields: tuple[Iterable[int], ...] = (_EVERY_KIND,)
    pair: int = 2


_PATTERNS: Mapping[str, _Pattern] = {
    "da_si_xi": _Pattern("大四喜", tuple(3 * [*_WINDS]), sets=0),
    "da_san_yuan": _Pattern("大三元", tuple(3 * [*_DRAGONS]), sets=1),
    "shi_san_yao": _Pattern("十三幺", _ORPHANS, sets=0, fields=(_ORPHANS,), pair=1),
    "qing_yi_se": _Pattern("清一色", (), sets=4, fields=_SUITS),
}


class _Source:
    """Random numbers."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def word(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & _WORD
        word = self.state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return word ^ word >> 31

    def below(self, number: int) -> int:
        while True:
            product = (self.word() >> 32) * number
            if product & _HALF >= (1 << 32) % number:
                return product >> 32

    def shuffle(self, items: MutableSequence[_T]) -> None:
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]

    def shuffled(self, items: Iterable[_T]) -> list[_T]:
        found = list(items)
        self.shuffle(found)
        return found

    def one_of(self, items: list[_T]) -> _T:
        return items[self.below(len(items))]


def near_deal(
    rules: Rules, seed: int, seats: Mapping[int, str | None] | Iterable[tuple[int, str | None]]
) -> list[str]:
    """The wall of a deal before which some seats have used 乾坤大挪移.

    Each of these seats is dealt a hand that is at most ``prop_deal_shanten`` tiles from ready, if
    only hands of its pattern are looked at. Its other tiles, flowers among them, are random, and so
    are those of the other seats. Together the hands of all patterns lie in one wall: not two seats
    are dealt near 大四喜.

    Parameters
    ----------
    rules : Rules
        The game, with ``props=True``.
    seed : int
        Of the wall, 0 to 2**64 - 1. Where no seat uses the prop, the wall is that of the seed.
    seats : mapping or pairs of seat and pattern
        Who uses it, seat 0 being the dealer, and the fan near which the hand is: its id or Chinese
        name, or None to draw one of those that the prop of the game has.

    Returns
    -------
    list of str
        Every tile in the order of draws, as ``rules.table(wall=...)`` takes it.

    Raises
    ------
    TableError
        If props are off, the game has no such prop or its prop no such pattern, there is no such
        seat, a seat uses it twice, or tiles are missing for what the seats ask for.

    Examples
    --------
    >>> from queshen import variant
    >>> rules = variant("huopin", props=True)
    >>> str(rules.table(wall=near_deal(rules, 1, {1: None, 3: "清一色"})).hand(1))
    '5m1222456678p5sP'
    """
    prop = _prop(rules)
    if type(seed) is not int or not 0 <= seed <= _WORD:
        raise TableError(f"seed is {shown(seed)}, expected a number from 0 to 2**64 - 1")
    wanted = _wanted(rules, prop, seats)
    source = _Source(seed)
    copies = Counter(dict(enumerate(rules.flow.copies)))
    wall = list(copies.elements())
    source.shuffle(wall)
    patterns = _drawn(wanted, prop, copies, source)
    hands = _complete(patterns, copies, source)
    keep = max(0, 3 * rules.sets + 1 - int(rules.options["prop_deal_shanten"]))
    kept = {seat: hand[:keep] for seat, hand in hands.items()}
    _lay(wall, kept, _places(rules), source)
    return [name(tile) for tile in wall]


# ---- what is asked for --------------------------------------------------------------------------


def _prop(rules: Rules) -> Prop:
    prop = next((each for each in props_of(rules) if each.used == "deal"), None)
    if prop is None:
        raise TableError(f"{rules.id} has no 乾坤大挪移, expected a game that has it")
    if not rules.options.get("props"):
        raise TableError(f"the props of {rules.id} are off, expected rules with props=True")
    return prop


def _wanted(
    rules: Rules, prop: Prop, seats: Mapping[int, str | None] | Iterable[tuple[int, str | None]]
) -> dict[int, str | None]:
    """What each seat asks for, in the order of seats."""
    found: dict[int, str | None] = {}
    for seat, pattern in seats.items() if isinstance(seats, Mapping) else seats:
        number = index(seat)
        if not 0 <= number < rules.flow.seats:
            raise TableError(f"seat {shown(number)}, expected 0 to {rules.flow.seats - 1}")
        if number in found:
            raise TableError(f"seat {number} uses {prop.zh} twice, expected once")
        found[number] = None if pattern is None else _pattern(prop, pattern)
    return dict(sorted(found.items()))


def _pattern(prop: Prop, pattern: str) -> str:
    if not isinstance(pattern, str):
        raise TypeError(f"a pattern is named by str, not {type(pattern).__name__}")
    for id in prop.patterns:
        if pattern in (id, _PATTERNS[id].zh):
            return id
    raise TableError(unknown(f"pattern of {prop.zh}", pattern, prop.patterns))


def _drawn(
    wanted: Mapping[int, str | None], prop: Prop, copies: Counter[int], source: _Source
) -> dict[int, str]:
    """The pattern of each seat."""
    known = [pattern for pattern in wanted.values() if pattern is not None]
    if not _have_tiles(known, copies):
        named = ", ".join([_PATTERNS[pattern].zh for pattern in known])
        raise TableError(f"{named} at once, expected patterns that lie in one wall")
    found: dict[int, str] = {}
    for seat, pattern in wanted.items():
        if pattern is None:
            possible = [each for each in prop.patterns if _have_tiles([*known, each], copies)]
            pattern = source.one_of(possible)
            known.append(pattern)
        found[seat] = pattern
    return found


def _have_tiles(patterns: Iterable[str], copies: Counter[int]) -> bool:
    """Whether there are tiles for all of these hands at once."""
    left, wanted = Counter(copies), 0
    for pattern in map(_PATTERNS.__getitem__, patterns):
        left.subtract(pattern.core)
        wanted += pattern.pair == 1
    return min(left.values()) >= 0 and sum(left[kind] for kind in _ORPHANS) >= wanted


# ---- the hands ----------------------------------------------------------------------------------


def _complete(
    patterns: Mapping[int, str], copies: Counter[int], source: _Source
) -> dict[int, list[int]]:
    """A complete hand of each pattern, its tiles in a random order."""
    left = Counter(copies)
    for pattern in patterns.values():
        left.subtract(_PATTERNS[pattern].core)
    hands = {}
    for seat, pattern in patterns.items():
        added = _added(_PATTERNS[pattern], left, source)
        if added is None:
            zh = _PATTERNS[pattern].zh
            raise TableError(f"no tiles for {zh} of seat {seat}, expected enough of them")
        left.subtract(added)
        hands[seat] = source.shuffled([*_PATTERNS[pattern].core, *added])
    return hands


def _added(pattern: _Pattern, left: Counter[int], source: _Source) -> list[int] | None:
    """What makes a hand of a pattern complete; None where tiles are missing."""
    for field in source.shuffled(pattern.fields):
        for kind in source.shuffled(field):
            if left[kind] >= pattern.pair:
                pair = [kind] * pattern.pair
                rest = left - Counter(pair)
                sets = _sets(pattern.sets, [*_possible_sets(field)], rest, source)
                if sets is not None:
                    return pair + sets
    return None


def _sets(
    count: int, possible: list[tuple[int, ...]], left: Counter[int], source: _Source
) -> list[int] | None:
    """The tiles of some sets; None where there are not enough."""
    if count == 0:
        return []
    for tiles in source.shuffled(possible):
        needed = Counter(tiles)
        if needed <= left:
            rest = _sets(count - 1, possible, left - needed, source)
            if rest is not None:
                return [*tiles, *rest]
    return None


def _possible_sets(kinds: Iterable[int]) -> Iterator[tuple[int, ...]]:
    for kind in kinds:
        yield (kind,) * 3
        if kind < _WINDS[0] and kind % 9 <= 6:
            yield (kind, kind + 1, kind + 2)


# ---- the wall -----------------------------------------------------------------------------------


def _places(rules: Rules) -> list[list[int]]:
    """The places of the wall from which each seat is dealt: blocks of four, then single tiles."""
    hand = 3 * rules.sets + 1
    places: list[list[int]] = [[] for _ in range(rules.flow.seats)]
    at = given = 0
    while given < hand:
        block = _BLOCK if hand - given >= _BLOCK else 1
        for own in places:
            own += range(at, at + block)
            at += block
        given += block
    return places


def _lay(
    wall: list[int], hands: Mapping[int, list[int]], places: list[list[int]], source: _Source
) -> None:
    """Bring tiles to the places of their seats, by exchanges within the wall."""
    settled: set[int] = set()
    for seat, tiles in hands.items():
        missing, loose = Counter(tiles), []
        for place in places[seat]:
            if missing[wall[place]] > 0:
                missing[wall[place]] -= 1
                settled.add(place)
            else:
                loose.append(place)
        for tile in missing.elements():
            # Its hand has none of them left, and what is settled belongs to other hands.
            fetch = source.one_of(
                [at for at, each in enumerate(wall) if each == tile and at not in settled]
            )
            place = loose.pop(source.below(len(loose)))
            wall[place], wall[fetch] = wall[fetch], wall[place]
            settled.add(place)
