"""What holds for every scored win, whatever its tiles, and for fan tables of one's own."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import score_twin as twin
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from score_data import random_win
from score_engine import engine_score, fan_list, scored
from score_twin import NAMES, Group, Win

import queshen
from queshen import Hand, Shape
from queshen.errors import QueshenError
from queshen.fans import Fan, FanTable
from queshen.rules import Definition, HandRules, Rules, variant

GUOBIAO = variant("guobiao", min_fan=0)
HUANLE = variant("huanle")
# here a wildcard may be anything at no cost
FREE = variant("huanle", has_wu_cai_shen=False)

NAME_SUITS = ("lv_yi_se", "tui_bu_dao")
"""The fans that name suits: green bamboos, and dots and bamboos that can be turned round."""

seeds = st.integers(0, 1 << 30)


def law(*strategies: Any, examples: int = 150) -> Callable[[Callable[..., None]], Any]:
    how: Any = settings(
        deadline=None,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    many: Any = given
    return lambda test: how(many(*strategies)(test))


def a_win(seed: int, wild: int = 0) -> Win:
    win = random_win(random.Random(seed), wild)
    return replace(win, last_tile=win.last_tile and not win.robbing)


def moved(win: Win, kinds: list[int]) -> Win:
    """The win with every kind replaced by another one."""
    return replace(
        win,
        tiles=tuple(sorted(kinds[k] for k in win.tiles)),
        win=None if win.win is None else kinds[win.win],
        face=None if win.face is None else kinds[win.face],
        melds=tuple(Group(m.sort, kinds[m.kind], m.exposed) for m in win.melds),
    )


@cache
def without(*fans: str) -> Rules:
    return FREE.replace(fans=FREE.fans.without(*fans))


@cache
def huanle_without(*fans: str) -> Rules:
    return HUANLE.replace(fans=HUANLE.fans.without(*fans))


# ---- hands ----------------------------------------------------------------------------------


@law(seeds, st.integers(0, 3), st.permutations(range(3)))
def test_suits_may_change_places_where_no_fan_names_one(
    seed: int, wild: int, suits: list[int]
) -> None:
    win = a_win(seed, wild)
    rules = huanle_without(*NAME_SUITS)
    kinds = [9 * suits[k // 9] + k % 9 if k < 27 else k for k in range(34)]
    other = engine_score(moved(win, kinds), rules)
    score = engine_score(win, rules)
    assert other.total == score.total
    if not wild:
        assert fan_list(other) == fan_list(score)


@law(seeds, st.permutations(range(3)))
def test_fans_that_name_suits_are_those_two(seed: int, suits: list[int]) -> None:
    win = a_win(seed)
    kinds = [9 * suits[k // 9] + k % 9 if k < 27 else k for k in range(34)]
    before, after = (fan_list(engine_score(w, GUOBIAO)) for w in (win, moved(win, kinds)))
    assume(not {"绿一色", "推不倒"} & (before.keys() | after.keys()))
    assert before == after


@law(seeds, st.integers(0, 2), st.permutations(range(4)), st.permutations(range(3)))
def test_winds_and_dragons_may_change_places(
    seed: int, wild: int, winds: list[int], dragons: list[int]
) -> None:
    win = a_win(seed, wild)
    kinds = [*range(27), *(27 + w for w in winds), *(31 + d for d in dragons)]
    # 发 is green and 白 can be turned round
    rules = huanle_without(*NAME_SUITS)
    other = replace(
        moved(win, kinds), round_wind=kinds[win.round_wind], seat_wind=kinds[win.seat_wind]
    )
    assert engine_score(other, rules).total == engine_score(win, rules).total


@law(seeds, st.integers(0, 3))
def test_suits_may_be_read_backwards_where_no_fan_asks_for_high_or_low(
    seed: int, wild: int
) -> None:
    win = a_win(seed, wild)
    one_way = ("quan_da", "quan_xiao", "da_yu_wu", "xiao_yu_wu", *NAME_SUITS)
    rules = huanle_without(*one_way)
    kinds = [9 * (k // 9) + 8 - k % 9 if k < 27 else k for k in range(34)]
    other = moved(win, kinds)
    melds = (Group(m.sort, m.kind - 2 * (m.sort == "chow"), m.exposed) for m in other.melds)
    other = replace(other, melds=tuple(melds))
    assert engine_score(other, rules).total == engine_score(win, rules).total


@law(seeds, st.integers(0, 3), st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds_in_a_text_does_not_matter(
    seed: int, wild: int, rng: random.Random
) -> None:
    win = a_win(seed, wild)
    hand, tile, told = win.spelled()
    context: dict[str, Any] = dict(told)
    score = HUANLE.score(hand, tile, **context)
    parts = [meld.text for meld in win.melds]
    parts += [NAMES[k] + "'" * (k == win.face) for k in win.tiles]
    parts += ["*" if win.face is None else NAMES[win.face]] * win.wild
    rng.shuffle(parts)
    other = HUANLE.score("".join(parts), tile, **context)
    assert (other.total, other.fans, other.faces) == (score.total, score.fans, score.faces)


@law(seeds, st.integers(0, 3))
def test_the_winning_tile_may_lie_in_the_hand_already(seed: int, wild: int) -> None:
    hand, tile, told = a_win(seed, wild).spelled()
    context: dict[str, Any] = dict(told)
    face = context.get("wild")
    # a discarded copy of the wild kind lies there as a natural tile
    lies = tile + "'" if tile == face and not context.get("self_draw") else tile
    score, other = HUANLE.score(hand, tile, **context), HUANLE.score(hand + lies, tile, **context)
    assert (other.total, other.fans, other.faces) == (score.total, score.fans, score.faces)


@law(seeds, st.integers(0, 3), st.integers(0, 8))
def test_flowers_add_one_each_and_nothing_to_the_minimum(
    seed: int, wild: int, flowers: int
) -> None:
    win = replace(a_win(seed, wild), flowers=0)
    bare, more = engine_score(win, HUANLE), engine_score(replace(win, flowers=flowers), HUANLE)
    assert more.total == bare.total + flowers
    assert more.counted == bare.counted == bare.total
    assert {each.fan.id for each in more.fans} - {each.fan.id for each in bare.fans} <= {"hua_pai"}


# ---- wildcards ------------------------------------------------------------------------------


def with_one_more(win: Win, rng: random.Random) -> Win | None:
    """The win with a wildcard in place of a natural tile that did not end it; maybe None."""
    if not win.tiles:
        return None
    i = rng.randrange(len(win.tiles))
    return replace(win, tiles=win.tiles[:i] + win.tiles[i + 1 :], wild=win.wild + 1, face=None)


@law(seeds, st.integers(0, 3))
def test_one_more_wildcard_is_worth_no_less_but_for_a_single_wait(seed: int, wild: int) -> None:
    """A wildcard may be the tile that it replaces, so that every fan of that reading is there.

    Only a single wait may be lost, as other tiles may now complete the hand: its fan is one point,
    and 无番和 is then gained rather than lost. Without 无财神, which wants no substitute.
    """
    win = replace(a_win(seed, wild), face=None)
    more = with_one_more(win, random.Random(seed))
    assume(more is not None)
    assert more is not None
    before, after = engine_score(win, FREE), engine_score(more, FREE)
    assert after.is_win
    waits = {"bian_zhang", "kan_zhang", "dan_diao_jiang"}
    lost = sum(each.points for each in before.fans if each.fan.id in waits)
    assert after.total >= before.total - lost


@law(seeds, st.integers(0, 3))
def test_one_more_wildcard_is_worth_no_less_where_no_fan_asks_for_waits(
    seed: int, wild: int
) -> None:
    win = replace(a_win(seed, wild), face=None)
    more = with_one_more(win, random.Random(seed))
    assume(more is not None)
    assert more is not None
    rules = without("bian_zhang", "kan_zhang", "dan_diao_jiang")
    assert engine_score(more, rules).total >= engine_score(win, rules).total


@law(seeds, st.integers(1, 3))
def test_every_wildcard_is_worth_what_the_tiles_it_stands_for_are(seed: int, wild: int) -> None:
    """With the faces as natural tiles the fans are the same, but for waits and fifth copies."""
    waits = {"bian_zhang", "kan_zhang", "dan_diao_jiang", "he_jue_zhang"}
    rules = without(*sorted(waits))
    win = replace(a_win(seed, wild), face=None, robbing=False, last_copy=False)
    score = engine_score(win, rules)
    faces = list(score.faces)
    tile = win.win
    if tile is None:
        tile = faces.pop()
    natural = replace(win, tiles=tuple(sorted((*win.tiles, *faces))), win=tile, wild=0)
    counts = [natural.tiles.count(k) + (natural.win == k) for k in range(34)]
    for meld in win.melds:
        for k in meld.tiles:
            counts[k] += 1
    assume(max(counts) <= 4)
    drawn_as = [
        engine_score(replace(natural, tiles=_swap(natural.tiles, face, tile), win=face), rules)
        for face in ({*faces, tile} if win.win is None else {tile})
    ]
    assert max(each.total for each in drawn_as) == score.total


def _swap(tiles: tuple[int, ...], out: int, into: int) -> tuple[int, ...]:
    """The tiles with one that won in another's place."""
    left = list(tiles)
    if out != into:
        left.remove(out)
        left.append(into)
    return tuple(sorted(left))


