"""The card of what is wrong with what is in hand, each sentence once: a click shows what its rule says."""

from collections.abc import Iterable

from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.scene.colours import AMBER
from warcry3d.app.widgets.theme import paragraph

__all__ = ["draw_fault_card"]

MOST_FAULTS = 5
TEXT = 0.86
"""Size of its text against that of other panels."""


def draw_fault_card(panel: PlayFrame, name: str, faults: Iterable[tuple[str, str]]) -> None:
    """Draw sentences, each with the id of its rule, in the place of the card; of many, how many more there are."""
    said = tuple(dict.fromkeys(faults))
    with panel.card(name):
        for text, rule in said[:MOST_FAULTS]:
            with panel.text(TEXT):
                paragraph(text, AMBER)
            panel.opens(rule)
        if len(said) > MOST_FAULTS:
            panel.small(panel.frame.words.count("and {n} more", "and {n} more", len(said) - MOST_FAULTS))
