"""The program's players of a battle, each thinking in a process of its own, also while people choose."""

from collections.abc import Mapping
from typing import Any

from warcry3d.errors import WarcryError
from warcry3d.game.decisions import Decision
from warcry3d.game.player_process import PlayerProcess
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup
from warcry3d.rules.program_players import player_process

__all__ = ["Opponents"]


class Opponents:
    """Asks the player whose choice it is. ``seats``: the program's players by side. ``close()`` it when done."""

    def __init__(self, setup: Setup, seats: Mapping[str, str], seed: int) -> None:
        self._setup = setup
        self._seats = dict(seats)
        self._seed = seed
        self._processes: dict[str, PlayerProcess[Any, Any]] = {}
        self._asked: Game[Any, Any] | None = None
        self._followed: Game[Any, Any] | None = None
        self.decision: Decision[Any] | None = None
        self.failure: WarcryError | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether an answer is on its way."""
        return any(process.is_thinking for process in self._processes.values())

    def follow(self, game: Game[Any, Any]) -> None:
        """Tell the players how the battle stands, so that they prepare while people choose."""
        if game is self._followed:
            return
        self._followed = game
        self.forget()
        try:
            for side in self._seats:
                self._process(side).follow(game)
        except WarcryError as error:
            self.failure = error

    def ask(self, game: Game[Any, Any]) -> None:
        """Ask whose choice it is; one that was asked about this battle already is not asked again."""
        pending = game.pending
        if game is self._asked or not isinstance(pending, Choice) or pending.player not in self._seats:
            return
        self.forget()
        self._asked = game
        try:
            self._process(pending.player).ask(game)
        except WarcryError as error:
            self.failure = error

    def poll(self) -> bool:
        """Take a decision, or why there is none; return whether there is anything new."""
        if self._asked is None or self.decision is not None or self.failure is not None:
            return False
        try:
            for process in self._processes.values():
                self.decision = process.poll() or self.decision
        except WarcryError as error:
            self.failure = error
        return self.decision is not None or self.failure is not None

    def forget(self) -> None:
        """Ask nobody anything any more."""
        self._asked = self.decision = self.failure = None
        for process in self._processes.values():
            process.forget()

    def release(self, side: str) -> None:
        """Let a person play a side from now on."""
        self.forget()
        self._seats.pop(side, None)
        process = self._processes.pop(side, None)
        if process is not None:
            process.close()

    def close(self) -> None:
        """End all of them."""
        for process in self._processes.values():
            process.close()
        self._processes = {}

    def _process(self, side: str) -> PlayerProcess[Any, Any]:
        if side not in self._processes:
            self._processes[side] = player_process(self._setup, self._seats[side], seed=self._seed)
        return self._processes[side]
