"""The words of 广东鸡平胡麻将."""

from __future__ import annotations

from .game_words import GameWords
from .guangdong import FEES, LAST_TILES, PLATFORM, REPLACEMENTS

__all__ = ["JIPINGHU"]

_FLOW = (
    "The document gives the next seat chow and pung, the two others pung and kong. All of them may "
    "pung and kong. A win goes before every claim, which is not said.",
    *LAST_TILES,
    "Winds are drawn before the first deal, as if they stayed with the players, but the fan asks "
    "for the wind of this deal (本盘门风). Each dealer is east: `seat_wind`.",
    "A dealer who wins or whose deal is drawn deals again, else the next seat deals "
    "(`dealer_rotation`, `draw_rotation`). Several winners keep a dealer who is one of them. Where "
    "none is, the next seat deals: `multi_win_dealer`.",
)

_WINNERS = (
    "A seat that passes over a discard that it could win may not win on another one of that kind "
    "until it chows, pungs, kongs or draws, as the document says. Elsewhere the bar holds for "
    "every discard (`missed_win_scope`), or until the seat itself discards (`missed_win_clear`).",
    "The document speaks of discards. To pass over a kong that could be robbed bars nothing, and "
    "a barred seat may rob one (`missed_win_includes_rob`). No self-draw is ever barred.",
    "Several seats may win on one discard, as the document says; `multi_win` has the nearest "
    "alone. Two winners are paid what their hands are worth, three at least 3 fan each.",
    "Several seats that rob one kong are not mentioned. All win, and each gets its three shares: "
    "`multi_rob`.",
)

_FANS = (
    "What is added up to the cap is one pattern and 自摸, winds and dragons. 混一色 of chows is "
    "混一色 alone, 2 fan; `inner_patterns` adds 平胡 to it.",
    "Of the fans beyond the cap one counts, the dearest, and nothing beside it: the document adds "
    "no other fan to a special hand.",
    "Seven pairs are not in the table and do not win: `seven_pairs`. With it they are 鸡胡, 混一色 "
    "or 清一色.",
    "九莲宝灯 is won by any tile of the suit, so 1112345678999 must be there before; "
    "`jiulian_any_shape` asks for the tiles only. A discard will do: `jiulian_self_draw_only`.",
    "字一色 and 清幺九 are described as pungs. 混幺九 is taken to be pungs too, with terminals and "
    "honours both.",
    "A pung of a wind that is both the seat's and the round's pays both fans. Kongs count as "
    "pungs, and the document pays nothing for them; `kong_bonus` gives each a fan within the cap, "
    "or points as in [推倒胡](tuidaohu.md).",
)

_SPECIAL_WINS = (
    "杠上开花, 抢杠 and 海底捞月 count a hand of less than 3 fan as 3 and leave others as they "
    "are. A fan of 3 within a cap of 3 says the same.",
    "海底捞月 is a draw. A win on the discard after it has its own value: `last_discard_floor`.",
    "天和 is the dealer's hand as it was dealt. After a concealed kong it is 杠上开花: "
    "`tianhe_after_kong`.",
    "地和 is another seat's win by its first draw. The document has it spoiled by chow and pung, "
    "in a garbled sentence; here it is by every meld, kongs included: `dihe_broken_by`.",
    "人和 is a win on the dealer's first discard, also after a concealed kong of the dealer's "
    "(`renhe_after_dealer_kong`). Several seats can have it at once.",
    "The three need tiles as they were dealt and drawn: a seat whose prop changed its hand has "
    "none of them.",
)

