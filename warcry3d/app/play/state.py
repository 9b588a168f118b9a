"""What the Play room shows of a battle: what is due, the answer as far as it was given, what is looked at. Frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from types import MappingProxyType
from typing import Any, Self, TypeAlias

from warcry3d.app.play.draft import Draft, ToggleExtra, answer_of, options_of
from warcry3d.app.play.intents import ChoosePrompt
from warcry3d.app.play.lenses.lens import Lens
from warcry3d.app.play.moment import Moment, moment_of
from warcry3d.app.play.option_numbers import numbers_of
from warcry3d.app.play.unit_options import offers_on
from warcry3d.errors import WarcryError
from warcry3d.game.actions import Rolled
from warcry3d.game.decisions import Decision
from warcry3d.game.preview import Preview
from warcry3d.game.prompts import Confirm, Go, Option, PickOne, PickSome, Prompt, domain_faults, is_open
from warcry3d.game.reasons import ActionFault, Point, RuleReason
from warcry3d.game.replay import Divergence
from warcry3d.game.ruleset import Choice, Outcome, Pending, Roll
from warcry3d.game.session import Game
from warcry3d.rules.battle_api import BattleOffer

__all__ = ["PERSON", "BackTo", "Due", "GameWish", "PlayAction", "PlayState", "SeatPerson", "Wish"]

PERSON = "person"
"""Who plays a side where no player of the program does."""


class Due(Enum):
    """What has to happen next. ``THROW``: somebody throws the dice; ``FACES``: somebody says what real dice show;
    ``SHOW``: what was done is being shown; ``WORK``: what was wished for is being done.
    """

    ANSWER = auto()
    THINK = auto()
    THROW = auto()
    FACES = auto()
    SHOW = auto()
    WORK = auto()
    OVER = auto()
    WATCH = auto()


class GameWish(Enum):
    """What is to be done to the battle, without values."""

    THROW = auto()
    UNDO = auto()
    REDO = auto()


@dataclass(frozen=True, slots=True, eq=False)
class PlayAction:
    """An action is to be played. ``decision``: of the program's player, with its reason; None: a person's."""

    action: Any
    decision: Decision[Any] | None = None


@dataclass(frozen=True, slots=True)
class BackTo:
    """All steps after one are to be taken back."""

    step: int


@dataclass(frozen=True, slots=True)
class SeatPerson:
    """A person plays a side from now on, also when the battle is opened again."""

    player: str


Wish: TypeAlias = GameWish | PlayAction | BackTo | SeatPerson


@dataclass(frozen=True, slots=True, eq=False)
class PlayState:
    """What the room shows.

    ``seats``: who plays each side; ``seed``: of the dice, None: real ones. ``can_go_on``: whether its record can be
    continued. ``shown``: so many steps have been shown; ``seen``: the step looked at, None: the last one shown;
    ``moment``: the battle as it is looked at.

    ``prompts``: None while they are being worked out. ``chosen``: the prompt that is being answered, ``draft`` its
    answer so far; ``focus``: only options on this model; ``pointed``: prompt and option pointed at; ``aimed``: those
    clicked, which a second click takes. ``faults``: why the
    last answer was refused; ``error``: why something could not be done; ``damage``: what is wrong with the record,
    ``divergence``: where the rules no longer lead as it has it.
    ``preview``: the last one, with its action.
    ``lens``: what a held key shows over the table; ``pointed_at``: where it is pointed to meanwhile.
    ``decisions``: of the program's players, by step; ``asks_why``: whether the last of them is to be explained.
    ``explained``: the rules that are shown in words; ``shows_cards``: whether the battle's cards are. ``opened_at``:
    the steps there were when it was opened.
    ``is_playing``: the battle is being replayed from the step looked at.
    ``seated``: the person who sat at the screen last; ``has_hidden``: what that person decided there is not for others'
    eyes.
    """

    rules: BattleOffer = field(repr=False)
    game: Game[Any, Any] = field(repr=False)
    seats: Mapping[str, str]
    seed: int | None
    can_go_on: bool
    shown: int
    moment: Moment = field(repr=False)
    seen: int | None = None
    prompts: tuple[Prompt, ...] | None = field(default=None, repr=False)
    chosen: str = ""
    focus: str = ""
    pointed: tuple[str, str] = ("", "")
    aimed: tuple[str, str] = ("", "")
    draft: Draft = field(default_factory=Draft)
    wish: Wish | None = None
    faces: tuple[int, ...] = ()
    faults: tuple[ActionFault, ...] = ()
    error: WarcryError | None = None
    damage: WarcryError | None = None
    divergence: Divergence | None = None
    preview: tuple[Any, Preview] | None = field(default=None, repr=False)
    decisions: Mapping[int, Decision[Any]] = field(default_factory=lambda: MappingProxyType({}))
    asks_why: bool = False
    explained: tuple[str, ...] = ()
    shows_cards: bool = False
    opened_at: int = 0
    is_playing: bool = False
    seated: str = ""
    has_hidden: bool = False
    hovered: str = ""
    selected: str = ""
    lens: Lens | None = None
    pointed_at: Point | None = None

    @classmethod
    def beginning(
        cls, rules: BattleOffer, game: Game[Any, Any], seats: Mapping[str, str], seed: int | None, *, can_go_on: bool
    ) -> Self:
        """Return the model of a battle as it stands."""
        last = len(game.done)
        return cls(rules, game, seats, seed, can_go_on, last, moment_of(game, rules, last), opened_at=last)

    # Whom a lens is about

    @property
    def own_side(self) -> str:
        """Return the side that is looked from: the only one that a person plays, else the one whose turn it is."""
        people = [side for side in self.moment.sides if self.is_person(side)]
        return people[0] if len(people) == 1 else self.player or next(iter(self.moment.sides), "")

    @property
    def lens_subject(self) -> str:
        """Return the model that a lens is about: the one pointed at, else the selected one, else who acts, else the
        first of the person's; "" where none is on the table.
        """
        there = [model.id for model in self.moment.table.models]
        acting = [id for id, one in self.moment.standings.models.items() if one.is_acting]
        own = self.moment.sides.get(self.own_side, ())
        wanted = (self.hovered, self.selected, *acting, *own, *there)
        return next((id for id in wanted if id in there), "")

    @property
    def threatening(self) -> tuple[str, str]:
        """Return whose threat is shown: a model of another side than the person's that is pointed at or selected, with
        its side; else "" and the first such side.
        """
        there = {model.id: model.side for model in self.moment.table.models}
        own = self.own_side
        for id in (self.hovered, self.selected):
            if there.get(id, own) != own:
                return id, there[id]
        return "", next((side for side in there.values() if side != own), "")

    @property
    def curtain_for(self) -> str:
        """Return the person who is to sit down at the screen before anything is shown; "": nothing is hidden.

        It hangs between two persons where what one of them decides, or has decided last, is not for the other's eyes.
        """
        pending = self.game.pending
        if not isinstance(pending, Choice) or self.due is not Due.ANSWER or pending.player == self.seated:
            return ""
        people = [side for side in self.game.setup.players if self.is_person(side)]
        is_hidden = pending.is_private or (self.has_hidden and bool(self.seated))
        return pending.player if len(people) > 1 and is_hidden else ""

    @property
    def can_branch(self) -> bool:
        """Whether the battle can go on from the step looked at only in a record of its own."""
        return not self.can_go_on and (self.is_looking_back or self.due is Due.WATCH)

    @property
    def has_chosen(self) -> bool:
        """Whether a person has chosen anything yet since the battle was opened."""
        return self.steps > self.opened_at

    @property
    def rules_due(self) -> tuple[str, ...]:
        """Return the rules behind what is due: of what was refused, the question, what is pointed to, the last step."""
        pending, prompt = self.game.pending, self.prompt
        preview = self.preview[1] if self.preview is not None else None
        asking = () if isinstance(pending, Outcome) else (pending.why.rule,)
        known = [
            *(fault.rule for fault in self.told_faults),
            *(() if prompt is None or prompt.why is None else (prompt.why.rule,)),
            *asking,
            *(() if preview is None else (line.rule for line in preview.lines)),
            *(() if preview is None else (term.rule for odds in preview.odds for term in (*odds.cover, *odds.terms))),
            *(rule for event in self.moment.events for rule in event.rules),
        ]
        return tuple(dict.fromkeys(filter(None, known)))

    # What a click on the table begins

    def begins(self, go: Go, id: str) -> bool:
        """Return whether a click on a model begins a move: its own, or one of somebody who can come to that enemy."""
        return id in go.models or (go.approach is not None and self.moment.side_of(id) not in ("", self.player))

    def has_begun_move(self, before: "PlayState", id: str | None) -> bool:
        """Return whether a click on the bare table, or on a model that does not move itself, has begun a move."""
        return isinstance(self.prompt, Go) and before.prompt is not self.prompt and id not in self.prompt.models

    # What a way takes along

    @property
    def barred(self) -> Mapping[str, RuleReason]:
        """Return what cannot be taken along on the way in hand, as far as it is known, and why."""
        return {} if self.preview is None else dict(self.preview[1].barred)

    @property
    def taken_along(self) -> tuple[str, ...]:
        """Return what the way in hand takes along: what was ticked, where it can be."""
        barred = self.barred
        return tuple(id for id in self.draft.extras if id not in barred)

    def can_tick(self, extra: str) -> bool:
        """Return whether something can be ticked to be taken along: once it is known that the way in hand lets it."""
        return self.preview is not None and extra not in self.barred

    def is_too_soon(self, intent: object) -> bool:
        """Return whether an intent ticks what the way in hand does not pass, or is not known to pass yet."""
        return isinstance(intent, ToggleExtra) and not self.can_tick(intent.id)

    # What is due

    @property
    def decision(self) -> Decision[Any] | None:
        """Return what the program's player decided last, up to the step that is looked at: where nothing is being shown
        and it is not looked back, the last time that it had to compare anything.
        """
        last = self.moment.step + (self.due is Due.SHOW)
        found = [self.decisions[step] for step in sorted(self.decisions, reverse=True) if step <= last]
        is_at_rest = self.due is not Due.SHOW and not self.is_looking_back
        weighed = [one for one in found if len(one.candidates) > 1] if is_at_rest else []
        return next(iter(weighed or found), None)

    @property
    def steps(self) -> int:
        """Return how many steps the battle has."""
        return len(self.game.done)

    @property
    def is_looking_back(self) -> bool:
        """Whether the battle is looked at as it was."""
        return self.seen is not None

    @property
    def player(self) -> str:
        """Return whose turn it is to choose or to throw; "" once it is over."""
        pending = self.game.pending
        return "" if isinstance(pending, Outcome) else pending.player

    @property
    def told_player(self) -> str:
        """Return whose step is being shown, else whose turn it is; "" where it is nobody's."""
        if self.due is not Due.SHOW:
            return self.player
        asked = self.game.ruleset.pending(self.moment.state)
        return "" if isinstance(asked, Outcome) else asked.player

    def is_person(self, player: str) -> bool:
        """Return whether a person plays a side."""
        return self.seats.get(player, PERSON) == PERSON

    @property
    def due(self) -> Due:
        """Return what has to happen next."""
        if self.shown < self.steps:
            return Due.SHOW
        if self.wish is not None:
            return Due.WORK
        pending = self.game.pending
        if isinstance(pending, Outcome):
            return Due.OVER
        if not self.can_go_on:
            return Due.WATCH
        return self._due_of(pending)

    def _due_of(self, pending: Pending) -> Due:
        match pending:
            case Roll() if self.seed is None and not self.has_fallen:
                return Due.FACES
            case Roll():
                return Due.THROW
            case Choice(player=player) if not self.is_person(player):
                return Due.THINK
        return Due.ANSWER

    @property
    def has_fallen(self) -> bool:
        """Whether the dice that are due were taken back: they fall as they fell."""
        return bool(self.game.undone) and isinstance(self.game.undone[-1].action, Rolled)

    @property
    def is_throwing_on(self) -> bool:
        """Whether the dice that are due are thrown with those thrown last: the same player's, by the same rule."""
        due, done = self.game.pending, self.game.done
        if (
            not isinstance(due, Roll)
            or not done
            or not isinstance(done[-1].action, Rolled)
            or self.steps == self.opened_at
        ):
            return False
        before = self.game.ruleset.pending(done[-2].state if len(done) > 1 else self.game.first)
        return isinstance(before, Roll) and (before.player, before.why.rule) == (due.player, due.why.rule)

    @property
    def prompt(self) -> Prompt | None:
        """Return the prompt that is being answered."""
        return self.prompt_of(self.chosen)

    @property
    def has_one_pick(self) -> bool:
        """Whether all there is to do is to pick from the options of one prompt, or to say a plain yes to others."""
        asked = [one for one in self.prompts or () if not (isinstance(one, Confirm) or one.is_aside)]
        return len(asked) == 1 and isinstance(asked[0], PickOne | PickSome)

    @property
    def is_aimed(self) -> bool:
        """Whether what is pointed at was clicked: a second click takes it."""
        return bool(self.aimed[1]) and self.aimed == self.pointed

    @property
    def is_reacting(self) -> bool:
        """Whether a person is asked out of turn, to react to what another player does."""
        return self.due is Due.ANSWER and any(one.is_reaction for one in self.prompts or ())

    @property
    def has_only_prompt(self) -> bool:
        """Whether a single prompt is open and being answered: there is nothing to choose it from."""
        return self.prompts is not None and len(self.prompts) == 1 and self.prompts[0].id == self.chosen

    @property
    def open_prompts(self) -> tuple[Prompt, ...]:
        """Return the prompts whose options can be pointed at: the chosen one, else all that may change something."""
        return (self.prompt,) if self.prompt is not None else tuple(one for one in self.prompts or () if not one.idle)

    def prompt_of(self, id: str) -> Prompt | None:
        """Return the open prompt of a name."""
        return next((one for one in self.prompts or () if one.id == id), None) if id else None

    @property
    def options(self) -> tuple[Option, ...]:
        """Return the options to pick from now, what is refused last: those of the chosen prompt, on the model in focus
        if there is one.
        """
        prompt = self.prompt
        options = sorted(options_of(prompt), key=lambda one: bool(one.faults)) if prompt is not None else ()
        return tuple(one for one in options if not self.focus or one.model == self.focus)

    @property
    def numbers(self) -> Mapping[str, int]:
        """Return the numbers that pick the options there are now, by their ids."""
        return numbers_of(self.options, self.moment)

    @property
    def told_faults(self) -> tuple[ActionFault, ...]:
        """Return why the last answer was refused, else the first reason why what is pointed at would be."""
        if self.faults or self.prompt is None or self.pointed[0] != self.prompt.id:
            return self.faults
        return next((one.faults[:1] for one in options_of(self.prompt) if one.id == self.pointed[1]), ())

    @property
    def pointed_model(self) -> str:
        """Return the model that the option stands for that is pointed at; "": none."""
        prompt = self.prompt_of(self.pointed[0])
        options = options_of(prompt) if prompt is not None else ()
        return next((one.model for one in options if one.id == self.pointed[1]), "")

    def option_on(self, id: str) -> tuple[str, str] | None:
        """Return the prompt and the option that a model stands for, one that is allowed if there is any; None: none."""
        offers = offers_on(self.open_prompts, id, self.moment)
        found = [(prompt.id, option.id, bool(option.faults)) for prompt, option in offers]
        found.sort(key=lambda one: one[2])
        return found[0][:2] if found else None

    @property
    def begun_on_table(self) -> ChoosePrompt | None:
        """Return what a click beside all models begins: the only move there is, while nothing else is chosen."""
        moves = [one for one in self.prompts or () if isinstance(one, Go) and is_open(one)]
        is_asked = self.due is Due.ANSWER and not self.is_looking_back and not self.chosen
        return ChoosePrompt(moves[0].id) if is_asked and len(moves) == 1 else None

    @property
    def action(self) -> Any:
        """Return the action that is pointed to or that the draft has come to; None: none."""
        if self.due is not Due.ANSWER or self.is_looking_back:
            return None
        prompt_id, option_id = self.pointed
        pointed = self.prompt_of(prompt_id)
        if isinstance(pointed, PickOne) and option_id:
            return pointed.action(option_id)
        prompt = self.prompt
        answer = answer_of(prompt, self.draft) if prompt is not None else None
        if prompt is None or answer is None or isinstance(prompt, PickOne) or domain_faults(prompt, answer):
            return None
        return prompt.action(answer)
