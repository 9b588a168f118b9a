"""How sure a verdict is, and what would flip it, as sentences."""

import math
from typing import TYPE_CHECKING

from warcry3d.messages.names import fighter_name
from warcry3d.messages.speak import Words

if TYPE_CHECKING:
    from warcry3d.rules.placement_doubt import ConfidentShare, VerdictDoubt
    from warcry3d.rules.results import Judgement
    from warcry3d.rules.smallest_flip import Flip

__all__ = ["doubt_sentences", "flip_sentences"]


def doubt_sentences(judgement: "Judgement", doubt: "VerdictDoubt", words: Words) -> tuple[str, ...]:
    """Return what the verdict is wherever the two may stand, in how many of the places tried, and what is proved."""
    viewer, target = fighter_name(judgement.viewer, words), fighter_name(judgement.target, words)
    about = {"viewer": viewer, "target": target, "inches": f"{doubt.doubt.shift:g}"}
    lines = [
        words.say(
            "Both moved by up to {inches} in and turned by up to {degrees} degrees, {count} random placements:",
            inches=about["inches"],
            degrees=f"{math.degrees(doubt.doubt.turn):g}",
            count=len(doubt.places),
        ),
        _share(words.say("seen"), doubt.share("seen"), words),
        _share(words.say("hidden"), doubt.share("hidden"), words),
        _share(words.say("too close to call"), doubt.share("too-close"), words),
        _share(words.say("in cover"), doubt.covered, words),
    ]
    if doubt.proved == "hidden":
        lines.append(
            words.say("{target} is hidden from {viewer}, whatever {inches} in of doubt says: this is proved.", **about)
        )
    if doubt.proved == "seen":
        lines.append(words.say("{viewer} sees {target}, whatever {inches} in of doubt says: this is proved.", **about))
    return tuple(lines)


def _share(what: str, share: "ConfidentShare", words: Words) -> str:
    return words.say(
        "  {what}: {percent} % (95 % confidence: {low} to {high} %)",
        what=what,
        percent=f"{100 * share.share:.1f}",
        low=f"{100 * share.low:.1f}",
        high=f"{100 * share.high:.1f}",
    )


def flip_sentences(judgement: "Judgement", flips: "tuple[Flip, Flip]", words: Words) -> tuple[str, ...]:
    """Return how far each of the two would have to move for the other verdict."""
    from warcry3d.sight.verdict import Seen

    is_seen = isinstance(judgement.sight, Seen)
    return tuple(_flip(judgement, flip, words, is_seen=is_seen) for flip in flips)


def _flip(judgement: "Judgement", flip: "Flip", words: Words, *, is_seen: bool) -> str:
    mover, target = fighter_name(flip.model, words), fighter_name(judgement.target, words)
    if flip.move is None:
        return words.say(
            "No move of {mover} of up to {inches} in was found that would change this.",
            mover=mover,
            inches=f"{flip.searched:g}",
        )
    moved = {
        "mover": mover,
        "target": target,
        "length": f"{flip.length:.2f}",
        "degrees": f"{flip.direction:.0f}",
        "least": f"{flip.at_least:.2f}",
    }
    if is_seen:
        return words.say(
            "{target} would be hidden if {mover} stood {length} in away, at {degrees} degrees from the x axis; no move "
            "shorter than {least} in hides it.",
            **moved,
        )
    return words.say(
        "{target} would be seen if {mover} stood {length} in away, at {degrees} degrees from the x axis; no move "
        "shorter than {least} in shows it.",
        **moved,
    )
