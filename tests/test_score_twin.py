"""The slow judge of the fans against published hands, another library and its own plain sweeps."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest
import score_twin as twin
from score_data import (
    mcr_hands,
    random_win,
    reported_hands,
    reported_shapes,
    wild_hands,
)
from score_twin import GUOBIAO, HUANLE, QQ, Answer, Options, Win

MCR_HANDS = {row.id: row for row in mcr_hands()}


def scored(hand: str, win: str, options: Options = HUANLE, **context) -> Answer:
    answer = twin.score_wild(Win.parse(hand, win, options=options, **context), options)
    assert answer is not None
    return answer


def row_score(row, options: Options) -> Answer:
    answer = twin.score(Win.parse(row.hand, row.win, **row.context), options)
    assert answer is not None
    return answer


# ---- published hands ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "options"), [("guobiao", GUOBIAO), ("qq", QQ), ("huanle", HUANLE)]
)
def test_published_hands_have_their_total(variant, options):
    wrong = [
        (row.id, total, row.totals[variant])
        for row in MCR_HANDS.values()
        if (total := row_score(row, options).total) != row.totals[variant]
    ]
    assert len(MCR_HANDS) == 400
    assert not wrong


def test_published_lists_are_among_the_best_lists():
    for row in MCR_HANDS.values():
        lists = row_score(row, GUOBIAO).lists
        assert row.fans in lists, row.id
        if row.other_list:
            assert row.other_list in lists, row.id


def test_hands_that_engines_got_wrong():
    rows = reported_hands()
    assert len(rows) == 19
    for row in rows:
        answer = row_score(row, GUOBIAO)
        assert answer.total == row.total, row.id
        assert row.fans in answer.lists, row.id


def test_wins_that_engines_got_wrong():
    rows = reported_shapes()
    assert len(rows) == 8
    for row in rows:
        win = Win.parse(row.hand, row.win or "*")
        counts = tuple(win.tiles.count(kind) for kind in twin.KINDS)
        wild = win.wild + (row.win is not None)
        assert twin.is_complete(counts, wild, row.melds, None, HUANLE) is row.wins, row.id
        if row.basic_form is not None:
            assert (next(twin.standard_faces(counts, wild), None) is not None) is row.basic_form, (
                row.id
            )
        if row.seven_pairs is not None:
            pairs = sum(count % 2 for count in counts) <= wild and not row.melds
            assert pairs is row.seven_pairs, row.id


def test_published_hands_with_wildcards():
    rows = wild_hands()
    assert len(rows) == 192
    for row in rows:
        answer = scored(row.hand, row.win, wild=row.wild, **row.context)
        assert answer.total == row.total, row.id
        lists = [{name: twin.VALUES[name] * n for name, n in fans.items()} for fans in answer.lists]
        assert row.points in lists, row.id
        faces = tuple(sorted(twin.NAMES.index(face) for face in row.faces))
        assert faces in [found for found, _ in answer.ways], row.id


# ---- another library ------------------------------------------------------------------------

PEER_TILES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)]
PEER_TILES += [*(f"F{i}" for i in range(1, 5)), *(f"J{i}" for i in range(1, 4))]
PEER_NAMES = {"独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单钓将"}


def peer_score(peer, win: Win) -> tuple[int, dict[str, int]]:
    sorts = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}
    packs = tuple(
        (sorts[meld.sort], PEER_TILES[meld.kind + (meld.sort == "chow")], int(meld.exposed))
        for meld in win.melds
    )
    fans = peer.MahjongFanCalculator(
        pack=packs,
        hand=tuple(PEER_TILES[kind] for kind in win.tiles),
        winTile=PEER_TILES[win.win],
        flowerCount=win.flowers,
        isSelfDrawn=win.self_draw,
        is4thTile=win.last_copy,
        isAboutKong=win.replacement or win.robbing,
        isWallLast=win.last_tile,
        seatWind=win.seat_wind - 27,
        prevalentWind=win.round_wind - 27,
        verbose=True,
    )
    total = sum(points * count for points, count, *_ in fans)
    return total, {PEER_NAMES.get(name, name): count for _, count, name, *_ in fans}


def check_against_peer(seed: int, hands: int) -> None:
    peer = pytest.importorskip("MahjongGB")
    rng = random.Random(seed)
    for _ in range(hands):
        win = random_win(rng)
        answer = twin.score(win, GUOBIAO)
        total, fans = peer_score(peer, win)
        assert answer is not None
        assert answer.total == total, (win.spelled(), answer.lists, fans)
        assert fans in answer.lists, (win.spelled(), answer.lists, fans)


def test_random_hands_against_pymahjonggb():
    check_against_peer(seed=1, hands=3000)


@pytest.mark.slow
def test_many_random_hands_against_pymahjonggb():
    check_against_peer(seed=2, hands=200_000)


# ---- wildcards by the plainest sweep --------------------------------------------------------


def flat_completions(counts: tuple[int, ...], wild: int, melds: int) -> set[tuple[int, ...]]:
    """Every multiset of the 34 faces, each one tried."""
    return {
        faces
        for faces in combinations_with_replacement(twin.KINDS, wild)
        if any(twin.readings(twin._more(counts, faces), melds))
    }


@pytest.mark.parametrize(("wild", "hands"), [(1, 300), (2, 60), (3, 6)])
def test_completions_are_those_of_the_flat_sweep(wild, hands):
    rng = random.Random(wild)
    for i in range(hands):
        win = random_win(rng, wild)
        tiles = [*win.tiles, *([] if win.win is None else [win.win])]
        if tiles and i % 3 == 0:  # mostly no win any more
            tiles[rng.randrange(len(tiles))] = rng.randrange(34)
        counts = tuple(tiles.count(kind) for kind in twin.KINDS)
        if max(counts) > 4:
            continue
        melds = len(win.melds)
        flat = flat_completions(counts, wild, melds)
        assert twin.completions(counts, wild, melds, None, HUANLE) == flat
        assert twin.is_complete(counts, wild, melds, None, HUANLE) == bool(flat)
        barred = replace(HUANLE, caishen_fifth_copy=False)
        few = {faces for faces in flat if max(twin._more(counts, faces)) <= 4}
        assert twin.completions(counts, wild, melds, None, barred) == few
        assert twin.is_complete(counts, wild, melds, None, barred) == bool(few)


@pytest.mark.parametrize("wild", [1, 2, 3, 4])
def test_more_freedom_never_scores_less(wild):
    rng = random.Random(100 + wild)
    barred = replace(HUANLE, caishen_fifth_copy=False)
    standard = replace(HUANLE, caishen_special_hands=False)
    for _ in range(40 // wild):
        win = random_win(rng, wild)
        best = twin.score_wild(win, HUANLE)
        assert best is not None
        for options in (barred, standard):
            less = twin.score_wild(win, options)
            # fewer ways to win can leave a single wait, which is worth one
            assert less is None or less.total <= best.total + 1, win.spelled()


@pytest.mark.parametrize("wild", [0, 1, 3])
def test_a_win_is_read_back_from_its_text(wild):
    rng = random.Random(wild)
    for _ in range(100):
        win = random_win(rng, wild)
        hand, tile, context = win.spelled()
        assert Win.parse(hand, tile, **context) == win


# ---- options of the table -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "change", "total"),
    [
        ("V200", {"formal_wait_counts_exhausted": False}, 9),
        ("V201", {"knitted_body_wait": False}, 16),
        ("V262", {"knitted_body_wait": False}, 17),  # its 3m is not a tile of the body
        ("V425", {"upper_lower_nested": "count"}, 41 + 12),
        ("V040", {"ming_an_gang": 6}, 29),
        ("V021", {"qing_yi_se_pairs": False}, MCR_HANDS["V021"].total - 24 + 1),  # 无字 instead
        ("V205", {"ming_gang_2": "alias"}, 98),
        ("V205", {"ming_gang_2": "stack"}, 99),
        ("V248", {"ming_gang_2": "stack"}, 23),
        ("V076", {"has_wu_cai_shen": True}, 2),
        ("V076", {"has_wu_cai_shen": True, "wu_fan_ignores": ("花牌", "无财神")}, 10),
        ("V003", {"exclusion_mode": "stated_only"}, 14 + 3),
        ("V005", {"exclusion_mode": "stated_only"}, 104 + 6 + 3),
    ],
)
def test_options_change_the_total(row, change, total):
    row = MCR_HANDS[row]
    answer = row_score(row, replace(GUOBIAO, **change))
    assert answer.total == total, answer.lists


def test_lacking_a_suit_read_literally():
    literal = replace(QQ, que_yi_men="at_most_two_suits")
    assert (
        scored("123m456m789m1155m", "5m", literal).total
        == scored("123m456m789m1155m", "5m", QQ).total
    )
    printed = replace(literal, exclusion_mode="stated_only")
    fans = scored("[123m][456m]789m1155m", "5m", printed).lists[0]
    assert fans["清一色"] == fans["缺一门"] == 1
    huanle = replace(printed, qing_yi_se_excludes_que_yi_men=True)
    assert "缺一门" not in scored("[123m][456m]789m1155m", "5m", huanle).lists[0]


# ---- 财神 -----------------------------------------------------------------------------------


def test_every_wildcard_as_itself_is_no_wildcard():
    hand = "[345p][678s]456m33s"
    assert scored(hand + "67m", "8m").lists[0]["无财神"] == 1
    assert scored(hand + "6m8m", "7m", wild="8m").lists[0]["无财神"] == 1
    assert scored(hand + "68m", "8m", wild="8m", self_draw=True).total > 0
    assert "无财神" not in scored(hand + "6mE", "7m", wild="E").lists[0]
    # one stands for itself, the other does not
    two = ("[345p][678s]456m68m8m3s", "7m")
    assert "无财神" not in scored(*two, wild="8m").lists[0]
    some = replace(HUANLE, wu_cai_shen_all=False)
    assert scored(*two, some, wild="8m").lists[0]["无财神"] == 1
    suit = replace(HUANLE, self_use="suit")
    assert scored(hand + "6m1m", "7m", suit, wild="1m").lists[0]["无财神"] == 1


def test_a_bare_hand_with_a_substitute_pays_chicken():
    answer = scored("[123m][345m]678p56sWE", "7s", wild="E")
    assert answer.lists[0] == {"无番和": 1}
    assert scored("[123m][345m]678p56sWW", "7s").lists[0] == {"无财神": 1}


def test_a_discarded_wildcard_counts_as_its_face():
    hand = "[345p][678s]456m33s67m"
    assert scored(hand, "8m", wild="8m").lists[0]["无财神"] == 1
    no = replace(HUANLE, caishen_ron="no")
    assert twin.score_wild(Win.parse(hand, "8m", wild="8m", options=no), no) is None
    free = replace(HUANLE, caishen_ron="wild")
    assert scored("[345p][678s]456m33sEE", "8m", free, wild="8m").total > 0
    assert twin.score_wild(Win.parse("[345p][678s]456m33s6m1p", "8m", wild="8m"), HUANLE) is None


def test_a_triplet_completed_by_a_discard_is_not_concealed():
    hand = "[123m][345m]666p88p9sE"
    drawn = scored(hand, "8p", wild="E", self_draw=True)
    assert drawn.lists[0]["双暗刻"] == 1
    assert "双暗刻" not in scored(hand, "8p", wild="E").lists[0]
    # the discarded 4m may be the chow's, the wildcard then completes 444m
    assert scored("[123p]44m56m999s22pE", "4m", wild="E").lists[0]["双暗刻"] == 1


def test_nine_gates_may_be_assigned():
    drawn = scored("1112345678999m", "E", wild="E", self_draw=True)
    assert "九莲宝灯" in drawn.lists[0]
    held = scored("1112345678E99m", "5m", wild="E")
    assert "九莲宝灯" in held.lists[0]
    natural = replace(HUANLE, caishen_nine_gates="natural")
    assert "九莲宝灯" not in scored("1112345678E99m", "5m", natural, wild="E").lists[0]


def test_a_wait_is_single_only_with_all_wildcards_free():
    assert "坎张" in scored("[123p][456s]CCC99p24m", "3m").lists[0]
    hand = "[123p][456s]CC99p24mE"  # 3m, or the wildcard fills the 3m and C or 9p is drawn
    assert "坎张" not in scored(hand, "3m", wild="E").lists[0]
    frozen = replace(HUANLE, caishen_wait="frozen")
    assert "坎张" in scored(hand, "3m", frozen, wild="E").lists[0]
    # a drawn wildcard may end the only wait
    assert "坎张" in scored("[123p][456s]CCC99p24m", "E", wild="E", self_draw=True).lists[0]


def test_melded_hand_on_a_lone_wildcard_has_no_single_wait():
    printed = replace(HUANLE, exclusion_mode="stated_only")
    for options in (HUANLE, printed):
        fans = scored("[123m][345m][678p][678s]E", "W", options, wild="E").lists[0]
        assert fans["全求人"] == 1
        assert "单钓将" not in fans
    drawn = scored("[123m][345m][678p][678s]E", "W", wild="E", self_draw=True).lists[0]
    assert "单钓将" not in drawn


def test_last_copy_is_proved_by_own_melds_and_needs_a_natural_tile():
    assert scored("[567p][555m]34m666pNF", "5m", wild="N").lists[0]["和绝张"] == 1
    drawn = scored("[567p][555m]34m666pFF", "N", wild="N", self_draw=True, last_copy=True)
    assert "和绝张" not in drawn.lists[0]


def test_tile_hogs_count_faces_and_each_kind_once():
    hand = "[123s][789p]444m9p56mE"
    assert scored(hand, "9p", wild="E").lists[0]["四归一"] == 1
    natural = replace(HUANLE, hog_counts_caishen=False)
    assert "四归一" not in scored(hand, "9p", natural, wild="E").lists[0]
    # six 9p are one hog
    win = Win.parse("[123s][456s]9999p***", "1s")
    faces = tuple(map(twin.NAMES.index, ("9p", "9p", "1s")))
    (hogs,) = {view.hogs for view in twin.views(win, HUANLE, faces, win.win, False)}
    assert hogs == 1


def test_fans_are_excluded_only_by_fans_above_them():
    names = list(twin.FANS)
    for name, row in twin.FANS.items():
        for other in row.stated + row.implied:
            if (name, other) != ("一色三节高", "一色三同顺"):  # six sets, so never in one hand
                assert names.index(other) > names.index(name), (name, other)
