"""Rules: one game as a value, with its options decided, its fan table and how its hands are read.

`variant` gives the rules of a game by name. Who wants a game of their own writes a `Definition`
and makes `Rules` of it; nothing else in the package knows which game it is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from .errors import RulesError, shown, unknown
from .fans import FanTable
from .flow import FlowRules
from .indicator import Turned, live_copies, turn
from .options import Option, checked
from .shapes import Shape
from .tiles import KIND_COUNT

if TYPE_CHECKING:
    from .answers import Readiness
    from .hand import Hand
    from .score import WaitValue
    from .scorer import Score
    from .settlement import DealResult, Settlement
    from .table import Table

__all__ = ["Definition", "HandRules", "Option", "Rules", "Turned", "variant", "variants"]

_NO_SHAPE = Shape(0)
_EVERY_SHAPE = 255
_MOST_POINTS = 2**31 - 1
_BOUNDS = (
    ("sets", 1, 5),
    ("shapes", 1, _EVERY_SHAPE),
    ("wild_shapes", 0, _EVERY_SHAPE),
    ("minimum", 0, _MOST_POINTS),
    ("most_suits", 1, 3),
    ("wild_win", 0, 10),
    ("stand_in", 0, KIND_COUNT - 1),
)
_OPTIONAL = ("minimum", "stand_in")
_WORDS = {
    "wild_win_on": ("draw", "any"),
    "fifth": ("barred", "allowed"),
    "discard_wild": ("face", "wild", "no"),
    "wait_counts": ("formal", "not_own"),
    "wait_wild": ("free", "frozen"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRules:
    """How hands are read: what a hand may be made of, and from which total on it wins.

    Attributes
    ----------
    shapes : Shape
        The shapes that win.
    wild_shapes : Shape
        Those of them in which wildcards may stand for other tiles.
    fifth : {"barred", "allowed"}
        Whether wildcards may go beyond four copies of a kind.
    sets : int
        Sets of a complete hand.
    wildcards : bool
        The game has wildcards.
    discard_wild : {"face", "wild", "no"}
        What a discarded wildcard is to whoever wins on it.
    wild_melds : bool
        Wildcards may be part of melds.
    wait_counts : {"formal", "not_own"}
        Which kinds count as waits where a fan asks for a single one.
    wait_wild : {"free", "frozen"}
        Whether wildcards are free in that wait, or have the faces that they get.
    minimum : int or None
        The least total that wins; None where no fan is needed.
    most_suits : int
        How many suits a winning hand may have at most.
    drawn_wins, claimed_wins : tuple of int, optional
        The only kinds that win by self-draw, and as the tile of another seat; None: all.
    wild_win : int
        With so many wildcards a hand of any shape wins; 0: no number is enough.
    wild_win_on : {"draw", "any"}
        Whether it wins by self-draw only.
    stand_in : int, optional
        The kind whose tiles play the face of the wild kind, unless it is wild itself; None: every
        tile is what it shows.
    """

    shapes: Shape
    wild_shapes: Shape = _NO_SHAPE
    fifth: Literal["barred", "allowed"] = "barred"
    sets: int = 4
    wildcards: bool = False
    discard_wild: Literal["face", "wild", "no"] = "face"
    wild_melds: bool = False
    wait_counts: Literal["formal", "not_own"] = "formal"
    wait_wild: Literal["free", "frozen"] = "free"
    minimum: int | None = 0
    most_suits: int = 3
    drawn_wins: tuple[int, ...] | None = None
    claimed_wins: tuple[int, ...] | None = None
    wild_win: int = 0
    wild_win_on: Literal["draw", "any"] = "draw"
    stand_in: int | None = None

    def __post_init__(self) -> None:
        for name, least, most in _BOUNDS:
            value = getattr(self, name)
            if name in _OPTIONAL and value is None:
                continue
            if not isinstance(value, int):
                raise TypeError(f"{name} is {shown(value)}, expected a number")
            if not least <= value <= most:
                raise RulesError(f"{name} is {shown(value)}, expected {least}..{most}")
        for name, allowed in _WORDS.items():
            value = getattr(self, name)
            if value not in allowed:
                raise RulesError(f"{name} is {shown(value)}, expected one of {', '.join(allowed)}")
        for name in ("drawn_wins", "claimed_wins"):
            value = getattr(self, name)
            if value is None:
                continue
            object.__setattr__(self, name, tuple(value))
            if not all(isinstance(kind, int) and 0 <= kind < KIND_COUNT for kind in value):
                raise RulesError(f"{name} is {shown(value)}, expected numbers of 0..33 or None")
        if (self.wild_win or self.stand_in is not None) and not self.wildcards:
            raise RulesError(
                "wild_win or stand_in without wildcards, expected a game that has them"
            )


def _plain_flow(options: Mapping[str, Any]) -> FlowRules:
    return FlowRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A game before its options are decided.

    Attributes
    ----------
    id, zh, en, pinyin : str
        Its names.
    aliases : tuple of str
        Other names by which it is found.
    currency : str or None
        What its coins are called.
    options : tuple of Option
        What it leaves open.
    table : callable
        Options to fan table.
    hands : callable
        Options to `HandRules`.
    settle : callable
        Rules and the result of a deal to what everybody pays.
    flow : callable
        Options to `FlowRules`; four seats and 136 tiles where it is left out.
    presets : mapping
        For values of the option ``preset``, what other options are by default then.
    """

    id: str
    zh: str
    en: str
    pinyin: str
    aliases: tuple[str, ...] = ()
    currency: str | None = None
    options: tuple[Option, ...] = ()
    table: Callable[[Mapping[str, Any]], FanTable]
    hands: Callable[[Mapping[str, Any]], HandRules]
    settle: Callable[[Rules, Any], Any]
    flow: Callable[[Mapping[str, Any]], FlowRules] = _plain_flow
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)

    def rules(self, **options: Any) -> Rules:
        """The game with these options."""
        return Rules(self, options)

    def __repr__(self) -> str:
        return f"<Definition {self.id} {self.zh}>"

    @property
    def names(self) -> tuple[str, ...]:
        """Every name by which the game is found."""
        return (self.id, self.zh, self.pinyin, self.en, *self.aliases)


