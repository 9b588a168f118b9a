"""What lint is given: a piece, or any mesh as it lies in its file, with what mending had to do to make it solid."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from warcry3d.errors import MeshError
from warcry3d.geom.mend import mend
from warcry3d.geom.solid import FloatArray
from warcry3d.table.bodies import INCHES
from warcry3d.table.format import LengthUnit
from warcry3d.table.jsonfile import Spot, read_bytes
from warcry3d.table.kinds import PartKind
from warcry3d.table.meshfile import MAX_MESH_BYTES, RawMesh, read_mesh
from warcry3d.table.pieces import load_piece
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.findings import Finding
from warcry3d.terrain.lint.holes import closed, unmended

__all__ = ["Loaded", "Up", "load_for_lint"]

Up: TypeAlias = Literal["x", "y", "z"]

_USUAL = (1.0, 30.0)
"""Longest extents (in) by which the unit of a mesh that names none is guessed, millimetres first."""
_GUESSED: tuple[LengthUnit, ...] = ("mm", "in", "cm", "m", "ft")


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A piece to lint (None: nothing in the file could be made solid), the unit its file was read in, and what was
    found while it was read.
    """

    piece: Piece | None
    unit: LengthUnit
    findings: tuple[Finding, ...]


def load_for_lint(path: Path, *, unit: LengthUnit | None = None, up: Up = "z") -> Loaded:
    """Return what is in a piece's GLB or in any mesh file; raise `FileError` for files that are broken.

    A mesh is set on the floor, its nodes are obstacles; parts that cannot be mended are left out, with a finding.
    """
    raw = read_mesh(read_bytes(path, Spot(str(path)), limit=MAX_MESH_BYTES), path.suffix, Spot(str(path)))
    chosen = unit or raw.unit or ("in" if raw.root is not None else _guessed(raw))
    parts: list[Part] = []
    findings: list[Finding] = []
    bodies = [(_upright(part.vertices, up) * INCHES[chosen], part.faces) for part in raw.parts if len(part.faces)]
    names = _names([part.name for part in raw.parts if len(part.faces)], path.stem)
    drop = 0.0 if raw.root is not None else _lowest([vertices for vertices, _ in bodies])
    for name, (vertices, faces) in zip(names, bodies, strict=True):
        standing = vertices - np.array([0.0, 0.0, drop])
        try:
            mended = mend(standing, faces)
        except MeshError as error:
            findings.append(unmended(name, standing, faces, error))
            continue
        findings += closed(name, standing, faces)
        parts.append(Part(name, frozenset({PartKind.OBSTACLE}), mended.solid))
    if raw.root is not None and len(parts) == len(bodies):
        return Loaded(load_piece(path), "in", tuple(findings))
    return Loaded(Piece(path.stem, tuple(parts)) if parts else None, chosen, tuple(findings))


def _guessed(raw: RawMesh) -> LengthUnit:
    corners = np.concatenate([part.vertices[part.faces.ravel()] for part in raw.parts if len(part.faces)])
    sound = corners[np.isfinite(corners).all(axis=1)]
    size = float(np.ptp(sound, axis=0).max()) if len(sound) else 0.0
    low, high = _USUAL
    return next((unit for unit in _GUESSED if low <= size * INCHES[unit] <= high), "mm")


def _upright(vertices: FloatArray, up: Up) -> FloatArray:
    x, y, z = vertices.T
    match up:
        case "x":
            return np.stack([y, z, x], axis=1)
        case "y":
            return np.stack([x, -z, y], axis=1)
        case "z":
            return vertices


def _lowest(bodies: list[FloatArray]) -> float:
    heights = np.concatenate([vertices[:, 2] for vertices in bodies])
    sound = heights[np.isfinite(heights)]
    return float(sound.min()) if len(sound) else 0.0


def _names(given: list[str], stem: str) -> list[str]:
    """Return a name for each part: its own, or the file's, a number behind where it would come twice."""
    names: list[str] = []
    for name in given:
        first = name or stem
        tried, number = first, 2
        while tried in names:
            tried, number = f"{first}-{number}", number + 1
        names.append(tried)
    return names
