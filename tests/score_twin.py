"""The slow judge of the national fans: every rule once, next to its words, by plain enumeration.

A hand is cut in every way, the winning tile is put in every place it fits, and each such *view* is
asked for each fan in turn. Wildcards are given every multiset of faces that completes the hand.
Nothing here comes from the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from typing import NamedTuple

KINDS = range(34)
HONOURS = range(27, 34)
WINDS = range(27, 31)
DRAGONS = range(31, 34)
ORPHANS = (0, 8, 9, 17, 18, 26, *HONOURS)
GREEN = {19, 20, 21, 23, 25, 32}  # 23468s F
REVERSIBLE = {9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 33}  # 1234589p 245689s P
KNITTED = tuple(
    tuple(9 * suit + third + step for suit, third in enumerate(thirds) for step in (0, 3, 6))
    for thirds in permutations(range(3))
)
NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
NAMES = (*(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)), *"ESWNCFP")

Counts = tuple[int, ...]
Faces = tuple[int, ...]
SuitSets = tuple[tuple[str, int], ...]


# ---- what is asked --------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """The switches of the table; the defaults are those of 国标 without 明暗杠."""

    exclusion_mode: str = "stated_plus_implied"
    que_yi_men: str = "exactly_two_suits"
    qing_yi_se_pairs: bool = True
    qing_yi_se_excludes_que_yi_men: bool = False
    ming_gang_2: str | None = None  # "alias" pays a listed second 明杠 not again, "stack" does
    ming_an_gang: int = 0
    upper_lower_nested: str = "exclude"
    knitted_body_wait: bool = True
    formal_wait_counts_exhausted: bool = True
    has_wu_cai_shen: bool = False
    wu_fan_ignores: tuple[str, ...] = ("花牌",)
    caishen_ron: str = "face"
    caishen_fifth_copy: bool = True
    caishen_special_hands: bool = True
    caishen_nine_gates: str = "assigned"
    hog_counts_caishen: bool = True
    caishen_wait: str = "free"
    wu_cai_shen_all: bool = True
    self_use: str = "face"


QQ = Options()
GUOBIAO = Options(ming_an_gang=5)
HUANLE = Options(has_wu_cai_shen=True, ming_gang_2="alias", qing_yi_se_excludes_que_yi_men=True)


class Group(NamedTuple):
    """A chow (named by its lowest tile), pung or kong."""

    sort: str
    kind: int
    exposed: bool = False

    @property
    def tiles(self) -> tuple[int, ...]:
        if self.sort == "chow":
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * (4 if self.sort == "kong" else 3)

    @property
    def text(self) -> str:
        left, right = "[]" if self.exposed else "{}"
        return left + "".join(NAMES[tile] for tile in self.tiles) + right


@dataclass(frozen=True)
class Win:
    """A hand at the moment it wins.

    `tiles` are the natural concealed tiles without the winning one, `wild` the wildcards held
    before it. `win` is None if the winning tile is a wildcard.
    """

    tiles: tuple[int, ...]
    win: int | None
    melds: tuple[Group, ...] = ()
    wild: int = 0
    face: int | None = None
    self_draw: bool = False
    round_wind: int = 27
    seat_wind: int = 27
    flowers: int = 0
    last_tile: bool = False
    replacement: bool = False
    robbing: bool = False
    last_copy: bool = False

    @classmethod
    def parse(
        cls,
        hand: str,
        win: str,
        *,
        wild: str | None = None,
        round_wind: str = "E",
        seat_wind: str = "E",
        options: Options = QQ,
        **context: bool | int,
    ) -> Win:
        """Read ``[EEE]{1111m}23m5p6m'*``; `wild` names the face whose plain copies are wild."""
        melds: list[Group] = []
        tiles: list[int] = []
        stars = 0
        face = None if wild is None else NAMES.index(wild)
        for part, natural in _parts(hand):
            if part[0] in "[{":
                melds.append(_meld(part))
            elif part == "*" or (part == wild and not natural):
                stars += 1
            else:
                tiles.append(NAMES.index(part))
        self_draw = bool(context.get("self_draw", False))
        plain = win.removesuffix("'")
        drawn = win == "*" or (win == wild and (self_draw or options.caishen_ron == "wild"))
        return cls(
            tiles=tuple(sorted(tiles)),
            win=None if drawn else NAMES.index(plain),
            melds=tuple(melds),
            wild=stars,
            face=face,
            round_wind=NAMES.index(round_wind),
            seat_wind=NAMES.index(seat_wind),
            **context,  # type: ignore[arg-type]
        )

    def spelled(self) -> tuple[str, str, dict[str, bool | int | str]]:
        """The hand's text, the winning tile and how it won, as `parse` reads them."""
        wild = "*" if self.face is None else NAMES[self.face]
        text = "".join(meld.text for meld in self.melds)
        text += "".join(NAMES[k] + "'" * (k == self.face) for k in self.tiles)
        text += wild * self.wild
        if self.win is None:
            win = wild
        else:
            win = NAMES[self.win] + "'" * (self.win == self.face and self.self_draw)
        context: dict[str, bool | int | str] = {
            "round_wind": NAMES[self.round_wind],
            "seat_wind": NAMES[self.seat_wind],
        }
        flags = ("self_draw", "flowers", "last_tile", "replacement", "robbing", "last_copy")
        context |= {flag: getattr(self, flag) for flag in flags if getattr(self, flag)}
        if self.face is not None:
            context["wild"] = NAMES[self.face]
        return text, win, context


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Melds and tiles of a text; a tile comes with whether it is marked natural."""
    digits = ""
    i = 0
    while i < len(text):
        letter = text[i]
        natural = text[i + 1 : i + 2] == "'"
        if letter in "[{":
            end = text.index("]" if letter == "[" else "}", i)
            yield text[i : end + 1], False
            i = end
        elif letter.isdigit():
            digits += letter
        elif letter in "mps":
            for digit in digits:
                yield digit + letter, natural
            digits = ""
        elif letter != "'":
            yield letter, natural
        i += 1


def _meld(text: str) -> Group:
    kinds = [NAMES.index(tile) for tile, _ in _parts(text[1:-1])]
    if len(kinds) == 4:
        return Group("kong", kinds[0], text[0] == "[")
    return Group("pung" if kinds[0] == kinds[1] else "chow", min(kinds), True)


@dataclass(frozen=True)
class Answer:
    """The best total and every way to reach it: the faces given and the fans paid."""

    total: int
    ways: tuple[tuple[Faces, dict[str, int]], ...]

    @property
    def lists(self) -> list[dict[str, int]]:
        """The different fan lists."""
        found: list[dict[str, int]] = []
        for _, fans in self.ways:
            if fans not in found:
                found.append(fans)
        return found


# ---- every reading of a complete hand -------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """The concealed part cut up: groups and a pair, perhaps a knitted body; or a special shape."""

    shape: str
    groups: tuple[Group, ...] = ()
    pair: int | None = None
    body: tuple[int, ...] = ()


@cache
def suit_cuts(counts: Counts) -> tuple[tuple[SuitSets, int | None], ...]:
    """Every way to cut one suit (nine counts) or the honours (seven) into sets and up to a pair."""
    if sum(counts) % 3 == 1:
        return ()
    found: list[tuple[SuitSets, int | None]] = []
    if sum(counts) % 3 == 0:
        found += [(sets, None) for sets in _suit_sets(counts)]
    else:
        for rank, count in enumerate(counts):
            if count >= 2:
                found += [(sets, rank) for sets in _suit_sets(_less(counts, (rank, rank)))]
    return tuple(found)


@cache
def _suit_sets(counts: Counts) -> frozenset[SuitSets]:
    lowest = next((rank for rank, count in enumerate(counts) if count), None)
    if lowest is None:
        return frozenset([()])
    found = set()
    choices = [("pung", (lowest,) * 3)]
    if len(counts) == 9 and lowest <= 6:
        choices.append(("chow", (lowest, lowest + 1, lowest + 2)))
    for sort, tiles in choices:
        if all(counts[tile] >= tiles.count(tile) for tile in tiles):
            for rest in _suit_sets(_less(counts, tiles)):
                found.add(tuple(sorted((*rest, (sort, lowest)))))
    return frozenset(found)


def _less(counts: Counts, tiles: tuple[int, ...]) -> Counts:
    left = list(counts)
    for tile in tiles:
        left[tile] -= 1
    return tuple(left)


def _more(counts: Counts, tiles: tuple[int, ...]) -> Counts:
    full = list(counts)
    for tile in tiles:
        full[tile] += 1
    return tuple(full)


def _suits(counts: Counts) -> tuple[Counts, Counts, Counts, Counts]:
    return counts[:9], counts[9:18], counts[18:27], counts[27:]


def standard_cuts(counts: Counts) -> Iterator[tuple[tuple[Group, ...], int]]:
    """Every way to cut tiles into sets and exactly one pair."""
    for cuts in product(*map(suit_cuts, _suits(counts))):
        pairs = [9 * suit + pair for suit, (_, pair) in enumerate(cuts) if pair is not None]
        if len(pairs) == 1:
            sets = tuple(
                Group(sort, 9 * suit + rank)
                for suit, (groups, _) in enumerate(cuts)
                for sort, rank in groups
            )
            yield sets, pairs[0]


def special_readings(counts: Counts, melds: int) -> Iterator[Reading]:
    """Seven pairs, orphans, singles of a knitted pattern, and the knitted straight."""
    if melds == 0:
        if all(count % 2 == 0 for count in counts):
            yield Reading("seven pairs")
        if all(counts[k] for k in ORPHANS) and sum(counts[k] for k in ORPHANS) == 14:
            yield Reading("orphans")
        if max(counts) == 1:
            held = {k for k in KINDS if counts[k]}
            for pattern in KNITTED:
                if held <= {*pattern, *HONOURS}:
                    yield Reading("singles", body=tuple(sorted(held & set(pattern))))
                    break
    if melds <= 1:
        for pattern in KNITTED:
            if all(counts[k] for k in pattern):
                for groups, pair in standard_cuts(_less(counts, pattern)):
                    yield Reading("knitted straight", groups, pair, pattern)


def readings(counts: Counts, melds: int, special: bool = True) -> Iterator[Reading]:
    """Every reading of a complete concealed part."""
    for groups, pair in standard_cuts(counts):
        yield Reading("standard", groups, pair)
    if special:
        yield from special_readings(counts, melds)


# ---- faces for wildcards --------------------------------------------------------------------


@cache
def suit_faces(counts: Counts, wild: int) -> tuple[tuple[int, ...], ...]:
    """Every multiset of `wild` ranks that makes the suit cut up."""
    if (sum(counts) + wild) % 3 == 1:
        return ()
    return tuple(
        faces
        for faces in combinations_with_replacement(range(len(counts)), wild)
        if suit_cuts(_more(counts, faces))
    )


def standard_faces(counts: Counts, wild: int) -> Iterator[Faces]:
    """Every multiset of faces that completes the standard shape: share the wildcards out."""
    suits = _suits(counts)
    for first, second, third in product(range(wild + 1), repeat=3):
        shares = (first, second, third, wild - first - second - third)
        if shares[3] < 0:
            continue
        sizes = [sum(suit) + share for suit, share in zip(suits, shares, strict=True)]
        if sorted(size % 3 for size in sizes) != [0, 0, 0, 2]:
            continue
        for parts in product(*map(suit_faces, suits, shares)):
            yield tuple(9 * suit + rank for suit, part in enumerate(parts) for rank in part)


def special_faces(counts: Counts, wild: int, melds: int) -> Iterator[Faces]:
    """Every multiset of faces that completes a special shape, some more than once."""
    if melds == 0:
        odd = tuple(k for k in KINDS if counts[k] % 2)
        if len(odd) <= wild:
            for pairs in combinations_with_replacement(KINDS, (wild - len(odd)) // 2):
                yield tuple(sorted((*odd, *pairs, *pairs)))
        lacking = tuple(k for k in ORPHANS if not counts[k])
        if len(lacking) <= wild:
            for rest in combinations_with_replacement(ORPHANS, wild - len(lacking)):
                yield tuple(sorted((*lacking, *rest)))
        if max(counts) <= 1:
            held = {k for k in KINDS if counts[k]}
            for pattern in KNITTED:
                if held <= {*pattern, *HONOURS}:
                    free = sorted({*pattern, *HONOURS} - held)
                    yield from combinations(free, wild)
    if melds <= 1:
        for pattern in KNITTED:
            holes = tuple(k for k in pattern if not counts[k])
            if len(holes) <= wild:
                left = _less(_more(counts, holes), pattern)
                for rest in standard_faces(left, wild - len(holes)):
                    yield tuple(sorted((*holes, *rest)))


def completions(
    counts: Counts, wild: int, melds: int, face: int | None, options: Options
) -> set[Faces]:
    """Every multiset of faces with which natural tiles and wildcards are a complete hand."""
    found = set(standard_faces(counts, wild))
    found |= {
        faces
        for faces in special_faces(counts, wild, melds)
        if (options.caishen_special_hands or all(f == face for f in faces))
        and any(special_readings(_more(counts, faces), melds))
    }
    if not options.caishen_fifth_copy:
        found = {faces for faces in found if max(_more(counts, faces)) <= 4}
    return found


@cache
def suit_lack(counts: Counts, pair: bool) -> int:
    """Fewest wildcards that complete a suit with all its tiles used, a fifth copy allowed."""
    lowest = next((rank for rank, count in enumerate(counts) if count), None)
    if lowest is None:
        return 2 if pair else 0
    choices: list[tuple[int, ...]] = [(lowest,) * 3]
    if len(counts) == 9:
        choices += [(r, r + 1, r + 2) for r in range(lowest - 2, lowest + 1) if 0 <= r <= 6]
    if pair:
        choices.append((lowest,) * 2)
    best = 99
    for tiles in choices:
        left, holes = list(counts), 0
        for tile in tiles:
            holes += left[tile] == 0
            left[tile] -= left[tile] > 0
        best = min(best, holes + suit_lack(tuple(left), pair and len(tiles) == 3))
    return best


@lru_cache(maxsize=50_000)
def is_complete(counts: Counts, wild: int, melds: int, face: int | None, options: Options) -> bool:
    """Whether some faces complete the hand."""
    if not options.caishen_fifth_copy:
        # a natural fifth copy is a question that only the formal waits ask
        top = [4 if count <= 4 else count for count in counts]
        return any(
            all(full <= most for full, most in zip(_more(counts, faces), top, strict=True))
            for faces in completions(
                counts, wild, melds, face, replace(options, caishen_fifth_copy=True)
            )
        )
    suits = _suits(counts)
    for eyes in range(4):
        if sum(suit_lack(suit, i == eyes) for i, suit in enumerate(suits)) <= wild:
            return True
    return any(
        any(special_readings(_more(counts, faces), melds))
        for faces in special_faces(counts, wild, melds)
        if options.caishen_special_hands or all(f == face for f in faces)
    )


def wait_set(
    counts: Counts, wild: int, melds: tuple[Group, ...], face: int | None, options: Options
) -> tuple[int, ...]:
    """The kinds that complete 13 tiles, as a form: also a kind that the hand holds four of."""
    waits = []
    for kind in KINDS:
        own = counts[kind] + sum(meld.tiles.count(kind) for meld in melds)
        if own >= 4 and not options.formal_wait_counts_exhausted:
            continue
        if is_complete(_more(counts, (kind,)), wild, len(melds), face, options):
            waits.append(kind)
    return tuple(waits)


# ---- one view: a reading with the winning tile in its place ---------------------------------


@dataclass
class View:
    """What a fan may look at."""

    win: Win
    options: Options
    shape: str
    chows: list[int]  # lowest kinds
    pungs: list[int]  # kongs too
    pair: int | None
    body: tuple[int, ...]
    tiles: list[int]  # all of them, melds too
    hidden: int  # concealed pungs and concealed kongs
    wait: str | None  # what the winning tile completed, if it was the only wait
    nine_gates: bool
    hogs: int
    own_faces: list[bool]  # for each wildcard whether it stands for its own face
    groups: list[tuple[int, ...]] = field(init=False)
    kinds: set[int] = field(init=False)
    suits: set[int] = field(init=False)
    ranks: set[int] = field(init=False)
    honours: bool = field(init=False)

    def __post_init__(self) -> None:
        self.groups = [(k, k + 1, k + 2) for k in self.chows] + [(k,) for k in self.pungs]
        if self.pair is not None:
            self.groups.append((self.pair,))
        self.kinds = set(self.tiles)
        self.suits = {k // 9 for k in self.kinds if k < 27}
        self.ranks = {k % 9 + 1 for k in self.kinds if k < 27}
        self.honours = any(k >= 27 for k in self.kinds)

    @property
    def kongs(self) -> int:
        return sum(meld.sort == "kong" for meld in self.win.melds)

    @property
    def concealed_kongs(self) -> int:
        return sum(meld.sort == "kong" and not meld.exposed for meld in self.win.melds)

    @property
    def exposed_kongs(self) -> int:
        return self.kongs - self.concealed_kongs

    @property
    def exposed(self) -> int:
        return sum(meld.exposed for meld in self.win.melds)

    # Beyond four copies there may be two pungs of one kind. 三风刻, 双箭刻 and 箭刻 count pungs;
    # the four fans called after all winds or dragons want the kinds, 同刻 and 节高 want suits and
    # ranks; 圈风刻 and 门风刻 are paid once.

    @property
    def wind_pungs(self) -> list[int]:
        return [k for k in self.pungs if k in WINDS]

    @property
    def dragon_pungs(self) -> list[int]:
        return [k for k in self.pungs if k in DRAGONS]

    def only(self, *ranks: int) -> bool:
        """Whether the hand is made of suit tiles of these ranks."""
        return not self.honours and self.ranks <= set(ranks)

    def every_group(self, test: Callable[[int], bool]) -> bool:
        return self.shape == "standard" and all(any(map(test, group)) for group in self.groups)

    def chow_in(self, suit: int, rank: int) -> bool:
        return 9 * suit + rank - 1 in self.chows

    def pung_in(self, suit: int, rank: int) -> bool:
        return 9 * suit + rank - 1 in self.pungs


# ---- the fans -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fan:
    """One row: how often a view shows it, and what is not counted beside it."""

    name: str
    value: int
    times: Callable[[View], int]
    stated: tuple[str, ...]
    implied: tuple[str, ...]
    own: str  # whose pungs lose their 幺九刻
    chows: Callable[[View], list[tuple[int, ...]]] | None  # which of its chows are joined


FANS: dict[str, Fan] = {}


def fan(
    name: str,
    value: int,
    stated: str = "",
    implied: str = "",
    own: str = "",
    chows: Callable[[View], list[tuple[int, ...]]] | None = None,
) -> Callable[[Callable[[View], int]], Callable[[View], int]]:
    """Enter a row in the table."""

    def enter(times: Callable[[View], int]) -> Callable[[View], int]:
        FANS[name] = Fan(
            name, value, times, tuple(stated.split()), tuple(implied.split()), own, chows
        )
        return times

    return enter


def all_four(view: View) -> list[tuple[int, ...]]:
    """The chows of a fan that takes all four."""
    return [(0, 1, 2, 3)]


def triples(test: Callable[[int, int, int], bool]) -> Callable[[View], list[tuple[int, ...]]]:
    """The chow triples, by position, that show a fan of three chows in some order."""

    def find(view: View) -> list[tuple[int, ...]]:
        return [
            three
            for three in combinations(range(len(view.chows)), 3)
            if any(test(*order) for order in permutations(view.chows[i] for i in three))
        ]

    return find


def one_suit(*kinds: int) -> bool:
    return len({k // 9 for k in kinds}) == 1


def three_suits(*kinds: int) -> bool:
    return len({k // 9 for k in kinds}) == 3 and all(k < 27 for k in kinds)


def rising(step: int, *kinds: int) -> bool:
    """Whether ranks rise by `step` each, whatever the suits."""
    ranks = [k % 9 for k in kinds]
    return all(b - a == step for a, b in pairwise(ranks))


# 88


@fan("大四喜", 88, "圈风刻 门风刻 三风刻 碰碰和", own="winds")
def _(v: View) -> int:
    return set(v.wind_pungs) == set(WINDS)


@fan("大三元", 88, "箭刻", "双箭刻", own="dragons")
def _(v: View) -> int:
    return set(v.dragon_pungs) == set(DRAGONS)


@fan("绿一色", 88, "混一色", "缺一门")
def _(v: View) -> int:
    return v.kinds <= GREEN


@fan("九莲宝灯", 88, "清一色", "门前清 不求人 无字 边张 坎张 单钓将")  # and one 幺九刻
def _(v: View) -> int:
    return v.nine_gates


@fan("四杠", 88, "", "三杠 双暗杠 双明杠 明暗杠 暗杠 明杠 明杠2 碰碰和 单钓将")
def _(v: View) -> int:
    return v.kongs == 4


@fan("连七对", 88, "清一色 不求人 单钓将", "七对 门前清 无字")
def _(v: View) -> int:
    return (
        v.shape == "seven pairs"
        and not v.honours
        and len(v.suits) == 1
        and len(v.kinds) == 7
        and max(v.ranks) - min(v.ranks) == 6
    )


@fan("十三幺", 88, "五门齐 不求人 单钓将", "混幺九 门前清")
def _(v: View) -> int:
    return v.shape == "orphans"


# 64


@fan("清幺九", 64, "碰碰和 双同刻 无字", "混幺九 全带幺 幺九刻")
def _(v: View) -> int:
    return v.only(1, 9)


@fan("小四喜", 64, "三风刻", own="winds")
def _(v: View) -> int:
    return len(set(v.wind_pungs)) == 3 and {*v.wind_pungs, v.pair} == set(WINDS)


@fan("小三元", 64, "箭刻", "双箭刻", own="dragons")
def _(v: View) -> int:
    return len(set(v.dragon_pungs)) == 2 and {*v.dragon_pungs, v.pair} == set(DRAGONS)


@fan("字一色", 64, "碰碰和", "混幺九 全带幺 幺九刻")
def _(v: View) -> int:
    return not v.suits


@fan("四暗刻", 64, "门前清 碰碰和", "不求人 三暗刻 双暗刻")
def _(v: View) -> int:
    return v.hidden == 4


@fan("一色双龙会", 64, "平和 七对 清一色", "一般高 老少副 无字", chows=all_four)
def _(v: View) -> int:
    return any(
        sorted(v.chows) == [9 * s, 9 * s, 9 * s + 6, 9 * s + 6] and v.pair == 9 * s + 4
        for s in range(3)
    )


# 48


@fan("一色四同顺", 48, "一色三节高 一般高 四归一", "一色三同顺", chows=all_four)
def _(v: View) -> int:
    return len(v.chows) == 4 and len(set(v.chows)) == 1


@fan("一色四节高", 48, "一色三同顺 碰碰和", "一色三节高")
def _(v: View) -> int:
    row = sorted(v.pungs)
    return len(row) == 4 and row[3] < 27 and one_suit(*row) and rising(1, *row)


# 32


@fan("一色四步高", 32, "", "一色三步高", chows=all_four)
def _(v: View) -> int:
    row = sorted(v.chows)
    return len(row) == 4 and one_suit(*row) and (rising(1, *row) or rising(2, *row))


@fan("三杠", 32, "", "双暗杠 双明杠 暗杠 明杠 明杠2")
def _(v: View) -> int:
    return v.kongs >= 3


@fan("混幺九", 32, "碰碰和", "全带幺 幺九刻")
def _(v: View) -> int:
    return v.kinds <= set(ORPHANS)


# 24


@fan("七对", 24, "不求人 单钓将", "门前清")
def _(v: View) -> int:
    return v.shape == "seven pairs"


@fan("七星不靠", 24, "五门齐 不求人 单钓将", "全不靠 门前清")
def _(v: View) -> int:
    return v.shape == "singles" and v.kinds >= set(HONOURS)


@fan("全双刻", 24, "碰碰和 断幺", "无字")
def _(v: View) -> int:
    return len(v.pungs) == 4 and v.only(2, 4, 6, 8)


@fan("清一色", 24, "无字", "缺一门")  # the 83-fan table states 缺一门 too
def _(v: View) -> int:
    if v.shape == "seven pairs" and not v.options.qing_yi_se_pairs:
        return False
    return len(v.suits) == 1 and not v.honours


triple_chow = triples(lambda a, b, c: a == b == c)


@fan("一色三同顺", 24, "一色三节高", "", chows=triple_chow)
def _(v: View) -> int:
    return bool(triple_chow(v))


@fan("一色三节高", 24, "一色三同顺")
def _(v: View) -> int:
    return any(all(v.pung_in(s, r + i) for i in range(3)) for s in range(3) for r in range(1, 8))


@fan("全大", 24, "无字", "大于五")
def _(v: View) -> int:
    return v.only(7, 8, 9)


@fan("全中", 24, "断幺", "无字")
def _(v: View) -> int:
    return v.only(4, 5, 6)


@fan("全小", 24, "无字", "小于五")
def _(v: View) -> int:
    return v.only(1, 2, 3)


# 16


pure_straight = triples(lambda a, b, c: one_suit(a, b, c) and rising(3, a, b, c) and a % 9 == 0)


@fan("清龙", 16, chows=pure_straight)
def _(v: View) -> int:
    return bool(pure_straight(v))


@fan("三色双龙会", 16, "喜相逢 老少副 无字 平和", chows=all_four)
def _(v: View) -> int:
    return any(
        sorted(v.chows) == sorted((9 * a, 9 * a + 6, 9 * b, 9 * b + 6)) and v.pair == 9 * c + 4
        for a, b, c in permutations(range(3))
    )


shifted_chows = triples(
    lambda a, b, c: one_suit(a, b, c) and (rising(1, a, b, c) or rising(2, a, b, c))
)


@fan("一色三步高", 16, chows=shifted_chows)
def _(v: View) -> int:
    return bool(shifted_chows(v))


@fan("全带五", 16, "断幺", "无字")
def _(v: View) -> int:
    return v.every_group(lambda k: k < 27 and k % 9 == 4)


@fan("三同刻", 16, "", "双同刻")
def _(v: View) -> int:
    return any(all(v.pung_in(s, r) for s in range(3)) for r in range(1, 10))


@fan("三暗刻", 16, "", "双暗刻")
def _(v: View) -> int:
    return v.hidden >= 3


# 12


@fan("全不靠", 12, "五门齐 不求人 单钓将", "门前清")
def _(v: View) -> int:
    return v.shape == "singles"


@fan("组合龙", 12)
def _(v: View) -> int:
    return len(v.body) == 9


@fan("大于五", 12, "无字")
def _(v: View) -> int:
    return v.only(6, 7, 8, 9)


@fan("小于五", 12, "无字")
def _(v: View) -> int:
    return v.only(1, 2, 3, 4)


@fan("三风刻", 12, own="winds")
def _(v: View) -> int:
    return len(v.wind_pungs) >= 3


# 8


mixed_straight = triples(lambda a, b, c: three_suits(a, b, c) and rising(3, a, b, c))


@fan("花龙", 8, chows=mixed_straight)
def _(v: View) -> int:
    return bool(mixed_straight(v))


@fan("推不倒", 8, "缺一门")
def _(v: View) -> int:
    return v.kinds <= REVERSIBLE


mixed_triple = triples(lambda a, b, c: three_suits(a, b, c) and rising(0, a, b, c))


@fan("三色三同顺", 8, chows=mixed_triple)
def _(v: View) -> int:
    return bool(mixed_triple(v))


@fan("三色三节高", 8)
def _(v: View) -> int:
    return any(
        all(v.pung_in(s, r + i) for i, s in enumerate(order))
        for order in permutations(range(3))
        for r in range(1, 8)
    )


@fan("无番和", 8)
def _(v: View) -> int:
    return 0  # decided after all the others


@fan("妙手回春", 8, "自摸")
def _(v: View) -> int:
    return v.win.last_tile and v.win.self_draw


@fan("海底捞月", 8)
def _(v: View) -> int:
    return v.win.last_tile and not v.win.self_draw


@fan("杠上开花", 8, "自摸")
def _(v: View) -> int:
    return v.win.replacement


@fan("抢杠和", 8, "和绝张")
def _(v: View) -> int:
    return v.win.robbing


# 6


@fan("碰碰和", 6)
def _(v: View) -> int:
    return len(v.pungs) == 4


@fan("混一色", 6, "", "缺一门")
def _(v: View) -> int:
    return len(v.suits) == 1 and v.honours


mixed_shifted = triples(lambda a, b, c: three_suits(a, b, c) and rising(1, a, b, c))


@fan("三色三步高", 6, chows=mixed_shifted)
def _(v: View) -> int:
    return bool(mixed_shifted(v))


@fan("五门齐", 6)
def _(v: View) -> int:
    return len(v.suits) == 3 and bool(v.kinds & set(WINDS)) and bool(v.kinds & set(DRAGONS))


@fan("全求人", 6, "单钓将")
def _(v: View) -> int:
    return v.exposed == 4 and not v.win.self_draw


@fan("双暗杠", 6, "", "双暗刻 暗杠")
def _(v: View) -> int:
    return v.concealed_kongs >= 2


@fan("双箭刻", 6, "", "箭刻", own="dragons")
def _(v: View) -> int:
    return len(v.dragon_pungs) >= 2


@fan("明暗杠", 5, "", "暗杠 明杠 明杠2")
def _(v: View) -> int:
    return bool(v.options.ming_an_gang) and v.concealed_kongs == v.exposed_kongs == 1


# 4


@fan("全带幺", 4)
def _(v: View) -> int:
    return v.every_group(lambda k: k in ORPHANS)


@fan("不求人", 4, "", "自摸")
def _(v: View) -> int:
    return v.exposed == 0 and v.win.self_draw


@fan("双明杠", 4, "", "明杠 明杠2")
def _(v: View) -> int:
    return v.exposed_kongs >= 2


@fan("和绝张", 4)
def _(v: View) -> int:
    if v.win.win is None:
        return False
    shown = [tile for meld in v.win.melds if meld.exposed for tile in meld.tiles]
    return v.win.last_copy or shown.count(v.win.win) == 3  # its own melds prove it


# 2


@fan("箭刻", 2, own="dragons")
def _(v: View) -> int:
    return len(v.dragon_pungs)


@fan("圈风刻", 2, own="round wind")
def _(v: View) -> int:
    return v.win.round_wind in v.pungs


@fan("门风刻", 2, own="seat wind")
def _(v: View) -> int:
    return v.win.seat_wind in v.pungs


@fan("门前清", 2)
def _(v: View) -> int:
    return v.exposed == 0 and not v.win.self_draw


@fan("平和", 2, "", "无字")
def _(v: View) -> int:
    chows = len(v.chows) + (3 if v.shape == "knitted straight" else 0)
    return chows == 4 and v.pair is not None and v.pair < 27


@fan("四归一", 2)
def _(v: View) -> int:
    return v.hogs


@fan("双同刻", 2)
def _(v: View) -> int:
    return sum(sum(v.pung_in(s, r) for s in range(3)) >= 2 for r in range(1, 10))


@fan("双暗刻", 2)
def _(v: View) -> int:
    return v.hidden >= 2


@fan("暗杠", 2)
def _(v: View) -> int:
    return v.concealed_kongs


@fan("断幺", 2, "", "无字")
def _(v: View) -> int:
    return not v.kinds & set(ORPHANS)


@fan("无财神", 2)
def _(v: View) -> int:
    if not v.options.has_wu_cai_shen:
        return False
    if v.options.wu_cai_shen_all or not v.own_faces:
        return all(v.own_faces)
    return any(v.own_faces)


# 1


for pair_of_chows in ("一般高", "喜相逢", "连六", "老少副"):
    fan(pair_of_chows, 1)(lambda v: 0)  # paid together, see `two_chows`


@fan("幺九刻", 1)
def _(v: View) -> int:
    return sum(k in ORPHANS for k in v.pungs)


@fan("明杠", 1)
def _(v: View) -> int:
    return v.exposed_kongs


@fan("缺一门", 1)
def _(v: View) -> int:
    if v.options.que_yi_men == "exactly_two_suits":
        return len(v.suits) == 2
    return len(v.suits) <= 2


@fan("无字", 1)
def _(v: View) -> int:
    return not v.honours


@fan("边张", 1)
def _(v: View) -> int:
    return v.wait == "edge"


@fan("坎张", 1)
def _(v: View) -> int:
    return v.wait == "closed"


@fan("单钓将", 1)
def _(v: View) -> int:
    return v.wait == "pair"


@fan("明杠2", 1)
def _(v: View) -> int:
    return v.exposed_kongs if v.options.ming_gang_2 == "stack" else 0


@fan("自摸", 1)
def _(v: View) -> int:
    return v.win.self_draw


@fan("花牌", 1)
def _(v: View) -> int:
    return v.win.flowers


VALUES = {row.name: row.value for row in FANS.values()}


def excluded_by(row: Fan, options: Options) -> set[str]:
    """What is not counted beside a paid fan."""
    out = set(row.stated)
    if row.name == "清一色" and options.qing_yi_se_excludes_que_yi_men:
        out.add("缺一门")
    if options.exclusion_mode == "stated_plus_implied":
        out |= set(row.implied)
        if options.upper_lower_nested != "exclude":
            out -= {"大于五", "小于五"}
    return out


def total_of(fans: dict[str, int], options: Options) -> int:
    """Points of a fan list."""
    values = VALUES | {"明暗杠": options.ming_an_gang}
    return sum(values[name] * count for name, count in fans.items())


# ---- what is paid ---------------------------------------------------------------------------


def paid_lists(view: View) -> list[dict[str, int]]:
    """The fans of one view after exclusions: one list for each best choice of two-chow fans."""
    options = view.options
    implied = options.exclusion_mode == "stated_plus_implied"
    paid: dict[str, int] = {}
    barred: set[str] = set()
    for name, row in FANS.items():  # what excludes a fan always stands before it
        times = int(row.times(view))
        if times and name not in barred:
            paid[name] = times
            barred |= excluded_by(row, options)
    if implied and "幺九刻" in paid:
        owners = {FANS[name].own for name in paid}
        own = {
            "winds": set(WINDS),
            "dragons": set(DRAGONS),
            "round wind": {view.win.round_wind},
            "seat wind": {view.win.seat_wind},
            "": set(),
        }
        taken = set().union(*(own[owner] for owner in owners))
        left = sum(k in ORPHANS and k not in taken for k in view.pungs) - ("九莲宝灯" in paid)
        paid["幺九刻"] = left
        if not left:
            del paid["幺九刻"]
    lists = []
    for small in two_chows(view, paid, barred):
        fans = paid | small
        if not set(fans) - set(options.wu_fan_ignores):
            fans["无番和"] = 1
        lists.append(fans)
    return lists


def two_chow_fan(a: int, b: int) -> str | None:
    """The fan that two chows show."""
    a, b = sorted((a, b))
    if a == b:
        return "一般高"
    if a % 9 == b % 9:
        return "喜相逢"
    if one_suit(a, b) and b - a == 3:
        return "连六"
    if one_suit(a, b) and b - a == 6:
        return "老少副"
    return None


def two_chows(view: View, paid: dict[str, int], barred: set[str]) -> list[dict[str, int]]:
    """套算一次: try every set of two-chow fans in which no chow is joined to where it already is.

    The chows of a fan of three or four chows are joined from the start; where several triples show
    that fan, each of them is tried.
    """
    if len(view.chows) < 2:
        return [{}]
    edges = [
        (i, j, name)
        for i, j in combinations(range(len(view.chows)), 2)
        if (name := two_chow_fan(view.chows[i], view.chows[j])) and name not in barred
    ]
    starts: list[list[tuple[int, ...]]] = []
    if view.options.exclusion_mode == "stated_plus_implied":
        starts = [find(view) for name in paid if (find := FANS[name].chows)]
    found: list[Counter[str]] = []
    for joined in product(*starts):
        for size in range(len(edges) + 1):
            for chosen in combinations(edges, size):
                if is_forest(joined, chosen):
                    found.append(Counter(name for _, _, name in chosen))
    most = max(fans.total() for fans in found)
    best: list[dict[str, int]] = []
    for fans in found:
        if fans.total() == most and fans not in best:
            best.append(dict(fans))
    return best


def is_forest(joined: tuple[tuple[int, ...], ...], edges: tuple[tuple[int, int, str], ...]) -> bool:
    """Whether each edge joins chows that were not joined before."""
    home = [{0}, {1}, {2}, {3}]

    def join(i: int, j: int) -> None:
        both = home[i] | home[j]
        for chow in both:
            home[chow] = both

    for chows in joined:
        for chow in chows[1:]:
            join(chows[0], chow)
    for i, j, _ in edges:
        if j in home[i]:
            return False
        join(i, j)
    return True


# ---- views of a hand whose faces are known --------------------------------------------------


def places(reading: Reading, tile: int) -> Iterator[tuple[str | None, Group | None]]:
    """Where the winning tile can lie: the wait it would end, and the pung or chow it completes."""
    if reading.pair == tile or reading.shape in ("seven pairs", "orphans", "singles"):
        yield "pair", None
    if reading.shape == "knitted straight" and tile in reading.body:
        yield None, None
    for group in set(reading.groups):
        if tile not in group.tiles:
            continue
        ends = {(0, 2), (6, 0)}  # the 3 of 123 and the 7 of 789
        if group.sort == "chow" and tile == group.kind + 1:
            yield "closed", group
        elif group.sort == "chow" and (group.kind % 9, tile - group.kind) in ends:
            yield "edge", group
        else:
            yield None, group


def views(win: Win, options: Options, faces: Faces, tile: int, sole: bool) -> Iterator[View]:
    """Every view of a hand: `faces` of all its wildcards, `tile` the face of the winning tile."""
    naturals = Counter(win.tiles) + Counter([] if win.win is None else [win.win])
    counts = tuple(naturals[k] + faces.count(k) for k in KINDS)
    laid = [tile for meld in win.melds if meld.sort != "kong" for tile in meld.tiles]
    used = naturals + Counter(laid)
    if options.hog_counts_caishen:
        used += Counter(faces)
    same = [
        face == win.face
        or (
            options.self_use == "suit"
            and win.face is not None
            and _suit_of(face) == _suit_of(win.face)
        )
        for face in faces
    ]
    substitutes = not all(face == win.face for face in faces)
    special = options.caishen_special_hands or not substitutes
    gates = _less(counts, (tile,))
    nine = tile < 27 and not win.melds and gates[tile // 9 * 9 : tile // 9 * 9 + 9] == NINE_GATES
    if options.caishen_nine_gates == "natural" and substitutes:
        nine = False
    for reading in readings(counts, len(win.melds), special):
        for wait, group in places(reading, tile):
            groups = [*win.melds, *reading.groups]
            hidden = sum(g.sort != "chow" and not g.exposed for g in groups)
            if group is not None and group.sort == "pung" and not win.self_draw:
                hidden -= 1
            knitted_win = reading.shape == "knitted straight" and tile in reading.body
            silent = knitted_win and not options.knitted_body_wait
            yield View(
                win=win,
                options=options,
                shape=reading.shape,
                chows=[g.kind for g in groups if g.sort == "chow"],
                pungs=[g.kind for g in groups if g.sort != "chow"],
                pair=reading.pair,
                body=reading.body,
                tiles=[k for k in KINDS if counts[k]] + [k for m in win.melds for k in m.tiles],
                hidden=hidden,
                wait=wait if sole and not silent else None,
                nine_gates=nine and reading.shape == "standard",
                hogs=sum(count >= 4 for count in used.values()),
                own_faces=same,
            )


def _suit_of(kind: int) -> int:
    return min(kind // 9, 3)


# ---- the two questions ----------------------------------------------------------------------


def score(win: Win, options: Options = QQ) -> Answer | None:
    """The best total of a hand without wildcards, or None if it is not complete."""
    if win.wild or win.win is None:
        raise ValueError("this hand has wildcards")
    return score_wild(win, options)


def score_wild(win: Win, options: Options = HUANLE) -> Answer | None:
    """The best total over every multiset of faces that completes the hand."""
    if win.win == win.face is not None and not win.self_draw and options.caishen_ron == "no":
        return None
    before = tuple(win.tiles.count(k) for k in KINDS)
    counts = before if win.win is None else _more(before, (win.win,))
    wild = win.wild + (win.win is None)
    free = wait_set(before, win.wild, win.melds, win.face, options)
    best: list[tuple[int, Faces, dict[str, int]]] = []
    top = -1
    for faces in completions(counts, wild, len(win.melds), win.face, options):
        for tile in {win.win} if win.win is not None else set(faces):
            waits = free
            if options.caishen_wait == "frozen":
                held = _less(_more(counts, faces), (tile,))
                waits = wait_set(held, 0, win.melds, win.face, options)
            # a wildcard may win as a kind that is no wait, the fifth copy of four in the hand
            sole = waits == (tile,)
            for view in views(win, options, faces, tile, sole):
                for fans in paid_lists(view):
                    total = total_of(fans, options)
                    if total > top:
                        top, best = total, []
                    if total == top:
                        best.append((total, faces, fans))
    if not best:
        return None
    order = list(FANS)

    def rank(way: tuple[int, Faces, dict[str, int]]) -> tuple[object, ...]:
        _, faces, fans = way
        # more wildcards as themselves, then the lowest faces, then the first fans of the table
        return (
            -sum(face == win.face for face in faces),
            faces,
            [-fans.get(name, 0) for name in order],
        )

    ways: list[tuple[Faces, dict[str, int]]] = []
    for _, faces, fans in sorted(best, key=rank):
        if (faces, fans) not in ways:
            ways.append((faces, fans))
    return Answer(top, tuple(ways))
