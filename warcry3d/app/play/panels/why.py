"""Why the program's player did what it did: its reason, and what it compared, the best first."""

from warcry3d.app.play.panels.frame import DIM, PlayFrame
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.widgets.theme import paragraph

__all__ = ["draw_why"]

MOST = 8


def draw_why(panel: PlayFrame) -> None:
    """Draw it in the place of the card."""
    decision = panel.model.decision
    if decision is None or not panel.model.asks_why:
        return
    with panel.card("play-why"):
        panel.bold(panel.say("Why?"), GOLD)
        said = panel.said(decision.reason) if decision.reason is not None else panel.say("It does not say.")
        paragraph(said[:1].upper() + said[1:], PAPER)
        for candidate in decision.candidates[:MOST]:
            panel.small(
                panel.say("{worth:.1f}  {label}", worth=candidate.worth, label=panel.said(candidate.label)), DIM
            )