@law(seeds, st.integers(0, 3))
def test_the_total_is_that_of_the_best_reading(seed: int, wild: int) -> None:
    """Each reading of `queshen.readings`, its wildcards laid down as natural tiles, pays no more.

    The best one of them pays as much, if no fan asks for waits.
    """
    win = replace(a_win(seed, wild), face=None)
    hand, tile, _ = win.spelled()
    rules = without("bian_zhang", "kan_zhang", "dan_diao_jiang")
    whole = Hand(hand + tile, fifth="allowed")
    found = queshen.readings(whole, shapes=Shape.MCR)
    score = engine_score(win, rules)
    options = replace(twin.HUANLE, has_wu_cai_shen=False)
    best = 0
    for faces in {reading.faces for reading in found}:
        for won in {win.win} if win.win is not None else set(faces):
            for view in twin.views(win, options, faces, won, False):
                for fans in twin.paid_lists(view):
                    best = max(best, twin.total_of(fans, options))
    assert score.total == best
    reading = score.reading
    assert reading is not None
    assert (reading.shape, reading.faces) in {(each.shape, each.faces) for each in found}
    assert list(reading.tiles) == sorted(
        [*win.tiles, *([] if win.win is None else [win.win]), *reading.faces]
    )


@law(seeds, st.integers(0, 3))
def test_what_a_score_says_fits_together(seed: int, wild: int) -> None:
    score = engine_score(a_win(seed, wild), HUANLE)
    assert score.total == sum(each.points for each in score.fans)
    assert all(each.points == each.count * each.fan.value > 0 for each in score.fans)
    paid = {each.fan.id for each in score.fans}
    exclusions = HUANLE.fans.exclusions()
    for each in score.fans:
        assert not paid & set(exclusions[each.fan.id])
    order = [HUANLE.fans.index(each.fan.id) for each in score.fans]
    values = [each.fan.value for each in score.fans]
    assert values == sorted(values, reverse=True) and len(set(order)) == len(order)
    for lost in score.excluded:
        assert lost.count > 0
        if lost.by is not None:
            assert lost.by.id in paid


