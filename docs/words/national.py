"""The words of the games with the national fans: 欢乐, 火拼, QQ and 国标麻将."""

from __future__ import annotations

from .game_words import GameWords

__all__ = ["NATIONAL"]

_TABLE_POINTS = (
    "The documents give no principles of counting. Those of 1998 hold: what a fan always "
    "contains is not paid again (不重复), its sets are not paired anew (不拆移), a set serves "
    "one fan once (不得相同), the best reading counts (就高不就低), and fans of two chows join "
    "each set once (套算一次). `exclusion_mode` takes the printed exclusions alone.",
    "缺一门 is taken as exactly two suits. Read literally, a hand of one suit lacks one too, "
    "which is why the documents exclude it beside some fans of one suit: `que_yi_men`.",
    "幺九刻 is left out set by set: a set that pays a fan of winds or dragons is none any more, "
    "the others still are.",
    "At most one of 边张, 坎张 and 单钓将 is paid, and only where one kind completes the hand. "
    "A kind of which the seat holds all four still counts as a wait: "
    "`formal_wait_counts_exhausted`.",
    "Editions differ. 双暗杠 is 6 here and 8 in 2006; an exposed and a concealed kong together "
    "are nothing in 1998, 5 in practice and 6 in 2006 (`ming_an_gang`); 大于五 beside 全大 is "
    "paid in examples of 1998 and not in its table (`upper_lower_nested`), and so is 碰碰和 "
    "beside 混幺九, where the table holds; a wait on a tile of a knitted straight is paid here "
    "and not in 2006 (`knitted_body_wait`).",
    "不求人 is not paid on 七对, 连七对, 十三幺 and the knitted hands, as printed; on 九莲宝灯 "
    "and 四暗刻 a self-draw pays 自摸 instead, as practised.",
)

_WILD_TABLE_POINTS = (
    "Number 81 of the document is 明杠 once more, in words that say the same two ways to make "
    "one as number 75. It is paid once; with `ming_gang_2` each exposed kong pays both. 双明杠 "
    "replaces both either way.",
    "清一色 is described as chows, pungs and a pair, but 连七对 excludes it, so pairs can be "
    "清一色 too: `qing_yi_se_pairs`. It also states that 缺一门 is not paid beside it, which "
    "changes nothing unless `que_yi_men` is read literally: `qing_yi_se_excludes_que_yi_men`.",
)

_WILDCARD_POINTS = (
    "After the deal one tile is turned; where from and when is not said. It is the next tile at "
    "the head of the wall, before flowers are replaced (`indicator_from`). It lies open and "
    "leaves play, so there are four 财神 and three copies of the turned kind "
    "(`indicator_in_play`). A turned flower is set aside and the next tile turned "
    "(`indicator_flower`).",
    "9 is followed by 1 and 北 by 中; after 白 nothing is said. The seven honours are one ring, "
    "so it is 东 (`honor_cycle`).",
    "A 财神 may not be claimed. That is taken to mean that none is ever part of a meld, a "
    "concealed kong of four included (`caishen_meld`). Nothing forbids to discard one "
    "(`caishen_discard`), or to win on a discarded one, which then is its own face and no "
    "wildcard (`caishen_ron`).",
    "A 财神 stands for any tile but a flower. That includes a fifth copy (`caishen_fifth_copy`) "
    "and the tiles of 七对, 十三幺, 全不靠, 七星不靠 and 组合龙 (`caishen_special_hands`), also "
    "of 九莲宝灯 (`caishen_nine_gates`).",
    "Which faces they take is not said: those with the highest total after all exclusions "
    "(`assignment`). Between equal ones more 财神 stay themselves, then the lower tiles.",
    "Fans look at the faces. A 财神 is a concealed tile, but a pung that the winning discard "
    "completes is not concealed; the discard may go into another set where that pays more. "
    "四归一 counts faces, five or more of a kind once (`hog_counts_caishen`). Kongs are natural "
    "tiles only.",
    "边张, 坎张 and 单钓将 look at the natural kinds that complete the hand while every 财神 is "
    "still free; there must be one such kind. A drawn 财神 in its place pays too "
    "(`caishen_wait`).",
    "和绝张 needs a natural winning tile; the open indicator is one of the three visible copies "
    "(`indicator_visible`).",
    "无财神 pays without 财神, or with 财神 that stand for themselves: all of them "
    "(`wu_cai_shen_all`), as their own face; the word 花色 could also mean suit (`self_use`).",
    "无番和 is a hand without any fan, and 无财神 is one. Literally, a bare hand without 财神 "
    "pays 2 and a bare hand with one that stands for something else pays 8. So it is here; "
    "`wu_fan_ignores` has the other reading.",
    "全求人 on a lone 财神 is paid, 单钓将 is not.",
)

