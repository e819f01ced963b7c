"""山西 at the table: declaring and what it asks, wins, kongs, the end of the wall, dealers."""

from __future__ import annotations

import pickle
from itertools import chain, pairwise
from typing import Any

import pytest
from guangdong import (
    ANY,
    KINDS,
    act,
    drawn_tile,
    kind,
    legal,
    named,
    passes,
    points,
    result_of,
    the_win,
    tiles,
)
from ready_twin import Stock

from queshen.actions import Action
from queshen.deal_result import DealResult, KongPaid, KongType, Win, WinFlag
from queshen.errors import TableError
from queshen.hand import Hand
from queshen.rules import Rules, variant
from queshen.session import Session, next_dealer
from queshen.settlement import Transfer
from queshen.table import Table, choose
from queshen.tiles import Meld, MeldType
from queshen.view import View

RULES = variant("shanxi")
FREE = variant("shanxi", forced_win=False)
FLAT = variant("shanxi", preset="tuidaohu")
WILD = variant("shanxi", haozi="random")

# They wait for 7p alone, for 5m and 8m, for 2m and 5m.
ONE = "234m456p345s88s89p"
WIDE = "67m456p345s88s789p"
LOW = "34m456p345s88s789p"


def dealt(
    *hands: str,
    wall: str = "",
    tail: str = "",
    left: int = 50,
    rules: Rules = RULES,
    acts: str = "",
    **set_up: Any,
) -> Table:
    """A table with these hands, filled up with idle tiles, and what is done at it.

    The wall has `left` tiles with the dealer's first draw, which `wall` begins with; `tail` is its
    end, of which the last tile is the first replacement. Both may leave tiles open with ``.``.
    """
    held = [tiles(hand) for hand in (*hands, *[""] * (4 - len(hands)))]
    drawn, end = tiles(wall), tiles(tail)
    line = [*drawn, *(left - len(drawn) - len(end)) * [ANY], *end]
    kinds = [each for each in KINDS if rules.flow.copies[kind(each)]]
    named = [tile for tile in chain(*held, line) if tile != ANY]
    stock = Stock(kinds, named)
    for hand in held:
        while len(hand) < 13:
            hand.append(stock.take(hand))
    line = [stock.take(named) if tile == ANY else tile for tile in line]
    return run(rules.table(hands=held, wall=line, **set_up), acts)


def run(table: Table, acts: str) -> Table:
    """Acts as `act` knows them; ``1 ready`` discards what was drawn and declares with it."""
    for each in filter(None, acts.split(", ")):
        if each.endswith(" ready"):
            passes(table)
            act(table, f"{each[0]} discard ready {drawn_tile(table)}")
        else:
            act(table, each)
    return table


def declares(hand: str = ONE, wall: str = "", acts: str = "", **how: Any) -> Table:
    """Seat 1 has declared with that hand in its first turn; `wall` is what seat 2 draws and on."""
    before = how.pop("before", "0, 1 ready")
    table = dealt("", hand, *how.pop("others", ()), wall=f"..{wall}", acts=before, **how)
    return run(table, acts)


def may_declare(table: Table, seat: int) -> bool:
    return any(" ready" in action for action in legal(table, seat))


def other_of(table: Table) -> str:
    """A tile that the seat in turn did not draw."""
    drawn = drawn_tile(table)
    return next(tile for tile in KINDS if tile != drawn and f"discard {tile}" in table.legal(1))


def unseen(table: Table) -> int:
    """How many tiles lie in the wall."""
    seats = range(table.seats)
    held = sum(sum(table.hand(seat).counts) + table.hand(seat).wild for seat in seats)
    laid = sum(len(meld.kinds) for seat in seats for meld in table.melds(seat))
    lying = sum(taken is None for *_, taken in table.river)
    return table.rules.flow.tiles - held - laid - lying


# ---- claims -------------------------------------------------------------------------------------


def test_nobody_chows() -> None:
    table = dealt("", "46p57p", wall="5p", acts="0 discard 5p")
    assert table.phase == "turn" and table.turn == 1
    table = dealt("", "46p55p", wall="5p", acts="0 discard 5p")
    assert legal(table, 1) == {"pass", "pung"}
    assert not [each for each in legal(table, 1) if "chow" in each]


def test_any_seat_may_pung_or_kong_a_discard() -> None:
    for seat in (1, 2, 3):
        hands = ["", "", "", ""]
        hands[seat] = "55p"
        table = dealt(*hands, wall="5p", acts="0 discard 5p")
        assert legal(table, seat) == {"pass", "pung"}
        hands[seat] = "555p"
        table = dealt(*hands, wall="5p", acts="0 discard 5p")
        assert legal(table, seat) == {"pass", "pung", "kong"}
        act(table, f"{seat} kong")
        assert table.melds(seat) == (Meld.parse("[5555p]"),) and table.turn == seat


def test_a_win_goes_before_a_pung_and_a_kong() -> None:
    # seat 1 is nearer to who discards
    for held, claim in (("77p", "pung"), ("777p", "kong")):
        table = dealt("", held, ONE, wall="...7p", rules=FREE, acts="0, 1, 2 ready, 3 discard 7p")
        assert legal(table, 2) == {"win", "pass"} and claim in table.legal(1)
        table.act(1, claim)
        table.act(2, "win")
        assert the_win(table).seat == 2
        table = dealt("", held, ONE, wall="...7p", rules=FREE, acts="0, 1, 2 ready, 3 discard 7p")
        table.act(1, claim)
        table.act(2, "pass")
        assert table.turn == 1 and not table.done


def test_of_two_that_can_win_the_nearest_does() -> None:
    second = "234p567s111m99m89p"
    table = dealt("", ONE, "", second, wall="....7p", acts="0, 1 ready, 2, 3 ready")
    run(table, "0 discard 7p, 1 win")
    passes(table)
    assert the_win(table).seat == 1
    table = dealt("", second, "", ONE, wall="....7p", acts="0, 1 ready, 2, 3 ready")
    run(table, "0 discard 7p, 1 win")
    assert the_win(passes(table)).seat == 1


