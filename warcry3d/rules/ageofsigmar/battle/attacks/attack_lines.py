"""Attacks with one weapon at one unit: what each roll needs, with all that changes it; exact odds (AOS-ATTACK)."""

from collections.abc import Iterable, Sequence

from warcry3d.game.dice_sum import DiceSum
from warcry3d.game.odds import Distribution, certain, mixture
from warcry3d.game.preview import AttackOdds
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.actions import AimedAttacks
from warcry3d.rules.ageofsigmar.battle.attacks.attack_specials import attack_distribution
from warcry3d.rules.ageofsigmar.battle.attacks.attack_values import AttackLine, as_dice
from warcry3d.rules.ageofsigmar.battle.modifiers import (
    AttackScene,
    RollBonus,
    changed_dice,
    changed_weapon,
    granted,
    ignored_rend,
    in_combat,
    on_attacks,
    reroll_of,
    roll_bonus,
    save_bonus,
    save_of,
)
from warcry3d.rules.ageofsigmar.battle.sensing import once_in
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.battle.throws import Again
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import OnAttack
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import ScrollWeapon, WeaponKind
from warcry3d.rules.attack_sequence import AttackRolls, DieTest, damage_of_attacks, slain_odds

__all__ = ["attack_lines", "attack_odds", "damage_odds", "lines_odds", "weapon_of", "weapons_of"]


def weapons_of(state: SigmarState, model: str, kind: WeaponKind) -> tuple[ScrollWeapon, ...]:
    """Return a model's weapons of a kind, as its wounds leave them."""
    return state.context.weapons_of(model, state.troop(model).wounds, kind)


def weapon_of(state: SigmarState, model: str, kind: WeaponKind, id: str) -> ScrollWeapon:
    """Return a model's weapon by its id."""
    return next(weapon for weapon in weapons_of(state, model, kind) if weapon.id == id)


def attacks_of(state: SigmarState, weapon: ScrollWeapon, scene: AttackScene) -> DiceSum:
    """Return how many attacks a model makes with a weapon (AOS-ATTACK-3)."""
    return changed_dice(state, "attacks", weapon.attacks, scene)


def attack_lines(
    state: SigmarState, unit: str, kind: WeaponKind, aims: Iterable[AimedAttacks], *, inspired: bool = False
) -> tuple[AttackLine, ...]:
    """Return the attacks of a unit, those with the same values together, target by target in the order of ``aims``.

    ``inspired``: failed hit rolls may be rolled again (AOS-TRIUMPH-3).
    """
    found: dict[AttackLine, AttackLine] = {}
    for aim in aims:
        line = _line(state, unit, kind, aim, inspired=inspired)
        key = line.changed(attacks=0, rolls=0)
        before = found.get(key)
        found[key] = (
            line
            if before is None
            else before.changed(attacks=before.attacks + line.attacks, rolls=before.rolls + line.rolls)
        )
    order = list(dict.fromkeys(line.target for line in found.values()))
    return tuple(sorted(found.values(), key=lambda line: order.index(line.target)))


def _line(state: SigmarState, unit: str, kind: WeaponKind, aim: AimedAttacks, *, inspired: bool) -> AttackLine:
    weapon = weapon_of(state, aim.model, kind, aim.weapon)
    scene = AttackScene(unit, aim.target, kind, weapon.id, aim.model)
    _, rend = changed_weapon(state, weapon, scene)
    saves = AttackScene(aim.target, unit, kind)
    number = attacks_of(state, weapon, scene)
    again = reroll_of(state, "hit-roll", unit, scene=scene, model=aim.model)
    return AttackLine(
        unit=unit,
        target=aim.target,
        weapon=weapon.id,
        kind=kind,
        attacks=number.plus if number.is_random else aim.attacks,
        more=str(DiceSum(number.count, number.sides)) if number.is_random else "",
        rolls=int(number.is_random),
        hit=weapon.to_hit,
        hit_bonus=roll_bonus(state, "hit-roll", unit, scene=scene, model=aim.model).total,
        hit_again="failed" if inspired and again in ("none", "ones") else again,
        wound=weapon.to_wound,
        wound_bonus=roll_bonus(state, "wound-roll", unit, scene=scene, model=aim.model).total,
        wound_again=reroll_of(state, "wound-roll", unit, scene=scene, model=aim.model),
        save=save_of(state, aim.target),
        save_bonus=save_bonus(state, saves, rend, in_combat=in_combat(state)).total,
        save_again=reroll_of(state, "save-roll", aim.target, scene=saves),
        rend=rend,
        ignores_rend=ignored_rend(state, saves),
        damage=str(changed_dice(state, "damage", weapon.damage, scene)),
        specials=on_attacks(state, scene),
    )


