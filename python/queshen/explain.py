"""A score told to people, in Chinese or English, and to programs, in plain values.

`queshen.Score.explain` and `to_dict` are made here. `explanation` gives the same facts in parts,
for those who lay them out themselves, as the command line does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from .errors import QueshenError, shown
from .tiles import kind, name

if TYPE_CHECKING:
    from .fans import Fan
    from .rules import Rules
    from .score import Dropped
    from .scorer import Score, ScoredFan

__all__ = ["CountedRow", "Explanation", "LostRow", "explain_score", "explanation", "score_facts"]


@dataclass(frozen=True, slots=True)
class CountedRow:
    """A fan that counts: its points, its name, its name in the other language, how it is paid."""

    points: int
    name: str
    other_name: str
    times: str


@dataclass(frozen=True, slots=True)
class LostRow:
    """A fan that does not count, by both names and how often, and why it does not."""

    name: str
    other_name: str
    times: str
    because: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A score in parts.

    Attributes
    ----------
    game, other_game : str
        The game in the language, and in the other one.
    facts : tuple of (str, str)
        What is scored, each with its label: the hand, the win, the reading with the tiles of
        wildcards in parentheses, and what each wildcard stands for.
    refused : str
        Why it is worth nothing; then nothing follows. Empty where it is worth something.
    fans : tuple of CountedRow
        The fans that count toward the minimum.
    counted, verdict : int, str
        Their total, and what it comes to.
    flowers : tuple of CountedRow
        The fans beside them.
    total, total_label : int, str
        The total of all, and the words for it.
    lost : tuple of LostRow
        The fans that are not counted.
    lost_label : str
        The words for them.
    """

    game: str
    other_game: str
    facts: tuple[tuple[str, str], ...]
    refused: str
    fans: tuple[CountedRow, ...]
    counted: int
    verdict: str
    flowers: tuple[CountedRow, ...]
    total: int
    total_label: str
    lost: tuple[LostRow, ...]
    lost_label: str


_WORDS = {
    "en": {
        "hand": "hand",
        "win": "win",
        "self_draw": "self-draw of {}",
        "discard": "win on {}",
        "wildcard": "{}, a wildcard",
        "round_wind": "{} round",
        "seat_wind": "{} seat",
        **{wind: wind for wind in "ESWN"},
        "last_tile": "last tile of the wall",
        "replacement": "replacement of a kong",
        "robbing": "robbing a kong",
        "last_copy": "last copy",
        "first_turn": "of the first turn",
        "bao": "the hidden wildcard",
        "closed_ready": "the one wait, in the middle of a chow",
        "bao_wait": "which is the hidden wildcard",
        "ready": "declared ready",
        "first_ready": "at once",
        "after_kong": "discarded after a kong",
        "last_round": "while the last tiles are dealt out",
        "tile_points": "Winning Tile",
        "dealer": "the dealer",
        "not dealer": "not the dealer",
        "flower": "{} flower",
        "flowers": "{} flowers",
        "and": ", ",
        "reading": "reading",
        "wildcards": "wildcards",
        "as": "{} as {}",
        "times": "{} x {}",
        "lost times": "x {}",
        "sum": "total",
        "highest": "total: the highest of them",
        "product": "total: their product",
        "cap": ", at most {}",
        "beyond": ", beyond the cap of {}",
        "points": ": {} points",
        "point": ": {} point",
        "reached": ", the minimum of {} is reached",
        "missed": ", no win: the minimum is {}",
        "all": "total with flowers",
        "lost": "not counted",
        "beside": "beside {}",
        "used": "its chows are used already",
        "refused not complete": "no win: the hand is not complete",
        "refused discard": "no win: nobody wins on a discard",
        "refused discarded wildcard": "no win: nobody wins on a discarded wildcard",
        "refused suits": "no win: the hand has too many suits",
        "refused winning tile": "no win: nobody wins so on such a tile",
    },
    "zh": {
        "hand": "手牌",
        "win": "和牌",
        "self_draw": "自摸{}",
        "discard": "点和{}",
        "wildcard": "{}（财神）",
        "round_wind": "圈风{}",
        "seat_wind": "门风{}",
        **dict(zip("ESWN", "东南西北", strict=True)),
        "last_tile": "海底牌",
        "replacement": "杠后补牌",
        "robbing": "抢杠",
        "last_copy": "绝张",
        "first_turn": "首巡",
        "bao": "摸宝",
        "closed_ready": "卡当",
        "bao_wait": "宝中宝",
        "ready": "报听",
        "first_ready": "天听",
        "after_kong": "杠后打出",
        "last_round": "最后摸牌阶段",
        "tile_points": "和牌张点数",
        "dealer": "庄家",
        "not dealer": "闲家",
        "flower": "{}张花牌",
        "flowers": "{}张花牌",
        "and": "，",
        "reading": "牌型",
        "wildcards": "财神",
        "as": "{}作{}",
        "times": "{}×{}",
        "lost times": "×{}",
        "sum": "合计",
        "highest": "合计，取最高的一种",
        "product": "合计，各番相乘",
        "cap": "，{}番封顶",
        "beyond": "，不受{}番封顶",
        "points": "：{}分",
        "point": "：{}分",
        "reached": "，已到{}番起和",
        "missed": "，不到{}番起和，不能和",
        "all": "连花牌合计",
        "lost": "不计",
        "beside": "已计{}",
        "used": "顺子已用过（套算一次）",
        "refused not complete": "不和：牌型未成",
        "refused discard": "不和：不可点炮",
        "refused discarded wildcard": "不和：打出的财神不可和",
        "refused suits": "不和：花色过多",
        "refused winning tile": "不和：此牌不可如此和",
    },
}

