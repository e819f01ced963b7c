"""宝牌: what a win pays, by whom, and what can be played in several ways."""

from __future__ import annotations

from typing import Any

import pytest
from guangdong import act, named, passes, points, result_of, the_win, tiles
from ready_twin import but_ready, made, played
from score_engine import scored

from queshen.actions import Action
from queshen.deal_result import DealResult, KongType, SeatResult, Win, WinFlag
from queshen.errors import RulesError, TableError
from queshen.fans import Fan
from queshen.rules import Rules, variant
from queshen.session import Session, next_dealer
from queshen.table import Table
from queshen.tiles import Meld
from queshen.view import View

RULES = variant("baopai")

# Seat 1 waits for 5p and 8p, or for 5p alone, the middle of 46p.
WIDE = "[123m][777s]67789p55s"
CLOSED = "[123m][789s]46p888p55s"
# The others have opened their hands, and nothing more.
A, C, D = "[456m]", "[234s]", "[345m]"
# The seat after the winner has declared too.
C_READY = "[234s]999m111p46s88s"
STANDING = ""


def won(
    hand: str,
    tile: str,
    *,
    a: str = A,
    c: str = C,
    d: str = D,
    bao: str = ".",
    rules: Rules = RULES,
    **how: Any,
) -> Table:
    """Seat 1 has declared with that hand and draws the tile that it wins with."""
    return played(rules, a, hand, c, d, turn=1, wall=tile, bao=bao, ready=[1], acts="1 win", **how)


def fed(
    hand: str,
    tile: str,
    *,
    a: str = A,
    c: str = C,
    d: str = D,
    bao: str = ".",
    rules: Rules = RULES,
    **how: Any,
) -> Table:
    """Seat 1 has declared with that hand, and seat 2 discards the tile that it wins with."""
    ready = [1, 2] if c == C_READY else [1]
    acts = f"2 discard {tile}, 1 win"
    return played(rules, a, hand, c, d, turn=2, wall=tile, bao=bao, ready=ready, acts=acts, **how)


# ---- the fan table ------------------------------------------------------------------------------


