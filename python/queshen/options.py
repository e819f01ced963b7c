"""Options: what a game leaves open, each with a name, a default and the values it may have.

Variants put their options together from the groups below; a group holds what goes together and is
meant by several games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import index
from typing import SupportsIndex

from .errors import RulesError, shown, unknown

__all__ = ["Option", "OptionValue", "checked", "either", "number", "switch", "with_defaults"]
__all__ += ["BIRD", "CLAIMS", "COINS", "DEALER", "FAN_TABLE", "MINIMUM", "PROPS", "RANKS", "ROOM"]
__all__ += ["KONGS", "LIABILITY", "WALL_END", "WILDCARDS", "WILDCARD_TABLE"]

OptionValue = bool | int | str | None | tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that a game can be played with in several ways.

    Parameters
    ----------
    name : str
        Its name, the keyword of `queshen.rules.variant`.
    default : bool, int, str, None or tuple of str
        What holds if nothing is said.
    values : tuple
        What may be said.
    low, high : int, optional
        Numbers from `low` to `high` may be said too; without `high` there is no end.
    several : bool
        The value is a tuple of any of `values`.
    spellings : tuple of pairs of str
        Other texts for some of the values.
    zh, en : str
        What it decides.
    source : str
        Where the default comes from; ``"choice"`` where no document says anything.

    Examples
    --------
    >>> room = Option(name="room", default="popular", values=("popular", "8fan"),
    ...               spellings=(("8番场", "8fan"),), zh="场次", en="kind of room", source="choice")
    >>> room.check("8番场")
    '8fan'
    """

    name: str
    default: OptionValue
    values: tuple[OptionValue, ...] = ()
    low: int | None = None
    high: int | None = None
    several: bool = False
    spellings: tuple[tuple[str, str], ...] = ()
    zh: str
    en: str
    source: str

    def __post_init__(self) -> None:
        self.check(self.default)

    @property
    def allowed(self) -> str:
        """What may be said, for people."""
        words = [shown(value) for value in self.values]
        if self.low is not None:
            end = "or more" if self.high is None else f"to {self.high}"
            words.append(f"{self.low} {end}")
        text = ", ".join(words)
        if self.several:
            return f"a tuple of any of {text}"
        return f"one of {text}" if len(words) > 1 else text

    def check(self, value: object) -> OptionValue:
        """The value as the rules hold it.

        Raises
        ------
        RulesError
            If the option cannot have this value.
        """
        if self.several:
            return self._check_several(value)
        if isinstance(value, str):
            value = dict(self.spellings).get(value, str(value))
        for each in self.values:
            if each == value and isinstance(each, bool) == isinstance(value, bool):
                return each
        # True is no 1 here: a switch is not a number.
        if (
            self.low is not None
            and not isinstance(value, bool)
            and isinstance(value, SupportsIndex)
        ):
            number = index(value)
            if self.low <= number and (self.high is None or number <= self.high):
                return number
        raise RulesError(f"{self.name} is {shown(value)}, expected {self.allowed}")

    def _check_several(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, tuple | list | set | frozenset):
            raise RulesError(f"{self.name} is {shown(value)}, expected {self.allowed}")
        for each in value:
            if each not in self.values:
                raise RulesError(f"{self.name} holds {shown(each)}, expected {self.allowed}")
        # The order says nothing, so that it must not tell two rules apart.
        return tuple(each for each in self.values if each in value and isinstance(each, str))