_FIELDS = tuple(each.name for each in fields(HandRules))


class Rules:
    """A game with its options decided. Immutable.

    Beside what is listed here it has every attribute of `HandRules`, such as `minimum`.

    Parameters
    ----------
    definition : Definition
        The game.
    options : mapping, optional
        Values of its options; the others have their defaults.
    fans : FanTable, optional
        A fan table in place of the game's own.

    Attributes
    ----------
    definition : Definition
        The game.
    options : mapping
        Every option with its value, read-only.
    fans : FanTable
        The fan table.
    hands : HandRules
        How hands are read.
    key : str
        The name of exactly these rules, the same everywhere, as records carry it.

    Raises
    ------
    RulesError
        If the game has no such option, or an option no such value.

    Examples
    --------
    >>> rules = variant("huanle", room="8番场")
    >>> rules, rules.minimum, rules.fans["平和"].value
    (variant('huanle', room='8fan'), 8, 2)
    """

    __slots__ = {
        "definition": "The game.",
        "options": "Every option with its value, read-only.",
        "fans": "The fan table.",
        "hands": "How hands are read.",
        "flow": "How a deal runs.",
        "_flow": "The same for native code, made when it is first needed.",
        "key": "The name of exactly these rules.",
        "_own_fans": "The fan table is not the one of the game and its options.",
        "_native": "What scores hands under these rules.",
        "score": "Score a winning hand.",
        "waits": "What each wait of a hand is worth.",
        **{name: f"As in `HandRules`: {name}." for name in _FIELDS},
    }

    definition: Definition
    options: Mapping[str, Any]
    fans: FanTable
    hands: HandRules
    flow: FlowRules
    key: str
    shapes: Shape
    wild_shapes: Shape
    fifth: str
    sets: int
    wildcards: bool
    discard_wild: str
    wild_melds: bool
    wait_counts: str
    wait_wild: str
    minimum: int | None
    most_suits: int
    drawn_wins: tuple[int, ...] | None
    claimed_wins: tuple[int, ...] | None
    wild_win: int
    wild_win_on: str
    stand_in: int | None
    _own_fans: bool

    def __init__(
        self,
        definition: Definition,
        options: Mapping[str, Any] | None = None,
        *,
        fans: FanTable | None = None,
    ) -> None:
        # Scoring reads rules, so that it can be known only afterwards.
        from .scorer import Scorer

        if not isinstance(definition, Definition):
            raise TypeError(f"rules are made of a Definition, not {type(definition).__name__}")
        if fans is not None and not isinstance(fans, FanTable):
            raise TypeError(f"fans are a FanTable, not {type(fans).__name__}")
        given = dict(options or {})
        by_preset = self._by_preset(definition, given)
        decided = MappingProxyType(checked(definition.options, by_preset | given, definition.id))
        table = definition.table(decided)
        put = super().__setattr__
        put("definition", definition)
        put("options", decided)
        put("fans", table if fans is None else fans)
        put("_own_fans", fans is not None and fans != table)
        put("hands", definition.hands(decided))
        put("flow", definition.flow(decided))
        if not isinstance(self.flow, FlowRules):
            raise TypeError(f"the flow of a game is FlowRules, not {type(self.flow).__name__}")
        if self.flow.ready is not None and self.hands.wild_melds:
            raise RulesError("ready with wild_melds, expected declared hands without wild melds")
        dealt = self.flow.seats * (3 * self.hands.sets + 1)
        if self.flow.tiles - self.flow.dead_wall <= dealt:
            raise RulesError(
                f"{self.flow.tiles} tiles, {self.flow.dead_wall} of them never drawn, expected "
                f"more than the {dealt} that are dealt"
            )
        for name in _FIELDS:
            put(name, getattr(self.hands, name))
        put("key", self._key())
        # Scoring is the hot call: the native method itself is the attribute.
        native = Scorer(self)
        put("_native", native)
        put("_flow", None)
        put("score", native.score)
        put("waits", native.waits)

    def _changed(self) -> dict[str, Any]:
        """The options that are not at their defaults, which a preset may have changed."""
        plain = {option.name: option.default for option in self.definition.options}
        plain |= self._by_preset(self.definition, self.options)
        return {name: self.options[name] for name in plain if self.options[name] != plain[name]}

    @staticmethod
    def _by_preset(definition: Definition, given: Mapping[str, Any]) -> dict[str, Any]:
        """What a preset decides where nothing else is said."""
        for option in definition.options if definition.presets else ():
            if option.name == "preset":
                preset = option.check(given.get("preset", option.default))
                return dict(definition.presets.get(str(preset), {}))
        return {}

    def _key(self) -> str:
        text = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return f"{self.id}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    if TYPE_CHECKING:

        def score(
            self,
            hand: Hand | str,
            win: int | str,
            *,
            self_draw: bool = False,
            round_wind: int | str = "E",
            seat_wind: int | str = "E",
            flowers: int | str | Sequence[int | str] = 0,
            last_tile: bool = False,
            replacement: bool = False,
            robbing: bool = False,
            last_copy: bool = False,
            first_turn: bool = False,
            bao: bool = False,
            closed_ready: bool = False,
            bao_wait: bool = False,
            ready: bool = False,
            first_ready: bool = False,
            after_kong: bool = False,
            last_round: bool = False,
            dealer: bool | None = None,
            wild: int | str | None = None,
            notation: str = "queshen",
        ) -> Score: ...

        def waits(
            self,
            hand: Hand | str,
            *,
            round_wind: int | str = "E",
            seat_wind: int | str = "E",
            flowers: int | str | Sequence[int | str] = 0,
            visible: object = None,
            wait_counts: str = "formal",
            last_tile: bool = False,
            dealer: bool | None = None,
            wild: int | str | None = None,
            notation: str = "queshen",
        ) -> tuple[WaitValue, ...]: ...

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.definition.id

    @property
    def zh(self) -> str:
        """The Chinese name of the game."""
        return self.definition.zh

    @property
    def en(self) -> str:
        """The English name of the game."""
        return self.definition.en

    @property
    def pinyin(self) -> str:
        """The name of the game in pinyin."""
        return self.definition.pinyin

    @property
    def currency(self) -> str | None:
        """What the coins of the game are called."""
        return self.definition.currency

    def readiness(self, hand: Hand | str) -> Readiness:
        """Whether a hand may be declared ready (听), on which tiles it may be won then, or why not.

        Parameters
        ----------
        hand : Hand or str
            The hand before its draw, its melds with their tiles.

        Raises
        ------
        HandError
            If the game has no such declaration, or the hand is another.

        Examples
        --------
        >>> rules = variant("baopai")
        >>> rules.readiness("[789s]123m55s67p888p").tiles
        ('5p', '8p', '5s')
        >>> rules.readiness("[567s]234m55s46p888p").failed
        ('orphan',)
        """
        from .ready import readiness

        found: Readiness = readiness(self, hand)
        return found

    def table(self, **set_up: Any) -> Table:
        """A table with a deal of this game; `set_up` is what `queshen.table.Table` takes.

        Examples
        --------
        >>> table = variant("guobiao").table(seed=7)
        >>> table.phase, table.to_act, table.wall_left
        ('turn', (0,), 87)
        """
        from .table import Table

        return Table(self, **set_up)

    def settle(self, result: DealResult) -> Settlement:
        """Who pays whom after a deal."""
        settlement: Settlement = self.definition.settle(self, result)
        return settlement

    def replace(self, *, fans: FanTable | None = None, **options: Any) -> Rules:
        """The same game with other options, or with a fan table of your own.

        A fan table of your own stays as it is, whatever the options say. With another preset,
        options at their defaults become what they are by default under that one.

        Examples
        --------
        >>> rules = variant("guobiao").replace(min_fan=0)
        >>> rules
        variant('guobiao', min_fan=0)
        >>> len(rules.fans), len(rules.replace(fans=rules.fans.without("花牌")).fans)
        (82, 81)
        """
        if fans is None and self._own_fans:
            fans = self.fans
        return Rules(self.definition, {**self._changed(), **options}, fans=fans)

    def wildcards_of(self, turned: Iterable[int | str]) -> Turned:
        """Which kind is wild in a deal.

        Parameters
        ----------
        turned : iterable of int or str
            The tiles in the order they are turned, flowers included, by number (0-41) or name.

        Raises
        ------
        RulesError
            If the game has no such wildcards, or other tiles are turned than its rules turn.

        Examples
        --------
        >>> variant("huanle").wildcards_of(["春", "9m"])
        Turned(indicator=8, wild=0, set_aside=(34,))
        """
        self._needs_indicator()
        return turn(turned, self.flow)

    def copies(self, indicator: int | str | None) -> tuple[int, ...]:
        """How many copies of each of the 34 kinds are in play once the indicator lies open.

        Examples
        --------
        >>> variant("huanle").copies("5m")[:6]
        (4, 4, 4, 4, 3, 4)
        """
        if indicator is not None:
            self._needs_indicator()
        return live_copies(indicator, self.flow)

    def _needs_indicator(self) -> None:
        if self.flow.indicator == "none":
            raise RulesError(f"{self.id} turns no indicator, as it has no wildcards of that sort")

    def to_dict(self) -> dict[str, Any]:
        """The rules as plain data for JSON: the game, every option, and a fan table of its own."""
        options = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.options.items()
        }
        data: dict[str, Any] = {"variant": self.id, "options": options}
        if self._own_fans:
            data["fans"] = self.fans.to_dict()
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], definition: Definition | None = None) -> Rules:
        """The rules that `to_dict` wrote.

        Parameters
        ----------
        data : mapping
            What `to_dict` gave.
        definition : Definition, optional
            The game, where it is one of your own.

        Raises
        ------
        RulesError
            If the data is no rules, or those of another game.
        """
        if not isinstance(data, Mapping):
            raise TypeError(f"rules are made of a mapping, not {type(data).__name__}")
        for name in data:
            if name not in ("variant", "options", "fans"):
                raise RulesError(unknown("part of rules", name, ("variant", "options", "fans")))
        if "variant" not in data:
            raise RulesError("rules without variant, expected the id of a game")
        if definition is None:
            definition = _find(data["variant"])
        if data["variant"] != definition.id:
            raise RulesError(
                f"rules of {shown(data['variant'])}, expected those of {definition.id}"
            )
        options, fans = data.get("options", {}), data.get("fans")
        if not isinstance(options, Mapping):
            raise TypeError(f"options are a mapping, not {type(options).__name__}")
        return cls(definition, options, fans=None if fans is None else FanTable.from_dict(fans))

    def to_json(self) -> str:
        """The rules as JSON.

        Examples
        --------
        >>> rules = variant("huanle", room="8fan", wu_fan_ignores=("hua_pai", "wu_cai_shen"))
        >>> Rules.from_json(rules.to_json()) == rules
        True
        """
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str, definition: Definition | None = None) -> Rules:
        """The rules that `to_json` wrote; see `from_dict`."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RulesError(f"rules that are no JSON: {error}") from None
        if not isinstance(data, dict):
            raise RulesError(f"rules are {shown(data)}, expected an object with variant")
        try:
            return cls.from_dict(data, definition)
        except TypeError as error:  # a text has no types that a caller could have got wrong
            raise RulesError(f"rules that cannot be: {error}") from None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self._content == other._content

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def _content(self) -> tuple[object, ...]:
        return self.definition, dict(self.options), self.fans

    def __repr__(self) -> str:
        changed = self._changed()
        given = [f"fans={self.fans!r}"] if self._own_fans else []
        if self.definition in variants():
            said = [f"{name}={value!r}" for name, value in changed.items()]
            text = ", ".join([repr(self.id), *said])
            return f"variant({text}).replace({given[0]})" if given else f"variant({text})"
        return f"Rules({', '.join([repr(self.definition), repr(changed), *given])})"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        own = None if self.definition in variants() else self.definition
        return Rules.from_dict, (self.to_dict(), own)

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"rules do not change, {name} included; replace() gives other rules")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"rules do not change, {name} included; replace() gives other rules")


def variants() -> tuple[Definition, ...]:
    """Every game that `variant` knows.

    Examples
    --------
    >>> [game.id for game in variants()][:4]
    ['huanle', 'huopin', 'qq', 'guobiao']
    """
    # The games are written with this module, so that it can know them only afterwards.
    from .games import VARIANTS

    return VARIANTS


def variant(name: str, **options: Any) -> Rules:
    """The rules of a game.

    Parameters
    ----------
    name : str
        Its id, Chinese name or pinyin, in any case and with any spaces.
    **options
        Values of its options; the others have their defaults.

    Raises
    ------
    RulesError
        If there is no such game or option, or the option has no such value.

    Examples
    --------
    >>> variant("Huan Le") == variant("欢乐麻将")
    True
    >>> variant("huanle", room="8fans")
    Traceback (most recent call last):
    queshen.errors.RulesError: room is '8fans', expected one of 'popular', '8fan', 'no_fan'
    """
    return Rules(_find(name), options)


def _find(name: object) -> Definition:
    if not isinstance(name, str):
        raise TypeError(f"a game is named by str, not {type(name).__name__}")
    games = variants()
    wanted = _plain(name)
    for game in games:
        if wanted in map(_plain, game.names):
            return game
    known = [game.id for game in games]
    near = unknown("game", name, (*known, *(game.zh for game in games)))
    raise RulesError(near)


def _plain(name: str) -> str:
    """A name without what people write differently."""
    return "".join(filter(str.isalnum, name)).casefold()
