"""Ability texts of shared rosters as data, where all of a text can be said in the words of `sheet_rules`."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from warcry3d.errors import QuestionError
from warcry3d.rules.warhammer40k.datasheets.ability import AbilityText
from warcry3d.rules.warhammer40k.datasheets.ability_text import plain_text
from warcry3d.rules.warhammer40k.datasheets.moment_texts import moment_rules
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import (
    Characteristic,
    CharacteristicRule,
    EligibleRule,
    GrantRule,
    How,
    PainRule,
    RollRule,
    SheetRule,
    Whom,
)
from warcry3d.rules.warhammer40k.datasheets.weapon import granted_ability

__all__ = ["TextUnit", "rules_of_text"]

TARGETS: Final = (
    *("aircraft", "battleline", "beast", "character", "daemon", "epic hero", "fly", "infantry", "monster", "mounted"),
    *("psyker", "swarm", "terminator", "titanic", "transport", "vehicle", "walker"),
)
"""Keywords of targets that texts may name; another word there may be a condition."""


@dataclass(frozen=True, slots=True)
class TextUnit:
    """Whose text it is. ``is_single``: of one model; ``leads``: it can join others; ``keywords``: those of its army."""

    is_single: bool = False
    leads: bool = False
    keywords: tuple[str, ...] = ()


def rules_of_text(ability: AbilityText, unit: TextUnit) -> tuple[SheetRule, ...]:
    """Return the rules that an ability's text says; empty where any of it is not understood.

    >>> text = "Each time a melee attack targets this unit, subtract 1 from the Hit roll."
    >>> (rule,) = rules_of_text(AbilityText("Thorny", text), TextUnit())
    >>> (rule.roll, rule.value, rule.attacks, rule.against)
    ('hit', -1, 'melee', True)
    """
    name = ability.name.strip()[:80]
    text = _plain(ability.text)
    if not name or not text:
        return ()
    if found := moment_rules(name, text, is_single=unit.is_single):
        return found
    head = _head(text, unit)
    if head is None:
        return ()
    common, subject, rest = head
    found_rules: list[SheetRule] = []
    for clause in _clauses(rest):
        some = _clause(clause, subject, {"name": name, **common}, unit)
        if not some:
            return ()
        found_rules += some
    return tuple(found_rules)


def _plain(text: str) -> str:
    """Return a text in lower case with plain quotes, bullets as new lines, and one blank between words."""
    plain = plain_text(text).casefold().replace("’", "'").replace("‘", "'")
    plain = re.sub("[“”″]", '"', plain)
    lines = [re.sub(r"^\s*[■•▪◦*-]\s*", "", line).strip() for line in plain.splitlines()]
    return "\n".join(" ".join(line.split()) for line in lines if line)


Head = tuple[dict[str, Any], str, str]


def _head(text: str, unit: TextUnit) -> Head | None:
    """Return for whom a text holds, as fields of rules; how it calls these units from there on; and what comes next."""
    if found := re.match(r"while this model is leading a unit[,:]\s*", text):
        return {"leading": True}, r"that unit", text[found.end() :]
    if found := re.match(r"while this model is leading an? (?P<words>[a-z' -]+?) unit[,:]\s*", text):
        keywords = _all_keywords(found["words"], (*unit.keywords, *TARGETS))
        fields: dict[str, Any] = {"leading": True, "keywords": keywords}
        return (fields, r"that unit", text[found.end() :]) if keywords is not None else None
    led = r"while (?:an? (?P<words>[a-z' -]+?) model|a leader) is leading this unit[,:]\s*"
    if found := re.match(led, text):
        words = found["words"] or "character"
        known = (*unit.keywords, "character", "leader")
        is_any = _all_keywords(words, known) is not None and "character" in words
        return ({"leading": True}, r"(?:this|that) unit", text[found.end() :]) if is_any else None
    aura = (
        r"while an? (?P<side>friendly|enemy) (?P<words>[a-z' -]*?)\s?units? (?:is|are) within "
        r"(?P<inches>\d{1,2})\" of this (?:model|unit),\s*"
    )
    if found := re.match(aura, text):
        keywords = _all_keywords(found["words"], (*unit.keywords, *TARGETS))
        if keywords is None:
            return None
        of = Whom.FRIENDS if found["side"] == "friendly" else Whom.ENEMIES
        common = {"of": of, "within": float(found["inches"]), "keywords": keywords}
        return common, r"that unit", text[found.end() :]
    if re.match(r"(?:while|if|once|when|at|in|until|from)\b", text):
        return None
    if unit.is_single:
        return {}, r"this (?:model|unit)", text
    return {}, r"this unit", text


def _all_keywords(words: str, known: Iterable[str]) -> tuple[str, ...] | None:
    """Return the keywords that a text is made of; None where anything else is in it."""
    found: list[str] = []
    rest = f" {words.strip()} "
    for word in sorted(set(known), key=len, reverse=True):
        if f" {word} " in rest:
            found.append(word)
            rest = rest.replace(f" {word} ", "  ")
    return None if rest.strip() else tuple(sorted(found))


def _clauses(text: str) -> Iterator[str]:
    """Yield the sentences of a text without their full stops."""
    for line in text.split("\n"):
        for sentence in re.split(r"(?<=[a-z\])\"])[.;]\s+", line):
            if plain := sentence.strip().rstrip(".;,").strip():
                yield plain


Made = list[SheetRule]
_NUMBER = r"(?P<value>\d)"
_KIND = r"(?:(?P<kind>melee|ranged) )?"


def _clause(clause: str, subject: str, common: dict[str, Any], unit: TextUnit) -> Made:
    """Return the rules of a sentence; empty where it is not understood."""
    makers: tuple[tuple[str, Callable[[re.Match[str], dict[str, Any]], Made]], ...] = (
        (
            rf"each time (?:a model in {subject}|{subject}) makes an? {_KIND}attack"
            r"(?: that targets an? (?:enemy )?(?P<targets>[a-z ]+?) units?)?, (?P<effects>.+)",
            _attack_rules,
        ),
        (rf"each time an? {_KIND}attack targets {subject}, (?P<effects>.+)", _defence_rules),
        (
            rf"each time an? {_KIND}attack is (?P<effects_head>allocated) to (?:a model in {subject}|{subject}), "
            r"(?P<effects>.+)",
            _defence_rules,
        ),
        (
            rf"{_KIND}weapons equipped by (?:models in {subject}|{subject}) have the "
            r"(?P<abilities>\[?[a-z0-9+ -]+\]?(?:(?:,| and|, and) \[?[a-z0-9+ -]+\]?)*) abil(?:ity|ities|ties)",
            _grants,
        ),
        (
            rf"(?P<how>add|subtract) {_NUMBER}(?:\")? (?:to|from) the (?P<what>[a-z ]+?) characteristics? of "
            rf"{_KIND}(?P<whose>weapons equipped by |)(?:models in {subject}|{subject})",
            _characteristics,
        ),
        (
            rf"(?P<how>improve|worsen) the (?P<what>[a-z ]+?) characteristics? of "
            rf"{_KIND}(?P<whose>weapons equipped by |)(?:models in {subject}|{subject}) by {_NUMBER}",
            _characteristics,
        ),
        (
            rf"(?:models in {subject}|{subject}) ha(?:ve|s) the feel no pain (?P<needed>[2-6])\+ ability"
            r"(?: against (?P<against>mortal wounds|psychic attacks))?",
            _pain,
        ),
        (
            rf"{subject} is eligible to (?P<to>shoot and declare a charge|declare a charge|shoot) in a turn in which "
            r"it (?P<after>(?:advanced|fell back)(?: or (?:advanced|fell back))?)",
            _eligible,
        ),
        (
            r"(?:you can )?add (?P<value>\d) to (?P<rolls>advance and charge|charge and advance|advance|charge) rolls "
            rf"made for {subject}",
            lambda found, fields: [
                RollRule(roll=roll, value=int(found["value"]), **fields)  # type: ignore[arg-type]
                for roll in found["rolls"].split(" and ")
            ],
        ),
    )
    for pattern, make in makers:
        if found := re.fullmatch(pattern, clause):
            fields = dict(common)
            if "this model" in clause and unit.leads:
                if make is not _attack_rules:
                    return []
                fields["bearer"] = True
            return make(found, fields)
    return []


def _kind(found: re.Match[str]) -> dict[str, Any]:
    return {"attacks": found["kind"]} if found["kind"] else {}


def _attack_rules(found: re.Match[str], fields: dict[str, Any]) -> Made:
    """Return the rules of what a unit's attacks gain."""
    fields = {**fields, **_kind(found)}
    if found["targets"]:
        targets = tuple(found["targets"].split(" or "))
        if not set(targets) <= set(TARGETS):
            return []
        fields["targets"] = targets
    return _effects(found["effects"], fields)


