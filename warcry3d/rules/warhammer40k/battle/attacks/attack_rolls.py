"""The dice of attacks: how many, to hit, to wound (40K-HIT, 40K-WOUND); then they are allocated and saved."""

from itertools import islice

from warcry3d.game.agenda import AgendaStep, Automatic
from warcry3d.game.dice_sum import DiceSum
from warcry3d.message import Message, counted
from warcry3d.rules.warhammer40k.battle.attacks.allocation import DirectsAttacks
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import (
    CRITICAL,
    AttackLine40k,
    as_dice,
    needed,
    needs_words,
    passes,
    to_hit,
)
from warcry3d.rules.warhammer40k.battle.attacks.devastation import DevastatingWounds
from warcry3d.rules.warhammer40k.battle.changing import Transition40k
from warcry3d.rules.warhammer40k.battle.modifiers import modified
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.throws import throw
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import Characteristic

__all__ = ["RollsLines40k"]


def _player(do: Transition40k, line: AttackLine40k) -> str:
    return do.state.unit(line.unit).player


def _sum(do: Transition40k, dice: DiceSum) -> int:
    """Return the sum of several throws of some dice, without what is added to them."""
    bare = DiceSum(1, dice.sides)
    return sum(bare.of_faces((face,)) for face in do.state.thrown.faces)


class RollsLines40k(Automatic[State40k], frozen=True, tag="rolls-lines", tag_field="step"):
    """Attacks at one unit: all of one kind, then the next (40K-ATTACK-3)."""

    lines: tuple[AttackLine40k, ...]

    def resolve(self, do: Transition40k) -> None:
        """Roll for the first, then the others; those at a unit that is gone are lost."""
        if self.lines:
            first, *rest = self.lines
            do.push(CountsAttacks40k(first), RollsLines40k(tuple(rest)))


class CountsAttacks40k(Automatic[State40k], frozen=True, tag="counts-attacks", tag_field="step"):
    """How many attacks there are, where dice say so: one roll for each weapon (40K-DICE-5, 40K-OPEN-36)."""

    line: AttackLine40k

    def resolve(self, do: Transition40k) -> None:
        """Roll for them, where it must be."""
        line = self.line
        if not do.state.is_here(line.target):
            return
        each = sum(dice.count for dice in line.more_dice)
        then = AttacksCounted40k(line)
        throw(do, _player(do, line), each * line.rolls, "attacks", "40K-DICE-5", then, unit=line.unit, each=each)


class AttacksCounted40k(Automatic[State40k], frozen=True, tag="attacks-counted", tag_field="step"):
    """The dice are added up; then a hit roll for each attack (40K-HIT-1)."""

    line: AttackLine40k

    def resolve(self, do: Transition40k) -> None:
        """Roll to hit."""
        line = self.line
        count = line.attacks
        if line.rolls:
            faces = iter(do.state.thrown.faces)
            for _ in range(line.rolls):
                own, added = (dice.of_faces(tuple(islice(faces, dice.count))) for dice in line.more_dice)
                count += line.attacks_of(own, added)
        attacks = counted("{n} attack", "{n} attacks", count)
        values = {"unit": line.unit, "target": line.target, "attacks": attacks, "weapon": line.weapon_said}
        do.emit("attack", "{unit} at {target}: {attacks} with {weapon}", "40K-ATTACK-1", **values)
        if not count:
            return
        if not line.skill:
            do.emit("hits", "{unit}: all hit without a roll", "40K-AUTO-1", unit=line.unit)
            do.push(RollsWounds40k(line, count))
            return
        need, bonus = to_hit(line)
        then = HitsRolled40k(line)
        throw(do, _player(do, line), count, "hit", "40K-HIT-1", then, unit=line.unit, need=need, bonus=bonus)


