"""The table as it is seen through a lens."""

from collections.abc import Iterator

import numpy as np

from warcry3d.app.moves.reach_field import flat_triangles
from warcry3d.app.play.lenses.lens import Lens
from warcry3d.app.play.lenses.lens_work import LensView
from warcry3d.app.play.lenses.sight_lines import sight_overlays
from warcry3d.app.play.model import PlayModel
from warcry3d.app.scene.colours import GOLD, Colour, side_colour
from warcry3d.app.scene.markers import marker_signs
from warcry3d.app.scene.overlays import ColourField, Overlay, Sign, SignKind, Silhouette
from warcry3d.app.shell.room import TableView
from warcry3d.motion.volume import volume_of
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["view_through"]

LIFT, RIM = 0.05, 0.07
RING = 44.0


def view_through(seen: LensView, model: PlayModel) -> TableView:
    """Return what is shown on the table: the lens alone, and what lies on the table anyway."""
    table = model.moment.table
    made: list[Overlay] = [*marker_signs(model.moment.standings.markers)]
    match seen.lens:
        case Lens.SIGHT:
            made += [*_subject(seen, table), *sight_overlays(table, seen.judged)]
        case Lens.THREAT:
            made += [*_subject(seen, table), *seen.areas]
        case Lens.EXPOSURE if seen.exposure is not None:
            made += seen.exposure.fields
            if model.pointed_at is not None:
                made.append(Sign(model.pointed_at, SignKind.RING, GOLD, RING / 2))
        case Lens.HEIGHTS if seen.heights is not None:
            made += seen.heights.fields
        case Lens.BASES:
            made += [field for one in table.models for field in _base(one)]
    hidden = tuple(one.id for one in table.models) if seen.lens is Lens.BASES else ()
    return TableView(table, tuple(made), hidden, is_wide=True)


def _subject(seen: LensView, table: Table) -> Iterator[Overlay]:
    """Yield what points out the model that a lens is about."""
    if seen.subject:
        x, y, z = table.model(seen.subject).placement.at
        yield Silhouette(seen.subject, GOLD)
        yield Sign((x, y, z + LIFT), SignKind.RING, GOLD, RING)


def _base(model: Model) -> Iterator[ColourField]:
    """Yield a base as a disc of its side's colour, with a dark rim."""
    import shapely

    x, y, z = model.placement.at
    outline = shapely.Polygon(volume_of(model).rim() + np.array([x, y]))
    inside = shapely.buffer(outline, -RIM)
    for shape, colour in ((inside, side_colour(model.side)), (shapely.difference(outline, inside), (0.05, 0.05, 0.06))):
        yield _flat(shape, z, colour)


def _flat(shape: object, height: float, colour: Colour) -> ColourField:
    red, green, blue = (round(255 * part) for part in colour)
    image = np.array([[(red, green, blue, 245)]], np.uint8)
    return ColourField(flat_triangles(shape, height + LIFT), image, (0.0, 0.0), (1.0, 1.0))
