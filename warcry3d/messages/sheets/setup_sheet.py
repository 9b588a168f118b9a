"""The pages of a set-up sheet: the board to scale, where each piece stands, and the list of pieces."""

import math
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from warcry3d.messages.names import part_name, readable_name
from warcry3d.messages.sheets.label_room import Box, LabelRoom
from warcry3d.messages.sheets.page import (
    PageArea,
    PageItem,
    PageLine,
    PageText,
    Place,
    SheetPage,
    box_of,
    cut_to,
    placed,
    text_width,
    writable,
)
from warcry3d.messages.speak import Words
from warcry3d.table.typed_lengths import shown_length

if TYPE_CHECKING:
    from warcry3d.terrain.layouts.setup_sheet import EdgeDistance, SetupSheet, SheetEntry, SheetPiece

__all__ = ["PAPERS", "Paper", "inches_in_eighths", "setup_pages"]

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210 / 25.4, 297 / 25.4), "letter": (8.5, 11.0)}
"""Width and height (in) of paper, upright."""

_MARGIN = 0.5
_RULER = 0.3
"""What rulers and the names of edges take beside the board (in)."""

_BY_EDGE = 0.3
"""How far from the edge of the board its inches stand on a line of measure (in)."""

_ROW = 0.27
_ICON = 0.72
_GRID, _GRID_SIX = (226, 226, 222), (196, 196, 190)
_FILL, _HIGH_FILL, _EDGE = (214, 206, 188), (176, 196, 214), (70, 62, 50)
_MEASURE, _GREY = (30, 96, 160), (110, 110, 110)
_SIDES = ((176, 58, 46), (40, 90, 160), (60, 130, 70), (130, 80, 150))
_TURN = (180, 60, 30)


def inches_in_eighths(inches: float) -> str:
    """Return a length to the nearest eighth of an inch, as a tape shows it.

    >>> inches_in_eighths(3.26), inches_in_eighths(0.05), inches_in_eighths(-0.5)
    ('3 1/4', '0', '-1/2')
    """
    eighths = round(abs(inches) * 8) / 8
    return ("-" if inches < 0 and eighths else "") + shown_length(eighths)


def setup_pages(
    sheet: "SetupSheet", words: Words, *, title: str, paper: Paper = "a4", is_true_size: bool = False
) -> tuple[SheetPage, ...]:
    """Return the pages: the board (in true size on a page as large as it needs, or fitted to the paper), then lists."""
    return (
        _plan_page(sheet, words, writable(title), None if is_true_size else PAPERS[paper]),
        *_list_pages(sheet, words, writable(title), PAPERS[paper]),
    )


def _plan_page(sheet: "SetupSheet", words: Words, title: str, paper: tuple[float, float] | None) -> SheetPage:
    board = sheet.board
    head = 0.3
    if paper is None:
        scale = 1.0
        width, height = board.width + 2 * (_MARGIN + _RULER), board.depth + 2 * (_MARGIN + _RULER) + head
    else:
        width, height = (max(paper), min(paper)) if board.width >= board.depth else (min(paper), max(paper))
        room = (width - 2 * (_MARGIN + _RULER), height - 2 * (_MARGIN + _RULER) - head)
        scale = min(room[0] / board.width, room[1] / board.depth)
    left = (width - board.width * scale) / 2
    origin = (left, _MARGIN + head + _RULER + board.depth * scale)
    size = words.say("{width:g} x {depth:g} in", width=board.width, depth=board.depth)
    measured = words.say("scale 1 : {scale:.3g}", scale=1 / scale)
    items: list[PageItem] = [
        PageText(cut_to(title, width - 2 * _MARGIN - 3.0, 15, True), (_MARGIN, _MARGIN + 0.2), 15, True),
        PageText(f"{size}   {measured}", (width - _MARGIN, _MARGIN + 0.2), 9, align=1.0, colour=_GREY),
    ]
    items += _grid(sheet, origin, scale, words)
    for entry in sheet.entries:
        items += _feature(entry, origin, scale)
    items += _deployment(sheet, origin, scale, words)
    labels = LabelRoom()
    names = [
        one
        for entry in sheet.entries
        for one in _name(entry, _free_middles(entry, sheet), origin, scale, words, labels)
    ]
    items += (one for entry in sheet.entries for one in _measure_lines(entry, origin, scale, sheet))
    items += (one for entry in sheet.entries for one in _measures(entry, origin, scale, sheet, labels))
    items += names
    return SheetPage(width, height, tuple(items))


