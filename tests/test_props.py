"""Props at the table, rule by rule: who may use them and when, and what each does."""

from __future__ import annotations

import io
import pickle
import random
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queshen import RulesError
from queshen.actions import PASS, Action, Legal
from queshen.batch import Tables
from queshen.deal_result import WinFlag
from queshen.errors import TableError
from queshen.near_deals import near_deal
from queshen.prop_list import PROPS, props_of
from queshen.record import read_record, write_record
from queshen.rules import Rules, variant
from queshen.table import Table, play_deals
from queshen.tiles import KIND_COUNT, TILE_NAMES
from queshen.view import Told

QQ = variant("qq", props=True)
HUOPIN = variant("huopin", props=True)
GAMES = {"qq": QQ, "huopin": HUOPIN}

EXCHANGE = "prop exchange"
AT_RANDOM = "prop exchange at random"
WILDCARD = "prop wildcard"
THIRD = "prop third"
NEXT = "prop next"
ALL = {EXCHANGE, AT_RANDOM, WILDCARD, THIRD, NEXT}

# A hand that can neither claim a tile nor win on one; three of them fit beside most hands.
IDLE = "147m258p147sESWN"
# Ready for 中 alone.
READY = "123456789m999sC"
# Ready for 中 alone, and 2m can be made a kong of without changing that.
WITH_KONG = "2222m333m666p99sC"
# All wildcards where 9m is wild, and a hand beside them.
FOUR_WILD = "9999m222m333m369p"


def tiles(text: str) -> list[str]:
    """``123m5pE春`` as a list of tiles."""
    found: list[str] = []
    for digits, suit, letter in re.findall(r"([1-9]+)([mps])|(\S)", text):
        found += [digit + suit for digit in digits] if suit else [letter]
    return found


def kind(tile: str) -> int:
    return TILE_NAMES.index(tile)


def deal(rules: Rules, *hands: str, wall: str, **set_up: Any) -> Table:
    """A table with these hands, idle ones for the seats that are left out."""
    given = [*hands, *[IDLE] * (4 - len(hands))]
    return rules.table(hands=[tiles(hand) for hand in given], wall=tiles(wall), **set_up)


def legal(table: Table, seat: int) -> set[str]:
    return {str(action) for action in table.legal(seat)}


def use(table: Table, *acts: str) -> None:
    """Acts of the seat whose turn it is."""
    for act in acts:
        table.act(table.turn, act)


def discards(table: Table, *thrown: str) -> None:
    """Seats in turn discard these tiles, and nobody claims them."""
    for tile in thrown:
        table.act(table.turn, f"discard {tile}")
        while table.phase == "claim":
            table.step(PASS)


def concealed(table: Table, seat: int) -> Counter[str]:
    """The concealed tiles of a seat, wildcards under their own face."""
    hand = table.hand(seat)
    found = Counter({TILE_NAMES[at]: number for at, number in enumerate(hand.counts) if number})
    if hand.wild:
        assert table.wild is not None
        found[TILE_NAMES[table.wild]] += hand.wild
    return found


# ---- who may use them, and when -----------------------------------------------------------------


@pytest.mark.parametrize("game", ["huopin", "qq"])
def test_props_are_off_unless_the_option_says_so(game: str) -> None:
    table = variant(game).table(seed=5)
    assert variant(game).flow.props == ()
    assert not any(text.startswith("prop") for text in legal(table, 0))
    assert all(table.why_not(0, prop) for prop in ALL)


@pytest.mark.parametrize("game", ["huanle", "guobiao"])
def test_games_without_props_do_not_know_the_option(game: str) -> None:
    with pytest.raises(RulesError, match="props"):
        variant(game, props=True)


def test_a_game_offers_the_props_of_its_document() -> None:
    for game, rules in GAMES.items():
        table = rules.table(seed=5)
        at_table = [prop for prop in props_of(game) if prop.used == "table"]
        offered = {text for text in legal(table, 0) if text.startswith("prop")}
        assert offered == {str(prop.action) for prop in at_table}
        assert set(rules.flow.props) == {prop.flow for prop in at_table}
    assert WILDCARD not in legal(QQ.table(seed=5), 0)


