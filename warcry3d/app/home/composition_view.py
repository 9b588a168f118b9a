"""The page on which a warband is composed: fighters to pick from at the left, those picked at the right."""

from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.home.composition import (
    AddFighter,
    Composition,
    LeaveOut,
    NameBand,
    ShowGroup,
    SizeFighter,
)
from warcry3d.app.home.model import GoToPage, HomeAction, HomeIntent, Page
from warcry3d.app.home.new_battle_view import band_name
from warcry3d.app.scene.colours import AMBER, RED, side_colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.cards import big_button
from warcry3d.app.widgets.choices import dropdown, headline, option
from warcry3d.app.widgets.theme import bar, coloured, greyed, paragraph, readable
from warcry3d.app.widgets.tool_tips import is_tip_due
from warcry3d.messages.battles import Teller
from warcry3d.messages.names import readable_name
from warcry3d.rules.armies import ArmyFighter

__all__ = ["CompositionView"]

RIGHT = 430.0
"""Width of the column with those who were picked (points)."""
BASE = 96.0
"""Width of the field for a base size (points)."""
BASES = ("25", "28.5", "32", "40", "50", "60", "65", "80", "100", "60x35", "75x42", "90x52", "105x70", "120x92")
"""Sizes that bases come in (mm)."""


@dataclass(frozen=True)
class CompositionView:
    """Draws the page into the open window; ``wanted`` takes what is asked for."""

    frame: Frame
    wanted: list[HomeIntent]

    def draw(self, made: Composition) -> None:
        """Draw the page."""
        scale, room = self.frame.scale, imgui.get_content_region_avail()
        column = min(RIGHT * scale, 0.5 * room.x)
        foot = 2 * (imgui.get_text_line_height() + 24 * scale) + imgui.get_frame_height() + 24 * scale
        with imgui_ctx.begin_child("pool", (room.x - column - 18 * scale, 0)):
            self._pool(made)
        imgui.same_line(0, 18 * scale)
        with imgui_ctx.begin_group():
            with imgui_ctx.begin_child("picked", (column, room.y - foot)):
                self._picked(made)
            with imgui_ctx.begin_child("save", (column, 0)):
                self._buttons(made)

    def _pool(self, made: Composition) -> None:
        words, bold = self.frame.words, self.frame.bold
        colour = readable(side_colour(made.side))
        headline(words.say("A warband of {file}", file=band_name(made.file, words)), bold)
        coloured(words.say("for {player}", player=Teller(words).player(made.side)), colour)
        with dropdown("group", self._group(made.group)) as is_open:
            if is_open:
                for group in made.groups:
                    if option(f"{self._group(group)}##{group}", group == made.group):
                        self.wanted.append(ShowGroup(group))
        with imgui_ctx.begin_child("fighters", (0, 0)):
            for fighter in made.listed:
                self._fighter(made, fighter)

    def _group(self, group: str) -> str:
        return self.frame.words.name(readable_name(group))

    def _fighter(self, made: Composition, fighter: ArmyFighter) -> None:
        """Draw a fighter to pick, with its card as a tooltip, and a field for its base size where that lacks."""
        words, count = self.frame.words, made.picked.count(fighter.id)
        can_join = made.can_join(fighter)
        with greyed(not can_join):
            if imgui.button(f"+##{fighter.id}"):
                self.wanted.append(AddFighter(fighter.id))
        imgui.same_line()
        if not fighter.has_base:
            self._base(made, fighter)
            imgui.same_line()
        name = words.name(fighter.name)
        times = f"  ×{count}" if count else ""
        text = words.say("{name}: {points} points", name=name, points=fighter.points) + times
        (imgui.text_unformatted if can_join else imgui.text_disabled)(text)
        if is_tip_due():
            card = "\n".join(words.text(line) for line in fighter.card)
            imgui.set_tooltip(f"{name}\n{card}")

    def _base(self, made: Composition, fighter: ArmyFighter) -> None:
        """Draw the field for a base size: without one nobody can stand on a table."""
        imgui.set_next_item_width(BASE * self.frame.scale)
        chosen = made.sizes.get(fighter.id, "")
        is_open = imgui.begin_combo(f"##base-{fighter.id}", chosen or self.frame.words.say("base?"))
        if is_open:
            for size in BASES:
                if option(f"{size} mm", size == chosen):
                    self.wanted.append(SizeFighter(fighter.id, size))
            imgui.end_combo()

    def _picked(self, made: Composition) -> None:
        words = self.frame.words
        names = {fighter.id: words.name(fighter.name) for fighter in made.pool}
        headline(words.say("The warband"), self.frame.bold)
        imgui.set_next_item_width(-1)
        is_changed, typed = imgui.input_text_with_hint("##name", words.say("its name"), made.name)
        if is_changed:
            self.wanted.append(NameBand(typed))
        for place, id in enumerate(made.picked):
            if imgui.button(f"-##{place}"):
                self.wanted.append(LeaveOut(place))
            imgui.same_line()
            name = names.get(id, id)
            imgui.text_unformatted(name if place else words.say("{name}, the leader", name=name))
        if not made.picked:
            paragraph(words.say("Pick the leader first, or have a warband suggested."))
        elif made.army is not None:
            self._sum(made)

    def _sum(self, made: Composition) -> None:
        words, army = self.frame.words, made.army
        assert army is not None
        coloured(words.text(army.size), AMBER)
        for fault in army.faults:
            with bar(AMBER, self.frame.scale):
                paragraph(f"{words.text(fault.message)} ({fault.rule})", AMBER)

    def _buttons(self, made: Composition) -> None:
        words, bold, scale = self.frame.words, self.frame.bold, self.frame.scale
        if made.error is not None:
            paragraph(words.error(made.error), RED)
        if big_button("new", words.say("Suggest one of this faction"), "", bold, scale):
            self.wanted.append(HomeAction.SUGGEST)
        with greyed(not made.can_be_saved):
            if big_button("play", words.say("Save it and play it"), "", bold, scale, is_primary=True):
                self.wanted.append(HomeAction.SAVE_BAND)
        if imgui.button(words.say("Back")):
            self.wanted.append(GoToPage(Page.NEW_BATTLE))
