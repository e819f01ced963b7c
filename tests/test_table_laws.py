"""What holds for every deal, whatever the tiles and whoever plays; and golden numbers of some.

The golden numbers are written anew by running this file.
"""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from table_play import (
    GAMES,
    GUANGDONG,
    choose,
    random_rules,
    random_set_up,
    random_styles,
)
from table_twin import FLOWERS, KINDS, TILES, kinds_of, shuffled

from queshen.actions import PASS
from queshen.deal_result import KongType
from queshen.errors import TableError
from queshen.rules import Rules, variant, variants
from queshen.simulate.points import Points
from queshen.table import Table, play_deals
from queshen.table import choose as choose_natively

EVERY_GAME = tuple(game.id for game in variants())
GOLDEN = Path(__file__).parent / "data" / "table_digests.json"
MOST_ACTS = 1_000


# ---- tiles --------------------------------------------------------------------------------------


def seen_tiles(table: Table) -> Counter[str]:
    """Every tile outside the wall, but for flowers that were turned before the indicator."""
    seen: Counter[str] = Counter()
    for seat in range(table.seats):
        hand = table.hand(seat)
        for kind, count in enumerate(hand.counts):
            seen[KINDS[kind]] += count
        if hand.wild:
            assert table.wild is not None
            seen[KINDS[table.wild]] += hand.wild
        seen.update(TILES[kind] for meld in hand.melds for kind in meld.kinds)
        seen.update(TILES[kind] for kind in table.flowers(seat))
    seen.update(TILES[kind] for _, kind, claimed in table.river if claimed is None)
    result = table.result
    if result is not None and result.wins and not result.wins[0].self_draw:
        assert result.wins[0].tile is not None
        seen[TILES[result.wins[0].tile]] += 1
    if table.indicator is not None and not table.rules.options["indicator_in_play"]:
        seen[TILES[table.indicator]] += 1
    seen.update(TILES[kind] for kind in table.horses)
    return +seen


def flowers_of(rules: Rules) -> bool:
    return bool(rules.options.get("flowers", False))


def horses_of(rules: Rules, set_up: dict[str, Any]) -> int:
    """How many tiles the dealer bought: one more in each deal in a row, four at most."""
    return min(set_up.get("streak", 1), 4) if rules.id == "tuidaohu" else 0


def turned_flowers(rules: Rules, wall: Sequence[str]) -> list[str]:
    """The flowers that were turned before the indicator; `wall` begins where it is turned."""
    if "caishen_kind" not in rules.options:
        return []
    order = wall if rules.options["indicator_from"] == "head" else wall[::-1]
    aside: list[str] = []
    for tile in order:
        if tile not in FLOWERS or (aside and rules.options["indicator_flower"] == "no_caishen"):
            break
        aside.append(tile)
    return aside


