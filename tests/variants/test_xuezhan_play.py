"""血战到底 at the table: tiles passed on, void suits, playing on, kongs, passed wins, the end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from guangdong import kind, legal, passes, points, result_of, tiles
from sichuan_play import SUITS, dealt_by, drawn_tile, run, to_the_end

from queshen.actions import Action
from queshen.deal_result import DealResult, KongPaid, KongType, Win, WinFlag
from queshen.errors import TableError
from queshen.rules import Rules, variant
from queshen.session import Session, next_dealer
from queshen.table import Table
from queshen.tiles import Meld
from queshen.view import View

RULES = variant("xuezhan")
SBR = variant("xuezhan", preset="sbr2025")
FREE = variant("xuezhan", dingque=False)


# They wait for 1p and 4p, for 7p and 9p (对对胡), for 5p (七对), for 8m and 9m (清对).
PLAIN = "123p456p789p23p55m"
PUNGS = "111m333m777m77p99p"
PAIRS = "22m33m66m66p77p88p5p"
PURE = "111m444m777m88m99m"


# ---- deals --------------------------------------------------------------------------------------


def dealt(*hands: str, rules: Rules = RULES, left: int = 30, **how: str) -> Table:
    """A table with these hands; its wall has `left` tiles with the dealer's first draw."""
    return dealt_by(rules, *hands, left=left, **how)


def discarded(tile: str, *hands: str, wall: str = "", **how: Any) -> Table:
    """The dealer has drawn a tile and discarded it."""
    return dealt(*hands, wall=tile + wall, acts=f"0 discard {tile}", **how)


def wins(table: Table) -> list[tuple[int, int, int | None]]:
    """Who won, for how much, on whose tile; the deal is played to its end."""
    result = result_of(to_the_end(table))
    return [(win.seat, win.fan, win.payer) for win in result.wins]


def flags(table: Table) -> list[WinFlag]:
    return [win.flags for win in result_of(to_the_end(table)).wins]


def any_of(table: Table, seat: int) -> str:
    """Something that a seat may do."""
    return min(legal(table, seat))


def left(table: Table) -> list[int]:
    """The seats that have won and left."""
    return [seat for seat in range(4) if table.left(seat)]


# ---- before play: tiles passed on ---------------------------------------------------------------

PASSING = variant("xuezhan", huan3=True)
NEW = variant("xuezhan", huan3=True, dingque=False)
OF_EACH = ("11447m147p25789s", "25588m258p33699s", "33669m369p14478s", "1346m13469p2458s")


def passing(rules: Rules = NEW, wall: str = "9m8m7m", choices: Sequence[str] = ()) -> Table:
    table = rules.table(hands=[tiles(hand) for hand in OF_EACH], wall=tiles(wall))
    for seat, text in enumerate(choices):
        for tile in tiles(text):
            table.act(seat, f"tile {tile}")
    return table


def test_tiles_are_passed_on_before_void_suits_are_named() -> None:
    table = passing(PASSING)
    assert table.phase == "exchange" and sorted(table.to_act) == [0, 1, 2, 3]
    for seat in range(4):
        for _ in range(3):
            assert table.phase == "exchange"
            table.act(seat, any_of(table, seat))
    assert table.phase == "void" and sorted(table.to_act) == [0, 1, 2, 3]
    for seat in (2, 0, 3, 1):
        table.act(seat, "void m")
    assert table.phase == "turn" and table.turn == 0


@pytest.mark.parametrize(
    ("options", "phases"),
    [
        ({}, ["void", "turn"]),
        ({"huan3": True}, ["exchange", "void", "turn"]),
        ({"dingque": False}, ["turn"]),
        ({"dingque": False, "huan3": True}, ["exchange", "turn"]),
    ],
)
def test_what_comes_before_play_is_an_option(options: dict[str, Any], phases: list[str]) -> None:
    table = variant("xuezhan", **options).table(seed=11)
    seen = [table.phase]
    while table.phase != "turn":
        table.step(any_of(table, table.to_act[0]))
        if table.phase != seen[-1]:
            seen.append(table.phase)
    assert seen == phases


def test_the_tiles_passed_on_are_of_one_suit_of_which_the_seat_has_three() -> None:
    table = passing()
    held = [*tiles(OF_EACH[0]), "9m"]
    assert legal(table, 0) == {f"tile {tile}" for tile in held}
    table.act(0, "tile 1p")
    assert legal(table, 0) == {"tile 4p", "tile 7p"}
    table.act(0, "tile 4p")
    assert legal(table, 0) == {"tile 7p"}
    table.act(0, "tile 7p")
    assert legal(table, 0) == set() and sorted(table.to_act) == [1, 2, 3]
    # two of a suit are too few
    hands = ["1234567m1234p12s", *OF_EACH[1:]]
    table = NEW.table(hands=[tiles(hand) for hand in hands], wall=tiles("9m8m"))
    assert not {"tile 1s", "tile 2s"} & legal(table, 0)


