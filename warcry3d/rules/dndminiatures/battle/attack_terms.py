"""The sum of an attack, term by term: what is added to the die, the armour class it must reach, the damage of a hit
(DDM-ATTACK, DDM-MOD).
"""

from dataclasses import dataclass

from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, percentage
from warcry3d.rules.dndminiatures.battle.bonuses import changes
from warcry3d.rules.dndminiatures.battle.sensing import cover_of, restricts, sees, threatens, touch
from warcry3d.rules.dndminiatures.battle.state import AttackMode, SkirmishState
from warcry3d.rules.dndminiatures.creatures.card import AttackValue
from warcry3d.rules.dndminiatures.creatures.traits import BonusCase, CardScore, Condition, HitDamage
from warcry3d.rules.dndminiatures.grid.contact import Contact, is_flanking

__all__ = [
    "AttackSituation",
    "AttackSum",
    "attack_sum",
    "cases_of",
    "conceal_rule",
    "damage_of",
    "flanking_partner",
    "outcome_terms",
    "resisted",
    "value_of",
]

COVER = 4
FLANKING = 2
CHARGING = 2
UNSEEN = 2
STUNNED = 2
HELPLESS_SHOT = 4
IN_MELEE = 4
HIDDEN_CONCEAL = 11
SIDES = 20
MAGIC = "magic"


@dataclass(frozen=True, slots=True)
class AttackSituation:
    """An attack that is asked about or under way."""

    attacker: str
    target: str
    mode: AttackMode
    value: int
    is_charge: bool = False
    is_opportunity: bool = False

    @property
    def is_melee(self) -> bool:
        """Return whether it is a melee attack."""
        return self.mode == "melee"


@dataclass(frozen=True, slots=True)
class AttackSum:
    """What an attack comes to: ``bonus`` is added to the D20, which must reach ``armour``; each with its terms.

    ``critical``: the lowest natural number that hits by itself and counts double. ``conceal``: what a second D20 must
    reach (0: there is none). ``hits_surely``: no roll is made, and a hit counts double (DDM-MOD-5).
    """

    bonus: int
    armour: int
    critical: int
    conceal: int
    hits_surely: bool
    terms: tuple[RuleReason, ...]
    cover: tuple[RuleReason, ...] = ()

    @property
    def least(self) -> int:
        """Return the lowest natural number that hits (DDM-ATTACK-1, -2, -4, -5)."""
        return max(min(self.armour - self.bonus, self.critical), 2)


def value_of(state: SkirmishState, situation: AttackSituation) -> AttackValue:
    """Return the attack value on the card."""
    card = state.card(situation.attacker)
    return (card.melee if situation.is_melee else card.ranged)[situation.value]


def flanking_partner(state: SkirmishState, attacker: str, target: str) -> str:
    """Return who flanks a target together with an attacker; empty: nobody (DDM-FLANK-1, -4).

    The attacker is adjacent; the partner is too, sees the target and has no wall's corner between.
    """
    if touch(state, attacker, target) is Contact.NONE:
        return ""
    own = state.creature(attacker).player
    for other in state.enemies(target):
        if other.id == attacker or (state.context.agreed.partner == "own" and other.player != own):
            continue
        if is_flanking(state.space(target), state.space(attacker), state.space(other.id)) and restricts(
            state, other.id, target
        ):
            return other.id
    return ""


def cases_of(state: SkirmishState, situation: AttackSituation, *, of_target: bool = False) -> frozenset[BonusCase]:
    """Return the cases that bonuses may be about, seen from the attacker or from the target."""
    one, other = situation.attacker, situation.target
    found = {BonusCase.MELEE if situation.is_melee else BonusCase.RANGED}
    if situation.is_charge:
        found.add(BonusCase.CHARGE)
    if situation.is_opportunity:
        found.add(BonusCase.OPPORTUNITY)
    if situation.is_melee and flanking_partner(state, one, other):
        found.add(BonusCase.FLANKING)
    if of_target:
        one, other = other, one
    if state.card(other).size.is_larger_than(state.card(one).size):
        found.add(BonusCase.LARGER)
    return frozenset(found)


