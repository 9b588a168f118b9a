"""The names in the panel: whoever stands behind a wall is picked there."""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType, SimpleNamespace

import pytest
from imgui_bundle import imgui, imgui_ctx

from tests import zoo
from tests.app.judge.benches import FakeBench, StraightDown
from tests.app.panel_bench import PanelBench
from warcry3d.app.judge import fighter_list
from warcry3d.app.judge.everybody_part import EverybodyPart
from warcry3d.app.judge.intents import ClickFighter, HoverFighter, JudgeAction, TooCloseCounts
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.pairs import PairsState
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.view import JudgeView
from warcry3d.messages import Words
from warcry3d.rules.pair_matrix import PairAnswer
from warcry3d.sight.distance import measure
from warcry3d.sight.verdict import TooClose

MODEL = JudgeModel(
    zoo.table(zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (10, 5), side="blue"), zoo.fighter("cid", (9, 13))),
    states=MappingProxyType({}),
)


@pytest.fixture(scope="module")
def bench() -> Iterator[PanelBench]:
    made = PanelBench()
    yield made
    made.close()


def pressed(bench: PanelBench, model: JudgeModel) -> list[Wanted]:
    """Return what clicks all over the panel ask for."""
    view = JudgeView(bench.frame_of(Words("en")))
    return bench.pressed(lambda: view.draw(model))


@pytest.mark.parametrize("model", [MODEL, MODEL.after(ClickFighter("ann"))], ids=["viewer", "target"])
def test_every_model_is_pointed_at_and_picked_by_its_name(bench: PanelBench, model: JudgeModel) -> None:
    wanted = pressed(bench, model)
    for id in ("ann", "bob", "cid"):
        assert ClickFighter(id) in wanted and HoverFighter(id) in wanted


def test_bars_in_the_colours_of_sides_are_within_what_is_drawn(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked = 0xFF123456
    monkeypatch.setattr(fighter_list, "packed", lambda colour, strength: marked)
    view = JudgeView(bench.frame_of(Words("en")))
    bench.draw(lambda: view.draw(MODEL), 2)
    shown = [
        (one.vtx_buffer[i].pos.x, command.clip_rect)
        for one in imgui.get_draw_data().cmd_lists
        for command in one.cmd_buffer
        for i in {one.idx_buffer[command.idx_offset + k] for k in range(command.elem_count)}
        if one.vtx_buffer[i].col == marked
    ]
    assert len(shown) >= 12 and all(clip.x <= x <= clip.z for x, clip in shown)


def test_names_leave_once_two_are_picked(bench: PanelBench) -> None:
    both = MODEL.after(ClickFighter("ann")).after(ClickFighter("bob"))
    assert not [one for one in pressed(bench, both) if isinstance(one, ClickFighter)]


@pytest.mark.parametrize("text", [13.0, 14.0, 18.0])
def test_cards_stay_where_they_are_when_one_looks_through_the_eye(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch, text: float
) -> None:
    heights: list[float] = []

    def draw(model: JudgeModel) -> list[Wanted]:
        with imgui_ctx.push_font(None, text):
            return list(JudgeView(bench.frame_of(Words("en"))).draw(model))

    place = lambda frame, model: heights.append(imgui.get_cursor_screen_pos().y)
    monkeypatch.setattr("warcry3d.app.judge.view.draw_verdict", place)
    both = MODEL.after(ClickFighter("ann")).after(ClickFighter("bob"))
    bench.draw(lambda: draw(both))
    bench.draw(lambda: draw(both.after(JudgeAction.TOGGLE_EYE)))
    assert heights[0] == heights[-1]


@pytest.mark.parametrize(("names", "label"), [(("ann", "bob"), "Space Swap"), (("swordsman", "spearman"), "Swap")])
def test_swap_stands_beside_the_names_without_its_key_where_they_are_long(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch, names: tuple[str, str], label: str
) -> None:
    buttons: dict[str, float] = {}
    plain = imgui.button
    marked = lambda text, *size: buttons.setdefault(text, imgui.get_cursor_screen_pos().y) < 0 or plain(text, *size)
    one, other = names
    table = zoo.table(zoo.fighter(one, (5, 5)), zoo.fighter(other, (10, 5)))
    both = JudgeModel(table, states=MappingProxyType({})).after(ClickFighter(one)).after(ClickFighter(other))

    def draw() -> list[Wanted]:
        with imgui_ctx.push_font(None, 15.5):
            return list(JudgeView(bench.frame_of(Words("en")), key_label=lambda name: "Space").draw(both))

    bench.draw(draw)
    monkeypatch.setattr(imgui, "button", marked)
    bench.draw(draw)
    assert buttons[f"{label}##swap"] < buttons["Model's eye"] - 15
    assert buttons[f"{label}##swap"] < 70


def test_everybody_lists_who_may_look_too(bench: PanelBench) -> None:
    part = EverybodyPart(FakeBench(StraightDown(MODEL.table)))  # type: ignore[arg-type]
    frame = bench.frame_of(Words("en"))
    wanted = bench.pressed(lambda: list(part.draw_panel(frame) or ()))
    assert {ClickFighter(id) for id in ("ann", "bob", "cid")} <= set(wanted)


def test_what_too_close_counts_as_stays_within_the_row_of_everybody(bench: PanelBench) -> None:
    ann, bob = MODEL.table.models[:2]
    answer = PairAnswer(("ann", "bob"), measure(ann, bob), TooClose(0.1, (ann.placement.at, bob.placement.at), ()))
    states = MappingProxyType({PairsState.part: PairsState(MappingProxyType({answer.pair: answer}))})
    model = replace(MODEL, states=states, viewer="ann", too_close=TooCloseCounts.HIDDEN)
    part = EverybodyPart(SimpleNamespace(model=model))  # type: ignore[arg-type]
    frame = bench.frame_of(Words("en"))
    bench.draw(lambda: list(part.draw_panel(frame) or ()), 3)
    rows = next(one for one in imgui.get_current_context().windows if "/everybody" in one.name)
    assert 0 < rows.content_size.x <= rows.size.x
