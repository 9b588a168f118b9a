"""Tables to open: those that ship, those beside the one that is open, and what a folder holds."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from warcry3d.messages import Words
from warcry3d.messages.names import piece_title, readable_name, shipped_name_of
from warcry3d.table.shipped import shipped_root

__all__ = [
    "MESH_SUFFIXES",
    "OPEN_SUFFIXES",
    "RECORD_SUFFIX",
    "SUFFIX",
    "FolderEntry",
    "entries",
    "is_dispute",
    "shipped_tables",
    "stem_of",
    "tip_of",
    "title_of",
    "typed_path",
]

SUFFIX = ".table.json"
RECORD_SUFFIX = ".battle.jsonl"
MESH_SUFFIXES = (".glb", ".stl", ".obj", ".gltf", ".3mf", ".ply", ".dae")
"""The endings of pieces of terrain, and of meshes that become one."""
OPEN_SUFFIXES = (SUFFIX, RECORD_SUFFIX, *MESH_SUFFIXES)
"""The endings of files that the window opens."""


@dataclass(frozen=True, slots=True)
class FolderEntry:
    """A line of a folder's listing: a folder to enter or a table to open."""

    name: str
    path: Path
    is_folder: bool


def stem_of(path: Path) -> str:
    """Return a file's name without its ending."""
    if path.suffix.lower() in MESH_SUFFIXES:
        return path.stem
    return path.name.removesuffix(SUFFIX).removesuffix(RECORD_SUFFIX)


def title_of(path: Path, words: Words) -> str:
    """Return what a file is called: a table that ships, and the record of a battle on it, by the table's name, a piece
    as its room calls it, another by its file's name in words.
    """
    name = stem_of(path)
    if path.name.lower().endswith(".glb"):
        return piece_title(name, words)
    is_record = path.name.endswith(RECORD_SUFFIX)
    return shipped_name_of(name, words) if is_record or _is_shipped(path.absolute()) else readable_name(name)


def tip_of(path: Path, words: Words) -> str:
    """Return what tells files of one title apart, short enough for a tip over a card: the title, the file's name, and
    that it ships or the folder that it is in.
    """
    where = words.say("ships with the program") if _is_shipped(path.absolute()) else f"…/{path.absolute().parent.name}/"
    return f"{title_of(path, words)}\n{path.name}\n{where}"


@lru_cache(maxsize=4096)
def _is_shipped(path: Path) -> bool:
    """Return whether a file ships; kept, since panels ask in each frame and links are followed on the disk."""
    return path.resolve().is_relative_to(shipped_root().resolve())


def shipped_tables() -> tuple[Path, ...]:
    """Return the tables that ship: sample battles first, then boards and maps to play on, then the disputes."""
    found = (shipped_root() / "terrain").rglob(f"*{SUFFIX}")
    return tuple(sorted(found, key=lambda path: (is_dispute(path), not path.name.startswith("sample"), path)))


def is_dispute(path: Path) -> bool:
    """Return whether a table that ships shows a dispute, and is no board to play on."""
    return path.name.startswith("dispute")


def entries(folder: Path, suffixes: tuple[str, ...] = OPEN_SUFFIXES) -> tuple[FolderEntry, ...]:
    """Return what a folder offers: the way up, folders, files with one of these endings, each in order of the alphabet;
    hidden ones left out.

    A folder that cannot be read offers only the way up.
    """
    folder = folder.resolve()
    up = (FolderEntry("..", folder.parent, True),) if folder.parent != folder else ()
    try:
        inside = sorted(folder.iterdir(), key=lambda path: path.name.casefold())
        visible = [path for path in inside if not path.name.startswith(".")]
        folders = tuple(FolderEntry(path.name, path, True) for path in visible if path.is_dir())
    except OSError:
        return up
    tables = tuple(FolderEntry(path.name, path, False) for path in visible if path.name.lower().endswith(suffixes))
    return up + folders + tables


def typed_path(text: str, folder: Path) -> Path:
    """Return the path that a person typed or pasted: with quotes or as an address of a file, as other programs copy
    it, from ``folder`` on where it is not a whole one.
    """
    text = text.strip().strip("\"'").replace("\0", "")
    if text.startswith("file:"):
        text = url2pathname(urlsplit(text).path)
    try:
        return folder / Path(text).expanduser()
    except RuntimeError:  # nobody knows where that person's home is
        return folder / text
