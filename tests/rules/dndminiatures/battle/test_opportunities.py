"""Who may strike at a creature that leaves a space, for all spaces at once."""

import msgspec

from tests.rules.dndminiatures.battle.field import RULES, Played, creature, skirmish
from warcry3d.game.prompts import PickOne
from warcry3d.rules.dndminiatures.battle.actions import MoveBySquares
from warcry3d.rules.dndminiatures.battle.opportunities import spaces_around, strikers_at, strikers_of
from warcry3d.rules.dndminiatures.battle.sensing import restricts_at
from warcry3d.rules.dndminiatures.creatures.card import Size
from warcry3d.rules.dndminiatures.grid.cells import Space, are_adjacent


def test_strikers_are_those_that_restrict_the_creature_there() -> None:
    """rule: DDM-AOO-1, DDM-AOO-5: the brute is next to a wall at (11, 9), the guard stands free."""
    foes = {creature("guard"): (5, 5), creature("brute", size=Size.LARGE): (13, 9)}
    state = skirmish({creature("runner", rating=1): (2, 5)}, foes)
    strikers = strikers_of(state, "red-runner")
    for x in range(state.board.width):
        for y in range(state.board.depth):
            space = Space((x, y))
            able = {one for one in strikers.enemies if restricts_at(state, one, "red-runner", space)}
            assert set(strikers_at(state, "red-runner", space)) == set(strikers.names(strikers.at(space))) == able
    assert strikers.names(strikers.along(((3, 5), (4, 5), (3, 4)))) == ("blue-guard",)
    assert strikers.along(((3, 5), (4, 5))) == 0


def test_who_struck_in_this_turn_strikes_no_more() -> None:
    """rule: DDM-AOO-3."""
    state = Played(skirmish({creature("runner", rating=1): (4, 5)}, {creature("guard"): (5, 5)}), "red-runner").state
    assert strikers_at(state, "red-runner", Space((4, 5))) == ("blue-guard",)
    struck = state.changed(turn=msgspec.structs.replace(state.turn, strikers=("blue-guard",)))
    assert strikers_at(struck, "red-runner", Space((4, 5))) == ()


def test_question_names_the_mover_and_its_options_who_strikes() -> None:
    """rule: DDM-AOO-1: all options were called by the one target, and two strikers looked alike."""
    foes = {creature("guard"): (5, 5), creature("pike"): (5, 6)}
    game = Played(skirmish({creature("runner", rating=1): (4, 5)}, foes), "red-runner").do(MoveBySquares(((3, 5),)))
    prompt, _ = RULES.prompts(game.state)
    assert isinstance(prompt, PickOne) and str(prompt.heading) == "Attack of opportunity at red-runner"
    assert [(str(one.label), one.model) for one in prompt.options] == [
        ("blue-guard: melee +5 (5)", "blue-guard"),
        ("blue-pike: melee +5 (5)", "blue-pike"),
    ]


def test_spaces_around_a_space_are_all_that_are_adjacent_to_it() -> None:
    for size in (1, 2, 3):
        middle = Space((5, 5), 2)
        every = {Space((x, y), size) for x in range(12) for y in range(12)}
        assert set(spaces_around(middle, size)) == {one for one in every if are_adjacent(one, middle)}
