"""Proofs taken apart and put together again, for tests that tamper with them."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from warcry3d.sight.blockers import blockers_of
from warcry3d.sight.certificate import AWAY, CASES, INSIDE, REFUTED, SPLIT
from warcry3d.sight.proof import Proof, proof_of
from warcry3d.sight.proof_closing import Flood
from warcry3d.sight.proof_cover import Away, ByCases, Figure, Inside, Record, Split
from warcry3d.sight.proof_file import digest_of
from warcry3d.sight.proof_surface import Surface
from warcry3d.sight.verdict import Hidden
from warcry3d.sight.visible import sight
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = ["ALL_TAGS", "on_table", "parts_of", "proof_between", "with_records"]

ALL_TAGS = frozenset(Tag)


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
        case Split(side, cut, first):
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


def parts_of(proof: Proof, table: Table) -> tuple[Surface, NDArray[np.bool_], Figure, Figure]:
    """Return the table's surface, which of its faces block, and the two figures of a proof that one is hidden."""
    assert isinstance(proof.verdict, Hidden)
    mesh = blockers_of(table, proof.tags).mesh
    surface, orders = Surface.of(mesh.vertices, mesh.faces), proof.verdict.certificate.orders
    blocks = np.ones(len(mesh.faces), bool)
    blocks[np.concatenate(orders)] = False
    return surface, blocks, Figure(surface, orders[0].astype(np.int64)), Figure(surface, orders[1].astype(np.int64))


def on_table(proof: Proof, table: Table) -> Proof:
    """Return the proof with the name of another table's blockers forged into it."""
    digest = digest_of(blockers_of(table, proof.tags))
    assert isinstance(proof.verdict, Hidden)
    verdict = Hidden(proof.verdict.blockers, replace(proof.verdict.certificate, digest=digest))
    return replace(proof, digest=digest, verdict=verdict)