def test_both_win_by_option() -> None:
    rules = variant("shanxi", multi_win="all")
    second = "234p567s111m99m89p"
    hands = ("", ONE, "", second)
    table = dealt(*hands, wall="....7p", rules=rules, acts="0, 1 ready, 2, 3 ready, 0 discard 7p")
    assert legal(table, 1) == legal(table, 3) == {"win"}
    table.act(1, "win")
    table.act(3, "win")
    assert [win.seat for win in result_of(table).wins] == [1, 3]
    # the undeclared dealer owes two losers' shares and its own bonus to each
    assert points(table) == (-38, 19, 0, 19)


def test_there_is_no_kong_straight_after_a_pung() -> None:
    table = dealt("", "55p9999s", wall="5p", acts="0 discard 5p, 1 pung")
    assert not [each for each in legal(table, 1) if "kong" in each]
    table = dealt("", "9999s", wall=".", acts="0")
    passes(table)
    assert "concealed kong 9s" in legal(table, 1)


def test_a_pung_becomes_a_kong_with_the_drawn_tile_or_later() -> None:
    acts = "0 discard 5p, 1 pung, 1 discard E, 2, 3, 0"
    table = passes(dealt("", "55pE", wall="5p...5p", acts=acts))
    assert "added kong 5p" in legal(table, 1)
    run(table, f"1 discard {other_of(table)}, 2, 3, 0")
    assert "added kong 5p" in legal(passes(table), 1)
    table = passes(dealt("", "55pE", wall="5p....", acts=acts))
    assert "added kong 5p" not in legal(table, 1)


# ---- who may declare ----------------------------------------------------------------------------


def before_declaring(hand: str, wall: str = "", acts: str = "0", **how: Any) -> Table:
    """Seat 1 has drawn and may declare or not."""
    return passes(dealt("", hand, wall=wall, acts=acts, **how))


@pytest.mark.parametrize(
    "hand",
    [
        ONE,
        WIDE,
        "1122m5566p88sEEC",  # seven pairs
        "19m19p19sESWNCFP",  # thirteen tiles of thirteen orphans
        "19m19p19sESWNCFF",
    ],
)
def test_a_hand_that_is_one_tile_from_winning_may_declare(hand: str) -> None:
    table = before_declaring(hand)
    drawn = drawn_tile(table)
    assert f"discard ready {drawn}" in legal(table, 1) and f"discard {drawn}" in legal(table, 1)
    assert not table.ready(1)
    run(table, "1 ready")
    passes(table)
    assert table.ready(1)


def test_a_hand_that_is_two_tiles_from_winning_may_not() -> None:
    table = before_declaring("234m456p345s8s9p1mE")
    assert not may_declare(table, 1)
    why = table.why_not(1, f"discard ready {drawn_tile(table)}")
    assert why is not None and "one tile short" in why


def test_a_hand_may_declare_with_another_tile_than_it_drew() -> None:
    # 9p is drawn, and E goes
    table = before_declaring("234m456p345s88s8pE", wall=".9p")
    assert "discard ready E" in legal(table, 1) and "discard ready 9p" not in legal(table, 1)


def test_a_complete_hand_that_is_not_declared_does_not_win() -> None:
    table = before_declaring(ONE, wall=".7p")
    assert "win" not in table.legal(1) and table.why_not(1, "win") is not None
    table = dealt("", ONE, wall=".." + "7p", acts="0, 1, 2 discard 7p")
    assert "win" not in table.legal(1)


def test_what_is_dealt_to_the_dealer_is_no_win() -> None:
    table = dealt(ONE, wall="7p")
    assert "win" not in table.legal(0)
    # it may declare, and win later
    assert may_declare(table, 0)


def test_the_dealer_may_declare_with_the_first_discard() -> None:
    table = dealt(ONE, wall=".", acts="0 ready")
    assert table.ready(0)
    assert ("discard", 0, kind(drawn_of(table)), 2) in table.events


def drawn_of(table: Table) -> str:
    return str(table.set_up["wall"][0])


@pytest.mark.parametrize(
    ("hand", "waits", "allowed"),
    [
        (LOW, "2m 5m", False),
        (WIDE, "5m 8m", True),
        ("46m456p345s88s789p", "5m", False),
        ("57m456p345s88s789p", "6m", True),
        ("45m456p345s88s789p", "3m 6m", True),
        ("24m456p345s88s789p", "3m", False),
        ("12m456p345s88s789p", "3m", False),
        ("89m456p345s88s567p", "7m", True),
        ("234m456p345s789p5s", "2s 5s", False),
        ("234m456p345s789pE", "E", True),
        ("234m456p345s789pP", "P", True),
        ("234m456p345s55pEE", "5p E", True),
        ("1122m4455p33s889s", "9s", True),
        ("1122m4455p33s885s", "5s", False),
        ("9m19p19sESWNCFP9s", "1m", False),
        ("1m19p19sESWNCFP9s", "9m", True),
    ],
)
def test_some_tile_that_it_waits_for_must_have_six_points(
    hand: str, waits: str, allowed: bool
) -> None:
    table = before_declaring(hand)
    action = f"discard ready {drawn_tile(table)}"
    assert (action in legal(table, 1)) is allowed
    found = RULES.readiness(hand)
    assert found.tiles == (tuple(waits.split()) if allowed else ())
    assert tuple(found.failed) == (() if allowed else ("wanted_live",))
    if not allowed:
        assert table.why_not(1, action) is not None


def test_a_hand_far_from_winning_lacks_that() -> None:
    assert "ready" in RULES.readiness("147m258p369sESWN").failed


