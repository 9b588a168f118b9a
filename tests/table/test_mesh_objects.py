"""Objects of one file: those that are closed stay apart and keep their names, the others are one."""

from pathlib import Path

import numpy as np
import pytest

from warcry3d.geom.shapes import box
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.mesh_objects import is_closed, kept_apart
from warcry3d.table.meshfile import read_mesh


def obj(kind: str, *names: str) -> bytes:
    """Return an OBJ of boxes 30 wide in a row, each an object or group of its own."""
    lines, at = [], 1
    for k, name in enumerate(names):
        solid = box((40 * k, 0, 0), (40 * k + 30, 30, 30))
        lines += [f"{kind} {name}", *(f"v {x} {y} {z}" for x, y, z in solid.vertices.tolist())]
        lines += ["f " + " ".join(str(at + i) for i in face) for face in solid.faces.tolist()]
        at += len(solid.vertices)
    return "\n".join(lines).encode()


@pytest.mark.parametrize("kind", ["o", "g"])
def test_objects_and_groups_of_an_obj_keep_their_names(kind: str) -> None:
    mesh = read_mesh(obj(kind, "wall", "door_left", "城墙"), ".obj", JsonPath("keep.obj"))
    assert sorted(part.name for part in mesh.parts) == ["door_left", "wall", "城墙"]
    assert [len(part.faces) for part in mesh.parts] == [12, 12, 12]


def test_a_body_cut_into_groups_stays_one() -> None:
    solid = box((0, 0, 0), (30, 30, 30))
    faces = solid.faces.astype(np.int64)
    halves = [("front", solid.vertices, faces[:5]), ("back", solid.vertices, faces[5:])]
    other = ("post", solid.vertices + 50, faces)
    kept = kept_apart([*halves, other], "tower")
    assert [(name, len(faces)) for name, _, faces in kept] == [("post", 12), ("tower", 12)]
    assert all(is_closed(vertices, faces) for _, vertices, faces in kept)


def test_very_many_objects_are_one() -> None:
    solid = box((0, 0, 0), (1, 1, 1))
    many = [(f"n{k}", solid.vertices + 2 * k, solid.faces.astype(np.int64)) for k in range(600)]
    ((name, _, faces),) = kept_apart(many, "heap")
    assert (name, len(faces)) == ("heap", 7200)


def test_items_of_a_3mf_stand_where_its_build_puts_them(tmp_path: Path) -> None:
    import io
    import zipfile

    solid = box((0, 0, 0), (2, 1, 2))
    corners = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in solid.vertices.tolist())
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in solid.faces.tolist())
    text = (
        '<model unit="inch" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>'
        f'<object id="1" name="wall"><mesh><vertices>{corners}</vertices><triangles>{faces}</triangles></mesh></object>'
        f'<object id="2" name="door"><mesh><vertices>{corners}</vertices><triangles>{faces}</triangles></mesh></object>'
        '</resources><build><item objectid="1"/>'
        '<item objectid="2" transform="-1 0 0 0 1 0 0 0 1 10 0 0"/></build></model>'
    )
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("3D/3dmodel.model", text)
    mesh = read_mesh(held.getvalue(), ".3mf", JsonPath("keep.3mf"))
    door, wall = sorted(mesh.parts, key=lambda part: part.name)
    assert (mesh.unit, door.name, wall.name) == ("in", "door", "wall")
    assert door.vertices.min(axis=0) == pytest.approx((8, 0, 0))
    corner = door.vertices[door.faces]
    volume = np.einsum("ij,ij->i", corner[:, 0], np.cross(corner[:, 1], corner[:, 2])).sum() / 6
    assert volume == pytest.approx(4.0)  # mirrored by its item, its faces look outward still
