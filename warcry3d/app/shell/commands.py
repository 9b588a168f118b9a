"""What intents of the shell do to a window: its part that opens, saves, asks and switches."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from warcry3d.app.shell.bindings import rebound
from warcry3d.app.shell.desktop.open_outside import is_opened_outside
from warcry3d.app.shell.files.document import free_table_name
from warcry3d.app.shell.files.saved_view import save_view
from warcry3d.app.shell.files.table_files import OPEN_SUFFIXES, stem_of, typed_path
from warcry3d.app.shell.keys import SHELL_BINDINGS, all_bindings
from warcry3d.app.shell.model import (
    AwaitKey,
    BrowseFolder,
    ChangeSettings,
    GoToPath,
    GoToRoom,
    LookFrom,
    MissPath,
    OpenFile,
    OpenOutside,
    Panel,
    PickFile,
    ReplaceTable,
    SaveTable,
    ShellAction,
    ShellIntent,
    ShowPanel,
    SpeakLanguage,
    TakeFile,
    TypeName,
    TypePath,
)
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.settings import save_settings
from warcry3d.app.shell.window_parts import WindowParts
from warcry3d.errors import WarcryError

__all__ = ["carry_out", "give_key", "take_dropped"]


def carry_out(window: WindowParts, intent: ShellIntent, pending: ShellIntent | None) -> None:
    """Do to a window what an intent asks for; ``pending``: what waited for an answer before it."""
    match intent:
        case ShellAction():
            _act(window, intent, pending)
        case LookFrom(preset=preset):
            window.room.leave_eye()
            window.viewpoint.look_from(preset)
        case OpenFile(path=path):
            window.remember(window.settings.browsing(path.parent))
            window.open_table.load(path, lambda: _keep_opened(window, path))
        case OpenOutside(path=path):
            _open_outside(window, path)
        case BrowseFolder(folder=None):
            window.picking = None
            _browse(window, OPEN_SUFFIXES)
        case PickFile(suffixes=suffixes, title=title):
            _browse(window, suffixes, title)
        case TakeFile(path=path):
            _take_file(window, path)
        case GoToPath(text=text):
            _go_to_path(window, text)
        case SpeakLanguage(language=language):
            window.words = replace(window.words, language=language)
            window.show_title()
            save_settings(window.settings)
        case GoToRoom(name=name):
            if window.open_table.unkept is None:
                window.notify(None)  # it was about what was done in the other room
            window.go_to_room(name)
        case SaveTable(name=name):
            _save(window, name)
        case ReplaceTable(table=table, then=then):
            window.open_table.replace(table, then)
        case ChangeSettings(settings=settings):
            window.use_settings(settings)
            save_settings(window.settings)
        case BrowseFolder() | TypeName() | TypePath() | MissPath() | ShowPanel() | AwaitKey():
            pass  # the model has it


def _open_outside(window: WindowParts, path: Path) -> None:
    """Have the desktop open a file, in a thread: some desktops answer only once the program is there."""

    def ended(is_open: bool) -> None:
        if not is_open:
            window.notify(
                lambda words: words.say("no program opened {path}: open it by hand", path=path.resolve()),
                is_alarming=True,
            )

    window.jobs.start(
        "open-outside",
        lambda words: words.say("opening {path}", path=path.name),
        lambda _: is_opened_outside(path),
        ended,
        lambda error: window.notify(refusing(error), is_alarming=True),
    )


def _act(window: WindowParts, action: ShellAction, pending: ShellIntent | None) -> None:
    match action:
        case ShellAction.DISCARD if pending is not None:
            window.open_table.discard()
            window.do(pending)
        case ShellAction.KEEP if pending is not None and window.open_table.keep():
            window.model = window.model.saved()
            window.do(pending)
        case ShellAction.NAME_TABLE:
            window.after_naming = None
            document = window.document
            window.do(TypeName(free_table_name(document.path, document.keeper)))
        case ShellAction.SAVE_PICTURE:
            _save_picture(window)
        case ShellAction.UNDO:
            window.undo()
        case ShellAction.REDO:
            window.redo()
        case ShellAction.PASTE_FILE:
            _paste(window)
        case ShellAction.QUIT:
            window.is_closed = True


def _browse(window: WindowParts, suffixes: tuple[str, ...], title: str = "") -> None:
    """Ask for a file, by the desktop's dialog where there is one, else by a list of the folder of last time."""
    title = title or window.words.say("Open a file")
    if not window.file_dialog.ask(last_folder(window), suffixes, title):
        window.do(BrowseFolder(last_folder(window)))


