"""What rule systems say of the same pair, side by side, and why they differ."""

from collections.abc import Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import TYPE_CHECKING

from warcry3d.messages.speak import Words, template
from warcry3d.messages.verdicts import listed, sentences

if TYPE_CHECKING:
    from warcry3d.rules.system_comparison import SystemAnswer, SystemDifference

__all__ = ["comparison_lines", "difference_lines"]

HEADINGS: Mapping[str, str] = MappingProxyType(
    {
        "sight": template("They differ on sight: {said}."),
        "cover": template("They differ on cover: {said}."),
        "distance": template("They differ on the distance: {said}."),
    }
)
ANSWERS: Mapping[str, str] = MappingProxyType(
    {
        "seen": template("seen in {titles}"),
        "hidden": template("hidden in {titles}"),
        "too-close": template("too close to call in {titles}"),
        "cover": template("in cover in {titles}"),
        "no-cover": template("not in cover in {titles}"),
    }
)
OTHER_ANSWER = template("{answer} in {titles}")


def comparison_lines(answers: "Sequence[SystemAnswer]", words: Words) -> tuple[str, ...]:
    """Return what each system says under its title, then where they differ."""
    from warcry3d.rules.results import Judgement
    from warcry3d.rules.system_comparison import differences

    lines: list[str] = []
    for one in answers:
        lines.append(words.say("{title}:", title=one.title))
        said = sentences(one.answer, words) if isinstance(one.answer, Judgement) else (words.error(one.answer),)
        lines += [f"  {sentence}" for sentence in said]
    for difference in differences(answers):
        lines += difference_lines(difference, words)
    return tuple(lines)


def difference_lines(difference: "SystemDifference", words: Words) -> tuple[str, ...]:
    """Return who says what, then how each decides."""
    said = [
        words.say(ANSWERS.get(answer, OTHER_ANSWER), answer=_length_said(answer, words), titles=listed(titles, words))
        for answer, titles in difference.said
    ]
    whole = reduce(lambda first, second: words.say("{first}; {second}", first=first, second=second), said)
    head = words.say(HEADINGS[difference.aspect], said=whole)
    because = (
        words.say("  {title}: {basis} ({rule}).", title=title, basis=words.text(reason.message), rule=reason.rule)
        for title, reason in difference.because
    )
    return (head, *because)


def _length_said(answer: str, words: Words) -> str:
    """Return an answer that is a distance in the language that is spoken; another as it is."""
    number, _, unit = answer.rpartition(" ")
    match unit:
        case "squares":
            return words.count("{n} square", "{n} squares", int(number))
        case "in":
            return words.say("{inches:.2f} in", inches=float(number))
        case _:
            return answer
