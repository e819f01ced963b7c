"""Who pays whom when a deal is over.

Settling is a function of the rules and of a `DealResult`, and of nothing else: it makes `Transfer`
values, from them the points of each seat (their sum is zero), and from the points the coins:
``coins = points * N - A`` with the room coefficient N and the fee A. All numbers are integers, so
nothing is ever rounded.

>>> from types import SimpleNamespace
>>> rules = SimpleNamespace(options={"room": "popular", "bird": True, "dealer_double": True})
>>> print(by_factors(rules, DealResult([Win(1, 10, payer=0)], bird="2m")).explain())
win: seat 0 pays seat 1 40 points = 10 fan x 2 (dealer) x 2 (bird)
points: -40, +40, 0, 0

`by_factors` and `winner_base` settle whole games; a game with other rules puts its own together
from the same blocks: `winners`, `losers`, `still_in`, `payers`, `shares`, `base_terms`,
`pair_factors`, `bird_seat`, `kong_payments`, `horse_payments`, `escape` and `settled`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from .deal_result import (
    DealResult,
    KongPaid,
    KongType,
    ResultError,
    SeatResult,
    Win,
    WinFlag,
    as_face,
    as_number,
)
from .errors import shown
from .payments import Parts, Settlement, Transfer
from .tiles import KIND_COUNT, name

__all__ = [
    "DealResult",
    "KongPaid",
    "KongType",
    "ResultError",
    "RulesLike",
    "SeatResult",
    "Settlement",
    "Transfer",
    "Win",
    "WinFlag",
    "base_terms",
    "bird_seat",
    "by_factors",
    "escape",
    "horse_payments",
    "horse_seat",
    "kong_payments",
    "losers",
    "pair_factors",
    "payers",
    "settled",
    "shares",
    "still_in",
    "turn_bird",
    "winner_base",
    "winners",
]


class RulesLike(Protocol):
    """What settling needs of the rules: options by name.

    An option that is missing is a thing that the game does not have.
    """

    @property
    def options(self) -> Mapping[str, Any]:
        """The values by name."""


# Building blocks


def _choice(rules: RulesLike, option: str, *values: str) -> str:
    """Value of an option, the first of its values where the game does not have it."""
    value = rules.options.get(option, values[0])
    if value not in values:
        raise ResultError(f"{option} is {shown(value)}, expected one of {', '.join(values)}")
    return str(value)


def bird_seat(bird: int | str, dealer: int = 0, seats: int = 4) -> int | None:
    """Whose bird a tile is.

    Its number counts from the dealer in turn order: the number of a suit tile, and 1 to 7 for
    E S W N C F P. A flower has no number and is nobody's bird.

    Examples
    --------
    >>> [bird_seat(tile) for tile in ("1m", "6p", "W", "P", "春")]
    [0, 1, 2, 2, None]
    """
    tile = as_face(bird, "the bird", flowers=True)
    return None if tile >= KIND_COUNT else _numbered(tile, dealer, seats)


def _numbered(tile: int, dealer: int, seats: int) -> int:
    """The seat of the number of a tile; honours start at 27, so this numbers them too."""
    return (dealer + tile % 9) % seats


def turn_bird(
    rules: RulesLike, wall: Sequence[int | str], last_drawn: int | str | None = None
) -> int | None:
    """The tile that is turned after a win, or None where the game or the wall has none.

    Parameters
    ----------
    rules : Rules
        Its options ``bird``, ``bird_from``, ``bird_flower`` and ``bird_wall_empty`` decide.
    wall : sequence of int or str
        The tiles that nobody drew, in the order of normal draws.
    last_drawn : int or str, optional
        The tile drawn last, which is the bird where the wall is empty: on a self-draw the winning
        tile, on the last discard what was drawn before it.

    Raises
    ------
    ResultError
        If the wall is empty and the tile drawn last is needed but not told.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> rules = SimpleNamespace(options={"bird": True})
    >>> turn_bird(rules, ["春", "5m", "E"]), turn_bird(rules, [], last_drawn="9s")
    (4, 26)
    """
    if not rules.options.get("bird"):
        return None
    row: Iterable[int | str] = wall
    if not len(wall):
        if _choice(rules, "bird_wall_empty", "last_wall_tile", "no_bird") == "no_bird":
            return None
        if last_drawn is None:
            raise ResultError("the wall is empty, expected the tile drawn last")
        row = (last_drawn,)
    elif _choice(rules, "bird_from", "head", "tail") == "tail":
        row = reversed(wall)
    turn_on = _choice(rules, "bird_flower", "next", "no_bird") == "next"
    for tile in row:
        bird = as_face(tile, "a tile of the wall", flowers=True)
        if bird < KIND_COUNT or not turn_on:
            return bird
    return None


def base_terms(fan: int, room: str = "popular") -> Parts:
    """What makes up the base of a win in a room: 大众场, 8番场 or 无番场.

    Examples
    --------
    >>> base_terms(10, "popular"), base_terms(10, "8fan"), base_terms(10, "no_fan")
    ((('fan', 10),), (('fan', 10), ('room', 8)), (('room', 10),))
    """
    if room == "popular":
        return (("fan", fan),)
    if room == "8fan":
        return ("fan", fan), ("room", 8)
    if room == "no_fan":
        return (("room", 10),)
    raise ResultError(f"room is {shown(room)}, expected one of popular, 8fan, no_fan")


def pair_factors(
    payee: int, payer: int, dealer: int | None = None, bird: int | None = None
) -> Parts:
    """What doubles a payment between two seats.

    The dealer and the owner of the bird double what they win and what they pay, and nothing
    between two others; one seat that is both doubles twice. None is nobody.

    Examples
    --------
    >>> pair_factors(1, 2, dealer=0, bird=2), pair_factors(1, 0, dealer=0, bird=0)
    ((('bird', 2),), (('dealer', 2), ('bird', 2)))
    """
    factors: Parts = ()
    if dealer in (payee, payer):
        factors += (("dealer", 2),)
    if bird in (payee, payer):
        factors += (("bird", 2),)
    return factors


def winners(rules: RulesLike, result: DealResult) -> tuple[Win, ...]:
    """The wins of a game whose deals end with the first tile that is won.

    Raises
    ------
    ResultError
        If there are several where ``multi_win`` allows one, or ``multi_rob`` of those that rob a
        kong, or they are not on one tile.
    """
    wins = result.wins
    if len(wins) > 1:
        rob = WinFlag.ROBBING in wins[0].flags and "multi_rob" in rules.options
        option, values = ("multi_rob", _ROBBERS) if rob else ("multi_win", _WINNERS)
        if _choice(rules, option, *values) == values[0]:
            seats = ", ".join(str(win.seat) for win in wins)
            raise ResultError(f"seats {seats} win, expected one winner: {option} is {values[0]}")
        if wins[0].order != wins[-1].order:
            raise ResultError(f"{len(wins)} wins, expected them all on one tile")
    return wins


_WINNERS = ("nearest", "all")
_ROBBERS = ("nearest", "each")


def losers(result: DealResult, win: Win) -> tuple[int, ...]:
    """The seats that had not won when the tile of a win was won, and did not win on it.

    Examples
    --------
    >>> losers(DealResult([Win(1, 8, payer=3)]), Win(1, 8, payer=3))
    (0, 2, 3)
    """
    done = {win.seat} | {each.seat for each in result.wins if each.order <= win.order}
    return tuple([seat for seat in range(result.seats) if seat not in done])


def still_in(result: DealResult, order: int) -> tuple[int, ...]:
    """The seats that had not won before a place among the wins and kongs of a deal.

    Examples
    --------
    >>> first = [Win(seat, 2, payer=0, order=1) for seat in (1, 3)]
    >>> result = DealResult([*first, Win(0, order=3)])
    >>> still_in(result, 1), still_in(result, 2), still_in(result, 4)
    ((0, 1, 2, 3), (0, 2), (2,))
    """
    gone = {win.seat for win in result.wins if win.order < order}
    return tuple([seat for seat in range(result.seats) if seat not in gone])


def payers(rules: RulesLike, result: DealResult, win: Win) -> tuple[int, ...]:
    """Who pays for a win: every loser for a self-draw, for a discard as ``discard_payers`` says.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> rules = SimpleNamespace(options={"discard_payers": "discarder"})
    >>> payers(rules, DealResult(), Win(1, 8)), payers(rules, DealResult(), Win(1, 8, payer=3))
    ((0, 2, 3), (3,))
    """
    alone = _choice(rules, "discard_payers", "discarder", "all") == "discarder"
    if win.payer is not None and alone:
        return (win.payer,)
    return losers(result, win)


def shares(rules: RulesLike, result: DealResult, win: Win) -> tuple[tuple[int, int], ...]:
    """Who pays for a win, and how many of its shares each.

    A self-draw is a share of every seat that had not won before, which a seat that is liable pays
    alone (包); so does a seat whose kong is robbed, whoever else robs it. On a discard each seat
    that `payers` names pays one.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> rules = SimpleNamespace(options={})
    >>> shares(rules, DealResult(), Win(1, 2)), shares(rules, DealResult(), Win(1, 2, liable=3))
    (((0, 1), (2, 1), (3, 1)), ((3, 3),))
    >>> shares(rules, DealResult(), Win(1, 2, payer=0, flags=["robbing"]))
    ((0, 3),)
    """
    alone = win.payer if WinFlag.ROBBING in win.flags else win.liable if win.self_draw else None
    if alone is not None:
        gone = {each.seat for each in result.wins if each.order < win.order}
        return ((alone, result.seats - 1 - len(gone)),)
    return tuple((payer, 1) for payer in payers(rules, result, win))


def kong_payments(rules: RulesLike, result: DealResult) -> tuple[Transfer, ...]:
    """What kongs are paid (杠分): 3 by who fed an exposed one, 1 by each other seat for an added
    one, 2 by each for a concealed one.

    A drawn deal pays them with ``kong_pay_on_draw`` only; an added kong that could have been made
    in an earlier turn pays nothing with ``late_jia="unpaid"``.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> rules = SimpleNamespace(options={"kong_pay_on_draw": True})
    >>> kongs = [KongPaid(1, "E", "concealed kong"), KongPaid(2, "5m", "exposed kong", payer=0)]
    >>> Settlement.of(kong_payments(rules, DealResult(kongs=kongs)), (0, 0, 0, 0)).points
    (-5, 6, 1, -2)
    """
    if result.drawn and not rules.options.get("kong_pay_on_draw"):
        return ()
    unpaid = _choice(rules, "late_jia", "paid", "unpaid") == "unpaid"
    transfers = []
    for kong in result.kongs:
        if kong.late and unpaid:
            continue
        owing = range(result.seats) if kong.payer is None else (kong.payer,)
        terms = ((str(kong.type), _KONG_POINTS[kong.type]),)
        transfers += [
            Transfer.due(payer, kong.seat, "kong", terms) for payer in owing if payer != kong.seat
        ]
    return tuple(transfers)


_KONG_POINTS = {KongType.EXPOSED: 3, KongType.ADDED: 1, KongType.CONCEALED: 2}


def horse_seat(rules: RulesLike, horse: int | str, dealer: int = 0, seats: int = 4) -> int:
    """The seat that a horse is on: as `bird_seat` counts, or with ``horse_dragons="shifted"`` 中
    发白 on the three seats after the dealer.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> shifted = SimpleNamespace(options={"horse_dragons": "shifted"})
    >>> horse_seat(SimpleNamespace(options={}), "P"), horse_seat(shifted, "P")
    (2, 3)
    """
    tile = as_face(horse, "a horse")
    if tile >= _FIRST_DRAGON and _choice(rules, "horse_dragons", "cycle", "shifted") == "shifted":
        return (dealer + 1 + tile - _FIRST_DRAGON) % seats
    return _numbered(tile, dealer, seats)


_FIRST_DRAGON = 31


def horse_payments(
    rules: RulesLike, result: DealResult, first: Sequence[Transfer]
) -> tuple[Transfer, ...]:
    """The second count of a deal (买马), from the transfers of the first.

    Each horse is a seat whose result the dealer shares. Where that seat came out even, nothing
    happens. Else, as ``horse_mode`` says:

    * ``mirror``: what another seat paid it in all, that seat pays the dealer once more, and the
      other way round. What the dealer paid it himself falls out.
    * ``full``: the dealer gets exactly its result, from the others in proportion to what they paid
      it; the nearer one's part is rounded down. Where together they paid it nothing, nobody pays.
    * ``bank``: the dealer gets exactly its result from the bank, or pays it there.

    Every horse reckons from the first count, and they add up. A drawn deal has a second count only
    with ``horses_on_draw``.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> first = [Transfer(payer, 1, 2) for payer in (0, 2, 3)]
    >>> result = DealResult([Win(1)], horses=["2m"])
    >>> second = horse_payments(SimpleNamespace(options={}), result, first)
    >>> Settlement.of([*first, *second], (0, 0, 0, 0)).points
    (2, 6, -4, -4)
    """
    if result.drawn and not rules.options.get("horses_on_draw"):
        return ()
    mode = _choice(rules, "horse_mode", "mirror", "full", "bank")
    seats, dealer = result.seats, result.dealer
    flow = [[0] * seats for _ in range(seats)]
    for each in first:
        if each.payer is not None and each.payee is not None:
            flow[each.payer][each.payee] += each.points
    others = [(dealer + step) % seats for step in range(1, seats)]
    transfers = []
    for horse in result.horses:
        seat = horse_seat(rules, horse, dealer, seats)
        paid = {other: flow[other][seat] - flow[seat][other] for other in others}
        total = sum(paid.values()) + flow[dealer][seat] - flow[seat][dealer]
        if total == 0:
            continue
        if mode == "bank":
            transfers.append(_horse(None, dealer, total, horse))
            continue
        owed = _in_proportion(paid, total) if mode == "full" and seat != dealer else paid
        transfers += [
            _horse(payer, dealer, points, horse) for payer, points in owed.items() if points
        ]
    return tuple(transfers)


def _in_proportion(paid: Mapping[int, int], total: int) -> dict[int, int]:
    """A total divided in proportion to numbers; nothing where they come to nothing."""
    whole = sum(paid.values())
    owed: dict[int, int] = {}
    rest = total
    for seat, number in paid.items():
        if whole == 0:
            break
        owed[seat] = total * number // whole
        rest -= owed[seat]
    if owed:
        last = [seat for seat, number in paid.items() if number][-1]
        owed[last] += rest
    return owed


def _horse(payer: int | None, dealer: int, points: int, horse: int) -> Transfer:
    """What one seat pays the dealer for a horse; less than nothing is paid the other way."""
    giver, taker = (payer, dealer) if points > 0 else (dealer, payer)
    return Transfer(giver, taker, abs(points), "horse", ((name(horse), abs(points)),))


def escape(rules: RulesLike, seats: int, escaped: int) -> tuple[Transfer, ...]:
    """What a seat pays for leaving a deal, which is void then, and what the others get for it.

    It pays ``escape_points`` to the bank, and each other seat has ``escape_comp`` from there.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> rules = SimpleNamespace(options={"escape_points": 8, "escape_comp": 2})
    >>> Settlement.of(escape(rules, 4, 3), (0, 0, 0, 0)).points
    (2, 2, 2, -8)
    """
    paid = rules.options.get("escape_points", 8)
    given = rules.options.get("escape_comp", 2)
    others = [seat for seat in range(seats) if seat != escaped]
    return (
        Transfer(escaped, None, paid, "escape"),
        *(Transfer(None, seat, given, "escape") for seat in others),
    )


def settled(rules: RulesLike, result: DealResult, transfers: Iterable[Transfer]) -> Settlement:
    """Points and coins from the transfers of a deal, under the options ``N``, ``A`` and those of
    the fee: ``fee_scope``, ``fee_on_draw``, ``escape_fee``.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> rules = SimpleNamespace(options={"N": 200, "A": 20, "fee_scope": "all"})
    >>> settled(rules, DealResult([Win(1, 10, payer=2)]), [Transfer(2, 1, 10)]).coins
    (-20, 1980, -2020, -20)
    """
    options = rules.options
    paid = tuple(transfers)
    amount = as_number(options.get("A", 0), "the fee A")
    if result.escaped is not None:
        charged = options.get("escape_fee", False)
    else:
        charged = not result.drawn or options.get("fee_on_draw", True)
    fee = [amount if charged else 0] * result.seats
    if _choice(rules, "fee_scope", "all", "involved") == "involved":
        parties = {seat for each in paid for seat in (each.payer, each.payee)}
        fee = [each if seat in parties else 0 for seat, each in enumerate(fee)]
    return Settlement.of(paid, fee, options.get("N", 1))


# Whole games


def by_factors(rules: RulesLike, result: DealResult) -> Settlement:
    """Settle a deal in which every payer pays the base of the room times the factors of the pair.

    For 欢乐, 火拼 and QQ麻将. The fan is taken as it is: whether the hand reached the minimum of
    the room was decided when it was allowed to win.

    Parameters
    ----------
    rules : Rules
        Its options ``room``, ``bird``, ``dealer_double``, ``discard_payers`` and ``multi_win``
        decide who pays what, those of `escape` what leaving costs, those of `settled` the coins.
    result : DealResult
        How the deal ended.

    Raises
    ------
    ResultError
        If no deal of such a game ends so.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> rules = SimpleNamespace(options={"room": "8fan", "bird": True, "N": 200, "A": 20})
    >>> by_factors(rules, DealResult([Win(1, 10)], bird="3p")).coins
    (-3620, 14380, -7220, -3620)
    """
    options = rules.options
    if result.escaped is not None:
        return settled(rules, result, escape(rules, result.seats, result.escaped))
    dealer = result.dealer if options.get("dealer_double") else None
    bird = None
    if options.get("bird") and result.bird is not None:
        bird = bird_seat(result.bird, result.dealer, result.seats)
    transfers = []
    for win in winners(rules, result):
        terms = base_terms(win.fan, options.get("room", "popular"))
        for payer in payers(rules, result, win):
            factors = pair_factors(win.seat, payer, dealer, bird)
            transfers.append(Transfer.due(payer, win.seat, "win", terms, factors))
    return settled(rules, result, transfers)


_WINNER_BASE = 8


def winner_base(rules: RulesLike, result: DealResult) -> Settlement:
    """Settle a deal in which everybody pays a base of 8 (底分), and who owes the win its fan too.

    For 国标麻将: each pays 8 + fan for a self-draw; for a discard the discarder does, the others
    pay 8. With ``discard_payers="all"`` everybody owes the fan of a discard too.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> rules = SimpleNamespace(options={})
    >>> winner_base(rules, DealResult([Win(0, 11, payer=3)])).points
    (35, -8, -8, -19)
    """
    if result.escaped is not None:
        return settled(rules, result, escape(rules, result.seats, result.escaped))
    transfers = []
    for win in winners(rules, result):
        owing = payers(rules, result, win)
        for payer in losers(result, win):
            fan: Parts = (("fan", win.fan),) if payer in owing else ()
            terms = (*fan, ("base", _WINNER_BASE))
            transfers.append(Transfer.due(payer, win.seat, "win", terms))
    return settled(rules, result, transfers)
