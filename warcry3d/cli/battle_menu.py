"""The menu of a choice: its prompts with numbers, facts, and what is refused with the reason."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from warcry3d.cli.battle_answers import letter
from warcry3d.game.prompts import Answer, Bin, Confirm, Divide, Go, Number, Option, PickOne, PickSome, Place, Prompt
from warcry3d.game.reasons import ActionFault
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller

__all__ = ["Entry", "detail_lines", "entries_of", "menu_lines"]

STEP = "      "
MOST_AREAS = 6
"""So many areas are shown by a place in each."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the menu with its number: an option of a prompt that picks one, else a whole prompt."""

    number: int
    prompt: Prompt
    option: Option | None = None

    @property
    def faults(self) -> tuple[ActionFault, ...]:
        """Return why it is refused; none: it can be answered."""
        return self.prompt.faults or (self.option.faults if self.option is not None else ())

    @property
    def answer(self) -> Answer | None:
        """Return the answer that its number is by itself; None: more has to be typed."""
        if self.option is not None:
            return self.option.id
        return True if isinstance(self.prompt, Confirm) else None


def entries_of(prompts: Iterable[Prompt]) -> tuple[Entry, ...]:
    """Return the lines of a menu, numbered from 1."""
    found: list[tuple[Prompt, Option | None]] = []
    for prompt in prompts:
        match prompt:
            case PickOne(options=options):
                found += [(prompt, option) for option in options]
            case _:
                found.append((prompt, None))
    return tuple(Entry(number, *one) for number, one in enumerate(found, start=1))


def menu_lines(prompts: tuple[Prompt, ...], teller: Teller, *, is_whole: bool = False) -> Iterator[str]:
    """Yield the menu: headings, numbers, facts; what is refused has its number in brackets, and the reason.

    A prompt of which all options are refused is one line, unless ``is_whole``.
    """
    entries = entries_of(prompts)
    for prompt in prompts:
        mine = [entry for entry in entries if entry.prompt is prompt]
        if isinstance(prompt, PickOne) and prompt.faults and not is_whole:
            yield _closed_line(mine, prompt, teller)
            continue
        if isinstance(prompt, PickOne):
            yield "  " + _heading(prompt, teller)
            yield from (STEP + line for line in _fault_lines(prompt.faults, teller))
        yield from (_entry_line(entry, teller) for entry in mine)
    if len(entries) == 1 and entries[0].answer is None:
        yield from detail_lines(prompts[0], teller)


def _closed_line(entries: list[Entry], prompt: Prompt, teller: Teller) -> str:
    """Return the line of a prompt that cannot be answered at all, with the numbers of its options."""
    numbers = [entry.number for entry in entries]
    span = "(-)" if not numbers else f"({numbers[0]})" if len(numbers) == 1 else f"({numbers[0]}-{numbers[-1]})"
    why = teller.words.say("; ").join(_fault_lines(prompt.faults, teller))
    said = teller.words.say("{what}: not now: {why}", what=_heading(prompt, teller), why=why)
    return f"  {span:>4} {said}"


def _entry_line(entry: Entry, teller: Teller) -> str:
    said = _heading(entry.prompt, teller) if entry.option is None else _option(entry.option, teller)
    faults = entry.option.faults if entry.option is not None else entry.prompt.faults
    number = f"({entry.number})" if entry.faults else f" {entry.number} "
    if faults:
        why = teller.words.say("; ").join(_fault_lines(faults, teller))
        said = teller.words.say("{what}: not now: {why}", what=said, why=why)
    return f"  {number:>4} {said}"


def _heading(prompt: Prompt, teller: Teller) -> str:
    heading = teller.said(prompt.heading)
    if prompt.detail is None:
        return heading
    return teller.words.say("{heading} ({detail})", heading=heading, detail=teller.said(prompt.detail))


def _option(option: Option, teller: Teller) -> str:
    """Return an option with its dice and its place; with its facts unless it is refused."""
    said = teller.said(option.label)
    if option.dice:
        said += " [" + " ".join(map(str, option.dice)) + "]"
    if option.at is not None:
        said += f" {option.at[0]:.1f},{option.at[1]:.1f}"
    facts = teller.words.say("; ").join(teller.reason(fact) for fact in option.facts if not option.faults)
    return teller.words.say("{what}: {facts}", what=said, facts=facts) if facts else said


def _fault_lines(faults: Iterable[ActionFault], teller: Teller) -> list[str]:
    return [teller.fault(fault) for fault in faults]


