"""What can be asked of the Judge room, and its questions to the judge. Pure: no graphics, no background."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, TypeAlias

from warcry3d.errors import WarcryError
from warcry3d.rules.results import Judgement
from warcry3d.rules.system_comparison import table_under
from warcry3d.table.models import Tag
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

__all__ = [
    "ASKING",
    "AnswerSight",
    "ChooseRules",
    "ChooseTolerance",
    "ChooseViewer",
    "ClickFighter",
    "CountTag",
    "CountTooClose",
    "HoverFighter",
    "JudgeAction",
    "JudgeIntent",
    "PartIntent",
    "PickTool",
    "ShowTable",
    "SightCase",
    "SightQuestion",
    "TooCloseCounts",
    "TryTable",
]

ASKING = "ask"
"""The tool that is in hand at first: clicks pick viewer and target."""


class PartIntent:
    """The base of the intents of the room's parts: frozen dataclasses; ``part`` names the part that takes them."""

    __slots__ = ()
    part: ClassVar[str]


@dataclass(frozen=True, slots=True)
class SightQuestion:
    """Whether ``viewer`` sees ``target``, counting the parts of figures that carry one of ``tags``.

    ``tolerance_mm``: gaps narrower than this are too close to call. ``rules``: by which rule system, by its name; ""
    for the table's own.
    """

    viewer: str
    target: str
    tags: frozenset[Tag] = frozenset(Tag)
    tolerance_mm: float = SIGHT_TOLERANCE_MM
    rules: str = ""


@dataclass(frozen=True, slots=True)
class SightCase:
    """A question about one table; another table, though nothing were moved on it, is another case."""

    table: Table
    question: SightQuestion

    @property
    def ruled_table(self) -> Table:
        """Return the table under the rule system that is asked."""
        return table_under(self.table, self.question.rules) if self.question.rules else self.table


class TooCloseCounts(Enum):
    """What the players agreed that a line counts as which is too close to call."""

    OPEN = ""
    SEEN = "seen"
    HIDDEN = "hidden"


class JudgeAction(Enum):
    """Intents without values. ``STEP_BACK``: out of the eye, then without the target, then without the viewer.

    The last five are the room's to do and change nothing in its model.
    """

    SWAP = auto()
    TOGGLE_EYE = auto()
    STEP_BACK = auto()
    CLEAR = auto()
    UNDO = auto()
    REDO = auto()
    LOOK_AT_BOTH = auto()
    SAVE_PICTURE = auto()
    SAVE_CERTIFICATE = auto()


@dataclass(frozen=True, slots=True)
class PickTool:
    """Take a tool of the bar in hand, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class ClickFighter:
    """A click on a fighter: the first picked is the viewer, the next the target; a click on a picked one lets it go."""

    id: str


@dataclass(frozen=True, slots=True)
class ChooseViewer:
    """Another viewer; the target stays, unless it is now the viewer."""

    id: str


@dataclass(frozen=True, slots=True)
class HoverFighter:
    """The pointer is over a fighter; None: over none."""

    id: str | None


@dataclass(frozen=True, slots=True)
class CountTag:
    """Parts of figures with a tag count, or not; bodies always do."""

    tag: Tag
    counts: bool


@dataclass(frozen=True, slots=True)
class ChooseTolerance:
    """Gaps narrower than so many millimetres are too close to call."""

    tolerance_mm: float


@dataclass(frozen=True, slots=True)
class CountTooClose:
    """What a line counts as that is too close to call."""

    counts: TooCloseCounts


@dataclass(frozen=True, slots=True)
class ChooseRules:
    """By which rule system is judged, by its name; "" for the table's own."""

    name: str


@dataclass(frozen=True, slots=True)
class ShowTable:
    """The table changed; ``is_new``: another table was opened, so that nobody is picked any longer."""

    table: Table
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class TryTable:
    """Ask and show on another table for now, such as while a model is dragged; None: on the open one again."""

    table: Table | None


@dataclass(frozen=True, slots=True)
class AnswerSight:
    """The judge's answer to a question: a judgement, or why there is none.

    ``is_quick``: a first answer that is not certified; the judge's own still comes.
    """

    question: SightQuestion
    judgement: Judgement | None = None
    failure: WarcryError | None = None
    is_quick: bool = False


JudgeIntent: TypeAlias = (
    JudgeAction
    | PickTool
    | ClickFighter
    | ChooseViewer
    | HoverFighter
    | CountTag
    | ChooseTolerance
    | CountTooClose
    | ChooseRules
    | ShowTable
    | TryTable
    | AnswerSight
)