def _grid(sheet: "SetupSheet", origin: Place, scale: float, words: Words) -> Iterator[PageItem]:
    w, d = sheet.board.width, sheet.board.depth
    yield PageArea(placed(box_of((0, 0), (w, d)), origin, scale), (250, 250, 247), None)
    for k in range(1, math.ceil(w)):
        line = placed(((k, 0), (k, d)), origin, scale)
        yield PageLine(line, _GRID if k % 6 else _GRID_SIX, 0.3 if k % 6 else 0.7)
    for k in range(1, math.ceil(d)):
        line = placed(((0, k), (w, k)), origin, scale)
        yield PageLine(line, _GRID if k % 6 else _GRID_SIX, 0.3 if k % 6 else 0.7)
    yield PageArea(placed(box_of((0, 0), (w, d)), origin, scale), None, (40, 40, 40), 1.4)
    for k in range(0, math.floor(w) + 1, 3):
        ((x, y),) = placed(((k, 0),), origin, scale)
        yield PageText(str(k), (x, y + 0.14), 7, align=0.5, colour=_GREY)
    for k in range(0, math.floor(d) + 1, 3):
        ((x, y),) = placed(((0, k),), origin, scale)
        yield PageText(str(k), (x - 0.06, y + 0.035), 7, align=1.0, colour=_GREY)
    names = {
        (w / 2, 0, 0.27): words.say("south"),
        (w / 2, d, -0.08): words.say("north"),
    }
    for (x, y, by), name in names.items():
        ((px, py),) = placed(((x, y),), origin, scale)
        yield PageText(name, (px, py + by), 8, True, 0.5, _GREY)
    ((px, py),) = placed(((0, d / 2),), origin, scale)
    yield PageText(words.say("west"), (px - 0.22, py), 8, True, 1.0, _GREY)
    ((px, py),) = placed(((w, d / 2),), origin, scale)
    yield PageText(words.say("east"), (px + 0.06, py), 8, True, 0.0, _GREY)


def _deployment(sheet: "SetupSheet", origin: Place, scale: float, words: Words) -> Iterator[PageItem]:
    sides = list(dict.fromkeys(point.side for point in sheet.deployment))
    for point in sheet.deployment:
        colour = _SIDES[sides.index(point.side) % len(_SIDES)]
        if point.line is not None:
            yield PageLine(placed(point.line, origin, scale), colour, 2.2)
        ring = [
            (point.at[0] + 0.35 * math.cos(a * math.pi / 12), point.at[1] + 0.35 * math.sin(a * math.pi / 12))
            for a in range(24)
        ]
        yield PageArea(placed(ring, origin, scale), None, colour, 1.0)
        ((x, y),) = placed((point.at,), origin, scale)
        said = words.say("{side} {group}", side=words.side(point.side), group=words.name(point.group))
        name = cut_to(writable(said), 1.2, 6)
        yield PageText(name, (x, y + 0.03), 6, align=0.5, colour=colour)


def _feature(entry: "SheetEntry", origin: Place, scale: float) -> Iterator[PageItem]:
    fill = _FILL if entry.height <= 0.1 else _HIGH_FILL
    yield from _outline(entry.plan, origin, scale, fill)


def _outline(plan: Any, origin: Place, scale: float, fill: tuple[int, int, int]) -> Iterator[PageItem]:
    import shapely

    tidy = shapely.simplify(plan, 0.01 / max(scale, 1e-3))
    for part in shapely.get_parts(tidy).tolist():
        if part.geom_type != "Polygon" or part.is_empty:
            continue
        yield PageArea(placed(part.exterior.coords[:-1], origin, scale), fill, _EDGE, 0.8)
        for ring in part.interiors:
            yield PageArea(placed(ring.coords[:-1], origin, scale), (250, 250, 247), _EDGE, 0.5)