def _term(rule: str, template: str, amount: int, **values: object) -> RuleReason:
    return RuleReason(rule, Message(template, {"amount": amount, **values}))


def attack_sum(state: SkirmishState, situation: AttackSituation) -> AttackSum:
    """Return what an attack comes to now."""
    attacker, target = situation.attacker, situation.target
    card = state.card(attacker)
    bonus, armour = value_of(state, situation).bonus, state.card(target).ac
    terms = [
        _term("DDM-CARD-9", "{amount:+d} attack value", bonus),
        _term("DDM-CARD-7", "AC {amount}", armour),
    ]
    cases = cases_of(state, situation)
    for change in changes(state, attacker, CardScore.ATTACK, cases, target):
        bonus += change.amount
        terms.append(_term(change.rule, "{amount:+d} {source}", change.amount, source=change.source))
    for change in changes(state, target, CardScore.AC, cases_of(state, situation, of_target=True), attacker):
        armour += change.amount
        terms.append(_term(change.rule, "AC {amount:+d} {source}", change.amount, source=change.source))
    if situation.is_melee and situation.is_charge:
        bonus += CHARGING
        terms.append(_term("DDM-MOD-1", "{amount:+d} charging", CHARGING))
    if situation.is_melee and BonusCase.FLANKING in cases:
        bonus += FLANKING
        partner = flanking_partner(state, attacker, target)
        terms.append(_term("DDM-MOD-2", "{amount:+d} flanking with {fighter}", FLANKING, fighter=partner))
    if not sees(state, target, attacker):
        bonus += UNSEEN
        rule = "DDM-MOD-3" if situation.is_melee else "DDM-MOD-11"
        terms.append(_term(rule, "{amount:+d} unseen by the target", UNSEEN))
    if state.has(target, Condition.STUNNED):
        armour -= STUNNED
        rule = "DDM-MOD-4" if situation.is_melee else "DDM-MOD-10"
        terms.append(_term(rule, "AC {amount:+d} stunned", -STUNNED))
    if not situation.is_melee and state.is_helpless(target):
        bonus += HELPLESS_SHOT
        terms.append(_term("DDM-MOD-12", "{amount:+d} the target is helpless", HELPLESS_SHOT))
    if not situation.is_melee and not card.traits.ignores_melee and _is_in_melee(state, attacker, target):
        armour += IN_MELEE
        terms.append(_term("DDM-MOD-8", "AC {amount:+d} in melee", IN_MELEE))
    cover = _cover(state, situation)
    if cover:
        armour += COVER
        terms.append(_term("DDM-MOD-6" if situation.is_melee else "DDM-MOD-9", "AC {amount:+d} cover", COVER))
    return AttackSum(
        bonus,
        armour,
        card.traits.critical,
        _conceal(state, situation),
        situation.is_melee and state.is_helpless(target),
        tuple(terms),
        cover,
    )


def _is_in_melee(state: SkirmishState, attacker: str, target: str) -> bool:
    """Return whether a friend of the attacker and the target threaten each other, or one the other (DDM-MOD-8)."""
    return any(
        threatens(state, friend.id, target) or threatens(state, target, friend.id) for friend in state.friends(attacker)
    )


def _conceal(state: SkirmishState, situation: AttackSituation) -> int:
    """Return what the second D20 must reach: the target's Conceal, 11 at least where it is not seen (DDM-MOD-7)."""
    own = state.card(situation.target).traits.conceal
    return own if sees(state, situation.attacker, situation.target) else max(own, HIDDEN_CONCEAL)


def conceal_rule(state: SkirmishState, situation: AttackSituation) -> str:
    """Return the rule behind the second D20: what the target's card says, or that the attacker does not see it."""
    own = state.card(situation.target).traits.conceal
    return "DDM-CARD-14" if own and own == _conceal(state, situation) else "DDM-MOD-7"


