"""Previews of moves and disengages: legs, the end, what hurts on the way, objectives, and what enemies can do there."""

from collections.abc import Iterator, Mapping

from warcry3d.game.odds import NOTHING, Distribution, die
from warcry3d.game.preview import LegCost, Preview
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message, percentage
from warcry3d.rules.move_result import FallOutcome, MoveAction, MoveEnd, MoveResult, PricedLeg
from warcry3d.rules.warcry.battle.abilities.reactions import reactions_to
from warcry3d.rules.warcry.battle.actions import Disengage, Move
from warcry3d.rules.warcry.battle.combat.disengage_reactions import STRIKES_ON
from warcry3d.rules.warcry.battle.combat.reaction_checks import can_react
from warcry3d.rules.warcry.battle.combat.visibility import sees
from warcry3d.rules.warcry.battle.descriptions import leg_names, marker_name
from warcry3d.rules.warcry.battle.fighters import enemies_within, wounds_left
from warcry3d.rules.warcry.battle.movement.move_actions import judged_way
from warcry3d.rules.warcry.battle.previews.views import views_from
from warcry3d.rules.warcry.battle.rounds.objectives import CONTROL_REACH, holders
from warcry3d.rules.warcry.battle.rounds.treasures import pick_up_faults
from warcry3d.rules.warcry.battle.state import FighterStatus, Objective, State, Until
from warcry3d.rules.warcry.falls import FALL_HURTS, impact_damage
from warcry3d.rules.warcry.move_limits import ENGAGED
from warcry3d.sight.distance import is_within, measure_to_point
from warcry3d.table.models import Model
from warcry3d.units import LENGTH_EPSILON

__all__ = ["IMPACT", "move_preview", "objective_lines", "strike_odds"]

FACES = range(1, 7)
D6 = die(FACES)

IMPACT = die(impact_damage(face) for face in FACES)
"""The damage of one impact die (WC-IMPACT-1)."""

FALL_CHANCE = 1 / 6
"""The chance of failing a falling test (WC-EDGE-2)."""


def move_preview(
    state: State, fighter: str, action: Move | Disengage, *, inches: float | None = None, is_quick: bool = False
) -> Preview:
    """Return what would come of a move or a disengage action, whether or not it is allowed."""
    kind = MoveAction.MOVE if isinstance(action, Move) else MoveAction.DISENGAGE
    judged = judged_way(state, fighter, action.path, kind, inches=inches)
    there = _after(state, fighter, judged, kind)
    barred = _barred(state, fighter, action, judged) if isinstance(action, Move) else ()
    lines = (
        *_treasure_lines(action, dict(barred)),
        *_cost_lines(judged),
        *_strike_lines(state, fighter, kind),
        *_damage_lines(state, fighter, judged),
        *_drop_lines(judged),
        *_end_lines(judged.ends),
        *objective_lines(state, there, fighter),
        *_reaction_lines(there, fighter, kind),
    )
    views = views_from(there, fighter, is_quick=is_quick)
    legs = tuple(map(_leg_cost, judged.legs))
    return Preview(lines=lines, legs=legs, end=judged.ends.at, views=views, barred=barred, is_exact=not is_quick)


def _after(state: State, fighter: str, judged: MoveResult, kind: MoveAction) -> State:
    """Return the state with the fighter where its move ends, without what holds for that move alone."""
    end = judged.trace.end
    there = state.standing(fighter, end.at, end.turn)
    if kind is not MoveAction.MOVE or not any(effect.until is Until.MOVE for effect in state.effects):
        return there
    kept = tuple(e for e in state.effects if e.until is not Until.MOVE or e.fighter != fighter)
    return state.changed(effects=kept).standing(fighter, end.at, end.turn)


def _leg_cost(leg: PricedLeg) -> LegCost:
    down = sum(stride.drop for stride in leg.measured.strides)
    if down > LENGTH_EPSILON:
        why = message("{down:.2f} in down are free", down=down)
        return LegCost(leg.cost, RuleReason("WC-JUMP-1", why))
    return LegCost(leg.cost)


