"""Verdicts as sentences."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from warcry3d.messages.names import fighter_name, part_name
from warcry3d.messages.speak import Words, template
from warcry3d.sight.distance import Between

if TYPE_CHECKING:
    from warcry3d.game.reasons import RuleReason
    from warcry3d.rules.results import CoverVerdict, Judgement, Reason
    from warcry3d.sight.distance import Measure
    from warcry3d.sight.verdict import Hidden, TooClose, Verdict

__all__ = [
    "agreement_sentences",
    "cover_sentences",
    "distance_sentence",
    "headline",
    "headlines",
    "listed",
    "room_label",
    "sentences",
    "sight_sentence",
]

MOST_NAMED = 4
"""A sentence names at most this many blockers; of more it says how many."""

LINE_RULE = "WC-COVER-3"
REASONS: Mapping[str, str] = MappingProxyType(
    {
        LINE_RULE: template(
            "{target} is in cover: the line between the bases enters {parts} from {viewer}'s ({rule})."
        ),
        "WC-COVER-2": template(
            "{target} is in cover: it stands on the platform {parts}, and {viewer} is 2 in or more below it ({rule})."
        ),
    }
)
OTHER_REASON = template("{target} is in cover because of {parts} ({rule}).")
LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {"body": template("bodies"), "weapon": template("weapons"), "banner": template("banners")}
)
COUNTS_AS: Mapping[str, str] = MappingProxyType(
    {
        "seen": template("As agreed, this counts as seen."),
        "hidden": template("As agreed, this counts as hidden."),
    }
)


def sentences(judgement: "Judgement", words: Words) -> tuple[str, ...]:
    """Return the whole judgement: sight, cover (where it was asked) and distance."""
    return (
        sight_sentence(judgement, words),
        *cover_sentences(judgement, words),
        distance_sentence(judgement, words),
        *agreement_sentences(judgement, words),
    )


def headlines(judgement: "Judgement", words: Words) -> tuple[str, str]:
    """Return the answers in a word or two: seen or not, in cover or not ("" where it was not asked)."""
    from warcry3d.sight.verdict import Hidden, Seen

    match judgement.sight:
        case Seen():
            seen = words.say("Seen")
        case Hidden():
            seen = words.say("Hidden")
        case _:
            seen = words.say("Too close to call")
    if judgement.cover is None:
        return seen, ""
    return seen, words.say("In cover") if judgement.cover.verdict else words.say("No cover")


def headline(judgement: "Judgement", words: Words) -> str:
    """Return the pair and the answers in one line."""
    seen, covered = headlines(judgement, words)
    answer = words.say("{seen}, {covered}", seen=seen, covered=covered) if covered else seen
    pair = f"{fighter_name(judgement.viewer, words)} → {fighter_name(judgement.target, words)}"
    return words.say("{pair}: {answer}", pair=pair, answer=answer)


def room_label(sight: "Verdict", words: Words) -> str:
    """Return in a few words how much room a line of sight has; "" where there is no line."""
    from warcry3d.sight.verdict import Seen, TooClose, is_wide

    match sight:
        case Seen(clearance_mm=clearance) if is_wide(clearance):
            return words.say("an inch or more to spare")
        case Seen(clearance_mm=clearance):
            return words.say("{clearance} mm to spare", clearance=_millimetres(clearance))
        case TooClose(gap_mm=gap):
            return words.say("a gap of at most {gap} mm", gap=_millimetres(gap))
        case _:
            return ""


def sight_sentence(judgement: "Judgement", words: Words) -> str:
    """Return who sees whom, and what shows it."""
    from warcry3d.sight.verdict import Hidden, Seen, is_wide

    viewer, target = fighter_name(judgement.viewer, words), fighter_name(judgement.target, words)
    match judgement.sight:
        case Seen(clearance_mm=clearance) if is_wide(clearance):
            return words.say(
                "{viewer} sees {target}: a straight line passes with at least an inch to spare ({rule}).",
                viewer=viewer,
                target=target,
                rule=judgement.sight_rule,
            )
        case Seen(clearance_mm=clearance):
            return words.say(
                "{viewer} sees {target}: a straight line passes with {clearance} mm to spare ({rule}).",
                viewer=viewer,
                target=target,
                clearance=_millimetres(clearance),
                rule=judgement.sight_rule,
            )
        case Hidden() as hidden:
            return _hidden(hidden, viewer, target, judgement.sight_rule, words)
        case close:
            return _too_close(close, viewer, target, words)


def _hidden(hidden: "Hidden", viewer: str, target: str, rule: str, words: Words) -> str:
    if not hidden.blockers:
        return words.say(
            "{viewer} does not see {target}: every straight line between them is blocked ({rule}).",
            viewer=viewer,
            target=target,
            rule=rule,
        )
    return words.say(
        "{viewer} does not see {target}: every straight line between them is blocked, by {blockers} ({rule}).",
        viewer=viewer,
        target=target,
        blockers=listed(hidden.blockers, words),
        rule=rule,
    )


NARROW_MM = 1.0
"""A gap that may exist is called narrow up to this (mm); a wider one is left where the search ended before its end."""


def _too_close(close: "TooClose", viewer: str, target: str, words: Words) -> str:
    """Return why nobody can say: a narrow gap is not told from none, or what is left to look at may hold a wide one."""
    gap, between = _millimetres(close.gap_mm), listed(close.between, words)
    if close.gap_mm > NARROW_MM:
        return words.say(
            "Whether {viewer} sees {target} is too close to call: the search found no line that is clearly free, "
            "but did not rule out a gap of up to {gap} mm. Agree, or roll off."
            if not between
            else "Whether {viewer} sees {target} is too close to call: the search found no line that is clearly free, "
            "but did not rule out a gap of up to {gap} mm at {between}. Agree, or roll off."
            if len(close.between) == 1
            else "Whether {viewer} sees {target} is too close to call: the search found no line that is clearly free, "
            "but did not rule out a gap of up to {gap} mm between {between}. Agree, or roll off.",
            viewer=viewer,
            target=target,
            gap=gap,
            between=between,
        )
    return words.say(
        "Whether {viewer} sees {target} is too close to call: a line can be free only through a gap of {gap} mm at "
        "most. Agree, or roll off."
        if not between
        else "Whether {viewer} sees {target} is too close to call: a line can be free only through a gap of {gap} mm "
        "at most, at {between}. Agree, or roll off."
        if len(close.between) == 1
        else "Whether {viewer} sees {target} is too close to call: a line can be free only through a gap of {gap} mm "
        "at most, between {between}. Agree, or roll off.",
        viewer=viewer,
        target=target,
        gap=gap,
        between=between,
    )


def cover_sentences(judgement: "Judgement", words: Words) -> tuple[str, ...]:
    """Return every reason for cover, or why there is none; nothing where cover was not asked."""
    if judgement.cover is None:
        return ()
    if judgement.cover.said:
        return tuple(_own_sentence(judgement, one, words) for one in judgement.cover.said)
    if not judgement.cover.verdict:
        return (_no_cover(judgement, judgement.cover, words),)
    by_rule: dict[str, list[Reason]] = {}
    for reason in judgement.cover.reasons:
        by_rule.setdefault(reason.rule, []).append(reason)
    return tuple(_reason(judgement, rule, reasons, words) for rule, reasons in by_rule.items())


def _own_sentence(judgement: "Judgement", said: "RuleReason", words: Words) -> str:
    """Return a sentence of a rule system's own, with the names of the two and of parts filled in."""
    names = {
        "viewer": fighter_name(judgement.viewer, words),
        "target": fighter_name(judgement.target, words),
    }
    values = {field: _named(field, value, words) for field, value in said.message.values.items()}
    text = words.say(said.message.template, **values, **names)
    return words.say("{text} ({rule}).", text=text, rule=said.rule)


