"""What people said of parts, kept when the mesh has changed (WC-TERR-6)."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.terrain.meshes import gltf, stl
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Solid
from warcry3d.table.kinds import PartKind
from warcry3d.table.piece_edits import SetKinds
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.editing.targets import unmet_edits
from warcry3d.terrain.importing import Imported, ImportOptions, import_mesh
from warcry3d.terrain.reclassify import reclassified

K = PartKind
Corner = tuple[float, float, float]

WALLS: tuple[tuple[Corner, Corner], ...] = (((0, 0, 0), (60, 10, 50)), ((80, 0, 0), (130, 10, 50)))
"""Two walls, in mm."""


def _mesh(boxes: Sequence[tuple[Corner, Corner]]) -> bytes:
    solids = [box(low, high) for low, high in boxes]
    at = np.cumsum([0, *(len(one.vertices) for one in solids)])
    faces = np.concatenate([one.faces + by for one, by in zip(solids, at, strict=False)])
    return stl(Solid(np.concatenate([one.vertices for one in solids]), faces.astype(np.int32)))


def _imported(folder: Path, boxes: Sequence[tuple[Corner, Corner]], before: Piece | None = None) -> Imported:
    (folder / "walls.stl").write_bytes(_mesh(boxes))
    return import_mesh(folder / "walls.stl", ImportOptions(unit="mm", up="z"), before)


def _objects(path: Path, names: Sequence[str]) -> None:
    """Write the walls as objects of these names."""
    lines, at = [], 1
    for name, (low, high) in zip(names, WALLS, strict=False):
        solid = box(low, high)
        lines += [f"o {name}", *(f"v {x} {y} {z}" for x, y, z in solid.vertices.tolist())]
        lines += ["f " + " ".join(str(at + i) for i in face) for face in solid.faces.tolist()]
        at += len(solid.vertices)
    path.write_text("\n".join(lines))


def _length(part: Part) -> float:
    return float(part.solid.bounds[1, 0] - part.solid.bounds[0, 0]) * 25.4


def _deadly(piece: Piece) -> list[float]:
    """Return the lengths (mm) of the deadly parts."""
    return [_length(part) for part in piece.parts if K.DEADLY in part.kinds]


def _with_short_wall_deadly(piece: Piece) -> Piece:
    short = min(piece.parts, key=_length)
    return reclassified(piece, [SetKinds(frozenset({K.DEADLY}), short.id)])


def test_part_added_before_it_does_not_take_what_was_said_of_another(tmp_path: Path) -> None:
    """The short wall was wall-2; now a larger one than both has come, and it is wall-3."""
    first = _with_short_wall_deadly(_imported(tmp_path, WALLS).piece)
    assert _deadly(first) == pytest.approx([50])
    done = _imported(tmp_path, [*WALLS, ((0, 40, 0), (130, 52, 60))], first)
    assert _deadly(done.piece) == pytest.approx([50])
    assert done.unmet == ()


def test_mesh_moved_as_a_whole_keeps_what_was_said(tmp_path: Path) -> None:
    first = _with_short_wall_deadly(_imported(tmp_path, WALLS).piece)
    moved = [((a + 300, b - 200, c), (d + 300, e - 200, f)) for (a, b, c), (d, e, f) in WALLS]
    assert _deadly(_imported(tmp_path, moved, first).piece) == pytest.approx([50])


@pytest.mark.parametrize("factor", [0.8, 1.4])
def test_mesh_made_larger_or_smaller_keeps_what_was_said(factor: float, tmp_path: Path) -> None:
    first = _with_short_wall_deadly(_imported(tmp_path, WALLS).piece)
    by = factor
    scaled = [((a * by, b * by, c * by), (d * by, e * by, f * by)) for (a, b, c), (d, e, f) in WALLS]
    assert _deadly(_imported(tmp_path, scaled, first).piece) == pytest.approx([50 * factor])


def test_what_was_said_of_a_part_taken_away_goes_to_no_other(tmp_path: Path) -> None:
    first = _with_short_wall_deadly(_imported(tmp_path, [*WALLS, ((0, 40, 0), (130, 52, 60))]).piece)
    assert _deadly(first) == pytest.approx([50])
    done = _imported(tmp_path, [((0, 0, 0), (60, 10, 50)), ((0, 40, 0), (130, 52, 60))], first)
    assert _deadly(done.piece) == []


def test_what_was_said_of_a_part_taken_away_is_told_kept_and_counts_again_when_it_is_back(tmp_path: Path) -> None:
    """Also where the mesh without it lies elsewhere: its place goes along."""
    first = _with_short_wall_deadly(_imported(tmp_path, WALLS).piece)
    gone = _imported(tmp_path, WALLS[:1], first)
    assert _deadly(gone.piece) == []
    assert [one.kinds for one in gone.unmet] == [{K.DEADLY}]
    assert gone.piece.edits == gone.unmet
    still = _imported(tmp_path, WALLS[:1], gone.piece)
    assert still.piece.edits == gone.piece.edits
    back = _imported(tmp_path, WALLS, still.piece)
    assert _deadly(back.piece) == pytest.approx([50])
    assert back.unmet == ()


def test_what_was_said_by_name_of_a_part_taken_away_counts_again_when_it_is_back(tmp_path: Path) -> None:
    names = ("keep", "outwork")
    _objects(tmp_path / "fort.obj", names)
    piece = import_mesh(tmp_path / "fort.obj", ImportOptions(unit="mm", up="z")).piece
    said = reclassified(piece, [SetKinds(frozenset({K.DEADLY}), "outwork")])
    _objects(tmp_path / "fort.obj", names[:1])
    gone = import_mesh(tmp_path / "fort.obj", ImportOptions(unit="mm", up="z"), said)
    assert [(one.part, one.kinds) for one in gone.unmet] == [("outwork", {K.DEADLY})]
    assert [part.id for part in gone.piece.parts if K.DEADLY in part.kinds] == []
    _objects(tmp_path / "fort.obj", names)
    back = import_mesh(tmp_path / "fort.obj", ImportOptions(unit="mm", up="z"), gone.piece)
    assert [part.id for part in back.piece.parts if K.DEADLY in part.kinds] == ["outwork"]
    assert back.unmet == ()


def test_what_was_said_of_a_part_taken_away_outlives_what_is_said_of_others_and_can_be_forgotten(
    tmp_path: Path,
) -> None:
    first = _with_short_wall_deadly(_imported(tmp_path, WALLS).piece)
    gone = _imported(tmp_path, WALLS[:1], first).piece
    (lost,) = gone.edits
    (wall,) = gone.parts
    named = reclassified(gone, [SetKinds(frozenset({K.UNCLIMBABLE}), wall.id)], again=True)
    assert unmet_edits(named) == (lost,)
    assert named.parts[0].kinds == {K.UNCLIMBABLE}
    assert reclassified(gone, clear=[lost.part]).edits == ()


def test_same_mesh_again_says_nothing_twice(tmp_path: Path) -> None:
    """A mesh of another program's may note kinds itself."""
    made = json.loads(gltf(box((0, 0, 0), (60, 10, 50))))
    made["nodes"][0]["extras"] = {"warcry3d": {"kind": "deadly"}}
    (tmp_path / "wall.gltf").write_text(json.dumps(made))
    first = import_mesh(tmp_path / "wall.gltf", ImportOptions()).piece
    again = import_mesh(tmp_path / "wall.gltf", ImportOptions(), first).piece
    assert [(one.part, one.kinds) for one in again.edits] == [("wall", {K.DEADLY})]


