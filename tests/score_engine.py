"""The engine asked what the slow judge of the fans is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from score_twin import GUOBIAO, HUANLE, NAMES, QQ, Faces, Options, Win

from queshen.rules import Rules, variant
from queshen.scorer import Score

IDS = {"花牌": "hua_pai", "无财神": "wu_cai_shen"}

FAN_TABLE: dict[str, tuple[Any, ...]] = {
    "exclusion_mode": ("stated_plus_implied", "stated_only"),
    "que_yi_men": ("exactly_two_suits", "at_most_two_suits"),
    "qing_yi_se_excludes_que_yi_men": (False, True),
    "qing_yi_se_pairs": (True, False),
    "upper_lower_nested": ("exclude", "add"),
    "knitted_body_wait": (True, False),
    "ming_an_gang": (0, 5, 6),
    "formal_wait_counts_exhausted": (True, False),
}
"""The options of every national fan table, with their values."""

WILDCARDS: dict[str, tuple[Any, ...]] = {
    "has_wu_cai_shen": (True, False),
    "ming_gang_2": ("alias", "stack"),
    "wu_cai_shen_all": (True, False),
    "self_use": ("face", "suit"),
    "wu_fan_ignores": ((), ("花牌",), ("无财神",), ("花牌", "无财神")),
    "hog_counts_caishen": (True, False),
    "caishen_nine_gates": ("assigned", "natural"),
    "caishen_ron": ("face", "wild", "no"),
    "caishen_fifth_copy": (True, False),
    "caishen_special_hands": (True, False),
    "caishen_wait": ("free", "frozen"),
}
"""Those of the tables with wildcards."""


@cache
def rules_for(options: Options) -> Rules:
    """The rules of a game whose fans and wildcards are these; no minimum."""
    told: dict[str, Any] = {name: getattr(options, name) for name in FAN_TABLE}
    game = "qq"
    if options != replace(QQ, **told):  # it has wildcards, or what only goes with them
        game = "huanle"
        told |= {name: getattr(options, name) for name in WILDCARDS}
        told["ming_gang_2"] = options.ming_gang_2 or "alias"
        told["wu_fan_ignores"] = tuple(IDS[name] for name in options.wu_fan_ignores)
    return variant(game, **told)


NATIONAL: Mapping[str, tuple[Rules, Options]] = {
    "guobiao": (variant("guobiao", min_fan=0), GUOBIAO),
    "qq": (variant("qq"), QQ),
    "huanle": (variant("huanle"), HUANLE),
}
"""The games at their defaults beside the same options of the judge."""


def fan_list(score: Score) -> dict[str, int]:
    """The fans that count by the names of the judge, with how often."""
    second = {"ming_gang_2": "明杠2"}
    return {second.get(each.fan.id, each.fan.zh): each.count for each in score.fans}


def faces_of(score: Score) -> Faces:
    """What the wildcards stand for; the kind of each."""
    return tuple(score.faces)


def engine_score(win: Win, rules: Rules) -> Score:
    """A win of the judge scored by the engine, by way of its text."""
    hand, tile, context = win.spelled()
    told: dict[str, Any] = dict(context)
    return rules.score(hand, tile, **told)


def named(faces: Faces) -> str:
    """Faces as text."""
    return " ".join(NAMES[face] for face in faces)


def scored(rules: Rules, text: str) -> Score:
    """A score of one line: ``[EEE]{1111m}23m5p win=5p wild=9p self last flowers=2 seat=S``.

    The hand may hold the winning tile, as those of the fan tables do.
    """
    words = {
        "self": "self_draw",
        "last": "last_tile",
        "first": "first_turn",
        "round": "round_wind",
        "seat": "seat_wind",
    }
    hand, *rest = text.split()
    told: dict[str, Any] = {}
    for word in rest:
        key, _, value = word.partition("=")
        told[words.get(key, key)] = value or True
    if told.get("flowers", "").isdecimal():
        told["flowers"] = int(told["flowers"])
    return rules.score(hand, told.pop("win"), **told)


def lists(rules: Rules, text: str) -> dict[str, int]:
    """The fans that count in such a line."""
    return fan_list(scored(rules, text))