# ---- fan tables -----------------------------------------------------------------------------


@law(seeds, st.integers(0, 2), st.sampled_from(HUANLE.fans.fans), examples=300)
def test_a_fan_more_costs_at_most_what_is_not_counted_beside_it(
    seed: int, wild: int, fan: Fan
) -> None:
    """And a fan less costs at most its own points."""
    assume(fan.id != HUANLE.fans.bare)
    win = a_win(seed, wild)
    full = engine_score(win, HUANLE)
    less = engine_score(win, huanle_without(fan.id))
    beside = {*HUANLE.fans.exclusions()[fan.id], *fan.own_sets, *fan.one}
    beside |= set(HUANLE.fans.once) if fan.joined else set()
    if fan.id not in HUANLE.fans.bare_ignores:
        beside.add(HUANLE.fans.bare or "")
    lost = sum(each.points for each in less.fans if each.fan.id in beside)
    assert full.total >= less.total - lost
    own = sum(each.points for each in full.fans if each.fan.id == fan.id)
    assert less.total >= full.total - own


@law(seeds, st.integers(0, 2), st.sampled_from(HUANLE.fans.fans), st.integers(0, 9))
def test_a_dearer_fan_makes_no_hand_cheaper(seed: int, wild: int, fan: Fan, more: int) -> None:
    win = a_win(seed, wild)
    dear = replace(fan, value=fan.value + more)
    table = replace(
        HUANLE.fans, fans=tuple(dear if each == fan else each for each in HUANLE.fans.fans)
    )
    before, after = engine_score(win, HUANLE), engine_score(win, HUANLE.replace(fans=table))
    count = sum(each.count for each in before.fans if each.fan == fan)
    assert after.total >= before.total + more * count


@law(seeds, st.integers(0, 2), st.integers(1, 100))
def test_a_cap_is_the_most_that_is_paid(seed: int, wild: int, cap: int) -> None:
    win = a_win(seed, wild)
    capped = engine_score(win, HUANLE.replace(fans=HUANLE.fans.replace(cap=cap)))
    assert capped.total == min(cap, engine_score(win, HUANLE).total)
    assert capped.counted <= capped.total


