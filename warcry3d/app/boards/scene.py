"""What the Boards room shows on the table: what is picked, what it snapped to, the lines of the grid."""

import math
from collections import Counter
from collections.abc import Iterator

from warcry3d.app.boards.lens_fields import LensAnswer, map_overlays, map_points
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.tools import SEVERITY_COLOURS, BoardLens, BoardTools
from warcry3d.app.scene.colours import BLUE, GOLD, PAPER, Colour
from warcry3d.app.scene.overlays import FlatLine, Overlay, Sign, SignKind
from warcry3d.app.shell.room import TableView
from warcry3d.table.grid import SquareEdge
from warcry3d.table.grid_edits import sides_of
from warcry3d.table.table import Board
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.piece_plans import rectangle_of
from warcry3d.terrain.layouts.stacking import height_of

__all__ = ["outline", "stroke_lines", "table_view"]

LIFT = 0.07
"""How far above the floor lines are drawn (in)."""
GRID: Colour = (0.78, 0.78, 0.74)
GRID_WIDTH, EDGE_WIDTH, GUIDE_WIDTH = 1.4, 4.0, 3.0
BEYOND = 0.5
"""A guide is drawn so far beyond the edge that it shows (in)."""


def table_view(model: BoardsModel, lens: LensAnswer | None = None) -> TableView:
    """Return what the room shows of a model; ``lens``: what is laid over the board by now."""
    tools = model.tools
    made: list[Overlay] = [
        *_grid(model.opened.board, model.snaps.grid if model.opened.grid is None else 0.0),
        *_lens(tools, lens),
    ]
    map = map_points(tools.map, model.opened.board) if tools.map else None
    if map is not None:
        made += map_overlays(map)
    if model.held is None:
        made += _findings(model)
    chosen = model.chosen
    made += [line for one in chosen for line in outline(one, GOLD)]
    for one in model.table.terrain.features:
        if one.id == model.hovered and one.id not in model.picked:
            made += outline(one, PAPER, dash=0.35)
    if model.held is not None:
        made += list(_guides(model))
    made += stroke_lines(model)
    return TableView(model.table, tuple(made), is_passing=model.tried is not None)


def _lens(tools: BoardTools, lens: LensAnswer | None) -> Iterator[Overlay]:
    """Yield the fields of a lens, of one storey where one is chosen, and where a mover begins."""
    if tools.lens is BoardLens.MOVEMENT and tools.start is not None:
        x, y, z = tools.start
        yield Sign((x, y, z + LIFT), SignKind.RING, GOLD, 30.0)
    if lens is None:
        return
    for number, one in enumerate(lens.fields):
        if tools.storey is None or not lens.storey_of_fields or lens.storey_of_fields[number] == tools.storey:
            yield one


def _findings(model: BoardsModel) -> Iterator[Overlay]:
    """Yield a ring at the place of each finding."""
    for finding in model.tools.findings:
        for x, y, z in finding.places[:1]:
            yield Sign((x, y, max(z, 0.0) + LIFT), SignKind.RING, SEVERITY_COLOURS[finding.severity], 26.0)


def outline(feature: Feature, colour: Colour, *, dash: float = 0.0) -> Iterator[Overlay]:
    """Yield the rectangle around a feature at its foot."""
    z = max(height_of(feature), 0.0) + LIFT
    corners = rectangle_of(feature)
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if math.dist((x0, y0), (x1, y1)) > 1e-6:
            yield FlatLine((x0, y0, z), (x1, y1, z), colour, dash=dash, width=EDGE_WIDTH)


def _guides(model: BoardsModel) -> Iterator[Overlay]:
    held = model.held
    if held is None:
        return
    z = LIFT + 0.02
    for guide in held.guides:
        (x0, y0), (x1, y1) = guide.start, guide.end
        length = math.dist(guide.start, guide.end)
        if length > 1e-6:
            dx, dy = (x1 - x0) / length * BEYOND, (y1 - y0) / length * BEYOND
            yield FlatLine((x0 - dx, y0 - dy, z), (x1 + dx, y1 + dy, z), BLUE, dash=0.3, width=GUIDE_WIDTH)


def stroke_lines(model: BoardsModel) -> Iterator[FlatLine]:
    """Yield the outline of each square, or the sides, that the stroke of the brush covers."""
    brush, grid, stroke = model.tools.brush, model.opened.grid, model.stroke
    if brush is None or grid is None or stroke is None:
        return
    sides: Counter[SquareEdge] = Counter()
    for mark in brush.marked(grid, *stroke):
        sides.update(sides_of(mark))
    for ((x0, y0), (x1, y1)), count in sorted(sides.items()):
        if count == 1:
            yield FlatLine((x0, y0, LIFT), (x1, y1, LIFT), brush.kind.colour, width=EDGE_WIDTH)


def _grid(board: Board, step: float) -> Iterator[Overlay]:
    """Yield the lines of a grid of whole inches; finer ones are too many to be read."""
    if step < 1:
        return
    for number in range(1, math.ceil(board.width / step - 1e-9)):
        x = number * step
        yield FlatLine((x, 0.0, LIFT / 2), (x, board.depth, LIFT / 2), GRID, width=GRID_WIDTH)
    for number in range(1, math.ceil(board.depth / step - 1e-9)):
        y = number * step
        yield FlatLine((0.0, y, LIFT / 2), (board.width, y, LIFT / 2), GRID, width=GRID_WIDTH)
