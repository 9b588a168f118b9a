"""Windows that were closed leave nothing behind, and frames of an open one leave nothing behind either."""

import gc
import time
import weakref
from pathlib import Path

from imgui_bundle import imgui, imgui_ctx
from panda3d.core import RenderState

from tests.app.conftest import MakeModel, MakeTable
from tests.app.windows import SIZE, steps, window_on
from tests.patience import PATIENCE
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.panels.imgui_panda import ImGuiPanda, shipped_fonts
from warcry3d.table.table import Table

PATH = Path("freed.warcry.json")


def held(graphics: Graphics) -> tuple[int, int]:
    """Return how many textures the driver holds, and how many states of things drawn there are."""
    gc.collect()
    graphics.engine.renderFrame()
    prepared = graphics.host.getGsg().getPreparedObjects()
    return prepared.getNumPreparedTextures(), RenderState.getNumStates()


def opened_and_closed(graphics: Graphics, table: Table) -> "list[weakref.ref[object]]":
    with window_on(graphics, table, PATH, is_fine=True) as (window, _):
        steps(window, 4)
        return [weakref.ref(one) for one in (window, window.room, window.panels, window._scene, window._scene.world)]


def test_closed_windows_leave_no_texture_no_state_and_no_scene(
    graphics: Graphics, make_table: MakeTable, make_model: MakeModel
) -> None:
    table = make_table(make_model("one", 3, 4), make_model("two", 9, 4), walls={"wall": ((5, 3, 0), (6, 5, 2))})
    opened_and_closed(graphics, table)
    before = held(graphics)
    left = [ref for _ in range(3) for ref in opened_and_closed(graphics, table)]
    limit = time.monotonic() + PATIENCE
    while any(ref() is not None for ref in left) and time.monotonic() < limit:
        time.sleep(0.1)  # light that is being baked for a closed window is not waited for
        gc.collect()
    assert [ref() for ref in left] == [None] * len(left)
    assert held(graphics) <= before


def test_panels_that_move_leave_no_states_behind(graphics: Graphics) -> None:
    buffer = graphics.buffer("panels", SIZE)
    panels = ImGuiPanda(shipped_fonts(23.0), SIZE)
    panels.draw_on(buffer)
    counts = list[int]()
    try:
        for n in range(40):
            with panels.frame(1 / 60):
                imgui.set_next_window_pos((5 * n, 3 * n))
                with imgui_ctx.begin("moving"):
                    imgui.text("a panel")
            panels.bring()
            graphics.engine.renderFrame()
            counts.append(RenderState.getNumStates())
    finally:
        panels.close()
        graphics.remove(buffer)
    assert max(counts[20:]) <= max(counts[:20])
