"""The garbage collector runs while the window rests, and by itself only where it never does."""

import gc
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from warcry3d.app.shell.background import tidying as module
from warcry3d.app.shell.background.tidying import DUE, PAUSE, TURN, Tidying


class Ring:
    """Something that only a collection frees."""

    def __init__(self) -> None:
        self.me = self


def rings() -> int:
    return sum(isinstance(one, Ring) for one in gc.get_objects())


@pytest.fixture
def full() -> Iterator[list[Any]]:
    """Yield the full collections there were."""
    seen = list[Any]()
    count = lambda phase, info: seen.append(info) if (phase, info["generation"]) == ("start", 2) else None
    gc.callbacks.append(count)
    yield seen
    gc.callbacks.remove(count)


def test_frames_hold_no_full_collection_and_rests_do(full: list[Any]) -> None:
    before = gc.get_threshold()
    gc.collect()
    full.clear()
    tidying = Tidying()
    try:
        assert not tidying.rest(), "nothing came since"
        for _ in range(DUE):
            gc.collect(1)
        kept = [Ring() for _ in range(10)]
        gc.collect(1)
        del kept
        assert full == [] and rings() == 10
        assert tidying.rest()
        assert len(full) == 1 and rings() == 0
        assert not tidying.rest()
    finally:
        tidying.close()
    assert gc.get_threshold() == before


def test_turns_of_threads_are_short_while_a_window_is_open() -> None:
    before = sys.getswitchinterval()
    tidying = Tidying()
    try:
        assert sys.getswitchinterval() == pytest.approx(TURN)
    finally:
        tidying.close()
    assert sys.getswitchinterval() == before


def test_free_memory_is_returned_from_time_to_time_while_the_window_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    now, returned = [100.0], list[float]()
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(module, "return_free_memory", lambda: returned.append(now[0]))
    tidying = Tidying()
    try:
        for _ in range(9):
            now[0] += PAUSE / 4
            tidying.rest()
    finally:
        tidying.close()
    assert returned == pytest.approx([100.0 + PAUSE, 100.0 + 2 * PAUSE])