def _go_to_path(window: WindowParts, text: str) -> None:
    """Take the file or list the folder that was typed; stay where there is neither."""
    path = typed_path(text, window.model.folder or last_folder(window))
    if path.is_dir():
        window.do(BrowseFolder(path))
    elif path.exists():
        window.do(TakeFile(path))
    elif text.strip():
        window.do(MissPath(path))


def _paste(window: WindowParts) -> None:
    """Open the file that was copied in another program: such programs copy its path, or its address."""
    lines = [line for line in window.panels.copied().splitlines() if line.strip()]
    path = typed_path(lines[0], last_folder(window)) if lines else None
    try:
        is_there = path is not None and path.exists()
    except OSError:  # a text much longer than paths are
        is_there = False
    if path is not None and is_there:
        take_dropped(window, (path,))
    else:
        window.notify(lambda words: words.say("what was copied last is no path of a file"), is_alarming=True)


def take_dropped(window: WindowParts, paths: Sequence[Path]) -> None:
    """Open the first of the files that were dropped on the window; list a folder. A question comes first."""
    if window.model.is_asking:
        return
    window.do(BrowseFolder(paths[0]) if paths[0].is_dir() else OpenFile(paths[0]))


def _take_file(window: WindowParts, path: Path) -> None:
    """Hand a file that was picked to who asked for it; open it where nobody did."""
    picking, window.picking = window.picking, None
    if picking is None:
        window.do(OpenFile(path))
        return
    window.remember(replace(window.settings, folder=path.resolve().parent))
    picking.then(path)


def _keep_opened(window: WindowParts, path: Path) -> None:
    """Remember a file that was opened or saved, should the window not be closed in order; one that was refused is not
    offered again.
    """
    window.remember(window.settings.after_opening(path))
    save_settings(window.settings)


def last_folder(window: WindowParts) -> Path:
    """Return the folder in which files are looked for first."""
    last = window.settings.folder
    return (last if last is not None and last.is_dir() else window.document.path.parent).resolve()


def _save(window: WindowParts, name: str) -> None:
    """Save the table under a name, then do what waited for that."""
    pending, then = window.model.pending, window.after_naming
    if window.open_table.save(name):
        window.after_naming = None
        window.model = window.model.saved()
        _keep_opened(window, window.document.path)
        if pending is not None:
            window.do(pending)
        elif then is not None:
            then()


def _save_picture(window: WindowParts) -> None:
    """Save what is seen, with names and the room's words at its foot."""
    stem, words = stem_of(window.document.path), window.document.spoken(window.words)
    try:
        path = save_view(window.graphics, window.texture, stem, window.room, window.camera.shot, words)
    except WarcryError as error:
        window.notify(refusing(error), is_alarming=True)
    else:
        window.notify(lambda words: words.say("saved {path}", path=path))


def give_key(window: WindowParts, key: str) -> None:
    """Give a key to the action that waits for one; Esc and a key that cannot be had leave it as it was."""
    name = window.model.awaits_key
    window.do(AwaitKey(None))
    scopes = all_bindings()
    scope, binding = next(
        ((scope, one) for scope, made in scopes.items() for one in made if one.name == name), ("", None)
    )
    if binding is None or key == "escape":
        return
    among = (*scopes[scope], *SHELL_BINDINGS) if scope else tuple(one for made in scopes.values() for one in made)
    keys = rebound(binding, key, tuple(dict.fromkeys(among)), window.settings.keys)
    if keys is None:
        window.notify(lambda words: words.say("this key cannot be changed: {key}", key=key), is_alarming=True)
        return
    window.do(ChangeSettings(replace(window.settings, keys=MappingProxyType(dict(keys)))))
    window.model = replace(window.model, panel=Panel.KEYS)
