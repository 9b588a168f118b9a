"""What was costly to make and may be thrown away: arrays in the user's cache, named by the hash of what made them."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.table.cache import content_key, keep, recall

__all__ = ["kept", "key_of"]


def key_of(kind: str, *things: NDArray[Any] | str | float) -> str:
    """Return the key of a result: ``kind`` (its name and version) and all it was made from.

    Arrays count by dtype, shape and content.
    """
    contents: list[bytes | str] = []
    for thing in things:
        if isinstance(thing, np.ndarray):
            contents += [f"{thing.dtype.str}{thing.shape}", np.ascontiguousarray(thing).tobytes()]
        else:
            contents.append(f"{type(thing).__name__} {thing!r}")
    return content_key(kind, *contents)


def kept(key: str, make: Callable[[], Mapping[str, NDArray[Any]]]) -> Mapping[str, NDArray[Any]]:
    """Return the arrays kept under ``key``, making and keeping them if there are none."""
    found = recall(key)
    if found is None:
        found = make()
        keep(key, found)
    return found
