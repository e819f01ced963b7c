"""温州麻将: 17 tiles, a wildcard whose face 白板 plays, three classes of hands, and all who pay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from ..deal_result import KongType, ResultError
from ..fans import BARE, Fan, FanTable
from ..flow import FlowRules
from ..options import COINS, ESCAPE, ROTATION, Option, either, number, switch, with_defaults
from ..rules import Definition, HandRules, Rules
from ..shapes import Shape
from ..tiles import kind

if TYPE_CHECKING:
    from ..deal_result import DealResult, Win
    from ..payments import Parts, Settlement

__all__ = ["DEFINITION"]

_RULES = "MIL rules of 2024"
_SERVERS = "public servers of the game"

_SOFT, _HARD, _DOUBLE, _LAZI = 1, 2, 4, 8
_WINNING_WILD = 3
_WHITE = kind("P")
_HONOURS = tuple(map(kind, "ESWNCFP"))
_MOST_DEALS = 4  # of one dealer in a row
_DEAD_WALL = 4
_GROWING = "14+kongs"
_GROWING_FROM = 14


# ---- fans -----------------------------------------------------------------------------------

_DRAWN = "123m456p789sEEE22s685m win=9s wild=5m"
_OWN_FACE = "12s3s456m789p678sNNN55p win=5p wild=3s"
_ANY_SHAPE = "555m1479m258p369sESWN win=N wild=5m self"
_PAIRS = "11m33m55p77p22s44sEECC9p win=C wild=9s"
_SOFT_PAIRS = "11m33m55p77p22s44sEEC9s9p win=9p wild=9s"
_LAID_OUT = "[123m][456p][789s][EEE][678m]"

_HARD_FANS = (
    Fan.row("zi_mo 自摸 Self-Draw", _HARD, "self_draw", f"{_DRAWN} self"),
    Fan.row(
        "wu_cai_shen 无财神 No Wildcards",
        _HARD,
        "not wilds",
        "123m456p789sEEE22s678m win=9s wild=5m",
    ),
    Fan.row(
        "cai_shen_gui_wei 财神归位 Wildcards as Themselves",
        _HARD,
        "wilds and standard and not substitutes",
        _OWN_FACE,
    ),
    Fan.row(
        "san_cai_shen 三财神 Three Wildcards",
        _HARD,
        "wilds >= 3 and not standard and not eight_pairs",
        _ANY_SHAPE,
    ),
    Fan.row("qiang_gang 抢杠 Robbing a Kong", _HARD, "robbing", f"{_DRAWN} robbing"),
)
_SOFT_PAIRS_CLAIMED = Fan.row(
    "ruan_ba_dui 软八对 Soft Eight Pairs",
    _HARD,
    "eight_pairs and mixed_pair and not self_draw",
    _SOFT_PAIRS,
)

_DOUBLE_FANS = (
    Fan.row(
        "ying_ba_dui 硬八对 Hard Eight Pairs",
        _DOUBLE,
        "eight_pairs and not mixed_pair",
        _PAIRS,
    ),
    Fan.row(
        "san_cai_cheng_pai 三财神成牌 Three Wildcards in a Complete Hand",
        _DOUBLE,
        "wilds >= 3 and (standard or eight_pairs)",
        "123m456p789s2s68m555mEE win=9s wild=5m",
    ),
    Fan.row("tian_hu 天胡 Heavenly Win", _DOUBLE, "first_turn and dealer", f"{_DRAWN} self first"),
    Fan.row(
        "di_hu 地胡 Earthly Win",
        _DOUBLE,
        "first_turn and not dealer",
        f"{_DRAWN} self first seat=S",
    ),
)
_SOFT_PAIRS_DRAWN = Fan.row(
    "ruan_ba_dui_zi_mo 软八对自摸 Soft Eight Pairs by Self-Draw",
    _DOUBLE,
    "eight_pairs and mixed_pair and self_draw",
    f"{_SOFT_PAIRS} self",
)

# Every set lies on the table, so that one tile was left in hand.
_ALL_LAID = " or ".join(
    ["all_exposed", *(f"exposed == {5 - n} and concealed_kongs == {n}" for n in range(1, 6))]
)

_EXTENDED_FANS = (
    Fan.row(
        "peng_peng_hu 碰碰胡 All Pungs",
        _DOUBLE,
        "all_pungs",
        "[777p][EEE]222m888s44s3m9p9p win=9p wild=3m",
    ),
    Fan.row("dan_diao 单吊 Last Tile", _DOUBLE, _ALL_LAID, f"{_LAID_OUT}9p9p win=9p wild=5m"),
    Fan.row(
        "quan_qiu_shen 全求神 Last Tile a Wildcard",
        _DOUBLE,
        f"({_ALL_LAID}) and (wilds >= 2 or wilds and not won_wild)",
        f"{_LAID_OUT}5m9p win=9p wild=5m",
        stated=("dan_diao",),
    ),
    Fan.row(
        "gang_shang_kai_hua 杠上开花 Out with Replacement Tile",
        _DOUBLE,
        "replacement and (standard or eight_pairs)",
        "{1111p}123m456p789s22s685m win=9s wild=5m self replacement",
    ),
    Fan.row(
        "shuang_cai_gui_wei 双财神归位 Two Wildcards as Themselves",
        _DOUBLE,
        "standard and wilds == 2 and not substitutes",
        "12s3s23s4s456m789pNNN55p win=5p wild=3s",
    ),
    Fan.row(
        "qing_yi_se 清一色 Full Flush",
        _DOUBLE,
        "(standard or eight_pairs) and suits == 1 and not honours",
        "[123m][777m]345m567m88m9mE win=9m wild=E",
    ),
    Fan.row(
        "hun_yi_se 混一色 Half Flush",
        _DOUBLE,
        "(standard or eight_pairs) and suits == 1 and honours",
        "[123m][777m]345m567mEE9mC9m win=9m wild=C",
    ),
    Fan.row(
        "zhong_fa_bai 中发白 Three Dragons",
        _DOUBLE,
        "dragon_kinds == 3 or dragon_kinds == 2 and dragon_pair or dragon_pairs == 3",
        "[CCC][FFF]123m456p789sPP win=9s wild=P",
    ),
    Fan.row(
        "cai_shen_dui 财神对 Pair of Wildcards",
        _DOUBLE,
        "wild_pair",
        "123m456p789sEEE678m5m5m win=9s wild=5m",
    ),
)
_LAZI_FAN = Fan.row(
    "san_cai_gui_wei 三财神归位 Three Wildcards as Themselves",
    _LAZI,
    "wilds >= 3 and (standard and not substitutes or eight_pairs and not mixed_pair)",
    "333s456m789p678sNNN55p win=5p wild=3s",
)
_PLAIN = Fan.row("ruan_pai 软牌 Soft Hand", _SOFT, BARE, _DRAWN)


def table(options: Mapping[str, Any]) -> FanTable:
    """What makes a hand hard, double or more. The highest class counts, and lower ones not."""
    fans: list[Fan] = []
    if options["lazi"]:
        fans.append(_LAZI_FAN)
    fans += _DOUBLE_FANS
    if options["soft_pairs_selfdraw"] == _DOUBLE:
        fans.append(_SOFT_PAIRS_DRAWN)
    if options["extended_double"]:
        fans += _EXTENDED_FANS
    fans += _HARD_FANS
    if options["soft_pairs_discard"] == _HARD:
        fans.append(_SOFT_PAIRS_CLAIMED)
    return FanTable(fans=(*_over_lower(fans), _PLAIN), combine="highest", bare=_PLAIN.id)


def _over_lower(fans: Sequence[Fan]) -> Iterator[Fan]:
    """The fans, each of which states that those of lower classes do not count beside it."""
    for fan in fans:
        lower = [other.id for other in fans if other.value < fan.value]
        yield replace(fan, stated=(*fan.stated, *lower))


def hands(options: Mapping[str, Any]) -> HandRules:
    """Five sets and a pair, eight pairs and any tile, or three wildcards; no minimum."""
    shapes = Shape.STANDARD | Shape.EIGHT_PAIRS
    return HandRules(
        shapes=shapes,
        wild_shapes=shapes,
        fifth="allowed",
        sets=5,
        wildcards=True,
        wild_win=_WINNING_WILD,
        wild_win_on="draw" if options["three_caishen"] == "self_draw" else "any",
        stand_in=_WHITE,
    )


# ---- a deal ---------------------------------------------------------------------------------


def flow(options: Mapping[str, Any]) -> FlowRules:
    """An indicator out of play, a dead wall, and wins that were passed by what they were worth."""
    growing = options["dead_wall"] == _GROWING
    return FlowRules(
        dead_wall=_GROWING_FROM if growing else options["dead_wall"],
        dead_wall_grows="by_kongs" if growing else "no",
        indicator="head",
        indicator_kind=options["caishen_from"],
        wild_discard=options["caishen_discard"],
        rob_added_kong="any" if options["rob_added_kong"] == "any_claim" else "win",
        first_from=_DOUBLE if options["multi_win"] == "double_first" else None,
        blocked_wild=2 if options["block_claim_two_caishen"] else 0,
        lone_first=_HONOURS if options["honours_first"] else (),
        missed_wins="not_higher",
        missed_until="own_draw_or_pung",
        first_turn=("dealer", "draw" if options["dihu"] == "first_draw" else "discard"),
    )


_Owed: TypeAlias = "tuple[int, int, str, Parts, Parts]"
"""Payer and payee, what for, terms and factors."""


def settle(rules: Rules, result: DealResult) -> Settlement:
    """Every other seat pays the winner, and after a win for wildcards; kongs are always paid.

    Where the result tells no hands, nobody holds a wildcard.
    """
    from ..settlement import Transfer, escape, settled

    if result.escaped is not None:
        return settled(rules, result, escape(rules, result.seats, result.escaped))
    if len(result.wins) > 1:
        seats = ", ".join(str(win.seat) for win in result.wins)
        raise ResultError(f"seats {seats} win, expected one winner")
    return settled(rules, result, [Transfer.due(*each) for each in _owed(rules, result)])


def dealer_factor(options: Mapping[str, Any], streak: int) -> int:
    """What multiplies payments with a dealer who deals for the `streak`-th time in a row."""
    deals: int = min(streak, options["max_streak"])
    if options["dealer_scale"] == "doubling":
        return 1 << deals - 1
    return 2 * deals if options["dealer_scale"] == "linear2" else deals


def _owed(rules: Rules, result: DealResult) -> Iterator[_Owed]:
    for win in result.wins:
        yield from _for_win(rules, result, win)
        yield from _for_wildcards(rules, result, win)
    if rules.options["kong_points"]:
        yield from _for_kongs(result)


def _others(result: DealResult, seat: int) -> Iterator[int]:
    return (other for other in range(result.seats) if other != seat)


def _for_win(rules: Rules, result: DealResult, win: Win) -> Iterator[_Owed]:
    times = dealer_factor(rules.options, result.streak)
    dealing: Parts = (("dealer", times),) if times > 1 else ()
    for payer in _others(result, win.seat):
        factors = dealing if result.dealer in (payer, win.seat) else ()
        yield payer, win.seat, "win", (("fan", win.fan),), factors


def _for_wildcards(rules: Rules, result: DealResult, win: Win) -> Iterator[_Owed]:
    """Each wildcard in a hand at the end is worth 1 from every other seat."""
    for owner, held in enumerate(result.hands):
        doubled = (
            rules.options["double_winner_caishen"]
            and owner == win.seat
            and (win.fan >= _DOUBLE or held.wild >= _WINNING_WILD)
        )
        factors: Parts = (("winner", 2),) if doubled else ()
        for payer in _others(result, owner) if held.wild else ():
            yield payer, owner, "wildcards", (("wildcards", held.wild),), factors


def _for_kongs(result: DealResult) -> Iterator[_Owed]:
    """2 from every other seat for a concealed kong and 1 for any other, whoever fed it."""
    for kong in result.kongs:
        terms = ((str(kong.type), 2 if kong.type is KongType.CONCEALED else 1),)
        for payer in _others(result, kong.seat):
            yield payer, kong.seat, "kong", terms, ()


# ---- the game -------------------------------------------------------------------------------

_TILES = (
    either(
        "caishen_from",
        ("indicator", "next"),
        "财神：翻出的牌本身，或它的下一张",
        "whether the kind of the indicator is wild, or the kind after it",
        _SERVERS,
    ),
    switch("caishen_discard", False, "财神可打出", "whether a 财神 may be discarded", _SERVERS),
    either(
        "white",
        ("face_only",),
        "白板：只作财神的原牌",
        "what 白板 are while another kind is wild: tiles of the face of that kind",
        _RULES,
    ),
    Option(
        name="dead_wall",
        default=_DEAD_WALL,
        values=(_GROWING,),
        low=0,
        high=60,
        zh="荒庄时剩下的牌数，14+kongs 为十四张，每杠再加一张",
        en="how many tiles at the end of the wall nobody draws; 14+kongs: 14, and one more a kong",
        source=_RULES,
    ),
)
_CLAIMS = (
    either(
        "multi_win",
        ("double_first", "nearest"),
        "几家和一张牌：双翻优先，再论远近，或只论远近",
        "who wins on a tile that several can win: the nearest with a double hand if there is one, "
        "or the nearest",
        _SERVERS,
    ),
    either(
        "rob_added_kong",
        ("win_only", "any_claim"),
        "加杠的牌：只可抢和，或也可碰",
        "whether a tile that is added to a pung may be won only, or claimed for sets too",
    ),
    switch(
        "block_claim_two_caishen",
        False,
        "手里四张有两张财神时不可吃碰",
        "whether a seat with two 财神 among four tiles in hand may neither chow nor pung",
    ),
    switch(
        "honours_first",
        False,
        "先打单张字牌",
        "whether single honours must be discarded before other tiles",
    ),
)
_WINS = (
    either(
        "three_caishen",
        ("self_draw", "any"),
        "三财神：自摸时可和，或点炮也可和",
        "whether three 财神 win without a complete hand by self-draw only, or on a discard too",
        _RULES,
    ),
    Option(
        name="soft_pairs_discard",
        default=_HARD,
        values=(_HARD, _SOFT),
        zh="软八对点炮的番数",
        en="what eight pairs with 财神 in place of other tiles are worth on a discard",
        source=_SERVERS,
    ),
    Option(
        name="soft_pairs_selfdraw",
        default=_DOUBLE,
        values=(_DOUBLE, _HARD),
        zh="软八对自摸的番数",
        en="what they are worth by self-draw",
        source=_RULES,
    ),
    either(
        "dihu",
        ("first_draw", "dealer_discard"),
        "地胡：闲家第一次摸牌即和，或和庄家打出的第一张",
        "what 地胡 is: a win by the first draw of a seat, or on the dealer's first discard",
    ),
    switch(
        "extended_double",
        False,
        "双翻另计碰碰胡、单吊、全求神、杠上开花、双财神归位、清一色、混一色、中发白、财神对",
        "whether the longer list of double hands is played",
    ),
    switch(
        "lazi",
        False,
        "三财神归位算四翻",
        "whether three 财神 that all stand for themselves are worth 8",
    ),
)
_PAYMENTS = (
    either(
        "dealer_scale",
        ("linear2", "linear", "doubling"),
        "庄家倍数：2、4、6、8，1、2、3、4，或 1、2、4、8、16",
        "what multiplies payments with the dealer, by how many deals in a row it is: 2 4 6 8, "
        "1 2 3 4, or 1 2 4 8 16",
        _RULES,
    ),
    switch(
        "double_winner_caishen",
        False,
        "和牌者双翻或有三财神时，其财神加倍",
        "whether the 财神 of a winner with a double hand, or with three of them, are paid twice",
        _RULES,
    ),
    switch("kong_points", True, "杠有分", "whether kongs are paid, after a draw too", _RULES),
)
_WHO_DEALS = tuple(each for each in ROTATION if each.name == "dealer_rotation")
_DEALERS = (
    *with_defaults(_WHO_DEALS, _RULES, dealer_rotation="keep_on_win_or_draw"),
    Option(
        name="draw_rotation",
        default="stay",
        values=("stay", "rotate_if_kong", "next"),
        zh="流局后：庄家连庄，有杠则下家坐庄，或下家坐庄",
        en="who deals after a drawn deal: the same dealer, the next seat if there was a kong, or "
        "the next seat",
        source=_SERVERS,
    ),
    switch(
        "streak_counts_draw",
        False,
        "流局也算连庄",
        "whether a drawn deal counts among the deals of a dealer in a row",
        _SERVERS,
    ),
    number(
        "max_streak",
        _MOST_DEALS,
        1,
        "连庄至多几盘",
        "how many deals in a row one dealer may have",
        _RULES,
        high=9,
    ),
    either(
        "after_max",
        ("next", "redice"),
        "连满之后：下家坐庄，或重新掷骰",
        "who deals after them: the next seat, or one by lot",
        _SERVERS,
    ),
)

DEFINITION = Definition(
    id="wenzhou",
    zh="温州麻将",
    en="Wenzhou Mahjong",
    pinyin="wenzhou majiang",
    aliases=("温州",),
    currency=None,
    options=(
        *_TILES,
        *_CLAIMS,
        *_WINS,
        *_PAYMENTS,
        *_DEALERS,
        *with_defaults(ESCAPE, escape_points=8, escape_comp=2),
        *COINS,
    ),
    table=table,
    hands=hands,
    settle=settle,
    flow=flow,
)