def detail_lines(prompt: Prompt, teller: Teller) -> Iterator[str]:
    """Yield what is needed to answer a prompt whose answer is typed: what there is, and how to type it."""
    words = teller.words
    if prompt.hint is not None:
        yield STEP + teller.said(prompt.hint)
    match prompt:
        case PickSome(options=options, least=least, most=most):
            yield from _lettered(options, teller)
            yield STEP + words.say("type {least} to {most} letters, such as a c", least=least, most=most)
        case Divide(items=items, bins=bins, start=start):
            yield from _lettered(items, teller)
            yield from (STEP + _bin(number, bin, teller) for number, bin in enumerate(bins, start=1))
            yield STEP + words.say("type a group, a colon and letters, such as {name}: a b", name=bins[0].id)
            if start:
                yield STEP + words.say("{division}: type ok to take this", division=_division(start, prompt))
        case Place():
            yield from _place_lines(prompt, teller)
        case Go():
            yield from _go_lines(prompt, teller)
        case Number(least=least, most=most):
            yield STEP + words.say("type a number from {least} to {most}", least=least, most=most)
        case _:
            pass


def _lettered(options: Iterable[Option], teller: Teller) -> Iterator[str]:
    for number, option in enumerate(options):
        line = f"{STEP}{letter(number)}) {_option(option, teller)}"
        why = teller.words.say("; ").join(_fault_lines(option.faults, teller))
        yield teller.words.say("{what}: not now: {why}", what=line, why=why) if why else line


def _bin(number: int, bin: Bin, teller: Teller) -> str:
    most = bin.least if bin.most is None else bin.most
    room = f"{bin.least}+" if bin.most is None else f"{bin.least}-{most}" if most != bin.least else f"{most}"
    dice = " [" + " ".join(map(str, bin.dice)) + "]" if bin.dice else ""
    label = teller.said(bin.label)
    name = bin.id if label == bin.id else f"{bin.id}: {label}"
    return f"{number}) {name}{dice} ({room})"


def _division(start: tuple[tuple[str, str], ...], prompt: Divide) -> str:
    """Return a division as it is typed."""
    letters = {item.id: letter(number) for number, item in enumerate(prompt.items)}
    groups = {bin.id: [letters[item] for item, to in start if to == bin.id] for bin in prompt.bins}
    return "; ".join(f"{bin}: {' '.join(items)}" for bin, items in groups.items() if items)


def _place_lines(prompt: Place, teller: Teller) -> Iterator[str]:
    import shapely

    words = teller.words
    several = len(prompt.items) > 1
    yield from _lettered(prompt.items, teller) if several else ()
    shown = [
        shapely.Polygon(area.rings[0], area.rings[1:]).representative_point() for area in prompt.areas[:MOST_AREAS]
    ]
    if shown:
        places = tuple(
            f"{inside.x:.1f},{inside.y:.1f},{area.height:.1f}"
            for inside, area in zip(shown, prompt.areas[:MOST_AREAS], strict=True)
        )
        yield STEP + words.say("there is room at {places} and around", places=places)
    example = "a 14,3; b 10,2" if several else "14,3"
    yield STEP + words.say("type a place, such as {example}; with a facing: 14,3 @90", example=example)
    if prompt.suggested:
        yield STEP + words.say("type ok to accept the proposal: {places}", places=_suggested(prompt))
    if several and prompt.least is not None and prompt.least < len(prompt.items):
        yield STEP + words.say("a minus before a letter leaves it out: -a")


def _suggested(prompt: Place) -> tuple[str, ...]:
    letters = {item.id: letter(number) for number, item in enumerate(prompt.items)}
    before = "" if len(prompt.items) == 1 else "{} "
    return tuple(f"{before.format(letters[one.item])}{one.at[0]:.1f},{one.at[1]:.1f}" for one in prompt.suggested)


def _go_lines(prompt: Go, teller: Teller) -> Iterator[str]:
    words = teller.words
    near = tuple(_option(aim, teller) for aim in prompt.aims)
    if near:
        yield STEP + words.say("near: {places}", places=near)
    yield from _lettered(prompt.extras, teller)
    yield STEP + words.say("up to {inches:g} in; type places, such as 14,3 16,5", inches=prompt.budget)
    yield STEP + _letters(prompt, words)


def _letters(prompt: Go, words: Words) -> str:
    """Return which letters a place may have before it."""
    said = words.say(
        "letters before a place: w walk, c climb, j jump, f fly, o through a door; d: drop; @90: turn first"
    )
    return words.say("{letters}; +a: take a along", letters=said) if prompt.extras else said
