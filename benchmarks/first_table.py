"""How long after the command the sample battle's table is on screen; `benchmarks.startup` runs it in a process.

``python -m benchmarks.first_table SINCE``: prints the seconds since that time, and the processor time of the process;
the same again when the battle can be played.
With ``lit`` after it the window stays open until its light is baked and kept, as in a first battle of half a minute.
"""

import sys
import time
from typing import Any

from warcry3d.app.shell import launch
from warcry3d.app.shell.files.battles import sample_battle
from warcry3d.messages import Words

__all__: list[str] = []


def main() -> int:
    """Open the window on the sample battle as the command does, and close it once the table is on screen."""
    since = float(sys.argv[1])

    def show(window: Any, kernels: Any, loaded: Any) -> None:
        for _ in range(2):  # what a frame has drawn is on screen with the next one
            window.step(0.0)
        print(f"{time.time() - since:.3f} {time.process_time():.3f}", flush=True)
        window.open_table.read_rest(loaded)
        while window.room.battle is None or window.room.battle.model.prompts is None:
            window.step(0.0)
            time.sleep(1 / 60)
        print(f"{time.time() - since:.3f} {time.process_time():.3f}", flush=True)
        while "lit" in sys.argv[2:] and not window._baking.is_done:
            window.step(0.0)
            time.sleep(1 / 30)

    setattr(launch, "_run", show)  # noqa: B010  # in place of the frames until the person closes the window
    launch.run_window(sample_battle, Words("en"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