def test_a_tile_of_which_a_seat_has_one_is_passed_on_once() -> None:
    table = passing()
    run(table, "0 tile 1m")
    assert "tile 1m" in legal(table, 0)  # it has two
    run(table, "0 tile 1m")
    assert "tile 1m" not in legal(table, 0)
    with pytest.raises(TableError):
        table.act(0, "tile 1m")


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_tiles_are_chosen_in_any_order_and_unseen(order: tuple[int, ...]) -> None:
    chosen = ("147p", "258p", "369p", "258s")
    table = passing()
    for seat in order:
        assert table.hand(seat).size == 13 + (seat == 0)
        before = [table.view(other) for other in range(4) if other != seat]
        for tile in tiles(chosen[seat]):
            if table.phase == "exchange":
                table.act(seat, f"tile {tile}")
        if table.phase == "exchange":
            after = [table.view(other) for other in range(4) if other != seat]
            assert [view.hand for view in before] == [view.hand for view in after]
    expected = passing(choices=chosen)
    assert table.phase == "turn"
    assert [table.hand(seat) for seat in range(4)] == [expected.hand(seat) for seat in range(4)]


def test_tiles_go_to_the_next_the_previous_or_the_opposite_seat_by_lot() -> None:
    steps = {"next": 1, "opposite": 2, "previous": 3}
    chosen = ("147p", "258p", "369p", "258s")
    found = Counter[str]()
    walls = [f"9m{rank}{suit}" * times for rank in "78" for suit in "mp" for times in (1, 2)]
    for wall in (*walls, *(f"{wall}7s" for wall in walls), *(f"{wall}8s" for wall in walls)):
        table = passing(wall=wall, choices=chosen)
        how = table.exchanged
        assert how is not None
        found[how] += 1
        for seat in range(4):
            held = Counter(tiles(OF_EACH[seat]) + ["9m"] * (seat == 0))
            held.subtract(tiles(chosen[seat]))
            held.update(tiles(chosen[(seat - steps[how]) % 4]))
            counts = table.hand(seat).counts
            assert {tile: counts[kind(tile)] for tile in SUITS if counts[kind(tile)]} == {
                tile: count for tile, count in held.items() if count
            }
        passed = [event for event in table.events if event[0] == "exchange"]
        assert [(seat, to) for _, seat, _, to in passed] == [
            (seat, (seat + steps[how]) % 4) for seat in range(4) for _ in range(3)
        ]
    assert set(found) == set(steps)


def test_the_way_that_tiles_go_follows_from_the_deal() -> None:
    for seed in range(20):
        tables = [PASSING.table(seed=seed) for _ in range(2)]
        for table in tables:
            while table.phase == "exchange":
                table.step(any_of(table, table.to_act[0]))
        assert tables[0].exchanged == tables[1].exchanged is not None


# ---- before play: void suits --------------------------------------------------------------------


def test_every_seat_names_a_suit_before_play() -> None:
    table = RULES.table(seed=5)
    assert table.phase == "void" and sorted(table.to_act) == [0, 1, 2, 3]
    for seat in range(4):
        assert legal(table, seat) == {"void m", "void p", "void s"}
    for seat in (3, 1, 0):
        table.act(seat, "void p")
        assert table.phase == "void"
    table.act(2, "void s")
    assert table.phase == "turn"
    assert [table.void_suit(seat) for seat in range(4)] == ["p", "p", "s", "p"]


def test_suits_are_named_unseen() -> None:
    table = RULES.table(seed=5)
    table.act(1, "void p")
    assert table.void_suit(1) is None
    views = [table.view(seat) for seat in range(4)]
    assert [view.void_suits for view in views] == [(None,) * 4] * 4
    assert [tuple(map(str, view.chosen)) for view in views] == [(), ("void p",), (), ()]
    assert not [event for event in table.events if event[0] == "void"]
    for seat in (0, 2, 3):
        table.act(seat, "void m")
    assert table.view(2).void_suits == ("m", "p", "m", "m")
    named = [event for event in table.events if event[0] == "void"]
    assert [(seat, suit) for _, seat, _, suit in named] == [(0, 0), (1, 1), (2, 0), (3, 0)]


def test_tiles_of_the_void_suit_are_discarded_first() -> None:
    table = dealt("123m456p78s55p123p", wall=".")
    drawn = drawn_tile(table)
    assert legal(table, 0) == {"discard 7s", "discard 8s", f"discard {drawn}"}
    with pytest.raises(TableError):
        table.act(0, "discard 1m")
    # those of the other suits follow
    table = dealt("123m456p7899p123p", wall="5m")
    assert len(legal(table, 0)) == len({*tiles("123m456p789p123p5m")})
    # where no suits are named nothing comes first
    table = dealt("123m456p78s55p123p", wall="5m", rules=FREE)
    assert "discard 1m" in legal(table, 0)


def test_a_drawn_tile_of_the_void_suit_goes_at_once() -> None:
    table = dealt(PLAIN, wall=".", voids="ssss")
    assert legal(table, 0) == {f"discard {drawn_tile(table)}"}


