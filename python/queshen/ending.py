"""How a deal ended, in words: who won in which order, and who paid for it.

>>> from queshen import variant
>>> from queshen.table import choose
>>> table = variant("xuezhan").table(seed=1)
>>> while not table.done:
...     table.step(choose(table, table.to_act[0]))
>>> for won in wins_told(table.result, table.rules.settle(table.result), "ESWN"):
...     print(won.text, won.paid[0], sep=": ")
1. E wins by self-draw: S pays 2: 2 fan
2. S wins on a tile of W: W pays 1: 1 fan
3. W wins on a tile of N: N pays 1: 1 fan
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .deal_result import DealResult, Win, WinFlag
from .hand import Hand
from .payments import Settlement, Transfer
from .tiles import name

if TYPE_CHECKING:
    from .scorer import Score
    from .table import Table

__all__ = ["WinTold", "payments_beside", "score_of", "wins_told"]

_WORDS = {
    "en": {
        "drawn": "{}. {} wins by self-draw",
        "claimed": "{}. {} wins on a tile of {}",
        "pays": "{} pays {}",
        "why": "{}: {}",
    },
    "zh": {
        "drawn": "{}. {}自摸",
        "claimed": "{}. {}和{}的牌",
        "pays": "{}付{}分",
        "why": "{}：{}",
    },
}


def score_of(table: Table, win: Win) -> Score:
    """The score of a win at a table whose deal is over.

    Examples
    --------
    >>> from queshen import variant
    >>> from queshen.table import choose
    >>> table = variant("qq").table(seed=2)
    >>> while not table.done:
    ...     table.step(choose(table, table.to_act[0]))
    >>> win = table.result.wins[0]
    >>> score_of(table, win).total == win.fan
    True
    """
    rules, hand = table.rules, table.hand(win.seat)
    tile = "*" if win.tile is None else name(win.tile)
    if WinFlag.BAO in win.flags and win.tile is not None:
        # It is drawn as a tile, and stands for another.
        counts = bytearray(hand.counts)
        counts[win.tile] -= 1
        tile, hand = "*", Hand(bytes(counts), melds=hand.melds, wild=1, sets=hand.sets)
    if win.tile is not None and win.tile == table.wild and not win.self_draw:
        tile += "'" * (rules.discard_wild != "wild")
    return rules.score(
        hand,
        tile,
        self_draw=win.self_draw,
        round_wind=table.round_wind,
        seat_wind=table.seat_wind(win.seat),
        flowers=table.flowers(win.seat),
        last_tile=WinFlag.LAST_TILE in win.flags,
        replacement=WinFlag.REPLACEMENT in win.flags,
        robbing=WinFlag.ROBBING in win.flags,
        last_copy=WinFlag.LAST_COPY in win.flags,
        first_turn=WinFlag.FIRST_TURN in win.flags,
        bao=WinFlag.BAO in win.flags,
        closed_ready=WinFlag.CLOSED_WAIT in win.flags,
        bao_wait=WinFlag.BAO_WAIT in win.flags,
        ready=WinFlag.READY in win.flags,
        first_ready=WinFlag.FIRST_READY in win.flags,
        after_kong=WinFlag.AFTER_KONG in win.flags,
        last_round=WinFlag.LAST_ROUND in win.flags,
        dealer=win.seat == 0,
    )


class WinTold(NamedTuple):
    """A win, how it came about, and what was paid for it."""

    win: Win
    text: str
    paid: tuple[str, ...]


def wins_told(
    result: DealResult, settlement: Settlement, names: Sequence[str], language: str = "en"
) -> list[WinTold]:
    """The wins of a deal in the order in which they came; those on one tile share a number."""
    words = _WORDS[language]
    orders = sorted({win.order for win in result.wins})
    told = []
    for win in sorted(result.wins, key=lambda win: win.order):
        place = orders.index(win.order) + 1
        if win.payer is None:
            text = words["drawn"].format(place, names[win.seat])
        else:
            text = words["claimed"].format(place, names[win.seat], names[win.payer])
        paid = tuple(
            _paid(each, names[each.payer], words, language)
            for each in settlement.transfers
            if _is_for(each, win) and each.payer is not None
        )
        told.append(WinTold(win, text, paid))
    return told


def payments_beside(
    result: DealResult, settlement: Settlement, language: str, currency: str | None
) -> list[str]:
    """The payments that are for no win, in lines, and what all come to."""
    lines = settlement.explain(language, currency).splitlines()
    for_wins = [
        each.payer is not None and any(_is_for(each, win) for win in result.wins)
        for each in settlement.transfers
    ]
    kept = [line for line, is_win in zip(lines, for_wins, strict=False) if not is_win]
    return kept + lines[max(len(for_wins), 1) :] if for_wins else lines


_WIN = "win"


def _is_for(transfer: Transfer, win: Win) -> bool:
    return transfer.reason == _WIN and transfer.payee == win.seat


def _paid(transfer: Transfer, payer: str, words: dict[str, str], language: str) -> str:
    said = words["pays"].format(payer, transfer.points)
    formula = transfer.formula(language)
    return words["why"].format(said, formula) if formula else said
