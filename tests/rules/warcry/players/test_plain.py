"""The plain player does what a sensible person would."""

import math
from dataclasses import replace

import pytest

from tests.rules.warcry.battle.field import BOW, Playing, R, box, fighting, profile, weapon
from tests.rules.warcry.players.asking import LEY_LINES, SALVAGE, answer
from warcry3d.game.actions import Action, Decline, Pick, React
from warcry3d.game.ruleset import Choice
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Disengage, Move, UseAbility, UseWild, Wait
from warcry3d.rules.warcry.battle.fighters import apart
from warcry3d.rules.warcry.battle.rounds.initiative import WildDice
from warcry3d.rules.warcry.battle.state import Effect, InitiativeDice, Objective, Set, Side, Treasure, Until

TOUCH = 2 * R
POOR = profile("c", weapons=[weapon(attacks=1, strength=1, hit=1, crit=1)])


def end_of(action: Action) -> tuple[float, float, float]:
    """Return where a move ends."""
    assert isinstance(action, Move | Disengage), action
    return action.path.legs[-1].to[-1]


def hand(*sets: tuple[int, int]) -> tuple[Side, Side]:
    """Return sides of which red has these sets of dice, as number and count."""
    own = InitiativeDice(sets=tuple(Set(value=value, count=count) for value, count in sets))
    return Side(id="red", colour="red", hand=own), Side(id="blue", colour="blue")


def test_it_charges_an_enemy_within_its_move_and_strikes_it() -> None:
    playing = fighting({"red-a": (5, 5), "blue-b": (10, 5)}).do(Activate("red-a"))
    playing.do(answer(playing))
    assert apart(playing.state, "red-a", "blue-b") <= 1.0
    assert answer(playing) == Attack(0, "blue-b")


def test_it_does_not_charge_where_it_would_only_be_beaten() -> None:
    """One with hardly a weapon and one wound left keeps away from four heavy swords."""
    giant = profile("b", toughness=9, wounds=40, weapons=[weapon(attacks=6, strength=8, hit=4, crit=8)])
    profiles = {"red-a": profile("a", wounds=4, weapons=[weapon(attacks=1, strength=1)]), "blue-b": giant}
    playing = fighting({"red-a": (15, 11), "blue-b": (19, 11)}, profiles=profiles).do(Activate("red-a"))
    before = apart(playing.state, "red-a", "blue-b")
    action = answer(playing)
    if isinstance(action, Move):
        playing.do(action)
    assert apart(playing.state, "red-a", "blue-b") >= before


def test_it_strikes_the_enemy_that_it_may_take_down() -> None:
    places = {"red-a": (5.0, 5.0), "blue-b": (5 - TOUCH - 0.3, 5.0), "blue-c": (5 + TOUCH + 0.3, 5.0)}
    playing = fighting(places)
    hurt = tuple(f.changed(damage=9) if f.id == "blue-c" else f for f in playing.state.fighters)
    playing = Playing(playing.state.changed(fighters=hurt)).do(Activate("red-a"))
    assert answer(playing) == Attack(0, "blue-c")


def test_it_shoots_with_the_weapon_that_does_more() -> None:
    poor, good = weapon(15, attacks=1, strength=1, hit=1, crit=1), BOW
    archer = profile("a", weapons=[poor, good])
    playing = fighting({"red-a": (5, 5), "blue-b": (14, 5)}, profiles={"red-a": archer}).do(Activate("red-a"))
    assert answer(playing) == Attack(1, "blue-b")


def test_it_stays_on_the_objective_it_holds() -> None:
    here = Objective(id="objective-1", at=(5.0, 5.0, 0.0))
    places = {"red-a": (5.0, 5.0), "blue-b": (25.0, 5.0)}
    playing = fighting(places, details=LEY_LINES, objectives=(here,)).do(Activate("red-a"))
    action = answer(playing)
    if isinstance(action, Move):
        assert math.dist(end_of(action), here.at) <= 3 + R
    else:
        assert action == Wait()


