"""Kinds from the names in a file: whole words, in the languages that files are mostly named in."""

import re

from warcry3d.table.kinds import PartKind

__all__ = ["is_made_up", "kind_in_name", "part_id"]

_K = PartKind

_SPOKEN: dict[PartKind, str] = {
    _K.LADDER: "ladder ladders leiter leitern echelle échelle escala scala 梯子 梯",
    _K.STAIRS: "stair stairs staircase stairway steps treppe treppen stufen escalier escaliers escalera scale "
    "楼梯 阶梯 台阶",
    _K.DOOR: "door doors doorleaf leaf portcullis tür tuer tur türen tueren porte puerta porta hatch trapdoor 门",
    _K.ARCH: "arch archway doorway arche arcade torbogen bogen durchgang arco 拱门 拱",
    _K.DEADLY: "spike spikes stake stakes palisade thorns thorn deadly stachel stacheln pfähle pfaehle pieux 尖刺",
    _K.UNCLIMBABLE: "statue statues tree trees branch branches brazier fountain plant plants bush foliage baum bäume "
    "baeume ast äste aeste brunnen arbre arbol árbol albero unclimbable 雕像 树 树枝 火盆 喷泉",
    _K.PLATFORM: "platform floor floors deck walkway balcony roof boden plattform plancher sol suelo piso 平台 地板",
    _K.LOW: "rubble low debris schutt geröll geroell gravats 瓦砾 低矮",
    _K.SCENERY: "scenery water moss grass decoration wasser moos gras deko 水 苔藓",
    _K.OBSTACLE: "wall walls obstacle mauer mauern wand wände waende mur murs muro pared pillar column 墙 柱",
}

_WORDS = {kind: frozenset(words.split()) for kind, words in _SPOKEN.items()}

_FRAMES = frozenset({"frame", "jamb", "hinge", "handle", "knob", "rahmen", "zarge", "griff", "angel"})
"""A word that makes the node something else when it stands beside a kind: a door frame is not a door."""


def _tokens(name: str) -> list[str]:
    """Return the words of a name, split at anything but letters and at capitals inside (``DoorLeft``)."""
    parted = re.sub(r"([a-zäöüß])([A-ZÄÖÜ])", r"\1 \2", name)
    return [word.casefold() for word in re.findall(r"[^\W\d_]+", parted)]


def kind_in_name(name: str) -> tuple[PartKind, str] | None:
    """Return the kind a name speaks of, and the word; None where it says nothing, or two things.

    The last word that says something counts, as in ``stairs door``; a frame or a handle is not what it belongs to.

    >>> kind_in_name("Door_left.001")
    (<PartKind.DOOR: 'door'>, 'door')
    >>> kind_in_name("outdoor") is None
    True
    """
    words = _tokens(name)
    if any(word in _FRAMES for word in words):
        return None
    matches = [(kind, word) for word in words for kind, known in _WORDS.items() if word in known]
    return matches[-1] if matches else None


def part_id(name: str) -> str:
    """Return a name as an id of a part: without slashes and control characters, of a sensible length; may be empty."""
    cleaned = re.sub(r"[\x00-\x1f\x7f/\\]+", "-", name).strip(" -")
    return cleaned[:60]


_MADE_UP = re.compile(
    r"(platform|block|stairs|ladder|arch|door|wall|low|base|rubble|figure|spikes|crumbs|obstacle)-\d+"
)


def is_made_up(id: str) -> bool:
    """Return whether a part's id was generated because it had no name: its number may change with the mesh."""
    return _MADE_UP.fullmatch(id) is not None
