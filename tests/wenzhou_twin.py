"""The slow judge of 温州麻将: every face of every wildcard is tried, and every pair.

A hand is what lies there: tiles by name, 白板 as 白板 and wildcards as what they show. A settlement
is a matrix of who pays whom, filled in loops.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from guangdong import KINDS
from settlement_twin import SEATS, Outcome, Paid, fee_of

from queshen.deal_result import DealResult, KongPaid, SeatResult, Win
from queshen.rules import Rules

WHITE = "P"
DRAGONS = ("C", "F", "P")

Tiles = tuple[str, ...]


# ---- hands --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Laid:
    """A set that is laid out, 白板 in it as the tiles that they play."""

    tiles: Tiles
    hidden: bool = False

    @property
    def is_kong(self) -> bool:
        return len(self.tiles) == 4

    @property
    def is_pung(self) -> bool:
        return len(set(self.tiles)) == 1

    def spelled(self, wild: str) -> str:
        """Its text; the face of the wildcard is written as 白板 where nothing else is there."""
        letter = self.tiles[0][1:]
        inner = "".join(tile[0] for tile in self.tiles) + letter
        if set(self.tiles) == {wild}:
            inner = WHITE * len(self.tiles)
        return f"{{{inner}}}" if self.hidden else f"[{inner}]"


@dataclass(frozen=True)
class Held:
    """A hand with its winning tile, and how it was won."""

    concealed: Tiles
    melds: tuple[Laid, ...]
    wild: str
    win: str
    flags: frozenset[str] = field(default_factory=frozenset)
    """Of ``self_draw``, ``robbing``, ``first_turn``, ``replacement`` and ``dealer``."""

    @property
    def drawn(self) -> bool:
        return "self_draw" in self.flags

    @property
    def wildcards(self) -> int:
        return self.concealed.count(self.wild)

    @property
    def natural(self) -> Tiles:
        """The other tiles as what they play."""
        rest = [tile for tile in self.concealed if tile != self.wild]
        return tuple(self.wild if tile == WHITE else tile for tile in rest)

    @property
    def text(self) -> str:
        return "".join([*(meld.spelled(self.wild) for meld in self.melds), *self.concealed])

    @property
    def context(self) -> dict[str, Any]:
        """The keywords of `Rules.score` that say how it was won."""
        told = dict.fromkeys(self.flags - {"dealer"}, True)
        return {"wild": self.wild, "dealer": "dealer" in self.flags, **told}


# ---- sets and pairs -----------------------------------------------------------------------------


@lru_cache(maxsize=200_000)
def all_sets(counts: tuple[int, ...]) -> bool:
    """Whether counts of 34 kinds are chows and pungs and nothing else."""
    first = next((at for at, count in enumerate(counts) if count), None)
    if first is None:
        return True
    rest = list(counts)
    if counts[first] >= 3:
        rest[first] -= 3
        if all_sets(tuple(rest)):
            return True
        rest[first] += 3
    if first < 27 and first % 9 < 7 and counts[first + 1] and counts[first + 2]:
        for at in (first, first + 1, first + 2):
            rest[at] -= 1
        return all_sets(tuple(rest))
    return False


def counted(tiles: Sequence[str]) -> list[int]:
    held = Counter(tiles)
    return [held[kind] for kind in KINDS]


def in_thirds(tiles: Sequence[str]) -> bool:
    """Whether each suit and honour has as many tiles as sets have, and one of them a pair more."""
    last = "".join(tile[-1] for tile in tiles)
    return sorted(last.count(letter) % 3 for letter in "mpsESWNCFP") == [0] * 9 + [2]


def pairs_of(tiles: Sequence[str]) -> Iterator[str]:
    """The pairs beside which tiles are sets and nothing else."""
    if not in_thirds(tiles):
        return
    counts = counted(tiles)
    for at, kind in enumerate(KINDS):
        if counts[at] >= 2:
            rest = list(counts)
            rest[at] -= 2
            if all_sets(tuple(rest)):
                yield kind


def only_pungs(tiles: Sequence[str], pair: str) -> bool:
    rest = Counter(tiles)
    rest[pair] -= 2
    return all(number % 3 == 0 for number in rest.values())


def odd_kinds(tiles: Sequence[str]) -> int:
    return sum(number % 2 for number in Counter(tiles).values())


# ---- what a hand is worth -----------------------------------------------------------------------


def worth(held: Held, says: Mapping[str, Any]) -> int:
    """What the best reading of a hand is worth; 0 where it is no win."""
    return max([0, *readings(held, says), *by_wildcards(held, says)])


def readings(held: Held, says: Mapping[str, Any]) -> Iterator[int]:
    """What each reading as sets and a pair, or as eight pairs, is worth."""
    natural = held.natural
    for faces in combinations_with_replacement(KINDS, held.wildcards):
        tiles = (*natural, *faces)
        for pair in pairs_of(tiles):
            yield of_sets(held, says, faces, tiles, pair)
        if not held.melds and odd_kinds(tiles) == 1:
            yield of_pairs(held, says, tiles)


def by_wildcards(held: Held, says: Mapping[str, Any]) -> Iterator[int]:
    """Three wildcards, whatever else is there."""
    if held.wildcards >= 3 and (held.drawn or says["three_caishen"] == "any"):
        yield 4 if "first_turn" in held.flags else 2


def of_sets(held: Held, says: Mapping[str, Any], faces: Tiles, tiles: Tiles, pair: str) -> int:
    own = faces.count(held.wild)
    themselves = own == held.wildcards
    if says["lazi"] and held.wildcards >= 3 and themselves:
        return 8
    if held.wildcards >= 3 or "first_turn" in held.flags:
        return 4
    if says["extended_double"] and any(longer_list(held, faces, tiles, pair)):
        return 4
    if held.drawn or themselves or "robbing" in held.flags:
        return 2
    return 1


def longer_list(held: Held, faces: Tiles, tiles: Tiles, pair: str) -> Iterator[bool]:
    """The double hands that are played by option."""
    yield only_pungs(tiles, pair) and all(meld.is_pung for meld in held.melds)
    yield len(held.melds) == 5
    yield "replacement" in held.flags
    yield held.wildcards == 2 and faces.count(held.wild) == 2
    yield faces.count(pair) >= 2
    yield one_suit(held, tiles)
    everything = Counter([*tiles, *(tile for meld in held.melds for tile in meld.tiles)])
    yield all(everything[dragon] >= 3 or dragon == pair for dragon in DRAGONS)


def one_suit(held: Held, tiles: Tiles) -> bool:
    """Tiles of one suit, with honours or without."""
    everything = [*tiles, *(tile for meld in held.melds for tile in meld.tiles)]
    return len({tile[1] for tile in everything if len(tile) == 2}) == 1


def of_pairs(held: Held, says: Mapping[str, Any], tiles: Tiles) -> int:
    # of tiles that look alike: a wildcard and a 白板 do not
    hard = odd_kinds(held.concealed) == 1
    if says["lazi"] and held.wildcards >= 3 and hard:
        return 8
    if hard or held.wildcards >= 3 or "first_turn" in held.flags:
        return 4
    if says["extended_double"]:
        dragons = all(tiles.count(dragon) >= 2 for dragon in DRAGONS)
        if one_suit(held, tiles) or dragons:
            return 4
    if held.drawn:
        return int(says["soft_pairs_selfdraw"])
    if "robbing" in held.flags:
        return 2
    return int(says["soft_pairs_discard"])


# ---- hands at random ----------------------------------------------------------------------------


class Builder:
    """Tiles that are taken one by one, as many as there are of each."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.wild = rng.choice(KINDS) if rng.random() < 0.9 else WHITE
        self.left = Counter(dict.fromkeys(KINDS, 4))
        self.left[self.wild] -= 1
        few = rng.random() < 0.4
        self.kinds = [self.wild, *rng.sample(KINDS, 11)] if few else list(KINDS)

    def physical(self, tile: str) -> str:
        """What plays a tile that is no wildcard."""
        return WHITE if tile == self.wild != WHITE else tile

    def take(self, *tiles: str) -> bool:
        """Take natural tiles of these faces, all of them or none."""
        wanted = Counter(map(self.physical, tiles))
        if self.wild in wanted or WHITE in tiles:
            return False
        if any(self.left[tile] < number for tile, number in wanted.items()):
            return False
        self.left -= wanted
        return True

    def random_set(self) -> Tiles:
        while True:
            kind = self.rng.choice(self.kinds if self.rng.random() < 0.9 else KINDS)
            tiles: Tiles = (kind,) * 3
            if len(kind) == 2 and kind[0] < "8" and self.rng.random() < 0.7:
                tiles = tuple(f"{int(kind[0]) + step}{kind[1]}" for step in range(3))
            if self.take(*tiles):
                return tiles

    def random_pair(self) -> Tiles:
        while True:
            kind = self.rng.choice(self.kinds if self.rng.random() < 0.9 else KINDS)
            if self.take(kind, kind):
                return (kind, kind)

    def random_tile(self) -> str:
        """Any tile that is left, as it lies there."""
        return self.rng.choice([tile for tile in self.left.elements()])


