"""Creatures and their warbands as text."""

from collections.abc import Iterator, Sequence

from warcry3d.message import Message, counted, message
from warcry3d.rules.dndminiatures.creatures.band import BandCreature, CreatureBand
from warcry3d.rules.dndminiatures.creatures.card import AttackValue, Creature
from warcry3d.rules.dndminiatures.creatures.card_words import SIZES, type_word
from warcry3d.rules.dndminiatures.creatures.figures import creature_figure
from warcry3d.rules.dndminiatures.creatures.power_lines import (
    commander_line,
    damage_message,
    hit_line,
    power_line,
    trait_lines,
)

__all__ = ["attacks_message", "band_creature_card", "creature_band_head", "creature_card", "creature_line"]


def creature_band_head(band: CreatureBand) -> Message:
    """Return a warband's name, faction, creatures and points."""
    return message(
        "{name} ({faction}): {creatures}, {points} points",
        name=band.name,
        faction=band.faction,
        creatures=counted("{n} creature", "{n} creatures", len(band.creatures)),
        points=band.points,
    )


def creature_line(creature: Creature) -> Message:
    """Return a creature in one line: who, for what, how fast, how tough."""
    line = message(
        "{name} [{id}]: {points} points, Level {level}, Speed {speed}, AC {ac}, HP {hp}",
        name=creature.name,
        id=creature.id,
        points=creature.cost,
        level=creature.level,
        speed=creature.speed,
        ac=creature.ac,
        hp=creature.hp,
    )
    if not creature.is_commander:
        return line
    return message("{creature}, commander {rating}", creature=line, rating=creature.rating)


def band_creature_card(one: BandCreature) -> tuple[Message, ...]:
    """Return a creature of a warband: what it is called there, and its card."""
    card = one.creature
    head = message("{name} [{id}]", name=one.name, id=one.id)
    if not one.name.startswith(card.name):
        head = message("{name}, {card} [{id}]", name=one.name, card=card.name, id=one.id)
    return (head, *creature_card(card))


def creature_card(creature: Creature) -> Iterator[Message]:
    """Yield a card (DDM-CARD-1): cost and rating, type, numbers, attacks, what it can do, how it stands on a table."""
    factions = "/".join(creature.factions)
    if creature.is_commander:
        yield message(
            "  {factions}, {points} points, commander rating {rating}",
            factions=factions,
            points=creature.cost,
            rating=creature.rating,
        )
    else:
        yield message("  {factions}, {points} points", factions=factions, points=creature.cost)
    if creature.types:
        words = tuple(type_word(word) for word in creature.types)
        yield message("  {size}: {types}", size=Message(SIZES[creature.size]), types=words)
    else:
        yield message("  {size}", size=Message(SIZES[creature.size]))
    yield message(
        "  Level {level}, Speed {speed}, AC {ac}, HP {hp}",
        level=creature.level,
        speed=creature.speed,
        ac=creature.ac,
        hp=creature.hp,
    )
    yield message("  melee {attacks}", attacks=attacks_message(creature.melee))
    if creature.ranged:
        yield message("  ranged {attacks}", attacks=attacks_message(creature.ranged))
    if creature.commander is not None:
        yield message("  commander effect: {effect}", effect=commander_line(creature.commander))
    yield from (message("  {ability}", ability=line) for line in trait_lines(creature.traits))
    yield from (message("  {ability}", ability=hit_line(one)) for one in creature.on_hit)
    yield from (message("  {ability}", ability=power_line(one)) for one in creature.powers)
    yield from (message("  on the card, without effect in play: {note}", note=note) for note in creature.notes)
    yield message(
        "  {squares}, stands as {figure}",
        squares=counted("{n} square", "{n} x {n} squares", creature.size.cells),
        figure=creature_figure(creature),
    )


def attacks_message(attacks: Sequence[AttackValue]) -> Message:
    """Return attack values as a card prints them, kinds of damage in the reader's language."""
    values = "/".join(f"{one.bonus:+d}" for one in attacks)
    damages = list(dict.fromkeys(one.damage for one in attacks))
    each = [one.damage for one in attacks] if len(damages) > 1 else damages
    shown = damage_message(each[0])
    for damage in each[1:]:
        shown = message("{first}/{second}", first=shown, second=damage_message(damage))
    return message("{values} ({damage})", values=values, damage=shown)