def test_a_prop_is_used_in_the_own_turn() -> None:
    table = HUOPIN.table(seed=5)
    assert legal(table, 0) >= ALL
    for seat in (1, 2, 3):
        assert legal(table, seat) == {"pass"}
        assert all(not table.can(seat, prop) for prop in ALL)


def test_a_prop_is_used_before_the_discard_and_not_while_a_tile_lies_open() -> None:
    table = deal(QQ, IDLE, "55m258p147s369sCC", wall="5m 9p9p9p9p")
    table.act(0, "discard 5m")
    assert table.phase == "claim"
    assert legal(table, 0) == {"pass"} and legal(table, 1) == {"pung", "pass"}
    with pytest.raises(TableError):
        table.act(0, NEXT)


def test_a_prop_may_be_used_after_a_claim_too_as_it_is_the_own_turn() -> None:
    table = deal(QQ, IDLE, "55m258p147s369sCC", wall="5m 9p9p9p9p")
    table.act(0, "discard 5m")
    table.act(1, "pung")
    assert table.turn == 1 and {EXCHANGE, NEXT} <= legal(table, 1)
    use(table, EXCHANGE, "tile 2p", "kind 9p")
    assert concealed(table, 1) == Counter(tiles("58p147s369sCC9p"))


def test_after_a_claim_a_prop_opens_a_win_and_no_kong() -> None:
    wall = "5m 9p9p9p 6p 3s3s3s"
    table = deal(QQ, IDLE, "55m222m333m666p9s6s", wall=wall)
    table.act(0, "discard 5m")
    table.act(1, "pung")
    assert not any("kong" in text for text in legal(table, 1))
    use(table, EXCHANGE, "tile 6s", "kind 6p")
    assert concealed(table, 1)["6p"] == 4
    assert not any("kong" in text or text == "win" for text in legal(table, 1))
    table = deal(QQ, IDLE, "55m222m333m666p9s6s", wall="5m 9p9p9p 9s 3s3s3s")
    table.act(0, "discard 5m")
    table.act(1, "pung")
    assert "win" not in legal(table, 1)
    use(table, EXCHANGE, "tile 6s", "kind 9s", "win")
    assert table.result is not None
    assert table.result.wins[0].self_draw and table.result.wins[0].flags == WinFlag(0)


def test_a_prop_that_was_begun_is_carried_through() -> None:
    table = HUOPIN.table(seed=5)
    use(table, EXCHANGE)
    assert all(text.startswith("tile") for text in legal(table, 0))
    use(table, min(legal(table, 0)))
    assert all(text.startswith("kind") for text in legal(table, 0))
    assert len(legal(table, 0)) == KIND_COUNT


def test_each_prop_is_used_once_by_each_seat() -> None:
    table = deal(QQ, IDLE, wall="9m 8m8m8m8m 3s3s3s3s 6s6s6s6s")
    use(table, NEXT)
    assert NEXT not in legal(table, 0) and {EXCHANGE, AT_RANDOM, THIRD} <= legal(table, 0)
    use(table, THIRD, "kind 6s")
    assert THIRD not in legal(table, 0)
    discards(table, "9m")
    assert {NEXT, THIRD} <= legal(table, 1)
    discards(table, "8m", "8m", "8m")
    assert table.turn == 0 and not {NEXT, THIRD} & legal(table, 0)
    assert {EXCHANGE, AT_RANDOM} <= legal(table, 0)


def test_the_option_allows_more_uses() -> None:
    table = QQ.replace(props_per_deal=2).table(seed=5)
    use(table, NEXT)
    assert NEXT in legal(table, 0)
    use(table, NEXT)
    assert NEXT not in legal(table, 0)


def test_the_next_deal_begins_without_any_use() -> None:
    table = QQ.table(seed=5)
    use(table, NEXT)
    again = QQ.table(seed=5)
    assert NEXT in legal(again, 0) and again.told(0) == {}


def test_no_prop_can_be_used_when_the_wall_is_empty() -> None:
    table = deal(QQ, READY, wall="9m")
    assert table.wall_left == 0
    assert not any(text.startswith("prop") for text in legal(table, 0))


# ---- 偷天换日 -----------------------------------------------------------------------------------


def test_偷天换日_takes_any_tile_of_the_hand_for_any_kind() -> None:
    table = deal(QQ, IDLE, wall="9m 8m8m8m8m 3s3s3s3s")
    use(table, EXCHANGE)
    assert legal(table, 0) == {f"tile {tile}" for tile in tiles(IDLE + "9m")}
    use(table, "tile E", "kind 3s")
    assert concealed(table, 0) == Counter(tiles("147m258p147sSWN9m3s"))


