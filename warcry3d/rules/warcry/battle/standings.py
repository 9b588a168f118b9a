"""How a battle stands, as windows and pictures tell: wounds, marks, dice, points, objectives, treasure."""

from collections.abc import Iterator

from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message
from warcry3d.motion.path import Point
from warcry3d.rules.battle_api import BattleCard, Marker, MarkerKind, ModelStanding, SideStanding, Standings
from warcry3d.rules.warcry.battle.combat.attack_prompts import weapon_fact
from warcry3d.rules.warcry.battle.fighters import move_of, toughness_of, weapon_of, wounds_left
from warcry3d.rules.warcry.battle.rounds.activation_checks import can_activate
from warcry3d.rules.warcry.battle.rounds.card_report import change_line, goal_lines, victory_lines
from warcry3d.rules.warcry.battle.rounds.objectives import lying_at
from warcry3d.rules.warcry.battle.setup.arrivals import arrivals
from warcry3d.rules.warcry.battle.setup.cards import Deck
from warcry3d.rules.warcry.battle.state import (
    Effect,
    FighterState,
    FighterStatus,
    Side,
    State,
    Treasure,
    Until,
)

__all__ = ["profile_facts", "standings"]


def standings(state: State) -> Standings:
    """Return how a battle stands."""
    wounds = {fighter.id: _wounds(state, fighter) for fighter in state.on_board()}
    sides = {side.id: _side(state, side) for side in state.sides}
    models = {fighter.id: _model(state, fighter) for fighter in state.fighters}
    title, card = _title(state), state.card(Deck.VICTORY)
    return Standings(
        wounds,
        tuple(_markers(state)),
        _lines(state),
        title,
        message("{card}", card=card) if card else None,
        sides,
        models,
        tuple(_cards(state)),
        goal=tuple(_goal(state)),
    )


def _goal(state: State) -> Iterator[RuleReason]:
    """Yield what wins: until the victory card is drawn only that points do."""
    if not state.card(Deck.VICTORY):
        yield RuleReason("WC-WIN-1", message("most victory points win; the victory card says what gains them"))
        return
    card = state.context.victory(state)
    yield RuleReason("WC-WIN-1", message("most points after round {rounds} win", rounds=card.rounds))
    yield from (RuleReason("WC-VICT-1", line) for line in goal_lines(card))


def _cards(state: State) -> Iterator[BattleCard]:
    """Yield the battleplan's cards with what they do."""
    for deck, name in state.cards:
        yield BattleCard(message("{deck}", deck=deck), message("{card}", card=name), tuple(_card_lines(state, deck)))


def _card_lines(state: State, deck: str) -> Iterator[RuleReason]:
    match deck:
        case Deck.DEPLOYMENT:
            for colour in state.context.map(state).sides:
                values = {"colour": colour, "groups": arrivals(state, colour)}
                yield RuleReason("WC-DEPLOY-1", message("{colour}: {groups}", **values))
        case Deck.VICTORY:
            yield from (RuleReason("WC-VICT-1", line) for line in victory_lines(state.context.victory(state)))
        case Deck.TWIST:
            card = state.context.decks.cards(Deck.TWIST)[state.card(Deck.TWIST)]
            yield from (RuleReason("WC-PLAN-8", change_line(one)) for one in (*card.changes, *card.grants))


def _title(state: State) -> Message:
    """Return where in the battle it is."""
    if not state.round:
        return message("Set-up")
    return message("Round {round} of {rounds}", round=state.round, rounds=state.rounds)


def _lines(state: State) -> tuple[RuleReason, ...]:
    """Return the round and the points; nothing before the first round."""
    if not state.round:
        return ()
    when = RuleReason(
        "WC-ROUND-1", Message("round {round} of {rounds}", {"round": state.round, "rounds": state.rounds})
    )
    points = (
        RuleReason(
            "WC-VICT-1", Message("{player}: {points} victory points", {"player": side.id, "points": side.points})
        )
        for side in state.sides
    )
    return (when, *points)


def _side(state: State, side: Side) -> SideStanding:
    """Return how a player stands, the dice of a set together."""
    hand, army = side.hand, message("{name}", name=state.context.warbands[side.id].name)
    sets = tuple((one.value,) * one.count for one in hand.sets)
    dice = (*sets, *((value,) for value in hand.singles))
    return SideStanding(side.points, dice, hand.wild, state.initiative == side.id, army)


