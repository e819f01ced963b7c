"""The words of 广东推倒胡麻将."""

from __future__ import annotations

from .game_words import GameWords
from .guangdong import FEES, LAST_TILES, PLATFORM, REPLACEMENTS

__all__ = ["TUIDAOHU"]

_FLOW = (
    "Nobody chows or wins on a discard, so 漏胡 and 一炮多响 do not exist, as the document says. "
    "Kongs are robbed all the same. Where two seats could rob one, the nearest wins: `multi_rob`.",
    "A seat may not rob a tile that it discarded itself; the example is a discard that is konged "
    "at once, and such a kong cannot be robbed anyway. The seat whose discard made a pung may rob "
    "the tile that is added to it later: `rob_own_pung_source`.",
    *LAST_TILES,
    "The winner deals next, and the next seat after a drawn deal, as the document says "
    "(`dealer_rotation`, `draw_rotation`).",
)

_BIG = (
    "The list of big hands is taken as it stands. 混一色 is described under 清一色 and 字一色, but "
    "in no heading: it is small (`hunyise_big`). 地胡 is not there: `dihu_big`; with it any "
    "meld of any seat spoils it. 碰碰胡, 小三元, 杠上开花 and 海底 are not there either.",
    "天胡 is a win before the dealer's first discard, which a concealed kong is not: "
    "`tianhu_after_kong`.",
    "Patterns are not added up, so a hand with several of them is a big hand once.",
    "字一色 is nothing but honours, seven pairs of them included. Four alike without a kong are "
    "two pairs of 七对.",
    "四暗刻 asks for a self-draw unless it waits for the pair. Here that changes nothing: a robbed "
    "tile never completes a pung.",
)

_KONGS = (
    "A robbed kong is worth three shares of a self-draw, 6 or 12, all from the seat that made it, "
    "and pays nothing itself.",
    "For 杠上开花 each of the three others pays its share. Where the kong was fed, who fed it pays "
    "all three, and the kong too.",
    *REPLACEMENTS,
    "Kongs are paid at the end of the deal; for a fed one no time is given. In a drawn deal none "
    "is paid: `kong_pay_on_draw`.",
    "A tile may be added to a pung in a later turn than its draw. The kong is paid: `late_jia`.",
)

_HORSES = (
    "The dealer buys one horse in the first deal of a row, one more in each further deal, at most "
    "four. They are the last tiles of the wall, set aside after the deal and told when it is over; "
    "of several, the document does not say where they lie.",
    "Only 一 to 四 are spelled out. Numbers go on around the table, and so do 东南西北中发白. "
    "Elsewhere 中, 发 and 白 are the three seats after the dealer: `horse_dragons`.",
    "The dealer wins what the seat of the horse won, wins and kongs together, and loses what it "
    "lost; from whom is not said. Each seat that paid it pays the dealer as much once more "
    "(`horse_mode`). What the dealer paid it falls out, as nobody pays themselves, so that the "
    "dealer gets less than that seat won.",
    'With `horse_mode="full"` the dealer gets all of it, from the two others in proportion to what '
    "they paid that seat, the nearer one's part rounded down; nothing where that comes to nothing. "
    'With `horse_mode="bank"` the bank pays it.',
    "A horse on the dealer doubles the dealer's result. Horses add up, each by the first count.",
    "A drawn deal with paid kongs has no second count: `horses_on_draw`.",
)

_COINS = (
    "The sign between `X·N` and `A` is lost in print; it is a minus. The example shows 7 200 and "
    "2 400, before the fee of 370.",
    "X is each seat's own points, so losers may pay different amounts.",
    *FEES,
    "Who leaves pays 8 points, as the document says (`escape_points`); what the others get is not: "
    "`escape_comp`. The deal is void, the rest goes to the bank, and `escape_fee` says whether the "
    "fee is due.",
    *PLATFORM,
)

TUIDAOHU = GameWords(
    intro=(
        "Four seats, 136 tiles without flowers. No chows and no wins on discards: one wins by "
        "self-draw, or by robbing a kong. A hand is small (小胡) or big (大胡), every kong is "
        "paid, and the dealer buys tiles, horses (买马), that make the dealer share the result of "
        "a seat."
    ),
    example=(
        "import queshen",
        "from queshen import DealResult, Win",
        'rules = queshen.variant("{id}", N=600, A=370)',
        'score = rules.score("[888p]1234577799p6p", "6p", self_draw=True)',
        "score.total, score.fans[0].fan.zh",
        'result = DealResult([Win(0, score.total)], horses=["2m"])',
        "print(rules.settle(result).explain(currency=rules.currency))",
        'result = DealResult([Win(1, score.total)], horses=["2m"])',
        "print(rules.settle(result).explain(currency=rules.currency))",
    ),
    paying=(
        "A hand is worth 1 point, doubled as it is a self-draw, and doubled again if it is big: "
        "小胡 is 1 fan, 大胡 2. Each of the three others pays that. The seat whose kong is robbed "
        "pays for all three, and so does who fed the kong of a winning replacement. Who fed an "
        "exposed kong pays 3 for it, each seat 1 for an added one and 2 for a concealed one. Then "
        "the horses: for each, whoever paid its seat pays the dealer as much once more, and the "
        "dealer pays whom it paid; the dealer's own payments are left out. Rows without a horse "
        "show the first count alone. Then `coins = points · N − A` for every seat."
    ),
    open_points=(
        ("The course of a deal", _FLOW),
        ("Big hands", _BIG),
        ("Wins and kongs", _KONGS),
        ("Horses", _HORSES),
        ("Points and coins", _COINS),
    ),
)
