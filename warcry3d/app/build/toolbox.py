"""The tools of the Build room's bar, in their order, and the stations that the room is made of."""

from collections.abc import Callable, Mapping

from warcry3d.app.build.edit_station import EditStation
from warcry3d.app.build.findings_station import FindingsStation
from warcry3d.app.build.intents import PICK, SHAPING, STARTING, BuildAction, BuildIntent, TakeTool
from warcry3d.app.build.keys import BINDINGS
from warcry3d.app.build.keys import NEW as NEW_KEY
from warcry3d.app.build.keys import OPENING as OPENING_KEY
from warcry3d.app.build.keys import PAINT as PAINT_KEY
from warcry3d.app.build.keys import PICK as PICK_KEY
from warcry3d.app.build.keys import SHAPE as SHAPE_KEY
from warcry3d.app.build.keys import SIGHT as SIGHT_KEY
from warcry3d.app.build.keys import WALK as WALK_KEY
from warcry3d.app.build.opening_station import OPENING, OpeningStation
from warcry3d.app.build.paint_state import PAINT
from warcry3d.app.build.paint_station import PaintStation
from warcry3d.app.build.shape_station import ShapeStation
from warcry3d.app.build.sight_station import SIGHT, SightStation
from warcry3d.app.build.station import BuildBench, Station
from warcry3d.app.build.walk_station import WALK, WalkStation
from warcry3d.app.widgets.tool_entry import ToolEntry
from warcry3d.messages import template

__all__ = ["STATIONS", "TOOLS", "tool_keys"]

TOOLS: tuple[ToolEntry[BuildAction], ...] = (
    ToolEntry(STARTING, template("New"), template("open another mesh, or make a simple piece"), "new", NEW_KEY.name),
    ToolEntry(PICK, template("Pick"), template("click a part, then what it is"), "pick", PICK_KEY.name),
    ToolEntry(
        SHAPING, template("Shape"), template("the handles and numbers of a simple piece"), "shape", SHAPE_KEY.name
    ),
    ToolEntry(PAINT, template("Paint"), template("paint faces, and make a part of them"), "paint", PAINT_KEY.name),
    ToolEntry(
        OPENING, template("Opening"), template("a door, an arch or a window by two clicks"), "opening", OPENING_KEY.name
    ),
    ToolEntry(
        WALK, template("Walk"), template("move a figure over the piece: where it gets to"), "walk", WALK_KEY.name
    ),
    ToolEntry(SIGHT, template("Sight"), template("two figures: who sees whom"), "judge", SIGHT_KEY.name),
    ToolEntry(
        "colours",
        template("Colours"),
        template("tint parts by their kind, or show the piece as it is"),
        "colours",
        "build.colours",
        BuildAction.TOGGLE_COLOURS,
    ),
    ToolEntry("undo", template("Undo"), template("undo the last change"), "undo", "shell.undo", BuildAction.UNDO),
    ToolEntry("redo", template("Redo"), template("make it again"), "redo", "shell.redo", BuildAction.REDO),
)

STATIONS: tuple[Callable[[BuildBench], Station], ...] = (
    WalkStation,
    SightStation,
    PaintStation,
    OpeningStation,
    ShapeStation,
    EditStation,
    FindingsStation,
)
"""What makes each station: tools, and cards of the panel in their order there."""


def tool_keys() -> Mapping[str, BuildIntent]:
    """Return what the keys of the room's own tools do; those of the window's actions are the window's."""
    keys = {binding.name: binding.keys[0] for binding in BINDINGS}
    return {keys[one.binding]: one.command or TakeTool(one.name) for one in TOOLS if one.binding in keys}