def _measured(
    entry: "SheetEntry", origin: Place, scale: float, sheet: "SetupSheet"
) -> Iterator[tuple["EdgeDistance", Place, Place]]:
    """Yield the distances from a piece to two edges, with the ends of their lines; not where it lies at the edge."""
    for distance in (entry.across, entry.along):
        if abs(distance.inches) >= 1 / 16:
            start, end = placed((distance.at, _on_edge(distance, sheet)), origin, scale)
            yield distance, start, end


def _measure_lines(entry: "SheetEntry", origin: Place, scale: float, sheet: "SetupSheet") -> Iterator[PageItem]:
    for _, start, end in _measured(entry, origin, scale, sheet):
        yield PageLine((start, end), _MEASURE, 0.5, 0.04)


def _measures(
    entry: "SheetEntry", origin: Place, scale: float, sheet: "SetupSheet", room: LabelRoom
) -> Iterator[PageItem]:
    """Yield the inches on a piece's lines: near the edge, where no piece hides them, unless another number is there."""
    for distance, start, end in _measured(entry, origin, scale, sheet):
        text = inches_in_eighths(distance.inches).replace(" ", "  ")  # so small, "4 1/8" with one blank reads 41/8
        half, length = text_width(text, 6.5) / 2 + 0.015, max(math.dist(start, end), 1e-9)

        def box(at: Place, half: float = half) -> tuple[Box]:
            return ((at[0] - half, at[1] - 0.085, at[0] + half, at[1] + 0.015),)

        usual = min(0.5 * length, _BY_EDGE)
        away = [usual + by for by in (0.0, *(sign * 0.11 * k for k in range(1, 12) for sign in (-1, 1)))]
        shares = [one / length for one in away if 0.05 < one < max(length - 0.05, 0.06)] or [usual / length]
        places = [
            (end[0] + (start[0] - end[0]) * share, end[1] + (start[1] - end[1]) * share + 0.03) for share in shares
        ]
        at = room.settle(places, box)
        ((left, top, right, bottom),) = box(at)
        yield PageArea(box_of((left, top), (right, bottom)), (255, 255, 255), None)
        yield PageText(text, at, 6.5, align=0.5, colour=_MEASURE)


def _on_edge(distance: "EdgeDistance", sheet: "SetupSheet") -> Place:
    x, y = distance.at
    ends = {"west": (0.0, y), "east": (sheet.board.width, y), "south": (x, 0.0), "north": (x, sheet.board.depth)}
    return ends[distance.edge]


def _name(
    entry: "SheetEntry", middles: Sequence[Place], origin: Place, scale: float, words: Words, room: LabelRoom
) -> Iterator[PageItem]:
    """Yield a piece's number in a disc, its name below, and an arrow along its own x axis: at one of its ``middles``,
    beside other numbers.
    """
    angle = math.radians(entry.degrees)
    low, _, high, _ = entry.plan.bounds
    name = cut_to(_piece_name(entry.piece, words), max((high - low) * scale, 0.9), 6.5)
    half, reach = text_width(name, 6.5) / 2, 0.32
    dx, dy = reach * math.cos(angle), -reach * math.sin(angle)

    def boxes(at: Place) -> tuple[Box, Box, Box]:
        x, y = at
        arrow = (min(x, x + dx), min(y, y + dy) - 0.03, max(x, x + dx), max(y, y + dy) + 0.03)
        return (x - 0.13, y - 0.13, x + 0.13, y + 0.13), (x - half, y + 0.14, x + half, y + 0.25), arrow

    x, y = room.settle(placed(middles, origin, scale), boxes)
    yield from _arrow((x, y), (x + dx, y + dy))
    yield from _disc(str(entry.number), (x, y))
    yield PageText(name, (x, y + 0.22), 6.5, align=0.5)


