"""The end of a battle: who won and why, points round by round, damage by fighter, how the dice fell; and the way back
into it.
"""

import numpy as np
from imgui_bundle import imgui, imgui_ctx, implot
from numpy.typing import NDArray

from warcry3d.app.play.keys import MARK_BEFORE
from warcry3d.app.play.panels.frame import DIM, OPAQUE, SMALL, PlayFrame
from warcry3d.app.play.summary import BattleSummary, summary_of
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.widgets.theme import coloured, paragraph
from warcry3d.game.ruleset import Outcome
from warcry3d.game.session import Game

__all__ = ["EndPanel"]

WIDTH, PLOT = 640.0, 96.0
"""Width of the panel and height of a plot (points)."""
MOST_FIGHTERS = 6
MOST_TICKS = 8
"""Of dice with more sides every fifth face has its number below the plot."""
LEAST_BAR = 0.03
"""So much of a plot's height a bar of no points has."""
_STILL = implot.Flags_.no_inputs.value | implot.Flags_.no_menus.value | implot.Flags_.no_box_select.value


def bars_beside(count: int, place: int, sides: int) -> tuple[NDArray[np.float64], float]:
    """Return the middles of one side's bars at 1 to ``count``, and their width, beside those of the other sides.

    >>> [round(float(x), 2) for x in bars_beside(2, 0, 2)[0]], [round(float(x), 2) for x in bars_beside(2, 1, 2)[0]]
    ([0.8, 1.8], [1.2, 2.2])
    """
    room = 0.8 / sides
    return np.arange(1.0, count + 1) + (place - (sides - 1) / 2) * room, 0.9 * room


