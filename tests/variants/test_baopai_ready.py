"""听 in 宝牌: who may declare ready, and on what a seat that has may win."""

from __future__ import annotations

from typing import Any

import pytest
from guangdong import act, drawn_tile, legal, named, passes, result_of, the_win
from ready_twin import KINDS, Held, but_ready, made, played

from queshen.deal_result import WinFlag
from queshen.hand import Hand
from queshen.rules import Rules, variant
from queshen.table import Table

RULES = variant("baopai")
AT_WIN = variant("baopai", structure_check="at_win")
FORMAL = variant("baopai", wait_counts="formal")

WORDS = {
    "opened": "not open",
    "two_suits": "one suit",
    "orphan": "no terminal or C",
    "chow": "no chow",
    "pung": "no pung",
    "four_concealed": "fewer than four concealed tiles",
    "ready": "not one tile short of a win",
}
"""What a table says about a condition that is not met."""

READY = [
    # two sides, and a pair and a triplet for them: 67 and 888 are 678 and 88 too
    ("[789s]123m55s67p888p", "5p 8p 5s", False),
    ("[123m][789s]46p888p55s", "5p", True),
    ("[123m][777s]7889p555s", "8p", True),
    ("[123m][777s]67789p55s", "5p 8p", False),
    ("[123m][777s]78889p55s", "8p 5s", False),
    # three 中 are the triplet, and the tile that a 1 or 9 would be
    ("[567s]234m46p55sCCC", "5p", True),
    # no triplet, but two pairs
    ("[789s]123m45688p55s", "8p 5s", False),
    ("[456p][789p][777s]123m5s", "5s", False),
]
REFUSED = [
    ("123456m46p888p55s", "opened"),
    ("{2222s}123m46p888p55s", "opened"),
    ("[567s]234m46p888p55s", "orphan"),
    ("[789p]123p55p46p888p", "two_suits"),
    ("[789p]123p46p888pCC", "two_suits"),
    ("[789s]123m45667p55s", "pung"),
    ("[777s]111m46p888p55s", "chow"),
]


def judged(rules: Rules, hand: str) -> tuple[str, tuple[str, ...], bool]:
    """What the rules say of a hand before its draw: waits, failed conditions, 卡当."""
    found = rules.readiness(hand)
    return " ".join(named(found.legal)), tuple(found.failed), found.closed


def waits(hand: str, rules: Rules = RULES) -> str:
    return judged(rules, hand)[0]


def failed(hand: str, rules: Rules = RULES) -> tuple[str, ...]:
    return judged(rules, hand)[1]


# ---- the hand alone ------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "legal_waits", "closed"), READY)
def test_a_hand_may_declare(hand: str, legal_waits: str, closed: bool) -> None:
    assert judged(RULES, hand) == (legal_waits, (), closed)


@pytest.mark.parametrize(("hand", "name"), [*REFUSED, ("[123m][456p][789p][777s]5s", None)])
def test_a_hand_may_not_declare(hand: str, name: str | None) -> None:
    assert judged(RULES, hand) == ("", (name or "four_concealed",), False)


def test_a_hand_is_a_text_or_a_hand() -> None:
    text = "[123m][789s]46p888p55s"
    assert RULES.readiness(Hand(text)) == RULES.readiness(text)


def test_every_condition_that_fails_is_named() -> None:
    assert set(failed("234456m46m888m55m")) == {"opened", "two_suits", "orphan"}
    assert set(failed("[234m][456m][678m][345m]5m")) >= {"two_suits", "orphan", "four_concealed"}
    assert set(failed("[777s]222m46p888p55s")) == {"orphan", "chow"}
    assert "ready" in failed("[123m]159m159p159s7s")


# 开门


@pytest.mark.parametrize("meld", ["[789s]", "[999s]", "[9999s]"])
def test_a_chow_a_pung_or_an_exposed_kong_opens_the_hand(meld: str) -> None:
    assert judged(RULES, f"{meld}123m46p888p55s") == ("5p", (), True)


def test_a_concealed_kong_opens_nothing_and_spoils_nothing() -> None:
    assert failed("{9999s}123m46p888p55s") == ("opened",)
    assert failed("{9999s}{2222m}46p888p55s") == ("opened", "chow")
    assert waits("{9999s}[123m]46p888p55s") == "5p"


# two suits


def test_the_second_suit_may_lie_on_the_table_or_be_the_pair() -> None:
    assert waits("[789s]12346p888p55p") == "5p"
    assert waits("[789p]12346p888p55s") == "5p"
    assert failed("[789p]12346p888p55p") == ("two_suits",)


