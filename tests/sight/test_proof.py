"""The checker: it derives what `sight` says again, and nothing that is not so."""

import math
import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests import strategies, zoo
from tests.sight.proofs import ALL_TAGS, on_table, parts_of, proof_between, with_records
from warcry3d.geom import shapes
from warcry3d.geom.solid import Placement
from warcry3d.sight.proof import Counts, Proof, Refuted, Verified, proof_of, verify
from warcry3d.sight.proof_closing import Flood, ProofError, Refutation, Shaft, close_by_cases
from warcry3d.sight.proof_cover import Away, ByCases, Inside, Record, Split, closed_pairs, records
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.sight.visible import sight
from warcry3d.table.files import load_table
from warcry3d.table.models import Model, Tag
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table, Terrain
from warcry3d.table.terrain import Feature

DISPUTES = sorted(path.name for path in (shipped_root() / "terrain").glob("dispute-*.table.json"))
CUT = 0.12
"""Inches to cut off a board of `slats` so that there is something to see past it."""
FACES = 12 * 26
"""Triangles on `slats`."""
QUICK = settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


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
    assert refusal(replace(proof, viewer="nobody"), slats()).startswith("the proof speaks of a model 'nobody'")
    assert refusal(replace(proof, transparent=("nobody",)), slats()).startswith("the proof speaks of a model 'nobody'")
    assert refusal(replace(proof, viewer="brute"), slats()) == "the proof speaks of a model that looks at itself"


def test_fences_that_leave_a_gap_are_not_proved_shut_by_the_proof_of_fences_that_leave_none() -> None:
    proof, open_table = proof_between(slats(), "talon", "brute"), slats(CUT)
    assert isinstance(sight(open_table, "talon", "brute"), Seen)
    refuted = verify(on_table(proof, open_table), open_table)
    assert isinstance(refuted, Refuted)
    assert refuted.place is not None
    assert 5.5 < refuted.place[0][0] < 6.1


def test_proof_with_a_pair_left_out_or_too_many_is_refused() -> None:
    proof = proof_between(slats(), "talon", "brute")
    found = _records(proof)
    last = max(found)
    assert counts(with_records(proof, found), slats()) == counts(proof, slats())
    assert "left open" in refusal(with_records(proof, {k: v for k, v in found.items() if k != last}), slats())
    more = "the proof deals with pairs of patches that there are not"
    assert refusal(with_records(proof, {**found, last + 1: Away()}), slats()) == more
    split = next(k for k, v in found.items() if isinstance(v, Split))
    twice = {**found, split: replace(found[split], first=split)}
    assert "used twice" in refusal(with_records(proof, twice), slats())


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Away(), "neither patch faces away from the other"),
        (Inside(0), "a patch that should lie within a solid does not"),
        (Inside(7), "there is no side 7"),
        (Split(0, -5000, 10_000), "5000 of 12 triangles are to be cut off a patch"),
        (Split(0, 1, 10_000), "a patch of 12 triangles is to be halved at corner 1"),
        (Split(2, -1, 10_000), "there is no side 2"),
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


@pytest.mark.parametrize("shift", [(0.0, 0.0, 0.0)])
def test_witness_must_be_what_it_claims(shift: tuple[float, ...]) -> None:
    table = zoo.table(wall("w", (9.8, 0, 0), (10.2, 10, 1.0)), talon(), brute())
    proof = proof_between(table, "talon", "brute")
    assert isinstance(proof.verdict, Seen)
    (start, end), clear = proof.verdict.witness, proof.verdict.clearance_mm

    def told(verdict: Seen, **terms: float) -> str:
        return refusal(replace(proof, verdict=verdict, **terms), table)

    lower = (end[0], end[1], end[2] - 0.1)
    assert told(Seen(((0.0, 0.0, 0.0), end), clear)) == "the line does not end on the figure of 'talon'"
    assert told(Seen((end, start), clear)) == "the line does not end on the figure of 'talon'"
    assert told(Seen((start, (end[0] + 0.001, end[1], end[2] + 0.001)), clear)).startswith("the line does not end on")
    assert "mm, not by" in told(Seen((start, end), clear + 5.0))
    assert told(Seen((start, end), math.nan)).startswith("the line is clear by")
    assert told(Seen((start, end), clear), tolerance_mm=100.0).startswith("the line is clear by only")
    low = Seen(((5.15, 5.0, 0.5), (14.5, 5.1, 0.5)), 0.2)
    assert isinstance(verify(replace(proof, verdict=low), table), Refuted)
    assert lower != end


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
        "figures that run into each other may be seen at their backs"
    )


# tampering at random


def _records(proof: Proof) -> dict[int, Record]:
    assert isinstance(proof.verdict, Hidden)
    return records(proof.verdict.certificate)


def _tampered(proof: Proof, numbers: list[int], dice: random.Random) -> Proof:
    """Return the proof with the records of these numbers changed, each once to three times."""
    found = _records(proof)
    others = list(found.values())
    for number in numbers:
        for _ in range(dice.choice((1, 1, 2, 3))):
            found[number] = _changed(found[number], others, dice, FACES)
    return with_records(proof, found)


def _changed(record: Record, others: list[Record], dice: random.Random, faces: int) -> Record:
    match record:
        case ByCases(steps) if dice.random() < 0.8:
            at = dice.randrange(len(steps))
            return ByCases((*steps[:at], *_changed_step(steps[at], dice, faces), *steps[at + 1 :]))
        case Split(side, cut, first) if dice.random() < 0.5:
            return dice.choice([Split(1 - side, cut, first), Split(side, cut + dice.choice((-1, 1)), first)])
    closings = [other for other in others if not isinstance(other, Split)]
    return dice.choice([*closings, Away(), Inside(0), Inside(1)])


