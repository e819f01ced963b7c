"""Tables of 山西麻将, 温州麻将 and 二人麻将 beside their judges."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from guangdong import legal, tiles
from regional_twin import DeclaringJudge, ErrenJudge, ShanxiJudge, WenzhouJudge
from table_beside import (
    differences,
    inward,
    play_beside,
    random_deal,
    random_styles,
    result_differences,
)
from table_twin import FLOWERS, KINDS, Judge

from queshen.rules import Rules, variant
from queshen.table import Table

SWITCH = (False, True)
GAMES = ("shanxi", "wenzhou", "erren")

OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "shanxi": {
        "preset": ("mil2023", "mil2023", "tuidaohu"),
        "declared_discard_claimable": (True, True, False),
        "forced_win": SWITCH,
        "missed_win": ("none", "any_tile"),
        "rob_added_kong": (True, True, False),
        "multi_win": ("nearest", "all"),
        "dealer_bonus_on_any_feed": SWITCH,
        "haozi": ("none", "none", "wind", "random"),
        "zimo_double": SWITCH,
        "winds": SWITCH,
    },
    "wenzhou": {
        "caishen_from": ("indicator", "next"),
        "caishen_discard": SWITCH,
        "dead_wall": (4, 0, 7, "14+kongs"),
        "multi_win": ("double_first", "double_first", "nearest"),
        "rob_added_kong": ("win_only", "any_claim"),
        "block_claim_two_caishen": SWITCH,
        "honours_first": SWITCH,
        "three_caishen": ("self_draw", "any"),
        "soft_pairs_discard": (2, 1),
        "soft_pairs_selfdraw": (4, 2),
        "dihu": ("first_draw", "dealer_discard"),
        "extended_double": SWITCH,
        "lazi": SWITCH,
        "dealer_scale": ("linear2", "linear", "doubling"),
        "double_winner_caishen": SWITCH,
        "kong_points": SWITCH,
    },
    "erren": {
        "fan_table": ("er72", "er72", "gb81"),
        "haidi_mode": ("final_draw", "final_draw", "fan_only"),
        "haidi_tiles": (2, 1, 3, 6),
        "min_fan": (None, None, 4),
        "ready_declaration": (True, True, False),
        "wind_pungs": SWITCH,
        "jia_bei": SWITCH,
        "missed_win": ("until_own_draw", "none"),
    },
}
"""The options of each game that decide how a deal goes, what a hand is worth or who pays."""

JUDGES = {"shanxi": ShanxiJudge, "wenzhou": WenzhouJudge, "erren": ErrenJudge}


def random_rules(game: str, rng: random.Random) -> Rules:
    """A game with options at random, defaults in a third of all cases."""
    if rng.random() < 1 / 3:
        return variant(game)
    return variant(game, **{name: rng.choice(values) for name, values in OPTIONS[game].items()})


def lay_wildcards(set_up: dict[str, Any], rng: random.Random) -> None:
    """Let some copies of the kind that is turned lie in hands, or come soon."""
    wall = set_up["wall"]
    tile = rng.choice(KINDS[:27] if rng.random() < 0.7 else KINDS)
    places = [(part, at) for part in (*set_up["hands"], wall) for at in range(len(part))]
    copies = [(part, at) for part, at in places if part[at] == tile]
    aims = [(wall, 1)] + [(wall, at) for at in range(2, 8) if at < len(wall)]
    owner = rng.choice(set_up["hands"])
    aims[1:] = rng.sample([*aims[1:], *((owner, at) for at in range(6))], 6)
    for (part, at), (other, there) in zip(copies, aims, strict=False):
        part[at], other[there] = other[there], part[at]


def random_set_up(rules: Rules, judge: type[Judge], rng: random.Random) -> dict[str, Any]:
    """Tiles to play with; in games with wildcards more of these than chance would bring."""
    set_up = random_deal(judge.tiles_of(rules), rules, rng)
    if rules.wildcards and "hands" in set_up and len(set_up["wall"]) > 9 and rng.random() < 0.7:
        lay_wildcards(set_up, rng)
    return set_up


def features(table: Table, judge: Judge) -> Counter[str]:
    """What came up in a deal."""
    result = table.result
    assert result is not None
    seen = Counter(str(what) for what, *_ in table.events)
    seen["drawn"] += result.drawn
    seen["several winners"] += len(result.wins) > 1
    seen["wildcards"] += any(held.wild > 1 for held in result.hands)
    seen["passed over"] += any(step.what == "passed" for step in judge.story)
    seen["waits broken"] += any(step.what == "other waits" for step in judge.story)
    if isinstance(judge, WenzhouJudge):
        seen["nearer win outranked"] += judge.outranked
        seen["robbed tile claimed"] += any(
            (first[0], first[3], second[0]) == ("discard", 1, "meld")
            for first, second in zip(table.events, table.events[1:], strict=False)
        )
    if isinstance(judge, DeclaringJudge):
        seen["declared"] += any(judge.ready)
        seen["kong of a ready seat"] += any(judge.ready[kong.seat] for kong in judge.kongs())
    for win in result.wins:
        seen.update(win.flags.names)
        seen["self-draw" if win.self_draw else "discard win"] += 1
    return +seen


def play(game: str, first: int, count: int) -> Counter[str]:
    """Deals on a table and before the judge; what is paid afterwards adds up to nothing."""
    seen: Counter[str] = Counter()
    for number in range(first, first + count):
        rng = random.Random(f"{game} {number}")
        rules = random_rules(game, rng)
        set_up = random_set_up(rules, JUDGES[game], rng)
        table, judge = rules.table(**set_up), JUDGES[game](rules, **set_up)
        play_beside(table, judge, rng, random_styles(table.seats, rng))
        assert table.result is not None
        assert sum(rules.settle(table.result).points) == 0
        seen += features(table, judge)
    return seen


USUAL = {"self-draw", "discard win", "kong", "drawn", "passed over"}
RARE = {"replacement", "after_kong", "last_tile", "robbing"}
DECLARED = {"declared", "ready", "from_ready", "kong of a ready seat"}
OF_EACH = {
    "shanxi": (DECLARED | {"first_ready"}, {"several winners", "wildcards"}),
    "wenzhou": (
        {"wildcards", "first_turn"},
        {"waits broken", "nearer win outranked", "robbed tile claimed"},
    ),
    "erren": (
        DECLARED - {"from_ready"} | {"flower", "double", "last_round"},
        {"first_ready", "first_turn", "from_ready"},
    ),
}
DEALS = {"shanxi": 120, "wenzhou": 200, "erren": 150}


@pytest.mark.parametrize("game", GAMES)
def test_table_and_judge_agree(game: str) -> None:
    seen = play(game, 0, DEALS[game])
    assert set(seen) >= USUAL | OF_EACH[game][0]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_table_and_judge_agree_about_many_deals(game: str) -> None:
    seen = play(game, 1_000_000, 6_000)
    usual, rare = OF_EACH[game]
    assert set(seen) >= USUAL | RARE | usual | rare


# ---- deals that say it in order -----------------------------------------------------------------


def scripted(
    game: str, hands: Sequence[str], wall: str, *acts: tuple[int, str], **options: Any
) -> Table:
    """A table after some acts; at each of them the judge agrees."""
    rules = variant(game, **options)
    set_up: dict[str, Any] = {"hands": [tiles(hand) for hand in hands], "wall": tiles(wall)}
    table, judge = rules.table(**set_up), JUDGES[game](rules, **set_up)
    for seat, action in acts:
        assert not differences(table, judge)
        table.act(seat, action)
        judge.act(seat, inward(judge, action))
    assert not differences(table, judge)
    if table.done:
        assert not result_differences(table, judge)
    return table


def told(table: Table) -> list[tuple[object, ...]]:
    """The last events, without flowers and ends."""
    names = (*KINDS, *FLOWERS)
    return [
        (what, seat, None if tile is None else names[tile]) for what, seat, tile, _ in table.events
    ]


WAITS = "111m 234m 567m EE SS"
NOTHING = "999m 888m WW NN C F P"
TO_LAST = (0, "discard F")


def test_the_last_two_tiles_are_drawn_in_turn_and_won_by_who_draws_them() -> None:
    table = scripted("erren", (WAITS, NOTHING), "F P S", TO_LAST)
    assert told(table)[-2:] == [("discard", 1, "P"), ("draw", 0, "S")]
    assert table.turn == 0 and legal(table, 0) == {"win", "discard S"}
    won = scripted("erren", (WAITS, NOTHING), "F P S", TO_LAST, (0, "win"))
    assert won.result is not None
    assert {"last_round", "last_tile"} <= set(won.result.wins[0].flags.names)
    let_go = scripted("erren", (WAITS, NOTHING), "F P S", TO_LAST, (0, "discard S"))
    assert let_go.result is not None and let_go.result.drawn


def test_nobody_claims_or_wins_what_is_laid_out_then() -> None:
    table = scripted("erren", (WAITS, NOTHING), "F S C", TO_LAST)
    assert told(table)[-4:-1] == [("discard", 1, "S"), ("draw", 0, "C"), ("discard", 0, "C")]
    assert table.result is not None and table.result.drawn


def test_with_one_tile_left_only_the_seat_draws_whose_draw_it_is() -> None:
    table = scripted("erren", (WAITS, NOTHING), "F S", TO_LAST)
    assert told(table)[-3:] == [("draw", 1, "S"), ("discard", 1, "S"), ("end", None, None)]


def test_a_flower_then_is_replaced_only_while_a_tile_remains() -> None:
    first = scripted("erren", (WAITS, NOTHING), "F 春 S", TO_LAST)
    assert told(first)[-4:-1] == [("flower", 1, "春"), ("draw", 1, "S"), ("discard", 1, "S")]
    last = scripted("erren", (WAITS, NOTHING), "F P 春", TO_LAST)
    assert told(last)[-2:] == [("flower", 0, "春"), ("end", None, None)]


def test_by_option_the_last_tiles_are_drawn_as_others_are() -> None:
    table = scripted("erren", (WAITS, NOTHING), "F P S", TO_LAST, haidi_mode="fan_only")
    assert table.turn == 1 and len(legal(table, 1)) > 2
    more = scripted("erren", (WAITS, NOTHING), "F P C S", TO_LAST, haidi_tiles=3)
    assert more.done and told(more)[-2:] == [("discard", 1, "S"), ("end", None, None)]


def test_the_other_seat_may_declare_before_play_and_the_dealer_with_the_first_discard() -> None:
    hands = (NOTHING, WAITS)
    table = scripted("erren", hands, "E C C 2m 3m", (1, "ready"), (0, "discard E"), (1, "win"))
    assert table.result is not None
    assert {"ready", "first_ready"} <= set(table.result.wins[0].flags.names)
    silent = scripted("erren", hands, "E C C 2m 3m", (1, "pass"), (0, "discard E"), (1, "win"))
    assert silent.result is not None
    assert not {"ready", "first_ready"} & set(silent.result.wins[0].flags.names)
    acts = ((0, "discard ready C"), (1, "discard S"), (0, "win"))
    dealer = scripted("erren", (WAITS, NOTHING), "C S 2m 2m 3m", *acts)
    assert dealer.result is not None
    assert "first_ready" in dealer.result.wins[0].flags.names


def test_after_a_concealed_kong_the_dealers_declaration_is_no_first_one() -> None:
    acts = ((0, "concealed kong 1m"), (0, "discard ready C"), (1, "discard S"), (0, "win"))
    table = scripted("erren", (WAITS, NOTHING), "1m S 2m 2m C", *acts)
    assert table.result is not None
    names = table.result.wins[0].flags.names
    assert "ready" in names and "first_ready" not in names


SHANXI = (
    "1m 4m 8m 1p 4p 7p 1s 4s 8s E S W N",
    "777p 89p 123m 456m 55s",
    "2m 5m 9m 2p 5p 2s 6s 9s C F P E S",
    "3m 6m 9m 3p 3p 6p 3s 6s 9s C F P E",
)


def test_a_kong_of_the_last_high_wait_is_no_kong_for_who_has_declared() -> None:
    """Afterwards the hand would wait for a tile of which all four lie in its own meld."""
    acts = ((0, "discard E"), (1, "discard ready 8m"), (2, "discard 1s"), (3, "discard 1s"))
    wall = "2m 8m 1s 1s 9m 4s 9s 22p 33p 44p 55p 11p 66p 22s 33s"
    table = scripted("shanxi", SHANXI, wall, *acts, (0, "discard 7p"), forced_win=False)
    assert legal(table, 1) == {"win", "pass"}
