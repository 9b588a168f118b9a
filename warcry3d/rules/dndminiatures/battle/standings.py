"""How a skirmish stands, as windows and pictures tell: HP, conditions, who has activated, exits, scores on cards."""

from collections.abc import Iterator

from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, message
from warcry3d.rules.battle_api import HealthWords, ModelStanding, ModelThreat, SideStanding, Standings
from warcry3d.rules.dndminiatures.battle.bonuses import speed_of, total
from warcry3d.rules.dndminiatures.battle.sensing import can_act, is_under_command
from warcry3d.rules.dndminiatures.battle.state import CreatureState, CreatureStatus, SkirmishState
from warcry3d.rules.dndminiatures.creatures.card_lines import attacks_message
from warcry3d.rules.dndminiatures.creatures.card_words import CONDITIONS
from warcry3d.rules.dndminiatures.creatures.power_lines import hit_line, power_line, trait_lines
from warcry3d.rules.dndminiatures.creatures.traits import CardScore
from warcry3d.rules.move_result import MoveAction

__all__ = ["rosters", "standings", "threat_of"]

HIT_POINTS = HealthWords(
    lambda left, all: message("{left} of {all} HP left", left=left, all=all),
    lambda n: message("it has {n} HP left", n=n),
)
GOAL = (RuleReason("DDM-WIN-1", message("destroy every enemy creature, or make it flee off the map")),)
FATES = {
    CreatureStatus.DESTROYED: RuleReason("DDM-ATTACK-9", message("destroyed")),
    CreatureStatus.FLED: RuleReason("DDM-ROUT-5", message("fled off the map")),
}


def rosters(state: SkirmishState) -> dict[str, dict[str, str]]:
    """Return each side's creatures by what the skirmish calls them, with their names; alike ones are numbered."""
    found: dict[str, dict[str, str]] = {player: {} for player in state.players}
    names = [state.card(one.id).name for one in state.creatures]
    seen: dict[tuple[str, str], int] = {}
    for one in state.creatures:
        name = state.card(one.id).name
        number = seen[one.player, name] = seen.get((one.player, name), 0) + 1
        numbered = name if number == 1 else f"{name} {number}"
        others = any(state.card(c.id).name == name and c.player != one.player for c in state.creatures)
        found[one.player][one.id] = f"{numbered} ({one.player})" if names.count(name) > 1 and others else numbered
    return found


def standings(state: SkirmishState) -> Standings:
    """Return how a skirmish stands."""
    title = message("Round {round}", round=state.round) if state.round else message("Set-up")
    lines = (RuleReason("DDM-ROUND-1", message("round {round}", round=state.round)),) if state.round else ()
    return Standings(
        {one.id: _hp(state, one) for one in state.on_map()},
        (),
        (*lines, *(_left(state, player) for player in state.players)),
        title,
        None,
        {player: _side(state, player) for player in state.players},
        {one.id: _model(state, one) for one in state.creatures},
        health=HIT_POINTS,
        goal=GOAL,
    )


def _side(state: SkirmishState, player: str) -> SideStanding:
    name = state.context.names.get(player)
    army = message("{name}", name=name) if name else None
    return SideStanding(is_first=bool(state.round) and state.first == player, army=army)


def _left(state: SkirmishState, player: str) -> RuleReason:
    left = sum(1 for _ in state.on_map(player))
    return RuleReason("DDM-WIN-1", Message("{player}: {left} on the map", {"player": player, "left": left}))


def _hp(state: SkirmishState, one: CreatureState) -> tuple[int, int]:
    return max(state.hp_left(one.id), 0), state.card(one.id).hp


def _model(state: SkirmishState, one: CreatureState) -> ModelStanding:
    turn = state.turn
    is_acting = turn is not None and turn.creature == one.id
    return ModelStanding(
        _hp(state, one),
        is_aside=not one.is_on_map,
        is_down=one.status in (CreatureStatus.DESTROYED, CreatureStatus.FLED),
        is_acting=is_acting,
        can_act=bool(state.round) and one.is_on_map and not one.has_activated,
        is_leader=state.card(one.id).is_commander,
        marks=tuple(_marks(state, one)),
        facts=tuple(_facts(state, one.id)),
        fate=FATES.get(one.status),
    )


def _marks(state: SkirmishState, one: CreatureState) -> Iterator[RuleReason]:
    """Yield what holds of a creature for a while: first what a roster has room for, what keeps it from acting."""
    if not one.is_on_map:
        return
    if one.is_routing:
        yield RuleReason("DDM-ROUT-8", message("routs"))
    effects = state.effects_on(one.id)
    for effect in effects:
        conditions = tuple(Message(CONDITIONS[condition]) for condition in effect.lasting.conditions)
        if conditions:
            yield RuleReason("DDM-WORD-4", message("{effect}: {conditions}", effect=effect.name, conditions=conditions))
    if not one.is_routing and not is_under_command(state, one.id):
        yield RuleReason("DDM-COMMAND-1", message("out of command"))
    for effect in effects:
        if not effect.lasting.conditions:
            yield RuleReason("DDM-WORD-4", message("{effect}", effect=effect.name))


def _facts(state: SkirmishState, id: str) -> Iterator[RuleReason]:
    """Yield a creature's card as it is now."""
    card = state.card(id)
    if card.is_commander:
        yield RuleReason("DDM-CARD-2", message("commander rating {rating}", rating=card.rating))
    values = {"level": card.level, "speed": speed_of(state, id), "ac": card.ac + total(state, id, CardScore.AC)}
    yield RuleReason("DDM-CARD-5", message("Level {level}, Speed {speed}, AC {ac}", **values))
    yield RuleReason("DDM-CARD-9", message("melee {attacks}", attacks=attacks_message(card.melee)))
    if card.ranged:
        yield RuleReason("DDM-CARD-9", message("ranged {attacks}", attacks=attacks_message(card.ranged)))
    for line in trait_lines(card.traits):
        yield RuleReason("DDM-CARD-14", line)
    for power in card.powers:
        left = power.uses - state.creature(id).used(power.id) if power.uses else None
        line = power_line(power)
        if left is None:
            yield RuleReason("DDM-CARD-14", line)
        else:
            yield RuleReason("DDM-CARD-15", message("{ability} ({left} left)", ability=line, left=left))
    for hit in card.on_hit:
        yield RuleReason("DDM-CARD-14", hit_line(hit))


def threat_of(state: SkirmishState, id: str) -> ModelThreat | None:
    """Return what a creature can do in its next turn: it moves by its speed and attacks as far as its card reaches, or
    shoots as far as its card or the map goes; None: it is not on the map.
    """
    if not state.creature(id).is_on_map:
        return None
    speed = float(speed_of(state, id)) if can_act(state, id) else 0.0
    card = state.card(id)
    far = float(card.traits.range or max(state.board.width, state.board.depth)) if card.ranged else 0.0
    return ModelThreat(speed, MoveAction.MOVE, float(card.traits.reach), far)
