"""What the Build room offers while no piece is open: a file to open, pieces of one's own, those that ship."""

from collections.abc import Sequence
from pathlib import Path

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.build.intents import BuildAction, NewPiece
from warcry3d.app.build.station import Wanted
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.cards import big_button
from warcry3d.app.widgets.choices import headline, option
from warcry3d.app.widgets.theme import beside, paragraph
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages.names import piece_title
from warcry3d.table.shipped import shipped_piece
from warcry3d.table.table_edits import shipped_pieces
from warcry3d.terrain.making.simple_pieces import SIMPLE_KINDS

__all__ = ["draw_start"]


def draw_start(frame: Frame, own: Sequence[Path], wanted: list[Wanted]) -> Path | None:
    """Draw it; return the file that was asked for. ``own``: the person's own pieces."""
    words, picked = frame.words, None
    with imgui_ctx.push_font(frame.bold, imgui.get_style().font_size_base * 1.25):
        imgui.text_unformatted(words.say("Build terrain"))
    paragraph(words.say("Open a mesh, say what its parts are, try it out, print it and play on it."))
    imgui.dummy((0, 6 * frame.scale))
    if big_button(
        "open", words.say("Open a mesh..."), "STL, OBJ, GLB, 3MF, PLY", frame.bold, frame.scale, is_primary=True
    ):
        wanted.append(BuildAction.OPEN)
    with imgui_ctx.begin_child("offered", (0, 0)):
        headline(words.say("New from numbers"), frame.bold)
        for number, kind in enumerate(SIMPLE_KINDS):
            label = words.text(kind.label)
            if number:
                beside(imgui.calc_text_size(label).x + 20 * frame.scale)
            if imgui.button(f"{label}##{kind.id}"):
                wanted.append(NewPiece(kind.id))
            tool_tip(words.text(kind.help))
        if own:
            headline(words.say("Your own"), frame.bold)
        for path in own:
            if option(f"{piece_title(path.stem, words)}##{path}"):
                picked = path
            tool_tip(str(path))
        headline(words.say("Pieces that come with it"), frame.bold)
        paths = [shipped_piece(name) for name in shipped_pieces()]
        for title, path in sorted((piece_title(path.stem, words), path) for path in paths):
            if option(f"{title}##{path.name}"):
                picked = path
    return picked
