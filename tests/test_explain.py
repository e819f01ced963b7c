"""A score told to people in both languages, and to programs."""

from __future__ import annotations

import json
from pathlib import Path
from unicodedata import east_asian_width

import pytest

from queshen.errors import QueshenError
from queshen.explain import explain_score, explanation, score_facts
from queshen.fans import FanTable
from queshen.rules import Rules, variant

HUANLE = variant("huanle", room="8fan")
GUOBIAO = variant("guobiao")

CAISHEN = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "caishen.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


CONTEXT = ("self_draw", "round_wind", "seat_wind", "flowers", "last_tile", "replacement", "robbing")


def scored(row):
    """The score of a hand of the file."""
    context = {key: row[key] for key in CONTEXT if key in row}
    return HUANLE.score(row["hand"], row["win"], wild=row["wild"], **context)


def lines_of(score, language: str = "en") -> list[str]:
    return score.explain(language).splitlines()


def column(line: str, text: str) -> int:
    """Where a text stands on the screen."""
    before = line[: line.index(text)]
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in before)


# For people


def test_a_score_in_english():
    score = HUANLE.score(
        "[234p]122223m456pC", "C", wild="5p", self_draw=True, seat_wind="S", flowers=2
    )
    assert score.explain() == "\n".join(
        [
            "Happy Mahjong 欢乐麻将",
            "hand       [234p]122223m456pC",
            "win        self-draw of C, E round, S seat, 2 flowers",
            "reading    [234p] 123m 222m 4(5)6p CC",
            "wildcards  5p as 5p",
            "2  Tile Hog         四归一",
            "2  No Caishen       无财神",
            "1  One Voided Suit  缺一门",
            "1  Self-Drawn       自摸",
            "6  total, no win: the minimum is 8",
            "2  Flower Tiles     花牌    1 x 2",
            "8  total with flowers",
        ]
    )


def test_a_score_in_chinese():
    score = HUANLE.score("123789m5p123789s", "5p", wild="5p", last_tile=True, flowers=1)
    assert score.explain("zh") == "\n".join(
        [
            "欢乐麻将 Happy Mahjong",
            "手牌  123789m5p123789s",
            "和牌  点和5p'，圈风东，门风东，海底牌，1张花牌",
            "牌型  123m 789m 123s 789s 5(5)p",
            "财神  5p作5p",
            "16  三色双龙会  Three-Suited Terminal Chows",
            " 8  海底捞月    Last Tile Claim",
            " 2  门前清      Concealed Hand",
            " 2  无财神      No Caishen",
            "28  合计，已到8番起和",
            " 1  花牌        Flower Tiles",
            "29  连花牌合计",
            "不计",
            "  平和    All Chows               已计三色双龙会",
            "  喜相逢  Mixed Double Chow   ×2  已计三色双龙会",
            "  老少副  Two Terminal Chows  ×2  已计三色双龙会",
            "  无字    No Honors               已计三色双龙会",
        ]
    )


def test_chows_that_are_used_up_are_the_reason_why_a_fan_does_not_count():
    score = GUOBIAO.score("123m789m123s78s99p", "9s")
    lost = next(line for line in lines_of(score) if "used" in line)
    assert lost == "  Two Terminal Chows  老少副  its chows are used already"
    assert "  老少副  Two Terminal Chows  顺子已用过（套算一次）" in lines_of(score, "zh")
    assert "  No Honors           无字    beside All Chows" in lines_of(score)


def test_a_fan_that_counts_several_times_shows_value_and_count():
    score = GUOBIAO.score("111999m111999s5p", "5p", self_draw=True)
    assert " 4  Pung of Terminals or Honors  幺九刻  1 x 4" in lines_of(score)


def test_the_minimum_is_reached_or_not():
    reached = GUOBIAO.score("123456789mEEEC", "C")
    assert reached.is_win
    assert "29  total, the minimum of 8 is reached" in lines_of(reached)
    missed = GUOBIAO.score("123m789m123s78s44p", "9s")
    assert (missed.is_win, missed.reason) == (False, "minimum")
    assert "7  total, no win: the minimum is 8" in lines_of(missed)
    assert "7  合计，不到8番起和，不能和" in lines_of(missed, "zh")


