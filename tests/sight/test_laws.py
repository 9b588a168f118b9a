"""Laws of sight: what must hold on every table, on small random ones and on those that ship."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

from benchmarks.soak import HiddenPair, hidden_pairs, shipped_tables, shoot
from tests import strategies, zoo
from tests.geom.brute import winding_number
from tests.soak import examples, mostly_soak
from warcry3d.geom import shapes
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.sight.proof_surface import segment_gaps
from warcry3d.sight.verdict import Hidden, Seen, TooClose, Verdict
from warcry3d.sight.visible import Sightlines, sight
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table, Terrain
from warcry3d.units import BASE_HEIGHT, MM, to_mm

SOME = examples(40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
BODY = frozenset({Tag.BODY})
ARMS = zoo.figure(
    shapes.box((-0.15, -0.2, BASE_HEIGHT), (0.15, 0.2, 1.4)),
    shapes.box((-0.02, 0.3, 0.3), (0.02, 0.34, 2.4)),
    shapes.box((-0.02, -1.0, 0.9), (0.02, -0.2, 0.95)),
    tags=["body", "weapon", "weapon"],
)


@st.composite
def tables(draw: st.DrawFn, *, armed: Sequence[str] = ("red", "blue", "green")) -> Table:
    """Return tables with red and blue on both sides of a few walls, and green somewhere among them."""
    walls = [draw(strategies.walls(id=f"wall-{i}")) for i in range(draw(st.integers(1, 5)))]
    spots = {
        "red": (draw(strategies.lengths(-8, -5)), draw(strategies.lengths(-3, 3))),
        "blue": (draw(strategies.lengths(5, 8)), draw(strategies.lengths(-3, 3))),
        "green": (draw(strategies.lengths(-4, 4)), draw(strategies.lengths(-3, 3))),
    }
    models = [
        zoo.fighter(id, at, side=id, shape=ARMS if id in armed and draw(st.booleans()) else None)
        for id, at in spots.items()
    ]
    return zoo.table(
        *walls, *(model.moved(Placement(model.placement.at, draw(strategies.angles()))) for model in models)
    )


def without(table: Table, id: str) -> Table:
    """Return the table without one model or feature."""
    features = tuple(f for f in table.terrain.features if f.id != id)
    return replace(table, terrain=Terrain(features), models=tuple(m for m in table.models if m.id != id))


def judged(table: Table, **options: object) -> Verdict:
    return sight(table, "red", "blue", **options)  # type: ignore[arg-type]


def blocking(table: Table, one: str, two: str) -> list[Solid]:
    """Return the solids that may stop a line between two models."""
    terrain = [f.solids[p.id] for f in table.terrain.features for p in f.piece.parts if f.blocks_sight(p)]
    return terrain + [solid for m in table.models if m.id not in (one, two) for solid in m.solids]


# on random tables


@given(tables())
@SOME
def test_sight_is_the_same_both_ways(table: Table) -> None:
    there, back = sight(table, "red", "blue"), sight(table, "blue", "red")
    match there, back:
        case Seen(), Seen():
            assert back == Seen(there.witness[::-1], there.clearance_mm)
        case Hidden(), Hidden():
            assert back.blockers == there.blockers
        case TooClose(), TooClose():
            assert back == TooClose(there.gap_mm, there.line[::-1], there.between)
        case _:
            raise AssertionError((there, back))


@given(tables(), strategies.motions())
@SOME
def test_where_the_whole_table_stands_does_not_matter(table: Table, motion: strategies.Motion) -> None:
    kinds = {type(judged(table)), type(judged(motion.table(table)))}
    assert len(kinds) == 1 or TooClose in kinds


@given(tables(), st.data())
@SOME
def test_a_blocker_taken_away_never_hides_and_one_added_never_shows(table: Table, data: st.DataObject) -> None:
    ids = ["green", *(feature.id for feature in table.terrain.features)]
    fewer = without(table, data.draw(st.sampled_from(ids)))
    assert (type(judged(table)), type(judged(fewer))) != (Seen, Hidden)


@given(tables(armed=("red", "blue")))
@SOME
def test_those_who_leave_out_their_own_arms_never_see_more(table: Table) -> None:
    """Fewer parts see and are seen, and nobody else has any that could stop blocking."""
    assert (type(judged(table)), type(judged(table, tags=BODY))) != (Hidden, Seen)


@given(tables(armed=("green",)))
@SOME
def test_where_others_leave_out_their_arms_nobody_sees_less(table: Table) -> None:
    """The two who look have none: the same parts see and are seen, and fewer block."""
    assert (type(judged(table)), type(judged(table, tags=BODY))) != (Seen, Hidden)


@given(tables())
@SOME
def test_a_transparent_model_is_as_good_as_gone(table: Table) -> None:
    through, gone = judged(table, transparent=["green"]), judged(without(table, "green"))
    assert type(through) is type(gone)
    assert judged(table, transparent=["red", "blue"]) == judged(table) or isinstance(judged(table), Hidden)


@given(tables())
@SOME
def test_a_bigger_tolerance_only_moves_verdicts_towards_too_close(table: Table) -> None:
    kinds = [type(judged(table, tolerance_mm=mm)) for mm in (0.05, 0.25, 1.0, 4.0, 20.0)]
    for smaller, bigger in pairwise(kinds):
        assert bigger in (smaller, TooClose)


@given(tables())
@SOME
def test_the_same_table_always_has_the_same_verdict(table: Table) -> None:
    again = replace(table, terrain=Terrain(table.terrain.features))
    assert repr(judged(table)) == repr(judged(again))


@given(tables())
@SOME
def test_all_pairs_at_once_are_as_one_by_one(table: Table) -> None:
    lines = Sightlines(table)
    for one, two in combinations(("red", "blue", "green"), 2):
        assert repr(lines.between(two, one)) == repr(sight(table, two, one))


@given(tables())
@SOME
def test_who_is_seen_is_seen_along_a_line_that_anyone_can_follow(table: Table) -> None:
    verdict = judged(table)
    assume(isinstance(verdict, Seen))
    check_witness(table, "red", "blue", verdict)


def check_witness(table: Table, one: str, two: str, verdict: Verdict) -> None:
    """Follow the line of a seen verdict in plain arithmetic: from surface to surface, as clear as is said."""
    assert isinstance(verdict, Seen)
    start, end = (np.array(point) for point in verdict.witness)
    for point, id in ((start, one), (end, two)):
        own = np.concatenate([solid.triangles for solid in table.model(id).solids])
        assert segment_gaps(point, point, own).min() < 1e-6
    solids = blocking(table, one, two)
    gaps = [segment_gaps(start, end, solid.triangles).min() for solid in solids]
    assert verdict.clearance_mm == pytest.approx(min(to_mm(min(gaps, default=1.0)), to_mm(1.0)), abs=1e-6)
    assert verdict.clearance_mm >= 0.125
    assert all(round(winding_number(solid, tuple(point))) == 0 for solid in solids for point in (start, end))


@given(tables(), st.integers(0, 2**32 - 1))
@SOME
def test_no_ray_finds_a_way_to_one_who_is_hidden(table: Table, seed: int) -> None:
    for pair in hidden_pairs("random", table):
        assert shoot(pair, 2000, seed).contradictions == ()


# on the tables that ship


@dataclass(frozen=True)
class Shipped:
    """A table that ships, its lines of sight, and its pairs of models."""

    name: str
    table: Table
    lines: Sightlines

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        return combinations([model.id for model in self.table.models], 2)


@pytest.fixture(scope="module")
def shipped() -> list[Shipped]:
    return [Shipped(name, table, Sightlines(table)) for name, table in shipped_tables()]


@pytest.mark.parametrize("pairs", mostly_soak((5, 12), quick=1))
def test_lines_on_tables_that_ship_can_be_followed(shipped: list[Shipped], pairs: int) -> None:
    followed = 0
    for scene in shipped:
        for one, two in islice(scene.pairs, pairs):
            verdict = scene.lines.between(one, two)
            if isinstance(verdict, Seen):
                check_witness(scene.table, one, two, verdict)
                followed += 1
    assert followed > pairs


def test_the_ray_engine_goes_along_every_line_that_sight_shows(shipped: list[Shipped]) -> None:
    pytest.importorskip("embreex")
    shot = 0
    for scene in shipped:
        for one, two in islice(scene.pairs, 12):
            verdict = scene.lines.between(one, two)
            if isinstance(verdict, Seen):
                start, end = np.array(verdict.witness)
                pull = 1e-3 * MM * (end - start) / np.linalg.norm(end - start)
                solids = blocking(scene.table, one, two)
                assert not occluded(solids, start + pull, end - pull)
                shot += 1
    assert shot > 12


def test_the_ray_engine_tells_a_line_that_is_stopped() -> None:
    pytest.importorskip("embreex")
    wall = shapes.box((4, -3, 0), (4.3, 3, 2))
    assert occluded([wall], np.array((0.0, 0, 1)), np.array((8.0, 0, 1)))
    assert not occluded([wall], np.array((0.0, 0, 2.01)), np.array((8.0, 0, 2.01)))


def occluded(solids: Sequence[Solid], start: FloatArray, end: FloatArray) -> bool:
    """Return whether Embree, robust, finds the segment stopped."""
    from embreex import rtcore_scene
    from embreex.mesh_construction import TriangleMesh
    from embreex.rtcore import EmbreeDevice

    scene = rtcore_scene.EmbreeScene(EmbreeDevice(), robust=True)
    for solid in solids:
        TriangleMesh(scene, solid.vertices.astype(np.float32), solid.faces.astype(np.int32))
    origin = start.astype(np.float32)[None]
    way = (end - start).astype(np.float32)[None]
    return bool(scene.run(origin, way, dists=np.ones(1, np.float32), query="OCCLUDED")[0] >= 0)


# the soak


def test_no_ray_of_a_hundred_thousand_finds_a_way_to_one_who_is_hidden(shipped: list[Shipped]) -> None:
    pairs = [pair for scene in shipped for pair in hidden_pairs(scene.name, scene.table)]
    assert {pair.table for pair in pairs} >= {"dispute-2-gap", "dispute-3-parapet", "sample-battle"}
    rays = 0
    for seed, pair in enumerate(pairs, 1):
        soaked = shoot(pair, 100_000 // len(pairs) + 1, seed)
        assert soaked.contradictions == ()
        rays += soaked.rays
    assert rays >= 100_000


@pytest.mark.parametrize("gap_mm", [0.1, 1.0])
def test_rays_aimed_past_edges_find_a_slit_that_a_verdict_overlooked(gap_mm: float) -> None:
    """A verdict of another table: what it calls hidden is not, for the walls have moved apart."""
    scene = zoo.table(
        zoo.fighter("red", (0, 0)),
        zoo.fighter("blue", (8, 0)),
        zoo.feature("left", zoo.box_part("stones", (4, -4, 0), (4.3, 0, 3))),
        zoo.feature("right", zoo.box_part("stones", (4, gap_mm * MM, 0), (4.3, 4, 3))),
    )
    lines = Sightlines(scene)
    assert not isinstance(lines.between("red", "blue"), Hidden)
    mesh = lines.blockers.mesh
    pair = HiddenPair("slit", "red", "blue", lines, mesh.roots[:1], (lines.blockers.faces(1), lines.blockers.faces(2)))
    soaked = shoot(pair, 200_000)
    assert soaked.contradictions
    for start, end in soaked.contradictions:
        at = start + (4.0 - start[0]) / (end[0] - start[0]) * (end - start)
        assert 0 < at[1] < gap_mm * MM


def test_the_same_seed_shoots_the_same_rays() -> None:
    wall = zoo.feature("wall", zoo.box_part("stones", (4, -4, 0), (4.3, 4, 3)))
    scene = zoo.table(zoo.fighter("red", (0, 0)), zoo.fighter("blue", (8, 0)), wall)
    (pair,) = hidden_pairs("wall", scene)
    assert shoot(pair, 1000) == shoot(pair, 1000)
    assert 1000 <= shoot(pair, 1000).rays <= 1001


def test_models_without_parts_that_count_are_no_hidden_pairs() -> None:
    nothing: Model = zoo.fighter("ghost", (4, 4), shape=zoo.figure())
    assert list(hidden_pairs("ghost", zoo.table(nothing, zoo.fighter("red", (0, 0))))) == []
