"""温州麻将 at the table: indicator, wildcards, 白板, claims, passed wins, the end of the wall."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import pytest
from guangdong import (
    ANY,
    KINDS,
    act,
    kind,
    legal,
    near,
    passes,
    points,
    result_of,
    the_win,
    tiles,
)

from queshen.deal_result import DealResult, KongPaid, KongType, Win, WinFlag
from queshen.rules import Rules, variant
from queshen.session import Session, next_dealer
from queshen.table import Table, choose
from queshen.tiles import Meld

RULES = variant("wenzhou")
HAND = 16
DEAD = 4


# ---- deals --------------------------------------------------------------------------------------


class Stock:
    """The tiles that a deal does not name, of little use, no wildcards and no 白板 among them."""

    def __init__(self, told: list[str], wild: str) -> None:
        self.left = Counter(dict.fromkeys(KINDS, 4))
        self.left.subtract(told)
        assert min(self.left.values()) >= 0, [tile for tile in self.left if self.left[tile] < 0]
        self.shunned = {"P", wild}

    def take(self, beside: list[str]) -> str:
        """A tile that goes with as few of those as it can."""
        best = min(
            (tile for tile in self.left if self.left[tile] and tile not in self.shunned),
            key=lambda tile: (
                beside.count(tile),
                sum(near(tile, other) for other in beside),
                -self.left[tile],
            ),
        )
        self.left[best] -= 1
        return best


def deal(
    *hands: str,
    wall: str,
    indicator: str = "N",
    tail: str = "",
    left: int | None = None,
    rules: Rules = RULES,
    **set_up: Any,
) -> Table:
    """A table with these hands; those that are short of 16 tiles are filled up with idle ones.

    The wall begins with the first draw of the dealer; it may leave tiles open with ``.``. `tail`
    is its end, of which the last is the first replacement. `left` is how many tiles can be drawn
    then; where it is left out, those that are named.
    """
    held = [tiles(hand) for hand in (*hands, *[""] * (4 - len(hands)))]
    drawn, end = tiles(wall), tiles(tail)
    told = [tile for tile in (*chain(*held), *drawn, *end, indicator) if tile != ANY]
    following = KINDS[(KINDS.index(indicator) + 1) % len(KINDS)]
    stock = Stock(told, following if rules.options["caishen_from"] == "next" else indicator)
    wanted = [*chain(*held), *(tile for tile in drawn if tile != ANY)]
    for hand in held:
        while len(hand) < HAND:
            hand.append(stock.take([*hand, *wanted]))
    drawn = [stock.take(wanted) if tile == ANY else tile for tile in drawn]
    named_so_far = len(drawn) - 1 + len(end)
    idle = 0 if left is None else left - named_so_far
    assert idle >= 0
    middle = [stock.take(wanted) for _ in range(idle + rules.flow.dead_wall)]
    return rules.table(hands=held, wall=[drawn[0], indicator, *drawn[1:], *middle, *end], **set_up)


def discarded(tile: str, *hands: str, wall: str = "....", **how: Any) -> Table:
    """A table at which the dealer has drawn a tile and discarded it."""
    return act(deal(*hands, wall=tile + wall, **how), f"0 discard {tile}")


def claims(table: Table, seat: int) -> set[str]:
    """What a seat may do about the tile that lies open."""
    return legal(table, seat) - {"pass"} if table.phase in ("claim", "rob") else set()


def turns(table: Table, *seats: int) -> Table:
    """These seats discard what they have drawn, one after the other, and nobody claims it."""
    for seat in seats:
        passes(table)
        act(table, str(seat))
    return passes(table)


def may_win(table: Table, seat: int) -> bool:
    return "win" in claims(table, seat)


def worth(table: Table) -> tuple[int, int]:
    """Who won, and how much the hand is worth."""
    return the_win(table).seat, the_win(table).fan


# They wait for 6s and 9s, without a wildcard and with one as 7m.
HARD = "123m456p78sEEE22s678m"
SOFT = "123m456p78sEEE22s68mN"
OTHER_HARD = "456m789pWWW99m345p78s"
# Eight pairs, which wait for C and 9s, and for 1p and 9s.
PAIRS = "1133m5577p44sWWSSC9s"
OTHER_PAIRS = "6677m8899p55sFFCC9s1p"


# ---- the deal -----------------------------------------------------------------------------------


def test_the_dealer_has_17_tiles_and_every_other_seat_16() -> None:
    table = RULES.table(seed=5)
    assert [table.hand(seat).size for seat in range(4)] == [17, 16, 16, 16]
    # the indicator, and four tiles that nobody draws
    assert table.wall_left == 136 - 65 - 1 - DEAD and table.turn == 0


def test_the_indicator_is_turned_after_the_dealers_draw_and_is_out_of_play() -> None:
    table = deal("5m", "5m", wall="5m..", indicator="5m")
    assert table.indicator == table.wild == kind("5m")
    assert [table.hand(seat).wild for seat in range(4)] == [2, 1, 0, 0]
    for seed in range(50):
        table = RULES.table(seed=seed)
        assert table.indicator == table.wild
        assert sum(table.hand(seat).wild for seat in range(4)) <= 3


@pytest.mark.parametrize(
    ("indicator", "wild"), [("5m", "6m"), ("9s", "1s"), ("N", "C"), ("F", "P"), ("P", "E")]
)
@pytest.mark.parametrize("how", ["indicator", "next"])
def test_the_kind_of_the_indicator_is_wild_or_by_option_the_one_after_it(
    how: str, indicator: str, wild: str
) -> None:
    rules = variant("wenzhou", caishen_from=how)
    table = deal(wall="1p..", indicator=indicator, rules=rules)
    assert table.wild == kind(wild if how == "next" else indicator)


def test_of_the_kind_after_the_indicator_there_are_four() -> None:
    table = deal(
        "6666m", wall="1p..", indicator="5m", rules=variant("wenzhou", caishen_from="next")
    )
    assert table.hand(0).wild == 4 and "concealed kong 6m" not in legal(table, 0)


def test_白板_are_wild_where_one_of_them_is_the_indicator() -> None:
    table = deal("", "PP", wall="P...", indicator="P")
    assert table.wild == kind("P")
    assert [table.hand(seat).wild for seat in range(4)] == [1, 2, 0, 0]
    assert "discard P" not in legal(table, 0)


# ---- wildcards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("may", [False, True])
def test_a_wildcard_may_be_discarded_only_by_option(may: bool) -> None:
    table = deal("N", wall="N...", rules=variant("wenzhou", caishen_discard=may))
    assert ("discard N" in legal(table, 0)) is may
    why = table.why_not(0, "discard N")
    assert (why is None) is may


def test_a_discarded_wildcard_is_claimed_for_no_set() -> None:
    rules = variant("wenzhou", caishen_discard=True)
    assert not claims(discarded("2s", "", "22s34s", indicator="2s", rules=rules), 1)
    # where 2s is not wild it is
    claimed = {"pung", "chow low"}
    assert claims(discarded("2s", "", "22s34s", indicator="C", rules=rules), 1) == claimed


def test_a_discarded_wildcard_wins_as_its_own_face() -> None:
    rules = variant("wenzhou", caishen_discard=True)
    table = discarded("2s", "", "123m456p789sEEE55m34s", indicator="2s", rules=rules)
    assert claims(table, 1) == {"win"}
    act(table, "1 win")
    assert worth(table) == (1, 2) and points(table) == (-4, 8, -2, -2)
    assert result_of(table).hands[1].wild == 0
    # as 7m it would have to be a wildcard
    table = discarded("2s", "", "123m456p789sEEE55m68m", indicator="2s", rules=rules)
    assert not claims(table, 1)


@pytest.mark.parametrize(
    ("tile", "hand", "claimed"),
    [
        ("7m", "6m5m", set()),
        ("7m", "6m8m", {"chow middle"}),
        ("9p", "9p5m", set()),
        ("9p", "99p5m", {"pung"}),
        ("9p", "999p5m", {"pung", "kong"}),
    ],
)
def test_a_wildcard_takes_no_place_in_a_claimed_set(
    tile: str, hand: str, claimed: set[str]
) -> None:
    assert claims(discarded(tile, "", hand, indicator="5m", tail="1s"), 1) == claimed


def test_wildcards_are_no_kong() -> None:
    table = deal("555m", wall="1p..", indicator="5m", tail="1s")
    assert not [each for each in legal(table, 0) if "kong" in each]
    table = deal("999m555m", wall="1p..", indicator="5m", tail="1s")
    assert not [each for each in legal(table, 0) if "kong" in each]


# ---- 白板 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "claim", "meld"),
    [
        ("2s4s", "chow middle", "[234s]"),
        ("12s", "chow high", "[123s]"),
        ("45s", "chow low", "[345s]"),
    ],
)
def test_a_discarded_白板_is_chowed_as_its_face(hand: str, claim: str, meld: str) -> None:
    table = discarded("P", "", hand, hand, indicator="3s")
    assert claims(table, 1) == {claim} and not claims(table, 2)
    act(table, f"1 {claim}")
    assert table.melds(1) == (Meld.parse(meld),)


def test_a_tile_is_chowed_with_a_白板_in_hand() -> None:
    table = discarded("4s", "", "2sP", indicator="3s")
    assert claims(table, 1) == {"chow high"}
    act(table, "1 chow high")
    assert table.melds(1) == (Meld.parse("[234s]"),)
    # a wildcard in its place does not do
    assert not claims(discarded("4s", "", "23s", indicator="3s"), 1)


def test_白板_are_punged_and_konged_among_themselves() -> None:
    table = discarded("P", "", "", "PP", indicator="3s", tail="1m")
    assert claims(table, 2) == {"pung"}
    act(table, "2 pung")
    assert table.melds(2) == (Meld.parse("[333s]"),)
    table = discarded("P", "", "", "PPP", indicator="3s", tail="1m")
    assert claims(table, 2) == {"pung", "kong"}
    act(table, "2 kong")
    assert table.melds(2) == (Meld.parse("[3333s]"),)
    table = deal("PPP", wall="P....", indicator="3s", tail="1m")
    act(table, "0 concealed kong P")
    assert table.melds(0) == (Meld.parse("{3333s}"),)
    # not beside wildcards
    assert not claims(discarded("P", "", "", "P33s", indicator="3s"), 2)


def test_a_白板_that_plays_an_honour_is_not_chowed() -> None:
    assert not claims(discarded("P", "", "SW", indicator="E"), 1)
    assert claims(discarded("P", "", "PP", indicator="E"), 1) == {"pung"}


def test_白板_keep_their_name_on_the_table() -> None:
    table = deal("P", wall="....", indicator="3s")
    assert "discard P" in legal(table, 0) and "discard 3s" not in legal(table, 0)
    assert table.hand(0).wild == 0
    act(table, "0 discard P")
    assert table.river[0][:2] == (0, kind("P"))


def test_a_白板_wins_as_its_face() -> None:
    table = discarded("P", "", "", "123m456m789pCCC66p24s", indicator="3s")
    assert claims(table, 2) == {"win"}
    act(table, "2 win")
    assert worth(table) == (2, 2) and points(table) == (-4, -2, 8, -2)


# ---- wins ---------------------------------------------------------------------------------------


def test_a_soft_win_and_what_is_paid_for_wildcards() -> None:
    table = act(discarded("9s", "N", SOFT), "1 win")
    assert worth(table) == (1, 1) and the_win(table).payer == 0
    assert [held.wild for held in result_of(table).hands] == [1, 1, 0, 0]
    # 2 of the dealer and 1 of each other seat; the dealer holds a wildcard, too
    assert points(table) == (-2 + 2, 4 + 2, -1 - 2, -1 - 2)


def test_a_self_drawn_wildcard_is_counted() -> None:
    table = turns(deal("", HARD, wall=".....N."), 0, 1, 2, 3, 0)
    act(table, "1 win")
    assert worth(table) == (1, 2) and result_of(table).hands[1].wild == 1
    assert points(table) == (-4 - 1, 8 + 3, -2 - 1, -2 - 1)


def test_three_wildcards_win_on_the_draw_that_brings_the_third() -> None:
    table = turns(deal("", "NN", wall="1p....N."), 0, 1, 2, 3, 0)
    assert "win" in legal(table, 1)
    act(table, "1 win")
    assert worth(table) == (1, 2) and points(table) == (-4 - 3, 8 + 9, -2 - 3, -2 - 3)


def test_who_holds_three_wildcards_wins_with_any_later_draw() -> None:
    table = turns(deal("", "NNS", wall="1p....N...."), 0, 1, 2, 3, 0)
    table = turns(act(table, "1 discard S"), 2, 3, 0)
    assert "win" in legal(table, 1)
    act(table, "1 win")
    assert worth(table) == (1, 2)
    # with two there is no such win
    assert "win" not in legal(turns(deal("", "NN", wall="1p....2p."), 0, 1, 2, 3, 0), 1)


@pytest.mark.parametrize("how", ["self_draw", "any"])
def test_three_wildcards_win_on_a_discard_only_by_option(how: str) -> None:
    table = discarded("9s", "", "NNN", rules=variant("wenzhou", three_caishen=how))
    assert claims(table, 1) == ({"win"} if how == "any" else set())


def test_three_wildcards_in_a_complete_hand_win_on_a_discard_too() -> None:
    table = act(discarded("9s", "", "123m456p78s2s68mEENNN"), "1 win")
    assert worth(table) == (1, 4)


def test_the_dealer_wins_with_the_tiles_as_dealt() -> None:
    table = act(deal(HARD, wall="9s...", tail="1m"), "0 win")
    assert worth(table) == (0, 4) and the_win(table).flags == WinFlag.FIRST_TURN
    assert points(table) == (24, -8, -8, -8)


@pytest.mark.parametrize("longer", [False, True])
def test_after_a_concealed_kong_it_is_a_win_on_the_replacement(longer: bool) -> None:
    rules = variant("wenzhou", extended_double=longer)
    table = deal("123m456p789s1111p22s6m", wall="8m...", tail="7m", rules=rules)
    act(table, "0 concealed kong 1p, 0 win")
    assert worth(table) == (0, 4 if longer else 2)
    assert the_win(table).flags == WinFlag.REPLACEMENT


@pytest.mark.parametrize("how", ["first_draw", "dealer_discard"])
def test_地胡_is_by_the_first_draw_or_on_the_dealers_first_discard(how: str) -> None:
    rules = variant("wenzhou", dihu=how)
    drawn = act(deal("", HARD, wall=".9s...", rules=rules), "0, 1 win")
    assert worth(drawn) == (1, 4 if how == "first_draw" else 2)
    claimed = act(discarded("9s", "", "", HARD, rules=rules), "2 win")
    assert worth(claimed) == (2, 4 if how == "dealer_discard" else 2)
    # neither later
    table = act(turns(deal("", HARD, wall=".....9s.", rules=rules), 0, 1, 2, 3, 0), "1 win")
    assert worth(table) == (1, 2)
    table = act(turns(deal("", HARD, wall="....9s..", rules=rules), 0, 1, 2, 3), "0")
    assert worth(act(table, "1 win")) == (1, 2)


def test_a_claim_before_spoils_地胡() -> None:
    table = discarded("1p", "", "11pS", HARD, wall="9s..")
    act(table, "1 pung, 1 discard S, 2 win")
    assert worth(table) == (2, 2)


# ---- several winners ----------------------------------------------------------------------------


@pytest.mark.parametrize(("how", "winner", "fan"), [("double_first", 3, 4), ("nearest", 1, 1)])
def test_a_double_hand_goes_before_nearer_ones_unless_the_option_says_otherwise(
    how: str, winner: int, fan: int
) -> None:
    rules = variant("wenzhou", multi_win=how)
    table = discarded("9s", "", SOFT, "", PAIRS, rules=rules, wait_all=True)
    assert may_win(table, 1) and may_win(table, 3)
    act(table, "1 win, 3 win")
    assert worth(table) == (winner, fan)


def test_a_hard_hand_does_not() -> None:
    table = discarded("9s", "", SOFT, "", OTHER_HARD, wait_all=True)
    assert may_win(table, 1) and may_win(table, 3)
    act(table, "1 win, 3 win")
    assert worth(table) == (1, 1)


def test_of_several_double_hands_the_nearest_wins() -> None:
    table = discarded("9s", "", SOFT, PAIRS, OTHER_PAIRS, wait_all=True)
    act(table, "1 win, 2 win, 3 win")
    assert worth(table) == (2, 4)
    # and where it passes, the next one
    table = discarded("9s", "", SOFT, PAIRS, OTHER_PAIRS, wait_all=True)
    act(table, "1 win, 2 pass, 3 win")
    assert worth(table) == (3, 4)
    table = discarded("9s", "", SOFT, PAIRS, OTHER_PAIRS, wait_all=True)
    act(table, "1 win, 2 pass, 3 pass")
    assert worth(table) == (1, 1)


def test_a_win_goes_before_a_pung_and_a_pung_before_a_chow() -> None:
    table = discarded("9s", "", "78s", "99s", SOFT, wait_all=True)
    assert (claims(table, 1), claims(table, 2)) == ({"chow high"}, {"pung"})
    act(table, "1 chow high, 2 pung, 3 win")
    assert worth(table) == (3, 1)
    table = discarded("9s", "", "78s", "99s", SOFT, wait_all=True)
    act(table, "1 chow high, 2 pung, 3 pass")
    assert table.turn == 2 and table.melds(2) == (Meld.parse("[999s]"),)


# ---- passed wins --------------------------------------------------------------------------------

# The wildcard is 9s. With 7m it is itself and the hand hard; with 6s and 白板 it is 7m.
TWO_VALUES = "123m456p789sEEE22s68m"


def passing(tile: str, *then: str) -> Table:
    """Seat 3 passes a win on the dealer's discard; then seats 1 and 2 draw tiles and discard them.

    The last of them lies open.
    """
    wall = "".join([*then, "...."])
    table = discarded(tile, "", "", "", TWO_VALUES, wall=wall, indicator="9s")
    assert claims(table, 3) == {"win"}
    for seat in range(1, len(then) + 1):
        act(passes(table), str(seat))
    return table


@pytest.mark.parametrize(
    ("passed", "value", "then", "may"),
    [
        ("6s", 1, "6s", False),  # as much
        ("6s", 1, "P", False),
        ("6s", 1, "7m", True),  # more
        ("7m", 2, "7m", False),
        ("7m", 2, "6s", False),  # less
    ],
)
def test_after_a_passed_win_only_a_dearer_one_is_allowed(
    passed: str, value: int, then: str, may: bool
) -> None:
    table = discarded(passed, "", "", "", TWO_VALUES, indicator="9s")
    assert table.missed_value(3) is None
    assert passes(table).missed_value(3) == value
    table = passing(passed, then)
    assert may_win(table, 3) is may
    if may:
        assert worth(act(table, "3 win")) == (3, 2)


def test_the_dearest_win_that_was_passed_counts() -> None:
    table = passing("6s", "7m", "6s")
    assert table.missed_value(3) == 2 and not may_win(table, 3)


def test_each_seat_has_its_own_passed_wins() -> None:
    table = passes(discarded("9s", "", "", SOFT, OTHER_HARD))
    assert [table.missed_value(seat) for seat in range(4)] == [None, None, 1, 2]


def test_an_own_draw_ends_it() -> None:
    hands = ("", "", "", TWO_VALUES)
    table = turns(discarded("6s", *hands, wall="...6s..", indicator="9s"), 1, 2)
    assert table.turn == 3 and table.missed_value(3) is None
    act(turns(table, 3), "0")
    assert may_win(table, 3)


def test_a_self_draw_is_never_barred() -> None:
    hands = ("", "", "", TWO_VALUES)
    table = turns(discarded("6s", *hands, wall="..6s..", indicator="9s"), 1, 2)
    assert table.turn == 3 and "win" in legal(table, 3)


def test_a_robbery_is_not_barred() -> None:
    table = discarded("6s", "", "66sS", "", HARD, wall="..9s6s..", tail="1m")
    turns(act(table, "3 pass, 1 pung, 1 discard S"), 2, 3)
    act(table, "0 discard 9s")
    assert may_win(table, 3) and passes(table).missed_value(3) == 2
    act(table, "1 added kong 6s")
    assert table.phase == "rob" and may_win(table, 3)


# It waits for E and 2s.
SHANPON = "123m456p789s678mEE22s"
# It waits for 6m and 9m.
WITH_PUNG = "123m456p789s78mEEE22s"


def test_a_pung_that_changes_the_wait_ends_it() -> None:
    table = passes(discarded("2s", "", "", "", SHANPON, wall="E2s..."))
    act(table, "1")
    # the win on E is worth as much as the one that was passed
    assert claims(table, 3) == {"pung"} and table.missed_value(3) == 2
    act(table, "3 pung, 3 discard 2s")
    assert passes(table).missed_value(3) is None
    act(table, "0 discard 2s")
    assert may_win(table, 3)


def test_without_the_pung_it_goes_on() -> None:
    table = passes(discarded("2s", "", "", "", SHANPON, wall="E2s..."))
    act(passes(act(table, "1")), "2 discard 2s")
    assert not may_win(table, 3) and table.missed_value(3) == 2


def test_a_pung_that_leaves_the_wait_as_it_was_does_not_end_it() -> None:
    table = passes(discarded("6m", "", "", "", WITH_PUNG, wall="E9m..."))
    passes(act(table, "1, 3 pung, 3 discard E"))
    assert table.missed_value(3) == 2
    act(table, "0 discard 9m")
    assert not may_win(table, 3)


def test_a_chow_does_not_end_it() -> None:
    table = passes(discarded("6m", "", "", "", WITH_PUNG, wall=".3p9m..."))
    passes(act(table, "1, 2 discard 3p, 3 chow low, 3 discard 6p"))
    assert table.missed_value(3) == 2
    act(table, "0 discard 9m")
    assert not may_win(table, 3)


# ---- kongs --------------------------------------------------------------------------------------


def test_who_has_claimed_a_tile_makes_no_kong_before_its_next_draw() -> None:
    for hand, claim in (("55p9999s", "pung"), ("46p9999s", "chow middle")):
        table = discarded("5p", "", f"{hand}SWC", wall="......", tail="1m")
        act(table, f"1 {claim}")
        assert {each.split()[0] for each in legal(table, 1)} == {"discard"}
        turns(passes(act(table, "1 discard S")), 2, 3, 0)
        assert "concealed kong 9s" in legal(table, 1)


def test_the_replacement_comes_from_the_end_of_the_wall() -> None:
    table = deal("111p", wall="1p..", tail="5m6m7m")
    left = table.wall_left
    act(table, "0 concealed kong 1p")
    assert table.drawn == kind("7m") and table.wall_left == left - 1


def pung_and_added(tile: str, *hands: str, **how: Any) -> Table:
    """The dealer pungs a tile that seat 1 discards, and draws the fourth."""
    table = deal(f"{tile}{tile}F", *hands, wall=f".{tile}...{tile}..", tail="1m", **how)
    passes_to(act(turns(table, 0), "1"), "0 pung")
    return turns(act(table, "0 discard F"), 1, 2, 3)


def passes_to(table: Table, what: str) -> Table:
    """One seat claims a tile that all others pass."""
    for seat in table.to_act:
        if not what.startswith(str(seat)):
            table.act(seat, "pass")
    return act(table, what)


@pytest.mark.parametrize("how", ["win_only", "any_claim"])
def test_an_added_tile_is_claimed_for_a_set_only_by_option(how: str) -> None:
    rules = variant("wenzhou", rob_added_kong=how)
    table = pung_and_added("5p", "46p", rules=rules)
    act(table, "0 added kong 5p")
    if how == "win_only":
        assert table.phase == "turn" and table.melds(0) == (Meld.parse("[5555p]"),)
        return
    assert table.phase == "rob" and claims(table, 1) == {"chow middle"}
    refused = table.clone()
    passes(refused)
    assert refused.melds(0) == (Meld.parse("[5555p]"),)
    act(table, "1 chow middle")
    assert table.turn == 1 and table.melds(1) == (Meld.parse("[456p]"),)
    assert table.melds(0) == (Meld.parse("[555p]"),)


@pytest.mark.parametrize("how", ["win_only", "any_claim"])
@pytest.mark.parametrize("hand", [HARD, SOFT])
def test_a_robbed_kong_is_not_made_and_the_win_is_hard(hand: str, how: str) -> None:
    table = pung_and_added("9s", "", hand, rules=variant("wenzhou", rob_added_kong=how))
    act(table, "0 added kong 9s")
    assert table.phase == "rob" and claims(table, 2) == {"win"}
    act(table, "2 win")
    assert worth(table) == (2, 2) and the_win(table).flags == WinFlag.ROBBING
    assert the_win(table).payer == 0 and not result_of(table).kongs
    wild = 3 if hand == SOFT else 0
    assert points(table)[2] == 8 + wild


def test_an_added_kong_that_nobody_robs_is_paid() -> None:
    table = pung_and_added("5p", "NN")
    act(table, "0 added kong 5p")
    assert table.drawn == kind("1m")
    while not table.done:
        turns(table, table.turn)
    assert result_of(table).kongs[0].type is KongType.ADDED
    assert points(table) == (3, -1, -1, -1)


@pytest.mark.parametrize(("how", "winner", "fan"), [("double_first", 3, 4), ("nearest", 2, 2)])
def test_a_double_hand_goes_first_in_robbing_too(how: str, winner: int, fan: int) -> None:
    any_tile = "1133m5577p44sWWSSCC"
    rules = variant("wenzhou", multi_win=how)
    table = pung_and_added("9s", "", SOFT, any_tile, rules=rules, wait_all=True)
    act(table, "0 added kong 9s, 2 win, 3 win")
    assert worth(table) == (winner, fan)


# ---- the end of the wall ------------------------------------------------------------------------


@pytest.mark.parametrize(("dead", "left"), [(4, 66), (0, 70), (8, 62), (16, 54), ("14+kongs", 56)])
def test_how_many_tiles_nobody_draws_is_an_option(dead: int | str, left: int) -> None:
    rules = variant("wenzhou", dead_wall=dead)
    table = rules.table(seed=11)
    assert table.wall_left == left
    while not table.done:
        seat = table.to_act[0]
        table.act(seat, "pass" if table.can(seat, "pass") else max(table.legal(seat)))
    drawn = [event for event in table.events if event[0] == "draw"]
    assert result_of(table).drawn and len(drawn) == left


@pytest.mark.parametrize(("dead", "taken"), [(14, 1), ("14+kongs", 2)])
def test_each_kong_may_leave_one_tile_more(dead: int | str, taken: int) -> None:
    rules = variant("wenzhou", dead_wall=dead)
    table = deal("111p222p", wall="1p....", tail="2p5s", left=10, rules=rules)
    assert table.wall_left == 10
    act(table, "0 concealed kong 1p")
    assert table.wall_left == 10 - taken


def test_the_deal_is_drawn_when_four_tiles_are_left() -> None:
    table = turns(deal(wall="..."), 0, 1)
    assert table.wall_left == 0 and not table.done and table.turn == 2
    turns(table, 2)
    assert table.done and result_of(table).drawn and points(table) == (0, 0, 0, 0)


def test_the_last_discard_may_be_won_and_is_claimed_for_no_set() -> None:
    table = turns(deal("", "", "78s", HARD, wall=".9s"), 0)
    act(table, "1")
    assert table.wall_left == 0 and claims(table, 3) == {"win"} and not claims(table, 2)
    assert not claims(act(turns(deal("", "", "99s", wall=".9s"), 0), "1"), 2)
    # one tile earlier it is
    assert claims(act(turns(deal("", "", "99s", wall=".9s."), 0), "1"), 2) == {"pung"}


def test_no_kong_is_made_when_nothing_can_be_drawn() -> None:
    table = deal("111p", wall="1p")
    assert table.wall_left == 0 and "concealed kong 1p" not in legal(table, 0)
    assert "concealed kong 1p" in legal(deal("111p", wall="1p."), 0)


def test_a_draw_pays_kongs_and_no_wildcards() -> None:
    table = deal("NN", "111p", wall=".1p", tail="5s")
    passes(act(table, "0"))
    act(table, "1 concealed kong 1p")
    while not table.done:
        turns(table, table.turn)
    assert result_of(table).drawn and result_of(table).hands[0].wild == 2
    assert points(table) == (-2, 6, -2, -2)
    assert points(table, variant("wenzhou", kong_points=False)) == (0, 0, 0, 0)
    assert next_dealer(RULES, result_of(table)) == 0


# ---- what may be discarded, and claims of a short hand ------------------------------------------


@pytest.mark.parametrize("first", [False, True])
def test_lone_honours_go_first_by_option(first: bool) -> None:
    rules = variant("wenzhou", honours_first=first)
    table = deal("ESSWWWC234m567p89s", wall="1s..", indicator="3s", rules=rules)
    lone = {"discard E", "discard C"}
    assert lone <= legal(table, 0) and (legal(table, 0) == lone) is first
    # without one anything goes
    table = deal("SSWWW234m567p8899sC", wall="C..", indicator="3s", rules=rules)
    assert {"discard S", "discard 2m", "discard C"} <= legal(table, 0)


@pytest.mark.parametrize(("indicator", "lone"), [("3s", False), ("W", True)])
def test_a_白板_is_a_lone_honour_only_as_an_honour(indicator: str, lone: bool) -> None:
    rules = variant("wenzhou", honours_first=True)
    table = deal("PSS234m567p8899s11p", wall="1p..", indicator=indicator, rules=rules)
    assert (legal(table, 0) == {"discard P"}) is lone


def short_hand(tile: str, *rest: str, blocked: bool) -> Table:
    """Seat 1 has laid out four pungs and four tiles are left in its hand; seat 0 discards one."""
    rules = variant("wenzhou", block_claim_two_caishen=blocked)
    hand = "".join(["11p33p55s77s", *rest, "SWCF"])
    wall = f"1p..3p..5s..7s..{tile}..."
    table = deal("", hand, wall=wall, rules=rules)
    for claimed, dropped in (("1p", "S"), ("3p", "W"), ("5s", "C"), ("7s", "F")):
        passes_to(act(table, f"0 discard {claimed}"), "1 pung")
        turns(act(table, f"1 discard {dropped}"), 2, 3)
    return act(table, f"0 discard {tile}")


@pytest.mark.parametrize("blocked", [False, True])
@pytest.mark.parametrize(
    ("rest", "tile", "claim"), [("99m", "9m", "pung"), ("46m", "5m", "chow middle")]
)
def test_two_wildcards_among_four_tiles_may_bar_claims(
    rest: str, tile: str, claim: str, blocked: bool
) -> None:
    table = short_hand(tile, rest, "NN", blocked=blocked)
    assert (claim in claims(table, 1)) is not blocked
    # it may win all the same
    assert may_win(table, 1)
    # one of them does not
    one = short_hand(tile, rest, "N2p", blocked=blocked)
    assert claim in claims(one, 1)


# ---- dealers ------------------------------------------------------------------------------------


def test_a_dealer_who_wins_stays_and_else_the_next_seat_deals() -> None:
    assert next_dealer(RULES, DealResult([Win(0, 1)])) == 0
    for seat in (1, 2, 3):
        assert next_dealer(RULES, DealResult([Win(seat, 4)])) == 1
    winner = variant("wenzhou", dealer_rotation="winner")
    assert next_dealer(winner, DealResult([Win(2, 4)])) == 2
    always = variant("wenzhou", dealer_rotation="always_next")
    assert next_dealer(always, DealResult([Win(0, 4)])) == 1


@pytest.mark.parametrize(
    ("how", "without", "with_kong"), [("stay", 0, 0), ("rotate_if_kong", 0, 1), ("next", 1, 1)]
)
def test_who_deals_after_a_draw_is_an_option(how: str, without: int, with_kong: int) -> None:
    rules = variant("wenzhou", draw_rotation=how)
    kong = DealResult(kongs=[KongPaid(2, "E", "concealed kong")])
    assert next_dealer(rules, DealResult()) == without
    assert next_dealer(rules, kong) == with_kong


def test_after_the_fourth_deal_in_a_row_the_deal_passes_on() -> None:
    for streak in (1, 2, 3):
        assert next_dealer(RULES, DealResult([Win(0, 1)], streak=streak)) == 0
    assert next_dealer(RULES, DealResult([Win(0, 1)], streak=4)) == 1
    longer = variant("wenzhou", max_streak=6)
    assert next_dealer(longer, DealResult([Win(0, 1)], streak=4)) == 0
    assert next_dealer(longer, DealResult([Win(0, 1)], streak=6)) == 1


def test_a_draw_that_does_not_count_ends_no_streak() -> None:
    assert next_dealer(RULES, DealResult(streak=4)) == 0
    counted = variant("wenzhou", streak_counts_draw=True)
    assert next_dealer(counted, DealResult(streak=4)) == 1


def test_after_it_the_dealer_may_be_found_by_lot() -> None:
    rules = variant("wenzhou", after_max="redice")
    won = DealResult([Win(0, 1)], streak=4)
    assert [next_dealer(rules, won, lot) for lot in range(4)] == [0, 1, 2, 3]
    assert next_dealer(rules, DealResult([Win(0, 1)], streak=3), 2) == 0
    assert next_dealer(RULES, won, 2) == 1


def played(rules: Rules, seed: int, deals: int) -> Session:
    session = Session(rules, seed, first_dealer=0)
    for _ in range(deals):
        while not session.table.done:
            seat = session.table.to_act[0]
            session.table.act(seat, choose(session.table, seat, "greedy"))
        session.finish()
    return session


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"after_max": "redice"},
        {"dead_wall": 55, "draw_rotation": "rotate_if_kong"},
        {"dead_wall": 55, "streak_counts_draw": True},
        {"dead_wall": 55, "dealer_scale": "doubling", "max_streak": 2},
    ],
    ids=str,
)
def test_deals_follow_each_other_by_these_rules(options: dict[str, Any]) -> None:
    rules = variant("wenzhou", **options)
    most = rules.options["max_streak"]
    session = played(rules, 3, 300)
    ended = 0
    for before, after in zip(session.dealt, session.dealt[1:], strict=False):
        result = before.result
        drawn = not result.wins
        stays = drawn or result.wins[0].seat == 0
        if drawn and rules.options["draw_rotation"] == "rotate_if_kong" and result.kongs:
            stays = False
        grows = not drawn or rules.options["streak_counts_draw"]
        if stays and grows and before.streak >= most:
            ended += 1
            if rules.options["after_max"] == "next":
                assert after.dealer == (before.dealer + 1) % 4
            assert after.streak == 1
        elif stays:
            assert after.dealer == before.dealer
            assert after.streak == before.streak + grows
        else:
            assert (after.dealer, after.streak) == ((before.dealer + 1) % 4, 1)
        assert result.streak == before.streak <= most
    assert ended
    assert sum(session.points) == 0


def test_the_dealer_is_paid_by_the_streak_of_the_session() -> None:
    session = played(RULES, 3, 200)
    seen = set()
    for dealt in session.dealt:
        for win in dealt.result.wins:
            if win.seat == 0:
                paid = [each for each in dealt.settlement.transfers if each.reason == "win"]
                assert {each.points for each in paid} == {win.fan * 2 * dealt.streak}
                seen.add(dealt.streak)
    assert seen == {1, 2, 3, 4}


def test_a_session_is_written_and_read_again() -> None:
    session = played(variant("wenzhou", honours_first=True, caishen_discard=True), 9, 20)
    assert Session.from_json(session.to_json()) == session
