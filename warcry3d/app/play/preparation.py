"""Preparation: while people think and nothing else is asked, what their next answers rest on is worked out.

Where fighters can get to, and who sees whom, rest on much that terrain and bases alone decide. It is derived piece by
piece in a thread of its own, which stops while the window does not rest, also amid a piece: whatever a person asks for
comes first.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from warcry3d.app.shell.background.gate import Gate
from warcry3d.app.shell.background.jobs import failure_of
from warcry3d.game.ruleset import Outcome
from warcry3d.game.session import Game

__all__ = ["Preparation", "Resting"]

KERNELS = ("reach", "sight")

Pieces = Callable[[Any, str], Iterator[None]]
"""What prepares a state, for the fighters of one side first, and yields after each piece of work."""


class Resting(Protocol):
    """What says whether anybody waits for the window, and when kernels are compiled."""

    @property
    def is_resting(self) -> bool: ...
    def wait_for_kernels(self, what: str) -> None: ...


class Preparation:
    """Prepares the state that a battle has now, and stops where it has another. ``close()`` it when done."""

    def __init__(self, host: Resting, pieces: Pieces) -> None:
        self._host = host
        self._pieces = pieces
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="preparation")
        self._calm = Gate(is_open=False)
        self._wanted: object = None
        self._prepared: object = None
        self._is_closed = False

    def follow(self, game: Game[Any, Any], side: str) -> None:
        """Prepare a battle as it stands, for a side's fighters first; what is left to do of another state goes."""
        if game.state is self._wanted or isinstance(game.pending, Outcome):
            return
        self._wanted = game.state
        self._pool.submit(self._prepare, game.state, side).add_done_callback(failure_of)

    def is_done(self, game: Game[Any, Any]) -> bool:
        """Return whether all is prepared of a battle as it stands."""
        return self._prepared is game.state

    def poll(self) -> None:
        """Go on while the window rests, and wait while it does not."""
        if self._host.is_resting:
            self._calm.open()
        else:
            self._calm.shut()

    def pause(self) -> None:
        """Stop until `poll` finds the window at rest: something has just happened."""
        self._calm.shut()

    def close(self) -> None:
        """Stop after the piece that is being done; it is not waited for."""
        self._is_closed = True
        self._calm.open()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _prepare(self, state: object, side: str) -> None:
        """Do one piece after another; called in the background."""
        if not self._may_go_on(state):
            return
        for kernels in KERNELS:
            self._host.wait_for_kernels(kernels)
        pieces = self._pieces(state, side)
        while self._may_go_on(state):
            try:
                with self._calm.passed():
                    next(pieces)
            except StopIteration:
                self._prepared = state
                return

    def _may_go_on(self, state: object) -> bool:
        """Wait until nobody waits for anything; return whether the state is still the one to prepare."""
        if self._wanted is state and not self._is_closed:
            self._calm.wait()
        return self._wanted is state and not self._is_closed
