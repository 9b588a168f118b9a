"""The core stratagems: on which units each may be used, what it does (40K-STRAT; Command Re-roll is in `throws`)."""

from collections.abc import Iterator
from typing import Final

from warcry3d.game.agenda import Automatic
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import as_dice, needs_words
from warcry3d.rules.warhammer40k.battle.attacks.seeing import sees_unit
from warcry3d.rules.warhammer40k.battle.attacks.weapons import has_shot, is_unit_attached
from warcry3d.rules.warhammer40k.battle.attacks.wounds import MortalWounds40k
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_unit
from warcry3d.rules.warhammer40k.battle.ending import ChecksEnd
from warcry3d.rules.warhammer40k.battle.formations import unit_has
from warcry3d.rules.warhammer40k.battle.movement.reinforcements import ArrivesBy, arrival_faults, arrivals
from warcry3d.rules.warhammer40k.battle.phases.charge_phase import Charges, charge_faults, charge_targets
from warcry3d.rules.warhammer40k.battle.phases.fight_phase import Fights
from warcry3d.rules.warhammer40k.battle.phases.shooting_phase import eligible_faults
from warcry3d.rules.warhammer40k.battle.sensing import (
    engaged_units,
    is_engaged,
    unit_gap,
)
from warcry3d.rules.warhammer40k.battle.shock import ShockTest40k
from warcry3d.rules.warhammer40k.battle.state import Deed40k, Phase40k, State40k, UnitEffect40k
from warcry3d.rules.warhammer40k.battle.stratagems.challenge import PicksChallenger
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import (
    Stratagem,
    StratagemKind,
    StratagemMoment,
    register_stratagems,
)
from warcry3d.rules.warhammer40k.battle.stratagems.target_choice import PicksTarget40k
from warcry3d.rules.warhammer40k.battle.strength import toughness_of
from warcry3d.rules.warhammer40k.battle.throws import throw
from warcry3d.sight.distance import is_within

__all__ = ["STRATAGEMS", "grenade_targets"]

About = tuple[str, ...]

OVERWATCH_REACH, GRENADE_REACH, HEROIC_REACH = 24.0, 8.0, 6.0
GRENADES, GRENADE_HITS = 6, 4
TANK_HITS, TANK_MORE, TANK_MOST = 5, 2, 6
"""Dice and mortal wounds of Tank Shock (40K-STRAT-TANK-3, -4)."""


def add_effect(do: Transition40k, unit: str, effect: UnitEffect40k) -> None:
    """Let an effect hold until the phase ends."""
    change_unit(do, unit, effects=(*do.state.unit(unit).effects, effect))


def _about_own(state: State40k, player: str, about: About) -> Iterator[str]:
    return (unit for unit in about if state.unit(unit).player == player)


def _use_bravery(do: Transition40k, unit: str, about: About) -> None:
    """Let the test count as passed (40K-STRAT-BRAVE-2)."""
    agenda = list(do.state.agenda)
    test = next(n for n in range(len(agenda) - 1, -1, -1) if agenda[n] == ShockTest40k(unit))
    del agenda[test]
    do.change(agenda=tuple(agenda))
    do.emit("shock", "{unit} passes its battle-shock test", "40K-STRAT-BRAVE-2", unit=unit)


def _brave(state: State40k, player: str, about: About) -> Iterator[str]:
    tests = [step for step in state.agenda if isinstance(step, ShockTest40k)]
    return (unit for unit in about if ShockTest40k(unit) in tests)


def _grenadiers(state: State40k, player: str, about: About) -> Iterator[str]:
    for unit in about:
        if unit_has(state, unit, "grenades") and not is_engaged(state, unit) and grenade_targets(state, unit):
            yield unit


