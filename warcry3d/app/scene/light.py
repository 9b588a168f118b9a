"""The sun and its shadow map, and the soft shadow of bases on what they stand on."""

from collections.abc import Iterable, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    BitMask32,
    Camera,
    CardMaker,
    CullFaceAttrib,
    DepthTestAttrib,
    GraphicsOutput,
    LVector3,
    LVector4,
    Mat4,
    NodePath,
    OmniBoundingVolume,
    OrthographicLens,
    PandaNode,
    SamplerState,
    Texture,
)

from warcry3d.app.scene.bake import BOARD_MARGIN
from warcry3d.app.scene.overlay_boxes import EMPTY, WHOLE, Box, joined
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.scissor import draw_within, within
from warcry3d.app.scene.shade import shader
from warcry3d.geom.solid import FloatArray
from warcry3d.table.models import BaseShape, Model
from warcry3d.table.table import Board

__all__ = ["CONTACT_CEILING", "SEEN_BITS", "SUN_BIT", "SUN_DIRECTION", "Sun", "contact_image"]

SUN_BIT = 1
"""The camera mask bit of the sun: hidden from it, a thing casts no shadow."""
SEEN_BITS = PandaNode.get_all_camera_mask() & ~BitMask32.bit(SUN_BIT)
"""The camera mask of what is seen: hidden from it, a thing casts a shadow only."""

SUN_DIRECTION = np.array([-0.55, -0.62, 0.85]) / np.linalg.norm([-0.55, -0.62, 0.85])
_PENUMBRA = 0.085
_BIAS = 0.030
_MARGIN = 3.0

CONTACT_CEILING = 16.0
"""The unit of heights (in) in the contact map."""

_EDGE = 2.0
"""So many pixels of the map around a thing may be touched by it."""
_CONTACT_PER_INCH = 8
_CONTACT_REACH = 0.34


class Sun:
    """A directional light's shadow map over one board; drawn again only where something moved."""

    def __init__(self, graphics: Graphics, root: NodePath, *, size: int) -> None:
        self._graphics = graphics
        self._root = root
        self._texture = Texture("sun")
        self._buffer: GraphicsOutput = graphics.buffer("sun", (size, size), sort=-50, depth_only=True)
        self._buffer.add_render_texture(self._texture, GraphicsOutput.RTM_bind_or_copy, GraphicsOutput.RTP_depth)
        self._buffer.disable_clears()  # they are cleared as far as things are drawn
        self._texture.set_minfilter(SamplerState.FT_shadow)
        self._texture.set_magfilter(SamplerState.FT_shadow)
        self._texture.set_wrap_u(SamplerState.WM_border_color)
        self._texture.set_wrap_v(SamplerState.WM_border_color)
        self._texture.set_border_color(LVector4(1, 1, 1, 1))
        self._lens = OrthographicLens()
        camera = Camera("sun", self._lens)
        camera.set_camera_mask(1 << SUN_BIT)
        state = NodePath("sun-state")
        state.set_shader(shader("shadow", "shadow"), 10)
        # Back faces into the map: acne falls where no sun comes anyway.
        state.set_attrib(CullFaceAttrib.make(CullFaceAttrib.M_cull_counter_clockwise), 10)
        self._state = state.get_state()
        self._camera = root.attach_new_node(camera)
        self._clearing, self._clearer = _clearing()
        for sort, drawing in enumerate((self._clearer, self._camera)):
            region = self._buffer.make_display_region()
            region.set_sort(sort)
            region.set_camera(drawing)
        self._size = size
        self._fitted: tuple[Board, float] | None = None
        self._view = np.eye(4)
        self.part = EMPTY
        """The part of the map that was drawn last, or will be with the next frame."""
        self.is_aimed_anew = True
        """Whether the last fit aimed it otherwise, so that all shadows are drawn again."""

    def fit(self, board: Board, top: float, moved: Sequence[FloatArray] = (), *, is_passing: bool = False) -> None:
        """Aim the map at a board with things up to ``top`` (in) on it, and set the shader inputs of the root.

        Where it was aimed so before, only that part of the map is drawn again into which corners (n, 3) of what
        ``moved`` fall. So it is where things are ``is_passing``, as long as the map holds them as it is aimed: what is
        carried onto others rises and sinks from frame to frame.
        """
        known = self._fitted
        is_kept = known is not None and known[0] == board and is_passing and all(map(self._holds, moved))
        self.is_aimed_anew = known != (board, top) and not is_kept
        if self.is_aimed_anew:
            self._fitted = (board, top)
            self._aim(board, top)
            self.renew()
        else:
            self.renew(reduce(joined, (self._box(corners) for corners in moved), EMPTY))

    def _holds(self, points: FloatArray) -> bool:
        """Return whether points (n, 3) lie within what the map shows."""
        places = np.column_stack([points, np.ones(len(points))]) @ self._view
        return bool((np.abs(places[:, :3]) <= 1.0).all())

    def _aim(self, board: Board, top: float) -> None:
        w, d = board.width, board.depth
        low, high = np.array([-_MARGIN, -_MARGIN, -1.0]), np.array([w + _MARGIN, d + _MARGIN, top + 0.5])
        corners = np.array(
            [[(low, high)[i][0], (low, high)[j][1], (low, high)[k][2]] for i, j, k in np.ndindex(2, 2, 2)]
        )
        centre = (low + high) / 2
        away = float(np.linalg.norm(high - low)) + 5
        self._camera.set_pos(LVector3(*(centre + SUN_DIRECTION * away)))
        self._camera.look_at(LVector3(*centre))
        inverse = Mat4()
        inverse.invert_from(self._camera.get_mat(self._root))
        seen = np.array([inverse.xform_point(LVector3(*c)) for c in corners])
        near, far = seen[:, 1].min() - 1, seen[:, 1].max() + 1
        width, height = 2 * np.abs(seen[:, 0]).max(), 2 * np.abs(seen[:, 2]).max()
        self._lens.set_film_size(width, height)
        self._lens.set_near_far(near, far)
        view = inverse * self._lens.get_projection_mat()
        self._view = np.array([[view.get_cell(row, column) for column in range(4)] for row in range(4)])
        self._root.set_shader_inputs(
            sun=LVector3(*SUN_DIRECTION),
            sun_map=self._texture,
            sun_view=view,
            sun_scale=LVector4(_PENUMBRA / width, _PENUMBRA / height, 1 / (far - near), _BIAS),
        )

    def _box(self, points: FloatArray) -> Box:
        """Return the part of the map that points (n, 3) fall into, and some of its pixels around them."""
        places = (np.column_stack([points, np.ones(len(points))]) @ self._view)[:, :2]
        (left, bottom), (right, top) = places.min(axis=0).tolist(), places.max(axis=0).tolist()
        edge = _EDGE / self._size
        box = 0.5 + left / 2 - edge, 0.5 - top / 2 - edge, 0.5 + right / 2 + edge, 0.5 - bottom / 2 + edge
        return max(box[0], 0.0), max(box[1], 0.0), min(box[2], 1.0), min(box[3], 1.0)

    def renew(self, part: Box = WHOLE) -> None:
        """Draw a part of the map again with the next frame."""
        if part == EMPTY:
            return
        self.part = joined(self.part, part) if self._buffer.get_one_shot() else part
        draw_within(self._camera, self.part, self._state)
        self._clearer.node().set_initial_state(within(self.part))
        self._buffer.set_one_shot(True)

    def close(self) -> None:
        """Release the map."""
        self._graphics.remove(self._buffer)
        self._clearing.remove_node()


