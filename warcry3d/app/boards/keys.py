"""The keys of the Boards room."""

from warcry3d.app.shell.bindings import Binding

__all__ = [
    "BINDINGS",
    "BOX",
    "COPY",
    "FREE",
    "GROUP",
    "LOWER",
    "MIRROR",
    "PICK",
    "PLAY",
    "RAISE",
    "REMOVE",
    "SEARCH",
    "TAPE",
    "TURN_LEFT",
    "TURN_RIGHT",
    "TWIN",
]

PICK = Binding("boards.pick", "pick and move pieces", ("v",))
BOX = Binding("boards.box", "pick all pieces in a rectangle: drag it", ("x",))
TURN_LEFT = Binding("boards.turn-left", "turn to the left by 15 degrees", (",", "comma"))
TURN_RIGHT = Binding("boards.turn-right", "turn to the right by 15 degrees", (".", "period"))
RAISE = Binding("boards.raise", "onto the next level above", ("page_up",))
LOWER = Binding("boards.lower", "down onto the next level below", ("page_down",))
COPY = Binding("boards.copy", "copy what is picked", ("control-d", "c"))
MIRROR = Binding("boards.mirror", "mirror left and right", ("l",))
TWIN = Binding("boards.twin", "put a copy where the other player has it", ("w",))
GROUP = Binding("boards.group", "group what is picked, or take the group apart", ("g",))
REMOVE = Binding("boards.remove", "take what is picked off the board", ("delete", "backspace"))
SEARCH = Binding("boards.search", "search the pieces", ("f",))
TAPE = Binding("boards.tape", "hold: drag a tape from one point or edge to another", ("t",))
PLAY = Binding("boards.play", "play a battle on this board", ("n",))
FREE = Binding("boards.free", "hold: nothing snaps, turns by single degrees", ("alt",))

BINDINGS: tuple[Binding, ...] = (
    PICK,
    BOX,
    SEARCH,
    TURN_LEFT,
    TURN_RIGHT,
    Binding("boards.turn-little-left", "turn to the left by 1 degree", ("[", "bracketleft")),
    Binding("boards.turn-little-right", "turn to the right by 1 degree", ("]", "bracketright")),
    RAISE,
    LOWER,
    Binding("boards.nudge-left", "move by 1/8 in to the left, or by a step of the grid", ("arrow_left",)),
    Binding("boards.nudge-right", "move to the right", ("arrow_right",)),
    Binding("boards.nudge-up", "move to the back", ("arrow_up",)),
    Binding("boards.nudge-down", "move to the front", ("arrow_down",)),
    COPY,
    MIRROR,
    Binding("boards.mirror-depth", "mirror front and back", ("i",)),
    TWIN,
    GROUP,
    REMOVE,
    Binding("boards.all", "pick all pieces", ("control-a", "a")),
    Binding("boards.next", "pick the next piece", ("tab",)),
    Binding("boards.put", "put down what is in hand", ("enter",)),
    TAPE,
    FREE,
    PLAY,
    Binding("boards.back", "let go what is in hand, then what is picked", ("escape",), is_fixed=True),
)
