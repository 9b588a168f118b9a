"""When the groups of a side are set up."""

from warcry3d.message import Message
from warcry3d.rules.warcry.battle.state import State

__all__ = ["arrivals"]


def arrivals(state: State, colour: str) -> tuple[Message, ...]:
    """Return when each group with a point of a colour is set up (1: before the battle)."""
    rounds = {point.group: point.round for point in state.context.map(state).points if point.side == colour}
    return tuple(
        Message("{group} in round {round}", {"group": group, "round": round})
        if round > 1
        else Message("{group} before round 1", {"group": group})
        for group, round in rounds.items()
    )
