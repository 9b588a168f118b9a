"""A property that is derived once."""

import threading

from tests.patience import PATIENCE
from warcry3d.once import once


class Thing:
    """Something with a property whose derivation can be held up."""

    def __init__(self, gate: threading.Event | None = None) -> None:
        self.gate = gate
        self.derived = 0
        self.has_begun = threading.Event()

    @once
    def value(self) -> list[int]:
        """Return a number in a list."""
        self.derived += 1
        mine = [self.derived]
        self.has_begun.set()
        if self.gate is not None:
            self.gate.wait(PATIENCE)
        return mine


def test_it_is_derived_once_and_kept() -> None:
    thing = Thing()
    assert thing.value is thing.value
    assert thing.derived == 1
    assert Thing.value.__doc__ == "Return a number in a list."


def test_deriving_it_of_one_thing_keeps_nobody_waiting_who_asks_another() -> None:
    slow = Thing(threading.Event())
    thread = threading.Thread(target=lambda: slow.value)
    thread.start()
    assert slow.has_begun.wait(PATIENCE)
    quick = list[list[int]]()
    other = threading.Thread(target=lambda: quick.append(Thing().value), daemon=True)
    other.start()
    other.join(PATIENCE)
    assert slow.gate is not None
    slow.gate.set()
    thread.join()
    assert quick == [[1]]


def test_two_that_ask_at_once_get_the_same_value() -> None:
    thing = Thing(threading.Event())
    got = list[list[int]]()
    threads = [threading.Thread(target=lambda: got.append(thing.value)) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert thing.has_begun.wait(PATIENCE)
    assert thing.gate is not None
    thing.gate.set()
    for thread in threads:
        thread.join()
    assert got[0] is got[1] is thing.value