def test_it_goes_for_an_objective_that_is_awake() -> None:
    awake = Objective(id="objective-1", at=(5.0, 12.0, 0.0))
    asleep = Objective(id="objective-2", at=(12.0, 5.0, 0.0), is_awake=False)
    places = {"red-a": (5.0, 5.0), "blue-b": (28.0, 20.0)}
    playing = fighting(places, details=LEY_LINES, objectives=(awake, asleep)).do(Activate("red-a"))
    assert math.dist(end_of(answer(playing)), awake.at) <= 3 + R + 0.01


def test_it_fetches_a_treasure() -> None:
    treasure = Treasure(id="treasure-1", at=(9.0, 5.0, 0.0))
    places = {"red-a": (5.0, 5.0), "blue-b": (28.0, 20.0)}
    playing = fighting(places, details=SALVAGE, treasures=(treasure,)).do(Activate("red-a"))
    action = answer(playing)
    assert isinstance(action, Move)
    assert action.treasure == "treasure-1"


def test_a_beast_does_not_try_to_carry_treasure() -> None:
    treasure = Treasure(id="treasure-1", at=(9.0, 5.0, 0.0))
    places = {"red-a": (5.0, 5.0), "blue-b": (28.0, 20.0)}
    beast = {"red-a": profile("a", "beast")}
    playing = fighting(places, profiles=beast, details=SALVAGE, treasures=(treasure,)).do(Activate("red-a"))
    action = answer(playing)
    assert not (isinstance(action, Move) and action.treasure)


def test_hurt_it_gets_away_from_one_it_can_do_nothing_to() -> None:
    heavy = profile("b", toughness=9, wounds=40, weapons=[weapon(attacks=6, strength=8, hit=4, crit=8)], move=1)
    places = {"red-c": (15.0, 11.0), "blue-b": (15 + TOUCH + 0.3, 11.0)}
    playing = fighting(places, profiles={"red-c": POOR, "blue-b": heavy})
    hurt = tuple(f.changed(damage=8) if f.id == "red-c" else f for f in playing.state.fighters)
    playing = Playing(playing.state.changed(fighters=hurt)).do(Activate("red-c"))
    assert isinstance(answer(playing), Disengage)


def test_it_uses_onslaught_before_it_strikes() -> None:
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + TOUCH + 0.3, 5.0)}
    playing = fighting(places, sides=hand((3, 2))).do(Activate("red-a"))
    assert answer(playing) == UseAbility("onslaught", 3, 2)


def test_it_rushes_where_it_comes_up_a_little_short() -> None:
    """4 in of Move and a gap of 5.6 in: within 1 in of the enemy it gets with one more, not without."""
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + TOUCH + 5.6, 5.0)}
    playing = fighting(places, sides=hand((3, 2))).do(Activate("red-a"))
    playing.do(answer(playing))
    assert playing.state.activation is not None
    assert playing.state.activation.ability == "rush"
    playing.do(answer(playing))
    assert apart(playing.state, "red-a", "blue-b") <= 1.0


@pytest.mark.parametrize(("damage", "heals"), [(8, True), (1, False)])
def test_hurt_and_alone_it_takes_a_respite_but_not_for_a_scratch(damage: int, *, heals: bool) -> None:
    playing = fighting({"red-a": (5.0, 5.0), "blue-b": (25.0, 18.0)}, sides=hand((6, 3)))
    hurt = tuple(f.changed(damage=damage) if f.id == "red-a" else f for f in playing.state.fighters)
    playing = Playing(playing.state.changed(fighters=hurt)).do(Activate("red-a"))
    assert (answer(playing) == UseAbility("respite", 6, 3)) is heals


def test_it_activates_the_one_who_can_strike() -> None:
    places = {"red-a": (5.0, 20.0), "red-c": (15.0, 5.0), "blue-b": (15 + TOUCH + 0.3, 5.0)}
    assert answer(fighting(places)) == Activate("red-c")