class Conserved:
    """The tiles of a deal, followed from its set-up."""

    def __init__(self, table: Table) -> None:
        made = table.set_up
        if "seed" in made:
            kinds = kinds_of(table.rules)
            made["wall"] = shuffled(made["seed"], flowers_of(table.rules), kinds)
        hands = [tile for hand in made.get("hands", ()) for tile in hand]
        self.all = Counter(hands) + Counter(made["wall"])
        self.wall = list(made["wall"][1 if hands else 53 :])
        # The first horse is the last tile of the wall, and nobody sees one before the end.
        self.horses = [self.wall.pop() for _ in range(horses_of(table.rules, made))]
        self.aside = Counter(turned_flowers(table.rules, self.wall))
        self.hides = table.rules.flow.bao is not None

    def check_hidden(self, table: Table, unseen: Counter[str]) -> None:
        """One tile lies beside the wall until there is none to take its place: it was behind what
        is left. Who has declared knows it, and all do at the end."""
        left = table.wall_left
        told = {table.bao(seat) for seat in range(4) if table.ready(seat)}
        if table.result is not None:
            told |= {table.result.bao, table.bao()}
        assert len(told) <= 1
        if unseen.total() == left:
            assert left == 0 and told <= {None}
            return
        assert unseen.total() == left + 1

        def may_be(tile: str) -> bool:
            rest = unseen - Counter([tile])
            starts = range(len(self.wall) - left)
            return any(
                Counter(self.wall[at : at + left]) == rest and tile in self.wall[at + left :]
                for at in starts
            )

        assert (
            any(may_be(TILES[tile]) for tile in told if tile is not None)
            if told
            else any(map(may_be, unseen))
        )

    def check(self, table: Table) -> None:
        """What is not seen is a piece of the wall as it was dealt."""
        seen = seen_tiles(table)
        assert seen <= self.all
        assert [TILES[kind] for kind in table.horses] == (self.horses if table.done else [])
        won = table.result is not None and bool(table.result.wins)
        if won and table.rules.flow.bird != "none":
            return  # the bird and flowers turned before it are seen by nobody
        unseen = self.all - seen - self.aside
        if not table.done:
            unseen -= Counter(self.horses)
        if self.hides:
            self.check_hidden(table, unseen)
            return
        left = table.wall_left
        assert sum(unseen.values()) == left
        starts = range(len(self.wall) - left + 1)
        assert any(Counter(self.wall[at : at + left]) == unseen for at in starts)


def check_legal(table: Table) -> None:
    for seat in range(table.seats):
        mask = table.legal(seat).mask
        assert mask
        if seat not in table.to_act and table.phase in ("turn", "end"):
            assert mask == 1 << PASS
        if seat == table.turn and table.phase in ("claim", "rob"):
            assert mask == 1 << PASS


@pytest.mark.parametrize("game", GAMES)
def test_tiles_are_conserved_and_deals_end(game: str) -> None:
    for number in range(60):
        rng = random.Random(f"conserved {game} {number}")
        rules = random_rules(game, rng)
        set_up = random_set_up(rules, rng)
        flowers = any(tile in FLOWERS for hand in set_up.get("hands", ()) for tile in hand)
        if flowers and len(set_up["wall"]) < 12:
            continue  # a wall that cannot replace the flowers of the opening
        table = rules.table(**set_up)
        tiles, styles = Conserved(table), random_styles(rng)
        while not table.done:
            tiles.check(table)
            check_legal(table)
            seat = rng.choice(table.to_act)
            table.act(seat, choose(table, seat, styles[seat], rng))
            assert len(table.log) < MOST_ACTS
        tiles.check(table)
        check_legal(table)
        result = table.result
        assert result is not None
        settlement = rules.settle(result)
        assert sum(settlement.points) == 0
        if result.drawn:
            assert not any(settlement.points)


# ---- a table under any treatment ----------------------------------------------------------------


