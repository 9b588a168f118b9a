"""The keys of the Build room."""

from warcry3d.app.shell.bindings import Binding

__all__ = ["BINDINGS", "KINDS", "NEW", "OPENING", "PAINT", "PICK", "SHAPE", "SIGHT", "TAPE", "WALK"]

PICK = Binding("build.pick", "choose parts", ("a",))
NEW = Binding("build.new", "open another mesh, or make a simple piece", ("n",))
OPENING = Binding("build.opening", "a door, an arch or a window by two clicks", ("d",))
PAINT = Binding("build.paint", "paint faces, and make a part of them", ("x",))
SHAPE = Binding("build.shape", "pull the handles of a simple piece, change its numbers", ("h",))
WALK = Binding("build.walk", "test walk: move a figure over the piece", ("w",))
SIGHT = Binding("build.sight", "test sight: two figures, who sees whom", ("v",))
TAPE = Binding("build.tape", "hold: drag a tape from one point or edge to another", ("t",))
KINDS = Binding("build.kind", "say what the chosen parts are, by the kind's place", tuple("1234567890"), is_fixed=True)

BINDINGS: tuple[Binding, ...] = (
    NEW,
    PICK,
    SHAPE,
    PAINT,
    Binding("build.paint-way", "paint by brush, flood, box or lasso in turn", ("y",)),
    Binding("build.brush-smaller", "a smaller brush, or a smaller number of a simple piece", ("[", "bracketleft")),
    Binding("build.brush-larger", "a larger brush, or a larger number of a simple piece", ("]", "bracketright")),
    Binding("build.paint-make", "make a part of what is painted", ("enter",)),
    Binding("build.paint-clear", "paint no face", ("delete", "backspace")),
    OPENING,
    WALK,
    SIGHT,
    Binding("build.next", "choose the next part, or the next number of a simple piece", ("tab",)),
    Binding("build.previous", "choose the part before, or the number before", ("shift-tab",)),
    KINDS,
    Binding("build.close", "look at the chosen parts from near", ("f",)),
    Binding("build.colours", "tint parts by their kind, or show the piece as it is", ("c",)),
    Binding("build.again", "classify the whole piece again by its shape", ("r",)),
    TAPE,
    Binding("build.export", "write an STL for the printer", ("e",)),
    Binding("build.back", "one step back: the tool, then what is chosen", ("escape",), is_fixed=True),
)
