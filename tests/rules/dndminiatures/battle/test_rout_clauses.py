"""Saves, morale, routing and rallying, shooting and its modifiers, clause by clause (DDM-MORALE, DDM-ROUT, DDM-MOD)."""

import pytest

from tests.rules.dndminiatures.battle.field import RULES, Played, attack, creature, skirmish
from warcry3d.game.actions import Done, Pick
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.rules.dndminiatures.battle.actions import ActivateCreature, MoveBySquares, Strike, UsePower
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation, attack_sum
from warcry3d.rules.dndminiatures.battle.harm import is_saved, morale_bonus
from warcry3d.rules.dndminiatures.battle.routing import flights
from warcry3d.rules.dndminiatures.battle.sensing import cover_of, has_line, restricts, sees
from warcry3d.rules.dndminiatures.battle.standings import standings
from warcry3d.rules.dndminiatures.battle.state import CreatureStatus, RunningEffect, SkirmishState
from warcry3d.rules.dndminiatures.creatures.card import Size
from warcry3d.rules.dndminiatures.creatures.traits import CommanderEffect, Condition, Lasting, Power, Traits

OPEN: tuple[str, ...] = ("aaaaa....bbbbb", "1111......2222", *("..............",) * 8)
CAPTAIN = creature("captain", rating=4)


def suffering(state: SkirmishState, id: str, *conditions: Condition) -> SkirmishState:
    effect = RunningEffect(creature=id, name="x", by=id, lasting=Lasting(conditions=conditions))
    return state.changed(effects=(*state.effects, effect))


def routing(state: SkirmishState, *ids: str) -> SkirmishState:
    return state.changed(creatures=tuple(c.changed(is_routing=True) if c.id in ids else c for c in state.creatures))


def asks(game: Played, kind: str) -> bool:
    return isinstance(game.due, Choice) and game.due.kind == kind


def shot(state: SkirmishState) -> tuple[int, int]:
    """Return bonus and armour of the captain's shot at the foe."""
    sum = attack_sum(state, AttackSituation("red-captain", "blue-foe", "ranged", 0))
    return sum.bonus, sum.armour


@pytest.mark.parametrize(
    ("status", "rule", "said"),
    [
        (CreatureStatus.DESTROYED, "DDM-ATTACK-9", "destroyed"),
        (CreatureStatus.FLED, "DDM-ROUT-5", "fled off the map"),
    ],
)
def test_standings_tell_who_was_destroyed_and_who_fled(status: CreatureStatus, rule: str, said: str) -> None:
    state = skirmish({CAPTAIN: (2, 2)}, {creature("foe"): (3, 2)}, OPEN)
    gone = tuple(one.changed(status=status) if one.id == "blue-foe" else one for one in state.creatures)
    fate = standings(state.changed(creatures=gone)).models["blue-foe"].fate
    assert fate is not None and (fate.rule, str(fate.message)) == (rule, said)
    assert standings(state).models["blue-foe"].fate is None


def test_natural_numbers_decide_saves() -> None:
    """rule: DDM-SAVE-1, DDM-SAVE-2, DDM-CARD-5: the level is added to all other faces."""
    assert is_saved(20, 0, 99) and not is_saved(1, 99, 2)
    assert is_saved(10, 4, 14) and not is_saved(9, 4, 14)
    assert morale_bonus(skirmish({creature("pal", level=7): (2, 2)}, {}, OPEN), "red-pal") == 7


def test_hit_points_are_tracked_as_damage() -> None:
    """rule: DDM-CARD-8."""
    game = Played(skirmish({CAPTAIN: (2, 2)}, {creature("foe"): (3, 2)}, OPEN), "red-captain")
    game.do(Strike("blue-foe")).roll(15)
    assert (game.state.creature("blue-foe").damage, game.hp("blue-foe")) == (5, 15)
    assert game.state.card("blue-foe").hp == 20
    told = standings(game.state)
    assert (
        str(told.health.of(*told.wounds["blue-foe"])) == "15 of 20 HP left"
        and str(told.health.left(15)) == "it has 15 HP left"
    )


