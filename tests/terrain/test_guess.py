"""Units and upward axes are told as a person would tell them."""

import numpy as np
import pytest

from tests.terrain.meshes import house, plain_ruin
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import FloatArray
from warcry3d.terrain.guess import AXES, guess_unit, guess_up, upright
from warcry3d.terrain.making.simple_pieces import SIMPLE_KINDS, simple_piece
from warcry3d.terrain.standing import standings


@pytest.mark.parametrize(
    ("extent", "unit"),
    [(81.0, "mm"), (12.0, "mm"), (220.0, "mm"), (3.2, "in"), (8.5, "in"), (1.2, "in"), (0.15, "m"), (0.08, "m")],
)
def test_unit_is_the_one_in_which_it_has_the_size_of_terrain(extent: float, unit: str) -> None:
    guess = guess_unit(extent, None, "the file")
    assert guess.value == unit
    assert 0 < guess.confidence <= 1
    assert "plausible length of terrain" in str(guess.reason)


def test_unit_that_a_file_states_is_believed_where_it_can_be() -> None:
    assert guess_unit(20.0, "cm", "COLLADA").value == "cm"
    assert "COLLADA states cm" in str(guess_unit(20.0, "cm", "COLLADA").reason)


def test_unit_that_cannot_be_is_not_believed_and_said_so() -> None:
    guess = guess_unit(81.0, "m", "glTF")
    assert guess.value == "mm"
    assert "glTF states m" in str(guess.reason)


def test_size_of_nothing_is_sure_to_no_degree() -> None:
    assert guess_unit(1e-5, None, "the file").confidence == 0.0


@pytest.mark.parametrize(("extent", "unit"), [(5000.0, "mm"), (0.005, "m")])
def test_odd_length_is_read_in_a_unit_that_a_person_can_change(extent: float, unit: str) -> None:
    guess = guess_unit(extent, None, "the file")
    assert (guess.value, guess.confidence) == (unit, 0.05)


@pytest.mark.parametrize("axis", AXES)
def test_turning_an_axis_up_is_a_rotation(axis: str) -> None:
    points = np.array([(1.0, 0, 0), (0, 1, 0), (0, 0, 1)])
    turned = upright(points, axis)
    assert np.linalg.det(turned) == pytest.approx(1.0)
    way = {"x": 0, "y": 1, "z": 2}[axis[-1]]
    assert turned[way] == pytest.approx([0, 0, -1 if axis.startswith("-") else 1])


def test_house_stands_on_its_base() -> None:
    guess = guess_up(house().triangles, None, "the file", ".stl")
    assert guess.value == "z"


def test_house_that_lies_is_stood_up_on_its_base() -> None:
    # A spire on a base: with y up it stands on the whole of the base, with z up on an edge.
    base, spire = box((0, 0, 0), (50, 4, 50)), box((22, 4, 22), (28, 90, 28))
    triangles = np.concatenate([base.triangles, spire.triangles])
    assert guess_up(triangles, None, "the file", ".stl").value == "y"


def test_axis_that_the_file_states_is_taken() -> None:
    assert guess_up(house().triangles, "x", "COLLADA", ".dae").value == "x"


def test_axis_that_the_file_states_is_taken_with_a_word_where_the_piece_would_stand_far_better_on_another() -> None:
    """A spire on a base, z up, in a file that says y: a program that writes glTF did not turn it."""
    base, spire = box((0, 0, 0), (50, 50, 4)), box((22, 22, 4), (28, 28, 90))
    triangles = np.concatenate([base.triangles, spire.triangles])
    guess = guess_up(triangles, "y", "glTF", ".glb")
    assert (guess.value, guess.confidence) == ("y", 0.5)
    assert "its foot spans 8 % of its outline" in str(guess.reason)
    assert "with z up it would be 100 %: turn it with --up z" in str(guess.reason)
    turned = triangles[:, :, [0, 2, 1]]
    assert guess_up(turned, "y", "glTF", ".glb").confidence == 0.95
    assert guess_up(house().triangles, "z", "3MF", ".3mf").confidence == 0.95


def _turned(triangles: FloatArray, axis: str) -> FloatArray:
    return np.ascontiguousarray(triangles @ np.linalg.inv(upright(np.eye(3), axis)))


def _made(kind: str) -> FloatArray:
    return np.concatenate([part.solid.triangles for part in simple_piece(kind).parts])


@pytest.mark.parametrize("has_floor", [False, True])
@pytest.mark.parametrize(("length", "height", "thick"), [(4, 3, 0.25), (6, 4.5, 0.4), (8, 3, 0.25), (4, 7, 0.4)])
def test_corner_of_plain_walls_stays_upright(length: float, height: float, thick: float, has_floor: bool) -> None:
    """One wall's back lies flatter than the foot of both: that was taken for the bottom."""
    guess = guess_up(plain_ruin(length, height, thick, has_floor=has_floor), None, "the file", ".stl")
    assert guess.value == "z"
    assert guess.confidence > 0.5


@pytest.mark.parametrize("kind", [kind.id for kind in SIMPLE_KINDS])
def test_simple_piece_that_stands_upright_is_left_so(kind: str) -> None:
    triangles = _made(kind)
    assert guess_up(triangles, None, "the file", ".stl").value == "z"
    assert guess_up(triangles, "z", "3MF", ".3mf").confidence == 0.95
    assert guess_up(_turned(triangles, "y"), "y", "glTF", ".glb").confidence == 0.95


@pytest.mark.parametrize("axis", ["y", "x"])
@pytest.mark.parametrize("kind", ["platform", "cylinder"])
def test_piece_that_lies_is_stood_up_on_its_foot(kind: str, axis: str) -> None:
    assert guess_up(_turned(_made(kind), axis), None, "the file", ".stl").value == axis


@pytest.mark.parametrize("axis", AXES)
def test_standings_turn_with_the_mesh(axis: str) -> None:
    triangles = _made("ruin")
    straight, turned = standings(triangles)["z"], standings(_turned(triangles, axis))[axis]
    assert turned.evidence == pytest.approx(straight.evidence)
    assert (straight.foot, straight.firm > 0.3) == (pytest.approx(1.0), True)


def test_outline_of_many_points_is_that_of_few() -> None:
    triangles = np.concatenate([_made("ruin")] * 40)
    assert len(triangles) * 3 > 8 * 1024
    many, few = standings(triangles), standings(_made("ruin"))
    for axis in AXES:
        assert many[axis].evidence == pytest.approx(few[axis].evidence, abs=0.05)


def test_mesh_of_no_area_is_taken_as_it_is() -> None:
    assert guess_up(np.zeros((3, 3, 3)), None, "the file", ".stl").value == "z"


def test_mesh_without_a_foot_is_as_most_files_of_its_kind() -> None:
    """A house, and a stray sliver far from it: no side is flat, and x was said to be up in most files."""
    stray = np.array([[(5000.0, 5000, 0), (5001, 5000, 0), (5000, 5001, 1)]])
    guess = guess_up(np.concatenate([house().triangles, stray]), None, "the file", ".stl")
    assert (guess.value, guess.confidence) == ("z", 0.5)
    assert "z is up in most files" in str(guess.reason)
