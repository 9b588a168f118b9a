"""How a battle stands, as windows and pictures tell: wounds, deeds, points, objectives."""

from collections.abc import Iterator, Mapping

from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message, template
from warcry3d.rules.battle_api import (
    Marker,
    MarkerKind,
    ModelStanding,
    ModelThreat,
    SideStanding,
    Standings,
    UnitStanding,
)
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.units.unit_standings import named_apart, rosters_of
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.formations import RevealsFormations
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import HOVER_MOVE, move_of
from warcry3d.rules.warhammer40k.battle.objectives import sums_at
from warcry3d.rules.warhammer40k.battle.phases.charge_phase import charge_faults
from warcry3d.rules.warhammer40k.battle.phases.coherency import coherency_of
from warcry3d.rules.warhammer40k.battle.phases.fight_phase import eligible
from warcry3d.rules.warhammer40k.battle.phases.rounds import MOST_POINTS, SCORES_FROM
from warcry3d.rules.warhammer40k.battle.phases.shooting_phase import eligible_faults, has_ranged
from warcry3d.rules.warhammer40k.battle.sensing import once_in
from warcry3d.rules.warhammer40k.battle.state import (
    Deed40k,
    Model40k,
    ModelPlace40k,
    Phase40k,
    State40k,
    Unit40k,
    UnitEffect40k,
)
from warcry3d.rules.warhammer40k.battle.strength import is_below_half
from warcry3d.rules.warhammer40k.datasheets.weapon import named_mode

__all__ = ["rosters", "standings", "threat_of", "unit_names"]

PHASES = {
    Phase40k.COMMAND: message("command phase"),
    Phase40k.MOVEMENT: message("movement phase"),
    Phase40k.SHOOTING: message("shooting phase"),
    Phase40k.CHARGE: message("charge phase"),
    Phase40k.FIGHT: message("fight phase"),
}
DEEDS = {
    Deed40k.MOVED: ("40K-MOVE-1", message("moved")),
    Deed40k.ADVANCED: ("40K-ADVANCE-3", message("advanced")),
    Deed40k.FELL_BACK: ("40K-FALLBACK-3", message("fell back")),
    Deed40k.STAYED: ("40K-MOVE-10", message("stayed")),
    Deed40k.SHOT: ("40K-SHOOT-2", message("has shot")),
    Deed40k.CHARGED: ("40K-CHARGE-11", message("charged")),
    Deed40k.FOUGHT: ("40K-FIGHT-2", message("has fought")),
}
EFFECTS = {
    UnitEffect40k.GONE_TO_GROUND: ("40K-STRAT-GROUND-2", message("gone to ground")),
    UnitEffect40k.SMOKE: ("40K-STRAT-SMOKE-2", message("in smoke")),
    UnitEffect40k.EPIC_CHALLENGE: ("40K-STRAT-EPIC-2", message("precision")),
}
RANGED = template("{weapon}: {range:g} in, A {attacks}, {skill}+, S {strength}, AP {ap}, D {damage}")
MELEE = template("{weapon}: melee, A {attacks}, {skill}+, S {strength}, AP {ap}, D {damage}")
PLACES = {
    ModelPlace40k.RESERVE: message("in reserves"),
    ModelPlace40k.INSIDE: message("inside a transport"),
}


def rosters(state: State40k) -> Mapping[str, dict[str, str]]:
    """Return each side's models by what the battle calls them, with the names of their units; several are numbered."""
    return rosters_of(_units(state), state.players)


def unit_names(state: State40k) -> dict[str, str]:
    """Return the names of the units by what the battle calls them; those that both sides have, with their player."""
    return {unit.id: unit.name for unit in _units(state)}


def _units(state: State40k) -> tuple[UnitStanding, ...]:
    """Return the units as their armies have them, with all their models."""
    parts = state.context.parts
    return named_apart(
        [UnitStanding(id, one.entry.name, one.player, tuple(one.models), one.joins) for id, one in parts.items()]
    )


