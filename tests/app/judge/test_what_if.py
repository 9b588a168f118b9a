"""What if: models are dragged, the verdict follows, and neither a battle nor the way back is ever lost."""

from dataclasses import replace

import pytest

from tests import zoo
from tests.app.judge.benches import FakeBench, StraightDown
from warcry3d.app.judge import what_if
from warcry3d.app.judge.intents import ClickFighter, PickTool, ShowTable
from warcry3d.app.judge.trial import TrialState
from warcry3d.app.judge.what_if import WhatIfPart, has_trial, moved_models, take_back
from warcry3d.app.scene.overlays import FlatLine, Ghost
from warcry3d.app.shell.gestures import Dragged, Dropped, Key
from warcry3d.app.shell.room import TableView
from warcry3d.geom.shapes import box
from warcry3d.table.grid import SquareGrid
from warcry3d.table.models import Base, BaseShape

DECK = zoo.feature("deck", zoo.box_part("top", (10, 4, 2.5), (14, 8, 3.0), "platform"))
TABLE = zoo.table(DECK, zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (20, 5)))


def bench_on(content: object | None = None) -> tuple[FakeBench, WhatIfPart]:
    bench = FakeBench(StraightDown(TABLE, content))
    part = WhatIfPart(bench)
    bench.parts = (part,)
    bench.do(PickTool("what-if"))
    return bench, part


def drag(part: WhatIfPart, start: tuple[float, float], at: tuple[float, float]) -> bool:
    return part.take(Dragged("mouse1", 1, 1, start, at))


def test_a_dragged_model_follows_the_pointer_by_where_it_is_held() -> None:
    bench, part = bench_on()
    assert drag(part, (5.2, 5.1), (7.2, 6.1))
    assert bench.model.table.model("ann").placement.at == pytest.approx((7, 6, 0))
    assert bench.host.document.table is TABLE
    part.take(Dropped("mouse1", (7.2, 6.1)))
    assert bench.host.document.table.model("ann").placement.at == pytest.approx((7, 6, 0))
    assert bench.model.tried is None and bench.model.opened is bench.host.document.table


def test_a_model_dragged_over_a_platform_stands_on_it() -> None:
    bench, part = bench_on()
    drag(part, (5, 5), (12, 6))
    assert bench.model.table.model("ann").placement.at == pytest.approx((12, 6, 3))


def test_a_drag_beside_every_model_is_left_to_the_camera() -> None:
    _, part = bench_on()
    assert not drag(part, (2, 15), (3, 15))


def test_a_battle_never_hears_of_what_is_tried_on_it() -> None:
    bench, part = bench_on(content=object())
    drag(part, (5, 5), (7, 6))
    part.take(Dropped("mouse1", (7, 6)))
    assert bench.model.table.model("ann").placement.at == pytest.approx((7, 6, 0))
    assert bench.host.document.table is TABLE and not bench.host.document.is_changed and bench.model.opened is TABLE
    part.take(Key("arrow_right"))
    assert bench.model.table.model("ann").placement.at == pytest.approx((7.125, 6, 0))
    assert take_back(bench, Key("control-z"))
    assert bench.model.table.model("ann").placement.at == pytest.approx((7, 6, 0))
    assert take_back(bench, Key("control-z")) and bench.model.table is TABLE
    assert not take_back(bench, Key("control-z"))
    assert take_back(bench, Key("control-y")) and take_back(bench, Key("control-y"))
    assert bench.model.table.model("ann").placement.at == pytest.approx((7.125, 6, 0))
    assert has_trial(bench.model)
    bench.do(ShowTable(zoo.table(*TABLE.models)))
    assert not has_trial(bench.model) and bench.model.tried is None and bench.model.state(TrialState).trial is None