@pytest.mark.parametrize(("left", "counters"), [(1, True), (10, False)])
def test_who_is_as_good_as_down_counters_who_is_not_saves_the_action(left: int, *, counters: bool) -> None:
    """Blue strikes back well by itself, so a counter is worth its action only to one who will not come to act."""
    strong = weapon(attacks=4, strength=8, hit=3, crit=6)
    profiles = {
        "red-a": profile("a", weapons=[weapon(attacks=3, strength=5, hit=2, crit=4)]),
        "blue-b": profile("b", toughness=4, weapons=[strong]),
    }
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + TOUCH + 0.3, 5.0)}
    playing = fighting(places, profiles=profiles)
    hurt = tuple(f.changed(damage=10 - left) if f.id == "blue-b" else f for f in playing.state.fighters)
    playing = Playing(playing.state.changed(fighters=hurt)).do(Activate("red-a"), Attack(0, "blue-b"))
    assert playing.choice.kind == "react"
    expected = React("blue-b", "counter") if counters else Decline()
    assert answer(playing) == expected


def test_dice_that_missed_are_rolled_again() -> None:
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + TOUCH + 0.3, 5.0)}
    again = Effect(fighter="red-a", source="test", what="re-roll-hits", until=Until.BATTLE, amount=2)
    playing = fighting(places, effects=(again,)).do(Activate("red-a"), Attack(0, "blue-b"), Decline())
    playing.dice(5, 2, 1)
    assert answer(playing) == Pick(("2", "1"))


def test_one_wild_die_seizes_the_initiative() -> None:
    """Red has as many singles as blue: one more takes it."""
    sides = (
        Side(id="red", hand=InitiativeDice(singles=(1, 2), sets=(Set(value=4, count=4),), wild=1)),
        Side(id="blue", hand=InitiativeDice(singles=(5, 6), sets=(Set(value=1, count=4),), wild=1)),
    )
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 5)}, agenda=(WildDice("red"),), sides=sides)
    assert answer(playing) == UseWild(1)


def test_with_the_initiative_and_no_set_a_single_is_raised() -> None:
    sides = (
        Side(id="red", hand=InitiativeDice(singles=(1, 2, 3, 4, 5, 6), wild=1)),
        Side(id="blue", hand=InitiativeDice(singles=(5, 6), sets=(Set(value=1, count=4),), wild=1)),
    )
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 5)}, agenda=(WildDice("red"),), sides=sides)
    assert answer(playing) == UseWild(0, ((6, 1),))


def test_it_keeps_off_an_open_edge_where_it_may() -> None:
    """A deck of 8 x 8 in, 3 in high, with an enemy below: it has no reason to stand at the rim."""
    deck = box("deck", (2, 2, 0), (12, 12, 3), "platform")
    places = {"red-a": (7.0, 7.0, 3.0), "blue-b": (29.0, 21.0)}
    playing = fighting(places, parts=[deck]).do(Activate("red-a"))
    action = answer(playing)
    if isinstance(action, Move) and end_of(action)[2] == 3.0:
        x, y, _ = end_of(action)
        assert min(x - 2, 12 - x, y - 2, 12 - y) >= R + 0.5 - 0.01


def test_the_same_question_has_the_same_answer() -> None:
    playing = fighting({"red-a": (5, 5), "blue-b": (13, 9), "blue-c": (20, 5)}).do(Activate("red-a"))
    assert answer(playing) == answer(playing)


def test_a_choice_of_a_kind_it_does_not_know_is_told() -> None:
    from warcry3d.errors import UnknownNameError
    from warcry3d.game.random_stream import Stream
    from warcry3d.rules.warcry.battle.battle import WarcryBattle
    from warcry3d.rules.warcry.players.plain import PlainPlayer

    playing = fighting({"red-a": (5, 5), "blue-b": (13, 9)})
    odd: Choice = replace(playing.choice, kind="riddle", about=None)
    with pytest.raises(UnknownNameError, match="riddle"):
        PlainPlayer().choose(WarcryBattle(), playing.state, odd, Stream(1))
