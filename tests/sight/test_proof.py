"""The checker: it derives what `sight` says again, and nothing that is not so."""

import json
import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from tests import zoo
from tests.sight.proofs import (
    ALL_TAGS,
    CUT,
    brute,
    on_table,
    proof_between,
    records_of,
    slats,
    talon,
    wall,
    with_records,
)
from warcry3d.geom import shapes
from warcry3d.geom.solid import Placement
from warcry3d.sight.proof import Counts, Proof, Refuted, Verified, proof_of, verify
from warcry3d.sight.proof_closing import Flood, Refutation
from warcry3d.sight.proof_cover import Away, ByCases, Inside, ProofSplit, Record
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.sight.visible import sight
from warcry3d.table.files import load_table, table_from_json
from warcry3d.table.models import Tag
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table, Terrain

DISPUTES = sorted(path.name for path in (shipped_root() / "terrain").glob("dispute-*.table.json"))


def counts(proof: Proof, table: Table) -> Counts:
    verified = verify(proof, table)
    assert isinstance(verified, Verified), verified
    return verified.counts


def refusal(proof: Proof, table: Table) -> str:
    refuted = verify(proof, table)
    assert isinstance(refuted, Refuted), refuted
    return refuted.reason


# what holds


@pytest.mark.parametrize("name", DISPUTES)
def test_every_verdict_on_a_dispute_is_verified(name: str) -> None:
    table = load_table(shipped_root() / "terrain" / name)
    for one, two in combinations([model.id for model in table.models], 2):
        assert isinstance(verify(proof_between(table, one, two), table), Verified)


def test_hidden_pairs_of_the_sample_battle_are_verified() -> None:
    table = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
    found = 0
    for one, two in combinations([model.id for model in table.models], 2):
        if found < 4 and one[0] != two[0]:
            proof = proof_between(table, one, two)
            if isinstance(proof.verdict, Hidden):
                found += 1
                assert counts(proof, table).pairs > 0
    assert found == 4


WALLS = {
    "one wall": [wall("w", (9.8, 0, 0), (10.2, 10, 2))],
    "a wall just as high as both are": [wall("w", (9.8, 0, 0), (10.2, 10, 1.4))],
    "two walls pushed together": [wall("w", (9.8, 0, 0), (10.2, 5.1, 2)), wall("v", (9.8, 5.1, 0), (10.2, 10, 2))],
    "two walls that overlap": [wall("w", (9.8, 0, 0), (10.2, 5.4, 2)), wall("v", (10.5, 4.9, 0), (10.9, 10, 2))],
    "a window with a wall behind": [
        wall("w", (9.8, 0, 0), (10.2, 4.9, 2)),
        wall("v", (9.8, 5.6, 0), (10.2, 10, 2)),
        wall("u", (12, 3, 0), (12.3, 8, 2)),
    ],
    "walls at odd angles": [
        wall("w", (7.8, 3, 0), (8.2, 7, 1.6), 20),
        wall("v", (10.8, 4, 0), (11.2, 8, 1.6), -10),
        wall("u", (11.8, 2, 0), (12.2, 6, 1.6), 30),
    ],
    "a wall around the target": [wall("w", (14, 4, 0), (16, 6, 3))],
}


@pytest.mark.parametrize("name", WALLS)
def test_fighters_with_this_between_them_are_hidden_and_it_is_proved(name: str) -> None:
    table = zoo.table(*WALLS[name], talon(), brute())
    proof = proof_between(table, "talon", "brute")
    assert isinstance(proof.verdict, Hidden)
    verified = verify(proof, table)
    assert isinstance(verified, Verified)
    assert (verified.claim, verified.is_proved) == ("hidden", True)
    assert 0 < verified.room_mm < 0.01


def test_hidden_is_verified_the_other_way_round_too() -> None:
    proof = proof_between(slats(), "brute", "talon")
    assert isinstance(proof.verdict, Hidden)
    assert proof.verdict.certificate.viewer == "talon"
    assert counts(proof, slats()).pairs > 3


def test_seen_is_verified_with_its_room() -> None:
    table = zoo.table(wall("w", (9.8, 0, 0), (10.2, 10, 1.0)), talon(), brute())
    verified = verify(proof_between(table, "talon", "brute"), table)
    assert isinstance(verified, Verified)
    assert (verified.claim, verified.is_proved) == ("seen", True)
    assert 1.0 < verified.room_mm < 11.0  # the tops are 10.16 mm above the wall's


def test_too_close_is_told_to_prove_nothing() -> None:
    table = zoo.table(wall("w", (9.8, 0, 0), (10.2, 10, 1.397)), talon(), brute((15, 5.3)))
    proof = proof_between(table, "talon", "brute")
    assert isinstance(proof.verdict, TooClose)
    verified = verify(proof, table)
    assert isinstance(verified, Verified)
    assert (verified.claim, verified.is_proved, verified.room_mm) == ("too-close", False, 0.0)


