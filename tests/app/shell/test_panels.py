"""The panels, drawn without GL and clicked by injected input."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests import zoo
from warcry3d.app.judge.model import Dispute
from warcry3d.app.shell.displayed import (
    Browse,
    Counting,
    Displayed,
    Do,
    Intent,
    LookFrom,
    NameLabel,
    OpenTable,
    Speaking,
)
from warcry3d.app.shell.imgui_panda import Fonts, ImGuiPanda
from warcry3d.app.shell.panels import Panels
from warcry3d.app.shell.table_files import FolderEntry
from warcry3d.messages import LANGUAGES, Words
from warcry3d.rules.results import CoverVerdict, Judgement, Reason
from warcry3d.sight.distance import Measure
from warcry3d.sight.verdict import Seen, TooClose, Verdict
from warcry3d.table.models import Tag
from warcry3d.table.shipped import shipped_root

SIZE = (900, 620)
LINE = ((5.0, 5.0, 0.1), (9.0, 5.0, 0.1))
TABLE = zoo.table(zoo.fighter("talon", (5, 5)), zoo.fighter("brute", (9, 5), side="blue"))
PAIR = Dispute(TABLE).picking("talon").picking("brute")
EYE = PAIR.looking_through_eye(True)
ENGLISH = Words("en")


def judged(sight: Verdict) -> Judgement:
    reasons = tuple(Reason("WC-COVER-3", f"wall-{n}/stones", LINE, (6.0 + n, 5.0, 0.1)) for n in range(3))
    return Judgement("warcry", "talon", "brute", Measure(3, 3, 0, LINE), sight, "WC-SIGHT-1", CoverVerdict(reasons))


class Bench:
    """Panels with a pointer."""

    def __init__(self, imgui_panda: ImGuiPanda) -> None:
        self.imgui_panda = imgui_panda
        self.panels = Panels(imgui_panda.bold)

    def frame(self, displayed: Displayed, words: Words = ENGLISH) -> list[Intent]:
        with self.imgui_panda.frame(1 / 60):
            return self.panels.draw(displayed, words, SIZE)

    def click(self, displayed: Displayed, at: tuple[float, float]) -> list[Intent]:
        self.imgui_panda.mouse_moved(*at)
        wanted = self.frame(displayed)
        for down in (True, False):
            self.imgui_panda.button("mouse1", down)
            wanted += self.frame(displayed)
        return wanted + self.frame(displayed)

    def sweep(self, displayed: Displayed, low: tuple[int, int], high: tuple[int, int], step: int) -> list[Intent]:
        """Click all over a rectangle; return everything asked for."""
        return [
            intent
            for y in range(low[1], high[1], step)
            for x in range(low[0], high[0], 3 * step)
            for intent in self.click(displayed, (x, y))
        ]


@pytest.fixture
def bench() -> Iterator[Bench]:
    folder = shipped_root() / "assets" / "fonts"
    fonts = Fonts(folder / "NotoSansCJK-Regular-SC-GB2312.otf", folder / "NotoSansCJK-Bold-SC-GB2312.otf", 23.0)
    imgui_panda = ImGuiPanda(fonts, SIZE)
    yield Bench(imgui_panda)
    imgui_panda.close()


def test_every_button_of_the_verdict_can_be_pressed(bench: Bench) -> None:
    displayed = Displayed("Field", PAIR, judged(Seen(LINE, 2.0)))
    bench.frame(displayed)
    left = SIZE[0] - bench.panels.aside(SIZE)
    wanted = set(bench.sweep(displayed, (left, 60), SIZE, 13))
    assert wanted >= {Do.SWAP, Do.TOGGLE_EYE, Do.CLEAR, Counting(Tag.WEAPON, False), Counting(Tag.BANNER, False)}


def test_nothing_can_be_swapped_before_two_are_picked(bench: Bench) -> None:
    displayed = Displayed("Field", Dispute(TABLE).picking("talon"))
    left = SIZE[0] - bench.panels.aside(SIZE)
    wanted = set(bench.sweep(displayed, (left, 60), (SIZE[0], 300), 13))
    assert Do.CLEAR in wanted
    assert not wanted & {Do.SWAP, Do.TOGGLE_EYE}


def test_menus_open_tables_look_and_speak(bench: Bench) -> None:
    displayed = Displayed("Field", PAIR, tables=(Path("terrain/sample.table.json"),))
    wanted: list[Intent] = []
    for x in (40, 100, 170):
        for y in range(40, 340, 14):
            bench.click(displayed, (400, 500))
            bench.click(displayed, (x, 14))
            wanted += bench.click(displayed, (x + 20, y))
    assert OpenTable(Path("terrain/sample.table.json")) in wanted
    assert {Do.SAVE_PICTURE, Do.QUIT, Browse(None)} <= set(wanted)
    assert LookFrom("above") in wanted
    assert {Speaking(language) for language in LANGUAGES} <= set(wanted)


def test_folder_is_listed_and_left(bench: Bench, tmp_path: Path) -> None:
    listing = (FolderEntry("..", tmp_path.parent, True), FolderEntry("a.table.json", tmp_path / "a.table.json", False))
    displayed = Displayed("Field", Dispute(TABLE), folder=tmp_path, entries=listing)
    bench.frame(displayed)
    wanted = set(bench.sweep(displayed, (190, 90), (480, 600), 12))
    assert wanted == {Browse(tmp_path.parent), OpenTable(tmp_path / "a.table.json"), Do.STOP_BROWSING}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_can_be_drawn_in_every_language(bench: Bench, language: str) -> None:
    shown = Displayed("Field", PAIR, labels=(NameLabel("Talon", (100, 100), "red", True),))
    states = [
        Displayed("Field", Dispute(TABLE)),
        replace(shown, judgement=judged(Seen(LINE, 2.0))),
        replace(shown, judgement=judged(TooClose(0.2, LINE, ("a/b", "c/d")))),
        replace(shown, judgement=replace(judged(Seen(LINE, 0.1)), cover=None)),
        replace(shown, failure="no such thing"),
        replace(shown, is_judging=True, notice="loading", warnings=("odd",) * 9),
        replace(shown, dispute=PAIR.looking_through_eye(True), notice="broken", is_alarming=True),
    ]
    words = Words(language)
    counts = []
    for state in states:
        for _ in range(3):
            assert bench.frame(state, words) == []
        node = bench.imgui_panda.node.find("lists")
        counts.append(sum(path.node().getGeom(0).getPrimitive(0).getNumVertices() for path in node.getChildren()))
    assert min(counts) > 500
    assert counts[1] != counts[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("dispute", [Dispute(TABLE), Dispute(TABLE).picking("talon"), PAIR, EYE])
def test_nothing_in_the_narrow_panel_runs_over_its_edge(bench: Bench, dispute: Dispute, language: str) -> None:
    from imgui_bundle import imgui

    judgement = judged(Seen(LINE, 2.3)) if dispute.target else None
    shown = Displayed("a table", dispute, judgement)
    for _ in range(3):
        bench.frame(shown, Words(language))
    panel = imgui.internal.find_window_by_name("verdict")
    assert 0 < panel.content_size.x <= panel.size.x - 2 * panel.window_padding.x + 1
