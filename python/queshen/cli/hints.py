"""What a seat could do: how far from a win each choice is, what it wants, what that is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from ..actions import CHOW_HIGH, CHOW_LOW, CHOW_MIDDLE, KONG, PASS, PUNG, WIN, Action
from ..answers import Draws
from ..hand import Hand
from ..rules import Rules
from ..score import WaitValue
from ..tiles import Meld, MeldType
from ..view import View
from .board import joined
from .screen import distance_text, draws_text, tile_text

__all__ = ["Hint", "claimed", "hint_lines", "hints"]

_MOST = 6
_CHOWS = (CHOW_LOW, CHOW_MIDDLE, CHOW_HIGH)

_WORDS = {
    "en": {
        "win": "wins now",
        "below": "{} of {}",
        "drawn": "drawn {}",
        "no": "no win",
        "suit": "{} tiles",
    },
    "zh": {
        "win": "可和",
        "below": "{}，不到{}",
        "drawn": "自摸{}",
        "no": "不能和",
        "suit": "{}张",
    },
}


@dataclass(frozen=True, slots=True)
class Hint:
    """A choice, and the hand that it leaves.

    Attributes
    ----------
    action : Action
        What is done.
    hand : Hand
        The hand after it, and after the best discard where one follows.
    then : int or None
        That discard, where the choice is a claim.
    shanten : int
        How far the hand is.
    useful : Draws
        What brings it nearer, with unseen copies.
    visible : bytes
        The copies of each kind that are seen elsewhere then.
    """

    action: Action
    hand: Hand
    then: int | None
    shanten: int
    useful: Draws
    visible: bytes


def hints(view: View, rules: Rules) -> list[Hint]:
    """Every choice of a seat but to win, the best first.

    Examples
    --------
    >>> from queshen import variant
    >>> rules = variant("guobiao", flowers=False)
    >>> view = rules.table(seed=7).view(0)
    >>> best = hints(view, rules)[0]
    >>> best.action, best.shanten
    (Action.parse('discard 2s'), 4)
    """
    found = []
    for action in view.legal:
        hint = None if action == WIN else _hint(view, rules, action)
        if hint is not None:
            found.append(hint)
    return sorted(found, key=lambda hint: (hint.shanten, -hint.useful.total))


def _hint(view: View, rules: Rules, action: Action) -> Hint | None:
    visible = bytearray(view.visible)
    then = None
    if action == PASS or action.name in ("double", "ready"):
        after: Hand | None = view.hand
    elif action.name == "discard" and action.kind is not None:
        kind = view.swapped(action.kind)
        after = _without(view.hand, kind, wild=kind == view.stand_in != view.wild)
        visible[kind] += 1
    else:
        after = claimed(view, action)
        if view.open_tile is not None:
            visible[view.swapped(view.open_tile)] -= 1  # it belongs to the hand then
    if after is None:
        return None
    if (sum(after.counts) + after.wild) % 3 == 2:
        best = after.discards(rules.shapes, visible=visible)
        then = next((each.kind for each in best if not each.wild), None)
        if then is None:
            return None
        after = _without(after, then)
        visible[then] += 1
    useful = _wanted(after.useful(rules.shapes, visible=visible), view.void_suits[view.seat])
    return Hint(action, after, then, after.shanten(rules.shapes), useful, bytes(visible))


def _wanted(useful: Draws, void: str | None) -> Draws:
    """Useful tiles but those of the void suit, which win nothing."""
    if void is None:
        return useful
    start = 9 * "mps".index(void)
    live = list(useful.live)
    live[start : start + 9] = [0] * 9
    return Draws(useful.mask & ~(0x1FF << start), useful.wild, tuple(live))


def _without(hand: Hand, kind: int, *, wild: bool = False) -> Hand:
    """The hand after a discard; a wildcard where the kind is wild, or is said to be one."""
    if wild or (kind == hand.face and not hand.counts[kind]):
        return _hand(hand, hand.counts, hand.wild - 1, hand.melds)
    counts = bytearray(hand.counts)
    counts[kind] -= 1
    return _hand(hand, bytes(counts), hand.wild, hand.melds)


def _hand(like: Hand, counts: bytes, wild: int, melds: tuple[Meld, ...]) -> Hand:
    return Hand(counts, melds=melds, wild=wild, face=like.face, sets=like.sets, fifth=like.fifth)


def claimed(view: View, action: Action) -> Hand | None:
    """The hand after a claim or an own kong; None where tiles of it are wildcards.

    Examples
    --------
    >>> from queshen import variant
    >>> table = variant("guobiao").table(seed=7)
    >>> claimed(table.view(0), Action.parse("concealed kong E")) is None
    True
    """
    hand = view.hand
    tile = None if view.open_tile is None else view.swapped(view.open_tile)
    own = None if action.kind is None else view.swapped(action.kind)
    counts, melds = bytearray(hand.counts), list(hand.melds)
    if action.name == "concealed kong" and own is not None:
        taken, meld = [own] * 4, Meld(MeldType.CONCEALED_KONG, own)
    elif action.name == "added kong" and own is not None:
        taken, meld = [own], Meld(MeldType.EXPOSED_KONG, own)
        pung = Meld(MeldType.PUNG, own)
        if pung not in melds:
            return None
        melds.remove(pung)
    elif tile is None:
        return None
    elif action in _CHOWS:
        meld = Meld(MeldType.CHOW, tile - _CHOWS.index(action))
        taken = [kind for kind in meld.kinds if kind != tile]
    elif action in (PUNG, KONG):
        meld = Meld(MeldType.PUNG if action == PUNG else MeldType.EXPOSED_KONG, tile)
        taken = [tile] * (2 if action == PUNG else 3)
    else:
        return None
    for kind in taken:
        if not counts[kind]:
            return None
        counts[kind] -= 1
    return _hand(hand, bytes(counts), hand.wild, (*melds, meld))


def hint_lines(
    view: View, rules: Rules, notation: str = "queshen", language: str = "en"
) -> Iterator[Text]:
    """The best choices in lines; if the first leaves a ready hand, what its waits are worth."""
    words = _WORDS[language]
    if WIN in view.legal:
        yield Text.assemble("  ", (str(WIN), "bold green"), f"  {words['win']}")
    if view.phase in ("exchange", "void"):
        yield _suit_sizes(view, words)
        return
    found = hints(view, rules)
    for number, hint in enumerate(found[:_MOST]):
        yield from _hint_lines(hint, notation)
        if number == 0 and hint.shanten == 0:
            for wait in rules.waits(hint.hand, visible=hint.visible, **_context(view)):
                yield _worth(wait, notation, words)


def _hint_lines(hint: Hint, notation: str) -> Iterator[Text]:
    """A choice, how far it is, how many tiles would help, and which."""
    head = Text.assemble("  ", (_said(hint, notation), "bold"))
    head.pad_right(max(1, 22 - cell_len(head.plain)))
    head.append_text(distance_text(hint.shanten))
    head.append(f"  {hint.useful.total:3}", "dim")
    indent = cell_len(head.plain) + 2
    tiles = draws_text(hint.useful, hint.hand, notation).split(" ")
    first, *rest = joined(tiles, indent)
    yield Text.assemble(head, first[cell_len(head.plain) :])
    yield from rest


def _suit_sizes(view: View, words: dict[str, str]) -> Text:
    """How many tiles there are of each suit, the fewest first: the one to be without."""
    held = {suit: sum(view.hand.counts[9 * at : 9 * at + 9]) for at, suit in enumerate("mps")}
    line = Text()
    for suit in sorted(held, key=lambda suit: held[suit]):
        line.append(f"  {suit} ", "bold").append(words["suit"].format(held[suit]))
    return line


def _said(hint: Hint, notation: str) -> str:
    kind = hint.action.kind
    text = str(hint.action)
    if kind is not None:
        text = f"{hint.action.name} {tile_text(kind, notation).plain}"
    return text if hint.then is None else f"{text}, {tile_text(hint.then, notation).plain}"


def _context(view: View) -> dict[str, Any]:
    return {
        "round_wind": view.round_wind,
        "seat_wind": view.seat_wind,
        "dealer": view.seat == 0,
        "flowers": len(view.flowers[view.seat]),
    }


def _worth(wait: WaitValue, notation: str, words: dict[str, str]) -> Text:
    """A wait with its unseen copies, and the totals of both ways to win on it."""
    line = Text("    ")
    line.append_text(tile_text(wait.kind, notation, wait.wild))
    line.append(f"×{wait.live}", "dim" if wait.live else "red")
    for score, form in ((wait.discard, "{}"), (wait.self_draw, words["drawn"])):
        if score is None:
            text, style = words["no"], "dim"
        elif score.is_win:
            text, style = str(score.total), "green"
        else:
            text, style = words["below"].format(score.counted, score.minimum), "red"
        line.append("  ")
        line.append(form.format(text), style)
    return line
