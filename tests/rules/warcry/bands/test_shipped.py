"""The warbands that ship."""

import pytest

from tests.rules.warcry.bands.folk import CLUB, profile
from warcry3d.errors import QuestionError
from warcry3d.geom.solid import Placement
from warcry3d.rules.warcry.bands.band import Fighter, Role
from warcry3d.rules.warcry.bands.base_sizes import base_of_mm
from warcry3d.rules.warcry.bands.faults import faults
from warcry3d.rules.warcry.bands.files import load_fighters, shipped_band, shipped_bands, shipped_fighters, shipped_file
from warcry3d.rules.warcry.bands.groups import group_faults
from warcry3d.rules.warcry.bands.profile import Profile, Weapon
from warcry3d.rules.warcry.bands.table_models import figure_name, model_of
from warcry3d.rules.warcry.bands.worth import expected_damage, worth
from warcry3d.rules.warcry.fighter import fighter_of

FOREST = load_fighters(shipped_file("drowned-forest.fighters.json"))
HERE = Placement((1.0, 2.0, 0.0), 0.5)


@pytest.mark.parametrize("name", shipped_bands())
def test_shipped_warband_is_legal_with_its_groups(name: str) -> None:
    band = shipped_band(name)
    assert faults(band) == ()
    assert band.groups is not None and group_faults(band, band.groups) == ()
    assert band.points <= 1000


def test_two_warbands_and_a_file_to_pick_from_ship() -> None:
    assert {"low-tide", "stilt-watch"} <= set(shipped_bands())
    assert shipped_fighters() == ("drowned-forest.fighters.json",)


@pytest.mark.parametrize("name", ["stilt-watch", "low-tide"])
def test_each_of_the_two_has_all_kinds_of_fighters(name: str) -> None:
    """rule: WC-BAND-9."""
    band = shipped_band(name)
    assert 8 <= len(band.fighters) <= 10
    assert {fighter.role for fighter in band.fighters} == {Role.LEADER, Role.OWN}
    profiles = [fighter.profile for fighter in band.fighters]
    assert all(any(one.has(mark) for one in profiles) for mark in ("hero", "fly", "mount"))
    assert any(not weapon.is_melee for one in profiles for weapon in one.weapons)
    assert len({one.id for one in profiles}) >= 8


@pytest.mark.parametrize("alliance", ["hearth", "deep"])
def test_each_alliance_has_a_monster_allies_and_thralls_to_choose_from(alliance: str) -> None:
    """rule: WC-MON-1."""
    ours = [one for one in FOREST if one.alliance == alliance]
    (monster,) = (one for one in ours if one.is_monster)
    assert {"move", "weapons[0].attacks"} <= monster.starred
    assert sum(one.is_thrall for one in ours) == 2
    assert {one.is_hero for one in ours if one.is_ally or one.faction not in (alliance, "stilt-watch", "low-tide")} == {
        True,
        False,
    }


@pytest.mark.parametrize("one", FOREST, ids=lambda one: one.id)
def test_shipped_fighter_costs_what_the_formula_says_and_has_base_and_figure(one: Profile) -> None:
    assert one.points == worth(one)
    assert one.base is not None and one.figure is not None and one.extra == {}
    model = model_of(Fighter("f", "F", one, Role.OWN), "red", HERE)
    assert (model.id, model.side, model.base, model.placement) == ("f", "red", one.base, HERE)
    assert model.figure.name == one.figure
    on_table = fighter_of(model)
    assert (on_table.move, on_table.runemarks) == (one.move, frozenset(one.runemarks))


def test_formula_worked_by_hand() -> None:
    """3 x 20 wounds, 10 for toughness 4, 60 for 6 damage, 5 for the second inch, 40 for Move 5, 15 a hero; less 25."""
    spear = Weapon("spear", 0, 2, 4, 4, 2, 5)
    assert expected_damage(spear) == 4 * (2 / 6 * 2 + 1 / 6 * 5) == 6
    assert expected_damage(spear, 3) == 4 * (3 / 6 * 2 + 1 / 6 * 5)
    assert expected_damage(spear, 5) == pytest.approx(4 * (1 / 6 * 2 + 1 / 6 * 5))
    one = profile(move=5, toughness=4, wounds=20, runemarks=("hero",), weapons=(CLUB, spear))
    assert worth(one) == 165
    bow = Weapon("ranged", 3, 15, 2, 3, 1, 4)
    assert worth(profile(wounds=20, move=5, toughness=4, weapons=(spear, bow), runemarks=("fly",))) == 190
    assert worth(profile(wounds=1, move=3, weapons=())) == 50


@pytest.mark.parametrize(
    ("changed", "figure"),
    [
        ({"figure": "netter", "runemarks": ("fly",)}, "netter"),
        ({"runemarks": ("fly", "gargantuan")}, "gargantuan"),
        ({"runemarks": ("hero", "mount")}, "rider"),
        ({"runemarks": ("hero", "fly")}, "flyer"),
        ({"runemarks": ("thrall", "beast")}, "beast"),
        ({"base": base_of_mm(50, 50), "runemarks": ("hero",)}, "brute"),
        ({"base": base_of_mm(40, 40), "runemarks": ("hero",)}, "hero"),
        ({"weapons": (CLUB, Weapon("ranged", 3, 15, 1, 3, 1, 2))}, "bowman"),
        ({"weapons": (Weapon("sword", 0, 1, 1, 3, 1, 2),)}, "swordsman"),
        ({"weapons": ()}, "swordsman"),
    ],
)
def test_figure_most_like_a_fighter_stands_for_it(changed: dict[str, object], figure: str) -> None:
    assert figure_name(profile(**changed)) == figure


def test_fighter_without_a_base_does_not_stand() -> None:
    bare = Fighter("f", "Fred", profile("digger"), Role.OWN)
    with pytest.raises(
        QuestionError, match="Fred has no base: give its size in the file of its profile \\('digger'\\)"
    ):
        model_of(bare, "red", HERE)