def test_偷天换日_takes_the_first_copy_from_the_head_and_the_old_tile_takes_its_place() -> None:
    table = deal(QQ, IDLE, wall="9m 8m8m 3s 8m 3s3s 6s6s6s")
    use(table, EXCHANGE, "tile E", "kind 3s")
    assert table.wall_left == 9
    discards(table, "9m", "8m", "8m")
    assert table.turn == 3 and concealed(table, 3) == Counter(tiles(IDLE + "E"))
    discards(table, "E")
    discards(table, "8m")
    assert concealed(table, 1) == Counter(tiles(IDLE + "3s")), "the others lie where they lay"


def test_偷天换日_may_take_a_wildcard_away_and_bring_one() -> None:
    table = deal(HUOPIN, "9m23m258p369s3sESC", wall="6p 8m 6p6p 9m 6p 6s6s6s")
    assert table.wild == kind("9m") and table.hand(0).wild == 1
    use(table, EXCHANGE, "tile 9m", "kind 6s")
    assert table.hand(0).wild == 0 and table.hand(0).counts[kind("6s")] == 2
    other = deal(HUOPIN, "9m23m258p369s3sESC", wall="6p 8m 6p6p 9m 6p 6s6s6s")
    use(other, EXCHANGE, "tile C", "kind 9m")
    assert other.hand(0).wild == 2 and other.hand(0).counts[kind("9m")] == 0


def test_a_hand_that_becomes_complete_wins_by_a_plain_self_draw() -> None:
    table = deal(QQ, READY, wall="9m 8m8m C 8m 3s3s3s3s")
    assert "win" not in legal(table, 0)
    use(table, EXCHANGE, "tile 9m", "kind C")
    assert "win" in legal(table, 0)
    table.act(0, "win")
    assert table.result is not None
    (win,) = table.result.wins
    assert win.self_draw and win.flags == WinFlag(0) and win.tile == kind("C")
    assert win.fan == QQ.score(READY, "C", self_draw=True).total


def test_a_tile_that_does_not_complete_the_hand_gives_no_win() -> None:
    table = deal(QQ, READY, wall="9m 8m8m 9s 8m 3s3s3s3s")
    use(table, EXCHANGE, "tile 9m", "kind 8m")
    assert "win" not in legal(table, 0) and "discard 8m" in legal(table, 0)


def test_a_complete_hand_that_gives_a_tile_away_is_none_any_more() -> None:
    table = deal(QQ, READY, wall="C 8m8m 3s3s3s3s")
    assert "win" in legal(table, 0)
    use(table, EXCHANGE, "tile C", "kind 8m")
    assert "win" not in legal(table, 0)


def test_a_win_after_it_is_not_杠上开花_though_the_turn_began_with_a_kong() -> None:
    table = deal(QQ, WITH_KONG, wall="C 3s3s C 6s 8p")
    use(table, "concealed kong 2m")
    assert "win" not in legal(table, 0)
    use(table, EXCHANGE, "tile 8p", "kind C", "win")
    assert table.result is not None
    (win,) = table.result.wins
    assert win.self_draw and win.flags == WinFlag(0)


# ---- a kind that is gone ------------------------------------------------------------------------


def test_a_kind_that_the_wall_does_not_hold_is_refused_and_the_prop_is_not_used_up() -> None:
    table = deal(QQ, IDLE, wall="9m 8m8m8m8m 3s3s3s3s 6s6s")
    before = legal(table, 0), table.hand(0), table.wall_left
    use(table, EXCHANGE, "tile E", "kind C")
    assert (legal(table, 0) | {EXCHANGE}, table.hand(0), table.wall_left) == before
    discards(table, "9m", "8m", "8m", "8m")
    use(table, EXCHANGE, "tile E", "kind 3s")
    assert table.hand(0).counts[kind("3s")] == 1
    discards(table, "8m", "E", "3s", "3s")
    assert EXCHANGE not in legal(table, 0) and NEXT in legal(table, 0)


