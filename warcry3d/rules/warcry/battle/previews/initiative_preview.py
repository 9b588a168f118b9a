"""What comes of the wild dice: the dice then, everybody's singles, and who would take the initiative."""

from collections.abc import Iterator

from warcry3d.game.preview import Preview
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message
from warcry3d.rules.warcry.battle.actions import UseWild
from warcry3d.rules.warcry.battle.descriptions import dice_of
from warcry3d.rules.warcry.battle.rounds.initiative import SecondCount, WildDice, hand_after, most_singles
from warcry3d.rules.warcry.battle.state import State

__all__ = ["wild_preview"]


def wild_preview(state: State, step: WildDice, action: UseWild) -> Preview:
    """Return what a player's use of wild dice leads to; nothing where it cannot be used so."""
    if step.faults(state, action):
        return Preview()
    hand = hand_after(state, step.player, action)
    sides = tuple(side.changed(hand=hand) if side.id == step.player else side for side in state.sides)
    return Preview(lines=tuple(_lines(state, state.changed(sides=sides), step.player)))


def _lines(state: State, there: State, player: str) -> Iterator[RuleReason]:
    counts = tuple(
        Message(
            "{player}: {singles}",
            {"player": side.id, "singles": counted("{n} single", "{n} singles", side.hand.single_count)},
        )
        for side in there.sides
    )
    yield _outcome(state, there, player)
    yield from _answers(there, player)
    yield RuleReason("WC-INIT-4", message("{sides}", sides=counts))
    dice = dice_of(there.side(player).hand)
    yield RuleReason("WC-WILD-1", message("dice of {player} then: {dice}", player=player, dice=dice))


def _outcome(state: State, there: State, player: str) -> RuleReason:
    """Return who would take the initiative if nobody else used a wild die."""
    lead = most_singles(there)
    if len(lead) > 1:
        tied = next((one.tied for one in state.agenda if isinstance(one, SecondCount)), ())
        if lead != tied:
            return RuleReason("WC-SEIZE-3", message("{players} would roll off for the initiative", players=lead))
        return RuleReason("WC-SEIZE-4", message("{player} would keep the initiative", player=state.initiative))
    if lead[0] == state.initiative:
        return RuleReason("WC-INIT-5", message("{player} would keep the initiative", player=lead[0]))
    return RuleReason("WC-SEIZE-2", message("{player} would take the initiative", player=lead[0]))


def _answers(there: State, player: str) -> Iterator[RuleReason]:
    """Yield how many singles those who speak later would need to have the most, where their wild dice do."""
    later = [one.player for one in there.agenda[:-1] if isinstance(one, WildDice) and one.player != player]
    for other in later:
        hand = there.side(other).hand
        best = max(side.hand.single_count for side in there.sides if side.id != other)
        needs = best + 1 - hand.single_count
        if 0 < needs <= hand.wild:
            text = counted(
                "{player} can still take it with {n} wild die as a single",
                "{player} can still take it with {n} wild dice as singles",
                needs,
                player=other,
            )
            yield RuleReason("WC-WILD-2", text)
