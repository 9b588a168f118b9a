"""The plain player: it does what is worth most by the exact odds of this turn, and closes in otherwise."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from warcry3d.game.actions import Action, Decline, Done, Pick
from warcry3d.game.decisions import Decision
from warcry3d.game.prompts import PickOne, Place, Prompt, is_open
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.message import message
from warcry3d.rules.ageofsigmar.battle.actions import CutField
from warcry3d.rules.ageofsigmar.battle.attacks.aiming import AimsAttacks, all_at, shots_of
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import Allocates, RemovesModels
from warcry3d.rules.ageofsigmar.battle.movement.moving import MovesUnit
from warcry3d.rules.ageofsigmar.battle.phases.combat_phase import eligible
from warcry3d.rules.ageofsigmar.battle.sensing import COMBAT_REACH, enemies_near, unit_gap
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarModel, SigmarState, SuddenDeath
from warcry3d.rules.ageofsigmar.battle.throws import RollsAgain
from warcry3d.rules.ageofsigmar.players.charges import unit_to_charge
from warcry3d.rules.ageofsigmar.players.hero_acts import chosen_effect, hero_act, picked_units, used_ability
from warcry3d.rules.ageofsigmar.players.ways import target_of, wanted_gap, way_of
from warcry3d.rules.ageofsigmar.players.worth import (
    best_target,
    blow_worth,
    nearest_gap,
    power_of,
    prefers_shooting,
    reach_of,
    unit_worth,
)
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.rules.units.unit_actions import UnitOrder

__all__ = ["PlainGeneral"]

CHARGES_REACH = 9.0
"""A roll of 2D6 that many units get: beyond it they run instead of moving (in)."""

LAST_ROUND = 6
"""Where the players agree when to stop, it wants to from the end of this round on: as battles end usually."""

Answer = Action | None


class PlainGeneral:
    """Plays to win: it shoots, casts and fights where that costs the enemy most on average, and closes in."""

    def choose(
        self, ruleset: Ruleset[SigmarState, Action], state: SigmarState, choice: Choice, random: Stream
    ) -> Action:
        """Return an action without faults."""
        return self.decide(ruleset, state, choice, random).action

    def decide(
        self, ruleset: Ruleset[SigmarState, Action], state: SigmarState, choice: Choice, random: Stream
    ) -> Decision[Action]:
        """Return an action without faults; where it has no opinion, one by chance."""
        answer = _ANSWERS.get(choice.kind, _first_open)(ruleset, state, choice)
        if answer is not None and not ruleset.faults(state, answer):
            return Decision(answer, message("does what is worth most by the odds of this turn."))
        first = _first_open(ruleset, state, choice)
        if first is not None and not ruleset.faults(state, first):
            return Decision(first)
        return Decision(RandomPlayer().choose(ruleset, state, choice, random))


Rules = Ruleset[SigmarState, Action]


def _pick(what: str) -> Callable[[Rules, SigmarState, Choice], Answer]:
    return lambda ruleset, state, choice: Pick((what,))


def _prompt(ruleset: Rules, state: SigmarState, id: str) -> Prompt | None:
    return next((one for one in ruleset.prompts(state) if one.id == id and is_open(one)), None)


def _first_open(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    """Return the first option that is open; a proposal of places."""
    for prompt in ruleset.prompts(state):
        if isinstance(prompt, PickOne) and is_open(prompt) and not prompt.is_aside:
            return prompt.action(next(option.id for option in prompt.options if not option.faults))
        if isinstance(prompt, Place) and prompt.suggested:
            return prompt.action(prompt.suggested)
    return None


def _divide(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    board = state.context.ground.board
    return CutField(0 if board.depth <= board.width else 90)


def _set_up(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    """Set the largest unit up that has room."""
    prompt = _prompt(ruleset, state, "set-up")
    if not isinstance(prompt, PickOne):
        return Done()
    open_ = [option.id for option in prompt.options if not option.faults]
    return Pick((max(open_, key=lambda unit: len(state.all_troops(unit))),))


def _general(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    """Name who has command abilities, else a hero, else the model with most wounds."""
    models = [model for unit in state.here(choice.player) for model in state.troops(unit.id)]

    def value(model: SigmarModel) -> tuple[bool, bool, int]:
        scroll = state.scroll(model.unit)
        commands = any(one.when == "command" for one in scroll.abilities)
        return commands, scroll.has("hero"), state.wounds_of(model.id)

    return Pick((max(models, key=value).id,))


def _objective(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    return Pick((SuddenDeath.ENDURE.value,))


def _objective_target(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    """Name the unit that is hardest to destroy; a feature that is near."""
    offered: tuple[str, ...] = choice.about  # type: ignore[assignment]
    units = [one for one in offered if one in {unit.id for unit in state.units}]
    return Pick((max(units, key=lambda one: unit_worth(state, one)) if units else offered[0],))


def _first_turn(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    return Pick((choice.player,))


def _again(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    """Roll all again that failed; of rolls that are added up, the low dice."""
    step = state.agenda[-1]
    able: tuple[str, ...] = choice.about  # type: ignore[assignment]
    if isinstance(step, RollsAgain) and step.again == "any" and not step.need:
        faces = state.thrown.faces
        able = tuple(n for n in able if faces[int(n)] <= 3) if step.kind != "battleshock" else able[:0]
    return Pick(able) if able else Decline()


def _movement(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    """Move the next unit that has somewhere to go: run where no charge can follow, unless it shoots."""
    units = [u for u in state.here(choice.player) if Deed.PICKED not in u.did and Deed.WAS_NEAR not in u.did]
    for unit in sorted(units, key=lambda one: nearest_gap(state, one.id)[0]):
        target = target_of(state, unit.id)
        if not target:
            continue
        if unit_gap(state, unit.id, target) - wanted_gap(state, unit.id) < 0.5:
            continue
        gap, is_shooter = nearest_gap(state, unit.id)[0], prefers_shooting(state, unit.id)
        is_far = gap > state.scroll(unit.id).move + CHARGES_REACH and gap > reach_of(state, unit.id) + 6.0
        order = "run" if is_far and not (is_shooter and gap < 24.0) else "move"
        action = UnitOrder(order, unit.id)
        if not ruleset.faults(state, action):
            return action
    return Done()


def _move_unit(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    step = state.agenda[-1]
    assert isinstance(step, MovesUnit), "it asks for ways"
    return way_of(state, step) or Decline()


def _shooting(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    prompt = _prompt(ruleset, state, "shoot")
    if not isinstance(prompt, PickOne):
        return Done()
    units = [option.id for option in prompt.options if not option.faults]
    return UnitOrder("shoot", max(units, key=lambda unit: power_of(state, unit, WeaponKind.MISSILE)))


def _charge(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    unit = unit_to_charge(state, choice.player)
    return UnitOrder("charge", unit) if unit else Done()


def _aim(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    step = state.agenda[-1]
    assert isinstance(step, AimsAttacks), "it asks for targets"
    shots = shots_of(state, step.unit, step.kind)
    targets = tuple(dict.fromkeys(target for one in shots for target in one.targets))
    return all_at(state, step.unit, step.kind, best_target(state, step.unit, step.kind, targets)[1])


def _fight(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    """Let the unit fight first that costs the enemy most, as far as it gets by piling in."""

    def value(unit: str) -> tuple[float, float]:
        worth = [blow_worth(state, unit, enemy) for enemy in enemies_near(state, unit, COMBAT_REACH)]
        return max(worth, default=0.0), power_of(state, unit, WeaponKind.MELEE)

    return UnitOrder("fight", max(eligible(state, choice.player), key=value))


def _last_first(state: SigmarState, unit: str) -> list[str]:
    """Return the models of a unit in the order in which they are given up: wounded ones, then the farthest back; those
    that bear what the others do not, such as leaders and banners, and the general last.
    """
    enemies = [one.at for enemy in state.enemies(unit) for one in state.troops(enemy.id)]
    general = state.side(state.unit(unit).player).general

    usual = state.scroll(unit).loadout_ids[0]

    def value(model: str) -> tuple[bool, bool, bool, float]:
        at = state.troop(model).at
        far = min((math.dist(at, other) for other in enemies), default=0.0)
        is_special = state.context.loadout(model) != usual
        return model == general, not state.troop(model).wounds, is_special, -far

    return sorted((one.id for one in state.troops(unit)), key=value)


def _allocate(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    step = state.agenda[-1]
    assert isinstance(step, Allocates), "it asks who takes wounds"
    picked, wounds = [], step.wounds
    for model in _last_first(state, step.unit):
        if wounds <= 0:
            break
        picked.append(model)
        wounds -= state.wounds_left(model)
    most = next(one.most for one in ruleset.prompts(state) if one.id == "casualties")  # type: ignore[union-attr]
    return Pick(tuple(picked[:most]))


def _flee(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    step = state.agenda[-1]
    assert isinstance(step, RemovesModels), "it asks who flees"
    return Pick(tuple(_last_first(state, step.unit)[: step.count]))


def _unbind(ruleset: Rules, state: SigmarState, choice: Choice) -> Answer:
    """Let the wizard nearest to the enemy try."""
    able: tuple[str, ...] = choice.about  # type: ignore[assignment]
    return Pick((able[0],))


_ANSWERS: Mapping[str, Callable[[Any, SigmarState, Choice], Answer]] = MappingProxyType(
    {
        "realm": _pick("fire"),
        "terrain-rule": _pick("roll"),
        "agree": _pick("agree"),
        "divide-field": _divide,
        "territory": _pick("0"),
        "set-up": _set_up,
        "general": _general,
        "objective": _objective,
        "objective-target": _objective_target,
        "first-turn": _first_turn,
        "stop": lambda ruleset, state, choice: Pick(("stop" if state.round >= LAST_ROUND else "go-on",)),
        "re-roll": _again,
        "blessed": lambda ruleset, state, choice: Decline(),
        "inspire": lambda ruleset, state, choice: Done(),
        "hero": hero_act,
        "pick-units": picked_units,
        "either": chosen_effect,
        "summon-size": lambda ruleset, state, choice: Pick((str(choice.about),)),
        "ability": used_ability,
        "movement": _movement,
        "move-unit": _move_unit,
        "shooting": _shooting,
        "charge": _charge,
        "aim": _aim,
        "fight": _fight,
        "allocate": _allocate,
        "flee": _flee,
        "unbind": _unbind,
        "ruling-units": lambda ruleset, state, choice: Decline(),
        "ruling-answer": _pick("roll"),
        "ruling-decision": _pick("keep"),
    }
)
"""What it answers, by the kind of choice; to all others the first option that is open."""