def test_line_of_a_pair_that_is_too_close_ends_on_both_figures() -> None:
    wire = json.loads((shipped_root() / "terrain" / "dispute-2-gap.table.json").read_text(encoding="utf-8"))
    wire["features"][0]["at"][0] = 17.4
    table = table_from_json(wire, folder=shipped_root() / "terrain")
    proof = proof_between(table, "swordsman", "spearman")
    assert isinstance(proof.verdict, TooClose)
    assert proof.verdict.gap_mm < 0.1  # the patches in which the line ended are wider
    assert isinstance(verify(proof, table), Verified)


def test_figures_without_parts_that_count_are_hidden() -> None:
    bare = zoo.fighter("bare", (15, 5), shape=zoo.figure(shapes.box((-0.1, -0.1, 0.2), (0.1, 0.1, 1)), tags=["weapon"]))
    table = zoo.table(talon(), bare)
    proof = proof_between(table, "talon", "bare", tags=frozenset({Tag.BODY}))
    assert counts(proof, table) == Counts()
    assert isinstance(verify(proof_between(table, "talon", "bare"), table), Verified)


def test_a_third_fighter_in_the_way_closes_it_and_one_that_is_transparent_does_not() -> None:
    giant = zoo.fighter("giant", (10, 5), wide=6, deep=1, tall=4)
    table = zoo.table(talon(), brute(), giant)
    proof = proof_between(table, "talon", "brute")
    assert isinstance(proof.verdict, Hidden)
    assert proof.verdict.blockers == ("giant",)
    assert counts(proof, table).floods > 0
    assert refusal(replace(proof, transparent=("giant",)), table) == "a flood starts at a surface that blocks nothing"
    through = proof_between(table, "talon", "brute", transparent=("giant",))
    assert isinstance(through.verdict, Seen)
    assert isinstance(verify(through, table), Verified)
    assert refusal(replace(through, transparent=()), table) == "a blocker stands in the line that should be free"


def test_the_two_fighters_themselves_block_nothing() -> None:
    giant = zoo.fighter("giant", (10, 5), wide=6, deep=1, tall=4)
    table = zoo.table(talon(), brute(), giant)
    proof = proof_between(table, "talon", "brute")
    other = replace(proof, target="giant")
    assert refusal(other, table) == "the proof is about two other models"
    assert isinstance(proof.verdict, Hidden)
    order = proof_between(zoo.table(talon(), giant, brute()), "talon", "giant")
    assert isinstance(order.verdict, Seen)


# what does not hold


def test_proof_of_another_table_is_refused() -> None:
    proof = proof_between(slats(), "talon", "brute")
    moved = slats().placing("brute", Placement((13.8, 4.201, 0.0), 0.0))
    nearer = replace(slats(), terrain=Terrain(slats().terrain.features[1:]))
    for table in (moved, nearer):
        assert refusal(proof, table) == "the proof was made from another table or by another version of the program"


def test_proof_that_names_models_not_there_is_refused() -> None:
    proof = proof_between(slats(), "talon", "brute")
    assert refusal(replace(proof, viewer="nobody"), slats()).startswith("the proof names a model 'nobody'")
    assert refusal(replace(proof, transparent=("nobody",)), slats()).startswith("the proof names a model 'nobody'")
    assert refusal(replace(proof, viewer="brute"), slats()) == "the proof names a model that looks at itself"


def test_fences_that_leave_a_gap_are_not_proved_shut_by_the_proof_of_fences_that_leave_none() -> None:
    proof, open_table = proof_between(slats(), "talon", "brute"), slats(CUT)
    assert isinstance(sight(open_table, "talon", "brute"), Seen)
    refuted = verify(on_table(proof, open_table), open_table)
    assert isinstance(refuted, Refuted)
    assert refuted.place is not None
    assert 5.5 < refuted.place[0][0] < 6.1


def test_proof_with_a_pair_left_out_or_too_many_is_refused() -> None:
    proof = proof_between(slats(), "talon", "brute")
    found = records_of(proof)
    last = max(found)
    assert counts(with_records(proof, found), slats()) == counts(proof, slats())
    assert "left open" in refusal(with_records(proof, {k: v for k, v in found.items() if k != last}), slats())
    more = "the proof deals with pairs of patches that there are not"
    assert refusal(with_records(proof, {**found, last + 1: Away()}), slats()) == more
    split = next(k for k, v in found.items() if isinstance(v, ProofSplit))
    twice = {**found, split: replace(found[split], first=split)}
    assert "used twice" in refusal(with_records(proof, twice), slats())


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Away(), "neither patch faces away from the other"),
        (Inside(0), "a patch that should lie within a solid does not"),
        (Inside(7), "there is no side 7"),
        (ProofSplit(0, -5000, 10_000), "5000 of 12 triangles are to be cut off a patch"),
        (ProofSplit(0, 1, 10_000), "a patch of 12 triangles is to be halved at corner 1"),
        (ProofSplit(2, -1, 10_000), "there is no side 2"),
        (ByCases((Refutation(np.zeros(0)),)), "the weights of a refutation"),
        (ByCases((Flood(1, -1, (), np.zeros((2, 3))),)), "a flood starts nowhere"),
        (ByCases((Flood(5, 0, (), np.zeros((2, 3))),)), "a flood starts nowhere"),
        (ByCases((Flood(1, 0, (), np.zeros((2, 3))),)), "a noted line does not run from patch to patch"),
    ],
)
def test_everything_at_once_is_not_closed_by(record: Record, reason: str) -> None:
    proof = with_records(proof_between(slats(), "talon", "brute"), {0: record})
    assert reason in refusal(proof, slats())