@pytest.mark.parametrize(
    ("thrown", "allowed"),
    [
        (("7p", "7p", "7p", "7p"), False),
        (("7p", "7p", "7p", "."), True),
        (("7p", ".", ".", "."), True),
    ],
)
def test_some_copy_of_such_a_tile_must_not_lie_face_up(
    thrown: tuple[str, ...], allowed: bool
) -> None:
    first, *others, last = thrown
    wall = f"{first}.{''.join(others)}{last}"
    table = before_declaring(ONE, wall=wall, acts="0, 1, 2, 3, 0")
    assert (f"discard ready {drawn_tile(table)}" in legal(table, 1)) is allowed


def test_a_low_tile_of_which_there_are_some_is_not_enough() -> None:
    # 3m and 6m, and all 6m lie there
    hand = "45m456p345s88s789p"
    how: dict[str, Any] = {"acts": "0, 1, 2, 3, 0"}
    assert not may_declare(before_declaring(hand, wall="6m.6m6m6m", **how), 1)
    assert may_declare(before_declaring(hand, wall="6m.6m6m.", **how), 1)
    # another tile that is high enough does
    hand = "78m456p345s88s789p"
    assert may_declare(before_declaring(hand, wall="6m.6m6m6m", **how), 1)


def test_tiles_in_open_melds_lie_face_up() -> None:
    # three 7p are a pung, and the fourth is discarded
    acts = "0 discard 7p, 2 pung, 2 discard E, 3, 0"
    table = dealt("", ONE, "77pE", wall="7p.7p", acts=acts)
    passes(table)
    assert table.turn == 1 and not may_declare(table, 1)
    table = dealt("", ONE, "77pE", wall="7p..", acts=acts)
    passes(table)
    assert table.turn == 1 and may_declare(table, 1)


def test_tiles_of_a_concealed_kong_do_not() -> None:
    acts = "0, 1, 2 concealed kong 7p, 2, 3, 0"
    table = passes(dealt("", ONE, "7777p", wall=".....", acts=acts))
    assert table.turn == 1 and may_declare(table, 1)


def test_own_tiles_in_hand_do_not() -> None:
    # two 7p in hand, two thrown away; another kind of which one is in hand
    hand = "234m77p345s88s666p"
    table = before_declaring(hand, wall="7p.7p..8s", acts="0, 1, 2, 3, 0")
    assert may_declare(table, 1)
    hand = "234m456p345s77p88p"
    table = before_declaring(hand, wall="7p.7p8p8p", acts="0, 1, 2, 3, 0")
    assert may_declare(table, 1)


def test_the_discard_that_declares_lies_face_up_itself() -> None:
    # seat 1 draws the tile that it waits for, and others of which lie there
    table = before_declaring(ONE, wall="7p.7p7p.7p", acts="0, 1, 2, 3, 0")
    assert "discard ready 7p" not in legal(table, 1)
    table = before_declaring(ONE, wall="7p.7p..7p", acts="0, 1, 2, 3, 0")
    assert "discard ready 7p" in legal(table, 1)


def test_who_may_declare_may_also_wait_with_it() -> None:
    table = before_declaring(ONE, wall="......")
    run(table, "1, 2, 3, 0")
    passes(table)
    assert not table.ready(1) and may_declare(table, 1)


# ---- after declaring ----------------------------------------------------------------------------


def test_a_declared_seat_discards_what_it_draws_and_claims_nothing() -> None:
    table = declares(wall="8s..1m", acts="2 discard 8s")
    assert table.turn == 3  # 88s are no pung any more
    run(table, "3, 0")
    passes(table)
    assert legal(table, 1) == {"discard 1m"}
    assert named(table.ready_waits(1)) == ["7p"]


def test_a_declaration_is_told_with_its_discard_to_all() -> None:
    table = declares()
    told = [(seat, tile) for what, seat, tile, extra in table.events if extra == 2]
    assert [seat for seat, _ in told] == [1]
    assert [table.view(seat).ready[1] for seat in range(4)] == [True] * 4


PLAIN_KONG = "234m888s99p67p345s"
"""It waits for 5p and 8p, and the 8s are a pung that no chow needs."""


def test_a_concealed_kong_may_be_made_after_declaring() -> None:
    table = declares(PLAIN_KONG, wall="...8s", acts="2, 3, 0")
    passes(table)
    assert legal(table, 1) == {"discard 8s", "concealed kong 8s"}
    run(table, "1 concealed kong 8s")
    assert table.ready(1) and legal(table, 1) == {f"discard {drawn_tile(table)}"}


def test_an_exposed_kong_may_be_made_after_declaring_but_no_pung() -> None:
    table = declares(PLAIN_KONG, wall="8s", acts="2 discard 8s")
    assert legal(table, 1) == {"pass", "kong"}
    run(table, "1 kong")
    assert table.ready(1) and named(table.ready_waits(1)) == ["5p", "8p"]


def test_an_added_kong_may_be_made_after_declaring() -> None:
    hand = "234m88s99p67p345sE"
    acts = "0 discard 8s, 1 pung, 1 discard ready E, 2, 3, 0"
    table = dealt("", hand, wall="8s...8s", acts=acts)
    passes(table)
    assert legal(table, 1) == {"discard 8s", "added kong 8s"}


@pytest.mark.parametrize(
    ("hand", "tile", "waits", "after"),
    [
        # other waits than before, one of them high enough
        ("234m456p789p7778s", "7s", "6s 8s 9s", "8s"),
        ("234m456p789p5556s", "5s", "4s 6s 7s", "6s"),
        # 5s alone is left
        ("234m456p789p4445s", "4s", "3s 5s 6s", None),
    ],
)
def test_a_kong_must_leave_a_hand_that_might_declare(
    hand: str, tile: str, waits: str, after: str | None
) -> None:
    table = declares(hand, wall=f"...{tile}", acts="2, 3, 0", rules=FREE)
    passes(table)
    assert named(table.ready_waits(1)) == waits.split()
    assert (f"concealed kong {tile}" in legal(table, 1)) is (after is not None)
    fed = declares(hand, wall=tile, acts=f"2 discard {tile}", rules=FREE)
    assert ("kong" in legal(fed, 1)) is (after is not None)
    if after is not None:
        run(table, f"1 concealed kong {tile}")
        assert named(table.ready_waits(1)) == after.split()


