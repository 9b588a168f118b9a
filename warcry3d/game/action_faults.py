"""Why an action is no answer to what is asked, in few words."""

from warcry3d.game.actions import Action, Pick
from warcry3d.game.reasons import ActionFault, Point
from warcry3d.message import Message

__all__ = ["NOT_DUE", "fault", "picked_faults"]

NOT_DUE: tuple[ActionFault, ...] = (ActionFault("", Message("this action is no answer to the current choice")),)
"""The answer is none to the question."""


def fault(
    rule: str, template: str, *, at: Point | None = None, place: str = "", **values: object
) -> tuple[ActionFault, ...]:
    """Return one fault: the rule's id, an English ``template`` and its values; see `ActionFault`."""
    return (ActionFault(rule, Message(template, values), at, place),)


def picked_faults(action: Action, offered: tuple[str, ...], rule: str) -> tuple[ActionFault, ...]:
    """Return what is wrong with an answer that picks one of what is offered."""
    if not isinstance(action, Pick):
        return NOT_DUE
    if len(action.picked) != 1 or action.picked[0] not in offered:
        return fault(rule, "pick one of: {offered}", place="picked", offered=", ".join(offered))
    return ()
