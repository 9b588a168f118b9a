"""The words of army lists as text, in the languages in which the official app writes them."""

import re
from typing import Final

__all__ = [
    "BARE_PRICE",
    "DETACHMENT_POINTS",
    "ENHANCEMENT",
    "FOOTER",
    "NUMBER",
    "PRICE",
    "SETTINGS",
    "SIZES",
    "WARLORDS",
    "cleaned",
    "number_of",
    "section_of",
]

NUMBER: Final = r"\d{1,3}(?:[,. ]\d{3})+(?!\d)|\d{1,6}"
"""A number as lists write it: ``1995``, ``2,000``, ``2.000``, ``2 000``."""

_UNIT: Final = r"(?:pts?|points?|punkte?|pkt|puntos?|punti)"

PRICE: Final = (
    rf"[\[(]\s*(?:[^\[\]()]*?[,;/]\s*)?(?P<points>{NUMBER})(?:\.\d{{1,2}})?\s*{_UNIT}\.?\s*(?:[,;/][^\[\]()]*)?[\])]"
)
"""Points in brackets, perhaps between other costs: ``(75 points)``, ``[140pts, 3Cabal Points]``."""

BARE_PRICE: Final = rf"(?P<points>\d{{1,3}}(?:[,.]\d{{3}})+|\d{{1,6}})\s*{_UNIT}\.?"
"""Points without brackets: ``85pts``."""

DETACHMENT_POINTS: Final = re.compile(
    r"\s*\(\s*\d+\s+[^()\d]*(?:detach|détach|kontingent|destacam|distaccam)[^()]*\)", re.IGNORECASE
)
"""What stands behind the names of detachments: ``(3 Detachment Points)``."""

ENHANCEMENT: Final = re.compile(
    r"(?:enhancements?|optimisations?|améliorations?|verbesserung(?:en)?|aufwertung(?:en)?|mejoras?|potenziament[oi]|E)"
    rf"\s*:\s*(?P<name>.+?)(?:\s*[\[(]\+?(?P<points>\d+)\s*{_UNIT}[\])])?",
    re.IGNORECASE,
)

WARLORDS: Final = frozenset(
    {"warlord", "seigneur de guerre", "kriegsherr", "señor de la guerra", "signore della guerra", "is warlord"}
)

FOOTER: Final = re.compile(
    r"(?:exported|created|made|generated|built|exporté|créé|exportiert|erstellt|exportado|creado|esportato|creato)\s"
    r".*|(?:url\s*:\s*)?https?://.*|end of roster",
    re.IGNORECASE,
)
"""The line under a list that says which program wrote it."""

SIZES: Final = {
    **dict.fromkeys(("combat patrol", "patrouille de combat", "kampfpatrouille", "patrulla de combate"), 500),
    **dict.fromkeys(("incursion", "incursión", "incursione"), 1000),
    **dict.fromkeys(("strike force", "force de frappe", "fuerza de ataque", "forza d'attacco"), 2000),
    "onslaught": 3000,
}
"""Sizes of battles and their points."""

SETTINGS: Final = {
    **dict.fromkeys(("faction", "faction keyword", "army faction", "fraktion", "armée", "facción"), "faction keyword"),
    **dict.fromkeys(("detachment", "detachments", "detachment choice", "détachement", "détachements"), "detachment"),
    **dict.fromkeys(("kontingent", "kontingente", "destacamento", "destacamentos", "distaccamento"), "detachment"),
    **dict.fromkeys(("battle size", "taille de bataille", "game size"), "battle size"),
    **dict.fromkeys(("total", "total army points", "total points", "army total", "gesamt", "totale"), "total"),
    **dict.fromkeys(("army name", "list name", "name", "nom de l'armée"), "name"),
}
"""What a key with a colon behind it says of the whole list."""

