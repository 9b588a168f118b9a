"""The live picture: what is laid over the things of a table is behind what it is behind, and costs no new picture."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.app.conftest import MakeModel, MakeTable
from warcry3d.app.scene import live_scene as stage_module
from warcry3d.app.scene import overlay_layer as layer_module
from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.colours import BLUE, GREEN, PAPER, RED
from warcry3d.app.scene.inset import Inset
from warcry3d.app.scene.label import draw_texts
from warcry3d.app.scene.live_scene import STILL_SHARPNESS, LiveScene
from warcry3d.app.scene.overlay_boxes import WHOLE
from warcry3d.app.scene.overlays import (
    Arrow,
    Beam,
    ColourField,
    FlatLine,
    Ghost,
    Sign,
    SignKind,
    Silhouette,
    Tape,
    Tint,
)
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import Image, pixels
from warcry3d.app.scene.world import Quality
from warcry3d.geom.solid import Placement
from warcry3d.table.table import Table
from warcry3d.table.table_edits import with_features

SIZE = (320, 200)
QUICK = Quality(shadow_size=512, shadow_taps=4, oversampling=1)
"""Coarse shadows: a processor draws here."""
ALONG_THE_FLOOR = Shot((6.0, -6.0, 1.0), (6.0, 4.0, 0.9), 0.7)
FROM_ABOVE = Shot((6.0, -14.0, 12.0), (6.0, 4.0, 0.0), 0.7)
BEHIND, BEFORE = (6.0, 6.0, 0.0), (6.0, 1.0, 0.0)


@pytest.fixture
def table(make_table: MakeTable, make_model: MakeModel) -> Table:
    """Return a table with a wall 3 in high across it, seen from before, and a fighter before it at one side."""
    return make_table(make_model("talon", 2, 2), walls={"wall": ((1, 4, 0), (11, 4.4, 3))})


@pytest.fixture(params=[0, 4])
def stage(
    request: pytest.FixtureRequest, graphics: Graphics, table: Table, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LiveScene]:
    """Yield a stage that looks at the table, with its edges as they come and smoothed."""
    monkeypatch.setattr(stage_module, "VERY_SLOW", 1e9)
    made = LiveScene(graphics, SIZE, samples=request.param, quality=QUICK)
    made.show(table)
    made.look(ALONG_THE_FLOOR)
    yield made
    made.close()


def drawn(stage: LiveScene) -> Image:
    """Return the picture once it is drawn as things stand."""
    while stage.is_changing:
        stage._moved = 0.0  # nothing moves any longer
        stage.render()
    engine, host = stage.graphics.engine, stage.graphics.host
    assert engine.extractTextureData(stage.texture, host.getGsg())
    return pixels(stage.texture)


def differing(one: Image, other: Image) -> int:
    return int((np.abs(one.astype(int) - other.astype(int)).max(axis=2) > 24).sum())


def test_ghost_behind_a_wall_is_hidden_and_before_it_is_seen(stage: LiveScene) -> None:
    plain = drawn(stage)
    assert plain.std() > 10
    stage.explain((Ghost("talon", BEHIND, 0.0, GREEN),))
    assert differing(plain, drawn(stage)) == 0
    stage.explain((Ghost("talon", BEFORE, 0.0, GREEN),))
    assert differing(plain, drawn(stage)) > 200
    stage.explain(())
    assert differing(plain, drawn(stage)) == 0


def test_what_is_laid_over_makes_nothing_else_be_drawn(stage: LiveScene) -> None:
    drawn(stage)
    stage.explain((Ghost("talon", BEFORE, 0.0, GREEN),))
    assert stage.is_changing
    assert stage.render()
    assert [canvas.things.isActive() for canvas in stage._canvases.values()] == [False, False]
    assert not stage.is_changing
    assert not stage.render()


def test_what_colours_a_thing_or_moves_it_makes_the_things_be_drawn(stage: LiveScene, table: Table) -> None:
    plain = drawn(stage)
    stage.explain((Tint("wall/stones", RED),))
    assert differing(plain, drawn(stage)) > 200
    stage.explain(())
    assert differing(plain, drawn(stage)) == 0
    stage.show(table.placing("talon", Placement((10.0, 2.0, 0.0), 0.0)))
    assert differing(plain, drawn(stage)) > 100


@pytest.mark.parametrize("most", [0.0, 1.0], ids=["wholly", "in its part"])
def test_what_takes_a_tint_looks_the_same_however_much_is_drawn_for_it(
    stage: LiveScene, monkeypatch: pytest.MonkeyPatch, most: float
) -> None:
    stage.explain((Tint("wall/stones", RED),))
    there = drawn(stage)
    stage.explain((Tint("talon", RED),))
    drawn(stage)
    monkeypatch.setattr(stage_module, "MOST_TINTED", most)
    stage.explain((Tint("wall/stones", RED),))
    assert differing(there, drawn(stage)) == 0


def test_table_that_looks_the_same_is_not_drawn_again(stage: LiveScene, table: Table) -> None:
    """The tables of two states of a battle differ, their models often do not."""
    drawn(stage)
    same = replace(table)
    stage.show(same)
    assert not stage.is_changing
    assert stage.world.table is same
    stage.show(replace(table, models=()))
    assert stage.is_changing


def test_ghost_stays_with_the_picture_when_the_eye_moves(stage: LiveScene) -> None:
    stage.explain((Ghost("talon", BEFORE, 0.0, GREEN),))
    drawn(stage)
    stage.look(replace(ALONG_THE_FLOOR, eye=(5.0, -6.0, 1.4)))
    with_ghost = drawn(stage)
    stage.explain(())
    assert differing(with_ghost, drawn(stage)) > 200


def test_resized_it_shows_the_same(stage: LiveScene) -> None:
    drawn(stage)
    stage.resized((160, 100))
    small = drawn(stage)
    assert small.shape == (100, 160, 3)
    assert small.std() > 10


def test_what_is_laid_over_still_is_not_made_anew(stage: LiveScene, monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[object]()
    node = layer_module.geom_node
    monkeypatch.setattr(layer_module, "geom_node", lambda *values: (made.append(values[0]), node(*values))[1])
    ring, other = (Sign((x, 2.0, 0.1), SignKind.RING, GREEN) for x in (2.0, 4.0))
    stage.explain((ring, Ghost("talon", BEFORE, 0.0, GREEN)))
    with_one = drawn(stage)
    stage.explain((ring, ring, Ghost("talon", BEHIND, 0.0, GREEN)))
    stage.explain((ring, other))
    drawn(stage)
    assert len(made) == 3
    stage.explain((ring, Ghost("talon", BEFORE, 0.0, GREEN)))
    assert differing(with_one, drawn(stage)) == 0
    assert len(made) == 3
    stage.recolour()
    assert len(made) == 4


ALL_KINDS = (
    Beam((2.0, 1.0, 0.4), (5.0, 2.0, 1.0), GREEN, RED),
    FlatLine((7.0, 1.0, 0.1), (9.0, 3.0, 0.1), BLUE, dash=0.4),
    Tape((3.0, 3.0, 0.5), (6.0, 2.0, 0.5), shift=8.0),
    Arrow((6.0, 2.5, 0.1), (6.0, 2.6, 0.1), RED),
    Sign((9.0, 2.0, 0.1), SignKind.CROSS, RED, 40.0),
    Ghost("talon", BEFORE, 0.7, GREEN),
    Ghost("talon", (9.0, 3.0, 0.0), 0.0, RED),
    Silhouette("hidden", PAPER),
    ColourField(
        np.array([[[7, 1, 0.1], [10, 1, 0.1], [10, 3, 0.1]]], np.float32),
        np.full((1, 1, 4), 200, np.uint8),
        (0.0, 0.0),
        (1.0, 1.0),
    ),
)


@pytest.mark.parametrize("gone", range(len(ALL_KINDS)))
def test_the_part_in_which_something_changed_is_drawn_as_the_whole_would_be(
    stage: LiveScene, table: Table, make_model: MakeModel, gone: int
) -> None:
    stage.show(replace(table, models=(*table.models, make_model("hidden", 4, 6))))
    before = drawn(stage)
    rest = ALL_KINDS[:gone] + ALL_KINDS[gone + 1 :]
    for overlays in (ALL_KINDS, rest, ALL_KINDS[gone : gone + 1], ALL_KINDS):
        stage.explain(overlays)
        assert stage.damage != WHOLE
        partly = drawn(stage)
        stage.recolour()
        assert np.array_equal(partly, drawn(stage))
    assert differing(before, partly) > 300


def test_a_ghost_that_moves_redraws_a_small_part_of_the_picture(stage: LiveScene) -> None:
    field = Beam((1.0, 1.0, 0.4), (11.0, 3.0, 1.0), GREEN)
    stage.explain((field, Ghost("talon", BEFORE, 0.0, GREEN)))
    drawn(stage)
    stage.explain((field, Ghost("talon", (6.2, 1.0, 0.0), 0.0, GREEN)))
    left, top, right, bottom = stage.damage
    assert 0 < (right - left) * (bottom - top) < 0.3
    drawn(stage)
    stage.explain((field, Sign((6.0, -5.95, 1.0), SignKind.RING, GREEN)))
    assert stage.damage == WHOLE, "what is at the eye may be anywhere"
    drawn(stage)
    stage.look(replace(ALONG_THE_FLOOR, eye=(5.0, -6.0, 1.4)))
    assert stage.damage == WHOLE


def test_overlays_that_change_places_are_drawn_anew_all_over(stage: LiveScene) -> None:
    ring, line = ALL_KINDS[3], ALL_KINDS[1]
    stage.explain((ring, line))
    drawn(stage)
    stage.explain((line, ring))
    assert stage.damage == WHOLE


def active(stage: LiveScene) -> list[bool]:
    """Return which pictures of the things the last frame drew."""
    return [canvas.things.isActive() for canvas in stage._canvases.values()]


@pytest.mark.parametrize("to", [(10.0, 2.0, 0.0), (6.0, 3.0, 0.0), (2.3, 2.0, 0.0), (6.0, 6.0, 0.0)])
def test_where_a_fighter_moved_its_part_of_the_picture_is_drawn_as_the_whole_would_be(
    stage: LiveScene, table: Table, to: tuple[float, float, float]
) -> None:
    stage.look(FROM_ABOVE)
    stage.explain(ALL_KINDS[:5])
    before = drawn(stage)
    stage.show(table.placing("talon", Placement(to, 1.0)))
    left, top, right, bottom = stage.damage
    assert 0 < (right - left) * (bottom - top) < 0.5
    stage.render()
    assert active(stage) == [True, False]
    assert not stage.is_changing
    partly = drawn(stage)
    stage.world._sun.renew()
    stage.relight()
    assert np.array_equal(partly, drawn(stage))
    assert differing(before, partly) > 20


def shown(stage: LiveScene) -> Image:
    """Draw a frame and return the picture as it is shown, coarse or fine."""
    stage.render()
    assert stage.graphics.engine.extractTextureData(stage.texture, stage.graphics.host.getGsg())
    return pixels(stage.texture)


def test_a_fighter_that_moves_on_a_coarse_picture_redraws_a_part_of_it(
    stage: LiveScene, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drag that began before the eye had come to rest drew the whole table coarsely in each of its frames."""
    drawn(stage)
    stage._seconds = 1.0
    monkeypatch.setattr(stage_module, "REST", 1e9)
    stage.look(FROM_ABOVE)
    before = shown(stage)
    assert active(stage) == [False, True] and len(before) < SIZE[1]
    stage.show(table.placing("talon", Placement((6.0, 3.0, 0.0), 1.0)))
    assert stage.damage != WHOLE and stage.is_changing
    partly = shown(stage)
    assert active(stage) == [False, True]
    assert differing(before, partly) > 10
    stage.world._sun.renew()
    stage.relight()
    assert np.array_equal(partly, shown(stage))
    monkeypatch.setattr(stage_module, "REST", 0.0)
    assert len(drawn(stage)) == SIZE[1]


