from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from queshen.counts import _Fifth
from queshen.rules import Rules
from queshen.tables import Tables as Tables

_Each: TypeAlias = int | ArrayLike

WIN: np.dtype[np.void]

class Discards(NamedTuple):
    shanten: NDArray[np.int8]
    useful: NDArray[np.uint64]

def is_win(
    hands: ArrayLike,
    wild: _Each = 0,
    melds: _Each = 0,
    *,
    shapes: int = ...,
    sets: int = 4,
    fifth: _Fifth = "barred",
    out: NDArray[np.bool_] | None = None,
    threads: int = 1,
) -> NDArray[np.bool_]: ...
def shanten(
    hands: ArrayLike,
    wild: _Each = 0,
    melds: _Each = 0,
    *,
    shapes: int = ...,
    sets: int = 4,
    fifth: _Fifth = "barred",
    out: NDArray[np.int8] | None = None,
    shape_out: NDArray[np.uint8] | None = None,
    threads: int = 1,
) -> NDArray[np.int8]: ...
def waits(
    hands: ArrayLike,
    wild: _Each = 0,
    melds: _Each = 0,
    *,
    shapes: int = ...,
    sets: int = 4,
    fifth: _Fifth = "barred",
    out: NDArray[np.uint64] | None = None,
    wild_out: NDArray[np.bool_] | None = None,
    threads: int = 1,
) -> NDArray[np.uint64]: ...
def useful(
    hands: ArrayLike,
    wild: _Each = 0,
    melds: _Each = 0,
    *,
    shapes: int = ...,
    sets: int = 4,
    fifth: _Fifth = "barred",
    out: NDArray[np.uint64] | None = None,
    threads: int = 1,
) -> NDArray[np.uint64]: ...
def discards(
    hands: ArrayLike,
    wild: _Each = 0,
    melds: _Each = 0,
    *,
    shapes: int = ...,
    sets: int = 4,
    fifth: _Fifth = "barred",
    out: NDArray[np.int8] | None = None,
    useful_out: NDArray[np.uint64] | None = None,
    threads: int = 1,
) -> Discards: ...
def score(
    rules: Rules,
    wins: NDArray[np.void],
    *,
    out: NDArray[np.int32] | None = None,
    counted_out: NDArray[np.int32] | None = None,
    fans_out: NDArray[np.uint8] | None = None,
    threads: int = 1,
) -> NDArray[np.int32]: ...
