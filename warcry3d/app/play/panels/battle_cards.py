"""What holds for the whole battle: its cards, and what each does. Shown when they are drawn, and when asked for."""

from imgui_bundle import imgui

from warcry3d.app.play.intents import PlayCommand
from warcry3d.app.play.keys import CARDS
from warcry3d.app.play.panels.frame import DIM, SMALL, PlayFrame
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.widgets.theme import paragraph

__all__ = ["draw_battle_cards"]


def draw_battle_cards(panel: PlayFrame) -> None:
    """Draw them in the place of the card of odds."""
    cards = panel.model.moment.standings.cards
    with panel.card("play-cards"):
        for card in cards:
            panel.small(panel.said(card.kind), DIM)
            imgui.same_line()
            panel.bold(panel.said(card.title), GOLD)
            imgui.indent(12 * panel.scale)
            for line in card.lines:
                said = panel.said(line.message)
                with panel.text(SMALL):
                    paragraph(said[:1].upper() + said[1:], PAPER)
                panel.opens(line.rule)
            imgui.unindent(12 * panel.scale)
        if imgui.button(panel.say("Close ({key})", key=panel.key(CARDS)) + "##cards"):
            panel.wanted.append(PlayCommand.CARDS)
