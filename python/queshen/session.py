"""Deals in a row: who deals, the prevailing wind, accounts, rank titles, and leaving.

>>> from queshen.rules import variant
>>> class Draws:
...     def choose(self, view):
...         return max(view.legal)  # passes, and discards its highest tile
>>> session = Session(variant("guobiao"), seed=7, players=[Draws()] * 4)
>>> [(deal.number, deal.dealer, deal.result.drawn) for deal in session.play(3)]
[(0, 1, True), (1, 2, True), (2, 3, True)]
>>> session.dealer, session.seat_of(0), session.player_of(0), session.points
(0, 0, 0, (0, 0, 0, 0))

Players are numbered 0, 1, ... in turn order, and keep their numbers: these are chairs around the
table. Seats, at a `queshen.table.Table` and in a `DealResult`, count from the dealer of the deal:
seat 0 is whoever deals. `Session.seat_of` and `Session.player_of` tell one from the other; all that
a session says itself, such as `Session.points`, goes by players.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from .deal_result import DealResult
from .errors import QueshenError, TableError, shown
from .ranks import LADDERS, Rank, rank
from .settlement import Settlement
from .tiles import kind
from .view import Player, view_of

if TYPE_CHECKING:
    from .record import DealRecord
    from .rules import Definition, Rules
    from .table import Table

__all__ = ["Dealt", "Player", "Session", "SessionError", "deal_seed", "next_dealer"]

LAYOUT = 1
_WORD = (1 << 64) - 1
_WINDS = tuple(map(kind, "ESWN"))
_ROTATIONS = ("keep_on_win_or_draw", "winner", "always_next", "first_winner")
_DRAW_ROTATIONS = ("stay", "next", "rotate_if_kong")
_AFTER_MAX = ("stay", "next", "redice")
_SEVERAL = ("next", "keep")
_SEAT_WINDS = ("dealer", "fixed")
_STREAK_CAPS = ("saturate", "pass_deal")
_MOST_STREAK = 255  # what a table counts
_MOST_SHOWN = 9  # where a game has a greatest streak (九连庄)


class SessionError(QueshenError):
    """Something that a session cannot do now, or a saved session that is damaged."""


Near: TypeAlias = tuple[tuple[int, str | None], ...]
"""Seats that have used 乾坤大挪移, and the pattern that each named."""


def deal_seed(seed: int, number: int) -> int:
    """The seed of the wall of a deal, from the seed of its session.

    `queshen.table.play_deals` numbers its deals in the same way. Each is a step of splitmix64, so
    that neighbouring numbers have nothing in common.

    Examples
    --------
    >>> deal_seed(7, 0) == deal_seed(7, 0), deal_seed(7, 0) == deal_seed(7, 1)
    (True, False)
    """
    word = (seed ^ (number + 1) * 0xD1B54A32D192ED03) + 0x9E3779B97F4A7C15 & _WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


def next_dealer(rules: Rules, result: DealResult, lot: int = 1) -> int:
    """The seat that deals after a deal, 0 being the one that has dealt.

    The options ``dealer_rotation`` and ``draw_rotation`` decide; a game without them keeps a dealer
    who wins, and whose deal is drawn. Where several win, a dealer among them counts as the winner,
    then the first of them; with ``multi_win_dealer="keep"`` the dealer deals again. With
    ``"first_winner"`` the first winner deals, or who fed them where several were the first. With
    ``draw_rotation="rotate_if_kong"`` the next seat deals after a drawn deal with a kong.

    A dealer who has dealt the most deals in a row does not deal again: nine with
    ``streak_cap="pass_deal"``; as many as ``max_streak`` with ``after_max="next"``, or with
    ``"redice"``, where the seat `lot` deals.

    Examples
    --------
    >>> from queshen import DealResult, Win, variant
    >>> won = DealResult([Win(2, 8, payer=1)])
    >>> [next_dealer(variant("huanle", dealer_rotation=how), won) for how in _ROTATIONS[:3]]
    [1, 2, 1]
    >>> next_dealer(variant("huanle"), DealResult()), next_dealer(variant("guobiao"), DealResult())
    (0, 1)
    """
    step = _next_by_result(rules, result)
    if step or not _streak_ends(rules, result):
        return step
    return lot if _option(rules, "after_max", _AFTER_MAX) == "redice" else 1


def _streak_ends(rules: Rules, result: DealResult) -> bool:
    """Whether the dealer has dealt so often in a row that another one follows."""
    if _option(rules, "streak_cap", _STREAK_CAPS) == "pass_deal":
        return result.streak >= _MOST_SHOWN
    if _option(rules, "after_max", _AFTER_MAX) == "stay":
        return False
    # A drawn deal that leaves the streak as it is does not end it either.
    counts = bool(result.wins) or rules.options.get("streak_counts_draw", True)
    return counts and result.streak >= int(rules.options["max_streak"])


def _next_by_result(rules: Rules, result: DealResult) -> int:
    if not result.wins:
        how = _option(rules, "draw_rotation", _DRAW_ROTATIONS)
        return int(how == "next" or (how == "rotate_if_kong" and len(result.kongs) > 0))
    how = _option(rules, "dealer_rotation", _ROTATIONS)
    if how == "always_next":
        return 1
    first = [win for win in result.wins if win.order == result.wins[0].order]
    if how == "first_winner":
        fed = first[0].payer
        return first[0].seat if len(first) == 1 or fed is None else fed
    winners = [win.seat for win in result.wins]
    several = _option(rules, "multi_win_dealer", _SEVERAL) == "keep" and len(winners) > 1
    if 0 in winners or several:
        return 0
    return winners[0] if how == "winner" else 1


def _option(rules: Rules, name: str, values: tuple[str, ...]) -> str:
    value = rules.options.get(name, values[0])
    if value not in values:
        raise SessionError(f"{name} is {shown(value)}, expected one of {', '.join(values)}")
    return str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """One deal of a session that is over.

    Attributes
    ----------
    number : int
        Which deal of the session, from 0.
    dealer : int
        The player who dealt, seat 0.
    streak : int
        How many deals in a row this player has dealt, this one included.
    round_wind : int
        The prevailing wind.
    seed : int
        Of the wall.
    acts : bytes
        Seat and action of every act in turns; `Session.record` makes a record of them.
    digest : str
        Of the table when the deal ended, or somebody left.
    result : DealResult
        How it ended, by seats.
    settlement : Settlement
        Who paid whom, by seats.
    points, coins : tuple of int
        What it changed for each player.
    near : tuple of (int, str or None)
        Which seats used 乾坤大挪移 before it, and near which pattern.
    """

    number: int
    dealer: int
    streak: int
    round_wind: int
    seed: int
    acts: bytes
    digest: str
    result: DealResult
    settlement: Settlement
    points: tuple[int, ...]
    coins: tuple[int, ...]
    near: Near = ()


class Session:
    """Deals in a row of one game with the same players.

    A session goes on for as long as deals are played. Either its players play them (`play`), or
    whoever holds the session plays `table` and then says `finish`; both can be mixed. The same
    rules, seed and acts give the same session everywhere.

    Parameters
    ----------
    rules : Rules
        The game.
    seed : int
        From which the first dealer and every wall follow, 0 to 2**64 - 1.
    players : sequence of Player, optional
        Who decides, in turn order; only `play` needs them.
    first_dealer : int, optional
        The player who deals first; by default it follows from the seed.
    points, coins : sequence of int, optional
        What the players bring from earlier sessions, by player; 0 by default.
    wait_all : bool
        As in `queshen.table.Table`.

    Raises
    ------
    SessionError
        If these are not values of a session.

    Examples
    --------
    >>> from queshen.rules import variant
    >>> session = Session(variant("huanle"), seed=1, first_dealer=2)
    >>> session.player_of(0), session.seat_of(3), session.table.to_act
    (2, 1, (0,))
    >>> while not session.table.done:
    ...     session.table.step(max(session.table.legal(session.table.to_act[0])))
    >>> session.finish().result.drawn, session.dealer, session.streak
    (True, 2, 2)
    """

    __slots__ = (
        "_coins",
        "_dealer",
        "_dealt",
        "_first_coins",
        "_first_dealer",
        "_first_points",
        "_left",
        "_near",
        "_passed",
        "_players",
        "_points",
        "_rules",
        "_seats",
        "_seed",
        "_streak",
        "_table",
        "_turns",
        "_wait_all",
    )

    def __init__(
        self,
        rules: Rules,
        seed: int = 0,
        *,
        players: Sequence[Player] | None = None,
        first_dealer: int | None = None,
        points: Sequence[int] | None = None,
        coins: Sequence[int] | None = None,
        wait_all: bool = False,
    ) -> None:
        if isinstance(seed, bool) or not 0 <= index(seed) <= _WORD:
            raise SessionError(f"seed is {shown(seed)}, expected a number from 0 to 2**64 - 1")
        self._rules = rules
        self._seed = index(seed)
        self._seats = rules.flow.seats
        self._wait_all = bool(wait_all)
        self._players: tuple[Player, ...] | None = None
        if players is not None:
            self.players = tuple(players)
        if first_dealer is None:
            # The number before that of the first deal.
            first_dealer = deal_seed(self._seed, -1) * self._seats >> 64
        self._first_dealer = self._chair(first_dealer)
        self._first_points = self._account("points", points)
        self._first_coins = self._account("coins", coins)
        self._points, self._coins = self._first_points, self._first_coins
        self._dealer = self._first_dealer
        self._streak = 1
        self._turns = 0  # of the prevailing wind
        self._passed = 0  # changes of dealer
        self._dealt: list[Dealt] = []
        self._left: int | None = None
        for name, values in (("dealer_rotation", _ROTATIONS), ("draw_rotation", _DRAW_ROTATIONS)):
            _option(rules, name, values)
        self._table: Table = self._next_table()

    def _account(self, name: str, given: Sequence[int] | None) -> tuple[int, ...]:
        numbers = (0,) * self._seats if given is None else tuple(map(index, given))
        if len(numbers) != self._seats:
            raise SessionError(f"{len(numbers)} {name}, expected {self._seats}")
        return numbers

    def _chair(self, player: int) -> int:
        number = int(index(player))
        if not 0 <= number < self._seats:
            raise SessionError(f"player {shown(number)}, expected 0 to {self._seats - 1}")
        return number

    def _next_table(self, near: Near = ()) -> Table:
        self._near = near
        return self._rules.table(
            **self._set_up(self.number, self._dealer, self._streak, self.round_wind, near)
        )

    def _set_up(
        self, number: int, dealer: int, streak: int, round_wind: int, near: Near
    ) -> dict[str, Any]:
        """What a deal of the session is made of."""
        seed = deal_seed(self._seed, number)
        set_up: dict[str, Any] = {
            "round_wind": round_wind,
            "streak": min(streak, _MOST_STREAK),
            "wait_all": self._wait_all,
        }
        if _option(self._rules, "seat_wind", _SEAT_WINDS) == "fixed":
            place = (dealer - self._first_dealer) % self._seats
            set_up["dealer_wind"] = _WINDS[place % len(_WINDS)]
        if near:
            from .near_deals import near_deal

            return set_up | {"wall": near_deal(self._rules, seed, near)}
        return set_up | {"seed": seed}

    # ---- who and when ----

    @property
    def rules(self) -> Rules:
        """The game."""
        return self._rules

    @property
    def seed(self) -> int:
        """What the session was made from."""
        return self._seed

    @property
    def players(self) -> tuple[Player, ...] | None:
        """Who decides, by number; they may be changed between acts."""
        return self._players

    @players.setter
    def players(self, players: Sequence[Player]) -> None:
        found = tuple(players)
        if len(found) != self._seats:
            raise SessionError(f"{len(found)} players, expected {self._seats}")
        self._players = found

    @property
    def seats(self) -> int:
        """How many players there are."""
        return self._seats

    @property
    def first_dealer(self) -> int:
        """The player who dealt first."""
        return self._first_dealer

    @property
    def dealer(self) -> int:
        """The player who deals the current deal."""
        return self._dealer

    @property
    def streak(self) -> int:
        """How many deals in a row this player deals, the current one included (连庄)."""
        return self._streak

    @property
    def number(self) -> int:
        """The number of the current deal, from 0."""
        return len(self._dealt)

    @property
    def round_wind(self) -> int:
        """The prevailing wind of the current deal, a kind.

        It starts at E and turns when the deal has passed all the way round, from the last player
        to the first dealer again; where winners deal, after as many changes of dealer as there are
        players.
        """
        return _WINDS[self._turns % len(_WINDS)]

    @property
    def rounds(self) -> int:
        """How often the prevailing wind has turned; four make a whole game (全庄)."""
        return self._turns

    def seat_of(self, player: int) -> int:
        """The seat of a player in the current deal, counted from the dealer."""
        return (self._chair(player) - self._dealer) % self._seats

    def player_of(self, seat: int) -> int:
        """The player at a seat of the current deal."""
        return (self._dealer + self._chair(seat)) % self._seats

    # ---- deals ----

    @property
    def table(self) -> Table:
        """The table of the current deal, for whoever plays it by hand.

        Raises
        ------
        SessionError
            If somebody left, which ends the session.
        """
        self._goes_on()
        return self._table

    @property
    def over(self) -> bool:
        """Whether somebody left."""
        return self._left is not None

    @property
    def left(self) -> int | None:
        """The player who left; None while all are here."""
        return self._left

    def _goes_on(self) -> None:
        if self._left is not None:
            raise SessionError(f"player {self._left} left, expected a session that goes on")

    def play(self, deals: int = 1) -> tuple[Dealt, ...]:
        """Let the players play, the current deal to its end and further ones.

        Raises
        ------
        SessionError
            If there are no players, or one of them left.
        TableError
            If a player chooses what is not legal; the table stays as it was.
        """
        self._goes_on()
        if self._players is None:
            raise SessionError("no players, expected some")
        return tuple([self._play_one() for _ in range(index(deals))])

    def _play_one(self) -> Dealt:
        assert self._players is not None
        table = self._table
        while not table.done:
            seat = table.to_act[0]
            player = self._players[self.player_of(seat)]
            table.act(seat, player.choose(view_of(table, seat)))
        return self.finish()

    def finish(self) -> Dealt:
        """Settle the current deal, which is over, and begin the next.

        Raises
        ------
        SessionError
            If it is not over.
        """
        self._goes_on()
        result = self._table.result
        if result is None:
            raise SessionError(f"deal {self.number} goes on, expected one that is over")
        dealt = self._settled(result)
        self._rotate(dealt.result)
        self._table = self._next_table()
        return dealt

    def shift(self, player: int, pattern: str | None = None) -> None:
        """A player uses 乾坤大挪移 before the first act of a deal: the tiles are dealt anew.

        Parameters
        ----------
        player : int
            Who.
        pattern : str, optional
            The fan near which the hand is dealt; else one of those that the prop has is drawn.

        Raises
        ------
        SessionError
            If the deal has begun.
        TableError
            If props are off, or `near_deals.near_deal` refuses it.

        Examples
        --------
        >>> from queshen.rules import variant
        >>> session = Session(variant("huopin", props=True), seed=4, first_dealer=0)
        >>> session.shift(2)
        >>> str(session.table.hand(2))
        '8m23355566677pS'
        """
        self._goes_on()
        if self._table.log:
            raise SessionError(f"deal {self.number} has begun, expected one before its first act")
        near = (*self._near, (self.seat_of(player), pattern))
        before = self._near
        try:
            self._table = self._next_table(near)
        except QueshenError:
            self._near = before
            raise

    def abandon(self, player: int) -> Dealt:
        """A player leaves during a deal (逃跑), which is void and the last of the session.

        What that costs is in the rules. Who goes on does so in a new session, to which points and
        coins are taken along.

        Examples
        --------
        >>> from queshen.rules import variant
        >>> session = Session(variant("huanle"), first_dealer=0)
        >>> session.abandon(1).points, session.over, session.bank
        ((8, -24, 8, 8), True, 0)
        """
        self._goes_on()
        seat = self.seat_of(player)
        if self._table.done:
            raise SessionError(f"deal {self.number} is over, expected one that goes on")
        result = DealResult(
            escaped=seat,
            seats=self._seats,
            streak=self._streak,
            round_wind=self.round_wind,
        )
        dealt = self._settled(result)
        self._left = self._chair(player)
        return dealt

    def _settled(self, result: DealResult) -> Dealt:
        settlement = self._rules.settle(result)
        seats = [self.seat_of(player) for player in range(self._seats)]
        dealt = Dealt(
            number=self.number,
            dealer=self._dealer,
            streak=self._streak,
            round_wind=self.round_wind,
            seed=deal_seed(self._seed, self.number),
            acts=bytes([part for act in self._table.log for part in act]),
            digest=self._table.digest(),
            result=result,
            settlement=settlement,
            points=tuple([settlement.points[seat] for seat in seats]),
            coins=tuple([settlement.coins[seat] for seat in seats]),
            near=self._near,
        )
        self._points = tuple(map(sum, zip(self._points, dealt.points, strict=True)))
        self._coins = tuple(map(sum, zip(self._coins, dealt.coins, strict=True)))
        self._dealt.append(dealt)
        return dealt

    def _rotate(self, result: DealResult) -> None:
        lot = deal_seed(self._seed, -2 - self.number) * self._seats >> 64
        step = next_dealer(self._rules, result, lot)
        if step == 0 and not _streak_ends(self._rules, result):
            capped = "streak_cap" in self._rules.options
            if result.wins or self._rules.options.get("streak_counts_draw", True):
                self._streak = min(self._streak + 1, _MOST_SHOWN if capped else self._streak + 1)
            return
        self._streak = 1
        self._dealer = (self._dealer + step) % self._seats
        self._passed += 1
        if self._rules.options.get("dealer_rotation") in ("winner", "first_winner"):
            self._turns = self._passed // self._seats
        elif self._dealer == self._first_dealer:
            self._turns += 1

    # ---- what came of it ----

    @property
    def dealt(self) -> tuple[Dealt, ...]:
        """The deals that are over."""
        return tuple(self._dealt)

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each player, with what was brought along."""
        return self._points

    @property
    def coins(self) -> tuple[int, ...]:
        """The coins of each player, with what was brought along."""
        return self._coins

    @property
    def bank(self) -> int:
        """The points that went to the bank: from who leaves, or where the rules have it pay."""
        return sum(dealt.settlement.bank for dealt in self._dealt)

    @property
    def fees(self) -> int:
        """The coins that went to the platform as fees."""
        return sum(sum(dealt.settlement.fee) for dealt in self._dealt)

    def rank(self, player: int) -> Rank | None:
        """The title of a player (等级), by points or coins as ``rank_by`` says; None where the
        game has no titles.

        Examples
        --------
        >>> from queshen.rules import variant
        >>> session = Session(variant("huanle"), points=[0, 150, -20, 2000])
        >>> [session.rank(player).title for player in range(4)]
        ['白板', '一万', '白板', '五万']
        """
        number = self._chair(player)
        if self._rules.id not in LADDERS:
            return None
        by_coins = self._rules.options.get("rank_by", "points") == "coins"
        return rank((self._coins if by_coins else self._points)[number], self._rules.id)

    def record(self, number: int) -> DealRecord:
        """The record of a deal that is over; where somebody left, of its acts until then.

        Examples
        --------
        >>> from queshen.rules import variant
        >>> session = Session(variant("guobiao"))
        >>> while not session.table.done:
        ...     session.table.step(max(session.table.legal(session.table.to_act[0])))
        >>> dealt = session.finish()
        >>> session.record(0).digest == dealt.digest
        True
        """
        from .record import DealRecord

        if not 0 <= index(number) < len(self._dealt):
            raise SessionError(f"deal {shown(number)}, expected 0 to {len(self._dealt) - 1}")
        dealt = self._dealt[number]
        set_up = self._set_up(
            dealt.number, dealt.dealer, dealt.streak, dealt.round_wind, dealt.near
        )
        return DealRecord(self._rules, set_up, _pairs(dealt.acts))

    def __repr__(self) -> str:
        state = f"player {self._left} left" if self.over else f"deal {self.number}"
        return f"<Session {self._rules.id}, seed {self._seed}, {state}, dealer {self._dealer}>"

    # ---- as a value ----

    def to_dict(self) -> dict[str, Any]:
        """The session in types that JSON has: what it was made from, and the acts of every deal."""
        from . import __version__

        deals = [_saved(dealt.acts, dealt.digest, dealt.near) for dealt in self._dealt]
        data: dict[str, Any] = {
            "session": LAYOUT,
            "engine": __version__,
            "key": self._rules.key,
            "rules": self._rules.to_dict(),
            "seed": self._seed,
            "first_dealer": self._first_dealer,
            "points": list(self._first_points),
            "coins": list(self._first_coins),
            "wait_all": self._wait_all,
            "deals": deals,
            "left": self._left,
        }
        if not self.over:
            acts = bytes([part for act in self._table.log for part in act])
            deals.append(_saved(acts, self._table.digest(), self._near))
        data["accounts"] = {"points": list(self._points), "coins": list(self._coins)}
        return data

    def to_json(self) -> str:
        """The session as JSON, for `from_json`. Players are not part of it.

        Examples
        --------
        >>> from queshen.rules import variant
        >>> session = Session(variant("guobiao"), seed=5)
        >>> session.table.step(min(session.table.legal(0)))
        >>> again = Session.from_json(session.to_json())
        >>> again.table == session.table, again == session
        (True, True)
        """
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(
        cls,
        text: str | bytes,
        definition: Definition | None = None,
        *,
        players: Sequence[Player] | None = None,
    ) -> Session:
        """The session that `to_json` wrote, every deal of it played again.

        Parameters
        ----------
        text : str or bytes
            What `to_json` gave.
        definition : Definition, optional
            The game, where it is one of your own.
        players : sequence of Player, optional
            Who decides from now on.

        Raises
        ------
        SessionError
            If it is damaged or was changed: an act is not legal, or deals or accounts come out in
            another way. The deal is named.
        RulesError
            If its rules are not rules.
        """
        if not isinstance(text, str | bytes | bytearray):
            raise TypeError(f"a session is read from str, not {type(text).__name__}")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise SessionError(f"a session that is no JSON: {error}") from None
        return cls.from_dict(data, definition, players=players)

    @classmethod
    def from_dict(
        cls,
        data: Mapping[str, Any],
        definition: Definition | None = None,
        *,
        players: Sequence[Player] | None = None,
    ) -> Session:
        """The session that `to_dict` wrote; see `from_json`."""
        from .rules import Rules

        if not isinstance(data, Mapping):
            raise SessionError(f"a session is {shown(data)}, expected an object")
        if data.get("session") is True or data.get("session") != LAYOUT:
            raise SessionError(f"a session of layout {shown(data.get('session'))}, not {LAYOUT}")
        for key in _KEYS:
            if key not in data:
                raise SessionError(f"a session without {key}, expected {', '.join(_KEYS)}")
        try:
            rules = Rules.from_dict(data["rules"], definition)
            if rules.key != data["key"]:
                raise SessionError(f"rules with the key {shown(data['key'])}, expected {rules.key}")
            session = cls(
                rules,
                data["seed"],
                players=players,
                first_dealer=data["first_dealer"],
                points=data["points"],
                coins=data["coins"],
                wait_all=data["wait_all"],
            )
            session._again(data["deals"], data["left"])
        except TypeError as error:
            raise SessionError(f"a session that is damaged: {error}") from None
        found = {"points": list(session.points), "coins": list(session.coins)}
        if data["accounts"] != found:
            raise SessionError(f"accounts {shown(data['accounts'])}, expected {shown(found)}")
        return session

    def _again(self, deals: Any, left: Any) -> None:
        """Play saved deals; the last of them is the one that goes on or that somebody left."""
        if not isinstance(deals, list) or not deals:
            raise SessionError(f"deals are {shown(deals)}, expected a list")
        for number, saved in enumerate(deals):
            try:
                for seat, pattern in saved.get("near", ()):
                    self.shift(self.player_of(seat), pattern)
                self._carry_out(bytes.fromhex(saved["acts"]))
                digest = saved["digest"]
            except TableError as error:
                raise SessionError(f"deal {number}: {error}") from None
            except (ValueError, KeyError, TypeError) as error:
                raise SessionError(f"deal {number}: {type(error).__name__}: {error}") from None
            if digest != self._table.digest():
                wanted = self._table.digest()
                raise SessionError(f"deal {number}: digest {shown(digest)}, expected {wanted}")
            if number + 1 < len(deals):
                self.finish()
        if left is not None:
            self.abandon(left)

    def _carry_out(self, acts: bytes) -> None:
        for event, (seat, action) in enumerate(_pairs(acts)):
            try:
                self._table.act(seat, action)
            except QueshenError as error:
                raise TableError(f"act {event}: {error}") from None

    def __eq__(self, other: object) -> bool:
        return self.to_dict() == other.to_dict() if isinstance(other, Session) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


_KEYS = (
    "rules",
    "key",
    "seed",
    "first_dealer",
    "points",
    "coins",
    "wait_all",
    "deals",
    "left",
    "accounts",
)


def _saved(acts: bytes, digest: str, near: Near) -> dict[str, Any]:
    """A deal as a session is written."""
    saved: dict[str, Any] = {"acts": acts.hex(), "digest": digest}
    return saved | {"near": [list(each) for each in near]} if near else saved


def _pairs(acts: bytes) -> list[tuple[int, int]]:
    if len(acts) % 2:
        raise TableError("half an act, expected seat and action")
    return list(zip(acts[::2], acts[1::2], strict=True))
