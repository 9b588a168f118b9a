"""Mesh files as they come: written by programs that write commas, packed, or no mesh at all."""

import gzip

import numpy as np
import pytest

from tests.terrain.meshes import house, obj, ply, stl, stl_text
from warcry3d.errors import FileError
from warcry3d.geom.solid import FloatArray
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.meshfile import read_mesh


def _points(data: bytes, suffix: str) -> FloatArray:
    parts = read_mesh(data, suffix, JsonPath("house" + suffix)).parts
    return np.concatenate([part.vertices[part.faces] for part in parts])


@pytest.mark.parametrize("suffix", [".stl", ".obj"])
def test_decimal_commas_are_read_as_points(suffix: str) -> None:
    """Programs write numbers as the computer's language has them: 1,5 in most of Europe."""
    data = stl_text(house()) if suffix == ".stl" else obj(house())
    moved = data.replace(b"90.0", b"90.5")
    assert _points(moved.replace(b".", b","), suffix) == pytest.approx(_points(moved, suffix))


def test_text_behind_a_byte_order_mark_is_read() -> None:
    assert _points(b"\xef\xbb\xbf" + stl_text(house()), ".stl") == pytest.approx(house().triangles)


def test_binary_that_begins_as_text_does_is_read() -> None:
    data = b"solid\nfacet normal".ljust(80) + stl(house())[80:]
    assert _points(data, ".stl") == pytest.approx(house().triangles)


@pytest.mark.parametrize("suffix", [".stl", ".obj"])
def test_text_in_the_encoding_of_windows_is_read(suffix: str) -> None:
    data = stl_text(house()) if suffix == ".stl" else obj(house())
    assert _points(data.decode().encode("utf-16"), suffix) == pytest.approx(_points(data, suffix))


@pytest.mark.parametrize(
    ("data", "called", "kind"),
    [
        (obj(house()), ".stl", ".obj"),
        (stl(house()), ".obj", ".stl"),
        (stl_text(house()), ".obj", ".stl"),
        (stl(house()), ".ply", ".stl"),
        (stl(house()), ".glb", ".stl"),
        (ply(house()), ".stl", ".ply"),
        (ply(house()), ".obj", ".ply"),
    ],
)
def test_what_a_file_holds_counts_and_not_its_name(data: bytes, called: str, kind: str) -> None:
    assert _points(data, called) == pytest.approx(_points(data, kind))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "the file only points to the mesh"),
        (gzip.compress(stl(house())), "the file is packed (ZIP, gzip, RAR or 7z); unpack it and take the mesh in it"),
        (b"PK\x03\x04" + b"\0" * 200, "the file is packed (ZIP, gzip, RAR or 7z); unpack it and take the mesh in it"),
        (b"\n<!DOCTYPE html>" + b" " * 200, "the file is a web page, not a mesh; download the mesh again"),
    ],
)
def test_what_is_no_mesh_is_told_as_what_it_is(data: bytes, said: str) -> None:
    with pytest.raises(FileError) as caught:
        read_mesh(data, ".stl", JsonPath("house.stl"))
    assert said in str(caught.value)
