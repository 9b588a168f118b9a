"""A disk that is full, for tests of what is written."""

import contextlib
import resource
from collections.abc import Iterator

__all__ = ["full_disk"]


@contextlib.contextmanager
def full_disk(largest: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