def test_routing_commander_adds_its_own_rating_or_a_higher_one_it_is_under() -> None:
    """rule: DDM-MORALE-4, DDM-RALLY-4, DDM-EFFECT-4, and the text's commander under one of higher rating: once."""
    red = {creature("captain", rating=2): (2, 2), creature("chief", rating=5): (3, 2)}
    state = routing(skirmish(red, {creature("foe"): (9, 9)}, OPEN), "red-captain")
    assert morale_bonus(state, "red-captain") == 3 + 5
    assert morale_bonus(routing(state, "red-chief"), "red-captain") == 3 + 2


@pytest.mark.parametrize("condition", [Condition.STUNNED, Condition.HELPLESS])
def test_commander_unable_to_command_adds_nothing_for_others(condition: Condition) -> None:
    """rule: DDM-MORALE-5, DDM-COMMAND-5: its own save has its rating all the same."""
    state = skirmish({CAPTAIN: (2, 2), creature("pal"): (3, 2)}, {creature("foe"): (9, 9)}, OPEN)
    assert morale_bonus(state, "red-pal") == 7
    hurt = suffering(state, "red-captain", condition)
    assert (morale_bonus(hurt, "red-pal"), morale_bonus(hurt, "red-captain")) == (3, 7)


def test_morale_save_is_a_die_that_nobody_declines_and_who_fails_routs() -> None:
    """rule: DDM-MORALE-7, DDM-MORALE-8."""
    hero = creature("captain", rating=2, melee=(attack(9, 12),))
    blue = {creature("foe", speed=1): (10, 4), creature("pal"): (0, 9)}
    game = Played(skirmish({hero: (10, 3)}, blue, OPEN), "red-captain").do(Strike("blue-foe")).roll(15)
    assert isinstance(game.due, Roll) and game.due.player == "blue"
    assert game.faults(Done()) != []
    game.roll(2)
    assert game.state.creature("blue-foe").is_routing


def test_power_may_ask_for_a_second_morale_save() -> None:
    """rule: DDM-MORALE-6: only the one for damage is not made again."""
    fear = Power(id="fear", name="Fear", routs=True)
    state = skirmish({creature("captain", rating=2, powers=(fear,)): (2, 2)}, {creature("foe"): (9, 2)}, OPEN)
    state = state.changed(creatures=tuple(c.changed(has_saved=True) for c in state.creatures))
    assert isinstance(Played(state, "red-captain").do(UsePower("fear", "blue-foe")).due, Roll)


def test_all_ways_blocked_it_goes_as_near_as_it_can() -> None:
    """rule: DDM-ROUT-4."""
    rows = ("aaaaa....bbbbb", "##########2222", *("..............",) * 7, "1111......2222")
    rows = (rows[0], "##############", *rows[2:])
    state = routing(skirmish({CAPTAIN: (2, 2)}, {creature("foe"): (9, 2)}, rows), "red-captain")
    found = flights(state, "red-captain")
    assert found and {way.steps[-1][1] for way, _ in found} == {7} and not any(leaves for _, leaves in found)


def test_flight_is_at_double_card_speed_out_of_command_too() -> None:
    """rule: DDM-ROUT-6, DDM-ROUT-8: 12 squares, and nothing else in that turn."""
    rows = ("aaaaa....bbbbb", "1111......2222", *("..............",) * 20)
    state = routing(skirmish({creature("pal"): (2, 0)}, {creature("foe"): (9, 2)}, rows), "red-pal")
    game = Played(state, "red-pal")
    if asks(game, "flee"):
        (prompt,) = RULES.prompts(game.state)
        game.do(prompt.action(prompt.options[0].id))  # type: ignore[union-attr]
    assert game.state.creature("red-pal").cell[1] == 12
    assert not asks(game, "act")