@pytest.mark.parametrize(("void", "claimed"), [("m", set()), ("p", {"pung", "pass"})])
def test_tiles_of_the_void_suit_are_not_claimed(void: str, claimed: set[str]) -> None:
    table = discarded("5m", "", "55m222s", voids=f"s{void}ss")
    assert (legal(table, 1) if table.phase == "claim" else set()) == claimed
    table = discarded("5m", "", "555m222s", voids=f"s{void}ss")
    expected = claimed | {"kong"} if claimed else set()
    assert (legal(table, 1) if table.phase == "claim" else set()) == expected


@pytest.mark.parametrize(("void", "may"), [("m", False), ("p", True)])
def test_tiles_of_the_void_suit_are_no_concealed_kong(void: str, may: bool) -> None:
    table = dealt("5555m222s444s", wall="9s", left=9, voids=f"{void}sss")
    assert ("concealed kong 5m" in legal(table, 0)) is may


def test_who_holds_the_void_suit_does_not_win() -> None:
    # complete, and a tile of the void suit is what was drawn
    hand = "123m456m789p23p55m"
    assert "win" in legal(dealt(hand, wall="4p"), 0)
    assert "win" in legal(discarded("4p", "", hand), 1)
    for void in "mp":
        assert "win" not in legal(dealt(hand, wall="4p", voids=f"{void}sss"), 0)
        table = discarded("4p", "", hand, voids=f"s{void}ss")
        assert table.phase == "turn"
    # three suits
    hand = "123m456s789p23p55m"
    assert "win" not in legal(dealt(hand, wall="4p"), 0)
    assert "win" in legal(dealt(hand, wall="4p", rules=FREE), 0)


# ---- claims -------------------------------------------------------------------------------------


def test_nobody_chows() -> None:
    assert discarded("5p", "", "46p46p").phase == "turn"


def test_a_win_goes_before_a_kong_and_a_pung() -> None:
    for held, claim in (("44p", "pung"), ("444p", "kong")):
        table = discarded("4p", "", held, "123m456m789m23p55m")
        assert claim in legal(table, 1) and "win" in legal(table, 2)
        table.act(1, claim)
        assert table.phase == "claim"
        table.act(2, "win")
        assert table.left(2) and not table.melds(1)


def test_there_is_no_kong_straight_after_a_pung() -> None:
    table = discarded("5m", "", "55m7777p")
    run(table, "1 pung")
    assert not [each for each in legal(table, 1) if "kong" in each]
    table = passes(dealt("", "7777p", wall="5m.", acts="0 discard 5m"))
    assert table.turn == 1 and "concealed kong 7p" in legal(table, 1)


def test_the_tile_for_a_kong_is_the_next_of_the_wall() -> None:
    table = dealt("9999m", wall="1m2m3m4m", acts="0 concealed kong 9m")
    assert drawn_tile(table) == "2m"
    run(table, "0 discard 2m, 1")
    assert table.melds(0) == (Meld.parse("{9999m}"),)


# ---- the end of the wall ------------------------------------------------------------------------


def test_the_whole_wall_is_drawn() -> None:
    table = dealt(wall="....", left=4, acts="0, 1, 2")
    assert table.wall_left == 0 and not table.done and table.turn == 3
    run(table, "3")
    assert table.done and result_of(table).drawn


def test_no_kong_is_made_with_the_last_tile() -> None:
    for more, may in (("", False), (".", True)):
        table = dealt("", "", "", "9999m", wall=f"...1m{more}", left=4 + len(more), acts="0, 1, 2")
        assert ("concealed kong 9m" in legal(table, 3)) is may


def test_no_kong_is_added_with_the_last_tile() -> None:
    for more, may in (("", False), (".", True)):
        wall = f"9m...9m{more}"
        acts = "0 discard 9m, 1 pung, 1 discard 1m, 2, 3, 0"
        table = dealt("", "99m1m", wall=wall, left=5 + len(more), acts=acts)
        assert table.turn == 1 and ("added kong 9m" in legal(table, 1)) is may


def test_the_last_discard_is_not_claimed_for_a_kong() -> None:
    for more, claims in (("", {"pung", "pass"}), (".", {"pung", "kong", "pass"})):
        table = dealt("", "999m", wall=f"...9m{more}", left=4 + len(more), acts="0, 1, 2")
        run(table, "3 discard 9m")
        assert legal(table, 1) == claims


def test_the_last_discard_may_be_won() -> None:
    table = dealt("", PLAIN, wall="...4p", left=4, acts="0, 1, 2, 3 discard 4p, 1 win")
    assert table.done and wins(table) == [(1, 1, 3)]
    assert result_of(table).wins[0].flags == WinFlag.LAST_TILE


# ---- playing on ---------------------------------------------------------------------------------


