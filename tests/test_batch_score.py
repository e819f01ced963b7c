"""Arrays of wins: the scores of single wins, row by row, and what an array may not be."""

from __future__ import annotations

import random
import subprocess
import sys
import textwrap
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from score_data import mcr_hands, random_win, wild_hands
from score_engine import engine_score
from score_twin import NAMES

from queshen import BatchError, Hand, HandError, MeldType, Rules, Score, batch, variant

Wins = NDArray[np.void]
GUOBIAO = variant("guobiao")
HUANLE = variant("huanle")
RON = {ron: variant("huanle", caishen_ron=ron) for ron in ("face", "wild", "no")}
FLAGS = ("self_draw", "last_tile", "replacement", "robbing", "last_copy")
DRAWN_WILD = 34
READY = "[123m][456m][789m]12p55m"


def rows_of(scores: list[Score]) -> Wins:
    """The rows of scored wins whose hands did not hold the winning tile yet."""
    wins = np.zeros(len(scores), batch.WIN)
    for row, score in zip(wins, scores, strict=True):
        hand = score.hand
        row["counts"] = list(hand.counts)
        row["wild"] = hand.wild
        row["face"] = -1 if hand.face is None else hand.face
        for i, meld in enumerate(hand.melds):
            row["melds"][i] = 1 + 34 * list(MeldType).index(meld.type) + meld.kind
        context = score.context
        taken = context["self_draw"] or score.rules.discard_wild == "wild"
        if score.win == "*" or (
            taken
            and NAMES.index(score.win.rstrip("'")) == hand.face
            and not score.win.endswith("'")
        ):
            row["win"] = DRAWN_WILD
            row["wild"] += 1
        else:
            row["win"] = NAMES.index(score.win.rstrip("'"))
            row["counts"][row["win"]] += 1
        row["flags"] = sum(context[flag] << i for i, flag in enumerate(FLAGS))
        row["round_wind"] = "ESWN".index(context["round_wind"])
        row["seat_wind"] = "ESWN".index(context["seat_wind"])
        row["flowers"] = context["flowers"]
    return wins


def another_tile(rng: random.Random, score: Score) -> Score | None:
    """The hand won on a random tile, which will rarely complete it."""
    context = score.context
    if context["replacement"] or context["robbing"] or context["last_copy"]:
        return None
    try:
        return score.rules.score(score.hand, rng.randrange(34), **context)
    except HandError:
        return None


@cache
def random_scores(game: str, seed: int, number: int = 250) -> tuple[Score, ...]:
    """Wins of every family and context, with up to four wildcards, and hands that are no wins."""
    rules = RON.get(game, GUOBIAO)
    rng = random.Random(seed)
    found: list[Score] = []
    while len(found) < number:
        wild = rng.choice((0, 0, 1, 2, 3, 4)) if rules.wildcards else 0
        try:
            score = engine_score(random_win(rng, wild), rules)
        except HandError:
            continue  # a discarded wildcard in a game that knows none
        found.append(score)
        if rng.random() < 0.3 and (other := another_tile(rng, score)):
            found.append(other)
    return tuple(found)


def fan_counts(score: Score) -> list[int]:
    counts = {each.fan.id: each.count for each in score.fans}
    return [counts.get(fan.id, 0) for fan in score.rules.fans]


# ---- agreement ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["guobiao", *RON])
def test_rows_score_as_single_wins_do(game: str) -> None:
    scores = list(random_scores(game, 17))
    rules = scores[0].rules
    assert {score.reason for score in scores} >= {None, "not complete"}
    assert ("discarded wildcard" in {score.reason for score in scores}) is (game == "no")
    n = len(scores)
    counted = np.full(n, 77, np.int32)
    fans = np.full((n, len(rules.fans)), 77, np.uint8)
    totals = batch.score(rules, rows_of(scores), counted_out=counted, fans_out=fans)
    assert totals.dtype == np.int32 and totals.shape == (n,)
    for i, score in enumerate(scores):
        complete = score.reading is not None
        assert totals[i] == (score.total if complete else -1), score
        assert counted[i] == (score.counted if complete else -1), score
        assert fans[i].tolist() == fan_counts(score), score


