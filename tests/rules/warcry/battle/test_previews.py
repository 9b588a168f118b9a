"""Previews of actions: odds, moves and their end, enemies, abilities, deployment; each by hand or against the rules."""

import math
from collections import defaultdict
from typing import Any

import pytest

from tests.rules.warcry.battle.attack_cases import ATTACK, CASES, FAR, NEAR, duel, shot, using
from tests.rules.warcry.battle.field import BOW, RULES, Playing, R, box, fighting, leg, profile, walk, weapon
from tests.rules.warcry.battle.powers import ability, powered, use
from tests.rules.warcry.battle.test_opening import begun, to_deploying
from warcry3d.game.actions import Action, Decline, Done, Pick, PlaceAt, React
from warcry3d.game.odds import certain, mixture
from warcry3d.game.plain import plain
from warcry3d.game.preview import ChipKind, Preview
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.rules.warcry.abilities.resolve_values import resolve_values
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Deploy, Disengage, Move, UseAbility, Wait
from warcry3d.rules.warcry.battle.combat.odds import attack_odds
from warcry3d.rules.warcry.battle.previews.ability_odds import ability_damage
from warcry3d.rules.warcry.battle.setup.deployment import Deploying
from warcry3d.rules.warcry.battle.state import State, Treasure, Use

TOUCH = 2 * R
ENEMIES = {"side": "enemy", "within": 6}
TOWER = box("tower", (0, 0, 0), (6, 10, 3), "platform")
ARCHER = profile("b", weapons=[BOW])


def preview(playing: Playing, action: Action, **more: bool) -> Preview:
    return RULES.preview(playing.state, action, **more)


def lines(found: Preview) -> list[str]:
    return [f"{line.rule}: {line}" for line in found.lines]


def chips(found: Preview, model: str) -> dict[ChipKind, str]:
    """Return what chips say of a model, by their kind."""
    (view,) = (view for view in found.views if view.model == model)
    assert len({chip.kind for chip in view.chips}) == len(view.chips) or ChipKind.COVER in {c.kind for c in view.chips}
    return {chip.kind: str(chip.label) for chip in view.chips}


# Attacks


@pytest.mark.parametrize("name", CASES)
def test_preview_of_an_attack_has_its_exact_odds(name: str) -> None:
    playing = CASES[name][0]()
    (odds,) = preview(playing, ATTACK).odds
    exact = attack_odds(playing.state, "red-a", ATTACK)
    assert (odds.chances, odds.down) == (exact.damage.chances, exact.down)
    assert (odds.attacker, odds.target) == ("red-a", "blue-b")


def test_terms_of_an_attack_add_up_to_what_hits() -> None:
    """rule: WC-HIT-1, WC-HIT-2, WC-COVER-1, WC-COVER-3."""
    (odds,) = preview(shot(), ATTACK).odds
    assert [f"{term.rule}: {term}" for term in odds.terms] == [
        "WC-HIT-1: hits on 5+: strength 4 against toughness 5",
        "WC-ATT-5: sword: 4 dice, strength 4, 2 damage for a hit, 4 for a critical hit",
        "WC-HIT-2: toughness 4 of blue-b",
        "WC-COVER-1: +1 toughness in cover",
        "WC-ATT-3: a critical hit on 6",
    ]
    assert [f"{why.rule}: {why}" for why in odds.cover] == ["WC-COVER-3: in cover: stones/wall is between them"]


def test_what_abilities_change_is_a_term_with_their_rule() -> None:
    """rule: WC-ONSLAUGHT-1."""
    (odds,) = preview(using("onslaught"), ATTACK).odds
    assert "WC-ONSLAUGHT-1: Onslaught: +1 attacks" in [f"{term.rule}: {term}" for term in odds.terms]


