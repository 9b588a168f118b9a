"""The panels of rooms and shell: every button is pressed, and nothing runs over an edge, in both languages."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as FilePath

import pytest
from imgui_bundle import imgui, imgui_ctx

from tests import zoo
from tests.app.panel_bench import MENU, SIZE, PanelBench
from warcry3d.app.judge.agreements import TOLERANCES_MM, draw_agreements
from warcry3d.app.judge.intents import (
    AnswerSight,
    ChooseRules,
    ChooseTolerance,
    ClickFighter,
    CountTag,
    CountTooClose,
    HoverFighter,
    JudgeAction,
    SightQuestion,
    TooCloseCounts,
)
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.view import MOVING_ROOM, JudgeView
from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.moves.model import AllowInches, AvoidDamage, ChooseAction, MoveCommand, MoveModel
from warcry3d.app.moves.move_judge import MoveAnswer
from warcry3d.app.moves.view import HistoryAction
from warcry3d.app.play.free_view import FreeView
from warcry3d.app.scene.colours import GOLD
from warcry3d.app.shell.files.table_files import FolderEntry
from warcry3d.app.shell.model import (
    AwaitKey,
    BrowseFolder,
    ChangeSettings,
    GoToPath,
    GoToRoom,
    LookFrom,
    OpenFile,
    OpenOutside,
    Panel,
    SaveTable,
    ShellAction,
    ShellIntent,
    ShellModel,
    ShowPanel,
    SpeakLanguage,
    TakeFile,
    TypeName,
)
from warcry3d.app.shell.panels.rail import draw_rail
from warcry3d.app.shell.panels.view import ShellShown, ShellView
from warcry3d.app.shell.rooms import ROOMS
from warcry3d.app.shell.settings import PACES, SCALES, TEXT_SIZES
from warcry3d.app.widgets.choices import option
from warcry3d.app.widgets.side_panel import side_panel
from warcry3d.app.widgets.tool_button import ToolButton, draw_tool_button
from warcry3d.errors import QuestionError
from warcry3d.messages import LANGUAGES, Words
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.moves import judge_move
from warcry3d.rules.results import CoverVerdict, Judgement, Reason
from warcry3d.rules.systems import SYSTEMS
from warcry3d.sight.distance import Measure
from warcry3d.sight.verdict import Seen, TooClose, Verdict
from warcry3d.table.models import Tag

LINE = ((5.0, 5.0, 0.1), (9.0, 5.0, 0.1))
TABLE = zoo.table(zoo.fighter("talon", (5, 5)), zoo.fighter("brute", (9, 5), side="blue"))
NOBODY = JudgeModel(TABLE)
ONE = NOBODY.after(ClickFighter("talon"))
PAIR = ONE.after(ClickFighter("brute"))
QUESTION = SightQuestion("talon", "brute")
ENGLISH = Words("en")


def answered(sight: Verdict) -> JudgeModel:
    reasons = tuple(Reason("WC-COVER-3", f"wall-{n}/stones", LINE, (6.0 + n, 5.0, 0.1)) for n in range(3))
    cover = CoverVerdict(reasons)
    found = Judgement("warcry", "talon", "brute", Measure(3, 3, 0, LINE), sight, "WC-SIGHT-1", cover)
    return PAIR.after(AnswerSight(QUESTION, found, None))


SEEN = answered(Seen(LINE, 2.3))
CLOSE = answered(TooClose(0.2, LINE, ("a/b", "c/d")))
REFUSED = PAIR.after(AnswerSight(QUESTION, None, QuestionError("'{id}' cannot see itself: ask about two", id="talon")))


def in_hand(to: tuple[float, float, float] = (5.0, 8.0, 0.0)) -> MoveModel:
    """Return the talon in hand, with one walk laid that the judge has answered."""
    leg = Leg(LegKind.WALK, (to,))
    held = replace(HeldFighter.taking(TABLE, "talon"), allowed=6.0, laid=((leg,),))
    path = Path((leg,))
    moved = judge_move(TABLE, "talon", path, allowed=held.allowed)
    return MoveModel(replace(held, answer=MoveAnswer(held.question, path, moved, ())))


@pytest.fixture
def bench() -> Iterator[PanelBench]:
    made = PanelBench()
    yield made
    made.close()


def test_every_button_of_the_judge_can_be_pressed(bench: PanelBench) -> None:
    view = JudgeView(bench.frame_of(ENGLISH))
    wanted = set(bench.pressed(lambda: view.draw(SEEN)))
    assert wanted == {
        JudgeAction.SWAP,
        JudgeAction.TOGGLE_EYE,
        JudgeAction.LOOK_AT_BOTH,
        JudgeAction.CLEAR,
        JudgeAction.SAVE_PICTURE,
        JudgeAction.SAVE_CERTIFICATE,
        MOVING_ROOM,
    }


def test_every_agreement_can_be_pressed(bench: PanelBench) -> None:
    frame = bench.frame_of(ENGLISH)

    def draw() -> list[Wanted]:
        with side_panel("judge", frame.panel):
            return draw_agreements(frame, SEEN)

    assert set(bench.pressed(draw)) == {
        CountTag(Tag.WEAPON, False),
        CountTag(Tag.BANNER, False),
        *(CountTooClose(one) for one in TooCloseCounts),
        *(ChooseTolerance(mm) for mm in TOLERANCES_MM),
        *(ChooseRules("" if name == SEEN.table.ruleset else name) for name in SYSTEMS),
    }


def test_nothing_can_be_swapped_before_two_are_picked(bench: PanelBench) -> None:
    view = JudgeView(bench.frame_of(ENGLISH))
    wanted = set(bench.pressed(lambda: view.draw(ONE)))
    assert JudgeAction.CLEAR in wanted
    assert not wanted & {JudgeAction.SWAP, JudgeAction.TOGGLE_EYE}
    named = {intent(id) for intent in (ClickFighter, HoverFighter) for id in ("talon", "brute")}
    assert set(bench.pressed(lambda: view.draw(NOBODY))) == {MOVING_ROOM} | named


def test_every_button_of_a_move_can_be_pressed(bench: PanelBench) -> None:
    view, moves = FreeView(bench.frame_of(ENGLISH), str), in_hand()
    wanted = set(bench.pressed(lambda: view.draw(moves)))
    assert wanted >= {
        MoveCommand.DROP,
        MoveCommand.LET_GO,
        MoveCommand.CORNER_BACK,
        HistoryAction.UNDO,
        HistoryAction.REDO,
        HistoryAction.DONE,
        ChooseAction(MoveAction.DISENGAGE),
        AvoidDamage(True),
        AllowInches(7.0),
        AllowInches(5.0),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_without_fighters_offers_a_battle_on_it(bench: PanelBench, language: str) -> None:
    view = FreeView(bench.frame_of(Words(language)), str, is_empty_board=True)
    assert set(bench.pressed(lambda: view.draw(MoveModel()))) == {HistoryAction.BEGIN, HistoryAction.DONE}
    assert bench.is_inside(lambda: view.draw(MoveModel()), "play")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "model",
    [
        NOBODY,
        ONE,
        PAIR,
        SEEN,
        SEEN.after(JudgeAction.TOGGLE_EYE),
        answered(TooClose(0.2, LINE, ("a/b", "c/d"))),
        REFUSED,
    ],
    ids=["nobody", "one", "waiting", "seen", "eye", "close", "refused"],
)
def test_nothing_in_the_judges_panel_runs_over_its_edge(bench: PanelBench, model: JudgeModel, language: str) -> None:
    view = JudgeView(bench.frame_of(Words(language)))
    assert bench.is_inside(lambda: view.draw(model), "judge")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("to", [(5.0, 8.0, 0.0), (5.0, 18.0, 0.0), (9.0, 5.0, 0.0), None])
def test_nothing_in_the_panel_of_a_move_runs_over_its_edge(
    bench: PanelBench, to: tuple[float, float, float] | None, language: str
) -> None:
    view, moves = FreeView(bench.frame_of(Words(language)), str, is_searching=True), in_hand(to) if to else MoveModel()
    assert bench.is_inside(lambda: view.draw(moves), "play")


class Shell:
    """The shell's panels on a bench."""

    def __init__(self, bench: PanelBench, shown: ShellShown, words: Words = ENGLISH) -> None:
        self.bench = bench
        self.view = ShellView(shown, words, SIZE, 620, 1.0)

    def draw(self) -> list[ShellIntent]:
        wanted: list[ShellIntent] = []
        self.view.rail(self.view.menu(wanted), wanted)
        self.view.overlays(wanted)
        return wanted


