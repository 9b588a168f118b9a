"""``warcry3d band`` on fighters made up here, and on those that ship."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.rules.warcry.bands.folk import band_json, profile_json
from tests.rules.warcry.bands.test_community import entry
from warcry3d.cli import main
from warcry3d.rules.warcry.bands.files import load_fighters

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def band(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs ``band`` in a folder with a legal warband, a bad one, fighters, and shared ones."""
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    monkeypatch.chdir(tmp_path)
    boss = {"profile": profile_json("boss", runemarks=["hero"])}
    diggers = [{"profile": profile_json("digger")} for _ in range(3)]
    spy = {"profile": profile_json("spy", faction="bog", points=900), "role": "own"}
    table = [{"start": 6, "move": 3, "toughness": 2, "weapons": [{"attacks": 2, "range": [0, 2], "strength": 2}]}]
    worm = profile_json("worm", name="Great Worm", runemarks=["gargantuan"], damage_table=table, base={"round": 100})
    fighters = [profile_json("a", points=50), profile_json("b", faction="bog", runemarks=["fly"], alliance="sky"), worm]
    write("good.band.json", band_json(boss, *diggers))
    groups = {"dagger": ["boss"], "shield": [], "hammer": ["digger", "digger-2", "digger-3"]}
    write("bad.band.json", band_json(boss, *diggers, spy, groups=groups))
    write("some.fighters.json", {"format": "warcry3d.fighters/1", "fighters": fighters})
    write("shared.json", [entry("a"), entry("b", name="Cook", warband="Bog", runemarks=[])])

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["band", *arguments])
        return code, *capsys.readouterr()

    return run


def write(name: str, value: Any) -> None:
    Path(name).write_text(json.dumps(value), encoding="utf-8")


def test_legal_warband_exits_0_and_gets_groups_suggested(band: Run) -> None:
    code, out, _ = band("check", "good.band.json")
    assert code == 0
    assert out.splitlines() == [
        "The Ditch (ditch, earth): 4 fighters, 240 points",
        "  the warband is legal",
        "it has no groups yet; suggested groups:",
        "  dagger: Boss",
        "  shield: Digger",
        "  hammer: Digger, Digger",
    ]


def test_every_fault_is_told_with_place_and_rule_and_exits_1(band: Run) -> None:
    """rule: WC-BAND-7, WC-BAND-8, WC-GROUP-1, WC-GROUP-3."""
    code, out, _ = band("check", "bad.band.json")
    assert code == 1
    assert out.splitlines()[1:5] == [
        "  fighters: 1140 points are 140 more than the 1000 allowed (WC-BAND-7)",
        "  fighters[4].profile.faction: Spy has the faction runemark bog; the warband's is ditch (WC-BAND-8)",
        "  groups: Spy is in no group (WC-GROUP-1)",
        "  groups: the groups have 0 to 3 fighters; their sizes may differ by at most 1 (WC-GROUP-3)",
    ]
    answer = json.loads(band("check", "bad.band.json", "--json")[1])
    assert (answer["format"], answer["legal"], answer["suggested"]) == ("warcry3d.band-check/1", False, False)
    assert [fault["rule"] for fault in answer["faults"]] == ["WC-BAND-7", "WC-BAND-8", "WC-GROUP-1", "WC-GROUP-3"]
    assert answer["faults"][1]["place"] == "fighters[4].profile.faction"
    assert answer["groups"]["dagger"] == ["boss"]
    assert json.loads(band("check", "good.band.json", "--json")[1])["suggested"] is True


def test_fighters_are_listed_by_faction_runemark_alliance_and_points(band: Run) -> None:
    code, out, _ = band("list", "some.fighters.json")
    assert code == 0
    assert out.splitlines() == [
        "ditch (earth)",
        "  A [a]: 50 points, Move 4, Toughness 3, Wounds 10",
        "  Great Worm [worm]: 60 points, Move 4, Toughness 3, Wounds 10; gargantuan",
        "bog (sky)",
        "  B [b]: 60 points, Move 4, Toughness 3, Wounds 10; fly",
        "3 fighters",
    ]

    def ids(*filters: str) -> list[str]:
        answer = json.loads(band("list", "some.fighters.json", "--json", *filters)[1])
        assert answer["format"] == "warcry3d.fighters/1"
        return [one["id"] for one in answer["fighters"]]

    assert ids("--faction", "Ditch") == ["a", "worm"]
    assert ids("--alliance", "sky") == ids("--runemark", "Fly") == ["b"]
    assert ids("--points", "59") == ["a"]
    assert ids("--runemark", "fly", "--runemark", "gargantuan") == []
    assert band("list", "good.band.json")[1].splitlines()[-1] == "2 fighters"


def test_without_a_file_what_ships_is_listed(band: Run) -> None:
    code, out, _ = band("list")
    assert code == 0
    assert "stilt-watch: The Stilt Watch (stilt-watch, hearth): 10 fighters, 995 points" in out.splitlines()
    assert "drowned-forest.fighters.json: fighters to pick from" in out.splitlines()
    answer = json.loads(band("list", "--json")[1])
    assert {"low-tide", "stilt-watch"} <= {one["name"] for one in answer["bands"]}


def test_monsters_card_tells_what_its_stars_mean(band: Run) -> None:
    """rule: WC-MON-1."""
    code, out, _ = band("show", "some.fighters.json", "Great Worm")
    assert code == 0
    assert out.splitlines() == [
        "Great Worm [worm]",
        "  ditch (earth), 60 points",
        "  Move 4*, Toughness 3*, Wounds 10",
        "  runemarks: gargantuan",
        "  club: Range 1*, Attacks 3*, Strength 3*, Damage 1/3",
        "  * with 6 to 9 damage points: Move 3, Toughness 2, club Range 0-2, club Attacks 2, club Strength 2",
        "  round base of 100 mm, stands as gargantuan",
    ]


