"""Queshen (雀神): a mahjong engine for the Chinese variants with wildcards.

>>> import queshen
>>> hand = queshen.Hand("123m456p78s11122z", notation="mpsz")
>>> hand.shanten(), hand.waits().tiles
(0, ('6s', '9s'))

Hands one at a time are `Hand` and the functions `is_win`, `shanten`, `waits` and `useful` on
counts; `variant` gives the rules of a game, which score wins and settle deals; arrays of hands are
`queshen.batch`, which needs numpy.
"""

from __future__ import annotations

from .answers import Discard, Draws
from .counts import is_win, shanten, useful, waits
from .errors import BatchError, HandError, NotationError, QueshenError, RecordError, RulesError
from .hand import Hand
from .shapes import SIMD, Shape
from .tiles import Meld, MeldType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import batch
    from .deal_result import DealResult, SeatResult, Win
    from .fans import Fan, FanTable
    from .rules import Definition, Rules, variant, variants
    from .score import Reading
    from .scorer import Score, ScoredFan, readings
    from .settlement import Settlement, Transfer

__all__ = [
    "SIMD",
    "BatchError",
    "DealResult",
    "Definition",
    "Discard",
    "Draws",
    "Fan",
    "FanTable",
    "Hand",
    "HandError",
    "Meld",
    "MeldType",
    "NotationError",
    "QueshenError",
    "Reading",
    "RecordError",
    "Rules",
    "RulesError",
    "Score",
    "ScoredFan",
    "SeatResult",
    "Settlement",
    "Shape",
    "Transfer",
    "Win",
    "batch",
    "is_win",
    "readings",
    "shanten",
    "useful",
    "variant",
    "variants",
    "waits",
]

__version__ = "0.1.0"

# Who asks hands only does not wait for what knows the games, nor for numpy.
_LATER = {
    "DealResult": "deal_result",
    "Definition": "rules",
    "Fan": "fans",
    "FanTable": "fans",
    "Reading": "score",
    "Rules": "rules",
    "Score": "scorer",
    "ScoredFan": "scorer",
    "SeatResult": "deal_result",
    "Settlement": "settlement",
    "Transfer": "settlement",
    "Win": "deal_result",
    "readings": "scorer",
    "variant": "rules",
    "variants": "rules",
}


def __getattr__(attribute: str) -> object:
    import importlib

    if attribute == "batch":
        return importlib.import_module(".batch", __name__)
    if attribute in _LATER:
        found = getattr(importlib.import_module(f".{_LATER[attribute]}", __name__), attribute)
        globals()[attribute] = found
        return found
    raise AttributeError(f"module 'queshen' has no attribute {attribute!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
