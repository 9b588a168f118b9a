"""One who plays the race by its own words; who plays by prompts alone needs none of them."""

from tests.game.race.state import Bump, Push, RaceAction, Running, run
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice, Ruleset

__all__ = ["Eager"]


class Eager:
    """A runner that likes to go far, not always the whole way."""

    def choose(
        self, ruleset: Ruleset[Running, RaceAction], state: Running, choice: Choice, random: Stream
    ) -> RaceAction:
        """Return any action that is allowed."""
        match choice:
            case Choice(kind="push", about=int(most)):
                return Push(1 + random.below(most))
            case Choice(kind="go", about=float(most)):
                inches = random.pick((most, random.between(0, most)))
                return run(inches, state.runner, state.now.at[state.runner])
        return Bump(random.pick(state.players))
