"""Exports are closed, in true size, and hold the volume that the piece has."""

from pathlib import Path

import numpy as np
import pytest
import trimesh

from warcry3d.errors import MeshError
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Placement
from warcry3d.table.kinds import PartKind
from warcry3d.table.pieces import load_piece
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, Part, Piece
from warcry3d.terrain.export import glb_of, piece_of_table, stl_of, written
from warcry3d.terrain.importing import ImportOptions, import_mesh

WALL = Part("wall", frozenset({PartKind.OBSTACLE}), box((0, 0, 0), (4, 0.5, 3)))
POST = Part("post", frozenset({PartKind.OBSTACLE}), box((3.5, 0, 0), (5, 0.5, 4)))
WAY = Part("way", frozenset({PartKind.ARCH}), box((6, 0, 0), (7, 0.5, 2)), is_opening=True)


def read(data: bytes) -> trimesh.Trimesh:
    return trimesh.load_mesh(trimesh.util.wrap_as_stream(data), file_type="stl")


def test_parts_that_overlap_are_one_closed_body_of_their_common_volume() -> None:
    mesh = read(stl_of(Piece("p", (WALL, POST))).data)
    assert mesh.is_watertight
    assert mesh.volume / 25.4**3 == pytest.approx(4 * 0.5 * 3 + 1 * 0.5 * 4 + 0.5 * 0.5 * 1, rel=1e-5)
    assert mesh.extents == pytest.approx([5 * 25.4, 0.5 * 25.4, 4 * 25.4], rel=1e-6)


def test_air_is_not_printed() -> None:
    assert stl_of(Piece("p", (WALL, WAY))).volume == pytest.approx(6.0)
    with pytest.raises(MeshError, match="nothing to print"):
        stl_of(Piece("p", (WAY,)))


def test_unit_of_an_stl_is_the_one_asked_for() -> None:
    assert read(stl_of(Piece("p", (WALL,)), "in").data).extents == pytest.approx([4, 0.5, 3])


def test_whole_board_is_one_file_with_every_feature_in_its_place(tmp_path: Path) -> None:
    piece = Piece("p", (WALL,))
    features = (Feature("a", piece, Placement((5, 5, 0))), Feature("b", piece, Placement((15, 9, 0), np.pi / 2)))
    board = piece_of_table(Table("warcry", Board(30, 22), Terrain(features), ()))
    assert [part.id for part in board.parts] == ["a.wall", "b.wall"]
    assert board.parts[0].solid.bounds == pytest.approx(np.array([(-10, -6, 0), (-6, -5.5, 3)]))
    assert stl_of(board).volume == pytest.approx(12.0)
    written(glb_of(board).data, tmp_path / "board.glb")
    assert sum(part.solid.volume for part in load_piece(tmp_path / "board.glb").parts) == pytest.approx(12.0, rel=1e-5)


def test_glb_opens_upright_and_in_true_size_in_another_reader(tmp_path: Path) -> None:
    written(glb_of(Piece("p", (WALL, POST))).data, tmp_path / "p.glb")
    scene = trimesh.load_scene(tmp_path / "p.glb")
    assert {"wall", "post"} <= set(scene.graph.nodes)
    assert scene.extents == pytest.approx([5 * 0.0254, 4 * 0.0254, 0.5 * 0.0254], rel=1e-4)


def test_shipped_piece_has_all_nodes_and_triangles_in_other_readers(tmp_path: Path) -> None:
    core = pytest.importorskip("panda3d.core")
    piece = load_piece(shipped_root() / "terrain" / "gate.glb")
    path = tmp_path / "gate.glb"
    written(glb_of(piece).data, path)
    count = sum(len(part.solid.faces) for part in piece.parts)
    scene = trimesh.load_scene(path)
    assert len(scene.graph.nodes_geometry) == len(piece.parts)
    assert sum(len(mesh.faces) for mesh in scene.geometry.values()) == count
    # Panda3D reads glTF through Assimp, which its wheels bring along.
    root = core.NodePath(core.Loader.get_global_ptr().load_sync(core.Filename.from_os_specific(str(path))))
    geoms = [geom for node in root.find_all_matches("**/+GeomNode") for geom in node.node().get_geoms()]
    assert {part.id for part in piece.parts} <= {node.name for node in root.find_all_matches("**")}
    assert (
        sum(
            geom.get_primitive(k).decompose().get_num_faces()
            for geom in geoms
            for k in range(geom.get_num_primitives())
        )
        == count
    )


def test_exported_and_imported_again_a_shipped_piece_holds_the_same_volume(tmp_path: Path) -> None:
    piece = load_piece(shipped_root() / "terrain" / "gate.glb")
    done = stl_of(piece)
    written(done.data, tmp_path / "gate.stl")
    again = import_mesh(tmp_path / "gate.stl", ImportOptions(deviation_mm=0)).piece
    assert sum(part.solid.volume for part in again.parts) == pytest.approx(done.volume, rel=1e-4)
