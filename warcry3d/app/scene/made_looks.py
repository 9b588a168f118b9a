"""How pieces from parameters look: masonry in courses, floors of planks, drawn on their plain faces."""

import numpy as np

from warcry3d.app.scene.surface import Finish
from warcry3d.table.kinds import PartKind
from warcry3d.table.plain_skins import plain_skin
from warcry3d.table.skin import Material, Skin
from warcry3d.table.terrain import Part, Piece

__all__ = ["look_of"]

_CARPENTRY = ("platform",)
"""Kinds of simple pieces that are of wood as a whole, posts and railings too."""

_STONE, _DECK, _BEAM = (130, 126, 118), (130, 92, 56), (118, 84, 50)


def look_of(piece: Piece, part: Part) -> Skin:
    """Return the skin of a part of the piece: its own, else one by what it is.

    A mesh that was modelled has its joints in its shape. What was made from parameters has plain faces: there the
    picture draws them (`Finish.MASONRY`, `Finish.PLANKS`), and the shape that is judged stays as it is.
    """
    if part.skin is not None:
        return part.skin
    plain = plain_skin(part)
    if piece.made is None or not len(plain.materials):
        return plain
    is_solid = PartKind.OBSTACLE in part.kinds or PartKind.LOW in part.kinds
    if is_solid and piece.made.kind in _CARPENTRY:
        return _painted(part, _BEAM, Material.WOOD)
    if is_solid or plain.materials[0] == Material.STONE:
        return _painted(part, _STONE, Finish.MASONRY)
    if part.kinds & {PartKind.PLATFORM, PartKind.DOOR}:
        return _painted(part, _DECK, Finish.PLANKS)
    return plain


def _painted(part: Part, colour: tuple[int, int, int], finish: int) -> Skin:
    count = len(part.solid.faces)
    return Skin(np.tile(np.array(colour, np.uint8), (count, 1)), np.full(count, finish, np.uint8))
