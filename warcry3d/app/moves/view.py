"""The panel while a fighter is moved: its inches, what the way costs, what is wrong with it, how it ends."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeAlias

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.moves.keys import CORNER, DROP, TURN_LEFT, TURN_RIGHT
from warcry3d.app.moves.model import AllowInches, AvoidDamage, ChooseAction, MoveCommand, MoveIntent, MoveModel
from warcry3d.app.moves.scene import WayLabel, box_of_ghost, colour_of_move, inches_of, is_beyond, marks_of
from warcry3d.app.scene.colours import AMBER, GREEN, INK, PAPER, RED, Colour, side_colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.name_labels import Box, overlaps
from warcry3d.app.widgets.side_panel import space
from warcry3d.app.widgets.theme import bar, beside, coloured, packed, paragraph, readable, room_before
from warcry3d.messages import Words
from warcry3d.messages.moves import end_sentences, leg_sum
from warcry3d.messages.names import fighter_name
from warcry3d.rules.move_result import MoveAction, MoveResult, RuleFault

__all__ = ["HistoryAction", "MovePanel", "MoveWanted", "clear_box", "draw_inches", "draw_way", "moving_help"]

MOST_FAULTS = 6
BESIDE = 18.0
"""What a part of the way costs is written so far beside it (points)."""
SIGN = 13.0
"""Half the width (points) of the sign where something is at fault."""
MOST_STEPS = 12

"""Left, top, width and height (pixels)."""


class HistoryAction(Enum):
    """What the panel asks of the room around it. ``BEGIN``: a battle on the table."""

    UNDO = auto()
    REDO = auto()
    DONE = auto()
    BEGIN = auto()


def moving_help(words: Words, key: Callable[[str], str]) -> list[str]:
    """Return how a fighter is moved; ``key``: gives the key of an action as people know it, by its binding's name."""
    return [
        words.say("drag a fighter, or click it and point"),
        words.say("click: lay a corner; {key}: remove it", key=key(CORNER.name)),
        words.say("{key} or a second click: drop; {back}: take back", key=key(DROP.name), back=key("shell.back")),
        words.say(
            "{left}, {right}: turn it; {undo}, {redo}: undo, redo",
            left=key(TURN_LEFT.name),
            right=key(TURN_RIGHT.name),
            undo=key("shell.undo"),
            redo=key("shell.redo"),
        ),
    ]


MoveWanted: TypeAlias = MoveIntent | HistoryAction


@dataclass(frozen=True)
class MovePanel:
    """Draws the panel's inside into a frame. ``is_searching``: the field of the fighter in hand is being searched."""

    frame: Frame
    is_searching: bool = False

    def draw(self, model: MoveModel) -> list[MoveWanted]:
        """Draw it in the window that is open; return what was asked for, in order."""
        wanted: list[MoveWanted] = []
        words, held = self.frame.words, model.held
        if held is None:
            with self._large(1.4):
                imgui.text_unformatted(words.say("Move"))
            paragraph(words.say("Drag a fighter over the table, or click it and point."))
        else:
            self._head(held, words, wanted)
            if model.is_preparing:
                paragraph(words.say("searching where it can get to..."), AMBER)
            elif held.failure is not None:
                with bar(RED, self.frame.scale):
                    paragraph(words.error(held.failure))
            elif held.moved is not None and held.is_moved:
                self._answer(held, held.moved, words, is_stale=not held.is_current)
            else:
                paragraph(words.say("Point to where it goes."))
            if self.is_searching and not model.is_preparing:
                paragraph(words.say("searching where it can get to..."), AMBER)
        self._buttons(held, wanted)
        return wanted

    def _head(self, held: HeldFighter, words: Words, wanted: list[MoveWanted]) -> None:
        """Draw who moves, for what, and the inches it has, to be changed."""
        model = held.table.model(held.model)
        with self._large(1.15):
            coloured(fighter_name(model.id, words), readable(side_colour(model.side)))
        for action, name in ((MoveAction.MOVE, words.say("Move")), (MoveAction.DISENGAGE, words.say("Disengage"))):
            if action is MoveAction.DISENGAGE:
                beside(imgui.calc_text_size(name).x + 1.5 * imgui.get_frame_height(), 18 * self.frame.scale)
            if imgui.radio_button(name, held.action is action) and held.action is not action:
                wanted.append(ChooseAction(action))
        label = words.say("inches allowed")
        imgui.set_next_item_width(min(150 * self.frame.scale, room_before(label)))
        changed, inches = imgui.input_float(label, held.allowed, 1.0, 1.0, "%.1f")
        if changed:
            wanted.append(AllowInches(min(max(float(inches), 0.0), 99.0)))
        if held.own is None and held.action is MoveAction.MOVE:
            with imgui_ctx.push_style_color(
                imgui.Col_.text.value, imgui.get_style_color_vec4(imgui.Col_.text_disabled)
            ):
                paragraph(words.say("Its profile gives no Move: say how far it may go."))
        changed, avoids = imgui.checkbox(words.say("avoid damage"), held.avoids_damage)
        if changed:
            wanted.append(AvoidDamage(avoids))

    def _answer(self, held: HeldFighter, moved: MoveResult, words: Words, *, is_stale: bool) -> None:
        """Draw what it costs, the parts of the way, faults, and how it ends."""
        colour = PAPER if is_stale else colour_of_move(held)
        space(0.35)
        with bar(colour, self.frame.scale):
            with self._large(1.4):
                coloured(words.say("{cost:.2f} of {allowed:g} in", cost=moved.cost, allowed=moved.allowed), colour)
            self._gauge(moved, colour)
            if moved.legs:
                paragraph(leg_sum(moved, words))
        said = list(dict.fromkeys(_fault(fault, words) for fault in moved.faults))
        if said:
            with bar(colour, self.frame.scale):
                for sentence in said[:MOST_FAULTS]:
                    paragraph(sentence[:1].upper() + sentence[1:])
                if len(said) > MOST_FAULTS:
                    paragraph(words.count("and {n} more", "and {n} more", len(said) - MOST_FAULTS))
        ends = end_sentences(moved.ends, words, moved.unit)
        with bar(AMBER if len(ends) > 1 else GREEN if moved.is_legal else PAPER, self.frame.scale):
            for sentence in ends:
                paragraph(sentence)

    def _gauge(self, moved: MoveResult, colour: Colour) -> None:
        """Draw how much of the inches is spent, part by part."""
        width, height = imgui.get_content_region_avail().x, 9 * self.frame.scale
        left = imgui.get_cursor_screen_pos()
        whole = max(moved.allowed, moved.cost, 1e-6)
        paper = imgui.get_window_draw_list()
        paper.add_rect_filled((left.x, left.y), (left.x + width, left.y + height), packed((0.2, 0.2, 0.21), 1.0), 3.0)
        x = left.x
        for number, leg in enumerate(moved.legs):
            after = x + width * leg.cost / whole
            paper.add_rect_filled(
                (x, left.y), (after, left.y + height), packed(colour, 0.95 if number % 2 else 0.7), 2.0
            )
            x = after
        at = left.x + width * moved.allowed / whole
        paper.add_line((at, left.y - 2), (at, left.y + height + 2), packed(PAPER, 1.0), 2.0)
        imgui.dummy((width, height + 3 * self.frame.scale))

    def _buttons(self, held: HeldFighter | None, wanted: list[MoveWanted]) -> None:
        words = self.frame.words
        space(0.3)
        imgui.separator()
        if held is not None:
            can_drop = held.moved is not None and held.is_current and bool(held.laid)
            drop = (
                words.say("Drop") if not can_drop or (held.moved and held.moved.is_legal) else words.say("Drop anyway")
            )
            self._row(
                [
                    (drop, MoveCommand.DROP, can_drop),
                    (words.say("Take back"), MoveCommand.LET_GO, True),
                    (words.say("Without the last corner"), MoveCommand.CORNER_BACK, bool(held.laid)),
                ],
                wanted,
            )
        self._row(
            [
                (words.say("Undo"), HistoryAction.UNDO, self.frame.can_undo),
                (words.say("Redo"), HistoryAction.REDO, self.frame.can_redo),
                (words.say("Done"), HistoryAction.DONE, True),
            ],
            wanted,
        )

    def _row(self, buttons: list[tuple[str, MoveWanted, bool]], wanted: list[MoveWanted]) -> None:
        for number, (name, intent, is_on) in enumerate(buttons):
            if number:
                beside(imgui.calc_text_size(name).x + 2 * imgui.get_style().frame_padding.x)
            imgui.begin_disabled(not is_on)
            if imgui.button(name):
                wanted.append(intent)
            imgui.end_disabled()

    @contextmanager
    def _large(self, size: float) -> Iterator[None]:
        with imgui_ctx.push_font(self.frame.bold, imgui.get_style().font_size_base * size):
            yield


