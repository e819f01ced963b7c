"""广东鸡平胡麻将: few fans, doubled up to a cap; special hands beyond it; who feeds a hand pays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..fans import Fan, FanTable
from ..flow import FlowRules, Liability
from ..options import (
    CLAIMS,
    COINS,
    ESCAPE,
    KONGS,
    LIABILITY,
    PAYMENT,
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
from ..tiles import kind

if TYPE_CHECKING:
    from ..settlement import DealResult, Settlement

__all__ = ["DEFINITION"]

_DOCUMENT = "鸡平胡 document"
_CAP = 3
_POINTS = (1, 2, 4, 8, 16, 32, 64)
_WINDS = tuple(map(kind, "ESWN"))
_DRAGONS = tuple(map(kind, "CFP"))


# ---- fans -----------------------------------------------------------------------------------

_MIXED = "suits == 1 and honours"
_PURE = "suits == 1 and not honours"
_DRAWN = "123m456p678s234pEE win=E"

_INSIDE = (
    Fan.row(
        "ji_hu 鸡胡 Chicken Hand",
        0,
        "chows <= 3 and not all_pungs and suits != 1",
        "[555p][678s]234m78m99p9m win=9m",
    ),
    Fan.row("ping_hu 平胡 All Chows", 1, "chows == 4", "[234p]123m456p67sEE8s win=8s"),
    Fan.row("peng_peng_hu 碰碰胡 All Pungs", 2, "all_pungs", "[555p][777s]222m88s99p8s win=8s"),
    Fan.row("hun_yi_se 混一色 Half Flush", 2, _MIXED, "[CCC][678s]123s45s99s6s win=6s"),
    Fan.row("zi_mo 自摸 Self-Draw", 1, "self_draw", "[234p]123m456p67sEE8s win=8s self"),
    Fan.row("men_feng 门风 Seat Wind", 1, "seat_wind_pung", "[SSS]123m456p67s99m8s win=8s seat=S"),
    Fan.row(
        "quan_feng 圈风 Round Wind", 1, "round_wind_pung", "[SSS]123m456p67s99m8s win=8s round=S"
    ),
    Fan.row(
        "san_yuan_pai 三元牌 Dragon Pungs",
        1,
        "dragon_pungs",
        "[CCC][FFF]234m45p88s6p win=6p",
        repeat=True,
    ),
    Fan.row(
        "gang_shang_kai_hua 杠上开花 Win on a Replacement",
        _CAP,
        "replacement",
        "{5555p}[678s]234m78m99p9m win=9m self replacement",
    ),
    Fan.row(
        "qiang_gang 抢杠 Robbing a Kong",
        _CAP,
        "robbing",
        "[555p][678s]234m78m99p9m win=9m robbing",
    ),
    Fan.row(
        "hai_di 海底捞月 Last Tile Draw",
        _CAP,
        "last_tile and self_draw",
        "[234p]123m456p67sEE8s win=8s self last",
    ),
)
_KONG = Fan.row("gang 杠 Kongs", 1, "kongs", "[5555p]{9999s}234m78m99p9m win=9m", repeat=True)

_OUTSIDE = (
    Fan.row("zi_yi_se 字一色 All Honours", 6, "suits == 0 and all_pungs", "[EEE]SSSCCCWWNNW win=W"),
    Fan.row(
        "qing_yao_jiu 清幺九 All Terminals",
        6,
        "all_pungs and not simples and not honours",
        "[111m][999p]99m111s11p9m win=9m",
    ),
    Fan.row(
        "da_san_yuan 大三元 Big Three Dragons",
        6,
        "dragon_kinds == 3",
        "[CCC][FFF][PPP]12m99m3m win=3m",
    ),
    Fan.row("da_si_xi 大四喜 Big Four Winds", 6, "wind_kinds == 4", "[EEE][SSS][WWW]NN55pN win=N"),
    Fan.row("jiu_lian_bao_deng 九莲宝灯 Nine Gates", 6, "nine_gates", "1112345678999s5s win=5s"),
    Fan.row(
        "shi_san_yao 十三幺 Thirteen Orphans", 6, "thirteen_orphans", "19m19p19sESWNCFPP win=P"
    ),
    Fan.row("tian_he 天和 Heavenly Win", 6, "first_turn and dealer", f"{_DRAWN} self first"),
    Fan.row(
        "di_he 地和 Earthly Win",
        6,
        "first_turn and not dealer and self_draw",
        f"{_DRAWN} self first seat=S",
    ),
    Fan.row(
        "ren_he 人和 Human Win",
        6,
        "first_turn and not dealer and not self_draw",
        f"{_DRAWN} first seat=S",
    ),
    Fan.row(
        "qing_peng 清碰 Full Flush of Pungs",
        5,
        f"{_PURE} and all_pungs",
        "[111s][333s]555s77s88s7s win=7s",
    ),
    Fan.row(
        "hun_yao_jiu 混幺九 Terminals and Honours",
        5,
        "all_pungs and not simples and terminals and honours",
        "[EEE][111s]111m99m99p9m win=9m",
    ),
    Fan.row(
        "xiao_san_yuan 小三元 Little Three Dragons",
        5,
        "dragon_kinds == 2 and dragon_pair",
        "[CCC][FFF]123m45pPP6p win=6p",
    ),
    Fan.row(
        "xiao_si_xi 小四喜 Little Four Winds",
        5,
        "wind_kinds == 3 and wind_pair",
        "[EEE][SSS][WWW]12mNN3m win=3m",
    ),
    Fan.row("qing_yi_se 清一色 Full Flush", 4, _PURE, "[456p][777p]12345p99p6p win=6p"),
    Fan.row(
        "hun_peng 混碰 Half Flush of Pungs",
        4,
        f"{_MIXED} and all_pungs",
        "[CCC][777p]222p55p99p5p win=5p",
    ),
)


def table(options: Mapping[str, Any]) -> FanTable:
    """The fans inside the cap, which add up to it, and those beyond it, of which one counts."""
    inside = {fan.id: fan for fan in _INSIDE}
    outside = {fan.id: fan for fan in _OUTSIDE}
    if options["kong_bonus"] == "fan":
        inside["gang"] = _KONG
    if options["inner_patterns"] == "highest":
        inside["hun_yi_se"] = replace(inside["hun_yi_se"], stated=("ping_hu",))
    if options["last_discard_floor"]:
        inside["hai_di"] = replace(inside["hai_di"], when="last_tile")
    gates = "nine_gates_tiles" if options["jiulian_any_shape"] else "nine_gates"
    if options["jiulian_self_draw_only"]:
        gates += " and self_draw"
    outside["jiu_lian_bao_deng"] = replace(
        outside["jiu_lian_bao_deng"],
        when=gates,
        example=outside["jiu_lian_bao_deng"].example
        + " self" * int(options["jiulian_self_draw_only"]),
    )
    every = (*outside, *inside)
    # Each names all others: of two that name each other the dearer one counts, or the first.
    alone = [
        replace(fan, stated=tuple(id for id in every if id != fan.id), beyond_cap=True)
        for fan in outside.values()
    ]
    return FanTable(fans=(*alone, *inside.values()), cap=_CAP, scale=_POINTS)


def hands(options: Mapping[str, Any]) -> HandRules:
    """Four sets and a pair, and thirteen orphans; no minimum."""
    pairs = Shape.SEVEN_PAIRS if options["seven_pairs"] else Shape(0)
    return HandRules(shapes=Shape.STANDARD | Shape.THIRTEEN_ORPHANS | pairs)


# ---- a deal ---------------------------------------------------------------------------------


def flow(options: Mapping[str, Any]) -> FlowRules:
    """Several winners, missed wins, first turns, and who becomes liable for whom."""
    kept = {
        "dealer": options["tianhe_after_kong"],
        "draw": options["dihe_broken_by"] == "chi_pung",
        "discard": options["renhe_after_dealer_kong"],
    }
    pattern = {
        "concealed_kongs": options["pattern_counts_ankong"],
        "unclaimed": not options["pattern_needs_claim"],
    }
    conflict = options["liability_conflict"]
    return FlowRules(
        replacement_from=options["replacement_end"],
        claims_on_last="pung" if options["claims_on_empty_wall"] == "pung" else "none",
        kong_after_claim=options["kong_after_claim"],
        multi_win=options["multi_win"],
        multi_rob="all" if options["multi_rob"] == "each" else "nearest",
        missed_wins=options["missed_win_scope"],
        missed_until=options["missed_win_clear"],
        missed_by_robbing=options["missed_win_includes_rob"],
        first_turn=tuple(kept),
        first_turn_after_kong=tuple(turn for turn, after in kept.items() if after),
        replacement_liability=options["kong_flower_liability"],
        liabilities=(
            Liability(sets=len(_WINDS), kinds=_WINDS, **pattern),
            Liability(sets=len(_DRAGONS), kinds=_DRAGONS, **pattern),
            Liability(
                sets=4,
                concealed_kongs=options["twelve_counts_ankong"],
                first_only=options["twelve_first_only"],
            ),
        ),
        liability_conflict="listed" if conflict == "pattern_first" else conflict,
        props=flow_props("jipinghu") if options["props"] else (),
        props_per_deal=options["props_per_deal"],
    )


def settle(rules: Rules, result: DealResult) -> Settlement:
    """A point, doubled for every fan, for each share of a win."""
    from ..settlement import (
        Transfer,
        WinFlag,
        escape,
        kong_payments,
        settled,
        shares,
        winners,
    )

    if result.escaped is not None:
        return settled(rules, result, escape(rules, result.seats, result.escaped))
    transfers = []
    wins = winners(rules, result)
    floor = _CAP if len(wins) == _TRIPLE and WinFlag.ROBBING not in wins[0].flags else 0
    for win in wins:
        fan = max(win.fan, floor)
        doubled = (f"{fan} fan at least" if fan > win.fan else f"{fan} fan", rules.fans.points(fan))
        for payer, times in shares(rules, result, win):
            several = (("shares", times),) if times > 1 else ()
            transfers.append(
                Transfer.due(payer, win.seat, "win", (("base", 1),), (doubled, *several))
            )
    if rules.options["kong_bonus"] == "points":
        transfers += kong_payments(rules, result)
    return settled(rules, result, transfers)


_TRIPLE = 3


# ---- the game -------------------------------------------------------------------------------

_HANDS = (
    switch("seven_pairs", False, "七对可和", "whether seven pairs win"),
    either(
        "inner_patterns",
        ("highest", "add"),
        "混一色兼平胡：只计较高的，或相加",
        "whether 混一色 and 平胡 of one hand are paid together, or the dearer one only",
    ),
    switch(
        "jiulian_any_shape",
        False,
        "九莲宝灯不必九面听",
        "whether 九莲宝灯 is any closed 1112345678999 with one more tile, or only one that any "
        "tile of the suit completed",
        _DOCUMENT,
    ),
    switch("jiulian_self_draw_only", False, "九莲宝灯须自摸", "whether 九莲宝灯 needs a self-draw"),
    switch(
        "last_discard_floor",
        False,
        "最后一张打出的牌也按海底计",
        "whether a win on the discard after the last draw has the 3 fan of 海底捞月 too",
    ),
    either(
        "kong_bonus",
        ("none", "fan", "points"),
        "杠牌：无分，每杠加一番，或另付杠分",
        "whether kongs are worth nothing, a fan each inside the cap, or points after a win: 3 by "
        "who fed an exposed one, 1 by each seat for an added one, 2 by each for a concealed one",
    ),
)
_FIRST_TURN = (
    switch(
        "tianhe_after_kong",
        False,
        "庄家先暗杠仍算天和",
        "whether the dealer's win before any discard is 天和 after a concealed kong too",
    ),
    either(
        "dihe_broken_by",
        ("any_meld", "chi_pung"),
        "何者使地和失效：任何副露，或仅吃碰",
        "what spoils 地和: any meld, or chows and pungs only",
    ),
    switch(
        "renhe_after_dealer_kong",
        True,
        "庄家先暗杠仍算人和",
        "whether a win on the dealer's first discard is 人和 after the dealer's concealed kong too",
    ),
)
_MISSED = (
    either(
        "missed_win_scope",
        ("same_tile", "any_tile"),
        "漏胡：不能和同一张，或任何打出的牌",
        "whether a seat that passed a win may not win on the same kind for a while, or on nothing",
        _DOCUMENT,
    ),
    either(
        "missed_win_clear",
        ("own_move", "own_discard"),
        "漏胡解除：自己动牌，或自己打牌",
        "whether that ends when the seat claims, kongs or draws, or when it discards",
        _DOCUMENT,
    ),
    switch(
        "missed_win_includes_rob",
        False,
        "漏胡也限抢杠",
        "whether that holds for robbing a kong too",
    ),
)
_WINNERS = (
    either(
        "multi_rob",
        ("each", "nearest"),
        "几家抢杠：都和，或只有最近的一家",
        "whether all seats that can rob a kong win, or the nearest",
    ),
    either(
        "multi_win_dealer",
        ("next", "keep"),
        "一炮多响而庄家未和：下家坐庄，或庄家连庄",
        "who deals after several wins, none of them the dealer's: the next seat, or the dealer",
    ),
    either(
        "seat_wind",
        ("dealer", "fixed"),
        "门风：从庄家起，或全场不变",
        "whether seat winds are dealt anew with the dealer as east, or stay with the players",
    ),
)
_LIABLE = (
    switch(
        "twelve_counts_ankong",
        False,
        "十二张落地计入暗杠",
        "whether concealed kongs count among the four sets laid out",
    ),
    switch(
        "twelve_first_only",
        True,
        "包先不包后",
        "whether a seat that is liable for one seat is not for another by its fourth set",
        _DOCUMENT,
    ),
    either(
        "liability_conflict",
        ("first", "last", "pattern_first"),
        "两家都应包：先者，后者，或特殊牌型者",
        "who pays where two seats are liable for one: the first, the last, or who fed winds or "
        "dragons",
    ),
    switch(
        "pattern_counts_ankong",
        False,
        "大四喜、大三元的包计入暗杠",
        "whether concealed kongs count among the winds or dragons laid out",
    ),
    switch(
        "pattern_needs_claim",
        True,
        "大四喜、大三元须碰杠才包",
        "whether only a discard that is claimed makes its seat liable",
    ),
)

DEFINITION = Definition(
    id="jipinghu",
    zh="广东鸡平胡麻将",
    en="Guangdong Jipinghu",
    pinyin="guangdong jipinghu majiang",
    aliases=("鸡平胡", "鸡平胡麻将"),
    currency="游戏币",
    options=(
        *_HANDS,
        *_FIRST_TURN,
        *_MISSED,
        *with_defaults(CLAIMS, _DOCUMENT, multi_win="all"),
        *_WINNERS,
        *_LIABLE,
        *LIABILITY,
        *WALL_END,
        *KONGS,
        *with_defaults(
            ROTATION, _DOCUMENT, dealer_rotation="keep_on_win_or_draw", draw_rotation="stay"
        ),
        *with_defaults(PAYMENT, "choice", discard_payers="discarder"),
        *with_defaults(ESCAPE, escape_points=8, escape_comp=2),
        *with_defaults(COINS, _DOCUMENT, fee_scope="all"),
        *with_defaults(RANKS, _DOCUMENT, rank_by="points"),
        *PROPS,
    ),
    table=table,
    hands=hands,
    settle=settle,
    flow=flow,
)
