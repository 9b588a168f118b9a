"""What models can do with their weapons: which weapons, at which targets, within which reach (40K-SHOOT, 40K-MELEE)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from warcry3d.rules.warhammer40k.battle.actions import weapon_id
from warcry3d.rules.warhammer40k.battle.attacks.seeing import glimpses_unit, sees_unit
from warcry3d.rules.warhammer40k.battle.context import CarriedWeapon
from warcry3d.rules.warhammer40k.battle.data_rules import may_after
from warcry3d.rules.warhammer40k.battle.formations import unit_has
from warcry3d.rules.warhammer40k.battle.sensing import (
    engaged_models,
    engaged_units,
    is_engaged,
    is_in_contact,
    is_near,
    once_in,
    unit_gap,
)
from warcry3d.rules.warhammer40k.battle.state import Deed40k, State40k
from warcry3d.rules.warhammer40k.datasheets.ability import CoreWord
from warcry3d.rules.warhammer40k.datasheets.weapon import SheetWeapon, WeaponMode, WeaponWord
from warcry3d.sight.distance import is_within

__all__ = [
    "Shot40k",
    "ShotMode",
    "carrier_of",
    "deck_size",
    "has_shot",
    "is_big_gun",
    "is_pistol",
    "is_unit_attached",
    "mixes_pistols",
    "shots_of",
    "strikes_of",
]

Look: TypeAlias = Callable[[State40k, str, str, float], bool]
"""Whether a model sees a unit within a reach."""

LONE_REACH = 12.0
"""A model that is farther away cannot shoot at a lone operative (in), however near others of its unit are."""


@dataclass(frozen=True, slots=True)
class ShotMode:
    """A mode of a weapon, by its ``number``, and the ``targets`` that it can be used on, the nearest first."""

    number: int
    mode: WeaponMode
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shot40k:
    """What a model can do with a weapon: its modes that have targets. ``carrier``: the model that it is used from, the
    transport of one that is inside (40K-FIRINGDECK-2).
    """

    model: str
    slot: str
    weapon: SheetWeapon
    carrier: str
    modes: tuple[ShotMode, ...]

    @property
    def id(self) -> str:
        """Return what it is called among the weapons of its unit."""
        return weapon_id(self.model, self.slot)

    @property
    def targets(self) -> tuple[str, ...]:
        """Return the targets of any of its modes."""
        return tuple(dict.fromkeys(target for mode in self.modes for target in mode.targets))

    def is_free(self) -> bool:
        """Return whether it is used beside the melee weapon that a model picks (extra attacks)."""
        return any(mode.mode.ability(WeaponWord.EXTRA_ATTACKS) for mode in self.modes)


def is_big_gun(state: State40k, unit: str) -> bool:
    """Return whether a unit is a monster or a vehicle (40K-BIGGUNS-1)."""
    return unit_has(state, unit, "monster") or unit_has(state, unit, "vehicle")


def is_pistol(mode: WeaponMode) -> bool:
    """Return whether a weapon is a pistol."""
    return mode.ability(WeaponWord.PISTOL) is not None


def mixes_pistols(state: State40k, model: str) -> bool:
    """Return whether a model may shoot with pistols and other weapons in one phase: monsters and vehicles only."""
    return is_big_gun(state, state.troop(model).part)


def is_unit_attached(state: State40k, unit: str) -> bool:
    """Return whether a leader and those that it leads are both left in a unit (40K-OPEN-1)."""
    return len({model.part for model in state.living(unit)}) > 1


def carrier_of(state: State40k, model: str) -> str:
    """Return the model from which a model's weapons are used: itself, or the transport that it is in."""
    troop = state.troop(model)
    if troop.is_here:
        return model
    return state.troops(state.unit(troop.unit).inside)[0].id


def deck_size(state: State40k, unit: str) -> int:
    """Return how many models inside a transport may shoot from it (40K-FIRINGDECK-1)."""
    deck = state.context.sheet(unit).ability(CoreWord.FIRING_DECK)
    return 0 if deck is None or deck.value is None else deck.value.plus


def shots_of(state: State40k, unit: str, only: str = "") -> tuple[Shot40k, ...]:
    """Return what models of a unit can shoot with and at whom; ``only``: the one target that counts (overwatch)."""
    return once_in(state, ("shots", unit, only), lambda: tuple(_shots(state, unit, only)))


def has_shot(state: State40k, unit: str, only: str = "") -> bool:
    """Return whether `shots_of` names any weapon; known as soon as one is."""

    def ask() -> bool:
        enemies = _enemies(state, unit, only)
        return any(
            _can_shoot(state, unit, model, mode, enemy, gap, look)
            for look in (glimpses_unit, sees_unit)
            for model, carried in _carried(state, unit)
            for mode in carried.weapon.modes
            for gap, enemy in enemies
        )

    return once_in(state, ("has-shot", unit, only), ask)


def _enemies(state: State40k, unit: str, only: str) -> list[tuple[float, str]]:
    """Return the enemy units, the nearest first, with how far they are."""
    return sorted(
        (unit_gap(state, unit, enemy.id), enemy.id) for enemy in state.enemies(unit) if only in ("", enemy.id)
    )


