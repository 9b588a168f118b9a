"""Names and chips over the table: what stands there while a way is pointed out."""

from collections.abc import Iterator, Mapping

import pytest

from tests.app.panel_bench import SIZE, PanelBench
from tests.app.play.battles import race_model
from warcry3d.app.play.panels import chips as chips_module
from warcry3d.app.play.panels.chips import draw_labels
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import Rectangle, layout_of
from warcry3d.app.shell.settings import Settings
from warcry3d.app.widgets.name_labels import NameLabel
from warcry3d.game.preview import Chip, ChipKind
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller

CROWD = ((-2000.0, 100.0, 6000.0, 500.0),)
"""The middle of the picture is written over."""


@pytest.fixture
def bench() -> Iterator[PanelBench]:
    made = PanelBench()
    yield made
    made.close()


def drawn(
    bench: PanelBench,
    monkeypatch: pytest.MonkeyPatch,
    chips: Mapping[str, tuple[Chip, ...]],
    written: tuple[Rectangle, ...],
) -> set[str]:
    """Return whose labels are drawn."""
    found = set[str]()

    def heard(panel: PlayFrame, label: NameLabel, parts: list[object], box: Rectangle) -> None:
        found.add(label.text)

    monkeypatch.setattr(chips_module, "_draw_label", heard)
    model, words = race_model(), Words("en")
    panel = PlayFrame(bench.frame_of(words), model, layout_of(*SIZE, 0.0, 1.0), Teller(words), Settings())
    names = {one.id: one.id for one in model.moment.table.models}

    def draw() -> list[str]:
        draw_labels(panel, chips, names, written)
        return []

    bench.draw(draw)
    return found


def test_beside_chips_a_name_that_has_no_room_at_its_fighter_is_left_out(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = {"blue": (Chip(ChipKind.SEEN, message("seen")),)}
    assert drawn(bench, monkeypatch, {}, CROWD) == {"red", "blue"}
    assert drawn(bench, monkeypatch, seen, ()) == {"red", "blue"}
    assert drawn(bench, monkeypatch, seen, CROWD) == {"blue"}, "what a chip says is worth the room"
