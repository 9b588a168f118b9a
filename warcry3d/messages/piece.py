"""A piece in sentences: its parts with kind, confidence and reason, and how it was imported."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from warcry3d.messages.piece_edits import edit_message
from warcry3d.messages.speak import Words
from warcry3d.messages.vocabulary import KINDS

if TYPE_CHECKING:
    from warcry3d.table.kinds import PartKind
    from warcry3d.table.terrain import Part, Piece
    from warcry3d.terrain.guess import Guess
    from warcry3d.terrain.importing import Imported

__all__ = ["import_lines", "kinds_in_words", "piece_lines"]


def kinds_in_words(part: "Part", words: Words) -> str:
    """Return the kinds of a part, as a list."""
    kinds = _kinds(part.kinds, words)
    return words.say("{kinds} (the way through)", kinds=kinds) if part.is_opening else kinds


def _kinds(kinds: Iterable["PartKind"], words: Words) -> str:
    return words.say(", ").join(words.say(KINDS[kind]) for kind in sorted(kinds))


def piece_lines(piece: "Piece", words: Words) -> tuple[str, ...]:
    """Return a line about a piece, and those about each part."""
    bounds = np.concatenate([part.solid.bounds for part in piece.parts])
    width, depth, height = np.ptp(bounds, axis=0).tolist()
    triangles = sum(len(part.solid.faces) for part in piece.parts)
    head = words.say(
        "{name}: {width:.2f} x {depth:.2f} in, {height:.2f} in high, {parts}, {triangles} triangles",
        name=piece.name,
        width=width,
        depth=depth,
        height=height,
        parts=words.count("{n} part", "{n} parts", len(piece.parts)),
        triangles=triangles,
    )
    lines = [head]
    if piece.source is not None:
        lines.append(
            words.say(
                "  made from {name} ({unit}, {up} up), within {mm:.3g} mm of it",
                name=piece.source.name,
                unit=piece.source.unit,
                up=piece.source.up,
                mm=piece.source.deviation_mm,
            )
        )
    lines += [
        words.say("  edit {number}: {edit}", number=number, edit=words.text(edit_message(edit)))
        for number, edit in enumerate(piece.edits, 1)
    ]
    return (*lines, *(line for part in piece.parts for line in _part_lines(part, words)), *_unmet_lines(piece, words))


def _unmet_lines(piece: "Piece", words: Words) -> tuple[str, ...]:
    """Return a line about each edit of a part that is not there."""
    from warcry3d.terrain.editing.targets import unmet_edits

    return tuple(
        words.say(
            "  without effect now: {edit}; it applies again when the part returns", edit=words.text(edit_message(one))
        )
        for one in unmet_edits(piece)
    )


def _part_lines(part: "Part", words: Words) -> tuple[str, ...]:
    low, high = part.solid.bounds[:, 2].tolist()
    said = words.say(
        "  {name}: {kinds}, {low:.2f} to {high:.2f} in high",
        name=part.id,
        kinds=kinds_in_words(part, words),
        low=low,
        high=high,
    )
    lines = [said]
    if part.judged is not None:
        lines[0] = words.say("{part}, {percent:.0f}% confident", part=said, percent=100 * part.judged.confidence)
        lines += ["    " + words.text(reason) for reason in part.judged.reasons]
    if part.passage is not None:
        lines.append(
            words.say(
                "    a way through, {width:.2f} in wide and {height:.2f} in high",
                width=part.passage.width,
                height=part.passage.height,
            )
        )
    return tuple(lines)


def import_lines(done: "Imported", words: Words) -> tuple[str, ...]:
    """Return how a mesh was imported: unit, upward axis, what was mended and reduced."""
    if done.unit is None or done.up is None:
        return (words.say("  a piece made by this program: used as it is"),)
    from warcry3d.terrain.closings import closing_messages

    lines = [
        words.say(
            "  unit: {unit} ({reason}; {percent:.0f}% confident)", unit=done.unit.value, **_why(done.unit, words)
        ),
        words.say("  up: {axis} ({reason}; {percent:.0f}% confident)", axis=done.up.value, **_why(done.up, words)),
    ]
    if done.mending.is_clean:
        lines.append(words.say("  already watertight: nothing to repair"))
    else:
        lines.append(
            words.say(
                "  repaired: {edges} closed, {holes} filled; {dropped} removed (degenerate, duplicate or enclosed)",
                edges=words.count("{n} open edge", "{n} open edges", done.mending.open_edges),
                holes=words.count("{n} hole", "{n} holes", done.mending.holes),
                dropped=words.count("{n} triangle", "{n} triangles", done.mending.dropped),
            )
        )
    if done.mending.sheets:
        sheets = words.count("{n} sheet", "{n} sheets", done.mending.sheets)
        lines.append(words.say("  left out: {sheets} without thickness", sheets=sheets))
    lines += ["  " + words.text(one) for one in closing_messages(done.mending.closings)]
    if done.mending.crossing:
        lines.append(
            words.say(
                "  its {count} shells cross each other in too many places to be united: they stay one in the other",
                count=done.mending.crossing,
            )
        )
    before, after = done.triangles
    if done.deviation_mm > 0:
        lines.append(
            words.say(
                "  reduced from {before} to {after}; the surface moved by at most {mm:.3f} mm (measured)",
                before=before,
                after=after,
                mm=done.deviation_mm,
            )
        )
    return tuple(lines)


def _why(guess: "Guess[Any]", words: Words) -> dict[str, object]:
    return {"reason": words.text(guess.reason), "percent": 100 * guess.confidence}