_REFUSED = ("not complete", "discard", "discarded wildcard", "suits", "winning tile")
_WINDS = tuple(map(kind, "ESWN"))
_FLAGS = (
    *("last_tile", "replacement", "robbing", "last_copy", "first_turn"),
    *("bao", "closed_ready", "bao_wait"),
    *("ready", "first_ready", "after_kong", "last_round"),
)


def _words(language: str) -> dict[str, str]:
    words = _WORDS.get(language) if isinstance(language, str) else None
    if words is None:
        raise QueshenError(f"language is {shown(language)}, expected one of {', '.join(_WORDS)}")
    return words


# In parts


def explanation(score: Score, language: str = "en") -> Explanation:
    """A score in parts, in English (``"en"``) or Chinese (``"zh"``).

    Raises
    ------
    QueshenError
        If the language is another.

    Examples
    --------
    >>> from queshen.rules import variant
    >>> parts = explanation(variant("guobiao").score("123m456m789mEEECC", "C", self_draw=True))
    >>> parts.facts[1], parts.fans[0].name, parts.counted
    (('win', 'self-draw of C, E round, E seat'), 'Pure Straight', 31)
    """
    words = _words(language)
    rows = [(one.fan.to_minimum, _counted_row(one, language)) for one in score.fans]
    if score.tile_points:
        names = (_WORDS[each]["tile_points"] for each in ("en", "zh"))
        own, other = names if language == "en" else reversed([*names])
        rows.append((True, CountedRow(score.tile_points, own, other, "")))
    return Explanation(
        *_names(score.rules, language),
        tuple(_facts(score, words)),
        words[f"refused {score.reason}"] if score.reason in _REFUSED else "",
        tuple(row for counts, row in rows if counts),
        score.counted,
        _verdict(score, words),
        tuple(row for counts, row in rows if not counts),
        score.total,
        words["all"],
        tuple(_lost_row(lost, language) for lost in score.excluded),
        words["lost"],
    )


def _names(named: Fan | Rules, language: str) -> tuple[str, str]:
    """The name in the language, and in the other one."""
    return (named.zh, named.en) if language == "zh" else (named.en, named.zh)


def _counted_row(one: ScoredFan, language: str) -> CountedRow:
    times = _words(language)["times"].format(one.fan.value, one.count) if one.count > 1 else ""
    return CountedRow(one.points, *_names(one.fan, language), times)


def _lost_row(lost: Dropped, language: str) -> LostRow:
    words = _words(language)
    times = words["lost times"].format(lost.count) if lost.count > 1 else ""
    beside = words["used"]
    if lost.by is not None:
        beside = words["beside"].format(_names(lost.by, language)[0])
    return LostRow(*_names(lost.fan, language), times, beside)


def _facts(score: Score, words: dict[str, str]) -> Iterator[tuple[str, str]]:
    yield words["hand"], str(score.hand)
    yield words["win"], _win(score, words)
    if score.reading is not None:
        yield words["reading"], str(score.reading)
    if score.faces:
        faces = " ".join(map(name, score.faces))
        yield words["wildcards"], words["as"].format(_face(score) or "*", faces)


def _win(score: Score, words: dict[str, str]) -> str:
    context = score.context
    tile = score.win
    if tile in ("*", _face(score)) and not context["bao"]:
        tile = words["wildcard"].format(tile)
    said = [words["self_draw" if context["self_draw"] else "discard"].format(tile)]
    if any(score.rules.flow.copies[wind] for wind in _WINDS):
        winds = ("round_wind", "seat_wind")
        said += [words[wind].format(words[context[wind]]) for wind in winds]
    own_wind = score.rules.flow.seats <= len(_WINDS)  # else winds come round again
    if own_wind and context["dealer"] != (context["seat_wind"] == "E"):
        said.append(words["dealer" if context["dealer"] else "not dealer"])
    said += [words[flag] for flag in _FLAGS if context[flag]]
    flowers = context["flowers"] if isinstance(context["flowers"], int) else len(context["flowers"])
    if flowers:
        said.append(words["flower" if flowers == 1 else "flowers"].format(flowers))
    return words["and"].join(said)


