"""The sight kernel compiled in another process, so that the window stays smooth meanwhile."""

import subprocess
import sys

from warcry3d.geom.compiled import kernel_folder
from warcry3d.sight.visible import is_compiled

__all__ = ["Preparation"]

_COMPILE = (
    "import os; getattr(os, 'nice', int)(5); from warcry3d.sight.visible import warm_up; warm_up()"  # polite: nice
)


class Preparation:
    """Compiles the kernel, begun when made, where this machine has not done so; ``close()`` it when done.

    Without a cache to leave it in there is nothing to prepare: the first question then takes the while itself.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if sys.executable and kernel_folder() is not None and not is_compiled():
            quiet = subprocess.DEVNULL
            self._process = subprocess.Popen([sys.executable, "-c", _COMPILE], stdin=quiet, stdout=quiet, stderr=quiet)

    @property
    def is_working(self) -> bool:
        """Whether it is still being compiled."""
        return self._process is not None and self._process.poll() is None

    def wait(self) -> None:
        """Return when it is done; should it have failed, the first question compiles, and says what is wrong."""
        if self._process is not None:
            self._process.wait()

    def close(self) -> None:
        """Stop it."""
        if self._process is not None and self.is_working:
            self._process.terminate()
            self._process.wait()
