"""Turns, command, rush, charge and movement, clause by clause (DDM-TURN, DDM-EFFECT, DDM-RUSH, DDM-CHARGE)."""

import msgspec
import pytest

from tests.rules.dndminiatures.battle.field import RULES, Played, attack, creature, set_up, skirmish
from warcry3d.game.actions import Decline, Done, Pick
from warcry3d.game.prompts import PickOne
from warcry3d.game.ruleset import Choice
from warcry3d.rules.dndminiatures.battle.actions import ChargeAt, MoveBySquares, Rush, Strike, UsePower
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation, attack_sum
from warcry3d.rules.dndminiatures.battle.bonuses import changes, total
from warcry3d.rules.dndminiatures.battle.charging import charge_way
from warcry3d.rules.dndminiatures.battle.state import CreatureStatus, CreatureTurn, RunningEffect, SkirmishState
from warcry3d.rules.dndminiatures.creatures.card import Size
from warcry3d.rules.dndminiatures.creatures.traits import (
    BonusCase,
    CardScore,
    CommanderEffect,
    Condition,
    EffectEnd,
    HitDamage,
    Lasting,
    OnHit,
    Power,
    ScoreBonus,
    Traits,
)
from warcry3d.rules.dndminiatures.grid.cells import Space

OPEN: tuple[str, ...] = (*("..............",) * 8, "1111......2222", "aaaaa....bbbbb")
CAPTAIN = creature("captain", rating=4)


def along(start: tuple[int, int], step: tuple[int, int], n: int) -> tuple[tuple[int, int], ...]:
    return tuple((start[0] + step[0] * k, start[1] + step[1] * k) for k in range(1, n + 1))


def suffering(state: SkirmishState, id: str, *conditions: Condition) -> SkirmishState:
    effect = RunningEffect(creature=id, name="x", by=id, lasting=Lasting(conditions=conditions))
    return state.changed(effects=(*state.effects, effect))


def agreed(state: SkirmishState, **readings: str) -> SkirmishState:
    """Return a state whose players agreed on readings."""
    setup = state.context.setup
    details = {**setup.details, "agreed": readings}
    other = RULES.start(msgspec.structs.replace(setup, details=details))
    return state.changed(context=other.context)


def asks(game: Played, kind: str) -> bool:
    return isinstance(game.due, Choice) and game.due.kind == kind


def test_round_phase_and_turn_are_what_the_text_calls_them() -> None:
    """rule: DDM-WORD-1, DDM-ROUND-1, DDM-DICE-1: initiative by D20, then the first player's phase."""
    setup = set_up({"red": [CAPTAIN], "blue": [creature("foe", rating=1)]}, OPEN)
    game = Played(RULES.start(setup))
    while not game.state.round:
        due = game.due
        if isinstance(due, Choice):
            (prompt, *_) = RULES.prompts(game.state)
            game.do(prompt.action(getattr(prompt, "suggested", ()) or prompt.options[0].id))  # type: ignore[union-attr]
        else:
            assert due.sides == 20  # type: ignore[union-attr]
            game.roll(12 if due.player == "red" else 3)  # type: ignore[union-attr]
    assert game.state.round == 1 and game.due.sides == 20  # type: ignore[union-attr]
    game.roll(12, 3).do(Pick(("blue",)))
    assert asks(game, "activate") and game.due.player == "blue"  # type: ignore[union-attr]


def test_friends_are_of_the_warband_and_all_others_enemies() -> None:
    """rule: DDM-WORD-2, DDM-WORD-3."""
    bands = {"red": [CAPTAIN, creature("pal")], "blue": [creature("foe")], "green": [creature("rival")]}
    rows = ("..3333..", "..cccc..", "........", "........", "1111....", "aaa.2222", "....bbbb")
    state = RULES.start(set_up(bands, rows))
    state = state.changed(creatures=tuple(one.changed(status=CreatureStatus.ON_MAP) for one in state.creatures))
    assert [one.id for one in state.friends("red-captain")] == ["red-pal"]
    assert [one.id for one in state.enemies("red-captain")] == ["blue-foe", "green-rival"]


