"""The kernels compiled in other processes, so that the window stays smooth meanwhile."""

from warcry3d.compilation import Compilation

__all__ = ["Preparation"]


class Preparation:
    """Compiles the kernels, begun when made, where this machine has not done so; ``close()`` it when done.

    Without a cache to leave them in there is nothing to prepare: the first question then takes the while itself.
    """

    def __init__(self) -> None:
        self._compilation = Compilation()
        self._compilation.start()

    @property
    def is_working(self) -> bool:
        """Whether what a verdict needs is still being compiled."""
        return not self._compilation.is_ready("sight")

    def wait(self) -> None:
        """Return when that is done; should it have failed, the first question compiles, and says what is wrong."""
        self._compilation.wait("sight")

    def close(self) -> None:
        """Stop it."""
        self._compilation.close()
