"""The words of 血战到底 and 六人血战."""

from __future__ import annotations

from .game_words import GameWords

__all__ = ["XUEZHAN", "XUEZHAN6"]

# ---- 血战到底 -------------------------------------------------------------------------------

_WHICH = (
    "Of 血战到底 the platform tells that a win does not end the deal: who wins leaves, the others "
    "play on until one is left or the wall is empty. The rest is that of other platforms, of which "
    "a rule text and a server agree. The tournament rules of 四川麻将 of 2025 (SBR) are "
    '`preset="sbr2025"`; what they change is told at the end. An option that is given holds, '
    "whatever the preset says.",
)

_BEFORE = (
    "Every seat names the suit that it does not want (`dingque`), all at once. Any suit may "
    "be named, whatever the seat holds. Without void suits a hand of three suits "
    "wins too.",
    "Three tiles of one suit are passed on before that with `huan3`, to the next, the previous or "
    "the opposite seat. The lot falls the same way for all, and follows from the tiles of the "
    "deal. They are tiles of any suit of which the seat has three; a void suit is not named yet.",
)

_CLAIMS = (
    "Nobody chows. All that can win a tile may, each is paid in full, and the next draw goes to "
    "the seat after the last of them. So it does where a kong is robbed.",
    "A robbed kong does not exist: it pays nothing, and who made it pays as for a discard. Only a "
    "tile that is added to a pung can be robbed.",
    "The tile for a kong is the next one of the wall, as the tournament rules say. There is no "
    "kong with the last tile or of the last discard, and none straight after a pung. The last "
    "discard may be claimed for a pung, of which nobody speaks.",
    "Who passes a win may not win for as much or less until the own next draw (`missed_win`), as "
    "the tournament rules say; platforms say nothing. The own draw is free, a tile that is added "
    "to a pung is not, and a claim changes nothing.",
    "Who could win, passes, and sees another seat win the tile has passed a win as well.",
)

_PATTERNS = (
    "A hand is worth its dearest pattern. Of two that are worth the same the first of the table "
    "counts: 清龙七对 before 天胡, so that a second 根 of such a hand doubles it.",
    "Only then come the extras, each of which doubles. A cheaper pattern that would come to more "
    "with its extras does not count: four kongs of 2, 5 and 8 laid down are 十八罗汉, 64.",
    "根 are kinds of which hand and melds hold all four, kongs included. One of them makes 龙七对 "
    "or 清龙七对 and is used up, four make 十八罗汉, and for 天胡 and 地胡 none counts.",
    "金钩钓 has four sets laid open and waits for the pair. A concealed kong is not open, so with "
    "one of them it is 对对胡; for 十八罗汉 concealed kongs will do.",
    "带幺九 has a 1 or 9 in every set and in the pair, so seven pairs never are. One source has "
    "these patterns and 将对 in its table, the other one off by default: `yaojiu_jiangdui`.",
    "杠上花 and 自摸 both count, x 4 together (`gang_hua_with_zimo`). So does 自摸 with 天胡 and "
    "with 地胡 by the first draw. 门清 and 断幺 come together or not at all "
    "(`menqing_zhongzhang`), beside 天胡 and 将对 too; with a concealed kong a hand is still 门清.",
    "天胡 is the first hand of the dealer, without a kong. 地胡 is the first draw of another seat "
    "in one source, and the dealer's first discard in the other: `dihu`. A pung or a kong of "
    "anybody spoils both, a win does not. `tiandihu` does without both.",
    "海底 is the last tile of the wall or the discard after it (`haidi`).",
    "封顶 is said of 花猪 and taken for hands as well: `cap`. What a self-draw adds with "
    '`zimo="plus1"` comes on top of it.',
)

_KONGS = (
    "Kongs are paid at once, by the seats that are in the deal then: an exposed one by who fed it, "
    "the others by all. A seat that has won has no part in later ones.",
    "A tile may be added to a pung in a later turn than its draw. Platforms do not mention it, and "
    "it is paid (`late_added_kong_pays`).",
    "Who feeds a win right after a kong (杠上炮) gives the money of that kong to the winner. One "
    "source says of that kong, the other of all kongs so far, which is "
    '`gang_pao="transfer_all"`; with `gang_pao="refund"` it goes back to who paid. Of several '
    "winners the nearest gets it, of which nobody speaks.",
    "Two kongs before one discard: it is the later one that counts.",
    "Money that went to a winner, or back, is no income of its maker any more: it is neither "
    "passed on again nor refunded at the end of the wall. Who got it has left and refunds nothing.",
    "A win on the replacement of a kong that was fed is a self-draw that all pay. With "
    '`dian_gang_hua="feeder"` who fed it pays alone, and pays once. It keeps its value, the '
    "doubling by 自摸 included. After a further kong of the seat's own tiles all pay.",
)