@pytest.mark.parametrize("game", ["guobiao", *RON])
def test_a_total_is_the_sum_of_its_fans(game: str) -> None:
    rules = RON.get(game, GUOBIAO)
    wins = rows_of(list(random_scores(game, 18)))
    fans = np.zeros((len(wins), len(rules.fans)), np.uint8)
    counted = np.zeros(len(wins), np.int32)
    totals = batch.score(rules, wins, fans_out=fans, counted_out=counted)
    values = np.array([fan.value for fan in rules.fans])
    to_minimum = np.array([fan.value * fan.to_minimum for fan in rules.fans])
    complete = totals >= 0
    assert complete.any() and not complete.all()
    assert np.array_equal((fans @ values)[complete], totals[complete])
    assert np.array_equal((fans @ to_minimum)[complete], counted[complete])
    assert not fans[~complete].any()


def test_published_hands() -> None:
    for name in ("guobiao", "qq", "huanle"):
        rules = variant(name)
        hands = mcr_hands()
        wins = rows_of([rules.score(row.hand, row.win, **row.context) for row in hands])
        assert batch.score(rules, wins).tolist() == [row.totals[name] for row in hands]
    rows = wild_hands()
    scores = [HUANLE.score(row.hand, row.win, wild=row.wild, **row.context) for row in rows]
    assert batch.score(HUANLE, rows_of(scores)).tolist() == [row.total for row in rows]


def test_the_minimum_is_not_applied() -> None:
    score = GUOBIAO.score("[123m]456m567p78sWW", "9s", flowers=8)
    assert score.reason == "minimum"
    counted = np.zeros(1, np.int32)
    assert batch.score(GUOBIAO, rows_of([score]), counted_out=counted).tolist() == [9]
    assert counted.tolist() == [1]


def test_a_fan_table_of_ones_own_keeps_its_order() -> None:
    table = GUOBIAO.fans.replace(fans=tuple(sorted(GUOBIAO.fans, key=lambda fan: fan.id)))
    rules = GUOBIAO.replace(fans=table)
    score = rules.score("123456789m1112p", "2p", flowers=3)
    fans = np.zeros((1, len(table)), np.uint8)
    assert batch.score(rules, rows_of([score]), fans_out=fans).tolist() == [24]
    held = {table[int(i)].zh: int(fans[0, i]) for i in np.flatnonzero(fans[0])}
    assert held == {"清龙": 1, "门前清": 1, "幺九刻": 1, "缺一门": 1, "无字": 1, "花牌": 3}


@pytest.mark.parametrize("threads", [2, 3, 4])
def test_threads_change_nothing(threads: int) -> None:
    wins = np.tile(rows_of(list(random_scores("face", 19))), 20)
    fans = np.zeros((2, len(wins), len(HUANLE.fans)), np.uint8)
    counted = np.zeros((2, len(wins)), np.int32)
    one = batch.score(HUANLE, wins, counted_out=counted[0], fans_out=fans[0])
    several = batch.score(HUANLE, wins, counted_out=counted[1], fans_out=fans[1], threads=threads)
    assert np.array_equal(one, several)
    assert np.array_equal(counted[0], counted[1]) and np.array_equal(fans[0], fans[1])
    wins[-1]["flowers"] = wins[-2]["flowers"] = 9
    with pytest.raises(BatchError) as caught:
        batch.score(HUANLE, wins, threads=threads)
    assert caught.value.row == len(wins) - 2


# ---- arrays -------------------------------------------------------------------------------------


def some_wins(number: int = 5) -> Wins:
    return np.tile(rows_of([GUOBIAO.score(READY, "3p")]), number)


def test_the_layout_of_a_row() -> None:
    assert batch.WIN.names == (
        "counts", "wild", "face", "melds", "win", "flags", "round_wind", "seat_wind", "flowers",
        "flower_rows",
    )  # fmt: skip
    assert batch.WIN.itemsize == 48
    score = HUANLE.score("{2222s}[345p]{EEEE}[CCC]*", "8m", wild=None, self_draw=True, flowers=2)
    (row,) = rows_of([score])
    assert row["melds"].tolist() == [1 + 102 + 19, 1 + 11, 1 + 102 + 27, 1 + 34 + 31, 0]
    assert (row["wild"], row["face"], row["win"], row["flags"]) == (1, -1, 7, 1)
    assert batch.score(HUANLE, np.array([row])).tolist() == [score.total]


def test_no_rows() -> None:
    none = np.zeros(0, batch.WIN)
    for threads in (1, 4):
        totals = batch.score(GUOBIAO, none, threads=threads)
        assert totals.shape == (0,) and totals.dtype == np.int32
    fans = np.zeros((0, len(GUOBIAO.fans)), np.uint8)
    assert batch.score(GUOBIAO, none, fans_out=fans).shape == (0,)


