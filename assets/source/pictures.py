"""The pictures of the documentation, drawn by the commands that the pages show."""

import math
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

from assets.source.chromium import opened
from assets.source.room_pictures import draw_rooms
from assets.source.terrain import PIECES
from warcry3d.app.pictures.table import Corner, picture
from warcry3d.app.scene.pipe import Graphics, headless
from warcry3d.cli import main
from warcry3d.table.files import table_from_json
from warcry3d.table.pieces import load_piece

__all__ = ["CERTIFICATES", "PICTURES", "PIECE_PICTURES", "make_all"]

SIZE = (1200, 750)
FIELD_SIZE = (1000, 625)
"""Of fields of colour: nobody looks for a line of sight in them."""
QUALITY = 71

PIECE_SIZE = (560, 420)
PIECE_QUALITY = 80

PAGE_SIZE = (1040, 650)
PAGE_QUALITY = 62

MARGIN, LEAST = 1.1, 5.0
"""Ground around a piece, and the least side of the board it is shown on (in)."""

FROM = math.radians(-62)
"""Where pieces are looked at from."""

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
    "dispute-7-across": "check terrain/dispute-7-across.table.json swordsman axeman --picture OUT",
    "dispute-8-over": "check terrain/dispute-8-over.table.json archer spearman --picture OUT",
    "dispute-9-platform": "check terrain/dispute-9-platform.table.json axeman archer --picture OUT",
    "reach-walker": "reach terrain/sample-battle.table.json red-sword --inches 6 --picture OUT",
    "reach-climber": "reach terrain/sample-battle.table.json blue-spear --inches 11 --to 25.8,4.7 --picture OUT",
    "reach-flyer": "reach terrain/sample-battle.table.json blue-flyer --inches 8 --picture OUT",
    "reach-mounted": "reach terrain/sample-battle.table.json red-rider --inches 9 --picture OUT",
    "board-1-stilts": "picture terrain/board-1-stilts.table.json OUT --size 1920x1200",
    "board-2-bridges": "picture terrain/board-2-bridges.table.json OUT --size 1920x1200",
    "board-3-palisade": "picture terrain/board-3-palisade.table.json OUT --size 1920x1200",
}
"""What draws each picture of ``docs/pictures``; OUT stands for the file."""

CERTIFICATES: Mapping[str, str] = {
    "certificate-hidden": "check terrain/dispute-2-gap.table.json swordsman stalker --certificate OUT",
}
"""What writes each certificate whose page is shown, as Chromium draws it."""

PIECE_PICTURES = {f"piece-{name}": name for name in PIECES}
"""The pictures of single pieces, each with a fighter on a 32 mm base."""


def make_all(folder: Path) -> None:
    """Draw every picture and write it to ``folder`` as NAME.jpg."""
    folder.mkdir(parents=True, exist_ok=True)
    _draw_commands(folder)
    draw_certificates(folder)
    graphics = headless()
    draw_rooms(folder, graphics)
    for name, piece in PIECE_PICTURES.items():
        image = _of_piece(folder.parents[1] / "terrain" / f"{piece}.glb", graphics)
        image.save(folder / f"{name}.jpg", quality=PIECE_QUALITY, optimize=True, progressive=True)


def draw_certificates(folder: Path) -> None:
    """Open every certificate in Chromium, and write what it draws once it has checked itself."""
    with TemporaryDirectory() as room, opened(Path(room) / "profile") as browser:
        for name, command in CERTIFICATES.items():
            page = Path(room) / f"{name}.html"
            tab = browser.tab()
            if main(command.replace("OUT", str(page)).split()) != 0 or tab.open(page, size=PAGE_SIZE) != "holds":
                raise RuntimeError(f"no certificate: {command}")
            image = Image.open(BytesIO(tab.picture())).convert("RGB")
            image.save(folder / f"{name}.jpg", quality=PAGE_QUALITY, optimize=True, progressive=True)
            tab.close()


def _of_piece(path: Path, graphics: Graphics) -> Image.Image:
    """Return the picture of a piece on a board of its size, a swordsman before it."""
    parts = load_piece(path).parts
    low = np.min([part.solid.bounds[0] for part in parts], axis=0)
    high = np.max([part.solid.bounds[1] for part in parts], axis=0)
    width, depth = (max(LEAST, math.ceil(span + 2 * MARGIN)) for span in (high - low)[:2].tolist())
    x, y = ((low + high) / 2).tolist()[:2]
    value = {
        "format": "warcry3d.table/1",
        "ruleset": "warcry",
        "board": {"width": width, "depth": depth},
        "features": [{"id": "it", "piece": str(path), "at": [width / 2 - x, depth / 2 - y]}],
        "models": [
            {"id": "he", "side": "red", "base": {"round": 32}, "figure": "swordsman", "at": [0.75, 0.75], "facing": 60}
        ],
    }
    table = table_from_json(value, folder=path.parent)
    size = (2 * PIECE_SIZE[0], 2 * PIECE_SIZE[1])
    drawn = picture(table, view=Corner(FROM), size=size, names=False, graphics=graphics)
    return Image.fromarray(drawn).convert("RGB").resize(PIECE_SIZE, Image.Resampling.LANCZOS)


def _draw_commands(folder: Path) -> None:
    with TemporaryDirectory() as room:
        drawn = Path(room) / "drawn.png"
        for name, line in PICTURES.items():
            arguments = [str(drawn) if word == "OUT" else word for word in line.split()]
            if main(["--lang", "en", *arguments]):
                raise RuntimeError(f"warcry3d {line} failed")
            with Image.open(drawn) as image:
                size = FIELD_SIZE if line.startswith("reach") else SIZE
                small = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
            small.save(folder / f"{name}.jpg", quality=QUALITY, optimize=True, progressive=True)