@pytest.mark.parametrize("fan", RULES.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan(fan: Fan) -> None:
    assert fan in [each.fan for each in scored(RULES, fan.example).fans]


@pytest.mark.parametrize("zh", ["平胡", "自摸", "摸宝", "卡当", "宝中宝"])
def test_the_names_are_those_of_the_document(zh: str) -> None:
    assert RULES.fans[zh].zh == zh


def test_the_game_is_found_by_its_name() -> None:
    assert variant("baopai") == RULES and RULES.id == "baopai"
    assert variant(RULES.zh) == variant(RULES.pinyin) == RULES


DEFAULTS = {
    "tiles": "112",
    "structure_check": "at_ready",
    "ready_kong": "same_waits",
    "jia_at_four": False,
    "chi_ting_over_kong": True,
    "lock_after_ready": True,
    "forced_win": False,
    "swap_before_claims": True,
    "swap_in_last": True,
    "rob_pay": "as_selfdraw",
    "wait_counts": "not_own",
    "streak_counts_draw": True,
    "streak_cap": "saturate",
    "dealer_rotation": "winner",
    "draw_rotation": "stay",
    "escape_points": 8,
    "escape_comp": 2,
    "escape_fee": False,
    "N": 1,
    "A": 0,
    "fee_scope": "all",
    "fee_on_draw": True,
}


def test_what_the_game_leaves_open_and_how_it_is_played_where_nothing_is_said() -> None:
    told = dict(RULES.options)
    assert told.pop("visible_counts", "public") == "public"
    assert told == DEFAULTS


@pytest.mark.parametrize(
    ("option", "value"),
    [("rob_pay", "nobody"), ("tiles", "144"), ("jia_at_four", "no"), ("props", True)],
)
def test_an_option_that_cannot_be_is_refused(option: str, value: object) -> None:
    with pytest.raises(RulesError, match=option):
        variant("baopai", **{option: value})


# ---- on a discard -------------------------------------------------------------------------------


def test_who_discards_after_declaring_pays_as_the_others_do() -> None:
    table = fed(WIDE, "8p", c=C_READY)
    assert (the_win(table).seat, the_win(table).payer, the_win(table).fan) == (1, 2, 1)
    assert but_ready(the_win(table)) == WinFlag.FROM_READY
    assert points(table) == (-1, 3, -1, -1)


def test_who_discards_without_having_declared_pays_three_and_for_the_others() -> None:
    table = fed(WIDE, "8p")
    assert but_ready(the_win(table)) == WinFlag(0) and the_win(table).fan == 1
    assert points(table) == (0, 5, -5, 0)


def test_a_seat_that_is_not_open_is_worth_three_to_who_pays_for_it() -> None:
    assert points(fed(WIDE, "8p", d=STANDING)) == (0, 7, -7, 0)
    assert points(fed(WIDE, "8p", a=STANDING, d=STANDING)) == (0, 9, -9, 0)


def test_a_seat_that_is_not_open_pays_three_itself_where_the_discarder_had_declared() -> None:
    assert points(fed(WIDE, "8p", c=C_READY, d=STANDING)) == (-1, 5, -1, -3)
    assert points(fed(WIDE, "8p", c=C_READY, a=STANDING, d=STANDING)) == (-3, 7, -1, -3)


def test_a_discarder_who_is_neither_open_nor_ready_pays_three_once() -> None:
    assert points(fed(WIDE, "8p", c=STANDING, d=STANDING)) == (0, 7, -7, 0)
    assert points(fed(WIDE, "8p", c=STANDING)) == (0, 5, -5, 0)


def test_卡当_doubles_what_everybody_owes() -> None:
    table = fed(CLOSED, "5p", d=STANDING)
    assert but_ready(the_win(table)) == WinFlag.CLOSED_WAIT and the_win(table).fan == 2
    assert points(table) == (0, 14, -14, 0)
    assert points(fed(CLOSED, "5p", c=C_READY, d=STANDING)) == (-2, 10, -2, -6)
    assert points(fed(CLOSED, "5p")) == (0, 10, -10, 0)


def test_a_discarded_tile_of_the_hidden_kind_is_an_ordinary_tile() -> None:
    table = fed(CLOSED, "5p", c=C_READY, bao="5p")
    assert but_ready(the_win(table)) == WinFlag.CLOSED_WAIT | WinFlag.FROM_READY
    assert points(table) == (-2, 6, -2, -2)
    assert points(fed(WIDE, "8p", c=C_READY, bao="8p")) == (-1, 3, -1, -1)


def declares_with_8p(**how: Any) -> Table:
    """Seat 2 draws 8s, and may declare with the 8p that seat 1 waits for."""
    hand = "[234s]999m111p46s8s8p"
    return made(RULES, A, WIDE, hand, how.pop("d", D), turn=2, ready=[1], **how)


def test_the_discard_that_declares_is_one_of_a_seat_that_has_not_declared() -> None:
    table = passes(declares_with_8p(wall="8s", acts="2 discard ready 8p, 1 win"))
    assert but_ready(the_win(table)) == WinFlag(0)
    assert points(table) == (0, 5, -5, 0)
    table = passes(declares_with_8p(wall="8s", d=STANDING, acts="2 discard ready 8p, 1 win"))
    assert points(table) == (0, 7, -7, 0)


def test_the_discard_after_the_one_that_declares_is_one_of_a_ready_seat() -> None:
    table = declares_with_8p(wall="8s . . . 5p", acts="2 discard ready 8p, 3, 0, 1, 2, 1 win")
    assert but_ready(the_win(table)) == WinFlag.FROM_READY
    assert points(table) == (-1, 3, -1, -1)


def test_the_dealer_pays_and_wins_as_everybody_does() -> None:
    table = played(
        RULES, C, STANDING, WIDE, A, turn=0, wall="8p", ready=[2], acts="0 discard 8p, 2 win"
    )
    assert points(table) == (-7, 0, 7, 0)
    table = played(RULES, WIDE, C, A, turn=0, wall="8p", ready=[0], acts="0 win")
    assert points(table) == (7, -2, -2, -3)


# ---- by self-draw -------------------------------------------------------------------------------


def test_a_self_draw_is_paid_two_by_each() -> None:
    table = won(WIDE, "8p")
    assert (the_win(table).payer, the_win(table).fan) == (None, 2)
    assert but_ready(the_win(table)) == WinFlag(0)
    assert points(table) == (-2, 6, -2, -2)


def test_a_seat_that_is_not_open_pays_three_for_a_self_draw() -> None:
    assert points(won(WIDE, "8p", d=STANDING)) == (-2, 7, -2, -3)
    assert points(won(WIDE, "8p", a=STANDING, c=STANDING, d=STANDING)) == (-3, 9, -3, -3)


def test_卡当_doubles_a_self_draw() -> None:
    table = won(CLOSED, "5p", d=STANDING)
    assert but_ready(the_win(table)) == WinFlag.CLOSED_WAIT and the_win(table).fan == 4
    assert points(table) == (-4, 14, -4, -6)


def test_摸宝_is_paid_three_by_each_open_or_not() -> None:
    table = won(WIDE, "1s", bao="1s", d=STANDING)
    assert but_ready(the_win(table)) == WinFlag.BAO and the_win(table).fan == 3
    assert points(table) == (-3, 9, -3, -3)
    assert points(won(WIDE, "1s", bao="1s")) == (-3, 9, -3, -3)


def test_摸宝_with_卡当_is_paid_six_by_each() -> None:
    table = won(CLOSED, "1s", bao="1s")
    assert but_ready(the_win(table)) == WinFlag.BAO | WinFlag.CLOSED_WAIT
    assert the_win(table).fan == 6
    assert points(table) == (-6, 18, -6, -6)
    assert points(won(CLOSED, "1s", bao="1s", a=STANDING, d=STANDING)) == (-6, 18, -6, -6)


def test_the_dealer_has_摸宝_with_卡当_from_seats_that_are_not_open() -> None:
    table = played(RULES, CLOSED, turn=0, wall="1s", bao="1s", ready=[0], acts="0 win")
    assert points(table) == (18, -6, -6, -6)


def test_宝中宝_is_paid_twelve_by_each() -> None:
    table = won(CLOSED, "5p", bao="5p")
    flags = WinFlag.BAO | WinFlag.CLOSED_WAIT | WinFlag.BAO_WAIT
    assert but_ready(the_win(table)) == flags and the_win(table).fan == 12
    assert points(table) == (-12, 36, -12, -12)
    standing = won(CLOSED, "5p", bao="5p", a=STANDING, c=STANDING, d=STANDING)
    assert points(standing) == (-12, 36, -12, -12)


def test_the_hidden_kind_among_two_waits_is_摸宝_only() -> None:
    table = won(WIDE, "8p", bao="8p", d=STANDING)
    assert but_ready(the_win(table)) == WinFlag.BAO and the_win(table).fan == 3
    assert points(table) == (-3, 9, -3, -3)


def test_the_hidden_kind_as_the_one_wait_for_a_pair_is_摸宝_only() -> None:
    table = won("[456p][789p][777s]123m5s", "5s", bao="5s")
    assert but_ready(the_win(table)) == WinFlag.BAO
    assert points(table) == (-3, 9, -3, -3)


@pytest.mark.parametrize(
    ("hand", "tile", "paid"),
    [
        ("[123m][777s]67789p55s", "8p", 2),
        ("[123m][777s]7889p555s", "8p", 4),
        ("[123m][777s]78889p55s", "8p", 2),
        ("[123m][777s]78889p55s", "5s", 2),
        ("[456p][789p][777s]123m5s", "5s", 2),
        ("[123m][777s]12p999p55s", "3p", 2),
        ("[345s][567s]78889p55s", "8p", 4),
    ],
)
def test_which_hands_are_卡当(hand: str, tile: str, paid: int) -> None:
    assert points(won(hand, tile, d="[345m]")) == (-paid, 3 * paid, -paid, -paid)


# ---- who is open --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "paid"),
    [("[345m]", 2), ("[999s]", 2), ("[9999s]", 2), ("{9999s}", 3), ("{9999s}[345m]", 2)],
)
def test_a_concealed_kong_leaves_a_seat_standing(hand: str, paid: int) -> None:
    table = won(WIDE, "8p", d=hand)
    assert points(table)[3] == -paid
    assert [each.opened for each in result_of(table).hands] == [True, True, True, paid == 2]


