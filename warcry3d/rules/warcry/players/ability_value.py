"""The worth of abilities: a general estimate for each word."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from warcry3d.rules.warcry.abilities.resolve_values import resolve_values
from warcry3d.rules.warcry.abilities.vocabulary import (
    ActivateNext,
    Aura,
    Bonus,
    Change,
    Damage,
    Do,
    Each,
    Either,
    FighterFilter,
    Grant,
    Heal,
    If,
    PickFighter,
    PlaceFighter,
    Push,
    RemoveTerrain,
    Riposte,
    RollDice,
    Shelter,
    When,
)
from warcry3d.rules.warcry.battle.abilities.ability_use import usable
from warcry3d.rules.warcry.battle.abilities.conditions import all_hold
from warcry3d.rules.warcry.battle.abilities.selectors import select_fighters
from warcry3d.rules.warcry.battle.actions import UseAbility
from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext
from warcry3d.rules.warcry.battle.combat.hit_table import hits_on
from warcry3d.rules.warcry.battle.fighters import apart, move_of, weapon_of, wounds_left
from warcry3d.rules.warcry.battle.movement.move_actions import allowed
from warcry3d.rules.warcry.battle.state import State, Use
from warcry3d.rules.warcry.players.attacks import PlannedAttack, enemies_of, might_strike
from warcry3d.rules.warcry.players.odds import odds_of
from warcry3d.rules.warcry.players.worth import strike_worth, value_of

__all__ = ["Prospect", "best_ability", "ranked", "worth_of_words"]

PRICES = {2: 3.0, 3: 6.0, 4: 9.0}
"""What a set of so many dice is worth to keep: somebody else could use it this round."""

DICE = {"D3": 2.0, "D6": 3.5}
GRANTS = {"fly": 4.0, "cannot-move": 6.0, "cannot-disengage": 4.0, "cannot-react": 3.0, "must-attack": 5.0}
PER_POINT = {"strength": 0.15, "hit": 0.15, "crit": 0.1}
"""What a point of a characteristic adds to the worth of an attack, as a share."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a fighter is about to do: its best attack from where it is, what an attack after a move would be worth, and
    how many actions it has left. ``attack``: the attack that it reacts to.
    """

    strike: PlannedAttack | None
    after_move: float
    left: int
    attack: AttackContext | None = None

    @property
    def attacks_worth(self) -> float:
        """Return an estimate of what all its coming attacks are worth."""
        if self.strike is not None:
            return self.strike.worth * max(self.left, 0)
        return self.after_move if self.left > 1 else 0.0


def best_ability(state: State, id: str, prospect: Prospect) -> UseAbility | None:
    """Return the ability that is worth most beyond its price; None where none is."""
    best, found = 0.0, None
    for action in usable(state, id):
        ability = state.context.abilities[action.ability]
        use = Use(fighter=id, ability=action.ability, value=action.value)
        words = resolve_values(ability.do, action.value)
        worth = worth_of_words(state, use, words, prospect) - PRICES[action.count]
        if worth > best:
            best, found = worth, action
    return found


def worth_of_words(
    state: State, use: Use, words: Sequence[Do], prospect: Prospect, picked: tuple[str, ...] = ()
) -> float:
    """Return what doing words one after the other is worth to the user's player; ``picked``: who is picked before."""
    return _Estimate(state, use, prospect).words(words, picked)


def ranked(state: State, ids: Sequence[str], player: str) -> tuple[str, ...]:
    """Return fighters, those first whom a player would pick: the most valuable, wounded friends before whole ones."""

    def key(id: str) -> tuple[float, str]:
        hurt = state.fighter(id).damage / state.profile(id).wounds
        nearly = hurt if state.fighter(id).player == player else 0.5 * hurt
        return -value_of(state, id) * (1 + nearly), id

    return tuple(sorted(ids, key=key))


