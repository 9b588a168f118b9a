"""Players use abilities of their warscrolls, when these say so (AOS-HERO-2 to 4, AOS-PRE-1)."""

from collections.abc import Iterator
from dataclasses import dataclass

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done, Pick
from warcry3d.game.agenda import Asking
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Confirm, Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.abilities.ability_words import RunsWords, ScrollUse, first_pick
from warcry3d.rules.ageofsigmar.battle.abilities.unit_filters import holds, matching
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, change_unit
from warcry3d.rules.ageofsigmar.battle.sensing import once_in
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.warscrolls.ability import ScrollAbility
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import HealWounds

__all__ = ["AbilityUse", "UsesAbilities", "ability_option", "has_abilities", "start_ability", "usable"]

RULES = {"set-up": "AOS-PRE-1", "hero": "AOS-HERO-2", "every-hero": "AOS-HERO-3", "command": "AOS-COMMAND-2"}


@dataclass(frozen=True, slots=True)
class AbilityUse:
    """An ability that can be used now: of a unit, by one of its models that bears it (empty: the unit as a whole)."""

    unit: str
    model: str
    ability: ScrollAbility

    @property
    def id(self) -> str:
        """Return what it is called among those that can be used."""
        return f"{self.model or self.unit}|{self.ability.id}"

    @property
    def marks(self) -> tuple[str, ...]:
        """Return the marks of its use: for the phase, and for the turn or the battle in which it may be used once."""
        own = f"{self.ability.id}:{self.model}"
        return (f"phase:{own}", *((f"{self.ability.once}:{own}",) if self.ability.once else ()))


def usable(state: SigmarState, player: str, *whens: str, unit: str = "") -> tuple[AbilityUse, ...]:
    """Return the abilities that a player can use now; ``unit``: of that unit alone."""
    return once_in(state, ("usable", player, whens, unit), lambda: tuple(_usable(state, player, whens, unit)))


def _usable(state: SigmarState, player: str, whens: tuple[str, ...], unit: str) -> Iterator[AbilityUse]:
    for one in state.here(player):
        if unit not in ("", one.id):
            continue
        for ability in state.scroll(one.id).abilities:
            if ability.when not in whens or not ability.do:
                continue
            for model in _bearers(state, one.id, ability):
                use = AbilityUse(one.id, model, ability)
                if set(use.marks) & set(one.used) or not holds(state, one.id, ability.only, model=model):
                    continue
                pick = first_pick(ability.do)
                if pick is None or matching(state, one.id, pick.whom, from_model=model):
                    yield use


def _bearers(state: SigmarState, unit: str, ability: ScrollAbility) -> tuple[str, ...]:
    """Return the models that bear an ability, or the unit as a whole; of command abilities the general alone."""
    if ability.when == "command":
        general = state.side(state.unit(unit).player).general
        return (general,) if general and state.troop(general).unit == unit and state.troop(general).is_here else ()
    if not ability.carried_by:
        return ("",)
    return tuple(one.id for one in state.troops(unit) if state.context.loadout(one.id) in ability.carried_by)


def has_abilities(state: SigmarState, player: str, when: str) -> bool:
    """Return whether a player has an ability to use at such a time."""
    return bool(usable(state, player, when))


def ability_option(state: SigmarState, use: AbilityUse) -> Option:
    """Return an ability as an option, with its text; it stands for the model or the unit that has it."""
    label = Message("{unit}: {ability}", {"unit": use.model or use.unit, "ability": use.ability.name})
    text = use.ability.text
    facts = (
        (RuleReason(RULES.get(use.ability.when, "AOS-SCROLL-2"), Message("{text}", {"text": text})),) if text else ()
    )
    if _heals_nobody(state, use):
        facts = (*facts, RuleReason("AOS-DAMAGE-8", message("nobody whom it heals has lost wounds")))
    return Option(use.id, label, model=use.model or state.troops(use.unit)[0].id, facts=facts)


def _heals_nobody(state: SigmarState, use: AbilityUse) -> bool:
    """Return whether an ability does nothing but heal its own unit, which has lost no wounds."""
    words = use.ability.do
    is_healing = all(isinstance(word, HealWounds) and word.who == "self" for word in words)
    return is_healing and not any(model.wounds for model in state.troops(use.unit))


def start_ability(do: SigmarTransition, player: str, use: AbilityUse) -> None:
    """Let an ability work."""
    used = do.state.unit(use.unit).used
    change_unit(do, use.unit, used=(*used, *use.marks))
    rule = RULES.get(use.ability.when, "AOS-SCROLL-2")
    values = {"unit": use.model or use.unit, "ability": use.ability.name}
    do.emit("ability", "{unit} uses {ability}", rule, **values)
    said = ScrollUse(player=player, unit=use.unit, name=use.ability.name, rule=rule, model=use.model)
    do.push(RunsWords(said, use.ability.do))


class UsesAbilities(Asking[SigmarState], frozen=True, tag="uses-abilities", tag_field="step"):
    """A player uses abilities of one time, in its own order (AOS-OPEN-38); ``unit``: of that unit alone."""

    player: str
    when: str
    unit: str = ""

    def _usable(self, state: SigmarState) -> tuple[AbilityUse, ...]:
        return usable(state, self.player, self.when, unit=self.unit)

    @property
    def _why(self) -> RuleReason:
        rule = RULES.get(self.when, "AOS-SCROLL-2")
        return RuleReason(rule, Message("{player} may use an ability", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where there is none."""
        found = self._usable(state)
        return Choice(self.player, "ability", self._why, tuple(use.id for use in found)) if found else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the abilities; and to use no more."""
        found = self._usable(state)
        done = Confirm(
            id="done",
            heading=message("No more abilities"),
            why=self._why,
            key="n",
            action=lambda _: Done(),
            faults=self._done_faults(state),
        )
        options = (ability_option(state, use) for use in found)
        return (pick_one("ability", message("Use an ability"), self._why, options), done)

    def _done_faults(self, state: SigmarState) -> tuple[ActionFault, ...]:
        must = next((use for use in self._usable(state) if not use.ability.optional), None)
        if must is None:
            return ()
        return fault("AOS-SCROLL-2", "{ability} must be used", ability=must.ability.name)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them, or none."""
        if isinstance(action, Done):
            return self._done_faults(state)
        if not isinstance(action, Pick):
            return NOT_DUE
        ids = [use.id for use in self._usable(state)]
        if len(action.picked) != 1 or action.picked[0] not in ids:
            return fault("AOS-SCROLL-2", "pick one of: {offered}", offered=", ".join(ids), place="picked")
        return ()

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Use it; then ask about the next."""
        if isinstance(action, Pick):
            use = next(one for one in self._usable(do.state) if one.id == picked_of(action))
            do.push(UsesAbilities(self.player, self.when, self.unit))
            start_ability(do, self.player, use)
