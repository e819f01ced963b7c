"""What the numbers were measured on, and with what."""

from __future__ import annotations

import os
import platform
import re
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def _cpu() -> str:
    """The processor's name and, where Linux tells it, its family and model."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    fields = dict(re.findall(r"^([\w ]+?)\s*:\s*(.*)$", text, re.MULTILINE))
    name = fields.get("model name", platform.machine())
    if "cpu family" in fields:
        name += f" (family {fields['cpu family']}, model {fields['model']})"
    return str(name)


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return f"{platform.system()} {platform.release()}"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed as a package"


def describe() -> dict[str, str]:
    """The machine, Python and Queshen, as lines of a report."""
    import queshen

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "date": date.today().isoformat(),
        "cpu": _cpu(),
        "cores": f"{os.cpu_count()}, this run may use {cores}",
        "system": f"{_system()}, {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}, "
        f"built with {platform.python_compiler()}",
        "numpy": _version("numpy"),
        "queshen": _version("queshen"),
        "queshen SIMD": str(queshen.SIMD),
    }


def file_name(machine: dict[str, str]) -> str:
    """`<date>-<cpu>`, fit for a file."""
    cpu = machine["cpu"].partition("(")[0]
    cpu = re.sub(r"\b(R|TM|CPU|Processor)\b|@.*", " ", cpu, flags=re.IGNORECASE)
    return f"{machine['date']}-{re.sub(r'[^a-z0-9]+', '-', cpu.lower()).strip('-')}"
