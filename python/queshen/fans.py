"""Fans (番种) and tables of them: data that says what a winning hand is paid for.

A `Fan` is a row: its value, the condition under which a hand has it, and the other fans that are
not paid beside it. A `FanTable` is the rows of a game and how they add up. Neither knows a
variant, and both can be written by a user.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from operator import index
from typing import Any, Literal, get_args

from .errors import RulesError, shown, unknown
from .tiles import KIND_COUNT
from .when import Clause, Test, parse_when

__all__ = ["BARE", "Clause", "Combine", "ExclusionMode", "Fan", "FanTable", "Test", "parse_when"]

BARE = "bare"
"""The condition of the one fan that pays for a hand without any other."""

Combine = Literal["sum", "highest", "product"]
ExclusionMode = Literal["stated_plus_implied", "stated_only"]

_MOST_FANS = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Fan:
    """A row of a fan table.

    Parameters
    ----------
    id : str
        Its name in programs: pinyin, as ``da_si_xi``.
    zh, en : str
        Its Chinese and its English name.
    value : int
        What it pays.
    when : str
        Its condition, see `parse_when`; or ``"bare"``.
    stated : tuple of str
        Ids of fans that the source of the rules says are not counted beside this one.
    implied : tuple of str
        Ids of fans that hold wherever this one does, and so are not paid again (不重复).
    own_sets : tuple of str
        Ids of fans that count sets and do not count the sets of this fan (implied).
    one : tuple of str
        Ids of fans of which one copy is not paid (implied).
    joined : bool
        Its chows count as one already used set where fans of two chows are counted
        (不拆移, 套算一次; implied).
    repeat : bool
        It is paid as often as the single feature of its condition counts.
    to_minimum : bool
        It counts toward the minimum to win.
    beyond_cap : bool
        The cap of the table does not hold for a hand with this fan.
    number : int, optional
        Its number in the source of the rules.
    note : str
        Where the source is odd, and how it is read.
    example : str
        A winning hand that has the fan, with its winning tile and what else matters.

    Raises
    ------
    RulesError
        If the condition cannot be read or can never hold, or a number is out of range.

    Examples
    --------
    >>> fan = Fan(id="duan_yao", zh="断幺", en="All Simples", value=2,
    ...           when="not terminals and not honours", implied=("wu_zi",))
    >>> fan.clauses
    ((('terminals', 0, 0), ('honours', 0, 0)),)
    """

    id: str
    zh: str
    en: str
    value: int
    when: str
    stated: tuple[str, ...] = ()
    implied: tuple[str, ...] = ()
    own_sets: tuple[str, ...] = ()
    one: tuple[str, ...] = ()
    joined: bool = False
    repeat: bool = False
    to_minimum: bool = True
    beyond_cap: bool = False
    number: int | None = None
    note: str = ""
    example: str = ""

    def __post_init__(self) -> None:
        _typed(self, ("id", "zh", "en", "when", "note", "example"), str)
        _typed(self, ("joined", "repeat", "to_minimum", "beyond_cap"), bool)
        for each in ("stated", "implied", "own_sets", "one"):
            object.__setattr__(self, each, _ids(each, getattr(self, each)))
        if not self.id or self.id != self.id.strip():
            raise RulesError(f"a fan with the id {shown(self.id)}, expected a name")
        for each in ("value", "number"):
            number = getattr(self, each)
            if each == "value" or number is not None:
                if isinstance(number, bool):
                    raise TypeError(f"{each} of {self.id} is bool, expected int")
                object.__setattr__(self, each, index(number))
                if not 0 <= index(number) < 1 << 24:
                    raise RulesError(
                        f"{each} of {self.id} is {shown(number)}, expected 0 to 16777215"
                    )
        try:
            clauses = self.clauses
        except RulesError as error:
            raise RulesError(f"when of {self.id}: {error}") from None
        if self.when != BARE and not clauses:
            raise RulesError(f"when of {self.id} is {shown(self.when)}, which can never hold")
        counts = len(clauses) == 1 and len(clauses[0]) == 1 and clauses[0][0][1] == 1
        if self.repeat and not (counts and self.when.isidentifier()):
            raise RulesError(
                f"{self.id} repeats, but its when is {shown(self.when)}, "
                "expected the one feature that counts it"
            )

    @classmethod
    def row(cls, names: str, value: int, when: str, example: str = "", **more: Any) -> Fan:
        """A fan in one line: its id, Chinese and English name in one text.

        Examples
        --------
        >>> Fan.row("zi_mo 自摸 Self-Draw", 1, "self_draw").en
        'Self-Draw'
        """
        id, zh, en = names.split(maxsplit=2)
        return cls(id=id, zh=zh, en=en, value=value, when=when, example=example, **more)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The condition as alternatives; none for a fan whose condition is ``bare``."""
        return () if self.when == BARE else parse_when(self.when)

    @property
    def others(self) -> tuple[str, ...]:
        """Ids of all fans that the row names."""
        return tuple(dict.fromkeys(self.stated + self.implied + self.own_sets + self.one))

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data for JSON; what is at its default is left out."""
        return {
            each.name: list(value) if isinstance(value, tuple) else value
            for each in fields(self)
            if (value := getattr(self, each.name)) != each.default
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Fan:
        """The fan that `to_dict` wrote.

        Raises
        ------
        RulesError
            If the data is no fan.

        Examples
        --------
        >>> fan = Fan(id="zi_mo", zh="自摸", en="Self-Drawn", value=1, when="self_draw")
        >>> Fan.from_dict(fan.to_dict()) == fan
        True
        """
        return cls(**_whole(cls, data, "fan"))

    def __reduce__(self) -> tuple[object, tuple[dict[str, Any]]]:
        return Fan.from_dict, (self.to_dict(),)


@dataclass(frozen=True, slots=True, kw_only=True)
class FanTable:
    """The fans of a game and how they add up.

    Parameters
    ----------
    fans : tuple of Fan
        The rows. Their order decides between equal totals.
    combine : {"sum", "highest", "product"}
        How the values of several fans make a total.
    cap : int, optional
        The greatest total of a hand without a fan that goes beyond it.
    scale : tuple of int
        What totals of 0, 1, 2, ... are in points, the last one also what greater totals are;
        empty where a total is its own points.
    tile_points : tuple of int
        What the winning tile adds to a total, for each of the 34 kinds; empty where it adds
        nothing.
    once : tuple of str
        Ids of the fans of two chows of which each set may join only once (套算一次).
    bare : str, optional
        Id of the fan of a hand that has no other (无番和).
    bare_ignores : tuple of str
        Ids of the fans that a bare hand may have all the same.
    exclusion_mode : {"stated_plus_implied", "stated_only"}
        Whether what is implied is left out as well, or only what the source of the rules states.
    excluded_exclude : bool
        A fan that is itself not paid beside another one takes others with it all the same.

    Raises
    ------
    RulesError
        If two rows have one id, a row or the table names a fan that is not there, or exclusions
        run in a circle.

    Examples
    --------
    >>> rows = [("zi_mo", "自摸", "Self-Drawn", 1, "self_draw"),
    ...         ("bu_qiu_ren", "不求人", "Fully Concealed Hand", 4, "concealed and self_draw")]
    >>> table = FanTable(fans=tuple(
    ...     Fan(id=id, zh=zh, en=en, value=value, when=when) for id, zh, en, value, when in rows))
    >>> len(table), table["不求人"].value, "zi_mo" in table
    (2, 4, True)
    """

    fans: tuple[Fan, ...]
    combine: Combine = "sum"
    cap: int | None = None
    scale: tuple[int, ...] = ()
    tile_points: tuple[int, ...] = ()
    once: tuple[str, ...] = ()
    bare: str | None = None
    bare_ignores: tuple[str, ...] = ()
    exclusion_mode: ExclusionMode = "stated_plus_implied"
    excluded_exclude: bool = False
    _places: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fans", tuple(self.fans))
        if not all(isinstance(fan, Fan) for fan in self.fans):
            raise TypeError("fans of a table are Fan")
        if len(self.fans) > _MOST_FANS:
            raise RulesError(f"{len(self.fans)} fans in a table, expected at most {_MOST_FANS}")
        for each in ("once", "bare_ignores"):
            object.__setattr__(self, each, _ids(each, getattr(self, each)))
        _one_of("combine", self.combine, get_args(Combine))
        for fan in self.fans if self.combine == "product" else ():
            if fan.value < 1:
                raise RulesError(
                    f"fan {fan.id!r} has value {fan.value}, expected 1 or more: they are multiplied"
                )
        _one_of("exclusion_mode", self.exclusion_mode, get_args(ExclusionMode))
        if self.cap is not None and index(self.cap) < 1:
            raise RulesError(f"cap is {shown(self.cap)}, expected None or 1 or more")
        object.__setattr__(self, "scale", tuple(map(index, self.scale)))
        if any(not 0 <= points < 1 << 24 for points in self.scale):
            raise RulesError(f"scale is {shown(self.scale)}, expected numbers of 0 to 16777215")
        object.__setattr__(self, "tile_points", tuple(map(index, self.tile_points)))
        if len(self.tile_points) not in (0, KIND_COUNT) or any(
            not 0 <= points < 1 << 24 for points in self.tile_points
        ):
            raise RulesError(
                f"tile_points is {shown(self.tile_points)}, expected {KIND_COUNT} numbers of "
                "0 to 16777215, or none"
            )
        places: dict[str, int] = {}
        for place, fan in enumerate(self.fans):
            if fan.id in places:
                first = places[fan.id]
                raise RulesError(f"fans {first} and {place} both have the id {shown(fan.id)}")
            places[fan.id] = place
        object.__setattr__(self, "_places", places)
        self._check_names()
        self._check_circles()

    def _check_names(self) -> None:
        for fan in self.fans:
            for other in fan.others:
                if other == fan.id:
                    raise RulesError(f"{fan.id} excludes itself")
                if other not in self._places:
                    problem = unknown("fan", other, self._places)
                    raise RulesError(f"exclusion of {fan.id}: {problem}")
            for other in (*fan.own_sets, *fan.one):
                if not self[other].repeat:
                    raise RulesError(
                        f"{fan.id} takes single copies of {other}, expected a fan that repeats"
                    )
            if (fan.when == BARE) != (fan.id == self.bare):
                raise RulesError(
                    f"when of {fan.id} is {shown(fan.when)} and bare is {shown(self.bare)}, "
                    f'expected "{BARE}" for the bare fan and for no other'
                )
        for argument, ids in (("once", self.once), ("bare_ignores", self.bare_ignores)):
            for other in ids:
                if other not in self._places:
                    raise RulesError(f"{argument}: {unknown('fan', other, self._places)}")
        if self.bare is not None and self.bare not in self._places:
            raise RulesError(f"bare: {unknown('fan', self.bare, self._places)}")

    def _check_circles(self) -> None:
        # Single copies are taken in the same order, after the fans that take them.
        exclusions = {
            fan: (*others, *self[fan].own_sets, *self[fan].one)
            for fan, others in self.exclusions().items()
        }
        done: set[str] = set()
        for start in exclusions:
            path: list[str] = []
            todo = [(start, False)]
            while todo:
                fan, left = todo.pop()
                if left:
                    done.add(path.pop())
                elif fan in path:
                    circle = " > ".join([*path[path.index(fan) :], fan])
                    raise RulesError(f"exclusions run in a circle: {circle}")
                elif fan not in done:
                    path.append(fan)
                    todo.append((fan, True))
                    todo += [(other, False) for other in exclusions[fan]]

    def exclusions(self) -> dict[str, tuple[str, ...]]:
        """For each fan the fans that are not paid beside it, as `exclusion_mode` has it.

        Of two fans that name each other, as 一色三同顺 and 一色三节高, the one of higher value
        stays, or the first in the table. `own_sets` and `one`, which take single copies, are not
        among them.

        Examples
        --------
        >>> from queshen.national import national_table
        >>> national_table().exclusions()["duan_yao"]
        ('wu_zi',)
        >>> national_table(exclusion_mode="stated_only").exclusions()["duan_yao"]
        ()
        """
        implied = self.exclusion_mode == "stated_plus_implied"
        named = {
            fan.id: dict.fromkeys(fan.stated + fan.implied if implied else fan.stated)
            for fan in self.fans
        }
        rank = {fan.id: (-fan.value, place) for place, fan in enumerate(self.fans)}
        return {
            fan: tuple(each for each in others if fan not in named[each] or rank[fan] < rank[each])
            for fan, others in named.items()
        }

    def points(self, total: int) -> int:
        """What a total is in points.

        Examples
        --------
        >>> from queshen.rules import variant
        >>> [variant("jipinghu").fans.points(total) for total in (0, 1, 3, 6)]
        [1, 2, 8, 64]
        """
        return self.scale[min(total, len(self.scale) - 1)] if self.scale else total

    def index(self, id: str) -> int:
        """Place of a fan in the table.

        Raises
        ------
        RulesError
            If no fan has this id or Chinese name.
        """
        place = self._places.get(id) if isinstance(id, str) else None
        if place is None:
            place = next((place for place, fan in enumerate(self.fans) if fan.zh == id), None)
        if place is None:
            raise RulesError(unknown("fan", id, [*self._places, *(fan.zh for fan in self.fans)]))
        return place

    def __getitem__(self, fan: str | int) -> Fan:
        return self.fans[self.index(fan) if isinstance(fan, str) else fan]

    def __len__(self) -> int:
        return len(self.fans)

    def __iter__(self) -> Iterator[Fan]:
        return iter(self.fans)

    def __contains__(self, fan: object) -> bool:
        if isinstance(fan, Fan):
            return fan in self.fans
        return fan in self._places or any(fan == each.zh for each in self.fans)

    def replace(self, **changes: Any) -> FanTable:
        """The table with other arguments, as ``table.replace(cap=64)``."""
        _known(FanTable, changes, "table")
        return replace(self, **changes)

    def with_fan(self, fan: Fan) -> FanTable:
        """The table with `fan`, in place of the one with its id or behind those of its value.

        Examples
        --------
        >>> from dataclasses import replace
        >>> from queshen.national import national_table
        >>> table = national_table()
        >>> table.with_fan(replace(table["平和"], value=3))["平和"].value
        3
        """
        if fan.id in self._places:
            place = self._places[fan.id]
            return replace(self, fans=(*self.fans[:place], fan, *self.fans[place + 1 :]))
        above = [place for place, each in enumerate(self.fans) if each.value >= fan.value]
        place = above[-1] + 1 if above else 0
        return replace(self, fans=(*self.fans[:place], fan, *self.fans[place:]))

    def without(self, *fans: str) -> FanTable:
        """The table without some fans, named by id or Chinese name; no row names them any more.

        Examples
        --------
        >>> from queshen.national import national_table
        >>> len(national_table().without("花牌", "wu_zi"))
        79
        """
        gone = {self[fan].id for fan in fans}

        def left(ids: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(each for each in ids if each not in gone)

        rows = tuple(
            replace(
                fan,
                stated=left(fan.stated),
                implied=left(fan.implied),
                own_sets=left(fan.own_sets),
                one=left(fan.one),
            )
            for fan in self.fans
            if fan.id not in gone
        )
        return replace(
            self,
            fans=rows,
            once=left(self.once),
            bare=None if self.bare in gone else self.bare,
            bare_ignores=left(self.bare_ignores),
        )

    def to_dict(self) -> dict[str, Any]:
        """The table as plain data for JSON; what is at its default is left out."""
        data: dict[str, Any] = {"fans": [fan.to_dict() for fan in self.fans]}
        for each in fields(self)[1:]:
            if each.init and (value := getattr(self, each.name)) != each.default:
                data[each.name] = list(value) if isinstance(value, tuple) else value
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FanTable:
        """The table that `to_dict` wrote.

        Raises
        ------
        RulesError
            If the data is no table.

        Examples
        --------
        >>> from queshen.national import national_table
        >>> FanTable.from_dict(national_table().to_dict()) == national_table()
        True
        """
        given = _whole(cls, data, "table")
        given["fans"] = tuple(Fan.from_dict(fan) for fan in given["fans"])
        return cls(**given)

    def __reduce__(self) -> tuple[object, tuple[dict[str, Any]]]:
        return FanTable.from_dict, (self.to_dict(),)


def _known(cls: type[Fan] | type[FanTable], data: Mapping[str, Any], what: str) -> dict[str, Any]:
    """`data` if it has arguments of the class and nothing else."""
    if not isinstance(data, Mapping):
        raise TypeError(f"a {what} is made of a mapping, not {type(data).__name__}")
    known = {each.name: each for each in fields(cls) if each.init}
    for name in data:
        if name not in known:
            raise RulesError(unknown(f"part of a {what}", name, known))
    return dict(data)


def _whole(cls: type[Fan] | type[FanTable], data: Mapping[str, Any], what: str) -> dict[str, Any]:
    """`data` if it has what makes an object of the class and nothing else."""
    given = _known(cls, data, what)
    for each in fields(cls):
        if each.init and each.default is MISSING and each.name not in given:
            raise RulesError(f"a {what} without {each.name}, expected it beside {', '.join(given)}")
    return given


def _ids(argument: str, ids: object) -> tuple[str, ...]:
    """Ids as a tuple; one bare text would be taken apart into letters."""
    if not isinstance(ids, tuple | list) or not all(isinstance(each, str) for each in ids):
        raise TypeError(f"{argument} is {shown(ids)}, expected a tuple of ids")
    return tuple(ids)


def _typed(fan: Fan, names: tuple[str, ...], expected: type) -> None:
    for each in names:
        value = getattr(fan, each)
        if not isinstance(value, expected):
            found = type(value).__name__
            raise TypeError(f"{each} of a fan is {found}, expected {expected.__name__}")


def _one_of(argument: str, value: object, values: tuple[str, ...]) -> None:
    if value not in values:
        raise RulesError(f"{argument} is {shown(value)}, expected one of {', '.join(values)}")
