"""The form that sets a quarrel up: what it offers for a place."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from imgui_bundle import imgui

from tests import zoo
from tests.app.judge.benches import FakeBench, StraightDown
from tests.app.panel_bench import PanelBench
from warcry3d.app.judge import corner_plan, setup_view
from warcry3d.app.judge.corner_plan import corner_at
from warcry3d.app.judge.intents import PickTool
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.setup_intents import (
    ChangePiece,
    ChangeTape,
    EditThing,
    HoldPiece,
    PlaceBy,
    ThingKind,
    TypeField,
)
from warcry3d.app.judge.setup_part import SetUpPart
from warcry3d.app.judge.setup_state import SetUpState
from warcry3d.app.measures.piece_corners import feet_of
from warcry3d.messages import Words
from warcry3d.table.tape_measures import FromBase, OwnPoint

PLANK, OTHER = (
    zoo.box_part("top", (10, 4, 2.5), (12, 8, 2.98), "platform"),
    zoo.box_part("next", (12, 4, 2.5), (14, 8, 3)),
)
DECK = zoo.feature("old-deck", PLANK, OTHER)
TABLE = zoo.table(DECK, zoo.fighter("ann", (20, 15)))


@pytest.fixture
def panels() -> Iterator[PanelBench]:
    made = PanelBench()
    yield made
    made.close()


def form() -> tuple[FakeBench, SetUpPart]:
    bench = FakeBench(StraightDown(TABLE))
    part = SetUpPart(bench)
    bench.parts = (part,)
    bench.do(PickTool("add"))
    return bench, part


def asked(panels: PanelBench, part: SetUpPart, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Wanted]]:
    """Return what a click on each height that the form offers asks for."""
    offered: list[Sequence[str]] = []
    clicked: list[int | None] = [None]

    def segments(id: str, names: Sequence[str], current: int) -> int | None:
        if id == "surface":
            offered.append(names)
        return clicked[0] if id == "surface" else None

    monkeypatch.setattr(setup_view, "segments", segments)
    frame = panels.frame_of(Words("en"))
    draw = lambda: list(part.draw_panel(frame) or ())
    panels.draw(draw)
    found: dict[str, list[Wanted]] = {}
    for number, name in enumerate(offered[0] if offered else ()):
        clicked[0] = number
        found[name] = panels.draw(draw)
    return found


def test_heights_of_what_can_be_stood_on_are_offered_where_there_is_a_deck(
    panels: PanelBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, part = form()
    for number, inches in enumerate(("11", "5")):
        bench.do(ChangeTape(number, text=inches))
    assert part.surfaces(11.6, 5.6) == pytest.approx((0.0, 3.0))  # on the higher plank beside
    assert asked(panels, part, monkeypatch) == {
        "the floor": [TypeField("level", "0")],
        "3.00 in": [TypeField("level", "3")],
    }


def test_no_heights_are_offered_in_the_open(panels: PanelBench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench, part = form()
    for number, inches in enumerate(("3", "5")):
        bench.do(ChangeTape(number, text=inches))
    assert not asked(panels, part, monkeypatch)


def test_piece_that_is_changed_does_not_stand_on_itself() -> None:
    bench, part = form()
    bench.do(EditThing("old-deck"))
    assert part.surfaces(12, 6) == (0.0,)


def test_pieces_are_listed_by_what_they_are_called(panels: PanelBench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench, part = form()
    listed: list[str] = []

    @contextmanager
    def opened(id: str, shown: str) -> Iterator[bool]:
        yield id == "piece"

    bench.do(ChangePiece(kind=ThingKind.PIECE))
    monkeypatch.setattr(setup_view, "dropdown", opened)
    monkeypatch.setattr(setup_view, "option", lambda text, is_chosen=False: bool(listed.extend([text])))
    frame = panels.frame_of(Words("en"))
    panels.draw(lambda: list(part.draw_panel(frame) or ()))
    pieces = listed[: listed.index("Wreck") + 1]
    assert len(pieces) > 30 and pieces == sorted(pieces)


@pytest.mark.parametrize("text", [23.0, 23.0 * 1.25, 23.0 * 1.5])
def test_button_that_adds_is_in_sight_in_a_small_window_with_large_text(
    panels: PanelBench, monkeypatch: pytest.MonkeyPatch, text: float
) -> None:
    """A window of 1280 x 720; two places are offered, which takes a row more."""
    bench, part = form()
    bench.do(ChangeTape(1, origin=FromBase("ann")))
    for number, inches in enumerate(("19", "5")):
        bench.do(ChangeTape(number, text=inches))
    assert part.bench.model.state(SetUpState).placed is not None
    ends: list[float] = []

    def draw(self: setup_view.SetUpView, state: SetUpState, wanted: list[Wanted]) -> None:
        outcome(self, state, wanted)
        ends.append(imgui.get_item_rect_max().y)

    outcome = setup_view.SetUpView._outcome
    monkeypatch.setattr(setup_view.SetUpView, "_outcome", draw)
    panels.panels.resized((1280, 720))
    panels.panels.text_size = text
    panel = (890.0, 42.0, 390.0, 678.0)
    frame = replace(panels.frame_of(Words("en")), panel=panel, picture=(890, 720))
    panels.draw(lambda: list(part.draw_panel(frame) or ()), 3)
    assert ends[-1] <= panel[1] + panel[3]
    assert panels.is_inside(lambda: list(part.draw_panel(frame) or ()), "judge-add")


@pytest.mark.parametrize("by", [PlaceBy.TAPES, PlaceBy.NUMBERS, PlaceBy.POINTER])
def test_a_corner_of_a_piece_is_clicked_on_its_plan(
    panels: PanelBench, monkeypatch: pytest.MonkeyPatch, by: PlaceBy
) -> None:
    bench, part = form()
    bench.do(ChangePiece(kind=ThingKind.PIECE, piece="terrain/high-wall.glb", by=by))
    feet = feet_of(bench.model.state(SetUpState).piece_chosen)
    monkeypatch.setattr(corner_plan, "corner_at", lambda seen, at, reach: 2)
    buttons: list[tuple[float, float]] = []
    small_button = imgui.small_button

    def drawn(title: str) -> bool:
        is_pressed = small_button(title)
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        if title.startswith("to its"):
            buttons.append(((low.x + high.x) / 2, (low.y + high.y) / 2))
        return bool(is_pressed)

    monkeypatch.setattr(imgui, "small_button", drawn)
    frame = panels.frame_of(Words("en"))
    draw = lambda: list(part.draw_panel(frame) or ())
    panels.draw(draw, 3)
    panels.click(draw, buttons[0])
    panels.draw(draw, 3)
    popup = next(one for one in imgui.get_current_context().windows if one.name.startswith("##Popup") and one.active)
    corner = OwnPoint(feet[2])
    wanted = ChangeTape(0, to=corner) if by is PlaceBy.TAPES else HoldPiece(corner)
    assert wanted in panels.click(draw, (popup.pos.x + popup.size.x / 2, popup.pos.y + popup.size.y - 40))


def test_of_corners_on_a_plan_the_nearest_is_taken_within_reach() -> None:
    seen = np.array([(10.0, 10.0), (30.0, 10.0)])
    assert [corner_at(seen, at, 16.0) for at in ((12, 12), (28, 3), (90, 10))] == [0, 1, None]


def test_what_stands_on_the_table_is_reached_in_a_small_window_with_large_text(panels: PanelBench) -> None:
    bench, part = form()
    panels.panels.resized((1280, 720))
    panels.panels.text_size = 23.0 * 1.5
    frame = replace(panels.frame_of(Words("en")), panel=(890.0, 42.0, 390.0, 678.0), picture=(890, 720))
    draw = lambda: list(part.draw_panel(frame) or ())
    panels.draw(draw, 3)
    panel = imgui.internal.find_window_by_name("judge-add")
    imgui.internal.set_scroll_y(panel, panel.scroll_max.y)
    panels.draw(draw, 3)
    things = next(one for one in imgui.get_current_context().windows if "/things" in one.name)
    assert things.size.y > 40 and things.pos.y + things.size.y <= panel.pos.y + panel.size.y
    assert bench.model.table.models
