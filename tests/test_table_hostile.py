"""Acts, set-ups and bytes that no honest caller would give: an error, and the table as it was."""

from __future__ import annotations

import copy
import json
import pickle
import random
import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from table_twin import KINDS, all_tiles, shuffled

from queshen import Shape
from queshen.actions import PASS, Action
from queshen.course import Flow
from queshen.errors import QueshenError, RulesError, TableError
from queshen.flow import FlowRules, Liability
from queshen.rules import HandRules, Rules, variant
from queshen.table import Table, play_deals

QQ = variant("qq")
HUANLE = variant("huanle")
IDLE = list("147m258p147sESWN")


def run(program: str) -> None:
    """In a process of its own, since the fault would be a crash."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]


# ---- acts ---------------------------------------------------------------------------------------


def bytes_as_actions(count: int) -> None:
    rng = random.Random(count)
    left = count
    while left > 0:
        table = variant(rng.choice(("huanle", "qq", "guobiao"))).table(seed=rng.getrandbits(64))
        digest, acts = table.digest(), 0
        while not table.done and left > 0:
            left -= 1
            seat, action = rng.getrandbits(3), rng.getrandbits(8)
            if action % 4 == 0:
                seat = table.to_act[0]
            if action % 16 == 0:
                action = rng.choice(list(table.legal(seat)))
            try:
                table.act(seat, action)
            except QueshenError:
                assert len(table.log) == acts and table.digest() == digest
            else:
                acts += 1
                digest = table.digest()
                assert len(table.log) == acts


def test_random_bytes_as_actions_change_nothing_unless_they_are_legal() -> None:
    bytes_as_actions(50_000)


@pytest.mark.slow
def test_a_million_random_bytes_as_actions() -> None:
    bytes_as_actions(1_000_000)


FORGED = int.__new__(Action, 300)
HUGE = int.__new__(Action, 10**30)

WRONG_ACTIONS: list[Any] = [
    -1, 256, 10**30, -(10**30), 1.0, None, [], b"pung", "pung\0", "Pung", "", (1,),
    object(), FORGED, HUGE, float("nan"), np.float64(3), "discard 1m" * 1000, "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(WRONG_ACTIONS)))
def test_what_is_no_action_is_an_error_and_changes_nothing(number: int) -> None:
    wrong = WRONG_ACTIONS[number]
    table = QQ.table(seed=5)
    digest = table.digest()
    for ask in (table.act, table.can, table.why_not, lambda _, action: table.step(action)):
        with pytest.raises((QueshenError, TypeError)):
            ask(0, wrong)
    assert table.digest() == digest and table.log == ()


@pytest.mark.parametrize("seat", [-1, 4, 255, 10**30, 1.0, None, "0", "E", [], float("inf")])
def test_what_is_no_seat_is_an_error(seat: Any) -> None:
    table = QQ.table(seed=5)
    asks: list[Callable[[Any], Any]] = [
        table.legal,
        table.hand,
        table.melds,
        table.flowers,
        table.view,
        lambda seat: table.act(seat, "pass"),
        lambda seat: table.can(seat, "pass"),
        lambda seat: table.why_not(seat, "pass"),
    ]
    for ask in asks:
        with pytest.raises((QueshenError, TypeError)):
            ask(seat)


@pytest.mark.parametrize("steps", [-1, 1, 10**30, 1.0, None, "1"])
def test_what_cannot_be_taken_back_is_an_error(steps: Any) -> None:
    table = QQ.table(seed=5)
    with pytest.raises((QueshenError, TypeError)):
        table.undo(steps)


def test_a_number_that_says_another_thing_each_time_is_read_once() -> None:
    run(
        """
        from queshen import QueshenError, variant

        class Lying:
            def __init__(self, *says):
                self.says = list(says)
            def __index__(self):
                return self.says.pop(0) if len(self.says) > 1 else self.says[0]
            __int__ = __index__

        for second in (-5, 40, 60, 77, 110, 150, 200, 300, 1 << 40):
            for first in range(0, 34, 3):
                table = variant("huanle").table(seed=5)
                try:
                    table.act(0, Lying(first, second))
                except (QueshenError, TypeError):
                    assert table.log == ()
                else:
                    assert table.log == ((0, first),)
                try:
                    table.act(Lying(0, second), first)
                except (QueshenError, TypeError):
                    pass
                copy = variant("huanle").table(seed=5)
                for seat, action in table.log:
                    copy.act(seat, action)
                assert copy.digest() == table.digest()
        """
    )


def test_a_number_that_acts_while_it_is_read_finds_a_whole_table() -> None:
    run(
        """
        from queshen import QueshenError, variant

        class Acting:
            def __init__(self, table, number, act):
                self.table, self.number, self.act = table, number, act
            def __index__(self):
                self.act(self.table)
                return self.number
            __int__ = __index__

        def step(table):
            if not table.done:
                table.step(list(table.legal(table.to_act[0]))[0])

        def undo(table):
            table.undo(len(table.log))

        for seed in range(60):
            for meddle in (step, undo):
                table = variant("qq").table(seed=seed)
                for _ in range(seed):
                    step(table)
                if table.done:
                    continue
                seat = table.to_act[0]
                number = int(list(table.legal(seat))[-1])
                for attempt in (
                    lambda: table.act(seat, Acting(table, number, meddle)),
                    lambda: table.act(Acting(table, seat, meddle), number),
                    lambda: table.legal(Acting(table, seat, meddle)),
                    lambda: table.undo(Acting(table, 1, meddle)),
                    lambda: table.hand(Acting(table, seat, meddle)),
                ):
                    try:
                        attempt()
                    except (QueshenError, TypeError):
                        pass
                copy = variant("qq").table(seed=seed)
                for who, action in table.log:
                    copy.act(who, action)
                assert copy.digest() == table.digest()
        """
    )


def test_a_text_that_lies_about_itself_is_read_as_it_is() -> None:
    class Lying(str):
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return hash("win")

    table = QQ.table(seed=5)
    legal = table.legal(0)
    for text in ("win", "pung", "discard 5m"):
        try:
            table.act(0, Lying(text))
        except (QueshenError, TypeError):
            continue
        assert table.log[-1][1] in legal
        table.undo()


# ---- set-ups ------------------------------------------------------------------------------------

HAND = ["1m", "4m", "7m", "2p", "5p", "8p", "1s", "4s", "7s", "E", "S", "W", "N"]
WALL = all_tiles(flowers=True)
PLAIN = all_tiles(flowers=False)


class Endless:
    """It says that it can be iterated, and cannot."""

    def __iter__(self) -> Any:
        raise RuntimeError("no")


WRONG_SET_UPS: list[dict[str, Any]] = [
    {},
    {"seed": None},
    {"seed": -1},
    {"seed": 1 << 64},
    {"seed": 1.0},
    {"seed": "7"},
    {"seed": True},
    {"seed": [7]},
    {"seed": 7, "wall": WALL},
    {"seed": 7, "hands": [HAND] * 4},
    {"seed": 7, "draws": [[]] * 4},
    {"seed": 7, "undrawn": [0] * 4},
    {"seed": 7, "round_wind": "C"},
    {"seed": 7, "round_wind": None},
    {"seed": 7, "round_wind": 31},
    {"seed": 7, "round_wind": []},
    {"seed": 7, "round_wind": "east"},
    {"seed": 7, "unknown": 1},
    {"wall": []},
    {"wall": WALL[:-1]},
    {"wall": [*WALL, "1m"]},
    {"wall": WALL * 1000},
    {"wall": ["1m"] * 144},
    {"wall": [*WALL[:-1], "1m"]},
    {"wall": [*WALL[:-1], "春"]},
    {"wall": [*WALL[:-1], "0m"]},
    {"wall": [*WALL[:-1], None]},
    {"wall": [*WALL[:-1], 42]},
    {"wall": [*WALL[:-1], -1]},
    {"wall": [*WALL[:-1], 41.0]},
    {"wall": [*WALL[:-1], [41]]},
    {"wall": [*WALL[:-1], 10**30]},
    {"wall": [*WALL[:-1], "\ud800"]},
    {"wall": "".join(WALL)},
    {"wall": 5},
    {"wall": {}},
    {"wall": WALL, "draws": [[]] * 4},
    {"wall": WALL, "undrawn": [0] * 4},
    {"hands": [HAND] * 4},
    {"hands": [HAND] * 4, "wall": []},
    {"hands": [HAND] * 3, "wall": ["1p"]},
    {"hands": [HAND] * 5, "wall": ["1p"]},
    {"hands": [HAND] * 100_000, "wall": ["1p"]},
    {"hands": [HAND[:-1]] * 4, "wall": ["1p"]},
    {"hands": [[*HAND, "1p"]] * 4, "wall": ["1p"]},
    {"hands": [HAND] * 4, "wall": ["1m"]},
    {"hands": [["1m"] * 13, HAND, HAND, HAND], "wall": ["1p"]},
    {"hands": [["春"] * 13, HAND, HAND, HAND], "wall": ["1p"]},
    {"hands": ["1m" * 13] * 4, "wall": ["1p"]},
    {"hands": "hands", "wall": ["1p"]},
    {"hands": 4, "wall": ["1p"]},
    {"hands": [4] * 4, "wall": ["1p"]},
    {"hands": [HAND] * 4, "wall": "1p"},
    {"hands": [HAND] * 4, "wall": None},
    {"hands": [HAND] * 4, "wall": PLAIN},
    {"hands": [HAND] * 4, "wall": ["9s"] * 1000},
    {"draws": [["1p"], [], [], []]},
    {"undrawn": [1] * 4},
    {"wait_all": True},
]

WRONG_RECORDED: list[dict[str, Any]] = [
    {"draws": [[]] * 4},
    {"draws": [["1p"]]},
    {"draws": [["1p"], [], [], [], []]},
    {"draws": ["1p", "", "", ""]},
    {"draws": [["春"], [], [], []]},
    {"draws": [["1p"] * 5, [], [], []]},
    {"draws": 7},
    {"draws": [["1p"], [], [], []], "wall": ["2p"]},
    {"draws": [["1p"], [], [], []], "undrawn": [1]},
    {"draws": [["1p"], [], [], []], "undrawn": [1] * 5},
    {"draws": [["1p"], [], [], []], "undrawn": [-1] * 4},
    {"draws": [["1p"], [], [], []], "undrawn": [1000] * 4},
    {"draws": [["1p"], [], [], []], "undrawn": [144] * 4},
    {"draws": [["1p"], [], [], []], "undrawn": ["1"] * 4},
    {"draws": [["1p"], [], [], []], "undrawn": 1},
    {"draws": [[], [], [], []], "undrawn": [5] * 4},
]


@pytest.mark.parametrize("rules", [QQ, HUANLE], ids=["qq", "huanle"])
@pytest.mark.parametrize("number", range(len(WRONG_SET_UPS)))
def test_what_is_no_set_up_is_an_error(rules: Rules, number: int) -> None:
    with pytest.raises((QueshenError, TypeError)):
        rules.table(**WRONG_SET_UPS[number])


@pytest.mark.parametrize("number", range(len(WRONG_RECORDED)))
def test_what_is_no_recorded_deal_is_an_error(number: int) -> None:
    with pytest.raises((QueshenError, TypeError)):
        QQ.table(hands=[HAND] * 4, **WRONG_RECORDED[number])


def test_recorded_draws_go_with_no_wildcards_and_no_flowers() -> None:
    draws: list[list[str]] = [["1p"], [], [], []]
    with pytest.raises(TableError):
        HUANLE.table(hands=[HAND] * 4, draws=draws)
    flowers = [["春", *HAND[1:]], HAND, HAND, HAND]
    with pytest.raises(TableError):
        QQ.table(hands=flowers, draws=draws, undrawn=[3] * 4)


def test_an_error_in_what_is_iterated_comes_through() -> None:
    for set_up in ({"wall": Endless()}, {"hands": Endless(), "wall": ["1p"]}):
        with pytest.raises(RuntimeError):
            QQ.table(**set_up)


def test_hands_of_flowers_alone_are_replaced_or_end_the_deal() -> None:
    flowers = list("春夏秋冬梅兰竹菊")
    hands = [[*flowers, *HAND[8:]], HAND, HAND, [*HAND[:8], "C", "C", "F", "F", "P"]]
    table = QQ.table(hands=hands, wall=["9p"] * 4 + ["9s"] * 4 + ["9m"] * 4)
    assert len(table.flowers(0)) == 8 and table.wall_left == 3 and not table.done
    table = QQ.table(hands=hands, wall=["9p", "9s"])
    assert table.done and table.result is not None and table.result.drawn
    assert Table.from_bytes(table.to_bytes()) == table


def test_a_table_is_made_by_rules_or_of_rules() -> None:
    run(
        """
        from types import SimpleNamespace
        from queshen.rules import variant
        from queshen.course import Flow
        from queshen.table import Table

        for wrong in (None, object(), SimpleNamespace(_flow=None), SimpleNamespace(), "qq"):
            for made in (lambda: Table(wrong, seed=1), lambda: Flow(wrong)):
                try:
                    made()
                except (TypeError, ValueError, AttributeError):
                    pass
                else:
                    raise AssertionError(wrong)
        for made in (Table, Flow, lambda: Table.__new__(Table), lambda: Flow.__new__(Flow)):
            try:
                made()
            except TypeError:
                pass
            else:
                raise AssertionError(made)
        table = Table(variant("qq"), seed=1)  # before anybody asked these rules for a table
        assert table.digest() == variant("qq").table(seed=1).digest()
        """
    )


# ---- bytes and pickles --------------------------------------------------------------------------


def some_table(acts: int = 25) -> Table:
    table = HUANLE.table(seed=77)
    while not table.done and len(table.log) < acts:
        table.step(next(iter(table.legal(table.to_act[0]))))
    return table


def refused(data: bytes) -> None:
    with pytest.raises(QueshenError):
        Table.from_bytes(data)


def flipped_bits(bits: range) -> None:
    data = some_table().to_bytes()
    for at in range(len(data)):
        for bit in bits:
            damaged = bytearray(data)
            damaged[at] ^= 1 << bit
            refused(bytes(damaged))


def test_bytes_with_a_flipped_bit_are_an_error() -> None:
    flipped_bits(range(0, 8, 5))  # the last digit, and the case of letters


@pytest.mark.slow
def test_bytes_with_any_flipped_bit_are_an_error() -> None:
    flipped_bits(range(8))


def test_bytes_that_lack_or_repeat_a_byte_are_an_error() -> None:
    data = some_table().to_bytes()
    for at in range(len(data)):
        refused(data[:at])
        if data[at : at + 1] != data[at + 1 : at + 2]:
            refused(data[:at] + data[at + 1 :])
        refused(data[:at] + data[at : at + 1] + data[at:])
        refused(data[:at] + b"\0" + data[at:])


def forged(**changes: Any) -> bytes:
    data = json.loads(some_table().to_bytes())
    for name, value in changes.items():
        part, _, key = name.partition("__")
        if key:
            data[part][key] = value
        else:
            data[part] = value
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


FORGERIES: list[dict[str, Any]] = [
    {"table": 2},
    {"table": None},
    {"table": "1"},
    {"rules": []},
    {"rules": None},
    {"rules": {}},
    {"rules": "huanle"},
    {"rules": {"variant": "qq", "options": {}}},
    {"rules": {"variant": "chess", "options": {}}},
    {"rules": {"variant": 5}},
    {"rules__options": []},
    {"rules__options": {"room": []}},
    {"rules__fans": {}},
    {"rules__fans": 7},
    {"key": "huanle-000000000000"},
    {"key": None},
    {"set_up": []},
    {"set_up": 5},
    {"set_up": {"seed": 77}},
    {"set_up": {"seed": "77"}},
    {"set_up": {"wall": 5}},
    {"set_up": {"wall": WALL[:50]}},
    {"set_up": {"hands": 3, "wall": ["1p"]}},
    {"set_up": {"hands": [3, 4], "wall": ["1p"]}},
    {"set_up": {"hands": [HAND] * 4, "draws": 3}},
    {"set_up": {"hands": [HAND] * 4, "draws": [["1p"], [], [], []], "undrawn": 3}},
    {"set_up__seed": 78},
    {"set_up__seed": None},
    {"set_up__round_wind": "S"},
    {"set_up__round_wind": {}},
    {"set_up__wait_all": "no"},
    {"set_up__self": 1},
    {"set_up__rules": "qq"},
    {"acts": ""},
    {"acts": "00"},
    {"acts": "zz"},
    {"acts": None},
    {"acts": []},
    {"acts": "ff" * 10},
    {"acts": "0091" * 2},
    {"acts": "0000" * 100_000},
    {"digest": "0" * 16},
    {"digest": None},
    {"digest": 0},
    {"more": 1},
]


@pytest.mark.parametrize("changes", FORGERIES, ids=lambda each: json.dumps(each)[:40])
def test_forged_bytes_are_an_error(changes: dict[str, Any]) -> None:
    refused(forged(**changes))


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"null", b"1", b"\xff\xfe", b"[" * 100_000, b'{"table":1}', b"9" * 9999],
)
def test_bytes_of_something_else_are_an_error(data: bytes) -> None:
    refused(data)


@pytest.mark.parametrize("data", [None, "text", 5, [1, 2], object()])
def test_a_table_is_read_from_bytes(data: Any) -> None:
    with pytest.raises(TypeError):
        Table.from_bytes(data)


def test_a_forged_pickle_is_an_error() -> None:
    table = some_table()
    again, (data, definition) = table.__reduce__()
    assert again(data, definition) == table
    for wrong in (b"", data[:-1], data.replace(b"77", b"78"), None, 5):
        with pytest.raises((QueshenError, TypeError)):
            again(wrong, definition)
    with pytest.raises((QueshenError, TypeError, AttributeError)):
        again(data, QQ.definition)
    for wrong in (5, "huanle", object()):
        with pytest.raises((QueshenError, TypeError, AttributeError)):
            again(data, wrong)


def test_a_damaged_pickle_is_an_error_or_the_same_table() -> None:
    """Where pickle itself reads something else, that is not ours to judge; it must not crash."""
    run(
        """
        import pickle, random
        from queshen import variant
        from queshen.table import Table

        table = variant("qq").table(seed=3)
        data = pickle.dumps(table)
        start = data.index(b'{"table"')
        end = data.index(b"}", data.index(b'"digest"')) + 1
        for at in range(start, end):
            damaged = bytearray(data)
            damaged[at] ^= 1 << at % 8
            try:
                again = pickle.loads(bytes(damaged))
            except Exception:
                continue
            raise AssertionError(at)
        """
    )


def test_a_table_has_no_state_that_could_be_set() -> None:
    table = some_table()
    assert not hasattr(table, "__setstate__") and not hasattr(table, "__dict__")
    for name in ("deal", "rules", "turn", "acts", "log", "set_up"):
        with pytest.raises(AttributeError):
            setattr(table, name, None)
    for copied in (copy.copy(table), copy.deepcopy(table)):
        assert copied == table and copied is not table
        copied.undo()
        assert copied != table


# ---- games of one's own -------------------------------------------------------------------------


def own(flow: Callable[[Any], Any], hands: HandRules | None = None) -> Rules:
    given = hands or HandRules(shapes=Shape.STANDARD, minimum=0)
    definition = replace(
        QQ.definition,
        id="own",
        zh="自己",
        pinyin="own",
        aliases=(),
        flow=flow,
        hands=lambda _: given,
    )
    return Rules(definition)


def play_through(rules: Rules, seed: int) -> Table:
    rng = random.Random(seed)
    table = rules.table(seed=seed)
    first = table.digest()
    while not table.done:
        assert len(table.log) < 3000
        seat = table.to_act[0]
        legal = list(table.legal(seat))
        table.step("win" if "win" in table.legal(seat) else rng.choice(legal))
        held = sum(
            sum(table.hand(each).counts)
            + table.hand(each).wild
            + sum(len(meld.kinds) for meld in table.melds(each))
            + len(table.flowers(each))
            for each in range(table.seats)
        )
        left = sum(claimed is None for *_, claimed in table.river)
        result = table.result
        taken = result is not None and bool(result.wins) and not result.wins[0].self_draw
        if result is None or not result.wins:
            assert held + left + taken + table.wall_left == rules.flow.tiles - rules.flow.dead_wall
    again = Table.from_bytes(table.to_bytes(), rules.definition)
    assert again == table and again.result == table.result
    table.undo(len(table.log))
    assert table.digest() == first
    return again


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("sets", [1, 2, 4, 5])
def test_games_of_two_four_and_six_seats_and_of_small_and_large_hands(
    seats: int, sets: int
) -> None:
    copies = (4,) * 34 + (1,) * 8
    rules = own(
        lambda _: FlowRules(seats=seats, copies=copies, multi_win="all"),
        HandRules(shapes=Shape.STANDARD, sets=sets, minimum=0),
    )
    ended = [play_through(rules, seed) for seed in range(15)]
    assert {table.seats for table in ended} == {seats}
    for table in ended:
        assert table.hand(seats - 1).sets == sets
        with pytest.raises(QueshenError):
            table.legal(seats)
    rows = play_deals(rules, ["random"] * seats, 1, 0, 200)
    assert (rows["acts"] > 0).all()


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": 2, "copies": (4,) * 18 + (0,) * 24},
        {"dead_wall": 14, "replacement_from": "tail"},
        {"replacement_from": "head", "copies": (4,) * 34 + (1,) * 8},
        {"chow": "nobody", "rob_added_kong": "no"},
        {"discard_win": False},
        {"claims_on_last": "any"},
        {"multi_win": "all", "seats": 6, "copies": (4,) * 34 + (1,) * 8},
        {"dead_wall": 136 - 53},
        {"bird": "tail"},
        {"copies": (2,) * 27 + (0,) * 15},
    ],
    ids=str,
)
def test_other_courses_of_a_deal_run_to_their_ends(changes: dict[str, Any]) -> None:
    rules = own(lambda _: FlowRules(**changes))
    for seed in range(15):
        table = play_through(rules, seed)
        if changes.get("discard_win") is False and table.result is not None:
            assert all(win.self_draw or win.flags for win in table.result.wins)
        if changes.get("chow") == "nobody":
            assert not any(meld.type == "chow" for seat in range(4) for meld in table.melds(seat))


PAIRS = [tile for tile in ("1m", "3m", "5m", "7m", "9m", "1p") for _ in range(2)]


@pytest.mark.parametrize(
    ("shape", "sets", "hand"),
    [
        (Shape.SEVEN_PAIRS, 4, [*PAIRS, "E"]),
        (Shape.DISTINCT_PAIRS, 4, [*PAIRS, "E"]),
        (Shape.EIGHT_PAIRS, 5, [*PAIRS, "1s", "1s", "1s", "E"]),
        (Shape.THIRTEEN_ORPHANS, 4, ["1m", "9m", "1p", "9p", "1s", "9s", *"ESWNCFP"]),
    ],
    ids=str,
)
def test_hands_of_every_shape_win_at_the_table(shape: Shape, sets: int, hand: list[str]) -> None:
    rest = list((Counter(PLAIN) - Counter([*hand, "E", "9p"])).elements())
    size = 3 * sets + 1
    hands = [hand, *[rest[at : at + size] for at in (0, size, 2 * size)]]
    for shapes, wins in ((shape, True), (shape | Shape.STANDARD, True), (Shape.STANDARD, False)):
        rules = own(lambda _: FlowRules(), HandRules(shapes=shapes, sets=sets, minimum=0))
        table = rules.table(hands=hands, wall=["E", "9p"])
        assert ("win" in table.legal(0)) is wins
        if wins:
            table.act(0, "win")
            assert table.result is not None and table.result.wins[0].seat == 0


@pytest.mark.parametrize(("sets", "claims"), [("any", {"chow low", "pung"}), ("pung", {"pung"})])
def test_the_last_discard_may_be_claimed_by_option(sets: Any, claims: set[str]) -> None:
    rules = own(lambda _: FlowRules(claims_on_last=sets))
    idle = HAND
    hands = [["5m", "4m", *idle[2:]], ["5m", "5m", "6m", "7m", *idle[4:]], idle, idle]
    table = rules.table(hands=hands, wall=["9p"])
    table.act(0, "discard 5m")
    assert {str(action) for action in table.legal(1)} == {*claims, "pass"}
    table.act(1, "pung")
    table.act(1, "discard E")
    assert table.done


def test_a_dead_wall_is_not_drawn() -> None:
    rules = own(lambda _: FlowRules(dead_wall=14))
    table = rules.table(seed=1)
    assert table.wall_left == 136 - 53 - 14
    while not table.done:
        legal = table.legal(table.to_act[0])
        table.step(PASS if PASS in legal else next(iter(legal)))
    assert table.wall_left == 0


def test_replacements_from_the_head_by_option() -> None:
    copies = (4,) * 34 + (1,) * 8
    rules = own(lambda _: FlowRules(replacement_from="head", copies=copies))
    hands = [["9s"] * 4 + HAND[:9], HAND, HAND, HAND]
    table = rules.table(hands=hands, wall=["1p", "3p", "春", "6p", "6p", "6p"])
    table.act(0, "concealed kong 9s")
    assert "discard 3p" in table.legal(0)
    table.act(0, "discard 3p")
    assert table.flowers(1) == (34,) and "discard 6p" in table.legal(1)


@pytest.mark.parametrize(
    "changes",
    [
        {"copies": (0,) * 42},
        {"copies": (1,) * 34 + (0,) * 8},
        {"copies": (0,) * 34 + (1,) * 8},
        {"dead_wall": 144},
        {"dead_wall": 136 - 52},
        {"seats": 6, "copies": (2,) * 34 + (0,) * 8},
    ],
    ids=str,
)
def test_a_game_with_too_few_tiles_has_no_table(changes: dict[str, Any]) -> None:
    with pytest.raises(QueshenError):
        own(lambda _: FlowRules(**changes)).table(seed=1)


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": 3},
        {"seats": 0},
        {"seats": -4},
        {"seats": "4"},
        {"seats": None},
        {"copies": ()},
        {"copies": (5,) * 42},
        {"copies": (4,) * 42},
        {"copies": (-1,) + (4,) * 41},
        {"copies": (4,) * 1000},
        {"copies": (4.0,) * 34 + (0,) * 8},
        {"copies": 5},
        {"copies": None},
        {"dead_wall": -1},
        {"dead_wall": 1000},
        {"dead_wall": "14"},
        {"dead_wall": None},
        {"indicator": "middle"},
        {"chow": True},
        {"bird": None},
        {"multi_win": 2},
        {"replacement_from": ["tail"]},
        {"multi_rob": "each"},
        {"missed_wins": True},
        {"missed_until": None},
        {"claims_on_last": True},
        {"first_turn": ("dealers",)},
        {"first_turn_after_kong": (1,)},
        {"replacement_liability": "always"},
        {"liabilities": (7,)},
        {"liabilities": 5 * (Liability(sets=4),)},
        {"liability_conflict": "second"},
        {"horses": 5},
        {"horses": -1},
        {"horses": 1, "copies": (4,) * 34 + (1,) * 8},
    ],
    ids=str,
)
def test_what_is_no_course_of_a_deal_is_an_error(changes: dict[str, Any]) -> None:
    with pytest.raises((RulesError, TypeError)):
        FlowRules(**changes)


@pytest.mark.parametrize(
    "given",
    [{"sets": 0}, {"sets": 6}, {"sets": 4, "kinds": (34,)}, {"sets": 4, "unclaimed": True}],
    ids=str,
)
def test_what_is_no_liability_is_an_error(given: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        Liability(**given)


def test_a_forged_course_of_a_deal_never_crashes() -> None:
    run(
        """
        from dataclasses import replace
        from types import SimpleNamespace
        from queshen.flow import FlowRules, Liability
        from queshen.rules import Rules, variant

        plain = FlowRules()
        fields = {name: getattr(plain, name) for name in plain.__dataclass_fields__}

        def spoiled(name, value):
            flow = FlowRules()
            object.__setattr__(flow, name, value)
            return flow

        for name, value in [
            ("copies", [4] * 200_000), ("copies", (200,) * 42), ("copies", (-1,) * 42),
            ("copies", ()), ("copies", None), ("seats", 2_000_000), ("seats", -4), ("seats", 1),
            ("seats", 4.5), ("seats", None), ("dead_wall", -1000), ("dead_wall", 1 << 40),
            ("dead_wall", None), ("indicator", "middle"), ("bird", 7), ("horses", 200),
            ("horses", -1), ("liabilities", 9 * (Liability(sets=4),)), ("liabilities", (7,)),
            ("first_turn", ("x",)), ("liability_conflict", 1), ("missed_wins", 1),
        ]:
            for flow in (
                SimpleNamespace(**{**fields, name: value}, tiles=136), spoiled(name, value), value
            ):
                definition = replace(variant("qq").definition, id="own", flow=lambda _: flow)
                try:
                    table = Rules(definition).table(seed=1)
                except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
                    continue
                table.hand(0)
        """
    )


# ---- many deals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        (QQ, [], 1, 0, 1),
        (QQ, ["random"] * 3, 1, 0, 1),
        (QQ, ["random"] * 5, 1, 0, 1),
        (QQ, ["nobody"] * 4, 1, 0, 1),
        (QQ, [None] * 4, 1, 0, 1),
        (QQ, [["random"]] * 4, 1, 0, 1),
        (QQ, None, 1, 0, 1),
        (QQ, ["random"] * 4, -1, 0, 1),
        (QQ, ["random"] * 4, 1 << 64, 0, 1),
        (QQ, ["random"] * 4, 1.0, 0, 1),
        (QQ, ["random"] * 4, None, 0, 1),
        (QQ, ["random"] * 4, 1, None, 1),
        (QQ, ["random"] * 4, 1, "0", 1),
        (QQ, ["random"] * 4, 1, 0, -1),
        (QQ, ["random"] * 4, 1, 0, 1.5),
        (QQ, ["random"] * 4, 1, 1 << 80, 1),
        (QQ, ["random"] * 4, 1, 0, 1 << 80),
        (QQ, ["random"] * 4, 1, -1, 1),
        (None, ["random"] * 4, 1, 0, 1),
        ("qq", ["random"] * 4, 1, 0, 1),
        (5, ["random"] * 4, 1, 0, 1),
    ],
    ids=lambda each: repr(each)[:40],
)
def test_deals_that_cannot_be_played_are_an_error(given: Any) -> None:
    with pytest.raises((QueshenError, TypeError)):
        play_deals(*given)


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(3),
        np.zeros(2, dtype=np.uint8),
        np.zeros((2, 2)),
        [0, 0],
        b"00",
        "out",
    ],
    ids=lambda each: repr(each)[:40],
)
def test_results_go_into_rows_of_results_only(out: Any) -> None:
    with pytest.raises((QueshenError, TypeError)):
        play_deals(QQ, ["random"] * 4, 1, 0, 2, out)


def test_results_go_into_the_rows_that_are_given() -> None:
    rows = play_deals(QQ, ["random"] * 4, 1, 0, 5)
    into = np.zeros_like(rows)
    assert play_deals(QQ, ["random"] * 4, 1, 0, 5, into) is into
    assert np.array_equal(rows, into)
    for wrong in (into[:4], into[::2], np.zeros(9, rows.dtype)):
        with pytest.raises((QueshenError, TypeError)):
            play_deals(QQ, ["random"] * 4, 1, 0, 5, wrong)
    into.flags.writeable = False
    with pytest.raises((QueshenError, TypeError)):
        play_deals(QQ, ["random"] * 4, 1, 0, 5, into)


# ---- threads ------------------------------------------------------------------------------------


def test_eight_threads_at_one_table_never_crash() -> None:
    run(
        """
        import random, sys, threading, time
        from queshen import QueshenError, variant
        from queshen.table import Table

        sys.setswitchinterval(1e-5)
        rules = variant("huanle")
        table = rules.table(seed=1)
        until = time.monotonic() + 3
        strange = []

        def play(number):
            rng = random.Random(number)
            while time.monotonic() < until:
                try:
                    what = rng.randrange(12)
                    if what < 6 and not table.done:
                        seat = table.to_act[0]
                        table.act(seat, rng.choice(list(table.legal(seat))))
                    elif what == 6:
                        table.undo(rng.randrange(4))
                    elif what == 7:
                        Table.from_bytes(table.to_bytes())
                    elif what == 8:
                        table.clone().digest(), table.events, table.log, table.result
                    elif what == 9:
                        [table.hand(seat) for seat in range(4)], table.river
                    elif what == 10:
                        [table.view(seat) for seat in range(4)]
                    elif table.done:
                        table.undo(len(table.log) // 2)
                except (QueshenError, IndexError):
                    pass
                except Exception as error:
                    strange.append(repr(error))
                    return

        workers = [threading.Thread(target=play, args=(number,)) for number in range(8)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert not strange, strange
        # what is left is a deal that can be played
        again = rules.table(**table.set_up)
        for seat, action in table.log:
            again.act(seat, action)
        assert again.digest() == table.digest()
        """
    )


def test_threads_with_tables_of_their_own_play_the_same_deals() -> None:
    run(
        """
        import threading
        from queshen import variant
        from queshen.table import play_deals

        rules = variant("huanle")
        expected = play_deals(rules, ["greedy"] * 4, 5, 0, 400).tobytes()
        heard = []
        workers = [
            threading.Thread(
                target=lambda: heard.append(play_deals(rules, ["greedy"] * 4, 5, 0, 400).tobytes())
            )
            for _ in range(8)
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert heard == [expected] * 8
        """
    )


def test_a_table_is_not_changed_by_what_it_hands_out() -> None:
    table = some_table()
    digest = table.digest()
    table.set_up.clear()
    list(table.log).clear()
    list(table.river).clear()
    assert table.digest() == digest and table.set_up["seed"] == 77
    assert Table.from_bytes(table.to_bytes()) == table


def test_pickles_of_other_objects_at_the_table() -> None:
    table = some_table()
    for each in (table.log, table.events, table.river, table.legal(0), table.result, table.rules):
        assert pickle.loads(pickle.dumps(each)) == each
    assert isinstance(Flow, type) and len(KINDS) == 34 and len(shuffled(1, True)) == 144
