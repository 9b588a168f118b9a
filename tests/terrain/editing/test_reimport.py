"""Edits done again after the mesh has changed: moved, scaled, divided into other triangles, grown."""

from pathlib import Path

import manifold3d as m3
import numpy as np
import pytest

from tests.terrain.meshes import house, stl
from warcry3d.errors import EditError
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Solid
from warcry3d.table.kinds import PartKind
from warcry3d.table.pieces import load_piece, save_piece
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.editing.edits import (
    AcceptFinding,
    AddOpening,
    CutPart,
    Edit,
    MergeParts,
    OpeningKind,
    Paint,
    RenamePart,
    SetKinds,
    SplitPart,
    edited,
    replayed,
)
from warcry3d.terrain.editing.finer import finer_mesh
from warcry3d.terrain.editing.selection import FaceMesh
from warcry3d.terrain.importing import Imported, ImportOptions, import_mesh
from warcry3d.terrain.reclassify import reclassified, without_edits

K = PartKind
ASKED = ImportOptions(unit="mm", up="z")


def imported(folder: Path, solid: Solid, before: Piece | None = None) -> Imported:
    (folder / "hut.stl").write_bytes(stl(solid))
    return import_mesh(folder / "hut.stl", ASKED, before)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Piece:
    """Return a hut with a painted spot that is cut and called otherwise, and what a person said of it."""
    piece = imported(tmp_path_factory.mktemp("first"), house()).piece
    mesh = FaceMesh.of_piece(piece, finest=0.3)
    low, high = (np.array([part.solid.bounds for part in piece.parts])[:, k] for k in (0, 1))
    side = (float(high.max(axis=0)[0]), float((low.min(axis=0)[1] + high.max(axis=0)[1]) / 2), 1.0)
    spot = mesh.brush(side, 0.7)
    for edit in (
        Paint(mesh.patch(spot), frozenset({K.DEADLY}), name="thorns", depth=0.15),
        CutPart("thorns", 1.0, above="briars"),
        SetKinds(frozenset({K.UNCLIMBABLE}), "briars"),
        AcceptFinding("T-OVERHANG", "printed upside down"),
    ):
        piece = edited(piece, edit)
    return piece


def told(piece: Piece) -> list[tuple[str, list[PartKind]]]:
    return [(part.id, sorted(part.kinds)) for part in piece.parts]


def volumes(piece: Piece) -> list[float]:
    return [Solid(part.solid.vertices, part.solid.faces).volume for part in piece.parts]


def refined(solid: Solid) -> Solid:
    vertices, faces, _ = finer_mesh(solid.vertices, solid.faces.astype(np.int64), 12.0)
    return Solid(vertices, faces.astype(np.int32))


@pytest.mark.parametrize("change", ["same", "saved", "moved", "refined", "both"])
def test_edits_give_the_same_parts_on_a_mesh_that_changed_outwardly(first: Piece, change: str, tmp_path: Path) -> None:
    mesh = house()
    if change == "saved":
        save_piece(first, tmp_path / "hut.glb")
        before = load_piece(tmp_path / "hut.glb")
    else:
        before = first
    if change in ("refined", "both"):
        mesh = refined(mesh)
    if change in ("moved", "both"):
        mesh = Solid(mesh.vertices + np.array((40.0, -25.0, 7.0)), mesh.faces)
    again = imported(tmp_path, mesh, before).piece
    assert again.unmet == ()
    assert told(again) == told(first)
    assert volumes(again) == pytest.approx(volumes(first), rel=2e-3)
    assert again.accept == ("T-OVERHANG",)


def test_edits_are_scaled_with_the_mesh(first: Piece, tmp_path: Path) -> None:
    again = imported(tmp_path, Solid(house().vertices * 1.2, house().faces), first).piece
    assert again.unmet == ()
    assert told(again) == told(first)
    bounds = {part.id: part.solid.bounds for part in again.parts}
    for part in first.parts[1:3]:
        assert bounds[part.id] == pytest.approx(part.solid.bounds * 1.2, abs=5e-3)


def test_edits_stay_where_they_were_on_a_mesh_that_grew_at_one_end(first: Piece, tmp_path: Path) -> None:
    mesh = house()
    low = mesh.vertices[:, 0] < mesh.vertices[:, 0].min() + 20
    grown = Solid(np.where(low[:, None], mesh.vertices - np.array((15, 0, 0)), mesh.vertices), mesh.faces)
    again = imported(tmp_path, grown, first).piece
    assert again.unmet == ()
    thorns = {part.id: part.solid.volume for part in again.parts}
    assert thorns["thorns"] == pytest.approx({part.id: part.solid.volume for part in first.parts}["thorns"], rel=5e-3)


