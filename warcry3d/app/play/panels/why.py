"""Why the program's player did what it did: its reason, and what it compared, the best first."""

from imgui_bundle import imgui

from warcry3d.app.play.panels.frame import DIM, SMALL, PlayFrame
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.widgets.theme import packed, paragraph
from warcry3d.game.decisions import Candidate, share_of_best

__all__ = ["draw_why"]

MOST = 8
BAR, THICK = 36.0, 5.0
"""Size of the bar that says how good something looked (points)."""


def draw_why(panel: PlayFrame) -> None:
    """Draw it in the place of the card."""
    decision = panel.model.decision
    if decision is None or not panel.model.asks_why:
        return
    with panel.card("play-why"):
        panel.bold(panel.say("Why?"), GOLD)
        said = panel.said(decision.reason) if decision.reason is not None else panel.say("It does not say.")
        paragraph(said[:1].upper() + said[1:], PAPER)
        if len(decision.candidates) > 1:
            panel.small(panel.say("What it compared; the longer the bar, the better:"), DIM)
        for candidate in decision.candidates[:MOST] if len(decision.candidates) > 1 else ():
            _compared(panel, candidate, share_of_best(decision.candidates[0].worth, candidate.worth))


def _compared(panel: PlayFrame, candidate: Candidate, share: float) -> None:
    """Write what was compared behind a bar that says how good it looked: worths are in points of the player's own."""
    width, thick = BAR * panel.scale, THICK * panel.scale
    with panel.text(SMALL):
        at, paper = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        top = at.y + (imgui.get_text_line_height() - thick) / 2
        paper.add_rect_filled((at.x, top), (at.x + width, top + thick), packed(PAPER, 0.15), thick / 2)
        paper.add_rect_filled(
            (at.x, top), (at.x + max(width * share, thick), top + thick), packed(GOLD, 0.9), thick / 2
        )
        indent = width + 8 * panel.scale
        imgui.indent(indent)
        paragraph(panel.said(candidate.label), DIM)
        imgui.unindent(indent)