@pytest.mark.parametrize("content", [None, object()])
def test_all_go_back_to_how_it_was(content: object | None) -> None:
    bench, part = bench_on(content)
    drag(part, (5, 5), (7, 6))
    part.take(Dropped("mouse1", (7, 6)))
    part.take(Key(","))
    assert [id for id, _, _ in moved_models(bench.model.table, TABLE)] == ["ann"]
    part.take(Key("backspace"))
    assert moved_models(bench.model.table, TABLE) == ()
    if content is None:
        bench.host.undo()
        assert [id for id, _, _ in moved_models(bench.model.table, TABLE)] == ["ann"]


def test_the_first_place_stays_visible_as_a_ghost_with_the_distance() -> None:
    bench, part = bench_on()
    assert part.show(bench.model, TableView(TABLE)).overlays == ()
    drag(part, (5, 5), (8, 9))
    ghost, way = part.show(bench.model, TableView(bench.model.table)).overlays
    assert isinstance(ghost, Ghost) and (ghost.model, ghost.at) == ("ann", (5, 5, 0))
    assert isinstance(way, FlatLine)
    ((_, _, far),) = moved_models(bench.model.table, TABLE)
    assert far == pytest.approx(5)


def test_a_model_is_not_dragged_off_the_board() -> None:
    bench, part = bench_on()
    drag(part, (5, 5), (-2, 5))
    assert bench.model.table.model("ann").placement.at == pytest.approx((0, 5, 0))


def test_the_quick_look_is_made_before_a_drag_and_once_for_all_drags(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made in the first frame of each drag it cost 80 ms of that frame."""
    made = list[str]()
    plain = what_if.quick_look_between
    monkeypatch.setattr(what_if, "quick_look_between", lambda *asked: (made.append(asked[1]), plain(*asked))[1])
    bench, part = bench_on(content=object())
    bench.do(ClickFighter("ann"))
    bench.do(ClickFighter("bob"))
    assert part._looks.settle(20.0)
    for to in ((7, 6), (8, 6), (9, 6)):
        drag(part, (5, 5), to)
        asked = part._between(bench.model)
        assert asked is not None and asked in part._looks.known
    part.take(Dropped("mouse1", (9, 6)))
    drag(part, (20, 5), (18, 5))
    part.take(Dropped("mouse1", (18, 5)))
    assert made == ["ann"]
    bench.do(ClickFighter("ann"))
    bench.do(ClickFighter("ann"))
    assert bench.model.viewer == "bob" and part._looks.settle(20.0)
    assert made == ["ann", "bob"]
    part.close()


def test_a_quick_look_sees_past_a_wall_but_not_through_it() -> None:
    from warcry3d.sight.quick_look import quick_look_between

    wall = zoo.feature("wall", zoo.part("stones", box((12, 0, 0), (12.4, 10, 4))))
    table = zoo.table(wall, zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (20, 5)))
    look = quick_look_between(table, "ann", "bob")
    assert look.sees(table) is None
    beside = [table.model(id).moved(zoo.fighter(id, (x, 15)).placement) for id, x in (("ann", 5), ("bob", 20))]
    line = look.sees(zoo.table(wall, *beside))
    assert line is not None and line[0][0] < 6 and line[1][0] > 19


def test_models_on_a_table_of_squares_snap_to_these() -> None:
    ann, bob = zoo.fighter("ann", (5.5, 5.5), base=Base(BaseShape.SQUARE, 1.0, 1.0)), zoo.fighter("bob", (20.5, 5.5))
    table = replace(zoo.table(ann, bob), grid=SquareGrid(("." * 30,) * 22))
    bench = FakeBench(StraightDown(table))
    part = WhatIfPart(bench)
    bench.parts = (part,)
    bench.do(PickTool("what-if"))
    drag(part, (5.5, 5.5), (7.3, 6.2))
    part.take(Dropped("mouse1", (7.3, 6.2)))
    assert bench.model.table.model("ann").placement.at == pytest.approx((7.5, 6.5, 0))
    part.take(Key("arrow_left"))
    assert bench.model.table.model("ann").placement.at == pytest.approx((6.5, 6.5, 0))
