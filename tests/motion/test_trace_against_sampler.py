"""The judge of moves against a slow one that shares nothing with it, on random boards and paths, turns among them."""

import pytest

from tests.motion import sampler
from tests.motion.sampled import grazing_case, random_case, turning_case
from tests.soak import mostly_soak
from warcry3d.motion import free_space, minkowski, turning
from warcry3d.motion.path import LegKind
from warcry3d.motion.record import FaultKind
from warcry3d.motion.trace import trace

CASES = 200
TURNING = range(1000, 1120)


@pytest.mark.parametrize("first", mostly_soak(range(0, CASES, 5), quick=1))
def test_trace_and_the_sampler_agree_within_3_thousandths_of_an_inch(first: int) -> None:
    wrong = {seed: sampler.disagreements(random_case(seed)) for seed in range(first, first + 5)}
    assert {seed: found for seed, found in wrong.items() if found} == {}


@pytest.mark.parametrize("first", mostly_soak(TURNING[::2], quick=1))
def test_they_agree_on_paths_that_turn_walk_climb_leap_and_fly(first: int) -> None:
    wrong = {seed: sampler.disagreements(random_case(seed, turning=True)) for seed in range(first, first + 2)}
    assert {seed: found for seed, found in wrong.items() if found} == {}


@pytest.mark.parametrize("seeds", mostly_soak((range(145, 165), range(CASES)), quick=1))
def test_the_cases_hold_faults_of_every_kind_and_legs_without(seeds: range) -> None:
    found: set[FaultKind] = set()
    clean = 0
    for seed in seeds:
        case = random_case(seed)
        faults = trace(case.table, "a", case.path).faults
        found |= {fault.kind for fault in faults}
        clean += not faults
    assert found >= {FaultKind.BLOCKED, FaultKind.FIGHTER, FaultKind.EDGE, FaultKind.FAR}
    assert clean > len(seeds) / 10


@pytest.mark.parametrize("seeds", mostly_soak((TURNING[30:42], TURNING), quick=1))
def test_the_turning_cases_hold_turns_that_fail_before_legs_of_every_kind_and_turns_that_do_not(seeds: range) -> None:
    failed: set[LegKind] = set()
    clean = 0
    for seed in seeds:
        case = random_case(seed, turning=True)
        faults = trace(case.table, "a", case.path).faults
        failed |= {case.path.legs[fault.leg].kind for fault in faults if fault.kind is FaultKind.TURN}
        clean += not faults and any(leg.facing is not None for leg in case.path.legs)
    assert failed >= {LegKind.WALK, LegKind.CLIMB, LegKind.JUMP}
    assert clean > len(seeds) / 20


@pytest.mark.parametrize("count", mostly_soak((5, 60), quick=1))
@pytest.mark.parametrize("gap", [0.0, 0.0005, 0.01])
def test_what_is_only_touched_does_not_stop(gap: float, count: int) -> None:
    cases = {seed: grazing_case(seed, gap) for seed in range(count)}
    stopped = {seed: trace(case.table, "a", case.path).faults for seed, case in cases.items()}
    assert {seed: faults for seed, faults in stopped.items() if faults} == {}


@pytest.mark.parametrize("count", mostly_soak((5, 60), quick=1))
@pytest.mark.parametrize("gap", [-sampler.PLAY, -0.01])
def test_what_is_overlapped_by_3_thousandths_stops(gap: float, count: int) -> None:
    cases = {seed: grazing_case(seed, gap) for seed in range(count)}
    passed = [seed for seed, case in cases.items() if not trace(case.table, "a", case.path).faults]
    assert passed == []


@pytest.mark.parametrize("count", mostly_soak((5, 60), quick=1))
@pytest.mark.parametrize("gap", [0.0, 0.0005, 0.01])
def test_what_a_turn_only_touches_does_not_stop_it(gap: float, count: int) -> None:
    """Standing, hanging on to a wall, and in the air: beside walls, other bases and the board's edge."""
    cases = {seed: turning_case(seed, gap) for seed in range(count)}
    stopped = {seed: trace(case.table, "a", case.path).faults for seed, case in cases.items()}
    assert {seed: faults for seed, faults in stopped.items() if faults} == {}


@pytest.mark.parametrize("count", mostly_soak((5, 60), quick=1))
@pytest.mark.parametrize("gap", [-sampler.PLAY, -0.01])
def test_what_a_turn_overlaps_by_3_thousandths_stops_it(gap: float, count: int) -> None:
    cases = {seed: turning_case(seed, gap) for seed in range(count)}
    kinds = {seed: {f.kind for f in trace(case.table, "a", case.path).faults} for seed, case in cases.items()}
    assert [seed for seed, found in kinds.items() if FaultKind.TURN not in found] == []


@pytest.mark.parametrize("seed", mostly_soak(range(30), quick=1))
def test_the_sampler_sees_what_is_grazed(seed: int) -> None:
    """The sampler itself: a base that overlaps by 0.01 in is stopped, one with 0.01 in to spare passes."""
    for gap in (-0.01, 0.01):
        assert sampler.disagreements(grazing_case(seed, gap)) == []
        assert sampler.disagreements(turning_case(seed, gap)) == []


def test_a_base_judged_a_hair_too_small_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = minkowski.minkowski_sum
    monkeypatch.setattr(free_space, "minkowski_sum", lambda area, volume: honest(area, volume, inset=0.006))
    assert any(sampler.disagreements(grazing_case(seed, -0.005)) for seed in range(30))


@pytest.mark.parametrize(("what", "value"), [("TOUCH_TOLERANCE", 0.008), ("SAG", 0.02)])
def test_a_turn_judged_a_hair_too_lightly_is_noticed(monkeypatch: pytest.MonkeyPatch, what: str, value: float) -> None:
    monkeypatch.setattr(turning, what, value)
    assert any(sampler.disagreements(turning_case(seed, -0.005)) for seed in range(0, 30, 3))
