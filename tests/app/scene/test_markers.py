"""Signs of markers: whose they are, by their colour."""

from warcry3d.app.scene.colours import GOLD, side_colour
from warcry3d.app.scene.markers import marker_colour
from warcry3d.rules.battle_api import Marker, MarkerKind

AT = (1.0, 1.0, 0.0)


def test_markers_have_the_colour_of_whose_they_are_and_no_sides_where_nobody_has_them() -> None:
    taken, left = Marker(MarkerKind.DEPLOYMENT, "a", AT, "green"), Marker(MarkerKind.DEPLOYMENT, "a", AT)
    assert marker_colour(taken) == side_colour("green")
    assert marker_colour(left) not in (GOLD, *map(side_colour, ("red", "blue", "green", "yellow")))
    assert marker_colour(Marker(MarkerKind.TREASURE, "1", AT)) == GOLD


def test_marker_that_does_not_count_yet_is_grey_but_a_place_of_deployment_keeps_its_colour() -> None:
    later = Marker(MarkerKind.DEPLOYMENT, "a", AT, "red", is_asleep=True)
    assert marker_colour(later) == side_colour("red")
    asleep = Marker(MarkerKind.OBJECTIVE, "1", AT, "red", is_asleep=True)
    assert marker_colour(asleep) not in (GOLD, side_colour("red"))