def test_menus_open_tables_look_go_to_rooms_and_speak(bench: PanelBench) -> None:
    table = FilePath("terrain/sample.table.json")
    shell = Shell(bench, ShellShown("Field", "judge", ShellModel(), tables=(table,), can_undo=True, can_redo=True))
    wanted: list[ShellIntent] = []
    for x in (40, 90, 140, 190, 240):
        for y in range(40, 360, 14):
            bench.click(shell.draw, (400, 500))
            bench.click(shell.draw, (x, 14))
            wanted += bench.click(shell.draw, (x + 20, y))
    in_menus = set(ShellAction) - {ShellAction.STEP_BACK, ShellAction.DISCARD, ShellAction.KEEP}
    assert {OpenFile(table), BrowseFolder(None), *in_menus} <= set(wanted)
    assert {LookFrom("above"), *map(GoToRoom, ROOMS), *map(SpeakLanguage, LANGUAGES)} <= set(wanted)


def test_folder_is_listed_and_left(bench: PanelBench, tmp_path: FilePath) -> None:
    inside = tmp_path / "a.table.json"
    listing = (FolderEntry("..", tmp_path.parent, True), FolderEntry("a.table.json", inside, False))
    shell = Shell(bench, ShellShown("Field", "judge", ShellModel(folder=tmp_path), entries=listing))
    wanted = set(bench.sweep(shell.draw, (190, 90), (480, 600)))
    assert wanted == {BrowseFolder(tmp_path.parent), TakeFile(inside), GoToPath(""), ShellAction.STEP_BACK}


