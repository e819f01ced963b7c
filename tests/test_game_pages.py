"""The pages of the games say what the data say, and their examples score as printed."""

from __future__ import annotations

import doctest
import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from ready_twin import Held, judge
from settlement_twin import horse_seat, outcome
from table_play import GUANGDONG

import queshen
from queshen import Fan
from queshen.patterns import FEATURES

DOCS = Path(__file__).parent.parent / "docs"
GAMES = [game.id for game in queshen.variants()]
LATER = ("xuezhan", "xuezhan6", "wenzhou", "shanxi", "erren")
REGIONAL = (*GUANGDONG, "baopai", *LATER)
SICHUAN = {"zimo", "dian_gang_hua", "gang_pao", "refund_to_winners", "huazhu_value"}
"""What settling both games of 血战 reads beside the hands and kongs."""

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


Row = dict[str, str]
"""The cells of a row by the heads of their columns."""


def tables(text: str, heading: str, first: str = "") -> Iterator[list[Row]]:
    """The tables of a section whose first head begins with `first`."""
    _, _, rest = text.partition(f"\n## {heading}\n")
    section = rest.partition("\n## ")[0]
    for lines in re.findall(rf"^\| {first}.*\n(?:^\|.*\n)+", section, re.MULTILINE):
        split = [re.split(r"(?<!\\)\|", line.strip()[1:-1]) for line in lines.splitlines()]
        head, _, *body = [[cell.strip() for cell in row] for row in split]
        yield [dict(zip(head, row, strict=True)) for row in body]


def rows(text: str, heading: str, first: str = "") -> list[Row]:
    """The rows of all these tables, of which there are some."""
    found = [row for table in tables(text, heading, first) for row in table]
    assert found, heading
    return found


def fan_rows(game: str) -> list[Row]:
    return [row for row in rows(page(game), "Fans") if "番种" in row]


def fans_of(game: str) -> list[Fan]:
    """The fans in the order of the page: those that the cap holds for come first."""
    return sorted(queshen.variant(game).fans, key=lambda fan: fan.beyond_cap)


@each_game
def test_pages_are_what_the_data_give(generate: ModuleType, game: str) -> None:
    written = generate.page(queshen.variant(game))
    assert page(game) == written, "python3 tasks.py docs writes the pages anew"


def test_every_game_has_a_page_and_nothing_else_has() -> None:
    assert sorted(path.stem for path in (DOCS / "games").iterdir()) == sorted(GAMES)


@each_game
def test_every_fan_is_there_with_its_value(game: str) -> None:
    found, fans = fan_rows(game), fans_of(game)
    assert [row["番种"] for row in found] == [fan.zh for fan in fans]
    assert [row["English"] for row in found] == [fan.en for fan in fans]
    assert [int(row["Fan"].split()[0].rstrip(",")) for row in found] == [fan.value for fan in fans]


@each_game
def test_every_fan_names_what_is_stated_not_to_be_paid_beside_it(game: str) -> None:
    table = queshen.variant(game).fans
    for row, fan in zip(fan_rows(game), fans_of(game), strict=True):
        told = row.get("Not paid beside it", "").partition("*")[0].rstrip("; ")
        names = [table[id].zh for id in fan.stated]
        if told == "all others":
            assert {*fan.stated, fan.id} == {other.id for other in table}
        else:
            assert told == "、".join(dict.fromkeys(names)), fan.zh


@each_game
def test_points_of_totals_are_those_of_the_table(game: str) -> None:
    table = queshen.variant(game).fans
    lines = [row for row in rows(page(game), "Fans") if row.get("Fan") == "Points"]
    found = [{int(total): int(points) for total, points in list(row.items())[1:]} for row in lines]
    assert found == ([dict(enumerate(table.scale))] if table.scale else [])


CONTEXT = {
    "self-draw": {"self_draw": True},
    "last tile": {"last_tile": True},
    "after a kong": {"replacement": True},
    "robbing a kong": {"robbing": True},
    "last copy": {"last_copy": True},
    "first turn": {"first_turn": True},
    "drawn as the hidden wildcard": {"bao": True},
    "ready on a closed wait": {"closed_ready": True},
    "which is the hidden wildcard": {"bao_wait": True},
    "declared ready": {"ready": True},
    "at once": {"first_ready": True},
    "discarded after a kong": {"after_kong": True},
    "while the last tiles are dealt out": {"last_round": True},
}


