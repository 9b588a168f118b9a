"""The values of attacks that are rolled together (40K-FAST-1), and what rolls need."""

from dataclasses import replace

from msgspec import UNSET, UnsetType

from warcry3d.game.dice_sum import DiceSum, dice_sum
from warcry3d.game.state_data import StateData
from warcry3d.message import Message, message
from warcry3d.rules.warhammer40k.battle.modifiers import ValueChange, modified
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import Characteristic, How
from warcry3d.rules.warhammer40k.datasheets.weapon import named_mode

__all__ = ["AttackLine40k", "as_dice", "needed", "passes", "to_hit", "wound_need"]

CRITICAL = 6


class AttackLine40k(StateData, frozen=True, kw_only=True):
    """Attacks that are rolled together: everything about them is the same.

    ``attacks``: how many, as a number. ``more``: dice that are rolled for more of them by each of ``rolls`` weapons,
    and ``base``, the number beside these dice; ``extra`` (a number, dice or both): what each such weapon adds to its A,
    after what divides it (40K-MOD-1). ``skill``: what hit rolls need; 0: they hit without a roll. ``is_overwatch``:
    only unmodified 6s hit. ``critical_wound``: wound rolls from that unmodified result on are critical. ``sustained``:
    more hits of a critical hit. ``plus``: what is added to each damage. ``characters``: of the target, that precision
    may pick. ``covered``: models of the target that have the benefit of cover. ``is_plunging``: AP is better by 1
    against models on the table. ``changes``: of what is rolled for (A, S, D; 40K-MOD-1); ``save_bonus``: added to
    saves; ``always_wounds``: wound rolls from this on succeed by a rule of the attacker, ``never_wounds``: those below
    this fail by one of the target, 0: no such rule (40K-ORDER-3). ``is_psychic``: set of psychic attacks alone.
    """

    unit: str
    target: str
    weapon: str
    is_melee: bool = False
    attacks: int = 0
    more: str = ""
    base: int = 0
    extra: str = "0"
    rolls: int = 0
    skill: int = 0
    hit_bonus: int = 0
    is_overwatch: bool = False
    strength: str = "1"
    toughness: int = 1
    wound_bonus: int = 0
    critical_wound: int = CRITICAL
    is_twin_linked: bool = False
    ap: int = 0
    is_plunging: bool = False
    damage: str = "1"
    plus: int = 0
    sustained: str = ""
    is_lethal: bool = False
    is_devastating: bool = False
    characters: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    changes: tuple[ValueChange, ...] = ()
    save_bonus: int = 0
    always_wounds: int = 0
    never_wounds: int = 0
    mode: str = ""
    is_psychic: bool | UnsetType = UNSET

    @property
    def weapon_said(self) -> str | Message:
        """Return what the weapon is called, with its mode."""
        return named_mode(self.weapon, self.mode)

    @property
    def more_dice(self) -> tuple[DiceSum, DiceSum]:
        """Return the dice that each weapon rolls for more attacks: those of its A, those of what is added to it."""
        if not self.rolls:
            return DiceSum(), DiceSum()
        own = as_dice(self.more) if self.more else DiceSum()
        return replace(own, plus=self.base), as_dice(self.extra)

    def attacks_of(self, own: int, added: int) -> int:
        """Return how many attacks a weapon makes whose A came to so much, and what is added to it to so much."""
        if not added:
            return modified(Characteristic.ATTACKS, own, self.changes)
        more = ValueChange(what=Characteristic.ATTACKS, how=How.ADD, value=added)
        return modified(Characteristic.ATTACKS, own, (*self.changes, more))

    @property
    def damage_dice(self) -> DiceSum:
        """Return the damage of each attack, what is added left out."""
        return as_dice(self.damage)

    @property
    def wound(self) -> int:
        """Return what wound rolls need; the strength must be a number by then.

        Of two rules that contradict each other the attacker's wins (40K-ORDER-3).
        """
        own = max(wound_need(as_dice(self.strength).plus, self.toughness), self.never_wounds)
        return min(own, self.always_wounds) if self.always_wounds else own

    @property
    def again(self) -> int:
        """Return from which face on no wound roll is rolled again: from the first that wounds, of devastating attacks
        from the first critical one.
        """
        if self.is_devastating:
            return self.critical_wound
        return min(max(self.wound - clipped(self.wound_bonus), 2), self.critical_wound)

    def damage_by(self, faces: tuple[int, ...]) -> int:
        """Return the damage of an attack whose dice show so much; none are rolled for a number."""
        return self.damage_of(self.damage_dice.of_faces(faces))

    def damage_of(self, rolled: int) -> int:
        """Return the damage of an attack whose dice and number say so much; what is added comes after what divides
        (40K-MOD-1).
        """
        if not self.plus:
            return modified(Characteristic.DAMAGE, rolled, self.changes)
        added = ValueChange(what=Characteristic.DAMAGE, how=How.ADD, value=self.plus)
        return modified(Characteristic.DAMAGE, rolled, (*self.changes, added))


def as_dice(text: str) -> DiceSum:
    """Return a number or dice as a sum of dice.

    >>> str(as_dice("2")), str(as_dice("D3"))
    ('2', 'D3')
    """
    return dice_sum(int(text) if text.isdecimal() else text)


def wound_need(strength: int, toughness: int) -> int:
    """Return what a wound roll needs (40K-WOUND-2).

    >>> [wound_need(strength, 4) for strength in (8, 5, 4, 3, 2)]
    [2, 3, 4, 5, 6]
    """
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def clipped(bonus: int) -> int:
    """Return the sum of modifiers of a hit or wound roll, at most 1 either way (40K-MOD-14)."""
    return max(-1, min(1, bonus))


def to_hit(line: AttackLine40k) -> tuple[int, int]:
    """Return what a die needs to hit, and what is added to it."""
    return (CRITICAL, 0) if line.is_overwatch else (line.skill, line.hit_bonus)


def needed(need: int, bonus: int = 0) -> Message:
    """Return what a roll needs, with what is added to it, in words (40K-STATE-7)."""
    counts = clipped(bonus)
    if counts > 0:
        return message("{need}+, {bonus} added to the roll", need=need, bonus=counts)
    if counts < 0:
        return message("{need}+, {bonus} taken off the roll", need=need, bonus=-counts)
    return message("{need}+", need=need)


def needs_words(need: int, bonus: int = 0) -> Message:
    """Return what the dice of a roll that is due must show, with what is added to them (40K-STATE-7)."""
    return message("needs {needed}", needed=needed(need, bonus))


def passes(face: int, need: int, bonus: int = 0, *, critical: int = CRITICAL) -> bool:
    """Return whether a hit or wound roll succeeds: an unmodified 1 never, a critical one always.

    >>> [passes(face, 3) for face in (2, 3, 5)], passes(6, 6, -1), passes(1, 2, 1)
    ([False, True, True], True, False)
    """
    if face == 1:
        return False
    return face >= critical or max(face + clipped(bonus), 1) >= need
