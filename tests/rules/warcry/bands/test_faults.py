"""What is wrong with a warband."""

from dataclasses import replace

import pytest

from tests.rules.warcry.bands.folk import band, diggers, fighter, leader
from warcry3d.rules.warcry.bands.band import Fighter, Role, Warband
from warcry3d.rules.warcry.bands.faults import faults

Said = tuple[str, str, str]


def said(warband: Warband) -> list[Said]:
    return [(fault.rule, fault.place, str(fault)) for fault in faults(warband)]


def guest(id: str = "guest", role: Role = Role.ALLY, **changed: object) -> Fighter:
    return fighter(id, role, **{"faction": "bog", "runemarks": ("ally",), **changed})


def thrall(id: str, **changed: object) -> Fighter:
    return guest(id, Role.THRALL, **{"runemarks": ("thrall",), **changed})


def monster(id: str = "worm", **changed: object) -> Fighter:
    return guest(id, Role.MONSTER, **{"runemarks": ("gargantuan",), **changed})


FULL = band(
    leader(),
    fighter("second", runemarks=("hero", "mount", "fly")),
    *diggers(7),
    guest("wise", runemarks=("hero",)),
    guest("strong"),
    thrall("t1"),
    thrall("t2"),
    thrall("t3", faction="ditch"),
    monster(points=220),
)


def test_warband_at_every_limit_is_legal() -> None:
    """rule: WC-BAND-1, WC-BAND-2, WC-BAND-4, WC-BAND-5, WC-BAND-7, WC-HERO-1, WC-THRALL-2.

    One thrall is of the warband's own faction.
    """
    assert len(FULL.fighters) == 15 and FULL.points == 1060
    assert said(band(leader(), *diggers(2))) == []
    cheap = replace(FULL, fighters=(*FULL.fighters[:-1], monster(points=160)))
    assert cheap.points == 1000
    assert said(cheap) == []


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_fighters(count: int) -> None:
    """rule: WC-BAND-1."""
    assert said(band(leader(), *diggers(count))) == [
        ("WC-BAND-1", "fighters", f"{count + 1} fighters are too few: a warband has at least 3")
    ]


def test_too_many_fighters_and_too_many_points_are_two_faults() -> None:
    """rule: WC-BAND-1, WC-BAND-7."""
    assert said(band(leader(), *diggers(15, points=63))) == [
        ("WC-BAND-1", "fighters", "16 fighters are too many: a warband has at most 15"),
        ("WC-BAND-7", "fighters", "1005 points are 5 more than the 1000 allowed"),
    ]


def test_fighters_share_the_factions_runemark() -> None:
    """rule: WC-BAND-8, WC-FACTION-1."""
    assert said(band(leader(), *diggers(2), fighter("spy", faction="bog"))) == [
        ("WC-BAND-8", "fighters[3].profile.faction", "Spy has the faction runemark bog; the warband's is ditch")
    ]


def test_empty_warband_has_too_few_and_no_leader() -> None:
    """rule: WC-BAND-1, WC-BAND-2."""
    assert [(rule, text.partition(":")[0]) for rule, _, text in said(band())] == [
        ("WC-BAND-1", "0 fighters are too few"),
        ("WC-BAND-2", "the warband has no leader"),
    ]


def test_the_first_fighter_picked_leads_and_is_a_hero() -> None:
    """rule: WC-BAND-2."""
    late = band(*diggers(2), leader())
    assert said(late) == [("WC-BAND-2", "fighters[2].role", "only the first fighter may lead, not Boss")]
    plain = band(leader(runemarks=("mount",)), *diggers(2))
    assert said(plain) == [("WC-BAND-2", "fighters[0].profile.runemarks", "Boss cannot lead without the runemark hero")]
    assert [rule for rule, _, _ in said(band(leader(), leader("other"), *diggers(1)))] == ["WC-BAND-2"]


def test_at_most_three_heroes_with_the_leader_and_allies() -> None:
    """rule: WC-HERO-1, WC-HERO-2."""
    heroes = [fighter(f"h{number}", runemarks=("hero",)) for number in range(2)]
    assert said(band(leader(), *heroes)) == []
    assert said(band(leader(), *heroes, guest(runemarks=("hero",)))) == [
        (
            "WC-HERO-1",
            "fighters",
            "4 fighters have the runemark hero; at most 3 may, including the leader and allies",
        )
    ]
    assert said(band(leader(), *heroes, guest(runemarks=("ally",)))) == []


def test_profile_has_at_most_three_further_runemarks_and_a_weapon() -> None:
    """rule: WC-BAND-3, WC-PROFILE-1, WC-RUNE-1."""
    odd = fighter("odd", runemarks=("fly", "mount", "beast", "elite"), weapons=())
    assert said(band(leader(), *diggers(1), odd)) == [
        (
            "WC-RUNE-1",
            "fighters[2].profile.runemarks",
            "Odd has 4 runemarks besides its faction's, but at most 3 are allowed",
        ),
        ("WC-PROFILE-1", "fighters[2].profile.weapons", "Odd has no weapon; it needs at least one"),
    ]