def test_a_refused_prop_cannot_be_begun_again_in_the_same_turn() -> None:
    table = deal(QQ, IDLE, wall="9m 8m8m8m8m 3s3s3s3s")
    use(table, EXCHANGE, "tile E", "kind C")
    assert EXCHANGE not in legal(table, 0) and {AT_RANDOM, THIRD, NEXT} <= legal(table, 0)
    use(table, AT_RANDOM, "tile E")
    assert EXCHANGE not in legal(table, 0)
    discards(table, "9m")
    assert EXCHANGE in legal(table, 1)


def test_what_may_be_chosen_does_not_tell_what_the_wall_holds() -> None:
    masks = []
    for wall in ("9m 8m8m8m8m", "9m 3s3s3s3s", "9m CCCC"):
        table = deal(QQ, IDLE, wall=wall)
        use(table, EXCHANGE, "tile E")
        chosen = table.legal(0)
        table.undo(2)
        use(table, THIRD)
        assert table.legal(0) == chosen
        masks.append(chosen)
    every = [Action.parse(f"kind {tile}") for tile in TILE_NAMES[:KIND_COUNT]]
    assert masks == [Legal(sum(1 << action for action in every))] * 3


def test_what_brings_no_tile_leaves_a_win_and_its_flags() -> None:
    table = deal(QQ, "2222m333m666p999s", wall="C 3s3s C")
    use(table, "concealed kong 2m")
    assert "win" in legal(table, 0)
    use(table, EXCHANGE, "tile C", "kind P", NEXT, THIRD, "kind C", "win")
    assert table.result is not None
    assert table.result.wins[0].flags == WinFlag.REPLACEMENT


# ---- 移花接木 -----------------------------------------------------------------------------------


def test_移花接木_asks_for_the_tile_alone() -> None:
    table = deal(QQ, IDLE, wall="9m 8m8m8m8m")
    use(table, AT_RANDOM)
    assert legal(table, 0) == {f"tile {tile}" for tile in tiles(IDLE + "9m")}
    use(table, "tile E")
    assert concealed(table, 0) == Counter(tiles("147m258p147sSWN9m8m"))
    assert AT_RANDOM not in legal(table, 0)


def test_移花接木_leaves_the_old_tile_where_the_new_one_lay() -> None:
    table = deal(QQ, IDLE, wall="9m 8m 3s 6s 9p")
    use(table, AT_RANDOM, "tile E")
    (new,) = concealed(table, 0) - Counter(tiles("147m258p147sSWN9m"))
    order = [tile if tile != new else "E" for tile in ("8m", "3s", "6s", "9p")]
    discards(table, "9m")
    for tile in order[:3]:
        assert concealed(table, table.turn) == Counter(tiles(IDLE + tile))
        discards(table, tile)
    assert concealed(table, 0)[order[3]] >= 1


def test_移花接木_never_brings_a_flower() -> None:
    for seed in range(50):
        table = QQ.table(seed=seed)
        use(table, AT_RANDOM)
        use(table, min(legal(table, 0)))
        assert table.hand(0).size == 14


def test_移花接木_is_refused_where_the_wall_has_flowers_alone() -> None:
    table = deal(QQ, IDLE, wall="9m 春夏秋冬8m")
    use(table, AT_RANDOM, "tile E")
    assert concealed(table, 0) == Counter(tiles("147m258p147sSWN9m8m"))
    flowers = deal(QQ, IDLE, wall="9m 春夏秋")
    before = flowers.hand(0)
    use(flowers, AT_RANDOM, "tile E")
    assert flowers.hand(0) == before and flowers.wall_left == 3


def test_移花接木_may_complete_the_hand() -> None:
    table = deal(QQ, READY, wall="9m CCC")
    use(table, AT_RANDOM, "tile 9m", "win")
    assert table.result is not None
    assert table.result.wins[0].self_draw and table.result.wins[0].flags == WinFlag(0)


def test_移花接木_may_bring_any_kind() -> None:
    came: set[str] = set()
    for seed in range(400):
        table = QQ.table(seed=seed)
        before = concealed(table, 0)
        use(table, AT_RANDOM, f"tile {max(before)}")
        came |= set(concealed(table, 0) - before)
    assert came == set(TILE_NAMES[:KIND_COUNT])


