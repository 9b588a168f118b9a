"""The worth of abilities whose words ask somebody, roll dice or are about others: an estimate for each word."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

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
    RollDice,
    When,
)
from warcry3d.rules.warcry.battle.abilities.conditions import all_hold
from warcry3d.rules.warcry.battle.abilities.selectors import of_a_kind, select_fighters
from warcry3d.rules.warcry.battle.combat.hit_table import hits_on
from warcry3d.rules.warcry.battle.fighters import (
    apart,
    enemies_within,
    move_of,
    toughness_of,
    weapon_of,
    wounds_left,
)
from warcry3d.rules.warcry.battle.rounds.activation_checks import can_activate
from warcry3d.rules.warcry.battle.state import State, Use
from warcry3d.rules.warcry.move_limits import ENGAGED
from warcry3d.rules.warcry.players.attacks import PlannedAttack, enemies_of, might_strike, strike_from
from warcry3d.rules.warcry.players.finishing import likely_odds
from warcry3d.rules.warcry.players.moves import PlannedMove
from warcry3d.rules.warcry.players.worth import place_worth, strike_worth, value_of

__all__ = ["AGAIN", "WORTH_GOING", "Prospect", "ranked", "worth_of_words"]

AGAIN = 0.7
"""A second attack is worth so much of the first: the target may be down by then."""

GOING = 0.2
"""A move that leads to no attack is worth so much of itself in dice: there are moves without."""

LATER = 0.6
"""What others may do later in the round counts so much."""

FOLLOWS = 0.35
"""To be activated before the enemy is worth so much of what a fighter can do."""

HURT = 0.5
"""A wound that is healed is worth a wound where so many of all are lost, else less: the last ones decide."""

WORTH_GOING = 0.8
"""Going somewhere must be worth so much more than staying."""

ANGLES = np.linspace(0, 2 * np.pi, 16, endpoint=False)
STRAIGHT = np.column_stack([np.cos(ANGLES), np.sin(ANGLES), np.zeros(len(ANGLES))])
"""Directions in which somebody might go."""

DICE = {"D3": 2.0, "D6": 3.5}
GRANTS = {"fly": 4.0, "cannot-move": 6.0, "cannot-disengage": 4.0, "cannot-react": 3.0}
PER_POINT = {"strength": 0.15, "hit": 0.15, "crit": 0.1}
"""What a point of a characteristic adds to the worth of an attack, as a share."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a fighter is about to do: attack from where it is (``strike``), or go a ``way``, with the attack after it;
    ``left``: how many actions it has left.
    """

    strike: PlannedAttack | None = None
    way: PlannedMove | None = None
    left: int = 0

    @property
    def planned(self) -> PlannedAttack | None:
        """Return the next attack that it means to make."""
        return self.strike or (self.way.strike if self.way is not None else None)

    @property
    def attacks_worth(self) -> float:
        """Return what all its coming attacks are worth."""
        if self.planned is None:
            return 0.0
        count = self.left if self.strike is not None else self.left - 1
        return self.planned.worth * (1.0 + AGAIN * (count - 1)) if count > 0 else 0.0


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
                return sum(self._follows(id) for id in self._who(word.who, picked))
            case PlaceFighter() | Push():
                return sum(4.0 for _ in self._who(word.who, picked))
            case RemoveTerrain():
                return 5.0
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
                return self._when(word)
        return 0.0

    def _when(self, word: When) -> float:
        """Return what something is worth that happens after the attack to come, if it is on who is meant."""
        planned, id = self.prospect.planned, self.use.fighter
        if word.event != "attack" or planned is None or not self.prospect.attacks_worth:
            return 0.0
        target = planned.attack.target
        weapon = weapon_of(self.state, id, planned.attack.weapon, target)
        is_kind = word.attacks in ("", "melee" if weapon.is_melee else "missile")
        if not is_kind or (word.target is not None and not of_a_kind(self.state, word.target, target, id)):
            return 0.0
        misses = (hits_on(weapon.strength, toughness_of(self.state, target)) - 1) / 6
        shares = {"": 1.0, "down": planned.odds.down, "crit": 1 - (5 / 6) ** weapon.attacks}
        return shares.get(word.scored, 1 - misses**weapon.attacks) * self.words(word.then, (target,))

    def _follows(self, id: str) -> float:
        """Return what it is worth that a friend is activated before the enemy."""
        if id == self.use.fighter:
            return 0.0
        return 1.0 + FOLLOWS * might_strike(self.state, id, move_of(self.state, id))

    def _wounds(self, word: Damage | Heal, id: str) -> float:
        amount = _number(word.amount)
        if isinstance(word, Damage):
            left = max(wounds_left(self.state, id), 1)
            return -self._sign(id) * strike_worth(self.state, id, min(amount, left), float(amount >= left))
        damage, wounds = self.state.fighter(id).damage, self.state.profile(id).wounds
        healed, matters = min(amount, damage), min(damage / (HURT * wounds), 1.0)
        return self._sign(id) * strike_worth(self.state, id, healed, 0.02 * healed) * matters

    def _attacks_worth(self, id: str, kind: str = "") -> float:
        """Return what a fighter's attacks to come are worth, those of a kind; nothing where it has no turn any more."""
        if id != self.use.fighter:
            return LATER * might_strike(self.state, id, move_of(self.state, id)) if self._acts_later(id) else 0.0
        planned = self.prospect.planned
        if planned is None or not kind:
            return self.prospect.attacks_worth
        is_melee = weapon_of(self.state, id, planned.attack.weapon).is_melee
        return self.prospect.attacks_worth if is_melee == (kind == "melee") else 0.0

    def _acts_later(self, id: str) -> bool:
        """Return whether a fighter is still to be activated this round."""
        return id != self.use.fighter and can_activate(self.state, self.state.fighter(id))

    def _change(self, word: Change | Aura, id: str) -> float:
        """Return what a change is worth to the fighter itself, friend or enemy."""
        amount = _number(word.add) if word.add is not None else -_number(word.subtract or 0)
        total = 0.0
        for what in word.what:
            if what == "toughness":
                total += self._tougher(id, amount)
            elif what == "move":
                total += 0.5 * amount * self._acts_later(id)
            elif what == "attacks":
                most = max(weapon.attacks for weapon in self.state.profile(id).weapons)
                total += self._attacks_worth(id, word.attacks) * amount / max(most, 1)
            else:
                total += PER_POINT.get(what, 0.02) * amount * self._attacks_worth(id, word.attacks)
        return total

    def _tougher(self, id: str, amount: float) -> float:
        """Return what other Toughness is worth against the enemies that may still attack."""
        wounds, now = wounds_left(self.state, id), toughness_of(self.state, id)
        saved = 0.0
        for enemy in filter(self._acts_later, enemies_of(self.state, id)):
            near = apart(self.state, id, enemy)
            for n in range(len(self.state.profile(enemy).weapons)):
                weapon = weapon_of(self.state, enemy, n)
                if near <= weapon.max_range + move_of(self.state, enemy):
                    before, after = (likely_odds(weapon, toughness, wounds) for toughness in (now, now + int(amount)))
                    lost = before.lost.mean - after.lost.mean
                    saved = max(saved, strike_worth(self.state, id, lost, before.down - after.down))
        return 0.5 * saved

    def _grant(self, word: Grant, id: str) -> float:
        if word.word in ("crit-on", "re-roll-hits"):
            return self._sign(id) * 0.25 * self._attacks_worth(id, word.attacks)
        if not self._acts_later(id):
            return 0.0
        if word.word == "cannot-disengage" and not enemies_within(self.state, id, ENGAGED):
            return 0.0
        return self._sign(id) * GRANTS.get(word.word, 0.0) * (1.0 if word.word == "fly" else -1.0)

    def _bonus(self, word: Bonus, id: str) -> float:
        """Return what a bonus action is worth: an attack that can be made, or a move that leads to one."""
        if id != self.use.fighter:
            return self._bonus_of_friend(word, id)
        strike, way = self.prospect.strike, self.prospect.way
        if "attack" in word.actions:
            if strike is not None:
                return self._attacks_worth(id, word.attacks) and AGAIN * strike.worth
            if self.prospect.left:
                return 0.0 if way is None or way.strike is None else AGAIN * way.strike.worth
            found = strike_from(self.state, self.state.table, id, word.attacks)
            return 0.0 if found is None else found.worth
        if "move" in word.actions and strike is None and way is not None:
            return GOING * max(way.worth - (way.strike.worth if way.strike is not None else 0.0), 0.0)
        return 0.0

    def _bonus_of_friend(self, word: Bonus, id: str) -> float:
        strike = strike_from(self.state, self.state.table, id, word.attacks) if "attack" in word.actions else None
        if strike is not None:
            return strike.worth
        return float("move" in word.actions and self._gains_by_going(word, id))

    def _gains_by_going(self, word: Bonus, id: str) -> bool:
        """Return whether a friend gets to a better place with a bonus move, by the straight line: else it stays."""
        if enemies_within(self.state, id, ENGAGED):
            return False
        inches = move_of(self.state, id) if word.inches is None else _number(word.inches)
        at, user = np.array(self.state.fighter(id).at), np.array(self.state.fighter(self.use.fighter).at)
        ends = at + (inches + _number(word.add)) * STRAIGHT
        if word.ends_closer:
            ends = ends[np.linalg.norm(ends - user, axis=1) < np.linalg.norm(at - user)]
        worth = place_worth(self.state, id, np.vstack([at, ends]))
        return bool((worth[1:] > worth[0] + WORTH_GOING).any())

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
