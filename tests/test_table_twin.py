"""The table against the plain judge of deals: every legal set, every state, every result."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from table_play import (
    GAMES,
    GUANGDONG,
    judge_of,
    play_side_by_side,
    random_rules,
    random_set_up,
)
from table_twin import kinds_of, shuffled

from queshen.rules import variant
from queshen.table import Table, choose


def features(table: Table) -> Counter[str]:
    """What came up in a deal."""
    result = table.result
    assert result is not None
    seen = Counter(str(what) for what, *_ in table.events)
    seen["several winners"] += len(result.wins) > 1
    seen["bird"] += result.bird is not None
    seen["flower last"] += [what for what, *_ in table.events[-2:]] == ["flower", "end"]
    seen["changed answer"] += any(
        first[0] == second[0] and "pass" in (str(first[1]), str(second[1]))
        for first, second in zip(table.log, table.log[1:], strict=False)
    )
    seen["three winners"] += len(result.wins) > 2
    seen["several robbers"] += len(result.wins) > 1 and "robbing" in result.wins[0].flags.names
    seen["late kong"] += any(kong.late for kong in result.kongs)
    seen["four horses"] += len(result.horses) == 4
    if table.rules.id == "baopai":
        seen += features_of_bao(table)
    for win in result.wins:
        seen.update(win.flags.names)
        seen["self-draw" if win.self_draw else "discard win"] += 1
        seen["liable"] += win.liable is not None
        if "first_turn" in win.flags.names:
            dealer = "dealer" if win.seat == 0 else "another"
            seen[f"first turn of {dealer}" if win.self_draw else "first discard"] += 1
    return +seen


def features_of_bao(table: Table) -> Counter[str]:
    """What came up of declarations and the hidden tile."""
    result = table.result
    assert result is not None
    whats = [what for what, *_ in table.events]
    swaps = whats.count("bao")
    seen = Counter({"drawn": int(result.drawn), "swap": swaps > 0, "two swaps": swaps > 1})
    seen["hidden tile drawn"] = any("bao" in win.flags.names for win in result.wins)
    seen["declared"] = any(held.ready for held in result.hands)
    seen["declared by a chow"] = any(
        str(action).startswith("chow") and str(action).endswith("ready") for _, action in table.log
    )
    seen["kong of a ready seat"] = any(result.hands[kong.seat].ready for kong in result.kongs)
    seen["no hidden tile left"] = result.bao is None
    before = table.clone()
    before.undo(1)
    last = before.phase == "turn" and before.wall_left < 4 and before.ready(before.turn)
    can_win = last and before.can(before.turn, "win")
    seen["win among the last tiles"] = can_win and bool(result.wins)
    seen["win among them passed over"] = can_win and result.drawn
    return seen


def play(game: str, first: int, count: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for number in range(first, first + count):
        rng = random.Random(f"{game} {number}")
        rules = random_rules(game, rng)
        seen += features(play_side_by_side(rules, random_set_up(rules, rng), rng))
    return seen


NATIONAL_USUAL = {"self-draw", "discard win", "kong", "flower last", "last_tile", "last_copy"}
NATIONAL_RARE = {"replacement", "robbing", "several winners", "changed answer"}
GUANGDONG_USUAL = {"self-draw", "kong", "replacement", "liable", "late kong"}
GUANGDONG_RARE = {"robbing", "several winners", "several robbers", "changed answer", "last_tile"}
GUANGDONG_RARE |= {"first turn of dealer", "first turn of another"}
ONLY_JIPINGHU = {"discard win", "three winners", "first discard"}
ONLY_TUIDAOHU = {"four horses"}
BAOPAI_USUAL = {"self-draw", "discard win", "kong", "declared", "declared by a chow", "swap"}
BAOPAI_USUAL |= {"kong of a ready seat", "from_ready", "closed_wait", "drawn"}
BAOPAI_RARE = {
    "replacement",
    "robbing",
    "changed answer",
    "hidden tile drawn",
    "bao_wait",
    "two swaps",
}
BAOPAI_RARE |= {"win among the last tiles", "no hidden tile left", "win among them passed over"}

USUAL = dict.fromkeys(GAMES, NATIONAL_USUAL) | dict.fromkeys(GUANGDONG, GUANGDONG_USUAL)
USUAL["baopai"] = BAOPAI_USUAL
RARE = dict.fromkeys(GAMES, NATIONAL_RARE) | {
    "baopai": BAOPAI_RARE,
    "jipinghu": GUANGDONG_RARE | ONLY_JIPINGHU,
    "tuidaohu": GUANGDONG_RARE | ONLY_TUIDAOHU,
}


@pytest.mark.parametrize("game", GAMES)
def test_table_and_judge_agree(game: str) -> None:
    seen = play(game, 0, 250)
    assert set(seen) >= USUAL[game]
    assert ("bird" in seen) is (game == "huanle")
    assert game in GUANGDONG or not seen["liable"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_table_and_judge_agree_about_many_deals(game: str) -> None:
    seen = play(game, 1_000_000, 6_000)
    assert set(seen) >= USUAL[game] | RARE[game]


@pytest.mark.parametrize("game", GAMES)
def test_table_and_judge_count_the_same_ways_to_go_on(game: str) -> None:
    """Every line of play of a few acts."""

    def ways(acts: list[tuple[int, str]], depth: int) -> int:
        table, judge = variant(game).table(seed=5), judge_of(variant(game), seed=5)
        for seat, action in acts:
            table.act(seat, action)
            judge.act(seat, action)
        assert table.to_act == judge.to_act
        if depth == 0 or table.done:
            return 1
        seat = table.to_act[0]
        legal = {str(action) for action in table.legal(seat)}
        assert legal == judge.legal(seat)
        return sum(ways([*acts, (seat, action)], depth - 1) for action in sorted(legal))

    assert ways([], 2) > 90


@pytest.mark.parametrize("game", GAMES)
def test_deals_of_the_greedy_player_are_judged_the_same(game: str) -> None:
    for seed in range(12):
        rules = variant(game)
        wall = shuffled(seed, bool(rules.options.get("flowers", False)), kinds_of(rules))
        table, judge = rules.table(seed=seed), judge_of(rules, wall=wall)
        while not table.done:
            seat = table.to_act[0]
            assert judge.to_act == table.to_act
            action = str(choose(table, seat, "greedy"))
            assert action in judge.legal(seat)
            table.act(seat, action)
            judge.act(seat, action)
        result = table.result
        assert result is not None
        assert [(win.seat, win.payer, win.fan) for win in result.wins] == [
            (win.seat, win.payer, win.total) for win in judge.wins
        ]