def test_移花接木_follows_from_the_tiles_however_they_were_given() -> None:
    """Two tables with the same tiles and acts, and so with one digest, go on alike."""
    for seed in range(20):
        by_seed = QQ.table(seed=seed)
        by_wall = QQ.table(wall=near_deal(QQ, seed, {}))
        assert by_seed.digest() == by_wall.digest()
        tile = min(concealed(by_seed, 0))
        use(by_seed, AT_RANDOM, f"tile {tile}")
        use(by_wall, AT_RANDOM, f"tile {tile}")
        assert by_seed.hand(0) == by_wall.hand(0)


def test_移花接木_does_not_always_take_the_same_place_of_a_wall_that_was_given() -> None:
    wall, places = tiles("23568m134679p23s"), set()
    for seed in range(30):
        random.Random(seed).shuffle(wall)
        table = deal(QQ, IDLE, wall="9m" + "".join(wall))
        use(table, AT_RANDOM, "tile E")
        (new,) = concealed(table, 0) - Counter(tiles(IDLE + "9m"))
        places.add(wall.index(new))
    assert len(places) > 5


# ---- 财神到 -------------------------------------------------------------------------------------


def test_财神到_takes_a_wildcard_from_the_live_wall() -> None:
    table = deal(HUOPIN, IDLE, wall="6p 8m 6p 9m 6p 9m 6p 3s3s3s")
    assert table.hand(0).wild == 0
    use(table, WILDCARD)
    assert legal(table, 0) == {f"tile {tile}" for tile in tiles(IDLE + "6p")}
    use(table, "tile E")
    assert table.hand(0).wild == 1 and table.hand(0).counts[kind("E")] == 0
    discards(table, "6p", "6p")
    assert concealed(table, 2) == Counter(tiles(IDLE + "E")), "in the place of the first 9m"


def test_财神到_changes_natural_tiles_only() -> None:
    table = deal(HUOPIN, FOUR_WILD, wall="C 8m 6p6p6p 6s6s6s")
    use(table, WILDCARD)
    assert legal(table, 0) == {f"tile {tile}" for tile in tiles("23m369pC")}


def test_财神到_is_not_offered_to_a_hand_of_wildcards_alone() -> None:
    table = deal(HUOPIN, "2222m3333m5555m9m", wall="C 8m 6p6p6p6p 9m CCC")
    for tile in ("2m", "3m", "5m", "C"):
        table.act(0, f"concealed kong {tile}")
    assert table.hand(0).wild == 2 and not any(table.hand(0).counts)
    assert WILDCARD not in legal(table, 0) and EXCHANGE in legal(table, 0)


def test_财神到_makes_a_fifth_wildcard_where_the_wall_has_none() -> None:
    table = deal(HUOPIN, FOUR_WILD, wall="C 8m 6p6p6p 6s6s6s")
    assert table.hand(0).wild == 4
    before = table.digest()
    use(table, WILDCARD, "tile C")
    assert table.hand(0).wild == 5 and table.hand(0).counts[kind("C")] == 0
    assert table.wall_left == 6 and WILDCARD not in legal(table, 0) and table.digest() != before
    discards(table, "9m")
    assert concealed(table, 1) == Counter(tiles(IDLE + "6p")), "the wall is as it was"


def test_a_hand_with_five_wildcards_wins_and_is_scored_with_them() -> None:
    table = deal(HUOPIN, FOUR_WILD, wall="C 8m 6p6p6p 6s6s6s")
    use(table, WILDCARD, "tile C", "win")
    assert table.result is not None
    (win,) = table.result.wins
    assert table.result.hands[0].wild == 5 and win.flags == WinFlag(0) and win.self_draw
    score = HUOPIN.score("****222m333m369p", "*", self_draw=True, wild="9m")
    assert win.fan == score.total


def test_five_wildcards_in_the_river_can_still_be_asked_about() -> None:
    drawn = "6p6p6p 6s6s6s 8s8s8s8s 9s9s9s9s"
    table = deal(HUOPIN, FOUR_WILD, wall=f"C 8m {drawn} 5m5m5m 6m6m6m")
    use(table, WILDCARD, "tile C")
    while sum(discarded == kind("9m") for _, discarded, _ in table.river) < 5:
        drew = table.view(table.turn).drawn
        discards(table, "9m" if table.turn == 0 or drew is None else TILE_NAMES[drew])
    for seat in range(4):
        view = table.view(seat)
        ask = view.hand.discards if view.hand.size == 14 else view.hand.useful
        assert ask(visible=view.visible)


