"""What a certificate says: the verdict in numbers, where its lines run, and all sentences in both languages."""

import json
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

import warcry3d
from warcry3d.certificate.labels import labels
from warcry3d.messages import LANGUAGES, Words
from warcry3d.messages.names import fighter_name, part_name
from warcry3d.messages.verdicts import (
    agreement_sentences,
    cover_sentences,
    distance_sentence,
    headlines,
    sight_sentence,
)
from warcry3d.rules.reports.report import verdict_json
from warcry3d.rules.results import Judgement
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.table.model_points import eye_point, middle_of
from warcry3d.table.models import Model
from warcry3d.table.side_colours import side_colour
from warcry3d.table.table import Table

__all__ = ["CERTIFICATE_FORMAT", "first_difference", "statement_bytes", "statement_of"]

CERTIFICATE_FORMAT = "warcry3d.certificate/1"
ROUNDING = 1e-6
"""Numbers that differ by less (in, mm) are the same: another machine rounds the last digit another way."""


def statement_of(
    table: Table, judgement: Judgement, tolerance_mm: float, called: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """Return the statement as JSON: all of it follows from the table, the verdict on sight and what was agreed.

    ``called``: models' names, by their ids, where a battle gives them others than their ids.
    """
    called = {model.id: called[model.id] for model in table.models if model.id in called}
    viewer, target = table.model(judgement.viewer), table.model(judgement.target)
    cover = judgement.cover
    own = {"called": called} if called else {}
    return own | {
        "format": CERTIFICATE_FORMAT,
        "version": warcry3d.__version__,
        "tolerance_mm": tolerance_mm,
        "tags": sorted(judgement.tags),
        "verdict": verdict_json(judgement),
        "sight_line": _sight_line(judgement),
        "tape": judgement.distance.line,
        "cover_lines": [{"line": one.line, "at": one.at} for one in (cover.reasons if cover else ())],
        "viewer_eye": eye_point(viewer).tolist(),
        "target_middle": middle_of(target).tolist(),
        "models": [_base_and_colour(model) for model in table.models],
        "text": {language: _text(table, judgement, _words(language, table, called)) for language in LANGUAGES},
    }


def statement_bytes(statement: Mapping[str, Any]) -> bytes:
    """Return a statement as JSON that may stand within HTML: ASCII, without a character that could end it."""
    text = json.dumps(statement, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.encode("ascii")


def first_difference(said: Any, expected: Any, place: str = "") -> str | None:
    """Return the place where two JSON values differ, such as ``text.en.sight``; None where they are the same.

    Numbers may differ by `ROUNDING`.
    """
    match said, expected:
        case dict(), dict():
            entries: Iterable[tuple[str, Any, Any]] = (
                (f"{place}.{key}" if place else str(key), said.get(key), expected.get(key))
                for key in dict.fromkeys([*expected, *said])
            )
        case ((list() | tuple()), (list() | tuple())):
            entries = ((f"{place}[{i}]", *both) for i, both in enumerate(zip_longest(said, expected)))
        case bool(), bool():
            return None if said is expected else place
        case ((int() | float()), (int() | float())) if not isinstance(said, bool) and not isinstance(expected, bool):
            return None if abs(said - expected) <= ROUNDING else place
        case _:
            return None if said == expected and type(said) is type(expected) else place
    return next((found for at, one, two in entries if (found := first_difference(one, two, at)) is not None), None)


def _sight_line(judgement: Judgement) -> object:
    match judgement.sight:
        case Seen(witness=line) | TooClose(line=line):
            return line
        case Hidden():
            return None


def _words(language: str, table: Table, called: Mapping[str, str]) -> Words:
    """Return the words in which models are called as their battle calls them."""
    words = Words(language)
    return words.of(table.ruleset).calling(called) if called else words


def _base_and_colour(model: Model) -> dict[str, Any]:
    base = model.base
    size = {"shape": base.shape.value, "length": base.length, "width": base.width, "height": base.height}
    return {"id": model.id, "base": size, "colour": side_colour(model.side)}


def _text(table: Table, judgement: Judgement, words: Words) -> dict[str, Any]:
    seen, covered = headlines(judgement, words)
    parts = [f"{feature.id}/{part.id}" for feature in table.terrain.features for part in feature.piece.parts]
    names = {name: part_name(name, words) for name in parts}
    names |= {model.id: fighter_name(model.id, words) for model in table.models}
    return {
        "language": LANGUAGES[words.language],
        "headlines": [seen, covered],
        "sight": sight_sentence(judgement, words),
        "cover": list(cover_sentences(judgement, words)),
        "distance": distance_sentence(judgement, words),
        "agreed": list(agreement_sentences(judgement, words)),
        "names": names,
        "labels": labels(words),
    }
