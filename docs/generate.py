"""Write the pages of the games, `docs/games/*.md`, from the data of the games.

    python docs/generate.py

What the data do not say, such as what a source leaves open, stands in `words`; how deals end, in
`situations`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from situations import Situation, groups, told
from words import WORDS, GameWords

from queshen import Fan, Rules, Score, variant, variants
from queshen.errors import shown
from queshen.ranks import LADDERS
from queshen.settlement import Settlement, Transfer, base_terms, horse_seat
from queshen.tiles import KIND_COUNT, name

FOLDER = Path(__file__).parent / "games"

_FAN = 10  # what a total is in the table of rooms
_FLAGS = {
    "self": "self_draw",
    "last": "last_tile",
    "replacement": "replacement",
    "robbing": "robbing",
    "last_copy": "last_copy",
    "first": "first_turn",
    "bao": "bao",
    "closed_ready": "closed_ready",
    "bao_wait": "bao_wait",
    "ready": "ready",
    "first_ready": "first_ready",
    "after_kong": "after_kong",
    "last_round": "last_round",
}
_FLAG_WORDS = {
    "self_draw": "self-draw",
    "last_tile": "last tile",
    "replacement": "after a kong",
    "robbing": "robbing a kong",
    "last_copy": "last copy",
    "first_turn": "first turn",
    "bao": "drawn as the hidden wildcard",
    "closed_ready": "ready on a closed wait",
    "bao_wait": "which is the hidden wildcard",
    "ready": "declared ready",
    "first_ready": "at once",
    "after_kong": "discarded after a kong",
    "last_round": "while the last tiles are dealt out",
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
        flowers = given["flowers"]
        context["flowers"] = int(flowers) if flowers.isdecimal() else flowers
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
            how.append(_flowers(value))
        elif key == "wild":
            how.append(f"`{value}` is wild")
        else:
            how.append(f"{key.removesuffix('_wind')} {value}")
    return f"`{hand}` {', '.join(how)}"


def _flowers(value: int | str) -> str:
    if isinstance(value, str):
        return f"flowers {value}"
    return f"{value} flower{'s' * (value != 1)}"


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


def filled(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table without the columns that are empty in every row."""
    cells = list(rows)
    kept = [place for place in range(len(header)) if any(row[place] for row in cells)]
    yield from table([header[at] for at in kept], ([row[at] for at in kept] for row in cells))


def fan_section(rules: Rules) -> Iterator[str]:
    """How the fans add up, and what each of them is."""
    fans = rules.fans
    yield " ".join(fan_legend(rules))
    yield ""
    if fans.scale:
        totals = range(len(fans.scale))
        yield from ("What a total is in points:", "")
        points = ["Points", *(str(fans.points(total)) for total in totals)]
        yield from table(["Fan", *(f">{total}" for total in totals)], [points])
        yield ""
    if fans.cap is None:
        yield from filled(_FAN_HEADER, (fan_row(rules, fan) for fan in fans))
        yield ""
        return
    within = {"sum": "They add up to", "product": "Their product is"}.get(fans.combine, "It is")
    within = f"{within} {fans.cap} at most."
    beyond = "The cap does not hold for a hand with one of these."
    for heading, words in (("Within the cap", within), ("Beyond the cap", beyond)):
        rows = [fan_row(rules, fan) for fan in fans if fan.beyond_cap == (words is beyond)]
        if rows and not any(fan.beyond_cap for fan in fans):
            yield from (words, "", *filled(_FAN_HEADER, rows), "")
        elif rows:
            yield from (f"### {heading}", "", words, "", *filled(_FAN_HEADER, rows), "")