def outcome_terms(state: SkirmishState, situation: AttackSituation) -> tuple[RuleReason, ...]:
    """Return what changes what a roll leads to: hits without one or on lower numbers, hits that miss after all, damage
    that is added, resisted or never doubled.
    """
    terms: list[RuleReason] = []
    is_sure = situation.is_melee and state.is_helpless(situation.target)
    if is_sure:
        terms.append(RuleReason("DDM-MOD-5", Message("helpless: hit without a roll, for double damage")))
    elif (critical := state.card(situation.attacker).traits.critical) < SIDES:
        terms.append(RuleReason("DDM-ATTACK-4", Message("critical from {roll}", {"roll": critical})))
    ignores_cover = not situation.is_melee and state.card(situation.attacker).traits.ignores_cover
    if ignores_cover and cover_of(state, situation.attacker, situation.target).is_covered:
        terms.append(RuleReason("DDM-CARD-14", Message("its card ignores the cover")))
    conceal = _conceal(state, situation)
    if conceal > 1:
        values = {"roll": conceal, "chance": percentage((conceal - 1) / SIDES)}
        said = Message("conceal {roll}: {chance} of hits miss", values)
        terms.append(RuleReason(conceal_rule(state, situation), said))
    for change in changes(state, situation.attacker, CardScore.DAMAGE, cases_of(state, situation), situation.target):
        terms.append(_term(change.rule, "damage {amount:+d} {source}", change.amount, source=change.source))
    whole = _hit_damage(state, situation, is_double=False)
    resisted_points = whole.amount + whole.bonus - resisted(state, situation.target, whole)
    if resisted_points:
        terms.append(_term("DDM-CARD-14", "damage {amount:+d} resisted", -resisted_points))
    if "critical" in state.card(situation.target).traits.immune and not is_sure:
        terms.append(RuleReason("DDM-ATTACK-3", Message("immune to critical hits: never doubled")))
    return tuple(terms)


def _cover(state: SkirmishState, situation: AttackSituation) -> tuple[RuleReason, ...]:
    """Return why the target has cover from the attack; none: it has not."""
    attacker, target = situation.attacker, situation.target
    if situation.is_melee and touch(state, attacker, target) is not Contact.NONE:
        if touch(state, attacker, target) is Contact.OPEN:
            return ()
        return (RuleReason("DDM-MCOVER-1", Message("{fighter} is round a wall's corner", {"fighter": target})),)
    if not situation.is_melee and state.card(attacker).traits.ignores_cover:
        return ()
    test = cover_of(state, attacker, target)
    if not test.is_covered:
        return ()
    x, y = test.corner
    said = Message("even from the corner at ({x}, {y}) something is between", {"x": x, "y": y})
    return (RuleReason("DDM-COVER-3", said),)


def damage_of(state: SkirmishState, situation: AttackSituation, *, is_double: bool) -> int:
    """Return the points that a hit takes off the target: bonus damage is never doubled, neither that of the attack
    value nor what abilities and commanders add (DDM-ATTACK-6), and what the target resists of each part does nothing.
    """
    return resisted(state, situation.target, _hit_damage(state, situation, is_double=is_double))


def _hit_damage(state: SkirmishState, situation: AttackSituation, *, is_double: bool) -> HitDamage:
    """Return the damage of a hit before anything is resisted."""
    damage = value_of(state, situation).damage
    added = sum(
        change.amount
        for change in changes(state, situation.attacker, CardScore.DAMAGE, cases_of(state, situation), situation.target)
    )
    main = max(damage.amount * (2 if is_double else 1) + added, 0)
    kind = damage.kind
    if not kind and any(effect.lasting.magic_weapon for effect in state.effects_on(situation.attacker)):
        kind = MAGIC
    return HitDamage(amount=main, kind=kind, bonus=damage.bonus, bonus_kind=damage.bonus_kind)


def resisted(state: SkirmishState, target: str, damage: HitDamage) -> int:
    """Return the points of damage that are left after all that its target resists of each part: weapon damage without
    magic falls to damage reduction, each other kind to the resistance against it.
    """
    left = 0
    for amount, kind in ((damage.amount, damage.kind), (damage.bonus, damage.bonus_kind)):
        for one in state.card(target).traits.resistances:
            if one.kind == kind:
                amount = 0 if one.amount is None else max(amount - one.amount, 0)
        left += amount
    return left
