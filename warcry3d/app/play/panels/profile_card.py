"""The card of a fighter that is pointed to on the table: its profile as it is now, and what holds of it."""

from warcry3d.app.play.panels.frame import DIM, PlayFrame
from warcry3d.app.scene.colours import AMBER
from warcry3d.game.reasons import RuleReason

__all__ = ["draw_profile"]


def draw_profile(panel: PlayFrame, bar: RuleReason | None = None) -> None:
    """Draw it under the right roster, where nothing else is pointed to; ``bar``: why it cannot be acted on."""
    moment, id = panel.model.moment, panel.model.hovered
    standing = moment.standings.models.get(id)
    if standing is None or not (standing.facts or standing.marks or bar):
        return
    with panel.card("play-profile"):
        panel.bold(panel.name_beside_colour(id), panel.colour(moment.side_of(id)))
        if bar is not None:
            panel.because(bar, AMBER)
        if not standing.is_down:
            panel.small(panel.teller.said(moment.standings.health.of(*standing.wounds)), DIM)
        elif standing.fate is not None:
            panel.because(standing.fate)
        for fact in standing.facts:
            panel.because(fact)
        for mark in standing.marks:
            panel.because(mark, DIM)
