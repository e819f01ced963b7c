"""六人血战: what hands of eight tiles are worth, who pays, and six seats at the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from guangdong import legal, passes, result_of
from score_engine import lists, scored
from sichuan_play import dealt_by, to_the_end

from queshen.actions import Action
from queshen.deal_result import DealResult, KongPaid, SeatResult, Win, WinFlag
from queshen.errors import RulesError
from queshen.fans import Fan
from queshen.rules import Rules, variant
from queshen.session import Session, next_dealer
from queshen.shapes import Shape
from queshen.table import Table
from queshen.tiles import Meld
from queshen.view import View

RULES = variant("xuezhan6")
UNCAPPED = variant("xuezhan6", cap=None)
ALL = variant("xuezhan6", cap=None, haidi=True, menqing_zhongzhang=True, double_kong=True)
FOUR = variant("xuezhan")

SEATS = 6

OWN = {"tile_set": "108", "four_pairs": False, "double_kong": False, "escape_points": 40}


def total(text: str, rules: Rules = UNCAPPED) -> int | None:
    """What a win is worth; None where it is none."""
    score = scored(rules, text)
    return score.total if score.is_win else None


def worth(text: str, rules: Rules = UNCAPPED) -> tuple[str, int | None]:
    """The fans of a win and what it is worth."""
    found = lists(rules, text)
    told = [f"{fan}×{count}" if count > 1 else fan for fan, count in found.items()]
    return " ".join(told), total(text, rules)


# ---- the game -----------------------------------------------------------------------------------


def test_the_game_is_found_by_its_names() -> None:
    assert RULES.id == "xuezhan6"
    for name in ("六人血战", "Liuren Xuezhan", "六人麻将"):
        assert variant(name) == RULES


def test_it_leaves_open_what_血战_does_and_a_little_more() -> None:
    inherited = {name: value for name, value in FOUR.options.items() if name != "fan_cap"}
    assert dict(RULES.options) == inherited | OWN


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("preset", "sbr2025"),
        ("fan_cap", 3),
        ("tile_set", "136"),
        ("four_pairs", True),
        ("double_kong", 1),
        ("zimo", "triple"),
    ],
)
def test_an_option_that_cannot_be_is_refused(option: str, value: object) -> None:
    with pytest.raises(RulesError, match=option):
        variant("xuezhan6", **{option: value})


@pytest.mark.parametrize("option", sorted(RULES.options))
def test_rules_are_read_again_as_they_were_written(option: str) -> None:
    (known,) = [each for each in RULES.definition.options if each.name == option]
    for value in (*known.values, *([7] if known.low is not None else [])):
        rules = RULES.replace(**{option: value})
        assert Rules.from_json(rules.to_json()) == rules
        assert eval(repr(rules), {"variant": variant}) == rules


def test_six_seats_108_tiles_two_sets() -> None:
    flow = RULES.flow
    assert (flow.seats, flow.tiles, flow.dead_wall, RULES.sets) == (6, 108, 0, 2)
    assert RULES.shapes == Shape.STANDARD
    assert (RULES.most_suits, variant("xuezhan6", dingque=False).most_suits) == (2, 3)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"dingque": False},
        {"huan3": True},
        {"missed_win": "none"},
        {"tiandihu": False},
        {"dihu": "dealer_discard"},
    ],
)
def test_the_course_is_that_of_血战(options: dict[str, Any]) -> None:
    flow, of_four = variant("xuezhan6", **options).flow, variant("xuezhan", **options).flow
    for field in type(flow).__dataclass_fields__:
        if field != "seats":
            assert getattr(flow, field) == getattr(of_four, field), field


# ---- what hands are worth -----------------------------------------------------------------------


@pytest.mark.parametrize("fan", ALL.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan(fan: Fan) -> None:
    assert fan in [each.fan for each in scored(ALL, fan.example).fans]


def test_patterns_extras_and_values() -> None:
    assert {fan.zh: fan.value for fan in RULES.fans} == {
        "天胡": 32,
        "地胡": 32,
        "清幺九": 16,
        "将金钩钓": 16,
        "清金钩钓": 16,
        "清对": 8,
        "将对": 8,
        "清一色": 4,
        "带幺九": 4,
        "金钩钓": 4,
        "对对胡": 2,
        "平胡": 1,
        "根": 2,
        "杠上花": 2,
        "杠上炮": 2,
        "抢杠": 2,
        "自摸": 2,
    }
    assert RULES.fans.cap == 64


def test_patterns_have_the_values_that_they_have_for_four() -> None:
    of_four = {fan.id: (fan.value, fan.when) for fan in FOUR.fans}
    assert {fan.id: (fan.value, fan.when) for fan in RULES.fans}.items() <= of_four.items()


@pytest.mark.parametrize(
    ("text", "fans", "value"),
    [
        ("234m789p5m5m win=5m", "平胡", 1),
        ("[222m]789p5m5m win=5m", "平胡", 1),
        # 对对胡
        ("[111m]333p9p9p win=9p", "对对胡", 2),
        ("111m3399p3p win=3p", "对对胡", 2),
        ("[111m]345p9p9p win=9p", "平胡", 1),
        # 清一色
        ("234p678p5p5p win=5p", "清一色", 4),
        ("234p678p5m5m win=5m", "平胡", 1),
        # 带幺九
        ("[999p]123m1m1m win=1m", "带幺九", 4),
        ("[999p]123m2m2m win=2m", "平胡", 1),
        ("[999p]234m1m1m win=1m", "平胡", 1),
        # 金钩钓
        ("[111m][333p]9p9p win=9p", "金钩钓", 4),
        ("[111m]333p9p9p win=9p", "对对胡", 2),
        ("[111m]{3333p}9p9p win=9p", "对对胡 根", 4),
        # 清对, 将对
        ("[111p]333p9p9p win=9p", "清对", 8),
        ("[222m]555p8p8p win=8p", "将对", 8),
        ("[222m]555p9p9p win=9p", "对对胡", 2),
        # 清幺九, 清金钩钓, 将金钩钓
        ("[999p]123p1p1p win=1p", "清幺九", 16),
        ("[999p]123m1p1p win=1p", "带幺九", 4),
        ("[999p][111p]1m1m win=1m", "带幺九", 4),
        ("[111p][333p]9p9p win=9p", "清金钩钓", 16),
        ("[222m][555p]8p8p win=8p", "将金钩钓", 16),
        ("[222m][555p]9p9p win=9p", "金钩钓", 4),
        # extras
        ("{1111m}234p5m5m win=5m", "平胡 根", 2),
        ("[111m]123m5p5p win=5p", "平胡 根", 2),
        ("[1111m]{3333p}9p9p win=9p", "对对胡 根×2", 8),
        ("234m789p5m5m win=5m self", "平胡 自摸", 2),
        ("{1111m}234p5m5m win=5m self replacement", "平胡 根 杠上花 自摸", 8),
        ("234m789p5m5m win=5m after_kong", "平胡 杠上炮", 2),
        ("46m789p88p5m win=5m robbing", "平胡 抢杠", 2),
        ("234m789p5m5m win=5m self first", "天胡 自摸", 64),
        ("234m789p5m5m win=5m self first seat=S", "地胡 自摸", 64),
    ],
)
def test_the_dearest_pattern_counts(text: str, fans: str, value: int) -> None:
    assert worth(text) == (fans, value)


@pytest.mark.parametrize(
    "text",
    [
        "11m33m55m7m7m win=7m",
        "11m33p55p7m7m win=7m",
        "1111m55m7m7m win=7m",
        "1111p7777p win=7p",
    ],
)
def test_four_pairs_do_not_win(text: str) -> None:
    assert total(text) is None


def test_pairs_that_are_sets_do() -> None:
    assert worth("112233m5m5m win=5m") == ("清一色", 4)


@pytest.mark.parametrize(
    ("text", "without", "value"),
    [
        ("[1111m]{3333p}9p9p win=9p", "对对胡 根×2", 8),
        ("[1111m][3333p]9p9p win=9p", "金钩钓 根×2", 16),
        ("{1111m}{3333p}9p9p win=9p", "对对胡 根×2", 8),
        ("[1111p]{3333p}9p9p win=9p", "清对 根×2", 32),
    ],
)
def test_two_kongs_are_a_pattern_by_option(text: str, without: str, value: int) -> None:
    rules = variant("xuezhan6", double_kong=True, cap=None)
    assert worth(text) == (without, value)
    pure = "m" not in text
    assert worth(text, rules) == (("清双杠", 64) if pure else ("双杠", 16))
    # one kong is none of it
    assert worth("[1111m]333p9p9p win=9p", rules) == ("对对胡 根", 4)


def test_three_suits_do_not_win() -> None:
    assert total("[222m]789p5s5s win=5s") is None
    assert total("[222m]789p5s5s win=5s", variant("xuezhan6", dingque=False)) == 1


# ---- settlement ---------------------------------------------------------------------------------

UNREADY = SeatResult()
HOLDING = SeatResult(concealed=bytes([1, *33 * [0]]), void_suit="m")
OUT = SeatResult(left=True)


def points(
    *wins: Win,
    kongs: Sequence[KongPaid] = (),
    hands: Sequence[SeatResult] = (),
    rules: Rules = RULES,
) -> tuple[int, ...]:
    return rules.settle(DealResult(wins, kongs=kongs, hands=hands, seats=SEATS)).points


def test_a_self_draw_collects_from_five() -> None:
    assert points(Win(2, 4)) == (-4, -4, 20, -4, -4, -4)
    assert points(Win(5, 1), rules=variant("xuezhan6", zimo="plus1")) == (-2,) * 5 + (10,)


def test_later_ones_from_those_who_are_left() -> None:
    wins = [Win(0, 2), Win(1, 1, 2, order=1), Win(5, 4, order=2)]
    assert points(*wins) == (10, -2 + 1, -2 - 1 - 4, -2 - 4, -2 - 4, -2 + 12)


def test_what_kongs_are_paid() -> None:
    assert points(kongs=[KongPaid(1, "1m", "concealed kong")]) == (-2, 10, -2, -2, -2, -2)
    assert points(kongs=[KongPaid(1, "1m", "added kong")]) == (-1, 5, -1, -1, -1, -1)
    assert points(kongs=[KongPaid(1, "1m", "exposed kong", 4)]) == (0, 2, 0, 0, -2, 0)


def test_a_kong_when_two_have_left() -> None:
    wins = [Win(0, 0), Win(1, 0, order=1)]
    kong = KongPaid(5, "1m", "concealed kong", order=2)
    assert points(*wins, kongs=[kong]) == (0, 0, -2, -2, -2, 6)


def test_five_can_win_on_one_discard() -> None:
    wins = [Win(seat, 2**seat, 0, tile="5m") for seat in range(1, 6)]
    assert points(*wins) == (-62, 2, 4, 8, 16, 32)


@pytest.mark.parametrize("how", ["transfer_last", "transfer_all", "refund"])
def test_kong_money_after_a_kong(how: str) -> None:
    kong = KongPaid(0, "1m", "concealed kong")
    win = Win(2, 2, 0, tile="5m", flags=["after_kong"], order=1)
    back = (-2, 0, 2, 0, 0, 0)
    expected = back if how == "refund" else (-2, -2, 10, -2, -2, -2)
    assert points(win, kongs=[kong], rules=variant("xuezhan6", gang_pao=how)) == expected


def test_the_end_of_the_wall() -> None:
    ready = SeatResult(waiting=8, void_suit="m")
    wins = [Win(1, 0), Win(2, 0, order=1), Win(4, 0, order=2)]
    hands = [ready, OUT, OUT, UNREADY, OUT, HOLDING]
    assert points(*wins, hands=hands) == (72, 0, 0, 56, 0, -128)


def test_leaving_costs_what_the_others_get() -> None:
    settled = RULES.settle(DealResult(escaped=2, seats=SEATS))
    assert settled.points == (8, 8, -40, 8, 8, 8) and settled.bank == 0


# ---- at the table -------------------------------------------------------------------------------


def dealt(*hands: str, rules: Rules = RULES, left: int = 24, **how: str) -> Table:
    """A table with these hands; its wall has `left` tiles with the dealer's first draw."""
    return dealt_by(rules, *hands, left=left, **how)


