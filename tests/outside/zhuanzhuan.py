"""转转麻将 (Zhuanzhuan), a house game of Changsha: one file outside the package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from queshen import DealResult, Definition, Fan, FanTable, Rules, Settlement, Shape, Transfer
from queshen.flow import FlowRules
from queshen.options import CLAIMS, COINS, ESCAPE, ROTATION, switch, with_defaults
from queshen.rules import HandRules
from queshen.settlement import (
    bird_seat,
    escape,
    kong_payments,
    pair_factors,
    settled,
    shares,
    winners,
)

HOUSE = "house rule"

OPTIONS = (
    switch("seven_pairs", True, "七对可和", "whether seven pairs win", HOUSE),
    switch("bird", True, "抓鸟", "whether a bird is turned after a win", HOUSE),
    switch("kong_pay_on_draw", False, "流局也付杠分", "whether kongs count in a drawn deal", HOUSE),
    *with_defaults(CLAIMS, HOUSE, multi_win="all"),
    *with_defaults(ROTATION, HOUSE, dealer_rotation="winner", draw_rotation="stay"),
    *ESCAPE,
    *COINS,
)


def table(options: Mapping[str, Any]) -> FanTable:
    """What a win is worth: 2 by self-draw and for a robbed kong, else 1."""
    hand = "234m456p345s88s78p win=9p"
    return FanTable(
        fans=(
            Fan.row("zi_mo 自摸 Self-Draw", 2, "self_draw or robbing", f"{hand} self"),
            Fan.row("ping_hu 平胡 Plain Win", 1, "not self_draw and not robbing", hand),
        ),
    )


def hands(options: Mapping[str, Any]) -> HandRules:
    """Which hands win."""
    pairs = Shape.SEVEN_PAIRS if options["seven_pairs"] else Shape(0)
    return HandRules(shapes=Shape.STANDARD | pairs)


def flow(options: Mapping[str, Any]) -> FlowRules:
    """How a deal runs."""
    suits, honours, flowers = 27, 7, 8
    return FlowRules(
        copies=(4,) * suits + (0,) * (honours + flowers),
        chow="nobody",
        multi_win=options["multi_win"],
        multi_rob=options["multi_win"],
        bird="head" if options["bird"] else "none",
    )


def settle(rules: Rules, result: DealResult) -> Settlement:
    """Who pays whom when a deal is over."""
    if result.escaped is not None:
        return settled(rules, result, escape(rules, result.seats, result.escaped))
    bird = None if result.bird is None else bird_seat(result.bird)
    transfers = []
    for win in winners(rules, result):
        for payer, times in shares(rules, result, win):
            factors = pair_factors(win.seat, payer, bird=bird)
            if times > 1:  # a robbed seat pays for the others
                factors += (("shares", times),)
            terms = (("base", win.fan),)
            transfers.append(Transfer.due(payer, win.seat, "win", terms, factors))
    transfers += kong_payments(rules, result)
    return settled(rules, result, transfers)


ZHUANZHUAN = Definition(
    id="zhuanzhuan",
    zh="转转麻将",
    en="Zhuanzhuan",
    pinyin="zhuanzhuan majiang",
    options=OPTIONS,
    table=table,
    hands=hands,
    flow=flow,
    settle=settle,
)
