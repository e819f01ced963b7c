"""A stranger's Cython code finds the suit tables by `cimport`."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

SOURCE = """
# cython: language_level=3
from libc.stdint cimport uint8_t, uint32_t
from queshen.suits cimport ALLOWED, BARRED, costs_t, key_of, suits_missing, suits_t, tables, wins

def answer(bytes counts, int wild):
    cdef const suits_t* suits = tables()
    cdef const costs_t* costs = &suits.costs[BARRED]
    cdef const uint8_t* row = counts
    cdef uint32_t key[4]
    cdef int suit
    for suit in range(4):
        key[suit] = key_of(row + 9 * suit, 7 if suit == 3 else 9)
    return bool(wins(suits, costs, key, wild)), suits_missing(costs, key, 4)
"""
SETUP = """
from setuptools import Extension, setup
from Cython.Build import cythonize

setup(name="stranger", ext_modules=cythonize([Extension("stranger", ["stranger.pyx"])], quiet=True))
"""
USE = """
import stranger
from queshen import Hand

for tiles in ("123m456p789s111sE*", "19m19p19sESWNCFPP"):
    hand = Hand(tiles)
    print(stranger.answer(hand.counts, hand.wild))
"""


def test_the_tables_are_there_for_a_strangers_cimport(tmp_path: Path) -> None:
    for name, text in (("stranger.pyx", SOURCE), ("setup.py", SETUP), ("use.py", USE)):
        (tmp_path / name).write_text(textwrap.dedent(text), encoding="utf-8")
    environment = dict(os.environ, CFLAGS="-O0")
    for command in (["setup.py", "-q", "build_ext", "--inplace"], ["use.py"]):
        done = subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["(True, 1)", "(False, 8)"]
