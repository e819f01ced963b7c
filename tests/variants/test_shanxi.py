"""山西: what hands are worth, who pays for them and for kongs, and what can be played otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from guangdong import KINDS
from score_engine import lists, scored

from queshen.deal_result import DealResult, KongPaid, SeatResult, Win
from queshen.errors import RulesError
from queshen.fans import Fan
from queshen.flow import ReadyRules
from queshen.rules import Rules, variant
from queshen.settlement import ResultError
from queshen.shapes import Shape

RULES = variant("shanxi")
FLAT = variant("shanxi", preset="tuidaohu")

DEFAULTS = {
    "preset": "mil2023",
    "declared_discard_claimable": True,
    "forced_win": True,
    "missed_win": "none",
    "rob_added_kong": True,
    "multi_win": "nearest",
    "dealer_bonus_on_any_feed": False,
    "haozi": "none",
    "zimo_double": False,
    "winds": False,
    "dealer_rotation": "keep_on_win_or_draw",
    "draw_rotation": "rotate_if_kong",
    "escape_points": 24,
    "escape_comp": 8,
    "escape_fee": False,
    "N": 1,
    "A": 0,
    "fee_scope": "all",
    "fee_on_draw": True,
}
OF_TUIDAOHU = {"forced_win": False, "missed_win": "any_tile", "multi_win": "all"}


def points_of(tile: str) -> int:
    """The points of a tile, written down once more."""
    return int(tile[0]) if tile[0].isdecimal() else 10


def total(text: str, rules: Rules = RULES) -> int | None:
    """What a win is worth; None where it is none."""
    score = scored(rules, text)
    return score.total if score.is_win else None


# ---- the game -----------------------------------------------------------------------------------


def test_the_game_is_found_by_its_names() -> None:
    assert RULES.id == "shanxi"
    assert variant("山西麻将") == variant("Shanxi Majiang") == variant("扣点") == RULES


def test_what_the_game_leaves_open_and_how_it_is_played_where_nothing_is_said() -> None:
    assert dict(RULES.options) == DEFAULTS


def test_a_preset_is_what_is_meant_where_an_option_is_not_given() -> None:
    assert dict(FLAT.options) == DEFAULTS | OF_TUIDAOHU | {"preset": "tuidaohu"}
    assert variant("shanxi", preset="mil2023") == RULES


def test_an_option_that_is_given_goes_before_the_preset() -> None:
    for option in OF_TUIDAOHU:
        rules = variant("shanxi", preset="tuidaohu", **{option: DEFAULTS[option]})
        assert rules.options[option] == DEFAULTS[option]
        assert {**rules.options, option: OF_TUIDAOHU[option]} == dict(FLAT.options)


def test_another_preset_changes_what_was_not_given() -> None:
    assert RULES.replace(preset="tuidaohu") == FLAT
    assert FLAT.replace(preset="mil2023") == RULES
    kept = FLAT.replace(zimo_double=True, multi_win="nearest").replace(preset="mil2023")
    assert kept.options["zimo_double"] and kept.options["multi_win"] == "nearest"
    assert kept.options["forced_win"] and kept.options["missed_win"] == "none"
    at_its_default = variant("shanxi", multi_win="nearest").replace(preset="tuidaohu")
    assert at_its_default == FLAT


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("preset", "mil2022"),
        ("haozi", "白板"),
        ("draw_rotation", "next"),
        ("missed_win", "same_tile"),
        ("winds", 1),
        ("chow", True),
    ],
)
def test_an_option_that_cannot_be_is_refused(option: str, value: object) -> None:
    with pytest.raises(RulesError, match=option):
        variant("shanxi", **{option: value})


@pytest.mark.parametrize("option", sorted({*DEFAULTS, *OF_TUIDAOHU}))
def test_rules_are_read_again_as_they_were_written(option: str) -> None:
    (known,) = [each for each in RULES.definition.options if each.name == option]
    for value in known.values or (known.default,):
        given: dict[str, Any] = {option: value}
        rules = RULES.replace(**given)
        assert Rules.from_json(rules.to_json()) == rules


# ---- fans ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("fan", RULES.fans, ids=lambda fan: fan.zh)
def test_an_example_has_its_fan(fan: Fan) -> None:
    assert fan in [each.fan for each in scored(RULES, fan.example).fans]


@pytest.mark.parametrize("fan", FLAT.fans, ids=lambda fan: fan.zh)
def test_an_example_of_推倒胡_is_worth_its_fan(fan: Fan) -> None:
    assert total(fan.example, FLAT) == fan.value


def test_types_and_values() -> None:
    assert {fan.zh: fan.value for fan in RULES.fans} == {
        "平和": 0,
        "一条龙": 20,
        "清一色": 20,
        "七对": 20,
        "豪华七对": 40,
        "十三幺": 60,
    }
    assert RULES.fans.cap is None


# the winning tile

BODIES = ("[333p][555s][777m]888p", "[444p][666s][888m]EEE")


@pytest.mark.parametrize("tile", KINDS)
def test_the_winning_tile_adds_its_rank_and_an_honour_ten(tile: str) -> None:
    (body,) = [body for body in BODIES[:1] if tile not in ("3p", "5s", "7m", "8p")] or BODIES[1:]
    score = scored(RULES, f"{body}{tile} win={tile} self")
    if points_of(tile) < 3:
        assert not score.is_win and score.reason == "winning tile"
    else:
        assert score.total == score.tile_points == points_of(tile)
        assert [each.fan.zh for each in score.fans] == ["平和"]


@pytest.mark.parametrize("tile", KINDS)
def test_a_self_draw_needs_three_points_and_a_discard_six(tile: str) -> None:
    (body,) = [body for body in BODIES[:1] if tile not in ("3p", "5s", "7m", "8p")] or BODIES[1:]
    for how, least in (("self", 3), ("", 6), ("self replacement", 3)):
        if "replacement" in how:
            body = body.replace("[555s]", "[5555s]").replace("[666s]", "[6666s]")
        expected = points_of(tile) if points_of(tile) >= least else None
        assert total(f"{body}{tile} win={tile} {how}") == expected


@pytest.mark.parametrize("rank", range(1, 10))
def test_a_robbed_kong_is_won_from_six_points_on_as_a_discard_is(rank: int) -> None:
    chow = [max(1, min(7, rank - 1)) + step for step in range(3)]
    beside = "".join(str(each) for each in chow if each != rank)
    hand = f"[EEE][222p]345s8p{beside}m8p win={rank}m"
    expected = rank if rank >= 6 else None
    assert total(f"{hand} robbing") == total(hand) == expected
    assert total(f"{hand} self") == (rank if rank >= 3 else None)


def test_one_hand_wins_with_its_high_tile_only_or_by_self_draw() -> None:
    hand = "67m456p345s88s789p"
    assert (total(f"{hand} win=8m"), total(f"{hand} win=8m self")) == (8, 8)
    assert (total(f"{hand} win=5m"), total(f"{hand} win=5m self")) == (None, 5)
    hand = "34m456p345s88s789p"
    assert (total(f"{hand} win=5m"), total(f"{hand} win=5m self")) == (None, 5)
    assert (total(f"{hand} win=2m"), total(f"{hand} win=2m self")) == (None, None)


def test_the_values_of_waits_tell_how_each_may_be_won() -> None:
    found = {
        each.tile: (each.self_draw and each.self_draw.total, each.discard and each.discard.total)
        for each in RULES.waits("67m456p345s88s789p")
    }
    assert found == {"5m": (5, None), "8m": (8, 8)}


# 一条龙


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("12345679m234p88s8m win=8m", 28),
        ("123456789m23p88s4p win=4p self", 24),
        ("123456789m234p8s8s win=8s", 28),
        ("[EEE]123456789m8s8s win=8s", 28),
        ("123456789p234m8s8s win=8s", 28),
        ("123456789s234p8m8m win=8m", 28),
    ],
)
def test_一条龙_is_1_to_9_of_one_suit_wherever_the_tile_lies(text: str, worth: int) -> None:
    assert lists(RULES, text) == {"一条龙": 1} and total(text) == worth


@pytest.mark.parametrize(
    "text",
    [
        "123m456p789s234p8m8m win=8m",  # of three suits
        "123456m789p234s8s8s win=8s",  # of two
        "123456m678m234p8s8s win=8s",  # 6 twice, no 9
        "123455678m99m78m9m win=9m",
    ],
)
def test_no_other_nine_tiles_are_一条龙(text: str) -> None:
    assert "一条龙" not in lists(RULES, text)


def test_the_tiles_of_an_own_pung_are_no_part_of_一条龙() -> None:
    assert lists(RULES, "[999m]12345678p88s9p win=9p") == {"一条龙": 1}
    assert lists(RULES, "[999m]12345678m55p win=9m") == {"一条龙": 1}
    assert lists(RULES, "[999m]12345678m55p win=6m") == {"平和": 1}


# 清一色


def test_清一色_is_one_suit_without_honours() -> None:
    assert lists(RULES, "[111m]2345567899m9m win=9m") == {"清一色": 1}
    assert total("[111m]2345567899m9m win=9m") == 29
    assert lists(RULES, "[111m]234678999mE win=E") == {"平和": 1}  # 混一色 is nothing
    assert lists(RULES, "[111p]23455678999m win=9m") == {"平和": 1}


@pytest.mark.parametrize(
    ("text", "found", "worth"),
    [
        ("12345678m22255m9m win=9m", {"清一色": 1, "一条龙": 1}, 49),
        ("1122334466m88m99m win=9m", {"清一色": 1, "七对": 1}, 49),
        ("11223344m88m9999m win=9m", {"清一色": 1, "豪华七对": 1}, 69),
        ("112233445566m99m win=4m self", {"清一色": 1, "七对": 1}, 44),
    ],
)
def test_清一色_adds_to_the_other_types(text: str, found: dict[str, int], worth: int) -> None:
    assert lists(RULES, text) == found and total(text) == worth


# 七对


@pytest.mark.parametrize(
    ("text", "found", "worth"),
    [
        ("1122m5566p88sEECC win=8s", "七对", 28),
        ("1122m5566p88sEECC win=E", "七对", 30),
        # four equal tiles are two pairs
        ("1122m77p8888sEECC win=E", "七对", 30),
        ("1111m7777p88sEECC win=8s", "七对", 28),
        # of which the last one is the winning tile
        ("1122m77p8888sEECC win=8s", "豪华七对", 48),
        ("1111m7777p88sEECC win=7p", "豪华七对", 47),
        ("1111m7777p4444sCC win=4s self", "豪华七对", 44),
        ("1122m77p88sEEEECC win=E", "豪华七对", 50),
    ],
)
def test_七对_is_豪华_where_the_winning_tile_is_the_fourth(
    text: str, found: str, worth: int
) -> None:
    assert lists(RULES, text) == {found: 1} and total(text) == worth


def test_melds_make_no_pairs() -> None:
    assert not scored(RULES, "[111m]5566p88sEECC9s win=C").is_win
    assert not scored(RULES, "{1111m}5566p88sEECC win=C").is_win


# 十三幺


@pytest.mark.parametrize(("tile", "worth"), [("E", 70), ("P", 70), ("9m", 69), ("9s", 69)])
def test_十三幺_is_sixty_and_the_tile(tile: str, worth: int) -> None:
    assert lists(RULES, f"19m19p19sESWNCFP win={tile}") == {"十三幺": 1}
    assert total(f"19m19p19sESWNCFP win={tile}") == worth


def test_十三幺_does_not_win_on_a_one() -> None:
    score = scored(RULES, "19m19p19sESWNCFP win=1p self")
    assert not score.is_win and score.reason == "winning tile"
    assert not scored(RULES, "19m19p19sESWNCF8m win=8m").is_win


def test_how_a_hand_is_won_adds_nothing() -> None:
    plain = "[222p]234m345s88s78p9p win=9p"
    kong = plain.replace("[222p]", "[2222p]")
    for how in ("", "self", "robbing", "last", "self last", "after_kong", "ready", "seat=S"):
        assert total(f"{plain} {how}") == 9
    assert total(f"{kong} self replacement") == 9


def test_a_hand_without_any_type_wins() -> None:
    assert RULES.minimum == 0 and total("123m[222p]99s66677s7s win=7s") == 7


# ---- who pays for a win -------------------------------------------------------------------------

H, B = 7, 5


def result(
    winner: int,
    payer: int | None = None,
    *,
    fan: int = H,
    declared: bool = False,
    tile: str = "7p",
    kongs: tuple[KongPaid, ...] = (),
    **more: Any,
) -> DealResult:
    """A win; the payer had declared before, or not."""
    flags = [*more.pop("flags", ()), *(["from_ready"] if declared else [])]
    win = Win(winner, fan, payer, tile=tile, flags=flags, order=len(kongs))
    placed = [
        KongPaid(each.seat, each.kind, each.type, each.payer, order=at)
        for at, each in enumerate(kongs)
    ]
    return DealResult([win], kongs=placed, **more)


def points(found: DealResult, **options: Any) -> tuple[int, ...]:
    return RULES.replace(**options).settle(found).points


def test_the_dealer_on_a_declared_discard_has_a_share_and_the_bonus_from_each() -> None:
    assert points(result(0, 1, declared=True)) == (36, -12, -12, -12)
    assert points(result(0, 3, declared=True)) == (36, -12, -12, -12)


def test_who_feeds_the_dealer_undeclared_pays_three_shares_and_bonuses() -> None:
    assert points(result(0, 1)) == (36, -36, 0, 0)
    assert points(result(0, 3, fan=60)) == (195, 0, 0, -195)


def test_the_dealer_by_self_draw_has_twice_a_share_and_the_bonus_from_each() -> None:
    assert points(result(0)) == (72, -24, -24, -24)


def test_the_declared_dealer_pays_a_bonus_for_the_own_discard_and_the_others_a_share() -> None:
    assert points(result(1, 0, declared=True)) == (-12, 26, -7, -7)
    assert points(result(2, 0, fan=70, declared=True)) == (-75, -70, 215, -70)


def test_the_undeclared_dealer_pays_three_shares_and_one_bonus() -> None:
    assert points(result(1, 0)) == (-26, 26, 0, 0)
    assert points(result(3, 0, fan=70)) == (-215, 0, 0, 215)


def test_on_a_declared_discard_of_another_seat_all_pay_a_share_the_dealer_too() -> None:
    assert points(result(1, 2, declared=True)) == (-7, 21, -7, -7)
    assert points(result(3, 1, declared=True)) == (-7, -7, -7, 21)


def test_who_feeds_another_seat_undeclared_pays_three_shares() -> None:
    assert points(result(1, 2)) == (0, 21, -21, 0)
    assert points(result(3, 1, fan=44)) == (0, -132, 0, 132)


def test_another_seat_by_self_draw_has_twice_a_share_and_the_bonus_of_the_dealer() -> None:
    assert points(result(1)) == (-24, 52, -14, -14)
    assert points(result(1, fan=44, tile="4m")) == (-98, 274, -88, -88)


@pytest.mark.parametrize("fan", [3, 6, 10, 29, 80])
@pytest.mark.parametrize("winner", range(4))
@pytest.mark.parametrize("payer", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("declared", [True, False])
@pytest.mark.parametrize("any_feed", [True, False])
def test_what_everybody_owes(
    fan: int, winner: int, payer: int | None, declared: bool, any_feed: bool
) -> None:
    if payer == winner or (payer is None and declared):
        return
    times = 2 if payer is None else 1
    owed = [times * fan * (seat != winner) for seat in range(4)]
    for seat in range(4):
        dealers = winner == 0 or (seat == 0 and (payer in (None, 0) or any_feed))
        owed[seat] += times * B * (dealers and seat != winner)
    if payer is not None and not declared:
        owed = [sum(owed) * (seat == payer) for seat in range(4)]
    expected = tuple(sum(owed) if seat == winner else -owed[seat] for seat in range(4))
    found = result(winner, payer, fan=fan, declared=declared)
    assert points(found, dealer_bonus_on_any_feed=any_feed) == expected


@pytest.mark.parametrize(
    ("any_feed", "declared", "paid"),
    [
        (False, True, (-7, 21, -7, -7)),
        (True, True, (-12, 26, -7, -7)),
        (False, False, (0, 21, -21, 0)),
        (True, False, (0, 26, -26, 0)),
    ],
)
def test_whether_the_dealer_owes_the_bonus_for_the_discard_of_another_seat_is_an_option(
    any_feed: bool, declared: bool, paid: tuple[int, ...]
) -> None:
    found = result(1, 2, declared=declared)
    assert points(found, dealer_bonus_on_any_feed=any_feed) == paid


def held(*ready: int) -> tuple[SeatResult, ...]:
    return tuple(SeatResult(ready=seat in ready) for seat in range(4))


def test_the_discard_that_declares_is_one_of_a_declared_seat() -> None:
    assert points(result(1, 2, hands=held(1, 2))) == (-7, 21, -7, -7)
    assert points(result(1, 2, hands=held(1))) == (0, 21, -21, 0)
    assert points(result(1, 2, hands=held(0, 1, 3))) == (0, 21, -21, 0)


def test_a_robbed_kong_is_paid_as_a_discard() -> None:
    assert points(result(1, 2, flags=["robbing"])) == (0, 21, -21, 0)
    assert points(result(1, 2, flags=["robbing"], declared=True)) == (-7, 21, -7, -7)
    assert points(result(0, 2, flags=["robbing"])) == (36, 0, -36, 0)


def test_a_replacement_is_a_self_draw_whoever_fed_the_kong() -> None:
    fed = KongPaid(1, "3m", "exposed kong", payer=2)
    found = result(1, kongs=(fed,), flags=["replacement"])
    assert points(found) == (-24 - 3, 52 + 9, -14 - 3, -14 - 3)


# ---- kongs --------------------------------------------------------------------------------------


def kong(seat: int, tile: str, sort: str, payer: int | None = None) -> KongPaid:
    return KongPaid(seat, tile, f"{sort} kong", payer)


@pytest.mark.parametrize("tile", ["1m", "5p", "9s", "E", "P"])
@pytest.mark.parametrize(
    ("sort", "payer", "times"), [("exposed", 3, 1), ("added", None, 1), ("concealed", None, 2)]
)
def test_a_kong_is_paid_its_tile_by_each_and_twice_if_concealed(
    tile: str, sort: str, payer: int | None, times: int
) -> None:
    each = times * points_of(tile)
    plain = points(result(1))
    kongs = points(result(1, kongs=(kong(2, tile, sort, payer),)))
    added = tuple(found - before for found, before in zip(kongs, plain, strict=True))
    assert added == (-each, -each, 3 * each, -each)


def test_kongs_of_all_seats_are_paid_after_a_self_draw_and_a_declared_discard() -> None:
    kongs = (kong(0, "3m", "added"), kong(1, "2m", "concealed"), kong(2, "9m", "exposed", 1))
    own = (9 - 4 - 9, -3 + 12 - 9, -3 - 4 + 27, -3 - 4 - 9)
    for winner, payer in ((0, None), (3, None), (0, 1), (2, 3)):
        plain = points(result(winner, payer, declared=payer is not None))
        found = points(result(winner, payer, declared=payer is not None, kongs=kongs))
        assert found == tuple(map(sum, zip(plain, own, strict=True)))


def test_who_feeds_a_win_undeclared_pays_all_kongs_of_others_and_has_nothing_for_its_own() -> None:
    kongs = (kong(0, "3m", "added"), kong(1, "2m", "concealed"), kong(2, "9m", "exposed", 1))
    # 36 for the hand, 9 to the dealer, 27 to seat 2
    assert points(result(0, 1, kongs=kongs)) == (45, -72, 27, 0)
    assert points(result(0, 1, kongs=kongs[1:2])) == (36, -36, 0, 0)


def test_a_kong_of_the_winner_is_paid_by_the_undeclared_feeder_too() -> None:
    concealed = (kong(1, "3m", "concealed"),)
    assert points(result(1, 0, kongs=concealed)) == (-44, 44, 0, 0)
    assert points(result(1, 0, kongs=concealed, declared=True)) == (-18, 44, -13, -13)


def test_a_seat_that_robs_an_undeclared_seat_has_its_kongs_paid_by_it() -> None:
    kongs = (kong(3, "E", "exposed", 0), kong(2, "4s", "added"))
    found = result(1, 2, flags=["robbing"], kongs=kongs)
    assert points(found) == (0, 21, -21 - 30, 30)


def test_who_declares_with_the_discard_keeps_its_kongs() -> None:
    kongs = (kong(2, "4s", "added"),)
    assert points(result(1, 2, hands=held(1, 2), kongs=kongs)) == (-11, 17, 5, -11)
    assert points(result(1, 2, hands=held(1), kongs=kongs)) == (0, 21, -21, 0)


def test_nothing_is_paid_where_nobody_wins() -> None:
    kongs = [kong(1, "3m", "concealed"), kong(3, "E", "exposed", 0)]
    assert points(DealResult(kongs=kongs)) == points(DealResult()) == (0, 0, 0, 0)
    assert FLAT.settle(DealResult(kongs=kongs)).points == (0, 0, 0, 0)


# ---- what is said of it -------------------------------------------------------------------------


def test_every_payment_tells_how_it_comes_about() -> None:
    kongs = (kong(0, "3m", "added"), kong(2, "9m", "concealed"))
    assert RULES.settle(result(0, 1, kongs=kongs)).explain().splitlines() == [
        "win: seat 1 pays seat 0 36 points = (7 (base) + 5 (dealer)) x 3 (shares)",
        "kong: seat 1 pays seat 0 9 points = 3 (added kong) x 3 (shares)",
        "kong: seat 1 pays seat 2 54 points = 18 (concealed kong) x 3 (shares)",
        "points: +45, -99, +54, 0",
    ]
    assert RULES.settle(result(1)).explain().splitlines()[:2] == [
        "win: seat 0 pays seat 1 24 points = (7 (base) + 5 (dealer)) x 2 (self-draw)",
        "win: seat 2 pays seat 1 14 points = 7 (base) x 2 (self-draw)",
    ]
    assert RULES.settle(result(1, 0)).explain().splitlines() == [
        "win: seat 0 pays seat 1 26 points = 7 (base) + 5 (dealer) + 7 (base) + 7 (base)",
        "points: -26, +26, 0, 0",
    ]


def test_explanations_in_chinese_have_no_english_in_them() -> None:
    kongs = (kong(0, "3m", "added"), kong(2, "9m", "concealed"), kong(3, "E", "exposed", 1))
    for payer, declared in ((None, False), (1, True), (1, False)):
        told = RULES.settle(result(0, payer, declared=declared, kongs=kongs)).explain("zh")
        assert not any(letter.isascii() and letter.isalpha() for letter in told)


def test_a_score_tells_the_points_of_the_tile() -> None:
    score = scored(RULES, "1122m77p8888sEECC win=8s")
    assert (score.total, score.tile_points) == (48, 8)


# ---- several winners, leaving, coins ------------------------------------------------------------


def two_winners(payer: int) -> DealResult:
    first, second = Win(1, 7, payer, tile="7p"), Win(3, 27, payer, tile="7p")
    return DealResult([first, second])


def test_one_seat_wins_a_discard_where_nothing_else_is_said() -> None:
    with pytest.raises(ResultError, match="multi_win"):
        RULES.settle(two_winners(0))


def test_several_winners_are_paid_each_by_those_who_do_not_win() -> None:
    assert points(two_winners(2), multi_win="all") == (0, 14, -14 - 54, 54)
    assert points(two_winners(0), multi_win="all") == (-14 - 5 - 54 - 5, 19, 0, 59)


def test_who_leaves_pays_the_others_and_the_deal_is_void() -> None:
    settlement = RULES.settle(DealResult(escaped=3, kongs=[kong(1, "E", "added")]))
    assert settlement.points == (8, 8, 8, -24)
    other = variant("shanxi", escape_points=30, escape_comp=5, A=2, escape_fee=True)
    settlement = other.settle(DealResult(escaped=0))
    assert settlement.points == (-30, 5, 5, 5) and settlement.bank == 15
    assert settlement.fee == (2, 2, 2, 2)


def test_coins_are_points_times_the_room_less_the_fee() -> None:
    rules = variant("shanxi", N=100, A=10)
    assert rules.settle(result(0, 1)).coins == (3590, -3610, -10, -10)
    rules = rules.replace(fee_scope="involved")
    assert rules.settle(result(0, 1)).coins == (3590, -3610, 0, 0)
    assert variant("shanxi", A=10).settle(DealResult()).coins == (-10,) * 4
    assert variant("shanxi", A=10, fee_on_draw=False).settle(DealResult()).coins == (0,) * 4


# ---- 推倒胡 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("234m456p345s88s78p9p win=9p", 3),
        ("234m456p345s88s78p9p win=9p self", 2),
        # a low tile wins as any other does, and adds nothing
        ("23m456p345s88s789p win=1m", 3),
        ("23m456p345s88s789p win=1m self", 2),
        ("1122m5566p7788s9s win=9s", 9),
        ("1122m5566p7788s9s win=9s self", 9),
        ("1122m5566p88887s win=7s", 18),  # with any four of a kind
        ("1122m5566p88877s win=8s", 18),
        ("123456789m23488p win=9m", 9),
        ("[111m]23455678999m win=9m", 9),
        # the dearest type alone
        ("123456789m22255m win=9m", 9),
        ("1122334455m66m99m win=9m", 9),
        ("11223344m5555m99m win=9m", 18),
    ],
)
def test_what_types_are_worth_in_推倒胡(text: str, worth: int) -> None:
    assert total(text, FLAT) == worth


@pytest.mark.parametrize(
    ("how", "plain", "straight"),
    [
        ("", 3, 9),
        ("self", 2, 9),
        ("robbing", 6, 9),
        ("after_kong", 6, 9),
        ("self replacement", 4, 9),
    ],
)
def test_some_wins_of_推倒胡_are_worth_something_at_least(
    how: str, plain: int, straight: int
) -> None:
    kong = "[2222s]" if "replacement" in how else "[222s]"
    assert total(f"{kong}345s88p456m78p9p win=9p {how}", FLAT) == plain
    assert total(f"{kong}88p12345678p9p win=9p {how}", FLAT) == straight


def test_there_is_no_十三幺_in_推倒胡() -> None:
    assert Shape.THIRTEEN_ORPHANS in RULES.shapes
    assert Shape.THIRTEEN_ORPHANS not in FLAT.shapes


def flat(found: DealResult, **options: Any) -> tuple[int, ...]:
    return FLAT.replace(**options).settle(found).points


def test_in_推倒胡_the_discarder_pays_alone_declared_or_not_dealer_or_not() -> None:
    for declared in (False, True):
        assert flat(result(1, 2, fan=3, declared=declared)) == (0, 3, -3, 0)
        assert flat(result(0, 2, fan=9, declared=declared)) == (9, 0, -9, 0)
        assert flat(result(3, 0, fan=18, declared=declared)) == (-18, 0, 0, 18)


@pytest.mark.parametrize(("double", "each"), [(False, 2), (True, 4)])
def test_in_推倒胡_all_pay_a_self_draw_and_twice_as_much_by_option(double: bool, each: int) -> None:
    paid = (-each, 3 * each, -each, -each)
    assert flat(result(1, fan=2), zimo_double=double) == paid
    assert flat(result(1, 2, fan=3), zimo_double=double) == (0, 3, -3, 0)
    # always twice in the other game
    assert points(result(1), zimo_double=double) == (-24, 52, -14, -14)


@pytest.mark.parametrize(
    ("made", "paid"),
    [
        (kong(2, "E", "concealed"), (-2, -2, 6, -2)),
        (kong(2, "9m", "added"), (-1, -1, 3, -1)),
        (kong(2, "5s", "exposed", 3), (0, 0, 3, -3)),
    ],
)
def test_kongs_of_推倒胡_have_one_price_whatever_the_tile(
    made: KongPaid, paid: tuple[int, ...]
) -> None:
    plain, found = flat(result(1, fan=2)), flat(result(1, fan=2, kongs=(made,)))
    assert tuple(after - before for after, before in zip(found, plain, strict=True)) == paid
    # who fed the win undeclared pays no more for it
    plain, found = flat(result(1, 0, fan=3)), flat(result(1, 0, fan=3, kongs=(made,)))
    assert tuple(after - before for after, before in zip(found, plain, strict=True)) == paid


def test_a_self_draw_and_a_kong_of_another_seat_in_推倒胡() -> None:
    assert flat(result(1, fan=2, kongs=(kong(2, "7s", "concealed"),))) == (-4, 4, 4, -4)


def test_several_winners_of_推倒胡_are_paid_one_by_one() -> None:
    wins = [Win(1, 3, 0, tile="7p"), Win(3, 9, 0, tile="7p")]
    assert flat(DealResult(wins)) == (-12, 3, 0, 9)
    with pytest.raises(ResultError, match="multi_win"):
        flat(DealResult(wins), multi_win="nearest")


# ---- what tables are made of --------------------------------------------------------------------


def test_the_tiles_of_each_game() -> None:
    assert RULES.flow.tiles == 136
    assert FLAT.flow.tiles == 108 and not any(FLAT.flow.copies[27:])
    winds = variant("shanxi", preset="tuidaohu", winds=True)
    assert winds.flow.tiles == 124 and winds.flow.copies[27:34] == (4, 4, 4, 4, 0, 0, 0)
    assert variant("shanxi", winds=True).flow == RULES.flow


def test_the_end_of_the_wall_is_left_in_one_game() -> None:
    assert (RULES.flow.dead_wall, RULES.flow.dead_wall_grows) == (14, "odd_kongs")
    assert (FLAT.flow.dead_wall, FLAT.flow.dead_wall_grows) == (0, "no")


def test_what_declaring_asks_in_each_game() -> None:
    ready = RULES.flow.ready
    assert isinstance(ready, ReadyRules) and ready.needed and ready.locks
    assert ready.conditions == ("wanted_live",) and ready.kong == "still_ready"
    assert [KINDS[each] for each in ready.wanted] == [
        each for each in KINDS if points_of(each) >= 6
    ]
    ready = FLAT.flow.ready
    assert isinstance(ready, ReadyRules) and ready.needed and ready.conditions == ()


@pytest.mark.parametrize("preset", ["mil2023", "tuidaohu"])
@pytest.mark.parametrize("value", [True, False])
def test_switches_of_the_table(preset: str, value: bool) -> None:
    game = variant("shanxi", preset=preset)
    assert game.replace(forced_win=value).flow.forced_win is value
    robbing = "win" if value else "no"
    assert game.replace(rob_added_kong=value).flow.rob_added_kong == robbing
    ready = game.replace(declared_discard_claimable=value).flow.ready
    assert ready is not None and ready.claimable is value


def test_wildcards_are_an_option_of_one_game() -> None:
    for rules in (RULES, FLAT, variant("shanxi", preset="tuidaohu", haozi="random")):
        assert not rules.wildcards and rules.flow.indicator == "none"
    for haozi in ("wind", "random"):
        rules = variant("shanxi", haozi=haozi)
        assert rules.wildcards and rules.flow.indicator == "tail"
        among = [KINDS[each] for each in rules.flow.indicator_among]
        assert among == ([*KINDS[27:]] if haozi == "wind" else [])


# ---- hands with wildcards -----------------------------------------------------------------------

WILD = variant("shanxi", haozi="random")


def test_wildcards_stand_for_any_tile_in_any_shape() -> None:
    assert total("234m456p345s88s7p* win=9p wild=E", WILD) == 9
    assert lists(WILD, "12345678m234p8s* win=9m wild=E") == {"一条龙": 1}
    assert lists(WILD, "1122m5566p88sCC* win=9s wild=E self") == {"七对": 1}
    assert lists(WILD, "19m19p19sSWNCF** win=P wild=E") == {"十三幺": 1}


def test_a_wildcard_that_is_drawn_wins_as_the_best_tile_that_it_can_be() -> None:
    score = scored(WILD, "67m456p345s88s789p win=* wild=E self")
    assert (score.total, score.tile_points) == (8, 8)
    # as 5m; 2m would not do
    assert total("34m456p345s88s789p win=* wild=E self", WILD) == 5
    score = scored(WILD, "23m456p345s88s789p win=* wild=E self")
    assert score.is_win and score.total == 4
    assert not scored(WILD, "13m456p345s88s789p win=* wild=E self").is_win


def test_a_wildcard_may_make_the_fourth_copy_of_豪华七对() -> None:
    assert lists(WILD, "1122m88p777sCCFF* win=7s wild=E") == {"豪华七对": 1}
    assert lists(WILD, "1122m88p77sCCFF9s* win=9s wild=E") == {"七对": 1}


def test_the_points_of_a_tile_hold_with_wildcards_too() -> None:
    assert total("67m456p345s88s78p* win=5m wild=E", WILD) is None
    assert total("67m456p345s88s78p* win=5m wild=E self", WILD) == 5


def test_a_wildcard_of_another_seat_is_not_won() -> None:
    score = scored(WILD, "67m456p345s88s78p* win=E wild=E")
    assert not score.is_win and score.reason == "discarded wildcard"
