"""Players asked in battles that stand as a test sets them up."""

from typing import Any

from tests.rules.warcry.battle.field import RULES, Playing
from warcry3d.game.actions import Action
from warcry3d.game.random_stream import Stream
from warcry3d.rules.warcry.players.plain import PlainPlayer

__all__ = ["LEY_LINES", "SALVAGE", "answer", "scored"]


def answer(playing: Playing, player: Any = None, *, seed: int = 1) -> Action:
    """Return what a player does about what is due, which must be allowed; the plain one unless another is given."""
    action: Action = (player or PlainPlayer()).choose(RULES, playing.state, playing.choice, Stream(seed, "test"))
    assert not playing.faults(action), action
    return action


def scored(name: str, per: str) -> dict[str, Any]:
    """Return details of a set-up with a victory card that gives points for one thing."""
    card = {"name": name, "scores": [{"per": per}]}
    return {"decks": {"format": "warcry3d.decks/1", "victory": [card], "deployment": [DEPLOYMENT]}}


DEPLOYMENT: dict[str, Any] = {
    "format": "warcry3d.deployment/1",
    "name": "Lines",
    "board": {"width": 30, "depth": 22},
    "points": [
        {"side": side, "group": group, "at": [x, y]}
        for side, y in (("red", 3), ("blue", 19))
        for group, x in (("dagger", 15), ("shield", 6), ("hammer", 24))
    ],
}

LEY_LINES = scored("Reaper", "controlled-objective")
SALVAGE = scored("Reaper", "carried-treasure")
