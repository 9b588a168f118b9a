"""What a person can do to a piece: parts stay closed, and together they stay exactly the body."""

from dataclasses import replace
from pathlib import Path

import manifold3d as m3
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.soak import examples
from warcry3d.errors import EditError, FileError, UnknownNameError
from warcry3d.geom.shapes import box, cylinder
from warcry3d.geom.solid import Solid
from warcry3d.table.kinds import PartKind
from warcry3d.table.pieces import load_piece, save_piece
from warcry3d.table.skin import Skin
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.editing.edits import (
    AcceptFinding,
    CutPart,
    Edit,
    MergeParts,
    Paint,
    RenamePart,
    SetKinds,
    SplitPart,
    edited,
    free_name,
    replayed,
)
from warcry3d.terrain.editing.selection import FaceMesh

K = PartKind
WALL = frozenset({K.OBSTACLE})


def piece_of(**solids: Solid) -> Piece:
    return Piece("block", tuple(Part(name, WALL, solid) for name, solid in solids.items()))


def volume(piece: Piece) -> float:
    """Return the volume of all parts; building each solid again checks that it is closed."""
    return sum(Solid(part.solid.vertices, part.solid.faces).volume for part in piece.parts)


def part(piece: Piece, name: str) -> Part:
    return next(one for one in piece.parts if one.id == name)


def together(*solids: Solid) -> Solid:
    at = np.cumsum([0, *(len(one.vertices) for one in solids)])
    faces = np.concatenate([one.faces + by for one, by in zip(solids, at, strict=False)])
    return Solid(np.concatenate([one.vertices for one in solids]), faces.astype(np.int32))


@pytest.fixture
def wall() -> Piece:
    return piece_of(wall=box((0, 0, 0), (4, 1, 3)))


def test_part_is_cut_at_a_height(wall: Piece) -> None:
    cut = edited(wall, CutPart("wall", 1.25, above="parapet"))
    assert [one.id for one in cut.parts] == ["wall", "parapet"]
    assert [one.solid.volume for one in cut.parts] == pytest.approx([5, 7])
    assert part(cut, "parapet").solid.bounds[0, 2] == 1.25
    assert wall.parts[0].solid.volume == 12, "the piece before the edit stays as it is"


@pytest.mark.parametrize("height", [-1.0, 0.0, 3.0, 3.5])
def test_cut_beside_the_part_names_the_heights_there_are(wall: Piece, height: float) -> None:
    with pytest.raises(EditError, match=r"part 'wall' cannot be cut at .*between 0\.00 and 3\.00 in"):
        edited(wall, CutPart("wall", height))


def test_parts_cut_are_united_to_what_they_were(wall: Piece) -> None:
    cut = edited(edited(wall, CutPart("wall", 1.0)), CutPart("wall-1", 2.0))
    whole = edited(cut, MergeParts(tuple(one.id for one in cut.parts), name="keep", kinds=frozenset({K.LOW})))
    assert [(one.id, one.kinds) for one in whole.parts] == [("keep", {K.LOW})]
    assert volume(whole) == pytest.approx(12)


def test_part_is_split_into_its_shells_the_largest_keeps_the_name() -> None:
    piece = piece_of(crates=together(box((0, 0, 0), (1, 1, 1)), box((3, 0, 0), (5, 2, 2)), box((7, 0, 0), (8, 1, 2))))
    split = edited(piece, SplitPart("crates", names=("tall",)))
    assert [(one.id, one.solid.volume) for one in split.parts] == [
        ("crates", pytest.approx(8)),
        ("tall", pytest.approx(2)),
        ("crates-1", pytest.approx(1)),
    ]
    assert split.edits == (replace(split.edits[0], names=("tall", "crates-1")),)
    with pytest.raises(EditError, match="1 connected shells"):
        edited(split, SplitPart("crates"))


def test_flooded_side_of_a_wall_becomes_a_part_as_deep_as_said(wall: Piece) -> None:
    mesh = FaceMesh.of_piece(wall)
    front = mesh.flood(mesh.face_at((2, 0, 1.5)), 0.1)
    painted = edited(wall, Paint(mesh.patch(front), frozenset({K.DOOR}), name="boards", depth=0.25))
    assert part(painted, "boards").kinds == {K.DOOR}
    assert part(painted, "boards").solid.bounds == pytest.approx(np.array([[0, 0, 0], [4, 0.25, 3]]))
    assert volume(painted) == pytest.approx(12)


