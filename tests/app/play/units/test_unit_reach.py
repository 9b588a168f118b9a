"""A unit that is held beyond its reach is said to be so in one line, without a sign at each model."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from tests.app.play.units.test_unit_in_hand import FAULT, GO
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.unit import _faults
from warcry3d.app.play.units.unit_in_hand import UnitInHand
from warcry3d.app.play.units.unit_scene import colour_of_member, overlays_of_unit
from warcry3d.app.scene.colours import AMBER, GREEN, Colour
from warcry3d.app.scene.overlays import Sign
from warcry3d.game.action_faults import fault
from warcry3d.game.group_moves import JudgedGroup, JudgedMember
from warcry3d.messages import Words


def member(id: str, cost: float) -> JudgedMember:
    return JudgedMember(id, ((0.0, 0.0, 0.0), (cost, 0.0, 0.0)), (cost, 0.0, 0.0), 0.0, cost, 5.0, (FAULT,))


@pytest.mark.parametrize(("costs", "crosses", "said"), [((8.0, 9.0), 0, 1), ((8.0, 4.0), 1, 2), ((3.0, 4.0), 2, 2)])
def test_models_too_far_away_are_told_in_one_line(costs: tuple[float, float], crosses: int, said: int) -> None:
    words = Words("en")
    judged = JudgedGroup((member("a", costs[0]), member("b", costs[1])))
    frame = SimpleNamespace(say=words.say, said=words.text, name=str, reason=lambda one: str(one.message))
    lines = [text for text, _ in _faults(cast(PlayFrame, frame), judged)]
    assert len(lines) == said
    assert lines[0].startswith("Out of reach: ") == (max(costs) > 5.0)
    held = cast(UnitInHand, SimpleNamespace(judged=judged, is_current=True, single="", prompt=GO))
    assert sum(isinstance(one, Sign) for one in overlays_of_unit(held)) == crosses


def test_what_is_wrong_alike_with_many_models_is_told_once() -> None:
    """Five lines that differed in the model's number covered the log."""
    words = Words("en")
    frame = SimpleNamespace(say=words.say, said=words.text, name=str, reason=lambda one: words.text(one.message))

    def near(id: str, limit: float = 0.5) -> JudgedMember:
        sentence = "{fighter} charges first: it must end within {limit:g} in of an enemy"
        return replace(member(id, 3.0), faults=fault("AOS-CHARGE-7", sentence, fighter=id, limit=limit))

    judged = JudgedGroup((*(near(id) for id in "abc"), near("d", 0.25), near("e", 0.25)))
    lines = [text for text, _ in _faults(cast(PlayFrame, frame), judged)]
    assert lines[0] == f"{words.text(near('a').faults[0].message)} Likewise 2 others." and len(lines) == 3
    assert not any("Likewise" in line for line in lines[1:])


@pytest.mark.parametrize(("is_refused", "colours"), [(False, [GREEN] * 2), (True, [AMBER] * 2)])
def test_models_of_a_unit_that_may_not_end_so_are_not_green(is_refused: bool, colours: list[Colour]) -> None:
    """A unit that fell back into engagement range stood there green, beside the red line that refused it."""
    members = tuple(replace(member(id, 3.0), faults=()) for id in "ab")
    judged = JudgedGroup(members, faults=(FAULT,) if is_refused else ())
    held = cast(UnitInHand, SimpleNamespace(judged=judged, is_current=True, single="", prompt=GO))
    assert [colour_of_member(held, one) for one in members] == colours
    split = cast(UnitInHand, SimpleNamespace(judged=replace(judged, outside=("a",)), is_current=True))
    assert [colour_of_member(split, one) for one in members] == [AMBER, GREEN]
