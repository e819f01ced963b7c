"""血战: deals made step by step are settled as a plain matrix of who has paid whom."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from queshen.deal_result import DealResult, KongPaid, SeatResult, Win
from queshen.rules import Rules, variant
from queshen.settlement import Settlement
from queshen.tiles import TILE_NAMES

KINDS = TILE_NAMES[:34]

FANS = st.sampled_from([0, 1, 2, 3, 4, 8, 16, 64])
PRICES = {"exposed": 2, "added": 1, "concealed": 2}
HELD = SeatResult(concealed=bytes([1, *33 * [0]]), void_suit="m")
UNREADY = SeatResult(void_suit="m")

CHOICES: dict[str, tuple[Any, ...]] = {
    "zimo": ("double", "plus1", "none"),
    "gang_hua_with_zimo": (True, False),
    "dian_gang_hua": ("self_draw", "feeder"),
    "gang_pao": ("transfer_last", "transfer_all", "refund"),
    "refund_to_winners": (True, False),
    "late_added_kong_pays": (True, False),
    "huazhu_value": (64, 16, None),
}


class Books:
    """What everybody has paid everybody, written down as it happens.

    `owed[i][j]` is what seat i has paid seat j in all. A kong is a page of its own, on which stands
    what each seat has in it.
    """

    def __init__(self, seats: int, says: dict[str, Any], scale: bool) -> None:
        self.seats = seats
        self.says = says
        self.scale = scale
        self.owed = [[0] * seats for _ in range(seats)]
        self.out: list[int] = []
        self.pages: list[dict[str, Any]] = []
        self.frozen: dict[int, int] = {}  # what a seat had when it left
        self.refunded = [0] * seats  # what came back to each seat that had left

    def move(self, payer: int, payee: int, points: int) -> None:
        self.owed[payer][payee] += points

    def balance(self, seat: int) -> int:
        got = sum(self.owed[other][seat] for other in range(self.seats))
        return got - sum(self.owed[seat])

    def inside(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.out]

    def points(self, fan: int) -> int:
        return 2 ** min(fan, 3) if self.scale else fan

    def kong(self, seat: int, sort: str, fed: int | None, late: bool) -> None:
        page = {"seat": seat, "fed": fed, "in": [0] * self.seats}
        for other in self.inside() if fed is None else [fed]:
            if other == seat or (late and not self.says["late_added_kong_pays"]):
                continue
            page["in"][other] = PRICES[sort]
            self.move(other, seat, PRICES[sort])
        self.pages.append(page)

    def win(self, seats: list[int], fans: dict[int, int], payer: int | None, flag: str) -> None:
        for seat in seats:
            value = self.points(fans[seat])
            if payer is not None:
                self.move(payer, seat, value)
                continue
            replaced = flag == "replacement"
            more = self.says["zimo"] == "plus1"
            if replaced and not self.says["gang_hua_with_zimo"]:
                more = False
            payers = [other for other in self.inside() if other != seat]
            mine = [page for page in self.pages if page["seat"] == seat]
            alone = replaced and self.says["dian_gang_hua"] == "feeder"
            if alone and mine and mine[-1]["fed"] is not None:
                payers = [mine[-1]["fed"]]
            for other in payers:
                self.move(other, seat, value + (1 if more else 0))
        if flag == "after_kong" and payer is not None:
            self.after_kong(payer, seats[0])
        for seat in seats:
            self.out.append(seat)
            self.frozen[seat] = self.balance(seat)

    def after_kong(self, maker: int, winner: int) -> None:
        mine = [page for page in self.pages if page["seat"] == maker]
        how = self.says["gang_pao"]
        for page in mine if how == "transfer_all" else mine[-1:]:
            for seat in range(self.seats):
                there = page["in"][seat]
                self.move(maker, seat if how == "refund" else winner, there)
                page["in"][seat] = 0
                if how == "refund" and seat in self.out:
                    self.refunded[seat] += there

    def end(self, ends: dict[int, str]) -> None:
        """The wall has ended; each seat that is left holds its void suit, waits or does not."""
        fine = self.says["huazhu_value"]
        pigs = [seat for seat in self.inside() if ends[seat] == "holds" and fine is not None]
        for pig in pigs:
            for other in self.inside():
                if other not in pigs:
                    self.move(pig, other, fine)
        bad = [s for s in self.inside() if s not in pigs and not ends[s].startswith("waits")]
        for payer in bad:
            for other in self.inside():
                if ends[other].startswith("waits"):
                    self.move(payer, other, self.points(int(ends[other].split()[1])))
        for page in self.pages:
            if page["seat"] not in pigs + bad:
                continue
            for seat in range(self.seats):
                if seat in self.out and not self.says["refund_to_winners"]:
                    continue
                self.move(page["seat"], seat, page["in"][seat])
                if seat in self.out:
                    self.refunded[seat] += page["in"][seat]


class Ledger(RuleBasedStateMachine):
    """A deal of wins, kongs and robberies, and its end; it is settled anew after each of them."""

    seats: ClassVar[int]
    games: ClassVar[tuple[tuple[str, dict[str, Any]], ...]]

    @initialize(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        self.begin(data)

    def begin(self, data: st.DataObject) -> None:
        game, fixed = data.draw(st.sampled_from(self.games))
        chosen = {name: data.draw(st.sampled_from(values)) for name, values in CHOICES.items()}
        self.game: Rules = variant(game, **fixed, **chosen)
        self.books = Books(self.seats, chosen, bool(fixed))
        self.wins: list[Win] = []
        self.kongs: list[KongPaid] = []
        self.hands: list[SeatResult] = []
        self.order = 0
        self.fresh_kong: int | None = None  # who has drawn for a kong and not yet discarded

    def goes_on(self) -> bool:
        return len(self.books.inside()) > 1 and not self.hands

    @precondition(lambda self: not self.goes_on())
    @rule(data=st.data())
    def deal_again(self, data: st.DataObject) -> None:
        self.begin(data)

    def one_of(self, data: st.DataObject, *but: int | None) -> int:
        return data.draw(st.sampled_from([s for s in self.books.inside() if s not in but]))

    @precondition(goes_on)
    @rule(data=st.data(), sort=st.sampled_from(sorted(PRICES)), late=st.booleans())
    def make_kong(self, data: st.DataObject, sort: str, late: bool) -> None:
        seat = self.one_of(data)
        fed = self.one_of(data, seat) if sort == "exposed" else None
        late = late and sort == "added"
        self.kongs.append(KongPaid(seat, "5m", f"{sort} kong", fed, late=late, order=self.order))
        self.books.kong(seat, sort, fed, late)
        self.order += 1
        self.fresh_kong = seat

    @precondition(goes_on)
    @rule(data=st.data(), fan=FANS)
    def draw_win(self, data: st.DataObject, fan: int) -> None:
        seat = self.one_of(data)
        self.won([seat], fan, None, "")

    @precondition(lambda self: self.goes_on() and self.fresh_kong in self.books.inside())
    @rule(fan=FANS)
    def win_on_replacement(self, fan: int) -> None:
        assert self.fresh_kong is not None
        self.won([self.fresh_kong], fan, None, "replacement")

    @precondition(goes_on)
    @rule(data=st.data(), fan=FANS, robs=st.booleans())
    def win_on_a_tile(self, data: st.DataObject, fan: int, robs: bool) -> None:
        payer = self.one_of(data)
        self.won(self.winners(data, payer), fan, payer, "robbing" if robs else "")

    @precondition(lambda self: self.goes_on() and self.fresh_kong in self.books.inside())
    @rule(data=st.data(), fan=FANS)
    def win_after_a_kong(self, data: st.DataObject, fan: int) -> None:
        payer = self.fresh_kong
        assert payer is not None
        self.won(self.winners(data, payer), fan, payer, "after_kong")

    def winners(self, data: st.DataObject, payer: int) -> list[int]:
        """One or more seats, nearest first."""
        others = [(payer + step) % self.seats for step in range(1, self.seats)]
        there = [seat for seat in others if seat in self.books.inside()]
        chosen = data.draw(st.sets(st.sampled_from(there), min_size=1))
        return [seat for seat in there if seat in chosen]

    def won(self, seats: list[int], fan: int, payer: int | None, flag: str) -> None:
        for seat in seats:
            flags = [flag] if flag else []
            self.wins.append(Win(seat, fan, payer, tile="5m", flags=flags, order=self.order))
        self.books.win(seats, dict.fromkeys(seats, fan), payer, flag)
        self.order += 1
        self.fresh_kong = None

    @precondition(goes_on)
    @rule(data=st.data())
    def end_wall(self, data: st.DataObject) -> None:
        states = st.sampled_from(["holds", "unready", "waits 0", "waits 1", "waits 4"])
        ends = {seat: data.draw(states) for seat in self.books.inside()}
        for seat in range(self.seats):
            state = ends.get(seat, "out")
            if state == "holds":
                self.hands.append(HELD)
            elif state.startswith("waits"):
                self.hands.append(SeatResult(waiting=int(state.split()[1]), void_suit="m"))
            else:
                self.hands.append(UNREADY if state == "unready" else SeatResult(left=True))
        self.books.end(ends)

    # laws

    def settled(self) -> Settlement:
        result = DealResult(self.wins, kongs=self.kongs, hands=self.hands, seats=self.seats)
        return self.game.settle(result)

    @invariant()
    def it_is_settled_as_the_books_say(self) -> None:
        settlement = self.settled()
        expected = tuple(self.books.balance(seat) for seat in range(self.seats))
        assert settlement.points == expected and settlement.bank == 0
        assert sum(settlement.points) == 0
        pairs = [[0] * self.seats for _ in range(self.seats)]
        for each in settlement.transfers:
            assert each.payer is not None and each.payee is not None
            pairs[each.payer][each.payee] += each.points
        assert pairs == self.books.owed

    @invariant()
    def who_has_left_has_what_it_had_and_refunds(self) -> None:
        points = self.settled().points
        for seat, had in self.books.frozen.items():
            assert points[seat] == had + self.books.refunded[seat]

    @invariant()
    def no_kong_gives_more_than_it_was_paid(self) -> None:
        paid: dict[tuple[int, int], int] = {}
        refunds: dict[tuple[int, int], int] = {}
        earned, passed_on = [0] * self.seats, [0] * self.seats
        for each in self.settled().transfers:
            assert each.payer is not None and each.payee is not None
            if each.reason == "kong":
                pair = each.payee, each.payer
                paid[pair] = paid.get(pair, 0) + each.points
                earned[each.payee] += each.points
            elif each.reason in ("refund", "transfer"):
                passed_on[each.payer] += each.points
                if each.reason == "refund":
                    pair = each.payer, each.payee
                    refunds[pair] = refunds.get(pair, 0) + each.points
        assert all(points <= paid.get(pair, 0) for pair, points in refunds.items())
        assert all(gone <= had for gone, had in zip(passed_on, earned, strict=True))


class FourSeats(Ledger):
    seats = 4
    games = (("xuezhan", {}), ("xuezhan", {"preset": "sbr2025"}))


class SixSeats(Ledger):
    seats = 6
    games = (("xuezhan6", {}),)


# ---- deals of tables ----------------------------------------------------------------------------


def replayed(rules: Rules, result: DealResult) -> Books:
    """A deal that was played, written down step by step."""
    says = {name: rules.options[name] for name in CHOICES}
    books = Books(result.seats, says, bool(rules.fans.scale))
    for order in range(len(result.kongs) + len(result.wins)):
        for kong in result.kongs:
            if kong.order == order:
                books.kong(kong.seat, str(kong.type).split()[0], kong.payer, kong.late)
        wins = [win for win in result.wins if win.order == order]
        if wins:
            assert len({(win.payer, win.tile) for win in wins}) == 1
            flags = {"replacement", "robbing", "after_kong"} & {*wins[0].flags.names}
            flag = flags.pop() if flags else ""
            values = {win.seat: win.fan for win in wins}
            books.win([*values], values, wins[0].payer, flag)
    ends = {}
    for seat in books.inside():
        held = result.hands[seat]
        waits = "unready" if held.waiting is None else f"waits {held.waiting}"
        ends[seat] = "holds" if held.holds_void else waits
    if len(ends) > 1:
        books.end(ends)
    return books


def played(rules: Rules, seed: int) -> DealResult:
    """Every seat wins where it can, kongs mostly, and keeps pairs and what is near each other."""
    chance = random.Random(seed)
    table = rules.table(seed=seed)
    while not table.done:
        seat = table.to_act[0]
        texts = {str(action): action for action in table.legal(seat)}
        claims = [each for each in texts if each == "win" or "kong" in each or each == "pung"]
        if claims and chance.random() < 0.9:
            table.act(seat, "win" if "win" in claims else chance.choice(claims))
            continue
        counts = [*table.hand(seat).counts]

        def use(text: str, counts: list[int] = counts) -> int:
            if not text.startswith("discard"):
                return 0
            kind = KINDS.index(text.split()[1])
            rank = kind % 9
            around = [counts[kind + step] for step in (-2, -1, 1, 2) if 0 <= rank + step < 9]
            return 3 * counts[kind] + sum(around)

        others = [each for each in texts if each not in claims] or [*texts]
        table.act(seat, min(others, key=lambda text: (use(text), chance.random())))
    assert table.result is not None
    return table.result


@pytest.mark.parametrize("game", ["xuezhan", "sbr2025", "xuezhan6"])
def test_deals_that_are_played(game: str) -> None:
    fixed = {"preset": "sbr2025"} if game == "sbr2025" else {}
    name = "xuezhan6" if game == "xuezhan6" else "xuezhan"
    chance = random.Random(game)
    seen = Counter[str]()
    for seed in range(400):
        chosen = {option: chance.choice(values) for option, values in CHOICES.items()}
        rules = variant(name, **fixed, **chosen, huan3=seed % 2 == 0)
        result = played(rules, seed)
        settlement = rules.settle(result)
        books = replayed(rules, result)
        expected = tuple(books.balance(seat) for seat in range(result.seats))
        assert settlement.points == expected, (rules, seed)
        assert sum(settlement.points) == 0
        seen.update({each.reason for each in settlement.transfers})
        seen["several"] += len(result.wins) > len({win.order for win in result.wins})
    assert {"win", "kong", "dajiao", "refund", "several"} <= {*seen}, seen


# ---- deals of every sort ------------------------------------------------------------------------


def test_deals_of_four_seats() -> None:
    run_state_machine_as_test(FourSeats, settings=settings(max_examples=70, deadline=None))


def test_deals_of_six_seats() -> None:
    run_state_machine_as_test(SixSeats, settings=settings(max_examples=70, deadline=None))
