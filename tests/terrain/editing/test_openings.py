"""Doors, arches and windows from two clicks, on walls with openings worked out by hand."""

import manifold3d as m3
import numpy as np
import pytest

from warcry3d.errors import EditError
from warcry3d.geom.solid import Solid
from warcry3d.table.kinds import PartKind
from warcry3d.table.pieces import load_piece
from warcry3d.table.shipped import shipped_root
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.editing.edits import AddOpening, MergeParts, OpeningKind, edited
from warcry3d.terrain.editing.opening_gauge import PieceLines, measured_opening

K = PartKind
K_ARCH = OpeningKind.ARCH
Corner = tuple[float, float, float]


def cube(low: Corner, high: Corner) -> m3.Manifold:
    return m3.Manifold.cube(np.subtract(high, low).tolist()).translate(low)


def piece_of(*shapes: m3.Manifold, turn: float = 0.0) -> Piece:
    """Return a piece with a part for each shape, turned about z (degrees)."""
    parts = []
    for k, shape in enumerate(shapes):
        mesh = shape.rotate((0, 0, turn)).to_mesh64()
        solid = Solid(np.array(mesh.vert_properties)[:, :3], np.array(mesh.tri_verts, dtype=np.int64).astype(np.int32))
        parts.append(Part(f"part-{k}", frozenset({K.OBSTACLE}), solid))
    return Piece("walls", tuple(parts))


def turned(point: Corner, turn: float) -> Corner:
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return (c * point[0] - s * point[1], s * point[0] + c * point[1], point[2])


def wall(low: Corner, high: Corner, *, thick: float = 0.5) -> m3.Manifold:
    """Return a wall of 6 x 3 in with a hole between two corners."""
    return cube((-3, 0, 0), (3, thick, 3)) - cube(low, high)


def doorway() -> m3.Manifold:
    return wall((-0.6, -1, 0), (0.6, 2, 2))


def window() -> m3.Manifold:
    return wall((-0.5, -1, 1), (0.5, 2, 1.8))


CLICKS: list[tuple[Corner, Corner]] = [
    ((-0.6, 0.25, 1.0), (0.6, 0.25, 1.0)),
    ((-0.6, 0.0, 0.4), (0.6, 0.0, 1.9)),
    ((-0.6, 0.05, 1.2), (0.6, 0.45, 0.9)),
    ((0.6, 0.3, 1.2), (-0.6, 0.2, 0.9)),
]


@pytest.mark.parametrize("clicks", CLICKS)
@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_way_through_is_measured_wherever_the_rims_are_clicked(clicks: tuple[Corner, Corner], turn: float) -> None:
    piece = piece_of(doorway(), turn=turn)
    start, end = (turned(point, turn) for point in clicks)
    found = measured_opening(PieceLines(piece), start, end)
    assert (found.width, found.height, found.depth) == pytest.approx((1.2, 2.0, 0.5), abs=0.09)
    assert found.width == pytest.approx(1.2, abs=2e-3)
    assert abs(found.through @ np.array(turned((0, 1, 0), turn))[:2]) == pytest.approx(1, abs=1e-3)
    assert found.middle[:2] == pytest.approx(turned((0, 0.25, 0), turn)[:2], abs=0.3)
    assert found.shut is None and found.has_lintel and found.sill == pytest.approx(0)


def test_thick_wall_may_be_clicked_on_either_face() -> None:
    piece = piece_of(wall((-1, -1, 0), (1, 3, 2), thick=2.0))
    found = measured_opening(PieceLines(piece), (-1, 0, 1), (1, 2, 1))
    assert (found.width, found.depth) == pytest.approx((2.0, 2.0), abs=0.09)


