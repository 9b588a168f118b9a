"""The window, stepped by injected input on an offscreen screen, with a judge that answers at once."""

import json
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.windows import (
    SIZE,
    Made,
    answer,
    click,
    judge_room,
    place_of,
    press,
    said,
    steps,
    until,
    window_on,
)
from tests.zoo import table_json
from warcry3d.app.judge.model import CountTag, SightQuestion
from warcry3d.app.scene.camera import middle_of
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import pixels
from warcry3d.app.shell.inputs import Closing, PointerMoved, Pressed, Released, Resized
from warcry3d.app.shell.model import SpeakLanguage
from warcry3d.table.models import Tag


@pytest.fixture
def made(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Made]:
    """Yield a window on a table with three fighters and a wall that hides the third from the near side."""
    monkeypatch.setattr("warcry3d.app.judge.room.judge", answer)
    models = (make_model("talon", 2, 2), make_model("brute", 9, 3, side="blue"), make_model("silent", 6, 6))
    table = make_table(*models, walls={"wall": ((1, 4, 0), (3, 4.4, 2))})
    with window_on(graphics, table, tmp_path / "small-fight.table.json") as window:
        yield window


def pick(made: Made, *ids: str) -> None:
    steps(made[0])
    for id in ids:
        click(made, place_of(made[0], id))


def test_title_names_the_table(made: Made) -> None:
    assert made[1].title == "Small fight - warcry3d"


def test_two_clicks_ask_and_the_answer_comes(made: Made) -> None:
    window, _ = made
    steps(window)
    click(made, place_of(window, "talon"))
    assert judge_room(window).model.viewer == "talon"
    click(made, place_of(window, "brute"))
    assert judge_room(window).model.question == SightQuestion("talon", "brute")
    until(window, lambda: judge_room(window).model.judgement is not None)


def test_picture_changes_when_the_beam_is_drawn(made: Made) -> None:
    window, screen = made
    until(window, lambda: not window.is_changing)
    steps(window)
    before = pixels(screen.texture).astype(int)
    click(made, place_of(window, "talon"))
    click(made, place_of(window, "brute"))
    until(window, lambda: judge_room(window).model.judgement is not None)
    until(window, lambda: not window.is_changing)
    steps(window)
    after = pixels(screen.texture).astype(int)
    table_part = slice(40, SIZE[1] - 10), slice(0, window.picture_size[0] - 2)
    assert before[table_part].std() > 10
    assert (np.abs(after - before)[table_part].max(axis=2) > 40).sum() > 300


def test_right_click_chooses_another_viewer(made: Made) -> None:
    window, _ = made
    pick(made, "talon", "brute")
    click(made, place_of(window, "silent"), "mouse3")
    assert judge_room(window).model.question == SightQuestion("silent", "brute")


def test_click_beside_everybody_picks_nobody(made: Made) -> None:
    window, _ = made
    steps(window)
    click(made, (5, SIZE[1] - 5))
    assert judge_room(window).model.viewer is None


def test_dragging_turns_and_the_wheel_nears(made: Made) -> None:
    window, screen = made
    steps(window)
    before = window.camera.orbit
    screen.inputs += [PointerMoved((300, 300)), Pressed("mouse1"), PointerMoved((360, 320)), Released("mouse1")]
    steps(window, 1)
    assert window.camera.orbit.azimuth < before.azimuth
    assert window.camera.orbit.elevation > before.elevation
    press(made, "wheel_up")
    assert window.camera.orbit.distance < before.distance
    assert judge_room(window).model.viewer is None


def test_keys_swap_step_into_the_eye_and_back(made: Made) -> None:
    window, _ = made
    pick(made, "talon", "brute")
    press(made, "space")
    assert judge_room(window).model.question == SightQuestion("brute", "talon")
    press(made, "e")
    eye = window.camera.goal.eye
    assert math.dist(eye, middle_of(window.document.table.model("brute"))) < 1.5
    until(window, lambda: said(window) == "through the eye of Brute")
    press(made, "escape")
    assert window.camera.goal == window.camera.orbit.shot()
    assert said(window) == ""
    press(made, "escape")
    assert (judge_room(window).model.viewer, judge_room(window).model.target) == ("brute", None)
    press(made, "escape")
    assert judge_room(window).model.viewer is None


