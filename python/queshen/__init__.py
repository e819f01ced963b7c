"""Queshen (雀神): a mahjong engine for the Chinese variants with wildcards.

>>> import queshen
>>> hand = queshen.Hand("123m456p78s11122z", notation="mpsz")
>>> hand.shanten(), hand.waits().tiles
(0, ('6s', '9s'))

Hands one at a time are `Hand` and the functions `is_win`, `shanten`, `waits` and `useful` on
counts; arrays of hands are `queshen.batch`, which needs numpy and is imported when it is first
asked for.
"""

from __future__ import annotations

from .answers import Discard, Draws
from .counts import is_win, shanten, useful, waits
from .errors import BatchError, HandError, NotationError, QueshenError, RecordError
from .hand import Hand
from .shapes import SIMD, Shape
from .tiles import Meld, MeldType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import batch

__all__ = [
    "SIMD",
    "BatchError",
    "Discard",
    "Draws",
    "Hand",
    "HandError",
    "Meld",
    "MeldType",
    "NotationError",
    "QueshenError",
    "RecordError",
    "Shape",
    "batch",
    "is_win",
    "shanten",
    "useful",
    "waits",
]

__version__ = "0.1.0"


def __getattr__(attribute: str) -> object:
    if attribute == "batch":
        import importlib

        return importlib.import_module(".batch", __name__)
    raise AttributeError(f"module 'queshen' has no attribute {attribute!r}")
