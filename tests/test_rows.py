"""The short loops for one number of wildcards and melds say what the loops for any numbers say."""

from __future__ import annotations

import handsets
import numpy as np
import pytest

from queshen import Shape, batch

RIICHI = Shape.STANDARD | Shape.DISTINCT_PAIRS | Shape.THIRTEEN_ORPHANS
SHORT = {
    "standard": Shape.STANDARD,
    "common": Shape.COMMON,
    "riichi": RIICHI,
    "both pairs": RIICHI | Shape.SEVEN_PAIRS,
    "mcr": Shape.MCR,
}


@pytest.mark.parametrize("fifth", ["barred", "allowed"])
@pytest.mark.parametrize("shapes", SHORT.values(), ids=SHORT)
@pytest.mark.parametrize("sets", [2, 4, 5])
def test_one_number_for_all_rows_is_the_same_number_for_each(
    sets: int, shapes: Shape, fifth: str
) -> None:
    how = {"sets": sets, "shapes": shapes, "fifth": fifth}
    seen = 0
    for extra, calls in ((1, (batch.shanten, batch.waits, batch.useful)), (2, (batch.is_win,))):
        for hands in handsets.families(1500, sets, extra, seed=5):
            for wild, melds in {*zip(hands.wild.tolist(), hands.melds.tolist(), strict=True)}:
                chosen = (hands.wild == wild) & (hands.melds == melds)
                rows = hands.counts[chosen]
                each = np.full(len(rows), wild), np.full(len(rows), melds)
                seen += len(rows)
                for call in calls:
                    assert np.array_equal(call(rows, wild, melds, **how), call(rows, *each, **how))
    assert seen == 2 * 5 * 1500
