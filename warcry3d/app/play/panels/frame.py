"""What all panels of the Play room draw with: the frame, the model, the words of the battle, what is asked for."""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.play.intents import PlayIntent, ShowRules
from warcry3d.app.play.keys import PlayKeys
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.panels.layout import Layout, Rectangle
from warcry3d.app.play.state import Due
from warcry3d.app.scene.colours import GOLD, PAPER, Colour, side_colour
from warcry3d.app.shell.bindings import Binding
from warcry3d.app.shell.room import Frame
from warcry3d.app.shell.settings import Settings
from warcry3d.app.widgets.side_panel import FIXED
from warcry3d.app.widgets.theme import coloured, packed, paragraph, readable
from warcry3d.app.widgets.tool_tips import is_tip_due
from warcry3d.game.prompts import Option
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import UnitStanding

__all__ = ["DIM", "OPAQUE", "PlayFrame", "icon_of"]

DIM: Colour = (0.60, 0.59, 0.57)
SMALL, NORMAL = 0.70, 0.82
"""Sizes of text against that of the text around."""
TOOLTIP = 420.0
OPAQUE = 0.97
"""Of a panel that may stand over another."""


@dataclass(frozen=True)
class PlayFrame:
    """A frame of the Play room. ``settings``: of the person; ``held``: the fighter that is being moved, ``is_marked``:
    where was clicked last; ``wanted``: what was asked for so far, in order.
    """

    frame: Frame
    model: PlayModel
    layout: Layout
    teller: Teller
    settings: Settings = field(default_factory=Settings)
    held: HeldFighter | None = None
    is_marked: bool = False
    strip_top: float = math.inf
    """Above what the panels over the action bar stood in the last frame (pixels)."""
    wanted: list[PlayIntent] = field(default_factory=list)
    resized: list[str] = field(default_factory=list)
    """Panels whose content is not as high as they are drawn in this frame: it has to be laid out once more."""
    tops: list[float] = field(default_factory=list)
    """Where the panels of the strip that were drawn so far have their tops (pixels)."""

    @property
    def scale(self) -> float:
        """Return how many pixels a point is."""
        return self.frame.scale

    @property
    def keys(self) -> PlayKeys:
        """Return the keys as the person has them."""
        return PlayKeys(self.settings.keys)

    def key(self, binding: Binding) -> str:
        """Return the key of an action as people know it, as it was changed."""
        return self.keys.label(binding)

    @cached_property
    def is_round_on(self) -> bool:
        """Whether anybody acts or may still act: else nobody is shown as done, as once the battle is over."""
        if self.model.due is Due.OVER and not self.model.is_looking_back:
            return False
        return any(one.can_act or one.is_acting for one in self.model.moment.standings.models.values())

    @cached_property
    def model_numbers(self) -> Mapping[str, int]:
        """Return the number that picks what a model stands for now, by its id."""
        model = self.model
        if model.due is not Due.ANSWER or model.is_looking_back:
            return {}
        numbers = model.numbers
        return {one.model: numbers[one.id] for one in model.options if one.model and one.id in numbers}

    @cached_property
    def shared_marks(self) -> tuple[RuleReason, ...]:
        """Return the marks that everybody on the table has: they say nothing of anyone."""
        there = [one for one in self.model.moment.standings.models.values() if not one.is_aside]
        if len(there) < 2:
            return ()
        return tuple(mark for mark in there[0].marks if all(mark in one.marks for one in there))

    def say(self, template: str, /, **values: object) -> str:
        """Return a sentence in the language of the frame."""
        return self.frame.words.say(template, **values)

    def said(self, message: Message) -> str:
        """Return a sentence of a rule system, with the battle's names."""
        return self.teller.said(message)

    def reason(self, reason: RuleReason | ActionFault) -> str:
        """Return a reason's sentence, its first letter a capital, with its rule behind it."""
        said = self.said(reason.message)
        said = said[:1].upper() + said[1:]
        return self.say("{sentence} ({rules})", sentence=said, rules=reason.rule) if reason.rule else said

    def reasons(self, *options: Option) -> tuple[str, ...]:
        """Return why options are refused, and the facts about them."""
        refused = [self.reason(fault) for option in options for fault in option.faults]
        return (*refused, *(self.reason(fact) for option in options for fact in option.facts))

    def name(self, model: str) -> str:
        """Return what a fighter is called."""
        names: Mapping[str, str] = self.model.moment.names
        return self.frame.words.name(names.get(model, model))

    def name_beside_colour(self, model: str) -> str:
        """Return what a fighter is called where its side's colour stands beside it: without whose it is."""
        names: Mapping[str, str] = self.model.moment.names
        name = names.get(model, model)
        return self.frame.words.name(name.removesuffix(f" ({self.model.moment.side_of(model)})"))

    def whole_name(self, model: str) -> str:
        """Return what a fighter's unit is called beside its side's colour; the fighter, where it stands for itself."""
        unit = self.model.moment.unit_of(model)
        return self.name_beside_colour(model) if unit is None else self.unit_name(unit)

    def unit_name(self, unit: UnitStanding) -> str:
        """Return what a unit is called where its side's colour stands beside it."""
        return self.frame.words.name(unit.name.removesuffix(f" ({unit.side})"))

    def colour(self, side: str) -> Colour:
        """Return a side's colour, light enough to be read."""
        return readable(side_colour(side))

    @contextmanager
    def window(
        self, name: str, at: tuple[float, float], size: tuple[float, float], pivot: tuple[float, float] = (0.0, 0.0)
    ) -> Iterator[None]:
        """Open a panel of a size (0: as its content is) with the corner that ``pivot`` names at a pixel."""
        imgui.set_next_window_pos(at, imgui.Cond_.always.value, pivot)
        imgui.set_next_window_size(size)
        flags = FIXED | imgui.WindowFlags_.no_focus_on_appearing.value
        if size == (0, 0):
            flags |= imgui.WindowFlags_.always_auto_resize.value
        padding = imgui.ImVec2(10 * self.scale, 8 * self.scale)
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_padding.value, padding),
            imgui_ctx.begin(name, None, flags),
            self.text(NORMAL),
        ):
            yield
            if 0 in size and is_resized():
                self.resized.append(name)

    @contextmanager
    def card(self, name: str) -> Iterator[None]:
        """Open the card under the right roster, as high as its content: it may cover the log."""
        left, top, width, height = self.layout.card
        imgui.set_next_window_size_constraints((width, 0), (width, height))
        imgui.set_next_window_bg_alpha(OPAQUE)
        with self.window(name, (left, top), (width, 0)):
            if imgui.is_window_appearing():
                imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
            yield
            self._cover_time_line()

    def _cover_time_line(self) -> None:
        """Let the open card end below the time line where it would hide a part of it."""
        _, top, _, height = self.layout.time_line
        style = imgui.get_style()
        bottom = imgui.get_cursor_screen_pos().y - style.item_spacing.y + style.window_padding.y
        if top < bottom < top + height:
            imgui.dummy((1.0, top + height - bottom))

    @contextmanager
    def strip(self, name: str, bottom: float, width: float = 0.0, *, is_right: bool = False) -> Iterator[None]:
        """Open a panel in the strip over the action bar, above what has its top at ``bottom`` (pixels).

        ``is_right``: at the right end of the strip, where the near edge of a board is farther up.
        """
        left, whole = self.layout.strip
        at = left + (whole if is_right else 0.0), bottom - 0.7 * self.layout.margin
        with self.window(name, at, (width, 0), (float(is_right), 1.0)):
            yield
            self.tops.append(float(imgui.get_window_pos().y))

    @contextmanager
    def text(self, size: float, *, is_bold: bool = False) -> Iterator[None]:
        """Write at a size against that of the text around."""
        font: Any = self.frame.bold if is_bold else None
        with imgui_ctx.push_font(font, imgui.get_style().font_size_base * size):
            yield

    def small(self, text: str, colour: Colour = DIM) -> None:
        """Write a small line, broken where there is no room."""
        with self.text(SMALL):
            paragraph(text, colour)

    def because(self, reason: RuleReason | ActionFault, colour: Colour = PAPER, *, is_small: bool = False) -> None:
        """Write a reason; a click opens what its rule says."""
        with self.text(SMALL if is_small else NORMAL):
            paragraph(self.reason(reason), colour)
        self.opens(reason.rule)

    def opens(self, *rules: str) -> None:
        """Let a click on what was drawn last open what rules say."""
        known = tuple(filter(None, rules))
        if known and imgui.is_item_hovered():
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand.value)
            if imgui.is_item_clicked():
                self.wanted.append(ShowRules(known))

    def bold(self, text: str, colour: Colour = PAPER, size: float = 1.0) -> None:
        """Write something that counts."""
        with self.text(size, is_bold=True):
            coloured(text, colour)

    def tooltip(self, *lines: str) -> None:
        """Say something about what was drawn last, while the pointer is over it; above a panel at the window's foot,
        where it would cover what lies beside, and above the prompt.
        """
        if not any(lines) or not is_tip_due():
            return
        left, top, whole = imgui.get_item_rect_min().x, imgui.get_window_pos().y, imgui.get_io().display_size
        if top > whole.y / 2:
            room = whole.x - (TOOLTIP + 40) * self.scale
            if imgui.get_window_pos().x < sum(self.layout.strip):
                top = min(top, self.strip_top)
            imgui.set_next_window_pos((min(left, room), top - 4 * self.scale), pivot=(0.0, 1.0))
        with imgui_ctx.begin_tooltip(), self.text(NORMAL), imgui_ctx.push_text_wrap_pos(TOOLTIP * self.scale):
            for line in lines:
                if line:
                    imgui.text_wrapped(line)

    def framed(self, box: Rectangle, colour: Colour = GOLD, *, alpha: float = 1.0) -> None:
        """Draw a frame around a part of the open window."""
        left, top, width, height = box
        imgui.get_window_draw_list().add_rect(
            (left, top), (left + width, top + height), packed(colour, alpha), 7 * self.scale, 1.6 * self.scale
        )


def is_resized() -> bool:
    """Return whether the content of the open panel is higher or lower than it was in the last frame, by which the panel
    is drawn.
    """
    panel = imgui.internal.get_current_window()
    return abs(panel.dc.cursor_max_pos.y - panel.dc.cursor_start_pos.y - panel.content_size.y) > 0.5


def icon_of(faces: tuple[int, ...]) -> str:
    """Return faces as a text.

    >>> icon_of((3, 3))
    '[3][3]'
    """
    return "".join(f"[{face}]" for face in faces)
