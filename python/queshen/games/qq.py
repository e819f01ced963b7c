"""QQ麻将: the 81 national fans, no wildcard and no bird."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..fans import FanTable
from ..flow import FlowRules
from ..national import fans_of, flow_of, hands_of
from ..options import CLAIMS, ESCAPE, FAN_TABLE, FLOW, PAYMENT, PROPS, ROOM, ROTATION
from ..prop_list import flow_props
from ..rules import Definition, Rules

if TYPE_CHECKING:
    from ..settlement import DealResult, Settlement

__all__ = ["DEFINITION"]


def table(options: Mapping[str, Any]) -> FanTable:
    """The 81 fans of the document."""
    return fans_of(options, numbers=81)


def settle(rules: Rules, result: DealResult) -> Settlement:
    """By the total of the winner; neither bird nor dealer changes it."""
    from ..settlement import by_factors

    return by_factors(rules, result)


def flow(options: Mapping[str, Any]) -> FlowRules:
    """The flow of the national games, with the props of this one."""
    return flow_of(options, props=flow_props("qq"))


DEFINITION = Definition(
    id="qq",
    zh="QQ麻将",
    en="QQ Mahjong",
    pinyin="qq majiang",
    aliases=("QQ",),
    currency="游戏币",
    options=(
        *FAN_TABLE,
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
