"""Catalogues of others: numbers without loss, abilities as words where all of their text is understood."""

import json
import os
import zipfile
from pathlib import Path

import pytest

from tests.rules.ageofsigmar.warscrolls.catalogues import CATALOGUE, RIDDLE, SHIELD, catalogue, entry, model, weapon
from warcry3d.errors import FileError, QuestionError, UnknownNameError
from warcry3d.rules import shared_catalogues
from warcry3d.rules.ageofsigmar.warscrolls.ability_texts import read_ability
from warcry3d.rules.ageofsigmar.warscrolls.catalogue_answer import enforced_share, import_catalogue
from warcry3d.rules.ageofsigmar.warscrolls.catalogue_import import imported_scrolls
from warcry3d.rules.ageofsigmar.warscrolls.files import load_warscrolls, warscrolls_from_json
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import GrantWord, SetUpUnit
from warcry3d.rules.armies import ArmyAnswer, SharedFile
from warcry3d.rules.shared_catalogues import catalogue_of, load_catalogue

DATA = Path(os.environ.get("WARCRY3D_AOS_DATA", "nowhere"))
"""Where catalogues by others are, for those who have them."""


DART = (
    "Immediately after this unit attacks in the combat phase, roll a dice and move each model up to that many inches."
)


def imported(tmp_path: Path, text: str = CATALOGUE, **sizes: str) -> ArmyAnswer:
    (tmp_path / "x.cat").write_text(text, encoding="utf-8")
    return import_catalogue(SharedFile(tmp_path / "x.cat", tmp_path / "x.warscrolls.json", sizes=sizes))


def test_units_weapons_and_numbers_are_read(tmp_path: Path) -> None:
    """rule: AOS-SCROLL-2, AOS-SCROLL-3."""
    imported(tmp_path, Diggers="25")
    diggers, giant = load_warscrolls(tmp_path / "x.warscrolls.json")
    assert (diggers.move, diggers.wounds, diggers.bravery, diggers.save, diggers.size) == (5, 1, 6, 5, (5, 10))
    assert [(one.id, one.weapons, one.attacks, one.once) for one in diggers.loadouts] == [
        ("spade", ("spade",), 0, False),
        ("sling", ("sling",), 0, False),
        ("alpha", ("spade",), 1, True),
    ]
    spade, sling = diggers.weapons
    assert (spade.kind.value, sling.kind.value, str(sling.attacks), sling.rend) == ("melee", "missile", "D3", -1)
    assert diggers.base is not None and giant.base is None
    assert (giant.casts, giant.unbinds, giant.flies, giant.keywords) == (2, 2, True, ("deep-one", "wizard"))


def test_profiles_by_wounds_suffered_are_a_damage_table(tmp_path: Path) -> None:
    imported(tmp_path)
    giant = load_warscrolls(tmp_path / "x.warscrolls.json")[1]
    worn = giant.at_wounds(4)
    assert (giant.move, worn.move, str(giant.weapons[0].attacks), str(worn.weapons[0].attacks)) == (8, 6, "4", "2")
    assert (worn.weapons[0].to_hit, str(worn.weapons[0].damage)) == (4, "D6")


def test_what_no_field_holds_is_a_note_and_reported(tmp_path: Path) -> None:
    answer = imported(tmp_path)
    giant = load_warscrolls(tmp_path / "x.warscrolls.json")[1]
    note = 'Roar: Range 8", Attacks *, To Hit 4+, To Wound 4+, Rend -, Damage 1'
    assert giant.notes == (note,)
    assert f"  Mud Giant: {note}" in [str(line) for line in answer.lines]


def test_abilities_are_words_where_all_of_their_text_is_understood(tmp_path: Path) -> None:
    answer = imported(tmp_path)
    diggers, giant = load_warscrolls(tmp_path / "x.warscrolls.json")
    shield, riddle = diggers.abilities
    assert shield.do == (GrantWord(word="ignore-rend", amount=1),) and shield.text == SHIELD
    assert riddle.do == () and riddle.text == RIDDLE
    (call,) = giant.spells
    assert isinstance(call.do[0], SetUpUnit) and (call.value, call.do[0].warscroll) == (5, "diggers")
    assert (answer.json["enforced"], answer.json["abilities"]) == (5, 6)
    assert "5 of 6 abilities are enforced (83 %); the others are kept as text:" in [str(one) for one in answer.lines]


def test_a_spell_that_sets_up_what_the_catalogue_lacks_is_text_alone() -> None:
    found = imported_scrolls(catalogue_of(CATALOGUE.replace("up to 5 Diggers", "up to 5 Eels").encode()))
    assert found[1].wire["spells"][0]["do"] == []
    assert enforced_share(found) == (4, 6)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Old songs. " + SHIELD, 1),
        (SHIELD + " It may also re-roll saves.", None),
        (RIDDLE, None),
        ("You can re-roll wound rolls of 1 for Eels if they are within 3\" of any Diggers.", 1),
        (DART, 1),
        ("", None),
    ],
)  # fmt: skip
def test_no_rule_is_read_that_leaves_another_out(text: str, words: int | None) -> None:
    found = read_ability(text).words
    assert (None if found is None else len(found)) == words


