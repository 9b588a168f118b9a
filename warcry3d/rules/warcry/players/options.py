"""What the plain player compares: actions with their worth, and the sentence that says why one was taken."""

from collections.abc import Sequence
from dataclasses import dataclass

from warcry3d.game.actions import Action
from warcry3d.game.decisions import Candidate, Decision, share_of_best
from warcry3d.message import Message, message, percentage
from warcry3d.rules.warcry.battle.actions import UseAbility
from warcry3d.rules.warcry.battle.descriptions import marker_name, place_name, set_name
from warcry3d.rules.warcry.battle.fighters import move_of
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.players.attacks import PlannedAttack, likeliest_target
from warcry3d.rules.warcry.players.moves import PlannedMove
from warcry3d.rules.warcry.players.worth import purpose_of

__all__ = ["ActionOption", "ability_label", "activation_label", "attack_label", "decided", "move_label", "ordered"]

SHOWN = 5
"""The most candidates of a decision."""
AS_GOOD, MUCH = 0.9, 0.5
"""What is worth so much of the best is about as good; what is worth less than the second is far from it."""


@dataclass(frozen=True, slots=True)
class ActionOption:
    """Something that can be done, what it is worth, and what it is called.

    ``plan``: the attack or the way that it is, with what follows it.
    """

    action: Action
    worth: float
    label: Message
    plan: PlannedAttack | PlannedMove | None = None


def ordered(options: Sequence[ActionOption]) -> tuple[ActionOption, ...]:
    """Return options from best to worst; of two as good the first stays first."""
    return tuple(sorted(options, key=lambda option: -option.worth))


def decided(options: Sequence[ActionOption], *, is_all: bool = False) -> Decision[Action]:
    """Return the decision for the best option, with the reason and what it was compared with; ``is_all``: the options
    are all there are.
    """
    best, *others = ordered(options)
    if others:
        reason = _compared(best, others[0])
    elif is_all:
        reason = message("wants to {what}: nothing else is left to do.", what=best.label)
    else:
        reason = message("wants to {what}: it found nothing better.", what=best.label)
    candidates = tuple(Candidate(option.label, option.worth) for option in (best, *others)[:SHOWN])
    return Decision(best.action, reason, candidates)


def _compared(best: ActionOption, other: ActionOption) -> Message:
    """Return how much better an option is than the next best, in words: worths are in points that nobody else knows."""
    share = share_of_best(best.worth, other.worth)
    if share >= AS_GOOD:
        return message(
            "wants to {what}; the next best, to {other}, looks about as good.", what=best.label, other=other.label
        )
    if share >= MUCH:
        return message("wants to {what}: better than the next best, to {other}.", what=best.label, other=other.label)
    return message("wants to {what}: far better than the next best, to {other}.", what=best.label, other=other.label)


def attack_label(strike: PlannedAttack) -> Message:
    """Return what an attack is called, with its odds."""
    return message(
        "attack {target} ({lost:.1f} wounds on average, {chance} to take it down)",
        target=strike.attack.target,
        lost=strike.odds.lost.mean,
        chance=percentage(strike.odds.down),
    )


def move_label(state: State, id: str, way: PlannedMove) -> Message:
    """Return what a move is called: where it ends, and what it is for."""
    place = place_name(way.at)
    if way.treasure:
        return message("move to {place} for {marker}", place=place, marker=marker_name(way.treasure))
    if way.strike is not None:
        return message("move to {place}, then {what}", place=place, what=attack_label(way.strike))
    aim, is_there = purpose_of(state, id, way.goal or way.at)
    name: object = aim if any(fighter.id == aim for fighter in state.fighters) else marker_name(aim)
    if way.goal is not None:
        return _way_label(place, place_name(way.goal), name if aim else "")
    if is_there:
        return message("move to {place}, within reach of {aim}", place=place, aim=name)
    if aim:
        return message("move to {place}, nearer to {aim}", place=place, aim=name)
    return message("move to {place}, where it is safer", place=place)


def _way_label(place: Message, goal: Message, aim: object) -> Message:
    """Return what the first part of a way is called that takes two moves."""
    if aim:
        return message("move to {place}, on the way to {goal} and {aim}", place=place, goal=goal, aim=aim)
    return message("move to {place}, on the way to {goal}", place=place, goal=goal)


def activation_label(state: State, id: str) -> Message:
    """Return what activating a fighter is called: whom it could strike at from where it is, or after a move."""
    for inches, form in ((0.0, message("attack")), (move_of(state, id), message("move and attack"))):
        target = likeliest_target(state, id, inches)
        if target:
            return message("activate {fighter}, who may {what} {target}", fighter=id, what=form, target=target)
    return message("activate {fighter}", fighter=id)


def ability_label(state: State, action: UseAbility) -> Message:
    """Return what using an ability is called."""
    ability = state.context.abilities[action.ability].name
    return message("use {ability} with a {dice}", ability=ability, dice=set_name(action.value, action.count))