def so_far(table: Table) -> tuple[int, ...]:
    """What wins and kongs have cost, without the end of the wall."""
    result = result_of(to_the_end(table))
    return RULES.settle(DealResult(result.wins, kongs=result.kongs, seats=SEATS)).points


def left(table: Table) -> list[int]:
    return [seat for seat in range(SEATS) if table.left(seat)]


def test_seven_tiles_each_and_eight_for_the_dealer() -> None:
    table = RULES.table(seed=3)
    assert [table.hand(seat).size for seat in range(SEATS)] == [8, 7, 7, 7, 7, 7]
    assert table.wall_left == 108 - 43 and sorted(table.to_act) == list(range(SEATS))


def test_all_six_name_a_void_suit() -> None:
    table = RULES.table(seed=3)
    for seat in (5, 3, 1, 0, 2):
        assert table.phase == "void"
        table.act(seat, "void m")
    assert table.void_suit(5) is None
    table.act(4, "void p")
    assert table.phase == "turn"
    assert [table.void_suit(seat) for seat in range(SEATS)] == list("mmmmpm")


@pytest.mark.parametrize("seed", range(12))
def test_three_tiles_are_passed_on_by_option(seed: int) -> None:
    table = variant("xuezhan6", huan3=True).table(seed=seed)
    before = [table.hand(seat).counts for seat in range(SEATS)]
    assert table.phase == "exchange"
    while table.phase == "exchange":
        table.step(min(legal(table, table.to_act[0])))
    assert table.exchanged in ("next", "previous", "opposite")
    step = {"next": 1, "previous": 5, "opposite": 3}[str(table.exchanged)]
    expected = [[*counts] for counts in before]
    for what, seat, tile, to in table.events:
        if what == "exchange":
            assert seat is not None and tile is not None and to == (seat + step) % SEATS
            expected[seat][tile] -= 1
            expected[to][tile] += 1
    assert [[*table.hand(seat).counts] for seat in range(SEATS)] == expected


