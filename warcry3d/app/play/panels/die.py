"""A die with its number."""

from imgui_bundle import imgui

from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.scene.colours import GOLD, PAPER, Colour
from warcry3d.app.widgets.theme import packed

__all__ = ["draw_die"]

INK_ON_DIE: Colour = (0.10, 0.10, 0.11)


def draw_die(panel: PlayFrame, face: int, at: tuple[float, float], die: float) -> None:
    """Draw a die with its number; 0: a wild one, a star."""
    paper = imgui.get_window_draw_list()
    colour = PAPER if face else GOLD
    paper.add_rect_filled(at, (at[0] + die, at[1] + die), packed(colour, 1.0), 0.22 * die)
    with panel.text(0.036 * die / panel.scale, is_bold=True):
        text = str(face) if face else "★"
        extent = imgui.calc_text_size(text)
        place = (at[0] + (die - extent.x) / 2, at[1] + (die - extent.y) / 2)
        paper.add_text(place, packed(INK_ON_DIE, 1.0), text)
