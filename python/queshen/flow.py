"""The course of a deal as rules: the mechanisms of a table, each switched by a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .errors import RulesError, shown, unknown
from .tiles import FLOWER_COUNT, KIND_COUNT

__all__ = ["BaoRules", "FlowRules", "Liability", "ReadyRules"]

_SEATS = (2, 4, 6)
_PROPS = ("exchange", "exchange_at_random", "make_wild", "tell_third", "tell_next")
_MOST_TILES = 144
_MOST_USES = 255
_MOST_HORSES = 4
_MOST_LIABILITIES = 4
_MOST_SETS = 5
_MOST_COPIES = 4
_MOST_LAST = 16
_FIRST_TURNS = ("dealer", "draw", "discard")
_CONDITIONS = (
    *("opened", "two_suits", "orphan", "four_concealed", "chow", "pung"),
    *("wanted", "wanted_live"),
)
_DIRECTIONS = ("next", "previous", "opposite")
_MOST_EXCHANGED = 3
_READY_WORDS = {
    "structure": ("at_ready", "at_win"),
    "waits": ("formal", "not_own"),
    "kong": ("same_waits", "still_ready"),
    "chow": ("no", "over_pung", "over_kong"),
}
_WORDS = {
    "replacement_from": ("tail", "head"),
    "indicator": ("none", "head", "tail"),
    "indicator_kind": ("next", "indicator"),
    "honour_cycle": ("joint", "separate"),
    "indicator_flower": ("reflip", "no_wildcard"),
    "chow": ("next", "nobody"),
    "rob_added_kong": ("win", "no", "any"),
    "dead_wall_grows": ("no", "by_kongs", "odd_kongs"),
    "multi_win": ("nearest", "all"),
    "multi_rob": ("nearest", "all"),
    "claims_on_last": ("none", "pung", "any"),
    "missed_wins": ("none", "same_tile", "any_tile", "not_higher"),
    "missed_until": ("own_move", "own_discard", "own_draw", "own_draw_or_pung"),
    "replacement_liability": ("none", "last_kong", "chain_start"),
    "liability_conflict": ("first", "last", "listed"),
    "bird": ("none", "head", "tail"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Liability:
    """How a discard makes a seat pay for all if another one wins by self-draw (包).

    Who feeds the last of so many sets, all of them laid out, is liable for their owner.

    Attributes
    ----------
    sets : int
        How many sets there are then.
    kinds : tuple of int
        Pungs and kongs of which kinds count; every set counts where it is empty.
    concealed_kongs : bool
        Whether concealed kongs count among them.
    first_only : bool
        Not who is liable for another seat already (包先不包后).
    unclaimed : bool
        The discard binds also where nobody claims it.

    Examples
    --------
    >>> Liability(sets=3, kinds=(31, 32, 33)).unclaimed
    False
    """

    sets: int
    kinds: tuple[int, ...] = ()
    concealed_kongs: bool = False
    first_only: bool = False
    unclaimed: bool = False

    def __post_init__(self) -> None:
        _kinds(self, "kinds")
        if not isinstance(self.sets, int) or not 1 <= self.sets <= _MOST_SETS:
            raise RulesError(f"sets is {shown(self.sets)}, expected 1..{_MOST_SETS}")
        if self.unclaimed and not self.kinds:
            raise RulesError("unclaimed without kinds, expected the kinds of which a discard binds")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyRules:
    """Declaring that a hand is ready (听), which is done with a discard.

    Attributes
    ----------
    conditions : tuple of str
        What the hand must show, melds included, beside that one tile completes sets and a pair:
        ``opened``, some meld that is no concealed kong; ``two_suits``; ``orphan``, a tile of one of
        the kinds of `orphans`; ``four_concealed`` tiles at least; a ``chow`` and a ``pung`` without
        the group that the winning tile completes, where for a pung two pairs will do; ``wanted``,
        it waits for one of the kinds of `wanted`; ``wanted_live``, for one of which a copy does not
        lie face up.
    orphans : tuple of int
        The kinds that ``orphan`` asks for.
    wanted : tuple of int
        The kinds that ``wanted`` and ``wanted_live`` ask for.
    structure : {"at_ready", "at_win"}
        Whether suits, orphan, chow and pung are looked for before the winning tile comes, or with
        it.
    waits : {"formal", "not_own"}
        Whether a kind of which the hand and its melds hold all four is a wait.
    kong : {"same_waits", "still_ready"}
        Which kongs may be made afterwards.
    locks : bool
        Afterwards only the drawn tile may be discarded; else whatever leaves the hand ready.
    chow : {"no", "over_pung", "over_kong"}
        Whether any seat may chow a discard in order to declare with the next one (吃听), and what
        that goes before.
    needed : bool
        Only declared hands win.
    before_draw : bool
        The seats after the dealer may declare before play begins (天听).
    claimable : bool
        The discard that declares may be claimed and won.
    """

    conditions: tuple[str, ...] = ()
    orphans: tuple[int, ...] = ()
    wanted: tuple[int, ...] = ()
    structure: Literal["at_ready", "at_win"] = "at_ready"
    waits: Literal["formal", "not_own"] = "formal"
    kong: Literal["same_waits", "still_ready"] = "same_waits"
    locks: bool = True
    chow: Literal["no", "over_pung", "over_kong"] = "no"
    needed: bool = True
    before_draw: bool = False
    claimable: bool = True

    def __post_init__(self) -> None:
        for field in ("conditions", "orphans", "wanted"):
            object.__setattr__(self, field, tuple(getattr(self, field)))
        for condition in self.conditions:
            if condition not in _CONDITIONS:
                raise RulesError(unknown("condition", condition, _CONDITIONS))
        for field in ("orphans", "wanted"):
            _kinds(self, field)
        _one_of_each(self, _READY_WORDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class BaoRules:
    """A hidden tile whose kind is wild for a seat that draws it when it is ready (宝).

    It is the last tile of the wall. When some copies of its kind lie face up it is laid among the
    dealer's discards, and the last tile of the wall takes its place (换宝).

    Attributes
    ----------
    copies : int
        How many copies lie face up then, 1 to 4.
    swap : {"before_claims", "after_claims"}
        Whether that is done before a discard may be claimed.
    swap_in_last : bool
        Whether it is done while the last tiles are dealt out, too.
    """

    copies: int = 3
    swap: Literal["before_claims", "after_claims"] = "before_claims"
    swap_in_last: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.copies, int) or not 1 <= self.copies <= _MOST_COPIES:
            raise RulesError(f"copies is {shown(self.copies)}, expected 1..{_MOST_COPIES}")
        _one_of_each(self, {"swap": ("before_claims", "after_claims")})


def _kinds(rules: object, field: str) -> None:
    """See to it that a field is a tuple of kinds."""
    found = tuple(getattr(rules, field))
    object.__setattr__(rules, field, found)
    if not all(isinstance(kind, int) and 0 <= kind < KIND_COUNT for kind in found):
        raise RulesError(f"{field} is {shown(found)}, expected numbers of 0..33")


def _one_of_each(rules: object, words: Mapping[str, tuple[str, ...]]) -> None:
    for field, allowed in words.items():
        if getattr(rules, field) not in allowed:
            found = shown(getattr(rules, field))
            raise RulesError(f"{field} is {found}, expected one of {', '.join(allowed)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowRules:
    """How a deal runs.

    Attributes
    ----------
    seats : int
        2, 4 or 6.
    copies : tuple of int
        How many tiles there are of each of the 34 kinds and 8 flowers; at most 144 in all.
    dead_wall : int
        Tiles at the end of the wall that nobody draws.
    dead_wall_grows : {"no", "by_kongs", "odd_kongs"}
        Whether they are one more for each kong, or one more after an odd number of kongs.
    replacement_from : {"tail", "head"}
        Where tiles for kongs and flowers are drawn.
    indicator : {"none", "head", "tail"}
        Where a tile is turned that says which kind is wild.
    indicator_kind : {"next", "indicator"}
        Whether the kind after it is wild or its own.
    honour_cycle : {"joint", "separate"}
        Whether honours are one ring for that, or winds and dragons one each.
    indicator_flower : {"reflip", "no_wildcard"}
        What follows when a flower is turned.
    indicator_among : tuple of int
        Only a tile of these kinds is turned, the first one from that end; empty: any.
    indicator_in_play, indicator_visible : bool
        Whether it goes back into the wall; whether it counts among the copies that lie face up.
    wild_discard : bool
        Wildcards may be discarded.
    chow : {"next", "nobody"}
        Who may chow a discard.
    discard_win : bool
        Discards may be won.
    rob_added_kong : {"win", "no", "any"}
        Whether a tile that is added to a pung may be won, or claimed for sets too; then no kong is
        made.
    rob_own_discard : bool
        The seat whose discard made the pung may win the tile that is added to it.
    multi_win, multi_rob : {"nearest", "all"}
        Who wins on a discard where several can; who does on a tile that is added to a pung.
    first_from : int, optional
        Where one seat wins: a hand worth so much goes before nearer ones.
    blocked_wild : int
        With so many wildcards among four concealed tiles a seat may neither chow nor pung; 0: never
        mind.
    lone_first : tuple of int
        Of these kinds, single tiles must be discarded before others.
    claims_on_last : {"none", "pung", "any"}
        For which sets the discard after the last draw may be claimed; never for a kong.
    kong_after_claim : bool
        A seat that has just claimed a tile may kong before it discards.
    missed_wins : {"none", "same_tile", "any_tile", "not_higher"}
        What a seat that passes a win may not win on for a while: nothing, a discard of the same
        kind, any discard, one with which the hand is worth as much or less (漏胡).
    missed_until : {"own_move", "own_discard", "own_draw", "own_draw_or_pung"}
        Until it claims, kongs or draws; until it discards; until it draws, or also until it has
        claimed a pung after which it waits for other tiles.
    missed_by_robbing : bool
        Whether that holds for tiles that are added to pungs, too.
    first_turn : tuple of str
        Which wins are marked as of the first turn: ``dealer``, by self-draw before the first
        discard (天和); ``draw``, another seat by its first draw while nothing has been claimed
        (地和); ``discard``, on the dealer's first discard (人和).
    first_turn_after_kong : tuple of str
        Those of them that are still marked after a kong: the dealer's own, that of another seat.
    replacement_liability : {"none", "last_kong", "chain_start"}
        Whether who discarded the tile of an exposed kong is liable for a win on the replacement
        (包杠): of that kong only, or of further ones that follow at once.
    liabilities : tuple of Liability
        How else a seat becomes liable.
    liability_conflict : {"first", "last", "listed"}
        Who pays where two are liable for one seat: by the time at which they became so, or by the
        order of `liabilities`.
    ready : ReadyRules, optional
        How a hand is declared ready; None where it is not.
    bao : BaoRules, optional
        The hidden wildcard; None where there is none.
    most_melds : int, optional
        How many sets a seat may lay out; None: all.
    added_at_most : bool
        With so many of them it may still add to a pung.
    forced_win : bool
        Who can win does.
    last_tiles : int
        When a seat would draw one of so many last tiles, they go round, one to each seat; who
        cannot win with it discards it, and nobody claims it.
    play_on : bool
        A seat that wins leaves, and the others play on, from the seat after the last winner, until
        one of them is left or the wall ends (血战).
    exchange : int
        How many tiles of one suit each seat passes on before play, 0 to 3, all at once and unseen
        (换三张).
    exchange_to : tuple of str
        To whom, by lot: ``next``, ``previous``, ``opposite``.
    void_suit : bool
        Before play each seat names a suit, all at once and unseen. Its tiles must be discarded
        first; they are neither laid out nor won with (定缺).
    doubling : bool
        Before play each seat may double the stakes, all at once and unseen (加倍).
    waits_at_end : bool
        When the wall ends, the result says the best value that each seat waits for (查叫).
    horses : int
        How many tiles at most are set aside at the end of the wall: as many as the dealer has dealt
        in a row (买马).
    flower_keeps_replacement : bool
        The tile drawn for a flower that was drawn for a kong is still the kong's replacement.
    bird : {"none", "head", "tail"}
        Where the bird is turned after a win.
    bird_skips_flowers, bird_of_empty_wall : bool
        Whether another tile is turned after a flower; whether the tile drawn last is the bird where
        the wall is empty.
    props : tuple of str
        Props that a seat may use in its turn: ``exchange`` a tile for one of a chosen kind in the
        wall, ``exchange_at_random``, ``make_wild``, ``tell_third`` of the wall in which the next
        tile of a kind lies, ``tell_next`` tile.
    props_per_deal : int
        How often a seat may use each of them.

    Examples
    --------
    >>> FlowRules(seats=4).tiles, FlowRules(copies=(4,) * 34 + (1,) * 8).tiles
    (136, 144)
    """

    seats: int = 4
    copies: tuple[int, ...] = (4,) * KIND_COUNT + (0,) * FLOWER_COUNT
    dead_wall: int = 0
    dead_wall_grows: Literal["no", "by_kongs", "odd_kongs"] = "no"
    replacement_from: Literal["tail", "head"] = "tail"
    indicator: Literal["none", "head", "tail"] = "none"
    indicator_kind: Literal["next", "indicator"] = "next"
    honour_cycle: Literal["joint", "separate"] = "joint"
    indicator_among: tuple[int, ...] = ()
    indicator_flower: Literal["reflip", "no_wildcard"] = "reflip"
    indicator_in_play: bool = False
    indicator_visible: bool = True
    wild_discard: bool = True
    chow: Literal["next", "nobody"] = "next"
    discard_win: bool = True
    rob_added_kong: Literal["win", "no", "any"] = "win"
    rob_own_discard: bool = True
    multi_win: Literal["nearest", "all"] = "nearest"
    multi_rob: Literal["nearest", "all"] = "nearest"
    first_from: int | None = None
    blocked_wild: int = 0
    lone_first: tuple[int, ...] = ()
    claims_on_last: Literal["none", "pung", "any"] = "none"
    kong_after_claim: bool = False
    missed_wins: Literal["none", "same_tile", "any_tile", "not_higher"] = "none"
    missed_until: Literal["own_move", "own_discard", "own_draw", "own_draw_or_pung"] = "own_move"
    missed_by_robbing: bool = False
    first_turn: tuple[str, ...] = ()
    first_turn_after_kong: tuple[str, ...] = ()
    replacement_liability: Literal["none", "last_kong", "chain_start"] = "none"
    liabilities: tuple[Liability, ...] = ()
    liability_conflict: Literal["first", "last", "listed"] = "first"
    play_on: bool = False
    exchange: int = 0
    exchange_to: tuple[str, ...] = _DIRECTIONS
    void_suit: bool = False
    doubling: bool = False
    waits_at_end: bool = False
    horses: int = 0
    ready: ReadyRules | None = None
    bao: BaoRules | None = None
    most_melds: int | None = None
    added_at_most: bool = True
    forced_win: bool = False
    last_tiles: int = 0
    flower_keeps_replacement: bool = False
    bird: Literal["none", "head", "tail"] = "none"
    bird_skips_flowers: bool = True
    bird_of_empty_wall: bool = True
    props: tuple[str, ...] = ()
    props_per_deal: int = 1

    def __post_init__(self) -> None:
        if self.seats not in _SEATS:
            raise RulesError(f"seats is {shown(self.seats)}, expected 2, 4 or 6")
        object.__setattr__(self, "copies", tuple(self.copies))
        if len(self.copies) != KIND_COUNT + FLOWER_COUNT or not all(
            isinstance(each, int) and 0 <= each <= (4 if place < KIND_COUNT else 1)
            for place, each in enumerate(self.copies)
        ):
            raise RulesError(
                f"copies is {shown(self.copies)}, expected 34 numbers of 0..4 and 8 of 0..1"
            )
        if not 0 <= self.dead_wall <= _MOST_TILES:
            raise RulesError(f"dead_wall is {shown(self.dead_wall)}, expected 0..{_MOST_TILES}")
        object.__setattr__(self, "props", tuple(self.props))
        for prop in self.props:
            if prop not in _PROPS:
                raise RulesError(unknown("prop", prop, _PROPS))
        if not 0 <= self.props_per_deal <= _MOST_USES:
            found = shown(self.props_per_deal)
            raise RulesError(f"props_per_deal is {found}, expected 0..{_MOST_USES}")
        for field in ("first_turn", "first_turn_after_kong"):
            object.__setattr__(self, field, tuple(getattr(self, field)))
            for turn in getattr(self, field):
                if turn not in _FIRST_TURNS:
                    raise RulesError(f"{field}: {unknown('first turn', turn, _FIRST_TURNS)}")
        object.__setattr__(self, "liabilities", tuple(self.liabilities))
        if not all(isinstance(each, Liability) for each in self.liabilities):
            raise TypeError(f"liabilities is {shown(self.liabilities)}, expected Liability values")
        if len(self.liabilities) > _MOST_LIABILITIES:
            number = len(self.liabilities)
            raise RulesError(f"{number} liabilities, expected at most {_MOST_LIABILITIES}")
        if self.horses and any(self.copies[KIND_COUNT:]):
            raise RulesError(
                "horses in a game with flowers, expected one without: they have no seat"
            )
        if not 0 <= self.horses <= _MOST_HORSES:
            raise RulesError(f"horses is {shown(self.horses)}, expected 0..{_MOST_HORSES}")
        if self.ready is not None and not isinstance(self.ready, ReadyRules):
            raise TypeError(f"ready is {shown(self.ready)}, expected ReadyRules or None")
        if self.bao is not None and not isinstance(self.bao, BaoRules):
            raise TypeError(f"bao is {shown(self.bao)}, expected BaoRules or None")
        if self.bao is not None and (self.ready is None or any(self.copies[KIND_COUNT:])):
            raise RulesError("bao in a game with flowers or without ready, expected the opposite")
        if self.most_melds is not None and not 1 <= self.most_melds <= _MOST_SETS:
            found = shown(self.most_melds)
            raise RulesError(f"most_melds is {found}, expected None or 1..{_MOST_SETS}")
        if not 0 <= self.last_tiles <= _MOST_LAST:
            raise RulesError(f"last_tiles is {shown(self.last_tiles)}, expected 0..{_MOST_LAST}")
        for field in ("indicator_among", "lone_first"):
            _kinds(self, field)
        self._check_opening()
        if self.first_from is not None and not isinstance(self.first_from, int):
            raise TypeError(f"first_from is {shown(self.first_from)}, expected a number or None")
        if not 0 <= self.blocked_wild <= _MOST_COPIES:
            found = shown(self.blocked_wild)
            raise RulesError(f"blocked_wild is {found}, expected 0..{_MOST_COPIES}")
        _one_of_each(self, _WORDS)

    def _check_opening(self) -> None:
        object.__setattr__(self, "exchange_to", tuple(self.exchange_to))
        for to in self.exchange_to:
            if to not in _DIRECTIONS:
                raise RulesError(unknown("direction", to, _DIRECTIONS))
        if not 0 <= self.exchange <= _MOST_EXCHANGED:
            found = shown(self.exchange)
            raise RulesError(f"exchange is {found}, expected 0..{_MOST_EXCHANGED}")
        if self.exchange and not self.exchange_to:
            raise RulesError("exchange without exchange_to, expected to whom")
        odd = any(self.copies[27:])
        if (self.exchange or self.void_suit) and (odd or self.indicator != "none"):
            raise RulesError(
                "exchange or void_suit with honours, flowers or an indicator, expected suits alone"
            )
        if (
            self.ready is not None
            and self.ready.chow != "no"
            and (self.void_suit or self.lone_first)
        ):
            raise RulesError(
                "ready.chow with void_suit or lone_first, expected no chow that has to declare "
                "where other discards may be forced"
            )
        if self.play_on and (self.horses or self.bird != "none" or self.bao is not None):
            raise RulesError("play_on with horses, bird or bao, expected a game without them")

    @property
    def tiles(self) -> int:
        """How many tiles there are."""
        return sum(self.copies)