def _cost_lines(judged: MoveResult) -> Iterator[RuleReason]:
    values = {"cost": judged.cost, "allowed": judged.allowed}
    rule = "WC-MOVE-1" if judged.action is MoveAction.MOVE else "WC-DISENGAGE-1"
    yield RuleReason(rule, message("{cost:.2f} of {allowed:g} in: {legs}", **values, legs=leg_names(judged)))


def _damage_lines(state: State, fighter: str, judged: MoveResult) -> Iterator[RuleReason]:
    """Yield what may hurt on the way and at its end, and what all of it comes to."""
    ends = judged.ends
    hurt = NOTHING
    if ends.deadly_rolls:
        hurt = hurt.plus(D6.times(ends.deadly_rolls))
        times = counted("{n} time", "{n} times", ends.deadly_rolls)
        yield RuleReason("WC-DEADLY-1", message("it climbs deadly terrain: D6 damage, {times}", times=times))
    impacts = ends.impact_rolls + _fall_impacts(ends)
    if impacts:
        hurt = hurt.plus(IMPACT.times(impacts))
        yield RuleReason("WC-IMPACT-1", counted("{n} die of impact damage", "{n} dice of impact damage", impacts))
    if hurt != NOTHING:
        yield _hurt_line(hurt, wounds_left(state, fighter))


def _drop_lines(judged: MoveResult) -> Iterator[RuleReason]:
    down = judged.trace.end.fell
    if down > LENGTH_EPSILON:
        yield RuleReason("WC-JUMP-2", message("it drops {down:.2f} in out of the air", down=down))


def _hurt_line(hurt: Distribution, wounds: int) -> RuleReason:
    values = {"average": hurt.mean, "down": percentage(hurt.at_least(wounds), 1)}
    text = message("{average:.1f} damage on average, a chance of {down} to be taken down", **values)
    return RuleReason("WC-DAMAGE-2", text)


def _fall_impacts(ends: MoveEnd) -> int:
    """Return how many dice of impact damage the fall at the end costs, at the place that is the nearest."""
    if ends.landings is None or not ends.landings.places:
        return 0
    return int(ends.landings.places[0].down >= FALL_HURTS - LENGTH_EPSILON)


def _end_lines(ends: MoveEnd) -> Iterator[RuleReason]:
    if ends.falls:
        yield _fall_line(ends)
    elif ends.falls_later and not ends.on:
        yield RuleReason("WC-FALL-4", message("it is still climbing and falls if its activation ends here"))
    elif ends.falls_later:
        yield RuleReason(
            "WC-FALL-4", message("it holds on to {part} and falls if its activation ends here", part=ends.on)
        )
    elif ends.climbing:
        yield RuleReason("WC-CLIMB-2", message("it stays on {part}", part=ends.on))
    if ends.edges:
        text = message(
            "{inches:.2f} in from an open edge: after each attack on it, it falls with a chance of {chance}",
            inches=min(edge.distance for edge in ends.edges),
            chance=percentage(FALL_CHANCE, 1),
        )
        yield RuleReason("WC-EDGE-1", text)
    if ends.engaged:
        text = message("engaged with {enemies}: it can only attack them or disengage", enemies=ends.engaged)
        yield RuleReason("WC-TARGET-1", text)


def _fall_line(ends: MoveEnd) -> RuleReason:
    match ends.outcome:
        case FallOutcome.TAKEN_DOWN:
            return RuleReason("WC-FALL-9", message("it falls, finds no place to land and is taken down"))
        case FallOutcome.STAYS:
            return RuleReason("WC-FALL-8", message("it has nowhere to fall to and stays"))
    assert ends.landings is not None, "it falls"
    downs = [landing.down for landing in ends.landings.places]
    values = {"least": min(downs), "most": max(downs)}
    if values["most"] - values["least"] < 0.05:
        return RuleReason("WC-FALL-2", message("it falls {most:.2f} in to a place that its opponent picks", **values))
    return RuleReason(
        "WC-FALL-2", message("it falls {least:.2f} to {most:.2f} in to a place that its opponent picks", **values)
    )