def _named(field: str, value: object, words: Words) -> object:
    """Return a value of a rule system's own sentence as it is called."""
    match field, value:
        case "parts", tuple():
            return listed(value, words)
        case (("model" | "shooter"), str()):
            return fighter_name(value, words)
        case (("feature" | "part"), str()):
            return part_name(value, words)
    return value


def _reason(judgement: "Judgement", rule: str, reasons: "Sequence[Reason]", words: Words) -> str:
    """Return a rule's reasons in one sentence; the cover line's with how far along it enters each part."""
    if rule == LINE_RULE:
        entered = [
            words.say(
                "{part} {along:.2f} in", part=part_name(reason.part, words), along=math.dist(reason.line[0], reason.at)
            )
            for reason in reasons
        ]
        parts = _shortened(entered, words)
    else:
        parts = listed([reason.part for reason in reasons], words)
    return words.say(
        REASONS.get(rule, OTHER_REASON),
        viewer=fighter_name(judgement.viewer, words),
        target=fighter_name(judgement.target, words),
        parts=parts,
        rule=rule,
    )


def _no_cover(judgement: "Judgement", cover: "CoverVerdict", words: Words) -> str:
    target = fighter_name(judgement.target, words)
    if cover.left_out:
        near = cover.left_out[0]
        return words.say(
            "{target} is not in cover: the line between the bases passes through {part}, but that is {distance:.2f} in "
            "from {viewer}'s base, near enough not to count ({rule}).",
            target=target,
            viewer=fighter_name(judgement.viewer, words),
            part=part_name(near.part, words),
            distance=near.distance,
            rule=near.rule,
        )
    if cover.passed_over:
        return words.say(
            "{target} is not in cover: the line between the bases passes over {parts}, not through.",
            target=target,
            parts=listed(cover.passed_over, words),
        )
    return words.say("{target} is not in cover: no obstacle is on the line between the bases.", target=target)


