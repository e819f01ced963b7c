"""A deal played by a slow, plain judge: lists of tile names, every question answered from scratch.

It is written from the rules of the games. Only what a finished hand is worth is asked of
`Rules.score`, which has a judge of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from queshen import Hand, Meld
from queshen.rules import Rules
from queshen.scorer import Score

SUIT_TILES = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10))
HONOURS = tuple("ESWNCFP")
KINDS = SUIT_TILES + HONOURS
FLOWERS = tuple("春夏秋冬梅兰竹菊")
TILES = KINDS + FLOWERS

WORD = (1 << 64) - 1


# ---- the wall -----------------------------------------------------------------------------------


def words(state: int) -> Iterator[int]:
    """The words of SplitMix64."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & WORD
        word = state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
        yield word ^ word >> 31


def below(number: int, source: Iterator[int]) -> int:
    """A number below another one, all of them equally likely."""
    while True:
        product = (next(source) >> 32) * number
        if product % (1 << 32) >= (1 << 32) % number:
            return product >> 32


def kinds_of(rules: Rules) -> tuple[str, ...]:
    """The kinds of the game: of 112 tiles, four are red dragons and the others have suits."""
    return (*SUIT_TILES, "C") if rules.options.get("tiles") == "112" else KINDS


def all_tiles(flowers: bool, kinds: Sequence[str] = KINDS) -> list[str]:
    """The tiles of the game in their order."""
    tiles = [tile for tile in kinds for _ in range(4)]
    return tiles + list(FLOWERS) if flowers else tiles


def shuffled(seed: int, flowers: bool, kinds: Sequence[str] = KINDS) -> list[str]:
    """The wall of a seed."""
    return shuffle(all_tiles(flowers, kinds), seed)


def shuffle(tiles: Sequence[str], seed: int) -> list[str]:
    """Tiles, which lie in their order, as a seed shuffles them."""
    wall, source = list(tiles), words(seed)
    for place in range(len(wall) - 1, 0, -1):
        other = below(place + 1, source)
        wall[place], wall[other] = wall[other], wall[place]
    return wall


def after(tile: str, honours: str) -> str:
    """The tile that follows in its ring."""
    if tile in SUIT_TILES:
        ring = [each for each in SUIT_TILES if each[1] == tile[1]]
    elif honours == "joint":
        ring = list(HONOURS)
    else:
        ring = list("ESWN") if tile in "ESWN" else list("CFP")
    return ring[(ring.index(tile) + 1) % len(ring)]


# ---- a deal -------------------------------------------------------------------------------------


@dataclass
class Laid:
    """A meld on the table."""

    sort: str  # chow, pung, exposed kong, concealed kong
    tile: str  # the lowest one

    @property
    def tiles(self) -> list[str]:
        if self.sort == "chow":
            rank = int(self.tile[0])
            return [f"{each}{self.tile[1]}" for each in (rank, rank + 1, rank + 2)]
        return [self.tile] * (4 if "kong" in self.sort else 3)

    @property
    def meld(self) -> Meld:
        return Meld(self.sort, KINDS.index(self.tile))  # type: ignore[arg-type]


@dataclass
class Seat:
    """What a seat has."""

    hand: list[str] = field(default_factory=list)
    melds: list[Laid] = field(default_factory=list)
    flowers: list[str] = field(default_factory=list)


CLAIMED = ("chow", "pung", "exposed kong")
KONGS = ("exposed kong", "added kong", "concealed kong")


@dataclass(frozen=True)
class Step:
    """One thing that happened."""

    what: str  # draw, discard, one of CLAIMED or KONGS, win, or passed: a win that was not taken
    seat: int
    tile: str
    source: int | None = None  # of a claim: who discarded the tile
    robbing: bool = False  # of a win that was not taken
    value: int = 0  # and what it would have been worth


@dataclass(frozen=True)
class Won:
    """One win."""

    seat: int
    payer: int | None
    tile: str
    total: int
    flags: frozenset[str]
    liable: int | None = None
    order: int = 0


@dataclass(frozen=True)
class Kong:
    """A kong that was made."""

    seat: int
    tile: str
    sort: str
    payer: int | None
    late: bool


@dataclass
class Dropped:
    """A tile in the river, and who took it."""

    seat: int
    tile: str
    taken: int | None = None


