"""Write the pages of the games, `docs/games/*.md`, from the data of the games.

    python docs/generate.py

What the data do not say, such as what a source leaves open, stands in `game_words.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from game_words import WORDS, GameWords

from queshen import DealResult, Fan, Rules, Score, Win, variant, variants
from queshen.errors import shown
from queshen.ranks import LADDERS
from queshen.settlement import Settlement, base_terms

FOLDER = Path(__file__).parent / "games"

_FAN = 10  # what the hands of the table of situations are worth
_SEATS = 4
_FLAGS = {
    "self": "self_draw",
    "last": "last_tile",
    "replacement": "replacement",
    "robbing": "robbing",
    "last_copy": "last_copy",
}
_FLAG_WORDS = {
    "self_draw": "self-draw",
    "last_tile": "last tile",
    "replacement": "after a kong",
    "robbing": "robbing a kong",
    "last_copy": "last copy",
}


# ---- examples -------------------------------------------------------------------------------


def scored(rules: Rules, example: str) -> Score:
    """The example of a fan, scored."""
    hand, win, context = read_example(example)
    return rules.score(hand, win, **context)


def read_example(example: str) -> tuple[str, str, dict[str, Any]]:
    """Hand, winning tile and the keywords of `Rules.score`.

    >>> read_example("[WWW]345m678p567sNN win=7s round=W self")
    ('[WWW]345m678p567sNN', '7s', {'self_draw': True, 'round_wind': 'W'})
    """
    hand, *rest = example.split()
    given = dict(word.split("=") for word in rest if "=" in word)
    context: dict[str, Any] = {_FLAGS[word]: True for word in rest if "=" not in word}
    for wind in ("round", "seat"):
        if wind in given:
            context[f"{wind}_wind"] = given[wind]
    if "flowers" in given:
        context["flowers"] = int(given["flowers"])
    if "wild" in given:
        context["wild"] = given["wild"]
    return hand, given["win"], context


def example_text(example: str) -> str:
    """The example for people."""
    hand, win, context = read_example(example)
    how = [f"wins on `{win}`"]
    for key, value in context.items():
        if key in _FLAG_WORDS:
            how.append(_FLAG_WORDS[key])
        elif key == "flowers":
            how.append(f"{value} flowers")
        elif key == "wild":
            how.append(f"`{value}` is wild")
        else:
            how.append(f"{key.removesuffix('_wind')} {value}")
    return f"`{hand}` {', '.join(how)}"


def transcript(lines: Iterable[str]) -> Iterator[str]:
    """Python statements as one would type them, with what they print."""
    names: dict[str, Any] = {}
    for line in lines:
        yield f">>> {line}"
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(line, "<page>", "single"), names)
        yield from printed.getvalue().splitlines()


# ---- tables ---------------------------------------------------------------------------------


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A Markdown table; a heading that begins with > stands to the right."""
    yield f"| {' | '.join(each.removeprefix('>') for each in header)} |"
    yield "|" + "|".join("---:" if each.startswith(">") else "---" for each in header) + "|"
    for row in rows:
        yield f"| {' | '.join(each.replace('|', chr(92) + '|') for each in row)} |"


def fan_rows(rules: Rules) -> Iterator[list[str]]:
    """The rows of the fan table."""
    for fan in rules.fans:
        value = f"{fan.value} each" if fan.repeat else str(fan.value)
        yield [
            "" if fan.number is None else str(fan.number),
            fan.zh,
            fan.en,
            value if fan.to_minimum else f"{value}, not toward the minimum",
            "no other fan" if fan.id == rules.fans.bare else f"`{fan.when}`",
            "; ".join(exclusions(rules, fan)),
            example_text(fan.example),
            str(scored(rules, fan.example).total),
        ]


