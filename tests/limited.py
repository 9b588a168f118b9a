"""The work of processes with limits, done in this one: where a test is about the work and not about the limits."""

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from warcry3d.limited_process import Reporter

__all__ = ["run_here"]


def run_here(task: str, given: Mapping[str, Any], **_: object) -> Any:
    """Return what a task answers, in place of `warcry3d.limited_process.run_limited`."""
    module, _, function = task.partition(":")
    done = getattr(import_module(module), function)(json.loads(json.dumps(given)), Reporter(_ignored, _ignored))
    return json.loads(json.dumps(done))


def _ignored(_: str) -> None:
    pass