def test_中_is_no_suit_and_neither_are_winds() -> None:
    assert failed("[CCC]12346p888p55p") == ("two_suits",)
    rules = variant("baopai", tiles="136")
    assert failed("[EEE]12346p888pFF", rules) == ("two_suits",)
    assert waits("[EEE]123m46p888pFF", rules) == "5p"


# 幺九


def test_one_terminal_is_enough_wherever_it_is() -> None:
    assert waits("[789s]234m46p888p55s") == "5p"
    assert waits("[567s]123m46p888p55s") == "5p"
    assert waits("[567s]234m46p999p55s") == "5p"
    assert waits("[567s]234m46p888p11s") == "5p"
    assert failed("[567s]234m46p888p22s") == ("orphan",)


def test_one_中_stands_for_a_terminal_even_as_a_pair() -> None:
    assert waits("[567s]234m46p888pCC") == "5p"
    assert waits("[CCC]234m46p888p55s") == "5p"
    assert waits("{CCCC}[345m]234m46p55s") == "5p"


def test_other_honours_do_not() -> None:
    rules = variant("baopai", tiles="136")
    assert failed("[567s]234m46p888pFF", rules) == ("orphan",)
    assert failed("[EEE]234m46p888p55s", rules) == ("orphan",)
    assert waits("[567s]234m46p888pCC", rules) == "5p"


def test_the_winning_tile_is_no_terminal_of_the_hand_unless_it_is_looked_at_too() -> None:
    hand = "[567s]234m78p555p66s"
    assert failed(hand) == ("orphan",)
    # 6p completes it too, but not with a terminal
    assert judged(AT_WIN, hand) == ("9p", (), False)
    assert failed("[567s]234m46p888p55s", AT_WIN) == ("orphan",)


# 刻 and 顺


def test_a_triplet_is_enough_in_hand_or_on_the_table_as_a_kong_too() -> None:
    assert waits("[789s]123m46p888p55s") == "5p"
    assert waits("[888p]123m789s46p55s") == "5p"
    assert waits("[8888p]123m789s46p55s") == "5p"
    assert waits("[789s]{8888p}123m46p55s") == "5p"
    assert waits("[789s]123m46pCCC55s") == "5p"
    assert waits("[CCCC]123m789s46p55s") == "5p"
    assert failed("[789s]123m456m46p55s") == ("pung",)


def test_a_run_is_enough_in_hand_or_on_the_table() -> None:
    assert waits("[777s]123m46p888p55s") == "5p"
    assert waits("[123m]777s46p888p55s") == "5p"
    assert failed("[777s]111m46p888p55s") == ("chow",)
    assert failed("[777s][111m]46p888p55s") == ("chow",)


def test_a_run_that_only_the_winning_tile_makes_counts_by_option() -> None:
    hand = "[777s]111m46p888p55s"
    assert failed(hand) == ("chow",)
    assert judged(AT_WIN, hand) == ("5p", (), True)


def test_nothing_but_triplets_has_no_run_even_at_the_end() -> None:
    for rules in (RULES, AT_WIN):
        assert failed("[777s][111m]88p999p55s", rules) == ("chow",)


def test_two_pairs_stand_for_a_triplet_where_the_tile_makes_one() -> None:
    for rules in (RULES, AT_WIN):
        assert judged(rules, "[789s]123m45688p55s") == ("8p 5s", (), False)
        # one pair is not two
        assert failed("[789s]123m45667p55s", rules) == ("pung",)
        # two pairs with a wait beside them are no triplet
        assert failed("[789s]123m456m46pCC", rules) == ("pung",)


def test_a_single_tile_for_a_pair_does_with_a_triplet_only() -> None:
    assert judged(RULES, "[777s]123m456p789p5s") == ("5s", (), False)
    assert failed("[789s]123m456p678p5s") == ("pung",)


def test_there_is_no_win_on_a_side_that_leaves_no_triplet() -> None:
    # 3p would make 123p and leave 11p, 2p leaves 111p
    assert waits("[234m]567m1112p567s") == "2p"
    assert waits("[234m]567m8999p567s") == "8p"
    # another triplet
    assert waits("[777s]567m1112p567s") == "2p 3p"


def test_there_is_no_win_on_a_side_that_leaves_no_run() -> None:
    # 6m would make 678m, and 999m is no run then
    assert waits("[888m]78999m444p99s") == "9m 9s"
    assert waits("[345m]78999m444p99s") == "6m 9m 9s"
    # 2s and 3s would make triplets and runs by turns
    assert waits("[111s]999m2233444s") == "1s 4s"


