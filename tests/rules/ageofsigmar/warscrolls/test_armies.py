"""Armies of warscrolls: what ships, checks, lists, cards, picks."""

from pathlib import Path

import pytest

from tests.rules.ageofsigmar.warscrolls.scrolls import army_json, make_army, scroll_json
from tests.rules.ageofsigmar.warscrolls.test_files import FULL, write
from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.geom.solid import Placement
from warcry3d.rules.ageofsigmar.warscrolls.armies import WarscrollArmies
from warcry3d.rules.ageofsigmar.warscrolls.army_faults import army_advice, army_faults
from warcry3d.rules.ageofsigmar.warscrolls.files import load_army, load_warscrolls, named_army_file, shipped_army
from warcry3d.rules.ageofsigmar.warscrolls.table_models import unit_model
from warcry3d.rules.armies import ArmyFilter, ArmyPick

ARMIES = WarscrollArmies()
SHIPPED = ("hollow-orchard", "kilnward")


def said(answer: object) -> list[str]:
    return [str(line) for line in answer.lines]  # type: ignore[attr-defined]


def test_two_armies_ship_each_of_its_own_six_warscrolls_or_more() -> None:
    assert ARMIES.shipped() == SHIPPED
    scrolls = [{unit.warscroll.id for unit in shipped_army(name).units} for name in SHIPPED]
    assert all(len(own) >= 6 for own in scrolls) and not scrolls[0] & scrolls[1]


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_armies_are_legal_usual_and_stand_on_tables(name: str) -> None:
    army = shipped_army(name)
    assert army_faults(army) == () and army_advice(army) == ()
    for unit in army.units:
        model = unit_model(unit, 0, "red", Placement((9.0, 9.0, 0.0), 0.0))
        assert model.figure.parts and len(unit.model_ids) == len(set(unit.model_ids)) == len(unit.models)


@pytest.mark.parametrize("name", SHIPPED)
def test_all_abilities_of_shipped_armies_are_enforced_and_told(name: str) -> None:
    for unit in shipped_army(name).units:
        for one in (*unit.warscroll.abilities, *unit.warscroll.spells):
            assert one.do and one.text


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_armies_have_what_the_rules_name(name: str) -> None:
    """rule: AOS-SUDDEN-4, AOS-COMMAND-2, AOS-MAGIC-1, AOS-FLY-1, AOS-SHOOT-1."""
    scrolls = [unit.warscroll for unit in shipped_army(name).units]
    for keyword in ("hero", "wizard", "monster"):
        assert any(scroll.has(keyword) for scroll in scrolls)
    assert any(scroll.command_abilities for scroll in scrolls)
    assert any(scroll.flies for scroll in scrolls)
    assert any(weapon.kind.value == "missile" for scroll in scrolls for weapon in scroll.weapons)


def test_any_army_of_any_size_is_legal_but_an_empty_one() -> None:
    """rule: AOS-ARMY-1, AOS-ARMY-2, AOS-UNIT-1. Unusual sizes are advice only."""
    army = make_army({"warscroll": scroll_json(size=[5, 10]), "models": 3})
    assert army_faults(army) == ()
    assert [str(one) for one in army_advice(army)] == ["Guard has 3 models; usual are 5 to 10"]
    assert [fault.rule for fault in army_faults(make_army())] == ["AOS-ARMY-1"]


def test_loadouts_that_one_or_one_in_five_may_have_are_counted() -> None:
    """rule: AOS-SCROLL-2."""
    fine = {"warscroll": FULL, "models": 10, "loadouts": {"leader": 1, "horn": 2}}
    assert army_faults(make_army(fine)) == ()
    found = army_faults(make_army({**fine, "models": 9, "loadouts": {"leader": 2, "horn": 2}}))
    assert [(fault.rule, fault.place) for fault in found] == [
        ("AOS-SCROLL-2", "units[0].loadouts.leader"),
        ("AOS-SCROLL-2", "units[0].loadouts.horn"),
    ]
    assert str(found[1]) == "Captain has 2 models with the loadout Horn; at most 1 may"


def test_check_tells_units_faults_and_advice(tmp_path: Path) -> None:
    answer = ARMIES.check("kilnward")
    assert answer.is_yes and answer.json["models"] == 24
    assert said(answer)[:3] == [
        "The Kilnward: 7 units, 24 models, 53 wounds",
        "  the army is legal",
        "  Kilnmaster Oda [kilnmaster-oda]: 1 model",
    ]
    assert "  Brickguard [brickguard]: 10 models: 8 Brickguard, 1 Course Leader, 1 Tile Banner" in said(answer)
    bare = army_json({"warscroll": scroll_json(base=None)}, {"warscroll": FULL, "loadouts": {"horn": 1}})
    wrong = ARMIES.check(str(write(tmp_path / "a.band.json", bare)))
    assert not wrong.is_yes and wrong.json["faults"][0]["rule"] == "AOS-SCROLL-2"
    assert said(wrong)[-1] == "  advice: Guard has no base size and cannot stand on a table"


