"""The window, stepped by injected input on an offscreen screen, with a judge that answers at once."""

import json
import math
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.windows import (
    SIZE,
    Made,
    answer,
    arrived,
    click,
    judge_room,
    place_of,
    play_room,
    press,
    rested,
    said,
    steps,
    until,
    window_on,
)
from tests.patience import PATIENCE
from tests.zoo import table_json
from warcry3d.app.judge.intents import AnswerSight, CountTag, CountTooClose, SightQuestion, TooCloseCounts
from warcry3d.app.scene.camera import middle_of, project
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import pixels
from warcry3d.app.shell.inputs import Closing, PointerMoved, Pressed, Released, Resized
from warcry3d.app.shell.model import (
    AwaitKey,
    BrowseFolder,
    ChangeSettings,
    LookFrom,
    OpenFile,
    OpenOutside,
    Panel,
    SaveTable,
    ShellAction,
    SpeakLanguage,
)
from warcry3d.app.shell.room import LoadedFile
from warcry3d.app.shell.rooms import load_file
from warcry3d.app.shell.settings import Settings, load_settings
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.messages import Words
from warcry3d.rules.systems import SYSTEMS
from warcry3d.sight.verdict import TooClose
from warcry3d.table.files import load_table
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
    press(made, "w")
    press(made, "escape")  # out of the eye first, then the tool is put down
    assert window.camera.goal == window.camera.orbit.shot()
    assert said(window) == "" and judge_room(window).model.tool == "what-if"
    press(made, "escape")
    assert judge_room(window).model.tool == "ask"
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
    assert window.settings.recent == () and window.settings.folder == tmp_path.resolve()


def test_table_of_an_unknown_rule_system_is_told_and_the_old_one_stays(made: Made, tmp_path: Path) -> None:
    window, _ = made
    table = window.document.table
    bad = tmp_path / "bad.table.json"
    bad.write_text(json.dumps(table_json(ruleset="chess")))
    window.do(OpenFile(bad))
    until(window, lambda: bool(said(window)) and not window._open.is_loading)
    known = ", ".join(SYSTEMS)
    assert said(window).endswith(f"bad.table.json: ruleset: no rule system 'chess'; there are: {known}")
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


