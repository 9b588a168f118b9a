"""What victory cards do: at the start of a combat phase, at the end of a round, at the end (WC-VICT-1, WC-OBJ-1)."""

from warcry3d.rules.warcry.battle.doing import Doing
from warcry3d.rules.warcry.battle.state import Phase, State, Step
from warcry3d.rules.warcry.battle.steps import Automatic

__all__ = ["EndOfBattle", "StartOfCombat", "scoring"]


class StartOfCombat(Automatic, frozen=True, tag="start-of-combat", tag_field="step"):
    """What happens at the start of a combat phase."""

    def resolve(self, do: Doing) -> None:
        """Do it."""


def scoring(state: State) -> tuple[Step, ...]:
    """Return the steps that score a round at its end."""
    return ()


class EndOfBattle(Automatic, frozen=True, tag="end-of-battle", tag_field="step"):
    """The battle is over."""

    def resolve(self, do: Doing) -> None:
        """End it."""
        do.change(phase=Phase.END, is_over=True, agenda=())