@pytest.mark.parametrize("rules", [variant("huanle"), variant("huanle", room="no_fan")])
def test_without_a_minimum_none_is_told(rules: Rules):
    score = rules.score("123m789m123s78s44p", "9s")
    assert score.is_win
    assert "9  total" in lines_of(score)


def test_each_wildcard_is_shown_with_what_it_stands_for():
    score = HUANLE.score("123m123m123sEEE5p", "5p", wild="5p", self_draw=True)
    lines = lines_of(score)
    assert "win        self-draw of 5p, a wildcard, E round, E seat" in lines
    assert "reading    11(1)m 22(2)m 123s EEE 33m" in lines
    assert "wildcards  5p as 1m 2m" in lines
    assert "财神  5p作1m 2m" in lines_of(score, "zh")
    bare = lines_of(HUANLE.score("123m789m123s**7s5p", "*", self_draw=True))
    assert "wildcards  * as 5p 8s 9s" in bare
    assert "win        self-draw of *, a wildcard, E round, E seat" in bare


def test_how_the_hand_was_won_is_told():
    score = GUOBIAO.score(
        "{EEEE}123m456p78s99p", "9s", self_draw=True, replacement=True, last_tile=True
    )
    assert "last tile of the wall, replacement of a kong" in score.explain()
    assert "海底牌，杠后补牌" in score.explain("zh")
    score = GUOBIAO.score("123m123m456p78s99p", "9s", robbing=True, last_copy=True, flowers=1)
    assert "robbing a kong, last copy, 1 flower\n" in score.explain()
    assert "抢杠，绝张，1张花牌\n" in score.explain("zh")


def test_a_hand_that_is_not_complete_has_no_fans():
    score = HUANLE.score("[234p]122223m456pC", "9s", wild="5p")
    assert lines_of(score)[-1] == "no win: the hand is not complete"
    assert lines_of(score, "zh")[-1] == "不和：牌型未成"
    assert len(lines_of(score)) == 4


def test_a_discarded_wildcard_may_win_for_nobody():
    rules = HUANLE.replace(caishen_ron="no")
    score = rules.score("123m456m789mEEE5p", "5p", wild="5p")
    assert lines_of(score)[-1] == "no win: nobody wins on a discarded wildcard"
    assert lines_of(score, "zh")[-1] == "不和：打出的财神不可和"


def test_how_a_table_adds_up_is_told():
    table = GUOBIAO.fans
    hand = ("123m789m123s78s44p", "9s")
    highest = GUOBIAO.replace(fans=table.replace(combine="highest"), min_fan=0)
    assert "2  total: the highest of them" in lines_of(highest.score(*hand))
    product = GUOBIAO.replace(fans=table.replace(combine="product"), min_fan=0)
    assert any("total: their product" in line for line in lines_of(product.score(*hand)))
    capped = GUOBIAO.replace(fans=table.replace(cap=20))
    assert "20  total, at most 20, the minimum of 8 is reached" in lines_of(
        capped.score("123m456m789mEEECC", "C")
    )