_BIRD_POINTS = (
    "The formula takes coins and fee at once, the example shows 2 000 and 6 000 and takes 20 "
    "from everybody afterwards. Both mean the same: a loser pays `X·N + A`, the winner gets the "
    "sum less `A`.",
    "X is written as one number for all, but a bird or a dealer doubles for one payer and not "
    "for another. Each payer has an X of its own, and the winner gets their sum.",
    "The dealer's 2 holds between two seats, whichever of them deals. By each seat's own role "
    "alone winner and losers would not come to the same sum. Bird and dealer together are 4. "
    "`dealer_double` and `bird` switch them off.",
    "The example has three equal shares of 10, as if there were neither bird nor dealer. With "
    "both, three shares are equal only where the dealer wins and the bird is the dealer's or "
    "nobody's.",
    "Suit tiles have their number, 东 to 白 have 1 to 7; the seat counts from the dealer in "
    "turn order. A flower has none: the next tile is turned (`bird_flower`). The bird is the "
    "next tile at the head of the wall (`bird_from`); where the wall is empty it is the tile "
    "drawn last, the winning tile of a self-draw (`bird_wall_empty`).",
)

_ROOM_POINTS = (
    "Only who discarded is named as paying for a discard: `discard_payers`.",
    "A drawn deal moves no points; whether it costs the fee is not said: `fee_on_draw`. Every "
    "seat pays the fee, also one that neither wins nor pays: `fee_scope`.",
    "What leaving costs is not said. The deal is void, the seat pays `escape_points` to the bank, "
    "and each other seat gets `escape_comp` from there; `escape_fee` says whether the fee is due.",
    "A minimum is only hinted at, where flowers do not count toward it. It is 8 in 8番场 and "
    "nothing elsewhere (`min_fan`); in 无番场 fans do not matter at all.",
    "Several winners on one discard are not mentioned: the nearest in turn wins (`multi_win`).",
)

_BIRD_PAYING = (
    "A seat that pays a win pays the base of the room, doubled where one of the two seats is "
    "the dealer, and doubled where the bird is one of the two. For a self-draw three seats pay, "
    "for a discard the discarder. Then `coins = points · N − A` for every seat."
)

_BIRD_EXAMPLE = (
    "import queshen",
    "from queshen import DealResult, Win",
    'rules = queshen.variant("{id}", room="8番场", N=200, A=20)',
    'score = rules.score("[CCC]235m456p7899s", "5m", wild="9s", self_draw=True)',
    "score.total, score.is_win",
    'result = DealResult([Win(1, score.total)], bird="7p")',
    "print(rules.settle(result).explain(currency=rules.currency))",
)

