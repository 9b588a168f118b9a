"""The catalogues are what the source says, complete, and compiled."""

import gettext
import json
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from warcry3d.messages import catalogues
from warcry3d.messages.catalogues import faults, path_of, read, template_catalogue, updated, written
from warcry3d.messages.extract import Found, Loose, extract, shipped_texts
from warcry3d.messages.languages import LANGUAGES
from warcry3d.messages.speak import DOMAIN, LOCALE
from warcry3d.table.shipped import shipped_root

TRANSLATED = [language for language in LANGUAGES if language != "en"]


def ids(catalogue: object) -> set[object]:
    return {(message.context, message.id) for message in catalogue if message.id}  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def templates() -> Catalog:
    """Return the catalogue of the source: it takes seconds to read it all."""
    return template_catalogue()


def test_template_catalogue_is_up_to_date(templates: Catalog) -> None:
    committed = (LOCALE / f"{DOMAIN}.pot").read_text(encoding="utf-8")
    fresh = written(templates).decode()
    assert _without_generator(committed) == _without_generator(fresh), "run: make catalogues"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_template_is_translated_with_the_same_fields(language: str, templates: Catalog) -> None:
    assert faults(updated(language, templates)) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogue_holds_no_template_that_is_gone(language: str, templates: Catalog) -> None:
    assert ids(read(language)) == ids(templates), "run: make catalogues"


@pytest.mark.parametrize("language", TRANSLATED)
def test_compiled_catalogue_says_what_its_source_says(language: str) -> None:
    with path_of(language, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in read(language):
        if isinstance(message.id, str) and message.context:
            assert compiled.pgettext(message.context, message.id) == message.string
        elif isinstance(message.id, str) and message.id:
            assert compiled.gettext(message.id) == message.string
        elif message.id:
            assert compiled.ngettext(message.id[0], message.id[1], 2) == _texts(message.string)[0]


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("font", ["NotoSansCJK-Regular-SC-GB2312.otf", "NotoSansCJK-Bold-SC-GB2312.otf"])
def test_fonts_draw_every_character_of_the_translations(language: str, font: str) -> None:
    said = "".join(text for message in read(language) if message.id for text in _texts(message.string))
    drawn = TTFont(shipped_root() / "assets" / "fonts" / font).getBestCmap()
    assert {character for character in said if ord(character) not in drawn} == set()


def test_faults_name_missing_and_mismatched_translations() -> None:
    catalogue = Catalog("zh_CN")
    catalogue.add("{a} sees {b:.1f}", "{a} {b}")
    catalogue.add("nothing said yet", "")
    catalogue.add("required: %s", "缺少")
    catalogue.add("guessed by a tool", "猜的", flags=["fuzzy"])
    found = [fault.partition(":")[0] for fault in faults(catalogue)]
    assert found == ["fields differ", "not translated", "fields differ", "marked fuzzy"]


def test_check_writes_nothing_and_names_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], templates: Catalog
) -> None:
    monkeypatch.setattr(catalogues, "template_catalogue", lambda: templates)
    assert catalogues.main(["--check"]) == 0
    file = tmp_path / "zh_CN" / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True)
    text = path_of("zh_CN", "po").read_text(encoding="utf-8")
    assert 'msgid "usage: "\nmsgstr "用法：' in text
    file.write_text(text.replace('msgid "usage: "', 'msgid "use: "'), encoding="utf-8")
    before = file.read_bytes()
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    assert catalogues.main(["--check"]) == 1
    assert (file.read_bytes(), len(list(tmp_path.rglob("*.*")))) == (before, 1)
    said = capsys.readouterr().err
    assert "zh_CN: not translated: 'usage: '" in said
    assert "not in the catalogue: 'usage: '" in said and "gone from the source: 'use: '" in said


SOURCE = """
WORDS = {"a": template("kept")}
LINES = (template("line"),)

def template(template): ...

class Trouble(Exception):
    def __init__(self, template, /, **values): ...

class Small(Trouble): ...

class Own(Trouble):
    def __init__(self, stage):
        super().__init__("of its own {stage}", stage=stage)

class Note:
    template: str
    values: dict

def blame(place, template, **values):
    raise Trouble(template, **values)

def say(template, /): ...
def count(template, plural, n): ...

def use(text, flag, error, kept):
    blame("here", "first {x}", x=1)
    raise Small("second" " half")
    Note("third", {})
    count("one", "many", 3)
    say("on" if flag else "off")
    say(error.template)
    say(kept["template"])
    raise Own(text)
    say(WORDS[text])
    [say(line) for line in LINES]
    say(f"formatted {text}")
    say(text)
"""


def test_names_and_texts_of_data_are_found_with_their_key(tmp_path: Path) -> None:
    data = {"name": "Deck", "cards": [{"name": "Card", "text": "Say it.", "id": "card"}, {"name": 3}]}
    (tmp_path / "rules" / "chess" / "data").mkdir(parents=True)
    (tmp_path / "rules" / "chess" / "data" / "a.decks.json").write_text(json.dumps(data), encoding="utf-8")
    file = "rules/chess/data/a.decks.json"
    expected = [("Card", "name"), ("Deck", "name"), ("Say it.", "text")]
    assert shipped_texts(tmp_path) == [Found(text, "", file, key) for text, key in expected]


def test_templates_are_found_by_the_parameter_they_are_handed_to(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(SOURCE)
    found, loose = extract(tmp_path)
    expected = [
        ("first {x}", ""),
        ("kept", ""),
        ("line", ""),
        ("off", ""),
        ("on", ""),
        ("one", "many"),
        ("second half", ""),
        ("third", ""),
    ]
    assert found == [Found(message, plural, "module.py") for message, plural in expected]
    assert loose == [Loose("module.py", 37, "say(f'formatted {text}')"), Loose("module.py", 38, "say(text)")]


def test_a_local_name_with_literals_alone_stands_for_its_templates(tmp_path: Path) -> None:
    source = """
def fault(rule, template, **values): ...
def judge(far, word):
    sentence = "too far"
    if far:
        sentence = "much too far"
    mixed = "read nowhere"
    mixed = word
    return fault("A", sentence), fault("A", mixed)
"""
    (tmp_path / "module.py").write_text(source)
    found, loose = extract(tmp_path)
    assert [one.message for one in found] == ["much too far", "too far"]
    assert loose == [Loose("module.py", 9, "fault('A', mixed)")]


def _texts(said: object) -> list[str]:
    """Return a translation's forms: one, or one for each number."""
    return [said] if isinstance(said, str) else list(said)  # type: ignore[call-overload]


def _without_generator(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if "Generated-By" not in line)
