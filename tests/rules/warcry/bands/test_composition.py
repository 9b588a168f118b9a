"""Warbands composed of fighters from a file, by hand and by suggestion."""

import json
from pathlib import Path

import pytest

from warcry3d.errors import FileError, QuestionError
from warcry3d.rules.armies import ArmyPick
from warcry3d.rules.warcry.bands.armies import WarcryArmies
from warcry3d.rules.warcry.bands.composition import composed, suggested
from warcry3d.rules.warcry.bands.faults import faults
from warcry3d.rules.warcry.bands.files import load_band

SHIPPED = ArmyPick("drowned-forest")
ARMIES = WarcryArmies()


def entry(id: str, *, points: int = 100, marks: tuple[str, ...] = (), base: str | None = None) -> dict[str, object]:
    """Return a fighter as other tools share it."""
    weapon = {
        "runemark": "Sword",
        "min_range": 0,
        "max_range": 1,
        "attacks": 3,
        "strength": 3,
        "dmg_hit": 1,
        "dmg_crit": 3,
    }
    sized = {"base_size_x": base, "base_size_y": base} if base else {}
    return {
        "_id": id,
        "name": id.title(),
        "warband": "Cities of Sigmar",
        "grand_alliance": "Order",
        "movement": 4,
        "toughness": 3,
        "wounds": 8,
        "points": points,
        "runemarks": list(marks),
        "weapons": [weapon],
        **sized,
    }


def imported(folder: Path, *entries: dict[str, object]) -> ArmyPick:
    """Return the fighters of a shared list, imported as the window does."""
    from warcry3d.rules.armies import SharedFile

    shared, out = folder / "shared.json", folder / "mine.fighters.json"
    shared.write_text(json.dumps(entries))
    ARMIES.import_shared(SharedFile(shared, out))
    return ArmyPick(str(out), "Mine")


def test_every_faction_that_ships_is_suggested_a_legal_warband_of_many_fighters() -> None:
    """rule: WC-BAND-1, WC-BAND-2, WC-BAND-7."""
    for faction in ("stilt-watch", "low-tide"):
        pick = ArmyPick("drowned-forest", "Mine", suggested(SHIPPED, faction))
        army = ARMIES.compose(pick)
        assert not army.faults
        assert 850 <= army.points <= 1000
        assert len({fighter.name.rstrip(" 234") for fighter in army.fighters}) >= 5


def test_fighter_picked_first_leads_and_more_of_a_kind_are_numbered() -> None:
    ids = suggested(SHIPPED, "low-tide")
    band = composed(ArmyPick("drowned-forest", "Mine", (ids[0], ids[1], ids[1])))
    assert [fighter.id for fighter in band.fighters] == [ids[0], ids[1], f"{ids[1]}-2"]
    assert band.leader is not None and band.leader.id == ids[0]
    swapped = composed(ArmyPick("drowned-forest", "Mine", (ids[1], ids[0], ids[1])))
    assert "WC-BAND-2" in [fault.rule for fault in faults(swapped)]


def test_imported_fighters_need_a_base_size_before_a_warband_is_suggested(tmp_path: Path) -> None:
    pick = imported(tmp_path, entry("boss", marks=("hero",)), entry("guard"), entry("scout", base="25"))
    assert [fighter.has_base for fighter in ARMIES.pool(pick)] == [False, False, True]
    with pytest.raises(QuestionError, match="needs the runemark hero"):
        suggested(pick, "cities-of-sigmar")
    sized = ArmyPick(pick.file, "Mine", sizes={"boss": "40", "guard": "28.5"})
    ids = suggested(sized, "cities-of-sigmar")
    assert set(ids) == {"boss", "guard", "scout"}
    out = tmp_path / "mine.band.json"
    ARMIES.save(ArmyPick(pick.file, "Mine", ids, sized.sizes), out)
    band = load_band(out)
    assert not faults(band)
    assert all(fighter.profile.base is not None for fighter in band.fighters)
    assert band.city, "a faction with cities needs one: the first is taken"


def test_too_few_fighters_are_said_to_be_too_few(tmp_path: Path) -> None:
    pick = imported(tmp_path, entry("boss", points=600, marks=("hero",), base="40"), entry("guard", points=500))
    with pytest.raises(QuestionError, match="too few fighters"):
        suggested(pick, "cities-of-sigmar")


@pytest.mark.parametrize("fighters", [(), ("nobody",)])
def test_nobody_and_unknown_fighters_are_no_warband(fighters: tuple[str, ...]) -> None:
    with pytest.raises(QuestionError, match="pick fighters"):
        composed(ArmyPick("drowned-forest", "Mine", fighters))


def test_base_size_that_is_none_is_refused_by_name() -> None:
    with pytest.raises(QuestionError, match="'scout', got 'large'"):
        ARMIES.pool(ArmyPick("drowned-forest", sizes={"scout": "large"}))


def test_file_without_fighters_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        ARMIES.pool(ArmyPick(str(tmp_path / "none.fighters.json")))
    assert all(fighter.group and fighter.card for fighter in ARMIES.pool(SHIPPED))
