"""Findings in the Build room: looked for beside the frames, shown in their place, accepted with a reason."""

from dataclasses import replace
from pathlib import Path

from tests.app.build.pieces import WALL_AND_STEP, window_with
from tests.app.build.test_build_model import CONTENT, opened
from tests.app.panel_bench import PanelBench
from tests.app.windows import until
from warcry3d.app.build.bench_table import bench_table
from warcry3d.app.build.findings_state import (
    ChooseFinding,
    FindingsState,
    LookAgain,
    ShowFindings,
    StopLooking,
    TypeReason,
)
from warcry3d.app.build.findings_station import LINT
from warcry3d.app.build.findings_view import draw_findings, order_of
from warcry3d.app.build.intents import ShowBench
from warcry3d.app.build.lint_task import finding_of, finding_wire
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.part_names import with_part_names
from warcry3d.app.build.station import Wanted
from warcry3d.app.scene.overlays import Beam, Sign
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.widgets.side_panel import side_panel
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.table.terrain import Piece
from warcry3d.terrain.editing.edits import AcceptFinding, edited
from warcry3d.terrain.findings import Finding, Severity

LEAK = Finding(
    "T-CHINK",
    Severity.NOTE,
    message("a gap {width:.2f} mm wide, {more}", width=2.0, more=message("in {places} places", places=(1, 2))),
    ((0.0, 0.0, 1.0),),
    "wall",
    (((0.0, -4.0, 1.0), (0.0, 4.0, 1.0)),),
)


def with_findings(*found: Finding) -> BuildModel:
    model = opened()
    model = BuildModel(model.table, model.content, states={FindingsState.station: FindingsState()})
    piece = model.piece
    assert piece is not None
    return model.after(ShowFindings(piece, found))


def test_a_finding_comes_through_the_process_as_it_was() -> None:
    again = finding_of(finding_wire(LEAK))
    assert str(again.message) == str(LEAK.message) == "a gap 2.00 mm wide, in 1, 2 places"
    assert (again.code, again.severity, again.places, again.lines) == (
        LEAK.code,
        LEAK.severity,
        LEAK.places,
        LEAK.lines,
    )


def test_what_was_found_of_another_piece_is_dropped() -> None:
    model = with_findings(LEAK)
    assert model.state(FindingsState).found == (LEAK,)
    other = Piece("other", WALL_AND_STEP.parts[:1])
    assert model.after(ShowBench(bench_table(other), CONTENT)).state(FindingsState).found is None
    assert model.after(ShowFindings(other, ())).state(FindingsState).found == (LEAK,)


def test_a_finding_is_chosen_and_let_go_and_a_reason_typed() -> None:
    model = with_findings(LEAK).after(ChooseFinding(0))
    assert model.state(FindingsState).shown is LEAK
    assert model.after(ChooseFinding(0)).state(FindingsState).shown is None
    typed = model.after(TypeReason("T-CHINK", "x" * 500)).state(FindingsState).typed
    assert typed.code == "T-CHINK" and len(typed.reason) == 200


def test_findings_follow_each_change_and_are_marked_in_their_place(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        window = made[0]
        until(window, lambda: room.model.state(FindingsState).found is not None)
        piece = room.model.piece
        assert piece is not None
        room.do(ShowFindings(piece, (LEAK,)))
        room.do(ChooseFinding(0))
        overlays = room.view.overlays
        assert [one for one in overlays if isinstance(one, Sign)] and [one for one in overlays if isinstance(one, Beam)]
        assert room.change(lambda piece: edited(piece, AcceptFinding("T-CHINK", "a broken wall")))
        assert room.model.piece is not None and room.model.piece.accept == ("T-CHINK",)
        assert room.model.state(FindingsState).found is None
        until(window, lambda: room.model.state(FindingsState).found is not None)


def test_looking_can_be_stopped_and_begun_again(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        window, jobs = made[0], made[0].jobs
        until(window, lambda: room.model.state(FindingsState).found is not None)
        assert room.change(lambda piece: edited(piece, AcceptFinding("T-CHINK", "a broken wall")))
        assert jobs.is_running(LINT)
        room.do(StopLooking())
        assert not jobs.is_running(LINT)
        assert room.model.state(FindingsState).is_stopped and room.model.state(FindingsState).found is None
        room.do(LookAgain())
        until(window, lambda: room.model.state(FindingsState).found is not None)
        assert not room.model.state(FindingsState).is_stopped


def test_what_came_to_no_end_is_not_called_faultless() -> None:
    model = opened()
    model = BuildModel(model.table, model.content, states={FindingsState.station: FindingsState(of=model.piece)})
    stopped = model.after(StopLooking()).state(FindingsState)
    assert stopped.found is None and stopped.is_stopped
    other = Piece("other", WALL_AND_STEP.parts[:1])
    assert not model.after(StopLooking()).after(ShowBench(bench_table(other), CONTENT)).state(FindingsState).is_stopped


def test_findings_about_the_chosen_parts_are_shown_first() -> None:
    """Of 28 findings of a house with 15 parts those about the part in question stood anywhere."""
    between = replace(LEAK, part="", message=message("between {part} and {other}", part="floor", other="step"))
    found = (LEAK, between, replace(LEAK, part="step"))
    assert order_of(found, ()) == ((0, 1, 2), 0)
    assert order_of(found, ("step",)) == ((1, 2, 0), 2)
    assert order_of(found, ("roof",)) == ((0, 1, 2), 0)


def test_findings_in_another_order_are_shown_by_their_own_numbers() -> None:
    model = with_findings(LEAK, replace(LEAK, part="step"))
    state, wanted, bench = model.state(FindingsState), list[Wanted](), PanelBench()

    def draw() -> list[Wanted]:
        with side_panel("build", bench.frame_of(Words("en")).panel):
            draw_findings(bench.frame_of(Words("en")), state, None, wanted, ("step",))
        return wanted

    try:
        shown = [one.number for one in bench.pressed(draw) if isinstance(one, ChooseFinding)]
        assert list(dict.fromkeys(shown)) == [1, 0], "from above: that about the chosen part first"
        assert bench.is_inside(draw, "build")
    finally:
        bench.close()


def test_findings_name_parts_as_the_list_does() -> None:
    english = Words("en")
    said = message("'{part}' and {others}: {why}", part="step", others=("wall", "ash"), why=message("{id}", id="wall"))
    assert english.text(with_part_names(said, english, WALL_AND_STEP)) == "'Step' and Wall, ash: Wall"
    united = message("united from {parts}", parts="low-1, wall-front")
    assert english.text(with_part_names(united, english)) == "united from Low 1, Wall front"
    assert Words("zh_CN").text(with_part_names(united, Words("zh_CN"))) == "由低矮部件1、前墙合并而成"