def test_where_a_fighter_moved_shadows_are_drawn_in_a_small_part_of_their_map(stage: LiveScene, table: Table) -> None:
    """Shadows of the whole table cost twice as much as all else in a frame that moves a fighter."""
    sun, contact = stage.world._sun, stage.world.root.getShaderInput("contact").getTexture()
    assert sun.part == WHOLE
    drawn(stage)
    stage.show(table.placing("talon", Placement((2.3, 2.0, 0.0), 1.0)))
    left, top, right, bottom = sun.part
    assert 0 < (right - left) * (bottom - top) < 0.1
    stage.show(table.placing("talon", Placement((6.0, 3.0, 0.0), 1.0)))
    further = sun.part
    assert further[2] - further[0] > right - left, "what moved before the frame is drawn too"
    assert stage.world.root.getShaderInput("contact").getTexture() == contact, "no state is made anew"


def raised(table: Table, by: float) -> Table:
    """Return the table with its wall so much higher, as while it is carried."""
    (wall,) = table.terrain.features
    return with_features(table, [replace(wall, placement=Placement((0.0, 1.0, by), 0.0))])


def test_what_is_carried_above_all_else_draws_its_part_alone(stage: LiveScene, table: Table) -> None:
    """All shadows were drawn again each time that a piece was carried onto the highest one, or off it."""
    stage.look(FROM_ABOVE)
    before = drawn(stage)
    stage.show(raised(table, 1.0), is_passing=True)
    assert stage.damage != WHOLE and stage.world._sun.part != WHOLE
    partly = drawn(stage)
    stage.world._sun.renew()
    stage.relight()
    assert np.array_equal(partly, drawn(stage))
    assert differing(before, partly) > 20
    stage.show(raised(table, 40.0), is_passing=True)
    assert stage.damage == stage.world._sun.part == WHOLE, "the map of shadows does not reach so high"
    stage.show(table)
    assert np.array_equal(before, drawn(stage))