def test_no_kong_is_made_once_all_high_waits_lie_face_up() -> None:
    # it waits for 5p and 8p
    for first, allowed in (("8p", False), (".", True)):
        acts = "0, 1 ready, 2, 3, 0"
        table = dealt("", PLAIN_KONG, wall=f"{first}.8p8p8p8s", rules=FREE, acts=acts)
        passes(table)
        assert table.ready(1)
        assert ("concealed kong 8s" in legal(table, 1)) is allowed


def test_a_copy_in_the_own_hand_is_enough_for_a_kong() -> None:
    # the kong leaves 8s alone, the others of which have been discarded
    hand = "234m456p789p7778s"
    table = dealt("", hand, wall="..8s8s8s7s", rules=FREE, acts="0, 1 ready, 2, 3, 0")
    passes(table)
    assert "concealed kong 7s" in legal(table, 1)


@pytest.mark.parametrize("claimable", [True, False])
def test_whether_the_declaring_discard_may_be_claimed_is_an_option(claimable: bool) -> None:
    rules = variant("shanxi", declared_discard_claimable=claimable)
    hands = ("", ONE, "", "EE")
    table = dealt(*hands, wall=".E", rules=rules, acts="0, 1 discard ready E")
    if claimable:
        assert table.phase == "claim" and legal(table, 3) == {"pass", "pung"}
    else:
        assert table.phase == "turn" and table.turn == 2
    # a plain discard may always be claimed
    table = dealt(*hands, wall=".E", rules=rules, acts="0, 1 discard E")
    assert table.phase == "claim" and "pung" in table.legal(3)


@pytest.mark.parametrize("claimable", [True, False])
def test_whether_the_declaring_discard_may_be_won_is_an_option(claimable: bool) -> None:
    rules = variant("shanxi", declared_discard_claimable=claimable)
    hands = ("", ONE, "456m789m123p456s7s")
    acts = "0, 1 ready, 2 discard ready 7p"
    table = dealt(*hands, wall="..7p", rules=rules, acts=acts)
    if not claimable:
        assert table.phase == "turn" and table.turn == 3
        return
    assert "win" in table.legal(1)
    run(table, "1 win")
    assert the_win(table).payer == 2 and table.ready(2)
    # who declares with the discard has declared
    assert points(table) == (-7, 21, -7, -7)


# ---- wins ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("forced", [True, False])
def test_who_can_win_must_unless_the_option_says_otherwise(forced: bool) -> None:
    rules = variant("shanxi", forced_win=forced)
    table = declares(wall="7p", acts="2 discard 7p", rules=rules)
    assert legal(table, 1) == ({"win"} if forced else {"win", "pass"})
    table = declares(wall="...7p", acts="2, 3, 0", rules=rules)
    passes(table)
    assert legal(table, 1) == ({"win"} if forced else {"win", "discard 7p"})


@pytest.mark.parametrize("missed", ["none", "any_tile"])
def test_whether_a_seat_may_win_after_passing_a_win_is_an_option(missed: str) -> None:
    rules = variant("shanxi", forced_win=False, missed_win=missed)
    table = declares(WIDE, wall="8m8m", rules=rules, acts="2 discard 8m, 1 pass")
    passes(table)
    run(table, "3 discard 8m")
    assert ("win" in table.legal(1)) is (missed == "none")


def test_a_seat_that_passed_a_win_may_win_again_after_its_draw() -> None:
    rules = variant("shanxi", forced_win=False, missed_win="any_tile")
    table = declares(WIDE, wall="8m...8m", rules=rules, acts="2 discard 8m, 1 pass")
    passes(table)
    run(table, "3, 0")
    passes(table)
    run(table, "1, 2 discard 8m")
    assert "win" in table.legal(1)
    # and with the draw itself
    table = declares(WIDE, wall="8m..8m", rules=rules, acts="2 discard 8m, 1 pass")
    passes(table)
    run(table, "3, 0")
    passes(table)
    assert "win" in table.legal(1)


def test_a_low_tile_is_won_by_self_draw_only() -> None:
    table = declares(WIDE, wall="5m", acts="2 discard 5m")
    assert table.phase == "turn" and table.turn == 3
    table = declares(WIDE, wall="...5m", acts="2, 3, 0")
    passes(table)
    assert legal(table, 1) == {"win"}
    run(table, "1 win")
    assert the_win(table).fan == 5 and points(table) == (-20, 40, -10, -10)


def test_a_tile_of_one_or_two_points_is_not_won_at_all() -> None:
    hand = "34567m456p345s88s"  # 2m, 5m and 8m
    table = declares(hand, wall="...2m", acts="2, 3, 0")
    passes(table)
    assert legal(table, 1) == {"discard 2m"}
    table = declares(hand, wall="2m", acts="2 discard 2m")
    assert table.phase == "turn" and table.turn == 3
    table = declares(hand, wall="8m", acts="2 discard 8m")
    assert legal(table, 1) == {"win"}


def test_an_honour_is_won_on_a_discard() -> None:
    table = declares("234m456p345s789pE", wall="E", acts="2 discard E, 1 win")
    assert the_win(table).fan == 10 and points(table) == (0, 30, -30, 0)


def test_what_a_declared_seat_discards_is_paid_by_all() -> None:
    second = "234p567s111m99m67p"
    table = declares(others=(second,), wall="....7p")
    passes(run(table, "2 ready"))
    run(table, "3, 0")
    passes(table)
    run(table, "1")
    passes(table)
    run(table, "2 discard 7p, 1 win")
    assert the_win(table).flags == WinFlag.FROM_READY | WinFlag.READY
    assert points(table) == (-7, 21, -7, -7)


