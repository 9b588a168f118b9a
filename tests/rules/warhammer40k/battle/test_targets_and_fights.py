"""Targets that are lost, charges over terrain, who fights in which order, what a battle keeps and shows."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.warhammer40k.battle.field import (
    RULES,
    TANK,
    TROOPS,
    aims,
    army,
    at_step,
    battle,
    blade,
    field,
    gun,
    order,
    play,
    row,
    rules_of,
    said,
    setup,
    sheet,
    unit,
    walks,
)
from warcry3d.game.actions import Pick
from warcry3d.game.report import pending_json
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.game.session import Game
from warcry3d.messages.speak import Words
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.results import SightTerms
from warcry3d.rules.units.unit_actions import MoveUnit, UnitWay
from warcry3d.rules.warhammer40k.battle.actions import Aim40k, AimWeapons, DeclaredUnit, DeclareFormations
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons, MakesAttacks, all_at
from warcry3d.rules.warhammer40k.battle.attacks.attack_lines import attack_lines
from warcry3d.rules.warhammer40k.battle.attacks.seeing import sees_unit
from warcry3d.rules.warhammer40k.battle.attacks.weapons import has_shot, shots_of, strikes_of
from warcry3d.rules.warhammer40k.battle.formations import Declares
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import PILE_IN, MoveKind40k
from warcry3d.rules.warhammer40k.battle.phases.charge_phase import Charges, MovesCharge
from warcry3d.rules.warhammer40k.battle.phases.coherency import coherency_of
from warcry3d.rules.warhammer40k.battle.phases.fight_phase import FightPhase, Fights, fights_first, is_eligible
from warcry3d.rules.warhammer40k.battle.phases.movement_phase import OrdersMoves40k
from warcry3d.rules.warhammer40k.battle.phases.shooting_phase import ShootingPhase40k
from warcry3d.rules.warhammer40k.battle.sensing import engaged_units
from warcry3d.rules.warhammer40k.battle.shock import ShockTest40k
from warcry3d.rules.warhammer40k.battle.standings import standings
from warcry3d.rules.warhammer40k.battle.state import (
    Deed40k,
    ModelPlace40k,
    Objective40k,
    Phase40k,
    State40k,
    UnitEffect40k,
)
from warcry3d.rules.warhammer40k.datasheets.weapon import named_mode
from warcry3d.rules.warhammer40k.sight import ModelSight
from warcry3d.sight.box_proofs import BoxProofs
from warcry3d.sight.verdict import Seen
from warcry3d.sight.visible import Sightlines

CHARGING, FIGHTING = {"phase": Phase40k.CHARGE}, {"phase": Phase40k.FIGHT}
WIDE = 32 / 25.4
"""The width of a base of 32 mm (in)."""

PLANE = sheet("plane", blade("Ram"), keywords=("vehicle", "aircraft", "fly"))
FLYER = sheet("flyer", keywords=("infantry", "fly"))


def doing(state: State40k, unit: str, *deeds: Deed40k) -> State40k:
    """Return the state with what a unit did in this turn."""
    return state.changed(units=tuple(one.changed(did=deeds) if one.id == unit else one for one in state.units))


def moved(state: State40k, model: str, x: float, y: float) -> State40k:
    """Return the state with a model elsewhere."""
    return state.changed(models=tuple(one.changed(at=(x, y, 0.0)) if one.id == model else one for one in state.models))


def wall(x: float, tall: float, category: str) -> dict:  # type: ignore[type-arg]
    """Return a wall across the way from (10, 10) along x: half an inch deep, from y = 4 to y = 16."""
    piece = "high-wall" if tall > 2.0 else "low-wall"
    return {"id": "wall", "piece": piece, "at": [x, 4], "category": category}


def test_a_mode_is_picked_with_the_weapon_and_its_target() -> None:
    """rule: 40K-SHOOT-6, 40K-WEAPON-4. Of two modes the one of 12 in does not reach 20 in; one mode for each weapon."""
    modes = [{**gun(reach=reach)["modes"][0], "name": name} for name, reach in (("near", 12), ("far", 36))]
    launcher = {"name": "Launcher", "modes": modes}
    state = battle({"u": (sheet("u", launcher), [(10, 10)])}, {"foe": (TROOPS, [(30, 10)])}, AimsWeapons("u"))
    game = at_step(state)
    assert rules_of(game, aims("u", "foe", "launcher", mode=0)) == ["40K-SHOOT-7"]
    assert rules_of(game, aims("u", "foe", "launcher", mode=1)) == []
    lines = attack_lines(state, "u", aims("u", "foe", "launcher", mode=1).aims)
    assert [str(line.weapon_said) for line in lines] == ["Launcher, far"]
    assert Words("zh_CN").text(named_mode("Undertow", "pull")) == "回流，牵引", "weapon and mode are translated"
    near = at_step(moved(state, "foe-1", 18.0, 10.0))
    both = AimWeapons((Aim40k("u-1", "launcher", "foe", 0), Aim40k("u-1", "launcher", "foe", 1)))
    assert rules_of(near, both) == ["40K-SHOOT-5"]


def test_a_target_that_is_lost_before_the_attacks_gives_way_to_another() -> None:
    """rule: 40K-SHOOT-9. Example 26: the target moves out of range; that weapon gets another, the others stay."""
    shooter = sheet("shooter", gun("Rifle", 24), gun("Pistol", 12))
    blues = {"a": (TROOPS, [(20, 10)]), "b": (TROOPS, [(10, 20)])}
    state = battle({"u": (shooter, [(10, 10)])}, blues, AimsWeapons("u"))
    here = AimWeapons((Aim40k("u-1", "rifle", "a"), Aim40k("u-1", "pistol", "b")))
    makes = MakesAttacks("u", here.aims, spots=(("a-1", (20.0, 10.0, 0.0)), ("b-1", (10.0, 20.0, 0.0))))
    gone = moved(state, "a-1", 50.0, 10.0).changed(agenda=(makes,))
    game = at_step(gone)
    assert game.pending.kind == "aim"
    assert rules_of(game, aims("u", "b", "pistol")) == ["40K-SHOOT-3"], "the pistol's target stays"
    game = play(game, aims("u", "b", "rifle"))
    attacks = [sentence for sentence in said(game) if "attacks with" in sentence or "attack with" in sentence]
    assert attacks and all("at b" in sentence for sentence in attacks)
    assert at_step(state.changed(agenda=(makes,))).pending.kind == "order", "nobody moved"


def test_a_target_that_evades_out_of_range_is_lost_to_the_weapons_that_cannot_reach_it() -> None:
    """rule: 40K-SHOOT-9, 40K-OUTPHASE-1, 40K-OUTPHASE-2. Example 26: it moves once its attackers have picked it."""
    quick = sheet("quick", rules=[{"rule": "evade", "name": "Slip Away", "inches": 6}])
    blues = {"a": (quick, [(30, 10)]), "b": (TROOPS, [(10, 20)])}
    state = battle({"u": (sheet("u", gun("Rifle", 24), gun("Bow", 36)), [(10, 10)])}, blues, AimsWeapons("u"))
    game = play(at_step(state), aims("u", "a", "rifle", "bow"))
    assert (game.pending.player, game.pending.about) == ("blue", ("a", "evade", 6.0))
    assert rules_of(game, walks(("a-1", 37, 10))) == ["40K-SHOOT-9"], "no farther than 6 in"
    away = play(game, walks(("a-1", 36, 10)))
    assert (away.pending.player, away.pending.kind) == ("red", "aim")
    assert not away.state.unit("a").did, "an out-of-phase move is no move of the phase"
    away = play(away, aims("u", "b", "rifle"))
    assert away.pending.kind == "order", "the bow still reaches: two targets"
    assert isinstance(play(game, "no").pending, Roll), "it stays: all weapons are used on it"


def test_what_counts_within_half_the_range_is_known_as_the_target_is_picked() -> None:
    """rule: 40K-TRIGGER-1, 40K-TRIGGER-2. A target within half the range of melta moves out of it: the damage stays;
    one that moves into it gives none.
    """
    quick = sheet("quick", rules=[{"rule": "evade", "name": "Slip Away", "inches": 6}], numbers={"wounds": 9})
    melta = sheet("u", gun(strength=8, abilities=["melta 2"]))
    for at, to, left in ((20, 26, 6), (26, 20, 8)):
        state = battle({"u": (melta, [(10, 10)])}, {"a": (quick, [(at, 10)])}, AimsWeapons("u"))
        game = play(at_step(state), aims("u", "a", "rifle"), walks(("a-1", to, 10)), (5,), (5,), (1,))
        assert game.state.wounds_left("a-1") == left


def test_a_charge_whose_targets_are_gone_gets_others_with_the_same_roll() -> None:
    """rule: 40K-SHOOT-9."""
    blues = {"a": (TROOPS, [(16, 10)]), "b": (TROOPS, [(10, 17)])}
    move = MovesUnit40k("u", MoveKind40k.CHARGE, 8.0, ("a",))
    state = battle({"u": (TROOPS, [(10, 10)])}, blues, MovesCharge(move), **CHARGING)
    lost = ModelPlace40k.DESTROYED
    gone = state.changed(models=tuple(one.changed(place=lost) if one.id == "a-1" else one for one in state.models))
    game = at_step(gone)
    assert (game.pending.kind, game.pending.about) == ("charge-targets", ("b",))
    game = play(game, Pick(("b",)))
    assert game.pending.about == ("u", "charge", 8.0)


def test_attacks_that_were_declared_are_made_though_the_target_is_out_of_range_by_then() -> None:
    """rule: 40K-ATTACK-4. The model in range falls to the first of two weapons; the other one shoots at the rest."""
    shooter = sheet("shooter", gun("Rifle", 12, attacks=1, strength=8, damage=2), gun("Carbine", 12, strength=3))
    state = battle({"u": (shooter, [(10, 10)])}, {"foe": (TROOPS, [(22, 10), (23.6, 10)])}, AimsWeapons("u"))
    game = play(at_step(state), aims("u", "foe", "rifle", "carbine"), (6,), (6,), "foe-1", (1,))
    assert not game.state.troop("foe-1").is_here
    assert game.pending.count == 1 and "hit" in str(game.pending.why.message)
    game = play(game, (6,), (6,), (1,))
    assert game.state.wounds_left("foe-2") == 1


def test_the_climb_is_taken_off_the_charge_roll() -> None:
    """rule: 40K-CHARGE-12, 40K-HEIGHT-1. Example 33: past 2 in for nothing; over 3 in up and down cost 6 more."""
    blues = {"foe": (TROOPS, [(17, 10)])}
    end = 17 - WIDE - 0.02
    foot, beyond = 13 - WIDE / 2, 13.5 + WIDE / 2

    def charge(tall: float, inches: float, *points: tuple[float, float]) -> list[str]:
        step = MovesUnit40k("u", MoveKind40k.CHARGE, inches, ("foe",))
        state = battle({"u": (TROOPS, [(10, 10)])}, blues, step, features=[wall(13, tall, "debris")], **CHARGING)
        over = Leg(LegKind.CLIMB, tuple((x, 10.0, z) for x, z in points))
        legs = (Leg(LegKind.WALK, ((foot, 10.0, 0.0),)), over, Leg(LegKind.WALK, ((end, 10.0, 0.0),)))
        path = Path(legs if points else (Leg(LegKind.WALK, ((end, 10.0, 0.0),)),))
        return rules_of(at_step(state), MoveUnit((UnitWay("u-1", path),)))

    up = ((foot, 3.0), (beyond, 3.0), (beyond, 0.0))
    assert charge(2.0, 6.0) == []
    assert "40K-CHARGE-4" in charge(3.0, 11.0, *up)
    assert charge(3.0, 12.0, *up) == []


def test_who_flies_charges_through_models_in_a_straight_line() -> None:
    """rule: 40K-CHARGE-13, 40K-FLY-3. Past a row of enemies that are no targets of the charge."""
    blues = {
        "screen": (TROOPS, [*row(13.5, 7.2, 1), (13.5, 8.6), (13.5, 10), (13.5, 11.4)]),
        "foe": (TROOPS, [(18, 10)]),
    }
    end = 18 - WIDE - 0.02
    for one, kind, legal in ((FLYER, LegKind.FLY, True), (TROOPS, LegKind.WALK, False)):
        step = MovesUnit40k("u", MoveKind40k.CHARGE, 7.0, ("foe",))
        state = battle({"u": (one, [(10, 10)])}, blues, step, **CHARGING)
        assert (rules_of(at_step(state), walks(("u-1", end, 10), kind=kind)) == []) is legal


def test_a_unit_fights_first_only_if_all_of_its_models_can() -> None:
    """rule: 40K-FIGHT-6. A leader without the ability takes it from the unit."""
    quick = sheet("quick", core=["fights first"])
    boss = sheet("boss", keywords=("infantry", "character"))
    reds = {"u": (quick, row(10, 10, 2)), "boss": (boss, [(10, 12)])}
    joined = battle(reds, {"foe": (TROOPS, [(30, 10)])}, extra={"boss": {"joins": "u"}}, **FIGHTING)
    alone = battle({"u": (quick, row(10, 10, 2))}, {"foe": (TROOPS, [(30, 10)])}, **FIGHTING)
    assert [fights_first(state, "u") for state in (joined, alone)] == [False, True]


def test_a_player_without_units_left_lets_the_other_go_on_until_none_is_left() -> None:
    """rule: 40K-FIGHT-8, 40K-FIGHT-10. Blue has one unit in the fight, red three: blue, red, red, red, and the end."""
    reds = {name: (TROOPS, [spot]) for name, spot in zip("uvw", ((10, 10), (13.2, 10), (11.6, 12.4)), strict=True)}
    state = battle(reds, {"foe": (TROOPS, [(11.6, 10.4)])}, FightPhase("red"), **FIGHTING)
    game, order_of = at_step(state), []
    while not game.is_over:
        due = game.pending
        if isinstance(due, Choice) and due.kind == "fight":
            order_of.append(due.player)
            game = play(game, order("fight", due.about[0]))
        elif isinstance(due, Choice) and due.kind == "aim":
            game = play(game, all_at(game.state, due.about[0], due.about[2][0], is_melee=True))
        elif isinstance(due, Roll):
            game = play(game, (1,) * due.count)
        else:
            game = play(game, "no")
    assert order_of == ["blue", "red", "red", "red"]
    assert not any(is_eligible(game.state, unit) for unit in ("u", "v", "w", "foe"))


def test_melee_attacks_are_made_though_the_target_is_out_of_engagement_range_by_then() -> None:
    """rule: 40K-MELEE-7. The one model in range falls to the first weapon; the tail still strikes the one behind."""
    beast = sheet(
        "beast",
        blade("Claw", attacks=1, strength=8, damage=2),
        blade("Tail", attacks=1, abilities=["extra attacks"]),
    )
    blues = {"foe": (TROOPS, [(12, 10), (14.5, 10)])}
    state = battle({"u": (beast, [(10, 10)])}, blues, AimsWeapons("u", is_melee=True), **FIGHTING)
    assert [shot.slot for shot in strikes_of(state, "u")] == ["claw", "tail"]
    both = AimWeapons((Aim40k("u-1", "claw", "foe"), Aim40k("u-1", "tail", "foe")))
    game = play(at_step(state), both, (6,), (6,), "foe-1", (1,))
    assert not game.state.troop("foe-1").is_here and not strikes_of(game.state, "u")
    game = play(game, (6,), (6,), (1,))
    assert game.state.wounds_left("foe-2") == 1


def test_terrain_is_never_offered_as_a_target() -> None:
    """rule: 40K-TERRAIN-2."""
    stone = {"id": "stone", "piece": "stone", "at": [14, 8.5]}
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(10, 30)])}, AimsWeapons("u"), features=[stone])
    game = at_step(state)
    options = [option.id for prompt in RULES.prompts(game.state) for option in getattr(prompt, "options", ())]
    assert options == ["foe"]
    assert rules_of(game, aims("u", "stone", "rifle")) == ["40K-SHOOT-7"]


def test_a_charge_over_a_barricade_ends_within_two_inches_and_both_sides_fight() -> None:
    """rule: 40K-BARRICADE-3. Open 24. The target stands right behind a wall of 2 in: no room in engagement range."""
    x = 13.0
    target = x + 0.5 + WIDE / 2 + 0.3
    blues = {"foe": (TROOPS, [(target, 10)])}
    near, off = x - WIDE / 2 - 0.02, x - WIDE / 2 - 0.4

    def charge(to: float, tall: float = 2.0, category: str = "barricade") -> list[str]:
        step = MovesUnit40k("u", MoveKind40k.CHARGE, 2.6, ("foe",))
        features = [wall(x, tall, category)]
        state = battle({"u": (TROOPS, [(10, 10)])}, blues, step, features=features, **CHARGING)
        return rules_of(at_step(state), walks(("u-1", to, 10)))

    assert charge(near) == []
    far = 13.0 + 0.5 + WIDE / 2 + 0.9
    blues = {"foe": (TROOPS, [(far, 10)])}
    assert charge(near) == []
    assert charge(off) == ["40K-CHARGE-5"], "not as near to the barricade as it can get"
    assert charge(near, category="debris") == ["40K-CHARGE-5"]
    blues = {"foe": (TROOPS, [(far + 0.2, 10)])}
    assert charge(near) == ["40K-CHARGE-5"], "the target is more than 1 in from the barricade"
    blues = {"foe": (TROOPS, [(far, 10)])}
    step = MovesUnit40k("u", MoveKind40k.CHARGE, 2.6, ("foe",))
    state = battle({"u": (TROOPS, [(10, 10)])}, blues, step, features=[wall(x, 2.0, "barricade")], **CHARGING)
    ended = play(at_step(state), walks(("u-1", near, 10))).state
    assert ended.unit("u").across == ("foe",)
    fight = ended.changed(phase=Phase40k.FIGHT)
    assert [is_eligible(fight, one) for one in ("u", "foe")] == [True, True]
    assert [shot.targets for shot in strikes_of(fight, "foe")] == [("u",)]
    later = fight.changed(units=tuple(one.changed(across=()) for one in fight.units))
    assert not is_eligible(later, "foe")


def test_who_could_not_arrive_alone_does_not_arrive_in_an_aircraft() -> None:
    """rule: 40K-AIRCRAFT-2."""
    carrier = sheet("carrier", keywords=("vehicle", "aircraft", "fly"), transport={"capacity": 6})
    fort = sheet("fort", keywords=("fortification",))
    reds = army(
        unit(carrier),
        unit(fort, 1, "fort"),
        unit(TROOPS, 1, "u"),
        unit(TANK, 1, "a"),
        *(unit(TANK, 1, f"t{n}") for n in range(8)),
    )
    game = at_step(RULES.start(setup(reds, table=field())).changed(agenda=(Declares("red"),)))
    others = [DeclaredUnit(id, "field") for id in ("a", *(f"t{n}" for n in range(8)))]

    def declared(unit: str, other: str) -> list[str]:
        three = (("carrier", "strategic"), (unit, "carrier"), (other, "field"))
        return rules_of(game, DeclareFormations((*(DeclaredUnit(*one) for one in three), *others)))

    assert declared("fort", "u") == ["40K-AIRCRAFT-2"]
    assert declared("u", "fort") == []


def test_only_those_that_fly_pile_in_toward_aircraft() -> None:
    """rule: 40K-AIRCRAFT-16. The aircraft is nearest; a walker counts the model behind it, a flyer the aircraft."""
    blues = {"plane": (PLANE, [(10, 13)]), "foe": (TROOPS, [(13.4, 10)])}
    for one, x, y in ((TROOPS, 10.5, 10.0), (FLYER, 10.0, 10.5)):
        step = MovesUnit40k("u", MoveKind40k.PILE_IN, PILE_IN)
        game = at_step(battle({"u": (one, [(10, 10)])}, blues, step, **FIGHTING))
        wrong = (20.5 - x, 20.5 - y)
        assert "40K-PILEIN-2" not in rules_of(game, walks(("u-1", x, y)))
        assert rules_of(game, walks(("u-1", *wrong))) == ["40K-PILEIN-2"]


def test_a_battle_keeps_of_units_and_models_what_the_rules_ask_for_and_reads_it_back() -> None:
    """rule: 40K-STATE-2, 40K-STATE-4, 40K-STATE-5."""
    reds = {"u": (TROOPS, row(10, 10, 4)), "tank": (TANK, [(30, 30)])}
    state = battle(reds, {"foe": (TROOPS, [(20, 10)])}, ShootingPhase40k("red"))
    lost = ModelPlace40k.DESTROYED
    gone = ("u-1", "u-2", "u-3")
    state = state.changed(models=tuple(one.changed(place=lost) if one.id in gone else one for one in state.models))
    marks = standings(state).models["u-4"].marks
    assert "40K-UNIT-6" in [mark.rule for mark in marks], "below half strength is shown"
    game = play(at_step(state), order("shoot", "u"), aims("u", "foe", "rifle", models=(4,)), (6,), (6,), (1,))
    after = RULES.deserialize(state.context.setup, RULES.plain(game.state))
    assert Deed40k.SHOT in after.unit("u").did and Deed40k.SHOT not in after.unit("tank").did
    assert after.troop("foe-1").is_allocated and after.wounds_left("foe-1") == 1
    assert [one.place.value for one in after.all_troops("u")] == ["destroyed"] * 3 + ["field"]


def test_the_report_tells_of_each_roll_the_dice_what_was_needed_and_what_came_without_a_roll() -> None:
    """rule: 40K-STATE-7. Heavy without a move: +1; lethal hits wound without a roll; a re-rolled die is told anew."""
    shooter = sheet("shooter", gun("Rifle", attacks=2, abilities=["heavy", "lethal hits"]))
    state = battle({"u": (shooter, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, AimsWeapons("u"))
    state = state.changed(sides=tuple(side.changed(command=int(side.id == "red")) for side in state.sides))
    game = play(at_step(state), aims("u", "foe", "rifle"), (6, 1), "1", (2,), (4,), (5, 5))
    assert [
        sentence for sentence in said(game) if "rolls" in sentence or "(needed" in sentence or "without" in sentence
    ] == [
        "red rolls 6, 1 (u: hit roll)",
        "red rolls 1 die again: 2 (u: hit roll)",
        "u: 2 hits (needed: 3+, 1 added to the roll)",
        "red rolls 4 (u: wound roll)",
        "u: 1 attack wounds (needed: 4+)",
        "u: 1 attack wounds without a roll",
        "blue rolls 5, 5 (foe: saving throw)",
        "foe: 2 attacks saved (needed: 3+)",
    ]


def test_dice_that_are_due_say_what_they_must_show() -> None:
    """rule: 40K-STATE-7. To hit with +1, the same again, to wound, to save, to ignore wounds."""
    shooter = sheet("shooter", gun("Rifle", attacks=2, abilities=["heavy"]))
    tough = sheet("foe", core=["feel no pain 5+"])
    state = battle({"u": (shooter, [(10, 10)])}, {"foe": (tough, [(20, 10)])}, AimsWeapons("u"))
    state = state.changed(sides=tuple(side.changed(command=int(side.id == "red")) for side in state.sides))
    game = play(at_step(state), aims("u", "foe", "rifle"))
    told = [needed_by(game)]
    for action in ((6, 1), "1", (6,), (4, 4), (2, 6)):
        game = play(game, action)
        told += [needed_by(game)] if isinstance(game.pending, Roll) else []
    hit = "needs 3+, 1 added to the roll"
    assert told == [hit, hit, "needs 4+", "needs 3+", "needs 5+"]
    assert pending_json(game.pending)["needs"] == "needs 5+"


def test_tests_and_charges_say_what_two_dice_must_come_to_and_the_chance() -> None:
    """rule: 40K-SHOCK-2, 40K-CHARGE-4."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(17 + WIDE, 10)])}, ShockTest40k("u"))
    assert needed_by(at_step(state)) == "needs 6 or more: 72 %"
    charging = state.changed(agenda=(Charges("u"),), phase=Phase40k.CHARGE)
    asked = at_step(charging)
    ((option,),) = (prompt.options for prompt in asked.ruleset.prompts(asked.state))
    assert str(option.label) == "foe · 7.00 in · 72 %"
    game = play(asked, Pick(("foe",)))
    assert needed_by(game) == "needs 6 or more by the straight way: 72 %"


