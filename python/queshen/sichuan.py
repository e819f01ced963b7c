"""What the Sichuan games (血战) share: fans, options, the course of a deal, and who pays whom.

A seat that wins leaves and the others play on, so that a deal has kongs and wins in a row. They are
settled in that order, each by the seats that are still in it; what the end of the wall costs comes
last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from .deal_result import DealResult, KongPaid, KongType, ResultError, Win, WinFlag
from .fans import Fan, FanTable
from .flow import FlowRules
from .options import COINS, ESCAPE, ROTATION, Option, either, switch, with_defaults
from .tiles import FLOWER_COUNT, KIND_COUNT, kind

if TYPE_CHECKING:
    from .payments import Parts, Settlement, Transfer
    from .rules import Rules

__all__ = ["OWN", "SBR", "TEXT", "dealers", "extras", "flow", "product_table", "settle"]

TEXT = "rule texts of 血战 platforms"
SBR = "MIL 2025 rules of 四川麻将 (SBR)"

_DOUBLE = 2
_EXCHANGED = 3
_HUAZHU = 64
_COPIES = 4


# ---- fans -----------------------------------------------------------------------------------

_GEN = "gen"
_PURE = "suits == 1"
_BASES: tuple[tuple[str, int, str, Mapping[str, Any]], ...] = (
    (
        "qing_shi_ba_luo_han 清十八罗汉 Pure Four Kongs",
        256,
        f"kongs == 4 and {_PURE}",
        {"stated": (_GEN,)},
    ),
    ("shi_ba_luo_han 十八罗汉 Four Kongs", 64, "kongs == 4", {"stated": (_GEN,)}),
    (
        "qing_shuang_gang 清双杠 Pure Two Kongs",
        64,
        f"kongs == 2 and {_PURE}",
        {"stated": (_GEN,)},
    ),
    (
        "qing_long_qi_dui 清龙七对 Pure Seven Pairs with Four of a Kind",
        32,
        f"seven_pairs and fours and {_PURE}",
        {"one": (_GEN,)},
    ),
    ("tian_hu 天胡 Heavenly Win", 32, "first_turn and dealer", {"stated": (_GEN,)}),
    ("di_hu 地胡 Earthly Win", 32, "first_turn and not dealer", {"stated": (_GEN,)}),
    (
        "long_qi_dui 龙七对 Seven Pairs with Four of a Kind",
        16,
        "seven_pairs and fours",
        {"one": (_GEN,)},
    ),
    ("qing_qi_dui 清七对 Pure Seven Pairs", 16, f"seven_pairs and {_PURE}", {}),
    ("qing_yao_jiu 清幺九 Pure Terminals in Every Set", 16, f"outside and {_PURE}", {}),
    (
        "jiang_jin_gou_diao 将金钩钓 Four Exposed Sets of 2 5 8",
        16,
        "all_exposed and only_258",
        {},
    ),
    (
        "qing_jin_gou_diao 清金钩钓 Pure Four Exposed Sets",
        16,
        f"all_exposed and {_PURE}",
        {},
    ),
    ("shuang_gang 双杠 Two Kongs", 16, "kongs == 2", {"stated": (_GEN,)}),
    ("qing_dui 清对 Pure Pungs", 8, f"all_pungs and {_PURE}", {}),
    ("jiang_dui 将对 Pungs of 2 5 8", 8, "all_pungs and only_258", {}),
    ("qing_yi_se 清一色 Full Flush", 4, _PURE, {}),
    ("qi_dui 七对 Seven Pairs", 4, "seven_pairs", {}),
    ("dai_yao_jiu 带幺九 Terminals in Every Set", 4, "outside", {}),
    ("jin_gou_diao 金钩钓 Four Exposed Sets", 4, "all_exposed", {}),
    ("dui_dui_hu 对对胡 All Pungs", 2, "all_pungs", {}),
    ("ping_hu 平胡 Plain Win", 1, "suits", {}),
)
"""Names, value and condition of each pattern, from the dearest down, and how it counts with 根."""

_YAOJIU_JIANGDUI = ("dai_yao_jiu", "jiang_dui", "qing_yao_jiu", "jiang_jin_gou_diao")


def product_table(options: Mapping[str, Any], examples: Mapping[str, str]) -> FanTable:
    """The dearest pattern of a hand, doubled for every extra.

    A game has the patterns and extras of which it gives an example, by id.
    """
    barred: set[str] = set()
    if not options["yaojiu_jiangdui"]:
        barred |= {*_YAOJIU_JIANGDUI}
    if not options["tiandihu"]:
        barred |= {"tian_hu", "di_hu"}
    rows = []
    for names, value, when, more in _BASES:
        id = names.partition(" ")[0]
        if id in examples and id not in barred:
            rows.append(Fan.row(names, value, when, examples[id], **more))
    if any(fan.id == "di_hu" for fan in rows) and options["dihu"] == "dealer_discard":
        rows = [_on_dealers_discard(fan) if fan.id == "di_hu" else fan for fan in rows]
    bases = [
        replace(fan, stated=(*fan.stated, *(other.id for other in rows[place + 1 :])))
        for place, fan in enumerate(rows)
    ]
    gen = Fan.row(f"{_GEN} 根 Four of a Kind", _DOUBLE, "fours", examples[_GEN], repeat=True)
    return FanTable(
        fans=(*bases, gen, *extras(options, _DOUBLE, examples)),
        combine="product",
        cap=options["cap"],
    )


def _on_dealers_discard(fan: Fan) -> Fan:
    example = " ".join(word for word in fan.example.split() if word != "self")
    return replace(fan, when=f"{fan.when} and not self_draw", example=example)


def extras(options: Mapping[str, Any], value: int, examples: Mapping[str, str]) -> list[Fan]:
    """What doubles a hand of any pattern: a factor, or a fan where those add up."""

    def row(names: str, when: str, **more: Any) -> Fan:
        return Fan.row(names, value, when, examples[names.partition(" ")[0]], **more)

    doubles = options["zimo"] == "double"
    beside = options["gang_hua_with_zimo"] or not doubles
    fans = [
        row(
            "gang_shang_hua 杠上花 Win on a Replacement",
            "replacement",
            stated=() if beside else ("zi_mo",),
        ),
        row("gang_shang_pao 杠上炮 Discard after a Kong", "after_kong"),
        row("qiang_gang 抢杠 Robbing a Kong", "robbing"),
    ]
    if doubles:
        fans.append(row("zi_mo 自摸 Self-Draw", "self_draw"))
    if options["menqing_zhongzhang"]:
        fans.append(row("men_qing 门清 Concealed Self-Draw", "concealed and self_draw"))
        fans.append(row("duan_yao 断幺 All Simples", "not terminals"))
    if options["haidi"]:
        fans.append(row("hai_di 海底 Last Tile", "last_tile"))
    return fans


# ---- a deal ---------------------------------------------------------------------------------

_EAST = kind("E")
_FIRST_TURNS = {"first_draw": ("dealer", "draw"), "dealer_discard": ("dealer", "discard")}


def flow(options: Mapping[str, Any], seats: int) -> FlowRules:
    """No chows; who wins leaves, and the others play on."""
    honours = KIND_COUNT - _EAST
    return FlowRules(
        seats=seats,
        copies=(_COPIES,) * _EAST + (0,) * (honours + FLOWER_COUNT),
        replacement_from="head",
        chow="nobody",
        multi_win="all",
        multi_rob="all",
        claims_on_last="any",
        missed_wins="not_higher" if options["missed_win"] == "no_equal_or_lower" else "none",
        missed_until="own_draw",
        missed_by_robbing=True,
        first_turn=_FIRST_TURNS[options["dihu"]] if options["tiandihu"] else (),
        play_on=True,
        exchange=_EXCHANGED if options["huan3"] else 0,
        void_suit=options["dingque"],
        waits_at_end=True,
    )


# ---- who pays whom --------------------------------------------------------------------------

_KONG_POINTS = {KongType.EXPOSED: 2, KongType.ADDED: 1, KongType.CONCEALED: 2}
_PLUS = 1


def settle(rules: Rules, result: DealResult) -> Settlement:
    """Kongs and wins in the order in which they came; then what the end of the wall costs.

    Where the result tells no hands, the end of the wall costs nothing.

    Raises
    ------
    ResultError
        If a seat does something after it has won, or when nobody else is left.
    """
    from .settlement import escape, settled

    if result.escaped is not None:
        return settled(rules, result, escape(rules, result.seats, result.escaped))
    ledger = _Ledger(rules, result)
    for wins, kong in _course(result):
        if kong is not None:
            ledger.take_kong(kong)
        else:
            ledger.take_wins(wins)
    ledger.end_wall()
    return settled(rules, result, ledger.transfers)


def _course(result: DealResult) -> Iterator[tuple[tuple[Win, ...], KongPaid | None]]:
    """The kongs and wins of a deal in order, wins on one tile together."""
    course: list[tuple[int, tuple[Win, ...], KongPaid | None]] = []
    course += [(kong.order, (), kong) for kong in result.kongs]
    course += [
        (order, tuple(wins), None) for order, wins in groupby(result.wins, lambda win: win.order)
    ]
    for _, wins, kong in sorted(course, key=lambda event: (event[0], len(event[1]))):
        yield wins, kong


@dataclass(slots=True)
class _Kong:
    """A kong that was made, and what its maker still has for it, by who paid."""

    made: KongPaid
    paid: dict[int, int]

    @property
    def income(self) -> int:
        return sum(self.paid.values())


@dataclass(slots=True)
class _Ledger:
    """What is paid in a deal, as it goes on."""

    rules: Rules
    result: DealResult
    transfers: list[Transfer] = field(default_factory=list)
    kongs: list[_Kong] = field(default_factory=list)

    def pay(self, payer: int, payee: int, reason: str, *terms: tuple[str, int]) -> None:
        from .payments import Transfer

        self.transfers.append(Transfer.due(payer, payee, reason, terms))

    def still_in(self, order: int, *seats: int | None) -> tuple[int, ...]:
        """The seats that play at a place of the deal; those that do something there are among
        them, and another one is."""
        from .settlement import still_in

        found = still_in(self.result, order)
        for seat in seats:
            if seat is not None and (seat not in found or len(found) == 1):
                left = "when it is the only one left" if seat in found else "after it has won"
                raise ResultError(f"seat {seat} wins, pays or has a kong {left}")
        return found

    def worth(self, fan: int) -> tuple[str, int]:
        """What a total is in points, with its name."""
        fans = self.rules.fans
        return (f"{fan} fan", fans.points(fan)) if fans.scale else ("fan", fan)

    # kongs

    def take_kong(self, kong: KongPaid) -> None:
        """Who fed an exposed kong pays it, all who are in the deal another one."""
        others = self.still_in(kong.order, kong.seat, kong.payer)
        owing = others if kong.payer is None else (kong.payer,)
        if kong.late and not self.rules.options["late_added_kong_pays"]:
            owing = ()
        points = _KONG_POINTS[kong.type]
        paid = {seat: points for seat in owing if seat != kong.seat}
        for seat in paid:
            self.pay(seat, kong.seat, "kong", (str(kong.type), points))
        self.kongs.append(_Kong(kong, paid))

    def kongs_of(self, seat: int) -> list[_Kong]:
        return [kong for kong in self.kongs if kong.made.seat == seat]

    def refund(self, kong: _Kong, to: tuple[int, ...]) -> None:
        """Its maker gives back what these seats paid for a kong, and keeps nothing of it."""
        for seat, points in kong.paid.items():
            if seat in to:
                self.pay(kong.made.seat, seat, "refund", (str(kong.made.type), points))
        kong.paid = {}

    # wins

    def take_wins(self, wins: tuple[Win, ...]) -> None:
        for win in wins:
            self.still_in(win.order, win.seat, win.payer)
            self.take_win(win)
        if wins[0].payer is not None and WinFlag.AFTER_KONG in wins[0].flags:
            self.pass_on(wins[0].payer, wins[0].seat)

    def take_win(self, win: Win) -> None:
        from .settlement import losers

        terms: Parts = (self.worth(win.fan),)
        if win.payer is not None:
            self.pay(win.payer, win.seat, "win", *terms)
            return
        options = self.rules.options
        replaced = WinFlag.REPLACEMENT in win.flags
        if options["zimo"] == "plus1" and (options["gang_hua_with_zimo"] or not replaced):
            terms += (("self-draw", _PLUS),)
        payers = losers(self.result, win)
        made = self.kongs_of(win.seat)
        if replaced and options["dian_gang_hua"] == "feeder" and made:
            fed = made[-1].made.payer
            payers = payers if fed is None else (fed,)
        for payer in payers:
            self.pay(payer, win.seat, "win", *terms)

    def pass_on(self, maker: int, winner: int) -> None:
        """What becomes of the money of a kong after which a seat has fed a win (杠上炮)."""
        how = self.rules.options["gang_pao"]
        made = self.kongs_of(maker)
        for kong in made if how == "transfer_all" else made[-1:]:
            if how == "refund":
                self.refund(kong, (*kong.paid,))
            elif kong.income:
                self.pay(maker, winner, "transfer", (str(kong.made.type), kong.income))
                kong.paid = {}

    # the end of the wall

    def end_wall(self) -> None:
        """Seats that hold their void suit or are not ready pay, and give back their kongs."""
        seats = self.still_in(max([win.order for win in self.result.wins], default=0) + 1)
        hands = self.result.hands
        if len(seats) < 2 or not hands:
            return
        fine = self.rules.options["huazhu_value"]
        holding = [seat for seat in seats if fine is not None and hands[seat].holds_void]
        waiting = {seat: hands[seat].waiting for seat in seats if seat not in holding}
        for payer in holding:
            for payee in waiting:
                self.pay(payer, payee, "huazhu", ("fan", fine))
        unready = [seat for seat, value in waiting.items() if value is None]
        for payer in unready:
            for payee, value in waiting.items():
                if value is not None:
                    self.pay(payer, payee, "dajiao", self.worth(value))
        everybody = tuple(range(self.result.seats))
        to = everybody if self.rules.options["refund_to_winners"] else seats
        for kong in self.kongs:
            if kong.made.seat in (*holding, *unready):
                self.refund(kong, to)


# ---- options --------------------------------------------------------------------------------

OWN: tuple[Option, ...] = (
    switch(
        "dingque",
        True,
        "定缺：开局各选一门不要的花色",
        "whether each seat names a suit before play, whose tiles it discards first and never lays "
        "out or wins with",
        TEXT,
    ),
    switch(
        "huan3",
        False,
        "换三张：定缺前各传三张同花色的牌",
        "whether each seat passes on three tiles of one suit before that, to the next, previous or "
        "opposite seat by lot",
        TEXT,
    ),
    either(
        "zimo",
        ("double", "plus1", "none"),
        "自摸：加倍，每家加一分，或不加",
        "what a self-draw adds: it doubles the hand, each seat pays a point more, or nothing",
        TEXT,
    ),
    switch(
        "gang_hua_with_zimo",
        True,
        "杠上花另计自摸",
        "whether a win on a replacement is paid as a self-draw beside that",
        TEXT,
    ),
    Option(
        name="cap",
        default=64,
        values=(None,),
        low=1,
        high=(1 << 24) - 1,
        zh="封顶番数，None 为不封顶 (platform)",
        en="the greatest value of a hand; None: there is none (platform)",
        source=TEXT,
    ),
    Option(
        name="huazhu_value",
        default=_HUAZHU,
        values=(None,),
        low=1,
        zh="查花猪每家赔的番数，None 为按未听牌",
        en="what a seat that holds its void suit at the end of the wall pays each other seat; "
        "None: it counts as not ready",
        source=TEXT,
    ),
    switch(
        "yaojiu_jiangdui",
        True,
        "计带幺九、将对 (platform)",
        "whether 带幺九, 将对, 清幺九 and 将金钩钓 are there (platform)",
        TEXT,
    ),
    switch(
        "menqing_zhongzhang",
        False,
        "门清自摸、断幺各加倍",
        "whether concealed self-draws and hands without 1 and 9 are doubled",
        TEXT,
    ),
    switch("haidi", False, "海底加倍", "whether wins on the last tile are doubled", TEXT),
    switch(
        "tiandihu",
        True,
        "计天胡、地胡 (platform)",
        "whether 天胡 and 地胡 are there (platform)",
        TEXT,
    ),
    either(
        "dihu",
        ("first_draw", "dealer_discard"),
        "地胡：闲家第一次摸牌即胡，或胡庄家打出的第一张",
        "what 地胡 is: a win by the first draw of a seat, or on the dealer's first discard",
        TEXT,
    ),
    either(
        "dian_gang_hua",
        ("self_draw", "feeder"),
        "点杠花：各家付，或只由点杠者付",
        "who pays for a win on the replacement of a kong that was fed: all, or who fed it, once",
    ),
    either(
        "gang_pao",
        ("transfer_last", "transfer_all", "refund"),
        "杠上炮：最后一杠的收入转给和牌者，所有杠的收入都转，或退还",
        "what becomes of the kong money of a seat that feeds a win right after a kong: that of "
        "this kong goes to the winner, that of all its kongs does, or it goes back to who paid it",
        TEXT,
    ),
    switch(
        "refund_to_winners",
        True,
        "退税也退给已和牌者",
        "whether the refund of kongs at the end of the wall goes to seats that have won, too",
    ),
    switch(
        "late_added_kong_pays",
        True,
        "摸牌当巡未加的杠有分",
        "whether an added kong is paid that was made in a later turn than the draw of its tile",
    ),
    either(
        "missed_win",
        ("no_equal_or_lower", "none"),
        "过胡：摸牌前不能胡番数相同或更小的牌，或无限制",
        "whether a seat that passed a win may not win for as much or less before it draws",
        SBR,
    ),
)
"""What the games leave open, beside who deals and what leaving costs."""


def dealers(escape_points: int) -> tuple[Option, ...]:
    """Who deals next, what leaving costs, coins and the fee."""
    rotation = either(
        "dealer_rotation",
        ("first_winner", "always_next"),
        "坐庄：首先和牌者，一炮多响则放炮者；或轮流",
        "who deals next: the first winner, or who fed them where several won first together; or "
        "always the next seat",
        SBR,
    )
    return (
        rotation,
        *with_defaults(ROTATION[1:], SBR, draw_rotation="stay"),
        *with_defaults(ESCAPE, escape_points=escape_points),
        *COINS,
    )
