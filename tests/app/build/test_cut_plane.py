"""The plane of a cut, as it is drawn."""

import numpy as np

from warcry3d.app.build.cut_plane import MOST_LINES, cut_overlays, section_lines
from warcry3d.app.scene.overlays import ColourField, FlatLine
from warcry3d.geom.shapes import box, cylinder
from warcry3d.table.terrain import Part, PartKind


def part_of(solid) -> Part:  # type: ignore[no-untyped-def]
    return Part("it", frozenset({PartKind.OBSTACLE}), solid)


def test_a_box_is_cut_along_its_sides() -> None:
    lines = section_lines(box((0, 0, 0), (3, 2, 1)).triangles, 0.25)
    assert np.allclose(lines[:, :, 2], 0.25)
    assert np.isclose(np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1).sum(), 2 * (3 + 2))


def test_a_plane_beside_the_part_meets_nothing() -> None:
    solid = box((0, 0, 0), (3, 2, 1))
    assert len(section_lines(solid.triangles, 1.5)) == len(section_lines(solid.triangles, -0.5)) == 0


def test_each_end_of_an_outline_is_the_end_of_two_lines() -> None:
    lines = np.round(section_lines(cylinder((0, 0), 1.0, (0, 2)).triangles, 0.7), 9)
    ends, counts = np.unique(lines.reshape(-1, 3), axis=0, return_counts=True)
    assert len(ends) == len(lines) > 8 and (counts == 2).all()


def test_the_pane_is_as_wide_as_the_part_and_stands_where_the_piece_does() -> None:
    pane, *lines = cut_overlays(part_of(box((0, 0, 0), (3, 2, 1))), 0.5, (10.0, 20.0, 0.0))
    assert isinstance(pane, ColourField)
    low, high = pane.triangles.reshape(-1, 3).min(axis=0), pane.triangles.reshape(-1, 3).max(axis=0)
    assert np.allclose(low, (9.85, 19.85, 0.5)) and np.allclose(high, (13.15, 22.15, 0.5))
    assert len(lines) == 4 + 8 and all(isinstance(one, FlatLine) for one in lines)


def test_an_outline_of_thousands_of_lines_is_drawn_with_its_longest() -> None:
    steps = np.linspace(0, 2 * np.pi, 1500)
    xs, ys = np.cos(steps), np.sin(steps)
    low, high = np.stack([xs, ys, 0 * xs], axis=1), np.stack([xs, ys, 0 * xs + 1], axis=1)
    walls = np.stack([low[:-1], low[1:], high[:-1]], axis=1)

    class Wall:
        triangles = walls
        bounds = np.array([[-1.0, -1.0, 0.0], [1.0, 1.0, 1.0]])

    made = cut_overlays(part_of(Wall()), 0.5, (0.0, 0.0, 0.0))
    assert len(made) == 1 + 4 + MOST_LINES
