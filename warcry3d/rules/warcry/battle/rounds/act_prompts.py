"""How it can be answered whom to activate, and what an activated fighter does."""

from collections.abc import Iterable, Sequence

from warcry3d.game.action_faults import fault
from warcry3d.game.actions import Done
from warcry3d.game.prompts import Confirm, Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message, counted, message
from warcry3d.rules.warcry.battle.abilities.ability_prompts import ability_prompts
from warcry3d.rules.warcry.battle.actions import Activate, DropTreasure, Wait
from warcry3d.rules.warcry.battle.combat.attack_prompts import attack_prompt
from warcry3d.rules.warcry.battle.descriptions import marker_name
from warcry3d.rules.warcry.battle.fighters import apart
from warcry3d.rules.warcry.battle.movement.move_prompts import disengage_prompt, move_prompt
from warcry3d.rules.warcry.battle.previews.threats import may_come_to
from warcry3d.rules.warcry.battle.prompt_parts import fact, fighter_label, wounds_fact
from warcry3d.rules.warcry.battle.rounds.activation_checks import actions_of, why_not_activated
from warcry3d.rules.warcry.battle.rounds.treasures import drop_treasure_faults
from warcry3d.rules.warcry.battle.state import Activation, FighterState, FighterStatus, State

__all__ = ["act_prompts", "activate_prompt", "done_faults", "spent_faults"]

MOST_ATTACKERS = 4
"""So many of those that can attack are told with their targets: more are not read."""


def spent_faults(acting: Activation) -> tuple[ActionFault, ...]:
    """Return that an activation has no action left."""
    return () if acting.left else fault("WC-COMBAT-2", "no action is left")


def done_faults(acting: Activation) -> tuple[ActionFault, ...]:
    """Return that an activation is not over: actions are left."""
    return fault("WC-COMBAT-2", "actions are left; wait to end the activation") if acting.left else ()


def act_prompts(state: State, acting: Activation) -> tuple[Prompt, ...]:
    """Return what an activated fighter may do: all actions, its abilities, to be done."""
    id, spent = acting.fighter, spent_faults(acting)
    why = RuleReason("WC-COMBAT-2", Message("choose what {fighter} does", {"fighter": id}))
    return (
        move_prompt(state, id, why, faults=spent),
        attack_prompt(state, id, why, faults=spent),
        disengage_prompt(state, id, why, faults=spent),
        _wait_prompt(acting, why),
        _drop_prompt(state, id, why, spent),
        *ability_prompts(state, id),
        _done_prompt(acting, why),
    )


def _wait_prompt(acting: Activation, why: RuleReason) -> Confirm:
    """Return the wait action, and what comes of it: only as the first of two actions the fighter is waiting after."""
    is_waiting = acting.may_wait and not acting.done
    return Confirm(
        id="wait",
        heading=message("Wait"),
        detail=message("1 action now, one later") if is_waiting else message("ends its activation"),
        why=RuleReason("WC-WAIT-1", why.message),
        key="w",
        hint=message("It can be activated again this round, with one action, or react before.")
        if is_waiting
        else message("Its activation ends; the actions that are left are lost."),
        faults=spent_faults(acting),
        action=lambda _: Wait(),
    )


def _drop_prompt(state: State, id: str, why: RuleReason, spent: tuple[ActionFault, ...]) -> Confirm:
    treasure = state.fighter(id).treasure
    return Confirm(
        id="drop-treasure",
        heading=message("Drop treasure"),
        detail=marker_name(treasure) if treasure else message("it carries none"),
        why=RuleReason("WC-OBJ-2", why.message),
        key="t",
        hint=message("It puts down its treasure within 1 in."),
        faults=(*spent, *drop_treasure_faults(state, id)),
        action=lambda _: DropTreasure(),
    )


def _done_prompt(acting: Activation, why: RuleReason) -> Confirm:
    return Confirm(
        id="done",
        heading=message("Done"),
        detail=message("no action is left") if spent_faults(acting) else message("actions are left"),
        why=why,
        key="e",
        hint=message("It does nothing more in this activation."),
        faults=done_faults(acting),
        action=lambda _: Done(),
    )


def activate_prompt(state: State, player: str, fighters: Iterable[FighterState], why: RuleReason) -> PickOne:
    """Return whom of some fighters a player may activate, and which of them may come to an attack."""
    options = tuple(_to_activate(state, player, fighter) for fighter in fighters)
    return PickOne(
        id="activate",
        heading=message("Activate a fighter"),
        why=why,
        hint=_attackers_hint(state, tuple(option.id for option in options if not option.faults)),
        action=Activate,
        options=options,
    )


def _attackers_hint(state: State, able: tuple[str, ...]) -> Message:
    """Return which of those that can be activated may attack after one move, and whom: by real ways, once they were
    looked for.
    """
    there = [id for id in able if state.fighter(id).place is FighterStatus.BOARD]
    is_known = all(id in state.targets for id in there)
    targets = {id: state.targets[id] if is_known else _likely_targets(state, id) for id in there}
    said = [_attacker(state, id, enemies) for id, enemies in targets.items() if enemies]
    if not said:
        return message("Pick the fighter that acts next. None can attack after one move.")
    if len(said) > MOST_ATTACKERS:
        left = len(said) - MOST_ATTACKERS
        said = [*said[:MOST_ATTACKERS], counted("{n} more can attack", "{n} more can attack", left)]
    if is_known:
        return message("Pick the fighter that acts next. After one move {attackers}.", attackers=tuple(said))
    return message(
        "Pick the fighter that acts next. After one move, terrain aside, {attackers}.", attackers=tuple(said)
    )


def _attacker(state: State, id: str, enemies: Sequence[str]) -> Message:
    """Return whom a fighter can attack: the nearest enemy by name, how many others."""
    nearest, others = min(enemies, key=lambda enemy: (apart(state, id, enemy), enemy)), len(enemies) - 1
    if not others:
        return message("{fighter} can attack {enemy}", fighter=id, enemy=nearest)
    return counted(
        "{fighter} can attack {enemy} or {n} other",
        "{fighter} can attack {enemy} or {n} others",
        others,
        fighter=id,
        enemy=nearest,
    )


def _likely_targets(state: State, id: str) -> tuple[str, ...]:
    enemies = state.enemies(state.fighter(id).player)
    return tuple(enemy.id for enemy in enemies if may_come_to(state, id, enemy.id))


def _to_activate(state: State, player: str, fighter: FighterState) -> Option:
    faults = why_not_activated(state, player, fighter.id)
    facts = [] if faults else [_actions_fact(state, fighter)]
    if fighter.place is FighterStatus.BOARD:
        facts.append(wounds_fact(state, fighter.id))
    if not faults and (targets := state.targets.get(fighter.id)):
        facts.append(fact("WC-MOVE-1", "can attack {enemies}", enemies=targets))
    if fighter.treasure:
        facts.append(fact("WC-TREASURE-1", "carries {marker}", marker=marker_name(fighter.treasure)))
    return Option(fighter.id, fighter_label(fighter.id), model=fighter.id, facts=tuple(facts), faults=faults)


def _actions_fact(state: State, fighter: FighterState) -> RuleReason:
    """Return how many actions a fighter would have, and by which rule."""
    rule = "WC-COMBAT-2"
    if state.profile(fighter.id).is_monster:
        rule = "WC-MON-7"
    elif fighter.is_waiting:
        rule = "WC-WAIT-4"
    elif fighter.reactions:
        rule = "WC-REACT-9"
    return RuleReason(rule, counted("{n} action", "{n} actions", actions_of(state, fighter)))