def test_every_answer_to_the_question_about_unsaved_moves_can_be_given(bench: PanelBench) -> None:
    shell = Shell(bench, ShellShown("Field *", "judge", ShellModel(pending=ShellAction.QUIT)))
    wanted = set(bench.sweep(shell.draw, (190, 230), (720, 400)))
    assert wanted == {ShellAction.NAME_TABLE, ShellAction.DISCARD, ShellAction.STEP_BACK}


def test_name_is_typed_and_saved_or_left(bench: PanelBench, tmp_path: FilePath) -> None:
    shell = Shell(bench, ShellShown("Field", "judge", ShellModel(naming="field-2"), saves_to=tmp_path))
    wanted = set(bench.sweep(shell.draw, (190, 200), (720, 430)))
    assert wanted == {SaveTable("field-2"), ShellAction.STEP_BACK}
    bench.click(shell.draw, (450, 318))
    bench.panels.text("x")
    typed = [one for one in bench.draw(shell.draw, 2) if isinstance(one, TypeName)]
    assert typed and "x" in typed[0].name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "model"), [("unsaved", ShellModel(pending=ShellAction.QUIT)), ("name", ShellModel(naming="field-2"))]
)
def test_nothing_in_a_dialog_runs_over_its_edge(bench: PanelBench, name: str, model: ShellModel, language: str) -> None:
    shell = Shell(bench, ShellShown("Field", "judge", model, saves_to=FilePath("here")), Words(language))
    assert bench.is_inside(shell.draw, name)


def test_rail_goes_to_every_room_and_opens_settings_and_keys(bench: PanelBench) -> None:
    shell = Shell(bench, ShellShown("Field", "", ShellModel()))
    wanted = set(bench.sweep(shell.draw, (20, 50), (44, SIZE[1])))
    assert wanted == {*map(GoToRoom, ROOMS), ShowPanel(Panel.SETTINGS), ShowPanel(Panel.KEYS)}


def test_every_setting_can_be_changed(bench: PanelBench) -> None:
    shell = Shell(bench, ShellShown("Field", "judge", ShellModel(panel=Panel.SETTINGS)))
    wanted = bench.sweep(shell.draw, (130, 30), (770, 600))
    changed = [one.settings for one in wanted if isinstance(one, ChangeSettings)]
    for name in ("is_high_contrast", "has_safe_colours", "has_less_motion", "has_instant_dice", "has_real_dice"):
        assert {getattr(one, name) for one in changed} == {True, False}
    assert {one.text for one in changed} == set(TEXT_SIZES)
    assert {one.scale for one in changed} == set(SCALES)
    assert {one.pace for one in changed} == set(PACES)
    assert all(one in wanted for one in (*map(SpeakLanguage, LANGUAGES), ShowPanel(Panel.KEYS), ShowPanel(None)))


def test_page_of_keys_gives_actions_other_keys(bench: PanelBench) -> None:
    shell = Shell(bench, ShellShown("Field", "", ShellModel(panel=Panel.KEYS)))
    wanted = set(bench.sweep(shell.draw, (150, 60), (220, 600)))
    assert wanted >= {AwaitKey("shell.keys"), AwaitKey("shell.settings"), AwaitKey("shell.room.judge")}
    assert AwaitKey("shell.back") not in wanted