def test_arch_is_the_stonework_around_the_way() -> None:
    piece = edited(piece_of(doorway()), AddOpening(OpeningKind.ARCH, *CLICKS[0]))
    arch = next(part for part in piece.parts if part.id == "arch-1")
    assert arch.kinds == {K.ARCH, K.OBSTACLE}
    assert arch.passage is not None
    assert (arch.passage.width, arch.passage.height) == pytest.approx((1.2, 2.0), abs=2e-3)
    assert sorted((arch.passage.start[1], arch.passage.end[1])) == pytest.approx([0.0, 0.5], abs=0.05)
    assert arch.solid.bounds == pytest.approx(np.array([[-0.9, 0, 0], [0.9, 0.5, 2.3]]), abs=2e-3)
    assert sum(part.solid.volume for part in piece.parts) == pytest.approx(doorway().volume())


def placed(x: float, turn: float) -> Corner:
    """Return a place on a rim of a wall that is turned."""
    at = turned((x, 0.2, 1.0), turn)
    return float(at[0]), float(at[1]), at[2]


@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_opening_that_is_marked_already_is_marked_anew(turn: float) -> None:
    """It said that no stonework was around it. The second arch of the same wall stays as it was."""
    body = cube((-3, 0, 0), (3, 0.5, 3)) - cube((-2, -1, 0), (-0.8, 2, 2)) - cube((0.8, -1, 0), (2, 2, 2))
    first, second = ((placed(x, turn), placed(x + 1.2, turn)) for x in (-2, 0.8))
    piece = edited(edited(piece_of(body, turn=turn), AddOpening(K_ARCH, *first)), AddOpening(K_ARCH, *second))
    again = edited(piece, AddOpening(K_ARCH, *first, name="gate", width=1.0))
    widths = {part.id: part.passage.width for part in again.parts if part.passage is not None}
    assert widths == pytest.approx({"gate": 1.0, "arch-2": 1.2}, abs=2e-3)
    assert sum(part.solid.volume for part in again.parts) == pytest.approx(body.volume())
    with pytest.raises(EditError, match="a door is the leaf that does; expected a leaf in the mesh"):
        edited(piece, AddOpening(OpeningKind.DOOR, *first))


@pytest.mark.parametrize("kind", [K_ARCH, OpeningKind.WINDOW])
def test_opening_that_was_united_with_its_wall_is_marked_again(kind: OpeningKind) -> None:
    """The whole wall became the arch: it was taken for the stonework around the opening."""
    body, (first, second) = (
        (doorway(), CLICKS[0]) if kind is K_ARCH else (window(), ((-0.5, 0.2, 1.4), (0.5, 0.2, 1.4)))
    )
    piece = edited(piece_of(body), AddOpening(kind, first, second, name="gap"))
    once = next(part for part in piece.parts if part.id == "gap")
    united = edited(piece, MergeParts(("part-0", "gap")))
    assert united.parts[0].passage is None
    again = edited(united, AddOpening(kind, first, second, name="gap"))
    assert [part.id for part in again.parts] == ["part-0", "gap"]
    assert again.parts[1].solid.volume == pytest.approx(once.solid.volume)
    gate = edited(piece, MergeParts(("gap", "part-0")))
    assert (gate.parts[0].passage is not None) == (kind is K_ARCH), "what is called an arch stays one"


def test_width_and_height_given_win_over_the_measured() -> None:
    piece = edited(piece_of(doorway()), AddOpening(OpeningKind.ARCH, *CLICKS[0], width=1.0, height=1.8))
    (passage,) = [part.passage for part in piece.parts if part.passage is not None]
    assert (passage.width, passage.height) == (1.0, 1.8)


@pytest.mark.parametrize("corners", [((-0.6, 0.2, 0), (0.6, 0.3, 2)), ((-0.59, 0.2, 0.01), (0.59, 0.3, 1.99))])
@pytest.mark.parametrize("apart", [True, False])
def test_door_is_the_leaf_alone(corners: tuple[Corner, Corner], apart: bool) -> None:
    """A part of its own or one mesh with its frame."""
    leaf = cube(*corners)
    piece = piece_of(doorway(), leaf) if apart else piece_of(doorway() + leaf)
    whole = sum(part.solid.volume for part in piece.parts)
    made = edited(piece, AddOpening(OpeningKind.DOOR, *CLICKS[1], name="gate"))
    (door,) = [part for part in made.parts if K.DOOR in part.kinds]
    assert door.id == "gate"
    assert door.solid.volume == pytest.approx(leaf.volume(), rel=0.03)
    assert sum(part.solid.volume for part in made.parts) == pytest.approx(whole)
    assert len(made.parts) == 2


