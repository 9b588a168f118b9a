"""A verdict on sight with all it takes to check it, and its file: ``warcry3d.proof/1``."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
import numpy as np
from msgspec import Meta

from warcry3d.errors import FileError, QuestionError
from warcry3d.file_writes import atomic_write
from warcry3d.sight.blockers import blockers_of
from warcry3d.sight.certificate import Certificate
from warcry3d.sight.verdict import Hidden, Point, Seen, TooClose, Verdict
from warcry3d.table.format import register_schema
from warcry3d.table.jsonfile import JsonPath, checked, parse, read_bytes
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = [
    "MAX_PROOF_BYTES",
    "PROOF_FORMAT",
    "Proof",
    "proof_bytes",
    "proof_from_bytes",
    "proof_of",
    "read_proof",
    "write_proof",
]

PROOF_FORMAT: Literal["warcry3d.proof/1"] = "warcry3d.proof/1"
MAX_PROOF_BYTES = 128 * 1024 * 1024
MAX_NUMBERS = 10_000_000

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Whole: TypeAlias = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Wholes: TypeAlias = Annotated[list[Whole], Meta(max_length=MAX_NUMBERS)]
Reals: TypeAlias = Annotated[list[float], Meta(max_length=MAX_NUMBERS)]
Names: TypeAlias = Annotated[list[Name], Meta(max_length=10_000)]
LineWire: TypeAlias = Annotated[tuple[Point, Point], Meta(description="two points (in)")]


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """A verdict, the question it answers, and the name of the blockers' mesh it speaks of.

    ``tags``: the parts of figures that see, are seen and block. ``transparent``: models that block nothing.
    """

    viewer: str
    target: str
    tags: frozenset[Tag]
    transparent: tuple[str, ...]
    tolerance_mm: float
    digest: str
    verdict: Verdict


class CertificateWire(msgspec.Struct, forbid_unknown_fields=True):
    """Why there is no line; docs/sight.md describes the numbers."""

    viewer: Name
    target: Name
    orders: tuple[Wholes, Wholes]
    whole: Wholes
    real: Reals


class SightWire(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The verdict: seen has witness and clearance_mm, hidden blockers and certificate, too-close the other three."""

    verdict: Literal["seen", "hidden", "too-close"]
    witness: LineWire | None = None
    clearance_mm: float | None = None
    blockers: Names | None = None
    certificate: CertificateWire | None = None
    gap_mm: float | None = None
    line: LineWire | None = None
    between: Names | None = None


class ProofWire(msgspec.Struct, forbid_unknown_fields=True):
    """The file."""

    format: Literal["warcry3d.proof/1"]
    viewer: Name
    target: Name
    tags: list[Tag]
    transparent: Names
    tolerance_mm: Annotated[float, Meta(gt=0, le=10_000)]
    digest: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    sight: SightWire


register_schema(
    "proof",
    ProofWire,
    title="warcry3d proof",
    description="A verdict on sight that can be checked: warcry3d check --proof writes it, warcry3d verify reads it.",
)


def proof_of(
    table: Table,
    viewer: str,
    target: str,
    verdict: Verdict,
    tags: frozenset[Tag],
    transparent: Collection[str],
    tolerance_mm: float,
) -> Proof:
    """Return the proof of a verdict that `warcry3d.sight.visible.sight` gave on these arguments.

    Raise `QuestionError` for a hidden one that a rule system decided otherwise, without proof.
    """
    if isinstance(verdict, Hidden) and verdict.certificate is None:
        raise QuestionError("this rule system decides sight exactly by rules of its own: there is no proof to write")
    digest = blockers_of(table, tags).digest
    return Proof(viewer, target, tags, tuple(sorted(transparent)), tolerance_mm, digest, verdict)


def write_proof(path: Path | str, proof: Proof) -> None:
    """Write a proof to a file; raise `FileError` where it cannot be written."""
    atomic_write(Path(path), proof_bytes(proof))


def proof_bytes(proof: Proof) -> bytes:
    """Return the content of a proof's file."""
    wire = ProofWire(
        PROOF_FORMAT,
        proof.viewer,
        proof.target,
        sorted(proof.tags),
        list(proof.transparent),
        proof.tolerance_mm,
        proof.digest,
        _sight_wire(proof.verdict),
    )
    return msgspec.json.encode(wire) + b"\n"


def _sight_wire(verdict: Verdict) -> SightWire:
    match verdict:
        case Seen(witness, clearance):
            return SightWire("seen", witness=witness, clearance_mm=clearance)
        case TooClose(gap, line, between):
            return SightWire("too-close", gap_mm=gap, line=line, between=list(between))
        case Hidden(blockers, proof):
            assert proof is not None, "a verdict without a proof makes none"
            one, two = (order.tolist() for order in proof.orders)
            numbers = CertificateWire(proof.viewer, proof.target, (one, two), proof.whole.tolist(), proof.real.tolist())
            return SightWire("hidden", blockers=list(blockers), certificate=numbers)


def read_proof(path: Path | str) -> Proof:
    """Return the proof in a file; raise `FileError` naming the place of what is wrong. It is not verified."""
    spot = JsonPath(str(path))
    return proof_from_bytes(read_bytes(Path(path), spot, limit=MAX_PROOF_BYTES), spot)


def proof_from_bytes(data: bytes, spot: JsonPath) -> Proof:
    """Return the proof that a file's content holds; ``spot`` stands for the file in errors. It is not verified."""
    wire = checked(parse(data, spot), ProofWire, spot)
    return Proof(
        wire.viewer,
        wire.target,
        frozenset(wire.tags),
        tuple(wire.transparent),
        wire.tolerance_mm,
        wire.digest,
        _verdict(wire, spot.at("sight")),
    )


def _verdict(wire: ProofWire, spot: JsonPath) -> Verdict:
    match wire.sight:
        case SightWire("seen", witness=(_, _) as witness, clearance_mm=float() | int() as clearance):
            return Seen(witness, clearance)
        case SightWire("hidden", blockers=list() as blockers, certificate=CertificateWire() as numbers):
            return Hidden(tuple(blockers), _certificate(numbers, wire.digest))
        case SightWire("too-close", gap_mm=float() | int() as gap, line=(_, _) as line, between=list() as between):
            return TooClose(gap, line, tuple(between))
    raise _missing(wire.sight, spot)


def _missing(sight: SightWire, spot: JsonPath) -> FileError:
    needed = {"seen": ("witness", "clearance_mm"), "hidden": ("blockers", "certificate")}
    fields = needed.get(sight.verdict, ("gap_mm", "line", "between"))
    return spot.error("the field '{field}' is missing", field=next(f for f in fields if getattr(sight, f) is None))


def _certificate(wire: CertificateWire, digest: str) -> Certificate:
    orders = np.array(wire.orders[0], np.int32), np.array(wire.orders[1], np.int32)
    whole, real = np.array(wire.whole, np.int32), np.array(wire.real, np.float64)
    return Certificate(wire.viewer, wire.target, digest, orders, whole, real)