def test_a_pung_with_its_fourth_tile_is_open() -> None:
    table = made(RULES, A, WIDE, C, "[999s]", turn=3, wall="9s . 8p", ready=[1])
    act(table, "3 added kong 9s, 3, 0, 1 win")
    assert points(table) == (-2, 6, -2, -2)


def test_what_a_seat_had_tells_whether_it_was_open() -> None:
    assert not SeatResult().opened
    assert not SeatResult(melds=(Meld.parse("{2222m}"),)).opened
    for text in ("[123m]", "[222m]", "[2222m]"):
        assert SeatResult(melds=(Meld.parse("{5555p}"), Meld.parse(text))).opened


def test_the_result_tells_who_had_declared_and_the_hidden_tile() -> None:
    table = fed(WIDE, "8p", c=C_READY, bao="1s")
    assert [each.ready for each in result_of(table).hands] == [False, True, True, False]
    assert named([result_of(table).bao or 0]) == ["1s"]
    assert DealResult.from_dict(result_of(table).to_dict()) == result_of(table)


# ---- kongs --------------------------------------------------------------------------------------


def test_kongs_pay_nothing() -> None:
    table = won("[123m][7777s]67789p55s", "8p", a="{1111p}[456m]", c="[3333s]", d="[345m]")
    kongs = result_of(table).kongs
    assert {kong.type for kong in kongs} == {KongType.EXPOSED, KongType.CONCEALED}
    assert len(kongs) == 3
    assert points(table) == (-2, 6, -2, -2)
    drawn = played(RULES, "{2222m}", "[3333s]", turn=2, left=4)
    assert points(drawn) == (0, 0, 0, 0) and len(result_of(drawn).kongs) == 2


