"""Previews of abilities: what each of its words will do to whom, with the odds where dice are due."""

from collections.abc import Iterator, Sequence

from warcry3d.game.odds import Distribution
from warcry3d.game.preview import Preview
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message, percentage
from warcry3d.rules.warcry.abilities.resolve_values import resolve_values
from warcry3d.rules.warcry.abilities.vocabulary import (
    ActivateNext,
    Aura,
    Bonus,
    Change,
    Do,
    Each,
    Either,
    FighterFilter,
    Grant,
    Heal,
    If,
    PickFighter,
    PlaceFighter,
    Push,
    RemoveTerrain,
    RollDice,
    When,
)
from warcry3d.rules.warcry.battle.abilities.conditions import all_hold
from warcry3d.rules.warcry.battle.abilities.effect_runner import ability_of, meant, rule_of
from warcry3d.rules.warcry.battle.abilities.selectors import select_fighters
from warcry3d.rules.warcry.battle.abilities.terrain_removal import features_within
from warcry3d.rules.warcry.battle.actions import UseAbility
from warcry3d.rules.warcry.battle.fighters import wounds_left
from warcry3d.rules.warcry.battle.movement.move_actions import allowed
from warcry3d.rules.warcry.battle.previews.ability_odds import ability_damage, amount_odds
from warcry3d.rules.warcry.battle.state import State, Use

__all__ = ["ability_preview", "words_lines"]


def ability_preview(state: State, fighter: str, action: UseAbility) -> Preview:
    """Return what an ability will do as the battle stands, whether or not it may be used."""
    use = Use(fighter=fighter, ability=action.ability, value=action.value)
    return Preview(lines=words_lines(state, use, ability_of(state, use).do))


def words_lines(state: State, use: Use, words: Sequence[Do], picked: tuple[str, ...] = ()) -> tuple[RuleReason, ...]:
    """Return what words of an ability will do: the odds of damage first, fighter by fighter, then each word."""
    settled = resolve_values(tuple(words), use.value)
    said = (*_damage_lines(state, use, settled, picked), *_said(state, use, settled, picked))
    by_text = {str(text): text for text in said}
    return tuple(RuleReason(rule_of(state, use), text) for text in by_text.values())


def _damage_lines(state: State, use: Use, words: Sequence[Do], picked: tuple[str, ...]) -> Iterator[Message]:
    """Yield the odds of the damage to each fighter; where one is picked, to each that may be."""
    for candidates, rest in _ways(state, use, words, picked):
        for id, odds in ability_damage(state, use, rest, candidates).items():
            yield _damage_line(state, id, odds)


def _ways(
    state: State, use: Use, words: Sequence[Do], picked: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Sequence[Do]]]:
    """Yield whom a player may pick, one after the other, each with the words that are about it."""
    first = words[0] if words else None
    if not isinstance(first, PickFighter):
        yield picked, words
        return
    for id in select_fighters(state, first.whom, use.fighter):
        yield from _ways(state, use, words[1:], (id,))


def _damage_line(state: State, id: str, odds: Distribution) -> Message:
    wounds = wounds_left(state, id)
    if odds.chances[odds.most] == 1.0:  # no dice
        if odds.most >= wounds:
            return message("{fighter} takes {points} damage and is taken down", fighter=id, points=odds.most)
        return message("{fighter} takes {points} damage", fighter=id, points=odds.most)
    return message(
        "{fighter} takes {average:.1f} damage on average, none with a chance of {none}, and is taken down with a "
        "chance of {down}",
        fighter=id,
        average=odds.mean,
        none=percentage(odds.chances[0], 1),
        down=percentage(odds.at_least(wounds), 1),
    )


def _said(state: State, use: Use, words: Sequence[Do], picked: tuple[str, ...]) -> Iterator[Message]:
    """Yield what each word does but damage."""
    for n, word in enumerate(words):
        match word:
            case PickFighter(whom=whom):
                offered = select_fighters(state, whom, use.fighter)
                yield _pick(word, offered)
                if offered:
                    yield from _said(state, use, words[n + 1 :], offered)
                return
            case Each(who=who, then=then):
                yield from _said(state, use, then, meant(state, use, who, picked))
            case If(that=that, then=then, otherwise=otherwise):
                yield from _said(state, use, then if all_hold(state, use, that) else otherwise, picked)
            case Either(of=options):
                for option in options:
                    effects = tuple(_all(state, use, option.then, picked))
                    yield message("choose {option}: {effects}", option=option.name, effects=effects)
            case When(event=event, then=then):
                effects = tuple(_all(state, use, then, picked))
                yield _later(event, effects)
            case RollDice():
                yield from _dice(state, use, word, picked)
            case _:
                yield from _simple(state, use, word, picked)


def _all(state: State, use: Use, words: Sequence[Do], picked: tuple[str, ...]) -> Iterator[Message]:
    yield from _damage_lines(state, use, words, picked)
    yield from _said(state, use, words, picked)


def _pick(word: PickFighter, offered: tuple[str, ...]) -> Message:
    if not offered:
        return message("no fighter can be picked")
    if word.count == "any":
        return message("pick any number of {fighters}", fighters=offered)
    if word.up_to:
        return message("pick up to {count} of {fighters}", count=word.count, fighters=offered)
    if word.count >= len(offered):
        return message("it is about {fighters}", fighters=offered)
    return message("pick {count} of {fighters}", count=word.count, fighters=offered)