def test_leaf_of_a_round_arch_leaves_the_corners_to_the_wall() -> None:
    tunnel = m3.Manifold.cylinder(4, 0.6, circular_segments=96).rotate((90, 0, 0)).translate((0, 2, 1.4))
    hole = tunnel + cube((-0.6, -2, 0), (0.6, 2, 1.4))
    leaf = hole ^ cube((-2, 0.2, 0), (2, 0.3, 3))
    body = (cube((-3, 0, 0), (3, 0.5, 3)) - hole) + leaf
    made = edited(piece_of(body), AddOpening(OpeningKind.DOOR, (-0.6, 0, 0.5), (0.6, 0, 1.2)))
    (door,) = [part for part in made.parts if K.DOOR in part.kinds]
    assert door.solid.volume == pytest.approx(leaf.volume(), rel=0.03)


def test_window_is_seen_through_and_stays_an_obstacle() -> None:
    piece = edited(piece_of(window()), AddOpening(OpeningKind.WINDOW, (-0.5, 0.2, 1.3), (0.5, 0.3, 1.5)))
    made = next(part for part in piece.parts if part.id == "window-1")
    assert made.kinds == {K.OBSTACLE}
    assert made.passage is not None and made.passage.start[2] == pytest.approx(1.0)
    assert (made.passage.width, made.passage.height) == pytest.approx((1.0, 0.8), abs=2e-3)


def test_pane_of_a_window_becomes_scenery() -> None:
    pane = cube((-0.5, 0.2, 1), (0.5, 0.25, 1.8))
    piece = edited(piece_of(window() + pane), AddOpening(OpeningKind.WINDOW, (-0.5, 0, 1.3), (0.5, 0, 1.5)))
    (scenery,) = [part for part in piece.parts if K.SCENERY in part.kinds]
    # With a hair's breadth of the frame: the plate that is cut is a hundredth of an inch wider.
    assert scenery.solid.volume == pytest.approx(pane.volume(), rel=0.05)


def test_opening_that_is_something_else_is_refused() -> None:
    open_way, shut = piece_of(doorway()), piece_of(doorway() + cube((-0.6, 0.2, 0), (0.6, 0.3, 2)))
    cases = [
        (open_way, OpeningKind.DOOR, *CLICKS[0], "nothing shuts the opening"),
        (open_way, OpeningKind.WINDOW, *CLICKS[0], "bases pass an opening 1.20 in wide, 2.00 in high"),
        (shut, OpeningKind.ARCH, *CLICKS[1], "something shuts the opening"),
        (open_way, OpeningKind.ARCH, (0.0, 0.0, 1.0), (0.01, 0.0, 2.0), "0.01 in apart on the level"),
        (open_way, OpeningKind.ARCH, (5.0, 0.0, 1.0), (6.0, 0.0, 1.0), "no opening is between"),
    ]
    for piece, kind, start, end, sentence in cases:
        with pytest.raises(EditError, match=sentence):
            edited(piece, AddOpening(kind, start, end))


def test_openings_of_shipped_pieces_measure_as_they_were_made() -> None:
    """The gate's arch is 2 in wide; its small door and the doors of the house are 1.5 in between uneven stones."""
    gate = PieceLines(load_piece(shipped_root() / "terrain" / "gate.glb"))
    assert measured_opening(gate, (-2.1, -0.9, 1.0), (-0.4, 0.9, 1.2)).width == pytest.approx(2.0, abs=0.02)
    small = measured_opening(gate, (1.3, -0.9, 0.3), (2.8, -0.9, 2.0))
    assert small.width == pytest.approx(1.45, abs=0.05)
    assert small.shut is not None and small.shut[1] - small.shut[0] == pytest.approx(0.3, abs=0.05)
