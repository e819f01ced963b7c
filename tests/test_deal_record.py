"""Records of deals: they come back as they were written, and damage never gives another deal."""

from __future__ import annotations

import copy
import dataclasses
import io
import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import queshen
from queshen.actions import Action
from queshen.errors import RecordError
from queshen.fans import Fan, FanTable
from queshen.record import DealRecord, read_record, read_records, write_record
from queshen.rules import Definition, HandRules, Rules, variant
from queshen.settlement import winner_base
from queshen.shapes import Shape
from queshen.table import Table

VARIANTS = {
    "guobiao": variant("guobiao"),
    "guobiao without flowers": variant("guobiao", flowers=False, min_fan=0),
    "huanle": variant("huanle"),
    "huopin": variant("huopin", multi_win="all"),
    "qq": variant("qq"),
}
every_variant = pytest.mark.parametrize("name", VARIANTS)


OWN = Definition(
    id="house",
    zh="自家麻将",
    en="House game",
    pinyin="zijia majiang",
    table=lambda options: FanTable(
        fans=(Fan(id="any", zh="和", en="a win", value=1, when="suits >= 0"),)
    ),
    hands=lambda options: HandRules(shapes=Shape.STANDARD),
    settle=winner_base,
)
HOUSE = Rules(OWN)


def played(rules: Rules, seed: int, /, acts: int = 1000, **set_up: Any) -> Table:
    """A deal in which everybody wins when possible and otherwise does anything legal."""
    table = rules.table(**(set_up or {"seed": seed}))
    choices = random.Random(seed)
    while not table.done and len(table.log) < acts:
        legal = table.legal(table.to_act[0])
        table.step("win" if "win" in legal else choices.choice(list(legal)))
    return table


def refused(lines: Any, definition: Definition | None = None, **how: Any) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(lines, definition, **how)
    return caught.value


RECORD = DealRecord.of(played(HOUSE, 3))
LINES = list(RECORD.lines())
SHORT = DealRecord.of(played(HOUSE, 3, acts=35))


def test_the_deals_of_these_tests_are_long_enough_and_won() -> None:
    assert len(RECORD) > 48
    assert RECORD.result is not None
    assert SHORT.result is None


# What is written comes back


@every_variant
@pytest.mark.parametrize("seed", range(8))
def test_a_record_comes_back_from_its_lines(name: str, seed: int) -> None:
    table = played(VARIANTS[name], seed)
    record = DealRecord.of(table)
    again = read_record(record.lines())
    assert again == record
    assert hash(again) == hash(record)
    assert again.result == table.result
    assert again.replay() == table
    assert again.replay().digest() == table.digest() == again.digest
    assert list(again.lines()) == list(record.lines())


@every_variant
@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**64 - 1), acts=st.integers(0, 150), wait_all=st.booleans())
def test_any_moment_of_a_deal_is_a_record(name: str, seed: int, acts: int, wait_all: bool) -> None:
    table = played(VARIANTS[name], seed, acts, seed=seed, wait_all=wait_all, round_wind="W")
    record = DealRecord.of(table)
    assert DealRecord(record.rules, record.set_up, record.acts) == record
    assert record.replay() == table
    for event, state in enumerate(record.tables()):
        assert state.log == table.log[:event]
        if event % 10 == 0:
            assert record.replay(event).digest() == state.digest()
    assert event == len(record) == len(table.log)


def test_given_walls_and_hands_are_kept() -> None:
    tiles = [kind for kind in range(34) for _ in range(4)]
    random.Random(1).shuffle(tiles)
    hands = [tiles[13 * seat : 13 * seat + 13] for seat in range(4)]
    draws = [tiles[52 + 21 * seat : 52 + 21 * seat + 21] for seat in range(4)]
    ways: list[dict[str, Any]] = [
        {"wall": tiles},
        {"hands": hands, "wall": tiles[52:]},
        {"hands": hands, "draws": draws},
        {"hands": hands, "draws": draws, "undrawn": [0, 0, 0, 0]},
        {"hands": hands, "draws": [draw[:9] for draw in draws], "undrawn": [12] * 4},
    ]
    for way in ways:
        table = played(HOUSE, 1, **way)
        record = read_record(DealRecord.of(table).lines(), OWN)
        assert record.replay() == table


def test_tables_go_their_own_ways() -> None:
    first, second, *_ = RECORD.tables()
    before = second.digest()
    first.act(*RECORD.acts[0])
    assert first == second
    second.undo()
    assert first.digest() == before