_SECTIONS: Final = {
    "character": (
        *("character", "characters", "hq", "qg", "personnage", "personnages", "charaktermodell", "charaktermodelle"),
        *("charaktere", "personaje", "personajes", "personaggio", "personaggi"),
    ),
    "epic hero": (
        *("epic hero", "epic heroes", "héros épique", "héros épiques", "epischer held", "epische helden"),
        *("héroe épico", "héroes épicos", "eroe epico", "eroi epici"),
    ),
    "battleline": (
        *("battleline", "troops", "ligne", "linie", "linientruppen", "kampflinie", "línea", "línea de batalla"),
        *("linea", "linea di battaglia"),
    ),
    "dedicated transport": (
        *("dedicated transport", "dedicated transports", "transport assigné", "transports assignés"),
        *("angeschlossener transporter", "angeschlossene transporter", "transportes asignados"),
        *("transporte dedicado", "transportes dedicados", "trasporto dedicato", "trasporti dedicati"),
    ),
    "other": (
        *("other datasheets", "other", "other units", "autres fiches techniques", "autres fiches", "autres"),
        *("andere datenblätter", "weitere datenblätter", "sonstige datenblätter", "otras hojas de datos"),
        *("altre schede tecniche", "altre schede dati", "elites", "elite", "fast attack", "heavy support", "flyer"),
        *("flyers", "lord of war", "lords of war", "transport", "transports", "titanic"),
    ),
    "allies": (
        *("allied units", "allies", "unités alliées", "verbündete einheiten", "unidades aliadas", "unità alleate"),
        *("allied unit", "alliés"),
    ),
    "infantry": ("infantry", "infanterie", "infantería", "fanteria"),
    "vehicle": (
        *("vehicle", "vehicles", "véhicule", "véhicules", "fahrzeug", "fahrzeuge", "vehículo", "vehículos"),
        *("veicolo", "veicoli"),
    ),
    "monster": ("monster", "monsters", "monstre", "monstres", "monstruo", "monstruos", "mostro", "mostri"),
    "beast": ("beast", "beasts", "bête", "bêtes", "bestie", "bestien", "bestia", "bestias"),
    "mounted": ("mounted", "monté", "montés", "beritten", "montado", "montados"),
    "swarm": ("swarm", "swarms", "nuée", "nuées", "schwarm", "enjambre"),
    "fortification": ("fortification", "fortifications", "befestigung", "befestigungen", "fortificaciones"),
    "aircraft": ("aircraft", "aéronef", "aéronefs", "flugzeug", "flugzeuge"),
    "configuration": ("configuration", "konfiguration", "configuración", "configurazione"),
}
_SECTION_OF: Final = {name: section for section, names in _SECTIONS.items() for name in names}
_ATTACHED: Final = re.compile(
    r"(?:attached units?|unités? (?:attachées?|rattachées?)|angeschlossene einheiten?|unidad(?:es)? "
    r"(?:adjuntas?|unidas?|vinculadas?))\s*(?P<number>\d*)",
    re.IGNORECASE,
)
_SHORT: Final = {
    "char": "character",
    "epic": "epic hero",
    "batt": "battleline",
    "infa": "infantry",
    "vehi": "vehicle",
    "mons": "monster",
    "beas": "beast",
    "moun": "mounted",
    "dedi": "dedicated transport",
}
_FRAME: Final = "─━═—–-=~_ "

_SPACES: Final = {
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f\u200e\u200f")),
    **dict.fromkeys((0xA0, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)), " "),
}
_EMPHASIS: Final = re.compile(r"\*\*|__|~~|`|(?<![\w*])\*(?=\S)([^*\n]*[^*\s])\*(?![\w*])")


def cleaned(line: str) -> str:
    """Return a line without marks of emphasis and of quotes, and with plain spaces.

    >>> cleaned("> **Crew**\\u00a0(80 pts) *Warlord*")
    'Crew (80 pts) Warlord'
    """
    plain = line.translate(_SPACES).expandtabs(4).rstrip()
    plain = re.sub(r"^(?:>\s?)+", "", plain)
    return _EMPHASIS.sub(lambda found: found[1] or "", plain)


def section_of(text: str) -> str | None:
    """Return what a heading says in our words, None where it is no heading.

    A heading of units that stand together is ``attached unit 1``; the first letters of one will do behind a number.

    >>> section_of("PERSONNAGES"), section_of("── Epic Heroes ──"), section_of("Infa6"), section_of("Boyz")
    ('character', 'epic hero', 'infantry', None)
    """
    plain = re.sub(r"\s*\[[^\]]*\]$", "", text.strip(_FRAME)).strip(_FRAME + ":").casefold()
    if (found := _SECTION_OF.get(plain)) is not None:
        return found
    if attached := _ATTACHED.fullmatch(plain):
        return f"attached unit {attached['number']}".strip()
    if label := re.fullmatch(r"([^\W\d]+)\.?\s?\d{1,2}", plain):
        word = label[1]
        return _SECTION_OF.get(word) or _SHORT.get(word[:4]) if len(word) > 1 else None
    return None


def number_of(text: str | None) -> int | None:
    """Return a number as `NUMBER` reads it; None for no text.

    >>> number_of("2.000"), number_of("1 995"), number_of(None)
    (2000, 1995, None)
    """
    return int(re.sub(r"[,. ]", "", text)) if text else None