def test_orders_must_list_every_triangle_once() -> None:
    proof = proof_between(slats(), "talon", "brute")
    assert isinstance(proof.verdict, Hidden)
    certificate = proof.verdict.certificate
    one, two = certificate.orders
    twice = one.copy()
    twice[0] = twice[1]
    for orders in ((one[:-1], two), (twice, two), (two, one), (np.append(one, one[0]), two), (one + 1, two)):
        forged = replace(proof, verdict=Hidden(proof.verdict.blockers, replace(certificate, orders=orders)))
        assert refusal(forged, slats()).startswith("the proof does not list all triangles of")


def test_names_of_blockers_are_checked() -> None:
    proof = proof_between(slats(), "talon", "brute")
    assert isinstance(proof.verdict, Hidden)
    forged = replace(proof, verdict=Hidden((*proof.verdict.blockers, "brute"), proof.verdict.certificate))
    assert "names blockers" in refusal(forged, slats())


def test_witness_must_be_what_it_claims() -> None:
    table = zoo.table(wall("w", (9.8, 0, 0), (10.2, 10, 1.0)), talon(), brute())
    proof = proof_between(table, "talon", "brute")
    assert isinstance(proof.verdict, Seen)
    (start, end), clear = proof.verdict.witness, proof.verdict.clearance_mm

    def told(verdict: Seen, **terms: float) -> str:
        return refusal(replace(proof, verdict=verdict, **terms), table)

    assert told(Seen(((0.0, 0.0, 0.0), end), clear)) == "the line does not end on the figure of 'talon'"
    assert told(Seen((end, start), clear)) == "the line does not end on the figure of 'talon'"
    assert told(Seen((start, (end[0] + 0.001, end[1], end[2] + 0.001)), clear)).startswith("the line does not end on")
    assert "mm, not by" in told(Seen((start, end), clear + 5.0))
    assert told(Seen((start, end), math.nan)).startswith("the line is clear by")
    assert told(Seen((start, end), clear), tolerance_mm=100.0).startswith("the line is clear by only")
    low = Seen(((5.15, 5.0, 0.5), (14.5, 5.1, 0.5)), 0.2)
    assert isinstance(verify(replace(proof, verdict=low), table), Refuted)


def test_witness_through_a_wall_is_refused() -> None:
    table = zoo.table(wall("w", (9.8, 0, 0), (10.2, 10, 2.0)), talon((5, 5)), zoo.fighter("brute", (15, 5)))
    line = ((5.15, 5.0, 0.5), (14.85, 5.0, 0.5))
    forged = proof_of(table, "talon", "brute", Seen(line, 0.3), ALL_TAGS, (), 0.25)
    assert refusal(forged, table) == "a blocker stands in the line that should be free"


def test_witness_within_a_solid_is_refused() -> None:
    table = zoo.table(wall("w", (0, 0, 0), (20, 10, 4.0)), talon((5, 5)), zoo.fighter("brute", (15, 5)))
    assert isinstance(proof_between(table, "talon", "brute").verdict, Hidden)
    forged = proof_of(table, "talon", "brute", Seen(((5.15, 5.0, 0.5), (14.85, 5.0, 0.5)), 0.3), ALL_TAGS, (), 0.25)
    assert refusal(forged, table) == "the line that should be free runs within a solid"


def test_a_figure_within_another_does_not_face_away_from_it() -> None:
    table = zoo.table(zoo.fighter("giant", (5, 5), wide=4, deep=4, tall=4), talon((5, 5, 1)))
    assert isinstance(sight(table, "giant", "talon"), Seen)
    proof = on_table(proof_between(slats(), "talon", "brute"), table)
    assert isinstance(proof.verdict, Hidden)
    orders = np.arange(12, dtype=np.int32), np.arange(12, 24, dtype=np.int32)
    certificate = replace(proof.verdict.certificate, viewer="giant", target="talon", orders=orders)
    forged = replace(proof, viewer="giant", target="talon", verdict=Hidden((), certificate))
    assert refusal(with_records(forged, {0: Away()}), table) == (
        "neither patch faces away from the other, outside of its own figure"
    )
