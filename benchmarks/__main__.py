"""Run all measurements, or those named: ``python -m benchmarks sight proofs``."""

import importlib
import sys

ALL = ("sight", "proofs", "startup")


def main() -> int:
    """Print each measurement's table."""
    for name in sys.argv[1:] or ALL:
        print(f"== {name}", flush=True)
        print(importlib.import_module(f"benchmarks.{name}").run(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
