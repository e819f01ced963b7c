"""The fans of two players with one suit, honours and flowers: 国标 reworked for 72 tiles.

Each fan counts once, but for those that repeat. Where a hand has a fan, none of those that it names
are paid, also where it is itself not paid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .fans import Fan, FanTable

__all__ = ["er72_table"]


class _Row(NamedTuple):
    """A fan, the Chinese names of those that are not paid beside it, and a hand that has it."""

    names: str
    value: int
    when: str
    example: str
    excludes: str = ""
    flowers: bool = False
    repeat: bool = False


_PLAIN = "123m456m789mEEECC win=C"
_PAIRS = "门前清 不求人 单钓将 自摸"
_HONOUR_PUNGS = " or ".join(
    f"wind_pungs == {winds} and dragon_pungs == {4 - winds}" for winds in range(1, 5)
)

_ROWS = (
    # 88
    _Row(
        "da_si_xi 大四喜 Big Four Winds",
        88,
        "wind_kinds == 4",
        "[EEE][SSS]WWWNN55mN win=N",
        "大三风 小三风 四字刻 碰碰和 幺九刻",
    ),
    _Row(
        "da_san_yuan 大三元 Big Three Dragons",
        88,
        "dragon_kinds == 3",
        "[CCC][FFF]PPP12m99m3m win=3m",
        "双箭刻 箭刻 幺九刻",
    ),
    _Row(
        "jiu_lian_bao_deng 九莲宝灯 Nine Gates",
        88,
        "nine_gates",
        "1112345678999m5m win=5m self",
        "清一色 门前清 不求人 自摸 幺九刻",
    ),
    _Row(
        "da_yu_wu 大于五 Upper Four",
        88,
        "lowest >= 6 and not honours",
        "66m777m888m99m678m6m win=6m",
    ),
    _Row(
        "xiao_yu_wu 小于五 Lower Four",
        88,
        "highest <= 4 and not honours",
        "11m222m333m44m123m1m win=1m",
    ),
    _Row(
        "da_qi_xing 大七星 Seven Pairs of All Honors",
        88,
        "seven_pairs and suits == 0 and not hogs",
        "EESSWWNNCCFFPP win=P self",
        f"字一色 七对 三元七对 四喜七对 全带幺 {_PAIRS}",
    ),
    _Row(
        "si_gang 四杠 Four Kongs",
        88,
        "kongs == 4",
        "[9999m]{1111m}{EEEE}[CCCC]5m5m win=5m",
        "三杠 双明杠 双暗杠 明杠 暗杠 单钓将 碰碰和",
    ),
    _Row(
        "lian_qi_dui 连七对 Seven Shifted Pairs",
        88,
        "shifted_pairs",
        "11223344556677m win=7m self",
        f"七对 清一色 {_PAIRS}",
    ),
    _Row(
        "tian_hu 天胡 Heavenly Win",
        88,
        "first_turn and dealer",
        f"{_PLAIN} self first",
        "单钓将 边张 坎张 不求人 和绝张 自摸",
    ),
    _Row(
        "di_hu 地胡 Earthly Win",
        88,
        "first_turn and not dealer and self_draw",
        f"{_PLAIN} self first seat=W",
        "单钓将 边张 坎张 自摸",
    ),
    # 64
    _Row(
        "xiao_si_xi 小四喜 Little Four Winds",
        64,
        "wind_kinds == 3 and wind_pair",
        "[EEE][SSS]WWW12mNN3m win=3m",
        "大三风 小三风 混一色 幺九刻",
    ),
    _Row(
        "xiao_san_yuan 小三元 Little Three Dragons",
        64,
        "dragon_kinds == 2 and dragon_pair",
        "[CCC][FFF]PP12m789m3m win=3m",
        "双箭刻 箭刻 幺九刻",
    ),
    _Row(
        "si_an_ke 四暗刻 Four Concealed Pungs",
        64,
        "concealed_pungs == 4",
        "111m444mEEEPP99m9m win=9m self",
        "三暗刻 双暗刻 碰碰和 门前清 不求人 自摸",
    ),
    _Row(
        "yi_se_shuang_long_hui 一色双龙会 Pure Terminal Chows",
        64,
        "pure_terminal_chows",
        "11223355778899m win=5m",
        "平和 七对 清一色 一般高 老少副",
    ),
    _Row(
        "zi_yi_se 字一色 All Honors",
        64,
        "suits == 0",
        "[EEE]SSSCCCPPWWW win=W",
        "碰碰和 混幺九 全带幺 幺九刻 四字刻",
    ),
    _Row(
        "ren_hu 人胡 Win on the First Discard",
        64,
        "first_turn and not dealer and not self_draw",
        f"{_PLAIN} first seat=W",
        "门前清",
    ),
    # 48
    _Row(
        "yi_se_si_tong_shun 一色四同顺 Quadruple Chow",
        48,
        "quadruple_chow",
        "2222m3333m4444m77m win=7m",
        "三连刻 一色三同顺 七对 四归一 一般高",
    ),
    _Row(
        "san_yuan_qi_dui 三元七对 Seven Pairs with All Dragons",
        48,
        "dragon_pairs == 3",
        "11m33m55m77mCCFFPP win=P self",
        f"七对 {_PAIRS}",
    ),
    _Row(
        "si_xi_qi_dui 四喜七对 Seven Pairs with All Winds",
        48,
        "wind_pairs == 4",
        "11m33m55mEESSWWNN win=N self",
        f"七对 {_PAIRS}",
    ),
    _Row(
        "si_lian_ke 四连刻 Four Pure Shifted Pungs",
        48,
        "shifted_pungs >= 4",
        "[222m][333m]444m55mEE5m win=5m",
        "三连刻 一色三同顺 碰碰和 一般高",
    ),
    # 32
    _Row(
        "yi_se_si_bu_gao 一色四步高 Four Pure Shifted Chows",
        32,
        "four_shifted_chows",
        "122333444556mEE win=E",
        "一色三步高 连六 老少副",
    ),
    _Row(
        "hun_yao_jiu 混幺九 All Terminals and Honors",
        32,
        "not simples",
        "[111m][999m]EEECCPPP win=P",
        "碰碰和 幺九刻 全带幺",
    ),
    _Row(
        "san_gang 三杠 Three Kongs",
        32,
        "kongs >= 3",
        "[1111m]{5555m}[EEEE]23m99m4m win=4m",
        "双明杠 双暗杠 明杠 暗杠",
    ),
    _Row(
        "tian_ting 天听 Ready at Once",
        32,
        "first_ready",
        f"{_PLAIN} ready first_ready",
        "报听",
    ),
    # 24
    _Row(
        "si_zi_ke 四字刻 Four Pungs of Honors",
        24,
        _HONOUR_PUNGS,
        "[EEE][SSS]CCCPPP5m5m win=5m",
        "碰碰和 混一色 幺九刻",
    ),
    _Row(
        "da_san_feng 大三风 Three Pungs of Winds",
        24,
        "wind_kinds >= 3",
        "[EEE][SSS]WWW12m99m3m win=3m",
        "小三风 幺九刻",
    ),
    _Row(
        "yi_se_san_tong_shun 一色三同顺 Pure Triple Chow",
        24,
        "pure_triple_chow",
        "[123m][123m]123m789mEE win=E",
        "三连刻 一般高",
    ),
    _Row(
        "san_lian_ke 三连刻 Pure Shifted Pungs",
        24,
        "shifted_pungs >= 3",
        "[333m][444m]55m789mEE5m win=5m",
        "一色三同顺 一般高",
    ),
    _Row("qi_dui 七对 Seven Pairs", 24, "seven_pairs", "11m33m55mEESSCCFF win=F self", _PAIRS),
    # 16
    _Row(
        "qing_long 清龙 Pure Straight",
        16,
        "pure_straight",
        "[CCC]123456789mEE win=E",
        "连六 老少副",
    ),
    _Row(
        "yi_se_san_bu_gao 一色三步高 Pure Shifted Chows",
        16,
        "pure_shifted_chows",
        "122333445999mEE win=E",
    ),
    _Row(
        "quan_hua 全花 All Flowers",
        16,
        "flowers == 8",
        f"{_PLAIN} flowers=8",
        "春夏秋冬 梅兰竹菊",
        flowers=True,
    ),
    _Row(
        "san_an_ke 三暗刻 Three Concealed Pungs",
        16,
        "concealed_pungs >= 3",
        "[234m]555m888mEEECC win=C",
        "双暗刻",
    ),
    _Row(
        "qing_yi_se 清一色 Full Flush",
        16,
        "suits == 1 and not honours",
        "[123m]345m567m678m99m win=9m",
    ),
    # 8
    _Row(
        "miao_shou_hui_chun 妙手回春 Last Tile Draw",
        8,
        "last_tile and self_draw",
        f"{_PLAIN} self last",
        "自摸",
    ),
    _Row(
        "gang_shang_kai_hua 杠上开花 Out with Replacement Tile",
        8,
        "replacement",
        "{1111m}456m789mEEECC win=C self replacement",
        "自摸",
    ),
    _Row(
        "qiang_gang_he 抢杠和 Robbing the Kong",
        8,
        "robbing",
        "[123m]56m789mEEECC4m win=4m robbing",
        "和绝张",
    ),
    # 6
    _Row(
        "xiao_san_feng 小三风 Two Pungs and a Pair of Winds",
        6,
        "wind_kinds == 2 and wind_pair",
        "[EEE][SSS]WW12m789m3m win=3m",
    ),
    _Row(
        "shuang_jian_ke 双箭刻 Two Dragon Pungs",
        6,
        "dragon_kinds == 2",
        "[CCC][FFF]12m789mEE3m win=3m",
        "箭刻 幺九刻",
    ),
    _Row("peng_peng_he 碰碰和 All Pungs", 6, "all_pungs", "[EEE]222m555m88mCC8m win=8m"),
    _Row(
        "shuang_an_gang 双暗杠 Two Concealed Kongs",
        6,
        "concealed_kongs >= 2",
        "{1111m}{5555m}23m789mEE4m win=4m",
        "双暗刻 暗杠",
    ),
    _Row(
        "hun_yi_se 混一色 Half Flush",
        6,
        "suits == 1 and honours",
        "[CCC]123m345m78mEE9m win=9m",
    ),
    _Row(
        "quan_qiu_ren 全求人 Melded Hand",
        6,
        "all_exposed and not self_draw",
        "[123m][456m][EEE][CCC]5m5m win=5m",
        "单钓将",
    ),
    # 4
    _Row(
        "chun_xia_qiu_dong 春夏秋冬 Four Seasons",
        4,
        "seasons",
        f"{_PLAIN} flowers=春夏秋冬",
        flowers=True,
    ),
    _Row(
        "mei_lan_zhu_ju 梅兰竹菊 Four Plants",
        4,
        "plants",
        f"{_PLAIN} flowers=梅兰竹菊",
        flowers=True,
    ),
    _Row("wu_hua_pai 无花牌 No Flowers", 4, "not flowers", _PLAIN, flowers=True),
    _Row("quan_dai_yao 全带幺 Outside Hand", 4, "outside", "[123m][EEE]789mCCC99m win=9m"),
    _Row(
        "shuang_ming_gang 双明杠 Two Melded Kongs",
        4,
        "exposed_kongs >= 2",
        "[1111m][5555m]23m789mEE4m win=4m",
        "明杠",
    ),
    _Row(
        "bu_qiu_ren 不求人 Fully Concealed Hand",
        4,
        "concealed and self_draw",
        f"{_PLAIN} self",
        "自摸 门前清",
    ),
    _Row("bao_ting 报听 Declared Ready", 4, "ready", f"{_PLAIN} ready"),
    _Row(
        "he_jue_zhang 和绝张 Last Tile",
        4,
        "last_copy",
        "[123m]56m789mEEECC4m win=4m last_copy",
    ),
    # 2
    _Row(
        "jian_ke 箭刻 Dragon Pung",
        2,
        "dragon_pungs",
        "[CCC]123m345m78mEE9m win=9m",
        "幺九刻",
    ),
    _Row("ping_he 平和 All Chows", 2, "all_chows", "[123m]345m567m789m99m win=9m"),
    _Row(
        "si_gui_yi 四归一 Tile Hog",
        2,
        "hogs",
        "[222m]234m567m78mEE9m win=9m",
        repeat=True,
    ),
    _Row(
        "duan_yao 断幺 All Simples",
        2,
        "not terminals and not honours",
        "[234m]345m567m66m88m8m win=8m",
    ),
    _Row(
        "shuang_an_ke 双暗刻 Two Concealed Pungs",
        2,
        "concealed_pungs >= 2",
        "[234m]555mEEE78mCC9m win=9m",
    ),
    _Row(
        "an_gang 暗杠 Concealed Kong",
        2,
        "concealed_kongs",
        "{1111m}456m78mEEECC9m win=9m",
    ),
    _Row("men_qian_qing 门前清 Concealed Hand", 2, "concealed", "123m456m78mEEECC9m win=9m"),
    # 1
    _Row(
        "yi_ban_gao 一般高 Pure Double Chow",
        1,
        "pure_double_chow",
        "[234m]234m78mEEECC9m win=9m",
    ),
    _Row("lian_liu 连六 Short Straight", 1, "short_straight", "[123m]456m777mEEECC win=C"),
    _Row(
        "lao_shao_fu 老少副 Two Terminal Chows",
        1,
        "terminal_chows",
        "[123m]789m555mEEECC win=C",
    ),
    _Row(
        "yao_jiu_ke 幺九刻 Pung of Terminals or Honors",
        1,
        "orphan_pungs",
        "[111m]345m567m78mCC9m win=9m",
    ),
    _Row("ming_gang 明杠 Melded Kong", 1, "exposed_kongs", "[1111m]456m78mEEECC9m win=9m"),
    _Row("bian_zhang 边张 Edge Wait", 1, "edge_wait", "[456m]12mEEECCC99m3m win=3m"),
    _Row("kan_zhang 坎张 Closed Wait", 1, "closed_wait", "[456m]13mEEECCC99m2m win=2m"),
    _Row("dan_diao_jiang 单钓将 Single Wait", 1, "pair_wait", "[456m]123mEEECCCPP win=P"),
    _Row(
        "hua_pai 花牌 Flower Tiles",
        1,
        "flowers",
        f"{_PLAIN} flowers=1",
        flowers=True,
        repeat=True,
    ),
    _Row("zi_mo 自摸 Self-Drawn", 1, "self_draw", "[123m]456m789mEEECC win=C self"),
)

_WINDS = (
    _Row(
        "quan_feng_ke 圈风刻 Prevalent Wind",
        2,
        "round_wind_pung",
        "[EEE]234m456m78mCC9m win=9m",
        "幺九刻",
    ),
    _Row(
        "men_feng_ke 门风刻 Seat Wind",
        2,
        "seat_wind_pung",
        "[WWW]234m456m78mCC9m win=9m seat=W",
        "幺九刻",
    ),
)


def _last_tile(options: Mapping[str, Any]) -> _Row:
    """海底捞月: the last discard, and a win while the last tiles are dealt out."""
    names, value = "hai_di_lao_yue 海底捞月 Last Tile Claim", options["haidi_fan"]
    if options["haidi_mode"] == "fan_only":
        return _Row(names, value, "last_tile and not self_draw", f"{_PLAIN} last")
    when = "last_round or last_tile and not self_draw"
    return _Row(names, value, when, f"{_PLAIN} self last_round", "自摸 妙手回春")


def er72_table(options: Mapping[str, Any]) -> FanTable:
    """The table of 72 tiles."""
    rows = [*_ROWS, _last_tile(options)]
    if options["wind_pungs"]:
        rows += _WINDS
    if not options["ready_declaration"]:
        rows = [row for row in rows if row.names.split()[0] not in ("tian_ting", "bao_ting")]
    rows.sort(key=lambda row: -row.value)
    ids = {row.names.split()[1]: row.names.split()[0] for row in rows}
    fans = tuple(
        Fan.row(
            row.names,
            row.value,
            row.when,
            row.example,
            stated=tuple(ids[name] for name in row.excludes.split() if name in ids),
            repeat=row.repeat,
            to_minimum=not row.flowers,
        )
        for row in rows
    )
    return FanTable(fans=fans, excluded_exclude=True)
