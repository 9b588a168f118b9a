"""Takes pictures of one table: the scene, its overlays, names above fighters, and rays that say what is in the way."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Self

import numpy as np

from warcry3d.app.scene.bake import Distances, ray_distances
from warcry3d.app.scene.camera import Clear, Shot, project, rays_at
from warcry3d.app.scene.colours import INK, PAPER, Colour, side_colour
from warcry3d.app.scene.label import TextLine, TextPanel, text_width
from warcry3d.app.scene.overlay_layer import OverlayLayer
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import Image, shoot
from warcry3d.app.scene.world import STILL, Quality, World
from warcry3d.geom.solid import FloatArray
from warcry3d.messages.names import readable_name
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table, Terrain

__all__ = [
    "Labels",
    "Studio",
    "clear_between",
    "head_of",
    "name_labels",
    "obstructions",
    "pill",
    "share_hidden",
    "share_seen",
]

Labels = tuple[list[TextPanel], list[TextLine]]

_WIDEST = 8192
"""The widest buffer that is asked of a driver (pixels)."""


def obstructions(table: Table, *, without: Sequence[str] = ()) -> Distances:
    """Return rays against all terrain that blocks sight and all models but those called by ``without``."""
    solids = [
        feature.solids[part.id]
        for feature in table.terrain.features
        for part in feature.piece.parts
        if feature.blocks_sight(part)
    ]
    solids += [solid for model in table.models if model.id not in without for solid in model.solids]
    if not solids:
        return lambda origins, directions, reach: np.full(len(origins), reach, np.float32)
    counts = np.cumsum([0] + [len(s.vertices) for s in solids[:-1]])
    faces = [s.faces.astype(np.int64) + count for s, count in zip(solids, counts, strict=True)]
    return ray_distances(np.concatenate([s.vertices for s in solids]), np.concatenate(faces))


def share_hidden(distances: Distances, eye: FloatArray, points: FloatArray) -> float:
    """Return what share of ``points`` (n, 3) has something between it and ``eye``."""
    way = points - eye
    length = np.linalg.norm(way, axis=1)
    directions = (way / np.maximum(length, 1e-9)[:, None]).astype(np.float32)
    origins = np.tile(eye.astype(np.float32), (len(points), 1))
    hit = distances(origins, directions, float(length.max()))
    return float(np.mean(hit < length - 0.05))


def share_seen(table: Table, viewer: str, target: Model, shot: Shot) -> float:
    """Return what share of ``target``, as large as it is in the picture, is seen where ``viewer`` is not drawn."""
    points = np.concatenate([np.zeros((0, 3)), *(solid.vertices for solid in target.solids)])
    directions = rays_at(shot, points).astype(np.float32)
    reach = float(np.linalg.norm(points - shot.eye, axis=1).max(initial=0.0)) + 1.0
    origins = np.tile(np.array(shot.eye, np.float32), (len(directions), 1))
    others = [model.id for model in table.models if model.id != target.id]
    alone = obstructions(replace(table, terrain=Terrain(())), without=others)(origins, directions, reach)
    first = obstructions(table, without=(viewer, target.id))(origins, directions, reach)
    is_target = alone < reach - 1e-3
    return float(np.mean(first[is_target] >= alone[is_target])) if is_target.any() else 0.0


class Studio:
    """A table lit and ready to be photographed; use it as a context.

    ``tags``: the parts of figures that count; others are drawn faintly.
    """

    def __init__(
        self, graphics: Graphics, table: Table, *, quality: Quality = STILL, tags: frozenset[Tag] = frozenset(Tag)
    ) -> None:
        self.graphics = graphics
        self.table = table
        self.world = World(graphics, quality=quality)
        self.world.count(tags)
        self.world.show(table)
        self._layer = OverlayLayer(self.world)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.world.close()

    def take(
        self,
        shot: Shot,
        size: tuple[int, int],
        overlays: Sequence[Overlay] = (),
        *,
        without: Sequence[str] = (),
        scale: float = 1.0,
    ) -> Image:
        """Return the picture of ``size`` (pixels) that ``shot`` takes, without the models called by ``without``.

        ``scale``: how many of the picture's pixels a point (of lines and signs) is.
        """
        times = max(1, min(self.world.quality.oversampling, _WIDEST // max(size)))
        self._layer.show(overlays)
        self._layer.screen(size[0] * times, size[1] * times, scale=scale * times)
        absent = [node for id in without if (node := self.world.node(id)) is not None]
        for node in absent:
            node.hide()
        try:
            return shoot(self.graphics, self.world.root, shot, size, oversampling=times)
        finally:
            for node in absent:
                node.show()


def head_of(model: Model) -> FloatArray:
    """Return the point above a model where its name stands."""
    x, y, z = model.placement.at
    top = max((float(s.bounds[1, 2]) for s in model.solids), default=z + model.base.height)
    return np.array([x, y, top])


def foot_of(model: Model) -> FloatArray:
    """Return the point of a model's base that is nearest to the board's front."""
    x, y, z = model.placement.at
    return np.array([x, y - max(model.base.length, model.base.width) / 2, z])


def pill(words: str, at: tuple[float, float], size: int, *, mark: Colour | None = None, bold: bool = False) -> Labels:
    """Return a dark label whose bottom's middle is ``at``; ``mark`` colours a bar at its left."""
    width, height = text_width(words, size, bold=bold), size * 1.5
    bar = size * 0.32 if mark is not None else 0.0
    whole = width + size * 1.0 + bar
    left, top = at[0] - whole / 2, at[1] - height
    panels = [TextPanel((left, top, whole, height), INK, 0.74, size * 0.3)]
    if mark is not None:
        panels.append(TextPanel((left, top, bar * 1.4, height), mark, 1.0, size * 0.22))
    return panels, [TextLine(words, (left + bar + size * 0.5, top + size * 1.12), size, PAPER, bold)]