def row(id: str, value: int, when: str, **more: Any) -> Fan:
    return Fan(id=id, zh=id, en=id, value=value, when=when, **more)


def game(*fans: Fan, hands: HandRules | None = None, **table: Any) -> Rules:
    """The rules of a game with these fans."""
    how = hands or HandRules(shapes=Shape.MCR)
    return Rules(
        Definition(
            id="house",
            zh="家规",
            en="House Rules",
            pinyin="jiagui",
            table=lambda options: FanTable(fans=fans, **table),
            hands=lambda options: how,
            settle=lambda rules, result: None,
        )
    )


# of these the reading decides nothing
PLAIN = (
    row("drawn", 3, "self_draw"),
    row("hidden", 5, "concealed"),
    row("flower", 2, "flowers", repeat=True, to_minimum=False),
    row("last", 7, "last_tile"),
    row("flush", 4, "suits == 1 and not honours"),
    row("plain", 6, "bare"),
)


def plain_points(win: Win) -> dict[str, list[int]]:
    """The values of the fans of `PLAIN` that a win has, once for each time."""
    kinds = {*win.tiles, win.win, *(k for meld in win.melds for k in meld.tiles)}
    suits = {min(k // 9, 3) for k in kinds if k is not None}
    held = {
        "drawn": 3 * win.self_draw,
        "hidden": 5 * (not any(meld.exposed for meld in win.melds)),
        "last": 7 * win.last_tile,
        "flush": 4 * (len(suits) == 1 and 3 not in suits),
    }
    points = {id: [value] for id, value in held.items() if value}
    if win.flowers:
        points["flower"] = [2] * win.flowers
    return points or {"plain": [6]}


def product(values: list[int]) -> int:
    result = 1
    for value in values:
        result *= value
    return result if values else 0


@law(seeds, st.sampled_from([None, 1, 6, 20, 64]))
def test_values_add_up_or_multiply_or_the_highest_counts(seed: int, cap: int | None) -> None:
    win = a_win(seed)
    points = plain_points(win)
    every = [value for values in points.values() for value in values]
    counted = [value for id, values in points.items() if id != "flower" for value in values]
    ways: dict[str, Callable[[list[int]], int]] = {
        "sum": sum,
        "product": product,
        "highest": lambda values: max(values, default=0),
    }
    for combine, make in ways.items():
        score = engine_score(win, game(*PLAIN, combine=combine, bare="plain", cap=cap))
        most = cap or 1 << 30
        assert score.total == min(make(every), most), combine
        assert score.counted == min(make(counted), most), combine
        assert fan_list(score) == {id: len(values) for id, values in points.items()}


PUNGS = "[111m][222p]33999sEEE win=3s"


@pytest.mark.parametrize(
    ("combine", "cap", "total"),
    [
        ("sum", None, 3 + 2 * 4),
        ("sum", 10, 10),
        ("sum", 11, 11),
        ("highest", None, 3),
        ("highest", 2, 2),
        ("product", None, 3 * 2 * 2 * 2 * 2),
        ("product", 47, 47),
    ],
)
def test_a_fan_that_repeats(combine: str, cap: int | None, total: int) -> None:
    rules = game(
        row("all", 3, "all_pungs"), row("pung", 2, "pungs", repeat=True), combine=combine, cap=cap
    )
    assert scored(rules, PUNGS).total == total


def test_the_best_reading_depends_on_how_values_combine() -> None:
    # three chows alike, or three pungs in a row
    text = "111222333m45s99p3s win=3s"
    chows, pungs = row("chow", 3, "chows", repeat=True), row("pung", 4, "pungs", repeat=True)
    best = {"sum": (15, 1, 3), "product": (192, 1, 3), "highest": (4, 1, 3)}
    for combine, (total, chow, pung) in best.items():
        score = scored(game(chows, pungs, combine=combine), text)
        assert (score.total, fan_list(score)) == (total, {"chow": chow, "pung": pung})
    cheap = game(replace(chows, value=5), pungs, combine="product")
    assert scored(cheap, text).total == 5**4


def test_no_fan_at_all_is_worth_nothing() -> None:
    for combine in ("sum", "product", "highest"):
        score = scored(game(row("drawn", 3, "self_draw"), combine=combine), PUNGS)
        assert (score.total, score.fans, score.is_win) == (0, (), True)
        assert scored(game(combine=combine), PUNGS).total == 0


def test_a_fan_that_is_left_out_leaves_nothing_out_itself() -> None:
    a = row("a", 9, "all_pungs", stated=("b",))
    b = row("b", 5, "pungs >= 3", implied=("c",))
    c = row("c", 2, "pungs >= 2")
    assert fan_list(scored(game(a, b, c), PUNGS)) == {"a": 1, "c": 1}
    assert fan_list(scored(game(c, b, a), PUNGS)) == {"a": 1, "c": 1}
    three = "[111m][222p]33789sEEE win=3s"
    assert fan_list(scored(game(a, b, c), three)) == {"b": 1}
    assert fan_list(scored(game(a, b, c, exclusion_mode="stated_only"), three)) == {"b": 1, "c": 1}


def test_of_two_fans_that_leave_each_other_out_the_dearer_stays() -> None:
    a, b = row("a", 4, "all_pungs", stated=("b",)), row("b", 5, "pungs >= 3", stated=("a",))
    assert fan_list(scored(game(a, b), PUNGS)) == {"b": 1}
    assert fan_list(scored(game(replace(a, value=5), b), PUNGS)) == {"a": 1}  # the first in order


def test_a_fan_may_keep_its_own_sets_or_one_copy_from_another() -> None:
    every = row("end", 1, "orphan_pungs", repeat=True)
    wind = row("wind", 4, "wind_pungs", own_sets=("end",))
    one = row("all", 8, "all_pungs", one=("end",))
    assert fan_list(scored(game(every), PUNGS)) == {"end": 3}
    assert fan_list(scored(game(every, wind), PUNGS)) == {"wind": 1, "end": 2}
    assert fan_list(scored(game(every, one), PUNGS)) == {"all": 1, "end": 2}
    assert fan_list(scored(game(every, wind, one), PUNGS)) == {"all": 1, "wind": 1, "end": 1}
    printed = game(every, wind, one, exclusion_mode="stated_only")
    assert fan_list(scored(printed, PUNGS)) == {"all": 1, "wind": 1, "end": 3}


def test_a_bare_hand_may_have_what_is_ignored() -> None:
    drawn, bare = row("drawn", 1, "self_draw"), row("bare", 5, "bare")
    text = "[123m][345m]678p567sWW win=7s"
    assert scored(game(drawn, bare, bare="bare"), text).total == 5
    assert scored(game(drawn, bare, bare="bare"), text + " self").total == 1
    ignored = game(drawn, bare, bare="bare", bare_ignores=("drawn",))
    assert scored(ignored, text + " self").total == 6


def test_what_does_not_count_toward_the_minimum_is_paid_all_the_same() -> None:
    hands = HandRules(shapes=Shape.MCR, minimum=5)
    rules = game(row("a", 4, "all_pungs"), row("f", 3, "flowers", to_minimum=False), hands=hands)
    score = scored(rules, PUNGS + " flowers=2")
    assert (score.total, score.counted, score.reason) == (7, 4, "minimum")


@pytest.mark.parametrize(
    ("sets", "text", "fans"),
    [
        (5, "[111m][222p]33999s456mEEE win=3s", {"pung": 4, "chow": 1}),
        (5, "123456789m123456p99s win=9s", {"chow": 5}),
        (5, "111222333m444555s66p win=6p", {"pung": 5}),
        (2, "111m99p456s win=9p", {"pung": 1, "chow": 1}),
        (2, "[EEE]11m456s win=1m", {"pung": 1, "chow": 1}),
        (1, "99p456s win=9p", {"chow": 1}),
    ],
)
def test_hands_of_more_or_fewer_sets(sets: int, text: str, fans: dict[str, int]) -> None:
    hands = HandRules(shapes=Shape.STANDARD, sets=sets)
    rules = game(
        row("pung", 5, "pungs", repeat=True), row("chow", 1, "chows", repeat=True), hands=hands
    )
    assert fan_list(scored(rules, text)) == fans


def test_a_shape_that_a_game_has_not_is_no_win() -> None:
    fans = (row("pairs", 4, "seven_pairs"), row("plain", 1, "standard"))
    both = "112233778899m55p win=5p"
    assert fan_list(scored(game(*fans), both)) == {"pairs": 1}
    standard = game(*fans, hands=HandRules(shapes=Shape.STANDARD))
    assert fan_list(scored(standard, both)) == {"plain": 1}
    pairs = game(*fans, hands=HandRules(shapes=Shape.SEVEN_PAIRS))
    assert scored(pairs, PUNGS).reason == "not complete"
    with pytest.raises(QueshenError):
        scored(standard, "112233778899m5*p win=5p")