def random_held(rng: random.Random) -> Held:
    """A hand that is mostly complete, and how it may have been won."""
    make = Builder(rng)
    melds: list[Laid] = []
    if rng.random() < 0.35:
        concealed = [tile for _ in range(8) for tile in make.random_pair()]
        concealed = [make.physical(tile) for tile in concealed]
        odd = make.random_tile()
        make.left[odd] -= 1
        concealed.append(odd)
    else:
        concealed = list(map(make.physical, make.random_pair()))
        laid = rng.choice((0, 0, 1, 2, 3, 4, 5))
        for number in range(5):
            tiles = make.random_set()
            if number >= laid:
                concealed += map(make.physical, tiles)
                continue
            hidden = False
            if len(set(tiles)) == 1 and rng.random() < 0.4 and make.take(tiles[0]):
                tiles = (*tiles, tiles[0])
                hidden = rng.random() < 0.5
            melds.append(Laid(tiles, hidden))
    # wildcards take the place of tiles, and now and then a tile is another
    for _ in range(rng.choice((0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3))):
        swap(make, concealed, make.wild)
    if rng.random() < 0.25:
        swap(make, concealed, make.random_tile())
    rng.shuffle(concealed)
    return won(make, tuple(concealed), tuple(melds))


def swap(make: Builder, concealed: list[str], tile: str) -> None:
    """Put a tile in the place of another one, often of a 白板."""
    if make.left[tile]:
        make.left[tile] -= 1
        whites = [at for at, each in enumerate(concealed) if each == WHITE != make.wild]
        at = make.rng.randrange(len(concealed))
        if whites and make.rng.random() < 0.6:
            at = make.rng.choice(whites)
        make.left[concealed[at]] += 1
        concealed[at] = tile