def read(example: str) -> tuple[str, str, dict[str, object]]:
    """Hand, winning tile and context of an example as it is printed."""
    matched = re.fullmatch(r"`(\S+)` wins on `(\S+)`(?:, (.*))?", example)
    assert matched is not None, example
    context: dict[str, object] = {}
    for word in (matched[3] or "").split(", ") if matched[3] else []:
        if word in CONTEXT:
            context |= CONTEXT[word]
        elif flowers := re.fullmatch(r"(\d) flowers?", word):
            context["flowers"] = int(flowers[1])
        elif wild := re.fullmatch(r"`(\S+)` is wild", word):
            context["wild"] = wild[1]
        elif which := re.fullmatch(r"flowers (\S+)", word):
            context["flowers"] = which[1]
        else:
            wind, tile = word.split()
            context[f"{wind}_wind"] = tile
    return matched[1], matched[2], context


@each_game
def test_printed_examples_score_as_printed(game: str) -> None:
    rules = queshen.variant(game)
    for row, fan in zip(fan_rows(game), fans_of(game), strict=True):
        hand, win, context = read(row["Example"])
        score = rules.score(hand, win, **context)
        counted = [one.fan.zh for one in score.fans]
        assert fan.zh in counted
        assert score.reason in (None, "minimum") and score.total == int(row["Total"]), fan.zh
        assert ("Points" in row) == bool(rules.fans.scale)
        assert score.points == int(row.get("Points", row["Total"])), fan.zh
        if fan.beyond_cap:
            assert counted == [fan.zh] and score.total == fan.value
        elif rules.fans.cap is not None:
            assert score.total <= rules.fans.cap


# ---- who pays -----------------------------------------------------------------------------------


def printed(game: str) -> list[tuple[str, str, tuple[int, ...]]]:
    """Every situation of a page with who pays and the points of each seat."""
    found = rows(page(game), "What a win pays", "Situation")
    cells = [list(row.values()) for row in found]
    return [(words, paid, tuple(map(int, points))) for words, paid, *points in cells]


@each_game
def test_points_of_every_situation_are_those_of_settling_it(
    generate: ModuleType, game: str
) -> None:
    lines = printed(game)
    told = [each for _, group in generate.groups(queshen.variant(game)) for each in group]
    assert len(lines) == len(told) > 4
    for (words, _, points), situation in zip(lines, told, strict=True):
        rules = queshen.variant(game, **situation.options)
        result = situation.result
        assert points == rules.settle(result).points, words
        for win in result.wins:
            assert f"seat {win.seat} wins {win.fan} fan" in words
            assert rules.flow.play_on or win.order == len(result.kongs)
        assert f"for the {result.streak}" in words or result.streak in (
            *(1, 2, 3),
            len(result.horses),
        )
        for name, value in situation.options.items():
            assert f"`{name}={value!r}`" in words
        if game in GUANGDONG:
            assert points == outcome(game, rules.options, result).points, words


@each_game
def test_who_pays_in_a_situation_comes_to_its_points(game: str) -> None:
    for words, paid, points in printed(game):
        sums = [0] * len(points)
        for part in paid.split("; ") if paid != "nobody pays anybody" else []:
            pays = re.match(r"(.+) to (.+): (\d+)", part)
            assert pays is not None, part
            payers, payees = (re.findall(r"\d+", side) for side in pays.groups()[:2])
            for seats, sign in ((payers, -1), (payees, 1)):
                other = payees if sign < 0 else payers
                for seat in seats:
                    sums[int(seat)] += sign * int(pays[3]) * max(1, len(other))
        assert tuple(sums) == points, words
        assert sum(points) == 0 or "the bank" in paid, words


@pytest.mark.parametrize("game", REGIONAL)
def test_every_option_that_settling_reads_has_a_situation(generate: ModuleType, game: str) -> None:
    """Options of coins, and those that say which wins there are, change no row."""
    decide = {
        "jipinghu": {"kong_bonus", "discard_payers"},
        "tuidaohu": {
            *("multi_rob", "kong_pay_on_draw", "late_jia"),
            *("horse_mode", "horse_dragons", "horses_on_draw"),
        },
        "baopai": {"rob_pay"},
        "xuezhan": SICHUAN | {"late_added_kong_pays", "gang_hua_with_zimo"},
        "xuezhan6": SICHUAN,
        "wenzhou": {"dealer_scale", "double_winner_caishen", "kong_points"},
        "shanxi": {"preset", "dealer_bonus_on_any_feed", "zimo_double"},
        "erren": {"room", "jia_bei"},
    }
    told = [each for _, group in generate.groups(queshen.variant(game)) for each in group]
    assert decide[game] <= {name for situation in told for name in situation.options}


