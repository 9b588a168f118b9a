"""The picture of a battle: names with wounds, markers in the colours of whose they are, the points."""

from types import MappingProxyType

import numpy as np
import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.game.race import Race, race_setup
from warcry3d.app.pictures.battle import battle_picture, unit_plates
from warcry3d.app.pictures.table import Above, Corner, PictureSizeError, shot_of
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import Image
from warcry3d.app.scene.world import Quality
from warcry3d.game.reasons import RuleReason
from warcry3d.game.session import Game
from warcry3d.message import Message
from warcry3d.messages import Words
from warcry3d.rules.battle_api import BattleOffer, Marker, MarkerKind, Standings, UnitStanding

QUICK = Quality(shadow_size=512, shadow_taps=4, oversampling=1)
SIZE = (800, 500)
PLACE = (15.0, 3.5, 0.0)


def offer(*markers: Marker, wounds: int = 7, points: int = 3) -> BattleOffer:
    """Return a race that stands as told."""
    lines = (RuleReason("", Message("{player}: {points} victory points", {"player": "red", "points": points})),)
    standings = Standings(MappingProxyType({"red": (wounds, 10)}), markers, lines)
    return BattleOffer(Race(), lambda asked: race_setup(), {}, "", (), standings=lambda state: standings)


def taken(graphics: Graphics, of: BattleOffer, view: Above | Corner) -> Image:
    game = Game.begin(Race(), race_setup())
    return battle_picture(game, of, Words("en"), view=view, size=SIZE, quality=QUICK, graphics=graphics)


@pytest.mark.parametrize("view", [Above(), Corner()], ids=["above", "corner"])
def test_a_marker_lies_where_it_is_in_the_colour_of_whose_it_is(graphics: Graphics, view: Above | Corner) -> None:
    without = taken(graphics, offer(), view).astype(int)
    shot = shot_of(Game.begin(Race(), race_setup()).table, view, SIZE[0] / SIZE[1])
    x, y, _ = project(shot, np.array([(*PLACE[:2], 0.35)]), SIZE)[0]
    where = slice(round(y) - 3, round(y) + 4), slice(round(x) - 3, round(x) + 4)
    colours = {}
    for side in ("red", "blue", ""):
        image = taken(graphics, offer(Marker(MarkerKind.TREASURE, "1", PLACE, side)), view).astype(int)
        colours[side] = image[where].reshape(-1, 3).mean(axis=0)
        assert np.abs(colours[side] - without[where].reshape(-1, 3).mean(axis=0)).max() > 40
    assert colours["red"][0] > colours["red"][2] + 60
    assert colours["blue"][2] > colours["blue"][0] + 60
    assert colours[""][0] > 150
    assert colours[""][1] > 120


def test_wounds_and_points_are_written(graphics: Graphics) -> None:
    """One wound more or less changes the fighter's label alone, one point the line at the bottom alone."""
    first, hurt, better = (
        taken(graphics, offer(**how), Above()).astype(int) for how in ({}, {"wounds": 6}, {"points": 4})
    )
    changed = np.argwhere(np.abs(first - hurt).max(axis=2) > 30)
    assert 0 < len(changed) < 400
    assert np.ptp(changed, axis=0).max() < 30
    changed = np.argwhere(np.abs(first - better).max(axis=2) > 30)
    assert 0 < len(changed) < 400
    assert changed[:, 0].min() > 0.85 * SIZE[1]


def test_a_picture_too_small_is_refused(graphics: Graphics) -> None:
    game = Game.begin(Race(), race_setup())
    with pytest.raises(PictureSizeError):
        battle_picture(game, offer(), Words("en"), view=Above(), size=(20, 20), graphics=graphics)


def test_a_unit_has_one_plate_and_others_their_wounds(make_model: MakeModel, make_table: MakeTable) -> None:
    """Seen in a picture of a replay: the names of 51 models lay over each other."""
    table = make_table(*(make_model(id, x, 2) for id, x in (("a", 2), ("b", 4), ("c", 6), ("d", 9))))
    units = (UnitStanding("owls", "Owls", "red", ("a", "b", "c", "gone")), UnitStanding("sage", "Sage", "red", ("d",)))
    standings = Standings(MappingProxyType(dict.fromkeys("abcd", (1, 2))), units=units)
    names = {"a": "Owls 1", "b": "Owls 2", "c": "Owls 3", "d": "Sage"}
    assert unit_plates(table, standings, names, Words("en")) == {"b": "Owls × 3", "d": "Sage  1/2"}