def draw_way(held: HeldFighter, frame: Frame, *, is_brief: bool = False) -> tuple[Box, ...]:
    """Write what the way in hand costs beside it; return where nothing else may be written: there, and on the ghost.

    ``is_brief``: nothing is written beside a way beyond reach.
    """
    if is_brief and is_beyond(held):
        return box_of_ghost(held, frame.shot, frame.picture)
    labels = inches_of(held, frame.words, frame.shot, frame.picture)
    written = draw_inches(labels, marks_of(held, frame.shot, frame.picture), frame.bold, frame.scale)
    return (*written, *box_of_ghost(held, frame.shot, frame.picture))


def draw_inches(
    parts: tuple[WayLabel, ...],
    marks: tuple[tuple[float, float], ...],
    bold: Any,
    scale: float,
    pack: Callable[[Colour, float], int] = packed,
    size: float = 0.85,
) -> list[Box]:
    """Draw what the parts of a way cost beside it, behind all panels, clear of the pixels ``marks``; return where.

    ``size``: of the text, against that of the text around.
    """
    paper = imgui.get_background_draw_list()
    size, pad, sign = imgui.get_style().font_size_base * size, 5 * scale, SIGN * scale
    taken: list[Box] = [(x - sign, y - sign, 2 * sign, 2 * sign) for x, y in marks]
    for part in parts:
        with imgui_ctx.push_font(bold, size):
            extent = imgui.calc_text_size(part.text)
        box = clear_box(part.at, (extent.x + 2 * pad, extent.y + 0.4 * pad), BESIDE * scale - pad, taken)
        taken.append(box)
        paper.add_rect_filled(box[:2], (box[0] + box[2], box[1] + box[3]), pack(INK, 0.82), 5 * scale)
        paper.add_text(bold, size, (box[0] + pad, box[1] + 0.2 * pad), pack(part.colour, 1.0), part.text)
    return taken[len(marks) :]


def clear_box(at: tuple[float, float], size: tuple[float, float], aside: float, taken: Sequence[Box]) -> Box:
    """Return where a label of ``size`` stands beside a pixel, clear of what is ``taken``: to its right or left, or
    nearest to that below.
    """
    (x, y), (width, height) = at, size
    top = y - height / 2
    for _ in range(MOST_STEPS):
        for left in (x + aside, x - aside - width):
            if not any(overlaps((left, top, width, height), box) for box in taken):
                return left, top, width, height
        top += height / 2
    return x + aside, top, width, height


def _fault(fault: RuleFault, words: Words) -> str:
    return words.say("{text} ({rule})", text=words.text(fault.message), rule=fault.rule)