def test_who_wins_leaves_and_the_next_seat_draws() -> None:
    table = discarded("4p", "", PLAIN)
    run(table, "1 win")
    assert not table.done and left(table) == [1]
    assert (table.phase, table.turn) == ("turn", 2)
    assert table.view(0).left == (False, True, False, False)


def test_after_a_self_draw_the_seat_after_the_winner_draws() -> None:
    table = dealt("", PLAIN, wall=".4p", acts="0, 1 win")
    assert left(table) == [1] and table.turn == 2


def test_who_has_left_is_passed_over() -> None:
    table = dealt("", PLAIN, wall="4p", acts="0 discard 4p, 1 win, 2, 3, 0")
    assert table.turn == 2


def test_who_has_left_claims_nothing() -> None:
    table = discarded("4p", "", PLAIN, wall="..1p")
    run(table, "1 win, 2, 3")
    passes(table)
    before = table.hand(1)
    run(table, "0 discard 1p")
    assert legal(table, 1) == {"pass"} and table.turn == 2 and table.hand(1) == before
    with pytest.raises(TableError):
        table.act(1, "win")


def test_the_deal_goes_on_until_one_seat_is_left() -> None:
    table = dealt("", PLAIN, PAIRS, PURE, wall="1p5p.8m")
    run(table, "0 discard 1p, 1 win")
    assert not table.done
    run(table, "2 win")
    assert not table.done and left(table) == [1, 2]
    run(table, "3, 0 discard 8m, 3 win")
    assert table.done and table.wall_left == 26


def test_or_until_the_wall_ends() -> None:
    table = dealt("", PLAIN, wall="1p...", left=4, acts="0 discard 1p, 1 win, 2, 3, 0")
    assert table.done and [win.seat for win in result_of(table).wins] == [1]
    assert not result_of(table).drawn


def test_a_win_on_the_last_tile_ends_the_deal() -> None:
    table = dealt("", PLAIN, wall=".....1p", left=6, acts="0, 1, 2, 3, 0, 1 win")
    assert table.done and wins(table) == [(1, 2, None)] and flags(table) == [WinFlag.LAST_TILE]


def test_kongs_and_wins_are_numbered_in_one_row() -> None:
    table = dealt("9999m", PLAIN, PAIRS, wall="1m1p5p.", acts="0 concealed kong 9m")
    run(table, "0 discard 1p, 1 win, 2 win, 3, 0")
    result = result_of(to_the_end(table))
    assert [each.order for each in result.kongs] == [0]
    assert [(win.seat, win.order) for win in result.wins] == [(1, 1), (2, 2)]


# ---- several winners ----------------------------------------------------------------------------

OTHER = "234m567m789m23p88m"
"""It waits for 1p and 4p, too."""


def test_all_that_can_win_may() -> None:
    table = discarded("4p", "", PLAIN, "", OTHER)
    assert "win" in legal(table, 1) and "win" in legal(table, 3)
    table.act(1, "win")
    assert not table.left(1) and table.phase == "claim"
    table.act(3, "win")
    assert left(table) == [1, 3]
    assert wins(table) == [(1, 1, 0), (3, 1, 0)]
    assert [win.order for win in result_of(table).wins] == [0, 0]


def test_after_several_winners_the_seat_after_the_last_one_draws() -> None:
    table = run(discarded("4p", "", PLAIN, "", OTHER), "1 win, 3 win")
    assert table.turn == 0
    table = run(discarded("4p", "", PLAIN, OTHER), "1 win, 2 win")
    assert table.turn == 3
    table = dealt(OTHER, "", "", PLAIN, wall=".4p", acts="0, 1 discard 4p, 3 win, 0 win")
    assert left(table) == [0, 3] and table.turn == 1


def test_one_of_them_may_pass() -> None:
    table = run(discarded("4p", "", PLAIN, "", OTHER), "1 pass, 3 win")
    assert left(table) == [3] and table.turn == 0
    table = run(discarded("4p", "", PLAIN, "", OTHER), "1 win, 3 pass")
    assert left(table) == [1] and table.turn == 2


def test_three_winners_on_one_discard_end_the_deal() -> None:
    hands = ("", "123m111m222m78p55p", "456m456m789m78p66p", "345m678m33m78p999m")
    table = run(discarded("9p", *hands), "1 win, 2 win, 3 win")
    assert table.done and [seat for seat, _, payer in wins(table) if payer == 0] == [1, 2, 3]
    assert points(table) == (-6, 4, 1, 1)


# ---- robbing ------------------------------------------------------------------------------------

ROBBER = "123m456m999m56p88m"
OTHER_ROBBER = "22m345m678m345m56p"
"""They wait for 4p and 7p."""


def added(*others: str, rules: Rules = RULES) -> Table:
    """Seat 1 adds 7p to its pung."""
    acts = "0 discard 7p, 1 pung, 1 discard 1m, 2, 3, 0, 1 added kong 7p"
    return dealt("", "77p1m", *others, wall="7p...7p", rules=rules, acts=acts)


