"""Visible shares: against shares known by geometry, against a search of many more places, and laws."""

import numpy as np
import pytest
from shapely import MultiPoint, box

from tests import zoo
from warcry3d.errors import UnknownNameError
from warcry3d.geom import shapes
from warcry3d.geom.low_discrepancy import low_discrepancy
from warcry3d.sight.figure_surface import FigureSurface
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.sight.visible import Sightlines
from warcry3d.sight.visible_share import VisibleShare
from warcry3d.table.models import Tag
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature

FAR = 400.0


def share(table: Table, viewer: str = "a", target: str = "b", *, tags: frozenset[Tag] = frozenset(Tag)) -> VisibleShare:
    lines = Sightlines(table, tags=tags)
    return lines.share(viewer, target, lines.between(viewer, target))


def wall(low: tuple[float, float, float], high: tuple[float, float, float]) -> Feature:
    return zoo.feature("wall", zoo.box_part("p", low, high))


def small_eye(height: float) -> zoo.Model:
    """A viewer 400 in from ``b`` that is next to a point, so that all of it sees the same."""
    body = shapes.box((-0.01, -0.01, height - 0.01), (0.01, 0.01, height + 0.01))
    return zoo.fighter("a", (0, 5), shape=zoo.figure(body))


def random_boards(count: int) -> list[Table]:
    """Boards of eight boxes with four fighters among them."""
    random = np.random.default_rng(5)
    boards = []
    for _ in range(count):
        stones = [
            zoo.feature(f"stone-{i}", zoo.box_part("p", (x, y, 0), (x + w, y + d, h)))
            for i, (x, y, w, d, h) in enumerate(random.uniform((2, 2, 0.3, 0.3, 1), (9, 9, 2, 2, 3), (8, 5)).tolist())
        ]
        places = random.uniform(1, 11, (4, 2)).tolist()
        boards.append(zoo.table(*stones, *(zoo.fighter(f"m{i}", at) for i, at in enumerate(places))))
    return boards


def test_nothing_between_shows_every_spot() -> None:
    found = share(zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 9))))
    assert found.spots.count == found.spots.of > 500
    assert found.low > 0.99


def test_of_a_hidden_figure_the_share_is_exactly_nothing() -> None:
    table = zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5)), wall((7, -20, 0), (7.5, 40, 9)))
    found = share(table)
    assert (found.share, found.low, found.high, found.spots.of) == (0, 0, 0, 0)


def test_a_wall_to_half_the_height_right_before_the_figure_leaves_half() -> None:
    half = (0.1378 + 1.4) / 2  # the figure stands on its base and is 1.4 in high
    found = share(
        zoo.table(small_eye(half), zoo.fighter("b", (FAR, 5)), wall((399, -5, 0), (399.5, 15, half)), width=500)
    )
    assert found.low < 0.5 < found.high
    assert found.share == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("part", [0.25, 0.5, 0.8])
def test_a_wall_across_part_of_the_figure_hides_that_part(part: float) -> None:
    # The figure is 1 in wide across the line; the wall leaves the share ``part`` of its breadth free, seen from afar.
    between = wall((399.4, -30, 0), (399.5, 5.5 - part, 9))
    found = share(zoo.table(small_eye(0.7), zoo.fighter("b", (FAR, 5), wide=1.0), between, width=500))
    assert found.share == pytest.approx(part, abs=0.02)
    assert found.low < part < found.high


def test_the_place_that_sees_most_is_found_where_few_places_see_anything() -> None:
    # A slit in a wall: from one place of the viewer it shows the whole of the target's width, from most nothing.
    slit = zoo.feature(
        "wall", zoo.box_part("left", (7, -20, 0), (7.2, 5.15, 9)), zoo.box_part("right", (7, 5.19, 0), (7.2, 40, 9))
    )
    table = zoo.table(zoo.fighter("a", (5, 5), wide=0.8), zoo.fighter("b", (10, 5), wide=0.2), slit)
    # Of the target's front, at x = 9.85 from y = 4.9 to 5.1, a place sees what lies behind both ends of the slit.
    x, y = np.meshgrid(np.linspace(4.85, 5.15, 31), np.linspace(4.6, 5.4, 401))
    ends = [[y + (at - y) * (9.85 - x) / (wall - x) for wall in (7.0, 7.2)] for at in (5.15, 5.19)]
    low, high = np.maximum(np.maximum(*ends[0]), 4.9), np.minimum(np.minimum(*ends[1]), 5.1)
    seen = np.maximum(high - low, 0) / 0.2
    assert np.median(seen) < seen.max() / 10
    assert share(table).share == pytest.approx(seen.max(), abs=0.05)


