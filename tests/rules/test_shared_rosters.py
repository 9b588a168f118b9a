"""Rosters as BattleScribe and New Recruit share them: the same tree from XML, a zip archive and JSON."""

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from warcry3d.errors import FileError
from warcry3d.rules.shared_rosters import Roster, is_roster, roster_of

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"

XML = f"""<?xml version="1.0" encoding="UTF-8"?>
<roster name="Ferry" gameSystemName="Some game" xmlns="{NAMESPACE}">
 <costs><cost name="PL" value="3.0"/><cost name=" pts" value="95.0"/></costs>
 <costLimits><costLimit name="pts" value="500.0"/></costLimits>
 <forces><force name="Army" catalogueName="Folk - Ferrymen">
  <rules><rule name="Tide" hidden="false"><description>It comes in.</description></rule></rules>
  <selections>
   <selection name="Ferrymen" customName="Old Crew" type="unit" number="1">
    <categories>
     <category name="Infantry" primary="false"/><category name="Battleline" primary="true"/>
    </categories>
    <costs><cost name="pts" value="80.0"/></costs>
    <profiles><profile name="Ferryman" typeName="Unit"><characteristics>
      <characteristic name="M">6"</characteristic><characteristic name="T">3</characteristic>
    </characteristics></profile></profiles>
    <selections><selection name="Boathook" type="upgrade" number="5">
     <costs><cost name="pts" value="15"/></costs></selection></selections>
   </selection>
  </selections>
 </force></forces>
</roster>"""

JSON: dict[str, Any] = {
    "roster": {
        "name": "Ferry",
        "gameSystemName": "Some game",
        "costs": [{"name": "PL", "value": 3}, {"name": " pts", "value": 95}],
        "costLimits": [{"name": "pts", "value": 500}],
        "forces": [
            {
                "name": "Army",
                "catalogueName": "Folk - Ferrymen",
                "rules": [{"name": "Tide", "description": "It comes in.", "hidden": False}],
                "selections": [
                    {
                        "name": "Ferrymen",
                        "customName": "Old Crew",
                        "type": "unit",
                        "number": 1,
                        "categories": [
                            {"name": "Infantry", "primary": False},
                            {"name": "Battleline", "primary": True},
                        ],
                        "costs": [{"name": "pts", "value": 80}],
                        "profiles": [
                            {
                                "name": "Ferryman",
                                "typeName": "Unit",
                                "characteristics": [{"name": "M", "$text": '6"'}, {"name": "T", "$text": 3}],
                            }
                        ],
                        "selections": [
                            {
                                "name": "Boathook",
                                "type": "upgrade",
                                "number": 5,
                                "costs": [{"name": "pts", "value": 15.0}],
                            }
                        ],
                    }
                ],
            }
        ],
    }
}


def zipped(text: str, name: str = "anything.ros") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return stream.getvalue()