def test_outputs_are_filled_where_they_lie() -> None:
    wins = some_wins()
    out = np.zeros(5, np.int32)
    assert batch.score(GUOBIAO, wins, out=out) is out
    assert out.tolist() == [GUOBIAO.score(READY, "3p").total] * 5


def test_rows_need_not_lie_side_by_side() -> None:
    scores = list(random_scores("guobiao", 21, 40))
    wins = rows_of(scores)
    expected = batch.score(GUOBIAO, wins)
    assert np.array_equal(batch.score(GUOBIAO, wins[::-1]), expected[::-1])
    assert np.array_equal(batch.score(GUOBIAO, wins[3::5]), expected[3::5])
    apart = np.zeros((len(wins), 3), batch.WIN)
    apart[:, 1] = wins
    assert np.array_equal(batch.score(GUOBIAO, apart[:, 1]), expected)
    shifted = np.zeros(wins.nbytes + 1, np.uint8)[1:].view(batch.WIN)
    shifted[:] = wins
    assert np.array_equal(batch.score(GUOBIAO, shifted), expected)
    wins.flags.writeable = False
    assert np.array_equal(batch.score(GUOBIAO, wins), expected)
    assert np.array_equal(batch.score(GUOBIAO, wins.view(np.recarray)), expected)


@pytest.mark.parametrize(
    "wins",
    [
        [],
        [(1, 2)],
        np.zeros((3, 34), np.uint8),
        np.zeros(3),
        np.zeros((2, 2), batch.WIN),
        np.zeros((), batch.WIN),
        np.zeros(3, [("counts", "u1", (34,)), ("wild", "u1")]),
        np.zeros(3, np.dtype(batch.WIN.descr[::-1])),
        np.zeros(3, "V46"),
        np.zeros(3, object),
        None,
        "123m",
    ],
)
def test_what_is_no_array_of_wins(wins: Any) -> None:
    with pytest.raises(BatchError, match=r"wins has dtype .* and shape .*, expected batch.WIN"):
        batch.score(GUOBIAO, wins)


def test_masked_wins_are_refused() -> None:
    with pytest.raises(BatchError, match="wins is a masked array"):
        batch.score(GUOBIAO, np.ma.MaskedArray(some_wins()))


def bad_outputs(wins: Wins) -> list[tuple[str, Any, type[Exception], str]]:
    n, width = len(wins), len(GUOBIAO.fans)
    overlap = wins.view(np.uint8)
    return [
        ("out", np.zeros(n, np.int64), BatchError, "out has dtype int64 and shape"),
        ("out", np.zeros(n - 1, np.int32), BatchError, "out has dtype int32 and shape"),
        ("out", np.zeros((n, 1), np.int32), BatchError, "out has dtype"),
        ("out", np.zeros(2 * n, np.int32)[::2], BatchError, "out is not contiguous"),
        ("out", np.zeros(4 * n + 1, np.uint8)[1:].view(np.int32), BatchError, "aligned"),
        ("out", overlap[: 4 * n].view(np.int32), BatchError, "out overlaps another argument"),
        ("out", [0] * n, TypeError, "out is list, expected a numpy array"),
        ("counted_out", np.zeros(n, np.float32), BatchError, "counted_out has dtype float32"),
        ("counted_out", overlap[: 4 * n].view(np.int32), BatchError, "counted_out overlaps"),
        ("fans_out", np.zeros((n, width - 1), np.uint8), BatchError, "fans_out has dtype uint8"),
        ("fans_out", np.zeros((n, width), np.int8), BatchError, "fans_out has dtype int8"),
        ("fans_out", np.zeros((width, n), np.uint8).T, BatchError, "fans_out is not contiguous"),
        ("fans_out", np.zeros(n * width, np.uint8), BatchError, "fans_out has dtype"),
    ]


def test_outputs_that_do_not_fit() -> None:
    wins = some_wins(40)
    for name, array, error, message in bad_outputs(wins):
        with pytest.raises(error, match=message):
            batch.score(GUOBIAO, wins, **{name: array})
    read_only = np.zeros(40, np.int32)
    read_only.flags.writeable = False
    with pytest.raises(BatchError, match="writable"):
        batch.score(GUOBIAO, wins, out=read_only)