def distance_sentence(judgement: "Judgement", words: Words) -> str:
    """Return how far apart the two are: their bases, or their bodies where the rules measure between those."""
    apart = judgement.distance
    if judgement.squares is not None:
        return words.count("They are {n} square apart.", "They are {n} squares apart.", judgement.squares)
    if apart.between is Between.BODIES:
        return _between_bodies(apart, words)
    if apart.direct == 0:
        return words.say("Their bases touch.")
    if apart.vertical == 0:
        return words.say("Base to base: {direct:.2f} in.", direct=apart.direct)
    return words.say(
        "Base to base: {direct:.2f} in ({horizontal:.2f} in across, {vertical:.2f} in up or down).",
        direct=apart.direct,
        horizontal=apart.horizontal,
        vertical=apart.vertical,
    )


def _between_bodies(apart: "Measure", words: Words) -> str:
    if apart.direct == 0:
        return words.say("Their bodies touch.")
    if apart.vertical == 0:
        return words.say("Body to body, bases left out: {direct:.2f} in.", direct=apart.direct)
    return words.say(
        "Body to body, bases left out: {direct:.2f} in ({horizontal:.2f} in across, {vertical:.2f} in up or down).",
        direct=apart.direct,
        horizontal=apart.horizontal,
        vertical=apart.vertical,
    )


def agreement_sentences(judgement: "Judgement", words: Words) -> tuple[str, ...]:
    """Return what the players agreed: which parts of figures were left out, and what too close to call counts as."""
    said = [words.say(COUNTS_AS[judgement.counts_as])] if judgement.counts_as else []
    if judgement.left_out:
        parts = _in_words([words.say(LEFT_OUT[tag]) for tag in judgement.left_out], words)
        said.append(words.say("As agreed, {parts} neither see, nor are seen, nor block.", parts=parts))
    return tuple(said)


def listed(names: Sequence[str], words: Words) -> str:
    """Return names of parts (``feature/part``) and fighters as a list in words, the rest counted."""
    return _shortened([part_name(name, words) if "/" in name else fighter_name(name, words) for name in names], words)


def _shortened(things: Sequence[str], words: Words) -> str:
    """Return a list in words of at most `MOST_NAMED` things, the rest counted."""
    shown = things[:MOST_NAMED]
    rest = len(things) - len(shown)
    if rest:
        return words.count("{names} and {n} more", "{names} and {n} more", rest, names=words.say(", ").join(shown))
    return _in_words(shown, words)


def _in_words(things: Sequence[str], words: Words) -> str:
    """Return a list in words."""
    if len(things) < 2:
        return "".join(things)
    return words.say("{names} and {last}", names=words.say(", ").join(things[:-1]), last=things[-1])


def _millimetres(length: float) -> str:
    """Return a length in mm with the figures that matter: tenths, below 1 mm hundredths."""
    return f"{length:.1f}" if length >= 1 else f"{length:.2f}"
