"""The odds of attacks, exactly: wounds that lines deal to a unit, and models that fall (40K-ATTACK)."""

from collections.abc import Sequence

from warcry3d.game.odds import Distribution, certain, mixture
from warcry3d.game.preview import AttackOdds
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message
from warcry3d.rules.attack_sequence import DieTest, damage_of_attacks, slain_odds
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import (
    CRITICAL,
    AttackLine40k,
    as_dice,
    clipped,
    needed,
    to_hit,
)
from warcry3d.rules.warhammer40k.battle.attacks.casualty_order import next_models
from warcry3d.rules.warhammer40k.battle.attacks.pain import pain_of
from warcry3d.rules.warhammer40k.battle.attacks.saves import save_of
from warcry3d.rules.warhammer40k.battle.modifiers import modified
from warcry3d.rules.warhammer40k.battle.sensing import once_in
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import Characteristic

__all__ = ["attack_odds", "lines_odds"]


def hit_chances(line: AttackLine40k) -> tuple[float, float]:
    """Return the chances of an attack to hit without being critical, and to hit critically."""
    if not line.skill:
        return 1.0, 0.0
    if line.is_overwatch:
        return 0.0, 1 / 6
    test = DieTest(line.skill, clipped(line.hit_bonus), lowest=1, highest=CRITICAL)
    return test.chance - 1 / 6, 1 / 6


def wound_chances(line: AttackLine40k) -> tuple[float, float]:
    """Return the chances of a hit to wound without being critical, and to wound critically; S must be a number."""
    test = DieTest(line.wound, clipped(line.wound_bonus), lowest=1, highest=line.critical_wound)
    plain, critical = test.chance, (7 - line.critical_wound) / 6
    if line.is_twin_linked:
        again = 1 - plain
        plain, critical = plain + again * plain, critical + again * critical
    return plain - critical, critical


def one_attack(state: State40k, line: AttackLine40k) -> Distribution:
    """Return the W that one attack takes, against the model that takes the next: its save and its W cap it."""
    able = next_models(state, line.target)
    model = able[0]
    save = save_of(state, line, model)
    unsaved = min(max(save.need - 1, 1), 6) / 6
    left = state.wounds_left(model)
    dealt = enumerate(line.damage_dice.odds.chances)
    whole = mixture((chance, certain(line.damage_of(n))) for n, chance in dealt if chance > 0)
    damage, mortal = (
        _felt(whole, pain_of(state, model, is_mortal=one, is_psychic=bool(line.is_psychic))) for one in (False, True)
    )
    plain, critical = hit_chances(line)
    wound, deadly = wound_chances(line)
    capped = damage.capped(left)
    hit = mixture(
        (
            (1 - (wound + deadly) + (wound + (0.0 if line.is_devastating else deadly)) * (1 - unsaved), certain(0)),
            ((wound + (0.0 if line.is_devastating else deadly)) * unsaved, capped),
            (deadly if line.is_devastating else 0.0, mortal),
        )
    )
    first = hit
    if line.is_lethal:
        first = mixture(((1 - unsaved, certain(0)), (unsaved, capped)))
    more = as_dice(line.sustained).odds.chances if line.sustained else ()
    extra = mixture((chance, hit.times(n)) for n, chance in enumerate(more) if chance > 0) if more else certain(0)
    return mixture(((1 - plain - critical, certain(0)), (plain, hit), (critical, first.plus(extra))))


def _felt(damage: Distribution, pain: int) -> Distribution:
    """Return what damage is left by feel no pain, which ignores each wound from a roll on; 0: it ignores none."""
    if not pain:
        return damage
    kept = Distribution((1 - (pain - 1) / 6, (pain - 1) / 6))
    return mixture((chance, kept.times(n)) for n, chance in enumerate(damage.chances) if chance > 0)


def count_of(line: AttackLine40k) -> Distribution:
    """Return how many attacks a line has, as rules change what is rolled for it."""
    own, added = (list(enumerate(dice.odds.chances)) for dice in line.more_dice)
    each = mixture((p * q, certain(line.attacks_of(n, m))) for n, p in own for m, q in added if p * q > 0)
    return certain(line.attacks).plus(each.times(line.rolls))