def _changed_step(step: Flood | Refutation, dice: random.Random, faces: int) -> list[Flood | Refutation]:
    if isinstance(step, Refutation):
        return [Refutation(step.weights * np.array([dice.choice((0.0, 0.5, 1.0, 3.0, -1.0)) for _ in step.weights]))]
    shift = np.array([dice.gauss(0, 0.05) for _ in range(6)]).reshape(2, 3)
    edge = (dice.randrange(faces), dice.randrange(3))
    return [
        dice.choice(
            [
                replace(step, seed=dice.randrange(faces)),
                replace(step, mode=dice.choice((0, 1, 2))),
                replace(step, line=step.line + shift),
                replace(step, rim=(edge, *step.rim[1:]) if step.rim else ()),
                replace(step, rim=step.rim[:-1]),
                replace(step, rim=()),
            ]
        )
    ]


def test_no_tampering_makes_an_open_fence_shut() -> None:
    shut, wide = slats(), slats(CUT)
    assert isinstance(sight(wide, "talon", "brute"), Seen)
    proof = on_table(proof_between(shut, "talon", "brute"), wide)
    numbers, dice = list(_records(proof)), random.Random(7)
    for _ in range(300):
        assert isinstance(verify(_tampered(proof, dice.sample(numbers, 3), dice), wide), Refuted)


def test_no_line_gets_through_a_pair_of_patches_whose_closing_is_accepted_however_it_was_tampered_with() -> None:
    wide, dice, rng = slats(CUT, wide=1.0), random.Random(3), np.random.default_rng(3)
    proof = on_table(proof_between(slats(wide=1.0), "talon", "brute"), wide)
    found = _records(proof)
    surface, blocks, one, two = parts_of(proof, wide)
    accepted = refused = 0
    for closing, near, far in closed_pairs(found, one, two):
        shaft = Shaft(surface, blocks, one.corners(near), two.corners(far))
        ends = (
            rng.dirichlet([0.3] * len(shaft.near), 400) @ shaft.near,
            rng.dirichlet([0.3] * len(shaft.far), 400) @ shaft.far,
        )
        for _ in range(6):
            tampered = _changed(closing, list(found.values()), dice, FACES)
            if isinstance(tampered, ByCases):
                if _is_closed(shaft, tampered):
                    accepted += 1
                    assert not _free(wide, *ends).any()
                else:
                    refused += 1
    assert accepted > 20
    assert refused > 100


def _is_closed(shaft: Shaft, closing: ByCases) -> bool:
    try:
        close_by_cases(shaft, closing.steps)
    except ProofError:
        return False
    return True


def test_tampering_never_breaks_the_checker_and_is_mostly_found() -> None:
    table = slats()
    proof = proof_between(table, "talon", "brute")
    numbers, dice = list(_records(proof)), random.Random(11)
    outcomes = [verify(_tampered(proof, [dice.choice(numbers)], dice), table) for _ in range(150)]
    assert sum(isinstance(outcome, Refuted) for outcome in outcomes) > 75


def test_numbers_scrambled_in_the_raw_certificate_never_break_the_checker() -> None:
    table = slats()
    proof = on_table(proof_between(slats(), "talon", "brute"), slats(CUT))
    wide = slats(CUT)
    assert isinstance(proof.verdict, Hidden)
    certificate, dice = proof.verdict.certificate, random.Random(13)
    for _ in range(300):
        whole, real = certificate.whole.copy(), certificate.real.copy()
        for _ in range(dice.choice((1, 2, 5))):
            whole[dice.randrange(len(whole))] = dice.choice((-(2**31), -1, 0, 1, 2, 3, 17, 2**31 - 1))
            real[dice.randrange(len(real))] = dice.choice((math.nan, math.inf, -1.0, 0.0, 5.0, 1e300))
        forged = replace(certificate, whole=whole[: dice.choice((None, -1, len(whole) // 2))], real=real)
        assert isinstance(verify(replace(proof, verdict=Hidden((), forged)), wide), Refuted)
    assert table.models


# laws


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


def _free_lines(table: Table, count: int) -> int:
    """Return how many of ``count`` random lines between the two figures are free."""
    rng = np.random.default_rng(5)
    one, two = (_on_surface(model, rng, count) for model in table.models)
    return int(_free(table, one, two).sum())


def _free(table: Table, one: np.ndarray, two: np.ndarray) -> np.ndarray:
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


def _on_surface(model: Model, rng: np.random.Generator, count: int) -> np.ndarray:
    triangles = model.solids[0].triangles
    corners = triangles[rng.integers(0, len(triangles), count)]
    shares = rng.dirichlet((0.5, 0.5, 0.5), count)
    return np.einsum("ki,kij->kj", shares, corners)


@QUICK
@given(boards())
def test_every_verdict_is_verified_and_no_random_line_contradicts_a_hidden(table: Table) -> None:
    proof = proof_between(table, "talon", "brute")
    assert isinstance(verify(proof, table), Verified)
    if isinstance(proof.verdict, Hidden):
        assert _free_lines(table, 20_000) == 0


@QUICK
@given(boards(), st.data())
def test_proof_of_one_board_holds_on_another_only_if_it_hides_there_too(table: Table, data: st.DataObject) -> None:
    proof = proof_between(table, "talon", "brute")
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
    here, there = proof_between(table, "talon", "brute"), proof_between(moved, "talon", "brute")
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
    proof = proof_between(table, "talon", "brute")
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
