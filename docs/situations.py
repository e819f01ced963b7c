"""How deals end: what the pages of the games tell about who pays whom.

What a situation is, and how it is put into words, stands in `situation`; those of the games from
血战 on in `later_situations`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from later_situations import LATER
from situation import Groups, Situation, told

from queshen import DealResult, Rules, SeatResult, Win
from queshen.settlement import KongPaid, KongType
from queshen.tiles import Meld

__all__ = ["Situation", "groups", "told"]


def groups(rules: Rules) -> Groups:
    """The situations of a game under headings; one group without a heading stands alone."""
    return _OF_GAMES.get(rules.id, _national)(rules)


# ---- national games -------------------------------------------------------------------------

_TOTAL = 10  # what the hands are worth


def _national(rules: Rules) -> Groups:
    yield "", [*_national_situations(rules)]


def _national_situations(rules: Rules) -> Iterator[Situation]:
    if rules.options.get("bird"):
        yield from _with_bird()
    else:
        for seat in (0, 1):
            yield Situation(DealResult([Win(seat, _TOTAL)]))
        yield Situation(DealResult([Win(1, _TOTAL, 2)]))
    yield Situation(DealResult())
    known = {option.name for option in rules.definition.options}
    lone: dict[str, Any] = {} if "bird" not in known else {"bird": False}
    if "discard_payers" in known:
        everybody = {**lone, "discard_payers": "all"}
        yield Situation(DealResult([Win(1, _TOTAL, 2)]), options=everybody)
    if "multi_win" in known:
        several = DealResult([Win(3, _TOTAL, 2), Win(1, _TOTAL, 2)])
        yield Situation(several, options={**lone, "multi_win": "all"})
    if "escape_points" in known:
        yield Situation(DealResult(escaped=2))


def _with_bird() -> Iterator[Situation]:
    for winner, payer, bird in (
        (0, None, 0),
        (0, None, 2),
        (1, None, 0),
        (1, None, 1),
        (1, None, 2),
        (0, 1, 0),
        (0, 1, 2),
        (1, 0, 1),
        (1, 0, 3),
        (1, 2, 1),
        (1, 2, 3),
    ):
        yield Situation(DealResult([Win(winner, _TOTAL, payer)], bird=f"{bird + 1}m"))
    off = {"bird": False, "dealer_double": False}
    yield Situation(DealResult([Win(1, _TOTAL)]), "neither bird nor dealer", off)


# ---- 鸡平胡 -----------------------------------------------------------------------------------

_FLOOR = 3  # the least of some wins
_MOST = 6


def _jipinghu(rules: Rules) -> Groups:
    points = {"kong_bonus": "points"}
    fed = KongPaid(1, "5p", "exposed kong", payer=3)
    yield (
        "On a discard",
        [
            *(Situation(DealResult([Win(1, fan, 2)])) for fan in range(_MOST + 1)),
            Situation(DealResult([Win(1, _MOST, 0, flags=["first_turn"])]), "人和"),
            Situation(
                DealResult([Win(1, _FLOOR, 2, flags=["last_tile"])]),
                options={"last_discard_floor": True},
            ),
            Situation(DealResult([Win(0, 2, 3), Win(2, 1, 3)]), "一炮双响"),
            Situation(DealResult([Win(0, 0, 3), Win(1, 1, 3), Win(2, 4, 3)]), "一炮三响"),
            Situation(DealResult([Win(1, 2, 2)]), options={"discard_payers": "all"}),
            Situation(DealResult([Win(0, 2, 3), Win(2, 1, 3)]), options={"discard_payers": "all"}),
        ],
    )
    yield (
        "By self-draw",
        [
            Situation(DealResult([Win(0, 1)])),
            Situation(DealResult([Win(3, 2)])),
            Situation(DealResult([Win(1, 4)])),
            Situation(DealResult([Win(1, _FLOOR, flags=["last_tile"])]), "海底捞月"),
            Situation(
                DealResult(
                    [Win(1, _FLOOR, flags=["replacement"], order=1)],
                    kongs=[KongPaid(1, "5p", "concealed kong")],
                ),
                "杠上开花",
            ),
            Situation(DealResult([Win(0, _MOST, flags=["first_turn"])]), "天和"),
            Situation(DealResult([Win(1, _MOST, flags=["first_turn"])]), "地和"),
        ],
    )
    yield (
        "One seat pays for all",
        [
            Situation(_robbed(1, {2: _FLOOR}), "抢杠"),
            Situation(_robbed(1, {2: _FLOOR, 0: 4}), "抢杠"),
            Situation(
                DealResult([Win(1, _FLOOR, flags=["replacement"], order=1, liable=3)], kongs=[fed]),
                "杠上开花包杠",
            ),
            Situation(DealResult([Win(1, 1, liable=0)]), "十二张落地"),
            Situation(
                DealResult([Win(1, _FLOOR, flags=["last_tile"], liable=0)]),
                "十二张落地, 海底捞月",
            ),
            Situation(DealResult([Win(2, _MOST, liable=3)]), "大四喜"),
            Situation(DealResult([Win(0, _MOST, liable=2)]), "大三元"),
        ],
    )
    yield (
        "Kongs, nobody wins, somebody leaves",
        [
            Situation(DealResult([Win(2, 1, 0, order=1)], kongs=[fed])),
            Situation(DealResult([Win(2, 1, 0, order=1)], kongs=[fed]), options=points),
            *(
                Situation(
                    DealResult([Win(2, 1, 0, order=1)], kongs=[KongPaid(1, "5p", kong)]),
                    options=points,
                )
                for kong in (KongType.ADDED, KongType.CONCEALED)
            ),
            Situation(DealResult()),
            Situation(DealResult(kongs=[fed]), options=points),
            Situation(DealResult(escaped=2)),
        ],
    )


def _robbed(payer: int, fans: Mapping[int, int]) -> DealResult:
    """Seats that win on the tile that one adds to a pung."""
    wins = [Win(seat, fan, payer, tile="5p", flags=["robbing"]) for seat, fan in fans.items()]
    return DealResult(wins)


# ---- 推倒胡 -----------------------------------------------------------------------------------

_SMALL, _BIG = 1, 2


def _tuidaohu(rules: Rules) -> Groups:
    yield "Wins", [*_self_draws()]
    yield "Kongs", [*_kongs()]
    yield "Horses", [*_horses()]
    yield (
        "Nobody wins, somebody leaves",
        [Situation(DealResult()), Situation(DealResult(escaped=3))],
    )


def _self_draws() -> Iterator[Situation]:
    for fan, known_as in ((_SMALL, "小胡"), (_BIG, "大胡")):
        for seat in (0, 1):
            yield Situation(DealResult([Win(seat, fan)]), known_as)
    for fan, known_as in ((_SMALL, "小胡"), (_BIG, "大胡")):
        yield Situation(_robbed(1, {2: fan}), f"{known_as}, 抢杠")
    yield Situation(_robbed(1, {2: _SMALL, 0: _BIG}), "抢杠", {"multi_rob": "each"})
    own = KongPaid(1, "5p", "concealed kong")
    fed = KongPaid(1, "5p", "exposed kong", payer=3)
    for fan, known_as in ((_SMALL, "小胡"), (_BIG, "大胡")):
        for kong, liable in ((own, None), (fed, 3)):
            win = Win(1, fan, flags=["replacement"], order=1, liable=liable)
            yield Situation(DealResult([win], kongs=[kong]), f"{known_as}, 杠上开花")


def _kongs() -> Iterator[Situation]:
    made = (
        KongPaid(2, "5p", "exposed kong", payer=3),
        KongPaid(2, "5p", "added kong"),
        KongPaid(2, "5p", "concealed kong"),
    )
    late = KongPaid(2, "5p", "added kong", late=True)
    several = [
        KongPaid(1, "5p", "exposed kong", payer=3),
        KongPaid(2, "E", "concealed kong", order=1),
        KongPaid(1, "2s", "added kong", order=2),
    ]
    for kong in made:
        yield Situation(_won(1, kongs=[kong]))
    yield Situation(_won(1, kongs=several))
    yield Situation(_won(1, kongs=[late]))
    yield Situation(_won(1, kongs=[late]), options={"late_jia": "unpaid"})
    yield Situation(DealResult(kongs=several))
    yield Situation(DealResult(kongs=several), options={"kong_pay_on_draw": True})


def _horses() -> Iterator[Situation]:
    for winner, horse in ((1, "2m"), (1, "3p"), (1, "9s"), (0, "5m"), (0, "6s")):
        yield Situation(_won(winner, horses=[horse]))
    even = [KongPaid(1, "5p", "added kong"), KongPaid(2, "2s", "added kong", order=1)]
    yield Situation(_won(1, kongs=even, horses=["3m"]))
    yield Situation(_won(1, horses=["2m", "3p"]))
    yield Situation(_won(1, horses=["1m", "E", "C"]))
    yield Situation(_won(1, horses=["C"]))
    yield Situation(_won(1, horses=["C"]), options={"horse_dragons": "shifted"})
    fed = [KongPaid(1, "5p", "exposed kong", payer=3)]
    for mode in ("full", "bank"):
        for winner, horse in ((1, "2m"), (1, "3p"), (1, "9s"), (0, "6s")):
            yield Situation(_won(winner, horses=[horse]), options={"horse_mode": mode})
    for mode in ("mirror", "full"):
        given = _won(1, kongs=fed, horses=["2m"])
        yield Situation(given, options={} if mode == "mirror" else {"horse_mode": mode})
    drawn = DealResult(kongs=fed, horses=["2m"])
    yield Situation(drawn, options={"kong_pay_on_draw": True})
    yield Situation(drawn, options={"kong_pay_on_draw": True, "horses_on_draw": True})


def _won(seat: int, *, kongs: Iterable[KongPaid] = (), horses: Iterable[str] = ()) -> DealResult:
    """A small hand that is drawn, with as many deals in a row as there are horses."""
    made, bought = [*kongs], [*horses]
    win = Win(seat, _SMALL, order=len(made))
    return DealResult([win], kongs=made, horses=bought, streak=max(1, len(bought)))


# ---- 宝牌 ------------------------------------------------------------------------------------

_CLOSED_HAND = "[789s]46p55s888p123m"  # waits for 5p, in the middle of a chow
_MELDS = ("[456m]", "[123m]", "[234s]", "[345m]")  # of each seat that is open


def _baopai(rules: Rules) -> Groups:
    yield "On a discard", [*_declared_discards(rules)]
    yield "By self-draw", [*_declared_draws(rules)]
    yield "With the hidden wildcard", [*_hidden_wildcards(rules)]
    yield "By robbing a kong", [*_robbed_by_ready(rules)]
    yield (
        "Nobody wins, somebody leaves",
        [Situation(DealResult()), Situation(DealResult(escaped=2))],
    )


def _declared_discards(rules: Rules) -> Iterator[Situation]:
    for how, stands in (
        *(({"from_ready": True}, stands) for stands in ((), (3,), (0, 3))),
        *(({}, stands) for stands in ((), (3,), (0, 3), (2,), (2, 3), (0, 2, 3))),
        *(({"declares": True}, stands) for stands in ((), (3,))),
    ):
        caught = "" if "from_ready" in how else "出冲"
        yield Situation(_ready_win(rules, 1, 2, stands, **how), caught)
        known_as = f"{caught}, 卡当" if caught else "卡当"
        yield Situation(_ready_win(rules, 1, 2, stands, closed=True, **how), known_as)
    for closed in (False, True):
        hidden = _ready_win(rules, 1, 2, closed=closed, from_ready=True, bao="5p")
        yield Situation(hidden, "卡当" if closed else "")
    yield Situation(_ready_win(rules, 1, 0, (3,)), "出冲")
    yield Situation(_ready_win(rules, 0, 3, (2,), from_ready=True))
    yield Situation(_ready_win(rules, 0, 3, (1, 2, 3)), "出冲")


def _declared_draws(rules: Rules) -> Iterator[Situation]:
    for replacement in (False, True):
        for closed in (False, True):
            names = ["自摸"] if not replacement else ["杠开"]
            names += ["卡当"] if closed else []
            for stands in ((), (3,), (0, 2, 3)):
                drawn = _ready_win(rules, 1, None, stands, closed=closed, replacement=replacement)
                yield Situation(drawn, ", ".join(names))
    yield Situation(_ready_win(rules, 0, None, (3,)), "自摸")


def _hidden_wildcards(rules: Rules) -> Iterator[Situation]:
    for replacement in (False, True):
        before = "杠开, " if replacement else ""
        for closed, waited, known_as in (
            (False, False, "摸宝"),
            (True, False, "摸宝, 卡当"),
            (True, True, "宝中宝"),
        ):
            for stands in ((), (0, 3)):
                hidden = _ready_win(
                    *(rules, 1, None, stands),
                    closed=closed,
                    replacement=replacement,
                    bao="5p" if waited else "1s",
                    drawn="5p" if waited else "1s",
                )
                yield Situation(hidden, before + known_as)
    dealer = _ready_win(rules, 0, None, (1, 2, 3), closed=True, bao="1s", drawn="1s")
    yield Situation(dealer, "摸宝, 卡当")


def _robbed_by_ready(rules: Rules) -> Iterator[Situation]:
    (option,) = (each for each in rules.definition.options if each.name == "rob_pay")
    for rob_pay in option.values:
        options = {} if rob_pay == option.default else {"rob_pay": rob_pay}
        game = rules.replace(**options)
        for from_ready in (False, True):
            for closed in (False, True):
                for stands in ((), (3,)):
                    robbed = _ready_win(
                        *(game, 1, 2, stands), closed=closed, robbing=True, from_ready=from_ready
                    )
                    yield Situation(robbed, "抢杠, 卡当" if closed else "抢杠", options)


def _ready_win(
    rules: Rules,
    seat: int,
    payer: int | None,
    stands: Iterable[int] = (),
    *,
    closed: bool = False,
    robbing: bool = False,
    replacement: bool = False,
    from_ready: bool = False,
    declares: bool = False,
    bao: str | None = None,
    drawn: str = "5p",
) -> DealResult:
    """A win of a declared hand, worth what the rules say; those that stand laid out nothing."""
    hidden = payer is None and drawn == bao
    waited = hidden and closed and drawn == "5p"
    given = {
        "bao": hidden,
        "closed_wait": closed,
        "bao_wait": waited,
        "robbing": robbing,
        "replacement": replacement,
        "from_ready": from_ready,
    }
    score = rules.score(
        _CLOSED_HAND,
        "*" if hidden else "5p",
        self_draw=payer is None,
        robbing=robbing,
        bao=hidden,
        closed_ready=closed,
        bao_wait=waited,
    )
    kongs = [KongPaid(seat, "8p", "concealed kong")] if replacement else []
    ready = {seat: True, payer: from_ready or declares}
    hands = [
        SeatResult(
            melds=() if at in stands else (Meld.parse(_MELDS[at]),), ready=ready.get(at, False)
        )
        for at in range(4)
    ]
    flags = [name for name, holds in given.items() if holds]
    win = Win(seat, score.total, payer, tile=drawn, flags=flags, order=len(kongs))
    return DealResult([win], hands=hands, kongs=kongs, bao=bao)


_OF_GAMES = {"jipinghu": _jipinghu, "tuidaohu": _tuidaohu, "baopai": _baopai, **LATER}
