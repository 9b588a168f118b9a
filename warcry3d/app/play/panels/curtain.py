"""The curtain between two persons at one screen: over everything, until the one whose turn it is sits down."""

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.intents import PlayCommand
from warcry3d.app.play.keys import DROP
from warcry3d.app.play.panels.frame import DIM, PlayFrame
from warcry3d.app.widgets.side_panel import FIXED

__all__ = ["draw_curtain"]

LARGE = 1.4
"""Size of the text of a headline, against 1."""


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
        player = panel.teller.player(side)
        said = panel.say("Hand the screen to {player}", player=player)
        with panel.text(LARGE, is_bold=True):
            width = min(imgui.calc_text_size(said).x, 0.44 * window.x)
        imgui.set_cursor_pos(((window.x - width) / 2, 0.36 * window.y))
        with imgui_ctx.begin_group(), imgui_ctx.push_text_wrap_pos(0.74 * window.x):
            panel.bold(said, panel.colour(side), LARGE)
            panel.small(panel.say("What is decided now is not for the other player's eyes."), DIM)
            imgui.dummy((1, 8 * panel.scale))
            title = panel.say("I am {player}: go on ({key})", player=player, key=panel.key(DROP))
            if imgui.button(f"{title}##curtain"):
                panel.wanted.append(PlayCommand.RAISE_CURTAIN)