def test_list_shows_what_ships_and_what_fits() -> None:
    assert "hollow-orchard: The Hollow Orchard: 8 units, 27 models, 59 wounds" in said(ARMIES.list(None, ArmyFilter()))
    lines = said(ARMIES.list("kilnward", ArmyFilter(keywords=("Hero", "wizard"))))
    assert lines == ["kilnward:", "  Ashreader [ashreader]: Move 5, Wounds 5, Bravery 7, Save 6+", "1 warscroll"]
    assert len(ARMIES.list("kilnward.warscrolls.json", ArmyFilter(faction="kilnward")).json["warscrolls"]) == 7
    with pytest.raises(QuestionError, match="armies of this rule system have no points"):
        ARMIES.list("kilnward", ArmyFilter(points=9))


def test_show_tells_all_of_a_warscroll() -> None:
    """rule: AOS-SCROLL-2, AOS-SCROLL-3."""
    lines = said(ARMIES.show("kilnward", "Clay Colossus"))
    assert lines[0] == "Clay Colossus [clay-colossus]"
    assert "  Fists of Fired Clay (melee): Range 2, Attacks 4, To Hit 3+, To Wound 3+, Rend -2, Damage 3" in lines
    assert any(line.startswith("  from 4 wounds on: Move 7; Fists of Fired Clay: Range 2, Attacks 3") for line in lines)
    assert (
        "  Shards (always): Roll a die for each mortal wound that this model suffers: on 5 or more it is ignored."
        in lines
    )
    assert lines[-1] == "  round base of 80 mm, stands as gargantuan"
    assert "  wizard: casts 1 and unbinds 1 a turn" in said(ARMIES.show("kilnward", "ashreader"))
    with pytest.raises(UnknownNameError, match=r"no warscroll 'Ashreeder' in .*; similar: Ashreader"):
        ARMIES.show("kilnward", "Ashreeder")
    whole = said(ARMIES.show("kilnward", None))
    assert whole[0] == "The Kilnward: 7 units, 24 models, 53 wounds" and len(whole) > 60


def test_armies_are_composed_of_units_of_the_usual_least_size(tmp_path: Path) -> None:
    pick = ArmyPick("kilnward.warscrolls.json", "Mine", ("brickguard", "brickguard", "kilnmaster-oda"))
    assert [unit.name for unit in ARMIES.compose(pick).fighters] == ["Brickguard", "Brickguard 2", "Kilnmaster Oda"]
    ARMIES.save(pick, tmp_path / "mine.band.json")
    army = load_army(tmp_path / "mine.band.json")
    assert [len(unit.models) for unit in army.units] == [5, 5, 1]
    assert army.units[0].models[-2:] == ("course-leader", "tile-banner")
    assert army_faults(army) == ()
    with pytest.raises(QuestionError, match="pick fighters of kilnward"):
        ARMIES.compose(ArmyPick("kilnward", "Mine", ("nobody",)))


def test_pool_and_suggestion_go_by_the_first_keyword() -> None:
    pick = ArmyPick("hollow-orchard.warscrolls.json")
    assert {one.group for one in ARMIES.pool(pick)} == {"hollow-orchard"}
    assert ARMIES.suggest(pick, "hollow-orchard")[0] == "grafted-king"
    with pytest.raises(QuestionError, match="the file has no warscroll of elves"):
        ARMIES.suggest(pick, "elves")
    sized = ARMIES.pool(ArmyPick("hollow-orchard", sizes={"windfalls": "25"}))
    assert all(one.has_base for one in sized)
    with pytest.raises(QuestionError, match="expected a base size such as 32 or 60x35 for 'windfalls', got 'big'"):
        ARMIES.pool(ArmyPick("hollow-orchard", sizes={"windfalls": "big"}))


def test_nothing_is_exported_and_there_are_no_factions(tmp_path: Path) -> None:
    with pytest.raises(QuestionError, match="warscrolls cannot be exported"):
        ARMIES.export_shared("kilnward", tmp_path / "x.json", bases=False)
    assert said(ARMIES.factions()) == ["any units may stand together in an army: this rule system has no factions"]


def test_names_mean_files_here_first_then_what_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(load_warscrolls(named_army_file("kilnward.warscrolls.json"))) == 7
    write(tmp_path / "kilnward", army_json())
    assert ARMIES.read("kilnward").fighters == ()
