"""What tapes are measured from, in words."""

from warcry3d.app.measures.piece_corners import piece_with_corner
from warcry3d.messages import Words, template
from warcry3d.messages.names import fighter_name, piece_title
from warcry3d.table.table import Table
from warcry3d.table.tape_measures import BoardEdge, FromBase, FromCorner, FromEdge, FromPoint, TapeOrigin

__all__ = ["CORNERS", "EDGES", "origin_name", "side_name"]

EDGES = {
    BoardEdge.LEFT: template("left edge"),
    BoardEdge.NEAR: template("near edge"),
    BoardEdge.RIGHT: template("right edge"),
    BoardEdge.FAR: template("far edge"),
}
CORNERS = {
    (BoardEdge.LEFT, BoardEdge.NEAR): template("near left corner"),
    (BoardEdge.RIGHT, BoardEdge.NEAR): template("near right corner"),
    (BoardEdge.LEFT, BoardEdge.FAR): template("far left corner"),
    (BoardEdge.RIGHT, BoardEdge.FAR): template("far right corner"),
}


def side_name(side: FromEdge | FromCorner, words: Words) -> str:
    """Return the name of an edge or a corner of the board."""
    match side:
        case FromEdge(edge=edge):
            return words.say(EDGES[edge])
        case FromCorner(side=across, end=end):
            return words.say(CORNERS[across, end])


def origin_name(origin: TapeOrigin, words: Words, table: Table) -> str:
    """Return what on a table a tape is measured from."""
    match origin:
        case FromEdge() | FromCorner():
            return side_name(origin, words)
        case FromBase(id=id):
            return fighter_name(id, words)
        case FromPoint(at=(x, y, z)):
            piece = piece_with_corner(table, origin.at)
            if piece is not None:
                return words.say("a corner: {name}", name=piece_title(piece, words))
            return words.say("point {x:.2f}, {y:.2f}, {z:.2f}", x=x, y=y, z=z)
