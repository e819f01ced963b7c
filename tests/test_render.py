"""Pictures of hands, deals in words, and the page that replays a deal."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

from queshen.ending import score_of
from queshen.errors import QueshenError
from queshen.flow import FlowRules
from queshen.hand import Hand
from queshen.render import (
    Told,
    act_word,
    deal_frames,
    deal_page,
    hand_svg,
    seat_name,
    told,
)
from queshen.rules import Rules, variant
from queshen.table import choose
from queshen.tile_sheet import BACK, WILD, drawing, sheet, symbol_id
from queshen.tiles import KIND_COUNT, TILE_NAMES

GAMES = ("guobiao", "qq", "huanle", "huopin")
VOID = {"meta", "input", "br", "link", "img"}


def played(rules: Rules, seed: int, acts: int | None = None) -> Any:
    table = rules.table(seed=seed)
    while not table.done and (acts is None or len(table.log) < acts):
        table.step(choose(table, table.to_act[0]))
    return table


# Tiles


@pytest.mark.parametrize("tile", [*TILE_NAMES, BACK, WILD])
def test_every_tile_is_well_formed(tile: str) -> None:
    ElementTree.fromstring(f"<svg>{drawing(tile)}</svg>")


def test_the_sheet_has_every_tile_once() -> None:
    root = ElementTree.fromstring(f"<svg>{sheet()}</svg>")
    ids = [each.attrib["id"] for each in root]
    assert ids == [symbol_id(tile) for tile in (*TILE_NAMES, BACK)]
    assert len(set(ids)) == 43


def test_all_tiles_look_different() -> None:
    assert len({drawing(tile) for tile in (*TILE_NAMES, BACK, WILD)}) == 44


@pytest.mark.parametrize("number", range(1, 10))
def test_dots_are_as_many_as_the_tile_says(number: int) -> None:
    circles = drawing(f"{number}p").count("<circle")
    assert circles == (3 * number if number > 1 else 2 + 12 + 6)


@pytest.mark.parametrize("number", range(2, 10))
def test_sticks_are_as_many_as_the_tile_says(number: int) -> None:
    sticks = drawing(f"{number}s").count('stroke-width="1.3"')
    assert sticks == number


# Hands


@pytest.mark.parametrize(
    ("hand", "tiles", "stars"),
    [
        (Hand("123m456p78s11222s"), 13, 0),
        (Hand("[EEE]{1111p}23m455s78s"), 14, 0),
        (Hand("123m456p78s1122s*"), 13, 1),
        (Hand("6m6m123p456p78s11s6m'", wild="6m"), 13, 2),
    ],
)
def test_a_hand_is_drawn_whole(hand: Hand, tiles: int, stars: int) -> None:
    picture = hand_svg(hand)
    root = ElementTree.fromstring(picture)
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None and title.text == str(hand)
    assert picture.count('rx="7"') == tiles
    assert picture.count("<polygon") == stars
    assert "href" not in picture


def test_the_outer_tiles_of_a_concealed_kong_lie_face_down() -> None:
    assert hand_svg(Hand("{1111p}23m455s78s122s")).count("#2f7d5b") == 2


def test_a_hand_has_the_height_that_is_asked_for() -> None:
    root = ElementTree.fromstring(hand_svg(Hand("123m456p78s11222s"), height=40))
    assert (root.attrib["height"], root.attrib["width"]) == ("40", "390")


# Words


@pytest.mark.parametrize(
    ("event", "english", "chinese"),
    [
        (("draw", 0, 4, 0), "E draws 5m", "东摸 5m"),
        (("draw", 0, 4, 1), "E draws a replacement 5m", "东补 5m"),
        (("flower", 3, 34, 0), "N shows 春", "北补花 春"),
        (("discard", 1, 27, 0), "S discards E", "南打 E"),
        (("discard", 1, 27, 1), "S loses E", "南被抢杠 E"),
        (("meld", 2, 0, 0), "W chows 1m 2m 3m", "西吃 1m 2m 3m"),
        (("meld", 2, 0, 1), "W pungs 1m 1m 1m", "西碰 1m 1m 1m"),
        (("kong", 2, 0, 1), "W adds to a pung 1m", "西加杠 1m"),
        (("kong", 2, 0, 2), "W kongs 1m 1m 1m 1m", "西杠 1m 1m 1m 1m"),
        (("kong", 2, 0, 3), "W kongs, concealed 1m 1m 1m 1m", "西暗杠 1m 1m 1m 1m"),
        (("win", 2, 0, 1), "W wins with 1m", "西和 1m"),
        (("end", None, None, 0), "the wall ends", "牌墙摸完"),
    ],
)
def test_events_are_told(event: Any, english: str, chinese: str) -> None:
    assert str(told(event)) == english
    assert str(told(event, language="zh")) == chinese


def test_draws_of_others_stay_hidden_from_a_viewer() -> None:
    assert told(("draw", 1, 4, 0), viewer=0) == Told("S draws")
    assert told(("draw", 1, 4, 0), viewer=1) == Told("S draws", ("5m",))
    assert told(("discard", 1, 4, 0), viewer=0).tiles == ("5m",)


@pytest.mark.parametrize("language", ["fr", "", None])
def test_other_languages_are_errors(language: Any) -> None:
    with pytest.raises(QueshenError, match="expected one of en, zh"):
        seat_name(0, language=language)
    with pytest.raises(QueshenError):
        act_word(variant("qq").table(seed=1).log, language)  # type: ignore[arg-type]
    with pytest.raises(QueshenError):
        deal_page(variant("qq").table(seed=1), language)


# Scores


@pytest.mark.parametrize("game", GAMES)
def test_the_score_of_a_win_is_that_of_the_table(game: str) -> None:
    rules = variant(game)
    wins = 0
    for seed in range(60):
        table = played(rules, seed)
        for win in table.result.wins:
            assert score_of(table, win).total == win.fan
            wins += 1
    assert wins > 10


# Frames


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_frames_hold_every_tile_that_left_the_wall(game: str, seed: int) -> None:
    table = played(variant(game), seed)
    frames = list(deal_frames(table))
    assert len(frames) == len(table.log) + 1
    assert [frame["event"] for frame in frames] == list(range(len(frames)))
    sums = set()
    for frame in frames:
        shown = Counter[str]()
        for hand in frame["hands"]:
            shown.update(hand)
        for melds in frame["melds"]:
            for meld in melds:
                shown.update(meld["tiles"])
        for flowers in frame["flowers"]:
            shown.update(flowers)
        shown.update(tile for _, tile, claimed in frame["river"] if claimed is None)
        if frame["phase"] != "end":
            shown.update(tile for tile in frame["apart"] if tile)
            sums.add(shown.total() + frame["wall"])
        assert all(count <= 4 for count in shown.values())
    assert len(sums) == 1
    json.dumps(frames)


def test_the_last_frame_sets_the_winning_tile_apart() -> None:
    rules = variant("qq")
    ways = set()
    for seed in range(40):
        table = played(rules, seed)
        frame = list(deal_frames(table))[-1]
        for win in table.result.wins:
            assert frame["apart"][win.seat] == TILE_NAMES[win.tile]
            held = len(frame["hands"][win.seat]) + 3 * len(frame["melds"][win.seat])
            assert held == 13
            ways.add(win.self_draw)
    assert ways == {True, False}


def test_claims_tell_whose_tile_it_was() -> None:
    for seed in range(10):
        table = played(variant("qq"), seed)
        last = list(deal_frames(table))[-1]
        claimed = [each for each in last["river"] if each[2] is not None]
        melds = [
            [meld["from"], meld["claimed"], seat]
            for seat, laid in enumerate(last["melds"])
            for meld in laid
            if meld["from"] is not None
        ]
        won = [] if table.result.drawn or table.result.wins[0].self_draw else claimed[-1:]
        key = str
        assert sorted(melds + won, key=key) == sorted(claimed, key=key)


def test_a_deal_that_goes_on_has_frames_too() -> None:
    table = played(variant("guobiao"), 3, acts=9)
    assert len(list(deal_frames(table))) == 10
    assert '"end":null' in deal_page(table)


# The page


class Reader(HTMLParser):
    """What a page has: its elements, its ids, and that every element ends."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: dict[str, str] = {}
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found[key] or "" for key in ("src", "href", "action") if key in found]
        if tag not in VOID:
            self.open.append(found.get("id") or tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text[self.open[-1] if self.open else ""] = data


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_needs_nothing_else(language: str) -> None:
    page = deal_page(played(variant("huanle"), 4), language)
    reader = Reader(page)
    assert reader.open == []
    assert len(reader.ids) == len(set(reader.ids))
    assert all(link.startswith("#") for link in reader.links)
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page
    assert "@import" not in page and "url(" not in page
    assert "{{" not in page and "}}" not in reader.text["title"]


def test_the_page_has_every_symbol_that_it_draws() -> None:
    table = played(variant("huanle"), 4)
    reader = Reader(deal_page(table))
    wanted = {symbol_id(tile) for tile in (*TILE_NAMES, BACK, WILD)} | {"star"}
    assert wanted <= set(reader.ids)


def test_the_page_has_every_element_that_its_script_asks_for() -> None:
    page = deal_page(played(variant("huanle"), 4))
    ids = set(Reader(page).ids)
    asked = set(re.findall(r'byId\("(\w+)"\)', page))
    assert asked and asked <= ids
    for move in ("first", "back", "next", "last"):
        assert move in ids


def test_the_page_holds_the_deal() -> None:
    table = played(variant("huanle"), 4)
    data = json.loads(Reader(deal_page(table, seat=2)).text["data"])
    assert data["frames"] == list(deal_frames(table))
    assert data["seat"] == 2 and data["seats"] == list("ESWN")
    assert data["wild"] == TILE_NAMES[table.wild]
    settlement = table.rules.settle(table.result)
    assert data["end"]["points"] == list(settlement.points)
    assert [win["seat"] for win in data["end"]["wins"]] == [w.seat for w in table.result.wins]
    assert data["end"]["wins"][0]["total"] == table.result.wins[0].fan
    assert set(data["labels"]) >= {"wall", "wild", "drawn", "points", "coins", "bird", "dealer"}


def test_names_of_a_game_cannot_break_the_page() -> None:
    definition = variant("guobiao").definition
    evil = "</script><script>alert(1)</script>&<!--"
    rules = Rules(replace(definition, id="own", zh=evil, en=evil))
    page = deal_page(played(rules, 1))
    assert page.count("<script") == 2 and "alert(1)</script>" not in page
    assert json.loads(Reader(page).text["data"])["game"] == evil


@pytest.mark.parametrize("seats", [2, 6])
def test_pages_of_other_numbers_of_seats(seats: int) -> None:
    definition = variant("guobiao").definition
    flow = FlowRules(seats=seats)
    hands = replace(definition.hands({**variant("guobiao").options}), sets=2)
    rules = Rules(replace(definition, id="own", flow=lambda _: flow, hands=lambda _: hands))
    data = json.loads(Reader(deal_page(played(rules, 1, acts=20))).text["data"])
    assert len(data["seats"]) == seats and len(data["frames"][0]["hands"]) == seats


@pytest.mark.parametrize("seat", [4, -1])
def test_the_page_is_seen_from_a_seat(seat: int) -> None:
    with pytest.raises(QueshenError, match=f"seat is {seat}, expected 0 to 3"):
        deal_page(variant("guobiao").table(seed=1), seat=seat)


def test_flowers_have_their_own_symbols() -> None:
    assert [symbol_id(tile) for tile in TILE_NAMES[KIND_COUNT:]] == [
        f"tile-f{number}" for number in range(1, 9)
    ]
