"""The table as a scene graph: built once from a `Table`, then kept in step with each table that follows it."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    BitMask32,
    CardMaker,
    DepthTestAttrib,
    GeomNode,
    LVector3,
    LVector4,
    NodePath,
    OmniBoundingVolume,
    Shader,
    StencilAttrib,
    Texture,
)

from warcry3d.app.scene.bake import BOARD_MARGIN, blocking_mesh, board_light, kept_board_light, unlit_board
from warcry3d.app.scene.board import board_surface, desk_surface, frame_surface
from warcry3d.app.scene.colours import Colour, side_colour
from warcry3d.app.scene.differences import ceiling, moved_corners, moved_models
from warcry3d.app.scene.figure import base_surface
from warcry3d.app.scene.geom import mesh_node, repaint, shade_node
from warcry3d.app.scene.grid_nodes import attach_grid
from warcry3d.app.scene.light import SEEN_BITS, SUN_BIT, Sun, contact_image
from warcry3d.app.scene.piece import Surfaces, SurfaceSource, figure_source, piece_source
from warcry3d.app.scene.pipe import NEAR_FIRST, Graphics
from warcry3d.app.scene.shade import gravel_texture, land_texture, noise_texture, refill, shader, texture_2d
from warcry3d.app.scene.unlit import PendingLight, PreparedScene, UnlitThings
from warcry3d.geom.solid import Placement
from warcry3d.table.grid import SquareGrid
from warcry3d.table.models import Base, Figure, Model, Tag
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, Piece
from warcry3d.units import to_degrees

__all__ = [
    "LAID_BIT",
    "STILL",
    "THINGS_BIT",
    "WINDOW",
    "Quality",
    "World",
    "attach_backdrop",
    "attach_picture",
]

THINGS_BIT, LAID_BIT = 2, 3
"""The camera mask bits of who draws only the things of a table, and of who draws only what is laid over them. Others
see both."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How much work goes into a picture: side of the shadow map (pixels), shadow samples, pictures' oversampling."""

    shadow_size: int
    shadow_taps: int
    oversampling: int


STILL = Quality(shadow_size=4096, shadow_taps=16, oversampling=2)
WINDOW = Quality(shadow_size=2048, shadow_taps=6, oversampling=1)

_THINGS, _BOARD, _DESK, _MADE = range(4)
"""What ``surface.frag.glsl`` is made for (KIND)."""

_NO_MARK = LVector4(0, 0, 0, 0)
_MARK_STRENGTH = 0.62
_FAINT = 0.22
"""What share of its pixels is drawn of a thing that is there but does not count: an open door, a weapon left out."""


def attach_backdrop(camera: NodePath) -> NodePath:
    """Hang the dark room behind everything that ``camera`` sees; return its node."""
    maker = CardMaker("room")
    maker.set_frame(-1, 1, -1, 1)
    card = camera.attach_new_node(maker.generate())
    card.set_bin("background", 0)
    card.set_depth_write(False)
    card.set_depth_test(False)
    card.node().set_bounds(OmniBoundingVolume())
    card.node().set_final(True)
    card.set_shader(shader("backdrop", "backdrop"), 5)
    card.hide(BitMask32.bit(SUN_BIT))
    return card


def attach_picture(camera: NodePath, picture: Texture, depths: Texture) -> NodePath:
    """Hang a picture taken from where ``camera`` is behind and among all that it sees: ``depths`` say how far away each
    of its pixels is. It clears colours, depths and stencil as far as it is drawn. Return its node.
    """
    card = attach_backdrop(camera)
    card.set_shader(shader("laid", "laid"), 6)
    card.set_shader_inputs(picture=picture, depths=depths)
    card.hide(BitMask32.bit(THINGS_BIT))
    card.set_depth_write(True)
    card.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_always))
    zero = StencilAttrib.SO_zero
    card.set_attrib(StencilAttrib.make(True, StencilAttrib.SCF_always, zero, zero, zero, 0, 0xFF, 0xFF))
    return card


def _seed(index: int) -> LVector4:
    """Return where in the noise the ``index``-th thing is cut from, and that all of it is there."""
    at = np.random.default_rng(index).random(3) * 8
    return LVector4(*at, 1.0)


def _lot(node: NodePath) -> LVector4:
    """Return where a thing is cut from and how much of it is there."""
    held = node.get_shader_input("lot")  # kept while it is read: Panda3D hands out a reference into it
    return LVector4(held.get_vector())


