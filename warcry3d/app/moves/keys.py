"""The keys by which a fighter in hand is moved."""

from collections.abc import Mapping
from types import MappingProxyType

from warcry3d.app.moves.model import MoveCommand
from warcry3d.app.shell.bindings import Binding

__all__ = ["CORNER", "DROP", "MOVE_COMMANDS", "TURNS", "TURN_LEFT", "TURN_RIGHT"]

DROP = Binding("play.drop", "do it: answer, or drop the fighter where its way leads", ("enter",))
CORNER = Binding("play.corner", "remove the last corner, or the last face of a die", ("backspace",))
TURN_LEFT = Binding("play.left", "turn it to the left by 15 degrees", (",", "comma"))
TURN_RIGHT = Binding("play.right", "turn it to the right by 15 degrees", (".", "period"))

MOVE_COMMANDS: Mapping[str, MoveCommand] = MappingProxyType(
    {DROP.keys[0]: MoveCommand.DROP, CORNER.keys[0]: MoveCommand.CORNER_BACK, "escape": MoveCommand.LET_GO}
)
TURNS: Mapping[str, int] = MappingProxyType({**dict.fromkeys(TURN_LEFT.keys, 1), **dict.fromkeys(TURN_RIGHT.keys, -1)})
"""By how many steps to the left a key turns."""