def test_attack_comes_before_or_after_the_move_and_not_within() -> None:
    """rule: DDM-TURN-2, DDM-TURN-9."""
    state = skirmish({CAPTAIN: (2, 2)}, {creature("foe"): (3, 2)}, OPEN)
    game = Played(state, "red-captain").do(Strike("blue-foe")).roll(2)
    assert game.faults(Strike("blue-foe")) == ["DDM-TURN-1"]
    game.do(MoveBySquares(((2, 3),)), Decline())
    assert not asks(game, "act")
    game = Played(state, "red-captain").do(MoveBySquares(((2, 3),)), Decline())
    assert game.faults(MoveBySquares(((2, 2),))) == ["DDM-TURN-3"]
    assert game.faults(Strike("blue-foe")) == []


def test_multi_attacker_gives_up_its_other_attacks_after_the_first() -> None:
    """rule: DDM-TURN-6: it sees the first result, then moves up to its speed, not twice that."""
    twice = creature("captain", rating=4, melee=(attack(12), attack(7)))
    state = skirmish({twice: (2, 2)}, {creature("foe", hp=5): (3, 2), creature("next"): (13, 9)}, OPEN)
    game = Played(state, "red-captain").do(Strike("blue-foe")).roll(10)
    assert asks(game, "act")
    assert game.faults(MoveBySquares(along((2, 2), (0, 1), 7))) == ["DDM-CARD-6"]
    game.do(MoveBySquares(along((2, 2), (0, 1), 6)))
    assert not asks(game, "act")


def test_one_square_counts_as_no_more_than_the_speed() -> None:
    """rule: DDM-MOVE-6: out of command a diagonal step into difficult ground costs 3; it attacks all the same."""
    rows = (*("..............",) * 6, ".~............", "..............", *OPEN[-2:])
    state = skirmish({creature("pal"): (0, 2)}, {creature("foe"): (2, 3)}, rows)
    game = Played(state, "red-pal").do(MoveBySquares(((1, 3),)))
    assert game.faults(Strike("blue-foe")) == []


def test_boxes_may_be_used_in_a_charge() -> None:
    """rule: DDM-TURN-7, DDM-CARD-15: its player is asked which value, and whether a box is used."""
    stun = OnHit(id="stun", name="Stun", dc=30, uses=1, lasting=Lasting(conditions=(Condition.STUNNED,)))
    monk = creature("captain", rating=4, on_hit=(stun,))
    game = Played(skirmish({monk: (0, 2)}, {creature("foe"): (5, 2)}, OPEN), "red-captain")
    game.do(ChargeAt("blue-foe", (4, 2)))
    assert asks(game, "charge-value")
    assert game.faults(Strike("blue-foe", on_hit="venom", attacker="red-captain")) == ["DDM-CARD-15"]
    game.do(Strike("blue-foe", on_hit="stun", attacker="red-captain")).roll(15, 2)
    assert game.state.has("blue-foe", Condition.STUNNED)
    assert game.state.creature("red-captain").used("stun") == 1


def test_equal_effects_of_two_commanders_count_once() -> None:
    """rule: DDM-EFFECT-1, DDM-EFFECT-2: followers get it, and commanders from each other."""
    effect = CommanderEffect(bonuses=(ScoreBonus(score=CardScore.ATTACK, amount=1),))
    red = {
        creature("one", rating=3, commander=effect): (2, 2),
        creature("two", rating=5, commander=effect): (2, 4),
        creature("pal"): (3, 3),
    }
    state = skirmish(red, {creature("foe"): (13, 9)}, OPEN)
    assert total(state, "red-pal", CardScore.ATTACK) == 1
    assert total(state, "red-one", CardScore.ATTACK) == 1
    alone = skirmish({creature("one", rating=3, commander=effect): (2, 2)}, {creature("foe"): (13, 9)}, OPEN)
    assert total(alone, "red-one", CardScore.ATTACK) == 0


def test_effect_on_enemies_reaches_all_within_six_commanders_and_difficult_ones_too() -> None:
    """rule: DDM-EFFECT-3: two of them do not add up."""
    curse = CommanderEffect(bonuses=(ScoreBonus(score=CardScore.ATTACK, amount=-1),), on_enemies=True)
    red = {creature("one", rating=3, commander=curse): (2, 2), creature("two", rating=5, commander=curse): (2, 3)}
    blue = {
        creature("chief", rating=3): (6, 2),
        creature("golem", traits=Traits(difficult=True)): (8, 2),
        creature("far"): (9, 2),
    }
    state = skirmish(red, blue, OPEN)
    assert [total(state, f"blue-{id}", CardScore.ATTACK) for id in ("chief", "golem", "far")] == [-1, -1, 0]
    assert {change.rule for change in changes(state, "blue-chief", CardScore.ATTACK)} == {"DDM-EFFECT-3"}


