"""The steps of an attack: reactions, hit rolls, damage, falling tests (WC-HIT, WC-DAMAGE, WC-COUNTER, WC-HIDE)."""

from collections.abc import Sequence

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, Pick, React
from warcry3d.game.agenda import Asking, Automatic, Rolling
from warcry3d.game.prompts import Option, PickSome, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.message import Message, counted, message
from warcry3d.rules.warcry.battle.abilities.reactions import react, reactions_to
from warcry3d.rules.warcry.battle.abilities.triggers import after_attack
from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext, RerollOptions
from warcry3d.rules.warcry.battle.combat.damage import allocate
from warcry3d.rules.warcry.battle.combat.hit_table import SHELTERED, HitTable, hit_table
from warcry3d.rules.warcry.battle.combat.reaction_checks import (
    COUNTER,
    TAKE_COVER,
    ReactionOptions,
    can_react,
    react_faults,
    spend_reaction,
)
from warcry3d.rules.warcry.battle.combat.reaction_prompts import attack_reaction_prompts
from warcry3d.rules.warcry.battle.descriptions import faces_of, points_name
from warcry3d.rules.warcry.battle.fighters import effects_on, has_mark, toughness_of, weapon_of
from warcry3d.rules.warcry.battle.movement.falls import FallTest
from warcry3d.rules.warcry.battle.ordering import in_order
from warcry3d.rules.warcry.battle.prompt_parts import declining, fact
from warcry3d.rules.warcry.battle.state import FighterStatus, State, Until
from warcry3d.rules.warcry.battle.transition import Transition, end_effects
from warcry3d.rules.warcry.fighter import MOUNT

__all__ = ["HitRoll", "TargetReacts"]


class TargetReacts(Asking[State], frozen=True, tag="target-reacts", tag_field="step"):
    """The target of an attack may react before the hit rolls (WC-REACT-2 and 3)."""

    attack: AttackContext

    def choice(self, state: State) -> Choice | None:
        """Return the question, or None if the target cannot react."""
        offered = self._offered(state)
        if not offered:
            return None
        about = ReactionOptions(
            offered=((self.attack.target, offered),), enemy=self.attack.attacker, attack=self.attack
        )
        return Choice(state.fighter(self.attack.target).player, "react", self._why, about)

    @property
    def _why(self) -> RuleReason:
        values = {"target": self.attack.target, "attacker": self.attack.attacker}
        return RuleReason("WC-REACT-1", Message("{target} may react to the attack of {attacker}", values))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return how the target may react, and to leave it."""
        return attack_reaction_prompts(state, self.attack, self._offered(state), self._why)

    def _offered(self, state: State) -> tuple[str, ...]:
        if not can_react(state, self.attack.target):
            return ()
        attack = self.attack
        kinds = ("attack", "melee" if attack.is_melee else "missile")
        own = reactions_to(state, attack.target, kinds, attack.attacker, in_cover=attack.is_in_cover)
        if attack.is_melee:
            return (COUNTER, *own)
        if attack.is_in_cover and not has_mark(state, attack.target, MOUNT):
            return (TAKE_COVER, *own)
        return own

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why the target cannot react this way."""
        return react_faults(action, {self.attack.target: self._offered(state)}, "WC-REACT-1")

    def resolve(self, do: Transition, action: Action) -> None:
        """Let the target react or not, then roll the hit dice."""
        attack = self.attack
        match action:
            case React(reaction="counter"):
                spend_reaction(do, attack.target)
                do.emit("reaction", "{target} counters", "WC-REACT-1", "WC-REACT-2", target=attack.target)
                do.push(HitRoll(attack.changed(counter=True)))
            case React(reaction="take-cover"):
                spend_reaction(do, attack.target)
                do.emit("reaction", "{target} takes cover", "WC-REACT-1", "WC-REACT-3", target=attack.target)
                do.push(HitRoll(attack.changed(shelters=SHELTERED)))
            case React(reaction=reaction):
                do.push(Strikes(attack))
                react(do, attack.target, reaction, attack.attacker)
            case _:
                do.push(HitRoll(attack))

    def skip(self, do: Transition) -> None:
        """Roll."""
        do.push(HitRoll(self.attack))


