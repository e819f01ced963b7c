"""The pages of the games say what the data say, and their examples score as printed."""

from __future__ import annotations

import doctest
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import queshen
from queshen.patterns import FEATURES

DOCS = Path(__file__).parent.parent / "docs"
GAMES = [game.id for game in queshen.variants()]

each_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


def page(game: str) -> str:
    return (DOCS / "games" / f"{game}.md").read_text(encoding="utf-8")


def rows(text: str, heading: str, first: str = "") -> list[list[str]]:
    """The cells of the table under a heading, whose head begins with `first` and is left out."""
    _, _, rest = text.partition(f"\n## {heading}\n")
    lines = re.search(rf"^\| {first}.*\n(?:^\|.*\n)+", rest, re.MULTILINE)
    assert lines is not None, heading
    found = [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in lines[0].splitlines()]
    return [[cell.strip() for cell in row] for row in found[2:]]


@each_game
def test_pages_are_what_the_data_give(generate: ModuleType, game: str) -> None:
    written = generate.page(queshen.variant(game))
    assert page(game) == written, "python3 tasks.py docs writes the pages anew"


def test_every_game_has_a_page_and_nothing_else_has() -> None:
    assert sorted(path.stem for path in (DOCS / "games").iterdir()) == sorted(GAMES)


@each_game
def test_every_fan_is_there_with_its_value(game: str) -> None:
    table = queshen.variant(game).fans
    found = [(row[1], row[2], row[3]) for row in rows(page(game), "Fans")]
    assert [name for name, *_ in found] == [fan.zh for fan in table]
    assert [english for _, english, _ in found] == [fan.en for fan in table]
    assert [int(value.split()[0]) for *_, value in found] == [fan.value for fan in table]


CONTEXT = {
    "self-draw": {"self_draw": True},
    "last tile": {"last_tile": True},
    "after a kong": {"replacement": True},
    "robbing a kong": {"robbing": True},
    "last copy": {"last_copy": True},
}


def read(example: str) -> tuple[str, str, dict[str, object]]:
    """Hand, winning tile and context of an example as it is printed."""
    matched = re.fullmatch(r"`(\S+)` wins on `(\S+)`(?:, (.*))?", example)
    assert matched is not None, example
    context: dict[str, object] = {}
    for word in (matched[3] or "").split(", ") if matched[3] else []:
        if word in CONTEXT:
            context |= CONTEXT[word]
        elif flowers := re.fullmatch(r"(\d) flowers", word):
            context["flowers"] = int(flowers[1])
        elif wild := re.fullmatch(r"`(\S+)` is wild", word):
            context["wild"] = wild[1]
        else:
            wind, tile = word.split()
            context[f"{wind}_wind"] = tile
    return matched[1], matched[2], context


@each_game
def test_printed_examples_score_as_printed(game: str) -> None:
    rules = queshen.variant(game)
    for _, zh, *_, example, total in rows(page(game), "Fans"):
        hand, win, context = read(example)
        score = rules.score(hand, win, **context)
        assert zh in [one.fan.zh for one in score.fans], zh
        assert score.total == int(total), zh


@each_game
def test_points_of_every_situation_are_paid_by_somebody(game: str) -> None:
    lines = [row for row in rows(page(game), "What a win pays", "Situation") if row]
    assert len(lines) > 4
    for situation, paid, *points in lines:
        numbers = list(map(int, points))
        assert sum(numbers) == 0 or "the bank" in paid, situation
        assert any(numbers) or paid == "nobody pays anybody", situation


@each_game
def test_python_blocks_of_the_page_run(game: str) -> None:
    for block in re.findall(r"```python\n(.*?)```", page(game), re.DOTALL):
        test = doctest.DocTestParser().get_doctest(block, {}, game, None, 0)
        runner = doctest.DocTestRunner()
        runner.run(test)
        assert runner.summarize(verbose=False).failed == 0


@each_game
def test_every_option_is_listed_and_the_prose_names_no_other(game: str) -> None:
    known = {option.name for option in queshen.variant(game).definition.options}
    text = page(game)
    assert {row[0].strip("`") for row in rows(text, "Options")} == known
    prose = text.partition("\n## Where the sources are silent or disagree\n")[2]
    named = {name.partition("=")[0] for name in re.findall(r"`([a-zA-Z_0-9=]+)`", prose)}
    assert named and named <= known


def test_pages_link_to_pages() -> None:
    for path in DOCS.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / link).exists(), (path.name, link)


def test_every_feature_of_conditions_is_told_with_how_high_it_counts() -> None:
    text = (DOCS / "fans.md").read_text(encoding="utf-8")
    told: dict[str, int] = {}
    for names, widths in re.findall(r"^\| (`[^|]+`) \| ([\d, ]+) \|", text, re.MULTILINE):
        found = re.findall(r"`(\w+)`", names)
        numbers = [int(number) for number in widths.split(",")]
        told |= dict(zip(found, numbers * len(found), strict=False))
    assert told == dict(FEATURES)
