"""The suit tables against the lattice that enumerates every target of a suit."""

from __future__ import annotations

import numpy as np
import pytest
import twin
from numpy.typing import NDArray

from queshen import suits

both_meanings = pytest.mark.parametrize("fifth", twin.FIFTHS)
suit_or_honours = pytest.mark.parametrize("honours", [False, True], ids=["suit", "honours"])
PAIR = 2  # the key of two 1s, or of EE


def keys_up_to(tiles: int, honours: bool) -> NDArray[np.int64]:
    keys = np.arange(5 ** (7 if honours else 9), dtype=np.int64)
    return keys[twin.digits(keys, honours).sum(axis=1) <= tiles]


def hand_of(key: int, honours: bool, beside: int) -> tuple[int, int, int, int]:
    """The four keys of a hand of one suit, or of honours, and of something beside it."""
    return (beside, 0, 0, key) if honours else (0, key, 0, beside)


def assert_same(keys, honours, product, expected) -> None:
    wrong = np.flatnonzero(product != expected)
    if len(wrong):
        row = wrong[0]
        counts = twin.digits(keys[row : row + 1], honours)[0].tolist()
        text = f"{len(wrong)} keys; {keys[row]} {counts}: {product[row]} is not {expected[row]}"
        raise AssertionError(text)


def test_a_suit_of_fourteen_tiles_has_405350_keys():
    assert len(keys_up_to(14, honours=False)) == 405_350


@both_meanings
@suit_or_honours
@pytest.mark.parametrize("beside", [0, PAIR], ids=["alone", "beside a pair"])
def test_missing_tiles_of_every_suit(fifth, honours, beside):
    keys = keys_up_to(14, honours)
    rest = np.ascontiguousarray(twin.suit_missing(fifth, not honours)[[beside]].T)
    whole = twin._merge(np.ascontiguousarray(twin.suit_missing(fifth, honours)[keys].T), rest, 5)
    for sets in range(6):
        answers = (
            suits.missing(hand_of(key, honours, beside), sets, fifth) for key in keys.tolist()
        )
        product = np.fromiter(answers, dtype=np.int8, count=len(keys))
        assert_same(keys, honours, product, whole[6 + sets])


@both_meanings
@suit_or_honours
def test_fewest_wildcards_that_finish_every_suit(fifth, honours):
    keys = keys_up_to(14, honours)
    without, with_pair = twin.suit_win(fifth, honours)[keys].T.astype(np.int64)
    if not honours:  # the bound up to which the lattice is exact
        most = np.maximum(without, with_pair)
        assert (twin.digits(keys).sum(axis=1) + most).max() <= 23
    # The pair is made here or of two wildcards; or it is there, and a third tile makes it a set.
    for beside, expected in (
        (0, np.minimum(with_pair, without + 2)),
        (PAIR, np.minimum(without, with_pair + 1)),
    ):
        answers = (suits.win_cost(hand_of(key, honours, beside), fifth) for key in keys.tolist())
        product = np.array([twin.NEVER if cost is None else cost for cost in answers])
        assert_same(keys, honours, product, np.minimum(expected, twin.NEVER))


@suit_or_honours
def test_kinds_that_make_the_win_of_every_suit_cheaper(honours):
    keys = keys_up_to(13, honours)
    product = np.array([suits.wait_kinds(key, honours) for key in keys.tolist()])
    expected = twin.suit_waits(twin.digits(keys, honours))
    assert_same(keys, honours, product[:, 0], expected[:, 0])
    assert_same(keys, honours, product[:, 1], expected[:, 1])


def test_four_equal_honours_are_never_finished_where_a_fifth_copy_is_barred():
    four_east = 4
    assert suits.win_cost((0, 0, 0, four_east), "barred") is None
    assert suits.win_cost((0, 0, 0, four_east), "allowed") == 1
    assert suits.win_cost((PAIR, 0, 0, four_east), "allowed") == 2


def test_four_equal_tiles_of_a_suit_are_finished_by_runs():
    four_ones = 4
    assert suits.win_cost((four_ones, 0, 0, 0), "barred") == 4
    assert suits.win_cost((four_ones, 0, 0, 0), "allowed") == 1
    for fifth in twin.FIFTHS:
        assert suits.win_cost((four_ones, 0, 0, PAIR), fifth) == 2


@both_meanings
def test_an_empty_hand_misses_every_tile(fifth):
    assert suits.win_cost((0, 0, 0, 0), fifth) == 2
    assert [suits.missing((0, 0, 0, 0), m, fifth) for m in range(6)] == [2, 5, 8, 11, 14, 17]


