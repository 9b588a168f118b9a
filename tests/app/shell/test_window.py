"""The window, stepped by injected input on an offscreen screen, with a judge that answers at once."""

import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from panda3d.core import GraphicsOutput, Texture

from tests.app.conftest import MakeModel, MakeTable
from tests.zoo import table_json
from warcry3d.app.judge.model import SightQuestion
from warcry3d.app.scene.camera import middle_of, project
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import pixels
from warcry3d.app.shell.screen import Closing, Input, PointerMoved, Pressed, Released, Resized
from warcry3d.app.shell.window import Window
from warcry3d.errors import QuestionError
from warcry3d.messages import Words
from warcry3d.rules.results import CoverVerdict, Judgement
from warcry3d.sight.distance import measure
from warcry3d.sight.verdict import Seen
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

SIZE = (900, 560)


@dataclass
class Offscreen:
    """A screen nobody sees, whose input the test makes."""

    graphics: Graphics
    texture: Texture
    size: tuple[int, int] = SIZE
    inputs: list[Input] = field(default_factory=list)
    title: str = ""
    scale: float = 1.0

    def poll(self) -> list[Input]:
        taken, self.inputs = self.inputs, []
        return taken

    def titled(self, title: str) -> None:
        self.title = title


def answer(table: Table, question: SightQuestion) -> Judgement:
    if question.target == "silent":
        raise QuestionError("'{id}' cannot see itself: ask about two fighters", id="silent")
    a, b = table.model(question.viewer), table.model(question.target)
    start, end = ((float(x), float(y), float(z)) for x, y, z in (middle_of(a), middle_of(b)))
    return Judgement("warcry", a.id, b.id, measure(a, b), Seen((start, end), 2.0), "WC-SIGHT-1", CoverVerdict(()))


Made = tuple[Window, Offscreen]


@pytest.fixture
def made(graphics: Graphics, make_model: MakeModel, make_table: MakeTable) -> Iterator[Made]:
    """Yield a window on a table with three fighters and a wall that hides the third from the near side."""
    models = (make_model("talon", 2, 2), make_model("brute", 9, 3, side="blue"), make_model("silent", 6, 6))
    table = make_table(*models, walls={"wall": ((1, 4, 0), (3, 4.4, 2))})
    texture = Texture("screen")
    buffer = graphics.buffer("screen", SIZE)
    buffer.addRenderTexture(texture, GraphicsOutput.RTMCopyRam)
    screen = Offscreen(Graphics(graphics.engine, graphics.pipe, buffer), texture)
    window = Window(screen, Path("small-fight.table.json"), table, Words("en"), judge=answer)
    yield window, screen
    window.close()
    graphics.remove(buffer)


def steps(window: Window, count: int = 3) -> None:
    for _ in range(count):
        window.step(1 / 60)


