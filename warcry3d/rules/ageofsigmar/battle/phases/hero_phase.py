"""The hero phase: terrain, spells, command abilities, abilities (AOS-HERO, AOS-COMMAND, AOS-TERRAIN-4 to 17)."""

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.dice import d3
from warcry3d.game.prompts import Confirm, Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.abilities.ability_use import UsesAbilities, ability_option, start_ability, usable
from warcry3d.rules.ageofsigmar.battle.abilities.magic import cast, cast_options, casts_of
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import ChecksWipeOut, Suffers
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, add_effect, change_side, change_unit
from warcry3d.rules.ageofsigmar.battle.effects import (
    DAMNED_BONUS,
    INSPIRING_PRESENCE,
    MYSTICAL_GAIN,
    EffectKind,
    UnitEffect,
)
from warcry3d.rules.ageofsigmar.battle.phases.movement_phase import order_prompt
from warcry3d.rules.ageofsigmar.battle.picking import unit_option
from warcry3d.rules.ageofsigmar.battle.sensing import features_near
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.battle.terrain_rules import TerrainRule
from warcry3d.rules.ageofsigmar.battle.throws import throw
from warcry3d.rules.units.unit_actions import UnitOrder

__all__ = ["PRESENCE_RANGE", "HeroPhase"]

PRESENCE_RANGE = 12.0
"""Inspiring Presence works on a unit within this of the general (in; AOS-COMMAND-3)."""


class HeroPhase(Automatic[SigmarState], frozen=True, tag="hero-phase", tag_field="step"):
    """A player's hero phase: what lasted until it ends; then mystical and sinister terrain (AOS-OPEN-9)."""

    player: str

    def resolve(self, do: SigmarTransition) -> None:
        """Let it come."""
        player = self.player
        kept = tuple(one for one in do.state.effects if one.until != "hero-phase" or one.by != player)
        do.change(effects=kept)
        change_side(do, player, has_commanded=False)
        self._sinister(do)
        rolls: list[AgendaStep] = []
        for unit in do.state.here(player):
            rolls += [MysticalRoll(unit.id) for _ in features_near(do.state, unit.id, TerrainRule.MYSTICAL)]
        do.push(*rolls, HeroActs(player), UsesAbilities(do.state.other(player), "every-hero"))

    def _sinister(self, do: SigmarTransition) -> None:
        """Let units near sinister terrain cause fear until the next hero phase (AOS-TERRAIN-17)."""
        for unit in tuple(do.state.here(self.player)):
            if features_near(do.state, unit.id, TerrainRule.SINISTER):
                add_effect(do, UnitEffect(unit=unit.id, kind=EffectKind.FEAR, by=self.player))
                do.emit("terrain", "{unit} causes fear", "AOS-TERRAIN-17", unit=unit.id)


class MysticalRoll(Automatic[SigmarState], frozen=True, tag="mystical-roll", tag_field="step"):
    """A die for a unit near mystical terrain (AOS-TERRAIN-12)."""

    unit: str

    def resolve(self, do: SigmarTransition) -> None:
        """Roll it."""
        player = do.state.unit(self.unit).player
        throw(do, player, 1, "mystical", "AOS-TERRAIN-12", MysticalResult(self.unit), unit=self.unit)


class MysticalResult(Automatic[SigmarState], frozen=True, tag="mystical-result", tag_field="step"):
    """1: befuddled; else failed wound rolls may be rolled again (AOS-TERRAIN-13 to 16)."""

    unit: str

    def resolve(self, do: SigmarTransition) -> None:
        """Note it."""
        player = do.state.unit(self.unit).player
        if do.state.thrown.faces[0] == 1:
            add_effect(do, UnitEffect(unit=self.unit, kind=EffectKind.BEFUDDLED, by=player))
            do.emit("terrain", "{unit} is befuddled", "AOS-TERRAIN-13", unit=self.unit)
        else:
            add_effect(do, UnitEffect(unit=self.unit, kind=EffectKind.MYSTICAL, by=player, word=MYSTICAL_GAIN))
            do.emit("terrain", "{unit} may roll failed wounds again", "AOS-TERRAIN-16", unit=self.unit)


