"""The examples of the documentation run and say what they show."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import queshen

ROOT = Path(__file__).parent.parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(queshen.__path__, "queshen.")
    if module.name != "queshen.__main__"
)


@pytest.mark.parametrize("name", ["queshen", *MODULES])
def test_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed == 0


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))], ids=str)
def test_python_blocks_of_pages_run(page: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks:
        parser = doctest.DocTestParser()
        test = parser.get_doctest(block, names, page.name, str(page), 0)
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
        assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("name", ["suits", "counts", "hand", "batch"])
def test_every_native_function_has_a_running_example(name: str) -> None:
    module = importlib.import_module(f"queshen.{name}")
    examples = module.__test__
    public = [f for f in vars(module) if not f.startswith("_") and callable(vars(module)[f])]
    own = [f for f in public if getattr(vars(module)[f], "__module__", None) == module.__name__]
    own = [f for f in own if not hasattr(vars(module)[f], "_fields")]  # a result, not a question
    without = [
        f
        for f in own
        if not any(key.startswith(f"{f} ") for key in examples)
        and ">>>" not in (vars(module)[f].__doc__ or "")
    ]
    assert without == []