def fan_legend(rules: Rules) -> Iterator[str]:
    """What the table of the fans shows, in sentences."""
    which = "as they are" if rules == variant(rules.id) else "of the preset"
    fans = rules.fans
    if fans.combine == "highest":
        yield "Values are not added: the highest counts."
    elif fans.combine == "product":
        yield "Values are multiplied."
    if any(fan.implied or fan.own_sets or fan.one or fan.joined for fan in fans):
        yield (
            "Not paid beside a fan is what its row names: what the documents state, and in "
            "*italics* what they do not state but follows from the principles of counting."
        )
    yield (
        f"The total is that of the whole example under the rules {which}, melds in brackets, "
        "concealed kongs in braces, seat and round wind east where nothing is said."
    )
    if fans.tile_points:
        yield f"The winning tile adds points of its own: {tile_points(rules)}."
    if fans.excluded_exclude:
        yield "A fan that is itself not paid takes those of its row with it all the same."
    if any("dealer" in fan.when for fan in fans):
        yield "A winner whose seat is east is the dealer."


def tile_points(rules: Rules) -> str:
    """What each winning tile adds, those that add as much together."""
    alike: dict[int, list[str]] = {}
    for tile, points in enumerate(rules.fans.tile_points):
        alike.setdefault(points, []).append(name(tile))
    return "; ".join(f"{' '.join(tiles)} {points}" for points, tiles in alike.items())


_FAN_HEADER = (
    *(">No.", "番种", "English", ">Fan", "Condition", "Not paid beside it", "Example"),
    *(">Total", ">Points"),
)


def fan_row(rules: Rules, fan: Fan) -> list[str]:
    """A row of the fan table."""
    value = f"{fan.value} each" if fan.repeat else str(fan.value)
    score = scored(rules, fan.example)
    return [
        "" if fan.number is None else str(fan.number),
        fan.zh,
        fan.en,
        value if fan.to_minimum else f"{value}, not toward the minimum",
        "no other fan" if fan.id == rules.fans.bare else f"`{fan.when}`",
        "; ".join(exclusions(rules, fan)),
        example_text(fan.example),
        str(score.total),
        str(score.points) if rules.fans.scale else "",
    ]


def exclusions(rules: Rules, fan: Fan) -> Iterator[str]:
    """What is not paid beside a fan, in parts; what no document states is in italics."""
    if len(rules.fans) - 1 == len(fan.stated) > 1:
        yield "all others"
    elif fan.stated:
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


def preset_section(rules: Rules) -> Iterator[str]:
    """The defaults of the options under each preset."""
    presets = rules.definition.presets
    names = [name for name in rules.options if any(name in each for each in presets.values())]
    plain = {option.name: option.default for option in rules.definition.options}
    ways = [
        ("preset", dict[str, Any]()),
        *((f"preset={name!r}", {**own}) for name, own in presets.items()),
    ]
    header = ["Option", *(f"`{way}`" for way, own in ways if own or way != "preset")]
    del ways[0]
    header.insert(1, f"`preset={plain['preset']!r}`")
    yield from table(
        header,
        (
            [f"`{name}`", f"`{shown(plain[name])}`"]
            + [f"`{shown(own.get(name, plain[name]))}`" for _, own in ways]
            for name in names
        ),
    )


def preset_fans(rules: Rules) -> Iterator[str]:
    """The fans of each preset that has others."""
    for preset in rules.definition.presets:
        game = rules.replace(preset=preset)
        if game.fans != rules.fans:
            yield from (f"## Fans with `preset={preset!r}`", "", *fan_section(game))
            if notes := [*fan_notes(game)]:
                yield from (*notes, "")


def room_rows(rules: Rules) -> Iterator[list[str]]:
    """What a total is worth in each kind of room."""
    (option,) = (each for each in rules.definition.options if each.name == "room")
    names = {value: zh for zh, value in reversed(option.spellings)}  # the first of several
    for room in option.values:
        terms = base_terms(_FAN, str(room))
        words = {"fan": "total", "room": None}
        base = " + ".join(words[part] or str(count) for part, count in terms)
        minimum = rules.replace(room=room).minimum
        least = "any complete hand" if minimum is None else str(minimum)
        yield [names[str(room)], f"`{room}`", base, least]


# ---- who pays -------------------------------------------------------------------------------