def standings(state: State40k) -> Standings:
    """Return how a battle stands."""
    title = message("Round {round}", round=state.round) if state.round else message("Set-up")
    return Standings(
        {model.id: _wounds(state, model) for model in state.models if model.is_here},
        tuple(Marker(MarkerKind.OBJECTIVE, str(n), one.at, one.holder) for n, one in enumerate(state.objectives, 1)),
        (*(_line(state, player) for player in state.players), *_objective_lines(state)),
        title,
        None if state.phase is None else PHASES[state.phase],
        {
            side.id: SideStanding(
                points=side.victory,
                is_first=bool(state.round) and state.first == side.id,
                means=(message("{n} CP", n=side.command),) if state.round else (),
            )
            for side in state.sides
        },
        {model.id: _model(state, model) for model in state.models},
        units=_units(state),
        goal=tuple(_goal(state)),
    )


def _goal(state: State40k) -> Iterator[RuleReason]:
    """Yield what wins: victory points, and what gains them; or the end of the enemy army."""
    yield RuleReason(
        "40K-MISSION-10", message("most points after round {rounds} win", rounds=state.context.agreed.rounds)
    )
    scoring = message(
        "from round {round} on, at the end of your command phase: 1 for each objective you control, {most} at most",
        round=SCORES_FROM,
        most=MOST_POINTS,
    )
    yield RuleReason("40K-MISSION-1", scoring)
    yield RuleReason("40K-MISSION-9", message("or destroy all enemies"))


def _line(state: State40k, player: str) -> RuleReason:
    side = state.side(player)
    here = sum(len(state.troops(unit.id)) for unit in state.here(player))
    models = counted("{n} model", "{n} models", here)
    points = counted("{n} victory point", "{n} victory points", side.victory)
    values = {"player": player, "points": points, "command": side.command, "models": models}
    sentence = Message("{player}: {points}, {command} CP, {models}", values)
    return RuleReason("40K-MISSION-10", sentence)


def _objective_lines(state: State40k) -> Iterator[RuleReason]:
    """Yield the sums of OC at each objective that a model is in range of (40K-OBJ-1, 40K-STATE-8)."""
    for n, objective in enumerate(state.objectives, 1):
        (one, a), (other, b) = sums_at(state, objective).items()
        if a or b:
            sentence = message("objective {n}: {one} {a} OC, {other} {b} OC", n=n, one=one, a=a, other=other, b=b)
            yield RuleReason("40K-OBJ-1", sentence)


def _wounds(state: State40k, model: Model40k) -> tuple[int, int]:
    return max(state.wounds_left(model.id), 0), state.context.profile(model.id).wounds


def _model(state: State40k, model: Model40k) -> ModelStanding:
    unit = state.unit(model.unit)
    return ModelStanding(
        _wounds(state, model),
        is_aside=not model.is_here,
        is_down=not model.is_alive,
        can_act=model.is_here and _comes_yet(state, unit),
        is_leader=state.context.has(model.id, "warlord"),
        marks=tuple(_marks(state, model)),
        facts=tuple(_facts(state, model)),
    )


def _comes_yet(state: State40k, unit: Unit40k) -> bool:
    """Return whether a unit may still be picked in the phase, acts now, or its player's turn comes yet this round; in
    the fight phase, of both sides, whether it must still fight (40K-FIGHT-3, 40K-FIGHT-5).
    """
    if any(getattr(step, "unit", "") == unit.id for step in state.agenda):
        return True
    if unit.player != state.active and state.phase is not Phase40k.FIGHT:
        return bool(state.round) and state.active == state.first
    return once_in(state, ("may-be-picked", unit.id), lambda: _may_be_picked(state, unit))