def _defence_rules(found: re.Match[str], fields: dict[str, Any]) -> Made:
    """Return the rules of what attacks at a unit lose."""
    fields = {**fields, **_kind(found), "against": True}
    return _effects(found["effects"], fields)


_ROLL = re.compile(r"(?P<how>add|subtract) (?P<value>\d) (?:to|from) the (?P<roll>hit|wound) roll")
_OF_ATTACK = re.compile(
    r"(?P<how>improve|worsen) the (?P<what>[a-z ]+) characteristic of that attack by (?P<value>\d)"
    r"|(?P<how2>add|subtract) (?P<value2>\d) (?:to|from) (?:the (?P<what2>[a-z ]+) characteristic of that attack|"
    r"that attack's (?P<what3>[a-z ]+) characteristic)"
)
_HALVED = re.compile(r"halve (?:the damage characteristic of that attack|that attack's damage characteristic)")
_CHARACTERISTICS: Final = {
    "armour penetration": Characteristic.AP,
    "attacks": Characteristic.ATTACKS,
    "ballistic skill": Characteristic.BALLISTIC_SKILL,
    "damage": Characteristic.DAMAGE,
    "leadership": Characteristic.LEADERSHIP,
    "move": Characteristic.MOVE,
    "objective control": Characteristic.CONTROL,
    "save": Characteristic.SAVE,
    "strength": Characteristic.STRENGTH,
    "toughness": Characteristic.TOUGHNESS,
    "weapon skill": Characteristic.WEAPON_SKILL,
}
OF_WEAPONS: Final = (
    *(Characteristic.AP, Characteristic.ATTACKS, Characteristic.BALLISTIC_SKILL, Characteristic.DAMAGE),
    *(Characteristic.STRENGTH, Characteristic.WEAPON_SKILL),
)