def test_a_win_on_the_replacement_is_a_self_draw() -> None:
    how: dict[str, Any] = {"turn": 1, "wall": "7s", "tail": "8p", "bao": "1s", "ready": [1]}
    table = played(RULES, A, WIDE, C, D, acts="1 added kong 7s, 1 win", **how)
    assert but_ready(the_win(table)) == WinFlag.REPLACEMENT and the_win(table).fan == 2
    assert points(table) == (-2, 6, -2, -2)
    table = played(RULES, A, WIDE, C, STANDING, acts="1 added kong 7s, 1 win", **how)
    assert points(table) == (-2, 7, -2, -3)


def test_the_hidden_kind_as_the_replacement_is_摸宝() -> None:
    how: dict[str, Any] = {"turn": 1, "wall": "7s", "tail": "1s", "bao": "1s", "ready": [1]}
    table = played(RULES, A, WIDE, C, D, acts="1 added kong 7s, 1 win", **how)
    assert but_ready(the_win(table)) == WinFlag.REPLACEMENT | WinFlag.BAO
    assert the_win(table).fan == 3
    assert points(table) == (-3, 9, -3, -3)


@pytest.mark.parametrize(("bao", "paid"), [("1s", 4), ("5p", 12)])
def test_a_replacement_in_the_middle_is_卡当_or_宝中宝(bao: str, paid: int) -> None:
    how: dict[str, Any] = {"turn": 1, "wall": "8p", "tail": "5p", "bao": bao, "ready": [1]}
    table = played(RULES, A, CLOSED, C, D, acts="1 concealed kong 8p, 1 win", **how)
    assert the_win(table).fan == paid
    assert points(table) == (-paid, 3 * paid, -paid, -paid)


def test_the_discarder_of_an_exposed_kong_pays_no_more_for_the_replacement() -> None:
    # 888p and the 8p of seat 2
    table = made(RULES, A, CLOSED, C, D, turn=2, wall="8p", tail="5p", ready=[1])
    act(table, "2 discard 8p, 1 kong, 1 win")
    assert but_ready(the_win(table)) == WinFlag.REPLACEMENT | WinFlag.CLOSED_WAIT
    assert the_win(table).liable is None
    assert points(table) == (-4, 12, -4, -4)


# ---- 抢杠 ---------------------------------------------------------------------------------------


def robbed(
    rob_pay: str | None = None, *, ready: bool = False, hand: str = WIDE, d: str = STANDING
) -> Table:
    """Seat 2 adds the fourth 5p to its pung, and seat 1 robs it."""
    rules = RULES if rob_pay is None else variant("baopai", rob_pay=rob_pay)
    c = "[555p][234s]46s88s999m" if ready else "[555p]"
    return played(
        rules,
        A,
        hand,
        c,
        d,
        turn=2,
        wall="5p",
        ready=[1, 2] if ready else [1],
        acts="2 added kong 5p, 1 win",
    )


def test_a_robbed_kong_is_paid_as_a_self_draw_by_all_three() -> None:
    table = robbed()
    win = the_win(table)
    assert (win.payer, but_ready(win), win.fan) == (2, WinFlag.ROBBING, 2)
    assert result_of(table).kongs == () and table.melds(2) == (Meld.parse("[555p]"),)
    assert points(table) == (-2, 7, -2, -3)
    assert points(robbed(ready=True)) == (-2, 7, -2, -3)