def grenade_targets(state: State40k, unit: str) -> tuple[str, ...]:
    """Return the enemy units within 8 in that a unit sees and that are in no engagement range (40K-STRAT-GRENADE-2)."""
    return tuple(
        enemy.id
        for enemy in state.enemies(unit)
        if is_within(unit_gap(state, unit, enemy.id), GRENADE_REACH)
        and not is_engaged(state, enemy.id)
        and any(sees_unit(state, model.id, enemy.id, GRENADE_REACH) for model in state.troops(unit))
    )


def _use_grenade(do: Transition40k, unit: str, about: About) -> None:
    do.push(PicksTarget40k(unit, "grenade", grenade_targets(do.state, unit)))


def _chargers(state: State40k, player: str, about: About) -> Iterator[str]:
    """Yield vehicles that have made a charge move and are in engagement range (40K-STRAT-TANK-1, -2)."""
    for unit in _about_own(state, player, about):
        if unit_has(state, unit, "vehicle") and Deed40k.CHARGED in state.unit(unit).did and engaged_units(state, unit):
            yield unit


def _use_tank_shock(do: Transition40k, unit: str, about: About) -> None:
    do.push(PicksTarget40k(unit, "tank-shock", engaged_units(do.state, unit)))


def _ingress(state: State40k, player: str, about: About) -> Iterator[str]:
    """Yield units in reserves that could arrive now (40K-STRAT-INGRESS-2)."""
    yield from dict.fromkeys(unit for unit, kind in arrivals(state, player) if not arrival_faults(state, unit, kind))


def _use_ingress(do: Transition40k, unit: str, about: About) -> None:
    do.push(ArrivesBy(unit))


def _overwatchers(state: State40k, player: str, about: About) -> Iterator[str]:
    """Yield units within 24 in of the enemy that are eligible to shoot, are not titanic and have a shot at it
    (40K-STRAT-OVERWATCH-2).
    """
    if state.phase not in (Phase40k.MOVEMENT, Phase40k.CHARGE):
        return
    for enemy in about:
        if not state.is_here(enemy):
            continue
        for unit in state.here(player):
            if not is_within(unit_gap(state, unit.id, enemy), OVERWATCH_REACH) or unit_has(state, unit.id, "titanic"):
                continue
            if not eligible_faults(state, unit.id) and has_shot(state, unit.id, enemy):
                yield unit.id


def _use_overwatch(do: Transition40k, unit: str, about: About) -> None:
    do.push(AimsWeapons(unit, only=about[0]))


def _grounded(state: State40k, player: str, about: About) -> Iterator[str]:
    return (unit for unit in _about_own(state, player, about) if unit_has(state, unit, "infantry"))


def _smoking(state: State40k, player: str, about: About) -> Iterator[str]:
    return (unit for unit in _about_own(state, player, about) if unit_has(state, unit, "smoke"))


def _heroes(state: State40k, player: str, about: About) -> Iterator[str]:
    """Yield units within 6 in of the charger that would be eligible to charge it (40K-STRAT-HEROIC-2, -4)."""
    for enemy in about:
        if not state.is_here(enemy):
            continue
        for unit in state.here(player):
            is_barred = unit_has(state, unit.id, "vehicle") and not unit_has(state, unit.id, "walker")
            if is_barred or not is_within(unit_gap(state, unit.id, enemy), HEROIC_REACH):
                continue
            if not charge_faults(state, unit.id) and enemy in charge_targets(state, unit.id):
                yield unit.id


def _use_heroic(do: Transition40k, unit: str, about: About) -> None:
    do.push(Charges(unit, about[0], is_bonus=False))


def _use_epic_challenge(do: Transition40k, unit: str, about: About) -> None:
    models = (model.id for model in do.state.troops(unit) if do.state.context.has(model.id, "character"))
    do.push(PicksChallenger(unit, tuple(models)))