def _wounds(state: State, fighter: FighterState) -> tuple[int, int]:
    return wounds_left(state, fighter.id), state.profile(fighter.id).wounds


def _model(state: State, fighter: FighterState) -> ModelStanding:
    left, whole = _wounds(state, fighter)
    acting = state.activation
    is_acting = acting is not None and acting.fighter == fighter.id
    return ModelStanding(
        (max(left, 0), whole),
        is_aside=fighter.place is not FighterStatus.BOARD,
        is_down=fighter.place is FighterStatus.DOWN,
        is_acting=is_acting,
        actions=acting.left if acting is not None and is_acting else 0,
        can_act=bool(state.round) and can_activate(state, fighter),
        is_leader=state.context.is_leader(fighter.id),
        marks=tuple(_marks(state, fighter)),
        facts=tuple(profile_facts(state, fighter.id)),
    )


def profile_facts(state: State, id: str) -> Iterator[RuleReason]:
    """Yield a fighter's profile as it is now: how it moves and withstands, and each weapon."""
    values = {"move": move_of(state, id), "toughness": toughness_of(state, id)}
    yield RuleReason("WC-BAND-3", message("Move {move:g} in, Toughness {toughness}", **values))
    for index in range(len(state.profile(id).weapons)):
        weapon = weapon_of(state, id, index)
        line = message("{weapon}: {profile}", weapon=weapon.runemark, profile=weapon_fact(weapon).message)
        yield RuleReason("WC-ATT-1", line)


def _marks(state: State, fighter: FighterState) -> Iterator[RuleReason]:
    """Yield what holds of a fighter for a while, and until when."""
    if fighter.place is FighterStatus.RESERVE:
        yield RuleReason("WC-BAND-6", message("in reserve"))
    if fighter.is_waiting:
        yield RuleReason("WC-WAIT-1", message("is waiting"))
    if fighter.treasure:
        yield RuleReason("WC-OBJ-2", message("carries a treasure"))
    if fighter.holds:
        yield RuleReason("WC-CLIMB-2", message("is climbing"))
    if fighter.reactions:
        said = counted("has reacted: {n} action fewer", "has reacted: {n} actions fewer", fighter.reactions)
        yield RuleReason("WC-REACT-9", said)
    for source, until in dict.fromkeys((e.source, e.until) for e in state.effects if _is_about(e, fighter.id)):
        yield RuleReason("WC-ABIL-1", _effect(source, until))


def _is_about(effect: Effect, id: str) -> bool:
    return effect.fighter == id and bool(effect.source)


def _effect(source: str, until: Until) -> Message:
    match until:
        case Until.ACTIVATION:
            return message("{ability}, this activation", ability=source)
        case Until.ROUND:
            return message("{ability}, this round", ability=source)
        case Until.BATTLE:
            return message("{ability}, this battle", ability=source)
        case Until.ATTACK | Until.THIS:
            return message("{ability}, next attack", ability=source)
        case Until.MOVE:
            return message("{ability}, next move", ability=source)


def _deployment(state: State) -> Iterator[Marker]:
    """Yield the points of the deployment map while the battle is set up, in their colours until these are taken."""
    owners = {side.colour: side.id for side in state.sides if side.colour}
    if state.round or not state.card(Deck.DEPLOYMENT):
        return
    for point in state.context.map(state).points:
        side = owners.get(point.side, "") if owners else point.side
        label = message("{group}", group=point.group)
        if owners and not side:  # it can be taken still: by the name that the choice of colours has for it
            label = message("{group} ({colour})", group=point.group, colour=point.side)
        yield Marker(MarkerKind.DEPLOYMENT, label, lying_at(state, *point.at), side, is_asleep=point.round > 1)


def _markers(state: State) -> Iterator[Marker]:
    yield from _deployment(state)
    for objective in state.objectives:
        yield Marker(
            MarkerKind.OBJECTIVE,
            _number(objective.id),
            objective.at,
            objective.controller,
            not objective.is_awake,
        )
    for lying in state.treasures:
        yield Marker(MarkerKind.TREASURE, _number(lying.id), _lies_at(state, lying), _owner(state, lying.carrier))


def _number(id: str) -> str:
    return id.rpartition("-")[2]


def _lies_at(state: State, treasure: Treasure) -> Point:
    return state.fighter(treasure.carrier).at if treasure.carrier else treasure.at


def _owner(state: State, fighter: str) -> str:
    return state.fighter(fighter).player if fighter else ""
