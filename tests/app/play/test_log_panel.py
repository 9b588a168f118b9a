"""The log: it shows the line of the step that is looked at, wherever it was scrolled to."""

import pytest
from imgui_bundle import imgui

from tests.app.panel_bench import SIZE, PanelBench
from tests.game.race import Eager, Race, race_offer, race_setup
from warcry3d.app.play.intents import LookAtStep
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.panels.log import LogPanel
from warcry3d.app.shell.settings import Settings
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_out
from warcry3d.game.session import Game
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller

pytestmark = pytest.mark.usefixtures("registered_race")


def test_log_scrolls_to_the_step_that_is_looked_at_and_back_to_the_end(bench: PanelBench) -> None:
    game = play_out(Game.begin(Race(), race_setup(60.0, 4)), {"red": Eager(), "blue": Eager()}, SeededDice(3), seed=3)
    model = PlayModel.beginning(race_offer(), game, {"red": "person", "blue": "person"}, 3, can_go_on=False)
    log, words = LogPanel(), Words("en")

    def scrolled(model: PlayModel) -> tuple[float, float]:
        panel = PlayFrame(bench.frame_of(words), model, layout_of(*SIZE, 0.0, 1.0), Teller(words), Settings())

        def draw() -> list[object]:
            log.draw(panel)
            return []

        for _ in range(200):
            bench.draw(draw)
        window = imgui.internal.find_window_by_name("play-log")
        return float(window.scroll.y), float(window.scroll_max.y)

    now, most = scrolled(model)
    assert log.is_whole and now == most > 100
    first, _ = scrolled(model.after(LookAtStep(1)))
    middle, _ = scrolled(model.after(LookAtStep(model.steps // 2)))
    assert first == 0.0 < middle < most
    assert scrolled(model) == (most, most)