def until(window: Window, holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + 60
    while not holds():
        window.step(1 / 60)
        assert time.monotonic() < limit, "it never came about"


def place_of(window: Window, id: str) -> tuple[float, float]:
    """Return the pixel in which a fighter's middle is seen."""
    middle = middle_of(window.dispute.table.model(id))
    x, y, _ = project(window.camera.shot, np.array([middle]), window.room)[0]
    return float(x), float(y)


def click(made: Made, at: tuple[float, float], button: str = "mouse1") -> None:
    window, screen = made
    for event in (PointerMoved(at), Pressed(button), Released(button)):
        screen.inputs.append(event)
        steps(window, 1)


def press(made: Made, key: str) -> None:
    made[1].inputs += [Pressed(key), Released(key)]
    steps(made[0], 1)


def test_title_names_the_table(made: Made) -> None:
    assert made[1].title == "Small fight - warcry3d"


def test_two_clicks_ask_and_the_answer_comes(made: Made) -> None:
    window, _ = made
    steps(window)
    click(made, place_of(window, "talon"))
    assert window.dispute.viewer == "talon"
    click(made, place_of(window, "brute"))
    assert window.dispute.question == SightQuestion("talon", "brute")
    until(window, lambda: window.judgement is not None)
    assert window.judgement is not None
    assert window.judgement.target == "brute"


def test_picture_changes_when_the_beam_is_drawn(made: Made) -> None:
    window, screen = made
    until(window, lambda: not window.is_changing)
    steps(window)
    before = pixels(screen.texture).astype(int)
    click(made, place_of(window, "talon"))
    click(made, place_of(window, "brute"))
    until(window, lambda: window.judgement is not None)
    until(window, lambda: not window.is_changing)
    steps(window)
    after = pixels(screen.texture).astype(int)
    table_part = slice(40, SIZE[1] - 10), slice(0, window.room[0] - 2)
    assert before[table_part].std() > 10
    assert (np.abs(after - before)[table_part].max(axis=2) > 40).sum() > 300


def test_right_click_chooses_another_viewer(made: Made) -> None:
    window, _ = made
    steps(window)
    for id in ("talon", "brute"):
        click(made, place_of(window, id))
    click(made, place_of(window, "silent"), "mouse3")
    assert window.dispute.question == SightQuestion("silent", "brute")


def test_click_beside_everybody_picks_nobody(made: Made) -> None:
    window, _ = made
    steps(window)
    click(made, (5, SIZE[1] - 5))
    assert window.dispute.viewer is None


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
    assert window.dispute.viewer is None


def test_keys_swap_step_into_the_eye_and_back(made: Made) -> None:
    window, _ = made
    steps(window)
    for id in ("talon", "brute"):
        click(made, place_of(window, id))
    press(made, "space")
    assert window.dispute.question == SightQuestion("brute", "talon")
    press(made, "e")
    eye = window.camera.goal.eye
    assert math.dist(eye, middle_of(window.dispute.table.model("brute"))) < 1.5
    until(window, lambda: window.shown.look == "through the eye of Brute")
    press(made, "escape")
    assert window.camera.goal == window.camera.orbit.shot()
    assert window.shown.look == ""
    press(made, "escape")
    assert window.dispute.viewer is None


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
    steps(window)
    for id in ("talon", "silent"):
        click(made, place_of(window, id))
    until(window, lambda: "cannot see itself" in window.shown.failure)
    assert window.judgement is None


def test_table_that_cannot_be_read_is_told_and_the_old_one_stays(made: Made, tmp_path: Path) -> None:
    window, _ = made
    table = window.dispute.table
    bad = tmp_path / "bad.table.json"
    bad.write_text("{")
    window.open(bad)
    until(window, lambda: window.shown.is_alarming)
    assert "not valid JSON" in window.shown.notice
    assert window.dispute.table is table


def test_table_of_an_unknown_rule_system_is_told_and_the_old_one_stays(made: Made, tmp_path: Path) -> None:
    window, _ = made
    table = window.dispute.table
    bad = tmp_path / "bad.table.json"
    bad.write_text(json.dumps(table_json(ruleset="chess")))
    window.open(bad)
    until(window, lambda: window.shown.is_alarming)
    assert window.shown.notice.endswith("bad.table.json: ruleset: no rule system 'chess'; there are: warcry")
    assert window.dispute.table is table


def test_another_table_is_opened_with_nobody_picked(made: Made, tmp_path: Path) -> None:
    window, screen = made
    steps(window)
    click(made, place_of(window, "talon"))
    path = tmp_path / "other-field.table.json"
    path.write_text(json.dumps(table_json()))
    window.open(path)
    until(window, lambda: screen.title == "Other field - warcry3d")
    assert window.dispute.viewer is None
    assert [model.id for model in window.dispute.table.models] == ["talon", "brute"]
    until(window, lambda: not window.is_changing)


def test_language_changes_while_it_runs(made: Made) -> None:
    window, _ = made
    window.speak("zh_CN")
    window.open(Path("missing.table.json"))
    until(window, lambda: window.shown.is_alarming)
    assert "没有文件" in window.shown.notice


def test_weapons_left_out_ask_anew(made: Made) -> None:
    window, _ = made
    steps(window)
    for id in ("talon", "brute"):
        click(made, place_of(window, id))
    window.count(Tag.WEAPON, False)
    question = SightQuestion("talon", "brute", frozenset({Tag.BODY, Tag.BANNER}))
    assert window.dispute.question == question
    until(window, lambda: window.judgement is not None)


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
    assert window.dispute.viewer == "talon"


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
