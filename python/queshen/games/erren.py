"""至尊二人麻将: two players, one suit with honours and flowers, and fans of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..erren_fans import er72_table
from ..fans import FanTable
from ..flow import FlowRules, ReadyRules
from ..national import national_table
from ..options import COINS, ESCAPE, ROTATION, Option, either, number, switch, with_defaults
from ..rules import Definition, HandRules, Rules
from ..shapes import Shape
from ..tiles import FLOWER_COUNT, KIND_COUNT

if TYPE_CHECKING:
    from ..settlement import DealResult, Settlement

__all__ = ["DEFINITION"]

_DOUBLE = 2
_MINIMUM = {"er72": 0, "gb81": 8}
_ONE_SUIT = (4,) * 9 + (0,) * 18 + (4,) * (KIND_COUNT - 27)
_SOURCE = "fan lists of online 二人麻将"


def table(options: Mapping[str, Any]) -> FanTable:
    """The fans of 72 tiles, or the 81 national ones."""
    return er72_table(options) if options["fan_table"] == "er72" else national_table()


def hands(options: Mapping[str, Any]) -> HandRules:
    """Four sets and a pair or seven pairs; with the national table every shape that it knows."""
    least = options["min_fan"]
    minimum = _MINIMUM[options["fan_table"]] if least is None else least
    if options["fan_table"] == "gb81":
        return HandRules(shapes=Shape.MCR, minimum=minimum)
    return HandRules(shapes=Shape.STANDARD | Shape.SEVEN_PAIRS, minimum=minimum)


# ---- a deal ---------------------------------------------------------------------------------


def flow(options: Mapping[str, Any]) -> FlowRules:
    """Two seats; declarations, and the last tiles dealt out."""
    national = options["fan_table"] == "gb81"
    kinds = (4,) * KIND_COUNT if national else _ONE_SUIT
    ready = ReadyRules(kong="same_waits", needed=False, before_draw=True)
    return FlowRules(
        seats=2,
        copies=(*kinds, *(1,) * FLOWER_COUNT),
        missed_wins="any_tile" if options["missed_win"] == "until_own_draw" else "none",
        missed_until="own_draw",
        missed_by_robbing=True,
        first_turn=() if national else ("dealer", "draw", "discard"),
        ready=ready if options["ready_declaration"] and not national else None,
        last_tiles=options["haidi_tiles"] if _dealt_out(options) else 0,
        doubling=options["jia_bei"],
    )


def _dealt_out(options: Mapping[str, Any]) -> bool:
    """Whether the last tiles go round: a function of the game's own table."""
    return bool(options["haidi_mode"] == "final_draw" and options["fan_table"] == "er72")


def settle(rules: Rules, result: DealResult) -> Settlement:
    """The loser pays the total by the room, doubled for each seat that doubled the stakes."""
    from ..settlement import Transfer, base_terms, escape, losers, settled, winners

    if result.escaped is not None:
        return settled(rules, result, escape(rules, result.seats, result.escaped))
    doubled = [hand for hand in result.hands if hand.doubled]
    transfers = []
    for win in winners(rules, result):
        terms = base_terms(win.fan, rules.options["room"])
        factors = tuple(("doubled", _DOUBLE) for _ in doubled)
        (loser,) = losers(result, win)
        transfers.append(Transfer.due(loser, win.seat, "win", terms, factors))
    return settled(rules, result, transfers)


# ---- the game -------------------------------------------------------------------------------

_OWN = (
    either(
        "fan_table",
        ("er72", "gb81"),
        "番种：七十二张的番种，或国标八十一番",
        "whether 72 tiles are played with fans of their own, or 144 with the 81 national ones",
    ),
    Option(
        name="min_fan",
        default=None,
        values=(None,),
        low=0,
        zh="起和番数，None 为按番种表（0、8）",
        en="the least total that wins, flowers not counted; None: by the table, 0 or 8",
        source="choice",
    ),
    either(
        "haidi_mode",
        ("final_draw", "fan_only"),
        "海底捞月：最后几张各摸一张只可自摸，或只是番种",
        "whether the last tiles are dealt out, one to each seat, for self-draws alone, or 海底捞月 "
        "is a fan only (er72)",
    ),
    number(
        "haidi_tiles",
        2,
        1,
        "最后各摸一张的牌数",
        "how many tiles are dealt out at the end (er72, final_draw)",
        high=16,
    ),
    number(
        "haidi_fan",
        8,
        1,
        "海底捞月的番数",
        "what 海底捞月 pays (er72)",
        high=(1 << 24) - 1,
    ),
    switch(
        "ready_declaration",
        True,
        "可报听、天听",
        "whether hands may be declared ready, at once (天听) or later (报听) (er72)",
        _SOURCE,
    ),
    switch(
        "wind_pungs",
        False,
        "计圈风刻、门风刻",
        "whether pungs of the prevailing and the own wind are paid (er72)",
        _SOURCE,
    ),
    switch(
        "jia_bei",
        False,
        "开局可加倍",
        "whether each seat may double the stakes before play, unseen by the other",
    ),
    either(
        "missed_win",
        ("until_own_draw", "none"),
        "过胡：摸牌前不能再胡，或无限制",
        "whether a seat that passed a win may not win again before it draws",
    ),
    Option(
        name="room",
        default="popular",
        values=("popular", "8fan", "no_fan"),
        spellings=(
            ("大众场", "popular"),
            ("8番场", "8fan"),
            ("eight_fan", "8fan"),
            ("无番场", "no_fan"),
        ),
        zh="场次：大众场、8番场、无番场",
        en="the kind of room, which decides what a total is worth",
        source="欢乐麻将 and QQ麻将 documents",
    ),
)

DEFINITION = Definition(
    id="erren",
    zh="至尊二人麻将",
    en="Two-Player Mahjong",
    pinyin="zhizun erren majiang",
    aliases=("二人麻将", "二人"),
    currency=None,
    options=(
        *_OWN,
        *with_defaults(ROTATION, dealer_rotation="winner", draw_rotation="stay"),
        *with_defaults(ESCAPE, escape_points=8, escape_comp=8),
        *COINS,
    ),
    table=table,
    hands=hands,
    settle=settle,
    flow=flow,
)
