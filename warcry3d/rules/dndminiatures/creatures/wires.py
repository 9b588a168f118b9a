"""Conversion of creatures between files and the program, and what no card can say."""

from collections.abc import Iterable

import msgspec

from warcry3d.rules.dndminiatures.creatures.attack_text import attack_text, attacks_from_text, is_damage_kind
from warcry3d.rules.dndminiatures.creatures.card import Creature
from warcry3d.rules.dndminiatures.creatures.format import CreatureWire
from warcry3d.rules.dndminiatures.creatures.traits import (
    CommanderEffect,
    Condition,
    HitDamage,
    Lasting,
    OnHit,
    Power,
    Resistance,
    Traits,
)
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.pieces import unique_ids
from warcry3d.table.shipped import figure_names

__all__ = ["IMMUNITIES", "creature_from_wire", "creature_to_wire"]

IMMUNITIES = ("critical", "morale", *(one.value for one in Condition if one is not Condition.INVISIBLE))
"""What a creature can be immune to."""


def creature_from_wire(wire: CreatureWire, spot: JsonPath) -> Creature:
    """Return the creature; raise `FileError` for what a card cannot say, rules of warbands aside."""
    if len(set(wire.factions)) < len(wire.factions):
        raise spot.at("factions").error("a faction symbol is given twice")
    if wire.commander is not None and not wire.rating:
        raise spot.at("commander").error("only a creature with a commander rating has a commander effect")
    if wire.figure is not None and wire.figure not in figure_names():
        raise spot.at("figure").error(
            "no figure '{name}'; there are: {known}", name=wire.figure, known=", ".join(figure_names())
        )
    traits = wire.traits or Traits()
    _check_traits(traits, spot.at("traits"))
    _check_effect_of_commander(wire.commander, spot.at("commander"))
    _check_powers(wire, spot)
    values = {name: getattr(wire, name) for name in wire.__struct_fields__}
    values["factions"] = tuple(wire.factions)
    values["melee"] = attacks_from_text(wire.melee, spot.at("melee"))
    values["ranged"] = () if wire.ranged is None else attacks_from_text(wire.ranged, spot.at("ranged"))
    values["traits"] = traits
    values["figure"] = wire.figure or ""
    return Creature(**values)


def _check_traits(traits: Traits, spot: JsonPath) -> None:
    for i, word in enumerate(traits.immune):
        if word not in IMMUNITIES:
            raise spot.at("immune", i).error(
                "unknown word '{word}'; known here: {known}", word=word, known=", ".join(IMMUNITIES)
            )
    _check_kinds(traits.resistances, spot.at("resistances"))


def _check_effect_of_commander(effect: CommanderEffect | None, spot: JsonPath) -> None:
    if effect is not None and not effect.bonuses and not effect.rallied_act:
        raise spot.error("it has no effect: give it a bonus, or let rallied followers act")


def _check_powers(wire: CreatureWire, spot: JsonPath) -> None:
    unique_ids((power.id for power in wire.powers), spot.at("powers"))
    unique_ids((hit.id for hit in wire.on_hit), spot.at("on_hit"))
    for i, power in enumerate(wire.powers):
        here = spot.at("powers", i)
        _check_effect(power, here, has_more=bool(power.heal or power.routs))
        if power.save == "half" and power.damage is None:
            raise here.at("save").error("a save can halve only damage, and this power deals none")
        if power.save == "half" and power.dc is None:
            raise here.at("dc").error("the field '{field}' is missing", field="dc")
    for i, hit in enumerate(wire.on_hit):
        _check_effect(hit, spot.at("on_hit", i), has_more=False)


def _check_effect(one: Power | OnHit, spot: JsonPath, *, has_more: bool) -> None:
    if one.damage is not None:
        _check_kinds([one.damage], spot.at("damage"))
    if one.lasting is not None and one.lasting == Lasting(until=one.lasting.until):
        raise spot.at("lasting").error("it has no effect: give it a bonus or a condition")
    if one.damage is None and one.lasting is None and not has_more:
        raise spot.error("it has no effect: give it damage, healing, a morale save or a lasting effect")


def _check_kinds(found: Iterable[HitDamage | Resistance], spot: JsonPath) -> None:
    for one in found:
        for kind in (one.kind, one.bonus_kind if isinstance(one, HitDamage) else ""):
            if not is_damage_kind(kind):
                raise spot.error(
                    "expected a kind of damage in lower-case words, such as 'fire', got '{text}'", text=kind
                )


def creature_to_wire(creature: Creature) -> CreatureWire:
    """Return a creature as files write it; reading that back gives the same creature."""
    values = msgspec.structs.asdict(creature)
    values["factions"] = list(creature.factions)
    values["melee"] = attack_text(creature.melee)
    values["ranged"] = attack_text(creature.ranged) if creature.ranged else None
    values["traits"] = None if creature.traits == Traits() else creature.traits
    values["figure"] = creature.figure or None
    return CreatureWire(**values)
