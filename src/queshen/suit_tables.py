"""Writes the suit tables of Queshen as one C file of constant data, and its header.

    python suit_tables.py OUTPUT.c OUTPUT.h

CMake runs this with its own interpreter, so it uses the standard library only.

The counts of a suit (nine ranks, honours seven) are the digits of a base-5 number, rank 1 lowest:
the *key*. Three questions are answered for every key, each by a finite automaton that reads the
counts from the highest rank down and carries what the sets begun so far still need:

* the *cost vector*: how many tiles are missing to m sets, without and with a pair, for m = 0..5;
* the *win costs*: how many wildcards complete every tile of the suit, without and with a pair;
* the *wait word*: which kinds, added to the suit, lower each win cost.

The first two are asked in both meanings of the fifth copy: barred (a completion holds at most four
of a kind) and allowed. Suits with equal cost vectors share a *class*; the classes of several suits
are merged pairwise, so that a whole hand is three steps through small tables.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from itertools import product
from pathlib import Path

SETS = 5  # the most sets that a hand can need
SUIT_RANKS = 9
HONOUR_RANKS = 7
INF = 50  # a cost that cannot be paid; twice this still leaves the top bit of a lane free
LANE = 8  # bits

# A win word holds the fewest wildcards in its low five bits and above them what a pair saves, coded
# so that the words of four suits add up. Where the pair saves nothing it is made elsewhere, of two
# wildcards. No suit of up to 17 tiles saves anything else, and their low bits add up to 28 at most.
SAVED = {0: 0, 1: 1, 4: 5}
UNWINNABLE = 1 << 12

Vector = tuple[tuple[int, ...], tuple[int, ...]]  # costs by number of sets, without and with a pair
State = tuple[int, int, int]


def lanes(values: list[int]) -> int:
    return int.from_bytes(bytes(values), "little")


class Costs:
    """The automaton of one question.

    A state holds a cost for each way in which the sets begun so far can go on. It is kept as three
    long integers of 8-bit lanes, because Python adds and compares long integers far faster than it
    walks lists: one integer for each number b of runs that end at the next rank, its lanes (a,
    pair, m) for a runs with two ranks to go, the pair chosen or not, and m sets begun.

    Three equal runs are three triplets, so two are enough. A third triplet of one kind would hold
    nothing but added tiles, as a set anywhere else does.

    Parameters
    ----------
    sets : int
        Lanes 0..`sets` count sets; 0 where their number does not matter.
    barred : bool
        Whether a completion holds at most four of a kind.
    use_all : bool
        Whether every tile in hand must be used.
    """

    def __init__(self, sets: int, *, barred: bool, use_all: bool) -> None:
        width = sets + 1
        self.width = width
        self.block = 2 * width * LANE
        self.inf = lanes([INF] * 6 * width)
        self.high = lanes([0x80] * 6 * width)
        self.start: State = (self.inf - INF, self.inf, self.inf)
        self.known: dict[tuple[State, int, bool], State] = {}
        # A choice at a rank: x runs begun, b runs ended, y triplets, z pairs. Its row says how the
        # lanes move and what each of them pays for 0-5 tiles in hand.
        self.choices: list[tuple[int, int, int, int, int, list[int]]] = []
        for x, b, y, z in product(range(3), range(3), range(3), range(2)):
            begun = x + y if sets else 0
            fits = [
                pair >= z and m >= begun for _, pair, m in product(range(3), range(2), range(width))
            ]
            paid = []
            for have in range(6):
                lane_costs = []
                for a in range(3):
                    used = a + b + x + 3 * y + 2 * z
                    bad = (barred and used > 4) or (use_all and used < have)
                    lane_costs += [INF if bad else max(0, used - have)] * (2 * width)
                paid.append(lanes(lane_costs))
            keep = lanes([0xFF if ok else 0 for ok in fits])
            fill = lanes([0 if ok else INF for ok in fits])
            self.choices.append((x, b, (begun + width * z) * LANE, keep, fill, paid))

    def minimum(self, left: int, right: int) -> int:
        above = ((left | self.high) - right) & self.high
        return left ^ ((left ^ right) & (above - (above >> 7)))

    def step(self, state: State, have: int, runs: bool) -> State:
        """Read a rank of which `have` tiles are in hand; `runs`: a run may begin here."""
        key = (state, have, runs)
        if key in self.known:
            return self.known[key]
        best = [self.inf, self.inf, self.inf]
        for x, b, shift, keep, fill, paid in self.choices:
            if state[b] != self.inf and (runs or not x):
                moved = (state[b] << shift) & keep | fill
                best[x] = self.minimum(best[x], moved + paid[have])
        mask = (1 << self.block) - 1
        after = []
        for a in range(3):  # what had two ranks to go has one now
            x0, x1, x2 = (part >> a * self.block & mask for part in best)
            after.append(x0 | x1 << self.block | x2 << 2 * self.block)
        self.known[key] = new = (after[0], after[1], after[2])
        return new

    def result(self, state: State) -> Vector:
        """The costs once every rank is read and no run is open."""
        costs = (state[0] & ((1 << self.block) - 1)).to_bytes(2 * self.width, "little")
        return tuple(costs[: self.width]), tuple(costs[self.width :])


def tabulate(automaton: Costs, ranks: int, code: Callable[[Vector], int], extra: int = -1) -> bytes:
    """One byte for each key: what `code` makes of its costs, with a tile more of rank `extra`.

    Equal states have equal tables below them, so each of those is made once and joined to others,
    never filled key by key.
    """

    def following(level: int, state: State) -> list[State]:
        rank = ranks - 1 - level
        runs = ranks == SUIT_RANKS and rank >= 2
        return [automaton.step(state, have + (rank == extra), runs) for have in range(5)]

    levels: list[set[State]] = [{automaton.start}]
    for level in range(ranks):
        levels.append({after for state in levels[level] for after in following(level, state)})
    below = {state: bytes([code(automaton.result(state))]) for state in levels[ranks]}
    for level in reversed(range(ranks)):
        below = {
            state: b"".join([below[after] for after in following(level, state)])
            for state in levels[level]
        }
    return below[automaton.start]


def numbered(automaton: Costs, ranks: int) -> tuple[bytes, list[Vector]]:
    """A table of small numbers, and the cost vectors that they stand for."""
    vectors: dict[Vector, int] = {}
    table = tabulate(automaton, ranks, lambda costs: vectors.setdefault(costs, len(vectors)))
    return table, list(vectors)


def win_word(costs: Vector) -> int:
    (without,), (with_pair,) = costs
    saved = max(0, without - with_pair)
    if min(without, with_pair) >= INF or saved not in SAVED:
        return UNWINNABLE  # four alike honours; or more tiles than a hand has
    return SAVED[saved] << 5 | without - saved


def win_tables() -> tuple[list[bytes], list[tuple[int, ...]]]:
    """A byte for each key of a suit and of the honours, and their win words (barred, allowed)."""
    numbers: dict[tuple[int, ...], int] = {}
    tables = []
    for ranks in (SUIT_RANKS, HONOUR_RANKS):
        parts = [numbered(Costs(0, barred=barred, use_all=True), ranks) for barred in (True, False)]
        words = [[win_word(costs) for costs in vectors] for _, vectors in parts]
        joint = {
            (i, j): numbers.setdefault((words[0][i], words[1][j]), len(numbers))
            for i, j in set(zip(parts[0][0], parts[1][0], strict=True))
        }
        tables.append(bytes([joint[pair] for pair in zip(parts[0][0], parts[1][0], strict=True)]))
    return tables, list(numbers)


def win_costs(automaton: Costs, ranks: int, pair: int, extra: int = -1) -> int:
    """The cost of each key without (0) or with (1) the pair, as a long integer of byte lanes."""
    table = tabulate(automaton, ranks, lambda costs: costs[pair][0], extra)
    return int.from_bytes(table, "little")


def wait_tables() -> tuple[list[array[int]], list[int]]:
    """An id for each key of a suit and of the honours, and the wait words of those ids.

    A word holds in bits 0-8 the kinds that lower the cost without the pair, in bits 16-24 those
    that lower the cost with it; the fifth copy is allowed.
    """
    numbers: dict[tuple[int, int, int], int] = {}
    tables = []
    for ranks in (SUIT_RANKS, HONOUR_RANKS):
        automaton = Costs(0, barred=False, use_all=True)
        low = [0, 0]  # a byte lane for each key: ranks 1-8
        high = 0  # rank 9, in bit 0 without the pair and in bit 1 with it
        one_each = lanes([1] * 5**ranks)
        lowered = bytes([1] + [0] * 255)
        for pair in range(2):
            before = win_costs(automaton, ranks, pair)
            for rank in range(ranks):
                # One tile saves at most one wildcard, so no lane borrows; a saving leaves 0.
                change = win_costs(automaton, ranks, pair, rank) + one_each - before
                bits = change.to_bytes(5**ranks, "little").translate(lowered)
                flags = int.from_bytes(bits, "little")
                if rank < 8:
                    low[pair] |= flags << rank
                else:
                    high |= flags << pair
        lanes_of = [value.to_bytes(5**ranks, "little") for value in (*low, high)]
        tables.append(
            array(
                "H",
                [numbers.setdefault(word, len(numbers)) for word in zip(*lanes_of, strict=True)],
            )
        )
    words = [
        without | (top & 1) << 8 | (with_pair | (top & 2) << 7) << 16
        for without, with_pair, top in numbers
    ]
    return tables, words


def merged(left: Vector, right: Vector) -> Vector:
    """Costs of two suits together: the cheapest way to share out the sets and the pair."""
    (left0, left1), (right0, right1) = left, right
    without, with_pair = [], []
    for m in range(SETS + 1):
        splits = [(i, m - i) for i in range(m + 1)]
        without.append(min(left0[i] + right0[j] for i, j in splits))
        with_pair.append(min(min(left0[i] + right1[j], left1[i] + right0[j]) for i, j in splits))
    return tuple(without), tuple(with_pair)


def class_tables(barred: bool) -> tuple[list[bytes | array[int]], list[int]]:
    """Classes of suits and honours, their two merges and the last step, in one meaning of the fifth
    copy.

    Also how many classes there are: of suits, of honours, of suits together.
    """
    automaton = Costs(SETS, barred=barred, use_all=False)
    suit_class, suits = numbered(automaton, SUIT_RANKS)
    honour_class, honours = numbered(automaton, HONOUR_RANKS)
    numbers: dict[Vector, int] = {}
    cache: dict[tuple[Vector, Vector], int] = {}

    def merge(left: Vector, right: Vector) -> int:
        pair = (left, right) if left <= right else (right, left)
        if pair not in cache:
            cache[pair] = numbers.setdefault(merged(*pair), len(numbers))
        return cache[pair]

    two = array("H", [merge(left, right) for left in suits for right in suits])
    three = array("H", [merge(left, right) for left in list(numbers) for right in suits])
    # By sets, honours, suits: one step through it varies the suits of a hand.
    whole = [[merged(left, right)[1] for left in numbers] for right in honours]
    missing = bytes(costs[m] for m in range(SETS + 1) for row in whole for costs in row)
    tables: list[bytes | array[int]] = [suit_class, honour_class, two, three, missing]
    return tables, [len(suits), len(honours), len(numbers)]


def c_array(name: str, data: bytes | array[int]) -> str:
    """A constant array as C text, eight bytes a literal: compilers read those fastest."""
    raw = data if isinstance(data, bytes) else data.tobytes()
    raw += bytes(-len(raw) % 8)
    literals = raw[::-1].hex(",", 8).split(",")
    literals.reverse()  # the whole array was reversed to turn the bytes of each literal round
    rows = ("0x" + ",0x".join(literals[i : i + 8]) for i in range(0, len(literals), 8))
    return f"static const uint64_t {name}[] = {{\n" + ",\n".join(rows) + "};\n"


def main(output: Path, header: Path) -> None:
    """Write the tables and a directory of them, in the order in which suits.pyx takes them."""
    (suit_win, honour_win), words = win_tables()
    (suit_wait, honour_wait), wait_words = wait_tables()
    tables: list[bytes | array[int]] = [
        suit_win,
        honour_win,
        suit_wait,
        honour_wait,
        array("I", wait_words),
    ]
    counts = [len(words), len(wait_words)]
    for i, barred in enumerate((True, False)):
        costs, classes = class_tables(barred)
        tables += [array("H", [word[i] for word in words]), *costs]
        counts += classes
    names = [f"table{i}" for i in range(len(tables))]
    sizes = [len(data) * (1 if isinstance(data, bytes) else data.itemsize) for data in tables]
    parts = [
        "/* Written by suit_tables.py: constant data, little endian. */\n",
        f'#include "{header.name}"\n',
        *map(c_array, names, tables),
        f"const void *const queshen_table[] = {{{', '.join(names)}}};\n",
        f"const uint32_t queshen_table_bytes[] = {{{', '.join(map(str, sizes))}}};\n",
        f"const uint32_t queshen_table_counts[] = {{{', '.join(map(str, counts))}}};\n",
    ]
    output.write_text("".join(parts), encoding="ascii")
    header.write_text(
        "/* Written by suit_tables.py: the tables in the order in which suits.pyx takes them. */\n"
        "#include <stdint.h>\n"
        "extern const void *const queshen_table[];\n"
        "extern const uint32_t queshen_table_bytes[], queshen_table_counts[];\n",
        encoding="ascii",
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
