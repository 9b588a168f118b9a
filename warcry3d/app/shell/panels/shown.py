"""What the shell's panels show of a window, gathered once a frame."""

from warcry3d.app.shell.files.document import folder_for
from warcry3d.app.shell.files.table_files import OPEN_SUFFIXES, entries
from warcry3d.app.shell.model import ShellModel
from warcry3d.app.shell.panels.view import UNSAVED, ShellShown, notice_lines
from warcry3d.app.shell.window_parts import WindowParts
from warcry3d.app.widgets.progress import ProgressLine

__all__ = ["shown_of"]


def shown_of(window: WindowParts) -> ShellShown:
    """Return what the shell's panels show."""
    document, words, model = window.document, window.words, window.model
    look = window.room.view.looks_at
    lines = notice_lines(
        [words.text(warning.message) for warning in document.table.warnings],
        window.notice.said(words),
        window.notice.is_alarming,
        look(words) if look is not None else "",
    )
    return ShellShown(
        window.title,
        window.room_name,
        model,
        window.tables,
        entries(model.folder, _suffixes(model)) if model.folder is not None else (),
        folder_for(document.path) if model.naming is not None else None,
        lines,
        _progress(window),
        bool(document.past),
        bool(document.future),
        window.settings,
        not window.room_set.entry.hides_rail or window.is_rail_near,
        window.room.notices_at,
        window.open_table.unkept.saying(words) if window.open_table.unkept is not None else "",
        document.keeper.unsaved if document.keeper is not None else UNSAVED,
        window.notice.opens,
    )


def _suffixes(model: ShellModel) -> tuple[str, ...]:
    return model.picking.suffixes if model.picking is not None else OPEN_SUFFIXES


def _progress(window: WindowParts) -> tuple[ProgressLine, ...]:
    told = window.room.view.told
    jobs = [job for job in window.jobs.shown if job is not told]
    made = [ProgressLine(job.name(window.words), job.progress.share) for job in jobs]
    if not window.kernels.is_done:
        said = window.words.say("Compiling the judge, once on this machine. You can look around meanwhile.")
        made.append(ProgressLine(said, window.kernels.share))
    return tuple(made)
