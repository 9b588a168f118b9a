"""What a person, the background and the clock can ask of the model of the Play room, as plain values."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeAlias

from warcry3d.app.play.draft import DraftIntent
from warcry3d.app.play.lenses.lens import Lens
from warcry3d.app.play.units.unit_in_hand import UnitIntent
from warcry3d.errors import WarcryError
from warcry3d.game.preview import Preview
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import Point
from warcry3d.game.session import Game

__all__ = [
    "Background",
    "ChoosePrompt",
    "ClickModel",
    "EnterFace",
    "GameChanged",
    "GameRefused",
    "HoldLens",
    "HoverModel",
    "LookAtStep",
    "PickOption",
    "PlayCommand",
    "PlayIntent",
    "PointAt",
    "PointOption",
    "PreviewFound",
    "PromptsFound",
    "ReplayTo",
    "ShowRules",
    "ShowSteps",
    "StepBy",
    "StepToMark",
]


class PlayCommand(Enum):
    """Intents without values.

    ``SUBMIT``: answer with what was given; ``BACK``: one step back: what was given, the prompt, the step looked at.
    ``THROW``: the dice that are due; ``NEXT``, ``PREVIOUS``: point to another option; ``NOW``: look at the battle as it
    stands; ``WHY``: what the program's player compared; ``RULES``: what the rules say of what is due; ``CARDS``: what
    holds for the whole battle; ``RULE_IDS``: the report shows ids of rules, or no longer; ``DISMISS``: a hint;
    ``CONFIRM_UNIT``: answer with the unit in hand; ``MEASURE``: take tape and rings in hand, or put them out of it;
    ``PLAY``: replay the battle from the step looked at, or stop; ``GO_ON``: go on from there; ``RAISE_CURTAIN``: the
    right player sits at the screen; ``HOME``: leave the table for Home; ``MOVE_ON``: what is in hand moved on, and why
    it was refused no longer stands; ``ASK_AGAIN``, ``TAKE_OVER``: after the program's player failed.
    """

    SUBMIT = auto()
    BACK = auto()
    UNDO = auto()
    REDO = auto()
    THROW = auto()
    FACE_BACK = auto()
    NEXT = auto()
    PREVIOUS = auto()
    NOW = auto()
    WHY = auto()
    RULES = auto()
    RULE_IDS = auto()
    CARDS = auto()
    DISMISS = auto()
    MEASURE = auto()
    PLAY = auto()
    GO_ON = auto()
    RAISE_CURTAIN = auto()
    HOME = auto()
    MOVE_ON = auto()
    ASK_AGAIN = auto()
    CONFIRM_UNIT = auto()
    TAKE_OVER = auto()


@dataclass(frozen=True, slots=True)
class ChoosePrompt:
    """Answer one of the prompts that are open."""

    id: str


@dataclass(frozen=True, slots=True)
class PickOption:
    """Answer a prompt with one of its options."""

    prompt: str
    option: str


@dataclass(frozen=True, slots=True)
class PointOption:
    """Point to an option of a prompt, to see what it would come to; "" to none."""

    prompt: str
    option: str


@dataclass(frozen=True, slots=True)
class ClickModel:
    """Click a fighter, on the table or in a roster."""

    id: str


@dataclass(frozen=True, slots=True)
class HoverModel:
    """Point to a fighter; "" to none."""

    id: str


@dataclass(frozen=True, slots=True)
class HoldLens:
    """Look through a lens; None: through none any more."""

    lens: Lens | None


@dataclass(frozen=True, slots=True)
class PointAt:
    """Point at a place of the table; None: at none."""

    at: Point | None


@dataclass(frozen=True, slots=True)
class EnterFace:
    """Say what the next of the real dice shows."""

    face: int


@dataclass(frozen=True, slots=True)
class LookAtStep:
    """Look at the battle as it was after a step."""

    step: int


@dataclass(frozen=True, slots=True)
class StepBy:
    """Look so many steps on, or back."""

    steps: int


@dataclass(frozen=True, slots=True)
class StepToMark:
    """Look at where the next activation or round begins (1), or the one before (-1)."""

    by: int


@dataclass(frozen=True, slots=True)
class ReplayTo:
    """A battle that is being replayed has come to a step."""

    step: int


@dataclass(frozen=True, slots=True)
class ShowRules:
    """Show what rules say, by their ids; none: close the panel."""

    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShowSteps:
    """So many steps have been shown by now."""

    steps: int


@dataclass(frozen=True, slots=True, eq=False)
class PromptsFound:
    """How the choice that is due in ``game`` can be answered."""

    game: Game[Any, Any]
    prompts: tuple[Prompt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PreviewFound:
    """What would come of an action."""

    action: Any
    preview: Preview


@dataclass(frozen=True, slots=True, eq=False)
class GameChanged:
    """The battle went on, or back. ``is_shown``: there is nothing to show of how it came so."""

    game: Game[Any, Any]
    is_shown: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class GameRefused:
    """What was wished for was not done."""

    error: WarcryError


Background: TypeAlias = GameChanged | GameRefused | PromptsFound | PreviewFound | ShowSteps
"""What comes of the background, whoever sits at the screen."""

PlayIntent: TypeAlias = (
    PlayCommand
    | ChoosePrompt
    | PickOption
    | PointOption
    | ClickModel
    | HoverModel
    | HoldLens
    | PointAt
    | EnterFace
    | LookAtStep
    | StepBy
    | StepToMark
    | ReplayTo
    | ShowRules
    | ShowSteps
    | PromptsFound
    | PreviewFound
    | GameChanged
    | GameRefused
    | DraftIntent
    | UnitIntent
)