def terms_of(state: SigmarState, line: AttackLine, model: str) -> tuple[RuleReason, ...]:
    """Return the sums of an attack's rolls, term by term."""
    scene = AttackScene(line.unit, line.target, line.kind, line.weapon, model)
    saves = AttackScene(line.target, line.unit, line.kind)
    hit = roll_bonus(state, "hit-roll", line.unit, scene=scene, model=model)
    wound = roll_bonus(state, "wound-roll", line.unit, scene=scene, model=model)
    save = save_bonus(state, saves, line.rend, in_combat=in_combat(state))
    return (
        RuleReason("AOS-ATTACK-4", message("hits on {need}+{terms}", need=line.hit, terms=_listed(hit))),
        RuleReason("AOS-ATTACK-5", message("wounds on {need}+{terms}", need=line.wound, terms=_listed(wound))),
        RuleReason("AOS-ATTACK-7", message("saves on {need}+{terms}", need=line.save, terms=_listed(save))),
        RuleReason("AOS-ATTACK-8", message("damage {damage}", damage=line.damage)),
    )


def _listed(bonus: RollBonus) -> Message:
    if not bonus.reasons:
        return Message("")
    return Message(" ({terms})", {"terms": tuple(one.message for one in bonus.reasons)})


def _odds_again(again: Again) -> str:
    return "failed" if again == "any" else again


def rolls_of(line: AttackLine) -> AttackRolls:
    """Return one attack of a line, as odds see it; what special rolls do beyond is not in it."""
    hit, wound, save = (_odds_again(one) for one in (line.hit_again, line.wound_again, line.save_again))
    return AttackRolls(
        DieTest(line.hit, line.hit_bonus, hit),  # type: ignore[arg-type]
        DieTest(line.wound, line.wound_bonus, wound),  # type: ignore[arg-type]
        DieTest(line.save, line.save_bonus, save),  # type: ignore[arg-type]
        line.damage_dice.odds,
    )


def count_of(line: AttackLine) -> Distribution:
    """Return how many attacks a line has."""
    more = as_dice(line.more).odds.times(line.rolls) if line.rolls else certain(0)
    return certain(line.attacks).plus(more)


def damage_odds(state: SigmarState, target: str, lines: Sequence[AttackLine]) -> Distribution:
    """Return the wounds that lines inflict on a unit, exactly; more than it has left counts as that.

    Wounds that it may ignore are thinned out; what special rolls of abilities do is counted.
    """
    left = sum(state.wounds_left(model.id) for model in state.troops(target))
    total = damage_of_attacks([(count_of(line), _one_attack(line, line.specials)) for line in lines], 4 * left)
    ward = granted(state, target, "ignore-wounds")
    if ward is None:
        return total.capped(left)
    kept = (ward - 1) / 6
    one = Distribution((1 - kept, kept))
    thinned = mixture((chance, one.times(n)) for n, chance in enumerate(total.chances) if chance > 0)
    return thinned.capped(left)


def _one_attack(line: AttackLine, specials: Sequence[OnAttack]) -> Distribution:
    """Return what one attack inflicts, with what special rolls do."""
    return attack_distribution(line, specials) if specials else rolls_of(line).inflicted


def lines_odds(state: SigmarState, lines: Sequence[AttackLine]) -> dict[str, Distribution]:
    """Return the wounds that lines inflict, by target."""
    targets = dict.fromkeys(line.target for line in lines)
    return {target: damage_odds(state, target, [line for line in lines if line.target == target]) for target in targets}


def attack_odds(
    state: SigmarState, unit: str, kind: WeaponKind, aims: tuple[AimedAttacks, ...]
) -> tuple[AttackOdds, ...]:
    """Return the odds of a unit's attacks, by target and weapon, and of all at a target together."""

    def ask() -> tuple[AttackOdds, ...]:
        lines = attack_lines(state, unit, kind, aims)
        found = []
        for target in dict.fromkeys(line.target for line in lines):
            at_it = [line for line in lines if line.target == target]
            for line in at_it:
                model = next(aim.model for aim in aims if (aim.target, aim.weapon) == (target, line.weapon))
                weapon = weapon_of(state, model, kind, line.weapon).name
                found.append(_odds(state, unit, target, [line], weapon, terms_of(state, line, model)))
            if len(at_it) > 1:
                found.append(_odds(state, unit, target, at_it, "", ()))
        return tuple(found)

    return once_in(state, ("odds", unit, kind, aims), ask)


def _odds(
    state: SigmarState,
    unit: str,
    target: str,
    lines: Sequence[AttackLine],
    weapon: str,
    terms: tuple[RuleReason, ...],
) -> AttackOdds:
    damage = damage_odds(state, target, lines)
    lefts = [state.wounds_left(model.id) for model in state.troops(target)]
    slain = slain_odds(damage, lefts)
    label = Message("{weapon}", {"weapon": weapon}) if weapon else message("all together")
    why = RuleReason("AOS-DAMAGE-5", message("{slain:.1f} models slain on average", slain=slain.mean))
    cover = tuple(one for one in terms if one.rule == "AOS-COVER-1")
    attacker, first = state.troops(unit)[0].id, state.troops(target)[0].id
    left = sum(lefts)
    return AttackOdds(attacker, first, label, damage.chances, damage.at_least(left), (*terms, why), cover, left=left)