NATIONAL = {
    "huanle": GameWords(
        intro=(
            "Four seats, 144 tiles with flowers. The fans are the national ones (国标番种) and "
            "无财神. After the deal a tile is turned, and the kind after it is wild: 财神, a "
            "wildcard that shows a face. After a win one more tile, the bird (鸟牌), doubles "
            "what one seat wins or pays; what the dealer wins or pays is doubled too. Three "
            "kinds of room decide what a total is worth, a coefficient what a point is in "
            "欢乐豆."
        ),
        example=_BIRD_EXAMPLE,
        paying=_BIRD_PAYING,
        open_points=(
            ("The fan table", (*_WILD_TABLE_POINTS, *_TABLE_POINTS)),
            ("财神", _WILDCARD_POINTS),
            ("Bird, dealer and coins", (*_BIRD_POINTS, *_ROOM_POINTS)),
        ),
    ),
    "huopin": GameWords(
        intro=(
            "The sister of [欢乐麻将](huanle.md): four seats, 144 tiles, the same fans, 财神 "
            "and bird, the dealer doubled. Its coins are 游戏币, it has props and no rank "
            "titles."
        ),
        example=_BIRD_EXAMPLE,
        paying=_BIRD_PAYING,
        open_points=(
            (
                "The document",
                (
                    "Its clauses are out of order: the fans have the same words as those of "
                    "欢乐麻将, misprints included, so they are read as the same table.",
                    "The table of rooms is lost, though its coefficients are still defined. The "
                    "rooms are those of 欢乐麻将.",
                    "财神到 turns a tile of the hand into a 财神; whether a copy must be left "
                    "in the wall is not said. Props are off unless `props` is on.",
                ),
            ),
            ("The fan table", (*_WILD_TABLE_POINTS, *_TABLE_POINTS)),
            ("财神", _WILDCARD_POINTS),
            ("Bird, dealer and coins", (*_BIRD_POINTS, *_ROOM_POINTS)),
        ),
    ),
    "qq": GameWords(
        intro=(
            "Four seats, 144 tiles with flowers, the 81 national fans of 1998. No wildcards, no "
            "bird, and the dealer pays like anybody else. Three kinds of room decide what a "
            "total is worth."
        ),
        example=(
            "import queshen",
            "from queshen import DealResult, Win",
            'rules = queshen.variant("qq", N=200, A=20)',
            'score = rules.score("[CCC]123m456p789s9s", "9s", flowers=1)',
            "score.total, score.counted",
            "result = DealResult([Win(2, score.total, payer=0)])",
            "print(rules.settle(result).explain(currency=rules.currency))",
        ),
        paying=(
            "A seat that pays a win pays the base of the room: three seats for a self-draw, the "
            "discarder for a discard. Then `coins = points · N − A` for every seat."
        ),
        open_points=(
            (
                "The fan table",
                (
                    "Values and exclusions are those of 1998. The document prints the examples "
                    "of 边张 right, where those with 83 fans do not.",
                    "清一色 states nothing about 缺一门 here; between exactly two suits and one "
                    "that makes no difference.",
                    *_TABLE_POINTS,
                ),
            ),
            (
                "Coins",
                (
                    "The formula takes coins and fee at once, the example shows 2 000 and 6 000 "
                    "and takes 20 from everybody afterwards. Both mean the same.",
                    *_ROOM_POINTS,
                ),
            ),
        ),
    ),
    "guobiao": GameWords(
        intro=(
            "The competition game (MCR): four seats, 144 tiles with flowers, 81 fans and a "
            "minimum of 8. The table is that of 1998 with today's exclusions, and 明暗杠 as it "
            "is practised. No wildcards, no rooms, no coins."
        ),
        example=(
            "import queshen",
            "from queshen import DealResult, Win",
            'rules = queshen.variant("guobiao")',
            'score = rules.score("123m45p789s11999s", "6p", self_draw=True, seat_wind="S")',
            "score.total, score.minimum",
            "print(rules.settle(DealResult([Win(1, score.total)])).explain())",
        ),
        paying=(
            "Everybody pays the winner a base of 8 (底分). For a self-draw everybody pays the "
            "total too, for a discard only the discarder."
        ),
        open_points=(
            (
                "The fan table",
                (
                    "Beside the 81 fans of 1998 there is 明暗杠, which practice pays with 5 for "
                    "one exposed and one concealed kong. `ming_an_gang=0` is the book of 1998.",
                    *_TABLE_POINTS,
                ),
            ),
            (
                "The win",
                (
                    "The minimum is 8 without flowers (`min_fan`). One seat wins on a discard, the "
                    "nearest (`multi_win`).",
                    "Nothing is said of who leaves. The deal is void, the seat pays "
                    "`escape_points`, and each other seat gets `escape_comp`.",
                ),
            ),
        ),
    ),
}
