"""The kernels compiled in other processes, so that the window stays smooth meanwhile."""

from typing import Protocol

from warcry3d.compilation import Compilation

__all__ = ["CompiledKernels", "Kernels", "NoKernels"]


class Kernels(Protocol):
    """Kernels that are compiled in the background."""

    def start(self) -> None: ...
    @property
    def is_done(self) -> bool: ...
    @property
    def share(self) -> float | None:
        """How much is compiled, from 0 to 1; None: not known."""

    def wait(self, what: str) -> None:
        """Return when the kernels of ``what`` (``sight``, ``reach``) are compiled, or that has failed."""

    def close(self) -> None: ...


class NoKernels:
    """Nothing to compile."""

    is_done = True
    share = None

    def start(self) -> None:
        """Do nothing."""

    def wait(self, what: str) -> None:
        """Return at once."""

    def close(self) -> None:
        """Do nothing."""


class CompiledKernels:
    """Compiles what this machine has not compiled yet; ``close()`` it when done."""

    def __init__(self) -> None:
        self._compilation = Compilation()
        self._has_begun = False

    def start(self) -> None:
        """Begin; at once done where everything is compiled."""
        self._has_begun = True
        self._compilation.start()

    @property
    def is_done(self) -> bool:
        """Whether everything is compiled, or that has failed: then the first question compiles by itself."""
        return not self._has_begun or self._compilation.is_done

    @property
    def share(self) -> float | None:
        """How much is compiled."""
        progress = self._compilation.progress()
        return progress.done / progress.total if progress.total else None

    def wait(self, what: str) -> None:
        """Block until the kernels of ``what`` are compiled."""
        if self._has_begun:
            self._compilation.wait(what)

    def close(self) -> None:
        """End the compiling processes."""
        self._compilation.close()
