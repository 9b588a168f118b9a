"""Why an action is not allowed, in few words."""

from warcry3d.game.ruleset import ActionFault, Point

__all__ = ["NOT_DUE", "fault"]

NOT_DUE: tuple[ActionFault, ...] = (ActionFault("", "this is not what is asked now"),)
"""The answer is none to the question."""


def fault(
    rule: str, template: str, *, at: Point | None = None, place: str = "", **values: object
) -> tuple[ActionFault, ...]:
    """Return one fault: the rule's id, an English ``template`` and its values; see `ActionFault`."""
    return (ActionFault(rule, template, values, at, place),)