def test_the_dealer_who_has_declared_wins_with_the_bonus() -> None:
    table = dealt(ONE, wall=".7p", acts="0 ready, 1 discard 7p, 0 win")
    assert points(table) == (36, -36, 0, 0)
    table = dealt(ONE, wall="....7p", acts="0 ready, 1, 2, 3, 0 win")
    assert points(table) == (72, -24, -24, -24)


def test_seven_pairs_and_thirteen_orphans_win_at_the_table() -> None:
    table = declares("1122m55p8888sEEC", wall="C", acts="2 discard C, 1 win")
    assert the_win(table).fan == 30
    table = declares("1122m55p888sEECC", wall="8s", acts="2 discard 8s, 1 win")
    assert the_win(table).fan == 48
    table = declares("19m19p19sESWNCFP", wall="E", acts="2 discard E, 1 win")
    assert the_win(table).fan == 70


# ---- robbing ------------------------------------------------------------------------------------


def adds(hand: str, tile: str, rules: Rules = RULES, acts: str = "") -> Table:
    """Seat 2 adds a tile to its pung, after seat 1 has declared."""
    before = f"0 discard {tile}, 2 pung, 2 discard E, 3, 0, 1 ready, 2 added kong {tile}"
    others = ("", hand, f"{tile[0]}{tile[0]}{tile[1]}E")
    return run(dealt(*others, wall=f"{tile}...{tile}", rules=rules, acts=before), acts)


def test_an_added_kong_is_robbed_and_not_made() -> None:
    table = adds(ONE, "7p")
    assert table.phase == "rob" and legal(table, 1) == {"win"}
    run(table, "1 win")
    assert the_win(table).flags == WinFlag.ROBBING | WinFlag.READY
    assert the_win(table).payer == 2
    assert result_of(table).kongs == () and table.melds(2) == (Meld.parse("[777p]"),)
    assert points(table) == (0, 21, -21, 0)


def test_a_kong_of_a_low_tile_is_not_robbed() -> None:
    table = adds(WIDE, "5m")
    assert table.phase == "turn" and table.melds(2) == (Meld.parse("[5555m]"),)


def test_whether_kongs_are_robbed_is_an_option() -> None:
    table = adds(ONE, "7p", variant("shanxi", rob_added_kong=False))
    assert table.phase == "turn" and table.turn == 2
    assert table.melds(2) == (Meld.parse("[7777p]"),)


def test_who_has_not_declared_robs_nothing() -> None:
    before = "0 discard 7p, 2 pung, 2 discard E, 3, 0, 1, 2 added kong 7p"
    table = dealt("", ONE, "77pE", wall="7p...7p", acts=before)
    assert table.phase == "turn" and table.turn == 2


def test_an_exposed_kong_is_not_robbed() -> None:
    # it is won as the discard that it is, before it is made
    table = declares(others=("", "777p"), wall="7p", acts="2 discard 7p")
    assert legal(table, 1) == {"win"}
    run(table, "1 win")
    assert the_win(table).flags == WinFlag.READY and result_of(table).kongs == ()


# ---- kongs and who pays for them ----------------------------------------------------------------


def test_kongs_are_told_with_who_made_and_who_fed_them() -> None:
    hands = ("999m", ONE, "9m", "2222p")
    acts = "0, 1 ready, 2 discard 9m, 0 kong"
    table = dealt(*hands, wall="......7p", acts=acts)
    run(table, "0, 1, 2, 3 concealed kong 2p, 3, 0 discard 7p, 1 win")
    made = [(each.seat, each.kind, str(each.type), each.payer) for each in result_of(table).kongs]
    assert made == [
        (0, kind("9m"), "exposed kong", 2),
        (3, kind("2p"), "concealed kong", None),
    ]
    # seat 0 fed it: its own kong is void, and it pays the other one
    assert points(table) == (-26 - 12, 26, 0, 12)


def test_who_feeds_undeclared_pays_the_kongs_of_the_others_at_the_table() -> None:
    hands = (ONE, "9999s", "", "")
    acts = "0 ready, 1 concealed kong 9s, 1 discard 7p, 0 win"
    table = dealt(*hands, wall="..", tail="7p", acts=acts)
    (kong,) = result_of(table).kongs
    assert (kong.seat, kong.type) == (1, KongType.CONCEALED)
    assert WinFlag.AFTER_KONG in the_win(table).flags
    assert points(table) == (36, -36, 0, 0)


def test_a_kong_of_the_winner_is_paid_at_the_table() -> None:
    # 3m in a concealed kong, then 7p from the undeclared dealer: 21 + 5 + 18
    hand = "3333m456p345s8s89p"
    acts = "0, 1 concealed kong 3m, 1 discard ready E, 2, 3, 0 discard 7p, 1 win"
    table = dealt("", f"{hand}", wall=".E..7p", tail="8s", acts=acts)
    assert points(table) == (-44, 44, 0, 0)


def test_the_official_example() -> None:
    # the dealer adds a kong of 3m, seat 1 has a concealed one of 2m, seat 2 one of 9m off seat 1
    hands = ("33m456p345s88s89pE", "2222m9m7p", "999m", "3m")
    acts = "0, 1 concealed kong 2m, 1 discard 9m, 2 kong, 2 discard W, 3 discard 3m, 0 pung"
    table = dealt(*hands, wall="N.....3m", tail="WS", acts=acts)
    run(table, "0 discard ready E, 1, 2, 3, 0 added kong 3m, 0, 1 discard 7p, 0 win")
    # 36 for the hand, 9 for the dealer's kong, 27 for that of seat 2, nothing for that of seat 1
    assert points(table) == (45, -72, 27, 0)


# ---- the end of the wall ------------------------------------------------------------------------


@pytest.mark.parametrize("left", [15, 16, 20])
def test_a_deal_is_drawn_when_fourteen_tiles_are_left(left: int) -> None:
    table = dealt(wall=".", left=left)
    draws = 1
    while not table.done:
        if table.phase == "turn":
            table.step(f"discard {drawn_tile(table)}")
        else:
            table.step("pass")
    draws = len([1 for what, *_ in table.events if what == "draw"])
    assert result_of(table).drawn and points(table) == (0, 0, 0, 0)
    assert draws in (left - 14, left - 15)  # the dealer's first tile is dealt


