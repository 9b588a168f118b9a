"""The line of a way in hand: its inches, and what can be taken along."""

from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from tests.app.panel_bench import PanelBench
from tests.app.play.battles import no_action, race_model
from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.moves.reach_field import FieldQuestion, ReachField
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
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.reach_result import ReachResult
from warcry3d.table.table import Table
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


@pytest.mark.parametrize(
    ("room", "height", "said"),
    [
        (1.2, 4.5, ["It stands 4.50 in up: hardly any way down."]),
        (1.2, 0.0, ["It hardly gets away from where it stands."]),
        (20.0, 4.5, []),
    ],
)
def test_who_can_hardly_leave_its_place_is_told_so(
    monkeypatch: pytest.MonkeyPatch, room: float, height: float, said: list[str]
) -> None:
    """A giant on a tower: the slivers that it gets to were hidden behind it."""
    told: list[str] = []
    monkeypatch.setattr(go_panel, "coloured", lambda text, colour: told.append(text))
    monkeypatch.setattr(go_panel, "beside", lambda width: None)
    monkeypatch.setattr(go_panel, "imgui", SimpleNamespace(calc_text_size=lambda text: SimpleNamespace(x=1.0)))
    model = SimpleNamespace(id="red", placement=SimpleNamespace(at=(0.0, 0.0, height)))
    question = FieldQuestion("red", (), 4.0, MoveAction.MOVE, False)
    field = ReachField(question, cast(Table, SimpleNamespace(models=(model,))), cast(ReachResult, None), ())
    field.__dict__["room"] = room
    panel = SimpleNamespace(say=Words("en").say, text=lambda size: nullcontext())
    held = SimpleNamespace(has_field=True, reachable=field)
    go_panel._shut_in(cast(PlayFrame, panel), cast(HeldFighter, held))
    assert told == said