def test_horses_are_on_the_seats_that_are_told() -> None:
    (table,) = tables(page("tuidaohu"), "What a win pays", "Seat")
    for value in ("cycle", "shifted"):
        says = {"horse_dragons": value}
        for seat, row in enumerate(table):
            tiles = [tile for tile in range(34) if horse_seat(says, tile, 0) == seat]
            assert row[f"`horse_dragons={value!r}`"] == " ".join(map(queshen.tiles.name, tiles))


def test_presets_tell_what_they_change() -> None:
    for game in ("xuezhan", "shanxi"):
        rules = queshen.variant(game)
        found = [row for row in rows(page(game), "Options") if "Default" not in row]
        for preset, own in rules.definition.presets.items():
            told = {row["Option"].strip("`"): row[f"`preset={preset!r}`"] for row in found}
            for name in own:
                assert told[name] == f"`{rules.replace(preset=preset).options[name]!r}`"


@pytest.mark.parametrize(("game", "preset"), [("xuezhan", "sbr2025"), ("shanxi", "tuidaohu")])
def test_fans_of_presets_are_there_and_score_as_printed(game: str, preset: str) -> None:
    rules = queshen.variant(game, preset=preset)
    section = rows(page(game), f"Fans with `preset={preset!r}`")
    found = [row for row in section if "番种" in row]
    assert [row["番种"] for row in found] == [fan.zh for fan in rules.fans]
    for row, fan in zip(found, rules.fans, strict=True):
        hand, win, context = read(row["Example"])
        score = rules.score(hand, win, **context)
        assert fan.zh in [one.fan.zh for one in score.fans] and score.reason is None
        assert int(row["Fan"].split()[0]) == fan.value
        assert score.total == int(row["Total"]), fan.zh
        assert score.points == int(row.get("Points", row["Total"])), fan.zh


WORKED = {
    "xuezhan": [(-17, 1, 16, 0), (-4, 12, -4, -4), (-17, 16, 0, 1), (-2, 6, -2, -2)],
    "xuezhan6": [(-4, 20, -4, -4, -4, -4), (-2, 10, -2, -2, -2, -2)],
    "wenzhou": [(-3, 7, -2, -2), (-15, -5, 25, -5), (105, -35, -35, -35), (-2, 6, -2, -2)],
    "shanxi": [(36, -12, -12, -12), (45, -72, 27, 0), (-24, 52, -14, -14), (0, 0, 0, 0)],
    "erren": [(27, -27), (0, 0)],
}
"""Points that were worked out by hand from the rules."""


@pytest.mark.parametrize("game", LATER)
def test_points_worked_out_by_hand_are_on_the_page(game: str) -> None:
    assert {*WORKED[game]} <= {points for _, _, points in printed(game)}


def test_the_end_of_the_wall_of_血战_names_its_steps() -> None:
    for game in ("xuezhan", "xuezhan6"):
        paid = " ".join(how for _, how, _ in printed(game))
        for step in ("for 查花猪", "for 查大叫", "given back for", "handed on from"):
            assert step in paid, (game, step)


def test_the_page_of_六人血战_says_what_is_a_design_of_its_own() -> None:
    text = page("xuezhan6")
    assert "All else is a design of this project" in text
    assert "### What is documented\n" in text
    assert "Everything else on this page is this project's own design" in text


def test_options_of_who_is_liable_are_options_of_the_game() -> None:
    (table,) = tables(page("jipinghu"), "What a win pays", "What happens")
    named = {name for row in table for name in re.findall(r"`(\w+)`", row["Options"])}
    assert named <= {option.name for option in queshen.variant("jipinghu").definition.options}
    assert named >= {
        *("twelve_counts_ankong", "twelve_first_only", "liability_conflict"),
        *("pattern_counts_ankong", "pattern_needs_claim", "kong_flower_liability"),
    }


