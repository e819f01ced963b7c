# cython: freethreading_compatible=True
"""A deal made of what Python gives."""

from queshen.counts cimport small_int
from queshen.deal cimport (
    FACES,
    KINDS,
    MOST_WALL,
    NO_INDICATOR,
    NO_TILE,
    deal_out,
    first_draw,
    gain,
    shuffle,
)

from queshen.errors import TableError, shown
from queshen.tiles import name

cdef dict TILES = {name(k): k for k in range(FACES)}


cdef int tile_of(object tile, str where) except -1:
    found = TILES.get(tile) if isinstance(tile, str) else tile if type(tile) is int and 0 <= tile < FACES else None
    if found is None:
        raise TableError(f"{where} has {shown(tile)}, expected a tile such as 6m, E or 春")
    return found


cdef list tiles_of(object tiles, str where):
    if isinstance(tiles, str) or not hasattr(tiles, "__iter__"):
        raise TypeError(f"{where} is {type(tiles).__name__}, expected a list of tiles")
    return [tile_of(tile, where) for tile in tiles]


cdef int check_copies(const flow_t* flow, list tiles, bint all_of_them) except -1:
    """No kind may be there more often than the game has it; all of them where the wall is whole."""
    for k in range(FACES):
        found = tiles.count(k)
        if found > flow.copies[<int>k] or (all_of_them and found < flow.copies[<int>k]):
            raise TableError(f"{found} tiles {name(k)}, expected {flow.copies[<int>k]}")
    return 0


cdef int deal_from(const flow_t* flow, deal_t* deal, dict given, dict made_of) except -1:
    there = {each for each in given if given[each] is not None}
    if there == {"seed"}:
        return from_seed(flow, deal, made_of, given["seed"])
    if there == {"wall"}:
        return from_wall(flow, deal, made_of, given["wall"])
    if there in ({"hands", "wall"}, {"hands", "draws"}, {"hands", "draws", "undrawn"}):
        return from_hands(flow, deal, made_of, given["hands"], given["wall"], given["draws"], given["undrawn"])
    raise TableError(
        f"{', '.join(sorted(there)) or 'nothing'} given, expected seed, or wall, or hands and wall, or hands and draws"
    )


cdef int from_seed(const flow_t* flow, deal_t* deal, dict made_of, seed) except -1:
    if type(seed) is not int or not 0 <= seed < 1 << 64:
        raise TableError(f"seed is {shown(seed)}, expected a number from 0 to 2**64 - 1")
    made_of["seed"] = seed
    shuffle(flow, deal, seed)
    deal_out(flow, deal)
    return 0


cdef int from_wall(const flow_t* flow, deal_t* deal, dict made_of, wall) except -1:
    tiles = tiles_of(wall, "the wall")
    check_copies(flow, tiles, True)
    made_of["wall"] = [name(tile) for tile in tiles]
    fill(deal, 0, 0, tiles)
    deal_out(flow, deal)
    return 0


cdef int from_hands(const flow_t* flow, deal_t* deal, dict made_of, hands, wall, draws, undrawn) except -1:
    """Given hands, and a wall behind them or one for each seat; the dealer draws first."""
    cdef int seats = flow.seats, seat, at = 0
    if flow.indicator != NO_INDICATOR and draws is not None:
        raise TableError("draws in a game with wildcards, expected a wall: the indicator is turned from it")
    if flow.horses and draws is not None:
        raise TableError("draws in a game with horses, expected a wall: they are its last tiles")
    dealt = [tiles_of(hand, f"the hand of seat {seat}") for seat, hand in enumerate(hands)]
    if len(dealt) != seats:
        raise TableError(f"{len(dealt)} hands, expected {seats}")
    for seat in range(seats):
        if len(dealt[seat]) != 3 * flow.sets + 1:
            raise TableError(f"{len(dealt[seat])} tiles in the hand of seat {seat}, expected {3 * flow.sets + 1}")
    rest = [tiles_of(part, f"the wall of seat {seat}") for seat, part in enumerate(draws)] if draws is not None else []
    made_of["hands"] = [[name(tile) for tile in hand] for hand in dealt]
    everything = [tile for hand in dealt for tile in hand] + [tile for part in rest for tile in part]
    if draws is None:
        tiles = tiles_of(wall, "the wall")
        check_copies(flow, everything + tiles, False)
        made_of["wall"] = [name(tile) for tile in tiles]
        fill(deal, 0, 0, tiles)
    else:
        if max(everything) >= KINDS:
            raise TableError("a flower among hands or draws, expected none: recorded draws follow no rule for flowers")
        check_copies(flow, everything, False)
        unknown = [0] * seats if undrawn is None else [small_int(each, "undrawn", 0, MOST_WALL) for each in undrawn]
        if len(rest) != seats or len(unknown) != seats:
            raise TableError(f"{len(rest)} draws and {len(unknown)} undrawn, expected {seats}")
        made_of["draws"] = [[name(tile) for tile in part] for part in rest]
        made_of["undrawn"] = unknown
        deal.own_walls = True
        for seat in range(seats):
            at = fill(deal, seat, at, rest[seat] + [NO_TILE] * unknown[seat])
    for seat in range(seats):
        for tile in dealt[seat]:
            gain(deal, seat, tile)
    if not first_draw(flow, deal):
        raise TableError("no tile for the dealer's first draw, expected one")
    if deal.horses < min(flow.horses, <int>deal.streak):
        raise TableError(
            f"{len(tiles)} tiles in the wall, expected at least {1 + min(flow.horses, <int>deal.streak)}: a draw and horses"
        )
    return 0


cdef int fill(deal_t* deal, int wall, int at, list tiles) except -1:
    """Put tiles into a wall from a place on; returns the place after them."""
    cdef int end = at + len(tiles)
    if end > MOST_WALL:
        raise TableError(f"{end} tiles in the walls, expected at most {MOST_WALL}")
    deal.head[wall] = at
    for tile in tiles:
        deal.wall[at] = tile
        at += 1
    deal.tail[wall] = end
    return end
