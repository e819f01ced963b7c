"""The record of a deal: its rules, its set-up and every act, from which it is played again.

In a file a record is JSON, one object a line:

* the set-up: ``record`` (the layout, 1), ``engine`` (the version that wrote it), ``key`` and
  ``rules``, ``digest`` (of the table before the first act), and what `queshen.Rules.table` takes,
  such as ``seed`` or ``wall``;
* a line for each act: ``{"s": seat, "a": "discard 5m"}``, with the digest of the table ``d`` after
  every sixteenth;
* the end: ``result`` (null where the deal was not over), the number of ``acts``, the last digest
  ``d``, and a ``checksum`` of everything before.

Reading plays the deal: an act that is not legal, a digest that is another, or a missing end is an
error which names the act.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from ..actions import Action
from ..errors import QueshenError, RecordError, shown
from .events import placed
from .read import _fields, _number, _parsed
from .seen import seat_lines

if TYPE_CHECKING:
    from ..deal_result import DealResult
    from ..rules import Definition, Rules
    from ..table import Table

__all__ = ["DealRecord", "read_record", "read_records", "write_record"]

LAYOUT = 1
# Far enough apart to be cheap, near enough to say where a record was changed.
DIGEST_EVERY = 16

_HEAD = ("record", "engine", "key", "rules", "digest")
_END = ("result", "acts", "d", "checksum")


class Writable(Protocol):
    """What a record can be written to."""

    def write(self, text: str, /) -> object:
        """Take some text."""


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class DealRecord:
    """One deal, whole or up to some act. Immutable; making one plays the deal.

    Parameters
    ----------
    rules : Rules
        The game.
    set_up : mapping
        What the table was made of: the keyword arguments of `queshen.Rules.table`.
    acts : iterable of (int, Action)
        Seat and action of each event, in order.
    engine : str, optional
        The version that played it; this one where it is left out.

    Attributes
    ----------
    rules, set_up, acts, engine
        As given, the set-up with everything that `queshen.Rules.table` adds to it.
    digest : str
        Of the table at the end.
    result : DealResult or None
        How the deal ended; None where it was not over.

    Raises
    ------
    RecordError
        If there is no such table, or an act is not legal when it comes.

    Examples
    --------
    >>> from queshen.rules import variant
    >>> table = variant("guobiao").table(seed=7)
    >>> table.step(next(iter(table.legal(0))))
    >>> record = DealRecord.of(table)
    >>> len(record), record.replay() == table, record.replay(0).log
    (1, True, ())
    """

    rules: Rules
    set_up: Mapping[str, Any]
    acts: tuple[tuple[int, Action], ...]
    engine: str
    digest: str
    result: DealResult | None

    def __init__(
        self,
        rules: Rules,
        set_up: Mapping[str, Any],
        acts: Iterable[tuple[int, Action | int | str]] = (),
        *,
        engine: str | None = None,
    ) -> None:
        table = _set_up(rules, set_up)
        for event, (seat, action) in enumerate(acts):
            _carry_out(table, event, seat, action)
        self._keep(table, engine)

    @classmethod
    def of(cls, table: Table) -> DealRecord:
        """The record of what was played at a table so far."""
        record = cls.__new__(cls)
        record._keep(table, None)
        return record

    def _keep(self, table: Table, engine: str | None) -> None:
        from .. import __version__

        put = object.__setattr__
        put(self, "rules", table.rules)
        put(self, "set_up", MappingProxyType({k: _frozen(v) for k, v in table.set_up.items()}))
        put(self, "acts", table.log)
        put(self, "engine", __version__ if engine is None else engine)
        put(self, "digest", table.digest())
        put(self, "result", table.result)

    @property
    def key(self) -> str:
        """The name of exactly its rules."""
        return self.rules.key

    def __len__(self) -> int:
        return len(self.acts)

    def replay(self, event: int | None = None) -> Table:
        """The table as it was when an event came: before act `event`, or at the end.

        Raises
        ------
        RecordError
            If there are fewer events.
        """
        upto = len(self.acts) if event is None else index(event)
        if not 0 <= upto <= len(self.acts):
            found = f"event {shown(event)}, expected 0 to {len(self.acts)}"
            raise RecordError(found, event=upto)
        table = self.rules.table(**self.set_up)
        for seat, action in self.acts[:upto]:
            table.act(seat, action)
        return table

    def tables(self) -> Iterator[Table]:
        """The table before the first act and after each: a table of its own every time.

        Examples
        --------
        >>> from queshen.rules import variant
        >>> record = DealRecord(variant("guobiao", flowers=False), {"seed": 7})
        >>> [table.wall_left for table in record.tables()]
        [83]
        """
        table = self.rules.table(**self.set_up)
        yield table.clone()
        for seat, action in self.acts:
            table.act(seat, action)
            yield table.clone()

    def lines(self) -> Iterator[str]:
        """The lines of its file."""
        tables = self.tables()
        head = {
            "record": LAYOUT,
            "engine": self.engine,
            "key": self.key,
            "rules": self.rules.to_dict(),
            "digest": next(tables).digest(),
        }
        yield _line(head | dict(self.set_up))
        for number, ((seat, action), table) in enumerate(zip(self.acts, tables, strict=True), 1):
            said: dict[str, object] = {"s": seat, "a": str(action)}
            if number % DIGEST_EVERY == 0:
                said["d"] = table.digest()
            yield _line(said)
        end = {
            "result": None if self.result is None else self.result.to_dict(),
            "acts": len(self.acts),
            "d": self.digest,
        }
        yield _line(end | {"checksum": self._checksum()})

    def _checksum(self) -> str:
        import hashlib

        acts = [[seat, int(action)] for seat, action in self.acts]
        text = _line([self.engine, self.key, dict(self.set_up), acts, self.digest])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DealRecord):
            return NotImplemented
        return self._content == other._content

    def __hash__(self) -> int:
        return hash((self.key, self.acts, self.digest, self.engine))

    @property
    def _content(self) -> tuple[object, ...]:
        return self.rules, dict(self.set_up), self.acts, self.engine

    def __repr__(self) -> str:
        return (
            f"DealRecord({self.rules!r}, {dict(self.set_up)!r}, {self.acts!r}, "
            f"engine={self.engine!r})"
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _again, (self.rules, dict(self.set_up), self.acts, self.engine)


def _again(
    rules: Rules, set_up: dict[str, Any], acts: tuple[tuple[int, Action], ...], engine: str
) -> DealRecord:
    return DealRecord(rules, set_up, acts, engine=engine)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _set_up(rules: Rules, set_up: Mapping[str, Any]) -> Table:
    try:
        return rules.table(**set_up)
    except (QueshenError, TypeError, OverflowError) as error:
        raise RecordError(f"no table of {rules.id} is set up so: {error}") from None


def _carry_out(table: Table, event: int, seat: int, action: Action | int | str) -> None:
    try:
        table.act(seat, action)
    except QueshenError as error:
        raise RecordError(f"event {event}: {error}", event=event) from None


# ---- files ----


def write_record(
    table: Table | DealRecord,
    file: str | os.PathLike[str] | Writable,
    *,
    seat: int | None = None,
) -> None:
    """Write the record of a deal, or what one seat saw of it.

    Parameters
    ----------
    table : Table or DealRecord
        The deal, over or not.
    file : str, path or text file
        A path, at which a new file is written; or an open text file, in which the record follows
        what is there.
    seat : int, optional
        Write only what this seat saw, as `queshen.record.seat_lines` gives it; such a record can be
        read by programs, but not be played again.

    Examples
    --------
    >>> import io
    >>> from queshen.rules import variant
    >>> file = io.StringIO()
    >>> write_record(variant("guobiao").table(seed=7), file)
    >>> read_record(file.getvalue().splitlines()).set_up["seed"]
    7
    """
    record = table if isinstance(table, DealRecord) else DealRecord.of(table)
    lines = record.lines() if seat is None else seat_lines(record, seat)
    text = "".join([line + "\n" for line in lines])
    if isinstance(file, str | os.PathLike):
        with open(file, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
    else:
        file.write(text)


def read_record(
    source: str | os.PathLike[str] | Iterable[str | bytes],
    definition: Definition | None = None,
    *,
    any_engine: bool = False,
) -> DealRecord:
    """Read the record of one deal; see `read_records`.

    Raises
    ------
    RecordError
        If it is damaged, or there is not exactly one.

    Examples
    --------
    >>> from queshen.rules import variant
    >>> lines = list(DealRecord(variant("guobiao"), {"seed": 7}).lines())
    >>> read_record(lines).replay() == variant("guobiao").table(seed=7)
    True
    >>> read_record(lines[:1])
    Traceback (most recent call last):
    queshen.errors.RecordError: event 0: the record ends, expected an act or the result
    """
    records = read_records(source, definition, any_engine=any_engine)
    first = next(records, None)
    if first is None:
        raise RecordError("no record, expected one")
    if next(records, None) is not None:
        raise RecordError("several records, expected one; read_records reads them all")
    return first


def read_records(
    source: str | os.PathLike[str] | Iterable[str | bytes],
    definition: Definition | None = None,
    *,
    any_engine: bool = False,
) -> Iterator[DealRecord]:
    """Read the records of a file, one after the other; empty lines are passed over.

    Parameters
    ----------
    source : str, path or iterable of str or bytes
        The path of a file, or its lines.
    definition : Definition, optional
        The game, where it is one of your own.
    any_engine : bool
        Read what another version of the engine wrote too. Digests are compared all the same, so
        that a deal which takes another course here is still an error.

    Yields
    ------
    DealRecord
        Each record, played to its end before it is given.

    Raises
    ------
    RecordError
        At the first line that does not fit, with the line, the event and what was expected: the
        rules are not known or have another key here, the layout or the engine is another, an act
        is not legal, a digest is another, or the end is missing.
    """
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as lines:
            yield from _read(lines, definition, any_engine)
    else:
        yield from _read(source, definition, any_engine)


def _read(
    lines: Iterable[str | bytes], definition: Definition | None, any_engine: bool
) -> Iterator[DealRecord]:
    reading: _Reading | None = None
    known: _Known = {}
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str | bytes):
            raise TypeError(f"a line of a record must be str or bytes, not {type(line).__name__}")
        if not line.strip():
            continue
        event = None if reading is None else reading.event
        try:
            value = _parsed(line)
            if reading is None:
                reading = _Reading(value, definition, any_engine, known)
                continue
            whole = reading.take(value)
        except RecordError as error:
            place = f"line {number}" if event is None else f"line {number}: event {event}"
            raise placed(error, place, event=event) from None
        if whole is not None:
            yield whole
            reading = None
    if reading is not None:
        event = reading.event
        raise RecordError(
            f"event {event}: the record ends, expected an act or the result", event=event
        )


class _Reading:
    """A record of which some lines are read, and its table."""

    def __init__(
        self, value: object, definition: Definition | None, any_engine: bool, known: _Known
    ) -> None:
        from .. import __version__

        if not isinstance(value, dict) or "record" not in value:
            raise RecordError(f"{shown(value)}, expected the set-up of a record")
        if value["record"] is True or value["record"] != LAYOUT:
            raise RecordError(f"a record of layout {shown(value['record'])}, expected {LAYOUT}")
        head = _fields(
            {key: value[key] for key in _HEAD if key in value}, "the set-up of a record", _HEAD
        )
        engine = head["engine"]
        if not isinstance(engine, str):
            raise RecordError(f"engine {shown(engine)}, expected a text")
        if engine != __version__ and not any_engine:
            raise RecordError(
                f"a record of engine {shown(engine)}, expected {__version__}; "
                "any_engine=True reads it too"
            )
        self.engine = engine
        rules = _rules(head, definition, known)
        self.table = _set_up(rules, {k: each for k, each in value.items() if k not in _HEAD})
        self.event = 0
        self.compare(head["digest"], "of the set-up")

    def take(self, value: object) -> DealRecord | None:
        """Carry out the act of a line; the whole record where the line is its end."""
        if not isinstance(value, dict) or not ("a" in value or "result" in value):
            raise RecordError(f"{shown(value)}, expected an act or the result")
        if "result" in value:
            return self.end(value)
        last = self.event + 1
        keys = ("s", "a", "d") if last % DIGEST_EVERY == 0 else ("s", "a")
        said = _fields(value, "an act", keys)
        seat = _number(said["s"], "seat", range(self.table.seats))
        action = said["a"]
        if not isinstance(action, str):
            raise RecordError(f"action {shown(action)}, expected a text")
        try:
            self.table.act(seat, action)
        except QueshenError as error:
            raise RecordError(str(error)) from None
        if "d" in said:
            self.compare(said["d"], f"after the events {last - DIGEST_EVERY} to {self.event}")
        self.event = last
        return None

    def end(self, value: dict[str, object]) -> DealRecord:
        said = _fields(value, "the end of a record", _END)
        if _number(said["acts"], "acts") != self.event:
            raise RecordError(f"{said['acts']} acts, expected {self.event}")
        self.compare(said["d"], "at the end")
        record = DealRecord.of(self.table)
        object.__setattr__(record, "engine", self.engine)
        result = None if record.result is None else record.result.to_dict()
        if said["result"] != result:
            raise RecordError(f"result {shown(said['result'])}, expected {shown(result)}")
        checksum = record._checksum()
        if said["checksum"] != checksum:
            raise RecordError(f"checksum {shown(said['checksum'])}, expected {checksum}")
        return record

    def compare(self, digest: object, where: str) -> None:
        if digest != self.table.digest():
            raise RecordError(f"digest {shown(digest)} {where}, expected {self.table.digest()}")


# Rules take much longer to make than a deal to play, and the records of a file mostly share them.
_Known: TypeAlias = dict[str, "Rules"]


def _rules(head: dict[str, object], definition: Definition | None, known: _Known) -> Rules:
    from ..rules import Rules

    data, key = head["rules"], head["key"]
    text = _line(data)
    rules = known.get(text)
    if rules is None:
        try:
            rules = Rules.from_dict(data, definition)  # type: ignore[arg-type]
        except (QueshenError, TypeError) as error:
            raise RecordError(f"rules that are not known here: {error}") from None
        known.clear()
        known[text] = rules
    if rules.key != key:
        raise RecordError(f"rules with the key {shown(key)}, expected {rules.key}")
    return rules
