"""Spells, abilities and command abilities of a plain player: those that are worth most now, by what their words do."""

from warcry3d.game.actions import Action, Done, Pick
from warcry3d.game.prompts import PickOne, Prompt, is_open
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.rules.ageofsigmar.battle.abilities.ability_use import AbilityUse, usable
from warcry3d.rules.ageofsigmar.battle.abilities.ability_words import ChoosesEffect, PicksUnits, ScrollUse
from warcry3d.rules.ageofsigmar.battle.abilities.magic import casts_of
from warcry3d.rules.ageofsigmar.battle.sensing import is_engaged
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.players.words_worth import best_effect, best_picks, words_worth
from warcry3d.rules.ageofsigmar.players.worth import unit_worth
from warcry3d.rules.units.unit_actions import UnitOrder
from warcry3d.rules.units.unit_throws import charge_chance

__all__ = ["chosen_effect", "hero_act", "picked_units", "used_ability"]

WHENS = ("hero", "every-hero")

SPENT = 2.5
"""What may be used once in the battle is kept until it is worth so much."""

Rules = Ruleset[SigmarState, Action]


def hero_act(ruleset: Rules, state: SigmarState, choice: Choice) -> Action:
    """Cast what is worth most, use abilities that do something, command; then go on."""
    open_ = {one.id: one for one in ruleset.prompts(state) if isinstance(one, PickOne) and is_open(one)}
    return (
        _spell(state, choice.player, _ids(open_.get("cast")))
        or _ability(state, choice.player, "ability", WHENS, _ids(open_.get("ability")), ruleset.faults(state, Done()))
        or _ability(state, choice.player, "command", ("command",), _ids(open_.get("command")))
        or _presence(state, _ids(open_.get("presence")))
        or Done()
    )


def used_ability(ruleset: Rules, state: SigmarState, choice: Choice) -> Action:
    """Use the ability that is worth most; none that does nothing, unless it must be used."""
    offered: tuple[str, ...] = choice.about  # type: ignore[assignment]
    step = state.agenda[-1]
    found = {use.id: use for use in usable(state, choice.player, step.when, unit=step.unit)}  # type: ignore[attr-defined]
    best = max(offered, key=lambda id: _use_worth(state, choice.player, found[id]))
    if _use_worth(state, choice.player, found[best]) <= 0 and not ruleset.faults(state, Done()):
        return Done()
    return Pick((best,))


def picked_units(ruleset: Rules, state: SigmarState, choice: Choice) -> Action:
    """Pick those units for an ability on which it is worth most, as many as may be."""
    step = state.agenda[-1]
    assert isinstance(step, PicksUnits), "it asks for units"
    return Pick(best_picks(state, step.use, step.word, step.rest, step.count)[1])


def chosen_effect(ruleset: Rules, state: SigmarState, choice: Choice) -> Action:
    """Choose what is worth most of what an ability may do."""
    step = state.agenda[-1]
    assert isinstance(step, ChoosesEffect), "it asks for one of several effects"
    return Pick((str(best_effect(state, step.use, step.word)),))


def _ids(prompt: Prompt | None) -> tuple[str, ...]:
    """Return the options of a prompt that are open."""
    return tuple(one.id for one in prompt.options if not one.faults) if isinstance(prompt, PickOne) else ()


def _spell(state: SigmarState, player: str, open_: tuple[str, ...]) -> Action | None:
    found = []
    for model, spell in casts_of(state, player):
        if f"{model}|{spell.id}" in open_:
            use = ScrollUse(player=player, unit=state.troop(model).unit, name=spell.name, model=model)
            worth = charge_chance(spell.value) * words_worth(state, use, spell.do)
            found.append((worth, f"{model}|{spell.id}"))
    best = max(found, default=(0.0, ""))
    return UnitOrder("cast", best[1]) if best[0] > 0 else None


def _use_worth(state: SigmarState, player: str, use: AbilityUse) -> float:
    """Return what the use of an ability is worth; what can be used once is kept for better times."""
    words = ScrollUse(player=player, unit=use.unit, name=use.ability.name, model=use.model)
    worth = words_worth(state, words, use.ability.do)
    return worth - SPENT if use.ability.once == "battle" else worth


def _ability(
    state: SigmarState, player: str, order: str, whens: tuple[str, ...], open_: tuple[str, ...], must: object = ()
) -> Action | None:
    """Return the use of the best ability; ``must``: why the phase cannot end yet, if so."""
    uses = [use for use in usable(state, player, *whens) if use.id in open_]
    if not uses:
        return None
    best = max(uses, key=lambda use: _use_worth(state, player, use))
    if _use_worth(state, player, best) > 0:
        return UnitOrder(order, best.id)
    needed = next((use for use in uses if not use.ability.optional), None)
    return UnitOrder(order, needed.id) if must and needed is not None else None


def _presence(state: SigmarState, open_: tuple[str, ...]) -> Action | None:
    """Return the command that spares a unit its battleshock tests: one of several models, that fights."""
    shaky = [unit for unit in open_ if len(state.troops(unit)) > 1]
    if not shaky:
        return None
    return UnitOrder("presence", max(shaky, key=lambda unit: (is_engaged(state, unit), unit_worth(state, unit))))