# four tiles, one short of a win


def test_a_pair_wait_with_four_tiles_is_good() -> None:
    assert judged(RULES, "[456p][789p][777s]123m5s") == ("5s", (), False)
    assert judged(RULES, "[456p][789p][777s]55s23m")[1] == ()


def test_seven_pairs_and_other_shapes_are_not_ready() -> None:
    assert "ready" in failed("1133m5577p2288sC")
    rules = variant("baopai", tiles="136")
    assert "ready" in failed("19m19p1sESWNCFPP", rules)


def test_a_kind_that_the_seat_holds_four_of_is_no_wait_unless_the_option_says_so() -> None:
    # 5s lies in two chows and in the pair
    hand = "[345s][567s]78889p55s"
    assert judged(RULES, hand) == ("8p", (), True)
    assert judged(FORMAL, hand) == ("8p 5s", (), False)
    # the only wait
    hand = "[555p][123m]456p55m46p"
    assert failed(hand) == ("ready",)
    assert judged(FORMAL, hand) == ("5p", (), True)


# ---- 卡当 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "closed"),
    [
        ("[123m][777s]67789p55s", False),  # 5 too
        ("[123m][777s]7889p555s", True),  # no other pair
        ("[123m][777s]78889p55s", False),  # the pair too
        ("[456p][789p][777s]123m5s", False),  # a pair
        ("[123m][777s]12p999p55s", False),  # the end of a run
        ("[123m][777s]89p111p55s", False),
        ("[123m][777s]68p111p55s", True),
        ("[123m][777s]13p999p55s", True),
        ("[777s][123m]55p888p55s", False),  # two pairs
    ],
)
def test_卡当_is_one_wait_that_is_the_middle_of_a_run(hand: str, closed: bool) -> None:
    found = RULES.readiness(hand)
    assert not found.failed and found.closed is closed


def test_a_wait_that_may_not_be_won_on_is_none() -> None:
    # 5s and 7s would complete three triplets; 6s completes runs as well
    assert judged(RULES, "[999m][333m]5566677s") == ("6s", (), True)


# ---- at a table ----------------------------------------------------------------------------------


def before_the_discard(hand: str, rules: Rules = RULES) -> tuple[Table, str]:
    """Seat 1 has drawn an idle tile; what it does with it to declare."""
    table = made(rules, "", hand, turn=1, wall=".")
    return table, f"discard ready {drawn_tile(table)}"


@pytest.mark.parametrize("hand", [hand for hand, *_ in READY])
def test_a_seat_may_declare_at_the_table(hand: str) -> None:
    table, action = before_the_discard(hand)
    assert table.why_not(1, action) is None and action in legal(table, 1)
    assert not table.ready(1) and table.ready_waits(1) == ()
    passes(act(table, f"1 {action}"))
    assert table.ready(1)
    assert named(table.ready_waits(1)) == waits(hand).split()


@pytest.mark.parametrize(("hand", "name"), REFUSED)
def test_a_seat_may_not_declare_and_is_told_why(hand: str, name: str) -> None:
    table, action = before_the_discard(hand)
    why = table.why_not(1, action)
    assert why is not None and WORDS[name] in why
    assert not [other for other in WORDS if other != name and WORDS[other] in why]
    assert action not in legal(table, 1)
    assert action.replace(" ready", "") in legal(table, 1)


def test_every_reason_is_told_at_once() -> None:
    table, action = before_the_discard("234456m46m888m55m")
    why = table.why_not(1, action)
    assert why is not None
    assert all(WORDS[name] in why for name in ("opened", "two_suits", "orphan"))


def test_a_hand_that_is_far_from_a_win_is_told_so() -> None:
    table, action = before_the_discard("[123m]159p159s2468m")
    why = table.why_not(1, action)
    assert why is not None and WORDS["ready"] in why


@pytest.mark.parametrize("hand", [hand for hand, *_ in READY])
def test_a_ready_seat_wins_on_each_of_its_waits_and_on_nothing_else(hand: str) -> None:
    bao = "C" if "C" not in hand else "1s"
    held = Held.parse(hand).everything
    expected = waits(hand).split()
    for tile in KINDS:
        if tile == bao or held.count(tile) == 4:
            continue
        own = made(RULES, "", hand, turn=1, wall=tile, bao=bao, ready=[1])
        assert ("win" in own.legal(1)) is (tile in expected)
        other = made(
            RULES, "", hand, turn=2, wall=tile, bao=bao, ready=[1], acts=f"2 discard {tile}"
        )
        assert ("win" in other.legal(1)) is (tile in expected)


