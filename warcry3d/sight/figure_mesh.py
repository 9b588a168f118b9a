"""The surface of a figure as a mesh with a tree, in its own frame and where it stands."""

from functools import lru_cache
from weakref import WeakKeyDictionary

from warcry3d.geom.solid import Placement
from warcry3d.geom.tree import Mesh, mesh_of, placed
from warcry3d.table.models import Figure, Tag

__all__ = ["figure_mesh", "placed_figure_mesh"]

FIGURE_LEAF = 1
"""Figures' trees go down to single triangles: their nodes are the patches that sight splits them into."""
PLACES_KEPT = 300
"""Places of figures that are kept prepared: two armies of 100 models, and some ghosts."""
_OWN_MESHES: WeakKeyDictionary[Figure, dict[frozenset[Tag], Mesh]] = WeakKeyDictionary()


def figure_mesh(figure: Figure, tags: frozenset[Tag] = frozenset(Tag)) -> Mesh:
    """Return the tree over a figure's parts with these tags in its own frame, built once."""
    meshes = _OWN_MESHES.setdefault(figure, {})
    if tags not in meshes:
        meshes[tags] = mesh_of([part.solid for part in figure.parts if part.tag in tags], leaf=FIGURE_LEAF)
    return meshes[tags]


@lru_cache(maxsize=PLACES_KEPT)
def placed_figure_mesh(figure: Figure, placement: Placement, tags: frozenset[Tag] = frozenset(Tag)) -> Mesh:
    """Return the tree over a figure's parts with these tags in the table's frame."""
    return placed(figure_mesh(figure, tags), placement)