def test_equally_quick_ways_past_different_enemies_are_its_players_choice() -> None:
    """rule: DDM-ROUT-3: it does not avoid threatened squares, and of the quickest ways its controller chooses."""
    rows = ("......aaa.....", "1111......bb22", *("..............",) * 8)
    blue = {creature("left"): (5, 7), creature("right"): (9, 7)}
    state = routing(skirmish({creature("pal", speed=5): (7, 5), CAPTAIN: (0, 0)}, blue, rows), "red-pal")
    found = flights(state, "red-pal")
    assert len({way.strikers for way, _ in found}) == len(found) >= 1
    assert all(way.cost == found[0][0].cost for way, _ in found)


def test_friend_on_an_exit_keeps_nobody_in() -> None:
    """rule: DDM-ROUT-2, DDM-MOVE-2: who has squares left passes it and leaves."""
    rows = ("a........bbbbb", "1111......2222", *("..............",) * 8)
    state = routing(skirmish({creature("pal"): (0, 5), CAPTAIN: (0, 9)}, {creature("foe"): (9, 2)}, rows), "red-pal")
    game = Played(state, "red-pal").roll(2)
    assert game.state.creature("red-pal").status == "fled"


def test_routing_creature_does_nothing_but_flee() -> None:
    """rule: DDM-ROUT-7, DDM-THREAT-1: it threatens nobody, gives no flank and commands nobody."""
    effect = CommanderEffect(rallied_act=True)
    red = {creature("captain", rating=4, commander=effect): (5, 4), creature("pal"): (3, 4)}
    state = routing(skirmish(red, {creature("foe"): (4, 4)}, OPEN), "red-captain")
    assert not restricts(state, "red-captain", "blue-foe")
    assert attack_sum(state, AttackSituation("red-pal", "blue-foe", "melee", 0)).bonus == 5
    game = Played(state, "red-captain").roll(2)
    assert not asks(game, "act")


def test_creature_that_routed_before_its_turn_flees_twice_in_the_round() -> None:
    """rule: DDM-ROUT-9."""
    rows = ("aaaaa....bbbbb", "1111......2222", *("..............",) * 30)
    hero = creature("captain", rating=2, melee=(attack(9, 12),))
    blue = {creature("foe"): (10, 4), creature("pal"): (0, 30)}
    game = Played(skirmish({hero: (10, 3)}, blue, rows), "red-captain").do(Strike("blue-foe")).roll(15, 2)
    while asks(game, "flee"):
        game.do(Pick(("0",)))
    first = game.state.creature("blue-foe").cell[1]
    assert first == 16 and not game.state.creature("blue-foe").has_activated
    again = Played(game.state, "blue-foe")
    while asks(again, "flee"):
        again.do(Pick(("0",)))
    assert again.state.creature("blue-foe").cell[1] == 28


def test_rallying_cannot_be_declined() -> None:
    """rule: DDM-RALLY-3, DDM-RALLY-1: a die is due, also of a stunned one that cannot flee."""
    state = routing(skirmish({CAPTAIN: (2, 5)}, {creature("foe"): (9, 5)}, OPEN), "red-captain")
    assert isinstance(Played(state, "red-captain").due, Roll)
    stunned = Played(suffering(state, "red-captain", Condition.STUNNED), "red-captain")
    assert isinstance(stunned.due, Roll)
    stunned.roll(2)
    assert stunned.state.creature("red-captain").cell == (2, 5)


def test_creatures_and_statues_block_no_sight() -> None:
    """rule: DDM-SIGHT-2."""
    rows = (*OPEN[:6], "..o~..........", *OPEN[-3:])
    state = skirmish({CAPTAIN: (0, 3), creature("pal"): (1, 3)}, {creature("foe"): (5, 3)}, rows)
    assert has_line(state, "red-captain", "blue-foe")