class Strikes(Automatic[State], frozen=True, tag="strikes", tag_field="step"):
    """Continues an attack after a reaction that may have changed both fighters.

    If one of them is off the battlefield by now, the attack ends.
    """

    attack: AttackContext

    def resolve(self, do: Transition) -> None:
        """Compute the values again, then roll."""
        state, attack = do.state, self.attack
        if any(state.fighter(id).place is not FighterStatus.BOARD for id in (attack.attacker, attack.target)):
            do.push(AfterAttack(attack, 0, 0))
            return
        weapon = weapon_of(state, attack.attacker, attack.weapon, attack.target)
        shelters = min((effect.amount for effect in effects_on(state, attack.target, "shelter")), default=0)
        toughness = toughness_of(state, attack.target) + int(attack.is_in_cover)
        do.push(HitRoll(attack.changed(hit=weapon.hit, crit=weapon.crit, toughness=toughness, shelters=shelters)))


class HitRoll(Rolling[State], frozen=True, tag="hit-roll", tag_field="step"):
    """The hit rolls of an attack, as many as the weapon's Attacks."""

    attack: AttackContext

    def roll(self, state: State) -> Roll:
        """Return the dice."""
        attacker, table = self.attack.attacker, hit_table(state, self.attack)
        values = {"attacker": attacker, "target": self.attack.target, "least": table.least}
        why = RuleReason("WC-ATT-3", Message("{attacker} rolls to hit {target} ({least}+ hits)", values))
        return Roll(state.fighter(attacker).player, table.dice, why)

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Ask for re-rolls if any are allowed, then count."""
        do.push(MayReroll(self.attack, faces))


def _die_option(number: int, face: int, table: HitTable) -> Option:
    """Return a die that fell, with what it is."""
    match table.result(face):
        case "crit":
            label = message("critical hit")
            result = fact("WC-HIT-1", "critical hit: {points} points of damage", points=table.crit)
        case "hit":
            label = message("hit")
            result = fact("WC-HIT-1", "hit: {points} points of damage", points=table.hit)
        case _:
            label = message("miss")
            result = fact("WC-HIT-1", "miss")
    return Option(str(number), label, dice=(face,), facts=(result,))


class MayReroll(Asking[State], frozen=True, tag="may-reroll", tag_field="step"):
    """The attacker's player may roll some of its hit dice again: each once at most (WC-DICE-2)."""

    attack: AttackContext
    faces: tuple[int, ...]

    def choice(self, state: State) -> Choice | None:
        """Return how many dice may be re-rolled and the faces, or None if none may."""
        most = self._most(state)
        if not most:
            return None
        about = RerollOptions(attack=self.attack, most=most, faces=self.faces)
        return Choice(state.fighter(self.attack.attacker).player, "re-roll", self._why(state), about)

    def _why(self, state: State) -> RuleReason:
        values = {"attacker": self.attack.attacker, "most": self._most(state)}
        return RuleReason("WC-DICE-2", Message("{attacker} may roll up to {most} hit dice again", values))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the dice by place, from 0, and to leave them as they are."""
        most, table = self._most(state), hit_table(state, self.attack)
        again = PickSome(
            id="re-roll",
            heading=message("Roll again"),
            detail=message("up to {most} dice", most=most),
            why=self._why(state),
            key="r",
            hint=message("Pick the dice to roll again; the second roll counts."),
            action=Pick,
            options=tuple(_die_option(n, face, table) for n, face in enumerate(self.faces)),
            least=1,
            most=most,
        )
        return (again, declining(message("Keep all dice"), self._why(state)))

    def _most(self, state: State) -> int:
        return min(hit_table(state, self.attack).rerolls, len(self.faces))

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the picked dice: their indices from 0, each once."""
        if isinstance(action, Decline):
            return ()
        if not isinstance(action, Pick):
            return NOT_DUE
        known = {str(n) for n in range(len(self.faces))}
        if not action.picked or len(set(action.picked)) < len(action.picked) or not set(action.picked) <= known:
            return fault("WC-DICE-2", "name dice 0 to {last}, each once", place="picked", last=len(self.faces) - 1)
        if len(action.picked) > self._most(state):
            return fault("WC-DICE-2", "at most {most} dice", place="picked", most=self._most(state))
        return ()

    def resolve(self, do: Transition, action: Action) -> None:
        """Re-roll the picked dice, or count them as they are."""
        if isinstance(action, Pick):
            do.push(Reroll(self.attack, self.faces, tuple(map(int, action.picked))))
        else:
            count(do, self.attack, self.faces)

    def skip(self, do: Transition) -> None:
        """Count the dice as they are."""
        count(do, self.attack, self.faces)


