"""How the choices of the opening can be answered: who attacks, battle groups, terrain, map, colours."""

from collections.abc import Callable, Iterable, Sequence

from warcry3d.game.actions import Action, Pick
from warcry3d.game.prompts import Bin, Divide, Option, PickOne, Place, Placing
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message, message
from warcry3d.rules.warcry.bands.band import Role
from warcry3d.rules.warcry.battle.actions import Laid, SetUpTerrain, SplitGroups
from warcry3d.rules.warcry.battle.prompt_parts import fact, fighter_label
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.plan import GROUPS
from warcry3d.table.terrain import Feature

__all__ = ["groups_prompt", "name_prompt", "terrain_prompt"]


def name_prompt(id: str, heading: Message, hint: Message, why: RuleReason, options: Iterable[Option]) -> PickOne:
    """Return how one of several names can be picked."""
    return PickOne(
        id=id, heading=heading, why=why, hint=hint, action=lambda name: Pick((name,)), options=tuple(options)
    )


def groups_prompt(state: State, fighters: Iterable[str], ready: Sequence[tuple[str, ...]], why: RuleReason) -> Divide:
    """Return how a warband can be divided into battle groups; ``ready``: three groups that would do."""

    def action(answer: tuple[tuple[str, str], ...]) -> Action:
        dagger, shield, hammer = (tuple(id for id, bin in answer if bin == group) for group in GROUPS)
        return SplitGroups(dagger, shield, hammer)

    return Divide(
        id="groups",
        heading=message("Battle groups"),
        detail=message("sizes differ by 1 at most; a monster is alone in its group"),
        why=why,
        hint=message("Put each fighter in a group: daggers are set up first, then shields, then hammers."),
        action=action,
        items=tuple(_to_group(state, id) for id in fighters),
        bins=tuple(Bin(group, message("{group}", group=group)) for group in GROUPS),
        start=tuple((id, group) for group, members in zip(GROUPS, ready, strict=True) for id in members),
    )


def _to_group(state: State, id: str) -> Option:
    """Return a fighter with what counts for where it goes: points, Move, Toughness and Wounds."""
    own = state.profile(id)
    values = {"move": own.move, "toughness": own.toughness, "wounds": own.wounds, "points": own.points}
    facts = [fact("WC-BAND-3", "{points} points, Move {move:g}, Toughness {toughness}, Wounds {wounds}", **values)]
    if state.context.fighter(id).role is Role.LEADER:
        facts.append(fact("WC-BAND-2", "leads the warband"))
    return Option(id, fighter_label(id), model=id, facts=tuple(facts))


def terrain_prompt(
    features: Iterable[Feature], why: RuleReason, forbids: Callable[[SetUpTerrain], tuple[ActionFault, ...]]
) -> Place:
    """Return how the terrain can be set up: any features anywhere, the others stay in their box.

    ``forbids``: what speaks against a layout. As the features lie in the set-up is suggested, if that is allowed.
    """
    items = {one.id: one for one in features}
    lying = tuple(Placing(id, one.placement.at, one.placement.turn) for id, one in items.items())
    return Place(
        id="terrain",
        heading=message("Set up the terrain"),
        detail=message("two features or more in each quarter"),
        why=why,
        hint=message("Place the terrain features on the battlefield; those left out are not used."),
        action=_set_up,
        items=tuple(
            Option(id, Message("{feature}", {"feature": id}), piece=id, at=one.placement.at)
            for id, one in items.items()
        ),
        least=0,
        suggested=() if forbids(_set_up(lying)) else lying,
    )


def _set_up(answer: tuple[Placing, ...]) -> SetUpTerrain:
    return SetUpTerrain(tuple(Laid(one.item, one.at, one.turn) for one in answer))
