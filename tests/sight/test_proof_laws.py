"""What holds of every proof, on random boards."""

from dataclasses import replace

import numpy as np
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

from tests import strategies, zoo
from tests.sight.proofs import (
    brute,
    free_lines,
    on_table,
    proof_between,
    talon,
    wall,
)
from tests.soak import examples, is_soak
from warcry3d.geom.solid import Placement
from warcry3d.sight.proof import Proof, Verified, verify
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.sight.visible import sight
from warcry3d.table.models import Model
from warcry3d.table.table import Table, Terrain

QUICK = examples(80, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
LONG = 10_000
"""So many numbers in a certificate are many: of forty boards that were tried one has more, sixty thousand."""


@st.composite
def boards(draw: st.DrawFn) -> Table:
    """Return two fighters and a few walls, some of them exactly aligned, mostly hidden from each other."""
    count = draw(st.integers(1, 6))
    walls = []
    for i in range(count):
        x, y = draw(strategies.lengths(7, 13)), draw(strategies.lengths(3.5, 6.5))
        half = (draw(st.sampled_from([0.05, 0.2, 0.5])), draw(strategies.lengths(0.3, 2.5)))
        low = draw(st.sampled_from([0.0, 0.0, 0.7]))
        high = low + draw(st.sampled_from([0.7, 1.4, 2.0]))
        turn = draw(st.sampled_from([0.0, 0.0, 12.0, 33.0, 90.0]))
        walls.append(wall(f"w{i}", (x - half[0], y - half[1], low), (x + half[0], y + half[1], high), turn))
    return zoo.table(*walls, talon(), brute((15, draw(strategies.lengths(4, 6)))))


def _proof(table: Table) -> Proof:
    """Return the proof of the verdict; one that takes seconds to verify is left to the soak."""
    proof = proof_between(table, "talon", "brute")
    assume(is_soak() or not isinstance(proof.verdict, Hidden) or len(proof.verdict.certificate.whole) < LONG)
    return proof


def _free_lines(table: Table, count: int) -> int:
    """Return how many of ``count`` random lines between the two figures are free."""
    rng = np.random.default_rng(5)
    one, two = (_on_surface(model, rng, count) for model in table.models)
    return int(free_lines(table, one, two).sum())


def _on_surface(model: Model, rng: np.random.Generator, count: int) -> np.ndarray:
    triangles = model.solids[0].triangles
    corners = triangles[rng.integers(0, len(triangles), count)]
    shares = rng.dirichlet((0.5, 0.5, 0.5), count)
    return np.einsum("ki,kij->kj", shares, corners)


@QUICK
@given(boards())
def test_every_verdict_is_verified_and_no_random_line_contradicts_a_hidden(table: Table) -> None:
    proof = _proof(table)
    assert isinstance(verify(proof, table), Verified)
    if isinstance(proof.verdict, Hidden):
        assert _free_lines(table, 20_000) == 0


@QUICK
@given(boards(), st.data())
def test_proof_of_one_board_holds_on_another_only_if_it_hides_there_too(table: Table, data: st.DataObject) -> None:
    proof = _proof(table)
    assume(isinstance(proof.verdict, Hidden))
    features = list(table.terrain.features)
    at = data.draw(st.integers(0, len(features) - 1))
    x, y, z = features[at].placement.at
    shift = data.draw(st.sampled_from([0.05, -0.05, 0.3, -0.3, 1.0, -1.0]))
    features[at] = replace(features[at], placement=Placement((x, y + shift, z), features[at].placement.turn))
    moved = replace(table, terrain=Terrain(tuple(features)))
    if isinstance(verify(on_table(proof, moved), moved), Verified):
        assert not isinstance(sight(moved, "talon", "brute"), Seen)
        assert _free_lines(moved, 20_000) == 0


@QUICK
@given(boards(), strategies.motions())
def test_moving_everything_together_keeps_what_can_be_proved(table: Table, motion: strategies.Motion) -> None:
    moved = motion.table(table)
    here, there = _proof(table), _proof(moved)
    assert isinstance(verify(there, moved), Verified)
    assert {type(here.verdict), type(there.verdict)} != {Seen, Hidden}


@st.composite
def heaps(draw: st.DrawFn) -> Table:
    """Return two tetrahedra and a heap of others between them, slim ones, overlapping ones, in any attitude."""
    walls = [
        zoo.feature(
            f"w{i}", zoo.part("rock", draw(strategies.tetrahedra(2.5))), at=(draw(strategies.lengths(8, 12)), 5, 0)
        )
        for i in range(draw(st.integers(1, 5)))
    ]
    figures = [zoo.figure(draw(strategies.tetrahedra(0.6))) for _ in range(2)]
    return zoo.table(
        *walls, zoo.fighter("talon", (5, 5), shape=figures[0]), zoo.fighter("brute", (15, 5), shape=figures[1])
    )


@QUICK
@given(heaps())
def test_every_verdict_on_a_heap_of_tetrahedra_is_verified_and_no_line_contradicts_it(table: Table) -> None:
    proof = _proof(table)
    assert isinstance(verify(proof, table), Verified)
    if isinstance(proof.verdict, Hidden):
        rng = np.random.default_rng(5)
        one, two = (_on_surface(model, rng, 4000) for model in table.models)
        assert _is_stopped(table, one, two).all()


def _is_stopped(table: Table, one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Return for each segment whether a triangle of the terrain is in its way."""
    stopped = np.zeros(len(one), bool)
    way = two - one
    for corners in np.concatenate([solid.triangles for f in table.terrain.features for solid in f.solids.values()]):
        rays = [corner - one for corner in corners]
        sides = np.stack([np.einsum("ki,ki->k", np.cross(rays[i - 1], rays[i]), way) for i in range(3)])
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        crosses = ((one - corners[0]) @ normal) * ((two - corners[0]) @ normal) <= 0
        stopped |= crosses & ((sides >= -1e-7).all(axis=0) | (sides <= 1e-7).all(axis=0))
    return stopped