def test_fighters_that_come_and_go_are_drawn_in_their_part_of_the_picture(
    stage: LiveScene, table: Table, make_model: MakeModel
) -> None:
    stage.look(FROM_ABOVE)
    alone = drawn(stage)
    stage.show(replace(table, models=(*table.models, make_model("other", 9, 2))))
    both = drawn(stage)
    assert differing(alone, both) > 20
    stage.show(table)
    assert stage.damage != WHOLE
    assert np.array_equal(alone, drawn(stage))


def test_a_table_that_looks_the_same_draws_nothing(stage: LiveScene, table: Table) -> None:
    drawn(stage)
    stage.show(replace(table, models=tuple(replace(model) for model in table.models)))
    assert not stage.is_changing
    assert not stage.render()
    assert active(stage) == [False, False]


def test_still_from_elsewhere_shows_its_own_overlays_and_leaves_the_picture_as_it_is(stage: LiveScene) -> None:
    stage.explain([Tint("wall", BLUE), Beam((1, 1, 1), (11, 1, 1), GREEN)])
    before = drawn(stage)
    plain = pixels(stage.still(Inset(("wall",), FROM_ABOVE, (80, 50)))).astype(int)
    red = pixels(stage.still(Inset(("wall",), FROM_ABOVE, (80, 50), (Tint("wall", RED),)))).astype(int)
    assert plain.shape == (50 * STILL_SHARPNESS, 80 * STILL_SHARPNESS, 3)
    assert (red[..., 0] - plain[..., 0]).max() > 40 and (plain[..., 2] - plain[..., 0]).mean() < 5
    assert not stage.is_changing
    assert np.array_equal(drawn(stage), before)
    stage.recolour()
    assert np.abs(drawn(stage).astype(int) - before).max() <= 2


def test_texts_drawn_between_leave_edges_smooth(stage: LiveScene) -> None:
    before = drawn(stage)
    assert np.array_equal(draw_texts(stage.graphics, before, ()), before)
    stage.recolour()
    assert np.abs(drawn(stage).astype(int) - before).max() <= 2