def test_a_table_is_rebuilt_at_any_event() -> None:
    assert RECORD.replay(0) == HOUSE.table(seed=3)
    assert RECORD.replay(len(RECORD)).done
    for wrong in (-1, len(RECORD) + 1):
        with pytest.raises(RecordError, match="expected 0 to") as caught:
            RECORD.replay(wrong)
        assert caught.value.event == wrong
    with pytest.raises(TypeError):
        RECORD.replay("3")  # type: ignore[arg-type]


def test_records_are_values() -> None:
    record = DealRecord.of(played(VARIANTS["huanle"], 4))
    again = pickle.loads(pickle.dumps(record))
    assert again == record == copy.deepcopy(record)
    assert hash(again) == hash(record)
    assert DealRecord.of(played(HOUSE, 4)) != RECORD != SHORT
    assert (RECORD == 1) is False
    with pytest.raises(dataclasses.FrozenInstanceError):
        RECORD.digest = "0"  # type: ignore[misc]
    with pytest.raises(TypeError):
        RECORD.set_up["seed"] = 4  # type: ignore[index]


def test_the_repr_builds_the_record_again() -> None:
    record = DealRecord.of(played(VARIANTS["huanle"], 2, acts=5))
    names = {"DealRecord": DealRecord, "variant": variant, "Action": Action}
    assert eval(repr(record), names) == record


@pytest.mark.parametrize("record", [RECORD, SHORT], ids=["over", "not over"])
def test_files_paths_and_tables_do(record: DealRecord, tmp_path: Path) -> None:
    path = tmp_path / "deal.jsonl"
    for source in (record, record.replay()):
        write_record(source, path)
        assert read_record(path, OWN) == record
        assert read_record(str(path), OWN) == record
        stream = io.StringIO()
        write_record(source, stream)
        assert stream.getvalue() == path.read_text(encoding="utf-8")
    assert read_record(path.read_bytes().splitlines(), OWN) == record


def test_a_file_holds_any_number_of_records(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    records = [DealRecord.of(played(HOUSE, seed, acts=20)) for seed in range(5)]
    with open(path, "w", encoding="utf-8") as file:
        for record in records:
            write_record(record, file)
            file.write("\n")
    assert list(read_records(path, OWN)) == records
    assert list(read_records([])) == []
    assert "several records, expected one" in str(refused(path, OWN))
    assert str(refused([])) == "no record, expected one"


def test_records_of_several_games_in_one_file() -> None:
    records = [DealRecord.of(played(rules, 1, acts=20)) for rules in VARIANTS.values()]
    assert list(read_records([line for each in records for line in each.lines()])) == records


def test_a_line_of_another_sort_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="int"):
        read_record(b"{}")  # type: ignore[arg-type]


# The layout, so that other programs can read it


def test_the_lines_are_what_is_documented() -> None:
    head, *acts, end = map(json.loads, LINES)
    assert head == {
        "record": 1,
        "engine": queshen.__version__,
        "key": HOUSE.key,
        "rules": HOUSE.to_dict(),
        "digest": HOUSE.table(seed=3).digest(),
        "seed": 3,
        "round_wind": "E",
        "wait_all": False,
    }
    for number, ((seat, action), said) in enumerate(zip(RECORD.acts, acts, strict=True), 1):
        assert (said["s"], said["a"]) == (seat, str(action))
        assert ("d" in said) == (number % 16 == 0)
    assert RECORD.result is not None
    assert end["result"] == RECORD.result.to_dict()
    assert (end["acts"], end["d"]) == (len(RECORD), RECORD.digest)


# What is refused


def test_an_illegal_act_is_named() -> None:
    with pytest.raises(RecordError, match=r"^event 1: it is the turn|^event 1: seat") as caught:
        DealRecord(HOUSE, {"seed": 3}, [RECORD.acts[0], (0, Action.parse("pung"))])
    assert caught.value.event == 1


@pytest.mark.parametrize(
    "set_up", [{}, {"seed": -1}, {"seed": "3"}, {"seed": 3, "wall": []}, {"sead": 3}, {"wall": 7}]
)
def test_a_set_up_that_is_none_is_refused(set_up: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match=r"^no table of house is set up so: "):
        DealRecord(HOUSE, set_up)


def outcome(data: bytes | str) -> DealRecord | RecordError:
    lines = data.splitlines() if isinstance(data, bytes) else data.split("\n")
    try:
        return read_record(lines, OWN)
    except RecordError as error:
        return error


