"""Units as options of the questions that the steps of a battle ask."""

from warcry3d.game.prompts import Option
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message
from warcry3d.rules.ageofsigmar.battle.state import SigmarState

__all__ = ["unit_option"]


def unit_option(
    state: SigmarState,
    unit: str,
    *,
    facts: tuple[RuleReason, ...] = (),
    faults: tuple[ActionFault, ...] = (),
    id: str = "",
) -> Option:
    """Return a unit as an option; it stands for its first model on the table."""
    models = state.troops(unit)
    return Option(
        id or unit,
        Message("{unit}", {"unit": unit}),
        model=models[0].id if models else "",
        facts=facts,
        faults=faults,
    )