def presence_units(state: SigmarState, player: str) -> tuple[str, ...]:
    """Return the units that the general of a player may inspire (AOS-COMMAND-3)."""
    general = state.side(player).general
    if not general or not state.troop(general).is_here:
        return ()
    figure = state.table.model(general)
    return tuple(
        unit.id
        for unit in state.here(player)
        if unit.id == state.troop(general).unit or judging.any_near((figure,), state.figures(unit.id), PRESENCE_RANGE)
    )


def command_faults(state: SigmarState, player: str) -> tuple[ActionFault, ...]:
    """Return why a player's general can use no command ability now (AOS-COMMAND-1, AOS-GENERAL-2)."""
    side = state.side(player)
    if side.has_commanded:
        return fault("AOS-COMMAND-1", "the general has used a command ability in this phase")
    if not side.general or not state.troop(side.general).is_here:
        return fault("AOS-GENERAL-2", "no general is on the battlefield")
    return ()


def sacrifices(state: SigmarState, player: str) -> dict[str, tuple[str, str]]:
    """Return the sacrifices that a player may declare, by id: a unit and a feature (AOS-TERRAIN-4, AOS-OPEN-6)."""
    return {
        f"{unit.id}|{feature}": (unit.id, feature)
        for unit in state.here(player)
        for feature in features_near(state, unit.id, TerrainRule.DAMNED)
        if f"phase:sacrifice:{feature}" not in unit.used
    }


