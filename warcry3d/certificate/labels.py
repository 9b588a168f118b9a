"""The words on a certificate's page beside the verdict: buttons, legend, and what the page says of its own check."""

from collections.abc import Mapping
from types import MappingProxyType

from warcry3d.message import template
from warcry3d.messages import Words

__all__ = ["labels"]

_LABELS: Mapping[str, str] = MappingProxyType(
    {
        "certificate": template("Certificate"),
        "overview": template("Overview"),
        "from_above": template("From above"),
        "eye": template("Model's eye"),
        "along": template("Along the line"),
        "narrowest": template("Narrowest place"),
        "gap_place": template("The gap"),
        "pair_place": template("This pair"),
        "help": template("Drag to turn, scroll or pinch to zoom, right drag to move."),
        "legend_sight": template("line of sight"),
        "legend_gap": template("the line in question"),
        "legend_stops": template("triangles that stop the lines"),
        "legend_between": template("what stands beside the gap"),
        "legend_pair": template("the pair of patches that is shown"),
        "legend_tape": template("tape, between the nearest points"),
        "legend_cover": template("cover line, and where it enters"),
        "checked": template("Checked in this page"),
        "checking": template("checking..."),
        "checking_share": template("checking the pairs of patches: {done} of {all}"),
        "holds": template("Yes: it holds"),
        "fails": template("No: it does not hold"),
        "nothing_to_prove": template("Nothing to prove"),
        "fingerprint": template("Fingerprint"),
        "fingerprint_same": template("All that the page holds has the fingerprint that it claims."),
        "fingerprint_other": template("What the page holds was changed: its fingerprint is another than it claims."),
        "fingerprint_unknown": template("This browser computes no fingerprint here: open the page as a file."),
        "seen_ends": template("The line runs from one figure to the other."),
        "seen_room": template(
            "Measured against all {triangles} triangles that block: the nearest is {room} mm away, at {name}; "
            "{needed} mm are needed."
        ),
        "seen_free": template("Measured against all {triangles} triangles that block: none is within an inch."),
        "seen_outside": template("The line does not begin or end within a solid."),
        "hidden_one_pair": template(
            "All lines between the two lie in one pair of patches. It was derived again, from the triangles, that no "
            "line of it is free."
        ),
        "hidden_pairs": template(
            "All lines between the two lie in {all} pairs of patches. For each pair it was derived again, from the "
            "triangles, that no line of it is free."
        ),
        "hidden_steps": template("By cases: {cases}; facing away: {away}; within a solid: {inside}."),
        "hidden_nothing": template("One of the two has no parts that count: there is no line to block."),
        "close_ends": template("The line in question runs from one figure to the other."),
        "close_room": template("Measured here: the nearest triangle is {room} mm from it, at {name}."),
        "close_blocked": template("Measured here: this very line is blocked, by {name}."),
        "close_note": template("Too close to call claims nothing that could be proved: agree, or roll off."),
        "not_checked": template(
            "Not checked here: the wording, cover, distances, and that these triangles are those of the table's "
            "pieces. 'warcry3d verify' checks all of that too, from this file alone."
        ),
        "why_ends": template("the line does not run from one figure to the other"),
        "why_blocked": template("a blocker stands in the line that should be free: {name}"),
        "why_within": template("the line that should be free begins or ends within a solid"),
        "why_claim": template("the line is clear by {room} mm, less than is claimed or needed"),
        "why_other": template("proof, statement and triangles do not belong together"),
        "why_pair": template("pair {number} of patches: {reason}"),
        "why_tree": template("the pairs do not cover all lines: one is left out, used twice or not there"),
        "why_orders": template("the proof does not list all triangles of a figure once each"),
        "why_names": template("the proof names blockers that it does not use, or uses others"),
        "why_step": template("a step does not follow from the triangles"),
        "why_flood": template("the surface that should stop the lines has a gap, or is not where it is said to be"),
        "why_rim": template("it does not follow that a line passes outside the edges listed"),
        "why_cases": template("a case is left open, or its conditions do not refute each other"),
        "why_away": template("neither patch faces away from the other"),
        "why_inside": template("the patch does not lie within a solid"),
        "pairs": template("Pairs of patches"),
        "pair_of": template("Pair {number} of {all}"),
        "pair_cases": template("stopped by {name}"),
        "pair_away": template("faces away: the figure itself is in the way"),
        "pair_inside": template("begins or ends within a solid"),
        "pair_holds": template("derived again just now: no line of this pair is free"),
        "pair_fails": template("does not follow: {reason}"),
        "pair_help": template("Click a red triangle, or step through the pairs: each is checked again."),
        "previous": template("Previous"),
        "next": template("Next"),
        "all_pairs": template("All pairs"),
        "counts": template("What counts"),
        "tolerance": template("tolerance {mm} mm"),
        "body": template("bodies"),
        "weapon": template("weapons"),
        "banner": template("banners"),
        "save_table": template("Save the table"),
        "save_proof": template("Save the proof"),
        "verify_with": template("Verify it yourself:"),
        "made_by": template("Made by warcry3d {version}. three.js draws; its licence is in the page's source."),
        "no_webgl": template("This browser draws no 3D here. The check below works without."),
    }
)


def labels(words: Words) -> dict[str, str]:
    """Return all labels in one language; the page fills their fields itself."""
    return {key: words.say(template, **_fields(template)) for key, template in _LABELS.items()}


def _fields(template: str) -> dict[str, str]:
    """Return for each field of a label the field itself, so that it stays one."""
    names = [part.split("}")[0] for part in template.split("{")[1:]]
    return {name: f"{{{name}}}" for name in names}
