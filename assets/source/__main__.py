"""Make what ships again: ``python -m assets.source [figures|terrain|tables|battles|all]``. The same bytes each time.

Made only when named: ``pictures``, those of the documentation, whose bytes depend on the graphics driver; ``webgl``,
the library that draws certificates, which comes from npm.
"""

import sys
from pathlib import Path

KINDS = ("figures", "terrain", "tables", "battles", "pictures", "webgl")


def main(arguments: list[str]) -> int:
    """Make one kind of thing, or all; return the exit code."""
    wanted = arguments[0] if arguments else "all"
    if len(arguments) > 1 or wanted not in (*KINDS, "all"):
        print(f"usage: python -m assets.source [{'|'.join(KINDS)}|all]", file=sys.stderr)
        return 2
    root = Path(__file__).resolve().parents[2]
    if wanted in ("figures", "all"):
        from assets.source import figures

        figures.make_all()
    if wanted in ("terrain", "all"):
        from assets.source import terrain

        terrain.make_all(root / "terrain")
    if wanted in ("tables", "all"):
        from assets.source import tables

        tables.make_all(root / "terrain")
    if wanted in ("battles", "all"):
        from assets.source import battles

        battles.make_all(root / "terrain")
    if wanted == "pictures":
        from assets.source import pictures

        pictures.make_all(root / "docs" / "pictures")
    if wanted == "webgl":
        from assets.source import webgl

        webgl.make_all(root / "warcry3d" / "certificate" / "page")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
