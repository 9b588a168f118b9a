"""The dice of attacks: to hit, to wound, to save, damage (AOS-ATTACK-4 to 11); then who takes the wounds."""

from collections import Counter

from warcry3d.game.agenda import AgendaStep, Automatic
from warcry3d.game.dice_sum import DiceSum, dice_sum
from warcry3d.message import Message, counted
from warcry3d.rules.ageofsigmar.battle.attacks.attack_specials import specials_on
from warcry3d.rules.ageofsigmar.battle.attacks.attack_values import AttackLine, as_dice
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import ChecksWipeOut, Suffers
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition
from warcry3d.rules.ageofsigmar.battle.state import AttackUnderWay, InflictedWounds, SigmarState
from warcry3d.rules.ageofsigmar.battle.throws import RollKind, throw
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import OnAttack
from warcry3d.rules.units.unit_throws import die_needs

__all__ = ["DealsDamage", "RollsLines"]


class RollsLines(Automatic[SigmarState], frozen=True, tag="rolls-lines", tag_field="step"):
    """Attacks at one unit, one group of equal ones after the other."""

    lines: tuple[AttackLine, ...]

    def resolve(self, do: SigmarTransition) -> None:
        """Roll for the first, then the others."""
        if not self.lines:
            return
        first, *rest = self.lines
        do.push(CountsAttacks(first), RollsLines(tuple(rest)))


class CountsAttacks(Automatic[SigmarState], frozen=True, tag="counts-attacks", tag_field="step"):
    """How many attacks there are, where dice say so."""

    line: AttackLine

    def resolve(self, do: SigmarTransition) -> None:
        """Roll for them, where it must be."""
        line = self.line
        if not line.rolls:
            hit_rolls(do, line, line.attacks)
            return
        dice = as_dice(line.more)
        then = AttacksCounted(line)
        throw(do, _player(do, line), dice.count * line.rolls, "attacks", "AOS-ATTACK-3", then, unit=line.unit)


class AttacksCounted(Automatic[SigmarState], frozen=True, tag="attacks-counted", tag_field="step"):
    """The dice are added up."""

    line: AttackLine

    def resolve(self, do: SigmarTransition) -> None:
        """Roll to hit."""
        hit_rolls(do, self.line, self.line.attacks + _sum(do, as_dice(self.line.more)))


def _sum(do: SigmarTransition, dice: DiceSum) -> int:
    """Return the sum of several throws of some dice, without what is added to them."""
    faces = do.state.thrown.faces
    bare = DiceSum(1, dice.sides)
    return sum(bare.of_faces((face,)) for face in faces)


def _player(do: SigmarTransition, line: AttackLine) -> str:
    return do.state.unit(line.unit).player


def _weapon_name(do: SigmarTransition, line: AttackLine) -> str:
    """Return what the warscroll calls a weapon."""
    return next(one.name for one in do.state.scroll(line.unit).weapons if one.id == line.weapon)


def hit_rolls(do: SigmarTransition, line: AttackLine, count: int) -> None:
    """Roll to hit with so many attacks (AOS-ATTACK-4)."""
    attacks = counted("{n} attack", "{n} attacks", count)
    values = {"unit": line.unit, "target": line.target, "attacks": attacks, "weapon": _weapon_name(do, line)}
    do.emit("attack", "{unit} at {target}: {attacks} with {weapon}", "AOS-ATTACK-1", **values)
    again, then = line.hit_again, HitsRolled(line)
    if count:
        throw(do, _player(do, line), count, "hit", "AOS-ATTACK-4", then, unit=line.unit, again=again, need=line.hit)


def _changed(line: AttackLine, found: tuple[OnAttack, ...]) -> AttackLine:
    """Return a line with the Rend and damage that special rolls give."""
    for one in found:
        if one.rend is not None:
            line = line.with_rend(one.rend)
        if one.damage is not None:
            line = line.changed(damage=str(dice_sum(one.damage)))
    return line


