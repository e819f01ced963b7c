"""The games, one module each: options, fan table, settlement. What they share lives elsewhere."""

from __future__ import annotations

from . import (
    baopai,
    erren,
    guobiao,
    huanle,
    huopin,
    jipinghu,
    qq,
    shanxi,
    tuidaohu,
    wenzhou,
    xuezhan,
    xuezhan6,
)

__all__ = ["VARIANTS"]

VARIANTS = (
    huanle.DEFINITION,
    huopin.DEFINITION,
    qq.DEFINITION,
    guobiao.DEFINITION,
    jipinghu.DEFINITION,
    tuidaohu.DEFINITION,
    baopai.DEFINITION,
    xuezhan.DEFINITION,
    xuezhan6.DEFINITION,
    wenzhou.DEFINITION,
    shanxi.DEFINITION,
    erren.DEFINITION,
)
