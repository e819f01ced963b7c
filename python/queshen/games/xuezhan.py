"""血战到底: a seat that wins leaves, and the others play on until one is left or the wall ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..fans import Fan, FanTable
from ..flow import FlowRules
from ..options import Option, number
from ..rules import Definition, HandRules
from ..shapes import Shape
from ..sichuan import OWN, SBR, dealers, extras, product_table, settle
from ..sichuan import flow as course

__all__ = ["DEFINITION"]

_SBR = "sbr2025"
_SEATS = 4
_MOST_FAN = 20


# ---- fans -----------------------------------------------------------------------------------

_PLAIN = "123m456m789p234p5m5m win=5m"
_KONG = "{1111m}456m789p234p5m5m win=5m"
_FLUSH = "[999p]123p345p567p8p8p win=8p"
_EXPOSED = "[111m][333m][555p][777p]9p9p win=9p"
_PUNGS = "[111m][333m]555p777p9p9p win=9p"
_PAIRS = "112255m33778899p win=9p"

_EXAMPLES = {
    "qing_shi_ba_luo_han": "[1111p][3333p]{5555p}{7777p}9p9p win=9p",
    "shi_ba_luo_han": "[1111m][2222p]{3333m}{5555p}9p9p win=9p",
    "qing_long_qi_dui": "11112233557799m win=9m",
    "tian_hu": f"{_PLAIN} self first",
    "di_hu": f"{_PLAIN} self first seat=S",
    "long_qi_dui": "11112255m337799p win=9p",
    "qing_qi_dui": "11223355778899p win=9p",
    "qing_yao_jiu": "111222333p78999p win=9p",
    "jiang_jin_gou_diao": "[222m][555m][888m][222p]5p5p win=5p",
    "qing_jin_gou_diao": "[111p][333p][555p][777p]9p9p win=9p",
    "qing_dui": "[111p][333p]555p777p9p9p win=9p",
    "jiang_dui": "[222m][555m]888m222p5p5p win=5p",
    "qing_yi_se": _FLUSH,
    "qi_dui": _PAIRS,
    "dai_yao_jiu": "[999p]123m789m123p1m1m win=1m",
    "jin_gou_diao": _EXPOSED,
    "dui_dui_hu": _PUNGS,
    "ping_hu": _PLAIN,
    "gen": _KONG,
    "gang_shang_hua": f"{_KONG} self replacement",
    "gang_shang_pao": f"{_PLAIN} after_kong",
    "qiang_gang": "123m46m789p234p88p5m win=5m robbing",
    "zi_mo": f"{_PLAIN} self",
    "men_qing": f"{_PLAIN} self",
    "duan_yao": "[222m]456m678p234p5m5m win=5m",
    "hai_di": f"{_PLAIN} last",
}

_BY_FAN = (
    Fan.row("qing_yi_se 清一色 Full Flush", 2, "suits == 1", _FLUSH),
    Fan.row("qi_dui 七对 Seven Pairs", 2, "seven_pairs", _PAIRS),
    Fan.row("da_dui_zi 大对子 All Pungs", 1, "all_pungs", _PUNGS),
    Fan.row("jin_gou_diao 金钩钓 Four Exposed Sets", 1, "all_exposed", _EXPOSED),
    Fan.row("gang 杠 Kong", 1, "kongs", _KONG, repeat=True),
    Fan.row("gen 根 Four of a Kind", 1, "hogs", "111m123m567m345m9m9m win=9m", repeat=True),
)


def table(options: Mapping[str, Any]) -> FanTable:
    """The dearest pattern, doubled for extras; or fans that add up, each of which doubles."""
    if options["preset"] != _SBR:
        return product_table(options, _EXAMPLES)
    most = options["fan_cap"]
    return FanTable(
        fans=(
            *_BY_FAN,
            *extras(options, 1, _EXAMPLES),
            Fan.row("ping_hu 平和 Plain Win", 0, "bare", _PLAIN),
        ),
        cap=most,
        scale=tuple(1 << fan for fan in range(most + 1)),
        bare="ping_hu",
    )


def hands(options: Mapping[str, Any]) -> HandRules:
    """Four sets and a pair, or seven pairs, of two suits; no minimum."""
    return HandRules(
        shapes=Shape.STANDARD | Shape.SEVEN_PAIRS, most_suits=2 if options["dingque"] else 3
    )


def flow(options: Mapping[str, Any]) -> FlowRules:
    """Four seats."""
    return course(options, _SEATS)


# ---- the game -------------------------------------------------------------------------------

_OWN = (
    Option(
        name="preset",
        default="platform",
        values=("platform", _SBR),
        zh="规则：平台，或四川麻将竞赛规则",
        en="which rules they are: those of platforms, with one pattern and what doubles it, or the "
        "tournament rules of 2025, with fans that add up",
        source="choice",
    ),
    *OWN,
    number(
        "fan_cap", 3, 1, "封顶番数 (sbr2025)", "the most fans that count (sbr2025)", SBR, _MOST_FAN
    ),
)

DEFINITION = Definition(
    id="xuezhan",
    zh="血战到底",
    en="Sichuan Bloody Mahjong",
    pinyin="xuezhan daodi",
    aliases=("血战", "血战麻将", "四川麻将"),
    currency=None,
    options=(*_OWN, *dealers(escape_points=24)),
    table=table,
    hands=hands,
    settle=settle,
    flow=flow,
    presets={
        _SBR: {
            "zimo": "plus1",
            "haidi": True,
            "huazhu_value": None,
            "gang_pao": "refund",
            "late_added_kong_pays": False,
        }
    },
)
