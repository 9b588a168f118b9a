"""The tools of the Judge room's bar, in their order, and the parts that the room is made of."""

from collections.abc import Callable, Mapping

from warcry3d.app.judge.everybody import EVERYBODY
from warcry3d.app.judge.everybody_part import EverybodyPart
from warcry3d.app.judge.flip.part import FlipPart
from warcry3d.app.judge.inset_part import InsetPart
from warcry3d.app.judge.intents import ASKING, JudgeAction, JudgeIntent, PickTool
from warcry3d.app.judge.keys import ADD, ASK, BINDINGS, LINES, PAIRS, RING, TAPE, WHAT_IF
from warcry3d.app.judge.matrix_part import MatrixPart
from warcry3d.app.judge.measure_parts import RingPart, TapePart
from warcry3d.app.judge.pairs import MATRIX
from warcry3d.app.judge.part import Bench, JudgePart
from warcry3d.app.judge.setup_part import SetUpPart
from warcry3d.app.judge.share_card import ShareCard
from warcry3d.app.judge.sure.part import SurePart
from warcry3d.app.judge.systems_card import SystemsCard
from warcry3d.app.judge.what_if import WhatIfPart
from warcry3d.app.widgets.tool_entry import ToolEntry
from warcry3d.messages import template

__all__ = ["PARTS", "TOOLS", "tool_keys"]

TOOLS: tuple[ToolEntry[JudgeAction], ...] = (
    ToolEntry(ASKING, template("Ask"), template("click the viewer, then the target: who sees whom"), "judge", ASK.name),
    ToolEntry("what-if", template("What if"), template("drag a model: the verdict follows"), "what-if", WHAT_IF.name),
    ToolEntry("tape", template("Tape"), template("drag from one base, point or edge to another"), "tape", TAPE.name),
    ToolEntry("ring", template("Ring"), template("click a base for rings of inches around it"), "ring", RING.name),
    ToolEntry(
        EVERYBODY,
        template("Everybody"),
        template("lines from one fighter to all others: whom it sees"),
        "everybody",
        LINES.name,
    ),
    ToolEntry(
        MATRIX, template("Matrix"), template("all pairs: who sees whom, in cover, how much"), "matrix", PAIRS.name
    ),
    ToolEntry("add", template("Add"), template("add models and terrain by two distances"), "add", ADD.name),
    ToolEntry(
        "undo", template("Undo"), template("undo the last change of the table"), "undo", "shell.undo", JudgeAction.UNDO
    ),
)

PARTS: tuple[Callable[[Bench], JudgePart], ...] = (
    ShareCard,
    SurePart,
    FlipPart,
    SystemsCard,
    WhatIfPart,
    TapePart,
    RingPart,
    MatrixPart,
    EverybodyPart,
    SetUpPart,
    InsetPart,
)
"""What makes each part: tools, and cards of the panel in their order there."""


def tool_keys() -> Mapping[str, JudgeIntent]:
    """Return what the keys of the room's own tools do; those of the window's actions are the window's."""
    keys = {binding.name: binding.keys[0] for binding in BINDINGS}
    return {keys[one.binding]: one.command or PickTool(one.name) for one in TOOLS if one.binding in keys}