def _face(score: Score) -> str | None:
    """The tile that is wild; None where wildcards have no face or there are none."""
    return None if score.hand.face is None else name(score.hand.face)


def _verdict(score: Score, words: dict[str, str]) -> str:
    table = score.rules.fans
    what = words[table.combine]
    if table.cap is not None:
        beyond = any(one.fan.beyond_cap for one in score.fans)
        what += words["beyond" if beyond else "cap"].format(table.cap)
    if table.scale:
        what += words["point" if score.points == 1 else "points"].format(score.points)
    if score.minimum:
        what += words["missed" if score.reason == "minimum" else "reached"].format(score.minimum)
    return what


# As text


def explain_score(score: Score, language: str = "en") -> str:
    """A score in lines of text, in English (``"en"``) or Chinese (``"zh"``).

    Raises
    ------
    QueshenError
        If the language is another.

    Examples
    --------
    >>> from queshen.rules import variant
    >>> score = variant("huanle").score("[234p]122223m456pC", "C", wild="5p", self_draw=True)
    >>> print(explain_score(score))
    Happy Mahjong 欢乐麻将
    hand       [234p]122223m456pC
    win        self-draw of C, E round, E seat
    reading    [234p] 123m 222m 4(5)6p CC
    wildcards  5p as 5p
    2  Tile Hog         四归一
    2  No Caishen       无财神
    1  One Voided Suit  缺一门
    1  Self-Drawn       自摸
    6  total
    """
    parts = explanation(score, language)
    lines = [f"{parts.game} {parts.other_game}"]
    wide = max(_width(label) for label, _ in parts.facts)
    lines += [f"{_padded(label, wide)}  {told}" for label, told in parts.facts]
    if parts.refused:
        return "\n".join([*lines, parts.refused])
    rows = [*map(_row, parts.fans), (str(parts.counted), parts.verdict)]
    if parts.flowers:
        rows += [*map(_row, parts.flowers), (str(parts.total), parts.total_label)]
    lines += _aligned(rows)
    if parts.lost:
        lines.append(parts.lost_label)
        rows = [("", row.name, row.other_name, row.times, row.because) for row in parts.lost]
        lines += _aligned(rows)
    return "\n".join(lines)


def _row(row: CountedRow) -> tuple[str, ...]:
    return str(row.points), row.name, row.other_name, row.times


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """A number to the right, then texts in columns; a row that is shorter fits no column."""
    longest = max(map(len, rows))
    columns = list(zip(*(row for row in rows if len(row) == longest), strict=True))[1:]
    wide = [max(map(_width, column)) for column in columns]
    far = max(len(row[0]) for row in rows)
    lines = []
    for number, *texts in rows:
        if len(texts) == len(wide):
            texts = [_padded(text, at) for text, at in zip(texts, wide, strict=True) if at]
        lines.append("  ".join([number.rjust(far), *texts]).rstrip())
    return lines


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _width(text: str) -> int:
    """Columns that a terminal needs, where a Chinese character takes two."""
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)


# As plain values


def score_facts(score: Score) -> dict[str, object]:
    """A score in values that JSON has: tiles by name, fans by id.

    With its ``hand``, ``win``, ``wild`` and ``context`` the rules give the score again.

    Examples
    --------
    >>> from queshen.rules import variant
    >>> rules = variant("huanle")
    >>> score = rules.score("[234p]122223m456pC", "C", wild="5p", self_draw=True)
    >>> facts = score_facts(score)
    >>> facts["total"], facts["faces"], facts["fans"][0]["id"]
    (6, ['5p'], 'si_gui_yi')
    >>> rules.score(facts["hand"], facts["win"], wild=facts["wild"], **facts["context"]) == score
    True
    """
    return {
        "rules": score.rules.key,
        "hand": str(score.hand),
        "wild": _face(score),
        "win": score.win,
        "context": score.context,
        "is_win": score.is_win,
        "reason": score.reason,
        "total": score.total,
        "points": score.points,
        "tile_points": score.tile_points,
        "counted": score.counted,
        "minimum": score.minimum,
        "fans": [
            {
                **_fan_facts(one.fan),
                "value": one.fan.value,
                "count": one.count,
                "points": one.points,
            }
            for one in score.fans
        ],
        "excluded": [
            {**_fan_facts(lost.fan), "count": lost.count, "by": lost.by and lost.by.id}
            for lost in score.excluded
        ],
        "reading": score.reading and score.reading.to_dict(),
        "faces": [name(face) for face in score.faces],
    }


def _fan_facts(fan: Fan) -> dict[str, object]:
    return {"id": fan.id, "zh": fan.zh, "en": fan.en}