def checked(
    options: tuple[Option, ...], given: Mapping[str, object], game: str
) -> dict[str, OptionValue]:
    """Every option with its value: what is given, and the defaults.

    Raises
    ------
    RulesError
        If the game has no such option, or the option no such value.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise RulesError(unknown(f"option of {game}", name, known))
    return {
        name: option.check(given[name]) if name in given else option.default
        for name, option in known.items()
    }


def with_defaults(
    options: tuple[Option, ...], source: str | None = None, **defaults: OptionValue
) -> tuple[Option, ...]:
    """The options with other defaults for some of them, which come from `source`, if it is given.

    Examples
    --------
    >>> (option,) = with_defaults(CLAIMS, "house rule", multi_win="all")
    >>> option.default, option.source
    ('all', 'house rule')
    """
    assert defaults.keys() <= {option.name for option in options}
    return tuple(
        replace(option, default=defaults[option.name], source=source or option.source)
        if option.name in defaults
        else option
        for option in options
    )


def switch(name: str, default: bool, zh: str, en: str, source: str = "choice") -> Option:
    """An option that is on or off."""
    return Option(name=name, default=default, values=(True, False), zh=zh, en=en, source=source)


def either(name: str, values: tuple[str, ...], zh: str, en: str, source: str = "choice") -> Option:
    """An option of a few values, the first of which is the default."""
    return Option(name=name, default=values[0], values=values, zh=zh, en=en, source=source)


def number(
    name: str,
    default: int,
    low: int,
    zh: str,
    en: str,
    source: str = "choice",
    high: int | None = None,
) -> Option:
    """An option that is a number from `low` on."""
    return Option(name=name, default=default, low=low, high=high, zh=zh, en=en, source=source)


_HUANLE = "欢乐麻将 document"
_ROOMS = "欢乐麻将 and QQ麻将 documents"
_RULES_1998 = "rules of 1998"
_PRACTICE = "international practice"

FAN_TABLE: tuple[Option, ...] = (
    either(
        "exclusion_mode",
        ("stated_plus_implied", "stated_only"),
        "不计的番种：明文规定的和必然包含的，或只算明文规定的",
        "which fans are not paid beside others: those that the document states and those that are "
        "implied by them, or the stated ones only",
        _PRACTICE,
    ),
    either(
        "que_yi_men",
        ("exactly_two_suits", "at_most_two_suits"),
        "缺一门：恰有两门，或至多两门",
        "whether 缺一门 means exactly two suits or at most two",
        _PRACTICE,
    ),
    switch(
        "qing_yi_se_excludes_que_yi_men",
        False,
        "清一色明文不计缺一门",
        "whether 清一色 states that 缺一门 is not paid beside it",
        "欢乐麻将 document says it, QQ麻将 document does not",
    ),
    switch(
        "qing_yi_se_pairs", True, "七对可计清一色", "whether seven pairs may be 清一色", _RULES_1998
    ),
    either(
        "upper_lower_nested",
        ("exclude", "add"),
        "全大与大于五、全小与小于五：不并计，或并计",
        "whether 大于五 is paid beside 全大, and 小于五 beside 全小",
        _PRACTICE,
    ),
    switch(
        "knitted_body_wait",
        True,
        "和组合龙中的牌可计边张、坎张、单钓将",
        "whether 边张, 坎张 and 单钓将 are paid where a tile of the knitted straight wins",
        _PRACTICE,
    ),
    Option(
        name="ming_an_gang",
        default=0,
        values=(0, 5, 6),
        zh="明暗杠的番数，0 为不设",
        en="what 明暗杠 pays; with 0 there is no such fan, and 暗杠 and 明杠 are paid",
        source=f"{_RULES_1998}, 5 in {_PRACTICE}",
    ),
    switch(
        "formal_wait_counts_exhausted",
        True,
        "四张都在自己手里的牌仍算听张",
        "whether a kind of which the seat itself holds all four still counts as a wait",
        _PRACTICE,
    ),
)
"""How the national fan table is read."""

WILDCARD_TABLE: tuple[Option, ...] = (
    switch("has_wu_cai_shen", True, "设无财神", "whether 无财神 is in the table", _HUANLE),
    either(
        "ming_gang_2",
        ("alias", "stack"),
        "第 81 番明杠：与第 75 番同一，或另计",
        "whether the second 明杠 of the table is the first again, or is paid as well",
    ),
    switch(
        "wu_cai_shen_all",
        True,
        "无财神要求每张财神都作本身使用",
        "whether 无财神 needs every 财神 to stand for itself, or one of them",
    ),
    either(
        "self_use",
        ("face", "suit"),
        "本身花色：同一张牌，或同一花色",
        "whether a 财神 stands for itself as its own face only, or as any tile of its suit",
    ),
    Option(
        name="wu_fan_ignores",
        default=("hua_pai",),
        values=("hua_pai", "wu_cai_shen"),
        several=True,
        zh="无番和时可有的番种",
        en="the fans with which a hand may still be 无番和",
        source="choice",
    ),
    switch(
        "hog_counts_caishen",
        True,
        "四归一可用财神凑",
        "whether 四归一 counts 财神 by the faces they stand for",
    ),
    either(
        "caishen_nine_gates",
        ("assigned", "natural"),
        "九莲宝灯：可用财神，或不可",
        "whether 财神 may stand for tiles of 九莲宝灯",
    ),
)
"""What wildcards change in the fan table."""

WILDCARDS: tuple[Option, ...] = (
    either(
        "honor_cycle",
        ("joint", "separate"),
        "字牌顺序：七张一圈，或风、箭各一圈",
        "whether 东南西北中发白 are one ring for the indicator, or winds and dragons one each",
    ),
    either(
        "indicator_flower",
        ("reflip", "no_caishen"),
        "翻出花牌：再翻一张，或本盘无财神",
        "whether another tile is turned after a flower, or the deal has no 财神",
    ),
    either(
        "indicator_from",
        ("head", "tail"),
        "从牌墙何处翻牌",
        "the end of the wall from which the indicator is turned",
    ),
    switch(
        "indicator_in_play",
        False,
        "翻出的牌仍可摸到",
        "whether the indicator goes back into the wall, or lies open and leaves play",
    ),
    either(
        "caishen_kind",
        ("next", "indicator"),
        "财神：翻出的牌的下一张，或翻出的牌本身",
        "whether the kind after the indicator is 财神, or the kind of the indicator itself",
        _HUANLE,
    ),
    switch(
        "caishen_meld",
        False,
        "财神可吃碰杠",
        "whether a 财神 may be claimed or be part of a meld",
        _HUANLE,
    ),
    switch("caishen_discard", True, "财神可打出", "whether a 财神 may be discarded"),
    either(
        "caishen_ron",
        ("face", "wild", "no"),
        "和打出的财神：作本身，作财神，或不可",
        "what a discarded 财神 is to whoever wins on it: its own face, a wildcard, or no win",
    ),
    switch(
        "caishen_fifth_copy",
        True,
        "财神可代第五张相同的牌",
        "whether a 财神 may stand for a fifth copy",
        _HUANLE,
    ),
    switch(
        "caishen_special_hands",
        True,
        "财神可用于七对、十三幺、全不靠、七星不靠、组合龙",
        "whether 财神 may stand for tiles of hands that are not four sets and a pair",
        _HUANLE,
    ),
    either(
        "caishen_wait",
        ("free", "frozen"),
        "边张、坎张、单钓将：财神不定，或按所作的牌",
        "whether the wait is judged with all 财神 still free, or with the faces that they get",
    ),
    switch(
        "indicator_visible",
        True,
        "和绝张计入翻出的牌",
        "whether the open indicator is one of the three visible copies of 和绝张",
    ),
    either(
        "assignment",
        ("max_total",),
        "财神作番数最高的牌",
        "which faces the 财神 stand for: those with the highest total",
    ),
)
"""The wildcards of 欢乐麻将: which kind they are, and what they may do."""

BIRD: tuple[Option, ...] = (
    switch("bird", True, "鸟牌", "whether a bird tile doubles the payments of a seat", _HUANLE),
    either(
        "bird_flower",
        ("next", "no_bird"),
        "鸟牌是花牌：取下一张，或无鸟",
        "whether the next tile is the bird where it is a flower, or nobody has it",
    ),
    either(
        "bird_from",
        ("head", "tail"),
        "从牌墙何处取鸟牌",
        "the end of the wall from which the bird is taken",
    ),
    either(
        "bird_wall_empty",
        ("last_wall_tile", "no_bird"),
        "牌墙已空：以海底牌为鸟，或无鸟",
        "whether the last tile of the wall is the bird where no tile is left, or nobody has it",
        _HUANLE,
    ),
)
"""The bird (鸟牌)."""

DEALER: tuple[Option, ...] = (
    switch(
        "dealer_double",
        True,
        "庄家翻倍",
        "whether what the dealer wins and pays is doubled",
        _HUANLE,
    ),
)
"""The dealer's factor."""

