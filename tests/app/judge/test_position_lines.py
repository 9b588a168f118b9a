"""Where a model that is pointed at stands, in words that set it up again."""

from dataclasses import replace

from imgui_bundle import imgui

from tests import zoo
from tests.app.panel_bench import PanelBench
from warcry3d.app.judge.position_lines import draw_position, position_lines
from warcry3d.app.widgets.name_labels import Box
from warcry3d.messages import Words
from warcry3d.table.grid import SquareGrid
from warcry3d.table.table import Table
from warcry3d.units import MM

TABLE = zoo.table(zoo.fighter("red-bow", (4 + 16 * MM, 5 + 16 * MM)), zoo.fighter("cid", (12, 20, 3), side="blue"))
BAR = (80.0, 500.0, 300.0, 80.0)


def test_model_is_so_far_from_two_edges_and_so_high() -> None:
    words = Words("en")
    assert position_lines(TABLE, "red-bow", words) == (
        "Red bow",
        "4.00 in from the left edge",
        "5.00 in from the near edge",
    )
    assert position_lines(TABLE, "cid", words)[2:] == ("1.37 in from the far edge", "3.00 in above the floor")


def drawn(bar: Box, table: Table, id: str | None) -> tuple[Box | None, float]:
    """Return the box in which the lines are drawn (left, top, right, bottom), and where the table's picture ends."""
    bench = PanelBench()
    frame = bench.frame_of(Words("en"))
    found: list[Box | None] = []

    def draw() -> list[None]:
        paper = imgui.get_background_draw_list()
        before = paper.vtx_buffer.size()
        draw_position(frame, table, id, bar)
        corners = [paper.vtx_buffer[i].pos for i in range(before, paper.vtx_buffer.size())]
        xs, ys = [one.x for one in corners], [one.y for one in corners]
        found.append((min(xs), min(ys), max(xs), max(ys)) if corners else None)
        return []

    bench.draw(draw)
    bench.close()
    return found[-1], frame.picture[0]


def test_lines_stand_beside_the_tool_bar_or_above_it_where_there_is_no_room() -> None:
    beside, end = drawn((10.0, 500.0, 150.0, 80.0), TABLE, "cid")
    assert beside is not None and beside[0] > 160 and beside[2] <= end and beside[3] <= 581
    above, end = drawn((10.0, 500.0, 500.0, 80.0), TABLE, "cid")
    assert above is not None and above[2] <= end and above[3] <= 500


def test_nothing_is_said_of_nobody_nor_where_squares_are_counted() -> None:
    squares = replace(TABLE, grid=SquareGrid(("....", "....")))
    assert drawn(BAR, TABLE, None)[0] is None and drawn(BAR, squares, "cid")[0] is None
