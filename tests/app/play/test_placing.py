"""Where what is in hand may be put follows how it is turned."""

import math
import time
from dataclasses import replace
from typing import Any, cast

from tests.app.play.battles import race_model
from warcry3d.app.play.draft import TurnItem, begun
from warcry3d.app.play.intents import ChoosePrompt
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.placing import PlaceGhosts
from warcry3d.app.shell.room import Host
from warcry3d.game.actions import Action
from warcry3d.game.prompts import Option, Place, PlaceArea, Placing
from warcry3d.message import Message

LYING = PlaceArea(0.0, (((1, 1), (5, 1), (5, 2), (1, 2)),))


def no_action(answer: object) -> Action:
    raise AssertionError("nothing is answered here")


def turned(item: str, facing: float) -> tuple[PlaceArea, ...]:
    """Return the area of one of two items, as high as it is turned: enough to tell them apart."""
    return (PlaceArea(facing, LYING.rings),) if item == "ann" else ()


def placing(**fields: Any) -> PlayModel:
    items = (Option("ann", Message("ann")), Option("bob", Message("bob")))
    given = {"items": items, "areas": (LYING,), "suggested": (Placing("ann", (2, 1.5, 0), math.pi / 2),), **fields}
    prompt = Place(id="place", heading=Message("Place"), action=no_action, **given)
    return replace(race_model(), prompts=(prompt,)).after(ChoosePrompt("place"))


def known(ghosts: PlaceGhosts, model: PlayModel) -> tuple[PlaceArea, ...]:
    ghosts.areas(model)
    limit = time.monotonic() + 60
    while not ghosts.poll():
        assert time.monotonic() < limit
        time.sleep(0.01)
    return ghosts.areas(model)


def test_item_is_taken_in_hand_as_it_is_suggested_to_be_turned() -> None:
    prompt = placing().prompt
    assert prompt is not None and begun(prompt).turn == math.pi / 2


def test_areas_are_those_of_the_facing_once_they_are_known() -> None:
    ghosts, model = PlaceGhosts(cast(Host, None)), placing(areas_facing=turned)
    assert ghosts.areas(model) == (LYING,)
    once = model.after(TurnItem(1))
    assert ghosts.areas(once) == (LYING,)
    assert known(ghosts, once) == turned("ann", once.draft.turn)
    assert ghosts.areas(once.after(TurnItem(-1))) == (LYING,)
    ghosts.close()


def test_areas_of_what_is_round_are_the_same_for_all_facings() -> None:
    ghosts, model = PlaceGhosts(cast(Host, None)), placing()
    assert ghosts.areas(model.after(TurnItem(2))) == (LYING,)
    assert ghosts.areas(race_model()) == ()
    ghosts.close()