def needed_by(game: Game[Any, Any]) -> str:
    """Return what the dice that are due must show."""
    assert isinstance(game.pending, Roll)
    return str(game.pending.needs)


@pytest.mark.parametrize("asker", ["red", "blue"])
def test_anything_is_measured_and_seen_at_any_time_by_either_player(asker: str) -> None:
    """rule: 40K-DIST-4, 40K-STATE-8. Distances, engagement, coherency, views, sums of OC, in either one's choice."""
    reds, blues = {"u": (TROOPS, row(10, 10, 3))}, {"foe": (TROOPS, [(13 + WIDE + 0.5, 10)])}
    step = ShootingPhase40k(asker) if asker == "red" else Fights("foe")
    mark = Objective40k(at=(12.0, 12.0, 0.0))
    state = battle(reds, blues, step, objectives=(mark,), phase=Phase40k.FIGHT)
    table = RULES.table(at_step(state).state)
    judge = ModelSight()
    apart = judge.measure(table.model("u-3"), table.model("foe-1"))
    assert (apart.horizontal, apart.vertical) == (pytest.approx(0.5), pytest.approx(0.0))
    assert engaged_units(state, "u") == ("foe",) and coherency_of(state, "u").is_coherent
    assert isinstance(judge.sight(table, "u-3", "foe-1", SightTerms()), Seen)
    assert next(line.rule for line in judge.cover(table, "u-3", "foe-1").said) == "40K-SIGHT-2"
    lines = [str(line.message) for line in standings(state).lines]
    assert "objective 1: red 6 OC, blue 2 OC" in lines


