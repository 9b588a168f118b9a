"""How much of a figure is visible, as text."""

from typing import TYPE_CHECKING

from warcry3d.message import percentage
from warcry3d.messages.names import fighter_name
from warcry3d.messages.speak import Words

if TYPE_CHECKING:
    from warcry3d.rules.results import Judgement
    from warcry3d.sight.visible_share import VisibleShare

__all__ = ["share_figure", "share_range", "share_sentence"]

LITTLE = 1e-6
"""Less than any share that lines can tell from none or from all."""


def share_figure(share: "VisibleShare", words: Words) -> str:
    """Return the share in whole per cent: 0 only where nothing is visible, and never 100, which lines cannot show."""
    within = min(max(share.share, LITTLE), 1.0 - LITTLE)
    return words.text(percentage(within if share.spots.of else 0.0))


def share_range(share: "VisibleShare", words: Words) -> str:
    """Return the interval of a share in whole per cent."""
    low, high = f"{100 * share.low:.0f}", f"{100 * share.high:.0f}"
    if low == "0" != high:
        return words.say("at most {percent} %", percent=high)
    if low == high:
        return words.say("{percent} %", percent=low)
    return words.say("{low} to {high} %", low=low, high=high)


def share_sentence(judgement: "Judgement", share: "VisibleShare", words: Words) -> str:
    """Return how much of the target the viewer sees."""
    viewer, target = fighter_name(judgement.viewer, words), fighter_name(judgement.target, words)
    if not share.spots.of:
        return words.say("Nothing of {target} is visible to {viewer}.", viewer=viewer, target=target)
    if not 0.01 <= share.share <= 0.99:
        return words.say(
            "From its best place {viewer} sees {share} of {target}.",
            viewer=viewer,
            target=target,
            share=share_figure(share, words),
        )
    return words.say(
        "From its best place {viewer} sees about {share} of {target} ({range}).",
        viewer=viewer,
        target=target,
        share=share_figure(share, words),
        range=share_range(share, words),
    )