class HitsRolled40k(Automatic[State40k], frozen=True, tag="hits-rolled", tag_field="step"):
    """Which dice hit; critical ones may wound at once or score more hits (40K-HIT-2 to 5)."""

    line: AttackLine40k

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what each die needs."""
        return needs_words(*to_hit(self.line))

    def resolve(self, do: Transition40k) -> None:
        """Roll to wound."""
        line = self.line
        need, bonus = to_hit(line)
        hits = sum(passes(face, need, bonus) for face in do.state.thrown.faces)
        critical = sum(face >= CRITICAL for face in do.state.thrown.faces)
        values = {"unit": line.unit, "hits": counted("{n} hit", "{n} hits", hits), "needed": needed(need, bonus)}
        do.emit("hits", "{unit}: {hits} (needed: {needed})", "40K-HIT-1", **values)
        sure = critical if line.is_lethal else 0
        more = as_dice(line.sustained) if line.sustained and critical else DiceSum()
        then = ExtraHits(line, hits, sure, critical)
        throw(do, _player(do, line), more.count * critical, "more-hits", "40K-HIT-5", then, unit=line.unit)


class ExtraHits(Automatic[State40k], frozen=True, tag="extra-hits", tag_field="step"):
    """More hits of critical ones: automatic, so nothing follows from them (40K-HIT-5, 40K-AUTO-2)."""

    line: AttackLine40k
    hits: int
    sure: int
    critical: int

    def resolve(self, do: Transition40k) -> None:
        """Count them, and roll to wound for all that do not wound at once."""
        line = self.line
        more = as_dice(line.sustained) if line.sustained and self.critical else DiceSum()
        extra = more.plus * self.critical + (_sum(do, more) if more.is_random else 0)
        if extra:
            values = {"unit": line.unit, "hits": counted("{n} hit", "{n} hits", extra)}
            do.emit("hits", "{unit}: {hits} more", "40K-HIT-5", **values)
        do.push(RollsWounds40k(line, self.hits + extra - self.sure, self.sure))


class RollsWounds40k(Automatic[State40k], frozen=True, tag="rolls-wounds", tag_field="step"):
    """A die to wound for each hit; ``sure``: attacks that wound without one (40K-WOUND-1, 40K-AUTO-1)."""

    line: AttackLine40k
    count: int
    sure: int = 0

    def resolve(self, do: Transition40k) -> None:
        """Roll them; a random S is rolled first."""
        line = self.line
        if not self.count + self.sure:
            return
        strength = as_dice(line.strength)
        if strength.is_random and self.count:
            then: AgendaStep = StrengthRolled(line, self.count, self.sure)
            throw(do, _player(do, line), strength.count, "strength", "40K-DICE-5", then, unit=line.unit)
            return
        again = line.again if line.is_twin_linked else 0
        then = WoundsRolled40k(line, self.sure)
        asked = {"again": again, "need": line.wound, "bonus": line.wound_bonus}
        throw(do, _player(do, line), self.count, "wound", "40K-WOUND-1", then, unit=line.unit, **asked)


class StrengthRolled(Automatic[State40k], frozen=True, tag="strength-rolled", tag_field="step"):
    """The S of these attacks is known."""

    line: AttackLine40k
    count: int
    sure: int

    def resolve(self, do: Transition40k) -> None:
        """Roll to wound."""
        dice = as_dice(self.line.strength)
        strength = modified(Characteristic.STRENGTH, _sum(do, dice) + dice.plus, self.line.changes)
        do.push(RollsWounds40k(self.line.changed(strength=str(strength)), self.count, self.sure))


class WoundsRolled40k(Automatic[State40k], frozen=True, tag="wounds-rolled", tag_field="step"):
    """Attacks that wound are allocated and saved; devastating critical ones are mortal wounds (40K-WOUND-3, -4)."""

    line: AttackLine40k
    sure: int

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what each die needs."""
        return needs_words(self.line.wound, self.line.wound_bonus)

    def resolve(self, do: Transition40k) -> None:
        """Allocate them."""
        line, faces = self.line, do.state.thrown.faces
        wounds = sum(passes(face, line.wound, line.wound_bonus, critical=line.critical_wound) for face in faces)
        critical = sum(face >= line.critical_wound for face in faces)
        rolled = counted("{n} attack wounds", "{n} attacks wound", wounds)
        values = {"unit": line.unit, "hits": rolled, "needed": needed(line.wound, line.wound_bonus)}
        if faces:
            do.emit("hits", "{unit}: {hits} (needed: {needed})", "40K-WOUND-1", **values)
        if self.sure:
            sure = counted("{n} attack wounds", "{n} attacks wound", self.sure)
            do.emit("hits", "{unit}: {hits} without a roll", "40K-AUTO-1", unit=line.unit, hits=sure)
        deadly = critical if line.is_devastating else 0
        do.push(DirectsAttacks(line, wounds + self.sure - deadly), DevastatingWounds(line, deadly))
