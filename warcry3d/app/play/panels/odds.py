"""The card of an action that is pointed to: each attack's odds as bars, its terms with rules, cover, reactions."""

from collections.abc import Sequence

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.panels.frame import DIM, PlayFrame
from warcry3d.app.scene.colours import AMBER, GOLD, PAPER, RED
from warcry3d.app.widgets.theme import coloured, packed
from warcry3d.game.preview import AttackOdds, Preview
from warcry3d.message import percentage

__all__ = ["bar_heights", "draw_card", "has_charts"]

HIGHEST = 0.88
"""Of a chart the highest bar takes this share: it touched the letters above it."""
CHART = 46.0
"""Height of a chart (points)."""
MOST_BARS = 12
MOST_LINES = 6
MOST_BESIDE_CHARTS = 4
"""Several weapons with more lines than that beside their charts have a line each: the card went on below the window's
foot.
"""


def draw_card(panel: PlayFrame) -> None:
    """Draw it."""
    found = panel.model.preview
    if found is None or panel.model.is_looking_back:
        return
    preview: Preview = found[1]
    if not (preview.odds or preview.lines):
        return
    with panel.card("play-card"):
        if has_charts(preview.odds):
            for odds in preview.odds:
                _odds(panel, odds)
        else:
            _many(panel, preview.odds)
        if not preview.odds and (about := panel.model.pointed_model):
            panel.bold(panel.name_beside_colour(about), panel.colour(panel.model.moment.side_of(about)))
        for line in preview.lines[:MOST_LINES]:
            panel.because(line)
        if not preview.is_exact:
            panel.small(panel.say("at first sight; the exact answer is on its way"), DIM)


def has_charts(all_odds: Sequence[AttackOdds]) -> bool:
    """Return whether there is room for a chart of each attack: for one, or two of few words."""
    lines = sum(len(odds.cover) + len(odds.terms) + len(odds.reactions) for odds in all_odds)
    return len(all_odds) < 2 or (len(all_odds) == 2 and lines <= MOST_BESIDE_CHARTS)


def _many(panel: PlayFrame, all_odds: Sequence[AttackOdds]) -> None:
    """Draw many weapons line by line; the pointer over one says how its sum to hit comes about."""
    pair = None
    for odds in all_odds:
        if pair != (odds.attacker, odds.target):
            pair = odds.attacker, odds.target
            _pair(panel, odds)
        with imgui_ctx.begin_group():
            coloured(panel.teller.said(odds.weapon), PAPER)
            chance = percentage(odds.down)
            panel.small(
                panel.say("average {average:.1f} · takes it down: {chance}", average=odds.average, chance=chance)
            )
        panel.tooltip(*(panel.reason(one) for one in (*odds.terms, *odds.cover)))
    for line in dict.fromkeys(line for odds in all_odds for line in (*odds.cover, *odds.reactions)):
        panel.because(line, AMBER, is_small=True)


def _pair(panel: PlayFrame, odds: AttackOdds) -> None:
    """Write who attacks whom: units by their names, where a model stands for one."""
    moment = panel.model.moment
    for text, side in ((odds.attacker, moment.side_of(odds.attacker)), (odds.target, moment.side_of(odds.target))):
        panel.bold(panel.whole_name(text), panel.colour(side))
        imgui.same_line()
        if text == odds.attacker:
            imgui.text_unformatted("→")
            imgui.same_line()
    imgui.new_line()


def _odds(panel: PlayFrame, odds: AttackOdds) -> None:
    moment, teller = panel.model.moment, panel.teller
    _pair(panel, odds)
    wounds = _wounds_left(panel, odds.target) if odds.left is None else odds.left
    health = moment.standings.health
    panel.small(
        panel.say("{weapon} · {wounds}", weapon=teller.said(odds.weapon), wounds=teller.said(health.left(wounds)))
        if wounds is not None
        else teller.said(odds.weapon)
    )
    _chart(panel, odds, wounds)
    coloured(panel.say("average {average:.1f}", average=odds.average), (0.82, 0.80, 0.76))
    imgui.same_line()
    panel.bold(panel.say("takes it down: {chance}", chance=percentage(odds.down)))
    for line in odds.cover:
        panel.because(line, AMBER, is_small=True)
    for term in odds.terms:
        panel.because(term, (0.82, 0.80, 0.76), is_small=True)
    for reaction in odds.reactions:
        panel.because(reaction, AMBER, is_small=True)


def _wounds_left(panel: PlayFrame, target: str) -> int | None:
    known = panel.model.moment.standings.wounds.get(target)
    return known[0] if known is not None else None


def bar_heights(chances: Sequence[float], height: float) -> tuple[float, ...]:
    """Return how high the bars of chances are in a chart of a height (pixels): the highest leaves room below the text
    over the chart.
    """
    highest = max((*chances, 1e-9))
    return tuple(max(HIGHEST * height * chance / highest, 1.0) for chance in chances)


def _chart(panel: PlayFrame, odds: AttackOdds, wounds: int | None) -> None:
    """Draw a bar for each number of points of damage; red: those that take the target down; the last one: or more."""
    chances = odds.chances
    while len(chances) > 1 and chances[-1] < 0.0005:
        chances = chances[:-1]
    bars = (*chances[: MOST_BARS - 1], sum(chances[MOST_BARS - 1 :])) if len(chances) > MOST_BARS else chances
    at, width, height = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x, CHART * panel.scale
    step, heights = width / max(len(bars), 1), bar_heights(bars, height)
    paper = imgui.get_window_draw_list()
    for points, high in enumerate(heights):
        left, bottom = at.x + points * step, at.y + height
        colour = RED if wounds is not None and points >= wounds else GOLD
        paper.add_rect_filled((left + 1, bottom - high), (left + step - 2, bottom), packed(colour, 0.8), 2.0)
    imgui.dummy((width, height))
    if imgui.is_item_hovered():
        place = int((imgui.get_mouse_pos().x - at.x) / max(step, 1e-9))
        if 0 <= place < len(bars):
            panel.tooltip(panel.say("{points} damage: {share}", points=place, share=percentage(bars[place], 1)))
    with panel.text(0.55):
        for points in range(len(bars)):
            more = "+" if points == MOST_BARS - 1 and len(chances) > MOST_BARS else ""
            text = f"{points}{more}"
            x = at.x + (points + 0.5) * step - imgui.calc_text_size(text).x / 2
            imgui.get_window_draw_list().add_text((x, imgui.get_cursor_screen_pos().y), packed(DIM, 1.0), text)
        imgui.dummy((1, imgui.get_text_line_height()))