def test_number_keys_look_from_all_around(made: Made) -> None:
    window, _ = made
    steps(window)
    eyes = []
    for number in range(1, 7):
        press(made, str(number))
        eyes.append(tuple(round(part, 3) for part in window.camera.goal.eye))
    assert len(set(eyes)) == 6


def test_question_the_judge_refuses_shows_why(made: Made) -> None:
    window, _ = made
    pick(made, "talon", "silent")
    until(window, lambda: "cannot see itself" in str(judge_room(window).model.failure))
    assert judge_room(window).model.judgement is None


def test_table_that_cannot_be_read_is_told_and_the_old_one_stays(made: Made, tmp_path: Path) -> None:
    window, _ = made
    table = window.document.table
    bad = tmp_path / "bad.table.json"
    bad.write_text("{")
    window.do(OpenFile(bad))
    until(window, lambda: bool(said(window)) and not window._open.is_loading)
    assert "not valid JSON" in said(window)
    assert window.document.table is table


def test_table_of_an_unknown_rule_system_is_told_and_the_old_one_stays(made: Made, tmp_path: Path) -> None:
    window, _ = made
    table = window.document.table
    bad = tmp_path / "bad.table.json"
    bad.write_text(json.dumps(table_json(ruleset="chess")))
    window.do(OpenFile(bad))
    until(window, lambda: bool(said(window)) and not window._open.is_loading)
    assert said(window).endswith("bad.table.json: ruleset: no rule system 'chess'; there are: warcry")
    assert window.document.table is table


def test_another_table_is_opened_with_nobody_picked(made: Made, tmp_path: Path) -> None:
    window, screen = made
    steps(window)
    click(made, place_of(window, "talon"))
    path = tmp_path / "other-field.table.json"
    path.write_text(json.dumps(table_json()))
    window.do(OpenFile(path))
    until(window, lambda: screen.title == "Other field - warcry3d")
    assert judge_room(window).model.viewer is None
    assert [model.id for model in window.document.table.models] == ["talon", "brute"]
    until(window, lambda: not window.is_changing)


def test_language_changes_while_it_runs(made: Made) -> None:
    window, _ = made
    window.do(SpeakLanguage("zh_CN"))
    window.do(OpenFile(Path("missing.table.json")))
    until(window, lambda: bool(said(window)) and not window._open.is_loading)
    assert "没有文件" in said(window)


def test_weapons_left_out_ask_anew(made: Made) -> None:
    window, _ = made
    pick(made, "talon", "brute")
    judge_room(window).do(CountTag(Tag.WEAPON, False))
    question = SightQuestion("talon", "brute", frozenset({Tag.BODY, Tag.BANNER}))
    assert judge_room(window).model.question == question
    until(window, lambda: judge_room(window).model.judgement is not None)


def test_picture_is_saved_beside_others(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _ = made
    monkeypatch.chdir(tmp_path)
    until(window, lambda: not window.is_changing)
    for _ in range(2):
        press(made, "p")
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["small-fight-1.png", "small-fight-2.png"]


def test_resized_window_keeps_its_aspect(made: Made) -> None:
    window, screen = made
    steps(window)
    screen.size = (1000, 400)
    screen.inputs.append(Resized(screen.size))
    steps(window)
    x, y = place_of(window, "talon")
    click(made, (x, y))
    assert judge_room(window).model.viewer == "talon"


def test_closing_ends_it(made: Made) -> None:
    made[1].inputs.append(Closing())
    steps(made[0], 1)
    assert made[0].is_closed


def test_at_rest_little_is_drawn(made: Made) -> None:
    window, screen = made
    until(window, lambda: not window.is_changing)
    steps(window, 40)
    drawn = []
    for _ in range(30):
        window.step(1 / 60)
        drawn.append(screen.graphics.host.isActive())
    assert 1 <= sum(drawn) <= 3
    screen.inputs.append(PointerMoved((100, 100)))
    window.step(1 / 60)
    assert screen.graphics.host.isActive()