def test_warband_is_shown_fighter_by_fighter_and_as_a_file_again(band: Run) -> None:
    code, out, _ = band("show", "good.band.json")
    assert code == 0
    assert out.splitlines()[2] == "Boss [boss]: leader"
    assert out.splitlines().count("  no base size is known, stands as axeman") == 3
    Path("again.band.json").write_text(band("show", "good.band.json", "--json")[1], encoding="utf-8")
    assert band("check", "again.band.json") == band("check", "good.band.json")
    shown = json.loads(band("show", "good.band.json", "boss", "--json")[1])
    assert [one["id"] for one in shown["fighters"]] == ["boss"]
    assert band("show", "stilt-watch")[1].startswith("The Stilt Watch (stilt-watch, hearth)")


def test_import_says_what_is_missing_and_how_to_give_it(band: Run) -> None:
    code, out, _ = band("import", "shared.json", "--out", "ours.fighters.json")
    assert code == 0
    assert out.splitlines() == [
        "ours.fighters.json: 2 fighters of 2 factions",
        "2 fighters have no base size and cannot stand on a table: Digger with Spade, Cook",
        "set it with --base 'Digger with Spade=32', or in a file for --bases: {\"Digger with Spade\": 32}",
        "1 monster has no damage table (the format has none): Digger with Spade",
        "add it as 'damage_table' next to their weapons in ours.fighters.json",
    ]
    write("bases.json", {"Cook": "60x35"})
    code, out, _ = band(
        "import", "shared.json", "--bases", "bases.json", "--base", "a=28.5", "--out", "ours.fighters.json", "--json"
    )
    answer = json.loads(out)
    assert (answer["format"], answer["fighters"], answer["without_base"]) == ("warcry3d.band-import/1", 2, [])
    assert answer["factions"] == ["bog", "the-ditch-diggers"]
    assert [one["id"] for one in answer["without_damage_table"]] == ["a"]
    lengths = [one.base.length * 25.4 for one in load_fighters("ours.fighters.json") if one.base is not None]
    assert lengths == pytest.approx([28.5, 60])


def test_exported_fighters_are_those_that_were_imported(band: Run) -> None:
    band("import", "shared.json", "--out", "ours.fighters.json", "--base", "Cook=32")
    assert band("export", "ours.fighters.json", "--out", "back.json") == (0, "back.json: 2 fighters\n", "")
    assert json.loads(Path("back.json").read_text("utf-8")) == json.loads(Path("shared.json").read_text("utf-8"))
    band("export", "ours.fighters.json", "--out", "sized.json", "--bases")
    assert json.loads(Path("sized.json").read_text("utf-8"))[1]["base_size_x"] == "32"
    _, out, _ = band("export", "some.fighters.json", "--out", "lost.json")
    assert out.splitlines()[1] == "the format has no damage tables; left out: Great Worm"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("check", "nobody"), "nobody: there is no file nobody"),
        (("check", "some.fighters.json"), "some.fighters.json: "),
        (("list", "shared.json"), "lists that others share are read by 'band import'"),
        (("list", "bases.txt"), "bases.txt: "),
        (("list", "some.fighters.json", "--faction", "Ditsch"), "no fighter of the faction 'Ditsch'; similar: ditch"),
        (("list", "some.fighters.json", "--faction", ""), "no fighter of the faction ''; similar: bog, ditch"),
        (("show", "some.fighters.json", "worm?"), "no fighter 'worm?' in some.fighters.json"),
        (("show", "some.fighters.json", "great"), "similar: Great Worm"),
        (("import", "some.fighters.json", "--out", "x.json"), "expected a list of fighters"),
        (("import", "shared.json", "--out", "x.json", "--base", "32"), "--base takes a name and a size"),
        (("import", "shared.json", "--out", "x.json", "--base", "Cook=big"), "for 'Cook', got 'big'"),
        (("import", "shared.json", "--out", "x.json", "--base", "Kook=32"), "no fighter is called 'Kook'"),
        (("import", "shared.json", "--out", "no/folder/x.json"), "cannot be written"),
        (("dance",), "invalid choice"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_exits_2(arguments: tuple[str, ...], says: str, band: Run) -> None:
    Path("bases.txt").write_text("[[[", encoding="utf-8")
    code, out, err = band(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("warcry3d: ") and says in err
    assert err.count("\n") == 1
    assert not Path("x.json").exists()


def test_schemas_of_fighters_and_warbands_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("fighters", "warband"):
        assert main(["schema", name]) == 0
        assert json.loads(capsys.readouterr().out)["$id"] == f"urn:warcry3d:{name}:1"


def test_factions_are_listed_by_alliance_in_both_languages(band: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """rule: WC-FACTION-2, WC-FACTION-5, WC-FACTION-9."""
    code, out, _ = band("factions")
    assert code == 0
    assert out.splitlines()[:2] == ["Order [order]", "  Daughters of Khaine [daughters-of-khaine]"]
    assert "    Hammerhal [hammerhal]" in out.splitlines()
    monkeypatch.setenv("WARCRY3D_LANG", "zh_CN")
    assert band("factions")[1].splitlines()[1] == "  凯恩之女 [daughters-of-khaine]"
    answer = json.loads(band("factions", "--json")[1])
    assert [alliance["id"] for alliance in answer["alliances"]] == ["order", "chaos", "death", "destruction"]
