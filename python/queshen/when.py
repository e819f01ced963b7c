"""The condition of a fan: an expression over what the native patterns count.

``suits == 1 and not honours`` reads as Python reads it, over few things: the features by name,
small numbers, comparisons, ``and``, ``or``, ``not`` and parentheses. A feature alone means that its
count is not 0.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import lru_cache

from .errors import RulesError, shown, unknown
from .patterns import FEATURES

__all__ = ["Clause", "Test", "parse_when"]

Test = tuple[str, int, int]
"""A feature, the least and the greatest count of it that will do."""

Clause = tuple[Test, ...]
"""Tests that all hold; no test always holds."""

_WORDS = re.compile(
    r"\s*(?:(?P<word>[^\W\d]\w*)|(?P<number>\d+)|(?P<sign>[<>=!]=|[<>()])|(?P<other>.))"
)
_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_MOST_CLAUSES = 64
_DEEPEST = 32

# While an expression is read, a test is the set of counts that will do, one bit a count, and a
# clause maps features to such sets: then `not` is a complement and `and` an intersection.
_Counts = dict[str, int]


def parse_when(text: str) -> tuple[Clause, ...]:
    """Read the condition of a fan as alternatives: it holds where one of the clauses does.

    Parameters
    ----------
    text : str
        The condition.

    Returns
    -------
    tuple of clauses
        Each clause is a tuple of tests ``(feature, low, high)``, which mean
        ``low <= count <= high``. A condition that can never hold has no clause.

    Raises
    ------
    RulesError
        If `text` is no such expression, names no feature, or compares one with a number that it
        does not reach. The message names the position.

    Examples
    --------
    >>> parse_when("suits == 1 and not honours")
    ((('suits', 1, 1), ('honours', 0, 0)),)
    >>> parse_when("kongs >= 3 or kongs == 1")
    ((('kongs', 3, 5),), (('kongs', 1, 1),))
    """
    if not isinstance(text, str):
        raise TypeError(f"a condition is read from str, not {type(text).__name__}")
    return _parsed(str.__str__(text))


# Tables are made again and again of the same rows.
@lru_cache(maxsize=1024)
def _parsed(text: str) -> tuple[Clause, ...]:
    reader = _Reader(text)
    found = reader.alternatives(True, 0)
    if reader.word:
        raise reader.fail("and, or, or the end of the text")
    return tuple(part for clause in found for part in _intervals(clause))


class _Reader:
    """Recursive descent over the words of one expression.

    Every level takes whether the condition is wanted or its contrary, so that nothing but single
    tests is ever negated.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = [match for match in _WORDS.finditer(text.rstrip()) if match.lastgroup]
        self.next = 0

    @property
    def word(self) -> str:
        """The next word, empty at the end."""
        if self.next == len(self.words):
            return ""
        found = self.words[self.next]
        return found[found.lastgroup or 0]

    @property
    def group(self) -> str | None:
        return self.words[self.next].lastgroup if self.next < len(self.words) else None

    def fail(self, expected: str, place: int | None = None) -> RulesError:
        """The error about the next word, or about the word with number `place`."""
        self.next = self.next if place is None else place
        at = len(self.text)
        if self.next < len(self.words):
            found = self.words[self.next]
            at = found.start(found.lastgroup or 0)
        seen = shown(self.word) if self.word else "the end of the text"
        return RulesError(f"{shown(self.text)}, position {at}: found {seen}, expected {expected}")

    def take(self, word: str) -> bool:
        if self.word != word:
            return False
        self.next += 1
        return True

    def alternatives(self, wanted: bool, depth: int) -> list[_Counts]:
        found = self.joined(wanted, depth)
        while self.take("or"):
            other = self.joined(wanted, depth)
            found = self.either(found, other) if wanted else self.both(found, other)
        return found

    def joined(self, wanted: bool, depth: int) -> list[_Counts]:
        found = self.negated(wanted, depth)
        while self.take("and"):
            other = self.negated(wanted, depth)
            found = self.both(found, other) if wanted else self.either(found, other)
        return found

    def negated(self, wanted: bool, depth: int) -> list[_Counts]:
        while self.take("not"):
            wanted = not wanted
        if not self.take("("):
            return self.comparison(wanted)
        if depth == _DEEPEST:
            raise self.fail(f"at most {_DEEPEST} parentheses inside each other", self.next - 1)
        found = self.alternatives(wanted, depth + 1)
        if not self.take(")"):
            raise self.fail("and, or, or )")
        return found

    def comparison(self, wanted: bool) -> list[_Counts]:
        start = self.next
        left = self.operand()
        if self.word not in _SIGNS:
            if isinstance(left, int):
                raise self.fail("a comparison with a feature after the number")
            return self.test(left, ">=", 1, wanted, start)
        found: list[_Counts] = [{}] if wanted else []
        while self.word in _SIGNS:  # 1 <= suits <= 2 is two comparisons, as in Python
            sign = self.word
            self.next += 1
            right = self.operand()
            if isinstance(left, str) and isinstance(right, int):
                test = self.test(left, sign, right, wanted, self.next - 1)
            elif isinstance(left, int) and isinstance(right, str):
                test = self.test(right, _FLIPPED[sign], left, wanted, self.next - 3)
            else:
                other = "a number" if isinstance(left, str) else "a feature"
                raise self.fail(f"{other} to compare with {shown(left)}", self.next - 1)
            found = self.both(found, test) if wanted else self.either(found, test)
            left = right
        return found

    def operand(self) -> str | int:
        word, group = self.word, self.group
        if group == "number" and len(word) <= 3:
            self.next += 1
            return int(word)
        if group != "word" or word in ("and", "or", "not"):
            raise self.fail("a feature such as suits, or a small number")
        if word not in FEATURES:
            raise self.fail(f"a feature ({unknown('feature', word, FEATURES)})")
        self.next += 1
        return word

    def test(self, feature: str, sign: str, number: int, wanted: bool, place: int) -> list[_Counts]:
        """One comparison; `place` is where its number stands."""
        width = FEATURES[feature]
        if number > width:
            raise self.fail(f"a number up to {width}, to which {feature} counts", place)
        holds = _SIGNS[sign]
        bits = sum(1 << count for count in range(width + 1) if holds(count, number) == wanted)
        return [{feature: bits}] if bits else []

    def either(self, left: list[_Counts], right: list[_Counts]) -> list[_Counts]:
        return self.reduced([*left, *right])

    def both(self, left: list[_Counts], right: list[_Counts]) -> list[_Counts]:
        found = []
        for one in left:
            for other in right:
                clause = one | {
                    feature: bits & one.get(feature, bits) for feature, bits in other.items()
                }
                if all(clause.values()):
                    found.append(clause)
        return self.reduced(found)

    def reduced(self, clauses: list[_Counts]) -> list[_Counts]:
        """Without clauses that another one covers."""
        kept: list[_Counts] = []
        for clause in clauses:
            if not any(_covers(other, clause) for other in kept):
                kept = [other for other in kept if not _covers(clause, other)]
                kept.append(clause)
        if len(kept) > _MOST_CLAUSES:
            raise RulesError(
                f"{shown(self.text)} has {len(kept)} alternatives when it is written out, "
                f"expected at most {_MOST_CLAUSES}"
            )
        return kept


def _covers(wide: _Counts, narrow: _Counts) -> bool:
    return all(narrow.get(feature, -1) & ~bits == 0 for feature, bits in wide.items())


def _intervals(clause: _Counts) -> list[Clause]:
    """The clause as intervals: several clauses where its counts have gaps."""
    found: list[Clause] = [()]
    for feature, bits in clause.items():
        width = FEATURES[feature]
        if bits + 1 == 1 << width + 1:
            continue
        runs = []
        low = None
        for count in range(width + 2):
            if bits >> count & 1:
                low = count if low is None else low
            elif low is not None:
                runs.append((feature, low, count - 1))
                low = None
        found = [(*tests, run) for tests in found for run in runs]
    return found