def test_a_tile_that_was_changed_is_told_as_such() -> None:
    table = deal(HUOPIN, FOUR_WILD, wall="C 8m 6p6p6p 6s6s6s")
    assert table.changed(0) == 0
    use(table, WILDCARD, "tile C")
    assert [table.changed(seat) for seat in range(4)] == [1, 0, 0, 0]
    drawn = deal(HUOPIN, IDLE, wall="6p 8m 6p 9m 6p 3s3s3s")
    use(drawn, WILDCARD, "tile E")
    assert drawn.changed(0) == 0, "it lay in the wall"


def test_财神到_needs_a_kind_that_is_wild() -> None:
    rules = HUOPIN.replace(indicator_flower="no_caishen")
    table = deal(rules, IDLE, wall="6p 春 6p6p6p 3s3s3s")
    assert table.wild is None
    assert WILDCARD not in legal(table, 0) and EXCHANGE in legal(table, 0)


# ---- 千里眼, 顺风耳 -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wall", "third"),
    [
        ("C 8m8m 3s3s 6s6s", 1),
        ("8m C 8m 3s3s 6s6s", 1),
        ("8m8m C 3s 6s6s", 2),
        ("8m8m 3s C 6s6s", 2),
        ("8m8m 3s3s C 6s", 3),
        ("8m8m 3s3s6s C", 3),
        ("8m C C C 3s C", 1),
        ("8m8m 3s3s 6s6s", 0),
        ("C", 1),
        ("8m8m C", 3),
    ],
)
def test_千里眼_tells_the_third_of_the_next_tile_of_a_kind(wall: str, third: int) -> None:
    table = deal(QQ, IDLE, wall=f"9m {wall}")
    use(table, THIRD, "kind C")
    assert table.told(0) == {"kind": kind("C"), "third": third}
    assert THIRD not in legal(table, 0), "also where none is left, which is an answer"


@pytest.mark.parametrize("tile", ["8m", "C", "春"])
def test_顺风耳_tells_the_next_tile_of_the_wall(tile: str) -> None:
    table = deal(QQ, IDLE, wall=f"9m {tile} 3s3s 6s6s")
    use(table, NEXT)
    assert table.told(0) == {"next": kind(tile)} and table.wall_left == 5
    table.act(0, "discard 9m")
    drawn = [tile_ for what, seat, tile_, _ in table.events if what in ("draw", "flower")]
    assert drawn[0] == kind(tile)


def test_telling_props_change_nothing_on_the_table() -> None:
    table = HUOPIN.table(seed=9)
    before = [table.hand(seat) for seat in range(4)], table.wall_left, legal(table, 0)
    use(table, NEXT, THIRD, "kind 5m")
    after = [table.hand(seat) for seat in range(4)], table.wall_left, legal(table, 0)
    assert after == (*before[:2], before[2] - {NEXT, THIRD})


def test_only_the_view_of_the_seat_tells_what_it_was_told() -> None:
    table = deal(QQ, IDLE, wall="9m 8m8m8m8m 3s3s3s3s")
    others = [table.view(seat) for seat in (1, 2, 3)]
    use(table, NEXT, THIRD, "kind 3s")
    assert table.view(0).told == Told(kind=kind("3s"), third=2, next=kind("8m"))
    assert [table.view(seat) for seat in (1, 2, 3)] == others
    discards(table, "9m")
    assert table.view(0).told == Told(kind=kind("3s"), third=2, next=kind("8m"))
    assert all(table.view(seat).told == Told() for seat in (1, 2, 3))


def test_other_views_do_not_show_an_exchange() -> None:
    for acts in ((EXCHANGE, "tile E", "kind 3s"), (AT_RANDOM, "tile E")):
        table = deal(QQ, IDLE, wall="9m 8m8m8m8m 3s3s3s3s")
        others = [table.view(seat) for seat in (1, 2, 3)]
        for act in acts:
            table.act(0, act)
            assert [table.view(seat) for seat in (1, 2, 3)] == others


def test_a_view_with_what_was_told_is_a_plain_value() -> None:
    table = HUOPIN.table(seed=9)
    use(table, NEXT)
    view = table.view(0)
    assert pickle.loads(pickle.dumps(view)) == view and hash(view.told) == hash(Told(*view.told))


