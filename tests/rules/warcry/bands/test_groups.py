"""Battle groups."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.warcry.bands.folk import band, diggers, fighter, leader
from warcry3d.rules.warcry.bands.band import Groups, Role, Warband
from warcry3d.rules.warcry.bands.groups import group_faults, split_evenly
from warcry3d.rules.warcry.plan import GROUPS

WORM = fighter("worm", Role.MONSTER, runemarks=("gargantuan",), points=300)


def of_size(count: int, *, monster: bool = False) -> Warband:
    return band(leader(), *diggers(count - 1 - monster), *([WORM] if monster else []))


def sizes(groups: Groups) -> list[int]:
    return [len(members) for _, members in groups.each()]


def said(warband: Warband, **groups: Sequence[str]) -> list[tuple[str, str, str]]:
    found = group_faults(warband, Groups(**{name: tuple(members) for name, members in groups.items()}))
    return [(fault.rule, fault.place, str(fault)) for fault in found]


def test_groups_are_named_as_deployment_maps_name_them() -> None:
    """rule: WC-GROUP-1."""
    assert tuple(name for name, _ in Groups().each()) == GROUPS


@pytest.mark.parametrize("count", range(3, 16))
@pytest.mark.parametrize("monster", [False, True])
def test_suggested_split_is_allowed_and_as_even_as_can_be(count: int, monster: bool) -> None:
    """rule: WC-GROUP-3, WC-GROUP-4."""
    warband = of_size(count, monster=monster)
    groups = split_evenly(warband)
    assert group_faults(warband, groups) == ()
    assert groups.group_of("boss") == "dagger"
    if monster:
        assert groups.hammer == ("worm",)
    assert sum(sizes(groups)) == count


def test_ten_fighters_make_groups_of_three_three_and_four() -> None:
    """rule: WC-GROUP-3.  Example EX-2: the larger group may be any of the three."""
    assert sorted(sizes(split_evenly(of_size(10)))) == [3, 3, 4]
    ids = [fighter.id for fighter in of_size(10).fighters]
    for first, second in ((4, 7), (3, 7), (3, 6)):
        assert said(of_size(10), dagger=ids[:first], shield=ids[first:second], hammer=ids[second:]) == []


def test_suggested_groups_cost_much_the_same() -> None:
    """rule: WC-GROUP-3."""
    warband = band(leader(points=200), *(fighter(f"d{points}", points=points) for points in (180, 160, 120, 100, 80)))
    groups = split_evenly(warband)
    costs = [sum(warband.fighter(id).profile.points for id in members) for _, members in groups.each()]
    assert costs == [280, 280, 280]
    assert groups.dagger == ("boss", "d80")


def test_every_fighter_is_in_one_group() -> None:
    """rule: WC-GROUP-1."""
    groups = {"dagger": ("boss", "d0"), "shield": ("d0", "d1"), "hammer": ("ghost",)}
    assert said(of_size(4), **groups) == [
        ("WC-GROUP-1", "groups.shield[0]", "D0 is in two groups"),
        ("WC-GROUP-1", "groups.hammer[0]", "no fighter 'ghost' in the warband"),
        ("WC-GROUP-1", "groups", "D2 is in no group"),
    ]


def test_sizes_differ_by_at_most_one() -> None:
    """rule: WC-GROUP-3."""
    five = of_size(5)
    assert said(five, dagger=("boss",), shield=("d0", "d1"), hammer=("d2", "d3")) == []
    assert said(five, dagger=("boss",), shield=("d0",), hammer=("d1", "d2", "d3")) == [
        ("WC-GROUP-3", "groups", "the groups have 1 to 3 fighters; their sizes may differ by at most 1")
    ]


def test_a_monster_is_alone_and_the_rest_is_split_over_the_other_two() -> None:
    """rule: WC-GROUP-4.  The monster may be any of the three groups."""
    six = of_size(6, monster=True)
    assert said(six, dagger=("worm",), shield=("boss", "d0"), hammer=("d1", "d2", "d3")) == []
    assert said(six, dagger=("boss", "d0"), shield=("worm",), hammer=("d1", "d2", "d3")) == []
    assert said(six, dagger=("boss", "d0"), shield=("d1", "d2", "d3"), hammer=("worm",)) == []
    assert said(six, dagger=("worm", "boss"), shield=("d0", "d1"), hammer=("d2", "d3")) == [
        ("WC-GROUP-4", "groups.dagger", "the monster Worm must be alone in its group; the dagger has 2 fighters")
    ]
    assert said(six, dagger=("worm",), shield=("boss",), hammer=("d0", "d1", "d2", "d3")) == [
        ("WC-GROUP-3", "groups", "the groups have 1 to 4 fighters; their sizes may differ by at most 1")
    ]


@given(st.lists(st.integers(0, 2), min_size=3, max_size=9))
def test_a_split_is_allowed_just_when_no_two_groups_differ_by_more_than_one(places: list[int]) -> None:
    """rule: WC-GROUP-3."""
    warband = of_size(len(places))
    members = [tuple(one.id for one, at in zip(warband.fighters, places, strict=True) if at == k) for k in range(3)]
    allowed = all(abs(len(a) - len(b)) <= 1 for a, b in combinations(members, 2))
    assert (group_faults(warband, Groups(*members)) == ()) == allowed