# ---- 宝牌 ----------------------------------------------------------------------------------------


class Told:
    """A win of the page of 宝牌 as its row tells it."""

    def __init__(self, words: str) -> None:
        said = re.search(
            r"seat (\d) wins (\d+) fan (on a discard|by robbing|on the|by self)", words
        )
        assert said is not None, words
        self.seat, self.fan = int(said[1]), int(said[2])
        self.how = said[3]
        payer = re.search(r"(?:discard|kong) of seat (\d)", words)
        self.payer = None if payer is None else int(payer[1])
        standing = re.search(r"seats? (\d(?:, \d)*) stands?\b", words)
        self.standing = set(map(int, re.findall(r"\d", standing[1]))) if standing else set()
        self.bao = "with the hidden wildcard" in words
        self.closed = "ready on a closed wait" in words
        self.waited = "which is the hidden wildcard" in words
        rob_pay = re.search(r"rob_pay='(\w+)'", words)
        self.rob_pay = "as_selfdraw" if rob_pay is None else rob_pay[1]
        for status, sentence in (
            ("before", "had declared before"),
            ("with it", "declares with it"),
            ("no", "has not declared"),
            ("drawn", ""),
        ):
            if f"seat {self.payer} {sentence}" in words or not sentence:
                self.payer_declared = status
                break

    @property
    def as_discard(self) -> bool:
        return self.payer is not None and (
            self.how == "on a discard" or self.rob_pay == "as_discard"
        )

    def owed(self, loser: int) -> int:
        """What a loser owes, whoever pays it."""
        if self.waited:
            return 12
        caught = self.as_discard and loser == self.payer and self.payer_declared != "before"
        plain = 1 if self.as_discard else 2
        fan = 3 if self.bao or caught or loser in self.standing else plain
        return fan * 2 if self.closed else fan

    def points(self) -> tuple[int, ...]:
        losers = [seat for seat in range(4) if seat != self.seat]
        alone = self.as_discard and self.payer_declared != "before"
        alone |= self.how == "by robbing" and self.rob_pay == "konger_all"
        points = [0] * 4
        for loser in losers:
            pays = self.payer if alone and self.payer is not None else loser
            points[pays] -= self.owed(loser)
            points[self.seat] += self.owed(loser)
        return tuple(points)


def told_wins() -> list[tuple[str, Told, tuple[int, ...]]]:
    lines = printed("baopai")
    return [(words, Told(words), points) for words, _, points in lines if " wins " in words]


def test_what_a_row_of_宝牌_tells_is_paid_as_the_document_says() -> None:
    for words, told, points in told_wins():
        assert told.points() == points, words
        base = 3 if told.bao else 1 if told.as_discard else 2
        assert told.fan == (12 if told.waited else base * (1 + told.closed)), words


def test_every_way_to_win_in_宝牌_has_a_situation_with_open_and_standing_losers() -> None:
    found = {
        (told.how, told.rob_pay, told.bao, told.closed, told.waited, told.payer_declared, standing)
        for _, told, _ in told_wins()
        for standing in (seat in told.standing for seat in range(4) if seat != told.seat)
    }
    wanted = set()
    for standing in (False, True):
        for closed in (False, True):
            for how in ("by self", "on the"):
                for bao in (False, True):
                    wanted.add((how, "as_selfdraw", bao, closed, False, "drawn", standing))
                wanted.add((how, "as_selfdraw", True, True, True, "drawn", standing))
            for declared in ("before", "with it", "no"):
                how = "on a discard"
                wanted.add((how, "as_selfdraw", False, closed, False, declared, standing))
            for rob_pay in ("as_selfdraw", "konger_all", "as_discard"):
                for declared in ("before", "no"):
                    wanted.add(("by robbing", rob_pay, False, closed, False, declared, standing))
    assert found == wanted
    assert any(told.seat == 0 for _, told, _ in told_wins())
    assert any(told.payer == 0 for _, told, _ in told_wins())
    assert any("of the hidden kind" in words for words, _, _ in told_wins())


