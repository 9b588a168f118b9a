"""Battle reports, prompts, outcomes and divergences as text."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from warcry3d.game.places import PlaceName
from warcry3d.message import Message
from warcry3d.messages.names import part_name
from warcry3d.messages.speak import SIDE_NAMES, Words

if TYPE_CHECKING:
    from warcry3d.game.changes import Difference
    from warcry3d.game.reasons import ActionFault, RuleReason
    from warcry3d.game.replay import Divergence
    from warcry3d.game.ruleset import Choice, Event, Outcome, Roll
    from warcry3d.rules.battle_api import UnitStanding

__all__ = ["SIDE_NAMES", "Teller"]

OWN_WORDS = ("colour",)
"""Fields whose values are words of the program, though players may be called the same."""

TERRAIN_FIELDS = ("feature", "features", "parts")
"""Fields whose values are the ids of terrain features, or of their parts."""

MIXED_FIELDS = ("subject", "part")
"""Fields whose values are a fighter, ground, or (``feature/part``) a part of terrain."""

STEP = "  "
MOST_VALUE = 60


@dataclass(frozen=True)
class Teller:
    """One who tells of a battle in one language.

    ``names``: what models are called, by id; ``headings``: the rank of kinds of events that begin something, 1 the
    largest; ``rules``: with the ids of the rules at work. ``sides``: whose a model is, told where it is first named
    after a heading. ``where``: gives the words for a place, with the ids that its sentence names; None: places are told
    by their coordinates.
    """

    words: Words
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    headings: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    rules: bool = False
    sides: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    where: Callable[[PlaceName, Collection[str]], Message] | None = None
    _introduced: set[str] = field(default_factory=set, init=False, repr=False, compare=False)

    def player(self, side: str) -> str:
        """Return what a player is called: the usual sides by their names in this language."""
        return self.words.side(side)

    def name(self, id: str) -> str:
        """Return what a model or a player is called, without its side."""
        return self.names.get(id) or self.player(id)

    def said(self, message: Message) -> str:
        """Return a sentence of a rule system with its values; models by name, lists read out."""
        return self.words.text(self._named(message))

    def _named(self, message: Message) -> Message:
        """Return a message with models by name; one whose side the sentence names does not need it again."""
        named = {value for value in message.values.values() if isinstance(value, str) and value not in self.names}
        members = (id for value in message.values.values() for id in _texts(value))
        self._introduced.update(id for id in members if self.sides.get(id) in named)
        values = {name: self._field(name, self._placed(one, message)) for name, one in message.values.items()}
        return replace(message, values=values)

    def _placed(self, value: object, message: Message) -> object:
        """Return a value of a message; a place in words, where there are any."""
        if self.where is None or not isinstance(value, PlaceName):
            return value
        return self.where(value, tuple(one for one in message.values.values() if isinstance(one, str)))

    def _field(self, name: str, value: object) -> object:
        """Return the value of a message's field: a word of the program, parts of terrain, or anything else."""
        if name in OWN_WORDS:
            return value
        if name in MIXED_FIELDS and isinstance(value, str) and "/" in value and value not in self.names:
            return part_name(value, self.words)
        if name in TERRAIN_FIELDS:
            names = tuple(part_name(part, self.words) for part in _texts(value))
            return names[0] if isinstance(value, str) else names
        return self._value(value)

    def _value(self, value: object) -> object:
        match value:
            case str():
                return self._name(value)
            case tuple() | list():
                return tuple(self._value(part) for part in value)
            case Message():
                return self._named(value)
            case _:
                return value

    def _name(self, id: str) -> str:
        """Return what a model or a player is called; a model with its side where it was not named yet."""
        if id not in self.names:
            return self.player(id)
        name = self.names[id]
        if id not in self.sides or id in self._introduced:
            return name
        self._introduced.add(id)
        return self.words.say("{name} ({side})", name=name, side=self.player(self.sides[id]))

    def _with_rules(self, line: str, *rules: str, always: bool = False) -> str:
        if not any(rules) or not (self.rules or always):
            return line
        return self.words.say("{sentence} ({rules})", sentence=line, rules=", ".join(rules))

    def event_lines(self, events: "Iterable[Event]", *, rolled: bool = False) -> Iterator[str]:
        """Yield a report's lines for what one action did; an empty line before what is a heading of the first rank.

        ``rolled``: the action was dice: what came of them is set in, up to the next heading.
        """
        for event in events:
            rank = self.headings.get(event.kind, 0)
            if rank:
                self._introduced.clear()
                rolled = False
            if rank == 1:
                yield ""
            line = self._with_rules(self.said(event.message), *event.rules)
            yield STEP * (0 if rank else 1 + event.depth + rolled) + line[:1].upper() + line[1:]

    def roster_lines(
        self, rosters: Mapping[str, Mapping[str, str]], units: "Iterable[UnitStanding]" = ()
    ) -> Iterator[str]:
        """Yield a line for each side: its fighters by name, those of ``units`` by their units'."""
        unit_of = {model: unit for unit in units if len(unit.models) > 1 for model in unit.models}
        for side, members in rosters.items():
            self._introduced.update(members)
            called = (
                self.words.name(name)
                if (unit := unit_of.get(id)) is None
                else self.words.say("{unit} × {n}", unit=self.words.name(unit.name), n=len(unit.models))
                for id, name in members.items()
            )
            names = self.words.say(", ").join(dict.fromkeys(called))
            yield STEP + self.words.say("{side}: {names}", side=self.player(side), names=names)

    def outcome_lines(self, outcome: "Outcome") -> Iterator[str]:
        """Yield who won, why, and the points."""
        words = self.words
        yield ""
        if outcome.winners:
            names = words.say(", ").join(map(self.player, outcome.winners))
            yield words.count(
                "{player} wins the battle.", "{player} win the battle.", len(outcome.winners), player=names
            )
        else:
            yield words.say("The battle is a draw.")
        yield from (STEP + self._with_rules(self.said(why.message), why.rule) for why in outcome.reasons)
        if outcome.scores:
            scores = (f"{self.player(player)} {points}" for player, points in outcome.scores.items())
            yield STEP + words.say("Points: {scores}", scores=words.say(", ").join(scores))

    def roll_line(self, roll: "Roll") -> str:
        """Return which dice are due, for whom and why."""
        return self.words.say(
            "{player} rolls {count}D{sides}: {why}",
            player=self.player(roll.player),
            count=roll.count,
            sides=roll.sides,
            why=self._with_rules(self.said(roll.why.message), roll.why.rule, always=True),
        )

    def choice_line(self, choice: "Choice") -> str:
        """Return who has to decide what."""
        why = self._with_rules(self.said(choice.why.message), choice.why.rule, always=True)
        return self.words.say("{player}: {why}", player=self.player(choice.player), why=why)

    def reason(self, why: "RuleReason") -> str:
        """Return a reason or a fact; with its rule where rules are shown."""
        return self._with_rules(self.said(why.message), why.rule)

    def fault(self, fault: "ActionFault") -> str:
        """Return why something is refused, with its rule."""
        return self._with_rules(self.said(fault.message), fault.rule, always=True)

    def fault_lines(self, faults: "Iterable[ActionFault]") -> Iterator[str]:
        """Yield why an action is not allowed, a line each: place, sentence, rule."""
        for fault in faults:
            line = self.said(fault.message)
            if fault.place:
                line = self.words.say("{place}: {sentence}", place=fault.place, sentence=line)
            yield self._with_rules(line, fault.rule, always=True)

    def divergence_lines(self, found: "Divergence") -> Iterator[str]:
        """Yield where a battle, played again, goes another way, and what differs."""
        words = self.words
        if found.step == 0:
            yield words.say("replay diverges at its start (line 1)")
        else:
            yield words.say("replay diverges at step {step} (line {line})", step=found.step, line=found.line)
        if found.error is not None:
            yield STEP + words.error(found.error)
        if found.dice is not None:
            yield STEP + words.say("the seed gives other dice: {faces}", faces=self._value(found.dice))
        if found.faults:
            yield STEP + words.say("the action is not allowed:")
            yield from (STEP + STEP + line for line in self.fault_lines(found.faults))
        yield from (STEP + self._difference(one) for one in found.differences)
        if found.found:
            yield STEP + words.say(
                "state recorded: {expected}; now: {found}", expected=found.expected[:16], found=found.found[:16]
            )

    def _difference(self, one: "Difference") -> str:
        return self.words.say(
            "{place}: recorded {before}, now {after}",
            place=one.place,
            before=_short(one.before),
            after=_short(one.after),
        )


def _texts(value: object) -> tuple[str, ...]:
    """Return a text, or the texts of a list; nothing of any other value."""
    if isinstance(value, str):
        return (value,)
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, tuple | list) else ()


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MOST_VALUE else text[: MOST_VALUE - 3] + "..."