def test_page_of_keys_shows_those_of_the_room_in_front_at_once(bench: PanelBench) -> None:
    shell = Shell(bench, ShellShown("Field", "judge", ShellModel(panel=Panel.KEYS)))
    wanted = set(bench.sweep(shell.draw, (150, 60), (220, 600)))
    assert {one.binding.partition(".")[0] for one in wanted if isinstance(one, AwaitKey) and one.binding} == {"judge"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("panel", Panel)
def test_nothing_in_settings_and_keys_runs_over_the_edge(bench: PanelBench, panel: Panel, language: str) -> None:
    shell = Shell(bench, ShellShown("Field", "judge", ShellModel(panel=panel)), Words(language))
    assert bench.is_inside(shell.draw, "panel")


def test_rail_of_a_low_window_with_large_text_has_room_for_all(bench: PanelBench) -> None:
    def draw() -> list[ShellIntent]:
        wanted: list[ShellIntent] = []
        draw_rail("judge", None, ENGLISH, (MENU, SIZE[1]), 1.5, wanted)
        return wanted

    assert set(bench.sweep(draw, (30, int(MENU)), (100, SIZE[1]))) == {
        *(GoToRoom(name) for name in ROOMS if name != "judge"),
        ShowPanel(Panel.SETTINGS),
        ShowPanel(Panel.KEYS),
    }
    assert bench.click(draw, (50, SIZE[1] - 5)) == [ShowPanel(Panel.KEYS)]


def reach_of(
    bench: PanelBench, button: ToolButton, size: tuple[float, float], scale: float, text: float
) -> list[float]:
    """Return how far what is drawn for a button reaches to the right and down from its corner, at a size of text."""
    reach: list[float] = []

    def draw() -> list[None]:
        imgui.set_next_window_pos((0, 0))
        with imgui_ctx.begin("tools"):
            at, paper = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
            before = paper.vtx_buffer.size()
            with imgui_ctx.push_font(None, text):
                draw_tool_button(button, size, bench.panels.bold, scale)
            corners = [paper.vtx_buffer[i].pos for i in range(before, paper.vtx_buffer.size())]
            reach[:] = [max(one.x for one in corners) - at.x, max(one.y for one in corners) - at.y]
        return []

    bench.draw(draw, 2)
    return reach


def test_key_is_written_within_its_button(bench: PanelBench) -> None:
    button = ToolButton("undo", "undo", "", "", "Ctrl+Shift+Z")
    assert 30.0 < reach_of(bench, button, (40.0, 62.0), 1.5, bench.panels.text_size)[0] <= 41.0


def test_large_titles_end_within_their_buttons(bench: PanelBench) -> None:
    assert reach_of(bench, ToolButton("a", "move", "Tag", ""), (82.0, 62.0), 1.0, 34.0)[1] <= 63.0


def test_list_opens_scrolled_to_what_is_chosen(bench: PanelBench) -> None:
    scrolled = []

    def draw() -> list[None]:
        imgui.set_next_window_size((200, 150))
        with imgui_ctx.begin("list"):
            for number in range(80):
                option(f"entry {number}", number == 70)
            scrolled.append(imgui.get_scroll_y() / max(imgui.get_scroll_max_y(), 1.0))
        return []

    bench.draw(draw, 3)
    assert 0.7 < scrolled[-1] < 1.0


def test_judge_says_after_which_step_of_a_battle_the_table_stands(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    plain = imgui.text_disabled
    monkeypatch.setattr(imgui, "text_disabled", lambda text: (said.append(text), plain(text)))
    bench.draw(lambda: JudgeView(bench.frame_of(ENGLISH), step=(3, 9)).draw(NOBODY))
    assert "After step 3 of 9." in said
    said.clear()
    bench.draw(lambda: JudgeView(bench.frame_of(ENGLISH)).draw(NOBODY))
    assert not any(text.startswith("After step") for text in said)


def test_notice_about_a_file_has_a_button_that_opens_it(bench: PanelBench) -> None:
    page = FilePath("page.html")
    lines = (("page.html: certificate 1234", GOLD),)
    shell = Shell(bench, ShellShown("Field", "judge", ShellModel(), lines=lines, opens=page))
    assert OpenOutside(page) in bench.sweep(shell.draw, (90, SIZE[1] - 90), (400, SIZE[1]))
    shell = Shell(bench, ShellShown("Field", "judge", ShellModel(), lines=lines))
    assert OpenOutside(page) not in bench.sweep(shell.draw, (90, SIZE[1] - 90), (400, SIZE[1]))
