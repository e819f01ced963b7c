"""六人血战: 血战 for six seats with seven tiles each, a game of this project's own design."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..fans import FanTable
from ..flow import FlowRules
from ..options import Option, either, switch
from ..rules import Definition, HandRules
from ..shapes import Shape
from ..sichuan import OWN, dealers, product_table, settle
from ..sichuan import flow as course

__all__ = ["DEFINITION"]

_SEATS = 6
_SETS = 2


# ---- fans -----------------------------------------------------------------------------------

_PLAIN = "234m789p5m5m win=5m"
_KONG = "{1111m}234p5m5m win=5m"

_EXAMPLES = {
    "tian_hu": f"{_PLAIN} self first",
    "di_hu": f"{_PLAIN} self first seat=S",
    "qing_yao_jiu": "[999p]123p1p1p win=1p",
    "jiang_jin_gou_diao": "[222m][555p]8p8p win=8p",
    "qing_jin_gou_diao": "[111p][333p]9p9p win=9p",
    "qing_dui": "[111p]333p9p9p win=9p",
    "jiang_dui": "[222m]555p8p8p win=8p",
    "qing_yi_se": "234p678p5p5p win=5p",
    "dai_yao_jiu": "[999p]123m1m1m win=1m",
    "jin_gou_diao": "[111m][333p]9p9p win=9p",
    "dui_dui_hu": "[111m]333p9p9p win=9p",
    "ping_hu": _PLAIN,
    "gen": _KONG,
    "gang_shang_hua": f"{_KONG} self replacement",
    "gang_shang_pao": f"{_PLAIN} after_kong",
    "qiang_gang": "46m789p88p5m win=5m robbing",
    "zi_mo": f"{_PLAIN} self",
    "men_qing": f"{_PLAIN} self",
    "duan_yao": "[222m]678p5m5m win=5m",
    "hai_di": f"{_PLAIN} last",
}
_KONGS = {
    "qing_shuang_gang": "[1111p]{3333p}9p9p win=9p",
    "shuang_gang": "[1111m]{3333p}9p9p win=9p",
}


def table(options: Mapping[str, Any]) -> FanTable:
    """The dearest pattern, doubled for extras."""
    return product_table(options, _EXAMPLES | _KONGS if options["double_kong"] else _EXAMPLES)


def hands(options: Mapping[str, Any]) -> HandRules:
    """Two sets and a pair of two suits; no minimum."""
    return HandRules(shapes=Shape.STANDARD, sets=_SETS, most_suits=2 if options["dingque"] else 3)


def flow(options: Mapping[str, Any]) -> FlowRules:
    """Six seats."""
    return course(options, _SEATS)


# ---- the game -------------------------------------------------------------------------------

_OWN = (
    either(
        "preset",
        ("platform",),
        "规则：平台",
        "which rules of 血战 it is made from: those of platforms",
    ),
    either(
        "tile_set",
        ("108",),
        "牌数：一百零八张",
        "which tiles there are: three suits without honours",
    ),
    Option(
        name="four_pairs",
        default=False,
        values=(False,),
        zh="四对不可和",
        en="four pairs do not win: pairs were done away with",
        source="description of the platform",
    ),
    switch(
        "double_kong",
        False,
        "双杠另计番",
        "whether two kongs and a pair are a pattern of their own",
    ),
)

DEFINITION = Definition(
    id="xuezhan6",
    zh="六人血战",
    en="Six-Player Sichuan Mahjong",
    pinyin="liuren xuezhan",
    aliases=("六人麻将", "六人血战麻将"),
    currency=None,
    options=(*_OWN, *OWN, *dealers(escape_points=40)),
    table=table,
    hands=hands,
    settle=settle,
    flow=flow,
)