def test_difficult_creature_gets_nothing_from_its_own_commanders() -> None:
    """rule: DDM-WORD-4: bonuses, and acting after it rallied."""
    effect = CommanderEffect(bonuses=(ScoreBonus(score=CardScore.AC, amount=2),), rallied_act=True)
    golem = creature("golem", traits=Traits(difficult=True))
    state = skirmish(
        {creature("captain", rating=4, commander=effect): (2, 2), golem: (3, 2)}, {creature("foe"): (9, 2)}, OPEN
    )
    assert total(state, "red-golem", CardScore.AC) == 0
    state = state.changed(creatures=tuple(c.changed(is_routing=c.id == "red-golem") for c in state.creatures))
    assert not asks(Played(state, "red-golem").roll(20), "act")


def test_rush_goes_by_any_path_and_ends_next_to_its_target() -> None:
    """rule: DDM-RUSH-2, DDM-RUSH-4: by a detour; after the attack it does not move."""
    state = skirmish({creature("pal"): (0, 2)}, {creature("foe"): (4, 2)}, OPEN)
    way = (*along((0, 2), (1, 1), 2), *along((2, 4), (1, -1), 1))
    assert Played(state, "red-pal").faults(Rush(way)) == []
    game = Played(state, "red-pal").do(Rush(way)).do(Strike("blue-foe")).roll(2)
    assert not asks(game, "act")


def test_rush_at_one_of_several_as_near_is_fixed_first() -> None:
    """rule: DDM-RUSH-1, DDM-RUSH-5: there is a prompt for each; the other may not be attacked then."""
    state = skirmish({creature("pal"): (0, 4)}, {creature("foe"): (4, 3), creature("twin"): (4, 5)}, OPEN)
    game = Played(state, "red-pal")
    assert {"rush", "rush-2"} <= {prompt.id for prompt in RULES.prompts(game.state)}
    game.do(Rush(along((0, 4), (1, 0), 3), "blue-twin"))
    assert game.faults(Strike("blue-foe")) == ["DDM-RUSH-5"]
    assert game.faults(Strike("blue-twin")) == []


def test_creature_out_of_command_kills_the_nearest_and_rushes_nobody() -> None:
    """rule: DDM-RUSH-5, and the text's creature that kills an adjacent enemy first."""
    state = skirmish({creature("pal"): (0, 2)}, {creature("foe", hp=5): (1, 2), creature("next"): (6, 2)}, OPEN)
    game = Played(state, "red-pal").do(Strike("blue-foe")).roll(15)
    assert game.faults(Rush(along((0, 2), (1, 0), 5))) == ["DDM-RUSH-5"]


def test_creature_out_of_command_may_charge_instead_with_its_full_speed() -> None:
    """rule: DDM-RUSH-6."""
    state = skirmish({creature("pal"): (0, 2)}, {creature("foe"): (12, 2)}, OPEN)
    assert Played(state, "red-pal").faults(ChargeAt("blue-foe", (11, 2))) == []


def test_who_was_not_seen_as_the_turn_began_is_not_charged() -> None:
    """rule: DDM-CHARGE-3."""
    rows = (*("..............",) * 6, "...######.....", "..............", *OPEN[-2:])
    state = skirmish({CAPTAIN: (5, 2)}, {creature("foe"): (5, 6)}, rows)
    assert Played(state, "red-captain").faults(ChargeAt("blue-foe", (5, 5))) == ["DDM-CHARGE-2"]


def test_taken_square_is_no_end_of_a_charge_and_of_tied_ones_another_is() -> None:
    """rule: DDM-CHARGE-4, DDM-CHARGE-5: an enemy at (5, 1) has the ends (4, 0) and (4, 1)."""
    foe = creature("foe")
    state = skirmish({CAPTAIN: (0, 2), creature("pal"): (4, 3)}, {foe: (5, 3)}, OPEN)
    game = Played(state, "red-captain")
    assert game.faults(ChargeAt("blue-foe", (4, 3))) == ["DDM-CHARGE-5"]
    assert game.faults(ChargeAt("blue-foe", (4, 2))) == []
    blocked = skirmish({CAPTAIN: (0, 2), creature("pal"): (4, 2)}, {foe: (5, 2)}, OPEN)
    assert Played(blocked, "red-captain").faults(ChargeAt("blue-foe", (4, 2))) == ["DDM-CHARGE-5"]


