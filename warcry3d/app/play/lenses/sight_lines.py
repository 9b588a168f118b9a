"""All lines of sight of one model, as the judge decides them, one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass

from warcry3d.app.play.lenses.lens import UNSEEN
from warcry3d.app.scene.colours import AMBER, BLUE, GREEN
from warcry3d.app.scene.overlays import Beam, FlatLine, Overlay, Sign, SignKind
from warcry3d.game.preview import Chip, ChipKind
from warcry3d.game.reasons import Point
from warcry3d.message import message
from warcry3d.rules.results import Judgement
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["SightPair", "chips_of", "sight_overlays", "targets_of"]

DASH, WIDTH = 0.5, 8.0
CHEST = 0.9
"""Lines between models that do not see each other run at this height over their bases (in)."""


@dataclass(frozen=True, slots=True)
class SightPair:
    """Who looks at whom."""

    viewer: str
    target: str


def targets_of(table: Table, viewer: str) -> tuple[str, ...]:
    """Return the models of other sides than a viewer's, the nearest first."""
    own = table.model(viewer)

    def off(model: Model) -> float:
        return sum((a - b) ** 2 for a, b in zip(model.placement.at, own.placement.at, strict=True))

    others = sorted((model for model in table.models if model.side != own.side), key=off)
    return tuple(model.id for model in others)


def sight_overlays(table: Table, judged: tuple[Judgement, ...]) -> Iterator[Overlay]:
    """Yield a line for each judgement: where a free line runs, else dashed from one model to the other."""
    for one in judged:
        ends = _chest(table.model(one.viewer)), _chest(table.model(one.target))
        match one.sight:
            case Seen(witness=(start, end)):
                colour = BLUE if one.cover is not None and one.cover.verdict else GREEN
                yield Beam(start, end, colour, colour, width=WIDTH)
                yield Sign(end, SignKind.DOT, colour, 12.0)
            case TooClose():
                yield Beam(*ends, AMBER, AMBER, dash=DASH, width=WIDTH)
            case Hidden():
                yield FlatLine(*ends, UNSEEN, dash=DASH, width=3.0)


def chips_of(judgement: Judgement) -> tuple[Chip, ...]:
    """Return what is written beside the model that is looked at: never colour alone."""
    match judgement.sight:
        case Seen():
            seen = Chip(ChipKind.SEEN, message("seen"))
            is_covered = judgement.cover is not None and judgement.cover.verdict
            return (seen, Chip(ChipKind.COVER, message("in cover"))) if is_covered else (seen,)
        case TooClose():
            return (Chip(ChipKind.TOO_CLOSE, message("too close to call")),)
        case Hidden():
            return (Chip(ChipKind.HIDDEN, message("hidden")),)


def _chest(model: Model) -> Point:
    x, y, z = model.placement.at
    return x, y, z + CHEST