def test_terms_name_critical_hits_and_dice_again_by_their_ability() -> None:
    words = (
        {"do": "grant", "word": "crit-on", "amount": 5, "until": "activation"},
        {"do": "grant", "word": "re-roll-hits", "amount": 2, "until": "activation"},
    )
    playing = powered(NEAR, (3, 2), own=[ability(*words)]).do(use("trick", 3, 2))
    (odds,) = preview(playing, ATTACK).odds
    said = [str(term) for term in odds.terms]
    assert "Trick: a critical hit on 5+" in said
    assert "Trick: up to 2 hit dice again" in said


def test_reactions_say_what_they_do_to_the_odds() -> None:
    """rule: WC-REACT-2, WC-REACT-3.  2 points on average for three dice; 4 dice of 4/3 x 3/4 less in cover."""
    (odds,) = preview(duel(4), ATTACK).odds
    assert [str(why) for why in odds.reactions] == [
        "counter: red-a takes 2.0 on average, taken down with a chance of 0 %"
    ]
    (odds,) = preview(shot(), ATTACK).odds
    (take_cover,) = odds.reactions
    assert str(take_cover).startswith("take cover: 3.3 instead of 4.0 damage on average")


def test_why_an_obstacle_gives_no_cover_is_said() -> None:
    """rule: WC-COVER-5.  A low wall 0.3 in from the attacker."""
    wall = box("wall", (5 + R + 0.3, 3, 0), (5 + R + 0.5, 7, 1))
    archer = profile("a", weapons=[BOW])
    playing = fighting(FAR, profiles={"red-a": archer}, parts=[wall]).do(Activate("red-a"))
    assert "WC-COVER-5: no cover: stones/wall is 0.30 in from the attacker and does not count" in lines(
        preview(playing, ATTACK)
    )


def test_a_falling_test_after_the_attack_is_announced() -> None:
    """rule: WC-EDGE-1."""
    places = {"red-a": (4.0, 5.0, 3.0), "blue-b": (5.3, 5.0, 3.0)}
    playing = fighting(places, parts=[TOWER]).do(Activate("red-a"))
    said = "WC-EDGE-1: blue-b takes a falling test after the attack: it falls with a chance of 16.7 %"
    assert said in lines(preview(playing, ATTACK))


def test_who_is_asked_to_react_sees_the_odds_of_each_answer() -> None:
    """rule: WC-REACT-1."""
    playing = shot().do(ATTACK)
    assert playing.choice.kind == "react"
    (none,) = preview(playing, Decline()).odds
    (covered,) = preview(playing, React("blue-b", "take-cover")).odds
    assert none.average == pytest.approx(4.0)
    assert covered.average == pytest.approx(4 * (2 + 3) / 6)
    assert preview(playing, React("blue-b", "counter")) == Preview()


# Moves


def test_legs_cost_and_a_drop_is_free() -> None:
    """rule: WC-JUMP-1, WC-JUMP-3, WC-IMPACT-1.  Off a tower of 3 in: an impact die, 5/6 on average."""
    playing = fighting({"red-a": (4, 5, 3), "blue-b": (25, 18)}, parts=[TOWER]).do(Activate("red-a"))
    found = preview(playing, Move(leg("jump", (7, 5, 0))))
    assert [round(cost.inches, 2) for cost in found.legs] == [3.0]
    assert str(found.legs[0].why) == "3.00 in down are free"
    assert found.end == pytest.approx((7, 5, 0), abs=0.01)
    said = lines(found)
    assert said[0] == "WC-MOVE-1: 3.00 of 4 in: jumps 3.00 in and drops 3.00 in"
    assert "WC-IMPACT-1: 1 die of impact damage" in said
    assert "WC-DAMAGE-2: 0.8 damage on average, a chance of 0 % to be taken down" in said


def test_a_jump_that_ends_in_the_air_drops() -> None:
    """rule: WC-JUMP-2, WC-JUMP-4."""
    playing = fighting({"red-a": (4, 5, 3), "blue-b": (25, 18)}, parts=[TOWER]).do(Activate("red-a"))
    said = lines(preview(playing, Move(leg("jump", (7, 5, 3)))))
    assert "WC-JUMP-2: it drops 3.00 in out of the air" in said
    assert "WC-IMPACT-1: 1 die of impact damage" in said