_END = (
    "The steps come in this order: 查花猪, 查大叫, 退税. There are none where one seat is left, "
    "and seats that have won take no part but for refunds.",
    "花猪 is who still holds tiles of its void suit. It pays `huazhu_value` to every other seat "
    "that is left, ready or not, and nothing for not being ready. One server has 16 for it.",
    "Who is not ready pays every ready seat the best value that it could win on a discard, without "
    "what a kong or the last tile would add. Sources say so.",
    "A wait of which the seat itself holds all four tiles is none. One whose tiles all lie on the "
    "table still is.",
    "A seat that is a 花猪 or not ready gives back what it had for its kongs, to everybody who "
    "paid. One server leaves out who has won: `refund_to_winners`. Refunds come also where nobody "
    "is ready, so that nobody pays for that.",
)

_DEALER = (
    "The first winner deals next; where several won first, on one tile, it is who fed it "
    "(`dealer_rotation`). After a deal without a win the dealer stays (`draw_rotation`). So say "
    "the tournament rules, and platforms nothing.",
)

_SBR = (
    '`preset="sbr2025"` counts fans that add up: 清一色 2, 七对 2, 大对子 1, 金钩钓 1 beside it, '
    "every kong 1, every other four of a kind (根) 1, 杠上花, 杠上炮, 抢杠 and 海底 1 each. A hand "
    "with n fans is worth 2 to the n, with 3 fans at most (`fan_cap`); some tables have 4. A hand "
    "without a fan, 平和, is worth 1.",
    "A self-draw is no fan: every seat pays one point more. That and 海底 are what `zimo` and "
    "`haidi` are under the preset; with other values of these they are fans, as are 门清 and 断幺 "
    "with `menqing_zhongzhang`.",
    "Options that name a preset in their description mean nothing under the other one; 天胡, 地胡, "
    "带幺九 and 将对 are not there.",
    "A late added kong pays nothing, and the money of a kong before 杠上炮 goes back to who paid "
    "it.",
    "A 花猪 counts as not ready. The rules fine one that is so on purpose 24 points besides. What "
    "is on purpose cannot be seen from a deal, so there is no such fine.",
)

_COINS = (
    "No document has coins or a fee. `N` and `A` are as in the other games; every seat pays the "
    "fee (`fee_scope`), after a drawn deal too (`fee_on_draw`).",
    "What leaving costs is not said. The deal is void, wins and kongs before included; the seat "
    "pays `escape_points` to the bank, and each other seat gets `escape_comp` from there. "
    "`escape_fee` says whether the fee is due.",
)

XUEZHAN = GameWords(
    intro=(
        "Four seats, 108 tiles without honours, no chows. Every seat names a suit that it will not "
        "use (定缺). Who wins leaves, and the others play on until one of them is left or the wall "
        "ends (血战到底). A hand is worth its dearest pattern, doubled for every extra, 64 at "
        "most. Kongs are paid at once. When the wall ends, seats that still hold their void suit "
        "or are not ready pay the others, and give back what they had for kongs."
    ),
    example=(
        "import queshen",
        "from queshen import DealResult, SeatResult, Win",
        "from queshen.settlement import KongPaid",
        'rules = queshen.variant("{id}")',
        'score = rules.score("111m123m567m34m99m", "5m")',
        "[(one.fan.zh, one.count) for one in score.fans], score.total",
        'tournament = rules.replace(preset="sbr2025")',
        'fans = tournament.score("111m123m567m34m99m", "5m")',
        "[(one.fan.zh, one.count) for one in fans.fans], fans.total, fans.points",
        'kong = KongPaid(2, "9p", "exposed kong", payer=3)',
        "win = Win(3, score.total, payer=0, order=1)",
        'holds = SeatResult(bytes([1] + 33 * [0]), void_suit="m")',
        "hands = [holds, SeatResult(waiting=2), SeatResult(), SeatResult(left=True)]",
        "result = DealResult([win], kongs=[kong], hands=hands)",
        "print(rules.settle(result).explain())",
    ),
    paying=(
        "Who discards the tile pays the winner the value of the hand, and so does who is robbed; a "
        "self-draw is paid by every seat that is still in the deal. An exposed kong is paid 2 by "
        "who fed it, an added one 1 and a concealed one 2 by every such seat. Who feeds a win with "
        "the discard after a kong hands its money on. At the end of the wall come 查花猪, 64 to "
        "each other seat, 查大叫, the best value that each ready seat waits for, and the kongs "
        "that are given back (退税). Then `coins = points · N − A` for every seat."
    ),
    open_points=(
        ("Which rules they are", _WHICH),
        ("Before play", _BEFORE),
        ("Claims and wins", _CLAIMS),
        ("Patterns and extras", _PATTERNS),
        ("Kongs", _KONGS),
        ("The end of the wall", _END),
        ("Who deals", _DEALER),
        ("Tournament rules", _SBR),
        ("Coins and leaving", _COINS),
    ),
)