FLOW: tuple[Option, ...] = (
    switch("flowers", True, "有花牌", "whether the eight flowers are in the wall"),
    switch(
        "kong_flower_then_flower",
        False,
        "杠后补花仍计杠上开花",
        "whether a win on the tile drawn for a flower that was drawn for a kong is 杠上开花",
    ),
)
"""How a deal runs."""

ROTATION: tuple[Option, ...] = (
    either(
        "dealer_rotation",
        ("keep_on_win_or_draw", "winner", "always_next"),
        "连庄：庄家和牌或流局连庄，和牌者坐庄，或轮流坐庄",
        "who deals next: the dealer who won or whose deal was drawn, else the next seat; the "
        "winner; or always the next seat",
    ),
    either(
        "draw_rotation",
        ("stay", "next"),
        "流局后：庄家连庄，或下家坐庄",
        "who deals after a drawn deal: the same dealer, or the next seat",
    ),
)
"""Who deals next."""

CLAIMS: tuple[Option, ...] = (
    either(
        "multi_win",
        ("nearest", "all"),
        "一炮多响：只有最近的一家和，或都和",
        "whether one seat wins on a discard, the nearest, or all that can",
        _RULES_1998,
    ),
)
"""Who wins where several can."""

PAYMENT: tuple[Option, ...] = (
    either(
        "discard_payers",
        ("discarder", "all"),
        "点炮：点炮者付，或三家付",
        "who pays for a win on a discard",
        f"{_ROOMS}, {_RULES_1998}",
    ),
)
"""Who pays."""