def test_sight_may_be_one_sided() -> None:
    """rule: DDM-SIGHT-3, DDM-MOD-11, DDM-MOD-13: the unseen shooter gets +2 and is no target."""
    archer = creature("captain", rating=4, ranged=(attack(6),))
    state = skirmish({archer: (0, 2)}, {creature("foe", ranged=(attack(6),)): (6, 2)}, OPEN)
    hidden = suffering(state, "red-captain", Condition.INVISIBLE)
    assert sees(hidden, "red-captain", "blue-foe") and not sees(hidden, "blue-foe", "red-captain")
    assert shot(hidden) == (8, 15)
    assert Played(hidden, "blue-foe").faults(Strike("red-captain", "ranged")) == ["DDM-RANGED-1"]


def test_stunned_and_helpless_targets_of_shots() -> None:
    """rule: DDM-MOD-10, DDM-MOD-12: AC -2; +4 and normal damage by a roll."""
    archer = creature("captain", rating=4, ranged=(attack(6),))
    state = skirmish({archer: (0, 2)}, {creature("foe"): (6, 2)}, OPEN)
    assert shot(suffering(state, "blue-foe", Condition.STUNNED)) == (6, 13)
    helpless = suffering(state, "blue-foe", Condition.ASLEEP)
    assert shot(helpless) == (10, 15)
    assert Played(helpless, "red-captain").do(Strike("blue-foe", "ranged")).roll(5).hp("blue-foe") == 15


def test_cover_is_there_or_not() -> None:
    """rule: DDM-COVER-2, DDM-MOD-9: two creatures in the line give +4."""
    archer = creature("captain", rating=4, ranged=(attack(6),))
    red = {archer: (0, 2), creature("one"): (2, 2), creature("two"): (3, 2)}
    state = skirmish(red, {creature("foe"): (6, 2)}, OPEN)
    assert cover_of(state, "red-captain", "blue-foe").is_covered
    assert shot(state) == (6, 19)


def test_walls_corner_and_a_creature_in_the_line_give_cover_once() -> None:
    """rule: DDM-COVER-2, and the text's target at a wall's corner with a creature in the line as well."""
    rows = (*OPEN[:8], "...#..........", "..............")
    archer = creature("captain", rating=4, ranged=(attack(6),))
    assert shot(skirmish({archer: (0, 0)}, {creature("foe"): (4, 1)}, rows)) == (6, 19)
    both = skirmish({archer: (0, 0), creature("pal"): (2, 1)}, {creature("foe"): (4, 1)}, rows)
    assert len(cover_of(both, "red-captain", "blue-foe").crossed) > 1 and shot(both) == (6, 19)


def test_melee_round_a_walls_corner() -> None:
    """rule: DDM-MOD-6, DDM-MCOVER-1."""
    rows = (*OPEN[:6], "...#..........", *OPEN[-3:])
    state = skirmish({CAPTAIN: (2, 3)}, {creature("foe"): (3, 4)}, rows)
    sum = attack_sum(state, AttackSituation("red-captain", "blue-foe", "melee", 0))
    assert sum.armour == 19 and sum.cover[0].rule == "DDM-MCOVER-1"


@pytest.mark.parametrize(("damage", "faces"), [(20, (15,)), (12, (15, 2))])
def test_second_shot_goes_at_a_new_target_once_the_first_is_down_or_routs(damage: int, faces: tuple[int, ...]) -> None:
    """rule: DDM-RANGED-3, DDM-MULTI-2."""
    archer = creature("captain", rating=4, ranged=(attack(6, damage), attack(6, damage)))
    blue = {creature("foe", speed=1): (5, 2), creature("far"): (0, 8)}
    game = Played(skirmish({archer: (0, 2)}, blue, OPEN), "red-captain")
    assert game.faults(Strike("blue-far", "ranged")) == ["DDM-RANGED-2"]
    game.do(Strike("blue-foe", "ranged")).roll(*faces)
    while asks(game, "flee"):
        game.do(Pick(("0",)))
    assert game.faults(Strike("blue-far", "ranged", 1)) == []


