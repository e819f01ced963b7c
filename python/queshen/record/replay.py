"""The tiles on the table while a recorded game goes on."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import RecordError
from ..tiles import KIND_COUNT, Meld, MeldType
from .events import NAMES, SEATS, Action, Event

__all__ = ["DEALT", "WALL", "Replay"]

COPIES = 4
DEALT = 13
WALL = KIND_COUNT * COPIES // SEATS - DEALT


class Replay:
    """What the seats hold while a recorded game goes on, and whose move it is.

    One of three things is the case: `drawn` is a seat with a drawn tile, which must discard or make
    a kong; `offered` is a discard open to claims; or neither, and seat `next` must draw.

    `visible` counts what lies face up, discards and exposed melds; `replacement` says whether the
    tile drawn last replaced one that went into a kong.
    """

    def __init__(self, deal: Sequence[Sequence[int]]) -> None:
        self.hands = [bytearray(KIND_COUNT) for _ in range(SEATS)]
        self.melds: list[list[Meld]] = [[] for _ in range(SEATS)]
        self.walls = [WALL] * SEATS
        self.drawn: int | None = None
        self.offered: tuple[int, int] | None = None
        self.next = 0
        self.visible = bytearray(KIND_COUNT)
        self.replacement = False
        self._kong_made = False
        self._seen = bytearray(KIND_COUNT)
        for seat, tiles in enumerate(deal):
            for kind in tiles:
                self._take(seat, kind)

    def play(self, event: Event) -> None:
        """Carry out one event; RecordError where the rules or the tiles do not allow it."""
        seat, action, tile = event.seat, event.action, event.tile
        if action is Action.DRAW:
            self._draw(seat, tile)
        elif action is Action.DISCARD:
            self._own_turn(seat, action)
            self._discard(seat, tile)
        elif event.meld is None:
            raise RecordError(f"{action} without a meld")
        elif action is Action.ADDED_KONG:
            self._add(seat, tile, event.meld)
        elif event.meld.type is MeldType.CONCEALED_KONG:
            self._own_turn(seat, action)
            self._lay_kong(seat, event.meld, held=4)
        else:
            self._claim(seat, action, tile, event.meld)
            if event.discard is not None:
                self._discard(seat, event.discard)

    def expected(self) -> str:
        """What could come now, for messages."""
        if self.drawn is not None:
            return f"a discard or a kong of seat {self.drawn}"
        if self.offered is not None:
            return f"a draw of seat {self.next} or a claim of {NAMES[self.offered[1]]}"
        return f"a draw of seat {self.next}"

    def _take(self, seat: int, kind: int) -> None:
        if self._seen[kind] == COPIES:
            raise RecordError(
                f"seat {seat} gets a fifth {NAMES[kind]}, expected at most four in a game"
            )
        self._seen[kind] += 1
        self.hands[seat][kind] += 1

    def _draw(self, seat: int, tile: int) -> None:
        if self.drawn is not None or seat != self.next:
            raise RecordError(f"a draw of seat {seat}, expected {self.expected()}")
        if self.walls[seat] == 0:
            raise RecordError(f"seat {seat} draws from an empty wall, expected the end of the game")
        self._take(seat, tile)
        self.walls[seat] -= 1
        self.drawn, self.offered = seat, None
        self.replacement, self._kong_made = self._kong_made, False

    def _own_turn(self, seat: int, action: Action) -> None:
        if self.drawn != seat:
            raise RecordError(f"a {action} of seat {seat}, expected {self.expected()}")

    def _spend(self, seat: int, kind: int, copies: int, action: str) -> None:
        held = self.hands[seat][kind]
        if held < copies:
            raise RecordError(
                f"seat {seat} holds {held} of {NAMES[kind]}, expected {copies} for the {action}"
            )
        self.hands[seat][kind] -= copies

    def _discard(self, seat: int, tile: int) -> None:
        self._spend(seat, tile, 1, Action.DISCARD)
        self.visible[tile] += 1
        self.drawn, self.offered, self.next = None, (seat, tile), (seat + 1) % SEATS

    def _lay_kong(self, seat: int, meld: Meld, held: int) -> None:
        if self.walls[seat] == 0:
            raise RecordError(
                f"a kong of seat {seat} with no tile left to replace it, expected none"
            )
        self._spend(seat, meld.kind, held, Action.KONG)
        self.melds[seat].append(meld)
        self.drawn, self.offered, self.next = None, None, seat
        self._kong_made = True

    def _add(self, seat: int, tile: int, meld: Meld) -> None:
        self._own_turn(seat, Action.ADDED_KONG)
        pung = Meld(MeldType.PUNG, tile)
        if pung not in self.melds[seat]:
            raise RecordError(f"seat {seat} adds {NAMES[tile]} to no pung, expected a pung of it")
        where = self.melds[seat].index(pung)
        self._lay_kong(seat, meld, held=1)
        self.melds[seat].pop()
        self.melds[seat][where] = meld
        self.visible[tile] += 1

    def _claim(self, seat: int, action: Action, tile: int, meld: Meld) -> None:
        if self.offered is None or seat == self.offered[0]:
            raise RecordError(f"a {action} of seat {seat}, expected {self.expected()}")
        discarder, offered = self.offered
        if tile != offered or tile not in meld.kinds:
            raise RecordError(
                f"a {action} of {' '.join(NAMES[kind] for kind in meld.kinds)}, "
                f"expected one with the discarded {NAMES[offered]}"
            )
        if self.walls[self.next] == 0:
            raise RecordError(f"a {action} of the last discard, expected a win on it or the end")
        if action is Action.CHOW and seat != self.next:
            raise RecordError(
                f"seat {seat} claims a chow from seat {discarder}, expected seat {self.next}"
            )
        if action is Action.KONG:
            self._lay_kong(seat, meld, held=3)
        else:
            self._lay_claimed(seat, action, tile, meld)
        # The claimed tile lay there already, as a discard.
        for kind in meld.kinds:
            self.visible[kind] += 1
        self.visible[tile] -= 1

    def _lay_claimed(self, seat: int, action: Action, tile: int, meld: Meld) -> None:
        if action is Action.PUNG:
            self._spend(seat, tile, 2, action)
        else:
            for kind in meld.kinds:
                if kind != tile:
                    self._spend(seat, kind, 1, action)
        self.melds[seat].append(meld)