def _carried(state: State40k, unit: str) -> Iterator[tuple[str, CarriedWeapon]]:
    """Yield the ranged weapons of a unit and of those that shoot out of it, with who has them, as far as not used."""
    models = [model.id for model in state.troops(unit)]
    if deck_size(state, unit):
        models += [one.id for inside in state.passengers(unit) for one in state.living(inside.id)]
    for model in models:
        for carried in state.context.weapons(model, is_melee=False):
            if carried.slot not in state.troop(model).used:
                yield model, carried


def _shots(state: State40k, unit: str, only: str) -> Iterator[Shot40k]:
    enemies = _enemies(state, unit, only)
    for model, carried in _carried(state, unit):
        modes = []
        for number, mode in enumerate(carried.weapon.modes):
            targets = tuple(enemy for gap, enemy in enemies if _can_shoot(state, unit, model, mode, enemy, gap))
            if targets:
                modes.append(ShotMode(number, mode, targets))
        if modes:
            yield Shot40k(model, carried.slot, carried.weapon, carrier_of(state, model), tuple(modes))


def _can_shoot(
    state: State40k, unit: str, model: str, mode: WeaponMode, enemy: str, gap: float, look: Look = sees_unit
) -> bool:
    """Return whether a model can use a mode of a ranged weapon on an enemy unit, as far as a ``look`` shows it."""
    reach = mode.reach or 0.0
    if not is_within(gap, reach) or not _is_open(state, unit, mode, enemy):
        return False
    is_barred = Deed40k.ADVANCED in state.unit(unit).did and mode.ability(WeaponWord.ASSAULT) is None
    if is_barred and not may_after(state, unit, "shoot", "advancing"):
        return False
    carrier = carrier_of(state, model)
    if _is_lone(state, enemy) and not _is_within(state, carrier, enemy, LONE_REACH):
        return False
    if mode.ability(WeaponWord.INDIRECT_FIRE):
        return _is_within(state, carrier, enemy, reach)
    return look(state, carrier, enemy, reach)


def _is_within(state: State40k, model: str, unit: str, limit: float) -> bool:
    """Return whether some model of a unit is within a distance of a model."""
    figure = state.table.model(model)
    return any(is_near(figure, one, limit) for one in state.figures(unit))


def _is_lone(state: State40k, unit: str) -> bool:
    parts = {model.part for model in state.troops(unit)}
    return len(parts) == 1 and all(state.context.sheet(part).ability(CoreWord.LONE_OPERATIVE) for part in parts)


def _is_open(state: State40k, unit: str, mode: WeaponMode, enemy: str) -> bool:
    """Return whether engagement ranges let a unit shoot at an enemy with a mode (40K-SHOOT-8, 40K-BIGGUNS)."""
    own = engaged_units(state, unit)
    if mode.ability(WeaponWord.BLAST) and is_engaged(state, enemy):
        return False
    if enemy in own:
        return is_pistol(mode) or is_big_gun(state, unit)
    if own and not is_big_gun(state, unit):
        return False
    return not is_engaged(state, enemy) or is_big_gun(state, enemy)


def strikes_of(state: State40k, unit: str) -> tuple[Shot40k, ...]:
    """Return what models of a unit can do with their melee weapons, and at whom (40K-MELEE-1 to 4)."""
    return once_in(state, ("strikes", unit), lambda: tuple(_strikes(state, unit)))


def _strikes(state: State40k, unit: str) -> Iterator[Shot40k]:
    for model in state.troops(unit):
        targets = tuple(enemy for enemy in struck_by(state, model.id) if _can_strike(state, unit, enemy))
        for carried in state.context.weapons(model.id, is_melee=True) if targets else ():
            if carried.slot not in model.used:
                modes = tuple(ShotMode(n, mode, targets) for n, mode in enumerate(carried.weapon.modes))
                yield Shot40k(model.id, carried.slot, carried.weapon, model.id, modes)


def _can_strike(state: State40k, unit: str, enemy: str) -> bool:
    """Return whether a unit can make melee attacks on another: aircraft and those that fly only (40K-AIRCRAFT-13)."""
    if is_aircraft(state, enemy):
        return unit_has(state, unit, "fly")
    return not is_aircraft(state, unit) or unit_has(state, enemy, "fly")


def is_aircraft(state: State40k, unit: str) -> bool:
    """Return whether a unit is aircraft now: one that hovers is not (40K-HOVER-2)."""
    return unit_has(state, unit, "aircraft") and not state.unit(unit).has_hover


def struck_by(state: State40k, model: str) -> tuple[str, ...]:
    """Return the enemy units that a model can attack in a fight: in its engagement range, and those touched by a model
    of its unit that it touches (40K-MELEE-2, 40K-MELEE-4, 40K-OPEN-22).
    """
    near = {state.troop(one.id).unit for one in engaged_models(state, model)}
    figure, unit = state.table.model(model), state.troop(model).unit
    for friend in state.figures(unit):
        if friend.id != model and is_in_contact(figure, friend):
            enemies = engaged_models(state, friend.id)
            near |= {state.troop(one.id).unit for one in enemies if is_in_contact(friend, one)}
    return tuple(enemy.id for enemy in state.enemies(state.troop(model).unit) if enemy.id in near)
