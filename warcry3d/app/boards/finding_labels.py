"""Numbers of findings at their places on the board, and what they say where the pointer is over one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from imgui_bundle import imgui

from warcry3d.app.boards.tools import SEVERITY_COLOURS
from warcry3d.app.measures.labels import LengthLabel, draw_length_labels
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.name_labels import Box
from warcry3d.message import Message
from warcry3d.messages import Words
from warcry3d.messages.names import piece_title
from warcry3d.table.table import Table
from warcry3d.terrain.findings import Finding

__all__ = ["FindingMark", "draw_finding_marks", "finding_marks", "finding_text", "findings_by_piece"]

NEAR = 1.2
"""Numbers that would stand nearer to each other than this (in) are one label: one would hide the other."""
ABOVE = 0.4
"""So high over its place a number stands (in)."""
TIP = 340.0
"""Width of the text under the pointer (points)."""


@dataclass(frozen=True, slots=True)
class FindingMark:
    """The findings, by their numbers from 1, whose places are together, the worst first, and where that is (in)."""

    at: tuple[float, float, float]
    numbers: tuple[int, ...]


def finding_marks(findings: Sequence[Finding]) -> tuple[FindingMark, ...]:
    """Return where numbers stand; findings without a place have none."""
    marks: list[FindingMark] = []
    for number, finding in enumerate(findings, 1):
        for x, y, z in finding.places[:1]:
            at = (x, y, max(z, 0.0) + ABOVE)
            for k, mark in enumerate(marks):
                if sum((a - b) ** 2 for a, b in zip(mark.at, at, strict=True)) < NEAR**2:
                    marks[k] = replace(mark, numbers=(*mark.numbers, number))
                    break
            else:
                marks.append(FindingMark(at, (number,)))
    return tuple(marks)


def draw_finding_marks(frame: Frame, table: Table, findings: Sequence[Finding]) -> None:
    """Draw the numbers over the board, and the sentences of those under the pointer beside it."""
    is_free = not imgui.get_io().want_capture_mouse
    pointer = imgui.get_mouse_pos()
    for mark in finding_marks(findings):
        colour = SEVERITY_COLOURS[findings[mark.numbers[0] - 1].severity]
        box: list[Box] = []
        draw_length_labels(frame, [LengthLabel(", ".join(map(str, mark.numbers)), mark.at, colour)], taken=box)
        if is_free and any(x <= pointer.x <= x + w and y <= pointer.y <= y + h for x, y, w, h in box):
            _say(frame, [(n, finding_text(findings[n - 1], table, frame.words)) for n in mark.numbers])


def _say(frame: Frame, said: Sequence[tuple[int, str]]) -> None:
    imgui.begin_tooltip()
    imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + TIP * frame.scale)
    for number, text in said:
        imgui.text_wrapped(f"{number}  {text}")
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()


def finding_text(finding: Finding, table: Table, words: Words) -> str:
    """Return what a finding says, with the pieces' names in place of their ids."""
    ids = {one.id for one in table.terrain.features}
    message: Message = finding.message
    named = {
        name: piece_title(value, words) if isinstance(value, str) and value in ids else value
        for name, value in message.values.items()
    }
    return words.text(replace(message, values=named))


def findings_by_piece(findings: Sequence[Finding]) -> Mapping[str, tuple[int, ...]]:
    """Return the numbers of the findings that are about a piece, by its id."""
    found: dict[str, tuple[int, ...]] = {}
    for number, finding in enumerate(findings, 1):
        if id := finding.part.split("/")[0]:
            found[id] = (*found.get(id, ()), number)
    return found
