"""火拼麻将: the fans, wildcards and bird of 欢乐麻将, with other coins and with props."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..fans import FanTable
from ..flow import FlowRules
from ..national import fans_of, flow_of, hands_of
from ..options import (
    BIRD,
    CLAIMS,
    DEALER,
    ESCAPE,
    FAN_TABLE,
    FLOW,
    PAYMENT,
    PROPS,
    ROOM,
    ROTATION,
    WILDCARD_TABLE,
    WILDCARDS,
    with_defaults,
)
from ..prop_list import flow_props
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


def flow(options: Mapping[str, Any]) -> FlowRules:
    """The flow of the national games, with the props of this one."""
    return flow_of(options, props=flow_props("huopin"))


DEFINITION = Definition(
    id="huopin",
    zh="火拼麻将",
    en="Showdown Mahjong",
    pinyin="huopin majiang",
    aliases=("火拼",),
    currency="游戏币",
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
        *PROPS,
    ),
    table=table,
    hands=hands_of,
    settle=settle,
    flow=flow,
)
