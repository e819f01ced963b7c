"""广东推倒胡麻将: no chows, wins by self-draw only, kongs paid, and horses that the dealer buys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..fans import Fan, FanTable
from ..flow import FlowRules
from ..options import (
    COINS,
    ESCAPE,
    KONGS,
    LIABILITY,
    PROPS,
    RANKS,
    ROTATION,
    WALL_END,
    either,
    switch,
    with_defaults,
)
from ..prop_list import flow_props
from ..rules import Definition, HandRules, Rules
from ..shapes import Shape

if TYPE_CHECKING:
    from ..settlement import DealResult, Settlement

__all__ = ["DEFINITION"]

_DOCUMENT = "推倒胡 document"
_SMALL, _BIG = 1, 2
_SELF_DRAW = 2
_HORSES = 4


# ---- fans -----------------------------------------------------------------------------------

_DRAWN = "123m456p678s234pEE win=E self"

_BIG_HANDS = (
    Fan.row("tian_hu 天胡 Heavenly Win", _BIG, "first_turn and dealer", f"{_DRAWN} first"),
    Fan.row(
        "qing_yi_se 清一色 Full Flush",
        _BIG,
        "suits == 1 and not honours",
        "[777p][888p]12345p99p6p win=6p self",
    ),
    Fan.row("zi_yi_se 字一色 All Honours", _BIG, "suits == 0", "[EEE]SSSCCCWWNNW win=W self"),
    Fan.row("qi_dui 七对 Seven Pairs", _BIG, "seven_pairs", "111133m55p77p88sEE win=E self"),
    Fan.row(
        "si_an_ke 四暗刻 Four Concealed Pungs",
        _BIG,
        "concealed_pungs == 4",
        "111m222p333s44s99s4s win=4s self",
    ),
    Fan.row(
        "shi_ba_luo_han 十八罗汉 Four Kongs",
        _BIG,
        "kongs == 4",
        "[1111m][2222p]{3333s}{5555s}9s9s win=9s self",
    ),
    Fan.row(
        "da_san_yuan 大三元 Big Three Dragons",
        _BIG,
        "dragon_kinds == 3",
        "[CCC][FFF]PPP12m99p3m win=3m self",
    ),
    Fan.row(
        "xiao_si_xi 小四喜 Little Four Winds",
        _BIG,
        "wind_kinds == 3 and wind_pair",
        "[EEE][SSS]WWW12mNN3m win=3m self",
    ),
    Fan.row(
        "da_si_xi 大四喜 Big Four Winds",
        _BIG,
        "wind_kinds == 4",
        "[EEE][SSS]WWWNN55pN win=N self",
    ),
    Fan.row(
        "shi_san_yao 十三幺 Thirteen Orphans",
        _BIG,
        "thirteen_orphans",
        "19m19p19sESWNCFPP win=P self",
    ),
)
_EARTHLY = Fan.row(
    "di_hu 地胡 Earthly Win",
    _BIG,
    "first_turn and not dealer",
    f"{_DRAWN} first seat=S",
)
_HALF = Fan.row(
    "hun_yi_se 混一色 Half Flush",
    _BIG,
    "suits == 1 and honours",
    "[CCC][777s]12345sEE6s win=6s self",
)
_PLAIN = Fan.row("xiao_hu 小胡 Plain Win", _SMALL, "bare", "[555p]234m78m678s99p9m win=9m self")


def table(options: Mapping[str, Any]) -> FanTable:
    """Big hands, all of the same value and never counted together; every other hand is plain."""
    fans = [*_BIG_HANDS]
    if options["dihu_big"]:
        fans.append(_EARTHLY)
    if options["hunyise_big"]:
        fans.append(_HALF)
    return FanTable(fans=(*fans, _PLAIN), combine="highest", bare=_PLAIN.id)


def hands(options: Mapping[str, Any]) -> HandRules:
    """Four sets and a pair, seven pairs, thirteen orphans; no minimum."""
    return HandRules(shapes=Shape.COMMON)


# ---- a deal ---------------------------------------------------------------------------------


def flow(options: Mapping[str, Any]) -> FlowRules:
    """No chows, no wins on discards, and horses at the end of the wall."""
    return FlowRules(
        replacement_from=options["replacement_end"],
        chow="nobody",
        discard_win=False,
        rob_own_discard=options["rob_own_pung_source"],
        multi_rob="all" if options["multi_rob"] == "each" else "nearest",
        claims_on_last="pung" if options["claims_on_empty_wall"] == "pung" else "none",
        kong_after_claim=options["kong_after_claim"],
        first_turn=("dealer", "draw"),
        first_turn_after_kong=("dealer",) if options["tianhu_after_kong"] else (),
        replacement_liability=options["kong_flower_liability"],
        horses=_HORSES,
        props=flow_props("tuidaohu") if options["props"] else (),
        props_per_deal=options["props_per_deal"],
    )


def settle(rules: Rules, result: DealResult) -> Settlement:
    """A point for each share of a win, doubled as it is drawn and for a big hand; kongs; horses."""
    from ..settlement import (
        Transfer,
        escape,
        horse_payments,
        kong_payments,
        settled,
        shares,
        winners,
    )

    if result.escaped is not None:
        return settled(rules, result, escape(rules, result.seats, result.escaped))
    transfers = []
    for win in winners(rules, result):
        big = (("big hand", win.fan),) if win.fan > _SMALL else ()
        for payer, times in shares(rules, result, win):
            several = (("shares", times),) if times > 1 else ()
            factors = (("self-draw", _SELF_DRAW), *big, *several)
            transfers.append(Transfer.due(payer, win.seat, "win", (("base", 1),), factors))
    transfers += kong_payments(rules, result)
    transfers += horse_payments(rules, result, transfers)
    return settled(rules, result, transfers)


# ---- the game -------------------------------------------------------------------------------

_OWN = (
    switch(
        "tianhu_after_kong",
        True,
        "庄家先暗杠仍算天胡",
        "whether the dealer's win before any discard is 天胡 after a concealed kong too",
        _DOCUMENT,
    ),
    switch("dihu_big", False, "地胡算大胡", "whether a win by a seat's first draw (地胡) is big"),
    switch("hunyise_big", False, "混一色算大胡", "whether 混一色 is big"),
    either(
        "multi_rob",
        ("nearest", "each"),
        "几家抢杠：只有最近的一家和，或都和",
        "whether the nearest seat that can rob a kong wins, or all that can",
    ),
    switch(
        "rob_own_pung_source",
        True,
        "打出被碰的牌者可抢此杠",
        "whether the seat whose discard made a pung may win the tile that is added to it",
    ),
    switch("kong_pay_on_draw", False, "流局也付杠分", "whether kongs are paid in a drawn deal"),
    either(
        "late_jia",
        ("paid", "unpaid"),
        "摸牌当巡未加的杠：有分，或无分",
        "whether an added kong is paid that was made in a later turn than the draw of its tile",
    ),
)
_HORSE = (
    either(
        "horse_mode",
        ("mirror", "full", "bank"),
        "二次计算：其余各家对庄家照付一次，庄家得马家全数，或由系统支付",
        "what the dealer gets for a horse: from each other seat what it paid the seat of the "
        "horse, the whole result of that seat from them, or that result from the bank",
    ),
    either(
        "horse_dragons",
        ("cycle", "shifted"),
        "马牌中发白：接着北风数，或依次为下家、对家、上家",
        "whether 中发白 as horses go on counting after 北, or are the three seats after the dealer",
        _DOCUMENT,
    ),
    switch(
        "horses_on_draw", False, "流局也算马", "whether horses count in a drawn deal with kongs"
    ),
)

DEFINITION = Definition(
    id="tuidaohu",
    zh="广东推倒胡麻将",
    en="Guangdong Tuidaohu",
    pinyin="guangdong tuidaohu majiang",
    aliases=("推倒胡", "推倒胡麻将"),
    currency="游戏币",
    options=(
        *_OWN,
        *_HORSE,
        *LIABILITY,
        *WALL_END,
        *KONGS,
        *with_defaults(ROTATION, _DOCUMENT, dealer_rotation="winner", draw_rotation="next"),
        *with_defaults(with_defaults(ESCAPE, _DOCUMENT, escape_points=8), "choice", escape_comp=2),
        *with_defaults(COINS, _DOCUMENT, fee_scope="all"),
        *with_defaults(RANKS, _DOCUMENT, rank_by="points"),
        *PROPS,
    ),
    table=table,
    hands=hands,
    settle=settle,
    flow=flow,
)
