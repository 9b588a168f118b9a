"""What many questions of a battle are made of: units as options, orders to units, yes and no."""

from collections.abc import Iterable

from warcry3d.game.actions import Decline, Done
from warcry3d.game.prompts import Confirm, Option, PickOne
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message, message
from warcry3d.rules.units.unit_actions import UnitOrder
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.who_lives import who_lives

__all__ = ["end_prompt", "no_prompt", "order_prompt", "spare_prompt", "unit_fault", "unit_option", "yes_prompt"]


def unit_option(
    state: State40k,
    unit: str,
    *,
    facts: tuple[RuleReason, ...] = (),
    faults: tuple[ActionFault, ...] = (),
    id: str = "",
    label: Message | None = None,
) -> Option:
    """Return a unit as an option; it stands for its first model on the table, for a leader only where no other is left.

    So its number is that of the row that bears its name.
    """
    models = sorted(state.troops(unit), key=lambda model: model.part != unit)
    return Option(
        id or unit,
        label or Message("{unit}", {"unit": who_lives(state, unit)}),
        model=models[0].id if models else "",
        facts=facts,
        faults=faults,
    )


def order_prompt(
    order: str,
    heading: Message,
    why: RuleReason,
    options: Iterable[Option],
    *,
    key: str = "",
    begins_move: bool = False,
) -> PickOne:
    """Return the prompt that gives an order to one of some units; ``begins_move``: the unit moves next."""
    return PickOne(
        id=order,
        heading=heading,
        why=why,
        key=key,
        action=lambda unit: UnitOrder(order, unit),
        options=tuple(options),
        begins_move=begins_move,
    )


def end_prompt(heading: Message, why: RuleReason, faults: tuple[ActionFault, ...] = ()) -> Confirm:
    """Return the prompt that ends what a player may go on with; ``faults``: why it cannot yet."""
    return Confirm(id="done", heading=heading, why=why, key="n", action=lambda _: Done(), faults=faults)


def yes_prompt(heading: Message, why: RuleReason, hint: Message | None = None) -> Confirm:
    """Return the prompt that says yes."""
    return Confirm(id="yes", heading=heading, why=why, key="y", hint=hint, action=lambda _: Done())


def no_prompt(why: RuleReason, heading: Message | None = None) -> Confirm:
    """Return the prompt that says no."""
    heading = heading or message("Not now")
    return Confirm(id="no", heading=heading, why=why, key="n", action=lambda _: Decline())


def spare_prompt(state: State40k, why: RuleReason) -> tuple[Confirm, ...]:
    """Return the prompt that does without what is offered until the phase ends; none outside of phases."""
    if state.phase is None:
        return ()
    return (Confirm(id="spare", heading=message("Not in this phase"), action=lambda _: Done(), why=why),)


def unit_fault(rule: str, template: str, **values: object) -> tuple[ActionFault, ...]:
    """Return the fault of a unit that was picked."""
    return (ActionFault(rule, Message(template, values), place="unit"),)
