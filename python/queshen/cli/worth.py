"""Scores and payments in colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.table import Table
from rich.text import Text

from ..explain import CountedRow, Explanation, explanation
from .screen import hand_text, new_table, plain_table, tiles_text

if TYPE_CHECKING:
    from ..scorer import Score
    from ..settlement import Settlement

__all__ = ["payments_table", "score_tables"]

_WINDS = "ESWN"

_WORDS = {
    "en": {
        **{wind: wind for wind in _WINDS},
        "seat": "Seat",
        "points": "Points",
        "coins": "Coins",
        "how": "How",
        "rate": "{}: {} a point, less {}",
    },
    "zh": {
        **dict(zip(_WINDS, "东南西北", strict=True)),
        "seat": "座位",
        "points": "分数",
        "coins": "金币",
        "how": "算法",
        "rate": "{}：每分{}，另收{}",
    },
}


def score_tables(score: Score, language: str) -> Iterator[Table | Text]:
    """What a score comes to: the hand, the fans that count, and those that do not."""
    parts = explanation(score, language)
    verdict = "bold green" if score.is_win else "bold red"
    yield Text.assemble((parts.game, "bold"), (f" {parts.other_game}", "dim"))
    yield _facts(parts, score)
    if parts.refused:
        yield Text(parts.refused, verdict)
        return
    yield from _counted(parts, parts.fans)
    yield Text(f"{_number(parts, parts.counted)}  {parts.verdict}", verdict)
    if parts.flowers:
        yield from _counted(parts, parts.flowers)
        yield Text(f"{_number(parts, parts.total)}  {parts.total_label}", "bold")
    if parts.lost:
        yield Text(parts.lost_label)
        lost = plain_table(5, style="dim")
        for row in parts.lost:
            lost.add_row("", row.name, row.other_name, row.times, row.because)
        yield lost


def _facts(parts: Explanation, score: Score) -> Table:
    """Hand, win, reading and wildcards, each behind its label."""
    facts = plain_table(2)
    (hand, _), (win, won), *others = parts.facts
    facts.add_row(Text(hand, "dim"), hand_text(score.hand))
    facts.add_row(Text(win, "dim"), Text(won))
    for label, told in others:
        facts.add_row(Text(label, "dim"), tiles_text(told))
    return facts


def _counted(parts: Explanation, rows: Sequence[CountedRow]) -> Iterator[Table]:
    """Fans that count, in columns as wide as those of all of them."""
    if not rows:
        return
    every = (*parts.fans, *parts.flowers)
    wide = max(cell_len(row.name) for row in every)
    other = max(cell_len(row.other_name) for row in every)
    table = plain_table(4)
    for row in rows:
        # The spaces give way where the terminal is narrow.
        table.add_row(
            Text(_number(parts, row.points), "bold"),
            set_cell_size(row.name, wide),
            Text(set_cell_size(row.other_name, other), "dim"),
            row.times,
        )
    yield table


def _number(parts: Explanation, number: int) -> str:
    """A number as wide as the widest of the explanation."""
    every = [row.points for row in (*parts.fans, *parts.flowers)]
    return f"{number:{max(len(str(each)) for each in (*every, parts.total))}}"


def _seat(seat: int, seats: int, words: dict[str, str]) -> str:
    """A seat with its wind; where there are more than four it has none."""
    if seats > len(_WINDS):
        return str(seat)
    return f"{seat} {words[_WINDS[2 * seat if seats == 2 else seat]]}"


def payments_table(settlement: Settlement, currency: str | None, language: str) -> Table:
    """What each seat wins or pays, in points and in coins."""
    words = _WORDS[language]
    coins = currency if currency and language == "zh" else words["coins"]
    numbers = (words["points"], coins)
    table = new_table(words["seat"], *numbers, words["how"], numbers=numbers)
    for seat, (points, got) in enumerate(zip(settlement.points, settlement.coins, strict=True)):
        how = [each.formula(language) for each in settlement.transfers if each.payer == seat]
        table.add_row(
            _seat(seat, len(settlement.points), words),
            _signed(points),
            _signed(got),
            "\n".join(how),
        )
    if settlement.unit != 1 or any(settlement.fee):
        fee = max(settlement.fee)
        table.caption = Text(words["rate"].format(coins, settlement.unit, fee))
        table.caption_justify = "left"
    return table


def _signed(number: int) -> Text:
    style = "green" if number > 0 else "red" if number < 0 else "dim"
    return Text(f"{number:+d}" if number else "0", style)
