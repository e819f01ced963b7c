"""The judges of three regional games: 山西麻将, 温州麻将 and 二人麻将.

What completes a hand without wildcards is found by the slow judge of hands; with wildcards the
hand itself is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from table_twin import (
    HONOURS,
    KINDS,
    SUIT_TILES,
    Dropped,
    Judge,
    Laid,
    Step,
    Won,
    after,
    all_tiles,
)
from xuezhan_twin import is_complete, passed_value, without

from queshen.rules import Rules
from queshen.shapes import Shape


def near(kind: str, tile: str) -> bool:
    """Whether two tiles may stand in one set."""
    if kind in HONOURS or tile in HONOURS:
        return kind == tile
    return kind[1] == tile[1] and abs(int(kind[0]) - int(tile[0])) <= 2


def candidates(tiles: Sequence[str], shapes: Shape) -> Sequence[str]:
    """The kinds that may complete tiles, by how many there are of each suit and honour."""
    many = Counter(tile[-1] for tile in tiles)
    over = sorted(number % 3 for number in many.values() if number % 3)
    odd = [kind for kind, number in Counter(tiles).items() if number % 2]
    orphans = all(tile[0] in "19ESWNCFP" for tile in tiles)
    if orphans or (Shape.EIGHT_PAIRS in shapes and len(odd) in (0, 2)):
        return KINDS
    if over in ([1], [2, 2]):  # each set takes three of a suit, the pair two
        return [kind for kind in KINDS if any(near(kind, tile) for tile in tiles)]
    return odd if Shape.SEVEN_PAIRS in shapes and len(odd) == 1 else []


@lru_cache(maxsize=40_000)
def completing(tiles: tuple[str, ...], melds: int, sets: int, shapes: Shape) -> frozenset[str]:
    """The kinds that complete tiles without wildcards."""
    return frozenset(
        kind
        for kind in candidates(tiles, shapes)
        if tiles.count(kind) < 4 and is_complete([*tiles, kind], melds, sets, shapes)
    )


class WaitingJudge(Judge):
    """A judge who knows what hands wait for."""

    def waits_of(self, number: int, hand: Sequence[str], melds: Sequence[Laid]) -> frozenset[str]:
        """The kinds that complete a hand that has not drawn."""
        shapes = self.rules.shapes
        if self.wild not in hand:
            return completing(tuple(sorted(hand)), len(melds), self.rules.sets, shapes)
        laid, self.seats[number].melds = self.seats[number].melds, list(melds)
        held = self.engine_hand(number, hand)
        self.seats[number].melds = laid
        found = {KINDS[kind] for kind in held.waits(int(shapes))} - {str(self.face)}
        there = [*hand, *(tile for meld in melds for tile in meld.tiles)].count(str(self.face))
        if there < 4 and held.draw(f"{self.face}'").is_win(int(shapes)):
            found.add(str(self.face))
        return frozenset(found)

    def before_draw(self, number: int) -> list[str]:
        """The hand of a seat without what it has drawn."""
        hand = self.seats[number].hand
        if len(hand) % 3 != 2 or self.drawn is None:
            return hand
        return without(hand, self.drawn)


class DeclaringJudge(WaitingJudge):
    """A game in which hands are declared ready, and no others win."""

    def __init__(self, rules: Rules, **set_up: Any) -> None:
        self.ready = [False] * rules.flow.seats
        self.first_ready = [False] * rules.flow.seats
        self.declares = False  # the discard that lies there declared its seat ready
        super().__init__(rules, **set_up)

    @property
    def wild_melds(self) -> bool:
        return False

    # ---- readiness ----

    def may_declare(
        self, number: int, hand: Sequence[str], melds: Sequence[Laid], *opened: str
    ) -> bool:
        """Whether a hand that has not drawn may be declared; `opened` are tiles that come to lie
        open."""
        return bool(self.waits_of(number, hand, melds))

    def leaves_ready(self, number: int) -> set[str]:
        """The discards with which a seat may declare."""
        seat = self.seats[number]
        return {
            tile
            for tile in set(seat.hand)
            if tile != self.wild
            and self.may_declare(number, without(seat.hand, tile), seat.melds, tile)
        }

    def waits(self, number: int) -> frozenset[str]:
        """What a declared hand waits for."""
        if not self.ready[number]:
            return frozenset()
        return self.waits_of(number, self.before_draw(number), self.seats[number].melds)

    def winning(self, number: int) -> set[str]:
        """What a declared hand may win on, drawn or discarded."""
        waits = {*self.waits(number)}
        return waits | {self.wild} if waits and self.wild is not None else waits

    def kong_keeps(self, number: int, tile: str, copies: int) -> bool:
        """Whether a declared hand may still be declared after a kong."""
        raise NotImplementedError

    def after_kong(self, number: int, tile: str, copies: int) -> tuple[list[str], list[Laid]]:
        """Hand and melds after a kong with so many tiles of the hand."""
        seat = self.seats[number]
        kong = Laid("concealed kong" if copies == 4 else "exposed kong", tile)
        melds = [laid for laid in seat.melds if laid != Laid("pung", tile)]
        return without(seat.hand, *[tile] * copies), [*melds, kong]

    # ---- what a seat may do ----

    def legal(self, number: int) -> set[str]:
        if self.phase == "turn" and number == self.turn:
            return self.own_turn(number)
        asked = {"pass"} | self.asked.get(number, set())
        return {"win"} if "win" in asked and self.forced else asked

    @property
    def forced(self) -> bool:
        return bool(self.says.get("forced_win", False))

    def own_turn(self, number: int) -> set[str]:
        found = super().own_turn(number)
        if "win" in found and self.forced:
            return {"win"}
        if not self.ready[number]:
            return found | {f"discard ready {tile}" for tile in self.leaves_ready(number)}
        kept = {action for action in found if not action.startswith("discard")}
        for action in list(kept):
            what, _, tile = action.rpartition(" ")
            copies = {"concealed kong": 4, "added kong": 1}.get(what)
            if copies and not self.kong_keeps(number, tile, copies):
                kept.remove(action)
        return kept | {f"discard {self.drawn}"}

    def sets(self, number: int) -> set[str]:
        found = super().sets(number)
        if not self.ready[number]:
            return found
        assert self.open_tile is not None
        if "kong" in found and self.kong_keeps(number, self.open_tile, 3):
            return {"kong"}
        return set()

    def act_in_turn(self, action: str) -> None:
        what, _, tile = action.rpartition(" ")
        self.declares = what == "discard ready"
        if self.declares:
            first = not any(step.what == "discard" for step in self.story) and not self.kongs()
            self.first_ready[self.turn] = first
            self.ready[self.turn] = True
            what = "discard"
        super().act_in_turn(f"{what} {tile}" if what else tile)

    def may_win(self, number: int) -> bool:
        if not self.ready[number]:
            return False
        tile = self.drawn if self.phase == "turn" else self.open_tile
        return (tile == self.wild or tile in self.waits(number)) and super().may_win(number)

    def flags(self, number: int, tile: str) -> set[str]:
        flags = super().flags(number, tile)
        if self.ready[number]:
            flags.add("ready")
        if self.first_ready[number]:
            flags.add("first_ready")
        return flags

    def record_win(self, number: int) -> None:
        super().record_win(number)
        if self.phase != "turn" and self.ready[self.turn] and not self.declares:
            won = self.wins.pop()
            flags = won.flags | {"from_ready"}
            self.wins.append(Won(number, won.payer, won.tile, won.total, flags, None, won.order))

    def stands(self) -> dict[str, object]:
        seats = range(len(self.seats))
        return {
            "ready": self.ready,
            "ready_waits": [
                {KINDS.index(tile) for tile in self.winning(number)} for number in seats
            ],
        }

    def ended(self) -> list[dict[str, object]]:
        return [{"ready": ready} for ready in self.ready]


# ---- 山西麻将 ------------------------------------------------------------------------------------


def points(tile: str) -> int:
    """What a tile is worth."""
    return 10 if tile in HONOURS else int(tile[0])


class ShanxiJudge(DeclaringJudge):
    """One deal of 山西麻将: by the tournament rules, or 推倒胡."""

    def __init__(self, rules: Rules, **set_up: Any) -> None:
        self.flat = rules.options["preset"] == "tuidaohu"
        super().__init__(rules, **set_up)
        self.says |= {"caishen_ron": "no", "caishen_discard": True}

    @classmethod
    def tiles_of(cls, rules: Rules) -> list[str]:
        winds = tuple("ESWN") if rules.options["winds"] else ()
        flat = rules.options["preset"] == "tuidaohu"
        return all_tiles(False, (*SUIT_TILES, *winds) if flat else KINDS)

    def turn_indicator(self) -> None:
        """The last tile of the wall is turned, or the last honour; its kind is wild."""
        if self.flat or self.says["haozi"] == "none":
            return
        tile = next(
            (
                tile
                for tile in reversed(self.wall)
                if tile in HONOURS or self.says["haozi"] == "random"
            ),
            None,
        )
        if tile is not None:
            at = max(at for at, each in enumerate(self.wall) if each == tile)
            self.wall.pop(at)
            self.indicator = self.wild = tile
            self.lies_open = True

    @property
    def wall_left(self) -> int:
        """14 tiles stay, 15 after an odd number of kongs."""
        return len(self.wall) - (0 if self.flat else 14 + len(self.kongs()) % 2)

    def sets(self, number: int) -> set[str]:
        return {action for action in super().sets(number) if not action.startswith("chow")}

    # ---- readiness ----

    def may_declare(
        self, number: int, hand: Sequence[str], melds: Sequence[Laid], *opened: str
    ) -> bool:
        """It waits for a tile of 6 points or more of which not all copies are discards or melds."""
        waits = self.waits_of(number, hand, melds)
        if self.flat:
            return bool(waits)
        return any(
            points(tile) >= 6 and self.face_up(tile) + opened.count(tile) < 4 for tile in waits
        )

    def kong_keeps(self, number: int, tile: str, copies: int) -> bool:
        shown = [tile] * (copies % 4)  # a concealed kong shows none
        return self.may_declare(number, *self.after_kong(number, tile, copies), *shown)

    # ---- wins ----

    def winning(self, number: int) -> set[str]:
        return {
            tile
            for tile in super().winning(number)
            if self.flat or tile == self.wild or points(tile) >= 3
        }

    def may_win(self, number: int) -> bool:
        tile = self.drawn if self.phase == "turn" else self.open_tile
        if tile is None or (self.phase == "claim" and tile in self.missed(number)):
            return False
        if self.phase == "rob" and not self.says["rob_added_kong"]:
            return False
        wins = super().may_win(number)
        if not self.flat and tile != self.wild:  # scoring knows it as well
            assert not wins or points(tile) >= (3 if self.phase == "turn" else 6)
        return wins

    def missed(self, number: int) -> tuple[str, ...]:
        missed = passed_value(self.story, number, "draw") is not None
        return KINDS if missed else ()

    def several_win(self) -> bool:
        return bool(self.says["multi_win"] == "all")

    def carry_out(self, decided: tuple[tuple[int, str], ...]) -> None:
        tile = self.open_tile
        assert tile is not None
        winners = [number for number, action in decided if action == "win"]
        counts = self.says["missed_win"] == "any_tile" and self.phase == "claim"
        for number in self.others if counts and not winners else ():
            if self.may_win(number):
                self.story.append(Step("passed", number, tile))
        super().carry_out(decided)

    def open_window(self, phase: str, tile: str) -> None:
        """A tile that declares may be claimed, unless the rules say that it may not."""
        if self.declares and phase == "claim" and not self.says["declared_discard_claimable"]:
            self.draw(self.following(self.turn), False)
        else:
            super().open_window(phase, tile)


# ---- 温州麻将 ------------------------------------------------------------------------------------

WILD = "*"
DOUBLE = 4


class WenzhouJudge(WaitingJudge):
    """One deal of 温州麻将.

    As soon as the indicator is turned, tiles are named by what they play: a wildcard ``*``, a 白板
    the face that the wildcards show. Outside they are called by what they show.
    """

    def __init__(self, rules: Rules, **set_up: Any) -> None:
        self.wild_face: str | None = None
        self.great: dict[int, bool] = {}  # whether the win that each could have is a great one
        self.outranked = False  # a nearer seat wanted to win, too
        super().__init__(rules, **set_up)
        self.says |= {"caishen_ron": "face"}

    @property
    def wild_melds(self) -> bool:
        return False

    @property
    def face(self) -> str | None:
        return self.wild_face

    def shown(self, tile: str) -> str:
        """What a tile shows."""
        if tile == WILD:
            return str(self.wild_face)
        return "P" if tile == self.wild_face and tile != "P" else tile

    def label(self, tile: str) -> str:
        """What a tile that shows this plays."""
        if tile == self.wild_face:
            return WILD
        return str(self.wild_face) if tile == "P" and self.wild_face is not None else tile

    def named(self, tile: str) -> str:
        if tile == WILD and self.phase == "turn":
            return WILD
        return f"{self.wild_face}'" if tile in (WILD, self.wild_face) else tile

    def turn_indicator(self) -> None:
        if not self.wall:
            return
        tile = self.wall.pop(0)
        self.wild_face = tile if self.says["caishen_from"] == "indicator" else after(tile, "joint")
        self.wild = WILD
        self.indicator = self.label(tile)
        self.lies_open = True
        self.wall = [self.label(tile) for tile in self.wall]
        for seat in self.seats:
            seat.hand = [self.label(tile) for tile in seat.hand]
        assert self.drawn is not None
        self.drawn = self.last_drawn = self.label(self.drawn)

    @property
    def wall_left(self) -> int:
        dead = self.says["dead_wall"]
        return len(self.wall) - (14 + len(self.kongs()) if dead == "14+kongs" else dead)

    # ---- what a seat may do ----

    def may_discard(self, number: int) -> set[str]:
        hand = self.seats[number].hand
        lone = {tile for tile in hand if tile in HONOURS and hand.count(tile) == 1}
        if lone and self.says["honours_first"]:
            return lone
        natural = {tile for tile in hand if tile != WILD}
        return set(hand) if self.says["caishen_discard"] or not natural else natural

    def claims(self, number: int) -> set[str]:
        claims = super().claims(number)
        if self.phase == "rob" and self.says["rob_added_kong"] == "any_claim":
            claims |= self.sets(number)
        return claims

    def sets(self, number: int) -> set[str]:
        found, hand = super().sets(number), self.seats[number].hand
        if self.says["block_claim_two_caishen"] and len(hand) == 4 and hand.count(WILD) >= 2:
            return found & {"kong"}
        return found

    def carry_out(self, decided: tuple[tuple[int, str], ...]) -> None:
        tile = self.open_tile
        assert tile is not None
        winners = [number for number, action in decided if action == "win"]
        for number in self.others if self.phase == "claim" and not winners else ():
            if self.may_win(number):
                value = self.worth(number)
                self.story.append(Step("passed", number, tile, value=value))
        if self.phase == "rob" and decided and not winners:  # it is claimed as a discard is
            self.events.append(("discard", self.turn, tile))
            self.seats[self.turn].hand.remove(tile)
            self.river.append(Dropped(self.turn, tile))
        super().carry_out(decided)

    def act_in_turn(self, action: str) -> None:
        seat, number = self.seats[self.turn], self.turn
        own = [step for step in self.story if step.what in ("draw", "chow", "pung")][-1:]
        claimed = [(step.what, step.seat) for step in own] == [("pung", number)]
        if claimed and action.startswith("discard"):
            before = [*seat.hand, *[own[0].tile] * 2]  # the pung took two of them
            was = self.waits_of(number, before, seat.melds[:-1])
            rest = without(seat.hand, action.split()[-1])
            if self.waits_of(number, rest, seat.melds) != was:
                self.note("other waits", number, own[0].tile)
        super().act_in_turn(action)

    # ---- wins ----

    def worth(self, number: int) -> int:
        """What a win with the tile in question would be worth; 0 where it is none."""
        own = self.phase == "turn"
        seat = self.seats[number]
        laid = [tile for meld in seat.melds for tile in meld.tiles]
        if not own and self.open_tile == WILD and (seat.hand + laid).count(str(self.face)) == 4:
            return 0  # it would be the fifth
        found = self.score(number)
        return found[0].total if found is not None and found[0].is_win else 0

    def missed_value(self, number: int) -> int | None:
        """What it passed over since its last draw, or a pung after which it waits for others."""
        return passed_value(self.story, number, "draw", "other waits")

    def may_win(self, number: int) -> bool:
        worth = self.worth(number)
        bars = self.phase == "claim"
        return worth > (self.missed_value(number) or 0 if bars else 0)

    def open_window(self, phase: str, tile: str) -> None:
        self.phase, self.open_tile = phase, tile
        self.great = {number: self.worth(number) >= DOUBLE for number in self.others}
        super().open_window(phase, tile)

    def outcome(self, answers: dict[int, str]) -> tuple[tuple[int, str], ...]:
        """A win of four times the stakes goes before nearer ones."""
        great = [each for each in self.others if answers.get(each) == "win" and self.great[each]]
        if great and self.says["multi_win"] == "double_first":
            return ((great[0], "win"),)
        return super().outcome(answers)

    def several_win(self) -> bool:
        return False

    def close_window(self) -> None:
        wanted = [each for each in self.others if self.answers.get(each) == "win"]
        super().close_window()
        self.outranked = bool(self.wins) and wanted[:1] != [self.wins[0].seat]

    def flags(self, number: int, tile: str) -> set[str]:
        flags = super().flags(number, tile)
        if tile == WILD:  # of the face that it plays there are more than four
            flags.discard("last_copy")
        return flags | {"first_turn"} if self.of_first_turn(number) else flags

    def of_first_turn(self, number: int) -> bool:
        """天胡 and 地胡, while there is no meld."""
        done = [step.what for step in self.story if step.what not in ("passed", "other waits")]
        if set(done) - {"draw", "discard"} or self.phase == "rob":
            return False
        if number == 0:
            return self.phase == "turn" and "discard" not in done
        if self.says["dihu"] == "first_draw":
            drawn = [step for step in self.story if (step.what, step.seat) == ("draw", number)]
            return self.phase == "turn" and len(drawn) == 1
        return self.phase == "claim" and done.count("discard") == 1

    def stands(self) -> dict[str, object]:
        return {"missed_value": [self.missed_value(number) for number in range(len(self.seats))]}


# ---- 二人麻将 ------------------------------------------------------------------------------------


class ErrenJudge(DeclaringJudge):
    """One deal of 二人麻将: seats that may declare, and the last tiles dealt out."""

    def __init__(self, rules: Rules, **set_up: Any) -> None:
        self.calls: dict[int, str] = {}  # before play
        self.doubles: list[int] = []
        self.dealt_out = False  # the last tiles go round
        self.extra: list[tuple[str, int, int]] = []
        super().__init__(rules, **set_up)

    @classmethod
    def tiles_of(cls, rules: Rules) -> list[str]:
        kinds = SUIT_TILES[:9] if rules.options["fan_table"] == "er72" else SUIT_TILES
        return all_tiles(True, (*kinds, *HONOURS))

    # ---- before play ----

    def open_play(self) -> None:
        if self.says["jia_bei"] and self.phase == "turn":
            self.phase = "double"
        elif self.phase != "ready" and self.can_declare_now():
            self.phase = "ready"
        else:
            self.phase = "turn"

    def can_declare_now(self) -> bool:
        """Whether the other seat may declare before its first draw."""
        if self.national or not self.says["ready_declaration"]:
            return False
        return self.may_declare(1, self.seats[1].hand, [])

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.phase == "double":
            return tuple(each for each in (1, 0) if each not in self.calls)
        return (1,) if self.phase == "ready" else super().to_act

    def act(self, number: int, action: str) -> None:
        if self.phase not in ("double", "ready"):
            super().act(number, action)
            return
        self.calls[number] = action
        if self.to_act and self.phase == "double":
            return
        for each in sorted(self.calls):
            if self.calls[each] != "pass":
                self.events.append((self.calls[each], each, None))
                self.extra.append((self.calls[each], each, 0))
        if self.phase == "double":
            self.doubles = [each for each in self.calls if self.calls[each] == "double"]
        elif action == "ready":
            self.ready[1] = self.first_ready[1] = True
        self.calls = {}
        self.open_play()

    # ---- what a seat may do ----

    def legal(self, number: int) -> set[str]:
        if self.phase == "double":
            return {"double", "pass"}
        if self.phase == "ready":
            return {"ready", "pass"} if number == 1 else {"pass"}
        return super().legal(number)

    @property
    def national(self) -> bool:
        """It is the national game, which knows neither declarations nor last tiles."""
        return bool(self.says["fan_table"] == "gb81")

    def leaves_ready(self, number: int) -> set[str]:
        if self.national or not self.says["ready_declaration"]:
            return set()
        return super().leaves_ready(number)

    def own_turn(self, number: int) -> set[str]:
        if self.dealt_out:
            return {"win", f"discard {self.drawn}"}
        return super().own_turn(number)

    def kong_keeps(self, number: int, tile: str, copies: int) -> bool:
        """Only if it waits for the same tiles."""
        hand, melds = self.after_kong(number, tile, copies)
        return self.waits_of(number, hand, melds) == self.waits(number)

    # ---- wins ----

    def may_win(self, number: int) -> bool:
        if self.phase != "turn" and self.open_tile in self.missed(number):
            return False
        if self.ready[number]:
            return super().may_win(number)
        found = self.score(number)
        return found is not None and found[0].is_win

    def missed(self, number: int) -> tuple[str, ...]:
        missed = passed_value(self.story, number, "draw") is not None
        return KINDS if missed else ()

    def carry_out(self, decided: tuple[tuple[int, str], ...]) -> None:
        tile = self.open_tile
        assert tile is not None
        passes = not any(action == "win" for _, action in decided)
        if self.says["missed_win"] == "until_own_draw" and passes:
            for number in self.others:
                if self.may_win(number):
                    self.story.append(Step("passed", number, tile))
        super().carry_out(decided)

    def flags(self, number: int, tile: str) -> set[str]:
        flags = super().flags(number, tile)
        if self.dealt_out:
            flags.add("last_round")
        return flags | {"first_turn"} if self.of_first_turn(number) else flags

    def of_first_turn(self, number: int) -> bool:
        """天胡, 地胡 and 人胡."""
        done = [step.what for step in self.story]
        if self.national:
            return False
        if set(done) - {"draw", "discard", "passed"}:
            return False
        if self.phase == "claim":
            return done.count("discard") == 1 and self.turn == 0
        if self.phase != "turn":
            return False
        return done.count("discard") == number and self.turn == number

    # ---- the last tiles ----

    def draw(self, number: int, for_kong: bool) -> None:
        last = 0
        if self.says["haidi_mode"] == "final_draw" and not self.national:
            last = self.says["haidi_tiles"]
        if last and not for_kong and self.wall_left <= last:
            self.dealt_out = True
            self.deal_out(number)
        else:
            super().draw(number, for_kong)

    def deal_out(self, number: int) -> None:
        """The last tiles one to each seat, which wins with it or puts it down; nobody claims it."""
        while self.wall_left > 0:
            super().draw(number, False)
            if self.phase == "end" or self.may_win(number):
                return
            self.put_down_last()
            number = self.following(number)
        self.end_drawn()

    def put_down_last(self) -> None:
        assert self.drawn is not None
        self.seats[self.turn].hand.remove(self.drawn)
        self.river.append(Dropped(self.turn, self.drawn))
        self.events.append(("discard", self.turn, self.drawn))
        self.note("discard", self.turn, self.drawn)

    def act_in_turn(self, action: str) -> None:
        if self.dealt_out and action.startswith("discard"):
            self.put_down_last()
            self.deal_out(self.following(self.turn))
        else:
            super().act_in_turn(action)

    # ---- what is compared ----

    def stands(self) -> dict[str, object]:
        return super().stands() | {"doubled": [each in self.doubles for each in (0, 1)]}

    def ended(self) -> list[dict[str, object]]:
        ended = super().ended()
        return [each | {"doubled": at in self.doubles} for at, each in enumerate(ended)]