def test_the_file_asked_for_last_is_the_one_that_is_shown(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, screen = made
    gate = threading.Event()

    def waiting(path: Path) -> LoadedFile:
        assert gate.wait(PATIENCE)
        return load_file(path)

    monkeypatch.setattr("warcry3d.app.shell.files.open_table.load_early", waiting)
    titles = []
    for name in ("one-field", "two-field"):
        window.do(OpenFile(written(tmp_path, name)))
        steps(window, 2)
    assert [line.text for line in window.shown.progress] == ["loading Two field..."]
    gate.set()
    while window._open.is_loading:
        window.step(1 / 60)
        titles.append(screen.title)
    until(window, lambda: not window.jobs.running)
    steps(window, 10)
    assert set(titles) <= {"Small fight - warcry3d", "Two field - warcry3d"}
    assert screen.title == "Two field - warcry3d"


def test_language_changes_while_it_runs(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _ = made
    monkeypatch.setenv("WARCRY3D_SETTINGS", str(tmp_path / "settings"))
    window.do(SpeakLanguage("zh_CN"))
    assert load_settings().language == "zh_CN", "it is remembered at once, not when the window is closed"
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
    until(window, lambda: not window.is_changing and window._baking.is_done)
    steps(window, 40)
    drawn = []
    for _ in range(30):
        window.step(1 / 60)
        drawn.append(screen.graphics.host.isActive())
    assert 1 <= sum(drawn) <= 3
    drawn = []
    for at in ((300.0, 300.0), (304.0, 302.0), (30.0, 12.0)):
        screen.inputs.append(PointerMoved(at))
        window.step(1 / 60)
        drawn.append(screen.graphics.host.isActive())
    assert drawn[1:] == [False, True], "a pointer that moves over nothing draws nothing; over a menu it lights it"


class Compiling:
    """Kernels that are being compiled until the test says otherwise."""

    is_done = False
    share = 0.4

    def __init__(self) -> None:
        self.compiled = threading.Event()

    def start(self) -> None: ...

    def wait(self, what: str) -> None:
        assert self.compiled.wait(PATIENCE)

    def close(self) -> None:
        self.compiled.set()


def test_while_kernels_compile_little_is_drawn_though_an_answer_is_awaited(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warcry3d.app.judge.room.judge", answer)
    table = make_table(make_model("talon", 2, 2), make_model("brute", 9, 3, side="blue"))
    kernels = Compiling()
    with window_on(graphics, table, tmp_path / "small.table.json", kernels=kernels) as made:
        window, screen = made
        pick(made, "talon", "brute")
        rested(window)
        drawn = 0
        for _ in range(60):
            window.step(1 / 60)
            drawn += screen.graphics.host.isActive()
        assert judge_room(window).is_working
        assert 2 <= drawn <= 6
        assert [line.share for line in window.shown.progress][-1] == 0.4
        kernels.compiled.set()
        until(window, lambda: judge_room(window).model.judgement is not None)


def moved(made: Made) -> None:
    """Change the table, as a dropped fighter does."""
    window = made[0]
    window.change_table(window.document.table.placing("talon", Placement((5.0, 2.0, 0.0), 0.0)))


def written(folder: Path, name: str) -> Path:
    path = folder / f"{name}.table.json"
    path.write_text(json.dumps(table_json()))
    return path


def test_unsaved_moves_are_asked_for_before_another_table_is_opened(made: Made, tmp_path: Path) -> None:
    window, screen = made
    moved(made)
    assert screen.title == "Small fight * - warcry3d"
    window.do(OpenFile(written(tmp_path, "other-field")))
    assert window.model.is_asking and not window._open.is_loading
    window.do(ShellAction.STEP_BACK)
    assert not window.model.is_asking and window.document.is_changed
    window.do(OpenFile(tmp_path / "other-field.table.json"))
    window.do(ShellAction.DISCARD)
    until(window, lambda: screen.title == "Other field - warcry3d")


def test_unsaved_moves_are_asked_for_before_the_window_closes(made: Made, tmp_path: Path) -> None:
    window, screen = made
    moved(made)
    screen.inputs.append(Closing())
    steps(window, 1)
    assert window.model.is_asking and not window.is_closed
    window.do(ShellAction.NAME_TABLE)
    window.do(SaveTable("kept"))
    assert window.is_closed
    assert load_table(tmp_path / "kept.table.json").model("talon").placement.at == (5, 2, 0)


def test_what_was_saved_under_a_new_name_is_remembered_though_the_window_is_killed(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARCRY3D_SETTINGS", str(tmp_path / "settings"))
    window, _ = made
    moved(made)
    window.do(ShellAction.NAME_TABLE)
    window.do(SaveTable("kept"))
    assert load_settings().recent == ((tmp_path / "kept.table.json").resolve(),)


def test_keys_mean_nothing_but_cancel_while_a_question_is_open(made: Made) -> None:
    window, _ = made
    pick(made, "talon", "brute")
    moved(made)
    window.do(ShellAction.QUIT)
    press(made, "space")
    press(made, "m")
    assert window.room_name == "judge" and judge_room(window).model.viewer == "talon"
    press(made, "escape")
    assert not window.model.is_asking and not window.is_closed
    assert judge_room(window).model.target == "brute"


def test_escape_on_an_open_menu_closes_the_menu_alone(made: Made) -> None:
    window, _ = made
    pick(made, "talon", "brute")
    click(made, (30, 12))
    assert window.panels.has_popup
    press(made, "escape")
    steps(window)
    assert not window.panels.has_popup
    assert judge_room(window).model.question == SightQuestion("talon", "brute")


def test_escape_in_the_list_of_files_closes_it_alone(made: Made) -> None:
    window, _ = made
    pick(made, "talon", "brute")
    press(made, "o")
    assert window.model.folder is not None
    press(made, "escape")
    assert window.model.folder is None
    assert judge_room(window).model.question == SightQuestion("talon", "brute")


def corners(made: Made) -> np.ndarray:
    """Return the pixels of the board's corners."""
    window = made[0]
    board = window.document.table.board
    points = np.array([(x, y, 0.0) for x in (0, board.width) for y in (0, board.depth)])
    return project(window.camera.shot, points, window.picture_size)[:, :2]


@pytest.mark.parametrize("size", [(500, 560), (900, 300), (1600, 500)])
def test_resized_window_shows_the_whole_board(made: Made, size: tuple[int, int]) -> None:
    window, screen = made
    steps(window)
    screen.size = size
    screen.inputs.append(Resized(size))
    steps(window)
    seen = corners(made)
    assert (seen >= 0).all() and (seen <= window.picture_size).all()


def test_resize_keeps_in_view_across_what_was_zoomed_to(made: Made) -> None:
    window, screen = made
    for _ in range(3):
        screen.inputs += [PointerMoved((300, 300)), Pressed("wheel_up")]
        steps(window, 1)
    arrived(window)
    before = across(made)
    screen.size = (450, 560)
    screen.inputs.append(Resized(screen.size))
    steps(window)
    assert np.allclose(before, across(made), atol=0.1)


def across(made: Made) -> FloatArray:
    """Return where the board's corners are, from the middle of the picture, in widths of what nothing covers."""
    window, _ = made
    (width, height), free = window.picture_size, window.viewpoint.aspect
    return (corners(made)[:, 0] - width / 2) / (free * height)


def test_drag_in_a_models_eye_looks_about_and_stays_in_it(made: Made) -> None:
    window, screen = made
    pick(made, "talon", "brute")
    press(made, "e")
    until(window, lambda: judge_room(window).model.judgement is not None)
    arrived(window)
    before = window.camera.shot
    screen.inputs += [PointerMoved((300, 300)), Pressed("mouse1"), PointerMoved((360, 280)), Released("mouse1")]
    steps(window)
    after = window.camera.shot
    assert judge_room(window).model.through_eye
    assert after.eye == before.eye and after.target != before.target
    press(made, "wheel_up")
    arrived(window)
    assert window.camera.shot.field < after.field and judge_room(window).model.through_eye


def test_saved_picture_has_the_verdict_and_the_names(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = made
    monkeypatch.chdir(tmp_path)
    pick(made, "talon", "brute")
    until(window, lambda: judge_room(window).model.judgement is not None)
    room = judge_room(window)
    assert room.caption(Words("en"))[0] == "Seen · No cover"
    assert room.names(Words("en")) == {"talon": "Talon", "brute": "Brute"}
    close = TooClose(0.1, ((5.0, 5.0, 1.0), (9.0, 6.0, 1.0)), ())
    assert room.model.question is not None and room.model.judgement is not None
    room.do(AnswerSight(room.model.question, replace(room.model.judgement, sight=close)))
    room.do(CountTooClose(TooCloseCounts.HIDDEN))
    assert "As agreed, this counts as hidden." in room.caption(Words("en"))
    until(window, lambda: not window.is_changing)
    press(made, "p")
    monkeypatch.setattr(type(room), "caption", lambda *_: ())
    monkeypatch.setattr(type(room), "names", lambda *_: {})
    press(made, "p")
    with_words, bare = (pixels_of(tmp_path / f"small-fight-{number}.png") for number in (1, 2))
    differing = (np.abs(with_words - bare).max(axis=2) > 40).nonzero()
    assert len(differing[0]) > 500
    assert differing[0].max() > with_words.shape[0] * 0.8  # the foot
    assert differing[0].min() < with_words.shape[0] * 0.75  # the names


def pixels_of(path: Path) -> np.ndarray:
    from PIL import Image

    return np.asarray(Image.open(path).convert("RGB")).astype(int)


def test_names_are_translated_and_those_of_users_made_readable(made: Made) -> None:
    window, _ = made
    pick(made, "brute")
    assert judge_room(window).names(Words("zh_CN")) == {"brute": "蛮兵"}
    assert window.shown.title == "Small fight"


def test_language_size_and_folder_are_what_is_to_be_remembered(made: Made, tmp_path: Path) -> None:
    window, screen = made
    window.do(SpeakLanguage("zh_CN"))
    screen.size = (1000, 500)
    screen.inputs.append(Resized(screen.size))
    deeper = tmp_path / "deeper"
    deeper.mkdir()
    window.do(OpenFile(written(deeper, "one")))
    until(window, lambda: not window._open.is_loading)
    assert window.settings == Settings(
        "zh_CN",
        (1000, 500),
        deeper.resolve(),
        recent=((deeper / "one.table.json").resolve(),),
        has_instant_dice=True,
        pace=4.0,
    )
    window.do(BrowseFolder(None))
    assert window.model.folder == deeper.resolve()


def test_esc_and_m_lead_from_room_to_room(made: Made) -> None:
    window, _ = made
    steps(window)
    press(made, "m")
    assert play_room(window).moves.held is None
    press(made, "escape")
    assert window.room_name == "judge"
    for _ in range(2):
        press(made, "m")
        assert window.room_name == "play", "the key of the room in front leads nowhere else"


def test_f1_shows_the_keys_and_another_key_can_be_given(made: Made) -> None:
    window, _ = made
    pick(made, "talon", "brute")
    press(made, "f1")
    assert window.model.panel is Panel.KEYS
    window.do(AwaitKey("judge.swap"))
    press(made, "y")
    assert dict(window.settings.keys) == {"judge.swap": "y"} and window.key_label("judge.swap") == "Y"
    press(made, "escape")
    assert window.model.panel is None
    press(made, "space")
    assert judge_room(window).model.question == SightQuestion("talon", "brute")
    press(made, "y")
    assert judge_room(window).model.question == SightQuestion("brute", "talon")


def test_escape_leaves_a_key_as_it_was(made: Made) -> None:
    window, _ = made
    press(made, "f1")
    window.do(AwaitKey("judge.swap"))
    press(made, "escape")
    assert window.model.panel is Panel.KEYS and window.model.awaits_key is None and not window.settings.keys


def test_settings_take_effect_while_the_window_runs(made: Made) -> None:
    window, _ = made
    steps(window)
    window.do(ChangeSettings(Settings(text=1.5, scale=0.75)))
    steps(window, 2)
    assert window.panels.text_size == pytest.approx(23.0 * 1.5 * 0.75)
    assert window.scale == 0.75
    window.do(ChangeSettings(Settings(has_less_motion=True)))
    window.do(LookFrom("above"))
    steps(window, 1)
    assert window.camera.shot == window.camera.goal


def test_everything_is_as_large_as_the_window_has_room_for(made: Made) -> None:
    window, screen = made
    window.do(ChangeSettings(Settings(scale=2.0)))
    for size, scale in (((1280, 720), 1.28), ((700, 500), 1.0), ((2000, 1120), 2.0)):
        screen.size = size
        screen.inputs.append(Resized(size))
        steps(window, 1)
        assert window.scale == scale
        assert window.panels.text_size == pytest.approx(23.0 * scale)
    assert window.settings.scale == 2.0, "what is wanted is kept for larger windows"


def test_rail_goes_to_rooms_and_hides_in_play_until_the_pointer_is_near(made: Made) -> None:
    window, screen = made
    steps(window)
    assert window.shown.has_rail
    click(made, (30, 70))
    assert window.room_name == "home" and window.shown.has_rail
    click(made, (30, 140))
    assert window.room_name == "play" and not window.shown.has_rail
    screen.inputs.append(PointerMoved((4, 300)))
    steps(window, 2)
    assert window.shown.has_rail
    click(made, (30, 210))
    assert window.room_name == "judge"


def test_keys_typed_before_the_field_of_a_name_has_the_keyboard_go_to_no_room(made: Made) -> None:
    window, screen = made
    before = window.room_name
    screen.inputs += [Pressed("control"), Pressed("s"), Released("s"), Released("control"), Pressed("b"), Pressed("k")]
    steps(window, 1)
    assert window.model.naming is not None and window.room_name == before
    press(made, "escape")


def test_file_of_a_notice_is_opened_by_the_desktop_or_it_is_said_that_it_was_not(
    made: Made, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window, _ = made
    opened: list[Path] = []
    take = lambda path: bool(opened.append(path)) or len(opened) == 1
    monkeypatch.setattr("warcry3d.app.shell.commands.is_opened_outside", take)
    window.notify(lambda words: "here it is", opens=tmp_path / "a page.html")
    assert window.shown.opens == tmp_path / "a page.html"
    window.do(OpenOutside(tmp_path / "a page.html"))
    until(window, lambda: not window.jobs.is_running("open-outside"))
    assert opened == [tmp_path / "a page.html"]
    assert said(window) == "here it is"
    window.do(OpenOutside(tmp_path / "b.html"))
    until(window, lambda: f"no program opened {tmp_path / 'b.html'}" in said(window))
    window.notify(None)
    assert window.shown.opens is None


def test_step_of_a_battle_is_known_until_another_table_is_open(made: Made) -> None:
    window, _ = made
    window.tell_step(3, 9)
    assert window.document.step == (3, 9)
    window.replace_table(replace(window.document.table), lambda: None)
    assert window.document.step is None
