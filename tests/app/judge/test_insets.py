"""The Judge room's inset: what its model keeps, and its picture in the window, drawn once for what it shows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from tests import zoo
from tests.app.panel_bench import PanelBench
from tests.app.windows import (
    Made,
    answer,
    arrived,
    click,
    judge_room,
    pixel_of,
    place_of,
    press,
    steps,
    until,
    window_on,
)
from warcry3d.app.judge.inset_part import fitted, looks_at
from warcry3d.app.judge.inset_view import InsetView, inset_corner
from warcry3d.app.judge.insets import InsetLook, InsetState, ShowLooks, SwitchLook
from warcry3d.app.judge.intents import (
    ASKING,
    AnswerSight,
    ChooseViewer,
    ClickFighter,
    HoverFighter,
    JudgeAction,
    PickTool,
    TryTable,
)
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.trial import HoldModel
from warcry3d.app.scene.camera import middle_of
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.model import SpeakLanguage
from warcry3d.app.shell.window import Window
from warcry3d.geom.solid import Placement
from warcry3d.messages import Words
from warcry3d.rules.results import CoverVerdict
from warcry3d.sight.full_view_verdict import FullView, FullySeen

WALL = zoo.feature("wall", zoo.box_part("p", (7, 3, 0), (7.5, 9, 2)))
TABLE = zoo.table(WALL, zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (10, 5)), zoo.fighter("cid", (9, 13)))
AT = (150.0, 130.0)
"""A pixel of the inset, clear of tabs and caption."""


@pytest.fixture(scope="module")
def own_window(graphics: Graphics) -> Iterator[Made]:
    """Yield the window of all tests here."""
    with window_on(graphics, TABLE, Path("inset.table.json")) as made:
        made[0].go_to_room("judge")
        yield made


@pytest.fixture
def made(own_window: Made) -> Made:
    """Return the window in the Judge room, nobody picked, nothing under way."""
    room = judge_room(own_window[0])
    for intent in (HoldModel(None), TryTable(None), PickTool(ASKING), JudgeAction.CLEAR, SwitchLook(InsetLook.EYE)):
        room.do(intent)
    steps(own_window[0])
    return own_window


def asked(viewer: str, target: str, full_view: FullView | None = None) -> JudgeModel:
    """Return a model in which a pair was judged and its looks are known."""
    states = MappingProxyType({InsetState.part: InsetState()})
    model = JudgeModel(TABLE, states=states).after(ChooseViewer(viewer)).after(ClickFighter(target))
    judgement = replace(answer(TABLE, viewer, target), cover=CoverVerdict((), full_view=full_view))
    assert model.case is not None and model.question is not None
    model = model.after(AnswerSight(model.question, judgement))
    assert model.case is not None
    return model.after(ShowLooks(model.case, looks_at(model.case, judgement)))


def drawn(window: Window) -> tuple[str, ...] | None:
    """Return what the picture of the inset shows, if it shows things as they are."""
    made, view = window.inset.drawn, judge_room(window).view
    return made.inset.subject if made is not None and made.inset == view.inset else None


def ask(made: Made, viewer: str, target: str, look: str = "EYE") -> None:
    room = judge_room(made[0])
    room.do(JudgeAction.CLEAR)
    room.do(ChooseViewer(viewer))
    room.do(ClickFighter(target))
    until(made[0], lambda: drawn(made[0]) == (viewer, target, look))


def test_tabs_switch_the_look_and_another_pair_drops_both() -> None:
    model = asked("cid", "bob")
    assert model.state(InsetState).look is InsetLook.EYE
    along = model.after(SwitchLook())
    assert along.state(InsetState).look is InsetLook.ALONG
    assert along.after(SwitchLook()).state(InsetState).look is InsetLook.EYE
    assert along.after(SwitchLook(InsetLook.ALONG)).state(InsetState).look is InsetLook.ALONG
    assert along.after(HoverFighter("ann")).state(InsetState).found is model.state(InsetState).found
    other = along.after(ClickFighter("ann")).state(InsetState)
    assert other.found is None and other.look is InsetLook.ALONG


def test_a_full_view_has_a_look_of_its_own_which_other_pairs_do_without() -> None:
    model = asked("cid", "bob", FullySeen((9.0, 13.0, 1.0)))
    full = model.after(SwitchLook(InsetLook.ALONG)).after(SwitchLook())
    assert full.state(InsetState).look is InsetLook.FULL
    assert full.after(SwitchLook()).state(InsetState).look is InsetLook.EYE
    assert full.after(ClickFighter("ann")).state(InsetState).look is InsetLook.EYE


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_button_of_the_inset_asks_for_what_it_says(language: str) -> None:
    bench, model = PanelBench(), asked("cid", "bob")
    view = InsetView(bench.frame_of(Words(language)), lambda name: "E")

    def draw() -> list[Wanted]:
        return list(view.draw(model, None))

    wide, high = model.state(InsetState).size
    wanted = bench.sweep(draw, (0, 0), (wide + 40, high + 80))
    assert set(wanted) == {JudgeAction.TOGGLE_EYE, SwitchLook(InsetLook.EYE), SwitchLook(InsetLook.ALONG)}
    bench.panels.close()


def test_inset_is_drawn_once_for_a_verdict_and_again_for_another(made: Made) -> None:
    window, _ = made
    ask(made, "cid", "bob")
    until(window, lambda: window._baking.is_done)  # light that comes later draws the inset anew, and rightly so
    until(window, lambda: not judge_room(window).is_working and not window.is_changing)
    steps(window, 5)
    count = window.inset.count
    window.viewpoint.drag("mouse1", 40, 10)
    judge_room(window).do(HoverFighter("ann"))
    window.do(SpeakLanguage("zh"))
    until(window, lambda: not window.is_changing)
    steps(window, 5)
    assert window.inset.count == count and drawn(window) == ("cid", "bob", "EYE")
    ask(made, "bob", "ann")
    assert window.inset.count > count
    judge_room(window).do(PickTool("matrix"))
    assert judge_room(window).view.inset is None


def test_click_makes_the_look_large_and_keys_switch_it(made: Made) -> None:
    window, _ = made
    room = judge_room(window)
    ask(made, "cid", "bob")
    looks = room.model.state(InsetState).found
    assert looks is not None
    steps(window, 2)
    click(made, AT)
    assert room.model.through_eye and room.view.eye == looks.looks.eye.shot and room.view.inset is None
    press(made, "v")
    assert room.view.eye == looks.looks.along.shot and room.view.hidden == ("cid",)
    press(made, "e")
    assert not room.model.through_eye
    until(window, lambda: drawn(window) == ("cid", "bob", "ALONG"))


def test_camera_goes_to_a_pair_only_where_one_of_them_is_off_the_screen(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = made
    room = judge_room(window)
    window.viewpoint.look_from("above")
    window.viewpoint.look_at([room.model.table.model(id).placement.at for id in ("cid", "bob")])
    arrived(window)
    with monkeypatch.context() as context:
        looks = list[object]()
        context.setattr(window.viewpoint, "look_at", looks.append)
        room.do(ChooseViewer("cid"))
        room.do(ClickFighter("bob"))
        steps(window)
        assert not looks
    window.viewpoint.look_at([(26.0, 20.0, 0.0)])
    arrived(window)
    away = window.camera.goal
    room.do(JudgeAction.SWAP)
    steps(window)
    assert window.camera.goal == away
    room.do(ChooseViewer("ann"))
    steps(window)
    arrived(window)
    width, height = window.picture_size
    for id in ("ann", "cid"):
        x, y = place_of(window, id)
        assert 0 < x < width and 0 < y < height


def test_camera_goes_to_a_pair_that_is_tiny_in_the_look_over_the_whole_table(made: Made) -> None:
    window, _ = made
    room = judge_room(window)
    window.viewpoint.look_from("corner")
    arrived(window)
    apart = np.hypot(*np.subtract(place_of(window, "ann"), place_of(window, "cid")))
    room.do(ChooseViewer("ann"))
    room.do(ClickFighter("cid"))
    steps(window)
    arrived(window)
    assert np.hypot(*np.subtract(place_of(window, "ann"), place_of(window, "cid"))) > 1.5 * apart


def test_camera_goes_to_a_pair_of_which_the_inset_would_hide_one(made: Made) -> None:
    window, _ = made
    room = judge_room(window)
    window.viewpoint.look_from("above")
    window.viewpoint.look_at([(10.5, 9.0, 0.0)])
    arrived(window)
    room.do(ChooseViewer("bob"))
    steps(window)
    before, (x, y) = window.camera.goal, place_of(window, "cid")
    room.do(ClickFighter("cid"))
    box = room_box(window)
    assert is_within((x, y), box)
    arrived(window)
    assert window.camera.goal != before
    assert not any(is_within(place_of(window, id), box) for id in ("bob", "cid"))


def test_camera_follows_who_was_moved_off_the_screen_once_it_is_let_go(made: Made) -> None:
    window, _ = made
    room = judge_room(window)
    room.do(ChooseViewer("cid"))
    room.do(ClickFighter("bob"))
    steps(window)
    arrived(window)
    before, table, picture = window.camera.goal, room.model.table, (0, 0, *window.picture_size)
    room.do(PickTool("what-if"))
    room.do(HoldModel("cid"))
    for corner in ((1.0, 1.0), (29.0, 1.0), (29.0, 21.0), (1.0, 21.0)):
        room.do(TryTable(table.placing("cid", Placement((*corner, 0.0)))))
        steps(window)
        if not is_within(seen_at(window, "cid"), picture):
            break
    assert not is_within(seen_at(window, "cid"), picture) and window.camera.goal == before
    room.do(HoldModel(None))
    steps(window)
    arrived(window)
    assert all(is_within(seen_at(window, id), picture) for id in ("bob", "cid"))
    before = window.camera.goal
    room.do(TryTable(table.placing("cid", Placement((corner[0] + 0.1, corner[1], 0.0)))))
    steps(window)
    assert window.camera.goal == before


def test_where_the_model_in_hand_or_under_the_pointer_stands_is_said(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str | None] = []
    monkeypatch.setattr("warcry3d.app.judge.room.draw_position", lambda frame, table, id, bar: told.append(id))
    window, _ = made
    room = judge_room(window)
    room.do(HoverFighter("ann"))
    steps(window)
    assert told[-1] == "ann"
    room.do(PickTool("what-if"))
    room.do(HoldModel("cid"))
    steps(window)
    assert told[-1] == "cid"


def seen_at(window: Window, id: str) -> tuple[float, float]:
    """Return the pixel in which the middle of a model is seen where the room shows it."""
    x, y, z = middle_of(judge_room(window).view.table.model(id)).tolist()
    return pixel_of(window, (x, y, z))


def room_box(window: Window) -> tuple[float, float, float, float]:
    """Return the inset's box as the window draws it: left, top, right, bottom."""
    boxes = []

    def draw(self: InsetView, *given: object) -> Sequence[Wanted]:
        boxes.append((*inset_corner(self.frame), *fitted(self.frame).size))
        return ()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(InsetView, "draw", draw)
        until(window, lambda: bool(boxes))
    left, top, width, height = boxes[-1]
    return left, top, left + width, top + height


def is_within(at: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]
