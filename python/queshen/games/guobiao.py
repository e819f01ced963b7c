"""国标麻将 (MCR): the competition rules, with a minimum of 8 and 明暗杠."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..fans import FanTable
from ..national import fans_of, flow_of, hands_of
from ..options import CLAIMS, ESCAPE, FAN_TABLE, FLOW, MINIMUM, PAYMENT, ROTATION, with_defaults
from ..rules import Definition, Rules

if TYPE_CHECKING:
    from ..settlement import DealResult, Settlement

__all__ = ["DEFINITION"]


def table(options: Mapping[str, Any]) -> FanTable:
    """The 81 fans of 1998 and 明暗杠."""
    return fans_of(options, numbers=81)


def settle(rules: Rules, result: DealResult) -> Settlement:
    """The base points from everybody and the total from who pays for the win."""
    from ..settlement import winner_base

    return winner_base(rules, result)


DEFINITION = Definition(
    id="guobiao",
    zh="国标麻将",
    en="Chinese Official Mahjong",
    pinyin="guobiao majiang",
    aliases=("国标", "MCR", "Mahjong Competition Rules"),
    currency=None,
    options=(
        *with_defaults(FAN_TABLE, ming_an_gang=5),
        *FLOW,
        *with_defaults(ROTATION, dealer_rotation="always_next", draw_rotation="next"),
        *CLAIMS,
        *PAYMENT,
        *with_defaults(ESCAPE, escape_points=8, escape_comp=2),
        *MINIMUM,
    ),
    table=table,
    hands=hands_of,
    settle=settle,
    flow=flow_of,
)