def won(make: Builder, concealed: Tiles, melds: tuple[Laid, ...]) -> Held:
    rng = make.rng
    win = rng.choice(concealed)
    flags = set()
    if win == make.wild or rng.random() < 0.4:
        flags.add("self_draw")
    if rng.random() < 0.4:
        flags.add("dealer")
    exposed = any(not meld.hidden for meld in melds)
    if "self_draw" not in flags:
        face = make.wild if win == WHITE else win
        lies = [*concealed, *(make.physical(t) for meld in melds for t in meld.tiles)]
        if rng.random() < 0.15 and lies.count(make.physical(face)) == 1:
            flags.add("robbing")
    elif any(meld.is_kong for meld in melds) and rng.random() < 0.5:
        flags.add("replacement")
    if rng.random() < 0.1 and "robbing" not in flags:
        dealer = "dealer" in flags
        if (not exposed and "self_draw" in flags) if dealer else not melds:
            flags.add("first_turn")
    return Held(concealed, melds, make.wild, win, frozenset(flags))


HANDS: dict[str, tuple[Any, ...]] = {
    "three_caishen": ("self_draw", "any"),
    "soft_pairs_discard": (2, 1),
    "soft_pairs_selfdraw": (4, 2),
    "extended_double": (False, True),
    "lazi": (False, True),
}
"""The options that decide what a hand is worth."""


# ---- the slow settlement ------------------------------------------------------------------------

SCALES = {
    "linear2": (2, 4, 6, 8, 10, 12, 14, 16, 18),
    "linear": (1, 2, 3, 4, 5, 6, 7, 8, 9),
    "doubling": (1, 2, 4, 8, 16, 32, 64, 128, 256),
}