def test_turns_go_round_six_seats() -> None:
    table = dealt(acts="0, 1, 2, 3, 4, 5, 0")
    assert table.turn == 1
    assert passes(dealt(acts="0, 1, 2, 3, 4")).turn == 5


PLAIN = "234m67p99m"
FLUSH = "123p55p99p"
KONG = "7777m222m5p"


def test_three_winners_on_one_discard_and_who_draws_next() -> None:
    # the kong is made before: seat 4 draws 1m for it, and discards that
    table = dealt(
        "",
        PLAIN,
        "",
        FLUSH,
        "777m222m5p",
        wall="....7m1m.5p",
        acts="0, 1, 2, 3, 4 concealed kong 7m, 4, 5, 0 discard 5p, 1 win, 3 win, 4 win",
    )
    assert left(table) == [1, 3, 4] and table.turn == 5
    base = so_far(table)
    wins = result_of(table).wins
    assert [(win.seat, win.fan, win.payer) for win in wins] == [(1, 1, 0), (3, 4, 0), (4, 4, 0)]
    # the kong was paid 2 by each
    kong = (-2, -2, -2, -2, 10, -2)
    assert tuple(all_ - part for all_, part in zip(base, kong, strict=True)) == (-9, 1, 0, 4, 4, 0)


def test_a_self_draw_with_nobody_out() -> None:
    acts = "0, 1, 2, 3, 4, 5, 0, 1, 2 win"
    table = dealt("", "", "111m55p99m", wall="........5p", acts=acts)
    assert so_far(table) == (-4, -4, 20, -4, -4, -4)


