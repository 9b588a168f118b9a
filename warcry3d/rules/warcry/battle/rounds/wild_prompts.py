"""How it can be answered what the wild dice are used for: each is kept, a single, or raises a single or a set."""

from warcry3d.game.actions import Action
from warcry3d.game.prompts import Bin, Divide, Option
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message
from warcry3d.rules.warcry.battle.actions import UseWild
from warcry3d.rules.warcry.battle.descriptions import set_name
from warcry3d.rules.warcry.battle.state import State

__all__ = ["wild_prompt"]

KEPT, SINGLE = "kept", "single"


def wild_prompt(state: State, player: str, why: RuleReason, *, largest: int) -> Divide:
    """Return how a player's wild dice can be divided; a set of ``largest`` dice is there, but takes none."""
    hand = state.side(player).hand
    alike = [(value, 1) for value in hand.singles]
    alike += dict.fromkeys((one.value, one.count) for one in hand.sets)
    raised = {f"{count}x{value}": (value, count) for value, count in alike}
    wild = tuple(f"wild-{n + 1}" for n in range(hand.wild))

    def action(answer: tuple[tuple[str, str], ...]) -> Action:
        bins = [bin for _, bin in answer]
        return UseWild(bins.count(SINGLE), tuple(raised[bin] for bin in bins if bin in raised))

    return Divide(
        id="wild",
        heading=message("Wild dice"),
        detail=_singles(state),
        why=why,
        hint=message("Keep them, add singles to seize the initiative, or make a set larger: one die for each."),
        action=action,
        items=tuple(Option(id, message("wild die")) for id in wild),
        bins=(
            Bin(KEPT, message("kept for later rounds")),
            Bin(SINGLE, message("one more single")),
            *(_bin(id, value, count, largest) for id, (value, count) in raised.items()),
        ),
        start=tuple((id, KEPT) for id in wild),
    )


def _bin(id: str, value: int, count: int, largest: int) -> Bin:
    """Return a single or a set that one wild die may raise."""
    name = message("single of {value}", value=value) if count == 1 else set_name(value, count)
    return Bin(id, name, most=1 if count < largest else 0, dice=(value,) * count)


def _singles(state: State) -> Message:
    """Return how many singles each player has: more than all others is the initiative (WC-INIT-4)."""
    sides = tuple(
        Message(
            "{player}: {singles}",
            {"player": side.id, "singles": counted("{n} single", "{n} singles", side.hand.single_count)},
        )
        for side in state.sides
    )
    return message("{sides}", sides=sides)
