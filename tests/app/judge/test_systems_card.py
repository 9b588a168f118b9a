"""The same pair under every rule system that is registered: by the registry alone."""

from dataclasses import dataclass, replace
from types import MappingProxyType

import pytest

from tests import zoo
from warcry3d.app.judge.intents import AnswerSight, ChooseRules, ClickFighter, ShowTable
from warcry3d.app.judge.matrix_part import find_pairs
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.pairs import PairTerms
from warcry3d.app.judge.room import answer_sight
from warcry3d.app.judge.systems_card import ShowSystems, SystemsCard, SystemsState, verdicts_of
from warcry3d.app.judge.verdict_cards import laid_note
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.errors import WarcryError
from warcry3d.game.reasons import RuleReason
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.messages.comparisons import difference_lines
from warcry3d.rules.pair_matrix import PairAnswer
from warcry3d.rules.results import CoverVerdict, Judgement, Reason, SightBasis, Sights, SightTerms
from warcry3d.rules.system_comparison import Aspect, SystemDifference
from warcry3d.rules.systems import SYSTEMS, System, system
from warcry3d.sight.distance import Between, Measure, measure
from warcry3d.sight.verdict import Seen, TooClose, Verdict
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

TABLE = zoo.table(zoo.fighter("talon", (5, 5)), zoo.fighter("brute", (9, 6)))
PAIR = (
    JudgeModel(TABLE, states=MappingProxyType({"systems": SystemsState()}))
    .after(ClickFighter("talon"))
    .after(ClickFighter("brute"))
)


@dataclass(frozen=True)
class Fog:
    """Rules of a game in which nobody can tell who sees whom, and everybody is in cover."""

    name: str = "fog"
    sight_rule: str = "FOG-1"
    is_sight_mutual: bool = True
    is_certified: bool = False
    is_on_squares: bool = False
    measured: Between = Between.BASES

    def sight(self, table: Table, viewer: str, target: str, terms: SightTerms) -> Verdict:
        at = table.model(viewer).placement.at, table.model(target).placement.at
        return TooClose(1.0, at, ())

    def sights(self, table: Table, terms: SightTerms) -> Sights:
        raise NotImplementedError

    def cover(self, table: Table, viewer: str, target: str) -> CoverVerdict:
        at = table.model(target).placement.at
        return CoverVerdict((Reason("FOG-2", "fog", (at, at), at),))

    def transparent(self, table: Table, viewer: str) -> tuple[str, ...]:
        return ()

    def measure(self, one: Model, other: Model) -> Measure:
        return measure(one, other)

    def basis(self) -> SightBasis:
        return SightBasis(*(RuleReason(f"FOG-{n}", message("fog")) for n in (1, 2, 3)))

    def squares(self, table: Table, one: str, other: str) -> int | None:
        return None


@pytest.fixture(autouse=True)
def foggy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, "fog", lambda: System("fog", "Fog", sight=Fog))
    monkeypatch.setitem(SYSTEMS, "bare", lambda: System("bare", "Bare"))


class Ready:
    def wait_for_kernels(self, what: str) -> None:
        assert what == "sight"


def test_a_second_system_is_asked_by_its_name_alone() -> None:
    case = PAIR.after(ChooseRules("fog")).case
    assert case is not None
    judgement = answer_sight(Ready(), case)  # type: ignore[arg-type]
    assert (judgement.ruleset, judgement.sight_rule) == ("fog", "FOG-1")
    assert isinstance(judgement.sight, TooClose) and judgement.cover is not None and judgement.cover.verdict


@pytest.mark.parametrize("chosen", ["", "fog"])
def test_every_system_says_its_own_beside_the_others_whichever_is_chosen(chosen: str) -> None:
    case = PAIR.after(ChooseRules(chosen)).case
    assert case is not None
    first, *others = verdicts_of(case, answer_sight(Ready(), case))  # type: ignore[arg-type]
    fog, bare = (next(one for one in others if one.title == title) for title in ("Fog", "Bare"))
    assert first.title == system(TABLE.ruleset).title
    assert isinstance(first.answer, Judgement) and isinstance(first.answer.sight, Seen)
    assert isinstance(fog.answer, Judgement) and isinstance(fog.answer.sight, TooClose)
    assert isinstance(bare.answer, WarcryError) and "no rules of sight" in str(bare.answer)


def test_systems_of_squares_answer_over_squares_that_are_laid_and_differences_are_named() -> None:
    case = PAIR.case
    assert case is not None
    card = SystemsCard(Ready())  # type: ignore[arg-type]
    shown = card.showing(case, verdicts_of(case, answer_sight(Ready(), case)))  # type: ignore[arg-type]
    of_squares = next(one.answer for one in shown.verdicts if one.name == "dndminiatures")
    assert isinstance(of_squares, Judgement) and of_squares.squares is not None
    found = {str(one.aspect): [titles for _, titles in one.said] for one in shown.differing}
    assert ("Fog",) in found["sight"] and ("Fog",) in found["cover"]


def test_a_system_of_squares_that_is_chosen_says_the_same_over_squares_that_are_laid() -> None:
    case, plain = PAIR.after(ChooseRules("dndminiatures")).case, PAIR.case
    assert case is not None and plain is not None
    chosen = answer_sight(Ready(), case)  # type: ignore[arg-type]
    beside = verdicts_of(plain, answer_sight(Ready(), plain))  # type: ignore[arg-type]
    assert chosen == next(one.answer for one in beside if one.name == "dndminiatures")
    assert "no squares" in laid_note(chosen, TABLE, Words("en"))[0]
    assert laid_note(chosen, case.ruled_table, Words("en")) == ()


def test_the_matrix_of_a_system_of_squares_is_filled_over_squares_that_are_laid() -> None:
    found = list[PairAnswer]()
    terms = PairTerms(TABLE, frozenset(Tag), SIGHT_TOLERANCE_MM, "dndminiatures")
    find_pairs(terms, None, found.append, JobProgress())
    assert {one.pair for one in found if one.sight is not None} == {("talon", "brute"), ("brute", "talon")}


def test_verdicts_are_dropped_with_what_they_are_about() -> None:
    case = PAIR.case
    assert case is not None and case.question is not None
    judgement = answer_sight(Ready(), case)  # type: ignore[arg-type]
    known = PAIR.after(AnswerSight(case.question, judgement, None)).after(ShowSystems(case, ()))
    assert known.state(SystemsState).found is not None
    assert known.after(ClickFighter("brute")).state(SystemsState).found is None
    assert known.after(ShowTable(replace(TABLE))).state(SystemsState).found is None


def test_distances_that_differ_are_told_in_the_language_that_is_spoken() -> None:
    said = (("11 squares", ("Fog",)), ("1 squares", ("Mist",)), ("8.98 in", ("Bare",)))
    difference = SystemDifference(Aspect.DISTANCE, said, ())
    assert difference_lines(difference, Words("en")) == (
        "They differ on the distance: 11 squares in Fog; 1 square in Mist; 8.98 in in Bare.",
    )
    assert difference_lines(difference, Words("zh_CN")) == ("距离不同：Fog：11 格；Mist：1 格；Bare：8.98 英寸。",)
