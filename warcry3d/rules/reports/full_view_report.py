"""Full views as machines read them (docs/formats-answers.md)."""

from typing import Any

from warcry3d.sight.full_view_verdict import FullView, FullySeen, PartHidden, view_word

__all__ = ["full_view_json"]


def full_view_json(view: FullView) -> dict[str, Any]:
    """Return a full view as JSON: its word; the point that sees all, what hides a part, or how close it is."""
    match view:
        case FullySeen(eye=eye):
            return {"verdict": view_word(view), "eye": list(eye)}
        case PartHidden(blockers=blockers, line=line):
            return {"verdict": view_word(view), "blockers": list(blockers), "line": [list(point) for point in line]}
    return {"verdict": view_word(view), "gap_mm": view.gap_mm, "eye": list(view.eye), "between": list(view.between)}
