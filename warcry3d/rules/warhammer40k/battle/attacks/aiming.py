"""Choosing targets: all weapons of a unit, before any die is rolled (40K-SHOOT-3 to 7, 40K-MELEE-3 to 6)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.ordering import in_order
from warcry3d.game.prompts import Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.motion.path import Point
from warcry3d.rules.warhammer40k.battle.actions import Aim40k, AimWeapons
from warcry3d.rules.warhammer40k.battle.asking import end_prompt, unit_option
from warcry3d.rules.warhammer40k.battle.attacks.attack_lines import attack_lines, attacks_of, is_half, mode_of
from warcry3d.rules.warhammer40k.battle.attacks.attack_odds import lines_odds
from warcry3d.rules.warhammer40k.battle.attacks.attack_rolls import RollsLines40k
from warcry3d.rules.warhammer40k.battle.attacks.hazards import TestsHazards
from warcry3d.rules.warhammer40k.battle.attacks.weapon_division import by_kind, weapon_by_weapon
from warcry3d.rules.warhammer40k.battle.attacks.weapons import (
    Shot40k,
    ShotMode,
    carrier_of,
    deck_size,
    is_pistol,
    mixes_pistols,
    shots_of,
    strikes_of,
)
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_model, change_unit
from warcry3d.rules.warhammer40k.battle.data_rules import own_rules
from warcry3d.rules.warhammer40k.battle.ending import ChecksEnd
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k
from warcry3d.rules.warhammer40k.battle.sensing import is_engaged
from warcry3d.rules.warhammer40k.battle.state import State40k, UnitEffect40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import EvadeRule
from warcry3d.rules.warhammer40k.datasheets.weapon import WeaponMode, WeaponWord

__all__ = ["AimsWeapons", "all_at", "usable"]


def usable(state: State40k, unit: str, *, is_melee: bool, only: str = "") -> tuple[Shot40k, ...]:
    """Return what models of a unit can do with their weapons of a kind, those without a target left out."""
    return strikes_of(state, unit) if is_melee else shots_of(state, unit, only)


def best_mode(shot: Shot40k, target: str) -> ShotMode:
    """Return the mode of a weapon that deals most on average before saves; one that is not hazardous of equal ones."""

    def worth(one: ShotMode) -> tuple[bool, float]:
        return one.mode.ability(WeaponWord.HAZARDOUS) is None, _dealt(one.mode)

    return max((one for one in shot.modes if target in one.targets), key=worth)


def _dealt(mode: WeaponMode) -> float:
    """Return about how much a weapon deals in a mode."""
    hits = 1.0 if mode.skill is None else (7 - mode.skill) / 6
    dealt = mode.attacks.odds.mean * hits * mode.damage.odds.mean * (1 - mode.ap / 6)
    return float(dealt * mode.strength.odds.mean**0.5)


def all_at(state: State40k, unit: str, target: str, *, is_melee: bool, only: str = "") -> AimWeapons:
    """Return the attacks of a unit all at one target, those that cannot be at the nearest other one.

    In a fight each model uses its melee weapon that deals most, and those of extra attacks; of models inside a
    transport as many shoot as its firing deck allows.
    """
    aims, left = [], deck_size(state, unit)
    decked = set[str]()
    chosen: dict[str, Shot40k] = {}
    for shot in usable(state, unit, is_melee=is_melee, only=only):
        if is_melee and not shot.is_free():
            known = chosen.get(shot.model)
            if known is None or _power(shot) > _power(known):
                chosen[shot.model] = shot
            continue
        if shot.carrier != shot.model:
            if shot.model in decked or len(decked) >= left:
                continue
            decked.add(shot.model)
        aims.append(_aim(shot, target))
    aims += [_aim(shot, target) for shot in chosen.values()]
    return AimWeapons(tuple(aims if is_melee else _without_mixed_pistols(state, aims)))


def _without_mixed_pistols(state: State40k, aims: Sequence[Aim40k]) -> Iterator[Aim40k]:
    """Yield aims; of models that may not use both, those of their pistols or of the others: what deals more."""
    worth: dict[tuple[str, bool], float] = {}
    for aim in aims:
        mode = mode_of(state, aim)
        key = aim.model, is_pistol(mode)
        worth[key] = worth.get(key, 0.0) + _dealt(mode)
    for aim in aims:
        own = is_pistol(mode_of(state, aim))
        mine, others = worth[aim.model, own], worth.get((aim.model, not own), 0.0)
        if mixes_pistols(state, aim.model) or mine > others or (mine == others and not own):
            yield aim


def _power(shot: Shot40k) -> float:
    mode = best_mode(shot, shot.targets[0]).mode
    hits = (7 - (mode.skill or 1)) / 6
    return mode.attacks.odds.mean * hits * mode.damage.odds.mean * mode.strength.odds.mean


def _aim(shot: Shot40k, target: str) -> Aim40k:
    at = target if target in shot.targets else shot.targets[0]
    return Aim40k(shot.model, shot.slot, at, best_mode(shot, at).number)


class AimsWeapons(Asking[State40k], frozen=True, tag="aims-weapons", tag_field="step"):
    """A player says the targets of all weapons that a unit uses; ``only``: the one that it may shoot at (overwatch).

    ``weapons``: those whose targets are said again, as the first ones are no targets any more (40K-SHOOT-9); ``kept``:
    the others; ``halves``: of these, what `MakesAttacks` knows.
    """

    unit: str
    is_melee: bool = False
    only: str = ""
    weapons: tuple[str, ...] = ()
    kept: tuple[Aim40k, ...] = ()
    halves: tuple[str, ...] | UnsetType = UNSET

    @property
    def _why(self) -> RuleReason:
        rule = "40K-MELEE-6" if self.is_melee else "40K-SHOOT-4"
        return RuleReason(rule, Message("{unit}: at whom?", {"unit": self.unit}))

    def _shots(self, state: State40k) -> tuple[Shot40k, ...]:
        if not state.is_here(self.unit):
            return ()
        found = usable(state, self.unit, is_melee=self.is_melee, only=self.only)
        return tuple(one for one in found if not self.weapons or one.id in self.weapons)

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where no weapon has a target."""
        shots = self._shots(state)
        if not shots:
            return None
        targets = tuple(dict.fromkeys(target for one in shots for target in one.targets))
        return Choice(state.unit(self.unit).player, "aim", self._why, (self.unit, self.is_melee, targets))

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return one target for all; a target for each weapon; in shooting, one for each kind of weapon, and to use
        none (40K-SHOOT-2). In a fight each model has to use one of its weapons (40K-MELEE-3): it is asked weapon by
        weapon where that leaves a choice.
        """
        shots = self._shots(state)
        targets = tuple(dict.fromkeys(target for one in shots for target in one.targets))
        pick = PickOne(
            id="target",
            heading=message("Attack"),
            why=self._why,
            key="a",
            action=lambda target: self._all_at(state, target),
            options=tuple(self._target(state, target) for target in targets),
            is_weighed=True,
        )
        if self.is_melee:
            unused, start = _may_rest(shots), self._all_at(state, targets[0]).aims
            has_more = unused or any(len(one.modes) > 1 or len(one.targets) > 1 for one in shots)
            return (pick, weapon_by_weapon(shots, self._why, start, unused=unused)) if has_more else (pick,)
        found: list[Prompt] = [pick, weapon_by_weapon(shots, self._why)]
        kinds = by_kind(shots, self._why)
        found += [kinds] if kinds is not None else []
        return (*found, end_prompt(message("Do not shoot"), self._why))

    def _all_at(self, state: State40k, target: str) -> AimWeapons:
        aims = all_at(state, self.unit, target, is_melee=self.is_melee, only=self.only).aims
        chosen = [aim for aim in aims if not self.weapons or aim.weapon in self.weapons]
        return AimWeapons(tuple(chosen))

    def _target(self, state: State40k, target: str) -> Option:
        aims = self._all_at(state, target).aims
        lines = attack_lines(state, self.unit, aims, is_overwatch=bool(self.only), is_rough=True)
        damage = lines_odds(state, lines)[target] if any(line.target == target for line in lines) else None
        facts: tuple[RuleReason, ...] = ()
        if damage is not None:
            sentence = message("{damage:.1f} wounds on average", damage=damage.mean)
            facts = (RuleReason("40K-ATTACK-1", sentence),)
        return unit_option(state, target, facts=facts)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: weapons that the models have, each at a target that it can be used on."""
        if isinstance(action, Done) and not self.is_melee:
            return ()
        if not isinstance(action, AimWeapons):
            return NOT_DUE
        shots = {(one.model, one.slot): one for one in self._shots(state)}
        for n, aim in enumerate(action.aims):
            found = _aim_faults(shots.get((aim.model, aim.slot)), aim, f"aims[{n}]", is_melee=self.is_melee)
            if found:
                return found
        if self.is_melee:
            return _melee_faults(state, action.aims, shots)
        return _ranged_faults(state, self.unit, action.aims)

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Let the opponent react to the targets; then make the attacks."""
        aims = (*self.kept, *action.aims) if isinstance(action, AimWeapons) else self.kept
        if not aims:
            return
        state = do.state
        targets = tuple(dict.fromkeys(aim.target for aim in aims))
        for target in targets:
            rule = "40K-MELEE-6" if self.is_melee else "40K-SHOOT-4"
            do.emit("attack", "{unit} attacks {target}", rule, unit=self.unit, target=target)
        opponent = state.other(state.unit(self.unit).player)
        makes = MakesAttacks(self.unit, aims, is_overwatch=bool(self.only))
        if self.is_melee or self.only:
            do.push(makes)
        else:
            evades = [Evades(target) for target in targets if own_rules(state, target, EvadeRule)]
            halves = self._halves(state, aims) if evades else self.halves
            makes = MakesAttacks(self.unit, aims, spots=_stand(state, targets), halves=halves)
            do.push(MayUse(opponent, StratagemMoment.TARGETS_PICKED, targets), *evades, makes)

    def _halves(self, state: State40k, aims: Sequence[Aim40k]) -> tuple[str, ...]:
        """Return the weapons within half their range; of those that were kept, as it was found then (40K-TRIGGER-1)."""
        known = () if isinstance(self.halves, UnsetType) else self.halves
        return (*known, *(aim.weapon for aim in aims if aim not in self.kept and is_half(state, aim)))

    def skip(self, do: Transition40k) -> None:
        """Make the attacks whose targets are still there."""
        if self.kept and do.state.is_here(self.unit):
            do.push(MakesAttacks(self.unit, self.kept, halves=self.halves))


class Evades(Automatic[State40k], frozen=True, tag="evades", tag_field="step"):
    """A unit that was picked as a target moves, if a rule of its own lets it; that is no move of a phase
    (40K-OUTPHASE-2).
    """

    unit: str

    def resolve(self, do: Transition40k) -> None:
        """Let it, once a phase."""
        state, effects = do.state, do.state.unit(self.unit).effects
        rules = own_rules(state, self.unit, EvadeRule) if state.is_here(self.unit) else ()
        if not rules or UnitEffect40k.EVADED in effects or is_engaged(state, self.unit):
            return
        change_unit(do, self.unit, effects=(*effects, UnitEffect40k.EVADED))
        do.emit("ability", "{unit}: {what}", "40K-SHOOT-9", unit=self.unit, what=rules[0].name)
        do.push(MovesUnit40k(self.unit, MoveKind40k.EVADE, rules[0].inches))


def _aim_faults(shot: Shot40k | None, aim: Aim40k, place: str, *, is_melee: bool) -> tuple[ActionFault, ...]:
    """Return why a model cannot use a weapon so; ``shot``: what it can do with it, if anything."""
    values: dict[str, Any] = {"fighter": aim.model, "weapon": aim.slot, "unit": aim.target}
    if shot is None:
        return fault("40K-SHOOT-3", "{fighter} has no target for {weapon}", place=place, **values)
    mode = next((one for one in shot.modes if one.number == aim.mode), None)
    if mode is None or aim.target not in mode.targets:
        rule = "40K-MELEE-4" if is_melee else "40K-SHOOT-7"
        return fault(rule, "{fighter} cannot use {weapon} on {unit}", place=place, **values)
    if aim.attacks and not is_melee:
        return fault("40K-SHOOT-5", "one weapon has one target", place=place)
    return ()


def _ranged_faults(state: State40k, unit: str, aims: Iterable[Aim40k]) -> tuple[ActionFault, ...]:
    """Return the fault of a weapon used twice, of pistols beside others, of too many that shoot from inside."""
    used = Counter((aim.model, aim.slot) for aim in aims)
    if any(count > 1 for count in used.values()):
        return fault("40K-SHOOT-5", "one weapon has one target", place="aims")
    kinds = {(aim.model, is_pistol(mode_of(state, aim))) for aim in aims}
    for model in dict.fromkeys(aim.model for aim in aims):
        if {(model, True), (model, False)} <= kinds and not mixes_pistols(state, model):
            sentence = "{fighter} shoots with its pistols or with its other weapons"
            return fault("40K-SHOOT-3", sentence, place="aims", fighter=model)
    inside = [model for model, _ in used if not state.troop(model).is_here]
    if len(inside) > len(set(inside)) or len(inside) > deck_size(state, unit):
        sentence = "{count} models inside may shoot, one weapon each"
        return fault("40K-FIRINGDECK-1", sentence, count=deck_size(state, unit), place="aims")
    return ()


def _may_rest(shots: Iterable[Shot40k]) -> frozenset[str]:
    """Return the melee weapons that need not be used: of extra attacks, and those of models that have another one."""
    shots = tuple(shots)
    picked = Counter(shot.model for shot in shots if not shot.is_free())
    return frozenset(shot.id for shot in shots if shot.is_free() or picked[shot.model] > 1)


def _melee_faults(
    state: State40k, aims: Sequence[Aim40k], shots: dict[tuple[str, str], Shot40k]
) -> tuple[ActionFault, ...]:
    """Return the fault of a model that uses several melee weapons or modes, more attacks than it has, or none at all
    (40K-MELEE-3).

    Those that it has are as rules change them; where that depends on the target, those at the target that leaves most.
    """
    slots: dict[tuple[str, str], set[tuple[str, int]]] = {}
    attacks = Counter[tuple[str, str]]()
    most: dict[tuple[str, str], int] = {}
    for aim in aims:
        shot, mode = shots[aim.model, aim.slot], mode_of(state, aim)
        weapon = aim.model, aim.slot
        slots.setdefault(weapon if shot.is_free() else (aim.model, ""), set()).add((aim.slot, aim.mode))
        if mode.attacks.is_random and (aim.attacks or weapon in most):
            return fault("40K-MELEE-5", "attacks that are rolled for have one target", place="aims")
        number = attacks_of(state, aim)
        most[weapon] = max(most.get(weapon, 0), number)
        attacks[weapon] += aim.attacks or number
        if not mode.attacks.is_random and (aim.attacks > number or attacks[weapon] > most[weapon]):
            named: dict[str, Any] = {"fighter": aim.model, "weapon": aim.slot}
            return fault("40K-MELEE-5", "{fighter} has not so many attacks with {weapon}", place="aims", **named)
    for (model, _), used in slots.items():
        if len(used) > 1:
            sentence = "{fighter} picks one melee weapon for all of its attacks"
            return fault("40K-MELEE-3", sentence, fighter=model, place="aims")
    for shot in shots.values():
        if not shot.is_free() and (shot.model, "") not in slots:
            sentence = "{fighter} has to attack: it picks one of its melee weapons"
            return fault("40K-MELEE-3", sentence, fighter=shot.model, place="aims")
    return ()


class MakesAttacks(Automatic[State40k], frozen=True, tag="makes-attacks", tag_field="step"):
    """All attacks of a unit: on one target, then the next, in the attacker's order (40K-ATTACK-2).

    ``spots``: where the targets' models stood as they were picked: where one moved since, weapons that cannot be used
    on their target any more may get another (40K-SHOOT-9). From the first attack on all are made (40K-ATTACK-4).
    ``halves``: the weapons that were within half their range then, where targets may move (40K-TRIGGER-1); states
    without such targets are written as they were before there was this.
    """

    unit: str
    aims: tuple[Aim40k, ...]
    is_overwatch: bool = False
    spots: tuple[tuple[str, Point], ...] = ()
    halves: tuple[str, ...] | UnsetType = UNSET

    def resolve(self, do: Transition40k) -> None:
        """Roll for them; then the dice of hazardous weapons."""
        state = do.state
        lost = self._lost(state)
        if lost:
            kept = tuple(aim for aim in self.aims if aim not in lost)
            weapons = tuple(aim.weapon for aim in lost)
            do.push(AimsWeapons(self.unit, weapons=weapons, kept=kept, halves=self._of(kept)))
            return
        lines = attack_lines(state, self.unit, self.aims, is_overwatch=self.is_overwatch, halves=self.halves)
        hazardous = (aim for aim in self.aims if mode_of(state, aim).ability(WeaponWord.HAZARDOUS))
        hazards = [carrier_of(state, model) for model, _ in dict.fromkeys((aim.model, aim.slot) for aim in hazardous)]
        for aim in self.aims:
            if mode_of(state, aim).ability(WeaponWord.ONE_SHOT):
                change_model(do, aim.model, used=(*do.state.troop(aim.model).used, aim.slot))
        do.push(TestsHazards(self.unit, tuple(hazards)), ChecksEnd())
        targets = dict.fromkeys(line.target for line in lines)
        steps: list[tuple[str, AgendaStep]] = [
            (target, RollsLines40k(tuple(line for line in lines if line.target == target))) for target in targets
        ]
        in_order(do, state.unit(self.unit).player, steps, "40K-ATTACK-2")

    def _of(self, kept: Sequence[Aim40k]) -> tuple[str, ...] | UnsetType:
        """Return which of the weapons that are kept were within half their range."""
        if isinstance(self.halves, UnsetType):
            return UNSET
        return tuple(aim.weapon for aim in kept if aim.weapon in self.halves)

    def _lost(self, state: State40k) -> tuple[Aim40k, ...]:
        """Return the aims at what is no target any more."""
        targets = tuple(dict.fromkeys(aim.target for aim in self.aims))
        if not self.spots or self.spots == _stand(state, targets):
            return ()
        able = {
            (shot.model, shot.slot, mode.number, target)
            for shot in usable(state, self.unit, is_melee=False)
            for mode in shot.modes
            for target in mode.targets
        }
        return tuple(aim for aim in self.aims if (aim.model, aim.slot, aim.mode, aim.target) not in able)


def _stand(state: State40k, units: Iterable[str]) -> tuple[tuple[str, Point], ...]:
    """Return where the models of units stand."""
    return tuple((model.id, model.at) for unit in units for model in state.troops(unit))
