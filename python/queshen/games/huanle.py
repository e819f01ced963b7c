"""欢乐麻将: the national fans and two more, wildcards, a bird, and a dealer who counts double."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..fans import FanTable
from ..national import fans_of, flow_of, hands_of
from ..options import (
    BIRD,
    CLAIMS,
    DEALER,
    ESCAPE,
    FAN_TABLE,
    FLOW,
    PAYMENT,
    RANKS,
    ROOM,
    ROTATION,
    WILDCARD_TABLE,
    WILDCARDS,
    with_defaults,
)
from ..rules import Definition, Rules

if TYPE_CHECKING:
    from ..settlement import DealResult, Settlement

__all__ = ["DEFINITION"]


def table(options: Mapping[str, Any]) -> FanTable:
    """The 83 fans of the document, of which the second 明杠 is the first again."""
    return fans_of(options, numbers=83)


def settle(rules: Rules, result: DealResult) -> Settlement:
    """By the total of the winner, with the factors of bird and dealer."""
    from ..settlement import by_factors

    return by_factors(rules, result)


DEFINITION = Definition(
    id="huanle",
    zh="欢乐麻将",
    en="Happy Mahjong",
    pinyin="huanle majiang",
    aliases=("欢乐",),
    currency="欢乐豆",
    options=(
        *with_defaults(FAN_TABLE, qing_yi_se_excludes_que_yi_men=True),
        *WILDCARD_TABLE,
        *WILDCARDS,
        *BIRD,
        *DEALER,
        *FLOW,
        *ROTATION,
        *CLAIMS,
        *PAYMENT,
        *ESCAPE,
        *ROOM,
        *RANKS,
    ),
    table=table,
    hands=hands_of,
    settle=settle,
    flow=flow_of,
)