def test_big_charger_keeps_to_the_line_with_all_its_cells() -> None:
    """rule: DDM-CHARGE-8, DDM-CHARGE-9: a friend beside the line of its lower cells is in its way."""
    ogre = creature("captain", rating=4, size=Size.LARGE)
    state = skirmish({ogre: (0, 2)}, {creature("foe"): (8, 4)}, OPEN)
    way = charge_way(state, "red-captain", Space((6, 3), 2))
    assert way is not None and way[-1] == (6, 3) and {y for _, y in way} == {2, 3}
    blocked = skirmish({ogre: (0, 2), creature("pal"): (3, 3)}, {creature("foe"): (8, 4)}, OPEN)
    assert charge_way(blocked, "red-captain", Space((6, 3), 2)) is None


def test_charge_provokes_as_any_move() -> None:
    """rule: DDM-CHARGE-9, DDM-AOO-1: it passes beside a stunned-no-more enemy; only the nearest is charged."""
    state = skirmish({CAPTAIN: (0, 2)}, {creature("foe"): (6, 2), creature("side"): (3, 9)}, OPEN)
    game = Played(state, "red-captain").do(ChargeAt("blue-foe", (5, 2)))
    assert not asks(game, "opportunity")
    fierce = creature("foe", traits=Traits(reach=1))
    state = suffering(
        skirmish({CAPTAIN: (0, 2)}, {fierce: (6, 2), creature("ghost"): (3, 3)}, OPEN),
        "blue-ghost",
        Condition.INVISIBLE,
    )
    game = Played(state, "red-captain").do(ChargeAt("blue-foe", (5, 2)))
    assert asks(game, "opportunity")


def test_cleaving_charger_has_its_further_attack_and_only_one() -> None:
    """rule: DDM-WORD-4: cleave against a charge's one attack, once a turn."""
    axe = creature("captain", rating=4, melee=(attack(9, 20),), traits=Traits(cleave=True))
    blue = {creature("foe"): (5, 2), creature("next"): (5, 3), creature("third"): (5, 1)}
    game = Played(skirmish({axe: (0, 2)}, blue, OPEN), "red-captain")
    game.do(ChargeAt("blue-foe", (4, 2))).roll(15)
    assert asks(game, "act")
    assert game.faults(MoveBySquares(((3, 2),))) == ["DDM-TURN-1"]
    game.do(Strike("blue-next")).roll(15)
    assert game.state.creature("blue-next").status == "destroyed"
    assert not asks(game, "act")


def test_no_diagonal_step_past_the_end_of_a_wall_unless_it_was_agreed_on() -> None:
    """rule: DDM-MOVE-9."""
    rows = (*("..............",) * 6, ".#............", "..............", *OPEN[-2:])
    state = skirmish({CAPTAIN: (0, 3)}, {creature("foe"): (13, 9)}, rows)
    assert Played(state, "red-captain").faults(MoveBySquares(((1, 2),))) == ["DDM-MOVE-5"]
    assert Played(agreed(state, corners="open"), "red-captain").faults(MoveBySquares(((1, 2),))) == []


def test_big_creature_squeezes_through_a_narrow_gap_if_that_was_agreed_on() -> None:
    """rule: DDM-MOVE-4: at double cost, and not to end there."""
    rows = (*("..............",) * 5, "....####......", "..............", "....####......", *OPEN[-2:])
    state = skirmish({creature("captain", rating=4, size=Size.LARGE): (2, 3)}, {creature("foe"): (13, 9)}, rows)
    through = MoveBySquares(along((2, 3), (1, 0), 6))
    assert Played(state, "red-captain").faults(through) == ["DDM-MOVE-5"]
    squeezing = Played(agreed(state, squeezing="yes"), "red-captain")
    assert squeezing.faults(through) == []
    assert squeezing.faults(MoveBySquares(along((2, 3), (1, 0), 3))) == ["DDM-MOVE-2"]
    squeezing.do(through)
    assert "red-captain moves 11 squares" in squeezing.events


