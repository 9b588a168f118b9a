"""The header of a battle: the dice of all sides in one row."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from imgui_bundle import imgui, imgui_ctx

from tests.app.panel_bench import PanelBench
from tests.app.play.battles import race_model
from tests.app.play.test_play_keys import Heard
from warcry3d.app.play.intents import ShowRules
from warcry3d.app.play.panels import header
from warcry3d.app.play.panels.header import DIE, GAP, pieces_of, width_of
from warcry3d.app.play.view import InHand, PlayView
from warcry3d.app.shell.settings import Settings
from warcry3d.game.reasons import RuleReason
from warcry3d.message import message
from warcry3d.rules.battle_api import SideStanding

SIX = SideStanding(dice=((1, 1), (4,), (6, 6, 6)), wild=1)


def test_dice_lie_in_groups_with_the_wild_ones_last_and_a_dot_between_sides() -> None:
    pieces = pieces_of([SIX, SideStanding(), SideStanding(dice=((2,),))])
    assert [(whose, face) for whose, face, _ in pieces] == [
        *((0, face) for face in (1, 1, 4, 6, 6, 6, 0)),
        *((1, None), (2, None), (2, 2)),
    ]
    assert [before for *_, before in pieces[:4]] == [GAP, GAP, 2 * GAP, 2 * GAP]


@pytest.mark.parametrize(("count", "is_whole"), [(2, True), (3, False), (4, False)])
def test_dice_of_many_sides_stay_in_the_header_in_the_colours_of_their_sides(count: int, is_whole: bool) -> None:
    """Seen with three sides: 21 dice ran over the edges of the header and over a name."""
    sides, room, drawn = {str(n): SIX for n in range(count)}, 500.0, []

    def draw_die(panel: Any, face: int, at: tuple[float, float], die: float) -> None:
        drawn.append((at[0], at[0] + die, die))

    def colour(side: str) -> tuple[float, float, float]:
        colours.append(side)
        return (1.0, 0.0, 0.0)

    colours: list[str] = []
    panel: Any = SimpleNamespace(scale=1.0, colour=colour)
    lefts: list[float] = []

    def draw() -> list[None]:
        with imgui_ctx.begin("header"):
            lefts.append(imgui.get_cursor_screen_pos().x)
            header._dice_row(panel, sides, room)
        return []

    bench = PanelBench()
    with patch.object(header, "draw_die", draw_die):
        bench.draw(draw)
    bench.close()
    assert len(drawn) == 7 * count and colours == list(sides)
    assert all(lefts[0] - 1e-3 <= low < high <= lefts[0] + room + 1e-3 for low, high, _ in drawn)
    assert (drawn[0][2] == DIE) == is_whole == (width_of(pieces_of(list(sides.values()))) <= room)


@pytest.mark.parametrize("has_goal", [False, True])
def test_header_says_what_wins_and_leads_to_its_rules(has_goal: bool) -> None:
    goal = (RuleReason("RACE-4", message("first past the post")), RuleReason("RACE-5", message("or the farthest")))
    model, said = race_model(), Heard("en")
    standings = replace(model.moment.standings, goal=goal if has_goal else ())
    model = replace(model, moment=replace(model.moment, standings=standings))
    bench, view = PanelBench(), PlayView()
    frame = bench.frame_of(said)
    found = bench.sweep(lambda: view.draw(frame, model, InHand(), Settings()), (100, 40), (820, 130))
    bench.close()
    assert ("To win: " in said.sentences) == has_goal
    assert (ShowRules(("RACE-4", "RACE-5")) in found) == has_goal
