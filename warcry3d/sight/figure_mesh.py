"""The surface of a figure as a mesh with a tree, in its own frame and where it stands."""

from typing import TypeAlias
from weakref import WeakKeyDictionary

from warcry3d.geom.solid import Placement
from warcry3d.geom.tree import Mesh, mesh_of, placed
from warcry3d.steady_lock import SteadyLock
from warcry3d.table.models import Figure, Tag

__all__ = ["figure_mesh", "placed_figure_mesh"]

FIGURE_LEAF = 1
"""Figures' trees go down to single triangles: their nodes are the patches that sight splits them into."""
BYTES_KEPT = 80_000_000
"""How much memory figures at their places may take that are kept prepared: 160 of 2,500 triangles, or two armies of 60
models and some ghosts. This is for all battles together, also for those that are over."""

_Place: TypeAlias = tuple[Figure, Placement, frozenset[Tag]]
_OWN_MESHES: WeakKeyDictionary[Figure, dict[frozenset[Tag], Mesh]] = WeakKeyDictionary()


def figure_mesh(figure: Figure, tags: frozenset[Tag] = frozenset(Tag)) -> Mesh:
    """Return the tree over a figure's parts with these tags in its own frame, built once."""
    meshes = _OWN_MESHES.setdefault(figure, {})
    if tags not in meshes:
        meshes[tags] = mesh_of([part.solid for part in figure.parts if part.tag in tags], leaf=FIGURE_LEAF)
    return meshes[tags]


def placed_figure_mesh(figure: Figure, placement: Placement, tags: frozenset[Tag] = frozenset(Tag)) -> Mesh:
    """Return the tree over a figure's parts with these tags in the table's frame; those asked for last are kept."""
    return _LAST.of((figure, placement, tags))


class PlacedMeshes:
    """The meshes of figures at the places that were asked for last, as many as ``most`` bytes hold. For any threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[_Place, Mesh] = {}
        self._lock = SteadyLock()
        self.bytes = 0

    def of(self, place: _Place) -> Mesh:
        """Return the mesh of a figure at a place."""
        with self._lock:
            found = self._known.pop(place, None)
            if found is not None:
                self._known[place] = found  # the latest last
                return found
        figure, placement, tags = place
        made = placed(figure_mesh(figure, tags), placement)
        with self._lock:
            if place not in self._known:
                self._known[place] = made
                self.bytes += made.placed_bytes
            while self.bytes > self._most and len(self._known) > 1:
                self.bytes -= self._known.pop(next(iter(self._known))).placed_bytes
        return made


_LAST = PlacedMeshes(BYTES_KEPT)
