"""Models that fight once more before they are removed (40K-LASTFIGHT-1 to 4)."""

from collections.abc import Callable

from warcry3d.game.agenda import Automatic
from warcry3d.message import Message
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import needs_words
from warcry3d.rules.warhammer40k.battle.changing import Transition40k
from warcry3d.rules.warhammer40k.battle.state import Deed40k, Phase40k, State40k
from warcry3d.rules.warhammer40k.battle.throws import throw
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import LastFightRule

__all__ = ["TriesLastFight", "last_fight_of", "register_last_fight"]


def last_fight_of(state: State40k, model: str) -> LastFightRule | None:
    """Return the rule by which a model that is destroyed fights now; None: it does not."""
    troop = state.troop(model)
    if state.phase is not Phase40k.FIGHT or troop.has_fought_last or not troop.is_here:
        return None
    if Deed40k.FOUGHT in state.unit(troop.unit).did:
        return None
    return next((one for one in state.context.sheet(troop.part).rules if isinstance(one, LastFightRule)), None)


class TriesLastFight(Automatic[State40k], frozen=True, tag="tries-last-fight", tag_field="step"):
    """A die says whether it fights, where its rule asks for one."""

    model: str
    needed: int

    def resolve(self, do: Transition40k) -> None:
        """Roll it, or let the model fight."""
        unit = do.state.unit(do.state.troop(self.model).unit)
        then = LastFightRolled(self.model, self.needed)
        throw(do, unit.player, int(self.needed > 0), "ability", "40K-LASTFIGHT-1", then, unit=unit.id)


class LastFightRolled(Automatic[State40k], frozen=True, tag="last-fight-rolled", tag_field="step"):
    """The die is read."""

    model: str
    needed: int

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what each die needs."""
        return needs_words(self.needed)

    def resolve(self, do: Transition40k) -> None:
        """Let it fight."""
        if not self.needed or do.state.thrown.faces[0] >= self.needed:
            _LAST_FIGHTS[0](do, self.model)


_LAST_FIGHTS: list[Callable[[Transition40k, str], None]] = []


def register_last_fight(fight: Callable[[Transition40k, str], None]) -> None:
    """Make known how a model fights for the last time: fights rest on wounds, and wounds ask for this fight."""
    _LAST_FIGHTS[:] = [fight]
