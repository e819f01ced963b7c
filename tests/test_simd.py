"""Every instruction set that this machine has gives the same answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import queshen

TESTS = Path(__file__).parent

PROGRAM = """
import hashlib
import handsets
import numpy as np
import queshen
from queshen import batch

print(queshen.SIMD)
digest = hashlib.sha256()
for sets in (2, 4, 5):
    for fifth in ("barred", "allowed"):
        for shapes in (queshen.Shape.COMMON, 255):
            for extra in (1, 2):
                for hands in handsets.families(203, sets, extra, seed=21):
                    args = hands.counts, hands.wild, hands.melds
                    how = dict(sets=sets, fifth=fifth, shapes=shapes)
                    shape_out = np.zeros(len(hands), dtype=np.uint8)
                    wild_out = np.zeros(len(hands), dtype=np.bool_)
                    answers = [batch.shanten(*args, **how, shape_out=shape_out), shape_out]
                    if extra == 2:
                        answers.append(batch.is_win(*args, **how))
                    else:
                        answers.append(batch.waits(*args, **how, wild_out=wild_out))
                        answers += [wild_out, batch.useful(*args, **how)]
                    for answer in answers:
                        digest.update(answer.tobytes())
messages = []
for row in range(70):
    for wrong in (5, 8, 0x80, 0xFF):
        hands = np.zeros((70, 34), dtype=np.uint8)
        hands[:, :14] = 1
        hands[row, row % 34] = wrong
        try:
            batch.is_win(hands)
        except queshen.errors.BatchError as error:
            messages.append((error.row, str(error)))
assert [row for row, _ in messages] == [row for row in range(70) for _ in range(4)]
digest.update(repr(messages).encode())
print(digest.hexdigest())
"""


def run(simd: str | None, program: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    environment.pop("QUESHEN_SIMD", None)
    if simd is not None:
        environment["QUESHEN_SIMD"] = simd
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)


def test_every_path_of_this_machine_gives_the_same_answers():
    digests = {}
    for simd in ("portable", "avx2", None):
        done = run(simd, PROGRAM)
        if simd == "avx2" and queshen.SIMD != "avx2" and done.returncode:
            assert "avx2" in done.stderr
            continue
        assert done.returncode == 0, done.stderr
        name, digest = done.stdout.split()
        assert name in (simd, "portable", "avx2")
        assert simd is None or name == simd
        digests[simd] = digest
    assert "portable" in digests
    assert len(set(digests.values())) == 1


def test_the_best_path_is_taken_unless_another_is_asked_for():
    assert queshen.SIMD in ("portable", "avx2")
    done = run(None, "import queshen; print(queshen.SIMD)")
    wanted = os.environ.get("QUESHEN_SIMD")
    assert wanted or done.stdout.strip() == queshen.SIMD


@pytest.mark.parametrize("wrong", ["avx9000", "PORTABLE", "0"])
def test_an_unknown_path_is_an_import_error_that_names_it(wrong):
    done = run(wrong, "import queshen; queshen.SIMD; import queshen.batch")
    assert done.returncode == 1
    assert "ImportError" in done.stderr.splitlines()[-1]
    assert wrong in done.stderr.splitlines()[-1]