def test_edits_stay_where_they_were_on_a_mesh_that_moved_and_grew(first: Piece, tmp_path: Path) -> None:
    """A chimney was set beside it, and the file lies elsewhere: the painted spot was looked for where it had been."""
    mesh = house()
    chimney = m3.Manifold.cube((20, 20, 60)).translate((*(mesh.bounds[1][:2] + 12).tolist(), 0))
    both = (m3.Manifold(m3.Mesh64(np.array(mesh.vertices), mesh.faces.astype(np.uint64))) + chimney).to_mesh64()
    vertices = np.array(both.vert_properties)[:, :3] + np.array((40.0, -25.0, 0.0))
    again = imported(tmp_path, Solid(vertices, np.array(both.tri_verts, dtype=np.int64).astype(np.int32)), first).piece
    assert again.unmet == ()
    were, are = ({part.id: part for part in piece.parts} for piece in (first, again))
    for name in ("thorns", "briars"):
        assert are[name].kinds == were[name].kinds
        assert are[name].solid.volume == pytest.approx(were[name].solid.volume, rel=5e-3)


def test_new_name_of_a_part_that_is_not_made_goes_to_no_other() -> None:
    """The wall was called as the window in it had been."""
    wall = Part("wall", frozenset({K.OBSTACLE}), box((-3, 0, 0), (3, 0.5, 3)))
    window = AddOpening(OpeningKind.WINDOW, (-0.5, 0.2, 1.3), (0.5, 0.3, 1.5), "window-1")
    named = RenamePart("window-1", "east-window", ((0.6, 0.0, 1.0),))
    said = SetKinds(frozenset({K.SCENERY}), "east-window", ((0.6, 0.0, 1.0),))
    again = replayed(Piece("wall", (wall,)), (window, named, said))
    assert told(again) == [("wall", [K.OBSTACLE])]
    assert again.unmet == (window, named, said)


def test_edits_without_effect_are_listed_and_come_back(first: Piece, tmp_path: Path) -> None:
    mesh = house()
    low, high = mesh.bounds
    whole = m3.Manifold(m3.Mesh64(np.array(mesh.vertices), mesh.faces.astype(np.uint64)))
    rest = whole.trim_by_plane((-1.0, 0.0, 0.0), -(low[0] + high[0]) / 2).to_mesh64()
    without = Solid(np.array(rest.vert_properties)[:, :3], np.array(rest.tri_verts, dtype=np.int64).astype(np.int32))
    gone = imported(tmp_path, without, first)
    assert [type(one) for one in gone.unmet] == [Paint, CutPart, SetKinds]
    assert gone.piece.unmet == gone.unmet and len(gone.piece.edits) == 4
    save_piece(gone.piece, tmp_path / "hut.glb")
    back = imported(tmp_path, mesh, load_piece(tmp_path / "hut.glb"))
    assert back.unmet == ()
    assert told(back.piece) == told(first)


def test_classified_again_a_piece_has_the_same_parts(first: Piece, tmp_path: Path) -> None:
    again = reclassified(first, again=True)
    assert told(again) == told(first)
    assert volumes(again) == pytest.approx(volumes(first), rel=1e-3)


def test_edits_are_taken_back_by_number_or_by_part(first: Piece, tmp_path: Path) -> None:
    before = imported(tmp_path, house()).piece
    assert told(without_edits(first, [0, 1, 2])) == told(before)
    assert [type(one) for one in without_edits(first, [3]).edits] == [Paint, CutPart, SetKinds]
    assert without_edits(first, [3]).accept == ()
    assert told(reclassified(first, clear=["thorns", "briars"])) == told(before)
    with pytest.raises(EditError, match="no edit 9; the piece has 4"):
        without_edits(first, [8])


def test_every_kind_of_edit_survives_saving(tmp_path: Path) -> None:
    piece = imported(tmp_path, house()).piece
    save_piece(piece, tmp_path / "hut.glb")
    edits: tuple[Edit, ...] = (
        MergeParts(("a", "b"), "c", frozenset({K.LOW}), ((0.0, 0.0, 1.0), (1.0, 2.0, 3.0))),
        SplitPart("a", ("b",), ((0.5, 0.25, 0.125),)),
        RenamePart("a", "b", ((0.5, 0.25, 0.125),)),
        AddOpening(OpeningKind.WINDOW, (0.0, 0.0, 1.0), (1.0, 0.0, 1.0), "w", 0.5, None),
        AcceptFinding("T-EDGE", is_accepted=False),
    )
    kept = type(piece)(piece.name, piece.parts, edits=edits, unmet=edits[:2])
    save_piece(kept, tmp_path / "hut.glb")
    again = load_piece(tmp_path / "hut.glb")
    assert (again.edits, again.unmet) == (edits, edits[:2])