def lines_odds(state: State40k, lines: Sequence[AttackLine40k]) -> dict[str, Distribution]:
    """Return the wounds that lines deal, by target; what is more than a unit has left counts as that."""
    found = {}
    for target in dict.fromkeys(line.target for line in lines):
        left = sum(state.wounds_left(model.id) for model in state.troops(target))
        total = certain(0)
        for line in (line for line in lines if line.target == target):
            total = total.plus(_line_odds(state, line, left)).capped(left)
        found[target] = total
    return found


def _line_odds(state: State40k, line: AttackLine40k, most: int) -> Distribution:
    """Return the wounds that a line deals, as many as ``most``: a random S is rolled once for all of its attacks."""
    count, strength = count_of(line), as_dice(line.strength)
    if not strength.is_random:
        return damage_of_attacks([(count, one_attack(state, line))], most)
    found = []
    for n, chance in enumerate(strength.odds.chances):
        if chance > 0:
            rolled = line.changed(strength=str(modified(Characteristic.STRENGTH, n, line.changes)))
            found.append((chance, damage_of_attacks([(count, one_attack(state, rolled))], most)))
    return mixture(found)


def attack_odds(state: State40k, lines: Sequence[AttackLine40k]) -> tuple[AttackOdds, ...]:
    """Return the odds of attacks, by target and weapon, and of all at a target together."""
    return once_in(state, ("odds", tuple(lines)), lambda: _odds(state, lines))


def _odds(state: State40k, lines: Sequence[AttackLine40k]) -> tuple[AttackOdds, ...]:
    found = []
    for target in dict.fromkeys(line.target for line in lines):
        at_it = [line for line in lines if line.target == target]
        found += [_of_lines(state, [line], Message("{weapon}", {"weapon": line.weapon_said})) for line in at_it]
        if len(at_it) > 1:
            found.append(_of_lines(state, at_it, message("all together")))
    return tuple(found)


def _of_lines(state: State40k, lines: Sequence[AttackLine40k], label: Message) -> AttackOdds:
    line = lines[0]
    damage = lines_odds(state, lines)[line.target]
    lefts = [state.wounds_left(model.id) for model in state.troops(line.target)]
    slain = slain_odds(damage, lefts)
    said = RuleReason("40K-DAMAGE-1", message("{slain:.1f} models slain on average", slain=slain.mean))
    terms = [said] if len(lefts) > 1 else []
    if len(lines) == 1:
        terms += _terms(state, line)
    attacker, first = _bearer(state, lines), _led(state, line.target)
    cover = tuple(one for one in terms if one.rule == "40K-COVER-1")
    left = sum(lefts)
    return AttackOdds(attacker, first, label, damage.chances, damage.at_least(left), tuple(terms), cover, left=left)


def _bearer(state: State40k, lines: Sequence[AttackLine40k]) -> str:
    """Return the model that stands for who attacks: the first with the weapon; for several weapons, one that is led."""
    troops = state.troops(lines[0].unit)
    if len(lines) == 1:
        named = (
            model.id
            for model in troops
            for carried in state.context.weapons(model.id, is_melee=lines[0].is_melee)
            if carried.weapon.name == lines[0].weapon
        )
        return next(named, troops[0].id)
    return _led(state, lines[0].unit)


def _led(state: State40k, unit: str) -> str:
    """Return a model of a unit that its leader leads, if there is one."""
    troops = state.troops(unit)
    return next((model.id for model in troops if model.part == unit), troops[0].id)


def _terms(state: State40k, line: AttackLine40k) -> list[RuleReason]:
    """Return what the rolls of a line need."""
    model = next_models(state, line.target)[0]
    save = save_of(state, line, model)
    count = count_of(line).mean
    several = message("{n:.1f} attacks on average", n=count)
    found = [RuleReason("40K-WEAPON-2", several if line.rolls else counted("{n} attack", "{n} attacks", line.attacks))]
    if line.skill:
        found.append(RuleReason("40K-HIT-1", message("hits on {need}", need=needed(*to_hit(line)))))
    else:
        found.append(RuleReason("40K-AUTO-1", message("hits without a roll")))
    if not as_dice(line.strength).is_random:
        found.append(RuleReason("40K-WOUND-2", message("wounds on {need}+", need=line.wound)))
    if save.need <= CRITICAL:
        found.append(RuleReason(save.rule, message("saves on {need}+", need=save.need)))
    if line.covered:
        found.append(RuleReason("40K-COVER-1", message("the target has the benefit of cover")))
    return found