def distinct(vectors: NDArray[np.int8]) -> NDArray[np.int8]:
    whole = np.ascontiguousarray(vectors).view(np.dtype((np.void, vectors.shape[1])))
    return np.unique(whole).view(np.int8).reshape(-1, vectors.shape[1])


def classes(fifth: str) -> dict[str, int]:
    """Different cost vectors of one suit, of the honours, and of two suits together."""
    suit = distinct(twin.suit_missing(fifth))
    honours = distinct(twin.suit_missing(fifth, True))
    left, right = np.divmod(np.arange(len(suit) ** 2), len(suit))
    merged = distinct(twin._merge(suit[left].T.copy(), suit[right].T.copy(), twin.MOST_SETS).T)
    return {
        "suit_classes": len(suit),
        "honour_classes": len(honours),
        "merged_classes": len(merged),
    }


@pytest.mark.parametrize(
    ("fifth", "expected"), [("barred", (187, 83, 328)), ("allowed", (152, 83, 287))]
)
def test_suits_that_cost_the_same_share_one_class(fifth, expected):
    assert tuple(classes(fifth).values()) == expected
    info = suits.table_info()[fifth]
    assert {name: info[name] for name in classes(fifth)} == classes(fifth)


def test_all_tables_together_stay_below_twelve_megabytes():
    assert 0 < suits.table_info()["bytes"] <= 12_000_000


@pytest.mark.parametrize("keys", [(-1, 0, 0, 0), (0, 5**9, 0, 0), (0, 0, 0, 5**7), (0, 0, 0)])
def test_keys_out_of_range_are_an_error(keys):
    with pytest.raises(ValueError):
        suits.missing(keys, 4)
    with pytest.raises(ValueError):
        suits.win_cost(keys)


def test_other_arguments_out_of_range_are_an_error():
    for sets in (-1, 6):
        with pytest.raises(ValueError, match=str(sets)):
            suits.missing((0, 0, 0, 0), sets)
    for call in (lambda: suits.missing((0, 0, 0, 0), 4, "open"), lambda: suits.wait_kinds(5**9)):
        with pytest.raises(ValueError, match=r"open|1953125"):
            call()
    with pytest.raises(ValueError):
        suits.wait_kinds(5**7, True)


@both_meanings
def test_the_wins_of_two_suits_add_up_whatever_their_pairs_save(fifth):
    costs = twin.suit_win(fifth)
    keys = keys_up_to(9, honours=False)
    sizes = twin.digits(keys, False).sum(axis=1)
    rng = np.random.default_rng(17)
    saved = costs[:, 0].astype(int) - costs[:, 1]
    groups = [keys[(saved[keys] == by) & (sizes >= least)] for by, least in ((4, 8), (1, 7))]
    groups = [rng.permutation(group)[:60] for group in (*groups, keys[sizes >= 7]) if len(group)]
    assert len(groups) == (3 if fifth == "barred" else 2)
    for left in groups:
        for right in groups:
            for a, b in zip(left.tolist(), rng.permutation(right).tolist(), strict=False):
                if sum(twin.digits(np.array([a, b]), False).ravel()) > 17:
                    continue
                (a0, a1), (b0, b1) = costs[a].astype(int).tolist(), costs[b].astype(int).tolist()
                expected = min(a0 + b1, a1 + b0, a0 + b0 + 2)
                assert suits.win_cost((a, b, 0, 0), fifth) == expected
                assert suits.win_cost((0, a, b, 0), fifth) == expected


def test_two_suits_that_each_save_four_save_it_once():
    key = 2 + 4 * 5 + 2 * 25  # 11222233: two runs and the pair 22; four wildcards without a pair
    assert suits.win_cost((key, 0, 0, 0)) == 0
    assert suits.win_cost((key, key, 0, 0)) == 4


@both_meanings
def test_the_low_bits_of_four_suits_never_overflow_in_a_hand(fifth):
    most = {0: 0}
    for honours in (False, False, False, True):
        keys = keys_up_to(17, honours)
        sizes = twin.digits(keys, honours).sum(axis=1)
        low = twin.suit_win(fifth, honours)[keys].min(axis=1)
        possible = low < twin.NEVER
        suit = [int(low[possible & (sizes == n)].max(initial=-99)) for n in range(18)]
        most = {n: max(most[m] + suit[n - m] for m in most if m <= n) for n in range(18)}
    assert max(most.values()) == 28 < 32