def test_who_stands_and_who_had_declared_is_what_is_settled(generate: ModuleType) -> None:
    groups = generate.groups(queshen.variant("baopai"))
    results = [each.result for _, group in groups for each in group if each.result.wins]
    for (words, told, _), result in zip(told_wins(), results, strict=True):
        (win,) = result.wins
        assert {seat for seat in range(4) if not result.hands[seat].opened} == told.standing
        assert result.hands[win.seat].ready and result.hands[win.seat].opened
        for flag, holds in {
            "bao": told.bao,
            "closed_wait": told.closed,
            "bao_wait": told.waited,
            "robbing": told.how == "by robbing",
            "replacement": told.how == "on the",
            "from_ready": told.payer_declared == "before",
        }.items():
            assert (flag in win.flags.names) is holds, words
        if win.payer is not None:
            assert result.hands[win.payer].ready is (told.payer_declared != "no"), words


def judged(hand: str, option: str) -> tuple[list[str], set[str], bool]:
    """What the slow judge says of a hand: its waits, what it lacks, and whether it is 卡当."""
    given = dict(re.findall(r"`(structure_check|wait_counts)='(\w+)'`", option))
    found = judge(Held.parse(hand), **given)
    if found.may:
        return sorted(found.legal), set(), found.closed
    return [], set(found.failed), False


def test_every_condition_of_a_declaration_has_a_hand_that_lacks_it_alone() -> None:
    flow = queshen.variant("baopai").flow
    assert flow.ready is not None
    (table,) = tables(page("baopai"), "Declaring", "Condition")
    names = [row["Condition"].strip("`") for row in table]
    assert sorted(names) == sorted({*flow.ready.conditions, "ready"})
    for row, name in zip(table, names, strict=True):
        waits, lacks, _ = judged(row["A hand that meets it"].strip("`"), "")
        assert sorted(row["Its waits"].split()) == waits and waits and not lacks
        waits, lacks, _ = judged(row["A hand that does not"].strip("`"), "")
        assert row["It lacks"].strip("`") == name and lacks == {name} and not waits


def test_hands_of_the_page_may_be_declared_as_it_says() -> None:
    (table,) = tables(page("baopai"), "Declaring", "Hand")
    assert {row["卡当"] for row in table} == {"", "yes"}
    for row in table:
        lacks = set(re.findall(r"`(\w+)`", row["It lacks"]))
        found = (sorted(row["Waits"].split()), lacks, row["卡当"] == "yes")
        assert found == judged(row["Hand"].strip("`"), row["Option"]), row


def test_options_of_declaring_change_a_hand_of_the_page() -> None:
    (table,) = tables(page("baopai"), "Declaring", "Hand")
    named = {name for row in table for name in re.findall(r"`(\w+)=", row["Option"])}
    assert named == {"structure_check", "wait_counts", "tiles"}


# ---- the rest -----------------------------------------------------------------------------------


@each_game
def test_python_blocks_of_the_page_run(game: str) -> None:
    for block in re.findall(r"```python\n(.*?)```", page(game), re.DOTALL):
        test = doctest.DocTestParser().get_doctest(block, {}, game, None, 0)
        runner = doctest.DocTestRunner()
        runner.run(test)
        assert runner.summarize(verbose=False).failed == 0


def named_options(prose: str) -> set[str]:
    """Names in backticks, alone or with a value."""
    return set(re.findall(r"`([a-zA-Z_0-9]+)(?:=[^`]*)?`", prose))


@each_game
def test_every_option_is_listed_and_the_prose_names_no_other(game: str) -> None:
    known = {option.name for option in queshen.variant(game).definition.options}
    text = page(game)
    assert {row["Option"].strip("`") for row in rows(text, "Options")} == known
    prose = text.partition("\n## Where the sources are silent or disagree\n")[2]
    assert prose and named_options(prose) <= known


@each_game
def test_every_option_is_printed_with_what_it_may_be(game: str) -> None:
    found = [row for row in rows(page(game), "Options") if "Default" in row]
    for row, option in zip(found, queshen.variant(game).definition.options, strict=True):
        assert row["Default"].strip("`") == repr(option.default)
        for value in option.values:
            assert str(value) in row["Allowed"]
        assert (row["What it decides"], row[""]) == (option.en, option.zh)


@pytest.mark.parametrize("game", REGIONAL)
def test_the_prose_tells_of_every_option(game: str) -> None:
    text = page(game)
    prose = text.partition("\n## Options\n")[0] + text.partition("\n## Where the sources")[2]
    known = {option.name for option in queshen.variant(game).definition.options}
    assert named_options(prose) >= known


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
