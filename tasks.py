#!/usr/bin/env python3
"""The project's tasks. Each sets up what it needs in `.venv`; Python and a C compiler will do.

python3 tasks.py run [ARGS]   the command line: `queshen ARGS`, or a short tour without any
python3 tasks.py test [ARGS]  the tests: `pytest ARGS`
python3 tasks.py lint         ruff: format and rules
python3 tasks.py types        mypy --strict, and the stubs of the native modules against them
python3 tasks.py package      sdist and the wheel from it, both installed and imported afresh
python3 tasks.py docs         the pages of the games, docs/games, written anew from their data
python3 tasks.py bench [ARGS] benchmarks: `pytest benches ARGS`; `--short` runs each once or twice
python3 tasks.py peers [ARGS] other libraries on the same hands, side by side
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
SOURCES = ("CMakeLists.txt", "pyproject.toml", "src", "python")
NATIVE = (
    "suits",
    "shapes",
    "counts",
    "hand",
    "patterns",
    "scorer",
    "ready",
    "table",
    "tables",
    "batch",
)
TOUR = (
    ("discards", "123m45p789s12344sE"),
    ("waits", "23m456p789sEEESS", "--wild", "9s"),
    (
        *("score", "[CCC]235m456p7899s", "--variant", "huanle", "--wild", "9s", "--win", "5m"),
        *("--self-draw", "--seat-wind", "S", "--settle", "--bird", "7p"),
    ),
    ("verify", "tests/data/botzone_games.jsonl"),
    ("simulate", "huanle", "--deals", "2000", "--seed", "7", "--players", "greedy"),
)


def say(*command: str | Path) -> None:
    print("$", *command, flush=True)


def call(*command: str | Path, cwd: Path = ROOT) -> None:
    say(*command)
    subprocess.run([str(part) for part in command], cwd=cwd, check=True)


def tool(name: str, environment: Path = VENV) -> Path:
    folder = "Scripts" if os.name == "nt" else "bin"
    return environment / folder / (name + (".exe" if os.name == "nt" else ""))


def source_hash() -> str:
    digest = hashlib.sha256(sys.version.encode())
    for place in SOURCES:
        path = ROOT / place
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()


def requirements(extra: str) -> list[str]:
    """What an extra of the package needs, extras that it names included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = []
    for line in project["optional-dependencies"][extra]:
        inner = line.removeprefix("queshen[").removesuffix("]")
        found += [line] if inner == line else requirements(inner)
    return found


def prepare(*extras: str) -> None:
    """Install the package as it stands now and what the extras need, unless that is done."""
    if not tool("python").exists():
        say("python", "-m", "venv", VENV)
        venv.create(VENV, with_pip=True, clear=True)
    wanted = {"package": source_hash()} | {extra: repr(requirements(extra)) for extra in extras}
    for name, content in wanted.items():
        stamp = VENV / f"installed-{name}"
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != content:
            target = ["."] if name == "package" else requirements(name)
            call(tool("python"), "-m", "pip", "install", "--quiet", *target)
            stamp.write_text(content, encoding="utf-8")


def run(*args: str) -> None:
    prepare()
    for command in [args] if args else TOUR:
        call(tool("queshen"), *command)


def test(*args: str) -> None:
    prepare("test")
    call(tool("python"), "-m", "pytest", "--numprocesses", "auto", *args)


def lint() -> None:
    prepare("dev")
    call(tool("ruff"), "check", ".")
    call(tool("ruff"), "format", "--check", ".")


def types() -> None:
    prepare("dev")
    call(tool("mypy"), "--strict", "-p", "queshen", cwd=VENV)
    allowlist = ROOT / "tests" / "stubtest_allowlist.txt"
    native = [f"queshen.{name}" for name in NATIVE]
    call(tool("stubtest"), *native, "--allowlist", allowlist, cwd=VENV)


def package() -> None:
    prepare("dev")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        call(tool("python"), "-m", "build", "--outdir", place, ROOT)
        for pattern in ("*.whl", "*.tar.gz"):
            (built,) = place.glob(pattern)
            if built.suffix == ".whl":
                names = zipfile.ZipFile(built).namelist()
                sources = [name for name in names if name.endswith((".pyx", ".c", ".h"))]
                assert not sources and "queshen/suits.pxd" in names, names
            fresh = place / f"venv-{built.suffix[1:]}"
            venv.create(fresh, with_pip=True)
            python = tool("python", fresh)
            call(python, "-m", "pip", "install", "--quiet", built, cwd=place)
            check = "import queshen; assert queshen.Hand('123m456p789s1112sE').shanten() == 0"
            call(python, "-W", "error", "-c", check, cwd=place)
        shutil.copytree(
            place, ROOT / "dist", dirs_exist_ok=True, ignore=shutil.ignore_patterns("venv-*")
        )


def docs() -> None:
    prepare()
    call(tool("python"), ROOT / "docs" / "generate.py")


def bench(*args: str) -> None:
    prepare("bench")
    short = ["--benchmark-min-rounds=2", "--benchmark-max-time=0.05", "--benchmark-warmup=off"]
    rest = [part for arg in args for part in (short if arg == "--short" else [arg])]
    call(tool("python"), "-m", "pytest", "benches", *rest)


def peers(*args: str) -> None:
    prepare("peers")
    call(tool("python"), ROOT / "benches" / "peers.py", *args)


TASKS = {task.__name__: task for task in (run, test, lint, types, package, docs, bench, peers)}


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1] not in TASKS:
        print(__doc__)
        return 2
    try:
        TASKS[sys.argv[1]](*sys.argv[2:])
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