ESCAPE: tuple[Option, ...] = (
    number("escape_points", 24, 0, "逃跑扣分", "the points that a seat loses for leaving"),
    number("escape_comp", 8, 0, "逃跑补偿", "the points that each other seat gets for it"),
)
"""What leaving costs, in points."""

COINS: tuple[Option, ...] = (
    number("N", 1, 1, "房间系数", "the room coefficient: coins for each point"),
    number("A", 0, 0, "系统每盘回收的数量", "the fee that each seat pays for a deal"),
    either(
        "fee_scope",
        ("all", "involved"),
        "回收对象：每位玩家，或仅输赢双方",
        "who pays the fee: every seat, or the winner and those who pay",
        _ROOMS,
    ),
    switch("fee_on_draw", True, "流局也回收", "whether a drawn deal costs the fee"),
    switch("escape_fee", False, "逃跑时也回收", "whether a deal that somebody left costs the fee"),
)
"""Coins and the fee."""

ROOM: tuple[Option, ...] = (
    Option(
        name="room",
        default="popular",
        values=("popular", "8fan", "no_fan"),
        spellings=(("大众场", "popular"), ("8番场", "8fan"), ("无番场", "no_fan")),
        zh="场次：大众场、8番场、无番场",
        en="the kind of room, which decides what a total is worth",
        source=_ROOMS,
    ),
    *COINS,
    Option(
        name="min_fan",
        default=None,
        values=(None,),
        low=0,
        zh="起和番数，None 为按场次（0、8、不限）",
        en="the least total that wins, flowers not counted; None: by room, 0, 8 or no matter what",
        source="choice",
    ),
)
"""Rooms, coins and the fee."""

RANKS: tuple[Option, ...] = (
    either(
        "rank_by",
        ("points", "coins"),
        "等级按积分，或按金币",
        "whether rank titles follow the sum of points or of coins",
        _HUANLE,
    ),
)
"""Rank titles (等级)."""

PROPS: tuple[Option, ...] = (
    switch("props", False, "道具", "whether props (道具) may be used"),
    number(
        "props_per_deal",
        1,
        1,
        "每盘每种道具可用次数",
        "uses of each prop a seat and deal",
        high=255,
    ),
    number(
        "prop_deal_shanten",
        3,
        0,
        "乾坤大挪移的配牌至多几向听",
        "how far from ready a hand of 乾坤大挪移 may be",
    ),
)
"""Props."""

MINIMUM: tuple[Option, ...] = (
    number(
        "min_fan",
        8,
        0,
        "起和番数",
        "the least total that wins, flowers not counted",
        _RULES_1998,
    ),
)
"""The minimum of the international game."""

WALL_END: tuple[Option, ...] = (
    either(
        "replacement_end",
        ("tail", "head"),
        "杠后从牌墙何处补牌",
        "the end of the wall from which tiles for kongs are drawn",
    ),
    either(
        "claims_on_empty_wall",
        ("win_only", "pung"),
        "牌墙摸完后打出的牌：只可和，或也可碰",
        "whether the discard after the last draw may be won only, or claimed for a pung too",
    ),
)
"""The ends of the wall."""

KONGS: tuple[Option, ...] = (
    switch(
        "kong_after_claim",
        False,
        "吃碰之后可先杠再打牌",
        "whether a seat that has just claimed a tile may kong before it discards",
    ),
)
"""When kongs may be made."""

LIABILITY: tuple[Option, ...] = (
    either(
        "kong_flower_liability",
        ("last_kong", "chain_start"),
        "连杠后杠上开花：末杠为放杠才包，或首杠为放杠即包",
        "after several kongs in a row, whether who fed the last one pays for all, or who fed the "
        "first one",
    ),
)
"""Who pays for a win on the replacement of a kong that was fed."""