def situation_section(rules: Rules) -> Iterator[str]:
    """The tables of situations."""
    seats = [
        f">Seat {seat}" + (" (dealer)" if not seat else "") for seat in range(rules.flow.seats)
    ]
    yield "In points, under the rules as they are unless an option is named:"
    for heading, situations in groups(rules):
        yield from ("", f"### {heading}", "") if heading else ("",)
        header = ["Situation", "Who pays", *seats]
        yield from table(header, (situation_row(rules, each) for each in situations))


def situation_row(rules: Rules, situation: Situation) -> list[str]:
    """A row of a table of situations."""
    game = rules.replace(**situation.options)
    settlement = game.settle(situation.result)
    words = told(game, situation.result)
    if situation.known_as:
        words = f"{situation.known_as}: {words}"
    if situation.options:
        given = (f"`{name}={value!r}`" for name, value in situation.options.items())
        words = f"{words} ({', '.join(given)})"
    return [words, paid(settlement), *(f"{each:+d}" if each else "0" for each in settlement.points)]


def paid(settlement: Settlement) -> str:
    """Who pays whom, and how it comes about; those who pay alike are named together."""
    found: dict[tuple[str, int, str], list[str]] = {}
    for several in _together(settlement.transfers):
        each, points = several[0], sum(one.points for one in several)
        formula = _how(each)
        if several[1:]:
            formula = " = " + " + ".join(_how(one, always=True) for one in several)
        if each.payer is None:
            found.setdefault(("the bank to {}", points, formula), []).append(str(each.payee))
        else:
            payee = "the bank" if each.payee is None else f"seat {each.payee}"
            alike = found.setdefault((f"{{}} to {payee}", points, formula), [])
            alike.append(str(each.payer))
    parts = []
    for parties, points, formula, seats in _by_payees(found):
        amount = f"{points} each" if seats[1:] or " to seats " in parties else str(points)
        parts.append(f"{parties.format(_seats(seats))}: {amount}{formula}")
    return "; ".join(parts) or "nobody pays anybody"


def _seats(seats: Sequence[str]) -> str:
    return f"seats {', '.join(seats)}" if seats[1:] else f"seat {seats[0]}"


def _by_payees(
    found: Mapping[tuple[str, int, str], list[str]],
) -> list[tuple[str, int, str, list[str]]]:
    """The payments; where one seat pays several alike, one after another, these are one."""
    parts: list[tuple[str, int, str, list[str]]] = []
    payees: list[str] = []
    for (parties, points, formula), seats in found.items():
        payee = parties.removeprefix("{} to seat ")
        if payee == parties or seats[1:]:
            payees = []
        elif payees and parts[-1][1:] == (points, formula, seats):
            payees.append(payee)
            parts[-1] = (f"{{}} to {_seats(payees)}", points, formula, seats)
            continue
        else:
            payees = [payee]
        parts.append((parties, points, formula, seats))
    return parts


def _together(transfers: Iterable[Transfer]) -> Iterable[list[Transfer]]:
    """The transfers, those for one win together that one seat pays another."""
    found: dict[object, list[Transfer]] = {}
    for place, each in enumerate(transfers):
        key = (each.payer, each.payee) if each.reason == "win" else place
        found.setdefault(key, []).append(each)
    return found.values()


_REASONS = {
    "huazhu": " for 查花猪",
    "dajiao": " for 查大叫",
    "transfer": " handed on from the {}",
    "refund": " given back for the {}",
}


def _how(transfer: Transfer, *, always: bool = False) -> str:
    """How the points of a transfer come about, to be written after them."""
    if transfer.reason == "horse":
        return f" for the horse {transfer.terms[0][0]}"
    formula = transfer.formula().replace(" x ", " × ")
    if transfer.reason in _REASONS:
        return _REASONS[transfer.reason].format(formula.partition("(")[2].rstrip(")"))
    if always:
        return formula
    return f" = {formula}" if formula and formula != str(transfer.points) else ""


