"""The tiles of a table, counted as they lie there."""

from __future__ import annotations

from collections import Counter

from queshen.table import Table
from queshen.tiles import MeldType, name


def physical(table: Table, kind: int) -> str:
    """What a natural tile of a kind is at the table: what stands in for the wild kind, or it."""
    return name(physical_kind(table, kind))


def physical_kind(table: Table, kind: int) -> int:
    stand_in = table.rules.stand_in
    return stand_in if stand_in is not None and kind == table.wild else kind


def physical_tiles(table: Table) -> Counter[int]:
    """Every tile that lies outside the wall; there must be as many as are not left in it."""
    seen: Counter[int] = Counter()
    won = 0
    for seat in range(table.seats):
        hand = table.hand(seat)
        for kind, count in enumerate(hand.counts):
            seen[physical_kind(table, kind)] += count
        if hand.wild:
            assert table.wild is not None
            seen[table.wild] += hand.wild
        for meld in hand.melds:
            seen.update(physical_kind(table, kind) for kind in meld.kinds)
        seen.update(table.flowers(seat))
        claims = [kind for _, kind, claimed_by in table.river if claimed_by == seat]
        laid = sum(meld.type is not MeldType.CONCEALED_KONG for meld in hand.melds)
        assert len(claims) in (laid, laid + 1)
        if len(claims) > laid:
            seen[claims[-1]] += 1
            won += 1
    seen.update(kind for _, kind, claimed_by in table.river if claimed_by is None)
    if table.indicator is not None and not table.rules.flow.indicator_in_play:
        seen[table.indicator] += 1
    seen.update(table.horses)
    return +seen