def _effects(text: str, fields: dict[str, Any]) -> Made:
    """Return the rules of what happens to an attack, one for each thing that is said; empty where any is unknown."""
    rules: Made = []
    for part in re.split(r",? and (?=(?:add|subtract|improve|worsen|you can)\b)", text):
        rule = _effect(part.strip(), fields)
        if rule is None:
            return []
        rules.append(rule)
    return rules


def _effect(text: str, fields: dict[str, Any]) -> SheetRule | None:
    if found := _ROLL.fullmatch(text):
        value = int(found["value"]) * (1 if found["how"] == "add" else -1)
        return RollRule(roll=found["roll"], value=value, **fields)  # type: ignore[arg-type]
    if found := _OF_ATTACK.fullmatch(text):
        what = _CHARACTERISTICS.get(found["what"] or found["what2"] or found["what3"])
        if what not in OF_WEAPONS:
            return None
        how = How(found["how"] or found["how2"])
        return CharacteristicRule(what=what, how=how, value=int(found["value"] or found["value2"]), **fields)
    if _HALVED.fullmatch(text) and fields.get("against"):
        return CharacteristicRule(what=Characteristic.DAMAGE, how=How.DIVIDE, value=2, **fields)
    if re.fullmatch(r"you can re-?roll the wound roll", text) and not fields.get("against"):
        return GrantRule(ability="twin-linked", **fields)
    return None


def _grants(found: re.Match[str], fields: dict[str, Any]) -> Made:
    words = re.split(r",? and |, ", found["abilities"].replace("[", "").replace("]", ""))
    try:
        named = [str(granted_ability(word)) for word in words]
    except QuestionError:
        return []
    return [GrantRule(ability=one, **fields, **_kind(found)) for one in named]


def _characteristics(found: re.Match[str], fields: dict[str, Any]) -> Made:
    names: Sequence[str] = re.split(r",? and |, ", found["what"])
    whats = [_CHARACTERISTICS.get(name) for name in names]
    is_weapon = bool(found["whose"])
    if any(what is None or (what in OF_WEAPONS) is not is_weapon for what in whats) or (
        found["kind"] and not is_weapon
    ):
        return []
    if found["how"] in ("add", "subtract") and {Characteristic.LEADERSHIP, Characteristic.SAVE} & set(whats):
        return []
    common = {"how": How(found["how"]), "value": int(found["value"]), **fields, **_kind(found)}
    return [CharacteristicRule(what=what, **common) for what in whats if what is not None]


def _eligible(found: re.Match[str], fields: dict[str, Any]) -> Made:
    to = [word for word, said in (("shoot", "shoot"), ("charge", "declare a charge")) if said in found["to"]]
    after = [word for word, said in (("advancing", "advanced"), ("falling-back", "fell")) if said in found["after"]]
    return [EligibleRule(to=tuple(to), after=tuple(after), **fields)]  # type: ignore[arg-type]


def _pain(found: re.Match[str], fields: dict[str, Any]) -> Made:
    return [PainRule(needed=int(found["needed"]), against=(found["against"] or "").replace(" ", "-"), **fields)]  # type: ignore[arg-type]