def test_outputs_have_memory_of_their_own() -> None:
    wins = some_wins(40)
    room = np.zeros(40 * len(GUOBIAO.fans), np.uint8)
    out = room[: 4 * 40].view(np.int32)
    with pytest.raises(BatchError, match="counted_out overlaps"):
        batch.score(GUOBIAO, wins, out=out, counted_out=out)
    fans = room.reshape(40, -1)
    with pytest.raises(BatchError, match="fans_out overlaps"):
        batch.score(GUOBIAO, wins, out=out, fans_out=fans)
    with pytest.raises(BatchError, match="fans_out overlaps"):
        batch.score(GUOBIAO, wins, counted_out=out, fans_out=fans)


def test_threads_are_a_number() -> None:
    for wrong in (0, -1, 1025, 10**30):
        with pytest.raises(HandError, match="threads"):
            batch.score(GUOBIAO, some_wins(), threads=wrong)
    for odd in (None, 1.0, "2"):
        with pytest.raises(TypeError):
            batch.score(GUOBIAO, some_wins(), threads=odd)  # type: ignore[arg-type]


# ---- rows that cannot be ------------------------------------------------------------------------

EXPOSED_KONG, CONCEALED_KONG = 69, 103

BAD_ROWS: list[tuple[Rules, dict[str, Any], str]] = [
    (GUOBIAO, {"1p": 5}, "5 copies of 1p, expected 0..4"),
    (GUOBIAO, {"P": 255}, "255 copies of P, expected 0..4"),
    (GUOBIAO, {"1p": 2}, "6 tiles and 0 wildcards, expected 5 together with 3 of 4 sets melded"),
    (GUOBIAO, {"1p": 0}, "4 tiles and 0 wildcards, expected 5 together with 3 of 4 sets melded"),
    (GUOBIAO, {"wild": 255}, "5 tiles and 255 wildcards, expected 5 together"),
    (GUOBIAO, {"wild": 251, "1p": 1}, "251 wildcards, expected 5 together"),
    (GUOBIAO, {"melds": [1, 4, 0, 0, 0]}, "expected 8 together with 2 of 4 sets melded"),
    (GUOBIAO, {"melds": [1, 0, 4, 7, 0]}, "melds is [1, 0, 4, 7, 0], expected 1 + 34"),
    (GUOBIAO, {"melds": [0, 1, 4, 7, 0]}, "melds is [0, 1, 4, 7, 0], expected 1 + 34"),
    (GUOBIAO, {"melds": [1, 4, 8, 0, 0]}, "melds is [1, 4, 8, 0, 0]"),  # a chow of 89
    (GUOBIAO, {"melds": [1, 4, 28, 0, 0]}, "melds is [1, 4, 28, 0, 0]"),  # a chow of winds
    (GUOBIAO, {"melds": [1, 4, 137, 0, 0]}, "melds is [1, 4, 137, 0, 0]"),
    (GUOBIAO, {"melds": [1, 4, 255, 0, 0]}, "melds is [1, 4, 255, 0, 0]"),
    (GUOBIAO, {"melds": [1, 4, 7, 10, 13]}, "at most 4 melds, then zeros"),
    (GUOBIAO, {"win": 35}, "'win': 35"),
    (GUOBIAO, {"win": 255}, "expected face -1..33, win 0..34, known flags, winds 0..3"),
    (GUOBIAO, {"face": 34}, "'face': 34"),
    (GUOBIAO, {"face": -2}, "'face': -2"),
    (GUOBIAO, {"face": -128}, "'face': -128"),
    (GUOBIAO, {"flags": 1024}, "'flags': 1024"),
    (GUOBIAO, {"flower_rows": 4}, "'flower_rows': 4"),
    (GUOBIAO, {"flags": 32 + 8}, "first_turn with the hand "),
    (GUOBIAO, {"round_wind": 4}, "'round_wind': 4"),
    (GUOBIAO, {"seat_wind": 255}, "'seat_wind': 255"),
    (GUOBIAO, {"melds": [EXPOSED_KONG + 4, 4, 7, 0, 0]}, "five copies of a kind in hand and melds"),
    (GUOBIAO, {"melds": [EXPOSED_KONG + 9, 4, 7, 0, 0]}, "five copies of a kind in hand and melds"),
    (GUOBIAO, {"win": 33}, "win is P, expected a tile of the "),
    (HUANLE, {"win": DRAWN_WILD, "flags": 1}, "win is *, expected a tile of the "),
    (GUOBIAO, {"wild": 1, "1p": 0}, ", expected none: the game guobiao has none"),
    (GUOBIAO, {"win": DRAWN_WILD, "flags": 1}, "a wildcard in the "),
    (HUANLE, {"face": 1}, "holds a 2m, expected none: that kind is wild"),
    (GUOBIAO, {"flags": 1 + 8}, "self_draw and robbing, expected one of them"),
    (GUOBIAO, {"flags": 4}, "replacement without self_draw, expected both"),
    (GUOBIAO, {"flags": 5}, "replacement with no kong among the melds of"),
    (GUOBIAO, {"flags": 8 + 2}, "robbing and last_tile, expected one of them"),
    (GUOBIAO, {"win": 4, "flags": 8}, "robbing with another 5m in"),
    (GUOBIAO, {"win": 4, "flags": 16}, "last_copy with another 5m concealed in"),
    (HUANLE, {"win": DRAWN_WILD, "flags": 17, "wild": 1, "3p": 0}, "last_copy with a wildcard"),
    (HUANLE, {"win": DRAWN_WILD, "wild": 1, "3p": 0}, "win is a wildcard without self_draw"),
    (GUOBIAO, {"flowers": 9}, "flowers is 9, expected 0..8"),
    (GUOBIAO, {"flowers": 255}, "flowers is 255, expected 0..8"),
]  # fmt: skip


