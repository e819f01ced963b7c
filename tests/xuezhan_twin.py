"""The judge of 血战: tiles passed on, void suits, winners who leave, and waits at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import twin
from table_twin import (
    KINDS,
    KONGS,
    SUIT_TILES,
    Dropped,
    Judge,
    Step,
    Won,
    all_tiles,
)

from queshen import Hand, Meld
from queshen.rules import Rules
from queshen.shapes import Shape

PASSED_ON = 3
STEPS = {"next": 1, "previous": -1}


def without(tiles: Sequence[str], *gone: str) -> list[str]:
    """Tiles without some of them."""
    rest = list(tiles)
    for tile in gone:
        rest.remove(tile)
    return rest


def is_complete(tiles: Sequence[str], melds: int, sets: int, shapes: Shape) -> bool:
    """Whether tiles without wildcards are complete beside so many melds."""
    many = Counter(tiles)
    odd = sum(number % 2 for number in many.values())
    if max(many.values()) > 4:
        return False
    if len(tiles) == 14 and Shape.SEVEN_PAIRS in shapes and odd == 0:
        return True
    if len(tiles) == 17 and Shape.EIGHT_PAIRS in shapes and odd == 1:
        return True
    orphans = all(tile[0] in "19ESWNCFP" for tile in tiles) and len(many) == 13
    if Shape.THIRTEEN_ORPHANS in shapes and orphans:
        return True
    return twin.is_win([many[kind] for kind in KINDS], 0, sets, melds, shapes=twin.STANDARD)


def passed_value(story: Sequence[Step], number: int, *ends: str) -> int | None:
    """The greatest value of the wins that a seat has passed over since some step of its own."""
    found = None
    for step in reversed(story):
        if step.seat == number and step.what in ends:
            return found
        if step.seat == number and step.what == "passed":
            found = max(found or 0, step.value)
    return found


def best_wait(
    rules: Rules, tiles: Sequence[str], melds: Sequence[Meld], void: str | None
) -> int | None:
    """查叫: the best value that a hand waits for, on a plain discard; None where it waits for none.

    A kind that it holds all four of is no wait, nor is one of the void suit.
    """
    if any(tile[1] == void for tile in tiles):
        return None
    everything = [*tiles, *(KINDS[kind] for meld in melds for kind in meld.kinds)]
    hand = Hand(bytes(tiles.count(kind) for kind in KINDS), melds=melds, sets=rules.sets)
    found = []
    for tile in SUIT_TILES:
        if everything.count(tile) == 4 or tile[1] == void:
            continue
        complete = is_complete([*tiles, tile], len(melds), rules.sets, rules.shapes)
        score = rules.score(hand, tile)
        suits = {each[1] for each in (*everything, tile)}
        assert score.is_win is (complete and len(suits) <= rules.most_suits)
        if score.is_win:
            found.append(score.total)
    return max(found, default=None)


class XuezhanJudge(Judge):
    """One deal of 血战 with four seats or six."""

    def __init__(self, rules: Rules, **set_up: Any) -> None:
        seats = rules.flow.seats
        self.given: list[list[str]] = [[] for _ in range(seats)]  # to be passed on
        self.direction: str | None = None  # the lot, as the table drew it
        self.voids: dict[int, str] = {}  # as they were chosen
        self.left = [False] * seats
        self.won_tiles = 0
        self.won_drops: list[Dropped] = []
        self.extra: list[tuple[str, int, int]] = []  # what events before play tell beside
        super().__init__(rules, **set_up)
        self.says |= {"replacement_end": "head", "multi_win": "all"}

    @classmethod
    def tiles_of(cls, rules: Rules) -> list[str]:
        return all_tiles(False, SUIT_TILES)

    # ---- before play ----

    def open_play(self) -> None:
        if self.says["huan3"] and self.phase == "turn":
            self.phase = "exchange"
        elif self.says["dingque"] and self.phase != "void":
            self.phase = "void"
        else:
            self.phase = "turn"

    @property
    def to_act(self) -> tuple[int, ...]:
        seats = [*range(1, len(self.seats)), 0]
        if self.phase == "exchange":
            return tuple(each for each in seats if len(self.given[each]) < PASSED_ON)
        if self.phase == "void":
            return tuple(each for each in seats if each not in self.voids)
        return super().to_act

    def may_pass_on(self, number: int) -> set[str]:
        """The tiles of which the next one may be passed on: three of one suit in all."""
        given = self.given[number]
        rest = without(self.seats[number].hand, *given)
        suits = [tile[1] for tile in rest]
        if len(given) == PASSED_ON:
            return set()
        if given:
            return {tile for tile in rest if tile[1] == given[0][1]}
        return {tile for tile in rest if suits.count(tile[1]) >= PASSED_ON}

    def pass_on(self) -> None:
        assert self.direction is not None
        seats = len(self.seats)
        step = STEPS.get(self.direction, seats // 2)
        for seat, given in zip(self.seats, self.given, strict=True):
            seat.hand = without(seat.hand, *given)
        gone = self.drawn not in self.seats[0].hand  # then another tile is the one drawn
        for number, given in enumerate(self.given):
            to = (number + step) % seats
            self.seats[to].hand += given
            for tile in given:
                self.events.append(("exchange", number, tile))
                self.extra.append(("exchange", number, to))
            if to == 0 and gone:
                self.drawn = self.last_drawn = given[0]

    def void_of(self, number: int) -> str | None:
        """The void suit of a seat, once every seat has one."""
        return self.voids.get(number) if self.phase not in ("exchange", "void") else None

    def is_void(self, number: int, tile: str) -> bool:
        return tile[1] == self.void_of(number)

    def holds_void(self, number: int) -> bool:
        return any(self.is_void(number, tile) for tile in self.seats[number].hand)

    def act(self, number: int, action: str) -> None:
        chosen = action.split()[-1]
        if self.phase == "exchange":
            self.given[number].append(chosen)
            if not self.to_act:
                self.pass_on()
                self.open_play()
        elif self.phase == "void":
            self.voids[number] = chosen
            if not self.to_act:
                for each in range(len(self.seats)):
                    self.events.append(("void", each, None))
                    self.extra.append(("void", each, "mps".index(self.voids[each])))
                self.open_play()
        else:
            super().act(number, action)

    # ---- who takes part ----

    def following(self, number: int) -> int:
        while True:
            number = super().following(number)
            if not self.left[number]:
                return number

    @property
    def others(self) -> list[int]:
        return [each for each in super().others if not self.left[each]]

    # ---- what a seat may do ----

    def legal(self, number: int) -> set[str]:
        if self.phase == "exchange":
            return {f"tile {tile}" for tile in self.may_pass_on(number)}
        if self.phase == "void":
            return {"void m", "void p", "void s"}
        return super().legal(number)

    def may_discard(self, number: int) -> set[str]:
        hand = self.seats[number].hand
        return {tile for tile in hand if self.is_void(number, tile)} or set(hand)

    def own_turn(self, number: int) -> set[str]:
        return {
            action
            for action in super().own_turn(number)
            if "kong" not in action or not self.is_void(number, action.split()[-1])
        }

    def sets(self, number: int) -> set[str]:
        """Pungs and kongs; of the last discard a pung only."""
        tile, hand = self.open_tile, self.seats[number].hand
        assert tile is not None
        if self.is_void(number, tile):
            return set()
        found = {"pung"} if hand.count(tile) >= 2 else set()
        return found | {"kong"} if hand.count(tile) == 3 and self.wall_left > 0 else found

    # ---- wins ----

    def face_up(self, tile: str) -> int:
        """What was won on lies there as well."""
        return super().face_up(tile) + sum(each.tile == tile for each in self.won_drops)

    def value(self, number: int) -> int:
        """What a win of a seat with the tile in question is worth; -1 where it is none."""
        tile = self.drawn if self.phase == "turn" else self.open_tile
        if tile is None or self.holds_void(number) or self.is_void(number, tile):
            return -1
        found = self.score(number)
        return found[0].total if found is not None and found[0].is_win else -1

    def counts_as_missed(self) -> bool:
        """Whether a win with the open tile may be missed, and barred."""
        if self.says["missed_win"] != "no_equal_or_lower":
            return False
        return self.phase == "claim" or self.rules.flow.missed_by_robbing

    def missed_value(self, number: int) -> int | None:
        return None if self.left[number] else passed_value(self.story, number, "draw")

    def may_win(self, number: int) -> bool:
        value = self.value(number)
        passed = self.missed_value(number)
        if self.phase == "turn" or not self.counts_as_missed() or passed is None:
            return value >= 0
        return value > passed

    def flags(self, number: int, tile: str) -> set[str]:
        flags = super().flags(number, tile)
        return flags | {"first_turn"} if self.of_first_turn(number) else flags

    def of_first_turn(self, number: int) -> bool:
        """天胡 with the tiles that were dealt, 地胡 by the first draw before any claim or kong."""
        done = [step.what for step in self.story]
        if not self.says["tiandihu"] or {"pung", *KONGS} & set(done):
            return False
        if number == 0:
            return self.phase == "turn" and "discard" not in done
        if self.says["dihu"] == "first_draw":
            drawn = [step for step in self.story if (step.what, step.seat) == ("draw", number)]
            return self.phase == "turn" and len(drawn) == 1
        return self.phase == "claim" and done.count("discard") == 1 and self.turn == 0

    def record_win(self, number: int) -> None:
        super().record_win(number)
        won = self.wins.pop()
        order = won.order + self.won_tiles
        self.wins.append(
            Won(won.seat, won.payer, won.tile, won.total, won.flags, won.liable, order)
        )
        self.left[number] = True

    def after_wins(self, last: int) -> None:
        """The next seat after the last winner draws, unless one seat is left."""
        self.note("win", last, self.wins[-1].tile)
        self.won_tiles += 1
        if self.phase != "turn":
            self.won_drops.append(self.lying)
        if self.left.count(False) == 1:
            super().after_wins(last)
        else:
            self.draw(self.following(last), False)

    def carry_out(self, decided: tuple[tuple[int, str], ...]) -> None:
        tile = self.open_tile
        assert tile is not None
        robbing = self.phase == "rob"
        winners = [number for number, action in decided if action == "win"]
        for number in self.others if self.counts_as_missed() else ():
            if number not in winners and self.may_win(number):
                value = self.value(number)
                self.story.append(Step("passed", number, tile, robbing=robbing, value=value))
        super().carry_out(decided)

    # ---- the end ----

    def kong_orders(self) -> list[int]:
        """The places of the kongs among kongs and tiles won on."""
        told = [step.what for step in self.story if step.what in ("win", *KONGS)]
        return [at for at, what in enumerate(told) if what != "win"]

    def waiting(self, number: int) -> int | None:
        """The best value that a seat waits for when the wall has ended."""
        over = self.phase == "end" and self.left.count(False) > 1
        if not over or self.left[number]:
            return None
        seat = self.seats[number]
        melds = [laid.meld for laid in seat.melds]
        return best_wait(self.rules, seat.hand, melds, self.void_of(number))

    # ---- what is compared ----

    def stands(self) -> dict[str, object]:
        seats = range(len(self.seats))
        exchanged = self.direction if self.phase != "exchange" else None
        return {
            "left": self.left,
            "void_suit": [self.void_of(number) for number in seats],
            "exchanged": exchanged,
            "missed_value": [self.missed_value(number) for number in seats],
        }

    def ended(self) -> list[dict[str, object]]:
        return [
            {
                "left": self.left[number],
                "void_suit": self.voids.get(number),
                "holds_void": self.holds_void(number),
                "waiting": self.waiting(number),
            }
            for number in range(len(self.seats))
        ]
