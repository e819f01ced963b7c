from collections.abc import Sequence
from typing import Any, Literal, Self, final

from queshen.counts import _Counts
from queshen.fans import Fan
from queshen.hand import Hand, _WaitCounts
from queshen.rules import Rules
from queshen.score import Dropped, Reading, WaitValue

@final
class ScoredFan:
    def __new__(cls, fan: Fan | None = None, count: int = 0, points: int = 0) -> Self: ...
    @property
    def fan(self) -> Fan: ...
    @property
    def count(self) -> int: ...
    @property
    def points(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Score:
    @property
    def rules(self) -> Rules: ...
    @property
    def hand(self) -> Hand: ...
    @property
    def win(self) -> str: ...
    @property
    def context(self) -> dict[str, Any]: ...
    @property
    def self_draw(self) -> bool: ...
    @property
    def is_win(self) -> bool: ...
    @property
    def reason(
        self,
    ) -> (
        Literal["not complete", "minimum", "discard", "discarded wildcard", "suits", "winning tile"]
        | None
    ): ...
    @property
    def total(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def tile_points(self) -> int: ...
    @property
    def counted(self) -> int: ...
    @property
    def minimum(self) -> int: ...
    @property
    def fans(self) -> tuple[ScoredFan, ...]: ...
    @property
    def excluded(self) -> tuple[Dropped, ...]: ...
    @property
    def reading(self) -> Reading | None: ...
    @property
    def faces(self) -> tuple[int, ...]: ...
    def explain(self, language: str = "en") -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Scorer:
    def __new__(cls, rules: Rules) -> Self: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def rows(self) -> tuple[Fan, ...]: ...
    def score(
        self,
        hand: Hand | str,
        win: int | str,
        *,
        self_draw: bool = False,
        round_wind: int | str = "E",
        seat_wind: int | str = "E",
        flowers: int | str | Sequence[int | str] = 0,
        last_tile: bool = False,
        replacement: bool = False,
        robbing: bool = False,
        last_copy: bool = False,
        first_turn: bool = False,
        bao: bool = False,
        closed_ready: bool = False,
        bao_wait: bool = False,
        ready: bool = False,
        first_ready: bool = False,
        after_kong: bool = False,
        last_round: bool = False,
        dealer: bool | None = None,
        wild: int | str | None = None,
        notation: str = "queshen",
    ) -> Score: ...
    def waits(
        self,
        hand: Hand | str,
        *,
        round_wind: int | str = "E",
        seat_wind: int | str = "E",
        flowers: int | str | Sequence[int | str] = 0,
        visible: str | _Counts | None = None,
        wait_counts: _WaitCounts = "formal",
        last_tile: bool = False,
        dealer: bool | None = None,
        wild: int | str | None = None,
        notation: str = "queshen",
    ) -> tuple[WaitValue, ...]: ...

def readings(
    hand: Hand | str,
    shapes: int = ...,
    *,
    limit: int = 100_000,
    wild: int | str | None = None,
    notation: str = "queshen",
) -> list[Reading]: ...
