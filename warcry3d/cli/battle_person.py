"""A person at the terminal: a numbered menu for each choice, commands beside it, one sentence for each slip."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from warcry3d.cli.battle_answers import ACCEPT, normal, read_answer
from warcry3d.cli.battle_input import Left, NoMoreInputError, read_line
from warcry3d.cli.battle_menu import Entry, detail_lines, entries_of, menu_lines
from warcry3d.cli.battle_paths import TypedAnswerError
from warcry3d.cli.battle_preview import preview_lines, table_lines
from warcry3d.cli.output import notice
from warcry3d.errors import WarcryError
from warcry3d.game.actions import Rolled
from warcry3d.game.due import read_action
from warcry3d.game.prompts import Answer, Divide, Go, Number, Place, Prompt, domain_faults, is_open
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game, IllegalActionError
from warcry3d.message import template
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import BattleOffer
from warcry3d.rules.systems import system
from warcry3d.table.jsonfile import JsonPath, parse

__all__ = ["Person", "taken_back"]

State: TypeAlias = Game[Any, Any]

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "N": template("take number N of the menu; options in brackets are not allowed"),
        "N ...": template("number N with its answer, such as 1 14,3 16,5; N alone says what to type"),
        "ok": template("take what is proposed"),
        "preview N ...": template("preview an action: odds, cost, who sees it there"),
        "table": template("show where everybody is and how the battle stands"),
        "why": template("the rules behind the question; why RULE: one of them"),
        "undo, redo": template("take back your last choice with all that followed, do it again"),
        "save FILE": template("write the battle so far, to resume it later"),
        "menu": template("show the question again; menu all: with every option that is refused"),
        "json": template("the actions as JSON, which can be typed instead of an answer"),
        "quit": template("leave the battle"),
    }
)
"""What can be typed at any choice, and what it does."""


@dataclass
class Person:
    """One who types. ``sides``: those that people play; ``seed``: of the dice (None: typed in); ``by``: who plays each
    side; ``record``: the file that the battle is written to as it goes on.
    """

    teller: Teller
    offer: BattleOffer
    sides: Collection[str]
    seed: int | None = None
    by: Mapping[str, str] = field(default_factory=dict)
    record: Path | None = None

    def ask(self, game: State, choice: Choice) -> State:
        """Return the game after what a person typed: an answer, undo or redo; raise `Left` for ``quit``."""
        dialogue = _Dialogue(self, game, choice)
        dialogue.show_menu()
        while True:
            try:
                after = dialogue.typed(read_line())
            except NoMoreInputError:
                raise
            except WarcryError as error:
                dialogue.show_slip(error)
            else:
                if after is not None:
                    return after


def taken_back(game: State, sides: Collection[str]) -> State:
    """Return the game before the last thing that a person chose, with all that followed."""
    back = game.undo_choice()
    while isinstance(back.pending, Choice) and back.pending.player not in sides:
        back = back.undo_choice()
    return back


def _done_again(game: State, sides: Collection[str]) -> State:
    """Return the game after the last choice that was taken back, with all that followed up to a person's next one."""
    ahead = game.redo()
    while ahead.undone and not (isinstance(ahead.pending, Choice) and ahead.pending.player in sides):
        ahead = ahead.redo()
    return ahead


def _has_proposal(prompt: Prompt) -> bool:
    """Return whether a prompt proposes an answer that can be taken as it is."""
    match prompt:
        case Divide(start=proposed) | Place(suggested=proposed):
            return bool(proposed)
    return False