def test_standings_say_command_points_whose_turn_comes_yet_and_what_is_for_melee() -> None:
    """rule: 40K-STATE-1, 40K-STATE-2, 40K-WEAPON-1."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(30, 10)])})
    state = state.changed(sides=tuple(one.changed(command=n) for n, one in enumerate(state.sides, 2)))
    now = standings(state)
    assert [str(*now.sides[side].means) for side in ("red", "blue")] == ["2 CP", "3 CP"]
    assert [now.models[id].can_act for id in ("u-1", "foe-1")] == [True, True]
    later = standings(state.changed(active="blue"))
    assert [later.models[id].can_act for id in ("u-1", "foe-1")] == [False, True]
    lines = [str(one.message) for one in now.models["u-1"].facts]
    assert lines[1:] == ["Rifle: 24 in, A 1, 3+, S 4, AP 0, D 1", "Blade: melee, A 2, 3+, S 4, AP 0, D 1"]


def test_standings_say_who_may_still_be_picked_in_the_phase_and_what_a_unit_did_last() -> None:
    """rule: 40K-STATE-3, 40K-STATE-4."""
    reds = {"u": (TROOPS, [(10, 10)]), "v": (TROOPS, [(10, 20)])}
    state = battle(reds, {"foe": (TROOPS, [(30, 10)])}, OrdersMoves40k("red"), phase=Phase40k.MOVEMENT)
    game = play(at_step(state), order("move", "u"))

    def able(now: State40k) -> list[bool]:
        return [standings(now).models[id].can_act for id in ("u-1", "v-1", "foe-1")]

    assert able(game.state) == [True, True, True], "it moves now"
    moved = play(game, walks(("u-1", 12, 10))).state
    assert able(moved) == [False, True, True]
    assert [str(one) for one in standings(moved).models["u-1"].marks] == ["moved"]
    units = tuple(one.changed(did=(*one.did, Deed40k.SHOT)) if one.id == "u" else one for one in moved.units)
    shot = moved.changed(units=units, phase=Phase40k.SHOOTING)
    assert [str(one) for one in standings(shot).models["u-1"].marks] == ["has shot", "moved"]
    assert able(shot) == [False, True, True]
    charging = shot.changed(phase=Phase40k.CHARGE)
    assert able(charging) == [False, False, True], "nobody is within 12 in"
    near = tuple(one.changed(at=(20.0, 10.0, 0.0)) if one.id == "foe-1" else one for one in charging.models)
    assert able(charging.changed(models=near)) == [True, False, True]


def test_standings_say_what_a_stratagem_gives_before_what_a_unit_did() -> None:
    """rule: 40K-STRAT-EPIC-2. Seen in a fight: the row of the roster says one thing, and that was "charged"."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(30, 10)])}, phase=Phase40k.FIGHT)
    given = {"did": (Deed40k.CHARGED,), "effects": (UnitEffect40k.EPIC_CHALLENGE,)}
    state = state.changed(units=tuple(one.changed(**given) if one.id == "u" else one for one in state.units))
    assert [str(one) for one in standings(state).models["u-1"].marks] == ["precision", "charged"]


