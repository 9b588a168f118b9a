"""The line of a way in hand: its inches, and what can be taken along."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from tests.app.panel_bench import PanelBench
from tests.app.play.battles import no_action, race_model
from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.play.intents import ChoosePrompt
from warcry3d.app.play.panels import go as go_panel
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.go import draw_go
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.scene.colours import GREEN
from warcry3d.app.shell.settings import Settings
from warcry3d.game.prompts import Go, Option
from warcry3d.message import Message, message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.units import LengthUnit

TREASURES = tuple(Option(str(n), Message("treasure {number}", {"number": str(n)})) for n in (1, 2, 3))


def test_line_of_a_way_stays_one_line_while_it_is_looked_around(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen at 1280 x 800: with three treasures it broke in two as long as anything was looked for."""
    go = Go(
        id="go",
        heading=message("Move"),
        action=no_action,
        models=("red",),
        budget=8.0,
        ways=frozenset(),
        extras=TREASURES,
    )
    model = replace(race_model(), prompts=(go,)).after(ChoosePrompt("go"))
    moved = SimpleNamespace(unit=LengthUnit.INCHES, cost=7.08, allowed=8.0, legs=(1,))
    held = cast(HeldFighter, SimpleNamespace(failure=None, moved=moved, is_moved=True))
    monkeypatch.setattr(go_panel, "colour_of_move", lambda held: GREEN)
    monkeypatch.setattr(go_panel, "is_beyond", lambda held: False)
    monkeypatch.setattr(go_panel, "leg_sum", lambda moved, words: "7.08 walk")
    tops = dict[bool, float]()
    for is_looking in (False, True):

        def draw(is_looking: bool = is_looking) -> list[str]:
            words = Words("en")
            layout = layout_of(1228.0, 704.0, 30.0, 1.0)
            panel = PlayFrame(bench.frame_of(words), model, layout, Teller(words), Settings())
            draw_go(panel, held, 600.0, is_preparing=False, is_looking=is_looking)
            tops[is_looking] = panel.tops[-1]
            return []

        bench.draw(draw, 4)
    assert tops[True] == tops[False]