def test_a_table_may_leave_a_hand_without_any_fan():
    flower = GUOBIAO.fans["花牌"]
    rules = GUOBIAO.replace(fans=FanTable(fans=(flower,)), min_fan=0)
    score = rules.score("123m789m123s78s44p", "9s")
    assert lines_of(score)[-1] == "0  total"
    score = rules.score("123m789m123s78s44p", "9s", flowers=2)
    assert lines_of(score)[-3:] == [
        "0  total",
        "2  Flower Tiles  花牌  1 x 2",
        "2  total with flowers",
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_columns_line_up_on_the_screen(language: str):
    for row in CAISHEN:
        score = scored(row)
        parts = explanation(score, language)
        shown = score.explain(language).splitlines()
        assert not any(line != line.rstrip() for line in shown)
        counted = [*parts.fans, *parts.flowers]
        rows = [line for line in shown if line[:1] in " 123456789" and not line.startswith("  ")]
        rows = [
            line for line in rows if parts.verdict not in line and parts.total_label not in line
        ]
        assert len(rows) == len(counted)
        starts = {column(line, fan.other_name) for line, fan in zip(rows, counted, strict=True)}
        assert len(starts) == 1


def test_both_names_of_every_fan_are_shown():
    for row in CAISHEN[:20]:
        score = scored(row)
        for language in ("en", "zh"):
            text = score.explain(language)
            for one in (*score.fans, *score.excluded):
                assert one.fan.zh in text
                assert one.fan.en in text


@pytest.mark.parametrize("language", ["de", "", "EN", None, 3])
def test_another_language_is_refused(language):
    score = GUOBIAO.score("123m789m123s78s44p", "9s")
    for tell in (explain_score, explanation, lambda *given: given[0].explain(given[1])):
        with pytest.raises(QueshenError, match=r"^language is .*, expected one of en, zh$"):
            tell(score, language)


# For programs


def test_facts_are_plain_and_tell_everything():
    score = HUANLE.score(
        "[234p]122223m456pC", "C", wild="5p", self_draw=True, seat_wind="S", flowers=2
    )
    facts = score.to_dict()
    assert json.loads(json.dumps(facts)) == facts
    assert facts == {
        "rules": HUANLE.key,
        "hand": "[234p]122223m456pC",
        "wild": "5p",
        "win": "C",
        "context": {
            "self_draw": True,
            "round_wind": "E",
            "seat_wind": "S",
            "flowers": 2,
            "last_tile": False,
            "replacement": False,
            "robbing": False,
            "last_copy": False,
            "first_turn": False,
            "bao": False,
            "closed_ready": False,
            "bao_wait": False,
            "ready": False,
            "first_ready": False,
            "after_kong": False,
            "last_round": False,
            "dealer": False,
        },
        "is_win": False,
        "reason": "minimum",
        "total": 8,
        "points": 8,
        "tile_points": 0,
        "counted": 6,
        "minimum": 8,
        "fans": [
            fan_facts("si_gui_yi", "四归一", "Tile Hog", 2, 1),
            fan_facts("wu_cai_shen", "无财神", "No Caishen", 2, 1),
            fan_facts("que_yi_men", "缺一门", "One Voided Suit", 1, 1),
            fan_facts("zi_mo", "自摸", "Self-Drawn", 1, 1),
            fan_facts("hua_pai", "花牌", "Flower Tiles", 1, 2),
        ],
        "excluded": [],
        "reading": {
            "shape": "STANDARD",
            "melds": ["[234p]"],
            "sets": ["123m", "222m", "456p"],
            "pair": "C",
            "knitted": [],
            "tiles": ["1m", "2m", "2m", "2m", "2m", "3m", "4p", "5p", "6p", "C", "C"],
            "faces": ["5p"],
        },
        "faces": ["5p"],
    }


def fan_facts(id: str, zh: str, en: str, value: int, count: int) -> dict[str, object]:
    points = value * count
    return {"id": id, "zh": zh, "en": en, "value": value, "count": count, "points": points}


def test_facts_name_the_fan_that_excludes_another():
    facts = GUOBIAO.score("123m789m123s78s99p", "9s").to_dict()
    excluded = [(each["id"], each["count"], each["by"]) for each in facts["excluded"]]
    assert excluded == [("lao_shao_fu", 1, None), ("wu_zi", 1, "ping_he")]


def test_facts_of_a_hand_that_is_not_complete():
    facts = HUANLE.score("[234p]122223m456pC", "9s", wild="5p").to_dict()
    assert (facts["is_win"], facts["reason"], facts["reading"]) == (False, "not complete", None)
    assert (facts["total"], facts["fans"], facts["excluded"], facts["faces"]) == (0, [], [], [])


def test_facts_give_the_score_again():
    for row in CAISHEN:
        score = scored(row)
        facts = score_facts(score)
        again = HUANLE.score(facts["hand"], facts["win"], wild=facts["wild"], **facts["context"])
        assert again == score
        assert facts["total"] == sum(fan["points"] for fan in facts["fans"])


@pytest.mark.parametrize(
    ("hand", "win", "self_draw"),
    [
        ("12346m6m'789mEEE5p", "5p", False),
        ("123456789mEEE6m", "6m", True),
        ("12346m9mEEE78m5p5p6m'", "6m'", True),
    ],
)
def test_facts_tell_wildcards_from_natural_copies(hand: str, win: str, self_draw: bool):
    score = HUANLE.score(hand, win, wild="6m", self_draw=self_draw)
    facts = score.to_dict()
    assert facts["win"] == win
    assert HUANLE.score(facts["hand"], win, wild="6m", **facts["context"]) == score
