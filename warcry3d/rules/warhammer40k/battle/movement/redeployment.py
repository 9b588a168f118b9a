"""Units that a rule of their own takes off the table and sets up again (40K-REDEPLOY)."""

from warcry3d.game.reasons import ActionFault
from warcry3d.rules.warhammer40k.battle.asking import unit_fault
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_model, change_unit, did, move_unit_to
from warcry3d.rules.warhammer40k.battle.data_rules import own_rules
from warcry3d.rules.warhammer40k.battle.movement.reinforcements import ArrivesAt
from warcry3d.rules.warhammer40k.battle.movement.set_up_places import SetUpKind, SetUpTerms, proposal
from warcry3d.rules.warhammer40k.battle.state import Deed40k, ModelPlace40k, ReserveKind, State40k
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import RedeployRule

__all__ = ["redeploy", "redeploy_faults", "redeploy_rule"]


def redeploy_rule(state: State40k, unit: str) -> RedeployRule | None:
    """Return the rule by which a unit on the table may be taken off it; None: it has none."""
    found = own_rules(state, unit, RedeployRule)
    return found[0] if found and state.is_here(unit) else None


def redeploy_faults(state: State40k, unit: str) -> tuple[ActionFault, ...]:
    """Return why a unit cannot be taken off the table; that it arrived or moved in this phase is no reason
    (40K-REDEPLOY-1).
    """
    rule = redeploy_rule(state, unit)
    if rule is None:
        return unit_fault("40K-REDEPLOY-1", "{unit} has no rule that takes it off the table", unit=unit)
    if state.unit(unit).has_redeployed:
        return unit_fault("40K-REDEPLOY-1", "{unit} was taken off the table once in this battle", unit=unit)
    if rule.returns == "now" and not proposal(state, unit, SetUpTerms(SetUpKind.DEEP_STRIKE)):
        return unit_fault("40K-REDEPLOY-1", "no room was found for {unit}", unit=unit)
    return ()


def redeploy(do: Transition40k, unit: str) -> None:
    """Take a unit off the table; it is set up again now or in a later turn."""
    rule = redeploy_rule(do.state, unit)
    assert rule is not None, "the faults of the order said so"
    if rule.is_new:
        for model in do.state.all_troops(unit):
            change_model(do, model.id, lost=0, place=ModelPlace40k.RESERVE, used=(), has_fought_last=False)
        change_unit(do, unit, is_shocked=False, did=(), effects=(), challenger="")
        do.emit("leaves", "{unit} gives way to a new unit", "40K-REDEPLOY-7", unit=unit)
    else:
        move_unit_to(do, unit, ModelPlace40k.RESERVE)
        do.emit("leaves", "{unit} is taken off the table", "40K-REDEPLOY-1", unit=unit)
    is_now = rule.returns == "now"
    change_unit(do, unit, reserve=ReserveKind.AWAY, has_redeployed=True, must_arrive=is_now)
    if is_now:
        do.push(ArrivesAt(unit, SetUpKind.DEEP_STRIKE, is_new=rule.is_new))
    else:
        did(do, unit, Deed40k.PICKED, Deed40k.MOVED)
