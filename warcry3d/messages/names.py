"""What people call the things that ship: tables, terrain features and their parts, fighters.

Files call them by ids (``low-wall-2``, ``red-axe``). An id that ships has a name here, which the catalogues translate;
any other is shown as it is, with its hyphens made readable.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from warcry3d.message import template
from warcry3d.messages.speak import Words
from warcry3d.table.grid import GridPart, GridPartKind, grid_part

__all__ = [
    "FIGHTERS",
    "FIGHTER_FILES",
    "PARTS",
    "TABLES",
    "TERRAIN",
    "fighter_file_name",
    "fighter_name",
    "part_name",
    "part_title",
    "piece_title",
    "readable_name",
    "shipped_name_of",
]

FIGHTER_FILES: Mapping[str, str] = MappingProxyType(
    {
        "drowned-forest": template("Drowned forest"),
        "hollow-orchard": template("Hollow orchard"),
        "kiln-pact": template("Kiln pact"),
        "kilnward": template("Kilnward"),
        "pale-tide": template("Pale tide"),
    }
)
"""Files to pick the fighters of a warband or army from."""

TABLES: Mapping[str, str] = MappingProxyType(
    {
        "sample-battle": template("Sample battle"),
        "board-1-stilts": template("Board 1: stilts"),
        "board-2-bridges": template("Board 2: bridges"),
        "board-3-palisade": template("Board 3: palisade"),
        "dispute-1-window": template("Dispute 1: window"),
        "dispute-2-gap": template("Dispute 2: gap"),
        "dispute-3-parapet": template("Dispute 3: parapet"),
        "dispute-4-spear": template("Dispute 4: spear"),
        "dispute-5-walkway": template("Dispute 5: walkway"),
        "dispute-6-cloak": template("Dispute 6: cloak"),
        "dispute-7-across": template("Dispute 7: through an obstacle"),
        "dispute-8-over": template("Dispute 8: over an obstacle"),
        "dispute-9-platform": template("Dispute 9: on a platform"),
        "empty-board": template("Empty board"),
        "field-1-orchard": template("Field 1: orchard"),
        "field-2-works": template("Field 2: works"),
        "map-0-open": template("Map 0: open, for tiles"),
        "map-1-cellars": template("Map 1: cellars"),
        "map-2-crossroads": template("Map 2: crossroads"),
    }
)
FIGHTERS: Mapping[str, str] = MappingProxyType(
    {
        "archer": template("Archer"),
        "axeman": template("Axeman"),
        "beast": template("Beast"),
        "bowman": template("Bowman"),
        "brute": template("Brute"),
        "flyer": template("Flyer"),
        "gargantuan": template("Gargantuan"),
        "hero": template("Hero"),
        "leader": template("Leader"),
        "lookout": template("Lookout"),
        "netter": template("Netter"),
        "rider": template("Rider"),
        "shaman": template("Shaman"),
        "spearman": template("Spearman"),
        "stalker": template("Stalker"),
        "swordsman": template("Swordsman"),
        "blue-axe": template("Blue axe"),
        "blue-beast": template("Blue beast"),
        "blue-bow": template("Blue bow"),
        "blue-flyer": template("Blue flyer"),
        "blue-net": template("Blue net"),
        "blue-shaman": template("Blue shaman"),
        "blue-spear": template("Blue spear"),
        "blue-sword": template("Blue sword"),
        "red-axe": template("Red axe"),
        "red-banner": template("Red banner"),
        "red-bow": template("Red bow"),
        "red-brute": template("Red brute"),
        "red-rider": template("Red rider"),
        "red-spear": template("Red spear"),
        "red-stalker": template("Red stalker"),
        "red-sword": template("Red sword"),
    }
)
TERRAIN: Mapping[str, str] = MappingProxyType(
    {
        "altar": template("altar"),
        "anchor": template("anchor"),
        "arch": template("arch"),
        "bank": template("bank"),
        "barrel-side": template("side of the barrels"),
        "barrel-top": template("top of the barrels"),
        "barrels": template("barrels"),
        "beams": template("beams"),
        "bell": template("bell"),
        "boards": template("boards"),
        "bollards": template("bollards"),
        "breastwork": template("breastwork"),
        "bridge": template("bridge"),
        "cargo": template("cargo"),
        "corner": template("corner"),
        "crate": template("crate"),
        "crossing": template("crossing"),
        "dead-tree": template("dead tree"),
        "deck": template("deck"),
        "door": template("door"),
        "doorway": template("doorway"),
        "east": template("east"),
        "fallen-log": template("fallen log"),
        "floor": template("floor"),
        "foredeck": template("foredeck"),
        "frame": template("frame"),
        "gate": template("gate"),
        "high-wall": template("high wall"),
        "house": template("house"),
        "hull": template("hull"),
        "hut": template("hut"),
        "jetty": template("jetty"),
        "ladder": template("ladder"),
        "lamp": template("lamp"),
        "legs": template("legs"),
        "log": template("log"),
        "logs": template("logs"),
        "lookout": template("lookout platform"),
        "loophole-wall": template("wall with loopholes"),
        "low-wall": template("low wall"),
        "low-wall-corner": template("corner of a low wall"),
        "mast": template("mast"),
        "moss": template("moss"),
        "palisade": template("palisade"),
        "palisade-gate": template("gate of the palisade"),
        "parapet": template("parapet"),
        "parapets": template("parapets"),
        "pavement": template("pavement"),
        "piers": template("piers"),
        "planks": template("planks"),
        "plinth": template("plinth"),
        "pole": template("pole"),
        "posts": template("posts"),
        "rafters": template("rafters"),
        "railing": template("railing"),
        "ramp": template("ramp"),
        "reed-pool": template("reed pool"),
        "reeds": template("reeds"),
        "ring": template("ring"),
        "roof": template("roof"),
        "rope-bridge": template("rope bridge"),
        "ropes": template("ropes"),
        "rubble": template("rubble"),
        "ruin": template("ruin"),
        "sacks": template("sacks"),
        "saint": template("saint"),
        "shrine": template("shrine"),
        "slope": template("slope"),
        "spiked-fence": template("spiked fence"),
        "stack": template("stack"),
        "stairs": template("stairs"),
        "stakes": template("stakes"),
        "statue": template("statue"),
        "step": template("step"),
        "steps": template("steps"),
        "stilt-hut": template("hut on stilts"),
        "stilts": template("stilts"),
        "stone-bridge": template("stone bridge"),
        "stones": template("stones"),
        "top": template("top"),
        "totem": template("totem"),
        "tower": template("tower"),
        "tree": template("tree"),
        "trestles": template("trestles"),
        "trunk": template("trunk"),
        "walk": template("wall walk"),
        "walkway": template("walkway"),
        "walkway-corner": template("corner of a walkway"),
        "walkway-crossing": template("crossing of walkways"),
        "walkway-ramp": template("ramp of a walkway"),
        "walkway-stairs": template("stairs of a walkway"),
        "walkway-straight": template("straight walkway"),
        "wall": template("wall"),
        "wall-back": template("back wall"),
        "wall-front": template("front wall"),
        "wall-left": template("left wall"),
        "wall-right": template("right wall"),
        "wall-upper-back": template("upper back wall"),
        "wall-upper-left": template("upper left wall"),
        "walls": template("walls"),
        "watchtower": template("watchtower"),
        "water": template("water"),
        "well": template("well"),
        "west": template("west"),
        "wreck": template("wreck"),
    }
)
PARTS: Mapping[str, str] = MappingProxyType(
    {
        "block": template("block"),
        "deadly": template("deadly part"),
        "floor": template("floor of a storey"),
        "landing": template("landing"),
        "low": template("low part"),
        "platform": template("platform part"),
        "scenery": template("scenery part"),
        "unclimbable": template("unclimbable part"),
        "wall": template("wall part"),
        "wall-arch": template("arch in the wall"),
        "wall-door": template("door in the wall"),
        "wall-front-arch": template("arch in the front wall"),
        "wall-front-door": template("door in the front wall"),
        "window": template("window"),
    }
)
"""Names that imports, simple pieces and edits give to parts, and those that mean something else in a piece."""
_NUMBERED = re.compile(r"(.*?)-(\d+)\Z", re.DOTALL)
_BETWEEN = re.compile(r"(?<=\w)[-_](?=\w)")


def readable_name(id: str) -> str:
    """Return an id as a name: hyphens and underscores between letters become spaces, its first letter a capital.

    >>> readable_name("my_first-table")
    'My first table'
    """
    name = _BETWEEN.sub(" ", id)
    return name[:1].upper() + name[1:]


def fighter_name(id: str, words: Words) -> str:
    """Return what a fighter is called: as its battle calls it, one that ships in the reader's language, any other by
    its id made readable.
    """
    if id in words.called:
        return words.name(words.called[id])
    return _named(id, FIGHTERS, words) or readable_name(id)


def fighter_file_name(id: str, words: Words) -> str:
    """Return what a file is called that fighters are picked from, of which ``id`` is the name without its endings.

    >>> fighter_file_name("drowned-forest", Words("zh_CN")), fighter_file_name("my-own", Words("zh_CN"))
    ('沉没林地', 'My own')
    """
    return _named(id, FIGHTER_FILES, words) or words.name(readable_name(id))


def shipped_name_of(name: str, words: Words) -> str:
    """Return what a table that ships is called."""
    return _named(name, TABLES, words) or readable_name(name)


def part_name(name: str, words: Words) -> str:
    """Return what a part (``feature/part``) or feature is called; in English its ids, which commands take, unless
    ``words`` name terrain.

    >>> part_name("grid/wall@4,5", Words("en")), part_name("low-wall-2/stones", Words("en", names_terrain=True))
    ('the wall at (4, 5)', 'low wall 2 (stones)')
    """
    square = grid_part(name)
    if square is not None:
        return _grid_part_name(square, words)
    if words.names_terrain:
        feature, _, part = name.partition("/")
        named = _spelled(feature, words)
        of_it = ("" if words.language == "en" else _part_named(part, words)) or _spelled(part, words)
        return words.say("{feature} ({part})", feature=named, part=of_it) if of_it not in ("", named) else named
    if words.language == "en":
        return name
    feature, *parts = name.split("/")
    return "/".join([_named(feature, TERRAIN, words) or feature, *(_part_named(id, words) or id for id in parts)])


def _spelled(id: str, words: Words) -> str:
    """Return what a feature or a part is called within a sentence: by its name, else its id made readable."""
    return _named(id, TERRAIN, words) or _named(id, PARTS, words) or _BETWEEN.sub(" ", id)


def _grid_part_name(part: GridPart, words: Words) -> str:
    """Return what stands on a square, or along its side, is called."""
    x, y = part.square
    match part.kind:
        case GridPartKind.WALL:
            return words.say("the wall at ({x}, {y})", x=x, y=y)
        case GridPartKind.STATUE:
            return words.say("the statue at ({x}, {y})", x=x, y=y)
        case GridPartKind.EDGE:
            end_x, end_y = part.end or part.square
            return words.say("the wall from ({x}, {y}) to ({end_x}, {end_y})", x=x, y=y, end_x=end_x, end_y=end_y)


def piece_title(id: str, words: Words) -> str:
    """Return what a piece or a feature is called on its own: by its name, else its id made readable.

    >>> piece_title("low-wall-2", Words("en"))
    'Low wall 2'
    """
    name = _named(id, TERRAIN, words) or readable_name(id)
    return name[:1].upper() + name[1:]


def part_title(id: str, words: Words) -> str:
    """Return what a part is called on its own: in English its id made readable, which commands take.

    >>> part_title("wall-front", Words("en"))
    'Wall front'
    """
    return ("" if words.language == "en" else _part_named(id, words)) or readable_name(id)


def _part_named(id: str, words: Words) -> str:
    """Return the name of a part's id; "" where it has none. The floor of a piece is not that of the board."""
    return _named(id, PARTS, words) or _named(id, TERRAIN, words)


def _named(id: str, names: Mapping[str, str], words: Words) -> str:
    """Return the name of an id, with the number at its end kept; "" where there is none."""
    if id in names:
        return _said(names[id], "", words)
    numbered = _NUMBERED.match(id)
    if numbered is None or numbered[1] not in names:
        return ""
    return _said(names[numbered[1]], numbered[2], words)


def _said(template: str, number: str, words: Words) -> str:
    """Return a name in the reader's language, with its number."""
    between = " " if number and words.language == "en" else ""
    return f"{words.say(template)}{between}{number}"
