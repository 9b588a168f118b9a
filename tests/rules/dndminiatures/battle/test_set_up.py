"""From the roll for tiles to the first round (DDM-TILE, DDM-SETUP, DDM-MAP, DDM-BAND-6)."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.rules.dndminiatures.battle.field import RULES, Played, creature, set_up
from warcry3d.errors import FileError, QuestionError
from warcry3d.game.actions import Pick
from warcry3d.game.prompts import PickOne, Place
from warcry3d.game.ruleset import Choice
from warcry3d.game.setup import Setup, setup_of
from warcry3d.rules.dndminiatures.battle.actions import LayTile, SetUpAt, Standing
from warcry3d.rules.dndminiatures.battle.tile_laying import tiles_left
from warcry3d.rules.dndminiatures.creatures.card import Creature, Size
from warcry3d.rules.dndminiatures.tiles.map_tile import MapTile
from warcry3d.rules.dndminiatures.tiles.tile_files import shipped_tiles, tile_to_wire
from warcry3d.rules.dndminiatures.tiles.tile_sets import default_tiles
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

PLAYERS = ("red", "blue", "green", "gold")


def open_map(
    players: int = 2, band: Sequence[Creature] = (creature("captain", rating=4),), tiles: Sequence[MapTile] = ()
) -> Setup:
    """Return a set-up on the open map: alike warbands, alike tiles."""
    names = PLAYERS[:players]
    cards = {name: msgspec.to_builtins(list(band)) for name in names}
    wires = {name: msgspec.to_builtins([tile_to_wire(one) for one in tiles or default_tiles()]) for name in names}
    table = load_table(shipped_root() / "terrain" / "map-0-open.table.json")
    return setup_of(table, names, {"warbands": cards, "tiles": wires})


def laid_out(game: Played, *areas: str) -> Played:
    """Lay all tiles where the game proposes them; ``areas``: the start areas that are chosen."""
    wanted = list(areas)
    while isinstance(game.due, Choice) and game.due.kind in ("start-area", "assembly-tile", "lay-tile"):
        if game.due.kind == "lay-tile":
            prompt = next(one for one in RULES.prompts(game.state) if isinstance(one, Place) and one.suggested)
            game.do(prompt.action(prompt.suggested))
        else:
            game.do(Pick((wanted.pop(0) if game.due.kind == "start-area" else "0",)))
    return game


def due(game: Played) -> tuple[str, str]:
    assert isinstance(game.due, Choice)
    return game.due.kind, game.due.player


def test_named_player_chooses_an_area_and_lays_its_assembly_tile_first() -> None:
    """rule: DDM-TILE-1, DDM-TILE-2, DDM-TILE-3, DDM-TILE-4: the winner of the roll names who that is."""
    game = Played(RULES.start(open_map())).roll(15, 3)
    assert due(game) == ("sets-up-first", "red")
    game.do(Pick(("blue",)))
    assert due(game) == ("start-area", "blue")
    (prompt,) = RULES.prompts(game.state)
    assert isinstance(prompt, PickOne)
    assert [len(one.areas) for one in prompt.options] == [len(game.state.context.grid.start(n)) for n in range(4)]
    game.do(Pick(("2",)))
    first, second = game.state.tiles
    assert (first.player, first.tile, second.player, second.tile) == ("blue", "lantern-yard", "red", "lantern-yard")
    assert game.state.exit_cells("red") == game.state.context.grid.exits(3)  # the opposite corner was left (DDM-MAP-3)
    assert due(game) == ("lay-tile", "blue")


def test_features_are_laid_one_a_player_in_turn_until_all_lie() -> None:
    """rule: DDM-TILE-6, DDM-TILE-7, DDM-SETUP-4: three each for two players, then warbands, then the first round."""
    game = laid_out(Played(RULES.start(open_map())).roll(15, 3).do(Pick(("blue",))), "0")
    assert [one.player for one in game.state.tiles] == ["blue", "red"] * 4
    assert due(game) == ("set-up", "blue")
    for _ in range(2):
        (prompt,) = RULES.prompts(game.state)
        assert isinstance(prompt, Place)
        game.do(prompt.action(prompt.suggested))
    assert game.state.round == 1


def test_three_players_lay_two_features_of_their_choice() -> None:
    """rule: DDM-TILE-5, DDM-TILE-7, DDM-MAP-4: and one of them begins at an edge, with three exits."""
    game = Played(RULES.start(open_map(3))).roll(15, 3, 2).do(Pick(("red",)), Pick(("4",)))
    assert due(game) == ("assembly-tile", "red")
    game.do(Pick(("1",)))
    assert len(game.state.exit_cells("red")) == 3
    laid_out(game, "1")
    assert [one.player for one in game.state.tiles] == ["red", "blue", "green"] * 3
    assert tiles_left(game.state, "red") == ()


def test_tile_that_lies_wrong_is_refused() -> None:
    """rule: DDM-TILE-7, DDM-TILE-11."""
    game = Played(RULES.start(open_map())).roll(15, 3).do(Pick(("red",)), Pick(("0",)))
    assert game.faults(LayTile("fallen-colonnade", (0, 0))) == ["DDM-TILE-11"]
    assert game.faults(LayTile("watch-post", (10, 10))) == ["DDM-TILE-7"]
    game.do(LayTile("fallen-colonnade", (12, 9), 1))
    assert game.state.grid.at((15, 9)) in "o."
    assert "o" in "".join(game.state.grid.rows)


def test_player_without_room_for_a_tile_is_passed_over() -> None:
    """rule: DDM-TILE-6: until no room is left."""
    long = ["#" * 12, *(["#..........#"] * 10), "#" * 12]
    huge = [
        shipped_tiles()["lantern-yard"],
        *(
            msgspec.structs.replace(tile_to_wire(tile), rows=list(long), edges=[], id=tile.id)
            for tile in default_tiles()[1:]
        ),
    ]
    setup = open_map()
    wires = [msgspec.to_builtins(tile_to_wire(one) if isinstance(one, MapTile) else one) for one in huge]
    details = {**setup.details, "tiles": dict.fromkeys(("red", "blue"), wires)}
    game = Played(RULES.start(msgspec.structs.replace(setup, details=details))).roll(15, 3).do(Pick(("red",)))
    laid_out(game, "0")
    assert due(game)[0] == "set-up"
    assert len(game.state.tiles) < 8


def test_map_is_left_by_ones_own_exits_only() -> None:
    """rule: DDM-MAP-2."""
    game = laid_out(Played(RULES.start(open_map())).roll(15, 3).do(Pick(("red",))), "0")
    assert game.state.exit_cells("red") == {(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)}
    assert game.state.exit_cells("red").isdisjoint(game.state.exit_cells("blue"))


def test_warband_is_set_up_whole_on_its_tile_off_walls_and_statues_one_to_a_square() -> None:
    """rule: DDM-SETUP-1, DDM-SETUP-2, DDM-SETUP-3."""
    band = (creature("captain", rating=4), creature("pal"), creature("ogre", size=Size.LARGE))
    game = laid_out(Played(RULES.start(open_map(band=band))).roll(15, 3).do(Pick(("red",))), "0")

    def at(captain: tuple[int, int], pal: tuple[int, int], ogre: tuple[int, int]) -> SetUpAt:
        cells = {"red-captain": captain, "red-pal": pal, "red-ogre": ogre}
        return SetUpAt(tuple(Standing(id, cell) for id, cell in cells.items()))

    assert game.faults(at((5, 5), (5, 1), (1, 4))) == []  # (5, 5) is difficult ground
    for wrong in (
        at((0, 4), (5, 1), (1, 4)),  # a wall
        at((4, 2), (5, 1), (1, 4)),  # a statue
        at((8, 8), (5, 1), (1, 4)),  # beside the tile
        at((5, 5), (5, 1), (7, 3)),  # a big creature half beside it
        at((5, 5), (5, 5), (1, 4)),  # two on a square
    ):
        assert game.faults(wrong) == ["DDM-SETUP-2"]
    assert game.faults(SetUpAt((Standing("red-pal", (5, 1)),))) == ["DDM-SETUP-1"]


def test_warband_that_does_not_fit_stands_as_near_as_it_can() -> None:
    """rule: DDM-SETUP-3, and its open place: five big creatures on 12 squares."""
    rows = ("....22bb", "....222b", "....2222", "........", "........", "1111....", "a111....", "aaa1....")
    band = [creature("captain", rating=4), *(creature(f"ogre{n}", size=Size.LARGE) for n in range(4))]
    game = Played(RULES.start(set_up({"red": band, "blue": [creature("foe", rating=1)]}, rows)))
    game.roll(15, 3).do(Pick(("red",)), Pick(("0",)))
    (prompt,) = RULES.prompts(game.state)
    assert isinstance(prompt, Place) and len(prompt.suggested) == 5
    game.do(prompt.action(prompt.suggested))
    assert sum(max(game.state.creature(f"red-ogre{n}").cell) > 3 for n in range(4)) <= 3


def test_open_map_needs_tiles_and_a_printed_one_takes_none() -> None:
    """rule: DDM-BAND-6."""
    setup = open_map()
    details = {name: value for name, value in setup.details.items() if name != "tiles"}
    with pytest.raises(QuestionError, match="each warband brings 4 tiles"):
        RULES.start(msgspec.structs.replace(setup, details=details))
    printed = set_up({"red": [creature("a", rating=1)], "blue": [creature("b", rating=1)]})
    with pytest.raises(QuestionError, match="no tiles are laid on this map"):
        RULES.start(msgspec.structs.replace(printed, details={**printed.details, "tiles": setup.details["tiles"]}))
    few = {**setup.details, "tiles": {name: wires[:3] for name, wires in setup.details["tiles"].items()}}
    with pytest.raises(FileError, match=r"details.tiles.red: expected 3 feature tiles, got 2 \(DDM-BAND-6\)"):
        RULES.start(msgspec.structs.replace(setup, details=few))
