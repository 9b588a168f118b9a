"""The judge of moves against a slow one that shares nothing with it, on random boards and paths."""

import pytest

from tests.motion import sampler
from warcry3d.motion import free
from warcry3d.motion.record import FaultKind
from warcry3d.motion.trace import trace

CASES = 200


@pytest.mark.parametrize("first", range(0, CASES, 40))
def test_trace_and_the_sampler_agree_within_3_thousandths_of_an_inch(first: int) -> None:
    wrong = {seed: sampler.disagreements(sampler.random_case(seed)) for seed in range(first, first + 40)}
    assert {seed: found for seed, found in wrong.items() if found} == {}


def test_the_cases_hold_faults_of_every_kind_and_legs_without() -> None:
    found: set[FaultKind] = set()
    clean = 0
    for seed in range(CASES):
        case = sampler.random_case(seed)
        faults = trace(case.table, "a", case.path).faults
        found |= {fault.kind for fault in faults}
        clean += not faults
    assert found >= {FaultKind.BLOCKED, FaultKind.FIGHTER, FaultKind.EDGE, FaultKind.FAR}
    assert clean > CASES / 10


@pytest.mark.parametrize("gap", [0.0, 0.0005, 0.01])
def test_what_is_only_touched_does_not_stop(gap: float) -> None:
    cases = {seed: sampler.grazing_case(seed, gap) for seed in range(60)}
    stopped = {seed: trace(case.table, "a", case.path).faults for seed, case in cases.items()}
    assert {seed: faults for seed, faults in stopped.items() if faults} == {}


@pytest.mark.parametrize("gap", [-sampler.PLAY, -0.01])
def test_what_is_overlapped_by_3_thousandths_stops(gap: float) -> None:
    cases = {seed: sampler.grazing_case(seed, gap) for seed in range(60)}
    passed = [seed for seed, case in cases.items() if not trace(case.table, "a", case.path).faults]
    assert passed == []


def test_the_sampler_sees_what_is_grazed() -> None:
    """The sampler itself: a base that overlaps by 0.01 in is stopped, one with 0.01 in to spare passes."""
    for seed in range(30):
        for gap in (-0.01, 0.01):
            assert sampler.disagreements(sampler.grazing_case(seed, gap)) == []


def test_a_base_judged_a_hair_too_small_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = free.grown
    monkeypatch.setattr(free, "grown", lambda area, volume: honest(area, volume, inset=0.006))
    assert any(sampler.disagreements(sampler.grazing_case(seed, -0.005)) for seed in range(30))
