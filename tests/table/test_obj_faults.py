"""Faces of OBJ files with corners that are not there."""

import pytest

from warcry3d.table.obj_faults import MissingCorner, missing_corner

CORNERS = b"v 0 0 0\nv 1 0 0\nv 0 1 0\n"


@pytest.mark.parametrize(
    "faces",
    [b"f 1 2 3\n", b"f 1/1/1 2//2 3/4\n", b"f -3 -2 -1\n", b"f 1 2 3 # of 9\n", b"f 1 2 x\n", b"# f 9 9 9\n", b""],
)
def test_faces_of_corners_that_are_there_are_right(faces: bytes) -> None:
    assert missing_corner(CORNERS + faces) is None


@pytest.mark.parametrize("corner", [0, 4, -4, 99])
def test_the_first_face_with_a_corner_that_is_not_there_is_found(corner: int) -> None:
    assert missing_corner(CORNERS + f"f 1 2 3\nf 1 2 {corner}\nf 7 7 7\n".encode()) == MissingCorner(5, corner, 3)