def test_an_added_kong_may_be_robbed() -> None:
    table = added(ROBBER)
    assert table.phase == "rob" and legal(table, 2) == {"win", "pass"}
    run(table, "2 win")
    assert left(table) == [2] and table.turn == 3
    assert table.melds(1) == (Meld.parse("[777p]"),)
    assert wins(table) == [(2, 2, 1)] and flags(table) == [WinFlag.ROBBING]
    assert result_of(table).kongs == ()


def test_a_kong_that_nobody_robs_is_made() -> None:
    table = run(added(ROBBER), "2 pass")
    assert table.melds(1) == (Meld.parse("[7777p]"),) and table.turn == 1
    (made,) = result_of(to_the_end(table)).kongs
    assert (made.seat, made.type, made.late) == (1, KongType.ADDED, False)


def test_all_that_can_rob_it_may() -> None:
    table = added(ROBBER, OTHER_ROBBER)
    assert legal(table, 3) == {"win", "pass"}
    run(table, "2 win, 3 win")
    assert left(table) == [2, 3] and table.turn == 0
    assert wins(table) == [(2, 2, 1), (3, 2, 1)]


def test_neither_a_concealed_kong_nor_one_of_a_discard_is_robbed() -> None:
    table = dealt("", "7777p", ROBBER, wall="..", acts="0, 1 concealed kong 7p")
    assert table.phase == "turn" and table.turn == 1
    table = discarded("7p", "", "777p", ROBBER)
    assert legal(table, 2) == {"win", "pass"}
    run(table, "2 pass, 1 kong")
    assert table.phase == "turn" and table.melds(1) == (Meld.parse("[7777p]"),)


def test_a_kong_of_an_earlier_draw_is_late() -> None:
    acts = "0 discard 7p, 1 pung, 1 discard 1m, 2, 3, 0"
    table = dealt("", "77p1m", wall="7p...7p...9m.", acts=acts)
    other = next(tile for tile in SUITS if tile != "7p" and f"discard {tile}" in legal(table, 1))
    run(table, f"1 discard {other}, 2, 3, 0, 1 added kong 7p")
    (made,) = result_of(to_the_end(table)).kongs
    assert made.late
    assert points(table, SBR) == (0, 0, 0, 0) and points(table)[1] == 0  # it is given back
    keeps = variant("xuezhan", refund_to_winners=False)
    assert points(table, keeps) == points(table)


# ---- passed wins --------------------------------------------------------------------------------

RISING = "222m444m777m7888p"
"""It waits for 6p and 9p, which are worth 1, and for 7p (对对胡), which is worth 2."""


def missed(first: str, then: str, rules: Rules = RULES) -> Table:
    """Seat 1 passes a win on one tile of seat 2, and another one comes from seat 3."""
    acts = f"0, 1, 2 discard {first}, 1 pass, 3 discard {then}"
    return dealt("", RISING, wall=f"..{first}{then}", rules=rules, acts=acts)


@pytest.mark.parametrize(
    ("first", "then", "may"),
    [
        ("6p", "9p", False),
        ("6p", "6p", False),
        ("7p", "6p", False),
        ("7p", "7p", False),
        ("6p", "7p", True),
    ],
)
def test_after_passing_a_win_none_for_as_much_or_less(first: str, then: str, may: bool) -> None:
    values = {"6p": 1, "7p": 2, "9p": 1}
    assert all(RULES.score(RISING, tile).total == value for tile, value in values.items())
    table = missed(first, then)
    assert ("win" in legal(table, 1)) is may
    assert table.missed_value(1) == values[first]
    assert "win" in legal(missed(first, then, variant("xuezhan", missed_win="none")), 1)


def test_it_may_win_again_after_its_own_draw() -> None:
    acts = "0 discard 7p, 1 pass, 1, 2 discard 6p"
    table = dealt("", RISING, wall="7p.6p", acts=acts)
    assert table.missed_value(1) is None and "win" in legal(table, 1)


def test_the_own_draw_itself_is_free() -> None:
    table = dealt("", RISING, wall="7p6p", acts="0 discard 7p, 1 pass")
    assert "win" in legal(table, 1)


@pytest.mark.parametrize("how", ["no_equal_or_lower", "none"])
def test_a_claim_does_not_end_it(how: str) -> None:
    acts = "0, 1, 2 discard 6p, 1 pass, 3 discard 7m, 1 pung, 1 discard 9m, 2 discard 9p"
    hand, rules = "222m444m999m77m78p", variant("xuezhan", missed_win=how)
    table = dealt("", hand, wall="..6p7m9p", rules=rules, acts=acts)
    assert ("win" in legal(table, 1)) is (how == "none")


@pytest.mark.parametrize("how", ["no_equal_or_lower", "none"])
def test_passing_a_robbery_counts_too(how: str) -> None:
    # with 抢杠 it is worth two, and with 杠上炮 as much
    acts = "0 discard 7p, 1 pung, 1 discard 1m, 2, 3, 0, 1 added kong 7p, 2 pass, 1 discard 4p"
    rules = variant("xuezhan", missed_win=how)
    table = dealt("", "77p1m", ROBBER, wall="7p...7p4p", rules=rules, acts=acts)
    assert ("win" in legal(table, 2)) is (how == "none")


