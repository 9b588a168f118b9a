"""Questions that are answered by picking one of a few: the prompt, its options, what an answer picked."""

from collections.abc import Iterable

from warcry3d.game.actions import Pick
from warcry3d.game.prompts import Option, PickOne
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message

__all__ = ["named_options", "pick_one", "picked_of"]


def pick_one(
    id: str,
    heading: Message,
    why: RuleReason,
    options: Iterable[Option],
    *,
    key: str = "",
    hint: Message | None = None,
) -> PickOne:
    """Return the prompt whose answer is a `Pick` of one option's id."""
    given = tuple(options)
    return PickOne(id=id, heading=heading, hint=hint, action=lambda one: Pick((one,)), why=why, options=given, key=key)


def named_options(names: Iterable[str]) -> tuple[Option, ...]:
    """Return options that are what they are called, such as players and realms."""
    return tuple(Option(name, Message("{name}", {"name": name})) for name in names)


def picked_of(action: object) -> str:
    """Return what a `Pick` without faults picked."""
    assert isinstance(action, Pick), "its faults said so"
    return action.picked[0]
