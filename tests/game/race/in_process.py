"""Players of the race for a process of their own; what it imports, each process that is started imports."""

from collections.abc import Mapping
from typing import Any

from tests.game.race.players import Eager
from tests.game.race.rules import Race
from warcry3d.game.decisions import Candidate, Decision
from warcry3d.game.random_player import RandomPlayer
from warcry3d.message import Message

__all__ = ["Broken", "Explaining", "race_in_process"]


class Explaining(Eager):
    """An eager runner that says why."""

    def decide(self, ruleset: Any, state: Any, choice: Any, random: Any) -> Decision[Any]:
        action = self.choose(ruleset, state, choice, random)
        return Decision(action, Message("it likes to run."), (Candidate(Message("run"), 2.0),))


class Broken:
    """A player that fails."""

    def choose(self, ruleset: Any, state: Any, choice: Any, random: Any) -> Any:
        raise RuntimeError("no idea")


def race_in_process(given: Mapping[str, Any]) -> tuple[Race, Any]:
    """Return the rules and a player: called in the player's process."""
    return Race(), {"eager": Explaining, "random": RandomPlayer, "broken": Broken}[given["player"]]()