def test_a_win_is_passed_by_those_who_see_others_win() -> None:
    table = run(discarded("4p", "", PLAIN, "", OTHER), "1 pass, 3 win")
    assert table.missed_value(1) == 1 and table.missed_value(3) is None


# ---- wins of the first turn ---------------------------------------------------------------------

DEALT = PLAIN  # with 4p


def test_the_dealers_fourteen_tiles_are_天胡() -> None:
    table = dealt(DEALT, wall="4p", acts="0 win")
    assert left(table) == [0] and table.turn == 1
    assert wins(table) == [(0, 64, None)] and flags(table) == [WinFlag.FIRST_TURN]


def test_after_a_kong_they_are_not() -> None:
    acts = "0 concealed kong 1m, 0 win"
    table = dealt("1111m456p789p23p5m", wall="5m4p", acts=acts)
    # 根, 杠上花 and 自摸
    assert wins(table) == [(0, 8, None)] and flags(table) == [WinFlag.REPLACEMENT]


@pytest.mark.parametrize("how", ["first_draw", "dealer_discard"])
def test_what_地胡_is_is_an_option(how: str) -> None:
    rules = variant("xuezhan", dihu=how)
    drawn = dealt("", DEALT, wall=".4p", rules=rules, acts="0, 1 win")
    fed = discarded("4p", "", DEALT, rules=rules)
    run(fed, "1 win")
    first = how == "first_draw"
    assert wins(drawn) == [(1, 64 if first else 2, None)]
    assert wins(fed) == [(1, 1 if first else 32, 0)]


def test_the_first_draw_of_every_other_seat_is_地胡() -> None:
    for seat, before in ((1, "0"), (2, "0, 1"), (3, "0, 1, 2")):
        hands = ["", "", "", ""]
        hands[seat] = DEALT
        table = dealt(*hands, wall=f"{'.' * seat}4p", acts=f"{before}, {seat} win")
        assert wins(table) == [(seat, 64, None)]


def test_a_second_draw_is_not_地胡() -> None:
    table = dealt("", DEALT, wall=".....4p", acts="0, 1, 2, 3, 0, 1 win")
    assert wins(table) == [(1, 2, None)]


def test_a_pung_before_it_spoils_it() -> None:
    acts = "0 discard 9m, 1 pung, 1 discard 1m, 2 win"
    table = dealt("", "99m1m", DEALT, wall="9m4p", acts=acts)
    assert wins(table) == [(2, 2, None)]


def test_neither_is_there_by_option() -> None:
    rules = variant("xuezhan", tiandihu=False)
    assert wins(dealt(DEALT, wall="4p", rules=rules, acts="0 win")) == [(0, 2, None)]
    table = dealt("", DEALT, wall=".4p", rules=rules, acts="0, 1 win")
    assert wins(table) == [(1, 2, None)]


# ---- kongs and wins -----------------------------------------------------------------------------

ROUND = "0, 1, 2, 3, 0"
"""Everybody has drawn, and seat 1 draws next."""


def test_a_win_on_the_replacement_is_杠上花() -> None:
    hand = "9999m123m678p88p4p"
    acts = f"{ROUND}, 1 concealed kong 9m, 1 win"
    table = dealt("", hand, wall=".....5p6p", acts=acts)
    # 根, 杠上花 and 自摸
    assert wins(table) == [(1, 8, None)] and flags(table) == [WinFlag.REPLACEMENT]
    table = dealt("", hand, wall=".....5p6p", acts=acts, rules=variant("xuezhan", zimo="none"))
    assert wins(table) == [(1, 4, None)]


def test_a_later_win_is_not() -> None:
    acts = f"{ROUND}, 1 concealed kong 9m, 1, 2, 3, 0, 1 win"
    table = dealt("", "9999m123m678p88p4p", wall=".....5p1m...6p", acts=acts)
    assert wins(table) == [(1, 4, None)] and flags(table) == [WinFlag(0)]


@pytest.mark.parametrize("thrown", ["4p", "1m"])
def test_what_is_discarded_after_a_kong_is_杠上炮(thrown: str) -> None:
    hand = PLAIN if thrown == "4p" else "123p456p789p23m5p5p"
    acts = f"0 concealed kong 9m, 0 discard {thrown}, 2 win"
    first = "1m4p" if thrown == "4p" else "1m8m"
    table = dealt("9999m", "", hand, wall=first, acts=acts)
    assert wins(table) == [(2, 2, 0)] and flags(table) == [WinFlag.AFTER_KONG]


