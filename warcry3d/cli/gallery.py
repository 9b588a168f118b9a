"""The window's views as pictures: the table from two sides, and a pair of enemies with their verdict."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from warcry3d.errors import FileError
from warcry3d.messages import Words
from warcry3d.system_errors import reason_of

if TYPE_CHECKING:
    from warcry3d.app.scene.pipe import Graphics
    from warcry3d.rules.results import Judgement
    from warcry3d.table.table import Table

__all__ = ["draw_check", "make_gallery"]


def make_gallery(table: "Table", folder: Path, words: Words) -> Iterator[Path]:
    """Write the pictures of a table into ``folder``, made if need be; yield each file once it is there."""
    from warcry3d.app.pictures.table import Above, Corner, Eye, picture, save_png
    from warcry3d.app.scene.pipe import headless
    from warcry3d.rules.judgement import judge

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(folder, "", "cannot be written: {reason}", reason=reason_of(error)) from None
    graphics = headless()
    try:
        for name, view in (("corner", Corner()), ("above", Above())):
            save_png(picture(table, view=view, graphics=graphics), folder / f"{name}.png")
            yield folder / f"{name}.png"
        pair = _enemies(table)
        if pair is None:
            return
        judgement = judge(table, *pair)
        draw_check(table, judgement, folder / "verdict.png", words, graphics=graphics)
        yield folder / "verdict.png"
        save_png(picture(table, view=Eye(*pair), graphics=graphics), folder / "eye.png")
        yield folder / "eye.png"
    finally:
        graphics.close()


def draw_check(
    table: "Table", judgement: "Judgement", path: Path, words: Words, *, graphics: "Graphics | None" = None
) -> None:
    """Write the picture that shows a judgement."""
    from warcry3d.app.pictures.table import check_picture, save_png
    from warcry3d.app.scene.verdict import shown
    from warcry3d.messages.verdicts import headline, sentences

    said = (headline(judgement, words), *sentences(judgement, words))
    save_png(check_picture(table, shown(judgement), sentences=said, words=words, graphics=graphics), path)


def _enemies(table: "Table") -> tuple[str, str] | None:
    """Return the first fighter that has an enemy, and the first of its enemies."""
    for viewer in table.models:
        for target in table.models:
            if viewer.side != target.side:
                return viewer.id, target.id
    return None