@pytest.mark.parametrize("left", [24, 25, 26, 27, 40])
def test_one_more_is_left_after_an_odd_number_of_kongs(left: int) -> None:
    ends = [wall_at_the_end(left, kongs) for kongs in range(3)]
    assert ends == [14, 15, 14]


def wall_at_the_end(left: int, kongs: int) -> int:
    """How many tiles lie in the wall at the end of a deal with so many kongs."""
    table = dealt("1111m2222m", wall=".", left=left)
    for tile in ("1m", "2m")[:kongs]:
        run(table, f"0 concealed kong {tile}")
    while not table.done:
        table.step(f"discard {drawn_tile(table)}" if table.phase == "turn" else "pass")
    assert len(result_of(table).kongs) == kongs
    beyond = RULES.flow.tiles - 52 - left  # tiles that this wall does not have
    return unseen(table) - beyond


def test_the_last_draw_may_win_but_make_no_kong() -> None:
    table = dealt("9999s", wall=".", left=15)
    assert not [each for each in legal(table, 0) if "kong" in each]
    table = dealt("9999s", wall=".", left=16)
    assert "concealed kong 9s" in legal(table, 0)
    table = declares(wall="...7p", left=20, acts="2, 3, 0")
    passes(table)
    assert table.wall_left == 0 and legal(table, 1) == {"win"}
    run(table, "1 win")
    assert WinFlag.LAST_TILE in the_win(table).flags and the_win(table).fan == 7


def test_the_last_discard_may_be_won_but_not_claimed() -> None:
    for held, claims in (("55p", {"pung"}), ("555p", {"pung", "kong"})):
        table = dealt("", "", held, wall="5p", left=15, acts="0 discard 5p")
        assert table.done and result_of(table).drawn
        table = dealt("", "", held, wall="5p", left=16, acts="0 discard 5p")
        assert legal(table, 2) == claims | {"pass"}
    table = declares(wall="7p", left=17, acts="2 discard 7p")
    assert legal(table, 1) == {"win"}
    run(table, "1 win")
    assert points(table) == (0, 21, -21, 0)


# ---- who deals ----------------------------------------------------------------------------------

KONG = KongPaid(2, "5p", "concealed kong")


@pytest.mark.parametrize(
    ("result", "dealer"),
    [
        (DealResult([Win(0, 7)]), 0),
        (DealResult([Win(0, 7, payer=1)], kongs=[KONG]), 0),
        (DealResult([Win(2, 7)]), 1),
        (DealResult([Win(3, 7, payer=0, order=1)], kongs=[KONG]), 1),
        (DealResult(), 0),
        (DealResult(kongs=[KONG]), 1),
    ],
)
def test_the_dealer_stays_after_a_win_and_after_a_draw_without_a_kong(
    result: DealResult, dealer: int
) -> None:
    assert next_dealer(RULES, result) == next_dealer(FLAT, result) == dealer


def test_the_dealer_stays_after_any_draw_by_option() -> None:
    rules = variant("shanxi", draw_rotation="stay")
    assert next_dealer(rules, DealResult(kongs=[KONG])) == next_dealer(rules, DealResult()) == 0
    assert next_dealer(rules, DealResult([Win(2, 7)])) == 1


def test_other_games_of_dealers_are_options() -> None:
    won = DealResult([Win(2, 7)])
    assert next_dealer(variant("shanxi", dealer_rotation="winner"), won) == 2
    always = variant("shanxi", dealer_rotation="always_next")
    assert next_dealer(always, DealResult([Win(0, 7)])) == 1


class Idle:
    """Makes kongs, or not, and never declares."""

    def __init__(self, kongs: bool) -> None:
        self.kongs = kongs

    def choose(self, view: View) -> Action:
        if self.kongs:
            for action in view.legal:
                if "kong" in str(action):
                    return action
        return max(
            action for action in view.legal if not {"kong", "ready"} & {*str(action).split()}
        )


def test_drawn_deals_of_a_session_move_the_dealer_after_kongs_only() -> None:
    session = Session(RULES, seed=5, players=[Idle(True)] * 4, first_dealer=0)
    deals = session.play(30)
    assert {len(deal.result.kongs) > 0 for deal in deals} == {True, False}
    for before, after in pairwise(deals):
        moved = (before.dealer + 1) % 4 if before.result.kongs else before.dealer
        assert before.result.drawn and after.dealer == moved
        assert after.streak == (1 if before.result.kongs else before.streak + 1)
    stay = variant("shanxi", draw_rotation="stay")
    session = Session(stay, seed=5, players=[Idle(True)] * 4, first_dealer=0)
    assert {deal.dealer for deal in session.play(10)} == {0}


def test_a_session_goes_on_with_the_dealer_who_wins_and_else_with_the_next() -> None:
    session = Session(RULES, seed=3, first_dealer=1)
    for _ in range(40):
        dealer, table = session.dealer, session.table
        while not table.done:
            table.step(choose(table, table.to_act[0], "greedy"))
        deal = session.finish()
        assert sum(deal.points) == 0 and deal.dealer == dealer
        stays = (
            any(win.seat == 0 for win in deal.result.wins)
            if deal.result.wins
            else not deal.result.kongs
        )
        assert session.dealer == (dealer if stays else (dealer + 1) % 4)


# ---- 耗子 ---------------------------------------------------------------------------------------


def wild_table(*hands: str, wall: str, turned: str = "1m", **how: Any) -> Table:
    """A table at which that tile is turned from the end of the wall."""
    tail = how.pop("tail", "") + turned
    return dealt(*hands, wall=wall, tail=tail, rules=how.pop("rules", WILD), **how)


def test_the_last_tile_is_turned_and_its_kind_is_wild() -> None:
    table = wild_table(wall=".", turned="5p")
    assert (table.indicator, table.wild) == (kind("5p"), kind("5p"))
    assert dealt(wall=".").wild is None


