"""The national fan table (国标番种) and how its hands are read: what four variants share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from .fans import ExclusionMode, Fan, FanTable
from .flow import FlowRules
from .national_fans import MING_AN_GANG, ROWS, Row
from .rules import HandRules
from .shapes import Shape
from .tiles import FLOWER_COUNT, KIND_COUNT

__all__ = ["ROOM_MINIMUM", "fans_of", "flow_of", "hands_of", "national_table"]

_TWO_CHOWS = ("yi_ban_gao", "xi_xiang_feng", "lian_liu", "lao_shao_fu")

_MOST_WILDCARDS = 8


def national_table(
    *,
    numbers: Literal[81, 83] = 81,
    exclusion_mode: ExclusionMode = "stated_plus_implied",
    has_wu_cai_shen: bool = False,
    ming_gang_2: Literal["alias", "stack"] = "alias",
    ming_an_gang: int = 0,
    qing_yi_se_excludes_que_yi_men: bool = False,
    que_yi_men: Literal["exactly_two_suits", "at_most_two_suits"] = "exactly_two_suits",
    qing_yi_se_pairs: bool = True,
    upper_lower_nested: Literal["exclude", "add"] = "exclude",
    knitted_body_wait: bool = True,
    hog_counts_caishen: bool = True,
    caishen_nine_gates: Literal["assigned", "natural"] = "assigned",
    wu_cai_shen_all: bool = True,
    self_use: Literal["face", "suit"] = "face",
    wu_fan_ignores: tuple[str, ...] = ("hua_pai",),
) -> FanTable:
    """The national fan table under the options of these names.

    Parameters
    ----------
    numbers : {81, 83}
        Whether fans are numbered as in the documents that list 81 or in those that list 83. The
        table itself follows from the other arguments.
    exclusion_mode, has_wu_cai_shen, ming_gang_2, ming_an_gang, que_yi_men, ...
        As the options of the variants say.

    Examples
    --------
    >>> len(national_table()), national_table()["自摸"].number
    (81, 80)
    >>> table = national_table(numbers=83, has_wu_cai_shen=True)
    >>> len(table), table["自摸"].number
    (82, 82)
    """
    rows = {row.id: row for row in (*ROWS, MING_AN_GANG)}

    def edit(id: str, **fields: Any) -> None:
        rows[id] = rows[id]._replace(**fields)

    edit("ming_an_gang", value=ming_an_gang)
    edit("wu_cai_shen", when=_no_wildcard_used(wu_cai_shen_all, self_use))
    if qing_yi_se_excludes_que_yi_men:
        edit("qing_yi_se", stated="无字 缺一门")
    if que_yi_men == "at_most_two_suits":
        edit("que_yi_men", when="suits <= 2", note="At most two suits.")
    if not qing_yi_se_pairs:
        edit("qing_yi_se", when="suits == 1 and not honours and not seven_pairs")
    if upper_lower_nested == "add":
        edit("quan_da", implied="")
        edit("quan_xiao", implied="")
    if not knitted_body_wait:
        for wait in ("bian_zhang", "kan_zhang", "dan_diao_jiang"):
            edit(wait, when=f"{rows[wait].when} and not knitted_win")
    if not hog_counts_caishen:
        edit("si_gui_yi", when="natural_hogs")
    if caishen_nine_gates == "natural":
        edit("jiu_lian_bao_deng", when="nine_gates and not substitutes")

    unlisted = {"wu_cai_shen", "ming_gang_2"} if numbers == 81 else set()
    listed = (row.id for row in ROWS if row.id not in unlisted)
    number = {id: place for place, id in enumerate(listed, 1)}
    if not has_wu_cai_shen:
        del rows["wu_cai_shen"]
        example = "[123m][345m]678p567sWW win=7s"
        edit("wu_fan_he", example=example, note="Flowers do not matter.")
    if numbers == 81:
        edit("ming_gang", note="")
    if ming_gang_2 == "alias":
        del rows["ming_gang_2"]
    if not ming_an_gang:
        del rows["ming_an_gang"]
    return FanTable(
        fans=_fans(rows, number),
        once=_TWO_CHOWS,
        bare="wu_fan_he",
        bare_ignores=tuple(id for id in wu_fan_ignores if id in rows),
        exclusion_mode=exclusion_mode,
    )


def fans_of(options: Mapping[str, Any], numbers: Literal[81, 83]) -> FanTable:
    """The national fan table under the options that a variant has."""
    switches = national_table.__kwdefaults__ or {}
    given = {name: options[name] for name in switches if name in options}
    return national_table(numbers=numbers, **given)


def _no_wildcard_used(every: bool, self_use: str) -> str:
    """When 无财神 pays: no wildcard stands for another face, or fewer do than there are."""
    used = "substitutes" if self_use == "face" else "off_suit"
    if every:
        return f"not {used}"
    # Conditions compare with numbers only, so that one case a number of wildcards is written out.
    some = (f"wilds == {held} and {used} <= {held - 1}" for held in range(1, _MOST_WILDCARDS + 1))
    return " or ".join(("not wilds", *some))


def _fans(rows: Mapping[str, Row], number: Mapping[str, int]) -> tuple[Fan, ...]:
    """The rows as fans. Both 明杠 are meant where a row names one; absent fans are not named."""
    ids: dict[str, list[str]] = {}
    for row in (*ROWS, MING_AN_GANG):
        ids.setdefault(row.zh, []).append(row.id)

    def named(column: str) -> tuple[str, ...]:
        return tuple(id for zh in column.split() for id in ids[zh] if id in rows)

    def fan(row: Row) -> Fan:
        columns = {
            each: named(getattr(row, each)) for each in ("stated", "implied", "own_sets", "one")
        }
        return Fan(**row._asdict() | columns, number=number.get(row.id))

    return tuple(map(fan, sorted(rows.values(), key=lambda row: -row.value)))


ROOM_MINIMUM: Mapping[str, int | None] = {"popular": 0, "8fan": 8, "no_fan": None}
"""The minimum to win in each kind of room; None where fans are not looked at."""


def hands_of(options: Mapping[str, Any]) -> HandRules:
    """How hands are read under the options of a national variant."""
    minimum = options["min_fan"]
    if minimum is None:
        minimum = ROOM_MINIMUM[options["room"]]
    wait_counts: Literal["formal", "not_own"] = "formal"
    if not options["formal_wait_counts_exhausted"]:
        wait_counts = "not_own"
    if "caishen_kind" not in options:
        return HandRules(shapes=Shape.MCR, wait_counts=wait_counts, minimum=minimum)
    return HandRules(
        shapes=Shape.MCR,
        wild_shapes=Shape.MCR if options["caishen_special_hands"] else Shape.STANDARD,
        fifth="allowed" if options["caishen_fifth_copy"] else "barred",
        wildcards=True,
        discard_wild=options["caishen_ron"],
        wild_melds=options["caishen_meld"],
        wait_counts=wait_counts,
        wait_wild=options["caishen_wait"],
        minimum=minimum,
    )


def flow_of(options: Mapping[str, Any], props: tuple[str, ...] = ()) -> FlowRules:
    """How a deal runs under the options of a national variant; `props` are those that it has."""
    wildcards: dict[str, Any] = {}
    if "caishen_kind" in options:
        wildcards = {
            "indicator": options["indicator_from"],
            "indicator_kind": options["caishen_kind"],
            "honour_cycle": options["honor_cycle"],
            "indicator_flower": _FLOWER_TURNED[options["indicator_flower"]],
            "indicator_in_play": options["indicator_in_play"],
            "indicator_visible": options["indicator_visible"],
            "wild_discard": options["caishen_discard"],
        }
    if options.get("bird"):
        wildcards |= {
            "bird": options["bird_from"],
            "bird_skips_flowers": options["bird_flower"] == "next",
            "bird_of_empty_wall": options["bird_wall_empty"] == "last_wall_tile",
        }
    flowers = FLOWER_COUNT * (int(options["flowers"]),)
    return FlowRules(
        copies=KIND_COUNT * (4,) + flowers,
        multi_win=options["multi_win"],
        multi_rob=options["multi_win"],
        flower_keeps_replacement=options["kong_flower_then_flower"],
        props=props if options.get("props") else (),
        props_per_deal=options.get("props_per_deal", 1),
        **wildcards,
    )


_FLOWER_TURNED = {"reflip": "reflip", "no_caishen": "no_wildcard"}
