"""How sure a verdict is, and what would flip it, as the JSON that ``check`` adds to ``warcry3d.verdict/1``."""

import math

from warcry3d.rules.placement_doubt import ConfidentShare, VerdictDoubt
from warcry3d.rules.reports.report import Json
from warcry3d.rules.smallest_flip import Flip
from warcry3d.sight.verdict import verdict_word

__all__ = ["doubt_json", "flips_json"]

LENGTH_DIGITS = 4
SHARE_DIGITS = 4
ANGLE_DIGITS = 2


def doubt_json(doubt: VerdictDoubt) -> dict[str, Json]:
    """Return what becomes of the verdict within the doubt about both places: ``sure`` of the answer."""
    return {
        "inches": doubt.doubt.shift,
        "degrees": round(math.degrees(doubt.doubt.turn), ANGLE_DIGITS),
        "placements": len(doubt.places),
        "left_out": doubt.left_out,
        "seen": _share(doubt.share("seen")),
        "hidden": _share(doubt.share("hidden")),
        "too_close": _share(doubt.share("too-close")),
        "cover": _share(doubt.covered),
        "proved": doubt.proved,
    }


def flips_json(flips: tuple[Flip, Flip]) -> dict[str, Json]:
    """Return the smallest moves of viewer and target that flip the verdict: ``flip`` of the answer."""
    viewer, target = flips
    return {"searched": viewer.searched, "viewer": _flip(viewer), "target": _flip(target)}


def _share(share: ConfidentShare) -> Json:
    return {
        "count": share.count,
        "share": round(share.share, SHARE_DIGITS),
        "low": round(share.low, SHARE_DIGITS),
        "high": round(share.high, SHARE_DIGITS),
    }


def _flip(flip: Flip) -> Json:
    at_least = round(flip.at_least, LENGTH_DIGITS)
    if flip.move is None or flip.verdict is None:
        return {"move": None, "at_least": at_least}
    return {
        "move": [round(value, LENGTH_DIGITS) for value in flip.move],
        "length": round(flip.length, LENGTH_DIGITS),
        "degrees": round(flip.direction, ANGLE_DIGITS),
        "at_least": at_least,
        "verdict": verdict_word(flip.verdict),
    }
