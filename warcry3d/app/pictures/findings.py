"""A piece from two sides with the findings of lint marked and numbered, and their sentences below."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from warcry3d.app.pictures.table import check_size, graphics_for
from warcry3d.app.scene.camera import CORNER_AZIMUTH, Shot, from_corner, point_of, project
from warcry3d.app.scene.colours import AMBER, BLUE, INK, PAPER, RED, Colour
from warcry3d.app.scene.label import TextLine, TextPanel, draw_panels, draw_texts, line_height, text_width, wrapped
from warcry3d.app.scene.overlays import Beam, FlatLine, Overlay, Sign, SignKind
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import Image
from warcry3d.app.scene.studio import Labels, Studio, obstructions, pill, share_hidden
from warcry3d.app.scene.world import STILL, Quality
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.messages import Words
from warcry3d.rules.systems import DEFAULT
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, Piece
from warcry3d.terrain.findings import Finding, Severity

__all__ = ["SIZE", "findings_picture"]

SIZE = (1600, 1200)

_COLOURS: dict[Severity, Colour] = {Severity.ERROR: RED, Severity.WARNING: AMBER, Severity.NOTE: BLUE}
_AROUND = 0.7
"""How far (in) the board extends around the piece."""
_MARKED: dict[Severity, int] = {Severity.ERROR: 3, Severity.WARNING: 3, Severity.NOTE: 1}
"""How many places of one finding are marked: the worst."""
_TOLD = 16
_HIGHEST = 0.42
"""The share of the picture that the sentences may take."""
_STROKE = 1.2
"""How much (in) of a line of sight through a crack is drawn to either side."""

_Line: TypeAlias = tuple[str, str, Colour]
"""A number (empty: the line before goes on), words, and the number's colour."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """A finding's number at a place on the table."""

    number: int
    at: FloatArray
    colour: Colour


def findings_picture(
    piece: Piece,
    findings: Sequence[Finding],
    words: Words,
    *,
    size: tuple[int, int] = SIZE,
    quality: Quality = STILL,
    graphics: Graphics | None = None,
) -> Image:
    """Return the picture (h, w, 3) of a piece and its findings; raise as `picture` does.

    It is as wide as ``size`` (pixels) and at most as high; with few findings it is lower. Numbers count the findings in
    their order; each is in the view in which its place is visible.
    """
    check_size(size)
    table = _table(piece)
    placement = table.terrain.features[0].placement
    scale = max(size[0] / SIZE[0], 0.35)
    margin = round(12 * scale)
    marks = list(_marks(findings, placement))
    overlays = [overlay for finding in findings for overlay in _overlays(finding, placement)]
    with graphics_for(graphics) as own, Studio(own, table, quality=quality) as studio:
        wide = (size[0] - 3 * margin) // 2
        lines, text_size, high = _legend(findings, words, size, scale, margin)
        view = (wide, min(size[1] - high - 3 * margin, round(0.95 * wide)))
        legend = _written(lines, text_size, (margin, view[1] + 2 * margin, size[0] - 2 * margin, high), scale)
        page = np.empty((view[1] + high + 3 * margin, size[0], 3), np.uint8)
        page[:] = np.array([11, 12, 15], np.uint8)
        shots = [from_corner(table, view[0] / view[1], CORNER_AZIMUTH + turn) for turn in (0.0, math.pi)]
        panels, texts = legend
        for left, shot, own_marks in zip(
            (margin, 2 * margin + view[0]), shots, _shared(marks, shots, table), strict=True
        ):
            image = studio.take(shot, view, overlays, scale=scale)
            numbers = _numbers(own_marks, shot, view, max(round(20 * scale), 11))
            page[margin : margin + view[1], left : left + view[0]] = draw_panels(image, numbers[0])
            texts = texts + [_moved(text, left, margin) for text in numbers[1]]
            panels = [*panels, TextPanel((left, margin, *view), INK, 0.0, 3, border=(0.26, 0.27, 0.30))]
        return draw_texts(own, draw_panels(page, panels), texts)


def _table(piece: Piece) -> Table:
    """Return a table that is as large as the piece and a little more, with nothing else on it."""
    bounds = np.concatenate([part.solid.bounds for part in piece.parts])
    low, high = bounds.min(axis=0), bounds.max(axis=0)
    at = (float(_AROUND - low[0]), float(_AROUND - low[1]), 0.0)
    width, depth = (high - low)[:2] + 2 * _AROUND
    feature = Feature("piece", piece, Placement(at))
    return Table(DEFAULT, Board(float(width), float(depth)), Terrain((feature,)), ())


def _marks(findings: Sequence[Finding], placement: Placement) -> Iterator[_Mark]:
    for number, finding in enumerate(findings, 1):
        for place in finding.places[: _MARKED[finding.severity]]:
            yield _Mark(number, placement.apply(np.array([place]))[0], _COLOURS[finding.severity])


def _overlays(finding: Finding, placement: Placement) -> Iterator[Overlay]:
    """Yield rings at a finding's places, its edges as ribbons, lines of sight through cracks as beams."""
    colour = _COLOURS[finding.severity]
    for at in _points(finding.places[: _MARKED[finding.severity]], placement):
        yield Sign(at, SignKind.RING, colour, 30.0)
    is_sight = len(finding.lines) == len(finding.places) and finding.code in ("T-LEAK", "T-CHINK")
    for k, (start, end) in enumerate(finding.lines):
        a, b = placement.apply(np.array([start, end]))
        if not is_sight:
            yield FlatLine(point_of(a), point_of(b), colour, width=6.0)
        elif k < _MARKED[finding.severity]:
            middle = placement.apply(np.array([finding.places[k]]))[0]
            way = (b - a) / np.linalg.norm(b - a) * _STROKE
            yield Beam(point_of(middle - way), point_of(middle + way), colour, width=7.0)


