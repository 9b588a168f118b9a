"""What abilities, spells and commander effects do, as text."""

from collections.abc import Iterator, Sequence

from warcry3d.message import Message, counted, message
from warcry3d.rules.dndminiatures.creatures.card_words import (
    CASES,
    CONDITIONS,
    ENDS,
    IMMUNITY_WORDS,
    SCORES,
    kind_word,
    type_word,
)
from warcry3d.rules.dndminiatures.creatures.traits import (
    CommanderEffect,
    HitDamage,
    Lasting,
    OnHit,
    Power,
    Resistance,
    ScoreBonus,
    Traits,
)

__all__ = ["bonus_message", "commander_line", "damage_message", "hit_line", "power_line", "trait_lines"]


def damage_message(damage: HitDamage) -> Message:
    """Return damage such as ``10 magic + 5 fire``."""
    first = _amount(damage.amount, damage.kind)
    if not damage.bonus:
        return first
    return message("{first} + {second}", first=first, second=_amount(damage.bonus, damage.bonus_kind))


def _amount(amount: int, kind: str) -> Message:
    return message("{amount} {kind}", amount=amount, kind=kind_word(kind)) if kind else message("{n}", n=amount)


def bonus_message(bonus: ScoreBonus) -> Message:
    """Return a change of a score, with the cases that it is about."""
    line = message("{score} {amount:+d}", score=Message(SCORES[bonus.score]), amount=bonus.amount)
    cases = [Message(CASES[case]) for case in bonus.when]
    cases += [message("against {type}", type=type_word(word)) for word in bonus.against]
    return message("{bonus} ({cases})", bonus=line, cases=tuple(cases)) if cases else line


def commander_line(effect: CommanderEffect) -> Message:
    """Return what a commander does for its followers, or to enemies."""
    parts = [bonus_message(bonus) for bonus in effect.bonuses]
    parts += [message("who rallies may act in the same turn")] * effect.rallied_act
    types = tuple(type_word(word) for word in effect.types)
    whom = message("enemies") if effect.on_enemies else message("followers")
    if types:
        return message("{whom} of type {types}: {does}", whom=whom, types=types, does=tuple(parts))
    return message("{whom}: {does}", whom=whom, does=tuple(parts))


def trait_lines(traits: Traits) -> Iterator[Message]:
    """Yield a line for each special ability that works by itself."""
    yield from (bonus_message(bonus) for bonus in traits.bonuses)
    yield from (_resistance(one) for one in traits.resistances)
    if traits.immune:
        yield message("immune: {words}", words=tuple(Message(IMMUNITY_WORDS[word]) for word in traits.immune))
    if traits.critical < 20:
        yield message("critical hits from {natural} on", natural=traits.critical)
    if traits.conceal:
        yield message("conceal {roll}", roll=traits.conceal)
    if traits.spell_resistance:
        yield message("spell resistance {roll}", roll=traits.spell_resistance)
    if traits.reach > 1:
        yield message("melee reach {squares}", squares=traits.reach)
    if traits.range is not None:
        yield message("shoots {squares} squares at most", squares=traits.range)
    if traits.regenerates:
        yield message("heals {points} HP at the start of its turn", points=traits.regenerates)
    yield from _plain_traits(traits)


def _plain_traits(traits: Traits) -> Iterator[Message]:
    if traits.cleave:
        yield message("cleave: one more melee attack after destroying an enemy")
    if traits.flies:
        yield message("flies")
    if traits.picks_target:
        yield message("may shoot at any enemy in sight")
    if traits.ignores_cover:
        yield message("ignores cover when it shoots")
    if traits.ignores_melee:
        yield message("shoots into melee without a penalty")
    if traits.difficult:
        yield message("difficult: gets nothing from commander effects of its side")
    if traits.is_unique:
        yield message("unique: one in a warband")


def _resistance(one: Resistance) -> Message:
    if one.amount is None and one.kind:
        return message("immune to {kind}", kind=kind_word(one.kind))
    if one.amount is None:
        return message("weapons without magic do it no damage")
    if one.kind:
        return message("resists {amount} {kind}", amount=one.amount, kind=kind_word(one.kind))
    return message("damage reduction {amount}", amount=one.amount)


def power_line(power: Power) -> Message:
    """Return a spell or a power in one line: uses, range, whom, what it does, the save."""
    head = message("{name}", name=power.name)
    if power.uses is not None:
        head = message("{name}, {uses}", name=power.name, uses=counted("{n} use", "{n} uses", power.uses))
    kind = message("spell of level {level}", level=power.level) if power.is_spell else message("in place of an attack")
    parts = [*_does(power), *_save(power)]
    return message(
        "{name} ({kind}; {target}; {range}): {does}",
        name=head,
        kind=kind,
        target=_target(power),
        range=_range(power),
        does=tuple(parts),
    )


def _range(power: Power) -> Message:
    match power.range:
        case "touch":
            return message("touch")
        case "sight":
            return message("in sight")
        case "self":
            return message("itself")
        case "warband":
            return message("wherever they are")
        case squares:
            return counted("within {n} square", "within {n} squares", int(squares))


def _target(power: Power) -> Message:
    words = {
        ("nearest", "enemy"): message("the nearest enemy"),
        ("nearest", "friend"): message("the nearest friend"),
        ("nearest", "any"): message("the nearest creature"),
        ("one", "enemy"): message("one enemy"),
        ("one", "friend"): message("one friend"),
        ("one", "any"): message("one creature"),
        ("all", "enemy"): message("all enemies"),
        ("all", "friend"): message("all friends"),
        ("all", "any"): message("all creatures"),
    }
    plain = words[power.picks, power.target]
    types = tuple(type_word(word) for word in power.types)
    return message("{whom} of type {types}", whom=plain, types=types) if types else plain


def _does(power: Power) -> Iterator[Message]:
    if power.damage is not None:
        yield message("{damage} damage", damage=damage_message(power.damage))
    if power.heal:
        yield message("heals {points} HP", points=power.heal)
    if power.routs:
        yield message("a morale save, or it routs")
    yield from _lasts(power.lasting)


def _save(one: Power) -> Sequence[Message]:
    if one.dc is None:
        return ()
    if one.save == "half":
        return (message("save {dc}: half", dc=one.dc),)
    return (message("save {dc}: nothing", dc=one.dc),)


def _lasts(lasting: Lasting | None) -> Iterator[Message]:
    if lasting is None:
        return
    yield from (bonus_message(bonus) for bonus in lasting.bonuses)
    yield from (Message(CONDITIONS[one]) for one in lasting.conditions)
    if lasting.magic_weapon:
        yield message("its weapons are magic")
    yield Message(ENDS[lasting.until])


def hit_line(one: OnHit) -> Message:
    """Return what a melee hit does beside its damage."""
    head = message("{name}", name=one.name)
    if one.uses is not None:
        head = message("{name}, {uses}", name=one.name, uses=counted("{n} use", "{n} uses", one.uses))
    parts = [] if one.damage is None else [message("{damage} damage", damage=damage_message(one.damage))]
    parts += _lasts(one.lasting)
    parts += [] if one.dc is None else [message("save {dc}: nothing", dc=one.dc)]
    return message("{name} (with a melee hit): {does}", name=head, does=tuple(parts))