def _challengers(state: State40k, player: str, about: About) -> Iterator[str]:
    """Yield units with a character, in engagement range of an attached unit (40K-STRAT-EPIC-1)."""
    for unit in _about_own(state, player, about):
        has_character = any(state.context.has(model.id, "character") for model in state.troops(unit))
        if has_character and any(is_unit_attached(state, enemy) for enemy in engaged_units(state, unit)):
            yield unit


def _counters(state: State40k, player: str, about: About) -> Iterator[str]:
    """Yield units in engagement range that have not fought (40K-STRAT-COUNTER-2)."""
    for unit in state.here(player):
        if Deed40k.FOUGHT not in unit.did and is_engaged(state, unit.id):
            yield unit.id


class GrenadeThrown(Automatic[State40k], frozen=True, tag="grenade-thrown", tag_field="step"):
    """Each 4+ of six dice is a mortal wound (40K-STRAT-GRENADE-3)."""

    target: str

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what each die needs."""
        return needs_words(GRENADE_HITS)

    def resolve(self, do: Transition40k) -> None:
        """Let the target take them."""
        hits = sum(face >= GRENADE_HITS for face in do.state.thrown.faces)
        do.push(MortalWounds40k(self.target, hits), ChecksEnd())


class TankShocked(Automatic[State40k], frozen=True, tag="tank-shocked", tag_field="step"):
    """Each 5+ is a mortal wound, six at most (40K-STRAT-TANK-3, -4)."""

    target: str

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what each die needs."""
        return needs_words(TANK_HITS)

    def resolve(self, do: Transition40k) -> None:
        """Let the target take them."""
        hits = min(sum(face >= TANK_HITS for face in do.state.thrown.faces), TANK_MOST)
        do.push(MortalWounds40k(self.target, hits), ChecksEnd())


def throw_grenade(do: Transition40k, unit: str, target: str) -> None:
    """Roll six dice at the enemy that was picked (40K-STRAT-GRENADE-3)."""
    player = do.state.unit(unit).player
    do.emit("grenade", "{unit} throws grenades at {target}", "40K-STRAT-GRENADE-3", unit=unit, target=target)
    throw(do, player, GRENADES, "mortal", "40K-STRAT-GRENADE-3", GrenadeThrown(target), unit=unit)


def ram(do: Transition40k, unit: str, target: str) -> None:
    """Roll as many dice at the enemy that was picked as the S of the vehicle (40K-STRAT-TANK-3)."""
    strength, player = tank_strength(do.state, unit), do.state.unit(unit).player
    count = strength + (TANK_MORE if strength > toughness_of(do.state, target) else 0)
    dice = counted("{n} die", "{n} dice", count)
    do.emit("tank-shock", "{unit} rams {target}: {dice}", "40K-STRAT-TANK-3", unit=unit, target=target, dice=dice)
    throw(do, player, count, "mortal", "40K-STRAT-TANK-3", TankShocked(target), unit=unit)


def tank_strength(state: State40k, unit: str) -> int:
    """Return the S of the strongest melee weapon of a unit, which its player would pick (40K-STRAT-TANK-2)."""
    found = [
        as_dice(str(mode.strength)).plus
        for model in state.troops(unit)
        for carried in state.context.weapons(model.id, is_melee=True)
        for mode in carried.weapon.modes
    ]
    return max(found, default=0)