def _clearing() -> tuple[NodePath, NodePath]:
    """Return a scene that clears depths as far as it is drawn, and its camera."""
    root = NodePath("clearing")
    maker = CardMaker("nothing")
    maker.set_frame(-1, 1, -1, 1)
    card = root.attach_new_node(maker.generate())
    card.set_shader(shader("nothing", "shadow"))
    card.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_always))
    card.set_two_sided(True)
    card.node().set_bounds(OmniBoundingVolume())
    card.node().set_final(True)
    return root, root.attach_new_node(Camera("clearing", OrthographicLens()))


def contact_image(board: Board, models: Iterable[Model]) -> NDArray[np.uint8]:
    """Return the contact map (rows along y, columns along x, 4): closeness and height of bases, lower and upper.

    It covers the board and `BOARD_MARGIN` around; heights are parts of `CONTACT_CEILING`.
    """
    columns = round((board.width + 2 * BOARD_MARGIN) * _CONTACT_PER_INCH)
    rows = round((board.depth + 2 * BOARD_MARGIN) * _CONTACT_PER_INCH)
    image = np.zeros((rows, columns, 4), np.float64)
    for model in sorted(models, key=lambda m: m.placement.at[2]):
        reach = max(model.base.length, model.base.width) / 2 + _CONTACT_REACH
        x, y, z = model.placement.at
        first_column, last_column = _span(x, reach, columns)
        first_row, last_row = _span(y, reach, rows)
        if first_column >= last_column or first_row >= last_row:
            continue
        gx = (np.arange(first_column, last_column) + 0.5) / _CONTACT_PER_INCH - BOARD_MARGIN - x
        gy = (np.arange(first_row, last_row) + 0.5) / _CONTACT_PER_INCH - BOARD_MARGIN - y
        close = _closeness(model, *np.meshgrid(gx, gy))
        window = image[first_row:last_row, first_column:last_column]
        layer = 2 if (window[..., 0] * (close > 0)).max() > 0.3 else 0
        better = close > window[..., layer]
        window[..., layer] = np.where(better, close, window[..., layer])
        window[..., layer + 1] = np.where(better, np.clip(z / CONTACT_CEILING, 0, 1), window[..., layer + 1])
    return np.rint(image * 255).astype(np.uint8)


def _span(middle: float, reach: float, count: int) -> tuple[int, int]:
    low = int(np.floor((middle - reach + BOARD_MARGIN) * _CONTACT_PER_INCH))
    high = int(np.ceil((middle + reach + BOARD_MARGIN) * _CONTACT_PER_INCH)) + 1
    return max(low, 0), min(high, count)


def _closeness(model: Model, dx: NDArray[np.float64], dy: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 under the base, falling to 0 at `_CONTACT_REACH` from it."""
    c, s = np.cos(model.placement.turn), np.sin(model.placement.turn)
    u, v = np.abs(c * dx + s * dy), np.abs(-s * dx + c * dy)
    a, b = model.base.length / 2, model.base.width / 2
    if model.base.shape is BaseShape.SQUARE:
        gap = np.hypot(np.maximum(u - a, 0), np.maximum(v - b, 0))
    else:
        r = np.hypot(u / a, v / b)
        gap = np.maximum(r - 1, 0) * np.hypot(u, v) / np.maximum(r, 1e-9)
    return np.asarray(np.clip(1 - gap / _CONTACT_REACH, 0, 1) ** 1.6)
