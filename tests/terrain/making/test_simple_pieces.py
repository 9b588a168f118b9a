"""Simple pieces: closed, without errors of lint, and the same kinds when their STL is imported again."""

from dataclasses import replace
from pathlib import Path

import pytest
import trimesh
from hypothesis import HealthCheck, example, given

from tests.soak import examples
from tests.terrain.making.kinds import imported_again, made, volumes
from warcry3d.errors import UnknownNameError
from warcry3d.table.kinds import PartKind
from warcry3d.table.piece_notes import MadeNote
from warcry3d.table.pieces import load_piece, save_piece
from warcry3d.table.terrain import Piece
from warcry3d.terrain.export import stl_of
from warcry3d.terrain.findings import Severity
from warcry3d.terrain.lint.report import lint
from warcry3d.terrain.making.fields import FieldValue
from warcry3d.terrain.making.simple_pieces import SIMPLE_KINDS, SimpleKind, made_from, simple_kind, simple_piece

K = PartKind
kinds = pytest.mark.parametrize("kind", SIMPLE_KINDS, ids=lambda kind: kind.id)


def assert_same_kinds(piece: Piece, again: Piece) -> None:
    """Check that both have the same kinds, and nearly as much of each: an import cuts with a margin."""
    before, after = volumes(piece), volumes(again)
    assert set(before) == set(after), piece.made
    off = sum(abs(before[one] - after[one]) for one in before)
    assert off <= 0.03 * sum(before.values()), piece.made


@kinds
def test_piece_by_default_is_imported_again_with_the_same_kinds(kind: SimpleKind, tmp_path: Path) -> None:
    piece = kind.piece()
    assert_same_kinds(piece, imported_again(piece, tmp_path))


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("wall", {"way": "door", "broken": 1.0, "height": 4.0}, {(K.OBSTACLE,), (K.DOOR,)}),
        ("wall", {"way": "open"}, {(K.OBSTACLE,), (K.ARCH, K.OBSTACLE)}),
        ("wall", {"height": 0.75}, {(K.LOW,)}),
        ("platform", {"railings": 4, "railing": 0.75}, {(K.PLATFORM,), (K.OBSTACLE,), (K.LOW,), (K.LADDER,)}),
        ("platform", {"railing": 1.0, "way_up": "stairs"}, {(K.PLATFORM,), (K.OBSTACLE,), (K.STAIRS,)}),
        ("ruin", {"way": "door"}, {(K.PLATFORM,), (K.OBSTACLE,), (K.LADDER,), (K.DOOR,)}),
        ("box", {"length": 1.0, "width": 1.0}, {(K.OBSTACLE,)}),
        ("stairs", {"landing": 1.0}, {(K.STAIRS,)}),
    ],
)
def test_parts_get_their_kinds_by_construction_and_keep_them(
    kind: str, values: dict[str, object], expected: set[tuple[PartKind, ...]], tmp_path: Path
) -> None:
    piece = simple_piece(kind, values)
    assert {part.kinds for part in piece.parts} == {frozenset(one) for one in expected}
    assert_same_kinds(piece, imported_again(piece, tmp_path))


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("ruin", {"length": 12.0, "width": 9.75, "thickness": 0.3, "broken": 0.1, "windows": 2, "way_up": "stairs"}),
        ("ruin", {}),
        ("wall", {"length": 9.5, "height": 5.75, "thickness": 0.65, "way": "open", "way_width": 1.3, "sill": 2.25}),
        ("platform", {"length": 11.25, "width": 10.25, "height": 3.5, "deck": 0.1, "way_up": "none"}),
        ("platform", {"railings": 1, "way_up": "stairs"}),
        ("stairs", {"height": 5.5, "rise": 0.25, "tread": 0.9, "landing": 1.0}),
        ("ladder", {"height": 2.0, "width": 0.7, "lean": 0.75}),
        ("ladder", {"height": 7.5, "lean": 0.0}),
    ],
)
def test_neither_a_simple_piece_nor_its_import_has_needles(
    kind: str, values: dict[str, object], tmp_path: Path
) -> None:
    piece = simple_piece(kind, values)
    again = imported_again(piece, tmp_path)
    assert [found.code for each in (piece, again) for found in lint(each) if found.code == "T-SLIVER"] == []