SETTLED: dict[str, tuple[Any, ...]] = {
    "dealer_scale": ("linear2", "linear", "doubling"),
    "max_streak": (4, 1, 2, 5, 9),
    "double_winner_caishen": (False, True),
    "kong_points": (True, False),
    "N": (1, 7, 100),
    "A": (0, 3, 10),
    "fee_scope": ("all", "involved"),
    "fee_on_draw": (True, False),
    "escape_points": (8, 0, 24),
    "escape_comp": (2, 0, 8),
    "escape_fee": (False, True),
}
"""The options that decide who pays what."""


def outcome(says: Mapping[str, Any], result: DealResult) -> Outcome:
    """Settle a deal by loops over who pays whom."""
    paid = Paid()
    if result.escaped is not None:
        paid.pay_bank(result.escaped, says["escape_points"])
        for seat in SEATS:
            if seat != result.escaped:
                paid.pay_bank(seat, -says["escape_comp"])
        paid.parties = set(SEATS)
    else:
        for payer in SEATS:
            for payee in SEATS:
                if payer != payee:
                    for amount in owed(says, result, payer, payee):
                        paid.pay(payer, payee, amount)
    points = tuple(paid.net(seat) for seat in SEATS)
    fee = tuple(fee_of(says, result, paid, seat) for seat in SEATS)
    coins = tuple(points[seat] * says["N"] - fee[seat] for seat in SEATS)
    return Outcome(points, coins, fee, sum(paid.bank))


def owed(says: Mapping[str, Any], result: DealResult, payer: int, payee: int) -> Iterator[int]:
    """What one seat owes another."""
    for win in result.wins:
        if payee == win.seat:
            factor = 1
            if result.dealer in (payer, payee):
                deals = result.streak
                if deals > says["max_streak"]:
                    deals = says["max_streak"]
                factor = SCALES[says["dealer_scale"]][deals - 1]
            yield win.fan * factor
        if result.hands:
            wild = result.hands[payee].wild
            if says["double_winner_caishen"] and payee == win.seat and (win.fan > 2 or wild > 2):
                wild += wild
            yield wild
    for kong in result.kongs if says["kong_points"] else ():
        if kong.seat == payee:
            yield 2 if "concealed" in str(kong.type) else 1


def random_result(rng: random.Random) -> DealResult:
    """How a deal may have ended."""
    streak = rng.choice((1, 1, 2, 3, 4, 5, 9, 12))
    dealer = rng.choice((0, 0, 0, 1, 2, 3))
    if rng.random() < 0.08:
        return DealResult(escaped=rng.randrange(4), streak=streak, dealer=dealer)
    wild = [0, 0, 0, 0]
    for _ in range(rng.randint(0, 4)):
        wild[rng.randrange(4)] += 1
    wins = []
    if rng.random() < 0.8:
        seat = rng.randrange(4)
        payer = rng.choice([None, *({0, 1, 2, 3} - {seat})])
        flags = ["robbing"] if payer is not None and rng.random() < 0.2 else []
        wins = [Win(seat, rng.choice((1, 2, 4, 8)), payer, flags=flags, order=9)]
    kongs = []
    for order in range(rng.choice((0, 0, 1, 2, 3))):
        seat = rng.randrange(4)
        sort = rng.choice(("exposed kong", "added kong", "concealed kong"))
        feeder = rng.choice([*({0, 1, 2, 3} - {seat})]) if sort == "exposed kong" else None
        late = sort == "added kong" and rng.random() < 0.5
        kind = rng.randrange(34)
        kongs.append(KongPaid(seat, kind, sort, feeder, late=late, order=order))
    hands = [SeatResult(wild=number) for number in wild] if rng.random() < 0.9 else []
    return DealResult(wins, streak=streak, dealer=dealer, hands=hands, kongs=kongs)


def disagreement(rules: Rules, held: Held) -> str | None:
    """Where the engine says something else of a hand."""
    score = rules.score(held.text, held.win, **held.context)
    expected = worth(held, rules.options)
    if (score.total, score.is_win) == (expected, expected > 0):
        return None
    return f"{held.text} win={held.win} {held.context}: {score.total}, expected {expected}; {rules}"