# ---- 六人血战 -------------------------------------------------------------------------------

_DESIGN = (
    "The platform says five things of this game: it is made from 血战, six play it, everybody has "
    "seven tiles, there are no seven pairs, and hands are won fast and come out big. No other "
    "document of it was found. Everything else on this page is this project's own design, and no "
    "default of an option stands for more than that.",
    "It follows 血战到底 wherever that says something, with the options of that game; only the "
    'rules of platforms fit, so `preset` is always "platform".',
)

_TILES = (
    "There are 108 tiles (`tile_set`), as in 血战: with 43 dealt 65 are left. 136 tiles were "
    "possible as well, but a void suit means nothing to honours.",
    "Seven tiles are two sets and a tile that waits for the pair, so a hand has two sets and a "
    "pair. A seat can have two kongs.",
    "Seven pairs are gone because there are no fourteen tiles. Four pairs would be their like, and "
    "are taken to be gone with them (`four_pairs`).",
    "Void suits (`dingque`), three tiles that are passed on (`huan3`, the opposite seat is the "
    "third one), claims, robbing, passed wins (`missed_win`) and who draws next are those of "
    "血战到底. The deal ends with five winners or with the wall, and up to five may win one "
    "discard.",
)

_VALUES = (
    "Patterns have the values that they have with four sets. 金钩钓 has two open sets. The "
    "patterns of seven pairs and 十八罗汉 do not exist.",
    "In place of 十八罗汉 there can be 双杠, two kongs and a pair: 16, or 64 with one suit. Its "
    "two 根 do not count then (`double_kong`).",
    "What doubles a hand is as in 血战到底 (`zimo`, `gang_hua_with_zimo`, `menqing_zhongzhang`, "
    "`haidi`), and so are the options of patterns (`yaojiu_jiangdui`, `tiandihu`, `dihu`).",
    "The `cap` is 64, and so is `huazhu_value`. Big hands are more frequent than with four seats: "
    "two sets are soon of one suit or open.",
)

_PAYING = (
    "A self-draw collects from all who are left, five at most; a concealed kong is 2 and an added "
    "one 1 from each of them, an exposed one 2 from who fed it. The end of the wall is that of "
    "血战到底 among all who are left.",
    "The same holds for 杠上炮 (`gang_pao`), for the feeder of a kong (`dian_gang_hua`), for late "
    "kongs (`late_added_kong_pays`) and for refunds (`refund_to_winners`).",
    "The first winner deals next, or who fed several that won first (`dealer_rotation`); without a "
    "win the dealer stays (`draw_rotation`).",
)

_COINS6 = (
    "`N`, `A`, `fee_scope` and `fee_on_draw` are as in the other games. Leaving costs "
    "`escape_points`, as much as the five others get (`escape_comp`); the deal is void, and "
    "`escape_fee` says whether the fee is due.",
)

XUEZHAN6 = GameWords(
    intro=(
        "血战 for six seats with seven tiles each: 108 tiles, two sets and a pair, no pairs-type "
        "hands. Who wins leaves, and the others play on until one of them is left or the wall "
        "ends. Only these outlines are documented: made from 血战, six players, seven tiles, no "
        "seven pairs, big hands. All else is a design of this project, after 血战到底."
    ),
    example=(
        "import queshen",
        "from queshen import DealResult, Win",
        'rules = queshen.variant("{id}")',
        'score = rules.score("111m55p99m", "5p", self_draw=True)',
        "[one.fan.zh for one in score.fans], score.total",
        'rules.score("11m33m55m7m", "7m").is_win',
        "print(rules.settle(DealResult([Win(2, score.total)], seats=6)).explain())",
    ),
    paying=(
        "As in 血战到底, with up to five who pay: who discards the tile pays the winner the value "
        "of the hand, a self-draw is paid by every seat that is still in the deal. An exposed kong "
        "is paid 2 by who fed it, an added one 1 and a concealed one 2 by every such seat. At the "
        "end of the wall come 查花猪, 查大叫 and the kongs that are given back. Then `coins = "
        "points · N − A` for every seat."
    ),
    open_points=(
        ("What is documented", _DESIGN),
        ("Tiles and hands", _TILES),
        ("What hands are worth", _VALUES),
        ("Who pays, who deals", _PAYING),
        ("Coins and leaving", _COINS6),
    ),
)