@pytest.mark.parametrize(
    ("rob_pay", "ready", "d", "paid"),
    [
        ("as_selfdraw", False, D, (-2, 6, -2, -2)),
        ("as_selfdraw", True, D, (-2, 6, -2, -2)),
        ("as_selfdraw", False, STANDING, (-2, 7, -2, -3)),
        ("konger_all", False, D, (0, 6, -6, 0)),
        ("konger_all", True, D, (0, 6, -6, 0)),
        ("konger_all", False, STANDING, (0, 7, -7, 0)),
        ("as_discard", False, D, (0, 5, -5, 0)),
        ("as_discard", False, STANDING, (0, 7, -7, 0)),
        ("as_discard", True, D, (-1, 3, -1, -1)),
        ("as_discard", True, STANDING, (-1, 5, -1, -3)),
    ],
)
def test_who_pays_for_a_robbed_kong_is_an_option(
    rob_pay: str, ready: bool, d: str, paid: tuple[int, ...]
) -> None:
    assert points(robbed(rob_pay, ready=ready, d=d)) == paid


@pytest.mark.parametrize(
    ("rob_pay", "paid"),
    [
        ("as_selfdraw", (-4, 12, -4, -4)),
        ("konger_all", (0, 12, -12, 0)),
        ("as_discard", (0, 10, -10, 0)),
    ],
)
def test_a_robbed_kong_may_be_卡当(rob_pay: str, paid: tuple[int, ...]) -> None:
    table = robbed(rob_pay, hand=CLOSED, d=D)
    assert but_ready(the_win(table)) == WinFlag.ROBBING | WinFlag.CLOSED_WAIT
    assert points(table) == paid


# ---- coins, fees, leaving -----------------------------------------------------------------------


def test_nothing_is_paid_where_nobody_wins_and_the_dealer_stays() -> None:
    table = played(RULES, A, WIDE, C, D, turn=2, left=4, ready=[1])
    assert result_of(table).drawn and points(table) == (0, 0, 0, 0)
    assert next_dealer(RULES, result_of(table)) == 0


def test_coins_are_points_times_the_room_less_the_fee() -> None:
    rules = variant("baopai", N=100, A=10)
    table = won(WIDE, "8p", d=STANDING, rules=rules)
    assert points(table) == (-2, 7, -2, -3)
    assert rules.settle(result_of(table)).coins == (-210, 690, -210, -310)


@pytest.mark.parametrize(
    ("scope", "coins"), [("all", (-5, 45, -55, -5)), ("involved", (0, 45, -55, 0))]
)
def test_everybody_pays_the_fee_or_those_involved(scope: str, coins: tuple[int, ...]) -> None:
    rules = variant("baopai", N=10, A=5, fee_scope=scope)
    assert rules.settle(result_of(fed(WIDE, "8p", rules=rules))).coins == coins
    all_pay = rules.settle(result_of(won(WIDE, "8p", rules=rules))).coins
    assert all_pay == (-25, 55, -25, -25)


@pytest.mark.parametrize(("charged", "coins"), [(True, -5), (False, 0)])
def test_a_draw_costs_the_fee_or_nothing(charged: bool, coins: int) -> None:
    rules = variant("baopai", A=5, N=10, fee_on_draw=charged)
    assert rules.settle(DealResult()).coins == (coins,) * 4


@pytest.mark.parametrize(
    ("options", "paid", "bank"),
    [
        ({}, (2, 2, 2, -8), 2),
        ({"escape_points": 24, "escape_comp": 8}, (8, 8, 8, -24), 0),
        ({"escape_comp": 0}, (0, 0, 0, -8), 8),
    ],
)
def test_a_seat_that_leaves_pays_the_others(
    options: dict[str, int], paid: tuple[int, ...], bank: int
) -> None:
    settlement = variant("baopai", A=5, **options).settle(DealResult(escaped=3))
    assert (settlement.points, settlement.bank, settlement.fee) == (paid, bank, (0,) * 4)
    charged = variant("baopai", A=5, escape_fee=True, **options).settle(DealResult(escaped=3))
    assert charged.fee == (5,) * 4


# ---- tiles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "left"), [("112", 58), ("136", 82)])
def test_a_game_has_中_alone_or_all_honours(count: str, left: int) -> None:
    rules = variant("baopai", tiles=count)
    assert rules.flow.tiles == int(count)
    table = rules.table(seed=4)
    # 53 tiles are dealt, and one lies apart
    assert table.wall_left == left
    assert sum(sum(table.hand(seat).counts) for seat in range(4)) == 53
    assert rules.table(seed=4) == table


