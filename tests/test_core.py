"""The native core knows mechanisms and no game: a game is data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from queshen import variants

CORE = Path(__file__).parents[1] / "src" / "queshen"
SOURCES = sorted(path for path in CORE.iterdir() if path.suffix in {".pyx", ".pxd", ".py", ".h"})


def code_of(path: Path) -> str:
    """The text of a source without the examples of its docstrings, which may show a game."""
    lines = path.read_text(encoding="utf-8").splitlines()
    text = []
    example = False
    for line in lines:
        start = line.strip()[:4]
        # An example ends with an empty line or with the docstring.
        example = start in {">>> ", "... "} or (example and bool(start) and '"""' not in line)
        text.append("" if example else line)
    return "\n".join(text)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_source_of_the_core_names_a_game(path: Path) -> None:
    code = code_of(path)
    for definition in variants():
        for name in (definition.id, definition.zh, definition.pinyin):
            found = re.search(rf"(?<![A-Za-z_]){re.escape(name)}(?![A-Za-z_])", code, re.IGNORECASE)
            assert found is None, f"{path.name} names {name}"


def test_examples_are_all_that_is_left_out() -> None:
    assert "cdef class Scorer" in code_of(CORE / "scorer.pyx")
    assert "variant(" not in code_of(CORE / "scorer.pyx")
