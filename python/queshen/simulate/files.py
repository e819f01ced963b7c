"""The deals of a run as a file that grows: comma-separated text, or a folder of Parquet files.

Both are told how far they are valid by who uses them, and take what lies beyond that for the rest
of an interrupted attempt.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .columns import column_names, columns, text_lines
from .errors import SimulationError, needed
from .summary import Summary, continued

__all__ = ["FILES", "DealsFile", "best_file"]

_SEATS = (  # columns of lists of seats, or of small numbers
    *("winners", "orders", "payers", "liable", "ready", "opened", "doubled", "holds_void"),
    *("kong_seats", "kong_payers"),
)
_AT_ONCE = 65536  # digests read at a time


class DealsFile(Protocol):
    """Where deals are written."""

    def __init__(self, path: Path, run: Summary) -> None: ...

    def append(self, rows: NDArray[np.void], size: int) -> int:
        """Write the next deals behind the first `size` bytes; how many bytes are valid then."""

    def digest(self, deals: int, size: int) -> str:
        """The digest of the first deals as they are there, or an error if there are fewer."""

    def cut(self, deals: int, size: int) -> None:
        """Forget what lies behind them."""


class _Text:
    """One file of comma-separated text with a line for each deal."""

    def __init__(self, path: Path, run: Summary) -> None:
        self._path = path
        self._seats = len(run.wins)
        self._fans = tuple(fan.id for fan in run.fans)

    def append(self, rows: NDArray[np.void], size: int) -> int:
        head = "" if size else ",".join(column_names(self._seats)) + "\n"
        data = (head + text_lines(columns(rows, self._fans, self._seats))).encode()
        with self._path.open("r+b" if size else "wb") as file:
            file.seek(size)
            file.write(data)
            file.truncate()
        return size + len(data)

    def digest(self, deals: int, size: int) -> str:
        found, digest, left = 0, f"{0:016x}", deals
        if self._path.exists() and self._path.stat().st_size >= size > 0:
            column = column_names(self._seats).index("digest")
            with self._path.open("rb") as file:
                file.readline()
                while left and (lines := list(islice(file, min(left, _AT_ONCE)))):
                    digest = continued(digest, _numbers(lines, column, self._path))
                    left -= len(lines)
                found = file.tell()
        if left or found != size:
            raise SimulationError(
                f"{self._path} does not hold {deals} deals in {size} bytes, expected as run.json"
            )
        return digest

    def cut(self, deals: int, size: int) -> None:
        if self._path.exists():
            os.truncate(self._path, size)


def _numbers(lines: list[bytes], column: int, path: Path) -> NDArray[np.uint64]:
    try:
        digests = [int(line.split(b",", column + 1)[column], 16) for line in lines]
        return np.array(digests, np.uint64)
    except (ValueError, IndexError, OverflowError):
        raise SimulationError(f"{path} holds something else than deals") from None


class _Parquet:
    """A folder of Parquet files, each named after its first deal; readers take it for one table."""

    def __init__(self, path: Path, run: Summary) -> None:
        self._path = path
        self._seats = len(run.wins)
        self._fans = tuple(fan.id for fan in run.fans)
        self._pa = needed("pyarrow", "parquet", path.name)
        self._pq = needed("pyarrow.parquet", "parquet", path.name)
        self._schema = self._columns()

    def _columns(self) -> Any:
        pa = self._pa
        several = pa.list_(pa.string())
        types = {
            "deal": pa.int64(),
            "seed": pa.uint64(),
            "acts": pa.int32(),
            "wall_left": pa.int16(),
            **dict.fromkeys(_SEATS, pa.list_(pa.int8())),
            "tiles": several,
            "totals": pa.list_(pa.int32()),
            "flags": pa.list_(several),
            "fans": pa.list_(several),
            "waiting": pa.list_(pa.int32()),
            "void_suits": several,
            "kong_tiles": several,
            "kong_types": several,
            "horses": several,
            **{f"points_{seat}": pa.int32() for seat in range(self._seats)},
        }
        return pa.schema(
            [(name, types.get(name, pa.string())) for name in column_names(self._seats)]
        )

    def append(self, rows: NDArray[np.void], size: int) -> int:
        self._path.mkdir(exist_ok=True)
        part = self._path / f"deals-{int(rows['deal'][0]):012d}.parquet"
        found = columns(rows, self._fans, self._seats)
        half = part.with_suffix(".half")
        self._pq.write_table(self._pa.table(found, schema=self._schema), half)
        os.replace(half, part)
        return size

    def digest(self, deals: int, size: int) -> str:
        digest, found = f"{0:016x}", 0
        for first, part in self._parts():
            if first >= deals:
                break
            digests = self._digests(part)
            if first != found:
                break
            found += len(digests)
            digest = continued(digest, digests)
        if found != deals:
            raise SimulationError(f"{self._path} does not hold {deals} deals, expected as run.json")
        return digest

    def _digests(self, part: Path) -> NDArray[np.uint64]:
        try:
            read = self._pq.read_table(part, columns=["digest"])["digest"].to_pylist()
            return np.array([int(digest, 16) for digest in read], np.uint64)
        except (ValueError, TypeError, KeyError, OverflowError, self._pa.ArrowException) as error:
            raise SimulationError(f"{part} holds something else than deals: {error}") from None

    def _parts(self) -> Iterator[tuple[int, Path]]:
        for part in sorted(self._path.glob("deals-*.parquet")):
            number = part.stem.partition("-")[2]
            if number.isdecimal():
                yield int(number), part

    def cut(self, deals: int, size: int) -> None:
        for half in self._path.glob("deals-*.half"):
            half.unlink()
        for first, part in list(self._parts()):
            if first >= deals:
                part.unlink()


FILES: dict[str, type[DealsFile]] = {"deals.csv": _Text, "deals.parquet": _Parquet}
"""The kinds of files by name."""


def best_file() -> str:
    """The name of the file that can be written here."""
    return "deals.parquet" if find_spec("pyarrow") else "deals.csv"