def exclusions(rules: Rules, fan: Fan) -> Iterator[str]:
    """What is not paid beside a fan, in parts; what no document states is in italics."""
    if fan.stated:
        yield _names(rules, fan.stated)
    implied = [id for id in fan.implied if id not in fan.stated]
    if implied:
        yield f"*{_names(rules, implied)}*"
    if fan.own_sets:
        yield f"*{_names(rules, fan.own_sets)} of its sets*"
    if fan.one:
        yield f"*one {_names(rules, fan.one)}*"
    if fan.joined:
        yield "*fans of two of its chows*"


def _names(rules: Rules, ids: Iterable[str]) -> str:
    return "、".join(dict.fromkeys(rules.fans[id].zh for id in ids))


def fan_notes(rules: Rules) -> Iterator[str]:
    """What is odd about single fans."""
    for fan in rules.fans:
        if fan.note:
            yield f"* {fan.zh}: {fan.note}"


def option_rows(rules: Rules) -> Iterator[list[str]]:
    """The rows of the options."""
    for option in rules.definition.options:
        source = "no document says it" if option.source == "choice" else option.source
        default = shown(option.default)
        allowed = option.allowed.removeprefix("one of ").replace("None", "`None`")
        yield [f"`{option.name}`", f"`{default}`", allowed, option.en, option.zh, source]


def room_rows(rules: Rules) -> Iterator[list[str]]:
    """What a total is worth in each kind of room."""
    (option,) = (each for each in rules.definition.options if each.name == "room")
    names = {value: zh for zh, value in option.spellings}
    for room in option.values:
        terms = base_terms(_FAN, str(room))
        words = {"fan": "total", "room": None}
        base = " + ".join(words[part] or str(count) for part, count in terms)
        minimum = rules.replace(room=room).minimum
        least = "any complete hand" if minimum is None else str(minimum)
        yield [names[str(room)], f"`{room}`", base, least]


# ---- who pays -------------------------------------------------------------------------------

Situation = tuple[str, dict[str, Any], DealResult]


def situations(rules: Rules) -> Iterator[Situation]:
    """How deals end: in words, under which options, and as a result."""
    if rules.options.get("bird"):
        yield from _with_bird()
    else:
        for seat in (0, 1):
            yield f"seat {seat} wins by self-draw", {}, DealResult([Win(seat, _FAN)])
        yield "seat 1 wins on a discard of seat 2", {}, DealResult([Win(1, _FAN, 2)])
    yield "nobody wins", {}, DealResult()
    known = {option.name for option in rules.definition.options}
    lone: dict[str, Any] = {} if "bird" not in known else {"bird": False}
    if "discard_payers" in known:
        yield (
            "seat 1 wins on a discard of seat 2, all pay",
            {**lone, "discard_payers": "all"},
            DealResult([Win(1, _FAN, 2)]),
        )
    if "multi_win" in known:
        yield (
            "seats 1 and 3 win on a discard of seat 2",
            {**lone, "multi_win": "all"},
            DealResult([Win(3, _FAN, 2), Win(1, _FAN, 2)]),
        )
    if "escape_points" in known:
        yield "seat 2 leaves", {}, DealResult(escaped=2)


def _with_bird() -> Iterator[Situation]:
    for winner, payer, bird in (
        (0, None, 0),
        (0, None, 2),
        (1, None, 0),
        (1, None, 1),
        (1, None, 2),
        (0, 1, 0),
        (0, 1, 2),
        (1, 0, 1),
        (1, 0, 3),
        (1, 2, 1),
        (1, 2, 3),
    ):
        how = "wins by self-draw" if payer is None else f"wins on a discard of seat {payer}"
        result = DealResult([Win(winner, _FAN, payer)], bird=f"{bird + 1}m")
        yield f"seat {winner} {how}, the bird is seat {bird}'s", {}, result
    off = {"bird": False, "dealer_double": False}
    yield "seat 1 wins by self-draw, neither bird nor dealer", off, DealResult([Win(1, _FAN)])


def situation_rows(rules: Rules) -> Iterator[list[str]]:
    """The rows of the table of situations."""
    for words, options, result in situations(rules):
        settlement = rules.replace(**options).settle(result)
        given = ", ".join(f"`{name}={value!r}`" for name, value in options.items())
        points = [f"{each:+d}" if each else "0" for each in settlement.points]
        yield [f"{words} ({given})" if given else words, paid(settlement), *points]


