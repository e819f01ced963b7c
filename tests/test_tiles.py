"""Kinds, their names, and melds."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from queshen.errors import HandError, NotationError, QueshenError
from queshen.tiles import FLOWER_COUNT, KIND_COUNT, TILE_NAMES, Meld, MeldType, kind, name

SPELLED = (
    "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s E S W N C F P"
)
KIND_NAMES = SPELLED.split()
CHOW_STARTS = [k for k in range(27) if k % 9 <= 6]
ALL_MELDS = [
    Meld(type_, k)
    for type_ in MeldType
    for k in (CHOW_STARTS if type_ is MeldType.CHOW else range(KIND_COUNT))
]


def test_kinds_are_numbered_by_suit_then_winds_then_dragons() -> None:
    assert KIND_COUNT == len(KIND_NAMES) == 34
    assert [kind(text) for text in KIND_NAMES] == list(range(34))
    assert [name(k) for k in range(34)] == KIND_NAMES


def test_flowers_have_names_but_are_no_kinds() -> None:
    assert "".join(name(k) for k in range(34, 42)) == "春夏秋冬梅兰竹菊"
    assert len(TILE_NAMES) == KIND_COUNT + FLOWER_COUNT == 42
    for flower in TILE_NAMES[34:]:
        with pytest.raises(NotationError):
            kind(flower)


def test_a_number_is_its_own_kind() -> None:
    assert [kind(k) for k in range(34)] == list(range(34))
    small: Any = np.uint8(33)
    assert kind(small) == 33 and type(kind(small)) is int
    assert name(small) == "P"


@pytest.mark.parametrize("number", [-1, 34, 41, 10**30])
def test_a_number_outside_of_the_kinds_is_refused(number: int) -> None:
    with pytest.raises(NotationError, match="a kind from 0 to 33") as caught:
        kind(number)
    assert caught.value.value == str(number)


@pytest.mark.parametrize("number", [-1, 42, -34])
def test_a_number_without_a_name_is_refused(number: int) -> None:
    with pytest.raises(NotationError, match="a kind from 0 to 41"):
        name(number)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("x", 0),
        ("6", 1),
        ("6x", 1),
        ("0m", 0),
        ("66m", 1),
        ("6mm", 2),
        ("6m'", 2),
        (" 6m", 0),
        ("6m ", 2),
        ("m6", 0),
        ("e", 0),
        ("EE", 1),
        ("*", 0),
        ("1z", 1),
        ("Ｅ", 0),
        ("6m" * 5000, 2),
    ],
)
def test_a_text_that_is_no_name_tells_where_it_goes_wrong(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        kind(text)
    error = caught.value
    assert (error.text, error.position) == (text, position)
    assert error.value == text[position : position + 1]
    assert "a tile such as 6m" in error.expected
    assert len(str(error)) < 250


@pytest.mark.parametrize("wrong", [None, 1.0, b"6m", ["6m"]])
def test_other_types_are_no_tiles(wrong: object) -> None:
    with pytest.raises(TypeError):
        kind(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        name(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Meld.parse(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Meld(MeldType.PUNG, wrong)  # type: ignore[arg-type]


def test_a_meld_has_three_or_four_tiles() -> None:
    assert Meld(MeldType.CHOW, 6).kinds == (6, 7, 8)
    assert Meld(MeldType.PUNG, 33).kinds == (33, 33, 33)
    assert Meld(MeldType.EXPOSED_KONG, 9).kinds == (9, 9, 9, 9)
    assert Meld(MeldType.CONCEALED_KONG, 27).kinds == (27, 27, 27, 27)


@pytest.mark.parametrize(
    ("meld", "text"),
    [
        (Meld(MeldType.CHOW, 0), "[123m]"),
        (Meld(MeldType.CHOW, 24), "[789s]"),
        (Meld(MeldType.PUNG, 27), "[EEE]"),
        (Meld(MeldType.EXPOSED_KONG, 27), "[EEEE]"),
        (Meld(MeldType.EXPOSED_KONG, 13), "[5555p]"),
        (Meld(MeldType.CONCEALED_KONG, 0), "{1111m}"),
        (Meld(MeldType.CONCEALED_KONG, 33), "{PPPP}"),
    ],
)
def test_a_meld_is_written_in_brackets(meld: Meld, text: str) -> None:
    assert str(meld) == text
    assert Meld.parse(text) == meld


def test_every_meld_is_read_back() -> None:
    assert len(ALL_MELDS) == 21 + 3 * 34
    assert [Meld.parse(str(meld)) for meld in ALL_MELDS] == ALL_MELDS
    assert len({str(meld) for meld in ALL_MELDS}) == len(set(ALL_MELDS)) == len(ALL_MELDS)


@pytest.mark.parametrize(
    ("type_", "number", "message"),
    [
        (MeldType.CHOW, 27, "a chow of honours from E"),
        (MeldType.CHOW, 33, "a chow of honours from P"),
        (MeldType.CHOW, 7, "a chow from 8m"),
        (MeldType.CHOW, 8, "a chow from 9m"),
        (MeldType.CHOW, 26, "a chow from 9s"),
        (MeldType.PUNG, 34, "kind 34"),
        (MeldType.PUNG, -1, "kind -1"),
        (MeldType.CONCEALED_KONG, 10**20, "expected a kind from 0 to 33"),
        ("kong", 0, "'kong'"),
        (None, 0, "None"),
    ],
)
def test_melds_that_do_not_exist_are_refused(type_: MeldType, number: int, message: str) -> None:
    with pytest.raises(HandError, match=message):
        Meld(type_, number)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("123m", 0),
        ("[123m", 5),
        ("[123m}", 5),
        ("[123m] ", 6),
        (" [123m]", 0),
        ("[132m]", 2),
        ("[124m]", 3),
        ("[890m]", 2),
        ("[ESW]", 2),
        ("[EE]", 3),
        ("[EEEEE]", 5),
        ("{EEE}", 4),
        ("{123m}", 2),
        ("[11m]", 3),
        ("[]", 1),
        ("[1m1m1m]", 2),
        ("[***]", 1),
    ],
)
def test_a_meld_is_read_strictly(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        Meld.parse(text)
    assert (caught.value.text, caught.value.position) == (text, position)
    assert "a meld such as [123m]" in str(caught.value)


def test_melds_are_values() -> None:
    meld = Meld(MeldType.CHOW, 5)
    assert meld == Meld("chow", np.int8(5))  # type: ignore[arg-type]
    assert type(Meld(MeldType.CHOW, np.int8(5)).kind) is int  # type: ignore[arg-type]
    assert len({meld, Meld.parse("[678m]"), Meld(MeldType.PUNG, 5)}) == 2
    assert sorted([Meld(MeldType.CHOW, 3), Meld(MeldType.CHOW, 1)])[0].kind == 1
    with pytest.raises(AttributeError):
        meld.kind = 3  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        meld.seat = 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("meld", ALL_MELDS[::7])
def test_melds_survive_pickle_copy_and_repr(meld: Meld) -> None:
    assert pickle.loads(pickle.dumps(meld)) == meld
    assert copy.deepcopy(meld) == meld
    assert eval(repr(meld)) == meld


@pytest.mark.parametrize("number", [-1, 34, 268435455])
def test_a_forged_pickle_of_a_meld_is_refused(number: int) -> None:
    tampered = Meld(MeldType.PUNG, 5)
    object.__setattr__(tampered, "kind", number)
    with pytest.raises(HandError, match="expected a kind from 0 to 33"):
        pickle.loads(pickle.dumps(tampered))
    with pytest.raises(HandError, match="expected a kind from 0 to 33"):
        copy.copy(tampered)
    # As pickles were before, and as a forger would write one.
    with pytest.raises(HandError, match="expected a kind from 0 to 33"):
        Meld.__new__(Meld).__setstate__((MeldType.PUNG, number))


@pytest.mark.parametrize("number", [10**5000, -(10**5000)], ids=["large", "small"])
def test_a_number_too_long_to_be_printed_is_shortened(number: int) -> None:
    for call in (kind, name, lambda k: Meld(MeldType.PUNG, k)):
        with pytest.raises(QueshenError, match="0x") as caught:
            call(number)
        assert len(str(caught.value)) < 250


def test_every_error_is_a_value_error() -> None:
    with pytest.raises(ValueError):
        kind("7x")
    with pytest.raises(QueshenError):
        Meld(MeldType.CHOW, 30)
