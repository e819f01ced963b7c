"""宝牌 at the table: locked hands, the hidden tile and its swaps, the last tiles, claims."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import pytest
from guangdong import act, deal, drawn_tile, kind, legal, named, passes, points, result_of, the_win
from ready_twin import but_ready, made, played

from queshen.deal_result import WinFlag
from queshen.rules import Rules, variant
from queshen.table import Table
from queshen.tiles import Meld
from queshen.view import view_of

RULES = variant("baopai")
STILL_READY = variant("baopai", ready_kong="still_ready")

# They wait for 5p and 8p, for 5p alone, and for 5p, 8p and 5s.
WIDE = "[123m][777s]67789p55s"
CLOSED = "[123m][789s]46p888p55s"
THREE = "[789s]123m55s67p888p"
FOUR_TILES = "[123m][777s][999p]46p55s"
A, C, D = "[456m]", "[234s]", "[345m]"


def bao(table: Table, seat: int | None = None) -> str | None:
    """The hidden tile as a seat sees it."""
    found = table.bao() if seat is None else table.bao(seat)
    return None if found is None else named([found])[0]


def draws(table: Table) -> list[int]:
    """Who has drawn, in order."""
    return [seat for what, seat, _, _ in table.events if what == "draw" and seat is not None]


def laid_open(table: Table) -> list[str]:
    """The hidden tiles that swaps have laid open."""
    return named(tile for what, _, tile, _ in table.events if what == "bao" and tile is not None)


def claims(table: Table, seat: int) -> set[str]:
    """What a seat may do about the tile that lies open."""
    return legal(table, seat) - {"pass"} if table.phase in ("claim", "rob") else set()


def drawable(table: Table) -> int:
    """How many tiles the wall had at first; each swap takes one of them."""
    return table.wall_left + len(draws(table))


def discards(table: Table, seat: int) -> Table:
    """A seat discards what it likes."""
    table.act(seat, next(str(each) for each in table.legal(seat) if each.name == "discard"))
    return table


def answers(table: Table, *given: tuple[int, str]) -> Table:
    """What seats answer, one after the other, as long as they are asked."""
    for seat, what in given:
        if table.phase in ("claim", "rob"):
            table.act(seat, what)
    return table


# ---- without a declaration ----------------------------------------------------------------------


@pytest.mark.parametrize("hand", [WIDE, CLOSED, "123456m46p888p55s"])
def test_nobody_wins_without_having_declared(hand: str) -> None:
    table = made(RULES, "", hand, turn=1, wall="5p")
    assert "win" not in table.legal(1) and table.why_not(1, "win") is not None
    table = made(RULES, "", hand, turn=2, wall="5p", acts="2 discard 5p")
    assert "win" not in table.legal(1)


def test_what_is_dealt_to_the_dealer_is_no_win() -> None:
    table = made(RULES, "123456m456p888p5s", wall="5s")
    assert "win" not in table.legal(0)
    assert not [each for each in legal(table, 0) if "ready" in each]


def test_who_may_declare_may_wait_with_it() -> None:
    table = made(RULES, "", CLOSED, turn=1, wall="9m . . . 9s")
    assert {"discard 9m", "discard ready 9m"} <= legal(table, 1)
    act(table, "1 discard 9m, 2, 3, 0")
    passes(table)
    assert not table.ready(1) and {"discard 9s", "discard ready 9s"} <= legal(table, 1)
    passes(act(table, "1 discard ready 9s"))
    assert table.ready(1) and named(table.ready_waits(1)) == ["5p"]


def test_a_declaration_is_told_with_its_discard() -> None:
    table = made(RULES, "", CLOSED, turn=1, wall="9m . . . .", acts="1 discard ready 9m, 2, 3, 0")
    told = [(seat, extra) for what, seat, tile, extra in table.events if what == "discard"]
    assert [seat for seat, extra in told if extra == 2] == [1]
    assert ("discard", 1, kind("9m"), 2) in table.events
    passes(table)
    assert not [each for each in legal(table, 1) if "ready" in each]


# ---- the locked hand ----------------------------------------------------------------------------


def test_a_ready_seat_discards_what_it_draws() -> None:
    table = made(RULES, "", WIDE, turn=1, wall="1p", ready=[1])
    assert legal(table, 1) == {"discard 1p"}
    # one of a kind that it holds
    table = made(RULES, "", WIDE, turn=1, wall="6p", ready=[1])
    assert legal(table, 1) == {"discard 6p"}


@pytest.mark.parametrize("locked", [True, False])
def test_a_ready_hand_is_locked_unless_the_option_says_otherwise(locked: bool) -> None:
    rules = variant("baopai", lock_after_ready=locked)
    table = made(rules, "", CLOSED, turn=1, wall="7p", ready=[1])
    assert "discard 7p" in legal(table, 1)
    # 67p would wait for 5p and 8p
    assert ("discard 4p" in legal(table, 1)) is not locked
    if not locked:
        passes(act(table, "1 discard 4p"))
        assert table.ready(1) and "5p" in named(table.ready_waits(1)) != ["5p"]


@pytest.mark.parametrize("forced", [False, True])
def test_a_win_may_be_declined_unless_the_option_says_otherwise(forced: bool) -> None:
    rules = variant("baopai", forced_win=forced)
    table = made(rules, "", WIDE, turn=1, wall="8p", ready=[1])
    assert legal(table, 1) == ({"win"} if forced else {"win", "discard 8p"})
    table = made(rules, "", WIDE, turn=2, wall="8p", ready=[1], acts="2 discard 8p")
    assert legal(table, 1) == ({"win"} if forced else {"win", "pass"})
    # of the hidden kind
    table = made(rules, "", WIDE, turn=1, wall="1s", bao="1s", ready=[1])
    assert legal(table, 1) == ({"win"} if forced else {"win", "discard 1s"})


def test_a_win_that_was_declined_bars_nothing() -> None:
    table = made(RULES, "", WIDE, turn=2, wall="8p 8p", ready=[1], acts="2 discard 8p")
    table.act(1, "pass")
    passes(table)
    assert table.missed(1) == ()
    act(table, "3 discard 8p")
    assert "win" in table.legal(1)
    act(table, "1 win")
    assert the_win(table).payer == 3


def test_a_self_draw_that_was_declined_is_discarded_and_the_next_one_wins() -> None:
    table = made(RULES, A, WIDE, C, D, turn=1, wall="8p . . . 5p", ready=[1])
    act(table, "1, 2, 3, 0, 1 win")
    assert points(table) == (-2, 6, -2, -2)


def test_a_ready_seat_neither_chows_nor_pungs() -> None:
    # 68p and 89p, 78p, and 55s
    for tile in ("7p", "9p", "5s"):
        for ready in ([1], []):
            table = made(RULES, "", WIDE, turn=0, wall=tile, ready=ready, acts=f"0 discard {tile}")
            assert bool(claims(table, 1)) is not bool(ready)


# ---- kongs of a ready seat ----------------------------------------------------------------------


def test_a_ready_seat_may_kong_what_leaves_its_waits_alone() -> None:
    table = made(RULES, "", CLOSED, turn=1, wall="8p", tail="1s", ready=[1])
    assert legal(table, 1) == {"concealed kong 8p", "discard 8p"}
    act(table, "1 concealed kong 8p")
    assert drawn_tile(table) == "1s" and legal(table, 1) == {"discard 1s"}
    assert table.ready(1) and named(table.ready_waits(1)) == ["5p"]
    table = made(RULES, "", WIDE, turn=1, wall="7s", ready=[1])
    assert legal(table, 1) == {"added kong 7s", "discard 7s"}


def test_a_ready_seat_may_kong_a_discard() -> None:
    table = made(RULES, "", CLOSED, turn=2, wall="8p", tail="1s", ready=[1], acts="2 discard 8p")
    assert legal(table, 1) == {"kong", "pass"}
    act(table, "1 kong")
    assert table.melds(1)[-1] == Meld.parse("[8888p]") and legal(table, 1) == {"discard 1s"}
    passes(act(table, "1"))
    assert named(table.ready_waits(1)) == ["5p"]


@pytest.mark.parametrize("way", ["same_waits", "still_ready"])
def test_a_kong_that_changes_the_waits_is_an_option(way: str) -> None:
    rules = variant("baopai", ready_kong=way)
    # 888p and 67p wait for 5p, 8p and 5s; without 888p it is 5p
    table = made(rules, "", THREE, turn=1, wall="8p", tail="1s", ready=[1])
    kong = {"concealed kong 8p"} if way == "still_ready" else set()
    assert legal(table, 1) == {"win", "discard 8p"} | kong
    if kong:
        act(table, "1 concealed kong 8p, 1")
        assert named(table.ready_waits(1)) == ["5p"]
    table = made(rules, "", THREE, turn=2, wall="8p", ready=[1], acts="2 discard 8p")
    assert legal(table, 1) == {"win", "pass"} | ({"kong"} if kong else set())


@pytest.mark.parametrize("way", ["same_waits", "still_ready"])
def test_a_kong_after_which_the_hand_is_not_ready_is_none(way: str) -> None:
    rules = variant("baopai", ready_kong=way)
    # without 555p, 46p wait for a tile of which there is none
    table = made(rules, "", "[123m][777s]45556p88s", turn=1, wall="5p", ready=[1])
    assert named(table.ready_waits(1)) == ["5p", "8s"]
    assert legal(table, 1) == {"win", "discard 5p"}


def test_a_kong_of_four_tiles_that_were_in_hand_may_leave_the_waits_alone() -> None:
    # 1s goes with 23s, and so does 4s
    hand = "[123m]1111s23s46p55m"
    table = made(RULES, "", hand, turn=1, wall="4s", ready=[1])
    assert legal(table, 1) == {"concealed kong 1s", "discard 4s"}
    act(table, "1 concealed kong 1s")
    assert named(table.ready_waits(1)) == ["5p"] and len(legal(table, 1)) == 1
    table = made(RULES, "", hand, turn=1, wall="9p", ready=[1])
    assert legal(table, 1) == {"discard 9p"}


def test_a_win_on_the_replacement_needs_a_declaration() -> None:
    for ready in ([1], []):
        table = made(RULES, "", WIDE, turn=1, wall="7s", tail="8p", ready=ready)
        act(table, "1 added kong 7s")
        assert ("win" in table.legal(1)) is bool(ready)


def test_replacements_are_drawn_from_before_the_hidden_tile() -> None:
    table = made(RULES, "", "888p", turn=1, wall="8p", tail="2s 3s 9s", bao="9m")
    left = table.wall_left
    act(table, "1 concealed kong 8p")
    assert drawn_tile(table) == "9s" and table.wall_left == left - 1


def test_who_has_just_claimed_a_tile_discards_before_it_may_kong() -> None:
    for hand, claim in (("55p9999s", "pung"), ("46p9999s", "chow middle")):
        table = made(RULES, "", hand, wall="5p", acts=f"0 discard 5p, 1 {claim}")
        assert {each.split()[0] for each in legal(table, 1)} == {"discard"}


# ---- four concealed tiles -----------------------------------------------------------------------


def test_nobody_is_left_with_a_single_tile() -> None:
    for tile in ("5s", "5p"):
        table = made(RULES, "", FOUR_TILES, turn=0, wall=tile, acts=f"0 discard {tile}")
        assert not claims(table, 1)
    hand = "[123m][777s][999p]555s6p"
    table = made(RULES, "", hand, turn=0, wall="5s", acts="0 discard 5s")
    assert not claims(table, 1)
    table = made(RULES, "", hand, turn=1, wall="5s")
    assert not [each for each in legal(table, 1) if "kong" in each]


def test_the_third_set_may_be_claimed() -> None:
    hand = "[123m][777s]55s46p128m"
    table = made(RULES, "", hand, turn=0, wall="5s", acts="0 discard 5s")
    assert "pung" in legal(table, 1)
    table = made(RULES, "", hand, turn=0, wall="5p", acts="0 discard 5p")
    assert "chow middle" in legal(table, 1)
    hand = "[123m][777s]555s46p28m"
    table = made(RULES, "", hand, turn=0, wall="5s", acts="0 discard 5s")
    assert "kong" in legal(table, 1)
    table = made(RULES, "", hand, turn=1, wall="5s")
    assert "concealed kong 5s" in legal(table, 1)


@pytest.mark.parametrize("may", [False, True])
@pytest.mark.parametrize("ready", [[], [1]])
def test_a_pung_is_made_a_kong_with_four_tiles_in_hand_by_option(
    may: bool, ready: list[int]
) -> None:
    rules = variant("baopai", jia_at_four=may)
    table = made(rules, "", FOUR_TILES, turn=1, wall="7s", ready=ready)
    assert ("added kong 7s" in legal(table, 1)) is may
    # seven tiles
    table = made(rules, "", WIDE, turn=1, wall="7s", ready=ready)
    assert "added kong 7s" in legal(table, 1)


# ---- 抢杠 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("ready", [[1], []])
def test_only_a_ready_seat_robs_a_kong(ready: list[int]) -> None:
    table = made(RULES, "", WIDE, "[555p]", turn=2, wall="5p", tail="1s", ready=ready)
    act(table, "2 added kong 5p")
    if ready:
        assert table.phase == "rob" and legal(table, 1) == {"win", "pass"}
        passes(table)
    assert table.phase == "turn" and table.turn == 2
    assert table.melds(2) == (Meld.parse("[5555p]"),)


def test_the_nearest_robber_wins_alone() -> None:
    hands = (CLOSED, "", "[555p]", "[345m][777m]46p999p22s")
    table = made(RULES, *hands, turn=2, wall="5p", ready=[0, 3], acts="2 added kong 5p")
    passed = answers(table.clone(), (3, "pass"), (0, "win"))
    answers(table, (0, "win"), (3, "win"))
    assert (the_win(table).seat, the_win(passed).seat) == (3, 0)


def test_concealed_and_exposed_kongs_are_not_robbed() -> None:
    table = made(RULES, "", WIDE, "555p", turn=2, wall="5p", ready=[1])
    act(table, "2 concealed kong 5p")
    assert table.phase == "turn" and table.turn == 2
    # the tile of an exposed kong is won as a discard, or not at all
    table = made(RULES, "", WIDE, "555p", turn=3, wall="5p", ready=[1], acts="3 discard 5p")
    assert legal(table, 1) == {"win", "pass"} and "kong" in legal(table, 2)
    kong = answers(table.clone(), (1, "pass"), (2, "kong"))
    assert kong.phase == "turn" and kong.turn == 2
    answers(table, (2, "kong"), (1, "win"))
    assert the_win(table).seat == 1 and but_ready(the_win(table)) == WinFlag(0)


# ---- the hidden tile ----------------------------------------------------------------------------


def test_only_who_has_declared_sees_the_hidden_tile() -> None:
    table = made(RULES, A, WIDE, C, D, turn=2, wall="1p", bao="1s", ready=[1])
    assert [bao(table, seat) for seat in range(4)] == [None, "1s", None, None]
    assert bao(table) is None
    views = [view_of(table, seat) for seat in range(4)]
    assert [view.bao for view in views] == [None, kind("1s"), None, None]
    assert all(view.ready == (False, True, False, False) for view in views)


def test_the_hidden_tile_is_seen_from_the_declaration_on() -> None:
    table = made(RULES, "", CLOSED, turn=1, wall="9m", bao="1s")
    assert bao(table, 1) is None and view_of(table, 1).bao is None
    act(table, "1 discard ready 9m")
    assert bao(table, 1) == "1s" and view_of(table, 1).bao == kind("1s")
    assert bao(table, 0) is None


def test_everybody_sees_the_hidden_tile_when_the_deal_is_over() -> None:
    table = played(RULES, A, WIDE, C, D, turn=1, wall="8p", bao="1s", ready=[1], acts="1 win")
    assert bao(table) == "1s" and named([result_of(table).bao or 0]) == ["1s"]


def test_the_hidden_tile_is_not_among_those_that_can_be_drawn() -> None:
    table = RULES.table(seed=8)
    assert table.wall_left == 58
    table = made(RULES, wall=". .", bao="1s", left=10)
    assert table.wall_left == 9


def test_a_ready_seat_that_draws_the_hidden_kind_may_win_whatever_it_waits_for() -> None:
    for hand in (WIDE, CLOSED, THREE, FOUR_TILES):
        table = made(RULES, "", hand, turn=1, wall="1s", bao="1s", ready=[1])
        assert legal(table, 1) == {"win", "discard 1s"}
        # another kind is nothing
        table = made(RULES, "", hand, turn=1, wall="2s", bao="1s", ready=[1])
        assert legal(table, 1) == {"discard 2s"}


def test_the_hidden_kind_is_drawn_again_after_it_was_declined() -> None:
    table = made(RULES, A, WIDE, C, D, turn=1, wall="1s . . . 1s", bao="1s", ready=[1])
    act(table, "1, 2, 3, 0, 1 win")
    assert but_ready(the_win(table)) == WinFlag.BAO


def test_the_hidden_kind_is_nothing_where_it_is_discarded() -> None:
    table = made(RULES, "", WIDE, turn=2, wall="1s", bao="1s", ready=[1], acts="2 discard 1s")
    assert "win" not in table.legal(1)


def test_the_hidden_kind_is_ordinary_to_who_has_not_declared() -> None:
    table = made(RULES, "", WIDE, turn=1, wall="1s", bao="1s")
    assert "win" not in table.legal(1)
    # declared with that tile in hand
    hand = "[123m][789s]46p888p11s"
    table = made(RULES, "", hand, turn=1, wall="9m", bao="1s", ready=[1])
    assert legal(table, 1) == {"discard 9m"}
    # another one of it wins
    table = made(RULES, "", hand, turn=1, wall="1s", bao="1s", ready=[1])
    assert legal(table, 1) == {"win", "discard 1s"}


def test_a_tile_of_the_hidden_kind_with_which_a_seat_declares_is_no_win() -> None:
    table = made(RULES, "", CLOSED, turn=1, wall="1s", bao="1s", acts="1 discard ready 1s")
    assert not table.done and table.ready(1)


# ---- 换宝 ---------------------------------------------------------------------------------------


def swapping(wall: str = "3s 3s 3s", tail: str = "9p 1s", **how: Any) -> Table:
    """Seats 2, 3 and 0 draw the three other tiles of the hidden kind; seat 1 is ready."""
    hands = how.pop("hands", (A, WIDE, "[222p]", D))
    return made(RULES, *hands, turn=2, wall=wall, tail=tail, bao="3s", ready=[1], **how)


def test_the_hidden_tile_is_swapped_when_three_of_its_kind_lie_open() -> None:
    table = swapping(acts="2, 3")
    passes(table)
    assert bao(table, 1) == "3s" and laid_open(table) == []
    before = drawable(table)
    act(table, "0")
    assert bao(table, 1) == "1s" and laid_open(table) == ["3s"]
    assert drawable(table) == before - 1
    assert ("bao", 0, kind("3s"), 0) in table.events
    assert table.river[-2:] == ((0, kind("3s"), None), (0, kind("3s"), None))


def test_the_old_tile_lies_among_the_discards_of_the_dealer() -> None:
    table = swapping("3s 3s . . 3s", acts="2, 3, 0, 1, 2")
    assert table.river[-2:] == ((2, kind("3s"), None), (0, kind("3s"), None))
    assert [what for what, *_ in table.events[-3:]][:2] == ["discard", "bao"]
    passes(table)
    view = view_of(table, 3)
    assert view.river.count((0, kind("3s"), None)) == 1 and view.visible[kind("3s")] == 4


def test_the_discard_that_brings_a_swap_may_be_claimed_and_the_old_tile_stays() -> None:
    hands = (A, WIDE, "[222p]", "12s")
    table = swapping("3s . 3s . 3s", hands=hands, acts="2 discard 3s, 3, 0, 1, 2 discard 3s")
    assert laid_open(table) == ["3s"] and table.open_tile == kind("3s")
    act(table, "3 chow high")
    assert table.melds(3) == (Meld.parse("[123s]"),)
    taken = [each for each in table.river if each[1] == kind("3s")]
    assert sorted(taken, key=str) == [
        (0, kind("3s"), None),
        (0, kind("3s"), None),
        (2, kind("3s"), 3),
        (2, kind("3s"), None),
    ]


def test_two_tiles_that_lie_open_are_not_enough() -> None:
    table = swapping("3s 3s . . .", acts="2, 3, 0, 1, 2")
    assert bao(table, 1) == "3s" and laid_open(table) == []


def test_a_pung_of_the_hidden_kind_shows_three_of_it() -> None:
    table = made(
        RULES, A, WIDE, "[222p]", "33s", turn=2, wall="3s", tail="9p 1s", bao="3s", ready=[1]
    )
    act(table, "2 discard 3s")
    assert bao(table, 1) == "3s"
    before = drawable(table)
    act(table, "3 pung")
    assert bao(table, 1) == "1s" and drawable(table) == before - 1
    assert table.river[-1] == (0, kind("3s"), None)


def test_a_chow_with_a_tile_of_the_hidden_kind_shows_it() -> None:
    table = made(
        RULES,
        A,
        WIDE,
        "[222p]",
        "35s",
        turn=0,
        wall="3s . . 3s . . 4s",
        tail="9p 1s",
        bao="3s",
        ready=[1],
        acts="0, 1, 2, 3, 0, 1, 2 discard 4s",
    )
    assert bao(table, 1) == "3s"
    act(table, "3 chow middle")
    assert bao(table, 1) == "1s" and laid_open(table) == ["3s"]


def test_a_tile_that_is_claimed_lies_open_once() -> None:
    # chowed, and another one discarded
    table = made(
        RULES,
        A,
        WIDE,
        "[222p]",
        "24s",
        turn=2,
        wall="3s . . 3s",
        bao="3s",
        ready=[1],
        acts="2 discard 3s, 3 chow middle",
    )
    act(discards(table, 3), "0, 1, 2 discard 3s")
    assert laid_open(table) == [] and bao(table, 1) == "3s"


def test_tiles_in_hand_do_not_count_not_even_those_of_a_ready_seat() -> None:
    hand = "[123m][777s]46p888p33s"
    table = made(RULES, A, hand, "[222p]", D, turn=2, wall="3s", bao="3s", ready=[1], acts="2")
    assert laid_open(table) == [] and bao(table, 1) == "3s"


def test_swaps_go_on_while_the_new_tile_lies_open_three_times_too() -> None:
    wall = "9p 9p 9p . 3s 3s 3s"
    table = made(
        RULES,
        A,
        "[123m][777s]46p888p55s",
        "[222p]",
        D,
        turn=2,
        wall=wall,
        tail="1s 7p 9p",
        bao="3s",
        ready=[1],
        acts="2, 3, 0, 1, 2, 3",
    )
    passes(table)
    before = drawable(table)
    assert laid_open(table) == []
    act(table, "0")
    assert laid_open(table) == ["3s", "9p"] and bao(table, 1) == "7p"
    assert drawable(table) == before - 2
    assert table.river[-2:] == ((0, kind("3s"), None), (0, kind("9p"), None))


def test_a_swap_takes_the_tile_that_would_have_been_the_next_replacement() -> None:
    table = swapping("3s 3s 3s 7s", tail="8s 9p 1s", acts="2, 3, 0")
    passes(table)
    act(table, "1 added kong 7s")
    assert drawn_tile(table) == "9p"


def test_the_new_tile_has_the_power_of_the_old_one() -> None:
    for tile, wins in (("1s", True), ("9p", False)):
        table = swapping(f"3s 3s 3s {tile}", tail=". 1s", acts="2, 3, 0")
        passes(table)
        assert ("win" in table.legal(1)) is wins
        if wins:
            act(table, "1 win")
            assert but_ready(the_win(table)) == WinFlag.BAO
            assert named([result_of(table).bao or 0]) == ["1s"]


def test_a_swap_may_bring_宝中宝() -> None:
    hands = (A, CLOSED, "[222p]", D)
    table = swapping("3s 3s 3s 5p", tail=". 5p", hands=hands, acts="2, 3, 0, 1 win")
    assert points(table) == (-12, 36, -12, -12)


def test_everybody_who_has_declared_sees_the_new_tile_and_nobody_else() -> None:
    hands = (A, WIDE, "[456s]999m111p46s88s", D)
    table = made(
        RULES,
        *hands,
        turn=2,
        wall="3s 3s 3s",
        tail="9p 1s",
        bao="3s",
        ready=[1, 2],
        acts="2, 3, 0",
    )
    assert [bao(table, seat) for seat in range(4)] == [None, "1s", "1s", None]


def test_the_old_tile_is_neither_claimed_nor_won() -> None:
    # 9p is laid open after 3s; seat 1 waits for it, and seat 0 has 78p for a chow
    table = made(
        RULES,
        "[456m]78p147m25p899s",
        "[123m][777s]78p55s666m",
        "[222p]",
        "",
        turn=2,
        wall="9p 9p 9p . 3s 3s . . . 3s",
        tail="1s 1s 9p",
        bao="3s",
        ready=[1],
        acts="2, 3, 0, 1, 2, 3, 0, 1, 2, 3 discard 3s",
    )
    assert laid_open(table) == ["3s", "9p"] and bao(table, 1) == "1s"
    assert not claims(table, 0) and not claims(table, 1)


@pytest.mark.parametrize("before", [True, False])
def test_a_swap_comes_before_the_claims_of_the_discard_or_after_them(before: bool) -> None:
    rules = variant("baopai", swap_before_claims=before)
    # 8p is hidden, and seat 1 waits for it
    hand = "[123m][777s]67p999p55s"
    how: dict[str, Any] = {"turn": 2, "wall": "8p 8p . . 8p", "tail": "9m 1s", "bao": "8p"}
    acts = "2, 3, 0, 1, 2 discard 8p"
    table = made(rules, A, hand, C, D, ready=[1], acts=acts, **how)
    assert legal(table, 1) == {"win", "pass"}
    assert bao(table, 1) == ("1s" if before else "8p")
    assert laid_open(table) == (["8p"] if before else [])
    passed = passes(table.clone())
    assert bao(passed, 1) == "1s" and laid_open(passed) == ["8p"]
    act(table, "1 win")
    assert bao(table) == ("1s" if before else "8p")
    assert points(table) == (0, 5, -5, 0)


# ---- the last four tiles ------------------------------------------------------------------------


def test_the_last_four_are_dealt_in_turn() -> None:
    table = made(RULES, A, WIDE, C, D, turn=1, wall="9s", left=5)
    assert table.wall_left == 4 and not table.done
    before = draws(table)
    passes(act(table, "1 discard 9s"))
    assert table.done and result_of(table).drawn
    assert draws(table) == [*before, 2, 3, 0, 1] and table.wall_left == 0
    assert [seat for seat, _, _ in table.river[-4:]] == [2, 3, 0, 1]
    assert points(table) == (0, 0, 0, 0)


def test_with_five_left_a_seat_plays_as_ever() -> None:
    table = made(RULES, A, CLOSED, C, D, turn=1, wall="9m", left=5)
    assert {"discard 9m", "discard ready 9m", "discard 4p"} <= legal(table, 1)


def ending(
    *hands: str,
    last: str,
    ready: Sequence[int] = (1,),
    bao: str = ".",
    rules: Rules = RULES,
) -> Table:
    """Seat 1 has drawn with five tiles left, and discards; then come the last ones."""
    table = made(rules, *hands, turn=1, wall=f"9s {last}", bao=bao, ready=ready, left=5)
    return passes(act(table, "1 discard 9s"))


@pytest.mark.parametrize(
    ("hand", "tile", "hidden", "paid"),
    [
        (WIDE, "8p", "1s", 2),
        (CLOSED, "5p", "1s", 4),
        (WIDE, "1s", "1s", 3),
        (CLOSED, "5p", "5p", 12),
    ],
)
def test_a_ready_seat_may_win_on_its_last_tile(
    hand: str, tile: str, hidden: str, paid: int
) -> None:
    table = ending(A, hand, C, D, last=f". . . {tile}", bao=hidden)
    assert table.turn == 1 and legal(table, 1) == {"win", f"discard {tile}"}
    act(table, "1 win")
    assert the_win(table).self_draw
    assert points(table) == (-paid, 3 * paid, -paid, -paid)


def test_a_win_on_the_last_tiles_may_be_declined() -> None:
    table = made(RULES, A, WIDE, C, D, turn=0, wall="9s 8p", left=5, ready=[1])
    passes(act(table, "0 discard 9s"))
    assert legal(table, 1) == {"win", "discard 8p"}
    before = draws(table)
    act(table, "1 discard 8p")
    assert table.done and result_of(table).drawn
    assert draws(table) == [*before, 2, 3, 0]


@pytest.mark.parametrize("forced", [False, True])
def test_a_win_on_the_last_tiles_is_forced_by_option(forced: bool) -> None:
    rules = variant("baopai", forced_win=forced)
    table = ending(A, WIDE, C, D, last=". . . 8p", rules=rules)
    assert legal(table, 1) == ({"win"} if forced else {"win", "discard 8p"})


def test_who_has_not_declared_cannot_win_on_the_last_tiles() -> None:
    table = ending(A, WIDE, C, D, last=". . . 8p", ready=[])
    assert table.done and result_of(table).drawn
    # nor with the hidden kind
    table = ending(A, WIDE, C, D, last=". . . 1s", ready=[], bao="1s")
    assert table.done and result_of(table).drawn


def test_who_declares_with_the_discard_before_them_may() -> None:
    table = made(RULES, A, CLOSED, C, D, turn=1, wall="9m . . . 5p", left=5)
    passes(act(table, "1 discard ready 9m"))
    assert legal(table, 1) == {"win", "discard 5p"}


def test_the_last_tiles_are_neither_won_nor_claimed_by_others() -> None:
    # seat 2 is dealt the 8p that seat 1 waits for, and of which seat 3 has two
    table = ending(A, WIDE, C, "[345m]88p", last="8p . . .")
    assert table.done and result_of(table).drawn
    assert table.river[-4] == (2, kind("8p"), None)


def test_there_are_no_kongs_among_the_last_tiles() -> None:
    table = ending(A, CLOSED, C, D, last=". . . 8p")
    assert table.done and result_of(table).kongs == ()
    table = ending(A, WIDE, "999m", D, last="9m . . .")
    assert table.done and result_of(table).kongs == ()
    # a win is, but no kong beside it
    table = ending(A, "[777s]123m55s67p888p", C, D, last=". . . 8p", rules=STILL_READY)
    assert legal(table, 1) == {"win", "discard 8p"}


def test_with_four_left_a_discard_may_be_won_or_claimed() -> None:
    table = made(RULES, A, WIDE, C, "[345m]88p", turn=2, wall="8p", left=5, ready=[1])
    act(table, "2 discard 8p")
    assert "win" in table.legal(1) and "pung" in table.legal(3)
    before = draws(table)
    answers(table, (1, "pass"), (3, "pung"))
    assert table.turn == 3 and table.wall_left == 4
    passes(discards(table, 3))
    assert table.done and draws(table) == [*before, 0, 1, 2, 3]


def test_a_kong_with_four_left_leaves_three_to_deal() -> None:
    table = made(RULES, A, D, "555p", "", turn=1, wall="5p", tail="9m", left=5)
    act(table, "1 discard 5p")
    before = draws(table)
    act(table, "2 kong")
    assert table.wall_left == 3 and drawn_tile(table) == "9m"
    passes(act(table, "2 discard 9m"))
    assert table.done and result_of(table).drawn
    assert draws(table) == [*before, 2, 3, 0, 1]


def test_a_concealed_kong_with_four_left_leaves_three_to_deal() -> None:
    table = made(RULES, A, D, "555p", "", turn=2, wall="5p", tail="9m", left=5)
    before = draws(table)
    passes(act(table, "2 concealed kong 5p, 2 discard 9m"))
    assert table.done and draws(table) == [*before, 2, 3, 0, 1]


def test_two_kongs_with_four_left_leave_two_to_deal() -> None:
    table = made(RULES, A, D, "555p666s", "", turn=1, wall="5p", tail="9m 6s", left=5)
    act(table, "1 discard 5p, 2 kong, 2 concealed kong 6s")
    assert table.wall_left == 2
    before = draws(table)
    passes(act(table, "2 discard 9m"))
    assert table.done and result_of(table).drawn and draws(table) == [*before, 3, 0]


def no_tile_left(last: str, hand: str, ready: int | None = None, other: str = D) -> Table:
    """Four kongs with four tiles left: of 5p, 6s and 2s by seat 2, and of 8p by seat 3."""
    table = made(
        RULES,
        A,
        other,
        "555p666s222s1m4m9m9s",
        hand,
        turn=1,
        wall="5p",
        tail=f"{last} 8p 2s 6s",
        left=5,
        ready=[] if ready is None else [ready],
    )
    act(table, "1 discard 5p, 2 kong, 2 concealed kong 6s, 2 concealed kong 2s, 2 discard 8p")
    assert table.wall_left == 1 and "kong" in table.legal(3)
    act(table, "3 kong")
    assert table.wall_left == 0
    return table


def test_kongs_may_leave_nothing_to_deal() -> None:
    table = no_tile_left("1p", "888p")
    before = draws(table)
    passes(act(table, "3 discard 1p"))
    assert table.done and result_of(table).drawn and draws(table) == before
    assert points(table) == (0, 0, 0, 0)


def test_a_kong_that_takes_the_last_tile_may_win() -> None:
    table = no_tile_left("3p", "[123m][777s]24p888p99m", ready=3)
    assert legal(table, 3) == {"win", "discard 3p"}
    act(table, "3 win")
    assert the_win(table).flags & WinFlag.REPLACEMENT
    assert the_win(table).flags & WinFlag.CLOSED_WAIT
    assert points(table) == (-4, -4, -4, 12)


def test_the_discard_after_it_may_be_won() -> None:
    table = no_tile_left("2p", "888p", ready=1, other="[345m][777m]13p999s11s")
    act(table, "3 discard 2p")
    assert legal(table, 1) == {"win", "pass"}
    assert result_of(passes(table.clone())).drawn
    act(table, "1 win")
    assert the_win(table).payer == 3


def test_a_kong_needs_a_tile_to_draw() -> None:
    table = no_tile_left("4s", "888p444s")
    assert "concealed kong 4s" not in legal(table, 3)


def test_a_swap_of_the_discard_before_leaves_three_to_deal() -> None:
    table = swapping("3s 3s 3s", tail="9p 1s", left=7, acts="2, 3")
    passes(table)
    assert table.wall_left == 4 and table.turn == 0
    before = draws(table)
    passes(act(table, "0"))
    assert table.done and draws(table) == [*before, 1, 2, 3]
    assert laid_open(table) == ["3s"] and bao(table) == "1s"


def test_a_swap_before_the_last_tiles_changes_what_is_hidden() -> None:
    # 1s is hidden when seat 1 draws its last tile
    table = swapping("3s 3s 3s 1s", tail=". 1s", left=7, acts="2, 3, 0")
    passes(table)
    assert legal(table, 1) == {"win", "discard 1s"}
    act(table, "1 win")
    assert the_win(table).flags & WinFlag.BAO and points(table) == (-3, 9, -3, -3)


@pytest.mark.parametrize("swaps", [True, False])
def test_the_last_tiles_may_bring_a_swap_unless_the_option_says_otherwise(swaps: bool) -> None:
    rules = variant("baopai", swap_in_last=swaps)
    how: dict[str, Any] = {"turn": 2, "wall": "3s 3s . 3s", "bao": "3s", "tail": "9p 1s"}
    table = made(rules, A, D, "[222p]", "[777s]", left=7, acts="2, 3", **how)
    passes(table)
    before = draws(table)
    # the first tile that is dealt is the third 3s
    passes(act(table, "0"))
    assert table.done and result_of(table).drawn
    assert draws(table) == [*before, *((1, 2, 3) if swaps else (1, 2, 3, 0))]
    assert laid_open(table) == (["3s"] if swaps else [])
    assert bao(table) == ("1s" if swaps else "3s")


@pytest.mark.parametrize("swaps", [True, False])
def test_there_is_no_hidden_tile_any_more_where_nothing_is_left_to_swap(swaps: bool) -> None:
    rules = variant("baopai", swap_in_last=swaps)
    how: dict[str, Any] = {"turn": 2, "wall": "3s 3s . . . . 3s", "bao": "3s"}
    table = made(rules, A, D, "[222p]", "[777s]", left=7, acts="2, 3, 0", **how)
    passes(table)
    assert table.done and laid_open(table) == (["3s"] if swaps else [])
    assert bao(table) == (None if swaps else "3s")
    assert (result_of(table).bao is None) is swaps


# ---- claims -------------------------------------------------------------------------------------

# With 5p they are one discard from ready.
EATS = "46p123m888p46s99sC"
EATS_TOO = "46p789m222p46s11sC"


def fives(*hands: str, **how: Any) -> Table:
    """Seat 3 discards 5p."""
    rules = how.pop("rules", RULES)
    return made(rules, *hands, turn=3, wall="5p", acts="3 discard 5p", **how)


def test_the_next_seat_chows_and_every_seat_pungs_or_kongs() -> None:
    assert "chow middle" in legal(fives("46p"), 0)
    assert "chow middle" not in legal(fives("", "46p"), 1)
    for seat in range(3):
        hands = [""] * 3
        hands[seat] = "555p"
        assert {"pung", "kong", "pass"} <= legal(fives(*hands), seat)


def test_a_pung_goes_before_a_chow() -> None:
    table = answers(fives("46p", "", "55p"), (0, "chow middle"), (2, "pung"))
    assert table.turn == 2


def test_any_seat_may_chow_to_declare() -> None:
    for seat in range(3):
        hands = [""] * 3
        hands[seat] = EATS
        table = fives(*hands)
        expected = {"chow middle ready", "pass"} | ({"chow middle"} if seat == 0 else set())
        assert legal(table, seat) == expected


def test_after_such_a_chow_only_a_discard_that_declares_is_left() -> None:
    table = act(fives("", EATS), "1 chow middle ready")
    assert table.turn == 1 and table.melds(1) == (Meld.parse("[456p]"),)
    assert legal(table, 1) == {"discard ready C"}
    act(table, "1 discard ready C")
    assert table.ready(1) and named(table.ready_waits(1)) == ["5s"]
    # after a plain chow the seat may wait with it
    table = act(fives(EATS), "0 chow middle")
    assert {"discard ready C", "discard C", "discard 9s"} <= legal(table, 0)


@pytest.mark.parametrize(
    "hand",
    [
        "46p234m888p46s77s2s",  # no terminal
        "46p123p888p46p99pC",  # one suit
        "46p123m456m67s99sC",  # no triplet
        "46p159m159s2468mC",  # far from a win
    ],
)
def test_a_chow_that_does_not_make_the_hand_ready_is_a_plain_one(hand: str) -> None:
    next_to_it = claims(fives(hand), 0)
    assert "chow middle" in next_to_it and not [each for each in next_to_it if "ready" in each]
    assert not claims(fives("", hand), 1)


def test_the_hand_may_be_opened_by_it_or_before() -> None:
    assert "chow middle ready" in legal(fives("", EATS), 1)
    assert "chow middle ready" in legal(fives("", "[123m]46p888p46s99sC"), 1)


def test_each_way_to_chow_may_declare() -> None:
    for tiles, what in (("46p", "middle"), ("34p", "high"), ("67p", "low")):
        table = fives("", f"{tiles}123m888s46s99sC")
        assert f"chow {what} ready" in legal(table, 1)
        act(table, f"1 chow {what} ready, 1 discard ready C")
        assert table.ready(1)


def test_to_chow_and_declare_goes_before_a_pung_and_a_plain_chow() -> None:
    given = [(0, "chow middle"), (1, "chow middle ready"), (2, "pung")]
    for order in (given, given[::-1], [given[1], given[0], given[2]]):
        table = answers(fives("46p", EATS, "55p"), *order)
        assert table.turn == 1 and table.melds(1) == (Meld.parse("[456p]"),)
    # but where it is not asked for, the pung is made
    table = answers(fives("46p", EATS, "55p"), (1, "pass"), (0, "chow middle"), (2, "pung"))
    assert table.turn == 2


def test_the_next_seat_that_declares_with_its_chow_goes_before_a_pung() -> None:
    declared = answers(fives(EATS, "", "55p"), (0, "chow middle ready"), (2, "pung"))
    plain = answers(fives(EATS, "", "55p"), (0, "chow middle"), (2, "pung"))
    assert (declared.turn, plain.turn) == (0, 2)


def test_of_two_seats_that_chow_and_declare_the_nearest_does() -> None:
    given = [(1, "chow middle ready"), (2, "chow middle ready")]
    for order in (given, given[::-1]):
        assert answers(fives("", EATS, EATS_TOO), *order).turn == 1
    table = answers(fives("", EATS, EATS_TOO), (1, "pass"), (2, "chow middle ready"))
    assert table.turn == 2


@pytest.mark.parametrize("over", [True, False])
def test_whether_it_goes_before_a_kong_is_an_option(over: bool) -> None:
    rules = variant("baopai", chi_ting_over_kong=over)
    # before a pung it goes in any case
    for what, turn in (("kong", 1 if over else 2), ("pung", 1)):
        given = [(1, "chow middle ready"), (2, what)]
        for order in (given, given[::-1]):
            assert answers(fives("", EATS, "555p", rules=rules), *order).turn == turn


def test_a_win_goes_before_it() -> None:
    table = fives("", EATS, "[345m][789s]46p222p55s", ready=[2])
    answers(table, (1, "chow middle ready"), (2, "win"))
    assert the_win(table).seat == 2


@pytest.mark.parametrize("ready", [[1], []])
def test_who_has_declared_does_not_chow_to_declare(ready: list[int]) -> None:
    # without 8p it would wait for 5s still
    table = fives("", "[123m][999s]678p55s46s", ready=ready)
    assert claims(table, 1) == (set() if ready else {"chow low ready"})


def test_who_has_four_tiles_does_not_chow_to_declare() -> None:
    assert not claims(fives("", "[123m][777s][999s]46p11m"), 1)


def test_the_discard_after_it_is_one_of_a_seat_that_has_not_declared() -> None:
    # seat 1 chows 5p and declares with the 9m that seat 2 waits for
    hands = (A, EATS[:-1] + "9m", "[345m][777s]78m222p11s", D)
    table = fives(*hands, ready=[2])
    act(table, "1 chow middle ready, 1 discard ready 9m, 2 win")
    assert but_ready(the_win(table)) == WinFlag(0) and the_win(table).payer == 1
    assert points(table) == (0, -5, 5, 0)


def test_the_nearest_of_two_winners_wins_alone() -> None:
    hands = ("[123m][789s]46p888p55s", "", "[345m][777m]46p999p22s")
    table = fives(*hands, ready=[0, 2])
    assert "win" in table.legal(0) and "win" in table.legal(2)
    passed = answers(table.clone(), (0, "pass"), (2, "win"))
    answers(table, (2, "win"), (0, "win"))
    assert (the_win(table).seat, the_win(passed).seat) == (0, 2)
    # 3 of seat 3, 3 of seat 1 and 1 of the other, all of them doubled
    assert points(table) == (14, 0, 0, -14)


# ---- what a table keeps -------------------------------------------------------------------------


def test_a_declaration_and_a_swap_are_taken_back_copied_and_written() -> None:
    table = swapping(acts="2, 3")
    passes(table)
    digest, left = table.digest(), table.wall_left
    act(table, "0")
    for other in (table.clone(), pickle.loads(pickle.dumps(table))):
        assert other == table and bao(other, 1) == "1s" and other.ready(1)
        assert named(other.ready_waits(1)) == ["5p", "8p"]
    table.undo()
    assert (table.digest(), table.wall_left, bao(table, 1)) == (digest, left, "3s")
    table = made(RULES, "", CLOSED, turn=1, wall="9m", bao="1s")
    act(table, "1 discard ready 9m")
    table.undo()
    assert not table.ready(1) and bao(table, 1) is None and table.ready_waits(1) == ()


def test_the_games_without_a_hidden_tile_have_none() -> None:
    table = deal(variant("jipinghu"), wall=". .")
    assert table.bao() is None and not table.ready(0) and table.ready_waits(0) == ()
    view = view_of(table, 0)
    assert view.bao is None and view.ready == (False,) * 4
