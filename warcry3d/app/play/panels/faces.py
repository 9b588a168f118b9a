"""Real dice: what each shows is clicked or typed; and what was thrown last."""

from imgui_bundle import imgui

from warcry3d.app.play.intents import EnterFace, PlayCommand
from warcry3d.app.play.keys import CORNER
from warcry3d.app.play.panels.die import draw_die
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.state import Due
from warcry3d.game.ruleset import Roll

__all__ = ["draw_faces"]

DIE = 40.0
"""The side of a die (points)."""


def draw_faces(panel: PlayFrame, bottom: float) -> None:
    """Draw the faces to choose from over the action bar, their lower edge at a pixel."""
    model, roll = panel.model, panel.model.game.pending
    if model.due is not Due.FACES or not isinstance(roll, Roll) or model.is_looking_back:
        return
    die = DIE * panel.scale
    with panel.strip("play-faces", bottom):
        for face in range(1, roll.sides + 1):
            at = imgui.get_cursor_screen_pos()
            if imgui.invisible_button(f"##face-{face}", (die, die)):
                panel.wanted.append(EnterFace(face))
            draw_die(panel, face, (at.x, at.y), die)
            imgui.same_line()
        imgui.dummy((die / 2, die))
        imgui.same_line()
        for shown in model.faces:
            at = imgui.get_cursor_screen_pos()
            draw_die(panel, shown, (at.x, at.y + die / 5), 0.6 * die)
            imgui.dummy((0.6 * die, die))
            imgui.same_line()
        left = roll.count - len(model.faces)
        imgui.begin_group()
        panel.small(panel.frame.words.count("{n} die left", "{n} dice left", left))
        imgui.begin_disabled(not model.faces)
        if imgui.button(panel.say("Back ({key})", key=panel.key(CORNER))):
            panel.wanted.append(PlayCommand.FACE_BACK)
        imgui.end_disabled()
        imgui.end_group()