def test_picked_faces_mean_the_part_they_lie_on(tmp_path: Path) -> None:
    """Several places on one wall, as a pointer picks them, are one word about one part."""
    piece = _imported(tmp_path, WALLS).piece
    short = min(piece.parts, key=_length)
    places = tuple(map(tuple, short.solid.triangles[:3].mean(axis=1).tolist()))
    said = reclassified(piece, [SetKinds(frozenset({K.UNCLIMBABLE}), places=places)])
    assert [_length(part) for part in said.parts if K.UNCLIMBABLE in part.kinds] == pytest.approx([50])


def test_name_that_a_file_gave_counts_before_a_place(tmp_path: Path) -> None:
    _objects(tmp_path / "fort.obj", ("keep", "outwork"))
    piece = import_mesh(tmp_path / "fort.obj", ImportOptions(unit="mm", up="z")).piece
    said = reclassified(piece, [SetKinds(frozenset({K.DEADLY}), "outwork")])
    swapped = (tmp_path / "fort.obj").read_text().replace("o keep", "o x").replace("o outwork", "o keep")
    (tmp_path / "fort.obj").write_text(swapped.replace("o x", "o outwork"))
    done = import_mesh(tmp_path / "fort.obj", ImportOptions(unit="mm", up="z"), said)
    assert [part.id for part in done.piece.parts if K.DEADLY in part.kinds] == ["outwork"]