def _free_middles(entry: "SheetEntry", sheet: "SetupSheet") -> list[Place]:
    """Return the middle of a piece's plan and other points within it, the nearest first; those under what stands on it
    last.
    """
    import shapely

    plan = entry.plan
    middle = plan.centroid if plan.contains(plan.centroid) else plan.representative_point()
    west, south, east, north = plan.bounds
    xs, ys = (np.linspace(low, high, 13)[1:-1] for low, high in ((west, east), (south, north)))
    points = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    points = np.vstack([[[middle.x, middle.y]], points[shapely.contains_xy(plan, points[:, 0], points[:, 1])]])
    above = shapely.union_all([other.plan for other in sheet.entries if entry.number in other.on])
    is_under = shapely.dwithin(above, shapely.points(points), 0.2)
    away = np.hypot(points[:, 0] - middle.x, points[:, 1] - middle.y)
    return [(x, y) for x, y in points[np.lexsort((away, is_under))].tolist()]


def _arrow(start: Place, tip: Place) -> Iterator[PageItem]:
    away = math.atan2(tip[1] - start[1], tip[0] - start[0])
    head = [(tip[0] - 0.08 * math.cos(away + by), tip[1] - 0.08 * math.sin(away + by)) for by in (0.45, -0.45)]
    yield PageLine((start, tip), _TURN, 1.0)
    yield PageArea((tip, *head), _TURN, None)


def _disc(text: str, at: Place) -> Iterator[PageItem]:
    radius = 0.115 if len(text) < 3 else 0.15
    ring = [
        (at[0] + radius * math.cos(a * math.pi / 16), at[1] + radius * math.sin(a * math.pi / 16)) for a in range(32)
    ]
    yield PageArea(tuple(ring), (255, 255, 255), (20, 20, 20), 0.8)
    yield PageText(text, (at[0], at[1] + 0.042), 8.5, True, 0.5)


def _piece_name(piece: str, words: Words) -> str:
    """Return what a piece is called: one in a file by the file's name."""
    name = PurePosixPath(piece.replace("\\", "/")).name.removesuffix(".glb") or piece
    return writable(readable_name(part_name(name, words)))


def _list_pages(sheet: "SetupSheet", words: Words, title: str, paper: tuple[float, float]) -> Iterator[SheetPage]:
    """Yield upright pages: where each piece stands, then the pieces themselves."""
    width, height = min(paper), max(paper)
    rows = int((height - 2 * _MARGIN - 1.0) / _ROW)
    entries = list(sheet.entries)
    for first in range(0, max(len(entries), 1), rows):
        yield SheetPage(width, height, tuple(_positions(entries[first : first + rows], words, title, width)))
    rows = int((height - 2 * _MARGIN - 0.7) / _ICON)
    for first in range(0, len(sheet.pieces), rows):
        yield SheetPage(width, height, tuple(_parts(sheet.pieces[first : first + rows], words, title, width)))


def _head(title: str, what: str, width: float) -> Iterator[PageItem]:
    yield PageText(cut_to(title, width - 2 * _MARGIN - 2.2, 13, True), (_MARGIN, _MARGIN + 0.18), 13, True)
    yield PageText(what, (width - _MARGIN, _MARGIN + 0.18), 10, align=1.0, colour=_GREY)
    yield PageLine(((_MARGIN, _MARGIN + 0.3), (width - _MARGIN, _MARGIN + 0.3)), (40, 40, 40), 0.8)


