"""All lines of sight of one model, as the judge decides them, one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass

from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.scene.pair_line import pair_line
from warcry3d.game.preview import Chip, ChipKind
from warcry3d.message import message
from warcry3d.rules.results import Judgement
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["SightPair", "chips_of", "sight_overlays", "targets_of"]


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
        in_cover = one.cover is not None and one.cover.verdict
        yield from pair_line(table, one.viewer, one.target, one.sight, in_cover=in_cover)


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