def changed(row: np.void, change: dict[str, Any]) -> None:
    for field, value in change.items():
        if field in NAMES:
            row["counts"][NAMES.index(field)] = value
        else:
            row[field] = value


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("rules", "change", "message"), BAD_ROWS)
def test_a_bad_row_is_named(
    rules: Rules, change: dict[str, Any], message: str, threads: int
) -> None:
    wins = some_wins(5)
    for row in (wins[3], wins[4]):
        changed(row, change)
    with pytest.raises(BatchError) as caught:
        batch.score(rules, wins, threads=threads)
    assert caught.value.row == 3
    assert str(caught.value).startswith("row 3: ") and message in str(caught.value)


def test_what_a_single_win_refuses_a_row_refuses() -> None:
    """Contexts at random: the same ones are refused, in the same words."""
    rng = random.Random(4)
    scores = [s for s in random_scores("face", 22) if s.reading is not None]
    refused = 0
    for score in scores:
        context: dict[str, Any] = {flag: rng.random() < 0.3 for flag in FLAGS}
        context["flowers"] = rng.randrange(9)
        (row,) = wins = rows_of([score])
        row["flags"] = sum(context[flag] << i for i, flag in enumerate(FLAGS))
        row["flowers"] = context["flowers"]
        row["round_wind"] = row["seat_wind"] = 0
        hand = str(score.hand)
        win = "*" if row["win"] == DRAWN_WILD else NAMES[row["win"]]
        win += "'" * int(row["win"] == row["face"])
        try:
            expected = HUANLE.score(score.hand, win, **context)
        except HandError as error:
            refused += 1
            with pytest.raises(BatchError) as caught:
                batch.score(HUANLE, wins)
            words = str(error).split(hand)[0].replace("'", "")
            assert str(caught.value).replace("'", "").startswith("row 0: " + words)
        else:
            totals = batch.score(HUANLE, wins)
            assert totals.tolist() == [expected.total if expected.reading else -1]
    assert refused > 50


def test_a_discarded_wildcard_row_by_row() -> None:
    hand = Hand("[345p][678s]456m33s67m", wild="8m", fifth="allowed")
    for rules, natural, wild in (
        (RON["face"], "number", "refused"),
        (RON["wild"], "number", "number"),
        (RON["no"], "none", "refused"),
    ):
        row = rows_of([HUANLE.score(hand, "8m")])
        totals = batch.score(rules, row)
        assert totals[0] == (7 if natural == "number" else -1)
        row["counts"][0, 7], row["wild"], row["win"] = 0, 1, DRAWN_WILD
        if wild == "refused":
            with pytest.raises(BatchError, match="row 0: win is a wildcard without self_draw"):
                batch.score(rules, row)
        else:
            assert batch.score(rules, row).tolist() == [7]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_long_call_gives_way_to_an_interrupt(threads: int) -> None:
    program = f"""
    import signal
    import numpy as np
    import queshen
    from queshen import batch

    wins = np.zeros(1_000_000, batch.WIN)
    wins["counts"] = list(queshen.Hand("1m456p789s11sEE***").counts)
    wins["face"], wins["wild"], wins["win"] = -1, 3, 0
    rules = queshen.variant("huanle")
    out = np.full(len(wins), -7, np.int32)
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        batch.score(rules, wins, out=out, threads={threads})
    except KeyboardInterrupt:
        print((out == -7).sum() > len(out) // 4)
    """
    run = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["True"], done.stderr
