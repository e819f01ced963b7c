"""The words of 山西麻将."""

from __future__ import annotations

from .game_words import GameWords

__all__ = ["SHANXI"]

_WHICH = (
    "Of 山西麻将 the platform tells the name, and that it is easy to learn. Several games go by "
    "it. Here it is that of the tournament rules of 2023 (`preset`), the only published rules "
    "with this title: 扣点, in which tiles have points and hands are declared. A server that is "
    "public plays the same game with small changes.",
    "Another game of the province is 推倒胡, with flat values, known from one server. It is "
    '`preset="tuidaohu"`; what it changes is told at the end. An option that is given holds, '
    "whatever the preset says.",
)

_READY = (
    "Only who has declared wins, also with tiles as they were dealt: a dealer whose first "
    "fourteen tiles are complete declares with a discard and waits.",
    "A waited tile of 6 points must not be used up (未见). Discards, open melds and what the seat "
    "lays down to declare count as seen, tiles in the own hand do not, as the rules say. So a "
    "hand may be declared that cannot win any more.",
    "Tiles of a concealed kong are not open. The rules say nothing of them; here they do not "
    "count.",
    "The discard that declares lies face down, but everybody knows it. It may be claimed and won, "
    "as the rules say; `declared_discard_claimable` is for tables where it may not.",
    "A declared hand wins only on tiles that complete it, low ones included where it draws them: "
    "3 points by self-draw, 6 from another seat. A tile of 1 or 2 points is discarded again.",
    "Who can win must (`forced_win`): in tournaments it is a foul not to. Where it is off nothing "
    "follows from passing, unless `missed_win` says so.",
)

_KONGS = (
    "A declared seat may make a kong if what is left could be declared then, with other waits "
    "too. The rules ask no more; the server that plays the game wants the waits to be among the "
    "old ones.",
    "The rules do not mention robbing (抢杠). A tile that is added to a pung may be won "
    "(`rob_added_kong`), on the terms of a discard: 6 points, and the kong counts as not made. "
    "The tile of a discard that is claimed for a kong cannot be robbed, but was there to be won "
    "first.",
    "The winner of a robbed kong is paid as for a discard, so who adds to a pung before declaring "
    "pays for all.",
    "After a claim a seat discards before it may kong, as the rules say.",
)

_WALL = (
    "Fourteen tiles stay in the wall, fifteen after an odd number of kongs. A kong may be made as "
    "long as a tile may be drawn. One made with the last such tile leaves fourteen, and the deal "
    "ends with its discard.",
    "The discard after the last draw may be won and nothing else. A pung of it is not mentioned, "
    "but the deal is over then.",
)

_DEALER = (
    "The dealer stays after winning, and after a drawn deal without a kong; else the next seat "
    "deals (`dealer_rotation`, `draw_rotation`). The rules say so twice. One later paragraph lets "
    'the dealer stay after any drawn deal: `draw_rotation="stay"`.',
    "Of several seats that can win one tile the nearest does, as the rules say. With "
    '`multi_win="all"` each is paid by those who do not win; the kongs are paid once.',
)

_POINTS = (
    "Has a seat declared that declares with this very discard? The rules part those who have "
    "(已报听) from those who have not, and such a seat has said so before its tile can be won. So "
    "all three pay, and its kongs stay paid. In 宝牌 the same discard is one of a hand not "
    "declared.",
    "Where nobody tells what the seats had (a result without hands) only the mark of the win "
    "counts: whether the payer had declared before.",
    "Who feeds a win undeclared pays all kongs of the others, each with three shares, those of "
    "seats that win nothing too. This is the official example; the own kongs pay nothing then.",
    "The 5 points of the dealer are due between dealer and winner: whenever the dealer wins, and "
    "as a loser on a self-draw or for the dealer's own discard. The server named above adds them "
    "after any discard: `dealer_bonus_on_any_feed`.",
    "清一色 adds to other types, and the rules say so of no other. No two others fit one hand, "
    "but for 豪华七对, which takes the place of 七对.",
    "豪华七对 asks that the winning tile is the fourth of its kind. Four of another kind are two "
    "pairs and no more; nor do two such kinds pay more.",
    "There is no limit, and nothing for 杠上开花, 抢杠 or the last tile: none is listed.",
)

_WILD = (
    "The rules have no wildcards (耗子). `haozi` follows the server: the last tile of the wall is "
    'turned and its own kind is wild, or with "wind" the last honour. Winds and dragons are both '
    "meant there.",
    "The turned tile lies open beside the wall and is not drawn, so three are left of its kind. "
    "It is none of the fourteen. The server leaves it among the tiles to be drawn.",
    "A wildcard that is drawn wins as the best tile that it can be, whose points count. It may be "
    "discarded, but neither declared with nor claimed nor won by others, and is part of no meld.",
    "They help in every shape. The server has a price of its own for a wildcard that waits as "
    "half of the pair; that is left out, and so are dearer kongs of the wild kind.",
)