class HitsRolled(Automatic[SigmarState], frozen=True, tag="hits-rolled", tag_field="step"):
    """Dice that hit go on to wound; special ones do more (AOS-ATTACK-4)."""

    line: AttackLine

    def needed_of_dice(self, state: SigmarState) -> Message:
        """Return what each die needs."""
        return die_needs(max(self.line.hit - self.line.hit_bonus, 1))

    def resolve(self, do: SigmarTransition) -> None:
        """Roll to wound."""
        line = self.line
        goes_on = Counter[AttackLine]()
        steps: list[AgendaStep] = []
        hits = 0
        for face in do.state.thrown.faces:
            if face + line.hit_bonus < line.hit:
                continue
            hits += 1
            found = specials_on(line.specials, "hit-roll", face, line.hit_bonus)
            steps += _mortal(line, found)
            if any(one.instead for one in found):
                continue
            more = next((dice_sum(one.hits) for one in found if one.hits is not None), DiceSum(plus=1))
            if more.is_random:
                steps.append(MoreHits(_changed(line, found), str(more)))
            else:
                goes_on[_changed(line, found)] += more.plus
        values = {"unit": line.unit, "hits": counted("{n} hit", "{n} hits", hits)}
        do.emit("hits", "{unit}: {hits}", "AOS-ATTACK-4", **values)
        do.push(*steps, *(RollsWounds(one, count) for one, count in goes_on.items()))


def _mortal(line: AttackLine, found: tuple[OnAttack, ...]) -> list["RollsDamage"]:
    """Return the steps of mortal wounds that special rolls cause."""
    return [
        RollsDamage(line.changed(damage=str(dice_sum(one.mortal))), 1, is_mortal=True) for one in found if one.mortal
    ]


class MoreHits(Automatic[SigmarState], frozen=True, tag="more-hits", tag_field="step"):
    """A hit counts as several, as dice say."""

    line: AttackLine
    dice: str

    def resolve(self, do: SigmarTransition) -> None:
        """Roll for how many."""
        then = MoreHitsRolled(self.line, self.dice)
        throw(
            do, _player(do, self.line), as_dice(self.dice).count, "ability", "AOS-SCROLL-2", then, unit=self.line.unit
        )


class MoreHitsRolled(Automatic[SigmarState], frozen=True, tag="more-hits-rolled", tag_field="step"):
    """So many hits."""

    line: AttackLine
    dice: str

    def resolve(self, do: SigmarTransition) -> None:
        """Roll to wound."""
        do.push(RollsWounds(self.line, as_dice(self.dice).of_faces(do.state.thrown.faces)))


class RollsWounds(Automatic[SigmarState], frozen=True, tag="rolls-wounds", tag_field="step"):
    """A die to wound for each hit (AOS-ATTACK-5)."""

    line: AttackLine
    count: int

    def resolve(self, do: SigmarTransition) -> None:
        """Roll them."""
        line = self.line
        if self.count:
            again, then = line.wound_again, WoundsRolled(line)
            player = _player(do, line)
            throw(do, player, self.count, "wound", "AOS-ATTACK-5", then, unit=line.unit, again=again, need=line.wound)


class WoundsRolled(Automatic[SigmarState], frozen=True, tag="wounds-rolled", tag_field="step"):
    """Dice that wound must be saved (AOS-ATTACK-5)."""

    line: AttackLine

    def needed_of_dice(self, state: SigmarState) -> Message:
        """Return what each die needs."""
        return die_needs(max(self.line.wound - self.line.wound_bonus, 1))

    def resolve(self, do: SigmarTransition) -> None:
        """Let the opponent save."""
        line = self.line
        goes_on = Counter[AttackLine]()
        steps: list[AgendaStep] = []
        wounds = 0
        for face in do.state.thrown.faces:
            if face + line.wound_bonus < line.wound:
                continue
            wounds += 1
            found = specials_on(line.specials, "wound-roll", face, line.wound_bonus)
            steps += _mortal(line, found)
            if not any(one.instead for one in found):
                goes_on[_changed(line, found)] += 1
        values = {"unit": line.unit, "hits": counted("{n} attack wounds", "{n} attacks wound", wounds)}
        do.emit("hits", "{unit}: {hits}", "AOS-ATTACK-5", **values)
        do.push(*steps, *(RollsSaves(one, count) for one, count in goes_on.items()))