class World:
    """Scene nodes of a table under ``root``, with their light.

    ``show`` a table, then show the next: what did not change is left alone, and moving a model costs next to nothing.
    The camera may be any node under ``root``; shaders find it by themselves. ``lit_later``: light that is not kept is
    not baked before a table is shown, but waits in `unlit`.
    """

    def __init__(self, graphics: Graphics, *, quality: Quality = STILL, lit_later: bool = False) -> None:
        self.root = NodePath("table")
        self.quality = quality
        self._sun = Sun(graphics, self.root, size=quality.shadow_size)
        self._board_node = self.root.attach_new_node("board")
        self._terrain_node = self.root.attach_new_node("terrain")
        self._models_node = self.root.attach_new_node("models")
        self._grid_node = self.root.attach_new_node("grid")
        self._nodes: dict[str, NodePath] = {}
        self._marked: list[NodePath] = []
        self._marks: Mapping[str, Colour] = {}
        self._mark_strength = _MARK_STRENGTH
        self._figures: dict[tuple[Figure, float], dict[str, GeomNode]] = {}
        self._bases: dict[Base, GeomNode] = {}
        self._pieces: dict[Piece, dict[str, GeomNode]] = {}
        self._shades: dict[Piece, dict[str, GeomNode]] = {}
        self._lit_later = lit_later
        self._unlit = UnlitThings()
        self._prepared = PreparedScene()
        self._table: Table | None = None
        self._is_light_due = False
        self._contact: Texture | None = None
        self._tags = frozenset(Tag)
        self.ghosts = self.root.attach_new_node("ghosts")
        self._terrain_node.set_bin(NEAR_FIRST, 0)
        for node in (self._board_node, self._terrain_node, self._grid_node, self._models_node, self.ghosts):
            node.set_shader(self._program(_THINGS))
            node.hide(BitMask32.bit(LAID_BIT if node is not self.ghosts else THINGS_BIT))
        self.ghosts.hide(BitMask32.bit(SUN_BIT))
        self.root.set_shader_inputs(
            noise=noise_texture(),
            gravel=gravel_texture(),
            land=land_texture(),
            side=LVector3(0.5, 0.5, 0.5),
            mark=_NO_MARK,
            lot=LVector4(0, 0, 0, 1),
        )

    def _program(self, kind: int) -> Shader:
        return shader("surface", "surface", taps=self.quality.shadow_taps, kind=kind)

    @property
    def table(self) -> Table | None:
        """Return the table shown last."""
        return self._table

    @property
    def has_new_shadows(self) -> bool:
        """Whether the table shown last has all its shadows drawn again, not only those of what moved."""
        return self._sun.is_aimed_anew

    @property
    def unlit(self) -> tuple[PendingLight, ...]:
        """Return what is shown without its light."""
        return self._unlit.pending

    def give_up(self, light: PendingLight) -> None:
        """Leave something without its light."""
        self._unlit.give_up(light)

    def offer(self, prepared: PreparedScene | None) -> None:
        """Take surfaces that were made in the background, for the table shown next."""
        self._prepared = prepared or PreparedScene()

    def show(self, table: Table, *, is_passing: bool = False) -> bool:
        """Bring the scene in step with ``table``; only what differs from the table before is built anew.

        ``is_passing``: it is shown while something moves, and another one soon: the light on the board stays as it was.
        Return whether anything did: the tables of two states of a battle are seldom the same, but often look so.
        """
        before = self._table
        is_due = self._is_light_due and not is_passing
        if before is not None and not is_due and moved_models(before, table) == ():
            self._table = table
            return False
        if before is None or before.terrain is not table.terrain:
            self._show_terrain(table.terrain, before.terrain if before is not None else Terrain(()))
            self._is_light_due = True
        if before is None or before.board != table.board:
            self._show_board(table.board)
            self._show_light(table.board, table.terrain, is_new=True)
        elif self._is_light_due and not is_passing:
            self._show_light(table.board, table.terrain, is_new=False)
        if table.grid != (before.grid if before is not None else None):
            self._show_grid(table.grid)
        self._show_models(table.models, {m.id: m for m in before.models} if before else {})
        self.mark(self._marks, strength=self._mark_strength)  # what was made anew has no tint yet
        self._table = table
        if before is None or before.models is not table.models or before.board != table.board:
            self._show_contact(table)
        moved = moved_corners(before, table) if before is not None and before.board == table.board else ()
        self._sun.fit(table.board, ceiling(table), moved, is_passing=is_passing)
        return True

    def place(self, id: str, placement: Placement) -> None:
        """Stand the model ``id`` elsewhere, as ``table.placing`` does; raise `UnknownNameError` if there is none."""
        if self._table is not None:
            self.show(self._table.placing(id, placement))

    def mark(self, marks: Mapping[str, Colour], *, strength: float = _MARK_STRENGTH) -> None:
        """Tint what ``marks`` names (``feature/part``, ``feature`` or a model's id) and nothing else.

        Names that are not on the table are passed over.
        """
        self._marks, self._mark_strength = dict(marks), strength
        for node in self._marked:
            if not node.is_empty():  # what was taken off the table meanwhile
                node.clear_shader_input("mark")
        self._marked = [self._nodes[name] for name in marks if name in self._nodes]
        for name, colour in marks.items():
            if name in self._nodes:
                self._nodes[name].set_shader_input("mark", LVector4(*colour, strength))

    @property
    def left_out(self) -> frozenset[Tag]:
        """Return the tags of parts of figures that do not count."""
        return frozenset(Tag) - self._tags

    def count(self, tags: frozenset[Tag]) -> None:
        """Draw only faintly the parts of figures that carry none of ``tags``: players agreed to leave them out."""
        if tags == self._tags:
            return
        self._tags = tags
        for model in self._models_node.get_children():
            self._show_tags(model)
        self._sun.renew()

    def node(self, name: str) -> NodePath | None:
        """Return the node of a part (``feature/part``), a feature or a model, if it is on the table."""
        return self._nodes.get(name)

    def fade(self, id: str, presence: float) -> None:
        """Show a model or feature with only part of its pixels: 1 all, 0 none."""
        node = self._nodes.get(id)
        if node is not None:
            node.set_shader_input("lot", LVector4(*_lot(node).xyz, presence))
            if self._models_node.is_ancestor_of(node):
                self._show_tags(node)
                self._sun.renew()

    def close(self) -> None:
        """Give everything back to the driver."""
        self._sun.close()
        self.root.remove_node()

    def _show_board(self, board: Board) -> None:
        self._board_node.get_children().detach()
        self._board_node.attach_new_node(mesh_node("frame", frame_surface(board)))
        for name, made, kind in (("floor", board_surface(board), _BOARD), ("desk", desk_surface(board), _DESK)):
            self._board_node.attach_new_node(mesh_node(name, made)).set_shader(self._program(kind))
        self.root.set_shader_inputs(board=LVector4(board.width, board.depth, BOARD_MARGIN, 0))

    def _show_light(self, board: Board, terrain: Terrain, *, is_new: bool) -> None:
        """Show the light on the board, or bake it later: that of before stays until then, unless the board is new."""
        self._is_light_due = False
        points, triangles = blocking_mesh(terrain)
        bake = partial(board_light, board.width, board.depth, points, triangles)
        light = kept_board_light(board.width, board.depth, points, triangles)
        self._unlit.drop("board")
        if light is None and self._lit_later:
            self._unlit.add("board", bake, self._light_board)
            if not is_new:
                return
            light = unlit_board(board.width, board.depth)
        self._light_board(bake() if light is None else light)

    def _light_board(self, light: NDArray[np.uint8]) -> None:
        self.root.set_shader_input("board_light", texture_2d("board-light", light[..., None]))

    def _surfaces(self, key: Hashable, source: SurfaceSource, ready: Surfaces | None) -> dict[str, GeomNode]:
        """Return the nodes of a piece or a figure, by part id or tag; what is plain yet is lit later."""
        surfaces = (ready or source.quick()) if self._lit_later else source.lit(ready)
        nodes = {name: mesh_node(name, part) for name, part in surfaces.parts.items()}
        for name, part in surfaces.parts.items():
            if part.is_made:
                NodePath(nodes[name]).set_shader(self._program(_MADE))

        def show(lit: Surfaces) -> None:
            for name, part in lit.parts.items():
                repaint(nodes[name], part)

        self._unlit.add_surfaces(key, source, surfaces, show)
        return nodes

    def _show_terrain(self, terrain: Terrain, before: Terrain) -> None:
        """Take away what is no longer there, add what is new, and stand the rest where it stands now."""
        known, after = ({one.id: one for one in each.features} for each in (before, terrain))
        for id, feature in known.items():
            if id not in after or not _looks_as(feature, after[id]):
                for name in (id, *(f"{id}/{part.id}" for part in feature.piece.parts)):
                    self._nodes.pop(name, NodePath()).remove_node()
        used = {feature.piece for feature in terrain.features}
        for piece in [piece for piece in self._pieces if piece not in used]:
            del self._pieces[piece], self._shades[piece]
            self._unlit.drop(piece)
        for index, feature in enumerate(terrain.features):
            if known.get(feature.id) is feature:
                continue
            if feature.id in self._nodes:
                _stand(self._nodes[feature.id], feature.placement)
            else:
                self._show_feature(feature, index)

    def _show_feature(self, feature: Feature, index: int) -> None:
        piece = feature.piece
        if piece not in self._pieces:
            self._pieces[piece] = self._surfaces(piece, piece_source(piece), self._prepared.pieces.get(piece))
            self._shades[piece] = {one.id: shade_node(one.id, one.solid) for one in piece.parts if not one.is_opening}
        nodes = self._pieces[piece]
        self._nodes[feature.id] = node = self._terrain_node.attach_new_node(feature.id)
        _stand(node, feature.placement)
        node.set_shader_input("lot", _seed(index))
        for part in piece.parts:
            if part.id not in nodes:
                continue
            child = node.attach_new_node(part.id)
            child.attach_new_node(nodes[part.id]).hide(BitMask32.bit(SUN_BIT))
            child.attach_new_node(self._shades[piece][part.id]).hide(SEEN_BITS)
            self._nodes[f"{feature.id}/{part.id}"] = child
            if feature.is_open(part):
                child.set_shader_input("lot", LVector4(*_seed(index).xyz, _FAINT))
                child.hide(BitMask32.bit(SUN_BIT))

    def _show_grid(self, grid: SquareGrid | None) -> None:
        """Show the squares of a table, and what stands on them."""
        for name in [name for name, node in self._nodes.items() if self._grid_node.is_ancestor_of(node)]:
            del self._nodes[name]
        self._grid_node.get_children().detach()
        if grid is not None:
            self._nodes |= attach_grid(self._grid_node, grid, _seed)

    def _show_models(self, models: Iterable[Model], before: Mapping[str, Model]) -> None:
        after = {model.id: model for model in models}
        for id, model in before.items():
            kept = after.get(id)
            if kept is None or (kept.figure, kept.base, kept.side) != (model.figure, model.base, model.side):
                self._nodes.pop(id).remove_node()
        for index, model in enumerate(after.values()):
            if model.id not in self._nodes:
                self._nodes[model.id] = self._new_model(model, index)
            _stand(self._nodes[model.id], model.placement)

    def _new_model(self, model: Model, index: int) -> NodePath:
        node = self._models_node.attach_new_node(model.id)
        node.set_shader_inputs(side=LVector3(*side_colour(model.side)), lot=_seed(1000 + index))
        if model.base not in self._bases:
            self._bases[model.base] = mesh_node("base", base_surface(model.base))
        key = (model.figure, model.base.height)
        if key not in self._figures:
            ready = self._prepared.figures.get(key)
            self._figures[key] = self._surfaces(key, figure_source(model.figure, model.base), ready)
        base = node.attach_new_node("base")
        base.attach_new_node(self._bases[model.base])
        base.set_shader_input("mark", _NO_MARK)  # never tinted: figures block and are seen, their bases are not
        for tag, part in self._figures[key].items():
            node.attach_new_node(str(tag)).attach_new_node(part)
        self._show_tags(node)
        return node

    def _show_tags(self, model: NodePath) -> None:
        """Draw the parts of a model's figure that count, and those that do not only faintly and without a shadow."""
        lot = _lot(model)
        for tag in Tag:
            part = model.find(tag.value)
            if part.is_empty():
                continue
            if tag in self._tags:
                part.clear_shader_input("lot")
                part.show(BitMask32.bit(SUN_BIT))
            else:
                part.set_shader_input("lot", LVector4(*lot.xyz, _FAINT * lot.w))
                part.hide(BitMask32.bit(SUN_BIT))

    def _show_contact(self, table: Table) -> None:
        """Show what is near each base. The texture is kept: another one would make each thing's state anew."""
        image = contact_image(table.board, table.models)
        height, width = image.shape[:2]
        if self._contact is not None and (self._contact.get_x_size(), self._contact.get_y_size()) == (width, height):
            refill(self._contact, image)
            return
        self._contact = texture_2d("contact", image)
        self.root.set_shader_input("contact", self._contact)


def _looks_as(one: Feature, other: Feature) -> bool:
    """Return whether two features differ at most in where they stand."""
    return one.piece is other.piece and one.state == other.state


def _stand(node: NodePath, placement: Placement) -> None:
    node.set_pos(LVector3(*placement.at))
    node.set_h(to_degrees(placement.turn))
