"""Actions that any rule system can take as they are: plain data, as the record writes it."""

from warcry3d.game.ruleset import Action, Point

__all__ = ["Decline", "Done", "Pick", "PlaceAt", "React"]


class Pick(Action, frozen=True, tag="pick"):
    """Choose among what is offered: ids or words as the choice lists them, in the order that counts."""

    picked: tuple[str, ...]


class Decline(Action, frozen=True, tag="decline"):
    """Do nothing of what is offered: no reaction, no bonus action, no re-roll."""


class Done(Action, frozen=True, tag="done"):
    """End what may still go on: nothing more with this model."""


class React(Action, frozen=True, tag="react"):
    """Let a model react, in the way that the choice names."""

    fighter: str
    reaction: str


class PlaceAt(Action, frozen=True, tag="place-at"):
    """Put what the choice is about there: a model that falls, a marker; ``turn`` its facing (radians)."""

    at: Point
    turn: float = 0.0
