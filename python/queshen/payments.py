"""Payments: transfers between seats, and what they come to in points and coins.

All numbers are integers, so nothing is ever rounded: with the room coefficient N and the fee A a
seat gets ``coins = points * N - A``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import index
from typing import ClassVar, TypeAlias

from .deal_result import Checked, ResultError, as_items, as_number, as_seat
from .errors import shown

__all__ = ["Parts", "Settlement", "Transfer"]

Parts: TypeAlias = tuple[tuple[str, int], ...]
"""Named numbers, in the order in which they are shown."""


@dataclass(frozen=True, slots=True, repr=False)
class Transfer(Checked):
    """One payment in points, and how it comes about.

    Parameters
    ----------
    payer, payee : int or None
        Two seats; None is the bank, the platform behind the game.
    points : int
        How much.
    reason : str
        What for: ``win``, ``escape``.
    terms : tuple of (str, int)
        The parts that add up to the base, such as ``("fan", 10)``; empty: not explained.
    factors : tuple of (str, int)
        What the base is multiplied by, such as ``("bird", 2)``.

    Raises
    ------
    ResultError
        If the points are not what terms and factors say, or nobody pays anybody.

    Examples
    --------
    >>> Transfer(0, 1, 40, "win", (("fan", 10),), (("dealer", 2), ("bird", 2))).formula()
    '10 fan x 2 (dealer) x 2 (bird)'
    """

    payer: int | None
    payee: int | None
    points: int
    reason: str = "win"
    terms: Parts = ()
    factors: Parts = ()

    def __post_init__(self) -> None:
        put = object.__setattr__
        for side in ("payer", "payee"):
            seat = getattr(self, side)
            put(self, side, None if seat is None else as_seat(seat, f"the {side}"))
        if self.payer == self.payee:
            raise ResultError(f"{_party(self.payer, 'en')} pays itself, expected two parties")
        put(self, "points", as_number(self.points, "the points of a transfer"))
        for side in ("terms", "factors"):
            put(self, side, tuple((str(part), index(count)) for part, count in getattr(self, side)))
        if self.terms:
            due = _product(self.terms, self.factors)
            if due != self.points:
                raise ResultError(f"{shown(self.points)} points, expected {shown(due)}")

    @classmethod
    def due(
        cls, payer: int, payee: int, reason: str, terms: Parts, factors: Parts = ()
    ) -> Transfer:
        """The transfer between two seats whose points follow from its terms and factors.

        Examples
        --------
        >>> Transfer.due(2, 0, "win", (("fan", 3), ("room", 8)), (("dealer", 2),)).points
        22
        """
        points = _product(terms, factors)
        plain = type(points) is type(payer) is type(payee) is int
        plain = plain and type(terms) is type(factors) is tuple
        if not plain or points < 0 or payer == payee or min(payer, payee) < 0:
            return cls(payer, payee, points, reason, terms, factors)
        transfer = object.__new__(cls)
        _PAYER(transfer, payer)
        _PAYEE(transfer, payee)
        _POINTS(transfer, points)
        _REASON(transfer, reason)
        _TERMS(transfer, terms)
        _FACTORS(transfer, factors)
        return transfer

    def formula(self, language: str = "en") -> str:
        """How the points come about; empty where that is not explained."""
        words = _words(language)
        terms = [_term(part, count, words) for part, count in self.terms]
        base = " + ".join(terms)
        if len(terms) > 1 and self.factors:
            base = f"({base})"
        factors = [words["part"].format(n, _part(part, words)) for part, n in self.factors]
        return words["times"].join([base, *factors]) if terms else ""


def _product(terms: Parts, factors: Parts) -> int:
    points = 0
    for _, count in terms:
        points += count
    for _, factor in factors:
        points *= factor
    return points


# Settling keeps up with tables that play a deal in some microseconds: where every value is known to
# be right, the slots of a transfer are filled directly.
_PAYER, _PAYEE, _POINTS, _REASON, _TERMS, _FACTORS = (
    getattr(Transfer, slot).__set__ for slot in Transfer.__slots__
)


@dataclass(frozen=True, slots=True, repr=False)
class Settlement(Checked):
    """What a deal changes for each seat. `Settlement.of` works it out from the transfers.

    Parameters
    ----------
    transfers : tuple of Transfer
        Who pays whom.
    points : tuple of int
        The sum of the transfers for each seat.
    coins : tuple of int
        For each seat ``points * unit - fee``.
    fee : tuple of int
        What each seat pays to the platform, in coins (A).
    unit : int
        Coins for a point, the room coefficient (N).
    bank : int
        Points that went to the bank; with the points of the seats they make zero.

    Raises
    ------
    ResultError
        If these numbers do not follow from each other.
    """

    transfers: tuple[Transfer, ...]
    points: tuple[int, ...]
    coins: tuple[int, ...]
    fee: tuple[int, ...]
    unit: int = 1
    bank: int = 0

    _readers: ClassVar = {"transfers": Transfer.from_dict}

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "unit", index(self.unit))
        put(self, "bank", index(self.bank))
        put(self, "transfers", as_items(self.transfers, Transfer, "transfers"))
        for part in ("points", "coins", "fee"):
            put(self, part, tuple(map(index, getattr(self, part))))
        due = _sums(self.transfers, self.fee, self.unit)
        if due != (self.points, self.coins, self.bank):
            found = shown((self.points, self.coins, self.bank))
            raise ResultError(f"points, coins and bank are {found}, expected {shown(due)}")

    @classmethod
    def of(cls, transfers: Iterable[Transfer], fee: Iterable[int], unit: int = 1) -> Settlement:
        """Add up transfers; `fee` has a number for each seat.

        Examples
        --------
        >>> Settlement.of([Transfer(1, 0, 10), Transfer(2, 0, 10)], (5, 5, 5), unit=20).coins
        (395, -205, -205)
        """
        paid = as_items(transfers, Transfer, "transfers")
        fees = tuple([index(part) for part in fee])
        points, coins, bank = _sums(paid, fees, index(unit))
        settlement = object.__new__(cls)
        put = object.__setattr__  # past the constructor, which would add up again
        put(settlement, "transfers", paid)
        put(settlement, "points", points)
        put(settlement, "coins", coins)
        put(settlement, "fee", fees)
        put(settlement, "unit", index(unit))
        put(settlement, "bank", bank)
        return settlement

    def explain(self, language: str = "en", currency: str | None = None) -> str:
        """The settlement in lines of text, in English (``en``) or Chinese (``zh``).

        Coins are told where they are not the points over again; `currency` is what they are called.

        Raises
        ------
        ResultError
            If the language is another.

        Examples
        --------
        >>> print(Settlement.of([Transfer.due(1, 0, "win", (("fan", 8),))], (2, 2)).explain("zh"))
        和牌：座位1付座位0 8分 = 8番
        分数：+8, -8
        系统回收：2, 2
        金币：+6, -10
        """
        words = _words(language)
        lines = []
        for each in self.transfers:
            formula = each.formula(language)
            line = words["pays"].format(
                words.get(each.reason, each.reason),
                _party(each.payer, language),
                _party(each.payee, language),
                words["one" if each.points == 1 else "many"].format(each.points),
            )
            lines.append(f"{line} = {formula}" if formula else line)
        lines = lines or [words["nothing"]]
        lines.append(words["points"].format(_signed(self.points)))
        if self.bank:
            lines.append(words["bank points"].format(_signed((self.bank,))))
        if any(self.fee):
            lines.append(words["fee"].format(", ".join(map(str, self.fee))))
        if self.coins != self.points:
            how = words["unit"].format(self.unit) if self.unit != 1 else ""
            lines.append(f"{currency or words['coins']}{how}{words['colon']}{_signed(self.coins)}")
        return "\n".join(lines)


def _sums(
    transfers: Sequence[Transfer], fee: Sequence[int], unit: int
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    points = [0] * len(fee)
    bank = 0
    try:
        for each in transfers:
            amount = each.points
            if each.payer is None:
                bank -= amount
            else:
                points[each.payer] -= amount
            if each.payee is None:
                bank += amount
            else:
                points[each.payee] += amount
    except IndexError:
        parties = max(seat for seat in (each.payer, each.payee) if seat is not None)
        raise ResultError(f"a transfer of seat {parties}, expected {len(fee)} seats") from None
    coins = [change * unit - part for change, part in zip(points, fee, strict=True)]
    return tuple(points), tuple(coins), bank


# Words of the explanations

_WORDS = {
    "en": {
        "pays": "{}: {} pays {} {}",
        "seat": "seat {}",
        "bank": "the bank",
        "one": "{} point",
        "many": "{} points",
        "fan_term": "{} fan",
        "fan_floor": "{} fan at least",
        "part": "{} ({})",
        "times": " x ",
        "nothing": "nobody pays anybody",
        "points": "points: {}",
        "bank points": "bank: {}",
        "fee": "fee: {}",
        "unit": " (points x {} - fee)",
        "coins": "coins",
        "colon": ": ",
    },
    "zh": {
        "pays": "{}：{}付{} {}",
        "seat": "座位{}",
        "bank": "系统",
        "one": "{}分",
        "many": "{}分",
        "fan_term": "{}番",
        "fan_floor": "至少{}番",
        "part": "{}（{}）",
        "times": " × ",
        "nothing": "没有人付分",
        "points": "分数：{}",
        "bank points": "系统：{}",
        "fee": "系统回收：{}",
        "unit": "（分数×{}－系统回收）",
        "coins": "金币",
        "colon": "：",
        "win": "和牌",
        "escape": "逃跑",
        "room": "场次",
        "base": "底分",
        "dealer": "庄家",
        "bird": "鸟牌",
        "kong": "杠牌",
        "horse": "买马",
        "shares": "包三家",
        "standing": "站立",
        "not ready": "出冲",
        "closed wait": "卡当",
        "wildcards": "财神",
        "winner": "和牌者",
        "transfer": "转杠钱",
        "refund": "退杠钱",
        "huazhu": "查花猪",
        "dajiao": "查大叫",
        "doubled": "加倍",
        "self-draw": "自摸",
        "big hand": "大胡",
        "exposed kong": "放杠",
        "added kong": "明杠",
        "concealed kong": "暗杠",
    },
}


def _words(language: str) -> dict[str, str]:
    words = _WORDS.get(language)
    if words is None:
        raise ResultError(f"language {shown(language)}, expected one of {', '.join(_WORDS)}")
    return words


def _party(seat: int | None, language: str) -> str:
    words = _words(language)
    return words["bank"] if seat is None else words["seat"].format(seat)


def _term(part: str, count: int, words: dict[str, str]) -> str:
    if part == "fan":
        return words["fan_term"].format(count)
    return words["part"].format(count, _part(part, words))


def _part(part: str, words: dict[str, str]) -> str:
    """The name of a part; one that counts fans, as ``3 fan``, has them in the words of them."""
    number, _, what = part.partition(" ")
    if what in ("fan", "fan at least"):
        return words["fan_term" if what == "fan" else "fan_floor"].format(number)
    return words.get(part, part)


def _signed(numbers: Iterable[int]) -> str:
    return ", ".join(f"{number:+d}" if number else "0" for number in numbers)