def _barred(state: State, fighter: str, action: Move, judged: MoveResult) -> tuple[tuple[str, RuleReason], ...]:
    """Return the treasures that lie on the table and cannot be picked up on a way, each with the first reason."""
    lying = [one.id for one in state.treasures if not one.carrier]
    found = [(id, pick_up_faults(state, fighter, Move(action.path, id), judged)) for id in lying]
    return tuple((id, RuleReason(faults[0].rule, faults[0].message)) for id, faults in found if faults)


def _treasure_lines(action: Move | Disengage, barred: Mapping[str, RuleReason]) -> Iterator[RuleReason]:
    """Yield that the treasure is picked up on the way, or why it cannot be."""
    if not isinstance(action, Move) or not action.treasure:
        return
    picked = message("it picks up {treasure}", treasure=marker_name(action.treasure))
    yield barred.get(action.treasure, RuleReason("WC-OBJ-2", picked))


def objective_lines(state: State, there: State, fighter: str) -> Iterator[RuleReason]:
    """Yield the objectives for which a fighter would begin or cease to count, and whose each would be."""
    before = state.table.model(fighter) if state.fighter(fighter).place is FighterStatus.BOARD else None
    after = there.table.model(fighter)
    for objective in state.objectives:
        if _counts(before, objective) != _counts(after, objective):
            counts = {player: len(holders(there, objective, player)) for player in state.players}
            yield RuleReason("WC-CONTROL-1", _control(objective, counts))


def _counts(model: Model | None, objective: Objective) -> bool:
    """Return whether a fighter counts for the control of an objective."""
    return model is not None and is_within(measure_to_point(model, objective.at).direct, CONTROL_REACH)


def _control(objective: Objective, counts: dict[str, int]) -> Message:
    most = max(counts.values())
    best = [player for player, count in counts.items() if count == most]
    marker = marker_name(objective.id)
    numbers = tuple(message("{player} {n}", player=player, n=count) for player, count in counts.items())
    owner = best[0] if len(best) == 1 else objective.controller
    if not owner:
        return message("nobody controls {marker}: {counts}", marker=marker, counts=numbers)
    return message("{marker} would be {player}'s: {counts}", marker=marker, player=owner, counts=numbers)


def strike_odds() -> Distribution:
    """Return the damage of a strike at a fighter that disengages: D6 on 4 or more (WC-STRIKE-2)."""
    misses = STRIKES_ON - 1
    return die([0] * 6 * misses + [face for face in FACES for _ in range(6 - misses)])


def _strike_lines(state: State, fighter: str, kind: MoveAction) -> Iterator[RuleReason]:
    """Yield who may strike at a fighter that disengages; one of them at most does (WC-REACT-6)."""
    if kind is not MoveAction.DISENGAGE:
        return
    near = enemies_within(state, fighter, ENGAGED)
    able = tuple(enemy for enemy in near if can_react(state, enemy) and sees(state, enemy, fighter))
    if not able:
        return
    odds = strike_odds()
    values = {"average": odds.mean, "down": percentage(odds.at_least(wounds_left(state, fighter)), 1)}
    text = message(
        "one of {enemies} may strike: {average:.2f} damage on average, a chance of {down} to be taken down",
        enemies=able,
        **values,
    )
    yield RuleReason("WC-REACT-4", text)
    for enemy in able:
        yield from _ability_reactions(state, enemy, fighter, "disengage")


def _reaction_lines(there: State, fighter: str, kind: MoveAction) -> Iterator[RuleReason]:
    """Yield which abilities let an enemy react to the end of a move."""
    if kind is MoveAction.MOVE:
        for enemy in there.enemies(there.fighter(fighter).player):
            if can_react(there, enemy.id):
                yield from _ability_reactions(there, enemy.id, fighter, "move")


def _ability_reactions(state: State, enemy: str, fighter: str, kind: str) -> Iterator[RuleReason]:
    for id in reactions_to(state, enemy, (kind,), fighter):
        ability = state.context.abilities[id]
        yield RuleReason(
            ability.rule or "WC-REACT-1", message("{enemy} may react: {ability}", enemy=enemy, ability=ability.name)
        )
