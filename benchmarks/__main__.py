"""Run all measurements, or those named, or one with a number: ``python -m benchmarks soak 1000000``.

``soak``, ``battles``, ``skirmishes``, ``unit_battles``, ``datasheet_battles``, ``opponent``, ``prompts``, ``play``,
``flips``, ``judge``, ``build``, ``dragging``, ``full_views``, ``units``, ``unit_drag`` and ``memory`` run only when
named: they take long.

Each has a ``run(*numbers)`` that returns its table, or yields its rows as they come.
"""

import importlib
import sys

from benchmarks.progress import show

ALL = (
    "sight",
    "proofs",
    "motion",
    "reach",
    "exposure",
    "startup",
    "classification",
    "imports",
    "reduction",
    "ways",
    "chances",
    "preview",
    "squares",
    "painting",
    "upright",
)
NAMED = (
    *ALL,
    "soak",
    "battles",
    "skirmishes",
    "unit_battles",
    "datasheet_battles",
    "opponent",
    "prompts",
    "play",
    "flips",
    "judge",
    "build",
    "dragging",
    "full_views",
    "units",
    "unit_drag",
    "memory",
)


def main() -> int:
    """Print each measurement's table, row by row."""
    jobs: list[tuple[str, list[int]]] = []
    for word in sys.argv[1:] or ALL:
        if word.isdigit() and jobs:
            jobs[-1][1].append(int(word))
        elif word in NAMED:
            jobs.append((word, []))
        else:
            print(f"no measurement '{word}'; there are: {', '.join(NAMED)}", file=sys.stderr)
            return 2
    for name, numbers in jobs:
        print(f"== {name}", flush=True)
        show(importlib.import_module(f"benchmarks.{name}").run(*numbers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
