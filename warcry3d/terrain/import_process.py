"""An import in a process with a limit of memory, and none of time: slow work goes on until it is done or cancelled.

Three stages can be left out: where one takes more memory than there is, or its library crashes, the import is begun
again without it. The mesh then keeps its triangles, its shells stay one in the other, or its parts are told by their
height alone; a mesh is refused only where even reading, closing or writing it takes more memory.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from warcry3d.limited_process import OverLimitError, run_limited
from warcry3d.terrain.deadline import ImportStage

__all__ = ["OPTIONAL_STAGES", "Followers", "run_import_task", "skipped_stages"]

OPTIONAL_STAGES = (ImportStage.REDUCING, ImportStage.UNITING, ImportStage.CLASSIFYING)
"""What can be left out."""


@dataclass(frozen=True, slots=True)
class Followers:
    """Who hears of an import: as `limited_process.run_limited` calls them."""

    on_wait: Callable[[str], None] = lambda _: None
    on_stage: Callable[[str], None] = lambda _: None
    on_end: Callable[[int], None] = lambda _: None
    is_cancelled: Callable[[], bool] = lambda: False


def run_import_task(
    task: str, given: Mapping[str, Any], *, megabytes: int, followers: Followers
) -> tuple[dict[str, Any], tuple[ImportStage, ...]]:
    """Return what a task answers, and the stages that had to be left out; raise as `run_limited`.

    The task reads with `skipped_stages` what of its work it leaves out.
    """
    skipped: list[ImportStage] = []
    while True:
        try:
            answer: dict[str, Any] = run_limited(
                task,
                {**given, "skipped": [stage.value for stage in skipped]},
                seconds=math.inf,
                megabytes=megabytes,
                on_wait=followers.on_wait,
                on_stage=followers.on_stage,
                on_end=followers.on_end,
                is_cancelled=followers.is_cancelled,
            )
        except OverLimitError as error:
            stage = next((one for one in OPTIONAL_STAGES if one == error.stage), None)
            if error.what == "cancelled" or stage is None or stage in skipped:
                raise
            skipped.append(stage)
        else:
            return answer, tuple(skipped)


def skipped_stages(given: Mapping[str, Any]) -> frozenset[ImportStage]:
    """Return the stages that a task is to leave out."""
    return frozenset(ImportStage(value) for value in given.get("skipped", ()))
