"""The words of 宝牌麻将."""

from __future__ import annotations

from .game_words import GameWords

__all__ = ["BAOPAI"]

_TILES = (
    "The beginning of the document is lost, and with it the name of the game and the number of "
    "tiles. The rest speaks of suits and of 中 only, so there are 112 tiles. With "
    '`tiles="136"` the other honours are plain tiles: no suit, and no stand-in for a 1 or 9.',
    "The hidden wildcard (宝) is the last tile of the wall, set aside face down after the deal. It "
    "is not drawn: 58 tiles are left. A kong draws from the last stack, which is now the tile "
    "before it, so kongs and changes of the wildcard use up the same end.",
    "The wildcard helps only a seat that has declared and draws a tile of that kind. It then wins "
    "as any of its waits. Whether the tile for a kong is drawn too is not said; it is. A copy that "
    "is discarded, robbed, or held before the declaration is an ordinary tile.",
)

_CHANGES = (
    "The wildcard is changed (换宝) once three copies of its kind lie face up, as discards or in "
    "melds. Tiles in hands and concealed kongs do not count, also where their owner knows them: "
    "`visible_counts`.",
    "The discard that shows the third copy may also be claimed, and the order is not said. The "
    "change comes first (`swap_before_claims`). A claim changes no count, so that matters for the "
    "tile that a kong draws.",
    "The old wildcard goes to the dealer's discards. That nobody may claim or win it there is not "
    "said. It counts as face up from then on.",
    "Where the new wildcard shows three copies already it is changed again. With an empty wall "
    "there is no wildcard for the rest of the deal. Every seat that has declared sees the new one "
    "at once.",
)

_CLAIMS = (
    "A chow that makes the hand ready (吃听) goes before pungs and chows, as the document says. Of "
    "kongs it says nothing there; the chow goes before them too: `chi_ting_over_kong`.",
    "The other players may do so, not only the next one. Of several the nearest gets the tile. It "
    "may be the claim that opens the hand.",
    "A player presses 听 first and 吃 then, or the declaration fails. Here both are one act, and "
    "the next discard must declare, so nothing is left to fail. A pung has no such act: it is "
    "claimed as any other, and its discard may declare.",
    "Of two seats that can win one tile the nearest does, as the document says.",
    "With four tiles left in hand a seat may not chow, pung or kong, so it lays out three sets at "
    "most. To add to a pung takes no set out of the hand, but is a kong: `jia_at_four`.",
    "Not said: a seat that has just claimed a tile discards before it may kong.",
)

_READY = (
    "Suits, 1 or 9, triplet and chow are asked for when the hand is declared (听牌时), so before "
    "the winning tile comes. Elsewhere the finished hand is looked at: `structure_check`.",
    "Triplet and chow may lie on the table, and a kong is a triplet. They must be there beside the "
    "group that the winning tile completes, so a wait that would use up the only one is no wait.",
    "Without a triplet two pairs will do, as the document says. The tile makes one of them a "
    "triplet; another wait of such a hand is none.",
    "To wait with a single tile is forbidden. To wait for the pair with four tiles in hand is not.",
    "A kind of which the seat itself holds all four is no wait, which can make a hand 卡当 "
    "(`wait_counts`). One whose copies all lie on the table still is.",
    "After the declaration a seat neither chows nor pungs, and discards what it draws. The "
    "document does not say so, but bars kongs that change the hand. With `lock_after_ready` off "
    "a seat may discard whatever leaves it ready.",
    "A seat may pass over a win, and win later: nothing is said against it (`forced_win`).",
    "Nobody wins without a declaration, nor the dealer with the tiles as dealt. Shapes beside sets "
    "and a pair are not mentioned. They could not be opened, so there are none.",
)

_KONGS = (
    "A kong after the declaration must not affect the ready hand, the document says first. Then it "
    "asks only that the hand stays ready. Here the waits must stay the same: `ready_kong`.",
    "抢杠 equals a self-draw, so all three pay for it as for one. Other readings let who made the "
    'kong pay for all (`rob_pay="konger_all"`), or take the tile as a discard '
    '(`rob_pay="as_discard"`). Who robs must have declared. Only a tile that is added to a pung '
    "can be robbed; that of a fed kong is won as a discard.",
    "杠开 is a self-draw, also where the kong was fed: who fed it pays no more than the others.",
)

_LAST = (
    "When a seat would draw one of the last four tiles, they go round, one to each, and no kong is "
    "made any more. Who has declared may win, or let the tile go. All else is discarded at once, "
    "and nobody may claim or win it.",
    "The discard before may still be claimed. A kong takes one of the four, and so does a change "
    "of the wildcard; only what is left goes round.",
    "Whether the tiles that go round can also show the third copy of the wildcard is not said. "
    "They can, and the round gets shorter: `swap_in_last`.",
)

_DEALER = (
    "The winner deals next, and a drawn deal leaves the dealer, as the document says "
    "(`dealer_rotation`, `draw_rotation`).",
    "At first a win or a draw of the dealer makes a streak (连庄), at the end a win only. Here "
    "both do: `streak_counts_draw`. It is shown, and changes nothing that is paid.",
    "The longest streak is 9. That could mean that the deal passes on, or that the number stops. "
    "It stops: `streak_cap`.",
)

