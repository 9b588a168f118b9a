"""The curtain between two persons at one screen: over everything, until the one whose turn it is sits down."""

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.intents import PlayCommand
from warcry3d.app.play.keys import DROP
from warcry3d.app.play.panels.frame import DIM, PlayFrame
from warcry3d.app.widgets.side_panel import FIXED

__all__ = ["draw_curtain"]


def draw_curtain(panel: PlayFrame) -> None:
    """Draw it: nothing of the battle is seen behind it."""
    window, top = imgui.get_io().display_size, panel.frame.panel[1]
    imgui.set_next_window_pos((0, top))
    imgui.set_next_window_size((window.x, max(window.y - top, 1)))
    side = panel.model.curtain_for
    with (
        imgui_ctx.push_style_color(imgui.Col_.window_bg.value, (0.05, 0.05, 0.06, 1.0)),
        imgui_ctx.begin("play-curtain", None, FIXED),
    ):
        imgui.set_cursor_pos((0.30 * window.x, 0.36 * window.y))
        with imgui_ctx.begin_group(), imgui_ctx.push_text_wrap_pos(0.74 * window.x):
            player = panel.teller.player(side)
            panel.bold(panel.say("{player} sits down at the screen", player=player), panel.colour(side), 1.4)
            panel.small(panel.say("What is decided now is not for the other player's eyes."), DIM)
            imgui.dummy((1, 8 * panel.scale))
            title = panel.say("I am {player}: go on ({key})", player=player, key=panel.key(DROP))
            if imgui.button(f"{title}##curtain"):
                panel.wanted.append(PlayCommand.RAISE_CURTAIN)