class Judge:
    """One deal.

    Other games add to it in judges of their own. An option that a game does not have is a mechanism
    that it does not have.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int | None = None,
        wall: Sequence[str] | None = None,
        hands: Sequence[Sequence[str]] | None = None,
        round_wind: str = "E",
        dealer_wind: str = "E",
        streak: int = 1,
        wait_all: bool = False,
    ) -> None:
        self.rules = rules
        self.says: dict[str, Any] = dict(rules.options)
        self.round_wind = round_wind
        self.dealer_wind = dealer_wind
        self.streak = streak
        self.wait_all = wait_all
        self.seats = [Seat() for _ in range(rules.flow.seats)]
        self.wall = list(wall or ())
        if seed is not None:
            self.wall = shuffle(self.tiles_of(rules), seed)
        self.river: list[Dropped] = []
        self.indicator: str | None = None
        self.wild: str | None = None
        self.aside: list[str] = []
        self.lies_open = False  # the indicator does, and nobody can draw it
        self.bird: str | None = None
        self.horses: list[str] = []
        self.wins: list[Won] = []
        self.events: list[tuple[str, int | None, str | None]] = []
        self.story: list[Step] = []
        self.phase = "turn"
        self.turn = 0
        self.open_tile: str | None = None
        self.drawn: str | None = None  # None after a claim
        self.last_drawn: str | None = None
        self.for_kong = False
        self.last_tile = False
        self.answers: dict[int, str] = {}
        self.asked: dict[int, set[str]] = {}
        self.deal(hands)

    @classmethod
    def tiles_of(cls, rules: Rules) -> list[str]:
        """The tiles of the game in their order."""
        return all_tiles(bool(rules.options.get("flowers", False)), kinds_of(rules))

    # ---- seats and wall ----

    def following(self, number: int) -> int:
        """The next seat that takes part."""
        return (number + 1) % len(self.seats)

    @property
    def others(self) -> list[int]:
        """Who takes part beside the seat whose turn it is, the next one first."""
        return [(self.turn + step) % len(self.seats) for step in range(1, len(self.seats))]

    @property
    def wall_left(self) -> int:
        """How many tiles can still be drawn."""
        return len(self.wall)

    # ---- the opening ----

    def deal(self, hands: Sequence[Sequence[str]] | None) -> None:
        """Four tiles at a time, then one; the dealer one more; the indicator; the flowers."""
        if hands is None:
            blocks, rest = divmod(3 * self.rules.sets + 1, 4)
            for block in [4] * blocks + [1] * rest:
                for seat in self.seats:
                    seat.hand += [self.wall.pop(0) for _ in range(block)]
        else:
            for seat, hand in zip(self.seats, hands, strict=True):
                seat.hand = list(hand)
        self.drawn = self.last_drawn = self.wall.pop(0)
        self.seats[0].hand.append(self.drawn)
        self.note("draw", 0, self.drawn)
        self.turn_indicator()
        self.buy_horses()
        dealers = self.drawn
        for number in range(len(self.seats)):
            if not self.replace_flowers(number):
                return self.end_drawn()
            if number == 0:
                assert self.drawn is not None
                dealers = self.drawn
        self.drawn = dealers
        self.last_tile = self.wall_left <= 0
        self.open_play()

    def open_play(self) -> None:
        """What comes before the dealer's turn."""

    def buy_horses(self) -> None:
        """What the dealer takes out of the wall before play."""

    def turn_indicator(self) -> None:
        if "caishen_kind" not in self.says:
            return
        from_tail = self.says["indicator_from"] == "tail"
        while self.wall:
            tile = self.wall.pop(-1 if from_tail else 0)
            if tile in FLOWERS:
                self.aside.append(tile)
                if self.says["indicator_flower"] == "no_caishen":
                    return
                continue
            self.indicator = tile
            if self.says["indicator_in_play"]:
                self.wall.insert(len(self.wall) if from_tail else 0, tile)
            else:
                self.lies_open = True
            itself = self.says["caishen_kind"] == "indicator"
            self.wild = tile if itself else after(tile, self.says["honor_cycle"])
            return

    def replace_flowers(self, number: int) -> bool:
        """Whether there was a tile for every flower."""
        seat = self.seats[number]
        while held := sorted(set(seat.hand) & set(FLOWERS), key=TILES.index):
            seat.hand.remove(held[0])
            seat.flowers.append(held[0])
            self.events.append(("flower", number, held[0]))
            if self.wall_left <= 0:
                return False
            self.drawn = self.last_drawn = self.wall.pop()
            seat.hand.append(self.drawn)
            if self.drawn not in FLOWERS:
                self.events.append(("draw", number, self.drawn))
                self.note("draw", number, self.drawn)
        return True

    def note(self, what: str, seat: int, tile: str, source: int | None = None) -> None:
        self.story.append(Step(what, seat, tile, source))

    def end_drawn(self) -> None:
        self.phase = "end"
        self.events.append(("end", None, None))

    def draw(self, number: int, for_kong: bool) -> None:
        """From the head, for a kong from the tail."""
        self.turn = number
        if self.wall_left <= 0 and not for_kong:
            return self.end_drawn()
        from_tail = for_kong and self.says.get("replacement_end", "tail") == "tail"
        tile = self.wall.pop(-1 if from_tail else 0)
        self.drawn = self.last_drawn = tile
        self.for_kong = for_kong
        self.seats[number].hand.append(tile)
        if tile in FLOWERS:
            if not self.says.get("kong_flower_then_flower", False):
                self.for_kong = False
            if not self.replace_flowers(number):
                return self.end_drawn()
        else:
            self.events.append(("draw", number, tile))
            self.note("draw", number, tile)
        self.last_tile = self.wall_left <= 0
        self.phase = "turn"

    # ---- wins ----

    def face_up(self, tile: str) -> int:
        """How many copies everybody sees."""
        count = sum(each.tile == tile and each.taken is None for each in self.river)
        for seat in self.seats:
            for laid in seat.melds:
                if laid.sort != "concealed kong":
                    count += laid.tiles.count(tile)
        if self.lies_open and self.says.get("indicator_visible", True):
            count += self.indicator == tile
        return count

    def engine_hand(self, number: int, tiles: Iterable[str]) -> Hand:
        """The tiles as a hand, wildcards apart."""
        tiles = [tile for tile in tiles if tile not in FLOWERS]
        natural = [tile for tile in tiles if tile != self.wild]
        return Hand(
            bytes(natural.count(kind) for kind in KINDS),
            melds=[laid.meld for laid in self.seats[number].melds],
            wild=len(tiles) - len(natural),
            face=None if self.face is None else KINDS.index(self.face),
            sets=self.rules.sets,
            fifth=self.rules.fifth,  # type: ignore[arg-type]
        )

    @property
    def face(self) -> str | None:
        """What the wildcards show."""
        return self.wild

    def named(self, tile: str) -> str:
        """What the tile is called where the worth of a hand is asked."""
        return tile

    def score(self, number: int) -> tuple[Score, frozenset[str]] | None:
        """What the seat's hand is worth with the tile in question; None if it cannot win at all."""
        seat = self.seats[number]
        hand = list(seat.hand)
        own = self.phase == "turn"
        tile = self.drawn if own else self.open_tile
        if tile is None:
            return None
        if own:
            hand.remove(tile)
        if tile == self.wild and not own and self.says["caishen_ron"] == "no":
            return None
        flags = frozenset(self.flags(number, tile))
        score = self.rules.score(
            self.engine_hand(number, hand),
            self.named(tile),
            self_draw=own,
            round_wind=self.round_wind,
            seat_wind=self.seat_wind(number),
            dealer=number == 0,
            flowers="".join(seat.flowers),
            **dict.fromkeys(flags, True),  # type: ignore[arg-type]
        )
        return score, flags

    def seat_wind(self, number: int) -> str:
        """Winds go round from the dealer's, who has the east unless winds stay with the chairs.

        The second of two seats sits opposite, and beyond four there is east.
        """
        if number >= 4:
            return "E"
        step = 2 if len(self.seats) == 2 else 1
        return "ESWN"[("ESWN".index(self.dealer_wind) + step * number) % 4]

    def flags(self, number: int, tile: str) -> set[str]:
        """How a win on a tile comes about."""
        own = self.phase == "turn"
        flags = set()
        if self.phase == "rob":
            flags.add("robbing")
        elif self.last_tile:
            flags.add("last_tile")
        if own and self.for_kong:
            flags.add("replacement")
        if self.phase == "claim" and self.for_kong:
            flags.add("after_kong")
        # The discard itself lies face up too. A robbed tile is the fourth copy for certain, which
        # is not paid beside the robbery.
        others = self.face_up(tile) - (self.phase == "claim")
        wild = tile == self.wild and (own or self.says["caishen_ron"] == "wild")
        if not wild and self.phase != "rob" and others >= 3:
            flags.add("last_copy")
        return flags

    def may_win(self, number: int) -> bool:
        found = self.score(number)
        return found is not None and found[0].is_win

    def record_win(self, number: int) -> None:
        found = self.score(number)
        assert found is not None
        own = self.phase == "turn"
        tile = self.drawn if own else self.open_tile
        assert tile is not None
        payer = None if own else self.turn
        liable = self.pays_for_all(number) if own else None
        order = len(self.kongs())
        self.wins.append(Won(number, payer, tile, found[0].total, found[1], liable, order))
        self.events.append(("win", number, tile))

    def missed(self, number: int) -> tuple[str, ...]:
        """The kinds that a seat may not win on because it let a win go."""
        return ()

    def liable(self, number: int) -> int | None:
        """Who would pay for all if a seat won by self-draw now."""
        return None

    def pays_for_all(self, number: int) -> int | None:
        """Who pays every share of a self-draw."""
        return None

    def kongs(self) -> list[Kong]:
        """Every kong that was made, in order.

        An added kong is late if its tile was not drawn in the turn in which it is made.
        """
        found = []
        drawn: list[tuple[int, str]] = []  # in this turn
        for step in self.story:
            if step.what in ("discard", "win"):
                drawn = []
            elif step.what == "draw":
                drawn.append((step.seat, step.tile))
            elif step.what in KONGS:
                late = step.what == "added kong" and (step.seat, step.tile) not in drawn
                found.append(Kong(step.seat, step.tile, step.what, step.source, late))
        return found

    def after_wins(self, last: int) -> None:
        """What follows on one or more wins; `last` is the farthest winner."""
        self.phase = "end"
        if not self.says.get("bird"):
            return
        if not self.wall:
            if self.says["bird_wall_empty"] == "last_wall_tile":
                self.bird = self.last_drawn
            return
        while self.wall:
            tile = self.wall.pop(-1 if self.says["bird_from"] == "tail" else 0)
            if tile not in FLOWERS:
                self.bird = tile
                return
            if self.says["bird_flower"] == "no_bird":
                return

    # ---- what a seat may do ----

    @property
    def wild_melds(self) -> bool:
        return bool(self.says.get("caishen_meld", True))

    def legal(self, number: int) -> set[str]:
        """The actions of a seat as text."""
        if self.phase == "turn" and number == self.turn:
            return self.own_turn(number)
        return {"pass"} | self.asked.get(number, set())

    def may_discard(self, number: int) -> set[str]:
        """The tiles that a seat may put down."""
        hand = self.seats[number].hand
        may = {tile for tile in hand if tile != self.wild or self.says["caishen_discard"]}
        return may or set(hand)

    def own_turn(self, number: int) -> set[str]:
        seat = self.seats[number]
        actions = {f"discard {tile}" for tile in self.may_discard(number)}
        if self.drawn is None and not self.says.get("kong_after_claim", False):
            return actions
        if self.wall_left > 0:
            for tile in set(seat.hand):
                if tile == self.wild and not self.wild_melds:
                    continue
                if seat.hand.count(tile) == 4:
                    actions.add(f"concealed kong {tile}")
                if any(laid.sort == "pung" and laid.tile == tile for laid in seat.melds):
                    actions.add(f"added kong {tile}")
        if self.may_win(number):
            actions.add("win")
        return actions

    def claims(self, number: int) -> set[str]:
        """What a seat could do with the open tile, beside passing."""
        actions = {"win"} if self.may_win(number) else set()
        return actions if self.phase == "rob" else actions | self.sets(number)

    def sets(self, number: int) -> set[str]:
        """The claims for a set."""
        tile, hand = self.open_tile, self.seats[number].hand
        assert tile is not None
        actions: set[str] = set()
        if self.wall_left <= 0 or (tile == self.wild and not self.wild_melds):
            return actions
        if hand.count(tile) >= 2:
            actions.add("pung")
        if hand.count(tile) >= 3:
            actions.add("kong")
        if number == self.following(self.turn):
            for place in ("low", "middle", "high"):
                chow = self.chow(tile, place)
                if chow and all(
                    each in hand and (each != self.wild or self.wild_melds)
                    for each in chow.tiles
                    if each != tile
                ):
                    actions.add(f"chow {place}")
        return actions

    @staticmethod
    def chow(tile: str, place: str) -> Laid | None:
        """The chow in which a tile stands at a place."""
        if tile not in SUIT_TILES:
            return None
        lowest = int(tile[0]) - ("low", "middle", "high").index(place)
        return Laid("chow", f"{lowest}{tile[1]}") if 1 <= lowest <= 7 else None

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.phase == "end":
            return ()
        if self.phase == "turn":
            return (self.turn,)
        waiting = self.asked.keys() - self.answers.keys()
        return tuple(each for each in self.others if each in waiting)

    # ---- acts ----

    def act(self, number: int, action: str) -> None:
        if self.phase == "turn":
            self.act_in_turn(action)
            return
        self.answers[number] = action
        self.close_window()

    def act_in_turn(self, action: str) -> None:
        seat = self.seats[self.turn]
        what, _, tile = action.rpartition(" ")
        if action == "win":
            self.record_win(self.turn)
            self.after_wins(self.turn)
        elif what == "discard":
            seat.hand.remove(tile)
            self.river.append(Dropped(self.turn, tile))
            self.events.append(("discard", self.turn, tile))
            self.note("discard", self.turn, tile)
            self.open_window("claim", tile)
        elif what == "concealed kong":
            for _ in range(4):
                seat.hand.remove(tile)
            seat.melds.append(Laid("concealed kong", tile))
            self.note("concealed kong", self.turn, tile)
            self.events.append(("kong", self.turn, tile))
            self.draw(self.turn, True)
        else:
            assert what == "added kong", action
            self.open_window("rob", tile)

    def open_window(self, phase: str, tile: str) -> None:
        self.phase, self.open_tile = phase, tile
        found = {number: self.claims(number) for number in self.others}
        self.asked = {number: actions | {"pass"} for number, actions in found.items() if actions}
        self.answers = {}
        self.close_window()

    def outcome(self, answers: dict[int, str]) -> tuple[tuple[int, str], ...]:
        """What is carried out: wins first, then a pung or kong, then a chow; the nearest seat's."""
        ranks = {"win": 3, "pung": 2, "kong": 2, "chow": 1, "pass": 0}
        given = [(each, answers.get(each, "pass")) for each in self.others]
        given = [(each, action) for each, action in given if action != "pass"]
        if not given:
            return ()
        highest = max(ranks[action.split()[0]] for _, action in given)
        best = [each for each in given if ranks[each[1].split()[0]] == highest]
        return tuple(best if highest == 3 and self.several_win() else best[:1])

    @property
    def lying(self) -> Dropped:
        """The last tile that was discarded."""
        return self.river[-1]

    def several_win(self) -> bool:
        """Whether all who want the tile for a win have it, or the nearest of them."""
        return bool(self.says.get("multi_win", "nearest") == "all")

    def close_window(self) -> None:
        """As soon as no answer that is missing can change what is carried out."""
        missing = [number for number in self.asked if number not in self.answers]
        if missing and self.wait_all:
            return
        ways = {
            self.outcome(self.answers | dict(zip(missing, rest, strict=True)))
            for rest in product(*(self.asked[number] for number in missing))
        }
        if len(ways) > 1:
            return
        (decided,) = ways
        self.asked, self.answers = {}, {}
        self.carry_out(decided)

    def carry_out(self, decided: tuple[tuple[int, str], ...]) -> None:
        tile = self.open_tile
        assert tile is not None
        if not decided:
            if self.phase == "rob":
                self.finish_added_kong(tile)
            else:
                self.draw(self.following(self.turn), False)
            return
        number, action = decided[0]
        if action == "win":
            robbed = self.phase == "rob"
            if robbed:
                self.events.append(("discard", self.turn, tile))
            for winner, _ in decided:
                self.record_win(winner)
            if robbed:  # the tile leaves the hand, and there is no kong
                self.seats[self.turn].hand.remove(tile)
                self.river.append(Dropped(self.turn, tile))
            self.lying.taken = number
            self.after_wins(decided[-1][0])
            return
        self.claim(number, action, tile)

    def claim(self, number: int, action: str, tile: str) -> None:
        seat = self.seats[number]
        if action.startswith("chow"):
            laid = self.chow(tile, action.split()[1])
            assert laid is not None
        else:
            laid = Laid("pung" if action == "pung" else "exposed kong", tile)
        rest = laid.tiles
        rest.remove(tile)
        for each in rest:
            seat.hand.remove(each)
        seat.melds.append(laid)
        self.lying.taken = number
        self.note(laid.sort, number, laid.tile, self.turn)
        self.turn = number
        self.events.append(("kong" if action == "kong" else "meld", number, laid.tile))
        if action == "kong":
            self.draw(number, True)
            return
        self.phase, self.drawn, self.for_kong = "turn", None, False

    def finish_added_kong(self, tile: str) -> None:
        seat = self.seats[self.turn]
        seat.hand.remove(tile)
        for laid in seat.melds:
            if laid.sort == "pung" and laid.tile == tile:
                laid.sort = "exposed kong"
        self.events.append(("kong", self.turn, tile))
        self.note("added kong", self.turn, tile)
        self.draw(self.turn, True)
