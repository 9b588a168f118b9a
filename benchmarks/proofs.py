"""Proofs of what is hidden on the sample battle: how large they are, and how long the checker takes."""

import tempfile
import time
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from warcry3d.sight.kernels import warm_up
from warcry3d.sight.proof import Refuted, Verified, proof_of, read_proof, verify, write_proof
from warcry3d.sight.verdict import Hidden, Verdict
from warcry3d.sight.visible import Sightlines
from warcry3d.table.files import load_table
from warcry3d.table.models import Tag
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

__all__ = ["run"]


@dataclass(frozen=True)
class Result:
    """One proof, written and read again: bytes, seconds of searching, reading, checking, and the outcome."""

    size: int
    search_s: float
    read_s: float
    verify_s: float
    outcome: Verified | Refuted


def measure(table: Table, folder: Path) -> tuple[list[Result], int]:
    """Return the results for all hidden pairs, and the number of pairs in all."""
    lines, results = Sightlines(table), []
    pairs = list(combinations([model.id for model in table.models], 2))
    for one, two in pairs:
        start = time.perf_counter()
        verdict = lines.between(one, two)
        search_s = time.perf_counter() - start
        if isinstance(verdict, Hidden):
            results.append(_checked(table, one, two, verdict, search_s, folder / "proof.json"))
    return results, len(pairs)


def _checked(table: Table, one: str, two: str, verdict: Verdict, search_s: float, path: Path) -> Result:
    write_proof(path, proof_of(table, one, two, verdict, frozenset(Tag), (), SIGHT_TOLERANCE_MM))
    start = time.perf_counter()
    proof = read_proof(path)
    middle = time.perf_counter()
    outcome = verify(proof, table)
    return Result(path.stat().st_size, search_s, middle - start, time.perf_counter() - middle, outcome)


def run() -> str:
    """Return the measurements as a table."""
    warm_up()
    table = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
    with tempfile.TemporaryDirectory() as folder:
        results, pairs = measure(table, Path(folder))
    verified = [r.outcome for r in results if isinstance(r.outcome, Verified)]
    closed = sum(outcome.counts.pairs for outcome in verified)
    seconds = sum(r.verify_s for r in results)
    rows = {
        "size (kB)": [r.size / 1000 for r in results],
        "pairs of patches": [outcome.counts.pairs for outcome in verified],
        "search (ms)": [1000 * r.search_s for r in results],
        "read (ms)": [1000 * r.read_s for r in results],
        "verify (ms)": [1000 * r.verify_s for r in results],
    }
    lines = [f"{len(results)} of {pairs} pairs are hidden; {len(verified)} proofs hold"]
    lines.append(f"{'':18}{'median':>10}{'mean':>10}{'most':>10}")
    lines += [_row(name, values) for name, values in rows.items() if values]
    lines.append(f"{1000 * seconds / max(closed, 1):.2f} ms to verify a pair of patches")
    return "\n".join(lines)


def _row(name: str, values: list[float] | list[int]) -> str:
    return f"{name:18}{np.median(values):10.1f}{np.mean(values):10.1f}{np.max(values):10.1f}"