STRATAGEMS: Final = (
    Stratagem(
        "insane-bravery",
        message("Insane Bravery"),
        RuleReason("40K-STRAT-BRAVE-2", message("the test counts as passed; once a battle")),
        1,
        StratagemKind.LOST,
        "40K-STRAT-BRAVE-1",
        (StratagemMoment.BEFORE_SHOCK_TEST,),
        _brave,
        _use_bravery,
        is_once=True,
    ),
    Stratagem(
        "grenade",
        message("Grenade"),
        RuleReason(
            "40K-STRAT-GRENADE-3", message("six dice at an enemy within 8 in that it sees: each 4+ is a mortal wound")
        ),
        1,
        StratagemKind.EPIC_DEED,
        "40K-STRAT-GRENADE-1",
        (StratagemMoment.SHOOTS,),
        _grenadiers,
        _use_grenade,
        on_target=throw_grenade,
    ),
    Stratagem(
        "tank-shock",
        message("Tank Shock"),
        RuleReason(
            "40K-STRAT-TANK-3",
            message("a die for each point of strength of a melee weapon: each 5+ is a mortal wound, 6 at most"),
        ),
        1,
        StratagemKind.STRATEGIC_PLOY,
        "40K-STRAT-TANK-1",
        (StratagemMoment.CHARGE_ENDED,),
        _chargers,
        _use_tank_shock,
        on_target=ram,
    ),
    Stratagem(
        "rapid-ingress",
        message("Rapid Ingress"),
        RuleReason("40K-STRAT-INGRESS-2", message("it arrives from reserves now")),
        1,
        StratagemKind.STRATEGIC_PLOY,
        "40K-STRAT-INGRESS-1",
        (StratagemMoment.MOVEMENT_ENDS,),
        _ingress,
        _use_ingress,
    ),
    Stratagem(
        "fire-overwatch",
        message("Fire Overwatch"),
        RuleReason("40K-STRAT-OVERWATCH-4", message("it shoots at that unit now; only unmodified sixes hit")),
        1,
        StratagemKind.STRATEGIC_PLOY,
        "40K-STRAT-OVERWATCH-1",
        (StratagemMoment.ENEMY_MOVES, StratagemMoment.ENEMY_CHARGED),
        _overwatchers,
        _use_overwatch,
    ),
    Stratagem(
        "go-to-ground",
        message("Go to Ground"),
        RuleReason("40K-STRAT-GROUND-2", message("cover and an invulnerable save of 6+ until the phase ends")),
        1,
        StratagemKind.BATTLE_TACTIC,
        "40K-STRAT-GROUND-1",
        (StratagemMoment.TARGETS_PICKED,),
        _grounded,
        lambda do, unit, about: add_effect(do, unit, UnitEffect40k.GONE_TO_GROUND),
    ),
    Stratagem(
        "smokescreen",
        message("Smokescreen"),
        RuleReason(
            "40K-STRAT-SMOKE-2", message("cover, and 1 is taken off hit rolls against it, until the phase ends")
        ),
        1,
        StratagemKind.WARGEAR,
        "40K-STRAT-SMOKE-1",
        (StratagemMoment.TARGETS_PICKED,),
        _smoking,
        lambda do, unit, about: add_effect(do, unit, UnitEffect40k.SMOKE),
    ),
    Stratagem(
        "heroic-intervention",
        message("Heroic Intervention"),
        RuleReason("40K-STRAT-HEROIC-3", message("it charges that unit now; it does not fight first for it")),
        2,
        StratagemKind.STRATEGIC_PLOY,
        "40K-STRAT-HEROIC-1",
        (StratagemMoment.ENEMY_CHARGED,),
        _heroes,
        _use_heroic,
    ),
    Stratagem(
        "epic-challenge",
        message("Epic Challenge"),
        RuleReason(
            "40K-STRAT-EPIC-2", message("attacks of its character may be allocated to a character until the phase ends")
        ),
        1,
        StratagemKind.EPIC_DEED,
        "40K-STRAT-EPIC-1",
        (StratagemMoment.FIGHTS,),
        _challengers,
        _use_epic_challenge,
    ),
    Stratagem(
        "counter-offensive",
        message("Counter-offensive"),
        RuleReason("40K-STRAT-COUNTER-3", message("it fights next")),
        2,
        StratagemKind.LOST,
        "40K-STRAT-COUNTER-1",
        (StratagemMoment.ENEMY_FOUGHT,),
        _counters,
        lambda do, unit, about: do.push(Fights(unit)),
    ),
)
"""The core stratagems that are used at a moment of their own."""

register_stratagems(*STRATAGEMS)
