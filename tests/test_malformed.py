"""Hands as text: what every notation refuses, and the text of the MCR tools."""

import itertools
import pickle
from typing import Any

import pytest

from queshen.errors import HandError, NotationError
from queshen.notation import (
    HandText,
    McrHand,
    read_hand,
    read_mcr,
    read_tile,
    read_visible,
    write_hand,
    write_tile,
)
from queshen.tiles import Meld, kind

# --- Errors ---------------------------------------------------------------------------------------

# Notation, text, position, value and a fragment of what was expected.
MALFORMED: list[tuple[str, str, int, str, str]] = [
    # copies
    ("queshen", "11111m", 4, "1m", "at most four copies of 1m"),
    ("queshen", "1m1m E 111m", 9, "1m", "at most four copies"),
    ("queshen", "EEEEE", 4, "E", "at most four copies of E"),
    ("queshen", "[111m]1m123m", 8, "1m", "at most four copies"),
    ("queshen", "11m[111m]", 6, "1m", "at most four copies"),
    ("queshen", "[11111m]", 5, "1m", "at most four copies"),
    ("queshen", "{1111m}[123m]", 8, "1m", "at most four copies"),
    ("mpsz", "55555z", 4, "5z", "at most four copies of 5z"),
    ("hanzi", "發发發发发", 4, "发", "at most four copies"),
    ("unicode", "\U0001f004" * 5, 4, "\U0001f004", "at most four copies"),
    ("botzone", "W1 W1 W1 W1 W1", 12, "W1", "at most four copies of W1"),
    ("ids", "7 8 7", 4, "7", "every number once"),
    ("ids", "[0 1 2] 2", 8, "2", "every number once"),
    # melds
    ("queshen", "[ESW]", 0, "[ESW]", "honours make no chow"),
    ("queshen", "[CFP]", 0, "[CFP]", "honours make no chow"),
    ("queshen", "[89mE]", 0, "[89mE]", "honours make no chow"),
    ("queshen", "[8910m]", 4, "0", "another digit or a suit"),
    ("queshen", "[891m]", 0, "[891m]", "three tiles alike or in a row"),
    ("queshen", "1m[135m]", 2, "[135m]", "three tiles alike or in a row"),
    ("queshen", "[112m]", 0, "[112m]", "three tiles alike or in a row"),
    ("queshen", "[9m12p]", 0, "[9m12p]", "within one suit"),
    ("queshen", "[1m2p3s]", 0, "[1m2p3s]", "within one suit"),
    ("queshen", "[]", 0, "[]", "three or four tiles"),
    ("queshen", "12m{}", 3, "{}", "four tiles alike"),
    ("queshen", "[12m]", 0, "[12m]", "three or four tiles"),
    ("queshen", "[E]", 0, "[E]", "three or four tiles"),
    ("queshen", "[12345m]", 0, "[12345m]", "three or four tiles"),
    ("queshen", "[1112m]", 0, "[1112m]", "four tiles alike"),
    ("queshen", "[1234m]", 0, "[1234m]", "four tiles alike"),
    ("queshen", "{111m}", 0, "{111m}", "four tiles alike"),
    ("queshen", "{123m}", 0, "{123m}", "four tiles alike"),
    ("queshen", "{EEES}", 0, "{EEES}", "four tiles alike"),
    ("botzone", "[W8 W9 W1]", 0, "[W8 W9 W1]", "in a row"),
    ("botzone", "[F1 F2 F3]", 0, "[F1 F2 F3]", "honours make no chow"),
    ("ids", "[32 36 40]", 0, "[32 36 40]", "within one suit"),
    # brackets
    ("queshen", "[123m", 5, "", "a tile or ]"),
    ("queshen", "{1111m", 6, "", "a tile or }"),
    ("queshen", "[", 1, "", "a tile or ]"),
    ("queshen", "[12", 3, "", "another digit or a suit"),
    ("queshen", "[123m}", 5, "}", "a tile or ]"),
    ("queshen", "{1111m]", 6, "]", "a tile or }"),
    ("queshen", "[12m[3m]]", 4, "[", "a tile or ]"),
    ("queshen", "[[123m]]", 1, "[", "a tile or ]"),
    ("queshen", "{[1111m]}", 1, "[", "a tile or }"),
    ("queshen", "123m]", 4, "]", "digits 1-9"),
    ("queshen", "}", 0, "}", "digits 1-9"),
    ("botzone", "W1 W2]", 5, "]", "a tile W1-W9"),
    # wildcards and apostrophes
    ("queshen", "[12m*]", 4, "*", "no wildcard"),
    ("queshen", "{***1m}", 1, "*", "no wildcard"),
    ("queshen", "[6m'6m6m]", 3, "'", "no apostrophe"),
    ("unicode", "[*\U0001f004\U0001f004]", 1, "*", "no wildcard"),
    ("queshen", "6m'", 2, "'", "no wildcard has a face"),
    ("queshen", "123mE'", 5, "'", "no wildcard has a face"),
    ("queshen", "66m'", 3, "'", "6m6m'"),
    ("queshen", "'", 0, "'", "digits 1-9"),
    ("queshen", "*'", 1, "'", "digits 1-9"),
    ("queshen", "[123m]'", 6, "'", "digits 1-9"),
    ("queshen", "6'm", 1, "'", "another digit or a suit"),
    # digits and suits
    ("queshen", "123", 3, "", "another digit or a suit (m, p, s)"),
    ("queshen", "12E", 2, "E", "another digit or a suit"),
    ("queshen", "12 m", 2, " ", "another digit or a suit"),
    ("queshen", "m", 0, "m", "digits 1-9 with m, p or s"),
    ("queshen", "1mm", 2, "m", "digits 1-9"),
    ("queshen", "0m", 0, "0", "digits 1-9"),
    ("queshen", "340m", 2, "0", "another digit or a suit"),
    ("queshen", "12x", 2, "x", "another digit or a suit"),
    ("queshen", "1M", 1, "M", "another digit or a suit"),
    ("queshen", "e", 0, "e", "an honour E S W N C F P"),
    ("queshen", "1z", 1, "z", "another digit or a suit"),
    ("queshen", "R", 0, "R", "an honour"),
    ("mpsz", "8z", 0, "8", "1-7 with z"),
    ("mpsz", "123m1239z", 7, "9", "1-7 with z"),
    ("mpsz", "0z", 0, "0", "1-7 with z"),
    ("mpsz", "0m", 0, "0", "digits 1-9"),
    ("mpsz", "EE", 0, "E", "digits 1-9"),
    ("mpsz", "12", 2, "", "another digit or a suit (m, p, s, z)"),
    ("hanzi", "1万", 0, "1", "digits 一-九"),
    ("hanzi", "十万", 0, "十", "digits 一-九"),
    ("hanzi", "一二", 2, "", "a suit (万, 饼, 条)"),
    ("hanzi", "一m", 1, "m", "a suit (万, 饼, 条)"),
    ("hanzi", "萬", 0, "萬", "digits 一-九"),
    ("hanzi", "E", 0, "E", "an honour 东 南 西 北 中 发 白"),
    ("hanzi", "〇筒", 0, "〇", "digits 一-九"),
    ("unicode", "\U0001f02b", 0, "\U0001f02b", "U+1F000 to U+1F021"),
    ("unicode", "\U0001f02a", 0, "\U0001f02a", "U+1F000 to U+1F021"),
    ("unicode", "\U0001f0a1", 0, "\U0001f0a1", "a mahjong tile"),
    ("unicode", "\ufe0f\U0001f004", 0, "\ufe0f", "a mahjong tile"),
    ("unicode", "\U0001f004\ufe0f\ufe0f", 2, "\ufe0f", "a mahjong tile"),
    ("unicode", "\U0001f004 \ufe0f", 2, "\ufe0f", "a mahjong tile"),
    ("unicode", "1m", 0, "1", "a mahjong tile"),
    ("botzone", "W0", 0, "W0", "a tile W1-W9"),
    ("botzone", "W1 W10", 3, "W10", "a tile W1-W9"),
    ("botzone", "F5", 0, "F5", "F1-F4"),
    ("botzone", "J4", 0, "J4", "J1-J3"),
    ("botzone", "J0", 0, "J0", "J1-J3"),
    ("botzone", "W1W2", 0, "W1W2", "a space before the next one"),
    ("botzone", "W1,W2", 0, "W1,W2", "a space before the next one"),
    ("botzone", "w1", 0, "w1", "a tile W1-W9"),
    ("botzone", "W", 0, "W", "a tile W1-W9"),
    ("botzone", "W 1", 0, "W", "a tile W1-W9"),
    ("botzone", "M1", 0, "M1", "a tile W1-W9"),
    ("botzone", "W1\tW2", 0, "W1\tW2", "a space"),
    ("ids", "136", 0, "136", "a number from 0 to 135"),
    ("ids", "0 -1", 2, "-1", "a number from 0 to 135"),
    ("ids", "0 1.5", 2, "1.5", "a number from 0 to 135"),
    ("ids", "007", 0, "007", "a number from 0 to 135"),
    ("ids", "+1", 0, "+1", "a number from 0 to 135"),
    ("ids", "1_0", 0, "1_0", "a number from 0 to 135"),
    ("ids", "1,2", 0, "1,2", "a space before the next one"),
    ("ids", "E", 0, "E", "a number from 0 to 135"),
    ("ids", "٣", 0, "٣", "a number from 0 to 135"),
    ("ids", "9" * 1000, 0, "9" * 40, "a number from 0 to 135"),
    # characters that only look right, or cannot be seen
    ("queshen", "１２３m", 0, "１", "digits 1-9"),
    ("queshen", "123ｍ", 3, "ｍ", "another digit or a suit"),
    ("queshen", "Е", 0, "\u0415", "an honour"),
    ("queshen", "123m\n", 4, "\n", "digits 1-9"),
    ("queshen", "\t123m", 0, "\t", "digits 1-9"),
    ("queshen", "123m\0", 4, "\0", "digits 1-9"),
    ("queshen", "12\0m", 2, "\0", "another digit or a suit"),
    ("queshen", "[123m\0]", 5, "\0", "digits 1-9"),
    ("queshen", "123m\u00a055p", 4, "\u00a0", "digits 1-9"),
    ("queshen", "123m\u200b", 4, "\u200b", "digits 1-9"),
    ("queshen", "\ufeff123m", 0, "\ufeff", "digits 1-9"),
    ("queshen", "6m\u2019", 2, "\u2019", "digits 1-9"),
    ("queshen", "\uff0a", 0, "\uff0a", "digits 1-9"),
    ("queshen", "1²m", 1, "²", "another digit or a suit"),
    ("queshen", "\ud800", 0, "\ud800", "digits 1-9"),
    ("hanzi", "\u2f00万", 0, "\u2f00", "digits 一-九"),
    # flowers
    ("queshen", "123m春", 4, "春", "flowers are set aside"),
    ("queshen", "菊", 0, "菊", "flowers are set aside"),
    ("queshen", "[梅兰竹]", 1, "梅", "flowers are set aside"),
    ("mpsz", "冬", 0, "冬", "flowers are set aside"),
    ("hanzi", "一万夏", 2, "夏", "flowers are set aside"),
    ("unicode", "\U0001f004\U0001f022", 1, "\U0001f022", "flowers are set aside"),
    ("unicode", "\U0001f029", 0, "\U0001f029", "flowers are set aside"),
    ("botzone", "W1 H1", 3, "H1", "flowers are set aside"),
    ("botzone", "H8", 0, "H8", "flowers are set aside"),
    ("botzone", "H9", 0, "H9", "a tile W1-W9"),
    # other notations, and too much
    ("queshen", "|EE0000|", 0, "|", "digits 1-9"),
    ("queshen", "[NNN,3]", 4, ",", "digits 1-9"),
    ("mpsz", "[111z,3]", 5, ",", "digits 1-9"),
    ("ids", "0 4|EE0000|", 2, "4|EE0000|", "a number from 0 to 135"),
    ("queshen", "1m" * 1001, 2000, "1", "at most 2000 characters"),
    ("ids", " " * 2001, 2000, " ", "at most 2000 characters"),
]


