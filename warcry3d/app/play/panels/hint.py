"""A short hint for a first battle, over the prompt; a click takes it away."""

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.hints import Hint
from warcry3d.app.play.intents import PlayCommand
from warcry3d.app.play.keys import LENSES, RULES
from warcry3d.app.play.lenses.lens import Lens
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.widgets.theme import coloured

__all__ = ["draw_hint"]

WIDTH = 520.0
"""Width of a hint, at most (points)."""


def draw_hint(panel: PlayFrame, hint: Hint, clearness: float, bottom: float) -> None:
    """Draw it, as clearly as it stands (0 to 1), above what has its top at ``bottom`` (pixels)."""
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.alpha.value, max(clearness, 0.02)),
        panel.strip("play-hint", bottom),
        imgui_ctx.push_text_wrap_pos(WIDTH * panel.scale),
    ):
        panel.bold(panel.say("Hint"), GOLD)
        imgui.same_line()
        coloured(_said(panel, hint), PAPER)
        if imgui.is_window_hovered() and imgui.is_mouse_clicked(imgui.MouseButton_.left.value):
            panel.wanted.append(PlayCommand.DISMISS)


def _said(panel: PlayFrame, hint: Hint) -> str:
    match hint:
        case Hint.ANSWER:
            return panel.say("Press a button's key or click it; what is greyed says why while you point at it.")
        case Hint.MOVE:
            return panel.say(
                "Point at the table: beside each enemy you see what it could do to you there, and you to it."
            )
        case Hint.ODDS:
            return panel.say(
                "The odds are exact; click a rule's id, or press {key}, for what it says.", key=panel.key(RULES)
            )
        case Hint.UNDO:
            return panel.say(
                "{key} takes your last choice back; a click in the report shows the table as it was then.",
                key=panel.keys.shell_label("shell.undo"),
            )
        case Hint.LENSES:
            return panel.say(
                "Hold {sight} for all lines of sight, {threat} for where enemies can get to.",
                sight=panel.key(LENSES[Lens.SIGHT]),
                threat=panel.key(LENSES[Lens.THREAT]),
            )