class Reroll(Rolling[State], frozen=True, tag="re-roll", tag_field="step"):
    """Some hit dice are rolled again."""

    attack: AttackContext
    faces: tuple[int, ...]
    again: tuple[int, ...]

    def roll(self, state: State) -> Roll:
        """Return the dice."""
        why = RuleReason("WC-DICE-2", Message("{attacker} rolls hit dice again", {"attacker": self.attack.attacker}))
        return Roll(state.fighter(self.attack.attacker).player, len(self.again), why)

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Replace the old faces."""
        new = dict(zip(self.again, faces, strict=True))
        count(do, self.attack, tuple(new.get(n, face) for n, face in enumerate(self.faces)))


def count(do: Transition, attack: AttackContext, faces: Sequence[int]) -> None:
    """Count hits and critical hits, apply a counter, and roll for critical hits on a target that took cover."""
    table = hit_table(do.state, attack)
    results = [table.result(face) for face in faces]
    hits, crits = results.count("hit"), results.count("crit")
    do.emit(
        "hit-roll",
        "{attacker} rolls {faces}: {results}",
        "WC-ATT-3",
        attacker=attack.attacker,
        faces=faces_of(faces),
        results=_results(hits, crits),
    )
    do.push(Sheltered(attack, hits, crits if attack.shelters else 0, 0 if attack.shelters else crits))
    cost = sum(map(table.counter_cost, faces))
    if cost:
        do.emit(
            "counter",
            "the counter costs {attacker} {points}",
            "WC-REACT-2",
            attacker=attack.attacker,
            points=points_name(cost),
        )
    allocate(do, attack.attacker, cost, "WC-REACT-2", by=attack.target)
    allocate(do, attack.attacker, sum(map(table.riposte_cost, faces)), "WC-REACT-1", by=attack.target)


def _results(hits: int, crits: int) -> tuple[Message, ...]:
    """Return the result of hit rolls in words, for the report."""
    found: list[Message] = []
    if hits:
        found.append(counted("{n} hit", "{n} hits", hits))
    if crits:
        found.append(counted("{n} critical hit", "{n} critical hits", crits))
    return tuple(found) or (Message("no hit"),)


class Sheltered(Rolling[State], frozen=True, tag="sheltered", tag_field="step"):
    """Critical hits on a target that took cover: on 4 or more each becomes a hit (WC-HIDE-1)."""

    attack: AttackContext
    hits: int
    tried: int
    crits: int

    def roll(self, state: State) -> Roll | None:
        """Return one die for each critical hit, or None if there are none."""
        if not self.tried:
            return None
        values = {"target": self.attack.target, "least": self.attack.shelters}
        why = RuleReason("WC-REACT-3", Message("{target} took cover ({least}+ makes a critical hit a hit)", values))
        return Roll(state.fighter(self.attack.target).player, self.tried, why)

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Count them again."""
        turned = sum(face >= self.attack.shelters for face in faces)
        turned_hits = counted("{n} critical hit becomes a hit", "{n} critical hits become hits", turned)
        do.emit(
            "sheltered",
            "{target} took cover and rolls {faces}, {least}+ needed: {turned}",
            "WC-REACT-3",
            target=self.attack.target,
            faces=faces_of(faces),
            least=self.attack.shelters,
            turned=turned_hits,
        )
        do.push(Struck(self.attack, self.hits + turned, self.crits + self.tried - turned))

    def skip(self, do: Transition) -> None:
        """Go on to the damage."""
        do.push(Struck(self.attack, self.hits, self.crits))


class Struck(Automatic[State], frozen=True, tag="struck", tag_field="step"):
    """Damage is allocated; effects of the attack and falling tests follow (WC-EDGE-3)."""

    attack: AttackContext
    hits: int
    crits: int

    def resolve(self, do: Transition) -> None:
        """Allocate it."""
        attack = self.attack
        do.push(AfterAttack(attack, self.hits, self.crits))
        allocate(do, attack.target, self.hits * attack.hit + self.crits * attack.crit, "WC-ATT-4", by=attack.attacker)


class AfterAttack(Automatic[State], frozen=True, tag="after-attack", tag_field="step"):
    """The end of an attack: its effects end, abilities that wait for it are triggered, falling tests are rolled."""

    attack: AttackContext
    hits: int
    crits: int

    def resolve(self, do: Transition) -> None:
        """Run all of it in the order that the player chooses (WC-ORDER-1)."""
        attack = self.attack
        end_effects(do, Until.THIS)
        things = after_attack(do, attack, self.hits, self.crits)
        in_order(do, [*things, *((attack.target, FallTest(attack.target, rule)) for rule in attack.tests)])
