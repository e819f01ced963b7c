"""山西麻将: declared hands, tiles with points, and who feeds a hand undeclared pays for all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..fans import Fan, FanTable
from ..flow import FlowRules, ReadyRules
from ..options import CLAIMS, COINS, ESCAPE, ROTATION, Option, either, switch, with_defaults
from ..rules import Definition, HandRules, Rules
from ..shapes import Shape
from ..tiles import FLOWER_COUNT, KIND_COUNT, kind

if TYPE_CHECKING:
    from ..settlement import DealResult, Settlement, Transfer, Win

__all__ = ["DEFINITION"]

_RULES = "MIL 2023 rules of 山西麻将"
_FLAT = "tuidaohu"

_EAST, _RED = kind("E"), kind("C")
_HONOUR = 10
_POINTS = tuple(place % 9 + 1 if place < _EAST else _HONOUR for place in range(KIND_COUNT))
"""What the tiles of each kind are worth."""


def _from(points: int) -> tuple[int, ...]:
    """The kinds that are worth so much or more."""
    return tuple(place for place, each in enumerate(_POINTS) if each >= points)


_DRAWN, _CLAIMED = _from(3), _from(6)
_HONOURS = tuple(range(_EAST, KIND_COUNT))
_LEFT = 14
_BONUS = 5
_SELF_DRAW = 2
_CONCEALED = 2


# ---- fans -----------------------------------------------------------------------------------

_ORPHANS = "19m19p19sESWNCFPP win=P"
_STRAIGHT = "123456789m23488p win=9m"
_FLUSH = "[111m]23455678999m win=9m"
_PURE = "suits == 1 and not honours"
_PLAIN = "234m456p345s88s789p win=7p"

_BY_POINTS = (
    Fan.row("shi_san_yao 十三幺 Thirteen Orphans", 60, "thirteen_orphans", _ORPHANS),
    Fan.row(
        "hao_hua_qi_dui 豪华七对 Seven Pairs on the Fourth Copy",
        40,
        "seven_pairs and won_fours",
        "112299m55p7777sEE win=7s",
        stated=("qi_dui",),
    ),
    Fan.row("qi_dui 七对 Seven Pairs", 20, "seven_pairs", "112299m55p7777sEE win=9m"),
    Fan.row("qing_yi_se 清一色 Full Flush", 20, _PURE, _FLUSH),
    Fan.row("yi_tiao_long 一条龙 Pure Straight", 20, "pure_straight", _STRAIGHT),
    Fan.row("ping_hu 平和 Plain Win", 0, "bare", _PLAIN),
)
_BY_TYPE = (
    Fan.row(
        "long_qi_dui 龙七对 Seven Pairs with Four of a Kind",
        18,
        "seven_pairs and fours",
        "112299m55p777788s win=1m",
    ),
    Fan.row("qi_dui 七对 Seven Pairs", 9, "seven_pairs", "112299m55p337788s win=1m"),
    Fan.row("qing_yi_se 清一色 Full Flush", 9, _PURE, _FLUSH),
    Fan.row("yi_tiao_long 一条龙 Pure Straight", 9, "pure_straight", _STRAIGHT),
    Fan.row("qiang_gang 抢杠 Robbing a Kong", 6, "robbing", f"{_PLAIN} robbing"),
    Fan.row("gang_shang_pao 杠上炮 Discard after a Kong", 6, "after_kong", f"{_PLAIN} after_kong"),
    Fan.row(
        "gang_shang_kai_hua 杠上开花 Win on a Replacement",
        4,
        "replacement",
        "{2222p}234m345s88s789p win=7p self replacement",
    ),
    Fan.row("ping_hu 平胡 Plain Win", 3, "not self_draw", _PLAIN),
    Fan.row("zi_mo 自摸平胡 Plain Self-Draw", 2, "self_draw", f"{_PLAIN} self"),
)


def table(options: Mapping[str, Any]) -> FanTable:
    """Types and the points of the winning tile, which add up; or the dearest type alone."""
    if options["preset"] == _FLAT:
        return FanTable(fans=_BY_TYPE, combine="highest")
    return FanTable(fans=_BY_POINTS, bare="ping_hu", tile_points=_POINTS)


def hands(options: Mapping[str, Any]) -> HandRules:
    """Four sets and a pair, seven pairs, thirteen orphans; low tiles do not win."""
    if options["preset"] == _FLAT:
        return HandRules(shapes=Shape.STANDARD | Shape.SEVEN_PAIRS)
    wild = options["haozi"] != "none"
    return HandRules(
        shapes=Shape.COMMON,
        wild_shapes=Shape.COMMON if wild else Shape(0),
        wildcards=wild,
        discard_wild="no",
        drawn_wins=_DRAWN,
        claimed_wins=_CLAIMED,
    )


# ---- a deal ---------------------------------------------------------------------------------


def flow(options: Mapping[str, Any]) -> FlowRules:
    """No chows, and nobody wins who has not declared."""
    given: dict[str, Any] = {
        "chow": "nobody",
        "rob_added_kong": "win" if options["rob_added_kong"] else "no",
        "multi_win": options["multi_win"],
        "multi_rob": options["multi_win"],
        "missed_wins": options["missed_win"],
        "missed_until": "own_draw",
        "forced_win": options["forced_win"],
    }
    ready: dict[str, Any] = {
        "kong": "still_ready",
        "claimable": options["declared_discard_claimable"],
    }
    if options["preset"] == _FLAT:
        winds = 4 if options["winds"] else 0
        copies = [4] * _EAST + [winds] * (_RED - _EAST) + [0] * (KIND_COUNT - _RED)
        return FlowRules(copies=(*copies, *FLOWER_COUNT * (0,)), ready=ReadyRules(**ready), **given)
    if options["haozi"] != "none":
        given |= {"indicator": "tail", "indicator_kind": "indicator"}
    if options["haozi"] == "wind":
        given["indicator_among"] = _HONOURS
    return FlowRules(
        dead_wall=_LEFT,
        dead_wall_grows="odd_kongs",
        ready=ReadyRules(conditions=("wanted_live",), wanted=_CLAIMED, **ready),
        **given,
    )


def settle(rules: Rules, result: DealResult) -> Settlement:
    """What the game of the preset pays for wins, and for kongs if somebody wins."""
    from ..settlement import escape, settled, winners

    if result.escaped is not None:
        return settled(rules, result, escape(rules, result.seats, result.escaped))
    wins = winners(rules, result)
    paid = _flat if rules.options["preset"] == _FLAT else _by_points
    return settled(rules, result, paid(rules, result, wins))


def _by_points(rules: Rules, result: DealResult, wins: tuple[Win, ...]) -> Iterator[Transfer]:
    """Every loser its share, and a share of every kong; who feeds a win undeclared pays them all.

    Where the result tells no hands, the discard that declares is not told from those before.
    """
    from ..settlement import KongType, Transfer, WinFlag, losers

    caught = None
    for win in wins:
        owed = {}
        for seat in losers(result, win):
            bonus = seat == result.dealer and _bonus_due(rules, result, win)
            dealt = bonus or win.seat == result.dealer
            owed[seat] = (("base", win.fan), *((("dealer", _BONUS),) if dealt else ()))
        if win.payer is None:
            for seat, terms in owed.items():
                factors = (("self-draw", _SELF_DRAW),)
                yield Transfer.due(seat, win.seat, "win", terms, factors)
            continue
        ready = bool(result.hands) and result.hands[win.payer].ready
        if WinFlag.FROM_READY in win.flags or ready:
            for seat, terms in owed.items():
                yield Transfer.due(seat, win.seat, "win", terms)
            continue
        caught = win.payer
        shares = [*owed.values()]
        if len(set(shares)) == 1:
            factors = (("shares", len(shares)),)
            yield Transfer.due(caught, win.seat, "win", shares[0], factors)
        else:
            yield Transfer.due(caught, win.seat, "win", sum(shares, ()))
    for kong in result.kongs if wins else ():
        times = _CONCEALED if kong.type is KongType.CONCEALED else 1
        terms = ((str(kong.type), times * _POINTS[kong.kind]),)
        others = [seat for seat in range(result.seats) if seat != kong.seat]
        if caught is None:
            for seat in others:
                yield Transfer.due(seat, kong.seat, "kong", terms)
        elif kong.seat != caught:
            yield Transfer.due(caught, kong.seat, "kong", terms, (("shares", len(others)),))


def _bonus_due(rules: Rules, result: DealResult, win: Win) -> bool:
    """Whether the dealer, who loses, owes the bonus."""
    own = win.payer is None or win.payer == result.dealer
    return own or bool(rules.options["dealer_bonus_on_any_feed"])


def _flat(rules: Rules, result: DealResult, wins: tuple[Win, ...]) -> Iterator[Transfer]:
    """The value of each win, by who fed it or by all."""
    from ..settlement import Transfer, kong_payments, payers

    for win in wins:
        double = win.self_draw and rules.options["zimo_double"]
        factors = (("self-draw", _SELF_DRAW),) if double else ()
        for seat in payers(rules, result, win):
            yield Transfer.due(seat, win.seat, "win", (("base", win.fan),), factors)
    yield from kong_payments(rules, result)


# ---- the game -------------------------------------------------------------------------------

_OWN = (
    Option(
        name="preset",
        default="mil2023",
        values=("mil2023", _FLAT),
        zh="玩法：竞赛规则（扣点），或推倒胡",
        en="which game it is: that of the tournament rules, in which tiles have points, or 推倒胡 "
        "with flat values",
        source="choice",
    ),
    switch(
        "declared_discard_claimable",
        True,
        "报听时打出的牌可碰杠和",
        "whether the discard that declares may be claimed and won",
        _RULES,
    ),
    switch("forced_win", True, "能和必和", "whether a seat that can win must", _RULES),
    either(
        "missed_win",
        ("none", "any_tile"),
        "漏胡：无限制，或摸牌前不能和别家的牌",
        "whether a seat that passed a win may not win on tiles of others until it draws",
    ),
    switch(
        "rob_added_kong",
        True,
        "可抢加杠",
        "whether the tile that is added to a pung may be won, as a discard is",
    ),
    *with_defaults(CLAIMS, _RULES, multi_win="nearest"),
    switch(
        "dealer_bonus_on_any_feed",
        False,
        "闲家点炮闲家时庄家也加付五分",
        "whether the dealer's 5 points are due too where another seat feeds a third one (mil2023)",
        _RULES,
    ),
    either(
        "haozi",
        ("none", "wind", "random"),
        "耗子：无，翻出的字牌，或翻出的任何牌",
        "whether there are wildcards: none, the kind of an honour that is turned, or that of any "
        "tile (mil2023)",
        _RULES,
    ),
    switch("zimo_double", False, "自摸加倍", "whether self-draws pay twice as much (tuidaohu)"),
    switch("winds", False, "带风牌", "whether winds are there (tuidaohu)"),
)
_AFTER_DRAW = either(
    "draw_rotation",
    ("rotate_if_kong", "stay"),
    "流局后：有人杠则下家坐庄，或总是连庄",
    "who deals after a drawn deal: the next seat if a kong was made, else the same dealer; or the "
    "same dealer always",
    _RULES,
)

DEFINITION = Definition(
    id="shanxi",
    zh="山西麻将",
    en="Shanxi Mahjong",
    pinyin="shanxi majiang",
    aliases=("扣点",),
    currency=None,
    options=(
        *_OWN,
        *with_defaults(ROTATION[:1], _RULES, dealer_rotation="keep_on_win_or_draw"),
        _AFTER_DRAW,
        *ESCAPE,
        *COINS,
    ),
    table=table,
    hands=hands,
    settle=settle,
    flow=flow,
    presets={_FLAT: {"forced_win": False, "missed_win": "any_tile", "multi_win": "all"}},
)
