"""Engine and pipe: access to the graphics driver, with or without a display, never through ShowBase.

Everything that draws takes a `Graphics` as an argument; one for each process is enough (tests share one per session).
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from panda3d.core import (
    CullBinManager,
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsOutput,
    GraphicsPipe,
    GraphicsPipeSelection,
    WindowProperties,
    load_prc_file_data,
)

from warcry3d.app.scene.free_memory import return_free_memory
from warcry3d.errors import MissingGraphicsError

__all__ = ["DEBIAN_PACKAGES", "NEAR_FIRST", "Graphics", "configure", "headless", "make_graphics"]

DEBIAN_PACKAGES = ("libx11-6", "libxext6", "libgl1", "libegl1")
"""The packages that a bare Debian or Ubuntu lacks for software rendering without a display (they bring Mesa)."""

_SETTINGS = """
audio-library-name null
gl-version 3 2
sync-video 0
textures-power-2 none
framebuffer-srgb 0
gl-coordinate-system default
png-compression-level 4
notify-level-device fatal
notify-level-display fatal
notify-level-glgsg error
garbage-collect-states 0
"""
_SOFTWARE = ("llvmpipe", "softpipe", "swrast", "swiftshader", "gdi generic", "basic render")
"""What the names of drivers contain that need no graphics card."""
NEAR_FIRST = "near-first"
"""The bin of what is drawn from the nearest on, before all else: what it hides costs no pixels then."""
_configured = False


def configure(extra: str = "") -> None:
    """Configure Panda3D (core profile 3.2, no sound, no vsync); once for each process, before any pipe.

    States are freed when the last thing drawn with them goes, with the textures they name: what collects them else is
    a task of ShowBase, which is never made here. Opaque parts are drawn in the order of the scene: by default Panda3D
    sorts them by the addresses of their states, and where two surfaces meet, a pixel then changes from run to run.
    """
    global _configured
    if not _configured:
        load_prc_file_data("warcry3d", _SETTINGS)
        bins = CullBinManager.get_global_ptr()
        bins.set_bin_type(bins.find_bin("opaque"), CullBinManager.BT_fixed)
        bins.add_bin(NEAR_FIRST, CullBinManager.BT_front_to_back, bins.get_bin_sort(bins.find_bin("opaque")) - 1)
        _configured = True
    if extra:
        load_prc_file_data("warcry3d-extra", extra)


@dataclass(frozen=True, eq=False)
class Graphics:
    """An engine, a pipe, and the output that owns the driver's context: a window, or a hidden buffer."""

    engine: GraphicsEngine
    pipe: GraphicsPipe
    host: GraphicsOutput

    def buffer(
        self,
        name: str,
        size: tuple[int, int],
        *,
        sort: int = 0,
        samples: int = 0,
        depth_only: bool = False,
        stencil: bool = True,
    ) -> GraphicsOutput:
        """Return an offscreen buffer of ``size`` (pixels) that shares the host's context.

        Raise `MissingGraphicsError` when the driver refuses one.
        """
        properties = FrameBufferProperties()
        properties.set_depth_bits(24)
        if not depth_only:
            properties.set_rgba_bits(8, 8, 8, 8)
            properties.set_stencil_bits(8 if stencil else 0)
        if samples:
            properties.set_multisamples(samples)
        made = self.engine.make_output(
            self.pipe,
            name,
            sort,
            properties,
            WindowProperties.size(*size),
            GraphicsPipe.BF_refuse_window,
            self.host.get_gsg(),
            self.host,
        )
        if made is None:
            raise MissingGraphicsError(
                "the graphics driver refused a picture of {width} x {height} pixels", width=size[0], height=size[1]
            )
        return made

    @property
    def is_software(self) -> bool:
        """Whether the processor does the drawing."""
        renderer = self.host.get_gsg().get_driver_renderer().lower()
        return any(name in renderer for name in _SOFTWARE)

    def remove(self, output: GraphicsOutput) -> None:
        """Release an output."""
        self.engine.remove_window(output)

    def close(self) -> None:
        """Release everything drawn with this engine, and its memory."""
        self.engine.remove_all_windows()
        return_free_memory()


def _host_buffer(engine: GraphicsEngine, pipe: GraphicsPipe) -> GraphicsOutput | None:
    properties = FrameBufferProperties()
    properties.set_rgba_bits(8, 8, 8, 8)
    properties.set_depth_bits(24)
    size = WindowProperties.size(8, 8)
    return engine.make_output(pipe, "host", -100, properties, size, GraphicsPipe.BF_refuse_window)


@cache
def _pipe(display: str) -> GraphicsPipe | None:
    """Return the one pipe of a display module: when EGL's is released, all others lose their contexts."""
    return GraphicsPipeSelection.get_global_ptr().make_module_pipe(display)


def make_graphics(displays: Sequence[str]) -> Graphics:
    """Return graphics on the first of ``displays`` (Panda3D display modules) that works, with a hidden host buffer.

    Raise `MissingGraphicsError`, which names the packages to install, when none does.
    """
    configure()
    for display in displays:
        pipe = _pipe(display)
        if pipe is None:
            continue
        engine = GraphicsEngine(pipe)
        host = _host_buffer(engine, pipe)
        if host is not None:
            engine.open_windows()
            if host.is_valid() and host.get_gsg() is not None:
                return Graphics(engine, pipe, host)
        engine.remove_all_windows()
    if sys.platform.startswith("linux"):
        raise MissingGraphicsError(
            "no way to draw on this machine: install the packages {packages} (apt-get install -y "
            "--no-install-recommends {packages}), or go on without the picture: verdicts need no graphics",
            packages=" ".join(DEBIAN_PACKAGES),
        )
    raise MissingGraphicsError(
        "no way to draw on this machine: OpenGL 3.2 is missing; install the graphics driver, or go on without the "
        "picture: verdicts need no graphics"
    )


def headless() -> Graphics:
    """Return graphics that need neither display nor GPU; raise `MissingGraphicsError` with the missing packages."""
    displays = ("p3headlessgl", "pandagl") if sys.platform.startswith("linux") else ("pandagl", "p3headlessgl")
    return make_graphics(displays)