@dataclass(frozen=True, slots=True)
class _Estimate:
    """An ability's worth while it is reckoned."""

    state: State
    use: Use
    prospect: Prospect

    @property
    def player(self) -> str:
        return self.state.fighter(self.use.fighter).player

    def words(self, words: Sequence[Do], picked: tuple[str, ...]) -> float:
        total = 0.0
        for word in words:
            if isinstance(word, PickFighter):
                offered = ranked(self.state, select_fighters(self.state, word.whom, self.use.fighter), self.player)
                picked = offered if word.count == "any" else offered[: word.count]
            else:
                total += self._word(word, picked)
        return total

    def _who(self, who: Any, picked: tuple[str, ...]) -> tuple[str, ...]:
        if isinstance(who, FighterFilter):
            return select_fighters(self.state, who, self.use.fighter)
        return (self.use.fighter,) if who == "self" else picked

    def _sign(self, id: str) -> float:
        return 1.0 if self.state.fighter(id).player == self.player else -1.0

    def _word(self, word: Do, picked: tuple[str, ...]) -> float:
        match word:
            case Damage() | Heal():
                return sum(self._wounds(word, id) for id in self._who(word.who, picked))
            case Change():
                return sum(self._sign(id) * self._change(word, id) for id in self._who(word.who, picked))
            case Aura():
                whose = select_fighters(self.state, word.whom, self.use.fighter)
                return sum(self._sign(id) * self._change(word, id) for id in whose)
            case Grant():
                return sum(self._grant(word, id) for id in self._who(word.who, picked))
            case Bonus():
                return sum(self._sign(id) * self._bonus(word, id) for id in self._who(word.who, picked))
            case _:
                return self._branch(word, picked)

    def _branch(self, word: Do, picked: tuple[str, ...]) -> float:
        match word:
            case ActivateNext():
                return sum(8.0 + 0.1 * self._attacks_worth(id) for id in self._who(word.who, picked))
            case PlaceFighter() | Push():
                return sum(4.0 for _ in self._who(word.who, picked))
            case RemoveTerrain():
                return 5.0
            case Riposte():
                return self._riposte(word)
            case Shelter():
                return self._shelter()
            case RollDice():
                return self._roll(word, picked)
            case Each():
                return sum(self.words(word.then, (id,)) for id in self._who(word.who, picked))
            case Either():
                return max(self.words(option.then, picked) for option in word.of)
            case If():
                holds = all_hold(self.state, self.use, word.that)
                return self.words(word.then if holds else word.otherwise, picked)
            case When():
                target = self.prospect.strike.attack.target if self.prospect.strike is not None else ""
                share = 0.5 if self.prospect.attacks_worth else 0.0
                return share * self.words(word.then, (target,) if target else ())
        return 0.0

    def _wounds(self, word: Damage | Heal, id: str) -> float:
        amount = _number(word.amount)
        if isinstance(word, Damage):
            left = max(wounds_left(self.state, id), 1)
            return -self._sign(id) * strike_worth(self.state, id, min(amount, left), float(amount >= left))
        healed = min(amount, self.state.fighter(id).damage)
        return self._sign(id) * strike_worth(self.state, id, healed, 0.02 * healed)

    def _attacks_worth(self, id: str, *, kind: str = "") -> float:
        """Return what a fighter's attacks to come are worth, those of a kind."""
        if id != self.use.fighter:
            return 0.6 * might_strike(self.state, id, move_of(self.state, id))
        strike = self.prospect.strike
        if strike is not None and kind:
            is_melee = weapon_of(self.state, id, strike.attack.weapon).is_melee
            return self.prospect.attacks_worth if is_melee == (kind == "melee") else 0.0
        return self.prospect.attacks_worth

    def _change(self, word: Change | Aura, id: str) -> float:
        """Return what a change is worth to the fighter itself, friend or enemy."""
        amount = _number(word.add) if word.add is not None else -_number(word.subtract or 0)
        attacks_worth, total = self._attacks_worth(id, kind=word.attacks), 0.0
        for what in word.what:
            if what == "attacks":
                weapons = self.state.profile(id).weapons
                total += attacks_worth * amount / max(max(weapon.attacks for weapon in weapons), 1)
            elif what == "toughness":
                total += 3.0 * amount
            elif what == "move":
                total += amount + self._just_short(id, amount)
            else:
                total += PER_POINT.get(what, 0.02) * amount * attacks_worth
        return total

    def _just_short(self, id: str, amount: float) -> float:
        """Return what going farther is worth to one who comes up a little short of an enemy."""
        if id != self.use.fighter or self.prospect.left < 2 or self.prospect.attacks_worth:
            return 0.0
        now = allowed(self.state, id)
        gaps = [apart(self.state, id, enemy) - 1.0 for enemy in enemies_of(self.state, id)]
        is_short = any(now - 1.0 < gap <= now + amount for gap in gaps)
        return 0.5 * might_strike(self.state, id, now + amount) if is_short else 0.0

    def _grant(self, word: Grant, id: str) -> float:
        if word.word in ("crit-on", "re-roll-hits"):
            return self._sign(id) * 0.25 * self._attacks_worth(id, kind=word.attacks)
        if word.word == "flat-range":
            return 0.0
        return self._sign(id) * GRANTS[word.word] * (1.0 if word.word == "fly" else -1.0) * (word.word != "must-attack")

    def _bonus(self, word: Bonus, id: str) -> float:
        is_own = id == self.use.fighter
        strike = self.prospect.strike if is_own else None
        here = strike.worth if strike is not None else 0.0 if is_own else might_strike(self.state, id, 0.0)
        total = 0.0
        if "attack" in word.actions:
            total = here
        if "move" in word.actions:
            far = move_of(self.state, id) + _number(word.add)
            total = max(total, 4.0 + (0.0 if here else 0.3 * might_strike(self.state, id, far)))
        return max(total, 3.0 if "disengage" in word.actions else 0.0)

    def _riposte(self, word: Riposte) -> float:
        """Return what hurting the attacker for its hit rolls is worth."""
        attack = self.prospect.attack
        if attack is None:
            return 0.0
        weapon = weapon_of(self.state, attack.attacker, attack.weapon, attack.target)
        least = hits_on(weapon.strength, attack.toughness)
        faces = {"miss": least - 1, "hit": 6 - least, "crit": 1}
        shown = faces[word.each] if word.each is not None else word.to - (word.on or 1) + 1
        points = min(weapon.attacks * shown / 6 * word.amount, max(wounds_left(self.state, attack.attacker), 1))
        return strike_worth(self.state, attack.attacker, points, 0.03 * points)

    def _shelter(self) -> float:
        """Return what taking critical hits for hits saves."""
        attack = self.prospect.attack
        if attack is None:
            return 0.0
        weapon = weapon_of(self.state, attack.attacker, attack.weapon, attack.target)
        wounds = max(wounds_left(self.state, attack.target), 1)
        open_, covered = (odds_of(weapon, attack.toughness, wounds, shelters=shelters) for shelters in (False, True))
        return strike_worth(self.state, attack.target, open_.damage - covered.damage, open_.kill - covered.kill)

    def _roll(self, word: RollDice, picked: tuple[str, ...]) -> float:
        total = 0.0
        if isinstance(word.dice, FighterFilter):
            for id in select_fighters(self.state, word.dice, self.use.fighter):
                total += sum((face.to - face.on + 1) / 6 * self.words(face.then, (id,)) for face in word.each)
            return total
        dice = _number(word.dice)
        for face in word.each:
            total += dice * (face.to - face.on + 1) / 6 * self.words(face.then, picked)
        for face in word.any:
            total += (1 - (1 - (face.to - face.on + 1) / 6) ** dice) * self.words(face.then, picked)
        return total


def _number(number: object) -> float:
    """Return a number of an ability that was settled: dice count as they fall on average."""
    return float(number) if isinstance(number, int | float) else DICE.get(str(number), 0.0)
