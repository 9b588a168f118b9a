"""Whether all of a figure that faces another is seen from one point of that, as text."""

from warcry3d.messages.names import fighter_name, part_name
from warcry3d.messages.speak import Words
from warcry3d.sight.full_view_verdict import FullView, FullySeen, PartHidden

__all__ = ["full_view_sentence"]


def full_view_sentence(viewer: str, target: str, view: FullView, words: Words) -> str:
    """Return a full view in a sentence: the point, what hides a part, or the gap that is too close to call."""
    named = {"viewer": fighter_name(viewer, words), "target": fighter_name(target, words)}
    match view:
        case FullySeen(eye=eye):
            at = "({:.2f}, {:.2f}, {:.2f})".format(*eye)
            return words.say("All of {target} that faces {viewer} is seen from one point of it, {at}.", at=at, **named)
        case PartHidden(blockers=blockers):
            parts = ", ".join(part_name(one, words) for one in blockers)
            return words.say(
                "From every point of {viewer} a part of {target} is hidden, by {parts}.", parts=parts, **named
            )
    gap = view.gap_mm
    return words.say("Whether {viewer} sees all of {target} is too close to call: {gap:.2g} mm.", gap=gap, **named)