def test_flying_creature_is_slowed_by_nothing() -> None:
    """rule: DDM-WORD-4: neither difficult ground nor statues; it cannot end on a statue."""
    rows = (*("..............",) * 6, ".~o~o~........", "..............", *OPEN[-2:])
    bird = creature("captain", rating=4, traits=Traits(flies=True))
    game = Played(skirmish({bird: (0, 3)}, {creature("foe"): (13, 9)}, rows), "red-captain")
    assert game.faults(MoveBySquares(along((0, 3), (1, 0), 2))) == ["DDM-MOVE-2"]
    game.do(MoveBySquares(along((0, 3), (1, 0), 6)))
    assert asks(game, "act")


def test_creature_stopped_on_a_friend_is_put_on_a_nearest_square_of_its_players_choice() -> None:
    """rule: DDM-MOVE-7."""
    numb = OnHit(id="numb", name="Numb", lasting=Lasting(conditions=(Condition.HELPLESS,)))
    foe = creature("foe", on_hit=(numb,))
    state = skirmish({CAPTAIN: (2, 5), creature("pal"): (3, 5)}, {foe: (4, 6)}, OPEN)
    game = Played(state, "red-captain").do(MoveBySquares(((3, 5), (4, 4))))
    game.do(Strike("red-captain", attacker="blue-foe")).roll(15)
    assert asks(game, "settle") and game.due.player == "red"  # type: ignore[union-attr]
    (prompt,) = RULES.prompts(game.state)
    assert isinstance(prompt, PickOne) and "4,6" not in {option.id for option in prompt.options}
    assert game.faults(Pick(("9,9",))) == ["DDM-MOVE-7"]
    game.do(Pick(("2,5",)))
    assert game.state.creature("red-captain").cell == (2, 5)


def test_stunned_mover_goes_no_further_and_attacks_no_more() -> None:
    """rule: DDM-MOVE-6, DDM-AOO-10."""
    jolt = OnHit(id="jolt", name="Jolt", lasting=Lasting(until=EffectEnd.NEXT_TURN, conditions=(Condition.STUNNED,)))
    state = skirmish({CAPTAIN: (2, 4)}, {creature("foe", on_hit=(jolt,)): (3, 4)}, OPEN)
    game = Played(state, "red-captain").do(MoveBySquares(((2, 5), (3, 5))))
    game.do(Strike("red-captain", attacker="blue-foe")).roll(15)
    assert game.state.creature("red-captain").cell == (2, 4) and not asks(game, "act")
    assert any("goes no further: 2 steps of its way are left" in event for event in game.events)
    assert game.state.has("red-captain", Condition.STUNNED)
    assert not Played(game.state, "red-captain").state.has("red-captain", Condition.STUNNED)


def test_effect_for_a_turn_given_in_ones_own_turn_lasts_through_the_next() -> None:
    """rule: DDM-WORD-4."""
    roar = Power(
        id="roar",
        name="Roar",
        range=6,
        target="friend",
        picks="all",
        lasting=Lasting(until=EffectEnd.NEXT_TURN, bonuses=(ScoreBonus(score=CardScore.ATTACK, amount=2),)),
    )
    red = {creature("captain", rating=4, powers=(roar,)): (2, 2), creature("pal"): (3, 2)}
    game = Played(skirmish(red, {creature("foe"): (13, 9)}, OPEN), "red-captain").do(UsePower("roar"), Done())
    for id in ("red-captain", "red-pal"):
        assert total(game.state, id, CardScore.ATTACK) == 2
        assert total(Played(game.state, id).do(Done()).state, id, CardScore.ATTACK) == 0


def test_those_who_fall_to_one_breath_fall_at_once() -> None:
    """rule: DDM-WIN-1, DDM-ATTACK-7: the last creatures of both sides: a draw."""
    breath = Power(id="b", name="Breath", range=6, target="any", picks="all", damage=HitDamage(amount=50))
    dragon = creature("captain", rating=4, powers=(breath,))
    red, blue = {dragon: (2, 2), creature("pal"): (4, 2)}, {creature("foe"): (5, 2)}
    game = Played(skirmish(red, blue, OPEN), "red-captain").do(UsePower("b"))
    assert game.state.creature("red-pal").status == "destroyed" == game.state.creature("blue-foe").status
    assert game.due.winners == ("red",)  # type: ignore[union-attr]
    assert game.hp("red-captain") == 20