def test_the_last_wounds_may_be_lost_by_the_landing() -> None:
    """rule: WC-IMPACT-1, WC-DAMAGE-2.  One wound left: 1 to 3 of six faces take it."""
    playing = fighting({"red-a": (4, 5, 3), "blue-b": (25, 18)}, parts=[TOWER]).do(Activate("red-a"))
    hurt = tuple(f.changed(damage=9) if f.id == "red-a" else f for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=hurt)
    said = lines(preview(playing, Move(leg("jump", (7, 5, 3)))))
    assert "WC-DAMAGE-2: 0.8 damage on average, a chance of 50.0 % to be taken down" in said


def test_an_end_near_an_open_edge_is_said_with_its_chance() -> None:
    """rule: WC-EDGE-1."""
    playing = fighting({"red-a": (2, 5, 3), "blue-b": (25, 18)}, parts=[TOWER]).do(Activate("red-a"))
    said = lines(preview(playing, Move(walk((5, 5, 3)))))
    assert any(line.startswith("WC-EDGE-1: 0.37 in from an open edge") and "16.7 %" in line for line in said)
    assert not any(line.startswith("WC-EDGE-1") for line in lines(preview(playing, Move(walk((4, 5, 3))))))


def test_an_end_half_way_up_falls_with_the_activation() -> None:
    """rule: WC-CLIMB-2, WC-FALL-4."""
    playing = fighting({"red-a": (6 + R + 0.05, 5), "blue-b": (25, 18)}, parts=[TOWER]).do(Activate("red-a"))
    said = lines(preview(playing, Move(leg("climb", (6 + R + 0.05, 5, 2)))))
    assert "WC-FALL-4: it holds on to stones/tower and falls if its activation ends here" in said


def test_a_faulty_move_is_previewed_all_the_same() -> None:
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 18)}).do(Activate("red-a"))
    action = Move(walk((12, 5)))
    assert playing.faults(action) == ["WC-MOVE-1"]
    found = preview(playing, action)
    assert lines(found)[0] == "WC-MOVE-1: 7.00 of 4 in: walks 7.00 in"
    assert found.end == (12, 5, 0)


def test_treasure_that_the_way_does_not_pass_is_barred_and_says_how_far_off_it_stays() -> None:
    """rule: WC-OBJ-2."""
    treasures = (Treasure(id="near", at=(7, 6 + R, 0)), Treasure(id="far", at=(7, 7 + R, 0)))
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, treasures=treasures).do(Activate("red-a"))
    bare, taking = preview(playing, Move(walk((9, 5)))), preview(playing, Move(walk((9, 5)), treasure="far"))
    assert [id for id, _ in bare.barred] == ["far"] == [id for id, _ in taking.barred]
    assert lines(taking)[0] == "WC-OBJ-2: red-a comes no nearer to treasure far than 2.00 in; it must come within 1"
    assert lines(preview(playing, Move(walk((9, 5)), treasure="near")))[0] == "WC-OBJ-2: it picks up treasure near"


def test_objectives_that_change_hands_are_said() -> None:
    """rule: WC-CONTROL-1."""
    from warcry3d.rules.warcry.battle.state import Objective

    objective = Objective(id="objective-1", at=(10.0, 5.0, 0.0))
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 18)}, objectives=(objective,)).do(Activate("red-a"))
    assert "WC-CONTROL-1: objective 1 would be red's: red 1, blue 0" in lines(preview(playing, Move(walk((8, 5)))))
    assert not any("objective" in line for line in lines(preview(playing, Move(walk((6, 5))))))


# Enemies, seen from where a move ends