@pytest.mark.parametrize("acts", [(NEXT,), (THIRD, "kind C"), (EXCHANGE, "tile E", "kind C")])
def test_a_prop_that_brings_no_tile_leaves_the_drawn_one_apart(acts: tuple[str, ...]) -> None:
    table = deal(QQ, IDLE, wall="9m 8m8m8m8m 3s3s3s3s")
    discards(table, "9m")
    assert table.view(1).drawn == kind("8m")
    use(table, *acts)
    assert table.view(1).drawn == kind("8m")


def test_the_tile_that_a_prop_brings_is_the_drawn_one() -> None:
    table = deal(QQ, IDLE, wall="9m 8m8m8m8m 3s3s3s3s")
    discards(table, "9m")
    use(table, EXCHANGE, "tile E", "kind 3s")
    assert table.view(1).drawn == kind("3s")
    assert table.view(0).drawn is None


def test_events_tell_each_step_of_a_prop_and_the_tile_that_came() -> None:
    table = deal(QQ, IDLE, wall="9m 8m8m8m8m 3s3s3s3s")
    use(table, EXCHANGE, "tile E", "kind 3s")
    assert [event[:3] for event in table.events] == [
        ("prop", 0, None),
        ("prop", 0, kind("E")),
        ("prop", 0, kind("3s")),
        ("draw", 0, kind("3s")),
    ]


# ---- the same deal again ------------------------------------------------------------------------


def played(rules: Rules, seed: int, wins: bool = True) -> Table:
    """A deal of players who use every prop that they can, in a random way."""
    table, rng = rules.table(seed=seed), random.Random(seed)
    while not table.done:
        choices = [str(action) for action in table.legal(table.to_act[0])]
        if not wins and len(choices) > 1:
            choices = [text for text in choices if text != "win"]
        props = [text for text in choices if text.startswith("prop")]
        table.step(rng.choice(props or choices))
    return table


@pytest.mark.parametrize("game", GAMES)
def test_undo_takes_props_back(game: str) -> None:
    table = played(GAMES[game], 3)
    states = []
    for number in range(len(table.log)):
        again = GAMES[game].table(seed=3)
        for seat, action in table.log[:number]:
            again.act(seat, action)
        states.append((again.digest(), again.told(0), again.view(1)))
    for number in reversed(range(len(table.log))):
        table.undo()
        assert (table.digest(), table.told(0), table.view(1)) == states[number]


@pytest.mark.parametrize("game", GAMES)
def test_pickles_bytes_and_clones_repeat_props(game: str) -> None:
    for seed in range(5):
        table = played(GAMES[game], seed)
        for again in (
            pickle.loads(pickle.dumps(table)),
            Table.from_bytes(table.to_bytes()),
            table.clone(),
        ):
            assert again == table and again.digest() == table.digest()
            assert [again.told(seat) for seat in range(4)] == [
                table.told(seat) for seat in range(4)
            ]
            assert again.result == table.result


@pytest.mark.parametrize("game", GAMES)
def test_a_record_repeats_props(game: str) -> None:
    for seed in range(5):
        table = played(GAMES[game], seed)
        file = io.StringIO()
        write_record(table, file)
        assert '"a":"prop next"' in file.getvalue()
        again = read_record(file.getvalue().splitlines()).replay()
        assert again.log == table.log and again.digest() == table.digest()
        assert again.told(0) == table.told(0) and again.result == table.result


def test_a_clone_in_the_middle_of_a_prop_goes_on_alike() -> None:
    table = HUOPIN.table(seed=4)
    use(table, AT_RANDOM)
    other = table.clone()
    act = max(legal(table, 0))
    for each in (table, other):
        use(each, act)
    assert table.digest() == other.digest()


# ---- laws ---------------------------------------------------------------------------------------


