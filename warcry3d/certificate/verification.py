"""Verifying a certificate from nothing but its file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import numpy as np

import warcry3d
from warcry3d.certificate.blocks import BlockingSurface, surface_of
from warcry3d.certificate.contents import CertificateContents
from warcry3d.certificate.files import read_page
from warcry3d.certificate.page import frame_of
from warcry3d.certificate.statement import CERTIFICATE_FORMAT, first_difference, statement_of
from warcry3d.errors import WarcryError
from warcry3d.message import Message, message
from warcry3d.rules.judgement import counted_table, judgement_on
from warcry3d.rules.systems import ARMIES_ONLY, SYSTEMS
from warcry3d.sight.blockers import Blockers, blockers_of
from warcry3d.sight.proof import Refuted, Verified, verify
from warcry3d.sight.proof_file import Proof, proof_from_bytes
from warcry3d.table.embedding import embedded_table
from warcry3d.table.jsonfile import JsonPath, parse
from warcry3d.table.table import Table

__all__ = ["VerifiedCertificate", "verify_certificate"]

ROUNDING = 1e-9
"""Inches by which vertices may differ that another machine placed: a hundred thousandth of the room of a proof."""


@dataclass(frozen=True, slots=True, eq=False)
class VerifiedCertificate:
    """The proof in a certificate, whether all of it holds, its fingerprint, and what was not compared (``notes``).

    ``called``: models' names, by their ids, where the page gives them; ``ruleset``: by which it was judged.
    """

    proof: Proof
    outcome: Verified | Refuted
    fingerprint: str
    notes: tuple[Message, ...] = ()
    called: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    ruleset: str = ""


def verify_certificate(path: Path | str, table: Table | None = None) -> VerifiedCertificate:
    """Verify a certificate: its proof on its own table, and that the page says what the proof shows.

    With a ``table`` the proof must hold on that too. Opens no other file. Raises `FileError` for a file that is not a
    whole certificate; whatever a whole one claims is answered.
    """
    contents, frame, claimed = read_page(path)
    spot = JsonPath(str(path))
    statement = _statement(contents, spot.at("statement"))
    own = _table(contents, spot.at("table"))
    proof = proof_from_bytes(contents.blocks.proof, spot.at("proof"))
    surface = surface_of(contents.blocks.surface, spot.at("surface"))
    is_of_this_version = statement.get("version") == warcry3d.__version__
    outcome = (
        _refuted_fingerprint(contents, claimed)
        or _refuted_surface(own, proof, surface)
        or _refuted_elsewhere(proof, table)
        or _verified(own, proof, surface)
    )
    if isinstance(outcome, Verified):
        outcome = _refuted_words(own, proof, statement, whole=is_of_this_version) or outcome
    if isinstance(outcome, Verified) and is_of_this_version:
        outcome = _refuted_frame(contents, frame) or outcome
    notes = () if is_of_this_version else (_note(statement),)
    return VerifiedCertificate(
        proof, outcome, contents.fingerprint, notes, MappingProxyType(_called(statement)), own.ruleset
    )


def _note(statement: dict[str, object]) -> Message:
    return message(
        "the page was made by version {version} of warcry3d, this is {own}: its sentences and its script "
        "were not compared with this version's",
        version=str(statement.get("version")),
        own=warcry3d.__version__,
    )


def _statement(contents: CertificateContents, spot: JsonPath) -> dict[str, object]:
    statement = parse(contents.blocks.statement, spot)
    if not isinstance(statement, dict) or statement.get("format") != CERTIFICATE_FORMAT:
        raise spot.at("format").error("expected '{format}'", format=CERTIFICATE_FORMAT)
    return statement


def _table(contents: CertificateContents, spot: JsonPath) -> Table:
    """Return the table in a certificate, which may name no file."""
    value = parse(contents.blocks.table, spot)
    if not isinstance(value, dict):
        raise spot.error("expected {expected}, got {got}", expected="an object", got=json.dumps(value)[:60])
    table = embedded_table(value, {}, spot)
    known = (*SYSTEMS, *ARMIES_ONLY)
    if table.ruleset not in known:
        raise spot.at("ruleset").error(
            "no rule system '{name}'; there are: {known}", name=table.ruleset, known=", ".join(known)
        )
    return table


def _refuted_fingerprint(contents: CertificateContents, claimed: str) -> Refuted | None:
    if contents.fingerprint == claimed:
        return None
    return Refuted(message("what the page holds was changed: its fingerprint is another than it claims"))


def _refuted_surface(table: Table, proof: Proof, surface: BlockingSurface) -> Refuted | None:
    """Return that the page's triangles are not those of its table."""
    derived = blockers_of(counted_table(table), proof.tags)
    is_same = surface.is_same_mesh(derived) and np.allclose(
        surface.vertices, derived.mesh.vertices, rtol=0.0, atol=ROUNDING
    )
    return None if is_same else Refuted(message("the triangles on the page are not those of its table"))


def _refuted_elsewhere(proof: Proof, table: Table | None) -> Refuted | None:
    """Return that the proof does not hold on a table beside the certificate."""
    if table is None:
        return None
    outcome = verify(proof, counted_table(table))
    return outcome if isinstance(outcome, Refuted) else None


def _verified(table: Table, proof: Proof, surface: BlockingSurface) -> Verified | Refuted:
    """Verify the proof on the triangles of the page."""
    derived = blockers_of(counted_table(table), proof.tags)
    written: Blockers = replace(derived, mesh=replace(derived.mesh, vertices=surface.vertices))
    return verify(proof, counted_table(table), blockers=written)


def _refuted_words(table: Table, proof: Proof, statement: dict[str, object], *, whole: bool) -> Refuted | None:
    """Return that the page says other than follows from the proof; ``whole``: all of it, else only the verdict."""
    try:
        judgement = judgement_on(table, proof.viewer, proof.target, proof.verdict, proof.tags)
        agreed = replace(judgement, close_counts_as=_close_counts_as(statement))
        expected = json.loads(json.dumps(statement_of(table, agreed, proof.tolerance_mm, _called(statement))))
    except WarcryError as error:
        return Refuted(message("the verdict cannot be derived again: {reason}", reason=error))
    if not whole:
        expected = {"verdict": expected["verdict"]}
        statement = {"verdict": statement.get("verdict")}
    place = first_difference(statement, expected)
    if place is None:
        return None
    return Refuted(message("the page says other than its proof shows, in its statement at {place}", place=place))


def _called(statement: dict[str, object]) -> dict[str, str]:
    """Return what the page says that models are called; nothing of what is no name."""
    called = statement.get("called")
    names = called.items() if isinstance(called, dict) else ()
    return {id: name for id, name in names if isinstance(name, str)}


def _close_counts_as(statement: dict[str, object]) -> Literal["", "seen", "hidden"]:
    """Return what the page says that the players agreed on lines too close to call; "" where it says nothing known."""
    verdict = statement.get("verdict")
    sight = verdict.get("sight") if isinstance(verdict, dict) else None
    match sight.get("counts_as") if isinstance(sight, dict) else None:
        case "seen":
            return "seen"
        case "hidden":
            return "hidden"
        case _:
            return ""


def _refuted_frame(contents: CertificateContents, frame: bytes) -> Refuted | None:
    """Return that markup or script of the page are not those that this version gives it."""
    if frame != frame_of(contents):
        return Refuted(message("the page around the proof was changed: its markup or its script is not the program's"))
    return None
