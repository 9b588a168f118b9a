"""The plain player: it takes objectives, shoots and fights where that costs the enemy most on average."""

import math
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from warcry3d.game.actions import Action, Decline, Done, Pick
from warcry3d.game.decisions import Decision
from warcry3d.game.prompts import Divide, Go, PickOne, Place, Prompt, is_open
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.message import message
from warcry3d.rules.units.unit_actions import UnitOrder
from warcry3d.rules.units.unit_throws import charge_chance
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons, all_at, usable
from warcry3d.rules.warhammer40k.battle.attacks.allocation import DamageRolled40k
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import passes
from warcry3d.rules.warhammer40k.battle.attacks.weapons import is_aircraft
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import move_of
from warcry3d.rules.warhammer40k.battle.sensing import unit_gap, units_within
from warcry3d.rules.warhammer40k.battle.state import Deed40k, State40k
from warcry3d.rules.warhammer40k.battle.throws import RollsAgain40k
from warcry3d.rules.warhammer40k.players.fights import counter_worth
from warcry3d.rules.warhammer40k.players.ways import goal_of, way_of
from warcry3d.rules.warhammer40k.players.worth import (
    best_target,
    is_fighter,
    might_of,
    nearest_gap,
    power_of,
    unit_worth,
)

__all__ = ["PlainCommander"]

CHARGE_CHANCE = 0.3
"""A charge that is less likely than this is not tried."""

OUT_WITHIN = 14.0
"""Units get out of their transport when an enemy or their goal is so near (in)."""

USED = frozenset({"insane-bravery", "tank-shock", "grenade", "rapid-ingress", "smokescreen", "epic-challenge"})
"""Stratagems that it uses whenever it can; others where they are worth it."""

OVERWATCH_WORTH, COUNTER_WORTH, SPARE_WORTH, RESERVE = 10.0, 10.0, 1.0, 2
"""Points that overwatch must cost the enemy on average, and that fighting out of turn must save; so many with more
command points than the last number, from which others are used, too.
"""

Rules = Ruleset[State40k, Action]
Answer = Action | None


class PlainCommander:
    """Plays to win: by objectives, and by the exact odds of its attacks."""

    def choose(self, ruleset: Rules, state: State40k, choice: Choice, random: Stream) -> Action:
        """Return an action without faults."""
        return self.decide(ruleset, state, choice, random).action

    def decide(self, ruleset: Rules, state: State40k, choice: Choice, random: Stream) -> Decision[Action]:
        """Return an action without faults; where it has no opinion, one by chance."""
        answer = _ANSWERS.get(choice.kind, _first_open)(ruleset, state, choice)
        if answer is not None and not ruleset.faults(state, answer):
            return Decision(answer, message("does what is worth most by the odds of this turn."))
        first = _first_open(ruleset, state, choice)
        if first is not None and not ruleset.faults(state, first):
            return Decision(first)
        return Decision(RandomPlayer().choose(ruleset, state, choice, random))


def _prompt(ruleset: Rules, state: State40k, id: str) -> Prompt | None:
    return next((one for one in ruleset.prompts(state) if one.id == id and is_open(one)), None)