def check_damage(data: bytes | str, record: DealRecord) -> None:
    """Either nothing has changed or an error says where."""
    found = outcome(data)
    if isinstance(found, DealRecord):
        assert found == record
        return
    text = data if isinstance(data, str) else data.decode(errors="replace")
    # Empty lines are no damage: the head may stand in a later one.
    head = next((number for number, line in enumerate(text.split("\n"), 1) if line.strip()), 1)
    places = (found.event is not None, f"line {head}: " in str(found), "no record" in str(found))
    assert any(places), found
    if found.event is not None:
        assert f"event {found.event}: " in str(found)
        assert 0 <= found.event <= len(record) + 1


def test_a_record_cut_at_any_byte_is_refused() -> None:
    whole = "".join([line + "\n" for line in SHORT.lines()]).encode()
    for length in range(len(whole) - 1):
        error = outcome(whole[:length])
        assert isinstance(error, RecordError), length
        check_damage(whole[:length], SHORT)
    assert outcome(whole[:-1]) == SHORT


def test_a_record_cut_at_a_line_names_the_event_that_is_missing() -> None:
    for length in range(1, len(LINES)):
        error = refused(LINES[:length], OWN)
        assert error.event == length - 1
        assert str(error).startswith(f"event {length - 1}: the record ends")


def test_lines_left_out_doubled_or_swapped_are_noticed() -> None:
    for at in range(len(LINES)):
        check_damage("\n".join(LINES[:at] + LINES[at + 1 :]), RECORD)
        assert isinstance(outcome("\n".join(LINES[:at] + LINES[at + 1 :])), RecordError)
        assert isinstance(outcome("\n".join(LINES[: at + 1] + LINES[at:])), RecordError)
        if at:
            swapped = [*LINES[: at - 1], LINES[at], LINES[at - 1], *LINES[at + 1 :]]
            assert isinstance(outcome("\n".join(swapped)), RecordError)


def test_another_legal_act_is_noticed_within_sixteen_events() -> None:
    for event, table in enumerate(RECORD.tables()):
        if event == len(RECORD):
            break
        seat, action = RECORD.acts[event]
        for other in table.legal(seat):
            if other == action:
                continue
            lines = list(LINES)
            said = json.loads(lines[event + 1]) | {"a": str(other)}
            lines[event + 1] = json.dumps(said)
            error = refused(lines, OWN)
            assert error.event is not None
            assert event <= error.event <= event // 16 * 16 + 16


def test_answers_in_another_order_are_another_record() -> None:
    """Where two pass on a tile, their order changes no state; the checksum sees it."""
    acts = RECORD.acts
    pairs = [
        at
        for at in range(1, len(acts))
        if str(acts[at - 1][1]) == str(acts[at][1]) == "pass" and acts[at - 1][0] != acts[at][0]
    ]
    lines = list(LINES)
    for at in pairs:
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
        assert isinstance(outcome("\n".join(lines)), RecordError)
        lines = list(LINES)


def test_another_seed_is_noticed_at_once() -> None:
    head = json.loads(LINES[0]) | {"seed": 4}
    error = refused([json.dumps(head), *LINES[1:]], OWN)
    assert "line 1: digest" in str(error)
    assert "of the set-up" in str(error)


def test_an_empty_line_before_a_damaged_head_moves_its_number() -> None:
    text = "\n".join(SHORT.lines())
    error = outcome("\n" + text[1:])
    assert isinstance(error, RecordError) and str(error).startswith("line 2: not JSON")
    assert outcome("\n\n" + text) == SHORT


@settings(deadline=None, max_examples=400)
@given(st.data())
def test_a_changed_character_gives_the_same_record_or_an_error(data: st.DataObject) -> None:
    text = "\n".join(SHORT.lines())
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.sampled_from([*'0123456789abcdef"{}[],:-. \n\\é', ""]))
    check_damage(text[:at] + new + text[at + 1 :], SHORT)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["5m", "E", "W", "discard 5m", "pass", "house", HOUSE.key]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@settings(deadline=None, max_examples=400)
@given(st.data())
def test_a_changed_value_gives_the_same_record_or_an_error(data: st.DataObject) -> None:
    lines = list(SHORT.lines())
    number = data.draw(st.integers(0, len(lines) - 1))
    said = json.loads(lines[number])
    keys = [*said, "wall", "hands", "draws", "undrawn", "self", "definition", "a", "result"]
    said[data.draw(st.sampled_from(keys))] = data.draw(values)
    lines[number] = json.dumps(said)
    check_damage("\n".join(lines), SHORT)