def test_nothing_but_elimination_ends_a_skirmish() -> None:
    """rule: DDM-WIN-2, DDM-WIN-1: a routing creature on the map is not eliminated."""
    state = skirmish({CAPTAIN: (2, 2)}, {creature("foe", speed=1): (3, 3)}, OPEN)
    state = state.changed(round=99, creatures=tuple(c.changed(is_routing=c.id == "blue-foe") for c in state.creatures))
    game = Played(state, "red-captain").do(Done())
    assert game.state.creature("blue-foe").is_on_map and not game.state.is_over


def test_threat_needs_no_attack_and_is_not_made_by_the_stunned() -> None:
    """rule: DDM-THREAT-1, DDM-AOO-9: only leaving a square provokes."""
    state = skirmish({CAPTAIN: (2, 4)}, {creature("foe"): (3, 4)}, OPEN)
    assert asks(Played(state, "red-captain").do(MoveBySquares(((2, 5),))), "opportunity")
    assert not asks(Played(state, "red-captain").do(Strike("blue-foe")).roll(2), "opportunity")
    for condition in (Condition.STUNNED, Condition.PARALYSED, Condition.ASLEEP, Condition.HELPLESS):
        still = Played(suffering(state, "blue-foe", condition), "red-captain").do(MoveBySquares(((2, 5),)))
        assert not asks(still, "opportunity")


def test_striker_picks_one_of_its_melee_values() -> None:
    """rule: DDM-AOO-4."""
    foe = creature("foe", melee=(attack(5, 5), attack(1, 15)), ranged=(attack(9, 9),))
    game = Played(skirmish({CAPTAIN: (2, 4)}, {foe: (3, 4)}, OPEN), "red-captain").do(MoveBySquares(((2, 5),)))
    assert game.faults(Strike("red-captain", "ranged", attacker="blue-foe")) == ["DDM-AOO-1"]
    assert game.faults(Strike("red-captain", value=2, attacker="blue-foe")) == ["DDM-AOO-4"]
    game.do(Strike("red-captain", value=1, attacker="blue-foe")).roll(16)
    assert game.hp("red-captain") == 5


def test_who_does_not_see_the_mover_does_not_strike() -> None:
    """rule: DDM-AOO-6, DDM-THREAT-5, and the text's invisible shooter: it shoots, too."""
    archer = creature("captain", rating=4, ranged=(attack(6),))
    state = skirmish({archer: (2, 4)}, {creature("foe"): (3, 4)}, OPEN)
    hidden = suffering(state, "red-captain", Condition.INVISIBLE)
    assert not asks(Played(hidden, "red-captain").do(MoveBySquares(((2, 5),))), "opportunity")
    assert Played(hidden, "red-captain").faults(Strike("blue-foe", "ranged")) == []


def test_strikers_of_several_warbands_are_asked_in_turn_order() -> None:
    """rule: DDM-AOO-7: from the first player of the round; within a warband its player orders them."""
    rows = ("..3333..", "..cccc..", "........", "........", "1111....", "aaa.2222", "....bbbb")
    bands = {"red": [CAPTAIN], "blue": [creature("foe"), creature("aide")], "green": [creature("rival")]}
    state = RULES.start(set_up(bands, rows))
    cells = {"red-captain": (3, 3), "blue-foe": (2, 2), "blue-aide": (4, 2), "green-rival": (3, 4)}
    state = state.changed(
        creatures=tuple(one.changed(cell=cells[one.id], status=CreatureStatus.ON_MAP) for one in state.creatures),
        agenda=(),
        round=1,
        first="green",
    )
    game = Played(state, "red-captain").do(MoveBySquares(((2, 3), (1, 3))))
    assert asks(game, "opportunity") and game.due.player == "green"  # type: ignore[union-attr]
    game.do(Strike("red-captain", attacker="green-rival")).roll(2)
    assert game.due.player == "blue"  # type: ignore[union-attr]
    assert game.faults(Strike("red-captain", attacker="blue-aide")) == []
    game.do(Strike("red-captain", attacker="blue-aide")).roll(2)
    assert game.due.about == ("blue-foe",)  # type: ignore[union-attr]
    one = Played(agreed(state, opportunities="one"), "red-captain").do(MoveBySquares(((2, 3), (1, 3))))
    one.do(Strike("red-captain", attacker="green-rival")).roll(2)
    assert not asks(one, "opportunity")


