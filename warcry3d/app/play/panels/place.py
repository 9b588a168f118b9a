"""Places items: which of them are in hand, down or to come; the suggestion, turning, done."""

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.draft import HoldItem, TakeSuggestion, TurnItem
from warcry3d.app.play.intents import PlayCommand
from warcry3d.app.play.keys import DROP, PLACE_LEFT, PLACE_RIGHT, SUGGESTED
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.widgets.theme import beside
from warcry3d.game.prompts import Option, Place

__all__ = ["draw_place"]

MOST_HEIGHT = 150.0


def draw_place(panel: PlayFrame, bottom: float) -> None:
    """Draw the items over the action bar, their lower edge at a pixel."""
    prompt = panel.model.prompt
    if not isinstance(prompt, Place):
        return
    _, width = panel.layout.strip
    wanted = min(_width_of(panel, prompt.items), width) if len(prompt.items) > 1 else 0.0
    imgui.set_next_window_size_constraints((wanted, 0), (width, MOST_HEIGHT * panel.scale))
    with panel.strip("play-place", bottom, is_right=True):
        if len(prompt.items) > 1:
            for number, item in enumerate(prompt.items):
                _item(panel, item, is_first=number == 0)
        _buttons(panel, prompt)


def _width_of(panel: PlayFrame, items: tuple[Option, ...]) -> float:
    """Return how wide the names of items are in a row (pixels)."""
    style = imgui.get_style()
    apart = 2 * style.frame_padding.x + style.item_spacing.x
    texts = sum(imgui.calc_text_size(f"{panel.said(item.label)} ✓").x + apart for item in items)
    return texts + 2 * style.window_padding.x


def _item(panel: PlayFrame, item: Option, *, is_first: bool) -> None:
    draft = panel.model.draft
    is_down = any(one.item == item.id for one in draft.placed)
    text = panel.said(item.label) + (" ✓" if is_down else "")
    if not is_first:
        beside(imgui.calc_text_size(text).x + 2 * imgui.get_style().frame_padding.x)
    lit = (0.44, 0.36, 0.20, 1.0) if item.id == draft.held else (0.20, 0.20, 0.21, 0.9)
    imgui.begin_disabled(bool(item.faults))
    with imgui_ctx.push_style_color(imgui.Col_.button.value, lit):
        if imgui.button(f"{text}##{item.id}"):
            panel.wanted.append(HoldItem(item.id))
    imgui.end_disabled()
    panel.tooltip(*panel.reasons(item))


def _buttons(panel: PlayFrame, prompt: Place) -> None:
    if prompt.turns:
        left = panel.say("Turn left ({key})", key=panel.key(PLACE_LEFT))
        right = panel.say("Turn right ({key})", key=panel.key(PLACE_RIGHT))
        for name, steps in ((left, 1), (right, -1)):
            if imgui.button(name):
                panel.wanted.append(TurnItem(steps))
            imgui.same_line()
    if prompt.suggested:
        if imgui.button(panel.say("As suggested ({key})", key=panel.key(SUGGESTED))):
            panel.wanted.append(TakeSuggestion())
        imgui.same_line()
    least = len(prompt.items) if prompt.least is None else prompt.least
    if len(prompt.items) == 1 and least == 1:  # putting it down is the answer
        imgui.new_line()
        return
    imgui.begin_disabled(len(panel.model.draft.placed) < least)
    if imgui.button(panel.say("Done ({key})", key=panel.key(DROP))):
        panel.wanted.append(PlayCommand.SUBMIT)
    imgui.end_disabled()
