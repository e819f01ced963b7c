"""Scoring asked with inputs that lie, were forged or change meanwhile: an error, never a crash."""

from __future__ import annotations

import contextlib
import gc
import math
import pickle
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from score_data import wild_hands

import queshen
from queshen import (
    BatchError,
    Hand,
    HandError,
    QueshenError,
    RulesError,
    Score,
    ScoredFan,
    Shape,
    batch,
    readings,
    variant,
)
from queshen.rules import Definition, HandRules, Rules
from queshen.scorer import Scorer, _score_again  # type: ignore[attr-defined]

GUOBIAO = variant("guobiao")
HUANLE = variant("huanle")
QQ = variant("qq")
READY = "[123m][456m][789m]12p55m"
WILD_READY = "[345p][678s]456m33s67m"
EXPECTED = GUOBIAO.score(READY, "3p")


def run(program: str) -> str:
    """In a process of its own, since the fault would be a crash or an endless search."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def one_row() -> np.ndarray[Any, Any]:
    wins = np.zeros(1, batch.WIN)
    wins["counts"] = list(Hand("123m456p789s11999s").counts)
    wins["win"], wins["face"], wins["flags"] = 2, -1, 1
    return wins


# ---- scores that nobody scored ----------------------------------------------------------------


def test_a_score_made_by_hand_is_harmless() -> None:
    run(
        """
        import copy, pickle
        import queshen
        from queshen.scorer import Score, Scorer

        rules = queshen.variant("huanle")
        makers = [
            Score, lambda: Score(None), lambda: Score(rules), lambda: Score(rules._native),
            lambda: Score.__new__(Score), lambda: object.__new__(Score),
            lambda: Scorer.__new__(Scorer), lambda: Scorer(None), lambda: Scorer(object()),
            lambda: Score.__new__(Score, rules._native), lambda: Score.__new__(Score, None),
        ]
        for make in makers:
            try:
                found = make()
            except (TypeError, AttributeError):
                continue
            for name in dir(found):
                try:
                    value = getattr(found, name)
                    if name in ("explain", "to_dict", "__repr__", "__hash__", "__reduce__"):
                        value()
                except Exception:
                    pass
            for use in (repr, hash, pickle.dumps, copy.copy, lambda x: x == x):
                try:
                    use(found)
                except Exception:
                    pass
        """
    )


def test_parts_of_a_score_do_not_change() -> None:
    score = GUOBIAO.score(READY, "3p")
    fan, other = score.fans[:2]
    before = repr(fan), hash(fan), repr(score), hash(score)
    for part, args in (
        (fan, (other.fan, 9, 9)),
        (fan, (None, 0, 0)),
        (score, (HUANLE,)),
        (score, ()),
        (GUOBIAO._native, (HUANLE,)),  # type: ignore[attr-defined]
    ):
        # a second initialisation is refused or does nothing
        with contextlib.suppress(TypeError, AttributeError):
            part.__init__(*args)
        assert (repr(fan), hash(fan), repr(score), hash(score)) == before
    assert GUOBIAO.score(READY, "3p") == EXPECTED
    for name in ("fan", "count", "points"):
        with pytest.raises(AttributeError):
            setattr(fan, name, None)
    assert pickle.loads(pickle.dumps(fan)) == fan != other
    assert eval(repr(fan), {"ScoredFan": ScoredFan, "Fan": queshen.Fan}) == fan


class Forged:
    """Pickles as a score of whatever it is given."""

    def __init__(self, *parts: Any) -> None:
        self.parts = parts

    def __reduce__(self) -> tuple[Any, ...]:
        return _score_again, self.parts


@pytest.mark.parametrize(
    "parts",
    [
        (),
        (GUOBIAO,),
        (None, Hand(READY), "3p", {}),
        (5, Hand(READY), "3p", {}),
        (GUOBIAO, None, "3p", {}),
        (GUOBIAO, 5, "3p", {}),
        (GUOBIAO, Hand("123m456p78s11m", melds=1), "9s", {}),
        (GUOBIAO, b"123m", "3p", {}),
        (HUANLE, Hand("123m456p78sEEE11m999s", sets=5), "9s", {}),
        (GUOBIAO, Hand(READY), None, {}),
        (GUOBIAO, Hand(READY), "9x", {}),
        (GUOBIAO, Hand(READY), "*", {}),
        (GUOBIAO, Hand(READY), "3p", None),
        (GUOBIAO, Hand(READY), "3p", {"flowers": 9}),
        (GUOBIAO, Hand(READY), "3p", {"flags": 255}),
        (GUOBIAO, Hand(READY), "3p", {"self_draw": True, "robbing": True}),
        (GUOBIAO, Hand(READY), "3p", {"round_wind": 99}),
        (GUOBIAO, Hand(READY), "3p", {1: 2}),
    ],
)
def test_a_forged_pickle_is_an_error(parts: tuple[Any, ...]) -> None:
    forged = pickle.dumps(Forged(*parts))
    with pytest.raises((QueshenError, TypeError, AttributeError)):
        pickle.loads(forged)


def test_a_pickle_with_another_value_in_it_is_scored_anew() -> None:
    score = GUOBIAO.score(READY, "3p", flowers=2)
    text = pickle.dumps(score, 4)
    assert text.count(b"\x8c\x023p") == 1
    other = pickle.loads(text.replace(b"\x8c\x023p", b"\x8c\x029p"))
    assert other == GUOBIAO.score(READY, "9p", flowers=2) and not other.is_win
    with pytest.raises(QueshenError):
        pickle.loads(text.replace(b"\x8c\x023p", b"\x8c\x020p"))


# ---- absurd arguments -------------------------------------------------------------------------


class Index:
    """Says another number each time."""

    def __init__(self, *numbers: Any) -> None:
        self.numbers = list(numbers)

    def __index__(self) -> int:
        number = self.numbers.pop(0) if len(self.numbers) > 1 else self.numbers[0]
        if isinstance(number, type):
            raise number("no number")
        return number  # type: ignore[no-any-return]


class Text(str):
    """Is equal to everything at some times only, and begins and ends as is asked."""

    answers: list[bool]

    def __eq__(self, other: object) -> bool:
        return self.answers.pop(0) if self.answers else False

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash("*")

    def endswith(self, *_: Any) -> bool:
        return True

    def startswith(self, *_: Any) -> bool:
        return True

    def __len__(self) -> int:
        return 1 << 40

    def __getitem__(self, at: Any) -> str:
        return "'"


class Number(int):
    """An int that says it is another one."""

    def __index__(self) -> int:
        return 1 << 70

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("E")


class Unhashable(str):
    __hash__ = None  # type: ignore[assignment]


class Raising:
    def __getattr__(self, name: str) -> Any:
        raise ZeroDivisionError(name)

    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError("equal")

    def __hash__(self) -> int:
        raise ZeroDivisionError("hash")

    def __bool__(self) -> bool:
        raise ZeroDivisionError("bool")

    def __repr__(self) -> str:
        return "Raising()"


def lying_texts() -> Iterator[Text]:
    for word in ("*", "q", "3p", "3p'", "'", "E"):
        for yes in range(6):
            text = Text(word)
            text.answers = [i == yes for i in range(6)]
            yield text


def absurd() -> Iterator[Any]:
    yield from (None, 1.5, math.nan, math.inf, 11.0, -1, 34, 255, 2**31, 2**63, 2**64, 10**100)
    yield from ("", "x", "3p3p", "\0", "3p\0", "\ud800", "财", "*" * 50, "[", "1m" * 10**5)
    yield from (b"", b"3p", bytearray(34), (), [], {}, {11}, object(), type, print, range(34))
    yield from (np.int64(11), np.float64(11), np.array(11), np.array([1, 2]), np.array("3p"))
    yield from (True, False, 3 + 0j, np.nan, Ellipsis)
    yield from (Index(11), Index(0, 1 << 70), Index(-(2**70)), Index("3p"), Index(ValueError))
    yield from (Number(11), Unhashable("3p"), Raising())
    yield from lying_texts()


ARGUMENTS = (
    "hand", "win", "round_wind", "seat_wind", "flowers", "wild", "notation", "self_draw",
    "last_tile", "replacement", "robbing", "last_copy",
)  # fmt: skip


@pytest.mark.parametrize("argument", ARGUMENTS)
@pytest.mark.parametrize(
    ("rules", "hand", "win"), [(GUOBIAO, READY, "3p"), (HUANLE, WILD_READY, "8m")]
)
def test_absurd_arguments_of_score(rules: Rules, hand: str, win: str, argument: str) -> None:
    expected = rules.score(hand, win)
    for value in absurd():
        told: dict[str, Any] = {"hand": hand, "win": win, argument: value}
        try:
            score = rules.score(told.pop("hand"), told.pop("win"), **told)
        except (TypeError, ValueError, ZeroDivisionError):
            continue
        # whatever was understood is a score like any other
        assert score.total >= 0 and isinstance(repr(score), str)
        assert pickle.loads(pickle.dumps(score)) == score
        assert type(score.win) is str and all(
            type(each) in (str, bool, int) for each in score.context.values()
        )
    assert rules.score(hand, win) == expected


@pytest.mark.parametrize(
    "argument",
    ["hand", "round_wind", "seat_wind", "flowers", "visible", "wait_counts", "last_tile", "wild"],
)
def test_absurd_arguments_of_waits(argument: str) -> None:
    for value in absurd():
        told: dict[str, Any] = {"hand": READY, argument: value}
        try:
            waits = HUANLE.waits(told.pop("hand"), **told)
        except (TypeError, ValueError, ZeroDivisionError):
            continue
        assert all(wait.live in range(5) for wait in waits)
    assert [wait.tile for wait in HUANLE.waits(READY)] == ["3p"]


@pytest.mark.parametrize("argument", ["hand", "shapes", "limit", "wild", "notation"])
def test_absurd_arguments_of_readings(argument: str) -> None:
    for value in absurd():
        told: dict[str, Any] = {"hand": READY + "3p", argument: value}
        try:
            found = readings(told.pop("hand"), **told)
        except (TypeError, ValueError, ZeroDivisionError):
            continue
        assert len(found) <= 2


@pytest.mark.parametrize("argument", ["rules", "wins", "out", "counted_out", "fans_out", "threads"])
def test_absurd_arguments_of_batch_score(argument: str) -> None:
    for value in absurd():
        told: dict[str, Any] = {"rules": GUOBIAO, "wins": one_row(), argument: value}
        try:
            totals = batch.score(told.pop("rules"), told.pop("wins"), **told)
        except (TypeError, ValueError, ZeroDivisionError):
            continue
        assert totals.tolist() == batch.score(GUOBIAO, one_row()).tolist()


def test_absurd_languages_and_comparisons() -> None:
    for value in absurd():
        try:
            text = EXPECTED.explain(value)
        except (TypeError, ValueError, ZeroDivisionError):
            continue
        assert isinstance(text, str)
    for value in absurd():
        if isinstance(value, Raising | Text | Number | np.ndarray):
            continue  # they answer for themselves
        assert (value == EXPECTED) is False


def test_errors_about_absurd_values_are_short() -> None:
    calls: list[Callable[[], Any]] = [
        lambda: GUOBIAO.score("1m" * 10**6, "3p"),
        lambda: GUOBIAO.score(READY, "3p" * 10**6),
        lambda: GUOBIAO.score(READY, 10**5000),
        lambda: GUOBIAO.score(READY, "3p", flowers=10**5000),
        lambda: GUOBIAO.score(READY, "3p", round_wind="E" * 10**6),
        lambda: GUOBIAO.score(READY, "3p", seat_wind=10**5000),
        lambda: HUANLE.score(READY, "3p", wild="5m" * 10**6),
        lambda: HUANLE.score(READY, "3p", notation="q" * 10**6),
        lambda: GUOBIAO.waits(READY, wait_counts="live" * 10**6),
        lambda: GUOBIAO.waits(READY, visible="5m" * 10**6),
        lambda: readings(READY + "3p", limit=10**5000),
    ]
    long = {}
    for i, call in enumerate(calls):
        try:
            call()
        except ValueError as error:
            if not isinstance(error, QueshenError) or len(str(error)) > 500:
                long[i] = str(error)[:80]
    assert not long


# ---- rules that are none ----------------------------------------------------------------------


class Dressed:
    """Looks like rules from outside."""

    def __init__(self, native: Any, fans: Any) -> None:
        self._native = native
        self.fans = fans


def test_what_is_no_rules_scores_nothing() -> None:
    few = QQ.fans
    others: list[Any] = [
        GUOBIAO.definition, GUOBIAO.fans, GUOBIAO.hands, Rules, "guobiao", GUOBIAO._native,  # type: ignore[attr-defined]
        Dressed(None, GUOBIAO.fans), Dressed(GUOBIAO, GUOBIAO.fans),
    ]  # fmt: skip
    for other in others:
        with pytest.raises(TypeError, match="rules"):
            batch.score(other, one_row())
    dressed: Any = Dressed(GUOBIAO._native, few)  # type: ignore[attr-defined]
    assert len(few) < len(GUOBIAO.fans)
    with pytest.raises((TypeError, QueshenError)):
        batch.score(dressed, one_row(), fans_out=np.zeros((1, len(few)), np.uint8))


def own_rules(**hands: Any) -> Rules:
    definition: Definition = replace(
        HUANLE.definition, id="own", hands=lambda _: HandRules(**{"shapes": Shape.COMMON, **hands})
    )
    return Rules(definition)


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ({"sets": 0}, "sets"),
        ({"sets": 6}, "sets"),
        ({"sets": -1}, "sets"),
        ({"sets": 2**40}, "sets"),
        ({"sets": "4"}, "sets"),
        ({"sets": 4.0}, "sets"),
        ({"shapes": 0}, "shapes"),
        ({"shapes": 1 << 20}, "shapes"),
        ({"shapes": -1}, "shapes"),
        ({"wild_shapes": 1 << 20}, "wild_shapes"),
        ({"minimum": -1}, "minimum"),
        ({"minimum": 2**40}, "minimum"),
        ({"minimum": "8"}, "minimum"),
        ({"fifth": "maybe"}, "fifth"),
        ({"discard_wild": "yes"}, "discard_wild"),
        ({"wait_counts": "live"}, "wait_counts"),
        ({"wait_wild": None}, "wait_wild"),
    ],
)
def test_rules_of_hands_that_cannot_be(hands: dict[str, Any], message: str) -> None:
    with pytest.raises((RulesError, TypeError), match=message):
        own_rules(**hands)


def test_totals_stay_numbers_however_dear_the_fans() -> None:
    dear = [replace(fan, value=2**24 - 1) for fan in GUOBIAO.fans]
    table = GUOBIAO.fans.replace(fans=tuple(dear))
    flush = "11122233344455m"
    for combine in ("sum", "product", "highest"):
        rules = GUOBIAO.replace(fans=table.replace(combine=combine))
        score = rules.score(flush, "5m", self_draw=True, flowers=8)
        assert 2**24 - 1 <= score.total <= 2**31 - 1 and score.is_win, combine
        assert score.counted >= 0
        wins = np.zeros(1, batch.WIN)
        wins["counts"] = list(Hand(flush).counts)
        wins["win"], wins["face"], wins["flags"], wins["flowers"] = 4, -1, 1, 8
        assert batch.score(rules, wins).tolist() == [score.total]


def test_a_score_keeps_its_rules_alive() -> None:
    score = variant("huanle", room="8fan", N=77).score(WILD_READY, "8m", wild="8m")
    gc.collect()
    assert score.rules.options["N"] == 77
    assert score.fans and score.explain() and score.reason == "minimum"


def test_rules_that_nobody_holds_are_forgotten() -> None:
    def alive() -> int:
        gc.collect()
        return sum(isinstance(each, Scorer) for each in gc.get_objects())

    before = alive()
    for n in range(1, 40):
        score = variant("huanle", N=n).score(WILD_READY, "8m", wild="8m")
        assert score.fans and score.excluded
    del score
    assert alive() <= before + 1


# ---- many wildcards ---------------------------------------------------------------------------

SCATTERED = ("2m", "3m", "6p", "4p", "9s", "E", "P", "5s", "1p", "8m")


@pytest.mark.parametrize("wild", range(5, 11))
def test_many_wildcards_are_answered(wild: int) -> None:
    run(
        f"""
        import queshen
        rules = queshen.variant("huanle")
        natural = {SCATTERED}[: 14 - {wild}]
        score = rules.score("".join(natural) + "*" * ({wild} - 1), "*", self_draw=True)
        assert len(score.faces) == ({wild} if score.reading else 0)
        assert score.explain() and score.to_dict()
        """
    )


@pytest.mark.parametrize("wild", range(11, 15))
def test_more_wildcards_than_any_game_has_are_refused(wild: int) -> None:
    hand = "".join(SCATTERED[: 14 - wild]) + "*" * (wild - 1)
    with pytest.raises(HandError, match=rf"^{wild} wildcards in the hand .* at most 10"):
        HUANLE.score(hand, "*", self_draw=True)
    wins = np.zeros(1, batch.WIN)
    wins["counts"] = list(Hand(hand).counts)
    wins["wild"], wins["win"], wins["face"], wins["flags"] = wild, 34, -1, 1
    with pytest.raises(BatchError, match=rf"row 0: {wild} wildcards"):
        batch.score(HUANLE, wins)


@pytest.mark.parametrize("wild", range(5, 10))
def test_waits_with_many_wildcards(wild: int) -> None:
    out = run(
        f"""
        import queshen
        hand = "".join({SCATTERED}[: 13 - {wild}]) + "*" * {wild}
        print(len(queshen.variant("huanle").waits(hand)))
        """
    )
    assert int(out) in range(36)


def test_an_interrupt_is_heard_while_readings_are_told() -> None:
    out = run(
        """
        import signal
        import queshen

        hand = queshen.Hand("**************")
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        for delay in (0.001, 0.01, 0.1, 0.3):
            signal.setitimer(signal.ITIMER_REAL, delay)
            try:
                queshen.readings(hand, limit=3_000_000)
            except KeyboardInterrupt:
                print("heard")
        """
    )
    assert out.split() == ["heard"] * 4


# ---- several threads --------------------------------------------------------------------------


def test_rows_that_change_while_they_are_scored_never_crash() -> None:
    run(
        """
        import threading, time
        import numpy as np
        import queshen
        from queshen import BatchError, Hand, batch

        rules = queshen.variant("huanle")
        good = np.zeros(4_000, batch.WIN)
        good["counts"] = list(Hand("123m456p789s11999s").counts)
        good["win"], good["face"], good["flags"] = 2, -1, 1
        wins = good.copy()
        raw = wins.view(np.uint8).reshape(len(wins), -1)
        rng = np.random.default_rng(1)
        noise = rng.integers(0, 256, raw.shape, np.uint8)
        until = time.monotonic() + 4

        def disturb():
            fields = [batch.WIN.fields[name][1] for name in batch.WIN.names]
            while time.monotonic() < until:
                for at in fields:
                    raw[:, at] = noise[:, at]
                    raw[:, at] = good.view(np.uint8).reshape(raw.shape)[:, at]
                raw[2_000:] = noise[2_000:]
                wins[:] = good

        workers = [threading.Thread(target=disturb) for _ in range(2)]
        for worker in workers:
            worker.start()
        fans = np.zeros((len(wins), len(rules.fans)), np.uint8)
        calls = refused = 0
        while time.monotonic() < until:
            calls += 1
            try:
                batch.score(rules, wins, fans_out=fans, threads=1 + calls % 3)
            except BatchError:
                refused += 1
        for worker in workers:
            worker.join()
        assert calls > 3
        """
    )


def answers(score: Score) -> tuple[Any, ...]:
    return (
        score.fans, score.excluded, score.reading, score.faces, score.total, score.reason,
        score.explain("zh"), score.to_dict(), hash(score), repr(score),
    )  # fmt: skip


def test_eight_threads_read_the_same_scores_and_hear_the_same() -> None:
    rows = wild_hands()[::4]

    def made() -> list[Score]:
        return [HUANLE.score(row.hand, row.win, wild=row.wild, **row.context) for row in rows]

    expected = [answers(score) for score in made()]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(6):
            scores = made()  # nobody has asked them yet
            heard: list[list[tuple[Any, ...]]] = []
            start = threading.Barrier(8)

            def ask(
                scores: list[Score] = scores,
                heard: list[Any] = heard,
                start: threading.Barrier = start,
            ) -> None:
                start.wait()
                heard.append([answers(score) for score in scores])

            workers = [threading.Thread(target=ask) for _ in range(8)]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
            assert len(heard) == 8 and all(each == expected for each in heard)
    finally:
        sys.setswitchinterval(interval)


def test_threads_share_rules() -> None:
    rows = wild_hands()[:40]
    rules = variant("huanle", N=3)
    expected = [row.total for row in rows]
    heard: list[Any] = []

    def ask() -> None:
        scores = [rules.score(row.hand, row.win, wild=row.wild, **row.context) for row in rows]
        waits = [rules.waits(row.hand, wild=row.wild) for row in rows[:5]]
        heard.append(([score.total for score in scores], waits))

    workers = [threading.Thread(target=ask) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [totals for totals, _ in heard] == [expected] * 4
    assert all(waits == heard[0][1] for _, waits in heard)


def test_asking_for_everything_at_the_top_of_the_package() -> None:
    for name in ("Reading", "Rules", "Score", "readings", "variant"):
        assert getattr(queshen, name) is not None
