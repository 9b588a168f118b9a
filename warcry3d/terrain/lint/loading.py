"""The input of lint: a piece, or any mesh as it is in its file, with what mending had to do to make it solid."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from warcry3d.errors import MeshError
from warcry3d.geom.mend import mend
from warcry3d.geom.solid import FloatArray
from warcry3d.table.bodies import INCHES
from warcry3d.table.jsonfile import JsonPath, read_bytes
from warcry3d.table.meshfile import MAX_MESH_BYTES, RawMesh, read_mesh
from warcry3d.table.pieces import load_piece
from warcry3d.table.terrain import Piece
from warcry3d.table.wire_types import Axis, LengthUnit
from warcry3d.terrain.closings import closing_counts
from warcry3d.terrain.findings import Finding
from warcry3d.terrain.guess import guess_unit, guess_up, upright
from warcry3d.terrain.importing import classified, piece_of
from warcry3d.terrain.lint.holes import closed, closings_of, unmended
from warcry3d.terrain.mending import on_the_floor
from warcry3d.terrain.parts import ImportedBody

__all__ = ["Loaded", "load_for_lint"]


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A piece to lint (None: nothing in the file could be made solid), the unit its file was read in, and what was
    found while it was read.
    """

    piece: Piece | None
    unit: LengthUnit
    findings: tuple[Finding, ...]


def load_for_lint(path: Path, *, unit: LengthUnit | None = None, up: Axis | None = None) -> Loaded:
    """Return what is in a piece's GLB or in any mesh file; raise `FileError` for broken files.

    A mesh is read as an import reads it (unit and upward axis guessed unless given, set on the floor, its parts
    classified), but in all its triangles. Parts that cannot be mended are left out, with a finding.
    """
    spot = JsonPath(str(path))
    raw = read_mesh(read_bytes(path, spot, limit=MAX_MESH_BYTES), path.suffix, spot)
    parts = [part for part in raw.parts if len(part.faces)]
    names = _names([part.name for part in parts], path.stem)
    is_ours = raw.root is not None and path.suffix.lower() == ".glb"
    chosen: LengthUnit = "in"
    standing = [part.vertices for part in parts]
    if not is_ours:
        chosen, standing = _standing(raw, path, unit, up)
    bodies: list[ImportedBody] = []
    findings: list[Finding] = []
    for name, part, vertices in zip(names, parts, standing, strict=True):
        try:
            done = mend(vertices, part.faces, closes_all=not is_ours)
        except MeshError as error:
            findings.append(unmended(name, vertices, part.faces, error))
            continue
        findings += closed(name, vertices, part.faces)
        findings += closings_of(closing_counts(done.closings), name)
        bodies.append(ImportedBody(name, done.solid))
    if is_ours and len(bodies) == len(parts):
        return Loaded(load_piece(path), chosen, tuple(findings))
    if not bodies:
        return Loaded(None, chosen, tuple(findings))
    told = classified(bodies, spot)
    return Loaded(piece_of(path.stem, told, None), chosen, tuple(findings))


def _standing(
    raw: RawMesh, path: Path, unit: LengthUnit | None, up: Axis | None
) -> tuple[LengthUnit, list[FloatArray]]:
    """Return the unit of a mesh and the points of each of its parts in inches, upright on the floor."""
    parts = [part for part in raw.parts if len(part.faces)]
    corners = np.concatenate([part.vertices[part.faces] for part in parts])
    sound = corners[np.isfinite(corners).all(axis=(1, 2))]
    is_gltf = path.suffix.lower() in (".glb", ".gltf")
    extent = float(np.ptp(sound.reshape(-1, 3), axis=0).max()) if len(sound) else 0.0
    if not 0 < extent < 1e9:
        raise JsonPath(str(path)).error(
            "the mesh is {extent:g} long; its length must be finite and above 0", extent=extent
        )
    chosen = unit or guess_unit(extent, "m" if is_gltf else raw.unit, path.name).value
    axis = up or guess_up(sound, "y" if is_gltf else raw.up, path.name, path.suffix.lower()).value
    points = [upright(part.vertices, axis) * INCHES[chosen] for part in parts]
    moved = np.array(on_the_floor([upright(sound.reshape(-1, 3), axis) * INCHES[chosen]]))
    return chosen, [one + moved for one in points]


def _names(given: list[str], stem: str) -> list[str]:
    """Return a name for each part: its own, or the file's, with a number if it would occur twice."""
    names: list[str] = []
    for name in given:
        first = name or stem
        tried, number = first, 2
        while tried in names:
            tried, number = f"{first}-{number}", number + 1
        names.append(tried)
    return names