class AnyTreatment(RuleBasedStateMachine):
    """Acts, refused acts, undo, clones and pickles, in any order."""

    @initialize(game=st.sampled_from(GAMES), seed=st.integers(0, 1 << 30))
    def deal(self, game: str, seed: int) -> None:
        rng = random.Random(seed)
        rules = random_rules(game, rng)
        self.table = rules.table(
            seed=seed,
            round_wind="ESWN"[seed % 4],
            dealer_wind="ESWN"[seed // 4 % 4],
            streak=1 + seed // 16 % 6,
            wait_all=bool(seed & 1),
        )
        self.digests = [self.table.digest()]
        self.tiles = Conserved(self.table)

    def acted(self) -> None:
        self.digests.append(self.table.digest())

    @precondition(lambda self: not self.table.done)
    @rule(seat=st.integers(0, 3), choice=st.integers(0, 1 << 16))
    def act(self, seat: int, choice: int) -> None:
        table = self.table
        asked = table.to_act
        number = asked[seat % len(asked)]
        legal = list(table.legal(number))
        if "win" in table.legal(number) and choice % 4:
            choice = legal.index(PASS) if PASS in legal else 0
        table.act(number, legal[choice % len(legal)])
        self.acted()

    @precondition(lambda self: self.table.phase == "turn")
    @rule(turns=st.integers(1, 30))
    def play_on(self, turns: int) -> None:
        for _ in range(turns):
            if self.table.done:
                return
            legal = list(self.table.legal(self.table.to_act[0]))
            self.table.step(PASS if PASS in legal else legal[turns % len(legal)])
            self.acted()

    @rule(seat=st.integers(0, 3), action=st.integers(0, 149))
    def refused(self, seat: int, action: int) -> None:
        table = self.table
        if table.can(seat, action):
            return
        with pytest.raises(TableError):
            table.act(seat, action)
        assert table.digest() == self.digests[-1] and len(table.log) == len(self.digests) - 1

    @rule(steps=st.integers(0, 5))
    def undo(self, steps: int) -> None:
        steps = min(steps, len(self.digests) - 1)
        self.table.undo(steps)
        del self.digests[len(self.digests) - steps :]
        assert self.table.digest() == self.digests[-1]

    @rule(how=st.sampled_from(["clone", "pickle", "bytes", "log"]))
    def copied(self, how: str) -> None:
        table = self.table
        if how == "clone":
            copy = table.clone()
        elif how == "pickle":
            copy = pickle.loads(pickle.dumps(table))
        elif how == "bytes":
            copy = Table.from_bytes(table.to_bytes())
        else:
            copy = table.rules.table(**table.set_up)
            for seat, action in table.log:
                copy.act(seat, action)
        assert copy == table and copy.digest() == table.digest() and copy.events == table.events
        if not copy.done:
            copy.step(next(iter(copy.legal(copy.to_act[0]))))
            assert table.digest() == self.digests[-1]
        self.table = table

    @invariant()
    def lawful(self) -> None:
        if hasattr(self, "table"):
            self.tiles.check(self.table)
            check_legal(self.table)
            assert self.table.done is (self.table.to_act == ())
            assert (self.table.result is None) is not self.table.done


TestAnyTreatment = AnyTreatment.TestCase
TestAnyTreatment.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


# ---- windows ------------------------------------------------------------------------------------


def windows(game: str, wanted: int) -> list[Table]:
    """Tables with a window in which several seats have to answer."""
    found: list[Table] = []
    seed = 0
    while len(found) < wanted:
        rng = random.Random(f"window {game} {seed}")
        rules = random_rules(game, rng)
        set_up = random_set_up(rules, rng)
        seed += 1
        table = rules.table(**set_up)
        while not table.done:
            if len(table.to_act) > 1:
                found.append(table.clone())
                if len(found) % 3 == 0:
                    break
            seat = table.to_act[0]
            table.act(seat, choose(table, seat, "keen", rng))
    return found[:wanted]


# In 推倒胡 nobody wins on a discard and only one seat can have two more copies of it.
@pytest.mark.parametrize("game", [game for game in GAMES if game != "tuidaohu"])
def test_the_order_of_answers_tells_nothing(game: str) -> None:
    for table in windows(game, 25):
        seats = table.to_act
        for answers in product(*(table.legal(seat) for seat in seats)):
            given = dict(zip(seats, answers, strict=True))
            ends = set()
            for order in permutations(seats):
                trial = table.clone()
                for seat in order:
                    if trial.phase == table.phase:  # else nobody is asked any more
                        trial.act(seat, given[seat])
                ends.add(trial.digest())
            assert len(ends) == 1, (table.rules, table.set_up, table.log, given)


# ---- many deals ---------------------------------------------------------------------------------

SELF_DRAW, LAST_TILE, REPLACEMENT, ROBBING, LAST_COPY = 1, 2, 4, 8, 16
BAO, CLOSED_WAIT, BAO_WAIT, FROM_READY = 128, 256, 512, 1024


def check_wins(rules: Rules, won: Any, at: int) -> None:
    """What the win at a place among those of its deal must say."""
    win = {name: won[name][:, at] for name in ("win_seat", "payer", "tile", "flags", "total")}
    assert ((win["win_seat"] >= 0) & (win["win_seat"] < 4)).all()
    assert (win["payer"] != win["win_seat"]).all()
    assert ((win["payer"] == -1) == (win["flags"] & SELF_DRAW != 0)).all()
    assert ((win["tile"] >= 0) & (win["tile"] < 34)).all()
    flags = win["flags"]
    assert not (flags[flags & ROBBING != 0] & (SELF_DRAW | LAST_TILE | REPLACEMENT)).any()
    assert (flags[flags & REPLACEMENT != 0] & SELF_DRAW).all()
    assert (won["wall_left"][flags & LAST_TILE != 0] == 0).all()
    if rules.id == "jipinghu":  # a hand of no fan is a win
        assert ((win["total"] >= 0) & (win["total"] <= 6)).all()
        floor = flags & (ROBBING | REPLACEMENT) != 0
        assert (win["total"][floor] >= 3).all()
    elif rules.id == "tuidaohu":
        assert np.isin(win["total"], (1, 2)).all()
        assert ((flags & (SELF_DRAW | ROBBING)) != 0).all()
    elif rules.id == "baopai":
        check_declared_wins(won, win)
    else:
        assert (win["total"] >= max(rules.minimum or 0, 1)).all()


def check_declared_wins(won: Any, win: Any) -> None:
    """A seat wins that has declared, so that it is open; the total tells how."""
    flags, seat = win["flags"], win["win_seat"]
    for name in ("ready", "opened"):
        assert (won[name] >> seat & 1).all()
    assert ((won["ready"] & ~won["opened"]) == 0).all()
    bao, closed, bao_wait = (flags & flag != 0 for flag in (BAO, CLOSED_WAIT, BAO_WAIT))
    drawn = flags & (SELF_DRAW | ROBBING) != 0
    expected = np.where(bao, 3, np.where(drawn, 2, 1)) * np.where(closed, 2, 1)
    assert (win["total"] == np.where(bao_wait, 12, expected)).all()
    assert (flags[bao] & SELF_DRAW).all() and (bao & closed)[bao_wait].all()
    assert (win["tile"] == won["bao"])[bao].all()
    from_ready = flags & FROM_READY != 0
    assert (won["ready"] >> win["payer"].clip(0) & 1)[from_ready].all()
    assert not (flags[from_ready] & SELF_DRAW).any()


EXPOSED, ADDED, CONCEALED, LATE = range(4)


def check_kongs(rows: Any) -> None:
    """What the kongs of rows must say."""
    made = np.arange(rows["kong_seat"].shape[1]) < rows["kongs"][:, None]
    kong = {name: rows[f"kong_{name}"] for name in ("seat", "kind", "type", "payer")}
    assert ((kong["seat"] >= 0) & (kong["seat"] < 4))[made].all()
    assert ((kong["kind"] >= 0) & (kong["kind"] < 34))[made].all()
    assert np.isin(kong["type"], (EXPOSED, ADDED, CONCEALED, LATE))[made].all()
    assert ((kong["payer"] >= 0) == (kong["type"] == EXPOSED))[made].all()
    assert (kong["payer"] != kong["seat"])[made].all()
    for kinds, count in zip(kong["kind"], rows["kongs"], strict=True):
        assert len(set(kinds[:count].tolist())) == count


def check_rows(rules: Rules, rows: Any) -> None:
    """What the rows of many deals must say."""
    several = "all" in (rules.flow.multi_win, rules.options.get("multi_win"))
    assert ((rows["wins"] >= 0) & (rows["wins"] <= (3 if several else 1))).all()
    won = rows[rows["wins"] > 0]
    for at in range(3):
        check_wins(rules, rows[rows["wins"] > at], at)
    for at in (1, 2):  # all on one tile of one seat, the nearest winner first
        more = rows[rows["wins"] > at]
        for name in ("payer", "tile"):
            assert (more[name][:, at] == more[name][:, 0]).all()
        before, after = ((more["win_seat"] - more["payer"]) % 4)[:, at - 1 : at + 1].T
        assert ((before > 0) & (before < after)).all()
    drawn = rows[rows["wins"] == 0]
    assert (drawn["wall_left"] == 0).all() and (drawn["bird"] == -1).all()
    if rules.flow.bird == "none":
        assert (rows["bird"] == -1).all()
    else:  # none only where nothing but flowers was left to turn
        assert (won["wall_left"][won["bird"] == -1] == 0).all()
    check_kongs(rows)
    liable = rows["liable"]
    assert (liable != rows["win_seat"])[liable >= 0].all()
    assert (rows["payer"] == -1)[liable >= 0].all()
    assert rules.id in GUANGDONG or (liable == -1).all()
    bought = horses_of(rules, {})
    assert ((rows["horses"] >= 0).sum(axis=1) == bought).all()
    assert (rows["acts"] < MOST_ACTS).all() and (rows["acts"] > 0).all()
    assert ((rows["wild"] >= 0) == ("caishen_kind" in rules.options)).all()
    assert len(set(rows["digest"].tolist())) == len(rows)


def deals_hold(game: str, count: int) -> None:
    rules = variant(game)
    for players in (["random"] * 4, ["greedy"] * 4, ["greedy", "random"] * 2):
        rows = play_deals(rules, players, seed=2024, first=0, count=count)
        check_rows(rules, rows)
        Points(rules).settle(rows)
        assert (rows["points"].sum(axis=1) == 0).all()
        assert not rows["points"][rows["wins"] == 0].any()  # a win and kongs may come to nothing
        rows["points"] = 0
        half = play_deals(rules, players, seed=2024, first=count // 2, count=10)
        assert np.array_equal(half, rows[count // 2 : count // 2 + 10])


@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_deals_hold_what_a_deal_must(game: str) -> None:
    deals_hold(game, 3_000)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_hundred_thousand_deals_hold_what_a_deal_must(game: str) -> None:
    deals_hold(game, 100_000)


def whole_deals_hold(game: str, count: int) -> None:
    """Tables that the native players play to the end: every tile is somewhere, an end is a win or
    an empty wall, and what one seat wins others pay."""
    rules = variant(game)
    for number in range(count):
        for player in ("random", "greedy"):
            streak = 1 + number % 6
            table = rules.table(seed=10**9 + number, streak=streak, round_wind=27 + number % 4)
            tiles = Conserved(table)
            while not table.done:
                seat = table.to_act[0]
                table.step(choose_natively(table, seat, player, number))
            tiles.check(table)
            result = table.result
            assert result is not None and result.streak == streak
            assert bool(result.wins) != result.drawn and (result.wins or table.wall_left == 0)
            assert len(table.log) < MOST_ACTS
            settlement = rules.settle(result)
            assert sum(settlement.points) == 0 and settlement.bank == 0
            assert bool(result.wins) == bool(settlement.transfers)


@pytest.mark.parametrize("game", (*GUANGDONG, "baopai"))
def test_whole_deals_hold_what_a_deal_must(game: str) -> None:
    whole_deals_hold(game, 300)


@pytest.mark.slow
@pytest.mark.parametrize("game", (*GUANGDONG, "baopai"))
def test_hundred_thousand_whole_deals_hold_what_a_deal_must(game: str) -> None:
    whole_deals_hold(game, 100_000)


@pytest.mark.parametrize("game", GAMES)
def test_a_row_is_what_the_table_of_its_seed_gives(game: str) -> None:
    rules = variant(game)
    rows = play_deals(rules, ["greedy"] * 4, seed=9, first=0, count=60)
    for row in rows:
        table = rules.table(seed=int(row["seed"]))
        while not table.done:
            table.step(choose_natively(table, table.to_act[0], "greedy"))
        result = table.result
        assert result is not None
        assert int(table.digest(), 16) == row["digest"] and len(table.log) == row["acts"]
        assert table.wall_left == row["wall_left"] and len(result.wins) == row["wins"]
        assert (-1 if result.bird is None else result.bird) == row["bird"]
        assert (-1 if result.bao is None else result.bao) == row["bao"]
        for name in ("ready", "opened"):
            said = [getattr(held, name) for held in result.hands]
            assert sum(each << seat for seat, each in enumerate(said)) == row[name]
        assert (-1 if table.wild is None else table.wild) == row["wild"]
        for at, win in enumerate(result.wins):
            assert win.seat == row["win_seat"][at] and win.tile == row["tile"][at]
            assert win.fan == row["total"][at]
            assert (-1 if win.payer is None else win.payer) == row["payer"][at]
            assert (-1 if win.liable is None else win.liable) == row["liable"][at]
            assert int(win.flags) | int(win.self_draw) == row["flags"][at]
        assert [kong.kind for kong in result.kongs] == row["kong_kind"][: row["kongs"]].tolist()
        assert [kong.seat for kong in result.kongs] == row["kong_seat"][: row["kongs"]].tolist()
        types = [LATE if kong.late else list(KongType).index(kong.type) for kong in result.kongs]
        assert types == row["kong_type"][: row["kongs"]].tolist()
        assert list(result.horses) == row["horses"][: len(result.horses)].tolist()
        assert sum(rules.settle(result).points) == 0


# ---- golden numbers -----------------------------------------------------------------------------


def steady(table: Table) -> None:
    """Play by a rule that needs no player: wins, else the actions by turns."""
    while not table.done:
        legal = list(table.legal(table.to_act[0]))
        action = legal[(7 * len(table.log) + 3) % len(legal)]
        table.step("win" if "win" in table.legal(table.to_act[0]) else action)


def count_ways(table: Table, depth: int) -> int:
    """How many lines of play of so many acts there are."""
    if depth == 0 or table.done:
        return 1
    ways = 0
    for action in table.legal(table.to_act[0]):
        after = table.clone()
        after.step(action)
        ways += count_ways(after, depth - 1)
    return ways


def golden_numbers() -> dict[str, Any]:
    numbers: dict[str, Any] = {}
    for game in EVERY_GAME:
        rules, deals = variant(game), {}
        for seed in (0, 1, 2, 3, 4, 5, 6, 7, 2**64 - 1):
            table = rules.table(seed=seed)
            start, ways = table.digest(), [count_ways(table, depth) for depth in (1, 2, 3)]
            steady(table)
            result = table.result
            assert result is not None
            wins = [[win.seat, win.payer, win.fan] for win in result.wins]
            deals[str(seed)] = {
                "start": start,
                "end": table.digest(),
                "acts": len(table.log),
                "wins": wins,
                "ways": ways,
            }
        seats = rules.flow.seats
        players = {
            player: [
                f"{row['digest']:016x}" for row in play_deals(rules, [player] * seats, 1, 0, 4)
            ]
            for player in ("random", "greedy")
        }
        numbers[game] = {"deals": deals, "players": players}
    return numbers


def test_deals_are_what_they_always_were() -> None:
    found, told = golden_numbers(), json.loads(GOLDEN.read_text())
    assert found.keys() == told.keys()
    for game in EVERY_GAME:
        assert found[game] == told[game], game


def test_undo_counts_the_same_ways_as_clones() -> None:
    def ways(table: Table, depth: int) -> int:
        if depth == 0 or table.done:
            return 1
        found = 0
        for action in table.legal(table.to_act[0]):
            table.step(action)
            found += ways(table, depth - 1)
            table.undo()
        return found

    for game in EVERY_GAME:
        table = variant(game).table(seed=1)
        digest = table.digest()
        assert ways(table, 2) == count_ways(table, 2)
        assert table.digest() == digest


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(golden_numbers(), indent=1) + "\n")