def test_what_is_discarded_later_is_not() -> None:
    acts = "0 concealed kong 9m, 0 discard 8m, 1, 2, 3, 0 discard 4p, 2 win"
    table = dealt("9999m", "", PLAIN, wall="1m8m...4p", acts=acts)
    assert wins(table) == [(2, 1, 0)] and flags(table) == [WinFlag(0)]
    # after a pung of that discard neither
    acts = "0 concealed kong 9m, 0 discard 8m, 1 pung, 1 discard 4p, 2 win"
    table = dealt("9999m", "88m4p", PLAIN, wall="1m8m", acts=acts)
    assert wins(table) == [(2, 1, 1)] and flags(table) == [WinFlag(0)]


# ---- what the end of the wall tells -------------------------------------------------------------


def waiting(table: Table) -> list[int | None]:
    return [held.waiting for held in result_of(to_the_end(table)).hands]


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        (PLAIN, 1),
        (PUNGS, 2),
        (RISING, 2),
        (PAIRS, 4),
        (PURE, 8),
        ("1122334477889p", 16),
        ("147m258m369m147p", None),
        # the only tile that it waits for is there four times
        ("1111m456m789m234p", None),
        ("123m456m789m234p1m", 1),
    ],
)
def test_the_end_of_the_wall_tells_the_best_value_that_a_seat_waits_for(
    hand: str, best: int | None
) -> None:
    table = dealt("", hand, left=5)
    assert waiting(table)[1] == best


def test_no_extras_of_the_last_tile_count_in_it() -> None:
    rules = variant("xuezhan", haidi=True, menqing_zhongzhang=True)
    assert waiting(dealt("", PLAIN, left=5, rules=rules))[1] == 1
    assert waiting(dealt("", PLAIN, left=5, rules=SBR))[1] == 0


def test_who_has_won_waits_for_nothing() -> None:
    table = dealt("", PLAIN, PUNGS, wall="4p", left=6, acts="0 discard 4p, 1 win")
    found = waiting(table)
    assert (found[1], found[2]) == (None, 2)
    held = result_of(table).hands
    assert [each.left for each in held] == [False, True, False, False]


def test_nobody_is_asked_where_one_seat_is_left() -> None:
    acts = "0 discard 1p, 1 win, 2 win, 3, 0 discard 8m, 3 win"
    table = dealt("", PLAIN, PAIRS, PURE, wall="1p5p.8m", acts=acts)
    assert waiting(table) == [None] * 4


def test_who_holds_the_void_suit_is_told() -> None:
    table = to_the_end(dealt("222m444m666m1188m", PLAIN, left=4, voids="msss"))
    held = result_of(table).hands
    assert [each.void_suit for each in held] == list("msss")
    assert [each.holds_void for each in held] == [True, False, False, False]
    assert held[0].waiting is None and held[1].waiting == 1
    # seat 0 pays all; those who are not ready pay seat 1
    unready = [seat for seat in (2, 3) if held[seat].waiting is None]
    assert points(table)[0] == -192 and points(table)[1] == 64 + len(unready)


# ---- worked examples ----------------------------------------------------------------------------


def so_far(table: Table, rules: Rules | None = None) -> tuple[int, ...]:
    """What wins and kongs have cost, without the end of the wall."""
    result = result_of(to_the_end(table))
    facts = DealResult(result.wins, kongs=result.kongs)
    return (rules or table.rules).settle(facts).points


def test_a_flush_with_four_of_a_kind() -> None:
    table = discarded("5m", "", "111m123m567m34m99m")
    assert so_far(run(table, "1 win")) == (-8, 8, 0, 0)


def test_pungs_by_self_draw() -> None:
    acts = "0 discard 2m, 1 pung, 1 discard 1m, 2 discard 5m, 1 pung, 1 discard 9m, "
    acts += "2 discard 7p, 1 pung, 1 discard 9p, "
    hand = "22m55m77p333p8p1m9m9p"
    table = dealt("", hand, wall="2m5m7p...8p", acts=acts + "2, 3, 0, 1 win")
    assert so_far(table) == (-4, 12, -4, -4)
    # the last one is laid down, too
    acts += "2 discard 3p, 1 pung, 1 discard 4m, 2, 3, 0, 1 win"
    hand = "22m55m77p33p8p1m9m9p4m"
    table = dealt("", hand, wall="2m5m7p3p...8p", acts=acts)
    assert so_far(table) == (-8, 24, -8, -8)


def test_three_winners_one_after_the_other() -> None:
    acts = "0, 1, 2, 3, 0 discard 1p, 1 win, 2 win, 3, 0 discard 8m, 3 win"
    table = dealt("", PLAIN, PAIRS, PURE, wall="....1p5p.8m", acts=acts)
    assert table.done and wins(table) == [(1, 1, 0), (2, 8, None), (3, 8, 0)]
    assert points(table) == (-17, 1, 16, 0)
    assert next_dealer(RULES, result_of(table)) == 1


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("transfer_last", (-2, -2, 6, -2)),
        ("transfer_all", (-2, -2, 6, -2)),
        ("refund", (-2, 0, 2, 0)),
    ],
)
def test_a_win_on_the_discard_after_a_kong(how: str, expected: tuple[int, ...]) -> None:
    rules = variant("xuezhan", gang_pao=how)
    acts = "0 concealed kong 9m, 0 discard 4p, 2 win"
    table = dealt("9999m", "", PLAIN, wall="1m4p", rules=rules, acts=acts)
    assert so_far(table) == expected