_POINTS = (
    "Nothing says outright that all three pay for a discard. It follows from what is said of the "
    "discarder, who pays for the two other losers too before having declared, and otherwise "
    "alone for itself.",
    "3 fan for a seat that stands, or for a discarder that has not declared, take the place of 1 "
    "or 2. They do not add up, and they do not raise 摸宝.",
    "卡当 doubles what each loser owes, those 3 fan included. 宝中宝 is 12 fan for everybody, "
    "with nothing on top.",
    "The tile discarded after declaring (听牌后出的那张牌) counts as a discard of a hand not "
    "declared. Taken as every later discard, it would leave nothing to the sentence on discards of "
    "a declared hand. So it is the one discard that declares.",
    "卡当 needs one wait, in the middle of a chow. A wait for the pair is none. 宝中宝 needs the "
    "wildcard drawn and of the kind of that wait. A discard of this kind is 卡当 alone.",
)

_COINS = (
    "The document has neither coins nor a fee. `N` and `A` are as in the other games; every seat "
    "pays the fee (`fee_scope`), after a drawn deal too (`fee_on_draw`).",
    "Who leaves ends the session, as the document says; what it costs is not said. The deal is "
    "void, the seat pays `escape_points` to the bank, and each other seat gets `escape_comp` from "
    "there; `escape_fee` says whether the fee is due.",
)

BAOPAI = GameWords(
    intro=(
        "Four seats, 112 tiles: three suits and four 中. A hand must be opened, and declared "
        "ready (听), before it may win. The last tile of the wall is a hidden wildcard (宝): only "
        "who has declared sees it, and a drawn tile of its kind wins. Every loser pays an amount "
        "of its own, and who discards the winning tile before it has declared pays for all. The "
        "game is close to 哈尔滨麻将."
    ),
    example=(
        "import queshen",
        "from queshen import DealResult, SeatResult, Win",
        "from queshen.tiles import Meld",
        'rules = queshen.variant("{id}", N=100, A=10)',
        'rules.readiness("[789s]46p55s888p123m").tiles',
        'rules.readiness("[567s]46p55s888p234m").failed',
        'score = rules.score("[789s]46p55s888p123m", "5p", self_draw=True, closed_ready=True)',
        "[one.fan.zh for one in score.fans], score.total",
        'opened, standing = SeatResult(melds=[Meld.parse("[345m]")]), SeatResult()',
        'win = Win(1, score.total, flags=["closed_wait"])',
        "result = DealResult([win], hands=[opened, opened, opened, standing])",
        "print(rules.settle(result).explain())",
    ),
    declaring=(
        "A hand is declared with a discard, or with a chow and the discard after it (吃听). The "
        "hand that is left must meet all of these, its melds included. "
        "`rules.readiness` answers for any hand before its draw. Melds are in brackets, concealed "
        "kongs in braces."
    ),
    conditions=(
        (
            "opened",
            "a chow, a pung or an exposed kong (开门)",
            "[789s]123m46p888p55s",
            "{9999s}123m46p888p55s",
        ),
        (
            "two_suits",
            "tiles of two suits; honours are none",
            "[789s]12346p888p55p",
            "[789p]123p46p888pCC",
        ),
        ("orphan", "a 1, a 9 or 中 (幺九)", "[567s]234m46p888pCC", "[567s]234m46p888p55s"),
        (
            "chow",
            "a chow beside the group that the winning tile completes (顺)",
            "[777s]123m46p888p55s",
            "[777s]111m46p888p55s",
        ),
        (
            "pung",
            "a pung or kong beside that group, or two pairs of which the tile makes one a pung "
            "(刻)",
            "[789s]123m45688p55s",
            "[789s]123m45667p55s",
        ),
        (
            "four_concealed",
            "four tiles in hand",
            "[456p][789p][777s]123m5s",
            "[123m][456p][789p][777s]5s",
        ),
        (
            "ready",
            "one more tile completes four sets and a pair",
            "[789s]123m67p888p55s",
            "[789s]123m46p888p57s",
        ),
    ),
    hands=(
        ("[123m][777s]7889p555s", {}),
        ("[123m][777s]67789p55s", {}),
        ("[123m][777s]78889p55s", {}),
        ("[123m][777s]89p111p55s", {}),
        ("[234m]567m1112p567s", {}),
        ("[CCCC]123m789s46p55s", {}),
        ("[999m][333m]5566677s", {}),
        ("123456m46m888m55m", {}),
        ("[777s]111m46p888p55s", {"structure_check": "at_win"}),
        ("[567s]234m78p555p66s", {}),
        ("[567s]234m78p555p66s", {"structure_check": "at_win"}),
        ("[345s][567s]78889p55s", {}),
        ("[345s][567s]78889p55s", {"wait_counts": "formal"}),
        ("[567s]234m46p888pFF", {"tiles": "136"}),
    ),
    paying=(
        "Every loser owes the winner an amount of its own, a fan being a point. A seat that has "
        "opened its hand owes the total: 1 for a discard, 2 for a self-draw, 3 for 摸宝. One that "
        "stands (站立), with nothing laid out but concealed kongs, owes 3 in place of 1 or 2. 卡当 "
        "doubles all of it, and 宝中宝 is 12 from everybody. A discarder that had declared before "
        "owes what the others do. One that had not (出冲) owes 3 like a seat that stands, and pays "
        "what the two others owe as well; a discard that declares is such a one. 抢杠 and 杠开 are "
        "paid as self-draws, and kongs pay nothing. Then `coins = points · N − A` for every seat."
    ),
    open_points=(
        ("Tiles and the hidden wildcard", _TILES),
        ("Changing the wildcard", _CHANGES),
        ("Claims", _CLAIMS),
        ("Declaring and winning", _READY),
        ("Kongs", _KONGS),
        ("The last tiles", _LAST),
        ("Who deals", _DEALER),
        ("Points", _POINTS),
        ("Coins and leaving", _COINS),
    ),
)