def test_a_wall_hides_an_enemy_until_the_ghost_is_past_it() -> None:
    """rule: WC-SIGHT-1, WC-RANGE-1, WC-ATT-4."""
    wall = box("wall", (8, 0, 0), (8.5, 7, 6))
    archer = profile("a", weapons=[BOW])
    playing = fighting({"red-a": (5, 5), "blue-b": (12, 5)}, profiles={"red-a": archer}, parts=[wall])
    playing.do(Activate("red-a"))
    behind = chips(preview(playing, Move(walk((6, 5)))), "blue-b")
    assert behind[ChipKind.HIDDEN] == "hidden"
    assert not {ChipKind.SEEN, ChipKind.IN_RANGE, ChipKind.ODDS} & set(behind)
    past = chips(preview(playing, Move(walk((6, 8.8)))), "blue-b")
    assert past[ChipKind.SEEN] == "seen"
    assert past[ChipKind.IN_RANGE] == "sword, 15 in"
    assert ChipKind.ODDS in past


def test_odds_on_a_chip_are_those_from_the_ghost() -> None:
    """rule: WC-ATT-4.  One wound left, two dice that hit on 5: 1 - (4/6)^2 is 56 %."""
    archer, weak = profile("a", weapons=[BOW]), profile("b", wounds=1)
    playing = fighting({"red-a": (5, 5), "blue-b": (22, 5)}, profiles={"red-a": archer, "blue-b": weak})
    playing.do(Activate("red-a"))
    assert playing.faults(ATTACK) == ["WC-RANGE-1"]
    assert chips(preview(playing, Move(walk((8, 5)))), "blue-b")[ChipKind.ODDS] == "56 % down"


def test_who_shoots_at_the_ghost_is_said_with_its_cover() -> None:
    """rule: WC-ATT-4, WC-COVER-3."""
    low = box("low", (7, 3, 0), (7.3, 7, 1))
    playing = fighting({"red-a": (5, 8), "blue-b": (17, 5)}, profiles={"blue-b": ARCHER}, parts=[low])
    playing.do(Activate("red-a"))
    found = preview(playing, Move(walk((6, 5))))
    assert chips(found, "blue-b")[ChipKind.SHOOTS] == "shoots you"
    assert chips(found, "blue-b")[ChipKind.COVER] == "you in cover"


@pytest.mark.parametrize(("apart", "is_charged"), [(4.9, True), (5.0, True), (5.1, False)])
def test_who_may_charge_is_told_by_move_and_reach(apart: float, is_charged: bool) -> None:
    """rule: WC-MOVE-1, WC-RANGE-1.  Move 4, a reach of 1 in."""
    playing = fighting({"red-a": (5, 5), "blue-b": (6 + TOUCH + apart, 5)}).do(Activate("red-a"))
    found = chips(preview(playing, Move(walk((6, 5)))), "blue-b")
    assert (found.get(ChipKind.CHARGES) == "may charge you") == is_charged


def test_an_enemy_high_above_may_jump_down_to_charge() -> None:
    """rule: WC-JUMP-1.  3 in up and 4.5 in away, level: Move 4 and a reach of 1 in do, though it is 5.4 in straight."""
    playing = fighting({"blue-b": (5, 5, 3), "red-a": (12, 5)}, parts=[TOWER]).do(Activate("red-a"))
    found = chips(preview(playing, Move(walk((5 + TOUCH + 4.5, 5)))), "blue-b")
    assert found[ChipKind.CHARGES] == "may charge you"
    below = fighting({"blue-b": (12, 5), "red-a": (2, 5, 3)}, parts=[TOWER]).do(Activate("red-a"))
    up = chips(preview(below, Move(walk((12 - TOUCH - 4.5, 5, 3)))), "blue-b")
    assert ChipKind.CHARGES not in up


def test_an_archer_out_of_range_may_shoot_after_a_move() -> None:
    """rule: WC-RANGE-1, WC-MOVE-1.  A range of 15 in and Move 4: up to 19 in away."""
    for apart, may in ((18.9, True), (19.1, False)):
        playing = fighting({"red-a": (4, 5), "blue-b": (5 + TOUCH + apart, 5)}, profiles={"blue-b": ARCHER})
        found = chips(preview(playing.do(Activate("red-a")), Move(walk((5, 5)))), "blue-b")
        assert (found.get(ChipKind.SHOOTS) == "may shoot you") == may


