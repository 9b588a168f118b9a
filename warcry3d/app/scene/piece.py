"""Terrain pieces and figures as surfaces with their light: prepared once, kept by content."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.scene.bake import bake_group
from warcry3d.app.scene.store import kept, key_of
from warcry3d.app.scene.surface import VERTEX, PaintedSurface, join, plain_figure_skin, plain_skin, surface
from warcry3d.geom.solid import Solid
from warcry3d.table.models import Base, Figure, Tag
from warcry3d.table.skin import Skin
from warcry3d.table.terrain import Piece

__all__ = ["figure_surfaces", "piece_surfaces"]

_VERSION = 2
_LONGEST = 0.7
"""Edges of terrain longer than this (in) are cut, so that light baked at vertices shows on large faces."""


def _prepared(
    solids: Sequence[tuple[Solid, Skin]], kind: str, height: float, make: Callable[[], list[PaintedSurface]]
) -> list[PaintedSurface]:
    """Return the surfaces made of these solids, from the cache folder where they were made before."""
    arrays = [a for solid, skin in solids for a in (solid.vertices, solid.faces, skin.colours, skin.materials)]
    key = key_of(f"{kind}/{_VERSION}", height, *arrays)

    def pack() -> dict[str, NDArray[np.generic]]:
        packed: dict[str, NDArray[np.generic]] = {}
        for i, made in enumerate(make()):
            packed[f"v{i}"] = made.vertices.view(np.uint8)
            packed[f"t{i}"] = made.triangles
        return packed

    found = kept(key, pack)
    return [
        PaintedSurface(found[f"v{i}"].view(VERTEX), found[f"t{i}"].astype(np.uint32, copy=False))
        for i in range(len(found) // 2)
    ]


def piece_surfaces(piece: Piece) -> dict[str, PaintedSurface]:
    """Return the surface of each part that can be seen (openings are air), by part id, in the piece's frame."""
    parts = [part for part in piece.parts if not part.is_opening]
    pairs = [(part.solid, part.skin or plain_skin(part)) for part in parts]

    def make() -> list[PaintedSurface]:
        return bake_group([surface(solid, skin, longest=_LONGEST) for solid, skin in pairs], floor=0.0)

    return dict(zip((part.id for part in parts), _prepared(pairs, "piece", 0.0, make), strict=True))


def figure_surfaces(figure: Figure, base: Base) -> dict[Tag, PaintedSurface]:
    """Return the parts of the figure that share a tag as a surface each, in its own frame."""
    tags = tuple(tag for tag in Tag if any(part.tag is tag for part in figure.parts))
    parts = [part for tag in tags for part in figure.parts if part.tag is tag]
    pairs = [(part.solid, part.skin or plain_figure_skin(part)) for part in parts]

    def make() -> list[PaintedSurface]:
        baked = bake_group([surface(solid, skin) for solid, skin in pairs], floor=base.height - 0.02)
        return [join([b for b, part in zip(baked, parts, strict=True) if part.tag is tag]) for tag in tags]

    kind = "figure/" + ",".join(part.tag for part in parts)
    return dict(zip(tags, _prepared(pairs, kind, base.height, make), strict=True))
