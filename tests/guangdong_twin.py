"""The judge of 鸡平胡 and 推倒胡: what they add to a deal, answered from the story of the deal.

The story is every thing that has happened, in order. Whether a seat has missed a win, who is liable
for whom, whether a win is 天和 or 地和: each such question is answered by reading it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from table_twin import CLAIMED, KINDS, KONGS, Judge, Laid, Step

from queshen.rules import Rules

WINDS, DRAGONS = "ESWN", "CFP"


@dataclass(frozen=True)
class Entry:
    """One seat is liable for the self-draw of another."""

    winner: int
    payer: int
    pattern: bool  # 大三元 or 大四喜; else 十二张落地


class GuangdongJudge(Judge):
    """One deal of 鸡平胡 or 推倒胡."""

    def __init__(self, rules: Rules, **set_up: Any) -> None:
        self.only_self_draw = rules.id == "tuidaohu"
        super().__init__(rules, **set_up)

    # ---- the course of a deal ----

    def buy_horses(self) -> None:
        """One in the first deal of a dealer, one more in each that follows, four at most."""
        if self.rules.id == "tuidaohu":
            self.horses = [self.wall.pop() for _ in range(min(self.streak, 4))]

    def carry_out(self, decided: tuple[tuple[int, str], ...]) -> None:
        tile = self.open_tile
        assert tile is not None
        winners = [number for number, action in decided if action == "win"]
        for number in range(4):
            could = number != self.turn and self.may_win(number)
            if could and not winners:
                self.story.append(Step("passed", number, tile, robbing=self.phase == "rob"))
        super().carry_out(decided)

    def sets(self, number: int) -> set[str]:
        found = super().sets(number)
        if self.only_self_draw:
            found = {action for action in found if not action.startswith("chow")}
        if not self.wall and self.says["claims_on_empty_wall"] == "pung":
            assert self.open_tile is not None
            if self.seats[number].hand.count(self.open_tile) >= 2:
                found.add("pung")
        return found

    # ---- who may win ----

    def may_win(self, number: int) -> bool:
        if self.phase == "claim" and self.only_self_draw:
            return False
        robbing = self.phase == "rob"
        if self.phase != "turn":
            assert self.open_tile is not None
            bars = not robbing or self.says.get("missed_win_includes_rob", False)
            if bars and self.open_tile in self.missed(number):
                return False
            feeds = robbing and self.fed_pung(self.open_tile) == number
            if feeds and not self.says.get("rob_own_pung_source", True):
                return False
        return super().may_win(number)

    def several_win(self) -> bool:
        if self.phase == "rob":
            return bool(self.says["multi_rob"] == "each")
        return super().several_win()

    def fed_pung(self, tile: str) -> int | None:
        """Whose discard became the pung that the tile is added to."""
        (source,) = (each.source for each in self.story if (each.what, each.tile) == ("pung", tile))
        return source

    def missed(self, number: int) -> tuple[str, ...]:
        """The kinds that a seat may not win on, as it let a win go and has not moved since (漏胡).

        A move is a draw or a meld; by the other reading only a discard of its own ends it.
        """
        if "missed_win_scope" not in self.says:
            return ()
        ends = {"draw", *CLAIMED, *KONGS}
        if self.says["missed_win_clear"] == "own_discard":
            ends = {"discard"}
        kinds = set()
        for step in reversed(self.story):
            if step.seat != number:
                continue
            if step.what in ends:
                break
            counts = not step.robbing or self.says["missed_win_includes_rob"]
            if step.what == "passed" and counts:
                kinds.add(step.tile)
        if kinds and self.says["missed_win_scope"] == "any_tile":
            return KINDS
        return tuple(kind for kind in KINDS if kind in kinds)

    def flags(self, number: int, tile: str) -> set[str]:
        flags = super().flags(number, tile)
        return flags | {"first_turn"} if self.before_play(number) else flags

    def before_play(self, number: int) -> bool:
        """Whether a win would be 天和, 地和 or 人和."""
        done = {step.what for step in self.story}
        kongs = bool(done & set(KONGS))
        if self.phase == "claim":  # 人和: on the first discard, which is the dealer's
            discards = [step for step in self.story if step.what == "discard"]
            return len(discards) == 1 and (not kongs or self.says["renhe_after_dealer_kong"])
        if self.phase != "turn":
            return False
        if number == 0:  # 天和: before the first discard
            name = "tianhu_after_kong" if self.only_self_draw else "tianhe_after_kong"
            return "discard" not in done and (not kongs or bool(self.says[name]))
        # 地和: by its first draw, while nobody has a meld; with one of its own it never is
        if self.seats[number].melds:
            return False
        draws = [step for step in self.story if (step.what, step.seat) == ("draw", number)]
        breaks = {"chow", "pung", *KONGS}
        if self.says.get("dihe_broken_by") == "chi_pung":
            breaks = {"chow", "pung"}
        return len(draws) == 1 and not done & breaks

    # ---- who pays for a self-draw alone ----

    def pays_for_all(self, number: int) -> int | None:
        feeder = self.kong_feeder() if self.for_kong else None
        return self.liable(number) if feeder is None else feeder

    def kong_feeder(self) -> int | None:
        """Whose discard became the kong that brought the winning tile (杠上开花包杠)."""
        chain: list[Step] = []
        for step in self.story:  # nothing but draws lies between the kongs of a chain
            if step.what == "discard":
                chain = []
            elif step.what in KONGS:
                chain.append(step)
        first = self.says["kong_flower_liability"] == "chain_start"
        return chain[0 if first else -1].source

    def liable(self, number: int) -> int | None:
        """Who pays for a self-draw of a seat as the ledger stands."""
        return self.decided(self.ledger(), number)

    def decided(self, ledger: Sequence[Entry], number: int) -> int | None:
        """Which of several entries for a seat holds."""
        entries = [entry for entry in ledger if entry.winner == number]
        if not entries:
            return None
        if self.says["liability_conflict"] == "last":
            return entries[-1].payer
        if self.says["liability_conflict"] == "pattern_first":
            entries.sort(key=lambda entry: not entry.pattern)
        return entries[0].payer

    def ledger(self) -> list[Entry]:
        """Every liability in the order in which they arose."""
        if "liability_conflict" not in self.says:
            return []
        ledger: list[Entry] = []
        floor: list[list[Laid]] = [[], [], [], []]
        for step in self.story:
            if step.what == "discard" and not self.says["pattern_needs_claim"]:
                for winner in range(4):
                    if winner != step.seat and self.lacks_one(floor[winner], step.tile):
                        ledger.append(Entry(winner, step.seat, True))
            if step.what == "concealed kong":
                floor[step.seat].append(Laid(step.what, step.tile))
            if step.what not in CLAIMED:
                continue
            winner, payer = step.seat, step.source
            assert payer is not None
            if step.what != "chow" and self.lacks_one(floor[winner], step.tile):
                ledger.append(Entry(winner, payer, True))
            floor[winner].append(Laid(step.what, step.tile))
            if self.all_on_floor(floor[winner]) and not self.is_bound(ledger, payer, winner):
                ledger.append(Entry(winner, payer, False))
        return ledger

    def lacks_one(self, floor: Sequence[Laid], tile: str) -> bool:
        """Whether a set of this tile makes the dragons or the winds complete."""
        for family in (WINDS, DRAGONS):
            if tile in family:
                shown = {
                    laid.tile
                    for laid in floor
                    if laid.sort in ("pung", "exposed kong")
                    or (laid.sort == "concealed kong" and self.says["pattern_counts_ankong"])
                }
                return set(family) - shown == {tile}
        return False

    def all_on_floor(self, floor: Sequence[Laid]) -> bool:
        """Whether four sets lie on the floor, so that one tile is left in the hand."""
        concealed = any(laid.sort == "concealed kong" for laid in floor)
        return len(floor) == 4 and (not concealed or self.says["twelve_counts_ankong"])

    def is_bound(self, ledger: Sequence[Entry], payer: int, winner: int) -> bool:
        """Whether a seat is liable for another one already (包先不包后)."""
        others = [each for each in range(4) if each != winner]
        return bool(self.says["twelve_first_only"]) and any(
            self.decided(ledger, other) == payer for other in others
        )