def test_an_enemy_beside_the_ghost_strikes_and_is_engaged() -> None:
    """rule: WC-TARGET-1, WC-MOVE-5."""
    playing = fighting({"red-a": (5, 5), "blue-b": (9, 5)}).do(Activate("red-a"))
    found = preview(playing, Move(walk((9 - TOUCH - 0.5, 5))))
    kinds = chips(found, "blue-b")
    assert kinds[ChipKind.ENGAGED] == "engaged"
    assert kinds[ChipKind.SHOOTS] == "strikes you"
    assert ChipKind.CHARGES not in kinds
    assert any(line.startswith("WC-TARGET-1: engaged with blue-b") for line in lines(found))


def test_an_enemy_that_is_engaged_elsewhere_may_not_charge_from_afar() -> None:
    """rule: WC-DISENGAGE-7.  It has 3 in to disengage: with a reach of 1 in it gets at nobody 4.1 in away."""
    places = {"red-a": (5, 5), "red-d": (14, 5 + TOUCH + 0.5), "blue-b": (14, 5)}
    playing = fighting(places).do(Activate("red-a"))
    near = chips(preview(playing, Move(walk((14 - TOUCH - 3.9, 5)))), "blue-b")
    assert near[ChipKind.CHARGES] == "may charge you"
    far = chips(preview(playing, Move(walk((14 - TOUCH - 4.1, 5)))), "blue-b")
    assert ChipKind.CHARGES not in far


def test_a_quick_preview_says_that_it_is_one() -> None:
    playing = fighting({"red-a": (5, 5), "blue-b": (12, 5)}).do(Activate("red-a"))
    quick = preview(playing, Move(walk((6, 5))), is_quick=True)
    exact = preview(playing, Move(walk((6, 5))))
    assert (quick.is_exact, exact.is_exact) == (False, True)
    assert chips(quick, "blue-b") == chips(exact, "blue-b")


# Disengages


def test_who_may_strike_at_a_disengage_is_said_with_the_odds() -> None:
    """rule: WC-REACT-4, WC-STRIKE-2.  Half of a D6: 1.75 on average; 4 wounds left go on 4 to 6 of it: a quarter."""
    playing = duel(4)
    hurt = tuple(f.changed(damage=6) if f.id == "red-a" else f for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=hurt)
    said = lines(preview(playing, Disengage(walk((2.5, 5)))))
    assert said[0].startswith("WC-DISENGAGE-1: 2.50 of 3 in")
    assert "WC-REACT-4: one of blue-b may strike: 1.75 damage on average, a chance of 25.0 % to be taken down" in said


def test_the_striker_sees_the_same_odds() -> None:
    """rule: WC-STRIKE-2."""
    playing = duel(4).do(Disengage(walk((2.5, 5))))
    (odds,) = preview(playing, React("blue-b", "strike-them-down")).odds
    assert odds.chances == pytest.approx([0.5, *[1 / 12] * 6])


# Abilities


def test_an_ability_says_what_it_changes_for_whom_how_long() -> None:
    """rule: WC-RUSH-1."""
    playing = powered(FAR, (3, 2))
    assert lines(preview(playing, use("rush", 3, 2))) == ["WC-RUSH-1: +1 move for red-a, until the activation ends"]


def test_each_target_that_may_be_picked_has_its_own_odds() -> None:
    words = ({"do": "pick", "whom": ENEMIES}, {"do": "damage", "who": "picked", "amount": "D6"})
    places = {"red-a": (5, 5), "blue-b": (8, 5), "blue-c": (5, 8), "blue-e": (25, 18)}
    playing = powered(places, (3, 2), own=[ability(*words)], profiles={"blue-b": profile("b", wounds=4)})
    said = lines(preview(playing, use("trick", 3, 2)))
    assert said == [
        "WC-ABIL-1: blue-b takes 3.5 damage on average, none with a chance of 0 %, and is taken down with a chance of "
        "50.0 %",
        "WC-ABIL-1: blue-c takes 3.5 damage on average, none with a chance of 0 %, and is taken down with a chance of "
        "0 %",
        "WC-ABIL-1: pick 1 of blue-b, blue-c",
    ]