def test_only_an_honour_is_turned_by_option() -> None:
    rules = variant("shanxi", haozi="wind")
    table = wild_table(wall=".", turned="F5p3s", rules=rules)
    assert (table.indicator, table.wild) == (kind("F"), kind("F"))
    table = wild_table(wall=".", turned="SF5p3sE", rules=rules)
    assert table.wild == kind("E")


def test_a_wildcard_helps_to_declare_and_is_won_with() -> None:
    # 1m for 7p or 8s
    hand = "234m456p345s88s9p1m"
    table = wild_table("", hand, wall=".", acts="0")
    passes(table)
    assert may_declare(table, 1)
    table = wild_table("", hand, wall="..7p", acts="0, 1 ready, 2 discard 7p")
    assert legal(table, 1) == {"win"}
    run(table, "1 win")
    assert the_win(table).fan == 7


def test_a_drawn_wildcard_wins_as_the_best_tile_it_can_be() -> None:
    table = wild_table("", WIDE, wall=".....1m", acts="0, 1 ready, 2, 3, 0")
    passes(table)
    assert legal(table, 1) == {"win"}
    run(table, "1 win")
    assert the_win(table).fan == 8


def test_a_discarded_wildcard_is_neither_claimed_nor_won() -> None:
    table = wild_table("", WIDE, "", "11m", wall="..1m", acts="0, 1 ready, 2 discard 1m")
    assert table.phase == "turn" and table.turn == 3


def test_who_does_not_win_with_a_drawn_wildcard_discards_it() -> None:
    free = variant("shanxi", haozi="random", forced_win=False)
    acts = "0, 1 ready, 2, 3, 0"
    table = passes(wild_table("", WIDE, wall=".....1m", rules=free, acts=acts))
    assert legal(table, 1) == {"win", "discard 1m"}
    run(table, "1 discard 1m")
    assert table.phase == "turn" and table.turn == 2


def test_wildcards_may_be_discarded_but_are_no_part_of_a_kong() -> None:
    table = wild_table("111m", wall=".")
    assert "discard 1m" in legal(table, 0)
    assert not [each for each in legal(table, 0) if "kong" in each]


# ---- 推倒胡 -------------------------------------------------------------------------------------


def test_the_walls_of_推倒胡() -> None:
    assert unseen(FLAT.table(seed=1)) == 108 - 53 == FLAT.table(seed=1).wall_left
    winds = variant("shanxi", preset="tuidaohu", winds=True)
    assert winds.table(seed=1).wall_left == 124 - 53
    # no table of it has honours
    hands = [tiles(text) for text in ("123456789m123pE", *["123456789p1234s"] * 3)]
    for rules, honour in ((FLAT, "E"), (winds, "C")):
        hands[0][-1] = honour
        with pytest.raises(TableError, match=honour):
            rules.table(hands=hands, wall=tiles("9s"))


def test_推倒胡_is_declared_too_but_asks_for_no_high_tile() -> None:
    table = passes(dealt("", LOW, wall="..", acts="0", rules=FLAT))
    assert may_declare(table, 1) and "win" not in table.legal(1)
    table = dealt("", LOW, wall="..2m", acts="0, 1 ready, 2 discard 2m", rules=FLAT)
    assert "win" in table.legal(1)
    run(table, "1 win")
    assert the_win(table).fan == 3 and points(table) == (0, 3, -3, 0)
    table = dealt("", LOW, wall="..2m", acts="0, 1, 2 discard 2m", rules=FLAT)
    assert "win" not in table.legal(1)
    assert FLAT.readiness(LOW).tiles == ("2m", "5m")


def test_nobody_must_win_in_推倒胡_but_who_passes_waits_for_the_own_draw() -> None:
    table = declares(WIDE, wall="8m8m", rules=FLAT, acts="2 discard 8m")
    assert legal(table, 1) == {"win", "pass"}
    run(table, "1 pass")
    passes(table)
    # neither on the same tile nor on another
    run(table, "3 discard 8m")
    assert "win" not in table.legal(1)
    table = declares(WIDE, wall="8m5m..5m", rules=FLAT, acts="2 discard 8m, 1 pass")
    passes(table)
    run(table, "3 discard 5m")
    assert "win" not in table.legal(1)
    # after the draw it may
    passes(table)
    run(table, "0")
    passes(table)
    run(table, "1, 2 discard 5m")
    assert "win" in table.legal(1)


def test_a_win_that_was_passed_does_not_bar_the_self_draw() -> None:
    table = declares(WIDE, wall="8m..5m", rules=FLAT, acts="2 discard 8m, 1 pass")
    passes(table)
    run(table, "3, 0")
    passes(table)
    assert legal(table, 1) == {"win", "discard 5m"}
    run(table, "1 win")
    assert the_win(table).fan == 2 and points(table) == (-2, 6, -2, -2)


def test_passing_bars_nothing_by_option() -> None:
    rules = variant("shanxi", preset="tuidaohu", missed_win="none")
    table = declares(WIDE, wall="8m8m", rules=rules, acts="2 discard 8m, 1 pass")
    passes(table)
    run(table, "3 discard 8m")
    assert "win" in table.legal(1)


def test_several_seats_win_one_discard_in_推倒胡() -> None:
    second = "234p567s111m99m89p"
    table = dealt(
        *("", ONE, "", second),
        wall="....7p",
        rules=FLAT,
        acts="0, 1 ready, 2, 3 ready, 0 discard 7p",
    )
    table.act(1, "win")
    table.act(3, "win")
    assert [(win.seat, win.fan) for win in result_of(table).wins] == [(1, 3), (3, 3)]
    assert points(table) == (-6, 3, 0, 3)
    rules = variant("shanxi", preset="tuidaohu", multi_win="nearest")
    table = dealt(
        *("", ONE, "", second),
        wall="....7p",
        rules=rules,
        acts="0, 1 ready, 2, 3 ready, 0 discard 7p",
    )
    table.act(1, "win")
    passes(table)
    assert [win.seat for win in result_of(table).wins] == [1]


