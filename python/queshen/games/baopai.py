"""宝牌麻将: hands are declared ready, a hidden wildcard helps those, and every loser pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..fans import Fan, FanTable
from ..flow import BaoRules, FlowRules, ReadyRules
from ..options import COINS, ESCAPE, ROTATION, Option, either, switch, with_defaults
from ..rules import Definition, HandRules, Rules
from ..shapes import Shape
from ..tiles import FLOWER_COUNT, KIND_COUNT, kind

if TYPE_CHECKING:
    from ..settlement import DealResult, Settlement

__all__ = ["DEFINITION"]

_DOCUMENT = "宝牌 document"
_STANDING = 3  # what a seat pays that has laid nothing open, and who discards before it is ready
_CLOSED = 2
_LAST = 4
_MOST_MELDS = 3
_RED = kind("C")
_TERMINALS = tuple(map(kind, ("1m", "9m", "1p", "9p", "1s", "9s")))


# ---- fans -----------------------------------------------------------------------------------

_HAND = "[789s]46p55s888p123m5p"


def table(options: Mapping[str, Any]) -> FanTable:
    """What an opened loser pays, multiplied."""
    robbed = options["rob_pay"] != "as_discard"
    drawn = "self_draw or robbing" if robbed else "self_draw"
    claimed = "not self_draw and not robbing" if robbed else "not self_draw"
    return FanTable(
        fans=(
            Fan.row(
                "bao_zhong_bao 宝中宝 Hidden Wildcard on the Closed Wait",
                12,
                "bao_wait",
                "[789s]46p55s888p123m* win=* self bao closed_ready bao_wait",
                stated=("mo_bao", "zi_mo", "ka_dang"),
            ),
            Fan.row(
                "mo_bao 摸宝 Hidden Wildcard",
                3,
                "bao",
                "[789s]46p55s888p123m* win=* self bao",
                stated=("zi_mo",),
            ),
            Fan.row("zi_mo 自摸 Self-Draw", 2, drawn, f"{_HAND} win=5p self"),
            Fan.row(
                "ka_dang 卡当 Closed Wait", _CLOSED, "closed_ready", f"{_HAND} win=5p closed_ready"
            ),
            Fan.row("ping_hu 平胡 Plain Win", 1, claimed, f"{_HAND} win=5p"),
        ),
        combine="product",
    )


def hands(options: Mapping[str, Any]) -> HandRules:
    """Four sets and a pair; a wildcard is what is drawn as one."""
    return HandRules(shapes=Shape.STANDARD, wild_shapes=Shape.STANDARD, wildcards=True)


# ---- a deal ---------------------------------------------------------------------------------


def flow(options: Mapping[str, Any]) -> FlowRules:
    """Declared hands, a hidden wildcard, and the last four tiles dealt out."""
    honours = 4 if options["tiles"] == "136" else 0
    copies = [4] * _RED + [4] + [honours] * (KIND_COUNT - _RED - 1)
    for wind in "ESWN":
        copies[kind(wind)] = honours
    return FlowRules(
        copies=(*copies, *FLOWER_COUNT * (0,)),
        ready=ReadyRules(
            conditions=("opened", "two_suits", "orphan", "four_concealed", "chow", "pung"),
            orphans=(*_TERMINALS, _RED),
            structure=options["structure_check"],
            waits=options["wait_counts"],
            kong=options["ready_kong"],
            locks=options["lock_after_ready"],
            chow="over_kong" if options["chi_ting_over_kong"] else "over_pung",
        ),
        bao=BaoRules(
            swap="before_claims" if options["swap_before_claims"] else "after_claims",
            swap_in_last=options["swap_in_last"],
        ),
        most_melds=_MOST_MELDS,
        added_at_most=options["jia_at_four"],
        forced_win=options["forced_win"],
        last_tiles=_LAST,
    )


def settle(rules: Rules, result: DealResult) -> Settlement:
    """Every loser an amount of its own; who discards before it is ready pays them all (包付).

    Where the result tells no hands, every loser is taken to have opened its hand.
    """
    from ..settlement import Transfer, WinFlag, escape, losers, settled, winners

    if result.escaped is not None:
        return settled(rules, result, escape(rules, result.seats, result.escaped))
    transfers = []
    for win in winners(rules, result):
        rob = WinFlag.ROBBING in win.flags
        how = rules.options["rob_pay"] if rob else "as_discard"
        claimed = win.payer is not None and how == "as_discard"
        caught = claimed and WinFlag.FROM_READY not in win.flags
        doubled = WinFlag.CLOSED_WAIT in win.flags and WinFlag.BAO_WAIT not in win.flags
        factors = (("closed wait", _CLOSED),) if doubled else ()
        fan = win.fan // _CLOSED if doubled else win.fan
        owed = {}
        for seat in losers(result, win):
            standing = bool(result.hands) and not result.hands[seat].opened
            why = "standing" if standing else "not ready" if caught and seat == win.payer else ""
            owed[seat] = (why, _STANDING) if why and fan < _STANDING else ("fan", fan)
        if win.payer is not None and (caught or how == "konger_all"):
            first = owed.pop(win.payer)  # who pays for all names its own share first
            terms = {win.payer: (first, *owed.values())}
        else:
            terms = {seat: (term,) for seat, term in owed.items()}
        for payer, parts in terms.items():
            transfers.append(Transfer.due(payer, win.seat, "win", parts, factors))
    return settled(rules, result, transfers)


# ---- the game -------------------------------------------------------------------------------

_OWN = (
    Option(
        name="tiles",
        default="112",
        values=("112", "136"),
        zh="牌数：一百零八张加四张红中，或一百三十六张",
        en="whether the only honours are four red dragons, or all honours are there",
        source="choice",
    ),
    either(
        "structure_check",
        ("at_ready", "at_win"),
        "听牌条件：听牌时看，或和牌时看",
        "whether suits, orphan, chow and pung must be there before the winning tile, or with it",
        _DOCUMENT,
    ),
    either(
        "wait_counts",
        ("not_own", "formal"),
        "四张都在自己手里的牌：不算听张，或算",
        "whether a kind of which the seat holds all four is a wait",
    ),
    either(
        "ready_kong",
        ("same_waits", "still_ready"),
        "听牌后的杠：听张不变，或仍能听牌",
        "which kongs may be made after the declaration: those that leave the waits as they are, or "
        "those that leave the hand ready",
        _DOCUMENT,
    ),
    switch(
        "jia_at_four",
        False,
        "手里只剩四张时可加杠",
        "whether a seat with four concealed tiles may add to a pung",
        _DOCUMENT,
    ),
    switch(
        "chi_ting_over_kong",
        True,
        "吃听先于杠",
        "whether a chow that declares goes before a kong, as it does before a pung",
    ),
    switch(
        "lock_after_ready",
        True,
        "听牌后只可打摸到的牌",
        "whether a seat that has declared may only discard what it draws",
    ),
    switch("forced_win", False, "能和必和", "whether a seat that can win must"),
    switch(
        "swap_before_claims",
        True,
        "先换宝再吃碰杠",
        "whether the hidden wildcard is changed before a discard may be claimed",
    ),
    switch(
        "swap_in_last",
        True,
        "最后四张中也换宝",
        "whether it is changed while the last tiles are dealt out",
    ),
    either(
        "visible_counts",
        ("public",),
        "明现的牌：桌面上各家都看得见的",
        "which copies count as shown: those that everybody sees",
        _DOCUMENT,
    ),
    either(
        "rob_pay",
        ("as_selfdraw", "konger_all", "as_discard"),
        "抢杠：等于自摸各付，杠者全付，或等于打出此牌",
        "who pays for a robbed kong: all, as for a self-draw; who made it, for all; or as if the "
        "tile had been discarded",
        _DOCUMENT,
    ),
)
_STREAK = (
    switch(
        "streak_counts_draw",
        True,
        "荒庄也算连庄",
        "whether a drawn deal lengthens the dealer's streak",
    ),
    either(
        "streak_cap",
        ("saturate", "pass_deal"),
        "九连庄后：仍坐庄，或下庄",
        "whether the deal stays with a dealer after nine deals, or passes on",
    ),
)

DEFINITION = Definition(
    id="baopai",
    zh="宝牌麻将",
    en="Hidden Wildcard Mahjong",
    pinyin="baopai majiang",
    aliases=("宝牌",),
    currency=None,
    options=(
        *_OWN,
        *with_defaults(ROTATION, _DOCUMENT, dealer_rotation="winner", draw_rotation="stay"),
        *_STREAK,
        *with_defaults(ESCAPE, escape_points=8, escape_comp=2),
        *COINS,
    ),
    table=table,
    hands=hands,
    settle=settle,
    flow=flow,
)
