"""Abilities as warscrolls of 2015 print them, in English, read as words of the vocabulary where all is understood.

Sentences are looked for one by one. An ability is enforced only if nothing is left that reads like a rule: what tells
of spirits and of fury may stand beside it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from warcry3d.rules.ageofsigmar.warscrolls.ability import When
from warcry3d.rules.army_files import hyphenated

__all__ = ["ReadText", "keyword_of", "read_ability"]

Word: TypeAlias = dict[str, Any]
Found: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ReadText:
    """What was read of an ability: words as files have them (None: not all was), when they work, what carries it."""

    words: tuple[Word, ...] | None
    when: When = "always"
    bearers: tuple[str, ...] = ()


def keyword_of(name: str) -> str:
    """Return the keyword that a name of some units stands for: the plural is the same word.

    >>> keyword_of("Chaos Daemons"), keyword_of("Saurus")
    ('chaos-daemon', 'saurus')
    """
    word = hyphenated(name)
    return word if word.endswith(("us", "ss", "is")) else word.removesuffix("s")


def _against(name: str) -> Word:
    return {"side": "enemy", "keywords": [keyword_of(name.removesuffix(" unit").removesuffix(" units"))]}


def _friends(found: Found) -> Word:
    return {"side": "friend", "within": float(found["within"]), "keywords": [keyword_of(found["whose"])]}


def _near(found: Found) -> list[Word]:
    return [{"is": "near", "whom": _friends(found)}]


def _weapons(found: Found) -> list[str]:
    return [hyphenated(found["weapon"])]


def _on_hit(found: Found, **more: object) -> Word:
    return {"do": "on-attack", "roll": "hit-roll", "least": int(found["least"]), "weapons": _weapons(found), **more}


def _on_wound(found: Found, **more: object) -> Word:
    return {"do": "on-attack", "roll": "wound-roll", "least": int(found["least"]), "weapons": _weapons(found), **more}


def _amount(text: str) -> int | str:
    plain = {"a": 1, "an": 1, "one": 1, "an additional": 1, "two": 2, "three": 3}.get(text.lower())
    return plain if plain is not None else int(text) if text.isdigit() else text


_CHARGED: Final[list[Word]] = [{"is": "did", "what": "charged"}]
_UNMOVED: Final[Word] = {"is": "did", "what": "moved", "not": True}

Make: TypeAlias = Callable[[Found], list[Word]]

_INCH = r"(?P<within>\d+)(?:\"|”)"
_LEAST = r"(?P<least>\d) or (?:more|higher)"
_A = r"[\w'’\- ]+?"

SENTENCES: Final[tuple[tuple[str, Make], ...]] = (
    (
        rf"If the hit roll for a model attacking with a (?P<weapon>{_A}) is {_LEAST}, that blow strikes[^.]* inflicts "
        r"(?P<n>\w+) mortal wounds? instead of its normal damage\. Do not make a wound or save roll for the attack\.",
        lambda f: [_on_hit(f, mortal=_amount(f["n"]), instead=True)],
    ),
    (
        rf"If the hit roll for an attack made by an? {_A} is {_LEAST}, do not roll to wound\. Instead, the target unit "
        r"suffers (?P<n>\w+) mortal wounds?[^.]*\.",
        lambda f: [
            {
                "do": "on-attack",
                "roll": "hit-roll",
                "least": int(f["least"]),
                "mortal": _amount(f["n"]),
                "instead": True,
            }
        ],
    ),
    (
        rf"If the hit roll is {_LEAST} when a model attacks with an? (?P<weapon>{_A}), the attack’s Damage "
        r"characteristic is (?P<n>\d) rather than \d, or (?P<m>\d) rather than \d if the target is an? "
        r"(?P<foe>[\w ]+)\.",
        lambda f: [
            _on_hit(f, damage=int(f["n"]), against={"side": "enemy", "without": [keyword_of(f["foe"])]}),
            _on_hit(f, damage=int(f["m"]), against=_against(f["foe"])),
        ],
    ),
    (
        rf"If an? {_A} attacking with an? (?P<weapon>{_A}) scores a hit then [^.]*\. Instead of making a single wound "
        r"roll, roll a dice and make of wound rolls equal to the number scored\.",
        lambda f: [{"do": "on-attack", "roll": "hit-roll", "least": 2, "weapons": _weapons(f), "hits": "D6"}],
    ),
    (
        rf"If the wound roll for an? (?P<weapon>{_A}) is {_LEAST} and the target is an? (?P<foe>{_A}), it does "
        r"(?P<n>\w+) damage instead of \d\.",
        lambda f: [_on_wound(f, damage=_amount(f["n"]), against=_against(f["foe"]))],
    ),
    (
        rf"If the wound roll for an? (?P<weapon>{_A}) is {_LEAST} and the model charged in the same turn, the attack "
        r"inflicts (?P<n>an additional) mortal wound\.",
        lambda f: [_on_wound(f, mortal=1, only=[{"is": "did", "what": "charged"}])],
    ),
    (
        rf"You (?:may|can) re-roll any hit rolls of 1 when an? {_A} attacks an? (?P<foe>\w+) unit in the "
        r"(?P<phase>shooting|combat) phase\.",
        lambda f: [
            {
                "do": "re-roll",
                "what": ["hit-roll"],
                "which": "ones",
                "phases": [f["phase"]],
                "against": _against(f["foe"]),
            }
        ],
    ),
    (
        rf"You can re-roll (?:all )?(?P<roll>hit|wound|save) rolls of 1 for an? {_A} in the (?P<phase>shooting|combat) "
        rf"phase whilst its unit is within {_INCH} of any (?P<whose>{_A}) from your army\.",
        lambda f: [
            {"do": "re-roll", "what": [f"{f['roll']}-roll"], "which": "ones", "phases": [f["phase"]], "only": _near(f)}
        ],
    ),
    (
        rf"You can re-roll (?P<roll>hit|wound|save) rolls of 1 for {_A} if they are within {_INCH} of any "
        rf"(?P<whose>{_A})\.",
        lambda f: [{"do": "re-roll", "what": [f"{f['roll']}-roll"], "which": "ones", "only": _near(f)}],
    ),
    (
        rf"You can re-roll (?P<roll>hit|wound|save) rolls of 1 for (?P<whose>{_A}) models within {_INCH} of an? {_A}\.",
        lambda f: [{"do": "re-roll", "what": [f"{f['roll']}-roll"], "which": "ones", "who": _friends(f)}],
    ),
    (
        rf"You can re-roll battleshock tests for units of (?P<whose>{_A}) within {_INCH} of any {_A}\.",
        lambda f: [{"do": "re-roll", "what": ["battleshock-roll"], "which": "any", "who": _friends(f)}],
    ),
    (
        rf"Add (?P<n>\d) to the result of battleshock tests made for enemy units that are within {_INCH} of any {_A}\.",
        lambda f: [_battleshock(f, int(f["n"]))],
    ),
    (
        rf"If a battleshock test is made for an enemy unit within {_INCH} of any\s+{_A}, add (?P<n>\d) to the result\.",
        lambda f: [_battleshock(f, int(f["n"]))],
    ),
    (
        r"If this model has made a charge move this turn, it can make (?P<n>\d) extra attacks? with each of its melee "
        r"weapons\.",
        lambda f: [
            {
                "do": "change",
                "what": ["attacks"],
                "add": int(f["n"]),
                "attacks": "melee",
                "who": "model",
                "only": _CHARGED,
            }
        ],
    ),
    (
        rf"If a unit of {_A} does not move in the movement phase, then you can add (?P<n>\d) to the Attacks "
        rf"characteristic of any (?P<weapon>{_A})s the unit uses in the shooting phase of the same turn\.",
        lambda f: [
            {"do": "change", "what": ["attacks"], "add": int(f["n"]), "weapons": _weapons(f), "only": [_UNMOVED]}
        ],
    ),
    (
        rf"If this model’s (?P<weapon>{_A}) targets a unit of (?P<foe>{_A}), its Damage characteristic is "
        rf"(?P<n>\d) rather "
        r"than \d\.",
        lambda f: [
            {
                "do": "change",
                "what": ["damage"],
                "set": int(f["n"]),
                "weapons": _weapons(f),
                "against": _against(f["foe"]),
            }
        ],
    ),
    (
        rf"If {_A} targets an? (?P<foe>{_A}) unit with his (?P<weapon>{_A}), you can add (?P<n>\d) to the "
        rf"result of the wound "
        r"rolls\.",
        lambda f: [
            {
                "do": "change",
                "what": ["wound-roll"],
                "add": int(f["n"]),
                "weapons": _weapons(f),
                "against": _against(f["foe"]),
            }
        ],
    ),
    (
        rf"If an? {_A} shoots an? (?P<weapon>{_A}) at a target within {_INCH}, it has a Rend characteristic of "
        r"-(?P<n>\d) rather than ‘-’\.",
        lambda f: [
            {
                "do": "change",
                "what": ["rend"],
                "add": -int(f["n"]),
                "weapons": [hyphenated(f["weapon"])],
                "against": {"side": "enemy", "within": float(f["within"])},
            }
        ],
    ),
    (
        rf"The range of an? {_A}’s (?P<weapon>{_A}) attack is increased to (?P<n>\d+)\" whilst its unit is "
        rf"within {_INCH} "
        rf"of any (?P<whose>{_A}) from your army\.",
        lambda f: [{"do": "change", "what": ["range"], "set": int(f["n"]), "weapons": _weapons(f), "only": _near(f)}],
    ),
    (
        r"Add one to this unit’s hit rolls if it has at least (?P<a>\d+) models, and 1 to the number of attacks each "
        rf"model makes with its {_A} weapon if it has at least (?P<b>\d+) models\.",
        lambda f: [
            {"do": "change", "what": ["hit-roll"], "add": 1, "only": [{"is": "models", "least": int(f["a"])}]},
            {"do": "change", "what": ["attacks"], "add": 1, "only": [{"is": "models", "least": int(f["b"])}]},
        ],
    ),
    (
        r"Add 1 to hit rolls for this unit in the shooting phase if it has at least (?P<a>\d+) models, or add "
        r"2 if it has "
        r"at least (?P<b>\d+) models\.",
        lambda f: [
            {
                "do": "change",
                "what": ["hit-roll"],
                "add": 1,
                "phases": ["shooting"],
                "only": [{"is": "models", "least": int(least)}],
            }
            for least in (f["a"], f["b"])
        ],
    ),
    (
        r"When you make save rolls for (?:this unit|an? [\w ]+), ignore the (?:enemy’s|attacker’s) Rend "
        r"characteristic(?: of -(?P<n>\d))?\.",
        lambda f: [{"do": "grant", "word": "ignore-rend", "amount": int(f["n"] or 0)}],
    ),
    (
        r"In addition, roll a dice whenever it suffers a mortal wound\. On a result of (?P<n>\d) or higher, "
        r"the wound is "
        r"ignored\.",
        lambda f: [{"do": "grant", "word": "ignore-mortal-wounds", "amount": int(f["n"])}],
    ),
    (
        rf"If this unit is within {_INCH} of any (?P<whose>{_A}), add (?P<a>\d) to its Bravery and (?P<b>\d) "
        rf"to the result "
        r"of any save rolls for it\.",
        lambda f: [
            {"do": "change", "what": ["bravery"], "add": int(f["a"]), "only": _near(f)},
            {"do": "change", "what": ["save-roll"], "add": int(f["b"]), "only": _near(f)},
        ],
    ),
    (r"Models in this unit may carry [\w ]+\.", lambda f: []),
)
"""Sentences of abilities that always work, and the words that they stand for."""

USED: Final[tuple[tuple[str, When, Make], ...]] = (
    (
        r"Immediately after this unit attacks in the combat phase, roll a dice and move each model up to that many "
        r"inches\.",
        "after-combat",
        lambda f: [{"do": "go", "inches": "D6"}],
    ),
    (
        rf"A model armed with an? (?P<bearer>{_A}) can make an? \w+ attack in each combat phase\. Pick an "
        rf"enemy unit that "
        rf"is within {_INCH} of the model with the {_A}\. That unit suffers (?P<n>\w+) mortal wounds\.",
        "combat",
        lambda f: [
            {"do": "pick", "whom": {"side": "enemy", "within": float(f["within"])}},
            {"do": "mortal-wounds", "who": "picked", "amount": _amount(f["n"])},
        ],
    ),
    (
        rf"{_A} heal (?P<n>\w+) wounds in your hero phase if they are within {_INCH} of a terrain feature[^.]*\.",
        "hero",
        lambda f: [
            {
                "do": "if",
                "that": [{"is": "near-terrain", "within": float(f["within"])}],
                "then": [{"do": "heal", "amount": _amount(f["n"])}],
            }
        ],
    ),
    (
        r"If this model is your general and uses this ability, then until your next hero phase you can add "
        r"(?P<n>\d) to "
        r"the results of any hit rolls in the combat phase for this model and friendly (?P<whose>[\w ]+) units within "
        r"(?P<within>\d+)\" of him\.",
        "command",
        lambda f: [
            {
                "do": "change",
                "what": ["hit-roll"],
                "add": int(f["n"]),
                "phases": ["combat"],
                "until": "hero-phase",
                **who,
            }
            for who in ({}, {"who": {**_friends(f), "other": True}})
        ],
    ),
    (
        rf"If an? {_A} uses this ability, pick an? (?P<whose>{_A}) unit within {_INCH}\. You can add (?P<n>\d) "
        rf"to all hit "
        r"rolls for that unit until your next hero phase\.",
        "command",
        lambda f: [
            {"do": "pick", "whom": _friends(f)},
            {"do": "change", "who": "picked", "what": ["hit-roll"], "add": int(f["n"]), "until": "hero-phase"},
        ],
    ),
    (
        rf"In your hero phase, an? {_A} can perform a rite[^.]*\. If it does so, roll a dice\. If the result "
        rf"is (?P<n>\d) "
        rf"or more, pick an? (?P<whose>{_A}) unit within {_INCH}\. You can re-roll run rolls, charge rolls and "
        rf"save rolls "
        r"for that unit until your next hero phase\.",
        "hero",
        lambda f: [
            {"do": "pick", "whom": _friends(f)},
            {"do": "roll", "dice": 1, "each": [{"on": int(f["n"]), "then": [_rites("picked")]}]},
        ],
    ),
    (
        rf"In your hero phase, an? {_A} can perform a rite[^.]*\. If it does so, roll a dice\. If the result "
        rf"is (?P<n>\d) "
        rf"or more, all (?P<whose>{_A}) units from your army within {_INCH} can re-roll run rolls, charge "
        rf"rolls and save "
        r"rolls until your next hero phase\.",
        "hero",
        lambda f: [{"do": "roll", "dice": 1, "each": [{"on": int(f["n"]), "then": [_rites(_friends(f))]}]}],
    ),
    (
        rf"[\w ()]+ has a casting value of \d+\. If successfully cast, you can set up (?:a unit of up to "
        rf"(?P<n>\d+) |an? |)"
        rf"(?P<scroll>[\w\-– ]+?) within {_INCH} of the caster and more than (?P<away>\d+)\" from any enemy "
        rf"models\. The "
        r"(?:unit|model) is added to your army but cannot move in the following movement phase\.(?: If the "
        r"result of the "
        r"casting roll was (?P<from>\d+) or more, set up a unit of up to (?P<more>\d+) [\w\- ]+ instead\.)?",
        "hero",
        lambda f: [
            {
                "do": "set-up",
                "warscroll": hyphenated(f["scroll"]),
                "models": int(f["n"] or 1),
                "within": float(f["within"]),
                "away": float(f["away"]),
                **({"more": int(f["more"]), "more_from": int(f["from"])} if f["more"] else {}),
            }
        ],
    ),
)
"""Texts of abilities that their player uses, and of spells."""

_RULE_WORDS: Final = re.compile(
    r"\d|\b(?:re-roll|rolls?|dice|add|subtract|wounds?|wounded|mortal|hit|save|inch|characteristic|phase|turn|instead|"
    r"charge|must|cannot|retreat|run|fly)\b",
    re.IGNORECASE,
)
"""What a sentence has that may be a rule."""


def _battleshock(found: Found, number: int) -> Word:
    enemies = {"side": "enemy", "within": float(found["within"])}
    return {"do": "change", "what": ["battleshock-roll"], "add": number, "who": enemies}


def _rites(who: object) -> Word:
    rolls = ["run-roll", "charge-roll", "save-roll"]
    return {"do": "re-roll", "what": rolls, "which": "any", "who": who, "until": "hero-phase"}


_SENTENCES: Final = tuple((re.compile(pattern), make) for pattern, make in SENTENCES)
_USED: Final = tuple((re.compile(pattern), when, make) for pattern, when, make in USED)


def read_ability(text: str) -> ReadText:
    """Return an ability's words where all of its text is understood.

    >>> rule = "When you make save rolls for this unit, ignore the enemy’s Rend characteristic of -1."
    >>> read_ability(f"Steel is hard. {rule}").words
    ({'do': 'grant', 'word': 'ignore-rend', 'amount': 1},)
    >>> read_ability("Pick a number between 1 and 6.").words is None
    True
    """
    plain = re.sub(r"\s+", " ", text.replace("'", "’")).strip()
    for pattern, when, make in _USED:
        if (match := pattern.search(plain)) and not _RULE_WORDS.search(plain[: match.start()] + plain[match.end() :]):
            bearer = match.groupdict().get("bearer")
            return ReadText(tuple(make(match.groupdict())), when, (bearer,) if bearer else ())
    words: list[Word] = []
    for pattern, make in _SENTENCES:
        if match := pattern.search(plain):
            words += make(match.groupdict())
            plain = plain[: match.start()] + plain[match.end() :]
    return ReadText(tuple(words)) if words and not _RULE_WORDS.search(plain) else ReadText(None)
