"""Choosing targets: all attacks of a unit, before any die is rolled (AOS-TARGET)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action
from warcry3d.game.agenda import AgendaStep, Asking
from warcry3d.game.ordering import in_order
from warcry3d.game.prompts import Bin, Divide, Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.rules.ageofsigmar.battle.actions import AimAttacks, AimedAttacks
from warcry3d.rules.ageofsigmar.battle.attacks.attack_lines import (
    attack_lines,
    attacks_of,
    lines_odds,
    weapons_of,
)
from warcry3d.rules.ageofsigmar.battle.attacks.attack_rolls import DealsDamage, RollsLines
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition
from warcry3d.rules.ageofsigmar.battle.modifiers import AttackScene, changed_weapon
from warcry3d.rules.ageofsigmar.battle.picking import unit_option
from warcry3d.rules.ageofsigmar.battle.sensing import are_near, once_in, sees_unit, unit_gap
from warcry3d.rules.ageofsigmar.battle.state import AttackUnderWay, SigmarState
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.sight.distance import is_within

__all__ = ["AimsAttacks", "Shots", "all_at", "can_attack", "shots_of"]


@dataclass(frozen=True, slots=True)
class Shots:
    """What a model can do with a weapon: so many ``attacks`` (1 where they are rolled for) at one of ``targets``."""

    model: str
    weapon: str
    name: str
    attacks: int
    targets: tuple[str, ...]

    @property
    def id(self) -> str:
        """Return what it is called among the weapons of its unit."""
        return f"{self.model}|{self.weapon}"


def shots_of(state: SigmarState, unit: str, kind: WeaponKind) -> tuple[Shots, ...]:
    """Return what each model can do with each weapon of a kind, those without a target left out (AOS-TARGET-6)."""
    return once_in(state, ("shots", unit, kind), lambda: tuple(_shots(state, unit, kind)))


def _shots(state: SigmarState, unit: str, kind: WeaponKind) -> Iterator[Shots]:
    enemies = sorted((unit_gap(state, unit, enemy.id), enemy.id) for enemy in state.enemies(unit))
    for model in state.troops(unit):
        for weapon in weapons_of(state, model.id, kind):
            targets = []
            number = 0
            for gap, enemy in enemies:
                scene = AttackScene(unit, enemy, kind, weapon.id, model.id)
                reach, _ = changed_weapon(state, weapon, scene)
                if is_within(gap, reach) and sees_unit(state, model.id, enemy, reach):
                    dice = attacks_of(state, weapon, scene)
                    number = max(number, 1 if dice.is_random else dice.plus)
                    targets.append(enemy)
            if targets and number:
                yield Shots(model.id, weapon.id, weapon.name, number, tuple(targets))


def can_attack(state: SigmarState, unit: str, kind: WeaponKind) -> bool:
    """Return whether a unit has an attack of a kind with a target, as soon as one is found."""

    def ask() -> bool:
        if ("shots", unit, kind) in state.known:
            return bool(shots_of(state, unit, kind))
        for model in state.troops(unit):
            for weapon in weapons_of(state, model.id, kind):
                for enemy in state.enemies(unit):
                    scene = AttackScene(unit, enemy.id, kind, weapon.id, model.id)
                    reach, _ = changed_weapon(state, weapon, scene)
                    if are_near(state, unit, enemy.id, reach) and sees_unit(state, model.id, enemy.id, reach):
                        return True
        return False

    return once_in(state, ("can-attack", unit, kind), ask)


def all_at(state: SigmarState, unit: str, kind: WeaponKind, target: str) -> AimAttacks:
    """Return the attacks of a unit all at one target, those that cannot be at the nearest other one (AOS-OPEN-40)."""
    return AimAttacks(
        tuple(
            AimedAttacks(one.model, one.weapon, target if target in one.targets else one.targets[0], one.attacks)
            for one in shots_of(state, unit, kind)
        )
    )


class AimsAttacks(Asking[SigmarState], frozen=True, tag="aims-attacks", tag_field="step"):
    """A player says the targets of all attacks of a unit (AOS-TARGET-1)."""

    unit: str
    kind: WeaponKind
    inspired: bool = False

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-TARGET-1", Message("{unit}: at whom?", {"unit": self.unit}))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where no attack has a target."""
        shots = shots_of(state, self.unit, self.kind)
        if not shots:
            return None
        targets = tuple(dict.fromkeys(target for one in shots for target in one.targets))
        return Choice(state.unit(self.unit).player, "aim", self._why, (self.unit, self.kind.value, targets))

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return one target for all; and a target for each attack, where there are several."""
        shots = shots_of(state, self.unit, self.kind)
        targets = tuple(dict.fromkeys(target for one in shots for target in one.targets))
        pick = PickOne(
            id="target",
            heading=message("Attack"),
            why=self._why,
            key="a",
            action=lambda target: all_at(state, self.unit, self.kind, target),
            options=tuple(self._target(state, target) for target in targets),
            is_weighed=True,
        )
        return (pick, self._division(shots, targets, state)) if len(targets) > 1 else (pick,)

    def _target(self, state: SigmarState, target: str) -> Option:
        aims = tuple(one for one in all_at(state, self.unit, self.kind, target).aims if one.target == target)
        lines = attack_lines(state, self.unit, self.kind, aims, inspired=self.inspired)
        damage = lines_odds(state, lines)[target]
        attacks = counted("{n} attack", "{n} attacks", sum(one.attacks for one in aims))
        sentence = message("{attacks}: {damage:.1f} wounds on average", attacks=attacks, damage=damage.mean)
        return unit_option(state, target, facts=(RuleReason("AOS-ATTACK-1", sentence),))

    def _division(self, shots: tuple[Shots, ...], targets: tuple[str, ...], state: SigmarState) -> Divide:
        """Return the prompt that divides single attacks among targets (AOS-TARGET-4)."""
        items, allowed, start = [], dict[str, set[str]](), []
        for one in shots:
            for n in range(one.attacks):
                id = f"{one.id}|{n}"
                label = Message("{fighter}, {weapon}", {"fighter": one.model, "weapon": one.name})
                items.append(Option(id, label, model=one.model))
                start.append((id, one.targets[0]))
                for target in one.targets:
                    allowed.setdefault(target, set()).add(id)
        bins = tuple(
            Bin(target, Message("{unit}", {"unit": target}), items=frozenset(allowed[target])) for target in targets
        )
        return Divide(
            id="targets",
            heading=message("Divide the attacks"),
            why=RuleReason("AOS-TARGET-4", message("attacks may be split among targets")),
            action=_aimed,
            items=tuple(items),
            bins=bins,
            start=tuple(start),
        )

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: all attacks, each at a target that its model can attack."""
        if not isinstance(action, AimAttacks):
            return NOT_DUE
        shots = {(one.model, one.weapon): one for one in shots_of(state, self.unit, self.kind)}
        aimed = Counter[tuple[str, str]]()
        for n, aim in enumerate(action.aims):
            found = _aim_faults(shots.get((aim.model, aim.weapon)), aim, f"aims[{n}]")
            if found:
                return found
            aimed[aim.model, aim.weapon] += aim.attacks
        for key, one in shots.items():
            if aimed[key] != one.attacks:
                values: dict[str, Any] = {"fighter": one.model, "weapon": one.name, "attacks": one.attacks}
                sentence = "{fighter} makes {attacks} attacks with {weapon}, not {given}"
                return fault("AOS-OPEN-40", sentence, place="aims", given=aimed[key], **values)
        return ()

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Roll for all attacks, unit by unit; then deal the damage (AOS-TARGET-5, AOS-DAMAGE-1)."""
        assert isinstance(action, AimAttacks), "its faults said so"
        state = do.state
        do.change(attack=AttackUnderWay(unit=self.unit, inspired=self.inspired))
        lines = attack_lines(state, self.unit, self.kind, action.aims, inspired=self.inspired)
        do.push(DealsDamage(self.unit))
        targets = dict.fromkeys(line.target for line in lines)
        steps: list[tuple[str, AgendaStep]] = [
            (target, RollsLines(tuple(line for line in lines if line.target == target))) for target in targets
        ]
        for target in targets:
            do.emit("attack", "{unit} attacks {target}", "AOS-TARGET-1", unit=self.unit, target=target)
        in_order(do, state.unit(self.unit).player, steps, "AOS-TARGET-5")


def _aim_faults(one: Shots | None, aim: AimedAttacks, place: str) -> tuple[ActionFault, ...]:
    """Return why a model cannot aim attacks so; ``one``: what it can do with that weapon, if anything."""
    values: dict[str, Any] = {"fighter": aim.model, "weapon": aim.weapon, "unit": aim.target}
    if one is None:
        return fault("AOS-TARGET-6", "{fighter} has no target for {weapon}", place=place, **values)
    if aim.target not in one.targets:
        sentence = "no model of {unit} is both in range of {fighter} and visible to it"
        return fault("AOS-TARGET-2", sentence, place=place, **values)
    return ()


def _aimed(answer: tuple[tuple[str, str], ...]) -> AimAttacks:
    """Return the attacks of a division, those of a weapon at one target together."""
    counts = Counter((tuple(item.split("|")[:2]), target) for item, target in answer)
    return AimAttacks(
        tuple(AimedAttacks(model, weapon, target, n) for ((model, weapon), target), n in sorted(counts.items()))
    )