def test_two_sides_of_a_corner_become_one_part(wall: Piece) -> None:
    mesh = FaceMesh.of_piece(wall)
    both = mesh.flood(mesh.face_at((2, 0, 1.5)), 0.1) | mesh.flood(mesh.face_at((0, 0.5, 1.5)), 0.1)
    painted = edited(wall, Paint(mesh.patch(both), frozenset({K.DEADLY}), depth=0.2))
    assert part(painted, "deadly-1").solid.volume == pytest.approx((4 * 0.2 + 0.2 * 0.8) * 3)
    assert volume(painted) == pytest.approx(12)


def test_brush_paints_a_spot_on_a_wall_of_two_triangles(wall: Piece) -> None:
    mesh = FaceMesh.of_piece(wall, finest=0.2)
    spot = mesh.brush((2, 0, 1.5), 0.6)
    painted = edited(wall, Paint(mesh.patch(spot), frozenset({K.DEADLY}), depth=0.3))
    assert part(painted, "deadly-1").solid.volume == pytest.approx(0.3 * mesh.area(spot), rel=0.02)
    assert volume(painted) == pytest.approx(12)


def test_inner_corner_that_is_painted_leaves_no_gap() -> None:
    """Both sides of an inward bend: the wedge between them belongs to the paint."""
    ell = m3.Manifold.batch_boolean(
        [m3.Manifold.cube((4, 1, 2)), m3.Manifold.cube((1, 4, 2))], m3.OpType.Add
    ).to_mesh64()
    solid = Solid(np.array(ell.vert_properties)[:, :3], np.array(ell.tri_verts, dtype=np.int32))
    piece = piece_of(wall=solid)
    mesh = FaceMesh.of_piece(piece)
    inner = mesh.flood(mesh.face_at((2.5, 1, 1)), 0.1) | mesh.flood(mesh.face_at((1, 2.5, 1)), 0.1)
    painted = edited(piece, Paint(mesh.patch(inner), WALL, name="plaster", depth=0.1))
    # Two slabs of 3 x 0.1 x 2, and the square that fills the corner of both, less the half that no wedge reaches.
    assert 1.2 < part(painted, "plaster").solid.volume <= 1.2 + 0.1 * 0.1 * 2 + 1e-9
    assert volume(painted) == pytest.approx(14)


def test_shell_that_is_painted_all_over_is_taken_whole() -> None:
    solid = together(box((0, 0, 0), (4, 1, 3)), cylinder((6, 0.5), 0.5, (0, 3)))
    piece = piece_of(wall=solid)
    mesh = FaceMesh.of_piece(piece)
    pole = mesh.shell(mesh.face_at((5.5, 0.5, 1.5)))
    painted = edited(piece, Paint(mesh.patch(pole), frozenset({K.UNCLIMBABLE}), name="pole", depth=0.05))
    assert part(painted, "pole").solid.volume == pytest.approx(solid.volume - 12)
    assert part(painted, "wall").solid.volume == pytest.approx(12)


def test_paint_stops_at_a_gap() -> None:
    """Painted to a depth beyond the gap, the wall behind is not painted too."""
    piece = piece_of(walls=together(box((0, 0, 0), (4, 0.2, 3)), box((0, 0.5, 0), (4, 0.7, 3))))
    mesh = FaceMesh.of_piece(piece)
    front = mesh.flood(mesh.face_at((2, 0, 1.5)), 0.1)
    painted = edited(piece, Paint(mesh.patch(front), WALL, name="front", depth=2.0))
    assert part(painted, "front").solid.volume == pytest.approx(2.4)
    assert part(painted, "walls").solid.bounds[0, 1] == pytest.approx(0.5)