_LIABLE = (
    *REPLACEMENTS,
    "Sets on the floor are chows, pungs and exposed kongs, so a hand with a concealed kong never "
    "has four: `twelve_counts_ankong`. A kong is one set. Adding the fourth tile to a pung changes "
    "nothing.",
    "包先不包后: a seat that is liable for one seat does not become liable for another by its "
    "fourth set; somebody else may. `twelve_first_only` switches it off.",
    "The document lets three winds or two dragons be punged, which includes exposed kongs; "
    "concealed ones do not count (`pattern_counts_ankong`). It binds who discards the last one. A "
    "discard that nobody takes binds nobody: `pattern_needs_claim`.",
    "Where two seats are liable for one, the first pays: `liability_conflict`. Who fed the kong of "
    "a winning replacement pays before both.",
    "A liable seat pays for self-draws only. A win on a discard, that of the last set included, is "
    "paid as any other.",
)

_COINS = (
    "The sign between `X·P·N` and `A` is lost in print; it is a minus. The example shows 7 200 and "
    "2 400, before the fee of 250.",
    "P is the number of losers, and nothing says that a discard has one. Only 一炮三响 and 抢杠 "
    "are told to be paid for three, so another discard is paid by its seat alone: "
    "`discard_payers`.",
    *FEES,
    "What leaving costs is not said. The deal is void, the seat pays `escape_points` to the bank, "
    "and each other seat gets `escape_comp` from there; `escape_fee` says whether the fee is due.",
    *PLATFORM,
)

JIPINGHU = GameWords(
    intro=(
        "Four seats, 136 tiles without flowers. A hand has few fans, up to a cap (爆胡) of 3, and "
        "each doubles its points; special hands go beyond. There is no minimum. Several seats "
        "may win on one discard, and who passes over a win may not win on that kind for a while "
        "(漏胡). Who feeds the last set of some hands pays for all (包自摸)."
    ),
    example=(
        "import queshen",
        "from queshen import DealResult, Win",
        'rules = queshen.variant("{id}", N=600, A=250)',
        'score = rules.score("[234p]123m456p67sEE8s", "8s", self_draw=True)',
        "score.total, score.points",
        "result = DealResult([Win(0, score.total)])",
        "print(rules.settle(result).explain(currency=rules.currency))",
    ),
    paying=(
        "A hand is worth 1 point, doubled for each fan. The discarder pays that once, and for a "
        "self-draw each of the three others does. A seat whose kong is robbed pays three times, to "
        "each who robs it, and a seat that is liable pays three times in place of all others. Then "
        "`coins = points · N − A` for every seat."
    ),
    liable=(
        (
            "a seat wins on the replacement of a kong that it made with a discard (杠上开花包杠)",
            "who discarded it",
            "`kong_flower_liability`",
        ),
        (
            "a discard becomes part of the fourth set that a seat lays out, chows, pungs and "
            "exposed kongs; the seat wins by self-draw (十二张落地)",
            "who discarded it, unless liable for somebody else already",
            "`twelve_counts_ankong`, `twelve_first_only`",
        ),
        (
            "a discard becomes the third pung or kong of dragons that a seat lays out; the seat "
            "wins by self-draw (大三元)",
            "who discarded it",
            "`pattern_counts_ankong`, `pattern_needs_claim`",
        ),
        (
            "a discard becomes the fourth pung or kong of winds that a seat lays out; the seat "
            "wins by self-draw (大四喜)",
            "who discarded it",
            "`pattern_counts_ankong`, `pattern_needs_claim`",
        ),
        (
            "two of these, of different seats",
            "who fed the kong, else who became liable first",
            "`liability_conflict`",
        ),
        (
            "a tile that is added to a pung is won (抢杠)",
            "who added it, to each winner",
            "`multi_rob`",
        ),
        (
            "three seats win on one discard (一炮三响)",
            "who discarded it, each winner once",
            "`multi_win`, `discard_payers`",
        ),
    ),
    open_points=(
        ("The course of a deal", _FLOW),
        ("Winning and passing", _WINNERS),
        ("Fans", _FANS),
        ("Special wins", _SPECIAL_WINS),
        ("Who pays for all", _LIABLE),
        ("Points and coins", _COINS),
    ),
)