def test_the_end_of_the_wall() -> None:
    holds = "222m444m666m1188m"
    others = ("111p333p555p77m9m9m", "999p24m68m2468p37m", "123s456s789s23s2p2p")
    acts = "0 discard 2m, 1, 2, 3, 2 kong, 2, 3, 0 discard 2m, 1 discard 4s, 3 win, 0 discard 2m"
    table = dealt(holds, *others, wall="8p9s8s9p7s6s8p4s7p", left=9, voids="mssm", acts=acts)
    result = result_of(table)
    assert [held.holds_void for held in result.hands] == [True, False, False, False]
    assert [held.waiting for held in result.hands] == [None, 2, None, None]
    assert [held.left for held in result.hands] == [False, False, False, True]
    made = result.kongs[0]
    assert (made.seat, made.type, made.payer) == (2, KongType.EXPOSED, 3)
    stage = [after - had for after, had in zip(points(table), so_far(table), strict=True)]
    assert stage == [-128, 66, 60, 2]


def test_a_robbed_kong_is_paid_as_a_discard() -> None:
    table = run(added(ROBBER), "2 win")
    assert so_far(table) == (0, -2, 2, 0)


def test_two_winners_on_one_discard_and_who_draws_next() -> None:
    table = discarded("9p", "", "1122334477889p", "", "234m567m99m345m78p")
    run(table, "1 win, 3 win")
    assert table.turn == 0
    assert so_far(table) == (-17, 16, 0, 1)
    assert next_dealer(RULES, result_of(table)) == 0


def test_seven_pairs_with_four_of_a_kind_by_both_rules() -> None:
    for rules, expected in ((RULES, (-32, 96, -32, -32)), (SBR, (-9, 27, -9, -9))):
        acts = f"{ROUND}, 1 win"
        table = dealt("", "11112233m44556p", wall=".....6p", rules=rules, acts=acts)
        assert so_far(table) == expected


# ---- who deals next -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "dealer"),
    [
        ([Win(2, 1, 1)], 2),
        ([Win(2, 1)], 2),
        ([Win(0, 1, 3)], 0),
        ([Win(1, 1, 0), Win(2, 1, 0, order=1)], 1),
        # shared: who fed it
        ([Win(1, 1, 0), Win(3, 1, 0)], 0),
        ([Win(1, 1, 2), Win(0, 1, 2), Win(3, 1, 1, order=1)], 2),
        # shared later
        ([Win(3, 1), Win(1, 1, 0, order=1), Win(2, 1, 0, order=1)], 3),
        ([], 0),
    ],
)
def test_the_first_winner_deals_or_who_fed_them(wins: list[Win], dealer: int) -> None:
    assert next_dealer(RULES, DealResult(wins)) == dealer
    always = variant("xuezhan", dealer_rotation="always_next")
    assert next_dealer(always, DealResult(wins)) == (1 if wins else 0)


@pytest.mark.parametrize("how", ["stay", "next"])
def test_after_a_drawn_deal_the_dealer_stays_or_by_option_not(how: str) -> None:
    rules = variant("xuezhan", draw_rotation=how)
    kong = KongPaid(1, "1m", "added kong")
    for result in (DealResult(), DealResult(kongs=[kong])):
        assert next_dealer(rules, result) == (how == "next")


class Keen:
    """Wins when it can, and keeps pairs."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, view: View) -> Action:
        texts = {str(action): action for action in view.legal}
        for what in ("win", "pung"):
            if what in texts:
                return texts[what]
        discards = [each for each in texts if each.startswith("discard")]
        if not discards:
            return self.random.choice(list(view.legal))
        counts = view.hand.counts
        least = min(counts[texts[each] % 34] for each in discards)
        best = [each for each in discards if counts[texts[each] % 34] == least]
        return texts[self.random.choice(best)]


@pytest.mark.parametrize("rules", [RULES, SBR, variant("xuezhan", huan3=True)], ids=str)
def test_deals_in_a_row(rules: Rules) -> None:
    session = Session(rules, 4, players=[Keen(seed) for seed in range(4)])
    several = 0
    for deal in session.play(60):
        result, settled = deal.result, deal.settlement
        assert sum(settled.points) == 0
        several += len(result.wins) > 1
        first = [win for win in result.wins if win.order == result.wins[0].order]
        expected = 0
        if len(first) == 1:
            expected = first[0].seat
        elif first:
            assert first[0].payer is not None
            expected = first[0].payer
        after = [*session.dealt, None][deal.number + 1]
        dealer = session.dealer if after is None else after.dealer
        assert dealer == (deal.dealer + expected) % 4
    assert several > 5