def test_colours_stay_where_they_were(wall: Piece) -> None:
    solid = wall.parts[0].solid
    colours = (np.abs(solid.normals) * 200).astype(np.uint8)
    skin = Skin(colours, np.zeros(len(colours), dtype=np.uint8))
    coloured = replace(wall, parts=(replace(wall.parts[0], skin=skin),))
    for one in edited(coloured, CutPart("wall", 1.0)).parts:
        assert one.skin is not None
        old = ~np.isclose(one.solid.triangles[:, :, 2], 1.0).all(axis=1)
        assert (one.skin.colours[old] == (np.abs(one.solid.normals[old]) * 200).astype(np.uint8)).all()


def test_what_cannot_be_done_is_said_in_one_line(wall: Piece) -> None:
    patch = FaceMesh.of([box((20, 0, 0), (21, 1, 1))])
    cases: list[tuple[Edit, type[Exception], str]] = [
        (SetKinds(frozenset({K.LOW, K.OBSTACLE}), "wall"), FileError, "cannot be both"),
        (SetKinds(WALL, "tower"), UnknownNameError, "no part 'tower'"),
        (SetKinds(WALL, places=((50.0, 0.0, 0.0),)), EditError, "within half an inch"),
        (MergeParts(("wall", "wall")), EditError, "different parts"),
        (MergeParts(("wall",)), FileError, "parts"),
        (RenamePart("wall", "a/b"), FileError, "slash"),
        (Paint(patch.patch(~patch.none()), WALL), EditError, "not on the piece"),
        (CutPart("wall", float("nan")), FileError, "height"),
    ]
    for edit, kind, sentence in cases:
        with pytest.raises(kind, match=sentence) as found:
            edited(wall, edit)
        assert "\n" not in str(found.value)


def test_part_that_is_made_again_has_the_next_number_of_its_name() -> None:
    """An opening that was done again on a mesh that has one there itself was called 'door-1-1'."""
    wall = piece_of(**{"wall-1": box((0, 0, 0), (4, 1, 3)), "wall-2": box((6, 0, 0), (8, 1, 3))})
    cut = edited(wall, CutPart("wall-1", 1.0))
    assert [one.id for one in cut.parts] == ["wall-1", "wall-3", "wall-2"]
    again = replayed(wall, [CutPart("wall-1", 1.0, above="wall-2")])
    assert [one.id for one in again.parts] == ["wall-1", "wall-3", "wall-2"]
    assert free_name(wall, "wall") == "wall-3" and free_name(wall, "-1") == "-1-1"


def test_name_that_is_taken_is_refused(wall: Piece) -> None:
    cut = edited(wall, CutPart("wall", 1.0, above="top"))
    for edit in (RenamePart("top", "wall"), CutPart("top", 2.0, above="wall"), MergeParts(("wall", "top"), name="top")):
        if isinstance(edit, MergeParts):
            assert [one.id for one in edited(cut, edit).parts] == ["top"]
        else:
            with pytest.raises(EditError, match="has a part 'wall' already"):
                edited(cut, edit)


def test_finding_is_accepted_with_a_reason_and_no_longer(wall: Piece) -> None:
    said = edited(wall, AcceptFinding("T-OVERHANG", "printed in two parts"))
    assert said.accept == ("T-OVERHANG",)
    assert edited(said, AcceptFinding("T-OVERHANG", is_accepted=False)).accept == ()


def test_edits_are_saved_with_the_piece(wall: Piece, tmp_path: Path) -> None:
    mesh = FaceMesh.of_piece(wall)
    made = wall
    for edit in (
        Paint(mesh.patch(mesh.flood(mesh.face_at((2, 0, 1.5)), 0.1)), frozenset({K.DOOR})),
        CutPart("wall", 1.1, above="top"),
        RenamePart("door-1", "gate"),
        SetKinds(frozenset({K.PLATFORM}), "wall"),
        AcceptFinding("T-EDGE", "a cliff"),
    ):
        made = edited(made, edit)
    save_piece(made, tmp_path / "wall.glb")
    again = load_piece(tmp_path / "wall.glb")
    assert again.edits == made.edits
    assert [(one.id, one.kinds) for one in again.parts] == [(one.id, one.kinds) for one in made.parts]
    assert [one.solid.volume for one in again.parts] == pytest.approx(
        [one.solid.volume for one in made.parts], rel=1e-5
    )