def test_base_sizes_are_given_by_name_or_id(tmp_path: Path) -> None:
    imported(tmp_path, **{"Mud Giant": "100", "diggers": "60x35"})
    diggers, giant = load_warscrolls(tmp_path / "x.warscrolls.json")
    assert giant.base is not None and diggers.base is not None and diggers.base.length > diggers.base.width
    with pytest.raises(UnknownNameError, match="no fighter is called 'Eel'"):
        imported(tmp_path, Eel="32")
    with pytest.raises(QuestionError, match="expected a base size such as 32 or 60x35 for 'Diggers', got 'big'"):
        imported(tmp_path, Diggers="big")


TO = '<link targetId="{}" linkType="entry"/>'
BOMB = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><catalogue name="&b;"/>'
LOOP = (
    '<sharedEntries><entry id="x" name="X" type="upgrade"><links><link targetId="x" linkType="entry"/></links></entry>'
    "</sharedEntries>"
)
FAN = (
    "<sharedEntries>"
    + "".join(
        f'<entry id="e{n}" name="E" type="upgrade"><links>'
        + f'<link targetId="e{n + 1}" linkType="entry"/>' * 10
        + "</links></entry>"
        for n in range(6)
    )
    + '<entry id="e6" name="E" type="upgrade"/></sharedEntries>'
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOMB, "the XML declares a document type, which is not allowed"),
        ("<index/>", "not a catalogue: its outermost element is 'index', not 'catalogue'"),
        ("<roster/>", "expected a catalogue, got a roster"),
        ("<gameSystem/>", "expected a catalogue, got a game system"),
        ('{"catalogue": {}}', "expected a catalogue of BattleScribe, which is XML (.cat, .catz)"),
        (
            '<catalogue battleScribeVersion="2.03"><sharedSelectionEntries/></catalogue>',
            "the catalogue is of BattleScribe 2.03, for later editions",
        ),
        ("<catalogue", "not valid XML at line 1"),
        (catalogue(entry("A", links='<link targetId="z" linkType="rule"/>')), "there is no rule 'z' in the file"),
        (catalogue(entry("A", links=TO.format("x")), shared=LOOP), "links lead to links more than 20 deep"),
        (catalogue(entry("A", links=TO.format("e0")), shared=FAN), "more than 500 entries"),
        (catalogue(entry("A", profiles=model("x" * 30_000))), "a text of more than 20000 characters"),
    ],
    ids=[
        *("entities", "index", "roster", "game system", "no XML", "later", "syntax", "no such rule", "links in a ring"),
        *("links that fan out", "long text"),
    ],
)  # fmt: skip
def test_what_is_no_catalogue_is_refused(text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shared_catalogues.MAX_ENTRIES == 50_000, "ten times as many as in the largest that is known"
    monkeypatch.setattr(shared_catalogues, "MAX_ENTRIES", 500)  # a second for each 5,000
    (tmp_path / "x.cat").write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as error:
        load_catalogue(tmp_path / "x.cat")
    assert said in str(error.value) and "x.cat" in str(error.value)


def test_nothing_is_written_where_a_catalogue_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        imported(tmp_path, BOMB)
    assert not (tmp_path / "x.warscrolls.json").exists()


def test_a_packed_catalogue_is_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.catz", "w") as archive:
        archive.writestr("x.cat", CATALOGUE)
    assert len(imported_scrolls(load_catalogue(tmp_path / "x.catz"))) == len(
        imported_scrolls(catalogue_of(CATALOGUE.encode()))
    )


def test_a_catalogue_without_warscrolls_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="the catalogue has no unit with Move, Wounds, Bravery and Save"):
        imported(tmp_path, catalogue(entry("Eel")))
    assert not (tmp_path / "x.warscrolls.json").exists()


def test_odd_numbers_are_kept_as_notes() -> None:
    odd = catalogue(
        entry("Eel", profiles=model("Eel", move="-", wounds="*", save="-") + weapon("Bite", "1", "2", "3+", "4+"))
    )
    (eel,) = imported_scrolls(catalogue_of(odd.encode()))
    assert eel.unread == ("Eel: Move -", "Eel: Wounds *") and eel.wire["save"] == 7
    assert warscrolls_from_json({"format": "warcry3d.warscrolls/1", "warscrolls": [eel.wire]})[0].weapons[0].range == 1


@pytest.mark.skipif(not DATA.is_dir(), reason="the catalogues of others are not here")
@pytest.mark.parametrize(
    ("name", "scrolls", "share"), [("Lizardmen.cat", 22, 0.55), ("Stormcast_Eternals_Warscrolls.cat", 8, 0.55)]
)
def test_catalogues_of_2015_are_read_whole(name: str, scrolls: int, share: float, tmp_path: Path) -> None:
    """Each model's and each weapon's numbers are in a field or a note."""
    whole = load_catalogue(DATA / name)
    answer = import_catalogue(SharedFile(DATA / name, tmp_path / "x.warscrolls.json"))
    found = load_warscrolls(tmp_path / "x.warscrolls.json")
    assert len(found) == scrolls
    assert answer.json["enforced"] / answer.json["abilities"] > share
    written = json.loads((tmp_path / "x.warscrolls.json").read_text(encoding="utf-8"))
    texts = json.dumps(written, ensure_ascii=False)
    for one in (inner for outer in whole.entries for inner in outer.walk()):
        for rule in one.rules:
            is_kept = json.dumps(rule.text, ensure_ascii=False)[1:-1] in texts
            assert is_kept or rule.name.startswith(
                ("[Keyword]", "[Magic] Arc", "[Magic] Mys", "Magic", "Fly", "Alpha", "Usage")
            )
