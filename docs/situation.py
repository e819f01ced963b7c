"""One way in which a deal can end, and its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from queshen import DealResult, Rules, Win
from queshen.settlement import KongPaid, KongType, WinFlag, bird_seat, horse_seat
from queshen.tiles import name

__all__ = ["Groups", "Situation", "told"]


@dataclass(frozen=True, slots=True)
class Situation:
    """One way in which a deal can end.

    Attributes
    ----------
    result : DealResult
        How it ended.
    known_as : str
        What this is called.
    options : mapping
        The options that are not at their defaults.
    """

    result: DealResult
    known_as: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


Groups = Iterator[tuple[str, list[Situation]]]


# ---- in words -------------------------------------------------------------------------------


def told(rules: Rules, result: DealResult) -> str:
    """The result of a deal as a sentence."""
    parts: list[str] = []
    if result.streak > 1 and not result.horses:
        parts.append(f"the dealer deals for the {_ordinal(result.streak)} time in a row")
    if result.escaped is not None:
        parts.append(f"seat {result.escaped} leaves")
    elif not result.wins:
        parts.append("nobody wins")
    if rules.flow.play_on:
        parts += _in_order(rules, result)
    else:
        for _, wins in groupby(result.wins, lambda win: win.order):
            parts += _wins(rules, result, [*wins])
        parts += [_kong(rules, kong) for kong in result.kongs]
    if rules.flow.ready is None or rules.flow.bao is None:
        parts += _held(rules, result)
    if result.bird is not None:
        parts.append(f"the bird is seat {bird_seat(result.bird, result.dealer)}'s")
    for horse in result.horses:
        seat = horse_seat(rules, horse, result.dealer, result.seats)
        parts.append(f"the horse {name(horse)} is on seat {seat}")
    return ", ".join(parts)


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")


def _in_order(rules: Rules, result: DealResult) -> Iterator[str]:
    """Wins and kongs as they came."""
    course: list[tuple[int, list[str]]] = []
    course += [(kong.order, [_kong(rules, kong)]) for kong in result.kongs]
    for order, wins in groupby(result.wins, lambda win: win.order):
        course.append((order, _wins(rules, result, [*wins])))
    for _, parts in sorted(course, key=lambda event: event[0]):
        yield from parts


def _wins(rules: Rules, result: DealResult, wins: list[Win]) -> list[str]:
    """The wins on one tile."""
    parts = []
    for win in wins:
        how = f" {_how(win)}" if win is wins[0] else ""  # the others win the same tile
        parts.append(f"seat {win.seat} wins {win.fan} fan{how}")
        if win.liable is not None:
            parts.append(f"seat {win.liable} is liable")
        if rules.flow.ready is not None and rules.flow.ready.needed:
            parts += _declared(rules, win, result)
    return parts


def _held(rules: Rules, result: DealResult) -> Iterator[str]:
    """What the seats had at the end, as far as it matters."""
    for seat, hand in enumerate(result.hands):
        if hand.wild:
            yield f"seat {seat} holds {hand.wild} wildcard{'s' * (hand.wild > 1)}"
        if hand.doubled:
            yield f"seat {seat} doubled the stakes"
    holding = [str(seat) for seat, hand in enumerate(result.hands) if hand.holds_void]
    if holding:
        holds = "s {} hold their void suits" if holding[1:] else " {} holds its void suit"
        yield f"seat{holds.format(', '.join(holding))}"
    waiting: dict[int, list[str]] = {}
    for seat, hand in enumerate(result.hands):
        if hand.waiting is not None and not hand.holds_void:
            waiting.setdefault(hand.waiting, []).append(str(seat))
    for value, seats in waiting.items():
        verb = "wait" if seats[1:] else "waits"
        yield f"seat{'s' * (len(seats) > 1)} {', '.join(seats)} {verb} for {value} fan"
    unready = [
        str(seat)
        for seat, hand in enumerate(result.hands)
        if not (hand.left or hand.holds_void) and hand.waiting is None
    ]
    if len(unready) == result.seats and rules.flow.waits_at_end:
        yield "nobody is ready"
    elif unready and rules.flow.waits_at_end:
        yield f"seat{'s' * (len(unready) > 1)} {', '.join(unready)} not ready"


def _how(win: Win) -> str:
    if WinFlag.ROBBING in win.flags:
        return f"by robbing a kong of seat {win.payer}"
    if win.payer is not None:
        which = "the last discard, of" if WinFlag.LAST_TILE in win.flags else "a discard of"
        if WinFlag.AFTER_KONG in win.flags:
            which = "the discard after a kong of"
        return f"on {which} seat {win.payer}"
    if WinFlag.REPLACEMENT in win.flags:
        return "on the replacement of a kong"
    if WinFlag.LAST_TILE in win.flags:
        return "by drawing the last tile of the wall"
    return "by self-draw"


def _kong(rules: Rules, kong: KongPaid) -> str:
    of = f" of {name(kong.kind)}" if rules.fans.tile_points else ""
    article = "a" if kong.type is KongType.CONCEALED else "an"
    fed = "" if kong.payer is None else f" with a discard of seat {kong.payer}"
    late = " made in a later turn than the draw of its tile" if kong.late else ""
    return f"seat {kong.seat} has {article} {kong.type}{of}{fed}{late}"


def _declared(rules: Rules, win: Win, result: DealResult) -> Iterator[str]:
    """What a win after a declaration was, and how the others stood."""
    if WinFlag.BAO in win.flags:
        yield "with the hidden wildcard"
    if WinFlag.CLOSED_WAIT in win.flags:
        yield "ready on a closed wait"
    if WinFlag.BAO_WAIT in win.flags:
        yield "which is the hidden wildcard"
    elif WinFlag.BAO not in win.flags and win.tile is not None and win.tile == result.bao:
        yield f"the tile {name(win.tile)} is of the hidden kind"
    if win.payer is not None:
        if WinFlag.FROM_READY in win.flags:
            yield f"seat {win.payer} had declared before"
        elif result.hands[win.payer].ready:
            yield f"seat {win.payer} declares with it"
        else:
            yield f"seat {win.payer} has not declared"
    standing = [str(seat) for seat, hand in enumerate(result.hands) if not hand.opened]
    if standing and rules.flow.bao is not None:
        yield f"seats {', '.join(standing)} stand" if standing[1:] else f"seat {standing[0]} stands"
