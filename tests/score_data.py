"""Scored hands: those that others published, from three files under ``data``, and random ones.

Each row's `context` holds the keyword arguments that say how the hand won.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from handsets import facts
from score_twin import KNITTED, ORPHANS, Group, Win

CONTEXT = (
    "self_draw",
    "round_wind",
    "seat_wind",
    "flowers",
    "last_tile",
    "replacement",
    "robbing",
    "last_copy",
)


@dataclass(frozen=True)
class ScoredHand:
    """A hand with its published total and one legal fan list, names to counts.

    `totals` has the totals of single variants, `other_list` a second list that the source calls
    legal.
    """

    id: str
    hand: str
    win: str
    context: dict[str, Any]
    fans: dict[str, int]
    total: int
    totals: dict[str, int]
    source: str = ""
    summary: str = ""
    other_list: dict[str, int] | None = None

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True)
class WildHand:
    """A 欢乐麻将 hand: every plain copy of `wild` in it is wild, and so is a drawn `win` of it.

    `points` is one best fan list, names to points, and `faces` what the wildcards stand for there.
    """

    id: str
    hand: str
    wild: str
    win: str
    context: dict[str, Any]
    total: int
    points: dict[str, int]
    faces: tuple[str, ...]

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True)
class ReportedShape:
    """A hand that an engine misjudged: whether it wins, and in which shape where that is known.

    `melds` sets lie on the table; `win` is ``"*"`` where the last tile is a drawn wildcard.
    """

    id: str
    kind: str
    hand: str
    wins: bool
    melds: int
    win: str | None
    basic_form: bool | None
    seven_pairs: bool | None
    source: str
    summary: str

    def __str__(self) -> str:
        return self.id


def _context(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in CONTEXT if name in row}


def mcr_hands() -> list[ScoredHand]:
    """Hands under the international standard; `totals` says what qq and huanle pay for them."""
    return [
        ScoredHand(
            id=row["id"],
            hand=row["hand"],
            win=row["win"],
            context=_context(row),
            fans=row["fans"],
            total=row["total"],
            totals={"guobiao": row["total"], "qq": row["qq"], "huanle": row["huanle"]},
            source=row["source"],
            other_list=row.get("other_list"),
        )
        for row in facts("mcr")
    ]


def reported_hands() -> list[ScoredHand]:
    """Hands that an engine scored wrongly, with the right answer of the international standard."""
    return [
        ScoredHand(
            id=row["id"],
            hand=row["hand"],
            win=row["win"],
            context=_context(row),
            fans=row["fans"],
            total=row["total"],
            totals={"guobiao": row["total"]},
            source=row["source"],
            summary=row["summary"],
        )
        for row in facts("reported_bugs")
        if row["kind"] == "fan"
    ]


def reported_shapes() -> list[ReportedShape]:
    """Hands whose win an engine misjudged."""
    return [
        ReportedShape(
            id=row["id"],
            kind=row["kind"],
            hand=row["hand"],
            wins=row["wins"],
            melds=row.get("melds", 0),
            win=row.get("win"),
            basic_form=row.get("basic_form"),
            seven_pairs=row.get("seven_pairs"),
            source=row["source"],
            summary=row["summary"],
        )
        for row in facts("reported_bugs")
        if row["kind"] != "fan"
    ]


def wild_hands() -> list[WildHand]:
    """Hands with one to four wildcards under the default options."""
    return [
        WildHand(
            id=row["id"],
            hand=row["hand"],
            wild=row["wild"],
            win=row["win"],
            context=_context(row),
            total=row["total"],
            points=dict(row["fans"]),
            faces=tuple(row["faces"]),
        )
        for row in facts("caishen")
    ]


# ---- random wins ----------------------------------------------------------------------------

FAMILIES = (
    "any",
    "one suit",
    "two suits",
    "honours",
    "low ranks",
    "pungs",
    "seven pairs",
    "orphans",
    "singles",
    "knitted straight",
)


def random_win(rng: random.Random, wild: int = 0) -> Win:
    """A complete hand of a random family with a random context.

    Wildcards stand in for so many of its tiles, first of all for copies beyond the fourth; one of
    them may be the winning tile. More than four of them carry no face.
    """
    while True:
        tiles, melds = _complete(rng, rng.choice(FAMILIES))
        counts = Counter(tiles)
        counts.update(tile for meld in melds for tile in meld.tiles)
        surplus = [
            k for k, n in (counts - Counter(dict.fromkeys(counts, 4))).items() for _ in range(n)
        ]
        if len(surplus) <= wild <= len(tiles) and Counter(tiles) >= Counter(surplus):
            break
    rng.shuffle(tiles)
    dropped = surplus
    for tile in dropped:
        tiles.remove(tile)
    while len(dropped) < wild:
        dropped.append(tiles.pop())
    drawn_wild = bool(wild) and (not tiles or rng.random() < 0.3)
    win = None if drawn_wild else tiles.pop()
    self_draw = drawn_wild or rng.random() < 0.4
    natural = Counter(tiles) + Counter(tile for meld in melds for tile in meld.tiles)
    face = None
    if 0 < wild <= 4:
        free = [k for k in range(34) if not natural[k]]
        face = rng.choice([k for k in free if k != win or (not self_draw and wild < 4)])
    kong = any(meld.sort == "kong" for meld in melds)
    lone = win is not None and not natural[win]
    return Win(
        tiles=tuple(sorted(tiles)),
        win=win,
        melds=tuple(melds),
        wild=wild - drawn_wild,
        face=face,
        self_draw=self_draw,
        round_wind=rng.randrange(27, 31),
        seat_wind=rng.randrange(27, 31),
        flowers=rng.choice((0, 0, 1, 5)),
        last_tile=rng.random() < 0.1,
        replacement=self_draw and kong and rng.random() < 0.3,
        robbing=not self_draw and lone and win != face and rng.random() < 0.2,
        last_copy=lone and rng.random() < 0.1,
    )


def _complete(rng: random.Random, family: str) -> tuple[list[int], list[Group]]:
    """The 14 tiles' concealed part and the melds; copies are not counted."""
    kinds = list(range(34))
    if family == "one suit":
        suit = 9 * rng.randrange(3)
        kinds = kinds[suit : suit + 9]
    elif family == "two suits":
        suit = 9 * rng.randrange(3)
        kinds = kinds[:suit] + kinds[suit + 9 :]
    elif family == "honours":
        kinds = [0, 8, *range(27, 34)]
    elif family == "low ranks":
        rank = rng.randrange(6)
        kinds = [9 * s + r for s in range(3) for r in range(rank, rank + 4)]
    if family == "seven pairs":
        return 2 * rng.choices(kinds, k=7), []
    if family == "orphans":
        return [*ORPHANS, rng.choice(ORPHANS)], []
    if family == "singles":
        return rng.sample([*rng.choice(KNITTED), *range(27, 34)], 14), []
    tiles = list(rng.choice(KNITTED)) if family == "knitted straight" else []
    melds = []
    chows = [k for k in kinds if k < 27 and k % 9 < 7 and {k + 1, k + 2} <= set(kinds)]
    like_chows = 0.15 if family in ("pungs", "honours") else 0.65
    openness = rng.choice((0, 0, 0.3, 0.8))
    for _ in range(1 if tiles else 4):
        if chows and rng.random() < like_chows:
            group = Group("chow", rng.choice(chows), rng.random() < openness)
        else:
            sort = rng.choices(("pung", "kong"), (3, 1))[0]
            group = Group(sort, rng.choice(kinds), rng.random() < openness)
        if group.exposed or group.sort == "kong":
            melds.append(group)
        else:
            tiles += group.tiles
    return tiles + 2 * [rng.choice(kinds)], melds
