"""The strip of options: what is refused takes no line of its own beside what can be picked."""

from dataclasses import replace

import pytest

from tests.app.panel_bench import SIZE, PanelBench
from tests.app.play.battles import race_model
from warcry3d.app.play.intents import ChoosePrompt
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.panels.options import draw_options
from warcry3d.app.shell.settings import Settings
from warcry3d.game.prompts import Confirm, Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller


def height(allowed: int, refused: int) -> float:
    """Return how high a strip of so many options is."""
    bench, words = PanelBench(), Words("en")
    faults = (ActionFault("FAR-1", message("too far")),)
    options = tuple(
        Option(f"{n}", message("Somebody with a name: axe"), faults=faults if n >= allowed else ())
        for n in range(allowed + refused)
    )
    asked: tuple[Prompt, ...] = (
        PickOne(id="attack", heading=message("Attack"), action=str, options=options),
        PickOne(id="other", heading=message("Other"), action=str, options=options[:1]),
        Confirm(id="wait", heading=message("Wait"), action=str),
    )
    model = replace(race_model(), prompts=asked).after(ChoosePrompt("attack"))
    panel = PlayFrame(bench.frame_of(words), model, layout_of(*SIZE, 0.0, 1.0), Teller(words), Settings())

    def draw() -> list[str]:
        panel.tops.clear()
        draw_options(panel, 500.0)
        return []

    bench.draw(draw, 4)
    bench.panels.close()
    return 500.0 - panel.tops[-1]


@pytest.mark.parametrize("refused", [1, 3, 9])
def test_refused_options_take_no_line_of_their_own_beside_others(refused: int) -> None:
    """Seen: greyed attacks with weapons that did not reach took two lines from a table that was hard to see."""
    assert height(1, refused) == pytest.approx(height(1, 0), abs=3.0)
    assert height(0, refused) > 20.0, "alone they are shown"
