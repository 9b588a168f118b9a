"""What abilities as data say, in words for people."""

from types import MappingProxyType
from typing import Final

from warcry3d.message import Message, message, template
from warcry3d.rules.warhammer40k.datasheets.ability_words import ability_message
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import (
    Characteristic,
    CharacteristicRule,
    EligibleRule,
    EvadeRule,
    GrantRule,
    HoldsRule,
    How,
    IgnoresRule,
    LastFightRule,
    LimitRule,
    OfAttacks,
    PainRule,
    RedeployRule,
    RollRule,
    RuleMoment,
    SheetRule,
    StratagemRule,
    TimedEffect,
    TimedRule,
    Touches,
    Whom,
)
from warcry3d.rules.warhammer40k.datasheets.weapon import weapon_ability

__all__ = ["rule_message"]

CHARACTERISTICS: Final = MappingProxyType(
    {
        Characteristic.MOVE: template("M"),
        Characteristic.TOUGHNESS: template("T"),
        Characteristic.SAVE: template("SV"),
        Characteristic.LEADERSHIP: template("LD"),
        Characteristic.CONTROL: template("OC"),
        Characteristic.WEAPON_SKILL: template("WS"),
        Characteristic.BALLISTIC_SKILL: template("BS"),
        Characteristic.STRENGTH: template("S"),
        Characteristic.AP: template("AP"),
        Characteristic.ATTACKS: template("A"),
        Characteristic.DAMAGE: template("D"),
    }
)
HOWS: Final = MappingProxyType(
    {
        How.SET: template("{what} is {value}"),
        How.DIVIDE: template("{what} is divided by {value}"),
        How.MULTIPLY: template("{what} is multiplied by {value}"),
        How.ADD: template("{value} is added to {what}"),
        How.SUBTRACT: template("{value} is taken off {what}"),
        How.IMPROVE: template("{what} is better by {value}"),
        How.WORSEN: template("{what} is worse by {value}"),
    }
)
ROLLS: Final = MappingProxyType(
    {
        "hit": template("hit rolls"),
        "wound": template("wound rolls"),
        "save": template("saves"),
        "advance": template("advance rolls"),
        "charge": template("charge rolls"),
    }
)
AURAS: Final = MappingProxyType(
    {
        Whom.OWN: template("this unit"),
        Whom.FRIENDS: template("friendly units within {inches:g} in"),
        Whom.ENEMIES: template("enemy units within {inches:g} in"),
        Whom.ALL: template("all units within {inches:g} in"),
    }
)
MOMENTS: Final = MappingProxyType(
    {
        RuleMoment.COMMAND: template("in its command phase"),
        RuleMoment.ROUND_START: template("at the start of each battle round"),
        RuleMoment.ROUND_END: template("at the end of each battle round"),
        RuleMoment.MOVEMENT_END: template("at the end of each movement phase"),
        RuleMoment.SHOOTING_END: template("at the end of each shooting phase"),
        RuleMoment.FIGHT_END: template("at the end of each fight phase"),
    }
)
EFFECTS: Final = MappingProxyType(
    {
        TimedEffect.MORTAL_WOUNDS: template("{value} mortal wounds"),
        TimedEffect.HEAL: template("a model regains {value} wounds"),
        TimedEffect.COMMAND_POINTS: template("{value} CP more"),
        TimedEffect.SHOCK_TEST: template("a battle-shock test"),
    }
)


def rule_message(rule: SheetRule) -> Message:
    """Return an ability as data: its name, whom it touches, what it does."""
    what = _of_attacks(rule, _what(rule)) if isinstance(rule, OfAttacks) else _what(rule)
    if rule.leading:
        what = message("{what}, while it leads or is led", what=what)
    return message("{name} ({whom}): {what}", name=rule.name, whom=_whom(rule), what=what)


def _of_attacks(rule: OfAttacks, what: Message) -> Message:
    """Return what a rule does with the attacks that it is about."""
    if rule.attacks:
        what = Message(KINDS[rule.attacks], {"what": what})
    if rule.targets:
        what = message("{what}, at targets that are {keywords}", what=what, keywords=rule.targets)
    return message("{what}, of its own models", what=what) if rule.bearer else what


KINDS: Final = MappingProxyType(
    {"melee": template("{what} (melee attacks)"), "ranged": template("{what} (ranged attacks)")}
)
ELIGIBLE: Final = MappingProxyType(
    {
        ("charge",): template("it may charge after {after}"),
        ("shoot",): template("it may shoot after {after}"),
        ("charge", "shoot"): template("it may shoot and charge after {after}"),
    }
)
AFTER: Final = MappingProxyType(
    {
        ("advancing",): template("advancing"),
        ("falling-back",): template("falling back"),
        ("advancing", "falling-back"): template("advancing or falling back"),
    }
)
WOUNDS: Final = MappingProxyType(
    {
        "": template("feel no pain {needed}+"),
        "mortal-wounds": template("feel no pain {needed}+ against mortal wounds"),
        "psychic-attacks": template("feel no pain {needed}+ against psychic attacks"),
    }
)


def _whom(rule: Touches) -> Message:
    whom = Message(AURAS[rule.of], {"inches": rule.within})
    return message("{whom} with {keywords}", whom=whom, keywords=rule.keywords) if rule.keywords else whom


def _what(rule: SheetRule) -> Message:
    match rule:
        case CharacteristicRule(against=against):
            change = Message(HOWS[rule.how], {"what": Message(CHARACTERISTICS[rule.what]), "value": rule.value})
            return message("{what} of attacks at it", what=change) if against else change
        case RollRule(against=against):
            change = message("{value:+d} to {roll}", value=rule.value, roll=Message(ROLLS[rule.roll]))
            return message("{what} of attacks at it", what=change) if against else change
        case LimitRule(against=True):
            return message("attacks at it wound on {needed}+ only", needed=rule.needed)
        case LimitRule():
            return message("its attacks always wound on {needed}+", needed=rule.needed)
        case GrantRule():
            return message("its weapons have {ability}", ability=ability_message(weapon_ability(rule.ability)))
        case PainRule():
            return Message(WOUNDS[rule.against], {"needed": rule.needed})
        case EligibleRule():
            after = Message(AFTER[tuple(sorted(set(rule.after)))])
            return Message(ELIGIBLE[tuple(sorted(set(rule.to)))], {"after": after})
        case IgnoresRule():
            return message("its attacks ignore modifiers that make them worse")
        case HoldsRule():
            return message("objectives that it holds in its command phase stay held")
        case LastFightRule() if rule.needed:
            return message("destroyed in a fight, a model fights first on {needed}+", needed=rule.needed)
        case LastFightRule():
            return message("destroyed in a fight, a model fights first")
        case EvadeRule():
            return message("picked as a target of shots, it may move up to {inches:g} in", inches=rule.inches)
        case RedeployRule(is_new=True):
            return message("once a battle a full new unit takes its place")
        case RedeployRule():
            return message("once a battle it is taken off the table and set up again")
        case StratagemRule():
            return message("stratagems on it cost {change:+d} CP", change=rule.change)
        case TimedRule():
            effect = Message(EFFECTS[rule.effect], {"value": str(rule.value)})
            what = message("{when} {what}", when=Message(MOMENTS[rule.when]), what=effect)
            return message("{what}, on {needed}+", what=what, needed=rule.needed) if rule.needed else what