def _points(places: Sequence[tuple[float, float, float]], placement: Placement) -> list[tuple[float, float, float]]:
    return [point_of(point) for point in placement.apply(np.array(places))] if places else []


def _shared(marks: Sequence[_Mark], shots: Sequence[Shot], table: Table) -> list[list[_Mark]]:
    """Return the marks for each shot: each in the first from which it is visible, else in the first."""
    rays = obstructions(table)
    shared: list[list[_Mark]] = [[] for _ in shots]
    for mark in marks:
        seen = [i for i, shot in enumerate(shots) if share_hidden(rays, np.array(shot.eye), mark.at[None]) == 0]
        shared[(seen or [0])[0]].append(mark)
    return shared


def _numbers(marks: Sequence[_Mark], shot: Shot, size: tuple[int, int], text_size: int) -> Labels:
    """Return numbers over their places, moved up where they would overlap."""
    panels: list[TextPanel] = []
    texts: list[TextLine] = []
    taken: list[tuple[float, float]] = []
    for mark in marks:
        x, y, depth = project(shot, mark.at[None], size)[0].tolist()
        if depth <= 0:
            continue
        x, y = min(max(x, text_size), size[0] - text_size), min(max(y - text_size * 0.8, 2 * text_size), size[1])
        while (
            any(abs(x - a) < 1.7 * text_size and abs(y - b) < 1.5 * text_size for a, b in taken) and y > 2 * text_size
        ):
            y -= 0.5 * text_size
        taken.append((x, y))
        made = pill(str(mark.number), (x, y), text_size, mark=mark.colour, bold=True)
        panels += made[0]
        texts += made[1]
    return panels, texts


def _moved(text: TextLine, left: float, top: float) -> TextLine:
    return TextLine(text.words, (text.at[0] + left, text.at[1] + top), text.size, text.colour, text.bold, text.align)


def _legend(
    findings: Sequence[Finding], words: Words, size: tuple[int, int], scale: float, margin: int
) -> tuple[list[_Line], int, int]:
    """Return the sentences in lines, the size of their text, and the height of all of them (pixels)."""
    rows: list[_Line] = []
    for number, finding in enumerate(findings[:_TOLD], 1):
        said = words.text(finding.message)
        rows.append(
            (
                str(number),
                words.say("{said} (accepted)", said=said) if finding.accepted else said,
                _COLOURS[finding.severity],
            )
        )
    if len(findings) > _TOLD:
        rows.append(("", words.say("and {count} more", count=len(findings) - _TOLD), PAPER))
    if not findings:
        rows.append(("", words.say("no problems found in this piece"), PAPER))
    for shrink in (1.0, 0.85, 0.72, 0.6):
        text_size = max(round(19 * scale * shrink), 9)
        pad, aside = round(0.8 * text_size), round(2.6 * text_size)
        lines = _broken(rows, size[0] - 2 * margin - aside - pad, text_size)
        if line_height(text_size) * len(lines) + pad <= _HIGHEST * size[1]:
            break
    lines = lines[: int((_HIGHEST * size[1] - pad) // line_height(text_size))]
    return lines, text_size, line_height(text_size) * len(lines) + pad


def _written(
    lines: Sequence[_Line], text_size: int, box: tuple[float, float, float, float], scale: float
) -> tuple[list[TextPanel], list[TextLine]]:
    """Return lines on a panel in a ``box`` (left, top, width, height in pixels), numbers in their colours."""
    left, top = box[0] + round(2.6 * text_size), box[1] + 0.4 * text_size
    texts: list[TextLine] = []
    for row, (label, said, colour) in enumerate(lines):
        y = top + line_height(text_size) * (row + 0.74)
        texts.append(TextLine(said, (left, y), text_size))
        if label:
            texts.append(TextLine(label, (left - 0.7 * text_size, y), text_size, colour, True, 1))
    return [TextPanel(box, (0.075, 0.08, 0.095), 1.0, 6 * scale)], texts


def _broken(rows: Sequence[_Line], width: float, text_size: int) -> list[_Line]:
    """Return rows (number, sentence, colour) in lines no wider than ``width``, the number before the first alone."""

    def measure(words: str) -> float:
        return text_width(words, text_size)

    return [
        (number if k == 0 else "", part, colour)
        for number, said, colour in rows
        for k, part in enumerate(wrapped(said, width, measure))
    ]