def paid(settlement: Settlement) -> str:
    """Who pays whom, and how it comes about; those who pay alike are named together."""
    found: dict[tuple[str, int, str], list[str]] = {}
    for each in settlement.transfers:
        formula = each.formula().replace(" x ", " × ")
        if each.payer is None:
            found.setdefault(("the bank to {}", each.points, formula), []).append(str(each.payee))
        else:
            payee = "the bank" if each.payee is None else f"seat {each.payee}"
            alike = found.setdefault((f"{{}} to {payee}", each.points, formula), [])
            alike.append(str(each.payer))
    parts = []
    for (parties, points, formula), seats in found.items():
        named = f"seats {', '.join(seats)}" if seats[1:] else f"seat {seats[0]}"
        amount = f"{points} each" if seats[1:] else str(points)
        told = formula if formula and formula != str(points) else ""
        parts.append(f"{parties.format(named)}: {amount}" + (f" = {told}" if told else ""))
    return "; ".join(parts) or "nobody pays anybody"


# ---- pages ----------------------------------------------------------------------------------


def page(rules: Rules) -> str:
    """The page of a game."""
    words = WORDS[rules.id]
    lines = [f"# {rules.zh} ({rules.en})", ""]
    lines += ["<!-- Written by docs/generate.py: change the data or game_words.py. -->", ""]
    lines += [words.intro, "", "```python", *transcript(_statements(rules, words)), "", "```", ""]
    lines += [
        f"Its name in programs is `{rules.id}`; `queshen variants {rules.id}` lists the same on "
        "the command line. [Scoring](../scoring.md) says how hands are scored, [fans](../fans.md) "
        "what the conditions ask.",
        "",
        "## Fans",
        "",
        "Not paid beside a fan is what its row names: what the documents state, and in *italics* "
        "what they do not state but follows from the principles of counting. The total is that of "
        "the whole example under the rules as they are, melds in brackets, concealed kongs in "
        "braces, seat and round wind east where nothing is said.",
        "",
    ]
    header = [">No.", "番种", "", ">Fan", "Condition", "Not paid beside it", "Example", ">Total"]
    lines += [*table(header, fan_rows(rules)), "", *fan_notes(rules), ""]
    lines += ["## What a win pays", "", words.paying, ""]
    if "room" in rules.options:
        rooms = ["Room", "`room`", "Base", ">Minimum without flowers"]
        lines += [*table(rooms, room_rows(rules)), ""]
    seats = [f">Seat {seat}" + (" (dealer)" if not seat else "") for seat in range(_SEATS)]
    lines += [
        f"A hand of {_FAN} fan, in points, under the rules as they are unless an option is named:",
        "",
        *table(["Situation", "Who pays", *seats], situation_rows(rules)),
        "",
    ]
    lines += ["## Options", ""]
    options = ["Option", "Default", "Allowed", "What it decides", "", "Default from"]
    lines += [*table(options, option_rows(rules)), ""]
    if rules.id in LADDERS:
        lines += ["## Rank titles", "", "From so many points on (`queshen.ranks.rank`):", ""]
        lines += ["、".join(f"{title} {least:,}" for title, least in LADDERS[rules.id]), ""]
    lines += ["## Where the sources are silent or disagree", ""]
    for heading, points in words.open_points:
        lines += [f"### {heading}", "", *(f"* {point}" for point in points), ""]
    return "\n".join(lines).rstrip() + "\n"


def _statements(rules: Rules, words: GameWords) -> Iterator[str]:
    return (line.replace("{id}", rules.id) for line in words.example)


def pages() -> dict[Path, str]:
    """Every page by its place."""
    return {FOLDER / f"{game.id}.md": page(variant(game.id)) for game in variants()}


def main() -> None:
    """Write the pages that have changed."""
    FOLDER.mkdir(exist_ok=True)
    for path, text in pages().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(FOLDER.parent.parent)}")


if __name__ == "__main__":
    main()
