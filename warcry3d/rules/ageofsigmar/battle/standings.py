"""How a battle stands, as windows and pictures tell: wounds, deeds, effects, losses, the rules of the terrain."""

from collections.abc import Iterator, Mapping

from warcry3d.game.dice_sum import DiceSum
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message
from warcry3d.rules.ageofsigmar.battle.attacks.attack_lines import weapons_of
from warcry3d.rules.ageofsigmar.battle.effects import EffectKind
from warcry3d.rules.ageofsigmar.battle.modifiers import bravery_of, move_of, save_of
from warcry3d.rules.ageofsigmar.battle.sensing import hangs_together
from warcry3d.rules.ageofsigmar.battle.setup.before_battle import OBJECTIVE_LABELS, OBJECTIVE_RULES
from warcry3d.rules.ageofsigmar.battle.setup.realms import realm_name
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarModel, SigmarPhase, SigmarState, TroopStatus
from warcry3d.rules.ageofsigmar.battle.terrain_rules import TERRAIN_LABELS
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import Warscroll, WeaponKind
from warcry3d.rules.battle_api import BattleCard, ModelStanding, ModelThreat, SideStanding, Standings, UnitStanding
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.units.unit_standings import named_apart, rosters_of

__all__ = ["rosters", "standings", "threat_of", "unit_names"]

PHASES = {
    SigmarPhase.HERO: message("hero phase"),
    SigmarPhase.MOVEMENT: message("movement phase"),
    SigmarPhase.SHOOTING: message("shooting phase"),
    SigmarPhase.CHARGE: message("charge phase"),
    SigmarPhase.COMBAT: message("combat phase"),
    SigmarPhase.BATTLESHOCK: message("battleshock phase"),
}
DEEDS = {
    Deed.RAN: ("AOS-RUN-1", message("ran")),
    Deed.RETREATED: ("AOS-RETREAT-2", message("retreated")),
    Deed.SHOT: ("AOS-SHOOT-4", message("has shot")),
    Deed.CHARGED: ("AOS-CHARGE-7", message("charged")),
    Deed.FOUGHT: ("AOS-COMBAT-6", message("has fought")),
}
EFFECTS = {
    EffectKind.INSPIRING_PRESENCE: ("AOS-COMMAND-4", message("no battleshock tests")),
    EffectKind.DAMNED: ("AOS-TERRAIN-6", message("+1 to hit")),
    EffectKind.BEFUDDLED: ("AOS-TERRAIN-13", message("befuddled")),
    EffectKind.MYSTICAL: ("AOS-TERRAIN-16", message("wound rolls again")),
    EffectKind.FEAR: ("AOS-TERRAIN-17", message("causes fear")),
}
FLED = RuleReason("AOS-SHOCK-6", message("fled"))


def rosters(state: SigmarState) -> Mapping[str, dict[str, str]]:
    """Return each side's models by what the battle calls them, with the names of their units; several are numbered."""
    return rosters_of(_units(state), state.players)


def unit_names(state: SigmarState) -> dict[str, str]:
    """Return the names of the units by what the battle calls them; those that both sides have, with their player."""
    return {unit.id: unit.name for unit in _units(state)}


def _units(state: SigmarState) -> tuple[UnitStanding, ...]:
    """Return the units with their models, the slain and fled ones too."""
    entries = [(one, state.context.unit(one.id).entry) for one in state.units]
    return named_apart(
        [
            UnitStanding(one.id, entry.name, one.player, tuple(model.id for model in state.all_troops(one.id)))
            for one, entry in entries
        ]
    )


def standings(state: SigmarState) -> Standings:
    """Return how a battle stands."""
    title = message("Round {round}", round=state.round) if state.round else message("Set-up")
    lines = tuple(_line(state, player) for player in state.players)
    return Standings(
        {model.id: _wounds(state, model) for model in state.models if model.is_here},
        (),
        lines,
        title,
        None if state.phase is None else PHASES[state.phase],
        {player: _side(state, player) for player in state.players},
        {model.id: _model(state, model) for model in state.models},
        tuple(_cards(state)),
        _units(state),
        goal=tuple(_goal(state)),
    )


def _side(state: SigmarState, player: str) -> SideStanding:
    army = message("{name}", name=state.context.armies[player].name)
    return SideStanding(is_first=bool(state.round) and state.first == player, army=army)


def _goal(state: SigmarState) -> Iterator[RuleReason]:
    """Yield what wins: the end of the enemy army, what a player in sudden death wants, else the smaller loss."""
    yield RuleReason("AOS-WIN-1", message("destroy the enemy army"))
    for side in state.sides:
        if side.objective is not None:
            rule, what = OBJECTIVE_RULES[side.objective.kind], OBJECTIVE_LABELS[side.objective.kind]
            yield RuleReason(rule, message("{player}: {what}", player=side.id, what=what))
    if rounds := state.context.agreed.rounds:
        less = message("or lose the smaller share of your models by the end of round {rounds}", rounds=rounds)
    else:
        less = message("or have lost the smaller share of your models when both stop")
    yield RuleReason("AOS-WIN-2", less)