class EndPanel:
    """Draws the end of a battle; keeps what the battle came to."""

    def __init__(self) -> None:
        self._game: Game[object, object] | None = None
        self._summary: BattleSummary | None = None

    def draw(self, panel: PlayFrame, bottom: float) -> None:
        """Draw it above a pixel, while a battle that is over is not looked back at."""
        game = panel.model.game
        if not isinstance(game.pending, Outcome) or panel.model.is_looking_back:
            return
        if self._game is not game or self._summary is None:
            self._game, self._summary = game, summary_of(game, panel.model.rules)
        if implot.get_current_context() is None:  # one for the program, whatever is opened
            implot.create_context()
        _, top, _, height = panel.layout.header
        width = min(WIDTH * panel.scale, imgui.get_io().display_size.x - 40 * panel.scale)
        above = top + height + panel.layout.margin
        middle, beside = (imgui.get_io().display_size.x - width) / 2, panel.layout.log[0] - panel.layout.margin - width
        left = min(middle, beside) if beside >= panel.layout.strip[0] else middle  # the report stays to be read
        imgui.set_next_window_size_constraints((width, 0), (width, max(bottom - above, 120 * panel.scale)))
        imgui.set_next_window_bg_alpha(OPAQUE)
        with panel.window("play-end", (left, above), (width, 0)):
            self._result(panel, game.pending)
            with imgui_ctx.begin_table("end", 2, imgui.TableFlags_.sizing_stretch_same.value) as table:
                if table:
                    imgui.table_next_column()
                    self._points(panel, self._summary)
                    self._luck(panel, self._summary)
                    imgui.table_next_column()
                    self._damage(panel, self._summary)
            panel.small(
                panel.say(
                    "{key} goes back by an activation; the time line shows any step.", key=panel.key(MARK_BEFORE)
                ),
                DIM,
            )

    def _result(self, panel: PlayFrame, outcome: Outcome) -> None:
        names = ", ".join(panel.teller.player(side) for side in outcome.winners)
        said = panel.say("{player} wins", player=names) if names else panel.say("A draw")
        panel.bold(said, panel.colour(outcome.winners[0]) if outcome.winners else PAPER, 1.25)
        for reason in outcome.reasons:
            paragraph(panel.reason(reason), DIM)

    def _points(self, panel: PlayFrame, summary: BattleSummary) -> None:
        """Draw each side's points at the end of each round, as bars side by side with their numbers."""
        rounds = max((len(points) for points in summary.points.values()), default=0)
        if not rounds:
            return
        panel.bold(panel.say("Points at the end of each round"), GOLD)
        size = (-1.0, PLOT * panel.scale)
        if implot.begin_plot("##points", size, _STILL | implot.Flags_.no_legend.value):
            most = max((max(points) for points in summary.points.values()), default=0)
            top = 1.3 * max(most, 1)
            implot.setup_axis(implot.ImAxis_.y1.value, "", implot.AxisFlags_.no_decorations.value)
            implot.setup_axes_limits(0.4, rounds + 0.6, 0.0, top, implot.Cond_.always.value)
            implot.setup_axis_ticks(implot.ImAxis_.x1.value, [float(n) for n in range(1, rounds + 1)])
            for place, (side, points) in enumerate(summary.points.items()):
                middles, width = bars_beside(len(points), place, len(summary.points))
                heights = np.maximum(np.array(points, float), LEAST_BAR * top)  # none is seen too
                spec = implot.Spec()
                spec.fill_color = imgui.ImVec4(*panel.colour(side), 0.8)
                implot.plot_bars(side, middles, heights, width, spec)
                with panel.text(SMALL):
                    for x, y, number in zip(middles.tolist(), heights.tolist(), points, strict=True):
                        implot.plot_text(str(number), x, y, (0.0, -7.0 * panel.scale))
            implot.end_plot()

    def _damage(self, panel: PlayFrame, summary: BattleSummary) -> None:
        if not summary.most_damage:
            return
        panel.bold(panel.say("Damage dealt"), GOLD)
        most = summary.most_damage[0][1]
        sides = {unit.id: unit.side for unit in panel.model.moment.standings.units}
        for id, damage in summary.most_damage[:MOST_FIGHTERS]:
            colour = panel.colour(sides.get(id) or panel.model.moment.side_of(id))
            coloured(panel.say("{points} {fighter}", points=damage, fighter=panel.name(id)), PAPER)
            with imgui_ctx.push_style_color(imgui.Col_.plot_histogram.value, (*colour, 0.75)):
                imgui.progress_bar(damage / most, (-1, 7 * panel.scale), "")

    def _luck(self, panel: PlayFrame, summary: BattleSummary) -> None:
        """Draw how often each face came up, a bar for each side, and the line that was to be expected."""
        thrown = {player: luck for player, luck in summary.luck.items() if luck.count}
        if not thrown:
            return
        panel.bold(panel.say("Dice: share of each face"), GOLD)
        if implot.begin_plot("##luck", (-1.0, PLOT * panel.scale), _STILL | implot.Flags_.no_legend.value):
            highest = max(max(luck.faces) / luck.count for luck in thrown.values())
            sides = len(next(iter(thrown.values())).faces)
            implot.setup_axes_limits(0.4, sides + 0.6, 0.0, 1.1 * highest, implot.Cond_.always.value)
            ticks = [face for face in range(1, sides + 1) if sides <= MOST_TICKS or face == 1 or face % 5 == 0]
            implot.setup_axis_ticks(implot.ImAxis_.x1.value, [float(face) for face in ticks])
            for place, (player, luck) in enumerate(thrown.items()):
                spec = implot.Spec()
                spec.fill_color = imgui.ImVec4(*panel.colour(player), 0.8)
                middles, width = bars_beside(sides, place, len(thrown))
                implot.plot_bars(player, middles, np.array(luck.faces) / luck.count, width, spec)
            spec = implot.Spec()
            spec.line_color = imgui.ImVec4(*PAPER, 0.8)
            implot.plot_line("expected", np.array([0.4, sides + 0.6]), np.array([1 / sides, 1 / sides]), spec)
            implot.end_plot()
        for player, luck in thrown.items():
            panel.small(
                panel.say(
                    "{player}: {n} dice, mean {average:.2f}; expected {expected:.2f} ({deviation:+.1f} deviations)",
                    player=panel.teller.player(player),
                    n=luck.count,
                    average=luck.average,
                    expected=luck.expected,
                    deviation=luck.deviation,
                ),
                panel.colour(player),
            )