DAMAGE = {"do": "damage", "who": "picked"}
DICE: list[tuple[dict[str, Any], ...]] = [
    ({**DAMAGE, "amount": "D3"},),
    ({**DAMAGE, "amount": "value"}, {**DAMAGE, "amount": "D6"}),
    ({"do": "roll", "dice": "value", "each": [{"on": 5, "then": [{**DAMAGE, "amount": "D3"}]}]},),
    ({"do": "roll", "dice": 2, "each": [{"on": 4, "to": 5, "then": [{**DAMAGE, "amount": 1}]},
                                        {"on": 6, "then": [{**DAMAGE, "amount": 3}]}]},),
    ({"do": "roll", "dice": "value", "any": [{"on": 6, "then": [{**DAMAGE, "amount": 4}]}]},),
    ({"do": "roll", "dice": ENEMIES, "each": [{"on": 3, "then": [{**DAMAGE, "amount": 2}]}]},),
    ({"do": "each", "who": ENEMIES, "then": [{**DAMAGE, "amount": "D3"}]},),
]  # fmt: skip


@pytest.mark.parametrize("words", DICE)
def test_odds_of_an_ability_are_those_of_all_its_dice(words: tuple[dict[str, Any], ...]) -> None:
    """Every throw is played by the rules of the battle, and each fighter's damage counted."""
    places = {"red-a": (5, 5), "blue-b": (8, 5), "blue-c": (5, 8)}
    sturdy = {id: profile(id[-1], wounds=40) for id in ("blue-b", "blue-c")}
    picked = {"do": "pick", "whom": {**ENEMIES, "within": 3}, "count": 1}
    playing = powered(places, (2, 2), own=[ability(picked, *words)], profiles=sturdy)
    before = playing.state
    own = before.context.abilities["trick"]
    found = ability_damage(
        before, Use(fighter="red-a", ability="trick", value=2), resolve_values(own.do[1:], 2), ("blue-b",)
    )
    playing.do(use("trick", 2, 2), Pick(("blue-b",)))
    for id in ("blue-b", "blue-c"):
        counted = mixture((chance, certain(damage)) for damage, chance in _outcomes(playing.state, id).items())
        assert found.get(id, certain(0)).chances == pytest.approx(counted.chances), id


def _outcomes(state: State, id: str) -> dict[int, float]:
    """Return the chances of a fighter's damage once all dice that are due have fallen, each throw played."""
    due = RULES.pending(state)
    found: dict[int, float] = defaultdict(float)
    if isinstance(due, Choice) and due.kind == "order":
        return _outcomes(RULES.apply(state, Pick((due.about[0],)))[0], id)  # type: ignore[index]
    if not isinstance(due, Roll):
        return {state.fighter(id).damage: 1.0}
    from itertools import product

    from warcry3d.game.actions import Rolled

    for faces in product(range(1, 7), repeat=due.count):
        for damage, chance in _outcomes(RULES.apply(state, Rolled(faces))[0], id).items():
            found[damage] += chance / 6**due.count
    return found


# Deployment, falls, and all the rest


def test_a_place_to_deploy_shows_what_is_seen_from_there() -> None:
    """rule: WC-SIGHT-1, WC-DEPLOY-2."""
    playing = to_deploying(begun())
    first = playing.choice.about
    assert isinstance(first, Deploying)
    action = first.way[0]
    playing.do(action)
    second = playing.choice.about
    assert isinstance(second, Deploying)
    found = preview(playing, second.way[0])
    enemies = [f.id for f in playing.state.enemies(playing.choice.player)]
    assert enemies == [view.model for view in found.views] == [action.fighter]
    assert {ChipKind.SEEN, ChipKind.HIDDEN} & set(chips(found, action.fighter))
    assert found.end == second.way[0].at


