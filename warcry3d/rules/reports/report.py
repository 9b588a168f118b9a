"""Judgements as the JSON that commands print: ``warcry3d.verdict/1`` and ``warcry3d.matrix/1``."""

from collections.abc import Sequence
from typing import TypeAlias

from warcry3d.rules.results import CoverVerdict, Judgement, Line, Point
from warcry3d.sight.verdict import Hidden, Seen, TooClose, verdict_word
from warcry3d.sight.visible_share import VisibleShare

__all__ = ["Json", "matrix_json", "verdict_json"]

Json: TypeAlias = "dict[str, Json] | list[Json] | str | float | bool | None"

DISTANCE_DIGITS = 4
"""Digits after the point of distances (in): a four-hundredth of a millimetre."""

PLACE_DIGITS = 6
"""Digits after the point of places (in), so that a line read back runs where it ran."""


SHARE_DIGITS = 4


def verdict_json(judgement: Judgement, share: VisibleShare | None = None) -> dict[str, Json]:
    """Return a judgement as a ``warcry3d.verdict/1`` object; without ``cover`` and ``visible`` where they were not
    asked.
    """
    distance = judgement.distance
    answer: dict[str, Json] = {
        "format": "warcry3d.verdict/1",
        "ruleset": judgement.ruleset,
        "viewer": judgement.viewer,
        "target": judgement.target,
        "distance": {
            "direct": _rounded(distance.direct, DISTANCE_DIGITS),
            "horizontal": _rounded(distance.horizontal, DISTANCE_DIGITS),
            "vertical": _rounded(distance.vertical, DISTANCE_DIGITS),
        },
        "sight": _sight(judgement),
    }
    if judgement.squares is not None:
        answer["squares"] = judgement.squares
    if judgement.cover is not None:
        answer["cover"] = _cover(judgement.cover)
    if share is not None:
        answer["visible"] = _visible(share)
    return answer


def matrix_json(
    judgements: Sequence[Judgement], shares: Sequence[VisibleShare] | None, **seconds: float
) -> dict[str, Json]:
    """Return judgements as a ``warcry3d.matrix/1`` object; ``shares``: what is visible of each target, if asked.

    ``seconds``: wall times by their names (s), such as ``load_s``.
    """
    visible: Sequence[VisibleShare | None] = (None,) * len(judgements) if shares is None else shares
    pairs: list[Json] = [verdict_json(judgement, share) for judgement, share in zip(judgements, visible, strict=True)]
    timing: dict[str, Json] = {name: round(value, 3) for name, value in seconds.items()}
    return {"format": "warcry3d.matrix/1", "pairs": pairs, "timing": timing}


def _sight(judgement: Judgement) -> dict[str, Json]:
    answer: dict[str, Json] = {"verdict": verdict_word(judgement.sight)}
    match judgement.sight:
        case Seen(witness=witness, clearance_mm=clearance):
            answer |= {"witness": _line(witness), "clearance_mm": _rounded(clearance, 2)}
        case Hidden():
            pass
        case TooClose(gap_mm=gap, line=line, between=between):
            answer |= {"gap_mm": _rounded(gap, 3), "line": _line(line), "between": list(between)}
    blockers = judgement.sight.blockers if isinstance(judgement.sight, Hidden) else ()
    answer |= {"blockers": list(blockers), "rule": judgement.sight_rule}
    if judgement.left_out:
        answer["left_out"] = [tag.value for tag in judgement.left_out]
    if judgement.counts_as:
        answer["counts_as"] = judgement.counts_as
    return answer


def _cover(cover: CoverVerdict) -> dict[str, Json]:
    reasons: list[Json] = [
        {"rule": reason.rule, "part": reason.part, "line": _line(reason.line), "at": _point(reason.at)}
        for reason in cover.reasons
    ]
    answer: dict[str, Json] = {"verdict": cover.verdict, "reasons": reasons}
    if cover.line is not None:
        answer["line"] = _line(cover.line)
    return answer


def _visible(share: VisibleShare) -> dict[str, Json]:
    return {
        "share": _rounded(share.share, SHARE_DIGITS),
        "low": _rounded(share.low, SHARE_DIGITS),
        "high": _rounded(share.high, SHARE_DIGITS),
        "spots": share.spots.of,
        "eye": _point(share.eye),
    }


def _line(line: Line) -> list[Json]:
    return [_point(point) for point in line]


def _point(point: Point) -> list[Json]:
    return [_rounded(value, PLACE_DIGITS) for value in point]


def _rounded(value: float, digits: int) -> float:
    """Return the number rounded, never as minus zero."""
    return round(float(value), digits) + 0.0
