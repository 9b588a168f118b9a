"""Openings in the Build room: two clicks on the rims, then what it is."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from tests.app.build.pieces import plain_table
from tests.app.build.test_build_model import opened
from tests.app.windows import press, steps, until, window_on
from warcry3d.app.build.intents import PICK, TakeTool
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.opening_station import OPENING, MarkRim, OpeningState, OpeningStation
from warcry3d.app.build.room import BuildRoom
from warcry3d.app.scene.overlays import FlatLine, Sign
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.model import OpenFile
from warcry3d.geom.shapes import box
from warcry3d.geom.unite import unite
from warcry3d.message import Message
from warcry3d.table.pieces import save_piece
from warcry3d.table.terrain import Part, PartKind, Piece
from warcry3d.terrain.editing.edits import OpeningKind

GATE = unite([box((-2, 0, 0), (-0.6, 0.4, 3)), box((0.6, 0, 0), (2, 0.4, 3)), box((-2, 0, 2), (2, 0.4, 3))]).solid


def test_two_marks_make_a_line_and_a_third_begins_anew() -> None:
    model = opened()
    model = BuildModel(model.table, model.content, tool=OPENING, states={OPENING: OpeningState()})
    for place in ((0.0, 0.0, 1.0), (1.0, 0.0, 1.0), (2.0, 0.0, 1.0)):
        model = model.after(MarkRim(place))
    assert model.state(OpeningState).marks == ((2.0, 0.0, 1.0),)
    assert model.after(TakeTool(PICK)).state(OpeningState).marks == ()
    assert replace(OpeningState(), marks=()) == OpeningState()


def test_a_gap_in_a_wall_becomes_an_arch_that_can_be_undone(graphics: Graphics, tmp_path: Path) -> None:
    path = tmp_path / "gate.glb"
    save_piece(Piece("gate", (Part("wall", frozenset({PartKind.OBSTACLE}), GATE),)), path)
    with window_on(graphics, plain_table(), tmp_path / "other.table.json") as made:
        window = made[0]
        window.do(OpenFile(path))
        until(window, lambda: isinstance(window.room, BuildRoom) and window.room.model.piece is not None)
        room = window.room
        assert isinstance(room, BuildRoom)
        press(made, "d")
        assert room.model.tool == OPENING
        room.do(MarkRim((-0.6, 0.2, 1.0)))
        room.do(MarkRim((0.6, 0.2, 1.0)))
        steps(window, 2)
        shown = room.view.overlays
        assert len([one for one in shown if isinstance(one, Sign)]) == 2
        assert [one for one in shown if isinstance(one, FlatLine)]
        assert OpeningStation(room).measured() == pytest.approx((1.2, 2.0), abs=0.02)
        assert not OpeningStation(room).add(OpeningKind.DOOR)
        assert "nothing shuts the opening" in window.notice.said(window.words)
        press(made, "escape")
        assert window.notice.said(window.words) == "", "it lay over the table until something else was done"
        press(made, "d")
        room.do(MarkRim((-0.6, 0.2, 1.0)))
        room.do(MarkRim((0.6, 0.2, 1.0)))
        assert OpeningStation(room).add(OpeningKind.ARCH)
        assert room.model.piece is not None
        assert any(PartKind.ARCH in part.kinds for part in room.model.piece.parts)
        assert room.model.state(OpeningState).marks == ()
        assert [PartKind.ARCH in part.kinds for part in room.model.chosen_parts] == [True], "its size is seen at once"
        window.undo()
        assert [part.id for part in room.model.piece.parts] == ["wall"]


class _Bench:
    """What the station asks of its room here."""

    def __init__(self, model: BuildModel) -> None:
        self.model = model


def test_the_size_is_that_of_the_opening_not_of_the_clicks_or_why_there_is_none() -> None:
    """Clicks beside the rims, at two heights, are 1.9 in apart."""
    model = opened(Piece("gate", (Part("wall", frozenset({PartKind.OBSTACLE}), GATE),)))
    marked = {}
    for name, marks in (("gap", ((-0.8, 0.0, 0.6), (0.9, 0.0, 1.4))), ("nothing", ((5.0, 5.0, 1.0), (5.01, 5.0, 1.0)))):
        there = BuildModel(model.table, model.content, tool=OPENING, states={OPENING: OpeningState(marks)})
        marked[name] = OpeningStation(cast("Any", _Bench(there))).measured()
    assert marked["gap"] == pytest.approx((1.2, 2.0), abs=0.02)
    assert isinstance(marked["nothing"], Message)
