"""A card below the verdict: what each rule system says of the same pair, side by side, where there are several."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from imgui_bundle import imgui

from warcry3d.app.judge.intents import PartIntent, SightCase
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.verdict_cards import laid_note
from warcry3d.app.judge.verdict_sequel import VerdictSequel
from warcry3d.app.scene.colours import PAPER
from warcry3d.app.scene.verdict import colour_of
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.panel_card import card_title, panel_card
from warcry3d.app.widgets.theme import beside, coloured
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.errors import WarcryError
from warcry3d.messages import Words
from warcry3d.messages.comparisons import difference_lines
from warcry3d.messages.verdicts import headlines, sentences
from warcry3d.rules.results import Judgement
from warcry3d.rules.system_comparison import SystemAnswer, SystemDifference, differences, judge_by_systems
from warcry3d.rules.systems import SYSTEMS, army_systems, system

__all__ = ["ShowSystems", "SystemsCard", "SystemsState"]


@dataclass(frozen=True, slots=True)
class ShowSystems(PartIntent):
    """What each rule system says of what was asked about is known, and where they differ."""

    part: ClassVar[str] = "systems"
    case: SightCase
    verdicts: tuple[SystemAnswer, ...]
    differing: tuple[SystemDifference, ...] = ()


@dataclass(frozen=True, slots=True)
class SystemsState:
    """What each rule system said last, and of what."""

    part: ClassVar[str] = "systems"
    found: ShowSystems | None = None

    def after(self, intent: PartIntent, judge: JudgeModel) -> "SystemsState":
        """Return it with other verdicts."""
        if not isinstance(intent, ShowSystems):
            raise TypeError(f"no intent of the rule systems side by side: {intent}")
        return SystemsState(intent)

    def following(self, before: JudgeModel, judge: JudgeModel) -> "SystemsState":
        """Return it without verdicts on something else."""
        return self if self.found is None or self.found.case == judge.case else SystemsState()


def verdicts_of(case: SightCase, judgement: Judgement) -> tuple[SystemAnswer, ...]:
    """Return what each rule system that is registered says of a case, of which the ``judgement`` of one is known."""
    asked, known = case.question, SystemAnswer(judgement.ruleset, system(judgement.ruleset).title, judgement)
    others = [one.name for one in army_systems() if one.name != known.name]
    found = judge_by_systems(
        case.table, asked.viewer, asked.target, others, tags=asked.tags, tolerance_mm=asked.tolerance_mm
    )
    by_name = {one.name: one for one in (known, *(found if others else ()))}
    return tuple(by_name[one.name] for one in army_systems() if one.name in by_name)


class SystemsCard(VerdictSequel[tuple[SystemAnswer, ...]]):
    """Asks each rule system for its verdict, and draws them."""

    @property
    def first_state(self) -> SystemsState:
        """Return that nothing is known."""
        return SystemsState()

    def find(self, case: SightCase, judgement: Judgement) -> tuple[SystemAnswer, ...]:
        """Return what each says; called in the background."""
        return verdicts_of(case, judgement)

    def is_found(self, model: JudgeModel) -> bool:
        """Return whether what each says is known."""
        return model.state(SystemsState).found is not None

    def showing(self, case: SightCase, found: tuple[SystemAnswer, ...]) -> ShowSystems:
        """Return the intent that gives it to the model."""
        return ShowSystems(case, found, differences(found))

    def follow(self, before: JudgeModel) -> None:
        """Ask where there are several, once a verdict is there that is certified, on a table that stays."""
        if len(SYSTEMS) > 1 and self.bench.model.tried is None:
            super().follow(before)

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw a line for each: sight, then cover, as headlines, its sentences as a tip; those without an answer in one
        line; then where they differ, how each decides as a tip.
        """
        found = self.bench.model.state(SystemsState).found
        if found is None or self.bench.model.judgement is None:
            return ()
        words = frame.words
        with panel_card(PAPER, frame.scale):
            card_title(words.say("By every rule system"), PAPER, frame.bold, 1.0)
            for one in found.verdicts:
                if isinstance(one.answer, Judgement):
                    imgui.text_disabled(words.say("{title}:", title=one.title))
                    said = " · ".join(part for part in headlines(one.answer, words) if part)
                    beside(imgui.calc_text_size(said).x)
                    coloured(said, colour_of(one.answer.sight))
                    _tip([*sentences(one.answer, words), *laid_note(one.answer, found.case.table, words)])
            _draw_silent(found.verdicts, words)
            for difference in found.differing:
                head, *because = difference_lines(difference, words)
                imgui.text_disabled(head)
                _tip([line.strip() for line in because])
        return ()


def _draw_silent(verdicts: Sequence[SystemAnswer], words: Words) -> None:
    """Name those that have no answer in one grey line; its tip says why."""
    silent = {one.title: one.answer for one in verdicts if isinstance(one.answer, WarcryError)}
    if not silent:
        return
    imgui.text_disabled(words.say("no answer: {titles}", titles=", ".join(silent)))
    _tip([f"{title}: {words.error(error)}" for title, error in silent.items()])


def _tip(lines: Sequence[str]) -> None:
    """Show lines while the pointer is over what was drawn last."""
    tool_tip("\n".join(lines))
