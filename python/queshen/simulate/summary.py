"""What many deals come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import shown
from ..rules import Rules
from ..table import fan_rows
from .errors import SimulationError

__all__ = ["FanCount", "Summary"]

# The digest of a run is a polynomial of those of its deals, so that it can go on anywhere.
_DIGEST_FACTOR = 0xD1342543DE82EF95
_WORD = 2**64 - 1


@dataclass(frozen=True, slots=True)
class FanCount:
    """How many wins have a fan.

    Attributes
    ----------
    id, zh, en : str
        Its names.
    wins : int
        Wins in which it counts, once or several times.
    """

    id: str
    zh: str
    en: str
    wins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What many deals come to. `queshen.simulate.simulate` gives it.

    Two summaries are equal if everything but the time is.

    Attributes
    ----------
    rules : Rules
        The game.
    seed : int
        The seed of the run.
    players : tuple of str
        Who sat where; seat 0 dealt.
    deals, draws, acts : int
        Deals played, those that nobody won, and acts of all seats in all deals.
    wins, self_draws, deal_ins : tuple of int
        For each seat: its wins, those of them by self-draw, and wins of others that it paid for as
        the discarder or as the one whose kong was robbed.
    total : int
        The sum of what all winning hands are worth.
    fans : tuple of FanCount
        How many wins have each fan, in the order of the fan table.
    points, coins : tuple of int
        For each seat the sum over all deals.
    digest : str
        16 hexadecimal digits from the final states of all deals in their order.
    seconds : float
        How long it took.

    Examples
    --------
    >>> from queshen.rules import variant
    >>> from queshen.simulate import simulate
    >>> summary = simulate(variant("guobiao"), deals=400, seed=1, players=["greedy", "random"] * 2)
    >>> summary.deals, summary.wins[0] > summary.wins[1], sum(summary.points)
    (400, True, 0)
    >>> Summary.from_dict(summary.to_dict(), summary.rules) == summary
    True
    """

    rules: Rules
    seed: int
    players: tuple[str, ...]
    deals: int
    draws: int
    acts: int
    wins: tuple[int, ...]
    self_draws: tuple[int, ...]
    deal_ins: tuple[int, ...]
    total: int
    fans: tuple[FanCount, ...]
    points: tuple[int, ...]
    coins: tuple[int, ...]
    digest: str
    seconds: float = field(compare=False)

    @classmethod
    def empty(cls, rules: Rules, seed: int, players: Sequence[str]) -> Summary:
        """No deals."""
        none = (0,) * rules.flow.seats
        return cls(
            rules=rules,
            seed=seed,
            players=tuple(players),
            deals=0,
            draws=0,
            acts=0,
            wins=none,
            self_draws=none,
            deal_ins=none,
            total=0,
            fans=tuple(FanCount(fan.id, fan.zh, fan.en, 0) for fan in fan_rows(rules)),
            points=none,
            coins=none,
            digest=f"{0:016x}",
            seconds=0.0,
        )

    def plus(self, rows: NDArray[np.void], coins: Sequence[int], seconds: float) -> Summary:
        """The same with the next deals, which are settled.

        Parameters
        ----------
        rows : RESULT[N]
            The deals that follow those of this summary.
        coins : sequence of int
            The sum of the coins of each seat over them.
        seconds : float
            How long they took.
        """
        seats = len(self.wins)
        there = np.arange(rows["win_seat"].shape[1]) < rows["wins"][:, None]
        winners, payers = rows["win_seat"][there], rows["payer"][there]
        alone = payers < 0
        words = np.ascontiguousarray(rows["fans"][there], "<u8")
        bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
        counted = bits.sum(axis=0, dtype=np.int64).tolist()
        return replace(
            self,
            deals=self.deals + len(rows),
            draws=self.draws + int(np.count_nonzero(rows["wins"] == 0)),
            acts=self.acts + int(rows["acts"].sum(dtype=np.int64)),
            wins=_more(self.wins, np.bincount(winners, minlength=seats)),
            self_draws=_more(self.self_draws, np.bincount(winners[alone], minlength=seats)),
            deal_ins=_more(self.deal_ins, np.bincount(payers[~alone], minlength=seats)),
            total=self.total + int(rows["total"][there].sum(dtype=np.int64)),
            fans=tuple(
                FanCount(fan.id, fan.zh, fan.en, fan.wins + more)
                for fan, more in zip(self.fans, counted[: len(self.fans)], strict=True)
            ),
            points=_more(self.points, rows["points"][:, :seats].sum(axis=0, dtype=np.int64)),
            coins=tuple(old + more for old, more in zip(self.coins, coins, strict=True)),
            digest=continued(self.digest, rows["digest"]),
            seconds=self.seconds + seconds,
        )

    @property
    def won(self) -> int:
        """Wins of all seats together."""
        return sum(self.wins)

    @property
    def win_rates(self) -> tuple[float, ...]:
        """For each seat the share of the deals that it won."""
        return tuple(wins / max(1, self.deals) for wins in self.wins)

    @property
    def self_draw_share(self) -> float | None:
        """The share of the wins that were drawn by the winner; None without any win."""
        return sum(self.self_draws) / self.won if self.won else None

    @property
    def mean_total(self) -> float | None:
        """What a winning hand is worth on average; None without any win."""
        return self.total / self.won if self.won else None

    @property
    def mean_points(self) -> tuple[float, ...]:
        """Points of each seat a deal."""
        return tuple(points / max(1, self.deals) for points in self.points)

    @property
    def deals_per_second(self) -> float | None:
        """Deals a second, settling and writing included; None where no time passed."""
        return self.deals / self.seconds if self.seconds else None

    def to_dict(self) -> dict[str, Any]:
        """The summary for JSON, with what follows from it."""
        return {
            "variant": self.rules.id,
            "rules": self.rules.key,
            "seed": self.seed,
            "players": list(self.players),
            "deals": self.deals,
            "draws": self.draws,
            "won": self.won,
            "wins": list(self.wins),
            "win_rates": list(self.win_rates),
            "self_draws": list(self.self_draws),
            "self_draw_share": self.self_draw_share,
            "deal_ins": list(self.deal_ins),
            "total": self.total,
            "mean_total": self.mean_total,
            "points": list(self.points),
            "mean_points": list(self.mean_points),
            "coins": list(self.coins),
            "fans": [
                {"id": fan.id, "zh": fan.zh, "en": fan.en, "wins": fan.wins} for fan in self.fans
            ],
            "acts": self.acts,
            "digest": self.digest,
            "seconds": self.seconds,
            "deals_per_second": self.deals_per_second,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], rules: Rules) -> Summary:
        """The summary that `to_dict` wrote, under the rules that it was made with.

        Raises
        ------
        SimulationError
            If the data is no summary, or one of other rules.
        """
        if not isinstance(data, Mapping):
            raise TypeError(f"a summary is read from a mapping, not {type(data).__name__}")
        if data.get("rules") != rules.key:
            raise SimulationError(
                f"a summary of rules {shown(data.get('rules'))}, expected {rules.key}"
            )
        try:
            counts: dict[str, Any] = {
                each: tuple(map(_count, data[each]))
                for each in ("wins", "self_draws", "deal_ins", "points", "coins")
            }
            players = tuple(map(str, data["players"]))
            empty = cls.empty(rules, _count(data["seed"]), players)
            fans = {each["id"]: _count(each["wins"]) for each in data["fans"]}
            numbers = {each: _count(data[each]) for each in ("deals", "draws", "acts", "total")}
            summary = replace(
                empty,
                **(counts | numbers),
                fans=tuple(FanCount(fan.id, fan.zh, fan.en, fans[fan.id]) for fan in empty.fans),
                digest=f"{int(data['digest'], 16):016x}",
                seconds=float(data["seconds"]),
            )
        except (KeyError, ValueError, TypeError) as error:
            what = f"{type(error).__name__}: {error}"
            raise SimulationError(f"data that is no summary: {what}") from None
        for each, found in (*counts.items(), ("players", players)):
            if len(found) != rules.flow.seats:
                raise SimulationError(
                    f"{each} of {len(found)} seats in a summary, expected {rules.flow.seats}"
                )
        return summary

    def chart(self, path: str | PathLike[str]) -> Path:
        """Draw win rates, points and fans; needs matplotlib (the extra ``plot``).

        Parameters
        ----------
        path : path
            Where to: a name that ends with ``.png`` or ``.svg``.

        Raises
        ------
        SimulationError
            If matplotlib is not installed, or the name ends with something else.
        """
        from .chart import draw

        return draw(self, Path(path))


def _count(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"{shown(value)}, expected a number")
    return value


def _more(old: tuple[int, ...], more: NDArray[Any]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(old, more.tolist(), strict=True))


def continued(digest: str, digests: NDArray[np.uint64]) -> str:
    """The digest of a run after deals with these digests of their own.

    Examples
    --------
    >>> several = np.array([1, 2, 3], np.uint64)
    >>> continued(continued("0" * 16, several[:1]), several[1:]) == continued("0" * 16, several)
    True
    """
    count = len(digests)
    powers = np.full(count, _DIGEST_FACTOR, np.uint64)
    powers[:1] = 1
    powers = np.multiply.accumulate(powers)[::-1]
    before = int(digest, 16) * pow(_DIGEST_FACTOR, count, _WORD + 1)
    return f"{(before + int((digests * powers).sum(dtype=np.uint64))) & _WORD:016x}"
