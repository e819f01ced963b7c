"""The words of 至尊二人麻将."""

from __future__ import annotations

from .game_words import GameWords

__all__ = ["ERREN"]

_TABLE = (
    "The document says of the game that it is 国标 improved for two, with a function called "
    "海底捞月, and no more. What is played online under that name has 72 tiles: one suit, honours "
    "and eight flowers. Five programs hold the same list of fans; the page has it. With "
    '`fan_table="gb81"` all 144 tiles and the 81 national fans are played by two instead.',
    "Where the programs differ: 小三风 is 6, 全求人 6, 报听 4, 箭刻 2, and 四归一 is paid each "
    "time. Pungs of the own and the prevailing wind are paid in two of them only: `wind_pungs`.",
    "A fan takes the fans of its row with it, also where it is itself not paid. So 大七星 takes "
    "what 字一色 takes. What no row names adds, 大于五 and 清一色 as well.",
    "四杠 takes 碰碰和 too, which its shape implies and the lists leave out.",
    "No least total is told. There is none here, and 8 with the national table: `min_fan`. "
    "Neither flowers nor the fans of them, 无花牌 included, count toward it, and the room does not "
    "change it.",
    "边张, 坎张 and 单钓将 ask that no other tile completes the hand. One of which the hand holds "
    "all four counts there, as in 国标.",
)

_PLAY = (
    "The other seat sits both before and after, so any discard may be chowed. It has the west "
    "wind; the prevailing wind is east.",
    "报听 locks the hand: the drawn tile is discarded, and a kong must leave the waits as they "
    "are. A hand with sets laid out may be declared, and hands that were not declared may win too "
    "(`ready_declaration`). 天听 is a declaration with the dealer's first discard, with no kong "
    "before it, or of the other seat before play begins. Flowers do not spoil it. That the other "
    "seat is asked is seen by the dealer, also where it passes.",
    "With the national table there are neither declarations nor wins of the first turn, since it "
    "has no fans for them.",
    "天胡 is the dealer's win on the dealt tiles, 地胡 the other seat's by its first draw, 人胡 "
    "its win on the dealer's first discard. Flowers may have been replaced; a kong spoils all "
    "three.",
    "Who passes over a win may not win before its next draw, a robbed kong included: `missed_win`.",
)

_LAST = (
    "海底捞月 as a function is read so: when at most two tiles are left at a draw, they go round, "
    "one to each seat, and only self-draws win (`haidi_mode`, `haidi_tiles`). Another game of the "
    "same document ends in this way. A win then pays 海底捞月 (`haidi_fan`) and neither 自摸 nor "
    "妙手回春.",
    "A flower drawn then is shown, and replaced only if a tile is left. After a kong one tile may "
    "be left; then one seat draws.",
    'With `haidi_mode="fan_only"` the wall is played to its end, and both are fans of the last '
    "tile as in 国标. On another platform it is a thing to be bought; that is not built.",
)

_PAYING = (
    "Rooms are those of the other games of 国标 kind (`room`): the total, the total and 8, or 10. "
    "A self-draw pays no more than its fan, and kongs pay nothing.",
    "Doubling (加倍) appears in one program as an event without rules. What is offered is our own "
    "design: before play each seat may double the stakes, unseen by the other; each call doubles "
    "what the loser pays (`jia_bei`).",
    "Who wins deals next (`dealer_rotation`), and the dealer deals again after a drawn deal "
    "(`draw_rotation`).",
    "What leaving costs is not said: `escape_points`, `escape_comp`. The coins of a point and the "
    "fee are those of the platform: `N`, `A`, `fee_scope`, `fee_on_draw`, `escape_fee`.",
)

ERREN = GameWords(
    intro=(
        "Two seats and 72 tiles: characters, honours and flowers. Chows, pungs and kongs; four "
        "sets and a pair, or seven pairs; fans as in 国标, reworked. Hands may be declared ready "
        "(报听, 天听), and the last two tiles are drawn for self-draws alone (海底捞月)."
    ),
    example=(
        "import queshen",
        'rules = queshen.variant("{id}")',
        'score = rules.score("123m345m567m67m99m", "8m", ready=True)',
        "[(one.fan.zh, one.points) for one in score.fans], score.total",
        "table = rules.table(seed=4)",
        "table.seats, table.wall_left, table.view(0).held",
    ),
    paying="The loser pays the winner what the total is worth in the room.",
    open_points=(
        ("The table", _TABLE),
        ("Play", _PLAY),
        ("The last tiles", _LAST),
        ("Paying", _PAYING),
    ),
)
