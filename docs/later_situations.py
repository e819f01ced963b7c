"""How deals of 血战, 温州, 山西 and 二人 end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from situation import Groups, Situation

from queshen import DealResult, Rules, SeatResult, Win
from queshen.settlement import KongPaid, KongType

__all__ = ["LATER"]


# ---- 血战 ------------------------------------------------------------------------------------


def _xuezhan(rules: Rules) -> Groups:
    yield "Wins", [*_xuezhan_wins(rules.flow.seats), *_xuezhan_last(rules.flow.seats)]
    yield "Kongs", [*_xuezhan_kongs(rules.flow.seats)]
    yield "The end of the wall", [*_xuezhan_end(rules.flow.seats)]


def _xuezhan_wins(seats: int) -> Iterator[Situation]:
    def of(*wins: Win, kongs: Iterable[KongPaid] = ()) -> DealResult:
        return DealResult(wins, kongs=kongs, seats=seats)

    yield Situation(of(Win(1, 4, 0)))
    yield Situation(of(Win(1, 4)))
    yield Situation(of(Win(1, 4)), options={"zimo": "plus1"})
    yield Situation(of(Win(1, 16, 0), Win(3, 1, 0)), "一炮多响")
    yield Situation(of(Win(2, 2, 1, flags=["robbing"])), "抢杠")
    yield Situation(of(Win(1, 1, 0), Win(2, 8, order=1), Win(3, 8, 0, order=2)))
    fed = KongPaid(1, "9p", "exposed kong", 3)
    drawn = Win(1, 8, flags=["replacement"], order=1)
    yield Situation(of(drawn, kongs=[fed]), "点杠花")
    yield Situation(of(drawn, kongs=[fed]), "点杠花", {"dian_gang_hua": "feeder"})
    alone = {"gang_hua_with_zimo": False, "zimo": "plus1"}
    yield Situation(of(drawn, kongs=[fed]), "点杠花", alone)
    yield Situation(DealResult(seats=seats, escaped=2))


def _xuezhan_last(seats: int) -> Iterator[Situation]:
    """As many winners as there can be."""
    shared = seats - 3
    wins = [Win(seat, 2, 0) for seat in range(1, shared + 1)]
    late = [Win(seat, 4, order=seat - shared) for seat in range(shared + 1, seats)]
    yield Situation(DealResult([*wins, *late], seats=seats), "one seat is left")


def _xuezhan_kongs(seats: int) -> Iterator[Situation]:
    ready = [SeatResult(waiting=2)] * seats
    for kong in (
        KongPaid(1, "9p", "exposed kong", 3),
        KongPaid(1, "9p", "added kong"),
        KongPaid(1, "9p", "concealed kong"),
    ):
        yield Situation(DealResult(kongs=[kong], hands=ready, seats=seats))
    late = KongPaid(1, "9p", "added kong", late=True)
    unpaid = {"late_added_kong_pays": False}
    yield Situation(DealResult(kongs=[late], hands=ready, seats=seats))
    yield Situation(DealResult(kongs=[late], hands=ready, seats=seats), options=unpaid)
    after = [Win(2, 1, 0, order=0)]
    late_one = KongPaid(1, "9p", "concealed kong", order=1)
    yield Situation(DealResult(after, kongs=[late_one], seats=seats))
    kongs = [KongPaid(0, "9p", "concealed kong"), KongPaid(0, "1p", "added kong", order=1)]
    win = Win(2, 2, 0, flags=["after_kong"], order=2)
    for how in ("transfer_last", "transfer_all", "refund"):
        yield Situation(DealResult([win], kongs=kongs, seats=seats), "杠上炮", {"gang_pao": how})
    several = [Win(seat, 2, 0, flags=["after_kong"], order=2) for seat in (2, 3)]
    yield Situation(DealResult(several, kongs=kongs, seats=seats), "杠上炮, 一炮多响")


def _xuezhan_end(seats: int) -> Iterator[Situation]:
    holds = SeatResult(bytes([1] + 33 * [0]), void_suit="m")
    ready, unready, out = SeatResult(waiting=2), SeatResult(), SeatResult(left=True)
    others = [ready] * (seats - 4)
    kongs, wins = [KongPaid(2, "9p", "exposed kong", 3)], [Win(3, 1, 0, order=1)]
    all_of_it = DealResult(
        wins, kongs=kongs, hands=[holds, ready, unready, out, *others], seats=seats
    )
    yield Situation(all_of_it)
    yield Situation(all_of_it, options={"huazhu_value": None})
    yield Situation(all_of_it, options={"refund_to_winners": False})
    several = [unready, ready, SeatResult(waiting=8), unready, *others]
    yield Situation(DealResult(hands=several, seats=seats))
    yield Situation(DealResult(kongs=kongs, hands=[unready] * seats, seats=seats))
    two = [holds, ready, holds, unready, *others]
    yield Situation(DealResult(kongs=kongs, hands=two, seats=seats))
    yield Situation(DealResult(hands=[holds] * seats, seats=seats))


# ---- 温州 ------------------------------------------------------------------------------------

_SOFT, _HARD, _DOUBLE, _LAZI = 1, 2, 4, 8
_LAST_STREAK = 4


def _wenzhou(rules: Rules) -> Groups:
    yield "Wins", [*_wenzhou_wins()]
    yield "Wildcards in hand", [*_wenzhou_wildcards()]
    yield "Kongs, nobody wins, somebody leaves", [*_wenzhou_kongs()]


def _wenzhou_wins() -> Iterator[Situation]:
    yield Situation(DealResult([Win(1, _SOFT, 2)]), "软牌")
    yield Situation(DealResult([Win(1, _HARD)]), "硬牌")
    yield Situation(DealResult([Win(2, _DOUBLE, 1)]), "双翻")
    yield Situation(DealResult([Win(0, _SOFT, 2)]), "软牌")
    yield Situation(DealResult([Win(0, _DOUBLE)]), "双翻")
    yield Situation(DealResult([Win(1, _LAZI, 2)]), "四翻", {"extended_double": True, "lazi": True})
    for streak in (1, 2, _LAST_STREAK):
        yield Situation(DealResult([Win(0, _HARD)], streak=streak), "硬牌")
    for scale in ("linear", "doubling"):
        third = DealResult([Win(1, _HARD)], streak=3)
        yield Situation(third, "硬牌", {"dealer_scale": scale})
    yield Situation(DealResult([Win(2, _HARD, 0, flags=["robbing"])]), "抢杠")


def _wenzhou_wildcards() -> Iterator[Situation]:
    def held(*wild: int) -> list[SeatResult]:
        return [SeatResult(wild=each) for each in wild]

    yield Situation(DealResult([Win(1, _SOFT, 2)], hands=held(0, 1, 0, 0)), "软牌")
    yield Situation(DealResult([Win(2, _DOUBLE, 1)], hands=held(0, 1, 0, 2)), "双翻")
    yield Situation(DealResult([Win(2, _HARD)], hands=held(0, 0, 3, 0), streak=3), "三财神")
    last = DealResult([Win(0, _DOUBLE)], hands=held(3, 0, 0, 0), streak=_LAST_STREAK)
    yield Situation(last, "三财神, 双翻")
    yield Situation(
        DealResult([Win(1, _DOUBLE)], hands=held(0, 2, 0, 0)),
        "双翻",
        {"double_winner_caishen": True},
    )
    yield Situation(DealResult(hands=held(0, 1, 2, 0)))


def _wenzhou_kongs() -> Iterator[Situation]:
    for kind, payer in (
        (KongType.EXPOSED, 3),
        (KongType.ADDED, None),
        (KongType.CONCEALED, None),
    ):
        yield Situation(DealResult(kongs=[KongPaid(1, "9p", kind, payer)]))
    one = [KongPaid(1, "9p", "concealed kong")]
    yield Situation(DealResult([Win(2, _SOFT, 3, order=1)], kongs=one), "软牌")
    yield Situation(DealResult(kongs=one), options={"kong_points": False})
    yield Situation(DealResult(escaped=2))


# ---- 山西 ------------------------------------------------------------------------------------

_H = 7  # 平和 on a tile of seven points


def _shanxi(rules: Rules) -> Groups:
    yield "On a discard", [*_shanxi_discards()]
    yield "By self-draw", [Situation(_shanxi_win(seat)) for seat in (0, 1)]
    yield "Kongs", [*_shanxi_kongs()]
    yield (
        "推倒胡",
        [
            Situation(
                _shanxi_win(seat, payer, fan=fan, **how), options={"preset": "tuidaohu", **more}
            )
            for seat, payer, fan, how, more in (
                (1, 2, 3, {}, {}),
                (1, None, 2, {}, {}),
                (1, None, 2, {}, {"zimo_double": True}),
                (1, None, 2, {"kongs": [KongPaid(2, "7s", "concealed kong")]}, {}),
                (1, 2, 6, {"flags": ["robbing"]}, {}),
            )
        ],
    )
    yield (
        "Nobody wins, somebody leaves",
        [
            Situation(DealResult(kongs=[KongPaid(1, "3m", "concealed kong")])),
            Situation(DealResult(escaped=2)),
        ],
    )


def _shanxi_discards() -> Iterator[Situation]:
    for winner, payer in ((0, 1), (1, 0), (1, 2)):
        for declared in ("before", "with it", "no"):
            yield Situation(_shanxi_win(winner, payer, declared=declared))
    for declared in ("before", "no"):
        bonus = {"dealer_bonus_on_any_feed": True}
        yield Situation(_shanxi_win(1, 2, declared=declared), options=bonus)
    for declared in ("before", "no"):
        yield Situation(_shanxi_win(1, 2, declared=declared, flags=["robbing"]), "抢杠")


def _shanxi_kongs() -> Iterator[Situation]:
    three = [
        KongPaid(0, "3m", "added kong"),
        KongPaid(1, "2m", "concealed kong", order=1),
        KongPaid(2, "9m", "exposed kong", payer=1, order=2),
    ]
    for kong in (
        three[0],
        KongPaid(2, "E", "concealed kong"),
        KongPaid(3, "9m", "exposed kong", payer=2),
    ):
        yield Situation(_shanxi_win(1, kongs=[kong]))
    for declared in ("before", "no"):
        yield Situation(_shanxi_win(0, 1, declared=declared, kongs=three))


def _shanxi_win(
    seat: int,
    payer: int | None = None,
    *,
    fan: int = _H,
    declared: str = "no",
    flags: Iterable[str] = (),
    kongs: Iterable[KongPaid] = (),
) -> DealResult:
    """A win of 7p; whether the payer had declared before, declares with it, or has not."""
    made = [*kongs]
    named = [*flags, *(["from_ready"] if declared == "before" else [])]
    ready = {seat} | ({payer} if declared != "no" else set())
    hands = [SeatResult(ready=each in ready) for each in range(4)]
    return DealResult(
        [Win(seat, fan, payer, tile="7p", flags=named, order=len(made))], kongs=made, hands=hands
    )


# ---- 二人 ------------------------------------------------------------------------------------

_TOTAL = 27


def _erren(rules: Rules) -> Groups:
    def of(*wins: Win, doubled: Iterable[int] = ()) -> DealResult:
        hands = [SeatResult(doubled=seat in doubled) for seat in range(2)]
        return DealResult(wins, hands=hands, seats=2)

    def wins() -> Iterator[Situation]:
        yield Situation(of(Win(0, _TOTAL, 1)))
        yield Situation(of(Win(1, _TOTAL)))
        for room in ("8fan", "no_fan"):
            yield Situation(of(Win(0, _TOTAL, 1)), options={"room": room})
        for doubled in ((0,), (0, 1)):
            yield Situation(of(Win(1, _TOTAL), doubled=doubled), "加倍", {"jia_bei": True})
        yield Situation(of())
        yield Situation(DealResult(seats=2, escaped=1))

    yield "", [*wins()]


LATER: dict[str, Any] = {
    "xuezhan": _xuezhan,
    "xuezhan6": _xuezhan,
    "wenzhou": _wenzhou,
    "shanxi": _shanxi,
    "erren": _erren,
}
"""The situations of each of these games."""
