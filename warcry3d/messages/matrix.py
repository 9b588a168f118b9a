"""A matrix of judgements as lines of text: for each viewer who is seen, too close to call, hidden."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from warcry3d.messages.names import fighter_name
from warcry3d.messages.speak import Words

if TYPE_CHECKING:
    from warcry3d.rules.results import Judgement
    from warcry3d.table.table import Table

__all__ = ["matrix_lines"]


def matrix_lines(table: "Table", judgements: "Sequence[Judgement]", words: Words) -> tuple[str, ...]:
    """Return a block of lines for each viewer, in the order of the table's models; nobody to judge is said too."""
    if not judgements:
        return (words.say("nothing to judge: no two fighters are enemies"),)
    by_viewer: dict[str, list[Judgement]] = {model.id: [] for model in table.models}
    for judgement in judgements:
        by_viewer[judgement.viewer].append(judgement)
    blocks = ((viewer, of_viewer) for viewer, of_viewer in by_viewer.items() if of_viewer)
    return tuple(line for viewer, of_viewer in blocks for line in _block(table, viewer, of_viewer, words))


def _block(table: "Table", viewer: str, judgements: "Sequence[Judgement]", words: Words) -> list[str]:
    from warcry3d.sight.verdict import Hidden, Seen

    groups: Mapping[str, list[str]] = {
        words.say("sees"): [_entry(j, words) for j in judgements if isinstance(j.sight, Seen)],
        words.say("too close to call"): [
            _entry(j, words) for j in judgements if not isinstance(j.sight, Seen | Hidden)
        ],
        words.say("does not see"): [_entry(j, words) for j in judgements if isinstance(j.sight, Hidden)],
    }
    said = [
        f"  {head}" + words.say(": ") + words.say(", ").join(entries) for head, entries in groups.items() if entries
    ]
    return [f"{fighter_name(viewer, words)} ({table.model(viewer).side})", *said]


def _entry(judgement: "Judgement", words: Words) -> str:
    """Return one target with its distance, and whether it is in cover."""
    name, inches = fighter_name(judgement.target, words), judgement.distance.direct
    if judgement.squares is not None:
        said = words.count("{name} {n} square", "{name} {n} squares", judgement.squares, name=name)
        is_covered = judgement.cover is not None and judgement.cover.verdict
        return words.say("{entry} (in cover)", entry=said) if is_covered else said
    if judgement.cover is not None and judgement.cover.verdict:
        return words.say("{name} {inches:.1f} in (in cover)", name=name, inches=inches)
    return words.say("{name} {inches:.1f} in", name=name, inches=inches)