def test_other_honours_than_中_belong_to_the_larger_game() -> None:
    texts = ("123456789m123pE", "456789p1234567s", "123456789m1234p", "56789p12345678s")
    deal = {"hands": [tiles(text) for text in texts], "wall": tiles("999s99m")}
    assert "discard E" in variant("baopai", tiles="136").table(**deal).legal(0)
    with pytest.raises(TableError, match="E"):
        RULES.table(**deal)


# ---- who deals ----------------------------------------------------------------------------------


def test_the_winner_deals_next_and_a_draw_leaves_the_dealer() -> None:
    assert next_dealer(RULES, DealResult()) == 0
    assert next_dealer(RULES, DealResult([Win(2, 1, payer=3, tile="5p")])) == 2
    assert next_dealer(RULES, DealResult([Win(0, 2)])) == 0


def test_the_winner_at_the_table_deals_next() -> None:
    assert next_dealer(RULES, result_of(fed(WIDE, "8p"))) == 1
    table = played(RULES, A, C, WIDE, D, turn=2, wall="8p", ready=[2], acts="2 win")
    assert next_dealer(RULES, result_of(table)) == 2
    table = played(RULES, WIDE, A, C, D, turn=0, wall="8p", ready=[0], acts="0 win")
    assert next_dealer(RULES, result_of(table)) == 0


@pytest.mark.parametrize(
    ("rotation", "own", "other"),
    [("winner", 0, 2), ("keep_on_win_or_draw", 0, 1), ("always_next", 1, 1)],
)
def test_who_deals_next_is_an_option(rotation: str, own: int, other: int) -> None:
    rules = variant("baopai", dealer_rotation=rotation)
    assert next_dealer(rules, DealResult([Win(0, 2)])) == own
    assert next_dealer(rules, DealResult([Win(2, 2)])) == other


@pytest.mark.parametrize(("rotation", "dealer"), [("stay", 0), ("next", 1)])
def test_who_deals_after_a_draw_is_an_option(rotation: str, dealer: int) -> None:
    assert next_dealer(variant("baopai", draw_rotation=rotation), DealResult()) == dealer


class Idle:
    """Never claims, never declares."""

    def choose(self, view: View) -> Action:
        plain = [action for action in view.legal if action.name in ("pass", "discard")]
        return plain[0]


def drawn_deals(deals: int, **options: object) -> list[tuple[int, int]]:
    """Dealer and streak of each of so many drawn deals, and of the one that would come next."""
    session = Session(variant("baopai", **options), 3, players=[Idle()] * 4, first_dealer=2)
    dealt = session.play(deals)
    assert all(deal.result.drawn for deal in dealt)
    return [(deal.dealer, deal.streak) for deal in dealt] + [(session.dealer, session.streak)]


def test_the_streak_counts_draws_and_stays_at_nine() -> None:
    assert drawn_deals(10) == [(2, min(deal, 9)) for deal in range(1, 12)]


def test_after_nine_deals_in_a_row_the_deal_passes_by_option() -> None:
    dealt = drawn_deals(10, streak_cap="pass_deal")
    assert dealt == [*((2, deal) for deal in range(1, 10)), (3, 1), (3, 2)]


@pytest.mark.parametrize("counts", [True, False])
def test_draws_count_in_the_streak_unless_the_option_says_otherwise(counts: bool) -> None:
    dealt = drawn_deals(3, streak_counts_draw=counts)
    assert dealt == [(2, 1), (2, 2), (2, 3), (2, 4)] if counts else [(2, 1)] * 4


@pytest.mark.parametrize(("cap", "dealer"), [("saturate", 0), ("pass_deal", 1)])
def test_a_dealer_who_wins_the_ninth_deal_deals_again_or_not(cap: str, dealer: int) -> None:
    rules = variant("baopai", streak_cap=cap)
    assert next_dealer(rules, DealResult([Win(0, 2)], streak=9)) == dealer
    assert next_dealer(rules, DealResult([Win(0, 2)], streak=8)) == 0
    assert next_dealer(rules, DealResult([Win(3, 2)], streak=9)) == 3


def test_the_streak_changes_nothing_that_is_paid() -> None:
    assert points(won(WIDE, "8p", streak=9)) == points(won(WIDE, "8p")) == (-2, 6, -2, -2)


def test_who_leaves_ends_the_session() -> None:
    session = Session(RULES, 5, first_dealer=0)
    session.table.act(0, min(session.table.legal(0)))
    dealt = session.abandon(3)
    assert (dealt.points, session.bank, session.over) == ((2, 2, 2, -8), 2, True)