class _Dialogue:
    """One choice, asked until it is answered."""

    def __init__(self, person: Person, game: State, choice: Choice) -> None:
        self.person, self.game, self.choice = person, game, choice
        self.teller, self.words = person.teller, person.teller.words
        self.prompts = game.ruleset.prompts(game.state)
        self.entries = entries_of(self.prompts)
        self.focus: Prompt | None = None

    def show_menu(self, word: str = "") -> None:
        """Show who has to choose what, and the menu, after ``all`` with every option that is refused.

        The only question there is need not be named by its number.
        """
        is_only = len(self.entries) == 1 and self.entries[0].answer is None
        self.focus = self.prompts[0] if is_only else None
        notice(self.teller.choice_line(self.choice))
        self._show(menu_lines(self.prompts, self.teller, is_whole=word.lower() == "all"))

    def show_slip(self, error: WarcryError) -> None:
        """Show what is wrong with what was typed, and the question again."""
        lines = [self.words.error(error)]
        if isinstance(error, IllegalActionError):
            lines = list(self.teller.fault_lines(error.faults))
        self._show(tuple(f"  {line}" for line in lines))
        notice(self.teller.choice_line(self.choice))

    def _show(self, lines: "Iterator[str] | tuple[str, ...]") -> None:
        for line in lines:
            notice(line)

    def typed(self, line: str) -> State | None:
        """Return the game after a typed line; None where it only asked for something to be shown."""
        if line.startswith("{"):
            spot = JsonPath("stdin")
            return self.game.play(read_action(self.game.ruleset, parse(line, spot), spot))
        text = normal(line)
        word, _, rest = text.partition(" ")
        shown: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "json": self._json,
            "menu": self.show_menu,
            "preview": self._preview,
            "save": lambda _: self._save(line.partition(" ")[2].strip()),
            "table": lambda _: self._show(table_lines(self.game, self.person.offer, self.teller)),
            "why": self._why,
        }
        match word.lower():
            case "quit":
                raise Left
            case "undo":
                return taken_back(self.game, self.person.sides)
            case "redo":
                return _done_again(self.game, self.person.sides)
            case name if name in shown:
                shown[name](rest.strip())
                return None
        prompt, answer = self._answer(text)
        if answer is None:
            self.focus = prompt
            notice(f"  {self.teller.said(prompt.heading)}")
            self._show(detail_lines(prompt, self.teller))
            return None
        return self.game.play(prompt.action(answer))

    def _answer(self, text: str) -> tuple[Prompt, Answer | None]:
        """Return which prompt a text answers and how; None: its number alone, of one that wants more."""
        entry, rest = self._entry(text)
        prompt = self.focus if entry is None else entry.prompt
        if prompt is None:
            raise TypedAnswerError("expected a number from 1 to {most}, or help", most=len(self.entries))
        if entry is not None and entry.answer is not None and not rest:
            self._refuse(entry)
            return prompt, entry.answer
        if entry is not None and entry.option is not None:
            raise TypedAnswerError("nothing comes after this number, got '{text}'", text=rest[:60])
        if entry is not None and not rest:
            self._refuse(entry)
            return prompt, None
        answer = read_answer(prompt, rest if entry is not None else text, self.game.table, self._allows(prompt))
        if faults := domain_faults(prompt, answer):
            raise TypedAnswerError("{reason}", reason=faults[0].message)
        return prompt, answer

    def _entry(self, text: str) -> tuple[Entry | None, str]:
        """Return the line of the menu that a text begins with, by number or key, and what follows; None: none."""
        word, _, rest = text.partition(" ")
        if isinstance(self.focus, Number):
            return None, text
        if word.isdecimal() and 1 <= int(word[:6]) <= len(self.entries):
            return self.entries[int(word[:6]) - 1], rest.strip()
        if self.focus is not None:
            return None, text
        keyed = [entry for entry in self.entries if entry.prompt.key and entry.prompt.key == word.lower()]
        if len(keyed) == 1:
            return keyed[0], rest.strip()
        if word.lower() == ACCEPT:
            proposed = [entry for entry in self.entries if not entry.faults and _has_proposal(entry.prompt)]
            return (proposed[0], text) if proposed else (None, text)
        places = [entry for entry in self.entries if isinstance(entry.prompt, Go | Place) and is_open(entry.prompt)]
        return (places[0], text) if len(places) == 1 and "," in word else (None, text)

    def _refuse(self, entry: Entry) -> None:
        """Raise `TypedAnswerError` with the reason where a line of the menu is refused."""
        if entry.faults:
            raise TypedAnswerError("not now: {why}", why=self.teller.fault(entry.faults[0]))

    def _allows(self, prompt: Prompt) -> Callable[[Answer], bool]:
        return lambda answer: not self.game.faults(prompt.action(answer))

    def _preview(self, text: str) -> None:
        prompt, answer = self._answer(text)
        if answer is None:
            raise TypedAnswerError("say the answer too, such as preview 1 14,3")
        action = prompt.action(answer)
        if faults := self.game.faults(action):
            self._show(tuple(f"  {line}" for line in self.teller.fault_lines(faults)))
        preview = self.game.ruleset.preview(self.game.state, action)
        lines = tuple(preview_lines(preview, self.teller))
        self._show(tuple(f"  {line}" for line in lines) or (f"  {self.words.say('nothing more is known about it')}",))

    def _why(self, rule: str) -> None:
        """Show the rules behind the question, or the one that is named."""
        known = system(self.game.ruleset.name).rule_texts()
        asked = (self.choice.why.rule, *(one.why.rule for one in self.prompts if one.why is not None))
        rules = (rule.upper(),) if rule else tuple(dict.fromkeys(filter(None, asked)))
        for one in rules:
            if one not in known:
                raise TypedAnswerError("no rule '{name}' is known", name=one[:60])
            notice("  " + self.words.say("{name}: {sentence}", name=one, sentence=self.words.rule_text(known[one])))

    def _save(self, name: str) -> None:
        """Write the battle so far into a file; one that is recorded anyway needs none."""
        if not name and self.person.record is not None:
            notice("  " + self.words.say("every action is in {file} already", file=self.person.record))
            return
        path = Path(name)
        if not name or path.exists():
            raise TypedAnswerError("say a file that is not there yet, such as save evening.battle.jsonl")
        Journal.create(path, self.game, seed=self.person.seed, by=self.person.by).close()
        notice("  " + self.words.say("saved; continue with: warcry3d battle --resume {file}", file=path))

    def _help(self, _: str) -> None:
        wide = max(map(len, COMMANDS))
        self._show(tuple(f"  {command:<{wide}}  {self.words.say(COMMANDS[command])}" for command in COMMANDS))
        keys = tuple(f"{one.key} {self.teller.said(one.heading)}" for one in self.prompts if one.key)
        if keys:
            notice("  " + self.words.say("keys instead of numbers: {keys}", keys=keys))

    def _json(self, _: str) -> None:
        for kind in self.game.ruleset.actions:
            if kind is not Rolled:
                fields = ", ".join(kind.__struct_fields__)
                notice(f'  {{"do": "{kind.__struct_config__.tag}"' + (f", ... {fields}" if fields else "") + "}")
