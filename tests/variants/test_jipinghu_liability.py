"""包自摸 in 广东鸡平胡麻将: who becomes liable for whom, and pays for a self-draw alone."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from guangdong import act, deal, play, points, result_of, the_win

from queshen.deal_result import KongType, WinFlag
from queshen.rules import variant
from queshen.table import Table
from queshen.tiles import Meld


def liable(table: Table) -> list[int | None]:
    """Who would pay for a self-draw of each seat."""
    return [table.liable(seat) for seat in range(4)]


NOBODY = [None] * 4
LEFT = " . . ."
"""Tiles that are left in the wall."""

# ---- 十二张落地 ---------------------------------------------------------------------------------

# Seat 1 has three pungs from seat 2 and lacks the fourth of 8s.
FOUR_PUNGS = "22m55p77s88s9pESWN"
THREE = (
    "0, 1, 2 discard 2m, 1 pung, 1 discard E, 2 discard 5p, 1 pung, 1 discard S, "
    "2 discard 7s, 1 pung, 1 discard W"
)
FOURTH = f"{THREE}, 2, 3, 0 discard 8s, 1 pung, 1 discard N"


def twelve(
    acts: str,
    *,
    wall: str = ". . . . . . . . . . . 9p",
    left: str = LEFT,
    hand: str = FOUR_PUNGS,
    feeds: str = "2m5p7s",
    last: str = "",
    **options: Any,
) -> Table:
    table = deal(variant("jipinghu", **options), "8s", hand, feeds, last, wall=wall + left)
    return act(table, acts)


def test_who_feeds_the_twelfth_tile_pays_for_a_self_draw() -> None:
    table = twelve(FOURTH)
    assert liable(table) == [None, 0, None, None]
    act(table, "2, 3, 0, 1 win")
    assert (the_win(table).fan, the_win(table).liable) == (3, 0)
    assert points(table) == (-24, 24, 0, 0)


def test_three_sets_on_the_floor_bind_nobody() -> None:
    # the fourth set is drawn
    table = twelve(f"{THREE}, 2, 3, 0, 1 discard N", wall=". . . . . . . . 8s . . . 9p")
    assert liable(table) == NOBODY
    act(table, "2, 3, 0, 1 win")
    assert the_win(table).liable is None and points(table) == (-8, 24, -8, -8)


def test_the_seat_that_fed_three_sets_pays_nothing_for_the_fourth() -> None:
    table = twelve(
        f"{THREE}, 2, 3 discard 8s, 1 pung, 1 discard N, 2, 3, 0, 1 win",
        wall=". . . . . . . . . . 9p",
        last="8s",
    )
    assert the_win(table).liable == 3 and points(table) == (0, 24, 0, -24)


def test_a_win_on_a_discard_is_paid_by_its_discarder_alone() -> None:
    for seat, acts, paid in (
        (3, "2, 3 discard 9p, 1 win", (0, 4, 0, -4)),
        (0, "2, 3, 0 discard 9p, 1 win", (-4, 4, 0, 0)),
    ):
        wall = ". . . . . . . . . . 9p" if seat == 0 else ". . . . . . . . . 9p"
        table = twelve(f"{FOURTH}, {acts}", wall=wall)
        assert (the_win(table).payer, the_win(table).liable) == (seat, None)
        assert points(table) == paid


def test_the_win_of_another_seat_is_paid_as_ever() -> None:
    table = twelve(f"{FOURTH}, 2, 3 win", wall=". . . . . . . . . 9s", last="123m456m11p345s78s")
    assert the_win(table).seat == 3 and points(table) == (-4, -4, -4, 12)


def test_a_chow_may_be_the_fourth_set() -> None:
    acts = f"{THREE}, 2, 3, 0 discard 8s, 1 chow middle, 1 discard N"
    table = twelve(acts, hand="22m55p77s79s9pESWN")
    assert liable(table) == [None, 0, None, None]
    act(table, "2, 3, 0, 1 win")
    assert the_win(table).fan == 1 and points(table) == (-6, 6, 0, 0)


def test_an_exposed_kong_may_be_the_fourth_set() -> None:
    acts = f"{THREE}, 2, 3, 0 discard 8s, 1 kong, 1, 2, 3, 0, 1 win"
    table = twelve(acts, hand="22m55p77s888s9pESW")
    assert the_win(table).flags == WinFlag(0)
    assert the_win(table).liable == 0 and points(table) == (-24, 24, 0, 0)


def test_a_kong_of_the_own_pung_changes_nothing() -> None:
    acts = f"{FOURTH}, 2, 3, 0, 1 added kong 7s"
    table = twelve(acts, wall=". . . . . . . . . . . 7s", left=" . . 9p")
    assert liable(table) == [None, 0, None, None]
    act(table, "1 win")
    assert the_win(table).flags == WinFlag.REPLACEMENT
    assert [kong.type for kong in result_of(table).kongs] == [KongType.ADDED]
    assert points(table) == (-24, 24, 0, 0)


@pytest.mark.parametrize("left", ["", " ."])
def test_who_is_liable_pays_for_the_last_tile_of_the_wall_too(left: str) -> None:
    table = twelve(f"{FOURTH}, 2, 3, 0, 1 win", left=left)
    assert (the_win(table).flags == WinFlag.LAST_TILE) is (not left)
    assert points(table) == (-24, 24, 0, 0)


@pytest.mark.parametrize(("counts", "paid"), [(False, (-8, 24, -8, -8)), (True, (-24, 24, 0, 0))])
def test_a_concealed_kong_is_not_on_the_floor_unless_the_option_says_so(
    counts: bool, paid: tuple[int, ...]
) -> None:
    table = twelve(
        "0, 1 concealed kong 2m, 1, 2 discard 5p, 1 pung, 1 discard S, 2 discard 7s, 1 pung, "
        "1 discard W, 2, 3, 0 discard 8s, 1 pung, 1 discard N, 2, 3, 0, 1 win",
        wall=". N . . . . . . . . 9p",
        hand="2222m55p77s88s9pSW",
        feeds="5p7s",
        twelve_counts_ankong=counts,
    )
    assert points(table) == paid


def test_an_undone_claim_binds_nobody() -> None:
    table = twelve(f"{THREE}, 2, 3, 0 discard 8s")
    digest = table.digest()
    table.act(1, "pung")
    assert table.liable(1) == 0 and table.digest() != digest
    assert liable(table.clone()) == liable(pickle.loads(pickle.dumps(table))) == liable(table)
    table.undo()
    assert liable(table) == NOBODY and table.digest() == digest


# ---- 包先不包后 ---------------------------------------------------------------------------------


def two_hands(feeder: int, **options: Any) -> Table:
    """Seat 0 feeds the fourth set of seat 1, the feeder then that of seat 2, which draws its pair.

    Before, seat 2 chows what seat 1 discards, and discards what it pungs.
    """
    table = deal(
        variant("jipinghu", **options),
        "8sN" if feeder == 0 else "8s",
        "22m55p77s88s9s3m6s6pS",
        "12m45s78pNN1s2m5p7sE",
        "N" if feeder == 3 else "",
        wall=". W . . . . ." + (" . . . . 1s" if feeder == 0 else " . . . 1s") + LEFT,
    )
    act(
        table,
        "0, 1 discard 3m, 2 chow high, 2 discard 2m, 1 pung, 1 discard 6s, 2 chow high, "
        "2 discard 5p, 1 pung, 1 discard 6p, 2 chow low, 2 discard 7s, 1 pung, 1 discard S, "
        "2, 3, 0 discard 8s, 1 pung, 1 discard W",
    )
    assert liable(table) == [None, 0, None, None]
    turns = "2, 3, 0" if feeder == 0 else "2, 3"
    act(table, f"{turns} discard N, 2 pung, 2 discard E")
    assert table.melds(2)[-1] == Meld.parse("[NNN]")
    return table


@pytest.mark.parametrize(
    ("first_only", "second", "paid"),
    [(True, None, (-2, -2, 6, -2)), (False, 0, (-6, 0, 6, 0))],
)
def test_who_is_liable_for_one_seat_is_not_for_another_unless_the_option_says_so(
    first_only: bool, second: int | None, paid: tuple[int, ...]
) -> None:
    table = two_hands(0, twelve_first_only=first_only)
    assert liable(table) == [None, 0, second, None]
    act(table, "3, 0, 1, 2 win")
    assert the_win(table).fan == 1 and points(table) == paid


@pytest.mark.parametrize("first_only", [True, False])
def test_another_seat_may_be_liable_for_another(first_only: bool) -> None:
    table = two_hands(3, twelve_first_only=first_only)
    assert liable(table) == [None, 0, 3, None]
    act(table, "3, 0, 1, 2 win")
    assert points(table) == (0, 0, 6, -6)


# ---- 大三元 -------------------------------------------------------------------------------------

# Seat 0 feeds two dragons to seat 1; what it discards then comes first in each.
TWO_DRAGONS = "0 discard C, 1 pung, 1 discard 5p, 2, 3, 0 discard F, 1 pung, 1 discard 5s"


def dragons(
    acts: str,
    hand: str,
    *,
    wall: str,
    left: str = LEFT,
    third: str = "P",
    last: str = "",
    **options: Any,
) -> Table:
    table = deal(variant("jipinghu", **options), "CFP", hand, third, last, wall=wall + left)
    return act(table, f"{TWO_DRAGONS}, {acts}")


def test_who_feeds_the_third_dragon_pays_for_a_self_draw() -> None:
    table = play(
        variant("jipinghu"),
        "CCFFPP12m99mESW",
        "CF",
        "P",
        wall=". . . . . . . . 3m" + LEFT,
        acts="0, 1 discard C, 0 pung, 0 discard E, 1 discard F, 0 pung, 0 discard S, 1, "
        "2 discard P, 0 pung, 0 discard W, 1, 2, 3, 0 win",
    )
    assert (the_win(table).fan, the_win(table).liable) == (6, 2)
    assert points(table) == (192, 0, -192, 0)


def test_who_feeds_the_first_two_dragons_is_not_liable() -> None:
    hand = "CCFF123m99mPP5p5s"
    table = dragons("2, 3, 0, 1 win", hand, wall=". . . . . . . P", third="")
    assert liable(table) == NOBODY
    assert the_win(table).fan == 6 and points(table) == (-64, 192, -64, -64)


def test_a_win_on_the_third_dragon_is_an_ordinary_one() -> None:
    table = dragons("2 discard P, 1 win", "CCFF123m99mPP5p5s", wall=". . . . .")
    assert the_win(table).fan == 6 and points(table) == (0, 64, -64, 0)


def test_a_robbed_kong_is_paid_by_the_robbed_seat_and_not_by_the_liable_one() -> None:
    table = dragons(
        "2 discard P, 1 pung, 1 discard E, 2 discard 3m, 3 pung, 3 discard N, 0, 1, 2, "
        "3 added kong 3m, 1 win",
        "CCFFPP12m99m5p5sE",
        wall=". . . . . . . . . 3m",
        third="P3m",
        last="33mN",
    )
    assert (the_win(table).payer, the_win(table).liable) == (3, None)
    assert points(table) == (0, 192, 0, -192)


def test_kongs_are_dragons_too() -> None:
    table = dragons(
        "2, 3, 0 discard P, 1 kong, 1, 2, 3, 0, 1 win",
        "CCFFPPP12m99m5p5s",
        wall=". . . . . . . . . . 3m",
        third="",
    )
    assert (the_win(table).fan, the_win(table).liable) == (6, 0)
    assert points(table) == (-192, 192, 0, 0)


@pytest.mark.parametrize(
    ("counts", "paid"), [(False, (-64, 192, -64, -64)), (True, (0, 192, -192, 0))]
)
def test_a_concealed_kong_of_dragons_counts_by_option(counts: bool, paid: tuple[int, ...]) -> None:
    table = play(
        variant("jipinghu", pattern_counts_ankong=counts),
        "F",
        "CCCCFFPP12m99m5p",
        "P",
        wall=". 5s . . . . . . . 3m" + LEFT,
        acts="0, 1 concealed kong C, 1, 2, 3, 0 discard F, 1 pung, 1 discard 5p, 2 discard P, "
        "1 pung, 1 discard 5s, 2, 3, 0, 1 win",
    )
    assert points(table) == paid


@pytest.mark.parametrize(("claim", "paid"), [(True, (-8, 24, -8, -8)), (False, (-24, 24, 0, 0))])
def test_a_third_dragon_that_nobody_takes_binds_nobody_unless_the_option_says_so(
    claim: bool, paid: tuple[int, ...]
) -> None:
    table = dragons(
        "2, 3, 0 discard P, 1, 2, 3, 0, 1 win",
        "CCFF12m99m234p5p5s",
        wall=". . . . . . . . . . . 3m",
        third="",
        pattern_needs_claim=claim,
    )
    assert the_win(table).fan == 3 and points(table) == paid


# ---- 大四喜 -------------------------------------------------------------------------------------


def test_who_feeds_the_fourth_wind_pays_for_a_self_draw() -> None:
    table = play(
        variant("jipinghu"),
        "ESW",
        "EESSWWNN9m5p5sCF",
        "N",
        wall=". . . . . . . . . . . 9m" + LEFT,
        acts="0 discard E, 1 pung, 1 discard 5p, 2, 3, 0 discard S, 1 pung, 1 discard 5s, 2, 3, "
        "0 discard W, 1 pung, 1 discard C, 2 discard N, 1 pung, 1 discard F, 2, 3, 0, 1 win",
    )
    assert (the_win(table).fan, the_win(table).liable) == (6, 2)
    assert points(table) == (0, 192, -192, 0)


@pytest.mark.parametrize(
    ("counts", "paid"), [(False, (-64, 192, -64, -64)), (True, (0, 192, -192, 0))]
)
def test_a_concealed_kong_of_winds_counts_by_option(counts: bool, paid: tuple[int, ...]) -> None:
    # neither is it among twelve tiles on the floor
    table = play(
        variant("jipinghu", pattern_counts_ankong=counts),
        "SW",
        "EEEESSWWNN9m5pC",
        "N",
        wall=". 5s . . . . . . . . . . 9m" + LEFT,
        acts="0, 1 concealed kong E, 1, 2, 3, 0 discard S, 1 pung, 1 discard 5p, 2, 3, "
        "0 discard W, 1 pung, 1 discard 5s, 2 discard N, 1 pung, 1 discard C, 2, 3, 0, 1 win",
    )
    assert the_win(table).fan == 6 and points(table) == paid


@pytest.mark.parametrize("claim", [True, False])
def test_a_fourth_wind_that_nobody_takes_binds_nobody_unless_the_option_says_so(
    claim: bool,
) -> None:
    table = play(
        variant("jipinghu", pattern_needs_claim=claim),
        "ESW",
        "EESSWW99m5p5s12pC",
        "N",
        wall=". . . . . . . . . . 3p" + LEFT,
        acts="0 discard E, 1 pung, 1 discard 5p, 2, 3, 0 discard S, 1 pung, 1 discard 5s, 2, 3, "
        "0 discard W, 1 pung, 1 discard C, 2 discard N, 3, 0, 1 win",
    )
    assert points(table) == ((-8, 24, -8, -8) if claim else (0, 24, -24, 0))


# ---- two liable seats ---------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "payer"), [("first", 2), ("last", 3), ("pattern_first", 2)])
def test_of_two_liable_seats_the_first_pays_or_the_last(way: str, payer: int) -> None:
    # seat 2 feeds the third dragon, seat 3 the twelfth tile
    table = dragons(
        "2 discard P, 1 pung, 1 discard E, 2, 3 discard 7s, 1 pung, 1 discard N, 2, 3, 0, 1 win",
        "CCFFPP77s1m5p5sEN",
        wall=". . . . . . . . . . 1m",
        last="7s",
        liability_conflict=way,
    )
    assert the_win(table).liable == payer
    assert points(table) == tuple({1: 192, payer: -192}.get(seat, 0) for seat in range(4))


@pytest.mark.parametrize(("way", "payer"), [("first", 3), ("last", 0), ("pattern_first", 0)])
def test_of_two_liable_seats_the_one_of_a_pattern_pays_by_option(way: str, payer: int) -> None:
    # seat 3 feeds the twelfth tile, then seat 0 discards the third dragon
    table = dragons(
        "2 discard 2m, 1 pung, 1 discard E, 2, 3 discard 7s, 1 pung, 1 discard N, 2, 3, "
        "0 discard P, 1, 2, 3, 0, 1 win",
        "CCFF22m77s1m5p5sEN",
        wall=". . . . . . . . . . . . . . 1m",
        third="2m",
        last="7s",
        liability_conflict=way,
        pattern_needs_claim=False,
    )
    assert points(table) == tuple({1: 24, payer: -24}.get(seat, 0) for seat in range(4))


@pytest.mark.parametrize("way", ["first", "last", "pattern_first"])
def test_who_fed_the_kong_pays_for_its_replacement_before_any_liable_seat(way: str) -> None:
    # seat 2 fed the third dragon, seat 3 feeds the kong
    table = dragons(
        "2 discard P, 1 pung, 1 discard E, 2, 3 discard 7s, 1 kong, 1 win",
        "CCFFPP777s1m5p5sE",
        wall=". . . . . . .",
        left=" . . 1m",
        last="7s",
        liability_conflict=way,
    )
    assert (the_win(table).flags, the_win(table).liable) == (WinFlag.REPLACEMENT, 3)
    assert points(table) == (0, 192, 0, -192)
