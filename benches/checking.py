"""Do two libraries answer alike, and if not, which other reading of the rules is it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from adapters import Call, Convention, Question, queshen_calls
from hands import Hands

UNEXPLAINED = "not explained"


# Readings tried, in this order, where a library and Queshen differ.
def other_readings(convention: Convention) -> Iterator[tuple[str, Convention]]:
    """The convention with one thing changed, and what that change is called."""
    flipped = "allowed" if convention.fifth == "barred" else "barred"
    yield f"fifth copy {flipped}", replace(convention, fifth=flipped)
    swap = {"SEVEN_PAIRS": "DISTINCT_PAIRS", "DISTINCT_PAIRS": "SEVEN_PAIRS"}
    shapes = tuple(swap.get(shape, shape) for shape in convention.shapes)
    if shapes != convention.shapes:
        alike = "DISTINCT_PAIRS" in convention.shapes
        text = "four alike are two pairs" if alike else "seven pairs must differ"
        yield text, replace(convention, shapes=shapes)


def without_held_out(answer: Any, row: Hands) -> Any:
    """A mask less the kinds of which the hand itself holds all four."""
    if isinstance(answer, bool) or not isinstance(answer, int):
        return answer
    held = sum(1 << kind for kind, count in enumerate(row) if count == 4)
    return answer & ~held


def same(theirs: Any, ours: Any) -> bool:
    """Whether two answers agree in all that the library tells."""
    if not isinstance(theirs, dict):
        return bool(theirs == ours)
    return theirs.keys() == ours.keys() and all(
        after[0] == ours[kind][0] and after[1] in (None, ours[kind][1])
        for kind, after in theirs.items()
    )


def reason(question: Question, convention: Convention, row: Hands, theirs: Any, ours: Any) -> str:
    """The documented reading that gives exactly the library's answer, if there is one."""
    if question is Question.SCORE:
        return UNEXPLAINED
    masks = question in (Question.WAITS, Question.USEFUL)
    if masks and without_held_out(theirs, row) == ours:
        return "it names kinds of which the hand holds all four"
    for text, other in other_readings(convention):
        call = queshen_calls(question, other)["Queshen, scalar"]
        answer = call.answers(call.prepare(row[None]))[0]
        if same(theirs, answer):
            return text
        if masks and without_held_out(theirs, row) == answer:
            return f"{text}; it names kinds of which the hand holds all four"
    return UNEXPLAINED


def compare(
    question: Question, call: Call, hands: Hands, ours: list[Any]
) -> tuple[dict[str, int], str]:
    """How many answers differ, by reason, and one example; not explained ones come first."""
    found: Counter[str] = Counter()
    examples: dict[str, str] = {}
    answers = call.answers(call.prepare(hands))
    for row, theirs, own in zip(hands, answers, ours, strict=False):
        if not same(theirs, own):
            text = reason(question, call.convention, row, theirs, own)
            found[text] += 1
            examples.setdefault(text, f"{row.tolist()}: {theirs}, Queshen {own}")
    example = examples.get(UNEXPLAINED) or next(iter(examples.values()), "")
    return dict(found.most_common()), example
