"""A frame costs the same however long the battle is: counted in calls, by the Play room with all its panels."""

import sys
from dataclasses import replace
from pathlib import Path

from tests.app.play.battles import key, open_battle
from tests.app.windows import Made, steps
from warcry3d.app.play.panels.log_book import SLICE
from warcry3d.app.shell.inputs import PointerMoved

SHORT, LONG = 300, 3000
FEW = 1.05
"""So many times as many calls a frame of the long battle may take."""


def calls_of_a_frame(made: Made) -> int:
    """Return how many functions are called in a frame in which the pointer moves over nothing, in this thread."""
    count = 0

    def called(_frame: object, event: str, _value: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    made[1].inputs.append(PointerMoved((300.0, 240.0)))
    steps(made[0], 1)
    made[1].inputs.append(PointerMoved((301.0, 240.0)))
    before = sys.getprofile()
    sys.setprofile(called)
    try:
        made[0].step(1 / 60)
    finally:
        sys.setprofile(before)
    return count


def test_frame_of_a_battle_of_thousands_of_steps_costs_what_one_of_hundreds_does(made: Made, race: Path) -> None:
    desk = open_battle(made, race)
    key(made, "2")
    key(made, "space")
    key(made, "s")
    steps(made[0], 3)
    model = desk.model
    assert {event.kind for event in model.game.done[0].events} & model.rules.headings.keys()
    taken = []
    for count in (SHORT, LONG):
        done = (model.game.done[0],) * count
        desk.model = replace(model, game=replace(model.game, done=done), shown=count, can_go_on=False)
        steps(made[0], count // SLICE + 2)
        taken.append(min(calls_of_a_frame(made) for _ in range(3)))
    assert taken[1] <= FEW * taken[0]
