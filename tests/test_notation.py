"""Hands as text: what every notation reads and writes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queshen.errors import HandError, NotationError
from queshen.notation import (
    NOTATIONS,
    HandText,
    read_hand,
    read_mcr,
    read_tile,
    write_hand,
    write_tile,
)
from queshen.tiles import Meld, MeldType, kind, name

# The 34 kinds in order as each notation spells them.
TILES = {
    "queshen": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s "
        "E S W N C F P"
    ),
    "mpsz": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s "
        "1z 2z 3z 4z 7z 6z 5z"
    ),
    "hanzi": (
        "一万 二万 三万 四万 五万 六万 七万 八万 九万 一饼 二饼 三饼 四饼 五饼 六饼 七饼 八饼 九饼 "
        "一条 二条 三条 四条 五条 六条 七条 八条 九条 东 南 西 北 中 发 白"
    ),
    "unicode": (
        "\U0001f007 \U0001f008 \U0001f009 \U0001f00a \U0001f00b \U0001f00c \U0001f00d \U0001f00e "
        "\U0001f00f \U0001f019 \U0001f01a \U0001f01b \U0001f01c \U0001f01d \U0001f01e \U0001f01f "
        "\U0001f020 \U0001f021 \U0001f010 \U0001f011 \U0001f012 \U0001f013 \U0001f014 \U0001f015 "
        "\U0001f016 \U0001f017 \U0001f018 \U0001f000 \U0001f001 \U0001f002 \U0001f003 \U0001f004 "
        "\U0001f005 \U0001f006"
    ),
    "botzone": (
        "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 B4 B5 B6 B7 B8 B9 T1 T2 T3 T4 T5 T6 T7 T8 T9 "
        "F1 F2 F3 F4 J1 J2 J3"
    ),
    "ids": (
        "0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60 64 68 72 76 80 84 88 92 96 100 104 "
        "108 112 116 120 132 128 124"
    ),
    "mcr": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s "
        "E S W N C F P"
    ),
}


def test_the_notations_by_name() -> None:
    assert list(NOTATIONS) == list(TILES)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_kind_in_every_notation(notation: str) -> None:
    spellings = TILES[notation].split()
    assert [write_tile(k, notation) for k in range(34)] == spellings
    assert [read_tile(text, notation) for text in spellings] == list(range(34))
    hand = read_hand(" ".join(spellings), notation)
    assert hand == HandText(bytes([1] * 34))


def test_every_number_below_136_is_a_tile() -> None:
    assert [read_tile(str(n), "ids") for n in range(108)] == [n // 4 for n in range(108)]
    honours = [name(read_tile(str(n), "ids")) for n in range(108, 136)]
    assert honours == [honour for honour in "ESWNPFC" for _ in range(4)]
    everything = read_hand(" ".join(map(str, range(136))), "ids")
    assert everything.counts == bytes([4] * 34)


def test_a_tile_is_written_by_number_or_name() -> None:
    assert write_tile("C", "mpsz") == "7z"
    assert write_tile(5) == "6m"
    with pytest.raises(NotationError, match="a kind from 0 to 33"):
        write_tile(34, "botzone")


# --- Reading --------------------------------------------------------------------------------------


def hand_text(tiles: str = "", melds: str = "", wild: int = 0, face: str | None = None) -> HandText:
    """A hand put together from names between spaces, without the reader under test."""
    counts = bytearray(34)
    for tile in tiles.split():
        counts[kind(tile)] += 1
    laid = tuple(Meld.parse(text) for text in melds.split())
    return HandText(bytes(counts), laid, wild, None if face is None else kind(face))


FULL = hand_text("2m 3m 5p 5p 7s 8s 9s", "[EEE] {1111m}")


@pytest.mark.parametrize(
    ("notation", "text", "expected"),
    [
        ("queshen", "", hand_text()),
        ("queshen", "   ", hand_text()),
        ("queshen", "[EEE]{1111m}23m55p789s", FULL),
        ("queshen", " [ EEE ] { 1111m } 2m3m 55p 9s8s7s ", FULL),
        ("queshen", "5p[E EE]2m7s{1m11m 1m}9s5p3m8s", FULL),
        ("queshen", "CFP[321m][2m3m1m]", hand_text("C F P", "[123m] [123m]")),
        ("mpsz", "[111z]{1111m}23m55p789s", FULL),
        ("mpsz", "1234567z", hand_text("E S W N P F C")),
        ("hanzi", "[东东东]{一一一一万}二三万五五饼七八九条", FULL),
        ("hanzi", "[東東東]{一一一一萬}二三萬五五筒七八九索", FULL),
        ("hanzi", "二三万 五饼 五筒 七条 八九索 [东東东] {一万一萬一一万}", FULL),
        ("hanzi", "中發发白", hand_text("C F F P")),
        (
            "unicode",
            "[\U0001f000\U0001f000\U0001f000]{\U0001f007\U0001f007\U0001f007\U0001f007}"
            "\U0001f008\U0001f009\U0001f01d\U0001f01d\U0001f016\U0001f017\U0001f018",
            FULL,
        ),
        ("unicode", "\U0001f004\ufe0e\U0001f004\ufe0f \U0001f004", hand_text("C C C")),
        ("unicode", "[\U0001f004\ufe0f\U0001f004\ufe0f\U0001f004\ufe0f]", hand_text("", "[CCC]")),
        ("botzone", "[F1 F1 F1] {W1 W1 W1 W1} W2 W3 B5 B5 T7 T8 T9", FULL),
        ("botzone", "[F1 F1 F1]{W1  W1 W1 W1}W2 W3 B5 B5 T7 T8 T9 ", FULL),
        ("botzone", "J1 J2 J3 *", hand_text("C F P", wild=1)),
        ("ids", "[108 109 110] {0 1 2 3} 4 8 52 53 96 100 104", FULL),
        ("ids", "[111 109 110]{3 2 1 0}5 9 55 54 97 103 107", FULL),
        ("ids", "124 128 132*", hand_text("P F C", wild=1)),
        ("queshen", "12m**E*", hand_text("1m 2m E", wild=3)),
        ("mcr", "", hand_text()),
        ("mcr", "[EEE,1][1111m]23m55p789s", FULL),
        ("mcr", " [ E EE,3] [1111m] 23m 789s 5p 5p |SW0101|", FULL),
        ("mcr", "[EEE][1111m]23m55p78s9s|EE0000|", FULL),
        ("mcr", "[2222s,2][3333s][312m]CC", hand_text("C C", "[2222s] {3333s} [123m]")),
        ("mcr", "[123m,1]|EE0000|", hand_text("", "[123m]")),
    ],
)
def test_what_is_read(notation: str, text: str, expected: HandText) -> None:
    assert read_hand(text, notation) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("12m", {"wild": 3}, hand_text("1m 2m", wild=3)),
        ("12m", {"wild": 0}, hand_text("1m 2m")),
        ("12m", {"wild": 2, "face": "6m"}, hand_text("1m 2m", wild=2, face="6m")),
        ("12m*", {"face": 5}, hand_text("1m 2m", wild=1, face="6m")),
        ("12m6m'6m'*", {"face": "6m"}, hand_text("1m 2m 6m 6m", wild=1, face="6m")),
        ("1266m", {"wild": "6m"}, hand_text("1m 2m", wild=2, face="6m")),
        ("566m6m'7m**", {"wild": "6m"}, hand_text("5m 6m 7m", wild=4, face="6m")),
        ("EE'", {"wild": "E"}, hand_text("E", wild=1, face="E")),
        ("E' E E'", {"wild": "E"}, hand_text("E E", wild=1, face="E")),
        ("12m", {"wild": "E"}, hand_text("1m 2m", face="E")),
        ("[666m]6m", {"wild": "6m"}, hand_text("", "[666m]", wild=1, face="6m")),
        ("[666m]6m'", {"face": "6m"}, hand_text("6m", "[666m]", face="6m")),
    ],
)
def test_wildcards_are_told_by_stars_a_number_or_a_tile(
    text: str, options: dict[str, Any], expected: HandText
) -> None:
    assert read_hand(text, **options) == expected


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("mpsz", "5z6m6m'*"),
        ("hanzi", "白六万六萬'*"),
        ("unicode", "\U0001f006\U0001f00c\U0001f00c\ufe0f'*"),
        ("botzone", "J3 W6 W6' *"),
        ("ids", "124 20 21' *"),
    ],
)
def test_stars_and_apostrophes_work_in_every_notation(notation: str, text: str) -> None:
    assert read_hand(text, notation, wild="6m") == hand_text("P 6m", wild=2, face="6m")


# --- Writing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("queshen", "[EEE]{1111m}23m55p789s"),
        ("mpsz", "[111z]{1111m}23m55p789s"),
        ("hanzi", "[东东东]{一一一一万}二三万五五饼七八九条"),
        ("botzone", "[F1 F1 F1] {W1 W1 W1 W1} W2 W3 B5 B5 T7 T8 T9"),
        ("ids", "[108 109 110] {0 1 2 3} 4 8 52 53 96 100 104"),
        ("mcr", "[EEE,1][1111m]23m55p789s"),
    ],
)
def test_what_is_written(notation: str, text: str) -> None:
    assert write_hand(FULL, notation) == text


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        (hand_text(), ""),
        (hand_text("", "[123m]"), "[123m]"),
        (hand_text(wild=2), "**"),
        (hand_text("1m E C", wild=2), "1mEC**"),
        (hand_text("5m 6m 6m 7m", face="6m"), "5m6m'6m'7m"),
        (hand_text("5m 6m 7m", wild=1, face="6m"), "56m6m'7m"),
        (hand_text("5m 6m 7m", wild=5, face="6m"), "5666m6m'7m**"),
        (hand_text("5m", "[666m]", wild=3, face="6m"), "[666m]56m**"),
        (hand_text("5m", "{6666m}", wild=3, face="6m"), "{6666m}5m***"),
        (hand_text("E E", wild=3, face="E"), "EEE'E'*"),
    ],
)
def test_wildcards_are_written_as_their_face_while_there_are_copies(
    hand: HandText, text: str
) -> None:
    assert write_hand(hand) == text


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        (hand_text("1m", wild=2), "2 wildcards with no face"),
        (hand_text("1m", face="6m"), "0 wildcards with the face 6m"),
        (hand_text("1m", wild=1, face="E"), "1 wildcards with the face E"),
    ],
)
def test_a_hand_with_wildcards_is_not_written_as_mcr(hand: HandText, found: str) -> None:
    with pytest.raises(HandError, match=f"^{found}, expected none .* as mcr cannot write them$"):
        write_hand(hand, "mcr")


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (MeldType.CHOW, "[123m,1]"),
        (MeldType.PUNG, "[111m,1]"),
        (MeldType.EXPOSED_KONG, "[1111m,1]"),
        (MeldType.CONCEALED_KONG, "[1111m]"),
    ],
)
def test_every_meld_is_written_as_mcr(type_: MeldType, text: str) -> None:
    hand = HandText(bytes(34), (Meld(type_, 0),))
    assert write_hand(hand, "mcr") == text
    assert read_hand(text, "mcr") == hand


def test_ids_use_the_first_free_copies() -> None:
    hand = hand_text("1m 1m P", "[123m]", wild=2, face="1m")
    assert write_hand(hand, "ids") == "[0 4 8] 1 2' 3' 124 *"


@st.composite
def hands(draw: st.DrawFn, wildcards: bool = True) -> HandText:
    left = [4] * 34
    melds = []
    for _ in range(draw(st.integers(0, 5))):
        type_ = draw(st.sampled_from(MeldType))
        low = draw(st.integers(0, 33))
        if type_ is MeldType.CHOW and (low >= 27 or low % 9 > 6):
            continue
        meld = Meld(type_, low)
        if all(left[k] >= meld.kinds.count(k) for k in meld.kinds):
            melds.append(meld)
            for k in meld.kinds:
                left[k] -= 1
    counts = bytearray(34)
    for k in draw(st.lists(st.integers(0, 33), max_size=17)):
        if left[k]:
            left[k] -= 1
            counts[k] += 1
    if not wildcards:
        return HandText(bytes(counts), tuple(melds))
    face = draw(st.none() | st.integers(0, 33))
    return HandText(bytes(counts), tuple(melds), draw(st.integers(0, 8)), face)


WITH_WILDCARDS = [notation for notation in NOTATIONS if notation != "mcr"]


@pytest.mark.parametrize("notation", NOTATIONS)
@given(data=st.data())
def test_what_is_written_is_read_back(notation: str, data: st.DataObject) -> None:
    hand = data.draw(hands(wildcards=notation in WITH_WILDCARDS))
    wild = None if hand.face is None else name(hand.face)
    assert read_hand(write_hand(hand, notation), notation, wild=wild) == hand


@given(hand=hands(wildcards=False), notations=st.permutations(NOTATIONS))
def test_a_hand_passes_through_all_notations(hand: HandText, notations: list[str]) -> None:
    passed = hand
    for notation in notations:
        passed = read_hand(write_hand(passed, notation), notation)
    assert passed == hand


@given(hand=hands(), notations=st.permutations(WITH_WILDCARDS))
def test_wildcards_pass_through_the_notations_that_have_them(
    hand: HandText, notations: list[str]
) -> None:
    wild = None if hand.face is None else name(hand.face)
    passed = hand
    for notation in notations:
        passed = read_hand(write_hand(passed, notation), notation, wild=wild)
    assert passed == hand


@given(hand=hands(), data=st.data())
def test_order_and_spaces_change_nothing(hand: HandText, data: st.DataObject) -> None:
    text = write_hand(hand, "botzone")
    bracketed = len(hand.melds)
    words = text.replace("] ", "]|").replace("} ", "}|").split("|")
    melds, tiles = words[:bracketed], " ".join(words[bracketed:]).split()
    shuffled = data.draw(st.permutations(tiles))
    gap = " " * data.draw(st.integers(1, 4))
    wild = None if hand.face is None else name(hand.face)
    assert read_hand(gap.join([*shuffled, *melds]), "botzone", wild=wild) == hand


@given(st.text(alphabet="0123456789mpszESWNCFP[]{}*' ,|東发中万一\U0001f004WBTJH", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for notation in NOTATIONS:
        try:
            hand = read_hand(text, notation)
        except NotationError as error:
            assert error.text == text
            assert 0 <= error.position <= len(text)
            assert bool(error.value) == (error.position < len(text))
            assert error.expected and "\n" not in str(error)
        else:
            assert read_hand(write_hand(hand, notation), notation) == hand
    try:
        win = read_mcr(text)
    except NotationError as error:
        assert bool(error.value) == (error.position < len(text))
    else:
        assert read_hand(text, "mcr") == HandText(win.counts, win.melds)