@given(asked=made())
@example(asked=("ladder", {"height": 1.75, "width": 1.4, "lean": 0.0}))  # three long bars are a railing, or spikes
@example(asked=("platform", {"length": 1.5, "width": 3.75, "height": 1.5, "deck": 0.1, "railing": 1.4}))
@example(asked=("platform", {"railings": 4, "railing": 0.4, "way_up": "stairs"}))  # its wall was one with the railing
@examples(40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_piece_of_any_parameters_is_imported_again_with_the_same_kinds(
    asked: tuple[str, dict[str, FieldValue]], tmp_path: Path
) -> None:
    piece = simple_piece(*asked)
    assert_same_kinds(piece, imported_again(piece, tmp_path))


@kinds
def test_lint_finds_nothing_worse_than_a_note_in_a_piece_by_default(kind: SimpleKind) -> None:
    assert [found for found in lint(kind.piece()) if found.severity is not Severity.NOTE] == []


@given(asked=made())
@examples(100, deadline=None)
def test_lint_finds_no_errors_and_no_platform_out_of_reach_whatever_the_parameters(
    asked: tuple[str, dict[str, FieldValue]],
) -> None:
    piece = simple_piece(*asked)
    forbidden = {"T-REACH", "T-STAND", "T-LEVEL", "T-LADDER", "T-NOWHERE", "T-STEP", "T-THIN", "T-SCALE"}
    bad = [one for one in lint(piece) if one.severity is Severity.ERROR or one.code in forbidden]
    assert bad == [], (piece.made, [str(one) for one in bad])


@given(asked=made())
@example(asked=("ladder", {"height": 1.75, "width": 0.7, "lean": 0.75}))  # its union has edges too short for STL
@examples(150, deadline=None)
def test_stl_is_one_watertight_body_of_the_parts_volume(asked: tuple[str, dict[str, FieldValue]]) -> None:
    piece = simple_piece(*asked)
    mesh = trimesh.load_mesh(trimesh.util.wrap_as_stream(stl_of(piece).data), file_type="stl")
    assert mesh.is_watertight
    assert mesh.body_count == 1
    whole = sum(part.solid.volume for part in piece.parts)  # parts touch and do not overlap, but for posts in rails
    assert mesh.volume / 25.4**3 == pytest.approx(whole, rel=1e-4)


@kinds
def test_piece_read_back_is_the_piece_and_knows_its_parameters(kind: SimpleKind, tmp_path: Path) -> None:
    piece = kind.piece()
    save_piece(piece, tmp_path / "p.glb")
    again = load_piece(tmp_path / "p.glb")
    assert made_from(again) == (kind, kind.fitted({}))
    for one, other in zip(piece.parts, again.parts, strict=True):
        assert (one.id, one.kinds) == (other.id, other.kinds)
        assert other.solid.triangles == pytest.approx(one.solid.triangles, abs=1e-9)
        assert (one.passage is None) == (other.passage is None)


def test_same_parameters_give_the_same_piece_and_another_seed_other_breaks() -> None:
    one, same = (stl_of(simple_piece("ruin", {"seed": 5})).data for _ in range(2))
    assert one == same
    assert one != stl_of(simple_piece("ruin", {"seed": 6})).data


def test_door_lower_than_asked_fits_its_wall() -> None:
    assert simple_kind("wall").fitted({"height": 2.25, "way": "open", "way_height": 2.75})["way_height"] == 1.95


@pytest.mark.parametrize(
    "note",
    [
        MadeNote("castle", {}),
        MadeNote("wall", {"length": 1e9}),
        MadeNote("wall", {"colour": 3}),
        MadeNote("wall", {"way": 1}),
    ],
)
def test_notes_of_unknown_origin_that_mean_nothing_count_for_nothing(note: MadeNote) -> None:
    assert made_from(replace(simple_piece("wall"), made=note)) is None


def test_unknown_kind_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        UnknownNameError, match="there are: wall, corner, platform, stairs, ladder, box, cylinder, ruin"
    ):
        simple_piece("castle")
