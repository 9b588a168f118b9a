"""Meshes handed to Panda3D."""

import numpy as np
import pytest

from warcry3d.app.scene import geom
from warcry3d.app.scene.geom import clusters, mesh_node, repaint
from warcry3d.app.scene.surface import PaintedSurface, surface
from warcry3d.geom.shapes import box
from warcry3d.table.plain_skins import plain_skin
from warcry3d.table.terrain import Part, PartKind


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> PaintedSurface:
    monkeypatch.setattr(geom, "CLUSTER", 20)
    part = Part("wall", frozenset({PartKind.OBSTACLE}), box((0, 0, 0), (8, 0.5, 3)))
    return surface(part.solid, plain_skin(part), longest=0.7)


def test_clusters_hold_every_triangle_once_and_lie_close_together(wall: PaintedSurface) -> None:
    made = clusters(wall)
    assert len(made) > 4 and all(len(some) <= 20 for some in made)
    assert sorted(map(tuple, np.concatenate(made).tolist())) == sorted(map(tuple, wall.triangles.tolist()))
    widths = [np.ptp(wall.vertices["position"][some.ravel()][:, 0]) for some in made]
    assert max(widths) < 4


def test_a_large_surface_is_drawn_by_geoms_of_one_set_of_vertices_that_take_another_light(wall: PaintedSurface) -> None:
    node = mesh_node("wall", wall)
    repaint(node, wall.lit(np.zeros(len(wall.vertices))))
    datas = [node.get_geom(number).get_vertex_data() for number in range(node.get_num_geoms())]
    assert len(datas) == len(clusters(wall))
    for data in datas:
        found = np.frombuffer(memoryview(data.get_array(0)), wall.vertices.dtype)
        assert (found["extra"][:, 0] == 0).all()
