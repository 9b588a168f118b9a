"""Update the catalogues: ``python -m warcry3d.messages.catalogues`` (for developers; needs Babel).

Templates new in the source come into the ``.po`` files with an empty translation, those gone leave them; then every
``.po`` is compiled. Translate by editing the ``.po`` and running it again. ``--check`` writes nothing and fails where a
translation is missing or a file is out of date.
"""

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

from warcry3d.messages.extract import Found, extract, shipped_texts
from warcry3d.messages.languages import LANGUAGES
from warcry3d.messages.speak import DOMAIN, LOCALE, owned_context
from warcry3d.rules.systems import army_systems

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

__all__ = ["compiled", "faults", "outdated", "read", "template_catalogue", "updated"]

PACKAGE = Path(__file__).resolve().parents[1]
DATED = datetime(2025, 1, 1, tzinfo=UTC)
"""The one date in the headers: a catalogue changes when its sentences do, not when it is made again."""
HEADER: Any = {
    "project": "warcry3d",
    "version": "1",
    "creation_date": DATED,
    "header_comment": "# Messages of warcry3d.",
    "charset": "utf-8",
    "msgid_bugs_address": "the project's issue tracker",
}


def template_catalogue() -> "Catalog":
    """Return the catalogue of all templates in the source and of what each rule is about, untranslated."""
    from babel.messages.catalog import Catalog

    found, loose = extract(PACKAGE)
    if loose:
        raise ValueError(
            "cannot read these templates: " + "; ".join(f"{x.file}:{x.line} {x.expression}" for x in loose)
        )
    catalogue = Catalog(**HEADER)
    for one in found:
        catalogue.add((one.message, one.plural) if one.plural else one.message, locations=[(one.file, 0)])
    for owned in _owned_texts():
        catalogue.add(owned.message, locations=[(owned.file, 0)], context=owned.context)
    return catalogue


def _owned_texts() -> list[Found]:
    """Return the names and texts of data that ships and of rules; those that several rule systems have once for each,
    in a context of its own.
    """
    found = [(_system_of(one.file), one) for one in shipped_texts(PACKAGE)]
    for rules in army_systems():
        texts = dict.fromkeys((*rules.rule_texts().values(), *rules.spoken_passages()))
        found += [(rules.name, Found(text, "", f"rules of {rules.name}", "text")) for text in texts]
    owners: dict[tuple[str, str], set[str]] = {}
    for system, one in found:
        owners.setdefault((one.context, one.message), set()).add(system)
    return [
        one if len(owners[one.context, one.message]) == 1 else replace(one, context=owned_context(one.context, system))
        for system, one in found
    ]


def _system_of(file: str) -> str:
    """Return the rule system to which a file of data belongs; "" for others.

    >>> _system_of("rules/chess/data/openings.json")
    'chess'
    """
    parts = file.split("/")
    return parts[1] if parts[0] == "rules" else ""


def path_of(language: str, suffix: str) -> Path:
    """Return where a language's ``.po`` or ``.mo`` file is."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.{suffix}"


def read(language: str) -> "Catalog":
    """Return a language's catalogue as its ``.po`` file has it; an empty one where there is no file yet."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    path = path_of(language, "po")
    if not path.exists():
        return Catalog(locale=language, revision_date=DATED, **HEADER)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def updated(language: str, templates: "Catalog") -> "Catalog":
    """Return a language's catalogue with exactly the templates that are in the source now."""
    catalogue = read(language)
    catalogue.update(templates, no_fuzzy_matching=True)
    catalogue.header_comment = HEADER["header_comment"]
    catalogue.obsolete.clear()
    catalogue.revision_date = DATED
    catalogue.last_translator = catalogue.language_team = "warcry3d"
    catalogue.fuzzy = False
    return catalogue


def compiled(catalogue: "Catalog") -> bytes:
    """Return the bytes of the ``.mo`` file."""
    from babel.messages.mofile import write_mo

    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def faults(catalogue: "Catalog") -> list[str]:
    """Return what is wrong with translations: missing and fuzzy ones, and fields that differ from the template."""
    problems = []
    for message in catalogue:
        if not message.id:
            continue
        said = [message.string] if isinstance(message.string, str) else list(message.string or ())
        source = [message.id] if isinstance(message.id, str) else list(message.id)
        if not said or not all(said):
            problems.append(f"not translated: {source[0]!r}")
        elif message.fuzzy:  # left out of the compiled catalogue
            problems.append(f"marked fuzzy: {source[0]!r}")
        elif any(_fields(text) != _fields(source[-1]) for text in said):
            problems.append(f"fields differ: {source[-1]!r}: {said}")
    return problems


def _fields(text: str) -> list[str]:
    """Return the fields of a template, ``{named:format}`` ones and those of argparse's own messages (``%(named)s``)."""
    named = {f"{name}:{spec}" for _, name, spec, _ in Formatter().parse(text) if name is not None}
    return sorted(named) + sorted(re.findall(r"%(?:\(\w+\))?[sr]", text))


def outdated(language: str, templates: "Catalog") -> list[str]:
    """Return the templates that a language's file lacks, or has although they are gone from the source."""
    there, wanted = _ids(read(language)), _ids(templates)
    return [f"not in the catalogue: {id!r}; run: make catalogues" for id in sorted(wanted - there)] + [
        f"gone from the source: {id!r}; run: make catalogues" for id in sorted(there - wanted)
    ]


def _ids(catalogue: "Catalog") -> set[str]:
    return {message.id if isinstance(message.id, str) else message.id[0] for message in catalogue if message.id}


def written(catalogue: "Catalog") -> bytes:
    """Return the bytes of the ``.po`` or ``.pot`` file."""
    from babel.messages.pofile import write_po

    out = BytesIO()
    write_po(out, catalogue, width=120, sort_output=True, include_lineno=False)
    return out.getvalue()


def main(arguments: Sequence[str] = ()) -> int:
    """Write all catalogues; return 1 and list what is wrong where a translation is missing.

    With ``--check`` nothing is written: what the files lack is wrong too.
    """
    is_check = "--check" in arguments
    problems: list[str] = []
    templates = template_catalogue()
    for language in (language for language in LANGUAGES if language != "en"):
        catalogue = updated(language, templates)
        problems += [f"{language}: {problem}" for problem in faults(catalogue)]
        if is_check:
            problems += [f"{language}: {problem}" for problem in outdated(language, templates)]
        else:
            path_of(language, "po").parent.mkdir(parents=True, exist_ok=True)
            path_of(language, "po").write_bytes(written(catalogue))
            path_of(language, "mo").write_bytes(compiled(catalogue))
    if not is_check:
        (LOCALE / f"{DOMAIN}.pot").write_bytes(written(templates))
    print("\n".join(problems) or "catalogues complete", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
