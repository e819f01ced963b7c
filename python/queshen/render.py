"""Deals to look at: hands as pictures, what happened in words, and a page that replays a deal.

>>> from queshen import Hand, variant
>>> hand_svg(Hand("123m456p78s11122z", notation="mpsz")).count("東")
3
>>> table = variant("guobiao").table(seed=7)
>>> deal_page(table).startswith("<!doctype html>")
True
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from .actions import PASS
from .ending import payments_beside, score_of, wins_told
from .errors import QueshenError, shown
from .explain import explanation
from .hand import Hand
from .prop_list import AT_TABLE
from .tile_sheet import BACK, HEIGHT, WIDTH, WILD, drawing, sheet
from .tiles import TILE_NAMES, Meld, MeldType, name
from .view import Discarded, sources, swapped

if TYPE_CHECKING:
    from .actions import Action
    from .table import Table

__all__ = [
    "Told",
    "act_word",
    "all_told",
    "deal_frames",
    "deal_page",
    "hand_svg",
    "seat_name",
    "told",
]

_WINDS = {"en": "ESWN", "zh": "东南西北"}


# Hands


def hand_svg(hand: Hand, *, height: int = 64) -> str:
    """A hand as one SVG picture that needs nothing else: concealed tiles, then melds.

    Wildcards stand first and carry a star.

    Examples
    --------
    >>> from queshen import Hand
    >>> picture = hand_svg(Hand("[EEE]23m456p1789s*"))
    >>> picture[:5], picture.count("<polygon"), "<title>[EEE]23m456p1789s*</title>" in picture
    ('<svg ', 1, True)
    """
    x, parts = 0, []
    for number, tile in enumerate(_concealed(hand)):
        parts.append(_placed(tile, x))
        if number < hand.wild and hand.face is not None:
            parts.append(f'<g transform="translate({x} 0)">{_STAR}</g>')
        x += WIDTH
    for meld in hand.melds:
        x += WIDTH // 4
        for tile in _laid(meld):
            parts.append(_placed(tile, x))
            x += WIDTH
    wide = max(x, WIDTH)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide * height / HEIGHT:g}"'
        f' height="{height}" viewBox="0 0 {wide} {HEIGHT}" role="img">'
        f"<title>{escape(str(hand))}</title>{''.join(parts)}</svg>"
    )


_STAR = (
    '<polygon points="48,55 50,60.5 56,61 51.5,65 53,71 48,67.5 43,71 44.5,65 40,61'
    ' 46,60.5" fill="#8e2a9b"/>'
)


def _placed(tile: str, x: int) -> str:
    return f'<g transform="translate({x} 0)">{drawing(tile)}</g>'


def _concealed(hand: Hand, stand_in: int | None = None) -> list[str]:
    """The concealed tiles by name, wildcards first; what stands in for them by its own name."""
    wild = WILD if hand.face is None else name(hand.face)
    natural = [kind for kind, copies in enumerate(hand.counts) for _ in range(copies)]
    return [wild] * hand.wild + [name(swapped(kind, hand.face, stand_in)) for kind in natural]


def _laid(meld: Meld) -> list[str]:
    """The tiles of a meld as they lie: of a concealed kong the outer ones face down."""
    tiles = [name(kind) for kind in meld.kinds]
    return [BACK, *tiles[1:3], BACK] if meld.type is MeldType.CONCEALED_KONG else tiles


# What happened, in words


class Told(NamedTuple):
    """Something that happened: who did what, and the tiles of it."""

    text: str
    tiles: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.text, *self.tiles])


_WORDS = {
    "en": {
        "seat": "seat {}",
        "draw": "{} draws",
        "replacement": "{} draws a replacement",
        "exchanged": "{} takes from the wall",
        "changed": "{} has a wildcard more",
        "prop": "{} uses {}",
        "flower": "{} shows",
        "discard": "{} discards",
        "robbed": "{} loses",
        "declares": "{} is ready, discards",
        "bao": "the hidden wildcard was",
        "exchange": "{} passes on to {}",
        "void": "{} has no {}",
        "double": "{} doubles the stakes",
        "ready": "{} is ready",
        **dict(zip("mps", ("characters", "dots", "bamboos"), strict=True)),
        "chow": "{} chows",
        "pung": "{} pungs",
        "exposed kong": "{} kongs",
        "concealed kong": "{} kongs, concealed",
        "added kong": "{} adds to a pung",
        "win": "{} wins with",
        "end": "the wall ends",
        "pass": "{} passes",
        "says": "{} says {}",
        "chooses": "{} chooses",
        "chooses void": "{} chooses: no {}",
        "dealt": "the tiles are dealt",
    },
    "zh": {
        "seat": "座位{}",
        "draw": "{}摸",
        "replacement": "{}补",
        "exchanged": "{}换得",
        "changed": "{}变出财神",
        "prop": "{}用{}",
        "flower": "{}补花",
        "discard": "{}打",
        "robbed": "{}被抢杠",
        "declares": "{}听，打",
        "bao": "换宝，原为",
        "exchange": "{}换给{}",
        "void": "{}定缺{}",
        "double": "{}加倍",
        "ready": "{}听",
        **dict(zip("mps", ("万", "筒", "条"), strict=True)),
        "chow": "{}吃",
        "pung": "{}碰",
        "exposed kong": "{}杠",
        "concealed kong": "{}暗杠",
        "added kong": "{}加杠",
        "win": "{}和",
        "end": "牌墙摸完",
        "pass": "{}过",
        "says": "{}要{}",
        "chooses": "{}选",
        "chooses void": "{}选缺{}",
        "dealt": "发牌",
    },
}
_MELDS = tuple(MeldType)
_DRAWS = ("draw", "replacement", "exchanged", "changed")
_DISCARDS = ("discard", "robbed", "declares")
_NO_TILE = "?"


def _words(language: str) -> dict[str, str]:
    words = _WORDS.get(language) if isinstance(language, str) else None
    if words is None:
        raise QueshenError(f"language is {shown(language)}, expected one of {', '.join(_WORDS)}")
    return words


def seat_name(seat: int, seats: int = 4, language: str = "en") -> str:
    """What a seat is called: by its wind, the second of two sitting opposite; or by its number
    where there are more than four.

    Examples
    --------
    >>> seat_name(1), seat_name(1, language="zh"), seat_name(1, 2), seat_name(4, 6)
    ('S', '南', 'W', 'seat 4')
    """
    words = _words(language)
    if seats > len(_WINDS[language]):
        return words["seat"].format(seat)
    return _WINDS[language][2 * seat if seats == 2 else seat]


def told(
    event: tuple[str, int | None, int | None, int],
    seats: int = 4,
    language: str = "en",
    viewer: int | None = None,
) -> Told:
    """One of `Table.events` in words; where there is a viewer, draws of others stay hidden.

    Examples
    --------
    >>> str(told(("discard", 0, 4, 0))), str(told(("meld", 1, 2, 0)))
    ('E discards 5m', 'S chows 3m 4m 5m')
    >>> str(told(("draw", 2, 9, 0))), str(told(("draw", 2, 9, 0), viewer=1))
    ('W draws 1p', 'W draws')
    """
    what, seat, tile, extra = event
    words = _words(language)
    if seat is None:
        return Told(words["end"])
    who = seat_name(seat, seats, language)
    tiles: tuple[str, ...] = () if tile is None else (name(tile),)
    if what in ("meld", "kong") and tile is not None:
        type_ = _MELDS[extra]
        if what == "kong" and type_ is MeldType.PUNG:
            return Told(words["added kong"].format(who), tiles)
        return Told(words[str(type_)].format(who), tuple(map(name, Meld(type_, tile).kinds)))
    if what == "draw":
        if viewer not in (None, seat):
            tiles = ()
        what = _DRAWS[extra]
    elif what == "prop":
        prop = AT_TABLE[extra]
        tiles = tiles if viewer in (None, seat) else ()
        return Told(words["prop"].format(who, prop.zh if language == "zh" else prop.en), tiles)
    elif what == "exchange":
        tiles = tiles if viewer in (None, seat, extra) else ()
        return Told(words[what].format(who, seat_name(extra, seats, language)), tiles)
    elif what == "void":
        return Told(words[what].format(who, words["mps"[extra]]))
    elif what == "discard":
        what = _DISCARDS[extra]
    return Told(words[what].format(who), tiles)


def all_told(
    events: Sequence[tuple[str, int | None, int | None, int]],
    seats: int = 4,
    language: str = "en",
    viewer: int | None = None,
) -> list[Told]:
    """Events in words; the tiles that one seat passes on to another are told together.

    Examples
    --------
    >>> [str(each) for each in all_told([("exchange", 0, 4, 1), ("exchange", 0, 6, 1)])]
    ['E passes on to S 5m 7m']
    """
    found: list[Told] = []
    for event in events:
        each = told(event, seats, language, viewer)
        if event[0] == "exchange" and found and found[-1].text == each.text:
            each = Told(each.text, found.pop().tiles + each.tiles)
        found.append(each)
    return found


_ACTS = {
    "en": {
        **{word: word.capitalize() for word in ("chow", "pung", "kong", "win", "ready", "double")},
    },
    "zh": {"chow": "吃", "pung": "碰", "kong": "杠", "win": "和", "ready": "听", "double": "加倍"},
}


def act_word(action: Action, language: str = "en") -> str:
    """What a seat says when it does more than discard; empty where it says nothing.

    Examples
    --------
    >>> from queshen.actions import CHOW_LOW, concealed_kong, discard
    >>> act_word(CHOW_LOW), act_word(concealed_kong("E"), "zh"), act_word(discard("E"))
    ('Chow', '杠', '')
    """
    _words(language)
    acts = _ACTS[language]
    return next((acts[word] for word in str(action).split() if word in acts), "")


# A deal, act by act


def deal_frames(table: Table, language: str = "en") -> Iterator[dict[str, Any]]:
    """What lay on the table before the first act and after each, in values that JSON has.

    Each is a mapping of ``event`` (the number of acts so far), ``seat`` and ``action`` (the last
    one), ``told`` (what happened since the frame before), ``phase``, ``turn``, which seats are
    ``ready``, have ``left`` or ``doubled`` the stakes, and their ``void`` suits, ``asked`` (the
    seats that have to decide), ``wall`` (how many tiles), and for each seat ``hands``, ``apart``
    (the tile just drawn or won), ``melds`` and ``flowers``; then ``river`` with seat, tile and who
    claimed it, and ``latest``, the place in it of the last discard that could be claimed.

    Examples
    --------
    >>> from queshen import variant
    >>> table = variant("guobiao").table(seed=7)
    >>> table.step(min(table.legal(0)))
    >>> first, second = deal_frames(table)
    >>> second["action"], second["told"][0]
    ('discard 1m', {'text': 'E discards', 'tiles': ['1m']})
    """
    from .record.deal import DealRecord

    record = DealRecord.of(table)
    happened = 0
    for number, state in enumerate(record.tables()):
        events = state.events
        last = record.acts[number - 1] if number else None
        yield _frame(state, number, last, events[happened:], language)
        happened = len(events)


def _frame(
    table: Table,
    number: int,
    last: tuple[int, Action] | None,
    events: Sequence[tuple[str, int | None, int | None, int]],
    language: str,
) -> dict[str, Any]:
    seats = range(table.seats)
    words = _words(language)
    happened = all_told(events, table.seats, language)
    who = "" if last is None else seat_name(last[0], table.seats, language)
    if last is None:
        happened.insert(0, Told(words["dealt"]))
    elif last[1] == PASS:
        happened.insert(0, Told(words["pass"].format(who)))
    elif not happened:  # an answer that others may still outdo
        happened.append(_answer(who, last[1], language))
    hands = [_concealed(table.hand(seat), table.rules.stand_in) for seat in seats]
    apart = _apart(table, hands)
    river = tuple(Discarded(*each) for each in table.river)
    return {
        "event": number,
        "seat": None if last is None else last[0],
        "action": None if last is None else str(last[1]),
        "told": [{"text": each.text, "tiles": list(each.tiles)} for each in happened],
        "phase": table.phase,
        "turn": table.turn,
        "ready": [table.ready(seat) for seat in seats],
        "left": [table.left(seat) for seat in seats],
        "void": [table.void_suit(seat) for seat in seats],
        "doubled": [table.doubled(seat) for seat in seats],
        "asked": list(table.to_act),
        "wall": table.wall_left,
        "hands": hands,
        "apart": apart,
        "melds": [_melds(table, river, seat) for seat in seats],
        "flowers": [[name(tile) for tile in table.flowers(seat)] for seat in seats],
        "river": [[each.seat, name(each.kind), each.claimed_by] for each in river],
        "latest": table.latest,
    }


def _answer(who: str, action: Action, language: str) -> Told:
    """What was answered or chosen while others still do."""
    words = _words(language)
    if action.name == "tile" and action.kind is not None:
        return Told(words["chooses"].format(who), (name(action.kind),))
    if action.name.startswith("void"):
        return Told(words["chooses void"].format(who, words[str(action)[-1]]))
    return Told(words["says"].format(who, act_word(action, language)))


def _apart(table: Table, hands: list[list[str]]) -> list[str | None]:
    """The tile that lies apart in each hand, which it leaves."""
    apart: list[str | None] = [None] * table.seats
    for what, seat, tile, _ in table.events:
        if what == "win" and seat is not None and tile is not None:
            apart[seat] = name(tile)
            if len(hands[seat]) % 3 == 2:  # it was drawn
                hands[seat].remove(name(tile))
    drawn = None if table.done else table.view(table.turn).drawn
    if drawn is not None:
        apart[table.turn] = name(drawn)
        hands[table.turn].remove(name(drawn))
    return apart


def _melds(table: Table, river: tuple[Discarded, ...], seat: int) -> list[dict[str, Any]]:
    melds = table.melds(seat)
    found = []
    for meld, source in zip(melds, sources(melds, river, seat), strict=True):
        claimed = None if source is None else river[source]
        found.append(
            {
                "type": str(meld.type),
                "tiles": [
                    name(swapped(kind, table.wild, table.rules.stand_in)) for kind in meld.kinds
                ],
                "from": None if claimed is None else claimed.seat,
                "claimed": None if claimed is None else name(claimed.kind),
            }
        )
    return found


def _ending(table: Table, language: str) -> dict[str, Any] | None:
    """How the deal ended, for the page."""
    result = table.result
    if result is None:
        return None
    settlement = table.rules.settle(result)
    names = [seat_name(each, table.seats, language) for each in range(table.seats)]
    several = len(result.wins) > 1
    currency = table.rules.currency
    return {
        "wins": [
            {
                "seat": win.seat,
                "told": text if several else None,
                "paid": paid if several else (),
                **asdict(explanation(score_of(table, win), language)),
            }
            for win, text, paid in wins_told(result, settlement, names, language)
        ],
        "bird": None if result.bird is None else name(result.bird),
        "horses": [name(horse) for horse in result.horses],
        "bao": None if result.bao is None else name(result.bao),
        "points": list(settlement.points),
        "coins": list(settlement.coins),
        "payments": payments_beside(result, settlement, language, currency)
        if several
        else settlement.explain(language, currency).splitlines(),
    }


# The page

_LABELS = {
    "en": {
        "wall": "wall",
        "wild": "wild",
        "stands": "plays it",
        "round": "round",
        "event": "event",
        "events": "Events",
        "result": "Result",
        "from": "Seen from",
        "hide": "Hide the others",
        "theme": "Light or dark",
        "first": "First",
        "back": "Back",
        "play": "Play",
        "next": "Next",
        "last": "Last",
        "drawn": "Nobody wins.",
        "keys": "Keys: ← → Home End, space plays.",
        "points": "points",
        "coins": "coins",
        "bird": "bird",
        "horses": "horses",
        "bao": "hidden wildcard",
        "ready": "ready",
        "dealer": "dealer",
        "left": "won",
        "doubled": "doubled",
        "void": "no ",
        "m": "characters",
        "p": "dots",
        "s": "bamboos",
    },
    "zh": {
        "wall": "牌墙",
        "wild": "财神",
        "stands": "作它",
        "round": "圈",
        "event": "第",
        "events": "过程",
        "result": "结果",
        "from": "视角",
        "hide": "隐藏他家",
        "theme": "明暗",
        "first": "开头",
        "back": "上一步",
        "play": "播放",
        "next": "下一步",
        "last": "结尾",
        "drawn": "荒牌。",
        "keys": "按键：← → Home End，空格播放。",
        "points": "分数",
        "coins": "金币",
        "bird": "鸟牌",
        "horses": "马牌",
        "bao": "宝牌",
        "ready": "听",
        "dealer": "庄",
        "left": "已和",
        "doubled": "加倍",
        "void": "缺",
        "m": "万",
        "p": "筒",
        "s": "条",
    },
}


def deal_page(table: Table, language: str = "en", *, seat: int = 0) -> str:
    """A page of HTML on which the deal is replayed; it needs no network and no other file.

    All tiles of the deal are in it. Hiding the hands of others is for the eyes only.

    Parameters
    ----------
    table : Table
        The deal, over or not.
    language : {"en", "zh"}
        The language of words.
    seat : int
        The seat that sits at the bottom at first.

    Raises
    ------
    QueshenError
        If there is no such language or seat.

    Examples
    --------
    >>> from queshen import variant
    >>> page = deal_page(variant("huanle").table(seed=7), "zh")
    >>> "欢乐麻将" in page, "http://" in page.replace("http://www.w3.org/", "")
    (True, False)
    """
    if seat not in range(table.seats):
        raise QueshenError(f"seat is {shown(seat)}, expected 0 to {table.seats - 1}")
    rules = table.rules
    names = (rules.zh, rules.en) if language == "zh" else (rules.en, rules.zh)
    data = {
        "labels": {**_page_words(language), "acts": _ACTS[language]},
        "game": names[0],
        "seats": [seat_name(each, table.seats, language) for each in range(table.seats)],
        "seat": seat,
        "round": _WINDS[language][table.round_wind - 27],
        "wild": None if table.wild is None else name(table.wild),
        "stand_in": _stand_in(table),
        "indicator": None if table.indicator is None else name(table.indicator),
        "flowers": list(TILE_NAMES[34:]),
        "frames": list(deal_frames(table, language)),
        "end": _ending(table, language),
    }
    told_seed = "" if table.seed is None else f" · {table.seed}"
    # Nothing in the data may end the element that it stands in.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "language": "zh-Hans" if language == "zh" else "en",
        "title": escape(f"{names[0]} {names[1]}{told_seed}"),
        "game": escape(names[0]),
        "other": escape(f"{names[1]}{told_seed}"),
        "style": _file("replay.css"),
        "script": _file("replay.js"),
        "sheet": sheet((*TILE_NAMES, BACK, WILD)) + f'<symbol id="star">{_STAR}</symbol>',
        "data": text,
        **{f"label {key}": escape(value) for key, value in _page_words(language).items()},
    }
    page = _file("replay.html")
    pieces = page.split("{{")
    filled = [pieces[0]]
    for piece in pieces[1:]:
        key, _, rest = piece.partition("}}")
        filled += [parts[key], rest]
    return "".join(filled)


def _stand_in(table: Table) -> str | None:
    """The tile that plays the wild kind, where it is another."""
    stand_in = table.rules.stand_in
    return None if stand_in is None or table.wild in (None, stand_in) else name(stand_in)


def _page_words(language: str) -> dict[str, str]:
    _words(language)
    return _LABELS[language]


def _file(part: str) -> str:
    return files("queshen").joinpath("page", part).read_text(encoding="utf-8")
