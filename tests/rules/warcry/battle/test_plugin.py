"""What may be wished for with a battle of Warcry reaches its set-up."""

import json
from functools import cache
from pathlib import Path

import pytest

from tests.rules.warcry.battle.field import fighting, profile
from warcry3d.errors import QuestionError
from warcry3d.game.setup import Setup
from warcry3d.rules.battle_api import BattleRequest, Marker, MarkerKind
from warcry3d.rules.warcry.battle.context import BattleContext
from warcry3d.rules.warcry.battle.plugin import SETTINGS, warcry_setup
from warcry3d.rules.warcry.battle.standings import standings
from warcry3d.rules.warcry.battle.state import FighterStatus, Objective, Treasure
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_piece
from warcry3d.table.table import Table

WISHES = [
    {"terrain": "free"},
    {"terrain": "deck"},
    {"terrain": "deck", "terrain-card": "Bridges"},
    {"decks": "own.decks.json"},
    {"abilities": "own.abilities.json"},
    {"victory": "Reaper"},
    {"deployment": "Cut Off"},
    {"twist": "Knee Deep"},
    {"too-close": "seen"},
    {"warbands": "any"},
]


@cache
def board() -> Table:
    return load_table(shipped_piece("terrain/board-1-stilts.table.json"))


def set_up(options: dict[str, str]) -> Setup:
    """Return the set-up of a battle of the warbands that ship, as it is asked for."""
    return warcry_setup(BattleRequest(board(), ("red", "blue"), ("stilt-watch", "low-tide"), options))


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay a deck and an ability of somebody's own down where the program runs."""
    monkeypatch.chdir(tmp_path)
    victory = [{"name": "Vigil", "scores": [{"per": "more-blood"}]}]
    (tmp_path / "own.decks.json").write_text(json.dumps({"format": "warcry3d.decks/1", "victory": victory}))
    own = {"id": "dry-feet", "name": "Dry Feet", "cost": "double", "do": [{"do": "heal", "who": "self", "amount": 1}]}
    (tmp_path / "own.abilities.json").write_text(json.dumps({"format": "warcry3d.abilities/1", "abilities": [own]}))


def test_every_option_is_wished_for_here() -> None:
    assert {name for wish in WISHES for name in wish} == {setting.name for setting in SETTINGS}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_what_is_wished_for_changes_the_set_up(wish: dict[str, str]) -> None:
    setup = set_up(wish)
    assert setup.details != set_up({}).details
    BattleContext(setup)


def test_players_are_not_asked_to_set_up_terrain_that_is_not_there() -> None:
    empty = load_table(shipped_piece("terrain/empty-board.table.json"))
    with pytest.raises(QuestionError, match="the board has 0 features of it, and 2 are due in each quarter"):
        warcry_setup(BattleRequest(empty, ("red", "blue"), ("stilt-watch", "low-tide"), {"terrain": "free"}))


@pytest.mark.usefixtures("files")
def test_own_abilities_are_there_in_the_battle() -> None:
    assert "dry-feet" in BattleContext(set_up({"abilities": "own.abilities.json"})).abilities


@pytest.mark.parametrize("name", ["terrain", "too-close", "warbands"])
def test_a_wish_that_is_none_of_the_words_is_refused(name: str) -> None:
    with pytest.raises(QuestionError, match="expected one of"):
        set_up({name: "sea"})


def test_an_unknown_setting_is_refused_with_those_there_are() -> None:
    with pytest.raises(QuestionError, match="no setting 'colour'; there are: terrain, decks, victory"):
        set_up({"colour": "red"})


def test_standings_tell_wounds_markers_round_and_points() -> None:
    """A treasure lies where its carrier is, and is its side's; who is off the battlefield has no wounds to tell."""
    places = {"red-a": (4, 4), "red-b": (6, 4), "blue-c": (20, 15)}
    state = fighting(places, profiles={"blue-c": profile("c", wounds=8)}).state
    asleep = Objective(id="objective-1", at=(3, 3, 0), is_awake=False)
    held = Objective(id="objective-2", at=(9, 9, 0), controller="blue")
    fighters = tuple(
        f.changed(damage=3) if f.id == "blue-c" else f.changed(place=FighterStatus.DOWN) if f.id == "red-b" else f
        for f in state.fighters
    )
    taken = Treasure(id="treasure-4", at=(1, 1, 0), carrier="red-a")
    state = state.changed(objectives=(asleep, held), treasures=(taken,), fighters=fighters, round=2, rounds=4)
    found = standings(state)
    assert found.wounds == {"red-a": (10, 10), "blue-c": (5, 8)}
    assert found.markers == (
        Marker(MarkerKind.OBJECTIVE, "1", (3, 3, 0), "", is_asleep=True),
        Marker(MarkerKind.OBJECTIVE, "2", (9, 9, 0), "blue"),
        Marker(MarkerKind.TREASURE, "4", state.fighter("red-a").at, "red"),
    )
    assert [str(line) for line in found.lines] == ["round 2 of 4", "red: 0 victory points", "blue: 0 victory points"]
    assert found.models["blue-c"].can_act
    assert [str(fact.message) for fact in found.models["blue-c"].facts] == [
        "Move 4 in, Toughness 4",
        "sword: 3 dice, strength 4, damage 1 or 4, range 0 to 1 in",
    ]
    set_up_still = standings(state.changed(round=0))
    assert set_up_still.lines == ()
    assert not any(one.can_act for one in set_up_still.models.values())


@pytest.mark.parametrize(
    ("count", "said"), [(1, "has reacted: 1 action fewer"), (2, "has reacted: 2 actions fewer")], ids=str
)
def test_standings_tell_what_reactions_cost(count: int, said: str) -> None:
    """rule: WC-REACT-9."""
    state = fighting({"red-a": (4, 4), "blue-c": (20, 15)}).state
    fighters = tuple(f.changed(reactions=count) if f.id == "red-a" else f for f in state.fighters)
    assert [str(mark.message) for mark in standings(state.changed(fighters=fighters)).models["red-a"].marks] == [said]