def horse_rows(rules: Rules) -> Iterator[list[str]]:
    """Which tiles are horses on which seat, by each way to count dragons."""
    (option,) = (each for each in rules.definition.options if each.name == "horse_dragons")
    ways = [rules.replace(horse_dragons=value) for value in option.values]
    for seat in range(rules.flow.seats):
        tiles = (
            [name(kind) for kind in range(KIND_COUNT) if horse_seat(way, kind) == seat]
            for way in ways
        )
        yield [f"{seat}" + (" (dealer)" if not seat else ""), *map(" ".join, tiles)]


# ---- declaring ------------------------------------------------------------------------------


def condition_rows(rules: Rules, words: GameWords) -> Iterator[list[str]]:
    """The conditions of a declaration, each with a hand that meets it and one that does not."""
    for condition, asks, meets, fails in words.conditions:
        ready, refused = rules.readiness(meets), rules.readiness(fails)
        waits, missing = " ".join(ready.tiles), ", ".join(refused.failed)
        yield [f"`{condition}`", asks, f"`{meets}`", waits, f"`{fails}`", f"`{missing}`"]


def ready_rows(rules: Rules, words: GameWords) -> Iterator[list[str]]:
    """Further hands, each with what it may be won on or what it lacks."""
    for hand, options in words.hands:
        found = rules.replace(**options).readiness(hand)
        missing = ", ".join(f"`{condition}`" for condition in found.failed)
        given = ", ".join(f"`{name}={value!r}`" for name, value in options.items())
        waits = " ".join(found.tiles)
        yield [f"`{hand}`", given, waits, "yes" if found.closed else "", missing]


# ---- pages ----------------------------------------------------------------------------------


def page(rules: Rules) -> str:
    """The page of a game."""
    words = WORDS[rules.id]
    lines = [f"# {rules.zh} ({rules.en})", ""]
    lines += ["<!-- Written by docs/generate.py: change the data or the words. -->", ""]
    lines += [words.intro, "", "```python", *transcript(_statements(rules, words)), "", "```", ""]
    lines += [
        f"Its name in programs is `{rules.id}`; `queshen variants {rules.id}` lists the same on "
        "the command line. [Scoring](../scoring.md) says how hands are scored, [fans](../fans.md) "
        "what the conditions ask.",
        "",
    ]
    lines += ["## Fans", "", *fan_section(rules)]
    if notes := [*fan_notes(rules)]:
        lines += [*notes, ""]
    lines += preset_fans(rules)
    if words.conditions:
        lines += ["## Declaring", "", words.declaring, ""]
        conditions = ["Condition", "What it asks", "A hand that meets it", "Its waits"]
        conditions += ["A hand that does not", "It lacks"]
        lines += [*table(conditions, condition_rows(rules, words)), ""]
        lines += ["More hands before their draw:", ""]
        hands = ["Hand", "Option", "Waits", "卡当", "It lacks"]
        lines += [*table(hands, ready_rows(rules, words)), ""]
    lines += ["## What a win pays", "", words.paying, ""]
    if "room" in rules.options:
        rooms = ["Room", "`room`", "Base", ">Minimum without flowers"]
        lines += [*table(rooms, room_rows(rules)), ""]
    lines += [*situation_section(rules), ""]
    if words.liable:
        lines += ["### Who is liable", ""]
        lines += [*table(["What happens", "Who pays for all", "Options"], words.liable), ""]
    if "horse_dragons" in rules.options:
        (option,) = (each for each in rules.definition.options if each.name == "horse_dragons")
        ways = [f"`horse_dragons={value!r}`" for value in option.values]
        lines += ["### On which seat a horse is", ""]
        lines += [*table([">Seat", *ways], horse_rows(rules)), ""]
    lines += ["## Options", ""]
    options = ["Option", "Default", "Allowed", "What it decides", "", "Default from"]
    lines += [*table(options, option_rows(rules)), ""]
    if rules.definition.presets:
        lines += ["### What a preset changes", "", *preset_section(rules), ""]
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
