"""Places offered to a player for something that falls, is set up again or is put down, as plain data."""

from typing import TYPE_CHECKING, Any, TypeAlias

from warcry3d.game.actions import Action, PlaceAt
from warcry3d.game.prompts import PlaceArea, Placing
from warcry3d.game.state_data import StateData
from warcry3d.motion.falls import Landing, Landings
from warcry3d.motion.path import Point

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["PlaceOffered", "PlacesOffered", "areas_of", "offered", "placed_at"]

Ring: TypeAlias = tuple[tuple[float, float], ...]


class PlaceOffered(StateData, frozen=True, kw_only=True):
    """The places of one surface, at ``height`` (in), where the centre may be placed.

    ``rings`` of each patch, the outer one first; ``nearest``: the one nearest to where it is, ``distance`` away, level,
    and ``down`` below (in).
    """

    height: float
    nearest: Point
    distance: float
    down: float
    rings: tuple[tuple[Ring, ...], ...]

    @property
    def area(self) -> "BaseGeometry":
        """Return the patches as a shapely geometry."""
        import shapely

        return shapely.MultiPolygon([shapely.Polygon(outer, holes) for outer, *holes in self.rings])


class PlacesOffered(StateData, frozen=True, kw_only=True):
    """The places for a fighter or a marker: the surface with the nearest place first."""

    subject: str
    places: tuple[PlaceOffered, ...]


def offered(subject: str, landings: Landings) -> PlacesOffered:
    """Return places in the form of a choice."""
    return PlacesOffered(subject=subject, places=tuple(map(_offered, landings.places)))


def _offered(landing: Landing) -> PlaceOffered:
    return PlaceOffered(
        height=landing.level.height,
        nearest=landing.nearest,
        distance=landing.distance,
        down=landing.down,
        rings=_rings_of(landing.area),
    )


def _rings_of(area: Any) -> tuple[tuple[Ring, ...], ...]:
    """Return the patches of an area, each as its rings, the outer one first."""
    return tuple(_rings(patch) for patch in _patches(area))


def _patches(area: Any) -> list[Any]:
    import shapely

    return [part for part in shapely.get_parts(area, return_index=False).tolist() if part.geom_type == "Polygon"]


def _rings(patch: Any) -> tuple[Ring, ...]:
    return tuple(tuple((x, y) for x, y, *_ in ring.coords) for ring in (patch.exterior, *patch.interiors))


def areas_of(height: float, area: Any) -> tuple[PlaceArea, ...]:
    """Return an area (shapely) of a surface as patches of it."""
    return tuple(PlaceArea(height, rings) for rings in _rings_of(area))


def placed_at(answer: tuple[Placing, ...]) -> Action:
    """Return the action that an answer to where one thing is put stands for."""
    return PlaceAt(answer[0].at, answer[0].turn)