@pytest.mark.parametrize(("notation", "text", "position", "value", "expected"), MALFORMED)
def test_a_malformed_hand_names_place_value_and_expectation(
    notation: str, text: str, position: int, value: str, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read_hand(text, notation)
    error = caught.value
    assert (error.text, error.position, error.value) == (text, position, value)
    assert expected in error.expected
    message = str(error)
    assert f"position {position}" in message and error.expected in message
    assert (repr(value) if value else "the end of the text") in message
    assert "\n" not in message and len(message) < 400
    assert str(pickle.loads(pickle.dumps(error))) == message


# Text, options, position, value and a fragment of what was expected.
WRONG_WILDCARDS: list[tuple[str, dict[str, Any], int, str, str]] = [
    ("12m*", {"wild": 1}, 3, "*", "counts all wildcards"),
    ("12m*", {"wild": 0}, 3, "*", "wild=0"),
    ("126m", {"face": "6m"}, 2, "6m", "6m' for a natural copy, or * for a wildcard"),
    ("126m", {"wild": 2, "face": "6m"}, 2, "6m", "6m' for a natural copy"),
    ("12mEE", {"face": "E"}, 3, "E", "E' for a natural copy"),
    ("7m'", {"face": "6m"}, 2, "'", "wildcards have the face 6m"),
    ("1m6m7m'", {"wild": "6m"}, 6, "'", "wildcards have the face 6m"),
    ("66m'", {"wild": "6m"}, 3, "'", "one tile with its suit"),
    ("6m''", {"wild": "6m"}, 3, "'", "digits 1-9"),
    ("6m '", {"wild": "6m"}, 3, "'", "digits 1-9"),
    ("[6m'6m6m]", {"wild": "6m"}, 3, "'", "no apostrophe"),
    ("6666m6m'", {"wild": "6m"}, 5, "6m", "at most four copies"),
    ("[666m]66m", {"wild": "6m"}, 7, "6m", "at most four copies"),
]


@pytest.mark.parametrize(("text", "options", "position", "value", "expected"), WRONG_WILDCARDS)
def test_wildcards_that_contradict_each_other(
    text: str, options: dict[str, Any], position: int, value: str, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read_hand(text, **options)
    error = caught.value
    assert (error.text, error.position, error.value) == (text, position, value)
    assert expected in error.expected


def test_the_advice_to_mark_a_tile_speaks_the_notation_of_the_text() -> None:
    with pytest.raises(NotationError, match="expected W6' for a natural copy"):
        read_hand("W6", "botzone", face="6m")
    with pytest.raises(NotationError, match="the face 六万"):
        read_hand("七万'", "hanzi", wild="6m")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wild": "1"}, "wild is '1', expected a tile such as 6m, or a number of wildcards as int"),
        ({"wild": "6x"}, "wild is '6x', expected a tile such as 6m, or a number"),
        ({"wild": "6m" * 99}, "wild is '6m6m6m6m6m6m6m6m6m6m6m6m6m6m6m6m6m6m..., expected a tile"),
        ({"wild": -1}, "wild is -1, expected 0 or more"),
        ({"wild": -(10**5000)}, "wild is -0x"),
        ({"face": "6x"}, "face is '6x', expected a tile such as 6m, or a kind from 0 to 33"),
        ({"face": 34}, "face is 34, expected a tile such as 6m, or a kind from 0 to 33"),
        ({"wild": "6m", "face": "6m"}, "wild is '6m' and face is '6m', expected only one of them"),
        ({"wild": "6m", "face": 5}, "wild is '6m' and face is 5, expected only one of them"),
    ],
)
def test_a_wrong_argument_is_named_with_its_value(options: dict[str, Any], message: str) -> None:
    with pytest.raises(HandError) as caught:
        read_hand("123m", **options)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("notation", ["tenhou", "", "Queshen", "MCR", "x" * 5000])
