"""Warbands composed of creatures from a file: picked by a person, or suggested (DDM-BAND-1 to -5)."""

from collections import Counter
from collections.abc import Sequence

from warcry3d.errors import QuestionError
from warcry3d.rules.armies import ArmyPick
from warcry3d.rules.army_files import numbered_ids
from warcry3d.rules.dndminiatures.creatures.band import BandCreature, CreatureBand
from warcry3d.rules.dndminiatures.creatures.card import FACTIONS, Creature
from warcry3d.rules.dndminiatures.creatures.faults import MOST_COST, MOST_CREATURES, MOST_POINTS
from warcry3d.rules.dndminiatures.creatures.files import load_cards, named_creature_file

__all__ = ["card_pool", "composed_band", "suggested_band"]

MOST_COPIES = 3
"""Of one card in a suggested warband."""

MOST_KINDS = 30
"""Commanders, and other cards, that a suggestion looks at: of a larger file every n-th by cost."""


def card_pool(pick: ArmyPick) -> tuple[Creature, ...]:
    """Return the creatures to pick from; raise `FileError` for the file."""
    return load_cards(named_creature_file(pick.file))


def composed_band(pick: ArmyPick) -> CreatureBand:
    """Return the warband of the creatures that were picked, legal or not.

    Its faction is the first that all of them may be of, else the first of the first creature's. Raise `QuestionError`
    where nobody was picked, or somebody who is not in the file.
    """
    known = {creature.id: creature for creature in card_pool(pick)}
    if not pick.fighters or any(id not in known for id in pick.fighters):
        raise QuestionError("pick creatures of {file} first", file=pick.file)
    cards = [known[id] for id in pick.fighters]
    shared = [faction for faction in FACTIONS if all(faction in card.factions for card in cards)]
    return _band(pick.name, (shared or list(cards[0].factions))[0], cards)


def _band(name: str, faction: str, cards: Sequence[Creature]) -> CreatureBand:
    ids, count, members = numbered_ids([None] * len(cards), [card.id for card in cards]), Counter[str](), []
    for id, card in zip(ids, cards, strict=True):
        count[card.name] += 1
        title = card.name if count[card.name] == 1 else f"{card.name} {count[card.name]}"
        members.append(BandCreature(id, title, card))
    return CreatureBand(name, faction, tuple(members))


def suggested_band(pick: ArmyPick, faction: str) -> tuple[str, ...]:
    """Return the ids of a legal warband of a faction: of as many points, then as many different creatures as possible.

    Raise `QuestionError` where the file has no commander of the faction.
    """
    own = [card for card in card_pool(pick) if faction in card.factions and card.cost <= MOST_COST]
    if not any(card.is_commander for card in own):
        raise QuestionError("the file has no commander of {faction} for a warband", faction=faction)
    leaders = sorted((card for card in own if card.is_commander), key=_dearest)
    others = sorted((card for card in own if not card.is_commander), key=_dearest)
    cards = [*_every_nth(leaders), *_every_nth(others)]
    return tuple(card.id for card in _best_filling(cards))


def _dearest(card: Creature) -> tuple[int, str]:
    return -card.cost, card.id


def _every_nth(cards: Sequence[Creature]) -> Sequence[Creature]:
    return cards[:: max(1, -(-len(cards) // MOST_KINDS))]


def _best_filling(cards: Sequence[Creature]) -> tuple[Creature, ...]:
    """Return creatures with a commander among them: of the most points, then the most cards, then the fewest creatures.

    Card by card, it keeps for each number of creatures, sum of points, and with or without a commander, those of the
    most different cards.
    """
    best: dict[tuple[int, int, bool], tuple[int, tuple[Creature, ...]]] = {(0, 0, False): (0, ())}
    for card in cards:
        most = 1 if card.traits.is_unique or card.is_commander else MOST_COPIES
        for (count, points, is_led), (kinds, chosen) in list(best.items()):
            for copies in range(1, most + 1):
                key = (count + copies, points + copies * card.cost, is_led or card.is_commander)
                if key[0] > MOST_CREATURES or key[1] > MOST_POINTS:
                    break
                if key not in best or kinds + 1 > best[key][0]:
                    best[key] = (kinds + 1, (*chosen, *[card] * copies))
    led = ((key, found) for key, found in best.items() if key[2])
    _, (_, chosen) = max(led, key=lambda one: (one[0][1], one[1][0], -one[0][0]))
    return chosen
