"""How long `import queshen` takes in a fresh process."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

pytest.importorskip("queshen")

ROUNDS = 15


def _python(*arguments: str) -> str:
    """Run a fresh interpreter and return what it wrote to stderr."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stderr


def _import_ms(module: str) -> float:
    """The import alone, children included, as `-X importtime` counts it."""
    for line in _python("-X", "importtime", "-c", f"import {module}").splitlines():
        parts = [part.strip() for part in line.removeprefix("import time:").split("|")]
        if parts[-1] == module:
            return int(parts[1]) / 1000
    raise RuntimeError(f"-X importtime did not list {module}")


@pytest.mark.benchmark(group="import")
@pytest.mark.parametrize("code", ["pass", "import queshen", "import queshen.batch"])
def test_benchmark_process(benchmark: BenchmarkFixture, code: str) -> None:
    """Timed: start, `code` and end of one Python process; `pass` is what Python itself costs.

    `extra_info["import_ms"]` is the import alone by `-X importtime`, median of 15 processes.
    """
    pedantic: Any = benchmark.pedantic
    pedantic(_python, args=("-c", code), rounds=ROUNDS, warmup_rounds=2)
    module = code.removeprefix("import ")
    if module != code and not benchmark.disabled:
        times = [_import_ms(module) for _ in range(ROUNDS)]
        benchmark.extra_info["import_ms"] = round(median(times), 2)
