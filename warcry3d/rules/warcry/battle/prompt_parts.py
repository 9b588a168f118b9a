"""What many prompts of a battle are made of: labels of fighters, facts about them, the answer that does nothing."""

from warcry3d.game.actions import Decline
from warcry3d.game.prompts import Confirm
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, message
from warcry3d.rules.warcry.battle.fighters import wounds_left
from warcry3d.rules.warcry.battle.state import State

__all__ = ["declining", "distance_fact", "fact", "fighter_label", "wounds_fact"]


def fighter_label(id: str) -> Message:
    """Return what a fighter is called: its id, for which a report knows the name."""
    return Message("{fighter}", {"fighter": id})


def fact(rule: str, template: str, **values: object) -> RuleReason:
    """Return something worth knowing, with the rule that it comes from."""
    return RuleReason(rule, Message(template, values))


def wounds_fact(state: State, id: str) -> RuleReason:
    """Return how many wounds a fighter has left."""
    return fact("WC-DAMAGE-2", "{left} of {all} wounds left", left=wounds_left(state, id), all=state.profile(id).wounds)


def distance_fact(inches: float) -> RuleReason:
    """Return how far off something is."""
    return fact("WC-DIST-1", "{inches:.2f} in away", inches=inches)


def declining(heading: Message, why: RuleReason) -> Confirm:
    """Return the prompt whose answer does nothing of what is offered."""
    return Confirm(
        id="decline",
        heading=heading,
        action=lambda _: Decline(),
        why=why,
        key="n",
        hint=message("Go on without it."),
    )