# Records from elsewhere


def with_head(**changes: Any) -> list[str]:
    return [json.dumps(json.loads(LINES[0]) | changes), *LINES[1:]]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"record": 2}, "a record of layout 2, expected 1"),
        ({"record": True}, "a record of layout True, expected 1"),
        ({"engine": "9.9"}, f"a record of engine '9.9', expected {queshen.__version__}"),
        ({"engine": None}, "engine None, expected a text"),
        ({"key": "house-000000000000"}, f"'house-000000000000', expected {HOUSE.key}"),
        ({"rules": {"variant": "other"}}, "rules that are not known here: rules of 'other'"),
        ({"rules": None}, "rules that are not known here"),
        ({"rules": {"variant": "house", "options": {"x": 1}}}, "no option of house is called 'x'"),
        ({"digest": "0"}, "digest '0' of the set-up, expected "),
    ],
)
def test_a_record_from_elsewhere_says_so(changes: dict[str, Any], expected: str) -> None:
    error = refused(with_head(**changes), OWN)
    assert str(error).startswith("line 1: ")
    assert expected in str(error)


def test_rules_that_changed_since_have_another_key() -> None:
    head = json.loads(next(DealRecord.of(played(VARIANTS["qq"], 1)).lines()))
    head["rules"]["options"]["room"] = "8fan"
    error = refused([json.dumps(head)])
    assert f"rules with the key '{VARIANTS['qq'].key}', expected qq-" in str(error)


def test_another_engine_is_read_on_demand_and_checked_all_the_same() -> None:
    other = DealRecord(HOUSE, RECORD.set_up, RECORD.acts, engine="0.0.1")
    lines = list(other.lines())
    assert "engine '0.0.1'" in str(refused(lines, OWN))
    again = read_record(lines, OWN, any_engine=True)
    assert again == other != RECORD
    assert again.engine == "0.0.1"
    del lines[5]
    assert refused(lines, OWN, any_engine=True).event is not None


def test_a_game_of_ones_own_needs_its_definition() -> None:
    error = refused(LINES)
    assert "rules that are not known here: no game is called 'house'" in str(error)
    assert read_record(LINES, OWN) == RECORD


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda end: end.update(acts=3), "3 acts, expected "),
        (lambda end: end.update(d="0"), "digest '0' at the end, expected"),
        (lambda end: end.update(result=None), "result None, expected"),
        (lambda end: end["result"].update(streak=2), "result {'wins'"),
        (lambda end: end.update(checksum="0"), "checksum '0', expected"),
        (lambda end: end.update(note="x"), 'key "note", expected only'),
        (lambda end: end.pop("d"), "no key 'd', expected the end of a record"),
    ],
)
def test_an_end_that_does_not_follow_is_refused(
    change: Callable[[Any], Any], expected: str
) -> None:
    end = json.loads(LINES[-1])
    change(end)
    error = refused([*LINES[:-1], json.dumps(end)], OWN)
    assert error.event == len(RECORD)
    assert expected in str(error)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"s": 4, "a": "pass"}, "seat 4, expected 0 to 3"),
        ({"s": True, "a": "pass"}, "seat true, expected a whole number"),
        ({"s": 0, "a": 7}, "action 7, expected a text"),
        ({"s": 0, "a": "throw"}, "expected an action such as"),
        ({"s": 0, "a": "pass"}, "seat 0 may not pass"),
        ({"s": 0, "a": "pass", "d": "0"}, 'key "d", expected only s, a'),
        ({"a": "pass"}, "no key 's'"),
        ({"s": 0}, "expected an act or the result"),
        ([], "expected an act or the result"),
    ],
)
def test_a_line_that_is_no_act_is_refused(said: Any, expected: str) -> None:
    error = refused([LINES[0], json.dumps(said)], OWN)
    assert str(error).startswith("line 2: event 0: ")
    assert error.event == 0
    assert expected in str(error)


def test_a_digest_left_out_is_noticed() -> None:
    lines = list(LINES)
    said = json.loads(lines[16])
    del said["d"]
    lines[16] = json.dumps(said)
    error = refused(lines, OWN)
    assert error.event == 15
    assert "no key 'd'" in str(error)