def test_partner_that_is_not_of_the_warband_helps_unless_it_was_agreed_otherwise() -> None:
    """rule: DDM-FLANK-4, and its open place in games of three."""
    rows = ("..3333..", "..cccc..", "........", "........", "1111....", "aaa.2222", "....bbbb")
    bands = {"red": [CAPTAIN], "blue": [creature("foe")], "green": [creature("rival")]}
    state = RULES.start(set_up(bands, rows))
    cells = {"red-captain": (2, 3), "blue-foe": (3, 3), "green-rival": (4, 3)}
    state = state.changed(
        creatures=tuple(one.changed(cell=cells[one.id], status=CreatureStatus.ON_MAP) for one in state.creatures)
    )
    situation = AttackSituation("red-captain", "blue-foe", "melee", 0)
    assert attack_sum(state, situation).bonus == 7
    assert attack_sum(agreed(state, partner="own"), situation).bonus == 5


def test_nobody_flanks_from_afar_or_with_a_partner_that_sees_nothing() -> None:
    """rule: DDM-FLANK-4, DDM-FLANK-2: reach does not flank; a partner must threaten and see the target."""
    spear = creature("captain", rating=4, traits=Traits(reach=2))
    state = skirmish({spear: (2, 4), creature("pal"): (5, 4)}, {creature("foe"): (4, 4)}, OPEN)
    assert attack_sum(state, AttackSituation("red-captain", "blue-foe", "melee", 0)).bonus == 5
    state = skirmish({CAPTAIN: (3, 4), creature("pal"): (5, 4)}, {creature("foe"): (4, 4)}, OPEN)
    situation = AttackSituation("red-captain", "blue-foe", "melee", 0)
    assert attack_sum(state, situation).bonus == 7
    ghost = suffering(state, "blue-foe", Condition.INVISIBLE)
    assert attack_sum(ghost, situation).bonus == 5


@pytest.mark.parametrize(("case", "amount"), [((BonusCase.FLANKING,), 5), ((BonusCase.CHARGE,), 0)])
def test_bonus_for_flanking_holds_while_flanking(case: tuple[BonusCase, ...], amount: int) -> None:
    """rule: DDM-FLANK-4, DDM-CARD-14."""
    sneak = Traits(bonuses=(ScoreBonus(score=CardScore.ATTACK, amount=5, when=case),))
    red = {creature("captain", rating=4, traits=sneak): (3, 4), creature("pal"): (5, 4)}
    state = skirmish(red, {creature("foe"): (4, 4)}, OPEN)
    assert attack_sum(state, AttackSituation("red-captain", "blue-foe", "melee", 0)).bonus == 7 + amount


def test_acted_creatures_are_marked() -> None:
    """rule: DDM-PHASE-3."""
    state = skirmish({CAPTAIN: (2, 2)}, {creature("foe"): (9, 9)}, OPEN)
    game = Played(state, "red-captain")
    assert game.state.creature("red-captain").has_activated and not game.state.creature("blue-foe").has_activated
    assert isinstance(game.state.turn, CreatureTurn) and game.state.turn.creature == "red-captain"


def test_cleave_is_lost_by_moving_on() -> None:
    """rule: DDM-WORD-4, DDM-TURN-5: its further attack comes at once, not somewhere else."""
    axe = creature("captain", rating=4, melee=(attack(9, 20),), traits=Traits(cleave=True))
    blue = {creature("foe"): (3, 2), creature("next"): (7, 2), creature("third"): (2, 3)}
    game = Played(skirmish({axe: (2, 2)}, blue, OPEN), "red-captain").do(Strike("blue-foe")).roll(15)
    assert game.faults(Strike("blue-third")) == []
    game.do(MoveBySquares(along((2, 2), (1, 0), 4)), Decline(), Decline())
    assert game.state.creature("red-captain").cell == (6, 2)
    assert not asks(game, "act")


def test_rush_of_one_dear_square_ends_in_its_attack() -> None:
    """rule: DDM-RUSH-3, DDM-MOVE-6: one square counts as no more than the speed, whatever it costs."""
    rows = (*("..............",) * 6, ".~............", "..............", *OPEN[-2:])
    slow = creature("pal", speed=1)
    state = skirmish({slow: (0, 2)}, {creature("foe"): (2, 4)}, rows)
    game = Played(state, "red-pal").do(Rush(((1, 3),), "blue-foe"))
    assert game.faults(Strike("blue-foe")) == []
    assert game.faults(Done()) == ["DDM-RUSH-3"]