def test_allies_are_heroes_or_allies_of_another_faction_of_the_alliance_and_at_most_two() -> None:
    """rule: WC-BAND-4, WC-ALLY-1, WC-ALLY-2, WC-ALLY-3, WC-FACTION-3."""
    start = (leader(), *diggers(2))
    assert said(band(*start, guest("a"), guest("b", runemarks=("hero",)))) == []
    assert said(band(*start, guest(runemarks=("mount",)))) == [
        (
            "WC-ALLY-1",
            "fighters[3].profile.runemarks",
            "Guest has none of the runemarks that an ally needs: hero, ally",
        )
    ]
    assert said(band(*start, guest(faction="ditch"))) == [
        ("WC-ALLY-2", "fighters[3].role", "Guest is of the warband's own faction; an ally must be of another faction")
    ]
    assert said(band(*start, guest(alliance="sky"))) == [
        (
            "WC-ALLY-3",
            "fighters[3].profile.alliance",
            "Guest is of the grand alliance sky; the warband's is earth",
        )
    ]
    assert said(band(*start, guest("a"), guest("b"), guest("c"))) == [
        ("WC-BAND-4", "fighters", "3 allies, but at most 2 are allowed")
    ]


def test_allies_never_lead() -> None:
    """rule: WC-HERO-3.  A hero ally does not replace a leader of the faction."""
    foreign = guest(role=Role.LEADER, runemarks=("hero",))
    assert [(rule, place) for rule, place, _ in said(band(foreign, *diggers(2)))] == [
        ("WC-HERO-3", "fighters[0].role"),
        ("WC-BAND-8", "fighters[0].profile.faction"),
    ]
    first = band(guest(runemarks=("hero",)), *diggers(2))
    assert [rule for rule, _, _ in said(first)] == ["WC-BAND-2"]


def test_thralls_have_their_runemark_the_alliance_and_are_at_most_three() -> None:
    """rule: WC-BAND-5, WC-THRALL-1, WC-THRALL-2, WC-FACTION-3."""
    start = (leader(), *diggers(2))
    assert said(band(*start, *(thrall(f"t{number}") for number in range(3)))) == []
    assert said(band(*start, *(thrall(f"t{number}") for number in range(4)))) == [
        ("WC-BAND-5", "fighters", "4 thralls, but at most 3 are allowed")
    ]
    assert said(band(*start, thrall("cat", runemarks=("beast",), alliance="sky"))) == [
        ("WC-THRALL-1", "fighters[3].profile.runemarks", "Cat lacks the runemark thrall"),
        ("WC-THRALL-2", "fighters[3].profile.alliance", "Cat is of the grand alliance sky; the warband's is earth"),
    ]


def test_one_monster_with_its_runemark_of_the_alliance() -> None:
    """rule: WC-MON-4, WC-MON-5."""
    start = (leader(), *diggers(2))
    assert said(band(*start, monster())) == []
    assert said(band(*start, monster("a"), monster("b"))) == [
        ("WC-MON-4", "fighters", "2 monsters, but at most 1 is allowed")
    ]
    assert said(band(*start, monster(runemarks=(), alliance="sky"))) == [
        ("WC-MON-4", "fighters[3].profile.runemarks", "Worm lacks the runemark gargantuan"),
        ("WC-MON-5", "fighters[3].profile.alliance", "Worm is of the grand alliance sky; the warband's is earth"),
    ]


@pytest.mark.parametrize("role", [Role.OWN, Role.ALLY, Role.THRALL])
def test_a_gargantuan_fighter_joins_as_the_monster_only(role: Role) -> None:
    """rule: WC-MON-4."""
    faction = "ditch" if role is Role.OWN else "bog"
    worm = fighter("worm", role, faction=faction, runemarks=("gargantuan", "ally", "thrall"))
    assert said(band(leader(), *diggers(2), worm)) == [
        (
            "WC-MON-4",
            "fighters[3].role",
            "Worm has the runemark gargantuan, so it can only join as the monster",
        )
    ]


def test_fighter_of_the_faction_and_of_another_alliance_is_a_fault() -> None:
    """rule: WC-FACTION-3."""
    assert [(rule, place) for rule, place, _ in said(band(leader(), *diggers(1), fighter("odd", alliance="sky")))] == [
        ("WC-FACTION-3", "fighters[2].profile.alliance")
    ]


def test_every_breach_is_named_at_once() -> None:
    """rule: WC-BAND-1, WC-BAND-2, WC-BAND-4, WC-BAND-5."""
    worst = band(
        fighter("first", faction="bog", points=900),
        guest("a", runemarks=()),
        guest("b", faction="ditch", weapons=()),
        guest("c", alliance="sky"),
        *(thrall(f"t{number}", runemarks=()) for number in range(4)),
        monster("m1", runemarks=()),
        monster("m2"),
    )
    assert sorted((rule, place) for rule, place, _ in said(worst)) == sorted(
        [
            ("WC-BAND-7", "fighters"),
            ("WC-BAND-8", "fighters[0].profile.faction"),
            ("WC-BAND-2", "fighters"),
            ("WC-PROFILE-1", "fighters[2].profile.weapons"),
            ("WC-BAND-4", "fighters"),
            ("WC-ALLY-1", "fighters[1].profile.runemarks"),
            ("WC-ALLY-2", "fighters[2].role"),
            ("WC-ALLY-3", "fighters[3].profile.alliance"),
            ("WC-BAND-5", "fighters"),
            ("WC-MON-4", "fighters"),
            *(("WC-THRALL-1", f"fighters[{number}].profile.runemarks") for number in range(4, 8)),
            ("WC-MON-4", "fighters[8].profile.runemarks"),
        ]
    )