def test_an_unknown_notation_is_refused_by_every_function(notation: str) -> None:
    for call in (
        lambda: read_hand("", notation),
        lambda: write_hand(read_hand("123m"), notation),
        lambda: read_tile("6m", notation),
        lambda: write_tile(5, notation),
    ):
        with pytest.raises(HandError, match="expected one of queshen, mpsz") as caught:
            call()
        assert str(caught.value).startswith(f"notation is {notation!r}"[:40])
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("notation", "text", "position", "expected"),
    [
        ("queshen", "", 0, "digits 1-9"),
        ("queshen", "6", 1, "a suit"),
        ("queshen", "12m", 1, "one tile and nothing else"),
        ("queshen", "6m7m", 2, "one tile and nothing else"),
        ("queshen", "6m ", 2, "one tile and nothing else"),
        ("queshen", " 6m", 0, "digits 1-9"),
        ("queshen", "6m'", 2, "one tile and nothing else"),
        ("queshen", "*", 0, "digits 1-9"),
        ("queshen", "春", 0, "flowers are set aside"),
        ("botzone", "W1 W2", 2, "one tile and nothing else"),
        ("botzone", "", 0, "a tile W1-W9"),
        ("botzone", "H1", 0, "flowers are set aside"),
        ("ids", "136", 0, "a number from 0 to 135"),
        ("mcr", "|", 0, "digits 1-9"),
        ("mcr", "6m|EE0000|", 2, "one tile and nothing else"),
    ],
)
def test_one_tile_is_one_tile(notation: str, text: str, position: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_tile(text, notation)
    assert caught.value.position == position
    assert expected in caught.value.expected


def test_tiles_that_are_seen_are_counted_with_their_melds() -> None:
    assert read_visible("[123m]{EEEE}1m") == read_hand("1123mEEEE").counts
    assert read_visible("W1 W2 W3", "botzone") == read_hand("123m").counts
    assert read_visible("[111m,2]1m", "mcr") == read_hand("1111m").counts


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [("6s*", 2, "no kind"), ("6s'", 2, "no apostrophe"), ("[111m]11m", 7, "at most four")],
)
def test_tiles_that_are_seen_hold_no_wildcard(text: str, position: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_visible(text)
    assert caught.value.position == position
    assert expected in caught.value.expected


@pytest.mark.parametrize("wrong", [None, 5, b"123m", ["1m"], 1.5])
def test_only_str_is_text(wrong: Any) -> None:
    for call in (
        lambda: read_hand(wrong),
        lambda: read_tile(wrong),
        lambda: read_mcr(wrong),
        lambda: read_hand("123m", wrong),
        lambda: write_hand(read_hand("123m"), wrong),
    ):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("options", [{"wild": 1.0}, {"wild": b"6m"}, {"face": 5.0}, {"face": []}])
def test_wildcards_are_numbers_or_names(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        read_hand("123m", **options)


@pytest.mark.parametrize(
    ("counts", "melds", "wild", "message"),
    [
        (bytes(33), (), 0, "33 counts"),
        (bytes([5]) + bytes(33), (), 0, "5 of 1m"),
        (bytes(33) + bytes([2]), (Meld.parse("[PPP]"),), 0, "5 of P"),
        (bytes(34), (), -1, "-1 wildcards"),
    ],
)
def test_a_hand_that_cannot_be_written_cannot_be_made(
    counts: bytes, melds: tuple[Meld, ...], wild: int, message: str
) -> None:
    with pytest.raises(HandError, match=message):
        HandText(counts, melds, wild)


# --- The text of the MCR tools --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tiles", "melds", "sources", "win"),
    [
        ("[NNN,3]77789m11888p7m|EE0000|", "77789m11888p7m", "[NNN]", (3,), "7m"),
        ("[EEE,1][111m,1]234p567s9s9s|EE0000|", "234p567s99s", "[EEE] [111m]", (1, 1), "9s"),
        (
            "[2222s][3333s][5555p,1]67mEE8m|EE0000|",
            "678mEE",
            "{2222s} {3333s} [5555p]",
            (None, None, 1),
            "8m",
        ),
        ("33469m258s147pWW2m|EE0000|", "233469m258s147pWW", "", (), "2m"),
        ("[678s,1]147m5888s369p2s|EE0000|", "147m25888s369p", "[678s]", (1,), "2s"),
        ("[345s,2]34555567p[789m]|EE0000|", "34555567p", "[345s] [789m]", (2, None), "7p"),
        ("[213m,1] 55m12379s789p 8s |EE0000|", "55m123789s789p", "[123m]", (1,), "8s"),
    ],
)
def test_real_texts_of_the_mcr_tools(
    text: str, tiles: str, melds: str, sources: tuple[int | None, ...], win: str
) -> None:
    found = read_mcr(text)
    assert found.counts == read_hand(tiles).counts
    assert found.melds == tuple(map(Meld.parse, melds.split()))
    assert found.sources == sources
    assert found.win == kind(win)
    assert (found.round_wind, found.seat_wind) == (27, 27)
    assert not any((found.self_draw, found.last_copy, found.last_tile, found.kong))


def test_the_context_of_an_mcr_text_may_be_left_out() -> None:
    found = read_mcr("123m")
    assert found == McrHand(read_hand("123m").counts, (), (), 2)
    assert found.round_wind is None and found.seat_wind is None


def test_every_field_of_an_mcr_context() -> None:
    for winds in itertools.product("ESWN", repeat=2):
        found = read_mcr(f"1m|{''.join(winds)}0000|")
        assert (found.round_wind, found.seat_wind) == (kind(winds[0]), kind(winds[1]))
    for flags in itertools.product((False, True), repeat=4):
        found = read_mcr("1m|EE" + "".join(str(int(flag)) for flag in flags) + "|")
        assert (found.self_draw, found.last_copy, found.last_tile, found.kong) == flags


MALFORMED_MCR: list[tuple[str, int, str, str]] = [
    ("", 0, "", "a concealed tile"),
    ("|EE0000|", 0, "|", "a concealed tile"),
    ("[EEE,1]", 7, "", "a concealed tile"),
    ("1m||", 3, "|", "the round wind"),
    ("1m|", 3, "", "the round wind"),
    ("1m|C", 3, "C", "the round wind"),
    ("1m|E", 4, "", "the seat wind"),
    ("1m|E0000|", 4, "0", "the seat wind"),
    ("1m|EE|", 5, "|", "0 or 1 for self-draw"),
    ("1m|EE000|", 8, "|", "0 or 1 for kong"),
    ("1m|EE00000|", 9, "0", "| at the end"),
    ("1m|EE0000", 9, "", "| at the end"),
    ("1m|EE0002|", 8, "2", "0 or 1 for kong"),
    ("1m|EE0200|", 6, "2", "0 or 1 for last copy"),
    ("1m|ee0000|", 3, "e", "the round wind"),
    ("1m|EE 0000|", 5, " ", "0 or 1 for self-draw"),
    ("1m|EE0000| ", 10, " ", "the end of the text"),
    ("1m|EE0000|fah", 10, "f", "flowers are set aside"),
    ("1m*|EE0000|", 2, "*", "digits 1-9"),
    ("1m6m'|EE0000|", 4, "'", "digits 1-9"),
    ("{1111m}1m", 0, "{", "digits 1-9"),
    ("[11*m,1]1m", 3, "*", "another digit or a suit"),
    ("[1m*,1]1m", 3, "*", "no wildcard"),
    ("[111m,0]1p", 6, "0", "1 to 3"),
    ("[111m,4]1p", 6, "4", "1 to 3"),
    ("[111m,]1p", 6, "]", "1 to 3"),
    ("[111m,12]1p", 7, "2", "]"),
    ("[111m,1", 7, "", "]"),
    ("[111m,1}1p", 7, "}", "]"),
    ("[111m}1p", 5, "}", "a tile or , or ]"),
    ("[111m 1p", 8, "", "a tile or , or ]"),
    ("[[111m,1]]1p", 1, "[", "a tile or , or ]"),
    ("[,1]1m", 0, "[,1]", "three or four tiles"),
    ("[1112m]1m", 0, "[1112m]", "four tiles alike"),
    ("[ESW,1]1m", 0, "[ESW,1]", "honours make no chow"),
    ("[11m,1]1m", 0, "[11m,1]", "three or four tiles"),
    ("[9m12p,1]1m", 0, "[9m12p,1]", "within one suit"),
    ("[1111m]1m", 7, "1m", "at most four copies"),
    ("1m春", 2, "春", "digits 1-9"),
    ("1z", 1, "z", "another digit or a suit"),
    ("12", 2, "", "another digit or a suit"),
    ("1m,", 2, ",", "digits 1-9"),
    ("1m" * 1001, 2000, "1", "at most 2000 characters"),
]


@pytest.mark.parametrize(("text", "position", "value", "expected"), MALFORMED_MCR)
def test_malformed_texts_of_the_mcr_tools(
    text: str, position: int, value: str, expected: str
) -> None:
    for read in (read_mcr, lambda text: read_hand(text, "mcr")):
        if expected == "a concealed tile" and read is not read_mcr:
            continue  # a hand needs no winning tile
        with pytest.raises(NotationError) as caught:
            read(text)
        error = caught.value
        assert (error.text, error.position, error.value) == (text, position, value)
        assert expected in error.expected


@pytest.mark.parametrize("options", [{"wild": 1}, {"wild": "6m"}, {"face": "6m"}, {"face": 5}])
def test_no_wildcards_can_be_told_beside_an_mcr_text(options: dict[str, Any]) -> None:
    ((argument, value),) = options.items()
    message = f"^{argument} is {value!r}, expected none, as mcr has no wildcards$"
    with pytest.raises(HandError, match=message):
        read_hand("123m", "mcr", **options)
    assert read_hand("123m", "mcr", wild=0) == read_hand("123m")


@pytest.mark.parametrize("text", ["1m*", "*", "1m'", "{1111m}"])
def test_signs_that_mcr_lacks_are_explained(text: str) -> None:
    with pytest.raises(NotationError, match=r"no wildcards; a concealed kong is \[1111m\]"):
        read_hand(text, "mcr")


def test_the_tables_of_malformed_texts_hold_no_row_twice() -> None:
    rows = [*(row[:2] for row in MALFORMED), *(("mcr", row[0]) for row in MALFORMED_MCR)]
    assert len(set(rows)) == len(rows) >= 70