def test_robbing_a_kong_in_推倒胡_is_worth_six() -> None:
    before = "0 discard 7p, 2 pung, 2 discard 1m, 3, 0, 1 ready, 2 added kong 7p, 1 win"
    table = dealt("", ONE, "77p1m", wall="7p...7p", rules=FLAT, acts=before)
    assert the_win(table).fan == 6 and points(table) == (0, 6, -6, 0)


def test_what_follows_a_kong_in_推倒胡_is_worth_more() -> None:
    acts = "0 ready, 1 concealed kong 9s, 1 discard 7p, 0 win"
    table = dealt(ONE, "9999s", wall="..", tail="7p", rules=FLAT, acts=acts)
    assert the_win(table).fan == 6 and points(table) == (6 - 2, -6 + 6, -2, -2)
    acts = "0, 1 ready, 2, 3, 0, 1 concealed kong 8s, 1 win"
    table = dealt("", PLAIN_KONG, wall=".....8s", tail="5p", rules=FLAT, acts=acts)
    assert WinFlag.REPLACEMENT in the_win(table).flags and the_win(table).fan == 4
    assert points(table) == (-6, 18, -6, -6)


def test_推倒胡_is_played_to_the_last_tile() -> None:
    table = dealt(wall=".", left=9, rules=FLAT)
    while not table.done:
        table.step(f"discard {drawn_tile(table)}" if table.phase == "turn" else "pass")
    assert result_of(table).drawn and table.wall_left == 0


# ---- whole deals --------------------------------------------------------------------------------

EVERY = [
    RULES,
    FREE,
    WILD,
    FLAT,
    variant("shanxi", haozi="wind", declared_discard_claimable=False, multi_win="all"),
    variant("shanxi", rob_added_kong=False, dealer_bonus_on_any_feed=True),
    variant("shanxi", preset="tuidaohu", winds=True, zimo_double=True, forced_win=True),
]


def face_up(table: Table) -> list[int]:
    """How many copies of each kind lie among the discards and in open melds."""
    found = [0] * len(KINDS)
    for _, tile, taken in table.river:
        found[tile] += taken is None
    for seat in range(table.seats):
        for meld in table.melds(seat):
            for tile in meld.kinds if meld.type is not MeldType.CONCEALED_KONG else ():
                found[tile] += 1
    return found


def worth(tile: int) -> int:
    return tile % 9 + 1 if tile < 27 else 10


def declarable(table: Table, seat: int) -> set[str]:
    """With which discards a seat may declare, found by trying each."""
    hand, lying, found = table.hand(seat), face_up(table), set()
    least = 6 if table.rules.options["preset"] == "mil2023" else 0
    for tile in range(len(KINDS)):
        if not hand.counts[tile]:
            continue
        left = bytearray(hand.counts)
        left[tile] -= 1
        lying[tile] += 1
        waits = Hand(bytes(left), melds=hand.melds).waits(table.rules.shapes).kinds
        if any(worth(each) >= least and (lying[each] < 4 or not least) for each in waits):
            found.add(f"discard ready {KINDS[tile]}")
        lying[tile] -= 1
    return found


@pytest.mark.parametrize("rules", [FREE, FLAT], ids=["mil2023", "tuidaohu"])
def test_who_may_declare_and_win_in_whole_deals(rules: Rules) -> None:
    declared = won = 0
    for seed in range(80):
        table = rules.table(seed=seed)
        while not table.done:
            for seat in range(4):
                told = legal(table, seat)
                turn = table.phase == "turn"
                if turn and seat == table.turn and not table.ready(seat):
                    may = declarable(table, seat)
                    assert {each for each in told if " ready" in each} == may
                    declared += len(may)
                tile = table.drawn if turn else table.open_tile
                if tile is None or (seat == table.turn) is not turn:
                    continue
                hand = table.hand(seat) if turn else table.hand(seat).draw(KINDS[tile])
                least = (3 if turn else 6) if rules is FREE else 0
                wins = table.ready(seat) and hand.is_win(rules.shapes) and worth(tile) >= least
                wins = wins and (turn or not table.missed(seat))
                assert ("win" in told) is wins
                won += wins
            seat = table.to_act[0]
            options = [each for each in legal(table, seat) if each != "win" or seed % 2]
            if seed % 3 and any(" ready" in each for each in options):
                table.step(next(each for each in options if " ready" in each))
            elif seed % 2 or "win" not in legal(table, seat):
                table.step(choose(table, seat, "greedy", seed))
            else:
                table.step(options[seed % len(options)])
    assert declared > 100 and won > 40


@pytest.mark.parametrize("rules", EVERY, ids=range(len(EVERY)))
def test_whole_deals_end_as_the_rules_say(rules: Rules) -> None:
    wins = 0
    for seed in range(60):
        table = rules.table(seed=seed)
        while not table.done:
            seat = table.to_act[0]
            assert not [each for each in legal(table, seat) if "chow" in each]
            table.step(choose(table, seat, "greedy" if seed % 3 else "random", seed))
        result = result_of(table)
        settlement = rules.settle(result)
        assert sum(settlement.points) == 0
        assert all(isinstance(each, Transfer) for each in settlement.transfers)
        assert Table.from_bytes(table.to_bytes()) == pickle.loads(pickle.dumps(table)) == table
        for win in result.wins:
            wins += 1
            assert table.ready(win.seat) and win.tile is not None
            if rules.options["preset"] == "mil2023" and win.tile != table.wild:
                least = 3 if win.payer is None else 6
                assert (win.tile % 9 + 1 if win.tile < 27 else 10) >= least
        if result.drawn:
            assert set(settlement.points) == {0}
            if not rules.wildcards and rules.flow.dead_wall:
                assert unseen(table) in (14, 14 + len(result.kongs) % 2)
    assert wins > 5
