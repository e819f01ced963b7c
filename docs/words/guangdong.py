"""What the pages of the Guangdong games have in common."""

from __future__ import annotations

__all__ = ["FEES", "LAST_TILES", "PLATFORM", "REPLACEMENTS"]

LAST_TILES = (
    "From which end of the wall the tile for a kong is drawn is not said: it is the tail "
    "(`replacement_end`). A kong needs a tile to draw. The discard after the last draw can be "
    "claimed by nobody, since no draw follows; `claims_on_empty_wall` allows a pung.",
    "A seat that has just claimed a tile discards before it may kong: `kong_after_claim`.",
)

REPLACEMENTS = (
    "Kongs in a row are not mentioned. Who fed a kong pays for a win on its own replacement only: "
    "a further kong of the seat's own tiles ends that. With `kong_flower_liability` the first kong "
    "of the row decides.",
)

FEES = (
    "Every seat pays the fee `A`, also one that neither wins nor pays (`fee_scope`), and also "
    "after a drawn deal, of which nothing is said (`fee_on_draw`).",
)

PLATFORM = (
    "Titles follow the sum of points, as those of the document do; `rank_by` makes it coins. Below "
    "0 points one has the first title.",
    "Props are off unless `props` is on. The document does not say how often a seat may use one "
    "(`props_per_deal`), nor what tiles 乾坤大挪移 deals: a hand near 清一色, 大三元, 大四喜 or "
    "十三幺, at most `prop_deal_shanten` tiles from ready.",
)