_TUIDAOHU = (
    '`preset="tuidaohu"`: 108 tiles, 124 with winds (`winds`); there are no dragons, and so no '
    "十三幺. Nothing stays in the wall. Hands are declared, without a condition on what they wait "
    "for, and win on any tile.",
    "平胡 is 3 on a discard and 2 by self-draw; 一条龙, 清一色 and 七对 are 9, 龙七对, with four "
    "of a kind, is 18. Only the dearest counts. 抢杠 and 杠上炮 are 6 at least, 杠上开花 is 4.",
    "Who discards pays alone. All pay a self-draw, twice as much with `zimo_double`, which the "
    "server leaves to its rooms. The dealer has no bonus.",
    "Kongs have one price after a win: 2 by each for a concealed one, 1 by each for an added one, "
    "3 by who fed an exposed one.",
    "Nobody must win. Who passes may not win on tiles of others until the own next draw "
    "(`missed_win`); the draw itself is free. Several seats may win one discard (`multi_win`). "
    "These three are what the preset changes.",
    "Nothing is known of who deals next and where kongs are drawn; both are as in the other game.",
)

_COINS = (
    "No document has coins or a fee. `N` and `A` are as in the other games; every seat pays the "
    "fee (`fee_scope`), after a drawn deal too (`fee_on_draw`).",
    "What leaving costs is not said. The deal is void, the seat pays `escape_points` to the bank, "
    "and each other seat gets `escape_comp` from there; `escape_fee` says whether the fee is due.",
)

SHANXI = GameWords(
    intro=(
        "Four seats, 136 tiles, no chows. Tiles have points: their rank, honours 10. A hand is "
        "declared ready (报听) before it may win, and must wait for a tile of 6 points or more. "
        "It is worth its type and the points of the winning tile. All three pay for the discard "
        "of a seat that has declared; one that has not pays for all, the kongs of the others "
        'included. With `preset="tuidaohu"` it is 山西推倒胡, a game of flat values.'
    ),
    example=(
        "import queshen",
        "from queshen import DealResult, Win",
        "from queshen.settlement import KongPaid",
        'rules = queshen.variant("{id}")',
        'rules.readiness("67m456p345s88s789p").tiles',
        'rules.readiness("34m456p345s88s789p").failed',
        '[(each.tile, each.discard is not None) for each in rules.waits("67m456p345s88s789p")]',
        'score = rules.score("1122m77p888sEECC", "8s")',
        "[one.fan.zh for one in score.fans], score.tile_points, score.total",
        'kong = KongPaid(0, "3m", "added kong")',
        "result = DealResult([Win(0, 7, payer=1, order=1)], kongs=[kong])",
        "print(rules.settle(result).explain())",
    ),
    declaring=(
        "A hand is declared with a discard. What is left must be one tile from winning, and some "
        "tile that it waits for must be worth 6 points or more and not lie face up four times. "
        "`rules.readiness` answers for any hand before its draw, as if nothing lay there. Melds "
        "are in brackets, concealed kongs in braces."
    ),
    conditions=(
        (
            "wanted_live",
            "a waited tile of 6 points or more, not all of which lie face up",
            "67m456p345s88s789p",
            "34m456p345s88s789p",
        ),
        (
            "ready",
            "one more tile completes the hand",
            "1122m5566p88sEEC",
            "1122m5566p8sEE1s2s",
        ),
    ),
    hands=(
        ("234m456p345s88s89p", {}),
        ("234m456p345s789pE", {}),
        ("12m456p345s88s789p", {}),
        ("[222m]{3333p}67s99s678p", {}),
        ("19m19p19sESWNCFP", {}),
        ("34m456p345s88s789p", {"preset": "tuidaohu"}),
    ),
    paying=(
        "H is the total of the hand: its type and the points of the winning tile. B is 5, and due "
        "between the dealer and a winner. The dealer gets H + B from each for a discard and twice "
        "that by self-draw. Another winner gets 2 (H + B) from the dealer and 2 H from the others "
        "by self-draw, and H from each for a discard, the dealer adding B for an own discard "
        "only. Where the discarder has not declared, it pays all of this alone. If somebody wins, "
        "every kong is paid too: the points of its tile by each other seat, twice if concealed. A "
        "discarder that has not declared pays those of the others alone as well, and its own are "
        "void. Then `coins = points · N − A` for every seat."
    ),
    open_points=(
        ("Which game it is", _WHICH),
        ("Declaring and winning", _READY),
        ("Kongs", _KONGS),
        ("The end of the wall", _WALL),
        ("Who deals, who wins", _DEALER),
        ("Points", _POINTS),
        ("Wildcards", _WILD),
        ("山西推倒胡", _TUIDAOHU),
        ("Coins and leaving", _COINS),
    ),
)
