"""Factions, grand alliances and cities."""

import doctest
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.warcry.bands.folk import band_json, fighter, leader, profile_json
from warcry3d.message import Message
from warcry3d.messages import Words
from warcry3d.rules.warcry.bands import factions as module
from warcry3d.rules.warcry.bands.band import Fighter, Role, Warband
from warcry3d.rules.warcry.bands.factions import alliances, faction_named, factions, named_factions
from warcry3d.rules.warcry.bands.faults import faults
from warcry3d.rules.warcry.bands.files import band_from_json, band_to_wire, load_band, save_band, shipped_band
from warcry3d.rules.warcry.bands.runemarks import runemark


def of(faction: str, alliance: str, *others: Fighter, city: str = "") -> Warband:
    """Return a warband of three fighters of a faction, and others."""
    own = [leader(faction=faction, alliance=alliance)]
    own += [fighter(f"f{n}", faction=faction, alliance=alliance) for n in range(2)]
    return Warband("Band", faction, alliance, (*own, *others), city=city)


def rules_at(band: Warband) -> list[tuple[str, str]]:
    return [(fault.rule, fault.place) for fault in faults(band)]


def test_there_are_four_grand_alliances() -> None:
    """rule: WC-FACTION-2."""
    assert [alliance.id for alliance in alliances()] == ["order", "chaos", "death", "destruction"]


@pytest.mark.parametrize(
    ("alliance", "count", "some"),
    [
        pytest.param("order", 13, {"seraphon", "sylvaneth", "cities-of-sigmar", "fyreslayers"}, id="order"),
        pytest.param("chaos", 24, {"skaven", "horns-of-hashut", "iron-golems", "chaos-legionaries"}, id="chaos"),
        pytest.param("death", 4, {"nighthaunt", "ossiarch-bonereapers"}, id="death"),
        pytest.param("destruction", 5, {"kruleboyz", "ironjawz", "gloomspite-gitz"}, id="destruction"),
    ],
)
def test_each_grand_alliance_has_its_factions(alliance: str, count: int, some: set[str]) -> None:
    """rule: WC-FACTION-4, WC-FACTION-6, WC-FACTION-7, WC-FACTION-8."""
    own = {faction.id for faction, of_alliance in factions().values() if of_alliance.id == alliance}
    assert len(own) == count
    assert some <= own


def test_each_faction_belongs_to_one_alliance() -> None:
    """rule: WC-FACTION-2."""
    ids = [faction.id for alliance in alliances() for faction in alliance.factions]
    assert len(ids) == len(set(ids)) == 46
    assert all(runemark(id) == id for id in ids)


def test_names_are_there_in_both_languages() -> None:
    """rule: WC-FACTION-9.  The catalogue says them as the data does."""
    named = named_factions()
    assert len(named) == 4 + 46 + 7
    for one in named:
        assert one.name.isascii() and not one.zh.isascii()
        assert Words("zh_CN").text(Message("{name}", {"name": one.name})) == one.zh
    assert len({one.zh for one in named}) == len(named)


def test_warband_of_a_known_faction_has_its_alliance() -> None:
    """rule: WC-FACTION-2."""
    assert faults(of("nighthaunt", "death")) == ()
    assert {rule for rule, _ in rules_at(of("nighthaunt", "order"))} == {"WC-FACTION-2"}
    assert ("WC-FACTION-2", "alliance") in rules_at(of("nighthaunt", "order"))


def test_fighter_whose_profile_names_a_wrong_alliance_is_found() -> None:
    """rule: WC-FACTION-2, WC-FACTION-1.  Kruleboyz are of destruction, whatever the profile says."""
    stray = fighter("stray", Role.ALLY, faction="kruleboyz", alliance="death", runemarks=("ally",))
    assert rules_at(of("nighthaunt", "death", stray)) == [("WC-FACTION-2", "fighters[3].profile.alliance")]


def test_the_alliance_decides_who_may_join() -> None:
    """rule: WC-FACTION-3, WC-ALLY-3, WC-THRALL-2, WC-MON-5.  Of the same grand alliance yes, of another no."""
    for role, mark, rule in (
        (Role.ALLY, "ally", "WC-ALLY-3"),
        (Role.THRALL, "thrall", "WC-THRALL-2"),
        (Role.MONSTER, "gargantuan", "WC-MON-5"),
    ):
        same = fighter("guest", role, faction="skaven", alliance="chaos", runemarks=(mark,))
        other = fighter("guest", role, faction="ironjawz", alliance="destruction", runemarks=(mark,))
        assert faults(of("iron-golems", "chaos", same)) == ()
        assert rules_at(of("iron-golems", "chaos", other)) == [(rule, "fighters[3].profile.alliance")]


def test_warband_of_cities_of_sigmar_names_one_of_seven_cities() -> None:
    """rule: WC-FACTION-5."""
    faction = factions()["cities-of-sigmar"][0]
    assert len(faction.cities) == 7
    for city in faction.cities:
        assert faults(of("cities-of-sigmar", "order", city=city.id)) == ()
    assert rules_at(of("cities-of-sigmar", "order")) == [("WC-FACTION-5", "city")]
    assert rules_at(of("cities-of-sigmar", "order", city="low-tide")) == [("WC-FACTION-5", "city")]
    assert rules_at(of("seraphon", "order", city="hammerhal")) == [("WC-FACTION-5", "city")]


def test_city_is_kept_in_the_file(tmp_path: Path) -> None:
    """rule: WC-FACTION-5."""
    one = profile_json("boss", faction="cities-of-sigmar", alliance="order", runemarks=["hero"])
    band = band_from_json(band_json({"profile": one}, faction="cities-of-sigmar", city="hammerhal"), folder=tmp_path)
    assert band.city == "hammerhal"
    save_band(band, tmp_path / "hammerhal.band.json")
    assert load_band(tmp_path / "hammerhal.band.json") == band
    assert json.loads((tmp_path / "hammerhal.band.json").read_text())["city"] == "hammerhal"
    assert band_to_wire(replace(band, city="")).city is None


def test_factions_of_ones_own_are_allowed() -> None:
    """rule: WC-FACTION-9.  The warbands that ship are of factions of our own; their files say the alliance."""
    band = shipped_band("stilt-watch")
    assert faction_named(band.faction) is None
    assert faults(band) == ()


def test_every_fighter_has_one_faction() -> None:
    """rule: WC-FACTION-1, WC-BAND-8, WC-RUNE-1.  A profile without one cannot be read."""
    from warcry3d.errors import FileError

    bare = profile_json("boss", runemarks=["hero"])
    del bare["faction"]
    with pytest.raises(FileError, match="faction"):
        band_from_json(band_json({"profile": bare}), folder=Path())


def test_examples_in_docstrings_run() -> None:
    assert doctest.testmod(module).failed == 0