@pytest.mark.parametrize("hand", [hand for hand, *_ in READY])
def test_卡当_is_told_with_the_win(hand: str) -> None:
    closed = RULES.readiness(hand).closed
    for tile in waits(hand).split():
        acts = f"2 discard {tile}, 1 win"
        table = played(RULES, "", hand, turn=2, wall=tile, ready=[1], acts=acts)
        assert but_ready(the_win(table)) == (WinFlag.CLOSED_WAIT if closed else WinFlag(0))


def test_who_discards_another_tile_than_it_drew_may_declare_as_well() -> None:
    # 7p is drawn, and C goes
    table = made(RULES, "", "[789s]123m55s6p888pC", turn=1, wall="7p")
    assert "discard ready C" in legal(table, 1)
    assert "discard ready 7p" not in legal(table, 1)
    # and of 667p either goes
    table = made(RULES, "", "[789s]123m55s67p888p", turn=1, wall="7p")
    told = {each for each in legal(table, 1) if "ready" in each}
    assert {"discard ready 7p", "discard ready 6p"} <= told


def test_a_declaration_may_come_with_the_discard_after_a_chow() -> None:
    hand = "46m123m46p888p55sC"
    table = made(RULES, "", hand, wall="5m", acts="0 discard 5m, 1 chow middle")
    assert "discard ready C" in legal(table, 1) and "discard C" in legal(table, 1)
    assert not [each for each in legal(table, 1) if "ready" in each and each[-1] != "C"]


def test_a_declaration_may_come_with_the_discard_after_a_pung() -> None:
    # the triplet lies on the table
    hand = "12311m45646p55sC"
    table = made(RULES, "", "", "", hand, wall="5s", acts="0 discard 5s, 3 pung")
    assert "discard ready C" in legal(table, 3)
    # without it there is none
    table = made(RULES, "", "", "", "[789s]12311m45p789p", turn=3, wall=".")
    assert not [each for each in legal(table, 3) if "ready" in each]


@pytest.mark.parametrize("check", ["at_ready", "at_win"])
def test_when_the_hand_is_looked_at_is_an_option(check: str) -> None:
    rules = variant("baopai", structure_check=check)
    table, action = before_the_discard("[777s]111m46p888p55s", rules)
    assert table.can(1, action) is (check == "at_win")
    if check == "at_ready":
        return
    table = played(
        rules, "", "[777s]111m46p888p55s", turn=2, wall="5p", ready=[1], acts="2 discard 5p, 1 win"
    )
    assert but_ready(result_of(table).wins[0]) == WinFlag.CLOSED_WAIT


def test_where_the_finished_hand_is_looked_at_a_wait_without_a_terminal_does_not_win() -> None:
    hand = "[567s]234m78p555p66s"
    for tile, wins in (("9p", True), ("6p", False)):
        table = made(
            AT_WIN, "", hand, turn=2, wall=tile, ready=[1], bao="C", acts=f"2 discard {tile}"
        )
        assert ("win" in table.legal(1)) is wins
        table = made(AT_WIN, "", hand, turn=1, wall=tile, ready=[1], bao="C")
        assert ("win" in table.legal(1)) is wins


@pytest.mark.parametrize(("counts", "closed"), [("not_own", True), ("formal", False)])
def test_what_counts_as_a_wait_is_an_option(counts: str, closed: bool) -> None:
    rules = variant("baopai", wait_counts=counts)
    how: dict[str, Any] = {"turn": 2, "wall": "8p", "ready": [1]}
    hand = "[345s][567s]78889p55s"
    table = made(rules, "", hand, **how)
    assert named(table.ready_waits(1)) == (["8p"] if closed else ["8p", "5s"])
    act(table, "2 discard 8p, 1 win")
    assert bool(the_win(passes(table)).flags & WinFlag.CLOSED_WAIT) is closed


def test_a_kind_that_lies_open_four_times_is_still_a_wait() -> None:
    # 5p and 8p, and every 8p lies on the table
    hand = "[123m][777s]67999p55s"
    table = made(
        RULES, "", hand, "", "[888p]", turn=0, wall="8p . 5p", ready=[1], acts="0, 1, 2 discard 5p"
    )
    assert named(table.ready_waits(1)) == ["5p", "8p"]
    act(table, "1 win")
    assert not the_win(table).flags & WinFlag.CLOSED_WAIT


def test_a_seat_that_is_not_open_is_offered_nothing_before_its_first_claim() -> None:
    table = made(RULES, "123m456m46p888p55s", wall=".")
    assert not [each for each in legal(table, 0) if "ready" in each]