def without_places(roster: Roster) -> list[Any]:
    return [
        (
            *(one.name, one.custom, one.kind, one.number, one.points, one.categories, one.group, one.rules),
            *((profile.name, profile.kind, dict(profile.values)) for profile in one.profiles),
        )
        for force in roster.forces
        for top in force.selections
        for one in top.all()
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("text", [XML, json.dumps(JSON)], ids=["XML", "JSON"])
def test_rosters_are_read_in_every_encoding(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    assert is_roster(data)
    assert without_places(roster_of("x.ros", data)) == without_places(roster_of("x.ros", text.encode()))


@pytest.mark.parametrize("data", [XML.encode(), zipped(XML), zipped(XML, "../x.ros"), json.dumps(JSON).encode()])
def test_every_form_gives_the_same_roster(data: bytes) -> None:
    assert is_roster(data)
    roster = roster_of("x.rosz", data)
    assert (roster.name, roster.system, roster.points, roster.limit) == ("Ferry", "Some game", 95, 500)
    (force,) = roster.forces
    assert (force.name, force.catalogue) == ("Army", "Folk - Ferrymen")
    assert [(rule.name, rule.text) for rule in force.rules] == [("Tide", "It comes in.")]
    assert without_places(roster) == [
        (
            *("Ferrymen", "Old Crew", "unit", 1, 80, ("Battleline", "Infantry"), "", ()),
            ("Ferryman", "Unit", {"M": '6"', "T": "3"}),
        ),
        ("Boathook", "", "upgrade", 5, 15, (), "", ()),
    ]
    assert force.selections[0].all_points == 95
    assert force.selections[0].selections[0].place.place.endswith("forces[0].selections[0].selections[0]")


ONE = {"costs": "cost", "categories": "category", "profiles": "profile", "characteristics": "characteristic"}
ONE |= {"selections": "selection", "forces": "force", "rules": "rule", "costLimits": "costLimit"}


def converted(node: dict[str, Any], mark: str, text: str) -> dict[str, Any]:
    """Return a roster as programs turn XML into JSON: lists a level further in, attributes marked or apart."""
    found: dict[str, Any] = {}
    for key, value in node.items():
        if key in ONE:
            inner = [converted(one, mark, text) for one in value]
            found[key] = [{ONE[key]: inner}] if mark == "$" else {ONE[key]: inner if len(inner) > 1 else inner[0]}
        elif key == "$text":
            found[text] = value
        elif mark == "$":
            found.setdefault("$", {})[key] = str(value).lower() if isinstance(value, bool) else str(value)
        else:
            found[mark + key] = str(value).lower() if isinstance(value, bool) else str(value)
    return found


@pytest.mark.parametrize(("mark", "text"), [("", "$text"), ("_", "__text"), ("@", "#text"), ("$", "_")])
def test_xml_that_programs_turned_into_json_gives_the_same_roster(mark: str, text: str) -> None:
    data = json.dumps({"roster": converted(JSON["roster"], mark, text)}).encode()
    roster, plain = roster_of("x.json", data), roster_of("x.json", json.dumps(JSON).encode())
    assert without_places(roster) == without_places(plain)
    assert (roster.name, roster.points, roster.limit) == (plain.name, plain.points, plain.limit)


@pytest.mark.parametrize("value", [JSON["roster"], {"data": JSON}], ids=["without the field", "one level in"])
def test_a_roster_in_json_is_found_in_its_file(value: dict[str, Any]) -> None:
    assert roster_of("x.json", json.dumps(value).encode()).name == "Ferry"


def test_what_a_system_puts_into_archives_counts_for_nothing() -> None:
    stream = io.BytesIO(zipped(XML, "Ferry.ros"))
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("__MACOSX/._Ferry.ros", "?")
        archive.writestr(".DS_Store", "?")
    assert roster_of("x.rosz", stream.getvalue()).name == "Ferry"


def test_a_file_is_read_by_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(zipped(XML))
    assert roster_of(path).name == "Ferry"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<index/>", "expected a roster, got XML whose outermost element is 'index'"),
        (b"<catalogue/>", "expected a roster, got a catalogue: it lists what may be picked, not an army"),
        (b"<!DOCTYPE html><html></html>", "expected a roster, got a web page"),
        (b"<roster/>", "the roster has no forces"),
        (b'<!DOCTYPE roster [<!ENTITY a "b">]><roster name="&a;"/>', "the XML declares a document type"),
        (zipped("<roster>" + " " * 3_000_000 + "</roster>"), "unpacks to 3000017 bytes"),
        (b"[]", "expected a roster: an object with the field 'roster'"),
        (b'{"roster": 3}', "expected a roster: an object with the field 'roster'"),
        (b'{"roster": {"forces": {}}}', "the roster has no forces"),
        (b'{"roster": {"forces": [3]}}', r"roster\.forces: expected a list of objects"),
        (b'{"roster": {"name": [], "forces": [{}]}}', r"roster\.name: expected a text or a number"),
        (XML.replace('number="5"', 'number="many"').encode(), r"number: expected a whole number, got 'many'"),
        (XML.replace('value="15"', 'value="x"').encode(), r"costs\[0\]\.value: expected a number of points, got 'x'"),
        (XML.replace('name="Boathook"', 'name=" "').encode(), r"selections\[0\]: the selection has no name"),
        (XML.replace("It comes in.", "a" * 20_001).encode(), "a text of 20001 characters; expected at most 20000"),
    ],
)
def test_what_is_no_roster_is_refused_with_its_place(data: bytes, said: str) -> None:
    with pytest.raises(FileError, match=said) as caught:
        roster_of("x.ros", data)
    assert str(caught.value).startswith("x.ros: ")


def test_too_many_selections_are_refused() -> None:
    many = '<selection name="a" type="upgrade"/>' * 20_001
    data = f"<roster><forces><force><selections>{many}</selections></force></forces></roster>".encode()
    with pytest.raises(FileError, match="the roster has more than 20000 selections"):
        roster_of("x.ros", data)


@pytest.mark.parametrize("name", ["WARCRY3D_40K_DATA", "WARCRY3D_WARCRY_DATA"])
def test_points_of_selections_add_up_to_those_of_rosters_by_others(name: str) -> None:
    folder = Path(os.environ.get(name, ""))
    if not os.environ.get(name) or not folder.is_dir():
        pytest.skip(f"set {name} to a folder of rosters that players share")
    for path in sorted(folder.rglob("*.ros*")):
        roster = roster_of(path)
        assert roster.points == sum(one.all_points for force in roster.forces for one in force.selections), path