def _later(event: str, effects: tuple[Message, ...]) -> Message:
    if event == "attack":
        return message("after an attack: {effects}", effects=effects)
    return message("after a move: {effects}", effects=effects)


def _dice(state: State, use: Use, word: RollDice, picked: tuple[str, ...]) -> Iterator[Message]:
    """Yield how many dice are rolled, and what their faces do beside damage."""
    is_each = isinstance(word.dice, FighterFilter)
    whose = select_fighters(state, word.dice, use.fighter) if isinstance(word.dice, FighterFilter) else ()
    dice = len(whose) if isinstance(word.dice, FighterFilter) else int(word.dice)
    for part in (*word.any, *word.each):
        effects = tuple(_said(state, use, part.then, whose if is_each else picked))
        share = (part.to - part.on + 1) / 6
        chance = 1 - (1 - share) ** dice
        rolled = counted("{n} die", "{n} dice", dice)
        values = {"dice": rolled, "on": part.on, "to": part.to, "chance": percentage(chance, 1)}
        if effects:
            yield message("{dice}: a face from {on} to {to} shows with a chance of {chance}: {effects}",
                          **values, effects=effects)  # fmt: skip
        else:
            yield message("{dice}: a face from {on} to {to} shows with a chance of {chance}", **values)


def _simple(state: State, use: Use, word: Do, picked: tuple[str, ...]) -> Iterator[Message]:
    """Yield what a word without words inside does."""
    match word:
        case Change(who=who) | Aura(who=who):
            yield from _changes(state, use, word, meant(state, use, who, picked))
        case Grant(who=who, word=granted, until=until, whom=whom):
            fighters = meant(state, use, who, picked)
            if whom is not None:
                fighters = select_fighters(state, whom, use.fighter)
            yield message(
                "{what} for {fighters}, {until}", what=granted, fighters=_names(fighters), until=_until(until)
            )
        case Heal(who=who, amount=amount):
            for id in meant(state, use, who, picked):
                points = amount_odds(amount).capped(state.fighter(id).damage)
                yield message("{fighter} heals {points:.3g} damage", fighter=id, points=points.mean)
        case Bonus(who=who):
            yield from (_bonus(state, word, id) for id in meant(state, use, who, picked))
        case _:
            yield from _places(state, use, word, picked)


def _changes(state: State, use: Use, word: Change | Aura, whose: tuple[str, ...]) -> Iterator[Message]:
    amount = word.add if word.subtract is None else word.subtract
    mean = amount_odds(amount or 0).mean * (1 if word.subtract is None else -1)
    fighters = select_fighters(state, word.whom, use.fighter) if isinstance(word, Aura) else whose
    for what in word.what:
        values = {"amount": mean, "what": what, "fighters": _names(fighters), "until": _until(word.until)}
        if word.attacks:
            yield message("{amount:+.3g} {what} of {kind} attacks for {fighters}, {until}", **values, kind=word.attacks)
        else:
            yield message("{amount:+.3g} {what} for {fighters}, {until}", **values)


def _names(fighters: tuple[str, ...]) -> tuple[str, ...] | Message:
    """Return who is meant, for a sentence; of an attack to come it is not known yet."""
    return fighters or message("its target")


def _until(until: str) -> Message:
    match until:
        case "activation":
            return message("until the activation ends")
        case "round":
            return message("until the round ends")
        case "next-attack":
            return message("for the next attack")
        case "next-move":
            return message("for the next move")
        case "this-attack":
            return message("for this attack")
    return message("for the whole battle")


def _bonus(state: State, word: Bonus, id: str) -> Message:
    inches = allowed(state, id) + amount_odds(word.add).mean if word.inches is None else amount_odds(word.inches).mean
    actions = ", ".join(word.actions)
    if "attack" in word.actions and len(word.actions) == 1:
        return message("{fighter} may make a bonus attack", fighter=id)
    if word.actions == ("disengage",):
        return message("{fighter} may make a bonus disengage", fighter=id)
    if word.actions == ("move",):
        return message("{fighter} may make a bonus move of {inches:.3g} in", fighter=id, inches=inches)
    return message(
        "{fighter} may make a bonus action: {action} ({inches:.3g} in)", fighter=id, action=actions, inches=inches
    )


def _places(state: State, use: Use, word: Do, picked: tuple[str, ...]) -> Iterator[Message]:
    match word:
        case ActivateNext(who=who):
            for id in meant(state, use, who, picked):
                yield message("{fighter} may be activated right after this activation", fighter=id)
        case PlaceFighter(who=who, within=within):
            fighters = meant(state, use, who, picked)
            if within is None:
                yield message("{fighters} set up again elsewhere", fighters=_names(fighters))
            else:
                yield message(
                    "{fighters} set up again within {inches:g} in", fighters=_names(fighters), inches=float(within)
                )
        case Push(who=who, way=way, inches=inches):
            fighters = meant(state, use, who, picked)
            values = {"fighters": _names(fighters), "inches": amount_odds(inches).mean}
            if way == "away":
                yield message("{fighters} pushed {inches:.3g} in away", **values)
            else:
                yield message("{fighters} pulled {inches:.3g} in nearer", **values)
        case RemoveTerrain(within=reach):
            yield message("one of these is removed: {features}", features=features_within(state, use.fighter, reach))
