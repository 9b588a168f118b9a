"""Which attacks the creature whose turn it is may make (DDM-TURN, DDM-MELEE, DDM-RANGED)."""

from collections.abc import Iterator

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.rules.dndminiatures.battle.actions import Strike
from warcry3d.rules.dndminiatures.battle.attack import strike_faults_on_hit
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation
from warcry3d.rules.dndminiatures.battle.sensing import distance, has_line, nearest_seen, restricts, sees, touch
from warcry3d.rules.dndminiatures.battle.state import AttackMode, CreatureTurn, SkirmishState
from warcry3d.rules.dndminiatures.grid.contact import Contact

__all__ = ["attack_room", "possible_attacks", "strike_faults", "target_faults", "threatening"]


def threatening(state: SkirmishState, id: str) -> tuple[str, ...]:
    """Return the enemies that keep a creature from shooting and casting (DDM-THREAT-2, -5)."""
    return tuple(enemy.id for enemy in state.enemies(id) if restricts(state, enemy.id, id))


def attack_room(state: SkirmishState, turn: CreatureTurn, mode: AttackMode) -> tuple[ActionFault, ...]:
    """Return why no attack of a kind is left in the turn; none: one is (DDM-TURN-1 to -6)."""
    card = state.card(turn.creature)
    values = card.melee if mode == "melee" else card.ranged
    if not values:
        return fault("DDM-CARD-11", "it has no such attack")
    if turn.cleaves and mode == "melee":
        return ()
    if turn.is_over:
        return fault("DDM-TURN-1", "its turn is over")
    if turn.is_spent:
        return fault("DDM-TURN-8", "it used a power in the place of its attacks")
    if turn.moved is not None and turn.attacks:
        return fault("DDM-TURN-5", "a creature that moves attacks once at most")
    if turn.moved is not None and turn.moved > turn.speed and not turn.rushing:
        return fault("DDM-TURN-3", "it moved more than its speed")
    if turn.mode is not None and turn.mode != mode:
        return fault("DDM-TURN-4", "all attacks of a turn are of one kind")
    if len(turn.attacks) >= len(values):
        return fault("DDM-TURN-1", "it made all its attacks")
    return ()


def target_faults(state: SkirmishState, turn: CreatureTurn, target: str, mode: AttackMode) -> tuple[ActionFault, ...]:
    """Return why a target cannot be attacked in this way."""
    id = turn.creature
    card = state.card(id)
    if turn.rushing and target != turn.rushing and not turn.cleaves:
        return fault("DDM-RUSH-5", "it rushed {fighter} and attacks that one", fighter=turn.rushing, place="target")
    if mode == "melee":
        if touch(state, id, target) is not Contact.NONE:
            return ()
        return _reach_faults(state, id, target)
    if not sees(state, id, target):
        return fault("DDM-RANGED-1", "the target is not in sight", place="target")
    threats = threatening(state, id)
    if threats:
        return fault("DDM-RANGED-4", "threatened by {fighter} it cannot shoot", fighter=threats[0])
    squares = distance(state, id, target)
    if card.traits.range is not None and squares > card.traits.range:
        return fault(
            "DDM-RANGED-5",
            "the target is {squares} squares away, {most} at most",
            squares=squares,
            most=card.traits.range,
        )
    if card.traits.picks_target or target in nearest_seen(state, id):
        return ()
    routed = {one for one, by in turn.routers if by == id}
    others = [one.id for one in state.enemies(id) if one.id not in routed and sees(state, id, one.id)]
    if all(distance(state, id, other) >= squares for other in others):
        return ()  # those that this creature made rout in this turn may be passed over
    nearest = nearest_seen(state, id)[0]
    return fault(
        "DDM-RANGED-2", "only the nearest enemy in sight can be shot at: {fighter}", fighter=nearest, place="target"
    )


def _reach_faults(state: SkirmishState, id: str, target: str) -> tuple[ActionFault, ...]:
    """Return why a melee attack does not reach a target that it has no contact with (DDM-MELEE-1)."""
    squares, most = distance(state, id, target), state.card(id).traits.reach
    if most == 1 or squares == 1:
        return fault("DDM-MELEE-1", "the target is not adjacent", place="target")
    if squares > most:
        return fault("DDM-MELEE-1", "the target is {squares} squares away, {most} at most", squares=squares, most=most)
    if not has_line(state, id, target):
        return fault("DDM-MELEE-1", "the target is not in sight", place="target")
    return ()


def strike_faults(state: SkirmishState, turn: CreatureTurn, action: Strike) -> tuple[ActionFault, ...]:
    """Return why the creature whose turn it is cannot make an attack."""
    id = turn.creature
    if action.attacker not in ("", id):
        return fault("DDM-TURN-1", "it is the turn of {fighter}", fighter=id, place="attacker")
    if action.target not in {enemy.id for enemy in state.enemies(id)}:
        return fault("DDM-ATTACK-7", "only an enemy on the map can be attacked", place="target")
    room = attack_room(state, turn, action.mode)
    if room:
        return room
    card = state.card(id)
    values = card.melee if action.mode == "melee" else card.ranged
    if action.value >= len(values) or (action.value in turn.attacks and not turn.cleaves):
        return fault("DDM-TURN-7", "pick an attack value that is left", place="value")
    wrong = strike_faults_on_hit(state, id, action)
    if wrong is not None:
        return fault("DDM-CARD-15", "'{effect}' cannot be used", effect=wrong, place="on_hit")
    return target_faults(state, turn, action.target, action.mode)


def possible_attacks(
    state: SkirmishState, turn: CreatureTurn
) -> Iterator[tuple[AttackSituation, str, tuple[ActionFault, ...]]]:
    """Yield all attacks at enemies on the map with each value that is left, and each effect of a hit that can be used,
    with why they are refused.
    """
    card = state.card(turn.creature)
    boxes = [one.id for one in card.on_hit if one.uses is not None]
    modes: tuple[AttackMode, ...] = ("melee", "ranged")
    for mode in modes:
        values = card.melee if mode == "melee" else card.ranged
        alike: set[object] = set()
        for number, value in enumerate(values):
            if (number in turn.attacks and not turn.cleaves) or value in alike:
                continue
            alike.add(value)
            for enemy in state.enemies(turn.creature):
                for on_hit in ("", *boxes) if mode == "melee" else ("",):
                    action = Strike(enemy.id, mode, number, on_hit, turn.creature)
                    situation = AttackSituation(turn.creature, enemy.id, mode, number)
                    yield situation, on_hit, strike_faults(state, turn, action)
