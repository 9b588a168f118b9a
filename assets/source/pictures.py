"""The pictures of the documentation, drawn by the commands that the pages show."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from warcry3d.cli import main

__all__ = ["PICTURES", "make_all"]

SIZE = (1200, 750)
QUALITY = 84

PICTURES: Mapping[str, str] = {
    "battle": "picture terrain/sample-battle.table.json OUT --size 1920x1200",
    "dispute-1-window": "check terrain/dispute-1-window.table.json archer axeman --picture OUT",
    "dispute-2-gap-seen": "check terrain/dispute-2-gap.table.json swordsman spearman --picture OUT",
    "dispute-2-gap-hidden": "check terrain/dispute-2-gap.table.json swordsman stalker --picture OUT",
    "dispute-3-parapet-seen": "check terrain/dispute-3-parapet.table.json archer axeman --picture OUT",
    "dispute-3-parapet-hidden": "check terrain/dispute-3-parapet.table.json lookout axeman --picture OUT",
    "dispute-4-spear": "check terrain/dispute-4-spear.table.json bowman spearman --picture OUT",
    "dispute-4-spear-left-out": "check terrain/dispute-4-spear.table.json bowman spearman --no-weapons --picture OUT",
    "dispute-5-walkway": "check terrain/dispute-5-walkway.table.json swordsman axeman --picture OUT",
    "dispute-6-cloak": "check terrain/dispute-6-cloak.table.json archer axeman --picture OUT",
}
"""What draws each picture of ``docs/pictures``; OUT stands for the file."""


def make_all(folder: Path) -> None:
    """Draw every picture and write it to ``folder`` as NAME.jpg."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as room:
        drawn = Path(room) / "drawn.png"
        for name, line in PICTURES.items():
            arguments = [str(drawn) if word == "OUT" else word for word in line.split()]
            if main(["--lang", "en", *arguments]):
                raise RuntimeError(f"warcry3d {line} failed")
            with Image.open(drawn) as image:
                small = image.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
            small.save(folder / f"{name}.jpg", quality=QUALITY, optimize=True, progressive=True)
