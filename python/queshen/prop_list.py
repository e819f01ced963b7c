"""Props (道具): what players may use beside the rules of the game, in the games that have them.

>>> [prop.zh for prop in props_of("qq") if prop.used == "table"]
['偷天换日', '移花接木', '千里眼', '顺风耳']

Those at the table are acts, which the option ``props`` of a game allows; the one before the deal
makes a wall (`queshen.near_deals`); the others change what a screen shows, so that here they are
names only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .actions import Action

if TYPE_CHECKING:
    from .rules import Rules

__all__ = ["AT_TABLE", "PROPS", "Prop", "flow_props", "props_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prop:
    """One prop as a game has it.

    Attributes
    ----------
    id, zh, en : str
        Its names.
    does_zh, does : str
        What it does, in Chinese and English.
    used : {"deal", "table", "never"}
        Before the deal, at the table in the own turn before the discard, or not in play.
    flow : str or None
        Its name among the props of `queshen.flow.FlowRules`.
    action : Action or None
        The act by which a seat begins to use it.
    patterns : tuple of str
        The fans near which it deals a hand.
    lasts : str or None
        How long it lasts, where the documents say so.
    """

    id: str
    zh: str
    en: str
    does_zh: str
    does: str
    used: Literal["deal", "table", "never"]
    flow: str | None = None
    action: Action | None = None
    patterns: tuple[str, ...] = ()
    lasts: str | None = None


def _at_table(
    id: str, zh: str, en: str, does_zh: str, does: str, *, flow: str, action: str
) -> Prop:
    return Prop(
        id=id,
        zh=zh,
        en=en,
        does_zh=does_zh,
        does=does,
        used="table",
        flow=flow,
        action=Action.parse(action),
    )


_EXCHANGE = _at_table(
    "tou_tian_huan_ri",
    "偷天换日",
    "Steal the Sky",
    "将手中的一张牌换成指定的另一张牌",
    "changes a tile of the hand for one of a kind that the player names, from the wall",
    flow="exchange",
    action="prop exchange",
)
_EXCHANGE_AT_RANDOM = _at_table(
    "yi_hua_jie_mu",
    "移花接木",
    "Graft a Flower",
    "将手中的一张牌换成随机的另一张牌",
    "changes a tile of the hand for a random one of the wall",
    flow="exchange_at_random",
    action="prop exchange at random",
)
_TELL_THIRD = _at_table(
    "qian_li_yan",
    "千里眼",
    "Thousand-Mile Eye",
    "查找某张牌在剩下的牌中的近似位置",
    "tells in which third of the wall the next tile of a kind lies",
    flow="tell_third",
    action="prop third",
)
_TELL_NEXT = _at_table(
    "shun_feng_er",
    "顺风耳",
    "Ear on the Wind",
    "查看城墙中下一张牌是什么",
    "tells the next tile of the wall",
    flow="tell_next",
    action="prop next",
)
_MAKE_WILD = _at_table(
    "cai_shen_dao",
    "财神到",
    "Here Comes the God of Wealth",
    "将手中的一张牌变成财神",
    "changes a tile of the hand for a wildcard of the wall; if none is left, the tile becomes one",
    flow="make_wild",
    action="prop wildcard",
)


def _near(does_zh: str, does: str, *patterns: str) -> Prop:
    return Prop(
        id="qian_kun_da_nuo_yi",
        zh="乾坤大挪移",
        en="Heaven and Earth Shift",
        does_zh=does_zh,
        does=does,
        used="deal",
        patterns=patterns,
    )


_NEAR_ONE_SUIT = _near("发牌前使用，发出接近清一色的牌型", "deals a hand near 清一色", "qing_yi_se")
_NEAR_FOUR = _near(
    "发牌前使用，随机发出接近大四喜、大三元、十三幺、清一色的牌型",
    "deals a hand near one of 大四喜, 大三元, 十三幺 and 清一色, drawn at random",
    "da_si_xi",
    "da_san_yuan",
    "shi_san_yao",
    "qing_yi_se",
)
# The document of the two games names no patterns.
_NEAR_SOMETHING = _near(
    "发牌前使用，随机发出绝世好牌",
    "deals an excellent hand: one near 清一色, 大三元, 大四喜 or 十三幺, drawn at random",
    "qing_yi_se",
    "da_san_yuan",
    "da_si_xi",
    "shi_san_yao",
)


def _for_show(
    id: str, zh: str, en: str, does_zh: str, does: str, *, lasts: str | None = None
) -> Prop:
    return Prop(id=id, zh=zh, en=en, does_zh=does_zh, does=does, used="never", lasts=lasts)


_GOLDEN_FINGER = _for_show(
    "jin_shou_zhi",
    "金手指",
    "Golden Finger",
    "出牌标志变为金手指",
    "marks the player's discards with a golden finger",
    lasts="until the player leaves the table",
)
_DIAMOND_HINT = _for_show(
    "zuan_shi_ti_shi",
    "钻石提示",
    "Diamond Hint",
    "出牌的提示变为钻石",
    "shows the hint to discard as a diamond",
    lasts="a week",
)
_CANTONESE = _for_show(
    "guang_dong_hua",
    "广东话",
    "Cantonese",
    "游戏语音使用广东话",
    "has the player's calls spoken in Cantonese",
    lasts="a month",
)
_TILE_BACKS = _for_show(
    "qq_pai_bei",
    "QQ牌背",
    "QQ Tile Backs",
    "牌背上增加企鹅标志",
    "puts a penguin on the backs of the player's tiles",
    lasts="a month",
)
_CANTONESE_VOICE = _for_show(
    "guang_dong_yu_yin",
    "广东语音",
    "Cantonese Voice",
    "游戏语音使用广东话",
    "has the player's calls spoken in Cantonese",
)

_GUANGDONG = (
    _CANTONESE_VOICE,
    _NEAR_SOMETHING,
    _EXCHANGE,
    _EXCHANGE_AT_RANDOM,
    _TELL_THIRD,
    _TELL_NEXT,
    _GOLDEN_FINGER,
)

PROPS: Mapping[str, tuple[Prop, ...]] = {
    "huopin": (
        _NEAR_ONE_SUIT,
        _EXCHANGE,
        _EXCHANGE_AT_RANDOM,
        _TELL_THIRD,
        _TELL_NEXT,
        _MAKE_WILD,
    ),
    "qq": (
        _NEAR_FOUR,
        _EXCHANGE,
        _EXCHANGE_AT_RANDOM,
        _TELL_THIRD,
        _TELL_NEXT,
        _GOLDEN_FINGER,
        _DIAMOND_HINT,
        _CANTONESE,
        _TILE_BACKS,
    ),
    "jipinghu": _GUANGDONG,
    "tuidaohu": _GUANGDONG,
}
"""The props of each game by its id, in the order of its document; other games have none."""


AT_TABLE = (_EXCHANGE, _EXCHANGE_AT_RANDOM, _MAKE_WILD, _TELL_THIRD, _TELL_NEXT)
"""The props that are used at the table, in the order of their actions and events."""


def flow_props(game: str) -> tuple[str, ...]:
    """The props at the table of a game, as `queshen.flow.FlowRules` calls them.

    Examples
    --------
    >>> flow_props("qq")
    ('exchange', 'exchange_at_random', 'tell_third', 'tell_next')
    """
    return tuple(prop.flow for prop in PROPS.get(game, ()) if prop.flow is not None)


def props_of(game: Rules | str) -> tuple[Prop, ...]:
    """The props of a game, whether or not its options allow them.

    Parameters
    ----------
    game : Rules or str
        Rules, or a name by which `queshen.variant` knows a game.

    Raises
    ------
    RulesError
        If there is no such game.

    Examples
    --------
    >>> [prop.en for prop in props_of("火拼") if prop.used == "deal"]
    ['Heaven and Earth Shift']
    >>> props_of("huanle")
    ()
    """
    if isinstance(game, str):
        if game in PROPS:
            return PROPS[game]
        from .rules import variant

        game = variant(game)
    return PROPS.get(game.id, ())
