"""What rolls of an attack do beyond passing, by abilities: more hits, mortal wounds, better damage."""

from collections.abc import Iterator, Sequence

from warcry3d.game.dice_sum import dice_sum
from warcry3d.game.odds import Distribution, certain, mixture
from warcry3d.rules.ageofsigmar.battle.attacks.attack_values import AttackLine
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import OnAttack
from warcry3d.rules.attack_sequence import DieTest

__all__ = ["attack_distribution", "specials_on"]

FACES = range(1, 7)


def specials_on(specials: Sequence[OnAttack], roll: str, face: int, bonus: int) -> tuple[OnAttack, ...]:
    """Return what a face of a roll sets off: bare or with its bonus, as the ability says."""
    return tuple(one for one in specials if one.roll == roll and (face if one.bare else face + bonus) >= one.least)


def attack_distribution(line: AttackLine, specials: Sequence[OnAttack]) -> Distribution:
    """Return what one attack inflicts, mortal wounds among it, exactly: face by face of its rolls."""
    parts = []
    for chance, face in _faces(DieTest(line.hit, line.hit_bonus), line.hit_again):
        passes = face + line.hit_bonus >= line.hit
        found = specials_on(specials, "hit-roll", face, line.hit_bonus) if passes else ()
        total = certain(0)
        for one in found:
            total = total.plus(dice_sum(one.mortal).odds)
        if passes and not any(one.instead for one in found):
            more = [dice_sum(one.hits).odds for one in found if one.hits is not None]
            wound = _wound(line, specials, found)
            hits = more[0] if more else certain(1)
            repeated = mixture((p, wound.times(n)) for n, p in enumerate(hits.chances) if p > 0)
            total = total.plus(repeated)
        parts.append((chance, total))
    return mixture(parts)


def _wound(line: AttackLine, specials: Sequence[OnAttack], before: Sequence[OnAttack]) -> Distribution:
    """Return what one hit inflicts; ``before``: what its hit roll set off."""
    parts = []
    for chance, face in _faces(DieTest(line.wound, line.wound_bonus), line.wound_again):
        if face + line.wound_bonus < line.wound:
            parts.append((chance, certain(0)))
            continue
        found = specials_on(specials, "wound-roll", face, line.wound_bonus)
        total = certain(0)
        for one in found:
            total = total.plus(dice_sum(one.mortal).odds)
        if not any(one.instead for one in found):
            total = total.plus(_saved(line, (*before, *found)))
        parts.append((chance, total))
    return mixture(parts)


def _saved(line: AttackLine, found: Sequence[OnAttack]) -> Distribution:
    rends = [one.rend for one in found if one.rend is not None]
    damages = [dice_sum(one.damage) for one in found if one.damage is not None]
    bonus = (line.with_rend(rends[-1]) if rends else line).save_bonus
    again = "failed" if line.save_again == "any" else line.save_again
    saved = DieTest(line.save, bonus, again).chance
    damage = damages[-1].odds if damages else line.damage_dice.odds
    return mixture(((saved, certain(0)), (1 - saved, damage)))


def _faces(test: DieTest, again: str) -> Iterator[tuple[float, int]]:
    """Yield the chances of the faces that a die shows in the end, rolled again where it may and fails."""
    asked = DieTest(test.need, test.bonus, "failed" if again == "any" else again)  # type: ignore[arg-type]
    retried = sum(asked.is_rerolled(face) and not asked.passes(face) for face in FACES) / 6
    for face in FACES:
        is_kept = not (asked.is_rerolled(face) and not asked.passes(face))
        yield is_kept / 6 + retried / 6, face