def _first_open(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    """Return the first option that is open; a proposal of places, ways or a division."""
    for prompt in ruleset.prompts(state):
        match prompt:
            case PickOne() if is_open(prompt):
                return prompt.action(next(option.id for option in prompt.options if not option.faults))
            case Place(suggested=suggested) | Go(suggested=suggested) if suggested:
                return prompt.action(suggested)
            case Divide(start=start) if start:
                return prompt.action(start)
    return None


def _decline(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    return Decline()


def _set_up(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    """Set the largest unit up first."""
    units: tuple[str, ...] = choice.about  # type: ignore[assignment]
    return Pick((max(units, key=lambda unit: len(state.all_troops(unit))),))


def _command_reroll(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    """Roll a failed charge again, or a low damage that does not destroy its model."""
    step, faces = state.agenda[-1], state.thrown.faces
    assert isinstance(step, RollsAgain40k), "it asks which dice to roll again"
    if step.kind == "charge":
        gap = nearest_gap(state, step.unit)[0]
        return Pick(("all",)) if sum(faces) < gap - 1.0 else Decline()
    if step.kind == "damage" and sum(faces) <= 2 * len(faces) and state.side(choice.player).command > 1:
        reads = state.agenda[-2]
        is_enough = isinstance(reads, DamageRolled40k) and reads.destroys(state)
        return Decline() if is_enough else Pick((choice.about[0],))  # type: ignore[index]
    return Decline()


def _again(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    """Roll all again that failed: a devastating wound is not worth one that is sure."""
    step, faces = state.agenda[-1], state.thrown.faces
    need, bonus = getattr(step, "need", 0), getattr(step, "bonus", 0)
    offered: tuple[str, ...] = choice.about  # type: ignore[assignment]
    failed = tuple(one for one in offered if not need or not passes(faces[int(one)], need, bonus))
    return Pick(failed) if failed else Decline()


def _stratagem(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    offered: tuple[str, ...] = choice.about  # type: ignore[assignment]
    points = state.side(choice.player).command
    for id in offered:
        name, unit = id.split("|")
        if name in USED or (name == "go-to-ground" and points > RESERVE):
            return Pick((id,))
        step = state.agenda[-1]
        enemy = getattr(step, "about", ("",))[0]
        if name == "fire-overwatch" and _overwatch_worth(state, unit, enemy) > OVERWATCH_WORTH:
            return Pick((id,))
        if name == "heroic-intervention" and is_fighter(state, unit) and unit_gap(state, unit, enemy) < 5.0:
            return Pick((id,))
    worth, unit = counter_worth(state, choice.player, _offered_units(offered, "counter-offensive"))
    least = COUNTER_WORTH if points <= RESERVE else SPARE_WORTH
    return Pick((f"counter-offensive|{unit}",)) if worth > least else Decline()


def _offered_units(offered: Iterable[str], stratagem: str) -> tuple[str, ...]:
    """Return the units that a stratagem is offered for."""
    return tuple(unit for name, unit in (id.split("|") for id in offered) if name == stratagem)


def _overwatch_worth(state: State40k, unit: str, enemy: str) -> float:
    """Return the points that overwatch costs an enemy, about: a sixth of the dice hit."""
    return best_target(state, unit, (enemy,), is_melee=False, only=enemy)[0] / 3


def _movement(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    """Get out where it is time; then move the next unit that has somewhere to go, advancing where nothing is lost."""
    out = _prompt(ruleset, state, "disembark")
    if isinstance(out, PickOne):
        for option in out.options:
            if not option.faults and _is_time(state, option.id):
                return UnitOrder("disembark", option.id)
    for unit in state.here(choice.player):
        if Deed40k.PICKED in unit.did:
            continue
        order = _order(state, unit.id)
        action = UnitOrder(order, unit.id)
        if order and not ruleset.faults(state, action):
            return action
        action = UnitOrder("move", unit.id)
        if order and not ruleset.faults(state, action):
            return action
    return Done()


def _order(state: State40k, unit: str) -> str:
    """Return what a unit does in the movement phase; "": it stays."""
    if is_aircraft(state, unit):
        return "move"
    if units_within(state, unit, 1.0):
        return "" if is_fighter(state, unit) or power_of(state, unit, is_melee=True) > 3.0 else "fall-back"
    goal, near = goal_of(state, unit)
    far = min(math.dist(one.at[:2], goal) for one in state.troops(unit)) - near
    if far < 1.0:
        return ""
    move = move_of(state, state.troops(unit)[0].id)
    has_shot = power_of(state, unit, is_melee=False) > 0 and nearest_gap(state, unit)[0] < 30.0
    return "advance" if far > move + 6.0 and not has_shot else "move"


def _is_time(state: State40k, unit: str) -> bool:
    carrier = state.unit(unit).inside
    goal, near = goal_of(state, carrier)
    far = min(math.dist(one.at[:2], goal) for one in state.troops(carrier)) - near
    return far < OUT_WITHIN or nearest_gap(state, carrier)[0] < OUT_WITHIN


def _move_unit(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    step = state.agenda[-1]
    assert isinstance(step, MovesUnit40k), "it asks for ways"
    return way_of(state, step) or Decline()


def _shooting(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    prompt = _prompt(ruleset, state, "shoot")
    if not isinstance(prompt, PickOne):
        return Done()
    units = [option.id for option in prompt.options if not option.faults]
    return UnitOrder("shoot", max(units, key=lambda unit: power_of(state, unit, is_melee=False)))


def _aim(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    step = state.agenda[-1]
    assert isinstance(step, AimsWeapons), "it asks for targets"
    shots = usable(state, step.unit, is_melee=step.is_melee, only=step.only)
    targets = tuple(dict.fromkeys(target for one in shots for target in one.targets))
    best = best_target(state, step.unit, targets, is_melee=step.is_melee, only=step.only)[1]
    return all_at(state, step.unit, best, is_melee=step.is_melee, only=step.only)


def _charge(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    """Let units charge that are likely to get there and fight well; the nearest first."""
    found = []
    prompt = _prompt(ruleset, state, "charge")
    assert isinstance(prompt, PickOne), "it is asked"
    for unit in (option.id for option in prompt.options if not option.faults):
        gap = nearest_gap(state, unit)[0]
        fights = power_of(state, unit, is_melee=True)
        is_able = fights > 0.7 * power_of(state, unit, is_melee=False)
        if charge_chance(gap - 1.0) >= CHARGE_CHANCE and is_able:
            found.append((gap, unit))
    return UnitOrder("charge", min(found)[1]) if found else Done()


def _charge_targets(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    targets: tuple[str, ...] = choice.about  # type: ignore[assignment]
    return Pick(targets[:1])


def _fight(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    units: tuple[str, ...] = choice.about  # type: ignore[assignment]
    return UnitOrder("fight", max(units, key=lambda unit: power_of(state, unit, is_melee=True)))


def _challenger(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    """Let the character challenge that deals most in a fight."""
    models: tuple[str, ...] = choice.about  # type: ignore[assignment]
    return Pick((max(models, key=lambda model: might_of(state, model)),))


def _give_up(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    """Give up the model farthest from the enemy, characters last."""
    models: tuple[str, ...] = choice.about  # type: ignore[assignment]
    unit = state.troop(models[0]).unit
    enemies = [one.at for enemy in state.enemies(unit) for one in state.troops(enemy.id)]

    def value(model: str) -> tuple[bool, float]:
        at = state.troop(model).at
        return state.context.has(model, "character"), -min((math.dist(at, one) for one in enemies), default=0.0)

    return Pick((min(models, key=value),))


def _reinforcements(ruleset: Rules, state: State40k, choice: Choice) -> Answer:
    prompt = _prompt(ruleset, state, "arrive")
    if not isinstance(prompt, PickOne):
        return Done()
    units = [option.id for option in prompt.options if not option.faults]
    return Pick((max(units, key=lambda id: unit_worth(state, id.split("|")[0])),))


_ANSWERS: Mapping[str, Callable[[Any, State40k, Choice], Answer]] = MappingProxyType(
    {
        "set-up": _set_up,
        "command-re-roll": _command_reroll,
        "re-roll": _again,
        "stratagem": _stratagem,
        "movement": _movement,
        "move-unit": _move_unit,
        "crossing": lambda ruleset, state, choice: Pick(()),
        "embark": _decline,
        "shooting": _shooting,
        "aim": _aim,
        "charge": _charge,
        "charge-targets": _charge_targets,
        "fight": _fight,
        "challenger": _challenger,
        "allocate": _give_up,
        "lose": _give_up,
        "reinforcements": _reinforcements,
    }
)
"""What it answers, by the kind of choice; to all others the first option that is open, or a proposal."""