def test_a_fall_costs_what_its_height_says() -> None:
    """rule: WC-FALL-2, WC-FALL-3."""
    from warcry3d.rules.warcry.battle.movement.falls import Fall
    from warcry3d.rules.warcry.battle.rounds.phases import CombatPhase

    places = {"red-a": (6 + R + 0.02, 5, 2.5), "blue-b": (25, 18)}
    playing = fighting(places, parts=[TOWER], agenda=(Fall("red-a"), CombatPhase()))
    where = playing.choice.about.places[0].nearest
    assert lines(preview(playing, PlaceAt(where))) == [
        "WC-FALL-2: red-a falls 2.50 in",
        "WC-FALL-3: impact: 0.83 damage on average, a chance of 0 % to be taken down",
    ]


def test_what_happens_at_once_is_said_as_in_the_report() -> None:
    playing = duel(4)
    _, events = RULES.apply(playing.state, Wait())
    assert lines(preview(playing, Wait())) == [f"{event.rules[0]}: {event}" for event in events]
    assert any("red-a" in line for line in lines(preview(playing, Wait())))


NONSENSE: list[Action] = [
    Attack(7, "blue-b"),
    Attack(-1, "blue-b"),
    Attack(0, "nobody"),
    Attack(0, "red-a"),
    Move(walk((math.nan, 0.0))),
    Disengage(walk((math.inf, 5))),
    UseAbility("no-such", 3, 2),
    Deploy("nobody", (1.0, 1.0, 0.0)),
    React("nobody", "counter"),
    React("blue-b", "no-such"),
    PlaceAt((1.0, 2.0, 3.0)),
    Pick(("x",)),
    Done(),
]


@pytest.mark.parametrize("action", NONSENSE)
def test_nonsense_has_an_empty_preview(action: Action) -> None:
    for playing in (duel(4), shot().do(ATTACK), fighting(NEAR)):
        assert preview(playing, action) == Preview()


@pytest.mark.parametrize("action", [ATTACK, Move(walk((4, 5))), Disengage(walk((3, 5))), use("rush", 3, 2), Wait()])
def test_a_preview_changes_nothing_and_says_the_same_again(action: Action) -> None:
    playing = powered(NEAR, (3, 2), profiles={"red-a": profile("a", weapons=[weapon(), BOW])})
    before = plain(RULES.plain(playing.state))
    first = preview(playing, action)
    assert preview(playing, action) == first
    assert plain(RULES.plain(playing.state)) == before


def test_preview_of_an_activation_tells_the_profile_and_the_nearest_enemies() -> None:
    """rule: WC-DIST-1."""
    playing = fighting({"red-a": (4, 5), "blue-b": (20, 5), "blue-c": (10, 5)})
    found = lines(preview(playing, Activate("red-a")))
    assert found[0].startswith("WC-BAND-3: Move ")
    far = [f"{id} {inches - TOUCH:.2f} in" for id, inches in (("blue-c", 6), ("blue-b", 16))]
    assert found[-2] == f"WC-DIST-1: nearest enemies: {far[0]}, {far[1]}"
    assert not preview(playing, Activate("nobody")).lines


def test_preview_of_an_activation_says_who_can_be_attacked_after_one_move() -> None:
    """rule: WC-MOVE-1."""
    playing = fighting({"red-a": (4, 5), "blue-b": (20, 5), "blue-c": (8, 5)})
    assert lines(preview(playing, Activate("red-a")))[-1] == (
        "WC-MOVE-1: can attack after one move, terrain aside: blue-c"
    )
    far = fighting({"red-a": (4, 5), "blue-b": (20, 5)})
    assert lines(preview(far, Activate("red-a")))[-1] == "WC-MOVE-1: can attack nobody after one move"


def test_chips_say_how_far_off_each_enemy_is_from_there() -> None:
    """rule: WC-DIST-1."""
    playing = fighting({"red-a": (4, 5), "blue-b": (20, 5)}).do(Activate("red-a"))
    found = preview(playing, Move(walk((7, 5))))
    assert chips(found, "blue-b")[ChipKind.DISTANCE] == f"{13 - TOUCH:.2f} in"