def test_edit_without_its_part_is_kept_and_counts_again(wall: Piece) -> None:
    both = replace(wall, parts=(*wall.parts, Part("outwork", WALL, box((6, 0, 0), (8, 1, 2)))))
    said = edited(edited(both, CutPart("outwork", 1.0, above="top")), SetKinds(frozenset({K.DEADLY}), "top"))
    gone = replayed(wall, said.edits)
    assert [one.id for one in gone.parts] == ["wall"]
    assert (gone.edits, gone.unmet) == (said.edits, said.edits)
    back = replayed(both, gone.edits)
    assert [(one.id, one.kinds) for one in back.parts] == [(one.id, one.kinds) for one in said.parts]
    assert back.unmet == ()


def test_a_part_whose_whole_surface_lies_on_another_is_found_again_by_its_name(wall: Piece) -> None:
    """A thin slab painted on a wall: every place on it is on the wall too."""
    slab = Part("platform-1", WALL, box((0, 0.99, 0), (2, 1, 1)))
    thin = replace(wall, parts=(*wall.parts, slab))
    united = edited(thin, MergeParts(("wall", "platform-1")))
    again = replayed(thin, united.edits)
    assert again.unmet == () and [one.id for one in again.parts] == ["wall"]


@st.composite
def _blocks(draw: st.DrawFn) -> Piece:
    """Return a wall with a few boxes cut out of it and set on it, in one part."""
    size = st.floats(0.3, 2.0).map(lambda x: round(x, 2))
    body = m3.Manifold.cube((4, 2, 3))
    for at in range(draw(st.integers(0, 3))):
        corner = [draw(st.floats(-1.0, 3.5).map(lambda x: round(x, 2))) for _ in range(3)]
        other = m3.Manifold.cube([draw(size) for _ in range(3)]).translate(corner)
        body = body + other if at % 2 else body - other
    mesh = body.to_mesh64()
    return piece_of(
        block=Solid(np.array(mesh.vert_properties)[:, :3], np.array(mesh.tri_verts, dtype=np.int64).astype(np.int32))
    )


@given(_blocks(), st.data())
@examples(60, deadline=None)
def test_edits_keep_the_volume_and_happen_again_on_the_same_body(piece: Piece, data: st.DataObject) -> None:
    whole, made = volume(piece), piece
    for _ in range(data.draw(st.integers(1, 3))):
        try:
            made = edited(made, data.draw(_edits(made)))
        except EditError as refused:  # cuts of cuts may leave slivers: then nothing is changed, and that is said
            assert "cannot be cut" in str(refused) or "nothing lies under" in str(refused)
        assert volume(made) == pytest.approx(whole, rel=1e-6)
    again = replayed(piece, made.edits)
    assert again.unmet == ()
    assert [(one.id, one.kinds) for one in again.parts] == [(one.id, one.kinds) for one in made.parts]
    assert [one.solid.volume for one in again.parts] == pytest.approx(
        [one.solid.volume for one in made.parts], rel=1e-5, abs=1e-7
    )


@st.composite
def _edits(draw: st.DrawFn, piece: Piece) -> Edit:
    """Return an edit that can be done."""
    some = draw(st.sampled_from(piece.parts))
    low, high = some.solid.bounds[:, 2].tolist()
    height = round(low + draw(st.floats(0.2, 0.8)) * (high - low), 4)
    kinds = draw(st.sampled_from([WALL, frozenset({K.PLATFORM, K.DEADLY}), frozenset({K.SCENERY})]))
    mesh = FaceMesh.of([some.solid], finest=draw(st.sampled_from([None, 0.5])))
    face = draw(st.integers(0, len(mesh) - 1))
    spot = mesh.brush(mesh.middles[face].tolist(), draw(st.floats(0.3, 1.0)), face=face)
    choices: list[Edit] = [
        SetKinds(kinds, some.id),
        CutPart(some.id, height),
        Paint(mesh.patch(spot), kinds, depth=draw(st.sampled_from([0.1, 0.5]))),
        RenamePart(some.id, f"{some.id}x"),
    ]
    if len(piece.parts) > 1:
        choices.append(MergeParts(tuple(one.id for one in piece.parts[:2])))
    return draw(st.sampled_from(choices))