def tiles_on(table: Table) -> Counter[str]:
    """Every tile of a deal whose wall is empty."""
    found: Counter[str] = Counter()
    for seat in range(4):
        found += concealed(table, seat)
        found.update(TILE_NAMES[each] for each in table.flowers(seat))
        for meld in table.melds(seat):
            found.update(TILE_NAMES[each] for each in meld.kinds)
    found.update(TILE_NAMES[each] for _, each, claimed in table.river if claimed is None)
    if table.indicator is not None:
        found[TILE_NAMES[table.indicator]] += 1
    return found


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**64 - 1))
def test_props_neither_make_nor_lose_tiles(game: str, seed: int) -> None:
    rules = GAMES[game]
    table = played(rules, seed, wins=False)
    assert table.wall_left == 0 and table.result is not None and table.result.drawn
    every = Counter(dict(zip(TILE_NAMES, rules.flow.copies, strict=True)))
    if rules is HUOPIN:  # flowers that were turned before the indicator belong to nobody
        turned = [tile for tile in TILE_NAMES[KIND_COUNT:] if tile not in tiles_on(table)]
        every.subtract(turned)
    found = tiles_on(table)
    more, less = found - every, every - found
    if table.wild is None:
        assert not more and not less
    else:  # tiles that 财神到 made wildcards
        assert set(more) <= {TILE_NAMES[table.wild]} and more.total() == less.total()
        assert more.total() <= 4


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**64 - 1), st.integers(1, 3))
def test_somebody_can_always_act_and_play_at_random_ends(game: str, seed: int, uses: int) -> None:
    rules = GAMES[game].replace(props_per_deal=uses)
    table, rng = rules.table(seed=seed), random.Random(seed)
    for _ in range(3000):
        if table.done:
            break
        seat = table.to_act[0]
        choices = list(table.legal(seat))
        assert choices
        table.act(seat, rng.choice(choices))
    assert table.done and table.events[-1][0] in ("win", "end")
    used = Counter(
        (seat, str(action)) for seat, action in table.log if str(action) in (WILDCARD, THIRD, NEXT)
    )
    assert max(used.values(), default=0) <= uses


@pytest.mark.parametrize("game", GAMES)
def test_native_players_play_deals_with_props_to_their_ends(game: str) -> None:
    rows = play_deals(GAMES[game], ["random", "greedy", "random", "random"], 5, 0, 300)
    assert (rows["acts"] > 0).all() and len(rows) == 300
    again = play_deals(GAMES[game], ["random", "greedy", "random", "random"], 5, 0, 300)
    assert (rows == again).all()


def test_batches_of_tables_offer_props() -> None:
    tables = Tables(HUOPIN, 8, seeds=1)
    first = [Action.parse(EXCHANGE) in tables.legal(table) for table in range(8)]
    assert all(first)
    tables.step(np.full(8, int(Action.parse(EXCHANGE))))
    assert all(str(action).startswith("tile") for action in tables.legal(0))


# ---- the list -----------------------------------------------------------------------------------


def test_the_documents_list_these_props() -> None:
    def names(game: str) -> list[str]:
        return [prop.zh for prop in props_of(game)]

    assert names("huopin") == ["乾坤大挪移", "偷天换日", "移花接木", "千里眼", "顺风耳", "财神到"]
    assert names("QQ麻将") == [
        "乾坤大挪移",
        "偷天换日",
        "移花接木",
        "千里眼",
        "顺风耳",
        "金手指",
        "钻石提示",
        "广东话",
        "QQ牌背",
    ]
    assert names("jipinghu") == names("tuidaohu")
    assert names("jipinghu")[0] == "广东语音" and names("jipinghu")[-1] == "金手指"
    assert names("huanle") == names("guobiao") == []


def test_props_are_found_by_rules_and_by_every_name_of_a_game() -> None:
    assert props_of(QQ) == props_of("qq") == props_of("QQ") == PROPS["qq"]
    assert props_of(variant("qq")) == props_of(QQ), "whether or not they are allowed"
    with pytest.raises(RulesError, match="huopin"):
        props_of("huopn")


def test_every_prop_says_what_it_is() -> None:
    for props in PROPS.values():
        assert len({prop.id for prop in props}) == len(props)
        for prop in props:
            assert prop.zh and prop.en and prop.does and prop.does_zh
            assert (prop.used == "table") == (prop.action is not None) == (prop.flow is not None)
            assert (prop.used == "deal") == bool(prop.patterns)
            assert prop.lasts is None or prop.used == "never"
    lasting = {prop.zh: prop.lasts for prop in PROPS["qq"] if prop.used == "never"}
    assert lasting == {
        "金手指": "until the player leaves the table",
        "钻石提示": "a week",
        "广东话": "a month",
        "QQ牌背": "a month",
    }
