"""The words of 温州麻将."""

from __future__ import annotations

from .game_words import GameWords

__all__ = ["WENZHOU"]

_TILES = (
    "The document gives this game two sentences: soft, hard and double hands of which only a few "
    "kinds are kept, and 136 tiles of which the dealer is dealt 17 and each other seat 16. The "
    "rest is that of the MIL tournament rules of 2024, and where those are silent, of public "
    "servers of the game.",
    "A tile is turned after the dealer's 17th, at the head of the wall. Its own kind is 财神, as "
    "on the servers, and three copies are left in play. The rule of 欢乐麻将, where the next kind "
    'is, belongs to that game; it is there as `caishen_from="next"`, with four copies in play.',
    "A 财神 may not be claimed or laid out. Servers do not let it be discarded either, the "
    "tournament rules say nothing: `caishen_discard`. A discarded one is its own face to whoever "
    "wins on it, and nobody may claim it for a set.",
    "A 财神 may stand for a fifth copy of a tile. Nothing is said against it.",
    "白板 are the natural tiles of the kind that became 财神: they are chowed, punged and konged "
    "as that kind, and are not wild. One server lets them stay 白板 as well, which three of them "
    "are anyway (`white`). Where 白板 itself is turned, it is 财神 and nothing takes its place.",
    "In texts 白板 are P, or as the face that they play: a chow of 2s, 白板 and 4s is [234s].",
)

_CLAIMS = (
    "Who has chowed or punged makes no kong before its next draw. Tiles for kongs come from the "
    "end of the wall.",
    "One seat wins on a tile. A double hand goes before a soft or hard one, whoever is nearer; "
    "among equals the nearest wins. `multi_win` has the nearest always. The same holds for "
    "robbing.",
    "The tournament rules let a tile that is added to a pung be claimed like a discard. Here it "
    "can be robbed for a win only (`rob_added_kong`). With that option the chower gets it and no "
    "kong is made; nobody can have the two tiles that a pung would take.",
    "A seat that passes a win may win on no discard that is worth as much or less, until it "
    "draws, or pungs and then waits for other tiles. Self-draws and robbed kongs are free: the "
    "rule speaks of discards.",
    "One server bars a seat with four tiles, two of them 财神, from chow and pung: "
    "`block_claim_two_caishen`. Another has lone honours discarded first: `honours_first`. There "
    "a 白板 is an honour where its face is one.",
)

_WINS = (
    "Three 财神 win in any hand, but by self-draw (`three_caishen`); it need not be the third one "
    "that is drawn. One server lets them win on any discard too.",
    "Eight pairs are won with nothing laid out. Four alike are two pairs, and the tile left over "
    "may be any, a 财神 included.",
    "抢杠 makes a soft hand hard. The tournament rules do not mention it, servers do.",
    "Soft eight pairs are soft on a discard by the letter of the tournament rules. Servers count "
    "them as hard: `soft_pairs_discard`. By self-draw the rules have them double, servers hard: "
    "`soft_pairs_selfdraw`.",
    "Hard eight pairs are of tiles that look alike. A 财神 beside a 白板, which plays its face, "
    "makes them soft, though in a pung or chow it is 财神归位.",
    "天胡 and 地胡 come from servers. 天胡 is a win with the tiles as dealt, no kong before it. "
    "地胡 is elsewhere a win by a seat's first draw while nothing has been claimed, and so it is "
    "here; the servers mean a win on the dealer's first discard (`dihu`). Both hold for three "
    "财神 in any hand.",
    "Servers count more hands as double: 碰碰胡, 单吊, 全求神, 杠上开花, 双财神归位, 清一色, "
    "混一色, 中发白, 财神对. The document says that only a few kinds are kept: `extended_double`. "
    "The same goes for 四翻, three 财神 that all stand for themselves: `lazi`.",
    "单吊 is a hand with all five sets on the table, concealed kongs among them, and 全求神 one "
    "whose last tile is a 财神. In 清一色 and 混一色 a 财神 is what it stands for. 中发白 has a "
    "set or the pair of each; a 白板 that plays another face is none. A hand that wins by its "
    "three 财神 alone has none of these.",
)