class RollsSaves(Automatic[SigmarState], frozen=True, tag="rolls-saves", tag_field="step"):
    """The target's player rolls a die for each, changed by Rend (AOS-ATTACK-6)."""

    line: AttackLine
    count: int

    def resolve(self, do: SigmarTransition) -> None:
        """Roll them; where no die can be high enough, none is rolled."""
        line = self.line
        if line.save - line.save_bonus > 6:
            do.emit("saves", "{unit}: no die can save", "AOS-ATTACK-7", unit=line.target)
            do.push(RollsDamage(line, self.count))
            return
        player, then = do.state.unit(line.target).player, SavesRolled(line)
        again, need = line.save_again, line.save
        throw(do, player, self.count, "save", "AOS-ATTACK-6", then, unit=line.target, again=again, need=need)


class SavesRolled(Automatic[SigmarState], frozen=True, tag="saves-rolled", tag_field="step"):
    """Attacks that are not saved succeed (AOS-ATTACK-7)."""

    line: AttackLine

    def needed_of_dice(self, state: SigmarState) -> Message:
        """Return what each die needs."""
        return die_needs(max(self.line.save - self.line.save_bonus, 1))

    def resolve(self, do: SigmarTransition) -> None:
        """Find their damage."""
        line = self.line
        saved = sum(face + line.save_bonus >= line.save for face in do.state.thrown.faces)
        values = {"unit": line.target, "saves": counted("{n} save", "{n} saves", saved)}
        do.emit("saves", "{unit}: {saves}", "AOS-ATTACK-7", **values)
        do.push(RollsDamage(line, len(do.state.thrown.faces) - saved))


class RollsDamage(Automatic[SigmarState], frozen=True, tag="rolls-damage", tag_field="step"):
    """Each attack that succeeds inflicts its damage (AOS-ATTACK-8)."""

    line: AttackLine
    count: int
    is_mortal: bool = False

    def resolve(self, do: SigmarTransition) -> None:
        """Count it, or roll for it."""
        dice = self.line.damage_dice
        if not self.count:
            return
        if not dice.is_random:
            add_wounds(do, self.line.target, self.count * dice.plus, is_mortal=self.is_mortal)
            return
        kind: RollKind = "mortal" if self.is_mortal else "damage"
        then = DamageRolled(self.line, self.count, self.is_mortal)
        throw(do, _player(do, self.line), self.count * dice.count, kind, "AOS-ATTACK-8", then, unit=self.line.unit)


class DamageRolled(Automatic[SigmarState], frozen=True, tag="damage-rolled", tag_field="step"):
    """The damage is added up."""

    line: AttackLine
    count: int
    is_mortal: bool = False

    def resolve(self, do: SigmarTransition) -> None:
        """Count it."""
        dice = self.line.damage_dice
        wounds = _sum(do, dice) + self.count * dice.plus
        add_wounds(do, self.line.target, wounds, is_mortal=self.is_mortal)


def add_wounds(do: SigmarTransition, target: str, wounds: int, *, is_mortal: bool) -> None:
    """Let wounds wait until all attacks of the unit are made (AOS-DAMAGE-1)."""
    attack = do.state.attack or AttackUnderWay(unit="")
    before = next((one for one in attack.inflicted if one.unit == target), InflictedWounds(unit=target))
    after = (
        before.changed(mortal=before.mortal + wounds) if is_mortal else before.changed(wounds=before.wounds + wounds)
    )
    inflicted = (*(one for one in attack.inflicted if one.unit != target), after)
    do.change(attack=attack.changed(inflicted=inflicted))


class DealsDamage(Automatic[SigmarState], frozen=True, tag="deals-damage", tag_field="step"):
    """All attacks of the unit are made: their wounds are allocated (AOS-DAMAGE-1)."""

    unit: str

    def resolve(self, do: SigmarTransition) -> None:
        """Let each target's player allocate them."""
        attack = do.state.attack
        do.change(attack=None)
        if attack is not None:
            lots = (one for one in attack.inflicted if one.wounds + one.mortal)
            do.push(*(Suffers(one.unit, one.wounds, one.mortal, self.unit) for one in lots), ChecksWipeOut())
