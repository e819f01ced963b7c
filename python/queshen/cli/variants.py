"""`queshen variants`: the games, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from ..fans import Fan
from ..options import Option
from ..rules import Definition, Rules, variant, variants
from .games import value_text
from .options import Language, told_of
from .screen import line, new_table, print_tables

__all__ = ["register"]

HELP = """
List the games, or the fans and the options of one.

Each fan comes with the others that are not counted beside it. "own" are those that count single
sets and leave out the sets of this fan, "one" those of which one copy is left out, "own chows
paired" are fans of two chows both of which are in this fan. The options are those of --option in
other commands.

Exit codes: 0 listed, 2 there is no such game.

JSON keys: id, zh, en, pinyin, aliases, currency, fans (how many), rooms; with GAME: id, zh, en,
pinyin, aliases, currency, rules, combine (how fans make a total), cap, scale (points by total),
fans (a list with number, id, zh, en, value, repeat, to_minimum, beyond_cap, excludes, own_sets,
one, joined, note, example), options (a list with name, default, values, low, high, several, zh, en,
source).
"""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("variants", help=HELP)(listed)


def listed(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="A game, by id, Chinese name or pinyin.", show_default=False
        ),
    ] = None,
    language: Annotated[Language, typer.Option(help="The language of words.")] = Language.EN,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """List the games, or what is in one."""
    if game is None:
        if as_json:
            for each in variants():
                line(
                    _game_facts(each) | {"fans": len(variant(each.id).fans), "rooms": _rooms(each)}
                )
        else:
            print_tables([_games()])
        return
    with told_of("GAME"):
        rules = variant(game)
    if as_json:
        line(_rules_facts(rules))
    else:
        print_tables(_rules_tables(rules, str(language)))


# For programs


def _game_facts(game: Definition) -> dict[str, Any]:
    return {
        each: getattr(game, each) for each in ("id", "zh", "en", "pinyin", "aliases", "currency")
    }


def _rooms(game: Definition) -> tuple[object, ...]:
    return next((option.values for option in game.options if option.name == "room"), ())


def _rules_facts(rules: Rules) -> dict[str, Any]:
    excludes = rules.fans.exclusions()
    return _game_facts(rules.definition) | {
        "rules": rules.key,
        "combine": rules.fans.combine,
        "cap": rules.fans.cap,
        "scale": rules.fans.scale,
        "fans": [_fan_facts(fan, excludes[fan.id]) for fan in rules.fans],
        "options": [_option_facts(option) for option in rules.definition.options],
    }


def _fan_facts(fan: Fan, excludes: tuple[str, ...]) -> dict[str, Any]:
    names = ("number", "id", "zh", "en", "value", "repeat", "to_minimum", "beyond_cap")
    return {
        **{each: getattr(fan, each) for each in names},
        "excludes": excludes,
        **{each: getattr(fan, each) for each in ("own_sets", "one", "joined", "note", "example")},
    }


def _option_facts(option: Option) -> dict[str, Any]:
    names = ("name", "default", "values", "low", "high", "several", "zh", "en", "source")
    return {each: getattr(option, each) for each in names}


# For people

_WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "fans": ("No", "番种", "Fan", "Value", "Not counted beside it"),
        "options": ("Option", "Default, other values, what it decides"),
        "own_sets": "own {}",
        "one": "one {}",
        "joined": "own chows paired",
        "all": "all others",
        "sum": "Fans are added up",
        "highest": "The highest fan counts",
        "product": "Fans are multiplied",
        "cap": ", to {} at most",
        "beyond": "; not where a fan leaves out all others",
        "scale": "Points of totals from 0 on: {}",
        "or": ", or ",
        "number": "any number from {}",
        "to": " to {}",
        "several": "none, or any of {}",
    },
    "zh": {
        "fans": ("序", "番种", "Fan", "番数", "不计"),
        "options": ("选项", "默认值，其他值，含义"),
        "own_sets": "自身{}",
        "one": "一个{}",
        "joined": "自身顺子相配",
        "all": "其余各番",
        "sum": "各番相加",
        "highest": "取最高的一番",
        "product": "各番相乘",
        "cap": "，{}番封顶",
        "beyond": "；不计其余各番者不封顶",
        "scale": "0番起的分值：{}",
        "or": "，或",
        "number": "{}起的任何数",
        "to": "，到{}为止",
        "several": "none，或{}中的任何几个",
    },
}


def _games() -> Table:
    table = new_table("Game", "中文", "English", "Fans", "Rooms", numbers=("Fans",))
    for game in variants():
        rooms = ", ".join(map(str, _rooms(game)))
        count = str(len(variant(game.id).fans))
        table.add_row(Text(game.id, "bold"), game.zh, game.en, count, rooms or Text("none", "dim"))
    return table


def _rules_tables(rules: Rules, language: str) -> Iterator[Table | Text]:
    words = _WORDS[language]
    yield Text.assemble((rules.zh, "bold"), f" {rules.en} ", (rules.id, "dim"))
    number, zh, en, value, excludes = words["fans"]
    fans = new_table(number, zh, en, value, excludes, numbers=(number, value))
    excluded = rules.fans.exclusions()
    for fan in rules.fans:
        times = "×n" if fan.repeat else ""
        fans.add_row(
            "" if fan.number is None else str(fan.number),
            Text(fan.zh, "bold"),
            fan.en,
            f"{fan.value}{times}",
            _excludes(rules, fan, excluded[fan.id], words),
        )
    yield fans
    yield from _total_texts(rules, words)
    options = new_table(*words["options"])
    for option in rules.definition.options:
        options.add_row(Text(option.name, "bold"), _option_text(option, language))
    yield options


def _total_texts(rules: Rules, words: dict[str, Any]) -> Iterator[Text]:
    """How fans make a total, where it is not their plain sum."""
    table = rules.fans
    if table.combine != "sum" or table.cap is not None:
        text = words[table.combine]
        text += words["cap"].format(table.cap) if table.cap is not None else ""
        text += words["beyond"] if any(fan.beyond_cap for fan in table) else ""
        yield Text(text)
    if table.scale:
        yield Text(words["scale"].format(" ".join(map(str, table.scale))))


def _excludes(rules: Rules, fan: Fan, whole: tuple[str, ...], words: dict[str, Any]) -> str:
    if len(fan.stated) == len(rules.fans) - 1:
        return str(words["all"])
    names = [rules.fans[each].zh for each in whole]
    for part in ("own_sets", "one"):
        names += [words[part].format(rules.fans[each].zh) for each in getattr(fan, part)]
    return " ".join([*names, words["joined"]] if fan.joined else names)


def _option_text(option: Option, language: str) -> Text:
    words = _WORDS[language]
    text = Text(value_text(option.default), "green")
    text.append(words["or"] + ", ".join(_others(option, words)), "dim")
    text.append(f"\n{option.zh if language == 'zh' else option.en}")
    return text


def _others(option: Option, words: dict[str, Any]) -> Iterator[str]:
    """What may be said beside the default."""
    values = [value_text(value) for value in option.values if value != option.default]
    if option.several:
        yield words["several"].format(",".join(map(value_text, option.values)))
        return
    yield from values
    if option.low is not None:
        end = "" if option.high is None else words["to"].format(option.high)
        yield words["number"].format(option.low) + end