def test_a_kong_when_two_are_out() -> None:
    acts = "0, 1 win, 2 win, 3, 4, 5 concealed kong 9m"
    table = dealt("", "234m67p11m", "345m678p5p", "", "", "9999m", wall=".5p5p..", acts=acts)
    assert left(table) == [1, 2]
    (kong,) = result_of(to_the_end(table)).kongs
    alone = DealResult(result_of(table).wins, kongs=[kong], seats=SEATS)
    without = DealResult(result_of(table).wins, seats=SEATS)
    change = zip(RULES.settle(alone).points, RULES.settle(without).points, strict=True)
    assert [after - had for after, had in change] == [-2, 0, 0, -2, -2, 6]


def test_a_seat_can_have_two_kongs() -> None:
    acts = "0 concealed kong 9m, 0 discard 2p, 1, 2, 3, 4, 5, 0 concealed kong 1p"
    table = dealt("9999m111p", wall="2p3m.....1p7m", acts=acts)
    assert table.melds(0) == (Meld.parse("{9999m}"), Meld.parse("{1111p}"))
    assert not [each for each in legal(table, 0) if "kong" in each]


def test_the_deal_ends_when_one_seat_is_left() -> None:
    hands = ["", "234m67p11m", "345m67p22m", "678m34p99m", "789m34p66m", "567m46p88m"]
    table = dealt(*hands, wall="5p", acts="0 discard 5p, 1 win, 2 win, 3 win, 4 win, 5 win")
    assert table.done and [win.seat for win in result_of(table).wins] == [1, 2, 3, 4, 5]
    assert so_far(table) == (-5, 1, 1, 1, 1, 1)
    # four winners leave two
    table = dealt(*hands, wall="5p", acts="0 discard 5p, 1 win, 2 win, 3 win, 4 win, 5 pass")
    assert not table.done and left(table) == [1, 2, 3, 4] and table.turn == 5


