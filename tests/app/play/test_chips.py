"""Names and chips over the table: what stands there while a way is pointed out."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest

from tests.app.panel_bench import SIZE, PanelBench
from tests.app.play.battles import race_model
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.panels import chips as chips_module
from warcry3d.app.play.panels.chips import _Plate, brief_chips, draw_labels, nearest_place
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import Rectangle, layout_of
from warcry3d.app.play.panels.unit_labels import labels_of
from warcry3d.app.play.state import PERSON
from warcry3d.app.scene.camera import Shot
from warcry3d.app.shell.files.battle_start import read_battle
from warcry3d.app.shell.settings import Settings
from warcry3d.app.widgets.name_labels import overlaps
from warcry3d.game.preview import Chip, ChipKind
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.table.shipped import shipped_root

CROWD = ((-2000.0, 100.0, 6000.0, 500.0),)
"""The middle of the picture is written over."""
FLAT = Shot((15.0, -20.0, 9.0), (15.0, 11.0, 1.0), 0.8)
"""Looks over the sample battle from low: fighters crowd in the picture."""


def drawn(
    bench: PanelBench,
    monkeypatch: pytest.MonkeyPatch,
    chips: Mapping[str, tuple[Chip, ...]],
    written: tuple[Rectangle, ...],
    *,
    model: PlayModel | None = None,
    between: tuple[float, float] = (0.0, 1e5),
) -> dict[str, tuple[str, Rectangle]]:
    """Return the labels that are drawn: what stands first on each, and where, by whose it is."""
    found = dict[str, tuple[str, Rectangle]]()

    def heard(panel: PlayFrame, plate: _Plate, *, is_faint: bool) -> None:
        found[plate.label.text] = plate.parts[0].text, plate.box

    monkeypatch.setattr(chips_module, "_draw_plate", heard)
    model, words = model or race_model(), Words("en")
    teller = Teller(words, model.moment.names)
    panel = PlayFrame(bench.frame_of(words), model, layout_of(*SIZE, 0.0, 1.0), teller, Settings())
    if model.moment.step:
        panel = replace(panel, frame=replace(panel.frame, shot=FLAT))

    def draw() -> list[str]:
        draw_labels(panel, *labels_of(panel, chips), written, between=between)
        return []

    bench.draw(draw)
    return found


def test_name_that_has_no_room_at_its_fighter_is_left_out(bench: PanelBench, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {"blue": (Chip(ChipKind.SEEN, message("seen")),)}
    assert drawn(bench, monkeypatch, {}, CROWD).keys() == set()
    assert drawn(bench, monkeypatch, seen, ()).keys() == {"red", "blue"}
    assert drawn(bench, monkeypatch, seen, CROWD).keys() == {"blue"}, "what a chip says is worth the room"


def sample(hovered: str = "") -> PlayModel:
    start = read_battle(shipped_root() / "terrain" / "sample-battle.battle.jsonl")
    people = dict.fromkeys(start.seats, PERSON)
    return replace(PlayModel.beginning(start.rules, start.game, people, 1, can_go_on=True), hovered=hovered)


def test_names_are_short_and_none_lies_over_another_however_flat_the_view(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = drawn(bench, monkeypatch, {}, (), model=sample())
    assert found["red-morwen"][0] == "Morwen"
    boxes = [box for _, box in found.values()]
    assert len(boxes) > 5 and not any(overlaps(one, other) for one, other in combinations(boxes, 2))


def test_who_is_pointed_at_stands_clear_of_plates_with_chips(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen in Chinese: the plate of an enemy over the fighter that acts lay over that one's."""
    model = sample("red-denzil")
    chips = {one.id: (Chip(ChipKind.SEEN, message("seen from a place far away")),) for one in model.moment.table.models}
    del chips["red-denzil"]
    found = drawn(bench, monkeypatch, chips, (), model=model)
    _, box = found.pop("red-denzil")
    assert len(found) > 5 and not any(overlaps(box, other) for _, other in found.values())


@pytest.mark.parametrize("written", [(), CROWD])
def test_who_is_pointed_at_has_its_full_name_over_all_others(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch, written: tuple[Rectangle, ...]
) -> None:
    found = drawn(bench, monkeypatch, {}, written, model=sample("red-morwen"))
    said, box = found.pop("red-morwen")
    assert said == "Morwen Tide-Speaker"
    assert not any(overlaps(box, other) for _, other in found.values())


def test_chips_that_others_imply_are_left_out() -> None:
    by_kind = {kind: Chip(kind, message("said")) for kind in ChipKind}
    near = (ChipKind.DISTANCE, ChipKind.SEEN, ChipKind.IN_RANGE, ChipKind.COVER, ChipKind.ODDS)
    hidden, far = (ChipKind.DISTANCE, ChipKind.HIDDEN), (ChipKind.DISTANCE, ChipKind.SEEN, ChipKind.SHOOTS)
    said = [[one.kind for one in brief_chips(tuple(map(by_kind.__getitem__, some)))] for some in (near, hidden, far)]
    assert said == [[*near[2:]], [ChipKind.HIDDEN], [*far]]


def test_no_name_stands_behind_a_header_of_two_lines_or_a_panel_at_the_foot(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen in Chinese at 1280 x 720 with large text: half of the names were behind what wins the battle."""
    whole = drawn(bench, monkeypatch, {}, (), model=sample())
    bottoms = sorted(top + height for _, (_, top, _, height) in whole.values())
    between = bottoms[len(bottoms) // 3], bottoms[-2]
    header = layout_of(*SIZE, 0.0, 1.0).header
    found = drawn(bench, monkeypatch, {}, (), model=sample(), between=between)
    assert 0 < len(found) < len(whole)
    for left, top, width, height in (box for _, box in found.values()):
        assert top + height <= between[1]
        assert top >= between[0] or left + width < header[0] or left > header[0] + header[2]


def test_plate_without_room_above_stands_beside_its_fighter_not_far_below() -> None:
    """Seen: chips of enemies below the header lay on the near half of the board, tied to them by long lines."""
    header, ghost = (0.0, -500.0, 400.0, 590.0), (60.0, 100.0, 60.0, 200.0)
    box = (50.0, 95.0, 120.0, 20.0)
    assert nearest_place(box, [], [header]) == box
    assert nearest_place(box, [ghost], [header], ())[1] >= 300.0
    left, top, width, height = nearest_place(box, [ghost, (150.0, 90.0, 20.0, 60.0)], [header])
    assert not any(overlaps((left, top, width, height), one) for one in (ghost, header))
    assert top < 130.0 and abs(left - box[0]) <= width
    assert nearest_place(box, [ghost], [header], within=(40.0, 200.0))[1] >= 300.0, "not behind a roster"
