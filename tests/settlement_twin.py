"""The slow settlement of 鸡平胡 and 推倒胡: a matrix of who pays whom, filled in loops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

from queshen.deal_result import DealResult, KongPaid, KongType, Win, WinFlag

SEATS = range(4)


@dataclass
class Paid:
    """What has been paid: `to[i][j]` from seat i to seat j, `bank[i]` from seat i to the bank."""

    to: list[list[int]] = field(default_factory=lambda: [[0] * 4 for _ in SEATS])
    bank: list[int] = field(default_factory=lambda: [0] * 4)
    parties: set[int] = field(default_factory=set)

    def pay(self, payer: int, payee: int, points: int) -> None:
        assert payer != payee and points >= 0
        self.to[payer][payee] += points
        if points:
            self.parties |= {payer, payee}

    def pay_bank(self, payer: int, points: int) -> None:
        """To the bank, or what the bank pays where the points are below zero."""
        self.bank[payer] += points
        if points:
            self.parties.add(payer)

    def net(self, seat: int) -> int:
        """What a seat has won from the other seats and the bank."""
        won = -self.bank[seat]
        for other in SEATS:
            won += self.to[other][seat] - self.to[seat][other]
        return won


@dataclass(frozen=True)
class Outcome:
    """What a deal comes to."""

    points: tuple[int, ...]
    coins: tuple[int, ...]
    fee: tuple[int, ...]
    bank: int


def outcome(game: str, says: Mapping[str, Any], result: DealResult) -> Outcome:
    """Settle a deal by the options of its game."""
    paid = Paid()
    if result.escaped is not None:
        paid.pay_bank(result.escaped, says["escape_points"])
        for seat in SEATS:
            if seat != result.escaped:
                paid.pay_bank(seat, -says["escape_comp"])
        paid.parties = set(SEATS)  # even where the amounts are nothing
    else:
        for win in result.wins:
            pay_win(game, says, result, win, paid)
        if kongs_count(game, says, result):
            for kong in result.kongs:
                pay_kong(says, kong, paid)
        if game == "tuidaohu" and (result.wins or says["horses_on_draw"]):
            pay_horses(says, result, paid)
    points = tuple(paid.net(seat) for seat in SEATS)
    fee = tuple(fee_of(says, result, paid, seat) for seat in SEATS)
    coins = tuple(points[seat] * says["N"] - fee[seat] for seat in SEATS)
    return Outcome(points, coins, fee, sum(paid.bank))


# ---- wins ---------------------------------------------------------------------------------------


def pay_win(game: str, says: Mapping[str, Any], result: DealResult, win: Win, paid: Paid) -> None:
    share = share_of(game, result, win)
    if win.payer is None:  # three shares, of each of the others or all of the one who is liable
        for seat in SEATS:
            if seat != win.seat:
                paid.pay(seat if win.liable is None else win.liable, win.seat, share)
    elif WinFlag.ROBBING in win.flags:  # three shares of who was robbed
        paid.pay(win.payer, win.seat, 3 * share)
    elif says["discard_payers"] == "all":
        winners = [each.seat for each in result.wins]
        for seat in SEATS:
            if seat not in winners:
                paid.pay(seat, win.seat, share)
    else:
        paid.pay(win.payer, win.seat, share)


def share_of(game: str, result: DealResult, win: Win) -> int:
    """What one seat pays for a hand."""
    if game == "tuidaohu":
        base, self_draw = 1, 2  # a robbery counts as a self-draw, and nothing else is there
        return base * self_draw * (2 if win.fan == 2 else 1)
    fan = win.fan
    on_one_discard = len(result.wins) == 3 and WinFlag.ROBBING not in win.flags
    if on_one_discard and fan < 3:
        fan = 3
    points = 1
    for _ in range(fan):
        points *= 2
    return points


# ---- kongs --------------------------------------------------------------------------------------


def kongs_count(game: str, says: Mapping[str, Any], result: DealResult) -> bool:
    if game == "jipinghu":
        return says["kong_bonus"] == "points" and not result.drawn
    return bool(result.wins) or bool(says["kong_pay_on_draw"])


def pay_kong(says: Mapping[str, Any], kong: KongPaid, paid: Paid) -> None:
    if kong.type is KongType.EXPOSED:
        assert kong.payer is not None
        paid.pay(kong.payer, kong.seat, 3)
        return
    if kong.late and says.get("late_jia") == "unpaid":
        return
    for seat in SEATS:
        if seat != kong.seat:
            paid.pay(seat, kong.seat, 2 if kong.type is KongType.CONCEALED else 1)


# ---- horses -------------------------------------------------------------------------------------

HORSE_SEATS = {
    "cycle": ("159EC", "26SF", "37WP", "48N"),
    "shifted": ("159E", "26SC", "37WF", "48NP"),
}
"""The numbers and honours of each seat from the dealer on."""


def horse_seat(says: Mapping[str, Any], tile: int, dealer: int) -> int:
    """Whose horse a tile is."""
    word = "ESWNCFP"[tile - 27] if tile >= 27 else str(tile % 9 + 1)
    rows = HORSE_SEATS[says["horse_dragons"]]
    (place,) = (at for at, row in enumerate(rows) if word in row)
    return (dealer + place) % 4


def pay_horses(says: Mapping[str, Any], result: DealResult, paid: Paid) -> None:
    """The second calculation: each horse goes by what had been paid before any of them."""
    first = [list(row) for row in paid.to]
    totals = [paid.net(seat) for seat in SEATS]
    dealer = result.dealer
    for tile in result.horses:
        owner = horse_seat(says, tile, dealer)
        if totals[owner] == 0:
            continue
        if says["horse_mode"] == "bank":  # the dealer against the house
            paid.pay_bank(dealer, -totals[owner])
            continue
        around = [(dealer + step) % 4 for step in (1, 2, 3)]
        others = [seat for seat in around if seat != owner]
        flows = [first[seat][owner] - first[owner][seat] for seat in others]
        if says["horse_mode"] == "full" and owner != dealer:
            flows = in_proportion(totals[owner], flows)
        for seat, flow in zip(others, flows, strict=True):
            if flow > 0:
                paid.pay(seat, dealer, flow)
            elif flow < 0:
                paid.pay(dealer, seat, -flow)


def in_proportion(total: int, flows: list[int]) -> list[int]:
    """A total split in proportion to what two seats paid, the nearer of which gets its part rounded
    down; nothing where together they paid nothing."""
    nearer, farther = flows
    if nearer + farther == 0:
        return [0, 0]
    part = floor(Fraction(total * nearer, nearer + farther))
    return [part, total - part]


# ---- the fee ------------------------------------------------------------------------------------


def fee_of(says: Mapping[str, Any], result: DealResult, paid: Paid, seat: int) -> int:
    if result.escaped is not None and not says["escape_fee"]:
        return 0
    if result.drawn and not says["fee_on_draw"]:
        return 0
    if says["fee_scope"] == "involved" and seat not in paid.parties:
        return 0
    return int(says["A"])