def test_or_when_the_wall_ends() -> None:
    table = to_the_end(dealt("", PLAIN, left=8))
    assert result_of(table).drawn and table.wall_left == 0
    held = result_of(table).hands
    assert len(held) == SEATS and held[1].waiting == 1


def test_robbing_a_kong() -> None:
    acts = "0 discard 7p, 1 pung, 1 discard 1m, 2, 3, 4, 5, 0, 1 added kong 7p, 2 win, 4 win"
    table = dealt("", "77p1m", "234m56p99m", "", "345m56p88m", wall="7p.....7p", acts=acts)
    assert left(table) == [2, 4] and table.turn == 5
    assert so_far(table) == (0, -4, 2, 0, 2, 0)
    assert [win.flags for win in result_of(table).wins] == [WinFlag.ROBBING] * 2


def test_after_passing_a_win_none_for_as_much_or_less() -> None:
    # 6p and 9p are worth 1, 7p (对对胡) is worth 2
    hand = "222m7888p"
    for first, then, may in (("6p", "9p", False), ("6p", "7p", True), ("7p", "6p", False)):
        acts = f"0, 1, 2 discard {first}, 1 pass, 3 discard {then}"
        table = dealt("", hand, wall=f"..{first}{then}", acts=acts)
        assert ("win" in legal(table, 1)) is may


def test_天胡_and_地胡() -> None:
    table = dealt("234m67p99m", wall="5p", acts="0 win")
    assert result_of(to_the_end(table)).wins[0].fan == 64
    for seat in range(1, SEATS):
        hands = [""] * SEATS
        hands[seat] = "234m67p99m"
        before = "".join(f"{each}, " for each in range(seat))
        table = dealt(*hands, wall=f"{'.' * seat}5p", acts=f"{before}{seat} win")
        assert result_of(to_the_end(table)).wins[0].fan == 64


@pytest.mark.parametrize(
    ("wins", "dealer"),
    [
        ([Win(4, 1, 1)], 4),
        ([Win(1, 1, 5), Win(3, 1, 5)], 5),
        ([], 0),
    ],
)
def test_the_first_winner_deals_or_who_fed_them(wins: list[Win], dealer: int) -> None:
    assert next_dealer(RULES, DealResult(wins, seats=SEATS)) == dealer


class Keen:
    """Wins when it can, and keeps pairs."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, view: View) -> Action:
        texts = {str(action): action for action in view.legal}
        discards = [each for each in texts if each.startswith("discard")]
        if "win" in texts or not discards:
            return texts.get("win") or self.random.choice([*texts.values()])
        counts = view.hand.counts
        least = min(counts[texts[each] % 34] for each in discards)
        best = [each for each in discards if counts[texts[each] % 34] == least]
        return texts[self.random.choice(best)]


def test_deals_in_a_row() -> None:
    session = Session(RULES, 4, players=[Keen(seed) for seed in range(SEATS)])
    most = 0
    for deal in session.play(40):
        assert sum(deal.settlement.points) == 0
        winners = [win.seat for win in deal.result.wins]
        assert len({*winners}) == len(winners) < SEATS
        most = max(most, len(winners))
    assert most > 2


def test_no_seat_is_told_apart_as_dealer_or_not_where_hands_are_explained() -> None:
    for seat in range(SEATS):
        score = RULES.score("1123456p", "1p", seat_wind="ESWN"[seat % 4], dealer=seat == 0)
        assert score.is_win and "dealer" not in score.explain("en")
