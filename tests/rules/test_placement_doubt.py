"""How sure a verdict is where places are known to an eighth of an inch."""

import math

import pytest

from tests import zoo
from warcry3d.rules.judgement import judge
from warcry3d.rules.placement_doubt import JudgedPlaces, PlacementDoubt, verdict_doubt
from warcry3d.sight.proof import verify
from warcry3d.sight.proof_file import proof_of
from warcry3d.sight.verdict import Hidden
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

PLACES = 60


def table(end: float, *, apart: float = 7.0) -> Table:
    """Return two fighters on a line, and a high wall between them up to ``end`` (in) beside it."""
    wall = zoo.feature("w", zoo.box_part("stones", (8, -5, 0), (8.2, 5 + end, 4)))
    return zoo.table(wall, zoo.fighter("a", (5, 5)), zoo.fighter("b", (5 + apart, 5), side="blue"))


def test_behind_a_long_wall_all_places_are_hidden_by_one_proof() -> None:
    given = table(3.0)
    found = verdict_doubt(given, "a", "b", places=PLACES)
    assert found.proved == "hidden" and found.proof is not None
    assert found.share("hidden").count == PLACES
    swept = found.proof
    assert isinstance(swept.verdict, Hidden)
    verify(proof_of(swept.table, "a", "b", swept.verdict, frozenset(Tag), (), 0.25), swept.table)


def test_far_beside_a_wall_a_line_is_free_for_all_places() -> None:
    found = verdict_doubt(table(-3.0), "a", "b", places=PLACES)
    assert found.proved == "seen"
    assert found.share("seen").share == 1.0
    assert found.covered.count == 0


def test_where_the_wall_ends_the_answer_depends_on_the_place() -> None:
    end = 0.2  # as far as the figures reach
    found = verdict_doubt(table(end), "a", "b", places=PLACES)
    assert found.proved is None
    counts = [found.share(answer).count for answer in ("seen", "hidden", "too-close")]
    assert sum(counts) == PLACES
    assert min(counts[:2]) > 3


def test_places_lie_within_the_doubt_and_are_judged_as_they_say() -> None:
    given = table(0.2)
    doubt = PlacementDoubt(0.25, math.radians(10))
    found = verdict_doubt(given, "a", "b", doubt, places=20, seed=7)
    again = verdict_doubt(given, "a", "b", doubt, places=20, seed=7)
    assert [(p.viewer, p.target) for p in found.places] == [(p.viewer, p.target) for p in again.places]
    for places in found.places:
        for id, place in (("a", places.viewer), ("b", places.target)):
            assert math.dist(place.at, given.model(id).placement.at) <= 0.25
            assert abs(place.turn - given.model(id).placement.turn) <= math.radians(10)
    one = found.places[3]
    there = judge(given.placing("a", one.viewer).placing("b", one.target), "a", "b")
    assert type(there.sight) is type(one.judgement.sight)


def test_bases_do_not_stand_in_each_other_or_in_terrain() -> None:
    """Two bases that touch, 32 mm across: half of all random places would push one into the other."""
    found = verdict_doubt(table(-3.0, apart=32 / 25.4), "a", "b", places=PLACES)
    assert found.left_out > PLACES / 3
    assert all(math.dist(places.viewer.at, places.target.at) >= 32 / 25.4 - 1e-4 for places in found.places)


def test_work_ends_when_who_follows_it_has_enough() -> None:
    class EnoughError(Exception):
        pass

    seen: list[JudgedPlaces] = []

    def follow(places: JudgedPlaces) -> None:
        seen.append(places)
        if len(seen) == 5:
            raise EnoughError

    with pytest.raises(EnoughError):
        verdict_doubt(table(0.2), "a", "b", places=PLACES, on_judged=follow)
    assert [one.viewer for one in seen] == [one.viewer for one in verdict_doubt(table(0.2), "a", "b", places=5).places]
