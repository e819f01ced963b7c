"""What the pages of the games say beside what the data of the games say, by the id of the game."""

from __future__ import annotations

from .baopai import BAOPAI
from .erren import ERREN
from .game_words import GameWords
from .jipinghu import JIPINGHU
from .national import NATIONAL
from .shanxi import SHANXI
from .tuidaohu import TUIDAOHU
from .wenzhou import WENZHOU
from .xuezhan import XUEZHAN, XUEZHAN6

__all__ = ["WORDS", "GameWords"]

WORDS = {
    **NATIONAL,
    "jipinghu": JIPINGHU,
    "tuidaohu": TUIDAOHU,
    "baopai": BAOPAI,
    "xuezhan": XUEZHAN,
    "xuezhan6": XUEZHAN6,
    "wenzhou": WENZHOU,
    "shanxi": SHANXI,
    "erren": ERREN,
}