def test_a_unit_that_chooses_its_targets_has_not_shot_yet() -> None:
    """rule: 40K-STATE-4."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, ShootingPhase40k("red"))
    aiming = play(at_step(state), order("shoot", "u")).state
    assert [str(one) for one in standings(aiming).models["u-1"].marks] == []
    assert [str(one) for one in standings(aiming.changed(agenda=())).models["u-1"].marks] == ["has shot"]


def test_standings_say_in_the_fight_phase_who_must_still_fight() -> None:
    """rule: 40K-FIGHT-3, 40K-FIGHT-5, 40K-STATE-4. Of both sides; those near no enemy do not."""
    reds = {"u": (TROOPS, [(10, 10)]), "v": (TROOPS, [(20, 30)])}
    blues = {"foe": (TROOPS, [(12, 10)]), "far": (TROOPS, [(50, 10)])}
    game = at_step(battle(reds, blues, FightPhase("red"), **FIGHTING))

    def able(now: State40k) -> list[bool]:
        return [standings(now).models[id].can_act for id in ("u-1", "v-1", "foe-1", "far-1")]

    assert able(game.state) == [True, False, True, False]
    units = tuple(one.changed(did=(Deed40k.FOUGHT,)) if one.id == "u" else one for one in game.state.units)
    assert able(game.state.changed(units=units)) == [False, False, True, False]


def counted(ask: Callable[..., object], asked: list[str]) -> Callable[..., object]:
    def counting(*args: object, **more: object) -> object:
        asked.append(ask.__name__)
        return ask(*args, **more)

    return counting


def test_each_pair_is_judged_once_whoever_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """rule: 40K-SIGHT-1. Nobody sees through its own unit, so sight is mutual."""
    wall = {"id": "wall", "piece": "high-wall", "at": [20, 4]}
    reds, blues = {"u": (TROOPS, row(10, 10, 2))}, {"foe": (TROOPS, row(30, 10, 2))}
    state = battle(reds, blues, features=[wall])
    asked = list[str]()
    for owner, name in ((Sightlines, "between"), (BoxProofs, "stoppers"), (BoxProofs, "between_figures")):
        monkeypatch.setattr(owner, name, counted(getattr(owner, name), asked))
    assert not any(sees_unit(state, f"u-{n}", "foe", 60.0) for n in (1, 2))
    proofs = len(asked)
    assert 0 < proofs <= 5, "one for all four pairs, or one for each"
    assert not any(sees_unit(state, f"foe-{n}", "u", 60.0) for n in (1, 2))
    assert len(asked) == proofs, "the answers for the other side are known"


@pytest.mark.parametrize(("at", "can"), [((30, 3), True), ((36, 3), False), ((30, 10), False)])
def test_whether_a_unit_can_shoot_at_all_is_what_its_weapons_say(at: tuple[float, float], can: bool) -> None:
    """rule: 40K-SHOOT-7. In reach and in sight, out of reach, and behind a wall."""
    wall = {"id": "wall", "piece": "high-wall", "at": [20, 4]}
    state = battle({"u": (TROOPS, [(10, at[1])])}, {"foe": (TROOPS, [at])}, features=[wall])
    assert has_shot(state, "u") == bool(shots_of(state, "u")) == can
    assert has_shot(state, "u", "foe") == can
    assert not has_shot(state, "u", "nobody")