def test_the_best_place_looks_past_the_end_of_a_wall() -> None:
    table = zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (10, 5)), wall((7.4, 0, 0), (7.6, 5, 3)))
    found = share(table)
    assert found.eye[1] > 5.1
    assert 0.5 < found.share < 1


def test_other_figures_stand_in_the_way_and_the_two_themselves_do_not() -> None:
    pair = zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5))
    assert share(zoo.table(*pair)).low > 0.99
    assert share(zoo.table(*pair, zoo.fighter("c", (7, 5), wide=0.35, tall=3))).high < 0.9


def test_parts_that_do_not_count_neither_see_nor_are_seen() -> None:
    banner = zoo.figure(
        shapes.box((-0.1, -0.1, 2), (0.1, 0.1, 4)),
        shapes.box((-0.1, -0.1, 0.2), (0.1, 0.1, 1.5)),
        tags=("banner", "body"),
    )
    fighters = zoo.fighter("a", (5, 5), shape=banner), zoo.fighter("b", (12, 5), shape=banner)
    table = zoo.table(*fighters, wall((7, -20, 0), (7.5, 40, 2)))
    assert share(table).share > 0.4
    assert share(table, tags=frozenset({Tag.BODY})).share == 0
    assert share(table, tags=frozenset({Tag.WEAPON})).spots.of == 0


def test_the_same_table_gives_the_same_share() -> None:
    table = zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (10, 5)), wall((7.4, 0, 0), (7.6, 5, 3)))
    assert share(table) == share(table)


def test_nobody_looks_at_who_is_not_there() -> None:
    lines = Sightlines(zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (10, 5))))
    with pytest.raises(UnknownNameError):
        lines.share("a", "c", lines.between("a", "b"))


def test_lines_to_a_hidden_figure_would_find_nothing_either() -> None:
    asked = 0
    for table in random_boards(12):
        lines = Sightlines(table)
        ids = [model.id for model in table.models]
        for a, b in [(a, b) for a in ids for b in ids if a < b]:
            match lines.between(a, b):
                case Hidden():
                    asked += 1
                    middle = table.model(a).placement.at
                    unsure = TooClose(0.1, (middle, table.model(b).placement.at), ())
                    assert lines.share(a, b, unsure).spots.count == 0
                case Seen() as seen:
                    assert lines.share(a, b, seen).high > 0
    assert asked > 10


def test_spots_of_an_outline_lie_as_evenly_as_in_a_picture() -> None:
    # A box seen askew from near by: its near face takes up more of the picture than its far end.
    table = zoo.table(zoo.fighter("a", (2, 2), shape=zoo.figure(shapes.box((-1, -0.5, 0), (2, 0.5, 1)))))
    blockers = Sightlines(table).blockers
    surface = FigureSurface(blockers.mesh, blockers.faces(1))
    eye = np.array([0.2, 0.5, 0.4])
    axis = (surface.middle - eye) / np.linalg.norm(surface.middle - eye)
    level = np.cross(axis, (0, 0, 1))
    level /= np.linalg.norm(level)

    def picture(points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[tuple[float, float]]:
        way = points - eye
        return list(zip((way @ level) / (way @ axis), (way @ np.cross(level, axis)) / (way @ axis), strict=True))

    corners = np.array([(x, y, z) for x in (1, 4) for y in (1.5, 2.5) for z in (0, 1)], float)
    outline = MultiPoint(picture(corners)).convex_hull
    spots = np.array(picture(surface.outline(eye, low_discrepancy(20_000, 3))))
    left, low, right, high = outline.bounds
    for i in range(6):
        for j in range(6):
            x, y = left + (right - left) * i / 6, low + (high - low) * j / 6
            cell = box(x, y, x + (right - left) / 6, y + (high - low) / 6).intersection(outline)
            inside = (spots >= (x, y)).all(axis=1) & (spots < (x + (right - left) / 6, y + (high - low) / 6)).all(
                axis=1
            )
            expected = 20_000 * cell.area / outline.area
            assert inside.sum() == pytest.approx(expected, abs=4 * expected**0.5 + 2)
