"""Terrain pieces and figures as surfaces: plain at once, with baked light later, which is cached by content."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.scene.bake import bake_group
from warcry3d.app.scene.made_looks import look_of
from warcry3d.app.scene.store import key_of
from warcry3d.app.scene.surface import VERTEX, PaintedSurface, join, surface
from warcry3d.geom.solid import Solid
from warcry3d.table.cache import keep, recall
from warcry3d.table.models import Base, Figure, Tag
from warcry3d.table.plain_skins import plain_figure_skin
from warcry3d.table.skin import Skin
from warcry3d.table.terrain import Piece

__all__ = [
    "SurfaceSource",
    "Surfaces",
    "figure_source",
    "figure_surfaces",
    "piece_source",
    "piece_surfaces",
]

_VERSION = 3
_LONGEST = 0.7
"""Edges of terrain longer than this (in) are split, so that light baked at vertices shows on large faces."""


@dataclass(frozen=True, eq=False)
class Surfaces:
    """The surfaces of a piece by part id, or of a figure by tag; ``is_lit``: light is baked into them."""

    parts: Mapping[str, PaintedSurface]
    is_lit: bool


@dataclass(frozen=True, eq=False)
class SurfaceSource:
    """The inputs of the surfaces of a piece or a figure: solids with their skins, and the ``names`` of results.

    ``kind`` and ``floor``, the height (in) of the floor for baking light, belong to the cache key; ``shape`` makes the
    plain surfaces.
    """

    names: tuple[str, ...]
    solids: tuple[tuple[Solid, Skin], ...]
    kind: str
    height: float
    floor: float
    shape: Callable[[], list[PaintedSurface]]

    @cached_property
    def _key(self) -> str:
        arrays = [a for solid, skin in self.solids for a in (solid.vertices, solid.faces, skin.colours, skin.materials)]
        return key_of(f"{self.kind}/{_VERSION}", self.height, *arrays)

    def quick(self) -> Surfaces:
        """Return the surfaces with their light if it is cached, else plain."""
        return self._kept() or self._named([_guessed(part) for part in self.shape()], is_lit=False)

    def lit(self, plain: Surfaces | None = None) -> Surfaces:
        """Return the surfaces with their light, baked unless it is cached; ``plain``: the result of `quick`."""
        found = self._kept()
        if found is not None:
            return found
        shaped = list(plain.parts.values()) if plain is not None else self.shape()
        baked = bake_group(shaped, floor=self.floor)
        packed: dict[str, NDArray[Any]] = {}
        for i, made in enumerate(baked):
            packed[f"v{i}"] = made.vertices.view(np.uint8)
            packed[f"t{i}"] = made.triangles
        keep(self._key, packed)
        return self._named(baked, is_lit=True)

    def _kept(self) -> Surfaces | None:
        found = recall(self._key)
        if found is None:
            return None
        parts = [
            PaintedSurface(found[f"v{i}"].view(VERTEX), found[f"t{i}"].astype(np.uint32, copy=False))
            for i in range(len(found) // 2)
        ]
        return self._named(parts, is_lit=True)

    def _named(self, parts: list[PaintedSurface], *, is_lit: bool) -> Surfaces:
        return Surfaces(dict(zip(self.names, parts, strict=True)), is_lit)


def _guessed(plain: PaintedSurface) -> PaintedSurface:
    """Return a surface about as light as it will be: faces that look up are open, faces that look down are not."""
    return plain.lit(0.6 + 0.2 * plain.vertices["normal"][:, 2].astype(np.float64))


def piece_source(piece: Piece) -> SurfaceSource:
    """Return what a piece's surfaces are made from: the parts that can be seen (openings are air), by part id."""
    parts = [part for part in piece.parts if not part.is_opening]
    pairs = tuple((part.solid, look_of(piece, part)) for part in parts)

    def shape() -> list[PaintedSurface]:
        return [surface(solid, skin, longest=_LONGEST) for solid, skin in pairs]

    return SurfaceSource(tuple(part.id for part in parts), pairs, "piece", 0.0, 0.0, shape)


def figure_source(figure: Figure, base: Base) -> SurfaceSource:
    """Return what a figure's surfaces are made from: the parts that share a tag as one, by tag."""
    tags = tuple(tag for tag in Tag if any(part.tag is tag for part in figure.parts))
    parts = [part for tag in tags for part in figure.parts if part.tag is tag]
    pairs = tuple((part.solid, part.skin or plain_figure_skin(part)) for part in parts)

    def shape() -> list[PaintedSurface]:
        made = [surface(solid, skin) for solid, skin in pairs]
        return [join([one for one, part in zip(made, parts, strict=True) if part.tag is tag]) for tag in tags]

    kind = "figure/" + ",".join(part.tag for part in parts)
    return SurfaceSource(tags, pairs, kind, base.height, base.height - 0.02, shape)


def piece_surfaces(piece: Piece) -> Mapping[str, PaintedSurface]:
    """Return the surface of each part that can be seen, by part id, in the piece's frame, with its light."""
    return piece_source(piece).lit().parts


def figure_surfaces(figure: Figure, base: Base) -> Mapping[str, PaintedSurface]:
    """Return the parts of the figure that share a tag as a surface each, in its own frame, with their light."""
    return figure_source(figure, base).lit().parts
