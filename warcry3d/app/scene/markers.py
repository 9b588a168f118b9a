"""Signs for the markers of a battle: objectives, treasure, deployment points."""

from collections.abc import Iterable

from warcry3d.app.scene.colours import GOLD, Colour, side_colour
from warcry3d.app.scene.overlays import Sign, SignKind
from warcry3d.rules.battle_api import Marker, MarkerKind

__all__ = ["marker_colour", "marker_signs"]

_ASLEEP: Colour = (0.62, 0.62, 0.64)
_SIGNS = {
    MarkerKind.OBJECTIVE: SignKind.RING,
    MarkerKind.TREASURE: SignKind.DIAMOND,
    MarkerKind.DEPLOYMENT: SignKind.CROSS,
}
_SIZES = {MarkerKind.OBJECTIVE: 46.0, MarkerKind.TREASURE: 30.0, MarkerKind.DEPLOYMENT: 26.0}
_ABOVE = {MarkerKind.OBJECTIVE: 0.05, MarkerKind.TREASURE: 0.35, MarkerKind.DEPLOYMENT: 0.05}
"""How far (in) above its place the sign of a marker is."""


def marker_signs(markers: Iterable[Marker]) -> tuple[Sign, ...]:
    """Return a sign for each marker, in the colour of the side it belongs to."""
    return tuple(
        Sign((x, y, z + _ABOVE[marker.kind]), _SIGNS[marker.kind], marker_colour(marker), _SIZES[marker.kind])
        for marker in markers
        for x, y, z in (marker.at,)
    )


def marker_colour(marker: Marker) -> Colour:
    """Return the colour of a marker: its side's, gold for no side's, grey while it does not count or for places that
    nobody has taken: a side may be yellow.
    """
    is_deployment = marker.kind is MarkerKind.DEPLOYMENT
    if marker.side and (is_deployment or not marker.is_asleep):
        return side_colour(marker.side)
    return _ASLEEP if is_deployment or marker.is_asleep else GOLD
