"""Objectives on decks: within reach is what the rules measure, from the rim of a base, and up."""

import pytest

from tests.rules.warcry.battle.field import box, fighting, profile
from tests.rules.warcry.players.asking import LEY_LINES, answer
from warcry3d.rules.warcry.battle.actions import Activate
from warcry3d.rules.warcry.battle.rounds.objectives import holders
from warcry3d.rules.warcry.battle.state import Objective
from warcry3d.rules.warcry.players.worth import purpose_of

GOAL = Objective(id="objective-1", at=(15.0, 11.0, 3.0))


@pytest.mark.parametrize("wide", [32, 50])
@pytest.mark.parametrize("aside", [0.0, 0.9, 1.1, 1.3, 1.9, 2.2, 2.6])
def test_a_player_thinks_itself_within_reach_where_the_rules_do(wide: int, aside: float) -> None:
    """Under a deck of 3 in the rim of its base is 3 in less its height below, and only a little may be aside."""
    deck = box("deck", (14, 10, 2.8), (16, 12, 3), "platform")
    at = (15.0 - aside, 11.0, 0.0)
    places = {"red-a": (3.0, 11.0), "blue-b": (27.0, 3.0)}
    own = {"red-a": profile("a", base={"round": wide})}
    playing = fighting(places, profiles=own, parts=[deck], details=LEY_LINES, objectives=(GOAL,))
    _, is_there = purpose_of(playing.state, "red-a", at)
    there = fighting({**places, "red-a": at}, profiles=own, parts=[deck], details=LEY_LINES, objectives=(GOAL,))
    assert is_there == bool(holders(there.state, GOAL, "red"))


def test_who_goes_to_an_objective_over_its_head_ends_up_holding_it() -> None:
    """Nothing under the deck can be climbed; 2 in short of being under it is near, but does not hold it."""
    deck = box("deck", (13, 9, 2.8), (17, 13, 3), "platform")
    playing = fighting(
        {"red-a": (9.0, 11.0), "blue-b": (28.0, 20.0)}, parts=[deck], details=LEY_LINES, objectives=(GOAL,)
    ).do(Activate("red-a"))
    for _ in range(2):
        playing.do(answer(playing))
    assert holders(playing.state, GOAL, "red") == ("red-a",)