class HeroActs(Asking[SigmarState], frozen=True, tag="hero-acts", tag_field="step"):
    """A player casts, commands, sacrifices, uses abilities, in its own order, until it ends the phase."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-HERO-1", Message("{player} acts in its hero phase", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice:
        """Return the question."""
        return Choice(self.player, "hero", self._why, self.player)

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return all that can be done; and to end the phase."""
        return (*self._spells(state), *self._commands(state), *self._others(state), self._end(state))

    def _spells(self, state: SigmarState) -> tuple[Prompt, ...]:
        options = cast_options(state, self.player)
        why = RuleReason("AOS-MAGIC-1", message("wizards may cast spells"))
        return (order_prompt("cast", message("Cast a spell"), why, options, key="c"),) if options else ()

    def _commands(self, state: SigmarState) -> tuple[Prompt, ...]:
        barred = command_faults(state, self.player)
        units = tuple(unit_option(state, unit, faults=barred) for unit in presence_units(state, self.player))
        why = RuleReason("AOS-COMMAND-3", message("a unit near the general takes no battleshock tests"))
        found: list[Prompt] = []
        if units:
            found.append(order_prompt("presence", message("Inspiring Presence"), why, units, key="i"))
        more = [ability_option(state, use) for use in usable(state, self.player, "command")]
        if more and not barred:
            why = RuleReason("AOS-COMMAND-2", message("the general's own command abilities"))
            found.append(order_prompt("command", message("Command ability"), why, tuple(more), key="o"))
        return tuple(found)

    def _others(self, state: SigmarState) -> tuple[Prompt, ...]:
        found: list[Prompt] = []
        offered = sacrifices(state, self.player)
        if offered:
            why = RuleReason("AOS-TERRAIN-4", message("D3 mortal wounds for +1 to hit"))
            options = tuple(
                Option(id, Message("{unit} at {feature}", {"unit": unit, "feature": feature}), piece=feature)
                for id, (unit, feature) in offered.items()
            )
            found.append(order_prompt("sacrifice", message("Sacrifice"), why, options))
        abilities = [ability_option(state, use) for use in usable(state, self.player, "hero", "every-hero")]
        if abilities:
            why = RuleReason("AOS-HERO-2", message("abilities of this phase"))
            found.append(order_prompt("ability", message("Use an ability"), why, tuple(abilities), key="a"))
        return tuple(found)

    def _end(self, state: SigmarState) -> Confirm:
        heading = message("End the hero phase")
        return Confirm(
            id="done",
            heading=heading,
            why=self._why,
            key="n",
            action=lambda _: Done(),
            faults=self._done_faults(state),
        )

    def _done_faults(self, state: SigmarState) -> tuple[ActionFault, ...]:
        found = usable(state, self.player, "hero", "every-hero")
        must = next((use for use in found if not use.ability.optional), None)
        return () if must is None else fault("AOS-SCROLL-2", "{ability} must be used", ability=must.ability.name)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: something that can be done now."""
        if isinstance(action, Done):
            return self._done_faults(state)
        if not isinstance(action, UnitOrder):
            return NOT_DUE
        match action.order:
            case "cast":
                option = next((one for one in cast_options(state, self.player) if one.id == action.unit), None)
                return _none("AOS-MAGIC-1") if option is None else option.faults
            case "presence":
                if action.unit not in presence_units(state, self.player):
                    return _none("AOS-COMMAND-3")
                return command_faults(state, self.player)
            case "command":
                ids = [use.id for use in usable(state, self.player, "command")]
                return command_faults(state, self.player) if action.unit in ids else _none("AOS-COMMAND-2")
            case "sacrifice":
                return () if action.unit in sacrifices(state, self.player) else _none("AOS-TERRAIN-4")
            case "ability":
                ids = [use.id for use in usable(state, self.player, "hero", "every-hero")]
                return () if action.unit in ids else _none("AOS-HERO-2")
        return NOT_DUE

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Do it; then ask again."""
        if not isinstance(action, UnitOrder):
            return
        do.push(HeroActs(self.player))
        state, player = do.state, self.player
        match action.order:
            case "cast":
                model, spell = next(
                    (model, spell) for model, spell in casts_of(state, player) if f"{model}|{spell.id}" == action.unit
                )
                cast(do, player, model, spell)
            case "presence":
                change_side(do, player, has_commanded=True)
                presence = UnitEffect(
                    unit=action.unit, kind=EffectKind.INSPIRING_PRESENCE, by=player, word=INSPIRING_PRESENCE
                )
                add_effect(do, presence)
                do.emit("command", "{unit} takes no battleshock tests", "AOS-COMMAND-4", unit=action.unit)
            case "command":
                change_side(do, player, has_commanded=True)
                self._ability(do, action.unit, "command")
            case "sacrifice":
                sacrifice(do, *sacrifices(state, player)[action.unit])
            case _:
                self._ability(do, action.unit, "hero", "every-hero")

    def _ability(self, do: SigmarTransition, id: str, *whens: str) -> None:
        use = next(one for one in usable(do.state, self.player, *whens) if one.id == id)
        start_ability(do, self.player, use)


def _none(rule: str) -> tuple[ActionFault, ...]:
    return fault(rule, "there is nothing of that kind now", place="unit")


def sacrifice(do: SigmarTransition, unit: str, feature: str) -> None:
    """Let a unit make a sacrifice at damned terrain."""
    used = do.state.unit(unit).used
    change_unit(do, unit, used=(*used, f"phase:sacrifice:{feature}"))
    do.emit("terrain", "{unit} makes a sacrifice at {feature}", "AOS-TERRAIN-4", unit=unit, feature=feature)
    player = do.state.unit(unit).player
    throw(do, player, 1, "sacrifice", "AOS-TERRAIN-5", SacrificeRolled(unit), unit=unit)


class SacrificeRolled(Automatic[SigmarState], frozen=True, tag="sacrifice-rolled", tag_field="step"):
    """D3 mortal wounds, and +1 to hit; of two features once (AOS-TERRAIN-5, -6, AOS-OPEN-6)."""

    unit: str

    def resolve(self, do: SigmarTransition) -> None:
        """Let it suffer and gain."""
        player = do.state.unit(self.unit).player
        has_it = any(one.unit == self.unit and one.kind is EffectKind.DAMNED for one in do.state.effects)
        if not has_it:
            add_effect(do, UnitEffect(unit=self.unit, kind=EffectKind.DAMNED, by=player, word=DAMNED_BONUS))
        do.push(Suffers(self.unit, 0, d3(do.state.thrown.faces[0])), ChecksWipeOut())
