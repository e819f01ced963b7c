"""The national fans (国标番种) as data: the 81 of the rules of 1998 in their order, and three more.

欢乐麻将 adds 无财神 and a second 明杠, today's practice adds 明暗杠. In a row fans go by their
Chinese names, and what a fan says stands in `queshen.fans.Fan`.
"""

from __future__ import annotations

from typing import NamedTuple

from .fans import BARE

__all__ = ["MING_AN_GANG", "ROWS", "Row"]


class Row(NamedTuple):
    """A fan as it is written here; what excludes is names with spaces between."""

    zh: str
    en: str
    id: str
    value: int
    when: str
    stated: str = ""
    implied: str = ""
    own_sets: str = ""
    one: str = ""
    joined: bool = False
    repeat: bool = False
    to_minimum: bool = True
    note: str = ""
    example: str = ""


# `joined` stands at every fan of three or four chows. Only some of them could pair their own chows
# (不拆移), but each of them leaves the chow beside it one single pairing (套算一次).
ROWS = (
    Row(
        "大四喜", "Big Four Winds", "da_si_xi", 88,
        "wind_kinds == 4",
        stated="圈风刻 门风刻 三风刻 碰碰和",
        own_sets="幺九刻",
        example="[EEE][SSS]55pWWWNNN win=5p",
    ),
    Row(
        "大三元", "Big Three Dragons", "da_san_yuan", 88,
        "dragon_kinds == 3",
        stated="箭刻",
        implied="双箭刻",
        own_sets="幺九刻",
        example="[CCC][FFF]123m99sPPP win=3m",
    ),
    Row(
        "绿一色", "All Green", "lv_yi_se", 88,
        "all_green",
        stated="混一色",
        implied="缺一门",
        note="清一色 and 断幺 may be added where no 发 is in the hand.",
        example="223344666888sFF win=F",
    ),
    Row(
        "九莲宝灯", "Nine Gates", "jiu_lian_bao_deng", 88,
        "nine_gates",
        stated="清一色",
        implied="门前清 不求人 无字 边张 坎张 单钓将",
        one="幺九刻",
        note="A self-draw pays 自摸 in place of 不求人; editions differ.",
        example="11123455678999m win=5m",
    ),
    Row(
        "四杠", "Four Kongs", "si_gang", 88,
        "kongs >= 4",
        implied="三杠 双暗杠 双明杠 明暗杠 暗杠 明杠 碰碰和 单钓将",
        note="The documents list no exclusion; the long text of 1998 names kong fans and 碰碰和. "
        "One fan of concealed pungs still counts.",
        example="[1111m][5555p]{8888s}{EEEE}99p win=9p",
    ),
    Row(
        "连七对", "Seven Shifted Pairs", "lian_qi_dui", 88,
        "shifted_pairs",
        stated="清一色 不求人 单钓将",
        implied="七对 门前清 无字",
        example="22334455667788p win=5p",
    ),
    Row(
        "十三幺", "Thirteen Orphans", "shi_san_yao", 88,
        "thirteen_orphans",
        stated="五门齐 不求人 单钓将",
        implied="混幺九 门前清",
        note="No document asks for a wait on 13 tiles.",
        example="19m19p19sESWNCFPP win=P",
    ),
    Row(
        "清幺九", "All Terminals", "qing_yao_jiu", 64,
        "not simples and not honours",
        stated="碰碰和 双同刻 无字",
        implied="混幺九 全带幺 幺九刻",
        note="The documents say 同刻, read as 双同刻: 1998 adds 三同刻. Seven pairs may be 清幺九.",
        example="[111m][999p]999m11p111s win=1p",
    ),
    Row(
        "小四喜", "Little Four Winds", "xiao_si_xi", 64,
        "wind_kinds == 3 and wind_pair",
        stated="三风刻",
        own_sets="幺九刻",
        note="圈风刻 and 门风刻 may be added.",
        example="[EEE][SSS]456pWWWNN win=6p",
    ),
    Row(
        "小三元", "Little Three Dragons", "xiao_san_yuan", 64,
        "dragon_kinds == 2 and dragon_pair",
        stated="箭刻",
        implied="双箭刻",
        own_sets="幺九刻",
        example="[CCC]123m456sFFFPP win=6s",
    ),
    Row(
        "字一色", "All Honors", "zi_yi_se", 64,
        "suits == 0",
        stated="碰碰和",
        implied="混幺九 全带幺 幺九刻",
        note="The fans of wind and dragon sets may be added. Seven pairs may be 字一色.",
        example="[EEE]SSSWWWCCCPP win=P",
    ),
    Row(
        "四暗刻", "Four Concealed Pungs", "si_an_ke", 64,
        "concealed_pungs >= 4",
        stated="门前清 碰碰和",
        implied="不求人 三暗刻 双暗刻",
        note="A self-draw pays 自摸 in place of 不求人; editions differ.",
        example="222m444p666s888sEE win=E self",
    ),
    Row(
        "一色双龙会", "Pure Terminal Chows", "yi_se_shuang_long_hui", 64,
        "pure_terminal_chows",
        stated="平和 七对 清一色",
        implied="一般高 老少副 无字",
        joined=True,
        note="The documents with 83 fans misprint 平各 for 平和.",
        example="11223355778899m win=5m",
    ),
    Row(
        "一色四同顺", "Quadruple Chow", "yi_se_si_tong_shun", 48,
        "quadruple_chow",
        stated="一色三节高 一般高 四归一",
        implied="一色三同顺 七对",
        joined=True,
        example="222233334444p99s win=4p",
    ),
    Row(
        "一色四节高", "Four Pure Shifted Pungs", "yi_se_si_jie_gao", 48,
        "shifted_pungs >= 4",
        stated="一色三同顺 碰碰和",
        implied="一色三节高",
        example="[222p]333444555p99s win=9s",
    ),
    Row(
        "一色四步高", "Four Pure Shifted Chows", "yi_se_si_bu_gao", 32,
        "four_shifted_chows",
        implied="一色三步高",
        joined=True,
        example="123345567789m11p win=9m",
    ),
    Row(
        "三杠", "Three Kongs", "san_gang", 32,
        "kongs >= 3",
        implied="双暗杠 双明杠 明暗杠 暗杠 明杠",
        note="One fan of kongs and one of concealed pungs at most.",
        example="[1111m][5555p]{8888s}234m99p win=4m",
    ),
    Row(
        "混幺九", "All Terminals and Honors", "hun_yao_jiu", 32,
        "not simples",
        stated="碰碰和",
        implied="全带幺 幺九刻",
        note="An example of 1998 adds 碰碰和 and contradicts its own table.",
        example="[111m]999p111sEEENN win=N",
    ),
    Row(
        "七对", "Seven Pairs", "qi_dui", 24,
        "seven_pairs",
        stated="不求人 单钓将",
        implied="门前清",
        note="Four alike are two pairs, and pay 四归一 as well.",
        example="1133m5577p2299sCC win=C",
    ),
    Row(
        "七星不靠", "Greater Honors and Knitted Tiles", "qi_xing_bu_kao", 24,
        "greater_knitted",
        stated="五门齐 不求人 单钓将",
        implied="全不靠 门前清",
        example="147m25p36sESWNCFP win=P",
    ),
    Row(
        "全双刻", "All Even Pungs", "quan_shuang_ke", 24,
        "all_pungs and only_even",
        stated="碰碰和 断幺",
        implied="无字",
        note="The documents with 83 fans misprint the name as 全双.",
        example="[222m]66m444p666888s win=6s",
    ),
    Row(
        "清一色", "Full Flush", "qing_yi_se", 24,
        "suits == 1 and not honours",
        stated="无字",
        implied="缺一门",
        note="The documents with 83 fans also state 缺一门, those with 81 do not.",
        example="[123p]34556788899p win=5p",
    ),
    Row(
        "一色三同顺", "Pure Triple Chow", "yi_se_san_tong_shun", 24,
        "pure_triple_chow",
        stated="一色三节高",
        joined=True,
        example="[456m][456m]456m78999s win=9s",
    ),
    Row(
        "一色三节高", "Pure Shifted Pungs", "yi_se_san_jie_gao", 24,
        "shifted_pungs >= 3",
        stated="一色三同顺",
        example="[222m]333444m678p99s win=9s",
    ),
    Row(
        "全大", "Upper Tiles", "quan_da", 24,
        "lowest >= 7 and not honours",
        stated="无字",
        implied="大于五",
        note="1998 pays 大于五 beside it in examples, but not in its own entry.",
        example="[789m]778899p77999s win=7s",
    ),
    Row(
        "全中", "Middle Tiles", "quan_zhong", 24,
        "lowest >= 4 and highest <= 6 and not honours",
        stated="断幺",
        implied="无字",
        note="全带五 may be added.",
        example="[456m]45556p444666s win=5p",
    ),
    Row(
        "全小", "Lower Tiles", "quan_xiao", 24,
        "highest <= 3 and not honours",
        stated="无字",
        implied="小于五",
        note="1998 pays 小于五 beside it in examples, but not in its own entry.",
        example="[123m]112233p22233s win=3s",
    ),
    Row(
        "清龙", "Pure Straight", "qing_long", 16,
        "pure_straight",
        joined=True,
        example="[456p]123456789mEE win=E",
    ),
    Row(
        "三色双龙会", "Three-Suited Terminal Chows", "san_se_shuang_long_hui", 16,
        "mixed_terminal_chows",
        stated="喜相逢 老少副 无字 平和",
        joined=True,
        example="123789m123789p55s win=5s",
    ),
    Row(
        "一色三步高", "Pure Shifted Chows", "yi_se_san_bu_gao", 16,
        "pure_shifted_chows",
        joined=True,
        note="Paid once, also where two groups of three chows are there.",
        example="[123m]234345m678pEE win=5m",
    ),
    Row(
        "全带五", "All Fives", "quan_dai_wu", 16,
        "all_fives",
        stated="断幺",
        implied="无字",
        example="[345m]55m555p456567s win=7s",
    ),
    Row(
        "三同刻", "Triple Pung", "san_tong_ke", 16,
        "triple_pung",
        implied="双同刻",
        example="[333m]456m33399p333s win=9p",
    ),
    Row(
        "三暗刻", "Three Concealed Pungs", "san_an_ke", 16,
        "concealed_pungs >= 3",
        implied="双暗刻",
        example="[345m]222555p888sEE win=E",
    ),
    Row(
        "全不靠", "Lesser Honors and Knitted Tiles", "quan_bu_kao", 12,
        "lesser_knitted or greater_knitted",
        stated="五门齐 不求人 单钓将",
        implied="门前清",
        note="组合龙 may be added.",
        example="147m258p36sESWNCF win=F",
    ),
    Row(
        "组合龙", "Knitted Straight", "zu_he_long", 12,
        "knitted_straight",
        note="平和, 五门齐 and the fans of waits may be added.",
        example="134457m258p369sEE win=5m",
    ),
    Row(
        "大于五", "Upper Four", "da_yu_wu", 12,
        "lowest >= 6 and not honours",
        stated="无字",
        example="[678m]667788p66999s win=6s",
    ),
    Row(
        "小于五", "Lower Four", "xiao_yu_wu", 12,
        "highest <= 4 and not honours",
        stated="无字",
        example="[234m]112233p22444s win=2s",
    ),
    Row(
        "三风刻", "Big Three Winds", "san_feng_ke", 12,
        "wind_pungs >= 3",
        own_sets="幺九刻",
        note="圈风刻 and 门风刻 may be added.",
        example="[EEE][SSS]99m456pWWW win=9m",
    ),
    Row(
        "花龙", "Mixed Straight", "hua_long", 8,
        "mixed_straight",
        joined=True,
        example="[123m]345m456p789sCC win=C",
    ),
    Row(
        "推不倒", "Reversible Tiles", "tui_bu_dao", 8,
        "reversible",
        stated="缺一门",
        example="[123p]23488899p456s win=9p",
    ),
    Row(
        "三色三同顺", "Mixed Triple Chow", "san_se_san_tong_shun", 8,
        "mixed_triple_chow",
        joined=True,
        example="[345m]789m345p345sEE win=E",
    ),
    Row(
        "三色三节高", "Mixed Shifted Pungs", "san_se_san_jie_gao", 8,
        "mixed_shifted_pungs",
        example="[333m]678m444p555sEE win=E",
    ),
    Row(
        "无番和", "Chicken Hand", "wu_fan_he", 8,
        BARE,
        note="Flowers do not matter. 无财神 is a fan: without 财神 it pays, and not 无番和.",
        example="[123m][345m]6789p57sWW win=7s wild=9p",
    ),
    Row(
        "妙手回春", "Last Tile Draw", "miao_shou_hui_chun", 8,
        "last_tile and self_draw",
        stated="自摸",
        example="[123m][345m]678p567sWW win=7s self last",
    ),
    Row(
        "海底捞月", "Last Tile Claim", "hai_di_lao_yue", 8,
        "last_tile and not self_draw",
        example="[123m][345m]678p567sWW win=7s last",
    ),
    Row(
        "杠上开花", "Out with Replacement Tile", "gang_shang_kai_hua", 8,
        "replacement",
        stated="自摸",
        note="Not on the replacement of a flower.",
        example="[123m]{8888p}345m567sWW win=7s self replacement",
    ),
    Row(
        "抢杠和", "Robbing the Kong", "qiang_gang_he", 8,
        "robbing",
        stated="和绝张",
        example="[123m][345m]678p567sWW win=7s robbing",
    ),
    Row(
        "碰碰和", "All Pungs", "peng_peng_he", 6,
        "all_pungs",
        example="[222m][555p]33888sWWW win=3s",
    ),
    Row(
        "混一色", "Half Flush", "hun_yi_se", 6,
        "suits == 1 and honours",
        implied="缺一门",
        example="[123p]34555888pWWW win=5p",
    ),
    Row(
        "三色三步高", "Mixed Shifted Chows", "san_se_san_bu_gao", 6,
        "mixed_shifted_chows",
        joined=True,
        note="Steps of one only.",
        example="[123m]678m234p345sEE win=E",
    ),
    Row(
        "五门齐", "All Types", "wu_men_qi", 6,
        "suits == 3 and winds and dragons",
        example="[123m]456p888sWWWCC win=C",
    ),
    Row(
        "全求人", "Melded Hand", "quan_qiu_ren", 6,
        "all_exposed and not self_draw",
        stated="单钓将",
        note="The documents with 83 fans misprint 批出 for 打出.",
        example="[123m][345m][678p][789s]22s win=2s",
    ),
    Row(
        "双暗杠", "Two Concealed Kongs", "shuang_an_gang", 6,
        "concealed_kongs >= 2",
        implied="双暗刻 暗杠",
        note="8 in the rules of 2006.",
        example="{2222m}{8888p}345678sEE win=E",
    ),
    Row(
        "双箭刻", "Two Dragon Pungs", "shuang_jian_ke", 6,
        "dragon_pungs >= 2",
        implied="箭刻",
        own_sets="幺九刻",
        example="[CCC]345m678p99sFFF win=9s",
    ),
    Row(
        "全带幺", "Outside Hand", "quan_dai_yao", 4,
        "outside",
        example="[123m]789p111sWWWNN win=N",
    ),
    Row(
        "不求人", "Fully Concealed Hand", "bu_qiu_ren", 4,
        "concealed and self_draw",
        implied="自摸",
        example="123345m678p567sWW win=7s self",
    ),
    Row(
        "双明杠", "Two Melded Kongs", "shuang_ming_gang", 4,
        "exposed_kongs >= 2",
        implied="明杠",
        example="[2222m][8888p]345678sEE win=E",
    ),
    Row(
        "和绝张", "Last Tile", "he_jue_zhang", 4,
        "last_copy",
        example="[123m][345m]678p567sWW win=7s last_copy",
    ),
    Row(
        "箭刻", "Dragon Pung", "jian_ke", 2,
        "dragon_pungs",
        own_sets="幺九刻",
        repeat=True,
        example="[CCC]345m678p567sWW win=7s",
    ),
    Row(
        "圈风刻", "Prevalent Wind", "quan_feng_ke", 2,
        "round_wind_pung",
        own_sets="幺九刻",
        example="[WWW]345m678p567sNN win=7s round=W seat=S",
    ),
    Row(
        "门风刻", "Seat Wind", "men_feng_ke", 2,
        "seat_wind_pung",
        own_sets="幺九刻",
        example="[WWW]345m678p567sNN win=7s round=E seat=W",
    ),
    Row(
        "门前清", "Concealed Hand", "men_qian_qing", 2,
        "concealed and not self_draw",
        example="123345m678p567sWW win=7s",
    ),
    Row(
        "平和", "All Chows", "ping_he", 2,
        "all_chows",
        implied="无字",
        note="Any wait will do.",
        example="[123m]345m678p56799s win=7s",
    ),
    Row(
        "四归一", "Tile Hog", "si_gui_yi", 2,
        "hogs",
        repeat=True,
        example="[333m]345m678p567sWW win=7s",
    ),
    Row(
        "双同刻", "Double Pung", "shuang_tong_ke", 2,
        "double_pungs",
        repeat=True,
        example="[555m][555p]678m234sWW win=4s",
    ),
    Row(
        "双暗刻", "Two Concealed Pungs", "shuang_an_ke", 2,
        "concealed_pungs >= 2",
        example="[123m]567m444p888sWW win=7m",
    ),
    Row(
        "暗杠", "Concealed Kong", "an_gang", 2,
        "concealed_kongs",
        repeat=True,
        example="{2222m}567m345p678sWW win=7m",
    ),
    Row(
        "断幺", "All Simples", "duan_yao", 2,
        "not terminals and not honours",
        implied="无字",
        example="[234m]567m345p22678s win=2s",
    ),
    Row(
        "无财神", "No Caishen", "wu_cai_shen", 2,
        "not substitutes",
        note="Not one of the 81. Paid once where no 财神 is in the hand or each is its own face.",
        example="[123m][345m]678p567sWW win=7s",
    ),
    Row(
        "一般高", "Pure Double Chow", "yi_ban_gao", 1,
        "pure_double_chow",
        example="[345m]345m678p567sWW win=7s",
    ),
    Row(
        "喜相逢", "Mixed Double Chow", "xi_xiang_feng", 1,
        "mixed_double_chow",
        example="[234m]234789p567sWW win=7s",
    ),
    Row(
        "连六", "Short Straight", "lian_liu", 1,
        "short_straight",
        example="[123m]456m345p678sWW win=8s",
    ),
    Row(
        "老少副", "Two Terminal Chows", "lao_shao_fu", 1,
        "terminal_chows",
        example="[123m]789m345p567sWW win=7s",
    ),
    Row(
        "幺九刻", "Pung of Terminals or Honors", "yao_jiu_ke", 1,
        "orphan_pungs",
        repeat=True,
        note="For each set that no fan of winds or dragons is paid for.",
        example="[111m]345m678p567sWW win=7s",
    ),
    Row(
        "明杠", "Melded Kong", "ming_gang", 1,
        "exposed_kongs",
        repeat=True,
        note="The documents with 83 fans list it again as number 81 (冲杠, 直杠), the same "
        "two ways to make it; paid once unless the option ming_gang_2 says otherwise.",
        example="[2222m]567m345p678sWW win=7m",
    ),
    Row(
        "缺一门", "One Voided Suit", "que_yi_men", 1,
        "suits == 2",
        note="Exactly two suits.",
        example="[123m]345m234678pWW win=8p",
    ),
    Row(
        "无字", "No Honors", "wu_zi", 1,
        "not honours",
        example="[111m]345m678p56799s win=7s",
    ),
    Row(
        "边张", "Edge Wait", "bian_zhang", 1,
        "edge_wait",
        note="The documents with 83 fans misprint the tiles of both examples.",
        example="[123m][345m]567p789sWW win=7s",
    ),
    Row(
        "坎张", "Closed Wait", "kan_zhang", 1,
        "closed_wait",
        example="[123m][345m]678p567sWW win=6s",
    ),
    Row(
        "单钓将", "Single Wait", "dan_diao_jiang", 1,
        "pair_wait",
        example="[123m][345m]678p789sWW win=W",
    ),
    Row(
        "明杠", "Melded Kong (second listing)", "ming_gang_2", 1,
        "exposed_kongs",
        repeat=True,
        note="Number 81 of the documents with 83 fans: 冲杠 and 直杠, not one of the 81.",
        example="[2222m]567m345p678sWW win=7m",
    ),
    Row(
        "自摸", "Self-Drawn", "zi_mo", 1,
        "self_draw",
        example="[123m][345m]678p567sWW win=7s self",
    ),
    Row(
        "花牌", "Flower Tiles", "hua_pai", 1,
        "flowers",
        repeat=True,
        to_minimum=False,
        note="A win on the replacement of a flower is 自摸 and not 杠上开花.",
        example="[123m][345m]678p567sWW win=7s flowers=2",
    ),
)  # fmt: skip

MING_AN_GANG = Row(
    "明暗杠",
    "Concealed Kong and Melded Kong",
    "ming_an_gang",
    5,
    "concealed_kongs == 1 and exposed_kongs == 1",
    implied="暗杠 明杠",
    note="Neither in the documents nor in the rules of 1998; 5 in today's practice, 6 in 2006.",
    example="[2222m]{8888p}345678sEE win=E",
)