_POINTS = (
    "Every other seat pays the winner, for a discard as for a self-draw; the discarder pays no "
    "more than the others.",
    "The dealer's factor is 2 in the first deal and 2 more in each further one. Servers have 1, "
    "2, 3, 4, or 1, 2, 4, 8, 16: `dealer_scale`. It is on wins alone.",
    "财神 are paid after a win only, to every seat that holds some, the winner included, without "
    "any factor. What counts is in the hand at the end; 白板 do not. One server doubles those of "
    "a winner with a double hand or with three of them: `double_winner_caishen`.",
    "Kongs are paid at once and kept after a draw: 2 by each seat for a concealed one, 1 for any "
    "other. The tournament rules do not price an added kong; servers do. `kong_points` switches "
    "them off. Who fed a kong pays no more than the others, and a robbed one is not paid.",
    "A deal is drawn when four tiles are left; servers leave 8, 16, or 14 and one for each kong: "
    "`dead_wall`. The discard after the last draw may be won, and is claimed for no set.",
)

_DEALERS = (
    "A dealer who wins deals again, else the next seat deals (`dealer_rotation`). After a drawn "
    "deal the dealer stays, as on two servers, and the number of deals that the factor goes by "
    "stays as it was (`draw_rotation`, `streak_counts_draw`). One server passes the deal on if "
    "there was a kong.",
    "After three further deals the dealer gives up the seat, so four deals in a row are the most "
    "(`max_streak`). Then the next seat deals; the tournament rules throw the dice again: "
    "`after_max`.",
)

_LEFT_OUT = (
    "Servers also play stakes that dealer and others buy (买底, 顶底), a seat that pays for all "
    "after three claims between it and the dealer's side (三背, 通赔), and 1 point of the first "
    "discarder where four seats in a row discard one honour (跟风). They are house rules, and are "
    "not built.",
)

_COINS = (
    "Neither coins nor a fee are mentioned. `N` and `A` are as in the other games; every seat "
    "pays the fee (`fee_scope`), after a drawn deal too (`fee_on_draw`).",
    "What leaving costs is not said. The deal is void, the seat pays `escape_points` to the bank, "
    "and each other seat gets `escape_comp` from there; `escape_fee` says whether the fee is due.",
)

WENZHOU = GameWords(
    intro=(
        "Four seats, 136 tiles, 16 in a hand and 17 with the dealer's: five sets and a pair, or "
        "eight pairs and a tile. A turned tile makes its kind 财神, wild, and 白板 take the place "
        "of the tiles that became so. A hand is soft (软牌), hard (硬牌) or double (双翻): 1, 2 "
        "or 4. Every other seat pays, the dealer and to the dealer more with each deal in a row."
    ),
    example=(
        "import queshen",
        "from queshen import DealResult, SeatResult, Win",
        'rules = queshen.variant("{id}", N=100, A=10)',
        'soft = rules.score("123m456p78sEEE22s685m", "9s", wild="5m")',
        "soft.total, str(soft.reading)",
        'own = rules.score("456m789p123s678sNNN5p", "5p", wild="3s")',
        "[one.fan.zh for one in own.fans], own.total",
        'white = rules.score("456m789p12sP678sNNN5p", "5p", wild="3s")',
        "[one.fan.zh for one in white.fans], str(white.reading)",
        "hands = [SeatResult(wild=number) for number in (0, 1, 0, 0)]",
        "result = DealResult([Win(1, soft.total, payer=2)], streak=2, hands=hands)",
        "print(rules.settle(result).explain())",
    ),
    paying=(
        "Every other seat pays the winner what the hand is worth, for a discard as for a "
        "self-draw. Where the dealer wins or pays, that is multiplied by 2, 4, 6 or 8, by how "
        "many deals in a row the dealer has had. After a win every 财神 in a hand is worth 1 from "
        "each other seat, whoever won. Each kong is worth 2 from each other seat if it is "
        "concealed and 1 otherwise, after a draw too. Then `coins = points · N − A` for every "
        "seat."
    ),
    open_points=(
        ("Tiles and 财神", _TILES),
        ("Claims", _CLAIMS),
        ("Wins and classes", _WINS),
        ("Points", _POINTS),
        ("Who deals", _DEALERS),
        ("What is not played", _LEFT_OUT),
        ("Coins and leaving", _COINS),
    ),
)
