"""What a certificate carries: statement, table, proof, surface and colours, and the fingerprint of it all."""

import hashlib
from collections.abc import Mapping
from dataclasses import astuple, dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

import msgspec

from warcry3d.certificate.blocks import paint_bytes, surface_bytes
from warcry3d.certificate.statement import CERTIFICATE_FORMAT, statement_bytes, statement_of
from warcry3d.errors import WarcryError
from warcry3d.geom.solid import Placement
from warcry3d.rules.judgement import counted_table, judge
from warcry3d.rules.results import Judgement
from warcry3d.sight.blockers import blockers_of
from warcry3d.sight.proof_file import proof_bytes, proof_of
from warcry3d.table.jsonfile import MAX_JSON_BYTES
from warcry3d.table.saving import table_to_wire
from warcry3d.table.table import Table, Terrain
from warcry3d.units import SIGHT_TOLERANCE_MM, from_degrees, to_degrees

__all__ = ["CertificateContents", "TableTooLargeError", "certificate_of"]


class TableTooLargeError(WarcryError, ValueError):
    """A table with more in it than a file may hold."""


@dataclass(frozen=True, slots=True, eq=False)
class CertificateBlocks:
    """The content of a certificate's blocks, in the order of the page."""

    statement: bytes
    table: bytes
    proof: bytes
    surface: bytes
    paint: bytes


@dataclass(frozen=True, eq=False)
class CertificateContents:
    """A certificate before it is a page, or after it was one."""

    blocks: CertificateBlocks

    @cached_property
    def fingerprint(self) -> str:
        """Return half of the SHA-256 of all blocks, in groups of four digits: two certificates with the same one are
        the same.
        """
        whole = hashlib.sha256(f"{CERTIFICATE_FORMAT}\n".encode())
        for field, data in zip(fields(self.blocks), astuple(self.blocks), strict=True):
            whole.update(f"{field.name} {len(data)}\n".encode())
            whole.update(data)
        digits = whole.hexdigest()[:32]
        return " ".join(digits[i : i + 4] for i in range(0, 32, 4))


def certificate_of(
    table: Table,
    judgement: Judgement,
    *,
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    budget: int | None = None,
    called: Mapping[str, str] = MappingProxyType({}),
) -> CertificateContents:
    """Return the certificate of a judgement that was made on ``table`` with this tolerance and budget.

    ``called``: models' names, by their ids, where a battle gives them.

    It is about the table as its file says it. Where writing rounds the facing of a model that was turned by hand (to
    ten decimals of a degree), the table as written is judged again. Raises `TableTooLargeError`.
    """
    written = _as_written(table)
    if written is not table:
        viewer, target, tags = judgement.viewer, judgement.target, judgement.tags
        again = judge(written, viewer, target, tags=tags, tolerance_mm=tolerance_mm, budget=budget)
        judgement = replace(again, close_counts_as=judgement.close_counts_as)
    counted = counted_table(written)
    proof = proof_of(
        counted,
        judgement.viewer,
        judgement.target,
        judgement.sight,
        judgement.tags,
        judgement.transparent,
        tolerance_mm,
    )
    whole = msgspec.json.encode(table_to_wire(_without_files(written), Path()))
    if len(whole) > MAX_JSON_BYTES:
        raise TableTooLargeError(
            "the table has too many triangles for a certificate: {size} MB; at most {most} MB",
            size=len(whole) // 1024 // 1024,
            most=MAX_JSON_BYTES // 1024 // 1024,
        )
    return CertificateContents(
        CertificateBlocks(
            statement_bytes(statement_of(written, judgement, tolerance_mm, called)),
            whole,
            proof_bytes(proof),
            surface_bytes(blockers_of(counted, judgement.tags)),
            paint_bytes(written),
        )
    )


def _as_written(table: Table) -> Table:
    """Return the table as it comes back from a file: ``table`` itself where that is the same."""
    features = tuple(
        feature if (to := _rounded(feature.placement)) == feature.placement else replace(feature, placement=to)
        for feature in table.terrain.features
    )
    models = tuple(
        model if (to := _rounded(model.placement)) == model.placement else model.moved(to) for model in table.models
    )
    is_terrain_same = all(a is b for a, b in zip(features, table.terrain.features, strict=True))
    if is_terrain_same and all(a is b for a, b in zip(models, table.models, strict=True)):
        return table
    return replace(table, terrain=table.terrain if is_terrain_same else Terrain(features), models=models)


def _rounded(placement: Placement) -> Placement:
    """Return a placement as `table_to_wire` writes it and the reader reads it."""
    return replace(placement, turn=from_degrees(round(to_degrees(placement.turn), 10)))


def _without_files(table: Table) -> Table:
    """Return the table with every shape written out, whatever file it came from."""
    pieces = {feature.piece: replace(feature.piece, written=None) for feature in table.terrain.features}
    figures = {model.figure: replace(model.figure, written=None) for model in table.models}
    features = tuple(replace(feature, piece=pieces[feature.piece]) for feature in table.terrain.features)
    models = tuple(replace(model, figure=figures[model.figure]) for model in table.models)
    return replace(table, terrain=Terrain(features), models=models)