def _line(state: SigmarState, player: str) -> RuleReason:
    here = sum(len(state.troops(unit.id)) for unit in state.here(player))
    models = counted("{n} model", "{n} models", here)
    values = {"player": player, "models": models, "share": 100 * state.share(player)}
    return RuleReason("AOS-WIN-2", Message("{player}: {models}, {share:.0f} % lost", values))


def _cards(state: SigmarState) -> Iterator[BattleCard]:
    """Yield the realm, and the rule of each feature."""
    if state.realm:
        yield BattleCard(message("Realm"), realm_name(state.realm))
    rules = tuple(
        RuleReason("AOS-TERRAIN-1", Message("{feature}: {what}", {"feature": feature, "what": TERRAIN_LABELS[rule]}))
        for feature, rule in zip(state.context.features, state.terrain, strict=False)
    )
    if rules:
        yield BattleCard(message("Terrain"), message("rules of the features"), rules)


def _wounds(state: SigmarState, model: SigmarModel) -> tuple[int, int]:
    return max(state.wounds_left(model.id), 0), state.wounds_of(model.id)


def _model(state: SigmarState, model: SigmarModel) -> ModelStanding:
    unit = state.unit(model.unit)
    return ModelStanding(
        _wounds(state, model),
        is_aside=not model.is_here,
        is_down=model.status in (TroopStatus.SLAIN, TroopStatus.FLED),
        can_act=model.is_here and _comes_yet(state, unit.player),
        is_leader=state.side(unit.player).general == model.id,
        marks=tuple(_marks(state, model)) if model.is_here else (),
        facts=tuple(_facts(state, model)),
        fate=FLED if model.status is TroopStatus.FLED else None,
    )


def _comes_yet(state: SigmarState, player: str) -> bool:
    """Return whether a player's turn is on or comes yet this round."""
    return player == state.active or (bool(state.round) and state.active == state.first)


def _marks(state: SigmarState, model: SigmarModel) -> Iterator[RuleReason]:
    """Yield what holds of a model's unit for a while."""
    unit = state.unit(model.unit)
    for deed in unit.did:
        if deed in DEEDS:
            yield RuleReason(*DEEDS[deed])
    for effect in state.effects:
        if effect.unit != unit.id:
            continue
        if effect.kind in EFFECTS:
            yield RuleReason(*EFFECTS[effect.kind])
        else:
            yield RuleReason("AOS-SCROLL-2", Message("{ability}", {"ability": effect.name}))
    if not hangs_together(state, unit).is_coherent:
        yield RuleReason("AOS-UNIT-5", message("split"))


def _facts(state: SigmarState, model: SigmarModel) -> Iterator[RuleReason]:
    """Yield a model's warscroll as it is now."""
    bravery = bravery_of(state, model.unit).total if model.is_here else state.scroll(model.unit).bravery
    values = {"move": move_of(state, model.id), "save": save_of(state, model.unit), "bravery": bravery}
    yield RuleReason("AOS-SCROLL-2", message("Move {move:g} in, Save {save}+, Bravery {bravery}", **values))
    for kind in WeaponKind:
        for one in weapons_of(state, model.id, kind):
            line = message(
                "{weapon}: {range:g} in, {attacks}, {hit}+, {wound}+, Rend {rend}, damage {damage}",
                weapon=one.name,
                range=one.range,
                attacks=_attacks(one.attacks),
                hit=one.to_hit,
                wound=one.to_wound,
                rend=one.rend,
                damage=str(one.damage),
            )
            yield RuleReason("AOS-SCROLL-3", line)
    scroll = state.scroll(model.unit)
    if scroll.is_wizard:
        yield RuleReason("AOS-MAGIC-2", _magic(scroll))
    for ability in scroll.abilities:
        named = {"ability": ability.name, "text": ability.text}
        told = Message("{ability}: {text}", named) if ability.text else Message("{ability}", named)
        yield RuleReason("AOS-SCROLL-2", told)


def _magic(scroll: Warscroll) -> Message:
    """Return how many spells a wizard casts and unbinds, and which it knows (AOS-MAGIC-2, AOS-MAGIC-3)."""
    spells = tuple(Message("{ability}", {"ability": one.name}) for one in scroll.known_spells)
    values = {"casts": scroll.casts, "unbinds": scroll.unbinds, "spells": spells}
    return Message("casts {casts} and unbinds {unbinds} a turn: {spells}", values)


def _attacks(attacks: DiceSum) -> Message:
    if attacks.is_random:
        return message("{dice} attacks", dice=str(attacks))
    return counted("{n} attack", "{n} attacks", attacks.plus)


def threat_of(state: SigmarState, model: str) -> ModelThreat | None:
    """Return what a model can do in its next turn: it moves, and shoots or fights as far as its weapons reach; None: it
    is not on the battlefield.
    """
    if not state.troop(model).is_here:
        return None
    ranges = {
        kind: max((weapon.range for weapon in weapons_of(state, model, kind)), default=0.0) for kind in WeaponKind
    }
    return ModelThreat(move_of(state, model), MoveAction.MOVE, ranges[WeaponKind.MELEE], ranges[WeaponKind.MISSILE])