def _may_be_picked(state: State40k, unit: Unit40k) -> bool:
    """Return whether a unit may still be picked in the phase, as far as one can tell without looking for targets."""
    match state.phase:
        case Phase40k.MOVEMENT:
            return {Deed40k.PICKED, Deed40k.ARRIVED}.isdisjoint(unit.did)
        case Phase40k.SHOOTING:
            is_able = has_ranged(state, unit.id) and not eligible_faults(state, unit.id)
            return is_able and Deed40k.SHOT not in unit.did
        case Phase40k.CHARGE:
            return not charge_faults(state, unit.id)
        case Phase40k.FIGHT:
            return unit.id in eligible(state, unit.player, is_first=False)
    return True


def _is_secret(state: State40k) -> bool:
    """Return whether what players declared of their formations is not shown yet (40K-FORM-1, 40K-FORM-2)."""
    return any(isinstance(step, RevealsFormations) for step in state.agenda)


def _marks(state: State40k, model: Model40k) -> Iterator[RuleReason]:
    """Yield what holds of a model's unit for a while: what a stratagem gives it before what it did, of which the last
    comes first; nothing while formations are declared in secret (40K-FORM-1, 40K-FORM-2).
    """
    unit = state.unit(model.unit)
    if _is_secret(state):
        return
    if model.place is ModelPlace40k.INSIDE and unit.inside:
        yield RuleReason("40K-STATE-2", message("inside {transport}", transport=unit.inside))
    elif model.place in PLACES:
        yield RuleReason("40K-STATE-2", PLACES[model.place])
    if unit.has_hover:
        yield RuleReason("40K-HOVER-2", message("hovers"))
    if model.is_alive and is_below_half(state, unit.id):
        yield RuleReason("40K-UNIT-6", message("below half strength"))
    if unit.is_shocked:
        yield RuleReason("40K-SHOCK-4", message("battle-shocked"))
    for effect in unit.effects:
        if effect in EFFECTS:
            yield RuleReason(*EFFECTS[effect])
    is_acting = any(isinstance(step, AimsWeapons) and step.unit == unit.id for step in state.agenda)
    for deed in reversed(unit.did):
        if deed in DEEDS and not (is_acting and deed in (Deed40k.SHOT, Deed40k.FOUGHT)):
            yield RuleReason(*DEEDS[deed])
    if model.is_here and not coherency_of(state, unit.id).is_coherent:
        yield RuleReason("40K-COHERENCY-6", message("split"))


def _facts(state: State40k, model: Model40k) -> Iterator[RuleReason]:
    """Yield a model's datasheet: its characteristics and its weapons."""
    numbers = state.context.profile(model.id)
    line = message(
        "M {move}, T {toughness}, SV {save}+, W {wounds}, LD {leadership}+, OC {control}",
        move=f"{HOVER_MOVE:g}" if state.unit(model.unit).has_hover and not _is_secret(state) else str(numbers.move),
        toughness=numbers.toughness or 0,
        save=numbers.save or 7,
        wounds=numbers.wounds,
        leadership=numbers.leadership or 0,
        control=numbers.control or 0,
    )
    yield RuleReason("40K-SHEET-1", line)
    for is_melee in (False, True):
        for carried in state.context.weapons(model.id, is_melee=is_melee):
            for mode in carried.weapon.modes:
                name = named_mode(carried.weapon.name, mode.name)
                values: dict[str, object] = {
                    "skill": mode.skill or 1,
                    "attacks": str(mode.attacks),
                    "damage": str(mode.damage),
                }
                values |= {"weapon": name, "strength": str(mode.strength), "ap": mode.ap, "range": mode.reach or 0.0}
                line = Message(MELEE if is_melee else RANGED, values)
                yield RuleReason("40K-WEAPON-3", line)


def threat_of(state: State40k, model: str) -> ModelThreat | None:
    """Return what a model can do in its next turn: it moves, and shoots as far as its weapons reach or fights in
    engagement range; None: it is not on the table.
    """
    if not state.troop(model).is_here:
        return None
    reach = max(
        (mode.reach or 0.0 for one in state.context.weapons(model, is_melee=False) for mode in one.weapon.modes),
        default=0.0,
    )
    return ModelThreat(move_of(state, model), MoveAction.MOVE, 1.0, reach)
