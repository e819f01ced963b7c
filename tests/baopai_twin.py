"""The judge of 宝牌: the hidden wildcard, hands that are declared ready, and the last four tiles.

Who may declare, and what a ready hand may win on, is answered by the slow judge of hands each time
from the tiles that the seat holds then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ready_twin import Held, Judged, judge
from table_twin import Dropped, Judge, Laid, Won

from queshen.rules import Rules

MOST_SETS = 3
LAST = 4
SHOWN = 3

RANKS = {"win": 6, "kong": 3, "pung": 3, "chow": 1, "pass": 0}


def may_lack_one(concealed: Sequence[str]) -> bool:
    """Whether a hand may be one tile short of sets and a pair: each set takes three tiles of a suit
    or of an honour, so that one tile is left over, or two times two."""
    count = Counter(tile[-1] for tile in concealed)
    return sorted(number % 3 for number in count.values() if number % 3) in ([1], [2, 2])


@lru_cache(maxsize=20_000)
def judged(
    concealed: tuple[str, ...],
    melds: tuple[tuple[str, ...], ...],
    hidden: tuple[tuple[str, ...], ...],
    structure: str,
    counts: str,
) -> Judged:
    """What the judge of hands says."""
    if not may_lack_one(concealed):
        return Judged(frozenset(), frozenset({"ready"}), frozenset(), False)
    return judge(Held(list(concealed), list(melds), list(hidden)), structure, counts)


def without(tiles: Sequence[str], *gone: str) -> list[str]:
    """Tiles without some of them."""
    rest = list(tiles)
    for tile in gone:
        rest.remove(tile)
    return rest


class BaopaiJudge(Judge):
    """One deal of 宝牌."""

    def __init__(self, rules: Rules, **set_up: Any) -> None:
        self.bao: str | None = None
        self.laid_bao: list[Dropped] = []
        self.ready = [False] * 4
        self.declared: list[int] = []  # the places of the events that declare
        self.declares = False  # the discard that lies there declared its seat ready
        self.owes: int | None = None  # who has to declare with its next discard
        self.dealt_out = False  # the last tiles go round
        super().__init__(rules, **set_up)

    # ---- the hidden tile ----

    def buy_horses(self) -> None:
        """The last tile of the wall lies beside it."""
        self.bao = self.wall.pop() if self.wall else None

    def swap(self) -> None:
        """As long as three copies of it lie face up, the next one takes its place (换宝)."""
        while self.bao is not None and self.face_up(self.bao) >= SHOWN:
            old = Dropped(0, self.bao)
            self.river.append(old)
            self.laid_bao.append(old)
            self.events.append(("bao", 0, self.bao))
            self.bao = self.wall.pop() if self.wall else None

    @property
    def lying(self) -> Dropped:
        return next(
            each for each in reversed(self.river) if not any(each is laid for laid in self.laid_bao)
        )

    def bao_of(self, number: int) -> str | None:
        """The hidden tile as a seat knows it."""
        return self.bao if self.ready[number] else None

    # ---- readiness ----

    def look_at(self, hand: Sequence[str], melds: Sequence[Laid]) -> Judged:
        """What the judge of hands says of a hand before its draw."""
        shown = tuple(tuple(laid.tiles) for laid in melds if laid.sort != "concealed kong")
        hidden = tuple(tuple(laid.tiles) for laid in melds if laid.sort == "concealed kong")
        says = self.says
        return judged(
            tuple(sorted(hand)), shown, hidden, says["structure_check"], says["wait_counts"]
        )

    def before_draw(self, number: int) -> list[str]:
        """The hand of a seat without what it has drawn."""
        hand = self.seats[number].hand
        if len(hand) % 3 != 2:
            return hand
        return without(hand, self.drawn) if self.drawn is not None else []

    def waits(self, number: int) -> frozenset[str]:
        """What a ready seat may win on."""
        if not self.ready[number]:
            return frozenset()
        return self.look_at(self.before_draw(number), self.seats[number].melds).legal

    def leaves_ready(self, hand: Sequence[str], melds: Sequence[Laid]) -> set[str]:
        """The discards after which a hand is ready."""
        if not any(laid.sort != "concealed kong" for laid in melds):
            return set()
        return {tile for tile in set(hand) if self.look_at(without(hand, tile), melds).may}

    def kong_keeps(self, number: int, hand: Sequence[str], melds: Sequence[Laid]) -> bool:
        """Whether what a ready seat has after a kong is as the rules want it."""
        after = self.look_at(hand, melds)
        if self.says["ready_kong"] == "same_waits":
            return after.may and after.legal == self.waits(number)
        return after.may

    # ---- what a seat may do ----

    def legal(self, number: int) -> set[str]:
        if self.phase == "turn" and number == self.turn:
            return self.own_turn(number)
        asked = set(self.asked.get(number, {"pass"}))
        return {"win"} if self.must_win(asked) else asked

    def must_win(self, actions: set[str]) -> bool:
        return "win" in actions and bool(self.says["forced_win"])

    def own_turn(self, number: int) -> set[str]:
        seat = self.seats[number]
        if self.owes == number:
            return {f"discard ready {tile}" for tile in self.leaves_ready(seat.hand, seat.melds)}
        wins = self.may_win(number)
        if wins and self.must_win({"win"}):
            return {"win"}
        if self.dealt_out:
            return {"win", f"discard {self.drawn}"}
        actions = {"win"} if wins else set()
        if not self.ready[number]:
            actions |= {f"discard {tile}" for tile in seat.hand}
            near = self.leaves_ready(seat.hand, seat.melds)
            actions |= {f"discard ready {tile}" for tile in near}
        else:
            actions.add(f"discard {self.drawn}")
            if not self.says["lock_after_ready"]:
                near = self.leaves_ready(seat.hand, seat.melds)
                actions |= {f"discard {tile}" for tile in near}
        if self.drawn is None or not self.wall:
            return actions
        return actions | self.own_kongs(number)

    def own_kongs(self, number: int) -> set[str]:
        seat, found = self.seats[number], set()
        for tile in set(seat.hand):
            if seat.hand.count(tile) == 4 and len(seat.melds) < MOST_SETS:
                hand = without(seat.hand, *[tile] * 4)
                melds = [*seat.melds, Laid("concealed kong", tile)]
                if not self.ready[number] or self.kong_keeps(number, hand, melds):
                    found.add(f"concealed kong {tile}")
            if Laid("pung", tile) in seat.melds:
                few = len(seat.melds) == MOST_SETS
                if few and not self.says["jia_at_four"]:
                    continue
                kong = Laid("exposed kong", tile)
                melds = [kong if laid == Laid("pung", tile) else laid for laid in seat.melds]
                hand = without(seat.hand, tile)
                if not self.ready[number] or self.kong_keeps(number, hand, melds):
                    found.add(f"added kong {tile}")
        return found

    def sets(self, number: int) -> set[str]:
        seat, tile = self.seats[number], self.open_tile
        assert tile is not None
        if len(seat.melds) >= MOST_SETS:
            return set()
        found = super().sets(number)
        if self.ready[number]:
            if "kong" not in found:
                return set()
            hand = without(seat.hand, *[tile] * 3)
            keeps = self.kong_keeps(number, hand, [*seat.melds, Laid("exposed kong", tile)])
            return {"kong"} if keeps else set()
        for place in ("low", "middle", "high") if self.wall else ():
            chow = self.chow(tile, place)
            rest = without(chow.tiles, tile) if chow else []
            if chow and all(each in seat.hand for each in rest):
                hand = without(seat.hand, *rest)
                if self.leaves_ready(hand, [*seat.melds, chow]):
                    found.add(f"chow {place} ready")
        return found

    # ---- wins ----

    def drew_bao(self, number: int) -> bool:
        own = self.phase == "turn" and number == self.turn
        return own and self.drawn is not None and self.drawn == self.bao

    def may_win(self, number: int) -> bool:
        if not self.ready[number]:
            return False
        tile = self.drawn if self.phase == "turn" else self.open_tile
        waits = self.waits(number)
        return tile in waits or (bool(waits) and self.drew_bao(number))

    def record_win(self, number: int) -> None:
        own = self.phase == "turn"
        tile = self.drawn if own else self.open_tile
        assert tile is not None
        flags = self.flags(number, tile) | {"ready"}  # nobody else wins
        if own and self.dealt_out:
            flags.add("last_round")
        if self.drew_bao(number):
            flags.add("bao")
        if self.look_at(self.before_draw(number), self.seats[number].melds).closed:
            flags.add("closed_wait")
            if "bao" in flags and tile in self.waits(number):
                flags.add("bao_wait")
        if not own and self.ready[self.turn] and ("robbing" in flags or not self.declares):
            flags.add("from_ready")
        payer = None if own else self.turn
        order = len(self.kongs())
        self.wins.append(
            Won(number, payer, tile, self.fan(flags, own), frozenset(flags), None, order)
        )
        self.events.append(("win", number, tile))

    def fan(self, flags: set[str], own: bool) -> int:
        """What each seat that has opened its hand pays."""
        if "bao_wait" in flags:
            return 12
        counts_as_drawn = own or ("robbing" in flags and self.says["rob_pay"] != "as_discard")
        fan = 3 if "bao" in flags else 2 if counts_as_drawn else 1
        return 2 * fan if "closed_wait" in flags else fan

    # ---- the course of a deal ----

    def outcome(self, answers: dict[int, str]) -> tuple[tuple[int, str], ...]:
        """胡, 吃听, 碰 and 杠, 吃; by the other reading 杠 before 吃听; the nearest seat's."""
        over_kong = self.says["chi_ting_over_kong"]

        def rank(action: str) -> int:
            if action.endswith(" ready"):
                return 4
            if action == "kong" and not over_kong:
                return 5
            return RANKS[action.split()[0]]

        order = [(self.turn + step) % 4 for step in (1, 2, 3)]
        given = [(rank(answers.get(each, "pass")), each) for each in order]
        highest = max(each for each, _ in given)
        if highest == 0:
            return ()
        seat = next(seat for each, seat in given if each == highest)
        return ((seat, answers[seat]),)

    def act_in_turn(self, action: str) -> None:
        what, _, tile = action.rpartition(" ")
        if self.dealt_out and what == "discard":
            self.put_down_last()
            self.deal_out((self.turn + 1) % 4)
            return
        if not what.startswith("discard"):
            super().act_in_turn(action)
            return
        self.declares = what == "discard ready"
        if self.declares:
            self.ready[self.turn] = True
            self.declared.append(len(self.events))
        self.owes = None
        self.put_down(tile)
        if self.says["swap_before_claims"]:
            self.swap()
        self.open_window("claim", tile)

    def put_down(self, tile: str) -> None:
        self.seats[self.turn].hand.remove(tile)
        self.river.append(Dropped(self.turn, tile))
        self.events.append(("discard", self.turn, tile))
        self.note("discard", self.turn, tile)

    def claim(self, number: int, action: str, tile: str) -> None:
        self.owes = number if action.endswith(" ready") else None
        super().claim(number, action, tile)
        # A kong shows four copies of a kind, which is not that of the hidden tile.
        if action != "kong":
            self.swap()

    def draw(self, number: int, for_kong: bool) -> None:
        if not for_kong:
            self.swap()
            if len(self.wall) <= LAST:
                self.dealt_out = True
                self.deal_out(number)
                return
        super().draw(number, for_kong)

    def deal_out(self, number: int) -> None:
        """The last tiles one to each seat, which wins with it or puts it down; nobody claims it."""
        while self.wall:
            super().draw(number, False)
            if self.may_win(number):
                return
            self.put_down_last()
            number = (number + 1) % 4
        self.end_drawn()

    def put_down_last(self) -> None:
        assert self.drawn is not None
        self.put_down(self.drawn)
        if self.says["swap_in_last"]:
            self.swap()
