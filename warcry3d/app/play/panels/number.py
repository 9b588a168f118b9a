"""Says a number: a slider, arrows, and what its ends are."""

from imgui_bundle import imgui

from warcry3d.app.play.draft import SetNumber
from warcry3d.app.play.intents import PlayCommand
from warcry3d.app.play.keys import DROP
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.game.prompts import Number

__all__ = ["draw_number"]

WIDTH = 260.0


def draw_number(panel: PlayFrame, bottom: float) -> None:
    """Draw it over the action bar, its lower edge at a pixel."""
    prompt = panel.model.prompt
    if not isinstance(prompt, Number):
        return
    number = panel.model.draft.number
    with panel.strip("play-number", bottom):
        for name, to in (("-", number - 1), ("+", number + 1)):
            if imgui.button(name):
                panel.wanted.append(SetNumber(to))
            imgui.same_line()
        imgui.set_next_item_width(WIDTH * panel.scale)
        changed, chosen = imgui.slider_int("##number", number, prompt.least, prompt.most)
        if changed:
            panel.wanted.append(SetNumber(chosen))
        imgui.same_line()
        if imgui.button(panel.say("Done ({key})", key=panel.key(DROP))):
            panel.wanted.append(PlayCommand.SUBMIT)
