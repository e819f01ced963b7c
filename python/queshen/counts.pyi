from collections.abc import Sequence
from typing import Literal, SupportsIndex, TypeAlias

from typing_extensions import Buffer

_Counts: TypeAlias = Buffer | Sequence[SupportsIndex]
_Fifth: TypeAlias = Literal["barred", "allowed"]

def is_win(
    counts: _Counts,
    wild: int = 0,
    melds: int = 0,
    shapes: int = ...,
    sets: int = 4,
    fifth: _Fifth = "barred",
) -> bool: ...
def shanten(
    counts: _Counts,
    wild: int = 0,
    melds: int = 0,
    shapes: int = ...,
    sets: int = 4,
    fifth: _Fifth = "barred",
) -> int: ...
def waits(
    counts: _Counts,
    wild: int = 0,
    melds: int = 0,
    shapes: int = ...,
    sets: int = 4,
    fifth: _Fifth = "barred",
) -> int: ...
def useful(
    counts: _Counts,
    wild: int = 0,
    melds: int = 0,
    shapes: int = ...,
    sets: int = 4,
    fifth: _Fifth = "barred",
) -> int: ...
