"""Proofs tampered with at random: none is ever taken for a proof of what is not so."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from tests.sight.proofs import (
    CUT,
    FACES,
    free_lines,
    on_table,
    parts_of,
    proof_between,
    records_of,
    slats,
    with_records,
)
from tests.soak import mostly_soak
from warcry3d.sight.proof import Proof, Refuted, verify
from warcry3d.sight.proof_closing import Flood, ProofError, ProofShaft, Refutation, close_by_cases, drawn_apart
from warcry3d.sight.proof_cover import Away, ByCases, Inside, ProofSplit, Record, closed_pairs
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.sight.visible import sight


def _tampered(proof: Proof, numbers: list[int], dice: random.Random) -> Proof:
    """Return the proof with the records of these numbers changed, each once to three times."""
    found = records_of(proof)
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
        case ProofSplit(side, cut, first) if dice.random() < 0.5:
            return dice.choice([ProofSplit(1 - side, cut, first), ProofSplit(side, cut + dice.choice((-1, 1)), first)])
    closings = [other for other in others if not isinstance(other, ProofSplit)]
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


@pytest.mark.parametrize("seed", mostly_soak((7, 8, 9), quick=1))
def test_no_tampering_makes_an_open_fence_shut(seed: int) -> None:
    shut, wide = slats(), slats(CUT)
    assert isinstance(sight(wide, "talon", "brute"), Seen)
    proof = on_table(proof_between(shut, "talon", "brute"), wide)
    numbers, dice = list(records_of(proof)), random.Random(seed)
    for _ in range(100):
        assert isinstance(verify(_tampered(proof, dice.sample(numbers, 3), dice), wide), Refuted)


@pytest.mark.parametrize("seed", mostly_soak((3, 4, 5), quick=1))
def test_no_line_gets_through_a_pair_of_patches_whose_closing_is_accepted_however_it_was_tampered_with(
    seed: int,
) -> None:
    wide, dice, rng = slats(CUT, wide=1.0), random.Random(seed), np.random.default_rng(seed)
    proof = on_table(proof_between(slats(wide=1.0), "talon", "brute"), wide)
    found = records_of(proof)
    surface, blocks, one, two = parts_of(proof, wide)
    accepted = refused = 0
    for closing, near, far in closed_pairs(found, one, two):
        shaft = ProofShaft(surface, blocks, *drawn_apart(one.corners(near), two.corners(far)))
        ends = (
            rng.dirichlet([0.3] * len(shaft.near), 400) @ shaft.near,
            rng.dirichlet([0.3] * len(shaft.far), 400) @ shaft.far,
        )
        for _ in range(40):
            tampered = _changed(closing, list(found.values()), dice, FACES)
            if isinstance(tampered, ByCases):
                if _is_closed(shaft, tampered):
                    accepted += 1
                    assert not free_lines(wide, *ends).any()
                else:
                    refused += 1
    assert accepted > 15
    assert refused > 350


def _is_closed(shaft: ProofShaft, closing: ByCases) -> bool:
    try:
        close_by_cases(shaft, closing.steps)
    except ProofError:
        return False
    return True


@pytest.mark.parametrize("seed", mostly_soak((11, 12, 13), quick=1))
def test_tampering_never_breaks_the_checker_and_is_mostly_found(seed: int) -> None:
    table = slats()
    proof = proof_between(table, "talon", "brute")
    numbers, dice = list(records_of(proof)), random.Random(seed)
    outcomes = [verify(_tampered(proof, [dice.choice(numbers)], dice), table) for _ in range(50)]
    assert sum(isinstance(outcome, Refuted) for outcome in outcomes) > 25


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
