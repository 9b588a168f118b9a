"""Proofs taken apart and put together again, for tests that tamper with them."""

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tests import zoo
from warcry3d.sight.blockers import blockers_of
from warcry3d.sight.certificate import AWAY, CASES, INSIDE, REFUTED, SPLIT
from warcry3d.sight.proof import Proof, proof_of
from warcry3d.sight.proof_closing import Flood
from warcry3d.sight.proof_cover import Away, ByCases, Inside, ProofFigure, ProofSplit, Record, records
from warcry3d.sight.proof_surface import ProofSurface
from warcry3d.sight.verdict import Hidden
from warcry3d.sight.visible import sight
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature

__all__ = [
    "ALL_TAGS",
    "CUT",
    "FACES",
    "brute",
    "free_lines",
    "on_table",
    "parts_of",
    "proof_between",
    "records_of",
    "slats",
    "talon",
    "wall",
    "with_records",
]

ALL_TAGS = frozenset(Tag)


CUT = 0.12
"""Inches to cut off a board of `slats` so that there is something to see past it."""
FACES = 12 * 26
"""Triangles on `slats`."""


def wall(id: str, low: tuple[float, ...], high: tuple[float, ...], turn: float = 0.0) -> Feature:
    """Return a wall between two corners, turned about its middle (degrees)."""
    middle = (np.array(low) + high) / 2 * [1, 1, 0]
    return zoo.feature(id, zoo.box_part("stones", low - middle, high - middle), at=middle.tolist(), turn=turn)


def talon(at: tuple[float, ...] = (5, 5)) -> Model:
    return zoo.fighter("talon", at)


def brute(at: tuple[float, ...] = (15, 5.3), tall: float = 1.4) -> Model:
    return zoo.fighter("brute", at, side="blue", facing=20, tall=tall)


def slats(cut: float = 0.0, wide: float = 0.8) -> Table:
    """Return two fighters on both sides of a double fence that hides them, one board cut narrower by ``cut`` (in)."""
    near, far = [], []
    for i in range(12):
        width = 0.4 - cut if i == 5 else 0.4
        near.append(wall(f"near-{i}", (9.8, i * 0.7, 0), (9.85, i * 0.7 + width, 2), 3))
        far.append(wall(f"far-{i}", (10.0, i * 0.7 + 0.3, 0), (10.05, i * 0.7 + 0.8, 2), -2))
    viewer = zoo.fighter("talon", (5.8, 4), wide=wide)
    target = zoo.fighter("brute", (13.8, 4.2), side="blue", facing=20, wide=wide)
    return zoo.table(*near, *far, viewer, target)


def proof_between(
    table: Table, viewer: str, target: str, *, tags: frozenset[Tag] = ALL_TAGS, transparent: tuple[str, ...] = ()
) -> Proof:
    """Return the proof of the verdict on two models."""
    verdict = sight(table, viewer, target, tags=tags, transparent=transparent)
    return proof_of(table, viewer, target, verdict, tags, transparent, 0.25)


def with_records(proof: Proof, records: Mapping[int, Record]) -> Proof:
    """Return a proof that something is hidden with these records instead of its own."""
    assert isinstance(proof.verdict, Hidden)
    whole: list[int] = []
    real: list[float] = []
    for number, record in records.items():
        whole.append(number)
        _write(record, whole, real)
    numbers = np.array(whole, np.int32), np.array(real, np.float64)
    certificate = replace(proof.verdict.certificate, whole=numbers[0], real=numbers[1])
    return replace(proof, verdict=Hidden(proof.verdict.blockers, certificate))


def _write(record: Record, whole: list[int], real: list[float]) -> None:
    match record:
        case ProofSplit(side, cut, first):
            whole += [SPLIT, side, cut, first]
        case Away():
            whole.append(AWAY)
        case Inside(side):
            whole += [INSIDE, side]
        case ByCases(steps):
            whole.append(CASES)
            for step in steps:
                if isinstance(step, Flood):
                    whole += [step.mode, step.seed, len(step.rim), 0, *(number for edge in step.rim for number in edge)]
                    real += step.line.ravel().tolist()
                else:
                    whole.append(REFUTED)
                    real += step.weights.tolist()


def parts_of(proof: Proof, table: Table) -> tuple[ProofSurface, NDArray[np.bool_], ProofFigure, ProofFigure]:
    """Return the table's surface, which of its faces block, and the two figures of a proof that one is hidden."""
    assert isinstance(proof.verdict, Hidden)
    mesh = blockers_of(table, proof.tags).mesh
    surface, orders = ProofSurface.of(mesh.vertices, mesh.faces), proof.verdict.certificate.orders
    blocks = np.ones(len(mesh.faces), bool)
    blocks[np.concatenate(orders)] = False
    return (
        surface,
        blocks,
        ProofFigure(surface, orders[0].astype(np.int64)),
        ProofFigure(surface, orders[1].astype(np.int64)),
    )


def on_table(proof: Proof, table: Table) -> Proof:
    """Return the proof with the name of another table's blockers forged into it."""
    digest = blockers_of(table, proof.tags).digest
    assert isinstance(proof.verdict, Hidden)
    verdict = Hidden(proof.verdict.blockers, replace(proof.verdict.certificate, digest=digest))
    return replace(proof, digest=digest, verdict=verdict)


def records_of(proof: Proof) -> dict[int, Record]:
    """Return how the proof deals with each pair of patches."""
    assert isinstance(proof.verdict, Hidden)
    return records(proof.verdict.certificate)


def free_lines(table: Table, one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Return for each segment whether it misses all walls by more than 1/10 mm."""
    free = np.ones(len(one), bool)
    for feature in table.terrain.features:
        at, half = np.array(feature.placement.at), feature.piece.parts[0].solid.bounds
        c, s = math.cos(feature.placement.turn), math.sin(feature.placement.turn)
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        a, b = (one - at) @ turn.T, (two - at) @ turn.T
        with np.errstate(divide="ignore", invalid="ignore"):
            near, far = (half[0] - 0.004 - a) / (b - a), (half[1] + 0.004 - a) / (b - a)
        enters, leaves = np.minimum(near, far).max(axis=1), np.maximum(near, far).min(axis=1)
        free &= np.maximum(enters, 0.0) > np.minimum(leaves, 1.0)
    return free
