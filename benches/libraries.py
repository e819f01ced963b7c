"""The other libraries, one function each: what is called, on what, and how the answer is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import call
from typing import Any

import numpy as np
from adapters import (
    HONG_KONG,
    MCR,
    MCR_FANS,
    RIICHI_FIFTH,
    RIICHI_ORDER,
    STANDARD_FIFTH,
    Call,
    Calls,
    Peer,
    Question,
    bits_of,
    is_complete,
    is_zero,
    kinds_of,
    less_one,
    lists,
    mask_of,
    module_named,
    riichi_order,
    row_arrays,
)
from hands import Hands
from wins import (
    CHOW,
    EXPOSED_KONG,
    LAST_COPY,
    LAST_TILE,
    PUNG,
    REPLACEMENT,
    ROBBING,
    SELF_DRAW,
    melds_of,
)


def _win_and_shanten(shanten: Call, read_win: Callable[[Any], bool]) -> Calls:
    """Libraries without a win test: the distance is the test, and is what is timed."""
    win = replace(shanten, read=read_win)
    return {Question.WIN: win, Question.SHANTEN: shanten, Question.SHANTEN_13: shanten}


def _mahjong() -> Calls:
    agari = module_named("mahjong.agari").Agari.is_agari
    shanten = module_named("mahjong.shanten").Shanten.calculate_shanten
    distance = Call("Shanten.calculate_shanten(list of 34)", shanten, lists, int)
    return {
        Question.WIN: Call("Agari.is_agari(list of 34)", agari, lists, bool),
        Question.SHANTEN: distance,
        Question.SHANTEN_13: distance,
    }


def _xiangting() -> Calls:
    library = module_named("xiangting")
    four = (library.PlayerCount.FOUR,)
    number = Call(
        "calculate_replacement_number(list of 34)",
        library.calculate_replacement_number,
        lists,
        less_one,
        four,
    )
    useful = Call(
        "calculate_necessary_tiles(list of 34); also gives the distance",
        library.calculate_necessary_tiles,
        lists,
        lambda answer: mask_of(bits_of(answer[1])),
        four,
    )
    return _win_and_shanten(number, is_zero) | {Question.USEFUL: useful}


def _shanten_tools() -> Calls:
    library = module_named("shanten_tools")
    number = Call("shanten(uint8 row of 34)", library.shanten, row_arrays, less_one)

    def read(answer: Any) -> dict[int, tuple[int, int | None]]:
        # 0 marks a kind that is not held; after a discard the number is never below 1.
        return {
            RIICHI_ORDER[kind]: (int(number) - 1, None)
            for kind, number in enumerate(answer)
            if number
        }

    discards = Call(
        "shanten_discard(uint8 row of 34): distances only, no useful tiles",
        library.shanten_discard,
        row_arrays,
        read,
    )
    return _win_and_shanten(number, is_zero) | {Question.DISCARDS: discards}


def _riichienv() -> Calls:
    library = module_named("riichienv")

    def ids(hands: Hands) -> list[list[int]]:
        return [
            [4 * kind + copy for kind, count in enumerate(row) for copy in range(count)]
            for row in riichi_order(hands)
        ]

    def evaluators(hands: Hands) -> list[Any]:
        return [library.HandEvaluator(tiles) for tiles in ids(hands)]

    number = Call("calculate_shanten(list of 136-ids)", library.calculate_shanten, ids, int)
    waits = Call(
        "HandEvaluator.get_waits() on a prepared object",
        library.HandEvaluator.get_waits,
        evaluators,
        mask_of,
    )
    return _win_and_shanten(number, is_complete) | {Question.WAITS: waits}


def _jansou() -> Calls:
    shanten = module_named("jansou.analysis.shanten")
    waits = module_named("jansou.analysis.waits")
    tiles = module_named("jansou.core.tiles")
    hand = module_named("jansou.core.hand").Hand
    decompose = module_named("jansou.analysis.decompose")
    efficiency = module_named("jansou.analysis.efficiency")

    def forget() -> None:
        # Answers are kept for the next call with the same hand; here each hand is new.
        for memo in ("_COUNT_MEMO", "_PROBE_MEMO"):
            getattr(shanten, memo, {}).clear()
        if hasattr(waits, "_cached_waits"):
            waits._cached_waits.cache_clear()

    def objects(hands: Hands) -> list[Any]:
        pool = [tiles.Tile(kind) for kind in tiles.TileKind]
        return [hand(tuple(pool[kind] for kind in kinds_of(row))) for row in riichi_order(hands)]

    def read_discards(options: Any) -> dict[int, tuple[int, int | None]]:
        return {
            RIICHI_ORDER[option.discard]: (option.shanten, mask_of(option.acceptance))
            for option in options
        }

    def call(
        text: str, function: Callable[..., Any], read: Callable[[Any], Any], *fixed: Any
    ) -> Call:
        return Call(text, function, lists, read, fixed, forget=forget)

    cold = "memory emptied before each pass"
    distance = call(f"shanten_counts(list of 34, 0), {cold}", shanten.shanten_counts, int, 0)
    return {
        Question.WIN: call("is_complete(list of 34, 0)", decompose.is_complete, bool, 0),
        Question.SHANTEN: distance,
        Question.SHANTEN_13: distance,
        Question.WAITS: call(
            f"waits_counts(list of 34, ()), {cold}", waits.waits_counts, mask_of, ()
        ),
        Question.USEFUL: call(
            f"acceptance_counts(list of 34, 0), {cold}", efficiency.acceptance_counts, mask_of, 0
        ),
        Question.DISCARDS: Call(
            f"discard_evaluation(Hand), {cold}",
            efficiency.discard_evaluation,
            objects,
            read_discards,
            forget=forget,
        ),
    }


def _mahjong_utils() -> Calls:
    tile = module_named("mahjong_utils.models.tile").Tile
    types = module_named("mahjong_utils.models.tile_type").TileType
    shanten = module_named("mahjong_utils.shanten").shanten
    letters = [types.M, types.P, types.S, types.Z]
    pool = [tile.by_type_and_num(letters[kind // 9], kind % 9 + 1) for kind in range(34)]

    def tiles(hands: Hands) -> list[Any]:
        return [[pool[kind] for kind in kinds_of(row)] for row in riichi_order(hands)]

    def mask(found: Any) -> int:
        return mask_of(pool.index(one) for one in found or ())

    def read_discards(answer: Any) -> dict[int, tuple[int, int | None]]:
        found = answer.discard_to_advance or {}
        return {
            RIICHI_ORDER[pool.index(one)]: (after.shanten, mask(after.advance))
            for one, after in found.items()
        }

    def call(read: Callable[[Any], Any], best_only: bool = True) -> Call:
        text = f"shanten(list of Tile, best_shanten_only={best_only}); the whole advice"
        return Call(text, shanten, tiles, read, (None, best_only), convention=RIICHI_FIFTH)

    return {
        Question.SHANTEN: call(lambda answer: answer.shanten),
        Question.SHANTEN_13: call(lambda answer: answer.shanten),
        Question.USEFUL: call(lambda answer: mask(answer.advance)),
        Question.DISCARDS: call(read_discards, best_only=False),
    }


def _cmajiang() -> Calls:
    library = module_named("cmajiang")
    letters = "mpsz"

    def text(row: Hands) -> str:
        suits = [row[0:9], row[9:18], row[18:27], row[27:34]]
        parts = (
            letters[i] + "".join(str(rank + 1) for rank in kinds_of(suit))
            for i, suit in enumerate(suits)
            if suit.any()
        )
        return "".join(parts)

    def objects(hands: Hands) -> list[Any]:
        return [library.Shoupai(text(row)) for row in riichi_order(hands)]

    def kind(name: str) -> int:
        return 9 * letters.index(name[0]) + int(name[1]) - 1

    number = Call(
        "xiangting(Shoupai) on a prepared object",
        library.xiangting,
        objects,
        int,
        convention=RIICHI_FIFTH,
    )
    useful = Call(
        "tingpai(Shoupai) on a prepared object",
        library.tingpai,
        objects,
        lambda names: mask_of(map(kind, names)),
        convention=RIICHI_FIFTH,
    )
    return _win_and_shanten(number, is_complete) | {Question.USEFUL: useful}


def _kago_utils() -> Calls:
    counter = module_named("kago_utils.hai").Hai34Counter
    shanten = module_named("kago_utils.shanten").Shanten.calculate_shanten

    def objects(hands: Hands) -> list[Any]:
        return [counter(row) for row in lists(hands)]

    loop = "Shanten.calculate_shanten(Hai34Counter, 0) on a prepared object"
    return _win_and_shanten(Call(loop, shanten, objects, int, (0,)), is_complete)


def _hk_mahjong() -> Calls:
    tiles = module_named("hk_mahjong.core.tiles")
    check = module_named("hk_mahjong.core.win_check").check_win
    suits = (tiles.Suit.CHARACTERS, tiles.Suit.DOTS, tiles.Suit.BAMBOO)
    dragons = (tiles.Dragon.RED, tiles.Dragon.GREEN, tiles.Dragon.WHITE)
    pool = [tiles.make_suited(suit, rank) for suit in suits for rank in range(1, 10)]
    pool += [tiles.make_wind(wind) for wind in tiles.WIND_ORDER]
    pool += [tiles.make_dragon(dragon) for dragon in dragons]

    def objects(hands: Hands) -> list[Any]:
        return [[pool[kind] for kind in kinds_of(row)] for row in hands]

    loop = "check_win(list of Tile, []): every decomposition"
    return {Question.WIN: Call(loop, check, objects, bool, ([],), convention=HONG_KONG)}


def _pyriichi() -> Calls:
    hand = module_named("pyriichi.hand").Hand
    tiles = module_named("pyriichi.tiles")
    suits = (tiles.Suit.MANZU, tiles.Suit.PINZU, tiles.Suit.SOUZU, tiles.Suit.HONORS)

    def tile(kind: int) -> Any:
        return tiles.Tile(suits[kind // 9], kind % 9 + 1)

    def objects(hands: Hands) -> list[Any]:
        return [hand([tile(kind) for kind in kinds_of(row)]) for row in riichi_order(hands)]

    def last_drawn(hands: Hands) -> list[Any]:
        found = []
        for row in riichi_order(hands):
            *rest, last = [tile(kind) for kind in kinds_of(row)]
            found.append((hand(rest), last))
        return found

    def win(pair: tuple[Any, Any]) -> bool:
        return bool(pair[0].is_winning_hand(pair[1]))

    def kind(one: Any) -> int:
        return 9 * suits.index(one.suit) + int(one.rank) - 1

    return {
        Question.WIN: Call(
            "Hand.is_winning_hand(tile) on a prepared object", win, last_drawn, bool
        ),
        Question.WAITS: Call(
            "Hand.get_machi_tiles() on a prepared object",
            hand.get_machi_tiles,
            objects,
            lambda found: mask_of(map(kind, found)),
        ),
    }


BOTZONE_NAMES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)]
BOTZONE_NAMES += ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]


def pymahjonggb_arguments(win: Any) -> tuple[Any, ...]:
    """The arguments of `MahjongFanCalculator`, in order, for a row of `queshen.batch.WIN`."""
    names = BOTZONE_NAMES
    packs = []
    for type_, kind in melds_of(win):
        if type_ == CHOW:
            packs.append(("CHI", names[kind + 1], 1))
        elif type_ == PUNG:
            packs.append(("PENG", names[kind], 1))
        else:
            packs.append(("GANG", names[kind], int(type_ == EXPOSED_KONG)))
    counts = win["counts"].copy()
    counts[win["win"]] -= 1
    flags = int(win["flags"])
    return (
        tuple(packs),
        tuple(names[kind] for kind in kinds_of(counts)),
        names[win["win"]],
        int(win["flowers"]),
        bool(flags & SELF_DRAW),
        bool(flags & LAST_COPY),
        bool(flags & (REPLACEMENT | ROBBING)),
        bool(flags & LAST_TILE),
        int(win["seat_wind"]),
        int(win["round_wind"]),
    )


def _pymahjonggb() -> Calls:
    library = module_named("MahjongGB")
    names = BOTZONE_NAMES
    place = {name: kind for kind, name in enumerate(names)}

    def tuples(hands: Hands) -> list[tuple[str, ...]]:
        return [tuple(names[kind] for kind in kinds_of(row)) for row in hands]

    def last_drawn(hands: Hands) -> list[tuple[tuple[str, ...], str]]:
        return [(tiles[:-1], tiles[-1]) for tiles in tuples(hands)]

    fan = library.MahjongFanCalculator

    def win(pair: tuple[tuple[str, ...], str]) -> bool:
        try:
            fan((), pair[0], pair[1], 0, True, False, False, False, 0, 0)
        except TypeError:
            return False
        return True

    def shanten(tiles: tuple[str, ...]) -> int:
        return int(library.MahjongShanten((), tiles))

    def asked(wins: Any) -> list[Callable[[], Any]]:
        return [partial(fan, *pymahjonggb_arguments(row)) for row in wins]

    def useful(answer: tuple[int, tuple[str, ...]]) -> int:
        mask = 0
        for name in answer[1]:
            mask |= 1 << place[name]
        return mask

    return {
        Question.WIN: Call(
            "MahjongFanCalculator(...): the fan too; a hand that is no win raises, caught inside",
            win,
            last_drawn,
            bool,
            convention=MCR,
        ),
        Question.SHANTEN_13: Call(
            "MahjongShanten((), tuple of 13 names): five MCR forms",
            shanten,
            tuples,
            int,
            convention=MCR,
        ),
        Question.USEFUL: Call(
            "RegularShanten(tuple of 13 names): standard shape only; also gives the distance",
            library.RegularShanten,
            tuples,
            useful,
            convention=STANDARD_FIFTH,
        ),
        Question.SCORE: Call(
            "MahjongFanCalculator(melds, 13 tiles, winning tile, 7 more): the fans",
            call,
            asked,
            lambda fans: sum(points for points, _ in fans),
            convention=MCR_FANS,
        ),
    }


def _mahjax() -> Calls:
    jax = module_named("jax")
    hand = module_named("mahjax.no_red_mahjong.hand").Hand
    shanten = module_named("mahjax.no_red_mahjong.shanten").Shanten
    # The library's own functions, made for whole blocks by its own means.
    win, number = jax.jit(jax.vmap(hand.can_tsumo)), jax.jit(jax.vmap(shanten.number))

    def block(hands: Hands) -> Any:
        return jax.numpy.asarray(riichi_order(hands).astype(np.int8))

    def run(function: Callable[[Any], Any], hands: Any) -> Any:
        return np.asarray(function(hands).block_until_ready())

    def call(loop: str, function: Callable[[Any], Any], read: Callable[[Any], Any]) -> Call:
        return Call(loop, lambda hands: run(function, hands), block, read, batch=True)

    distance = call(
        "jit(vmap(Shanten.number)), compiled before; XLA may use every core", number, int
    )
    return {
        Question.WIN: call(
            "jit(vmap(Hand.can_tsumo)), compiled before; XLA may use every core", win, bool
        ),
        Question.SHANTEN: distance,
        Question.SHANTEN_13: distance,
    }


PEERS: tuple[Peer, ...] = (
    Peer("mahjax", "mahjax", _mahjax, ("jax",)),
    Peer("riichienv", "riichienv", _riichienv),
    Peer("shanten-tools", "shanten_tools", _shanten_tools),
    Peer("xiangting", "xiangting", _xiangting),
    Peer("jansou", "jansou", _jansou, ("jansou-native",)),
    Peer("cmajiang", "cmajiang", _cmajiang),
    Peer("pymahjonggb", "MahjongGB", _pymahjonggb),
    Peer("mahjong", "mahjong", _mahjong),
    Peer("kago-utils", "kago_utils", _kago_utils),
    Peer("hk-mahjong", "hk_mahjong", _hk_mahjong),
    Peer("pyriichi", "pyriichi", _pyriichi),
    Peer("mahjong-utils", "mahjong_utils", _mahjong_utils),
)