def test_map_edge_is_a_wall() -> None:
    """rule: DDM-MAP-1: nobody steps off it, and a creature in the corner has nobody behind it."""
    state = skirmish({CAPTAIN: (0, 0)}, {creature("foe"): (9, 2)}, OPEN)
    assert Played(state, "red-captain").faults(MoveBySquares(((-1, 0),))) == ["DDM-MOVE-5"]


def test_six_squares_are_within_six() -> None:
    """rule: DDM-DIST-4: short range, powers and commanders count alike."""
    bolt = Power(id="bolt", name="Bolt", range=6, routs=True, picks="one")
    mage = creature("captain", rating=4, powers=(bolt,))
    blue = {creature("foe"): (6, 2), creature("far"): (7, 2)}
    game = Played(skirmish({mage: (0, 2)}, blue, OPEN), "red-captain")
    assert game.faults(UsePower("bolt", "blue-foe")) == []
    assert game.faults(UsePower("bolt", "blue-far")) == ["DDM-TURN-8"]


def test_threatened_caster_casts_nothing_on_itself() -> None:
    """rule: DDM-THREAT-3: touch alone is excepted."""
    veil = Power(id="veil", name="Veil", level=1, range="self", target="friend", heal=5)
    mend = Power(id="mend", name="Mend", level=1, range="touch", target="friend", picks="one", heal=5)
    mage = creature("captain", rating=4, powers=(veil, mend))
    game = Played(skirmish({mage: (2, 4)}, {creature("foe"): (3, 4)}, OPEN), "red-captain")
    assert game.faults(UsePower("veil", "red-captain")) == ["DDM-THREAT-3"]
    assert game.faults(UsePower("mend", "red-captain")) == []


def test_big_creatures_fight_from_all_their_squares() -> None:
    """rule: DDM-CELL-2, DDM-MELEE-1: 2 x 2 and 3 x 3."""
    for size, far in ((Size.LARGE, (4, 5)), (Size.HUGE, (5, 6))):
        ogre = creature("captain", rating=4, size=size, traits=Traits())
        game = Played(skirmish({ogre: (2, 3)}, {creature("foe"): far}, OPEN), "red-captain")
        assert game.faults(Strike("blue-foe")) == []


def test_activation_of_a_routing_creature_tells_the_chance_that_it_rallies() -> None:
    """rule: DDM-RALLY-1, DDM-MORALE-2: level 3 and rating 4 need 13 or more; out of command there is no save."""
    pal, far = creature("pal"), creature("far")
    walled = (*OPEN[:5], "#" * 14, *OPEN[5:])
    begun = skirmish({CAPTAIN: (2, 2), pal: (4, 2), far: (13, 8)}, {creature("foe"): (9, 8)}, walled)
    state = routing(begun, "red-pal", "red-far")
    told = [RULES.preview(state, ActivateCreature(id)).lines for id in ("red-pal", "red-far")]
    assert [[(one.rule, str(one.message)) for one in lines] for lines in told] == [
        [("DDM-RALLY-1", "rallies with 40 %: +7 to reach 20, else it flees on")],
        [("DDM-RALLY-1", "out of command: it flees on, without a save")],
    ]


def test_shot_that_is_refused_names_the_nearest_enemy_and_has_no_odds() -> None:
    """rule: DDM-RANGED-2."""
    archer = creature("archer", ranged=(attack(),), rating=1)
    state = skirmish({archer: (2, 2)}, {creature("near"): (2, 6), creature("far"): (2, 9)}, OPEN)
    game = Played(state, "red-archer")
    far, near = (
        Strike("blue-far", "ranged", attacker="red-archer"),
        Strike("blue-near", "ranged", attacker="red-archer"),
    )
    (fault,) = RULES.faults(game.state, far)
    assert fault.rule == "DDM-RANGED-2" and "blue-near" in str(fault)
    assert RULES.preview(game.state, far).odds == () and RULES.preview(game.state, near).odds