def _positions(entries: "Sequence[SheetEntry]", words: Words, title: str, width: float) -> Iterator[PageItem]:
    yield from _head(title, words.say("where each piece stands"), width)
    wide = width - 2 * _MARGIN
    at = [_MARGIN + share * wide for share in (0.0, 0.05, 0.39, 0.57, 0.75, 0.86)]
    y = _MARGIN + 0.52
    heads = (
        "",
        words.say("piece"),
        words.say("from west or east"),
        words.say("from south or north"),
        words.say("turned"),
        words.say("stands on"),
    )
    for x, text in zip(at, heads, strict=True):
        yield PageText(text, (x, y), 7.5, True, colour=_GREY)
    for k, entry in enumerate(entries):
        y = _MARGIN + 0.8 + k * _ROW
        if k % 2 == 0:
            low, high = (_MARGIN - 0.05, y - 0.18), (width - _MARGIN + 0.05, y - 0.18 + _ROW)
            yield PageArea(box_of(low, high), (244, 243, 238), None)
        yield PageText(str(entry.number), (at[0] + 0.2, y), 9, True, 1.0)
        name = _piece_name(entry.piece, words)
        name_wide = min(text_width(name, 9), at[2] - at[1] - 0.1)
        yield PageText(cut_to(name, name_wide + 1e-6, 9), (at[1], y), 9)
        said = [writable(entry.feature)] if entry.feature != entry.piece else []
        said += [words.say("open: {doors}", doors=writable(", ".join(entry.open_doors)))] if entry.open_doors else []
        if said and (room := at[2] - at[1] - name_wide - 0.2) > 0.4:
            yield PageText(
                cut_to(words.say(", ").join(said), room, 6.5), (at[1] + name_wide + 0.08, y), 6.5, colour=_GREY
            )
        for x, distance in ((at[2], entry.across), (at[3], entry.along)):
            yield PageText(_distance_words(distance, words), (x, y), 9, colour=_MEASURE)
        yield PageText(f"{entry.degrees:g}°", (at[4], y), 9, colour=_TURN)
        yield PageText(cut_to(_stands_on(entry, words), width - _MARGIN - at[5], 8), (at[5], y), 8)


def _distance_words(distance: "EdgeDistance", words: Words) -> str:
    inches = inches_in_eighths(distance.inches)
    match distance.edge:
        case "west":
            return words.say("{inches} in from west", inches=inches)
        case "east":
            return words.say("{inches} in from east", inches=inches)
        case "south":
            return words.say("{inches} in from south", inches=inches)
        case _:
            return words.say("{inches} in from north", inches=inches)


def _stands_on(entry: "SheetEntry", words: Words) -> str:
    if entry.height <= 0.1:
        return ""
    height = inches_in_eighths(entry.height)
    if not entry.on:
        return words.say("{height} in up", height=height)
    return words.say("{numbers}, {height} in up", numbers=", ".join(str(one) for one in entry.on), height=height)


def _parts(pieces: "Sequence[SheetPiece]", words: Words, title: str, width: float) -> Iterator[PageItem]:
    yield from _head(title, words.say("list of pieces; arrows: 0 degrees"), width)
    for k, piece in enumerate(pieces):
        top = _MARGIN + 0.42 + k * _ICON
        yield from _icon(piece, (_MARGIN + 0.05, top + 0.05), (1.0, _ICON - 0.14))
        x, y = _MARGIN + 1.3, top + 0.3
        yield PageText(f"{len(piece.numbers)} ×", (x, y), 11, True)
        yield PageText(cut_to(_piece_name(piece.name, words), 3.0, 10, True), (x + 0.45, y), 10, True)
        size = [inches_in_eighths(side) for side in piece.size]
        said = words.say("{width} x {depth} x {height} in", width=size[0], depth=size[1], height=size[2])
        yield PageText(said, (x + 0.45, y + 0.19), 8, colour=_GREY)
        numbers = cut_to(", ".join(str(one) for one in piece.numbers), width - _MARGIN - x - 3.7, 10)
        yield PageText(numbers, (x + 3.6, y), 10)
        yield PageLine(((_MARGIN, top + _ICON - 0.02), (width - _MARGIN, top + _ICON - 0.02)), _GRID_SIX, 0.4)


def _icon(piece: "SheetPiece", corner: Place, room: Place) -> Iterator[PageItem]:
    west, south, east, north = piece.plan.bounds
    scale = min(room[0] / max(east - west, 1e-6), room[1] / max(north - south, 1e-6))
    middle = (corner[0] + room[0] / 2, corner[1] + room[1] / 2)
    origin = (middle[0] - (west + east) / 2 * scale, middle[1] + (south + north) / 2 * scale)
    yield from _outline(piece.plan, origin, scale, _FILL)
    yield from _arrow(middle, (middle[0] + 0.25, middle[1]))