def name_labels(
    table: Table,
    shot: Shot,
    size: tuple[int, int],
    *,
    text_size: int,
    chosen: Sequence[str] = (),
    only: Sequence[str] | None = None,
    marks: Mapping[str, Colour] = MappingProxyType({}),
    below: bool = False,
    clear_of: Sequence[TextPanel] = (),
    called: Mapping[str, str] = MappingProxyType({}),
) -> Labels:
    """Return names above the fighters' heads, those ``chosen`` larger; ``only`` those named, if given.

    ``marks`` replaces the side's colour on a name; ``below``: names stand before the bases instead, as suits a look
    from above; ``called``: what to write for a model instead of its id. Names that would lie over one another, or over
    panels ``clear_of`` which they keep, are moved up.
    """
    models = [m for m in table.models if only is None or m.id in only]
    if not models:
        return [], []
    places = project(shot, np.array([foot_of(m) if below else head_of(m) for m in models]), size)
    taken = [panel.box for panel in clear_of]
    panels: list[TextPanel] = []
    texts: list[TextLine] = []
    for index in sorted(range(len(models)), key=lambda i: (models[i].id not in chosen, places[i, 2])):
        model, (x, y, depth) = models[index], places[index]
        if depth <= 0.05 or not (0 <= x < size[0] and -size[1] * 0.1 <= y < size[1] * 1.05):
            continue
        is_chosen = model.id in chosen
        own = text_size if is_chosen else max(round(text_size * 0.82), 9)
        colour = marks.get(model.id) or _brighter(side_colour(model.side))
        bottom = y + own * 1.7 if below else y - max(own * 0.55, 4)
        made = _placed(
            called.get(model.id) or readable_name(model.id),
            (float(x), float(bottom)),
            own,
            colour,
            is_chosen,
            size,
            taken,
        )
        panels += made[0]
        texts += made[1]
    return panels, texts


def _placed(
    words: str,
    at: tuple[float, float],
    text_size: int,
    mark: Colour,
    bold: bool,
    size: tuple[int, int],
    taken: list[tuple[float, float, float, float]],
) -> Labels:
    """Return a label near ``at``, inside the picture and clear of the boxes ``taken``, to which its own is added."""
    box = pill(words, at, text_size, mark=mark, bold=bold)[0][0].box
    x = min(max(at[0], box[2] / 2 + 3), size[0] - box[2] / 2 - 3)
    y = min(max(at[1], box[3] + 3), size[1] - 3)
    for _ in range(12):
        left, top = x - box[2] / 2, y - box[3]
        if not any(left < a + w and a < left + box[2] and top < b + h and b < top + box[3] for a, b, w, h in taken):
            break
        if y - box[3] * 1.1 < box[3] + 3:
            break
        y -= box[3] * 0.55
    taken.append((x - box[2] / 2, y - box[3], box[2], box[3]))
    return pill(words, (x, y), text_size, mark=mark, bold=bold)


def _brighter(colour: Colour) -> Colour:
    r, g, b = (min(1.0, 0.12 + 1.15 * c) for c in colour)
    return (r, g, b)


def clear_between(distances: Distances) -> Clear:
    """Return a function that says whether nothing stands between two points."""
    return lambda a, b: share_hidden(distances, a, b[None]) == 0
