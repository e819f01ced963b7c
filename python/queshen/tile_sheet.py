"""The faces of the tiles, drawn as SVG: 34 kinds, eight flowers and a back.

Every tile is a symbol of 60 by 80 units. Dots and bamboo are shapes. Characters are text, for which
any font with Chinese glyphs will do; a small letter or digit in the corner says the same to those
who have none or do not read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin

from .tiles import KIND_COUNT, TILE_NAMES

__all__ = ["BACK", "HEIGHT", "WIDTH", "WILD", "drawing", "sheet", "symbol", "symbol_id"]

WIDTH, HEIGHT = 60, 80
"""The size of a tile, with a small margin around it."""

BACK = "back"
"""The name of a tile that lies face down."""

WILD = "*"
"""The name of a wildcard without a face."""

_RED, _GREEN, _BLUE, _INK = "#b3261e", "#1d7a46", "#1f4e8c", "#22303c"
_PURPLE = "#8e2a9b"
_IVORY, _EDGE, _SIDE = "#fdfaf2", "#b9ae94", "#e0d6bd"
_SERIF = (
    "'Noto Serif CJK SC','Source Han Serif SC','Songti SC','STSong',SimSun,'Noto Sans CJK SC',"
    "'PingFang SC','Microsoft YaHei',serif"
)
_NUMERALS = "一二三四五六七八九"
_HONOURS = dict(zip("ESWNCF", "東南西北中發", strict=True))
_HONOUR_COLOURS = dict.fromkeys("ESWN", _INK) | {"C": _RED, "F": _GREEN}
_PLANTS = dict(zip("梅兰竹菊", "梅蘭竹菊", strict=True))
_FLOWERS = TILE_NAMES[KIND_COUNT:]

_LEFT, _MIDDLE, _RIGHT = 19, 30, 41


def symbol_id(tile: str) -> str:
    """The id of the symbol of a tile, by its name.

    Examples
    --------
    >>> symbol_id("5m"), symbol_id("春"), symbol_id("*")
    ('tile-5m', 'tile-f1', 'tile-wild')
    """
    if tile == WILD:
        return "tile-wild"
    return f"tile-f{_FLOWERS.index(tile) + 1}" if tile in _FLOWERS else f"tile-{tile}"


def drawing(tile: str) -> str:
    """The shapes of a tile, 60 wide and 80 high.

    Examples
    --------
    >>> drawing("E")[:30]
    '<rect x="2" y="3" width="56" h'
    """
    return _back() if tile == BACK else _blank() + "".join(_face(tile))


def symbol(tile: str) -> str:
    """One tile as a ``<symbol>``.

    Examples
    --------
    >>> symbol("E")[:45]
    '<symbol id="tile-E" viewBox="0 0 60 80"><rect'
    """
    return f'<symbol id="{symbol_id(tile)}" viewBox="0 0 {WIDTH} {HEIGHT}">{drawing(tile)}</symbol>'


def sheet(tiles: Iterable[str] = (*TILE_NAMES, BACK)) -> str:
    """The symbols of some tiles, or of all of them and the back.

    Examples
    --------
    >>> sheet().count("<symbol"), sheet(["5m", "5m", "E"]).count("<symbol")
    (43, 2)
    """
    return "".join(map(symbol, dict.fromkeys(tiles)))


# The body


def _blank() -> str:
    return (
        f'<rect x="2" y="3" width="56" height="75" rx="7" fill="{_SIDE}" stroke="{_EDGE}"/>'
        f'<rect x="2.5" y="2.5" width="55" height="71" rx="6.5" fill="{_IVORY}"/>'
    )


def _back() -> str:
    return (
        f'<rect x="2" y="3" width="56" height="75" rx="7" fill="{_SIDE}" stroke="{_EDGE}"/>'
        '<rect x="2.5" y="2.5" width="55" height="71" rx="6.5" fill="#2f7d5b"/>'
        '<rect x="8" y="8" width="44" height="60" rx="4" fill="none" stroke="#7fb99d"'
        ' stroke-width="1.5"/>'
        '<path d="M30 20 44 38 30 56 16 38Z" fill="none" stroke="#7fb99d" stroke-width="1.5"/>'
    )


# The faces


def _face(tile: str) -> Iterator[str]:
    if tile in _FLOWERS:
        yield from _flower(_FLOWERS.index(tile))
    elif tile == WILD:
        yield _star(30, 38, 17)
    elif tile in _HONOURS:
        yield _text(_HONOURS[tile], 30, 55, 42, _HONOUR_COLOURS[tile])
        yield _corner(tile)
    elif tile == "P":
        yield (
            f'<rect x="13" y="15" width="34" height="46" rx="3" fill="none" stroke="{_BLUE}"'
            ' stroke-width="4"/>'
            f'<rect x="18" y="20" width="24" height="36" rx="2" fill="none" stroke="{_BLUE}"'
            ' stroke-width="1"/>'
        )
        yield _corner(tile)
    else:
        number = int(tile[0])
        if tile[1] == "m":
            yield from _characters(number)
        else:
            shapes = _dots(number) if tile[1] == "p" else _bamboo(number)
            # A little smaller, so that the digit has its corner.
            yield f'<g transform="translate(4 4.5) scale(.91)">{"".join(shapes)}</g>'
        yield _corner(tile[0])


def _text(text: str, x: float, y: float, size: float, colour: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" text-anchor="middle"'
        f' font-weight="700" font-family="{_SERIF}">{text}</text>'
    )


def _star(x: float, y: float, size: float) -> str:
    points = []
    for each in range(10):
        far = size if each % 2 == 0 else size * 0.42
        angle = each * pi / 5 - pi / 2
        points.append(f"{x + far * cos(angle):.1f},{y + far * sin(angle):.1f}")
    return f'<polygon points="{" ".join(points)}" fill="{_PURPLE}"/>'


def _corner(text: str) -> str:
    return (
        f'<text x="5.5" y="12.5" font-size="10" fill="#85795f" font-weight="600"'
        f' font-family="system-ui,sans-serif">{text}</text>'
    )


def _characters(number: int) -> Iterator[str]:
    yield _text(_NUMERALS[number - 1], 31, 34, 28, _INK)
    yield _text("萬", 31, 66, 30, _RED)


# Places of the dots and sticks, with their colours

_DOTS: tuple[tuple[tuple[float, float, str], ...], ...] = (
    (),
    ((30, 23, _GREEN), (30, 53, _BLUE)),
    ((18, 20, _BLUE), (30, 38, _RED), (42, 56, _GREEN)),
    ((_LEFT, 23, _BLUE), (_RIGHT, 23, _GREEN), (_LEFT, 53, _GREEN), (_RIGHT, 53, _BLUE)),
    (
        *((18, 20, _BLUE), (42, 20, _GREEN)),
        (30, 38, _RED),
        *((18, 56, _GREEN), (42, 56, _BLUE)),
    ),
    (
        *((_LEFT, 19, _GREEN), (_RIGHT, 19, _GREEN)),
        *((_LEFT, 40, _RED), (_RIGHT, 40, _RED), (_LEFT, 58, _RED), (_RIGHT, 58, _RED)),
    ),
    (
        *((16.5, 15.5, _GREEN), (30, 21.5, _GREEN), (43.5, 27.5, _GREEN)),
        *((20.5, 43, _RED), (39.5, 43, _RED), (20.5, 60, _RED), (39.5, 60, _RED)),
    ),
    tuple((x, y, _BLUE) for y in (15.5, 30.5, 45.5, 60.5) for x in (21, 39)),
    tuple(
        (x, y, colour)
        for y, colour in ((18, _GREEN), (38, _RED), (58, _BLUE))
        for x in (15.5, 30, 44.5)
    ),
)
_DOT_SIZES = (0, 11.5, 8.5, 9.5, 8.5, 8.2, 6.7, 6.8, 6.7)


def _dots(number: int) -> Iterator[str]:
    if number == 1:
        yield from _great_dot()
    for x, y, colour in _DOTS[number - 1]:
        yield _dot(x, y, _DOT_SIZES[number - 1], colour)


def _dot(x: float, y: float, size: float, colour: str) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" fill="{colour}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.66:g}" fill="none" stroke="{_IVORY}"'
        f' stroke-width="{size * 0.16:g}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.24:g}" fill="{_IVORY}"/>'
    )


def _great_dot() -> Iterator[str]:
    yield f'<circle cx="30" cy="39" r="22" fill="{_GREEN}"/>'
    yield f'<circle cx="30" cy="39" r="18.5" fill="{_IVORY}"/>'
    for each in range(12):
        x, y = 30 + 14.6 * cos(each * pi / 6), 39 + 14.6 * sin(each * pi / 6)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{_BLUE}"/>'
    yield from _blossom(30, 39, 4.6, _RED, _IVORY)


def _blossom(x: float, y: float, size: float, colour: str, heart: str) -> Iterator[str]:
    """Five petals."""
    for each in range(5):
        angle = each * 2 * pi / 5 - pi / 2
        at = f'cx="{x + size * cos(angle):.1f}" cy="{y + size * sin(angle):.1f}"'
        yield f'<circle {at} r="{size * 0.78:.1f}" fill="{colour}"/>'
    yield f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.5:.1f}" fill="{heart}"/>'


_ROW = (16, 30, 44)
_STICKS: tuple[tuple[tuple[float, float, str], ...], ...] = (
    (),
    ((30, 23, _GREEN), (30, 53, _BLUE)),
    ((30, 23, _GREEN), (_LEFT, 53, _BLUE), (_RIGHT, 53, _GREEN)),
    ((_LEFT, 23, _BLUE), (_RIGHT, 23, _GREEN), (_LEFT, 53, _GREEN), (_RIGHT, 53, _BLUE)),
    (
        *((16, 23, _BLUE), (44, 23, _GREEN)),
        (30, 38, _RED),
        *((16, 53, _GREEN), (44, 53, _BLUE)),
    ),
    (*((x, 23, _GREEN) for x in _ROW), *((x, 53, _BLUE) for x in _ROW)),
    (
        (30, 17.5, _RED),
        *((x, 39, colour) for x, colour in zip(_ROW, (_GREEN, _BLUE, _GREEN), strict=True)),
        *((x, 60, colour) for x, colour in zip(_ROW, (_GREEN, _BLUE, _GREEN), strict=True)),
    ),
    (),
    tuple(
        (x, y, colour)
        for y in (17.5, 39, 60)
        for x, colour in zip(_ROW, (_GREEN, _RED, _BLUE), strict=True)
    ),
)
_STICK_SIZES = (0, 25, 25, 25, 25, 25, 18.5, 24, 18.5)


def _bamboo(number: int) -> Iterator[str]:
    if number == 1:
        yield _sparrow()
    if number == 8:
        yield from _eight_sticks()
    for x, y, colour in _STICKS[number - 1]:
        yield _stick(x, y, _STICK_SIZES[number - 1], colour)


def _stick(x: float, y: float, length: float, colour: str, turn: float = 0) -> str:
    """A stick of bamboo: two joints with knots."""
    half = length / 2
    turned = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    return (
        f"<g{turned}>"
        f'<rect x="{x - 3:g}" y="{y - half:g}" width="6" height="{length:g}" rx="3"'
        f' fill="{colour}"/>'
        f'<rect x="{x - 4.3:g}" y="{y - half:g}" width="8.6" height="3.6" rx="1.8"'
        f' fill="{colour}"/>'
        f'<rect x="{x - 4.3:g}" y="{y + half - 3.6:g}" width="8.6" height="3.6" rx="1.8"'
        f' fill="{colour}"/>'
        f'<rect x="{x - 4.3:g}" y="{y - 1.8:g}" width="8.6" height="3.6" rx="1.8"'
        f' fill="{colour}"/>'
        f'<path d="M{x:g} {y - half + 4.5:g}v{half - 7:g}M{x:g} {y + 2.6:g}v{half - 7:g}"'
        f' stroke="{_IVORY}" stroke-width="1.3" stroke-linecap="round"/></g>'
    )


def _eight_sticks() -> Iterator[str]:
    for y, lean, colour in ((23, 1, _GREEN), (55, -1, _BLUE)):
        yield _stick(14, y, 24, colour)
        yield _stick(46, y, 24, colour)
        yield _stick(24.7, y, 24, colour, 27 * lean)
        yield _stick(35.3, y, 24, colour, -27 * lean)


def _sparrow() -> str:
    """The bird of the first bamboo, on a twig."""
    return (
        f'<path d="M15 63C25 60 38 61 49 57" fill="none" stroke="{_GREEN}" stroke-width="3"'
        ' stroke-linecap="round"/>'
        f'<path d="M45 58c1-6 5-8 8-8 0 5-3 8-8 8z" fill="{_GREEN}"/>'
        # tail, body, wing, head
        f'<path d="M22 46 7 60l4 4 5-2 1 4 12-12z" fill="{_BLUE}"/>'
        f'<path d="M20 50C17 38 24 28 34 27c10-1 14 8 12 16-2 9-9 15-17 15-5 0-8-3-9-8z"'
        f' fill="{_GREEN}"/>'
        f'<path d="M23 52c0-9 7-15 17-14-1 9-8 15-17 14z" fill="{_RED}"/>'
        f'<path d="M26 50c3-5 7-8 11-9" fill="none" stroke="{_IVORY}" stroke-width="1.4"'
        ' stroke-linecap="round"/>'
        f'<circle cx="39" cy="25" r="9" fill="{_GREEN}"/>'
        f'<path d="M34 18c0-5 3-8 7-9-1 3 0 5 1 7z" fill="{_RED}"/>'
        f'<path d="M46.5 21.5 55 25l-8.5 3z" fill="{_RED}"/>'
        f'<circle cx="41.5" cy="23.5" r="2.3" fill="{_IVORY}"/>'
        f'<circle cx="42" cy="23.5" r="1.2" fill="{_INK}"/>'
        # feet
        f'<path d="M30 57v4M36 56v4" stroke="{_INK}" stroke-width="1.6" stroke-linecap="round"/>'
    )


_SEASONS = (
    ("#d2527f", "#f6d36b"),
    ("#c0392b", "#f6d36b"),
    ("#d9822b", "#7a4a12"),
    ("#5b8fc7", "#f2f6fb"),
)


def _flower(number: int) -> Iterator[str]:
    tile = _FLOWERS[number]
    season = number < 4
    colour = _RED if season else _GREEN
    petals, heart = _SEASONS[number % 4]
    yield (
        f'<path d="M12 67c7-1 9-7 17-8 9-1 12 3 20-3" fill="none" stroke="{_GREEN}"'
        ' stroke-width="2.2" stroke-linecap="round"/>'
        f'<path d="M25 60c-1-5-5-6-8-6 0 4 3 7 8 6z" fill="{_GREEN}"/>'
    )
    yield from _blossom(43, 56, 4.6, petals, heart)
    yield _text(_PLANTS.get(tile, tile), 30, 43, 30, colour)
    yield _corner(str(number % 4 + 1))
